//! All of it as a `Game`.

use astrarium_core::scene::Scene;
use astrarium_core::{BySeat, Chance, Gain, Game, Line, Log, Meta, Odds, Piece, Prompt, Seat, Turn, Viewer};

use crate::action::{Action, Unit, Word};
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::piece::{Goods, Kind, Role, Ship, Space, Spot, Tech};
use crate::setup::{Options, Position};
use crate::state::{
    Battle, Building, Campaign, Explorer, Influencing, Merchant, Phase, Producing, Regent, Stage, State, Trading,
    Window,
};
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
        id: "galactic-emperor",
        name: "Galactic Emperor",
        prefix: "GE",
        min_seats: 2,
        max_seats: 6,
        about: "Pick a role and everybody plays it: lay out the galaxy, feed industry, send fleets, and sit on the Throne.",
        minutes: 90,
        weight: 3,
        rules_version: 1,
        max_actions: 100_000,
        rules: include_str!("../../../docs/rules/galactic-emperor.md"),
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
        _: &mut impl Chance,
    ) -> Result<State, Vec<String>> {
        State::from_position(options, data, position)
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
        if !self.asked().seats().contains(seat) {
            let over = matches!(self.phase, Phase::Over(_));
            let text = if over { "The game is over" } else { "Another player decides" };
            return Prompt::new(if over { "GE-191" } else { "GE-029" }, text);
        }
        match self.window {
            Window::Closed => self.phase_prompt(seat),
            Window::Sabotage(tech) => {
                Prompt::new("GE-178", format!("{} is declared: do you send the Saboteur?", self.tech_name(tech)))
            }
            Window::Catch(tech) => Prompt::new(
                "GE-178",
                format!("{} is sabotaged: do you try to catch the Saboteur?", self.tech_name(tech)),
            ),
            Window::TimeWarp => Prompt::new("GE-180", "Dice are rolled: do you roll one of them again?"),
            Window::Again => Prompt::new("GE-180", "The die was rolled again: keep it, or roll it once more?"),
        }
    }

    fn label(&self, seat: Seat, action: Action) -> String {
        let name = |space: Space| self.place_name(space);
        let ship = |ship: Ship| format!("{} {ship}", self.data.unit(ship.kind()).name);
        match action {
            Action::Say(word) => self.word_label(seat, word),
            Action::ChooseColour(colour) => format!("Play {colour}"),
            Action::SetDirection(way) => format!("Play to the {way}"),
            Action::PickRole(role) => self.role_label(role).into(),
            Action::PickTile(tile) => format!("Take {}", self.data.tile(tile).name),
            Action::PlaceTile(at) => format!("Lay it on {at}"),
            Action::DiscardDie(value) => format!("Discard a {value}"),
            Action::TakeFood(at) => format!("Collect food from {}", name(at)),
            Action::MetalFrom(colour) => format!("Take metal from {colour}"),
            Action::FoodFrom(at) => format!("Take food from {}", name(at)),
            Action::Buy(goods) => format!("Buy {goods} for {}", self.price_of(goods)),
            Action::Sell(goods) => format!("Sell {goods} for {}", self.price_of(goods)),
            Action::PutFood(at) => format!("Put food on {}", name(at)),
            Action::FreeResource(goods) => format!("Take 1 {goods}"),
            Action::Produce(at) => format!("Produce on {}", name(at)),
            Action::ProduceFree(at) => format!("Produce on {} without food", name(at)),
            Action::FreeFighter(at) => format!("Deploy the free fighter at {}", name(at)),
            Action::Build(kind, at) => format!("Build a {} at {}, {}", kind, name(at), self.price_label(kind)),
            Action::BuyTech(tech) => {
                let row = self.data.tech(tech);
                format!("{}, {} energy: {}", row.name, self.tech_cost(seat, tech), row.text)
            }
            Action::Step(s, to) => format!("Move {} to {}", ship(s), name(to)),
            Action::Warp(s, to) => format!("Warp {} to {}", ship(s), name(to)),
            Action::PickBattle(at) => format!("Fight at {}", name(at)),
            Action::NameShip(s) => format!("{} rolls one die more", ship(s)),
            Action::AssignHit(Unit::Ship(s)) => format!("{} takes the hit", ship(s)),
            Action::AssignHit(Unit::Starbase) => "The Starbase takes the hit and becomes an Empire".into(),
            Action::AssignHit(Unit::Empire) => "The Empire takes the hit".into(),
            Action::WarpDie(die) => {
                format!("Roll die {die} again, a {}", self.roll.as_slice().get(usize::from(die) - 1).unwrap_or(&0))
            }
            Action::Influence(Spot::Sector(at)) => format!("Influence {}", name(at)),
            Action::Influence(Spot::Throne) => "Influence the Throne".into(),
            Action::Refuge(to) => format!("The ships go to {}", name(to)),
        }
    }

    fn odds(&self, seat: Seat, action: Action) -> Option<Odds> {
        self.sentence_odds(seat, action)
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        const CHAIRS: [&str; 6] = ["chair-1", "chair-2", "chair-3", "chair-4", "chair-5", "chair-6"];
        match self.players[seat].colour {
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
        self.humans().for_each(|s| points[s] = i32::from(self.players[s].vp));
        points
    }

    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        let (seat, source, points) = match *event {
            Event::Scored { seat, vp, from } => (seat, from, vp.into()),
            Event::FullStore { seat, vp } => (seat, "full store", vp.into()),
            Event::MostMarks { seat, vp } => (seat, "marks", vp.into()),
            _ => return,
        };
        out.extend(self.humans().find(|&s| s == seat).map(|seat| Gain { seat, source, points }));
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        let end = self.end.map_or("none", |end| match end {
            crate::state::End::LastToken => "last-token",
            crate::state::End::LastVp => "last-vp",
            crate::state::End::RoundLimit => "round-limit",
        });
        let fought = matches!(self.phase, Phase::Over(over) if over.fought);
        let owned = |tech: Tech| if self.players[seat].techs.has(tech) { "yes" } else { "no" }.to_string();
        let mut facts = vec![
            ("colour", self.who(seat).to_string()),
            ("rounds", self.round.to_string()),
            ("planets", self.planets(seat).to_string()),
            ("end", end.to_string()),
            ("last-battle", fought.to_string()),
        ];
        facts.extend(Tech::all().map(|tech| (tech.word(), owned(tech))));
        facts
    }
}

impl State {
    fn phase_prompt(&self, seat: Seat) -> Prompt {
        let player = &self.players[seat];
        let tile = |t| &self.data.tile(t).name;
        match &self.phase {
            Phase::Colours => Prompt::new("GE-002", "Choose your colour"),
            Phase::Direction => Prompt::new("GE-026", "You hold the Throne: which way does the round go?"),
            Phase::Pick => Prompt::new("GE-027", "Pick a role: you act first, everybody follows"),
            Phase::Explorer(step) => match *step {
                Explorer::Pick { .. } => Prompt::new("GE-042", "Explorer: take a tile"),
                Explorer::Scan { tile: t } => {
                    Prompt::new("GE-182", format!("Look at the top of the stack before you lay {}?", tile(t)))
                }
                Explorer::Keep { tile: t, drawn, .. } => {
                    Prompt::new("GE-182", format!("You drew {}: keep it, or {}?", tile(drawn), tile(t)))
                }
                Explorer::Place { tile: t, .. } | Explorer::PlaceLeftover { tile: t } => {
                    Prompt::new("GE-043", format!("Lay {} on any empty space", tile(t)))
                }
                Explorer::Leftover => Prompt::new("GE-047", "Take a leftover tile and lay it"),
            },
            Phase::Merchant(merchant) => merchant_prompt(merchant, player.marks),
            Phase::Steward(steward) => match steward.step {
                Producing::Free => Prompt::new("GE-078", "Steward: take 1 metal or 1 energy"),
                Producing::Declare => Prompt::new("GE-177", "Use Protein Fields this turn?"),
                Producing::Produce => {
                    let text = format!("Produce: store {} metal, {} energy", player.metal, player.energy);
                    Prompt::new("GE-079", format!("{text}, {} free", steward.free))
                }
            },
            Phase::Engineer(engineer) => match engineer.step {
                Building::Fighter => Prompt::new("GE-083", "Engineer: where does your free fighter go?"),
                Building::Declare => Prompt::new("GE-176", "Use Robotics this turn?"),
                Building::Build => {
                    let credit =
                        if engineer.credit > 0 { format!(" and {} free", engineer.credit) } else { String::new() };
                    let text =
                        format!("{} metal{credit}, {} energy, {} marks", player.metal, player.energy, player.marks);
                    Prompt::new("GE-084", format!("Build ships: {text}"))
                }
            },
            Phase::Scientist => Prompt::new("GE-167", format!("Buy a technology: {} energy", player.energy)),
            Phase::Warlord(warlord) => match warlord.step {
                Campaign::Declare => Prompt::new("GE-175", "Use Fusion Engines this turn?"),
                Campaign::Move => Prompt::new("GE-092", "Move your ships"),
                Campaign::Battles => Prompt::new("GE-098", "Which battle comes next?"),
                Campaign::Fight(battle) => self.battle_prompt(&battle),
            },
            Phase::Regent(regent) => self.regent_prompt(regent, seat),
            Phase::LastBattle(battle) => self.battle_prompt(battle),
            Phase::Over(_) => Prompt::new("GE-191", "The game is over"),
        }
    }

    fn battle_prompt(&self, battle: &Battle) -> Prompt {
        match battle.stage {
            Stage::Plasma => Prompt::new("GE-174", "Use Plasma Weapons in this battle?"),
            Stage::Ion => Prompt::new("GE-173", "Use Ion Cannons in this battle?"),
            Stage::Shields => Prompt::new("GE-172", "Use Shield Generators against the first hit?"),
            Stage::Name => Prompt::new("GE-121", "Which ship has the extra die?"),
            Stage::Firing => Prompt::new("GE-125", "Dice are on the table"),
            Stage::Assign(side) => {
                let hits = battle.hits[usize::from(side)];
                Prompt::new("GE-128", format!("{hits} {} to take: which unit?", if hits == 1 { "hit" } else { "hits" }))
            }
            Stage::Retreat => Prompt::new("GE-126", "Continue the battle or retreat?"),
        }
    }

    fn regent_prompt(&self, regent: &Regent, seat: Seat) -> Prompt {
        let player = &self.players[seat];
        match regent.step {
            Influencing::Buy => Prompt::new(
                "GE-141",
                format!("Buy one more influence for {} marks? You have {}", regent.price, player.marks),
            ),
            Influencing::Place => Prompt::new("GE-144", format!("Place influence: {} left", player.hand)),
            Influencing::Refuse(at) => {
                let placer = self.who(self.placer());
                Prompt::new("GE-170", format!("{placer} put influence on {}: do you refuse it?", self.place_name(at)))
            }
            Influencing::Relocate => Prompt::new("GE-170", "Your influence was refused: put it elsewhere"),
            Influencing::Refuge(at) => {
                Prompt::new("GE-158", format!("Your ships must leave {}: to which Starbase?", self.place_name(at)))
            }
        }
    }

    fn word_label(&self, seat: Seat, word: Word) -> String {
        match word {
            Word::Scan => "Look at the top of the stack",
            Word::NoScan => "Do not look",
            Word::KeepFaceUp => "Keep the face-up tile",
            Word::KeepDrawn => "Keep the drawn tile",
            Word::Pirate => "Send the Space Pirate",
            Word::Next => "Go on",
            Word::Done => "Done",
            Word::Declare => "Use it",
            Word::Skip => "Do without",
            Word::Pass => "Pass",
            Word::EndMoves => "End your moves",
            Word::Continue => "Fight on",
            Word::Retreat => "Retreat",
            Word::Sabotage => "Sabotage it",
            Word::AttemptCatch => "Roll to catch the Saboteur: 5 or 6",
            Word::LetGo => "Let the Saboteur go",
            Word::Keep => "Keep the result",
            Word::Again => "Roll once more",
            Word::BuyInfluence => return format!("Buy influence, {} left after it", self.marks_after(seat)),
            Word::BuyAsDiplomat => "Buy influence at the Diplomat's price",
            Word::Stop => "Keep the rest in reserve",
            Word::Refuse => "Refuse it",
        }
        .into()
    }

    fn marks_after(&self, seat: Seat) -> String {
        let price = if let Phase::Regent(regent) = &self.phase { regent.price } else { 0 };
        format!("{} marks", self.players[seat].marks.saturating_sub(u16::from(price)))
    }

    fn role_label(&self, role: Role) -> &'static str {
        match role {
            Role::Explorer => "Explorer: tiles are laid, you claim yours and lay the leftovers",
            Role::Merchant => "Merchant: you get 3 marks and set prices; harvest, trade, fund",
            Role::Steward => "Steward: you take 1 resource; sectors with food produce",
            Role::Engineer => "Engineer: you get a fighter; ships are built",
            Role::Warlord => "Warlord: ships move and fight; you roll an extra die",
            Role::Regent => "Regent: influence, you place last; the Throne; planets score",
            Role::Scientist => "Scientist: technologies are bought, yours for 1 energy less",
            Role::Warlord2 => "Second Warlord: ships move and fight; you roll an extra die",
        }
    }

    fn price_of(&self, goods: Goods) -> u8 {
        if let Phase::Merchant(merchant) = &self.phase { merchant.prices[goods.index()] } else { 0 }
    }

    fn price_label(&self, kind: Kind) -> String {
        let price = self.data.unit(kind).price;
        let energy = if price.energy > 0 { format!("{} energy, ", price.energy) } else { String::new() };
        format!("{} metal, {energy}{} marks", price.metal, price.marks)
    }
}

fn merchant_prompt(merchant: &Merchant, marks: u16) -> Prompt {
    let [food, metal, energy] = merchant.prices;
    let purse = format!("{marks} marks, {} food in hand; food {food}, metal {metal}, energy {energy}", merchant.food);
    match merchant.step {
        Trading::Prices => Prompt::new("GE-064", "Discard one die: the lowest left is food, then metal, then energy"),
        Trading::Collect => Prompt::new("GE-067", format!("Collect food from your sectors? {purse}")),
        Trading::Trade => Prompt::new("GE-068", format!("Buy and sell: {purse}")),
        Trading::Fund => Prompt::new("GE-071", format!("Put food on producing sectors; the rest is sold. {purse}")),
        Trading::PirateCollect | Trading::PirateTrade => Prompt::new("GE-181", "What do your pirates take?"),
    }
}
