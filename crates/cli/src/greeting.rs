//! What a server says when it has started: every address under which a browser can open it.

use std::net::{IpAddr, SocketAddr};

/// The addresses for browsers, the nearest first: this machine, its network, the names it was given.
pub fn urls(listens: SocketAddr, names: &[String], secure: bool, base: &str) -> Vec<String> {
    let port = listens.port();
    let local = |place: String| format!("http://{place}:{port}{base}");
    let mut urls = match listens.ip() {
        ip if !ip.is_unspecified() => vec![format!("http://{listens}{base}")],
        all => {
            let others = others(all).into_iter().map(|ip| match ip {
                IpAddr::V4(ip) => local(ip.to_string()),
                IpAddr::V6(ip) => local(format!("[{ip}]")),
            });
            std::iter::once(local("localhost".into())).chain(others).collect()
        }
    };
    // A certificate is the proxy's, and the proxy has the usual port.
    let name = |name: &String| if secure { format!("https://{name}{base}") } else { local(name.clone()) };
    urls.extend(names.iter().map(name));
    urls
}

/// The address that friends open, if the server is not for this machine alone: a name before a number.
pub fn for_friends<'a>(urls: &'a [String], names: &[String]) -> Option<&'a str> {
    let named = urls.last().filter(|_| !names.is_empty());
    let alone = |url: &&String| ["localhost", "127.", "[::1]"].iter().any(|own| url.contains(&format!("//{own}")));
    named.or_else(|| urls.iter().find(|url| !alone(url))).map(String::as_str)
}

/// Addresses of this machine that others can use. Those of IPv6 that need a zone cannot be typed into a browser.
fn others(all: IpAddr) -> Vec<IpAddr> {
    let usable = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => all.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    // Who cannot be told still finds the first one.
    let mut found: Vec<IpAddr> =
        if_addrs::get_if_addrs().unwrap_or_default().iter().map(|interface| interface.ip()).filter(usable).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_can_be_opened() {
        let names = ["play.example".to_string()];
        let at = |address: &str, secure, base| urls(address.parse().expect("an address"), &names, secure, base);
        assert_eq!(at("127.0.0.1:7777", false, ""), ["http://127.0.0.1:7777", "http://play.example:7777"]);
        assert_eq!(at("[::1]:80", true, "/a"), ["http://[::1]:80/a", "https://play.example/a"]);
        let everywhere = at("0.0.0.0:7777", false, "");
        assert_eq!(everywhere[0], "http://localhost:7777");
        assert_eq!(for_friends(&everywhere, &names), Some("http://play.example:7777"));
        assert_eq!(
            for_friends(&["http://localhost:7777".into(), "http://10.0.0.2:7777".into()], &[]),
            Some("http://10.0.0.2:7777")
        );
        assert_eq!(for_friends(&["http://127.0.0.1:7777".into()], &[]), None);
        assert!(everywhere.iter().all(|url| !url.contains("0.0.0.0") && !url.contains("[")), "{everywhere:?}");
    }
}
