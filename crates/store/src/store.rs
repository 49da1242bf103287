//! The way in: one store, opened by one process of any number.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::address::{Address, Key};
use crate::catalogue::Catalogue;
use crate::container;
use crate::error::Error;
use crate::folder::{self, Folder};
use crate::journal::{self, Abandoned, Journal};
use crate::row::{NewRun, Run};
use crate::segment::{Absence, Segment};
use crate::trust::Trust;
use crate::writer::Writer;

pub struct Store {
    pub(crate) folder: Arc<Folder>,
    catalogue: Mutex<Catalogue>,
}

/// What a store takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    pub segments: u64,
    pub journals: u64,
    /// Of both.
    pub bytes: u64,
}

impl Store {
    /// Opens the store in a folder, or makes it, private and with a `.gitignore` that hides all of it. A store of which the
    /// folders or the catalogue are not to be trusted is refused; a segment or journal that is not counts as absent.
    pub fn open(root: &Path, trust: &Trust) -> Result<Store, Error> {
        let folder = Arc::new(Folder::open(root, trust)?);
        let catalogue = Mutex::new(Catalogue::open(folder.clone())?);
        Ok(Store { folder, catalogue })
    }

    pub fn root(&self) -> &Path {
        self.folder.root()
    }

    pub fn trust(&self) -> &Trust {
        self.folder.trust()
    }

    /// A segment to be written. Kind and format are the engine's, and are asked for again when it is read.
    pub fn create(&self, kind: u32, format: u32) -> Result<Writer, Error> {
        Writer::new(self.folder.clone(), kind, format)
    }

    /// Maps a segment and checks what describes it and its small sections. None if it is not there, or was damaged, truncated, foreign or of
    /// another kind or format: then it is set aside, with a warning. Of larger sections it tells itself what is sound.
    pub fn segment(&self, address: &Address, kind: u32, format: u32) -> Option<Segment> {
        let path = self.folder.segment(address);
        let reason = match Segment::open(&path, address, self.trust()) {
            Ok(segment) if segment.kind() == (kind, format) => return Some(segment),
            Ok(segment) => {
                let (its_kind, its_format) = segment.kind();
                format!("of kind {its_kind} and format {its_format}, not {kind} and {format}")
            }
            Err(Absence::Missing) => return None,
            Err(Absence::Unreadable(error)) => {
                self.folder.warn(format!("{}: {error}", path.display()));
                return None;
            }
            Err(Absence::Distrusted(error)) => {
                self.folder.warn(error.to_string());
                return None;
            }
            Err(Absence::Damaged(reason)) => reason,
        };
        self.folder.set_aside(&path, &reason);
        None
    }

    /// Sets a segment aside in which damage was found.
    pub fn set_aside(&self, address: &Address) {
        self.folder.set_aside(&self.folder.segment(address), "damaged in one of its sections");
    }

    /// All bytes of a segment, if it is there and sound.
    pub fn whole(&self, address: &Address) -> Option<Vec<u8>> {
        let segment = Segment::open(&self.folder.segment(address), address, self.trust()).ok()?;
        segment.damage(usize::MAX).is_none().then(|| segment.bytes().to_vec())
    }

    /// Takes in all bytes of a segment that was written elsewhere. False if they are not what the address says.
    pub fn insert(&self, address: &Address, bytes: &[u8]) -> Result<bool, Error> {
        if !container::is_whole(bytes, address) {
            return Ok(false);
        }
        let (path, mut file) = self.folder.temporary("segment")?;
        let place = self.folder.segment(address);
        let written = file.write_all(bytes).and_then(|()| file.sync_all()).map_err(Error::io(&path));
        let named = written.and_then(|()| {
            let parent = place.parent().unwrap_or(&place);
            self.folder.make(parent)?;
            fs::rename(&path, &place).map_err(Error::io(&place))?;
            folder::sync(parent).map_err(Error::io(parent))
        });
        if named.is_err() {
            let _ = fs::remove_file(&path);
        }
        named.map(|()| true)
    }

    /// The size of a segment, if it is there. It is not checked.
    pub fn size(&self, address: &Address) -> Option<u64> {
        let metadata = std::fs::metadata(self.folder.segment(address)).ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// The runs of a key, newest first, at most `limit`.
    pub fn runs(&self, key: &Key, limit: usize) -> Result<Vec<Run>, Error> {
        self.catalogue().runs(key, limit)
    }

    /// The runs of a key that a program may be built on, newest first: at most `limit` of its target, as many of all targets, and
    /// those of the very program, as the summary says, however old.
    pub fn candidates(
        &self,
        key: &Key,
        target: &str,
        summary: &[u8],
        limit: usize,
    ) -> Result<Vec<Run>, Error> {
        self.catalogue().candidates(key, target, summary, limit)
    }

    /// The runs of a key and a target, newest first, each with its layers.
    pub fn records(&self, key: &Key, target: &str) -> Result<Vec<(i64, Vec<Address>)>, Error> {
        self.catalogue().records(key, target)
    }

    /// The run of an id, unless it is gone.
    pub fn run(&self, id: i64) -> Result<Option<Run>, Error> {
        self.catalogue().run(id)
    }

    /// All runs, newest first.
    pub fn all_runs(&self) -> Result<Vec<Run>, Error> {
        let mut catalogue = self.catalogue();
        let (runs, damaged) = catalogue.all()?;
        catalogue.forget(&damaged)?;
        Ok(runs)
    }

    /// Adds a run in one transaction; its segments have to be there. Returns its id.
    pub fn add_run(&self, run: &NewRun) -> Result<i64, Error> {
        self.catalogue().add(run)
    }

    /// Gives a run other layers, and removes those segments of before that no run refers to any more.
    pub fn replace_layers(&self, id: i64, layers: &[Address]) -> Result<(), Error> {
        let before = self.catalogue().set_layers(id, layers)?.unwrap_or_default();
        self.release(&before)
    }

    /// Deletes runs, with the segments that no other run refers to.
    pub fn forget_runs(&self, ids: &[i64]) -> Result<(), Error> {
        let layers = self.catalogue().layers(ids)?;
        self.catalogue().delete(ids)?;
        self.release(&layers)
    }

    /// Starts the journal of a run.
    pub fn journal(&self, key: &Key, target: &str) -> Result<Journal, Error> {
        Journal::create(&self.folder, key, target)
    }

    /// Takes over the journals of this key whose processes are gone, those written last first.
    pub fn abandoned(&self, key: &Key) -> Result<Vec<Abandoned>, Error> {
        let mut entries = journal::entries(&self.folder, Some(key))?;
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        let taken = entries.iter().filter_map(|entry| Abandoned::take(&self.folder, entry));
        // The name is only where to look.
        Ok(taken.filter(|journal| journal.key() == key).collect())
    }

    /// What went wrong since this was asked last, without harm but to speed.
    pub fn warnings(&self) -> Vec<String> {
        self.folder.warnings()
    }

    pub fn usage(&self) -> Result<Usage, Error> {
        let segments = self.folder.segments()?;
        let journals = journal::entries(&self.folder, None)?;
        let bytes = segments.iter().chain(&journals).map(|entry| entry.size).sum();
        Ok(Usage { segments: segments.len() as u64, journals: journals.len() as u64, bytes })
    }

    pub(crate) fn catalogue(&self) -> MutexGuard<'_, Catalogue> {
        self.catalogue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
