//! Bots of the operator's own: programs that read questions from standard input, one a line, and answer with a line each.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::panic::resume_unwind;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use astrarium_bots::Breath;

use crate::event::Level;
use crate::play::{Crash, Thought};

/// How long a program may take for an answer, and how often its thread looks whether somebody else has a better claim to run.
const PATIENCE: Duration = Duration::from_secs(30);
const SLICE: Duration = Duration::from_millis(2);
/// Bytes of an answer.
const ANSWER: u64 = 4096;
/// Programs of a bot that stay when they have answered.
const IDLE: usize = 4;
/// Characters of a name.
const LENGTH: usize = 16;
/// What else a seat can be said to be.
const TAKEN: [&str; 7] = ["easy", "guest", "hard", "me", "normal", "open", "person"];

/// What a bot of the operator's own is called: a word of lower-case letters, digits and hyphens.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct BotName([u8; LENGTH]);

impl BotName {
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(LENGTH);
        str::from_utf8(&self.0[..end]).expect("letters, digits and hyphens")
    }
}

impl FromStr for BotName {
    type Err = String;

    fn from_str(word: &str) -> Result<BotName, String> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let good =
            word.len() <= LENGTH && word.starts_with(|c: char| c.is_ascii_lowercase()) && word.bytes().all(plain);
        if !good {
            let right = format!("a name of at most {LENGTH} lower-case letters, digits and hyphens");
            return Err(format!("“{word}” names no bot: expected {right}"));
        }
        if TAKEN.contains(&word) || Level::ALL.iter().any(|level| level.id() == word) {
            return Err(format!("“{word}” means something else already: expected another name"));
        }
        let mut name = [0; LENGTH];
        name[..word.len()].copy_from_slice(word.as_bytes());
        Ok(BotName(name))
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A name, and the program with its arguments.
pub type OwnBot = (BotName, Vec<String>);

/// The operator's bots.
#[derive(Debug, Default)]
pub struct OwnBots(Vec<(BotName, Arc<Bot>)>);

#[derive(Debug)]
struct Bot {
    command: Vec<String>,
    /// Programs that wait for a question.
    idle: Mutex<Vec<Program>>,
}

impl OwnBots {
    pub fn new(bots: Vec<OwnBot>) -> OwnBots {
        let bot = |(name, command)| (name, Arc::new(Bot { command, idle: Mutex::default() }));
        OwnBots(bots.into_iter().map(bot).collect())
    }

    /// All that can be seated here, the operator's last.
    pub fn levels(&self) -> impl Iterator<Item = Level> {
        Level::ALL.into_iter().chain(self.0.iter().map(|(name, _)| Level::Own(*name)))
    }

    /// The answer to a question in one line. A program that fails is ended; the next question begins another one.
    pub fn thought(&self, name: BotName, question: Result<String, Crash>) -> Thought<String> {
        let bot = self.0.iter().find(|(known, _)| *known == name).map(|(_, bot)| bot.clone());
        Box::new(move |breath| {
            let bot = bot.ok_or_else(|| "it is not a bot of this server".to_string());
            let answer = bot.and_then(|bot| bot.ask(question.map_err(|crash| crash.0)?, breath));
            // No fault of ours, so nobody is told of a panic.
            answer.unwrap_or_else(|why| resume_unwind(Box::new(format!("{name}: {why}"))))
        })
    }
}

impl Bot {
    fn idle(&self) -> MutexGuard<'_, Vec<Program>> {
        self.idle.lock().expect("nobody panics with the programs in hand")
    }

    fn ask(&self, question: String, breath: &dyn Breath) -> Result<String, String> {
        let waiting = self.idle().pop();
        let mut program = waiting.map_or_else(|| Program::start(&self.command), Ok)?;
        let answer = program.ask(question, breath)?;
        let mut idle = self.idle();
        if idle.len() < IDLE {
            idle.push(program);
        }
        Ok(answer)
    }
}

/// A program at work. It is ended when nobody holds it any more.
#[derive(Debug)]
struct Program {
    child: Child,
    questions: Sender<String>,
    answers: Receiver<Result<String, String>>,
}

impl Program {
    fn start(command: &[String]) -> Result<Program, String> {
        let (name, args) = command.split_first().ok_or("it has no command")?;
        let mut command = Command::new(name);
        let started = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|e| format!("{name}: {e}"))?;
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let ((questions, asked), (answered, answers)) = (channel(), channel());
        // A pipe that is full or empty blocks whoever uses it.
        std::thread::spawn(move || converse(input, output, &asked, &answered));
        Ok(Program { child, questions, answers })
    }

    fn ask(&mut self, question: String, breath: &dyn Breath) -> Result<String, String> {
        let ended = || "it has ended".to_string();
        self.questions.send(question).map_err(|_| ended())?;
        let mut until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            match self.answers.recv_timeout(SLICE) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => until += breath.breathe(),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
        Err(format!("it said nothing for {} s", PATIENCE.as_secs()))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Ended before, or now.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Passes on questions and answers until one side is gone.
fn converse(
    mut input: ChildStdin,
    output: ChildStdout,
    asked: &Receiver<String>,
    answered: &Sender<Result<String, String>>,
) {
    let mut output = BufReader::new(output);
    let mut ask = |question: &str| {
        writeln!(input, "{question}").and_then(|()| input.flush()).map_err(|e| e.to_string())?;
        let mut answer = String::new();
        (&mut output).take(ANSWER).read_line(&mut answer).map_err(|e| e.to_string())?;
        let whole = answer.ends_with('\n');
        if whole { Ok(answer.trim().to_string()) } else { Err("it ended without an answer, or said too much".into()) }
    };
    for question in asked {
        // Whoever has asked may be gone.
        if answered.send(ask(&question)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[derive(Debug)]
    struct Calm;

    impl Breath for Calm {
        fn breathe(&self) -> Duration {
            Duration::ZERO
        }
    }

    fn bots(script: &str) -> OwnBots {
        OwnBots::new(vec![(name("mine"), ["sh", "-c", script].map(String::from).to_vec())])
    }

    fn name(word: &str) -> BotName {
        word.parse().expect("a name")
    }

    /// The answer, or why there is none.
    fn answer(bots: &OwnBots, question: &str) -> Result<String, String> {
        let thought = bots.thought(name("mine"), Ok(question.into()));
        catch_unwind(AssertUnwindSafe(|| thought(&Calm))).map_err(|why| *why.downcast::<String>().expect("a reason"))
    }

    #[test]
    fn a_name_is_a_word_that_means_nothing_else() {
        for word in ["linear", "bot-2", "a234567890123456"] {
            assert_eq!(name(word).as_str(), word);
            assert_eq!(Level::try_from(word.to_string()).map(String::from), Ok(word.into()));
        }
        for word in ["", "Mine", "2nd", "two words", "ä", "a2345678901234567", "admiral", "hard", "open"] {
            assert!(word.parse::<BotName>().is_err(), "{word}");
        }
    }

    /// A long question fills the pipe before the program reads it.
    #[test]
    fn one_program_answers_many_questions() {
        let bots = bots("while read -r line; do n=$((n + 1)); echo \"$n ${#line}\"; done");
        let long = "x".repeat(300_000);
        assert_eq!(answer(&bots, "one"), Ok("1 3".into()));
        assert_eq!(answer(&bots, &long), Ok("2 300000".into()));
    }

    #[test]
    fn a_program_that_fails_is_followed_by_another() {
        let once = bots("read -r line; echo \"$line\"");
        assert_eq!(answer(&once, "one"), Ok("one".into()));
        assert!(answer(&once, "two").is_err_and(|why| why.starts_with("mine: ")), "it has ended");
        assert_eq!(answer(&once, "three"), Ok("three".into()));
        assert!(answer(&bots("read -r line; printf half"), "one").is_err(), "half an answer is none");
        assert!(answer(&bots("exec head -c 9999 /dev/zero"), "one").is_err());
        let missing = OwnBots::new(vec![(name("mine"), vec!["no-such-program".into()])]);
        assert!(answer(&missing, "one").is_err_and(|why| why.contains("no-such-program")));
        assert!(answer(&OwnBots::default(), "one").is_err_and(|why| why.contains("not a bot of this server")));
    }
}
