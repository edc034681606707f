//! Changed positions are refused with a reason, or can be played.

use astrarium_core::{Fast, Game, Silent, options};
use game_empires_of_the_void_2::{Position, State};
use serde_json::Value;

/// Every leaf of a position that can be changed: its path.
fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(k, v)| leaves(v, &format!("{path}/{k}"), out)),
        Value::Object(map) => map.iter().for_each(|(k, v)| leaves(v, &format!("{path}/{k}"), out)),
        _ => out.push(path.to_string()),
    }
}

/// Another value of the same kind: a small or large number, or a word from elsewhere in the position.
fn other(value: &Value, words: &[String], any: &mut Fast) -> Value {
    match value {
        Value::Number(_) => [0, 1, 2, 3, 5, 9, 40, 200, 255][any.below(9) as usize].into(),
        Value::Bool(on) => (!on).into(),
        _ if any.below(8) == 0 => Value::Null,
        _ => words[any.below(words.len() as u32) as usize].clone().into(),
    }
}

fn changed(position: &Position, any: &mut Fast) -> Option<Position> {
    let mut value = serde_json::to_value(position).expect("plain data");
    let mut paths = Vec::new();
    leaves(&value, "", &mut paths);
    let words: Vec<String> = paths.iter().filter_map(|p| value.pointer(p)?.as_str().map(Into::into)).collect();
    for _ in 0..=any.below(3) {
        let leaf = value.pointer_mut(&paths[any.below(paths.len() as u32) as usize])?;
        *leaf = other(leaf, &words, any);
    }
    serde_json::from_value(value).ok()
}

/// Some random decisions; a broken invariant on the way is a hole in the check of positions.
fn play_on(mut state: State, any: &mut Fast) {
    let (mut actions, start) = (Vec::new(), state.position());
    for _ in 0..40 {
        let Some(seat) = state.turn().seats().first() else { return };
        actions.clear();
        state.actions(seat, &mut actions);
        let action = actions[any.below(actions.len() as u32) as usize];
        state.advance(seat, action, any, &mut Silent);
        let broken = state.invariants();
        let from = || serde_json::to_string(&start).expect("plain data");
        assert!(broken.is_empty(), "{broken:?} after {action}, from {}", from());
    }
}

#[test]
fn changed_positions() {
    let (mut refused, mut played) = (0, 0);
    for game in 0..60 {
        let mut any = Fast::new(3, game);
        let players = 2 + any.below(4);
        let scenario = ["standard", "valka", "epic"][any.below(3) as usize];
        let setting = options::parse(&format!("players={players},scenario={scenario}")).expect("options");
        let mut state = State::new(setting, State::house(), &mut any);
        let mut actions = Vec::new();
        while let Some(seat) = state.turn().seats().first() {
            actions.clear();
            state.actions(seat, &mut actions);
            let action = actions[any.below(actions.len() as u32) as usize];
            state.advance(seat, action, &mut any, &mut Silent);
            if any.below(12) > 0 {
                continue;
            }
            let Some(position) = changed(&state.position(), &mut any) else { continue };
            match State::place(setting, State::house(), &position, &mut any) {
                Err(faults) => refused += usize::from(!faults.is_empty()),
                Ok(state) => {
                    played += 1;
                    play_on(state, &mut any);
                }
            }
        }
    }
    assert!(refused > 1_000 && played > 300, "{refused} refused, {played} played");
}
