//! Records: golden ones that must replay for ever, and fresh ones of random play.

use std::path::Path;

use astrarium_core::record::{Dice, RecordError};
use astrarium_core::{Fast, Game, Record, Table};

/// Every `*.rec` of a folder parses, verifies and prints back to the same text; panics with all that do not.
pub fn records<G: Game>(folder: impl AsRef<Path>) {
    let faults: Vec<_> = crate::files(folder.as_ref(), "rec")
        .into_iter()
        .filter_map(|(file, text)| replays::<G>(&text).err().map(|fault| format!("{file}: {fault}")))
        .collect();
    assert!(faults.is_empty(), "{} records differ\n{}", faults.len(), faults.join("\n"));
}

fn replays<G: Game>(text: &str) -> Result<(), String> {
    let record: Record = text.parse().map_err(|e: RecordError| e.to_string())?;
    let table = Table::<G>::verify(&record, G::house()).map_err(|mismatch| mismatch.to_string())?;
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
