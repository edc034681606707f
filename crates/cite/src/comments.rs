//! The clauses in a file's comments.

use std::collections::BTreeMap;

/// The clauses that each line cites in a comment behind or instead of code; documentation is not among them.
pub fn by_line(source: &str) -> BTreeMap<usize, Vec<String>> {
    let comment = |line: &str| {
        let comment = &line[line.find("//")?..];
        let documents = comment.starts_with("///") || comment.starts_with("//!");
        (!documents).then(|| clauses(comment)).filter(|clauses| !clauses.is_empty())
    };
    source.lines().enumerate().filter_map(|(k, line)| Some((k + 1, comment(line)?))).collect()
}

/// The ids in a text, such as `GE-100` and `E2-P001`. `GE-092 to GE-117` cites all between.
pub fn clauses(text: &str) -> Vec<String> {
    let ids: Vec<(usize, &str)> =
        (0..text.len()).filter(|&at| text.is_char_boundary(at)).filter_map(|at| Some((at, id_at(text, at)?))).collect();
    let mut all: Vec<String> = ids.iter().map(|(_, id)| id.to_string()).collect();
    for pair in ids.windows(2) {
        let ((from, first), (to, last)) = (pair[0], pair[1]);
        let letters = first.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = |id: &str| id.strip_prefix(letters)?.parse::<u16>().ok();
        if text[from + first.len()..to].trim() == "to"
            && let (Some(first), Some(last)) = (number(first), number(last))
        {
            all.extend((first + 1..last).map(|n| format!("{letters}{n:03}")));
        }
    }
    all
}

/// Two or more capitals or digits, a dash, perhaps a P, two or three digits.
fn id_at(text: &str, at: usize) -> Option<&str> {
    let bytes = text.as_bytes();
    let count = |from: usize, fits: fn(&u8) -> bool| bytes[from..].iter().take_while(|b| fits(b)).count();
    if at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'-') {
        return None;
    }
    let letters = count(at, |b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let dash = at + letters;
    let digits = dash + 1 + usize::from(bytes.get(dash + 1) == Some(&b'P'));
    let fits = letters >= 2 && bytes[at].is_ascii_uppercase() && bytes.get(dash) == Some(&b'-') && digits < bytes.len();
    let found = if fits { count(digits, u8::is_ascii_digit) } else { 0 };
    (2..=3).contains(&found).then(|| &text[at..digits + found])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_ranges_are_found() {
        assert_eq!(clauses("(GE-092 to GE-094, E2-P001)"), ["GE-092", "GE-094", "E2-P001", "GE-093"]);
        assert_eq!(clauses("“TOY-06”: SHA-256 of x-100 and XGE-1, A-12"), ["TOY-06", "SHA-256"]);
    }

    #[test]
    fn documentation_is_no_comment_on_a_line() {
        let found = by_line("/// GE-001\nlet x = 1; // GE-002\n//! GE-003\n    // GE-004\n");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [(2, vec!["GE-002".into()]), (4, vec!["GE-004".into()])]);
    }
}
