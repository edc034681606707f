//! `astrarium record`: read, verify and replay a played game.

use std::path::PathBuf;

use astrarium_core::record::Entry;
use astrarium_core::told::Told;
use astrarium_core::{Game, Line, Seat, Seen, Table, Viewer, position};
use astrarium_games::with_game;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::Verdict;
use crate::setup::{self, PackFolder, RecordFile};

/// Show, verify or replay the record of a game
#[derive(Debug, Subcommand)]
pub enum Record {
    /// Show what the file says
    #[command(after_help = "Example: astrarium record show game.rec")]
    Show { file: PathBuf },
    /// Play it again and compare every hash, and every die once the secret is opened; names the first line that differs
    #[command(after_help = "Example: astrarium record verify game.rec")]
    Verify {
        file: PathBuf,
        #[command(flatten)]
        pack: PackFolder,
    },
    /// Tell the game again from the record
    #[command(after_help = "Example: astrarium record replay game.rec --at 40 --seat red")]
    Replay(Replay),
}

#[derive(Debug, Args)]
pub struct Replay {
    file: PathBuf,
    /// Stop after this entry; 0 is the setup
    #[arg(long, value_name = "K")]
    at: Option<usize>,
    /// Tell it as this seat saw it, without what was hidden from it
    #[arg(long, value_name = "S")]
    seat: Option<String>,
    #[command(flatten)]
    pack: PackFolder,
}

impl Record {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        match self {
            Record::Show { file } => show(&RecordFile::read(file)?, json),
            Record::Verify { file, pack } => verify(&RecordFile::read(file)?, pack, json),
            Record::Replay(replay) => replay.run(json),
        }
    }
}

fn show(file: &RecordFile, json: bool) -> anyhow::Result<Verdict> {
    let (record, _) = file.parse()?;
    if !json {
        print!("{}", record.header);
        println!();
        record.entries.iter().enumerate().for_each(|(k, entry)| println!("{k:>4}  {}", entry.text()));
        if !record.places.is_empty() {
            println!(" end  {}", record.places.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
        }
        return Ok(Verdict::Fine);
    }
    let header = &record.header;
    super::print_json(&json!({
        "title": header.title, "engine": header.engine, "rules": header.rules, "pack": header.pack,
        "options": header.options, "seats": header.seats, "commitment": header.commitment, "nonces": header.nonces,
        "start": header.start, "secret": record.secret, "places": record.places,
        "entries": record.entries.iter().map(describe).collect::<Vec<_>>(),
    }));
    Ok(Verdict::Fine)
}

fn describe(entry: &Entry) -> Value {
    json!({ "seat": entry.seat, "sentence": entry.sentence, "outcomes": entry.outcomes, "hash": entry.hash })
}

/// What cannot be read is as wrong as what does not agree.
fn verify(file: &RecordFile, pack: &PackFolder, json: bool) -> anyhow::Result<Verdict> {
    let path = file.path.display();
    let checked = match file.parse() {
        Err(e) => Err((None, e.to_string())),
        Ok((record, title)) => with_game!(title, G => {
            let data = pack.of::<G>(&record)?;
            match Table::<G>::verify(&record, data) {
                Ok(table) => Ok((record.entries.len() - 1, record.secret.is_some().then(|| json!(table.picks())))),
                Err(e) => Err((Some(file.line(e.entry)), format!("{path}:{}: {e}", file.line(e.entry)))),
            }
        }),
    };
    match &checked {
        _ if json => super::print_json(&match &checked {
            Ok((actions, dice)) => json!({ "ok": true, "actions": actions, "dice": dice }),
            Err((line, what)) => json!({ "ok": false, "line": line, "what": what }),
        }),
        Ok((actions, Some(_))) => println!("{path}: {actions} actions agree, and the dice come from the opened secret"),
        Ok((actions, None)) => println!("{path}: {actions} actions agree; the secret of the dice is not opened"),
        Err((_, what)) => println!("{what}"),
    }
    Ok(Verdict::of(checked.is_ok()))
}

impl Replay {
    fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let file = RecordFile::read(&self.file)?;
        let (record, title) = file.parse()?;
        with_game!(title, G => {
            let table = file.replay::<G>(&record, &self.pack, self.at)?;
            match setup::viewer(table.state(), self.seat.as_deref())? {
                Viewer::Public => self.tell(&table, json),
                Viewer::Seat(seat) => self.tell_seat(&table, seat, json),
            }
        })
    }

    /// Only what the seat saw: neither others' sealed answers nor what lay face down.
    fn tell_seat<G: Game>(&self, table: &Table<G>, seat: Seat, json: bool) -> anyhow::Result<Verdict> {
        let (record, state) = (table.record(), table.state());
        let told = Table::<G>::told(record, state.data(), None, seat)?;
        let seen = Seen::of(state, Viewer::Seat(seat));
        if json {
            let scene = seen.scene();
            super::print_json(&json!({ "entries": told, "places": record.places, "scene": scene }));
            return Ok(Verdict::Fine);
        }
        for Told { seat, sentence, lines } in &told {
            println!("{}", format!("{seat} {sentence}").trim_end());
            lines.iter().for_each(|line| println!("        {} ({})", line.text, line.clause));
        }
        println!("\n{}", crate::face::table(&seen, &record.header.seats));
        Ok(Verdict::Fine)
    }

    fn tell<G: Game>(&self, table: &Table<G>, json: bool) -> anyhow::Result<Verdict> {
        let lines = table.lines(Viewer::Public, 0);
        let of = |k: usize| lines.iter().filter(move |(entry, _)| *entry == k).map(|(_, line)| line);
        let entries = || table.record().entries.iter().enumerate();
        if json {
            let entry = |(k, entry): (usize, &Entry)| {
                let mut all = describe(entry);
                all["lines"] = json!(of(k).collect::<Vec<&Line>>());
                all
            };
            let (entries, places) = (entries().map(entry).collect::<Vec<_>>(), &table.record().places);
            let position = position::export(table.state());
            super::print_json(&json!({ "entries": entries, "places": places, "position": position }));
            return Ok(Verdict::Fine);
        }
        for (k, entry) in entries() {
            println!("{k:>4}  {}", entry.text());
            of(k).for_each(|line| println!("        {} ({})", line.text, line.clause));
        }
        println!("\n{}", crate::face::table(&Seen::of(table.state(), Viewer::Public), &table.record().header.seats));
        Ok(Verdict::Fine)
    }
}
