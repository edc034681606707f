//! What a step expects: of the question before it, of the position, the views and the log after it.

use astrarium_core::scenario::{Many, Paths, Step, Wanted};
use astrarium_core::{Game, Illegal, Seat, SeatSet, Seen, Turn, Viewer, position, seen};
use serde_json::Value;

use super::views::Views;
use super::{Run, check, named, probe, question, trace};

impl<G: Game> Run<'_, G> {
    pub(super) fn before(&mut self, state: &G, step: &Step) {
        if let Some(asked) = &step.asked
            && let Err(why) = same_seats(state, "asked", &asked.0, state.turn().seats())
        {
            self.fault(&["asked"], format!("{why}{}", self.instead(state)));
        }
        for name in &step.seat.0 {
            match named(state, name) {
                Ok(seat) => self.may(state, seat, step),
                Err(why) => return self.fault(&["seat"], why),
            }
        }
    }

    /// What the seat is asked, and what it may answer.
    fn may(&mut self, state: &G, seat: Seat, step: &Step) {
        let name = state.seat_name(seat);
        let asked = if state.turn().seats().contains(seat) { question(state, seat) } else { "nothing".into() };
        for part in step.prompt.0.iter().filter(|part| !asked.contains(*part)) {
            self.fault(&["prompt"], format!("{name} is asked “{asked}”: expected “{part}”"));
        }
        for sentence in &step.legal.0 {
            if let Err(why) = legal(state, seat, sentence) {
                self.fault(
                    &["legal"],
                    format!("{name}, “{sentence}”: must be legal, but {why}{}", self.instead(state)),
                );
            }
        }
        for sentence in &step.not_legal.0 {
            match not_legal(state, seat, sentence) {
                Ok(clause) => _ = self.shown.insert(clause),
                Err(why) => self.fault(&["not-legal"], format!("{name}, “{sentence}”: {why}")),
            }
        }
        if let Some(Many(all)) = &step.legal_exactly {
            let listed: Vec<String> = listed(state, seat).iter().map(ToString::to_string).collect();
            let missing = all.iter().filter(|s| !listed.contains(s)).map(|s| format!("“{s}” is not legal"));
            let extra = listed.iter().filter(|s| !all.contains(s)).map(|s| format!("“{s}” is legal, too"));
            let wrong: Vec<String> = missing.chain(extra).collect();
            if !wrong.is_empty() {
                self.fault(&["legal-exactly"], format!("{name}: {}", wrong.join(", ")));
            }
        }
        for (sentence, wanted) in &step.odds {
            let odds = check(state, seat, sentence).map(|action| seen::odds(state, seat, action));
            let found = odds.map(|odds| odds.map_or("absent".into(), |odds| odds.to_string()));
            match found {
                Ok(found) if found == *wanted => {}
                Ok(found) => {
                    self.fault(&["odds", sentence], format!("odds of “{sentence}”: expected {wanted}, found {found}"))
                }
                Err(refusal) => self.fault(&["odds", sentence], format!("{name}, “{sentence}”: refused: {refusal}")),
            }
        }
    }

    pub(super) fn after(&mut self, before: &G, state: &G, step: &Step, events: &[G::Event]) {
        self.holds(state, Some(before), &step.expect);
        for (name, paths) in &step.view {
            self.sees(before, state, name, paths);
        }
        for (name, Many(others)) in &step.same_view {
            for other in others {
                if let Err(why) = self.sees_same(state, name, other) {
                    self.fault(&["same-view", name], format!("view of {name}, as {other}: {why}"));
                }
            }
        }
        self.reads(state, step, events);
        if let Some(Many(names)) = &step.winner
            && let Err(why) = won(state, names)
        {
            self.fault(&["winner"], why);
        }
    }

    /// Every path leads to its value in the exported position.
    pub(super) fn holds(&mut self, state: &G, before: Option<&G>, paths: &Paths) {
        if paths.is_empty() {
            return;
        }
        let now = position::export(state);
        let was = before.map(position::export);
        for (path, wanted) in paths {
            let there = compare(path, wanted, was.as_ref(), &now);
            if let Err(why) = there.and_then(|()| self.could_be(state, path, wanted)) {
                self.fault(&["expect", path], format!("{path}: {why}"));
            }
        }
    }

    /// Nothing is absent or lacking that could never be there.
    fn could_be(&self, state: &G, path: &str, wanted: &Wanted) -> Result<(), String> {
        let could = |value: Option<&Value>| {
            if let Some(name) = path.strip_prefix("seats.") {
                named(state, name.split('.').next().unwrap_or(name))?;
            }
            probe::can_have::<G::Position>(path, value).map_err(|why| format!("this could never be there: {why}"))
        };
        match wanted {
            Wanted::Absent => could(None),
            Wanted::List(list) => {
                list.lacking().iter().try_for_each(|item| could(Some(&Value::from(vec![item.clone()]))))
            }
            Wanted::Is(_) | Wanted::Change(_) | Wanted::OneOf(_) | Wanted::Between(..) => Ok(()),
        }
    }

    fn sees(&mut self, before: &G, state: &G, name: &str, paths: &Paths) {
        let (was, now) = match viewer(state, name) {
            Ok(viewer) => (view(before, viewer), view(state, viewer)),
            Err(why) => return self.fault(&["view", name], why),
        };
        for (path, wanted) in paths {
            let there = compare(path, wanted, Some(&was), &now);
            if let Err(why) = there.and_then(|()| could_be_seen(state, path, wanted)) {
                self.fault(&["view", name, path], format!("view of {name}, {path}: {why}"));
            }
        }
    }

    /// The views are equal, except for the word that says whose they are.
    fn sees_same(&mut self, state: &G, name: &str, other: &str) -> Result<(), String> {
        let seen = |state: &G, name: &str| -> Result<Value, String> {
            let mut view = view(state, viewer(state, name)?);
            view.as_object_mut().map(|view| view.remove("viewer"));
            Ok(view)
        };
        let theirs = match viewer(state, other) {
            Ok(_) => seen(state, other)?,
            Err(_) => seen(&self.end_of(other)?, name)?,
        };
        let differ = trace::changes(&theirs, &seen(state, name)?);
        if differ.is_empty() { Ok(()) } else { Err(format!("not the same: {}", differ.join(", "))) }
    }

    fn reads(&mut self, state: &G, step: &Step, events: &[G::Event]) {
        let read = |viewer| {
            let seen = Seen::of(state, viewer);
            let lines = events.iter().filter_map(|event| seen.tell(event));
            lines.map(|line| format!("{} ({})", line.text, line.clause)).collect::<Vec<_>>()
        };
        let everybody = Seat::first(state.seats()).map(Viewer::Seat).chain([Viewer::Public]);
        let all: Vec<String> = everybody.flat_map(read).collect();
        let readers = [("log", &step.log), ("not-log", &step.not_log)];
        for (field, name, part) in readers.iter().flat_map(|(field, readers)| {
            readers.iter().flat_map(move |(name, Many(parts))| parts.iter().map(move |part| (*field, name, part)))
        }) {
            let read = match viewer(state, name) {
                Ok(viewer) => read(viewer),
                Err(why) => return self.fault(&[field, name], why),
            };
            let said = read.iter().any(|line| line.contains(part));
            let found = || if read.is_empty() { "nothing".into() } else { read.join("; ") };
            match field {
                "log" if !said => self.fault(&[field, name], format!("{name} reads no “{part}”: found {}", found())),
                "not-log" if said => {
                    self.fault(&[field, name], format!("{name} must not read “{part}”: found {}", found()))
                }
                "not-log" if !all.iter().any(|line| line.contains(part)) => {
                    self.fault(&[field, name], format!("nobody reads “{part}”: found {}", all.join("; ")));
                }
                _ => {}
            }
        }
    }
}

fn listed<G: Game>(state: &G, seat: Seat) -> Vec<G::Action> {
    let mut listed = Vec::new();
    state.actions(seat, &mut listed);
    listed
}

fn legal<G: Game>(state: &G, seat: Seat, sentence: &str) -> Result<(), String> {
    let action = check(state, seat, sentence).map_err(|refusal| format!("is refused: {refusal}"))?;
    if listed(state, seat).contains(&action) { Ok(()) } else { Err("is not listed".into()) }
}

/// The clause that forbids it. Words that are no sentence at all are a mistake in the scenario, not a rule.
fn not_legal<G: Game>(state: &G, seat: Seat, sentence: &str) -> Result<&'static str, String> {
    let action: G::Action = sentence.parse().map_err(|refusal: astrarium_core::Refusal| refusal.to_string())?;
    match state.check(seat, action) {
        Ok(()) => Err("must not be legal, but is accepted".into()),
        Err(_) if listed(state, seat).contains(&action) => Err("must not be legal, but is listed".into()),
        Err(illegal) => Ok(G::cite(illegal.clause()).0),
    }
}

fn viewer<G: Game>(state: &G, name: &str) -> Result<Viewer, String> {
    if name == "public" { Ok(Viewer::Public) } else { named(state, name).map(Viewer::Seat) }
}

/// A view as data, its seats by their names, as in a position.
pub(super) fn view<G: Game>(state: &G, viewer: Viewer) -> Value {
    let mut view = serde_json::to_value(state.view(viewer)).expect("views are plain data");
    if let Some(seats) = view.get_mut("seats")
        && let Value::Array(list) = seats
    {
        let names = Seat::first(state.seats()).map(|seat| state.seat_name(seat).to_string());
        *seats = Value::Object(names.zip(std::mem::take(list)).collect());
    }
    view
}

fn compare(path: &str, wanted: &Wanted, was: Option<&Value>, now: &Value) -> Result<(), String> {
    if was.is_none() && matches!(wanted, Wanted::Change(_)) {
        return Err("nothing has changed before the first step".into());
    }
    let hint = match wanted {
        Wanted::Is(Value::Object(_)) => "; a dotted path is written in quotes",
        _ => "",
    };
    wanted.compare_at(path, was, now).map_err(|why| format!("{why}{hint}"))
}

/// Nothing is absent from a view or lacking there that could never be seen.
fn could_be_seen<G: Game>(state: &G, path: &str, wanted: &Wanted) -> Result<(), String> {
    match wanted {
        Wanted::Absent => {
            if let Some(name) = path.strip_prefix("seats.") {
                named(state, name.split('.').next().unwrap_or(name))?;
            }
            Views::can_be(state, path).map_err(|why| format!("this could never be there: {why}"))
        }
        Wanted::List(list) => {
            let strange = list.lacking().iter().filter_map(Value::as_str).find(|word| !Views::of::<G>().is_word(word));
            strange.map_or(Ok(()), |word| Err(format!("this could never be there: no sentence has the word “{word}”")))
        }
        Wanted::Is(_) | Wanted::Change(_) | Wanted::OneOf(_) | Wanted::Between(..) => Ok(()),
    }
}

fn won<G: Game>(state: &G, names: &[String]) -> Result<(), String> {
    let Turn::Over(standing) = state.turn() else {
        return Err(format!("winner: expected {}, but the game is not over", names.join(", ")));
    };
    same_seats(state, "winner", names, standing.winners())
}

fn same_seats<G: Game>(state: &G, what: &str, names: &[String], found: SeatSet) -> Result<(), String> {
    let expected = names.iter().map(|name| named(state, name)).collect::<Result<SeatSet, _>>()?;
    let found_names: Vec<_> = found.iter().map(|s| state.seat_name(s)).collect();
    let list = |names: &[&str]| if names.is_empty() { "nobody".to_string() } else { names.join(", ") };
    let wanted: Vec<_> = names.iter().map(String::as_str).collect();
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: expected {}, found {}", list(&wanted), list(&found_names)))
    }
}
