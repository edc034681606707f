//! A ship finds its way to a far place, and the sentences of the way take it there.

use astrarium_core::way::{self, Leg};
use astrarium_core::{Fast, Game, Redealt, Scripted, Seat, Silent};
use game_empires_of_the_void::{Action, EmpiresOfTheVoid, KeyToTheUniverse};
use serde_json::json;

const RED: Seat = Seat(0);

/// Red has two ships at Ashkade and has its turn.
fn at_ashkade<G: Game<Action = Action>>() -> G {
    let position = json!({ "seats": { "red": { "ships": { "ashkade": { "starfighter": 1, "diplomat": 1 } } } } });
    let position = serde_json::from_value(position).expect("a position");
    G::place(G::Options::default(), G::house(), &position, &mut Fast::new(1, 1)).expect("sound")
}

fn ways<G: Game>(state: &G, with: &[&str], to: &str) -> Vec<Vec<Leg>> {
    let with: Vec<String> = with.iter().map(ToString::to_string).collect();
    way::ways(&Redealt::of(state, RED, &mut Fast::new(0, 0)), &with, to)
}

/// Where single steps lead after these sentences.
fn steps<G: Game<Action = Action>>(mut state: G, said: &[String]) -> Vec<String> {
    for sentence in said {
        let action: Action = sentence.parse().expect("a sentence");
        state.apply(RED, action, &mut Scripted::new(["6"; 8]), &mut Silent).expect("legal");
    }
    let mut all = Vec::new();
    state.actions(RED, &mut all);
    all.iter().filter_map(|action| Some(action.to_string().strip_prefix("step ")?.to_string())).collect()
}

#[test]
fn a_ship_that_was_pointed_at_finds_the_shortest_way() {
    let state = at_ashkade::<EmpiresOfTheVoid>();
    let out = "move starfighter ashkade".to_string();
    let near = steps(state, std::slice::from_ref(&out));
    let first = near.iter().find(|to| to.starts_with("joint")).expect("a joint next to Ashkade");
    let next = steps(state, &[out.clone(), format!("step {first}")]);
    let to = next.iter().find(|to| !near.contains(to) && *to != "ashkade").expect("a place two steps away");
    let found = ways(&state, &["starfighter"], to);
    let said: Vec<String> = found[0].iter().map(|leg| leg.words.join(" ")).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert_eq!((&said[0], &said[2]), (&out, &format!("step {to}")));
    assert!(steps(state, &said[..2]).contains(to), "{said:?}");
    assert!(ways(&state, &[], to).is_empty(), "no ship was pointed at");
}

#[test]
fn a_way_through_obstacles_has_its_odds_and_a_safer_one_is_offered_too() {
    let state = at_ashkade::<KeyToTheUniverse>();
    let found = ways(&state, &["diplomat"], "joint-centre-ne");
    let thrown = |way: &Vec<Leg>| way.iter().filter(|leg| leg.odds.is_some()).count();
    assert_eq!((found[0].len(), thrown(&found[0])), (2, 1), "{:?}", found[0]);
    assert!(found[1..].iter().all(|way| way.len() > 2 && thrown(way) == 0), "{found:?}");
}
