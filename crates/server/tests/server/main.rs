//! Real servers, real databases, real sockets.

mod absence; // days go by: clocks, votes, giving up, the home
mod blind; // words tell no secrets
mod calls; // people who are not here are called
mod closed; // games that this version cannot play on
mod fair; // bots of many tables, and one person who plays
mod files; // where an embedded database lies
mod flood; // many connections, half requests, replays, guests
mod forged; // ten thousand wrong messages
mod house; // what the host of the server rules
mod kept; // databases of earlier versions
mod kill; // kill -9 under load
mod learn; // lessons, and who has learned what
mod limits; // every limit, at it and past it
mod mail; // letters
mod nodes; // two servers on one database
mod odd; // odd addresses, heads and bodies
mod operate; // health, figures, description, headers
mod outage; // the database is silent, full or gone
mod own; // what is kept of somebody
mod person; // one person on several browsers, or in another one's place
mod play; // whole games
mod rated; // how persons play
mod reconnect; // exactly what was missed
mod scarce; // limits that are far away with the usual numbers
mod secrets; // what nobody may be sent
mod support;
mod table; // undo, why not, hints, votes, replay, pages without script
mod tls; // an encrypted way to PostgreSQL
