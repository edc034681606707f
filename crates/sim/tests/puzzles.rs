//! The puzzles of all titles hold.

use std::collections::BTreeSet;

use astrarium_check::{puzzle, times};
use astrarium_core::Parts;
use astrarium_core::puzzle::{Puzzles, Solution};
use astrarium_games::{GalacticAdventures, Title, with_game};
use astrarium_sim::{Mine, mine};

/// Sound, asked, clearly best, and not found at a glance; searched again in the soak.
#[test]
fn puzzles_hold() {
    for title in Title::ALL {
        with_game!(title, G => {
            let Some(file) = Puzzles::of::<G>() else { continue };
            let outcomes = puzzle::run_file::<G>(<G as astrarium_core::Game>::META.teaching.puzzles, G::house());
            let outcomes = outcomes.unwrap_or_else(|e| panic!("{title}: {e}"));
            let faults: Vec<_> = outcomes.iter().filter_map(|o| o.result.as_ref().err()).flatten().collect();
            assert!(faults.is_empty(), "{title}: {faults:#?}");
            let plain: Vec<_> = file.puzzles.iter().filter_map(|p| mine::plain::<G>(p, G::house())).collect();
            assert!(plain.is_empty(), "{title}: {plain:#?}");
            assert!(file.puzzles.iter().map(|p| &p.clause).collect::<BTreeSet<_>>().len() > 1, "{title}: all alike");
            if times() > 1 {
                let doubt: Vec<_> = file.puzzles.iter().filter_map(|p| mine::doubt::<G>(p, G::house(), 5)).collect();
                assert!(doubt.len() * 10 <= file.puzzles.len(), "{title}: {doubt:#?}");
            }
        });
    }
}

type G = GalacticAdventures;

/// A puzzle that a small mine found.
fn mined() -> Puzzles<<G as Parts>::Position> {
    Puzzles::read(include_str!("puzzle.toml")).expect("readable")
}

#[test]
fn what_a_mine_found_can_be_kept_and_solved() {
    let found = mined();
    let read = Puzzles::read(&found.print()).expect("as it was written");
    assert_eq!(read.print(), found.print());
    let puzzle = read.find("ga-058-6b45").expect("by its word");
    let (table, seat) = puzzle.table::<G>(G::house()).expect("sound");
    assert_eq!(puzzle.answer(&table, seat, &puzzle.best), Solution::Best);
    assert_eq!(puzzle.answer(&table, seat, &puzzle.obvious), Solution::Other { obvious: true });
    assert_eq!(puzzle.answer(&table, seat, "target moon-01"), Solution::Other { obvious: false });
    assert!(matches!(puzzle.answer(&table, seat, "end-turn"), Solution::Refused { .. }));
}

/// One attack wins the game at once, the others do not: both searches say so, and a glance does, too.
#[test]
fn what_is_clear_at_a_glance_is_no_puzzle() {
    let mut file = mined();
    let text = "phase = 'turn'\nturn.seat = 'red'\nhits.planet-yellow = 1\n[seats]\ngreen.defense = 'd4'\nblue.defense = 'd4'\n\
                red = { attack = 'd20', defense = 'd4', budget = 11, owns = ['planet-red', 'moon-01', 'moon-02', 'moon-03', \
                'moon-04', 'moon-05', 'moon-06', 'moon-08', 'moon-09'] }\n\
                yellow = { attack = 'd20', defense = 'd4', budget = 11, owns = ['planet-yellow', 'moon-10', 'moon-11', 'moon-12', \
                'moon-13', 'moon-14', 'moon-15', 'moon-16', 'moon-17', 'moon-18'] }\n";
    let puzzle = &mut file.puzzles[0];
    puzzle.position = toml::from_str(text).expect("a position");
    puzzle.seat = "red".into();
    puzzle.best = "attack-from moon-09".into();
    let (table, seat) = puzzle.table::<G>(G::house()).expect("sound");
    let rated = mine::clear(table.state(), seat, 600, 1).expect("one answer is clearly best");
    assert_eq!(rated[0].0.to_string(), puzzle.best);
    let plain = mine::plain::<G>(puzzle, G::house()).expect("no puzzle");
    assert!(plain.contains("a glance finds “attack-from moon-09”"), "{plain}");
    assert_eq!(mine::doubt::<G>(puzzle, G::house(), 1), None);
    puzzle.best = "end-turn".into();
    assert!(mine::doubt::<G>(puzzle, G::house(), 1).is_some_and(|what| what.contains("in place of end-turn")));
}

/// Whatever a mine finds holds, and it finds the same again.
#[test]
fn a_mine_can_be_searched() {
    let dig = || {
        let data = G::house();
        let mine = Mine::<G> { options: Default::default(), data, seed: 3, first: 343, wanted: 1, iterations: 400 };
        let mut found = Puzzles { title: "galactic-adventures".into(), puzzles: Vec::new() };
        let looks = std::cell::Cell::new(0);
        let stop = || looks.replace(looks.get() + 1) > 300 * times();
        mine.run(&stop, |_, puzzle| found.puzzles.push(puzzle.clone()));
        (found.print(), looks.get())
    };
    let (found, looks) = dig();
    assert_eq!((&found, looks), (&dig().0, looks));
    assert!(looks > 50, "nothing was looked at");
    let outcomes = puzzle::run_file::<G>(&found, G::house()).expect("readable");
    assert!(outcomes.iter().all(|o| o.result.is_ok()), "{found}");
}

#[test]
fn what_is_wrong_with_a_puzzle_is_said() {
    let faults = |file: &Puzzles<_>| {
        let outcomes = puzzle::run_file::<G>(&file.print(), G::house()).expect("readable");
        outcomes.iter().filter_map(|o| o.result.as_ref().err()).flatten().map(ToString::to_string).collect::<Vec<_>>()
    };
    let whole = mined();
    assert_eq!(faults(&whole), Vec::<String>::new());
    type Change = fn(&mut astrarium_core::puzzle::Puzzle<<G as Parts>::Position>);
    let changes: [(Change, &str); 8] = [
        (|p| p.id = "Two words".into(), "id is “Two words”"),
        (|p| p.clause = "GA-001".into(), "the question is asked by GA-"),
        (|p| p.seat = "pink".into(), "there is no seat “pink”"),
        (|p| p.best = "end-turn".into(), "“end-turn” is no legal answer"),
        (|p| p.obvious = p.best.clone(), "the best answer is the obvious one"),
        (|p| p.chances.clear(), "expected one for each"),
        (|p| p.chances.values_mut().for_each(|chance| *chance = 50), "expected a lead of 8 or more"),
        (|p| p.why = "Because of {moon-99}.".into(), "{moon-99} refers to nothing"),
    ];
    for (change, said) in changes {
        let mut file = whole.clone();
        change(&mut file.puzzles[0]);
        let found = faults(&file);
        assert!(found.iter().any(|fault| fault.contains(said)), "{said}: {found:#?}");
    }
}
