//! `evercheck check` by the predicate engine: which engine is taken, what it says, and that its counterexamples are real.

use std::process::Command;

use serde_json::Value;

use crate::run::{Scratch, assert_contains};

const LOCK: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void)
{
    int is_locked = 0;
    while (__VERIFIER_nondet_int()) {
        if (is_locked)
            reach_error();
        is_locked = 1;
        if (__VERIFIER_nondet_int() != 77)
            is_locked = 0;
    }
    return 0;
}
";

fn json(scratch: &Scratch, words: &str) -> Value {
    serde_json::from_str(&scratch.run(words).stdout).unwrap()
}

#[test]
fn an_engine_is_chosen_and_said_why() {
    let scratch = Scratch::new("predicate_auto");
    scratch
        .write("open.c", "int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() % 3; }\n")
        .write("closed.c", "int main(void) { return 0; }\n")
        .write("extern.c", "int outside(void); int main(void) { return outside(); }\n")
        .write(
            "threads.c",
            "#include <pthread.h>\nint __VERIFIER_nondet_int(void);\nstatic void *run(void *p) { return p; }\n\
             int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return __VERIFIER_nondet_int(); }\n",
        );
    for (file, engine, reason) in [
        ("open.c", "predicate", "__VERIFIER_nondet_int() has too many values to try each"),
        ("closed.c", "explicit", "all inputs are bounded"),
        ("extern.c", "predicate", "outside() is not defined and may return anything"),
        ("threads.c", "explicit", "the program has threads"),
    ] {
        let value = json(&scratch, &format!("check --format json {file}"));
        assert_eq!((&value["engine"], &value["engine_reason"]), (&engine.into(), &reason.into()), "{file}");
    }
    let value = json(&scratch, "check --format json --engine explicit open.c");
    assert_eq!(
        (&value["engine"], &value["verdict"]),
        (&"explicit".into(), &"unknown(unbounded-input)".into())
    );
    let value = json(&scratch, "check --format json extern.c");
    let externs = value["scope"]["externs"].as_str().unwrap();
    assert_contains(externs, &["undefined functions return anything and change nothing"]);
}

#[test]
fn a_counterexample_comes_with_inputs_that_gcc_confirms() {
    let scratch = Scratch::new("predicate_harness");
    let outcome = scratch.write("a.c", LOCK).run("check --harness inputs.c --save-trace bug.json a.c");
    assert_eq!(outcome.status, Some(1));
    assert_contains(&outcome.stdout, &["__VERIFIER_nondet_int() is 77", "false(unreach-call)\n"]);
    let again = scratch.run("check --replay bug.json a.c");
    assert_eq!(again.status, Some(1));
    assert_contains(&again.stdout, &["__VERIFIER_nondet_int() is 77", "false(unreach-call)\n"]);
    let built =
        Command::new("gcc").current_dir(&scratch.path).args(["a.c", "inputs.c", "-o", "a.out"]).status();
    assert!(built.unwrap().success());
    let ran = Command::new(scratch.path.join("a.out")).output().unwrap();
    assert_contains(&String::from_utf8_lossy(&ran.stderr), &["reach_error is called"]);
}

#[test]
fn a_proof_shows_its_invariants() {
    let scratch = Scratch::new("predicate_invariants");
    let fixed = LOCK.replace("        if (__VERIFIER_nondet_int() != 77)\n    ", "    ");
    let outcome = scratch.write("a.c", &fixed).run("check --engine predicate --invariants a.c");
    assert_contains(
        &outcome.success(),
        &["at the loop in main at a.c:6:", "(main::is_locked == 0)", "\ntrue\n"],
    );
    let value = json(&scratch, "check --engine predicate --format json --invariants a.c");
    assert_eq!(
        (&value["invariants"][0]["line"], &value["invariants"][0]["function"]),
        (&6.into(), &"main".into())
    );
    assert!(
        value["stats"]["refinements"].as_u64().unwrap() > 0
            && value["stats"]["smt_queries"].as_u64().unwrap() > 0
    );
}

#[test]
fn what_is_not_checked_or_followed_is_said() {
    let scratch = Scratch::new("predicate_unknown");
    let recursive = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
                     static int f(int n) { return n > 0 ? f(n - 1) : n; }\n\
                     int main(void) { if (f(__VERIFIER_nondet_int()) > 0) reach_error(); return 0; }\n";
    let outcome =
        scratch.write("a.c", LOCK).run("check --engine predicate --property unreach-call,valid-free a.c");
    assert_contains(
        &outcome.stdout,
        &["unknown(unsupported-property)", "valid-free", "false(unreach-call)\n"],
    );
    let outcome = scratch.write("b.c", recursive).run("check b.c");
    assert_eq!(outcome.status, Some(3));
    assert_contains(&outcome.stdout, &["recursion: f calls itself at b.c:3:", "unknown(not-modelled)\n"]);
    let outcome = scratch.write("c.c", "int __VERIFIER_nondet_int(void); int main(void) { unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n = 0; while (__VERIFIER_nondet_int()) n += a * b; if (n * n * n == 1000003u * a * b + 7) __builtin_trap(); return 0; }\n").run("check --time-limit 1s c.c");
    assert!(outcome.status == Some(0) || outcome.stdout.ends_with("unknown(time)\n"), "{outcome:#?}");
}

const SUM: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), sum = x + 1;
    if (sum < x)
        reach_error();
    return 0;
}
";

#[test]
fn overflow_is_checked_beside_errors() {
    let scratch = Scratch::new("predicate_overflow");
    let outcome = scratch.write("a.c", SUM).run("check --property no-overflow --save-trace bug.json a.c");
    assert_eq!(outcome.status, Some(1));
    let expected = ["__VERIFIER_nondet_int() is 2147483647", "2147483647 + 1 does not fit 32 bits", "a.c:5:"];
    assert_contains(&outcome.stdout, &expected);
    assert_contains(&scratch.run("check --replay bug.json a.c").stdout, &["false(no-overflow)\n"]);
    // What is wrong behind an overflow is no violation: words wrap there, and no run shows it.
    let outcome = scratch.run("check --property unreach-call a.c");
    let expected = ["signed-overflow", "so that no run shows the violation of unreach-call at a.c:7:"];
    assert_contains(&outcome.stdout, &expected);
    assert_contains(&outcome.stdout, &["unknown(undefined-behaviour)\n"]);
    let outcome = scratch.run("check a.c");
    assert_contains(
        &outcome.stdout,
        &["scope: one thread; unreach-call and no-overflow only", "false(no-overflow)\n"],
    );
    // Whether a left shift overflows is not decided.
    let shift = SUM.replace("x + 1", "x << 1");
    let outcome = scratch.write("b.c", &shift).run("check --engine predicate --property no-overflow b.c");
    assert_contains(
        &outcome.stdout,
        &["a left shift whose result does not fit", "unknown(undefined-behaviour)\n"],
    );
}

#[test]
fn a_proof_is_the_same_each_time() {
    let scratch = Scratch::new("predicate_again");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/predicate");
    for file in ["protocol/elevator_true.c", "linear/two_in_lockstep_true.c", "callee/figure_one_true.c"] {
        let words = format!("check --engine predicate --invariants --format json {root}/{file}");
        let [a, b, c] = [0, 1, 2].map(|_| {
            let value = json(&scratch, &words);
            let stats = &value["stats"];
            let counts = ["refinements", "predicates", "smt_queries"].map(|name| stats[name].clone());
            (value["verdict"].clone(), counts, value["invariants"].clone())
        });
        assert_eq!(a.0, "true", "{file}");
        assert!(a == b && b == c, "{file}: {a:?} {b:?} {c:?}");
    }
}
