//! What happened, as a sink that costs nothing when nobody listens.

/// Takes what happens.
pub trait Log<E> {
    /// Takes an event; a silent log never builds it.
    fn push(&mut self, event: impl FnOnce() -> E);

    /// Somebody now knows what was hidden from them: the decision cannot be taken back.
    #[track_caller]
    fn reveal(&mut self) {}
}

/// Nobody listens: search and simulation.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silent;

impl<E> Log<E> for Silent {
    #[inline(always)]
    fn push(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Log<E> for Vec<E> {
    fn push(&mut self, event: impl FnOnce() -> E) {
        Vec::push(self, event());
    }
}
