//! A counting allocator, and the playout loop that must not need it.
//!
//! ```text
//! astrarium_check::playouts_allocate_nothing!(State);
//! ```

#![allow(unsafe_code, reason = "an allocator cannot be written without; this one only counts and hands on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use astrarium_core::{Action, Fast, Game, Silent, options, settle};

/// The system's allocator, with a count for each thread.
#[derive(Debug)]
pub struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; counting touches no heap.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(at, layout, size) }
    }
}

/// How often this thread has asked for memory so far.
pub fn count() -> u64 {
    COUNT.get()
}

/// Installs the allocator in a test, and with it the test of the loop.
#[macro_export]
macro_rules! playouts_allocate_nothing {
    ($game:ty) => {
        #[global_allocator]
        static COUNTING: $crate::alloc::Counting = $crate::alloc::Counting;

        #[test]
        fn playouts_allocate_nothing() {
            $crate::alloc::playouts::<$game>(10);
        }
    };
}

/// Random games over all options: with room for the list of actions, no decision asks for memory.
pub fn playouts<G: Game>(games: u64) {
    let before = count();
    black_box(Box::new(0));
    assert!(count() > before, "the counting allocator is not installed");
    for corner in options::corners::<G::Options>() {
        let mut buffer = Vec::with_capacity(G::Action::COUNT as usize);
        for number in 0..games {
            let mut dice = Fast::new(1, number);
            let mut state = G::new(corner, G::house(), &mut dice);
            let before = count();
            let decisions = playout(&mut state, &mut buffer, &mut dice);
            let asked = count() - before;
            assert!(
                asked == 0,
                "{asked} allocations in {decisions} decisions of game {number}, {}",
                options::print(&corner)
            );
        }
    }
}

/// Plays a state to its end as search and simulation do: every action listed, one of them chosen.
fn playout<G: Game>(state: &mut G, buffer: &mut Vec<G::Action>, dice: &mut Fast) -> u32 {
    let mut decisions = 0;
    loop {
        let asked = settle(state, buffer, dice, &mut Silent, |_, _, _, _| decisions += 1);
        let Some(seat) = asked.first() else { return decisions };
        buffer.clear();
        state.actions(seat, buffer);
        let action = buffer[dice.below(buffer.len() as u32) as usize];
        state.advance(seat, action, dice, &mut Silent);
        decisions += 1;
    }
}
