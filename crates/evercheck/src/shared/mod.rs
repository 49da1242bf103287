//! A store that many machines share: what the local one lacks is fetched from it before a search, and what a run leaves is sent
//! to it when the verdict has been told.
//!
//! What comes from there is believed as far as a named local store is: `docs/shared-store.md` says what for, and why. What is
//! missing, altered, late or refused is a miss: it costs time, one warning, and never a verdict. So all of it is done by
//! threads that nobody waits for longer than was said.

mod collect;
mod dav;
mod entry;
mod fetch;
mod folder;
mod http;
mod names;
mod redis;
mod remote;
mod s3;
mod send;
pub mod url;

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use rustc_hash::FxHashSet as HashSet;
use store::{Store, Trust};

pub use self::fetch::Wanted;
use self::remote::{Remote, Until};
use self::url::Url;
use crate::console::Console;
use crate::crash;

/// Bytes of a run's entry, and of all its segments together, that are fetched or sent, at most.
const ENTRY_BYTES: u64 = 64 << 20;
const RECORD_BYTES: u64 = 1 << 30;
/// How long a store that failed is left alone, by the other processes that use the same local one as well.
const AWAY: Duration = Duration::from_secs(60);
/// How much longer than it was told a thread may take to give up.
const GRACE: Duration = Duration::from_millis(500);

/// A shared store, as one process uses it.
pub struct Shared {
    url: Url,
    is_read_only: bool,
    /// How long to wait before a search, and again when all is told.
    patience: Duration,
    state: Mutex<State>,
    /// How often it was asked for something.
    requests: Arc<AtomicU64>,
}

#[derive(Default)]
struct State {
    /// None while a thread has it, or has been left behind with it.
    remote: Option<Box<dyn Remote>>,
    is_begun: bool,
    is_given_up: bool,
    /// That something there is wrong was said.
    is_warned: bool,
    /// What was found to be there, and what was found to be of no use, by name.
    there: HashSet<String>,
    useless: HashSet<String>,
    /// Runs to be sent, and the local store that they are in.
    left: Vec<(PathBuf, Trust, i64)>,
}

impl Shared {
    pub fn new(url: Url, is_read_only: bool, patience: Duration) -> Shared {
        Shared { url, is_read_only, patience, state: Mutex::default(), requests: Arc::default() }
    }

    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Remembers that a run is to be sent when all is told.
    pub fn later(&self, store: &Store, run: i64) {
        if !self.is_read_only {
            let left = (store.root().to_path_buf(), store.trust().clone(), run);
            crash::lock(&self.state).left.push(left);
        }
    }

    /// Requests that were made.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Has something done by a thread, which gets until then. None if the store is given up, now or before.
    fn within<T: Send + 'static>(
        &self,
        console: &Console,
        root: &Path,
        until: Until,
        work: impl FnOnce(&mut Asking) -> Result<T> + Send + 'static,
    ) -> Option<T> {
        let mut state = crash::lock(&self.state);
        if state.is_given_up {
            return None;
        }
        if !state.is_begun {
            state.is_begun = true;
            if self.is_away(root) {
                state.is_given_up = true;
                console.detail(&format!("{} failed a moment ago, and is left alone", self.url));
                return None;
            }
            match remote::at(&self.url) {
                Ok(remote) => state.remote = Some(remote),
                Err(error) => return self.give_up(console, root, &mut state, &error),
            }
        }
        let remote = state.remote.take()?;
        let (tell, told) = channel();
        let requests = self.requests.clone();
        let left = until.left().unwrap_or_default();
        thread::spawn(move || {
            let mut asking = Asking { remote, until, requests };
            let result = work(&mut asking);
            // Nobody may wait for it any more.
            let _ = tell.send((asking.remote, result));
        });
        match told.recv_timeout(left + GRACE) {
            Ok((remote, Ok(result))) => {
                state.remote = Some(remote);
                Some(result)
            }
            Ok((_, Err(error))) => self.give_up(console, root, &mut state, &error),
            Err(_) => self.give_up(console, root, &mut state, &anyhow!("it takes too long")),
        }
    }

    fn give_up<T>(
        &self,
        console: &Console,
        root: &Path,
        state: &mut State,
        error: &anyhow::Error,
    ) -> Option<T> {
        state.is_given_up = true;
        let _ = fs::write(self.mark(root), b"");
        console.warning(&format!("the shared store {} is not used: {error:#}", self.url));
        None
    }

    /// A file of the local store that says when the shared one failed.
    fn mark(&self, root: &Path) -> PathBuf {
        let name = blake3::hash(self.url.to_string().as_bytes()).to_hex();
        root.join(format!("away-{}", &name[..16]))
    }

    /// Whether it failed a moment ago.
    pub fn is_away(&self, root: &Path) -> bool {
        let time = fs::metadata(self.mark(root)).and_then(|metadata| metadata.modified());
        time.is_ok_and(|time| time.elapsed().is_ok_and(|age| age < AWAY))
    }
}

/// A remote that is asked until a moment, and every request counted.
struct Asking {
    remote: Box<dyn Remote>,
    until: Until,
    requests: Arc<AtomicU64>,
}

impl Asking {
    fn count(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&mut self, name: &str, most: u64) -> Result<Option<Vec<u8>>> {
        self.count();
        self.remote.get(name, most, self.until)
    }

    fn get_small(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        self.count();
        self.remote.get(name, ENTRY_BYTES, self.until.at_most(remote::SMALL))
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.count();
        self.remote.put(name, bytes, self.until)
    }

    fn has(&mut self, name: &str) -> Result<bool> {
        self.count();
        self.remote.has(name, self.until)
    }

    fn list(&mut self, folder: &str, after: &str, most: usize) -> Result<Vec<String>> {
        self.count();
        self.remote.list(folder, after, most, self.until.at_most(remote::SMALL))
    }

    fn remove(&mut self, name: &str) -> Result<()> {
        self.count();
        self.remote.remove(name, self.until)
    }
}

/// For names that nobody else makes.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
