//! Who a browser is. A browser is a person of its own until it is let in as somebody else, with a link or a recovery code.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::Shared;
use crate::error::Error;
use crate::id::{Guest, Id, random_bytes};

/// How long a server that shares its database believes what it has read: another server may sign a browser out.
const BELIEVED: Duration = Duration::from_secs(10);
/// With more browsers than this they are read anew.
const MANY: usize = 20_000;

/// Whom the browsers belong to that were here lately.
#[derive(Debug, Default)]
pub struct Persons(Mutex<HashMap<Guest, (Option<Guest>, Instant)>>);

impl Persons {
    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<Guest, (Option<Guest>, Instant)>> {
        self.0.lock().expect("nobody panics with the map in hand")
    }

    fn learn(&self, device: Guest, person: Option<Guest>) {
        let mut known = self.known();
        if known.len() >= MANY {
            known.clear();
        }
        known.insert(device, (person, Instant::now()));
    }

    pub fn forget(&self, device: Guest) {
        self.known().remove(&device);
    }
}

impl Shared {
    /// Whom a browser belongs to; nobody, if it was signed out.
    pub async fn person(&self, device: Guest) -> Result<Option<Guest>, Error> {
        let known = self.persons.known().get(&device).copied();
        if let Some((person, at)) = known
            && (!self.store.is_shared() || at.elapsed() < BELIEVED)
        {
            return Ok(person);
        }
        match (self.store.person(device).await, known) {
            // While the database is away, everybody stays who they were.
            (Err(_), Some((person, _))) | (Ok(person), _) => {
                self.persons.learn(device, person);
                Ok(person)
            }
            (Err(error), None) => Err(error),
        }
    }
}

/// The letters of a recovery code: none looks like another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 20;

/// What lets a browser in: a hundred bits, in groups that can be written down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; LENGTH]);

impl Key {
    pub fn random() -> Key {
        Key(random_bytes::<LENGTH>().map(|byte| LETTERS[usize::from(byte % 32)]))
    }

    /// What is kept of it.
    pub fn print(&self) -> Id {
        let digest = Sha256::digest([b"key ", &self.0[..]].concat());
        Id::from_bytes(digest[..16].try_into().expect("sixteen of thirty-two bytes"))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let group = |group: &[u8]| String::from_utf8_lossy(group).into_owned();
        write!(f, "{}", self.0.chunks(5).map(group).collect::<Vec<_>>().join("-"))
    }
}

/// Nobody sees a key in a log.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl FromStr for Key {
    type Err = String;

    /// As somebody may have written it down.
    fn from_str(text: &str) -> Result<Key, String> {
        let letter = |c: char| match c.to_ascii_lowercase() {
            'o' => b'0',
            'i' | 'l' => b'1',
            other => u8::try_from(other).unwrap_or(b'?'),
        };
        let letters: Vec<u8> = text.chars().filter(|c| !" -\u{2013}".contains(*c)).map(letter).collect();
        let known = letters.iter().all(|letter| LETTERS.contains(letter));
        let key = <[u8; LENGTH]>::try_from(letters).ok().filter(|_| known).map(Key);
        key.ok_or_else(|| "this is no code: expected four groups of five letters or digits".into())
    }
}

/// What a browser calls itself, in two words that a person knows.
pub fn label(agent: &str) -> String {
    let first = |words: &[(&'static str, &'static str)]| {
        words.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    let browser = first(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.into(),
        (None, None) => "A browser".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_people_write_them() {
        let key = Key::random();
        let text = key.to_string();
        assert_eq!(text.len(), 23);
        assert_eq!(text.parse(), Ok(key));
        assert_eq!(text.to_uppercase().replace('-', " ").replace('0', "O").replace('1', "l").parse(), Ok(key));
        assert_ne!(key.print(), Key::random().print());
        for wrong in ["", "abcde", &text[1..], &format!("{text}a"), &text.replace('-', "?"), &"u".repeat(20)] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
        assert!(!format!("{key:?}").contains(&text[..5]));
    }

    #[test]
    fn browsers_have_names() {
        let phone = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";
        assert_eq!(label(phone), "Chrome on Android");
        assert_eq!(label("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), "Firefox on Linux");
        assert_eq!(label("curl/8"), "A browser");
    }
}
