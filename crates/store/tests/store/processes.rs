//! Many processes at once, and processes that are killed.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use store::Store;

use crate::support::*;

/// Set for the processes that these tests start: what to do, and in which folder.
const ROLE: &str = "EVERCHECK_STORE_TEST_ROLE";
const ROOT: &str = "EVERCHECK_STORE_TEST_ROOT";

fn start(role: &str, root: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "processes::the_other_process", "--nocapture"]);
    command.env(ROLE, role).env(ROOT, root).stdout(Stdio::null()).spawn().unwrap()
}

/// Not a test of its own: what the processes do that other tests start.
#[test]
fn the_other_process() {
    let (Ok(role), Some(root)) = (std::env::var(ROLE), std::env::var_os(ROOT)) else { return };
    match role.split_once(' ') {
        Some(("add", number)) => add(root.as_ref(), number.parse().unwrap()),
        None if role == "endless" => endless(root.as_ref()),
        None if role == "collect" => collect(root.as_ref()),
        _ => panic!("{role}"),
    }
}

const RUNS: u8 = 12;

/// Opens the store, adds a run with two segments, one of which all processes write, and reads what others have.
fn add(root: &Path, number: u8) {
    for round in 0..RUNS {
        let store = Store::open(root, &everything()).unwrap();
        let mut journal = store.journal(&key(number), "t").unwrap();
        journal.chunk(0, &[round]).unwrap();
        let layers = [write(&store, number * RUNS + round), write(&store, 200 + round)];
        store.add_run(&run(number, now() + i64::from(round), &layers)).unwrap();
        for other in 0..4 {
            for found in store.runs(&key(other), 100).unwrap() {
                assert!(is_intact(&store, &found.layers[1], sections_seed(&store, &found)), "{found:?}");
            }
        }
        journal.discard();
        assert_eq!(store.warnings(), [""; 0]);
    }
}

/// Which segment it is, told by its first byte.
fn sections_seed(store: &Store, run: &store::Run) -> u8 {
    store.segment(&run.layers[1], KIND, FORMAT).unwrap().section(1)[0]
}

fn collect(root: &Path) {
    for _ in 0..20 {
        let store = Store::open(root, &everything()).unwrap();
        store.gc(Some(Duration::from_secs(60)), Some(1 << 40)).unwrap();
        assert_eq!(store.verify().unwrap().damaged, []);
        assert_eq!(store.warnings(), [""; 0]);
    }
}

/// Writes segments, runs and a journal until it is killed, and collects in between.
fn endless(root: &Path) {
    let store = Store::open(root, &everything()).unwrap();
    let mut journal = store.journal(&key(1), "t").unwrap();
    for round in 0u32.. {
        let seed = round as u8;
        journal.chunk(round, &[seed; 5000]).unwrap();
        let address = write(&store, seed);
        store.add_run(&run(1, now(), &[address])).unwrap();
        if round % 8 == 7 {
            store.gc(None, Some(30_000)).unwrap();
        }
    }
}

#[test]
fn many_processes_share_a_store() {
    let folder = Folder::new("processes");
    // None of them finds the store made.
    let mut children: Vec<_> = (0..4).map(|number| start(&format!("add {number}"), &folder.root())).collect();
    children.push(start("collect", &folder.root()));
    let statuses: Vec<_> = children.iter_mut().map(|child| child.wait().unwrap()).collect();
    assert!(statuses.iter().all(|status| status.success()), "{statuses:?}");
    let store = folder.open();
    for number in 0..4 {
        let runs = store.runs(&key(number), 100).unwrap();
        assert_eq!(runs.len(), RUNS.into());
        for (i, run) in runs.iter().rev().enumerate() {
            assert!(is_intact(&store, &run.layers[0], number * RUNS + i as u8));
        }
    }
    let verified = store.verify().unwrap();
    assert_eq!((verified.damaged, verified.journals), (vec![], 0));
    assert_eq!(verified.segments, 5 * u64::from(RUNS));
    assert!(files(&folder.root().join("aside")).is_empty());
    assert!(files(&folder.root().join("tmp")).is_empty());
}

#[test]
fn handles_of_one_process_share_a_store() {
    let folder = Folder::new("threads");
    let store = folder.open();
    std::thread::scope(|scope| {
        for number in 0..4 {
            let (folder, store) = (&folder, &store);
            scope.spawn(move || {
                let own = folder.open();
                for round in 0..10 {
                    // In turns with a handle of its own, and with one that all threads share.
                    let store = if round % 2 == 0 { &own } else { store };
                    let address = write(store, round);
                    store.add_run(&run(number, round.into(), &[address])).unwrap();
                    assert!(is_intact(store, &address, round));
                }
            });
        }
    });
    assert_eq!(store.all_runs().unwrap().len(), 40);
    assert_eq!(store.verify().unwrap().damaged, []);
}

#[test]
fn a_killed_process_leaves_a_sound_store() {
    let folder = Folder::new("killed");
    let mut random = Random(7);
    let (mut runs, mut chunks) = (0, 0);
    for _ in 0..25 {
        let mut child = start("endless", &folder.root());
        std::thread::sleep(Duration::from_millis(random.below(250) as u64));
        // SIGKILL.
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        let store = folder.open();
        let verified = store.verify().unwrap();
        assert_eq!(verified.damaged, []);
        for journal in store.abandoned(&key(1)).unwrap() {
            for (i, (kind, bytes)) in journal.chunks().enumerate() {
                assert_eq!((kind, bytes), (i as u32, vec![i as u8; 5000]));
                chunks += 1;
            }
            journal.remove();
        }
        for run in store.runs(&key(1), 3).unwrap() {
            assert!(store.segment(&run.layers[0], KIND, FORMAT).is_some());
            runs += 1;
        }
        assert_eq!(store.warnings(), [""; 0]);
    }
    assert!(
        runs > 0 && chunks > 0,
        "{runs} runs, {chunks} chunks: every process was killed before it did anything"
    );
}
