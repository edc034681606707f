//! Dice and draws. Chance is an argument of the rules, so a test can script it and a record can replay it.

use std::collections::VecDeque;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Where dice and draws come from.
pub trait Chance {
    /// One of `n` equally likely outcomes, `0..n`. `name` is the outcome's word in records and scripts; it is asked only
    /// when somebody writes or reads words.
    fn pick(&mut self, n: u32, name: impl Fn(u32) -> String) -> u32;

    /// A fair die: `1..=sides`.
    fn roll(&mut self, sides: u8) -> u8 {
        1 + self.pick(u32::from(sides), |i| (i + 1).to_string()) as u8
    }

    /// Draws from a pool: `counts[k]` pieces of kind `k`, all equally likely. Returns the kind, and takes nothing out.
    fn draw(&mut self, counts: &[u8], name: impl Fn(usize) -> String) -> usize {
        let kind = |mut i: u32| {
            counts.iter().position(|&c| {
                if i < u32::from(c) {
                    true
                } else {
                    i -= u32::from(c);
                    false
                }
            })
        };
        let total = counts.iter().map(|&c| u32::from(c)).sum();
        let i = self.pick(total, |i| name(kind(i).expect("below the total")));
        kind(i).expect("below the total")
    }
}

/// A uniform number below `n` from 32 random bits per try, without bias (Lemire's method). Our own, so that no change in a library's
/// sampling changes a game.
#[inline]
fn below(n: u32, mut bits: impl FnMut() -> u32) -> u32 {
    assert!(n > 0, "a draw from nothing");
    let mut wide = u64::from(bits()) * u64::from(n);
    if (wide as u32) < n {
        let least = n.wrapping_neg() % n;
        while (wide as u32) < least {
            wide = u64::from(bits()) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}

/// Quick dice for search and simulation: PCG 64 bit, one stream per game. They can be written down and taken up where they were.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fast(Pcg64Mcg);

impl Fast {
    /// Game `number` of a batch with one seed: the same dice whatever else is played.
    pub fn new(seed: u64, number: u64) -> Fast {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..].copy_from_slice(&number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes());
        let mut rng = Pcg64Mcg::from_seed(bytes);
        (0..4).for_each(|_| _ = rng.next_u64());
        Fast(rng)
    }

    /// A uniform number below `n`, for choices that are not part of the game (a random bot's).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        below(n, || (self.0.next_u64() >> 32) as u32)
    }
}

impl Chance for Fast {
    #[inline]
    fn pick(&mut self, n: u32, _: impl Fn(u32) -> String) -> u32 {
        self.below(n)
    }
}

/// The dice of a table: block k is SHA-256(seed ‖ k), read as eight 32-bit numbers, all big-endian. Anybody can check a
/// game with a few lines of any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded {
    seed: [u8; 32],
    drawn: u64,
}

impl Seeded {
    /// A stream from its beginning.
    pub fn new(seed: [u8; 32]) -> Seeded {
        Seeded { seed, drawn: 0 }
    }

    /// Takes up a stream after `drawn` numbers.
    pub fn resume(seed: [u8; 32], drawn: u64) -> Seeded {
        Seeded { seed, drawn }
    }

    /// How many numbers have been taken.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    fn next(&mut self) -> u32 {
        let block = Sha256::new().chain_update(self.seed).chain_update((self.drawn / 8).to_be_bytes()).finalize();
        let at = (self.drawn % 8) as usize * 4;
        self.drawn += 1;
        u32::from_be_bytes(block[at..at + 4].try_into().expect("four bytes"))
    }
}

impl Chance for Seeded {
    fn pick(&mut self, n: u32, _: impl Fn(u32) -> String) -> u32 {
        below(n, || self.next())
    }
}

/// Outcomes given as words: by a scenario or by a record.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    words: VecDeque<String>,
    fault: Option<String>,
    /// Draws without an outcome: each result differs from the last, so that dice which are rolled again until they differ come to an end.
    missing: u32,
}

impl Scripted {
    /// A script of these words.
    pub fn new(words: impl IntoIterator<Item = impl ToString>) -> Scripted {
        Scripted { words: words.into_iter().map(|w| w.to_string()).collect(), fault: None, missing: 0 }
    }

    /// The first draw that had no outcome, or one it cannot have.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Whether every outcome was used and every draw had one; otherwise what went wrong first.
    pub fn finish(self) -> Result<(), String> {
        match self {
            Scripted { fault: Some(fault), .. } => Err(fault),
            Scripted { words, .. } if !words.is_empty() => {
                Err(format!("outcomes left over: {}", Vec::from(words).join(" ")))
            }
            _ => Ok(()),
        }
    }
}

impl Chance for Scripted {
    fn pick(&mut self, n: u32, name: impl Fn(u32) -> String) -> u32 {
        let word = self.words.pop_front();
        let found = word.as_ref().and_then(|w| (0..n).find(|&i| name(i) == *w));
        found.unwrap_or_else(|| {
            let of = || (0..n.min(30)).map(&name).collect::<Vec<_>>().join(" ");
            self.fault.get_or_insert_with(|| match word {
                None => format!("no outcome given for a draw among {}", of()),
                Some(w) => format!("“{w}” is none of {}", of()),
            });
            self.missing = self.missing.wrapping_add(1);
            (self.missing.wrapping_mul(0x9E37_79B9) >> 16) % n
        })
    }
}

/// Records the outcomes of another chance: the words, and which of how many it was.
#[derive(Debug)]
pub struct Taping<'a, C> {
    chance: &'a mut C,
    /// The words of what fell.
    pub words: Vec<String>,
    /// What fell, among how many.
    pub picks: Vec<Pick>,
}

/// The `fell`th of `of` equally likely outcomes, counted from 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pick {
    /// How many outcomes there were.
    pub of: u32,
    /// Which of them it was, from 0.
    pub fell: u32,
}

impl<'a, C: Chance> Taping<'a, C> {
    /// Listens to this chance.
    pub fn new(chance: &'a mut C) -> Self {
        Taping { chance, words: Vec::new(), picks: Vec::new() }
    }
}

impl<C: Chance> Chance for Taping<'_, C> {
    fn pick(&mut self, n: u32, name: impl Fn(u32) -> String) -> u32 {
        let i = self.chance.pick(n, &name);
        self.words.push(name(i));
        self.picks.push(Pick { of: n, fell: i });
        i
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers never change: every record that opens its seed depends on them.
    #[test]
    fn the_streams_are_pinned() {
        let mut dice = Seeded::new([7; 32]);
        let seeded: Vec<_> = (0..12).map(|_| dice.roll(20)).collect();
        let mut fast = Fast::new(7, 3);
        let quick: Vec<_> = (0..12).map(|_| fast.roll(20)).collect();
        assert_eq!(seeded, [10, 19, 11, 15, 12, 3, 7, 19, 19, 3, 19, 3]);
        assert_eq!(quick, [1, 18, 10, 9, 9, 10, 6, 12, 17, 6, 5, 11]);
    }

    #[test]
    fn a_taken_up_stream_goes_on() {
        let mut whole = Seeded::new([1; 32]);
        (0..11).for_each(|_| _ = whole.roll(6));
        let mut rest = Seeded::resume([1; 32], whole.drawn());
        assert_eq!(rest.roll(12), whole.roll(12));
    }

    #[test]
    fn quick_dice_that_were_written_down_go_on() {
        let mut dice = Fast::new(7, 3);
        dice.roll(20);
        let mut read: Fast = serde_json::from_str(&serde_json::to_string(&dice).unwrap()).unwrap();
        (0..9).for_each(|_| assert_eq!(read.roll(20), dice.roll(20)));
    }

    #[test]
    fn a_script_is_used_up_exactly() {
        let mut script = Scripted::new(["6", "d8"]);
        assert_eq!(script.roll(6), 6);
        assert_eq!(script.draw(&[3, 1], |k| ["d4", "d8"][k].into()), 1);
        assert_eq!(script.clone().finish(), Ok(()));
        script.roll(4);
        assert_eq!(script.finish(), Err("no outcome given for a draw among 1 2 3 4".into()));
        assert_eq!(Scripted::new(["5"]).finish(), Err("outcomes left over: 5".into()));
    }

    #[test]
    fn draws_without_an_outcome_differ() {
        let mut script = Scripted::default();
        let fell: std::collections::BTreeSet<u8> = (0..40).map(|_| script.roll(6)).collect();
        assert_eq!(fell.len(), 6);
        assert!(script.finish().is_err());
    }

    #[test]
    fn draws_are_even() {
        let mut fast = Fast::new(1, 1);
        let mut seen = [0u32; 3];
        (0..60_000).for_each(|_| seen[fast.draw(&[1, 2, 3], |_| String::new())] += 1);
        assert!(seen.iter().zip([10_000, 20_000, 30_000]).all(|(&n, want)| n.abs_diff(want) < 600), "{seen:?}");
    }
}
