//! What effects, events and aims of a pack are for players, in words.

use astrarium_core::Piece;

use super::rows::{CardData, PlanetData, UnitData, Wanted};
use super::{Effect, Need, Needs, Op, Site, Trigger};
use crate::piece::*;

/// The names that a pack gives to planets and units.
#[derive(Copy, Clone)]
pub struct Words<'a> {
    pub(super) planets: &'a [PlanetData],
    pub(super) units: &'a [UnitData],
}

impl Words<'_> {
    fn planet(&self, planet: Planet) -> &str {
        &self.planets[planet.index()].name
    }

    fn unit(&self, kind: Kind) -> &str {
        &self.units[kind.index()].name
    }

    /// What a card asks for and does, in sentences.
    pub(super) fn card(&self, row: &CardData) -> String {
        let effects = self.effects(&row.effects);
        if let Some((from, to)) = row.delivery() {
            return format!("From {} to {}: {effects}.", self.site(from), self.site(to));
        }
        let mut told = Vec::new();
        let cost = &row.cost;
        told.extend((cost.command > 0).then(|| format!("Pay {} command.", cost.command)));
        told.extend((cost.credits > 0).then(|| format!("Pay {}.", credits(cost.credits))));
        told.extend(cost.good.map(|good| format!("Pay {}.", wanted(good))));
        told.extend(self.needs(row.needs));
        told.push(sentence(&effects));
        told.join(" ")
    }

    /// All of a list, in one clause.
    pub fn effects(&self, effects: &[Effect]) -> String {
        effects.iter().map(|effect| self.effect(*effect)).collect::<Vec<_>>().join("; ")
    }

    pub fn effect(&self, effect: Effect) -> String {
        match effect {
            Effect::Credits(n) => format!("gain {}", credits(n)),
            Effect::Vp(n) => format!("gain {n} VP"),
            Effect::Command(n) => format!("regain {n} command"),
            Effect::CommandToken => "gain a command track token".into(),
            Effect::Goods(good, n) => format!("gain {}", goods(good, n)),
            Effect::GoodsRandom(n) => format!("gain {}", random(n)),
            Effect::GoodsChoice(n) => format!("take {} of your choice from the bag", count(n, "good", "goods")),
            Effect::Influence(planet, n) => format!("place {n} influence on {}", self.planet(planet)),
            Effect::InfluenceHere(n) => format!("place {n} influence on the planet here"),
            Effect::InfluenceChoice(n) => format!("place {n} influence on a planet where you have some"),
            Effect::Oust(planet, n) => format!("another player takes back {n} influence from {}", self.planet(planet)),
            Effect::Draw(n) => format!("draw {}", count(n, "card", "cards")),
            Effect::EmpireDraw => "draw 2 Empire cards and keep 1".into(),
            Effect::BuildNow(n) => format!("build one building {} cheaper", credits(n)),
            Effect::Grab(n) => {
                format!("take up to {} from orbits where you are or next to you", count(n, "good", "goods"))
            }
            Effect::Tax(n) => format!("every other player gives you {}", credits(n)),
            Effect::Gift(n) => format!("another player of your choice gets {}", random(n)),
            Effect::FungusHere(n) => format!("{n} fungus grows here"),
            Effect::FungusChoice(n, far) => {
                format!("put {n} fungus on a planet or orbit at most {far} away from a unit of yours")
            }
            Effect::Cleanse(n) => format!("remove up to {n} fungus anywhere for 1 credit each"),
            Effect::PathHere(n) => {
                format!("a path token makes this a wormhole, or if none is left, gain {}", credits(n))
            }
            Effect::Shaft { least, good, bad } => {
                format!("roll a die: with {least} or more gain {}, else {}", random(good), random(bad))
            }
            Effect::Lair { least, goods, command } => {
                format!("roll a die: with {least} or more gain {}, else lose {command} command", random(goods))
            }
            Effect::RecruitHere(..)
            | Effect::RecruitNear(..)
            | Effect::FreeMove(_)
            | Effect::Raid(_)
            | Effect::Jump => self.units(effect),
        }
    }

    /// What an effect does with units.
    fn units(&self, effect: Effect) -> String {
        match effect {
            Effect::RecruitHere(kind, 0) => format!("a {} joins you here", self.unit(kind)),
            Effect::RecruitHere(kind, n) => {
                format!("a {} joins you here, or if none is left, gain {}", self.unit(kind), credits(n))
            }
            Effect::RecruitNear(planet, kind) => {
                format!("a {} joins your units at {}", self.unit(kind), self.planet(planet))
            }
            Effect::FreeMove(n) => format!("one group moves up to {} without command and does not attack", regions(n)),
            Effect::Raid(n) => format!("one group moves up to {} without command and may attack", regions(n)),
            _ => "one group goes to any node or orbit and does not attack".into(),
        }
    }

    pub fn site(&self, site: Site) -> String {
        let far = |place: &str, least: u8| match least {
            0 => place.to_string(),
            _ => format!("{place} at least {least} away"),
        };
        match site {
            Site::Orbit(planet) => format!("{}'s orbit", self.planet(planet)),
            Site::Surface(planet) => format!("{}'s surface", self.planet(planet)),
            Site::Core => "the Core".into(),
            Site::Wormhole => "a wormhole".into(),
            Site::Node(least) => far("a node", least),
            Site::Uninhabited(least) => far("a small planet", least),
            Site::OwnUninhabited => "a small planet you control".into(),
            Site::OwnBuilding => "another region with a building of yours".into(),
            Site::OtherOrbit(least) => far("another orbit", least),
            Site::OtherSurface(least) => far("another surface", least),
        }
    }

    pub fn needs(&self, needs: Needs) -> Option<String> {
        Some(match needs {
            Needs::Nothing => return None,
            Needs::Near(planet) => format!("Needs a unit at {}.", self.planet(planet)),
            Needs::Together(planet, n) => format!("Needs {n} of your units together at {}.", self.planet(planet)),
            Needs::Uninhabited => "Needs a unit of yours on a small planet.".into(),
            Needs::Influence => "Needs own influence on a planet that can take more.".into(),
        })
    }

    /// What an event of this planet does, in sentences.
    pub fn event(&self, planet: Planet, op: &Op) -> String {
        let at = self.planet(planet);
        match op {
            Op::GoodsOn(list) => {
                let all: Vec<String> = list.iter().map(|(good, n)| goods(*good, *n)).collect();
                format!("{} in {at}'s orbit.", all.join(" and "))
            }
            Op::NativePower(n) => {
                let more = if *n < 0 { "less" } else { "more" };
                format!("The natives of {at} have {} power {more}.", n.unsigned_abs())
            }
            Op::Landing(n) => format!("The landing hazard of {at} is {n}."),
            Op::Lanes(n) => format!("Every hazard on a lane is {n} higher."),
            Op::Peace => format!("A battle won on {at}'s surface gives no VP."),
            Op::Strike => format!("{at}'s surface gives no income."),
            Op::Symposium(n) => format!("Each technology gained brings {n} influence on {at}."),
            Op::Quest { on, fungus, reward } => {
                let grows = if *fungus > 0 { format!("{fungus} fungus in {at}'s orbit. ") } else { String::new() };
                format!("{grows}The first to {}: {}.", self.trigger(planet, *on), self.effects(reward))
            }
            Op::Path => format!("A path token makes {at}'s orbit a wormhole."),
            Op::Spores(n) => format!("{n} fungus on every small planet without Sarkeen."),
            Op::Overgrowth { orbit, nodes } => {
                format!("{orbit} fungus in {at}'s orbit and {nodes} on each node next to it.")
            }
            Op::Spread => format!(
                "Fungus spreads: 1 on each orbit and small planet next to some. If there is none, it begins in {at}'s orbit."
            ),
            Op::Tremor(n) => {
                format!("All units on {at}'s surface go to its orbit; who controls the surface loses {}.", credits(*n))
            }
            _ => players(at, op),
        }
    }

    fn trigger(&self, planet: Planet, on: Trigger) -> String {
        let at = self.planet(planet);
        match on {
            Trigger::Battle => "win a battle as attacker".into(),
            Trigger::Delivery => "complete a delivery".into(),
            Trigger::Surface => format!("end a movement on {at}'s surface"),
            Trigger::Cure => format!("end a movement at {at} and give up 1 lifeform"),
            Trigger::Cube => "take a small planet".into(),
            Trigger::Technology => "gain a technology".into(),
            Trigger::Core => "end a movement on the Core".into(),
            Trigger::Burn => "burn fungus".into(),
        }
    }
}

/// Events that players answer to, one after another.
fn players(at: &str, op: &Op) -> String {
    match op {
        Op::Tribute(n) => format!("Whoever has influence on {at} pays {} or takes back a marker.", credits(*n)),
        Op::Auction(n) => format!("Everybody may pay {} for 1 influence on {at}.", credits(*n)),
        Op::Shakedown(n) => format!("Whoever has no influence on {at} loses {}.", credits(*n)),
        Op::Breakthrough(good) => format!("Whoever has influence on {at} gains {}.", goods(*good, 1)),
        Op::TradeFair(n) => format!("Everybody gains 1 credit for each controlled region, {n} at most."),
        Op::Dream(n) => format!("Everybody draws {}.", count(*n, "card", "cards")),
        Op::Command(n) if *n < 0 => format!("Everybody loses {} command.", n.unsigned_abs()),
        Op::Command(n) => format!("Everybody regains {n} command."),
        Op::Trials { least, command } => format!(
            "Whoever is near {at} rolls a die: with {least} or more 1 influence there, else {command} command is lost."
        ),
        Op::Festival { good, credits: n } => {
            format!("Whoever is near {at} gains {}, everybody else {}.", goods(*good, 1), credits(*n))
        }
        Op::Pirates { most, credits: n } => format!(
            "Whoever has a delivery rolls a die: with {most} or less it is lost. Everybody else loses {}.",
            credits(*n)
        ),
        _ => String::new(),
    }
}

impl Need {
    /// What an Empire card asks for.
    pub fn text(self) -> String {
        match self {
            Need::Regions(n) => format!("control {n}+ regions"),
            Need::Surfaces(n) => format!("control {n}+ surfaces"),
            Need::Inner(n) => format!("control {n}+ surfaces of inner slots"),
            Need::Outer(n) => format!("control {n}+ surfaces of outer slots"),
            Need::Uninhabited(n) => format!("control {n}+ uninhabited planets"),
            Need::Allies(n) => format!("hold {n}+ ally tokens"),
            Need::Influenced(n) => format!("own influence on {n}+ planets"),
            Need::Leading(n) => format!("most or tied influence on {n}+ planets"),
            Need::Beloved(n) => format!("{n}+ own markers on one planet"),
            Need::Cities(n) => format!("{n}+ Cities built"),
            Need::Bases(n) => format!("{n}+ Bases built"),
            Need::Academies(n) => format!("{n}+ Academies built"),
            Need::Balanced(n) => format!("{n}+ Cities, {n}+ Bases and {n}+ Academies built"),
            Need::Ark(n) => format!("{n}+ buildings on your Worldship"),
            Need::Technologies(n) => format!("{n}+ technologies"),
            Need::Units(n) => format!("{n}+ own units on the map"),
            Need::AlliedKinds(n) => format!("own units of {n}+ allied kinds on the map"),
            Need::Spread(n) => format!("own units in {n}+ regions"),
            Need::Deliveries(n) => format!("{n}+ completed deliveries"),
        }
    }
}

fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn count(n: u8, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn credits(n: u8) -> String {
    count(n, "credit", "credits")
}

fn regions(n: u8) -> String {
    count(n, "region", "regions")
}

fn random(n: u8) -> String {
    count(n, "random good", "random goods")
}

fn goods(good: Good, n: u8) -> String {
    match good {
        Good::Metal => format!("{n} metal"),
        Good::Artifact => count(n, "artifact", "artifacts"),
        Good::Lifeform => count(n, "lifeform", "lifeforms"),
    }
}

fn wanted(wanted: Wanted) -> String {
    wanted.good().map_or_else(|| "1 good of any kind".into(), |good| goods(good, 1))
}
