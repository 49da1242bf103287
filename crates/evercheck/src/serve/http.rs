//! The server: answers requests of browsers on this machine, and of nobody else. The only module that knows the HTTP library.
//!
//! Whatever page a browser shows may ask this machine's ports. So a request has to be for one of the names that this machine has
//! for itself, which no other site can get a browser to say of its own name, and must not come from a page of another site.
//! Nothing is written by any request, and all are answered within bounds: of connections, of their time and size, and of work that
//! goes on side by side.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::crash::STACK_BYTES;

/// Connections at a time, and how long each may take, to send its request and in all.
const CONNECTIONS: usize = 64;
const HEAD_TIME: Duration = Duration::from_secs(5);
const CONNECTION_TIME: Duration = Duration::from_secs(90);
/// Bytes of a request's head.
const HEAD_BYTES: usize = 64 << 10;
/// Requests that are worked on side by side.
const WORKERS: usize = 2;
/// How often it is looked whether to end.
const PULSE: Duration = Duration::from_millis(50);

/// What a page may do: show itself, and ask this server.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is asked for.
pub struct Asked {
    /// The last part of the path.
    pub name: String,
    query: Vec<(String, String)>,
}

impl Asked {
    fn of(uri: &Uri) -> Option<Asked> {
        let name = decoded(uri.path().rsplit('/').next().unwrap_or_default())?;
        let words = uri.query().unwrap_or_default().split('&').filter(|word| !word.is_empty());
        let pair = |word: &str| {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            Some((decoded(key)?, decoded(value)?))
        };
        Some(Asked { name, query: words.map(pair).collect::<Option<_>>()? })
    }

    /// What the query says of a key; empty if it says nothing.
    pub fn word(&self, key: &str) -> &str {
        self.query.iter().find(|(it, _)| it == key).map_or("", |(_, value)| value)
    }
}

/// Text in which `%` and two digits stand for a byte.
fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (16 * digit(rest.next())? + digit(rest.next())?) as u8
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub kind: Kind,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Page,
    Json,
    Plain,
}

impl Answer {
    fn plain(status: u16, text: &str) -> Answer {
        Answer { status, kind: Kind::Plain, text: format!("{text}\n") }
    }

    fn response(self) -> Response {
        let kind = match self.kind {
            Kind::Page => "text/html; charset=utf-8",
            Kind::Json => "application/json",
            Kind::Plain => "text/plain; charset=utf-8",
        };
        let mut response = Response::new(Body::from(self.text));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or_default();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        response
    }
}

/// Something that can be asked for: its path, and what answers.
pub type Route<S> = (&'static str, fn(&S, &Asked) -> Answer);

/// A port of this machine that nobody else can reach.
pub fn listen(port: u16) -> Result<(std::net::TcpListener, SocketAddr)> {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = listener.with_context(|| format!("cannot use port {port} (--port 0 takes a free one)"))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Answers requests until it is over.
pub fn serve<S: Send + Sync + 'static>(
    (listener, address): (std::net::TcpListener, SocketAddr),
    site: Arc<S>,
    routes: &[Route<S>],
    is_over: impl Fn() -> bool,
) -> Result<()> {
    let router = router(address.port(), site, routes);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(WORKERS)
        .thread_stack_size(STACK_BYTES)
        .build()
        .context("cannot start a server")?;
    let ended = runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        while !is_over() {
            let Ok(permit) = timeout(PULSE, connections.clone().acquire_owned()).await else { continue };
            // One that is gone before it is taken is no matter.
            let Ok(Ok((stream, _))) = timeout(PULSE, listener.accept()).await else { continue };
            let answering = timeout(CONNECTION_TIME, answer(stream, router.clone()));
            tokio::spawn(async move {
                // Who hangs up, or is too slow, gets nothing.
                let _ = answering.await;
                drop(permit);
            });
        }
        Ok(())
    });
    // Nothing that is still at work would be read by anybody, and nothing writes.
    runtime.shutdown_background();
    ended
}

async fn answer(stream: TcpStream, router: Router) -> hyper::Result<()> {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_BYTES).keep_alive(false);
    server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).await
}

fn router<S: Send + Sync + 'static>(port: u16, site: Arc<S>, routes: &[Route<S>]) -> Router {
    let mut router = Router::new();
    for &(path, page) in routes {
        let site = site.clone();
        router = router.route(path, get(move |uri: Uri| work(site.clone(), page, uri)));
    }
    let guard = move |request: Request, next: Next| guard(port, request, next);
    router
        .fallback(async || Answer::plain(404, "there is no such page").response())
        .layer(middleware::from_fn(guard))
}

/// Answers on a thread of its own, which may take its time.
async fn work<S: Send + Sync + 'static>(site: Arc<S>, page: fn(&S, &Asked) -> Answer, uri: Uri) -> Response {
    let Some(asked) = Asked::of(&uri) else {
        return Answer::plain(400, "the address has something in it that is no text").response();
    };
    let answer = tokio::task::spawn_blocking(move || page(&site, &asked)).await;
    answer.unwrap_or_else(|_| Answer::plain(500, "internal error: this is a bug in Evercheck")).response()
}

/// Lets only those through who ask for this machine by its own name, from no other site.
async fn guard(port: u16, request: Request, next: Next) -> Response {
    let mut response = match refusal(port, request.uri(), request.headers()) {
        Some(why) => Answer::plain(403, why).response(),
        None => next.run(request).await,
    };
    let always = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in always {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered.
fn refusal(port: u16, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let own = [format!("localhost:{port}"), format!("127.0.0.1:{port}")];
    let is_own = |host: &str| own.iter().any(|it| it == host);
    let all = |name: header::HeaderName| {
        headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect::<Vec<_>>()
    };
    let is_for_us = matches!(all(header::HOST)[..], [host] if is_own(host))
        && uri.authority().is_none_or(|authority| is_own(authority.as_str()));
    if !is_for_us {
        return Some("this server answers to localhost and 127.0.0.1 only");
    }
    let is_our_page = |origin: &&str| origin.strip_prefix("http://").is_some_and(is_own);
    // What a browser says of a request that no page of another site has made.
    let is_near = |site: &&str| matches!(*site, "same-origin" | "none");
    let site = header::HeaderName::from_static("sec-fetch-site");
    let is_from_us = all(header::ORIGIN).iter().all(is_our_page) && all(site).iter().all(is_near);
    (!is_from_us).then_some("this server answers to its own pages only; type its address, or paste it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let asked = |uri: &str| Asked::of(&uri.parse().unwrap());
        let one = asked("/state/a%2Fb?path=0*2.1%3a3&from=64&from=1&x").unwrap();
        assert_eq!((one.name.as_str(), one.word("path"), one.word("from")), ("a/b", "0*2.1:3", "64"));
        assert_eq!((one.word("x"), one.word("y")), ("", ""));
        for wrong in ["/%", "/%f", "/%zz", "/?a=%ff", "/%c3?"] {
            assert!(asked(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn only_requests_for_this_machine_from_its_own_pages_are_answered() {
        let check = |uri: &str, lines: &[(&'static str, &str)], is_answered: bool| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(*name, value.parse().unwrap());
            }
            let refused = refusal(80, &uri.parse().unwrap(), &headers);
            assert_eq!(refused.is_none(), is_answered, "{uri} {lines:?}");
        };
        let own = ("host", "127.0.0.1:80");
        check("/", &[own], true);
        check("/", &[("host", "localhost:80"), ("origin", "http://localhost:80")], true);
        check("/", &[own, ("sec-fetch-site", "none")], true);
        check("/", &[own, ("sec-fetch-site", "same-origin")], true);
        check("http://127.0.0.1:80/", &[own], true);
        check("http://evil.example/", &[own], false);
        for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:81", "localhost.evil:80", ""]
        {
            check("/", &[("host", host)], false);
        }
        check("/", &[], false);
        check("/", &[own, ("host", "evil.example")], false);
        for origin in ["null", "http://evil.example", "https://127.0.0.1:80", "http://127.0.0.1:81", ""] {
            check("/", &[own, ("origin", origin)], false);
        }
        for site in ["cross-site", "same-site", ""] {
            check("/", &[own, ("sec-fetch-site", site)], false);
        }
    }
}
