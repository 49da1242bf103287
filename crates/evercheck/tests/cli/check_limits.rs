//! Limits and interrupts: each says what was covered, and none is a proof.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Outcome, Scratch, assert_contains};

/// More states than anybody has time for.
const ENDLESS: &str = "\
#include <evercheck.h>
int main(void) {
    unsigned long long x = 0;
    for (;;) x = 31 * x + evercheck_choose(1, 30);
}
";

#[track_caller]
fn limited(test: &str, options: &str, reason: &str) -> String {
    let scratch = Scratch::new(test);
    let outcome = scratch.write("a.c", ENDLESS).run(&format!("check {options} a.c"));
    assert_eq!(outcome.status, Some(3), "{outcome:#?}");
    assert_eq!(outcome.stderr, "", "no live line where nobody looks");
    assert_eq!(outcome.stdout.lines().last(), Some(format!("unknown({reason})").as_str()));
    assert_contains(&outcome.stdout, &[&format!("unknown({reason}): "), " states, ", "help: "]);
    outcome.stdout
}

#[test]
fn a_limit_on_states() {
    let text = limited("limit_states", "--max-states 100", "states");
    assert_contains(&text, &["\n100 states, ", " not explored\n"]);
}

#[test]
fn what_is_not_explored_is_counted() {
    let scratch = Scratch::new("limit_counts");
    // The start has one way on, which leads to a state of two; those lead to one each.
    let source = "#include <evercheck.h>\nint main(void) {\n    int x = evercheck_choose(0, 1);\n    return x + evercheck_choose(0, 1);\n}\n";
    scratch.write("a.c", source);
    for order in ["dfs", "bfs", "random"] {
        let check = |states: u64| {
            scratch
                .run(&format!("check --reuse off --no-record --search {order} --max-states {states} a.c"))
                .stdout
        };
        let count =
            |text: &str| text.lines().find(|line| line.ends_with(" not explored")).map(str::to_string);
        assert_eq!(count(&check(1)).as_deref(), Some("successors of 1 state were not explored"), "{order}");
        let expected = if order == "bfs" {
            "successors of 2 states were not explored"
        } else {
            "successors of 1 state were not explored"
        };
        assert_eq!(count(&check(3)).as_deref(), Some(expected), "{order}");
        assert_eq!(count(&check(9)), None, "{order}");
    }
}

#[test]
fn numbers_agree_with_what_they_count() {
    let scratch = Scratch::new("limit_one");
    let text = scratch.write("a.c", "int main(void) { return 0; }\n").run("check a.c").success();
    assert_contains(&text, &["1 state, 1 transition, depth 0, "]);
    let outcome = scratch.run("-v check --reuse off --no-record a.c");
    assert_contains(&outcome.stderr, &["info: states: 1, transitions: 1, runs to an end: 1, instructions: "]);
    assert!(!outcome.stderr.contains('{'), "{outcome:#?}");
}

#[test]
fn numbers_that_make_no_sense_are_refused_in_words() {
    let scratch = Scratch::new("limit_numbers");
    scratch.write("a.c", "int main(void) { return 0; }\n");
    for (options, complaint) in [
        ("--depth -1", "invalid value '-1' for '--depth <N>': expected a whole number, 0 or more"),
        ("--depth x", "expected a whole number, 0 or more"),
        ("--max-states 0", "expected a whole number, 1 or more"),
        ("--max-states -5", "expected a whole number, 1 or more"),
        ("--seed 1", "--seed is for --search random and for --ranges"),
    ] {
        assert_contains(&scratch.run(&format!("check {options} a.c")).input_error(), &[complaint]);
    }
    scratch.run("check --search random --seed 1 a.c").success();
}

#[test]
fn a_search_cut_short_is_no_proof_in_json_either() {
    let scratch = Scratch::new("limit_json");
    let outcome = scratch.write("a.c", ENDLESS).run("check --format json --max-states 50 a.c");
    let value: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(
        (&value["verdict"], &value["scope"]["kind"]),
        (&"unknown(states)".into(), &serde_json::Value::Null)
    );
    assert_eq!(value["scope"]["bounds"]["states"], 50);
}

#[test]
fn a_limit_that_is_just_enough_is_none() {
    let scratch = Scratch::new("limit_enough");
    scratch.write("a.c", "#include <evercheck.h>\nint main(void) { return evercheck_choose(0, 5) + evercheck_choose(0, 0); }\n");
    let text = scratch.run("check a.c").success();
    let states = text.split(" states").next().unwrap().to_string();
    assert_contains(&scratch.run(&format!("check --max-states {states} a.c")).success(), &["true\n"]);
}

#[test]
fn a_limit_on_depth() {
    let text = limited("limit_depth", "--depth 2", "depth");
    assert_contains(&text, &["depth 2", "scope: runs of at most 2 transitions"]);
}

#[test]
fn a_limit_on_time() {
    let start = Instant::now();
    let text = limited("limit_time", "--engine explicit --time-limit 300ms", "time");
    assert_contains(&text, &["--time-limit", " not explored\n"]);
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_limit_on_memory() {
    let text = limited("limit_memory", "--engine explicit --memory-limit 60MB", "memory");
    assert_contains(&text, &["--memory-limit", " not explored\n"]);
}

#[test]
fn quantities_need_units_that_exist() {
    let scratch = Scratch::new("limit_units");
    scratch.write("a.c", "int main(void) { return 0; }\n");
    assert_contains(&scratch.run("check --memory-limit 4XB a.c").input_error(), &["XB", "GB"]);
    assert_contains(&scratch.run("check --time-limit 4w a.c").input_error(), &["\"w\"", "m or h"]);
}

#[test]
fn an_interrupt_ends_the_search_with_what_was_covered() {
    let scratch = Scratch::new("interrupt");
    let mut command = scratch.write("a.c", ENDLESS).command("check --engine explicit a.c");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_handler(&child);
    // The search begins when the store is there: on a busy machine that takes its time.
    let start = Instant::now();
    while !scratch.path.join(".evercheck").exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let outcome = Outcome::from(child.wait_with_output().unwrap());
    assert_eq!(outcome.status, Some(130), "{outcome:#?}");
    assert_contains(&outcome.stdout, &["unknown(cancelled): ", " transitions, depth ", " not explored\n"]);
    assert_eq!(outcome.stdout.lines().last(), Some("unknown(cancelled)"));
}

/// Waits until the process handles SIGINT itself.
fn wait_for_handler(child: &Child) {
    let start = Instant::now();
    let is_ready = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap_or(0) & 2 != 0)
    };
    while !is_ready() {
        assert!(start.elapsed() < Duration::from_secs(60), "the process never handles SIGINT");
        std::thread::sleep(Duration::from_millis(10));
    }
}
