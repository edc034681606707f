//! Playouts ask for no memory.

use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};

astrarium_check::playouts_allocate_nothing!(EmpiresOfTheVoid);

#[test]
fn playouts_of_the_revised_edition_allocate_nothing() {
    astrarium_check::alloc::playouts::<KeyToTheUniverse>(10);
}
