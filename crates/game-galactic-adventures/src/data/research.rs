//! The research tree of a pack: which nodes there are, and what they do, in the few verbs that there are.

use std::collections::BTreeMap;

use astrarium_core::data::{Claim, Files, PackError, Spanned, circle, entries, nearest, within};
use astrarium_core::{Piece, Set};
use serde::Deserialize;

use super::{Data, RESEARCH};
use crate::piece::{Kind, Node, Nodes};

/// As a pack has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct NodeRow {
    name: Spanned<String>,
    branch: String,
    /// Left out: made from the effects.
    text: Option<String>,
    #[serde(deserialize_with = "cost")]
    cost: u8,
    #[serde(default, deserialize_with = "needs")]
    needs_all: Vec<Spanned<Node>>,
    #[serde(default, deserialize_with = "needs")]
    needs_any: Vec<Spanned<Node>>,
    effect: Spanned<Effect>,
    /// More effects of the same node.
    #[serde(default, deserialize_with = "entries::<0, 7, _, _>")]
    also: Vec<Spanned<Effect>>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    cell: (u8, u8),
}

fn cost<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    within::<0, 50, u8, D>(from)
}

fn needs<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Spanned<Node>>, D::Error> {
    entries::<0, { Node::COUNT }, _, D>(from)
}

#[derive(Debug)]
pub struct NodeData {
    pub name: String,
    pub branch: String,
    pub text: String,
    pub cost: u8,
    pub needs_all: Nodes,
    pub needs_any: Nodes,
    pub effects: Vec<Effect>,
    pub cell: (u8, u8),
}

/// What a node does: the only verbs there are. All are look-ups of a seat's research.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    AttackBonus(Kind),
    DefenseBonus(Kind),
    ExtraAttack(Kind),
    EitherDefense,
    AllyLimit(u8),
    OuterReach,
    OwnMilitary,
    IpecImmunity,
}

/// Effects of a kind in a tree.
const MOST: usize = 9;

/// Each verb as it is written in a pack, with what it means there: the page of the documents is made from this.
pub const VOCABULARY: &[(&str, &str)] = &[
    (r#"{ attack-bonus = "infantry" }"#, "each one adds 1 to the rolls of own attacks by infantry, or by \"beam\""),
    (
        r#"{ defense-bonus = "beam" }"#,
        "each one adds 1 to the defense of own territories against beams, or against \"infantry\"",
    ),
    (r#"{ extra-attack = "infantry" }"#, "each one allows one more own attack a turn by infantry, or by \"beam\""),
    (r#""either-defense""#, "once a round the seat defends as if the attack were of the other type"),
    (r#"{ ally-limit = 3 }"#, "as many moons may be funded in a round, and be allies, from 1 to 5; the largest counts"),
    (r#""outer-reach""#, "outer moons of every system may be funded"),
    (r#""own-military""#, "once a round an ally attacks with the seat's own military"),
    (r#""ipec-immunity""#, "no penalty for attacks on IPEC-controlled moons"),
];

impl Effect {
    /// For players.
    fn text(self) -> String {
        let attacks = |kind| match kind {
            Kind::Infantry => "infantry",
            Kind::Beam => "beam",
        };
        let against = |kind| match kind {
            Kind::Infantry => "infantry",
            Kind::Beam => "beams",
        };
        match self {
            Effect::AttackBonus(kind) => format!("Your {} attacks roll 1 higher.", attacks(kind)),
            Effect::DefenseBonus(kind) => format!("Your territories defend 1 higher against {}.", against(kind)),
            Effect::ExtraAttack(kind) => {
                format!("One more {} attack a turn with your own military.", attacks(kind))
            }
            Effect::EitherDefense => "Once a round defend as if the attack were of the other type.".into(),
            Effect::AllyLimit(1) => "Fund one moon a round, have one ally.".into(),
            Effect::AllyLimit(n) => format!("Fund {n} moons a round, have {n} allies."),
            Effect::OuterReach => "Fund outer moons of every system.".into(),
            Effect::OwnMilitary => "Once a round an ally attacks with your own military.".into(),
            Effect::IpecImmunity => "No penalty for attacking IPEC-controlled moons.".into(),
        }
    }

    /// The number that a text about it may name.
    fn number(self) -> u64 {
        match self {
            Effect::AllyLimit(n) => n.into(),
            _ => 1,
        }
    }
}

impl NodeRow {
    fn effects(&self) -> Vec<Effect> {
        [&self.effect].into_iter().chain(&self.also).map(|effect| *effect.get_ref()).collect()
    }

    fn node(self) -> NodeData {
        let effects = self.effects();
        let told = || effects.iter().map(|effect| effect.text()).collect::<Vec<_>>().join(" ");
        NodeData {
            text: self.text.unwrap_or_else(told),
            cost: self.cost,
            needs_all: set(&self.needs_all),
            needs_any: set(&self.needs_any),
            effects,
            name: self.name.into_inner(),
            branch: self.branch,
            cell: self.cell,
        }
    }
}

fn set(nodes: &[Spanned<Node>]) -> Nodes {
    nodes.iter().map(|node| *node.get_ref()).collect()
}

/// By the places of the tree.
pub(super) fn nodes(rows: BTreeMap<Spanned<Node>, NodeRow>) -> [Option<NodeData>; Node::COUNT] {
    let mut nodes = [const { None }; Node::COUNT];
    rows.into_iter().for_each(|(id, row)| nodes[id.get_ref().index()] = Some(row.node()));
    nodes
}

pub(super) fn check_research(files: &Files, rows: &BTreeMap<Spanned<Node>, NodeRow>) -> Vec<PackError> {
    let all: Nodes = rows.keys().map(|id| *id.get_ref()).collect();
    let reached = reached(rows);
    let (mut faults, mut names, mut cells) = (check_effects(files, rows), BTreeMap::new(), BTreeMap::new());
    if rows.is_empty() {
        faults.push(files.at(RESEARCH, 0..0, "there is no node", "1 to 32 nodes"));
    }
    for (id, row) in rows {
        let word = id.get_ref().word();
        let mut fault = |span, what: String, right: &str| faults.push(files.at(RESEARCH, span, what, right));
        for need in row.needs_all.iter().chain(&row.needs_any).filter(|need| !all.has(*need.get_ref())) {
            let need_word = need.get_ref().word();
            let meant = nearest(need_word, all.iter().map(Node::word));
            let meant = meant.map(|meant| format!(" (did you mean “{meant}”?)")).unwrap_or_default();
            let what = format!("{word} needs {need_word}, which is not in the tree{meant}");
            fault(need.span(), what, "a node of this file");
        }
        if !reached.has(*id.get_ref()) {
            let why = circle(*id.get_ref(), |node| missing(rows, reached, node));
            let why = why.unwrap_or_else(|| "what it needs is not in the tree".into());
            fault(id.span(), format!("nobody can ever buy {word}: {why}"), "a way from a node that needs nothing");
        }
        if let Some(other) = names.insert(row.name.get_ref(), word) {
            fault(row.name.span(), format!("{word} is called as {other} is"), "a name of its own");
        }
        if let Some(other) = cells.insert(row.cell, word) {
            fault(id.span(), format!("{word} lies where {other} lies in the picture of the tree"), "a cell of its own");
        }
    }
    faults
}

/// Limits that are there, and no more of a kind than dice and turns have room for.
fn check_effects(files: &Files, rows: &BTreeMap<Spanned<Node>, NodeRow>) -> Vec<PackError> {
    let mut faults = Vec::new();
    let mut before: Vec<Effect> = Vec::new();
    for (id, row) in rows {
        for effect in [&row.effect].into_iter().chain(&row.also) {
            let mut fault = |what, right: &str| faults.push(files.at(RESEARCH, effect.span(), what, right));
            let word = id.get_ref().word();
            if matches!(effect.get_ref(), Effect::AllyLimit(limit) if !(1..=5).contains(limit)) {
                fault(format!("the limit of {word}"), "1 to 5 allies");
            }
            if before.iter().filter(|other| *other == effect.get_ref()).count() == MOST {
                fault(
                    format!("{word} has one more of an effect that the tree has {MOST} times"),
                    "at most 9 of a kind",
                );
            }
            before.push(*effect.get_ref());
        }
    }
    faults
}

/// What a node waits for that nobody can buy.
fn missing(rows: &BTreeMap<Spanned<Node>, NodeRow>, reached: Nodes, node: Node) -> Nodes {
    let Some((_, row)) = rows.iter().find(|(id, _)| *id.get_ref() == node) else { return Set::EMPTY };
    let any = set(&row.needs_any);
    (set(&row.needs_all) | if any.meets(reached) { Set::EMPTY } else { any }) - reached
}

/// What can be bought by somebody with points enough.
fn reached(rows: &BTreeMap<Spanned<Node>, NodeRow>) -> Nodes {
    let mut reached: Nodes = Set::EMPTY;
    for _ in rows {
        for (id, row) in rows {
            let any = set(&row.needs_any);
            let open = reached.contains(set(&row.needs_all)) && (any.is_empty() || reached.meets(any));
            if open {
                reached.insert(*id.get_ref());
            }
        }
    }
    reached
}

/// Texts of a pack's own that are about other numbers than their effects (GA-095 to GA-106).
pub(super) fn claims(data: &Data) -> Vec<PackError> {
    let claim = |(node, row): (Node, &NodeData)| {
        let numbers: Vec<u64> = row.effects.iter().map(|effect| effect.number()).collect();
        Claim { file: RESEARCH, row: node.word(), field: "text", text: &row.text }.check(&data.files, &numbers, &[])
    };
    data.nodes().filter_map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_can_be_written_as_the_page_says() {
        #[derive(Deserialize)]
        struct Row {
            effect: Effect,
        }
        let text = |verb: &str| Files::new([("row".into(), format!("effect = {verb}"))]);
        let read = |verb: &str| text(verb).get::<Row>("row").map(|row| row.effect);
        let effects: Vec<Effect> = VOCABULARY.iter().map(|(verb, _)| read(verb).expect(verb)).collect();
        for (effect, (verb, _)) in effects.iter().zip(VOCABULARY) {
            let same = |other: &&Effect| std::mem::discriminant(*other) == std::mem::discriminant(effect);
            assert_eq!(effects.iter().filter(same).count(), 1, "{verb} is there twice");
            assert!(effect.text().ends_with('.'), "{verb}");
        }
        let unknown = read("\"nothing\"").expect_err("there is no such verb").what;
        assert_eq!(unknown.matches('`').count(), 2 * (VOCABULARY.len() + 1), "the page has every verb: {unknown}");
    }
}
