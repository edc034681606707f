//! Ids nobody can guess: 128 bits, written as 32 hexadecimal digits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct Id(u128);

impl Id {
    pub fn random() -> Id {
        Id::from_bytes(random_bytes())
    }

    pub fn from_bytes(bytes: [u8; 16]) -> Id {
        Id(u128::from_be_bytes(bytes))
    }
}

/// Fresh bytes of the operating system.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Id {
    type Err = String;

    fn from_str(text: &str) -> Result<Id, String> {
        let digits = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let number = digits.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        number.map(Id).ok_or_else(|| format!("“{text:.40}” is no id: expected 32 hexadecimal digits, lower case"))
    }
}

impl TryFrom<String> for Id {
    type Error = String;
    fn try_from(text: String) -> Result<Id, String> {
        text.parse()
    }
}

impl From<Id> for String {
    fn from(id: Id) -> String {
        id.to_string()
    }
}

/// A browser, known by the fingerprint of its token: the token itself is kept nowhere on the server. A person is known by that of
/// the first browser.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Guest(pub Id);

impl Guest {
    pub fn of(token: Id) -> Guest {
        let digest = Sha256::digest(token.to_string());
        Guest(Id::from_bytes(digest[..16].try_into().expect("sixteen of thirty-two bytes")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_back_from_their_text() {
        let id = Id::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        for wrong in ["", "12", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33), &format!("+{}", "1".repeat(31))] {
            assert!(wrong.parse::<Id>().is_err(), "{wrong}");
        }
    }
}
