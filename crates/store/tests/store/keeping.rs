//! What is put in comes out.

use std::fs;

use store::{Error, Kept, NewRun, Outcomes, Store};

use crate::support::*;

const DAY: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

#[test]
fn sections_come_back_aligned() {
    let folder = Folder::new("sections");
    let store = folder.open();
    let address = write(&store, 1);
    let segment = store.segment(&address, KIND, FORMAT).unwrap();
    for (number, bytes) in sections(1) {
        let section = segment.section(number);
        assert_eq!(section, bytes);
        assert!(section.is_empty() || section.as_ptr().addr().is_multiple_of(64), "section {number}");
    }
    assert_eq!(segment.section(3), []);
    assert_eq!(segment.len(), fs::metadata(segment_path(&folder.root(), &address)).unwrap().len());
    assert_eq!(store.size(&address), Some(segment.len()));
    assert!(store.warnings().is_empty());
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&segment);
    is_shared(&store);
    // What is mapped stays, whatever becomes of the file.
    fs::remove_dir_all(folder.root()).unwrap();
    assert_eq!(segment.section(9), sections(1)[2].1);
}

#[test]
fn an_address_tells_content_kind_and_format() {
    let folder = Folder::new("addresses");
    let store = folder.open();
    let write_as = |kind, format, number, bytes: &[u8]| {
        let mut writer = store.create(kind, format).unwrap();
        writer.section(number).unwrap();
        writer.write(bytes).unwrap();
        writer.finish().unwrap()
    };
    let address = write_as(1, 1, 1, b"abc");
    assert_eq!(address, write_as(1, 1, 1, b"abc"));
    for other in [
        write_as(2, 1, 1, b"abc"),
        write_as(1, 2, 1, b"abc"),
        write_as(1, 1, 2, b"abc"),
        write_as(1, 1, 1, b"abd"),
    ] {
        assert_ne!(address, other);
    }
    let empty = store.create(1, 1).unwrap().finish().unwrap();
    assert_eq!(store.segment(&empty, 1, 1).unwrap().len(), 4096);
    assert_eq!(store.usage().unwrap().segments, 6);
}

#[test]
fn an_unfinished_segment_leaves_nothing() {
    let folder = Folder::new("unfinished");
    let store = folder.open();
    let mut writer = store.create(KIND, FORMAT).unwrap();
    writer.section(1).unwrap();
    writer.write(&[7; 1 << 20]).unwrap();
    assert_eq!(files(&folder.root().join("tmp")).len(), 1);
    drop(writer);
    assert!(files(&folder.root().join("tmp")).is_empty());
    assert!(files(&folder.root().join("cas")).is_empty());
}

#[test]
fn what_a_segment_cannot_have_is_refused() {
    let folder = Folder::new("refused");
    let store = folder.open();
    let mut writer = store.create(KIND, FORMAT).unwrap();
    assert!(matches!(writer.write(b"x"), Err(Error::Segment(_))));
    for number in 0..100 {
        writer.section(number).unwrap();
    }
    assert!(matches!(writer.section(5), Err(Error::Segment(_))));
    assert!(matches!(writer.section(100), Err(Error::Segment(_))));
    writer.write(b"last").unwrap();
    let address = writer.finish().unwrap();
    assert_eq!(store.segment(&address, KIND, FORMAT).unwrap().section(99), b"last");
}

#[test]
fn runs_come_back_newest_first() {
    let folder = Folder::new("runs");
    let store = folder.open();
    let layers = [write(&store, 1), write(&store, 2)];
    let mut added: Vec<_> = (0..5).map(|time| run(1, time, &layers)).collect();
    added[3].summary = vec![];
    added[3].stats = "{\"ü\":0}".to_string();
    added[2].is_complete = false;
    let ids: Vec<_> = added.iter().map(|run| store.add_run(run).unwrap()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b));
    store.add_run(&run(2, 9, &[])).unwrap();

    let found = folder.open().runs(&key(1), 3).unwrap();
    assert_eq!(found.iter().map(|run| run.id).collect::<Vec<_>>(), [ids[4], ids[3], ids[2]]);
    assert_eq!(
        found.iter().map(as_new).collect::<Vec<_>>(),
        [added[4].clone(), added[3].clone(), added[2].clone()]
    );
    assert_eq!(store.runs(&key(1), 100).unwrap().len(), 5);
    assert_eq!(store.runs(&key(3), 100).unwrap(), []);
    assert_eq!(store.all_runs().unwrap().len(), 6);
}

#[test]
fn a_run_to_build_on_is_found_behind_those_of_other_targets() {
    let folder = Folder::new("candidates");
    let store = folder.open();
    let layers = [write(&store, 1)];
    let add = |target: &str, summary: &[u8]| {
        let run = NewRun { target: target.into(), summary: summary.into(), ..run(1, 7, &layers) };
        store.add_run(&run).unwrap()
    };
    let (same, own) = (add("elsewhere", &[9; 16]), add("own", &[1; 16]));
    let others: Vec<i64> = (0..20).map(|number| add("other", &[number; 8])).collect();
    let found = |target: &str, summary: &[u8]| {
        let found = store.candidates(&key(1), target, summary, 2).unwrap();
        found.iter().map(|run| run.id).collect::<Vec<_>>()
    };
    assert_eq!(found("own", &[9; 16]), [others[19], others[18], own, same]);
    assert_eq!(found("own", &[8; 16]), [others[19], others[18], own]);
    assert_eq!(found("nobody", &[]), [others[19], others[18]]);
    assert_eq!(store.candidates(&key(2), "own", &[9; 16], 2).unwrap(), []);
    assert_eq!(store.records(&key(1), "own").unwrap(), [(own, layers.to_vec())]);
    assert_eq!(store.run(own).unwrap().unwrap().target, "own");
    store.forget_runs(&[own]).unwrap();
    assert_eq!(store.run(own).unwrap(), None);
    assert!(store.size(&layers[0]).is_some(), "others need it");
}

#[test]
fn a_segment_comes_from_elsewhere_as_a_whole_or_not_at_all() {
    let (one, other) = (Folder::new("insert_one"), Folder::new("insert_other"));
    let (one, other) = (one.open(), other.open());
    let address = write(&one, 1);
    let bytes = one.whole(&address).unwrap();
    for damaged in [&bytes[1..], &bytes[..bytes.len() - 1], &[&bytes[..], &[0]].concat(), b""] {
        assert!(!other.insert(&address, damaged).unwrap());
    }
    for bit in [0, 8 * 70, 8 * 4096, 8 * bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1;
        assert!(!other.insert(&address, &damaged).unwrap(), "bit {bit}");
    }
    assert!(!other.insert(&write(&one, 2), &bytes).unwrap(), "another's bytes");
    assert_eq!(other.usage().unwrap().segments, 0);
    assert!(other.insert(&address, &bytes).unwrap());
    assert_eq!(other.whole(&address), Some(bytes));
}

#[test]
fn a_run_needs_its_segments() {
    let folder = Folder::new("missing");
    let store = folder.open();
    let there = write(&store, 1);
    let gone = write(&store, 2);
    fs::remove_file(segment_path(&folder.root(), &gone)).unwrap();
    let added = store.add_run(&run(1, 0, &[there, gone]));
    assert!(matches!(added, Err(Error::Missing(address)) if address == gone));
    assert_eq!(store.all_runs().unwrap(), []);
    assert!(store.segment(&gone, KIND, FORMAT).is_none());
    assert!(store.warnings().is_empty(), "what is not there is no damage");
}

#[test]
fn a_journal_is_abandoned_when_its_owner_is_gone() {
    let folder = Folder::new("journal");
    let store = folder.open();
    let mut journal = store.journal(&key(1), "main.c").unwrap();
    let chunks: Vec<(u32, Vec<u8>)> = (0..20).map(|i| (i, vec![i as u8; 100 * i as usize])).collect();
    for (kind, bytes) in &chunks {
        journal.chunk(*kind, bytes).unwrap();
    }
    assert_eq!(folder.open().abandoned(&key(1)).unwrap().len(), 0, "it is in use");
    drop(journal);
    assert_eq!(store.abandoned(&key(2)).unwrap().len(), 0);
    let found = store.abandoned(&key(1)).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].target(), "main.c");
    assert_eq!(found[0].chunks().collect::<Vec<_>>(), chunks);
    assert_eq!(found[0].chunks().zip(found[0].chunks()).filter(|(a, b)| a == b).count(), 20);
    assert_eq!(folder.open().abandoned(&key(1)).unwrap().len(), 0, "it was taken over");
    drop(found);
    folder.open().abandoned(&key(1)).unwrap().pop().unwrap().remove();
    assert_eq!(store.abandoned(&key(1)).unwrap().len(), 0);
    store.journal(&key(1), &"é".repeat(100_000)).unwrap().discard();
    assert!(files(&folder.root().join("journals")).is_empty());
    assert!(store.warnings().is_empty());
}

#[test]
fn a_store_hides_itself_from_git() {
    let folder = Folder::new("git");
    drop(folder.open());
    assert_eq!(fs::read_to_string(folder.root().join(".gitignore")).unwrap(), "*\n");
}

#[test]
fn a_folder_of_other_things_is_no_store() {
    let folder = Folder::new("stranger");
    fs::write(folder.0.join("main.c"), "int main(void) {}").unwrap();
    assert!(matches!(Store::open(&folder.0, &everything()), Err(Error::NotAStore { .. })));
    assert_eq!(files(&folder.0), [folder.0.join("main.c")]);
    // An empty one becomes a store.
    let empty = folder.0.join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(Store::open(&empty, &everything()).is_ok());
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = Folder::new("unwritable");
    fs::write(folder.0.join("file"), "").unwrap();
    let root = folder.0.join("file").join(".evercheck");
    let error = Store::open(&root, &everything()).err().unwrap();
    assert!(error.to_string().contains(&*root.to_string_lossy()), "{error}");
    // The kernel's own file system takes no files, not even root's.
    let error = Store::open("/proc/self/evercheck".as_ref(), &everything()).err().unwrap();
    assert!(matches!(error, Error::Io { .. }), "{error}");
}

#[test]
fn outcomes_are_found_again_and_the_newest_are_kept() {
    let folder = Folder::new("outcomes");
    let outcomes = Outcomes::open(&folder.root(), &everything()).unwrap();
    assert_eq!(outcomes.find(&key(1), &key(2)), None);
    outcomes.keep(&key(1), &key(2), 7, b"first").unwrap();
    outcomes.keep(&key(1), &key(2), 5, b"second").unwrap();
    // Of one program the last counts, and the most that it took.
    assert_eq!(outcomes.find(&key(1), &key(2)), Some(Kept { cost: 7, bytes: b"second".to_vec() }));
    assert_eq!(outcomes.latest(&key(2), usize::MAX).unwrap(), []);
    outcomes.keep(&key(1), &key(3), 5, &vec![0; 2 << 20]).unwrap();
    assert_eq!(outcomes.find(&key(1), &key(3)), None, "too large");
    for number in 0..store::KEPT as u16 + 9 {
        let mut program = key(0);
        program.0[..2].copy_from_slice(&number.to_le_bytes());
        outcomes.keep(&key(4), &program, 1, b"x").unwrap();
    }
    assert_eq!(outcomes.latest(&key(4), 7).unwrap().len(), 7);
    assert_eq!(outcomes.latest(&key(4), usize::MAX).unwrap().len(), store::KEPT);
    assert_eq!(outcomes.latest(&key(1), usize::MAX).unwrap().len(), 1);
    let newest = outcomes.newest(5).unwrap();
    assert_eq!((newest.len(), outcomes.newest(999).unwrap().len()), (5, store::KEPT + 1));
    assert_eq!(outcomes.named(&newest[0].name).as_ref(), Some(&newest[0]));
    for name in ["", ".", "../outcomes", &format!("./{}", newest[0].name), "x"] {
        assert_eq!(outcomes.named(name), None, "{name}");
    }
    let file = fs::read_dir(folder.root().join("outcomes")).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&file).unwrap();
    bytes[20] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert_eq!(
        outcomes.latest(&key(1), usize::MAX).unwrap().len()
            + outcomes.latest(&key(4), usize::MAX).unwrap().len(),
        store::KEPT
    );
    // What is of before goes with the runs of before.
    let store = folder.open();
    assert_eq!(store.gc(None, Some(0)).unwrap().outcomes, 0);
    fs::read_dir(folder.root().join("outcomes")).unwrap().for_each(|it| age(&it.unwrap().path(), DAY));
    assert_eq!(store.gc(Some(DAY / 2), None).unwrap().outcomes, store::KEPT as u64 + 1);
}

#[test]
fn outcomes_of_a_series_are_forgotten_together() {
    let folder = Folder::new("forgotten");
    let outcomes = Outcomes::open(&folder.root(), &everything()).unwrap();
    for (series, program) in [(1, 1), (1, 2), (2, 1)] {
        outcomes.keep(&key(series), &key(program), 1, b"x").unwrap();
    }
    assert!(outcomes.time(&key(1), &key(1)).is_some());
    outcomes.forget(&key(1)).unwrap();
    assert_eq!(outcomes.latest(&key(1), 9).unwrap(), []);
    assert_eq!(outcomes.time(&key(1), &key(1)), None);
    assert_eq!(outcomes.latest(&key(2), 9).unwrap().len(), 1);
}
