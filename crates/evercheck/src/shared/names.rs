//! What things are called in a shared store.
//!
//! Nothing is ever altered there, so any number of machines add to it without asking each other:
//!
//! - a *segment* by the hash of all its bytes;
//! - a *program*, which is the run that a program was decided by, by a hash of the program and the question: whoever has the
//!   same program finds it with one request;
//! - the *runs* of a family, which is a question and a target, in one folder, the newest first. Each name says what the
//!   program is like, so whoever has another revision finds the nearest one by a single listing.

use store::Key;

pub const ROOT: &str = "evercheck-1";

/// Digits of a sketch: as many samples of what a program does, each as a number of four bits.
const SAMPLES: usize = 32;

/// Greater than any time there will be.
const LAST: i64 = 0xffff_ffff_ffff;

fn hash(parts: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

pub fn segment(hash: &blake3::Hash) -> String {
    let name = hash.to_hex();
    format!("{ROOT}/segments/{}/{name}", &name[..2])
}

/// A summary says what the program does.
pub fn program(key: &Key, summary: &[u8]) -> String {
    let name = hash(&[b"program", &key.0, summary]);
    format!("{ROOT}/programs/{}/{name}", &name[..2])
}

pub fn family(key: &Key, target: &str) -> String {
    format!("{ROOT}/runs/{}", &hash(&[b"family", &key.0, target.as_bytes()])[..32])
}

/// The last part of a run's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunName {
    pub time: i64,
    pub sketch: String,
    pub program: String,
}

impl RunName {
    pub fn new(key: &Key, time: i64, summary: &[u8]) -> RunName {
        let program = hash(&[b"program", &key.0, summary])[..32].to_string();
        RunName { time: time.clamp(0, LAST), sketch: sketch(summary), program }
    }

    pub fn parse(text: &str) -> Option<RunName> {
        let is_hex = |word: &str| word.bytes().all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c));
        let [time, sketch, program] = text.split('-').collect::<Vec<_>>().try_into().ok()?;
        let is_ours = [(time, 12), (sketch, SAMPLES), (program, 32)];
        let is_ours = is_ours.iter().all(|(word, length)| word.len() == *length && is_hex(word));
        let time = LAST - i64::from_str_radix(time, 16).ok()?;
        is_ours.then(|| RunName { time, sketch: sketch.into(), program: program.into() })
    }

    /// How many samples agree.
    pub fn alike(&self, sketch: &str) -> usize {
        self.sketch.bytes().zip(sketch.bytes()).filter(|(a, b)| a == b).count()
    }
}

impl std::fmt::Display for RunName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:012x}-{}-{}", LAST - self.time, self.sketch, self.program)
    }
}

/// Of two programs as many digits agree as they have in common, and one in sixteen of the others: the least of what they do, in
/// as many orders as there are digits (b-bit minwise hashing).
pub fn sketch(summary: &[u8]) -> String {
    let (shares, _) = summary.as_chunks::<8>();
    let mut least = [u64::MAX; SAMPLES];
    for share in shares {
        let share = u64::from_le_bytes(*share);
        for (order, least) in (1u64..).zip(&mut least) {
            *least = (*least).min(mixed(share ^ mixed(order)));
        }
    }
    least.iter().map(|least| format!("{:x}", least & 15)).collect()
}

/// The finaliser of SplitMix64: one to one, and every bit depends on every other.
fn mixed(mut word: u64) -> u64 {
    word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(shares: impl IntoIterator<Item = u64>) -> Vec<u8> {
        shares.into_iter().flat_map(|share| mixed(share).to_le_bytes()).collect()
    }

    #[test]
    fn newer_runs_come_first() {
        let name = |time| RunName::new(&Key([1; 32]), time, &summary(0..9));
        let (old, new) = (name(1_700_000_000), name(1_700_000_001));
        assert!(new.to_string() < old.to_string());
        assert_eq!(RunName::parse(&old.to_string()), Some(old.clone()));
        assert_eq!(RunName::parse(&name(-5).to_string()).unwrap().time, 0);
        for text in
            ["", "a-b-c", &old.to_string()[1..], &old.to_string().replace('-', "+"), &format!("{old}-")]
        {
            assert_eq!(RunName::parse(text), None);
        }
    }

    #[test]
    fn the_nearer_program_has_more_samples_in_common() {
        let own = sketch(&summary(0..1000));
        let alike =
            |shares: std::ops::Range<u64>| RunName::new(&Key([0; 32]), 0, &summary(shares)).alike(&own);
        assert_eq!(alike(0..1000), SAMPLES);
        assert!(alike(3..1003) > 28 && alike(500..1500) < 25 && alike(5000..6000) < 9);
        assert_eq!(sketch(&[]), "f".repeat(SAMPLES));
    }
}
