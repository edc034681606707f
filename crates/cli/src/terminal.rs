//! Reading lines: with completion and history at a terminal, plainly from a pipe.

use std::io::IsTerminal;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

pub struct Terminal {
    editor: Editor<Words, MemHistory>,
    pub is_interactive: bool,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terminal").field("is_interactive", &self.is_interactive).finish_non_exhaustive()
    }
}

impl Terminal {
    pub fn new() -> anyhow::Result<Terminal> {
        let mut editor = Editor::with_history(Config::default(), MemHistory::new())?;
        editor.set_helper(Some(Words::default()));
        let is_interactive = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        Ok(Terminal { editor, is_interactive })
    }

    /// The next line; nothing at the end of input or after Ctrl-C. `lines` are what can be completed.
    pub fn read(&mut self, prompt: &str, lines: Vec<String>) -> anyhow::Result<Option<String>> {
        self.editor.set_helper(Some(Words(lines)));
        match self.editor.readline(prompt) {
            Ok(line) => {
                self.editor.add_history_entry(&line)?;
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The lines that make sense now. Completion goes word by word.
#[derive(Debug, Default)]
struct Words(Vec<String>);

impl Helper for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, words) = next_words(&self.0, &line[..at]);
        Ok((start, words))
    }
}

/// Where the word being typed begins, and what it can become; a space says that the sentence goes on.
fn next_words(lines: &[String], typed: &str) -> (usize, Vec<String>) {
    let start = typed.rfind(' ').map_or(0, |i| i + 1);
    let fitting = lines.iter().filter(|line| line.starts_with(typed));
    let mut words: Vec<String> =
        fitting.filter_map(|l| l[start..].split_inclusive(' ').next().map(Into::into)).collect();
    words.sort();
    words.dedup();
    (start, words)
}

#[cfg(test)]
mod tests {
    #[test]
    fn completion_goes_word_by_word() {
        let lines = ["target moon-07", "target moon-08", "done"].map(String::from);
        assert_eq!(super::next_words(&lines, "t"), (0, vec!["target ".into()]));
        assert_eq!(super::next_words(&lines, "target moon-0"), (7, vec!["moon-07".into(), "moon-08".into()]));
        assert_eq!(super::next_words(&lines, "x"), (0, vec![]));
    }
}
