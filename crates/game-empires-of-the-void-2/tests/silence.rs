//! A question that the hand alone leaves one answer is asked all the same: silence would tell what the hand lacks.

use astrarium_core::{Action as _, Fast, Parts, Rules, Seat, Setup, Silent, settle};
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

const NOTHING_TO_BUY: &str = r#"
[seats.nomads-of-earth]
credits = 0
hand = ["pc-brael-5"]
units.s-01 = { worldship = 1 }
"#;

/// Two spaces of the Worldship are left, for more power than the hand has; nobody else knows.
#[test]
fn a_hand_too_weak_for_the_worldship_is_asked() {
    let built = "credits = 9\nbuildings = { city = [\"ship-1\", \"ship-2\"] }";
    let weak = NOTHING_TO_BUY.replace("credits = 0", built);
    assert_eq!(asked(&weak, &["take-action research-build"]), (Seat(0), vec!["done".to_string()]));
}

/// The last good of a technology is at hand, its power is not.
#[test]
fn a_hand_too_weak_for_a_technology_is_asked() {
    let laid = "credits = 0\ngoods = { lifeform = 1 }\nbench = { nanopacking = { metal = 1 } }\ntracks = { city = 2 }\n\
                technologies = [\"scavenger-bots\", \"bartering\"]";
    let weak = NOTHING_TO_BUY.replace("credits = 0", laid);
    assert_eq!(asked(&weak, &["take-action research-build"]), (Seat(0), vec!["done".to_string()]));
}

/// The archive spares the last good, the power is missing.
#[test]
fn a_hand_too_weak_for_the_archive_is_asked() {
    let begun = "credits = 0\nbench = { nanopacking = { metal = 1 } }\ninfluence = { ithessa = 3 }";
    let weak = format!("allies.ithessa = \"nomads-of-earth\"\n{}", NOTHING_TO_BUY.replace("credits = 0", begun));
    assert_eq!(asked(&weak, &["take-action research-build"]), (Seat(0), vec!["done".to_string()]));
}

/// No hand could buy anything: the turn goes on by itself.
#[test]
fn who_can_buy_nothing_with_any_hand_is_not_asked() {
    let (seat, _) = asked(NOTHING_TO_BUY, &["take-action research-build"]);
    assert_eq!(seat, Seat(1));
}

/// A technology that is researched already, a space that no credit reaches: any hand buys nothing.
#[test]
fn what_is_bought_already_is_not_asked() {
    let done = "credits = 0\ngoods = { artifact = 1 }\nbench = { medusa-drive = {} }\ntracks = { academy = 2 }\n\
                technologies = [\"scavenger-bots\", \"bartering\", \"medusa-drive\", \"nanopacking\", \"worldship-lab\"]";
    let (seat, _) = asked(&NOTHING_TO_BUY.replace("credits = 0", done), &["take-action research-build"]);
    assert_eq!(seat, Seat(1));
}

/// Without cards there is no power to hide.
#[test]
fn an_empty_hand_with_nothing_to_buy_is_not_asked() {
    let built = "credits = 9\nbuildings = { city = [\"ship-1\", \"ship-2\"] }";
    let empty = NOTHING_TO_BUY.replace("credits = 0", built).replace("\"pc-brael-5\"", "");
    let (seat, _) = asked(&empty, &["take-action research-build"]);
    assert_eq!(seat, Seat(1));
}

const IN_DEBT: &str = r#"
debt = 2
token = "research-build"
tasks = [{ responses = 1 }, { end = 0 }]
[seats.nomads-of-earth]
hand = ["pc-brael-1", "pc-brael-5"]
units.s-01 = { worldship = 1 }
"#;

/// One card of the two pays alone, the other would be superfluous: nobody learns that they differ so much.
#[test]
fn a_hand_with_one_way_to_pay_is_asked() {
    assert_eq!(asked(IN_DEBT, &[]), (Seat(0), vec!["pay pc-brael-1".to_string()]));
}

/// The last card in hand pays, as everybody can see.
#[test]
fn the_last_card_pays_by_itself() {
    let (seat, _) = asked(&IN_DEBT.replace(", \"pc-brael-5\"", ""), &[]);
    assert_eq!(seat, Seat(1));
}

/// Forge Rights leave only spaces of the Worldship that cost more power than the hand has.
#[test]
fn a_hand_too_weak_for_a_forge_right_is_asked() {
    let slots = "slots = [\"emrok\", \"korlo-zan\", \"ithessa\", \"brael\", \"omdur\", \"yssiril\", \"tavakar\", \"nuun-vess\"]";
    let built = "credits = 9\nbuildings = { city = [\"ship-1\", \"ship-2\"] }";
    let hand = NOTHING_TO_BUY.replace("\"pc-brael-5\"", "\"pc-brael-5\", \"pc-emrok-3\"").replace("credits = 0", built);
    let forge = ["take-action card-diplomacy", "play pc-emrok-3"];
    assert_eq!(asked(&format!("{slots}\n{hand}"), &forge), (Seat(0), vec!["no".to_string()]));
}
