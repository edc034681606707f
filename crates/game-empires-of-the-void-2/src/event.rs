//! What happened, as log sentences with their clause ids; and who may read them.

use astrarium_core::words::{Die, title_case};
use astrarium_core::{Gain, Line, Piece, Seat, Set, Standing, Viewer};

use crate::data::Data;
use crate::piece::*;
use crate::rules::battle::MOST_DICE;
use crate::rules::movement::DIE;
use crate::state::{Counts, Fight, State, Target};

#[derive(Copy, Clone, Debug)]
pub enum Event {
    Faction {
        seat: Seat,
        faction: Faction,
    },
    First {
        seat: Seat,
    },
    Starts {
        seat: Seat,
        node: Region,
    },
    Chose {
        seat: Seat,
        act: Act,
        credits: u8,
    },
    Follows {
        seat: Seat,
        act: Act,
    },
    Refreshes {
        seat: Seat,
    },
    AnyAction {
        seat: Seat,
        act: Act,
        price: u8,
    },
    LastLaps {
        laps: u8,
    },
    Pays {
        seat: Seat,
        card: Card,
    },
    Infests {
        seat: Seat,
        planet: Planet,
    },
    Colonizes {
        seat: Seat,
        vp: u16,
    },
    Warps {
        seat: Seat,
        card: Empire,
    },
    Entered {
        seat: Seat,
        from: Region,
        to: Region,
    },
    Die {
        seat: Seat,
        die: u8,
    },
    Rerolls {
        seat: Seat,
        die: u8,
    },
    Hazard {
        seat: Seat,
        to: Region,
        die: u8,
        hazard: u8,
        passed: bool,
    },
    Explores {
        seat: Seat,
        at: Region,
        token: Explore,
    },
    Burns {
        seat: Seat,
        at: Region,
    },
    PicksUp {
        seat: Seat,
        card: Card,
    },
    Drops {
        seat: Seat,
        card: Card,
    },
    Delivers {
        seat: Seat,
        card: Card,
        at: Region,
    },
    Quest {
        seat: Seat,
        quest: Happening,
    },
    Attacks {
        attacker: Seat,
        target: Target,
        at: Region,
    },
    Undefended {
        attacker: Seat,
        at: Region,
    },
    Fields {
        seat: Seat,
        units: [u8; KINDS],
    },
    BattleDice {
        seat: Option<Seat>,
        dice: [u8; MOST_DICE],
        n: u8,
    },
    #[expect(private_interfaces, reason = "the battle as it was, for the log alone")]
    Battle {
        fight: Fight,
        totals: [u8; 2],
        attacker_wins: bool,
    },
    Seizes {
        seat: Seat,
        from: Seat,
        card: Card,
    },
    Retreats {
        seat: Seat,
        from: Region,
        to: Region,
    },
    LoserCard {
        seat: Seat,
        card: Card,
        kept: bool,
    },
    Liberates {
        seat: Seat,
        planet: Planet,
    },
    Controls {
        seat: Seat,
        region: Region,
    },
    Loses {
        seat: Seat,
        region: Region,
    },
    Good {
        seat: Seat,
        good: Good,
    },
    Influences {
        seat: Seat,
        planet: Planet,
        markers: u8,
    },
    TakesBack {
        seat: Seat,
        planet: Planet,
        markers: u8,
    },
    Ally {
        planet: Planet,
        seat: Option<Seat>,
    },
    Fungus {
        region: Region,
        tokens: u8,
    },
    Path {
        region: Region,
    },
    GoodToTrack {
        seat: Seat,
        work: Work,
    },
    GoodToTech {
        seat: Seat,
        tech: Tech,
        good: Good,
    },
    Researches {
        seat: Seat,
        tech: Tech,
    },
    Builds {
        seat: Seat,
        work: Work,
        region: Option<Region>,
    },
    Plays {
        seat: Seat,
        card: Card,
    },
    Shows {
        seat: Seat,
        card: Card,
    },
    Diplomacy {
        seat: Seat,
        planet: Planet,
        die: u8,
        total: u8,
        won: bool,
    },
    Recruits {
        seat: Seat,
        kind: Kind,
        region: Region,
    },
    /// Secret: only its own seat reads which.
    DrawsEmpire {
        seat: Seat,
        cards: Set<Empire>,
    },
    /// Secret: only its own seat reads it.
    KeepsEmpire {
        seat: Seat,
        card: Empire,
    },
    DiscardsEmpire {
        seat: Seat,
        card: Empire,
    },
    Refreshed {
        seat: Seat,
        income: u8,
        command: u8,
    },
    /// Secret: only its own seat reads which.
    Draws {
        seat: Seat,
        card: Card,
    },
    Flipped {
        card: Card,
    },
    Happens {
        seat: Seat,
        card: Happening,
    },
    ScoreCard {
        seat: Seat,
    },
    DeckEmpty,
    Cleanses {
        seat: Seat,
        region: Region,
    },
    Credits {
        seat: Seat,
        n: i16,
    },
    Vp {
        seat: Seat,
        n: u8,
        source: Source,
    },
    Command {
        seat: Seat,
        n: i8,
    },
    DoomMoves {
        to: Region,
    },
    Razed,
    Scores {
        seat: Seat,
        steps: [u16; 5],
    },
    Ended {
        standing: Standing,
    },
}

/// What points between scorings come from.
#[derive(Copy, Clone, Debug)]
pub enum Source {
    Battles,
    Sarkeen,
    Dreadnought,
    ActionCards,
    Deliveries,
    Exploring,
    Quests,
}

impl Source {
    pub fn word(self) -> &'static str {
        match self {
            Source::Battles => "battles",
            Source::Sarkeen => "Sarkeen",
            Source::Dreadnought => "the dreadnought",
            Source::ActionCards => "action cards",
            Source::Deliveries => "deliveries",
            Source::Exploring => "exploring",
            Source::Quests => "quests",
        }
    }
}

/// The steps of a scoring, in order (E2-282 to E2-289).
const STEPS: [&str; 5] = ["buildings", "technologies", "influence", "control", "Empire cards"];

impl State {
    /// The points that an event gave; there are none that are taken away.
    pub(crate) fn gained(&self, event: &Event, out: &mut Vec<Gain>) {
        let mut gain = |seat: Seat, source: &'static str, points: u16| {
            if points > 0 {
                out.push(Gain { seat, source, points: i32::from(points) });
            }
        };
        match *event {
            Event::Vp { seat, n, source } => gain(seat, source.word(), u16::from(n)),
            Event::Colonizes { seat, vp } => gain(seat, "Colonization", vp),
            Event::Scores { seat, steps } => {
                STEPS.into_iter().zip(steps).for_each(|(source, points)| gain(seat, source, points));
            }
            _ => {}
        }
    }

    /// What statistics count. A battle is its attacker's, and told by what came of it.
    pub(crate) fn counted(&self, event: &Event) -> Option<(Seat, &'static str)> {
        Some(match *event {
            Event::Chose { seat, .. } => (seat, "cycle led"),
            Event::Refreshes { seat } => (seat, "refresh as response"),
            Event::Battle { fight, attacker_wins, .. } => {
                let came = match (fight.target, attacker_wins) {
                    (Target::Seat(_), true) => "player beaten",
                    (Target::Seat(_), false) => "player not beaten",
                    (Target::Natives, true) => "natives conquered",
                    (Target::Natives, false) => "natives not conquered",
                    (Target::Sarkeen, true) if self.taken < self.deck_size / 3 => "Sarkeen beaten early",
                    (Target::Sarkeen, true) => "Sarkeen beaten",
                    (Target::Sarkeen, false) => "Sarkeen not beaten",
                    (Target::Doom, _) => "dreadnought fought",
                };
                (fight.attacker, came)
            }
            Event::Undefended { attacker, .. } => (attacker, "region taken undefended"),
            Event::Diplomacy { seat, won: true, .. } => (seat, "diplomacy won"),
            Event::Diplomacy { seat, won: false, .. } => (seat, "diplomacy lost"),
            Event::Ally { seat: Some(seat), .. } => (seat, "alliance won"),
            Event::Plays { seat, .. } => (seat, "action card"),
            Event::PicksUp { seat, .. } => (seat, "cargo picked up"),
            Event::Delivers { seat, .. } => (seat, "delivery"),
            Event::Quest { seat, .. } => (seat, "quest"),
            Event::Recruits { seat, .. } => (seat, "unit recruited"),
            Event::Colonizes { seat, .. } => (seat, "Colonization played"),
            Event::Flipped { .. } => (self.first, "card turned over"), // the first player is the drawer
            _ => return None,
        })
    }

    /// The gate: what this viewer may read of an event.
    pub(crate) fn tell_event(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        match *event {
            Event::Draws { seat, .. } if !viewer.is(seat) => {
                Some(Line::new("E2-106", format!("{} a power card", self.does(seat, "draw"))))
            }
            Event::DrawsEmpire { seat, cards } if !viewer.is(seat) => {
                let cards = several(cards.len() as u16, "Empire card");
                Some(Line::new("E2-183", format!("{} {cards}", self.does(seat, "draw"))))
            }
            Event::KeepsEmpire { seat, .. } if !viewer.is(seat) => None,
            Event::Credits { n: 0, .. } => None,
            _ => Some(self.say(event)),
        }
    }

    /// A seat as people call it.
    pub(crate) fn called(&self, seat: Seat) -> &'static str {
        self.player(seat).faction.map_or(State::chair(seat), |f| &self.data.0.faction(f).name)
    }

    /// “Nomads of Earth build”, “7th Academy of Eegh builds”.
    fn does(&self, seat: Seat, verb: &str) -> String {
        agreed(self.called(seat), verb)
    }

    fn its(&self, seat: Seat) -> &'static str {
        if are_many(self.called(seat)) { "their" } else { "its" }
    }

    pub(crate) fn place_name(&self, region: Region) -> String {
        region_name(self.data.0, region, |r| self.planet_at(r))
    }

    pub(crate) fn target_name(&self, target: Target) -> &'static str {
        match target {
            Target::Seat(seat) => self.called(seat),
            Target::Natives => Foe::Natives.name(),
            Target::Sarkeen => Foe::Sarkeen.name(),
            Target::Doom => Foe::Doom.name(),
        }
    }

    fn units_text(&self, units: &Counts) -> String {
        let there = Kind::all().filter(|k| units[k.index()] > 0);
        let words = there.map(|k| format!("{} {}", units[k.index()], self.data.0.unit(k).name));
        words.collect::<Vec<_>>().join(", ")
    }

    fn say(&self, event: &Event) -> Line {
        let chapters = [
            State::say_cycle,
            State::say_movement,
            State::say_battle,
            State::say_planets,
            State::say_actions,
            State::say_deck,
        ];
        chapters.iter().find_map(|say| say(self, event)).expect("every event has its sentence in a chapter")
    }

    pub(crate) fn card_name(&self, card: Card) -> &'static str {
        &self.data.0.card(card).name
    }

    pub(crate) fn planet_name(&self, planet: Planet) -> &'static str {
        &self.data.0.planet(planet).name
    }

    pub(crate) fn unit_name(&self, kind: Kind) -> &'static str {
        &self.data.0.unit(kind).name
    }

    pub(crate) fn empire_name(&self, card: Empire) -> &'static str {
        &self.data.0.empire(card).name
    }

    /// Of the setup, the cycle and the end of a turn.
    fn say_cycle(&self, event: &Event) -> Option<Line> {
        let line = match *event {
            Event::Faction { seat, faction } => {
                let chair = title_case(State::chair(seat));
                let text = format!("{chair} plays the {}", self.data.0.faction(faction).name);
                Line::new("E2-066", text).about([faction])
            }
            Event::First { seat } => Line::new("E2-087", format!("{} first", self.does(seat, "play"))),
            Event::Starts { seat, node } => {
                Line::new("E2-090", format!("{} at {}", self.does(seat, "start"), self.place_name(node))).about([node])
            }
            Event::Chose { seat, act, credits } => {
                let with = several(credits.into(), "credit");
                let taken = if credits > 0 { format!(" with {with}") } else { String::new() };
                Line::new("E2-096", format!("{} {}{taken}", self.does(seat, "choose"), act.name())).about([act])
            }
            Event::Follows { seat, act } => {
                Line::new("E2-102", format!("{} with {}", self.does(seat, "follow"), act.name()))
            }
            Event::Refreshes { seat } => Line::new("E2-104", self.does(seat, "refresh")),
            Event::AnyAction { seat, act, price } => {
                Line::new("E2-108", format!("{} {price} command for {}", self.does(seat, "pay"), act.name()))
                    .about([act])
            }
            Event::LastLaps { laps } => Line::new("E2-278", format!("{} left", several(laps.into(), "lap"))),
            Event::Pays { seat, card: c } => {
                Line::new("E2-310", format!("{} {} for power costs", self.does(seat, "discard"), self.card_name(c)))
            }
            Event::Infests { seat, planet: p } => {
                Line::new("E2-258", format!("{} the parasite token on {}", self.does(seat, "put"), self.planet_name(p)))
            }
            Event::Colonizes { seat, vp } => {
                let whose = self.its(seat);
                Line::new("E2-292", format!("{} {whose} Colonization card for {vp} VP", self.does(seat, "play")))
            }
            _ => return None,
        };
        Some(line)
    }

    /// Of a movement and where it ends.
    fn say_movement(&self, event: &Event) -> Option<Line> {
        let line = match *event {
            Event::Warps { seat, card: c } => {
                Line::new("E2-270", format!("{} {} to warp", self.does(seat, "discard"), self.empire_name(c)))
            }
            Event::Entered { seat, from, to } => {
                let text =
                    format!("{} from {} to {}", self.does(seat, "go"), self.place_name(from), self.place_name(to));
                Line::new("E2-126", text).about([from, to])
            }
            Event::Die { seat, die } => {
                Line::new("E2-036", format!("{} {die}", self.does(seat, "roll"))).dice(one(die))
            }
            Event::Rerolls { seat, die } => {
                Line::new("E2-250", format!("{}: {die}", self.does(seat, "reroll"))).dice(one(die))
            }
            Event::Hazard { seat, to, die, hazard, passed } => {
                let end = if passed { "is passed" } else { "is not passed" };
                let rolls = self.does(seat, "roll");
                let text = format!("{rolls} {die}: hazard {hazard} on the way to {} {end}", self.place_name(to));
                Line::new("E2-129", text).about([to]).dice(one(die))
            }
            Event::Explores { seat, at, token } => {
                let row = self.data.0.explore(token);
                let text = format!("{} {} on {}: {}", self.does(seat, "find"), row.name, self.place_name(at), row.text);
                Line::new("E2-134", text).about([at])
            }
            Event::Burns { seat, at } => {
                Line::new("E2-319", format!("{} fungus at {}", self.does(seat, "burn"), self.place_name(at)))
                    .about([at])
            }
            Event::PicksUp { seat, card: c } => {
                Line::new("E2-224", format!("{} up {}", self.does(seat, "pick"), self.card_name(c)))
            }
            Event::Drops { seat, card: c } => {
                Line::new("E2-230", format!("{} up {}", self.does(seat, "give"), self.card_name(c)))
            }
            Event::Delivers { seat, card: c, at } => Line::new(
                "E2-226",
                format!("{} {} to {}", self.does(seat, "deliver"), self.card_name(c), self.place_name(at)),
            )
            .about([at]),
            Event::Quest { seat, quest } => {
                Line::new("E2-315", format!("{} {}", self.does(seat, "complete"), self.data.0.event(quest).name))
            }
            _ => return None,
        };
        Some(line)
    }

    /// Of a battle.
    fn say_battle(&self, event: &Event) -> Option<Line> {
        let line = match *event {
            Event::Attacks { attacker, target, at } => {
                let text = format!(
                    "{} {} at {}",
                    self.does(attacker, "attack"),
                    self.target_name(target),
                    self.place_name(at)
                );
                Line::new("E2-192", text).about([at])
            }
            Event::Undefended { attacker, at } => {
                Line::new("E2-212", format!("{} {} undefended", self.does(attacker, "take"), self.place_name(at)))
                    .about([at])
            }
            Event::Fields { seat, units } => {
                Line::new("E2-192", format!("{} {}", self.does(seat, "field"), self.units_text(&units)))
            }
            Event::BattleDice { seat, dice, n } => {
                let rolled = &dice[..usize::from(n)];
                let words: Vec<_> = rolled.iter().map(ToString::to_string).collect();
                let rolls = agreed(seat.map_or("the defenders", |s| self.called(s)), "roll");
                let text = if n == 0 { format!("{rolls} no dice") } else { format!("{rolls} {}", words.join(", ")) };
                Line::new("E2-194", text).dice(rolled.iter().map(|&rolled| Die { sides: DIE, rolled }))
            }
            Event::Battle { fight, totals, attacker_wins } => {
                let sides = [self.called(fight.attacker), self.target_name(fight.target)];
                let side = |k: usize| match fight.cards[k] {
                    Some(card) => format!("{} {} with {}", sides[k], totals[k], self.card_name(card)),
                    None => format!("{} {}", sides[k], totals[k]),
                };
                let winner = agreed(sides[usize::from(!attacker_wins)], "win");
                Line::new("E2-208", format!("{}, {}: {winner}", side(0), side(1))).about([fight.at])
            }
            Event::Seizes { seat, from, card: c } => Line::new(
                "E2-223",
                format!("{} {} from {}", self.does(seat, "seize"), self.card_name(c), self.called(from)),
            ),
            Event::Retreats { seat, from, to } => {
                let text = format!(
                    "the units of {} go from {} to {}",
                    self.called(seat),
                    self.place_name(from),
                    self.place_name(to)
                );
                Line::new("E2-215", text).about([from, to])
            }
            Event::LoserCard { seat, card: c, kept: true } => {
                Line::new("E2-214", format!("{} {}", self.does(seat, "keep"), self.card_name(c)))
            }
            Event::LoserCard { seat, card: c, kept: false } => {
                Line::new("E2-214", format!("{} {} for a new card", self.does(seat, "discard"), self.card_name(c)))
            }
            Event::Liberates { seat, planet: p } => {
                Line::new("E2-P023", format!("{} {}", self.does(seat, "liberate"), self.planet_name(p)))
            }
            _ => return None,
        };
        Some(line)
    }

    /// Of control, influence and what lies on the map.
    fn say_planets(&self, event: &Event) -> Option<Line> {
        let line = match *event {
            Event::Controls { seat, region } => {
                Line::new("E2-133", format!("{} {}", self.does(seat, "control"), self.place_name(region)))
                    .about([region])
            }
            Event::Loses { seat, region } => {
                Line::new("E2-213", format!("{} {}", self.does(seat, "lose"), self.place_name(region))).about([region])
            }
            Event::Good { seat, good } => Line::new("E2-026", format!("{} 1 {good}", self.does(seat, "gain"))),
            Event::Influences { seat, planet: p, markers } => Line::new(
                "E2-171",
                format!("{} {markers} influence on {}", self.does(seat, "place"), self.planet_name(p)),
            )
            .about([p]),
            Event::TakesBack { seat, planet: p, markers } => Line::new(
                "E2-218",
                format!("{} back {markers} influence from {}", self.does(seat, "take"), self.planet_name(p)),
            )
            .about([p]),
            Event::Ally { planet: p, seat: Some(seat) } => {
                Line::new("E2-314", format!("{} is now the ally of {}", self.planet_name(p), self.called(seat)))
                    .about([p])
            }
            Event::Ally { planet: p, seat: None } => {
                Line::new("E2-314", format!("{} is nobody's ally any more", self.planet_name(p))).about([p])
            }
            Event::Fungus { region, tokens } => Line::new(
                "E2-319",
                format!("fungus grows at {}: {}", self.place_name(region), several(tokens.into(), "token")),
            )
            .about([region]),
            Event::Path { region } => {
                Line::new("E2-029", format!("{} is now a wormhole", self.place_name(region))).about([region])
            }
            Event::Cleanses { seat, region } => {
                Line::new("E2-319", format!("{} fungus from {}", self.does(seat, "remove"), self.place_name(region)))
                    .about([region])
            }
            Event::DoomMoves { to } => {
                Line::new("E2-032", format!("the dreadnought is at {}", self.place_name(to))).about([to])
            }
            Event::Razed => Line::new("E2-050", "Valka VII is razed"),
            _ => return None,
        };
        Some(line)
    }

    /// Of building, cards and recruiting.
    fn say_actions(&self, event: &Event) -> Option<Line> {
        let line = match *event {
            Event::GoodToTrack { seat, work } => Line::new(
                "E2-142",
                format!("{} {} on {} {work} track", self.does(seat, "put"), work.good(), self.its(seat)),
            ),
            Event::GoodToTech { seat, tech, good } => {
                Line::new("E2-145", format!("{} {good} on {}", self.does(seat, "put"), self.data.0.tech(tech).name))
            }
            Event::Researches { seat, tech } => {
                Line::new("E2-145", format!("{} researched {}", self.does(seat, "have"), self.data.0.tech(tech).name))
            }
            Event::Builds { seat, work, region } => {
                let site = region.map_or(format!("{} Worldship", self.its(seat)), |r| self.place_name(r));
                Line::new("E2-148", format!("{} {} on {site}", self.does(seat, "build"), a(work.word()))).about(region)
            }
            Event::Plays { seat, card: c } => {
                let text = &self.data.0.card(c).text;
                Line::new("E2-163", format!("{} {}: {text}", self.does(seat, "play"), self.card_name(c)))
            }
            Event::Shows { seat, card: c } => Line::new(
                "E2-168",
                format!("{} {}, power {}", self.does(seat, "play"), self.card_name(c), self.data.0.power(c)),
            ),
            Event::Diplomacy { seat, planet: p, die, total, won } => {
                let end = if won { "succeeds" } else { "fails" };
                let rolls = self.does(seat, "roll");
                let text = format!("{rolls} {die} against power {total}: diplomacy on {} {end}", self.planet_name(p));
                Line::new("E2-169", text).about([p]).dice(one(die))
            }
            Event::Recruits { seat, kind, region } => {
                let text = format!(
                    "{} {} at {}",
                    self.does(seat, "recruit"),
                    a(&self.data.0.unit(kind).name),
                    self.place_name(region)
                );
                Line::new("E2-176", text).about([region])
            }
            Event::DrawsEmpire { cards, .. } => {
                let names: Vec<_> = cards.iter().map(|c| self.empire_name(c)).collect();
                let text = if names.is_empty() { "no Empire card is left".into() } else { names.join(" and ") };
                Line::new("E2-183", format!("you draw: {text}"))
            }
            Event::KeepsEmpire { card: c, .. } => Line::new("E2-183", format!("you keep {}", self.empire_name(c))),
            Event::DiscardsEmpire { seat, card: c } => {
                Line::new("E2-085", format!("{} the Empire card {}", self.does(seat, "discard"), self.empire_name(c)))
            }
            _ => return None,
        };
        Some(line)
    }

    /// Of refreshing, the deck and points.
    fn say_deck(&self, event: &Event) -> Option<Line> {
        let line = match *event {
            Event::Refreshed { seat, income, command } => {
                let income = several(income.into(), "credit");
                Line::new("E2-104", format!("{} {income}; command is now {command}", self.does(seat, "gain")))
            }
            Event::Draws { card: c, .. } => Line::new("E2-106", format!("you draw {}", self.card_name(c))),
            Event::Flipped { card: c } => {
                Line::new("E2-321", format!("nobody drew for long: {} is discarded", self.card_name(c)))
            }
            Event::Happens { seat, card: c } => {
                let row = self.data.0.event(c);
                Line::new("E2-121", format!("{} the event {}: {}", self.does(seat, "draw"), row.name, row.text))
            }
            Event::ScoreCard { seat } => Line::new("E2-290", format!("{} the score card", self.does(seat, "draw"))),
            Event::DeckEmpty => Line::new("E2-277", "the power deck is empty: the end is near"),
            Event::Credits { seat, n } if n < 0 => {
                Line::new("E2-019", format!("{} {}", self.does(seat, "lose"), several(n.unsigned_abs(), "credit")))
            }
            Event::Credits { seat, n } => {
                Line::new("E2-019", format!("{} {}", self.does(seat, "gain"), several(n.unsigned_abs(), "credit")))
            }
            Event::Vp { seat, n, source } => {
                Line::new("E2-002", format!("{} {n} VP: {}", self.does(seat, "gain"), source.word()))
            }
            Event::Command { seat, n } => {
                let verb = if n < 0 { "lose" } else { "gain" };
                Line::new("E2-118", format!("{} {} command", self.does(seat, verb), n.unsigned_abs()))
            }
            Event::Scores { seat, steps: [buildings, techs, influence, control, cards] } => {
                let sum = buildings + techs + influence + control + cards;
                let text = format!(
                    "{} {sum} VP: buildings {buildings}, technologies {techs}, influence {influence}, control \
                     {control}, Empire cards {cards}",
                    self.does(seat, "score")
                );
                Line::new("E2-282", text)
            }
            Event::Ended { standing } => {
                let names: Vec<_> = standing.winners().iter().map(|s| self.called(s)).collect();
                let text =
                    if let [one] = names[..] { agreed(one, "win") } else { format!("{} win", names.join(" and ")) };
                Line::new("E2-294", text)
            }
            _ => return None,
        };
        Some(line)
    }
}

/// What a region is called: by its planet, by its own name, or by the planets it lies between.
pub(crate) fn region_name(data: &Data, region: Region, planet_at: impl Fn(Region) -> Option<Planet>) -> String {
    let given = &data.regions[region.index()].name;
    if let Some(planet) = planet_at(region) {
        let layer = if region.is_surface() { "surface" } else { "orbit" };
        return format!("the {layer} of {}", data.planet(planet).name);
    }
    let near = data.near[region.index()].iter().filter(|r| r.is_orbit()).filter_map(planet_at);
    let near: Vec<&str> = near.map(|planet| data.planet(planet).name.as_str()).collect();
    match near[..] {
        _ if !given.is_empty() => given.clone(),
        [a, ..] if data.wormholes.has(region) => format!("the wormhole by {a}"),
        [a, b, ..] => format!("the space between {a} and {b}"),
        _ => format!("node {region}"),
    }
}

/// Factions are mostly called by what they are many of, and then act as many.
fn are_many(name: &str) -> bool {
    name.split(" of ").next().is_some_and(|who| who.ends_with('s') || who == "the Sarkeen")
}

/// A name with its verb: many build, one builds.
fn agreed(name: &str, verb: &str) -> String {
    let ending = match verb {
        _ if are_many(name) => "",
        "have" => return format!("{name} has"),
        _ if verb.ends_with(['s', 'h', 'o']) => "es",
        _ => "s",
    };
    format!("{name} {verb}{ending}")
}

/// “an academy”, “a Star Sloop”.
pub(crate) fn a(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {what}")
}

/// “1 credit”, “2 credits”.
pub(crate) fn several(n: u16, what: &str) -> String {
    format!("{n} {}", plural(n, what))
}

pub(crate) fn plural(n: u16, what: &str) -> String {
    if n == 1 { what.to_string() } else { format!("{what}s") }
}

/// One die as it fell.
fn one(rolled: u8) -> [Die; 1] {
    [Die { sides: DIE, rolled }]
}
