//! A played game as one seat saw it: its own sentences, and of the others what it could read at the time.

use serde::Serialize;

use crate::table::Mismatch;
use crate::{Game, Line, Record, Seat, Table, Turn, Viewer};

/// One decision as a seat saw it. Outcomes and hashes are not in it: they tell what was drawn face down, or can be used to guess it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Who decided, as the record names them; `setup` in the first.
    pub seat: String,
    /// What was said; only of the seat itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sentence: String,
    /// What the seat could read.
    pub lines: Vec<Line>,
}

/// What was told so far, and the entries whose seal is not broken.
struct Tale {
    seat: Seat,
    told: Vec<Told>,
    sealed: Vec<usize>,
}

impl<G: Game> Table<G> {
    /// Plays a record again, up to and with entry `until`, and tells it as the seat saw it. Sealed answers of others come where the
    /// seal was broken; before that not even their number is known.
    pub fn told(
        record: &Record,
        data: &'static G::Data,
        until: Option<usize>,
        seat: Seat,
    ) -> Result<Vec<Told>, Mismatch> {
        let mut tale = Tale { seat, told: Vec::new(), sealed: Vec::new() };
        Table::<G>::replay_each(record, data, until, |before, by, table| tale.hear(before, by, table))?;
        Ok(tale.told)
    }
}

impl Tale {
    fn hear<G: Game>(&mut self, before: Turn, by: Option<Seat>, table: &Table<G>) {
        let last = table.record().entries.len() - 1;
        let sealed = by.is_some_and(|by| before.still_sealed(table.state().turn(), by));
        let own = by == Some(self.seat);
        if sealed && !own {
            self.sealed.push(last);
            return;
        }
        let opened = if sealed { Vec::new() } else { std::mem::take(&mut self.sealed) };
        for k in opened.into_iter().chain([last]) {
            let entry = &table.record().entries[k];
            let lines = table.lines_of(Viewer::Seat(self.seat), k..k + 1).into_iter().map(|(_, line)| line).collect();
            let sentence = if own && k == last { entry.sentence.clone() } else { String::new() };
            self.told.push(Told { seat: entry.seat.clone(), sentence, lines });
        }
    }
}
