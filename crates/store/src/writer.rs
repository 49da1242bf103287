//! A segment that is being written: streamed to a temporary file, then renamed to its address.

use std::fs::{self, File};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::address::Address;
use crate::container::{ALIGNMENT, HEADER, Header, MOST_SECTIONS, PART, SUM, Section, address_of};
use crate::error::Error;
use crate::folder::{self, Folder};

/// Bytes that are hashed and then written, at once: they stay in the processor's cache, and need no buffer.
const PIECE: usize = 1 << 18;

/// Dropped before it is finished it leaves nothing behind.
pub struct Writer {
    folder: Arc<Folder>,
    path: PathBuf,
    file: BufWriter<File>,
    kind: u32,
    format: u32,
    /// All but the checksum of the last, which is still being written.
    sections: Vec<Section>,
    /// Of all parts but the last, which is still being written.
    sums: Vec<u8>,
    checksum: Xxh3,
    end: u64,
    is_finished: bool,
}

impl Writer {
    pub(crate) fn new(folder: Arc<Folder>, kind: u32, format: u32) -> Result<Writer, Error> {
        let (path, file) = folder.temporary("segment")?;
        let mut writer = Writer {
            folder,
            path,
            file: BufWriter::with_capacity(PIECE, file),
            kind,
            format,
            sections: Vec::new(),
            sums: Vec::new(),
            checksum: Xxh3::new(),
            end: 0,
            is_finished: false,
        };
        writer.append(&[0; HEADER])?;
        Ok(writer)
    }

    /// Starts the next section, aligned to 64 bytes.
    pub fn section(&mut self, number: u32) -> Result<(), Error> {
        if self.sections.iter().any(|section| section.number == number) {
            return Err(Error::Segment("two sections of one number"));
        }
        if self.sections.len() == MOST_SECTIONS {
            return Err(Error::Segment("more than 100 sections"));
        }
        self.end_section();
        self.align()?;
        self.sections.push(Section { number, offset: self.end, length: 0, checksum: 0 });
        Ok(())
    }

    /// More bytes of the section that was started last.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(section) = self.sections.last_mut() else {
            return Err(Error::Segment("bytes outside any section"));
        };
        // What has just been hashed is at hand to be written.
        for bytes in bytes.chunks(PIECE) {
            let mut rest = bytes;
            while !rest.is_empty() {
                let (part, next) = rest.split_at(rest.len().min(PART - section.length as usize % PART));
                self.checksum.update(part);
                section.length += part.len() as u64;
                if section.length.is_multiple_of(PART as u64) {
                    self.sums.extend(self.checksum.digest128().to_le_bytes());
                    self.checksum.reset();
                }
                rest = next;
            }
            self.end += bytes.len() as u64;
            self.file.write_all(bytes).map_err(Error::io(&self.path))?;
        }
        Ok(())
    }

    /// Makes it last and gives it its name. What already has that name is replaced: it holds the same, or is damaged.
    ///
    /// Segments that no run refers to are collected after an hour: add the run before, or keep the segment open.
    pub fn finish(mut self) -> Result<Address, Error> {
        self.end_section();
        self.align()?;
        let sums = std::mem::take(&mut self.sums);
        self.append(&sums)?;
        let sections = std::mem::take(&mut self.sections);
        let header = Header { kind: self.kind, format: self.format, length: self.end, sections }.encode();
        let written = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(&header));
        let synced = written.and_then(|()| self.file.flush()).and_then(|()| self.file.get_ref().sync_all());
        synced.map_err(Error::io(&self.path))?;
        let address = address_of(&header);
        let place = self.folder.segment(&address);
        if let Some(parent) = place.parent() {
            self.folder.make(parent)?;
            fs::rename(&self.path, &place).map_err(Error::io(&place))?;
            self.is_finished = true;
            folder::sync(parent).map_err(Error::io(parent))?;
        }
        Ok(address)
    }

    fn end_section(&mut self) {
        let Some(section) = self.sections.last_mut() else { return };
        if !section.length.is_multiple_of(PART as u64) {
            self.sums.extend(self.checksum.digest128().to_le_bytes());
            self.checksum.reset();
        }
        section.checksum = xxh3_128(&self.sums[self.sums.len() - SUM * section.parts()..]);
    }

    fn align(&mut self) -> Result<(), Error> {
        let padding = self.end.next_multiple_of(ALIGNMENT) - self.end;
        self.append(&[0; ALIGNMENT as usize][..padding as usize])
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.end += bytes.len() as u64;
        self.file.write_all(bytes).map_err(Error::io(&self.path))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = fs::remove_file(&self.path);
        }
    }
}
