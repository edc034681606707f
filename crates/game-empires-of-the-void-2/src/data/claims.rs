//! What the texts of a pack say in numbers, and what its effects do.

use astrarium_core::Piece;
use astrarium_core::data::{Claim, PackError, numbers};

use super::rows::CardData;
use super::{
    CARDS, Data, EMPIRE, EVENTS, EXPLORE, Effect, Need, Needs, Op, PLANETS_FILE, Site, TECHS, TECHS_EACH, UNITS,
};
use crate::piece::*;

/// The numbers that a text has to say, and others that it may.
#[derive(Default)]
struct Numbers {
    has: Vec<u8>,
    may: Vec<u8>,
}

impl Data {
    /// Texts that say something else than what happens.
    pub(super) fn all_claims(&self) -> Vec<PackError> {
        let mut faults = Vec::new();
        let planets = self.planets.iter().map(|planet| &planet.name);
        let names = planets.chain(self.units.iter().map(|unit| &unit.name)).flat_map(|name| numbers(name));
        let names: Vec<u64> = names.collect();
        let mut claim = |file: &str, row: &str, text: &str, numbers: Numbers| {
            let [has, mut may] =
                [numbers.has, numbers.may].map(|all| all.into_iter().map(u64::from).collect::<Vec<_>>());
            may.extend(&names);
            faults.extend(Claim { file, row, field: "text", text }.check(&self.files, &has, &may));
        };
        for (card, row) in Card::all().zip(&self.cards).filter(|(_, row)| !row.text.is_empty()) {
            claim(CARDS, card.word(), &row.text, card_numbers(row));
        }
        for (event, row) in Happening::all().zip(&self.events) {
            claim(EVENTS, event.word(), &row.text, event_numbers(&row.op));
        }
        for (token, row) in Explore::all().zip(&self.explore) {
            claim(EXPLORE, token.word(), &row.text, effect_numbers(&row.effects));
        }
        for (card, row) in Empire::all().zip(&self.empire) {
            claim(EMPIRE, card.word(), &row.text, need_numbers(row.need));
        }
        let fixed = |has: Vec<u8>| Numbers { has, ..Numbers::default() };
        for (tech, row) in Tech::all().zip(&self.techs) {
            claim(TECHS, tech.word(), &row.text, fixed(self.tech_numbers(tech)));
        }
        for (planet, row) in Planet::all().zip(&self.planets) {
            claim(PLANETS_FILE, planet.word(), &row.text, fixed(self.ability_numbers(planet.ability())));
        }
        for (kind, row) in Kind::all().zip(&self.units) {
            claim(UNITS, kind.word(), &row.text, fixed(self.unit_numbers(kind)));
        }
        faults
    }

    fn tech_numbers(&self, tech: Tech) -> Vec<u8> {
        let (misc, battle) = (&self.numbers.misc, &self.numbers.battle);
        match tech {
            Tech::Nanopacking | Tech::SporePods => vec![battle.packed],
            Tech::BioneuralCircuits => vec![misc.circuits],
            Tech::PlasmaDrilling => vec![misc.plasma],
            Tech::Linguistics => vec![misc.linguistics],
            Tech::Bartering => vec![misc.barter],
            Tech::EnhancedReflexes => vec![battle.reflexes],
            Tech::GeneSplicing => vec![misc.splicing],
            Tech::BioneuralNetwork => vec![misc.network],
            Tech::EnergyMatrix => vec![battle.matrix],
            Tech::QuantumEditing => vec![misc.editing],
            Tech::WorldshipLab => vec![misc.lab],
            // All of a board (E2-037).
            Tech::Cybernetics => vec![misc.cybernetics, TECHS_EACH as u8],
            _ => Vec::new(),
        }
    }

    fn ability_numbers(&self, ability: Ability) -> Vec<u8> {
        let n = &self.numbers;
        match ability {
            Ability::WarOath => vec![n.battle.oath],
            Ability::ProtectionMoney => vec![n.misc.protection],
            Ability::MasterForges => vec![n.misc.forges, n.board.least_price],
            Ability::FreightBonus => vec![n.misc.freight],
            Ability::OreTithe => vec![n.misc.tithe],
            Ability::Foresight => vec![n.diplomacy.foresight],
            Ability::SharedMemory => vec![n.misc.memory],
            Ability::LastRites => vec![n.misc.rites],
            Ability::OpenArchive | Ability::GuildPilots => Vec::new(),
        }
    }

    fn unit_numbers(&self, kind: Kind) -> Vec<u8> {
        let battle = &self.numbers.battle;
        match kind {
            Kind::StarSloop => vec![self.numbers.misc.nimble],
            Kind::Reaver => vec![self.unit(kind).power + battle.fury],
            Kind::Enforcer => vec![battle.loot],
            Kind::LumenDrone => vec![battle.precise],
            Kind::Dreamer => vec![battle.daze],
            _ => Vec::new(),
        }
    }
}

fn card_numbers(row: &CardData) -> Numbers {
    let mut all = effect_numbers(&row.effects);
    all.has.extend([row.cost.command, row.cost.credits]);
    if let Needs::Together(_, units) = row.needs {
        all.has.push(units);
    }
    for site in [row.from, row.to].into_iter().flatten() {
        if let Site::Node(n) | Site::Uninhabited(n) | Site::OtherOrbit(n) | Site::OtherSurface(n) = site {
            all.has.push(n);
        }
    }
    all
}

/// A text may also count effects that are there several times.
fn effect_numbers(effects: &[Effect]) -> Numbers {
    let has = effects.iter().flat_map(|effect| effect.numbers()).collect();
    let times = |effect: &Effect| effects.iter().filter(|other| *other == effect).count() as u8;
    let may = effects.iter().map(times).chain(effects.contains(&Effect::EmpireDraw).then_some(2)).collect();
    Numbers { has, may }
}

fn event_numbers(op: &Op) -> Numbers {
    let fixed = |has: &[u8]| Numbers { has: has.into(), may: Vec::new() };
    match op {
        Op::GoodsOn(list) => fixed(&list.iter().map(|(_, n)| *n).collect::<Vec<_>>()),
        Op::NativePower(n) | Op::Command(n) => fixed(&[n.unsigned_abs()]),
        Op::Quest { fungus, reward, .. } => {
            let mut all = effect_numbers(reward);
            all.has.push(*fungus);
            all
        }
        Op::Trials { least, command } => fixed(&[*least, *command]),
        Op::Festival { credits, .. } => fixed(&[*credits]),
        Op::Overgrowth { orbit, nodes } => fixed(&[*orbit, *nodes]),
        Op::Pirates { most, credits } => Numbers { has: vec![*most, *credits], may: (1..=*most).collect() },
        Op::Landing(n)
        | Op::Lanes(n)
        | Op::Symposium(n)
        | Op::Tribute(n)
        | Op::Auction(n)
        | Op::Shakedown(n)
        | Op::TradeFair(n)
        | Op::Tremor(n)
        | Op::Dream(n)
        | Op::Spores(n) => fixed(&[*n]),
        Op::Peace | Op::Strike | Op::Breakthrough(_) | Op::Path | Op::Spread => Numbers::default(),
    }
}

fn need_numbers(need: Need) -> Numbers {
    let (n, may) = match need {
        // The slots that are meant.
        Need::Inner(n) => (n, 1..=4),
        Need::Outer(n) => (n, 5..=9),
        Need::Regions(n)
        | Need::Surfaces(n)
        | Need::Uninhabited(n)
        | Need::Allies(n)
        | Need::Influenced(n)
        | Need::Leading(n)
        | Need::Beloved(n)
        | Need::Cities(n)
        | Need::Bases(n)
        | Need::Academies(n)
        | Need::Balanced(n)
        | Need::Ark(n)
        | Need::Technologies(n)
        | Need::Units(n)
        | Need::AlliedKinds(n)
        | Need::Spread(n)
        | Need::Deliveries(n) => (n, 1..=1),
    };
    Numbers { has: vec![n], may: may.collect() }
}
