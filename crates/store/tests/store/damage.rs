//! Whatever happens to a file, what is read is what was written, or nothing.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use store::{Address, Error, NewRun, Store};

use crate::support::*;

/// Damages the segment and expects it to be set aside for a reason; the same segment can then be written again.
fn check(folder: &Folder, address: &Address, damage: impl Fn(&Path), reason: &str) {
    let store = folder.open();
    let path = segment_path(&folder.root(), address);
    damage(&path);
    assert!(store.segment(address, KIND, FORMAT).is_none(), "{reason}");
    let warnings = store.warnings();
    assert!(warnings.len() == 1 && warnings[0].contains(reason), "{warnings:?} without {reason}");
    assert!(!path.exists());
    assert!(store.segment(address, KIND, FORMAT).is_none());
    assert!(store.warnings().is_empty());
    assert_eq!(write(&store, 1), *address);
    assert!(is_intact(&store, address, 1));
}

#[test]
fn a_segment_that_is_not_whole_is_set_aside() {
    let folder = Folder::new("truncated");
    let address = write(&folder.open(), 1);
    let cut = |length: u64| {
        move |path: &Path| OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap()
    };
    check(&folder, &address, cut(0), "is empty");
    check(&folder, &address, cut(5), "not a segment");
    for length in [8, 63, 64, 104, 4095] {
        check(&folder, &address, cut(length), "truncated in its header");
    }
    // The ends of the sections, the starts of the next ones, and the bytes around them; then more than there was.
    let ends = [0, 3, 64, 64 + 5000, 64 + 5056, 64 + 5056 + 63, 64 + 5056 + 64 + 47, 1 << 20];
    for end in
        ends.into_iter().flat_map(|end| [4096 + end, 4097 + end, 4095 + end]).filter(|end| *end >= 4096)
    {
        if end != 4096 + 64 + 5056 + 64 + 48 {
            check(&folder, &address, cut(end), "bytes of");
        }
    }
    assert!(!files(&folder.root().join("aside")).is_empty());
}

#[test]
fn a_large_section_is_checked_where_it_is_looked_at() {
    let folder = Folder::new("large");
    let store = folder.open();
    let mut writer = store.create(KIND, FORMAT).unwrap();
    writer.section(1).unwrap();
    writer.write(&vec![7; 1_000_000]).unwrap();
    let address = writer.finish().unwrap();
    let path = segment_path(&folder.root(), &address);
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096 + 500_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let segment = store.segment(&address, KIND, FORMAT).unwrap();
    assert!(segment.is_sound(1, 0..400_000) && segment.is_sound(1, 600_000..1_000_000));
    assert!(segment.is_sound(1, 0..0) && segment.is_sound(2, 0..0) && !segment.is_sound(2, 0..1));
    assert!(!segment.is_damaged());
    segment.give_back(1);
    assert!(!segment.is_sound(1, 400_000..600_000) && !segment.is_sound(1, 500_000..500_001));
    assert!(segment.is_damaged() && segment.is_sound(1, 3..4));
    assert_eq!(store.verify().unwrap().damaged[0].reason, "damaged in section 1");
    store.set_aside(&address);
    assert!(store.warnings()[0].contains("damaged") && !path.exists());
}

#[test]
fn a_segment_of_something_else_is_set_aside() {
    let folder = Folder::new("foreign");
    let store = folder.open();
    let address = write(&store, 1);
    let other = fs::read(segment_path(&folder.root(), &write(&store, 2))).unwrap();
    check(&folder, &address, |path| fs::write(path, &other).unwrap(), "something else than its name");
    check(&folder, &address, |path| fs::write(path, b"#!/bin/sh\n").unwrap(), "not a segment");
    let set = |at: usize, byte: u8| {
        move |path: &Path| {
            let mut bytes = fs::read(path).unwrap();
            bytes[at] = byte;
            fs::write(path, bytes).unwrap();
        }
    };
    check(&folder, &address, set(8, 1), "unknown format 1");
    check(&folder, &address, set(40, 1), "header is damaged");
    check(&folder, &address, set(4096, 0xff), "damaged in section 1");
    check(&folder, &address, set(4096 + 10, 1), "damaged in section 2");
    for (kind, format) in [(KIND, FORMAT - 1), (KIND, FORMAT + 1), (KIND + 1, FORMAT)] {
        let address = write(&store, 7);
        assert!(store.segment(&address, kind, format).is_none());
        assert!(store.warnings()[0].contains("of kind 3 and format 5"));
    }
}

#[test]
fn verify_reports_and_changes_nothing() {
    let folder = Folder::new("verify");
    let store = folder.open();
    let addresses: Vec<_> = (0..4).map(|seed| write(&store, seed)).collect();
    store.add_run(&run(1, 0, &addresses)).unwrap();
    drop(store.journal(&key(1), "t").unwrap());
    let verified = store.verify().unwrap();
    assert_eq!((verified.runs, verified.segments, verified.journals), (1, 4, 1));
    assert_eq!(verified.damaged, []);
    let path = |i: usize| segment_path(&folder.root(), &addresses[i]);
    fs::remove_file(path(0)).unwrap();
    fs::write(path(1), "").unwrap();
    fs::write(folder.root().join("cas/stranger"), "").unwrap();
    let journal = files(&folder.root().join("journals")).pop().unwrap();
    fs::write(&journal, "x").unwrap();
    for _ in 0..2 {
        let damaged = store.verify().unwrap().damaged;
        assert_eq!(damaged.len(), 4, "{damaged:?}");
        assert!(damaged[0].reason.contains("which is not there"));
        for path in [path(1), folder.root().join("cas/stranger"), journal.clone()] {
            assert!(damaged.iter().any(|damage| damage.path == path), "{path:?}");
        }
    }
    assert!(store.warnings().is_empty());
    assert_eq!(store.abandoned(&key(1)).unwrap().len(), 0);
    assert_eq!(store.warnings().len(), 1);
}

#[test]
fn a_chunk_that_is_not_whole_ends_a_journal() {
    let folder = Folder::new("chunks");
    let store = folder.open();
    let mut journal = store.journal(&key(1), "t").unwrap();
    for number in 0..4u8 {
        journal.chunk(number.into(), &[number; 10]).unwrap();
    }
    drop(journal);
    let path = files(&folder.root().join("journals")).pop().unwrap();
    let whole = fs::read(&path).unwrap();
    let start = whole.len() - 4 * 42;
    for length in start..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let found = store.abandoned(&key(1)).unwrap();
        let chunks: Vec<_> = found[0].chunks().collect();
        assert_eq!(chunks.len(), (length - start) / 42, "{length} bytes");
        assert!(
            chunks.iter().enumerate().all(|(i, (kind, bytes))| *kind == i as u32 && bytes == &[i as u8; 10])
        );
    }
    // A length that no memory holds.
    let mut absurd = whole.clone();
    absurd[start + 42..start + 50].copy_from_slice(&(u64::MAX - 31).to_le_bytes());
    fs::write(&path, &absurd).unwrap();
    assert_eq!(store.abandoned(&key(1)).unwrap()[0].chunks().count(), 1);
    // A chunk left out.
    fs::write(&path, [&whole[..start + 42], &whole[start + 84..]].concat()).unwrap();
    assert_eq!(store.abandoned(&key(1)).unwrap()[0].chunks().count(), 1);
}

/// Damages the catalogue while nobody has it open; how the next one sees it.
fn damage_catalogue(folder: &Folder, damage: impl Fn(&Path)) -> Result<Store, Error> {
    let catalogue = files(&folder.root()).into_iter().rfind(|path| path.to_string_lossy().ends_with(".db"));
    damage(&catalogue.unwrap());
    Store::open(&folder.root(), &everything())
}

#[test]
fn a_damaged_catalogue_is_replaced() {
    let folder = Folder::new("catalogue");
    type Damage<'a> = (&'a str, &'a dyn Fn(&Path));
    let damages: [Damage; 6] = [
        ("empty", &|path| fs::write(path, "").unwrap()),
        ("text", &|path| fs::write(path, "x".repeat(10_000)).unwrap()),
        ("half", &|path| {
            let bytes = fs::read(path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("foreign", &|path| {
            fs::remove_file(path).unwrap();
            Connection::open(path).unwrap().execute_batch("CREATE TABLE runs (id INTEGER)").unwrap();
        }),
        ("altered", &|path| {
            Connection::open(path).unwrap().execute_batch("ALTER TABLE runs ADD COLUMN more").unwrap();
        }),
        ("zeros", &|path| {
            let mut bytes = fs::read(path).unwrap();
            bytes[4096..].fill(0);
            fs::write(path, bytes).unwrap();
        }),
    ];
    for (name, damage) in damages {
        let store = folder.open();
        assert_eq!(store.runs(&key(1), 9).unwrap(), [], "{name}");
        store.add_run(&run(1, 0, &[])).unwrap();
        drop(store);
        let store = damage_catalogue(&folder, damage).unwrap();
        assert_eq!(store.runs(&key(1), 9).unwrap(), [], "{name}");
        store.add_run(&run(1, 1, &[])).unwrap();
        assert_eq!(store.runs(&key(1), 9).unwrap().len(), 1, "{name}");
        let warnings = store.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains("catalogue is damaged"), "{name}: {warnings:?}");
        drop(store);
        let store = folder.open();
        assert_eq!(store.runs(&key(1), 9).unwrap().len(), 1, "{name}");
        assert!(store.warnings().is_empty());
        let id = store.all_runs().unwrap()[0].id;
        drop(store);
        let delete = |path: &Path| {
            Connection::open(path).unwrap().execute("DELETE FROM runs WHERE id = ?1", [id]).unwrap();
        };
        damage_catalogue(&folder, delete).unwrap();
    }
    assert!(folder.root().join("catalogue-7.db").exists());
    folder.open().gc(None, None).unwrap();
    assert!(!folder.root().join("catalogue-6.db").exists());
    assert!(folder.root().join("catalogue-7.db").exists());
}

#[test]
fn a_newer_catalogue_is_left_alone() {
    let folder = Folder::new("newer");
    folder.open().add_run(&run(1, 0, &[])).unwrap();
    let newer = |path: &Path| Connection::open(path).unwrap().pragma_update(None, "user_version", 2).unwrap();
    let refused = damage_catalogue(&folder, newer).err().unwrap();
    assert!(matches!(refused, Error::Newer { found: 2, known: 1, .. }), "{refused}");
    let older = |path: &Path| Connection::open(path).unwrap().pragma_update(None, "user_version", 1).unwrap();
    assert_eq!(damage_catalogue(&folder, older).unwrap().runs(&key(1), 9).unwrap().len(), 1);
}

#[test]
fn a_damaged_run_is_deleted() {
    let folder = Folder::new("row");
    let store = folder.open();
    for time in 0..3 {
        store.add_run(&run(1, time, &[])).unwrap();
    }
    drop(store);
    for (field, value) in
        [("verdict", "'false'"), ("layers", "x'00'"), ("is_complete", "7"), ("stats", "x'ff'")]
    {
        let store = folder.open();
        let id = store.add_run(&run(1, 3, &[])).unwrap();
        drop(store);
        let change = |path: &Path| {
            let sql = format!("UPDATE runs SET {field} = {value} WHERE id = {id}");
            assert_eq!(Connection::open(path).unwrap().execute(&sql, []).unwrap(), 1);
        };
        let store = damage_catalogue(&folder, change).unwrap();
        assert_eq!(store.verify().unwrap().damaged.len(), 1, "{field}");
        assert_eq!(store.runs(&key(1), 9).unwrap().len(), 3, "{field}");
        assert!(store.warnings()[0].contains("is damaged and was deleted"), "{field}");
        assert_eq!(store.verify().unwrap().damaged, []);
    }
}

/// A store with a bit of everything, and what it holds.
struct Sample {
    segments: Vec<Address>,
    runs: Vec<NewRun>,
    chunks: Vec<(u32, Vec<u8>)>,
    /// Path and content of every file: while the store is open, with the newest runs in the log beside the database
    /// only, and when it is closed, with all runs in the database.
    images: [Vec<(PathBuf, Vec<u8>)>; 2],
}

fn sample(folder: &Folder) -> Sample {
    let store = folder.open();
    let segments: Vec<_> = (0..3).map(|seed| write(&store, seed)).collect();
    let runs: Vec<_> = (0..12).map(|i| run(i % 3, i.into(), &segments[..i as usize % 4])).collect();
    for run in &runs {
        store.add_run(run).unwrap();
    }
    let chunks: Vec<(u32, Vec<u8>)> = (0..6).map(|i| (i, vec![i as u8; 300])).collect();
    let mut journal = store.journal(&key(1), "t").unwrap();
    for (kind, bytes) in &chunks {
        journal.chunk(*kind, bytes).unwrap();
    }
    let image = || {
        let files = files(&folder.root()).into_iter().filter(|path| !path.ends_with(".gitignore"));
        files.map(|path| (path.clone(), fs::read(path).unwrap())).collect::<Vec<_>>()
    };
    let open = image();
    drop((store, journal));
    let images = [open, image()];
    assert!(
        images[0].len() == images[1].len() + 2,
        "the log and its index are gone when the store is closed"
    );
    Sample { segments, runs, chunks, images }
}

impl Sample {
    /// Puts the store back as it was; all its files.
    fn restore(&self, root: &Path, image: usize) -> &[(PathBuf, Vec<u8>)] {
        for path in files(root) {
            fs::remove_file(path).unwrap();
        }
        for (path, bytes) in &self.images[image] {
            fs::write(path, bytes).unwrap();
        }
        &self.images[image]
    }

    /// Reads all there is. Returns how much of it was found.
    fn read(&self, store: &Store) -> usize {
        let mut found = 0;
        for number in 0..3 {
            let runs = store.runs(&key(number), 100).unwrap();
            assert!(
                runs.iter().all(|run| self.runs.contains(&as_new(run)) && run.key == key(number)),
                "{runs:?}"
            );
            found += runs.len();
        }
        let intact = |seed: &usize| is_intact(store, &self.segments[*seed], *seed as u8);
        found += (0..3).filter(intact).count();
        for journal in store.abandoned(&key(1)).unwrap() {
            let chunks: Vec<_> = journal.chunks().collect();
            assert!(self.chunks.starts_with(&chunks));
            found += chunks.len();
        }
        found
    }
}

#[test]
fn fuzz_damaged_files() {
    let folder = Folder::new("fuzz");
    let sample = sample(&folder);
    let whole = 12 + 3 + 6;
    for image in [0, 1] {
        sample.restore(&folder.root(), image);
        assert_eq!(sample.read(&folder.open()), whole);
    }

    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let start = Instant::now();
    let mut random = Random(1);
    let (mut rounds, mut harmful) = (0, 0);
    while rounds < 50 || start.elapsed() < Duration::from_secs(seconds) {
        let seed = random.0;
        let files = sample.restore(&folder.root(), random.below(2));
        let (path, bytes) = &files[random.below(files.len())];
        fs::write(path, damaged(bytes, &mut random)).unwrap();
        let context = format!("seed {seed:#x}, {}", path.display());
        let found = std::panic::catch_unwind(|| match Store::open(&folder.root(), &everything()) {
            Ok(store) => {
                let found = sample.read(&store);
                store.verify().unwrap();
                store.add_run(&run(9, 0, &[])).unwrap();
                store.gc(None, None).unwrap();
                // What was damaged has been dealt with, so all is well.
                drop(store);
                let store = folder.open();
                let runs = store.runs(&key(9), 1).unwrap();
                assert!(runs.iter().all(|found| as_new(found) == run(9, 0, &[])));
                found
            }
            Err(Error::Newer { .. }) => 0,
            Err(error) => panic!("{error}"),
        });
        harmful += usize::from(found.unwrap_or_else(|_| panic!("{context}")) < whole);
        rounds += 1;
    }
    assert!(harmful * 4 > rounds, "{harmful} of {rounds} did harm: is anything damaged here?");
}

/// Some bits flipped, a stretch overwritten, the end cut off, or a stretch doubled.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let length = bytes.len().max(1);
    match random.below(6) {
        0 => bytes.truncate(random.below(length)),
        1 => {
            let start = random.below(length);
            let end = (start + random.below(600)).min(bytes.len());
            bytes[start.min(end)..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
        }
        2 => {
            let start = random.below(length);
            let end = (start + random.below(600)).min(bytes.len());
            let stretch = bytes[start.min(end)..end].to_vec();
            bytes.splice(start.min(end)..start.min(end), stretch);
        }
        _ => {
            for _ in 0..=random.below(8) {
                let bit = random.below(length * 8);
                if let Some(byte) = bytes.get_mut(bit / 8) {
                    *byte ^= 1 << (bit % 8);
                }
            }
        }
    }
    bytes
}
