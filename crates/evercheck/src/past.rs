//! What earlier runs left in the store: the base that a run builds on, and the record that it leaves itself.
//!
//! The base is chosen by content: of the runs with the same options the one whose program shares most with this one,
//! whatever revision, branch or file it was. Nothing of this can change a verdict: what is missing, damaged or foreign
//! costs time.

use rustc_hash::FxHashSet as HashSet;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

use ::cfa::Program;
use explicit::Options;
use explicit::layer::{FORMAT, Layer, STATES, Sections};
use explicit::reuse::{Checked, Estimate, Mode, Request, Sink, estimate, recover};
use store::{Address, Journal, Key, NewRun, Run, Segment, Store};
use verdict::{Bound, Property};

use crate::afterwards::Afterwards;
use crate::console::Console;
use crate::place::Place;
use crate::shared::{Shared, Wanted};

/// The kind of the segments that hold layers of records.
pub const LAYER: u32 = 1;
/// Runs that are looked at for a base: so many of the target, as many of others, and those of the very program.
pub const CANDIDATES: usize = 64;
/// The chunk of a journal that says what it builds on.
const BASE: u32 = 0;

/// The store, and the run to build on.
pub struct Past {
    store: Store,
    key: Key,
    target: String,
    /// Shares of the program by which a base is chosen.
    shares: Vec<u64>,
    base: Option<Run>,
    /// The layers that it has, with their addresses.
    layers: Vec<Layer>,
    opened: Vec<Address>,
    segments: Vec<Arc<Mapped>>,
    journal: Option<Rc<RefCell<Keeper>>>,
    /// What went wrong and cost only time.
    pub warnings: Vec<String>,
}

pub struct Mapped(pub Segment);

impl Sections for Mapped {
    fn section(&self, number: u32) -> &[u8] {
        self.0.section(number)
    }

    fn is_sound(&self, number: u32, bytes: Range<usize>) -> bool {
        self.0.is_sound(number, bytes)
    }

    fn give_back(&self, number: u32) {
        self.0.give_back(number);
    }
}

/// A journal that is begun when there is something to write.
struct Keeper {
    start: Box<dyn Fn() -> Option<Journal>>,
    journal: Option<Journal>,
    first: Vec<u8>,
    is_broken: bool,
}

impl Sink for Keeper {
    fn chunk(&mut self, kind: u32, bytes: &[u8]) {
        if self.journal.is_none() && !self.is_broken {
            self.journal = (self.start)();
            let is_begun = self.journal.as_mut().is_some_and(|it| it.chunk(BASE, &self.first).is_ok());
            self.is_broken = !is_begun;
        }
        // Without a journal a run that is killed is not resumed; that is all.
        if let Some(journal) = self.journal.as_mut().filter(|_| !self.is_broken) {
            self.is_broken = journal.chunk(kind, bytes).is_err();
        }
    }

    fn start_over(&mut self) {
        self.journal.take().into_iter().for_each(Journal::discard);
    }
}

impl Past {
    /// Opens the store and chooses the base. Without a store there is nothing to reuse.
    ///
    /// What the store lacks is fetched from a shared one first.
    pub fn open(
        place: &Place,
        shared: Option<(&Shared, &Console)>,
        program: &Program,
        options: &Options,
        target: &str,
    ) -> Result<Past, store::Error> {
        let store = Store::open(&place.folder, &place.trust)?;
        let key = key(program, options);
        let outline = change::Outline::unnamed(program);
        let mut past = Past {
            store,
            key,
            target: target.into(),
            shares: shares(&outline),
            base: None,
            layers: Vec::new(),
            opened: Vec::new(),
            segments: Vec::new(),
            journal: None,
            warnings: Vec::new(),
        };
        past.take_over()?;
        if let Some((shared, console)) = shared {
            shared.fetch(console, &past.store, &Wanted { key, target, shares: &past.shares });
        }
        past.choose()?;
        past.warnings.append(&mut past.store.warnings());
        Ok(past)
    }

    /// Makes runs of what killed ones left behind.
    fn take_over(&mut self) -> Result<(), store::Error> {
        for abandoned in self.store.abandoned(&self.key)? {
            let mut chunks = abandoned.chunks();
            let base = chunks.next().filter(|chunk| chunk.0 == BASE).map(|chunk| chunk.1);
            if let Some((base, shares)) = base.as_deref().and_then(split_base) {
                let layer = recover(chunks).filter(|it| Layer::open(Arc::new(it.clone())).is_some());
                if let Some(sections) = layer {
                    let address = write(&self.store, sections)?;
                    self.store.add_run(&NewRun {
                        key: self.key,
                        target: abandoned.target().into(),
                        time: now(),
                        verdict: "unknown(killed)".into(),
                        is_complete: false,
                        layers: [address].into_iter().chain(base).collect(),
                        summary: shares,
                        stats: "{}".into(),
                    })?;
                }
            } else {
                drop(chunks);
            }
            abandoned.remove();
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<(), store::Error> {
        for mut run in nearest(&self.store, &self.key, &self.target, &self.shares)? {
            let open = |address: &Address| {
                let segment = Arc::new(Mapped(self.store.segment(address, LAYER, FORMAT)?));
                Some((*address, segment.clone(), Layer::open(segment)?))
            };
            // A record needs its newest layer, which says what things are called; without an older one it knows less.
            let layers: Vec<Option<(Address, Arc<Mapped>, Layer)>> = run.layers.iter().map(open).collect();
            if layers.first().is_some_and(Option::is_some) {
                (run.layers, self.segments, self.layers) = layers.into_iter().flatten().collect();
                self.opened = run.layers.clone();
                self.base = Some(run);
                return Ok(());
            }
        }
        Ok(())
    }

    /// What to reuse in a run, and whether to record it.
    pub fn request(&mut self, mode: Mode, is_recording: bool) -> Request {
        if mode == Mode::Off {
            (self.base, self.layers) = (None, Vec::new());
        }
        let (key, target) = (self.key, self.target.clone());
        let (root, trust) = (self.store.root().to_path_buf(), self.store.trust().clone());
        let start = move || Store::open(&root, &trust).and_then(|store| store.journal(&key, &target)).ok();
        let addresses = self.base.iter().flat_map(|run| &run.layers).collect::<Vec<_>>();
        let mut first = (addresses.len() as u32).to_le_bytes().to_vec();
        addresses.iter().for_each(|address| first.extend_from_slice(&address.0));
        first.extend(self.shares.iter().flat_map(|share| share.to_le_bytes()));
        let keeper = Keeper { start: Box::new(start), journal: None, first, is_broken: false };
        let keeper = Rc::new(RefCell::new(keeper));
        self.journal = Some(keeper.clone());
        Request {
            mode,
            base: self.layers.clone(),
            is_recording,
            sink: is_recording.then_some(keeper),
            ..Request::default()
        }
    }

    /// What the base is worth for a program.
    pub fn estimate(&self, program: &Program, options: &Options) -> Option<Estimate> {
        estimate(program, options, &self.layers)
    }

    /// The run that was built on, for people.
    pub fn base(&self) -> Option<String> {
        self.base.as_ref().map(|run| format!("run {}", run.id))
    }

    /// Whether the run that was built on is of the same target.
    pub fn is_of_target(&self) -> bool {
        self.base.as_ref().is_some_and(|run| run.target == self.target)
    }

    /// Sets aside what the run found to be damaged.
    pub fn set_aside(&mut self) {
        let Some(run) = &mut self.base else { return };
        let mut segments = self.segments.iter();
        run.layers.retain(|address| {
            let is_damaged = segments.next().is_some_and(|segment| segment.0.is_damaged());
            if is_damaged {
                self.store.set_aside(address);
            }
            !is_damaged
        });
        self.warnings.append(&mut self.store.warnings());
    }

    /// Keeps what a run found out, and takes it from there. What is left to do when its verdict has been told.
    pub fn keep(
        &mut self,
        shared: Option<&Shared>,
        checked: &mut Checked,
        stats: &str,
    ) -> Result<Afterwards, store::Error> {
        self.set_aside();
        let report = &checked.report;
        let is_ranged = report.scope.bounds.iter().any(|bound| matches!(bound, Bound::Paths(_)));
        let is_complete = report.obstacles.is_empty() && report.violations.is_empty() && !is_ranged;
        let mut layers = self.older(checked, is_complete);
        let new = checked.layer.take();
        // What is needed is told by a newest layer that is this program's, of a run that came to its end.
        let is_own = new.is_some() && is_complete;
        if let Some(sections) = new {
            let states = sections.section(STATES).len() / 16;
            let newest = write(&self.store, sections)?;
            layers.retain(|(layer, _)| *layer != newest);
            layers.insert(0, (newest, states));
        }
        let mut afterwards = Afterwards {
            root: self.store.root().to_path_buf(),
            trust: self.store.trust().clone(),
            key: self.key,
            target: self.target.clone(),
            run: None,
            needs: None,
            // What is behind states that were pruned was not counted.
            states: (report.stats.pruned == 0).then_some(report.stats.states),
        };
        if !layers.is_empty() {
            let id = self.store.add_run(&NewRun {
                key: self.key,
                target: self.target.clone(),
                time: now(),
                verdict: report.verdict(),
                is_complete,
                layers: layers.iter().map(|layer| layer.0).collect(),
                summary: self.shares.iter().flat_map(|share| share.to_le_bytes()).collect(),
                stats: stats.into(),
            })?;
            (afterwards.run, afterwards.needs) =
                (Some((id, layers)), is_own.then(|| checked.needs()).flatten());
            if let Some(shared) = shared.filter(|_| !checked.ledger.is_rejected) {
                shared.later(&self.store, id);
            }
        }
        if let Some(journal) = self.journal.take().and_then(|keeper| keeper.borrow_mut().journal.take()) {
            journal.discard();
        }
        self.warnings.append(&mut self.store.warnings());
        Ok(afterwards)
    }

    /// The layers of the base that are built on from now on, with their states: those that were of use. A run that did not come to
    /// its end does not tell.
    fn older(&self, checked: &Checked, is_complete: bool) -> Vec<(Address, usize)> {
        let Some(run) = &self.base else { return Vec::new() };
        if checked.ledger.is_rejected || checked.ledger.refused.is_some() {
            return Vec::new();
        }
        let used = checked.used.as_ref().filter(|_| is_complete);
        let is_used = |at: usize| used.is_none_or(|used| used.get(at).copied().unwrap_or_default());
        // Damaged ones are not among the run's any more.
        let layers = self.opened.iter().zip(&self.layers).enumerate();
        let layers = layers.filter(|(at, (address, _))| is_used(*at) && run.layers.contains(address));
        layers.map(|(_, (address, layer))| (*address, layer.states())).collect()
    }
}

/// Writes a layer. Memory that a section took is free again as soon as that is written.
pub fn write(store: &Store, sections: Vec<Vec<u8>>) -> Result<Address, store::Error> {
    let mut writer = store.create(LAYER, FORMAT)?;
    for (number, bytes) in (1..).zip(sections) {
        writer.section(number)?;
        writer.write(&bytes)?;
    }
    writer.finish()
}

/// The addresses and the shares at the beginning of a journal.
fn split_base(bytes: &[u8]) -> Option<(Vec<Address>, Vec<u8>)> {
    let (count, rest) = bytes.split_first_chunk::<4>()?;
    let (addresses, shares) =
        rest.split_at_checked((u32::from_le_bytes(*count) as usize).checked_mul(32)?)?;
    let (addresses, _) = addresses.as_chunks::<32>();
    Some((addresses.iter().map(|bytes| Address(*bytes)).collect(), shares.to_vec()))
}

/// Raised whenever the machine gives a program another meaning: what was recorded before is of another program.
pub const MEANING: &str = concat!(env!("CARGO_PKG_VERSION"), " meaning 11");

/// Everything that a record depends on beside the program: what tells one kind of run from another.
fn key(program: &Program, options: &Options) -> Key {
    Key(*blake3::hash(key_text(program, options).as_bytes()).as_bytes())
}

fn key_text(program: &Program, options: &Options) -> String {
    let machine = options.machine();
    let properties: Vec<&str> = options.properties.iter().map(Property::name).collect();
    // Ranges of inputs are part of what the program does; limits and ranges of paths leave states unexpanded.
    // What a record holds of symbols are digests of terms and answers of the solver; which values an input has is told by the range, too.
    let symbols = machine.has_symbols.then(|| {
        let (range, tries_few) = (machine.nondet_range, machine.tries_few);
        format!(" symbols {} {} {range:?} {tries_few}", ::machine::symbolic::FORMAT, solver::version())
    });
    format!(
        "explicit {FORMAT} {} {:?} {properties:?} {} {} {} {} {} {:?} {:?} {:?} {:?}{}",
        MEANING,
        program.model,
        machine.malloc_may_fail,
        machine.spurious_wakeups,
        machine.is_reduced,
        machine.postpones,
        machine.keeps_variables,
        machine.error_function,
        machine.arguments,
        machine.placement,
        machine.clock_steps,
        symbols.unwrap_or_default(),
    )
}

/// The runs of a key whose program shares something with one of these shares, the best to build on first.
pub fn nearest(store: &Store, key: &Key, target: &str, shares: &[u64]) -> Result<Vec<Run>, store::Error> {
    let own: HashSet<u64> = shares.iter().copied().collect();
    let mut runs: Vec<(i64, bool, Run)> = Vec::new();
    let summary: Vec<u8> = shares.iter().flat_map(|share| share.to_le_bytes()).collect();
    for run in store.candidates(key, target, &summary, CANDIDATES)? {
        let (shared, worth) = worth(&own, &run.summary);
        let is_same = run.target == target;
        // Another program that happens to have something in common is no base.
        if is_same && shared > 0 || 2 * shared > own.len() {
            runs.push((worth, is_same, run));
        }
    }
    runs.sort_by_key(|(worth, is_same, run)| std::cmp::Reverse((*worth, *is_same, run.id)));
    Ok(runs.into_iter().map(|(_, _, run)| run).collect())
}

/// How many shares of a program a run has, and what it is worth as a base: what only the other program does counts against it,
/// since its states are farther away.
pub fn worth(own: &HashSet<u64>, summary: &[u8]) -> (usize, i64) {
    let (shares, _) = summary.as_chunks::<8>();
    let shared = shares.iter().filter(|share| own.contains(&u64::from_le_bytes(**share))).count();
    (shared, 2 * shared as i64 - shares.len() as i64)
}

/// What the locations of a program do, as it is spelled, and whatever things are called.
pub fn shares(outline: &change::Outline) -> Vec<u64> {
    let locations = outline.functions.iter().flat_map(|function| &function.locations);
    let mut shares: Vec<u64> = locations.flat_map(|location| [location.content, location.shape]).collect();
    shares.sort_unstable();
    shares.dedup();
    shares
}

pub fn now() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the elements of a program do not tell of runs whose inputs are symbols.
    #[test]
    fn the_key_tells_what_symbols_are() {
        let program = ::cfa::from_text("int main(void) { return 0; }").expect("a program");
        let of = |has_symbols, tries_few, nondet_range| {
            let machine = explicit_machine(has_symbols, tries_few, nondet_range);
            let options = Options { machine, ..Options::default() };
            key_text(&program, &options)
        };
        let plain = of(false, false, None);
        assert_eq!(plain, of(false, false, Some((0, 9))), "where each value is tried, elements tell which");
        let keys = [
            plain,
            of(true, false, None),
            of(true, true, None),
            of(true, false, Some((0, 9))),
            of(true, false, Some((0, 10))),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key}");
        }
        assert!(keys[1].contains(solver::version()), "{}", keys[1]);
    }

    fn explicit_machine(
        has_symbols: bool,
        tries_few: bool,
        nondet_range: Option<(i128, i128)>,
    ) -> ::machine::explore::Options {
        ::machine::explore::Options { has_symbols, tries_few, nondet_range, ..Default::default() }
    }
}
