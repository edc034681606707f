//! Bots by their words: `random`, `greedy`, `ismcts:2000`, `ismcts:500ms`, `ismcts:2000x2`; levels: `cadet`, `pilot`, `captain`,
//! `admiral`, `emperor`; for scripts also `easy`, `normal`, `hard`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use astrarium_core::{Fast, Game};

use crate::{Bot, Budget, Cadet, Greedy, Ismcts, Random, Settings};

#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Spec {
    Random,
    Cadet,
    Greedy,
    Ismcts(Settings),
    /// Searches with as many iterations as the title gives to the level.
    Level(Level),
}

/// A level that searches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Level {
    Captain,
    Admiral,
    Emperor,
}

/// Words that name no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” is no bot: expected random, greedy, ismcts, ismcts:2000 (iterations), ismcts:500ms, ismcts:2000x2 (threads), \
     cadet, pilot, captain, admiral, emperor, easy, normal or hard"
)]
pub struct UnknownBot(pub String);

impl Spec {
    fn ismcts(budget: Budget, threads: u32) -> Spec {
        Spec::Ismcts(Settings { budget, threads, ..Settings::default() })
    }

    /// How it searches this game, if it does.
    pub fn settings<G: Game>(&self) -> Option<Settings> {
        let settings = match *self {
            Spec::Ismcts(settings) => settings,
            Spec::Level(level) => {
                let budget = Budget::Iterations(G::SEARCH.budgets[level as usize]);
                Settings { budget, ..Settings::default() }
            }
            _ => return None,
        };
        Some(settings.suited::<G>())
    }
}

impl FromStr for Spec {
    type Err = UnknownBot;

    fn from_str(words: &str) -> Result<Spec, UnknownBot> {
        let unknown = || UnknownBot(words.into());
        Ok(match words {
            "random" => Spec::Random,
            "cadet" => Spec::Cadet,
            "greedy" | "pilot" | "easy" => Spec::Greedy,
            "ismcts" => Spec::Ismcts(Settings::default()),
            "captain" => Spec::Level(Level::Captain),
            "admiral" | "normal" => Spec::Level(Level::Admiral),
            "emperor" | "hard" => Spec::Level(Level::Emperor),
            _ => {
                let setting = words.strip_prefix("ismcts:").ok_or_else(unknown)?;
                let (budget, threads) = setting.split_once('x').unwrap_or((setting, "1"));
                let number = |word: &str| word.parse().ok().filter(|&n: &u32| n > 0).ok_or_else(unknown);
                let budget = match budget.strip_suffix("ms") {
                    Some(time) => Budget::Time(Duration::from_millis(number(time)?.into())),
                    None => Budget::Iterations(number(budget)?),
                };
                Spec::ismcts(budget, number(threads)?)
            }
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => f.write_str("random"),
            Spec::Cadet => f.write_str("cadet"),
            Spec::Greedy => f.write_str("greedy"),
            Spec::Level(Level::Captain) => f.write_str("captain"),
            Spec::Level(Level::Admiral) => f.write_str("admiral"),
            Spec::Level(Level::Emperor) => f.write_str("emperor"),
            Spec::Ismcts(Settings { budget, threads, .. }) => {
                match budget {
                    Budget::Iterations(n) => write!(f, "ismcts:{n}")?,
                    Budget::Time(time) => write!(f, "ismcts:{}ms", time.as_millis())?,
                }
                if *threads > 1 { write!(f, "x{threads}") } else { Ok(()) }
            }
        }
    }
}

/// Bots in a row: `greedy,random,ismcts:500`.
pub fn parse_list(words: &str) -> Result<Vec<Spec>, UnknownBot> {
    words.split(',').map(|word| word.trim().parse()).collect()
}

/// A bot that decides by its own dice; the same seed, the same choices (unless its budget is a time).
pub fn build<G: Game>(spec: &Spec, seed: u64) -> Box<dyn Bot<G>> {
    match spec {
        Spec::Random => Box::new(Random(Fast::new(seed, 0))),
        Spec::Cadet => Box::new(Cadet(Greedy(Fast::new(seed, 0)))),
        Spec::Greedy => Box::new(Greedy(Fast::new(seed, 0))),
        Spec::Ismcts(_) | Spec::Level(_) => {
            let settings = spec.settings::<G>().expect("these search");
            Box::new(Ismcts::new(settings, seed))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_a_bot_and_come_back() {
        for words in ["random", "cadet", "greedy", "ismcts:2000", "ismcts:500ms", "ismcts:2000x2", "ismcts:50msx4"] {
            assert_eq!(words.parse::<Spec>().map(|s| s.to_string()), Ok(words.into()));
        }
        let levels = ["cadet", "pilot", "captain", "admiral", "emperor", "easy", "normal", "hard"];
        let bots = levels.map(|level| level.parse::<Spec>().expect("a level").to_string());
        assert_eq!(bots[..5], ["cadet", "greedy", "captain", "admiral", "emperor"]);
        assert_eq!(bots[5..], ["greedy", "admiral", "emperor"]);
        for words in ["", "clever", "ismcts:", "ismcts:0", "ismcts:9x0", "ismcts:5s", "ismcts:99999999999"] {
            assert_eq!(words.parse::<Spec>(), Err(UnknownBot(words.into())));
        }
    }

    #[test]
    fn a_list_names_the_wrong_word() {
        assert_eq!(parse_list("random, greedy"), Ok(vec![Spec::Random, Spec::Greedy]));
        assert_eq!(parse_list("random,foo"), Err(UnknownBot("foo".into())));
    }
}
