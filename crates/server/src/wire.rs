//! The protocol is written once, as the types of this crate and of `core`. The client's `wire.ts` and the types in
//! `docs/protocol.md` are generated from them; the tests here compare, and rewrite them if told to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ts_rs::{Config, TS, TypeVisitor};

use crate::http;
use crate::message::{FromServer, ToServer};

const RENEW: &str = "ASTRARIUM_RENEW=1 cargo test -p astrarium-server wire";

/// Every type on the wire by its name: the Rust type, and its declaration.
struct Types {
    config: Config,
    found: BTreeMap<String, (&'static str, String)>,
}

impl Types {
    fn all() -> Types {
        let mut types = Types { config: Config::new().with_large_int("number"), found: BTreeMap::new() };
        http::wire(&mut types);
        types.visit::<FromServer<'static>>();
        types.visit::<ToServer>();
        types
    }

    fn declared(&self, name: &str) -> &str {
        &self.found.get(name).unwrap_or_else(|| panic!("docs/protocol.md: there is no type {name} on the wire")).1
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return; // a number, a list, …
        }
        let (name, from) = (T::ident(&self.config), std::any::type_name::<T>().split('<').next().unwrap_or_default());
        if let Some((other, _)) = self.found.get(&name) {
            return assert_eq!(*other, from, "two types on the wire are called {name}");
        }
        let docs = T::docs().map(|docs| one_line(&docs) + "\n").unwrap_or_default();
        let declared = format!("{docs}export {}", layout(&T::decl(&self.config)));
        self.found.insert(name, (from, declared));
        T::visit_dependencies(self);
    }
}

/// Comments and blanks on one line.
fn one_line(text: &str) -> String {
    let words = text.lines().map(|line| line.trim().strip_prefix("* ").unwrap_or(line.trim()));
    words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// A declaration with a line for each field and each variant.
fn layout(declaration: &str) -> String {
    let line = one_line(declaration);
    let (head, body) = line.trim_end_matches(';').split_once(" = ").expect("type X = …");
    let variants: Vec<String> = split(body, '|').into_iter().map(|variant| term(variant, "    ")).collect();
    match &variants[..] {
        [_] => format!("{head} = {};", term(body, "")),
        _ if variants.iter().map(String::len).sum::<usize>() < 90 => format!("{head} = {};", variants.join(" | ")),
        _ => format!("{head} =\n  | {};", variants.join("\n  | ")),
    }
}

/// Objects and names, with `&` between them.
fn term(text: &str, indent: &str) -> String {
    let part = |part: &str| match part.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
        Some(inner) if !inner.trim_start().starts_with('[') => object(inner, indent),
        _ => part.to_string(),
    };
    split(text, '&').into_iter().map(part).collect::<Vec<_>>().join(" & ")
}

fn object(inner: &str, indent: &str) -> String {
    let fields: Vec<(Option<&str>, String)> = split(inner, ',').into_iter().map(field).collect();
    let short = fields.iter().map(|(_, field)| field.len() + 2).sum::<usize>() < 100;
    if !indent.is_empty() && short && fields.iter().all(|(doc, _)| doc.is_none()) {
        let fields: Vec<String> = fields.into_iter().map(|(_, field)| field).collect();
        return format!("{{ {} }}", fields.join("; "));
    }
    let line = |(doc, field): &(Option<&str>, String)| {
        let doc = doc.map(|doc| format!("{indent}  {doc}\n")).unwrap_or_default();
        format!("{doc}{indent}  {field};\n")
    };
    format!("{{\n{}{indent}}}", fields.iter().map(line).collect::<String>())
}

/// A field with its comment. What may be absent is never null, unless absent and null mean two things.
fn field(text: &str) -> (Option<&str>, String) {
    let (doc, text) = match text.find("*/") {
        Some(end) => (Some(&text[..end + 2]), text[end + 2..].trim()),
        None => (None, text),
    };
    let (key, value) = text.split_once(": ").expect("key: type");
    let value = if key.ends_with('?') { value.strip_suffix(" | null").unwrap_or(value) } else { value };
    let plain = key.replace('"', "");
    let key = if plain.chars().all(|c| c.is_alphanumeric() || "_?".contains(c)) { &plain } else { key };
    (doc, format!("{key}: {value}"))
}

/// The parts between separators that are in no bracket, no comment and no quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut begin, mut quoted, mut comment) = (Vec::new(), 0, 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            '/' if text[at..].starts_with("/**") => comment = true,
            '/' if text[..at].ends_with('*') => comment = false,
            _ if comment => {}
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '[' | '(' | '<' => depth += 1,
            '}' | ']' | ')' | '>' => depth -= 1,
            _ if c == separator && depth == 0 => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(at_root(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The file says this, or is made to.
fn must_say(path: &str, text: &str) {
    if std::env::var_os("ASTRARIUM_RENEW").is_some() {
        return std::fs::write(at_root(path), text).unwrap_or_else(|e| panic!("{path}: {e}"));
    }
    let file = read(path);
    let other = file.lines().zip(text.lines()).position(|(is, should)| is != should);
    let line = other.unwrap_or(file.lines().count().min(text.lines().count())) + 1;
    assert!(file == text, "{path}:{line}: differs from the server's types; to write it anew: {RENEW}");
}

#[test]
fn the_client_has_the_servers_types() {
    let types: Vec<String> = Types::all().found.into_values().map(|(_, declared)| declared + "\n").collect();
    let head = format!("/** What the server says and hears. Made from the server's types by `{RENEW}`. */\n\n");
    must_say("web/src/lib/wire.ts", &(head + &types.join("\n")));
}

/// After a comment `wire: Name, Name` comes a block with these types; every type has its place in one of them.
#[test]
fn the_document_has_the_servers_types() {
    const MARK: &str = "<!-- wire: ";
    let (types, document) = (Types::all(), read("docs/protocol.md"));
    let mut parts = document.split(MARK);
    let mut text = parts.next().expect("split gives a first part").to_string();
    let mut placed = BTreeSet::new();
    for part in parts {
        let (names, rest) = part.split_once(" -->\n```ts\n").expect("a block follows the names");
        let (_, rest) = rest.split_once("```\n").expect("the block ends");
        let names: Vec<&str> = names.split(", ").collect();
        let declared: Vec<&str> =
            names.iter().map(|name| types.declared(name)).map(|text| text.trim_start_matches("export ")).collect();
        let declared = declared.join("\n\n").replace("\nexport type", "\ntype");
        text += &format!("{MARK}{} -->\n```ts\n{declared}\n```\n{rest}", names.join(", "));
        placed.extend(names);
    }
    let missing: Vec<_> = types.found.keys().filter(|name| !placed.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "docs/protocol.md has no place for {missing:?}");
    must_say("docs/protocol.md", &text);
}

#[test]
fn the_document_has_every_request() {
    let document = read("docs/protocol.md");
    let methods = ["GET", "POST", "PUT", "DELETE"];
    let told = document.split('`').filter(|code| methods.iter().any(|m| code.starts_with(&format!("{m} /api/"))));
    let told: BTreeSet<String> =
        told.map(|code| code.split(['?', ' ']).take(2).collect::<Vec<_>>().join(" ")).collect();
    let description = serde_json::to_value(http::description()).expect("plain data");
    let paths = description["paths"].as_object().expect("paths").iter();
    let mut served: BTreeSet<String> = paths
        .flat_map(|(path, item)| {
            item.as_object().expect("methods").keys().map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    served.insert("GET /api/tables/{id}/live".into()); // a socket is no part of the description
    assert_eq!(told, served);
}

#[test]
fn declarations_are_laid_out() {
    let object = "type A = { x: number, \n/**\n * Why, if | so.\n */\n\"y\"?: string | null, z?: B | null | null, };";
    let lines = "type A = {\n  x: number;\n  /** Why, if | so. */\n  y?: string;\n  z?: B | null;\n};";
    assert_eq!(layout(object), lines);
    assert_eq!(
        layout("type B = \"one\" | { \"two-three\": [A, A] };"),
        "type B = \"one\" | { \"two-three\": [A, A] };"
    );
}
