//! Sending: what a run has left, when its verdict has been told.
//!
//! Segments first, then the run: whoever finds a run finds what it refers to, whoever is killed when.

use anyhow::Result;
use store::{NewRun, Run, Store};

use super::entry::Entry;
use super::fetch::is_decided;
use super::names::{self, RunName};
use super::remote::Until;
use super::{Asking, RECORD_BYTES, Shared};
use crate::console::Console;
use crate::crash;

impl Shared {
    /// Sends the runs that this process has added to the local store, unless others have sent the same.
    pub fn send(&self, console: &Console) {
        let left = std::mem::take(&mut crash::lock(&self.state).left);
        let until = Until::after(self.patience);
        for (root, trust, id) in left {
            let Ok(store) = Store::open(&root, &trust) else { continue };
            let Ok(Some(run)) = store.run(id) else { continue };
            let exact = names::program(&run.key, &run.summary);
            let (is_there, useless) = {
                let state = crash::lock(&self.state);
                (state.there.contains(&exact), state.useless.clone())
            };
            if is_there {
                continue;
            }
            let Some(parcel) = Parcel::of(&store, run) else { continue };
            let send = move |asking: &mut Asking| parcel.send(asking, |name| useless.contains(name));
            if self.within(console, &root, until, send).is_none() {
                return;
            }
        }
        let requests = self.requests();
        if requests > 0 {
            console.detail(&format!("{} requests to {}", requests, self.url));
        }
    }
}

struct Parcel {
    entry: Entry,
    bodies: Vec<Vec<u8>>,
}

impl Parcel {
    /// None if it is not all there any more, or too much.
    fn of(store: &Store, run: Run) -> Option<Parcel> {
        let sizes = run.layers.iter().map(|layer| store.size(layer));
        let size = sizes.sum::<Option<u64>>()?;
        if size > RECORD_BYTES || run.layers.is_empty() {
            return None;
        }
        let bodies: Vec<Vec<u8>> =
            run.layers.iter().map(|layer| store.whole(layer)).collect::<Option<_>>()?;
        let hashes = bodies.iter().map(|bytes| (bytes.len() as u64, blake3::hash(bytes))).collect();
        let Run { key, target, time, verdict, is_complete, layers, summary, stats, .. } = run;
        let run = NewRun { key, target, time, verdict, is_complete, layers, summary, stats };
        Some(Parcel { entry: Entry { run, bodies: hashes }, bodies })
    }

    fn send(&self, asking: &mut Asking, is_useless: impl Fn(&str) -> bool) -> Result<()> {
        let NewRun { key, target, time, verdict, summary, .. } = &self.entry.run;
        let exact = names::program(key, summary);
        let is_decided = is_decided(verdict);
        if is_decided && !is_useless(&exact) && asking.has(&exact)? {
            return Ok(());
        }
        for (bytes, (_, hash)) in self.bodies.iter().zip(&self.entry.bodies) {
            let name = names::segment(hash);
            // Where one thing is damaged, the others may be.
            if is_useless(&exact) || is_useless(&name) || !asking.has(&name)? {
                asking.put(&name, bytes)?;
            }
        }
        let bytes = self.entry.encode();
        let run = RunName::new(key, *time, summary);
        asking.put(&format!("{}/{run}", names::family(key, target)), &bytes)?;
        if is_decided {
            asking.put(&exact, &bytes)?;
        }
        Ok(())
    }
}
