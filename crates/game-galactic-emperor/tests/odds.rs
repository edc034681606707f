//! The odds of battles agree with figures worked out by hand, and with every way the dice of a combat round can fall.

use astrarium_core::{Chance, Fast, Parts, Piece, Rules, Seat, Setup, Silent, options, seen};
use game_galactic_emperor::{Action, Ship, State, Unit};
use serde_json::{Value, json};

const RED: Seat = Seat(0);

/// Red's Warlord turn, with red's ships a step away from a2 and blue's forces on it; green chose the role, or red did.
fn attack(red: Value, blue: Value, chooser: &str, centre: &str) -> State {
    let ships = red["ships"].as_object().expect("ships");
    let moves: Vec<u8> = Ship::all().map(|s| if ships.contains_key(&s.to_string()) { 2 } else { 0 }).collect();
    let position = json!({
        "phase": { "warlord": { "moves": moves } }, "picked": ["warlord"], "chooser": chooser,
        "turn": if chooser == "red" { 0 } else { 1 },
        "tiles": { "a2": "harvest-reach", "c0": centre }, "seats": { "red": red, "blue": blue },
    });
    let position = serde_json::from_value(position).expect("a position");
    let setting = options::parse("players=3").expect("players");
    State::place(setting, State::house(), &position, &mut Fast::new(1, 1)).expect("sound")
}

/// All ships of red step onto a2; the odds are shown with the last step.
fn odds_of(state: &State) -> (State, Action, f64) {
    let mut state = *state;
    loop {
        let mut steps = Vec::new();
        state.actions(RED, &mut steps);
        steps.retain(|a| matches!(a, Action::Step(_, to) if to.to_string() == "a2"));
        let odds = seen::odds(&state, RED, steps[0]).expect("an attack has odds");
        let mut next = state;
        next.advance(RED, steps[0], &mut Ways::default(), &mut Silent);
        let mut more = Vec::new();
        next.actions(RED, &mut more);
        if !more.iter().any(|a| matches!(a, Action::Step(_, to) if to.to_string() == "a2")) {
            return (state, steps[0], f64::from(odds.hits) / f64::from(odds.of));
        }
        state = next;
    }
}

/// Every way that dice can fall, one after another. No unit tells 1 from 2, nor 5 from 6.
#[derive(Default)]
struct Ways {
    path: Vec<usize>,
    at: usize,
}

/// Faces that differ, counted from 0, and how many each represents.
const FACES: [(u32, f64); 4] = [(0, 2.0), (2, 1.0), (3, 1.0), (4, 2.0)];

impl Chance for Ways {
    fn pick(&mut self, n: u32, _: impl Fn(u32) -> String) -> u32 {
        assert_eq!(n, 6, "only dice are thrown here");
        if self.at == self.path.len() {
            self.path.push(0);
        }
        self.at += 1;
        FACES[self.path[self.at - 1]].0
    }
}

impl Ways {
    fn share(&self) -> f64 {
        self.path.iter().map(|&k| FACES[k].1 / 6.0).product()
    }

    fn next(&mut self) -> bool {
        self.at = 0;
        while let Some(k) = self.path.pop() {
            if k + 1 < FACES.len() {
                self.path.push(k + 1);
                return true;
            }
        }
        false
    }
}

/// What an owner does by the assumptions of the odds: fresh dreadnoughts, then small ships first, the named one last; the extra die
/// fires first.
fn choice(state: &State, seat: Seat) -> Action {
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    let position = serde_json::to_value(state.position()).expect("plain data");
    let fight = |what: &str| position.pointer(&format!("/phase/warlord/step/fight/{what}")).map(Value::to_string);
    let (damaged, named) = (fight("damaged").unwrap_or_default(), fight("named").unwrap_or_default());
    let rank = |a: &Action| match a {
        Action::AssignHit(Unit::Ship(s)) if s.to_string().starts_with('d') && !damaged.contains(&s.to_string()) => 0,
        Action::AssignHit(Unit::Ship(s)) if named.contains(&s.to_string()) => 99,
        Action::AssignHit(Unit::Ship(s)) => 1 + i32::from(s.0),
        Action::AssignHit(_) => 100,
        Action::NameShip(s) => -i32::from(s.0),
        Action::EndMoves => -100,
        _ => 50,
    };
    *actions.iter().min_by_key(|a| rank(a)).expect("somebody is asked")
}

/// The chance of victory over all dice of one combat round, and the odds of going on where it is not decided.
fn enumerated(state: &State, attack: Action) -> f64 {
    let (mut ways, mut sum) = (Ways::default(), 0.0);
    let turn = serde_json::to_value(state.position()).expect("plain data")["turn"].clone();
    loop {
        let mut after = *state;
        after.advance(RED, attack, &mut ways, &mut Silent);
        sum += loop {
            let position = serde_json::to_value(after.position()).expect("plain data");
            if position["turn"] != turn {
                break if position.pointer("/seats/red/empires") == Some(&json!(["a2"])) { 1.0 } else { 0.0 };
            }
            let seat = after.turn().seats().first().expect("a battle asks somebody");
            if let Some(odds) = seen::odds(&after, seat, Action::Continue) {
                break f64::from(odds.hits) / f64::from(odds.of);
            }
            let action = choice(&after, seat);
            after.advance(seat, action, &mut ways, &mut Silent);
        } * ways.share();
        if !ways.next() {
            return sum;
        }
    }
}

#[test]
fn every_way_the_dice_fall() {
    let empire = json!({ "empires": ["a2"], "ships": {} });
    let cases = [
        (json!({ "ships": { "c1": "a1" } }), empire.clone(), "green"),
        (json!({ "ships": { "f1": "a1", "f2": "a1" } }), empire.clone(), "green"),
        (json!({ "ships": { "f1": "a1", "f2": "a1" }, "techs": ["plasma-weapons"] }), empire.clone(), "red"),
        (json!({ "ships": { "d1": "a1" } }), json!({ "starbases": ["a2"], "ships": {} }), "green"),
        (json!({ "ships": { "d1": "a1" } }), json!({ "ships": { "f1": "a2", "f2": "a2" } }), "red"),
        (json!({ "ships": { "f1": "a1", "c1": "a1" } }), json!({ "ships": { "d1": "a2" } }), "green"),
        (json!({ "ships": { "c1": "a1" }, "techs": ["shield-generators"] }), empire.clone(), "green"),
        (
            json!({ "ships": { "c1": "a1" } }),
            json!({ "empires": ["a2"], "ships": { "f1": "a2" }, "techs": ["ion-cannons", "shield-generators"] }),
            "green",
        ),
        (json!({ "ships": { "f1": "a1", "c1": "a1" } }), empire, "red"),
    ];
    for (red, blue, chooser) in cases {
        let (state, attack, odds) = odds_of(&attack(red.clone(), blue.clone(), chooser, "omega-sun"));
        let counted = enumerated(&state, attack);
        assert!((odds - counted).abs() < 2e-4, "{odds} said, {counted} counted: {red} against {blue}");
    }
}

/// GE-119, GE-122 to GE-126, GE-129 to GE-132: the anchors of the rules, and the measured table beside them.
#[test]
fn figures_worked_out_before() {
    let ships = |words: &str| {
        let list = words.split(' ').filter(|w| !w.is_empty());
        Value::Object(list.map(|w| (w.to_string(), json!("a1"))).collect())
    };
    let there = |words: &str| {
        let list = words.split(' ').filter(|w| w.starts_with(['f', 'c', 'd']));
        let ships = Value::Object(list.map(|w| (w.to_string(), json!("a2"))).collect());
        json!({ "ships": ships, "empires": if words.contains("empire") { vec!["a2"] } else { vec![] },
            "starbases": if words.contains("starbase") { vec!["a2"] } else { vec![] } })
    };
    let table = [
        ("f1", "empire", 0.10, 1e-4),
        ("c1", "empire", 0.20, 1e-4),
        ("d1", "empire", 0.955, 0.02),
        ("f1 f2 f3", "empire", 0.70, 0.02),
        ("c1 f1 f2", "empire", 0.92, 0.02),
        ("c1 c2 c3", "starbase", 0.83, 0.02),
        ("f1 f2 f3 f4 f5 f6", "starbase", 0.87, 0.02),
        ("d1", "f1 f2 f3 f4 f5", 0.37, 0.02),
        ("d1", "c1 c2 f1", 0.47, 0.02),
        ("c1 c2", "f1 f2 f3 f4", 0.69, 0.02),
    ];
    for (red, blue, wanted, near) in table {
        let (.., odds) = odds_of(&attack(json!({ "ships": ships(red) }), there(blue), "green", "omega-sun"));
        assert!((odds - wanted).abs() < near, "{red} against {blue}: {odds}, expected {wanted}");
    }
}

/// GE-110, GE-114: the free attack of a warped ship comes before the battle. GE-178: the Saboteur is caught on 5 and 6.
#[test]
fn a_warp_and_a_catch() {
    let red = json!({ "ships": { "c1": "c0" } });
    let state = attack(red, json!({ "empires": ["a2"], "ships": {} }), "green", "black-hole");
    let odds = seen::odds(&state, RED, "warp c1 a2".parse().expect("a sentence")).expect("an attack");
    assert_eq!((odds.hits, odds.of), (4, 5), "three of four free attacks hit, else one battle of five is won");
    let odds = seen::odds(&state, RED, Action::AttemptCatch).expect("a die");
    assert_eq!((odds.hits, odds.of), (1, 3));
}
