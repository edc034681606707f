//! Every title's evaluation is good enough for its bots: greedy beats random play, search beats greedy or random play.

use astrarium_bots::parse_list;
use astrarium_core::Game;
use astrarium_games::{Title, with_game};
use astrarium_sim::{Header, Plan, Summary, Watch};

/// The share of games that one bot wins against others of another kind at every other seat.
fn share<G: Game>(one: &str, others: &str, games: u64) -> f64 {
    let options = G::Options::default();
    let words: Vec<&str> =
        (0..astrarium_core::Options::seats(&options)).map(|s| if s == 0 { one } else { others }).collect();
    let bots = parse_list(&words.join(",")).expect("bots");
    let plan: Plan<G> = Plan { options, data: G::house(), bots, first: 0, games, seed: 1, threads: 2, rows: false };
    let batch = plan.run(&Watch { stop: &|| false, each: &|_| () }).expect("a bot for each seat");
    assert_eq!(batch.failures, []);
    let shares = Summary::new(&Header::new(&plan, "test"), &batch).win_shares.bots;
    shares.iter().find(|share| share.name == one).expect("it played").share
}

#[test]
fn greedy_beats_random() {
    for title in Title::ALL {
        // An even share is at most a third; some titles' bots are held to more.
        let clearly = match title {
            Title::GalacticAdventures | Title::EmpiresOfTheVoid | Title::KeyToTheUniverse => 0.8,
            _ => 0.6,
        };
        let won = with_game!(title, G => share::<G>("greedy", "random", 40));
        assert!(won > clearly, "{title}: greedy wins {won} against random");
    }
}

#[test]
fn search_beats_simpler_bots() {
    for title in Title::ALL {
        // A hundred iterations are too few to beat greedy in the two titles whose greedy bot is strong: random play is.
        let (others, least) = match title {
            Title::EmpiresOfTheVoid | Title::KeyToTheUniverse => ("random", 0.8),
            _ => ("greedy", 0.35),
        };
        let won = with_game!(title, G => share::<G>("ismcts:100", others, 16));
        assert!(won > least, "{title}: ismcts with 100 iterations wins {won} against {others}");
    }
}

/// Dice that must differ are thrown in setups too, and search looks ahead there without any.
#[test]
fn search_plays_from_the_first_question_to_the_end() {
    for title in Title::ALL {
        let won = with_game!(title, G => share::<G>("ismcts:20", "ismcts:20", 2));
        assert!(won > 0.0, "{title}: nobody has won");
    }
}
