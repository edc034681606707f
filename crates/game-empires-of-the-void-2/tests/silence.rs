//! A question that the hand alone leaves one answer is asked all the same: silence would tell what the hand lacks.

use astrarium_core::{Action as _, Fast, Game, Seat, Silent, settle};
use game_empires_of_the_void_2::{Action, Options, Position, State};

/// The seat whose turn it is, and its answers, after everything that answers itself.
fn asked(position: &str, actions: &[&str]) -> (Seat, Vec<String>) {
    let position: Position = toml::from_str(position).expect("a position");
    let (mut dice, mut buffer) = (Fast::new(1, 1), Vec::new());
    let mut state = State::place(Options::default(), State::house(), &position, &mut dice).expect("a sound position");
    for action in actions {
        let seat = settle(&mut state, &mut buffer, &mut dice, &mut Silent, |_, _, _, _| ()).first().expect("a turn");
        let action: Action = action.parse().expect("a sentence");
        state.apply(seat, action, &mut dice, &mut Silent).unwrap_or_else(|e| panic!("{action}: {e:?}"));
    }
    let seat = settle(&mut state, &mut buffer, &mut dice, &mut Silent, |_, _, _, _| ()).first().expect("a turn");
    buffer.clear();
    state.actions(seat, &mut buffer);
    assert!(buffer.iter().all(|a| a.index() < Action::COUNT));
    (seat, buffer.iter().map(ToString::to_string).collect())
}

const NO_DELIVERY: &str = r#"
[seats.nomads-of-earth]
hand = ["pc-corzar-1"]
units.s-01 = { worldship = 1 }
"#;

/// Korlo Zan's orbit is where a delivery begins; the hand has none.
#[test]
fn a_hand_without_a_delivery_is_asked_for_one() {
    let moves = ["take-action move-attack", "move", "enter orbit-2", "stop"];
    assert_eq!(asked(NO_DELIVERY, &moves), (Seat(0), vec!["no".to_string()]));
}

/// Nobody learns that a card in hand is none that can be played.
#[test]
fn a_hand_without_a_card_to_play_is_asked_for_one() {
    assert_eq!(asked(NO_DELIVERY, &["take-action card-diplomacy"]), (Seat(0), vec!["done".to_string()]));
}

/// Without cards there is nothing to hide: the turn goes on by itself.
#[test]
fn an_empty_hand_is_not_asked() {
    let empty = NO_DELIVERY.replace("\"pc-corzar-1\"", "");
    let (seat, _) = asked(&empty, &["take-action card-diplomacy"]);
    assert_eq!(seat, Seat(1));
}
