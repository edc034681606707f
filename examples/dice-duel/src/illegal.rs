//! Why an action is refused: one variant per "may not", each with its clause.

astrarium_core::refusals! {
    Chosen = "DD-002", "you have chosen your stance";
    GameOver = "DD-007", "the duel is over";
}
