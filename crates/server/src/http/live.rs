//! The socket of a table: one task per socket, with bounds on everything that can grow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use astrarium_core::{Seat, Viewer};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use futures_util::{FutureExt, SinkExt};
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};
use tokio_tungstenite::tungstenite;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::auth::{Anyone, Asking, At, device};
use super::guard::{Bucket, same_origin};
use super::{App, text};
use crate::address::{Held, Source};
use crate::error::Error;
use crate::id::{Guest, Id};
use crate::message::{FromServer, ToServer};
use crate::serve::Shared;
use crate::table::{Command, Deed, Eyes, Frame, Seen, for_source};
use crate::thinkers::Eye;

/// So many bytes may wait for the flush that ends every round of a socket's task.
const WRITE_BUFFER: usize = 32 << 10;

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
    let (eyes, device) = (wanted(wish.seat.as_deref())?, device(&headers));
    let place = Place::take(&app, guest, source)?;
    let seen = app.ask(table, |reply| Command::Look { guest, eyes, since: wish.since, reply }).await?;
    let limits = app.limits;
    let upgrade = upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(4 << 20)
        .max_message_size(limits.frame)
        .max_frame_size(limits.frame);
    Ok(upgrade.on_upgrade(move |socket| {
        let bucket = Bucket::new(limits.messages);
        let eye = app.thinkers.look(table);
        if let Some(guest) = guest {
            app.thinkers.comes_from(guest, source);
        }
        let talk = Talk { app, table, source, device, guest, socket, seen, bucket, _place: place, _eye: eye };
        for_source(source, talk.run())
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

/// Why a socket ends.
enum End {
    Closed,
    /// With a last word.
    Bye(Error),
}

struct Talk {
    app: Arc<Shared>,
    table: Id,
    source: Source,
    device: Option<Guest>,
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
            let bye = FromServer::Bye { code: error.code(), text: error.to_string() };
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
            self.flush().await?;
            tokio::select! {
                () = stop.cancelled() => return Err(End::Bye(Error::Stopping)),
                frame = self.seen.frames.recv() => self.frame(frame).await?,
                message = self.socket.recv() => {
                    heard = Instant::now();
                    self.message(message.ok_or(End::Closed)?.map_err(|error| broken(error, limits.frame))?).await?;
                }
                _ = pings.tick() => {
                    if heard.elapsed() > limits.silence {
                        return Err(End::Closed);
                    }
                    self.is_still_here().await?;
                    self.put(Message::Ping(Default::default())).await?;
                }
            }
            // An answer goes out together with what it brought: a packet costs more than the words in it.
            while let Some(frame) = self.seen.frames.recv().now_or_never() {
                self.frame(frame).await?;
            }
        }
    }

    /// A browser that was signed out hears no more.
    async fn is_still_here(&mut self) -> Result<(), End> {
        let Some(device) = self.device else { return Ok(()) };
        match self.app.person(device).await {
            Ok(person) if person != self.guest => Err(End::Bye(Error::NoGuest)),
            // While the database is away, everybody stays who they were.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    async fn frame(&mut self, frame: Result<Frame, RecvError>) -> Result<(), End> {
        match frame {
            // Somebody else has the seat now: nothing more of it is for this socket.
            Ok(frame) if frame.is_news_of_another(self.guest, self.seen.viewer) => self.look(None).await,
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
        match serde_json::from_str::<ToServer>(&text) {
            Ok(said) => self.said(said).await,
            Err(error) => {
                let id = serde_json::from_str::<OnlyId>(&text).ok().map(|only| only.id);
                self.answer(&FromServer::Refused { id, error: Error::Malformed(error.to_string()).what() }).await
            }
        }
    }

    async fn said(&mut self, said: ToServer) -> Result<(), End> {
        let answer = match said {
            ToServer::Look { seat } => return self.look(seat).await,
            ToServer::Why { id, seat, words } => (id, self.why(id, seat, words).await),
            ToServer::Ways { id, seat, words, to } => (id, self.ways(id, seat, words, to).await),
            ToServer::Hint { id, seat } => (id, self.hint(id, seat).await),
            ToServer::Log { id, before } => (id, self.log(id, before).await),
            ToServer::Act { id, seat, sentence, question } => (id, self.act(id, seat, sentence, question).await),
            ToServer::Chat { id, text } => (id, self.chat(id, &text).await),
            ToServer::Undo { id, seat } => (id, self.perform(id, Deed::Undo { seat }).await),
            ToServer::Vote { id, seat } => (id, self.perform(id, Deed::Vote { seat }).await),
            ToServer::Away { id, seat } => (id, self.perform(id, Deed::Away { seat }).await),
            ToServer::Back { id, seat } => (id, self.perform(id, Deed::Back { seat }).await),
            ToServer::Resign { id, seat } => (id, self.perform(id, Deed::Resign { seat }).await),
            ToServer::End { id, seat } => (id, self.perform(id, Deed::End { seat }).await),
        };
        let (id, answer) = answer;
        self.answer(&answer.unwrap_or_else(|error| FromServer::Refused { id: Some(id), error: error.what() })).await
    }

    async fn act(&mut self, id: Id, seat: Seat, sentence: String, question: u64) -> Result<FromServer<'static>, Error> {
        let most = self.app.limits.sentence;
        if sentence.len() > most {
            return Err(Error::TooLarge("the sentence", most));
        }
        self.perform(id, Deed::Act { seat, sentence, question }).await
    }

    async fn chat(&mut self, id: Id, words: &str) -> Result<FromServer<'static>, Error> {
        self.app.may_speak(self.guest.ok_or(Error::NoGuest)?).await?;
        let text = text::chat(words, self.app.limits.chat)?;
        self.perform(id, Deed::Chat { text }).await
    }

    async fn perform(&mut self, id: Id, deed: Deed) -> Result<FromServer<'static>, Error> {
        let guest = self.guest.ok_or(Error::NoGuest)?;
        self.app.may_act(guest).await?;
        let viewer = deed.seat().map_or(self.seen.viewer, Viewer::Seat);
        let command = |reply| Command::Do { guest, id: Some(id), deed, viewer, reply };
        let seq = self.app.ask(self.table, command).await?;
        Ok(FromServer::Done { id, seq })
    }

    /// Who asks about these words.
    fn asks(&self, words: &[String]) -> Result<Guest, Error> {
        let (guest, limits) = (self.guest.ok_or(Error::NoGuest)?, &self.app.limits);
        self.app.door.read(self.source)?;
        if words.len() > limits.words || words.iter().map(String::len).sum::<usize>() > limits.sentence {
            return Err(Error::TooLarge("the sentence", limits.sentence));
        }
        Ok(guest)
    }

    async fn why(&mut self, id: Id, seat: Seat, words: Vec<String>) -> Result<FromServer<'static>, Error> {
        let guest = self.asks(&words)?;
        let refusal = self.app.ask(self.table, |reply| Command::Why { guest, seat, words, reply }).await?;
        Ok(FromServer::Why { id, refusal })
    }

    async fn ways(&mut self, id: Id, seat: Seat, words: Vec<String>, to: String) -> Result<FromServer<'static>, Error> {
        let guest = self.asks(&words)?;
        let ways = self.app.ask(self.table, |reply| Command::Ways { guest, seat, words, to, reply }).await?;
        Ok(FromServer::Ways { id, ways })
    }

    async fn hint(&mut self, id: Id, seat: Seat) -> Result<FromServer<'static>, Error> {
        let guest = self.guest.ok_or(Error::NoGuest)?;
        self.app.door.read(self.source)?;
        let sentences = self.app.ask(self.table, |reply| Command::Hint { guest, seat, reply }).await?;
        Ok(FromServer::Hint { id, sentences })
    }

    async fn log(&mut self, id: Id, before: u64) -> Result<FromServer<'static>, Error> {
        self.app.door.read(self.source)?;
        let viewer = self.seen.viewer;
        let page = self.app.ask(self.table, |reply| Command::Earlier { viewer, before, reply }).await?;
        Ok(FromServer::Log { id, page })
    }

    /// Other eyes: another first message, another stream.
    async fn look(&mut self, seat: Option<Seat>) -> Result<(), End> {
        match self.seen_as(seat.map_or(Eyes::Spectator, Eyes::Seat)).await {
            Ok(seen) => {
                self.seen = seen;
                let first = std::mem::take(&mut self.seen.first);
                self.send(first).await
            }
            Err(error) => self.answer(&FromServer::Refused { id: None, error: error.what() }).await,
        }
    }

    async fn seen_as(&mut self, eyes: Eyes) -> Result<Seen, Error> {
        self.app.door.read(self.source)?;
        let guest = self.guest;
        self.app.ask(self.table, |reply| Command::Look { guest, eyes, since: None, reply }).await
    }

    async fn answer(&mut self, answer: &FromServer<'_>) -> Result<(), End> {
        self.send(answer.json()).await
    }

    async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), End> {
        self.put(Message::Text(text.into())).await
    }

    /// Takes a message along with the next flush.
    async fn put(&mut self, message: Message) -> Result<(), End> {
        in_time(self.app.limits.send, self.socket.feed(message)).await
    }

    async fn flush(&mut self) -> Result<(), End> {
        in_time(self.app.limits.send, self.socket.flush()).await
    }
}

/// A socket that takes nothing is given up; the client comes back with the last number it has.
async fn in_time(limit: Duration, work: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    timeout(limit, work).await.map_err(|_| End::Closed)?.map_err(|_| End::Closed)
}

#[derive(Deserialize)]
struct OnlyId {
    id: Id,
}

/// A frame that is too long gets a final message; after any other error the connection is already gone.
fn broken(error: axum::Error, limit: usize) -> End {
    match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => End::Bye(Error::TooLarge("the message", limit)),
        _ => End::Closed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_are_a_seat_or_nobodys() {
        assert!(matches!(wanted(Some("none")), Ok(Eyes::Spectator)));
        assert!(matches!(wanted(Some("2")), Ok(Eyes::Seat(Seat(2)))));
        assert!(wanted(Some("999")).is_err());
    }

    #[test]
    fn too_long_a_frame_is_told_from_a_broken_line() {
        let long = tungstenite::error::CapacityError::MessageTooLong { size: 9, max_size: 8 };
        let last = |error: tungstenite::Error| broken(axum::Error::new(error), 8);
        assert!(matches!(last(long.into()), End::Bye(Error::TooLarge("the message", 8))));
        assert!(matches!(last(tungstenite::Error::ConnectionClosed), End::Closed));
    }
}
