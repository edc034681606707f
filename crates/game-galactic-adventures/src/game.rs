//! All of it as a `Game`.

use astrarium_core::scene::Scene;
use astrarium_core::{BySeat, Chance, Gain, Game, Line, Log, Meta, Odds, Prompt, Seat, Turn, Viewer};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::piece::{Mode, Space};
use crate::setup::{Options, Position};
use crate::state::{Attack, Draft, Phase, State, Step};
use crate::view::View;

impl Game for State {
    type Data = Data;
    type Options = Options;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;
    type Position = Position;
    type View = View;

    const META: Meta = Meta {
        id: "galactic-adventures",
        name: "Galactic Adventures of Military Empires",
        prefix: "GA",
        min_seats: 2,
        max_seats: 4,
        about: "Four empires, twenty-four moons: buy dice in secret, court allies, and beam your way to twelve points.",
        minutes: 45,
        weight: 2,
        rules_version: 1,
        max_actions: 40 + 152 * 100,
        rules: include_str!("../../../docs/rules/galactic-adventures.md"),
    };

    fn house() -> &'static Data {
        house()
    }

    fn data(&self) -> &'static Data {
        self.data.0
    }

    fn options(&self) -> Options {
        self.options
    }

    fn new(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
        State::set_up(options, data, chance)
    }

    fn place(
        options: Options,
        data: &'static Data,
        position: &Position,
        chance: &mut impl Chance,
    ) -> Result<State, Vec<String>> {
        State::from_position(options, data, position, chance)
    }

    fn position(&self) -> Position {
        self.to_position()
    }

    fn invariants(&self) -> Vec<String> {
        self.broken()
    }

    fn turn(&self) -> Turn {
        self.asked()
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        self.list_actions(seat, out);
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.check_action(seat, action)
    }

    fn advance(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.carry_out(seat, action, chance, log);
    }

    fn view(&self, viewer: Viewer) -> View {
        self.see(viewer)
    }

    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> State {
        self.deal_again(seat, chance)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        self.tell_event(event, viewer)
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        let Some(me) = self.colour(seat) else { return Prompt::new("GA-001", "Choose your colour") };
        let player = &self.players[me];
        let left = |n: u8| format!("{n} {} left", if n == 1 { "point" } else { "points" });
        match &self.phase {
            Phase::Colours => Prompt::new("GA-001", "The others choose their colours"),
            Phase::Over(_) => Prompt::new("GA-016", "The game is over"),
            Phase::Research if player.draft == Draft::Research => {
                Prompt::new("GA-024", format!("Research: choose a bonus, {}", left(player.left)))
            }
            Phase::Allocation if player.draft != Draft::Done => match player.draft {
                Draft::AttackDie => Prompt::new("GA-037", format!("Buy an attack die: {}", left(player.left))),
                Draft::DefenseDie => Prompt::new("GA-038", format!("Buy a defense die: {}", left(player.left))),
                Draft::Points(moon) => {
                    Prompt::new("GA-042", format!("How many points for {}? {}", self.name(moon), left(player.left)))
                }
                _ => Prompt::new("GA-042", format!("Diplomacy: choose a moon to court, {}", left(player.left))),
            },
            Phase::Turn(turn) if self.decider(turn) == me => match turn.step {
                Step::Source => Prompt::new("GA-059", "Attack: choose where from, or end your turn"),
                Step::Target { from } => {
                    Prompt::new("GA-058", format!("Attack from {}: choose a target", self.name(from)))
                }
                Step::Mode { from, to } => {
                    let text = format!("Attack {} from {}: with whose die?", self.name(to), self.name(from));
                    Prompt::new("GA-105", text)
                }
                Step::Defend(attack) => {
                    let text =
                        format!("{} is under attack by {}: how do you defend?", self.name(attack.to), attack.kind);
                    Prompt::new("GA-101", text)
                }
            },
            Phase::Turn(_) => Prompt::new("GA-055", "Another player's turn"),
            _ => Prompt::new("GA-035", "You are done; the others are still deciding"),
        }
    }

    fn label(&self, seat: Seat, action: Action) -> String {
        let name = |space: Space| self.name(space);
        let price = |n: u8| if n == 1 { "1 point".to_string() } else { format!("{n} points") };
        match action {
            Action::ChooseColour(colour) => format!("Play {colour}"),
            Action::BuyResearch(node) => {
                let row = self.data.0.node(node);
                format!("{}, {}: {}", row.name, price(row.cost), row.text)
            }
            Action::FinishResearch => "Finish research".into(),
            Action::AttackDie(None) => "No attack die".into(),
            Action::AttackDie(Some(die)) => {
                format!("Attack with {die}, {}", price(self.data.0.attack_price[die]))
            }
            Action::DefenseDie(die) => format!("Defend with {die}, {}", price(self.data.0.defense_price[die])),
            Action::Fund(moon) => format!("Court {}", name(moon)),
            Action::Points(n) => format!("Put {} there", price(n)),
            Action::AllocationDone => "Done".into(),
            Action::AttackFrom(space) => format!("Attack from {}", name(space)),
            Action::Target(space) => format!("Attack {}", name(space)),
            Action::Mode(Mode::AllyDie) => "With the ally's die".into(),
            Action::Mode(_) => "With your own military".into(),
            Action::DefendAsMatching => format!("Defend with {} bonus", self.bonus_word(seat, false)),
            Action::DefendAsOther => format!("Defend with {} bonus (once a round)", self.bonus_word(seat, true)),
            Action::EndTurn => "End your turn".into(),
        }
    }

    fn odds(&self, seat: Seat, action: Action) -> Option<Odds> {
        let Phase::Turn(turn) = &self.phase else { return None };
        let me = self.colour(seat).filter(|&me| me == self.active(turn))?;
        let (from, to, mode) = match (action, turn.step) {
            (Action::Target(to), Step::Target { from }) if self.players[me].owned.has(from) => (from, to, Mode::Own),
            (Action::Mode(mode), Step::Mode { from, to }) => (from, to, mode),
            (Action::Target(to), Step::Target { from }) => (from, to, self.only_mode(turn, me, from, to)?),
            _ => return None,
        };
        self.attack_odds(me, &Attack { from, to, mode, kind: self.kind(from, to)? })
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        const CHAIRS: [&str; 4] = ["chair-1", "chair-2", "chair-3", "chair-4"];
        match self.colour(seat) {
            Some(colour) if self.phase != Phase::Colours => colour.word(),
            _ => CHAIRS[seat.index()],
        }
    }

    fn draw(&self, view: &View) -> Scene {
        self.draw_view(view)
    }

    fn evaluate(&self) -> BySeat<i32> {
        self.judge()
    }

    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        self.colours().for_each(|c| points[self.seat(c)] = i32::from(self.territory_points(c)));
        points
    }

    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        if let Event::Dealt { .. } = event {
            let home = i32::from(*self.data.0.numbers.points.planet.get_ref());
            out.extend(self.colours().map(|c| Gain { seat: self.seat(c), source: "planets", points: home }));
        }
        let Event::Captured { colour, space, from } = *event else { return };
        let (source, points) = match space.planet_colour() {
            Some(_) => ("planets", i32::from(*self.data.0.numbers.points.planet.get_ref())),
            None => ("moons", i32::from(*self.data.0.numbers.points.moon.get_ref())),
        };
        out.push(Gain { seat: self.seat(colour), source, points });
        out.extend(from.map(|loser| Gain { seat: self.seat(loser), source, points: -points }));
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        let Some(colour) = self.colour(seat) else { return Vec::new() };
        let research: Vec<_> = self.players[colour].research.iter().map(|n| n.word()).collect();
        vec![
            ("colour", colour.to_string()),
            ("research", research.join(" ")),
            ("rounds", self.round.to_string()),
            ("end", self.end_word().to_string()),
        ]
    }
}
