//! Calling people who are not here: whom an event calls, what is said, and the task that says it.
//!
//! A call is written with the event that it is about, in one transaction, so it survives whatever happens to the server. It is said
//! once its time has come, if there is still a point, and then it is gone.

use std::collections::BTreeSet;
use std::sync::Arc;

use astrarium_core::Seat;
use astrarium_games::Title;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::Shared;
use crate::clock::now;
use crate::error::Error;
use crate::event::Event;
use crate::id::Guest;
use crate::ledger::{Facts, Status};
use crate::mail::Mail;
use crate::outgoing::Letter;
use crate::store::{Channel, Due, Settled};
use crate::table::Command;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// A question that nobody has answered is asked once more after this.
const REMIND: i64 = DAY;
/// A channel that has failed for this long is switched off.
const GIVEN_UP: i64 = 3 * DAY;
/// The longest pause after failures.
const LONGEST: i64 = 6 * HOUR;
/// Channels that are called at the same time.
const AT_ONCE: i64 = 16;
/// Tables that one message names.
const NAMED: usize = 5;

/// What the address of a channel of mail begins with.
pub const MAILTO: &str = "mailto:";

/// What somebody is called for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    Turn,
    /// The same question, a day later.
    Reminder,
    Begun,
    Over,
    StandIn,
    /// The seat got a new link.
    Seat,
    /// Somebody wants to play again.
    Again,
    Named,
}

impl About {
    fn says(self, game: &str) -> String {
        match self {
            About::Turn => format!("Your turn in {game}"),
            About::Reminder => format!("{game} still waits for you"),
            About::Begun => format!("{game} has begun"),
            About::Over => format!("{game} is over"),
            About::StandIn => format!("A bot plays for you in {game}: you can take the seat back"),
            About::Seat => format!("The host gave out a new link for your seat in {game}: it ends when you play"),
            About::Again => format!("{game}: the same people once more? Your seat is free"),
            About::Named => format!("Somebody has named you in the chat of {game}"),
        }
    }

    /// Whether somebody who answers meanwhile, or is at the table, needs no call.
    fn is_question(self) -> bool {
        matches!(self, About::Turn | About::Reminder | About::Begun)
    }
}

/// How a message is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ChannelKind {
    Discord,
    Ntfy,
    /// A generic webhook of a Matrix bridge.
    Matrix,
    Json,
    Mail,
}

/// Hours without calls, by the person's own clock.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    /// The hours when it begins and ends.
    #[schema(minimum = 0, maximum = 23)]
    pub from: u8,
    #[schema(minimum = 0, maximum = 23)]
    pub to: u8,
    /// Minutes that the person's clock is ahead of UTC.
    #[schema(minimum = -840, maximum = 840)]
    pub zone: i16,
}

impl Quiet {
    pub fn is_fair(self) -> bool {
        self.from < 24 && self.to < 24 && (-840..=840).contains(&self.zone)
    }

    /// When it ends, if it is quiet now.
    fn ends(self, now: i64) -> Option<i64> {
        let local = now + i64::from(self.zone) * MINUTE;
        let since_midnight = local.rem_euclid(DAY);
        let length = (i64::from(self.to) - i64::from(self.from)).rem_euclid(24) * HOUR;
        let since = (since_midnight - i64::from(self.from) * HOUR).rem_euclid(DAY);
        (since < length).then(|| now + length - since)
    }
}

/// Somebody to be called.
#[derive(Clone, Debug, PartialEq)]
pub struct Summons {
    pub person: Guest,
    pub about: About,
    pub due: i64,
}

/// Whom an event calls: `before` and `after` are what is true of the table. A question calls after a grace.
pub fn summon(before: &Facts, after: &Facts, event: &Event, at: i64, grace: i64) -> Vec<Summons> {
    let guest = |seat: &Seat| after.chair(*seat).and_then(|chair| chair.guest());
    let persons = || after.places.iter().filter_map(|place| place.chair.guest());
    let begins = before.status == Status::Lobby && after.status == Status::Playing;
    let ends = before.status == Status::Playing && after.status != Status::Playing;
    let mut all: BTreeSet<(Guest, About)> = BTreeSet::new();
    if after.status == Status::Playing {
        let asked = after.asked.iter().filter(|&seat| begins || !before.asked.contains(seat));
        let asked = asked.filter(|seat| after.places[seat.index()].bot().is_none());
        all.extend(asked.filter_map(guest).map(|guest| (guest, About::Turn)));
    }
    if begins {
        let others = persons().filter(|&person| person != after.made.host && !all.contains(&(person, About::Turn)));
        let begun: Vec<_> = others.map(|person| (person, About::Begun)).collect();
        all.extend(begun);
    }
    let author = match event {
        Event::Acted(acted) if !acted.bot => guest(&acted.seat),
        Event::Ends { seat } | Event::Said { seat, .. } => guest(seat),
        _ => None,
    };
    if ends {
        all.extend(persons().map(|person| (person, About::Over)));
    }
    match event {
        Event::StandIn { seat, level: Some(_), late } if *late || before.places[seat.index()].voted_out => {
            all.extend(guest(seat).map(|person| (person, About::StandIn)));
        }
        Event::Reissued { seat, .. } => all.extend(guest(seat).map(|person| (person, About::Seat))),
        Event::Said { text, .. } => {
            let text = text.to_lowercase();
            let named = after.places.iter().filter(|place| text.contains(&place.chair.name().to_lowercase()));
            all.extend(named.filter_map(|place| place.chair.guest()).map(|person| (person, About::Named)));
        }
        _ => {}
    }
    all.retain(|(person, _)| Some(*person) != author);
    let due = |about: About| if about.is_question() { at + grace } else { at };
    all.into_iter().map(|(person, about)| Summons { person, about, due: due(about) }).collect()
}

/// Calls all who are to be called, as long as the server lives.
pub async fn run(shared: &Arc<Shared>) {
    loop {
        tokio::time::sleep(shared.limits.call_pause).await;
        let now = now();
        // A database that is away is found out about elsewhere: the calls wait in it.
        let Ok(channels) = shared.store.due_channels(now, AT_ONCE).await else { continue };
        futures_util::future::join_all(channels.into_iter().map(|channel| serve(shared, channel, now))).await;
    }
}

/// What has become of a call when its time has come.
enum Point {
    Say(String),
    /// Look again then.
    Later(i64),
    None,
}

async fn serve(shared: &Arc<Shared>, mut channel: Channel, now: i64) {
    if let Some(end) = channel.quiet.and_then(|quiet| quiet.ends(now)) {
        channel.next = end;
        _ = shared.store.settle(Settled { channel, done: Vec::new(), later: Vec::new() }).await;
        return;
    }
    let gap = shared.limits.call_gap.as_millis() as i64;
    // For as long it has the channel for itself.
    if !matches!(shared.store.lease(&channel, now + 2 * gap).await, Ok(true)) {
        return; // another server is at it
    }
    let Ok(all) = shared.store.due(channel.id, now).await else { return };
    let (mut said, mut done, mut later) = (Vec::new(), Vec::new(), Vec::new());
    for due in all {
        match point(shared, channel.person, &due, now).await {
            Point::Say(text) => said.push((due, text)),
            Point::Later(at) => later.push((due.clone(), due.about, at)),
            Point::None => done.push(due),
        }
    }
    channel.next = now;
    if !said.is_empty() {
        let sent = deliver(shared, letter(&channel, &said)).await;
        match sent {
            Ok(()) => {
                (channel.tries, channel.failing) = (0, None);
                channel.next = now + gap;
                for (due, _) in said {
                    match due.about {
                        About::Turn => later.push((due, About::Reminder, now + REMIND)),
                        _ => done.push(due),
                    }
                }
            }
            Err(error) => fail(&mut channel, now, gap / 2, &error),
        }
    }
    // If this is lost, the lease ends, and the same message comes again with the same id.
    _ = shared.store.settle(Settled { channel, done, later }).await;
}

/// Sends a message on its way, over HTTP or as mail; or why not.
pub async fn deliver(shared: &Shared, letter: Letter) -> Result<(), String> {
    let Some(to) = letter.url.strip_prefix(MAILTO) else {
        return shared.outgoing.post(letter).await.map_err(|error| error.to_string());
    };
    let id = letter.headers.iter().find(|(name, _)| *name == ID).map(|(_, id)| id.clone()).unwrap_or_default();
    let subject = letter.body.lines().next().unwrap_or_default().to_string();
    shared.mailer.send(Mail { to: to.into(), subject, text: letter.body, id }).await
}

/// Later again, and after days no more.
fn fail(channel: &mut Channel, now: i64, pause: i64, why: &str) {
    let since = *channel.failing.get_or_insert(now);
    channel.next = now + (pause << channel.tries.min(16)).min(LONGEST);
    channel.tries += 1;
    if now - since >= GIVEN_UP {
        channel.gone = Some(format!("it has failed for three days: {why}"));
    }
}

async fn point(shared: &Arc<Shared>, person: Guest, due: &Due, now: i64) -> Point {
    let shown = match shared.ask(due.table, Command::Show).await {
        Ok(shown) => shown,
        Err(Error::Busy | Error::Internal) => return Point::Later(now + MINUTE),
        Err(_) => return Point::None,
    };
    let facts = &shown.facts;
    let waits = |seat: Seat| facts.asked.contains(&seat) && facts.places[seat.index()].bot().is_none();
    let asked = facts.status == Status::Playing && facts.seats_of(person).any(waits);
    match due.about {
        About::Turn | About::Reminder if !asked => Point::None,
        About::Again if facts.status != Status::Lobby || facts.seats_of(person).next().is_some() => Point::None,
        about if about.is_question() && shown.online.contains(&person) => {
            Point::Later(now + shared.limits.call_after.as_millis() as i64)
        }
        about => Point::Say(about.says(&game(facts, person))),
    }
}

/// “Galactic Emperor with Ben and Admiral bot”: what everybody may know of it.
fn game(facts: &Facts, person: Guest) -> String {
    let title = facts.made.title.parse::<Title>();
    let title = title.map_or_else(|_| facts.made.title.clone(), |title| title.meta().name.to_string());
    let others = facts.places.iter().filter(|place| place.chair.guest() != Some(person));
    let others: BTreeSet<String> = others.map(|place| place.chair.name()).filter(|name| !name.is_empty()).collect();
    let others: Vec<String> = others.into_iter().collect();
    if others.is_empty() { title } else { format!("{title} with {}", others.join(", ")) }
}

/// One message for everything that is due.
fn letter(channel: &Channel, said: &[(Due, String)]) -> Letter {
    let mut lines: Vec<String> = Vec::new();
    for (_, line) in said {
        if !lines.contains(line) {
            lines.push(line.clone());
        }
    }
    let more = lines.len().saturating_sub(NAMED);
    lines.truncate(NAMED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    let (first, _) = &said[0];
    let one = said.iter().all(|(due, _)| due.table == first.table);
    let url = if one { format!("{}/table/{}", channel.home, first.table) } else { format!("{}/", channel.home) };
    let id = blake3::hash(format!("{} {} {} {:?}", channel.id, first.table, first.seq, first.about).as_bytes());
    write(channel, &id.to_hex()[..32], &lines.join("\n"), &url)
}

/// A message to see whether it arrives.
pub fn trial(channel: &Channel) -> Letter {
    let id = blake3::hash(format!("{} {}", channel.id, now()).as_bytes());
    write(channel, &id.to_hex()[..32], "Astrarium will call you here", &format!("{}/", channel.home))
}

/// The head that names a message.
const ID: &str = "x-astrarium-id";

/// `id` is the same when a message is sent again.
fn write(channel: &Channel, id: &str, text: &str, url: &str) -> Letter {
    let plain = |text: String| Letter { url: channel.url.clone(), headers: Vec::new(), body: text };
    let body = |value: Value| Letter {
        headers: vec![("content-type", "application/json".into())],
        ..plain(value.to_string())
    };
    let mut letter = match channel.kind {
        // Nobody is pinged by what somebody calls themselves.
        ChannelKind::Discord => {
            body(json!({ "content": format!("{text}\n{url}"), "allowed_mentions": { "parse": [] } }))
        }
        ChannelKind::Matrix => body(json!({ "text": format!("{text}\n{url}"), "username": "Astrarium" })),
        ChannelKind::Mail => plain(format!("{text}\n\n{url}\n")),
        ChannelKind::Json => body(json!({ "id": id, "text": text, "url": url })),
        ChannelKind::Ntfy => {
            let headers = vec![("title", "Astrarium".into()), ("click", url.to_string())];
            Letter { headers, ..plain(text.into()) }
        }
    };
    letter.headers.push((ID, id.into()));
    letter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Id;

    fn channel(kind: ChannelKind) -> Channel {
        Channel {
            id: Id::random(),
            person: Guest(Id::random()),
            kind,
            url: "https://example.org/hook".into(),
            home: "http://here".into(),
            quiet: None,
            next: 0,
            tries: 0,
            failing: None,
            gone: None,
        }
    }

    #[test]
    fn nights_are_quiet() {
        let night = Quiet { from: 22, to: 7, zone: 60 };
        assert_eq!(night.ends(21 * HOUR), Some(DAY + 6 * HOUR), "22 o'clock, an hour east of Greenwich");
        assert_eq!(night.ends(5 * HOUR), Some(6 * HOUR));
        assert_eq!(night.ends(6 * HOUR), None);
        assert_eq!(night.ends(20 * HOUR), None);
        assert_eq!(Quiet { from: 8, to: 8, zone: 0 }.ends(8 * HOUR), None, "no hours");
    }

    /// Half a minute, then twice as long each time; after three days it is off, and says why.
    #[test]
    fn what_fails_for_days_is_switched_off() {
        let (mut channel, mut now, mut tries) = (channel(ChannelKind::Json), 0, 0);
        while channel.gone.is_none() {
            fail(&mut channel, now, 30_000, "it answered 404");
            assert!(channel.next - now <= LONGEST && channel.next > now);
            (now, tries) = (channel.next, tries + 1);
        }
        assert!((15..30).contains(&tries) && now >= GIVEN_UP, "{tries} tries");
        assert_eq!(channel.gone.as_deref(), Some("it has failed for three days: it answered 404"));
    }

    #[test]
    fn many_calls_are_one_message() {
        let due = |seq| Due { table: Id::random(), seq, about: About::Turn };
        let said: Vec<_> = (0..9).map(|k| (due(k), format!("Your turn in game {k}"))).collect();
        let json = letter(&channel(ChannelKind::Json), &said);
        let body: Value = serde_json::from_str(&json.body).expect("JSON");
        assert!(body["text"].as_str().is_some_and(|t| t.lines().count() == 6 && t.ends_with("and 4 more")), "{body}");
        assert_eq!(body["url"], "http://here/");
        let ntfy = letter(&channel(ChannelKind::Ntfy), &said[..1]);
        assert_eq!(ntfy.body, "Your turn in game 0");
        assert!(ntfy.headers.contains(&("click", format!("http://here/table/{}", said[0].0.table))));
        let discord = letter(&channel(ChannelKind::Discord), &said[..1]);
        assert!(discord.body.contains(r#""allowed_mentions":{"parse":[]}"#), "{}", discord.body);
    }
}
