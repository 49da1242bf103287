//! A run as it stands in a shared store: the fields of a run, and which bytes its segments are. `docs/formats.md` has the bytes.

use store::{Address, Key, NewRun};

const MAGIC: [u8; 8] = *b"\x89EVRUN\r\n";
const FORMAT: u32 = 1;
/// Bytes of what is for people, at most.
const WORDS: usize = 1 << 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub run: NewRun,
    /// For each of its layers all of its bytes: how many, and what hash.
    pub bodies: Vec<(u64, blake3::Hash)>,
}

impl Entry {
    pub fn encode(&self) -> Vec<u8> {
        let NewRun { key, target, time, verdict, is_complete, layers, summary, stats } = &self.run;
        let mut bytes = [&MAGIC[..], &FORMAT.to_le_bytes(), &key.0, &time.to_le_bytes()].concat();
        bytes.push((*is_complete).into());
        for field in [target.as_bytes(), verdict.as_bytes(), stats.as_bytes(), summary] {
            bytes.extend((field.len() as u32).to_le_bytes());
            bytes.extend(field);
        }
        bytes.extend((layers.len() as u32).to_le_bytes());
        for (address, (length, hash)) in layers.iter().zip(&self.bodies) {
            bytes.extend(address.0);
            bytes.extend(length.to_le_bytes());
            bytes.extend(hash.as_bytes());
        }
        bytes.extend(blake3::hash(&bytes).as_bytes());
        bytes
    }

    /// None if it is not what was written.
    pub fn decode(bytes: &[u8]) -> Option<Entry> {
        let (content, sum) = bytes.split_last_chunk::<32>()?;
        if blake3::hash(content) != *sum {
            return None;
        }
        let rest = &mut &*content;
        let is_known = take::<8>(rest)? == MAGIC && take::<4>(rest)? == FORMAT.to_le_bytes();
        let (key, time) = (Key(take(rest)?), i64::from_le_bytes(take(rest)?));
        let is_complete = match take::<1>(rest)? {
            [0] => false,
            [1] => true,
            _ => return None,
        };
        let (target, verdict, stats) = (words(rest)?, words(rest)?, words(rest)?);
        let summary = field(rest)?.to_vec();
        let count = u32::from_le_bytes(take(rest)?) as usize;
        let (mut layers, mut bodies) = (Vec::new(), Vec::new());
        for _ in 0..count {
            layers.push(Address(take(rest)?));
            bodies.push((u64::from_le_bytes(take(rest)?), blake3::Hash::from_bytes(take(rest)?)));
        }
        let run = NewRun { key, target, time, verdict, is_complete, layers, summary, stats };
        (is_known && rest.is_empty() && count > 0).then_some(Entry { run, bodies })
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, behind) = rest.split_first_chunk::<N>()?;
    *rest = behind;
    Some(*first)
}

fn field<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = u32::from_le_bytes(take(rest)?) as usize;
    let (field, behind) = rest.split_at_checked(length)?;
    *rest = behind;
    Some(field)
}

/// They are shown on terminals.
fn words(rest: &mut &[u8]) -> Option<String> {
    let text = String::from_utf8(field(rest)?.to_vec()).ok()?;
    (text.len() <= WORDS && !text.chars().any(char::is_control)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry {
            run: NewRun {
                key: Key([7; 32]),
                target: "queue.c".into(),
                time: 1_700_000_000,
                verdict: "true".into(),
                is_complete: true,
                layers: vec![Address([1; 32]), Address([2; 32])],
                summary: vec![3; 40],
                stats: "{}".into(),
            },
            bodies: vec![(4096, blake3::hash(b"one")), (8192, blake3::hash(b"two"))],
        }
    }

    #[test]
    fn every_bit_counts() {
        let bytes = entry().encode();
        assert_eq!(Entry::decode(&bytes), Some(entry()));
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Entry::decode(&damaged), None, "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert_eq!(Entry::decode(&bytes[..length]), None, "{length} bytes");
        }
        assert_eq!(Entry::decode(&[&bytes[..], &[0]].concat()), None);
    }

    #[test]
    fn numbers_are_never_trusted() {
        let good = entry().encode();
        let content = &good[..good.len() - 32];
        let check = |at: usize, bytes: &[u8]| {
            let mut forged = content.to_vec();
            forged[at..at + bytes.len()].copy_from_slice(bytes);
            forged.extend(blake3::hash(&forged).as_bytes());
            assert_eq!(Entry::decode(&forged), None, "at {at}");
        };
        check(0, b"x");
        check(8, &2u32.to_le_bytes());
        check(52, &[2]);
        check(53, &u32::MAX.to_le_bytes());
        check(57, b"\x1b");
        let layers = content.len() - 2 * 72 - 4;
        for count in [0, 1, 3, u32::MAX] {
            check(layers, &count.to_le_bytes());
        }
    }
}
