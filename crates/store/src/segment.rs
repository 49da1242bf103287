//! A segment that is read: mapped into memory, and checked part by part before anybody relies on a byte of it.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use memmap2::{Mmap, UncheckedAdvice};

use crate::address::Address;
use crate::container::{Header, PART, Section};
use crate::error::Error;
use crate::folder;
use crate::trust::Trust;

/// Immutable; as long as it lives its bytes stay, even if the store is collected or removed meanwhile.
pub struct Segment {
    header: Header,
    map: Mmap,
    /// By part of the file: it was checked, and is sound.
    checked: Vec<AtomicU64>,
    is_damaged: AtomicBool,
    /// Parts that were checked.
    count: AtomicU64,
    /// Locked, which tells `gc` that the segment is in use.
    _file: File,
}

/// Times that a file which has just lost its name is looked for again.
const TRIES: u32 = 100;

/// Sections of so many parts are checked when a segment is opened.
const AT_ONCE: usize = 8;

/// Parts that are checked before their memory is given back: half a megabyte, and what the kernel reads with them.
const KEPT: u64 = 16;

/// Why there is no segment.
pub(crate) enum Absence {
    Missing,
    /// The operating system refused: the file itself may be sound.
    Unreadable(std::io::Error),
    /// It may be anybody's.
    Distrusted(Error),
    Damaged(String),
}

impl Segment {
    /// Maps the file at a path, and checks what describes the rest of it, and sections that are small.
    pub(crate) fn open(path: &Path, address: &Address, trust: &Trust) -> Result<Segment, Absence> {
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
        // Whoever can write to the folder can put another file in its place.
        let folder = path.parent().map_or(Ok(()), |folder| trust.check_part(folder));
        folder.and_then(|()| trust.check_open(path, &file)).map_err(Absence::Distrusted)?;
        let length = file.metadata().map_err(Absence::Unreadable)?.len();
        if length == 0 {
            return Err(Absence::Damaged("is empty".to_string()));
        }
        let map = map(&file).map_err(Absence::Unreadable)?;
        let header = Header::check(&map, address).map_err(Absence::Damaged)?;
        let checked = (0..header.parts().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let (is_damaged, count) = (AtomicBool::new(false), AtomicU64::new(0));
        let segment = Segment { header, map, checked, is_damaged, count, _file: file };
        match segment.damage(AT_ONCE) {
            None => Ok(segment),
            Some(number) => Err(Absence::Damaged(format!("damaged in section {number}"))),
        }
    }

    /// The bytes of a section, aligned to 64; none if there is no such section. They may be damaged where
    /// [`Segment::is_sound`] has not been asked.
    pub fn section(&self, number: u32) -> &[u8] {
        self.find(number).map_or(&[], |(section, _)| &self.map[section.range()])
    }

    /// Whether these bytes of a section are as they were written. What is asked for once is not looked at again.
    pub fn is_sound(&self, number: u32, bytes: Range<usize>) -> bool {
        let Some((section, first)) = self.find(number) else { return bytes.is_empty() };
        let parts = bytes.start / PART..bytes.end.div_ceil(PART).min(section.parts());
        let is_sound = parts.into_iter().all(|part| {
            let (word, bit) = (&self.checked[(first + part) / 64], 1 << ((first + part) % 64));
            if word.load(Ordering::Relaxed) & bit != 0 {
                return true;
            }
            let is_sound = self.header.is_sound(&self.map, section, first, part);
            if is_sound {
                word.fetch_or(bit, Ordering::Relaxed);
            }
            // What is checked is not kept in memory: it comes back if it is read.
            if self.count.fetch_add(1, Ordering::Relaxed) % KEPT == KEPT - 1 {
                self.give_back_range(0..self.map.len());
            }
            is_sound
        });
        self.is_damaged.fetch_or(!is_sound, Ordering::Relaxed);
        is_sound
    }

    /// Whether something was asked for that is damaged.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// The first section of so many parts at most that is damaged.
    pub(crate) fn damage(&self, most: usize) -> Option<u32> {
        let mut sections = self.header.sections.iter().filter(|section| section.parts() <= most);
        let damaged = sections.find(|section| !self.is_sound(section.number, 0..section.length as usize));
        damaged.map(|section| section.number)
    }

    /// A section, and the number of its first part.
    fn find(&self, number: u32) -> Option<(&Section, usize)> {
        let mut first = 0;
        self.header.sections.iter().find_map(|section| {
            let here = first;
            first += section.parts();
            (section.number == number).then_some((section, here))
        })
    }

    /// Gives back the memory that a section takes: pages that were read come back when they are read again.
    pub fn give_back(&self, number: u32) {
        if let Some((section, _)) = self.find(number) {
            self.give_back_range(section.range());
        }
    }

    #[allow(unsafe_code)]
    fn give_back_range(&self, range: Range<usize>) {
        // SAFETY: the map is of a file and only read, so dropping its pages loses nothing: reading them again finds the
        // same. Where the system does not do it, nothing is lost but memory.
        let _ = unsafe {
            self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, range.start, range.end - range.start)
        };
    }

    /// All of the file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
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
    // never again: Evercheck renames and unlinks them only, which leaves the bytes of a map alone. A map's
    // memory is shared by all processes, and only what is looked at is read.
    unsafe { Mmap::map(file) }
}
