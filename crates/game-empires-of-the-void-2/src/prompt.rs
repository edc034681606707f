//! What a viewer is asked, and what its answers mean.

use std::str::FromStr;

use astrarium_core::way::Travel;
use astrarium_core::words::{several, title_case};
use astrarium_core::{Named, Notation, Piece, Prompt, Seat, Side, Text};

use crate::action::Action;
use crate::data::Op;
use crate::event::article;
use crate::piece::*;
use crate::state::{Roll, Task};
use crate::view::{Question, View};

/// What every kind of action is for, and what it needs.
const PURPOSES: &[(&str, &str)] = &[
    ("choose-faction", "each faction has technologies and prices of its own"),
    ("keep-empire", "an Empire card scores if its wish is true at a scoring"),
    ("start-at", "your first units begin on this node"),
    ("take-action", "you act first, the others answer; never the action picked just before"),
    ("follow", "the same action as the active player, for nothing"),
    ("refresh", "income in credits, command to its maximum, cards up to your hand limit"),
    ("any-action", "command buys another action than the one at hand"),
    ("play-colonization", "once in the game: VP for your buildings, influence and regions"),
    ("keep-colonization", "you can play it later, until the score card is drawn"),
    ("pay", "a card whose power pays what your purchases of this turn cost; there is no change"),
    ("infest", "the token gives you the ability of a planet where you have a unit"),
    ("stay", "the parasite token does not move"),
    ("move", "a group of one region goes along lanes; each region costs command"),
    ("attack-here", "a battle where your units are, without moving; costs command"),
    ("warp", "an Empire card takes your Worldship and what is with it anywhere"),
    ("from", "the region that the group leaves"),
    ("add", "a unit of this kind joins the group"),
    ("add-carrier", "the unit with the cargo joins the group"),
    ("add-all", "all your units of the region join the group"),
    ("go", "the group is complete and leaves"),
    ("enter", "costs command; a hazard is passed with a die equal or higher"),
    ("stop", "the movement ends, and what is found here is dealt with"),
    ("take-token", "Scavenger Bots take a good on the way"),
    ("attack", "one opponent here: dice, power and a card on both sides, and a tie is the defender's"),
    ("no-attack", "you stay in peace"),
    ("burn", "costs command; the fungus goes, and you get credits"),
    ("pick-up", "a unit of yours takes the cargo; bring it to its destination for the reward"),
    ("carrier", "the cargo goes where this unit goes"),
    ("cure", "a lifeform of yours for the reward of the quest"),
    ("liberate", "you keep your influence and add to it, but the planet gets no cube of yours"),
    ("conquer", "you get the region with your cube, and give up your influence on the planet"),
    ("reroll", "one die again, and the new one counts"),
    ("stand", "the dice stay as they lie"),
    ("battle-card", "its power is added to your side; the winner's card is discarded"),
    ("keep-delivery", "a unit carries one delivery, the other card is discarded"),
    ("retreat", "your units go to the nearest refuge; none is lost"),
    ("keep-card", "the card goes back to your hand"),
    ("replace-card", "you discard the card and draw another"),
    ("good-to-track", "a good makes the later buildings of this track cheaper for good"),
    ("good-to-tech", "a technology needs its goods, one by one, over several turns if you like"),
    ("complete", "a technology with all its goods is yours, for the whole game; some cost power, too"),
    ("build", "a City, Base or Academy in a region with your cube and a free space, for credits"),
    ("build-aboard", "a City, Base or Academy on your Worldship; some spaces cost power"),
    ("play", "an action card from your hand: it asks for something, has its price, and is discarded"),
    ("diplomacy", "places influence on a planet that you are near and do not control; it costs power cards"),
    ("show", "its power makes the roll easier; a card of that planet brings more influence"),
    ("roll", "the die succeeds up to the power of your cards, and they are gone either way"),
    ("recruit", "a unit for credits, where your Worldship is, or your cube and a building; some need the ally token"),
    ("discard-empire", "you hold more Empire cards than you may"),
    ("choose-seat", "the player whom the card means"),
    ("choose-planet", "the planet that the card means"),
    ("choose-good", "the good that you pay, or get"),
    ("choose-region", "the region that the card means"),
    ("tribute", "you pay what the event asks for"),
    ("take-back", "you do not pay: a marker of yours comes back from the planet"),
    ("bid", "you pay what the event asks for, to get what it gives"),
    ("no", "you do without"),
    ("done", "you have nothing more to do here"),
];

impl Notation for View {
    type Action = Action;
    const PURPOSES: &'static [(&'static str, &'static str)] = PURPOSES;
    const TRAVEL: Travel = Travel { out: &[], on: &["add-all", "go", "enter"] };

    fn prompt(&self) -> Prompt {
        match &self.question {
            Some(question) => self.ask(question),
            None if self.seats.iter().any(|s| s.place.is_some()) => Prompt::new("E2-279", "The game is over"),
            None => Prompt::new("E2-101", "Another player is asked"),
        }
    }

    fn label(&self, action: Action) -> Text {
        let chapters = [View::turn_button, View::movement_button, View::battle_button];
        let found = chapters.iter().find_map(|chapter| chapter(self, action));
        found.unwrap_or_else(|| self.action_button(action)).into()
    }

    fn refer(&self, word: &str) -> Option<Named> {
        let data = self.data.0;
        if let Ok(faction) = word.parse::<Faction>() {
            let name = &data.faction(faction).name;
            let seat = self.seats.iter().position(|s| s.faction == Some(faction));
            return Some(seat.map_or_else(|| Named::thing(name), |s| Named::seat(Seat(s as u8), name)));
        }
        let found = called(word, |r: Region| self.place_name(r))
            .or_else(|| called(word, |p: Planet| data.planet(p).name.clone()))
            .or_else(|| called(word, |c: Card| data.card(c).name.clone()))
            .or_else(|| called(word, |c: Empire| data.empire(c).name.clone()))
            .or_else(|| called(word, |e: Happening| data.event(e).name.clone()))
            .or_else(|| called(word, |t: Explore| data.explore(t).name.clone()))
            .or_else(|| called(word, |t: Tech| data.tech(t).name.clone()))
            .or_else(|| called(word, |k: Kind| data.unit(k).name.clone()))
            .or_else(|| called(word, |a: Act| a.name().to_string()))
            .or_else(|| called(word, |g: Good| g.to_string()))
            .or_else(|| called(word, |w: Work| w.to_string()));
        found.map(Named::thing)
    }
}

impl View {
    pub(crate) fn planet_at(&self, region: Region) -> Option<Planet> {
        self.planets.iter().find(|(_, p)| Some(p.slot) == region.slot()).map(|(p, _)| *p)
    }

    /// What a region is called: by its planet, by its own name, or by the planets it lies between.
    pub(crate) fn place_name(&self, region: Region) -> String {
        let data = self.data.0;
        if let Some(planet) = self.planet_at(region) {
            let layer = if region.is_surface() { "surface" } else { "orbit" };
            return format!("the {layer} of {}", data.planet(planet).name);
        }
        let given = &data.regions[region.index()].name;
        let near = data.near[region.index()].iter().filter(|r| r.is_orbit()).filter_map(|r| self.planet_at(r));
        let near: Vec<&str> = near.map(|planet| data.planet(planet).name.as_str()).collect();
        match near[..] {
            _ if !given.is_empty() => given.clone(),
            _ if region.is_orbit() => "an orbit without a planet".into(),
            _ if region.is_surface() => "a surface without a planet".into(),
            [a, ..] if data.wormholes.has(region) => format!("the wormhole by {a}"),
            [a, b, ..] => format!("the space between {a} and {b}"),
            _ => format!("space node {}", region.index().saturating_sub(CORE.index())),
        }
    }

    fn ask(&self, question: &Question) -> Prompt {
        let Question { task, at, paid, bar, colony, .. } = *question;
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        let me = self.viewer.map(|seat| &self.seats[seat.index()]).expect("only seats are asked");
        let (purse, command) = (several(me.credits, "credit"), me.command);
        match task {
            Task::Faction => Prompt::new("E2-066", "Choose your faction"),
            Task::FirstEmpire => Prompt::new("E2-085", "Keep one of your two Empire cards"),
            Task::Start(_) => {
                Prompt::new("E2-092", "Place your Worldship, a Star Sloop and a Starfarer on an empty node")
            }
            Task::Choose if question.followed => Prompt::new("E2-096", "Choose an action: the others may follow it"),
            Task::Choose => Prompt::new("E2-096", "Choose an action"),
            Task::Respond(_) => {
                let price = self.data.any_action_price(self.token);
                let follow = if self.token == Some(Act::Scavenge) { "Refresh" } else { "Follow, refresh" };
                ask("E2-101", format!("{follow}, or pay {price} of your {command} command for another action"))
            }
            Task::Pay(_) => ask("E2-310", format!("Discard cards for your power costs: {paid} of {} paid", self.debt)),
            Task::Parasite(_) => Prompt::new("E2-258", "Where does the parasite token lie?"),
            Task::Colonize(_) | Task::LastCall { .. } | Task::Attacked => {
                ask("E2-291", format!("Play your Colonization card now for {colony} VP?"))
            }
            Task::Mode(_) => ask("E2-124", format!("Move & Attack: {command} command left")),
            Task::AttackFrom(_) => Prompt::new("E2-139", "Attack where your units are: choose the region"),
            Task::Origin => Prompt::new("E2-125", "Which region does the group leave?"),
            Task::Group => ask("E2-125", format!("Which units leave {at:#}?")),
            Task::Jump => Prompt::new("E2-271", "Where does the group arrive?"),
            Task::Step => ask("E2-126", format!("At {at:#}: go on or stop, {command} command left")),
            Task::Scavenge => Prompt::new("E2-256", "Scavenger Bots: take a token?"),
            Task::Burn => ask("E2-319", format!("Burn fungus at {at:#}? {command} command left")),
            Task::Pickup => Prompt::new("E2-224", "Pick up a delivery?"),
            Task::Carrier(_) | Task::Bearer { .. } => Prompt::new("E2-232", "Which unit carries the cargo?"),
            Task::Cure(_) => Prompt::new("E2-315", "Give up a lifeform to cure the plague?"),
            Task::Menu(_) => ask("E2-142", format!("Research and build: {purse} left")),
            Task::BuildNow { discount, .. } => {
                let off = several(discount.into(), "credit");
                ask("E2-166", format!("Build one building for {off} less: {purse} left"))
            }
            Task::CardMode(_) => Prompt::new("E2-163", "Play an action card, or try diplomacy"),
            Task::CostGood(_) => Prompt::new("E2-165", "Which good do you pay?"),
            Task::Court { planet, .. } if bar == 0 => {
                let text = "play power cards; the die must not be higher than their power";
                ask("E2-168", format!("Diplomacy on {planet:#}: {text}"))
            }
            Task::Court { planet, .. } => {
                ask("E2-168", format!("Diplomacy on {planet:#}: power {bar} so far; the die must not be higher"))
            }
            Task::Rolled { of, die, .. } => ask("E2-250", rolled(of, die, bar)),
            Task::Recruit(_) => ask("E2-176", format!("Recruit: {purse} left")),
            Task::Keep(_) => Prompt::new("E2-183", "Keep one Empire card"),
            Task::EmpireLimit(_) => Prompt::new("E2-240", "Too many Empire cards: discard one"),
            Task::Tribute { card, .. } | Task::Bid { card, .. } => {
                ask("E2-315", format!("{card:#}: {} You have {purse}", self.data.event(card).text))
            }
            _ => self.ask_in_battle(question).unwrap_or_else(|| ask("E2-244", effect(task))),
        }
    }

    fn ask_in_battle(&self, question: &Question) -> Option<Prompt> {
        let at = question.at;
        Some(match question.task {
            Task::Attack => Prompt::new("E2-137", format!("Attack at {at:#}?")),
            Task::Target => Prompt::new("E2-222", "Whom do you attack?"),
            Task::Liberate => Prompt::new("E2-P020", format!("Do you liberate or conquer {at:#}?")),
            Task::Units(_) => Prompt::new("E2-192", "Which units fight?"),
            Task::Reroll(side) => {
                let die = self.battle.as_ref().map_or(0, |battle| battle.kept[side]);
                Prompt::new(
                    "E2-250",
                    format!("{}. Your highest die is {die}: reroll one?", self.before_cards(question)),
                )
            }
            Task::Cards => Prompt::new("E2-201", format!("{}: choose a power card", self.before_cards(question))),
            Task::Cargo(_) => Prompt::new("E2-231", "Which delivery do you keep?"),
            Task::Retreat { .. } => Prompt::new("E2-216", "Where do your units retreat to?"),
            Task::Loser(_) => Prompt::new("E2-214", "Keep your card, or discard it and draw another?"),
            _ => return None,
        })
    }

    /// How a battle is going before the cards.
    fn before_cards(&self, Question { at, might, .. }: &Question) -> String {
        let battle = self.battle.as_ref().expect("asked only in a battle");
        let (side, foe) = if self.viewer == Some(battle.attacker) {
            (Side::Attacker, self.target(battle.target))
        } else {
            (Side::Defender, self.who(battle.attacker))
        };
        format!("Battle at {at:#}, you {}, {foe} {}", might[side], might[side.other()])
    }

    /// A turn: its action, its end.
    fn turn_button(&self, action: Action) -> Option<String> {
        let data = self.data.0;
        let colony = self.question.as_ref().map_or(0, |question| question.colony);
        Some(match action {
            Action::ChooseFaction(f) => format!("Play the {f:#}"),
            Action::KeepEmpire(c) => format!("Keep {c:#}, {} VP: {}", data.empire(c).vp, data.empire(c).text),
            Action::StartAt(r) => format!("Start at {r:#}"),
            Action::TakeAction(act) => match self.action_credits[&act] {
                0 => format!("{act:#}"),
                n => format!("{act:#}, take {}", several(n.into(), "credit")),
            },
            Action::Follow => self.token.map_or("Follow".into(), |act| format!("Follow with {act:#}")),
            Action::Refresh => "Refresh".into(),
            Action::AnyAction(act) => format!("{act:#} for {} command", data.any_action_price(self.token)),
            Action::PlayColonization => format!("Play Colonization for {colony} VP"),
            Action::KeepColonization => "Keep the Colonization card".into(),
            Action::Pay(c) => format!("Discard {c:#}, power {}", data.power(c)),
            Action::Infest(p) => format!("Parasite token to {p:#}"),
            Action::Stay => "Leave it where it is".into(),
            _ => return None,
        })
    }

    /// A movement and where it ends.
    fn movement_button(&self, action: Action) -> Option<String> {
        Some(match action {
            Action::Move => "Move".into(),
            Action::AttackHere => format!("Attack without moving, {} command", self.data.numbers.price.attack),
            Action::Warp(c) => format!("Warp, discarding {c:#}"),
            Action::From(r) => format!("From {r:#}"),
            Action::Add(k) => format!("Add {k:#}"),
            Action::AddCarrier => "Add the unit with the cargo".into(),
            Action::AddAll => "Add all".into(),
            Action::Go => "Go".into(),
            Action::Enter(r) => format!("To {r:#}"),
            Action::Stop => "Stop".into(),
            Action::TakeToken(r, t) => {
                let what = t.good().map_or("the good that lies face down".into(), |good| format!("{good:#}"));
                format!("Take {what} at {r:#}")
            }
            Action::Burn => {
                let price = &self.data.numbers.price;
                format!("Burn a token, {} command for {}", price.burn, several(price.burn_credits.into(), "credit"))
            }
            Action::Pickup(c) => format!("Pick up {c:#}: {}", self.data.card(c).text),
            Action::Carrier(k) => format!("{k:#} carries it"),
            Action::Cure => "Give up a lifeform".into(),
            _ => return None,
        })
    }

    /// A battle.
    fn battle_button(&self, action: Action) -> Option<String> {
        Some(match action {
            Action::Attack(foe) => {
                let name = foe.faction().map_or_else(|| foe.name().into(), |faction| format!("{faction:#}"));
                format!("Attack {name}")
            }
            Action::NoAttack => "No attack".into(),
            Action::Liberate => {
                let markers = several(self.data.numbers.battle.liberation.into(), "marker");
                format!("Liberate: keep your influence, place {markers}")
            }
            Action::Conquer => "Conquer: take control, give up your influence".into(),
            Action::Reroll => "Reroll".into(),
            Action::Stand => "Keep the roll".into(),
            Action::BattleCard(c) => format!("{c:#}, power {}", self.data.power(c)),
            Action::KeepDelivery(c) => format!("Keep {c:#}"),
            Action::Retreat(r) => format!("Retreat to {r:#}"),
            Action::KeepCard => "Keep the card".into(),
            Action::ReplaceCard => "Discard it and draw".into(),
            _ => return None,
        })
    }

    /// The other actions, and choices within effects.
    fn action_button(&self, action: Action) -> String {
        let data = self.data.0;
        match action {
            Action::GoodToTrack(w) => format!("Put {:#} on the {w:#} track", w.good()),
            Action::GoodToTech(t, g) => format!("Put {g:#} on {t:#}: {}", data.tech(t).text),
            Action::Complete(t) => format!("Complete {t:#}"),
            Action::Build(w, r) => format!("Build {} {w:#} at {r:#}, {}", article(w.word()), self.price(w)),
            Action::BuildAboard(w, b) => {
                let (article, space) = (article(w.word()), b.index() + 1);
                format!("Build {article} {w:#} on space {space} of the Worldship, {}", self.price(w))
            }
            Action::PlayCard(c) => format!("{c:#}: {}", data.card(c).text),
            Action::Court(p) => format!("Diplomacy on {p:#}"),
            Action::Show(c) => format!("Play {c:#}, power {}", data.power(c)),
            Action::Roll => "Roll".into(),
            Action::Recruit(k, r) => format!("{k:#} at {r:#}"),
            Action::DiscardEmpire(c) => format!("Discard {c:#}"),
            Action::ChooseSeat(f) => format!("{f:#}"),
            Action::ChoosePlanet(p) => format!("{p:#}"),
            Action::ChooseGood(g) => title_case(g.word()),
            Action::ChooseRegion(r) => format!("{r:#}"),
            Action::Tribute | Action::Bid => self.event_price().map_or_else(String::new, |n| format!("Pay {n}")),
            Action::TakeBack => "Take back a marker".into(),
            Action::No => "No".into(),
            Action::Done => "Done".into(),
            other => unreachable!("{other} has its button in another chapter"),
        }
    }

    /// What the event at hand asks for.
    fn event_price(&self) -> Option<String> {
        let (Task::Tribute { card, .. } | Task::Bid { card, .. }) = self.question.as_ref()?.task else { return None };
        match self.data.event(card).op {
            Op::Tribute(n) | Op::Auction(n) => Some(several(n.into(), "credit")),
            _ => None,
        }
    }

    fn price(&self, work: Work) -> String {
        let price = self.question.as_ref().and_then(|question| question.prices[work.index()]);
        price.map_or_else(String::new, |n| several(n.into(), "credit"))
    }
}

/// The name of the piece with this word, if there is one of the kind.
fn called<T: FromStr>(word: &str, name: impl FnOnce(T) -> String) -> Option<String> {
    word.parse().ok().map(name)
}

/// What a card, a token or a quest lets a seat choose.
fn effect(task: Task) -> String {
    match task {
        Task::ChooseGood { left, .. } => format!("Choose {} from the bag", several(left.into(), "good")),
        Task::ChoosePlanet { markers, .. } => format!("Choose a planet for {}", several(markers.into(), "marker")),
        Task::Gift { goods, .. } => format!("Who gets {}?", several(goods.into(), "good")),
        Task::Oust { planet, markers, .. } => {
            format!("Who takes {} back from {planet:#}?", several(markers.into(), "marker"))
        }
        Task::PutUnit { kind, .. } => format!("Where does the {kind:#} appear?"),
        Task::PutFungus { tokens, .. } => format!("Where does fungus grow? {}", several(tokens.into(), "token")),
        Task::Cleanse { left, .. } => format!("Remove fungus, {} left, or done", several(left.into(), "token")),
        Task::Grab { .. } => "Take a good from an orbit in reach, or done".into(),
        _ => "Choose".into(),
    }
}

/// A die that may be rolled again, with what it has to be.
fn rolled(of: Roll, die: u8, bar: u8) -> String {
    match of {
        Roll::Hazard(_) => format!("You rolled {die}, the hazard asks for {bar}: reroll?"),
        Roll::Diplomacy(_) => format!("You rolled {die} against power {bar}: reroll?"),
        Roll::Effect(..) | Roll::Event(_) => format!("You rolled {die}: reroll?"),
    }
}
