//! Lessons of all titles: what a learner is shown, made anew from all that they have said in a step. Nothing is kept between two answers.

use std::sync::Arc;

use astrarium_core::guide::Guide;
use astrarium_core::lesson::{Course, Lesson, Reply, Session};
use astrarium_core::puzzle::{Puzzle, Puzzles, Solution};
use astrarium_core::{Game, Seat, Seen, Sentence, Text, Viewer, svg};
use astrarium_games::{Title, with_game};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::Error;
use crate::event::Kind;
use crate::id::Id;
use crate::ledger::{LogItem, Status};
use crate::message::Sync;
use crate::play::{Watching, why};
use crate::show::{Ask, SeatShown, Table, Undo};

/// What a title teaches, and what you know of it.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Course"))]
pub struct CourseShown {
    lessons: Vec<LessonListed>,
    puzzles: Vec<LessonListed>,
    /// The game in its own words.
    #[schema(value_type = Object)]
    guide: &'static Guide,
    pub learned: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonListed {
    /// Its word in addresses.
    id: String,
    name: String,
    clauses: Vec<String>,
}

/// Where a learner is.
#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Learner {
    /// The number of a step, from 0.
    step: usize,
    /// All sentences that were said in it, one after another.
    pub said: Vec<String>,
    /// The words so far, and the word that is not lit: why not?
    pub why: Option<Vec<String>>,
}

/// A step of a lesson after what the learner has said.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lecture {
    name: String,
    /// The number of the step: steps in which others only act are passed over.
    step: usize,
    /// Whether another one follows.
    goes_on: bool,
    #[schema(value_type = Vec<Object>)]
    say: Text,
    /// Empty if there is only something to read.
    #[schema(value_type = Vec<Object>)]
    task: Text,
    /// Ids that the table lights.
    look: Vec<String>,
    /// What came of the last sentence, or of the question why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    reply: Option<Reply>,
    /// What the lesson's own answer says next; absent for a learner who has begun otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    own: Option<Sentence>,
    #[schema(value_type = Object)]
    table: Sync,
}

/// The course of a title for a person who has learned this much of it.
pub fn course(title: Title, learned: Vec<String>) -> CourseShown {
    let listed = |id: &str, name: &str, clauses: &[String]| LessonListed {
        id: id.into(),
        name: name.into(),
        clauses: clauses.to_vec(),
    };
    let lessons = with_game!(title, G => {
        let lessons = Course::of::<G>().map_or_else(Vec::new, |course| course.lessons);
        lessons.iter().map(|lesson| listed(&lesson.id, &lesson.name, &lesson.clause.0)).collect()
    });
    let puzzles = with_game!(title, G => {
        let puzzles = Puzzles::of::<G>().map_or_else(Vec::new, |file| file.puzzles);
        puzzles.iter().map(|puzzle| listed(&puzzle.id, &puzzle.name, std::slice::from_ref(&puzzle.clause))).collect()
    });
    CourseShown { lessons, puzzles, guide: title.guide(), learned }
}

/// What is learned of a title when its first game was guided.
const GUIDED: &str = "guided-game";

/// What goes before the id of a puzzle that was solved.
const PUZZLE: &str = "puzzle/";

/// Whether a title teaches this: one of its lessons or puzzles, a kind of question by its key, or a first game.
pub fn teaches(title: Title, word: &str) -> bool {
    let course = course(title, Vec::new());
    word == GUIDED
        || course.lessons.iter().any(|lesson| lesson.id == word)
        || course.puzzles.iter().any(|puzzle| word.strip_prefix(PUZZLE) == Some(puzzle.id.as_str()))
        || title.guide().question.contains_key(word)
}

/// The step where a learner is, after what they have said.
pub fn hear(title: Title, lesson: &str, learner: &Learner) -> Result<Lecture, Error> {
    with_game!(title, G => {
        let course = Course::of::<G>().ok_or(Error::NotFound("lesson"))?;
        let lesson = course.lessons.iter().find(|known| known.id == lesson).ok_or(Error::NotFound("lesson"))?;
        heard::<G>(lesson, learner)
    })
}

/// A puzzle after what was said to it.
pub fn solve(title: Title, puzzle: &str, learner: &Learner) -> Result<Lecture, Error> {
    with_game!(title, G => {
        let file = Puzzles::of::<G>().ok_or(Error::NotFound("puzzle"))?;
        solved::<G>(file.find(puzzle).ok_or(Error::NotFound("puzzle"))?, learner)
    })
}

/// The board where a lesson begins.
pub fn drawing(title: Title, lesson: &str) -> Result<String, Error> {
    with_game!(title, G => {
        let course = Course::of::<G>().ok_or(Error::NotFound("lesson"))?;
        let lesson = course.lessons.iter().find(|known| known.id == lesson).ok_or(Error::NotFound("lesson"))?;
        let session = begun::<G>(lesson, 0);
        Ok(svg::board(&Seen::by(session.table().state(), session.seat).scene()))
    })
}

fn begun<G: Game>(lesson: &Lesson<G::Position>, step: usize) -> Session<'_, G> {
    Session::at(lesson, G::house(), step).expect("lessons that are built in are checked")
}

fn heard<G: Game>(lesson: &Lesson<G::Position>, learner: &Learner) -> Result<Lecture, Error> {
    let mut session = begun::<G>(lesson, learner.step);
    let (mut reply, mut last) = (None, None);
    for sentence in &learner.said {
        if reply.as_ref().is_some_and(|reply| *reply != Reply::More) {
            return Err(Error::NotReady("the step was over before that was said".into()));
        }
        let seen = Seen::by(session.table().state(), session.seat);
        last = sentence.parse().ok().map(|action| seen.label(action));
        reply = Some(session.say(sentence));
    }
    if let Some(words) = &learner.why {
        reply = Some(session.refused(why(session.table().state(), session.seat, words)));
    }
    let step = session.step().ok_or(Error::NotFound("step"))?;
    let (table, seat) = (session.table(), session.seat);
    let over = matches!(reply, Some(Reply::Good { .. } | Reply::Poor { .. }));
    let asks = step.is_task() && !over && table.asked().contains(seat);
    let table = shown(table, seat, asks, last.filter(|_| reply == Some(Reply::More)));
    let sentences = table.ask.iter().flat_map(|ask| &ask.sentences);
    let own = session.help().and_then(|own| sentences.into_iter().find(|s| s.words.join(" ") == own).cloned());
    Ok(Lecture {
        name: lesson.name.clone(),
        step: session.number(),
        goes_on: session.goes_on(),
        say: session.text(&step.say),
        task: session.text(&step.task),
        look: session.lit(),
        own,
        table,
        reply,
    })
}

/// A puzzle is a task with one good answer, which is looked at but not carried out.
fn solved<G: Game>(puzzle: &Puzzle<G::Position>, learner: &Learner) -> Result<Lecture, Error> {
    let (table, seat) = puzzle.table::<G>(G::house()).expect("puzzles that are built in are checked");
    let (seen, text) = (Seen::by(table.state(), seat), |text: &str| Text::from(text));
    let mut reply = None;
    for sentence in &learner.said {
        reply = Some(match puzzle.answer(&table, seat, sentence) {
            Solution::Best => Reply::Good { text: seen.written(&puzzle.why), instead: Vec::new() },
            Solution::Other { obvious: true } => Reply::Poor { text: text(OBVIOUS), which: None },
            Solution::Other { obvious: false } => Reply::Poor { text: text(BETTER), which: None },
            Solution::Refused { refusal } => Reply::Refused { refusal, text: None },
        });
    }
    let over = matches!(reply, Some(Reply::Good { .. } | Reply::Poor { .. }));
    if let Some(words) = &learner.why {
        reply = Some(Reply::Refused { refusal: why(table.state(), seat, words), text: None });
    }
    let table = shown(&table, seat, !over, None);
    let sentences = table.ask.iter().flat_map(|ask| &ask.sentences);
    Ok(Lecture {
        name: puzzle.name.clone(),
        step: 0,
        goes_on: false,
        say: text(SET),
        task: text("Find it."),
        look: Vec::new(),
        own: sentences.into_iter().find(|s| s.words.join(" ") == puzzle.best).cloned(),
        table,
        reply,
    })
}

const SET: &str = "One answer is clearly best, and it is not what looks best at first sight.";
const OBVIOUS: &str = "That looks best at first sight. There is something better.";
const BETTER: &str = "There is something better.";

/// The table as one that is played on would be sent. `last` is what can be taken back.
fn shown<G: Game>(table: &astrarium_core::Table<G>, seat: Seat, asks: bool, last: Option<Text>) -> Sync {
    let viewer = Viewer::Seat(seat);
    let watching = table.viewed(viewer);
    let ask = asks.then(|| {
        Arc::new(Ask {
            seat,
            question: 0,
            prompt: Watching::prompt(&watching),
            sentences: watching.sentences(),
            closed: watching.closed(),
            purposes: watching.purposes(),
        })
    });
    let seat_of = |entry: usize| {
        let entry = table.record().entries.get(entry)?;
        table.state().seat_named(&entry.seat)
    };
    let item = |(entry, line)| LogItem { seat: seat_of(entry), ..LogItem::told(entry as u64, 0, line) };
    Sync {
        seq: table.record().entries.len() as u64,
        viewer: Some(seat),
        table: seats(table.state(), seat),
        items: watching.lines(0..usize::MAX).into_iter().map(item).collect(),
        earlier: None,
        scene: Some(watching.seen().scene()),
        ask,
        undo: Undo::of(last.ok_or("nothing was done here")),
    }
}

/// Who sits there: the learner, and the others as the lesson has written them.
fn seats<G: Game>(state: &G, learner: Seat) -> Table {
    let seat = |seat: Seat| SeatShown {
        kind: if seat == learner { Kind::Person } else { Kind::Bot },
        name: if seat == learner { "You".into() } else { String::new() },
        level: None,
        mine: seat == learner,
        online: true,
        ready: true,
        stand_in: None,
        votes: Vec::new(),
        resigned: false,
        ends: false,
        time: None,
        person: None,
    };
    let asked = state.turn().seats();
    Table {
        id: Id::default(),
        title: G::META.id.into(),
        options: Default::default(),
        public: false,
        unrated: true,
        status: Status::Playing,
        seats: Seat::first(state.seats()).map(seat).collect(),
        host: false,
        invite: None,
        commitment: String::new(),
        nonces: Vec::new(),
        secret: None,
        asked: Seat::first(state.seats()).filter(|&seat| asked.contains(seat)).collect(),
        places: None,
        sources: Vec::new(),
        clock: None,
        stand_in: None,
        closed: None,
        from: None,
        next: None,
        created: 0,
        changed: 0,
    }
}

#[cfg(test)]
mod tests {
    use astrarium_core::Parts;

    use super::*;

    fn at(step: usize, said: &[&str]) -> Learner {
        Learner { step, said: said.iter().map(ToString::to_string).collect(), why: None }
    }

    fn tree(title: Title, lesson: &str, learner: &Learner) -> serde_json::Value {
        serde_json::to_value(hear(title, lesson, learner).expect("a lecture")).expect("plain data")
    }

    /// Every lesson of every title, by its own answers, as a browser would do it.
    #[test]
    fn a_learner_who_says_what_the_lesson_says_comes_to_its_end() {
        for title in Title::ALL {
            for lesson in course(title, Vec::new()).lessons {
                let mut step = 0;
                loop {
                    let answers = own_answers(title, &lesson.id, step);
                    let said: Vec<&str> = answers.iter().map(String::as_str).collect();
                    let lecture = tree(title, &lesson.id, &at(step, &said));
                    let place = format!("{title}/{}: {lecture:#}", lesson.id);
                    let reply = if said.is_empty() { "null" } else { "\"good\"" };
                    assert_eq!(lecture["reply"]["is"].to_string(), reply, "{place}");
                    assert_eq!(lecture["table"]["ask"], serde_json::Value::Null, "{place}");
                    match lecture["goes_on"].as_bool().expect("it says so") {
                        true => step = lecture["step"].as_u64().expect("a number") as usize + 1,
                        false => break,
                    }
                }
            }
        }
    }

    /// What the lesson's own answer to a step is, if it is a task.
    fn own_answers(title: Title, lesson: &str, step: usize) -> Vec<String> {
        with_game!(title, G => {
            let course = Course::of::<G>().expect("a course");
            let lesson = course.lessons.iter().find(|known| known.id == lesson).expect("a lesson");
            let session = Session::<G>::at(lesson, G::house(), step).expect("a lesson that holds");
            let step = session.step().expect("a step");
            if step.is_task() { step.sentences.0.clone() } else { Vec::new() }
        })
    }

    #[test]
    fn a_learner_may_say_what_is_poor_or_refused_or_too_much() {
        let title = Title::GalacticAdventures;
        let lessons = course(title, Vec::new()).lessons;
        let task = |lesson: &LessonListed| {
            let begun = tree(title, &lesson.id, &at(0, &[]));
            (!begun["table"]["ask"].is_null()).then(|| (lesson.id.clone(), begun))
        };
        let (lesson, begun) = lessons.iter().find_map(task).expect("a lesson that begins with a task");
        let said = |words: &[&str]| tree(title, &lesson, &at(0, words));
        let refused = said(&["target moon-99"]);
        assert_eq!(refused["reply"]["is"], "refused");
        assert_eq!(refused["table"]["scene"], begun["table"]["scene"], "nothing has changed");
        let why = Learner { why: Some(vec!["target".into()]), ..at(0, &[]) };
        assert_eq!(tree(title, &lesson, &why)["reply"]["is"], "refused");
        let own = own_answers(title, &lesson, 0);
        let mut much: Vec<&str> = own.iter().map(String::as_str).collect();
        much.push(&own[0]);
        assert!(matches!(hear(title, &lesson, &at(0, &much)), Err(Error::NotReady(_))));
        assert!(matches!(hear(title, "none-such", &at(0, &[])), Err(Error::NotFound("lesson"))));
        assert!(matches!(hear(title, &lesson, &at(1000, &[])), Err(Error::NotFound("step"))));
        assert!(teaches(title, &lesson) && !teaches(title, "none-such"));
    }

    #[test]
    fn a_puzzle_has_one_good_answer() {
        let title = Title::GalacticAdventures;
        let puzzles = Puzzles::of::<astrarium_games::GalacticAdventures>().expect("puzzles").puzzles;
        assert_eq!(course(title, Vec::new()).puzzles.len(), puzzles.len());
        for puzzle in &puzzles {
            let said = |words: &[&str]| {
                let lecture = solve(title, &puzzle.id, &at(0, words)).expect("a lecture");
                serde_json::to_value(lecture).expect("plain data")
            };
            assert_eq!(said(&[&puzzle.best])["reply"]["is"], "good", "{}", puzzle.id);
            assert_eq!(said(&[&puzzle.obvious])["reply"]["is"], "poor", "{}", puzzle.id);
            assert_eq!(said(&["whistle"])["reply"]["is"], "refused", "{}", puzzle.id);
            assert_eq!(said(&[])["own"]["words"], serde_json::json!(puzzle.best.split(' ').collect::<Vec<_>>()));
            assert!(teaches(title, &format!("{PUZZLE}{}", puzzle.id)) && !teaches(title, &puzzle.id));
        }
    }
}
