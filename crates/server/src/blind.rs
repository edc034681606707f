//! Two worlds that a seat cannot tell apart are served, and everything the seat or a stranger can fetch is the same, byte by byte.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use astrarium_core::{Action, Fast, Game, Pack, Parts, Seat, Silent, settle};
use astrarium_games::{Title, with_game};
use serde_json::{Value, json};

use crate::client::{Client, fresh_id};
use crate::event::From;
use crate::http::{Plan, Wanted, make};
use crate::id::{Guest, Id};
use crate::serve::{listen, share, test_config};
use crate::{Config, Limits, Rate, Shared};

/// States looked at in each game, and decisions between them.
const STATES: usize = 5;
const BETWEEN: usize = 23;

struct Room {
    shared: Arc<Shared>,
    /// Holds the seat whose eyes we look with.
    ann: Client,
    /// Holds all others.
    ben: Client,
    stranger: Client,
}

fn guest(client: &Client) -> Guest {
    let token: Id = client.cookie.split_once('=').and_then(|(_, token)| token.parse().ok()).expect("a cookie");
    Guest::of(token)
}

impl Room {
    async fn new() -> Room {
        let hurry = Rate { per_second: 100_000, burst: 100_000 };
        let limits =
            Limits { messages: hurry, requests: hurry, reads: hurry, tables_per_guest: 10_000, ..Limits::default() };
        let config = test_config("blind", limits);
        let packs = Title::ALL.map(|title| (title, config.data_dir.join(title.to_string())));
        for (title, folder) in &packs {
            with_game!(*title, G => write_unique::<<G as Parts>::Data>(folder)).expect("a folder for the pack");
        }
        let shared = share(&Config { packs: packs.into(), ..config }).await.expect("names are free");
        let running =
            listen(shared.clone(), SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), None).await.expect("a free port");
        let [ann, ben, stranger] = [(); 3].map(|()| Client::new(running.address));
        let (ann, ben, stranger) = tokio::try_join!(ann, ben, stranger).expect("guests");
        Room { shared, ann, ben, stranger }
    }

    /// A table that begins with this state: Ann on one seat, Ben on the others.
    async fn table<G: Game>(&self, title: Title, state: &G, seat: Seat) -> String {
        let options = astrarium_core::options::print(&state.options());
        let wanted = |s| if s == seat { Wanted::Person { name: Some("Ann".into()) } } else { Wanted::Open {} };
        let position = serde_json::to_string(&state.position()).expect("positions are plain data");
        let plan = Plan {
            title,
            options,
            public: true,
            seats: Some(Seat::first(state.seats()).map(wanted).collect()),
            first: seat,
            start: Some((position, From { table: Id::random(), entry: 0 })),
            clock: None,
            stand_in: None,
            unrated: false,
            invited: Vec::new(),
        };
        let id = make(&self.shared, guest(&self.ann), plan).await.expect("a table").facts.id;
        for other in Seat::first(state.seats()).filter(|&s| s != seat) {
            let sit = json!({ "seat": other, "name": "Ben", "nonce": fresh_id() });
            self.ben.must(&format!("/api/tables/{id}/sit"), sit).await.expect("a seat");
        }
        let start = json!({ "nonces": { seat.0.to_string(): fresh_id() } });
        self.ann.must(&format!("/api/tables/{id}/start"), start).await.expect("started");
        id.to_string()
    }

    /// Everything that Ann and a stranger are told when they look, and when they try things.
    async fn told(&self, table: &str, seat: Seat, sentences: &[String]) -> Vec<String> {
        let mut all = Vec::new();
        for (client, eyes) in [(&self.ann, seat.0.to_string()), (&self.stranger, "none".into())] {
            let page = if eyes == "none" { String::new() } else { format!("?seat={eyes}") };
            for path in [format!("/plain/table/{table}{page}"), format!("/api/tables/{table}")] {
                all.push(client.get(&path).await.expect("an answer").text);
            }
            for word in ["record", "replay", "replay/0"] {
                all.push(client.get(&format!("/api/tables/{table}/{word}")).await.expect("an answer").text);
            }
            let listed = client.get("/api/home").await.expect("an answer").json();
            let here = |list: &Value| list.as_array()?.iter().find(|t| t["id"] == *table).cloned();
            all.push(format!("{:?} {:?}", here(&listed["mine"]), here(&listed["open"])));
            for query in [format!("seat={eyes}"), format!("seat={eyes}&since=1")] {
                let mut socket = client.live(table, &query).await.expect("a socket");
                let first = socket.next_text().await.expect("a first message").to_string();
                let question = serde_json::from_str::<Value>(&first).expect("JSON")["ask"]["question"].clone();
                all.push(first);
                all.push(self.tried(&mut socket, seat, &question, sentences).await);
            }
        }
        all
    }

    /// What a socket answers to everything but a move that is allowed.
    async fn tried(
        &self,
        socket: &mut crate::client::Socket,
        seat: Seat,
        question: &Value,
        sentences: &[String],
    ) -> String {
        let mut all = Vec::new();
        let late = question.as_u64().unwrap_or(0) + 1;
        for (k, sentence) in sentences.iter().enumerate() {
            let words: Vec<&str> = sentence.split(' ').take(1 + k % 3).collect();
            let id = fresh_id();
            for message in [
                json!({ "type": "why", "id": id, "seat": seat, "words": words }),
                json!({ "type": "act", "id": id, "seat": seat, "sentence": sentence, "question": late }),
                json!({ "type": "undo", "id": id, "seat": seat }),
            ] {
                socket.say(message).await.expect("said");
                let mut answer = socket.next_of(&["why", "refused"]).await.expect("an answer");
                answer["id"] = Value::Null;
                all.push(answer.to_string());
            }
        }
        all.join("\n")
    }
}

/// The built-in pack with a name of its own for every single thing: two cards of one kind can be told apart, too.
fn write_unique<P: Pack>(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut number = 0;
    P::FILES.iter().try_for_each(|&(name, text)| {
        let mut line = |line: &str| match line.strip_prefix("name = \"") {
            Some(rest) => {
                number += 1;
                format!("name = \"Q{number}q {rest}\n")
            }
            None => format!("{line}\n"),
        };
        std::fs::write(folder.join(name), text.lines().map(&mut line).collect::<String>())
    })
}

/// Takes out what is random or a time: ids, the commitment, nonces, milliseconds.
fn blank(text: &str) -> String {
    let mut blank = String::new();
    let mut run = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        let number = run.len() == 13 && run.bytes().all(|b| b.is_ascii_digit());
        blank.push_str(if number || run.len() == 32 || run.len() == 64 { "…" } else { &run });
        run.clear();
        blank.push(c);
    }
    blank
}

async fn search<G: Game>(room: &Room, title: Title, seed: u64) -> usize {
    let mut dice = Fast::new(seed, 0);
    let mut state = G::new(G::Options::default(), room.shared.packs.of::<G>(title), &mut dice);
    let (mut actions, mut differ) = (Vec::new(), 0);
    for step in 0..STATES * BETWEEN {
        let asked = settle(&mut state, &mut Vec::new(), &mut dice, &mut Silent, |_, _, _, _| ());
        let Some(by) = asked.iter().nth(dice.below(asked.len().max(1) as u32) as usize) else { break };
        if step % BETWEEN == BETWEEN / 2 {
            let seat = Seat(dice.below(state.seats() as u32) as u8);
            let world = state.redeal(seat, &mut dice);
            differ += usize::from(world != state);
            let all: Vec<G::Action> = G::Action::all().collect();
            let some = (0..12).map(|_| all[dice.below(all.len() as u32) as usize].to_string()).collect::<Vec<_>>();
            let (here, there) = (room.table(title, &state, seat).await, room.table(title, &world, seat).await);
            let (here, there) = (room.told(&here, seat, &some).await, room.told(&there, seat, &some).await);
            for (a, b) in here.iter().zip(&there) {
                assert_eq!(blank(a), blank(b), "{title}, seed {seed}, step {step}, seat {seat:?}");
            }
        }
        actions.clear();
        state.actions(by, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        state.advance(by, action, &mut dice, &mut Silent);
    }
    differ
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_channel_is_blind() {
    let room = Room::new().await;
    let mut differ = 0;
    for title in Title::ALL {
        for seed in 1..=2 {
            differ += with_game!(title, G => search::<G>(&room, title, seed).await);
        }
    }
    assert!(differ > 10, "only {differ} pairs of worlds differed");
}

#[test]
fn only_ids_and_times_are_taken_out() {
    let text = format!("id {} at 1700000000000 d4 {} x", "0a".repeat(16), "b".repeat(31));
    assert_eq!(blank(&text), format!("id … at … d4 {} x\n", "b".repeat(31)));
}
