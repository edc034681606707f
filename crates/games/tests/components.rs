//! The list of components of each title is exactly what its pack holds.

use astrarium_core::Parts;
use astrarium_core::data::{Files, contents};
use astrarium_games::{Title, with_game};

/// The names that stand in the files, read line by line: under a header of another edition they are none of this title's.
fn named(files: &Files, others: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for (_, text) in files.texts() {
        let mut foreign = false;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(header) = line.strip_prefix('[') {
                foreign = others.iter().any(|other| header.starts_with(&format!("{other}.")));
            }
            let name = line.split("name = \"").nth(1).and_then(|rest| rest.split('"').next());
            names.extend(name.filter(|_| !foreign).map(String::from));
        }
    }
    names.sort();
    names
}

#[test]
fn components_are_what_the_pack_holds() {
    for title in Title::ALL {
        let others: Vec<&str> =
            Title::ALL.iter().filter(|other| **other != title).map(|other| other.meta().id).collect();
        let files = with_game!(title, G => Files::house::<<G as Parts>::Data>());
        let kinds = contents(&files, &others);
        let mut listed: Vec<String> =
            kinds.iter().flat_map(|kind| &kind.components).map(|one| one.name.clone()).collect();
        listed.sort();
        assert_eq!(listed, named(&files, &others), "{title}");
        assert!(listed.len() > 20, "{title}: {listed:?}");
        for kind in kinds {
            let ids: std::collections::BTreeSet<&str> = kind.components.iter().map(|one| one.id.as_str()).collect();
            assert_eq!(ids.len(), kind.components.len(), "{title}: {}", kind.id);
        }
    }
}
