//! What a viewer is asked, and what its answers mean.

use astrarium_core::way::Travel;
use astrarium_core::words::title_case;
use astrarium_core::{Named, Notation, Piece, Prompt, Text};

use crate::action::Action;
use crate::piece::{Colour, Goods, Kind, Role, Ship, Space, Spot, Tech, Tile, Unit};
use crate::state::{Battle, Building, Campaign, Engineer, Influencing, Producing, Stage, Steward, Trading, Window};
use crate::view::{Question, View};

/// What every kind of action is for, and what it needs.
const PURPOSES: &[(&str, &str)] = &[
    ("scan", "Long Range Scanners: look at the top tile and keep one of the two"),
    ("no-scan", "you keep the tile that lay face up"),
    ("keep-face-up", "the tile of the stack goes back on top"),
    ("keep-drawn", "the tile that lay face up goes on top of the stack"),
    ("pirate", "the Space Pirate takes metal from a store, if yours has room, or food from a sector of another player"),
    ("next", "the next part of your Merchant turn"),
    ("done", "you have nothing more to do in this role"),
    ("declare", "your technology works now; a Saboteur may stop it"),
    ("skip", "you do without the technology this time"),
    ("pass", "you do nothing here"),
    ("end-moves", "now the battles begin, and no ship moves any more"),
    ("continue", "another round of the battle"),
    ("retreat", "the attacker's ships go back to where they came from"),
    ("sabotage", "stops a technology that another player declares, for this round"),
    ("attempt-catch", "with a good roll the Saboteur leaves the game; your technology stays stopped"),
    ("let-go", "the Saboteur stays in the game"),
    ("keep", "the die stays as it is"),
    ("again", "Time Warp: the die is rolled once more, and that counts"),
    ("buy-influence", "one token more to place; it costs marks, more after each purchase"),
    ("buy-as-diplomat", "one token more at a price that does not rise"),
    ("stop", "tokens that are left stay in your reserve"),
    ("refuse", "Ambassador: influence that an enemy has just placed goes elsewhere"),
    ("choose-colour", "your ships, and your home on the rim"),
    ("set-direction", "the holder of the Throne says which way the round goes"),
    ("pick-role", "you act first and better, then all others do the same; each role comes once in a round"),
    ("pick-tile", "a tile to lay; the chooser claims a tile with planets"),
    ("place-tile", "any empty space will do, near your home or beside a rival"),
    ("discard-die", "the lowest die left is the price of food, the middle one of metal, the highest of energy"),
    ("take-food", "food that lies on your sector, to sell it or to lay it elsewhere"),
    ("metal-from", "the Space Pirate takes it into your store"),
    ("food-from", "the Space Pirate takes it for you to sell or to lay"),
    ("buy", "costs marks; metal and energy need room in your store, food a sector that can take it"),
    ("sell", "brings marks; what you have bought in this turn you cannot sell"),
    ("put-food", "food makes a sector yield its metal and energy with the Steward"),
    ("free-resource", "the Steward's chooser takes 1 metal or 1 energy that fits into the store"),
    ("produce", "needs food on the sector, put there as a Merchant: it yields its metal and energy"),
    ("produce-free", "Protein Fields: a sector yields without giving food"),
    ("free-fighter", "the Engineer's chooser gets a fighter on a Starbase"),
    ("build", "ships appear on your Starbases, home included; they cost metal, marks, and a dreadnought energy"),
    ("buy-tech", "one technology for energy; it is yours for the whole game, and each is there once"),
    ("step", "enters the next space: free planets become yours, enemy forces mean a battle"),
    ("warp", "from the Black Hole to any space but homes and suns; all that warp go to the same"),
    ("pick-battle", "the battle that is fought next"),
    ("name-ship", "this ship rolls one die more in this round of the battle"),
    ("assign-hit", "this unit takes the hit; a dreadnought survives the first"),
    ("warp-die", "Time Warp: rolls a die again before anything comes of it, once a round"),
    ("influence", "most influence makes a sector yours, or the Throne; 2 more than the second make a Starbase"),
    ("refuge", "ships that lost their sector go to your nearest Starbase"),
];

impl Notation for View {
    type Action = Action;
    const PURPOSES: &'static [(&'static str, &'static str)] = PURPOSES;
    const TRAVEL: Travel = Travel { out: &["step"], on: &["step"] };

    fn prompt(&self) -> Prompt {
        match self.question {
            Question::Other => Prompt::new("GE-029", "Another player decides"),
            Question::Over => Prompt::new("GE-191", "The game is over"),
            Question::Colour => Prompt::new("GE-002", "Choose your colour"),
            Question::Direction => Prompt::new("GE-026", "You hold the Throne: which way does the round go?"),
            Question::Role => Prompt::new("GE-027", "Pick a role: you act first, everybody follows"),
            Question::TakeTile => Prompt::new("GE-042", "Explorer: take a tile"),
            Question::Scan(tile) => {
                Prompt::new("GE-182", format!("Look at the top of the stack before you lay {tile:#}?"))
            }
            Question::Keep { tile, drawn } => {
                Prompt::new("GE-182", format!("You drew {drawn:#}: keep it, or {tile:#}?"))
            }
            Question::Lay(tile) => Prompt::new("GE-043", format!("Lay {tile:#} on any empty space")),
            Question::Leftover => Prompt::new("GE-047", "Take a leftover tile and lay it"),
            Question::Merchant(step) => self.merchant_prompt(step),
            Question::Steward(steward) => self.steward_prompt(&steward),
            Question::Engineer(engineer) => self.engineer_prompt(&engineer),
            Question::Scientist => Prompt::new("GE-167", format!("Buy a technology: {} energy", self.own().energy)),
            Question::Warlord(Campaign::Declare) => Prompt::new("GE-175", "Use Fusion Engines this turn?"),
            Question::Warlord(Campaign::Move) => Prompt::new("GE-092", "Move your ships"),
            Question::Warlord(Campaign::Battles) => Prompt::new("GE-098", "Which battle comes next?"),
            Question::Warlord(Campaign::Fight(battle)) => battle_prompt(&battle),
            Question::Regent { step, price, placer } => self.regent_prompt(step, price, placer),
            Question::Window(window) => window_prompt(window),
        }
    }

    fn label(&self, action: Action) -> Text {
        let text = match action {
            Action::Scan => "Look at the top of the stack".into(),
            Action::NoScan => "Do not look".into(),
            Action::KeepFaceUp => "Keep the face-up tile".into(),
            Action::KeepDrawn => "Keep the drawn tile".into(),
            Action::Pirate => "Send the Space Pirate".into(),
            Action::Next => "Go on".into(),
            Action::Done => "Done".into(),
            Action::Declare => "Use it".into(),
            Action::Skip => "Do without".into(),
            Action::Pass => "Pass".into(),
            Action::EndMoves => "End your moves".into(),
            Action::Continue => "Fight on".into(),
            Action::Retreat => "Retreat".into(),
            Action::Sabotage => "Sabotage it".into(),
            Action::AttemptCatch => "Roll to catch the Saboteur: 5 or 6".into(),
            Action::LetGo => "Let the Saboteur go".into(),
            Action::Keep => "Keep the result".into(),
            Action::Again => "Roll once more".into(),
            Action::BuyInfluence => format!("Buy influence, {} marks left after it", self.marks_after()),
            Action::BuyAsDiplomat => "Buy influence at the Diplomat's price".into(),
            Action::Stop => "Keep the rest in reserve".into(),
            Action::Refuse => "Refuse it".into(),
            Action::ChooseColour(colour) => format!("Play {colour}"),
            Action::SetDirection(way) => format!("Play to the {way}"),
            Action::PickRole(role) => role_label(role).into(),
            Action::PickTile(tile) => format!("Take {tile:#}"),
            Action::PlaceTile(at) => format!("Lay it on {at:#}"),
            Action::DiscardDie(value) => format!("Discard a {value}: {}", self.prices_without(value.0)),
            Action::TakeFood(at) => format!("Collect food from {at:#}"),
            Action::MetalFrom(colour) => format!("Take metal from {colour:#}"),
            Action::FoodFrom(at) => format!("Take food from {at:#}"),
            Action::Buy(goods) => format!("Buy {goods:#} for {}", self.price_of(goods)),
            Action::Sell(goods) => format!("Sell {goods:#} for {}", self.price_of(goods)),
            Action::PutFood(at) => format!("Put food on {at:#}"),
            Action::FreeResource(goods) => format!("Take 1 {goods:#}"),
            Action::Produce(at) => format!("Produce on {at:#}"),
            Action::ProduceFree(at) => format!("Produce on {at:#} without food"),
            Action::FreeFighter(at) => format!("Deploy the free fighter at {at:#}"),
            Action::Build(kind, at) => format!("Build a {kind:#} at {at:#}, {}", self.price_label(kind)),
            Action::BuyTech(tech) => {
                let energy = self.data.tech_cost(tech, self.viewer.is_some() && self.viewer == self.chooser);
                format!("{tech:#}, {energy} energy: {}", self.data.tech(tech).text)
            }
            Action::Step(ship, to) => format!("Move {ship:#} to {to:#}"),
            Action::Warp(ship, to) => format!("Warp {ship:#} to {to:#}"),
            Action::PickBattle(at) => format!("Fight at {at:#}"),
            Action::NameShip(ship) => format!("{ship:#} rolls one die more"),
            Action::AssignHit(Unit::Ship(ship)) => format!("{ship:#} takes the hit"),
            Action::AssignHit(Unit::Starbase) => "The Starbase takes the hit and becomes an Empire".into(),
            Action::AssignHit(Unit::Empire) => "The Empire takes the hit".into(),
            Action::WarpDie(die) => {
                format!("Roll die {die} again, a {}", self.dice.get(die.index()).unwrap_or(&0))
            }
            Action::Influence(spot) => format!("Influence {spot:#}"),
            Action::Refuge(to) => format!("The ships go to {to:#}"),
        };
        text.into()
    }

    fn refer(&self, word: &str) -> Option<Named> {
        if let Ok(colour) = word.parse::<Colour>() {
            let seat = self.seats.iter().find(|s| s.colour == Some(colour));
            return Some(match seat {
                Some(seat) if seat.dukedom => Named::thing("the Dukedom"),
                Some(seat) => Named::seat(seat.chair, title_case(word)),
                None => Named::thing(title_case(word)),
            });
        }
        self.name_of(word).map(Named::thing)
    }
}

impl View {
    /// What a thing is called, by its word.
    fn name_of(&self, word: &str) -> Option<String> {
        if let Ok(spot) = word.parse::<Spot>() {
            return Some(match spot {
                Spot::Sector(at) => self.space_name(at),
                Spot::Throne => "the Throne".into(),
            });
        }
        if let Ok(ship) = word.parse::<Ship>() {
            return Some(self.ship_name(ship));
        }
        if let Ok(tile) = word.parse::<Tile>() {
            return Some(self.data.tile(tile).name.clone());
        }
        if let Ok(tech) = word.parse::<Tech>() {
            return Some(self.data.tech(tech).name.clone());
        }
        if let Ok(kind) = word.parse::<Kind>() {
            return Some(self.data.unit(kind).name.to_lowercase());
        }
        match word.parse::<Role>() {
            Ok(Role::Warlord2) => Some("second Warlord".into()),
            Ok(role) => Some(title_case(role.word())),
            Err(()) => word.parse::<Goods>().ok().map(|goods| goods.word().into()),
        }
    }

    /// The name of the tile, or of the space without one.
    pub(crate) fn space_name(&self, at: Space) -> String {
        let tile = self.spaces.get(&at).and_then(|space| space.tile);
        tile.map_or_else(|| at.title(), |tile| self.data.tile(tile).name.clone())
    }

    pub(crate) fn ship_name(&self, ship: Ship) -> String {
        format!("{} {}", self.data.unit(ship.kind()).name, ship.number())
    }

    fn merchant_prompt(&self, step: Trading) -> Prompt {
        let [food, metal, energy] = self.market.prices.unwrap_or_default();
        let (marks, hand) = (self.own().marks, self.market.hand);
        let purse = format!("{marks} marks, {hand} food in hand; food {food}, metal {metal}, energy {energy}");
        match step {
            Trading::Prices => {
                Prompt::new("GE-064", "Discard one die: the lowest left is food, then metal, then energy")
            }
            Trading::Collect => Prompt::new("GE-067", format!("Collect food from your sectors? {purse}")),
            Trading::Trade => Prompt::new("GE-068", format!("Buy and sell: {purse}")),
            Trading::Fund => Prompt::new("GE-071", format!("Put food on producing sectors; the rest is sold. {purse}")),
            Trading::PirateCollect | Trading::PirateTrade => Prompt::new("GE-181", "What do your pirates take?"),
        }
    }

    fn steward_prompt(&self, steward: &Steward) -> Prompt {
        let own = self.own();
        match steward.step {
            Producing::Free => Prompt::new("GE-078", "Steward: take 1 metal or 1 energy"),
            Producing::Declare => Prompt::new("GE-177", "Use Protein Fields this turn?"),
            Producing::Produce => {
                let text = format!("Produce: store {} metal, {} energy", own.metal, own.energy);
                Prompt::new("GE-079", format!("{text}, {} free", steward.free))
            }
        }
    }

    fn engineer_prompt(&self, engineer: &Engineer) -> Prompt {
        let own = self.own();
        match engineer.step {
            Building::Fighter => Prompt::new("GE-083", "Engineer: where does your free fighter go?"),
            Building::Declare => Prompt::new("GE-176", "Use Robotics this turn?"),
            Building::Build => {
                let credit = if engineer.credit > 0 { format!(" and {} free", engineer.credit) } else { String::new() };
                let text = format!("{} metal{credit}, {} energy, {} marks", own.metal, own.energy, own.marks);
                Prompt::new("GE-084", format!("Build ships: {text}"))
            }
        }
    }

    fn regent_prompt(&self, step: Influencing, price: u8, placer: Colour) -> Prompt {
        let own = self.own();
        match step {
            Influencing::Buy => {
                let text = format!("Buy one more influence for {price} marks? You have {}", own.marks);
                Prompt::new("GE-141", text)
            }
            Influencing::Place => Prompt::new("GE-144", format!("Place influence: {} left", own.influence)),
            Influencing::Refuse(at) => {
                Prompt::new("GE-170", format!("{placer:#} put influence on {at:#}: do you refuse it?"))
            }
            Influencing::Relocate => Prompt::new("GE-170", "Your influence was refused: put it elsewhere"),
            Influencing::Refuge(at) => {
                Prompt::new("GE-158", format!("Your ships must leave {at:#}: to which Starbase?"))
            }
        }
    }

    fn marks_after(&self) -> u16 {
        let price = if let Question::Regent { price, .. } = self.question { price } else { 0 };
        self.own().marks.saturating_sub(u16::from(price))
    }

    /// What the goods cost once a die of this number is discarded: “food 1, metal 2, energy 3” (GE-065).
    pub(crate) fn prices_without(&self, die: u8) -> String {
        let mut dice = self.dice.clone();
        dice.iter().position(|&d| d == die).map(|at| dice.remove(at));
        dice.sort_unstable();
        let price = |(goods, die): (Goods, u8)| format!("{goods} {}", self.data.price(goods, die));
        Goods::all().zip(dice).map(price).collect::<Vec<_>>().join(", ")
    }

    fn price_of(&self, goods: Goods) -> u8 {
        self.market.prices.map_or(0, |prices| prices[goods.index()])
    }

    fn price_label(&self, kind: Kind) -> String {
        let price = self.data.unit(kind).price;
        let energy = if price.energy > 0 { format!("{} energy, ", price.energy) } else { String::new() };
        format!("{} metal, {energy}{} marks", price.metal, price.marks)
    }
}

fn battle_prompt(battle: &Battle) -> Prompt {
    match battle.stage {
        Stage::Plasma => Prompt::new("GE-174", "Use Plasma Weapons in this battle?"),
        Stage::Ion => Prompt::new("GE-173", "Use Ion Cannons in this battle?"),
        Stage::Shields => Prompt::new("GE-172", "Use Shield Generators against the first hit?"),
        Stage::Name => Prompt::new("GE-121", "Which ship has the extra die?"),
        Stage::Firing => Prompt::new("GE-125", "Dice are on the table"),
        Stage::Assign(side) => {
            let hits = battle.hits[side];
            Prompt::new("GE-128", format!("{hits} {} to take: which unit?", if hits == 1 { "hit" } else { "hits" }))
        }
        Stage::Retreat => Prompt::new("GE-126", "Continue the battle or retreat?"),
    }
}

fn window_prompt(window: Window) -> Prompt {
    match window {
        Window::Sabotage(tech) => Prompt::new("GE-178", format!("{tech:#} is declared: do you send the Saboteur?")),
        Window::Catch(tech) => {
            Prompt::new("GE-178", format!("{tech:#} is sabotaged: do you try to catch the Saboteur?"))
        }
        Window::TimeWarp => Prompt::new("GE-180", "Dice are rolled: do you roll one of them again?"),
        Window::Again => Prompt::new("GE-180", "The die was rolled again: keep it, or roll it once more?"),
        Window::Closed => unreachable!("an open window asks"),
    }
}

fn role_label(role: Role) -> &'static str {
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
