//! What is stored: everything that happens at a table, one event per sequence number. All else is a cache of these.

use std::time::Duration;

use astrarium_bots::{Budget, Settings, Spec};
use astrarium_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{Guest, Id};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Event {
    Made(Made),
    /// Somebody sat down, left, or the host changed a seat.
    Chair {
        seat: Seat,
        to: Chair,
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
}

/// How long persons may think, in seconds. It runs while a person is asked; when it is up, a bot answers for them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// For the whole game.
    Game(u32),
    /// For each decision.
    Decision(u32),
}

impl Clock {
    fn seconds(self) -> u32 {
        match self {
            Clock::Game(seconds) | Clock::Decision(seconds) => seconds,
        }
    }

    /// A day is the most: slower games need no clock.
    pub const SECONDS: std::ops::RangeInclusive<u32> = 1..=86_400;

    pub fn is_fair(self) -> bool {
        Clock::SECONDS.contains(&self.seconds())
    }

    /// What a seat begins with, in milliseconds.
    pub fn full(self) -> i64 {
        i64::from(self.seconds()) * 1000
    }

    /// Whether every decision begins with all of it.
    pub fn each(self) -> bool {
        matches!(self, Clock::Decision(_))
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

    pub fn kind(&self) -> Kind {
        match self {
            Chair::Open => Kind::Open,
            Chair::Person { .. } => Kind::Person,
            Chair::Bot { .. } => Kind::Bot,
        }
    }
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

/// How well a bot plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    Random,
    Easy,
    Normal,
    Hard,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Random, Level::Easy, Level::Normal, Level::Hard];

    pub fn id(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "Random",
            Level::Easy => "Easy",
            Level::Normal => "Normal",
            Level::Hard => "Hard",
        }
    }

    pub fn about(self) -> &'static str {
        match self {
            Level::Random => "Does anything the rules allow.",
            Level::Easy => "Takes what looks best at a glance.",
            Level::Normal => "Thinks ahead for a moment.",
            Level::Hard => "Thinks ahead for two seconds.",
        }
    }

    /// About how long the bot thinks; next to nothing if it does not search.
    pub fn takes(self) -> Duration {
        match self.spec() {
            Spec::Ismcts(Settings { budget: Budget::Time(time), .. }) => time,
            _ => Duration::ZERO,
        }
    }

    /// The bot behind the level. What searches has a budget of time, so that people never wait long.
    pub fn spec(self) -> Spec {
        let words = match self {
            Level::Random => "random",
            Level::Easy => "greedy",
            Level::Normal => "ismcts:300ms",
            Level::Hard => "ismcts:2000ms",
        };
        words.parse().expect("every level names a bot")
    }
}
