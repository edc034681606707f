//! Every clause of the rules is cited by code and named by a test: complete is counted, not felt.
//!
//! The clauses are the ids in bold in `docs/rules/<title>.md` and `examples/<title>/rules.md`. `docs/rules/exempt.txt` lists ids that carry no rule, each with its
//! reason. Inline test modules, `tests/` and `scenarios/` are tests; every other source and data file is code.

use std::collections::{BTreeMap, BTreeSet};

use super::source::before_tests;
use super::{Fault, File, Tree};

const EXEMPT: &str = "docs/rules/exempt.txt";
/// Every ruling of the house with its reason.
const RULINGS: &str = "docs/rulings.md";

/// Where ids can be cited.
const ENDINGS: [&str; 6] = [".rs", ".toml", ".ts", ".svelte", ".py", ".rec"];

/// An id in capitals, such as `GA-078`, or `E2-P001`.
type Id = String;

/// What is known and what is cited.
#[derive(Debug, Default)]
struct Ledger {
    /// The ids of each rules file.
    known: BTreeMap<String, BTreeSet<Id>>,
    exempt: BTreeSet<Id>,
    code: BTreeSet<Id>,
    tests: BTreeSet<Id>,
}

pub fn check(tree: &Tree) -> Vec<Fault> {
    let ledger = Ledger::read(tree);
    let mut faults = Vec::new();
    for (path, ids) in &ledger.known {
        let catalogued = is_catalogued(tree, path);
        let mut say = |missing: Vec<&str>, what: &str| {
            if !missing.is_empty() {
                let fault = Fault::new(path, 0, format!("{what}: {}", missing.join(" ")));
                faults.push(if catalogued { fault } else { fault.warning() });
            }
        };
        let needed = || ids.difference(&ledger.exempt).map(String::as_str);
        say(needed().filter(|&id| !ledger.code.contains(id)).collect(), "no code cites");
        say(needed().filter(|&id| !ledger.tests.contains(id)).collect(), "no test or scenario names");
    }
    faults.extend(strangers(tree, &ledger));
    faults.extend(bad_exemptions(tree, &ledger));
    faults.extend(missing_rulings(tree));
    faults.extend(unreasoned_rulings(tree));
    faults
}

/// One line per rules file.
pub fn summary(tree: &Tree) -> Vec<String> {
    let ledger = Ledger::read(tree);
    let count =
        |ids: &BTreeSet<Id>, of: &BTreeSet<Id>| ids.difference(&ledger.exempt).filter(|&id| of.contains(id)).count();
    let line = |(path, ids): (&String, &BTreeSet<Id>)| {
        let (code, tests) = (count(ids, &ledger.code), count(ids, &ledger.tests));
        let exempt = ids.intersection(&ledger.exempt).count();
        format!("{path}: {} clauses, {exempt} exempt, {code} cited in code, {tests} named in a test", ids.len())
    };
    ledger.known.iter().map(line).collect()
}

impl Ledger {
    fn read(tree: &Tree) -> Ledger {
        let mut ledger = Ledger::default();
        for file in &tree.0 {
            if is_rules(&file.path) {
                let ids: BTreeSet<Id> = marks(&file.text).into_iter().filter(|m| m.is_bold).map(|m| m.id).collect();
                if !ids.is_empty() {
                    ledger.known.insert(file.path.clone(), ids);
                }
            } else if file.path == EXEMPT {
                ledger.exempt = file.text.lines().filter_map(exemption).map(|(id, _)| id).collect();
            }
        }
        for file in tree.0.iter().filter(|f| cites(f)) {
            if is_test(&file.path) {
                ledger.tests.extend(cited(&file.text));
            } else {
                let body = before_tests(&file.text);
                ledger.code.extend(cited(body));
                ledger.tests.extend(cited(&file.text[body.len()..]));
            }
        }
        ledger
    }

    fn knows(&self, id: &str) -> bool {
        self.known.values().any(|ids| ids.contains(id))
    }

    fn prefixes(&self) -> BTreeSet<&str> {
        self.known.values().flatten().map(|id| &id[..2]).collect()
    }
}

/// The rules of a title, or of an example.
fn is_rules(path: &str) -> bool {
    path.starts_with("docs/rules/") && path.ends_with(".md")
        || path.starts_with("examples/") && path.ends_with("/rules.md")
}

/// `docs/rules/x.md` counts once a game crate that the catalogue knows is called `"x"`; an example always does.
fn is_catalogued(tree: &Tree, path: &str) -> bool {
    let Some(title) = path.strip_prefix("docs/rules/").and_then(|name| name.strip_suffix(".md")) else { return true };
    let Some(catalogue) = tree.get("crates/games/Cargo.toml") else { return false };
    let named = |game: &str| {
        let source = format!("crates/game-{game}/src/");
        tree.0.iter().any(|f| f.path.starts_with(&source) && f.text.contains(&format!("id: \"{title}\"")))
    };
    tree.games().into_iter().any(|game| catalogue.text.contains(&format!("game-{game}")) && named(game))
}

/// The tool's own examples are no citations.
fn cites(file: &File) -> bool {
    ENDINGS.iter().any(|e| file.path.ends_with(e)) && !file.path.starts_with("xtask/")
}

/// The rules refer to each other too.
fn refers(file: &File) -> bool {
    cites(file) || is_rules(&file.path)
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.contains("/scenarios/")
}

/// Citations of ids that are in no rules file.
fn strangers(tree: &Tree, ledger: &Ledger) -> Vec<Fault> {
    let prefixes = ledger.prefixes();
    let strange = |m: &Mark| prefixes.contains(&m.id[..2]) && !ledger.knows(&m.id);
    let say = |path: &str, m: Mark| Fault::new(path, m.line, format!("{} is in no rules file", m.id));
    let files = tree.0.iter().filter(|f| refers(f));
    files.flat_map(|f| marks(&f.text).into_iter().filter(strange).map(|m| say(&f.path, m))).collect()
}

/// `GA-007 paper is the screen` → the id and the reason.
fn exemption(line: &str) -> Option<(Id, &str)> {
    let (id, reason) = line.trim().split_once(' ')?;
    let mark = marks(id).pop()?;
    (mark.id == id && !reason.trim().is_empty()).then_some((mark.id, reason))
}

fn bad_exemptions(tree: &Tree, ledger: &Ledger) -> Vec<Fault> {
    let Some(file) = tree.get(EXEMPT) else { return Vec::new() };
    let fault = |(number, line): (usize, &str)| {
        let what = match exemption(line) {
            _ if line.trim().is_empty() || line.starts_with('#') => return None,
            None => format!("“{line}” is no exemption: expected an id and a reason"),
            Some((id, _)) if !ledger.knows(&id) => format!("{id} is in no rules file"),
            Some(_) => return None,
        };
        Some(Fault::new(EXEMPT, number + 1, what))
    };
    file.text.lines().enumerate().filter_map(fault).collect()
}

/// What the rules mark with `(H)` is ruled by the house, and listed by its clause: the one before the mark, or else the next.
fn missing_rulings(tree: &Tree) -> Vec<Fault> {
    let Some(page) = tree.get(RULINGS) else { return Vec::new() };
    let listed = cited(&page.text);
    let rules = tree.0.iter().filter(|f| is_rules(&f.path));
    rules
        .flat_map(|file| {
            let missing = ruled(&file.text).into_iter().filter(|mark| !listed.contains(&mark.id));
            missing.map(|mark| Fault::new(&file.path, mark.line, format!("{RULINGS} does not list {}", mark.id)))
        })
        .collect()
}

/// A ruling is a whole sentence with its reason: “GE-052: … because ….”
fn unreasoned_rulings(tree: &Tree) -> Vec<Fault> {
    let lines = tree.get(RULINGS).into_iter().flat_map(|page| page.text.lines().enumerate());
    let rulings = lines.filter_map(|(k, line)| Some((k + 1, line.strip_prefix("- ")?)));
    let has_reason = |ruling: &str| {
        let sides = ruling.split_once(" because ").map(|(what, why)| [what, why].map(|side| side.split(' ').count()));
        sides.is_some_and(|[what, why]| what > 3 && why > 2) && ruling.ends_with('.')
    };
    let say = |(line, ruling): (usize, &str)| {
        let begin: String = ruling.chars().take(30).collect();
        Fault::new(RULINGS, line, format!("“{begin}…” has no reason: expected a sentence with “because”"))
    };
    rulings.filter(|(_, ruling)| !has_reason(ruling)).map(say).collect()
}

fn ruled(text: &str) -> Vec<Mark> {
    const NEXT: [&str; 3] = ["\n\n", "\n- ", "\n| "];
    let bold: Vec<Mark> = marks(text).into_iter().filter(|m| m.is_bold).collect();
    let of = |(at, _): (usize, &str)| {
        let from = NEXT.iter().filter_map(|next| text[..at].rfind(next)).max().unwrap_or(0);
        let to = NEXT.iter().filter_map(|next| text[at..].find(next)).min().map_or(text.len(), |end| at + end);
        let before = bold.iter().rfind(|m| (from..at).contains(&m.end));
        before.or_else(|| bold.iter().find(|m| (at..to).contains(&m.end))).cloned()
    };
    text.match_indices("(H)").filter_map(of).collect()
}

/// A place with an id: `GA-078`, or in a name `ga_078`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mark {
    id: Id,
    line: usize,
    /// `**GA-078**`: here the clause is laid down.
    is_bold: bool,
    /// Bytes.
    end: usize,
}

fn marks(text: &str) -> Vec<Mark> {
    let bytes = text.as_bytes();
    let mut line = 1;
    let mut found = Vec::new();
    for at in 0..bytes.len() {
        line += usize::from(bytes[at] == b'\n');
        if at > 0 && bytes[at - 1].is_ascii_alphanumeric() {
            continue;
        }
        if let Some((id, end)) = mark_at(&bytes[at..]) {
            let is_bold = text[..at].ends_with("**") && text[at + end..].starts_with("**");
            found.push(Mark { id, line, is_bold, end: at + end });
        }
    }
    found
}

/// Two letters (or a letter and a digit), a dash, perhaps a P, three digits; and how long it is.
fn mark_at(bytes: &[u8]) -> Option<(Id, usize)> {
    let [a, b, b'-' | b'_', rest @ ..] = bytes else { return None };
    let p = usize::from(matches!(rest.first(), Some(b'p' | b'P')));
    let digits = rest.get(p..p + 3)?;
    let whole = a.is_ascii_alphabetic()
        && b.is_ascii_alphanumeric()
        && digits.iter().all(u8::is_ascii_digit)
        && !rest.get(p + 3).is_some_and(u8::is_ascii_digit);
    let id = || format!("{}{}-{}", *a as char, *b as char, String::from_utf8_lossy(&rest[..p + 3])).to_uppercase();
    whole.then(|| (id(), p + 6))
}

/// Every id that a text cites; `GA-010..GA-013`, `GA-010–013` and `GA-010 to GA-013` cite all between.
fn cited(text: &str) -> BTreeSet<Id> {
    let all = marks(text);
    let ranges = all.iter().filter_map(|first| Some((first, range_end(&first.id, text.get(first.end..)?)?)));
    let between = ranges.flat_map(|(first, last)| {
        let from = first.id[3..].parse().unwrap_or(last + 1);
        (from..=last).map(|n| format!("{}{n:03}", &first.id[..3]))
    });
    all.iter().map(|m| m.id.clone()).chain(between).collect()
}

fn range_end(first: &str, rest: &str) -> Option<u32> {
    let rest = rest.trim_start_matches(' ');
    let rest = ["..=", "..", "–", "-", "to "].iter().find_map(|dash| rest.strip_prefix(dash))?.trim_start_matches(' ');
    let digits = rest.strip_prefix(&first[..3]).unwrap_or(rest);
    let end = digits.get(..3)?.parse().ok()?;
    (!digits[3..].starts_with(|c: char| c.is_ascii_digit())).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: (&str, &str) =
        ("docs/rules/x.md", "- **XX-001** One.\n- **XX-002** Two, see XX-001.\n- **XX-P003** Three.\n");
    const CATALOGUE: (&str, &str) = ("crates/games/Cargo.toml", "game-x.workspace = true");
    const CRATE: (&str, &str) = ("crates/game-x/Cargo.toml", "");

    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let mut all = vec![RULES, CATALOGUE, CRATE, ("crates/game-x/src/state.rs", "id: \"x\"")];
        all.extend(files);
        check(&Tree::of(&all)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_missing_is_named() {
        let source = ("crates/game-x/src/rules/war.rs", "// XX-001\n#[cfg(test)]\nfn xx_002_works() {}");
        let said = [
            "docs/rules/x.md: no code cites: XX-002 XX-P003",
            "docs/rules/x.md: no test or scenario names: XX-001 XX-P003",
        ];
        assert_eq!(faults(&[source]), said);
    }

    #[test]
    fn scenarios_ranges_and_exemptions_count() {
        let source = ("crates/game-x/src/rules/war.rs", "// XX-001..XX-002");
        let scenario = ("crates/game-x/scenarios/war.toml", "clause = [\"XX-001\", \"XX-002\"]");
        assert!(faults(&[source, scenario, (EXEMPT, "XX-P003 paper is the screen\n")]).is_empty());
    }

    #[test]
    fn only_bold_ids_are_clauses() {
        let rules = ("docs/rules/y.md", "**YY-001** One, see YY-002.");
        let said = "docs/rules/y.md:1: YY-002 is in no rules file";
        assert!(check(&Tree::of(&[rules])).iter().any(|f| f.to_string() == said));
    }

    #[test]
    fn citations_and_exemptions_of_nothing_are_faults() {
        let all = "XX-001 XX-002 XX-P003";
        let test = ("crates/game-x/tests/a.rs", all);
        let source = format!("{all}\nXX-404 ZZ-404");
        let said = [
            "crates/game-x/src/a.rs:2: XX-404 is in no rules file",
            "docs/rules/exempt.txt:1: “XX-001” is no exemption: expected an id and a reason",
        ];
        assert_eq!(faults(&[test, ("crates/game-x/src/a.rs", &source), (EXEMPT, "XX-001")]), said);
    }

    #[test]
    fn a_ruling_of_the_house_is_listed() {
        let rules =
            ("docs/rules/y.md", "- **YY-001** One (H). **YY-002** Two.\n- Three (H). (**YY-003**)\n\nFour (H).");
        let page = (RULINGS, "- YY-001: One is what counts, because it is one.\n- YY-001: One, because.\n");
        let said = check(&Tree::of(&[rules, page])).into_iter().filter(|f| !f.warning).map(|f| f.to_string());
        let lacking = "docs/rulings.md:2: “YY-001: One, because.…” has no reason: expected a sentence with “because”";
        assert_eq!(said.collect::<Vec<_>>(), ["docs/rules/y.md:2: docs/rulings.md does not list YY-003", lacking]);
    }

    #[test]
    fn outside_the_catalogue_it_is_a_warning() {
        let tree = Tree::of(&[RULES, CRATE]);
        assert!(check(&tree).iter().all(|f| f.warning));
        assert_eq!(summary(&tree), ["docs/rules/x.md: 3 clauses, 0 exempt, 0 cited in code, 0 named in a test"]);
    }

    #[test]
    fn an_id_stands_alone() {
        let found = |text| marks(text).into_iter().map(|m| m.id).collect::<Vec<_>>();
        assert_eq!(found("GA-078, ga_079_x E2-P001"), ["GA-078", "GA-079", "E2-P001"]);
        assert_eq!(found("XGA-078 GA-0789 GA-07 sha-256-ga-079"), ["GA-079"]);
    }
}
