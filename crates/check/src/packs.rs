//! Broken component packs: they are refused with a place and a reason, or they can be played.

use std::ops::Range;

use astrarium_core::{Fast, Files, Game, Pack, PackError, Seen, Viewer, options};

use crate::play::Trial;

/// How many decisions are played on a changed pack that is accepted.
const DECISIONS: u32 = 200;

/// What is put in the place of a number, from the largest to the least.
const EXTREMES: [&str; 9] = ["2147483647", "65535", "255", "127", "99", "20", "1", "0", "-1"];

/// The values tried when all numbers are raised at once. There are few, because every try parses the pack again.
const LARGE: [&str; 2] = ["99", "20"];

/// How many entries a list gets in addition.
const MORE: [usize; 6] = [1, 2, 4, 8, 40, 300];

/// Every built-in pack that games have begun with is still here; panics with what to do if not.
pub fn released<G: Game>() {
    let (id, new) = (G::META.id, G::house().hash());
    let gone = G::Data::RELEASED.iter().find(|(hash, _)| G::built_in(hash).is_none());
    assert!(
        gone.is_none(),
        "{id}: values of the built-in pack have changed, and games out there began with the old ones. Keep the files that changed \
         as they were in data/former/, name them first in Pack::FORMER, and add (\"{new}\", \"\") to Pack::RELEASED"
    );
    let known = G::Data::RELEASED.iter().any(|(hash, _)| *hash == new);
    assert!(known, "{id}: add the built-in pack (\"{new}\", \"\") to Pack::RELEASED, so that it is never lost");
}

/// The texts of the built-in pack say what happens; panics with those that do not.
pub fn truthful<G: Game>() {
    let told: Vec<String> = G::house().claims().iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{}:\n{}", G::META.id, told.join("\n"));
}

/// Tables of a document, by their headings, are what the code says; `ASTRARIUM_RENEW=1` writes them anew.
pub fn page_is_true(page: &str, tables: &[(&str, Vec<(String, String)>)]) {
    const BEGIN: &str = "| In a pack, as an example | Means |\n|---|---|\n";
    let path = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the page");
    let mut now = text.clone();
    for (heading, rows) in tables {
        let (before, rest) = now.split_once(&format!("\n## {heading}\n")).expect(heading);
        let (above, rest) = rest.split_once(BEGIN).expect("a table");
        let old: usize = rest.split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
        let table: String = rows.iter().map(|(word, means)| format!("| `{word}` | {means} |\n")).collect();
        now = format!("{before}\n## {heading}\n{above}{BEGIN}{table}{}", &rest[old..]);
    }
    if std::env::var_os("ASTRARIUM_RENEW").is_some() {
        std::fs::write(&path, &now).expect("writable");
    }
    assert_eq!(text, now, "docs/{page}: run it again with ASTRARIUM_RENEW=1");
}

/// Packs that are refused and packs that are played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutated {
    pub refused: u64,
    pub played: u64,
}

/// Changes the built-in pack in `count` ways, each from the seed and its number; panics at the first that is neither refused
/// properly nor playable.
pub fn mutated<G: Game>(count: u64, seed: u64) -> Mutated {
    let mut sum = Mutated::default();
    for number in 0..count * crate::times() {
        let (files, change) = mutate::<G::Data>(&mut Fast::new(seed, number));
        match crate::caught(|| try_pack::<G>(&files, seed ^ number)) {
            Ok(true) => sum.played += 1,
            Ok(false) => sum.refused += 1,
            Err(fault) => panic!("{}: {fault}\nseed {seed}, pack {number}: {change}", G::META.id),
        }
    }
    assert!(sum.refused > 0, "{}: none of {count} changed packs was refused", G::META.id);
    sum
}

/// Puts an extreme in the place of a number of the built-in pack, `count` times; panics at the first pack that is neither refused
/// properly nor played to the end.
pub fn extremes<G: Game>(count: u64, seed: u64) -> Mutated {
    let (numbers, settings) = (numbers::<G::Data>(), options::corners::<G::Options>());
    let mut sum = Mutated::default();
    for number in 0..count * crate::times() {
        let mut any = Fast::new(seed, number);
        let mut upto = |n: usize| any.below(n as u32) as usize;
        let (place, word) = (&numbers[upto(numbers.len())], EXTREMES[upto(EXTREMES.len())]);
        let (options, mut texts) = (settings[upto(settings.len())], texts::<G::Data>());
        texts[place.file].1.replace_range(place.span.clone(), word);
        match crate::caught(|| whole_game::<G>(&Files::new(texts), options, seed ^ number)) {
            Ok(true) => sum.played += 1,
            Ok(false) => sum.refused += 1,
            Err(fault) => panic!("{}: {fault}\nseed {seed}, pack {number}: {} became {word}", G::META.id, place.told),
        }
    }
    sum
}

/// Repeats entries of a list of a pack, `count` times, up to hundreds of them; panics at the first pack that is neither refused
/// properly nor played to the end.
pub fn lengthened<G: Game>(base: &Files, count: u64, seed: u64) -> Mutated {
    let tables: Vec<(usize, toml::Value)> =
        (0..).zip(base.texts()).map(|(file, (_, text))| (file, table(text))).collect();
    let lists: Vec<(usize, Vec<Step>)> =
        tables.iter().flat_map(|(file, table)| lists(table).into_iter().map(|at| (*file, at))).collect();
    let (mut sum, settings) = (Mutated::default(), options::corners::<G::Options>());
    for number in 0..count * crate::times() {
        let mut any = Fast::new(seed, number);
        let (file, path) = &lists[any.below(lists.len() as u32) as usize];
        let options = settings[any.below(settings.len() as u32) as usize];
        let mut whole = tables[*file].1.clone();
        let told = lengthen(&mut whole, path, &mut any);
        let mut texts = base.texts().to_vec();
        texts[*file].1 = toml::to_string(&whole).expect("tables can be written");
        let name = texts[*file].0.clone();
        match crate::caught(|| whole_game::<G>(&Files::new(texts), options, seed ^ number)) {
            Ok(true) => sum.played += 1,
            Ok(false) => sum.refused += 1,
            Err(fault) => panic!("{}: {fault}\nseed {seed}, pack {number}: {name}: {told}", G::META.id),
        }
    }
    sum
}

/// Raises every number of the built-in pack as far as it is accepted, and plays `games` whole games with it: no combination
/// of values within their bounds may overflow.
pub fn heaped<G: Game>(games: u64, seed: u64) {
    let mut texts = texts::<G::Data>();
    // From the last to the first: what is before a number stays where it is.
    for Literal { file, span, .. } in numbers::<G::Data>().into_iter().rev() {
        let value = |word: &str| word.parse::<i64>().expect("numbers are numbers");
        let old = value(&texts[file].1[span.clone()]);
        let raised = LARGE.iter().filter(|word| value(word) > old).find_map(|word| {
            let mut raised = texts.clone();
            raised[file].1.replace_range(span.clone(), word);
            G::Data::parse(&Files::new(raised.clone())).is_ok().then_some(raised)
        });
        texts = raised.unwrap_or(texts);
    }
    let pack = G::Data::parse(&Files::new(texts)).expect("each number was accepted");
    let pack = Box::leak(Box::new(pack));
    for (number, &options) in (0..games * crate::times()).zip(options::corners::<G::Options>().iter().cycle()) {
        let played = crate::caught(|| finished::<G>(options, pack, seed ^ number));
        played.unwrap_or_else(|fault| panic!("{}: large numbers, seed {seed}: {fault}", G::META.id));
    }
}

/// A number of a pack: the place of its file, its bytes there, and where a person finds it.
struct Literal {
    file: usize,
    span: Range<usize>,
    told: String,
}

/// Every number that a pack holds, in the texts of cards as well.
fn numbers<P: Pack>() -> Vec<Literal> {
    let mut all = Vec::new();
    for (file, (name, text)) in P::FILES.iter().enumerate() {
        let mut start = 0;
        for (line, whole) in text.split_inclusive('\n').enumerate() {
            let data = &whole[..whole.find('#').unwrap_or(whole.len())];
            let words = data.split(|c: char| !c.is_alphanumeric() && c != '-');
            for word in words.filter(|word| word.parse::<i64>().is_ok()) {
                let at = start + word.as_ptr().addr() - whole.as_ptr().addr();
                all.push(Literal { file, span: at..at + word.len(), told: format!("{word} in {name}:{}", line + 1) });
            }
            start += whole.len();
        }
    }
    all
}

/// A step into a table or a list.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    At(usize),
}

fn table(text: &str) -> toml::Value {
    toml::Value::Table(text.parse().expect("the pack that is changed can be read"))
}

/// Where the lists of a table are; those of numbers are pairs and rows, whose lengths are fixed.
fn lists(table: &toml::Value) -> Vec<Vec<Step>> {
    let inside: Vec<(Step, &toml::Value)> = match table {
        toml::Value::Table(table) => table.iter().map(|(key, value)| (Step::Key(key.clone()), value)).collect(),
        toml::Value::Array(list) => (0..).map(Step::At).zip(list).collect(),
        _ => Vec::new(),
    };
    let own = matches!(table, toml::Value::Array(list) if list.first().is_some_and(|v| !v.is_integer())).then(Vec::new);
    let below = inside.into_iter().flat_map(|(step, value)| {
        lists(value).into_iter().map(move |rest| [step.clone()].into_iter().chain(rest).collect())
    });
    own.into_iter().chain(below).collect()
}

/// Adds some of its own entries to a list, and entries of lists of the same name; what became of it.
fn lengthen(whole: &mut toml::Value, path: &[Step], any: &mut Fast) -> String {
    let named = |path: &[Step]| {
        path.iter().rev().find_map(|step| if let Step::Key(key) = step { Some(key.clone()) } else { None })
    };
    let alike: Vec<Vec<Step>> = lists(whole).into_iter().filter(|other| named(other) == named(path)).collect();
    let others = alike.iter().flat_map(|other| at(&mut whole.clone(), other).clone());
    let more: Vec<toml::Value> = others.collect();
    let list = at(whole, path);
    for _ in 0..MORE[any.below(MORE.len() as u32) as usize] {
        list.push(more[any.below(more.len() as u32) as usize].clone());
    }
    format!("{path:?} became {} entries long", list.len())
}

/// The list at a place.
fn at<'a>(whole: &'a mut toml::Value, path: &[Step]) -> &'a mut Vec<toml::Value> {
    let found = path.iter().fold(whole, |value, step| match step {
        Step::Key(key) => &mut value[&key[..]],
        Step::At(at) => &mut value[*at],
    });
    found.as_array_mut().expect("a list was found here")
}

/// Whether the pack is sound; then a game with it is played to its end.
fn whole_game<G: Game>(files: &Files, options: G::Options, seed: u64) -> Result<bool, String> {
    match G::Data::parse(files) {
        Err(errors) => located(&errors, G::Data::FILES).map(|()| false),
        // It lives as long as the program, as every pack does.
        Ok(pack) => finished::<G>(options, Box::leak(Box::new(pack)), seed).map(|()| true),
    }
}

/// Plays to the end, and asks at every step what bots ask.
fn finished<G: Game>(options: G::Options, pack: &'static G::Data, seed: u64) -> Result<(), String> {
    let mut play = Trial::<G>::new(options, pack, seed, 0);
    let mut state = play.begin();
    // After the last decision that there may be, there is none.
    for _ in 0..=G::META.max_actions {
        let Some(next) = play.next(&state).map_err(|fault| play.tell(&fault))? else {
            Seen::of(&state, Viewer::Public).scene();
            return crate::look::sound(&state).map_err(|broken| play.tell(&format!("Invariants: {broken}")));
        };
        play.advance(&mut state, next);
        state.evaluate();
        state.points();
    }
    Err(play.tell("Finite: the game does not end"))
}

/// Whether the pack is sound enough to be played; a fault if it is neither that nor refused with place and reason.
pub fn try_pack<G: Game>(files: &Files, seed: u64) -> Result<bool, String> {
    match G::Data::parse(files) {
        Err(errors) => located(&errors, G::Data::FILES).map(|()| false),
        // It lives as long as the program, as every pack does.
        Ok(pack) => playable::<G>(Box::leak(Box::new(pack)), seed).map(|()| true),
    }
}

/// Every error says where in which file, and what.
fn located(errors: &[PackError], files: &[(&str, &str)]) -> Result<(), String> {
    let known = |file: &str| files.iter().any(|(name, _)| *name == file);
    let lost = errors.iter().find(|e| e.line == 0 || e.column == 0 || e.what.is_empty() || !known(&e.file));
    match lost {
        Some(error) => Err(format!("an error without a place or a reason: {error:?}")),
        None if errors.is_empty() => Err("a pack is refused without a reason".into()),
        None => Ok(()),
    }
}

fn playable<G: Game>(pack: &'static G::Data, seed: u64) -> Result<(), String> {
    let mut play = Trial::<G>::new(G::Options::default(), pack, seed, 0);
    let mut state = play.begin();
    for _ in 0..DECISIONS {
        crate::look::sound(&state).map_err(|broken| play.tell(&format!("Invariants: {broken}")))?;
        let Some(next) = play.next(&state).map_err(|fault| play.tell(&fault))? else { break };
        play.advance(&mut state, next);
    }
    Ok(())
}

fn texts<P: Pack>() -> Vec<(String, String)> {
    P::FILES.iter().map(|&(name, text)| (name.into(), text.into())).collect()
}

/// The built-in pack with one change, and what it was.
fn mutate<P: Pack>(any: &mut Fast) -> (Files, String) {
    let mut texts = texts::<P>();
    let k = any.below(texts.len() as u32) as usize;
    let (name, text) = &mut texts[k];
    let (line, after) = change(text, any);
    let told = format!("{name}:{} became {after:?}", line + 1);
    (Files::new(texts), told)
}

/// Changes one line: where, and what it became.
fn change(text: &mut String, any: &mut Fast) -> (usize, String) {
    let mut lines: Vec<String> = text.lines().map(Into::into).collect();
    let full: Vec<usize> = (0..lines.len()).filter(|&k| !lines[k].trim().is_empty()).collect();
    let at = full[any.below(full.len() as u32) as usize];
    let line = lines[at].clone();
    let mut upto = |n: usize| any.below(n.max(1) as u32) as usize;
    let after = match upto(7) {
        0 => String::new(),
        1 => format!("{line}\n{line}"),
        2 => lines[full[upto(full.len())]].clone(),
        3 => line[..line.floor_char_boundary(upto(line.len()))].to_string(),
        4 => {
            let cut = line.floor_char_boundary(upto(line.len()));
            let odd = ["]", "[", "\"", "=", "#", ",", "é", "\u{0}", "\t\t", "0", "-", "."];
            format!("{}{}{}", &line[..cut], odd[upto(odd.len())], &line[cut..])
        }
        _ => {
            let values =
                ["0", "1", "-1", "2.5", "99", "255", "256", "4294967296", "99999999999999999999", "\"\"", "[]", "true"];
            let words: Vec<&str> = line.split_inclusive([' ', ',', '[']).collect();
            let k = upto(words.len());
            let tail = if words[k].ends_with(',') { "," } else { " " };
            let word = format!("{}{tail}", values[upto(values.len())]);
            [&words[..k], &[&word], &words[k + 1..]].concat().concat()
        }
    };
    lines[at].clone_from(&after);
    *text = lines.join("\n");
    (at, after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_a_place_and_a_reason() {
        let error = |file: &str, line, what: &str| PackError {
            file: file.into(),
            line,
            column: 1,
            what: what.into(),
            right: String::new(),
        };
        let files = [("map.toml", "")];
        assert!(located(&[error("map.toml", 3, "no such moon")], &files).is_ok());
        for lost in
            [error("map.toml", 0, "no such moon"), error("maps.toml", 3, "no such moon"), error("map.toml", 3, "")]
        {
            assert!(located(std::slice::from_ref(&lost), &files).is_err(), "{lost:?}");
        }
        assert!(located(&[], &files).is_err());
    }
}
