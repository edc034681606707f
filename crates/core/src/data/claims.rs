//! Whether a text that players read says the numbers of what it is about.

use super::{Files, PackError};

/// A text of a pack: where it is, and what it says.
#[derive(Copy, Clone, Debug)]
pub struct Claim<'a> {
    /// Of the pack.
    pub file: &'a str,
    /// The key of its table.
    pub row: &'a str,
    /// Where in the row it stands.
    pub field: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// Something that only the rules can do, with the numbers of it that a pack sets and their fields.
#[derive(Clone, Debug)]
pub struct Hook<'a> {
    /// What players read of it.
    pub claim: Claim<'a>,
    /// Each with its field.
    pub numbers: Vec<(&'static str, u64)>,
    /// Other numbers that its text may say.
    pub may: Vec<u64>,
}

impl Hook<'_> {
    /// The text says the numbers.
    pub fn check(&self, files: &Files) -> Option<PackError> {
        let has: Vec<u64> = self.numbers.iter().map(|(_, number)| *number).collect();
        self.claim.check(files, &has, &self.may)
    }

    /// For a page: its word, and what it does with which fields.
    pub fn told(&self) -> (String, String) {
        let fields: Vec<String> = self.numbers.iter().map(|(field, _)| format!("`{field}`")).collect();
        let text = self.claim.text.trim_end_matches('.');
        let set = if fields.is_empty() { String::new() } else { format!(" ({})", fields.join(", ")) };
        (self.claim.row.into(), format!("{text}{set}"))
    }
}

impl Claim<'_> {
    /// The text says each of these numbers, and no other but those it may. One is also an article: nobody has to say it.
    pub fn check(&self, files: &Files, has: &[u64], may: &[u64]) -> Option<PackError> {
        let said = numbers(self.text);
        let odd = said.iter().find(|n| **n > 1 && !has.contains(n) && !may.contains(n));
        let unsaid = has.iter().find(|n| **n > 1 && !said.contains(n));
        let what = match (odd, unsaid) {
            (Some(odd), Some(unsaid)) => format!("the text of {} says {odd}, but it is {unsaid}", self.row),
            (Some(odd), None) => format!("the text of {} says {odd}, which no effect of it has", self.row),
            (None, Some(unsaid)) => {
                format!("the text of {} does not say {unsaid}, which an effect of it has", self.row)
            }
            (None, None) => return None,
        };
        let right = "the numbers of its effects, in digits or words";
        Some(files.at(self.file, files.field(self.file, self.row, self.field), what, right))
    }
}

/// The numbers that a text names, in digits or in words.
pub fn numbers(text: &str) -> Vec<u64> {
    const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let number = |word: String| {
        let named = WORDS.iter().position(|w| *w == word).map(|at| at as u64 + 1);
        named.or_else(|| word.parse().ok())
    };
    words.filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_what_is_done() {
        let file = "[a]\ntext = \"none\"\n[gift]\nname = \"Gift\"\ntext = \"…\"\n";
        let files = Files::new([("cards.toml".into(), file.into())]);
        let told = |text: &str| {
            let claim = Claim { file: "cards.toml", row: "gift", field: "text", text };
            claim.check(&files, &[3, 1], &[7]).map(|fault| fault.to_string())
        };
        for right in ["gain 3 credits", "one of you: three credits, within 7 days of the 2nd"] {
            assert_eq!(told(right), None, "{right}");
        }
        let wrong = [
            ("gain 30 credits", "the text of gift says 30, but it is 3"),
            ("gain 3 credits and 2 cards", "the text of gift says 2, which no effect of it has"),
            ("gain a credit", "the text of gift does not say 3, which an effect of it has"),
        ];
        for (text, what) in wrong {
            let right = format!("cards.toml:5:1: {what}; expected the numbers of its effects, in digits or words");
            assert_eq!(told(text), Some(right));
        }
    }
}
