//! What a reader of typed tables complains about, in words for the author of the file.

use super::nearest;

/// What is wrong, and what would be right.
pub(super) fn plain(message: &str) -> (String, String) {
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or("").to_string();
    match what.split_once(' ') {
        Some(("missing", rest)) if rest.starts_with("field") => {
            (format!("“{}” is missing", quoted(rest)), format!("{} = …", quoted(rest)))
        }
        Some(("unknown", rest)) => {
            let word = quoted(rest);
            let words: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
            let kind = if rest.starts_with("field") { "no field here" } else { "not known here" };
            let meant = nearest(&word, words.iter().copied());
            let hint = meant.map(|meant| format!(" (did you mean “{meant}”?)")).unwrap_or_default();
            (format!("“{word}” is {kind}{hint}"), one_of(&words))
        }
        Some(("invalid", rest)) => (invalid(rest), kind(expected)),
        Some(("duplicate", rest)) => (format!("“{}” is there twice", quoted(rest)), "each once".into()),
        _ => match message.split_once(": expected ") {
            Some((what, right)) => (what.into(), right.into()),
            None if expected.is_empty() => (message.into(), String::new()),
            None => (what.into(), kind(expected)),
        },
    }
}

fn one_of(words: &[&str]) -> String {
    match words {
        [] => "nothing more".into(),
        [one] => (*one).into(),
        _ => format!("one of {}", words.join(", ")),
    }
}

/// `type: string "x"`, `value: integer `300``, `length 3`.
fn invalid(rest: &str) -> String {
    let Some((way, found)) = rest.split_once(' ') else { return rest.into() };
    if way == "length" {
        return format!("the list has {found} entries");
    }
    let (name, value) = found.split_once(' ').unwrap_or((found, ""));
    let value = value.trim_matches('`').trim_matches('"');
    let name = match name {
        "string" => return format!("“{value}” is a text"),
        "integer" | "floating" if way == "value:" => return format!("{value} is out of bounds"),
        "integer" => return format!("{value} is a whole number"),
        "floating" => return format!("{} is a number with a fraction", value.trim_start_matches("point `")),
        "boolean" => return format!("{value} is a yes or no"),
        "sequence" => "list",
        "map" => "table",
        other => other,
    };
    format!("this is a {name}")
}

/// The names of types, as a person would say them.
fn kind(expected: &str) -> String {
    let number = |low: String, high: String| format!("a whole number from {low} to {high}");
    match expected {
        "u8" => number("0".into(), u8::MAX.to_string()),
        "u16" => number("0".into(), u16::MAX.to_string()),
        "i8" => number(i8::MIN.to_string(), i8::MAX.to_string()),
        "i16" => number(i16::MIN.to_string(), i16::MAX.to_string()),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".into(),
        "i32" | "i64" => "a whole number".into(),
        "a string" | "string" => "a text in quotation marks".into(),
        "a boolean" => "true or false".into(),
        "a sequence" => "a list in square brackets".into(),
        "a map" => "a table".into(),
        "string or table" | "variant identifier" => "a word in quotation marks".into(),
        _ if expected.starts_with("struct ") => "a table".into(),
        _ if expected.starts_with("enum ") => "a word in quotation marks".into(),
        _ => match expected.strip_prefix("a tuple of size ") {
            Some(size) => format!("a list of {size}"),
            None => expected.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn messages_are_said_plainly() {
        let cases = [
            ("missing field `cost`", "“cost” is missing", "cost = …"),
            (
                "unknown field `csot`, expected one of `cost`, `cell`",
                "“csot” is no field here (did you mean “cost”?)",
                "one of cost, cell",
            ),
            ("unknown variant `x`, expected `red` or `blue`", "“x” is not known here", "one of red, blue"),
            ("invalid type: string \"two\", expected u8", "“two” is a text", "a whole number from 0 to 255"),
            ("invalid value: integer `300`, expected u8", "300 is out of bounds", "a whole number from 0 to 255"),
            ("invalid type: integer `3`, expected a string", "3 is a whole number", "a text in quotation marks"),
            ("invalid length 3, expected a tuple of size 2", "the list has 3 entries", "a list of 2"),
            ("9 is out of bounds: expected a number from 0 to 5", "9 is out of bounds", "a number from 0 to 5"),
        ];
        for (message, what, right) in cases {
            assert_eq!(plain(message), (what.into(), right.into()), "{message}");
        }
    }
}
