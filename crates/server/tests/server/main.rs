//! Real servers, real databases, real sockets.

mod forged; // ten thousand wrong messages
mod kill; // kill -9 under load
mod limits; // every limit, at it and past it
mod nodes; // two servers on one database
mod play; // whole games
mod secrets; // what nobody may be sent
mod support;
