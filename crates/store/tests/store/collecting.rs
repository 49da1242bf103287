//! `gc` removes what is old or unused, and nothing that anybody needs.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use store::{Address, Collected, Store};

use crate::support::*;

const DAY: i64 = 24 * 60 * 60;

/// A segment that is old enough to be collected.
fn write_old(folder: &Folder, store: &Store, seed: u8) -> Address {
    let address = write(store, seed);
    age(&segment_path(&folder.root(), &address), Duration::from_secs(2 * 60 * 60));
    address
}

fn has(store: &Store, addresses: &[Address]) -> Vec<bool> {
    addresses.iter().map(|address| store.size(address).is_some()).collect()
}

#[test]
fn runs_go_by_age_and_take_their_segments_along() {
    let folder = Folder::new("age");
    let store = folder.open();
    let addresses: Vec<_> = (0..4).map(|seed| write_old(&folder, &store, seed)).collect();
    let [shared, old, new, unused] = addresses[..] else { unreachable!() };
    store.add_run(&run(1, now() - 10 * DAY, &[old, shared])).unwrap();
    store.add_run(&run(1, now() - 2 * DAY, &[new, shared])).unwrap();

    let size = store.size(&unused).unwrap();
    assert_eq!(store.gc(None, None).unwrap(), Collected { segments: 1, bytes: size, ..Collected::default() });
    assert_eq!(has(&store, &addresses), [true, true, true, false]);
    let keep = Duration::from_secs(5 * DAY as u64);
    let collected = store.gc(Some(keep), None).unwrap();
    assert_eq!((collected.runs, collected.segments), (1, 1));
    assert_eq!(has(&store, &addresses), [true, false, true, false]);
    assert!(is_intact(&store, &shared, 0) && is_intact(&store, &new, 2));
    assert_eq!(store.gc(Some(keep), None).unwrap(), Collected::default());
    assert_eq!(store.gc(Some(Duration::ZERO), None).unwrap().segments, 2);
    assert_eq!(store.gc(Some(Duration::MAX), None).unwrap(), Collected::default());
    assert_eq!(store.verify().unwrap().damaged, []);
}

#[test]
fn the_oldest_make_room() {
    let folder = Folder::new("room");
    let store = folder.open();
    let addresses: Vec<_> = (0..5).map(|seed| write_old(&folder, &store, seed)).collect();
    let size = store.size(&addresses[0]).unwrap();
    // Each run on the record of the one before; the last with one of its own.
    for i in 0..4usize {
        let layers: Vec<_> = addresses[..=i].iter().rev().copied().collect();
        store.add_run(&run(1, i as i64, &layers)).unwrap();
    }
    store.add_run(&run(2, 100, &addresses[4..])).unwrap();
    assert_eq!(store.gc(None, Some(5 * size)).unwrap(), Collected::default());
    // The first three share all they have with the fourth: room is there only when all four are gone.
    let collected = store.gc(None, Some(5 * size - 1)).unwrap();
    assert_eq!((collected.runs, collected.segments, collected.bytes), (4, 4, 4 * size));
    assert_eq!(has(&store, &addresses), [false, false, false, false, true]);
    assert_eq!(store.all_runs().unwrap().len(), 1);
    assert_eq!(store.gc(None, Some(0)).unwrap().segments, 1);
    assert_eq!(store.usage().unwrap().bytes, 0);
}

#[test]
fn what_is_young_or_open_stays() {
    let folder = Folder::new("young");
    let store = folder.open();
    let young = write(&store, 1);
    let open = write_old(&folder, &store, 2);
    let segment = store.segment(&open, KIND, FORMAT).unwrap();
    let one_young = Collected { young: 1, ..Collected::default() };
    assert_eq!(folder.open().gc(Some(Duration::ZERO), Some(0)).unwrap(), one_young);
    // A run that was about to be added finds its segments, its base's included.
    store.add_run(&run(1, now() + 5, &[young, open])).unwrap();
    drop(segment);
    assert_eq!(store.gc(Some(Duration::ZERO), None).unwrap(), Collected::default());
    // What its run gives up is not young any more; what is written again is.
    let size = store.usage().unwrap().bytes;
    let collected = store.gc(None, Some(0)).unwrap();
    assert_eq!((collected.runs, collected.segments, collected.bytes, collected.young), (1, 2, size, 0));
    assert_eq!(has(&store, &[young, open]), [false, false]);
    write(&store, 1);
    assert_eq!(store.gc(None, Some(0)).unwrap(), one_young);
}

#[test]
fn room_is_made_at_once_but_for_what_is_in_use() {
    let folder = Folder::new("at-once");
    let store = folder.open();
    let addresses: Vec<_> = (0..12).map(|seed| write(&store, seed)).collect();
    for (time, address) in (0..).zip(&addresses) {
        store.add_run(&run(1, time, &[*address])).unwrap();
    }
    let all = store.usage().unwrap().bytes;
    let reader = folder.open();
    let in_use = reader.segment(&addresses[0], KIND, FORMAT).unwrap();
    let collected = store.gc(None, Some(all / 2)).unwrap();
    // A process may be about to add a run that is built on what it has open.
    assert_eq!((collected.runs, collected.segments, collected.young), (6, 5, 0));
    assert_eq!(store.usage().unwrap().bytes, all - collected.bytes);
    reader.add_run(&run(1, 100, &addresses[..1])).unwrap();
    drop(in_use);
    assert_eq!(store.gc(None, Some(all / 2)).unwrap().runs, 1);
    assert!(store.usage().unwrap().bytes <= all / 2);
    assert!(is_intact(&store, &addresses[0], 0) && store.verify().unwrap().damaged.is_empty());
}

#[test]
fn what_killed_processes_left_is_removed_after_a_day() {
    let folder = Folder::new("left");
    let store = folder.open();
    let path = |name: &str| -> PathBuf { folder.root().join("tmp").join(name) };
    fs::write(path("segment-1"), "old").unwrap();
    age(&path("segment-1"), Duration::from_secs(25 * 60 * 60));
    fs::write(path("segment-2"), "young").unwrap();
    fs::write(folder.root().join("aside/something"), "1234567").unwrap();
    let collected = store.gc(None, None).unwrap();
    assert_eq!(collected, Collected { temporaries: 1, aside: 1, bytes: 10, ..Collected::default() });
    assert_eq!(files(&folder.root().join("tmp")), [path("segment-2")]);
}

#[test]
fn journals_stay_while_they_are_of_use() {
    let folder = Folder::new("journals");
    let store = folder.open();
    let old = Duration::from_secs(3 * DAY as u64);
    let mut journals: Vec<_> = (0..3).map(|number| store.journal(&key(number), "t").unwrap()).collect();
    for journal in &mut journals {
        journal.chunk(1, &[1; 1000]).unwrap();
    }
    for path in files(&folder.root().join("journals")) {
        age(&path, old);
    }
    let alive = journals.pop();
    drop(journals);
    let young = files(&folder.root().join("journals")).remove(0);
    age(&young, Duration::ZERO);
    assert_eq!(store.gc(None, None).unwrap().journals, 0);
    assert_eq!(store.gc(Some(Duration::from_secs(DAY as u64)), None).unwrap().journals, 1);
    assert!(young.exists());
    assert_eq!(store.gc(None, Some(1500)).unwrap().journals, 1);
    assert!(!young.exists());
    assert_eq!(store.gc(Some(Duration::ZERO), Some(0)).unwrap().journals, 0, "the last is in use");
    drop(alive);
    assert_eq!(store.gc(None, Some(0)).unwrap().journals, 1);
}

/// What nobody else needs goes with the run, at once; what is open stays until `gc`.
#[test]
fn runs_that_are_forgotten_take_their_segments_along() {
    let folder = Folder::new("forgotten");
    let store = folder.open();
    let [base, old, new, open] = [1, 2, 3, 4].map(|number| write(&store, number));
    let ids = [&[old, base][..], &[new, base], &[open]].map(|it| store.add_run(&run(1, 5, it)).unwrap());
    let mapped = store.segment(&open, KIND, FORMAT).unwrap();
    store.forget_runs(&[ids[0], ids[2]]).unwrap();
    let is_there = |address: &_| store.size(address).is_some();
    assert_eq!([&base, &old, &new, &open].map(is_there), [true, false, true, true]);
    assert_eq!(store.runs(&key(1), 9).unwrap().len(), 1);
    drop(mapped);
    assert!(is_there(&open) && store.warnings().is_empty());
}

#[test]
fn a_run_that_gets_other_layers_is_the_same_run() {
    let folder = Folder::new("other-layers");
    let store = folder.open();
    let [base, old, one] = [1, 2, 3].map(|number| write(&store, number));
    let earlier = store.add_run(&run(1, 5, &[base])).unwrap();
    let id = store.add_run(&run(1, 6, &[old, base])).unwrap();
    store.replace_layers(id, &[one]).unwrap();
    let runs = store.runs(&key(1), 9).unwrap();
    assert_eq!(runs.iter().map(|run| run.id).collect::<Vec<_>>(), [id, earlier]);
    assert_eq!((runs[0].layers.as_slice(), runs[0].time), (&[one][..], 6));
    assert_eq!([&base, &old, &one].map(|it| store.size(it).is_some()), [true, false, true]);
    // One that is gone gets none.
    store.forget_runs(&[id]).unwrap();
    store.replace_layers(id, &[base]).unwrap();
    assert_eq!(store.runs(&key(1), 9).unwrap().len(), 1);
    assert!(store.warnings().is_empty());
}
