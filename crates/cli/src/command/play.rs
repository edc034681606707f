//! `astrarium play`: a full game in the terminal, by sentence.

use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::{bail, ensure};
use astrarium_bots::{Bot, Spec, build};
use astrarium_core::record::Dice;
use astrarium_core::{Game, Options, Record, Table};
use astrarium_games::{Title, with_game};
use clap::Args;

use crate::Verdict;
use crate::keep::{self, Shared};
use crate::session::{Session, USUAL_BOT};
use crate::setup::{RecordFile, Setup, titles};
use crate::terminal::Terminal;

/// Play a full game in the terminal
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
People sit first, then the bots. Fewer bots than seats leave seats for people, who share the keyboard.
Bots: random, greedy, ismcts:2000 (iterations), ismcts:500ms; levels:
cadet, pilot, captain, admiral, emperor; none for no bots.
A record is never overwritten. As long as the game is not over, FILE.secret beside it holds what its dice come from.
Ctrl-C keeps the game: in its file, or in TITLE.rec in this folder.
With --json every question is one line of JSON, and every answer a line with its sentence.
Example: astrarium play galactic-adventures --bots pilot,captain,admiral --seed 7 --record game.rec
Example: astrarium play --resume game.rec")]
pub struct Play {
    /// One of `astrarium titles`; left out: you are asked
    #[arg(value_parser = titles())]
    title: Option<Title>,
    /// Who plays the last seats; left out: one person against captains
    #[arg(long, value_name = "A,B,…")]
    bots: Option<String>,
    /// The number the dice come from; left out: the system's own chance
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Keep the record in this file, decision by decision; there must be no such file yet
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["title", "bots", "record", "seats", "options"])]
    resume: Option<PathBuf>,
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
        if let Some(path) = &self.resume {
            let file = RecordFile::read(path)?;
            let (record, title) = file.parse()?;
            return with_game!(title, G => self.resumed::<G>(&file, &record, terminal, json)?.play());
        }
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
        self.seated(table, dice, None, terminal, json)
    }

    /// A game that goes on where it was left, with the same dice.
    fn resumed<G: Game>(
        &self,
        file: &RecordFile,
        record: &Record,
        terminal: Terminal,
        json: bool,
    ) -> anyhow::Result<Session<G>> {
        ensure!(record.places.is_empty(), "{}: this game is over; `record replay` tells it", file.path.display());
        let dice = keep::dice(file, record, self.seed)?;
        let table = Table::resume(record, self.setup.pack.of::<G>(record)?, &dice).map_err(|e| file.differs(&e))?;
        self.seated(table, dice, Some(&file.path), terminal, json)
    }

    /// A player with the name of a bot is one.
    fn seated<G: Game>(
        &self,
        table: Table<G>,
        dice: Dice,
        resumed: Option<&Path>,
        terminal: Terminal,
        json: bool,
    ) -> anyhow::Result<Session<G>> {
        // A bot's own dice tell nothing about the table's.
        let mut number = self.seed.unwrap_or(0);
        let mut bot = |name: &String| -> Option<Box<dyn Bot<G>>> {
            let spec: Spec = name.parse().ok()?;
            number = number.wrapping_add(1);
            Some(build::<G>(&spec, number))
        };
        let seats = table.record().header.seats.iter().map(&mut bot).collect();
        let keep = Shared::new(G::META.id, resumed.map(Path::to_path_buf), dice.clone());
        match &self.record {
            Some(path) => keep.lock().begin(path, table.record())?,
            None => keep.lock().keep(table.record())?,
        }
        keep.keep_at_ctrl_c()?;
        Ok(Session::new(table, dice, seats, keep, terminal, json))
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
