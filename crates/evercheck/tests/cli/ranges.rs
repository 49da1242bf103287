//! `--range` and `--ranges`: parts of a search say what they cover, and together they are the whole.

use serde_json::Value;

use crate::run::{Outcome, Scratch, assert_contains};

/// Violated on the paths 1.3.6.6, 1.5.5.6 and 1.6.6.5.
const CHOICES: &str = "\
#include <assert.h>
#include <evercheck.h>
int main(void) {
    int sum = 0;
    for (int i = 1; i <= 3; i++) sum += i * evercheck_choose(1, 6);
    assert(sum != 33);
    return 0;
}
";

const THREADS: &str = "\
#include <assert.h>
#include <evercheck.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, last;
static void *work(void *unused) {
    int n = evercheck_choose(1, 3);
    pthread_mutex_lock(&lock);
    shared += n;
    last = n;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(shared != 5 || last != 2);
    return 0;
}
";

/// The same without a violation.
fn safe(source: &str) -> String {
    source.replace("sum != 33", "sum <= 36").replace("shared != 5", "shared <= 6")
}

fn scratch(test: &str, source: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("a.c", source).write("safe.c", safe(source));
    scratch
}

const ALONE: &str = "--engine explicit --reuse off --no-record";

fn verdict(outcome: &Outcome) -> &str {
    outcome.stdout.lines().last().unwrap_or_default()
}

#[track_caller]
fn json(scratch: &Scratch, line: &str) -> Value {
    let outcome = scratch.run(&format!("check --format json {line}"));
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|error| panic!("{error}: {outcome:#?}"))
}

/// The ranges of a report, and their figures.
fn list(report: &Value) -> &[Value] {
    report["ranges"]["list"].as_array().expect("a list of ranges")
}

#[test]
fn ranges_that_follow_each_other_find_what_there_is() {
    let scratch = scratch("ranges_choices", CHOICES);
    let check = |range: &str, expected: &str| {
        let outcome = scratch.run(&format!("check {ALONE} --range {range} a.c"));
        assert_eq!(verdict(&outcome), expected, "{range}: {outcome:#?}");
        let outcome = scratch.run(&format!("check {ALONE} --range {range} safe.c"));
        assert_eq!(outcome.status, Some(0), "{outcome:#?}");
        assert_contains(&outcome.stdout, &[&format!("\nscope: paths {range}\ntrue\n")]);
    };
    let violated = "false(unreach-call)";
    [("..1.3", "true"), ("1.3..1.3.6", "true"), ("1.3.6..=1.3", violated), ("1.4..1.5.5.6", "true")]
        .into_iter()
        .chain([("1.5.5.6..=1.5.5.6", violated), ("1.5.6..1.6", "true"), ("1.6..", violated)])
        .for_each(|(range, expected)| check(range, expected));
}

#[test]
fn all_ranges_together_say_what_the_whole_says() {
    for (name, source) in [("choices", CHOICES), ("threads", THREADS)] {
        let scratch = scratch(&format!("ranges_{name}_together"), source);
        let options: &[&str] = match name {
            "threads" => &["", "--por off"],
            _ => &["--search bfs", "--search random", "--stateless"],
        };
        for options in options {
            let whole = json(&scratch, &format!("{ALONE} {options} --keep-going a.c"));
            let parts = json(&scratch, &format!("{ALONE} {options} --keep-going --ranges 6 --seed 2 a.c"));
            assert_eq!(parts["verdict"], "false(unreach-call)");
            for key in ["verdict", "scope"] {
                assert_eq!(parts[key], whole[key], "{name} {options}");
            }
            let verdicts = |report: &Value| {
                let properties = report["properties"].as_array().cloned().unwrap_or_default();
                properties
                    .iter()
                    .map(|it| (it["verdict"].clone(), it["violation"]["line"].clone()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(verdicts(&parts), verdicts(&whole), "{name} {options}");
            let parts = json(&scratch, &format!("{ALONE} {options} --ranges 6 --seed 2 safe.c"));
            assert_eq!((&parts["verdict"], &parts["scope"]["kind"]), (&"true".into(), &"proved".into()));
            assert!(list(&parts).iter().all(|part| part["verdict"] == "true"), "{parts:#}");
        }
    }
}

#[test]
fn a_range_of_the_list_is_that_of_the_option() {
    for (name, source) in [("choices", CHOICES), ("threads", THREADS)] {
        let scratch = scratch(&format!("ranges_{name}_list"), source);
        let report = json(&scratch, &format!("{ALONE} --ranges 4 --seed 1 safe.c"));
        let (mut end, mut states, mut most) = (String::new(), 0, 0);
        for part in list(&report) {
            let range = part["range"].as_str().expect("a range");
            let (start, next) = range.split_once("..").expect("two ends");
            assert_eq!(start, end, "each begins where the one before ends");
            end = next.to_string();
            let alone = json(&scratch, &format!("{ALONE} --range {range} safe.c"));
            assert_eq!(alone["stats"]["states"], part["states"]);
            assert_eq!(alone["stats"]["transitions"], part["transitions"]);
            assert_eq!(
                (&alone["scope"]["kind"], &alone["scope"]["bounds"]["range"]),
                (&"bounded".into(), &range.into())
            );
            let count = part["states"].as_u64().expect("a number");
            (states, most) = (states + count, most.max(count));
        }
        assert_eq!((end.as_str(), list(&report).len()), ("", 4));
        assert_eq!(
            (&report["ranges"]["total"]["states"], &report["stats"]["states"]),
            (&states.into(), &states.into())
        );
        assert_eq!(
            (&report["ranges"]["maximum"]["states"], &report["ranges"]["seed"]),
            (&most.into(), &1.into())
        );
        let again = json(&scratch, &format!("{ALONE} --ranges 4 --seed 1 safe.c"));
        assert!(list(&again).iter().zip(list(&report)).all(|(a, b)| a["range"] == b["range"]));
        assert_eq!(json(&scratch, &format!("{ALONE} safe.c"))["ranges"], Value::Null);
    }
}

#[test]
fn one_range_is_the_plain_search() {
    for (name, source) in [("choices", CHOICES), ("threads", THREADS)] {
        let scratch = scratch(&format!("ranges_{name}_one"), source);
        for file in ["a.c", "safe.c"] {
            let (plain, one) = (
                json(&scratch, &format!("{ALONE} {file}")),
                json(&scratch, &format!("{ALONE} --ranges 1 {file}")),
            );
            for key in ["verdict", "properties", "scope"] {
                assert_eq!(one[key], plain[key]);
            }
            for key in ["states", "transitions", "depth"] {
                assert_eq!(one["stats"][key], plain["stats"][key]);
            }
            assert_eq!(list(&one)[0]["range"], "..");
        }
    }
}

#[test]
fn a_range_is_split_into_ranges() {
    let scratch = scratch("ranges_split", CHOICES);
    let outcome = scratch.run(&format!("check {ALONE} --range 1.2..=1.3 --ranges 3 a.c"));
    assert_eq!(verdict(&outcome), "false(unreach-call)");
    let report = json(&scratch, &format!("{ALONE} --range 1.2..=1.3 --ranges 3 safe.c"));
    assert_eq!(
        (&report["scope"]["bounds"]["range"], &report["scope"]["kind"]),
        (&"1.2..=1.3".into(), &"bounded".into())
    );
    let ranges: Vec<&str> = list(&report).iter().filter_map(|part| part["range"].as_str()).collect();
    assert!(
        ranges.len() == 3 && ranges[0].starts_with("1.2..1.") && ranges[2].ends_with("..=1.3"),
        "{ranges:?}"
    );
    let even = json(&scratch, &format!("{ALONE} --range 1.2..=1.3 --ranges 3 --split even safe.c"));
    assert_eq!((&even["verdict"], list(&even).len()), (&"true".into(), 3));
    let outcome = scratch.run(&format!("check {ALONE} --range 1.4..1.5 --ranges 3 a.c"));
    assert_eq!(verdict(&outcome), "true");
    assert_contains(&outcome.stdout, &["\nscope: paths 1.4..1.5\n"]);
}

#[test]
fn a_violation_says_which_range_it_is_in() {
    let scratch = scratch("ranges_violation", CHOICES);
    let outcome = scratch.run(&format!("check {ALONE} --ranges 4 a.c"));
    assert_eq!((outcome.status, verdict(&outcome)), (Some(1), "false(unreach-call)"));
    assert_contains(
        &outcome.stdout,
        &[
            "unreach-call violated: ",
            "\nrange ",
            "\nminimum ",
            "\nmaximum ",
            "\ntotal ",
            "\nviolated in range ",
        ],
    );
    let all = scratch.run(&format!("check {ALONE} --keep-going --ranges 4 a.c"));
    assert!(!all.stdout.contains("not explored"), "{all:#?}");
    // Shorter ways may lead out of the range, so nothing is said of them.
    let breadth = json(&scratch, &format!("{ALONE} --search bfs --ranges 4 a.c"));
    assert_eq!(breadth["properties"][0]["violation"]["is_shortest"], false);
}

#[test]
fn malformed_ranges() {
    let scratch = scratch("ranges_malformed", CHOICES);
    for (options, expected) in [
        ("--range 1.2", "there is no `..`"),
        ("--range 1.x..", "`x`, its number 2, is no choice; choices are numbered from 1"),
        ("--range ..0", "`0`, its number 1, is no choice"),
        ("--range -1..2", "`-1`, its number 1, is no choice"),
        ("--range 2..1.9", "it ends before it starts"),
        ("--range 1..1", "it ends before it starts"),
        ("--range 1..=", "nothing follows `..=`"),
        ("--split even", "--ranges"),
        ("--ranges 0", "expected a whole number, 1 or more"),
        ("--ranges -1", "expected a whole number, 1 or more"),
    ] {
        let outcome = scratch.run(&format!("check {options} a.c"));
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""), "{options}: {outcome:#?}");
        assert_contains(&outcome.stderr, &[expected]);
    }
}

#[test]
fn paths_that_there_are_not() {
    let scratch = scratch("ranges_impossible", CHOICES);
    for (options, expected) in [
        ("--range 1.9..", "--range: there is no path 1.9: there are 6 choices after 1, and no choice 9"),
        ("--range ..7.1", "--range: there is no path 7.1: there is one choice at the start, and no choice 7"),
        ("--range 1..1.1.1.1.1.1 --ranges 3", "there is nothing to choose after 1.1.1.1"),
        ("--range 1.9.. --whole", "there are 6 choices after 1"),
    ] {
        let outcome = scratch.run(&format!("check {options} a.c"));
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""), "{options}: {outcome:#?}");
        assert_contains(&outcome.stderr, &["error: ", expected]);
        let message = &json(&scratch, &format!("{options} a.c"))["errors"][0]["message"];
        assert_contains(message.as_str().expect("a message"), &[expected]);
    }
}

#[test]
fn a_range_takes_the_explicit_engine() {
    let scratch = scratch("ranges_engine", CHOICES);
    for option in ["--range 1.2..1.3", "--ranges 2"] {
        let report = json(&scratch, &format!("--reuse off --no-record {option} safe.c"));
        assert_eq!((&report["verdict"], &report["engine"]), (&"true".into(), &"explicit".into()));
        assert_contains(report["engine_reason"].as_str().expect("a reason"), &["is for it"]);
    }
    let outcome = scratch.run("check --engine predicate --no-record --range 1.2..1.3 safe.c");
    assert_contains(&outcome.stderr, &["--range is for the explicit engine, which was not taken"]);
}

/// Records of ranges and of the whole are built on by each other, and nothing that is told depends on it.
#[test]
fn ranges_reuse_and_record() {
    for (name, source) in [("choices", CHOICES), ("threads", THREADS)] {
        for file in ["a.c", "safe.c"] {
            let scratch = scratch(&format!("ranges_{name}_reuse"), source);
            for options in ["--range 1.1..", "--ranges 3", "", "--ranges 2 --seed 4 --audit full"] {
                let (kept, alone) = (
                    json(&scratch, &format!("--engine explicit {options} {file}")),
                    json(&scratch, &format!("{ALONE} {options} {file}")),
                );
                for key in ["verdict", "properties", "scope"] {
                    assert_eq!(kept[key], alone[key], "{name} {file} {options}");
                }
            }
            let last = json(&scratch, &format!("--engine explicit --ranges 2 {file}"));
            assert!(last["reuse"]["base"].is_string(), "{last:#}");
            if file == "safe.c" {
                assert!(last["stats"]["transitions_executed"].as_u64() < Some(20), "{:#}", last["stats"]);
            }
        }
    }
}

#[test]
fn limits_hold_for_all_ranges_together() {
    let scratch = scratch("ranges_limits", CHOICES);
    let outcome = scratch.run(&format!("check {ALONE} --max-states 40 --ranges 6 safe.c"));
    assert_eq!((outcome.status, verdict(&outcome)), (Some(3), "unknown(states)"), "{outcome:#?}");
    assert_contains(&outcome.stdout, &["\n40 states, ", "not explored"]);
}

/// Ranges that share states take together what one search takes.
#[test]
fn ranges_that_share_states_count_each_once() {
    for (name, source) in [("choices", CHOICES), ("threads", THREADS)] {
        let scratch = scratch(&format!("ranges_{name}_shared"), source);
        let whole = json(&scratch, &format!("{ALONE} --keep-going a.c"));
        let parts = json(&scratch, &format!("{ALONE} --keep-going --ranges 6 --shared --seed 2 a.c"));
        assert_eq!((&parts["verdict"], &parts["scope"]), (&whole["verdict"], &whole["scope"]), "{name}");
        assert_eq!(parts["stats"]["states"], whole["stats"]["states"], "{name}");
        assert_eq!(parts["ranges"]["shared"], true);
        let text = scratch.run(&format!("check {ALONE} --ranges 6 --shared safe.c")).success();
        assert_contains(&text, &["new states"]);
    }
    let scratch = scratch("ranges_shared_usage", CHOICES);
    assert_contains(&scratch.run("check --shared a.c").input_error(), &["--ranges"]);
}
