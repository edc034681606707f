//! E-mail, where the host of the server has named a server that sends it.

use std::fmt;
use std::time::Duration;

use lettre::message::{Mailbox, header::ContentType};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::error::Error;

/// How long the other server may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Characters of an address.
pub const LONGEST: usize = 254;

/// Which server sends, and in whose name.
#[derive(Clone)]
pub struct Smtp {
    url: String,
    from: Mailbox,
    /// The server as its players know it, for links. What a request says of it may be somebody else's server.
    home: String,
}

/// The address has a password in it.
impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Smtp({})", self.from)
    }
}

impl Smtp {
    /// `smtps://user:password@host`, or `smtp://…?tls=required`; the address that players see; the address of our pages.
    pub fn new(url: &str, from: &str, home: &str) -> Result<Smtp, String> {
        AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|error| error.to_string())?;
        let from = from.parse().map_err(|error| format!("“{from}” is no address of mail: {error}"))?;
        Ok(Smtp { url: url.into(), from, home: home.trim_end_matches('/').into() })
    }
}

/// Sends, if it can.
pub struct Mailer(Option<(AsyncSmtpTransport<Tokio1Executor>, Smtp)>);

impl fmt::Debug for Mailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mailer({})", if self.0.is_some() { "on" } else { "off" })
    }
}

/// A message to one person. The same id is the same message, however often it is sent.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub id: String,
}

/// An address as it is compared.
pub fn address(text: &str) -> Result<String, Error> {
    let text = text.trim();
    let is_plain = !text.contains(['<', '>', '"', ',', ';']) && text.chars().count() <= LONGEST;
    let parsed = text.parse::<Mailbox>().ok().filter(|mailbox| is_plain && mailbox.name.is_none());
    let wrong = || Error::Malformed("this is no address of mail: expected name@example.org".into());
    parsed.map(|mailbox| mailbox.email.to_string().to_lowercase()).ok_or_else(wrong)
}

impl Mailer {
    pub fn new(smtp: Option<&Smtp>) -> Mailer {
        let transport = |smtp: &Smtp| {
            let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.url).expect("it was read before");
            (builder.timeout(Some(PATIENCE)).build(), smtp.clone())
        };
        Mailer(smtp.map(transport))
    }

    /// The address of our pages, if there is mail at all.
    pub fn home(&self) -> Option<&str> {
        self.0.as_ref().map(|(_, smtp)| &smtp.home[..])
    }

    /// Sends; why not, in words that tell nothing of the server that sends.
    pub async fn send(&self, mail: Mail) -> Result<(), String> {
        let Some((transport, Smtp { from, .. })) = &self.0 else {
            return Err("this server sends no mail any more".into());
        };
        let domain = from.email.domain();
        let message = Message::builder()
            .from(from.clone())
            .to(mail.to.parse().map_err(|_| "it is no address of mail")?)
            .subject(mail.subject)
            .message_id(Some(format!("<{}@{domain}>", mail.id)))
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text)
            .map_err(|error| error.to_string())?;
        match transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::warn!(%error, "a mail cannot be sent");
                Err(if error.is_permanent() { "the mail was refused" } else { "mail cannot be sent now" }.into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_addresses() {
        assert_eq!(address(" Ann@Example.org ").as_deref(), Ok("ann@example.org"));
        for wrong in
            ["", "ann", "Ann <ann@example.org>", "a@b@c", "ann@example.org, ben@example.org", "a\r\nBcc: b@c.org"]
        {
            assert!(address(wrong).is_err(), "{wrong}");
        }
        assert!(address(&format!("{}@example.org", "a".repeat(300))).is_err());
        let smtp = |url: &str, from: &str| Smtp::new(url, from, "https://play.example.org/");
        assert!(smtp("smtp://localhost:25", "Astrarium <a@example.org>").is_ok_and(|smtp| !smtp.home.ends_with('/')));
        assert!(smtp("http://localhost", "a@example.org").is_err() && smtp("smtp://localhost", "a").is_err());
    }
}
