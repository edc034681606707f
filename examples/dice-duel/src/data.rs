//! What is printed: typed tables from `data/`, checked whole.

use std::sync::OnceLock;

use astrarium_core::data::{self, Files, Pack, PackError, Reading, within};
use serde::Deserialize;

#[derive(Debug)]
pub struct Data {
    files: Files,
    pub numbers: Numbers,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    #[serde(deserialize_with = "within::<1, 50, _, _>")]
    pub hearts: u8,
    #[serde(deserialize_with = "within::<1, 50, _, _>")]
    pub rounds: u8,
    #[serde(deserialize_with = "within::<2, 20, _, _>")]
    pub die: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub guard: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub bead: u8,
}

impl Pack for Data {
    const FILES: &'static [(&'static str, &'static str)] = &[("numbers.toml", include_str!("../data/numbers.toml"))];

    fn read(files: &Reading<'_>) -> Result<Data, Vec<PackError>> {
        let numbers = files.get("numbers.toml").map_err(|fault| vec![fault])?;
        Ok(Data { files: (**files).clone(), numbers })
    }

    fn files(&self) -> &Files {
        &self.files
    }
}

pub fn house() -> &'static Data {
    static HOUSE: OnceLock<&Data> = OnceLock::new();
    HOUSE.get_or_init(|| data::load(None).expect("the house pack is sound"))
}
