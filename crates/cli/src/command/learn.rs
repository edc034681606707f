//! `astrarium learn`: the course of a title in the terminal, lesson by lesson.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anstream::println;
use anyhow::{Context, anyhow, bail};
use astrarium_core::lesson::{Course, Lesson, Reply, Session};
use astrarium_core::{Game, Seen, Viewer};
use astrarium_games::{Title, with_game};
use clap::Args;
use serde_json::json;

use crate::Verdict;
use crate::answer::{self, Answer};
use crate::command::rules;
use crate::face;
use crate::session::choices;
use crate::terminal::Terminal;

const HELP: &str = "\
type the number of a choice, its sentence, or the beginning of it (Tab completes)
  show           the answer of the lesson   again          from the beginning of the task
  next           leave the task out         table          the table again
  why SENTENCE   why it is not allowed      rules CLAUSE   one clause
  quit           leave the lesson; it is not marked as done";

/// Learn a title by playing: lessons of a minute or two
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Without a lesson the course goes on where you left it. With --json the lessons are listed.
Example: astrarium learn galactic-adventures first-moon")]
pub struct Learn {
    /// One of `astrarium titles`
    title: Title,
    /// The word of a lesson, or its number
    lesson: Option<String>,
    /// List the lessons
    #[arg(long)]
    list: bool,
    /// Where it is kept which lessons you have done
    #[arg(long, value_name = "DIR", default_value_os_t = super::data_folder())]
    data_dir: PathBuf,
}

/// How a lesson is left.
#[derive(PartialEq, Eq)]
enum End {
    Done,
    Left,
}

impl Learn {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        with_game!(self.title, G => self.learn::<G>(json))
    }

    fn learn<G: Game>(&self, json: bool) -> anyhow::Result<Verdict> {
        let course = Course::of::<G>().ok_or_else(|| anyhow!("{} has no lessons yet", G::META.name))?;
        let mut done = self.done()?;
        let is_done = |done: &BTreeSet<String>, lesson: &Lesson<_>| done.contains(&self.key(&lesson.id));
        if json {
            let lesson = |l: &Lesson<_>| json!({ "id": l.id, "name": l.name, "done": is_done(&done, l) });
            super::print_json(&course.lessons.iter().map(lesson).collect());
            return Ok(Verdict::Fine);
        }
        if self.list {
            for (number, lesson) in (1..).zip(&course.lessons) {
                println!(
                    "{} {number:>2}  {}  {}",
                    if is_done(&done, lesson) { '✓' } else { ' ' },
                    lesson.id,
                    lesson.name
                );
            }
            return Ok(Verdict::Fine);
        }
        let first = match &self.lesson {
            Some(word) => find(&course, word)?,
            None => course.lessons.iter().position(|lesson| !is_done(&done, lesson)).unwrap_or(0),
        };
        let mut terminal = Terminal::new()?;
        let all = course.lessons.len();
        for (number, lesson) in course.lessons.iter().enumerate().skip(first) {
            let head = format!("Lesson {} of {all}: {}", number + 1, lesson.name);
            println!("\n{}", face::styled(face::BOLD, &head));
            if teach::<G>(lesson, &mut terminal)? == End::Left {
                return Ok(Verdict::Fine);
            }
            done.insert(self.key(&lesson.id));
            self.keep(&done)?;
            if self.lesson.is_some() {
                return Ok(Verdict::Fine);
            }
        }
        println!("\nThat was the whole course. `astrarium play {}` is next.", self.title);
        Ok(Verdict::Fine)
    }

    fn key(&self, lesson: &str) -> String {
        format!("{}/{lesson}", self.title)
    }

    fn file(&self) -> PathBuf {
        self.data_dir.join("learned.txt")
    }

    /// The lessons that were done, one a line.
    fn done(&self) -> anyhow::Result<BTreeSet<String>> {
        let file = self.file();
        let text = if file.exists() {
            fs::read_to_string(&file).with_context(|| file.display().to_string())?
        } else {
            String::new()
        };
        Ok(text.lines().map(String::from).collect())
    }

    fn keep(&self, done: &BTreeSet<String>) -> anyhow::Result<()> {
        let lines: String = done.iter().map(|line| format!("{line}\n")).collect();
        fs::create_dir_all(&self.data_dir)
            .and_then(|()| fs::write(self.file(), lines))
            .with_context(|| self.file().display().to_string())
    }
}

fn find<P>(course: &Course<P>, word: &str) -> anyhow::Result<usize> {
    let numbered = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < course.lessons.len());
    let Some(found) = numbered.or_else(|| course.lessons.iter().position(|lesson| lesson.id == word)) else {
        let known: Vec<&str> = course.lessons.iter().map(|lesson| lesson.id.as_str()).collect();
        bail!("there is no lesson “{word}”: expected {}", known.join(", "));
    };
    Ok(found)
}

fn teach<G: Game>(lesson: &Lesson<G::Position>, terminal: &mut Terminal) -> anyhow::Result<End> {
    let mut session = Session::<G>::begin(lesson, G::house()).map_err(anyhow::Error::msg)?;
    while let Some(step) = session.step() {
        show(&session);
        let told = session.table().lines(Viewer::Seat(session.seat), session.since());
        told.iter().for_each(|(_, line)| println!("  {} {}", line.text, face::styled(face::DIM, line.clause.0)));
        if !step.say.is_empty() {
            say("", &session.text(&step.say).to_string());
        }
        let end = if step.is_task() { exercise(&mut session, terminal)? } else { pause(terminal)? };
        if end == End::Left {
            return Ok(End::Left);
        }
        session.go_on().map_err(anyhow::Error::msg)?;
    }
    Ok(End::Done)
}

fn say(head: &str, text: &str) {
    println!("{}", face::wrapped(head, text));
}

fn show<G: Game>(session: &Session<G>) {
    let seen = Seen::by(session.table().state(), session.seat);
    println!("\n{}\n", face::table(&seen, &[]));
}

fn pause(terminal: &mut Terminal) -> anyhow::Result<End> {
    let line = terminal.read("Enter goes on> ", Vec::new())?;
    Ok(if line.is_none_or(|line| line.trim() == "quit") { End::Left } else { End::Done })
}

/// Asks until the task is done, left out, or the lesson is left.
fn exercise<G: Game>(session: &mut Session<G>, terminal: &mut Terminal) -> anyhow::Result<End> {
    let task = session.step().map(|step| session.text(&step.task).to_string()).unwrap_or_default();
    say(&face::styled(face::BOLD, "Task: "), &task);
    loop {
        let prompt = Seen::by(session.table().state(), session.seat).prompt();
        let legal = session.table().sentences(session.seat);
        println!("\n{} {}", prompt.text, face::styled(face::DIM, prompt.clause.0));
        choices(&legal).iter().for_each(|line| println!("{line}"));
        let lines: Vec<String> = legal.iter().map(|s| s.words.join(" ")).collect();
        let Some(line) = terminal.read("learn> ", lines)? else { return Ok(End::Left) };
        match (line.trim(), answer::read(&line, &legal)) {
            ("next", _) => return Ok(End::Done),
            ("again", _) => session.again(),
            ("show", _) => match session.help() {
                Some(sentence) => println!("The lesson says: {sentence}"),
                None => println!("The lesson begins otherwise: type again, then show"),
            },
            (_, Answer::Quit) => return Ok(End::Left),
            (_, Answer::Table) => show(session),
            (_, Answer::Rules(Some(clause))) => println!("{}", rules::find(G::META.rules, &clause).join("\n")),
            (_, Answer::Several(which)) => println!("which one? {}", which.join(", ")),
            (_, Answer::Sentence(sentence) | Answer::No(sentence)) => {
                if answered(session, &sentence) {
                    return Ok(End::Done);
                }
            }
            (_, Answer::Why(sentence)) => match session.table().why_not(session.seat, &sentence) {
                Some(refusal) => println!("{refusal}"),
                None => println!("“{sentence}” is allowed"),
            },
            _ => println!("{HELP}"),
        }
    }
}

/// What comes of a sentence; whether the task is done.
fn answered<G: Game>(session: &mut Session<G>, sentence: &str) -> bool {
    let entries = session.table().record().entries.len();
    let reply = session.say(sentence);
    for (_, line) in session.table().lines(Viewer::Seat(session.seat), entries) {
        println!("  {} {}", line.text, face::styled(face::DIM, line.clause.0));
    }
    match reply {
        Reply::More => {}
        Reply::Refused { refusal, text } => {
            println!("That is not allowed: {refusal}");
            text.iter().for_each(|text| say("", &text.to_string()));
        }
        Reply::Poor { text, .. } => {
            say("Not quite. ", &text.to_string());
            session.again();
        }
        Reply::Good { text, instead } => {
            say("✓ ", &text.to_string());
            if !instead.is_empty() {
                let labels: Vec<String> = instead.iter().map(ToString::to_string).collect();
                say("  ", &format!("The lesson goes on as if you had answered: {}.", labels.join("; ")));
            }
            return true;
        }
    }
    false
}
