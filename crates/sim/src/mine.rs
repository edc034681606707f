//! Puzzles out of games between bots: questions for which long searches clearly prefer one answer, and not the one that looks best.

use std::collections::{BTreeMap, BTreeSet};

use astrarium_bots::{Bot, Budget, Greedy, Ismcts, Level, Settings, Sight, Spec, answers, build, worth};
use astrarium_core::puzzle::{ANSWERS, MARGIN, Puzzle};
use astrarium_core::{Fast, Gain, Game, Seat, Seen, Silent, Turn, position, settle};

/// Games played on from an answer, each for this many decisions.
const PLAYED: u64 = 12;
const AHEAD: u32 = 60;
/// How often the greedy bot is asked: what looks best should not depend on its dice.
const GLANCES: u64 = 5;
/// A search with a part of the iterations says whether it is worth while to search long.
const GLIMPSE: u32 = 20;
/// What the short search must like more than the glance, as a share of the games.
const PROMISING: f32 = 0.05;
/// Puzzles of one game: more would be alike.
const OF_A_GAME: usize = 2;

/// Where to look for puzzles.
#[derive(Debug)]
pub struct Mine<G: Game> {
    pub options: G::Options,
    pub data: &'static G::Data,
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many puzzles are wanted.
    pub wanted: usize,
    /// Iterations of each of the two searches.
    pub iterations: u32,
}

/// An answer with the share of the games that it wins.
type Rated<G> = Vec<(<G as astrarium_core::Parts>::Action, f32)>;

impl<G: Game> Mine<G> {
    /// Plays game after game until there are enough; `each` hears of each puzzle, with the number of its game.
    pub fn run(&self, stop: &dyn Fn() -> bool, mut each: impl FnMut(u64, &Puzzle<G::Position>)) {
        let (mut found, mut number) = (Vec::<Puzzle<G::Position>>::new(), self.first);
        while found.len() < self.wanted && !stop() {
            self.game(number, &mut found, stop, &mut each);
            number += 1;
        }
    }

    fn game(
        &self,
        number: u64,
        found: &mut Vec<Puzzle<G::Position>>,
        stop: &dyn Fn() -> bool,
        each: &mut impl FnMut(u64, &Puzzle<G::Position>),
    ) {
        let (mut luck, mut buffer, before) = (Fast::new(self.seed, number), Vec::new(), found.len());
        let mut state = G::new(self.options, self.data, &mut luck);
        let mut bots = captains::<G>(state.seats(), self.seed ^ number);
        loop {
            let asked = settle(&mut state, &mut buffer, &mut luck, &mut Silent, |_, _, _, _| ());
            let enough = found.len() >= self.wanted || found.len() - before >= OF_A_GAME;
            if asked.is_empty() || enough || stop() {
                return;
            }
            if let Turn::Of(seat) = state.turn()
                && let Some(puzzle) = self.puzzle(&state, seat, found)
            {
                each(number, &puzzle);
                found.push(puzzle);
            }
            let asked_in = state;
            for seat in asked.iter() {
                for action in answers(&mut *bots[seat.index()], &asked_in, seat) {
                    state.advance(seat, action, &mut luck, &mut Silent);
                    settle(&mut state, &mut buffer, &mut luck, &mut Silent, |_, _, _, _| ());
                }
            }
        }
    }

    /// The puzzle that this question is, if it is one that was not found yet.
    fn puzzle(&self, state: &G, seat: Seat, found: &[Puzzle<G::Position>]) -> Option<Puzzle<G::Position>> {
        if Sight::new(state, seat).legal().len() < ANSWERS {
            return None;
        }
        let obvious = favourite(state, seat);
        let glimpsed = search(state, seat, self.iterations / GLIMPSE, 0);
        let liked = glimpsed.iter().find(|(action, _)| *action == obvious).map_or(0.0, |(_, share)| *share);
        if glimpsed[0].1 - liked < PROMISING {
            return None;
        }
        let clause = Seen::by(state, seat).prompt().clause.0;
        if found.iter().filter(|other| other.clause == clause).count() * 2 >= self.wanted {
            return None;
        }
        let rated = clear(state, seat, self.iterations, 0).filter(|rated| rated[0].0 != obvious)?;
        let [brings, looks] = [rated[0].0, obvious].map(|action| Outlook::of(state, seat, action));
        (brings.share > looks.share).then(|| self.written(state, seat, &rated, obvious, brings.against(&looks)))?
    }

    /// As it is kept; nothing if its position does not say everything about it.
    fn written(
        &self,
        state: &G,
        seat: Seat,
        rated: &Rated<G>,
        obvious: G::Action,
        why: String,
    ) -> Option<Puzzle<G::Position>> {
        let seen = Seen::by(state, seat);
        let clause = seen.prompt().clause.0;
        let mark = &position::chain("", clause, &state.position())[..4];
        let puzzle = Puzzle {
            id: format!("{}-{mark}", clause.to_lowercase()),
            name: seen.scene().heading,
            clause: clause.into(),
            seat: state.seat_name(seat).into(),
            best: rated[0].0.to_string(),
            obvious: obvious.to_string(),
            why,
            searched: self.iterations,
            chances: rated.iter().map(|(action, share)| (action.to_string(), (share * 100.0).round() as u8)).collect(),
            options: serde_json::from_value(serde_json::to_value(self.options).ok()?).ok()?,
            position: state.position(),
        };
        let (table, _) = puzzle.table::<G>(self.data).ok()?;
        (table.state() == state).then_some(puzzle)
    }
}

fn captains<G: Game>(seats: usize, seed: u64) -> Vec<Box<dyn Bot<G>>> {
    (0..seats as u64).map(|seat| build(&Spec::Level(Level::Captain), seed.rotate_left(32) ^ seat)).collect()
}

/// What looks best one step ahead, over all glances.
fn favourite<G: Game>(state: &G, seat: Seat) -> G::Action {
    let mut sums: Rated<G> = Sight::new(state, seat).legal().into_iter().map(|action| (action, 0.0)).collect();
    for dice in 0..GLANCES {
        let rated = Greedy(Fast::new(dice, 1)).hints(Sight::new(state, seat));
        let share = |action| rated.iter().find(|(other, _)| *other == action).map_or(0.0, |(_, share)| *share);
        sums.iter_mut().for_each(|(action, sum)| *sum += share(*action));
    }
    sums.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best }).expect("it is asked").0
}

/// The answers, that which was tried most often first.
fn search<G: Game>(state: &G, seat: Seat, iterations: u32, seed: u64) -> Rated<G> {
    let settings = Settings { budget: Budget::Iterations(iterations), ..Settings::default() }.suited::<G>();
    Ismcts::new(settings, seed).hints(Sight::new(state, seat))
}

/// The answers as two searches rate them, from two worlds that the seat cannot tell apart, if both clearly prefer the same one.
pub fn clear<G: Game>(state: &G, seat: Seat, iterations: u32, seed: u64) -> Option<Rated<G>> {
    let searched = [1, 2].map(|k| {
        let world = state.redeal(seat, &mut Fast::new(seed, k));
        search(&world, seat, iterations, seed.rotate_left(32) ^ k)
    });
    let percent = |share: f32| (share * 100.0).round() as u8;
    let next = |rated: &Rated<G>| rated[1..].iter().map(|(_, share)| percent(*share)).max().unwrap_or(0);
    let is_clear = |rated: &Rated<G>| percent(rated[0].1) >= next(rated) + MARGIN;
    let [one, other] = searched;
    (is_clear(&one) && is_clear(&other) && one[0].0 == other[0].0).then_some(one)
}

/// Why this is no puzzle: the best answer looks best at first sight.
pub fn plain<G: Game>(puzzle: &Puzzle<G::Position>, data: &'static G::Data) -> Option<String> {
    let (table, seat) = puzzle.table::<G>(data).ok()?; // the check of puzzles says what is wrong with it
    (favourite(table.state(), seat).to_string() == puzzle.best)
        .then(|| format!("puzzle “{}”: a glance finds “{}”", puzzle.id, puzzle.best))
}

/// What two other searches, as long as those that found it, object to in a puzzle.
pub fn doubt<G: Game>(puzzle: &Puzzle<G::Position>, data: &'static G::Data, seed: u64) -> Option<String> {
    let (table, seat) = puzzle.table::<G>(data).ok()?;
    match clear(table.state(), seat, puzzle.searched, seed) {
        Some(rated) if rated[0].0.to_string() == puzzle.best => None,
        Some(rated) => Some(format!("puzzle “{}”: “{}” is found in place of {}", puzzle.id, rated[0].0, puzzle.best)),
        None => Some(format!("puzzle “{}”: no answer is clearly best", puzzle.id)),
    }
}

/// What came of an answer where it was played on.
struct Outlook {
    /// What the seat won, on average.
    share: f32,
    /// Points that the seat gained in a game, by source, and those that all others gained.
    gains: BTreeMap<&'static str, f32>,
    others: f32,
}

impl Outlook {
    fn of<G: Game>(state: &G, seat: Seat, action: G::Action) -> Outlook {
        let mut outlook = Outlook { share: 0.0, gains: BTreeMap::new(), others: 0.0 };
        for game in 0..PLAYED {
            let mut luck = Fast::new(game, 7);
            let world = state.redeal(seat, &mut luck);
            outlook.play(world, seat, action, &mut luck, captains::<G>(state.seats(), game));
        }
        outlook
    }

    fn play<G: Game>(
        &mut self,
        mut state: G,
        seat: Seat,
        first: G::Action,
        luck: &mut Fast,
        mut bots: Vec<Box<dyn Bot<G>>>,
    ) {
        let (mut heard, mut buffer, mut decisions) = (Vec::<G::Event>::new(), Vec::new(), 0);
        state.advance(seat, first, luck, &mut heard);
        while decisions < AHEAD {
            let asked = settle(&mut state, &mut buffer, luck, &mut heard, |_, _, _, _| ());
            self.count(&state, seat, &mut heard);
            if asked.is_empty() {
                break;
            }
            let asked_in = state;
            for other in asked.iter() {
                for action in answers(&mut *bots[other.index()], &asked_in, other) {
                    state.advance(other, action, luck, &mut heard);
                    settle(&mut state, &mut buffer, luck, &mut heard, |_, _, _, _| ());
                    decisions += 1;
                }
            }
        }
        self.count(&state, seat, &mut heard);
        self.share += worth(&state)[seat] / PLAYED as f32;
    }

    fn count<G: Game>(&mut self, state: &G, seat: Seat, heard: &mut Vec<G::Event>) {
        let mut gains = Vec::<Gain>::new();
        heard.drain(..).for_each(|event| state.gains(&event, &mut gains));
        for gain in gains {
            let points = gain.points as f32 / PLAYED as f32;
            match gain.seat == seat {
                true => *self.gains.entry(gain.source).or_default() += points,
                false => self.others += points,
            }
        }
    }

    /// What this brings more than the other, in words.
    fn against(&self, other: &Outlook) -> String {
        let percent = |share: f32| (share * 100.0).round();
        let sources: BTreeSet<&str> = self.gains.keys().chain(other.gains.keys()).copied().collect();
        let of = |outlook: &Outlook, source: &str| outlook.gains.get(source).copied().unwrap_or(0.0);
        let more = |source| (source, of(self, source) - of(other, source));
        let mut parts: Vec<(&str, f32)> = sources.into_iter().map(more).collect();
        parts.retain(|(_, points)| points.abs() >= 0.25);
        parts.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let told = |(source, points): &(&str, f32)| {
            format!("{:.1} {} for “{source}”", points.abs(), if *points > 0.0 { "more" } else { "less" })
        };
        let mut told: Vec<String> = parts.iter().take(2).map(told).collect();
        let rivals = self.others - other.others;
        if rivals.abs() >= 0.5 {
            told.push(format!("{:.1} {} for the others", rivals.abs(), if rivals > 0.0 { "more" } else { "less" }));
        }
        let points = if told.is_empty() { String::new() } else { format!(" Points in between: {}.", told.join(", ")) };
        let (mine, its) = (percent(self.share), percent(other.share));
        format!("Played on from here, it leads to a chance of {mine} %, and the obvious answer to {its} %.{points}")
    }
}
