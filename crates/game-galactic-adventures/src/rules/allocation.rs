//! Resource allocation: dice and diplomacy, sealed, all at once (GA-035 to GA-046).

use astrarium_core::{Chance, Log, Number, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{ByDie, Colour, Die, MaybeDie, Space, Spaces};
use crate::state::{Bids, Draft, State};

#[cited]
impl State {
    pub(crate) fn open_allocation(&mut self) {
        for place in 0..self.order.as_slice().len() {
            self.open_allocation_draft(self.order.as_slice()[place]);
        }
    }

    pub(crate) fn open_allocation_draft(&mut self, colour: Colour) {
        let player = &mut self.players[colour];
        player.left = player.budget;
        player.attack = None; // GA-039: no attack die unless bought
        player.defense = None;
        player.bids = Bids::default();
        player.draft = Draft::AttackDie;
    }

    pub(crate) fn allocation_actions(&self, me: Colour, out: &mut Vec<Action>) {
        let player = &self.players[me];
        let affordable =
            |prices: &'static ByDie<u8>| Die::ALL.iter().copied().filter(move |&d| prices[d] <= player.left);
        match player.draft {
            Draft::AttackDie => {
                out.push(Action::AttackDie(MaybeDie(None)));
                out.extend(affordable(&self.data.0.attack_price).map(|d| Action::AttackDie(MaybeDie(Some(d)))));
            }
            Draft::DefenseDie => out.extend(affordable(&self.data.0.defense_price).map(Action::DefenseDie)),
            Draft::Moon => {
                out.extend(self.fundable(me).iter().map(Action::Fund));
                out.push(Action::AllocationDone);
            }
            Draft::Points(_) => out.extend((1..=player.left).map(|n| Action::Points(Number(n)))),
            Draft::Done | Draft::Research => {}
        }
    }

    /// Every moon the seat may fund next (GA-042 to GA-044).
    fn fundable(&self, me: Colour) -> Spaces {
        let player = &self.players[me];
        if player.left == 0 || player.bids.len() >= player.powers.ally_limit {
            return Spaces::EMPTY;
        }
        (self.free & self.in_reach(me)) - player.bids.iter().map(|(moon, _)| moon).collect()
    }

    /// Systems where the seat controls something (GA-043; an ally is no presence, GA-052); every outer moon with research
    /// (GA-104).
    pub(crate) fn in_reach(&self, me: Colour) -> Spaces {
        let player = &self.players[me];
        let systems = self.data.0.system.iter().filter(|&&s| !(s & player.owned).is_empty());
        let reach = systems.fold(Spaces::EMPTY, |all, &s| all | s);
        if player.powers.outer_reach { reach | self.data.outer } else { reach }
    }

    pub(crate) fn check_allocation(&self, me: Colour, action: Action) -> Check {
        let player = &self.players[me];
        let data = self.data.0;
        let capped = player.budget == *data.numbers.budget_cap.get_ref();
        let beyond = if capped { Illegal::BeyondCap } else { Illegal::BeyondIncome };
        let affordable = |price: u8| if price <= player.left { Ok(()) } else { Err(beyond) }; // GA-032, GA-033
        let step = match action {
            Action::AttackDie(MaybeDie(None)) => Draft::AttackDie,
            Action::AttackDie(MaybeDie(Some(die))) => {
                affordable(data.attack_price[die])?; // GA-037, GA-041
                Draft::AttackDie
            }
            Action::DefenseDie(die) => {
                affordable(data.defense_price[die])?; // GA-037, GA-038
                Draft::DefenseDie
            }
            Action::Fund(moon) => {
                require!(self.free.has(moon), Illegal::NotUncontrolled(moon)); // GA-042
                require!(self.in_reach(me).has(moon), Illegal::OutOfReach(moon)); // GA-043, GA-104
                require!(!player.bids.has(moon), Illegal::FundedAlready(moon)); // GA-044
                require!(player.bids.len() < player.powers.ally_limit, Illegal::AllyLimit); // GA-044, GA-103
                affordable(1)?;
                Draft::Moon
            }
            Action::Points(Number(n)) => {
                require!(n > 0, beyond);
                affordable(n)?;
                let Draft::Points(_) = player.draft else { return Err(Illegal::DraftElsewhere) }; // GA-030
                player.draft
            }
            _ => Draft::Moon,
        };
        require!(player.draft == step, Illegal::DraftElsewhere); // GA-030
        Ok(())
    }

    pub(crate) fn allocate(&mut self, me: Colour, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.allocate_step(me, action);
        log.push(|| Event::Drafted { colour: me, action });
        if action == Action::AllocationDone {
            log.push(|| Event::DraftDone { colour: me });
            if self.drafting().is_empty() {
                self.begin_turns(chance, log);
            }
        }
    }

    /// One step of a seat's own draft. Dice are paid at their exact price (GA-041).
    pub(crate) fn allocate_step(&mut self, me: Colour, action: Action) {
        let data = self.data.0;
        let player = &mut self.players[me];
        match (action, player.draft) {
            (Action::AttackDie(MaybeDie(die)), _) => {
                player.left -= die.map_or(0, |d| data.attack_price[d]);
                player.attack = die; // GA-040: one die for all own attacks of the round
                player.draft = Draft::DefenseDie;
            }
            (Action::DefenseDie(die), _) => {
                player.left -= data.defense_price[die];
                player.defense = Some(die); // GA-038, GA-040: one die for all defenses
                player.draft = Draft::Moon;
            }
            (Action::Fund(moon), _) => player.draft = Draft::Points(moon),
            (Action::Points(Number(n)), Draft::Points(moon)) => {
                player.left -= n;
                player.bids.push(moon, n);
                player.draft = Draft::Moon;
            }
            _ => {
                player.left = 0; // GA-036: nothing carries over
                player.draft = Draft::Done;
            }
        }
    }

    /// The moon a seat is about to put points on.
    pub(crate) fn funding(&self, me: Colour) -> Option<Space> {
        match self.players[me].draft {
            Draft::Points(moon) => Some(moon),
            _ => None,
        }
    }
}
