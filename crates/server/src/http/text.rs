//! Names and chat are text: short, and without characters that act on the page or the line.

use crate::error::Error;

/// A name without blanks around it.
pub fn name(text: &str, most: usize) -> Result<String, Error> {
    clean("a name", text, most)
}

pub fn chat(text: &str, most: usize) -> Result<String, Error> {
    clean("a message", text, most)
}

fn clean(what: &'static str, text: &str, most: usize) -> Result<String, Error> {
    let text = text.trim();
    let acts = |c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    match text.chars().count() {
        0 => Err(Error::Malformed(format!("{what} is empty: expected 1 to {most} characters"))),
        n if n > most => Err(Error::TooLarge(what, most)),
        _ if text.chars().all(is_invisible) => Err(Error::Malformed(format!("{what} has nothing that can be seen"))),
        _ if text.chars().any(acts) => Err(Error::Malformed(format!("{what} may not hold control characters"))),
        _ => Ok(text.into()),
    }
}

/// Blanks, fillers, and what only joins or changes other characters.
fn is_invisible(c: char) -> bool {
    let joins = matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}');
    let fills = matches!(c, '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}');
    let selects =
        matches!(c, '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}');
    c.is_whitespace() || joins || fills || selects
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
