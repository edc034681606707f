//! What is on the table. Plain memory: a copy is a memcpy.

mod board; // what is near what
mod fight; // a battle
mod fleet; // where units are
mod group; // units that move together
mod lying; // events on the table
mod player; // what a seat has
mod tasks; // what is to be done
mod works; // where buildings are

use astrarium_core::{Piece, Seat, SeatSet, Set, Static, cited};

pub(crate) use self::fight::Fight;
pub use self::fight::Target;
pub(crate) use self::fleet::{Counts, Fleet};
pub(crate) use self::group::{Going, Way};
pub(crate) use self::lying::Lying;
pub use self::player::Cargo;
pub(crate) use self::player::Player;
pub(crate) use self::tasks::{Amount, Roll, Script, Task, Tasks};
pub(crate) use self::works::Works;
use crate::data::{Data, FactionData};
use crate::piece::*;
use crate::setup::Options;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) data: Static<Data>,
    pub(crate) options: Options,
    /// What is to be done; the last one is next. A question waits, everything else is carried out.
    pub(crate) tasks: Tasks,
    pub(crate) players: [Player; SEATS],
    /// Who has the First Player card (E2-044), and who the commander (E2-039).
    pub(crate) first: Seat,
    pub(crate) active: Seat,
    /// Where the action token is (E2-040, E2-097).
    pub(crate) token: Option<Act>,
    /// Credits on the action spaces.
    pub(crate) spaces: [u8; Act::ALL.len()],

    // The board.
    pub(crate) slots: [Option<Planet>; SLOTS],
    /// Regions with a Sarkeen token (E2-034).
    pub(crate) sarkeen: Regions,
    pub(crate) explore: Regions,
    /// Goods that lie face down, and face up.
    pub(crate) down: Regions,
    pub(crate) up: [[u8; GOODS]; REGIONS],
    pub(crate) fungus: [u8; REGIONS],
    pub(crate) paths: Regions,
    pub(crate) doom: Option<Region>,
    /// Where the doom token begins.
    pub(crate) doom_start: Option<Region>,
    pub(crate) razed: bool,
    pub(crate) ally: [Option<Seat>; PLANETS],

    // Pools. What lies face down is drawn when somebody turns it up.
    /// Goods nobody has seen: the bag, and those face down on the map.
    pub(crate) unseen: [u8; GOODS],
    pub(crate) tokens_left: Set<Explore>,
    pub(crate) deck: Set<Card>,
    pub(crate) discard: Set<Card>,
    /// Planets whose power cards are not in the game.
    pub(crate) barred: Set<Planet>,
    /// Planets whose event is still in the deck, and one more of any of them.
    pub(crate) events: Set<Planet>,
    pub(crate) extra_event: bool,
    pub(crate) drawn_events: Set<Happening>,
    /// Events that lie on the table.
    pub(crate) lying: Lying,
    /// Whether the score card is drawn (E2-041).
    pub(crate) score_out: bool,
    /// Cards of the deck at the start without the score card; cards taken since.
    pub(crate) deck_size: u8,
    pub(crate) taken: u8,
    pub(crate) empire_deck: Set<Empire>,
    pub(crate) empire_discard: Set<Empire>,
    /// Empire cards just drawn.
    pub(crate) offered: Set<Empire>,

    // The clock.
    pub(crate) end_pending: bool,
    /// Laps that are left, once they are counted.
    pub(crate) laps: u8,
    /// Laps in a row without a card, and whether one was taken in this lap.
    pub(crate) quiet: u8,
    pub(crate) moved: bool,
    pub(crate) reshuffled: bool,

    // The turn.
    pub(crate) debt: Debt,
    pub(crate) rerolled: SeatSet,
    pub(crate) scavenged: SeatSet,
    /// Cards shown for diplomacy.
    pub(crate) shown: Set<Card>,
    /// The group that moves, or moved last, and the battle that is fought, or was fought last: records tell them to the end.
    pub(crate) going: Going,
    pub(crate) fight: Fight,
}

/// Where a piece is that is not on the map.
const NOWHERE: u8 = u8::MAX;

/// Power costs of a turn, and what is paid of them (E2-310).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Debt {
    pub owed: u8,
    pub paid: u8,
    /// The lowest card of the payment.
    pub least: u8,
}

#[cited]
impl State {
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(usize::from(self.options.players))
    }

    /// All seats clockwise from this one.
    pub(crate) fn clockwise(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        let n = self.options.players;
        (0..n).map(move |k| Seat((seat.0 + k) % n))
    }

    pub(crate) fn next_seat(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.options.players)
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn of_faction(&self, faction: Faction) -> Option<Seat> {
        self.seats().find(|&s| self.player(s).faction == Some(faction))
    }

    pub(crate) fn board_of(&self, seat: Seat) -> &'static FactionData {
        let faction = self.player(seat).faction.expect("factions are chosen first");
        self.data.0.faction(faction)
    }

    pub(crate) fn has_tech(&self, seat: Seat, tech: Tech) -> bool {
        self.player(seat).techs.has(tech)
    }

    /// As ally, or with the parasite token there (E2-259, E2-P016).
    pub(crate) fn has_ability(&self, seat: Seat, ability: Ability) -> bool {
        let planet = Planet::from_index(ability.index());
        self.ally[planet.index()] == Some(seat) || self.player(seat).parasite == Some(planet)
    }

    pub(crate) fn units_of(&self, seat: Seat, region: Region) -> Counts {
        self.player(seat).fleet.at(region)
    }
}
