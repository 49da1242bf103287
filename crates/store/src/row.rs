//! A run as a row of the catalogue: its fields, and the checksum that tells whether they are as they were written.

use rusqlite::Row;
use rusqlite::types::ValueRef;
use xxhash_rust::xxh3::Xxh3;

use crate::address::{Address, Key};

/// A run that was made: what it found, and which segments hold its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Later runs have greater ones.
    pub id: i64,
    pub key: Key,
    pub target: String,
    /// In seconds since 1970.
    pub time: i64,
    pub verdict: String,
    pub is_complete: bool,
    /// The segments of its record, newest first, its base's included.
    pub layers: Vec<Address>,
    /// The engine's own; the store does not look into it.
    pub summary: Vec<u8>,
    /// JSON.
    pub stats: String,
}

/// A run to be added. The fields are those of `Run`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRun {
    pub key: Key,
    pub target: String,
    pub time: i64,
    pub verdict: String,
    pub is_complete: bool,
    pub layers: Vec<Address>,
    pub summary: Vec<u8>,
    pub stats: String,
}

/// The columns in the order in which `read` expects them.
pub(crate) const COLUMNS: &str =
    "id, key, target, time, verdict, is_complete, layers, summary, stats, checksum";

impl NewRun {
    /// SQLite checks the structure of its file and not what is in it; this checks the rest. Each field counts with its
    /// length, so that no byte can move from one to the next.
    pub(crate) fn checksum(&self) -> [u8; 16] {
        let mut sum = Xxh3::new();
        let layers = self.encoded_layers();
        let fields: [&[u8]; 8] = [
            &self.key.0,
            self.target.as_bytes(),
            &self.time.to_le_bytes(),
            self.verdict.as_bytes(),
            &[self.is_complete.into()],
            &layers,
            &self.summary,
            self.stats.as_bytes(),
        ];
        for field in fields {
            sum.update(&(field.len() as u64).to_le_bytes());
            sum.update(field);
        }
        sum.digest128().to_le_bytes()
    }

    pub(crate) fn encoded_layers(&self) -> Vec<u8> {
        self.layers.iter().flat_map(|address| address.0).collect()
    }
}

/// Reads a row: its id, and the run unless it is damaged.
pub(crate) fn read(row: &Row) -> rusqlite::Result<(i64, Option<Run>)> {
    let id = row.get(0)?;
    Ok((id, intact(id, row)))
}

fn intact(id: i64, row: &Row) -> Option<Run> {
    let blob = |column| match row.get_ref(column) {
        Ok(ValueRef::Blob(bytes)) => Some(bytes.to_vec()),
        _ => None,
    };
    let text = |column| match row.get_ref(column) {
        Ok(ValueRef::Text(bytes)) => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    };
    let integer = |column| match row.get_ref(column) {
        Ok(ValueRef::Integer(value)) => Some(value),
        _ => None,
    };
    let layers = blob(6)?;
    let (addresses, rest) = layers.as_chunks::<32>();
    let run = NewRun {
        key: Key(blob(1)?.try_into().ok()?),
        target: text(2)?,
        time: integer(3)?,
        verdict: text(4)?,
        is_complete: match integer(5)? {
            0 => false,
            1 => true,
            _ => return None,
        },
        layers: addresses.iter().map(|bytes| Address(*bytes)).collect(),
        summary: blob(7)?,
        stats: text(8)?,
    };
    let is_intact = rest.is_empty() && blob(9)? == run.checksum();
    let NewRun { key, target, time, verdict, is_complete, layers, summary, stats } = run;
    is_intact.then_some(Run { id, key, target, time, verdict, is_complete, layers, summary, stats })
}
