//! Every limit of the server is a number of this table.

use std::time::Duration;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a WebSocket message.
    pub frame: usize,
    /// Bytes of a request's body.
    pub body: usize,
    /// Messages that may wait for a slow socket before it is cut off.
    pub queue: usize,
    /// Commands that may wait for one table.
    pub commands: usize,
    /// Messages a second on a socket, and how many may come at once.
    pub messages: Rate,
    /// Unsafe requests a second of one address, and how many may come at once.
    pub requests: Rate,
    pub sockets_per_guest: usize,
    pub sockets: usize,
    /// Tables of one host that are not over.
    pub tables_per_guest: usize,
    /// Characters.
    pub name: usize,
    pub chat: usize,
    /// Chat messages that one table keeps.
    pub chats_per_table: usize,
    /// Words in a question why something is not allowed, and characters of a sentence.
    pub words: usize,
    pub sentence: usize,
    /// Rows of one commit.
    pub group: usize,
    /// How long a send may block before the socket is given up.
    pub send: Duration,
    pub ping: Duration,
    /// A socket that says nothing for so long is closed.
    pub silence: Duration,
    /// A table without sockets and without bots to move leaves memory after this.
    pub idle: Duration,
    /// A person without a socket for so long counts as absent.
    pub absent: Duration,
    /// The least time between two decisions of bots that somebody watches.
    pub bot_pause: Duration,
    /// Thoughts of one person that are begun, of each kind (watched or not, long or short); further ones wait, unless a core is
    /// idle.
    pub thoughts_per_person: usize,
    /// Long thoughts that are begun and make way for others, and as many short ones. Each keeps a thread and its tree: a long
    /// one's takes a hundred megabytes at worst. Half of them are for tables that somebody watches.
    pub thoughts: usize,
    /// Finished games kept in memory for replay.
    pub replays: usize,
    /// Entries in each list of the home page.
    pub listed: i64,
}

/// So many a second, with so many at once.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rate {
    pub per_second: u32,
    pub burst: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            frame: 64 << 10,
            body: 256 << 10,
            queue: 64,
            commands: 256,
            messages: Rate { per_second: 20, burst: 40 },
            requests: Rate { per_second: 50, burst: 200 },
            sockets_per_guest: 10,
            sockets: 20_000,
            tables_per_guest: 50,
            name: 40,
            chat: 500,
            chats_per_table: 2_000,
            words: 8,
            sentence: 200,
            group: 200,
            send: Duration::from_secs(10),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            idle: Duration::from_secs(120),
            absent: Duration::from_secs(30),
            bot_pause: Duration::from_millis(40),
            thoughts_per_person: 1,
            thoughts: 16,
            replays: 16,
            listed: 30,
        }
    }
}
