//! What differs between two packs, in words.

use super::Files;

/// One sentence for each value that is not the same: `research.toml: att-beam-plus.cost: 2 became 3`.
pub fn diff(one: &Files, two: &Files) -> Vec<String> {
    let mut told = Vec::new();
    for (name, text) in one.texts() {
        let read = |text: &str| text.parse::<toml::Table>().unwrap_or_default();
        let other = two.texts().iter().find(|(n, _)| n == name).map_or("", |(_, text)| text);
        let mut tell = |path: &[String], what: String| told.push(format!("{name}: {} {what}", path.join(".")));
        tables(&read(text), &read(other), &mut Vec::new(), &mut tell);
    }
    told
}

fn tables(one: &toml::Table, two: &toml::Table, path: &mut Vec<String>, tell: &mut dyn FnMut(&[String], String)) {
    let new = two.keys().filter(|key| !one.contains_key(*key));
    for key in one.keys().chain(new) {
        path.push(key.clone());
        values(one.get(key), two.get(key), path, tell);
        path.pop();
    }
}

fn values(
    one: Option<&toml::Value>,
    two: Option<&toml::Value>,
    path: &mut Vec<String>,
    tell: &mut dyn FnMut(&[String], String),
) {
    match (one, two) {
        (Some(a), Some(b)) if a == b => {}
        (Some(toml::Value::Table(a)), Some(toml::Value::Table(b))) => tables(a, b, path, tell),
        (Some(toml::Value::Array(a)), Some(toml::Value::Array(b))) if a.iter().chain(b).all(toml::Value::is_table) => {
            for at in 0..a.len().max(b.len()) {
                path.push((at + 1).to_string());
                values(a.get(at), b.get(at), path, tell);
                path.pop();
            }
        }
        (Some(toml::Value::Array(a)), Some(toml::Value::Array(b))) => {
            let only = |these: &[toml::Value], those: &[toml::Value]| {
                let some: Vec<String> = these.iter().filter(|v| !those.contains(v)).map(ToString::to_string).collect();
                some.join(", ")
            };
            match (only(a, b), only(b, a)) {
                (gone, come) if gone.is_empty() && !come.is_empty() => tell(path, format!("has {come} as well")),
                (gone, come) if come.is_empty() && !gone.is_empty() => tell(path, format!("has {gone} no more")),
                _ => tell(path, format!("was {} and is {}", list(a), list(b))),
            }
        }
        (Some(a), Some(b)) => tell(path, format!("was {a} and is {b}")),
        (None, Some(b)) => tell(path, format!("is new: {b}")),
        (Some(_), None) => tell(path, "is gone".into()),
        (None, None) => {}
    }
}

fn list(values: &[toml::Value]) -> String {
    format!("[{}]", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_in_words() {
        let files = |text: &str| Files::new([("a.toml".into(), text.into())]);
        let (one, two) = (
            files("[x]\ncost = 2\nneeds = ['p']\ncell = [0, 1]\n[old]\ncost = 1"),
            files("# other words\n[x]\ncost = 3\nneeds = ['p', 'q']\ncell = [2, 1]\n[young]\ncost = 1"),
        );
        let right = [
            "a.toml: old is gone",
            "a.toml: x.cell was [0, 1] and is [2, 1]",
            "a.toml: x.cost was 2 and is 3",
            "a.toml: x.needs has \"q\" as well",
            "a.toml: young is new: { cost = 1 }",
        ];
        assert_eq!(diff(&one, &two), right);
        assert!(diff(&two, &two).is_empty());
    }
}
