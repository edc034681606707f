//! Search plays the game from the choice of factions to the end.

use astrarium_bots::{Sight, Spec, build};
use astrarium_core::{Fast, Game, Seat, Silent};
use game_empires_of_the_void_2::{Options, State};

#[test]
fn search_chooses_a_faction_and_plays_to_the_end() {
    let mut dice = Fast::new(6, 1);
    let mut state = State::new(Options { players: 2, ..Options::default() }, State::house(), &mut dice);
    let words = ["ismcts:50", "greedy"].map(|word| word.parse::<Spec>().expect("a bot"));
    let mut bots: Vec<_> = words.iter().zip(1..).map(|(spec, seed)| build::<State>(spec, seed)).collect();
    let mut decisions = 0;
    while let Some(seat) = state.turn().seats().first() {
        let action = bots[seat.index()].choose(Sight::new(&state, seat));
        state.apply(seat, action, &mut dice, &mut Silent).expect("bots choose what is legal");
        decisions += 1;
    }
    let points = state.points();
    assert!(decisions > 100 && points[Seat(0)] > 20, "{decisions} decisions, {points:?}");
}
