//! Bots on a small game: they answer legally, repeat by their seed, and the cleverer ones win more.

mod toy;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use astrarium_bots::{Bot, Breath, Budget, Ismcts, Settings, Sight, Spec, answers, build, parse_list, playout, worth};
use astrarium_core::{Fast, Game, Seat, Silent, Turn, settle};
use toy::{Move, Players, Toy};

fn start(number: u64) -> Toy {
    Toy::new(Players::default(), Toy::house(), &mut Fast::new(1, number))
}

/// Plays one game between four bots and returns each seat's share of the win and everything that was done.
fn play(bots: &[Spec], number: u64) -> ([f32; 4], Vec<(Seat, Move)>) {
    let mut bots: Vec<_> = bots.iter().zip(0..).map(|(spec, seed)| build::<Toy>(spec, 9 * number + seed)).collect();
    let (mut state, mut dice, mut done) = (start(number), Fast::new(2, number), Vec::new());
    loop {
        let asked = settle(&mut state, &mut Vec::new(), &mut dice, &mut Silent, |_, _, _, _| ());
        let before = state;
        for seat in asked.iter() {
            for action in answers(&mut *bots[seat.index()], &before, seat) {
                state.apply(seat, action, &mut dice, &mut Silent).expect("bots answer legally");
                done.push((seat, action));
            }
        }
        if asked.is_empty() {
            break;
        }
    }
    (worth(&state).0[..4].try_into().expect("four seats"), done)
}

/// How many of `games` the first bot wins against three of the second, at every seat in turn.
fn wins(one: &str, three: &str, games: u64) -> f32 {
    let mut bots = parse_list(&[one, three, three, three].join(",")).expect("bots");
    (0..games)
        .map(|n| {
            bots.rotate_right(1);
            play(&bots, n).0[(n as usize + 1) % 4]
        })
        .sum()
}

#[test]
fn cleverer_bots_win_more() {
    let (greedy, search) = (wins("greedy", "random", 200), wins("ismcts:100", "random", 80));
    println!("greedy {greedy} of 200, ismcts {search} of 80");
    assert!(greedy > 65.0, "greedy wins {greedy} of 200 against random, 50 would be even");
    assert!(search > 34.0, "ismcts wins {search} of 80 against random, 20 would be even");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for words in ["random,greedy,ismcts:100,ismcts:101x2", "greedy,random,random,ismcts:50x3"] {
        let bots = parse_list(words).expect("bots");
        assert_eq!(play(&bots, 5), play(&bots, 5));
        assert_ne!(play(&bots, 5).1, play(&bots, 6).1);
    }
}

#[test]
fn a_time_budget_is_kept() {
    let before = Instant::now();
    play(&parse_list("ismcts:5ms,random,random,random").expect("bots"), 1);
    let millis = before.elapsed().as_millis();
    assert!((10..1000).contains(&millis), "at most ten decisions of 5 ms took {millis} ms");
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
fn a_search_breathes_on_every_thread() {
    let breath = Slow(AtomicU32::new(0), Duration::ZERO);
    let settings = Settings { budget: Budget::Iterations(101), threads: 2, ..Settings::default() };
    Ismcts::<Toy>::new(settings, 4).choose(Sight::new(&start(1), Seat(0)).breathing(&breath));
    assert_eq!(breath.0.into_inner(), 51 / 16 + 50 / 16);
}

#[test]
fn time_in_which_a_search_was_held_is_not_its_own() {
    let (own, held) = (Duration::from_millis(2), Duration::from_millis(60));
    let (breath, began) = (Slow(AtomicU32::new(0), held), Instant::now());
    let settings = Settings { budget: Budget::Time(own), ..Settings::default() };
    Ismcts::<Toy>::new(settings, 4).choose(Sight::new(&start(1), Seat(0)).breathing(&breath));
    let took = began.elapsed();
    assert!(took >= own + held, "it ended after {took:?}, though it was held for {held:?}");
}

#[test]
fn hints_name_every_action_and_sum_up_the_chances() {
    let state = start(3);
    for spec in parse_list("greedy,ismcts:500,ismcts:500x2").expect("bots") {
        let hints = build::<Toy>(&spec, 1).hints(Sight::new(&state, Seat(2)));
        assert_eq!(hints.len(), 4, "{spec}");
        assert!(hints.iter().all(|(_, chance)| (0.05..0.6).contains(chance)), "{spec}: {hints:?}");
    }
}

#[test]
fn iterations_are_spent_and_counted() {
    let settings = Settings { budget: Budget::Iterations(101), threads: 2, ..Settings::default() };
    let mut bot = Ismcts::<Toy>::new(settings, 4);
    bot.choose(Sight::new(&start(1), Seat(0)));
    assert_eq!(bot.work().iterations, 101);
    assert!(bot.work().decisions > 101 * 5);
}

#[test]
fn a_playout_ends_the_game_or_stops_at_the_limit() {
    let (mut state, mut rng, mut buffer) = (start(1), Fast::new(3, 3), Vec::new());
    assert_eq!(playout(&mut state, &mut rng, &mut buffer, 7), 7);
    assert!(!state.turn().is_over());
    let rest = playout(&mut state, &mut rng, &mut buffer, u32::MAX);
    assert!((4..=18).contains(&rest), "{rest}");
    let Turn::Over(standing) = state.turn() else { panic!("over") };
    assert_eq!(worth(&state).0.iter().sum::<f32>(), 1.0);
    assert!(!standing.winners().is_empty());
}

/// What a seat cannot know changes nothing: the same choice on every redealt state.
#[test]
fn bots_are_blind_to_what_is_hidden() {
    let state = start(8);
    let redealt = state.redeal(Seat(1), &mut Fast::new(5, 5));
    assert_ne!(state, redealt, "the seed shows nothing: choose another");
    for spec in parse_list("random,greedy,ismcts:200").expect("bots") {
        let choose = |s: &Toy| {
            let mut bot = build::<Toy>(&spec, 7);
            (bot.choose(Sight::new(s, Seat(1))), bot.hints(Sight::new(s, Seat(1))))
        };
        assert_eq!(choose(&state), choose(&redealt), "{spec}");
    }
}
