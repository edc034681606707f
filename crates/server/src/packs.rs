//! The component packs that tables are played with: one of the operator's for a title, or the built-in one.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use astrarium_core::{Game, Pack, PackError, data};
use astrarium_games::{Title, with_game};

#[derive(Default)]
pub struct Packs(BTreeMap<Title, &'static (dyn Any + Send + Sync)>);

impl fmt::Debug for Packs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Packs {
    /// Takes a folder for a title's pack, or says everything that is wrong with it.
    pub fn add(&mut self, title: Title, folder: &Path) -> Result<(), Vec<PackError>> {
        let pack: &'static (dyn Any + Send + Sync) =
            with_game!(title, G => data::load::<<G as Game>::Data>(Some(folder))?);
        self.0.insert(title, pack);
        Ok(())
    }

    /// What a new table is played with.
    pub fn of<G: Game>(&self, title: Title) -> &'static G::Data {
        self.0.get(&title).and_then(|pack| pack.downcast_ref()).unwrap_or_else(G::house)
    }

    /// What a record was played with, as far as it is here.
    pub fn with_hash<G: Game>(&self, title: Title, hash: &str) -> &'static G::Data {
        if G::house().hash() == hash { G::house() } else { self.of::<G>(title) }
    }
}
