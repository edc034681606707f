//! Every limit of the server is a number of this table.

use std::time::Duration;

/// Bots of the whole process that are kept with their trees while their seat is asked again, and the bytes of each.
pub const KEPT_BOTS: usize = 8;
pub const KEPT_BYTES: usize = 32 << 20;

/// Steps of lessons that the whole process looks at at once.
pub const LECTURES: usize = 2;

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
    /// The same for requests that only read; the client's own files are not counted.
    pub reads: Rate,
    /// Tries of one address to come in with a key: a link for another browser, or a recovery code.
    pub entries: Rate,
    /// Messages to see whether they arrive, of one address.
    pub calls: Rate,
    /// Reports to the host of the server, of one address; and how many of one person may wait.
    pub reports: Rate,
    pub reports_per_person: usize,
    /// How long the link in a letter works, and how soon another may go to the same address.
    pub letter: Duration,
    pub letter_gap: Duration,
    /// Places where one person is called.
    pub channels_per_person: usize,
    /// How long a question may wait before its person is called, how long a place is left in peace after a call, and how often the
    /// server looks whom to call.
    pub call_after: Duration,
    pub call_gap: Duration,
    pub call_pause: Duration,
    /// Browsers that one person is signed in with, and how long a link for another one works.
    pub devices_per_person: usize,
    pub link: Duration,
    /// Guests of one address that do something within an hour.
    pub guests_per_address: usize,
    pub sockets_per_guest: usize,
    pub sockets_per_address: usize,
    pub sockets: usize,
    /// Connections that are no sockets, of one address and in all.
    pub connections_per_address: usize,
    pub connections: usize,
    /// Connections of those who read the figures, of one address and in all.
    pub scrapes_per_address: usize,
    pub scrapes: usize,
    /// How long the head of a request may take, or its body; whoever asks nothing for this long is disconnected.
    pub request: Duration,
    /// A connection of this age takes no more requests, and after the same time again it is cut.
    pub connection: Duration,
    /// How long everything under way may take once the server is told to end.
    pub farewell: Duration,
    /// Tables of one host that are not over.
    pub tables_per_guest: usize,
    /// Characters.
    pub name: usize,
    pub chat: usize,
    /// Of what a person writes down at a table.
    pub note: usize,
    /// Chat messages that one table keeps.
    pub chats_per_table: usize,
    /// Changes of seats before a game, of all together.
    pub chairs_per_table: usize,
    /// Decisions that one seat takes back, and times that one seat is left to a bot.
    pub undos_per_seat: usize,
    pub stand_ins_per_seat: usize,
    /// Events whose lines a first message brings; earlier ones are asked for.
    pub page: u64,
    /// Words in a question why something is not allowed, and characters of a sentence.
    pub words: usize,
    pub sentence: usize,
    /// Rows of one commit.
    pub group: usize,
    /// How long a connection to the database, a commit and a read may take before they are given up.
    pub connect: Duration,
    pub commit: Duration,
    pub read: Duration,
    /// How long a send may block before the socket is given up.
    pub send: Duration,
    pub ping: Duration,
    /// A socket that says nothing for this long is closed.
    pub silence: Duration,
    /// A table without sockets that does not go on by itself soon leaves memory after this, and sooner if there are this many tables.
    pub idle: Duration,
    /// How often a server looks for tables that go on by themselves soon.
    pub wake: Duration,
    pub tables_in_memory: usize,
    /// Tables that are being brought into memory for one address.
    pub loads_per_address: usize,
    /// A person without a socket for this long counts as absent.
    pub absent: Duration,
    /// The same after a page without script was loaded: it says nothing while somebody reads it.
    pub reading: Duration,
    /// The least time between two decisions of bots that somebody watches.
    pub bot_pause: Duration,
    /// Thoughts of one person that are begun, of each kind (watched or not, long or short); further ones wait, unless a core is
    /// idle.
    pub thoughts_per_person: usize,
    /// Long searches that may be in progress at once, running or preempted, and as many short ones. Each keeps a thread and its tree,
    /// a hundred megabytes at worst. Half of them are reserved for tables that somebody watches.
    pub thoughts: usize,
    /// Finished games kept in memory for replay.
    pub replays: usize,
    /// Finished games that are played through at the same time.
    pub replays_at_once: usize,
    /// Requests that wait for that, of one address and in all.
    pub replays_waiting_per_address: usize,
    pub replays_waiting: usize,
    /// How long statistics of a title are cached.
    pub stats: Duration,
    /// Entries in each list of the home page.
    pub listed: i64,
    /// How often the server looks for tables that are not kept any longer.
    pub sweep: Duration,
    /// How often what was measured is added up, whether or not anybody asks for it.
    pub upkeep: Duration,
}

/// This many a second, with this many at once.
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
            reads: Rate { per_second: 100, burst: 500 },
            entries: Rate { per_second: 1, burst: 10 },
            calls: Rate { per_second: 1, burst: 5 },
            reports: Rate { per_second: 1, burst: 5 },
            reports_per_person: 20,
            letter: Duration::from_secs(1_800),
            letter_gap: Duration::from_secs(60),
            channels_per_person: 5,
            call_after: Duration::from_secs(60),
            call_gap: Duration::from_secs(60),
            call_pause: Duration::from_secs(5),
            devices_per_person: 20,
            link: Duration::from_secs(600),
            guests_per_address: 100,
            sockets_per_guest: 10,
            sockets_per_address: 256,
            sockets: 20_000,
            connections_per_address: 512,
            connections: 4_096,
            scrapes_per_address: 4,
            scrapes: 64,
            request: Duration::from_secs(10),
            connection: Duration::from_secs(60),
            farewell: Duration::from_secs(5),
            tables_per_guest: 50,
            name: 40,
            chat: 500,
            note: 4_000,
            chats_per_table: 2_000,
            chairs_per_table: 1_000,
            undos_per_seat: 500,
            stand_ins_per_seat: 200,
            page: 200,
            words: 8,
            sentence: 200,
            group: 200,
            connect: Duration::from_secs(5),
            commit: Duration::from_secs(5),
            read: Duration::from_secs(5),
            send: Duration::from_secs(10),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            idle: Duration::from_secs(120),
            wake: Duration::from_secs(30),
            tables_in_memory: 500,
            loads_per_address: 16,
            absent: Duration::from_secs(30),
            reading: Duration::from_secs(300),
            bot_pause: Duration::from_millis(40),
            thoughts_per_person: 1,
            thoughts: 16,
            replays: 16,
            replays_at_once: 1,
            replays_waiting_per_address: 16,
            replays_waiting: 64,
            stats: Duration::from_secs(5),
            listed: 30,
            sweep: Duration::from_secs(3600),
            upkeep: Duration::from_secs(5),
        }
    }
}

impl Limits {
    /// A table that goes on by itself within this is in memory: the server looks for it twice before.
    pub fn soon(&self) -> Duration {
        2 * self.wake
    }

    /// For measuring: everybody may hurry, also if all come from one address.
    pub fn hurried(self) -> Limits {
        let hurry = Rate { per_second: u32::MAX, burst: u32::MAX };
        let (bot_pause, many) = (Duration::ZERO, usize::MAX);
        Limits {
            messages: hurry,
            requests: hurry,
            reads: hurry,
            entries: hurry,
            guests_per_address: many,
            sockets_per_address: many,
            connections_per_address: many,
            loads_per_address: many,
            bot_pause,
            ..self
        }
    }

    /// Every connection is an open file; some files are left for the database.
    pub fn with_files(self, files: usize) -> Limits {
        let (connections, sockets) = (self.connections.min(files / 5), self.sockets.min(files / 4 * 3));
        // With few files, too, one address is not all of them; unless everybody may hurry. But some browsers always fit.
        let bounded = self.connections_per_address != usize::MAX;
        let fewer = self.connections_per_address.min((connections / 4).max(32)).min(connections);
        let connections_per_address = if bounded { fewer } else { self.connections_per_address };
        Limits { connections, connections_per_address, sockets, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_files_are_shared_by_several_addresses() {
        let of = |limits: Limits, files| {
            let Limits { connections, connections_per_address, .. } = limits.with_files(files);
            (connections, connections_per_address)
        };
        assert_eq!(of(Limits::default(), 1 << 20), (4_096, 512));
        assert_eq!(of(Limits::default(), 1_024), (204, 51));
        assert_eq!(of(Limits::default(), 256), (51, 32));
        assert_eq!(of(Limits::default(), 64), (12, 12));
        assert_eq!(of(Limits::default().hurried(), 1_024), (204, usize::MAX));
    }
}
