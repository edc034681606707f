//! A toy game with everything a law can be about: sealed bids, a die, a hidden card, a decision without a choice.
//!
//! In each of three rounds every seat bids at most the value of its hidden card, all at once. The highest bid, with a die on
//! top if the table wants one, gets a point; ties go to the last seat, and in the first version of the rules to the first. Whoever
//! got the point keeps the card or swaps it.
//! `B` says which law is broken: one constant for each way.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use astrarium_core::data::{self, Spanned};
use astrarium_core::scene::{Group, Item, Layout, Panel, Scene, Shape};
use astrarium_core::{
    Action, BySeat, Chance, Clause, Drawing, Encode, Files, Gain, Game, Illegal, Judgement, Line, Log, Meta, Named,
    Notation, Odds, OptionSpec, Options, Pack, PackError, Parts, Prompt, Reading, Redealt, Refusal, Risk, Rules, Score,
    Seat, SeatSet, Setup, Sound, Standing, Static, Story, Tally, Teaching, Text, Turn, Values, Viewer, Vision, action,
};
use serde::{Deserialize, Serialize};

macro_rules! ways { ($($name:ident)*) => { ways!(@ 0; $($name)*); };
    (@ $n:expr; $name:ident $($rest:ident)*) => { pub const $name: u8 = $n; ways!(@ $n + 1; $($rest)*); };
    (@ $n:expr;) => {}; }
ways! { SOUND PURE LISTS_ILLEGAL HIDES_LEGAL LISTS_TWICE ATOMIC ALIVE UNASKED STANDING VIEW PUBLIC SCENE PROMPT LABEL ODDS
ACTIONS REFUSAL IDENTITY UNSOUND_REDEAL SEALED FINITE POSITION DRAWING TEXT INDEX INVARIANT OUTCOMES MUTE SILENT UNTOLD NO_REFUSAL NO_PROMPT NO_LINE NAMELESS
RAW_ID BARE_ID AIMLESS COY LOUD PANIC SEATS HEAP }

const ROUNDS: u8 = 3;
const NAMES: [&str; 3] = ["red", "blue", "green"];

// What is printed

#[derive(Debug)]
pub struct Cards {
    values: [u8; 6],
    files: Files,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    values: Spanned<Vec<Spanned<u8>>>,
}

impl Pack for Cards {
    const FILES: &'static [(&'static str, &'static str)] =
        &[("cards.toml", "# six cards\nvalues = [1, 2, 3, 4, 5, 6]\n")];

    fn read(files: &Reading<'_>) -> Result<Cards, Vec<PackError>> {
        let file: CardFile = files.get("cards.toml").map_err(|e| vec![e])?;
        let wrong = |v: &&Spanned<u8>| !(1..=9).contains(v.get_ref());
        let fault = |v: &Spanned<u8>| files.at("cards.toml", v.span(), format!("a card of {}", v.get_ref()), "1 to 9");
        let faults: Vec<_> = file.values.get_ref().iter().filter(wrong).map(fault).collect();
        let values: Vec<u8> = file.values.get_ref().iter().map(|v| *v.get_ref()).collect();
        let values = values.try_into().map_err(|v: Vec<u8>| {
            vec![files.at("cards.toml", file.values.span(), format!("{} cards", v.len()), "six")]
        })?;
        if faults.is_empty() { Ok(Cards { values, files: (**files).clone() }) } else { Err(faults) }
    }

    fn files(&self) -> &Files {
        &self.files
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terms {
    pub rules: u8,
    pub players: u8,
    pub die: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { rules: Toy::<SOUND>::META.rules_version, players: 2, die: false }
    }
}

impl Options for Terms {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec { id: "players", values: Values::Range(2, 3), about: "how many play" },
        OptionSpec { id: "die", values: Values::Switch, about: "a die on top of each bid" },
    ];

    astrarium_core::seated!();
}

// Sentences

/// `bid 0` … `bid 9`, `keep`, `swap`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer<const B: u8>(u8);

const KEEP: u8 = 10;
const SWAP: u8 = 11;

impl<const B: u8> Action for Answer<B> {
    const COUNT: u32 = 12;

    fn verbs() -> Vec<(&'static str, u32)> {
        vec![("bid", 10), ("keep", 1), ("swap", 1)]
    }

    fn index(self) -> u32 {
        u32::from(self.0)
    }

    fn from_index(index: u32) -> Option<Self> {
        (index < Self::COUNT || B == INDEX).then_some(Answer(index as u8))
    }
}

impl<const B: u8> fmt::Display for Answer<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            KEEP => f.write_str("keep"),
            SWAP => f.write_str("swap"),
            9 if B == TEXT => f.write_str("bid 8"),
            n => write!(f, "bid {n}"),
        }
    }
}

impl<const B: u8> FromStr for Answer<B> {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let bid = |word: &str| word.parse().ok().filter(|n| *n < KEEP);
        match text.split_once(' ') {
            None if text == "keep" => Ok(Answer(KEEP)),
            None if text == "swap" => Ok(Answer(SWAP)),
            Some(("bid", word)) => bid(word).map(Answer).ok_or_else(|| action::no_sentence(text, "bid 0 to 9")),
            _ => Err(action::no_sentence(text, "bid, keep, swap")),
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    #[error("you are not asked")]
    NotAsked,
    #[error("your card is worth {value}")]
    TooHigh { value: u8 },
    #[error("this is not the question")]
    NotNow,
    #[error("the last round is over")]
    LastRound,
}

impl Illegal for Why {
    fn clause(&self) -> Clause {
        Clause(match self {
            Why::NotAsked => "TOY-01",
            Why::TooHigh { .. } => "TOY-02",
            Why::NotNow => "TOY-03",
            Why::LastRound => "TOY-04",
        })
    }
}

// The table

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Toy<const B: u8> {
    data: Static<Cards>,
    rules: Terms,
    /// One more than `ROUNDS` when it is over.
    round: u8,
    cards: [u8; 3],
    bids: [Option<u8>; 3],
    points: [u8; 3],
    /// Who got the point and may swap.
    claims: Option<Seat>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    round: Option<u8>,
    claims: Option<String>,
    seats: BTreeMap<String, Place>,
}

/// A card that is left out is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Place {
    card: Option<String>,
    bid: Option<u8>,
    points: u8,
}

astrarium_core::pieces! {
    /// What lies on the table.
    Thing { Cup = "cup-1", Moon = "velusk" }
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
pub struct View<const B: u8> {
    round: u8,
    seats: Vec<Seen>,
    /// What no view may hold.
    #[serde(skip)]
    leak: u8,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
struct Seen {
    #[encode(skip)]
    name: &'static str,
    points: u8,
    done: bool,
    #[encode(skip)]
    card: Option<String>,
    bid: Option<u8>,
}

/// Seat and points.
#[derive(Clone, Debug)]
pub struct Won(Seat, u8);

const HAND: u8 = u8::MAX;

impl<const B: u8> Toy<B> {
    fn each(&self) -> impl Iterator<Item = Seat> + use<B> {
        Seat::first(self.rules.seats())
    }

    fn value(&self, seat: Seat) -> u8 {
        self.data.values[usize::from(self.cards[seat.index()])]
    }

    /// A card that a leak can leak.
    fn neighbour(&self, seat: Seat) -> u8 {
        self.cards[(seat.index() + 1) % self.rules.seats()]
    }

    fn draw_card(&mut self, seat: Seat, chance: &mut impl Chance) {
        let free = |k: u8| u8::from(!self.cards.contains(&k));
        let name = |k: usize| if B == OUTCOMES { "card".into() } else { format!("card-{}", k + 1) };
        let drawn = chance.draw(&[0, 1, 2, 3, 4, 5].map(free), name) as u8;
        self.cards[seat.index()] = drawn;
    }

    fn resolve(&mut self, chance: &mut impl Chance, log: &mut impl Log<Won>) {
        assert!(B != PANIC || self.round < ROUNDS, "the toy fell apart");
        let mut best = (0, Seat(0));
        for seat in self.each() {
            let die = if self.rules.die { chance.roll(6) } else { 0 };
            let score = self.bids[seat.index()].expect("all have bid") + die;
            let ties = self.rules.rules >= 2 && score == best.0;
            if score > best.0 || ties {
                best = (score, seat);
            }
        }
        if B != COY {
            log.reveal();
        }
        let won = best.1;
        self.points[won.index()] += if B == INVARIANT { 2 } else { 1 };
        self.bids = [None; 3];
        self.claims = Some(won);
        log.push(|| Won(won, self.points[won.index()]));
    }
}

static HOUSE: LazyLock<&Cards> = LazyLock::new(|| data::load(None).expect("the house pack is sound"));
static CALLS: AtomicU8 = AtomicU8::new(0);

impl<const B: u8> Parts for Toy<B> {
    type Data = Cards;
    type Options = Terms;
    type Action = Answer<B>;
    type Illegal = Why;
    type Event = Won;
    type Position = Position;
    type View = View<B>;

    fn house() -> &'static Cards {
        *HOUSE
    }

    fn data(&self) -> &'static Cards {
        self.data.0
    }

    fn options(&self) -> Terms {
        self.rules
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        NAMES[seat.index()]
    }
}

impl<const B: u8> Game for Toy<B> {
    const META: Meta = Meta {
        id: "toy",
        name: "Toy",
        prefix: "TOY",
        min_seats: 2,
        max_seats: if B == SEATS { 4 } else { 3 },
        about: "Bid what your card allows.",
        minutes: 1,
        weight: 1,
        rules_version: 2,
        max_actions: 12,
        rules: match B {
            NO_REFUSAL => "**TOY-01** **TOY-02** **TOY-03** **TOY-05** **TOY-06**",
            NO_PROMPT => "**TOY-01** **TOY-02** **TOY-03** **TOY-04** **TOY-05**",
            NO_LINE => "**TOY-01** **TOY-02** **TOY-03** **TOY-04** **TOY-06**",
            _ => "**TOY-01** **TOY-02** **TOY-03** **TOY-04** **TOY-05** **TOY-06**",
        },
        teaching: Teaching::NONE,
    };
}

impl<const B: u8> Setup for Toy<B> {
    fn new(options: Terms, data: &'static Cards, chance: &mut impl Chance) -> Self {
        Self::place(options, data, &Position::default(), chance).expect("the first position is sound")
    }

    fn place(
        rules: Terms,
        data: &'static Cards,
        position: &Position,
        chance: &mut impl Chance,
    ) -> Result<Self, Vec<String>> {
        let (round, data) = (position.round.unwrap_or(1), Static(data));
        let mut toy = Toy { data, rules, round, cards: [HAND; 3], bids: [None; 3], points: [0; 3], claims: None };
        let seat_of = |name: &String| toy.seat_named(name).ok_or_else(|| vec![format!("there is no seat {name}")]);
        let claims = position.claims.as_ref().map(seat_of).transpose()?;
        let given = position.seats.iter().map(|(name, place)| Ok((seat_of(name)?, place)));
        for (seat, place) in given.collect::<Result<Vec<_>, Vec<String>>>()? {
            toy.bids[seat.index()] = place.bid;
            toy.points[seat.index()] = place.points;
            if let Some(card) = &place.card {
                let number =
                    card.strip_prefix("card-").and_then(|n| n.parse::<u8>().ok()).filter(|n| (1..=6).contains(n));
                toy.cards[seat.index()] = number.ok_or_else(|| vec![format!("there is no card {card}")])? - 1;
            }
        }
        toy.claims = claims;
        for seat in toy.each().filter(|s| toy.cards[s.index()] == HAND).collect::<Vec<_>>() {
            toy.draw_card(seat, chance);
        }
        let broken = toy.invariants();
        if broken.is_empty() { Ok(toy) } else { Err(broken) }
    }

    fn position(&self) -> Position {
        let place = |s: Seat| Place {
            card: (B != DRAWING).then(|| format!("card-{}", self.cards[s.index()] + 1)),
            bid: self.bids[s.index()].filter(|_| B != POSITION),
            points: self.points[s.index()],
        };
        Position {
            round: Some(self.round),
            claims: self.claims.map(|s| self.seat_name(s).into()),
            seats: self.each().map(|s| (self.seat_name(s).into(), place(s))).collect(),
        }
    }
}

impl<const B: u8> Sound for Toy<B> {
    fn invariants(&self) -> Vec<String> {
        let mut broken = Vec::new();
        let cards = &self.cards[..self.rules.seats()];
        if (1..cards.len()).any(|k| cards[..k].contains(&cards[k])) {
            broken.push("two seats hold one card, expected each once".into());
        }
        let won = self.points.iter().sum::<u8>();
        if !(1..=ROUNDS + 1).contains(&self.round) || won + 1 != self.round + u8::from(self.claims.is_some()) {
            broken.push(format!("{won} points in round {}", self.round));
        }
        let high = self.each().find(|&s| self.bids[s.index()].is_some_and(|bid| bid > self.value(s)));
        broken.extend(high.map(|s| format!("the bid of {} is too high, expected its card at most", self.seat_name(s))));
        broken
    }
}

impl<const B: u8> Rules for Toy<B> {
    fn turn(&self) -> Turn {
        let more = |s: Seat| self.points.iter().filter(|&&p| p > self.points[s.index()]).count() as u8;
        match self.claims {
            Some(seat) => Turn::Of(seat),
            None if self.round <= ROUNDS => {
                Turn::AnyOf(self.each().filter(|s| self.bids[s.index()].is_none()).collect())
            }
            None => {
                let mut places = BySeat([0; 6]);
                self.each().filter(|_| B != STANDING).for_each(|s| places[s] = 1 + more(s));
                Turn::Over(Standing { places })
            }
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Answer<B>>) {
        let hidden = |a: &Answer<B>| B == HIDES_LEGAL && a.0 == SWAP;
        out.extend(Answer::all().filter(|&a| self.check(seat, a).is_ok() && !hidden(&a)));
        if B == LISTS_ILLEGAL && self.claims == Some(seat) && self.round == ROUNDS {
            out.push(Answer(SWAP));
        }
        if B == LISTS_TWICE && self.claims == Some(seat) {
            out.push(Answer(KEEP));
        }
    }

    fn check(&self, seat: Seat, Answer(answer): Answer<B>) -> Result<(), Why> {
        let value = self.value(seat);
        let odd = self.neighbour(seat) % 2 == 1;
        match (self.turn().seats().contains(seat), self.claims) {
            (false, _) if B == UNASKED && answer == KEEP => Ok(()),
            (false, _) => Err(Why::NotAsked),
            (_, None) if answer >= KEEP => Err(Why::NotNow),
            (_, None) if answer > value && B == REFUSAL && odd => Err(Why::NotNow),
            (_, None) if answer > value => Err(Why::TooHigh { value }),
            (_, None) if answer == 0 && B == ACTIONS && odd => Err(Why::NotNow),
            (_, None) => Ok(()),
            (_, Some(_)) if B == ALIVE && self.round == 2 => Err(Why::NotNow),
            (_, Some(_)) if answer < KEEP => Err(Why::NotNow),
            (_, Some(_)) if answer == SWAP && self.round == ROUNDS => Err(Why::LastRound),
            (_, Some(_)) => Ok(()),
        }
    }

    fn advance(&mut self, seat: Seat, Answer(answer): Answer<B>, chance: &mut impl Chance, log: &mut impl Log<Won>) {
        if answer < KEEP {
            let late = B == SEALED && self.bids != [None; 3];
            self.bids[seat.index()] = Some(if late { 0 } else { answer });
            if self.each().all(|s| self.bids[s.index()].is_some()) {
                self.resolve(chance, log);
            }
            return;
        }
        if answer == SWAP || (B == PURE && CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2)) {
            self.draw_card(seat, chance);
        }
        if B == LOUD {
            log.reveal();
        }
        if B == HEAP {
            std::hint::black_box(vec![answer]);
        }
        if answer != SWAP || B != FINITE {
            self.claims = None;
            self.round += 1;
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        answer: Answer<B>,
        chance: &mut impl Chance,
        log: &mut impl Log<Won>,
    ) -> Result<(), Why> {
        if B == ATOMIC && answer.0 == SWAP {
            self.cards.swap(0, 1);
        }
        self.check(seat, answer)?;
        self.advance(seat, answer, chance, log);
        Ok(())
    }
}

impl<const B: u8> Vision for Toy<B> {
    fn view(&self, viewer: Viewer) -> View<B> {
        let mine = |s: Seat| match viewer {
            Viewer::Seat(seat) => seat == s || B == VIEW,
            Viewer::Public => B == PUBLIC && s == Seat(0),
        };
        let seen = |s: Seat| Seen {
            name: self.seat_name(s),
            points: self.points[s.index()],
            done: self.bids[s.index()].is_some(),
            card: mine(s).then(|| format!("card-{}", self.cards[s.index()] + 1)),
            bid: self.bids[s.index()].filter(|_| mine(s)),
        };
        let leak = match viewer {
            Viewer::Seat(seat) if matches!(B, PROMPT | LABEL) => self.neighbour(seat),
            _ if B == SCENE => self.cards[0],
            _ => 0,
        };
        View { round: self.round, seats: self.each().map(seen).collect(), leak }
    }

    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> Self {
        let mut other = *self;
        if B == IDENTITY {
            return other;
        }
        let others: SeatSet = self.each().filter(|&s| s != seat).collect();
        others.iter().for_each(|s| other.cards[s.index()] = HAND);
        for s in others.iter() {
            other.draw_card(s, chance);
            let top = if B == UNSOUND_REDEAL { 9 } else { other.value(s) };
            other.bids[s.index()] =
                self.bids[s.index()].map(|_| chance.pick(u32::from(top) + 1, |i| i.to_string()) as u8);
        }
        other
    }
}

impl<const B: u8> Story for View<B> {
    type Event = Won;

    fn tell(&self, Won(seat, points): &Won) -> Option<Line> {
        let text = format!("{} has {points} points", NAMES[seat.index()]);
        Some(Line::new("TOY-05", if B == SILENT { String::new() } else { text }))
    }
}

impl<const B: u8> Tally for Toy<B> {
    fn gains(&self, Won(seat, _): &Won, out: &mut Vec<Gain>) {
        out.extend((B != UNTOLD).then_some(Gain { seat: *seat, source: "bids", points: 1 }));
    }
}

impl<const B: u8> Notation for View<B> {
    type Action = Answer<B>;
    const PURPOSES: &'static [(&'static str, &'static str)] = match B {
        AIMLESS => &[("bid", "the highest wins a point"), ("keep", "the card stays")],
        _ => &[("bid", "the highest wins a point"), ("keep", "the card stays"), ("swap", "another card comes")],
    };

    fn prompt(&self) -> Prompt {
        let leak = if B == PROMPT { self.leak } else { 0 };
        let cup = match B {
            NAMELESS => format!(" {:#}", Thing::Cup),
            RAW_ID => format!(" {} ", Thing::Cup),
            _ => String::new(),
        };
        Prompt::new("TOY-06", format!("Round {}: what now?{cup}{leak}", self.round))
    }

    fn label(&self, answer: Answer<B>) -> Text {
        let leak = if B == LABEL { self.leak } else { 0 };
        if B == MUTE { "".into() } else { format!("{answer} {leak}").into() }
    }

    fn refer(&self, word: &str) -> Option<Named> {
        (word == Thing::Moon.word()).then(|| Named::thing("Velusk"))
    }
}

impl<const B: u8> Risk for Toy<B> {
    fn odds(world: &Redealt<Toy<B>>, Answer(answer): Answer<B>) -> Option<Odds> {
        let leak = if B == ODDS { world.neighbour(world.seat()) } else { 0 };
        (answer < KEEP).then(|| Odds { hits: answer.into(), of: 9 + u32::from(leak), most: None })
    }
}

impl<const B: u8> Drawing for View<B> {
    fn draw(&self) -> Scene {
        let leak = if B == SCENE { self.leak } else { 0 };
        let top = if B == MUTE { 3 } else { KEEP };
        let cup = Item::new("the cup", "").id(Thing::Cup);
        let moon = Shape::symbol("moon-inner", (0, 0), 1).id(Thing::Moon);
        let moon = moon.label(if B == BARE_ID { "Moon velusk" } else { "Velusk" });
        let way = (Thing::Moon.word().to_string(), Thing::Moon.word().to_string());
        let items = (0..top).map(|n| Item::new(n.to_string(), n).id(n)).chain([cup]).collect();
        let group = Group { title: "Bids".into(), layout: Layout::Track, items };
        let panel = Panel { id: "bids".into(), title: "Bids".into(), seat: None, groups: vec![group] };
        Scene {
            panels: vec![panel],
            shapes: vec![moon],
            ways: vec![way],
            heading: format!("Round {}{leak}", self.round),
            ..Scene::default()
        }
    }
}

impl<const B: u8> Score for Toy<B> {
    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        self.each().for_each(|s| points[s] = self.points[s.index()].into());
        points
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        vec![("seat", self.seat_name(seat).into())]
    }
}

impl<const B: u8> Judgement for Toy<B> {
    fn evaluate(&self) -> BySeat<i32> {
        self.points()
    }
}
