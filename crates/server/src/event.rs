//! What is stored: everything that happens at a table, one event per sequence number. All else is a cache of these.

use std::ops::RangeInclusive;
use std::time::Duration;

use astrarium_bots::Spec;
use astrarium_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{Guest, Id};
use crate::own::BotName;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Event {
    Made(Made),
    /// A person sat down or left, or the host changed a seat.
    Chair {
        seat: Seat,
        to: Chair,
        /// The host has removed the person who sat there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        removed: bool,
    },
    /// A person is called something else from now on.
    Renamed {
        seat: Seat,
        name: String,
    },
    /// The host gave out a new link for the seat of a person who is away: the holder of the key with this fingerprint may take it.
    Reissued {
        seat: Seat,
        key: Id,
    },
    /// A person came with that key: the seat is theirs.
    Replaced {
        seat: Seat,
        guest: Guest,
        name: String,
    },
    /// The game begins: the host's own nonces, and the head of the record as text with its first entry.
    Started {
        nonces: Vec<(Seat, Id)>,
        record: String,
    },
    /// The host of the server had the game played again as a newer version plays it: the whole record so far.
    Rewritten {
        record: String,
    },
    Acted(Acted),
    /// The act with this sequence number was taken back; the entries after it have these hashes now.
    Undone {
        seat: Seat,
        act: u64,
        hashes: Vec<String>,
    },
    Said {
        seat: Seat,
        text: String,
    },
    /// One seat wants a bot to play for another.
    Voted {
        by: Seat,
        on: Seat,
        /// All who are here have voted now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        all: bool,
    },
    /// A person gives the game up: a bot plays on in that place, to the end.
    Resigned {
        seat: Seat,
    },
    /// A person wants the game to end here.
    Ends {
        seat: Seat,
    },
    /// A bot plays for a person, or the person is back.
    StandIn {
        seat: Seat,
        level: Option<Level>,
        /// Because the person's time was up.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// The rematch.
    Next {
        table: Id,
    },
    Note {
        text: String,
    },
    Closed {
        why: String,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
    pub title: String,
    /// As `key=value,…`, all of them.
    pub options: String,
    pub public: bool,
    pub host: Guest,
    pub invite: Id,
    /// What the dice come from, 64 hexadecimal digits. It is shown when the game is over.
    pub secret: String,
    pub chairs: Vec<Chair>,
    /// The position it begins with, as JSON, if it does not begin with the setup.
    pub start: Option<String>,
    pub from: Option<From>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Seconds after which those who are here may seat a bot for a person who is asked and away; without it, they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<u32>,
    /// It counts for nobody's rating.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
    /// Who may sit down without an invitation: those who played together before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invited: Vec<Guest>,
}

const DAY: u32 = 86_400;

/// How long persons may think, in seconds or days. It runs while a person is asked; when it is up, a bot answers for them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// For the whole game.
    Game(u32),
    /// For each decision.
    Decision(u32),
    /// For the whole game, and `plus` for every decision; never more than there was at the beginning.
    Fischer { game: u32, plus: u32 },
    /// Days for each decision: by mail.
    Days(u32),
}

impl Clock {
    fn seconds(self) -> u32 {
        match self {
            Clock::Game(seconds) | Clock::Decision(seconds) | Clock::Fischer { game: seconds, .. } => seconds,
            Clock::Days(days) => days.saturating_mul(DAY),
        }
    }

    pub const SECONDS: RangeInclusive<u32> = 1..=30 * DAY;
    pub const DAYS: RangeInclusive<u32> = 1..=30;
    pub const PLUS: RangeInclusive<u32> = 0..=3_600;

    pub fn is_fair(self) -> bool {
        let plus = if let Clock::Fischer { plus, .. } = self { Clock::PLUS.contains(&plus) } else { true };
        Clock::SECONDS.contains(&self.seconds()) && plus
    }

    /// Milliseconds that a decision brings.
    pub fn plus(self) -> i64 {
        if let Clock::Fischer { plus, .. } = self { i64::from(plus) * 1000 } else { 0 }
    }

    /// What a seat begins with, in milliseconds.
    pub fn full(self) -> i64 {
        i64::from(self.seconds()) * 1000
    }

    /// What a person who takes a seat back has at least: a minute, or all there ever was; by mail all of it.
    pub fn grace(self) -> i64 {
        if let Clock::Days(_) = self { self.full() } else { self.full().min(60_000) }
    }

    /// Whether every decision begins with all of it.
    pub fn each(self) -> bool {
        matches!(self, Clock::Decision(_) | Clock::Days(_))
    }
}

/// The finished game, and the entry of it, that a table plays on from.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct From {
    #[schema(value_type = String)]
    pub table: Id,
    pub entry: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Chair {
    Open,
    Person { guest: Guest, name: String, nonce: Option<Id> },
    Bot { level: Level },
}

impl Chair {
    pub fn guest(&self) -> Option<Guest> {
        match self {
            Chair::Person { guest, .. } => Some(*guest),
            _ => None,
        }
    }

    pub fn nonce(&self) -> Option<Id> {
        match self {
            Chair::Person { nonce, .. } => *nonce,
            _ => None,
        }
    }

    /// A person's part of the seed.
    pub fn give(&mut self, given: Id) {
        if let Chair::Person { nonce, .. } = self {
            *nonce = Some(given);
        }
    }

    pub fn name(&self) -> String {
        match self {
            Chair::Open => String::new(),
            Chair::Person { name, .. } => name.clone(),
            Chair::Bot { level } => format!("{} bot", level.name()),
        }
    }

    /// With a person's name changed.
    pub fn renamed(&self, name: impl FnOnce(&str) -> String) -> Chair {
        match self {
            Chair::Person { guest, name: old, .. } => self.held_by(*guest, name(old)),
            other => other.clone(),
        }
    }

    /// The same person with another name, or another one in the same place.
    pub fn held_by(&self, guest: Guest, name: String) -> Chair {
        Chair::Person { guest, name, nonce: self.nonce() }
    }

    pub fn kind(&self) -> Kind {
        match self {
            Chair::Open => Kind::Open,
            Chair::Person { .. } => Kind::Person,
            Chair::Bot { .. } => Kind::Bot,
        }
    }
}

/// The name, with a number if another person has it already.
pub fn unique(name: &str, others: &[String], most: usize) -> String {
    let taken = |name: &str| others.iter().any(|other| other.to_lowercase() == name.to_lowercase());
    let numbered = |k: usize| {
        let number = format!(" ({k})");
        let room = most.saturating_sub(number.len());
        name.chars().take(room).collect::<String>() + &number
    };
    let names = std::iter::once(name.to_string()).chain((2..).map(numbered));
    names.into_iter().find(|name| !taken(name)).expect("there are more numbers than seats")
}

/// Who sits on a chair.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Open,
    Person,
    Bot,
}

/// One decision with everything it brought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acted {
    pub seat: Seat,
    /// The seat's word at that moment, as the record has it.
    pub name: String,
    pub sentence: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<String>,
    pub hash: String,
    /// A bot decided.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// A sealed answer that left the phase as it was: others may answer before or after it alike.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// Nobody else can tell that it happened.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Why it cannot be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firm: Option<Firm>,
    /// Final places, if it ended the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
}

/// Why a decision stays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Firm {
    Chance,
    Revealed,
    Passed,
}

impl Firm {
    pub fn text(self) -> &'static str {
        match self {
            Firm::Chance => "something was rolled or drawn",
            Firm::Revealed => "something hidden was revealed",
            Firm::Passed => "the decision has passed on",
        }
    }
}

/// How well a bot plays, or whose it is: a level, or the name of a program of the operator's. The words easy, normal and hard come from
/// older logs and from scripts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
#[serde(into = "String", try_from = "String")]
pub enum Level {
    Random,
    Cadet,
    Pilot,
    Captain,
    Admiral,
    Emperor,
    Own(BotName),
}

impl Level {
    pub const ALL: [Level; 6] =
        [Level::Random, Level::Cadet, Level::Pilot, Level::Captain, Level::Admiral, Level::Emperor];

    pub fn id(&self) -> &str {
        match self {
            Level::Random => "random",
            Level::Cadet => "cadet",
            Level::Pilot => "pilot",
            Level::Captain => "captain",
            Level::Admiral => "admiral",
            Level::Emperor => "emperor",
            Level::Own(name) => name.as_str(),
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Level::Random => "Random",
            Level::Cadet => "Cadet",
            Level::Pilot => "Pilot",
            Level::Captain => "Captain",
            Level::Admiral => "Admiral",
            Level::Emperor => "Emperor",
            Level::Own(name) => name.as_str(),
        }
    }

    pub fn about(self) -> &'static str {
        match self {
            Level::Random => "Does anything the rules allow.",
            Level::Cadet => "Takes what looks good enough at a glance.",
            Level::Pilot => "Takes what looks best at a glance.",
            Level::Captain => "Thinks ahead a little.",
            Level::Admiral => "Thinks ahead.",
            Level::Emperor => "Thinks ahead as far as it can in about a second.",
            Level::Own(_) => "A program of those who run this server.",
        }
    }

    /// About how long the bot thinks; next to nothing if it does not search.
    pub fn takes(self) -> Duration {
        Duration::from_millis(match self {
            Level::Random | Level::Cadet | Level::Pilot => 0,
            Level::Captain => 10,
            Level::Admiral | Level::Own(_) => 50,
            Level::Emperor => 500,
        })
    }

    /// The bot behind the level; a program has none. Budgets are iterations, so a level plays alike on every machine.
    pub fn spec(self) -> Result<Spec, BotName> {
        match self {
            Level::Own(name) => Err(name),
            level => Ok(level.id().parse().expect("every level names a bot")),
        }
    }
}

impl std::convert::From<Level> for String {
    fn from(level: Level) -> String {
        level.id().into()
    }
}

impl TryFrom<String> for Level {
    type Error = String;

    fn try_from(word: String) -> Result<Level, String> {
        Ok(match &*word {
            "easy" => Level::Pilot,
            "normal" => Level::Admiral,
            "hard" => Level::Emperor,
            _ => match Level::ALL.into_iter().find(|level| level.id() == word) {
                Some(level) => level,
                None => Level::Own(word.parse()?),
            },
        })
    }
}
