//! `astrarium admin`: what the host of a server decides, from a terminal.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, bail};
use astrarium_server::Config;
use astrarium_server::client::Client;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::columns;
use crate::Verdict;

/// Tables and persons of a server that runs: see them, and decide about them
#[derive(Debug, Args)]
#[command(after_help = "\
The server knows its host by --admin-token; say the same here, by flag, variable (ASTRARIUM_ADMIN_TOKEN) or file. The same can be done in
a browser, at /admin. Seats are counted from 1.
Example: astrarium admin tables galactic
Example: astrarium admin kick 0123456789abcdef0123456789abcdef 2
Example: astrarium admin --config astrarium.toml ban 0123456789abcdef0123456789abcdef")]
pub struct Admin {
    /// A file with settings of `serve`, in TOML
    #[arg(long, value_name = "FILE", env = "ASTRARIUM_CONFIG")]
    config: Option<PathBuf>,
    /// The word by which the server knows its host
    #[arg(long, value_name = "WORD", value_parser = super::serve::token)]
    admin_token: Option<String>,
    /// The port of the server on this machine
    #[arg(long, value_name = "P", default_value_t = Config::default().port)]
    port: u16,
    /// The path below which everything lies
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true, value_parser = super::serve::base)]
    base_path: String,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Tables, the newest first
    Tables {
        /// Part of a title or of a name, or a table's id
        words: Option<String>,
    },
    /// Persons, by name
    Persons {
        /// Part of a name, or a person's id
        words: Option<String>,
    },
    /// What persons have reported
    Reports,
    /// Take a report off the list
    Settle { report: String },
    /// Close a table; its record stays
    Close { table: String },
    /// Take a person from a table: a bot has the seat then, or nobody before the game
    Kick {
        table: String,
        #[arg(value_parser = clap::value_parser!(u8).range(1..))]
        seat: u8,
    },
    /// Print a new link for the seat of somebody who has lost theirs
    Reissue {
        table: String,
        #[arg(value_parser = clap::value_parser!(u8).range(1..))]
        seat: u8,
    },
    /// Let a person say nothing at any table
    Mute { person: String },
    /// Let them talk again
    Unmute { person: String },
    /// Let a person do nothing here at all
    Ban { person: String },
    /// Let them play again
    Unban { person: String },
    /// Forget a person: bots take their seats, and what is kept of their games has a pseudonym
    Erase { person: String },
}

impl Admin {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let told = tokio::runtime::Runtime::new()?.block_on(self.carry_out())?;
        if json {
            super::print_json(&told);
        } else {
            println!("{}", self.tell(&told));
        }
        Ok(Verdict::Fine)
    }

    async fn carry_out(&self) -> anyhow::Result<Value> {
        let seat = |seat: &u8| json!({ "seat": seat - 1 });
        match &self.what {
            What::Tables { words } => self.ask("GET", &found("tables", words), json!({})).await,
            What::Persons { words } => self.ask("GET", &found("persons", words), json!({})).await,
            What::Reports => self.ask("GET", "", json!({})).await,
            What::Settle { report } => self.ask("DELETE", &format!("/reports/{}", id(report)?), json!({})).await,
            What::Close { table } => self.ask("DELETE", &format!("/tables/{}", id(table)?), json!({})).await,
            What::Kick { table, seat: at } => self.ask("POST", &format!("/tables/{}/kick", id(table)?), seat(at)).await,
            What::Reissue { table, seat: at } => {
                self.ask("POST", &format!("/tables/{}/reissue", id(table)?), seat(at)).await
            }
            What::Mute { person } => self.rule(person, "muted", true).await,
            What::Unmute { person } => self.rule(person, "muted", false).await,
            What::Ban { person } => self.rule(person, "banned", true).await,
            What::Erase { person } => self.ask("DELETE", &format!("/persons/{}", id(person)?), json!({})).await,
            What::Unban { person } => self.rule(person, "banned", false).await,
        }
    }

    /// The other ruling about the person stays.
    async fn rule(&self, person: &str, what: &str, to: bool) -> anyhow::Result<Value> {
        let person = id(person)?;
        let known = self.ask("GET", &format!("/persons?words={person}"), json!({})).await?;
        let now = &known["persons"][0];
        let mut rule = json!({ "muted": now["muted"] == true, "banned": now["banned"] == true });
        rule[what] = to.into();
        self.ask("PUT", &format!("/persons/{person}"), rule).await
    }

    async fn ask(&self, method: &str, path: &str, body: Value) -> anyhow::Result<Value> {
        let token = self.admin_token.as_deref().context("say --admin-token, as the server was told it")?;
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), self.port);
        let client = Client { address, cookie: String::new() };
        let path = format!("{}/api/admin{path}", self.base_path);
        let answer = client.rule(token, method, &path, body).await;
        let answer = answer.with_context(|| format!("no server answers on port {}", self.port))?;
        let told = answer.json();
        match told["error"]["text"].as_str() {
            Some(why) => bail!("{why}"),
            None if answer.status.is_success() => Ok(told),
            None => bail!("the server answered {}", answer.status),
        }
    }

    fn tell(&self, told: &Value) -> String {
        match &self.what {
            What::Tables { .. } => tables(told),
            What::Reports | What::Settle { .. } => reports(told),
            What::Reissue { .. } => text(&told["url"]),
            What::Close { .. } | What::Kick { .. } => format!("table {}: {}", text(&told["id"]), text(&told["status"])),
            _ => persons(told),
        }
    }
}

/// Nothing but an id goes into an address.
fn id(word: &str) -> anyhow::Result<&str> {
    let fits = word.len() == 32 && word.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if fits { Ok(word) } else { bail!("“{word}” is no id: expected 32 hexadecimal digits, as the lists show them") }
}

fn found(what: &str, words: &Option<String>) -> String {
    let byte =
        |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    let words: String = words.iter().flat_map(|words| words.bytes()).map(byte).collect();
    format!("/{what}?words={words}")
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), Into::into)
}

fn rows(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn tables(told: &Value) -> String {
    let mut table = columns(&["table", "title", "status", "seats"]);
    for row in rows(&told["tables"]) {
        let seat = |seat: &Value| match (text(&seat["name"]), seat["person"].as_str()) {
            (name, Some(person)) => format!("{name} ({person})"),
            (name, None) if name.is_empty() => "open".into(),
            (name, None) => name,
        };
        let seats: Vec<String> = rows(&row["seats"]).map(seat).collect();
        table.add_row([text(&row["id"]), text(&row["title"]), text(&row["status"]), seats.join(", ")]);
    }
    table.to_string()
}

fn persons(told: &Value) -> String {
    let mut table = columns(&["person", "name", "playing", "over", ""]);
    for row in rows(&told["persons"]) {
        let ruled = ["muted", "banned"].into_iter().filter(|word| row[*word] == true).collect::<Vec<_>>().join(", ");
        table.add_row([text(&row["id"]), text(&row["name"]), text(&row["playing"]), text(&row["over"]), ruled]);
    }
    table.to_string()
}

fn reports(told: &Value) -> String {
    let mut table = columns(&["report", "about", "by", "table", ""]);
    for row in rows(&told["reports"]) {
        let who = |name: &str, id: &str| format!("{} ({})", text(&row[name]), text(&row[id]));
        let (about, by) = (who("about_name", "about"), who("by_name", "by"));
        table.add_row([text(&row["id"]), about, by, text(&row["table"]), text(&row["text"])]);
    }
    table.to_string()
}
