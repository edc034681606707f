//! Everything that can be refused, each with one status and one code.

use astrarium_core::Refusal;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Malformed(String),
    #[error("there is no guest cookie: get /api/me first")]
    NoGuest,
    #[error("the request comes from another origin")]
    WrongOrigin,
    #[error("this server is not known as “{0:.80}”: open it by its IP address, or start it with --host NAME")]
    WrongHost(String),
    #[error("this seat is not yours")]
    NotYourSeat,
    #[error("only the host of the table may do this")]
    NotHost,
    #[error("this table is by invitation")]
    NotInvited,
    #[error("this is not the token of this server's host")]
    WrongToken,
    #[error("this server is closed: ask its host for the code")]
    Stranger,
    #[error("{0}")]
    Ruled(&'static str),
    #[error("the record opens when the game is over")]
    Hidden,
    #[error("there is no {0} here")]
    NotFound(&'static str),
    #[error("somebody else sits there")]
    Taken,
    #[error("the table is not waiting for players any more")]
    NotOpen,
    #[error("no game is being played at this table")]
    NotPlaying,
    #[error("{0}")]
    NotReady(String),
    #[error("the game is not over")]
    NotOver,
    #[error("the question has changed since")]
    Stale,
    #[error("this id was used for something else")]
    IdReused,
    #[error("{}", .0.text)]
    Illegal(Refusal),
    #[error("{0}")]
    NoUndo(&'static str),
    #[error("{0}")]
    Closed(String),
    #[error("{0} is longer than {1}")]
    TooLarge(&'static str, usize),
    #[error("more than {1} {0}")]
    TooMany(&'static str, usize),
    #[error("something went wrong here")]
    Internal,
    #[error("the server is busy, try again")]
    Busy,
    #[error("the server stops now; this page connects again when it is back")]
    Stopping,
}

impl Error {
    pub fn status(&self) -> StatusCode {
        use Error::*;
        match self {
            Malformed(_) => StatusCode::BAD_REQUEST,
            NoGuest => StatusCode::UNAUTHORIZED,
            WrongOrigin | NotYourSeat | NotHost | NotInvited | Hidden => StatusCode::FORBIDDEN,
            WrongToken | Stranger | Ruled(_) => StatusCode::FORBIDDEN,
            NotFound(_) => StatusCode::NOT_FOUND,
            Taken | NotOpen | NotPlaying | NotReady(_) | NotOver => StatusCode::CONFLICT,
            Stale | IdReused | Illegal(_) | NoUndo(_) | Closed(_) => StatusCode::CONFLICT,
            TooLarge(..) => StatusCode::PAYLOAD_TOO_LARGE,
            TooMany(..) => StatusCode::TOO_MANY_REQUESTS,
            WrongHost(_) => StatusCode::MISDIRECTED_REQUEST,
            Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Busy | Stopping => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    pub fn code(&self) -> Code {
        use Error::*;
        match self {
            Malformed(_) => Code::Malformed,
            NoGuest => Code::NoGuest,
            WrongOrigin => Code::WrongOrigin,
            WrongHost(_) => Code::WrongHost,
            NotYourSeat => Code::NotYourSeat,
            NotHost => Code::NotHost,
            NotInvited => Code::NotInvited,
            WrongToken => Code::WrongToken,
            Stranger => Code::Stranger,
            Ruled(_) => Code::Ruled,
            Hidden => Code::Hidden,
            NotFound(_) => Code::NotFound,
            Taken => Code::Taken,
            NotOpen => Code::NotOpen,
            NotPlaying => Code::NotPlaying,
            NotReady(_) => Code::NotReady,
            NotOver => Code::NotOver,
            Stale => Code::Stale,
            IdReused => Code::IdReused,
            Illegal(_) => Code::Illegal,
            NoUndo(_) => Code::NoUndo,
            Closed(_) => Code::Closed,
            TooLarge(..) => Code::TooLarge,
            TooMany(..) => Code::TooMany,
            Internal => Code::Internal,
            Busy => Code::Busy,
            Stopping => Code::Stopping,
        }
    }

    pub fn what(&self) -> What {
        let clause = match self {
            Error::Illegal(refusal) => refusal.clause.map(|c| c.0.to_string()),
            _ => None,
        };
        What { code: self.code(), text: self.to_string(), clause }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Illegal(refusal)
    }
}

/// A client learns only that it was not its fault, and whether it will pass.
impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        use sqlx::Error as E;
        match error {
            E::PoolTimedOut | E::PoolClosed | E::Io(_) | E::Tls(_) | E::WorkerCrashed | E::Database(_) => Error::Busy,
            _ => {
                tracing::error!(%error, "database");
                Error::Internal
            }
        }
    }
}

/// The word for an error: what a program goes by.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    Malformed,
    NoGuest,
    WrongOrigin,
    WrongHost,
    NotYourSeat,
    NotHost,
    NotInvited,
    WrongToken,
    Stranger,
    Ruled,
    Hidden,
    NotFound,
    Taken,
    NotOpen,
    NotPlaying,
    NotReady,
    NotOver,
    Stale,
    IdReused,
    Illegal,
    NoUndo,
    Closed,
    TooLarge,
    TooMany,
    Internal,
    Busy,
    Stopping,
}

/// An error as a client reads it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct What {
    pub code: Code,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// The body of every answer that is no success.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    pub error: What,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(Failure { error: self.what() })).into_response();
        // Pages say it in their own way.
        response.extensions_mut().insert(self);
        response
    }
}
