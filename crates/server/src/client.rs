//! The other side of the protocol, in a few lines: for tests and for load.

use std::net::{IpAddr, SocketAddr};

use astrarium_games::Title;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderValue, ORIGIN, SET_COOKIE,
};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

use crate::id::Id;

/// A browser without a screen.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: SocketAddr,
    /// `astrarium=…`, or empty.
    pub cookie: String,
}

/// An answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    /// What came over the wire for it.
    pub bytes: usize,
}

impl Answer {
    /// The body as JSON; nothing if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The code of a refusal, or an empty text.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().into()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("the server cannot be reached: {0}")]
    Io(#[from] std::io::Error),
    #[error("http: {0}")]
    Http(#[from] hyper::Error),
    #[error("socket: {0}")]
    Socket(#[from] Box<tungstenite::Error>),
    #[error("the socket was closed")]
    Closed,
    #[error("{0} was refused: {1}")]
    Refused(String, Value),
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        ClientError::Socket(Box::new(error))
    }
}

/// A new id, such as every intent has.
pub fn fresh_id() -> String {
    Id::random().to_string()
}

impl Client {
    /// A new guest.
    pub async fn new(address: SocketAddr) -> Result<Client, ClientError> {
        let mut client = Client { address, cookie: String::new() };
        let answer = client.get("/api/me").await?;
        let cookie = answer.headers.get(SET_COOKIE).and_then(|c| c.to_str().ok()).unwrap_or_default();
        client.cookie = cookie.split(';').next().unwrap_or_default().into();
        Ok(client)
    }

    pub async fn get(&self, path: &str) -> Result<Answer, ClientError> {
        self.send(self.request(Method::GET, path, String::new())).await
    }

    /// As browsers ask for files.
    pub async fn get_compressed(&self, path: &str) -> Result<Answer, ClientError> {
        let mut request = self.request(Method::GET, path, String::new());
        request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("br"));
        self.send(request).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Result<Answer, ClientError> {
        self.send(self.request(Method::POST, path, body.to_string())).await
    }

    /// Posts, and takes anything but success for an error.
    pub async fn must(&self, path: &str, body: Value) -> Result<Value, ClientError> {
        let answer = self.post(path, body).await?;
        if answer.status.is_success() {
            Ok(answer.json())
        } else {
            Err(ClientError::Refused(path.into(), answer.json()))
        }
    }

    /// A request of the host of the server.
    pub async fn rule(&self, token: &str, method: &str, path: &str, body: Value) -> Result<Answer, ClientError> {
        let method = method.parse().expect("a method");
        let mut request = self.request(method, path, body.to_string());
        let bearer = format!("Bearer {token}").parse().expect("a token fits in a header");
        request.headers_mut().insert(AUTHORIZATION, bearer);
        self.send(request).await
    }

    /// A request as a browser on our own page would make it.
    pub fn request(&self, method: Method, path: &str, body: String) -> Request<Full<Bytes>> {
        let host = self.address.to_string();
        let request = Request::builder().method(method).uri(path).header(HOST, &host);
        let request = request.header(ORIGIN, format!("http://{host}")).header(CONTENT_TYPE, "application/json");
        let request = if self.cookie.is_empty() { request } else { request.header(COOKIE, &self.cookie) };
        request.body(Full::from(body)).expect("a well-formed request")
    }

    pub async fn send(&self, request: Request<Full<Bytes>>) -> Result<Answer, ClientError> {
        let stream = TokioIo::new(TcpStream::connect(self.address).await?);
        let (mut sender, connection) = hyper::client::conn::http1::handshake(stream).await?;
        let driver = tokio::spawn(connection);
        let answer = sender.send_request(request).await?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let bytes = answer.into_body().collect().await?.to_bytes();
        driver.abort();
        Ok(Answer { status, headers, text: String::from_utf8_lossy(&bytes).into(), bytes: bytes.len() })
    }

    /// A table's socket: `query` is what comes after the question mark.
    pub async fn live(&self, table: &str, query: &str) -> Result<Socket, ClientError> {
        self.upgrade(table, query, TcpStream::connect(self.address).await?).await
    }

    /// The same with little room for what was not read yet.
    pub async fn live_with_buffer(&self, table: &str, query: &str, bytes: u32) -> Result<Socket, ClientError> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(bytes)?;
        self.upgrade(table, query, socket.connect(self.address).await?).await
    }

    /// The same from another address of this machine.
    pub async fn live_from(&self, source: IpAddr, table: &str, query: &str) -> Result<Socket, ClientError> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(source, 0))?;
        self.upgrade(table, query, socket.connect(self.address).await?).await
    }

    async fn upgrade(&self, table: &str, query: &str, stream: TcpStream) -> Result<Socket, ClientError> {
        let url = format!("ws://{}/api/tables/{table}/live?{query}", self.address);
        let mut request = url.into_client_request()?;
        let headers = request.headers_mut();
        let origin = format!("http://{}", self.address);
        headers.insert("origin", origin.parse().expect("an address fits in a header"));
        headers.insert("cookie", self.cookie.parse().expect("hexadecimal digits fit in a header"));
        stream.set_nodelay(true)?;
        let (stream, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Socket(stream))
    }

    /// A table with these seats, started.
    pub async fn table(&self, options: Value, seats: Value) -> Result<String, ClientError> {
        self.started(json!({ "title": Title::ALL[0].to_string(), "options": options, "seats": seats })).await
    }

    /// The first title against the usual bots.
    pub async fn play_now(&self) -> Result<String, ClientError> {
        self.started(json!({ "title": Title::ALL[0].to_string() })).await
    }

    async fn started(&self, wish: Value) -> Result<String, ClientError> {
        let table = self.must("/api/tables", wish).await?;
        let id = table["id"].as_str().unwrap_or_default().to_string();
        let seats = table["seats"].as_array().cloned().unwrap_or_default();
        let mine = seats.iter().enumerate().filter(|(_, seat)| seat["mine"] == true);
        let nonces: serde_json::Map<_, _> = mine.map(|(k, _)| (k.to_string(), fresh_id().into())).collect();
        self.must(&format!("/api/tables/{id}/start"), json!({ "nonces": nonces })).await?;
        Ok(id)
    }
}

#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// The next message of the server.
    pub async fn next(&mut self) -> Result<Value, ClientError> {
        Ok(serde_json::from_str(&self.next_text().await?).unwrap_or(Value::Null))
    }

    pub async fn next_text(&mut self) -> Result<Utf8Bytes, ClientError> {
        loop {
            match self.0.next().await.ok_or(ClientError::Closed)?? {
                Message::Text(text) => return Ok(text),
                Message::Close(_) => return Err(ClientError::Closed),
                _ => {}
            }
        }
    }

    /// The next message of one of these types.
    pub async fn next_of(&mut self, types: &[&str]) -> Result<Value, ClientError> {
        loop {
            let message = self.next().await?;
            if message["type"].as_str().is_some_and(|t| types.contains(&t)) {
                return Ok(message);
            }
        }
    }

    pub async fn say(&mut self, message: Value) -> Result<(), ClientError> {
        self.say_text(message.to_string()).await
    }

    pub async fn say_text(&mut self, text: String) -> Result<(), ClientError> {
        Ok(self.0.send(Message::Text(text.into())).await?)
    }
}

/// Answers with a sentence of the question: the seat's part of a game, played by counting.
pub fn answer(ask: &Value, pick: usize, id: &str) -> Option<Value> {
    let sentences = ask["sentences"].as_array()?;
    let sentence = sentences.get(pick % sentences.len().max(1))?;
    let words: Vec<&str> = sentence["words"].as_array()?.iter().filter_map(Value::as_str).collect();
    Some(
        json!({ "type": "act", "id": id, "seat": ask["seat"], "question": ask["question"], "sentence": words.join(" ") }),
    )
}
