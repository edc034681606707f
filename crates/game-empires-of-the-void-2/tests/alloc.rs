//! Playouts ask for no memory.

use game_empires_of_the_void_2::State;

astrarium_check::playouts_allocate_nothing!(State);
