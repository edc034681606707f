//! `astrarium puzzle`: positions with one best answer, to be found; and `puzzle mine`, which finds such positions in games between bots.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anstream::println;
use anyhow::{Context, anyhow, bail};
use astrarium_core::puzzle::{Puzzle as Position, Puzzles, Solution};
use astrarium_core::{Game, Parts, Seat, Seen, Table};
use astrarium_games::{Title, with_game};
use astrarium_sim::Mine as Digging;
use clap::{Args, Subcommand};
use serde_json::json;

use crate::Verdict;
use crate::answer::{self, Answer};
use crate::command::{rules, stopping};
use crate::face;
use crate::learned::Learned;
use crate::session::choices;
use crate::setup::Setup;
use crate::terminal::Terminal;

const HELP: &str = "\
type the number of an answer, its sentence, or the beginning of it (Tab completes)
  show           the solution             table          the table again
  why SENTENCE   why it is not allowed    rules CLAUSE   one clause
  quit           leave the puzzle";

/// How many answers are shown with their chances.
const SHOWN: usize = 4;

/// Find the best answer: positions in which it is not the obvious one
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Without an id the first puzzle comes that you have not solved. With --json the puzzles are listed.
Example: astrarium puzzle galactic-adventures --list")]
pub struct Puzzle {
    #[command(subcommand)]
    mine: Option<Sub>,
    /// One of `astrarium titles`
    #[arg(required = true)]
    title: Option<Title>,
    /// The word of a puzzle, or its number
    id: Option<String>,
    /// List the puzzles
    #[arg(long)]
    list: bool,
    /// Where it is kept which puzzles you have solved
    #[arg(long, value_name = "DIR", default_value_os_t = super::data_folder())]
    data_dir: PathBuf,
}

#[derive(Clone, Debug, Subcommand)]
enum Sub {
    Mine(Mine),
}

/// Look for puzzles in games between captains
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Two long searches from different worlds must clearly prefer the same answer, and the greedy bot another one. What is found so far is in
the file at any time; the same seed finds the same puzzles.
Example: astrarium puzzle mine galactic-adventures --count 1 --iterations 4000 --seed 3 --out puzzles.toml")]
struct Mine {
    /// One of `astrarium titles`
    title: Title,
    /// How many puzzles are wanted
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// Iterations of each of the two searches
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    iterations: u32,
    /// The number that all games come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The number of the first game
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    #[command(flatten)]
    setup: Setup,
    /// Where the puzzles go
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

impl Puzzle {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        match (&self.mine, self.title) {
            (Some(Sub::Mine(mine)), _) => with_game!(mine.title, G => mine.dig::<G>(json)),
            (None, Some(title)) => with_game!(title, G => self.solve::<G>(json)),
            (None, None) => bail!("expected a title"),
        }
    }

    fn solve<G: Game>(&self, json: bool) -> anyhow::Result<Verdict> {
        let all = Puzzles::of::<G>().ok_or_else(|| anyhow!("{} has no puzzles yet", G::META.name))?.puzzles;
        let mut learned = Learned::read::<G>(&self.data_dir)?;
        let word = |puzzle: &Position<_>| format!("puzzle/{}", puzzle.id);
        if json {
            let puzzle = |p: &Position<_>| json!({ "id": p.id, "name": p.name, "clause": p.clause, "seat": p.seat, "solved": learned.has(&word(p)) });
            super::print_json(&all.iter().map(puzzle).collect());
            return Ok(Verdict::Fine);
        }
        if self.list {
            for (number, puzzle) in (1..).zip(&all) {
                let mark = if learned.has(&word(puzzle)) { '✓' } else { ' ' };
                println!("{mark} {number:>2}  {:<12} {}", puzzle.id, puzzle.name);
            }
            return Ok(Verdict::Fine);
        }
        let chosen = match &self.id {
            Some(id) => find(&all, id)?,
            None => all.iter().position(|puzzle| !learned.has(&word(puzzle))).unwrap_or(0),
        };
        let puzzle = &all[chosen];
        let head = format!("Puzzle {} of {}: {}", chosen + 1, all.len(), puzzle.name);
        println!("\n{}", face::styled(face::BOLD, &head));
        if Asked::<G>::begin(puzzle)?.ask()? {
            learned.keep(&word(puzzle))?;
        }
        Ok(Verdict::Fine)
    }
}

fn find<P>(all: &[Position<P>], word: &str) -> anyhow::Result<usize> {
    let numbered = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < all.len());
    numbered.or_else(|| all.iter().position(|puzzle| puzzle.id == word)).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|puzzle| puzzle.id.as_str()).collect();
        anyhow!("there is no puzzle “{word}”: expected {}", known.join(", "))
    })
}

/// A puzzle being solved.
struct Asked<'p, G: Game> {
    puzzle: &'p Position<<G as Parts>::Position>,
    table: Table<G>,
    seat: Seat,
}

impl<'p, G: Game> Asked<'p, G> {
    fn begin(puzzle: &'p Position<G::Position>) -> anyhow::Result<Self> {
        let (table, seat) = puzzle.table::<G>(G::house()).map_err(anyhow::Error::msg)?;
        Ok(Asked { puzzle, table, seat })
    }

    /// Asks until the best answer is found, shown or given up; whether it was found.
    fn ask(&self) -> anyhow::Result<bool> {
        let mut terminal = Terminal::new()?;
        let (seen, legal) = (Seen::by(self.table.state(), self.seat), self.table.sentences(self.seat));
        let (prompt, lines) = (seen.prompt(), legal.iter().map(|s| s.words.join(" ")).collect::<Vec<_>>());
        println!("\n{}\n", face::table(&seen, &[]));
        println!(
            "You are {}. One answer is clearly best, and it is not what looks best at first sight.",
            self.puzzle.seat
        );
        println!("\n{} {}", prompt.text, face::styled(face::DIM, prompt.clause.0));
        choices(&legal).iter().for_each(|line| println!("{line}"));
        loop {
            let Some(line) = terminal.read("puzzle> ", lines.clone())? else { return Ok(false) };
            match (line.trim(), answer::read(&line, &legal)) {
                ("show", _) => {
                    self.tell();
                    return Ok(false);
                }
                (_, Answer::Quit) => return Ok(false),
                (_, Answer::Table) => println!("\n{}\n", face::table(&seen, &[])),
                (_, Answer::Rules(Some(clause))) => println!("{}", rules::find(G::META.rules, &clause).join("\n")),
                (_, Answer::Several(which)) => println!("which one? {}", which.join(", ")),
                (_, Answer::Sentence(sentence) | Answer::No(sentence)) => {
                    if self.answered(&sentence) {
                        return Ok(true);
                    }
                }
                (_, Answer::Why(sentence)) => match self.table.why_not(self.seat, &sentence) {
                    Some(refusal) => println!("{refusal}"),
                    None => println!("“{sentence}” is allowed"),
                },
                _ => println!("{HELP}"),
            }
        }
    }

    /// What comes of a sentence; whether it is the best one.
    fn answered(&self, sentence: &str) -> bool {
        match self.puzzle.answer(&self.table, self.seat, sentence) {
            Solution::Refused { refusal } => println!("That is not allowed: {refusal}"),
            Solution::Other { obvious: true } => println!("That looks best at first sight. There is something better."),
            Solution::Other { obvious: false } => println!("There is something better. “show” shows it."),
            Solution::Best => {
                println!("✓ That is it.");
                self.tell();
                return true;
            }
        }
        false
    }

    /// The answers with their chances, and why the best one is.
    fn tell(&self) {
        let seen = Seen::by(self.table.state(), self.seat);
        let label = |sentence: &str| sentence.parse().map_or_else(|_| sentence.into(), |a| seen.label(a).to_string());
        let mut chances: Vec<(&String, &u8)> = self.puzzle.chances.iter().collect();
        chances.sort_by_key(|(sentence, chance)| (std::cmp::Reverse(**chance), **sentence != self.puzzle.best));
        for (sentence, chance) in chances.into_iter().take(SHOWN) {
            println!("  {chance:>3} %  {}", label(sentence));
        }
        println!("{}", face::wrapped("", &self.puzzle.why));
    }
}

impl Mine {
    fn dig<G: Game>(&self, json: bool) -> anyhow::Result<Verdict> {
        let stop = stopping()?;
        let (options, data) = (self.setup.options::<G>()?, self.setup.pack.load::<G>()?);
        let Mine { seed, first, count, iterations, .. } = *self;
        let digging = Digging::<G> { options, data, seed, first, wanted: count, iterations };
        let mut found = Puzzles { title: G::META.id.into(), puzzles: Vec::new() };
        let mut kept = Ok(());
        digging.run(&|| stop.load(Relaxed), |game, puzzle| {
            eprintln!("game {game}: {}, {} instead of {}", puzzle.id, puzzle.best, puzzle.obvious);
            found.puzzles.push(puzzle.clone());
            kept = fs::write(&self.out, found.print()).with_context(|| self.out.display().to_string());
        });
        kept?;
        if json {
            super::print_json(&json!({ "file": self.out, "puzzles": found.puzzles.len() }));
        } else {
            println!("{}: {} puzzles", self.out.display(), found.puzzles.len());
        }
        Ok(if stop.load(Relaxed) { Verdict::Stopped } else { Verdict::Fine })
    }
}
