//! What holds after every choice, and in every position.

use astrarium_core::{Piece, Seat};

use crate::data::{COMBAT_PHASES, DIE, PRICE_DICE};
use crate::piece::{CENTRE, Role, Spaces, Spot, Tech, Techs, Tile, Tiles};
use crate::rules::regent::sector;
use crate::setup::in_hand;
use crate::state::{
    Battle, Building, Campaign, Cause, Explorer, Fire, Influencing, Merchant, Phase, Producing, Regent, Roll, Stage,
    State, Trading, Warlord, Window,
};

/// Combat rounds past the cap that a battle can still need: every die hits then.
const SLACK: u8 = 64;

impl State {
    /// Every broken invariant: first of the table, then of the stop, then whether the game can go on.
    pub(crate) fn broken(&self) -> Vec<String> {
        if self.phase == Phase::Colours {
            return Vec::new();
        }
        let looks = [State::broken_table, State::broken_stop, State::broken_window, State::stuck];
        let faults = looks.iter().map(|look| look(self)).find(|faults| !faults.is_empty());
        faults.unwrap_or_default()
    }

    fn broken_table(&self) -> Vec<String> {
        let mut faults = Faults(self.broken_seats());
        let n = self.data.0.numbers.extra_tiles + self.n();
        let layout = self.data.0.layout(usize::from(self.n()));
        let techs: u8 = self.humans().map(|s| self.players[s].techs.len()).sum();
        let sold = self.humans().fold(Techs::EMPTY, |all, s| all | self.players[s].techs);
        faults.must(techs == sold.len(), "a technology has two owners (6)");
        faults.must(!self.caught || !sold.has(Tech::Saboteur), "the Saboteur was caught (6)");
        faults.must(
            (sold | Techs::of(Tech::Saboteur)).contains(self.stopped),
            "a technology is stopped that nobody owns",
        );
        faults.must(
            (self.used - Techs::of(Tech::Saboteur) - Techs::of(Tech::TimeWarp)).is_empty(),
            "a technology is used up",
        );
        faults.must(sold.contains(self.used), "a technology is used up that nobody owns");
        faults.must(self.tiles_hold(), "a tile is missing or there twice (4)");
        let hands = in_hand(&self.phase).into_iter().flatten().count() as u8;
        let others = u8::from(self.hole) + u8::from(self.display.has(Tile::BlackHole));
        let waiting = self.display.len() + self.stack_len() + hands - others;
        faults.must(self.map.empty().len() == waiting, "empty spaces and tiles differ (5)");
        faults.must(self.pool == self.pool_left(), "the role cards are not those left (7)");
        faults.must(!self.picked.has(Role::Scientist) || !self.hole_open(), "the Scientist has left the game (7)");
        let both = self.picked.has(Role::Explorer) && self.picked.has(Role::Warlord2);
        faults.must(
            !both && (!self.picked.has(Role::Warlord2) || self.explored()),
            "the Explorer card has two sides (7)",
        );
        let vp = self.seats_in_play().map(|s| u32::from(self.players[s].vp)).sum::<u32>();
        let paid = u32::from(layout.victory_points.saturating_sub(self.vp_pool));
        faults.must(self.vp_pool <= layout.victory_points, "more points in the pool than there were (8)");
        faults.must(vp >= paid && (vp == paid || self.end.is_some()), "points were lost or made (8)");
        faults.must(self.stock[0].contains(self.stock[1]), "food lies on nothing (9)");
        let cubes = self.stock[0].len() + self.stock[1].len();
        faults.must(cubes <= self.data.0.numbers.pool_food, "more food than there is (1)");
        faults.must(
            (self.map.producing & self.map.planets).contains(self.stock[0]),
            "food on a sector without output (9)",
        );
        let turned_up = self.phase != Phase::Direction || self.display.len() >= n || self.stack_len() == 0;
        faults.must(turned_up, "too few tiles are face up (14)");
        faults.must((1..=self.options.round_limit).contains(&self.round), "the round is not within the game");
        faults.must(self.throne.is_some() != matches!(self.phase, Phase::Regent(_)), "one holder of the Throne (14)");
        faults.0
    }

    fn broken_seats(&self) -> Vec<String> {
        let mut faults = Faults::default();
        let numbers = &self.data.0.numbers;
        let tokens = self.seats_in_play().map(|s| self.players[s].controls());
        let all = tokens.clone().fold(Spaces::EMPTY, |all, t| all | t);
        faults.must(tokens.map(|t| t.len()).sum::<u8>() == all.len(), "a sector has two control tokens (11)");
        faults.must(self.map.planets.contains(all), "a control token lies where no planet is (11)");
        faults.must(self.spaces_are_shared() || self.sharing(), "two seats share a space outside a battle (12)");
        for seat in self.seats_in_play() {
            let player = &self.players[seat];
            let colour = self.colour(seat);
            let mut must = |holds: bool, what: &str| faults.must(holds, &format!("seats.{colour}: {what}"));
            let placed = if let Phase::Regent(r) = &self.phase { r.placed[seat.index()].len() } else { 0 };
            let tokens = self.data.0.layout(usize::from(self.n())).empire_tokens;
            let out = player.reserve + player.hand + placed + player.empires.len() + player.bases.len();
            must(out == tokens, "Empire tokens were lost or made (2)");
            must((player.empires & player.bases).is_empty(), "an Empire and a Starbase on one sector (11)");
            must(!(player.empires | player.bases).meets(self.owned_homes()), "a home has another token (11)");
            must(
                player.metal <= numbers.store_metal && player.energy <= numbers.store_energy,
                "the store is too full (9)",
            );
            must(player.marks < 60_000 && player.vp < 60_000, "more than can be counted");
            let homes = self.owned_homes() - player.home_set();
            must(!player.fleet.spaces().meets(homes), "a ship stands on another home (12)");
            let omega = self.map.tile(CENTRE) == Some(Tile::OmegaSun) && player.fleet.any(CENTRE);
            must(!omega, "a ship stands on the Omega Sun (12)");
            let regent = matches!(self.phase, Phase::Regent(_));
            must(player.hand == 0 || regent, "influence in hand outside Regent (10)");
            let duke = self.is_dukedom(seat);
            must(!duke || player.techs.is_empty(), "the Dukedom owns no technology");
            must(!duke || player.marks == 0 && player.metal == 0 && player.energy == 0, "the Dukedom owns nothing");
        }
        faults.0
    }

    /// Each tile is in one place; only the Omega Sun can be out of the game.
    fn tiles_hold(&self) -> bool {
        let laid = self.map.laid.iter().filter_map(|s| self.map.tile(s));
        let hand = in_hand(&self.phase).into_iter().flatten();
        let top = self.top.iter().map(|t| t.tile);
        let known: Vec<Tile> = laid.chain(hand).chain(top).chain(self.display.as_slice().iter().copied()).collect();
        let set: Tiles = known.iter().copied().collect();
        let hole = if self.hole { Tiles::of(Tile::BlackHole) } else { Tiles::EMPTY };
        let stack = self.plain | self.atomic | hole;
        let whole = set.len() as usize == known.len() && !set.meets(stack) && !self.plain.meets(self.atomic);
        let missing = Tiles::FULL - set - stack;
        let gone = if self.hole_open() { Tiles::of(Tile::OmegaSun) } else { Tiles::EMPTY };
        whole && missing == gone && self.map.tile(CENTRE).is_some_and(|t| t == Tile::OmegaSun || t == Tile::BlackHole)
    }

    /// No space holds forces of two seats.
    fn spaces_are_shared(&self) -> bool {
        let forces = |s: Seat| self.players[s].controls() | self.players[s].fleet.spaces();
        let mut seen = Spaces::EMPTY;
        self.seats_in_play().all(|s| {
            let alone = !seen.meets(forces(s));
            seen |= forces(s);
            alone
        })
    }

    /// Whether two seats may share spaces now, and share only those.
    fn sharing(&self) -> bool {
        let open = match &self.phase {
            Phase::Warlord(warlord) => match warlord.step {
                Campaign::Fight(battle) => warlord.battles | battle.at.map_or(Spaces::EMPTY, Spaces::of),
                _ => warlord.battles,
            },
            Phase::Regent(Regent { step: Influencing::Refuge(at), evicted, .. }) => *evicted | Spaces::of(*at),
            _ => return false,
        };
        let forces = |s: Seat| self.players[s].controls() | self.players[s].fleet.spaces();
        let rest = |s: Seat| forces(s) - open;
        let sum: u8 = self.seats_in_play().map(|s| rest(s).len()).sum();
        let alone = sum == self.seats_in_play().fold(Spaces::EMPTY, |all, s| all | rest(s)).len();
        let pairs = open.iter().all(|at| self.seats_in_play().filter(|&s| forces(s).has(at)).count() <= 2);
        let fleets = |at| self.seats_in_play().filter(|&s| self.players[s].fleet.any(at)).count();
        let refuge = matches!(self.phase, Phase::Regent(_));
        alone && pairs && (!refuge || open.iter().all(|at| fleets(at) <= 1))
    }

    // The stop

    fn broken_stop(&self) -> Vec<String> {
        let mut faults = Faults::default();
        let n = self.n();
        if self.turn > n || self.picks > self.picks_per_round() {
            return vec!["more turns or picks than there are seats".into()];
        }
        let leftovers = matches!(self.phase, Phase::Explorer(Explorer::Leftover | Explorer::PlaceLeftover { .. }));
        let between = matches!(self.phase, Phase::Direction | Phase::Pick);
        let over = matches!(self.phase, Phase::Over(_) | Phase::LastBattle(_));
        faults.must(if leftovers { self.turn == n } else { self.turn < n }, "the turn is not within the role");
        faults.must(self.turn == 0 || !(between || over), "a turn outside a role");
        faults.must(over || self.picks < self.picks_per_round(), "more picks than a round has");
        let cards = self.picks + u8::from(!between);
        let gone = u8::from(self.hole_open()); // a picked Scientist may have left
        faults.must(
            over || (self.picked.len()..=self.picked.len() + gone).contains(&cards),
            "picks and picked cards differ (16)",
        );
        let idle = |s: Seat| self.players[s].reserve > 0;
        let alive = self.seats_in_play().all(idle) && self.vp_pool > 0 && self.end.is_none();
        faults.must(!between || alive, "the game should have ended (15)");
        faults.must(!over || self.end.is_some(), "the game has not ended");
        let direction = self.phase == Phase::Direction;
        faults.must(!direction || self.throne == Some(self.first), "the holder of the Throne begins the round");
        faults.must(!direction || self.picks == 0 && self.chooser == self.first, "a round begins without picks");
        faults
            .must(!direction || (self.stopped | self.used).is_empty(), "a round begins without marks on technologies");
        let human =
            between || over || leftovers || !self.is_dukedom(self.actor()) || matches!(self.phase, Phase::Regent(_));
        faults.must(human, "the Dukedom decides nothing");
        let possible = !faults.0.is_empty() || self.phase_holds();
        faults.must(possible, "what the phase says of itself is not possible");
        faults.0
    }

    fn phase_holds(&self) -> bool {
        match &self.phase {
            Phase::Explorer(step) => self.explorer_holds(step),
            Phase::Merchant(merchant) => self.merchant_holds(merchant),
            Phase::Steward(steward) => {
                let idle = steward.free == 0 && steward.done.is_empty();
                let free = steward.free <= self.data.numbers.protein_sectors;
                let done = self.players[self.actor()].controls().contains(steward.done);
                free && done
                    && (steward.step == Producing::Produce || idle)
                    && (steward.step != Producing::Free || self.turn == 0)
                    && (steward.step != Producing::Declare || self.ready_or_watched(Tech::ProteinFields))
            }
            Phase::Engineer(engineer) => {
                let credit = engineer.credit <= self.data.numbers.robotics_metal;
                credit
                    && (engineer.step == Building::Build || engineer.credit == 0)
                    && (engineer.step != Building::Fighter || self.turn == 0)
                    && (engineer.step != Building::Declare || self.ready_or_watched(Tech::Robotics))
            }
            Phase::Warlord(warlord) => self.warlord_holds(warlord),
            Phase::Regent(regent) => self.regent_holds(regent),
            Phase::LastBattle(battle) => battle.at.is_none() && self.battle_holds(battle),
            Phase::Over(over) => {
                let right = |s: Seat| (1..=self.options.players).contains(&over.places[s.index()]);
                let rest = over.places[usize::from(self.options.players)..].iter().all(|&p| p == 0);
                self.humans().all(right) && rest && over.places.contains(&1)
            }
            _ => true,
        }
    }

    /// At a question whether to declare: the actor owns the technology and it is not stopped, or just now was.
    fn ready_or_watched(&self, tech: Tech) -> bool {
        let owns = self.players[self.actor()].techs.has(tech);
        owns && (!self.stopped.has(tech) || self.window != Window::Closed)
    }

    fn explorer_holds(&self, step: &Explorer) -> bool {
        let hand = in_hand(&self.phase);
        let no_hole = !hand.contains(&Some(Tile::BlackHole)) && !hand.contains(&Some(Tile::OmegaSun));
        let scans = |tech: Tech| self.players[self.actor()].techs.has(tech);
        no_hole
            && match step {
                Explorer::Pick { .. } | Explorer::Leftover => !self.display.is_empty(),
                Explorer::Scan { .. } => scans(Tech::LongRangeScanners) && self.stack_len() > 0,
                Explorer::Keep { seen, .. } => {
                    scans(Tech::LongRangeScanners) && seen.contains(self.actor()) && self.top.is_none()
                }
                Explorer::Place { .. } | Explorer::PlaceLeftover { .. } => true,
            }
    }

    fn merchant_holds(&self, merchant: &Merchant) -> bool {
        let rolled = merchant.dice.iter().all(|d| (1..=DIE as u8).contains(d));
        let open = self.roll.cause == Cause::Prices && merchant.dice == [0; PRICE_DICE];
        let pricing = merchant.step == Trading::Prices;
        let cubes = self.stock[0].len() + self.stock[1].len();
        let food = u16::from(merchant.food) + u16::from(cubes) <= u16::from(self.data.numbers.pool_food);
        let ways = (merchant.bought & merchant.sold).is_empty();
        let prices = merchant.prices.iter().all(|&p| if pricing { p == 0 } else { (1..=20).contains(&p) });
        let idle = merchant.food == 0 && (merchant.bought | merchant.sold).is_empty() && !merchant.pirated;
        let pirate = matches!(merchant.step, Trading::PirateCollect | Trading::PirateTrade);
        let dice = if pricing { rolled || open } else { merchant.dice == [0; PRICE_DICE] };
        dice && food && ways && prices && (!pricing || idle && self.turn == 0) && (!pirate || merchant.pirated)
    }

    fn warlord_holds(&self, warlord: &Warlord) -> bool {
        let seat = self.actor();
        let fleet = &self.players[seat].fleet;
        let moves = warlord.moves.iter().all(|&m| m <= 9);
        let stopped = (fleet.out().iter()).all(|s| {
            let at = fleet.get(s).expect("out");
            !warlord.battles.has(at) || warlord.moves[s.index()] == 0 && self.may_retreat_or_warped(warlord, s)
        });
        let gone = astrarium_core::Set::<crate::piece::Ship>::FULL - fleet.out();
        let still = warlord.step == Campaign::Declare
            || gone.iter().all(|s| warlord.moves[s.index()] == 0 || self.fought(warlord));
        let fights = warlord
            .battles
            .iter()
            .all(|at| fleet.any(at) && self.foe(seat, at).is_some() && !self.owned_homes().has(at));
        let step = match warlord.step {
            Campaign::Declare => {
                *warlord == Warlord { step: Campaign::Declare, ..Warlord::default() }
                    && self.ready_or_watched(Tech::FusionEngines)
            }
            Campaign::Move => true,
            Campaign::Battles => !warlord.battles.is_empty(),
            Campaign::Fight(battle) => {
                let here = battle.at.is_some_and(|at| !warlord.battles.has(at) && !self.owned_homes().has(at));
                here && battle.sides[0] == seat && self.battle_holds(&battle)
            }
        };
        moves && stopped && still && fights && step
    }

    fn may_retreat_or_warped(&self, warlord: &Warlord, ship: crate::piece::Ship) -> bool {
        let open = |from| self.foe(self.actor(), from).is_none();
        warlord.warped.has(ship) || warlord.from.get(ship).is_some_and(open)
    }

    /// Once battles begin, ships that are lost keep their marks until the turn ends.
    fn fought(&self, warlord: &Warlord) -> bool {
        matches!(warlord.step, Campaign::Battles | Campaign::Fight(_))
    }

    fn battle_holds(&self, battle: &Battle) -> bool {
        let n = self.n();
        let [a, b] = battle.sides;
        if a.0 >= n || b.0 >= n || a == b || battle.hits.iter().any(|&h| h > 100) {
            return false;
        }
        let last = battle.at.is_none();
        let ships = [0, 1].map(|side| self.side_ships(battle, side));
        let token = self.token(battle, 1).is_some();
        let round = battle.round <= self.options.battle_round_cap + SLACK;
        let fire = match battle.fire {
            Fire::Free => !last,
            Fire::Phase(phase) => phase <= COMBAT_PHASES,
        };
        let damaged = (0..2).all(|k| (crate::piece::Kind::Dreadnought.ships() & ships[k]).contains(battle.damaged[k]));
        let left = [!ships[0].is_empty(), token || !ships[1].is_empty()];
        let sides = match battle.stage {
            Stage::Assign(side) => left[usize::from(side.min(1))], // the other side may have lost everything already
            _ => left == [true; 2],
        };
        let warlord = if let Phase::Warlord(w) = &self.phase { Some(w) } else { None };
        let ways = warlord.is_none_or(|w| ships[0].iter().all(|s| self.may_retreat_or_warped(w, s)));
        let stage = match battle.stage {
            Stage::Plasma => !last && self.players[a].techs.has(Tech::PlasmaWeapons),
            Stage::Ion => !last && token && self.players[b].techs.has(Tech::IonCannons),
            Stage::Shields => {
                let side = usize::from(self.players[b].techs.has(Tech::ShieldGenerators));
                let owner = self.players[battle.sides[side]].techs.has(Tech::ShieldGenerators);
                !last && owner && battle.hits[side] > 0 && battle.shields[side]
            }
            Stage::Name => !last && a == self.chooser,
            Stage::Firing => self.roll.cause == Cause::Combat,
            Stage::Assign(side) => {
                side < 2 && battle.hits[usize::from(side)] > 0 && !self.is_dukedom(battle.sides[usize::from(side)])
            }
            Stage::Retreat => !last && warlord.is_some_and(|w| !(ships[0] - w.warped).is_empty()),
        };
        let met = battle.at.is_none_or(|at| self.foe(a, at).is_none_or(|foe| foe == b));
        met && round
            && fire
            && damaged
            && sides
            && self.token(battle, 0).is_none()
            && ways
            && stage
            && !self.is_dukedom(a)
    }

    fn regent_holds(&self, regent: &Regent) -> bool {
        let numbers = &self.data.numbers;
        let most = u16::from(numbers.influence_price) + u16::from(self.n()) * u16::from(numbers.influence_rise);
        let spots = regent.placed.iter().flat_map(|p| p.iter()).filter_map(sector);
        let legal = spots.into_iter().all(|at| (self.map.planets - self.owned_homes()).has(at));
        let hands = self.seats_in_play().all(|s| {
            let tokens = self.players[s].hand.saturating_add(regent.placed[s.index()].len());
            tokens <= numbers.influence_drawn + 1
                && regent.placed.iter().skip(usize::from(self.n())).all(|p| p.len() == 0)
        });
        let empty = |regent: &Regent| regent.placed.iter().all(|p| p.len() == 0) && regent.refused == 0;
        let settled = regent.evicted.is_empty() && regent.kept.is_empty();
        let placer = self.placer();
        let in_turn = (0..self.n()).all(|k| {
            let seat = self.role_seat((k + 1) % self.n());
            let (hand, placed) = (self.players[seat].hand, regent.placed[seat.index()].len());
            k == self.turn || if k < self.turn { hand == 0 } else { placed == 0 }
        });
        let placing = settled && in_turn;
        let step = match regent.step {
            Influencing::Buy => empty(regent) && settled && !self.is_dukedom(self.actor()),
            Influencing::Place | Influencing::Relocate => {
                placing && self.players[placer].hand > 0 && !self.is_dukedom(placer)
            }
            Influencing::Refuse(at) => {
                let envoy = self.holder(Tech::Ambassador);
                let last = regent.placed[placer.index()].iter().last() == Some(Spot::Sector(at));
                placing && last && envoy.is_some_and(|s| s != placer) && regent.refused < self.options.ambassador_uses
            }
            Influencing::Refuge(at) => {
                let guest = self.seats_in_play().find(|&s| self.players[s].fleet.any(at));
                let sectors = regent.placed.iter().flat_map(|p| p.iter()).filter_map(sector).count();
                let idle = self.seats_in_play().all(|s| self.players[s].hand == 0) && self.turn == 0;
                guest.is_some_and(|s| !self.is_dukedom(s)) && sectors == 0 && idle
            }
        };
        u16::from(regent.price) <= most && legal && hands && step
    }

    // Windows

    fn broken_window(&self) -> Vec<String> {
        let mut faults = Faults::default();
        let holder = |tech| self.holder(tech);
        let die = self.roll.die < self.roll.len;
        let saboteur = self.ready_owner(Tech::Saboteur);
        let bare = |tech| tech == Tech::TimeWarp || self.roll == Roll::default();
        let holds = match self.window {
            Window::Closed => self.roll == Roll::default(),
            Window::Sabotage(tech) => {
                let watched = saboteur.is_some() && saboteur != holder(tech);
                watched && self.ready_owner(tech).is_some() && self.declaring(tech) && bare(tech)
            }
            Window::Catch(tech) => {
                let stopped = self.stopped.has(tech) && self.used.has(Tech::Saboteur);
                stopped && holder(tech).is_some() && self.declaring(tech) && bare(tech)
            }
            Window::TimeWarp => self.ready_owner(Tech::TimeWarp).is_some() && self.roll_holds() && self.roll.die == 0,
            Window::Again => {
                holder(Tech::TimeWarp).is_some() && self.used.has(Tech::TimeWarp) && self.roll_holds() && die
            }
        };
        faults.must(holds, "what the window says of itself is not possible");
        faults.must(
            !matches!(self.phase, Phase::Direction | Phase::Pick | Phase::Over(_)) || self.window == Window::Closed,
            "a window between roles",
        );
        faults.0
    }

    fn roll_holds(&self) -> bool {
        match self.roll.cause {
            Cause::None => false,
            Cause::Prices => {
                let right = usize::from(self.roll.len) == PRICE_DICE;
                right
                    && matches!(self.phase, Phase::Merchant(Merchant { step: Trading::Prices, dice, .. }) if dice == [0; PRICE_DICE])
            }
            Cause::Combat => {
                let fights = matches!(self.phase, Phase::Warlord(Warlord { step: Campaign::Fight(_), .. }));
                fights && self.volley(self.battle()).len == self.roll.len
            }
            Cause::Catch(tech) => {
                let right = self.roll.len == 1 && tech != Tech::TimeWarp && self.stopped.has(tech);
                right && self.holder(tech).is_some() && self.declaring(tech)
            }
        }
    }

    /// Whether the technology can be declared where the game stands.
    fn declaring(&self, tech: Tech) -> bool {
        let fight = |stage: Stage| matches!(self.phase, Phase::Warlord(Warlord { step: Campaign::Fight(b), .. }) if b.stage == stage);
        match (tech, &self.phase) {
            (Tech::Ambassador, Phase::Regent(regent)) => matches!(regent.step, Influencing::Refuse(_)),
            (Tech::Diplomat, Phase::Regent(regent)) => {
                regent.step == Influencing::Buy && self.players[self.actor()].techs.has(tech)
            }
            (Tech::ShieldGenerators, _) => fight(Stage::Shields),
            (Tech::IonCannons, _) => fight(Stage::Ion),
            (Tech::PlasmaWeapons, _) => fight(Stage::Plasma),
            (Tech::FusionEngines, Phase::Warlord(warlord)) => warlord.step == Campaign::Declare,
            (Tech::Robotics, Phase::Engineer(engineer)) => engineer.step == Building::Declare,
            (Tech::ProteinFields, Phase::Steward(steward)) => steward.step == Producing::Declare,
            (Tech::SpacePirate, Phase::Merchant(merchant)) => {
                let trading = matches!(merchant.step, Trading::Collect | Trading::Trade);
                trading && self.players[self.actor()].techs.has(tech)
            }
            (Tech::LongRangeScanners, Phase::Explorer(step)) => matches!(step, Explorer::Scan { .. }),
            (Tech::TimeWarp, _) => self.roll_holds() && self.roll.die < self.roll.len,
            _ => false,
        }
    }

    /// Until the game is over whoever is asked has an answer (17).
    fn stuck(&self) -> Vec<String> {
        let asked = self.asked();
        let answers = |seat| {
            let mut actions = Vec::new();
            self.list_actions(seat, &mut actions);
            !actions.is_empty()
        };
        let goes_on = asked.is_over() || asked.seats().iter().all(|s| !self.is_dukedom(s) && answers(s));
        if goes_on { Vec::new() } else { vec!["nobody can act (17)".into()] }
    }
}

/// What does not hold.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn must(&mut self, holds: bool, what: &str) {
        if !holds {
            self.0.push(what.to_string());
        }
    }
}
