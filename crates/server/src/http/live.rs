//! The socket of a table: one task per socket, with bounds on everything that can grow.

use std::sync::Arc;
use std::time::Instant;

use astrarium_core::{Refusal, Seat, Viewer};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::auth::{Anyone, Asking, At};
use super::guard::{Bucket, same_origin};
use super::{App, text};
use crate::address::{Held, Source};
use crate::error::{Error, What};
use crate::id::{Guest, Id};
use crate::play::Hint;
use crate::serve::Shared;
use crate::table::{Command, Deed, Eyes, Frame, Page, Seen};
use crate::thinkers::Eye;

pub fn router() -> Router<App> {
    Router::new().route("/api/tables/{id}/live", get(upgrade))
}

#[derive(Deserialize)]
struct Wish {
    seat: Option<String>,
    since: Option<u64>,
}

fn wanted(seat: Option<&str>) -> Result<Eyes, Error> {
    match seat {
        None => Ok(Eyes::Any),
        Some("none") => Ok(Eyes::Spectator),
        Some(word) => {
            let wrong = |_| Error::Malformed(format!("“{word:.20}” is no seat: expected a number or none"));
            word.parse().map(|n| Eyes::Seat(Seat(n))).map_err(wrong)
        }
    }
}

async fn upgrade(
    State(app): State<App>,
    source: Source,
    Anyone(guest): Anyone,
    At(table): At<Id>,
    Asking(wish): Asking<Wish>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    same_origin(&headers)?;
    let eyes = wanted(wish.seat.as_deref())?;
    let place = Place::take(&app, guest, source)?;
    let seen = app.ask(table, |reply| Command::Look { guest, eyes, since: wish.since, reply }).await?;
    let limits = app.limits;
    let upgrade = upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .max_message_size(limits.frame)
        .max_frame_size(limits.frame);
    Ok(upgrade.on_upgrade(move |socket| {
        let bucket = Bucket::new(limits.messages);
        let eye = app.thinkers.look(table);
        Talk { app, table, guest, socket, seen, bucket, _place: place, _eye: eye }.run()
    }))
}

/// A place among the sockets of a guest, of an address and of the server; given back when dropped.
struct Place {
    app: App,
    guest: Option<Guest>,
    _of_source: Held<Source>,
    /// The server waits for it before it ends.
    _task: TaskTrackerToken,
}

impl Place {
    fn take(app: &App, guest: Option<Guest>, source: Source) -> Result<Place, Error> {
        let limits = &app.limits;
        let most = limits.sockets_per_address;
        let of_source = app.door.sockets.take(source, most).ok_or(Error::TooMany("sockets of one address", most))?;
        let mut open = app.sockets.lock().expect("nobody panics with the count in hand");
        if open.values().sum::<usize>() >= limits.sockets {
            return Err(Error::TooMany("sockets", limits.sockets));
        }
        let mine = open.entry(guest).or_default();
        if guest.is_some() && *mine >= limits.sockets_per_guest {
            return Err(Error::TooMany("sockets of one guest", limits.sockets_per_guest));
        }
        *mine += 1;
        Ok(Place { app: app.clone(), guest, _of_source: of_source, _task: app.door.tasks.token() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.app.sockets.lock().expect("nobody panics with the count in hand");
        if let Some(mine) = open.get_mut(&self.guest) {
            *mine -= 1;
            if *mine == 0 {
                open.remove(&self.guest);
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Said {
    Act { id: Id, seat: Seat, sentence: String, question: u64 },
    Undo { id: Id, seat: Seat },
    Chat { id: Id, text: String },
    Look { seat: Option<Seat> },
    Log { id: Id, before: u64 },
    Why { id: Id, seat: Seat, words: Vec<String> },
    Hint { id: Id, seat: Seat },
    Vote { id: Id, seat: Seat },
    Away { id: Id, seat: Seat },
    Back { id: Id, seat: Seat },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Answer {
    Done {
        id: Id,
        seq: u64,
    },
    Refused {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Id>,
        error: What,
    },
    Why {
        id: Id,
        refusal: Refusal,
    },
    Hint {
        id: Id,
        sentences: Vec<Hint>,
    },
    Log {
        id: Id,
        #[serde(flatten)]
        page: Page,
    },
    Bye {
        code: &'static str,
        text: String,
    },
}

/// Why a socket ends.
enum End {
    Closed,
    /// With a last word.
    Bye(Error),
}

struct Talk {
    app: Arc<Shared>,
    table: Id,
    guest: Option<Guest>,
    socket: WebSocket,
    seen: Seen,
    bucket: Bucket,
    _place: Place,
    _eye: Eye,
}

impl Talk {
    async fn run(mut self) {
        if let Err(End::Bye(error)) = self.talk().await {
            let bye = Answer::Bye { code: error.code(), text: error.to_string() };
            // The last word may be lost: the other side may be why it ends.
            _ = self.answer(&bye).await;
            _ = self.socket.send(Message::Close(None)).await;
        }
        drop(self.seen);
        self.app.tables.hint(self.table, Command::Gone);
    }

    async fn talk(&mut self) -> Result<(), End> {
        let first = std::mem::take(&mut self.seen.first);
        self.send(first).await?;
        let limits = self.app.limits;
        let mut pings = interval(limits.ping);
        let mut heard = Instant::now();
        let stop = self.app.door.stop.clone();
        loop {
            tokio::select! {
                () = stop.cancelled() => return Err(End::Bye(Error::Stopping)),
                frame = self.seen.frames.recv() => self.frame(frame).await?,
                message = self.socket.recv() => {
                    heard = Instant::now();
                    self.message(message.ok_or(End::Closed)?.map_err(broken)?).await?;
                }
                _ = pings.tick() => {
                    if heard.elapsed() > limits.silence {
                        return Err(End::Closed);
                    }
                    self.socket.send(Message::Ping(Default::default())).await.map_err(|_| End::Closed)?;
                }
            }
        }
    }

    async fn frame(&mut self, frame: Result<Frame, RecvError>) -> Result<(), End> {
        match frame {
            Ok(frame) => self.send(frame.text(self.guest)).await,
            Err(RecvError::Lagged(_)) => {
                Err(End::Bye(Error::TooMany("messages waiting for you", self.app.limits.queue)))
            }
            // The table left this server's memory, or the server stops.
            Err(RecvError::Closed) => Err(End::Bye(Error::Busy)),
        }
    }

    async fn message(&mut self, message: Message) -> Result<(), End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => Utf8Bytes::default(),
            Message::Close(_) => return Err(End::Closed),
        };
        if !self.bucket.take() {
            return Err(End::Bye(Error::TooMany("messages at once", self.app.limits.messages.burst as usize)));
        }
        match serde_json::from_str::<Said>(&text) {
            Ok(said) => self.said(said).await,
            Err(error) => {
                let id = serde_json::from_str::<OnlyId>(&text).ok().map(|only| only.id);
                self.answer(&Answer::Refused { id, error: Error::Malformed(error.to_string()).what() }).await
            }
        }
    }

    async fn said(&mut self, said: Said) -> Result<(), End> {
        let answer = match said {
            Said::Look { seat } => return self.look(seat).await,
            Said::Why { id, seat, words } => (id, self.why(id, seat, words).await),
            Said::Hint { id, seat } => (id, self.hint(id, seat).await),
            Said::Log { id, before } => (id, self.log(id, before).await),
            Said::Act { id, seat, sentence, question } => (id, self.act(id, seat, sentence, question).await),
            Said::Chat { id, text } => (id, self.chat(id, &text).await),
            Said::Undo { id, seat } => (id, self.perform(id, Deed::Undo { seat }).await),
            Said::Vote { id, seat } => (id, self.perform(id, Deed::Vote { seat }).await),
            Said::Away { id, seat } => (id, self.perform(id, Deed::Away { seat }).await),
            Said::Back { id, seat } => (id, self.perform(id, Deed::Back { seat }).await),
        };
        let (id, answer) = answer;
        self.answer(&answer.unwrap_or_else(|error| Answer::Refused { id: Some(id), error: error.what() })).await
    }

    async fn act(&mut self, id: Id, seat: Seat, sentence: String, question: u64) -> Result<Answer, Error> {
        let most = self.app.limits.sentence;
        if sentence.len() > most {
            return Err(Error::TooLarge("the sentence", most));
        }
        self.perform(id, Deed::Act { seat, sentence, question }).await
    }

    async fn chat(&mut self, id: Id, words: &str) -> Result<Answer, Error> {
        let text = text::chat(words, self.app.limits.chat)?;
        self.perform(id, Deed::Chat { text }).await
    }

    async fn perform(&mut self, id: Id, deed: Deed) -> Result<Answer, Error> {
        let guest = self.guest.ok_or(Error::NoGuest)?;
        let viewer = deed.seat().map_or(self.seen.viewer, Viewer::Seat);
        let command = |reply| Command::Do { guest, id: Some(id), deed, viewer, reply };
        let seq = self.app.ask(self.table, command).await?;
        Ok(Answer::Done { id, seq })
    }

    async fn why(&mut self, id: Id, seat: Seat, words: Vec<String>) -> Result<Answer, Error> {
        let (guest, limits) = (self.guest.ok_or(Error::NoGuest)?, &self.app.limits);
        if words.len() > limits.words || words.iter().map(String::len).sum::<usize>() > limits.sentence {
            return Err(Error::TooLarge("the sentence", limits.sentence));
        }
        let refusal = self.app.ask(self.table, |reply| Command::Why { guest, seat, words, reply }).await?;
        Ok(Answer::Why { id, refusal })
    }

    async fn hint(&mut self, id: Id, seat: Seat) -> Result<Answer, Error> {
        let guest = self.guest.ok_or(Error::NoGuest)?;
        let sentences = self.app.ask(self.table, |reply| Command::Hint { guest, seat, reply }).await?;
        Ok(Answer::Hint { id, sentences })
    }

    async fn log(&mut self, id: Id, before: u64) -> Result<Answer, Error> {
        let viewer = self.seen.viewer;
        let page = self.app.ask(self.table, |reply| Command::Earlier { viewer, before, reply }).await?;
        Ok(Answer::Log { id, page })
    }

    /// Other eyes: another first message, another stream.
    async fn look(&mut self, seat: Option<Seat>) -> Result<(), End> {
        let (guest, eyes) = (self.guest, seat.map_or(Eyes::Spectator, Eyes::Seat));
        match self.app.ask(self.table, |reply| Command::Look { guest, eyes, since: None, reply }).await {
            Ok(seen) => {
                self.seen = seen;
                let first = std::mem::take(&mut self.seen.first);
                self.send(first).await
            }
            Err(error) => self.answer(&Answer::Refused { id: None, error: error.what() }).await,
        }
    }

    async fn answer(&mut self, answer: &Answer) -> Result<(), End> {
        self.send(serde_json::to_string(answer).expect("answers are plain data")).await
    }

    /// A socket that takes nothing is given up; the client comes back with the last number it has.
    async fn send(&mut self, text: String) -> Result<(), End> {
        let sent = timeout(self.app.limits.send, self.socket.send(Message::Text(text.into()))).await;
        sent.map_err(|_| End::Closed)?.map_err(|_| End::Closed)
    }
}

#[derive(Deserialize)]
struct OnlyId {
    id: Id,
}

/// Too long a frame gets a last word; whatever else breaks has broken already.
fn broken(error: axum::Error) -> End {
    let limit = crate::Limits::default().frame;
    if error.to_string().contains("too long") { End::Bye(Error::TooLarge("the message", limit)) } else { End::Closed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_strictly() {
        let id = "0".repeat(32);
        let read = |text: String| serde_json::from_str::<Said>(&text).is_ok();
        assert!(read(format!(r#"{{"type":"act","id":"{id}","seat":0,"sentence":"done","question":3}}"#)));
        assert!(read(r#"{"type":"look","seat":null}"#.into()));
        assert!(!read(format!(r#"{{"type":"act","id":"{id}","seat":0,"sentence":"done"}}"#)));
        assert!(!read(format!(r#"{{"type":"undo","id":"{id}","seat":0,"extra":1}}"#)));
        assert!(!read(r#"{"type":"undo","id":"1","seat":0}"#.into()));
        assert!(matches!(wanted(Some("none")), Ok(Eyes::Spectator)));
        assert!(wanted(Some("999")).is_err());
    }
}
