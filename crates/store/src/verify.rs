//! `verify`: reads everything again and reports what is damaged. Nothing is changed.

use std::fs::OpenOptions;
use std::path::PathBuf;

use crate::error::Error;
use crate::folder::Entry;
use crate::journal;
use crate::segment::{Absence, Segment};
use crate::store::Store;
use crate::trust::Trust;

/// What was read.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Verified {
    pub runs: u64,
    pub segments: u64,
    pub journals: u64,
    /// Of the segments and journals.
    pub bytes: u64,
    pub damaged: Vec<Damage>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    pub path: PathBuf,
    pub reason: String,
}

impl Store {
    pub fn verify(&self) -> Result<Verified, Error> {
        let mut verified = Verified::default();
        self.verify_catalogue(&mut verified)?;
        for entry in self.folder.segments()? {
            verified.segments += 1;
            verified.bytes += entry.size;
            verified.note(&entry, segment_fault(&entry, self.trust()));
        }
        for entry in journal::entries(&self.folder, None)? {
            verified.journals += 1;
            verified.bytes += entry.size;
            verified.note(&entry, journal_fault(&entry, self.trust()));
        }
        Ok(verified)
    }

    fn verify_catalogue(&self, verified: &mut Verified) -> Result<(), Error> {
        let mut catalogue = self.catalogue();
        let path = catalogue.path();
        let mut report = |reason| verified.damaged.push(Damage { path: path.clone(), reason });
        let faults = catalogue.faults()?;
        if !faults.is_empty() {
            faults.into_iter().for_each(report);
            return Ok(());
        }
        let (runs, damaged) = catalogue.all()?;
        damaged.iter().for_each(|id| report(format!("run {id} is damaged")));
        let missing: Vec<_> = runs
            .iter()
            .flat_map(|run| run.layers.iter().map(move |address| (run.id, address)))
            .filter(|(_, address)| self.size(address).is_none())
            .collect();
        if !missing.is_empty() {
            // A run that was collected meanwhile misses nothing.
            let (runs, _) = catalogue.all()?;
            let is_there = |id: &i64| runs.iter().any(|run| run.id == *id);
            for (id, address) in missing.iter().filter(|(id, _)| is_there(id)) {
                report(format!("run {id} refers to segment {address}, which is not there"));
            }
        }
        verified.runs = runs.len() as u64;
        Ok(())
    }
}

impl Verified {
    fn note(&mut self, entry: &Entry, fault: Option<String>) {
        self.damaged.extend(fault.map(|reason| Damage { path: entry.path.clone(), reason }));
    }
}

fn segment_fault(entry: &Entry, trust: &Trust) -> Option<String> {
    let Ok(address) = entry.name.parse() else { return Some("not the name of a segment".to_string()) };
    match Segment::open(&entry.path, &address, trust) {
        Ok(segment) => segment.damage(usize::MAX).map(|number| format!("damaged in section {number}")),
        Err(Absence::Missing) => None,
        Err(Absence::Unreadable(error)) => Some(error.to_string()),
        Err(Absence::Distrusted(error)) => Some(reason_of(error)),
        Err(Absence::Damaged(reason)) => Some(reason),
    }
}

/// Only its header can be told to be damaged: a chunk that is not whole is what a killed process leaves.
fn journal_fault(entry: &Entry, trust: &Trust) -> Option<String> {
    let mut file = match OpenOptions::new().read(true).open(&entry.path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => return Some(error.to_string()),
    };
    match trust.check_open(&entry.path, &file) {
        Ok(()) => journal::read_header(&mut file).err(),
        Err(error) => Some(reason_of(error)),
    }
}

/// Why something is not trusted, without its path, which is said anyway.
fn reason_of(error: Error) -> String {
    match error {
        Error::Distrusted { reason, .. } => reason,
        other => other.to_string(),
    }
}
