//! The law of what is revealed: other worlds are dealt, and whatever could not look the same in one of them tells something.

use std::panic::Location;

use astrarium_core::chance::Taping;
use astrarium_core::{Fast, Game, Line, Log, Parts, Seat, Seen, Turn, Viewer, settle};

use crate::look::{Law, actions, any_seat, json, parting};

/// How many worlds are dealt for a seat to find whether a decision tells it something.
const WORLDS: usize = 4;

/// Frank: if there is a world that a seat cannot tell from this one, but in which the decision would look different to it, the rules must
/// say that something is revealed. Returns where they say so, and whether such a world was found. Decisions by chance are not looked at,
/// nor the last one, after which everything is open.
pub(crate) fn frank<G: Game>(
    state: &G,
    seat: Seat,
    action: G::Action,
    any: &mut Fast,
) -> Law<(Vec<&'static Location<'static>>, bool)> {
    let here = match Outcome::of(state, seat, action) {
        Some(here) if !here.drawn && !here.state.turn().is_over() => here,
        _ => return Ok((Vec::new(), false)),
    };
    let sealed = state.turn().still_sealed(here.state.turn(), seat);
    let other = Some(any_seat(state, any)).filter(|&to| to != seat && !sealed);
    for to in [seat].into_iter().chain(other) {
        let seen = here.seen(to);
        for _ in 0..WORLDS {
            let world = state.redeal(to, any);
            // A seat that cannot do there what it can do here breaks Blind.
            if to == seat && world.check(seat, action).is_err() {
                continue;
            }
            let looks_so = |action| Outcome::of(&world, seat, action).is_some_and(|there| there.seen(to) == seen);
            let others = || to != seat && actions(&world, seat).into_iter().any(looks_so);
            if looks_so(action) || others() {
                continue;
            }
            if here.revealed.is_empty() {
                let name = |s| state.seat_name(s);
                let there = Outcome::of(&world, seat, action)
                    .map_or("impossible".into(), |o| json(&o.state.view(Viewer::Seat(to))));
                return Err(format!(
                    "Frank: “{action}” of {} shows {} something hidden, and the rules do not say so: {}",
                    name(seat),
                    name(to),
                    parting(&json(&here.state.view(Viewer::Seat(to))), &there)
                ));
            }
            return Ok((here.revealed, true));
        }
    }
    Ok((here.revealed, false))
}

/// The view, the lines of the log and the forced decisions.
type Witnessed<G> = (<G as Parts>::View, Vec<Line>, Vec<(Seat, <G as Parts>::Action)>);

/// What a decision brings, with whatever it forces.
struct Outcome<G: Game> {
    state: G,
    drawn: bool,
    events: Vec<G::Event>,
    /// By whom, and whether only the seat itself reads of it.
    forced: Vec<(Seat, G::Action, bool)>,
    revealed: Vec<&'static Location<'static>>,
}

impl<G: Game> Log<G::Event> for Outcome<G> {
    fn push(&mut self, event: impl FnOnce() -> G::Event) {
        self.events.push(event());
    }

    fn reveal(&mut self) {
        self.revealed.push(Location::caller());
    }
}

impl<G: Game> Outcome<G> {
    fn of(before: &G, seat: Seat, action: G::Action) -> Option<Outcome<G>> {
        let (mut state, mut dice) = (*before, Fast::new(0, 0));
        let mut dice = Taping::new(&mut dice);
        let mut log = Outcome { state, drawn: false, events: Vec::new(), forced: Vec::new(), revealed: Vec::new() };
        state.apply(seat, action, &mut dice, &mut log).ok()?;
        settle(&mut state, &mut Vec::new(), &mut dice, &mut log, |state: &G, seat, action, log: &mut Outcome<G>| {
            log.forced.push((seat, action, matches!(state.turn(), Turn::AnyOf(_))));
        });
        Some(Outcome { state, drawn: !dice.words.is_empty(), ..log })
    }

    /// What one seat sees and reads of it.
    fn seen(&self, to: Seat) -> Witnessed<G> {
        let viewer = Viewer::Seat(to);
        let forced = self.forced.iter().filter(|(seat, _, sealed)| *seat == to || !sealed);
        let seen = Seen::of(&self.state, viewer);
        (
            seen.view().clone(),
            self.events.iter().filter_map(|event| seen.tell(event)).collect(),
            forced.map(|&(seat, action, _)| (seat, action)).collect(),
        )
    }
}
