//! Diplomacy cards: drawing, the row, the hand limit (EV-124 to EV-135, KU-091 to KU-095).

use astrarium_core::{Chance, Log, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::State;

#[cited]
impl State {
    /// Whether a card can be drawn: the discard pile becomes a new deck (EV-135, KU-095).
    pub(crate) fn can_draw(&self) -> bool {
        self.deck.total() + self.discard.total() > 0
    }

    /// The next card of the deck, face down until now.
    pub(crate) fn next_card(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) -> Option<Card> {
        if self.deck.total() == 0 {
            if self.discard.total() == 0 {
                return None; // EV-135
            }
            std::mem::swap(&mut self.deck, &mut self.discard);
            log.push(|| Event::Reshuffled);
        }
        let card = Card::ALL[chance.draw(&self.deck.0, |k| Card::ALL[k].to_string())];
        self.deck.take(card);
        Some(card)
    }

    /// A card from the deck to a hand; the limit is enforced after the whole gain (EV-124, EV-126, KU-093).
    pub(crate) fn draw_card(&mut self, seat: Colour, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if let Some(card) = self.next_card(chance, log) {
            self.gain_card(seat, card);
            log.push(|| Event::Drew { seat, card });
        }
    }

    pub(crate) fn gain_card(&mut self, seat: Colour, card: Card) {
        self.players[seat].hand.add(card);
        self.overflow.insert(seat.seat());
    }

    pub(crate) fn refill_row(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if let Some(card) = self.next_card(chance, log) {
            self.row.add(card);
            log.push(|| Event::RowFilled { card });
        }
    }

    /// Seats whose hand grew and is within its limit need not be asked (KU-093).
    pub(crate) fn settle_overflow(&mut self) {
        for seat in self.seats() {
            if self.players[seat].hand.total() <= self.hand_limit(seat) {
                self.overflow.remove(seat.seat());
            }
        }
    }

    pub(crate) fn overflow_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        out.extend(self.players[seat].hand.kinds().map(Action::Discard));
    }

    pub(crate) fn check_overflow(&self, seat: Colour, action: Action) -> Check {
        let Action::Discard(card) = action else { return Err(Illegal::OtherQuestion) };
        require!(self.players[seat].hand.of(card) > 0, Illegal::NotYourCard(card));
        Ok(())
    }

    pub(crate) fn discard_card(&mut self, seat: Colour, action: Action, log: &mut impl Log<Event>) {
        let Action::Discard(card) = action else { unreachable!("check refuses everything else") };
        self.spend_card(seat, card, log);
        self.settle_overflow();
    }
}
