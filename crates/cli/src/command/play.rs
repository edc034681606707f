//! `astrarium play`: a full game in the terminal, by sentence.

use std::path::PathBuf;

use anstream::println;
use anyhow::{bail, ensure};
use astrarium_bots::{Bot, Sight, Spec, build};
use astrarium_core::record::Dice;
use astrarium_core::scene::Scene;
use astrarium_core::{BySeat, Game, Odds, Options, Seat, Seen, Sentence, Table, Viewer};
use astrarium_games::{Title, with_game};
use clap::Args;
use serde_json::json;

use crate::Verdict;
use crate::answer::{self, Answer};
use crate::command::rules;
use crate::face;
use crate::setup::{Setup, write_record};
use crate::terminal::Terminal;

/// Whoever plays when nobody is named.
const USUAL_BOT: &str = "normal";

const HELP: &str = "\
type the number of a choice, its sentence, or the beginning of it (Tab completes)
  table          the table again            log            everything that has happened
  why SENTENCE   why it is not allowed      rules [CLAUSE] the rules, or one clause
  save FILE      write the record           quit           leave the table";

/// Play a full game in the terminal
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
People sit first, then the bots. Fewer bots than seats leave seats for people, who share the keyboard.
Bots: random, greedy, ismcts:2000 (iterations), ismcts:500ms, easy, normal, hard; none for no bots.
With --json every question is one line of JSON, and every answer a line with its sentence.
Example: astrarium play galactic-adventures --bots easy,normal,hard --seed 7 --record game.rec")]
pub struct Play {
    /// One of `astrarium titles`; left out: you are asked
    title: Option<Title>,
    /// Who plays the last seats; left out: one person against normal bots
    #[arg(long, value_name = "A,B,…")]
    bots: Option<String>,
    /// The number the dice come from; left out: the system's own chance
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Keep the record in this file, decision by decision
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    setup: Setup,
}

/// Asks for a title; nothing if they leave.
fn menu(terminal: &mut Terminal) -> anyhow::Result<Option<Title>> {
    println!("Astrarium. What do you want to play?");
    for (number, title) in (1..).zip(Title::ALL) {
        println!("  {number}  {}: {}", title.meta().name, title.meta().about);
    }
    let ids = Title::ALL.map(|t| t.to_string()).to_vec();
    while let Some(line) = terminal.read("title> ", ids.clone())? {
        let numbered = line.trim().parse::<usize>().ok().and_then(|n| Title::ALL.get(n.checked_sub(1)?).copied());
        match numbered.map_or_else(|| line.trim().parse(), Ok) {
            Ok(title) => return Ok(Some(title)),
            Err(_) if ["quit", "exit"].contains(&line.trim()) => break,
            Err(what) => println!("{what}, or the number; quit leaves"),
        }
    }
    Ok(None)
}

impl Play {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let mut terminal = Terminal::new()?;
        match self.title.map_or_else(|| menu(&mut terminal), |title| Ok(Some(title)))? {
            Some(title) => with_game!(title, G => self.session::<G>(terminal, json)?.play()),
            None => Ok(Verdict::Fine),
        }
    }

    fn session<G: Game>(&self, terminal: Terminal, json: bool) -> anyhow::Result<Session<G>> {
        let (options, data) = (self.setup.options::<G>()?, self.setup.pack.load::<G>()?);
        let bots = self.bots(options.seats())?;
        let people = options.seats() - bots.len();
        let names = (1..=people).map(|n| format!("person {n}")).chain(bots.iter().map(Spec::to_string)).collect();
        let dice = match self.seed {
            Some(seed) => Dice::from_number(seed),
            None => fresh_dice()?,
        };
        let table = Table::open(options, data, names, &dice, None).expect("the game's own setup is sound");
        // A bot's own dice tell nothing about the table's.
        let bot = |(spec, seat): (&Spec, u64)| build::<G>(spec, self.seed.unwrap_or(0) ^ (seat + 1));
        let seats = (0..people).map(|_| None).chain(bots.iter().zip(0..).map(|b| Some(bot(b)))).collect();
        Ok(Session {
            table,
            dice,
            seats,
            people,
            record: self.record.clone(),
            terminal,
            json,
            seen: BySeat::default(),
            last: None,
        })
    }

    fn bots(&self, seats: usize) -> anyhow::Result<Vec<Spec>> {
        let bots = match self.bots.as_deref() {
            None => vec![USUAL_BOT.parse()?; seats - 1],
            Some("none" | "") => Vec::new(),
            Some(words) => astrarium_bots::parse_list(words)?,
        };
        ensure!(bots.len() <= seats, "{} bots for {seats} seats: expected at most {seats}", bots.len());
        Ok(bots)
    }
}

fn fresh_dice() -> anyhow::Result<Dice> {
    let mut secret = [0; 32];
    match getrandom::fill(&mut secret) {
        Ok(()) => Ok(Dice { secret, nonces: Vec::new() }),
        Err(error) => bail!("the system gives no random numbers: {error}"),
    }
}

/// A table with its people and bots.
struct Session<G: Game> {
    table: Table<G>,
    dice: Dice,
    /// A bot, or nobody for a person.
    seats: Vec<Option<Box<dyn Bot<G>>>>,
    people: usize,
    record: Option<PathBuf>,
    terminal: Terminal,
    json: bool,
    /// Up to which entry each person has read the log.
    seen: BySeat<usize>,
    /// Who was asked last, with the heading then.
    last: Option<(Seat, String)>,
}

impl<G: Game> Session<G> {
    fn play(mut self) -> anyhow::Result<Verdict> {
        while let Some(seat) = self.next() {
            let sentence = match &mut self.seats[seat.index()] {
                Some(bot) => Some(bot.choose(Sight::new(self.table.state(), seat)).to_string()),
                None => self.ask(seat)?,
            };
            let Some(sentence) = sentence else { break };
            self.table.act(seat, &sentence)?;
            self.keep()?;
        }
        self.end()
    }

    /// Bots first: where several seats are asked at once, the order does not matter.
    fn next(&self) -> Option<Seat> {
        let asked = self.table.asked();
        asked.iter().find(|s| self.seats[s.index()].is_some()).or_else(|| asked.first())
    }

    fn keep(&self) -> anyhow::Result<()> {
        self.record.as_ref().map_or(Ok(()), |path| write_record(path, self.table.record()))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        Seen::of(self.table.state(), viewer).scene()
    }

    /// Asks a person until there is an answer; nothing if they leave.
    fn ask(&mut self, seat: Seat) -> anyhow::Result<Option<String>> {
        self.hand_over(seat)?;
        let legal = self.table.sentences(seat);
        self.put(seat, &legal);
        let sentences = legal.iter().map(|s| s.words.join(" "));
        let lines: Vec<String> = sentences.chain(answer::COMMANDS.map(String::from)).collect();
        let prompt = format!("{}> ", self.table.state().seat_name(seat));
        loop {
            let Some(line) = self.terminal.read(&prompt, lines.clone())? else { return Ok(None) };
            if !self.terminal.is_interactive && !self.json {
                println!("{prompt}{line}"); // what comes from a pipe is seen nowhere else
            }
            match answer::read(&line, &legal) {
                Answer::Sentence(sentence) => return Ok(Some(sentence)),
                Answer::Quit => return Ok(None),
                other => self.reply(seat, other)?,
            }
        }
    }

    /// Everything that is no answer to the question.
    fn reply(&self, seat: Seat, answer: Answer) -> anyhow::Result<()> {
        let text = match answer {
            Answer::Several(which) => format!("which one? {}", which.join(", ")),
            Answer::No(text) => self.why_not(seat, &text),
            Answer::Why(text) => self.why_not(seat, &text),
            Answer::Rules(None) => G::META.rules.into(),
            Answer::Rules(Some(clause)) => match &rules::find(G::META.rules, &clause)[..] {
                [] => format!("there is no clause “{clause}”"),
                lines => lines.join("\n"),
            },
            Answer::Table => face::scene(&self.scene(Viewer::Seat(seat))),
            Answer::Log => self.log(seat, 0).join("\n"),
            Answer::Save(path) => match write_record(&path, self.table.record()) {
                Ok(()) => format!("written to {}", path.display()),
                Err(error) => format!("not written: {error:#}"),
            },
            Answer::Help => HELP.into(),
            Answer::Sentence(_) | Answer::Quit | Answer::Nothing => return Ok(()),
        };
        if self.json {
            std::println!("{}", json!({ "reply": text }))
        } else {
            println!("{text}")
        }
        Ok(())
    }

    fn why_not(&self, seat: Seat, text: &str) -> String {
        self.table.why_not(seat, text).map_or_else(|| format!("“{text}” is allowed"), |refusal| refusal.to_string())
    }

    /// People who share a keyboard do not see each other's secrets.
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<()> {
        let stays = self.last.as_ref().is_some_and(|(last, _)| *last == seat);
        if self.people > 1 && !stays && self.terminal.is_interactive {
            let name = self.table.state().seat_name(seat);
            println!("\x1b[2J\x1b[H");
            self.terminal.read(&format!("{name} takes the keyboard, then presses Enter "), Vec::new())?;
        }
        Ok(())
    }

    /// Puts the question: what happened, the table where it has changed much, the choices.
    fn put(&mut self, seat: Seat, legal: &[Sentence]) {
        let state = self.table.state();
        let (prompt, scene) = (Seen::by(state, seat).prompt(), self.scene(Viewer::Seat(seat)));
        let entries = self.table.record().entries.len();
        if self.json {
            let lines: Vec<_> =
                self.table.lines(Viewer::Seat(seat), self.seen[seat]).into_iter().map(|(_, l)| l).collect();
            let (name, legal) = (state.seat_name(seat), json!(legal));
            std::println!(
                "{}",
                json!({ "seat": name, "prompt": prompt, "sentences": legal, "lines": lines, "scene": scene })
            );
        } else {
            self.log(seat, self.seen[seat]).iter().for_each(|line| println!("{line}"));
            let here = Some((seat, scene.heading.clone()));
            if self.last != here {
                println!("\n{}", face::scene(&scene));
                self.last = here;
            }
            println!("\n{} {}", prompt.text, face::styled(face::DIM, prompt.clause.0));
            choices(legal).iter().for_each(|line| println!("{line}"));
        }
        self.seen[seat] = entries;
    }

    fn log(&self, seat: Seat, from: usize) -> Vec<String> {
        let tell = |(_, line): (usize, astrarium_core::Line)| {
            format!("  {} {}", line.text, face::styled(face::DIM, line.clause.0))
        };
        self.table.lines(Viewer::Seat(seat), from).into_iter().map(tell).collect()
    }

    /// The standing, and the opened secret in the record.
    fn end(mut self) -> anyhow::Result<Verdict> {
        self.table.open_secret(&self.dice);
        self.keep()?;
        let record = self.table.record();
        let (finished, decisions) = (!record.places.is_empty(), record.entries.len() - 1);
        if self.json {
            let (places, file) = (&record.places, &self.record);
            std::println!(
                "{}",
                json!({ "finished": finished, "decisions": decisions, "places": places, "record": file })
            );
            return Ok(Verdict::Fine);
        }
        if finished {
            println!("\n{}", face::scene(&self.scene(Viewer::Public)));
            for (seat, place) in Seat::first(record.places.len()).zip(&record.places) {
                println!("{place}. {} ({})", self.table.state().seat_name(seat), record.header.seats[seat.index()]);
            }
        }
        if let Some(path) = &self.record {
            println!("record in {}", path.display());
        }
        Ok(Verdict::Fine)
    }
}

/// `  3  Attack Dune from Amber, 8 of 36, 22 %   target moon-07`
fn choices(legal: &[Sentence]) -> Vec<String> {
    let odds = |o: Odds| format!(", {} of {}, {} %", o.hits, o.of, (o.hits * 100 + o.of / 2) / o.of.max(1));
    let label = |s: &Sentence| format!("{}{}", s.label, s.odds.map(odds).unwrap_or_default());
    let width = legal.iter().map(|s| label(s).chars().count()).max().unwrap_or(0);
    let line = |(s, n): (&Sentence, usize)| {
        format!("{n:>4}  {:<width$}   {}", label(s), face::styled(face::DIM, &s.words.join(" ")))
    };
    legal.iter().zip(1..).map(line).collect()
}
