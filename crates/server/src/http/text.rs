//! Names and chat are text: short, and without characters that act on the page or the line.

use std::ops::RangeInclusive;

use crate::error::Error;

/// A name without blanks around it.
pub fn name(text: &str, most: usize) -> Result<String, Error> {
    clean("a name", text, most)
}

pub fn chat(text: &str, most: usize) -> Result<String, Error> {
    clean("a message", text, most)
}

/// Characters that act: on the line, or on the direction of what is written.
const ACTS: &[RangeInclusive<char>] =
    &['\0'..='\u{1F}', '\u{7F}'..='\u{9F}', '\u{202A}'..='\u{202E}', '\u{2066}'..='\u{2069}'];

/// Blanks, fillers, and what only joins or changes other characters.
const INVISIBLE: &[RangeInclusive<char>] = &[
    ' '..=' ',
    '\u{A0}'..='\u{A0}',
    '\u{AD}'..='\u{AD}',
    '\u{34F}'..='\u{34F}',
    '\u{61C}'..='\u{61C}',
    '\u{115F}'..='\u{1160}',
    '\u{1680}'..='\u{1680}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{2000}'..='\u{200F}',
    '\u{2028}'..='\u{2029}',
    '\u{202F}'..='\u{202F}',
    '\u{205F}'..='\u{206F}',
    '\u{2800}'..='\u{2800}',
    '\u{3000}'..='\u{3000}',
    '\u{3164}'..='\u{3164}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{E0000}'..='\u{E0FFF}',
];

fn clean(what: &'static str, text: &str, most: usize) -> Result<String, Error> {
    let is = |c: char, ranges: &[RangeInclusive<char>]| ranges.iter().any(|range| range.contains(&c));
    match text.chars().count() {
        0 => Err(Error::Malformed(format!("{what} is empty: expected 1 to {most} characters"))),
        n if n > most => Err(Error::TooLarge(what, most)),
        _ if text.chars().any(|c| is(c, ACTS)) => {
            Err(Error::Malformed(format!("{what} may not hold control characters")))
        }
        _ if text.chars().all(|c| is(c, INVISIBLE)) => {
            Err(Error::Malformed(format!("{what} has nothing that can be seen")))
        }
        _ => Ok(text.trim().into()),
    }
}

/// The same as a regular expression.
pub fn pattern() -> String {
    let class = |ranges: &[RangeInclusive<char>]| {
        ranges.iter().map(|range| format!("{}-{}", range.start(), range.end())).collect::<String>()
    };
    let (acts, invisible) = (class(ACTS), class(INVISIBLE));
    format!("^[^{acts}]*[^{acts}{invisible}][^{acts}]*$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_to_size_and_never_acts() {
        assert_eq!(name("  Ann ", 40), Ok("Ann".into()));
        assert_eq!(name("<b>", 40), Ok("<b>".into()));
        assert_eq!(name(&"é".repeat(40), 40).map(|n| n.chars().count()), Ok(40));
        assert_eq!(name(&"é".repeat(41), 40), Err(Error::TooLarge("a name", 40)));
        let astronaut = "👩\u{200D}🚀";
        assert_eq!(name(astronaut, 40), Ok(astronaut.into()));
        for wrong in ["", "   ", "a\nb", "a\u{202E}b", "\u{0}", "\u{200B}\u{200D}", "\u{3164}", "\u{2800} \u{2800}"] {
            assert!(matches!(name(wrong, 40), Err(Error::Malformed(_))), "{wrong:?}");
        }
    }
}
