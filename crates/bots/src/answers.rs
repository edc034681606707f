//! What a bot answers when it is asked, with a whole draft at a sealed stop.

use astrarium_core::{Game, Scripted, Seat, Silent, settle};

use crate::{Bot, Sight};

/// The seat's answers to the question `state` asks: one, or all of its draft where several seats answer sealed.
///
/// At a sealed stop every bot should be asked on the state in which nobody has answered: it may not see the others' answers
/// anyway, and so need not guess them. Answers without an alternative are left out; they are settled when these are carried out.
pub fn answers<G: Game>(bot: &mut dyn Bot<G>, state: &G, seat: Seat) -> Vec<G::Action> {
    let (mut alone, mut dice, mut buffer) = (*state, Scripted::default(), Vec::new());
    let asked = settle(&mut alone, &mut buffer, &mut dice, &mut Silent, |_, _, _, _| ());
    let mut answers = Vec::new();
    while alone.turn().seats().contains(seat) {
        let action = bot.choose(Sight::new(&alone, seat));
        answers.push(action);
        if asked.len() == 1 {
            break;
        }
        alone.advance(seat, action, &mut dice, &mut Silent);
        settle(&mut alone, &mut buffer, &mut dice, &mut Silent, |_, _, _, _| ());
    }
    dice.finish().expect("sealed answers commute, so they throw no dice");
    answers
}
