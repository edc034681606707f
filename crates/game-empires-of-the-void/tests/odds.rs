//! The odds beside the buttons agree with figures worked out by hand.

use astrarium_core::{Fast, Game, Odds, Seat, Silent, seen};
use game_empires_of_the_void::{Action, EmpiresOfTheVoid, KeyToTheUniverse};
use serde_json::{Value, json};

const RED: Seat = Seat(0);

/// The odds of the last sentence after the ones before it, which throw no dice.
fn odds<G: Game<Action = Action>>(red: Value, sentences: &[&str]) -> Option<Odds> {
    let position = serde_json::from_value(json!({ "seats": { "red": red } })).expect("a position");
    let mut state = G::place(G::Options::default(), G::house(), &position, &mut Fast::new(1, 1)).expect("sound");
    let read = |sentence: &&str| sentence.parse::<Action>().expect("a sentence");
    let (last, before) = sentences.split_last().expect("a sentence");
    for action in before.iter().map(read) {
        state.apply(RED, action, &mut Fast::new(1, 1), &mut Silent).expect("legal");
    }
    state.check(RED, read(last)).expect("legal");
    seen::odds(&state, RED, read(last))
}

#[test]
fn a_planet_falls_to_one_hit() {
    let ships = json!({ "velusk": { "starfighter": 2, "starcruiser": 1 } });
    let attack = |red| odds::<EmpiresOfTheVoid>(red, &["attack velusk planet"]);
    assert_eq!(attack(json!({ "ships": ships })), Some(Odds::new(83, 108))); // 1 - 5/6 · 5/6 · 2/6
    let taught = json!({ "ships": ships, "techs": ["targeting-computers"] });
    assert_eq!(attack(taught), Some(Odds::new(23, 27))); // 1 - 4/6 · 4/6 · 2/6
    assert_eq!(attack(json!({ "ships": { "velusk": { "starfighter": 5, "centipede": 4, "starcruiser": 4 } } })), None);
}

#[test]
fn every_ship_rolls_at_an_obstacle() {
    let red = || json!({ "ships": { "ashkade": { "diplomat": 1, "starfighter": 1 } } });
    let walk = ["move diplomat ashkade", "load starfighter", "step joint-centre-ne"];
    assert_eq!(odds::<KeyToTheUniverse>(red(), &walk), Some(Odds::new(1, 4)));
    assert_eq!(
        odds::<KeyToTheUniverse>(red(), &["move diplomat ashkade", "step joint-centre-ne"]),
        Some(Odds::new(1, 2))
    );
}
