//! `-j`: several workers say what one says, record what they find out, and end at limits.

use serde_json::Value;

use crate::run::{Scratch, assert_contains};

/// Violated where both add, and more than one worker comes to it.
pub const SOURCE: &str = "\
#include <assert.h>
#include <evercheck.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, last;
static void *work(void *unused) {
    for (int i = 0; i < 3; i++) {
        int n = evercheck_choose(1, 5);
        pthread_mutex_lock(&lock);
        shared += n;
        last = n;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(shared != 29 || last != 4);
    return 0;
}
";

const ALONE: &str = "--reuse off --no-record";

/// More states than anybody has time for, and many ways at each.
const ENDLESS: &str = "\
#include <evercheck.h>
int main(void) {
    unsigned long long x = 0;
    for (;;) x = 31 * x + evercheck_choose(1, 30);
}
";

fn scratch(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("a.c", SOURCE).write("safe.c", SOURCE.replace("shared != 29", "shared <= 30"));
    scratch
}

/// A report, without what depends on who was faster.
fn report(scratch: &Scratch, line: &str) -> Value {
    let outcome = scratch.run(&format!("check --format json {ALONE} {line}"));
    let mut report: Value = serde_json::from_str(&outcome.stdout).expect("a report");
    let Some(Value::Object(stats)) = report.get_mut("stats") else { panic!("{outcome:#?}") };
    stats.retain(|name, _| ["states", "transitions"].contains(&name.as_str()));
    report
}

#[test]
fn any_number_of_workers_reports_the_same() {
    let scratch = scratch("workers_report");
    let options = [
        "safe.c",
        "a.c",
        "--keep-going a.c",
        "--por off --max-states 5000 safe.c",
        "--stateless --depth 9 a.c",
    ];
    for line in options {
        let plain = report(&scratch, line);
        for workers in [1, 2, 4] {
            assert_eq!(report(&scratch, &format!("-j {workers} {line}")), plain, "{workers} {line}");
        }
    }
    let any = report(&scratch, "-j 3 --any a.c");
    assert_eq!(any["verdict"], "false(unreach-call)");
}

#[test]
fn what_workers_record_is_reused_by_one() {
    let scratch = scratch("workers_record");
    scratch.run("check -j 3 safe.c").success();
    let again = scratch.run("check -j 3 safe.c");
    assert_eq!(again.stderr, "", "there was nothing to do for anybody");
    assert_contains(&again.success(), &["nothing changed, nothing had to be executed"]);
    scratch.write("safe.c", SOURCE.replace("shared != 29 || last != 4", "shared <= 30 && last <= 5"));
    let limited = scratch.run("check -j 3 --no-record --max-states 100000 safe.c");
    assert_contains(&limited.stderr, &["--jobs: with --max-states, what is known from earlier runs"]);
    let unrecorded = scratch.run("check -j 3 --no-record safe.c");
    assert_eq!(unrecorded.stderr, "", "no worker finds that the record does not fit");
    assert_contains(&unrecorded.success(), &["% of", "from run", "true"]);
    let edited = scratch.run("check -j 3 safe.c");
    assert_eq!(edited.stderr, "");
    assert_contains(&edited.success(), &["% of", "from run", "true"]);
    let again = scratch.run("check --audit full safe.c").success();
    assert_contains(&again, &["nothing changed", "with the same result"]);
}

/// With a record and without, whoever comes first: the violation is the one of the plain search.
#[test]
fn workers_on_a_record_show_the_violation_of_the_plain_search() {
    let scratch = scratch("workers_violation");
    let said = |line: &str| {
        let outcome = scratch.run(&format!("check {line}"));
        let is_said = |line: &&str| {
            let words = ["reuse", "lost: "];
            !line.contains(" transitions, depth ") && !words.iter().any(|word| line.starts_with(word))
        };
        (outcome.status, outcome.stdout.lines().filter(is_said).collect::<Vec<_>>().join("\n"))
    };
    let plain = said("-j 1 --no-record --store none a.c");
    assert_eq!(plain.0, Some(1), "{plain:?}");
    assert_eq!(said("-j 3 --store scratch a.c"), plain);
    scratch.write("a.c", SOURCE.replace("shared != 29", "shared <= 30"));
    scratch.run("check --store safe -j 2 a.c").success();
    scratch.write("a.c", SOURCE);
    assert_eq!(said("-j 3 --store safe a.c"), plain);
}

#[test]
fn limits_end_all_workers_and_what_they_found_out_is_kept() {
    let scratch = Scratch::new("workers_limits");
    scratch.write("a.c", ENDLESS);
    let outcome = scratch.run("check --engine explicit -j 3 --time-limit 300ms a.c");
    assert_eq!(outcome.status, Some(3), "{outcome:#?}");
    assert_contains(&outcome.stdout, &["unknown(time)", " not explored"]);
    let again = scratch.run("check --engine explicit --time-limit 300ms a.c");
    assert_contains(&again.stdout, &["reused", "from run 1"]);
}

/// A clock ticks without end, beside a worker that fails at once if it comes to move.
const TICKING: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic unsigned ticks;
static _Atomic int stage;
static void *tick(void *unused) {
    for (;;) ticks++;
    return unused;
}
static void *work(void *unused) {
    stage = 1;
    stage = 2;
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, tick, 0);
    pthread_create(&two, 0, work, 0);
    assert(stage < 2);
    pthread_join(two, 0);
    return 0;
}
";

#[test]
fn a_thread_that_counts_without_end_hides_no_violation_near_the_start() {
    let scratch = Scratch::new("workers_ticking");
    scratch.write("a.c", TICKING);
    let deep = scratch.run(&format!("check --engine explicit {ALONE} --search dfs --max-states 150000 a.c"));
    assert_contains(&deep.stdout, &["unknown(states)"]);
    let found = report(&scratch, "--engine explicit -j 1 a.c");
    assert_eq!(found["verdict"], "false(unreach-call)", "{found}");
    assert_eq!(report(&scratch, "--engine explicit -j 2 a.c"), found);
    // With a record, and on it.
    for _ in 0..2 {
        assert_contains(&scratch.run("check --engine explicit a.c").stdout, &["false(unreach-call)"]);
    }
}

#[test]
fn where_there_can_be_no_workers_it_is_said() {
    let scratch = scratch("workers_usage");
    let wrong = [
        ("-j 0", "1 to 1024"),
        ("-j 2 --search bfs", "--jobs is not for --search bfs"),
        ("-j 2 --ranges 3", "cannot be used with"),
        ("--any", "--jobs"),
    ];
    for (options, expected) in wrong {
        assert_contains(&scratch.run(&format!("check {options} a.c")).input_error(), &[expected]);
    }
}
