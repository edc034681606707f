//! The log tells every gain and loss: its lines add up to what each seat has.

use std::collections::BTreeMap;

use astrarium_core::{Game, Line, Part, Seat, Seen, Turn, Viewer, options};

use crate::play::Trial;

/// What everybody can count at the table, and the words by which the log calls it.
#[derive(Debug)]
pub struct Count<V> {
    pub words: &'static [&'static str],
    /// How many the seat has in the public view; nothing where that is hidden.
    pub of: fn(&V, Seat) -> Option<i32>,
}

/// Words after which an amount is gone.
const LOST: [&str; 6] = ["pays", "loses", "sells", "spends", "puts", "pay"];
/// The word between an amount and the other side of a bargain.
const BARGAIN: &str = "for";

/// Plays games by chance and adds up what the public log says of each seat, after every decision with every option.
///
/// A line speaks of the seat that it begins with, or that follows a semicolon; what follows a colon explains. “Red buys 1 metal for
/// 3 marks; Blue loses 1 metal: piracy” is 1 metal more and 3 marks less for Red, and 1 metal less for Blue.
pub fn told<G: Game>(counts: &[Count<G::View>]) {
    for (number, corner) in options::corners::<G::Options>().into_iter().enumerate() {
        let mut play = Trial::<G>::new(corner, G::house(), 7, number as u64);
        let mut state = play.begin();
        let mut told = counted(&state, counts);
        while let Some(next) = play.next(&state).unwrap_or_else(|fault| panic!("{fault}")) {
            let mut events = Vec::new();
            state.advance(next.seat, next.action, &mut play.dice, &mut events);
            let seen = Seen::of(&state, Viewer::Public);
            let lines: Vec<Line> = events.iter().filter_map(|event| seen.tell(event)).collect();
            for (seat, count, amount) in lines.iter().flat_map(|line| amounts(line, counts)) {
                told.entry((seat, count)).and_modify(|has| *has += amount);
            }
            if matches!(state.turn(), Turn::AnyOf(_)) {
                continue; // What is sealed is told when it is opened.
            }
            for (&(seat, count), &has) in &counted(&state, counts) {
                let known = told.insert((seat, count), has);
                let read: Vec<String> = lines.iter().map(|line| line.text.to_string()).collect();
                assert!(
                    known.is_none_or(|known| known == has),
                    "{}, {}: after “{}” {} has {has} {}, but the log says {known:?}\n{}",
                    G::META.id,
                    options::print(&corner),
                    next.action,
                    state.seat_name(seat),
                    counts[count].words[0],
                    read.join("\n")
                );
            }
        }
    }
}

/// What every seat has of everything, as far as it is public.
fn counted<G: Game>(state: &G, counts: &[Count<G::View>]) -> BTreeMap<(Seat, usize), i32> {
    let view = state.view(Viewer::Public);
    let seats = Seat::first(state.seats());
    let all = seats.flat_map(|seat| counts.iter().enumerate().map(move |(k, count)| (seat, k, count)));
    all.filter_map(|(seat, k, count)| Some(((seat, k), (count.of)(&view, seat)?))).collect()
}

/// Every amount in a line: whose, of what, more or less.
fn amounts<V>(line: &Line, counts: &[Count<V>]) -> Vec<(Seat, usize, i32)> {
    let (mut found, mut seat, mut sign, mut before) = (Vec::new(), None, 1, [None, None]);
    let mut begins = true;
    for part in line.text.parts() {
        let words = match part {
            Part::Ref { seat: Some(of), .. } if begins => {
                (seat, begins) = (Some(*of), false);
                continue;
            }
            Part::Ref { name, .. } => name,
            Part::Words(words) => words,
        };
        for word in words.split_inclusive([' ', ';', ':', ',']) {
            let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let count = counts.iter().position(|count| count.words.contains(&plain.as_str()));
            if let (Some(count), Some(seat), Some(amount)) = (count, seat, before[1].or(before[0])) {
                found.push((seat, count, sign * amount));
            }
            match plain.as_str() {
                "" => {}
                BARGAIN => sign = -sign,
                lost if LOST.contains(&lost) => sign = -1,
                other => before = [before[1], other.parse::<i32>().ok()],
            }
            if word.contains(':') {
                return found;
            }
            if word.contains(';') {
                (seat, sign, begins, before) = (None, 1, true, [None, None]);
            }
        }
        begins &= words.trim().is_empty() || words.trim_end().ends_with(';');
    }
    found
}
