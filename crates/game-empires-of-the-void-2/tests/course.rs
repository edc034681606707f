//! What holds from one decision to the next, on random play with every option: one state alone cannot show it.

use astrarium_core::{Fast, Parts, Piece, Rules, Seat, Setup, Silent, Viewer, Vision, options};
use game_empires_of_the_void_2::{Act, Action, Options, State, Tech, View};

/// One decision with what everybody saw before and after it, and the events drawn so far.
struct Step {
    seat: Seat,
    action: Action,
    before: (View, usize),
    after: (View, usize),
}

fn seen(state: &State) -> (View, usize) {
    (state.view(Viewer::Public), state.position().drawn_events.len())
}

/// Plays a game of random decisions; returns what everybody sees at its end.
fn play(options: Options, seed: u64, mut each: impl FnMut(&Step)) -> View {
    let (mut dice, mut choices, mut answers) = (Fast::new(seed, 0), Fast::new(seed, 1), Vec::new());
    let mut state = State::new(options, State::house(), &mut dice);
    let mut before = seen(&state);
    while !state.turn().is_over() {
        let seat = state.turn().seats().first().expect("somebody is asked");
        answers.clear();
        state.actions(seat, &mut answers);
        let action = answers[choices.below(answers.len() as u32) as usize];
        state.advance(seat, action, &mut dice, &mut Silent);
        let after = seen(&state);
        let step = Step { seat, action, before, after };
        each(&step);
        before = step.after;
    }
    before.0
}

/// A game with every corner of the options and every number of players.
fn games(mut each: impl FnMut(Options, &Step)) {
    for corner in options::corners::<Options>() {
        for players in 2..=5 {
            let options = Options { players, ..corner };
            let end = play(options, players.into(), |step| each(options, step));
            assert!(end.score_card_drawn, "the score card is drawn in every game: {options:?}");
        }
    }
}

/// Points never fall, no action twice in a row, the deck never grows but by the one reshuffle of Open Actions,
/// and the score card is drawn once.
#[test]
fn nothing_runs_backwards() {
    let mut grown = 0;
    games(|options, step| {
        let (before, after) = (&step.before.0, &step.after.0);
        let fell = before.seats.iter().zip(&after.seats).any(|(b, a)| a.vp < b.vp);
        assert!(!fell, "{} took points", step.action);
        assert!(after.score_card_drawn || !before.score_card_drawn, "{} put the score card back", step.action);
        let last = if options.open_actions { before.seats[step.seat.index()].last_action } else { before.token };
        assert!(Act::all().all(|act| step.action != Action::TakeAction(act) || last != Some(act)), "{last:?} again");
        if after.deck > before.deck && !before.setting_up {
            assert!(
                options.open_actions && after.end_pending && !before.end_pending,
                "{} filled the deck",
                step.action
            );
            grown += 1;
        }
    });
    assert!(grown > 0, "no deck was shuffled again: nothing was tried");
}

/// A refresh (E2-120, E2-302) that meets no event never leaves more cards than there were, or than the limit and the one of
/// Bioneural Circuits.
#[test]
fn a_refresh_stops_at_the_limit() {
    let mut refreshes = 0;
    games(|_, step| {
        let refresh = [Action::Refresh, Action::TakeAction(Act::Scavenge)].contains(&step.action);
        if refresh && step.before.1 == step.after.1 {
            let (before, after) = (&step.before.0.seats[step.seat.index()], &step.after.0.seats[step.seat.index()]);
            let more = u8::from(before.technologies.contains(&Tech::BioneuralCircuits));
            assert!(after.cards <= before.cards.max(before.hand_limit) + more, "{} drew too many", after.name);
            refreshes += 1;
        }
    });
    assert!(refreshes > 0, "nobody refreshed: nothing was tried");
}

/// E2-078: the power deck is made once factions are chosen, and counted from then on.
#[test]
fn the_deck_is_counted_once_it_is_made() {
    let (mut dice, mut answers) = (Fast::new(1, 0), Vec::new());
    let mut state = State::new(Options::default(), State::house(), &mut dice);
    for _ in 0..3 {
        assert_eq!(state.view(Viewer::Public).deck, None);
        let seat = state.turn().seats().first().expect("somebody chooses");
        answers.clear();
        state.actions(seat, &mut answers);
        state.advance(seat, answers[0], &mut dice, &mut Silent);
    }
    assert_eq!(state.view(Viewer::Public).deck, Some(6 * 7 - 3 * 3 + 8 + 1), "cards, events and the score card");
}
