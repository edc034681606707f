//! Information-set Monte Carlo tree search for any number of seats, sealed choices included.
//!
//! Each iteration redeals what the searching seat cannot know, then plays on. Every seat has its own tree: a node is what that
//! seat has seen happen since the root, so its choices cannot depend on what it does not see. Dice branch where a node is visited
//! often; cards drawn do not, since not everybody sees them. A seat follows its tree among the actions legal in this redeal, by
//! UCB1 or, where answers are sealed, by lot; it adds one edge, and plays at random from there on. A node that is visited again
//! and again rates its actions one step ahead, as the greedy bot does, and tries the promising ones first.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::{Duration, Instant};

use astrarium_core::{
    Action, BySeat, Chance, Fast, Game, MAX_SEATS, Scripted, Search, Seat, SeatSet, Silent, Turn, Viewer, settle,
};

use crate::{Bot, Sight, playout, worth};

/// A node rates its actions at this visit and again whenever its visits have doubled.
const RATED: u32 = 4;
/// From this visit on a node is split by how the dice fell; before that it learns more from all of them together.
const SPLIT: u32 = 500;
/// How much the draw at a sealed stop scatters, as a part of UCB1's constant.
const SCATTER: f32 = 0.43;
/// Iterations between two yields, and between two looks at the clock: a millisecond or two at most.
const BREATH: u32 = 16;

#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Settings {
    pub budget: Budget,
    /// Each thread grows trees of its own; the roots are added up.
    pub threads: u32,
    /// Random decisions after the searching seat has left its tree until the game's evaluation is asked.
    pub cut: u32,
    /// How much an uncertain action is tried again: the constant of UCB1.
    pub explore: f32,
    /// How many visits the rating of an action counts for; zero does without.
    pub prior: f32,
}

/// How long to think about one decision.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Budget {
    Iterations(u32),
    Time(Duration),
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: Budget::Iterations(2_000), threads: 1, cut: 2, explore: 0.7, prior: 0.0 }
    }
}

impl Settings {
    /// As the game wants to be searched.
    pub fn suited<G: Game>(self) -> Settings {
        let Search { rollout, explore, prior, .. } = G::SEARCH;
        Settings { cut: rollout, explore: explore as f32 / 100.0, prior: prior as f32, ..self }
    }
}

/// What a search has done so far.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub iterations: u64,
    pub decisions: u64,
}

/// The bot: trees that are kept from one decision to the next as long as nothing new was learnt.
pub struct Ismcts<G: Game> {
    settings: Settings,
    forests: Vec<Forest<G>>,
    /// The root of every seat's tree.
    roots: BySeat<u64>,
    /// What the seat sees at its next decision if its last answer brings no news.
    foreseen: Option<G::View>,
}

impl<G: Game> fmt::Debug for Ismcts<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ismcts").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl<G: Game> Ismcts<G> {
    pub fn new(settings: Settings, seed: u64) -> Ismcts<G> {
        let forests = (0..settings.threads.max(1)).map(|k| Forest::new(Fast::new(seed, k.into()))).collect();
        Ismcts { settings, forests, roots: BySeat::default(), foreseen: None }
    }

    pub fn work(&self) -> Work {
        self.forests.iter().fold(Work::default(), |sum, f| Work {
            iterations: sum.iterations + f.work.iterations,
            decisions: sum.decisions + f.work.decisions,
        })
    }

    /// Thinks, and returns the root's edges, most visited first.
    fn search(&mut self, sight: Sight<'_, G>) -> Vec<Edge<G::Action>> {
        if self.foreseen.take().is_none_or(|view| view != sight.view()) {
            self.forests.iter_mut().for_each(Forest::clear);
            self.roots = BySeat(std::array::from_fn(|seat| mix(0, seat as u64)));
        }
        let (settings, roots) = (self.settings, self.roots);
        if let [forest] = &mut self.forests[..] {
            forest.grow(sight, roots, &settings, 0);
        } else {
            std::thread::scope(|scope| {
                for (k, forest) in self.forests.iter_mut().enumerate() {
                    scope.spawn(move || forest.grow(sight, roots, &settings, k as u32));
                }
            });
        }
        let mut sum: Vec<Edge<G::Action>> = sight.legal().into_iter().map(Edge::new).collect();
        for edge in self.forests.iter().flat_map(|f| f.edges_of(roots[sight.seat()])) {
            if let Some(all) = sum.iter_mut().find(|e| e.action == edge.action) {
                all.visits += edge.visits;
                all.value += edge.value;
            }
        }
        sum.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean().total_cmp(&a.mean())));
        sum
    }

    /// Keeps the trees for the next decision if the answer brings no news: no die is thrown, and the view is as foreseen.
    fn foresee(&mut self, sight: Sight<'_, G>, action: G::Action) {
        let mut state = sight.redeal(&mut self.forests[0].rng);
        follow(&mut self.roots, state.turn(), sight.seat(), action);
        let mut dice = Scripted::default();
        state.advance(sight.seat(), action, &mut dice, &mut Silent);
        settle(&mut state, &mut self.forests[0].buffer, &mut dice, &mut Silent, |_, _, _, _| ());
        self.foreseen = dice.finish().is_ok().then(|| state.view(Viewer::Seat(sight.seat())));
    }
}

impl<G: Game> Bot<G> for Ismcts<G> {
    fn choose(&mut self, sight: Sight<'_, G>) -> G::Action {
        if let [only] = sight.legal()[..] {
            return only;
        }
        let action = self.search(sight)[0].action;
        self.foresee(sight, action);
        action
    }

    fn hints(&mut self, sight: Sight<'_, G>) -> Vec<(G::Action, f32)> {
        self.search(sight).iter().map(|edge| (edge.action, edge.mean())).collect()
    }

    fn bytes(&self) -> usize {
        let kept = if self.foreseen.is_some() { &self.forests[..] } else { &[] };
        kept.iter().map(Forest::bytes).sum()
    }
}

/// An action at a node: how often it was legal there, how often tried, and what its seat won by it in all.
#[derive(Copy, Clone, Debug)]
struct Edge<A> {
    action: A,
    available: u32,
    visits: u32,
    value: f32,
    /// The sum of its ratings one step ahead, and their number.
    rating: f32,
    rated: u32,
}

impl<A> Edge<A> {
    fn new(action: A) -> Edge<A> {
        Edge { action, available: 0, visits: 0, value: 0.0, rating: 0.0, rated: 0 }
    }

    fn mean(&self) -> f32 {
        self.value / self.visits.max(1) as f32
    }

    /// Visits and value, with the rating as if it were this many visits.
    fn sums(&self, settings: &Settings) -> (f32, f32) {
        let (visits, value) = (self.visits as f32, self.value);
        if self.rated == 0 {
            return (visits, value);
        }
        (visits + settings.prior, value + settings.prior * self.rating / self.rated as f32)
    }

    /// UCB1. Infinite while there are neither visits nor a rating.
    fn score(&self, settings: &Settings) -> f32 {
        let (visits, value) = self.sums(settings);
        value / visits + settings.explore * ((self.available as f32).ln() / visits).sqrt()
    }

    /// The mean, and a deviate that becomes smaller with the visits. All seats learn at a sealed stop at the same time: by UCB1
    /// they would try their answers in step, and judge an answer beside the same answer of the others.
    fn lot(&self, settings: &Settings, rng: &mut Fast) -> f32 {
        let (visits, value) = self.sums(settings);
        value / visits + SCATTER * settings.explore * deviate(rng) / visits.sqrt()
    }
}

/// A node's edges: a stretch of the forest's.
#[derive(Copy, Clone, Debug)]
struct Node {
    first: usize,
    count: usize,
    visits: u32,
}

/// The trees of all seats. A node has no links: it is found by the hash of what its seat has seen since the root.
struct Forest<G: Game> {
    rng: Fast,
    nodes: HashMap<u64, Node, BuildHasherDefault<Hashed>>,
    edges: Vec<Edge<G::Action>>,
    /// The edges followed in this iteration, each with the seat that chose.
    path: Vec<(usize, Seat)>,
    buffer: Vec<G::Action>,
    forced: Vec<G::Action>,
    work: Work,
}

impl<G: Game> Forest<G> {
    fn new(rng: Fast) -> Forest<G> {
        let (nodes, edges, path) = (HashMap::default(), Vec::new(), Vec::new());
        Forest { rng, nodes, edges, path, buffer: Vec::new(), forced: Vec::new(), work: Work::default() }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<(u64, Node)>() + self.edges.capacity() * size_of::<Edge<G::Action>>()
    }

    fn edges_of(&self, key: u64) -> &[Edge<G::Action>] {
        self.nodes.get(&key).map_or(&[], |node| &self.edges[node.first..][..node.count])
    }

    /// Iterates for thread `k`'s part of the budget.
    fn grow(&mut self, sight: Sight<'_, G>, roots: BySeat<u64>, settings: &Settings, k: u32) {
        match settings.budget {
            Budget::Iterations(n) => {
                let mine = n / settings.threads + u32::from(k < n % settings.threads);
                for done in 1..=mine {
                    self.iterate(sight, roots, settings);
                    if done % BREATH == 0 {
                        sight.breathe();
                    }
                }
            }
            Budget::Time(time) => {
                let (start, mut held) = (Instant::now(), Duration::ZERO);
                while start.elapsed() < time + held {
                    (0..BREATH).for_each(|_| self.iterate(sight, roots, settings));
                    held += sight.breathe();
                }
            }
        }
    }

    fn iterate(&mut self, sight: Sight<'_, G>, roots: BySeat<u64>, settings: &Settings) {
        let me = sight.seat();
        let mut state = sight.redeal(&mut self.rng);
        let (mut keys, mut fell, mut left) = (roots, 0, settings.cut);
        let mut inside: SeatSet = Seat::first(state.seats()).collect();
        self.path.clear();
        while !inside.is_empty() && (left > 0 || inside.contains(me)) {
            let turn = state.turn();
            let Some(seat) = next(turn, me) else { break };
            self.buffer.clear();
            state.actions(seat, &mut self.buffer);
            let action = if let [only] = self.buffer[..] {
                only
            } else {
                left -= u32::from(!inside.contains(me));
                self.work.decisions += 1;
                let key = self.split(keys[seat], fell);
                let sealed = matches!(turn, Turn::AnyOf(_));
                let action = self.decide(&state, seat, key, sealed, &mut inside, settings);
                follow(&mut keys, turn, seat, action);
                action
            };
            let mut dice = Seen { rng: &mut self.rng, fell };
            state.advance(seat, action, &mut dice, &mut Silent);
            fell = dice.fell;
        }
        self.work.decisions += u64::from(playout(&mut state, &mut self.rng, &mut self.buffer, left));
        self.work.iterations += 1;
        let worth = worth(&state);
        for &(edge, seat) in &self.path {
            self.edges[edge].visits += 1;
            self.edges[edge].value += worth[seat];
        }
    }

    /// The key of a node, or of its part in which the dice fell in this way if it is visited often enough to have parts.
    fn split(&self, key: u64, fell: u64) -> u64 {
        let often = || self.nodes.get(&key).is_some_and(|node| node.visits >= SPLIT);
        if fell != 0 && often() { mix(key, fell) } else { key }
    }

    /// One of the actions in the buffer: by the seat's tree as long as it is inside, at random afterwards.
    fn decide(
        &mut self,
        state: &G,
        seat: Seat,
        key: u64,
        sealed: bool,
        inside: &mut SeatSet,
        settings: &Settings,
    ) -> G::Action {
        if !inside.contains(seat) {
            return self.buffer[self.rng.below(self.buffer.len() as u32) as usize];
        }
        let edge = self.select(state, seat, key, sealed, settings);
        if self.edges[edge].visits == 0 {
            inside.remove(seat);
        }
        self.path.push((edge, seat));
        self.edges[edge].action
    }

    /// An action that was never tried nor rated, evenly among them; otherwise the best by UCB1 or by lot.
    fn select(&mut self, state: &G, seat: Seat, key: u64, sealed: bool, settings: &Settings) -> usize {
        let mut node = *self.nodes.entry(key).or_insert(Node { first: self.edges.len(), count: 0, visits: 0 });
        node.visits += 1;
        let now = settings.prior > 0.0 && node.visits >= RATED && node.visits.is_power_of_two();
        let dice = now.then(|| Fast::new(self.rng.below(u32::MAX).into(), 0));
        let (mut untried, mut best, mut chosen) = (0, f32::NEG_INFINITY, 0);
        for k in 0..self.buffer.len() {
            let at = self.find(&mut node, k);
            let edge = &mut self.edges[node.first + at];
            edge.available += 1;
            if let Some(dice) = &dice {
                edge.rating += rate(state, seat, edge.action, dice.clone(), &mut self.forced);
                edge.rated += 1;
            }
            if edge.visits + edge.rated == 0 {
                untried += 1;
                if self.rng.below(untried) == 0 {
                    chosen = at;
                }
            } else if untried == 0 {
                let score = if sealed { edge.lot(settings, &mut self.rng) } else { edge.score(settings) };
                if score > best {
                    (best, chosen) = (score, at);
                }
            }
        }
        self.nodes.insert(key, node);
        node.first + chosen
    }

    /// The place among the node's edges of the `k`-th action of the buffer. Actions are listed in a steady order, so it is
    /// mostly `k`. A new edge goes to the end; a node that is not the last moves there first.
    fn find(&mut self, node: &mut Node, k: usize) -> usize {
        let action = self.buffer[k];
        let edges = &self.edges[node.first..][..node.count];
        if edges.get(k).is_some_and(|edge| edge.action == action) {
            return k;
        }
        if let Some(at) = edges.iter().position(|edge| edge.action == action) {
            return at;
        }
        if node.first + node.count != self.edges.len() {
            let old = node.first..node.first + node.count;
            node.first = self.edges.len();
            self.edges.extend_from_within(old);
        }
        self.edges.push(Edge::new(action));
        node.count += 1;
        node.count - 1
    }
}

/// What an action is worth one step ahead. All actions of a node are rated with the same dice, so luck does not decide.
fn rate<G: Game>(state: &G, seat: Seat, action: G::Action, mut dice: Fast, buffer: &mut Vec<G::Action>) -> f32 {
    let mut state = *state;
    state.advance(seat, action, &mut dice, &mut Silent);
    settle(&mut state, buffer, &mut dice, &mut Silent, |_, _, _, _| ());
    worth(&state)[seat]
}

/// Who answers next. Sealed answers commute, so the searching seat goes first and its tree is the deepest.
fn next(turn: Turn, me: Seat) -> Option<Seat> {
    let asked = turn.seats();
    if asked.contains(me) { Some(me) } else { asked.first() }
}

/// Moves on in the trees of all who see the action: a sealed one is seen by its own seat alone.
fn follow<A: Action>(keys: &mut BySeat<u64>, turn: Turn, seat: Seat, action: A) {
    let word = u64::from(action.index()) * MAX_SEATS as u64 + u64::from(seat.0) + 1;
    match turn {
        Turn::AnyOf(_) => keys[seat] = mix(keys[seat], word),
        _ => keys.0.iter_mut().for_each(|key| *key = mix(*key, word)),
    }
}

/// Dice whose falls are remembered as a hash: everybody at the table sees them.
struct Seen<'a> {
    rng: &'a mut Fast,
    fell: u64,
}

impl Chance for Seen<'_> {
    fn pick(&mut self, n: u32, _: impl Fn(u32) -> String) -> u32 {
        self.rng.below(n)
    }

    fn roll(&mut self, sides: u8) -> u8 {
        let fell = self.rng.roll(sides);
        self.fell = mix(self.fell, fell.into());
        fell
    }
}

/// About normal, with a deviation of 1: the sum of four even ones.
fn deviate(rng: &mut Fast) -> f32 {
    let sum: u32 = (0..4).map(|_| rng.below(1 << 16)).sum();
    (sum as f32 / 65_536.0 - 2.0) * 1.732
}

/// Chains a word to a hash (the finaliser of MurmurHash3).
fn mix(key: u64, word: u64) -> u64 {
    let mut x = key.rotate_left(23) ^ word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    x = (x ^ (x >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    x ^ (x >> 33)
}

/// Keys that are hashes already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are written whole");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use astrarium_core::{Parts, Rules, Setup};

    use super::*;
    use crate::toy::{Move, Players, Toy};

    /// A state in which seat 1 has just won the bid and moves twice.
    fn two_moves() -> Toy {
        let mut state = Toy::new(Players::default(), Toy::house(), &mut Fast::new(1, 1));
        for seat in Seat::first(4) {
            state.advance(seat, Move::Bid(seat.0 % 2 * 2 - seat.0 / 3), &mut Fast::new(2, 2), &mut Silent);
        }
        assert_eq!(state.turn(), Turn::Of(Seat(1)));
        state
    }

    fn visits(bot: &Ismcts<Toy>) -> u32 {
        bot.forests[0].edges_of(bot.roots[Seat(1)]).iter().map(|e| e.visits).sum()
    }

    #[test]
    fn the_tree_is_kept_until_there_is_news() {
        let mut bot = Ismcts::new(Settings::default(), 3);
        let mut state = two_moves();
        bot.search(Sight::new(&state, Seat(1)));
        assert_eq!(visits(&bot), 2_000);
        bot.foresee(Sight::new(&state, Seat(1)), Move::Step);
        let kept = visits(&bot);
        assert!(kept > 50, "{kept} visits after a step");
        state.advance(Seat(1), Move::Step, &mut Fast::new(3, 3), &mut Silent);
        bot.search(Sight::new(&state, Seat(1)));
        assert_eq!(visits(&bot), kept + 2_000);

        bot.foresee(Sight::new(&two_moves(), Seat(1)), Move::Roll);
        assert_eq!(bot.foreseen, None, "a die is news");
        bot.search(Sight::new(&state, Seat(1)));
        assert_eq!(visits(&bot), 2_000);
        bot.foresee(Sight::new(&two_moves(), Seat(1)), Move::Step);
        bot.search(Sight::new(&two_moves(), Seat(1)));
        assert_eq!(visits(&bot), 2_000, "another view than foreseen");
    }

    /// What each of three sealed answers wins against each: the first beats the last by much, the others beat each other by little.
    /// Best is the second five times of seven and the others once; that cannot be exploited.
    const SEALED: [[f32; 3]; 3] = [[0.5, 0.4, 1.0], [0.6, 0.5, 0.4], [0.0, 0.6, 0.5]];

    /// Two seats learn to answer at once. What the best reply to the first one's answers wins above even.
    fn exploited(iterations: u32, rng: &mut Fast, score: fn(&Edge<usize>, &mut Fast) -> f32) -> f32 {
        let mut seats = [[0, 1, 2].map(Edge::new); 2];
        for _ in 0..iterations {
            let [a, b] = seats.each_ref().map(|edges| match edges.iter().filter(|e| e.visits == 0).count() as u32 {
                0 => {
                    edges
                        .map(|e| (e.action, score(&e, rng)))
                        .into_iter()
                        .max_by(|a, b| a.1.total_cmp(&b.1))
                        .expect("three")
                        .0
                }
                untried => edges.iter().filter(|e| e.visits == 0).nth(rng.below(untried) as usize).expect("one").action,
            });
            for (edges, (mine, other)) in seats.iter_mut().zip([(a, b), (b, a)]) {
                edges.iter_mut().for_each(|edge| edge.available += 1);
                edges[mine].visits += 1;
                edges[mine].value += SEALED[mine][other];
            }
        }
        let wins = |reply: [f32; 3]| seats[0].iter().map(|e| reply[e.action] * e.visits as f32).sum::<f32>();
        SEALED.map(wins).into_iter().fold(0.0, f32::max) / iterations as f32 - 0.5
    }

    /// By UCB1 the two stay in step and learn nothing, however long; by lot they come ever closer to the best play.
    #[test]
    fn sealed_answers_are_drawn_as_they_should_be() {
        let mean = |iterations, score: fn(&Edge<usize>, &mut Fast) -> f32| {
            (0..10).map(|seed| exploited(iterations, &mut Fast::new(seed, 0), score)).sum::<f32>() / 10.0
        };
        let growing = |score: fn(&Edge<usize>, &mut Fast) -> f32| [100, 1_000, 10_000].map(|n| mean(n, score));
        let in_step = growing(|edge, _| edge.score(&Settings::default()));
        let drawn = growing(|edge, rng| edge.lot(&Settings::default(), rng));
        println!("exploited by UCB1 {in_step:.4?}, by lot {drawn:.4?}");
        assert!(in_step[2] > 0.1, "lots are needed no more: {in_step:?}");
        assert!(drawn.windows(2).all(|pair| pair[1] < pair[0]) && drawn[2] < 0.01, "{drawn:?}");
    }

    /// An action that only some redeals allow makes its node move; nothing is lost.
    #[test]
    fn a_node_takes_new_actions_later() {
        let mut forest = Forest::<Toy>::new(Fast::new(1, 1));
        for (key, actions) in [(1, vec![Move::Bid(0)]), (2, vec![Move::Step]), (1, vec![Move::Bid(1), Move::Bid(0)])] {
            forest.buffer = actions;
            forest.select(&two_moves(), Seat(1), key, false, &Settings::default());
        }
        let available: Vec<_> = forest.edges_of(1).iter().map(|e| (e.action, e.available)).collect();
        assert_eq!(available, [(Move::Bid(0), 2), (Move::Bid(1), 1)]);
        assert_eq!(forest.edges_of(2).len(), 1);
    }
}
