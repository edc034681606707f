//! What only the rules can do, with the numbers that a pack sets; and whether its texts say them.

use astrarium_core::Piece;
use astrarium_core::data::{Claim, Hook, PackError, Spanned, numbers};

use super::{Data, EVENTS, OBJECTIVES, PLANET_FILE, RACES, TACTICS, TECHNOLOGIES};
use crate::piece::*;

/// Fields with their numbers.
type Numbers = Vec<(&'static str, u64)>;

impl Data {
    /// Texts that say something else than what happens.
    pub(super) fn all_claims(&self) -> Vec<PackError> {
        let mut faults: Vec<PackError> = self.hooks().iter().filter_map(|(_, hook)| hook.check(&self.files)).collect();
        for edition in Edition::all() {
            for (tech, row) in Tech::all().filter_map(|tech| Some((tech, self.tech(edition, tech)?))) {
                let word = format!("{edition}.{tech}");
                let claim = Claim { file: TECHNOLOGIES, row: &word, field: "text", text: &row.text };
                // The archive draws two cards (EV-124).
                let may = if tech == Tech::GalacticArchive { vec![2] } else { Vec::new() };
                faults.extend(Hook { claim, numbers: self.tech_numbers(tech), may }.check(&self.files));
            }
        }
        faults
    }

    /// Events, tactics, abilities of races and planets, objectives, and the technologies of the revised edition, by headings.
    pub fn hooks(&self) -> Vec<(&'static str, Hook<'_>)> {
        // Ombra Nine is no number.
        let names: Vec<u64> = self.planets.iter().flat_map(|planet| numbers(&planet.name)).collect();
        let hook = |heading, file, row, field, text, numbers| {
            (heading, Hook { claim: Claim { file, row, field, text }, numbers, may: names.clone() })
        };
        let events = Happening::all()
            .map(|e| hook("Events", EVENTS, e.word(), "text", &self.event(e).text[..], self.event_numbers(e)));
        let tactics = Card::all()
            .map(|c| hook("Tactics", TACTICS, c.word(), "text", &self.tactic(c).text[..], self.tactic_numbers(c)));
        let races =
            Race::all().map(|r| hook("Races", RACES, r.word(), "text", &self.race(r).text[..], self.race_numbers(r)));
        let planets = Space::all().filter(|space| space.is_planet()).map(|p| {
            hook("Planets", PLANET_FILE, p.word(), "ability", &self.planet(p).ability[..], self.ability_numbers(p))
        });
        let objectives = Objective::all().map(|o| {
            let row = self.objective(o);
            hook("Objectives", OBJECTIVES, o.word(), "name", &row.name[..], vec![("count", row.count.into())])
        });
        events.chain(tactics).chain(races).chain(planets).chain(objectives).collect()
    }

    fn event_numbers(&self, event: Happening) -> Numbers {
        let (n, bonus, row) = (&self.numbers, &self.numbers.bonus, self.event(event));
        match event {
            Happening::DistressEmrok | Happening::DistressMirrane | Happening::DistressVelusk => {
                vec![small("raiders-of-distress", &n.raiders_of_distress)]
            }
            Happening::ArmsFair => vec![("bonus.arms-fair", bonus.arms_fair.into())],
            Happening::Festival => vec![small("bonus.festival", &bonus.festival)],
            Happening::Decree => vec![("bonus.decree", bonus.decree.into())],
            Happening::PiratesLanes | Happening::PirateKing => {
                vec![("raiders", row.raiders.into()), ("prize", row.prize.into())]
            }
            Happening::Bazaar => {
                let credits = ("bonus.bazaar-credits", bonus.bazaar_credits.into());
                vec![("bonus.bazaar-cards", bonus.bazaar_cards.into()), credits]
            }
            Happening::TradeBoom => vec![("bonus.trade-boom", bonus.trade_boom.into())],
            Happening::Maintenance => vec![small("bonus.maintenance-ships", &bonus.maintenance_ships)],
            Happening::Mercenary => vec![("bonus.mercenary-price", bonus.mercenary_price.into())],
            Happening::Refugees => vec![("bonus.refugees", bonus.refugees.into())],
            _ => Vec::new(),
        }
    }

    fn tactic_numbers(&self, card: Card) -> Numbers {
        let bonus = &self.numbers.bonus;
        match card {
            Card::Windfall => vec![("bonus.windfall", bonus.windfall.into())],
            Card::RushOrder => vec![("bonus.rush-ships", bonus.rush_ships.into())],
            _ => Vec::new(),
        }
    }

    fn race_numbers(&self, race: Race) -> Numbers {
        let (bonus, row) = (&self.numbers.bonus, self.race(race));
        let own = match race {
            Race::Roth => Some(("bonus.roth", bonus.roth.into())),
            Race::Narkani => Some(small("bonus.extra-move-price", &bonus.extra_move_price)),
            Race::Meezle => Some(small("bonus.meezle-credits", &bonus.meezle_credits)),
            _ => None,
        };
        let of_row: Numbers = vec![
            ("discount", row.discount.into()),
            ("roll", row.roll.unsigned_abs().into()),
            ("swift", row.swift.into()),
            ("mine", row.mine.into()),
        ];
        own.into_iter().chain(of_row.into_iter().filter(|(_, number)| *number > 0)).collect()
    }

    fn tech_numbers(&self, tech: Tech) -> Numbers {
        let (n, bonus) = (&self.numbers, &self.numbers.bonus);
        match tech {
            Tech::CommerceNet => vec![("bonus.commerce-net", bonus.commerce_net.into())],
            Tech::DockingBay => vec![small("bonus.docking-bay", &bonus.docking_bay)],
            Tech::SunhammerII => vec![
                small("bonus.sunhammer-ii-dice", &bonus.sunhammer_ii_dice),
                small("bonus.sunhammer-ii-room", &bonus.sunhammer_ii_room),
            ],
            Tech::GrapplingBeam => vec![small("group-size", &n.group_size)],
            Tech::WarpGate => vec![small("move-all-actions", &n.move_all_actions)],
            Tech::SporePods => vec![
                ("infest-on-spores", n.infest_on_spores.into()),
                small("infestation-hits-spores", &n.infestation_hits_spores),
            ],
            Tech::ShieldGenerator => vec![small("planet-hits", &n.planet_hits)],
            _ => Vec::new(),
        }
    }

    fn ability_numbers(&self, planet: Space) -> Numbers {
        let bonus = &self.numbers.bonus;
        match planet {
            MIRRANE => vec![("bonus.mirrane", bonus.mirrane.unsigned_abs().into())],
            BINDOK_II => vec![("bonus.retreat-price", bonus.retreat_price.into())],
            _ => Vec::new(),
        }
    }
}

fn small(field: &'static str, value: &Spanned<u8>) -> (&'static str, u64) {
    (field, (*value.get_ref()).into())
}
