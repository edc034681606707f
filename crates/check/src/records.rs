//! Records: golden ones that must replay for ever, and fresh ones of random play.

use std::path::Path;

use astrarium_core::record::{Dice, RecordError, unhex};
use astrarium_core::{Fast, Game, Record, Table, options};

/// If set, records that no longer replay are rewritten from the same decisions and the same secret. For intended changes of rules or
/// packs; read the diff before you commit it.
const RENEW: &str = "ASTRARIUM_RENEW";

/// Every `*.rec` of a folder parses, verifies and prints back to the same text; panics with all that do not.
pub fn records<G: Game>(folder: impl AsRef<Path>) {
    let mut faults = Vec::new();
    for (file, text) in crate::files(folder.as_ref(), "rec") {
        let Err(fault) = replays::<G>(&text) else { continue };
        if std::env::var_os(RENEW).is_some() {
            let text = renewed::<G>(&text).unwrap_or_else(|why| panic!("{file} cannot be renewed: {why}"));
            std::fs::write(&file, text).unwrap_or_else(|e| panic!("{file}: {e}"));
        } else {
            faults.push(format!("{file}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{} records differ\n{}", faults.len(), faults.join("\n"));
}

fn renewed<G: Game>(text: &str) -> Result<String, String> {
    let record: Record = text.parse().map_err(|e: RecordError| e.to_string())?;
    let Record { header, entries, secret, .. } = record;
    let secret = secret.as_deref().and_then(unhex).ok_or("its secret is not opened")?;
    let dice = Dice { secret, nonces: header.nonces };
    let options = options::parse(&header.options)?;
    let start: Option<G::Position> =
        header.start.map(|s| serde_json::from_str(&s)).transpose().map_err(|e| e.to_string())?;
    let mut table = Table::<G>::open(options, G::house(), header.seats, &dice, start.as_ref())
        .map_err(|broken| broken.join("; "))?;
    for entry in &entries[1..] {
        let seat = table.state().seat_named(&entry.seat).ok_or_else(|| format!("no seat {}", entry.seat))?;
        table.act(seat, &entry.sentence).map_err(|refusal| format!("“{}”: {refusal}", entry.text()))?;
    }
    table.open_secret(&dice);
    Ok(table.record().to_string())
}

fn replays<G: Game>(text: &str) -> Result<(), String> {
    let record: Record = text.parse().map_err(|e: RecordError| e.to_string())?;
    let table = Table::<G>::verify(&record, G::built_in(&record.header.pack).unwrap_or_else(G::house))
        .map_err(|mismatch| mismatch.to_string())?;
    let printed = table.record().to_string();
    let line = text.lines().zip(printed.lines()).position(|(a, b)| a != b);
    match line {
        _ if printed == text => Ok(()),
        Some(k) => Err(format!("line {}: prints back as “{}”", k + 1, printed.lines().nth(k).unwrap_or_default())),
        None => Err("prints back longer or shorter".into()),
    }
}

/// A whole game of random choices at a table, with its secret opened.
pub fn random<G: Game>(options: G::Options, data: &'static G::Data, seed: u64) -> Table<G> {
    let dice = Dice::from_number(seed);
    let players = vec!["random".to_string(); astrarium_core::Options::seats(&options)];
    let mut table = Table::<G>::open(options, data, players, &dice, None).expect("no position that could be broken");
    let (mut choices, mut actions) = (Fast::new(seed, 0), Vec::new());
    while !table.state().turn().is_over() {
        let asked = table.asked();
        let seat = asked.iter().nth(choices.below(asked.len() as u32) as usize).expect("below the number asked");
        actions.clear();
        table.state().actions(seat, &mut actions);
        let action = actions[choices.below(actions.len() as u32) as usize];
        table.act(seat, &action.to_string()).unwrap_or_else(|refusal| panic!("listed “{action}”, but {refusal}"));
    }
    table.open_secret(&dice);
    table
}
