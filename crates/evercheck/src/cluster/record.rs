//! The record of a task, as two objects: its states, which other workers want to know, and all else.

use std::sync::Arc;

use explicit::layer::Layer;
use explicit::portion::{Committed, Rest};

/// The section of a layer that holds its states, from 1 on.
const STATES: usize = 7;

pub struct Record {
    sections: Vec<Vec<u8>>,
    uncovered: Vec<u128>,
    wholes: Vec<(u128, u32)>,
}

impl Record {
    pub fn new(sections: Vec<Vec<u8>>, rest: &Rest) -> Record {
        Record { sections, uncovered: rest.uncovered.clone(), wholes: rest.wholes.clone() }
    }

    /// What is called by a name, and what by that of its states.
    pub fn into_objects(mut self) -> (Vec<u8>, Vec<u8>) {
        let states = self.sections.get_mut(STATES - 1).map(std::mem::take).unwrap_or_default();
        let uncovered: Vec<u8> = self.uncovered.iter().flat_map(|print| print.to_le_bytes()).collect();
        let whole = |(print, kind): &(u128, u32)| [&print.to_le_bytes()[..], &kind.to_le_bytes()].concat();
        self.sections.push(self.wholes.iter().flat_map(whole).collect());
        (frame(&self.sections), frame(&[states, uncovered]))
    }

    /// The layer, and its states that were left early; nothing if it makes no sense.
    pub fn open(record: &[u8], states: &[u8]) -> Option<(Layer, Vec<(u128, u32)>)> {
        let mut sections = unframe(record)?;
        let wholes = sections.pop()?;
        *sections.get_mut(STATES - 1)? = unframe(states)?.into_iter().next()?;
        let (wholes, _) = wholes.as_chunks::<20>();
        let whole = |bytes: &[u8; 20]| {
            let (print, kind) = bytes.split_first_chunk()?;
            Some((u128::from_le_bytes(*print), u32::from_le_bytes(kind.try_into().ok()?)))
        };
        let wholes = wholes.iter().map(whole).collect::<Option<_>>()?;
        Some((Layer::open(Arc::new(sections))?, wholes))
    }

    /// From now on, workers may stop at the states of a result that counts.
    pub fn share(states: &[u8], committed: &Committed) {
        if let Some([states, uncovered]) = unframe(states).as_deref() {
            let (uncovered, _) = uncovered.as_chunks::<16>();
            let uncovered: Vec<u128> = uncovered.iter().map(|bytes| u128::from_le_bytes(*bytes)).collect();
            committed.add(states, &uncovered);
        }
    }
}

pub fn states_of(record: &str) -> String {
    format!("{record}.states")
}

/// Sections one behind the other, each with its length before it.
pub fn frame(sections: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(sections.iter().map(|section| section.len() + 8).sum());
    for section in sections {
        bytes.extend_from_slice(&(section.len() as u64).to_le_bytes());
        bytes.extend_from_slice(section);
    }
    bytes
}

pub fn unframe(mut bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut sections = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk()?;
        let (section, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        sections.push(section.to_vec());
        bytes = rest;
    }
    Some(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames() {
        let sections = vec![Vec::new(), vec![1, 2, 3], vec![0; 300]];
        let bytes = frame(&sections);
        assert_eq!(unframe(&bytes), Some(sections));
        assert_eq!(unframe(&bytes[..bytes.len() - 1]), None);
        assert_eq!(unframe(&[255; 8]), None);
    }
}
