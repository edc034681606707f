//! What a viewer is asked, what its answers mean, and how things are called.

use astrarium_core::way::Travel;
use astrarium_core::words::{several, title_case};
use astrarium_core::{Named, Notation, Piece, Prompt, Text};

use crate::action::Action;
use crate::data::Data;
use crate::piece::*;
use crate::state::{Course, Fight, Offer, OfferStage, Orders, Stage, Step, Turn};
use crate::view::{Question, View};

/// What every kind of action is for, and what it needs.
const PURPOSES: &[(&str, &str)] = &[
    ("choose-race", "each people has its income, and a talent of its own"),
    ("choose-corner", "your home world lies there; the others follow clockwise"),
    ("cover", "a covered planet cannot be won: it is a plain space"),
    ("rotate", "a hexagon turns, and with it its planets and lines"),
    ("keep-hexagons", "you turn none"),
    ("send-pirates", "the planets of that hexagon pay 1 credit less until a player beats them"),
    ("chart", "for this round that obstacle is none, for all players"),
    ("sell", "credits for a card that you can do without"),
    ("hire", "a Centipede on your home world, even without its technology"),
    ("offer-to", "cards, credits and the use of goods; points and planets are never traded"),
    ("give-card", "a card of yours goes to your partner"),
    ("give-credits", "credits of yours go to your partner"),
    ("ask-card", "your partner picks a card of this type"),
    ("ask-credits", "your partner pays"),
    ("ask-good", "you may use a good of your partner for one research, and they keep it"),
    ("lend-good", "your partner may use a good of yours for one research, and you keep it"),
    ("send", "your partner accepts the whole offer, or declines it"),
    ("cancel", "nothing is traded; it counts as one of your offers"),
    ("accept", "you take what lies before you"),
    ("decline", "you leave what lies before you"),
    ("pick", "the card of the type that was asked for"),
    ("build", "ships appear on your home world at once; better ones need a technology or a planet's ability"),
    ("rebuild", "the ship of your repair bay comes back for half its price"),
    ("research", "one technology in this phase, for ever; it needs what comes before it, and some a trade good"),
    ("place-port", "one ship a round may be built there; it is lost with the planet"),
    ("done", "you have nothing more to do here"),
    ("play-tactic", "takes as many cards of one type as it names, and no action"),
    ("add-card", "the tactic takes it, too, and it is discarded"),
    ("incite", "that player loses a token on a planet where they have no ships"),
    ("reconcile", "a planet that you conquered becomes your ally"),
    ("discard", "you hold more cards than you may"),
    ("pass", "you do nothing here, and it costs nothing"),
    ("standing-pass", "you are not asked between turns before your own"),
    ("move", "one ship goes along lines, up to its move value"),
    ("extra-move", "Narkani pay for a move that takes no action"),
    ("move-all", "all your ships move once each; needs the Warp Gate, and more than one action"),
    ("move-plus", "two ships move, each one step further than usual"),
    ("ship", "the next ship that moves"),
    ("mind-control", "Siri move another player's ship out of a space they share, once in a turn"),
    ("attack", "your ships in a space fight one player's ships there, or the planet"),
    ("culture", "cards serve diplomacy, and their tactics"),
    ("buy", "a card that lies face up; costs an action and credits"),
    ("exchange", "a card of your hand for one that lies face up, for an action"),
    ("swap", "a card of your hand for one that lies face up, without an action"),
    ("keep", "you keep this card, the other one is discarded"),
    ("mine", "once in a turn"),
    ("diplomacy", "wins an ally: your Diplomat is at a neutral planet, and you show cards of its temperament"),
    ("show", "the more cards of the planet's temperament, the lower the dice may be"),
    ("roll", "three dice; the action is spent"),
    ("ambassador", "adds 1 to your roll"),
    ("credit", "Cidran pay to add to their roll"),
    ("infest", "Sreech share the ability of the planet; a die decides"),
    ("end-actions", "actions that are left are lost"),
    ("step", "along a line to the next space"),
    ("load", "a small ship comes along"),
    ("unload", "a ship that was carried stays here"),
    ("group", "the ship moves along, as far as the slowest of them"),
    ("stop", "the move ends here"),
    ("end", "no more ships move"),
    ("allow", "the ship may leave"),
    ("deny", "your tractor beam holds the ship"),
    ("retreat", "you pay, and your ships go to your nearest planet; the attack goes on without them"),
    ("pay", "the Shooting Star fires"),
    ("hold", "the Shooting Star does not fire"),
    ("bomb", "a Photon Bomb makes one die of this ship better by 1"),
    ("strike", "the victim of your cloaked ship"),
    ("lose", "this ship takes the hit"),
    ("repair", "the wreck waits in your repair bay, to be rebuilt for half its price"),
    ("conquer", "the planet's credits, points and good are yours, but not its influence"),
    ("liberate", "its conqueror loses it; a card of its temperament may make it your ally"),
    ("regain", "you are its ally in control again"),
    ("befriend", "one card of its temperament makes the planet your ally, without dice"),
    ("council", "Ambassadors add to diplomacy rolls; one is cheap, many together are dear"),
    ("arm", "Photon Bombs add to attack dice; one is cheap, many together are dear"),
    ("smuggle", "one technology more; the good of a planet with your Diplomat will do"),
    ("enslave", "a planet that you conquered pays 1 credit more"),
    ("metropolis", "an ally of Meezle pays 1 credit more"),
    ("construct", "Astra build where a Freighter is, away from planets"),
];

impl Notation for View {
    type Action = Action;
    const PURPOSES: &'static [(&'static str, &'static str)] = PURPOSES;
    const TRAVEL: Travel = Travel { out: &["move", "extra-move"], on: &["step"] };

    fn prompt(&self) -> Prompt {
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        let say = |clause: &'static str, text: &'static str| Prompt::new(clause, text);
        match &self.question {
            Question::Over => say("EV-159", "The game is over"),
            Question::Waiting => say("EV-083", "Another player is asked"),
            Question::Orders { left } => {
                ask("EV-058", format!("Orders: build, research, or done; {} left", credits(*left)))
            }
            Question::OrderedTactic => say("EV-131", "Add a card to the tactic"),
            Question::Discard { keep } => ask("EV-126", format!("Discard a card: you may keep {keep}")),
            Question::Repair => say("KU-127", "Put a destroyed ship into your repair bay?"),
            Question::Pay { card, more } => {
                ask("EV-131", format!("{card:#}: add {}", several((*more).into(), "more card")))
            }
            Question::Aim(card) => ask("KU-188", format!("{card:#}: choose a planet")),
            Question::Offer(offer) => offer_prompt(offer),
            Question::Races => say("EV-026", "Choose your race"),
            Question::Corners => say("EV-031", "Choose a corner for your home world"),
            Question::Cover => say("EV-212", "Cover a planet of the hexagon to your right"),
            Question::Rotate => say("EV-036", "Turn a hexagon beside your home, or keep them"),
            Question::Between => say("EV-133", "Between turns: a tactic, an offer, or pass"),
            Question::Choice(event) => {
                let row = self.data.event(*event);
                ask("EV-077", format!("{}: {}", row.name, row.text))
            }
            Question::Bazaar => {
                let price = credits(self.data.numbers.bonus.bazaar_credits);
                ask("EV-078", format!("Galactic Bazaar: sell a card for {price}?"))
            }
            Question::Mercenary => {
                let price = credits(self.data.numbers.bonus.mercenary_price);
                ask("EV-078", format!("Mercenary Offer: hire {} for {price}?", self.one(Kind::Centipede)))
            }
            Question::Offers => say("EV-071", "Make an offer, or done"),
            Question::Turn(turn) => self.turn_prompt(turn),
        }
    }

    fn label(&self, action: Action) -> Text {
        let data = self.data.0;
        let text = match action {
            Action::ChooseRace(race) => format!("{race:#}: {}", data.race(race).text),
            Action::ChooseCorner(corner) => format!("Settle in {corner:#}"),
            Action::Cover(planet) => format!("Cover {planet:#}"),
            Action::Rotate(hex, steps) => format!("Turn {hex:#} by {}", several(steps.0.into(), "step")),
            Action::KeepHexagons => "Keep the hexagons".into(),
            Action::SendPirates(hex) => format!("Pirates to {hex:#}"),
            Action::Chart(obstacle) => format!("Chart the {obstacle:#}"),
            Action::Sell(c) => format!("Sell {}", card(c)),
            Action::Hire => {
                format!("Hire the {:#}, {}", Kind::Centipede, credits(data.numbers.bonus.mercenary_price))
            }
            Action::OfferTo(partner) => format!("Offer {partner:#} a trade"),
            Action::GiveCard(c) => format!("Give a card: {}", card(c)),
            Action::GiveCredits(n) => format!("Give credits: {n}"),
            Action::AskCard(kind) => format!("Ask for a card: {kind}"),
            Action::AskCredits(n) => format!("Ask for credits: {n}"),
            Action::AskGood(good) => format!("Ask for the use of {good:#}"),
            Action::LendGood(good) => format!("Lend the use of {good:#}"),
            Action::Send => "Send the offer".into(),
            Action::Cancel => "Drop the offer".into(),
            Action::Accept => self.accept_label().into(),
            Action::Decline => if matches!(self.question, Question::Offer(_)) { "Decline" } else { "Leave it" }.into(),
            Action::Pick(c) => format!("Give {}", card(c)),
            Action::Build(kind, place) => {
                format!("Build {} at {place:#}{}", self.one(kind), self.price(|own| own.ship_cost[kind.index()]))
            }
            Action::Rebuild(place) => format!("Rebuild the ship of your bay at {place:#}"),
            Action::Research(t) => format!("Research {}", self.tech_label(t)),
            Action::Smuggle(t) => format!("Smuggle {}", self.tech_label(t)),
            Action::PlacePort(world) => format!("Space port on {world:#}"),
            Action::Done => "Done".into(),
            Action::Mine => format!("Mine: gain {}", credits(self.own.as_ref().map_or(0, |own| own.mine))),
            Action::PlayTactic(c) => format!("{c:#}: {}", data.tactic(c).text),
            Action::AddCard(c) => format!("Add {}", card(c)),
            Action::Incite(planet, against) => format!("Incite {planet:#} against {against:#}"),
            Action::Reconcile(planet) => format!("Make {planet:#} your ally"),
            Action::Discard(c) => format!("Discard {}", card(c)),
            Action::Pass => "Pass".into(),
            Action::StandingPass => "Pass until my turn".into(),
            _ => self.turn_label(action),
        };
        text.into()
    }

    fn refer(&self, word: &str) -> Option<Named> {
        if let Ok(colour) = word.parse::<Colour>() {
            let plays = self.seats.iter().any(|s| s.colour == colour);
            let name = title_case(word);
            return Some(if plays { Named::seat(colour.seat(), name) } else { Named::thing(name) });
        }
        self.name(word).map(Named::thing)
    }
}

impl View {
    /// What a word of sentences is called, seats aside. A ship and its technology have the same word and the same name.
    fn name(&self, word: &str) -> Option<String> {
        let data = self.data.0;
        if let Ok(space) = word.parse::<Space>() {
            return Some(self.space_name(space));
        }
        if let Ok(kind) = word.parse::<Kind>() {
            return Some(data.ship(kind).name.clone());
        }
        if let Ok(tech) = word.parse::<Tech>() {
            return Some(data.tech(self.edition, tech).map_or_else(|| title_case(word), |row| row.name.clone()));
        }
        if let Ok(card) = word.parse::<Card>() {
            return Some(data.tactic(card).name.clone());
        }
        if let Ok(race) = word.parse::<Race>() {
            return Some(data.race(race).name.clone());
        }
        if let Ok(objective) = word.parse::<Objective>() {
            return Some(data.objective(objective).name.clone());
        }
        if let Ok(hex) = word.parse::<Hex>() {
            return Some(format!("the hexagon of {}", short_name(hex)));
        }
        if let Ok(corner) = word.parse::<Corner>() {
            return Some(format!("the {} corner", compass(corner)));
        }
        let plain = word.parse::<Good>().is_ok() || word.parse::<Obstacle>().is_ok();
        plain.then(|| word.replace('-', " "))
    }

    /// A text with its names, for what is drawn.
    pub(crate) fn plain(&self, text: impl Into<Text>) -> String {
        text.into().named(|word| self.refer(word)).to_string()
    }

    /// A running offer in words.
    pub(crate) fn terms(&self, offer: &Offer) -> String {
        self.plain(format!("{} offers {}: {}", offer.from, offer.to, offer.terms()))
    }

    pub(crate) fn space_name(&self, space: Space) -> String {
        let renewed = self.worlds.get(&space).is_some_and(|w| w.marks.contains(&"new-earth"));
        let race = |c: Colour| self.seats.iter().find(|s| s.colour == c).and_then(|s| s.race);
        match space.home() {
            Some(c) if renewed => format!("New Earth ({c})"),
            Some(c) => race(c).map_or_else(|| format!("the home of {c}"), |r| self.data.race(r).home.clone()),
            None if self.covered.contains(&space) => "a covered planet".into(),
            None if space.is_planet() => self.data.planet(space).name.clone(),
            None => self.open_space(space),
        }
    }

    /// A space without inhabitants, named by the hexagons around it.
    fn open_space(&self, space: Space) -> String {
        if let Some((hexagon, circle)) = space.word().split_once('-').filter(|_| space.is_node()) {
            return format!("open space {} of {}", circle.to_uppercase(), title_case(hexagon));
        }
        let at = |place: usize| self.hexagons.iter().find(|(_, p, _)| *p == place).map(|(hex, _, _)| *hex);
        let halves = space.halves().into_iter().flatten();
        let sides: Vec<_> = halves.filter_map(|(p, way)| Some((short_name(at(p)?), way))).collect();
        match &sides[..] {
            [(a, _), (b, _)] => format!("the border of {a} and {b}"),
            [(a, way)] => format!("the {} rim of {a}", SIDE_NAMES[*way]),
            _ => "a space off the board".into(),
        }
    }

    /// “a Centipede”, “an Infestor”.
    pub(crate) fn one(&self, kind: Kind) -> String {
        let vowel = self.data.ship(kind).name.starts_with(['A', 'E', 'I', 'O', 'U']);
        format!("{} {kind:#}", if vowel { "an" } else { "a" })
    }

    /// “, 2 credits”, where the viewer has a purse of its own.
    fn price(&self, of: impl Fn(&crate::view::Own) -> u16) -> String {
        self.own.as_ref().map_or(String::new(), |own| format!(", {}", price(of(own))))
    }

    /// A technology with what it costs now and what it does.
    fn tech_label(&self, tech: Tech) -> String {
        let text = self.data.tech(self.edition, tech).map_or("", |row| row.text.as_str());
        format!("{tech:#}{}: {text}", self.price(|own| own.tech_cost[tech.index()]))
    }

    /// An offer, a diplomacy roll or a bounty.
    fn accept_label(&self) -> &'static str {
        let Question::Turn(turn) = &self.question else { return "Accept" };
        match &turn.step {
            Step::Verdict { shown, total, .. } if *total >= self.data.diplomacy_target(shown.total()) => {
                "Go on: it succeeds"
            }
            Step::Verdict { .. } => "Give up: it fails",
            Step::Fight(fight) if matches!(fight.stage, Stage::Bounty(_)) => "Take it",
            _ => "Accept",
        }
    }

    fn turn_prompt(&self, turn: &Turn) -> Prompt {
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        let left = |n: u8, what: &str| match n {
            0 => format!("no {what}s left"),
            _ => format!("{} left", several(n.into(), what)),
        };
        let purse = |seat: Colour| {
            let seen = self.seats.iter().find(|s| s.colour == seat);
            credits(seen.map_or(0, |s| s.credits))
        };
        match &turn.step {
            Step::Choose => ask("EV-081", format!("Your turn: {}, {}", left(turn.actions, "action"), purse(turn.seat))),
            Step::Ships(many) => ask(
                if many.course == Course::Plus { "KU-106" } else { "EV-186" },
                "Choose the next ship, or end".into(),
            ),
            Step::Move(going) => ask("EV-084", format!("Move from {:#}: {}", going.at, left(going.left, "step"))),
            Step::Consent { going, .. } => ask("EV-184", format!("Let {:#}'s ship leave {:#}?", going.owner, going.at)),
            Step::Fight(fight) => fight_prompt(turn, fight),
            Step::Archive(..) => ask("EV-124", "Keep one of the two cards".into()),
            Step::Diplomacy { planet, shown } => {
                let bonus = self.own.as_ref().map_or(0, |own| own.diplomacy);
                let need = self.data.diplomacy_target(shown.total().max(1)) - bonus;
                let cards = match shown.total() {
                    0 => format!("show a {} card; with one", self.data.planet(*planet).temperament),
                    n => format!("{} shown,", several(n.into(), "card")),
                };
                let more = self.own.as_ref().map_or(String::new(), |own| added(own.purse));
                ask("EV-141", format!("Diplomacy on {planet:#}: {cards} the dice must reach {need}{more}"))
            }
            Step::Verdict { planet, shown, total, .. } => {
                let need = self.data.diplomacy_target(shown.total());
                ask("EV-142", format!("Diplomacy on {planet:#}: you have {total}, you need {need}"))
            }
            Step::Rush { left: ships } => ask("EV-129", format!("{:#}: {}", Card::RushOrder, left(*ships, "ship"))),
            Step::Breakthrough => ask("EV-129", format!("{:#}: choose a technology", Card::Breakthrough)),
            Step::Port { .. } => ask("EV-180", "Choose the planet for your space port".into()),
            Step::Secondary => ask("KU-100", format!("Your secondary action, or pass; {} left", purse(turn.seat))),
            Step::Construct { at } => ask("KU-172", format!("Build at {at:#}, or done")),
            Step::End => ask("EV-147", "The turn ends".into()),
        }
    }

    /// What is done in a turn and in a fight.
    fn turn_label(&self, action: Action) -> String {
        let one = |kind: Kind| self.one(kind);
        match action {
            Action::Move(kind, place) => format!("Move {} from {place:#}", one(kind)),
            Action::ExtraMove(kind, place) => format!("Extra move for 1 credit: {kind:#} from {place:#}"),
            Action::MoveAll => "Move all ships, 2 actions".into(),
            Action::MovePlus => "Move two ships, one step further".into(),
            Action::Ship(kind, place) => format!("{kind:#} at {place:#}"),
            Action::MindControl(owner, kind, place) => format!("Mind Control: {owner:#}'s {kind:#} at {place:#}"),
            Action::Attack(place, target) => format!("Attack {}", target_at(target, place)),
            Action::Culture => "Culture: draw a card".into(),
            Action::Buy(c) => format!("Culture: buy {} for 1 credit", card(c)),
            Action::Exchange(give, take) => format!("Culture: exchange {} for {}", card(give), card(take)),
            Action::Swap(give, take) => format!("Swap {} for {}", card(give), card(take)),
            Action::Keep(c) => format!("Keep {}", card(c)),
            Action::Diplomacy(planet) => format!("Diplomacy on {planet:#}"),
            Action::Show(c) => format!("Show {}", card(c)),
            Action::Roll => "Roll".into(),
            Action::Ambassador => "Spend an Ambassador, +1".into(),
            Action::Credit => "Spend a credit, +1".into(),
            Action::Infest(planet) => format!("Infest {planet:#}"),
            Action::EndActions => "End your actions".into(),
            Action::Step(to) => format!("To {to:#}"),
            Action::Load(kind) => format!("Take {} aboard", one(kind)),
            Action::Unload(kind) => format!("Set {} down", one(kind)),
            Action::Group(kind) => format!("{kind:#} joins"),
            Action::Stop => "Stop here".into(),
            Action::End => "End the move".into(),
            Action::Allow => "Let it go".into(),
            Action::Deny => "Hold it".into(),
            Action::Retreat(to) => format!("Retreat to {to:#}"),
            Action::Pay => "Pay 1 credit and fire".into(),
            Action::Hold => "Hold fire".into(),
            Action::Bomb(kind, value) => format!("Photon Bomb: {kind:#}'s die from {value} to {}", value.0 + 1),
            Action::Strike(kind) => format!("Hit {}", one(kind)),
            Action::Lose(kind) => format!("Lose {}", one(kind)),
            Action::Repair(kind) => format!("Repair the {kind:#}"),
            Action::Conquer => "Conquer it".into(),
            Action::Liberate => "Liberate it".into(),
            Action::Regain => "Regain it".into(),
            Action::Befriend(c) => format!("Spend {}", card(c)),
            Action::Council(n) => {
                format!("Council: {}, {}", several(n.0.into(), "Ambassador"), price(self.data.capital_price(n)))
            }
            Action::Arm(n) => {
                format!("Arm: {}, {}", several(n.0.into(), "Photon Bomb"), price(self.data.capital_price(n)))
            }
            Action::Enslave(planet) => format!("Enslave {planet:#}"),
            Action::Metropolis(planet) => format!("Metropolis on {planet:#}"),
            Action::Construct(place) => format!("Build at {place:#}"),
            _ => unreachable!("labelled before"),
        }
    }
}

fn offer_prompt(offer: &Offer) -> Prompt {
    let Offer { from, to, .. } = offer;
    let text = match offer.stage {
        OfferStage::Build if offer.is_empty() => {
            format!("Your offer to {to:#}: what do you give, what do you ask for?")
        }
        OfferStage::Build => format!("Your offer to {to:#}: {}", offer.terms()),
        OfferStage::Answer => format!("{from:#} offers you {}", offer.terms()),
        OfferStage::Pick => "Which card do you give?".into(),
    };
    Prompt::new("EV-072", text)
}

fn fight_prompt(turn: &Turn, fight: &Fight) -> Prompt {
    let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
    let (by, at) = (turn.seat, fight.at);
    match fight.stage {
        Stage::Attacked => ask("EV-190", format!("{by:#} attacks you at {at:#}: how do you answer?")),
        Stage::Before(_) => {
            ask("EV-129", format!("{by:#} attacks {}: a tactic before the dice?", target_at(fight.target, at)))
        }
        Stage::Star(_) => ask("EV-173", format!("Battle at {at:#}: pay for a {:#} to fire?", Kind::ShootingStar)),
        Stage::Bombs(_) => ask("KU-111", format!("Battle at {at:#}: spend Photon Bombs on your dice?")),
        Stage::Strike(_) => ask("EV-176", format!("Battle at {at:#}: a cloaked ship has hit, choose its victim")),
        Stage::Lose(side) => {
            let hits = several(fight.hits[side.other()].into(), "hit");
            ask("EV-097", format!("Battle at {at:#}: choose a casualty, {hits} to take"))
        }
        Stage::Bounty(_) => ask("KU-137", format!("A {:#} brings a Photon Bomb: take it?", Kind::Dragonfly)),
        Stage::Take => ask("EV-108", format!("{at:#} is beaten: what becomes of it?")),
        _ => ask("EV-112", format!("Spend a card to befriend {at:#}?")),
    }
}

impl Offer {
    /// What is offered for what, in words.
    pub(crate) fn terms(&self) -> String {
        let credits = |n: u8| (n > 0).then(|| credits(n.into()));
        let mut give: Vec<String> =
            self.give.kinds().flat_map(|c| (0..self.give.of(c)).map(move |_| card(c))).collect();
        give.extend(credits(self.give_credits));
        give.extend(self.lend_good.map(|g| format!("the use of {g:#}")));
        let kinds = Temperament::ALL.iter().zip(self.ask);
        let mut ask: Vec<String> = kinds.flat_map(|(t, n)| (0..n).map(move |_| format!("a {t} card"))).collect();
        ask.extend(credits(self.ask_credits));
        ask.extend(self.ask_good.map(|g| format!("the use of {g:#}")));
        let list = |items: Vec<String>| if items.is_empty() { "nothing".into() } else { items.join(" and ") };
        format!("{} for {}", list(give), list(ask))
    }
}

impl Orders {
    /// What has been ordered so far, for viewers who may know it.
    pub(crate) fn words(&self, seat: Colour, edition: Edition, data: &Data) -> Vec<String> {
        let ship = |k: Kind| &data.ship(k).name;
        let kinds = |counts: &Counts<{ Kind::ALL.len() }>, place: &str| {
            let some = Kind::ALL.iter().zip(counts.0).filter(|(_, n)| *n > 0);
            some.map(|(k, n)| format!("{n} {} {place}", ship(*k))).collect::<Vec<_>>()
        };
        let yard = |at: Space| match at {
            PYRIOUS => "on Pyrious",
            _ if at == seat.home() => "at home",
            _ => "at the space port",
        };
        let tech = |t: Tech| data.tech(edition, t).map_or(t.word(), |row| row.name.as_str());
        let mut words = kinds(&self.home, "at home");
        words.extend(kinds(&self.yards, "on Pyrious"));
        words.extend(self.port.map(|k| format!("1 {} at the space port", ship(k))));
        words.extend(self.rebuilt.map(|at| format!("rebuild {}", yard(at))));
        words.extend(self.research.map(|t| format!("research {}", tech(t))));
        words
    }
}

/// A card with its type: “Windfall (capitalistic)”.
fn card(card: Card) -> String {
    format!("{card:#} ({})", card.temperament())
}

fn short_name(hexagon: Hex) -> String {
    title_case(hexagon.word().trim_start_matches("hex-"))
}

/// The compass points of the corners, and of the sides of a hexagon.
pub(crate) fn compass(corner: Corner) -> &'static str {
    ["NE", "E", "SE", "SW", "W", "NW"][corner.index()]
}

const SIDE_NAMES: [&str; SIDES] = ["N", "NE", "SE", "S", "SW", "NW"];

/// Whom an attack meets, and where: a planet is its own place.
pub(crate) fn target_at(target: Target, place: Space) -> String {
    match target.colour() {
        _ if target == Target::Planet => format!("{place:#}"),
        Some(colour) => format!("{colour:#} at {place:#}"),
        None => format!("the {target} at {place:#}"),
    }
}

/// “1 credit”, “2 credits”.
pub(crate) fn credits(n: u16) -> String {
    several(n, "credit")
}

/// “; 2 ambassadors and 3 credits can add 1 each”.
fn added((ambassadors, purse): (u8, u16)) -> String {
    let counted = [(u16::from(ambassadors), "ambassador"), (purse, "credit")];
    let named: Vec<String> = counted.iter().filter(|(n, _)| *n > 0).map(|&(n, what)| several(n, what)).collect();
    match &named[..] {
        [] => String::new(),
        _ => format!("; {} can add 1 each", named.join(" and ")),
    }
}

/// “2 credits”, or that it costs none.
fn price(n: u16) -> String {
    if n == 0 { "free".into() } else { credits(n) }
}
