//! What holds after every choice, and in every position. A fault names the place in the position, what is wrong there, and what
//! would be right.

mod battle; // a Warlord turn and its battles
mod stop; // the round, and what each phase says of itself
mod window; // declarations and dice

use astrarium_core::{Faults, Piece, Rules, Seat, Sound};

use crate::piece::{CENTRE, Role, Space, Spaces, Tech, Techs, Tile, Tiles};
use crate::position::in_hand;
use crate::state::{Campaign, Influencing, Phase, Regent, State};

/// The most marks and points of a seat, so that no sum overflows.
const COUNTABLE: u16 = 59_999;

impl Sound for State {
    fn invariants(&self) -> Vec<String> {
        let mut faults = Faults::default();
        if self.phase == Phase::Colours {
            return faults.0;
        }
        let looks = [
            State::check_seats,
            State::check_cards,
            State::check_supply,
            State::check_course,
            State::check_phase,
            State::check_interrupt,
            State::check_answers,
        ];
        for look in looks {
            look(self, &mut faults);
            if !faults.0.is_empty() {
                break; // the next look trusts this one
            }
        }
        faults.0
    }
}

impl State {
    fn check_seats(&self, faults: &mut Faults) {
        let mut taken = Spaces::EMPTY;
        for seat in self.seats_in_play() {
            let (colour, controls) = (self.colour(seat), self.players[seat].controls());
            let place = format_args!("seats.{colour}");
            faults.none(place, controls - self.map.planets, "has no planet, expected a sector that does (GE-007)");
            faults.none(place, controls & taken, "has another seat's control token, expected one token (GE-006)");
            taken |= controls;
            self.check_tokens(seat, faults);
            self.check_goods(seat, faults);
            self.check_ships(seat, faults);
        }
        self.check_shared(faults);
    }

    fn check_tokens(&self, seat: Seat, faults: &mut Faults) {
        let (colour, player) = (self.colour(seat), &self.players[seat]);
        let (empires, bases, homes) = (player.empires, player.bases, self.owned_homes());
        let regent = if let Phase::Regent(regent) = &self.phase { Some(regent) } else { None };
        let placed = regent.map_or(0, |r| r.placed[seat].len());
        let all = player.reserve + player.hand + placed + empires.len() + bases.len();
        let tokens = self.data.layout(usize::from(self.n())).empire_tokens;
        faults.must(all == tokens, format_args!("seats.{colour}: {all} Empire tokens, expected {tokens} (GE-004)"));
        faults.none(
            format_args!("seats.{colour}.starbases"),
            empires & bases,
            "has an Empire too, expected one of them (GE-005)",
        );
        faults.none(
            format_args!("seats.{colour}"),
            (empires | bases) & homes,
            "is a home, expected no other token there than its Home Starbase (GE-024)",
        );
        faults.must(
            player.hand == 0 || regent.is_some(),
            format_args!("seats.{colour}.hand: {} influence, expected 0 outside Regent (GE-140)", player.hand),
        );
    }

    fn check_goods(&self, seat: Seat, faults: &mut Faults) {
        let (colour, player, numbers) = (self.colour(seat), &self.players[seat], &self.data.numbers);
        let most = |n: u16| if self.is_dukedom(seat) { 0 } else { n };
        let held = [
            ("metal", u16::from(player.metal), most(u16::from(numbers.store_metal)), " (GE-022)"),
            ("energy", u16::from(player.energy), most(u16::from(numbers.store_energy)), " (GE-022)"),
            ("marks", player.marks, most(COUNTABLE), ""),
            ("vp", player.vp, COUNTABLE, ""),
        ];
        for (what, has, most, clause) in held {
            let why = if most == 0 { ", the Dukedom has none" } else { clause };
            faults.must(has <= most, format_args!("seats.{colour}.{what}: {has}, expected at most {most}{why}"));
        }
    }

    fn check_ships(&self, seat: Seat, faults: &mut Faults) {
        let (colour, spaces) = (self.colour(seat), self.players[seat].fleet.spaces());
        let homes = self.owned_homes() - self.players[seat].home_set();
        let place = format_args!("seats.{colour}.ships");
        faults.none(place, spaces & homes, "is another player's home, expected no ship of others there (GE-100)");
        let omega = self.map.tile(CENTRE) == Some(Tile::OmegaSun);
        faults.must(
            !omega || !spaces.has(CENTRE),
            format_args!("{place}: a ship on the Omega Sun, expected none (GE-062)"),
        );
    }

    /// Only where a battle waits or is fought, or ships have to leave, are there forces of two seats.
    fn check_shared(&self, faults: &mut Faults) {
        let open = match &self.phase {
            Phase::Warlord(warlord) => match warlord.step {
                Campaign::Fight(battle) => warlord.battles | battle.at.map_or(Spaces::EMPTY, Spaces::of),
                _ => warlord.battles,
            },
            Phase::Regent(Regent { step: Influencing::Refuge(at), evicted, .. }) => *evicted | Spaces::of(*at),
            _ => Spaces::EMPTY,
        };
        let refuge = matches!(self.phase, Phase::Regent(_));
        let fleets = |at| self.seats_in_play().filter(|&s| self.players[s].fleet.any(at)).count();
        let forces = |s: Seat| self.players[s].controls() | self.players[s].fleet.spaces();
        for at in Space::all() {
            let here = || self.seats_in_play().filter(|&s| forces(s).has(at));
            let most = if open.has(at) { 2 } else { 1 };
            if here().count() > most || refuge && here().count() > 1 && fleets(at) > 1 {
                let crowd: Vec<String> = here().map(|s| self.colour(s).to_string()).collect();
                let right = if refuge {
                    "one seat's ships, and they have to leave (GE-158)"
                } else {
                    "one seat, or two where a battle waits or is fought (GE-097)"
                };
                faults.0.push(format!("seats: {} share {at}, expected {right}", crowd.join(" and ")));
            }
        }
    }

    /// Technologies and roles.
    fn check_cards(&self, faults: &mut Faults) {
        let mut sold = Techs::EMPTY;
        for seat in self.seats_in_play() {
            let (place, techs) = (format!("seats.{}.techs", self.colour(seat)), self.players[seat].techs);
            faults.none(&place, techs & sold, "has another owner, expected one (GE-014)");
            sold |= techs;
            let duke = if self.is_dukedom(seat) { techs } else { Techs::EMPTY };
            faults.none(&place, duke, "is the Dukedom's, expected a player's");
            let gone = if self.caught { Techs::of(Tech::Saboteur) } else { Techs::EMPTY };
            faults.none(&place, techs & gone, "was caught and has left the game, expected caught = false (GE-178)");
        }
        let (saboteur, once) = (Techs::of(Tech::Saboteur), Techs::of(Tech::Saboteur) | Techs::of(Tech::TimeWarp));
        faults.none("stopped", self.stopped - sold - saboteur, "belongs to nobody, expected a technology of a seat");
        faults.none("used", self.used - once, "is never used up, expected saboteur or time-warp (GE-178, GE-180)");
        faults.none("used", (self.used & once) - sold, "belongs to nobody, expected a technology of a seat");
        let (gone, back) = (self.hole_open(), self.picked.has(Role::Warlord2));
        faults.must(
            !self.picked.has(Role::Scientist) || !gone,
            "picked: expected no scientist, who left the game when the Black Hole was laid (GE-057)",
        );
        faults.must(
            !back || !self.picked.has(Role::Explorer),
            "picked: explorer and warlord-2 are one card, expected one of them (GE-034)",
        );
        faults.must(
            !back || self.explored(),
            "picked: expected warlord-2, the explorer's back, only when all tiles are laid (GE-049)",
        );
        faults.must(self.pool == self.pool_left(), "picked: expected role cards that can be picked");
    }

    /// Tiles, points, food, and the Throne.
    fn check_supply(&self, faults: &mut Faults) {
        self.check_tiles(faults);
        let layout = self.data.layout(usize::from(self.n()));
        let (all, pool) = (u32::from(layout.victory_points), u32::from(self.vp_pool));
        let vp = self.seats_in_play().map(|s| u32::from(self.players[s].vp)).sum::<u32>();
        faults.must(pool <= all, format_args!("vp-pool: {pool} points, expected at most {all} (GE-017)"));
        faults.must(
            pool > all || pool + vp == all || pool + vp > all && self.end.is_some(),
            format_args!("vp-pool: {pool} points beside {vp} of the seats, expected {all} in all (GE-017)"),
        );
        let (cubes, most) = (self.stock[0].len() + self.stock[1].len(), self.data.numbers.pool_food);
        faults.none("food", self.stock[1] - self.stock[0], "has a second cube, expected a first one, too");
        faults.must(cubes <= most, format_args!("food: {cubes} cubes, expected at most {most} (GE-P004)"));
        let funded = self.map.producing & self.map.planets;
        faults.none("food", self.stock[0] - funded, "yields no metal and no energy, expected no food there (GE-071)");
        let last = self.options.round_limit;
        faults.must(
            (1..=last).contains(&self.round),
            format_args!("round: {}, expected 1 to {last} (GE-184)", self.round),
        );
        let regent = matches!(self.phase, Phase::Regent(_));
        faults.must(
            !regent || self.throne.is_none(),
            "throne: it lies beside the board while Regent is played, expected nobody (GE-139)",
        );
        faults.must(regent || self.throne.is_some(), "throne: expected the seat that holds it");
    }

    /// Each tile is in one place; only the Omega Sun can be out of the game.
    fn check_tiles(&self, faults: &mut Faults) {
        let laid = self.map.laid.iter().filter_map(|s| self.map.tile(s));
        let hand = in_hand(&self.phase).into_iter().flatten();
        let top = self.top.iter().map(|t| t.tile);
        let hole = if self.hole { Tiles::of(Tile::BlackHole) } else { Tiles::EMPTY };
        let stack = self.plain.iter().chain(self.atomic.iter()).chain(hole.iter());
        let known = laid.chain(hand).chain(top).chain(self.display.as_slice().iter().copied()).chain(stack);
        let (mut seen, mut twice) = (Tiles::EMPTY, Tiles::EMPTY);
        for tile in known {
            twice |= seen & Tiles::of(tile);
            seen |= Tiles::of(tile);
        }
        let gone = if self.hole_open() { Tiles::of(Tile::OmegaSun) } else { Tiles::EMPTY };
        faults.none("tiles", twice, "is there twice, expected once");
        faults.none(
            "tiles",
            Tiles::FULL - seen - gone,
            "is nowhere, expected it on the board, face up or in the stack",
        );
        faults.none("tiles", seen & gone, "left the game when the Black Hole was laid, expected it nowhere (GE-059)");
        let great = |&at: &Space| matches!(self.map.tile(at), Some(Tile::OmegaSun | Tile::BlackHole));
        let great: Spaces = self.map.laid.iter().filter(great).collect();
        faults.must(
            great == Spaces::of(CENTRE),
            "tiles: expected omega-sun or black-hole on c0, and neither elsewhere (GE-008, GE-056)",
        );
        let least = self.data.numbers.extra_tiles + self.n();
        let turned_up = self.phase != Phase::Direction || self.display.len() >= least || self.stack_len() == 0;
        let shown = self.display.len();
        faults.must(
            turned_up,
            format_args!("display: {shown} tiles, expected {least} or more when a round begins (GE-013)"),
        );
    }

    /// Until the game is over every seat that is asked has an answer.
    fn check_answers(&self, faults: &mut Faults) {
        let asked = self.turn();
        for seat in asked.seats().iter().filter(|_| !asked.is_over()) {
            let mut actions = Vec::new();
            self.actions(seat, &mut actions);
            let answers = !self.is_dukedom(seat) && !actions.is_empty();
            let colour = self.colour(seat);
            faults.must(answers, format_args!("phase: {colour} is asked and has no answer, expected another phase"));
        }
    }
}
