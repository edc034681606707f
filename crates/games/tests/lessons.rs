//! The courses of all titles hold, and what is wrong with a lesson is said.

use astrarium_check::{guide, lesson};
use astrarium_core::lesson::{Course, Reply, Session};
use astrarium_core::{Game, Parts, Prompt};
use astrarium_games::{GalacticAdventures, Title, with_game};

/// Every lesson leads to its goal, and every kind of question is explained.
#[test]
fn courses_hold() {
    for title in Title::ALL {
        with_game!(title, G => {
            let outcomes = lesson::run_file::<G>(G::META.teaching.course, G::house());
            let outcomes = outcomes.unwrap_or_else(|e| panic!("{title}: {e}"));
            let faults: Vec<_> = outcomes.iter().filter_map(|o| o.result.as_ref().err()).flatten().collect();
            assert!(faults.is_empty(), "{title}: {faults:#?}");
            assert!((8..=15).contains(&outcomes.len()), "{title}: {} lessons", outcomes.len());
            assert_eq!(guide::faults::<G>(None), Ok(vec![]), "{title}");
        });
    }
}

/// The first lesson of the document.
fn example() -> String {
    let document = include_str!("../../../docs/lessons.md");
    document.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block").to_string()
}

#[test]
fn what_is_wrong_with_a_lesson_is_said() {
    let run = |text: &str| {
        let outcomes = lesson::run_file::<GalacticAdventures>(text, GalacticAdventures::house()).expect("readable");
        outcomes[0].result.clone().err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let whole = example();
    assert_eq!(run(&whole), Vec::<String>::new());
    for (part, instead, said) in [
        ("task = \"Take {moon-03}.\"\n", "", "15: lesson “First steps”, step 1: answers and a goal without a task"),
        ("task = \"Take {moon-03}.\"", "task = \"Take {moon-99}.\"", "{moon-99} refers to nothing"),
        (
            "[[lesson.step]]",
            "[[lesson.step]]\nlook = \"moon-99\"",
            "16: lesson “First steps”, step 1: there is no “moon-99”",
        ),
        ("do = [\"attack-from planet-red\", \"target moon-03\"]\n", "", "a task without an answer of its own"),
        ("\"target moon-03\"]", "\"target moon-04\"]", "“target moon-04”: the goal is not reached: seats.red.owns"),
        (
            "\"target moon-03\"]",
            "\"target moon-02\"]",
            "“target moon-02”: refused: no path leads from Rubra to Halberd (GA-061)",
        ),
        ("\"target moon-03\"]", "\"target moon-03\", \"end-turn\"]", "the goal is reached already"),
        ("dice = [5, 2]", "dice = [5, 2, 1]", "outcomes left over: 1"),
        ("dice = [5, 2]", "dice = [5]", "no outcome given"),
        ("clause = \"GA-061\"", "clause = \"EV-001\"", "6: lesson “First steps”, the beginning: EV-001 is no clause"),
        ("good = ", "poor = [{ do = \"attack-from moon-01\", say = \"x\" }]\ngood = ", "nobody reads poor answer 1"),
        (
            "good = ",
            "poor = [{ do = \"end-turn\", say = \"x\" }, { do = \"attack-from moon-01\", say = \"x\" }]\ngood = ",
            "nobody reads poor answer 2",
        ),
        ("contains = \"moon-03\"", "contains = \"planet-red\"", "the goal holds before the learner has done anything"),
        ("good = ", "why = { GA-001 = \"x\" }\ngood = ", "nothing is refused with GA-001 here"),
        ("seat = \"red\"", "seat = \"pink\"", "there is no seat “pink”"),
    ] {
        assert!(whole.contains(part), "{part}");
        let faults = run(&whole.replacen(part, instead, 1));
        assert!(faults.iter().any(|fault| fault.contains(said)), "{instead}: {faults:#?}");
    }
}

#[test]
fn a_learner_may_answer_otherwise() {
    let text = example().replace(
        "good = ",
        "poor = [{ do = \"end-turn\", say = \"Attack.\" }]\nwhy = { GA-061 = \"Too far.\" }\ngood = ",
    );
    let text = text.replace("contains = \"moon-03\"", "length = 2") + "[[lesson.step]]\nsay = \"There is more.\"\n";
    let course = Course::read(&text).expect("readable");
    let mut session =
        Session::<GalacticAdventures>::begin(&course.lessons[0], GalacticAdventures::house()).expect("sound");
    assert_eq!(session.lit(), ["moon-03"]);
    assert_eq!(session.help(), Some("attack-from planet-red"));
    assert_eq!(session.say("end-turn"), Reply::Poor { text: "Attack.".into(), which: Some(0) });
    session.again();
    assert_eq!(session.say("attack-from planet-red"), Reply::More);
    assert_eq!(session.help(), Some("target moon-03"));
    let Reply::Refused { refusal, text } = session.say("target moon-02") else { panic!("it is refused") };
    assert_eq!((refusal.clause.map(|c| c.0), text), (Some("GA-061"), Some("Too far.".into())));
    // The other moon will do as well, with the same dice; the lesson goes on from its own answer, and says so.
    let Reply::Good { instead, .. } = session.say("target moon-04") else { panic!("the goal is reached") };
    assert_eq!(instead.len(), 2, "{instead:?}");
    assert_eq!(session.go_on(), Ok(true));
    let owns = astrarium_core::position::export(session.table().state())["seats"]["red"]["owns"].to_string();
    assert!(owns.contains("moon-03") && !owns.contains("moon-04"), "{owns}");
    assert_eq!((session.go_on(), session.step().is_none()), (Ok(false), true));
}

#[test]
fn what_is_wrong_with_a_guide_is_said() {
    let whole = include_str!("../../game-galactic-adventures/lessons/guide.toml");
    let faults = |text: &str| guide::faults::<GalacticAdventures>(Some(text)).expect("readable");
    assert_eq!(faults(whole), Vec::<String>::new());
    for (part, instead, said) in [
        ("GA-042 points", "GA-042 pints", "“pints” is neither a verb nor a thing"),
        ("GA-042 points", "EV-001 points", "question.EV-001 points: EV-001 is no clause"),
        ("[question.GA-037]", "[question.\"GA-037 fund\"]", "question.GA-037: is missing, and “Buy an attack die: "),
        ("[question.GA-037]", "[question.\"GA-037 fund\"]", "its answers begin with attack-die"),
        ("[question.GA-042]", "[question.\"GA-042 fund\"]", ""),
        ("[question.GA-038]", "[question.\"GA-042 allocation-done\"]", "question.GA-038: is missing"),
        ("title = \"galactic-adventures\"", "title = \"galactic-emperor\"", "title is “galactic-emperor”"),
        ("[words]", "[words]\nwarp = \"x\"", "words.warp: neither the rules nor the lessons say it"),
        (
            "[words]",
            "[words]\ndefense = { text = \"x\", forms = [\"defend\", \"defences\"] }",
            "words.defense: neither the rules nor the lessons say “defences”",
        ),
        ("[words]", "[words]\nterrit = \"x\"", "words.territ: neither the rules nor the lessons say it"),
    ] {
        assert!(whole.contains(part), "{part}");
        let found = faults(&whole.replacen(part, instead, 1));
        let told = if said.is_empty() { found.is_empty() } else { found.iter().any(|fault| fault.contains(said)) };
        assert!(told, "{instead}: {found:#?}");
    }
    // Both words are those of one question.
    let kind = "what = \"x\"\ncost = \"x\"\nmost = \"x\"\n\n";
    let two = format!("[question.\"GA-042 allocation-done\"]\n{kind}[question.\"GA-042 fund\"]\n{kind}[words]");
    let two = whole.replacen("[words]", &two, 1);
    assert!(faults(&two).iter().any(|fault| fault.contains("is also asked by")), "{:#?}", faults(&two));
}

/// A word of the question comes before its clause alone.
#[test]
fn a_question_is_explained_by_its_finest_key() {
    let guide = Title::GalacticAdventures.guide();
    let prompt = |clause| Prompt::new(clause, "How many points?");
    let key = |clause, verbs: &[&str]| guide.key(&prompt(clause), verbs).map(|(key, _)| key);
    assert_eq!(key("GA-042", &["points"]), Some("GA-042 points"));
    assert_eq!(key("GA-042", &["fund", "allocation-done"]), Some("GA-042"));
    assert_eq!(key("GA-016", &["points"]), None);
}
