//! Counterexamples in files: saved and replayed, and as C that fails in the same way when compiled.

use std::process::Command;

use crate::run::{Outcome, Scratch, assert_contains};

const BUGGY: &str = "\
#include <evercheck.h>
int a[4];
int main(void) {
    int i = evercheck_choose(0, 2);
    int j = __VERIFIER_nondet_char();
    __VERIFIER_assume(j >= 0 && j <= 9);
    a[i * j] = 1;
    return 0;
}
";

#[track_caller]
fn save(scratch: &Scratch, source: &str, options: &str) {
    let outcome = scratch.write("a.c", source).run(&format!("check --save-trace t.json {options} a.c"));
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
}

#[test]
fn a_saved_counterexample_is_one_again() {
    let scratch = Scratch::new("replay");
    save(&scratch, BUGGY, "");
    let outcome = scratch.run("check --replay t.json a.c");
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    assert_contains(
        &outcome.stdout,
        &["valid-deref violated", "evercheck_choose() is 1", "false(valid-deref)\n"],
    );
    assert_eq!(outcome.stderr, "");
}

#[test]
fn options_that_change_the_meaning_are_saved_along() {
    let scratch = Scratch::new("replay_options");
    let source = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n    int *p = malloc(4);\n    *p = __VERIFIER_nondet_int();\n}\n";
    save(&scratch, source, "--malloc-may-fail --nondet-range -2..2 --por off");
    let outcome = scratch.run("check --replay t.json a.c");
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    assert_contains(&outcome.stdout, &["the allocation fails", "false(valid-deref)\n"]);
}

#[test]
fn threads_are_replayed_in_the_same_order() {
    let scratch = Scratch::new("replay_threads");
    let source = "\
#include <pthread.h>
#include <assert.h>
int x;
void *f(void *p) { x = 1; return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(x == 0);
}
";
    save(&scratch, source, "");
    assert_eq!(scratch.run("check --replay t.json a.c").status, Some(1));
}

#[test]
fn a_fixed_program_does_not_fail_any_more() {
    let scratch = Scratch::new("replay_fixed");
    save(&scratch, BUGGY, "");
    scratch.write("a.c", BUGGY.replace("int a[4]", "int a[40]"));
    let outcome = scratch.run("check --replay t.json a.c");
    assert_contains(&outcome.stderr, &["the program has changed"]);
    let text = outcome.success();
    assert_contains(&text, &["does not violate valid-deref any more"]);
    assert_eq!(text.lines().last(), Some("passed(valid-deref)"));
}

#[test]
fn a_run_of_another_program_is_refused() {
    let scratch = Scratch::new("replay_other");
    save(&scratch, BUGGY, "");
    let other = "static int f(void) { return 0; } int main(void) { return f(); }\n";
    let message = scratch.write("b.c", other).run("check --replay t.json b.c").input_error();
    assert_contains(&message, &["t.json was saved for another program, a.c: no file and no function"]);
    // A file of the same name, or a function, may be what became of it.
    assert_contains(&scratch.write("a.c", other).run("check --replay t.json a.c").stderr, &["has changed"]);
}

#[test]
fn a_program_is_the_same_under_another_name() {
    let scratch = Scratch::new("replay_renamed");
    save(&scratch, BUGGY, "");
    std::fs::rename(scratch.path.join("a.c"), scratch.path.join("b.c")).unwrap();
    let message = scratch.run("check --replay t.json a.c").input_error();
    assert_contains(
        &message,
        &["there is no a.c: the run was saved for a.c; give the files as they are called now"],
    );
    let outcome = scratch.run("check --replay t.json b.c");
    assert_contains(&outcome.stdout, &["false(valid-deref)\n"]);
    assert_eq!(outcome.stderr, "");
}

#[test]
fn a_replay_has_a_json_form() {
    let scratch = Scratch::new("replay_json");
    save(&scratch, BUGGY, "");
    let replayed = |scratch: &Scratch| -> serde_json::Value {
        serde_json::from_str(&scratch.run("check --format json --replay t.json a.c").stdout).unwrap()
    };
    let value = replayed(&scratch);
    assert_eq!(value["verdict"], "false(valid-deref)");
    assert_eq!(value["properties"][0]["violation"]["line"], 7);
    scratch.write("a.c", BUGGY.replace("int a[4]", "int a[40]"));
    let value = replayed(&scratch);
    assert_eq!(
        (&value["verdict"], &value["properties"][0]["verdict"]),
        (&"passed(valid-deref)".into(), &"passed".into())
    );
    scratch.write("a.c", BUGGY.replace("(0, 2)", "(0, 0)"));
    let value = replayed(&scratch);
    assert_eq!(value["verdict"], "unknown(replay)");
    assert_contains(
        value["properties"][0]["obstacle"]["message"].as_str().unwrap(),
        &["does not exist any more"],
    );
}

#[test]
fn options_of_the_search_are_refused_in_a_replay() {
    let scratch = Scratch::new("replay_refused");
    save(&scratch, BUGGY, "");
    for option in [
        "--property no-overflow",
        "--externs havoc",
        "--summaries all",
        "--whole",
        "--invariants",
        "--nondet-range 0..1",
        "--malloc-may-fail",
        "--spurious-wakeups",
        "--search bfs",
        "--seed 1",
        "--por off",
        "--stateless",
        "--keep-going",
        "--depth 3",
        "--max-states 3",
        "--range 1.2..",
        "--ranges 2",
        "--split even",
        "--save-trace u.json",
        "--reuse off",
        "--changed f",
        "--no-record",
        "--audit off",
    ] {
        let message = scratch.run(&format!("check --replay t.json {option} a.c")).input_error();
        assert_contains(&message, &["--replay", option.split(' ').next().unwrap(), "cannot be used with"]);
    }
    assert_eq!(scratch.run("check --replay t.json --full-trace --harness h.c a.c").status, Some(1));
}

#[test]
fn a_path_that_is_gone_is_unknown() {
    let scratch = Scratch::new("replay_gone");
    save(&scratch, BUGGY, "");
    scratch.write("a.c", BUGGY.replace("(0, 2)", "(0, 0)"));
    let outcome = scratch.run("check --replay t.json a.c");
    assert_eq!(outcome.status, Some(3), "{outcome:#?}");
    assert_contains(&outcome.stdout, &["does not exist any more", "unknown(replay)\n"]);
}

#[test]
fn what_is_no_saved_trace_is_refused() {
    let scratch = Scratch::new("replay_damaged");
    save(&scratch, BUGGY, "");
    let good = std::fs::read_to_string(scratch.path.join("t.json")).unwrap();
    for (text, complaint) in [
        ("nonsense".to_string(), "no saved trace"),
        ("{}".to_string(), "no saved trace"),
        (good.replace("\"evercheck_trace\": 2", "\"evercheck_trace\": 99"), "version 99"),
        (good.replace("\"choices\": \"", "\"choices\": \"x "), "damaged"),
        (good.replace("\"property\"", "\"properly\""), "damaged"),
    ] {
        let message = scratch.write("t.json", text).run("check --replay t.json a.c").input_error();
        assert_contains(&message, &[complaint]);
    }
    assert_contains(&scratch.run("check --replay none.json a.c").input_error(), &["none.json"]);
}

#[test]
fn nothing_is_written_where_there_is_no_counterexample() {
    let scratch = Scratch::new("no_counterexample");
    scratch.write("a.c", "int main(void) { return 0; }\n");
    let outcome = scratch.run("check --save-trace t.json --harness h.c a.c");
    assert_contains(&outcome.stderr, &["t.json is not written", "h.c is not written"]);
    outcome.success();
    assert!(!scratch.path.join("t.json").exists() && !scratch.path.join("h.c").exists());
}

/// Compiles the program with its harness and runs it.
#[track_caller]
fn compiled(test: &str, source: &str, options: &str) -> Outcome {
    let scratch = Scratch::new(test);
    let outcome = scratch.write("a.c", source).run(&format!("check --harness h.c {options} a.c"));
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    // As the user is told to, here and in the file.
    let told = outcome.stderr.lines().find_map(|line| line.split_once("with the program: "));
    let command = told.unwrap_or_else(|| panic!("{outcome:#?}")).1;
    assert_contains(&std::fs::read_to_string(scratch.path.join("h.c")).unwrap(), &[command]);
    let mut shell = Command::new("sh");
    shell.current_dir(&scratch.path).args(["-c", &format!("{command} -Wall -Werror=implicit -o a")]);
    let built = shell.output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Outcome::from(Command::new(scratch.path.join("a")).current_dir(&scratch.path).output().unwrap())
}

const SIGABRT: Option<i32> = Some(6);

#[test]
fn a_harness_makes_the_compiled_program_call_the_error_function() {
    let source = "\
#include <evercheck.h>
int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    int b = evercheck_choose(-5, 5);
    _Bool c = __VERIFIER_nondet_bool();
    __VERIFIER_assume(b < 0);
    if (a == 200 && b == -3 && c) reach_error();
}
";
    let outcome = compiled("harness_error", source, "");
    assert_eq!((outcome.signal, outcome.stdout.as_str()), (SIGABRT, ""));
    assert_contains(&outcome.stderr, &["reach_error is called"]);
}

#[test]
fn a_harness_defines_what_the_counterexample_does_not_come_to() {
    let source = "\
#include <evercheck.h>
int main(void) {
    char a[4];
    if (evercheck_choose(0, 1)) reach_error();
    __VERIFIER_nondet_memory(a, sizeof a);
    return 0;
}
";
    let outcome = compiled("harness_memory", source, "");
    assert_eq!(outcome.signal, SIGABRT);
}

#[test]
fn a_harness_makes_an_assertion_fail() {
    let source = "\
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong();
int main(void) {
    long sum = 0;
    for (int i = 0; i < 3; i++) sum += i * __VERIFIER_nondet_long() + (long)__VERIFIER_nondet_ulong();
    assert(sum != 7);
}
";
    let outcome = compiled("harness_assert", source, "--nondet-range -3..3");
    assert_eq!(outcome.signal, SIGABRT, "{outcome:#?}");
    assert_contains(&outcome.stderr, &["sum != 7"]);
}

#[test]
fn a_harness_brings_memory_faults_about() {
    let overflow = compiled("harness_bounds", BUGGY, "");
    assert_contains(&overflow.stderr, &["a.c:7:", "out of bounds"]);
    let source = "\
#include <evercheck.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (evercheck_choose(0, 3) == 2) free(p);
    *p = 1;
    free(p);
}
";
    let freed = compiled("harness_freed", source, "");
    assert_contains(&freed.stderr, &["heap-use-after-free", "a.c:6"]);
}

#[test]
fn a_harness_brings_arithmetic_faults_about() {
    let source = "\
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x - 10;
    return y;
}
";
    let overflow = compiled("harness_overflow", source, "--nondet-range -2147483648..-2147483640");
    assert_contains(&overflow.stderr, &["a.c:4:", "signed integer overflow"]);
}

#[test]
fn a_harness_is_for_one_thread() {
    let scratch = Scratch::new("harness_threads");
    let source = "\
#include <pthread.h>
#include <assert.h>
int x;
void *f(void *p) { x = 1; return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(x == 0);
}
";
    let outcome = scratch.write("a.c", source).run("check --property unreach-call --harness h.c a.c");
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    assert!(outcome.stdout.ends_with("false(unreach-call)\n"), "{outcome:#?}");
    assert_contains(&outcome.stderr, &["--harness", "one thread"]);
}

#[test]
fn files_that_cannot_or_must_not_be_written_are_refused_before_the_search() {
    let scratch = Scratch::new("check_outputs");
    scratch.write("a.c", "int main(void) { return 1 / (0 * 1); }\n");
    for option in ["--harness", "--save-trace"] {
        let message = scratch.run(&format!("check {option} a.c a.c")).input_error();
        assert_contains(&message, &["a.c", "not be overwritten"]);
        let message = scratch.run(&format!("check {option} nowhere/x a.c")).input_error();
        assert_contains(&message, &["nowhere/x", "no folder"]);
    }
}
