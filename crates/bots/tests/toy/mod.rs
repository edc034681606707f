//! A toy for the strength of bots: five rounds of sealed bids; the one highest bidder moves twice, a step (1) or a roll (d3 less 1);
//! then everybody's hidden card and coins left are added. The teaching game cannot replace it: its best play cannot be counted
//! out, and nothing happens one step ahead.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use astrarium_core::scene::Scene;
use astrarium_core::*;
use serde::{Deserialize, Serialize};

const ROUNDS: u8 = 5;
const UNSET: u8 = u8::MAX;

#[derive(Debug)]
pub struct Tables(Files);

impl Pack for Tables {
    const FILES: &'static [(&'static str, &'static str)] = &[];
    fn read(files: &Reading<'_>) -> Result<Self, Vec<PackError>> {
        Ok(Tables((**files).clone()))
    }
    fn files(&self) -> &Files {
        &self.0
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Players {
    pub rules: u8,
    pub players: u8,
}

impl Default for Players {
    fn default() -> Self {
        Players { rules: 1, players: 4 }
    }
}

impl Options for Players {
    const SPECS: &'static [OptionSpec] =
        &[OptionSpec { id: "players", values: Values::Range(2, 4), about: "how many play" }];
    astrarium_core::seated!();
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    Bid(u8),
    Step,
    Roll,
}

impl Action for Move {
    const COUNT: u32 = 6;
    fn index(self) -> u32 {
        match self {
            Move::Bid(n) => n.into(),
            Move::Step => 4,
            Move::Roll => 5,
        }
    }
    fn from_index(index: u32) -> Option<Self> {
        [Move::Bid(0), Move::Bid(1), Move::Bid(2), Move::Bid(3), Move::Step, Move::Roll].get(index as usize).copied()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Bid(n) => write!(f, "bid {n}"),
            Move::Step => f.write_str("step"),
            Move::Roll => f.write_str("roll"),
        }
    }
}

impl FromStr for Move {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Self, Refusal> {
        Move::all().find(|a| a.to_string() == text).ok_or_else(|| action::no_sentence(text, "bid, step or roll"))
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not now")]
pub struct NotNow;

impl Illegal for NotNow {
    fn clause(&self) -> Clause {
        Clause("TOY-001")
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Toy {
    seats: u8,
    round: u8,
    coins: [u8; MAX_SEATS],
    at: [u8; MAX_SEATS],
    card: [u8; MAX_SEATS],
    bid: [u8; MAX_SEATS],
    leader: Option<Seat>,
    moves: u8,
}

impl Toy {
    fn open_bids(&mut self) {
        let bids = &self.bid[..self.seats.into()];
        let top = *bids.iter().max().expect("there are seats");
        let mut leaders = bids.iter().enumerate().filter(|(_, b)| **b == top);
        let first = leaders.next().map(|(i, _)| Seat(i as u8));
        self.leader = first.filter(|_| leaders.next().is_none());
        if self.leader.is_none() {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        (self.leader, self.moves, self.bid) = (None, 2, [UNSET; MAX_SEATS]);
        self.round += 1;
    }
}

impl Parts for Toy {
    type Data = Tables;
    type Options = Players;
    type Action = Move;
    type Illegal = NotNow;
    type Event = ();
    type Position = ();
    type View = Saw;

    fn house() -> &'static Tables {
        static HOUSE: LazyLock<Tables> = LazyLock::new(|| Tables(Files::house::<Tables>()));
        &HOUSE
    }

    fn data(&self) -> &'static Tables {
        Self::house()
    }

    fn options(&self) -> Players {
        Players { players: self.seats, ..Players::default() }
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["red", "yellow", "green", "blue"][seat.index()]
    }
}

impl Game for Toy {
    const META: Meta = Meta {
        id: "toy",
        name: "Toy",
        prefix: "TOY",
        min_seats: 2,
        max_seats: 4,
        about: "Bid and race.",
        minutes: 1,
        weight: 1,
        rules_version: 1,
        max_actions: 40,
        rules: "",
        teaching: Teaching::NONE,
    };
}

impl Setup for Toy {
    fn new(options: Players, _: &'static Tables, chance: &mut impl Chance) -> Self {
        let card = std::array::from_fn(|_| chance.roll(3));
        let (coins, at, bid) = ([6; MAX_SEATS], [0; MAX_SEATS], [UNSET; MAX_SEATS]);
        Toy { seats: options.players, round: 0, coins, at, card, bid, leader: None, moves: 2 }
    }

    fn place(o: Players, d: &'static Tables, _: &(), c: &mut impl Chance) -> Result<Self, Vec<String>> {
        Ok(Self::new(o, d, c))
    }

    fn position(&self) {}
}

impl Sound for Toy {
    fn invariants(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Rules for Toy {
    fn turn(&self) -> Turn {
        match self.leader {
            Some(seat) => Turn::Of(seat),
            None if self.round < ROUNDS => {
                Turn::AnyOf(Seat::first(self.seats()).filter(|s| self.bid[s.index()] == UNSET).collect())
            }
            None => {
                let points = self.points();
                let place = |p| 1 + points.0[..self.seats()].iter().filter(|&&q| q > p).count() as u8;
                let mut places = BySeat::default();
                Seat::first(self.seats()).for_each(|s| places[s] = place(points[s]));
                Turn::Over(Standing { places })
            }
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Move>) {
        out.extend(Move::all().filter(|&a| self.check(seat, a).is_ok()));
    }

    fn check(&self, seat: Seat, action: Move) -> Result<(), NotNow> {
        let right = match action {
            Move::Bid(n) => self.leader.is_none() && n <= self.coins[seat.index()],
            Move::Step | Move::Roll => self.leader.is_some(),
        };
        if right && self.turn().seats().contains(seat) { Ok(()) } else { Err(NotNow) }
    }

    fn advance(&mut self, seat: Seat, action: Move, chance: &mut impl Chance, _: &mut impl Log<()>) {
        let i = seat.index();
        match action {
            Move::Bid(n) => {
                (self.bid[i], self.coins[i]) = (n, self.coins[i] - n);
                if self.bid[..self.seats()].iter().all(|&b| b != UNSET) {
                    self.open_bids();
                }
            }
            Move::Step => self.at[i] += 1,
            Move::Roll => self.at[i] += chance.roll(3) - 1,
        }
        if matches!(action, Move::Step | Move::Roll) {
            self.moves -= 1;
            if self.moves == 0 {
                self.end_round();
            }
        }
    }
}

/// What a viewer knows, in one line.
#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
pub struct Saw(#[encode(skip)] String);

impl Vision for Toy {
    fn view(&self, viewer: Viewer) -> Saw {
        let own =
            Seat::first(self.seats()).find(|&s| viewer.is(s)).map(|s| (self.card[s.index()], self.bid[s.index()]));
        let put = |i: usize| if self.bid[i] == UNSET { 0 } else { self.bid[i] };
        let coins: Vec<u8> = (0..self.seats()).map(|i| self.coins[i] + put(i)).collect();
        let (turn, at) = (self.turn().seats(), self.at);
        Saw(format!("{} {coins:?} {at:?} {own:?} {turn:?} {:?} {}", self.round, self.leader, self.moves))
    }

    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> Self {
        let mut other = *self;
        for i in (0..self.seats()).filter(|&i| i != seat.index()) {
            other.card[i] = chance.roll(3);
            if self.bid[i] != UNSET && self.leader.is_none() {
                let coins = self.coins[i] + self.bid[i];
                other.bid[i] = chance.pick(u32::from(coins.min(3)) + 1, |n| n.to_string()) as u8;
                other.coins[i] = coins - other.bid[i];
            }
        }
        other
    }
}

impl Story for Saw {
    type Event = ();

    fn tell(&self, (): &()) -> Option<Line> {
        None
    }
}

impl Tally for Toy {
    fn gains(&self, (): &(), _: &mut Vec<Gain>) {}
}

impl Notation for Saw {
    type Action = Move;
    const PURPOSES: &'static [(&'static str, &'static str)] = &[];

    fn prompt(&self) -> Prompt {
        Prompt::new("TOY-001", "Bid, or move")
    }

    fn label(&self, action: Move) -> Text {
        action.to_string().into()
    }

    fn refer(&self, _: &str) -> Option<Named> {
        None
    }
}

impl Risk for Toy {}

impl Drawing for Saw {
    fn draw(&self) -> Scene {
        Scene::default()
    }
}

impl Score for Toy {
    fn points(&self) -> BySeat<i32> {
        BySeat(std::array::from_fn(|i| 2 * i32::from(self.at[i]) + i32::from(self.card[i]) + i32::from(self.coins[i])))
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        vec![("colour", self.seat_name(seat).into()), ("card", self.card[seat.index()].to_string())]
    }
}

impl Judgement for Toy {
    fn evaluate(&self) -> BySeat<i32> {
        let square = self.points().0.map(|p| i64::from(p + 1).pow(2));
        let all: i64 = square[..self.seats()].iter().sum();
        let mut chances = BySeat::default();
        Seat::first(self.seats()).for_each(|s| chances[s] = (square[s.index()] * 1_000_000 / all) as i32);
        chances
    }
}
