//! Where something is in the text of a scenario file.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t str,
    file: Spanned<DeTable<'t>>,
}

impl<'t> Lines<'t> {
    pub fn of(text: &'t str) -> Result<Lines<'t>, String> {
        Ok(Lines { text, file: DeTable::parse(text).map_err(|e| e.to_string())? })
    }

    /// The line of the last word of a path that the file has: of the key in a table, of the item in a list.
    pub fn find<'a>(&'a self, path: &[&str]) -> usize {
        let in_table = |table: &'a DeTable<'t>, word: &str| {
            let (key, value) = table.iter().find(|(key, _)| key.get_ref() == word)?;
            Some((key.span().start, value.get_ref()))
        };
        let mut found = path.first().and_then(|word| in_table(self.file.get_ref(), word));
        let mut at = found.map_or(0, |(at, _)| at);
        for word in path.iter().skip(1) {
            found = match found {
                Some((_, DeValue::Table(table))) => in_table(table, word),
                Some((_, DeValue::Array(list))) => {
                    let item = word.parse().ok().and_then(|k: usize| list.get(k));
                    item.map(|item| (item.span().start, item.get_ref()))
                }
                _ => None,
            };
            at = found.map_or(at, |(at, _)| at);
        }
        1 + self.text[..at].matches('\n').count()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_file_says_has_a_line() {
        let text = "title = 'x'\n\n[[scenario]]\nname = 'a'\n[[scenario]]\nname = 'b'\n[[scenario.step]]\nseat = 'red'\n\
                    expect = { round = 1,\n  'a.b' = 2 }\n[[scenario.step]]\n[scenario.step.view.red]\n'c.d' = 1\n";
        let lines = super::Lines::of(text).expect("sound");
        let line = |path: &str| lines.find(&path.split('/').collect::<Vec<_>>());
        assert_eq!(["scenario/0", "scenario/1", "scenario/1/name"].map(line), [3, 5, 6]);
        assert_eq!(["scenario/1/step/0", "scenario/1/step/0/expect/a.b", "scenario/1/step/1"].map(line), [7, 10, 11]);
        assert_eq!(["scenario/1/step/1/view/red/c.d", "scenario/1/step/1/view/red/e"].map(line), [13, 12]);
    }
}
