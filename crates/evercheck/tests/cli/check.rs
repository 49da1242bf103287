//! `evercheck check`: counterexamples that a person can read, the report, and its JSON form.

use serde_json::Value;

use crate::run::{Outcome, Scratch, assert_contains};

const LOST: &str = "\
#include <assert.h>
#include <pthread.h>
static int x;
static void *add(void *argument) {
    x++;
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
";

const LIST: &str = "\
#include <evercheck.h>
#include <stdlib.h>
struct node { int key; struct node *next; };
static struct node *head;
static struct { int used; struct { short low, high; } part[3]; unsigned a : 3, b : 5; } table;
static void push(int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = head;
    head = n;
}
int main(void) {
    int count = evercheck_choose(2, 3);
    int local[4] = {0};
    for (int i = 0; i < count; i++)
        push(i * 2);
    int *p = &local[count];
    *p = 5;
    table.part[count - 1].high = 7;
    table.b = 9;
    return local[count + 1] / (count - 2);
}
";

#[track_caller]
fn violated(outcome: Outcome) -> String {
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    outcome.stdout
}

#[track_caller]
fn unknown(outcome: Outcome) -> String {
    assert_eq!(outcome.status, Some(3), "{outcome:#?}");
    outcome.stdout
}

fn json(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|error| panic!("{error}: {outcome:#?}"))
}

#[test]
fn a_lost_update_is_told_step_by_step() {
    let scratch = Scratch::new("check_lost");
    let text = violated(scratch.write("a.c", LOST).run("check --search bfs a.c"));
    let expected = "\
unreach-call violated: failed-assertion: assertion `x == 2` failed
  in main at a.c:14:";
    assert_contains(&text, &[expected]);
    let steps = "\
counterexample, 12 steps of 3 threads:
  thread 0 (main):
    1  a.c:8   int main(void) {
    2  a.c:10  pthread_create(&a, 0, add, 0);
    3  a.c:11  pthread_create(&b, 0, add, 0);
  thread 1 (add):
    4  a.c:5   x++;
                 reads x: 0
  thread 2 (add):
    5  a.c:5   x++;
                 reads x: 0
  thread 1 (add):
    6  a.c:5   x++;
                 x = 1
    7  a.c:6   return argument;
";
    assert_contains(&text, &[steps, "   12  a.c:14  assert(x == 2);\n"]);
    assert_eq!(text.lines().last(), Some("false(unreach-call)"));
}

#[test]
fn memory_is_called_what_the_source_calls_it() {
    let scratch = Scratch::new("check_names");
    let text = violated(scratch.write("a.c", LIST).run("check a.c"));
    let parts = [
        "evercheck_choose() is 2, count = 2\n",
        "calls push(key = 0)\n",
        "n = &heap#1\n",
        "heap#1.key = 0\n",
        "heap#1.next = null\n",
        "head = &heap#1\n",
        "heap#2.next = &heap#1\n",
        "p = &local[2]\n",
        "local[2] = 5\n",
        "table.part[1].high = 7\n",
        "table.b = 9\n",
        "no-division-by-zero violated: division-by-zero",
    ];
    assert_contains(&text, &parts);
}

#[test]
fn a_long_trace_is_abridged_unless_all_of_it_is_asked_for() {
    let scratch = Scratch::new("check_long");
    let source = "\
#include <assert.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 500; i++)
        sum += i;
    assert(sum == 3);
}
";
    let text = violated(scratch.write("a.c", source).run("check a.c"));
    assert_contains(
        &text,
        &["1003 steps", "… 903 steps left out (--full-trace shows them) …", " 1003  a.c:6"],
    );
    let full = violated(scratch.run("check --full-trace a.c"));
    assert_contains(&full, &["sum = 124251", " 1003  a.c:6"]);
    assert!(!full.contains('…') && full.lines().count() > 1500);
}

#[test]
fn steps_of_one_line_are_one_step() {
    let scratch = Scratch::new("check_folded");
    let source = "int a[99]; int z;\nint main(void) {\n    for (int i = 0; i < 99; i++) a[i] = i;\n    return 1 / z;\n}\n";
    let text = violated(scratch.write("a.c", source).run("check a.c"));
    assert_contains(
        &text,
        &["counterexample, 2 steps:", "i = 0, a[0] = 0, i = 1", " more …", "a[98] = 98, i = 99\n"],
    );
}

#[test]
fn a_deadlock_says_where_each_thread_waits() {
    let scratch = Scratch::new("check_deadlock");
    let source = "\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *argument) {
    pthread_mutex_lock(&m);
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
}
";
    let text = violated(scratch.write("a.c", source).run("check a.c"));
    let waits = "thread 0 (main) waits at a.c:11:5 in main\n  thread 1 (other) waits at a.c:4:5 in other\n";
    assert_contains(&text, &["no-deadlock violated: deadlock", waits]);
}

#[test]
fn choices_that_the_source_does_not_show_are_told() {
    let scratch = Scratch::new("check_choices");
    let source =
        "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    *p = 1;\n    free(p);\n}\n";
    let outcome = scratch.write("a.c", source).run("check a.c");
    assert_contains(&outcome.success(), &["scope: sequential consistency; allocations succeed\ntrue\n"]);
    let text = violated(scratch.run("check --malloc-may-fail a.c"));
    assert_contains(&text, &["the allocation fails, p = null\n", "false(valid-deref)\n"]);
}

#[test]
fn an_unbounded_input_is_placed_and_helped() {
    let scratch = Scratch::new("check_unbounded");
    let source =
        "int __VERIFIER_nondet_int(void);\nint main(void) {\n    return __VERIFIER_nondet_int() % 3;\n}\n";
    let text = unknown(scratch.write("a.c", source).run("check a.c"));
    assert_contains(
        &text,
        &[
            "unknown(unbounded-input): nothing bounds the result of `__VERIFIER_nondet_int` at a.c:3:",
            "help: ",
            "--nondet-range",
        ],
    );
    assert_eq!(text.lines().last(), Some("unknown(unbounded-input)"));
    let bounded = scratch.run("check --nondet-range -1..4 a.c").success();
    assert_contains(&bounded, &["scope: inputs of wide types from -1 to 4; sequential consistency\ntrue\n"]);
}

#[test]
fn json_has_verdicts_scope_and_stats() {
    let scratch = Scratch::new("check_json");
    let value = json(&scratch.write("a.c", LOST).run("check --format json a.c"));
    assert_eq!(value["schema"], 1);
    assert_eq!(value["tool"]["name"], "evercheck");
    assert_eq!(value["verdict"], "false(unreach-call)");
    assert_eq!(value["engine"], "explicit");
    assert_eq!(value["scope"]["kind"], "proved");
    assert_eq!(value["scope"]["memory_model"], "sc");
    let property = &value["properties"][0];
    assert_eq!((&property["name"], &property["verdict"]), (&"unreach-call".into(), &"false".into()));
    assert_eq!(property["reason"], Value::Null);
    let violation = &property["violation"];
    assert_eq!((&violation["file"], &violation["line"]), (&"a.c".into(), &14.into()));
    assert_eq!(violation["trace"][3]["thread"], 1);
    assert_eq!(violation["trace"][3]["events"][0]["kind"], "read");
    assert_eq!(value["properties"][1]["reason"], "other-violation");
    let stats = &value["stats"];
    assert!(
        stats["states"].as_u64() > Some(5) && stats["peak_rss_bytes"].as_u64() > Some(100_000),
        "{stats}"
    );
    assert!(stats["wall_s"].is_f64() && stats["cpu_s"].is_f64(), "{stats}");
}

#[test]
fn json_names_the_bounds_of_a_bounded_verdict() {
    let scratch = Scratch::new("check_json_bounds");
    let source = "int __VERIFIER_nondet_int(void);\nint main(int c, char **v) {\n    return __VERIFIER_nondet_int() + c;\n}\n";
    let value = json(&scratch.write("a.c", source).run("check --format json --nondet-range 0..2 a.c"));
    assert_eq!((&value["verdict"], &value["scope"]["kind"]), (&"true".into(), &"bounded".into()));
    assert_eq!(value["scope"]["bounds"]["nondet_range"], serde_json::json!(["0", "2"]));
    assert_eq!(value["scope"]["externs"], "run without arguments");
    let value = json(&scratch.run("check --format json a.c"));
    let property = &value["properties"][0];
    assert_eq!(
        (&value["verdict"], &property["reason"]),
        (&"unknown(unbounded-input)".into(), &"unbounded-input".into())
    );
    assert_eq!((&property["obstacle"]["line"], &property["obstacle"]["file"]), (&3.into(), &"a.c".into()));
}

#[test]
fn the_time_is_told_and_bounds_the_verdict() {
    let scratch = Scratch::new("check_clock");
    let source = "#include <assert.h>\n#include <time.h>\nint main(void) {\n    time_t a = time(0), b = time(0);\n    assert(a WORD b);\n}\n";
    scratch.write("a.c", source.replace("WORD", "==")).write("b.c", source.replace("WORD", "<="));
    let text = violated(scratch.run("check a.c"));
    assert_contains(&text, &["time() is 1000000001", "scope: a clock that goes on by"]);
    assert_contains(&scratch.run("check --harness h.c a.c").stderr, &["clock"]);
    let value = json(&scratch.run("check --format json b.c"));
    assert_eq!((&value["verdict"], &value["scope"]["kind"]), (&"true".into(), &"bounded".into()));
}

#[test]
fn a_range_that_nothing_needs_bounds_nothing() {
    let scratch = Scratch::new("check_range_unused");
    let source = "_Bool __VERIFIER_nondet_bool(void);\nint main(void) { return __VERIFIER_nondet_bool(); }\n";
    let value =
        json(&scratch.write("a.c", source).run("check --format json --nondet-range 0..2 --depth 99 a.c"));
    assert_eq!(value["scope"]["kind"], "proved");
    assert_eq!(value["scope"]["bounds"], serde_json::json!({}));
}

#[test]
fn keep_going_reports_every_violation() {
    let scratch = Scratch::new("check_keep_going");
    let source = "\
#include <evercheck.h>
int z;
int main(void) {
    if (evercheck_choose(0, 1)) reach_error();
    return 1 / z;
}
";
    let text = violated(scratch.write("a.c", source).run("check --keep-going a.c"));
    assert_contains(&text, &["unreach-call violated", "no-division-by-zero violated"]);
}
