//! Checks before every request: the host name, the origin, and how much one address may do.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{App, pages};
use crate::address::{Hosts, Proxies, Source, Tally};
use crate::error::Error;
use crate::id::Guest;
use crate::limits::Rate;
use crate::serve::Config;
use crate::table::for_source;

/// How long an address is remembered with what it did.
const HOUR: Duration = Duration::from_secs(3600);

/// With more addresses than this, expired ones are dropped.
const MANY: usize = 10_000;

/// What every request passes through, and how connections are told to end.
#[derive(Debug)]
pub struct Door {
    hosts: Hosts,
    pub proxies: Proxies,
    /// Requests of each address that change something, and those that only read.
    writes: Buckets,
    reads: Buckets,
    /// Tries to come in with a key, messages to see whether they arrive, and reports to the host of the server.
    entries: Buckets,
    calls: Buckets,
    reports: Buckets,
    guests: Guests,
    /// Sockets open now, by address.
    pub sockets: Tally<Source>,
    /// Connections and sockets; they end when told to.
    pub tasks: TaskTracker,
    pub stop: CancellationToken,
}

impl Door {
    pub fn new(config: &Config) -> Door {
        Door {
            hosts: Hosts(config.hosts.clone()),
            proxies: Proxies(config.proxies.clone()),
            writes: Buckets::new(config.limits.requests),
            reads: Buckets::new(config.limits.reads),
            entries: Buckets::new(config.limits.entries),
            calls: Buckets::new(config.limits.calls),
            reports: Buckets::new(config.limits.reports),
            guests: Guests { most: config.limits.guests_per_address, seen: Mutex::default() },
            sockets: Tally::default(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
        }
    }

    /// Lets a request in or says why not; from here on it knows where it comes from.
    fn admit(&self, request: &mut Request) -> Result<Source, Error> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().expect("a connection has a peer").0;
        let source = self.proxies.source(peer.ip(), request.headers());
        request.extensions_mut().insert(source);
        let (path, headers) = (request.uri().path(), request.headers());
        self.hosts.check(headers)?;
        if request.method().is_safe() {
            let free = path == "/healthz" || pages::is_file(path);
            return if free { Ok(source) } else { self.reads.take(source).map(|()| source) };
        }
        same_origin(headers)?;
        self.writes.take(source).map(|()| source)
    }

    /// Counts a question that comes over a socket as the request it could have been.
    pub fn read(&self, source: Source) -> Result<(), Error> {
        self.reads.take(source)
    }

    /// Counts somebody who sends a message to an address.
    pub fn calls(&self, source: Source) -> Result<(), Error> {
        self.calls.take(source)
    }

    /// Counts somebody who tries a key.
    pub fn enter(&self, source: Source) -> Result<(), Error> {
        self.entries.take(source)
    }

    /// Whoever had the right key has not tried in vain.
    pub fn has_entered(&self, source: Source) {
        self.entries.give_back(source);
    }

    /// Counts somebody who reports a person, or asks for everything of their own.
    pub fn reports(&self, source: Source) -> Result<(), Error> {
        self.reports.take(source)
    }

    /// Counts a guest who does something.
    pub fn welcome(&self, guest: Guest, source: Source) -> Result<(), Error> {
        self.guests.admit(source, guest)
    }
}

pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    match app.door.admit(&mut request) {
        Ok(source) => for_source(source, next.run(request)).await,
        Err(error) => error.into_response(),
    }
}

/// A browser names the page that asks; it must be one of ours.
pub fn same_origin(headers: &HeaderMap) -> Result<(), Error> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let origin = text(header::ORIGIN).and_then(|o| o.strip_prefix("http://").or(o.strip_prefix("https://")));
    if origin.is_some() && origin == text(header::HOST) { Ok(()) } else { Err(Error::WrongOrigin) }
}

/// A token bucket: its refill rate per second and its capacity.
#[derive(Clone, Debug)]
pub struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: rate.burst.into(), at: Instant::now() }
    }

    /// Whether there was a token to take.
    pub fn take(&mut self) -> bool {
        let now = Instant::now();
        let drops = now.duration_since(self.at).as_secs_f64() * f64::from(self.rate.per_second);
        (self.at, self.left) = (now, (self.left + drops).min(self.rate.burst.into()));
        let enough = self.left >= 1.0;
        self.left -= if enough { 1.0 } else { 0.0 };
        enough
    }

    fn give_back(&mut self) {
        self.left = (self.left + 1.0).min(self.rate.burst.into());
    }

    fn is_full(&self) -> bool {
        let rest = f64::from(self.rate.burst) - self.left;
        self.at.elapsed().as_secs_f64() * f64::from(self.rate.per_second) >= rest
    }
}

/// A bucket for every address.
#[derive(Debug)]
struct Buckets {
    rate: Rate,
    by_source: Mutex<Sources<Bucket>>,
}

impl Buckets {
    fn new(rate: Rate) -> Buckets {
        Buckets { rate, by_source: Mutex::default() }
    }

    fn take(&self, source: Source) -> Result<(), Error> {
        let mut sources = self.by_source.lock().expect("nobody panics with the buckets in hand");
        let bucket = sources.of(source, |bucket| !bucket.is_full(), || Bucket::new(self.rate));
        if bucket.take() { Ok(()) } else { Err(Error::TooMany("requests at once", self.rate.burst as usize)) }
    }

    fn give_back(&self, source: Source) {
        let mut sources = self.by_source.lock().expect("nobody panics with the buckets in hand");
        sources.of(source, |bucket| !bucket.is_full(), || Bucket::new(self.rate)).give_back();
    }
}

/// The guests of every address that did something lately. A cookie costs nothing and can be made up, so guests are counted
/// when they are used.
#[derive(Debug)]
struct Guests {
    most: usize,
    seen: Mutex<Sources<HashMap<Guest, Instant>>>,
}

impl Guests {
    fn admit(&self, source: Source, guest: Guest) -> Result<(), Error> {
        let lately = |at: &Instant| at.elapsed() < HOUR;
        let mut sources = self.seen.lock().expect("nobody panics with the guests in hand");
        let seen = sources.of(source, |seen| seen.values().any(lately), HashMap::new);
        if !seen.contains_key(&guest) && seen.len() >= self.most {
            seen.retain(|_, at| lately(at));
            if seen.len() >= self.most {
                return Err(Error::TooMany("guests of one address in an hour", self.most));
            }
        }
        seen.insert(guest, Instant::now());
        Ok(())
    }
}

/// Something for every address that was here lately.
#[derive(Debug)]
struct Sources<T> {
    all: HashMap<Source, T>,
    /// Tidied when there are more than this.
    many: usize,
}

impl<T> Default for Sources<T> {
    fn default() -> Sources<T> {
        Sources { all: HashMap::new(), many: MANY }
    }
}

impl<T> Sources<T> {
    fn of(&mut self, source: Source, matters: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
        if self.all.len() > self.many {
            self.all.retain(|_, thing| matters(thing));
            self.many = MANY.max(2 * self.all.len());
        }
        self.all.entry(source).or_insert_with(new)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::id::Id;

    fn source(number: u32) -> Source {
        IpAddr::from(Ipv4Addr::from(number)).into()
    }

    #[test]
    fn made_up_guests_are_counted_by_address() {
        let guests = Guests { most: 2, seen: Mutex::default() };
        let new = || Guest(Id::random());
        let (ann, ben) = (new(), new());
        assert!([ann, ben, ann].map(|guest| guests.admit(source(1), guest)).iter().all(Result::is_ok));
        assert!(matches!(guests.admit(source(1), new()), Err(Error::TooMany(_, 2))));
        assert_eq!(guests.admit(source(1), ben), Ok(()));
        assert_eq!(guests.admit(source(2), new()), Ok(()));
    }

    #[test]
    fn addresses_that_do_not_matter_are_forgotten() {
        let buckets = Buckets::new(Rate { per_second: 1_000_000, burst: 1 });
        let all = MANY as u32 + 1000;
        (0..all).for_each(|k| buckets.take(source(k)).expect("a full bucket"));
        assert!(buckets.by_source.lock().expect("buckets").all.len() < MANY);
        let busy = Buckets::new(Rate { per_second: 0, burst: 1 });
        (0..all).for_each(|k| busy.take(source(k)).expect("a full bucket"));
        assert!((0..all).all(|k| busy.take(source(k)).is_err()), "those that matter are remembered");
    }
}
