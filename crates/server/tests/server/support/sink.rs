//! A server of mail that keeps what it gets, or refuses it as long as it is down.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone)]
pub struct Sink {
    pub address: SocketAddr,
    /// Heads and bodies.
    got: Arc<Mutex<Vec<String>>>,
    pub up: Arc<AtomicBool>,
    pub refused: Arc<AtomicUsize>,
}

impl Sink {
    pub async fn start() -> Sink {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (got, up, refused) = (Arc::default(), Arc::new(AtomicBool::new(true)), Arc::default());
        let sink = Sink { address, got, up, refused };
        let here = sink.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let sink = here.clone();
                // A client that is killed in the middle has said nothing.
                tokio::spawn(async move { _ = sink.take(stream).await });
            }
        });
        sink
    }

    async fn take(&self, stream: TcpStream) -> std::io::Result<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 sink\r\n").await?;
        while let Some(line) = lines.next_line().await? {
            let answer = match line.split(' ').next().unwrap_or_default() {
                "RCPT" if !self.up.load(Ordering::SeqCst) => {
                    self.refused.fetch_add(1, Ordering::SeqCst);
                    "451 not now"
                }
                "DATA" => {
                    write.write_all(b"354 go on\r\n").await?;
                    let mut letter = String::new();
                    while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                        letter += &(line + "\n");
                    }
                    self.got.lock().expect("nobody panics").push(letter);
                    "250 kept"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            };
            write.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
        Ok(())
    }

    pub fn letters(&self) -> Vec<String> {
        self.got.lock().expect("nobody panics").clone()
    }

    pub async fn until(&self, what: &str, done: impl Fn(&Sink) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !done(self) {
            assert!(Instant::now() < end, "{what}: {:?}", self.letters());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// What follows the `#` of the link in the last letter.
    pub fn key(&self) -> String {
        let letter = self.letters().pop().expect("a letter");
        let key = letter.split("/continue#").nth(1).expect("a link").split_whitespace().next();
        key.expect("a key").into()
    }
}
