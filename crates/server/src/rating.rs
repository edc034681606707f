//! How well persons play, from the places of finished games. Bots have the strength that was measured, and keep it.

use astrarium_core::{Judgement, Rating};
use astrarium_games::{Title, with_game};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::event::Level;
use crate::id::Guest;
use crate::ledger::{Facts, Sitting};

/// Where everybody begins, on Elo's scale: as good as Pilot.
const BEGIN: f64 = 1000.0;
/// Of a rating as it is stored.
const MILLION: f64 = 1e6;

/// A finished game as it counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contest {
    pub title: String,
    pub players: i64,
    /// One person against bots.
    pub solo: bool,
    /// Persons and bots of known strength; fewer than two, and nothing is rated.
    pub entrants: Vec<Entrant>,
    /// Every person once.
    pub played: Vec<Played>,
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Entrant {
    pub who: Who,
    pub place: u8,
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Who {
    Person(Guest),
    /// With its strength on Elo's scale.
    Bot(u16),
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Played {
    pub person: Guest,
    pub place: u8,
    pub kept: bool,
    pub pace: Option<i64>,
}

/// What is known of a person's play.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Skill(WengLinRating);

impl Default for Skill {
    fn default() -> Skill {
        Skill(WengLinRating::new())
    }
}

/// One point of Elo's scale here, so that the same difference means the same share of wins.
fn point() -> f64 {
    10f64.ln() / 400.0 * WengLinConfig::new().beta * 2f64.sqrt()
}

impl Skill {
    pub fn stored(rating: i64, uncertainty: i64) -> Skill {
        Skill(WengLinRating { rating: rating as f64 / MILLION, uncertainty: uncertainty as f64 / MILLION })
    }

    pub fn to_store(self) -> (i64, i64) {
        ((self.0.rating * MILLION).round() as i64, (self.0.uncertainty * MILLION).round() as i64)
    }

    fn of_bot(strength: u16) -> Skill {
        let rating = WengLinRating::new().rating + (f64::from(strength) - BEGIN) * point();
        // As well known as it gets.
        Skill(WengLinRating { rating, uncertainty: point() })
    }

    /// On Elo's scale, with half the 95 % interval.
    pub fn told(self) -> (i64, i64) {
        let rating = BEGIN + (self.0.rating - WengLinRating::new().rating) / point();
        (rating.round() as i64, (1.96 * self.0.uncertainty / point()).round() as i64)
    }
}

impl Contest {
    /// What a game that is over counts for. `pace` is the median time of a seat's answers.
    pub fn of(facts: &Facts, pace: impl Fn(usize) -> Option<i64>) -> Contest {
        let places = || facts.places.iter().zip(&facts.standing).enumerate();
        let persons: Vec<Guest> = facts.places.iter().filter_map(|place| place.chair.guest()).collect();
        let twice = persons.iter().enumerate().any(|(k, person)| persons[..k].contains(person));
        // What is played on from a point of another game is no game of its own.
        let whole = facts.made.start.is_none();
        let counts = !facts.made.unrated && whole && !twice;
        let entrant = |(_, (sitting, &place)): (usize, (&Sitting, &u8))| {
            Some(Entrant { who: who(&facts.made.title, sitting)?, place })
        };
        let played = |(seat, (sitting, &place)): (usize, (&Sitting, &u8))| {
            let person = sitting.chair.guest().filter(|person| persons.iter().filter(|p| *p == person).count() == 1)?;
            let kept = !sitting.resigned && sitting.stand_in.is_none();
            Some(Played { person, place, kept, pace: pace(seat) })
        };
        Contest {
            title: facts.made.title.clone(),
            players: facts.places.len() as i64,
            solo: persons.len() == 1,
            entrants: if counts { places().filter_map(entrant).collect() } else { Vec::new() },
            played: if whole { places().filter_map(played).collect() } else { Vec::new() },
        }
    }

    /// How good the persons are now, in their order; `before` says how good each was.
    pub fn rate(&self, before: impl Fn(Guest) -> Skill) -> Vec<(Guest, Skill)> {
        let skill = |entrant: &Entrant| match entrant.who {
            Who::Person(person) => [before(person).0],
            Who::Bot(strength) => [Skill::of_bot(strength).0],
        };
        let skills: Vec<_> = self.entrants.iter().map(skill).collect();
        let places = self.entrants.iter().map(|entrant| MultiTeamOutcome::new(entrant.place.into()));
        let teams: Vec<_> = skills.iter().map(|one| &one[..]).zip(places).collect();
        if teams.len() < 2 {
            return Vec::new();
        }
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        let person = |(entrant, new): (&Entrant, &Vec<WengLinRating>)| match entrant.who {
            Who::Person(person) => Some((person, Skill(new[0]))),
            Who::Bot(_) => None,
        };
        self.entrants.iter().zip(&after).filter_map(person).collect()
    }
}

/// Nobody knows how good chance is, or a bot that was never measured.
fn who(title: &str, sitting: &Sitting) -> Option<Who> {
    if let Some(person) = sitting.chair.guest() {
        return Some(Who::Person(person));
    }
    let (level, title) = (sitting.bot()?, title.parse::<Title>().ok()?);
    let ratings: [Rating; 5] = with_game!(title, G => G::SEARCH.ratings)?;
    let at = Level::ALL.iter().filter(|level| **level != Level::Random).position(|known| *known == level)?;
    Some(Who::Bot(ratings[at].rating))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id;

    fn contest(entrants: Vec<Entrant>) -> Contest {
        Contest { entrants, ..Contest::default() }
    }

    #[test]
    fn results_move_ratings_as_they_should() {
        let [ann, ben, cid] = [(); 3].map(|()| Guest(Id::random()));
        let person = |who, place| Entrant { who: Who::Person(who), place };
        let three = contest(vec![person(ann, 2), person(ben, 1), person(cid, 3)]);
        let after = three.rate(|_| Skill::default());
        let told: Vec<i64> = after.iter().map(|(_, skill)| skill.told().0).collect();
        assert!(told[1] > told[0] && told[0] > told[2], "{told:?}");
        assert!((told[0] - 1000).abs() <= 1, "in the middle of equals nothing changes: {told:?}");
        assert!(after.iter().all(|(_, skill)| skill.told().1 < Skill::default().told().1), "more is known");
        assert_eq!(Skill::default().told().0, 1000);
        let (rating, uncertainty) = after[0].1.to_store();
        assert_eq!(Skill::stored(rating, uncertainty).told(), after[0].1.told());
        assert_eq!(contest(vec![person(ann, 1)]).rate(|_| Skill::default()), []);
    }

    /// Whoever beats a strong bot as often as not becomes as strong, and the bot stays what it is.
    #[test]
    fn bots_hold_the_scale() {
        let ann = Guest(Id::random());
        let mut skill = Skill::default();
        for game in 0..400_u16 {
            let place = if game % 2 == 0 { 1 } else { 2 };
            let bot = Entrant { who: Who::Bot(1300), place: 3 - place };
            skill = contest(vec![Entrant { who: Who::Person(ann), place }, bot]).rate(|_| skill)[0].1;
        }
        let (rating, within) = skill.told();
        assert!((rating - 1300).abs() < 60 && within < 150, "{rating} ± {within}");
    }
}
