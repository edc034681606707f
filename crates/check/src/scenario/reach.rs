//! Which clauses a scenario has reached: a line that cites them ran, or a question, a refusal or a line of the log showed them.
//!
//! A scenario that names a clause must reach it; otherwise it tests something else. Clauses that only data and types cite, as the number
//! of tokens in the box, have no line that could run; `cargo xtask tidy` sees that they are named.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use astrarium_core::{Clause, Game, Seat, Seen, Viewer};

use super::{Outcome, Run};

impl<G: Game> Run<'_, G> {
    pub(super) fn see_questions(&mut self, state: &G) {
        self.shown.extend(state.turn().seats().iter().map(|seat| Seen::by(state, seat).prompt().clause.0));
    }

    pub(super) fn see_lines(&mut self, state: &G, events: &[G::Event]) {
        let everybody = Seat::first(state.seats()).map(Viewer::Seat).chain([Viewer::Public]);
        for seen in everybody.map(|viewer| Seen::of(state, viewer)) {
            self.shown.extend(events.iter().filter_map(|event| Some(seen.tell(event)?.clause.0)));
        }
    }

    /// What was shown, also as a fault of a position, and what was cited on the way, by this title's clauses.
    pub(super) fn reached(&self, cited: BTreeSet<&'static str>) -> BTreeSet<String> {
        let own = cited.iter().map(|clause| G::cite(Clause(clause)).0);
        let shown = self.shown.iter().copied().chain(own).chain(cited.iter().copied()).map(str::to_string);
        shown.chain(clauses(&self.broken, G::META.prefix)).collect()
    }
}

/// The scenarios that name a clause which they could reach and do not.
pub fn missed(outcomes: &[Outcome], reachable: &BTreeSet<String>) -> Vec<String> {
    let missed = |outcome: &Outcome| {
        let clauses = outcome.clauses.iter().filter(|clause| reachable.contains(*clause));
        let clauses: Vec<&str> =
            clauses.filter(|clause| !outcome.reached.contains(*clause)).map(String::as_str).collect();
        let reached: Vec<&str> = outcome.reached.iter().map(String::as_str).collect();
        let what = format!("names {} and reaches no line of it, but of {}", clauses.join(", "), reached.join(" "));
        (!clauses.is_empty()).then(|| format!("scenario “{}” {what}", outcome.name))
    };
    outcomes.iter().filter_map(missed).collect()
}

/// Every clause with this prefix that the sources below a folder cite where something runs or is shown. No scenario reads packs, draws
/// or judges, so what does that is left out.
pub fn reachable(folder: &Path, prefix: &str) -> BTreeSet<String> {
    sources(folder).iter().flat_map(|text| running(text, prefix)).collect()
}

/// The clauses that a source cites in a comment of a function, in its documentation, or in quotes.
fn running(source: &str, prefix: &str) -> BTreeSet<String> {
    let (mut found, mut documented, mut function) = (BTreeSet::new(), Vec::new(), None);
    for line in source.lines() {
        let (indent, code) = (line.len() - line.trim_start().len(), line.trim_start());
        if code.starts_with("///") {
            documented.extend(clauses(code, prefix));
            continue;
        }
        if function.is_none() && is_function(code) {
            function = Some(indent);
            found.extend(documented.drain(..));
        }
        let comment = code.find("//").filter(|_| function.is_some()).map_or("", |at| &code[at..]);
        let quoted = clauses(code, prefix).into_iter().filter(|id| code.contains(&format!("\"{id}\"")));
        found.extend(clauses(comment, prefix).into_iter().chain(quoted));
        if function == Some(indent) && code.ends_with('}') {
            function = None;
        }
        if !code.starts_with('#') {
            documented.clear();
        }
    }
    found
}

fn is_function(code: &str) -> bool {
    let code = code.strip_prefix("pub(crate) ").or(code.strip_prefix("pub(super) ")).unwrap_or(code);
    code.strip_prefix("pub ").unwrap_or(code).starts_with("fn ")
}

/// The ids with this prefix; `GE-092 to GE-117` cites all between.
fn clauses(text: &str, prefix: &str) -> Vec<String> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let id = |(at, _): (usize, &str)| {
        let from = at + prefix.len() + 1;
        let from = from + usize::from(text[from..].starts_with('P'));
        (digits(from) > 0).then(|| (at, from, from + digits(from)))
    };
    let ids: Vec<_> = text.match_indices(&format!("{prefix}-")).filter_map(id).collect();
    let number = |from: usize, end: usize| text[from..end].parse::<u16>().expect("digits");
    let ranges = ids.windows(2).filter(|pair| text[pair[0].2..pair[1].0].trim() == "to");
    let between = ranges.flat_map(|pair| {
        let ((at, from, end), (_, last_from, last_end)) = (pair[0], pair[1]);
        (number(from, end) + 1..number(last_from, last_end)).map(move |n| format!("{}{n:03}", &text[at..from]))
    });
    ids.iter().map(|(at, _, end)| text[*at..*end].to_string()).chain(between).collect()
}

/// The `.rs` files below a folder that a scenario can come to, without their tests.
fn sources(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let read = |path: PathBuf| match path.extension() {
        _ if path.file_stem().is_some_and(|name| ["data", "draw", "bot"].iter().any(|other| name == *other)) => {
            Vec::new()
        }
        None if path.is_dir() => sources(&path),
        Some(e) if e == "rs" => {
            let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            vec![text.split("#[cfg(test)]").next().unwrap_or_default().to_string()]
        }
        _ => Vec::new(),
    };
    entries.flat_map(|entry| read(entry.expect("a readable folder").path())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_or_is_shown_can_be_reached() {
        let source = "/// XX-001\nstruct X; // XX-002\nimpl X {\n    /// XX-003 to XX-005\n    #[inline]\n    fn x() {\n        \
                      y(); // XX-P06\n    }\n    // XX-007\n}\nconst Y: &str = \"XX-008\";\n";
        let found: Vec<String> = running(source, "XX").into_iter().collect();
        assert_eq!(found, ["XX-003", "XX-004", "XX-005", "XX-008", "XX-P06"]);
    }

    #[test]
    fn whoever_names_a_clause_must_reach_it() {
        let set = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<BTreeSet<String>>();
        let outcome = Outcome {
            name: "x".into(),
            clauses: vec!["XX-001".into(), "XX-002".into(), "XX-003".into()],
            result: Ok(()),
            reached: set(&["XX-001"]),
            trace: Vec::new(),
        };
        let missed = missed(&[outcome], &set(&["XX-001", "XX-002"]));
        assert_eq!(missed, ["scenario “x” names XX-002 and reaches no line of it, but of XX-001"]);
    }
}
