//! The round, and what each phase says of itself.

use astrarium_core::{Faults, Piece, Seat};

use crate::data::{DIE, PRICE_DICE};
use crate::piece::{Goods, Spaces, Spot, Tech, Tile};
use crate::position::in_hand;
use crate::rules::regent::sector;
use crate::state::{
    Building, Cause, Engineer, Explorer, Influencing, Merchant, Over, Phase, Producing, Regent, State, Steward,
    Trading, Window,
};

/// The highest price of a resource that a pack can bring.
const MOST_MARKS: u8 = 20;

impl State {
    pub(super) fn check_course(&self, faults: &mut Faults) {
        let n = self.n();
        let leftovers = matches!(self.phase, Phase::Explorer(Explorer::Leftover | Explorer::PlaceLeftover { .. }));
        let between = matches!(self.phase, Phase::Direction | Phase::Pick);
        let over = matches!(self.phase, Phase::Over(_) | Phase::LastBattle(_));
        let (first, last) = match () {
            () if leftovers => (n, n),
            () if between || over => (0, 0),
            () => (0, n - 1),
        };
        let turn = self.turn;
        faults.must((first..=last).contains(&turn), format_args!("turn: {turn}, expected {first} to {last} now"));
        let (picks, most) = (self.picks, self.picks_per_round() - u8::from(!over));
        faults.must(picks <= most, format_args!("picks: {picks}, expected 0 to {most} now"));
        if !faults.0.is_empty() {
            return;
        }
        let (cards, roles) = (self.picked.len(), picks + u8::from(!between));
        let gone = u8::from(self.hole_open()); // a picked Scientist may have left
        faults.must(
            over || (cards..=cards + gone).contains(&roles),
            format_args!(
                "picked: {cards} cards, expected {roles}: one for each of the picks, and for a role that is played"
            ),
        );
        let stuck = !(between || over || leftovers || matches!(self.phase, Phase::Regent(_)));
        let duke = stuck && self.is_dukedom(self.actor());
        faults.must(!duke, format_args!("turn: {turn} is the Dukedom's, expected the turn of a player"));
        self.check_end(between, over, faults);
        if self.phase == Phase::Direction {
            self.check_beginning(faults);
        }
    }

    fn check_end(&self, between: bool, over: bool, faults: &mut Faults) {
        if over {
            faults.must(self.end.is_some(), "end: left out, expected last-token, last-vp or round-limit");
        }
        if between {
            let empty = self.seats_in_play().filter(|&s| self.players[s].reserve == 0);
            for colour in empty.map(|s| self.colour(s)) {
                faults.0.push(format!("seats.{colour}.reserve: 0, expected 1 or more, or the game has ended (GE-183)"));
            }
            faults.must(self.vp_pool > 0, "vp-pool: 0, expected 1 or more, or the game has ended (GE-184)");
            faults.must(self.end.is_none(), "end: given, expected none, since nobody picks a role any more (GE-185)");
        }
    }

    fn check_beginning(&self, faults: &mut Faults) {
        let (first, chooser) = (self.colour(self.first), self.colour(self.chooser));
        let begins = "the holder of the Throne begins the round (GE-039)";
        if let Some(throne) = self.throne.filter(|&s| s != self.first).map(|s| self.colour(s)) {
            faults.0.push(format!("first: {first}, expected {throne}, {begins}"));
        }
        faults.must(chooser == first, format_args!("chooser: {chooser}, expected {first}, {begins}"));
        faults.must(self.picks == 0, format_args!("picks: {}, expected 0 when a round begins", self.picks));
        faults.none("stopped", self.stopped, "is stopped, expected none when a round begins (GE-178)");
        faults.none("used", self.used, "is used, expected none when a round begins (GE-178, GE-180)");
    }

    pub(super) fn check_phase(&self, faults: &mut Faults) {
        match &self.phase {
            Phase::Explorer(step) => self.check_exploring(step, faults),
            Phase::Merchant(merchant) => self.check_trading(merchant, faults),
            Phase::Steward(steward) => self.check_producing(steward, faults),
            Phase::Engineer(engineer) => self.check_building(engineer, faults),
            Phase::Warlord(warlord) => self.check_campaign(warlord, faults),
            Phase::Regent(regent) => self.check_court(regent, faults),
            Phase::LastBattle(battle) => self.check_last_battle(battle, faults),
            Phase::Over(over) => self.check_places(over, faults),
            Phase::Colours | Phase::Direction | Phase::Pick | Phase::Scientist => {}
        }
    }

    /// Only the owner of a technology is asked about it.
    pub(super) fn check_owner(&self, seat: Seat, tech: Tech, faults: &mut Faults) {
        let colour = self.colour(seat);
        faults.must(
            self.players[seat].techs.has(tech),
            format_args!("seats.{colour}.techs: expected {tech}, since {colour} is asked whether to use it"),
        );
    }

    /// At a question whether to declare: the technology is not stopped, or just now was.
    pub(super) fn check_declaration(&self, tech: Tech, faults: &mut Faults) {
        self.check_owner(self.actor(), tech, faults);
        faults.must(
            !self.stopped.has(tech) || self.window != Window::Closed,
            format_args!("stopped: {tech} is stopped, expected another phase: nobody is asked about it (GE-178)"),
        );
    }

    fn check_exploring(&self, step: &Explorer, faults: &mut Faults) {
        let great = |t: &Option<Tile>| matches!(t, Some(Tile::BlackHole | Tile::OmegaSun));
        faults.must(
            !in_hand(&self.phase).iter().any(great),
            "phase.explorer: the Black Hole is laid at once, expected another tile in hand (GE-056)",
        );
        match step {
            Explorer::Pick { .. } | Explorer::Leftover => {
                faults.must(!self.display.is_empty(), "display: empty, expected a tile to take");
            }
            Explorer::Scan { .. } => {
                self.check_owner(self.actor(), Tech::LongRangeScanners, faults);
                faults.must(self.stack_len() > 0, "phase.explorer.scan: the stack is empty, expected a tile to scan");
            }
            Explorer::Keep { seen, .. } => {
                self.check_owner(self.actor(), Tech::LongRangeScanners, faults);
                let seat = self.actor();
                faults.must(
                    seen.contains(seat),
                    format_args!(
                        "phase.explorer.keep.seen: expected {} among them, the seat that drew the tile",
                        seat.0
                    ),
                );
                faults.must(self.top.is_none(), "top: given, expected none while the tile from the top is in hand");
            }
            Explorer::Place { .. } | Explorer::PlaceLeftover { .. } => {}
        }
    }

    fn check_trading(&self, merchant: &Merchant, faults: &mut Faults) {
        let Merchant { step, dice, prices, food, bought, sold, pirated } = *merchant;
        let pricing = step == Trading::Prices;
        let rolled = dice.iter().all(|d| (1..=DIE as u8).contains(d));
        let none = dice == [0; PRICE_DICE];
        let rolling = none && self.roll.cause == Cause::Prices;
        faults.must(
            !pricing || rolled || rolling,
            format_args!("phase.merchant.dice: {dice:?}, expected {PRICE_DICE} dice from 1 to {DIE} (GE-064)"),
        );
        faults.must(pricing || none, format_args!("phase.merchant.dice: {dice:?}, expected zeros once prices are set"));
        for (goods, price) in Goods::all().zip(prices) {
            let (low, high) = if pricing { (0, 0) } else { (1, MOST_MARKS) };
            faults.must(
                (low..=high).contains(&price),
                format_args!("phase.merchant.prices: {goods} costs {price}, expected {low} to {high} now (GE-065)"),
            );
        }
        let (lies, all) = (self.stock[0].len() + self.stock[1].len(), self.data.numbers.pool_food);
        faults.must(
            u16::from(food) + u16::from(lies) <= u16::from(all),
            format_args!(
                "phase.merchant.food: {food} beside {lies} on sectors, expected at most {all} in all (GE-P004)"
            ),
        );
        faults.none("phase.merchant.sold", bought & sold, "was bought in the same turn, expected one of them (GE-068)");
        let idle = food == 0 && (bought | sold).is_empty() && !pirated;
        faults.must(
            !pricing || idle,
            "phase.merchant: expected nothing traded or taken before there are prices (GE-074)",
        );
        let turn = self.turn;
        faults.must(
            !pricing || turn == 0,
            format_args!("turn: {turn}, expected 0 while the chooser sets prices (GE-064)"),
        );
        let pirate = matches!(step, Trading::PirateCollect | Trading::PirateTrade);
        faults.must(
            !pirate || pirated,
            "phase.merchant.pirated: false, expected true while the Space Pirate takes something",
        );
    }

    fn check_producing(&self, steward: &Steward, faults: &mut Faults) {
        let Steward { step, free, done } = *steward;
        let (seat, most) = (self.actor(), self.data.numbers.protein_sectors);
        faults.must(free <= most, format_args!("phase.steward.free: {free}, expected at most {most} (GE-177)"));
        let strange = done - self.players[seat].controls();
        faults.none(
            "phase.steward.done",
            strange,
            format_args!("is not under {0}'s control, expected a sector of {0} (GE-079)", self.colour(seat)),
        );
        let idle = free == 0 && done.is_empty();
        faults.must(
            step == Producing::Produce || idle,
            "phase.steward: expected free and done only with the step produce",
        );
        self.check_special(step == Producing::Free, "a free resource (GE-078)", faults);
        if step == Producing::Declare {
            self.check_declaration(Tech::ProteinFields, faults);
        }
    }

    fn check_building(&self, engineer: &Engineer, faults: &mut Faults) {
        let Engineer { step, credit } = *engineer;
        let most = if step == Building::Build { self.data.numbers.robotics_metal } else { 0 };
        faults.must(
            credit <= most,
            format_args!("phase.engineer.credit: {credit}, expected at most {most} now (GE-176)"),
        );
        self.check_special(step == Building::Fighter, "a free fighter (GE-083)", faults);
        if step == Building::Declare {
            self.check_declaration(Tech::Robotics, faults);
        }
    }

    /// The chooser's special ability belongs to the first turn of the role.
    fn check_special(&self, asked: bool, what: &str, faults: &mut Faults) {
        let turn = self.turn;
        faults.must(!asked || turn == 0, format_args!("turn: {turn}, expected 0, since only the chooser gets {what}"));
    }

    fn check_court(&self, regent: &Regent, faults: &mut Faults) {
        let numbers = &self.data.numbers;
        let most = u16::from(numbers.influence_price) + u16::from(self.n()) * u16::from(numbers.influence_rise);
        let price = regent.price;
        faults.must(
            u16::from(price) <= most,
            format_args!("phase.regent.price: {price}, expected at most {most} (GE-142)"),
        );
        let spots: Spaces = regent.placed.0.iter().flat_map(|p| p.iter()).filter_map(sector).collect();
        let wrong = spots - (self.map.planets - self.owned_homes());
        faults.none(
            "phase.regent.placed",
            wrong,
            "takes no influence, expected a space with planets that is no home (GE-149, GE-150)",
        );
        let most = numbers.influence_drawn + 1;
        for seat in self.seats_in_play() {
            let (colour, hand, placed) = (self.colour(seat), self.players[seat].hand, regent.placed[seat].len());
            faults.must(
                hand.saturating_add(placed) <= most,
                format_args!("seats.{colour}.hand: {hand} beside {placed} placed, expected at most {most} (GE-141)"),
            );
        }
        let n = usize::from(self.n());
        let nobody = regent.placed.0[n..].iter().all(|p| p.len() == 0);
        faults.must(nobody, format_args!("phase.regent.placed: expected influence of the first {n} seats only"));
        match regent.step {
            Influencing::Buy => self.check_buying(regent, faults),
            Influencing::Place | Influencing::Relocate | Influencing::Refuse(_) => self.check_placing(regent, faults),
            Influencing::Refuge(at) => self.check_refuge(&spots, at, faults),
        }
    }

    fn check_buying(&self, regent: &Regent, faults: &mut Faults) {
        let empty = regent.placed.0.iter().all(|p| p.len() == 0) && regent.refused == 0;
        faults.must(empty, "phase.regent.placed: expected none placed or refused before all have bought (GE-144)");
        self.check_unresolved(regent, faults);
        faults
            .must(!self.is_dukedom(self.actor()), "turn: the Dukedom buys no influence, expected the turn of a player");
    }

    fn check_unresolved(&self, regent: &Regent, faults: &mut Faults) {
        let early = "leaves or stays, expected that only with the step refuge (GE-158)";
        faults.none("phase.regent.evicted", regent.evicted, early);
        faults.none("phase.regent.kept", regent.kept, early);
    }

    /// A seat that has had its turn holds no influence; one that will have it has placed none.
    fn check_placing(&self, regent: &Regent, faults: &mut Faults) {
        self.check_unresolved(regent, faults);
        for k in 0..self.n() {
            let seat = self.role_seat((k + 1) % self.n());
            let (colour, hand, placed) = (self.colour(seat), self.players[seat].hand, regent.placed[seat].len());
            faults.must(
                k >= self.turn || hand == 0,
                format_args!("seats.{colour}.hand: {hand}, expected 0 after the turn to place influence"),
            );
            faults.must(
                k <= self.turn || placed == 0,
                format_args!("phase.regent.placed: {colour} has placed {placed}, expected 0 before the turn to do so"),
            );
        }
        let placer = self.placer();
        let colour = self.colour(placer);
        let Influencing::Refuse(at) = regent.step else {
            let hand = self.players[placer].hand;
            faults.must(hand > 0, format_args!("seats.{colour}.hand: 0, expected 1 or more to place"));
            return faults.must(
                !self.is_dukedom(placer),
                "turn: the Dukedom is not asked where its influence goes, expected the turn of a player",
            );
        };
        let envoy = self.holder(Tech::Ambassador);
        let last = regent.placed[placer].iter().last();
        faults.must(
            last == Some(Spot::Sector(at)),
            format_args!("phase.regent.step.refuse: {at}, expected the sector that {colour} influenced last (GE-170)"),
        );
        faults.must(
            envoy.is_some_and(|s| s != placer),
            format_args!("seats: ambassador, expected it with another seat than {colour}, who may be refused (GE-170)"),
        );
        let limit = self.options.ambassador_uses;
        faults.must(
            self.refusals_left(regent),
            format_args!("phase.regent.refused: {}, expected less than {limit} (GE-171)", regent.refused),
        );
    }

    fn check_refuge(&self, spots: &Spaces, at: crate::piece::Space, faults: &mut Faults) {
        let guest = self.seats_in_play().find(|&s| self.players[s].fleet.any(at));
        faults.must(
            guest.is_some_and(|s| !self.is_dukedom(s)),
            format_args!("phase.regent.step.refuge: {at}, expected a space with ships of a player (GE-158)"),
        );
        faults.none("phase.regent.placed", *spots, "has influence, expected none when it has been resolved (GE-154)");
        for seat in self.seats_in_play().filter(|&s| self.players[s].hand > 0) {
            let (colour, hand) = (self.colour(seat), self.players[seat].hand);
            faults.0.push(format!("seats.{colour}.hand: {hand}, expected 0 when influence has been resolved (GE-154)"));
        }
        faults.must(self.turn == 0, format_args!("turn: {}, expected 0 while ships leave", self.turn));
    }

    fn check_places(&self, over: &Over, faults: &mut Faults) {
        let n = self.options.players;
        let (seated, empty) = over.places.0.split_at(usize::from(n));
        let right = seated.iter().all(|p| (1..=n).contains(p)) && seated.contains(&1) && empty.iter().all(|&p| p == 0);
        let places = over.places.0;
        faults.must(
            right,
            format_args!("phase.over.places: {places:?}, expected 1 to {n} for each player, 1 among them, then zeros"),
        );
    }
}
