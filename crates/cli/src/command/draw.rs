//! `astrarium draw`: the table as a picture.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use astrarium_core::record::Dice;
use astrarium_core::{Game, Seen, Table, svg};
use astrarium_games::{Title, with_game};
use clap::Args;
use serde_json::json;

use crate::Verdict;
use crate::setup::{self, RecordFile, Setup, titles};

/// Draw the table as SVG: a fresh one, or any point of a record
#[derive(Debug, Args)]
#[command(after_help = "Example: astrarium draw galactic-adventures --record game.rec --at 40 --seat red -o table.svg")]
pub struct Draw {
    /// One of `astrarium titles`
    #[arg(value_parser = titles())]
    title: Title,
    /// Draw a point of this game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// After this entry; 0 is the setup, left out is the end
    #[arg(long, value_name = "K", requires = "record")]
    at: Option<usize>,
    /// As this seat sees it
    #[arg(long, value_name = "S")]
    seat: Option<String>,
    /// The number a fresh table's dice come from
    #[arg(long, value_name = "S", default_value_t = 0, conflicts_with = "record")]
    seed: u64,
    #[command(flatten)]
    setup: Setup,
    /// Where the picture goes
    #[arg(short, long, value_name = "FILE.svg")]
    out: PathBuf,
}

impl Draw {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        with_game!(self.title, G => self.draw(&self.table::<G>()?, json))
    }

    fn table<G: Game>(&self) -> anyhow::Result<Table<G>> {
        let Some(path) = &self.record else {
            let (options, data) = (self.setup.options::<G>()?, self.setup.pack.load::<G>()?);
            let table = Table::open(options, data, Vec::new(), &Dice::from_number(self.seed), None);
            return Ok(table.expect("the game's own setup is sound"));
        };
        let file = RecordFile::read(path)?;
        let (record, title) = file.parse()?;
        ensure!(title == self.title, "{} is a game of {title}, not of {}", path.display(), self.title);
        file.replay(&record, &self.setup.pack, self.at)
    }

    fn draw<G: Game>(&self, table: &Table<G>, json: bool) -> anyhow::Result<Verdict> {
        let state = table.state();
        let viewer = setup::viewer(state, self.seat.as_deref())?;
        let scene = Seen::of(state, viewer).scene();
        std::fs::write(&self.out, svg::render(&scene)).with_context(|| self.out.display().to_string())?;
        let entry = table.record().entries.len() - 1;
        if json {
            super::print_json(&json!({ "file": self.out, "title": G::META.id, "entry": entry, "scene": scene }));
        } else {
            println!("{}: {} after entry {entry}, {}", self.out.display(), G::META.name, scene.heading);
        }
        Ok(Verdict::Fine)
    }
}
