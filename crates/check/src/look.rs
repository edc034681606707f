//! Each law on one state. A fault is a sentence that begins with the law's name.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::discriminant;

use astrarium_core::scene::Scene;
use astrarium_core::table::AT_START;
use astrarium_core::{
    Action, BySeat, Clause, Fast, Game, Illegal, Notation, Part, Redealt, Refusal, Scripted, Seat, Seen, Silent, Table,
    Text, Turn, Viewer,
};
use serde::Serialize;

pub(crate) type Law<T = ()> = Result<T, String>;

pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

fn seats<G: Game>(state: &G) -> impl Iterator<Item = Seat> + use<G> {
    Seat::first(state.seats())
}

pub(crate) fn actions<G: Game>(state: &G, seat: Seat) -> Vec<G::Action> {
    let mut list = Vec::new();
    state.actions(seat, &mut list);
    list
}

/// Two texts around the first place where they differ.
pub(crate) fn parting(one: &str, two: &str) -> String {
    let same = one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let (from, to) = (text.floor_char_boundary(same.saturating_sub(60)), text.floor_char_boundary(same + 60));
        text[from..to].to_string()
    };
    format!("“{}” became “{}”", part(one), part(two))
}

fn same(what: &str, one: &str, two: &str) -> Law {
    if one == two { Ok(()) } else { Err(format!("{what}: {}", parting(one, two))) }
}

/// States are compared as such; positions only serve to show where they differ.
fn same_state<G: Game>(what: &str, one: &G, two: &G) -> Law {
    if one == two { Ok(()) } else { Err(format!("{what}: {}", parting(&format!("{one:?}"), &format!("{two:?}")))) }
}

pub(crate) fn sound<G: Game>(state: &G) -> Law {
    let broken = state.invariants();
    if broken.is_empty() { Ok(()) } else { Err(broken.join("; ")) }
}

/// Exact: text, action and index lead to each other, and a sentence is made of words a record can hold. Named: every verb says what it
/// is for, and nothing else does.
pub(crate) fn sentences<G: Game>() -> Law {
    let verbs: BTreeSet<&str> = G::Action::verbs().into_iter().map(|(verb, _)| verb).collect();
    let explained: BTreeSet<&str> = G::View::PURPOSES.iter().map(|(verb, _)| *verb).collect();
    if let Some(verb) = verbs.symmetric_difference(&explained).next() {
        return Err(format!("Named: “{verb}” is either no verb, or a verb that does not say what it is for"));
    }
    for index in 0..G::Action::COUNT {
        let action = G::Action::from_index(index).ok_or_else(|| format!("Exact: no action has index {index}"))?;
        let text = action.to_string();
        let read: G::Action =
            text.parse().map_err(|refusal: Refusal| format!("Exact: “{text}” does not parse: {refusal}"))?;
        if action.index() != index || read != action {
            return Err(format!("Exact: action {index} has index {}, and “{text}” parses to “{read}”", action.index()));
        }
        if text.split(' ').any(|word| matches!(word, "" | "!" | "#") || word.contains(char::is_whitespace)) {
            return Err(format!("Exact: “{text}” is not made of words with single spaces"));
        }
    }
    match G::Action::from_index(G::Action::COUNT) {
        Some(action) => Err(format!("Exact: “{action}” has an index that is not below COUNT")),
        None => Ok(()),
    }
}

/// Pure: the same arguments lead to the same state, and it does not matter who listens. Log: a viewer who is told of an event
/// reads something.
pub(crate) fn pure<G: Game>(state: &G, seat: Seat, action: G::Action, dice: &Fast) -> Law {
    let (mut one, mut two, mut log) = (*state, *state, Vec::new());
    one.advance(seat, action, &mut dice.clone(), &mut Silent);
    two.advance(seat, action, &mut dice.clone(), &mut log);
    same_state(&format!("Pure: “{action}” done twice from one state with the same dice"), &one, &two)?;
    for viewer in seats(state).map(Viewer::Seat).chain([Viewer::Public]) {
        let seen = Seen::of(&two, viewer);
        let empty = log.iter().filter_map(|event| seen.tell(event)).find(|line| line.text.is_empty());
        if let Some(line) = empty {
            return Err(format!("Log: {viewer:?} is told nothing by an event of {}", line.clause));
        }
    }
    Ok(())
}

/// Alive: a seat that is not asked can do nothing.
pub(crate) fn nothing_unasked<G: Game>(state: &G) -> Law {
    let asked = state.turn().seats();
    match seats(state).filter(|&s| !asked.contains(s)).find_map(|s| Some((s, *actions(state, s).first()?))) {
        Some((seat, action)) => Err(format!("Alive: {} is not asked and may “{action}”", state.seat_name(seat))),
        None => Ok(()),
    }
}

/// Blind: what a seat is told does not change when what it cannot know does; the pictures of one seat are enough. Returns how many
/// redeals changed anything.
pub(crate) fn blind<G: Game>(state: &G, any: &mut Fast) -> Law<u64> {
    let mut changed = 0;
    let public = json(&state.view(Viewer::Public));
    let drawn = any_seat(state, any);
    for seat in seats(state) {
        let other = state.redeal(seat, any);
        changed += u64::from(other != *state);
        let at = |what: String| format!("Blind: redeal for {}, {what}", state.seat_name(seat));
        sound(&other).map_err(|broken| at(format!("broken invariants: {broken}")))?;
        let [view, view_after] = [state, &other].map(|s| json(&s.view(Viewer::Seat(seat))));
        same("the view", &view, &view_after).map_err(at)?;
        same("the public view", &public, &json(&other.view(Viewer::Public))).map_err(at)?;
        if seat == drawn {
            for (what, viewer) in [("the scene", Viewer::Seat(seat)), ("the public scene", Viewer::Public)] {
                let [scene, scene_after] = [state, &other].map(|s| Seen::of(s, viewer).scene());
                same_scene(what, &scene, &scene_after).map_err(at)?;
            }
        }
        for ((what, before), (_, after)) in told(state, seat, 1).into_iter().zip(told(&other, seat, 2)) {
            same(&what, &before, &after).map_err(at)?;
        }
    }
    Ok(changed)
}

pub(crate) fn any_seat<G: Game>(state: &G, any: &mut Fast) -> Seat {
    Seat(any.below(state.seats() as u32) as u8)
}

/// Equal scenes are equal as text; only others are written out.
fn same_scene(what: &str, one: &Scene, two: &Scene) -> Law {
    if one == two { Ok(()) } else { same(what, &json(one), &json(two)) }
}

/// Everything else a seat is told, by name. Odds are those of a world that the seat may imagine, by its number.
fn told<G: Game>(state: &G, seat: Seat, number: u64) -> Vec<(String, String)> {
    let asked = state.turn().seats();
    let names: Vec<_> = seats(state).map(|s| state.seat_name(s)).collect();
    let list = actions(state, seat);
    let mut told = vec![
        ("who is asked".to_string(), format!("{names:?} {asked:?} {}", state.turn().is_over())),
        ("the actions".into(), list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    ];
    let seen = Seen::by(state, seat);
    if asked.contains(seat) {
        told.push(("the prompt".into(), json(&seen.prompt())));
    }
    let world = Redealt::of(state, seat, &mut Fast::new(number, 0));
    let button = |action: G::Action| {
        let (label, odds) = (seen.label(action), world.odds(action));
        (format!("the button “{action}”"), format!("{label} {}", json(&odds)))
    };
    told.extend(list.into_iter().map(button));
    told
}

/// Named: whatever the text refers to has a name, and its words hold no id of the scene, which are given. An id that looks like a word
/// may be one, as “strike”; but a place has a proper name.
fn named<G: Game>(seen: &Seen<G>, text: &Text, ids: &Ids<'_>) -> Law {
    for part in text.parts() {
        match part {
            Part::Ref { id, seat: None, .. } if seen.view().refer(id).is_none() => {
                return Err(format!("Named: “{text}” refers to “{id}”, which has no name"));
            }
            Part::Ref { .. } => {}
            Part::Words(words) => {
                let written = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                let odd = |word: &str| word.contains(|c: char| c == '-' || c.is_ascii_digit());
                let called = |word: &str, place: bool| match seen.view().refer(word) {
                    Some(named) => named.name() == word || !odd(word) && (!place || named.is_seat()),
                    None => !odd(word),
                };
                let raw = |word: &&str| ids.get(word).is_some_and(|&place| !called(word, place));
                let number = |word: &str| word.parse::<u32>().is_ok();
                if let Some(word) = written.filter(raw).find(|word| !number(word)) {
                    return Err(format!("Named: “{text}” says “{word}”, an id of the scene"));
                }
            }
        }
    }
    Ok(())
}

/// Cited: the title's rules have the clause.
fn cited<G: Game>(clause: Clause) -> Law {
    let known = G::META.rules.contains(&format!("**{clause}**"));
    if known { Ok(()) } else { Err(format!("Cited: {clause} is in no rules of {}", G::META.id)) }
}

/// Sealed: two answers of different seats lead to the same state in both orders. Returns how many pairs were tried.
pub(crate) fn sealed<G: Game>(state: &G, dice: &Fast, any: &mut Fast) -> Law<u64> {
    let Turn::AnyOf(asked) = state.turn() else { return Ok(0) };
    let mut answers = Vec::new();
    for seat in asked.iter() {
        let list = actions(state, seat);
        let chosen = any.below(list.len().max(1) as u32) as usize;
        answers.push((seat, *list.get(chosen).ok_or("Alive: a seat is asked and can do nothing")?));
    }
    let pairs = answers.iter().flat_map(|&one| answers.iter().map(move |&two| (one, two))).filter(|(a, b)| a.0 < b.0);
    let mut tried = 0;
    for (one, two) in pairs {
        let orders = [[one, two], [two, one]].map(|order| {
            let (mut state, mut dice) = (*state, dice.clone());
            for (seat, action) in order {
                state.apply(seat, action, &mut dice, &mut Silent).map_err(|illegal| {
                    format!(
                        "Sealed: {} may “{action}” no longer after another's answer: {illegal}",
                        state.seat_name(seat)
                    )
                })?;
            }
            Ok::<G, String>(state)
        });
        let [here, there] = orders;
        same_state(&format!("Sealed: “{}” and “{}” in both orders", one.1, two.1), &here?, &there?)?;
        tried += 1;
    }
    Ok(tried)
}

/// Exact: a state's position is placed without any chance, as that state; it survives JSON and TOML.
pub(crate) fn exact<G: Game>(state: &G) -> Law {
    let position = state.position();
    let text = json(&position);
    let read: G::Position = serde_json::from_str(&text).map_err(|e| format!("Exact: position from JSON: {e}"))?;
    same("Exact: position to JSON and back", &text, &json(&read))?;
    let toml = toml::to_string(&position).map_err(|e| format!("Exact: position to TOML: {e}"))?;
    let read: G::Position = toml::from_str(&toml).map_err(|e| format!("Exact: position from TOML: {e}"))?;
    same("Exact: position to TOML and back", &text, &json(&read))?;

    let mut chance = Scripted::default();
    let placed = G::place(state.options(), state.data(), &read, &mut chance)
        .map_err(|broken| format!("Exact: its own position is broken: {}", broken.join("; ")))?;
    chance.finish().map_err(|fault| format!("Exact: placing a whole position draws: {fault}"))?;
    same("Exact: position to state and back", &text, &json(&placed.position()))?;
    same_state("Exact: state to position and back", state, &placed)
}

/// Scene: every picture can be drawn, as the asked, somebody else and the public see it; a player who reads a sentence can click its
/// words, or at least press a button that says what it means.
pub(crate) fn scene<G: Game>(state: &G, any: &mut Fast) -> Law {
    nothing_unasked(state)?;
    let asked = state.turn().seats();
    let looks_on = Some(any_seat(state, any)).filter(|&s| !asked.contains(s));
    for viewer in looks_on.into_iter().map(Viewer::Seat).chain([Viewer::Public]) {
        let seen = Seen::of(state, viewer);
        let scene = seen.scene();
        whole(&scene, viewer)?;
        in_names(&seen, &scene, &ids(&scene))?;
    }
    for seat in asked.iter() {
        let seen = Seen::by(state, seat);
        let (prompt, scene) = (seen.prompt(), seen.scene());
        cited::<G>(prompt.clause)?;
        whole(&scene, Viewer::Seat(seat))?;
        let ids = ids(&scene);
        named(&seen, &prompt.text, &ids)?;
        in_names(&seen, &scene, &ids)?;
        for action in actions(state, seat) {
            let text = action.to_string();
            let dark = text.split(' ').skip(1).find(|word| !ids.contains_key(word));
            let label = seen.label(action);
            named(&seen, &label, &ids)?;
            if let (Some(word), true) = (dark, label.is_empty()) {
                return Err(format!("Scene: “{word}” of “{text}” is no id in the scene, and there is no label"));
            }
        }
    }
    Ok(())
}

/// Named, for whatever is to be read in a scene.
fn in_names<G: Game>(seen: &Seen<G>, scene: &Scene, ids: &Ids<'_>) -> Law {
    written(scene).try_for_each(|words| named(seen, &Text::plain(words), ids))
}

fn whole(scene: &Scene, viewer: Viewer) -> Law {
    let faults = scene.faults();
    if faults.is_empty() { Ok(()) } else { Err(format!("Scene: as {viewer:?} sees it: {}", faults.join("; "))) }
}

/// The ids of a scene, and whether they are places on the board.
type Ids<'a> = BTreeMap<&'a str, bool>;

fn ids(scene: &Scene) -> Ids<'_> {
    let items = scene.panels.iter().flat_map(|p| &p.groups).flat_map(|g| &g.items);
    let places = scene.ways.iter().flat_map(|(from, to)| [from, to]).map(|id| (id.as_str(), true));
    let words = scene.shapes.iter().map(|s| s.id.as_str()).chain(items.map(|i| i.id.as_str()));
    words.map(|id| (id, false)).chain(places).collect()
}

/// Whatever is to be read in a scene.
fn written(scene: &Scene) -> impl Iterator<Item = &str> {
    let groups = || scene.panels.iter().flat_map(|p| &p.groups);
    let items = groups().flat_map(|g| &g.items).chain(scene.seats.iter().flat_map(|s| &s.key));
    let titles = scene.panels.iter().map(|p| &p.title).chain(groups().map(|g| &g.title)).chain([&scene.heading]);
    let shapes = scene.shapes.iter().flat_map(|s| [&s.label, &s.count, &s.tip]);
    titles.chain(items.flat_map(|i| [&i.label, &i.value, &i.tip])).chain(shapes).map(String::as_str)
}

/// Complete and Atomic, for every action there is and every seat; refusals are as blind as everything else, and Cited. Returns how many
/// actions were tried.
pub(crate) fn complete<G: Game>(state: &G, any: &mut Fast) -> Law<u64> {
    let (mut clauses, mut kinds) = (BTreeSet::new(), HashSet::new());
    for seat in seats(state) {
        let name = state.seat_name(seat);
        let mut listed = actions(state, seat);
        listed.sort();
        if let Some(twice) = listed.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("Complete: “{}” is listed twice for {name}", twice[0]));
        }
        let other = state.redeal(seat, any);
        let seen = Seen::by(state, seat);
        let scene = seen.scene();
        let ids = ids(&scene);
        for action in G::Action::all() {
            let checked = state.check(seat, action);
            match checked {
                Ok(()) if listed.binary_search(&action).is_err() => {
                    return Err(format!("Complete: “{action}” of {name} is accepted and not listed"));
                }
                Err(illegal) if listed.binary_search(&action).is_ok() => {
                    return Err(format!("Complete: “{action}” of {name} is listed and refused: {illegal}"));
                }
                Err(illegal) => {
                    clauses.insert(G::cite(illegal.clause()));
                    if kinds.insert(discriminant(&illegal)) {
                        named(&seen, &seen.refusal(illegal).text, &ids)?;
                    }
                    atomic(state, seat, action)?;
                }
                Ok(()) => {}
            }
            if other.check(seat, action) != checked {
                return Err(format!("Blind: redeal for {name} changes whether and why “{action}” is refused"));
            }
        }
    }
    clauses.into_iter().try_for_each(cited::<G>)?;
    Ok(u64::from(G::Action::COUNT) * state.seats() as u64)
}

fn atomic<G: Game>(state: &G, seat: Seat, action: G::Action) -> Law {
    let mut after = *state;
    let refused = after.apply(seat, action, &mut Scripted::default(), &mut Silent).is_err();
    if !refused {
        return Err(format!("Complete: “{action}” is refused by check and accepted by apply"));
    }
    same_state(&format!("Atomic: “{action}” is refused"), state, &after)
}

/// What events gained adds up to the points, except for those held at the start.
pub(crate) fn gained<G: Game>(table: &Table<G>) -> Law {
    let begun = Table::<G>::replay(table.record(), table.state().data(), Some(0)).map_err(|fault| fault.to_string())?;
    let held =
        table.sources().into_iter().find(|(source, _)| *source == AT_START).map_or_else(BySeat::default, |s| s.1);
    if held == begun.state().points() {
        return Ok(());
    }
    Err(format!("Told: no event gained these points of the seats: {:?}", held.0))
}

/// Every line of the log says something in names to each viewer who may read it, and cites the title's own rules.
pub(crate) fn lines<G: Game>(table: &Table<G>) -> Law {
    let mut clauses = BTreeSet::new();
    for viewer in seats(table.state()).map(Viewer::Seat).chain([Viewer::Public]) {
        let seen = Seen::of(table.state(), viewer);
        let scene = seen.scene();
        let ids = ids(&scene);
        for (entry, line) in table.lines(viewer, 0) {
            named(&seen, &line.text, &ids)?;
            if line.text.is_empty() {
                return Err(format!("a line of entry {entry} says nothing to {viewer:?}"));
            }
            clauses.insert(line.clause);
        }
    }
    clauses.into_iter().try_for_each(cited::<G>)
}
