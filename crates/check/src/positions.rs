//! Broken positions: they are refused with a reason, or they can be played.

use astrarium_core::{Fast, Game, Silent, options};
use serde_json::Value;

/// How many decisions are played from a changed position that is accepted.
const DECISIONS: u32 = 40;
/// One state out of this many is changed.
const STRIDE: u32 = 12;

/// Positions that are refused and positions that are played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutated {
    pub refused: u64,
    pub played: u64,
}

/// Changes positions on the way through `games` random games over all corners of the options; panics at the first that is
/// accepted and then breaks an invariant, or that nobody can handle at all.
pub fn mutated<G: Game>(games: u64, seed: u64) -> Mutated {
    let corners = options::corners::<G::Options>();
    let mut sum = Mutated::default();
    for number in 0..games {
        let options = corners[number as usize % corners.len()];
        let fault = |fault: String| format!("{}: {fault}\nseed {seed}, game {number}", G::META.id);
        crate::caught(|| game::<G>(options, &mut Fast::new(seed, number), &mut sum))
            .map_err(fault)
            .unwrap_or_else(|e| panic!("{e}"));
    }
    assert!(sum.refused > 0, "{}: no changed position was refused", G::META.id);
    sum
}

fn game<G: Game>(options: G::Options, any: &mut Fast, sum: &mut Mutated) -> Result<(), String> {
    let mut state = G::new(options, G::house(), any);
    while step(&mut state, any).is_some() {
        if any.below(STRIDE) > 0 {
            continue;
        }
        let Some(position) = changed::<G>(&state.position(), any) else { continue };
        match G::place(options, G::house(), &position, any) {
            Err(faults) if faults.is_empty() => return Err("a position is refused without a reason".into()),
            Err(faults) => match crate::vague(&faults) {
                Some(vague) => return Err(vague),
                None => sum.refused += 1,
            },
            Ok(state) => {
                sum.played += 1;
                play_on(state, any)?;
            }
        }
    }
    Ok(())
}

/// A random decision; none when nobody can act.
fn step<G: Game>(state: &mut G, any: &mut Fast) -> Option<G::Action> {
    let seat = state.turn().seats().first()?;
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    let action = *actions.get(any.below(actions.len().max(1) as u32) as usize)?;
    state.advance(seat, action, any, &mut Silent);
    Some(action)
}

/// Some random decisions; a broken invariant or a dead end on the way is a hole in the check of positions.
fn play_on<G: Game>(mut state: G, any: &mut Fast) -> Result<(), String> {
    let start = serde_json::to_string(&state.position()).expect("plain data");
    for _ in 0..DECISIONS {
        let Some(action) = step(&mut state, any) else {
            return if state.turn().is_over() { Ok(()) } else { Err(format!("a dead end, from {start}")) };
        };
        crate::look::sound(&state).map_err(|broken| format!("{broken} after “{action}”, from {start}"))?;
    }
    Ok(())
}

/// The position with one to three leaves changed, if it still reads.
fn changed<G: Game>(position: &G::Position, any: &mut Fast) -> Option<G::Position> {
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

/// The path of every leaf.
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
        _ if any.below(8) == 0 || words.is_empty() => Value::Null,
        _ => words[any.below(words.len() as u32) as usize].clone().into(),
    }
}
