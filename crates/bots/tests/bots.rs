//! Bots on the teaching game: they answer legally, repeat by their seed, keep their budget and see nothing hidden.
//!
//! How well they play is tested in `law.rs` on another game: a stance does nothing until both have chosen, so one step ahead all
//! are alike.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use astrarium_bots::{Bot, Breath, Budget, Ismcts, Settings, Sight, Spec, answers, build, parse_list, playout, worth};
use astrarium_core::{Fast, Parts, Rules, Seat, Setup, Silent, Turn, Vision, settle};
use game_dice_duel::{Action, Options, Stance, State};

fn start() -> State {
    State::new(Options::default(), State::house(), &mut Fast::new(1, 1))
}

/// Plays one game between two bots and returns everything that was done.
fn play(bots: &[Spec], number: u64) -> Vec<(Seat, Action)> {
    let mut bots: Vec<_> = bots.iter().zip(0..).map(|(spec, seed)| build::<State>(spec, 9 * number + seed)).collect();
    let (mut state, mut dice, mut done) = (start(), Fast::new(2, number), Vec::new());
    loop {
        let asked = settle(&mut state, &mut Vec::new(), &mut dice, &mut Silent, |_, _, _, _| ());
        if asked.is_empty() {
            return done;
        }
        let before = state;
        for seat in asked.iter() {
            for action in answers(&mut *bots[seat.index()], &before, seat) {
                state.apply(seat, action, &mut dice, &mut Silent).expect("bots answer legally");
                done.push((seat, action));
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for words in ["random,greedy", "ismcts:100,ismcts:101x2", "greedy,ismcts:50x3"] {
        let bots = parse_list(words).expect("bots");
        assert_eq!(play(&bots, 5), play(&bots, 5));
        assert_ne!(play(&bots, 5), play(&bots, 6));
    }
}

#[test]
fn a_time_budget_is_kept() {
    let before = Instant::now();
    play(&parse_list("ismcts:5ms,random").expect("bots"), 1);
    let millis = before.elapsed().as_millis();
    assert!((10..5000).contains(&millis), "at most twelve decisions of 5 ms took {millis} ms");
}

/// Counts how often it is asked, and says the first time that it held the search.
#[derive(Debug)]
struct Slow(AtomicU32, Duration);

impl Breath for Slow {
    fn breathe(&self) -> Duration {
        if self.0.fetch_add(1, Relaxed) == 0 { self.1 } else { Duration::ZERO }
    }
}

#[test]
fn a_search_yields_on_every_thread() {
    let breath = Slow(AtomicU32::new(0), Duration::ZERO);
    let settings = Settings { budget: Budget::Iterations(101), threads: 2, ..Settings::default() };
    Ismcts::<State>::new(settings, 4).choose(Sight::new(&start(), Seat(0)).breathing(&breath));
    assert_eq!(breath.0.into_inner(), 51 / 16 + 50 / 16);
}

#[test]
fn time_spent_preempted_does_not_count() {
    let (own, held) = (Duration::from_millis(2), Duration::from_millis(60));
    let (breath, began) = (Slow(AtomicU32::new(0), held), Instant::now());
    let settings = Settings { budget: Budget::Time(own), ..Settings::default() };
    Ismcts::<State>::new(settings, 4).choose(Sight::new(&start(), Seat(0)).breathing(&breath));
    let took = began.elapsed();
    assert!(took >= own + held, "it ended after {took:?}, though it was held for {held:?}");
}

#[test]
fn hints_name_every_action_and_sum_up_the_chances() {
    let state = start();
    for spec in parse_list("greedy,ismcts:500,ismcts:500x2").expect("bots") {
        let hints = build::<State>(&spec, 1).hints(Sight::new(&state, Seat(1)));
        assert_eq!(hints.len(), 3, "{spec}");
        assert!(hints.iter().all(|(_, chance)| (0.2..0.8).contains(chance)), "{spec}: {hints:?}");
    }
}

#[test]
fn iterations_are_spent_and_counted() {
    let settings = Settings { budget: Budget::Iterations(101), threads: 2, ..Settings::default() };
    let mut bot = Ismcts::<State>::new(settings, 4);
    bot.choose(Sight::new(&start(), Seat(0)));
    assert_eq!(bot.work().iterations, 101);
    assert!(bot.work().decisions > 101 * 5);
}

#[test]
fn a_playout_ends_the_game_or_stops_at_the_limit() {
    let (mut state, mut rng, mut buffer) = (start(), Fast::new(3, 3), Vec::new());
    assert_eq!(playout(&mut state, &mut rng, &mut buffer, 7), 7);
    assert!(!state.turn().is_over());
    let rest = playout(&mut state, &mut rng, &mut buffer, u32::MAX);
    assert!((3..=17).contains(&rest), "{rest}");
    let Turn::Over(standing) = state.turn() else { panic!("over") };
    assert_eq!(worth(&state).0.iter().sum::<f32>(), 1.0);
    assert!(!standing.winners().is_empty());
}

/// What a seat cannot know changes nothing: the same choice on every redealt state.
#[test]
fn bots_are_blind_to_what_is_hidden() {
    let (seat, mut state) = (Seat(0), start());
    state.advance(Seat(1), Action::Take(Stance::Guard), &mut Fast::new(1, 1), &mut Silent);
    let redealt = (0..99).map(|n| state.redeal(seat, &mut Fast::new(5, n))).find(|other| *other != state);
    let redealt = redealt.expect("the other's stance is hidden");
    for spec in parse_list("random,greedy,ismcts:200").expect("bots") {
        let choose = |s: &State| {
            let mut bot = build::<State>(&spec, 7);
            (bot.choose(Sight::new(s, seat)), bot.hints(Sight::new(s, seat)))
        };
        assert_eq!(choose(&state), choose(&redealt), "{spec}");
    }
}
