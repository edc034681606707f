//! All of it as two `Game`s: the same rules, two editions.

use astrarium_core::scene::Scene;
use astrarium_core::{BySeat, Chance, Gain, Game, Line, Log, Meta, Odds, Prompt, Search, Seat, Turn, Viewer};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::{Event, corner_name, credits, hexagon_name, one, several, target_at};
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
            return ask("EV-126", format!("Discard a card: you may keep {}", self.hand_limit(seat)));
        }
        if self.repairing.contains(seat.seat()) {
            return ask("KU-127", "Put a destroyed ship into your repair bay?".into());
        }
        match player.pending {
            Pending::Pay { card, more } => {
                let more = several(more.into(), "more card");
                return ask("EV-131", format!("{}: add {more}", self.data.tactic(card).name));
            }
            Pending::Aim(card) => return ask("KU-188", format!("{}: choose a planet", self.data.tactic(card).name)),
            Pending::Nothing => {}
        }
        if let Some(offer) = &self.offer {
            return match offer.stage {
                OfferStage::Build if offer.is_empty() => {
                    ask("EV-072", format!("Your offer to {}: what do you give, what do you ask for?", offer.to))
                }
                OfferStage::Build => ask("EV-072", format!("Your offer to {}: {}", offer.to, offer.terms(self.data.0))),
                OfferStage::Answer => ask("EV-072", format!("{} offers you {}", offer.from, offer.terms(self.data.0))),
                OfferStage::Pick => ask("EV-072", "Which card do you give?".into()),
            };
        }
        match &self.phase {
            Phase::Races => ask("EV-026", "Choose your race".into()),
            Phase::Corners => ask("EV-031", "Choose a corner for your home world".into()),
            Phase::Cover { .. } => ask("EV-212", "Cover a planet of the hexagon to your right".into()),
            Phase::Rotate { .. } => ask("EV-036", "Turn a hexagon beside your home, or keep them".into()),
            Phase::Between(_) => ask("EV-133", "Between turns: a tactic, an offer, or pass".into()),
            Phase::Choice(event) => {
                let row = self.data.event(*event);
                ask("EV-077", format!("{}: {}", row.name, row.text))
            }
            Phase::Bazaar { .. } => {
                let price = credits(self.data.numbers.bonus.bazaar_credits);
                ask("EV-078", format!("Galactic Bazaar: sell a card for {price}?"))
            }
            Phase::Mercenary { .. } => {
                let price = credits(self.data.numbers.bonus.mercenary_price);
                ask("EV-078", format!("Mercenary Offer: hire a Centipede for {price}?"))
            }
            Phase::Offers { .. } => ask("EV-071", "Make an offer, or done".into()),
            Phase::Turn(turn) => self.turn_prompt(turn),
            _ => ask("EV-057", "The game goes on".into()),
        }
    }

    fn turn_prompt(&self, turn: &crate::state::Turn) -> Prompt {
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        let left = |n: u8, what: &str| match n {
            0 => format!("no {what}s left"),
            _ => format!("{} left", several(n.into(), what)),
        };
        let purse = |seat: Colour| credits(self.players[seat].credits);
        match &turn.step {
            Step::Choose => ask("EV-081", format!("Your turn: {}, {}", left(turn.actions, "action"), purse(turn.seat))),
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
            Step::Fight(fight) => self.fight_prompt(turn, fight),
            Step::Archive(..) => ask("EV-124", "Keep one of the two cards".into()),
            Step::Diplomacy { planet, shown } => {
                let need = self.diplomacy_target(shown.total().max(1)) - self.diplomacy_bonus(turn.seat);
                let cards = match shown.total() {
                    0 => format!("show a {} card; with one", self.data.planet(*planet).temperament),
                    n => format!("{} shown,", several(n.into(), "card")),
                };
                ask("EV-141", format!("Diplomacy on {}: {cards} the dice must reach {need}", self.space_name(*planet)))
            }
            Step::Verdict { planet, shown, total, .. } => {
                let need = self.diplomacy_target(shown.total());
                ask("EV-142", format!("Diplomacy on {}: you have {total}, you need {need}", self.space_name(*planet)))
            }
            Step::Rush { left: ships } => ask("EV-129", format!("Rush Order: {}", left(*ships, "ship"))),
            Step::Breakthrough => ask("EV-129", "Breakthrough: choose a technology".into()),
            Step::Port { .. } => ask("EV-180", "Choose the planet for your space port".into()),
            Step::Secondary => ask("KU-100", format!("Your secondary action, or pass; {} left", purse(turn.seat))),
            Step::Construct { at } => ask("KU-172", format!("Build at {}, or done", self.space_name(*at))),
            Step::End => ask("EV-147", "The turn ends".into()),
        }
    }

    fn fight_prompt(&self, turn: &crate::state::Turn, fight: &crate::state::Fight) -> Prompt {
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        let at = self.space_name(fight.at);
        match fight.stage {
            Stage::Attacked => ask("EV-190", format!("{} attacks you at {at}: how do you answer?", turn.seat)),
            Stage::Before(_) => {
                let foe = target_at(fight.target, at);
                ask("EV-129", format!("{} attacks {foe}: a tactic before the dice?", turn.seat))
            }
            Stage::Star(_) => ask("EV-173", format!("Battle at {at}: pay for a Shooting Star to fire?")),
            Stage::Bombs(_) => ask("KU-111", format!("Battle at {at}: spend Photon Bombs on your dice?")),
            Stage::Strike(_) => ask("EV-176", format!("Battle at {at}: a cloaked ship has hit, choose its victim")),
            Stage::Lose(side) => {
                let hits = several(fight.hits[1 - usize::from(side)].into(), "hit");
                ask("EV-097", format!("Battle at {at}: choose a casualty, {hits} to take"))
            }
            Stage::Bounty(_) => ask("KU-137", "A Dragonfly brings a Photon Bomb: take it?".into()),
            Stage::Take => ask("EV-108", format!("{at} is beaten: what becomes of it?")),
            _ => ask("EV-112", format!("Spend a card to befriend {at}?")),
        }
    }

    pub(crate) fn label(&self, seat: Colour, action: Action) -> String {
        let data = self.data.0;
        let at = |s: Space| self.space_name(s);
        let ship = |k: Kind| self.data.ship(k).name.as_str();
        let card = |c: Card| format!("{} ({})", self.data.tactic(c).name, c.temperament());
        match action {
            Action::ChooseRace(race) => format!("{}: {}", data.race(race).name, data.race(race).text),
            Action::ChooseCorner(corner) => format!("Settle in {}", corner_name(corner)),
            Action::Cover(planet) => format!("Cover {}", at(planet)),
            Action::Rotate(hex, steps) => {
                format!("Turn {} by {}", hexagon_name(hex), several(steps.0.into(), "step"))
            }
            Action::KeepHexagons => "Keep the hexagons".into(),
            Action::SendPirates(hex) => format!("Pirates to {}", hexagon_name(hex)),
            Action::Chart(obstacle) => format!("Chart the {obstacle}"),
            Action::Sell(c) => format!("Sell {}", card(c)),
            Action::Hire => format!("Hire the Centipede, {}", credits(data.numbers.bonus.mercenary_price)),
            Action::OfferTo(partner) => format!("Offer {partner} a trade"),
            Action::GiveCard(c) => format!("Give a card: {}", card(c)),
            Action::GiveCredits(n) => format!("Give credits: {n}"),
            Action::AskCard(kind) => format!("Ask for a card: {kind}"),
            Action::AskCredits(n) => format!("Ask for credits: {n}"),
            Action::AskGood(good) => format!("Ask for the use of {good}"),
            Action::LendGood(good) => format!("Lend the use of {good}"),
            Action::Send => "Send the offer".into(),
            Action::Cancel => "Drop the offer".into(),
            Action::Accept => self.accept_label().into(),
            Action::Decline => if self.offer.is_some() { "Decline" } else { "Leave it" }.into(),
            Action::Pick(c) => format!("Give {}", card(c)),
            Action::Build(kind, place) => {
                format!("Build {} at {}, {}", one(ship(kind)), at(place), price(self.ship_cost(seat, kind)))
            }
            Action::Rebuild(place) => format!("Rebuild the ship of your bay at {}", at(place)),
            Action::Research(t) => format!("Research {}", self.tech_label(seat, t)),
            Action::Smuggle(t) => format!("Smuggle {}", self.tech_label(seat, t)),
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

    /// A technology with what it costs now and what it does.
    fn tech_label(&self, seat: Colour, tech: Tech) -> String {
        let off = u16::from(self.turn().is_some_and(|turn| turn.step == Step::Breakthrough));
        let cost = price(self.tech_cost(seat, tech, off));
        let row = self.data.0.tech(self.edition, tech);
        row.map_or(tech.to_string(), |row| format!("{}, {cost}: {}", row.name, row.text))
    }

    /// An offer, a diplomacy roll or a bounty.
    fn accept_label(&self) -> &'static str {
        match self.turn().map(|turn| turn.step) {
            Some(Step::Verdict { shown, total, .. }) if self.offer.is_none() => {
                if total >= self.diplomacy_target(shown.total()) { "Go on: it succeeds" } else { "Give up: it fails" }
            }
            Some(Step::Fight(fight)) if self.offer.is_none() && matches!(fight.stage, Stage::Bounty(_)) => "Take it",
            _ => "Accept",
        }
    }

    /// What is done in a turn and in a fight.
    fn turn_label(&self, action: Action) -> String {
        let at = |s: Space| self.space_name(s);
        let ship = |k: Kind| self.data.ship(k).name.as_str();
        let card = |c: Card| format!("{} ({})", self.data.tactic(c).name, c.temperament());
        match action {
            Action::Move(kind, place) => format!("Move {} from {}", one(ship(kind)), at(place)),
            Action::ExtraMove(kind, place) => format!("Extra move for 1 credit: {} from {}", ship(kind), at(place)),
            Action::MoveAll => "Move all ships, 2 actions".into(),
            Action::MovePlus => "Move two ships, one step further".into(),
            Action::Ship(kind, place) => format!("{} at {}", ship(kind), at(place)),
            Action::MindControl(owner, kind, place) => {
                format!("Mind Control: {owner}'s {} at {}", ship(kind), at(place))
            }
            Action::Attack(place, target) => format!("Attack {}", target_at(target, at(place))),
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
            Action::Load(kind) => format!("Take {} aboard", one(ship(kind))),
            Action::Unload(kind) => format!("Set {} down", one(ship(kind))),
            Action::Group(kind) => format!("{} joins", ship(kind)),
            Action::Stop => "Stop here".into(),
            Action::End => "End the move".into(),
            Action::Allow => "Let it go".into(),
            Action::Deny => "Hold it".into(),
            Action::Retreat(to) => format!("Retreat to {}", at(to)),
            Action::Pay => "Pay 1 credit and fire".into(),
            Action::Hold => "Hold fire".into(),
            Action::Bomb(kind, value) => format!("Photon Bomb: {}'s die from {value} to {}", ship(kind), value.0 + 1),
            Action::Strike(kind) => format!("Hit {}", one(ship(kind))),
            Action::Lose(kind) => format!("Lose {}", one(ship(kind))),
            Action::Repair(kind) => format!("Repair the {}", ship(kind)),
            Action::Conquer => "Conquer it".into(),
            Action::Liberate => "Liberate it".into(),
            Action::Regain => "Regain it".into(),
            Action::Befriend(c) => format!("Spend {}", card(c)),
            Action::Council(n) => {
                format!("Council: {}, {}", several(n.0.into(), "Ambassador"), price(self.capital_price(n)))
            }
            Action::Arm(n) => {
                format!("Arm: {}, {}", several(n.0.into(), "Photon Bomb"), price(self.capital_price(n)))
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

/// “2 credits”, or that it costs none.
fn price(n: u16) -> String {
    if n == 0 { "free".into() } else { credits(n) }
}
