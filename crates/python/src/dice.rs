//! Dice that can be written down and taken up where they were.

use astrarium_core::Fast;

use crate::errors;
use pyo3::PyResult;

pub fn write(dice: &Fast) -> String {
    serde_json::to_string(dice).expect("dice are plain data")
}

pub fn read(text: &str) -> PyResult<Fast> {
    serde_json::from_str(text).map_err(|e| errors::value(format!("these are no dice: {e}")))
}
