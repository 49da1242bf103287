//! The programs of `subjects/rmc`: their verdicts with small bounds, and their versions (`scripts/rmc_versions.py`
//! describes the format).

use std::collections::BTreeMap;
use std::path::Path;

use crate::run::{Scratch, run};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../subjects/rmc");

/// The programs, each with its number of versions in the paper.
const SUBJECTS: [(&str, usize); 5] =
    [("daisy", 13), ("elevator", 29), ("alarm_clock", 13), ("rax_extended", 10), ("replicated_workers", 28)];

struct Version {
    function: String,
    is_changing: bool,
    text: String,
}

#[test]
fn each_has_the_verdicts_it_says() {
    for (name, _) in SUBJECTS {
        let path = Path::new(FOLDER).join(name).with_extension("c");
        let base = std::fs::read_to_string(&path).unwrap();
        let line = |start: &str| base.lines().find_map(|line| line.strip_prefix(start)).unwrap();
        let (small, (fault, violated)) = (line("// small: "), line("// fault: ").rsplit_once(' ').unwrap());
        for (options, expected) in [("", line("// expected: ")), (fault, violated)] {
            // As in the papers: their programs race on purpose.
            let properties = "--except no-data-race";
            let outcome = run(&format!("check -q {properties} {small} {options} {}", path.display()));
            assert_eq!(outcome.stdout.lines().last(), Some(expected), "{name} {options}: {outcome:#?}");
        }
    }
}

#[test]
fn each_version_changes_the_function_it_says() {
    for (name, number) in SUBJECTS {
        let scratch = Scratch::new(&format!("subjects-{name}"));
        let base = std::fs::read_to_string(Path::new(FOLDER).join(name).with_extension("c")).unwrap();
        let edits = std::fs::read_to_string(Path::new(FOLDER).join(name).with_extension("versions")).unwrap();
        let versions = versions(&base, &edits);
        assert_eq!(versions.len(), number, "{name}");
        let before = fingerprints(&scratch, &base);
        for (i, version) in (1..).zip(versions) {
            let mut after = fingerprints(&scratch, &version.text);
            let mut changed: Vec<_> = Vec::new();
            for (fragment, print) in &before {
                if after.remove(fragment).as_ref() != Some(print) {
                    changed.push(fragment.clone());
                }
            }
            changed.extend(after.into_keys());
            let is_of_it = |fragment: &String| fragment.split('/').next() == Some(&version.function);
            assert!(changed.iter().all(is_of_it), "{name} v{i}: {changed:?}");
            assert!(!version.is_changing || !changed.is_empty(), "{name} v{i}: nothing has changed");
            assert_ne!(version.text, base, "{name} v{i}");
        }
    }
}

/// The local fingerprint of each fragment.
fn fingerprints(scratch: &Scratch, text: &str) -> BTreeMap<String, String> {
    let output = scratch.write("program.c", text).run("cfa --fingerprints program.c").success();
    let words = output.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    words.map(|words| (words[3].to_string(), words[0].to_string())).collect()
}

fn versions(base: &str, edits: &str) -> Vec<Version> {
    let (_, edits) = edits.split_once("== ").unwrap();
    edits.split("\n== ").map(|edit| version(base, edit)).collect()
}

fn version(base: &str, edit: &str) -> Version {
    let (head, hunks) = edit.split_once("\n--\n").unwrap();
    let words: Vec<_> = head.split_whitespace().collect();
    let mut text = base.to_string();
    for hunk in hunks.trim_end_matches('\n').split("\n--\n") {
        let (old, new) = hunk.split_once("\n++").unwrap();
        let (old, new) = (format!("{old}\n"), format!("{new}\n"));
        assert_eq!(text.matches(&old).count(), 1, "{head}:\n{old}");
        text = text.replace(&old, new.strip_prefix('\n').unwrap());
    }
    Version { function: words[1].to_string(), is_changing: words[2] == "changing", text }
}
