//! What the server sends to addresses that people name. It must be no way into the network that the server is in: only public
//! addresses are spoken to, unless the host of the server allows others.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

/// How long an answer may take, from the name to the status.
const PATIENCE: Duration = Duration::from_secs(10);
/// Characters of an address.
pub const LONGEST: usize = 1_000;

/// Networks of IPv4 that are nobody's or somebody's own.
const NOT_PUBLIC: [&str; 15] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
];
/// The public part of IPv6, and what in it leads to IPv4 or nowhere.
const PUBLIC: &str = "2000::/3";
const NOT_PUBLIC_6: [&str; 3] = ["2001::/23", "2001:db8::/32", "2002::/16"];

/// A message to an address.
#[derive(Clone, Debug)]
pub struct Letter {
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

#[derive(Debug)]
pub struct Outgoing {
    /// Networks that may be spoken to although they are not public.
    allowed: Vec<IpNet>,
}

/// Why a message did not arrive. It says no more of a network than anybody outside could find out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    #[error("“{0:.80}” is no address: expected https://… or http://…")]
    NoAddress(String),
    #[error("its address is in a private network, and the host of this server has not allowed that (--calls-to)")]
    Private,
    #[error("it cannot be reached")]
    Unreachable,
    #[error("it does not answer in time")]
    Silent,
    #[error("it answered {0}")]
    Answered(u16),
}

/// A name, a port, and whether it is asked behind a certificate.
fn place(url: &str) -> Result<(Uri, String, u16, bool), Undelivered> {
    let wrong = || Undelivered::NoAddress(url.into());
    let uri: Uri = url.parse().map_err(|_| wrong())?;
    let secure = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err(wrong()),
    };
    let authority = uri.authority().ok_or_else(wrong)?;
    if authority.as_str().contains('@') || authority.host().is_empty() {
        return Err(wrong());
    }
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_string();
    let port = authority.port_u16().unwrap_or(if secure { 443 } else { 80 });
    Ok((uri, host, port, secure))
}

/// Whether an address can be one that is spoken to.
pub fn is_address(url: &str) -> Result<(), Undelivered> {
    place(url).map(drop)
}

fn net(text: &str) -> IpNet {
    text.parse().expect("the networks of this file are networks")
}

fn is_public(ip: IpAddr) -> bool {
    let within = |nets: &[&str]| nets.iter().any(|text| net(text).contains(&ip));
    match ip {
        IpAddr::V4(_) => !within(&NOT_PUBLIC),
        IpAddr::V6(_) => net(PUBLIC).contains(&ip) && !within(&NOT_PUBLIC_6),
    }
}

/// An address of IPv4 in the clothes of IPv6 is what it is.
fn plain(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V6(ip) => ip.to_ipv4_mapped().map_or(IpAddr::V6(ip), IpAddr::V4),
        ip => ip,
    }
}

impl Outgoing {
    pub fn new(allowed: Vec<IpNet>) -> Outgoing {
        Outgoing { allowed }
    }

    fn admits(&self, ip: IpAddr) -> bool {
        let ip = plain(ip);
        is_public(ip) || self.allowed.iter().any(|net| net.contains(&ip))
    }

    /// Sends a message, and takes any success for an answer. Nothing that the other side says leads anywhere else.
    pub async fn post(&self, letter: Letter) -> Result<(), Undelivered> {
        timeout(PATIENCE, self.deliver(letter)).await.unwrap_or(Err(Undelivered::Silent))
    }

    async fn deliver(&self, letter: Letter) -> Result<(), Undelivered> {
        let (uri, host, port, secure) = place(&letter.url)?;
        let found = tokio::net::lookup_host((host.as_str(), port)).await.map_err(|_| Undelivered::Unreachable)?;
        let found: Vec<SocketAddr> = found.collect();
        // The address that was looked at is the one that is connected to: a name may mean another a moment later.
        let first = found.iter().find(|address| self.admits(address.ip()));
        let address = match first {
            Some(address) => *address,
            None if found.is_empty() => return Err(Undelivered::Unreachable),
            None => return Err(Undelivered::Private),
        };
        let stream = TcpStream::connect(address).await.map_err(|_| Undelivered::Unreachable)?;
        if !secure {
            return say(stream, &uri, letter).await;
        }
        let name = ServerName::try_from(host).map_err(|_| Undelivered::NoAddress(letter.url.clone()))?;
        let stream = tls().connect(name, stream).await.map_err(|_| Undelivered::Unreachable)?;
        say(stream, &uri, letter).await
    }
}

async fn say(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    uri: &Uri,
    letter: Letter,
) -> Result<(), Undelivered> {
    let unreachable = |_| Undelivered::Unreachable;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(unreachable)?;
    let driver = tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let host = uri.authority().map(ToString::to_string).unwrap_or_default();
    let request = Request::post(path).header("host", host).header("user-agent", "astrarium");
    let request = letter.headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
    let request = request.body(Full::new(Bytes::from(letter.body)));
    let request = request.map_err(|_| Undelivered::NoAddress(letter.url.clone()))?;
    let answer = sender.send_request(request).await.map_err(unreachable);
    driver.abort();
    match answer?.status() {
        status if status.is_success() => Ok(()),
        status => Err(Undelivered::Answered(status.as_u16())),
    }
}

/// Certificates are checked as the system says.
fn tls() -> TlsConnector {
    static TLS: OnceLock<TlsConnector> = OnceLock::new();
    let connector = TLS.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().expect("ring speaks them");
        TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
    });
    connector.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a private address is written as, it is not spoken to; nothing is connected to before that is known.
    #[tokio::test]
    async fn private_networks_are_out_of_reach() {
        let outgoing = Outgoing::new(Vec::new());
        let hosts = [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "localhost",
            "0.0.0.0",
            "10.1.2.3",
            "192.168.0.1",
            "172.16.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:10.0.0.1]",
            "[fe80::1]",
            "[fc00::1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[::127.0.0.1]",
            "224.0.0.1",
            "255.255.255.255",
        ];
        for host in hosts {
            for scheme in ["http", "https"] {
                let url = format!("{scheme}://{host}:9/x");
                let letter = Letter { url: url.clone(), headers: Vec::new(), body: String::new() };
                let sent = outgoing.post(letter).await;
                assert!(matches!(sent, Err(Undelivered::Private | Undelivered::Unreachable)), "{url}: {sent:?}");
                let literal = host.trim_matches(['[', ']']).parse::<IpAddr>();
                assert!(literal.is_err() || sent == Err(Undelivered::Private), "{url}: {sent:?}");
            }
        }
        for public in ["1.1.1.1", "93.184.215.14", "2606:4700::1111"] {
            assert!(outgoing.admits(public.parse().expect("an address")), "{public}");
        }
        let home = Outgoing::new(vec![net("192.168.1.0/24")]);
        assert!(home.admits([192, 168, 1, 7].into()) && !home.admits([192, 168, 2, 7].into()));
    }

    #[test]
    fn addresses_are_addresses() {
        assert_eq!(is_address("https://discord.com/api/webhooks/1/x"), Ok(()));
        for wrong in
            ["", "ftp://a/b", "file:///etc/passwd", "/x", "http://", "http://a:b@c/", "gopher://x", "https://@x/"]
        {
            assert!(is_address(wrong).is_err(), "{wrong}");
        }
    }
}
