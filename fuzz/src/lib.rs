//! What each parser promises for any text, for every title. A panic is a find.

use astrarium_check::packs::try_pack;
use astrarium_core::{Action, Fast, Files, Game, Pack, Record, Silent, Table, options, settle};
use astrarium_games::{Title, with_game};

/// Calls a function that is generic over a game for every title.
macro_rules! every_title {
    ($f:ident, $text:expr) => {
        for title in Title::ALL {
            with_game!(title, G => $f::<G>($text));
        }
    };
}

/// Words are refused, or are a sentence that prints and parses back to itself.
pub fn sentence(text: &str) {
    fn of<G: Game>(text: &str) {
        match text.parse::<G::Action>() {
            Err(refusal) => assert!(!refusal.text.is_empty()),
            Ok(action) => {
                assert_eq!(action.to_string().parse(), Ok(action));
                assert_eq!(G::Action::from_index(action.index()), Some(action));
            }
        }
    }
    every_title!(of, text);
}

/// A record is refused with its line, or prints and parses back to itself; whether it replays or not, nothing breaks.
pub fn record(text: &str) {
    fn of<G: Game>(record: &Record) {
        let mut record = record.clone();
        // Otherwise every old corpus would stop at the header.
        record.header.title = G::META.id.into();
        record.header.rules = G::META.rules_version.to_string();
        record.header.pack = G::house().hash().into();
        if let Err(mismatch) = Table::<G>::verify(&record, G::house()) {
            assert!(!mismatch.what.is_empty());
        }
    }
    match text.parse::<Record>() {
        Err(error) => assert!(!error.what.is_empty() && error.line <= text.lines().count()),
        Ok(record) => {
            assert_eq!(record.to_string().parse(), Ok(record.clone()));
            every_title!(of, &record);
        }
    }
}

/// A first line with options, then a position in TOML or JSON: it is refused with reasons, or it is a state that is sound,
/// exports itself and can be played.
pub fn position(text: &str) {
    fn of<G: Game>(text: &str) {
        let (first, text) = text.split_once('\n').unwrap_or_default();
        let Ok(options) = options::parse(first) else { return };
        let Some(position) = serde_json::from_str(text).ok().or_else(|| toml::from_str(text).ok()) else { return };
        let mut dice = Fast::new(1, 1);
        match G::place(options, G::house(), &position, &mut dice) {
            Err(faults) => assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.is_empty())),
            Ok(state) => {
                assert_eq!(G::place(options, G::house(), &state.position(), &mut dice), Ok(state));
                play(state, &mut dice);
            }
        }
    }
    every_title!(of, text);
}

fn play<G: Game>(mut state: G, dice: &mut Fast) {
    let mut actions = Vec::new();
    for _ in 0..20 {
        assert_eq!(state.invariants(), [""; 0]);
        let Some(seat) = settle(&mut state, &mut actions, dice, &mut Silent, |_, _, _, _| {}).first() else { return };
        actions.clear();
        state.actions(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        state.advance(seat, action, dice, &mut Silent);
    }
}

/// A first line with a file's name, then its text, among the built-in files: the pack is refused with place and reason, or it
/// can be played.
pub fn pack(text: &str) {
    fn of<G: Game>(text: &str) {
        let (first, text) = text.split_once('\n').unwrap_or_default();
        let changed = |(name, house): &(&str, &str)| {
            let text = if *name == first.trim_start_matches("# ") { text } else { house };
            (name.to_string(), text.to_string())
        };
        let files = Files::new(G::Data::FILES.iter().map(changed));
        try_pack::<G>(&files, 1).unwrap_or_else(|fault| panic!("{fault}"));
    }
    every_title!(of, text);
}
