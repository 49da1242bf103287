//! Proofs of earlier runs in the store: those that a run tries, and those that it leaves itself.
//!
//! They are chosen like the records of the explicit engine ([`crate::past`]), and are worth what the engine finds them to be
//! worth: it checks them against the program at hand.

use std::cmp::Reverse;
use std::sync::Arc;

use ::cfa::Program;
use rustc_hash::FxHashSet as HashSet;
use serde::{Deserialize, Serialize};
use store::{Key, NewRun, Run, Segment, Store};
use verdict::Property;

use crate::console::Console;
use crate::past::{nearest, now, shares};
use crate::place::Place;
use crate::quantity::{counted, some_names};
use crate::shared::{Shared, Wanted};

/// The kind of the segments that hold proofs, with a section for each property.
const PROOF: u32 = 2;
/// Behind the sections of proofs, those of what was found until a limit was reached, and those of summaries.
const HINTS: u32 = 32;
const SUMMARIES: u32 = 64;
/// The section of the functions that the program had, as sorted hashes.
const FUNCTIONS: u32 = 96;
/// Runs whose summaries are looked at, the newest ones.
const RUNS: usize = 64;

/// The store, and what the nearest run proved.
pub struct Proofs {
    store: Store,
    key: Key,
    target: String,
    shares: Vec<u64>,
    /// The functions of the program, with the hashes of what they do.
    functions: Vec<(String, u64)>,
    pub origin: Option<Origin>,
    pub found: Vec<(Property, Vec<u8>)>,
    pub hints: Vec<(Property, Vec<u8>)>,
    /// The summaries of all runs, the newest first.
    pub cache: Vec<(Property, Arc<[u8]>)>,
}

/// The run that proofs are of, for people.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Origin {
    pub run: String,
    /// Functions that are not as they were then.
    pub changed: Vec<String>,
}

impl Origin {
    /// The sentence on what changed.
    pub fn changes(&self) -> String {
        match some_names(&self.changed) {
            None => format!("no function changed since {}", self.run),
            Some(names) => {
                format!(
                    "{} changed since {} ({names})",
                    counted(self.changed.len() as u64, "function"),
                    self.run
                )
            }
        }
    }
}

impl Proofs {
    pub fn open(
        place: &Place,
        shared: Option<(&Shared, &Console)>,
        program: &Program,
        options: &predicate::Options,
        target: &str,
    ) -> Result<Proofs, store::Error> {
        let store = Store::open(&place.folder, &place.trust)?;
        let outline = change::Outline::unnamed(program);
        let (key, shares) = (key(program, options), shares(&outline));
        let functions = outline.functions.iter().map(|it| (it.name.clone(), it.hash())).collect();
        let mut proofs = Proofs {
            store,
            key,
            target: target.into(),
            shares,
            functions,
            origin: None,
            found: Vec::new(),
            hints: Vec::new(),
            cache: Vec::new(),
        };
        if let Some((shared, console)) = shared {
            shared.fetch(console, &proofs.store, &Wanted { key, target, shares: &proofs.shares });
        }
        if options.technique.has_summaries() {
            proofs.read_summaries()?;
        }
        for run in nearest(&proofs.store, &key, target, &proofs.shares)? {
            let Some(segment) = proofs.segment(&run) else { continue };
            let read = |first| {
                let sound = sound(&segment, first);
                sound.map(|(property, bytes)| (property, bytes.to_vec())).collect::<Vec<_>>()
            };
            (proofs.found, proofs.hints) = (read(0), read(HINTS));
            // A run that found a violation may have left summaries only.
            if !proofs.found.is_empty() || !proofs.hints.is_empty() {
                proofs.origin = proofs.origin_of(&run, &segment);
                break;
            }
        }
        Ok(proofs)
    }

    /// Nothing if the run does not say what functions it had.
    fn origin_of(&self, run: &Run, segment: &Segment) -> Option<Origin> {
        let hashes = segment.section(FUNCTIONS);
        if hashes.is_empty() || !segment.is_sound(FUNCTIONS, 0..hashes.len()) {
            return None;
        }
        let (hashes, _) = hashes.as_chunks::<8>();
        let known: HashSet<u64> = hashes.iter().map(|hash| u64::from_le_bytes(*hash)).collect();
        let changed = self.functions.iter().filter(|(_, hash)| !known.contains(hash));
        let changed = changed.map(|(name, _)| name.clone()).collect();
        Some(Origin { run: format!("run {}", run.id), changed })
    }

    /// A summary is worth the same whatever run left it.
    fn read_summaries(&mut self) -> Result<(), store::Error> {
        let mut runs = self.store.runs(&self.key, RUNS)?;
        runs.sort_by_key(|run| Reverse(run.id));
        for run in runs {
            if let Some(segment) = self.segment(&run) {
                let sound = sound(&segment, SUMMARIES);
                self.cache.extend(sound.map(|(property, bytes)| (property, bytes.into())));
            }
        }
        Ok(())
    }

    fn segment(&self, run: &Run) -> Option<Segment> {
        self.store.segment(run.layers.first()?, PROOF, predicate::PROOF_FORMAT)
    }

    /// Keeps the proofs of a run and its summaries, and what it found of other properties until a limit was reached.
    pub fn keep(
        &self,
        shared: Option<&Shared>,
        checked: &predicate::Checked,
        stats: String,
    ) -> Result<(), store::Error> {
        let predicate::Checked { proofs: proved, hints, cache, report, .. } = checked;
        let verdict = report.verdict();
        if proved.is_empty() && hints.is_empty() && cache.is_empty() {
            return Ok(());
        }
        let mut writer = self.store.create(PROOF, predicate::PROOF_FORMAT)?;
        for (number, property) in (1..).zip(Property::ALL) {
            // What was not asked about this time may be the next time.
            if let Some((_, bytes)) = proved.iter().chain(&self.found).find(|(it, _)| *it == property) {
                writer.section(number)?;
                writer.write(bytes)?;
            }
        }
        for (number, property) in (HINTS + 1..).zip(Property::ALL) {
            let is_proved = proved.iter().any(|(it, _)| *it == property);
            let mut hints = hints.iter().chain(&self.hints).filter(|_| !is_proved);
            if let Some((_, bytes)) = hints.find(|(it, _)| *it == property) {
                writer.section(number)?;
                writer.write(bytes)?;
            }
        }
        for (number, property) in (SUMMARIES + 1..).zip(Property::ALL) {
            if let Some((_, bytes)) = cache.iter().find(|(it, _)| *it == property) {
                writer.section(number)?;
                writer.write(bytes)?;
            }
        }
        let mut hashes: Vec<u64> = self.functions.iter().map(|(_, hash)| *hash).collect();
        hashes.sort_unstable();
        writer.section(FUNCTIONS)?;
        writer.write(&hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect::<Vec<u8>>())?;
        let address = writer.finish()?;
        let id = self.store.add_run(&NewRun {
            key: self.key,
            target: self.target.clone(),
            time: now(),
            is_complete: verdict == "true",
            verdict,
            layers: vec![address],
            summary: self.shares.iter().flat_map(|share| share.to_le_bytes()).collect(),
            stats,
        })?;
        shared.iter().for_each(|shared| shared.later(&self.store, id));
        Ok(())
    }

    pub fn warnings(&self) -> Vec<String> {
        self.store.warnings()
    }
}

/// The sections of a kind that are there and whole, by property.
fn sound(segment: &Segment, first: u32) -> impl Iterator<Item = (Property, &[u8])> {
    (first + 1..).zip(Property::ALL).filter_map(|(number, property)| {
        let bytes = segment.section(number);
        let is_there = !bytes.is_empty() && segment.is_sound(number, 0..bytes.len());
        is_there.then_some((property, bytes))
    })
}

/// What tells proofs apart that are unlikely to be of use to each other. None of it has to be here for a verdict's sake.
fn key(program: &Program, options: &predicate::Options) -> Key {
    let machine = &options.machine;
    let text = format!(
        "predicate {} {:?} {:?} {:?} {} {} {:?}",
        predicate::PROOF_FORMAT,
        program.model,
        options.externs,
        options.summaries,
        options.is_whole,
        machine.malloc_may_fail,
        machine.error_function,
    );
    Key(*blake3::hash(text.as_bytes()).as_bytes())
}
