//! What points are given for, and credits paid.

/// What points are given for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Planets,
    /// At a scoring.
    HomeWorlds,
    /// A foreign home world at the end of a turn.
    Occupation,
    Technologies,
    Council,
    Objectives,
    Kills,
    /// Battles won by the ally of Beta Com.
    Spoils,
    /// Peaceful planets conquered by Collective Five.
    Peaceful,
    Events,
    /// What Meezle has at the end.
    Wealth,
}

impl Source {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Source::Planets => "planets",
            Source::HomeWorlds | Source::Occupation => "home worlds",
            Source::Technologies => "technologies",
            Source::Council => "council",
            Source::Objectives => "objectives",
            Source::Kills => "kills",
            Source::Spoils | Source::Peaceful | Source::Wealth => "abilities",
            Source::Events => "events",
        }
    }

    pub(super) fn clause(self) -> &'static str {
        match self {
            Source::Planets => "EV-151",
            Source::HomeWorlds => "EV-120",
            Source::Occupation => "KU-087",
            Source::Technologies => "EV-152",
            Source::Council => "EV-153",
            Source::Objectives => "KU-132",
            Source::Kills => "KU-077",
            Source::Spoils => "KU-161",
            Source::Peaceful => "KU-166",
            Source::Events => "EV-078",
            Source::Wealth => "KU-169",
        }
    }
}

/// What credits are paid for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    Orders,
    Ship,
    Technology,
    Card,
    Capital,
    Diplomacy,
    Star,
    Retreat,
    Move,
    /// What the event of the round takes.
    Event,
    Trade,
}

impl Cost {
    pub(super) fn word(self) -> &'static str {
        match self {
            Cost::Orders => "orders",
            Cost::Ship => "a ship",
            Cost::Technology => "a technology",
            Cost::Card => "a card",
            Cost::Capital => "the capital city",
            Cost::Diplomacy => "diplomacy",
            Cost::Star => "a shot",
            Cost::Retreat => "a retreat",
            Cost::Move => "a move",
            Cost::Event => "the event",
            Cost::Trade => "the trade",
        }
    }

    pub(super) fn clause(self) -> &'static str {
        match self {
            Cost::Orders => "EV-058",
            Cost::Ship => "EV-063",
            Cost::Technology => "EV-067",
            Cost::Card => "KU-092",
            Cost::Capital => "KU-102",
            Cost::Diplomacy => "EV-142",
            Cost::Star => "EV-173",
            Cost::Retreat => "EV-190",
            Cost::Move => "KU-175",
            Cost::Event => "EV-078",
            Cost::Trade => "EV-128",
        }
    }
}
