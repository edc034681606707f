//! The counter counts, and the toy allocates nothing.

use std::hint::black_box;

use astrarium_check::alloc::{count, playouts};

use crate::game::*;

astrarium_check::playouts_allocate_nothing!(Toy<SOUND>);

#[test]
fn memory_is_counted() {
    let before = count();
    let mut list = black_box(vec![1u8]);
    list.reserve(100);
    assert_eq!(count() - before, 2);
}

#[test]
#[should_panic(expected = "allocations in")]
fn a_decision_that_allocates_is_caught() {
    playouts::<Toy<HEAP>>(1);
}
