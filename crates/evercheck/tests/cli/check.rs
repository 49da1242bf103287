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
    let text = violated(scratch.write("a.c", LOST).run("check --property unreach-call --search bfs a.c"));
    let expected = "\
unreach-call violated: failed-assertion: assertion `x == 2` failed
  in main at a.c:14:";
    assert_contains(&text, &[expected]);
    let steps = "\
counterexample, 12 steps of 3 threads, shortest (6 transitions):
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
        "no-division-by-zero violated: division by zero\n",
    ];
    assert_contains(&text, &parts);
}

#[test]
fn a_bit_field_is_shown_as_what_it_holds() {
    let scratch = Scratch::new("check_bits");
    let source = "\
#include <assert.h>
struct flags { int mode : 2; unsigned level : 3; };
int main(void)
{
    struct flags f = {0, 0};
    int m = 2;
    f.mode = m;
    f.level = 7; f.level++;
    assert(f.mode == m);
}
";
    let text = violated(scratch.write("a.c", source).run("check a.c"));
    assert_contains(&text, &["m = 2\n", " f.mode = -2\n", " f.level = 7, f.level = 0\n"]);
}

#[test]
fn locks_of_one_line_are_steps() {
    let scratch = Scratch::new("check_one_line");
    let source = "\
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *x) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); return x; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&b); pthread_mutex_lock(&a);
}
";
    let text = violated(scratch.write("a.c", source).run("check --property no-deadlock a.c"));
    assert_contains(&text, &["a.c:3  static void *f(void *x)", "a.c:8  pthread_mutex_lock(&b); pthread"]);
}

#[test]
fn a_trace_of_no_steps_tells_where_the_threads_stand() {
    let scratch = Scratch::new("check_no_steps");
    let source = "\
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); }
";
    let text = violated(scratch.write("a.c", source).run("check a.c"));
    let told = "\
counterexample:
  thread 0 (main) waits for the read-write lock `l`, which is locked for reading, at a.c:3:45 in main
    int main(void) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); }
";
    assert_contains(&text, &["deadlock: no thread can make progress\n", told]);
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
    let waits = "  thread 0 (main) waits for the end of thread 1 (other), at a.c:11:5 in main\n  \
                 thread 1 (other) waits for the mutex `m`, which thread 0 (main) holds, at a.c:4:5 in other\n";
    assert_contains(&text, &["no-deadlock violated: deadlock", waits]);
}

#[test]
fn choices_that_the_source_does_not_show_are_told() {
    let scratch = Scratch::new("check_choices");
    let source =
        "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    *p = 1;\n    free(p);\n}\n";
    let outcome = scratch.write("a.c", source).run("check a.c");
    assert_contains(&outcome.success(), &["scope: allocations succeed\ntrue\n"]);
    let text = violated(scratch.run("check --malloc-may-fail a.c"));
    assert_contains(&text, &["the allocation fails, p = null\n", "false(valid-deref)\n"]);
}

#[test]
fn allocations_by_other_functions_succeed_as_well() {
    let scratch = Scratch::new("check_allocating");
    let call = |allocating: &str| {
        format!(
            "#include <string.h>\nint main(void) {{ char *p = {allocating}; p[0] = 1; __builtin_free(p); }}\n"
        )
    };
    for allocating in ["strdup(\"a\")", "__builtin_malloc(1)"] {
        let outcome = scratch.write("a.c", call(allocating)).run("check --engine explicit a.c");
        assert_contains(&outcome.success(), &["scope: allocations succeed\ntrue\n"]);
        let text = violated(scratch.run("check --engine explicit --malloc-may-fail a.c"));
        assert_contains(&text, &["the allocation fails, p = null\n", "false(valid-deref)\n"]);
    }
}

#[test]
fn a_proof_of_nothing_says_so() {
    let scratch = Scratch::new("check_vacuous");
    let text = "void reach_error(void); void f(void) { reach_error(); } int main(void) { return CALL 0; }\n";
    let note = "note: nothing to violate for unreach-call: no assertion and no call of an error function can be \
                reached from main\nscope: ";
    scratch.write("a.c", text.replace("CALL", ""));
    for engine in ["explicit", "predicate"] {
        let check = format!("check --engine {engine} --property unreach-call");
        assert_contains(&scratch.run(&format!("{check} a.c")).success(), &[note]);
        let json = scratch.run(&format!("{check} --format json a.c")).success();
        assert_contains(&json, &["\"vacuous\": true"]);
    }
    scratch.write("a.c", text.replace("CALL", "0 ? f(), 1 :"));
    assert!(!scratch.run("check --property valid-deref a.c").success().contains("note: "));
}

#[test]
fn an_unbounded_input_is_placed_and_helped() {
    let scratch = Scratch::new("check_unbounded");
    let source =
        "int __VERIFIER_nondet_int(void);\nint main(void) {\n    return __VERIFIER_nondet_int() % 3;\n}\n";
    let text = unknown(scratch.write("a.c", source).run("check --engine explicit a.c"));
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
    assert_contains(&bounded, &["scope: inputs of wide types from -1 to 4\ntrue\n"]);
}

#[test]
fn json_has_verdicts_scope_and_stats() {
    let scratch = Scratch::new("check_json");
    let value =
        json(&scratch.write("a.c", LOST).run("check --property unreach-call,no-deadlock --format json a.c"));
    assert_eq!(value["schema"], 1);
    assert_eq!(value["tool"]["name"], "evercheck");
    assert_eq!(value["verdict"], "false(unreach-call)");
    assert_eq!(value["engine"], "explicit");
    assert_eq!(value["scope"]["kind"], Value::Null, "a violation is one whatever was covered");
    assert_eq!(value["scope"]["memory_model"], "sc");
    let property = &value["properties"][0];
    assert_eq!((&property["name"], &property["verdict"]), (&"unreach-call".into(), &"false".into()));
    assert_eq!(property["reason"], Value::Null);
    let violation = &property["violation"];
    assert_eq!((&violation["file"], &violation["line"]), (&"a.c".into(), &14.into()));
    assert_eq!(violation["trace"][3]["thread"], 2);
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
    assert_eq!((&value["verdict"], &value["scope"]["kind"]), (&"unknown(bounded)".into(), &Value::Null));
    assert_contains(value["properties"][0]["obstacle"]["help"].as_str().unwrap(), &["--args none"]);
    let value = json(&scratch.run("check --format json --nondet-range 0..2 --args none a.c"));
    assert_eq!((&value["verdict"], &value["scope"]["kind"]), (&"true".into(), &"bounded".into()));
    assert_eq!(value["scope"]["bounds"]["nondet_range"], serde_json::json!(["0", "2"]));
    assert_eq!(value["scope"]["bounds"]["args"], serde_json::json!([]));
    let value = json(&scratch.run("check --engine explicit --format json a.c"));
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
    assert_contains(&violated(scratch.run("check a.c")), &["time() is 1000000001"]);
    let text = scratch.run("check --clock stepped --engine explicit b.c").success();
    assert_contains(&text, &["scope: a clock that begins on 2001-09-09 and advances by"]);
    assert_contains(&scratch.run("check --harness h.c a.c").stderr, &["clock"]);
    let value = json(&scratch.run("check --engine explicit --format json b.c"));
    assert_eq!((&value["verdict"], &value["scope"]["kind"]), (&"unknown(bounded)".into(), &Value::Null));
    let value = json(&scratch.run("check --clock stepped --format json b.c"));
    assert_eq!((&value["verdict"], &value["scope"]["kind"]), (&"true".into(), &"bounded".into()));
}

/// A program that asks for the time without end has no end of states, unless the clock stands still.
#[test]
fn a_clock_may_stand_still_and_that_is_a_bound() {
    let scratch = Scratch::new("check_clock_still");
    scratch.write("a.c", "#include <time.h>\nint main(void) {\n    for (;;) time(0);\n}\n");
    let value = json(&scratch.run("check --engine explicit --clock stepped --format json a.c"));
    assert_eq!(value["verdict"], "unknown(not-modelled)");
    let text = scratch.run("check --clock stepped:3 a.c").success();
    assert_contains(&text, &["a clock that advances by at most 3 seconds in all"]);
    let value = json(&scratch.run("check --clock stepped:3 --format json a.c"));
    assert_eq!(
        (&value["scope"]["kind"], &value["scope"]["bounds"]["clock_steps"]),
        (&"bounded".into(), &3.into())
    );
    // What was recorded for three steps is not what four are.
    let four = json(&scratch.run("check --clock stepped:4 --format json a.c"));
    assert_eq!(four["scope"]["bounds"]["clock_steps"], 4);
    assert!(four["stats"]["states"].as_u64() > value["stats"]["states"].as_u64(), "{four:#}");
    assert_contains(
        &scratch.run("check --clock stopped a.c").stderr,
        &["expected any, stepped or stepped:N"],
    );
}

#[test]
fn a_counterexample_says_which_object_lies_lower() {
    let scratch = Scratch::new("check_order");
    let source = "#include <assert.h>\n#include <stdint.h>\nstatic int a, b;\nint main(void) {\n    assert((uintptr_t)&a < (uintptr_t)&b);\n}\n";
    scratch.write("a.c", source);
    assert_contains(&violated(scratch.run("check --save-trace t.json a.c")), &["b lies below a in memory"]);
    assert_eq!(scratch.run("check --replay t.json a.c").status, Some(1));
    assert_contains(&scratch.run("check --harness h.c a.c").stderr, &["cannot say where objects lie"]);
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
    let summary = "\
2 properties violated: unreach-call, no-division-by-zero
unknown(other-violation): no run was followed beyond a violation: 9 other properties (-v lists them)\n";
    assert_contains(&text, &["unreach-call violated", "no-division-by-zero violated", summary]);
    let verbose = violated(scratch.run("-v check --keep-going a.c"));
    assert_contains(&verbose, &["beyond a violation: valid-deref, valid-free, no-overflow, "]);
    assert_eq!(text.lines().last(), Some("false(unreach-call)"));
    assert!(!text.contains("ended the search"), "{text}");
    let value = json(&scratch.run("check --keep-going --format json a.c"));
    assert_eq!(value["properties"][1]["obstacle"]["help"], Value::Null);
}

#[test]
fn of_several_violations_the_first_in_the_order_of_properties_is_the_verdict() {
    let scratch = Scratch::new("check_order");
    // Depth first, the division is found before the assertion.
    let source = "\
#include <assert.h>
#include <evercheck.h>
int z;
int main(void) {
    if (evercheck_choose(0, 1) == 0) return 1 / z;
    assert(z == 1);
}
";
    scratch.write("a.c", source);
    let text = violated(scratch.run("check --keep-going --save-trace t.json a.c"));
    assert_eq!(text.lines().last(), Some("false(unreach-call)"));
    assert_contains(&violated(scratch.run("check --replay t.json a.c")), &["false(unreach-call)\n"]);
    assert_contains(
        &violated(scratch.run("check a.c")),
        &["the violation ended the search", "false(no-division-by-zero)\n"],
    );
}

#[test]
fn only_a_search_in_breadth_says_shortest() {
    let scratch = Scratch::new("check_shortest");
    scratch.write("a.c", LOST);
    for (order, is_shortest) in [("dfs", false), ("bfs", true), ("random", false)] {
        let text = violated(scratch.run(&format!("check --property unreach-call --search {order} a.c")));
        assert_eq!(text.contains("shortest"), is_shortest, "{order}: {text}");
        let value =
            json(&scratch.run(&format!("check --property unreach-call --format json --search {order} a.c")));
        let violation = &value["properties"][0]["violation"];
        assert_eq!(violation["is_shortest"], is_shortest, "{order}");
        assert!(violation["transitions"].as_u64() >= Some(6), "{violation}");
    }
}

#[test]
fn both_accesses_of_a_race_are_told() {
    let scratch = Scratch::new("check_race");
    let source = "\
#include <pthread.h>
static int x[3];
static void *other(void *argument) {
    x[1] = 1;
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    int seen = x[1];
    pthread_join(t, 0);
    return seen;
}
";
    let text = violated(scratch.write("a.c", source).run("check --property no-data-race a.c"));
    let both = "thread 0 (main) reads `x[1]` at a.c:10 while thread 1 (other) writes `x[1]` at a.c:4\n";
    assert_contains(&text, &[both]);
    let section = source
        .replace("x[1] = 1;", "__VERIFIER_atomic_begin();\n    x[1] = 1;\n    __VERIFIER_atomic_end();")
        .replace("#include <pthread.h>", "#include <pthread.h>\n#include <evercheck.h>");
    let text = violated(scratch.write("b.c", section).run("check --property no-data-race b.c"));
    assert_contains(
        &text,
        &[
            "in an atomic section thread 1",
            "writes `x[1]` at b.c:6 while thread 0 (main) reads `x[1]` at b.c:13\n",
        ],
    );
}

#[test]
fn a_leak_says_what_is_lost_and_where_it_was_allocated() {
    let scratch = Scratch::new("check_leak");
    let source = "\
#include <stdlib.h>
static int *kept;
int main(void) {
    int *p = malloc(16);
    p = malloc(4);
    kept = p;
    return 0;
}
";
    scratch.write("a.c", source);
    let text = violated(scratch.run("check --property valid-memtrack a.c"));
    assert_contains(&text, &["nothing points to an object of 16 bytes, allocated at a.c:4\n"]);
    let text = violated(scratch.run("check --property valid-memcleanup a.c"));
    let both = "not freed at the end: an object of 16 bytes, allocated at a.c:4; an object of 4 bytes, allocated at a.c:5\n";
    assert_contains(&text, &[both]);
}

#[test]
fn wake_ups_without_a_reason_are_on_unless_turned_off() {
    let scratch = Scratch::new("check_spurious");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/check/condition");
    let source = std::fs::read_to_string(format!("{folder}/if_instead_of_while_false.c")).unwrap();
    scratch.write("a.c", source);
    for options in ["", "--spurious-wakeups", "--spurious-wakeups on"] {
        let text = violated(scratch.run(&format!("check {options} a.c")));
        assert_contains(&text, &["a spurious wake-up"]);
        assert!(!text.contains("no spurious wake-ups"), "{text}");
    }
    let off = scratch.run("check --spurious-wakeups off a.c");
    assert_contains(&off.stdout, &["no spurious wake-ups"]);
    scratch.write("b.c", "int main(void) { return 0; }");
    assert!(!scratch.run("check --spurious-wakeups off b.c").stdout.contains("wake-ups"));
}

#[test]
fn what_macros_of_stdatomic_declare_is_not_told() {
    let scratch = Scratch::new("check_stdatomic");
    let source = "\
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void) {
    int seen = atomic_load(&x);
    atomic_compare_exchange_weak(&x, &seen, 4);
    atomic_store(&x, atomic_exchange(&x, 5) + 2);
    assert(x == 5);
}
";
    let text = violated(scratch.write("a.c", source).run("check a.c"));
    assert_contains(&text, &["atomic_load(&x);\n", " seen = 0\n", " x = 4\n", " x = 5, x = 6\n"]);
    assert!(!text.contains("__atomic"), "{text}");
}

#[test]
fn a_relaxed_access_leaves_races_open_and_nothing_else() {
    let scratch = Scratch::new("check_relaxed");
    let source = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *set(void *argument) {
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    return 0;
}
";
    let text = unknown(scratch.write("a.c", source).run("check --property no-data-race,no-deadlock a.c"));
    assert_contains(&text, &["unknown(relaxed-atomic): ", " at a.c:5:", "help: "]);
    let value =
        json(&scratch.run("check --memory-model sc --format json --property no-data-race,no-deadlock a.c"));
    assert_eq!(value["properties"][0]["verdict"], "true", "no-deadlock");
    assert_eq!(value["properties"][1]["reason"], "relaxed-atomic");
    assert_eq!(value["properties"][1]["obstacle"]["line"], 5);
}

#[test]
fn what_is_not_bounded_is_helped_with_what_works() {
    let scratch = Scratch::new("check_help");
    let source = "double __VERIFIER_nondet_double(void);\nint main(void) { return __VERIFIER_nondet_double() * 2 < 3; }\n";
    let model = "\
#include <evercheck.h>
double __VERIFIER_nondet_double(void) {
    static const double values[] = {-1.5, 0, 2};
    return values[evercheck_choose(0, 2)];
}
";
    let text =
        unknown(scratch.write("a.c", source).write("model.c", model).run("check --engine explicit a.c"));
    assert_contains(&text, &["only integers can be enumerated", "help: define it in C, with --model FILE"]);
    assert!(!text.contains("--nondet-range"), "{text}");
    assert_contains(&scratch.run("check --model model.c a.c").success(), &["true\n"]);
    let source = "#include <stdio.h>\nint main(void) { int x = 0; scanf(\"%d\", &x); return x; }\n";
    let text = unknown(scratch.write("b.c", source).run("check b.c"));
    assert_contains(
        &text,
        &["standard input, here read by scanf at b.c:2:", "evercheck_choose", "__VERIFIER_nondet_"],
    );
}

#[test]
fn a_property_file_names_the_only_error_function() {
    let scratch = Scratch::new("check_named_error");
    scratch
        .write("abort.prp", "CHECK( init(main()), LTL(G ! call(abort())) )\n")
        .write("other.prp", "CHECK( init(main()), LTL(G ! call(other())) )\n")
        .write("a.c", "void abort(void); int __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int() == 3) abort(); }\n")
        .write("b.c", "void other(void); int main(void) { other(); }\n");
    for (property, file, verdict) in [
        ("abort.prp", "a.c", "false(unreach-call)\n"),
        ("other.prp", "a.c", "true\n"),
        ("other.prp", "b.c", "false(unreach-call)\n"),
        ("abort.prp", "b.c", "true\n"),
    ] {
        let outcome = scratch.run(&format!("check --property {property} {file}"));
        assert!(outcome.stdout.ends_with(verdict), "{property} {file}: {outcome:#?}");
    }
}

/// A verdict is for every environment and every terminal: these once had none, so that what asks for them was proved.
#[test]
fn the_environment_is_not_taken_for_empty() {
    let programs = [
        "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(getenv(\"HOME\") == 0); return 0; }\n",
        "#include <assert.h>\nextern char **environ;\nint main(void) { assert(environ[0] == 0); return 0; }\n",
        "#include <assert.h>\nint main(int n, char **v, char **e) { assert(e[0] == 0); return n; }\n",
        "#include <assert.h>\n#include <unistd.h>\nint main(void) { assert(isatty(0) == 0); return 0; }\n",
    ];
    let scratch = Scratch::new("check_environment");
    for program in programs {
        let outcome = scratch.write("a.c", program).run("check --engine explicit a.c");
        assert!(outcome.stdout.ends_with("unknown(not-modelled)\n"), "{program}: {outcome:#?}");
    }
    let looks = "#include <stdio.h>\nint main(int n, char **v, char **e) { printf(\"%d\\n\", e[0] == 0); return 0; }\n";
    assert_eq!(scratch.write("b.c", looks).run("run b.c").success(), "1\n");
}
