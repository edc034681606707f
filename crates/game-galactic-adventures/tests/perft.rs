//! How many ways there are to play on from points of a played game: a number that changes tells of a rule that did.

use astrarium_check::perft::perft;
use astrarium_core::{Fast, Parts, Record, Table};
use game_galactic_adventures::State;

/// By depth: the sequences of one to five decisions.
const WAYS: [(usize, [u64; 5]); 5] = [
    (0, [6, 35, 209, 1278, 7834]), // research
    (14, [5, 9, 45, 129, 165]),    // allocation
    (36, [5, 9, 45, 129, 165]),    // allocation
    (49, [5, 21, 88, 379, 743]),   // turns
    (119, [6, 23, 57, 229, 210]),  // turns
];

#[test]
fn ways_are_counted() {
    let record: Record = include_str!("records/target-of-four.rec").parse().expect("a record");
    for (at, ways) in WAYS {
        let table = Table::<State>::replay(&record, State::house(), Some(at)).expect("it replays");
        let counted = [1, 2, 3, 4, 5].map(|depth| perft(table.state(), &Fast::new(1, 0), depth));
        assert_eq!(counted, ways, "after entry {at}");
    }
}
