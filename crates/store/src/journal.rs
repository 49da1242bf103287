//! What an unfinished run had established, chunk by chunk, so that being killed costs little.
//!
//! A journal is locked as long as its process lives: who can take the lock has found an abandoned one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::address::Key;
use crate::container::tool_version;
use crate::error::Error;
use crate::folder::{self, Entry, Folder};

const MAGIC: [u8; 8] = *b"\x89EVJNL\r\n";
const FORMAT: u32 = 1;
/// The header without the target's name and the checksum behind it.
const HEADER: usize = 80;
const CHUNK: usize = 32;

/// Dropped without `discard`, also by the end of the process, it is abandoned: the next run may go on from it.
pub struct Journal {
    path: PathBuf,
    file: File,
    chunks: u32,
}

impl Journal {
    pub(crate) fn create(folder: &Folder, key: &Key, target: &str) -> Result<Journal, Error> {
        let (temporary, mut file) = folder.temporary("journal")?;
        let path = folder.journals().join(format!("{key}-{}", folder::unique()));
        // It is locked before it gets its name, so that it is never taken for abandoned.
        let made = file.lock().and_then(|()| file.write_all(&header(key, target)));
        if let Err(error) = made.and_then(|()| fs::rename(&temporary, &path)) {
            let _ = fs::remove_file(&temporary);
            return Err(Error::io(&path)(error));
        }
        Ok(Journal { path, file, chunks: 0 })
    }

    /// Appends a chunk. It survives the end of the process, if not that of the machine.
    pub fn chunk(&mut self, kind: u32, bytes: &[u8]) -> Result<(), Error> {
        let head = chunk_head(self.chunks, kind, bytes);
        self.chunks = self.chunks.wrapping_add(1);
        self.file.write_all(&head).and_then(|()| self.file.write_all(bytes)).map_err(Error::io(&self.path))
    }

    /// The run is finished, or what it had is worth nothing.
    pub fn discard(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The journal of a process that is gone. Nobody else gets it while this lives.
pub struct Abandoned {
    path: PathBuf,
    file: File,
    key: Key,
    target: String,
    start: u64,
    size: u64,
}

impl Abandoned {
    /// Takes the journal over. None if its process lives, it was removed meanwhile, it is not to be trusted, or it
    /// cannot be used and is set aside.
    pub(crate) fn take(folder: &Arc<Folder>, entry: &Entry) -> Option<Abandoned> {
        // Writable, because some file systems give this lock to none else.
        let mut file = OpenOptions::new().read(true).write(true).open(&entry.path).ok()?;
        file.try_lock().ok()?;
        if !folder::is_linked(&file) {
            return None;
        }
        if let Err(error) = folder.trust().check_open(&entry.path, &file) {
            folder.warn(error.to_string());
            return None;
        }
        match read_header(&mut file) {
            Ok((key, target, start)) => {
                let size = file.metadata().ok()?.len();
                Some(Abandoned { path: entry.path.clone(), file, key, target, start, size })
            }
            Err(reason) => {
                folder.set_aside(&entry.path, &reason);
                None
            }
        }
    }

    pub(crate) fn key(&self) -> &Key {
        &self.key
    }

    /// What its run was about.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// All intact chunks up to the first damaged one: what was being written when the process was killed.
    pub fn chunks(&self) -> impl Iterator<Item = (u32, Vec<u8>)> {
        let mut reader = BufReader::new(Reader { file: &self.file, position: self.start });
        let mut left = self.size.saturating_sub(self.start);
        let mut number = 0;
        std::iter::from_fn(move || {
            let chunk = read_chunk(&mut reader, &mut left, number);
            number = number.wrapping_add(1);
            if chunk.is_none() {
                left = 0;
            }
            chunk
        })
    }

    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Reads a file from a position of its own, so that several can read one file.
struct Reader<'a> {
    file: &'a File,
    position: u64,
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read_at(buffer, self.position)?;
        self.position += length as u64;
        Ok(length)
    }
}

/// The journals of a store by the name of their key; all of them without one.
pub(crate) fn entries(folder: &Folder, key: Option<&Key>) -> Result<Vec<Entry>, Error> {
    let mut entries = folder::files(&folder.journals())?;
    if let Some(key) = key {
        let start = format!("{key}-");
        entries.retain(|entry| entry.name.starts_with(&start));
    }
    Ok(entries)
}

fn header(key: &Key, target: &str) -> Vec<u8> {
    // A name is for people: one that is absurdly long is cut rather than refused.
    let target = &target[..target.floor_char_boundary(u16::MAX as usize)];
    let mut bytes = Vec::with_capacity(HEADER + target.len() + 16);
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((target.len() as u32).to_le_bytes());
    bytes.extend(key.0);
    bytes.extend(tool_version());
    bytes.extend(target.as_bytes());
    bytes.extend(xxh3_128(&bytes).to_le_bytes());
    bytes
}

/// The key, the target, and where the chunks start.
pub(crate) fn read_header(file: &mut File) -> Result<(Key, String, u64), String> {
    let truncated = |error: io::Error| format!("its header cannot be read: {error}");
    let mut bytes = vec![0; HEADER];
    file.read_exact(&mut bytes).map_err(truncated)?;
    if !bytes.starts_with(&MAGIC) {
        return Err("not a journal of Evercheck's".to_string());
    }
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let (format, length) = (number(8), number(12) as usize);
    if format != FORMAT {
        return Err(format!("journal of format {format}, this Evercheck knows {FORMAT}"));
    }
    if length > u16::MAX as usize {
        return Err("its header is damaged".to_string());
    }
    bytes.resize(HEADER + length + 16, 0);
    file.read_exact(&mut bytes[HEADER..]).map_err(truncated)?;
    let (checked, checksum) = bytes.split_at(HEADER + length);
    if xxh3_128(checked).to_le_bytes() != checksum {
        return Err("its header is damaged".to_string());
    }
    let key = Key(checked[16..48].try_into().unwrap());
    let target = String::from_utf8_lossy(&checked[HEADER..]).into_owned();
    Ok((key, target, bytes.len() as u64))
}

fn chunk_head(number: u32, kind: u32, bytes: &[u8]) -> [u8; CHUNK] {
    let mut head = [0; CHUNK];
    head[..8].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    head[8..12].copy_from_slice(&kind.to_le_bytes());
    head[12..16].copy_from_slice(&number.to_le_bytes());
    let mut checksum = Xxh3::new();
    checksum.update(&head[..16]);
    checksum.update(bytes);
    head[16..].copy_from_slice(&checksum.digest128().to_le_bytes());
    head
}

/// The next chunk, if it is intact. `left` bounds what a damaged length can make us allocate.
fn read_chunk(reader: &mut impl Read, left: &mut u64, number: u32) -> Option<(u32, Vec<u8>)> {
    let after_head = left.checked_sub(CHUNK as u64)?;
    let mut head = [0; CHUNK];
    reader.read_exact(&mut head).ok()?;
    let length = u64::from_le_bytes(head[..8].try_into().unwrap());
    *left = after_head.checked_sub(length)?;
    let kind = u32::from_le_bytes(head[8..12].try_into().unwrap());
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    reader.read_exact(&mut bytes).ok()?;
    (chunk_head(number, kind, &bytes) == head).then_some((kind, bytes))
}
