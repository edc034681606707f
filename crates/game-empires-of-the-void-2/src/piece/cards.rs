//! Power cards and events, and the planets they belong to.

use astrarium_core::{Piece, Set, cited, pieces};

use super::{Ability, Planet};

/// Power cards and events of each planet but Valka VII.
pub const CARDS_EACH: usize = 7;
pub const EVENTS_EACH: usize = 5;

pieces! {
    /// Power cards (E2-014), seven for each planet in the order of the planets.
    Card {
        Corzar1 = "pc-corzar-1",
        Corzar2 = "pc-corzar-2",
        Corzar3 = "pc-corzar-3",
        Corzar4 = "pc-corzar-4",
        Corzar5 = "pc-corzar-5",
        Corzar6 = "pc-corzar-6",
        Corzar7 = "pc-corzar-7",
        KorloZan1 = "pc-korlo-zan-1",
        KorloZan2 = "pc-korlo-zan-2",
        KorloZan3 = "pc-korlo-zan-3",
        KorloZan4 = "pc-korlo-zan-4",
        KorloZan5 = "pc-korlo-zan-5",
        KorloZan6 = "pc-korlo-zan-6",
        KorloZan7 = "pc-korlo-zan-7",
        Emrok1 = "pc-emrok-1",
        Emrok2 = "pc-emrok-2",
        Emrok3 = "pc-emrok-3",
        Emrok4 = "pc-emrok-4",
        Emrok5 = "pc-emrok-5",
        Emrok6 = "pc-emrok-6",
        Emrok7 = "pc-emrok-7",
        Ithessa1 = "pc-ithessa-1",
        Ithessa2 = "pc-ithessa-2",
        Ithessa3 = "pc-ithessa-3",
        Ithessa4 = "pc-ithessa-4",
        Ithessa5 = "pc-ithessa-5",
        Ithessa6 = "pc-ithessa-6",
        Ithessa7 = "pc-ithessa-7",
        Brael1 = "pc-brael-1",
        Brael2 = "pc-brael-2",
        Brael3 = "pc-brael-3",
        Brael4 = "pc-brael-4",
        Brael5 = "pc-brael-5",
        Brael6 = "pc-brael-6",
        Brael7 = "pc-brael-7",
        Omdur1 = "pc-omdur-1",
        Omdur2 = "pc-omdur-2",
        Omdur3 = "pc-omdur-3",
        Omdur4 = "pc-omdur-4",
        Omdur5 = "pc-omdur-5",
        Omdur6 = "pc-omdur-6",
        Omdur7 = "pc-omdur-7",
        Yssiril1 = "pc-yssiril-1",
        Yssiril2 = "pc-yssiril-2",
        Yssiril3 = "pc-yssiril-3",
        Yssiril4 = "pc-yssiril-4",
        Yssiril5 = "pc-yssiril-5",
        Yssiril6 = "pc-yssiril-6",
        Yssiril7 = "pc-yssiril-7",
        Tavakar1 = "pc-tavakar-1",
        Tavakar2 = "pc-tavakar-2",
        Tavakar3 = "pc-tavakar-3",
        Tavakar4 = "pc-tavakar-4",
        Tavakar5 = "pc-tavakar-5",
        Tavakar6 = "pc-tavakar-6",
        Tavakar7 = "pc-tavakar-7",
        NuunVess1 = "pc-nuun-vess-1",
        NuunVess2 = "pc-nuun-vess-2",
        NuunVess3 = "pc-nuun-vess-3",
        NuunVess4 = "pc-nuun-vess-4",
        NuunVess5 = "pc-nuun-vess-5",
        NuunVess6 = "pc-nuun-vess-6",
        NuunVess7 = "pc-nuun-vess-7",
    }
}

pieces! {
    /// Event cards (E2-015), five for each planet in the order of the planets.
    Happening {
        Corzar1 = "ev-corzar-1",
        Corzar2 = "ev-corzar-2",
        Corzar3 = "ev-corzar-3",
        Corzar4 = "ev-corzar-4",
        Corzar5 = "ev-corzar-5",
        KorloZan1 = "ev-korlo-zan-1",
        KorloZan2 = "ev-korlo-zan-2",
        KorloZan3 = "ev-korlo-zan-3",
        KorloZan4 = "ev-korlo-zan-4",
        KorloZan5 = "ev-korlo-zan-5",
        Emrok1 = "ev-emrok-1",
        Emrok2 = "ev-emrok-2",
        Emrok3 = "ev-emrok-3",
        Emrok4 = "ev-emrok-4",
        Emrok5 = "ev-emrok-5",
        Ithessa1 = "ev-ithessa-1",
        Ithessa2 = "ev-ithessa-2",
        Ithessa3 = "ev-ithessa-3",
        Ithessa4 = "ev-ithessa-4",
        Ithessa5 = "ev-ithessa-5",
        Brael1 = "ev-brael-1",
        Brael2 = "ev-brael-2",
        Brael3 = "ev-brael-3",
        Brael4 = "ev-brael-4",
        Brael5 = "ev-brael-5",
        Omdur1 = "ev-omdur-1",
        Omdur2 = "ev-omdur-2",
        Omdur3 = "ev-omdur-3",
        Omdur4 = "ev-omdur-4",
        Omdur5 = "ev-omdur-5",
        Yssiril1 = "ev-yssiril-1",
        Yssiril2 = "ev-yssiril-2",
        Yssiril3 = "ev-yssiril-3",
        Yssiril4 = "ev-yssiril-4",
        Yssiril5 = "ev-yssiril-5",
        Tavakar1 = "ev-tavakar-1",
        Tavakar2 = "ev-tavakar-2",
        Tavakar3 = "ev-tavakar-3",
        Tavakar4 = "ev-tavakar-4",
        Tavakar5 = "ev-tavakar-5",
        NuunVess1 = "ev-nuun-vess-1",
        NuunVess2 = "ev-nuun-vess-2",
        NuunVess3 = "ev-nuun-vess-3",
        NuunVess4 = "ev-nuun-vess-4",
        NuunVess5 = "ev-nuun-vess-5",
    }
}

#[cited]
impl Planet {
    pub fn ability(self) -> Ability {
        Ability::from_index(self.index())
    }

    /// Its power cards; Valka VII has none (E2-014).
    pub fn cards(self) -> Set<Card> {
        of_planet(self, CARDS_EACH, Card::COUNT)
    }

    pub fn events(self) -> Set<Happening> {
        of_planet(self, EVENTS_EACH, Happening::COUNT)
    }
}

fn of_planet<T: Piece>(planet: Planet, each: usize, count: usize) -> Set<T> {
    let from = planet.index() * each;
    Set::from_bits(if from < count { ((1 << each) - 1) << from } else { 0 })
}

impl Card {
    pub fn planet(self) -> Planet {
        Planet::from_index(self.index() / CARDS_EACH)
    }
}

impl Happening {
    pub fn planet(self) -> Planet {
        Planet::from_index(self.index() / EVENTS_EACH)
    }
}
