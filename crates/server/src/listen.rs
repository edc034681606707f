//! Accepting connections: who may connect and for how long, and how everything shuts down.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::http::uri::PathAndQuery;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::util::MapRequest;
use tower_http::add_extension::AddExtension;

use crate::address::{Source, Tally};
use crate::http;
use crate::serve::{Running, ServeError, Shared, play_on};

/// Bytes of the kernel for what a socket has not read yet.
const SEND_BUFFER: usize = 128 << 10;

/// Bytes of a connection's buffers, and so of the head of a request.
const BUFFER: usize = 64 << 10;

/// How long to wait when the system has no free file descriptors.
const BREATH: Duration = Duration::from_millis(100);

/// How often a lasting fault is logged.
const TELL: Duration = Duration::from_secs(10);

pub(crate) async fn listen(
    shared: Arc<Shared>,
    asked: SocketAddr,
    figures: Option<SocketAddr>,
) -> Result<Running, ServeError> {
    let (listener, address) = bind(asked).await?;
    let figures = match figures {
        Some(asked) => Some(bind(asked).await?),
        None => None,
    };
    let metrics = figures.as_ref().map(|(_, address)| *address);
    let (limits, visitors) = (shared.limits, http::router(shared.clone()));
    let few = Caps { all: limits.scrapes, each: limits.scrapes_per_address };
    let many = Caps { all: limits.connections, each: limits.connections_per_address };
    if let Some((listener, _)) = figures {
        let (shared, router) = (shared.clone(), http::figures(shared.clone()));
        tokio::spawn(async move { accept(listener, &shared, router, few).await });
    }
    let hear = |kind| signal(kind).map_err(ServeError::Stopped);
    let end = told_to_end(hear(SignalKind::interrupt())?, hear(SignalKind::terminate())?);
    tokio::spawn(play_on(shared.clone()));
    let task = tokio::spawn(async move {
        tokio::select! {
            () = accept(listener, &shared, visitors, many) => {}
            () = end => {}
        }
        tracing::info!("stopping");
        shared.door.stop.cancel();
        shared.door.tasks.close();
        if timeout(shared.limits.farewell, shared.door.tasks.wait()).await.is_err() {
            tracing::warn!("{} connections are cut", shared.door.tasks.len());
        }
    });
    tracing::info!(%address, "serving");
    Ok(Running { address, metrics, task })
}

async fn bind(asked: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let bound = async { TcpListener::bind(asked).await.and_then(|l| l.local_addr().map(|address| (l, address))) };
    bound.await.map_err(|e| ServeError::Listen(asked, e))
}

async fn told_to_end(mut interrupt: Signal, mut terminate: Signal) {
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}

/// Connections of an address that is listened on: in all, and of each client.
#[derive(Copy, Clone)]
struct Caps {
    all: usize,
    each: usize,
}

/// Accepts connections up to the limit. An error of one connection never stops the server.
async fn accept(listener: TcpListener, shared: &Arc<Shared>, router: Router, caps: Caps) {
    let (places, open) = (Arc::new(Semaphore::new(caps.all)), Tally::default());
    let mut told: Option<Instant> = None;
    loop {
        let place = places.clone().acquire_owned().await.expect("never closed");
        let (stream, peer) = match listener.accept().await {
            Ok(connected) => connected,
            // They hung up before the door was opened.
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => continue,
            Err(error) => {
                if told.is_none_or(|at| at.elapsed() > TELL) {
                    told = Some(Instant::now());
                    tracing::error!(%error, "no connection can be accepted");
                }
                sleep(BREATH).await;
                continue;
            }
        };
        let most = if shared.door.proxies.trust(peer.ip()) { usize::MAX } else { caps.each };
        let Some(mine) = open.take(Source::from(peer.ip()), most) else { continue };
        let (router, shared) = (router.clone(), shared.clone());
        shared.door.tasks.clone().spawn(async move {
            let _counted = (place, mine);
            converse(stream, peer, router, &shared).await;
        });
    }
}

/// Takes the base path off an address. A proxy may have done so already.
fn below<B>(base: &str, mut request: Request<B>) -> Request<B> {
    let whole = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
    let rest = whole.strip_prefix(base).filter(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    let slash = if rest.is_some_and(|rest| rest.starts_with('/')) { "" } else { "/" };
    // What is left of a good address is a good one.
    if let Some(inner) = rest.and_then(|rest| format!("{slash}{rest}").parse().ok()) {
        *request.uri_mut() = inner;
    }
    request
}

/// Answers the requests of a connection. One that becomes a socket lives on elsewhere.
async fn converse(stream: TcpStream, peer: SocketAddr, router: Router, shared: &Shared) {
    // Small messages leave at once, and a slow reader holds little of the kernel's memory.
    let set = stream.set_nodelay(true).and_then(|()| SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER));
    if let Err(error) = set {
        tracing::debug!(%error, "a socket's options cannot be set");
    }
    let limits = shared.limits;
    let router = MapRequest::new(router, |request| below(&shared.base, request));
    let service = TowerToHyperService::new(AddExtension::new(router, ConnectInfo(peer)));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.request).max_buf_size(BUFFER);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    tokio::select! {
        // A connection that breaks has nobody left to tell.
        _ = connection.as_mut() => return,
        () = sleep(limits.connection) => {}
        () = shared.door.stop.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    _ = timeout(limits.connection, connection).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_is_taken_off() {
        let inner = |base: &str, address: &str| {
            below(base, Request::get(address).body(()).expect("an address")).uri().to_string()
        };
        for (address, rest) in
            [("/a/x?y", "/x?y"), ("/a", "/"), ("/a?y", "/?y"), ("/a/", "/"), ("/ab/x", "/ab/x"), ("/x", "/x")]
        {
            assert_eq!(inner("/a", address), rest);
        }
        assert_eq!(inner("", "/x?y"), "/x?y");
    }
}
