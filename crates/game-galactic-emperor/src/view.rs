//! What a seat may see, built from nothing; what it cannot know, dealt again.

use std::collections::BTreeMap;

use astrarium_core::{
    BySeat, BySide, Chance, Encode, Piece, Rules, Seat, SeatSet, Side, Static, Turn, Viewer, Vision, cited,
};
use serde::Serialize;

use crate::data::Data;
use crate::piece::{Colour, Role, Ship, Space, Spot, Tech, Tile, Way};
use crate::state::{
    Campaign, Engineer, Explorer, Fire, Influencing, Merchant, Phase, State, Steward, Top, Trading, Warlord, Window,
};

/// The table as one viewer knows it.
#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    #[serde(skip)]
    pub(crate) data: Static<Data>,
    #[serde(skip)]
    pub(crate) question: Question,
    pub viewer: Option<Colour>,
    pub round: u8,
    pub round_limit: u8,
    #[encode(words(
        "colours",
        "direction",
        "pick",
        "explorer",
        "merchant",
        "steward",
        "engineer",
        "scientist",
        "warlord",
        "regent",
        "last-battle",
        "over"
    ))]
    pub phase: &'static str,
    pub direction: Way,
    pub throne: Option<Colour>,
    pub chooser: Option<Colour>,
    pub roles: Vec<Role>,
    pub picked: Vec<Role>,
    pub seats: Vec<SeatView>,
    pub spaces: BTreeMap<Space, SpaceView>,
    pub display: Vec<Tile>,
    pub stack: StackView,
    /// The tile a seat holds, and the one it drew, as far as the viewer knows them.
    pub hand: Option<Tile>,
    pub drawn: Option<Tile>,
    pub techs_for_sale: Vec<Tech>,
    pub stopped: Vec<Tech>,
    pub used: Vec<Tech>,
    pub vp_pool: u16,
    pub market: MarketView,
    pub dice: Vec<u8>,
    /// Whether one of the dice may be rolled again.
    pub warping: bool,
    pub battle: Option<BattleView>,
    /// Influence on sectors and on the Throne.
    pub influence: BTreeMap<Spot, BTreeMap<Colour, u8>>,
    pub locked: Vec<Space>,
}

/// What the viewer is asked, with what the words need; or why nothing is asked.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Question {
    /// Another seat decides.
    Other,
    Over,
    Colour,
    Direction,
    Role,
    TakeTile,
    Scan(Tile),
    Keep {
        tile: Tile,
        drawn: Tile,
    },
    Lay(Tile),
    Leftover,
    Merchant(Trading),
    Steward(Steward),
    Engineer(Engineer),
    Scientist,
    Warlord(Campaign),
    /// With the price of the next token, and whose influence is placed.
    Regent {
        step: Influencing,
        price: u8,
        placer: Colour,
    },
    /// A declaration or dice that can be answered.
    Window(Window),
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatView {
    pub chair: Seat,
    pub colour: Option<Colour>,
    pub dukedom: bool,
    /// Whether the seat is asked.
    pub deciding: bool,
    /// 1 for the winner, once the game is over.
    pub place: Option<u8>,
    /// Only to the seat itself, until the end (GE-018).
    pub vp: Option<u16>,
    pub planets: u8,
    pub marks: u16,
    pub metal: u8,
    pub energy: u8,
    pub techs: Vec<Tech>,
    pub reserve: u8,
    pub influence: u8,
    /// Ships on the board: fighters, cruisers, dreadnoughts.
    pub ships: [u8; 3],
}

#[derive(Clone, Debug, Default, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SpaceView {
    pub tile: Option<Tile>,
    pub owner: Option<Colour>,
    #[encode(words("home-starbase", "starbase", "empire"))]
    pub token: Option<&'static str>,
    pub food: u8,
    pub ships: BTreeMap<Colour, Vec<Ship>>,
}

/// How many tiles each part of the stack has.
#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
pub struct StackView {
    pub plain: u8,
    pub hole: bool,
    pub atomic: u8,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
pub struct MarketView {
    pub food: u8,
    pub metal: u8,
    pub energy: u8,
    /// Marks for food, metal, energy while Merchant runs.
    pub prices: Option<[u8; 3]>,
    /// Food in the hand of the trading seat.
    pub hand: u8,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BattleView {
    pub at: Option<Space>,
    pub attacker: Colour,
    pub defender: Colour,
    pub round: u8,
    /// 0 before the first phase.
    pub phase: u8,
    pub free_attack: bool,
    pub named: Option<Ship>,
    pub hits: BySide<u8>,
    pub damaged: BySide<Vec<Ship>>,
    pub plasma: bool,
    pub ion: bool,
}

impl Vision for State {
    fn view(&self, viewer: Viewer) -> View {
        let me = match viewer {
            Viewer::Seat(seat) => self.players[seat].colour,
            Viewer::Public => None,
        };
        let dealt = self.phase != Phase::Colours;
        let role = |seat: Seat| if dealt { self.players[seat].colour } else { None };
        let (hand, drawn) = self.see_hand(viewer);
        View {
            data: self.data,
            question: self.question(viewer),
            viewer: me,
            round: self.round,
            round_limit: self.options.round_limit,
            phase: self.phase_word(),
            direction: self.way,
            throne: self.throne.and_then(role),
            chooser: role(self.chooser),
            roles: self.pool.iter().collect(),
            picked: self.picked.iter().collect(),
            seats: self.seats_in_play().map(|s| self.see_seat(s, viewer)).collect(),
            spaces: Space::all().map(|s| (s, self.see_space(s))).collect(),
            display: self.display.as_slice().to_vec(),
            stack: self.see_stack(),
            hand,
            drawn,
            techs_for_sale: self.for_sale().iter().collect(),
            stopped: self.stopped.iter().collect(),
            used: self.used.iter().collect(),
            vp_pool: self.vp_pool,
            market: self.see_market(),
            dice: self.see_dice(),
            warping: self.window != Window::Closed,
            battle: self.see_battle(),
            influence: self.see_influence(),
            locked: if let Phase::Regent(regent) = &self.phase { regent.locked.iter().collect() } else { Vec::new() },
        }
    }

    /// Tiles the seat has not seen, and how the others' points are split: their sum is known, and each point went to one of
    /// them by chance, more likely to one with many planets.
    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> State {
        let mut state = *self;
        if self.phase == Phase::Colours || self.scored() {
            return state;
        }
        if let Some(Top { tile, seen }) = self.top.filter(|top| !top.seen.contains(seat)) {
            state.top = Some(Top { tile: state.exchange(tile, chance), seen });
        }
        match self.phase {
            Phase::Explorer(Explorer::Keep { tile, drawn, seen }) if hidden(seen, seat) => {
                let drawn = state.exchange(drawn, chance);
                state.phase = Phase::Explorer(Explorer::Keep { tile, drawn, seen });
            }
            Phase::Explorer(Explorer::Place { tile, seen }) if hidden(seen, seat) => {
                let tile = state.exchange(tile, chance);
                state.phase = Phase::Explorer(Explorer::Place { tile, seen });
            }
            _ => {}
        }
        state.split_points(seat, chance);
        state
    }
}

impl View {
    /// The viewer's own seat; only of use to somebody who is asked.
    pub(crate) fn own(&self) -> &SeatView {
        self.seats.iter().find(|s| s.colour == self.viewer).expect("a viewer who is asked has a seat")
    }

    pub(crate) fn colour(&self, seat: Seat) -> Colour {
        self.seats[seat.index()].colour.expect("colours are chosen before anything else")
    }
}

#[cited]
impl State {
    fn question(&self, viewer: Viewer) -> Question {
        let asked = matches!(viewer, Viewer::Seat(seat) if self.turn().seats().contains(seat));
        match self.phase {
            Phase::Over(_) => Question::Over,
            _ if !asked => Question::Other,
            _ if self.window != Window::Closed => Question::Window(self.window),
            Phase::Colours => Question::Colour,
            Phase::Direction => Question::Direction,
            Phase::Pick => Question::Role,
            Phase::Explorer(Explorer::Pick { .. }) => Question::TakeTile,
            Phase::Explorer(Explorer::Scan { tile }) => Question::Scan(tile),
            Phase::Explorer(Explorer::Keep { tile, drawn, .. }) => Question::Keep { tile, drawn },
            Phase::Explorer(Explorer::Place { tile, .. } | Explorer::PlaceLeftover { tile }) => Question::Lay(tile),
            Phase::Explorer(Explorer::Leftover) => Question::Leftover,
            Phase::Merchant(merchant) => Question::Merchant(merchant.step),
            Phase::Steward(steward) => Question::Steward(steward),
            Phase::Engineer(engineer) => Question::Engineer(engineer),
            Phase::Scientist => Question::Scientist,
            Phase::Warlord(warlord) => Question::Warlord(warlord.step),
            Phase::LastBattle(battle) => Question::Warlord(Campaign::Fight(battle)),
            Phase::Regent(regent) => {
                let placer = self.colour(self.placer());
                Question::Regent { step: regent.step, price: regent.price, placer }
            }
        }
    }

    fn phase_word(&self) -> &'static str {
        match self.phase {
            Phase::Colours => "colours",
            Phase::Direction => "direction",
            Phase::Pick => "pick",
            Phase::Explorer(_) => "explorer",
            Phase::Merchant(_) => "merchant",
            Phase::Steward(_) => "steward",
            Phase::Engineer(_) => "engineer",
            Phase::Scientist => "scientist",
            Phase::Warlord(_) => "warlord",
            Phase::Regent(_) => "regent",
            Phase::LastBattle(_) => "last-battle",
            Phase::Over(_) => "over",
        }
    }

    /// All totals are open once the game has been scored.
    fn scored(&self) -> bool {
        matches!(self.phase, Phase::Over(_) | Phase::LastBattle(_))
    }

    fn see_seat(&self, seat: Seat, viewer: Viewer) -> SeatView {
        let player = &self.players[seat];
        let asked = self.turn();
        let place = if let Turn::Over(standing) = asked { Some(standing.places[seat]) } else { None };
        let own = viewer.is(seat) || self.scored(); // GE-018, GE-019: all else lies open
        let out = player.fleet.out();
        SeatView {
            chair: seat,
            colour: player.colour,
            dukedom: self.is_dukedom(seat),
            deciding: asked.seats().contains(seat),
            place: place.filter(|&p| p > 0),
            vp: own.then_some(player.vp),
            planets: self.planets(seat),
            marks: player.marks,
            metal: player.metal,
            energy: player.energy,
            techs: self.tech_list(seat).collect(),
            reserve: player.reserve,
            influence: player.hand,
            ships: std::array::from_fn(|k| (out & crate::piece::Kind::from_index(k).ships()).len()),
        }
    }

    fn see_space(&self, space: Space) -> SpaceView {
        let owner = self.owner(space);
        let token = owner.map(|s| match &self.players[s] {
            p if p.home == Some(space) => "home-starbase",
            p if p.bases.has(space) => "starbase",
            _ => "empire",
        });
        let ships = |s: Seat| (self.players[s].colour, self.players[s].fleet.here(space));
        let fleets = self.seats_in_play().map(ships).filter(|(_, ships)| !ships.is_empty());
        SpaceView {
            tile: self.map.tile(space),
            owner: owner.map(|s| self.colour(s)),
            token,
            food: self.food_at(space),
            ships: fleets.filter_map(|(colour, ships)| Some((colour?, ships.iter().collect()))).collect(),
        }
    }

    /// The number of tiles in each part is public, the tile on top is not shown to anybody.
    fn see_stack(&self) -> StackView {
        let plain_top = self.top.is_some_and(|t| self.data.plain.has(t.tile));
        let atomic_top = self.top.is_some() && !plain_top;
        StackView {
            plain: self.plain.len() + u8::from(plain_top),
            hole: self.hole,
            atomic: self.atomic.len() + u8::from(atomic_top),
        }
    }

    fn see_hand(&self, viewer: Viewer) -> (Option<Tile>, Option<Tile>) {
        let own = |seat: Seat| viewer.is(seat);
        match self.phase {
            Phase::Explorer(Explorer::Scan { tile } | Explorer::PlaceLeftover { tile }) => (Some(tile), None),
            Phase::Explorer(Explorer::Keep { tile, drawn, .. }) => {
                (Some(tile), Some(drawn).filter(|_| own(self.actor())))
            }
            Phase::Explorer(Explorer::Place { tile, seen }) => {
                (Some(tile).filter(|_| seen == self.everybody() || own(self.actor())), None) // GE-182
            }
            _ => (None, None),
        }
    }

    fn see_market(&self) -> MarketView {
        let numbers = &self.data.numbers;
        let stored = |of: fn(&crate::state::Player) -> u8| self.humans().map(|s| of(&self.players[s])).sum::<u8>();
        let (prices, hand) = match &self.phase {
            Phase::Merchant(Merchant { prices, food, .. }) => (Some(*prices).filter(|p| p[0] > 0), *food),
            _ => (None, 0),
        };
        MarketView {
            food: self.food_pool(),
            metal: numbers.pool_metal - stored(|p| p.metal),
            energy: numbers.pool_energy - stored(|p| p.energy),
            prices,
            hand,
        }
    }

    fn see_dice(&self) -> Vec<u8> {
        match &self.phase {
            Phase::Merchant(Merchant { dice, .. }) if dice[0] > 0 => dice.to_vec(),
            _ => self.roll.as_slice().to_vec(),
        }
    }

    fn see_battle(&self) -> Option<BattleView> {
        let battle = match &self.phase {
            Phase::Warlord(Warlord { step: Campaign::Fight(battle), .. }) | Phase::LastBattle(battle) => battle,
            _ => return None,
        };
        Some(BattleView {
            at: battle.at,
            attacker: self.colour(battle.sides[Side::Attacker]),
            defender: self.colour(battle.sides[Side::Defender]),
            round: battle.round,
            phase: if let Fire::Phase(phase) = battle.fire { phase } else { 0 },
            free_attack: battle.fire == Fire::Free,
            named: battle.named,
            hits: battle.hits,
            damaged: battle.damaged.map(|d| d.iter().collect()),
            plasma: battle.plasma,
            ion: battle.ion,
        })
    }

    fn see_influence(&self) -> BTreeMap<Spot, BTreeMap<Colour, u8>> {
        let mut influence: BTreeMap<Spot, BTreeMap<Colour, u8>> = BTreeMap::new();
        if let Phase::Regent(regent) = &self.phase {
            for seat in self.seats_in_play() {
                for spot in regent.placed[seat].iter() {
                    *influence.entry(spot).or_default().entry(self.colour(seat)).or_default() += 1;
                }
            }
        }
        influence
    }

    // Dealing again

    /// Puts a tile back into its part of the stack and draws another, maybe the same.
    fn exchange(&mut self, tile: Tile, chance: &mut impl Chance) -> Tile {
        let part = if self.data.0.plain.has(tile) { &mut self.plain } else { &mut self.atomic };
        part.insert(tile);
        let drawn = part.nth(chance.pick(u32::from(part.len()), |i| i.to_string()));
        part.remove(drawn);
        drawn
    }

    fn split_points(&mut self, seat: Seat, chance: &mut impl Chance) {
        let mut planets = BySeat::default();
        let others = || self.seats_in_play().filter(|&s| s != seat);
        others().for_each(|s| planets[s] = self.planets(s));
        let sum: u16 = others().map(|s| self.players[s].vp).sum();
        others().collect::<SeatSet>().iter().for_each(|s| self.players[s].vp = 0);
        for _ in 0..sum {
            let lucky = chance.draw(&planets.0, |k| k.to_string());
            self.players.0[lucky].vp += 1;
        }
    }
}

fn hidden(seen: SeatSet, seat: Seat) -> bool {
    !seen.contains(seat)
}
