//! A cheap evaluation for bots: what a seat has, and what the role that runs will still bring it.
//!
//! All in hundredths of a victory point. It reads the whole state, so it is honest only on redealt ones.

use astrarium_core::{BySeat, BySide, Judgement, Piece, Rating, Search, Seat, Side, chances};

use crate::piece::{Kind, Ships, Space, Spaces, Spot, Tech, Unit};
use crate::rules::regent::sector;
use crate::state::{Battle, Campaign, Explorer, Phase, Regent, State, Steward, Trading, Warlord};

/// The knobs, set by letting bots play each other.
const POINT: i32 = 100;
const STARBASE: i32 = 70;
const SHIP: [i32; 3] = [38, 80, 185];
const DAMAGE: i32 = 40;
const METAL: i32 = 16;
const ENERGY: i32 = 20;
const MARK: i32 = 10;
const THRONE: i32 = 30;
const TOKEN: i32 = 12;
const NEAR_FREE: i32 = 14;
const NEAR_FOE: i32 = 5;
const GUARD: i32 = 12;
const SCATTERED: i32 = 6;
const MOST_MARKS: i32 = 60;
/// How much of its later worth something counts for while it is still to come, in hundredths.
const PENDING: i32 = 75;
/// Strength that doubles a seat's chance.
const DOUBLE: i32 = 320;

fn tech_worth(tech: Tech) -> i32 {
    match tech {
        Tech::Ambassador | Tech::ShieldGenerators | Tech::IonCannons => 95,
        Tech::PlasmaWeapons | Tech::FusionEngines => 110,
        Tech::Robotics | Tech::ProteinFields => 100,
        Tech::Saboteur | Tech::Diplomat | Tech::TimeWarp | Tech::LongRangeScanners => 50,
        Tech::SpacePirate => 60,
    }
}

/// What all seats share in one judgement.
struct Outlook {
    /// A controlled planet, until the end.
    planet: i32,
    controlled: Spaces,
    /// Sectors with planets that nobody controls, and the spaces around them.
    free: Spaces,
    around: Spaces,
    most_marks: u16,
}

impl Judgement for State {
    const SEARCH: Search = Search {
        ratings: Some([
            Rating::new(908, 70),
            Rating::new(1000, 0),
            Rating::new(1207, 103),
            Rating::new(1327, 141),
            Rating::new(1409, 144),
        ]),
        ..Search::USUAL
    };

    /// Each seat's share of winning in millionths.
    fn evaluate(&self) -> BySeat<i32> {
        if let Phase::Over(over) = self.phase {
            return over.standing().shares();
        }
        if self.phase == Phase::Colours {
            return chances(self.humans().map(|s| (s, 0)), DOUBLE);
        }
        let outlook = self.outlook();
        let mut strength = BySeat::<i32>::default();
        self.humans().for_each(|s| strength[s] = self.strength(s, &outlook));
        self.judge_role(&outlook, &mut strength);
        chances(self.humans().map(|s| (s, strength[s])), DOUBLE)
    }
}

impl State {
    fn outlook(&self) -> Outlook {
        let controlled = self.controlled();
        let planets = i32::from(controlled.len() + (controlled & self.map.twins).len()).max(1);
        let counts = (i32::from(self.vp_pool) * POINT / planets).clamp(POINT / 2, 4 * POINT);
        let free = self.map.planets - controlled;
        let around = free.iter().fold(free, |all, s| all | self.data.near[s.index()]);
        let most_marks = self.humans().map(|s| self.players[s].marks).max().unwrap_or(0);
        Outlook { planet: POINT / 2 + counts, controlled, free, around, most_marks }
    }

    fn strength(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let player = &self.players[seat];
        let controls = player.controls();
        let out = player.fleet.out();
        let ships: i32 = Kind::all().map(|k| i32::from((out & k.ships()).len()) * SHIP[k.index()]).sum();
        let spaces = player.fleet.spaces();
        let touching = controls.iter().filter(|s| self.data.near[s.index()].meets(controls)).count() as i32;
        let food = (controls & self.stock[0]).iter().map(|s| self.output(s) * i32::from(self.food_at(s))).sum::<i32>();
        let techs: i32 = player.techs.iter().map(tech_worth).sum();
        i32::from(player.vp) * POINT
            + i32::from(self.planets(seat)) * outlook.planet
            + i32::from(player.bases.len()) * STARBASE
            + ships
            + i32::from((spaces & outlook.around).len()) * NEAR_FREE
            + i32::from((spaces & player.empires).len()) * GUARD
            + i32::from(spaces.len()) * SCATTERED
            + touching * NEAR_FOE
            + i32::from(player.metal) * METAL
            + i32::from(player.energy) * ENERGY
            + i32::from(player.marks) * MARK
            + if player.marks == outlook.most_marks { MOST_MARKS } else { 0 }
            + food * PENDING / 100
            + techs
            + if self.throne == Some(seat) { THRONE } else { 0 }
            + i32::from(player.hand) * TOKEN
    }

    /// Metal and energy a sector produces, in worth.
    fn output(&self, space: Space) -> i32 {
        let (_, metal, energy) = self.printed(space);
        i32::from(metal) * METAL + i32::from(energy) * ENERGY
    }

    /// What the role that runs will still bring to each seat.
    fn judge_role(&self, outlook: &Outlook, strength: &mut BySeat<i32>) {
        match &self.phase {
            Phase::Explorer(step) => self.judge_explorer(step, outlook, strength),
            Phase::Merchant(merchant) => {
                let price = i32::from(merchant.prices[0]).max(1);
                let hand = i32::from(merchant.food) * price * MARK;
                if merchant.step != Trading::Prices {
                    strength[self.actor()] += hand;
                }
                for seat in self.yet_to_act() {
                    let harvest: i32 = self.players[seat].controls().iter().map(|s| i32::from(self.printed(s).0)).sum();
                    strength[seat] += harvest * price * MARK * PENDING / 100;
                }
            }
            Phase::Steward(steward) => self.judge_steward(steward, strength),
            Phase::Engineer(engineer) => {
                strength[self.actor()] += i32::from(engineer.credit) * METAL / 2;
                for seat in self.acting() {
                    strength[seat] += self.shipyard(seat) * PENDING / 100;
                }
            }
            Phase::Scientist => {
                for seat in self.acting() {
                    let energy = self.players[seat].energy;
                    let worth = |t| tech_worth(t) - i32::from(self.tech_cost(seat, t)) * ENERGY;
                    let payable = self.for_sale().iter().filter(|&t| self.tech_cost(seat, t) <= energy);
                    strength[seat] += payable.map(worth).max().unwrap_or(0).max(0) * PENDING / 100;
                }
            }
            Phase::Warlord(warlord) => self.judge_warlord(warlord, outlook, strength),
            Phase::Regent(regent) => self.judge_regent(regent, outlook, strength),
            _ => {}
        }
    }

    /// Seats that have their turn of the role now or later; only later.
    fn acting(&self) -> impl Iterator<Item = Seat> + '_ {
        (self.turn..self.n()).map(|k| self.role_seat(k)).filter(|&s| !self.is_dukedom(s))
    }

    fn yet_to_act(&self) -> impl Iterator<Item = Seat> + '_ {
        (self.turn + 1..self.n()).map(|k| self.role_seat(k)).filter(|&s| !self.is_dukedom(s))
    }

    fn judge_explorer(&self, step: &Explorer, outlook: &Outlook, strength: &mut BySeat<i32>) {
        let chooser = self.chooser;
        let worth = |tile| {
            let row = self.data.tile(tile);
            let goods = i32::from(row.metal) * METAL + i32::from(row.energy) * ENERGY + i32::from(row.food) * MARK;
            if row.planets == 0 { 0 } else { i32::from(row.planets) * outlook.planet + goods }
        };
        if self.turn == 0 {
            strength[chooser] += match *step {
                Explorer::Pick { .. } => outlook.planet * PENDING / 100,
                Explorer::Scan { tile } | Explorer::Place { tile, .. } => worth(tile) * PENDING / 100,
                Explorer::Keep { tile, drawn, .. } => worth(tile).max(worth(drawn)) * PENDING / 100,
                _ => 0,
            };
        }
    }

    fn judge_steward(&self, steward: &Steward, strength: &mut BySeat<i32>) {
        for seat in self.acting() {
            let done = if seat == self.actor() { steward.done } else { Spaces::EMPTY };
            let open = (self.players[seat].controls() & self.map.producing) - done;
            let stocked: i32 = (open & self.stock[0]).iter().map(|s| self.output(s)).sum();
            strength[seat] += stocked * (100 - PENDING) / 100;
        }
        let best = (self.players[self.actor()].controls() & self.map.producing) - steward.done;
        let free = best.iter().map(|s| self.output(s)).max().unwrap_or(0);
        strength[self.actor()] += i32::from(steward.free) * free * PENDING / 100;
    }

    /// What the seat's resources would be worth more as ships.
    fn shipyard(&self, seat: Seat) -> i32 {
        let player = &self.players[seat];
        let fighter = self.data.unit(Kind::Fighter).price;
        let number = i32::from(player.metal.min(self.spare_ships(seat, Kind::Fighter))).min(i32::from(player.marks));
        let cost = i32::from(fighter.metal) * METAL + i32::from(fighter.marks) * MARK;
        let free = if self.turn == 0 && seat == self.chooser { SHIP[0] } else { 0 };
        (number * (SHIP[0] - cost)).max(0) + free
    }

    fn judge_warlord(&self, warlord: &Warlord, outlook: &Outlook, strength: &mut BySeat<i32>) {
        let actor = self.actor();
        for seat in self.yet_to_act() {
            strength[seat] += self.reach(seat, self.players[seat].fleet.out(), outlook) * PENDING / 100;
        }
        let moving = match warlord.step {
            Campaign::Move => {
                let able = |s: &crate::piece::Ship| warlord.moves[s.index()] > 0;
                self.players[actor].fleet.out().iter().filter(able).collect()
            }
            Campaign::Declare => self.players[actor].fleet.out(),
            _ => Ships::EMPTY,
        };
        strength[actor] += self.reach(actor, moving, outlook) * PENDING / 100;
        strength[actor] += warlord.moves.iter().map(|&m| i32::from(m)).sum::<i32>();
        for at in warlord.battles.iter() {
            if let Some(foe) = self.foe(actor, at) {
                self.judge_battle(&Battle::new(Some(at), BySide([actor, foe]), BySide([true; 2])), outlook, strength);
            }
        }
        if let Campaign::Fight(battle) = &warlord.step {
            self.judge_battle(battle, outlook, strength);
        }
    }

    /// Free sectors that the ships can claim in one step.
    fn reach(&self, seat: Seat, ships: Ships, outlook: &Outlook) -> i32 {
        if self.players[seat].reserve == 0 {
            return 0;
        }
        let fleet = &self.players[seat].fleet;
        let near = |ship| fleet.get(ship).map_or(Spaces::EMPTY, |at| self.data.near[at.index()]);
        let claims = ships.iter().fold(Spaces::EMPTY, |all, s| all | near(s)) & outlook.free;
        i32::from(claims.len().min(ships.len())) * outlook.planet
    }

    /// By the square of firepower: what the attacker gains and what both lose.
    fn judge_battle(&self, battle: &Battle, outlook: &Outlook, strength: &mut BySeat<i32>) {
        let Some(at) = battle.at else { return };
        let BySide([a, b]) = battle.sides;
        let worth = |side: Side| {
            let ships = self.side_ships(battle, side);
            let hulls: i32 = ships.iter().map(|s| SHIP[s.kind().index()]).sum();
            hulls - i32::from(battle.damaged[side].len()) * DAMAGE
        };
        let token = match self.token(battle, Side::Defender) {
            Some(Unit::Empire) => 75,
            Some(_) => 165,
            None => 0,
        };
        let (fleet, guard) = (worth(Side::Attacker), worth(Side::Defender));
        let force = i64::from(fleet) * if battle.plasma { 5 } else { 4 };
        let defence = i64::from(guard + token) * if battle.ion { 5 } else { 4 };
        let chance = (force * force * 1000 / (force * force + defence * defence).max(1)) as i32;
        let lost = fleet * (1000 - chance) / 1000 + guard.min(fleet) * chance / 2000;
        let planets = i32::from(self.map.planets.has(at)) + i32::from(self.map.twins.has(at));
        let taken = planets * outlook.planet + if token > 0 { POINT } else { 0 };
        strength[a] += taken * chance / 1000 - lost;
        if !self.is_dukedom(b) {
            let held = if outlook.controlled.has(at) { planets * outlook.planet } else { 0 };
            strength[b] -= (held + guard) * chance / 1000;
        }
    }

    /// As if influence were resolved now; the count is still to come.
    fn judge_regent(&self, regent: &Regent, outlook: &Outlook, strength: &mut BySeat<i32>) {
        for seat in self.humans() {
            strength[seat] += i32::from(self.planets(seat)) * POINT;
        }
        let contested: Spaces = regent.placed.0.iter().flat_map(|p| p.iter()).filter_map(sector).collect();
        for at in contested.iter() {
            let (old, (winner, left)) = (self.owner(at), self.contest(&regent.placed, Spot::Sector(at)));
            let planets = 1 + i32::from(self.map.twins.has(at));
            let held = planets * (outlook.planet + POINT);
            if let Some(seat) = old.filter(|&s| !self.is_dukedom(s)) {
                strength[seat] -= held + if self.players[seat].bases.has(at) { STARBASE } else { 0 };
            }
            if let Some(seat) = winner.filter(|&s| !self.is_dukedom(s)) {
                strength[seat] += held + if left > 1 { STARBASE } else { 0 };
            }
        }
        let heir = self.contest(&regent.placed, Spot::Throne).0.unwrap_or(self.chooser);
        strength[heir] += THRONE;
    }
}
