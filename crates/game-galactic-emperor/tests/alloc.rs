//! Playouts ask for no memory.

use game_galactic_emperor::State;

astrarium_check::playouts_allocate_nothing!(State);
