//! How fast the engine is, compared with a yardstick that alternates with it: random chess by the crate cozy-chess.

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use astrarium_bots::{Bot, Budget, Greedy, Ismcts, Settings, Sight, Spec, playout};
use astrarium_core::{Fast, Game};
use cozy_chess::{Board, Move};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub struct Bench {
    pub yardstick: Yardstick,
    pub titles: Vec<Figures>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Yardstick {
    pub name: &'static str,
    pub moves_per_second: f64,
}

/// What was measured of one title, on one thread, with its usual options.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    pub title: &'static str,
    pub seats: usize,
    pub decisions_per_second: f64,
    /// Decisions a second over the yardstick's moves a second.
    pub ratio: f64,
    pub mean_decisions: f64,
    pub state_bytes: usize,
    pub clone_ns: f64,
    pub redeal_ns: f64,
    /// Search with rollouts cut at 20 decisions.
    pub search_iterations_per_second: f64,
    /// Search with whole rollouts: its decisions a second over those of bare playouts.
    pub search_efficiency: f64,
    /// The levels that players are offered, as they play: with the game's own search settings, ratings and evaluation.
    pub levels: [Pace; 4],
    #[serde(skip)]
    pub yardstick: Rate,
}

/// How long a level thinks about one decision in the middle of a game.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Pace {
    pub level: &'static str,
    pub decision_ms: f64,
    /// Of tree search; zero for a level that does not search.
    pub iterations_per_second: f64,
}

/// Things done in a time.
#[derive(Copy, Clone, Debug, Default)]
pub struct Rate {
    pub done: u64,
    pub seconds: f64,
}

impl Rate {
    pub fn per_second(&self) -> f64 {
        self.done as f64 / self.seconds
    }

    fn time(&mut self, work: impl FnOnce() -> u64) {
        let start = Instant::now();
        self.done += work();
        self.seconds += start.elapsed().as_secs_f64();
    }
}

impl Bench {
    /// Puts the figures of several titles together.
    pub fn new(titles: Vec<Figures>) -> Bench {
        let sum = titles.iter().fold(Rate::default(), |sum, title| Rate {
            done: sum.done + title.yardstick.done,
            seconds: sum.seconds + title.yardstick.seconds,
        });
        let name = "random chess with cozy-chess 0.3";
        Bench { yardstick: Yardstick { name, moves_per_second: sum.per_second() }, titles }
    }
}

/// Measures one title for about this many seconds.
pub fn measure<G: Game>(seconds: f64) -> Figures {
    let mut rng = Fast::new(1, 0);
    let slice = Duration::from_secs_f64(seconds / 130.0);
    let (mut yardstick, mut plays, mut games) = (Rate::default(), Rate::default(), 0);
    let (mut moves, mut actions) = (Vec::new(), Vec::new());
    for _ in 0..30 {
        yardstick.time(|| until(slice, || chess(&mut rng, &mut moves)));
        plays.time(|| {
            until(slice, || {
                games += 1;
                playout(&mut fresh::<G>(&mut rng), &mut rng, &mut actions, u32::MAX).into()
            })
        });
    }
    let mean_decisions = plays.done as f64 / f64::from(games);
    let states = sample::<G>(&mut rng, 0..400);
    let middle = sample(&mut rng, (mean_decisions / 4.0) as u32..(mean_decisions * 0.75) as u32 + 1);
    let (cut, whole) = (search(&states, slice * 15, 20), search(&states, slice * 15, u32::MAX));
    Figures {
        title: G::META.id,
        seats: states[0].seats(),
        decisions_per_second: plays.per_second(),
        ratio: plays.per_second() / yardstick.per_second(),
        mean_decisions,
        state_bytes: size_of::<G>(),
        clone_ns: clone_ns(&states[..16], slice * 5),
        redeal_ns: redeal_ns(&states, slice * 5),
        search_iterations_per_second: cut.0.per_second(),
        search_efficiency: whole.1.per_second() / plays.per_second(),
        levels: ["pilot", "captain", "admiral", "emperor"].map(|level| pace::<G>(level, &middle, slice * 10)),
        yardstick,
    }
}

fn fresh<G: Game>(rng: &mut Fast) -> G {
    G::new(G::Options::default(), G::house(), rng)
}

/// Does a thing again and again for a time, and adds up what it returns.
fn until(time: Duration, mut thing: impl FnMut() -> u64) -> u64 {
    let (start, mut done) = (Instant::now(), 0);
    while start.elapsed() < time {
        done += thing();
    }
    done
}

/// One game of random chess: all legal moves are listed at every move; until none is left or for 50 moves nothing was taken
/// and no pawn was moved. Returns the moves.
fn chess(rng: &mut Fast, moves: &mut Vec<Move>) -> u64 {
    let (mut board, mut count) = (Board::default(), 0);
    while board.halfmove_clock() < 100 {
        moves.clear();
        board.generate_moves(|some| {
            moves.extend(some);
            false
        });
        if moves.is_empty() {
            break;
        }
        board.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
        count += 1;
    }
    count
}

/// States out of random games after this many decisions, in which somebody has something to decide.
fn sample<G: Game>(rng: &mut Fast, after: Range<u32>) -> Vec<G> {
    let mut buffer = Vec::new();
    let mut states = Vec::new();
    while states.len() < 256 {
        let mut state = fresh::<G>(rng);
        let decisions = after.start + rng.below(after.end - after.start);
        playout(&mut state, rng, &mut buffer, decisions);
        buffer.clear();
        if let Some(seat) = state.turn().seats().first() {
            state.actions(seat, &mut buffer);
        }
        if buffer.len() > 1 {
            states.push(state);
        }
    }
    states
}

/// The least time in nanoseconds that one thing took, out of many rounds of `count` things each: others on the machine can only
/// make it longer.
fn least_ns(time: Duration, count: usize, mut things: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    until(time, || {
        let start = Instant::now();
        things();
        least = least.min(start.elapsed().as_nanos() as f64 / count as f64);
        0
    });
    least
}

fn clone_ns<G: Game>(states: &[G], time: Duration) -> f64 {
    const TIMES: usize = 64;
    let mut copies = states.to_vec();
    least_ns(time, TIMES * states.len(), || {
        for _ in 0..TIMES {
            copies.iter_mut().zip(states).for_each(|(copy, state)| *black_box(copy) = *black_box(state));
        }
    })
}

fn redeal_ns<G: Game>(states: &[G], time: Duration) -> f64 {
    let mut rng = Fast::new(2, 0);
    let asked = |state: &G| state.turn().seats().first().expect("sampled states ask somebody");
    least_ns(time, states.len(), || {
        states.iter().for_each(|state| _ = black_box(state.redeal(asked(state), &mut rng)));
    })
}

/// Iterations and decisions of searches with 2,000 iterations, each in another state.
fn search<G: Game>(states: &[G], time: Duration, cut: u32) -> (Rate, Rate) {
    let settings = Settings { budget: Budget::Iterations(2_000), threads: 1, cut, ..Settings::default() };
    let (mut iterations, mut decisions) = (Rate::default(), 0);
    let mut next = states.iter().cycle();
    iterations.time(|| {
        until(time, || {
            let state = next.next().expect("there are states");
            let mut bot = Ismcts::new(settings, 3);
            bot.choose(Sight::new(state, state.turn().seats().first().expect("sampled states ask somebody")));
            decisions += bot.work().decisions;
            bot.work().iterations
        })
    });
    (iterations, Rate { done: decisions, seconds: iterations.seconds })
}

/// Decisions of a level, each in another state.
fn pace<G: Game>(level: &'static str, states: &[G], time: Duration) -> Pace {
    let spec = level.parse::<Spec>().expect("a level is a bot");
    let (mut decisions, mut iterations) = (Rate::default(), 0);
    let mut next = states.iter().cycle();
    decisions.time(|| {
        until(time, || {
            let state = next.next().expect("there are states");
            let sight = Sight::new(state, state.turn().seats().first().expect("sampled states ask somebody"));
            if let Some(settings) = spec.settings::<G>() {
                let mut bot = Ismcts::new(settings, 3);
                bot.choose(sight);
                iterations += bot.work().iterations;
            } else {
                Greedy(Fast::new(3, 0)).choose(sight);
            }
            1
        })
    });
    Pace {
        level,
        decision_ms: 1_000.0 / decisions.per_second(),
        iterations_per_second: iterations as f64 / decisions.seconds,
    }
}
