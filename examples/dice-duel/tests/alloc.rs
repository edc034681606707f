//! Playouts ask for no memory.

use game_dice_duel::State;

astrarium_check::playouts_allocate_nothing!(State);
