//! A played game as text: a header, then one line per action with its chance outcomes and a chained hash.
//!
//! ```text
//! astrarium-record 1
//! title galactic-adventures
//! engine 0.1.0
//! rules 1
//! pack 1f0c…
//! options players=4,colour-assignment=fixed
//! seat Ann
//! seat greedy
//! commitment 9a31…
//! nonce 77f0
//!
//! setup ! d4 d6 d4 # 0f3c9a…
//! red target moon-07 ! 6 5 # 8812aa…
//! end 1 3 2 4
//! secret 5d20…
//! ```

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// The version of this format.
const FORMAT: &str = "astrarium-record 1";

/// A played game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// How it was set up.
    pub header: Header,
    /// What was decided, one entry for each decision; the first is the setup.
    pub entries: Vec<Entry>,
    /// Final places by seat, once the game is over.
    pub places: Vec<u8>,
    /// What the commitment hid, once it may be shown.
    pub secret: Option<String>,
}

/// What a record begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The title's id.
    pub title: String,
    /// The engine that played it.
    pub engine: String,
    /// The rules version that was played.
    pub rules: String,
    /// The pack's hash.
    pub pack: String,
    /// The options as `key=value,…`.
    pub options: String,
    /// Who plays, by seat: names of people or bots.
    pub seats: Vec<String>,
    /// SHA-256 of the secret the dice come from.
    pub commitment: String,
    /// One from each person; with the secret they make the seed.
    pub nonces: Vec<String>,
    /// The position it began with, as JSON, if it did not begin with the game's own setup.
    pub start: Option<String>,
    /// The hash of the header as it was, if a pseudonym stands in place of a name since.
    pub root: Option<String>,
}

/// One decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// `setup` in the first entry.
    pub seat: String,
    /// What was said.
    pub sentence: String,
    /// What dice and draws brought, in order.
    pub outcomes: Vec<String>,
    /// A link of the chain of hashes.
    pub hash: String,
}

/// A line of a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl Entry {
    /// The line without its hash.
    pub fn text(&self) -> String {
        let mut text = self.seat.clone();
        if !self.sentence.is_empty() {
            text += &format!(" {}", self.sentence);
        }
        if !self.outcomes.is_empty() {
            text += &format!(" ! {}", self.outcomes.join(" "));
        }
        text
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT}\ntitle {}\nengine {}\nrules {}", self.title, self.engine, self.rules)?;
        writeln!(f, "pack {}\noptions {}", self.pack, self.options)?;
        self.seats.iter().try_for_each(|name| writeln!(f, "seat {name}"))?;
        writeln!(f, "commitment {}", self.commitment)?;
        self.nonces.iter().try_for_each(|nonce| writeln!(f, "nonce {nonce}"))?;
        self.start.iter().try_for_each(|start| writeln!(f, "start {start}"))?;
        self.root.iter().try_for_each(|root| writeln!(f, "root {root}"))
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.header)?;
        self.entries.iter().try_for_each(|e| writeln!(f, "{} # {}", e.text(), e.hash))?;
        if !self.places.is_empty() {
            writeln!(f, "end {}", self.places.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))?;
        }
        self.secret.iter().try_for_each(|secret| writeln!(f, "secret {secret}"))
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let mut in_header = true;
        for (number, line) in text.lines().enumerate() {
            let fault = |what: String| RecordError { line: number + 1, what };
            match (number, line) {
                (0, FORMAT) => {}
                (0, _) => return Err(fault(format!("“{line}” is no record: expected {FORMAT}"))),
                (_, "") => in_header = false,
                _ if in_header => record.header.read(line).map_err(fault)?,
                _ => record.read(line).map_err(fault)?,
            }
        }
        match record.entries.first() {
            Some(first) if first.seat == "setup" => Ok(record),
            _ => Err(RecordError {
                line: text.lines().count(), what: "no setup: expected “setup … # hash”".into()
            }),
        }
    }
}

impl Header {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.to_string();
        match key {
            "title" => self.title = value,
            "engine" => self.engine = value,
            "rules" => self.rules = value,
            "pack" => self.pack = value,
            "options" => self.options = value,
            "seat" => self.seats.push(value),
            "commitment" => self.commitment = value,
            "nonce" => self.nonces.push(value),
            "start" => self.start = Some(value),
            "root" => self.root = Some(value),
            _ => {
                return Err(format!("“{key}” is no part of a header: expected title, engine, rules, pack, options, …"));
            }
        }
        Ok(())
    }
}

impl Record {
    fn read(&mut self, line: &str) -> Result<(), String> {
        if let Some(places) = line.strip_prefix("end ") {
            let read = |w: &str| w.parse().map_err(|_| format!("“{w}” is no place"));
            self.places = places.split(' ').map(read).collect::<Result<_, _>>()?;
        } else if let Some(secret) = line.strip_prefix("secret ") {
            self.secret = Some(secret.into());
        } else {
            let (text, hash) = line.rsplit_once(" # ").ok_or("no hash: expected “seat sentence ! outcomes # hash”")?;
            let (text, outcomes) = text.split_once(" ! ").unwrap_or((text, ""));
            let (seat, sentence) = text.split_once(' ').unwrap_or((text, ""));
            let outcomes = outcomes.split(' ').filter(|w| !w.is_empty()).map(Into::into).collect();
            self.entries.push(Entry { seat: seat.into(), sentence: sentence.into(), outcomes, hash: hash.into() });
        }
        Ok(())
    }

    /// The header's part of the chain of hashes.
    pub fn root(&self) -> String {
        let own = || blake3::hash(self.header.to_string().as_bytes()).to_hex()[..16].to_string();
        self.header.root.clone().unwrap_or_else(own)
    }

    /// Calls a seat something else; the chain of hashes stays as it is.
    pub fn rename(&mut self, seat: usize, name: &str) {
        self.header.root = Some(self.root());
        if let Some(known) = self.header.seats.get_mut(seat) {
            *known = name.into();
        }
    }
}

/// What the dice of a table come from: a secret that is committed to before the start, and a nonce from each person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    /// What the dice are made from, hidden until the end.
    pub secret: [u8; 32],
    /// What the players added to it.
    pub nonces: Vec<String>,
}

impl Dice {
    /// For tests and command lines: everything from one number.
    pub fn from_number(seed: u64) -> Dice {
        Dice { secret: Sha256::digest(seed.to_be_bytes()).into(), nonces: Vec::new() }
    }

    /// What is published before the first roll.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.secret))
    }

    /// SHA-256 of the secret and all nonces, one after another.
    pub fn seed(&self) -> [u8; 32] {
        self.nonces.iter().fold(Sha256::new().chain_update(self.secret), |h, n| h.chain_update(n)).finalize().into()
    }
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The inverse of `hex` for 32 bytes.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let bytes =
        (0..32).map(|i| u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()).collect::<Option<Vec<_>>>()?;
    (text.len() == 64).then(|| bytes.try_into().ok()).flatten()
}
