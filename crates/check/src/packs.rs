//! Broken component packs: they are refused with a place and a reason, or they can be played.

use astrarium_core::{Fast, Files, Game, Pack, PackError};

use crate::play::Play;

/// How many decisions are played on a changed pack that is accepted.
const DECISIONS: u32 = 200;

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
    let mut play = Play::<G>::new(G::Options::default(), pack, seed, 0);
    let mut state = play.begin();
    for _ in 0..DECISIONS {
        crate::look::sound(&state).map_err(|broken| play.tell(&format!("Invariants: {broken}")))?;
        let Some(next) = play.next(&state).map_err(|fault| play.tell(&fault))? else { break };
        play.advance(&mut state, next);
    }
    Ok(())
}

/// The built-in pack with one change, and what it was.
fn mutate<P: Pack>(any: &mut Fast) -> (Files, String) {
    let mut texts: Vec<(String, String)> = P::FILES.iter().map(|&(name, text)| (name.into(), text.into())).collect();
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
