//! All of it as two `Game`s: the same rules, two editions.

use astrarium_core::scene::Scene;
use astrarium_core::{BySeat, Chance, Gain, Game, Line, Log, Meta, Odds, Prompt, Search, Seat, Turn, Viewer};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::{Event, corner_name, credits, hexagon_name, several, target_name};
use crate::illegal::Illegal;
use crate::piece::*;
use crate::setup::{FirstOptions, KeyOptions, Position};
use crate::state::{Course, OfferStage, Pending, Phase, Stage, State, Step};
use crate::view::View;

/// Declares a title: a state that plays one edition.
macro_rules! title {
    ($(#[$doc:meta])* $name:ident, $edition:expr, $options:ident, $meta:expr) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub struct $name(State);

        impl Game for $name {
            type Data = Data;
            type Options = $options;
            type Action = Action;
            type Illegal = Illegal;
            type Event = Event;
            type Position = Position;
            type View = View;

            const META: Meta = $meta;
            // The evaluation follows a plan from step to step; random play would undo it.
            const SEARCH: Search = Search { rollout: 0, explore: 3, prior: 8 };

            fn house() -> &'static Data {
                house()
            }

            fn data(&self) -> &'static Data {
                self.0.data.0
            }

            fn options(&self) -> $options {
                self.0.options.into()
            }

            fn new(options: $options, data: &'static Data, chance: &mut impl Chance) -> $name {
                $name(State::set_up($edition, options.into(), data, chance))
            }

            fn place(options: $options, data: &'static Data, position: &Position, chance: &mut impl Chance) -> Result<$name, Vec<String>> {
                State::from_position($edition, options.into(), data, position, chance).map($name)
            }

            fn position(&self) -> Position {
                self.0.to_position()
            }

            fn invariants(&self) -> Vec<String> {
                self.0.broken()
            }

            fn turn(&self) -> Turn {
                self.0.asked()
            }

            fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
                self.0.list_actions(seat, out);
            }

            fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
                self.0.check_action(seat, action)
            }

            fn advance(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
                self.0.carry_out(seat, action, chance, log);
            }

            fn view(&self, viewer: Viewer) -> View {
                self.0.see(viewer)
            }

            fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> $name {
                $name(self.0.deal_again(seat, chance))
            }

            fn tell(&self, event: &Event, viewer: Viewer) -> Option<Line> {
                self.0.tell_event(event, viewer)
            }

            fn prompt(&self, seat: Seat) -> Prompt {
                self.0.prompt(Colour::of(seat))
            }

            fn answers_itself(&self, seat: Seat) -> bool {
                self.0.answers_itself(Colour::of(seat))
            }

            fn label(&self, seat: Seat, action: Action) -> String {
                self.0.label(Colour::of(seat), action)
            }

            fn odds(&self, seat: Seat, action: Action) -> Option<Odds> {
                self.0.odds(Colour::of(seat), action)
            }

            fn seat_name(&self, seat: Seat) -> &'static str {
                Colour::of(seat).word()
            }

            fn draw(&self, view: &View) -> Scene {
                self.0.draw_view(view)
            }

            fn evaluate(&self) -> BySeat<i32> {
                self.0.judge()
            }

            fn points(&self) -> BySeat<i32> {
                let mut points = BySeat::default();
                self.0.seats().for_each(|c| points[c.seat()] = i32::from(self.0.players[c].vp));
                points
            }

            fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
                if let &Event::Points { seat, points, source } = event {
                    out.push(Gain { seat: seat.seat(), source: source.word(), points: points.into() });
                }
            }

            fn deed(&self, event: &Event) -> Option<(Seat, &'static str)> {
                self.0.deed(event).map(|(colour, word)| (colour.seat(), word))
            }

            fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
                self.0.facts(Colour::of(seat))
            }
        }
    };
}

title!(
    /// The game of 2011.
    EmpiresOfTheVoid,
    Edition::First,
    FirstOptions,
    Meta {
        id: "empires-of-the-void",
        name: "Empires of the Void",
        prefix: "EV",
        min_seats: 2,
        max_seats: 4,
        about: "Seven hexagons, fifteen planets: win them by fleets or by friendship, and lead the galactic council.",
        minutes: 150,
        weight: 3,
        rules_version: 1,
        max_actions: 100_000,
        rules: include_str!("../../../docs/rules/empires-of-the-void.md"),
    }
);

title!(
    /// Its revised edition.
    KeyToTheUniverse,
    Edition::Key,
    KeyOptions,
    Meta {
        id: "key-to-the-universe",
        name: "Empires of the Void: Key to the Universe",
        prefix: "KU",
        min_seats: 2,
        max_seats: 4,
        about: "The revised edition: twelve races, a technology board, secondary actions, objectives, and obstacles that can be dared.",
        minutes: 150,
        weight: 3,
        rules_version: 1,
        max_actions: 100_000,
        rules: include_str!("../../../docs/rules/key-to-the-universe.md"),
    }
);

impl State {
    /// Windows for hidden cards and answers to offers are always asked: to skip them would tell what a seat holds.
    fn answers_itself(&self, seat: Colour) -> bool {
        let cards = self.players[seat].hand.total();
        if matches!(self.phase, Phase::Orders { .. }) {
            return cards < 2; // a Windfall is thinkable
        }
        if self.offer.is_some_and(|o| o.stage != OfferStage::Build) {
            return false;
        }
        if self.interrupter().is_some() {
            return !matches!(self.players[seat].pending, Pending::Pay { more, .. } if cards > more);
        }
        match self.turn().map(|t| t.step) {
            Some(Step::Archive(..)) => false,
            Some(Step::Diplomacy { shown, .. }) if shown.total() > 0 => cards == 0,
            Some(Step::Choose | Step::Diplomacy { .. } | Step::Verdict { .. }) => cards < 2,
            Some(Step::Fight(fight)) => match fight.stage {
                Stage::Attacked | Stage::Before(_) => cards < 2,
                Stage::Liberated => cards == 0,
                _ => true,
            },
            _ => true,
        }
    }

    fn prompt(&self, seat: Colour) -> Prompt {
        let player = &self.players[seat];
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        if let Phase::Orders { .. } = self.phase {
            return match player.pending {
                Pending::Nothing => {
                    ask("EV-058", format!("Orders: build, research, or done; {} left", credits(self.purse(seat))))
                }
                _ => ask("EV-131", "Add a card to the tactic".into()),
            };
        }
        if self.over() {
            return ask("EV-159", "The game is over".into());
        }
        if self.decider() != Some(seat) {
            return ask("EV-083", "Another player is asked".into());
        }
        if self.overflow.contains(seat.seat()) {
            return ask("EV-126", format!("Discard down to {} cards", self.hand_limit(seat)));
        }
        if self.repairing.contains(seat.seat()) {
            return ask("KU-127", "Put a destroyed ship into your repair bay?".into());
        }
        match player.pending {
            Pending::Pay { card, more } => {
                return ask("EV-131", format!("{}: add {more} more", self.data.tactic(card).name));
            }
            Pending::Aim(card) => return ask("KU-188", format!("{}: choose a planet", self.data.tactic(card).name)),
            Pending::Nothing => {}
        }
        if let Some(offer) = &self.offer {
            return match offer.stage {
                OfferStage::Build => ask("EV-072", format!("Your offer to {}: {}", offer.to, offer.terms(self.data.0))),
                OfferStage::Answer => ask("EV-072", format!("{} offers {}", offer.from, offer.terms(self.data.0))),
                OfferStage::Pick => ask("EV-072", "Which card do you give?".into()),
            };
        }
        match &self.phase {
            Phase::Races => ask("EV-026", "Choose your race".into()),
            Phase::Corners => ask("EV-031", "Choose a corner for your home world".into()),
            Phase::Cover { .. } => ask("EV-212", "Cover a planet of the hexagon to your right".into()),
            Phase::Rotate { .. } => ask("EV-036", "Turn a hexagon beside your home, or keep them".into()),
            Phase::Between(_) => ask("EV-133", "Between turns: a tactic, an offer, or pass".into()),
            Phase::Choice(event) => ask("EV-077", self.data.event(*event).text.clone()),
            Phase::Bazaar { .. } => ask("EV-078", "Galactic Bazaar: sell a card?".into()),
            Phase::Mercenary { .. } => ask("EV-078", "Hire a Centipede?".into()),
            Phase::Offers { .. } => ask("EV-071", "Make an offer, or done".into()),
            Phase::Turn(turn) => self.turn_prompt(turn),
            _ => ask("EV-057", "The game goes on".into()),
        }
    }

    fn turn_prompt(&self, turn: &crate::state::Turn) -> Prompt {
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        let left = |n: u8, what: &str| format!("{n} {what}{} left", if n == 1 { "" } else { "s" });
        match &turn.step {
            Step::Choose => ask("EV-081", format!("Your turn: {}", left(turn.actions, "action"))),
            Step::Ships(many) => ask(
                if many.course == Course::Plus { "KU-106" } else { "EV-186" },
                "Choose the next ship, or end".into(),
            ),
            Step::Move(going) => {
                ask("EV-084", format!("Move from {}: {}", self.space_name(going.at), left(going.left, "step")))
            }
            Step::Consent { going, .. } => {
                ask("EV-184", format!("Let {}'s ship leave {}?", going.owner, self.space_name(going.at)))
            }
            Step::Fight(fight) => {
                let at = self.space_name(fight.at);
                match fight.stage {
                    Stage::Attacked => ask("EV-190", format!("You are attacked at {at}")),
                    Stage::Before(_) => ask("EV-129", format!("Battle at {at}: a tactic before the dice?")),
                    Stage::Star(_) => ask("EV-173", "Pay for a Shooting Star to fire?".into()),
                    Stage::Bombs(_) => ask("KU-111", "Spend Photon Bombs on your dice?".into()),
                    Stage::Strike(_) => ask("EV-176", "A cloaked ship has hit: choose its victim".into()),
                    Stage::Lose(side) => {
                        ask("EV-097", format!("Choose a casualty: {}", left(fight.hits[1 - usize::from(side)], "hit")))
                    }
                    Stage::Bounty(_) => ask("KU-137", "A Dragonfly brings a Photon Bomb: take it?".into()),
                    Stage::Take => ask("EV-108", format!("{at} is beaten: what becomes of it?")),
                    _ => ask("EV-112", format!("Spend a card to befriend {at}?")),
                }
            }
            Step::Archive(..) => ask("EV-124", "Keep one of the two cards".into()),
            Step::Diplomacy { planet, shown } => {
                let target = self.diplomacy_target(shown.total().max(1));
                ask(
                    "EV-141",
                    format!(
                        "Diplomacy on {}: cards shown {}, target {target}",
                        self.space_name(*planet),
                        shown.total()
                    ),
                )
            }
            Step::Verdict { shown, total, .. } => {
                ask("EV-142", format!("Diplomacy: {total} of {}", self.diplomacy_target(shown.total())))
            }
            Step::Rush { left: ships } => ask("EV-129", format!("Rush Order: {}", left(*ships, "ship"))),
            Step::Breakthrough => ask("EV-129", "Breakthrough: choose a technology".into()),
            Step::Port { .. } => ask("EV-180", "Choose the planet for your space port".into()),
            Step::Secondary => ask("KU-100", "Your secondary action, or pass".into()),
            Step::Construct { at } => ask("KU-172", format!("Build at {}, or done", self.space_name(*at))),
            Step::End => ask("EV-147", "The turn ends".into()),
        }
    }

    pub(crate) fn label(&self, seat: Colour, action: Action) -> String {
        let data = self.data.0;
        let at = |s: Space| self.space_name(s);
        let ship = |k: Kind| self.data.ship(k).name.as_str();
        let card = |c: Card| format!("{} ({})", self.data.tactic(c).name, c.temperament());
        let tech = |t: Tech| {
            self.data.0.tech(self.edition, t).map_or(t.to_string(), |row| format!("{}: {}", row.name, row.text))
        };
        match action {
            Action::ChooseRace(race) => format!("{}: {}", data.race(race).name, data.race(race).text),
            Action::ChooseCorner(corner) => format!("Settle in {}", corner_name(corner)),
            Action::Cover(planet) => format!("Cover {}", at(planet)),
            Action::Rotate(hex, steps) => format!("Turn {} by {steps}", hexagon_name(hex)),
            Action::KeepHexagons => "Keep the hexagons".into(),
            Action::SendPirates(hex) => format!("Pirates to {}", hexagon_name(hex)),
            Action::Chart(obstacle) => format!("Chart the {obstacle}"),
            Action::Sell(c) => format!("Sell {}", card(c)),
            Action::Hire => "Hire the Centipede".into(),
            Action::OfferTo(partner) => format!("Offer {partner} a trade"),
            Action::GiveCard(c) => format!("Give {}", card(c)),
            Action::GiveCredits(n) => format!("Give {}", credits(n.0.into())),
            Action::AskCard(kind) => format!("Ask for a {kind} card"),
            Action::AskCredits(n) => format!("Ask for {}", credits(n.0.into())),
            Action::AskGood(good) => format!("Ask for the use of {good}"),
            Action::LendGood(good) => format!("Lend {good}"),
            Action::Send => "Send the offer".into(),
            Action::Cancel => "Drop the offer".into(),
            Action::Accept => "Accept".into(),
            Action::Decline => "Decline".into(),
            Action::Pick(c) => format!("Give {}", card(c)),
            Action::Build(kind, place) => {
                format!("Build a {} at {}, {}", ship(kind), at(place), credits(self.ship_cost(seat, kind)))
            }
            Action::Rebuild(place) => format!("Rebuild the ship of your bay at {}", at(place)),
            Action::Research(t) | Action::Smuggle(t) => {
                let off = u16::from(self.turn().is_some_and(|turn| turn.step == Step::Breakthrough));
                format!("{}, {}", tech(t), credits(self.tech_cost(seat, t, off)))
            }
            Action::PlacePort(world) => format!("Space port on {}", at(world)),
            Action::Done => "Done".into(),
            Action::Mine => format!("Mine: gain {}", credits(self.mine_income(seat))),
            Action::PlayTactic(c) => format!("{}: {}", data.tactic(c).name, data.tactic(c).text),
            Action::AddCard(c) => format!("Add {}", card(c)),
            Action::Incite(planet, against) => format!("Incite {} against {against}", at(planet)),
            Action::Reconcile(planet) => format!("Make {} your ally", at(planet)),
            Action::Discard(c) => format!("Discard {}", card(c)),
            Action::Pass => "Pass".into(),
            Action::StandingPass => "Pass until my turn".into(),
            _ => self.turn_label(action),
        }
    }

    /// What is done in a turn and in a fight.
    fn turn_label(&self, action: Action) -> String {
        let at = |s: Space| self.space_name(s);
        let ship = |k: Kind| self.data.ship(k).name.as_str();
        let card = |c: Card| format!("{} ({})", self.data.tactic(c).name, c.temperament());
        match action {
            Action::Move(kind, place) => format!("Move a {} from {}", ship(kind), at(place)),
            Action::ExtraMove(kind, place) => format!("Extra move for 1 credit: {} from {}", ship(kind), at(place)),
            Action::MoveAll => "Move all ships, 2 actions".into(),
            Action::MovePlus => "Move two ships, one step further".into(),
            Action::Ship(kind, place) => format!("{} at {}", ship(kind), at(place)),
            Action::MindControl(owner, kind, place) => {
                format!("Mind Control: {owner}'s {} at {}", ship(kind), at(place))
            }
            Action::Attack(place, target) => format!("Attack {} at {}", target_name(target), at(place)),
            Action::Culture => "Culture: draw a card".into(),
            Action::Buy(c) => format!("Culture: buy {} for 1 credit", card(c)),
            Action::Exchange(give, take) => format!("Culture: exchange {} for {}", card(give), card(take)),
            Action::Swap(give, take) => format!("Swap {} for {}", card(give), card(take)),
            Action::Keep(c) => format!("Keep {}", card(c)),
            Action::Diplomacy(planet) => format!("Diplomacy on {}", at(planet)),
            Action::Show(c) => format!("Show {}", card(c)),
            Action::Roll => "Roll".into(),
            Action::Ambassador => "Spend an Ambassador, +1".into(),
            Action::Credit => "Spend a credit, +1".into(),
            Action::Infest(planet) => format!("Infest {}", at(planet)),
            Action::EndActions => "End your actions".into(),
            Action::Step(to) => format!("To {}", at(to)),
            Action::Load(kind) => format!("Take a {} aboard", ship(kind)),
            Action::Unload(kind) => format!("Set a {} down", ship(kind)),
            Action::Group(kind) => format!("A {} joins", ship(kind)),
            Action::Stop => "Stop here".into(),
            Action::End => "End the move".into(),
            Action::Allow => "Let it go".into(),
            Action::Deny => "Hold it".into(),
            Action::Retreat(to) => format!("Retreat to {}", at(to)),
            Action::Pay => "Pay 1 credit and fire".into(),
            Action::Hold => "Hold fire".into(),
            Action::Bomb(kind, value) => format!("Photon Bomb: a {} die from {value} to {}", ship(kind), value.0 + 1),
            Action::Strike(kind) => format!("Hit a {}", ship(kind)),
            Action::Lose(kind) => format!("Lose a {}", ship(kind)),
            Action::Repair(kind) => format!("Repair the {}", ship(kind)),
            Action::Conquer => "Conquer it".into(),
            Action::Liberate => "Liberate it".into(),
            Action::Regain => "Regain it".into(),
            Action::Befriend(c) => format!("Spend {}", card(c)),
            Action::Council(n) => {
                format!("Council: {}, {}", several(n.0.into(), "Ambassador"), credits(self.capital_price(n)))
            }
            Action::Arm(n) => {
                format!("Arm: {}, {}", several(n.0.into(), "Photon Bomb"), credits(self.capital_price(n)))
            }
            Action::Enslave(planet) => format!("Enslave {}", at(planet)),
            Action::Metropolis(planet) => format!("Metropolis on {}", at(planet)),
            Action::Construct(place) => format!("Build at {}", at(place)),
            _ => unreachable!("labelled before"),
        }
    }

    /// What is counted; whoever holds Pyrious when a round begins counts a round.
    fn deed(&self, event: &Event) -> Option<(Colour, &'static str)> {
        match *event {
            Event::RoundBegins { .. } => self.controller(PYRIOUS).map(|c| (c, "rounds on Pyrious")),
            Event::Attacks { seat, target, .. } if target.colour().is_some() => Some((seat, "attacks on ships")),
            Event::Control { before: None, after: Some(seat), .. } => Some((seat, "neutral worlds won")),
            Event::Control { after: Some(seat), .. } => Some((seat, "worlds taken")),
            Event::Liberated { seat, .. } => Some((seat, "liberations")),
            Event::Diplomacy { seat, .. } => Some((seat, "diplomacy rolls")),
            Event::Allied { seat, .. } => Some((seat, "alliances")),
            Event::Tactic { seat, .. } => Some((seat, "tactics")),
            Event::Traded { from, .. } => Some((from, "trades")),
            Event::Built { seat, .. } => Some((seat, "ships built")),
            Event::Lost { owner: Some(seat), .. } => Some((seat, "ships lost")),
            _ => None,
        }
    }

    fn facts(&self, seat: Colour) -> Vec<(&'static str, String)> {
        let player = &self.players[seat];
        let planets = self.controlled(seat) & PLANET_SPACES;
        vec![
            ("race", player.race.map_or(String::new(), |r| r.to_string())),
            ("first", (self.order.place(seat) + 1).to_string()),
            ("planets", planets.len().to_string()),
            ("allies", (self.befriended(seat) & PLANET_SPACES).len().to_string()),
            ("technologies", player.techs.len().to_string()),
            ("credits", player.credits.to_string()),
            ("rounds", self.round.to_string()),
        ]
    }
}
