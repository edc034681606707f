//! Where a request comes from and where it wants to go: addresses that limits count, proxies, names of the server.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use ipnet::IpNet;

use crate::error::Error;

/// What limits count as one address. Of IPv6 it is the network: everybody has as many addresses there as they like.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source(IpNet);

impl From<IpAddr> for Source {
    fn from(address: IpAddr) -> Source {
        let address = address.to_canonical();
        Source(IpNet::new_assert(address, if address.is_ipv4() { 32 } else { 64 }).trunc())
    }
}

/// Proxies whose word is taken for where a request comes from.
#[derive(Clone, Debug)]
pub struct Proxies(pub Vec<IpNet>);

impl Proxies {
    pub fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address.to_canonical()))
    }

    /// The nearest address on the way that is no proxy of ours: whatever lies behind it may be made up.
    pub fn source(&self, peer: IpAddr, headers: &HeaderMap) -> Source {
        let lines = headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().unwrap_or_default());
        let mut way: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        let mut nearest = peer;
        while self.trust(nearest)
            && let Some(next) = way.pop().and_then(hop)
        {
            nearest = next;
        }
        nearest.into()
    }
}

fn hop(word: &str) -> Option<IpAddr> {
    let word = word.trim();
    word.parse().or_else(|_| word.parse().map(|socket: SocketAddr| socket.ip())).ok()
}

/// The names this server answers to. A page of elsewhere can point its own name at us, and then asks with that name; it
/// cannot do so with an IP address or with localhost.
#[derive(Clone, Debug)]
pub struct Hosts(pub Vec<String>);

impl Hosts {
    /// No browser leaves the name out.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Error> {
        let Some(host) = headers.get(header::HOST) else { return Ok(()) };
        let wrong = || Error::WrongHost(String::from_utf8_lossy(host.as_bytes()).into());
        let authority = host.to_str().ok().and_then(|text| text.parse::<Authority>().ok()).ok_or_else(wrong)?;
        let name = authority.host().trim_end_matches('.');
        let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        let mut names = self.0.iter().map(String::as_str).chain(["localhost"]);
        let known = literal || names.any(|known| known.eq_ignore_ascii_case(name));
        if known && !authority.as_str().contains('@') { Ok(()) } else { Err(wrong()) }
    }
}

/// How many of something each has now.
#[derive(Debug)]
pub struct Tally<K>(Arc<Mutex<HashMap<K, usize>>>);

impl<K> Default for Tally<K> {
    fn default() -> Tally<K> {
        Tally(Arc::default())
    }
}

impl<K: Copy + Eq + Hash> Tally<K> {
    /// One more, if there are fewer than this many; given back when dropped.
    pub fn take(&self, key: K, most: usize) -> Option<Held<K>> {
        let mut counts = self.0.lock().expect("nobody panics with the counts in hand");
        let count = counts.get(&key).copied().unwrap_or(0);
        (count < most).then(|| {
            counts.insert(key, count + 1);
            Held(self.0.clone(), key)
        })
    }
}

#[derive(Debug)]
pub struct Held<K: Eq + Hash>(Arc<Mutex<HashMap<K, usize>>>, K);

impl<K: Eq + Hash> Drop for Held<K> {
    fn drop(&mut self) {
        let mut counts = self.0.lock().expect("nobody panics with the counts in hand");
        if let Some(count) = counts.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn headers(name: &'static str, lines: &[&str]) -> HeaderMap {
        lines.iter().map(|line| (name.parse().expect("a name"), line.parse().expect("a value"))).collect()
    }

    #[test]
    fn a_household_is_one_source() {
        assert_eq!(Source::from(ip("2001:db8::1")), Source::from(ip("2001:db8::ffff:2")));
        assert_ne!(Source::from(ip("2001:db8::1")), Source::from(ip("2001:db8:0:1::1")));
        assert_ne!(Source::from(ip("192.0.2.1")), Source::from(ip("192.0.2.2")));
        assert_eq!(Source::from(ip("::ffff:192.0.2.1")), Source::from(ip("192.0.2.1")));
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let proxies = Proxies(vec!["10.0.0.0/8".parse().expect("a network")]);
        let of = |peer, lines: &[&str]| proxies.source(ip(peer), &headers("x-forwarded-for", lines));
        let is = |text| Source::from(ip(text));
        assert_eq!(of("192.0.2.1", &["198.51.100.1"]), is("192.0.2.1"), "a stranger may say what it likes");
        assert_eq!(of("10.0.0.1", &["198.51.100.1"]), is("198.51.100.1"));
        assert_eq!(of("::ffff:10.0.0.1", &["198.51.100.1"]), is("198.51.100.1"));
        assert_eq!(of("10.0.0.1", &["1.1.1.1, 198.51.100.1 , 10.0.0.2"]), is("198.51.100.1"));
        assert_eq!(of("10.0.0.1", &["1.1.1.1", "198.51.100.1:4711"]), is("198.51.100.1"));
        assert_eq!(of("10.0.0.1", &["198.51.100.1, nonsense"]), is("10.0.0.1"));
        assert_eq!(of("10.0.0.1", &["10.0.0.3"]), is("10.0.0.3"));
        assert_eq!(of("10.0.0.1", &[]), is("10.0.0.1"));
    }

    #[test]
    fn names_of_others_are_refused() {
        let hosts = Hosts(vec!["play.example.org".into()]);
        let good = ["localhost", "LocalHost:7777", "127.0.0.1:80", "[::1]:7777", "192.168.1.5", "Play.example.org.:1"];
        for host in good {
            assert_eq!(hosts.check(&headers("host", &[host])), Ok(()), "{host}");
        }
        for host in
            ["example.org", "127.0.0.1.example.org", "localhost@evil.example", "evil@localhost", "a b", "", ":80"]
        {
            assert!(matches!(hosts.check(&headers("host", &[host])), Err(Error::WrongHost(_))), "{host}");
        }
        assert_eq!(hosts.check(&HeaderMap::new()), Ok(()));
    }

    #[test]
    fn what_is_held_is_counted() {
        let tally = Tally::default();
        let held = [tally.take(1, 2), tally.take(1, 2)];
        assert!(held.iter().all(Option::is_some) && tally.take(1, 2).is_none() && tally.take(2, 2).is_some());
        drop(held);
        assert!(tally.0.lock().expect("counts").is_empty() && tally.take(1, 2).is_some());
    }
}
