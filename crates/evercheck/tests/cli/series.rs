//! The series of `tests/revisions` through the binary: what is expected is what the explicit engine says, too, and on one store
//! every revision gets the report that it gets without.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::Scratch;

const SERIES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/revisions");

struct Revision {
    path: PathBuf,
    text: String,
}

impl Revision {
    fn header(&self, name: &str) -> &str {
        let start = format!("// {name}: ");
        self.text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or("")
    }

    fn options(&self) -> String {
        let given = self.header("options");
        let usual = if given.contains("--property") { "" } else { "--property unreach-call" };
        format!("{usual} {given}")
    }
}

fn series() -> Vec<(String, Vec<Revision>)> {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(SERIES).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let name = |folder: &Path| folder.file_name().unwrap().to_string_lossy().into_owned();
    folders.iter().map(|folder| (name(folder), revisions(folder))).collect()
}

fn revisions(folder: &Path) -> Vec<Revision> {
    let files = (1..).map(|number| folder.join(format!("{number}.c"))).take_while(|file| file.exists());
    files.map(|path| Revision { text: std::fs::read_to_string(&path).unwrap(), path }).collect()
}

/// What a program does where a function has no body is in a file beside the revisions.
#[test]
fn the_explicit_engine_confirms_what_is_expected() {
    let scratch = Scratch::new("series_explicit");
    let mut confirmed = 0;
    for (_, revisions) in series() {
        for revision in &revisions {
            let own = revision.options().replace("--externs havoc", "");
            let bounds = "--engine explicit --nondet-range -3..9 --max-states 20000 --no-record";
            let line =
                |model: &str| format!("check {bounds} --reuse off {own} {model} {}", revision.path.display());
            let mut outcome = scratch.run(&line(""));
            let model = revision.path.with_file_name("model.c");
            if model.exists() && outcome.stdout.contains("neither defined nor known") {
                outcome = scratch.run(&line(&format!("--model {}", model.display())));
            }
            let verdict = outcome.stdout.lines().last().unwrap_or("");
            if !verdict.starts_with("unknown(") {
                assert_eq!(verdict, revision.header("expect"), "{}", revision.path.display());
                confirmed += 1;
            }
        }
    }
    assert!(confirmed >= 230, "{confirmed}");
}

/// Some of the series; all of them are in the tests of the engine.
#[test]
fn a_store_changes_no_report() {
    let (mut compared, mut unchanged) = (0, 0);
    let asks_nothing = |revision: &Revision| revision.header("asks") == "nothing";
    for (number, (name, revisions)) in series().into_iter().enumerate() {
        if number % 6 != 0 && !revisions.iter().any(asks_nothing) {
            continue;
        }
        let scratch = Scratch::new(&format!("series_{name}"));
        for revision in &revisions {
            scratch.write("a.c", &revision.text);
            let check = |reuse: &str| -> Value {
                let own = revision.options();
                let line =
                    format!("check --engine predicate --time-limit 2s --format json {own} {reuse} a.c");
                let outcome = scratch.run(&line);
                serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:#?}"))
            };
            let (mut off, mut on) = (check("--reuse off --no-record"), check(""));
            if [&off, &on].iter().any(|it| it["verdict"] == "unknown(time)") {
                continue;
            }
            assert_eq!(on["verdict"], revision.header("expect"), "{}", revision.path.display());
            let stats = on["stats"].take();
            if revision.header("asks") == "nothing" {
                let asked = (&stats["proofs_reused"], &stats["smt_queries"]);
                assert_eq!(asked, (&1.into(), &0.into()), "{}", revision.path.display());
                unchanged += 1;
            }
            off["stats"].take();
            assert_eq!(off, on, "{}", revision.path.display());
            compared += 1;
        }
    }
    assert!(compared >= 40 && unchanged >= 3, "{compared}, {unchanged}");
}
