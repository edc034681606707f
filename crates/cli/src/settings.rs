//! Settings of a server: by flag, by environment, by file, in this order of precedence.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;
use astrarium_core::{Files, PackError};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches};
use toml::{Spanned, Value};

use crate::command::Command;
use crate::{Cli, one_line};

/// The commands that take settings; the first takes all of them.
const COMMANDS: [&str; 5] = ["serve", "backup", "restore", "migrate", "admin"];

/// What nobody may read over a shoulder.
const SECRET: [&str; 2] = ["admin-token", "registration-code"];

/// Flags of `serve` that are no settings.
const ONCE: [&str; 2] = ["config", "print-config"];

/// Why the program cannot begin.
#[derive(Debug)]
pub enum Mistake {
    /// On the command line or in the environment.
    Usage(clap::Error),
    File(anyhow::Error),
}

impl From<clap::Error> for Mistake {
    fn from(error: clap::Error) -> Mistake {
        Mistake::Usage(error)
    }
}

/// Reads the command line, the environment, and the file that one of them names.
pub fn parse(mut words: Vec<OsString>) -> Result<Cli, Mistake> {
    let command = command();
    let mut matches = command.clone().try_get_matches_from(&words)?;
    if matches.subcommand().is_none() {
        words.push(COMMANDS[0].into());
        matches = command.clone().try_get_matches_from(&words)?;
    }
    let first = matches.clone();
    let (name, given) = first.subcommand().expect("there is a command now");
    if COMMANDS.contains(&name)
        && let Some(path) = given.get_one::<PathBuf>("config")
    {
        let more = read(&command, path).map_err(Mistake::File)?;
        let more = more.into_iter().filter(|setting| takes(&command, name, &setting.name) && !is_said(given, setting));
        let at = words.iter().skip(1).position(|word| word == name).expect("the command was said") + 2;
        words.splice(at..at, more.flat_map(|setting| setting.flags()));
        matches = command.clone().try_get_matches_from(&words)?;
    }
    let mut cli = Cli::from_arg_matches(&matches)?;
    if let (Some(Command::Serve(serve)), Some((_, last))) = (&mut cli.command, matches.subcommand()) {
        serve.printed = print(&command, given, last);
    }
    Ok(cli)
}

/// All commands, with a variable of the environment for every setting.
fn command() -> clap::Command {
    let settings: Vec<String> = settings(&Cli::command()).map(|arg| name_of(arg).into()).collect();
    let with_variable = |arg: Arg| if settings.iter().any(|name| name == name_of(&arg)) { setting(arg) } else { arg };
    COMMANDS.iter().fold(Cli::command(), |cli, name| cli.mut_subcommand(name, |c| c.mut_args(with_variable)))
}

/// A password may be in one, so help does not show their values. What is only on or off can also be switched off.
fn setting(arg: Arg) -> Arg {
    let variable = format!("ASTRARIUM_{}", name_of(&arg).to_uppercase().replace('-', "_"));
    let arg = arg.env(variable).hide_env_values(true);
    if !matches!(arg.get_action(), ArgAction::SetTrue) {
        return arg;
    }
    let arg = arg.action(ArgAction::Set).value_parser(clap::value_parser!(bool)).hide_possible_values(true);
    arg.num_args(0..=1).require_equals(true).default_missing_value("true").default_value("false").value_name("BOOL")
}

fn name_of(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

fn settings(command: &clap::Command) -> impl Iterator<Item = &Arg> {
    let serve = command.find_subcommand(COMMANDS[0]).expect("a command of ours");
    serve.get_arguments().filter(|arg| !ONCE.contains(&name_of(arg)))
}

fn takes(command: &clap::Command, name: &str, setting: &str) -> bool {
    command.find_subcommand(name).is_some_and(|c| c.get_arguments().any(|arg| name_of(arg) == setting))
}

/// Whether the command line or the environment says it.
fn is_said(given: &ArgMatches, setting: &Setting) -> bool {
    let source = given.value_source(&setting.id);
    matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// One line of the file.
struct Setting {
    name: String,
    id: String,
    words: Vec<String>,
}

impl Setting {
    fn flags(&self) -> Vec<OsString> {
        self.words.iter().map(|word| format!("--{}={word}", self.name).into()).collect()
    }
}

/// The settings of a file. Each is tried alone, so that what is wrong with it has its place.
fn read(command: &clap::Command, path: &Path) -> anyhow::Result<Vec<Setting>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let file = path.display().to_string();
    let files = Files::new([(file.clone(), text)]);
    let lines: BTreeMap<Spanned<String>, Spanned<Value>> = files.get(&file)?;
    let one = |(key, value): (Spanned<String>, Spanned<Value>)| {
        let all: Vec<&str> = settings(command).filter(|arg| !arg.is_hide_set()).map(name_of).collect();
        let Some(arg) = settings(command).find(|arg| name_of(arg) == key.get_ref()) else {
            let what = format!("there is no setting “{}”", key.get_ref());
            return Err(files.at(&file, key.span(), what, format!("one of {}", all.join(", "))));
        };
        let setting = Setting {
            name: name_of(arg).into(),
            id: arg.get_id().to_string(),
            words: said(value.get_ref())
                .ok_or_else(|| files.at(&file, value.span(), "this is no value", "a text, a number, or a list"))?,
        };
        let alone = ["astrarium".into(), COMMANDS[0].into()].into_iter().chain(setting.flags());
        match command.clone().try_get_matches_from(alone) {
            Ok(_) => Ok(setting),
            Err(error) => Err(files.at(&file, value.span(), one_line(&error), "")),
        }
    };
    Ok(lines.into_iter().map(one).collect::<Result<_, PackError>>()?)
}

/// A value as the command line has it: a list says a flag several times, and a table is a list of `key=value`.
fn said(value: &Value) -> Option<Vec<String>> {
    Some(match value {
        Value::String(text) => vec![text.clone()],
        Value::Integer(_) | Value::Boolean(_) => vec![value.to_string()],
        Value::Array(list) => list.iter().map(said).collect::<Option<Vec<_>>>()?.concat(),
        Value::Table(table) => {
            let pair = |(key, value): (&String, &Value)| Some(format!("{key}={}", value.as_str()?));
            table.iter().map(pair).collect::<Option<_>>()?
        }
        Value::Float(_) | Value::Datetime(_) => return None,
    })
}

/// All settings as a file that would set them, and where each comes from.
fn print(command: &clap::Command, given: &ArgMatches, last: &ArgMatches) -> String {
    let line = |arg: &Arg| {
        let (id, name) = (arg.get_id().as_str(), name_of(arg));
        let secret = SECRET.contains(&name);
        let shown = |word: &str| if secret { "***".into() } else { hidden(word) };
        let words = last.get_raw(id).into_iter().flatten().map(|word| value(&shown(&word.to_string_lossy())));
        let words: Vec<String> = words.collect();
        let source = match (given.value_source(id), last.value_source(id)) {
            (Some(ValueSource::CommandLine), _) => "flag",
            (Some(ValueSource::EnvVariable), _) => "environment",
            (_, Some(ValueSource::CommandLine)) => "file",
            _ => "default",
        };
        match (arg.get_action(), &words[..]) {
            (ArgAction::Append, words) => format!("{name} = [{}] # {source}\n", words.join(", ")),
            (_, [word]) => format!("{name} = {word} # {source}\n"),
            _ => format!("# {name} is not set\n"),
        }
    };
    settings(command).filter(|arg| !arg.is_hide_set()).map(line).collect()
}

fn value(word: &str) -> String {
    let bare = word.parse::<i64>().is_ok() || word.parse::<bool>().is_ok();
    if bare { word.into() } else { Value::from(word).to_string() }
}

/// An address without its password.
fn hidden(word: &str) -> String {
    let Some((scheme, rest)) = word.split_once("://") else { return word.into() };
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let place = match place.rsplit_once('@').map(|(who, place)| (who.split_once(':'), place)) {
        Some((Some((user, _)), place)) => format!("{user}:***@{place}"),
        _ => place.into(),
    };
    let pair = |pair: &str| if pair.starts_with("password=") { "password=***".into() } else { pair.to_string() };
    let query: Vec<String> = query.split('&').filter(|pair| !pair.is_empty()).map(pair).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{scheme}://{place}{mark}{}", query.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_hidden() {
        assert_eq!(hidden("postgres://ann:s3cret@db/games"), "postgres://ann:***@db/games");
        assert_eq!(
            hidden("postgres://ann@db/games?password=x&sslmode=require"),
            "postgres://ann@db/games?password=***&sslmode=require"
        );
        assert_eq!(hidden("sqlite:///var/a?mode=rw"), "sqlite:///var/a?mode=rw");
    }
}
