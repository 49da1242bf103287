//! Folders, runs and segments to test with.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use store::{Address, Key, NewRun, Run, Store, Trust};

pub const KIND: u32 = 3;
pub const FORMAT: u32 = 5;

/// A folder of its own for each test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("evercheck-store-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn root(&self) -> PathBuf {
        self.0.join(".evercheck")
    }

    pub fn open(&self) -> Store {
        Store::open(&self.root(), &everything()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// As if the store had been named.
pub fn everything() -> Trust {
    Trust::of(None, None).named()
}

pub fn key(number: u8) -> Key {
    Key([number; 32])
}

pub fn run(number: u8, time: i64, layers: &[Address]) -> NewRun {
    NewRun {
        key: key(number),
        target: format!("target-{number}"),
        time,
        verdict: "true".to_string(),
        is_complete: true,
        layers: layers.to_vec(),
        summary: vec![number; 40],
        stats: r#"{"states":7}"#.to_string(),
    }
}

/// The run as it was before it was added.
pub fn as_new(run: &Run) -> NewRun {
    let Run { id: _, key, target, time, verdict, is_complete, layers, summary, stats } = run.clone();
    NewRun { key, target, time, verdict, is_complete, layers, summary, stats }
}

/// The sections of segment number `seed`: 1 short, 2 empty, 9 long, 4 of medium length.
pub fn sections(seed: u8) -> Vec<(u32, Vec<u8>)> {
    let bytes = |length: usize| (0..length).map(|i| (i as u8).wrapping_mul(31).wrapping_add(seed)).collect();
    vec![(1, bytes(3)), (2, vec![]), (9, bytes(5000)), (4, bytes(64))]
}

pub fn write(store: &Store, seed: u8) -> Address {
    let mut writer = store.create(KIND, FORMAT).unwrap();
    for (number, bytes) in sections(seed) {
        writer.section(number).unwrap();
        for part in bytes.chunks(1000) {
            writer.write(part).unwrap();
        }
    }
    writer.finish().unwrap()
}

/// The segment is there and holds what was written.
pub fn is_intact(store: &Store, address: &Address, seed: u8) -> bool {
    let Some(segment) = store.segment(address, KIND, FORMAT) else { return false };
    for (number, bytes) in sections(seed) {
        assert_eq!(segment.section(number), bytes, "section {number} of segment {seed}");
    }
    true
}

pub fn segment_path(root: &Path, address: &Address) -> PathBuf {
    let name = address.to_string();
    root.join("cas").join(&name[..2]).join(name)
}

/// Makes a file look as if it was last written that long ago.
pub fn age(path: &Path, age: Duration) {
    let file = fs::OpenOptions::new().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

pub fn now() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() as i64
}

/// The files below a folder, in the order of their paths.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Numbers that are the same each time (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
