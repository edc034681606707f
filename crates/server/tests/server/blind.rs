//! What a seat is told in words is the same in every world it cannot tell from the true one.

use astrarium_core::{Action, Fast, Game, Refusal, Seat, Viewer, settle};
use astrarium_games::{Title, with_game};

/// Everything the server makes of a state for a seat: scene, question, sentences with labels and odds, reasons why not.
fn told<G: Game>(state: &G, seat: Seat) -> (String, Vec<Result<(), Refusal>>) {
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    let sentences: Vec<_> = actions.iter().map(|&a| (a, state.label(seat, a), state.odds(seat, a))).collect();
    let prompt = state.turn().seats().contains(seat).then(|| state.prompt(seat));
    let scene = state.draw(&state.view(Viewer::Seat(seat)));
    let refusals = G::Action::all().map(|a| state.check(seat, a).map_err(Into::into)).collect();
    (format!("{scene:?} {prompt:?} {sentences:?}"), refusals)
}

fn search<G: Game>(seed: u64) {
    let mut dice = Fast::new(seed, 0);
    let mut state = G::new(G::Options::default(), G::house(), &mut dice);
    let (mut actions, mut looks) = (Vec::new(), 0);
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
        state.advance(by, action, &mut dice, &mut astrarium_core::Silent);
    }
    assert!(looks > 20, "only {looks} states");
}

#[test]
fn labels_and_refusals_are_blind() {
    for title in Title::ALL {
        (1..=2).for_each(|seed| with_game!(title, G => search::<G>(seed)));
    }
}
