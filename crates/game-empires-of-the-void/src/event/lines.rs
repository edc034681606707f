//! Each event as a sentence with its clause.

use astrarium_core::words::{Die, Foe, several};
use astrarium_core::{BySide, Line, Notation, Text};

use super::Event;
use crate::action::Action;
use crate::piece::*;
use crate::prompt::{credits, target_at};
use crate::state::Offer;
use crate::view::View;

impl View {
    fn is(&self, seat: Colour) -> bool {
        self.viewer == Some(seat)
    }

    /// Setup and cards; which card was drawn only to its seat.
    pub(super) fn tell_setup(&self, event: &Event) -> Option<Line> {
        Some(match event {
            Event::RaceChosen { seat, race, credits: amount } => {
                line("EV-026", format!("{seat:#} plays the {race:#} and gains {}", credits(*amount)))
            }
            Event::Settled { seat, corner } => {
                line("EV-031", format!("{seat:#} settles in {corner:#}")).about([seat.home()])
            }
            Event::Covered { seat, planet } => {
                line("EV-212", format!("{seat:#} covers {}", self.data.planet(*planet).name)).about([planet])
            }
            Event::Turned { hex, steps } => {
                line("EV-036", format!("{hex:#} is turned by {}", several((*steps).into(), "step")))
            }
            Event::Reshuffled => line("EV-135", "the discard pile becomes the new deck".into()),
            Event::Drew { seat, card } if self.is(*seat) => line("EV-124", format!("you draw {card:#}")),
            Event::Drew { seat, .. } => line("EV-124", format!("{seat:#} draws a card")),
            Event::RowFilled { card } => line("KU-031", format!("{card:#} lies face up")),
            Event::TookFromRow { seat, card } => line("KU-092", format!("{seat:#} buys {card:#}")),
            Event::Swapped { seat, give, take } => line("EV-221", format!("{seat:#} swaps {give:#} for {take:#}")),
            Event::Discarded { seat, card } => line("EV-132", format!("{seat:#} discards {card:#}")),
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Rounds, events, credits and points.
    pub(super) fn tell_round(&self, event: &Event) -> Option<Line> {
        Some(match event {
            Event::RoundBegins { round } => line("EV-056", format!("round {round} begins")),
            Event::TurnBegins { seat } => line("EV-081", format!("{seat:#}'s turn")),
            Event::Happens { event } => {
                let row = self.data.event(*event);
                line("EV-077", format!("{}: {}", row.name, row.text))
            }
            Event::RebelsWin { planet } => line("EV-078", format!("the rebels win {planet:#}")),
            Event::PiratesSent { hex } => line("EV-078", format!("pirates in {hex:#}")),
            Event::Charted { obstacle } => line("EV-078", format!("{obstacle:#} are no obstacle this round")),
            Event::Gains { credits: 0, .. } | Event::Paid { credits: 0, .. } | Event::Points { points: 0, .. } => {
                return None;
            }
            Event::Gains { seat, credits: amount } => line("EV-147", format!("{seat:#} gains {}", credits(*amount))),
            Event::Paid { seat, credits: amount, cost } => {
                line(cost.clause(), format!("{seat:#} pays {}: {}", credits(*amount), cost.word()))
            }
            Event::Points { seat, points, source } => {
                let points = several(*points, "victory point");
                line(source.clause(), format!("{seat:#} gains {points}: {}", source.word()))
            }
            Event::ScoreCard { card } => {
                line("EV-148", format!("score card {}", ["A", "B", "C"][usize::from(*card).min(2)]))
            }
            Event::Fulfilled { seat, objective } => line("KU-132", format!("{seat:#} fulfils “{objective:#}”")),
            Event::Ended { standing } => {
                let winners: Vec<_> = standing.winners().iter().map(|s| format!("{:#}", Colour::of(s))).collect();
                let verb = if winners.len() == 1 { "wins" } else { "win" };
                line("EV-160", format!("{} {verb}", winners.join(" and ")))
            }
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Offers, orders, research, building, tactics; terms only to the partners, sealed orders only to their seat.
    pub(super) fn tell_dealings(&self, event: &Event) -> Option<Line> {
        Some(match event {
            Event::Offered { offer } => {
                let Offer { from, to, .. } = offer;
                match self.is(*from) || self.is(*to) {
                    true => line("EV-128", format!("{from:#} offers {to:#}: {}", offer.terms())),
                    false => line("EV-128", format!("{from:#} makes {to:#} an offer")),
                }
            }
            Event::Declined { from, to } => line("EV-128", format!("{to:#} declines the offer of {from:#}")),
            Event::Traded { from, to } => line("EV-128", format!("{from:#} and {to:#} trade")),
            Event::Ordered { seat, action } if self.is(*seat) => {
                Line::new("EV-058", Text::from("you order: ").and(self.label(*action)))
            }
            Event::Ordered { .. } => return None,
            Event::Researched { seat, tech } => line("EV-064", format!("{seat:#} researches {tech:#}")),
            Event::PortPlaced { seat, world } => line("EV-180", format!("{seat:#} opens a space port on {world:#}")),
            Event::PortLost { seat, world } => line("EV-182", format!("{seat:#} loses the space port on {world:#}")),
            Event::Built { seat, kind, at } => line("EV-061", format!("{seat:#} builds {} at {at:#}", self.one(*kind))),
            Event::OrderCancelled { seat, kind } => line("KU-053", format!("no {kind:#} is left for {seat:#}")),
            Event::InBay { seat, kind } => {
                line("KU-127", format!("{seat:#} tows {} to the repair bay", self.one(*kind)))
            }
            Event::Tactic { seat, card } => {
                line("EV-129", format!("{seat:#} plays {card:#}: {}", self.data.tactic(*card).text))
            }
            Event::Incited { seat, planet, against } => {
                line("KU-188", format!("{seat:#} incites {planet:#} against {against:#}"))
            }
            Event::Secondary { seat, action: Action::Pass } => {
                line("KU-100", format!("{seat:#} passes the secondary action"))
            }
            Event::Secondary { seat, action: Action::Council(n) } => {
                line("KU-104", format!("{seat:#} gains {}", several(n.0.into(), "Ambassador")))
            }
            Event::Secondary { seat, action: Action::Arm(n) } => {
                line("KU-110", format!("{seat:#} gains {}", several(n.0.into(), "Photon Bomb")))
            }
            // Its label would give the reader's own price.
            Event::Secondary { seat, action: Action::Smuggle(tech) } => {
                line("KU-100", format!("{seat:#}'s secondary action: Smuggle {tech:#}"))
            }
            Event::Secondary { seat, action } => {
                let text = Text::from(format!("{seat:#}'s secondary action: "));
                Line::new("KU-100", text.and(self.label(*action)))
            }
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Moves and fights.
    pub(super) fn tell_ships(&self, event: &Event) -> Option<Line> {
        Some(match event {
            Event::Moves { owner, kind, from, to } => {
                line("EV-084", format!("{owner:#}'s {kind:#} goes from {from:#} to {to:#}"))
            }
            Event::Obstacle { owner, kind, obstacle, die: rolled } => {
                let lost = *rolled < self.data.numbers.obstacle_survives;
                let fate = if lost { "is lost in the" } else { "comes through the" };
                line("KU-069", format!("{owner:#}'s {kind:#} {fate} {obstacle:#}"))
                    .dice([die(*rolled).of(owner.seat()).hit(!lost)])
            }
            Event::HeldBack { seat, at } => line("EV-184", format!("{seat:#} holds the ships at {at:#}")),
            Event::Attacks { seat, at, target } => {
                let foe = match target.colour() {
                    Some(colour) => Foe::from(colour.seat()),
                    None if *target == Target::Planet => Foe::from(&*self.plain(format!("{at:#}"))),
                    None => Foe::from(&*format!("the {target}")),
                };
                line("EV-091", format!("{seat:#} attacks {}", target_at(*target, *at))).fight(at, seat.seat(), foe)
            }
            Event::Retreats { seat, from, to } => line("EV-190", format!("{seat:#} retreats from {from:#} to {to:#}")),
            Event::Rolled { seat, kind, die: rolled, bonus } => {
                let who = match (seat, kind) {
                    (Some(seat), Some(kind)) => format!("{seat:#}'s {kind:#} rolls"),
                    (Some(seat), None) => format!("{seat:#} rolls"),
                    (None, Some(kind)) => format!("the guards' {kind:#} rolls"),
                    (None, None) => "a raider rolls".into(),
                };
                let more = if *bonus > 0 { format!(" + {bonus}") } else { String::new() };
                line("EV-093", format!("{who} {rolled}{more}")).dice([die(*rolled).of(seat.map(|c| c.seat()))])
            }
            Event::Bombed { seat, kind } => {
                line("KU-111", format!("{seat:#} spends 1 Photon Bomb on {}", self.one(*kind)))
            }
            Event::Bounty { seat } => line("KU-137", format!("{seat:#} gains 1 Photon Bomb for a kill")),
            Event::Hits { by: BySide([attacker, defender]) } => {
                line("EV-096", format!("hits: {attacker} by the attacker, {defender} by the defender"))
            }
            Event::Lost { owner, kind, at } => {
                let who = owner.map_or("the guards lose".into(), |c| format!("{c:#} loses"));
                line("EV-097", format!("{who} {}", self.one(*kind))).about([at])
            }
            Event::Damaged { owner, at } => {
                line("EV-170", format!("{owner:#}'s {:#} is damaged", Kind::Moth)).about([at])
            }
            Event::BattleWon { seat, at } => line("EV-098", format!("{seat:#} wins the battle at {at:#}")),
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Who holds what.
    pub(super) fn tell_worlds(&self, event: &Event) -> Option<Line> {
        Some(match event {
            Event::Cleansed { seat, at } => line("EV-205", format!("{seat:#} ends the infestation of {at:#}")),
            Event::RebelsBeaten { seat, at } => line("EV-078", format!("{seat:#} beats the rebels on {at:#}")),
            Event::Liberated { seat, at } => line("EV-110", format!("{seat:#} liberates {at:#}")),
            Event::Control { world, before, after } => {
                let text = match (before, after) {
                    (Some(loser), Some(winner)) => format!("{winner:#} takes {world:#} from {loser:#}"),
                    (None, Some(winner)) => format!("{winner:#} now controls {world:#}"),
                    (Some(loser), None) => format!("{loser:#} loses {world:#}"),
                    (None, None) => format!("{world:#} stays free"),
                };
                line("EV-053", text)
            }
            Event::Allied { seat, planet } => line("EV-046", format!("{planet:#} is an ally of {seat:#}")),
            Event::Spoke { seat } => line("KU-098", format!("{seat:#} spends 1 Ambassador")),
            Event::Diplomacy { seat, planet, total, success } => {
                let end = if *success { "succeeds" } else { "fails" };
                line("EV-142", format!("{seat:#}'s diplomacy on {planet:#} {end} with {total}"))
            }
            Event::Infest { seat, planet, die: rolled, success } => {
                let text = match success {
                    true => format!("{seat:#} infests {planet:#}"),
                    false => format!("{planet:#} resists {seat:#}"),
                };
                line("EV-201", text).dice([die(*rolled).of(seat.seat()).hit(*success)])
            }
            _ => unreachable!("told elsewhere"),
        })
    }
}

fn line(clause: &'static str, text: String) -> Line {
    Line::new(clause, text)
}

fn die(rolled: u8) -> Die {
    Die::new(DIE, rolled)
}
