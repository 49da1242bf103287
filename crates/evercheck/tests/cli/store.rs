//! `evercheck store`: what it lists, finds and removes.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use store::{Address, Key, NewRun, Store, Trust};

use crate::run::{Scratch, assert_contains, outcome};

/// A project with a store of two runs: a day old with a segment of 1 MB, and of the year 2001 with one of 2 MB.
struct Project {
    scratch: Scratch,
    store: Store,
    segments: Vec<Address>,
}

impl Project {
    fn new(test: &str) -> Project {
        let scratch = Scratch::new(test);
        let store = Store::open(&scratch.path.join(".evercheck"), &Trust::of(None, None).named()).unwrap();
        let yesterday = SystemTime::now() - Duration::from_secs(86_400);
        let yesterday = yesterday.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() as i64;
        let mut project = Project { scratch, store, segments: Vec::new() };
        project.add("queue.c", 1_000_000_000, "false(no-deadlock)", 2_000_000, false);
        project.add("account.c", yesterday, "true", 1_000_000, true);
        project
    }

    fn add(&mut self, target: &str, time: i64, verdict: &str, size: usize, is_complete: bool) {
        let mut writer = self.store.create(1, 1).unwrap();
        writer.section(1).unwrap();
        writer.write(&vec![7; size]).unwrap();
        let address = writer.finish().unwrap();
        self.segments.push(address);
        let old = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
        OpenOptions::new().write(true).open(self.path(&address)).unwrap().set_modified(old).unwrap();
        let run = NewRun {
            key: Key([1; 32]),
            target: target.to_string(),
            time,
            verdict: verdict.to_string(),
            is_complete,
            layers: vec![address],
            summary: vec![],
            stats: r#"{"states": 12}"#.to_string(),
        };
        self.store.add_run(&run).unwrap();
    }

    fn path(&self, address: &Address) -> PathBuf {
        let name = address.to_string();
        self.scratch.path.join(".evercheck/cas").join(&name[..2]).join(name)
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.scratch.run(&format!("store {line} --format json")).stdout).unwrap()
    }
}

#[test]
fn runs_are_listed_newest_first() {
    let project = Project::new("store-ls");
    let text = project.scratch.run("store ls").success();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_contains(lines[0], &["RUN", "TIME", "RECORD", "HOLDS", "VERDICT", "TARGET"]);
    assert_contains(lines[1], &["     2  ", "1 MB  12 states  true  ", "account.c"]);
    assert_eq!(
        lines[2],
        "     1  2001-09-09 01:46:40      2 MB  12 states  false(no-deadlock)  queue.c (unfinished)"
    );
    assert_contains(lines[3], &["2 runs, 2 segments, 0 journals: 3 MB in /", ".evercheck"]);

    let json = project.json("ls");
    assert_eq!((&json["schema"], &json["segments"]), (&Value::from(1), &Value::from(2)));
    assert_eq!(json["runs"][1]["target"], "queue.c");
    assert_eq!(json["runs"][1]["is_complete"], false);
    assert_eq!(json["runs"][1]["layers"][0], project.segments[0].to_string());
    // Content, header, and checksums of 62 parts.
    assert_eq!(json["runs"][1]["bytes"], 2_000_000 + 4096 + 62 * 16);
    assert_eq!(json["runs"][0]["stats"]["states"], 12);
}

#[test]
fn the_store_is_found_from_below_and_by_name() {
    let project = Project::new("store-place");
    let below = project.scratch.path.join("src/deep");
    fs::create_dir_all(&below).unwrap();
    let list_from = |folder: &Path| {
        let mut command = project.scratch.command("store ls");
        command.current_dir(folder);
        outcome(command).success()
    };
    assert_contains(&list_from(&below), &["2 runs"]);
    drop(Store::open(&below.join(".evercheck"), &Trust::of(None, None).named()).unwrap());
    assert_contains(&list_from(&below), &["0 runs"]);
    assert_contains(&project.scratch.run("store ls --store .evercheck").success(), &["2 runs"]);
    assert_contains(&project.scratch.run("store --store .evercheck ls").success(), &["2 runs"]);
}

#[test]
fn a_place_without_a_store_stays_so() {
    let scratch = Scratch::new("store-none");
    for command in ["ls", "verify", "gc"] {
        let error = scratch.run(&format!("store {command} --store nowhere")).input_error();
        assert_contains(&error, &["nowhere: there is no store"]);
    }
    assert!(!scratch.path.join("nowhere").exists());
    scratch.write("main.c", "");
    let before = fs::read_dir(&scratch.path).unwrap().count();
    assert_contains(&scratch.run("store gc --store .").input_error(), &["not a store"]);
    assert_eq!(fs::read_dir(&scratch.path).unwrap().count(), before);
}

#[test]
fn damage_is_reported_with_status_1() {
    let project = Project::new("store-verify");
    assert_contains(&project.scratch.run("store verify").success(), &["2 runs, 2 segments", "intact"]);
    let path = project.path(&project.segments[0]);
    let mut bytes = fs::read(&path).unwrap();
    bytes[1_000_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let outcome = project.scratch.run("store verify");
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    assert_contains(&outcome.stdout, &[&*path.to_string_lossy(), "damaged in section 1", "1 damaged"]);
    let json = project.json("verify");
    assert_eq!(json["damaged"].as_array().unwrap().len(), 1);
    assert_eq!(json["segments"], 2);
}

#[test]
fn a_damaged_catalogue_is_reported_with_status_1() {
    let Project { scratch, store, .. } = Project::new("store-catalogue");
    drop(store);
    fs::write(scratch.path.join(".evercheck/catalogue-1.db"), "not a database").unwrap();
    let outcome = scratch.run("store verify");
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    assert_contains(&outcome.stdout, &["catalogue-1.db", "the catalogue is damaged", "1 damaged"]);
    assert_contains(&scratch.run("store verify").success(), &["0 runs, 2 segments", "intact"]);
    assert_contains(&scratch.run("store gc").success(), &["removed 2 segments, 1 damaged file"]);
}

#[test]
fn old_runs_are_removed() {
    let project = Project::new("store-gc-age");
    assert_contains(&project.scratch.run("store gc").success(), &["removed nothing: 3 MB left"]);
    let text = project.scratch.run("store gc --keep-days 30").success();
    assert_contains(&text, &["removed 1 run, 1 segment (2 MB): 1 MB left"]);
    assert_contains(&project.scratch.run("store ls").success(), &["account.c", "1 run, 1 segment"]);
    let json = project.json("gc --keep-days 0");
    assert_eq!((&json["removed"]["runs"], &json["bytes"]), (&Value::from(1), &Value::from(0)));
}

#[test]
fn what_is_kept_for_its_youth_is_said() {
    let project = Project::new("store-gc-young");
    let file = OpenOptions::new().write(true).open(project.path(&project.segments[0])).unwrap();
    file.set_modified(SystemTime::now()).unwrap();
    // What a run gives up goes at once; what no run ever had may be one's that is about to be added.
    let stray = project.scratch.path.join(".evercheck/cas").join("0".repeat(64));
    std::fs::copy(project.path(&project.segments[0]), &stray).unwrap();
    let text = project.scratch.run("store gc --keep-days 30").success();
    assert_contains(
        &text,
        &["removed 1 run, 1 segment", "kept 1 segment that no run needs, written within the last hour"],
    );
    assert_eq!(project.json("gc")["kept_young"], 1);
    assert!(!Project::new("store-gc-none-young").scratch.run("store gc").success().contains("kept"));
}

#[test]
fn the_oldest_runs_make_room() {
    let project = Project::new("store-gc-size");
    assert_contains(&project.scratch.run("store gc --max-size 4MB").success(), &["removed nothing"]);
    assert_contains(&project.scratch.run("store gc --max-size 3MB").success(), &["removed 1 run, 1 segment"]);
    assert_contains(&project.scratch.run("store ls").success(), &["account.c", "1 run, 1 segment"]);
    assert_contains(&project.scratch.run("store gc --max-size 4XB").input_error(), &["4XB", "GB"]);
    assert_contains(&project.scratch.run("store gc --keep-days=-1").input_error(), &["keep-days"]);
}
