//! The law of bots: more thinking means better play. On a toy of its own, in which a single step can be good or bad and whose best
//! play at the end can be counted out; the teaching game has neither.

mod toy;

use std::collections::BTreeSet;

use astrarium_bots::{Bot, Budget, Ismcts, Settings, Sight, Spec, answers, build, parse_list, playout};
use astrarium_core::{Fast, Parts, Rules, Scripted, Seat, Setup, Silent, Turn, Vision, settle};
use toy::{Move, Players, Toy};

const ITERATIONS: [u32; 4] = [10, 100, 1_000, 10_000];

/// What the seat wins by a step or a roll if it plays on as well as it can: exact except for the redeals of what it cannot know.
fn worth(deals: &[Toy], seat: Seat, action: Move) -> f64 {
    let falls: &[u8] = if action == Move::Roll { &[1, 2, 3] } else { &[0] };
    let after = |fall: &u8| {
        let dice = (*fall > 0).then_some(*fall);
        let mut after = deals.to_vec();
        after.iter_mut().for_each(|deal| deal.advance(seat, action, &mut Scripted::new(dice), &mut Silent));
        match after[0].turn() {
            Turn::Over(_) => after.iter().map(|deal| share(deal, seat)).sum::<f64>() / after.len() as f64,
            _ => worth(&after, seat, Move::Step).max(worth(&after, seat, Move::Roll)),
        }
    };
    falls.iter().map(after).sum::<f64>() / falls.len() as f64
}

fn share(state: &Toy, seat: Seat) -> f64 {
    let Turn::Over(standing) = state.turn() else { panic!("not over") };
    f64::from(standing.shares()[seat]) / 1e6
}

/// The last two moves of a game in which a step and a roll are not the same: the seat, the state, and what both are worth.
fn endings(count: usize) -> Vec<(Seat, Toy, [f64; 2])> {
    let ending = |number| {
        let mut rng = Fast::new(11, number);
        let mut state = Toy::new(Players::default(), Toy::house(), &mut rng);
        loop {
            if let Turn::Of(seat) = state.turn() {
                let mut end = state;
                (0..2).for_each(|_| end.advance(seat, Move::Step, &mut rng, &mut Silent));
                if end.turn().is_over() {
                    let deals: Vec<Toy> = (0..200).map(|_| state.redeal(seat, &mut rng)).collect();
                    return Some((seat, state, [Move::Step, Move::Roll].map(|action| worth(&deals, seat, action))));
                }
            }
            if playout(&mut state, &mut rng, &mut Vec::new(), 1) == 0 {
                return None;
            }
        }
    };
    let matters = |(_, _, [step, roll]): &(Seat, Toy, [f64; 2])| (step - roll).abs() > 0.02;
    (0..).filter_map(ending).filter(matters).take(count).collect()
}

/// What the bot gives away on average by its choice.
fn regret(iterations: u32, endings: &[(Seat, Toy, [f64; 2])]) -> f64 {
    let settings = Settings { budget: Budget::Iterations(iterations), ..Settings::default() };
    let lost = endings.iter().zip(0..).map(|((seat, state, [step, roll]), seed)| {
        let chosen = match Ismcts::new(settings, seed).choose(Sight::new(state, *seat)) {
            Move::Step => step,
            _ => roll,
        };
        step.max(*roll) - chosen
    });
    lost.sum::<f64>() / endings.len() as f64
}

#[test]
fn more_search_finds_the_best_play() {
    let endings = endings(60);
    let lost = ITERATIONS.map(|n| regret(n, &endings));
    println!("given away with {ITERATIONS:?} iterations: {lost:.4?}");
    assert!(lost.windows(2).all(|pair| pair[1] <= pair[0]), "{lost:?}");
    assert!(lost[3] < 0.002, "{lost:?}");
}

fn start(number: u64) -> Toy {
    Toy::new(Players::default(), Toy::house(), &mut Fast::new(1, number))
}

/// Plays one game between four bots and returns each seat's share of the win.
fn play(bots: &[Spec], number: u64) -> [f32; 4] {
    let mut bots: Vec<_> = bots.iter().zip(0..).map(|(spec, seed)| build::<Toy>(spec, 9 * number + seed)).collect();
    let (mut state, mut dice) = (start(number), Fast::new(2, number));
    loop {
        let asked = settle(&mut state, &mut Vec::new(), &mut dice, &mut Silent, |_, _, _, _| ());
        let before = state;
        for seat in asked.iter() {
            for action in answers(&mut *bots[seat.index()], &before, seat) {
                state.apply(seat, action, &mut dice, &mut Silent).expect("bots answer legally");
            }
        }
        if asked.is_empty() {
            break;
        }
    }
    astrarium_bots::worth(&state).0[..4].try_into().expect("four seats")
}

/// How many of `games` the first bot wins against three of the second, at every seat in turn.
fn wins(one: &str, three: &str, games: u64) -> f32 {
    let mut bots = parse_list(&[one, three, three, three].join(",")).expect("bots");
    (0..games)
        .map(|n| {
            bots.rotate_right(1);
            play(&bots, n)[(n as usize + 1) % 4]
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

/// Where answers are nearly as good a cadet takes any; where one costs much it takes the best.
#[test]
fn a_cadet_slips_but_never_blunders() {
    let mut state = start(3);
    let chosen = |state: &Toy, seat| -> BTreeSet<Move> {
        (0..20).map(|seed| build::<Toy>(&Spec::Cadet, seed).choose(Sight::new(state, seat))).collect()
    };
    assert_eq!(chosen(&state, Seat(2)), BTreeSet::from([Move::Bid(0)]), "a bid only costs, one step ahead");
    for (seat, bid) in Seat::first(4).zip([1, 0, 0, 0]) {
        state.advance(seat, Move::Bid(bid), &mut Fast::new(1, 1), &mut Silent);
    }
    assert_eq!(chosen(&state, Seat(0)), BTreeSet::from([Move::Step, Move::Roll]));
    let won = wins("cadet", "random", 200);
    assert!(won > 65.0, "a cadet wins {won} of 200 against random, 50 would be even");
}
