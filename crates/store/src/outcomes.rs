//! What runs came to, as small files: one for each question and program, of which the newest are kept.
//!
//! A *series* is a question that is asked of one program after the other: a target with its options. The store does not
//! look into an outcome. What is damaged or not to be trusted counts as absent.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_128;

use crate::address::Key;
use crate::error::Error;
use crate::folder::{self, Entry, Folder};
use crate::trust::Trust;

/// Outcomes of a series that are kept: as many programs are known to have been verified.
pub const KEPT: usize = 512;
/// A larger one is not kept.
const MOST_BYTES: u64 = 1 << 20;
const FORMAT: u32 = 1;
/// The checksum, the format and the cost.
const HEAD: usize = 16 + 4 + 8;

pub struct Outcomes {
    folder: Folder,
}

/// An outcome that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The most that a run of this program has cost, in the unit of whoever keeps it.
    pub cost: u64,
    pub bytes: Vec<u8>,
}

/// An outcome, with what it is called and when it was written, in seconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub name: String,
    pub time: i64,
    pub kept: Kept,
}

impl Outcomes {
    pub fn open(root: &Path, trust: &Trust) -> Result<Outcomes, Error> {
        let folder = Folder::open(root, trust)?;
        let place = folder.outcomes();
        folder.trust().check_part(&place)?;
        folder.make(&place)?;
        Ok(Outcomes { folder })
    }

    /// Keeps an outcome, in place of an earlier one of the same program.
    pub fn keep(&self, series: &Key, program: &Key, cost: u64, bytes: &[u8]) -> Result<(), Error> {
        if bytes.len() as u64 > MOST_BYTES {
            return Ok(());
        }
        let cost = self.find(series, program).map_or(cost, |kept| kept.cost.max(cost));
        let rest = [&FORMAT.to_le_bytes()[..], &cost.to_le_bytes(), bytes].concat();
        let (path, mut file) = self.folder.temporary("outcome")?;
        let place = self.path(series, program);
        let written = file.write_all(&xxh3_128(&rest).to_le_bytes()).and_then(|()| file.write_all(&rest));
        let kept = written.and_then(|()| fs::rename(&path, &place)).map_err(Error::io(&place));
        if kept.is_err() {
            let _ = fs::remove_file(&path);
        }
        for entry in self.entries(series)?.into_iter().skip(KEPT) {
            // Another process may have been faster.
            let _ = fs::remove_file(entry.path);
        }
        kept
    }

    pub fn find(&self, series: &Key, program: &Key) -> Option<Kept> {
        self.read(&self.path(series, program))
    }

    /// When an outcome was written, in seconds since 1970.
    pub fn time(&self, series: &Key, program: &Key) -> Option<i64> {
        Some(fs::metadata(self.path(series, program)).ok()?.mtime())
    }

    /// The outcomes of a series that were written last, the newest first.
    pub fn latest(&self, series: &Key, most: usize) -> Result<Vec<Kept>, Error> {
        Ok(self.entries(series)?.iter().filter_map(|entry| self.read(&entry.path)).take(most).collect())
    }

    /// Forgets all outcomes of a series, for whoever finds that they may be wrong.
    pub fn forget(&self, series: &Key) -> Result<(), Error> {
        for entry in self.entries(series)? {
            fs::remove_file(&entry.path).or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(Error::io(&entry.path)(error)),
            })?;
        }
        Ok(())
    }

    /// What is called so.
    pub fn named(&self, name: &str) -> Option<Found> {
        // A name that leads elsewhere is none of those that there are.
        let entry = folder::files(&self.folder.outcomes()).ok()?.into_iter().find(|it| it.name == name)?;
        self.found(entry)
    }

    /// What was written last, in any series.
    pub fn newest(&self, most: usize) -> Result<Vec<Found>, Error> {
        let mut entries = folder::files(&self.folder.outcomes())?;
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        Ok(entries.into_iter().filter_map(|entry| self.found(entry)).take(most).collect())
    }

    fn found(&self, entry: Entry) -> Option<Found> {
        let kept = self.read(&entry.path)?;
        Some(Found { name: entry.name, time: entry.time, kept })
    }

    fn entries(&self, series: &Key) -> Result<Vec<Entry>, Error> {
        let mut entries = folder::files(&self.folder.outcomes())?;
        entries.retain(|entry| entry.name.starts_with(&short(series)));
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        Ok(entries)
    }

    fn path(&self, series: &Key, program: &Key) -> PathBuf {
        self.folder.outcomes().join(format!("{}-{program}", short(series)))
    }

    fn read(&self, path: &Path) -> Option<Kept> {
        let file = File::open(path).ok()?;
        self.folder.trust().check_open(path, &file).ok()?;
        let mut all = Vec::new();
        file.take(MOST_BYTES + HEAD as u64).read_to_end(&mut all).ok()?;
        let (sum, rest) = all.split_first_chunk::<16>()?;
        let (format, behind) = rest.split_first_chunk::<4>()?;
        let (cost, bytes) = behind.split_first_chunk::<8>()?;
        let is_sound = xxh3_128(rest).to_le_bytes() == *sum && u32::from_le_bytes(*format) == FORMAT;
        is_sound.then(|| Kept { cost: u64::from_le_bytes(*cost), bytes: bytes.to_vec() })
    }
}

/// Names of files are short; what they are of is told by the program's part.
fn short(series: &Key) -> String {
    series.to_string()[..16].to_string()
}
