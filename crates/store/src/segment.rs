//! A segment that is read: mapped into memory, and checked before anybody sees a byte of it.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use memmap2::{Mmap, UncheckedAdvice};

use crate::address::Address;
use crate::container::Header;
use crate::folder;

/// Immutable; as long as it lives its bytes stay, even if the store is collected or removed meanwhile.
pub struct Segment {
    header: Header,
    map: Mmap,
    /// Locked, which tells `gc` that the segment is in use.
    _file: File,
}

/// Times that a file which has just lost its name is looked for again.
const TRIES: u32 = 100;

/// Why there is no segment.
pub(crate) enum Absence {
    Missing,
    /// The operating system refused: the file itself may be sound.
    Unreadable(std::io::Error),
    Damaged(String),
}

impl Segment {
    /// Maps and checks the file at a path.
    pub(crate) fn open(path: &Path, address: &Address) -> Result<Segment, Absence> {
        let mut tries = TRIES;
        let file = loop {
            let file = File::open(path).map_err(|error| match error.kind() {
                ErrorKind::NotFound => Absence::Missing,
                _ => Absence::Unreadable(error),
            })?;
            // The file may be about to be collected. Where there are no locks, only its age protects it.
            if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
                return Err(Absence::Missing);
            }
            if folder::is_linked(&file) {
                break file;
            }
            // It was collected, or somebody has just written the same once more.
            tries -= 1;
            if tries == 0 {
                return Err(Absence::Missing);
            }
        };
        let length = file.metadata().map_err(Absence::Unreadable)?.len();
        if length == 0 {
            return Err(Absence::Damaged("is empty".to_string()));
        }
        let map = map(&file).map_err(Absence::Unreadable)?;
        let header = Header::check(&map, address, |done| give_back(&map, done)).map_err(Absence::Damaged)?;
        Ok(Segment { header, map, _file: file })
    }

    /// The bytes of a section, aligned to 64; none if there is no such section.
    pub fn section(&self, number: u32) -> &[u8] {
        match self.header.sections.iter().find(|section| section.number == number) {
            Some(section) => {
                let start = section.offset as usize;
                &self.map[start..start + section.length as usize]
            }
            None => &[],
        }
    }

    /// The size of the file.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.header.length
    }

    /// What the engine said it is, and in which format.
    pub fn kind(&self) -> (u32, u32) {
        (self.header.kind, self.header.format)
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. Files in `cas` are written under another name and
    // never again: Evercheck renames and unlinks them only, which leaves the bytes of a map alone. Reading 220 MB and
    // checking them takes 155 ms of CPU, mapping and checking them 32, and a map's memory is shared by all processes.
    unsafe { Mmap::map(file) }
}

/// Pages that were read come back when they are read again: checking a segment does not take as much memory as it is
/// large.
#[allow(unsafe_code)]
fn give_back(map: &Mmap, end: usize) {
    // SAFETY: the map is of a file and only read, so dropping its pages loses nothing: reading them again finds the same.
    // Where the system does not do it, nothing is lost but memory.
    let _ = unsafe { map.unchecked_advise_range(UncheckedAdvice::DontNeed, 0, end) };
}
