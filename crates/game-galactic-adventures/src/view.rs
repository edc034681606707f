//! What a seat may see, built from nothing; what it cannot know, dealt again.

use std::collections::BTreeMap;

use astrarium_core::{Chance, Encode, Piece, Rules, Seat, Static, Viewer, Vision, cited};
use serde::Serialize;

use crate::data::Data;
use crate::piece::{Colour, Die, Kind, Mode, Node, Space, Spaces};
use crate::state::{Draft, Phase, Player, State, Step};

/// The table as one viewer knows it.
#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    #[serde(skip)]
    pub(crate) data: Static<Data>,
    /// What the viewer is asked, or waits for.
    #[serde(skip)]
    pub(crate) question: Question,
    pub viewer: Option<Colour>,
    pub round: u8,
    pub round_limit: u8,
    #[encode(words("colours", "research", "allocation", "turns", "over"))]
    pub phase: &'static str,
    pub order: Vec<Colour>,
    pub seats: Vec<SeatView>,
    pub spaces: BTreeMap<Space, SpaceView>,
    /// Dice tokens that lie face down and that the viewer has not looked at, by die.
    pub unseen_dice: BTreeMap<Die, u8>,
    /// How many IPEC-controlled tokens lie face down.
    pub unseen_ipec: u8,
    pub turn: Option<TurnView>,
}

/// What a viewer is asked, with the numbers that the words need; or why nothing is asked.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Question {
    Colour,
    OtherColours,
    /// With the points left, as in the next four.
    Research(u8),
    AttackDie(u8),
    DefenseDie(u8),
    Moon(u8),
    Points(Space, u8),
    Drafted,
    Source,
    Target(Space),
    Mode(Space, Space),
    /// With the bonus of the type it is, and of the other.
    Defend {
        at: Space,
        kind: Kind,
        bonus: [u8; 2],
    },
    OtherTurn,
    Over,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatView {
    pub chair: u8,
    pub colour: Option<Colour>,
    pub points: u16,
    pub territories: u8,
    pub out: bool,
    /// Whether the seat is asked.
    pub deciding: bool,
    /// 1 for the winner, once the game is over.
    pub place: Option<u8>,
    pub penalty: bool,
    pub budget: u8,
    /// Public once all are done; before that only to the seat itself.
    pub research: Option<Vec<Node>>,
    pub allocation: Option<AllocationView>,
    /// Points not yet spent; only to the seat itself.
    pub left: Option<u8>,
    pub allies: Vec<Space>,
    pub ally_limit: Option<u8>,
    pub peeked: Vec<Space>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct AllocationView {
    pub attack: Option<Die>,
    pub defense: Option<Die>,
    pub bids: Vec<(Space, u8)>,
    pub funding: Option<Space>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SpaceView {
    pub owner: Option<Colour>,
    pub ally: Option<Colour>,
    pub hits: Option<u8>,
    /// The tokens as far as the viewer knows them.
    pub die: Option<Die>,
    pub ipec: Option<bool>,
    pub die_public: bool,
    pub ipec_public: bool,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TurnView {
    pub seat: Colour,
    pub infantry: u8,
    pub beam: u8,
    pub used: Vec<Space>,
    pub own_military_used: bool,
    pub from: Option<Space>,
    pub to: Option<Space>,
    pub mode: Option<Mode>,
    pub kind: Option<Kind>,
}

impl Vision for State {
    fn view(&self, viewer: Viewer) -> View {
        let me = match viewer {
            Viewer::Seat(seat) => self.colour(seat),
            Viewer::Public => None,
        };
        let asked = self.turn();
        let place = |chair: u8| match asked {
            astrarium_core::Turn::Over(standing) => Some(standing.places[Seat(chair)]),
            _ => None,
        };
        let seat = |chair: u8| SeatView {
            deciding: asked.seats().contains(Seat(chair)),
            place: place(chair),
            ..self.see_seat(chair, me)
        };
        View {
            data: self.data,
            question: self.question(viewer, me),
            viewer: me,
            round: self.round,
            round_limit: self.options.round_limit,
            phase: self.phase_word(),
            order: self.order.as_slice().to_vec(),
            seats: (0..self.options.players).map(seat).collect(),
            spaces: self.board.iter().map(|s| (s, self.see_space(s, me))).collect(),
            unseen_dice: self.unseen_dice(me),
            unseen_ipec: (self.ipec - self.ipec_public).len(),
            turn: self.see_turn(),
        }
    }

    /// Shuffles the tokens the seat does not know, and the sealed drafts of the others.
    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> State {
        let mut state = *self;
        let me = self.colour(seat);
        if matches!(self.phase, Phase::Colours | Phase::Over(_)) {
            return state;
        }
        let peeked = me
            .map_or((Spaces::EMPTY, Spaces::EMPTY), |me| (self.players[me].peeked_dice, self.players[me].peeked_ipec));
        state.shuffle_dice(self.free - self.dice_public - peeked.0, chance);
        state.shuffle_ipec(self.free - self.ipec_public - peeked.1, chance);
        if matches!(self.phase, Phase::Research | Phase::Allocation) {
            for colour in self.alive().filter(|&c| Some(c) != me) {
                state.draft_again(colour, chance);
            }
        }
        state
    }
}

#[cited]
impl State {
    fn question(&self, viewer: Viewer, me: Option<Colour>) -> Question {
        match &self.phase {
            Phase::Colours if me.is_none() && viewer != Viewer::Public => Question::Colour,
            Phase::Colours => Question::OtherColours,
            Phase::Research | Phase::Allocation => me.map_or(Question::Drafted, |me| self.draft_question(me)),
            Phase::Turn(turn) if Some(self.decider(turn)) == me => match turn.step {
                Step::Source => Question::Source,
                Step::Target { from } => Question::Target(from),
                Step::Mode { from, to } => Question::Mode(from, to),
                Step::Defend(attack) => Question::Defend {
                    at: attack.to,
                    kind: attack.kind,
                    bonus: [false, true].map(|other| self.defense_dice(&attack, other).1),
                },
            },
            Phase::Turn(_) => Question::OtherTurn,
            Phase::Over(_) => Question::Over,
        }
    }

    fn draft_question(&self, me: Colour) -> Question {
        let Player { draft, left, .. } = self.players[me];
        match draft {
            Draft::Done => Question::Drafted,
            Draft::Research => Question::Research(left),
            Draft::AttackDie => Question::AttackDie(left),
            Draft::DefenseDie => Question::DefenseDie(left),
            Draft::Moon => Question::Moon(left),
            Draft::Points(moon) => Question::Points(moon, left),
        }
    }

    fn phase_word(&self) -> &'static str {
        match self.phase {
            Phase::Colours => "colours",
            Phase::Research => "research",
            Phase::Allocation => "allocation",
            Phase::Turn(_) => "turns",
            Phase::Over(_) => "over",
        }
    }

    fn see_seat(&self, chair: u8, me: Option<Colour>) -> SeatView {
        let Some(colour) = self.colour(Seat(chair)) else { return unseated(chair) };
        let player = &self.players[colour];
        let own = me == Some(colour);
        let open = own || self.phase != Phase::Research; // GA-029
        let allocated = own || matches!(self.phase, Phase::Turn(_) | Phase::Over(_)); // GA-046
        SeatView {
            colour: Some(colour),
            points: self.territory_points(colour),
            territories: player.owned.len(),
            out: player.out > 0,
            penalty: player.penalty,
            budget: player.budget,
            research: open.then(|| player.research.iter().collect()),
            allocation: allocated.then(|| self.see_allocation(colour, player)),
            left: own.then_some(player.left),
            allies: player.allies.iter().collect(),
            ally_limit: open.then_some(player.powers.ally_limit),
            peeked: (player.peeked_dice | player.peeked_ipec).iter().collect(),
            ..unseated(chair)
        }
    }

    fn see_allocation(&self, colour: Colour, player: &Player) -> AllocationView {
        AllocationView {
            attack: player.attack,
            defense: player.defense,
            bids: player.bids.iter().collect(),
            funding: self.funding(colour),
        }
    }

    fn see_space(&self, space: Space, me: Option<Colour>) -> SpaceView {
        let free = self.free.has(space);
        SpaceView {
            owner: self.owner(space),
            ally: self.colours().find(|&c| self.players[c].allies.has(space)),
            hits: space.planet_colour().map(|c| self.hits[c]),
            die: (free && self.knows_die(space, me)).then(|| self.dice[space.index()]),
            ipec: (free && self.knows_ipec(space, me)).then(|| self.ipec.has(space)),
            die_public: self.dice_public.has(space),
            ipec_public: self.ipec_public.has(space),
        }
    }

    /// Face up, looked at, or the game is over and everything is shown.
    pub(crate) fn knows_die(&self, moon: Space, me: Option<Colour>) -> bool {
        let peeked = me.is_some_and(|me| self.players[me].peeked_dice.has(moon));
        self.dice_public.has(moon) || peeked || matches!(self.phase, Phase::Over(_))
    }

    fn knows_ipec(&self, moon: Space, me: Option<Colour>) -> bool {
        let peeked = me.is_some_and(|me| self.players[me].peeked_ipec.has(moon));
        self.ipec_public.has(moon) || peeked || matches!(self.phase, Phase::Over(_))
    }

    /// The face-down dice the viewer has not looked at.
    pub(crate) fn unseen_dice(&self, me: Option<Colour>) -> BTreeMap<Die, u8> {
        let mut unseen = BTreeMap::new();
        for moon in self.free.iter().filter(|&m| !self.knows_die(m, me)) {
            *unseen.entry(self.dice[moon.index()]).or_default() += 1;
        }
        unseen
    }

    fn see_turn(&self) -> Option<TurnView> {
        let Phase::Turn(turn) = &self.phase else { return None };
        let (from, to, mode) = match turn.step {
            Step::Source => (None, None, None),
            Step::Target { from } => (Some(from), None, None),
            Step::Mode { from, to } => (Some(from), Some(to), None),
            Step::Defend(attack) => (Some(attack.from), Some(attack.to), Some(attack.mode)),
        };
        Some(TurnView {
            seat: self.active(turn),
            infantry: turn.made[Kind::Infantry.index()],
            beam: turn.made[Kind::Beam.index()],
            used: turn.used.iter().collect(),
            own_military_used: turn.joint,
            from,
            to,
            mode,
            kind: from.zip(to).and_then(|(from, to)| self.kind(from, to)),
        })
    }

    fn shuffle_dice(&mut self, unknown: Spaces, chance: &mut impl Chance) {
        let mut left = unknown;
        for moon in unknown.iter() {
            let other = left.nth(chance.pick(u32::from(left.len()), |i| i.to_string()));
            self.dice.swap(moon.index(), other.index());
            left.remove(moon);
        }
    }

    fn shuffle_ipec(&mut self, unknown: Spaces, chance: &mut impl Chance) {
        let tokens = (self.ipec & unknown).len();
        let mut left = unknown;
        self.ipec -= unknown;
        for _ in 0..tokens {
            let moon = left.nth(chance.pick(u32::from(left.len()), |i| i.to_string()));
            self.ipec.insert(moon);
            left.remove(moon);
        }
    }

    /// Another seat's draft: all that is known is whether it is done. A finished one is drawn step by step; an open one is
    /// begun anew.
    fn draft_again(&mut self, colour: Colour, chance: &mut impl Chance) {
        let done = self.players[colour].draft == Draft::Done;
        let research = self.phase == Phase::Research;
        if research {
            self.open_research_draft(colour)
        } else {
            self.open_allocation_draft(colour)
        }
        let mut actions = Vec::new();
        while done && self.players[colour].draft != Draft::Done {
            actions.clear();
            if research {
                self.research_actions(colour, &mut actions)
            } else {
                self.allocation_actions(colour, &mut actions)
            }
            let action = actions[chance.pick(actions.len() as u32, |i| i.to_string()) as usize];
            if research { self.research_step(colour, action) } else { self.allocate_step(colour, action) }
        }
    }
}

fn unseated(chair: u8) -> SeatView {
    SeatView {
        chair,
        colour: None,
        points: 0,
        territories: 0,
        out: false,
        deciding: false,
        place: None,
        penalty: false,
        budget: 0,
        research: None,
        allocation: None,
        left: None,
        allies: Vec::new(),
        ally_limit: None,
        peeked: Vec::new(),
    }
}
