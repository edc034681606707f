//! What a seat is told in words is the same in every world it cannot tell from the true one.

use astrarium_core::seen::odds;
use astrarium_core::{Action, Fast, Game, Line, Refusal, Seat, Seen, settle};
use astrarium_games::{Title, with_game};

/// Everything the server makes of a state for a seat: scene, question, sentences with labels and odds, reasons why not.
fn told<G: Game>(state: &G, seat: Seat) -> (String, Vec<Result<(), Refusal>>) {
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    let seen = Seen::by(state, seat);
    let sentences: Vec<_> = actions.iter().map(|&a| (a, seen.label(a), odds(state, seat, a))).collect();
    let prompt = state.turn().seats().contains(seat).then(|| seen.prompt());
    let scene = seen.scene();
    let refusals = G::Action::all().map(|a| state.check(seat, a).map_err(|why| seen.refusal(why))).collect();
    (format!("{scene:?} {prompt:?} {sentences:?}"), refusals)
}

/// The seat's view after an action, and what the log tells it meanwhile; nothing if the action is impossible.
fn after<G: Game>(world: &G, by: Seat, action: G::Action, seat: Seat, dice: u64) -> Option<(G::View, Vec<Line>)> {
    let (mut state, mut events, mut dice) = (*world, Vec::new(), Fast::new(dice, 0));
    state.apply(by, action, &mut dice, &mut events).ok()?;
    settle(&mut state, &mut Vec::new(), &mut dice, &mut events, |_, _, _, _| ());
    let seen = Seen::by(&state, seat);
    Some((seen.view().clone(), events.iter().filter_map(|event| seen.tell(event)).collect()))
}

/// Where a seat sees the same before and after an action of another, the log tells it the same. How often that was so.
fn heard<G: Game>(state: &G, by: Seat, action: G::Action, dice: &mut Fast, seed: u64) -> usize {
    let mut same = 0;
    for seat in Seat::first(state.seats()).filter(|&s| s != by) {
        let (world, roll) = (state.redeal(seat, dice), u64::from(dice.below(1 << 30)));
        let (here, there) = (after(state, by, action, seat, roll), after(&world, by, action, seat, roll));
        if let (Some((view, told)), Some((other, said))) = (here, there)
            && view == other
        {
            assert_eq!(told, said, "seed {seed}, seat {seat:?} hears of {action}");
            same += 1;
        }
    }
    same
}

fn search<G: Game>(seed: u64) {
    let mut dice = Fast::new(seed, 0);
    let mut state = G::new(G::Options::default(), G::house(), &mut dice);
    let (mut actions, mut looks, mut lines) = (Vec::new(), 0, 0);
    while !state.turn().is_over() && looks < 60 {
        let asked = settle(&mut state, &mut Vec::new(), &mut dice, &mut astrarium_core::Silent, |_, _, _, _| ());
        let Some(by) = asked.iter().nth(dice.below(asked.len().max(1) as u32) as usize) else { break };
        for seat in Seat::first(state.seats()) {
            let world = state.redeal(seat, &mut dice);
            let (here, there) = (told(&state, seat), told(&world, seat));
            assert_eq!(here.0, there.0, "seed {seed}, seat {seat:?}");
            for (action, (a, b)) in G::Action::all().zip(here.1.into_iter().zip(there.1)) {
                assert_eq!(a, b, "seed {seed}, seat {seat:?}, why not {action}");
            }
        }
        looks += 1;
        actions.clear();
        state.actions(by, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        lines += heard(&state, by, action, &mut dice, seed);
        state.advance(by, action, &mut dice, &mut astrarium_core::Silent);
    }
    assert!(looks > 20, "only {looks} states");
    assert!(lines > 20, "only {lines} times the log was compared");
}

#[test]
fn labels_and_refusals_are_blind() {
    for title in Title::ALL {
        (1..=2).for_each(|seed| with_game!(title, G => search::<G>(seed)));
    }
}
