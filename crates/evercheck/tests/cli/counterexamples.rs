//! Counterexamples are short, have values that people read easily, and leave out no choice.

use serde_json::Value;

use crate::run::{Outcome, Scratch, assert_contains};

#[track_caller]
fn violated(outcome: Outcome) -> String {
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    outcome.stdout
}

#[test]
fn choices_are_in_an_abridged_trace() {
    let scratch = Scratch::new("trace_choices");
    let source = "\
#include <assert.h>
#include <evercheck.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        sum++;
        if (i == 50)
            sum += evercheck_choose(1, 3);
    }
    for (int i = 0; i < 99; i++) if (i == 50) sum += evercheck_choose(1, 3);
    assert(sum != 103);
}
";
    scratch.write("a.c", source);
    let text = violated(scratch.run("check a.c"));
    let parts = [
        "steps left out (--full-trace shows them) …\n  155  a.c:8   sum += evercheck_choose(1, 3);\n",
        "evercheck_choose() is 1, sum = 52\n       … ",
        "steps left out …\n",
        // In the middle of a long step, too.
        " more …, evercheck_choose() is 2, i = ",
    ];
    assert_contains(&text, &parts);
    let value: Value = serde_json::from_str(&scratch.run("check --format json a.c").stdout).unwrap();
    let violation = &value["properties"][0]["violation"];
    let steps = violation["trace"].as_array().unwrap();
    let last = steps.last().unwrap()["number"].as_u64().unwrap();
    assert_eq!(steps.len() as u64 + violation["trace_omitted"].as_u64().unwrap(), last);
    assert!(steps.iter().any(|step| step["number"] == 155), "{steps:#?}");
}

#[test]
fn turns_of_threads_are_in_an_abridged_trace() {
    let scratch = Scratch::new("trace_turns");
    let source = "\
#include <assert.h>
#include <pthread.h>
static int x;
static int spin(void) {
    int sum = 0;
    for (int i = 0; i < 90; i++)
        sum += i;
    return sum > 0;
}
static void *other(void *argument) {
    x = 1;
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    spin();
    int seen = x;
    spin();
    assert(!seen);
}
";
    let text = violated(scratch.write("a.c", source).run("check --property unreach-call a.c"));
    assert_contains(&text, &["  thread 1 (other):\n", "a.c:11  x = 1;\n", " seen = 1\n"]);
}

/// Depth first, a long way is found that ends where a short one does.
#[test]
fn a_way_is_shortened() {
    let scratch = Scratch::new("trace_shorter");
    let source = "\
#include <assert.h>
#include <evercheck.h>
static int state[4];
int main(void) {
    for (;;) {
        int i = evercheck_choose(0, 3);
        state[i] = (state[i] + 1) % 5;
        assert(!(state[0] == 1 && state[3] == 2));
    }
}
";
    scratch.write("a.c", source);
    for order in ["dfs", "random"] {
        let text = violated(scratch.run(&format!("check --engine explicit --search {order} a.c")));
        assert_contains(&text, &["counterexample, 9 steps:\n", "false(unreach-call)\n"]);
    }
    // What is saved is what is shown.
    violated(scratch.run("check --engine explicit --save-trace t.json a.c"));
    assert_contains(&violated(scratch.run("check --replay t.json a.c")), &["counterexample, 9 steps:\n"]);
}

#[test]
fn turns_of_one_thread_are_moved_together() {
    let scratch = Scratch::new("trace_turns_together");
    let source = "\
#include <assert.h>
#include <pthread.h>
static int x, y, z;
static void *other(void *argument) {
    y++;
    x = 1;
    y++;
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    z++;
    z++;
    assert(x == 0);
    pthread_join(t, 0);
}
";
    let text =
        violated(scratch.write("a.c", source).run("check --property unreach-call --search random a.c"));
    assert_eq!(text.matches("  thread ").count(), 3, "{text}");
}

#[test]
fn values_are_small_or_can_be_printed() {
    let scratch = Scratch::new("trace_values");
    let source = "\
#include <assert.h>
#include <evercheck.h>
int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned char d = __VERIFIER_nondet_uchar();
    char e = evercheck_choose(9, 10);
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > -100 && n < 100);
    assert(c == 'x' || d == 7 || e != 10 || n * n < 9);
}
";
    scratch.write("a.c", source);
    let text = violated(scratch.run("check --engine explicit a.c"));
    let parts = [
        "__VERIFIER_nondet_char() is 97 'a', c = 97 'a'\n",
        "__VERIFIER_nondet_uchar() is 97 'a', d = 97 'a'\n",
        "evercheck_choose() is 10, e = 10 '\\n'\n",
        "__VERIFIER_nondet_int() is 3, n = 3\n",
    ];
    assert_contains(&text, &parts);
    let value: Value =
        serde_json::from_str(&scratch.run("check --engine explicit --format json a.c").stdout).unwrap();
    let trace = &value["properties"][0]["violation"]["trace"];
    let input = &trace[0]["events"][0];
    assert_eq!((&input["value"], &input["character"]), (&"97".into(), &"'a'".into()), "{trace:#}");
}

/// Strings and bytes of any content are told in the line that asks for them, not step by step through the header.
#[test]
fn what_the_header_sets_belongs_to_the_line_that_calls_it() {
    let scratch = Scratch::new("counterexample of header functions");
    scratch.write(
        "a.c",
        "#include <evercheck.h>
int main(void) {
    char text[3];
    unsigned char bytes[1];
    evercheck_string(text, sizeof text, \"ab\");
    evercheck_bytes(bytes, sizeof bytes);
    evercheck_assume(bytes[0] < 9);
    evercheck_assert(!(text[0] == 'b' && text[1] == 0 && bytes[0] == 8));
    evercheck_assert(bytes[0] < 9 && (text[0] == 0 || text[1] == 0 || text[2] == 0));
    return 0;
}
",
    );
    let outcome = scratch.run("check --no-record a.c");
    assert_contains(
        &outcome.stdout,
        &[
            "a.c:5  evercheck_string(text, sizeof text, \"ab\");\n",
            "evercheck_choose() is 1, main::text[0] = 98 'b', evercheck_choose() is 2, main::text[1] = 0 '\\0'\n",
            "main::bytes = 8 '\\b'\n",
            "false(unreach-call)",
        ],
    );
    assert!(!outcome.stdout.contains("evercheck.h"), "{}", outcome.stdout);
}
