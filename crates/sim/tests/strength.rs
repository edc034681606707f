//! Every title's evaluation is good enough for its bots: greedy beats random play, search beats greedy.

use std::sync::atomic::AtomicBool;

use astrarium_bots::parse_list;
use astrarium_core::Game;
use astrarium_games::{Title, with_game};
use astrarium_sim::{Plan, Summary, Watch};

/// The share of games that one bot wins against others of another kind at every other seat.
fn share<G: Game>(one: &str, others: &str, games: u64) -> f64 {
    let options = G::Options::default();
    let words: Vec<&str> =
        (0..astrarium_core::Options::seats(&options)).map(|s| if s == 0 { one } else { others }).collect();
    let bots = parse_list(&words.join(",")).expect("bots");
    let plan: Plan<G> = Plan { options, data: G::house(), bots, games, seed: 1, threads: 2, rows: false };
    let batch = plan.run(&Watch { stop: &AtomicBool::new(false), each: &|_| () }).expect("a bot for each seat");
    assert_eq!(batch.failures, []);
    let shares = Summary::new(&plan, &batch).win_shares.bots;
    shares.iter().find(|share| share.name == one).expect("it played").share
}

#[test]
fn greedy_beats_random() {
    for title in Title::ALL {
        // An even share is at most a third; the first title's bots are held to more.
        let clearly = if title == Title::GalacticAdventures { 0.8 } else { 0.6 };
        let won = with_game!(title, G => share::<G>("greedy", "random", 40));
        assert!(won > clearly, "{title}: greedy wins {won} against random");
    }
}

#[test]
fn search_beats_greedy() {
    for title in Title::ALL {
        let won = with_game!(title, G => share::<G>("ismcts:100", "greedy", 16));
        assert!(won > 0.35, "{title}: ismcts with 100 iterations wins {won} against greedy");
    }
}
