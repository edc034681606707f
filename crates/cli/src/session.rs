//! A game at the keyboard: bots answer by themselves, people by number, sentence or the beginning of one.

use anstream::println;
use astrarium_bots::{Bot, Sight, Spec, build};
use astrarium_core::record::Dice;
use astrarium_core::{BySeat, Game, Odds, Seat, Seen, Sentence, Table, Viewer};
use serde_json::json;

use crate::answer::{self, Answer};
use crate::command::rules;
use crate::face::{self, DIM, styled};
use crate::keep::Shared;
use crate::terminal::Terminal;
use crate::{Verdict, map};

/// The bot that plays if none is named, and gives hints.
pub const USUAL_BOT: &str = "captain";

const NOTHING_BACK: &str = "there is no answer of yours to take back: something was rolled, drawn or revealed since, or somebody else \
                            was asked";

const HELP: &str = "\
type the number of a choice, its sentence, or the beginning of it (Tab completes)
  hint           what a bot would do        undo             take your last answer back
  table          the table again            map [PLACE]      the board, and what is next to what
  why SENTENCE   why it is not allowed      rules [CLAUSE]   the rules, or one clause
  log            everything that happened   save FILE        write the record
  quit           leave the table; Ctrl-C leaves, too, and keeps the game";

/// A table with its people and bots.
pub struct Session<G: Game> {
    table: Table<G>,
    dice: Dice,
    /// A bot, or nobody for a person.
    seats: Vec<Option<Box<dyn Bot<G>>>>,
    keep: Shared,
    terminal: Terminal,
    json: bool,
    /// Up to which entry each person has read the log.
    seen: BySeat<usize>,
    /// Who was asked last, with the heading then.
    last: Option<(Seat, String)>,
    /// Where the answers that can be taken back were given: by whom, in which state, after how many entries.
    back: Vec<(Seat, G, usize)>,
}

/// What a person did when asked.
enum Said {
    Sentence(String),
    Undo,
    Leave { kept: bool },
}

impl<G: Game> Session<G> {
    pub fn new(
        table: Table<G>,
        dice: Dice,
        seats: Vec<Option<Box<dyn Bot<G>>>>,
        keep: Shared,
        terminal: Terminal,
        json: bool,
    ) -> Session<G> {
        Session { table, dice, seats, keep, terminal, json, seen: BySeat::default(), last: None, back: Vec::new() }
    }

    pub fn play(mut self) -> anyhow::Result<Verdict> {
        let mut verdict = Verdict::Fine;
        while let Some(seat) = self.next() {
            let said = match &mut self.seats[seat.index()] {
                Some(bot) => Said::Sentence(bot.choose(Sight::new(self.table.state(), seat)).to_string()),
                None => self.ask(seat)?,
            };
            match said {
                Said::Sentence(sentence) => self.act(seat, &sentence)?,
                Said::Undo => self.undo(seat),
                Said::Leave { kept } => {
                    verdict = if kept { Verdict::Stopped } else { Verdict::Fine };
                    break;
                }
            }
            self.keep.lock().keep(self.table.record())?;
        }
        self.end(verdict)
    }

    /// Bots first: where several seats are asked at once, the order does not matter.
    fn next(&self) -> Option<Seat> {
        let asked = self.table.asked();
        asked.iter().find(|s| self.seats[s.index()].is_some()).or_else(|| asked.first())
    }

    /// An answer can be taken back until something is rolled, drawn or revealed, or somebody else is asked.
    fn act(&mut self, seat: Seat, sentence: &str) -> anyhow::Result<()> {
        let (before, entries) = (*self.table.state(), self.table.record().entries.len());
        let step = self.table.prepare(seat, sentence)?;
        let (turn, after) = (before.turn(), step.state().turn());
        let stays = turn.still_sealed(after, seat) || turn.seats() == after.seats();
        if stays && step.entry().outcomes.is_empty() && !step.reveals() && self.seats[seat.index()].is_none() {
            self.back.push((seat, before, entries));
        } else {
            self.back.clear();
        }
        self.table.commit(step);
        Ok(())
    }

    fn undo(&mut self, seat: Seat) {
        let Some((_, state, entries)) = self.back.pop_if(|(by, ..)| *by == seat) else {
            return self.say(NOTHING_BACK);
        };
        self.table = self.table.back_to(state, entries);
        self.seen = BySeat(self.seen.0.map(|read| read.min(entries)));
        self.last = None;
        self.say("taken back");
    }

    /// The table with who plays each seat: you, a bot, or another person at this keyboard.
    fn shown(&self, viewer: Viewer) -> String {
        let seats = Seat::first(self.seats.len()).zip(&self.table.record().header.seats);
        let player = |(seat, name): (Seat, &String)| match &self.seats[seat.index()] {
            None if viewer == Viewer::Seat(seat) => "you".to_string(),
            _ => name.clone(),
        };
        face::table(&Seen::of(self.table.state(), viewer), &seats.map(player).collect::<Vec<_>>())
    }

    /// Asks a person until there is an answer.
    fn ask(&mut self, seat: Seat) -> anyhow::Result<Said> {
        self.hand_over(seat)?;
        let legal = self.table.sentences(seat);
        self.put(seat, &legal);
        let sentences = legal.iter().map(|s| s.words.join(" "));
        let lines: Vec<String> = sentences.chain(answer::COMMANDS.map(String::from)).collect();
        let prompt = format!("{}> ", self.table.state().seat_name(seat));
        loop {
            let Some(line) = self.terminal.read(&prompt, lines.clone())? else {
                return Ok(Said::Leave { kept: self.terminal.is_interactive });
            };
            if !self.terminal.is_interactive && !self.json {
                println!("{prompt}{line}"); // what comes from a pipe is seen nowhere else
            }
            match answer::read(&line, &legal) {
                Answer::Sentence(sentence) => return Ok(Said::Sentence(sentence)),
                Answer::Undo => return Ok(Said::Undo),
                Answer::Quit => return Ok(Said::Leave { kept: false }),
                other => self.reply(seat, other, &legal),
            }
        }
    }

    /// Everything that is no answer to the question.
    fn reply(&self, seat: Seat, answer: Answer, legal: &[Sentence]) {
        let text = match answer {
            Answer::Several(which) => format!("which one? {}", which.join(", ")),
            Answer::No(text) => self.no_answer(seat, &text, legal),
            Answer::Why(text) => self.why_not(seat, &text),
            Answer::Rules(None) => G::META.rules.into(),
            Answer::Rules(Some(clause)) => match &rules::find(G::META.rules, &clause)[..] {
                [] => format!("there is no clause “{clause}”"),
                lines => lines.join("\n"),
            },
            Answer::Table => return self.say_as_it_is(&self.shown(Viewer::Seat(seat))),
            Answer::Map(place) => {
                let seen = Seen::by(self.table.state(), seat);
                return self.say_as_it_is(&map::of(&seen.scene(), place.as_deref(), |id| face::called(&seen, id)));
            }
            Answer::Log => self.log(seat, 0).join("\n"),
            Answer::Hint => self.hint(seat),
            Answer::Save(path) => match self.keep.lock().save(&path) {
                Ok(()) => format!("written to {}", path.display()),
                Err(error) => format!("not written: {error:#}"),
            },
            Answer::Help => HELP.into(),
            Answer::Sentence(_) | Answer::Undo | Answer::Quit | Answer::Nothing => return,
        };
        self.say(&text);
    }

    /// As wide as the terminal.
    fn say(&self, text: &str) {
        self.say_as_it_is(&if self.json { text.into() } else { face::fill(text) });
    }

    fn say_as_it_is(&self, text: &str) {
        if self.json { std::println!("{}", json!({ "reply": text })) } else { println!("{text}") }
    }

    fn hint(&self, seat: Seat) -> String {
        let spec: Spec = USUAL_BOT.parse().expect("a bot of ours");
        let state = self.table.state();
        let action = build::<G>(&spec, self.table.record().entries.len() as u64).choose(Sight::new(state, seat));
        format!("a {USUAL_BOT} would say: {action} ({})", Seen::by(state, seat).label(action))
    }

    fn why_not(&self, seat: Seat, text: &str) -> String {
        self.table.why_not(seat, text).map_or_else(|| format!("“{text}” is allowed"), |refusal| refusal.to_string())
    }

    /// A sentence of the game says what forbids it; for anything else the question says what it expects.
    fn no_answer(&self, seat: Seat, text: &str, legal: &[Sentence]) -> String {
        if text.parse::<G::Action>().is_ok() { self.why_not(seat, text) } else { answer::expected(text, legal) }
    }

    /// People who share a keyboard do not see each other's secrets.
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<()> {
        let stays = self.last.as_ref().is_some_and(|(last, _)| *last == seat);
        let people = self.seats.iter().filter(|bot| bot.is_none()).count();
        if people > 1 && !stays && self.terminal.is_interactive {
            let name = self.table.state().seat_name(seat);
            println!("\x1b[2J\x1b[H");
            self.terminal.read(&format!("{name} takes the keyboard, then presses Enter "), Vec::new())?;
        }
        Ok(())
    }

    /// Puts the question: what happened, the table where it has changed much, the choices.
    fn put(&mut self, seat: Seat, legal: &[Sentence]) {
        let state = self.table.state();
        let seen = Seen::by(state, seat);
        let (prompt, scene) = (seen.prompt(), seen.scene());
        let entries = self.table.record().entries.len();
        if self.json {
            let lines: Vec<_> =
                self.table.lines(Viewer::Seat(seat), self.seen[seat]).into_iter().map(|(_, l)| l).collect();
            let (name, legal) = (state.seat_name(seat), json!(legal));
            std::println!(
                "{}",
                json!({ "seat": name, "prompt": prompt, "sentences": legal, "lines": lines, "scene": scene })
            );
        } else {
            self.log(seat, self.seen[seat]).iter().for_each(|line| println!("{line}"));
            let here = Some((seat, scene.heading.clone()));
            if self.last != here {
                println!("\n{}", self.shown(Viewer::Seat(seat)));
                self.last = here;
            }
            println!("\n{}", face::fill(&format!("{} {}", prompt.text, styled(DIM, prompt.clause.0))));
            choices(legal).iter().for_each(|line| println!("{line}"));
        }
        self.seen[seat] = entries;
    }

    fn log(&self, seat: Seat, from: usize) -> Vec<String> {
        let tell = |(_, line): (usize, astrarium_core::Line)| {
            face::fill(&format!("  {} {}", line.text, styled(DIM, line.clause.0)))
        };
        self.table.lines(Viewer::Seat(seat), from).into_iter().map(tell).collect()
    }

    /// The standing, and the opened secret in the record.
    fn end(mut self, verdict: Verdict) -> anyhow::Result<Verdict> {
        self.table.open_secret(&self.dice);
        let mut keep = self.keep.lock();
        keep.keep(self.table.record())?;
        let goes_on = if verdict == Verdict::Stopped || keep.path().is_some() { keep.leave()? } else { None };
        let record = self.table.record();
        let (finished, decisions) = (!record.places.is_empty(), record.entries.len() - 1);
        if self.json {
            let (places, file) = (&record.places, keep.path());
            std::println!(
                "{}",
                json!({ "finished": finished, "decisions": decisions, "places": places, "record": file })
            );
            return Ok(verdict);
        }
        if finished {
            println!("\n{}", self.shown(Viewer::Public));
            for (seat, place) in Seat::first(record.places.len()).zip(&record.places) {
                println!("{place}. {} ({})", self.table.state().seat_name(seat), record.header.seats[seat.index()]);
            }
        }
        if let Some(path) = keep.path() {
            println!("record in {}", path.display());
        }
        goes_on.iter().for_each(|said| println!("{said}"));
        Ok(verdict)
    }
}

/// `  3  Attack Dune from Amber, 8 of 36, 22 %   target moon-07`
pub fn choices(legal: &[Sentence]) -> Vec<String> {
    let odds = |o: Odds| {
        let percent = |hits: u32| (hits * 100 + o.of / 2) / o.of.max(1);
        let most = o.most.map_or(String::new(), |most| format!(", up to {} %", percent(most)));
        format!(", {} of {}, {} %{most}", o.hits, o.of, percent(o.hits))
    };
    let label = |s: &Sentence| format!("{}{}", s.label, s.odds.map(odds).unwrap_or_default());
    let width = legal.iter().map(|s| label(s).chars().count()).max().unwrap_or(0);
    let sentence = legal.iter().map(|s| s.words.join(" ").chars().count()).max().unwrap_or(0);
    // Where both do not fit side by side, they follow each other.
    let width = if 9 + width + sentence > face::width() { 0 } else { width };
    let line = |(s, n): (&Sentence, usize)| {
        face::fill_under(&format!("{n:>4}  "), &format!("{:<width$}   {}", label(s), styled(DIM, &s.words.join(" "))))
    };
    legal.iter().zip(1..).map(line).collect()
}
