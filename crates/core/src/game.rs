//! A game is a pure value that asks one small question at a time. It is split into small traits, one for each file of a game's crate.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::scene::Scene;
use crate::way::Travel;
use crate::{
    Action, BySeat, Chance, Clause, Encode, Files, Illegal, Line, Log, Named, Odds, Options, Pack, Prompt, Redealt,
    Seat, SeatSet, Text, Turn, Viewer, data,
};

/// What is true of a title at every table.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Meta {
    /// The word for it on command lines, in records and addresses.
    pub id: &'static str,
    /// As it is printed on the box.
    pub name: &'static str,
    /// The prefix of its clause ids.
    pub prefix: &'static str,
    /// The fewest seats.
    pub min_seats: usize,
    /// The most seats.
    pub max_seats: usize,
    /// One sentence for the shelf.
    pub about: &'static str,
    /// Usual length in minutes, and weight from 1 to 5.
    pub minutes: u32,
    /// From 1, light, to 5, heavy.
    pub weight: u32,
    /// The newest rules version. It grows when the same choices can lead to another result; games go on with the version that
    /// they began with.
    pub rules_version: u8,
    /// No game has more decisions.
    pub max_actions: u32,
    /// The rules in our words.
    #[serde(skip)]
    pub rules: &'static str,
    /// What it teaches with.
    #[serde(skip)]
    pub teaching: Teaching,
}

/// What a title teaches with: the texts of files in the folders `lessons` and `puzzles` of its crate.
#[derive(Copy, Clone, Debug)]
pub struct Teaching {
    /// The lessons, in order; empty without a course.
    pub course: &'static str,
    /// The goal, what kinds of question are for, the words of the game. Titles that share questions share a file: what a later one says
    /// goes before.
    pub guide: &'static [&'static str],
    /// Positions with one best answer; empty without any.
    pub puzzles: &'static str,
}

impl Teaching {
    /// Of a game that nobody is taught.
    pub const NONE: Teaching = Teaching { course: "", guide: &[], puzzles: "" };
}

impl Meta {
    /// Whether the rules lay down a clause of this id: it is in bold there.
    pub fn has_clause(&self, id: &str) -> bool {
        self.rules.contains(&format!("**{id}**"))
    }
}

/// Points gained, or lost if below zero: whose, for what in a word or two, how many.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// Whose.
    pub seat: Seat,
    /// For what.
    pub source: &'static str,
    /// How many.
    pub points: i32,
}

/// How tree search should play a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Random decisions before `evaluate` is called: none where it judges better than random play.
    pub rollout: u32,
    /// The constant of UCB1, in hundredths: small where `evaluate` can tell small differences apart.
    pub explore: u32,
    /// How many visits a rating one step ahead counts for, where a question has many answers; 0 turns it off.
    pub prior: u32,
    /// Iterations of the levels captain, admiral and emperor: in even steps of strength, and few enough to answer in time.
    pub budgets: [u32; 3],
    /// How strong the levels cadet, pilot, captain, admiral and emperor are, as measured.
    pub ratings: Option<[Rating; 5]>,
}

/// Strength on Elo's scale with half its 95 % interval. Pilot has 1000; a difference of 108 is 65 % of wins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The strength.
    pub rating: u16,
    /// The true one is probably no farther away.
    pub within: u16,
}

impl Rating {
    /// A strength, and how far away the true one may be.
    pub const fn new(rating: u16, within: u16) -> Rating {
        Rating { rating, within }
    }
}

impl Search {
    /// What works well for most games.
    pub const USUAL: Search = Search { rollout: 2, explore: 70, prior: 0, budgets: [100, 300, 1_000], ratings: None };
}

/// What a game is made of. In a game's crate: `game.rs`.
pub trait Parts: Copy + Eq + Debug + Send + Sync + 'static {
    /// What is printed on the components.
    type Data: Pack;
    /// How a table is set up.
    type Options: Options;
    /// An answer.
    type Action: Action;
    /// Why an answer is refused.
    type Illegal: Illegal;
    /// What happened. It may contain secrets; [`Story::tell`] filters them.
    type Event: Clone + Debug + Send + Sync + 'static;
    /// A loose description of a state: whatever is left out has a default.
    type Position: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned;
    /// What one viewer may know, built from scratch.
    type View: Shown<Action = Self::Action, Event = Self::Event>;

    /// The built-in pack.
    fn house() -> &'static Self::Data;
    /// The built-in pack that a record names, of this version or of an earlier one.
    fn built_in(name: &str) -> Option<&'static Self::Data> {
        if Self::house().is_called(name) {
            return Some(Self::house());
        }
        Files::former::<Self::Data>(name).map(|files| data::keep(&files).expect("former packs can be read"))
    }
    /// The pack that is played with.
    fn data(&self) -> &'static Self::Data;
    /// How this table was set up.
    fn options(&self) -> Self::Options;
    /// The seat's word in sentences, records and positions; it may change once during setup.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The seat with this word.
    fn seat_named(&self, name: &str) -> Option<Seat> {
        Seat::first(self.seats()).find(|&s| self.seat_name(s) == name)
    }

    /// How many seats are in the game.
    fn seats(&self) -> usize {
        self.options().seats()
    }
}

/// Implements [`Parts`] for a state whose parts have their usual names: `Data`, `Options`, `Action` and so on, with the fields `data`
/// and `options`. Only the name of a seat differs from game to game.
#[macro_export]
macro_rules! parts {
    ($State:ty, |$state:ident, $seat:ident| $name:expr) => {
        impl $crate::Parts for $State {
            type Data = Data;
            type Options = Options;
            type Action = Action;
            type Illegal = Illegal;
            type Event = Event;
            type Position = Position;
            type View = View;

            fn house() -> &'static Data {
                house()
            }

            fn data(&self) -> &'static Data {
                self.data.0
            }

            fn options(&self) -> Options {
                self.options
            }

            fn seat_name(&self, $seat: $crate::Seat) -> &'static str {
                let $state = self;
                $name
            }
        }
    };
}

/// How a game begins, or continues from a position. In a game's crate: `setup.rs`.
pub trait Setup: Parts {
    /// The first state.
    fn new(options: Self::Options, data: &'static Self::Data, chance: &mut impl Chance) -> Self;
    /// The state a position describes, or everything that is wrong with it.
    fn place(
        options: Self::Options,
        data: &'static Self::Data,
        position: &Self::Position,
        chance: &mut impl Chance,
    ) -> Result<Self, Vec<String>>;
    /// The position that describes this state.
    fn position(&self) -> Self::Position;
}

/// What is always true. In a game's crate: `invariant.rs`.
pub trait Sound: Parts {
    /// Every broken invariant.
    fn invariants(&self) -> Vec<String>;
}

/// How a game is played. In a game's crate: `phase.rs`.
pub trait Rules: Parts {
    /// Who has to answer now.
    fn turn(&self) -> Turn;
    /// Adds everything the seat may do now; nothing if it is not asked.
    fn actions(&self, seat: Seat, out: &mut Vec<Self::Action>);
    /// Whether the seat may do it now, and which rule forbids it if not.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Carries out an action that `check` accepts.
    fn advance(&mut self, seat: Seat, action: Self::Action, chance: &mut impl Chance, log: &mut impl Log<Self::Event>);

    /// Checks, then carries out. After a refusal nothing has changed.
    fn apply(
        &mut self,
        seat: Seat,
        action: Self::Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Self::Illegal> {
        self.check(seat, action)?;
        self.advance(seat, action, chance, log);
        Ok(())
    }

    /// Whether a question with one answer is answered for the seat. Not where that would give away what it holds.
    fn answers_itself(&self, _seat: Seat) -> bool {
        true
    }
}

/// What a seat may see. In a game's crate: `view.rs`, the only file that looks at a state on somebody's behalf.
pub trait Vision: Parts {
    /// What the viewer may see.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// A state that the seat cannot tell from this one, drawn uniformly (or nearly so) from all such states.
    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> Self;
}

/// The question that a viewer is asked, and what its answers mean. In a game's crate: `prompt.rs`.
pub trait Notation {
    /// An answer.
    type Action: Action;
    /// What every kind of action is for and what it needs, in a line, by its verb.
    const PURPOSES: &'static [(&'static str, &'static str)];
    /// How a piece goes from place to place.
    const TRAVEL: Travel = Travel { out: &[], on: &[] };

    /// What the viewer is asked.
    fn prompt(&self) -> Prompt;
    /// What the sentence means here, for a button: “Buy Assault drill, 2 points”.
    fn label(&self, action: Self::Action) -> Text;
    /// The thing or the seat that a word of sentences refers to.
    fn refer(&self, word: &str) -> Option<Named>;
}

/// What happened, in words. In a game's crate: `event.rs`.
pub trait Story {
    /// What happened.
    type Event;

    /// The event as the viewer may read it, if at all.
    fn tell(&self, event: &Self::Event) -> Option<Line>;
}

/// What a view looks like. In a game's crate: `draw.rs`.
pub trait Drawing {
    /// The view as shapes with ids.
    fn draw(&self) -> Scene;
}

/// Everything made from what a viewer knows. It never gets the state, so it cannot reveal what is hidden.
pub trait Shown:
    Notation + Story + Drawing + Encode + Clone + Debug + PartialEq + Serialize + Send + Sync + 'static
{
}

impl<V: Notation + Story + Drawing + Encode + Clone + Debug + PartialEq + Serialize + Send + Sync + 'static> Shown
    for V
{
}

/// What happened, in points and in deeds. In a game's crate: `event.rs`.
pub trait Tally: Parts {
    /// The points that an event gave or took. All of a game add up to `points`, except for those held at the start.
    fn gains(&self, event: &Self::Event, out: &mut Vec<Gain>);
    /// Who did something that statistics count, and what in a word or two: a battle fought, an ally won.
    fn deed(&self, _event: &Self::Event) -> Option<(Seat, &'static str)> {
        None
    }
    /// Kinds of things that seats use, by which statistics tell results, one by one and in pairs: cards, quests.
    const USED: &'static [&'static str] = &[];
    /// Who used something, of what kind, and its word.
    fn used(&self, _event: &Self::Event) -> Option<(Seat, &'static str, &'static str)> {
        None
    }
}

/// What dice will bring. In a game's crate: `odds.rs`.
pub trait Risk: Vision {
    /// The exact chance that an action of the world's seat succeeds, from what the seat knows, where dice decide it.
    fn odds(_world: &Redealt<Self>, _action: Self::Action) -> Option<Odds> {
        None
    }
}

/// Who is ahead. In a game's crate: `score.rs`.
pub trait Score: Parts {
    /// Points as the players count them.
    fn points(&self) -> BySeat<i32>;
    /// What to group results by: colour, race, research, …
    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)>;
    /// What a seat has of things by which statistics tell results, one by one and in pairs: technologies, aims.
    fn owned(&self, _seat: Seat) -> Vec<(&'static str, Vec<&'static str>)> {
        Vec::new()
    }
}

/// How good a state is, for the bots. In a game's crate: `bot.rs`.
pub trait Judgement: Parts {
    /// How tree search should play it.
    const SEARCH: Search = Search::USUAL;

    /// Each seat's estimated chance of winning, in millionths. Cheap. Call it only on redealt states: on the true state it cheats.
    fn evaluate(&self) -> BySeat<i32>;
}

/// Everything a state does in a game, each trait implemented in its own file.
pub trait Seams: Setup + Sound + Rules + Vision + Tally + Risk + Score + Judgement {}

impl<S: Setup + Sound + Rules + Vision + Tally + Risk + Score + Judgement> Seams for S {}

/// A game: a state with all these traits, and a name.
///
/// # Laws
/// Checked on random play for every game, every player count, every option (`astrarium_check::laws`).
///
/// - Pure: `advance` depends on its arguments alone.
/// - Complete: `check` accepts exactly what `actions` lists, each once.
/// - Atomic: after a refusal the state is unchanged.
/// - Alive: until `Over`, every seat whose turn it is has an action.
/// - Blind: `redeal(s)` changes neither the view, the prompt, the actions nor the odds of `s`.
/// - Sealed: answers of different seats in `AnyOf` commute.
/// - Frank: where a decision shows a seat what was hidden from it, the rules say `Log::reveal`, and only there.
/// - Finite: a game ends within `META.max_actions` decisions.
/// - Told: the gains of all events add up to `points`, apart from those held at the start.
/// - Cited: every question, log line and refusal names a clause of the title's own rules.
/// - Named: everything a text refers to has a name, and no text contains an id of the scene.
/// - Exact: position → state → position is the identity; so are action text and action index.
pub trait Game: Seams {
    /// What is true of the title at every table.
    const META: Meta;

    /// The clause of this title's rules that corresponds to this one, which may belong to another title of the same state.
    fn cite(clause: Clause) -> Clause {
        clause
    }
}

/// A chapter of the rules that asks something: `Question` has a variant for each of its questions. In a game's crate:
/// `rules/<chapter>.rs`.
pub trait Chapter<Question>: Parts {
    /// Adds everything the seat may answer.
    fn answers(&self, question: Question, seat: Seat, out: &mut Vec<Self::Action>);
    /// Whether the seat may give this answer, and which rule forbids it if not.
    fn permits(&self, question: Question, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// Carries out an answer that is permitted.
    fn carry_out(
        &mut self,
        question: Question,
        seat: Seat,
        action: Self::Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Self::Event>,
    );
}

/// Declares the sequence of play: every phase once. A phase without a row does not compile. The methods `asks`, `listed`, `checked` and
/// `applied` of the state say who has to answer, what may be answered, what is refused, and what an answer does.
///
/// A row is one of
///
/// - `asks` whom, then three columns: what may be answered, what is refused, what an answer does;
/// - `ends` the final places;
/// - `runs` what happens without asking.
///
/// The first line names what a row can use, what the phase is, and why an answer to nothing is refused. What a row asks, lists and checks
/// borrows the data of the phase; what an answer does gets a copy.
///
/// Where phases go on by themselves, the first line ends with `runs`, and `runs` becomes a method too. A row that asks may then have one
/// more column: what happens instead where it asks nobody.
///
/// Where phases wait on a stack, the first line says how the next one is taken off, and a row names the question of a [`Chapter`] in
/// place of the three columns.
#[macro_export]
macro_rules! sequence {
    (
        |$state:ident: $State:ty, $seat:ident, $out:ident, $action:ident, $chance:ident, $log:ident| $stop:expr, $refusal:expr;
        $($row:pat => $how:ident $($column:expr),+;)+
    ) => {
        #[allow(unused_variables)]
        impl $State {
            /// Who has to answer now, if anybody.
            #[inline(always)]
            fn asks(&self) -> Option<$crate::Turn> {
                let $state = self;
                match &$stop { $($row => $crate::sequence!(@turn $how $($column),+),)+ }
            }

            fn listed(&self, $seat: $crate::Seat, $out: &mut Vec<Action>) {
                let $state = self;
                match &$stop { $($row => $crate::sequence!(@listed $how $($column),+),)+ }
            }

            fn checked(&self, $seat: $crate::Seat, $action: Action) -> Check {
                let $state = self;
                match &$stop { $($row => $crate::sequence!(@checked $refusal; $how $($column),+),)+ }
            }

            fn applied(
                &mut self,
                $seat: $crate::Seat,
                $action: Action,
                $chance: &mut impl $crate::Chance,
                $log: &mut impl $crate::Log<Event>,
            ) {
                let $state = self;
                match $stop { $($row => $crate::sequence!(@applied $how $($column),+),)+ }
            }
        }
    };
    (
        |$state:ident: $State:ty, $seat:ident, $out:ident, $action:ident, $chance:ident, $log:ident| $stop:expr, $refusal:expr, runs;
        $($row:pat => $how:ident $($column:expr),+;)+
    ) => {
        #[allow(unused_variables)]
        impl $State {
            /// What happens where nobody has to answer.
            fn runs(&mut self, $chance: &mut impl $crate::Chance, $log: &mut impl $crate::Log<Event>) {
                let $state = self;
                match $stop { $($row => $crate::sequence!(@runs $how $($column),+),)+ }
            }
        }

        $crate::sequence! {
            |$state: $State, $seat, $out, $action, $chance, $log| $stop, $refusal;
            $($row => $how $($column),+;)+
        }
    };
    (
        |$state:ident: $State:ty, $chance:ident, $log:ident| $stop:expr, $taken:expr, $refusal:expr;
        $($row:pat => $how:ident $($column:expr),+;)+
    ) => {
        #[allow(unused_variables)]
        impl $State {
            /// Who has to answer now, if anybody.
            #[inline(always)]
            fn asks(&self) -> Option<$crate::Turn> {
                let $state = self;
                match $stop { $($row => $crate::sequence!(@turn $how $($column),+),)+ }
            }

            /// What happens where nobody has to answer.
            #[inline(always)]
            fn runs(&mut self, $chance: &mut impl $crate::Chance, $log: &mut impl $crate::Log<Event>) {
                let $state = self;
                match $taken { $($row => $crate::sequence!(@instead $how $($column),+),)+ }
            }

            fn listed(&self, seat: $crate::Seat, out: &mut Vec<Action>) {
                let $state = self;
                match $stop { $($row => $crate::sequence!(@answers $state, seat, out; $how $($column),+),)+ }
            }

            fn checked(&self, seat: $crate::Seat, action: Action) -> Check {
                let $state = self;
                match $stop { $($row => $crate::sequence!(@permits $state, seat, action, $refusal; $how $($column),+),)+ }
            }

            fn applied(
                &mut self,
                seat: $crate::Seat,
                action: Action,
                $chance: &mut impl $crate::Chance,
                $log: &mut impl $crate::Log<Event>,
            ) {
                let $state = self;
                match $stop {
                    $($row => $crate::sequence!(@carry_out $state, seat, action, $chance, $log; $how $($column),+),)+
                }
            }
        }
    };

    (@turn asks $who:expr, $($rest:expr),+) => { $crate::Asks::turn($who) };
    (@turn runs $runs:expr) => { None };
    (@turn ends $end:expr) => { Some($crate::Turn::Over($end)) };

    (@listed asks $who:expr, $listed:expr, $($rest:expr),+) => { $listed };
    (@listed $how:ident $column:expr) => { {} };
    (@checked $refusal:expr; asks $who:expr, $listed:expr, $checked:expr, $($rest:expr),+) => { $checked };
    (@checked $refusal:expr; $how:ident $column:expr) => { Err($refusal) };
    (@applied asks $who:expr, $listed:expr, $checked:expr, $applied:expr $(, $instead:expr)?) => { $applied };
    (@applied $how:ident $column:expr) => { unreachable!("nobody is asked") };
    (@runs asks $who:expr, $listed:expr, $checked:expr, $applied:expr $(, $instead:expr)?) => { { $($instead)? } };
    (@runs $how:ident $column:expr) => { $crate::sequence!(@instead $how $column) };

    (@answers $state:ident, $seat:ident, $out:ident; asks $who:expr, $question:expr $(, $instead:expr)?) => {
        $crate::Chapter::answers($state, $question, $seat, $out)
    };
    (@answers $state:ident, $seat:ident, $out:ident; $how:ident $column:expr) => { {} };
    (@permits $state:ident, $seat:ident, $action:ident, $refusal:expr; asks $who:expr, $question:expr $(, $instead:expr)?) => {
        $crate::Chapter::permits($state, $question, $seat, $action)
    };
    (@permits $state:ident, $seat:ident, $action:ident, $refusal:expr; $how:ident $column:expr) => { Err($refusal) };
    (@carry_out $state:ident, $seat:ident, $action:ident, $chance:ident, $log:ident;
        asks $who:expr, $question:expr $(, $instead:expr)?) => {
        $crate::Chapter::carry_out($state, $question, $seat, $action, $chance, $log)
    };
    (@carry_out $state:ident, $seat:ident, $action:ident, $chance:ident, $log:ident; $how:ident $column:expr) => {
        unreachable!("nobody is asked")
    };
    (@instead asks $who:expr, $question:expr $(, $instead:expr)?) => { { $($instead)? } };
    (@instead runs $runs:expr) => { $runs };
    (@instead ends $end:expr) => { unreachable!("the game is over") };
}

/// Carries out every decision that leaves no choice, and calls `each` before it. Nobody is asked a question with one answer,
/// unless the game says that not asking would give something away.
/// `buffer` is scratch space. Returns the seats that do have a choice.
pub fn settle<G: Game, L: Log<G::Event>>(
    state: &mut G,
    buffer: &mut Vec<G::Action>,
    chance: &mut impl Chance,
    log: &mut L,
    mut each: impl FnMut(&G, Seat, G::Action, &mut L),
) -> SeatSet {
    'again: loop {
        let asked = state.turn().seats();
        for seat in asked.iter() {
            buffer.clear();
            state.actions(seat, buffer);
            if let [only] = buffer[..]
                && state.answers_itself(seat)
            {
                each(state, seat, only, log);
                state.advance(seat, only, chance, log);
                continue 'again;
            }
        }
        return asked;
    }
}
