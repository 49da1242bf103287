//! The container of a segment: a header that describes and checks everything behind it.
//!
//! Everything is little-endian. The header has a fixed size, so that sections can be streamed behind it before it is
//! known; until it is written last, its place holds zeros, which is no header.
//!
//! A section is checked in parts, each when somebody looks at it: the checksums of the parts are a table at the end of the
//! file, which is checked with the header. So who looks at little of a segment pays for little.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_128;

use crate::address::Address;

/// A byte no text starts with, and line ends that a transfer as text would change.
const MAGIC: [u8; 8] = *b"\x89EVSEG\r\n";
/// The format of the container; that of the content is the engine's.
const FORMAT: u32 = 2;
pub(crate) const HEADER: usize = 4096;
/// Sections start at multiples of this: a cache line, and aligned for every type.
pub(crate) const ALIGNMENT: u64 = 64;
/// Where the table of sections starts, and the size of one entry.
const TABLE: usize = 64;
const ENTRY: usize = 40;
/// The last bytes of the header are the checksum of all others.
const CHECKED: usize = HEADER - 16;
pub(crate) const MOST_SECTIONS: usize = (CHECKED - TABLE) / ENTRY;
/// Bytes that are checked at once.
pub(crate) const PART: usize = 1 << 15;
/// A checksum in the table of parts.
pub(crate) const SUM: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    pub number: u32,
    pub offset: u64,
    pub length: u64,
    /// Of the checksums of its parts.
    pub checksum: u128,
}

impl Section {
    pub fn parts(&self) -> usize {
        (self.length as usize).div_ceil(PART)
    }

    pub fn range(&self) -> Range<usize> {
        self.offset as usize..(self.offset + self.length) as usize
    }
}

#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub kind: u32,
    pub format: u32,
    /// The length of the whole file.
    pub length: u64,
    pub sections: Vec<Section>,
}

impl Header {
    /// At most `MOST_SECTIONS` sections.
    pub fn encode(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.kind.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.format.to_le_bytes());
        bytes[20..24].copy_from_slice(&(self.sections.len() as u32).to_le_bytes());
        bytes[24..32].copy_from_slice(&self.length.to_le_bytes());
        bytes[32..64].copy_from_slice(&tool_version());
        for (section, entry) in self.sections.iter().zip(bytes[TABLE..CHECKED].chunks_exact_mut(ENTRY)) {
            entry[..4].copy_from_slice(&section.number.to_le_bytes());
            entry[8..16].copy_from_slice(&section.offset.to_le_bytes());
            entry[16..24].copy_from_slice(&section.length.to_le_bytes());
            entry[24..40].copy_from_slice(&section.checksum.to_le_bytes());
        }
        let checksum = xxh3_128(&bytes[..CHECKED]);
        bytes[CHECKED..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header of a whole file and checks it, the checksums of all parts, and that nothing else is in the file:
    /// each byte of it is in the header, in one section, in the table of parts, or a zero that aligns what is next.
    pub fn check(file: &[u8], address: &Address) -> Result<Header, String> {
        let header = Header::parse(file)?;
        if address_of(&file[..HEADER]) != *address {
            return Err("holds something else than its name says".to_string());
        }
        let (mut end, mut sums) = (HEADER, header.sums());
        let mut is_blank = |next: usize, new_end: usize| {
            file[std::mem::replace(&mut end, new_end)..next].iter().all(|byte| *byte == 0)
        };
        for section in &header.sections {
            // The bounds were checked by `parse`.
            let own = sums..sums + SUM * section.parts();
            sums = own.end;
            let range = section.range();
            if !is_blank(range.start, range.end) || xxh3_128(&file[own]) != section.checksum {
                return Err(format!("damaged in section {}", section.number));
            }
        }
        if !is_blank(header.sums(), file.len()) {
            return Err("damaged after its sections".to_string());
        }
        Ok(header)
    }

    /// Where the table of parts begins.
    fn sums(&self) -> usize {
        let end = self.sections.last().map_or(HEADER, |section| section.range().end);
        end.next_multiple_of(ALIGNMENT as usize)
    }

    /// All parts of all sections.
    pub fn parts(&self) -> usize {
        self.sections.iter().map(Section::parts).sum()
    }

    /// Whether a part of a section is as it was written. `first` is the number of the section's first part.
    pub fn is_sound(&self, file: &[u8], section: &Section, first: usize, part: usize) -> bool {
        let at = self.sums() + SUM * (first + part);
        let start = section.range().start + part * PART;
        let bytes = &file[start..(start + PART).min(section.range().end)];
        xxh3_128(bytes).to_le_bytes() == file[at..at + SUM]
    }

    /// Reads the header of a file and checks that its sections lie within the file, one behind the other.
    fn parse(file: &[u8]) -> Result<Header, String> {
        if !file.starts_with(&MAGIC) {
            return Err("not a segment of Evercheck's".to_string());
        }
        let Some(bytes) = file.get(..HEADER) else { return Err("truncated in its header".to_string()) };
        let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let u64_at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let u128_at = |at: usize| u128::from_le_bytes(bytes[at..at + 16].try_into().unwrap());
        if xxh3_128(&bytes[..CHECKED]) != u128_at(CHECKED) {
            return Err(match u32_at(8) {
                FORMAT => "its header is damaged".to_string(),
                // Where another format keeps its checksum is not known.
                format => format!("its header is damaged, or of the unknown format {format}"),
            });
        }
        if u32_at(8) != FORMAT {
            return Err(format!("container of format {}, this Evercheck knows {FORMAT}", u32_at(8)));
        }
        let count = u32_at(20) as usize;
        if count > MOST_SECTIONS {
            return Err(format!("states {count} sections"));
        }
        let length = u64_at(24);
        if file.len() as u64 != length {
            return Err(format!("has {} bytes of {length}", file.len()));
        }
        let entries = (0..count).map(|i| TABLE + i * ENTRY);
        let sections: Vec<Section> = entries
            .map(|at| Section {
                number: u32_at(at),
                offset: u64_at(at + 8),
                length: u64_at(at + 16),
                checksum: u128_at(at + 24),
            })
            .collect();
        let mut end = HEADER as u64;
        for section in &sections {
            let is_next = end.checked_next_multiple_of(ALIGNMENT) == Some(section.offset);
            let next = section.offset.checked_add(section.length).filter(|next| *next <= length);
            let (true, Some(next)) = (is_next, next) else {
                return Err(format!("section {} lies outside", section.number));
            };
            end = next;
        }
        let header = Header { kind: u32_at(12), format: u32_at(16), length, sections };
        let end = header.sums() + SUM * header.parts();
        if end as u64 != length {
            return Err(format!("has {length} bytes where its sections end after {end}"));
        }
        Ok(header)
    }
}

/// Whether these are all bytes of the segment that has this address.
pub(crate) fn is_whole(file: &[u8], address: &Address) -> bool {
    let Ok(header) = Header::check(file, address) else { return false };
    let mut first = 0;
    header.sections.iter().all(|section| {
        let here = first;
        first += section.parts();
        (0..section.parts()).all(|part| header.is_sound(file, section, here, part))
    })
}

pub(crate) fn address_of(header: &[u8]) -> Address {
    Address(*blake3::hash(header).as_bytes())
}

/// The version of the tool that writes, for people who look at the bytes: nothing depends on it.
pub(crate) fn tool_version() -> [u8; 32] {
    let mut bytes = [0; 32];
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let length = version.len().min(bytes.len());
    bytes[..length].copy_from_slice(&version[..length]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(sections: &[(u32, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        let (mut table, mut sums) = (Vec::new(), Vec::new());
        for (number, content) in sections {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT as usize), 0);
            let (offset, length) = (bytes.len() as u64, content.len() as u64);
            let own: Vec<u8> = content.chunks(PART).flat_map(|part| xxh3_128(part).to_le_bytes()).collect();
            table.push(Section { number: *number, offset, length, checksum: xxh3_128(&own) });
            sums.extend(own);
            bytes.extend(*content);
        }
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT as usize), 0);
        bytes.extend(sums);
        let header = Header { kind: 7, format: 3, length: bytes.len() as u64, sections: table };
        bytes[..HEADER].copy_from_slice(&header.encode());
        bytes
    }

    /// Checks all of it.
    fn check_fully(file: &[u8], address: &Address) -> Result<Header, String> {
        let header = Header::check(file, address)?;
        if is_whole(file, address) { Ok(header) } else { Err("damaged in a section".into()) }
    }

    /// Sets the bytes at a place and mends the checksum of the header, as a forger would.
    fn forge(file: &[u8], at: usize, bytes: &[u8]) -> Result<Header, String> {
        let mut file = file.to_vec();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        let checksum = xxh3_128(&file[..CHECKED]);
        file[CHECKED..HEADER].copy_from_slice(&checksum.to_le_bytes());
        check_fully(&file, &address_of(&file[..HEADER]))
    }

    #[test]
    fn numbers_are_never_trusted() {
        let file = file(&[(1, b"one"), (2, b""), (9, &[5; 200])]);
        let address = address_of(&file[..HEADER]);
        let header = check_fully(&file, &address).unwrap();
        assert_eq!(header.sections[2].offset, HEADER as u64 + 64);
        assert_eq!((header.kind, header.format, header.length), (7, 3, file.len() as u64));
        let check = |at, bytes: &[u8], expected: &str| {
            let error = forge(&file, at, bytes).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        check(0, b"\x7fELF", "not a segment");
        check(8, &3u32.to_le_bytes(), "format 3");
        check(20, &101u32.to_le_bytes(), "states 101 sections");
        check(20, &u32::MAX.to_le_bytes(), "sections");
        check(20, &4u32.to_le_bytes(), "section 0 lies outside");
        check(20, &2u32.to_le_bytes(), "where its sections end after");
        check(24, &0u64.to_le_bytes(), "bytes of 0");
        check(24, &u64::MAX.to_le_bytes(), "bytes of 18446744073709551615");
        for offset in [0, 1, 4095, 4160, u64::MAX - 2, u64::MAX] {
            check(TABLE + 8, &offset.to_le_bytes(), "section 1 lies outside");
        }
        for length in [200, u64::MAX, u64::MAX - 4095] {
            check(TABLE + 16, &length.to_le_bytes(), "lies outside");
        }
        check(TABLE + 2 * ENTRY + 16, &100u64.to_le_bytes(), "where its sections end after");
        check(TABLE + 2 * ENTRY + 16, &199u64.to_le_bytes(), "damaged after its sections");
        check(TABLE + 24, &[1], "damaged in section 1");
    }

    #[test]
    fn every_bit_counts() {
        let file = file(&[(1, b"one"), (2, &[5; 100])]);
        let address = address_of(&file[..HEADER]);
        assert!(check_fully(&file, &address).is_ok());
        for bit in 0..file.len() * 8 {
            let mut damaged = file.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(check_fully(&damaged, &address).is_err(), "bit {bit}");
        }
        for length in 0..file.len() {
            assert!(check_fully(&file[..length], &address).is_err(), "{length} bytes");
        }
        let longer = [&file[..], &[0]].concat();
        assert!(check_fully(&longer, &address).is_err());
    }

    #[test]
    fn a_header_has_room_for_100_sections() {
        let sections: Vec<(u32, &[u8])> =
            (0..MOST_SECTIONS as u32).map(|number| (number, &b"x"[..])).collect();
        let file = file(&sections);
        let header = check_fully(&file, &address_of(&file[..HEADER])).unwrap();
        assert_eq!(header.sections.len(), 100);
    }
}
