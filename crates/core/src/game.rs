//! A game is a pure value that asks one small question at a time.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::scene::Scene;
use crate::{Action, BySeat, Chance, Illegal, Line, Log, Odds, Options, Pack, Prompt, Seat, SeatSet, Turn, Viewer};

/// What is true of a title at every table.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Meta {
    /// The word for it on command lines, in records and addresses.
    pub id: &'static str,
    pub name: &'static str,
    /// The prefix of its clause ids.
    pub prefix: &'static str,
    pub min_seats: usize,
    pub max_seats: usize,
    /// One sentence for the shelf.
    pub about: &'static str,
    /// Usual length in minutes, and weight from 1 to 5.
    pub minutes: u32,
    pub weight: u32,
    /// Grows when the same choices can lead to another result.
    pub rules_version: u32,
    /// No game has more decisions.
    pub max_actions: u32,
    /// The rules in our words.
    #[serde(skip)]
    pub rules: &'static str,
}

/// Points gained, or lost if below zero: whose, for what in a word or two, how many.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    pub seat: Seat,
    pub source: &'static str,
    pub points: i32,
}

/// How tree search should play a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Random decisions before `evaluate` is asked: none where it sees more than chance brings.
    pub rollout: u32,
    /// How much an uncertain action is tried again, in hundredths: little where `evaluate` tells small differences apart.
    pub explore: u32,
    /// As how many visits the evaluation one step ahead counts, where a choice has many answers; zero does without.
    pub prior: u32,
}

impl Search {
    pub const USUAL: Search = Search { rollout: 2, explore: 70, prior: 0 };
}

/// # Laws
/// Checked on random play for every game, every player count, every option (`astrarium_check::laws`).
///
/// - Pure: `advance` depends on its arguments alone.
/// - Complete: `check` accepts exactly what `actions` lists, each once.
/// - Atomic: after a refusal the state is unchanged.
/// - Alive: until `Over`, every seat whose turn it is has an action.
/// - Blind: `redeal(s)` changes neither the view, the prompt, the actions nor the odds of `s`.
/// - Sealed: answers of different seats in `AnyOf` commute.
/// - Finite: a game ends within `META.max_actions` decisions.
/// - Told: what events gained adds up to `points`, but for those held at the start.
/// - Exact: position → state → position is the identity; so are action text and action index.
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    type Data: Pack;
    type Options: Options;
    type Action: Action;
    type Illegal: Illegal;
    /// What happened. It may hold secrets; `tell` is the gate.
    type Event: Clone + Debug + Send + Sync + 'static;
    /// A loose description of a state: whatever is left out has a default.
    type Position: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned;
    /// What one viewer may know, built from nothing.
    type View: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static;

    const META: Meta;
    const SEARCH: Search = Search::USUAL;

    /// The built-in pack.
    fn house() -> &'static Self::Data;
    fn data(&self) -> &'static Self::Data;
    fn options(&self) -> Self::Options;

    // Beginning

    fn new(options: Self::Options, data: &'static Self::Data, chance: &mut impl Chance) -> Self;
    /// The state a position describes, or everything that is wrong with it.
    fn place(
        options: Self::Options,
        data: &'static Self::Data,
        position: &Self::Position,
        chance: &mut impl Chance,
    ) -> Result<Self, Vec<String>>;
    fn position(&self) -> Self::Position;
    /// Every broken invariant.
    fn invariants(&self) -> Vec<String>;

    // Playing

    fn turn(&self) -> Turn;
    /// Adds everything the seat may do now; nothing if it is not asked.
    fn actions(&self, seat: Seat, out: &mut Vec<Self::Action>);
    /// Whether the seat may do it now, and which rule forbids it if not.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Carries out an action that `check` accepts.
    fn advance(&mut self, seat: Seat, action: Self::Action, chance: &mut impl Chance, log: &mut impl Log<Self::Event>);

    /// Checks, then carries out. After a refusal nothing has changed.
    fn apply(
        &mut self,
        seat: Seat,
        action: Self::Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Self::Illegal> {
        self.check(seat, action)?;
        self.advance(seat, action, chance, log);
        Ok(())
    }

    // Seeing

    fn view(&self, viewer: Viewer) -> Self::View;
    /// A state that the seat cannot tell from this one, drawn evenly from all there are (or nearly so).
    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> Self;
    /// The event as the viewer may read it, if at all.
    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Option<Line>;
    fn prompt(&self, seat: Seat) -> Prompt;
    /// Whether a question with one answer is answered for the seat. Not where that would tell others what it holds.
    fn answers_itself(&self, _seat: Seat) -> bool {
        true
    }
    /// What the sentence means here, for a button: “Buy Assault drill, 2 points”.
    fn label(&self, seat: Seat, action: Self::Action) -> String;
    /// The exact chance that the action succeeds, from what the seat knows, where dice decide it.
    fn odds(&self, _seat: Seat, _action: Self::Action) -> Option<Odds> {
        None
    }
    /// The seat's word in sentences, records and positions; it may change once during setup.
    fn seat_name(&self, seat: Seat) -> &'static str;
    fn draw(&self, view: &Self::View) -> Scene;

    // Judging

    /// Each seat's chance of winning in millionths, at a glance; cheap, honest on redealt states only.
    fn evaluate(&self) -> BySeat<i32>;
    /// Points as the players count them.
    fn points(&self) -> BySeat<i32>;
    /// The points that an event gave or took. All of a game add up to `points`, but for those held at the start.
    fn gains(&self, event: &Self::Event, out: &mut Vec<Gain>);
    /// Who did something that statistics count, and what in a word or two: a battle fought, an ally won.
    fn deed(&self, _event: &Self::Event) -> Option<(Seat, &'static str)> {
        None
    }
    /// What to group results by: colour, race, research, …
    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)>;

    fn seats(&self) -> usize {
        self.options().seats()
    }

    fn seat_named(&self, name: &str) -> Option<Seat> {
        Seat::first(self.seats()).find(|&s| self.seat_name(s) == name)
    }
}

/// Carries out every decision that leaves no choice, and calls `each` before it. Nobody is asked a question with one answer,
/// unless the game says that the silence would speak.
/// `buffer` is scratch space. Returns the seats that do have a choice.
pub fn settle<G: Game, L: Log<G::Event>>(
    state: &mut G,
    buffer: &mut Vec<G::Action>,
    chance: &mut impl Chance,
    log: &mut L,
    mut each: impl FnMut(&G, Seat, G::Action, &mut L),
) -> SeatSet {
    'again: loop {
        let asked = state.turn().seats();
        for seat in asked.iter() {
            buffer.clear();
            state.actions(seat, buffer);
            if let [only] = buffer[..]
                && state.answers_itself(seat)
            {
                each(state, seat, only, log);
                state.advance(seat, only, chance, log);
                continue 'again;
            }
        }
        return asked;
    }
}
