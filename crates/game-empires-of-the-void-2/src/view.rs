//! What a seat may see, built from nothing; what it cannot know, dealt again.

use std::collections::BTreeMap;

use astrarium_core::{
    BySide, Chance, Encode, MAX_SEATS, Parts, Piece, Rules, Seat, Set, Side, Static, Turn, Viewer, Vision, cited,
};
use serde::Serialize;

use crate::action::Action;
use crate::data::Data;
use crate::piece::*;
use crate::position::Site;
use crate::state::{Cargo, Roll, State, Target, Task};

/// The table as one viewer knows it.
#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    #[serde(skip)]
    pub(crate) data: Static<Data>,
    /// What the viewer is asked; nothing while others are.
    #[serde(skip)]
    pub(crate) question: Option<Question>,
    /// What the viewer may answer.
    #[serde(skip)]
    pub(crate) answers: Vec<Action>,
    pub viewer: Option<Seat>,
    pub first: Seat,
    pub active: Seat,
    pub token: Option<Act>,
    pub action_credits: BTreeMap<Act, u8>,
    pub seats: Vec<SeatView>,
    pub regions: BTreeMap<Region, RegionView>,
    pub planets: BTreeMap<Planet, PlanetView>,
    /// Power cards left, once the deck is made (E2-078).
    pub deck: Option<u8>,
    pub discard: Vec<Card>,
    pub score_card_drawn: bool,
    pub events: Vec<Happening>,
    pub empire_discard: Vec<Empire>,
    /// Empire cards to choose from; only to the seat that drew them.
    pub offered: Vec<Empire>,
    pub shown: Vec<Card>,
    /// The planet of a diplomacy.
    pub courted: Option<Planet>,
    pub bag: u8,
    pub debt: u8,
    pub laps: u8,
    pub end_pending: bool,
    pub group: Option<GroupView>,
    pub battle: Option<BattleView>,
    pub setting_up: bool,
    /// Factions that can still be chosen, while they are.
    pub factions: Vec<Faction>,
}

/// What a viewer is asked, with the numbers that the words need.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    pub task: Task,
    /// Where the group is, or the battle.
    pub at: Region,
    /// Whether the others may follow the action.
    pub followed: bool,
    /// What is paid of the power costs.
    pub paid: u8,
    /// What the die of a hazard must reach; what the die of a diplomacy must not exceed.
    pub bar: u8,
    /// What each side of the battle has beside its card.
    pub might: BySide<u8>,
    /// What the Colonization card would bring.
    pub colony: u16,
    /// What the next building of each kind costs.
    pub prices: [Option<u8>; WORKS],
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatView {
    #[encode(skip)]
    pub name: &'static str,
    pub faction: Option<Faction>,
    pub deciding: bool,
    pub place: Option<u8>,
    pub vp: u16,
    pub credits: u16,
    pub command: u8,
    pub command_max: u8,
    pub income: u8,
    pub hand_limit: u8,
    pub goods: BTreeMap<Good, u8>,
    pub cards: u8,
    /// The whole hand to its own seat, else the cards everybody has seen.
    pub hand: Vec<Card>,
    pub empire_cards: u8,
    pub empire: Vec<Empire>,
    pub technologies: Vec<Tech>,
    pub bench: BTreeMap<Tech, BTreeMap<Good, u8>>,
    pub tracks: BTreeMap<Work, u8>,
    pub buildings: BTreeMap<Work, Vec<Site>>,
    pub markers: u8,
    pub cubes: u8,
    pub colonization: bool,
    pub deliveries: u8,
    pub cargo: Option<Cargo>,
    pub parasite: Option<Planet>,
    pub last_action: Option<Act>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RegionView {
    pub owner: Option<Seat>,
    pub sarkeen: bool,
    pub doom: bool,
    pub explore: bool,
    pub face_down: bool,
    pub goods: BTreeMap<Good, u8>,
    pub fungus: u8,
    pub path: bool,
    pub units: BTreeMap<Seat, BTreeMap<Kind, u8>>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlanetView {
    pub slot: usize,
    pub ally: Option<Seat>,
    pub razed: bool,
    pub influence: BTreeMap<Seat, u8>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GroupView {
    pub seat: Seat,
    pub at: Region,
    pub units: BTreeMap<Kind, u8>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BattleView {
    pub attacker: Seat,
    pub target: Target,
    pub at: Region,
    pub dice: BySide<u8>,
    pub kept: BySide<u8>,
    /// The viewer's own card while cards are sealed; both once they lie open.
    pub cards: BySide<Option<Card>>,
}

/// The seat, or what comes after the last seat: natives, Sarkeen, doom.
impl Encode for Target {
    const WIDTH: usize = 1;

    fn names(at: &str, out: &mut Vec<String>) {
        out.push(at.into());
    }

    fn encode(&self, out: &mut [i16]) {
        let last = MAX_SEATS as i16;
        out[0] = match self {
            Target::Seat(seat) => seat.0.into(),
            Target::Natives => last,
            Target::Sarkeen => last + 1,
            Target::Doom => last + 2,
        };
    }
}

/// A list is how many there are in each region, then in each berth.
impl Encode for Site {
    const WIDTH: usize = 1;
    const LIST: usize = Region::COUNT + Berth::COUNT;

    fn names(at: &str, out: &mut Vec<String>) {
        out.push(at.into());
    }

    fn encode(&self, out: &mut [i16]) {
        out[0] = self.place() as i16;
    }

    fn list_names(at: &str, out: &mut Vec<String>) {
        <Vec<Region>>::names(at, out);
        <Vec<Berth>>::names(at, out);
    }

    fn encode_list(list: &[Site], out: &mut [i16]) {
        out.fill(0);
        list.iter().for_each(|site| out[site.place()] += 1);
    }
}

impl Site {
    fn place(self) -> usize {
        match self {
            Site::Region(region) => region.index(),
            Site::Ship(berth) => Region::COUNT + berth.index(),
        }
    }
}

impl Vision for State {
    fn view(&self, viewer: Viewer) -> View {
        let me = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let asked = self.turn();
        let keeps = matches!(self.tasks.top(), Task::Keep(s) if Some(s) == me);
        let drafting = self.tasks.top() == Task::Faction;
        let mut answers = Vec::new();
        me.into_iter().for_each(|seat| self.actions(seat, &mut answers));
        View {
            data: self.data,
            question: me.filter(|&seat| asked.seats().contains(seat)).map(|seat| self.question(seat)),
            answers,
            viewer: me,
            first: self.first,
            active: self.active,
            token: self.token,
            action_credits: Act::all().map(|a| (a, self.spaces[a.index()])).collect(),
            seats: self.seats().map(|s| self.see_seat(s, me, asked)).collect(),
            regions: self.board().iter().map(|r| (r, self.see_region(r))).collect(),
            planets: self.planets().iter().map(|p| (p, self.see_planet(p))).collect(),
            deck: (!drafting).then(|| self.deck_left()),
            discard: self.discard.iter().collect(),
            score_card_drawn: self.score_out,
            events: self.lying.iter().collect(),
            empire_discard: self.empire_discard.iter().collect(),
            offered: if keeps { self.offered.iter().collect() } else { Vec::new() },
            shown: self.shown.iter().collect(),
            courted: self.tasks.as_slice().iter().find_map(|t| match *t {
                Task::Court { planet, .. } | Task::Rolled { of: Roll::Diplomacy(planet), .. } => Some(planet),
                _ => None,
            }),
            bag: self.bag(),
            debt: self.debt.owed,
            laps: self.laps,
            end_pending: self.end_pending,
            group: self.see_group(),
            battle: self.see_battle(me),
            setting_up: matches!(self.tasks.top(), Task::Faction | Task::FirstEmpire | Task::Start(_)),
            factions: if drafting { self.factions_left().iter().collect() } else { Vec::new() },
        }
    }

    /// Deals again what the seat cannot know: others' power and Empire cards, sealed choices.
    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> State {
        let mut state = *self;
        if matches!(self.tasks.top(), Task::Over | Task::Faction) {
            return state;
        }
        state.deal_power(seat, chance);
        state.deal_empire(seat, chance);
        state
    }
}

#[cited]
impl State {
    fn question(&self, seat: Seat) -> Question {
        let task = self.tasks.top();
        let moving = matches!(task, Task::Group | Task::Step | Task::Burn | Task::Attack);
        let price = |work: Work| match task {
            Task::Menu(_) => self.building_price(seat, work, 0),
            Task::BuildNow { discount, .. } => self.building_price(seat, work, discount),
            _ => None,
        };
        Question {
            task,
            at: if moving { self.going.at } else { self.fight.at },
            followed: !self.options.open_actions,
            paid: self.debt.paid,
            bar: match task {
                Task::Rolled { of: Roll::Hazard(to), .. } => self.needed(to),
                Task::Court { .. } | Task::Rolled { of: Roll::Diplomacy(_), .. } => self.shown_power(seat),
                _ => 0,
            },
            might: match task {
                Task::Reroll(_) | Task::Cards => BySide::from_fn(|side| self.without_card(side)),
                _ => BySide::default(),
            },
            colony: self.colony_vp(seat),
            prices: std::array::from_fn(|k| price(Work::from_index(k))),
        }
    }

    fn see_seat(&self, seat: Seat, me: Option<Seat>, asked: Turn) -> SeatView {
        let p = self.player(seat);
        let own = me == Some(seat);
        let ready = p.faction.is_some() && self.tasks.top() != Task::Faction;
        let goods = |n: &[u8; GOODS]| Good::all().map(|g| (g, n[g.index()])).filter(|(_, n)| *n > 0).collect();
        let techs = p.faction.map(|f| self.data.0.faction(f).tech.get_ref().as_slice()).unwrap_or_default();
        let sites = |work: Work| {
            let works = &p.works[work.index()];
            let aboard = works.spaces().filter_map(|s| Berth::ALL.get(usize::from(s)));
            works.list().map(Site::Region).chain(aboard.map(|&b| Site::Ship(b))).collect::<Vec<_>>()
        };
        let over = match asked {
            Turn::Over(standing) => Some(standing.places[seat]),
            _ => None,
        };
        SeatView {
            name: self.seat_name(seat),
            faction: p.faction,
            deciding: asked.seats().contains(seat),
            place: over,
            vp: p.vp,
            credits: p.credits,
            command: p.command,
            command_max: if ready { self.command_max(seat) } else { 0 },
            income: if ready { self.income(seat) } else { 0 },
            hand_limit: if ready { self.hand_limit(seat) } else { 0 },
            goods: goods(&p.goods),
            cards: p.hand.len(),
            hand: if own { p.hand.iter().collect() } else { p.known.iter().collect() }, // E2-106
            empire_cards: p.empire.len(),
            empire: if own || over.is_some() { p.empire } else { p.empire_shown }.iter().collect(), // E2-086
            technologies: p.techs.iter().collect(),
            bench: techs.iter().zip(&p.bench).map(|(t, n)| (t.id, goods(n))).collect(),
            tracks: Work::all().map(|w| (w, p.track[w.index()])).collect(),
            buildings: Work::all().map(|w| (w, sites(w))).collect(),
            markers: self.markers_left(seat),
            cubes: self.cubes_left(seat),
            colonization: p.colonization,
            deliveries: p.deliveries,
            cargo: p.cargo,
            parasite: p.parasite,
            last_action: p.last,
        }
    }

    fn see_region(&self, region: Region) -> RegionView {
        let goods = Good::all().map(|g| (g, self.up[region.index()][g.index()])).filter(|(_, n)| *n > 0);
        let units = |s: Seat| {
            let there = self.units_of(s, region);
            Kind::all().map(|k| (k, there[k.index()])).filter(|(_, n)| *n > 0).collect::<BTreeMap<_, _>>()
        };
        RegionView {
            owner: self.controller(region),
            sarkeen: self.sarkeen.has(region),
            doom: self.doom == Some(region),
            explore: self.explore.has(region),
            face_down: self.down.has(region),
            goods: goods.collect(),
            fungus: self.fungus[region.index()],
            path: self.paths.has(region),
            units: self.seats().map(|s| (s, units(s))).filter(|(_, u)| !u.is_empty()).collect(),
        }
    }

    fn see_planet(&self, planet: Planet) -> PlanetView {
        let on = |s: Seat| self.player(s).influence[planet.index()];
        PlanetView {
            slot: self.slot_of(planet).expect("in play"),
            ally: self.ally[planet.index()],
            razed: self.razed && planet == Planet::ValkaVii,
            influence: self.seats().map(|s| (s, on(s))).filter(|(_, n)| *n > 0).collect(),
        }
    }

    fn see_group(&self) -> Option<GroupView> {
        let moving = self.tasks.as_slice().iter().any(|t| matches!(t, Task::Group | Task::Step | Task::Jump));
        let counts = Kind::all().map(|k| (k, self.going.units[k.index()])).filter(|(_, n)| *n > 0);
        (moving && self.tasks.top() != Task::Origin).then(|| GroupView {
            seat: self.going.seat,
            at: self.going.at,
            units: counts.collect(),
        })
    }

    fn see_battle(&self, me: Option<Seat>) -> Option<BattleView> {
        let fighting = self.tasks.as_slice().iter().any(|t| {
            matches!(t, Task::Declare | Task::Units(_) | Task::Reroll(_) | Task::Cards | Task::Reveal | Task::Loser(_))
        });
        let sealed = self.tasks.as_slice().contains(&Task::Reveal);
        let fight = &self.fight;
        let seen = |side: Side| fight.cards[side].filter(|_| !sealed || fight.seat(side) == me && me.is_some());
        fighting.then(|| BattleView {
            attacker: fight.attacker,
            target: fight.target,
            at: fight.at,
            dice: fight.dice,
            kept: fight.kept,
            cards: BySide::from_fn(seen),
        })
    }

    fn deal_power(&mut self, me: Seat, chance: &mut impl Chance) {
        let sealed = self.tasks.as_slice().contains(&Task::Reveal);
        let mut others: Vec<Seat> = self.seats().filter(|&s| s != me).collect();
        let side =
            |state: &State, s: Seat| Side::BOTH.into_iter().find(|&side| sealed && state.fight.seat(side) == Some(s));
        let chosen = |state: &State, s: Seat| side(state, s).and_then(|side| state.fight.cards[side]);
        let mut pool = self.deck;
        for &s in &others {
            pool |= (self.player(s).hand | chosen(self, s).map_or(Set::EMPTY, Set::of)) - self.player(s).known;
        }
        others.sort_by_key(|&s| self.debtor() != Some(s));
        for &s in &others {
            let had_chosen = chosen(self, s).is_some();
            let want = self.player(s).hand.len() + u8::from(had_chosen);
            let owed = if self.debtor() == Some(s) { self.debt.owed - self.debt.paid } else { 0 };
            let mut hand = self.deal_hand(self.player(s).known, want, owed, pool, chance);
            pool -= hand;
            if let (true, Some(side)) = (had_chosen, side(self, s)) {
                let card = hand.nth(chance.pick(u32::from(hand.len()), |i| i.to_string()));
                hand.remove(card);
                self.fight.cards[side] = Some(card);
            }
            self.player_mut(s).hand = hand;
        }
        self.deck = pool;
    }

    /// A hand with the known cards. A seat that owes power is known to hold enough of it.
    fn deal_hand(&self, known: Set<Card>, want: u8, owed: u8, pool: Set<Card>, chance: &mut impl Chance) -> Set<Card> {
        let power = |hand: Set<Card>| hand.iter().map(|c| self.data.power(c)).sum::<u8>();
        for _ in 0..TRIES {
            let (mut hand, mut left) = (known, pool);
            while hand.len() < want {
                hand.insert(draw(&mut left, chance));
            }
            if power(hand) >= owed {
                return hand;
            }
        }
        let (mut hand, mut left) = (known, pool);
        while hand.len() < want {
            let best = left.iter().max_by_key(|&c| self.data.power(c)).expect("the pool holds the true hand");
            left.remove(best);
            hand.insert(best);
        }
        hand
    }

    /// The seat whose turn has power costs.
    fn debtor(&self) -> Option<Seat> {
        let of_turn = self.tasks.as_slice().iter().find_map(|t| match *t {
            Task::End(seat) | Task::Pay(seat) => Some(seat),
            _ => None,
        });
        of_turn.filter(|_| self.debt.owed > 0)
    }

    fn deal_empire(&mut self, me: Seat, chance: &mut impl Chance) {
        let offered = matches!(self.tasks.top(), Task::Keep(s) if s != me);
        let others: Vec<Seat> = self.seats().filter(|&s| s != me).collect();
        let mut pool = self.empire_deck | if offered { self.offered } else { Set::EMPTY };
        for &s in &others {
            let p = self.player(s);
            pool |= (p.empire - p.empire_shown) | p.put_away.map_or(Set::EMPTY, Set::of);
        }
        for &s in &others {
            let (n, shown) = (self.player(s).empire.len(), self.player(s).empire_shown);
            let mut hand = shown;
            while hand.len() < n {
                hand.insert(draw(&mut pool, chance));
            }
            self.player_mut(s).empire = hand;
            if self.player(s).put_away.is_some() {
                self.player_mut(s).put_away = Some(draw(&mut pool, chance));
            }
        }
        if offered {
            let n = self.offered.len();
            self.offered = Set::EMPTY;
            (0..n).for_each(|_| self.offered.insert(draw(&mut pool, chance)));
        }
        self.empire_deck = pool;
    }
}

/// Hands that are dealt before the strongest one is taken.
const TRIES: u8 = 50;

fn draw<T: Piece>(pool: &mut Set<T>, chance: &mut impl Chance) -> T {
    let piece = pool.nth(chance.pick(u32::from(pool.len()), |i| i.to_string()));
    pool.remove(piece);
    piece
}
