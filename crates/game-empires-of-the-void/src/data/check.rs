//! Bounds that the rules rely on, so that no pack leads to a dead end or an overflow.

use astrarium_core::data::{Files, PackError, Spanned};

use super::{EDITIONS, EditionData, NUMBERS, Numbers, SHIPS, SLOTS, ShipData, slots};
use crate::piece::*;

pub(super) fn check_numbers(files: &Files, n: &Numbers, faults: &mut Vec<PackError>) {
    let mut want = |value: &Spanned<u8>, low: u8, high: u8, name: &str| {
        if !(low..=high).contains(value.get_ref()) {
            let what = format!("{name} is {}", value.get_ref());
            faults.push(files.at(NUMBERS, value.span(), what, format!("a number from {low} to {high}")));
        }
    };
    want(&n.actions, 1, 9, "actions");
    want(&n.hand_limit, 1, 9, "hand-limit");
    want(&n.starting_cards, 0, *n.hand_limit.get_ref(), "starting-cards");
    want(&n.cards_of_a_kind, 3, 9, "cards-of-a-kind");
    want(&n.planet_hits, 1, 9, "planet-hits");
    want(&n.infestation_hits, 1, 9, "infestation-hits");
    want(&n.infestation_hits_spores, 1, 9, "infestation-hits-spores");
    want(&n.group_size, 1, 3, "group-size");
    want(&n.move_all_actions, 1, 9, "move-all-actions");
    want(&n.repair_share, 1, 9, "repair-share");
    want(&n.raiders_of_distress, 1, 9, "raiders-of-distress");
    want(&n.offer_cards, 0, 3, "offer-cards");
    want(&n.offer_credits, 1, 10, "offer-credits");
    want(&n.raider.initiative, 1, 5, "raider.initiative");
    want(&n.bonus.docking_bay, 0, 4, "bonus.docking-bay");
    want(&n.bonus.sunhammer_ii_dice, 1, 4, "bonus.sunhammer-ii-dice");
    want(&n.bonus.sunhammer_ii_room, 0, 5, "bonus.sunhammer-ii-room");
    want(&n.bonus.extra_move_price, 1, 9, "bonus.extra-move-price");
    want(&n.bonus.festival, 1, 4, "bonus.festival");
    want(&n.bonus.maintenance_ships, 1, 99, "bonus.maintenance-ships");
    want(&n.bonus.meezle_credits, 1, 99, "bonus.meezle-credits");
    if n.scores.len() != 3 {
        faults.push(files.at(NUMBERS, 0..0, format!("{} score cards", n.scores.len()), "scores a, b and c"));
    }
}

pub(super) fn check_editions(files: &Files, editions: &[EditionData], faults: &mut Vec<PackError>) {
    for edition in editions {
        let most: [(Kind, u8); 8] = [
            (Kind::Starfighter, 12),
            (Kind::Centipede, 8),
            (Kind::Diplomat, 3),
            (Kind::Starcruiser, 10),
            (Kind::Sunhammer, 4),
            (Kind::Moth, 6),
            (Kind::Infestor, 3),
            (Kind::Freighter, 2),
        ];
        let over = most.iter().find(|(kind, most)| edition.tokens(*kind) > *most);
        if let Some((kind, most)) = over {
            faults.push(files.at(
                EDITIONS,
                edition.tokens.span(),
                format!("too many {kind}"),
                format!("at most {most}"),
            ));
        }
        let two = edition.two_players.get_ref();
        let twice = |places: &[usize]| (1..places.len()).any(|at| places[..at].contains(&places[at]));
        let known = two.outer.iter().chain(&two.guarded).all(|&p| p < SIDES);
        if !known || twice(&two.outer) || twice(&two.guarded) || ![2, 3, 4].iter().all(|p| two.outer.contains(p)) {
            faults.push(files.at(
                EDITIONS,
                edition.two_players.span(),
                "the outer places of two players",
                "places 0 to 5, each once, with 2, 3 and 4",
            ));
        }
    }
}

pub(super) fn check_ships(files: &Files, ships: &[ShipData], faults: &mut Vec<PackError>) {
    for ship in ships {
        for (value, low, high, what) in [
            (&ship.moves, 1, 9, "move"),
            (&ship.initiative, 1, 5, "initiative"),
            (&ship.dice, 1, 4, "dice"),
            (&ship.attack, 1, 7, "attack"),
        ] {
            if !(low..=high).contains(value.get_ref()) {
                let text = format!("the {what} of {}", ship.name);
                faults.push(files.at(SHIPS, value.span(), text, format!("a number from {low} to {high}")));
            }
        }
    }
    if let Some(i) = slots(ships).iter().position(|&s| s >= SLOTS) {
        faults.push(files.at(SHIPS, ships[i].initiative.span(), "too many kinds of one initiative", "at most 6"));
    }
}
