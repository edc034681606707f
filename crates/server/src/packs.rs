//! The component packs that tables are played with: for new tables one of the operator's or the built-in one, for others the one
//! they began with.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use astrarium_core::{Files, Game, Pack, PackError, Parts, Record, data};
use astrarium_games::{Title, with_game};

use crate::error::Error;
use crate::event::Event;
use crate::id::Id;
use crate::ledger::Row;
use crate::store::Store;

/// A pack of any title.
type AnyPack = &'static (dyn Any + Send + Sync);

#[derive(Default)]
pub struct Packs {
    /// The operator's.
    folders: BTreeMap<Title, AnyPack>,
    /// Those of tables that began with another one, by the name that their records give it. Each is read once.
    others: Mutex<BTreeMap<(Title, String), AnyPack>>,
}

impl fmt::Debug for Packs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.folders.keys()).finish()
    }
}

impl Packs {
    /// Takes a folder for a title's pack, or says everything that is wrong with it.
    pub fn add(&mut self, title: Title, folder: &Path) -> Result<(), Vec<PackError>> {
        let pack: AnyPack = with_game!(title, G => data::load::<<G as Parts>::Data>(Some(folder))?);
        self.folders.insert(title, pack);
        Ok(())
    }

    /// What a new table is played with.
    pub fn of<G: Game>(&self, title: Title) -> &'static G::Data {
        self.folders.get(&title).and_then(|pack| pack.downcast_ref()).unwrap_or_else(G::house)
    }

    fn others(&self) -> MutexGuard<'_, BTreeMap<(Title, String), AnyPack>> {
        self.others.lock().expect("nobody panics with the packs in hand")
    }

    /// The pack that a record names.
    pub fn called<G: Game>(&self, title: Title, name: &str) -> Result<&'static G::Data, String> {
        self.find::<G>(title, name).ok_or_else(|| format!("the pack {name} of {title} is not here: start with --pack"))
    }

    fn find<G: Game>(&self, title: Title, name: &str) -> Option<&'static G::Data> {
        let new = self.of::<G>(title);
        if new.is_called(name) {
            return Some(new);
        }
        if G::house().is_called(name) {
            return Some(G::house());
        }
        let known = self.others().get(&(title, name.into())).and_then(|pack| pack.downcast_ref());
        known.or_else(|| {
            let former = G::built_in(name)?;
            self.others().insert((title, name.into()), former);
            Some(former)
        })
    }

    /// All that tables begin with, each by the names that records give it. Those of version 0.1 name a folder by its text.
    pub fn to_keep(&self) -> Vec<(Title, String, &'static Files)> {
        let mut all = Vec::new();
        for title in Title::ALL {
            let (house, new) = with_game!(title, G => (G::house().files(), self.of::<G>(title).files()));
            let names = [(house.hash().into(), house), (new.hash().into(), new), (new.text_hash(), new)];
            all.extend(names.map(|(name, files)| (title, name, files)));
        }
        all
    }

    /// The events of a table after a sequence number. The pack that they are played with is here when they are.
    pub async fn log(&self, store: &Store, table: Id, after: u64) -> Result<Vec<Row>, Error> {
        let rows = store.log(table, after).await?;
        for row in &rows {
            if let Event::Started { record, .. } | Event::Rewritten { record } = &row.event
                && let Ok(Record { header, .. }) = record.parse()
                && let Ok(title) = header.title.parse()
            {
                self.bring(store, title, &header.pack).await?;
            }
        }
        Ok(rows)
    }

    /// Looks for a pack among those that were kept, if it is not here.
    async fn bring(&self, store: &Store, title: Title, name: &str) -> Result<(), Error> {
        if with_game!(title, G => self.find::<G>(title, name).is_some()) {
            return Ok(());
        }
        let Some(files) = store.pack(title, name).await? else { return Ok(()) };
        let read = with_game!(title, G => data::keep::<<G as Parts>::Data>(&files).map(|pack| pack as AnyPack));
        match read {
            Ok(pack) => _ = self.others().insert((title, name.into()), pack),
            Err(faults) => {
                let faults = faults.iter().map(PackError::to_string).collect::<Vec<_>>().join("; ");
                tracing::error!(%title, name, faults, "a pack that was kept cannot be read");
            }
        }
        Ok(())
    }
}
