//! Rust text without comments and strings, line for line: just enough of a lexer for counting.

/// The text with every comment and every string, byte and character literal blanked; lines and columns stay.
pub fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match skipped(rest, out.chars().next_back()) {
            0 => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            length => length,
        };
        out.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &rest[length..];
    }
    out
}

/// How many bytes of a comment or literal begin here; 0 if none does.
fn skipped(rest: &str, before: Option<char>) -> usize {
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let until = |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |i| from + i + end.len());
    match rest.as_bytes() {
        [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
        [b'/', b'*', ..] => until(2, "*/"),
        [b'"', ..] => escaped(rest, '"'),
        [b'r', b'"' | b'#', ..] if !in_word => {
            let hashes = rest[1..].bytes().take_while(|&b| b == b'#').count();
            // `r#type` is a name, not a string.
            if rest.as_bytes().get(1 + hashes) != Some(&b'"') {
                0
            } else {
                until(2 + hashes, &format!("\"{}", "#".repeat(hashes)))
            }
        }
        // A lifetime has no closing quote.
        [b'\'', ..] if rest[1..].starts_with('\\') || rest[1..].chars().nth(1) == Some('\'') => escaped(rest, '\''),
        _ => 0,
    }
}

/// The length of a literal from its opening to its closing quote.
fn escaped(rest: &str, quote: char) -> usize {
    let mut escape = false;
    let end = rest.char_indices().skip(1).find(|&(_, c)| {
        let closes = c == quote && !escape;
        escape = c == '\\' && !escape;
        closes
    });
    end.map_or(rest.len(), |(i, _)| i + 1)
}

/// The part of a text before its inline tests.
pub fn before_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]").map_or(text, |(body, _)| body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked() {
        assert_eq!(code("a \"b\\\"c\" d // e\nf"), "a        d     \nf");
        assert_eq!(code("let x = 'x'; fn f<'a>() {} /* 7\n8 */ 9"), "let x =    ; fn f<'a>() {}     \n     9");
        assert_eq!(
            code("r#\"a\"b\"# r#type '\\'' \"ä\""),
            format!("{} r#type {} {}", " ".repeat(8), " ".repeat(4), " ".repeat(3))
        );
    }

    #[test]
    fn lines_stay() {
        let text = include_str!("source.rs");
        assert_eq!(code(text).lines().count(), text.lines().count());
    }
}
