//! The log as a player reads it: its lines add up to what each player has, and no id is among the words.

use std::collections::BTreeSet;

use astrarium_core::{Fast, Line, Parts, Piece, Rules, Seat, Seen, Setup, Turn, Viewer, Vision, options};
use game_empires_of_the_void_2::{
    Act, Action, Card, Empire, Explore, Faction, Good, Happening, Kind, Options, Planet, Position, Region, SeatView,
    State, Tech,
};

/// What a seat has, or what the lines about it add up to.
#[derive(Clone, Debug, Default, PartialEq)]
struct Purse {
    credits: i32,
    goods: [i32; 3],
    cards: i32,
    vp: i32,
}

fn purses(state: &State) -> Vec<Purse> {
    let goods = |s: &SeatView, k: usize| s.goods.get(&Good::from_index(k)).map_or(0, |&n| n.into());
    let purse = |s: &SeatView| Purse {
        credits: s.credits.into(),
        goods: std::array::from_fn(|k| goods(s, k)),
        cards: s.cards.into(),
        vp: s.vp.into(),
    };
    state.view(Viewer::Public).seats.iter().map(purse).collect()
}

impl Purse {
    /// Reads a line that begins with the seat's name: amounts after “for”, “pays” and “loses” go, all others come.
    fn read(&mut self, line: &Line, rest: &str) {
        let quoted = ["E2-121", "E2-134", "E2-163"].contains(&line.clause.0); // a card's text follows
        let told = if quoted { rest.split(": ").next().unwrap_or_default() } else { rest };
        let words: Vec<&str> = told.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        for (k, &word) in words.iter().enumerate() {
            let before = |n: usize| k.checked_sub(n).map_or("", |k| words[k]);
            let gone = ["for", "pay", "pays", "lose", "loses"].contains(&before(2)) && word != "VP";
            let amount = before(1).parse::<i32>().map_or(0, |n| if gone { -n } else { n });
            match word {
                "credit" | "credits" => self.credits += amount,
                "VP" => self.vp += amount,
                _ => {
                    if let Ok(good) = word.parse::<Good>() {
                        let laid = i32::from(["put", "puts"].contains(&before(1)));
                        self.goods[good.index()] += amount - laid;
                    }
                }
            }
        }
        self.cards += match (line.clause.0, words.first().copied().unwrap_or_default()) {
            ("E2-106", _) | ("E2-214", "keep" | "keeps") => 1,
            ("E2-163" | "E2-168" | "E2-224" | "E2-310", _) => -1,
            _ => 0,
        };
    }
}

/// Adds a line to everybody's purse. The line of a battle names both sides, each with its card.
fn tell(line: &Line, names: &[String], purses: &mut [Purse]) {
    let text = line.text.to_string();
    for (name, purse) in names.iter().zip(purses) {
        if let Some(rest) = text.strip_prefix(name.as_str()).filter(|_| line.clause.0 != "E2-208") {
            purse.read(line, rest);
        } else if line.clause.0 == "E2-208" {
            let score = text.split(", ").find_map(|side| side.strip_prefix(name.as_str()));
            purse.cards -= i32::from(score.is_some_and(|s| s.split(' ').nth(2) == Some("with")));
        }
    }
}

/// Every word that means a thing to the engine alone.
fn ids() -> BTreeSet<String> {
    fn words<T: Piece + ToString>() -> impl Iterator<Item = String> {
        T::all().map(|piece| piece.to_string())
    }
    let cards = words::<Card>().chain(words::<Happening>()).chain(words::<Empire>()).chain(words::<Explore>());
    let pieces = words::<Region>().chain(words::<Planet>()).chain(words::<Faction>()).chain(words::<Kind>());
    let chairs = (1..=5).map(|n| format!("chair-{n}"));
    cards.chain(pieces).chain(words::<Tech>()).chain(chairs).filter(|word| word.contains('-')).collect()
}

fn has_id(text: &str, ids: &BTreeSet<String>) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| ids.contains(word))
}

/// E2-019, E2-026, E2-106: credits, goods, cards and points, after every decision of random play with every option.
#[test]
fn the_log_tells_every_gain_and_loss_and_no_id() {
    let ids = ids();
    for (seed, corner) in options::corners::<Options>().into_iter().enumerate() {
        let options = Options { players: 2 + (seed % 4) as u8, ..corner };
        let (mut dice, mut choices) = (Fast::new(seed as u64, 0), Fast::new(seed as u64, 1));
        let mut state = State::new(options, State::house(), &mut dice);
        let (mut told, mut answers, mut events) = (purses(&state), Vec::new(), Vec::new());
        while !state.turn().is_over() {
            let seat = state.turn().seats().first().expect("somebody is asked");
            answers.clear();
            state.actions(seat, &mut answers);
            let action = answers[choices.below(answers.len() as u32) as usize];
            let seen = Seen::by(&state, seat);
            let shown = [seen.prompt().text, seen.label(action)];
            events.clear();
            state.advance(seat, action, &mut dice, &mut events);
            let names = names(&state);
            let [public, own] = [Viewer::Public, Viewer::Seat(seat)].map(|viewer| Seen::of(&state, viewer));
            for event in &events {
                let line = public.tell(event);
                line.iter().for_each(|line| tell(line, &names, &mut told));
                let read = line.into_iter().chain(own.tell(event)).map(|line| line.text).chain(shown.clone());
                read.for_each(|text| assert!(!has_id(&text.to_string(), &ids), "an id in “{text}”"));
            }
            if !matches!(state.turn(), Turn::AnyOf(_)) {
                assert_eq!(told, purses(&state), "{options:?}, seed {seed}: {action} of {}", state.seat_name(seat));
            }
        }
    }
}

fn names(state: &State) -> Vec<String> {
    let seats = state.view(Viewer::Public).seats;
    let name = |f: Option<Faction>| f.map_or("nobody".into(), |f| State::house().faction(f).name.clone());
    seats.iter().map(|s| name(s.faction)).collect()
}

/// E2-097: the refusal names the action, as players call it.
#[test]
fn a_refusal_names_what_it_is_about() {
    let position: Position = toml::from_str("token = 'research-build'").expect("a position");
    let dice = &mut Fast::new(1, 0);
    let state = State::place(Options::default(), State::house(), &position, dice).expect("a sound position");
    let why = state.check(Seat(0), Action::TakeAction(Act::ResearchBuild)).expect_err("it was chosen last time");
    let refusal = Seen::by(&state, Seat(0)).refusal(why);
    assert_eq!(refusal.to_string(), "Research & Build was chosen last time (E2-097)");
    assert_eq!(refusal.text.things().collect::<Vec<_>>(), ["research-build"]);
}
