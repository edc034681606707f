//! Each event as a sentence with its clause.

use astrarium_core::words::{Die, Foe, several};
use astrarium_core::{BySide, Line, Seat, Side};

use super::names::{and_gains, article, units_text};
use super::{Event, Money};
use crate::piece::Planet;
use crate::rules::movement::DIE;
use crate::state::Target;
use crate::view::View;

impl View {
    pub(super) fn say(&self, event: &Event) -> Line {
        let chapters = [
            View::say_cycle,
            View::say_movement,
            View::say_battle,
            View::say_planets,
            View::say_actions,
            View::say_cards,
            View::say_deck,
        ];
        chapters.iter().find_map(|say| say(self, event)).expect("every event has its sentence in a chapter")
    }

    /// Of the setup, the cycle and the end of a turn.
    fn say_cycle(&self, event: &Event) -> Option<Line> {
        let (clause, text) = match *event {
            Event::Faction { seat, faction } => {
                ("E2-066", format!("{seat:#} plays the {}", self.data.faction(faction).name))
            }
            Event::Equipped { seat, credits } => {
                ("E2-070", format!("{} {} to begin with", self.does(seat, "gain"), several(credits, "credit")))
            }
            Event::First { seat } => ("E2-087", format!("{} first", self.does(seat, "play"))),
            Event::Starts { seat, node } => ("E2-090", format!("{} at {node:#}", self.does(seat, "start"))),
            Event::Chose { seat, act, credits } => {
                let with = several(credits.into(), "credit");
                let taken = if credits > 0 { format!(" with {with}") } else { String::new() };
                ("E2-096", format!("{} {act:#}{taken}", self.does(seat, "choose")))
            }
            Event::Follows { seat, act } => ("E2-102", format!("{} with {act:#}", self.does(seat, "follow"))),
            Event::Refreshes { seat } => ("E2-104", self.does(seat, "refresh")),
            Event::AnyAction { seat, act, price } => {
                ("E2-108", format!("{} {price} command for {act:#}", self.does(seat, "pay")))
            }
            Event::LastLaps { laps } => ("E2-278", format!("{} left", several(laps.into(), "lap"))),
            Event::Pays { seat, card } => {
                ("E2-310", format!("{} {card:#} for power costs", self.does(seat, "discard")))
            }
            Event::Infests { seat, planet } => {
                ("E2-258", format!("{} the parasite token on {planet:#}", self.does(seat, "put")))
            }
            Event::Colonizes { seat, vp } => {
                ("E2-292", format!("{} their Colonization card for {vp} VP", self.does(seat, "play")))
            }
            _ => return None,
        };
        Some(Line::new(clause, text))
    }

    /// Of a movement and where it ends.
    fn say_movement(&self, event: &Event) -> Option<Line> {
        let (clause, text) = match *event {
            Event::Warps { seat, card } => ("E2-270", format!("{} {card:#} to warp", self.does(seat, "discard"))),
            Event::Entered { seat, from, to } => {
                ("E2-126", format!("{} from {from:#} to {to:#}", self.does(seat, "go")))
            }
            Event::Die { seat, die } => {
                return Some(Line::new("E2-036", format!("{} {die}", self.does(seat, "roll"))).dice(one(seat, die)));
            }
            Event::Rerolls { seat, die } => {
                return Some(Line::new("E2-250", format!("{}: {die}", self.does(seat, "reroll"))).dice(one(seat, die)));
            }
            Event::Hazard { seat, to, die, hazard, passed } => {
                let end = if passed { "is passed" } else { "is not passed" };
                let rolls = self.does(seat, "roll");
                let text = format!("{rolls} {die}: hazard {hazard} on the way to {to:#} {end}");
                return Some(Line::new("E2-129", text).dice([Die::new(DIE, die).of(seat).hit(passed)]));
            }
            Event::Explores { seat, at, token } => {
                let text = &self.data.explore(token).text;
                ("E2-134", format!("{} {token:#} on {at:#}: {text}", self.does(seat, "find")))
            }
            Event::Burns { seat, at, credits } => {
                let gain = and_gains(credits);
                ("E2-319", format!("{} fungus at {at:#}{gain}", self.does(seat, "burn")))
            }
            Event::PicksUp { seat, card } => ("E2-224", format!("{} up {card:#}", self.does(seat, "pick"))),
            Event::Drops { seat, card } => ("E2-230", format!("{} up {card:#}", self.does(seat, "give"))),
            Event::Delivers { seat, card, at } => {
                ("E2-226", format!("{} {card:#} to {at:#}", self.does(seat, "deliver")))
            }
            Event::Quest { seat, quest } => ("E2-315", format!("{} {quest:#}", self.does(seat, "complete"))),
            _ => return None,
        };
        Some(Line::new(clause, text))
    }

    /// Of a battle.
    fn say_battle(&self, event: &Event) -> Option<Line> {
        let (clause, text) = match *event {
            Event::Attacks { attacker, target, at } => {
                let text = format!("{} {} at {at:#}", self.does(attacker, "attack"), self.target(target));
                let foe = target.seat().map_or_else(|| Foe::from(target.name()), Foe::from);
                return Some(Line::new("E2-192", text).fight(at, attacker, foe));
            }
            Event::Undefended { attacker, at } => {
                ("E2-212", format!("{} {at:#} undefended", self.does(attacker, "take")))
            }
            Event::Fields { seat, units } => ("E2-192", format!("{} {}", self.does(seat, "field"), units_text(&units))),
            Event::BattleDice { seat, dice, n } => {
                let rolled = &dice[..usize::from(n)];
                let words: Vec<_> = rolled.iter().map(ToString::to_string).collect();
                let rolls = seat.map_or_else(|| "the defenders roll".into(), |s| self.does(s, "roll"));
                let text = if n == 0 { format!("{rolls} no dice") } else { format!("{rolls} {}", words.join(", ")) };
                let dice = rolled.iter().map(|&rolled| Die::new(DIE, rolled).of(seat));
                return Some(Line::new("E2-194", text).dice(dice));
            }
            Event::Battle { fight, totals, winner } => {
                let sides = BySide([Target::Seat(fight.attacker), fight.target]);
                let told = |side: Side| {
                    let card = fight.cards[side].map_or_else(String::new, |card| format!(" with {card:#}"));
                    format!("{} {}{card}", self.target(sides[side]), totals[side])
                };
                let [attacker, defender] = Side::BOTH.map(told);
                let text = format!("{attacker}, {defender}: {}", self.target_does(sides[winner], "win"));
                return Some(Line::new("E2-208", text).about([fight.at]));
            }
            Event::Seizes { seat, from, card } => {
                ("E2-223", format!("{} {card:#} from {}", self.does(seat, "seize"), self.who(from)))
            }
            Event::Retreats { seat, from, to } => {
                ("E2-215", format!("the units of {} go from {from:#} to {to:#}", self.who(seat)))
            }
            Event::LoserCard { seat, card, kept: true } => ("E2-214", format!("{} {card:#}", self.does(seat, "keep"))),
            Event::LoserCard { seat, card, kept: false } => {
                ("E2-214", format!("{} {card:#} for a new card", self.does(seat, "discard")))
            }
            Event::Liberates { seat, planet } => ("E2-P023", format!("{} {planet:#}", self.does(seat, "liberate"))),
            _ => return None,
        };
        Some(Line::new(clause, text))
    }

    /// Of control, influence and what lies on the map.
    fn say_planets(&self, event: &Event) -> Option<Line> {
        let (clause, text) = match *event {
            Event::Controls { seat, region } => ("E2-133", format!("{} {region:#}", self.does(seat, "control"))),
            Event::Loses { seat, region } => ("E2-213", format!("{} {region:#}", self.does(seat, "lose"))),
            Event::Good { seat, good } => ("E2-026", format!("{} 1 {good}", self.does(seat, "gain"))),
            Event::PaysGood { seat, good } => ("E2-026", format!("{} 1 {good}", self.does(seat, "pay"))),
            Event::Influences { seat, planet, markers } => {
                ("E2-171", format!("{} {markers} influence on {planet:#}", self.does(seat, "place")))
            }
            Event::TakesBack { seat, planet, markers } => {
                ("E2-218", format!("{} back {markers} influence from {planet:#}", self.does(seat, "take")))
            }
            Event::Ally { planet, seat: Some(seat) } => {
                ("E2-314", format!("{planet:#} is now the ally of {}", self.who(seat)))
            }
            Event::Ally { planet, seat: None } => ("E2-314", format!("{planet:#} is no one's ally any more")),
            Event::Fungus { region, tokens } => {
                ("E2-319", format!("fungus grows at {region:#}: {}", several(tokens.into(), "token")))
            }
            Event::Path { region } => ("E2-029", format!("{region:#} is now a wormhole")),
            Event::Cleanses { seat, region } => {
                let gain = and_gains(1);
                ("E2-319", format!("{} fungus from {region:#}{gain}", self.does(seat, "remove")))
            }
            Event::DoomMoves { to } => ("E2-032", format!("the dreadnought is at {to:#}")),
            Event::Razed => ("E2-050", format!("{:#} is razed", Planet::ValkaVii)),
            _ => return None,
        };
        Some(Line::new(clause, text))
    }

    /// Of research, building, diplomacy and recruiting.
    fn say_actions(&self, event: &Event) -> Option<Line> {
        let (clause, text) = match *event {
            Event::GoodToTrack { seat, work } => {
                ("E2-142", format!("{} {} on their {work} track", self.does(seat, "put"), work.good()))
            }
            Event::GoodToTech { seat, tech, good } => {
                ("E2-145", format!("{} {good} on {tech:#}", self.does(seat, "put")))
            }
            Event::Researches { seat, tech } => ("E2-145", format!("{} researched {tech:#}", self.does(seat, "have"))),
            Event::Builds { seat, work, region, price } => {
                let site = region.map_or_else(|| "their Worldship".into(), |r| format!("{r:#}"));
                let (builds, cost) = (self.does(seat, "build"), for_credits(price));
                ("E2-148", format!("{builds} {} {work} on {site}{cost}", article(work.word())))
            }
            Event::Diplomacy { seat, planet, die, total, won } => {
                let end = if won { "succeeds" } else { "fails" };
                let rolls = self.does(seat, "roll");
                let text = format!("{rolls} {die} against power {total}: diplomacy on {planet:#} {end}");
                return Some(Line::new("E2-169", text).dice([Die::new(DIE, die).of(seat).hit(won)]));
            }
            Event::Recruits { seat, kind, region, price } => {
                let (recruits, cost) = (self.does(seat, "recruit"), for_credits(price));
                let article = article(&self.data.unit(kind).name);
                ("E2-176", format!("{recruits} {article} {kind:#} at {region:#}{cost}"))
            }
            _ => return None,
        };
        Some(Line::new(clause, text))
    }

    /// Of power cards that are played, and of Empire cards.
    fn say_cards(&self, event: &Event) -> Option<Line> {
        let (clause, text) = match *event {
            Event::Plays { seat, card } => {
                ("E2-163", format!("{} {card:#}: {}", self.does(seat, "play"), self.data.card(card).text))
            }
            Event::Shows { seat, card } => {
                ("E2-168", format!("{} {card:#}, power {}", self.does(seat, "play"), self.data.power(card)))
            }
            Event::DrawsEmpire { cards, .. } => {
                let names: Vec<_> = cards.iter().map(|c| format!("{c:#}")).collect();
                let text = if names.is_empty() { "no Empire card is left".into() } else { names.join(" and ") };
                ("E2-183", format!("you draw: {text}"))
            }
            Event::KeepsEmpire { card, .. } => ("E2-183", format!("you keep {card:#}")),
            Event::DiscardsEmpire { seat, card } => {
                ("E2-085", format!("{} the Empire card {card:#}", self.does(seat, "discard")))
            }
            _ => return None,
        };
        Some(Line::new(clause, text))
    }

    /// Of refreshing, the deck and points.
    fn say_deck(&self, event: &Event) -> Option<Line> {
        let (clause, text) = match *event {
            Event::Refreshed { seat, income, command } => {
                let income = several(income.into(), "credit");
                ("E2-104", format!("{} {income}; command is now {command}", self.does(seat, "gain")))
            }
            Event::Draws { card, .. } => ("E2-106", format!("you draw {card:#}")),
            Event::Flipped { card } => ("E2-321", format!("no card was drawn for several laps: {card:#} is discarded")),
            Event::Happens { seat, card } => {
                ("E2-121", format!("{} the event {card:#}: {}", self.does(seat, "draw"), self.data.event(card).text))
            }
            Event::ScoreCard { seat } => ("E2-290", format!("{} the score card", self.does(seat, "draw"))),
            Event::DeckEmpty => ("E2-277", "the power deck is empty: the end is near".into()),
            Event::Credits { seat, n, why } => {
                let verb = match why {
                    _ if n > 0 => "gain",
                    Money::Cost | Money::Demand | Money::Tax => "pay",
                    _ => "lose",
                };
                let credits = several(n.unsigned_abs(), "credit");
                (why.clause(), format!("{} {credits}{}", self.does(seat, verb), why.word()))
            }
            Event::Vp { seat, n, source } => {
                ("E2-002", format!("{} {n} VP: {}", self.does(seat, "gain"), source.word()))
            }
            Event::Command { seat, n } => {
                let verb = if n < 0 { "lose" } else { "gain" };
                ("E2-118", format!("{} {} command", self.does(seat, verb), n.unsigned_abs()))
            }
            Event::Scores { seat, steps: [buildings, techs, influence, control, cards] } => {
                let sum = buildings + techs + influence + control + cards;
                let text = format!(
                    "{} {sum} VP: buildings {buildings}, technologies {techs}, influence {influence}, control \
                     {control}, Empire cards {cards}",
                    self.does(seat, "score")
                );
                ("E2-282", text)
            }
            Event::Ended { standing } => {
                let winners: Vec<_> = standing.winners().iter().collect();
                let names = || winners.iter().map(|&s| self.who(s)).collect::<Vec<_>>().join(" and ");
                let text = if let [one] = winners[..] { self.does(one, "win") } else { format!("{} win", names()) };
                ("E2-294", text)
            }
            _ => return None,
        };
        Some(Line::new(clause, text))
    }
}

/// “ for 3 credits”, or nothing.
fn for_credits(price: u8) -> String {
    if price > 0 { format!(" for {}", several(price.into(), "credit")) } else { String::new() }
}

/// One die as it fell.
fn one(seat: Seat, rolled: u8) -> [Die; 1] {
    [Die::new(DIE, rolled).of(seat)]
}
