//! The vocabulary: colours and stances.

use astrarium_core::{By, Piece, Seat, pieces};

pieces! {
    /// Who duels; the seats in order (DD-001).
    Colour { Red = "red", Blue = "blue" }
}

pieces! {
    /// What somebody does in a round (DD-002).
    Stance { Strike = "strike", Guard = "guard", Aim = "aim" }
}

/// One value per colour.
pub type ByColour<T> = By<Colour, T, { Colour::ALL.len() }>;

impl Colour {
    pub fn of(seat: Seat) -> Colour {
        Colour::from_index(seat.index())
    }

    pub fn seat(self) -> Seat {
        Seat(self.index() as u8)
    }

    pub fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Blue,
            Colour::Blue => Colour::Red,
        }
    }
}
