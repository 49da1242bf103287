//! Proofs of earlier runs in the store: those that a run tries, and those that it leaves itself.
//!
//! They are chosen like the records of the explicit engine ([`crate::past`]), and are worth what the engine finds them to be
//! worth: it checks them against the program at hand.

use ::cfa::Program;
use store::{Key, NewRun, Store};
use verdict::Property;

use crate::past::{nearest, now, shares};
use crate::place::Place;

/// The kind of the segments that hold proofs, with a section for each property.
const PROOF: u32 = 2;
/// Behind the sections of proofs, those of what was found until a limit was reached.
const HINTS: u32 = 32;

/// The store, and what the nearest run proved.
pub struct Proofs {
    store: Store,
    key: Key,
    target: String,
    shares: Vec<u64>,
    /// The run that they are of, for people.
    pub base: Option<String>,
    pub found: Vec<(Property, Vec<u8>)>,
    pub hints: Vec<(Property, Vec<u8>)>,
}

impl Proofs {
    pub fn open(
        place: &Place,
        program: &Program,
        options: &predicate::Options,
        target: &str,
    ) -> Result<Proofs, store::Error> {
        let store = Store::open(&place.folder, &place.trust)?;
        let (key, shares) = (key(program, options), shares(&change::Outline::unnamed(program)));
        let mut proofs = Proofs {
            store,
            key,
            target: target.into(),
            shares,
            base: None,
            found: Vec::new(),
            hints: Vec::new(),
        };
        for run in nearest(&proofs.store, &key, target, &proofs.shares)? {
            let Some(address) = run.layers.first() else { continue };
            let Some(segment) = proofs.store.segment(address, PROOF, predicate::PROOF_FORMAT) else {
                continue;
            };
            for (number, property) in (1..).zip(Property::ALL) {
                for (first, list) in [(0, &mut proofs.found), (HINTS, &mut proofs.hints)] {
                    let bytes = segment.section(first + number);
                    if !bytes.is_empty() && segment.is_sound(first + number, 0..bytes.len()) {
                        list.push((property, bytes.to_vec()));
                    }
                }
            }
            proofs.base = Some(format!("run {}", run.id));
            break;
        }
        Ok(proofs)
    }

    /// Keeps the proofs of a run, and what it found of other properties until a limit was reached.
    pub fn keep(
        &self,
        proved: &[(Property, Vec<u8>)],
        hints: &[(Property, Vec<u8>)],
        verdict: String,
        stats: String,
    ) -> Result<(), store::Error> {
        if proved.is_empty() && hints.is_empty() {
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
        let address = writer.finish()?;
        self.store.add_run(&NewRun {
            key: self.key,
            target: self.target.clone(),
            time: now(),
            is_complete: verdict == "true",
            verdict,
            layers: vec![address],
            summary: self.shares.iter().flat_map(|share| share.to_le_bytes()).collect(),
            stats,
        })?;
        Ok(())
    }

    pub fn warnings(&self) -> Vec<String> {
        self.store.warnings()
    }
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
