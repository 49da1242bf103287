//! Pages over the store and over programs, for a browser on this machine: what runs came to, and states to step through.
//!
//! A request says all that it takes to answer it, a walk through a program included: nothing is kept between two of them but
//! programs that were read.

mod explore;
pub mod http;
mod outcomes;
mod programs;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use self::http::{Answer, Asked, Kind, Route};
use self::programs::Programs;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::job::Job;
use crate::place::{self, Place};
use crate::report::page;
use crate::watchdog::{Bounds, Watchdog};

/// What one page may take, if nobody says otherwise: time, and memory of the whole server.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = 2 << 30;

/// All that pages are made of.
pub struct Site {
    store: Option<Place>,
    programs: Programs,
    bounds: Bounds,
}

const ROUTES: [Route<Site>; 5] = [
    ("/", first_page),
    ("/outcome/{name}", Site::outcome),
    ("/diff/{name}", Site::diff),
    ("/explore/{name}", Site::explorer),
    ("/state/{name}", Site::state),
];

impl Site {
    /// With the store that the options name, if there is one, and programs to be explored.
    pub fn new(console: &Console, jobs: Vec<Job>, words: &[String]) -> Result<Site, Failure> {
        let args = Job::new("").options(words.iter().cloned()).args()?;
        let store = place::find(console, args.reuse.folder()).filter(|place| place.folder.is_dir());
        let bounds = args.bounds();
        let bounds =
            Bounds { wall: bounds.wall.or(Some(TIME)), memory: bounds.memory.or(Some(MEMORY)), ..bounds };
        Ok(Site { store, programs: Programs::new(jobs), bounds })
    }

    /// Whoever looks after what a page takes.
    fn watchdog(&self) -> Result<Watchdog, Trouble> {
        Watchdog::guest(self.bounds).map_err(|error| Trouble::busy(format!("{error:#}")))
    }
}

/// Answers until it is over.
pub fn run(listening: (TcpListener, SocketAddr), site: Site, is_over: impl Fn() -> bool) -> Result<()> {
    http::serve(listening, Arc::new(site), &ROUTES, is_over)
}

/// Why there is no page.
#[derive(Debug)]
pub struct Trouble {
    status: u16,
    why: String,
}

impl Trouble {
    /// There is no such thing.
    fn missing(why: impl Into<String>) -> Trouble {
        Trouble { status: 404, why: why.into() }
    }

    /// What was asked means nothing.
    fn wrong(why: impl Into<String>) -> Trouble {
        Trouble { status: 400, why: why.into() }
    }

    /// It would be answered if there were more time or memory.
    fn busy(why: impl Into<String>) -> Trouble {
        Trouble { status: 503, why: why.into() }
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        match failure {
            Failure::Internal(_) => Trouble { status: 500, why: failure.to_string() },
            Failure::Source(error) => Trouble { status: 422, why: diagnostics::first(&error) },
            Failure::Usage(why) | Failure::Output(why) => Trouble { status: 422, why },
        }
    }
}

/// A page of this kind, with its data, or one that says why there is none.
fn page_of(kind: &str, title: &str, made: Result<Value, Trouble>) -> Answer {
    let (status, text) = match made {
        Ok(data) => (200, page::live(title, kind, data)),
        Err(trouble) => (trouble.status, page::live(title, "trouble", json!({"why": trouble.why}))),
    };
    Answer { status, kind: Kind::Page, text }
}

fn json_of(made: Result<Value, Trouble>) -> Answer {
    let (status, value) = match made {
        Ok(value) => (200, value),
        Err(trouble) => (trouble.status, json!({"error": trouble.why})),
    };
    Answer { status, kind: Kind::Json, text: value.to_string() }
}

fn first_page(site: &Site, _: &Asked) -> Answer {
    let shelf = site.shelf();
    let data = shelf.map(|(outcomes, runs)| {
        json!({
            "store": site.store.as_ref().map(|place| place.folder.display().to_string()),
            "programs": site.programs.names(),
            "outcomes": outcomes,
            "runs": runs,
        })
    });
    page_of("store", "what runs came to", data)
}
