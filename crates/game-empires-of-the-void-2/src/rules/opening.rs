//! The opening: factions, first Empire cards, the first player, start units.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, SeatSet, Set, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::rules::movement::DIE;
use crate::state::{State, Task};

/// What setup asks.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Opening {
    Faction,
    FirstEmpire,
    Start,
}

#[cited]
impl Chapter<Opening> for State {
    fn answers(&self, question: Opening, seat: Seat, out: &mut Vec<Action>) {
        match question {
            Opening::Faction => out.extend(self.factions_left().iter().map(Action::ChooseFaction)),
            Opening::FirstEmpire => out.extend(self.player(seat).empire.iter().map(Action::KeepEmpire)),
            Opening::Start => out.extend(SPACE.iter().filter(|&r| self.is_empty_node(r)).map(Action::StartAt)),
        }
    }

    fn permits(&self, question: Opening, seat: Seat, action: Action) -> Check {
        match (question, action) {
            (Opening::Faction, Action::ChooseFaction(faction)) => {
                require!(self.factions_left().has(faction), Illegal::FactionTaken(faction)); // E2-066
            }
            (Opening::FirstEmpire, Action::KeepEmpire(card)) => {
                require!(self.player(seat).empire.has(card), Illegal::NotOffered(card)); // E2-085
            }
            (Opening::Start, Action::StartAt(node)) => {
                require!(self.is_empty_node(node), Illegal::NotEmptyNode(node)); // E2-091 to E2-093, E2-095
            }
            (Opening::Faction | Opening::FirstEmpire | Opening::Start, _) => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Opening,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (question, action) {
            (Opening::Faction, Action::ChooseFaction(faction)) => {
                self.player_mut(seat).faction = Some(faction);
                log.push(|| Event::Faction { seat, faction });
                if self.seats().all(|s| self.player(s).faction.is_some()) {
                    self.tasks.pop();
                    self.equip(chance, log);
                }
            }
            (Opening::FirstEmpire, Action::KeepEmpire(card)) => {
                let player = self.player_mut(seat);
                let mut other = player.empire;
                other.remove(card);
                player.put_away = other.first(); // E2-085
                player.empire = Set::of(card); // E2-236
            }
            (Opening::Start, Action::StartAt(node)) => {
                self.tasks.pop();
                for kind in [Kind::Worldship, Kind::StarSloop, Kind::Starfarer] {
                    self.player_mut(seat).fleet.add(kind, node); // E2-090, E2-094
                }
                log.push(|| Event::Starts { seat, node });
            }
            (Opening::Faction | Opening::FirstEmpire | Opening::Start, _) => {
                unreachable!("check refuses everything else")
            }
        }
    }
}

#[cited]
impl State {
    pub(crate) fn factions_left(&self) -> Set<Faction> {
        let taken: Set<Faction> = self.seats().filter_map(|s| self.player(s).faction).collect();
        !taken
    }

    /// Clockwise from a random seat (E2-066, E2-067).
    pub(crate) fn drafter(&self) -> Seat {
        let open = self.clockwise(self.active).find(|&s| self.player(s).faction.is_none());
        open.expect("somebody has no faction yet")
    }

    pub(crate) fn choosing_empire(&self) -> SeatSet {
        self.seats().filter(|&s| self.player(s).put_away.is_none()).collect()
    }

    fn is_empty_node(&self, node: Region) -> bool {
        let taken = self.seats().any(|s| self.player(s).fleet.present().has(node));
        node.is_node() && !taken && self.doom_start != Some(node)
    }

    /// Seats take what is theirs, then the decks are made (E2-068 to E2-084).
    pub(crate) fn equip(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let numbers = &self.data.0.numbers;
        let count = self.data.0.count(self.options.players);
        for seat in self.seats() {
            let player = self.player_mut(seat);
            player.credits = u16::from(count.credits); // E2-070, E2-071
            player.tokens = count.tokens; // E2-075
            player.colonization = true; // E2-043
            self.player_mut(seat).command = self.command_max(seat); // E2-074
            log.push(|| Event::Equipped { seat, credits: u16::from(count.credits) });
            self.gain_random(seat, numbers.start.goods, chance, log); // E2-072
        }
        self.deck = Planet::all().filter(|&p| !self.barred.has(p)).fold(Set::EMPTY, |all, p| all | p.cards()); // E2-078
        for seat in self.seats() {
            for _ in 0..numbers.start.hand {
                let deck = self.deck;
                let card = deck.nth(chance.pick(u32::from(deck.len()), |i| deck.nth(i).to_string()));
                self.deck.remove(card);
                self.player_mut(seat).hand.insert(card); // E2-080
                log.push(|| Event::Draws { seat, card });
            }
        }
        self.events = self.planets() - Set::of(Planet::ValkaVii); // E2-081
        self.extra_event = self.planets().has(Planet::ValkaVii);
        self.deck_size = self.deck.len() + self.events.len() + u8::from(self.extra_event); // E2-082, E2-083
        for seat in self.seats() {
            for _ in 0..numbers.start.empire {
                let deck = self.empire_deck;
                let card = deck.nth(chance.pick(u32::from(deck.len()), |i| deck.nth(i).to_string()));
                self.empire_deck.remove(card);
                self.player_mut(seat).empire.insert(card); // E2-084, E2-266
            }
        }
        self.active = Seat(0);
        self.tasks.then([Task::FirstEmpire, Task::FirstPlayer]);
    }

    /// The cards put away are shown together.
    pub(crate) fn empire_cards_are_kept(&mut self, log: &mut impl Log<Event>) {
        log.reveal();
        for seat in self.seats() {
            if let Some(card) = self.player_mut(seat).put_away.take() {
                self.empire_discard.insert(card);
                log.push(|| Event::DiscardsEmpire { seat, card });
            }
        }
    }

    /// The highest die; the tied highest roll again. Units are placed in reverse order (E2-087, E2-088, E2-091).
    pub(crate) fn find_first_player(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let mut left: SeatSet = self.seats().collect();
        while left.len() > 1 {
            let mut best = (0, SeatSet::EMPTY);
            for seat in left.iter() {
                let die = chance.roll(DIE);
                if die > best.0 {
                    best = (die, SeatSet::EMPTY);
                }
                if die == best.0 {
                    best.1.insert(seat);
                }
            }
            left = best.1;
        }
        self.first = left.first().expect("somebody has the highest die");
        self.active = self.first;
        let first = self.first;
        log.push(|| Event::First { seat: first });
        self.tasks.push(Task::LapStart);
        self.clockwise(first).for_each(|seat| self.tasks.push(Task::Start(seat))); // the last of them is next
    }
}
