//! All of it as a `Game`.

use astrarium_core::scene::Scene;
use astrarium_core::words::title_case;
use astrarium_core::{BySeat, Chance, Gain, Game, Line, Log, Meta, Odds, Piece, Prompt, Search, Seat, Turn, Viewer};

use crate::action::Action;
use crate::data::{Data, Op, house};
use crate::event::{Event, a, several};
use crate::illegal::Illegal;
use crate::piece::*;
use crate::position::Position;
use crate::rules::movement::DIE;
use crate::setup::Options;
use crate::state::{ATTACKER, Roll, State, Task};
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
        id: "empires-of-the-void-2",
        name: "Empires of the Void II",
        prefix: "E2",
        min_seats: 2,
        max_seats: 5, // E2-005
        about: "Worldships at the fringe of the galaxy: follow the others' actions, court planets, build, and score twice.",
        minutes: 120,
        weight: 3,
        rules_version: 1,
        max_actions: 640_000,
        rules: include_str!("../../../docs/rules/empires-of-the-void-2.md"),
    };

    const SEARCH: Search = Search { rollout: 0, explore: 30, prior: 20 };

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
        let player = self.player(seat);
        let (purse, command) = (several(player.credits, "credit"), player.command);
        let here = || self.place_name(self.going.at);
        match self.tasks.top() {
            Task::Over => Prompt::new("E2-279", "The game is over"),
            Task::Faction => Prompt::new("E2-066", "Choose your faction"),
            Task::FirstEmpire => Prompt::new("E2-085", "Keep one of your two Empire cards"),
            Task::Start(_) => {
                Prompt::new("E2-092", "Place your Worldship, a Star Sloop and a Starfarer on an empty node")
            }
            Task::Choose if self.options.open_actions => Prompt::new("E2-096", "Choose an action"),
            Task::Choose => Prompt::new("E2-096", "Choose an action: the others may follow it"),
            Task::Respond(_) => {
                let price = self.any_action_price();
                let follow = if self.token == Some(Act::Scavenge) { "Refresh" } else { "Follow, refresh" };
                let text = format!("{follow}, or pay {price} of your {command} command for another action");
                Prompt::new("E2-101", text)
            }
            Task::Pay(_) => {
                let text = format!("Discard cards for your power costs: {} of {} paid", self.paid, self.debt);
                Prompt::new("E2-310", text)
            }
            Task::Parasite(_) => Prompt::new("E2-258", "Where does the parasite token lie?"),
            Task::Colonize(_) | Task::LastCall { .. } | Task::Attacked => {
                let text = format!("Play your Colonization card now for {} VP?", self.colony_vp(seat));
                Prompt::new("E2-291", text)
            }
            Task::Mode(_) => Prompt::new("E2-124", format!("Move & Attack: {command} command left")),
            Task::AttackFrom(_) => Prompt::new("E2-139", "Attack where your units are: choose the region"),
            Task::Origin => Prompt::new("E2-125", "Which region does the group leave?"),
            Task::Group => Prompt::new("E2-125", format!("Which units leave {}?", here())),
            Task::Jump => Prompt::new("E2-271", "Where does the group arrive?"),
            Task::Step => Prompt::new("E2-126", format!("At {}: go on or stop, {command} command left", here())),
            Task::Scavenge => Prompt::new("E2-256", "Scavenger Bots: take a token?"),
            Task::Burn => Prompt::new("E2-319", format!("Burn fungus at {}? {command} command left", here())),
            Task::Pickup => Prompt::new("E2-224", "Pick up a delivery?"),
            Task::Carrier(_) | Task::Bearer { .. } => Prompt::new("E2-232", "Which unit carries the cargo?"),
            Task::Cure(_) => Prompt::new("E2-315", "Give up a lifeform to cure the plague?"),
            Task::Menu(_) => Prompt::new("E2-142", format!("Research and build: {purse} left")),
            Task::BuildNow { discount, .. } => {
                let off = several(discount.into(), "credit");
                Prompt::new("E2-166", format!("Build one building for {off} less: {purse} left"))
            }
            Task::CardMode(_) => Prompt::new("E2-163", "Play an action card, or try diplomacy"),
            Task::CostGood(_) => Prompt::new("E2-165", "Which good do you pay?"),
            Task::Court { planet, .. } => {
                let power = match self.shown_power(seat) {
                    0 => "play power cards; the die must not be higher than their power".to_string(),
                    n => format!("power {n} so far; the die must not be higher"),
                };
                Prompt::new("E2-168", format!("Diplomacy on {}: {power}", self.planet_name(planet)))
            }
            Task::Rolled { of, die, .. } => Prompt::new("E2-250", self.rolled_prompt(seat, of, die)),
            Task::Recruit(_) => Prompt::new("E2-176", format!("Recruit: {purse} left")),
            Task::Keep(_) => Prompt::new("E2-183", "Keep one Empire card"),
            Task::EmpireLimit(_) => Prompt::new("E2-240", "Too many Empire cards: discard one"),
            Task::Tribute { card, .. } | Task::Bid { card, .. } => {
                let row = self.data.event(card);
                Prompt::new("E2-315", format!("{}: {} You have {purse}", row.name, row.text))
            }
            task => {
                let effect = || Prompt::new("E2-244", self.effect_prompt(task));
                self.battle_prompt(seat, task).unwrap_or_else(effect)
            }
        }
    }

    /// Not where only the hand leaves one answer: others would learn from the silence what it lacks.
    fn answers_itself(&self, seat: Seat) -> bool {
        self.is_open_answer(seat)
    }

    fn label(&self, seat: Seat, action: Action) -> String {
        self.button(seat, action)
    }

    fn odds(&self, seat: Seat, action: Action) -> Option<Odds> {
        let (hits, of) = match (self.tasks.top(), action) {
            (Task::Step, Action::Enter(to)) if self.going.seat == seat => {
                let need = self.needed(to).min(DIE + 1);
                if need <= 1 {
                    return None; // it is sure
                }
                (DIE + 1 - need, DIE)
            }
            (Task::Court { .. }, Action::Roll) => (self.shown_power(seat).min(DIE), DIE), // E2-174
            _ => return None,
        };
        Some(Odds { hits: u32::from(hits), of: u32::from(of) })
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.name(seat)
    }

    fn draw(&self, view: &View) -> Scene {
        self.draw_view(view)
    }

    fn evaluate(&self) -> BySeat<i32> {
        self.judge()
    }

    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        self.seats().for_each(|s| points[s] = i32::from(self.player(s).vp));
        points
    }

    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        self.gained(event, out);
    }

    fn deed(&self, event: &Event) -> Option<(Seat, &'static str)> {
        self.counted(event)
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        let p = self.player(seat);
        let Some(faction) = p.faction else { return Vec::new() };
        let built: u8 = Work::all().map(|w| self.built(seat, w)).sum();
        let order = ["first", "second", "third", "fourth", "fifth"];
        let turn = self.clockwise(self.first).zip(order).find(|t| t.0 == seat);
        vec![
            ("faction", faction.to_string()),
            ("turn", turn.map_or("", |t| t.1).to_string()),
            ("technologies", p.techs.len().to_string()),
            ("buildings", built.to_string()),
            ("alliances", self.ally_tokens(seat).to_string()),
            ("markers", p.influence.iter().sum::<u8>().to_string()),
            ("regions", p.cubes.len().to_string()),
            ("Empire cards met", p.empire.iter().filter(|&c| self.is_met(seat, c)).count().to_string()),
            ("credits", p.credits.to_string()),
        ]
    }
}

impl State {
    /// What a card, a token or a quest lets a seat choose.
    fn effect_prompt(&self, task: Task) -> String {
        match task {
            Task::ChooseGood { left, .. } => format!("Choose {} from the bag", several(left.into(), "good")),
            Task::ChoosePlanet { markers, .. } => format!("Choose a planet for {}", several(markers.into(), "marker")),
            Task::Gift { goods, .. } => format!("Who gets {}?", several(goods.into(), "good")),
            Task::Oust { planet, markers, .. } => {
                format!("Who takes {} back from {}?", several(markers.into(), "marker"), self.planet_name(planet))
            }
            Task::PutUnit { kind, .. } => format!("Where does the {} appear?", self.unit_name(kind)),
            Task::PutFungus { tokens, .. } => format!("Where does fungus grow? {}", several(tokens.into(), "token")),
            Task::Cleanse { left, .. } => format!("Remove fungus, {} left, or done", several(left.into(), "token")),
            Task::Grab { .. } => "Take a good from an orbit in reach, or done".into(),
            _ => "Choose".into(),
        }
    }

    /// A die that may be rolled again, with what it has to be.
    fn rolled_prompt(&self, seat: Seat, of: Roll, die: u8) -> String {
        match of {
            Roll::Hazard(to) => format!("You rolled {die}, the hazard asks for {}: reroll?", self.needed(to)),
            Roll::Diplomacy(_) => format!("You rolled {die} against power {}: reroll?", self.shown_power(seat)),
            Roll::Effect(..) | Roll::Event(_) => format!("You rolled {die}: reroll?"),
        }
    }

    fn battle_prompt(&self, seat: Seat, task: Task) -> Option<Prompt> {
        Some(match task {
            Task::Attack => Prompt::new("E2-137", format!("Attack somebody at {}?", self.place_name(self.going.at))),
            Task::Target => Prompt::new("E2-222", "Whom do you attack?"),
            Task::Liberate => {
                Prompt::new("E2-P020", format!("Do you liberate or conquer {}?", self.place_name(self.fight.at)))
            }
            Task::Units(_) => Prompt::new("E2-192", "Which units fight?"),
            Task::Reroll(side) => {
                let (battle, die) = (self.before_cards(seat), self.fight.kept[usize::from(side)]);
                Prompt::new("E2-250", format!("{battle}. Your highest die is {die}: reroll one?"))
            }
            Task::Cards => Prompt::new("E2-201", format!("{}: choose a power card", self.before_cards(seat))),
            Task::Cargo(_) => Prompt::new("E2-231", "Which delivery do you keep?"),
            Task::Retreat { .. } => Prompt::new("E2-216", "Where do your units retreat to?"),
            Task::Loser(_) => Prompt::new("E2-214", "Keep your card, or discard it and draw another?"),
            _ => return None,
        })
    }

    /// How a battle stands before the cards.
    fn before_cards(&self, seat: Seat) -> String {
        let side = usize::from(self.fight.attacker != seat);
        let foe = if side == ATTACKER { self.target_name(self.fight.target) } else { self.called(self.fight.attacker) };
        let (mine, theirs) = (self.without_card(side), self.without_card(1 - side));
        let at = self.place_name(self.fight.at);
        format!("Battle at {at}, you {mine}, {foe} {theirs}")
    }

    fn foe_name(&self, foe: Foe) -> String {
        foe.faction().map_or(foe.name().to_string(), |f| self.data.0.faction(f).name.clone())
    }

    fn button(&self, seat: Seat, action: Action) -> String {
        let chapters = [State::turn_button, State::movement_button, State::battle_button];
        let found = chapters.iter().find_map(|chapter| chapter(self, seat, action));
        found.unwrap_or_else(|| self.action_button(seat, action))
    }

    /// A turn: its action, its end.
    fn turn_button(&self, seat: Seat, action: Action) -> Option<String> {
        Some(match action {
            Action::ChooseFaction(f) => format!("Play the {}", self.data.0.faction(f).name),
            Action::KeepEmpire(c) => {
                format!("Keep {}, {} VP: {}", self.empire_name(c), self.data.0.empire(c).vp, self.data.0.empire(c).text)
            }
            Action::StartAt(r) => format!("Start at {}", self.place_name(r)),
            Action::TakeAction(act) => match self.spaces[act.index()] {
                0 => act.name().into(),
                n => format!("{}, take {}", act.name(), several(n.into(), "credit")),
            },
            Action::Follow => self.token.map_or("Follow".into(), |act| format!("Follow with {}", act.name())),
            Action::Refresh => "Refresh".into(),
            Action::AnyAction(act) => format!("{} for {} command", act.name(), self.any_action_price()),
            Action::PlayColonization => format!("Play Colonization for {} VP", self.colony_vp(seat)),
            Action::KeepColonization => "Keep the Colonization card".into(),
            Action::Pay(c) => format!("Discard {}, power {}", self.card_name(c), self.data.0.power(c)),
            Action::Infest(p) => format!("Parasite token to {}", self.planet_name(p)),
            Action::Stay => "Leave it where it is".into(),
            _ => return None,
        })
    }

    /// A movement and where it ends.
    fn movement_button(&self, _: Seat, action: Action) -> Option<String> {
        Some(match action {
            Action::Move => "Move".into(),
            Action::AttackHere => "Attack without moving, 1 command".into(),
            Action::Warp(c) => format!("Warp, discarding {}", self.empire_name(c)),
            Action::From(r) => format!("From {}", self.place_name(r)),
            Action::Add(k) => format!("Add {}", self.unit_name(k)),
            Action::AddCarrier => "Add the unit with the cargo".into(),
            Action::AddAll => "Add all".into(),
            Action::Go => "Go".into(),
            Action::Enter(r) => format!("To {}", self.place_name(r)),
            Action::Stop => "Stop".into(),
            Action::TakeToken(r, t) => {
                let what = t.good().map_or("the good that lies face down", Good::word);
                format!("Take {what} at {}", self.place_name(r))
            }
            Action::Burn => {
                let price = &self.data.0.numbers.price;
                format!("Burn a token, {} command for {}", price.burn, several(price.burn_credits.into(), "credit"))
            }
            Action::Pickup(c) => format!("Pick up {}: {}", self.card_name(c), self.data.0.card(c).text),
            Action::Carrier(k) => format!("{} carries it", self.unit_name(k)),
            Action::Cure => "Give up a lifeform".into(),
            _ => return None,
        })
    }

    /// A battle.
    fn battle_button(&self, _: Seat, action: Action) -> Option<String> {
        Some(match action {
            Action::Attack(foe) => format!("Attack {}", self.foe_name(foe)),
            Action::NoAttack => "No attack".into(),
            Action::Liberate => {
                let markers = several(self.data.0.numbers.battle.liberation.into(), "marker");
                format!("Liberate: keep your influence, place {markers}")
            }
            Action::Conquer => "Conquer: take control, give up your influence".into(),
            Action::Reroll => "Reroll".into(),
            Action::Stand => "Keep the roll".into(),
            Action::BattleCard(c) => format!("{}, power {}", self.card_name(c), self.data.0.power(c)),
            Action::KeepDelivery(c) => format!("Keep {}", self.card_name(c)),
            Action::Retreat(r) => format!("Retreat to {}", self.place_name(r)),
            Action::KeepCard => "Keep the card".into(),
            Action::ReplaceCard => "Discard it and draw".into(),
            _ => return None,
        })
    }

    /// The other actions, and choices within effects.
    fn action_button(&self, seat: Seat, action: Action) -> String {
        match action {
            Action::GoodToTrack(w) => format!("Put {} on the {w} track", w.good()),
            Action::GoodToTech(t, g) => {
                format!("Put {g} on {}: {}", self.data.0.tech(t).name, self.data.0.tech(t).text)
            }
            Action::Complete(t) => format!("Complete {}", self.data.0.tech(t).name),
            Action::Build(w, r) => {
                format!("Build {} at {}, {}", a(w.word()), self.place_name(r), self.price_text(seat, w))
            }
            Action::BuildAboard(w, b) => format!(
                "Build {} on space {} of the Worldship, {}",
                a(w.word()),
                b.index() + 1,
                self.price_text(seat, w)
            ),
            Action::PlayCard(c) => format!("{}: {}", self.card_name(c), self.data.0.card(c).text),
            Action::Court(p) => format!("Diplomacy on {}", self.planet_name(p)),
            Action::Show(c) => format!("Play {}, power {}", self.card_name(c), self.data.0.power(c)),
            Action::Roll => "Roll".into(),
            Action::Recruit(k, r) => format!("{} at {}", self.unit_name(k), self.place_name(r)),
            Action::DiscardEmpire(c) => format!("Discard {}", self.empire_name(c)),
            Action::ChooseSeat(f) => self.data.0.faction(f).name.clone(),
            Action::ChoosePlanet(p) => self.planet_name(p).into(),
            Action::ChooseGood(g) => title_case(g.word()),
            Action::ChooseRegion(r) => self.place_name(r),
            Action::Tribute | Action::Bid => self.event_price().map_or_else(String::new, |n| format!("Pay {n}")),
            Action::TakeBack => "Take back a marker".into(),
            Action::No => "No".into(),
            Action::Done => "Done".into(),
            other => unreachable!("{other} has its button in another chapter"),
        }
    }

    /// What the event at hand asks for.
    fn event_price(&self) -> Option<String> {
        let (Task::Tribute { card, .. } | Task::Bid { card, .. }) = self.tasks.top() else { return None };
        match self.data.0.event(card).op {
            Op::Tribute(n) | Op::Auction(n) => Some(several(n.into(), "credit")),
            _ => None,
        }
    }

    fn price_text(&self, seat: Seat, work: Work) -> String {
        let discount = match self.tasks.top() {
            Task::BuildNow { discount, .. } => discount,
            _ => 0,
        };
        self.building_price(seat, work, discount).map_or_else(String::new, |n| several(n.into(), "credit"))
    }
}
