//! Titles that share a state: the same play, each with its own name, options and rules text.

use std::fmt::Debug;

use crate::game::Seams;
use crate::{
    BySeat, Chance, Clause, Gain, Game, Judgement, Log, Meta, Odds, Options, Parts, Redealt, Risk, Rules, Score,
    Search, Seat, Setup, Sound, Tally, Turn, Viewer, Vision,
};

/// One of several titles that a state can play. The state's options say which; a title shows and takes its own.
pub trait Edition: Copy + Eq + Debug + Send + Sync + 'static {
    /// What all of the titles play on.
    type State: Seams;
    /// How a table of this title is set up.
    type Options: Options + Into<<Self::State as Parts>::Options> + From<<Self::State as Parts>::Options>;
    /// What is true of this title at every table.
    const META: Meta;

    /// The clause of this title's rules that says what one of another title says. Its own stay as they are.
    fn cite(clause: Clause) -> Clause;
}

/// A state as a game of one title.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Titled<E: Edition>(E::State);

impl<E: Edition> Game for Titled<E> {
    const META: Meta = E::META;

    fn cite(clause: Clause) -> Clause {
        E::cite(clause)
    }
}

impl<E: Edition> Parts for Titled<E> {
    type Data = <E::State as Parts>::Data;
    type Options = E::Options;
    type Action = <E::State as Parts>::Action;
    type Illegal = <E::State as Parts>::Illegal;
    type Event = <E::State as Parts>::Event;
    type Position = <E::State as Parts>::Position;
    type View = <E::State as Parts>::View;

    fn house() -> &'static Self::Data {
        E::State::house()
    }

    fn data(&self) -> &'static Self::Data {
        self.0.data()
    }

    fn options(&self) -> E::Options {
        self.0.options().into()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.0.seat_name(seat)
    }
}

impl<E: Edition> Setup for Titled<E> {
    fn new(options: E::Options, data: &'static Self::Data, chance: &mut impl Chance) -> Self {
        Titled(E::State::new(options.into(), data, chance))
    }

    fn place(
        options: E::Options,
        data: &'static Self::Data,
        position: &Self::Position,
        chance: &mut impl Chance,
    ) -> Result<Self, Vec<String>> {
        E::State::place(options.into(), data, position, chance).map(Titled)
    }

    fn position(&self) -> Self::Position {
        self.0.position()
    }
}

impl<E: Edition> Sound for Titled<E> {
    fn invariants(&self) -> Vec<String> {
        self.0.invariants()
    }
}

impl<E: Edition> Rules for Titled<E> {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        self.0.actions(seat, out);
    }

    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal> {
        self.0.check(seat, action)
    }

    fn advance(&mut self, seat: Seat, action: Self::Action, chance: &mut impl Chance, log: &mut impl Log<Self::Event>) {
        self.0.advance(seat, action, chance, log);
    }

    fn answers_itself(&self, seat: Seat) -> bool {
        self.0.answers_itself(seat)
    }
}

impl<E: Edition> Vision for Titled<E> {
    fn view(&self, viewer: Viewer) -> Self::View {
        self.0.view(viewer)
    }

    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> Self {
        Titled(self.0.redeal(seat, chance))
    }
}

impl<E: Edition> Tally for Titled<E> {
    fn gains(&self, event: &Self::Event, out: &mut Vec<Gain>) {
        self.0.gains(event, out);
    }

    fn deed(&self, event: &Self::Event) -> Option<(Seat, &'static str)> {
        self.0.deed(event)
    }

    const USED: &'static [&'static str] = E::State::USED;

    fn used(&self, event: &Self::Event) -> Option<(Seat, &'static str, &'static str)> {
        self.0.used(event)
    }
}

impl<E: Edition> Risk for Titled<E> {
    fn odds(world: &Redealt<Self>, action: Self::Action) -> Option<Odds> {
        world.map(|titled| titled.0).odds(action)
    }
}

impl<E: Edition> Score for Titled<E> {
    fn points(&self) -> BySeat<i32> {
        self.0.points()
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        self.0.facts(seat)
    }

    fn owned(&self, seat: Seat) -> Vec<(&'static str, Vec<&'static str>)> {
        self.0.owned(seat)
    }
}

impl<E: Edition> Judgement for Titled<E> {
    const SEARCH: Search = E::State::SEARCH;

    fn evaluate(&self) -> BySeat<i32> {
        self.0.evaluate()
    }
}
