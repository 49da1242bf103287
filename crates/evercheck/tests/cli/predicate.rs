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
        .write(
            "open.c",
            "int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() % 3; }\n",
        )
        .write("closed.c", "int main(void) { return 0; }\n")
        .write("extern.c", "int outside(void); int main(void) { return outside(); }\n")
        .write(
            "threads.c",
            "#include <pthread.h>\nint __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nstatic int x;\n\
             static void *run(void *p) { x = 1; return p; }\n\
             int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); if (x) reach_error(); \
             return __VERIFIER_nondet_int(); }\n",
        );
    for (file, engine, reason) in [
        ("open.c", "predicate", "__VERIFIER_nondet_int() has too many values to try each"),
        ("closed.c", "explicit", ""),
        ("extern.c", "predicate", ""),
        ("threads.c", "explicit", "the program has threads"),
    ] {
        let value = json(&scratch, &format!("check --format json {file}"));
        let said = value["engine_reason"].as_str().unwrap_or_default();
        assert_eq!((value["engine"].as_str(), said), (Some(engine), reason), "{file}");
    }
    let value = json(&scratch, "check --format json --engine explicit open.c");
    assert_eq!(
        (&value["engine"], &value["verdict"]),
        (&"explicit".into(), &"unknown(unbounded-input)".into())
    );
    let threads = scratch.run("check --engine predicate threads.c");
    let expected =
        ["pthread_create is not modelled by", "--engine explicit follows", "unknown(not-modelled)\n"];
    assert_contains(&threads.stdout, &expected);
    let value = json(&scratch, "check --format json extern.c");
    let externs = value["scope"]["assumptions"][0].as_str().unwrap();
    assert_contains(
        externs,
        &[
            "undefined functions return anything, change at most what they are given pointers to and call nothing",
        ],
    );
    let pure = scratch.run("check extern.c");
    assert_contains(
        &pure.stderr,
        &[
            "outside is not defined; assumed to change at most the memory it is given pointers to (--externs havoc: ",
        ],
    );
    let havoc = scratch.run("check --externs havoc extern.c");
    assert!(!havoc.stderr.contains("assumed to change"), "{havoc:#?}");
    assert_contains(
        &havoc.stdout,
        &["undefined functions return anything, may change all memory and call nothing"],
    );
}

#[test]
fn a_counterexample_comes_with_inputs_that_gcc_confirms() {
    let scratch = Scratch::new("predicate_harness");
    let outcome = scratch.write("a.c", LOCK).run("check --harness inputs.c --save-trace bug.json a.c");
    assert_eq!(outcome.status, Some(1));
    assert_contains(&outcome.stdout, &["__VERIFIER_nondet_int() is 77", "false(unreach-call)\n"]);
    assert!(!outcome.stdout.contains("from outside") && !outcome.stdout.contains("help: "), "{outcome:#?}");
    let again = scratch.run("check --replay bug.json a.c");
    assert_eq!(again.status, Some(1));
    assert_contains(&again.stdout, &["__VERIFIER_nondet_int() is 77", "false(unreach-call)\n"]);
    assert_contains(&compiled(&scratch), &["reach_error is called"]);
}

/// What the program in `a.c` says, compiled with the inputs in `inputs.c`.
fn compiled(scratch: &Scratch) -> String {
    let built =
        Command::new("gcc").current_dir(&scratch.path).args(["a.c", "inputs.c", "-o", "a.out"]).status();
    assert!(built.unwrap().success());
    let ran = Command::new(scratch.path.join("a.out")).output().unwrap();
    String::from_utf8_lossy(&ran.stderr).into_owned()
}

#[test]
fn results_of_undefined_functions_are_inputs() {
    let scratch = Scratch::new("predicate_results");
    let source = "extern int status(void), wait_for(int);\nextern void log_it(const char *, int);\n\
                  extern void reach_error(void);\n\
                  int main(void) { int n = 0; while (status() == -4) { log_it(\"again\", n); n += wait_for(2); }\n\
                  if (n == 7) reach_error(); return 0; }\n";
    let outcome = scratch.write("a.c", source).run("check --property unreach-call --harness inputs.c a.c");
    let told = [
        "status() is -4 (from outside)",
        "wait_for() is",
        "\nhelp: status, wait_for are not defined here, so their results are made up; --model FILE defines them\n",
        "false(unreach-call)\n",
    ];
    assert_contains(&outcome.stdout, &told);
    assert_contains(&compiled(&scratch), &["reach_error is called"]);
}

#[test]
fn memory_from_outside_is_told() {
    let scratch = Scratch::new("predicate_outside");
    let source = "struct node { int key; struct node *next; };\nextern struct node *first(void);\nextern int level;\n\
                  extern void reach_error(void);\n\
                  int main(void) { struct node *at = first();\n\
                  if (at && at->next && at->next->key == 5 && level == 9) reach_error(); return 0; }\n";
    let check = "check --property unreach-call --save-trace bug.json --harness inputs.c a.c";
    let outcome = scratch.write("a.c", source).run(check);
    let told = [
        "first() is &outside#1 (from outside)",
        "outside#1.next is &outside#2 (from outside)",
        "outside#2.key is 5 (from outside)",
        "level is 9 (from outside)",
        "\nhelp: first is not defined here, so its result is made up; --model FILE defines it\n",
        "false(unreach-call)\n",
    ];
    assert_contains(&outcome.stdout, &told);
    assert_contains(&outcome.stderr, &["--harness sets the results of functions only"]);
    assert_contains(&scratch.run("check --replay bug.json a.c").stdout, &told);
}

/// Two units may declare a struct in ways that differ and are compatible: calls through pointers find their targets.
#[test]
fn a_struct_of_two_units_is_one() {
    let scratch = Scratch::new("predicate_units");
    scratch.write(
        "a.c",
        "extern void reach_error(void);\nstruct t { int *p; int (*f)(); };\ntypedef void (*act)(struct t);\nextern act get(void);\n\
         int main(void) { int x = 0; struct t t = {&x}; get()(t); if (x == 6) reach_error(); return 0; }\n",
    );
    scratch.write(
        "b.c",
        "struct t { int *p; int (*f)(void); };\nstatic void h(struct t t) { *t.p = 6; }\ntypedef void (*act)(struct t);\n\
         act get(void) { return h; }\n",
    );
    scratch.write("c.c", "const int x;\nvoid set(void);\nextern void reach_error(void);\nint main(void) { set(); if (x) reach_error(); return 0; }\n");
    scratch.write("d.c", "int x;\nvoid set(void) { x = 1; }\n");
    for files in ["a.c b.c", "b.c a.c", "c.c d.c", "d.c c.c"] {
        let outcome = scratch.run(&format!("check --engine predicate --property unreach-call {files}"));
        assert!(outcome.stdout.ends_with("false(unreach-call)\n"), "{files}: {outcome:#?}");
    }
}

#[test]
fn a_proof_shows_its_invariants() {
    let scratch = Scratch::new("predicate_invariants");
    let fixed = LOCK.replace("        if (__VERIFIER_nondet_int() != 77)\n    ", "    ");
    let outcome =
        scratch.write("a.c", &fixed).run("check --engine predicate --property unreach-call --invariants a.c");
    assert_contains(
        &outcome.success(),
        &["at the loop in main at a.c:6:", "(main::is_locked == 0)", "\ntrue\n"],
    );
    let endless =
        "void reach_error(void); int x; int main(void) { for (x = 1;;) if (x == 0) reach_error(); }\n";
    let outcome = scratch
        .write("b.c", endless)
        .run("check --engine predicate --property unreach-call --whole --invariants b.c");
    assert_contains(&outcome.success(), &["at the loop in main at b.c:1:", "x "]);
    let value =
        json(&scratch, "check --engine predicate --property unreach-call --format json --invariants a.c");
    assert_eq!(
        (&value["invariants"][0]["line"], &value["invariants"][0]["function"]),
        (&6.into(), &"main".into())
    );
    let stats = &value["stats"];
    for name in ["nodes", "refinements", "predicates", "smt_queries"] {
        assert!(stats[name].as_u64().unwrap() > 0, "{name}: {stats}");
    }
    assert!(stats["states"].is_null() && value["scope"]["kind"] == "proved", "{value}");
    let phases = stats["phases"].as_array().unwrap();
    let sum = |key: &str| phases.iter().map(|phase| phase[key].as_f64().unwrap()).sum::<f64>();
    assert_eq!(sum("queries"), stats["smt_queries"].as_f64().unwrap());
    assert!(phases.iter().any(|phase| phase["name"] == "abstraction") && sum("s") > 0.0, "{stats}");
    let verbose = scratch.run("-v check --engine predicate a.c");
    assert_contains(&verbose.stderr, &["reading ", "blocks ", "abstraction ", "feasibility "]);
}

#[test]
fn what_is_not_checked_or_followed_is_said() {
    let scratch = Scratch::new("predicate_unknown");
    let recursive = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
                     static int f(int n) { return n > 0 ? f(n - 1) : n; }\n\
                     int main(void) { if (f(__VERIFIER_nondet_int()) > 0) reach_error(); return 0; }\n";
    let outcome =
        scratch.write("a.c", LOCK).run("check --engine predicate --property unreach-call,valid-memtrack a.c");
    // Nothing allocates: there is nothing to be checked.
    assert!(!outcome.stdout.contains("not-checked"), "{outcome:#?}");
    assert_contains(&outcome.stdout, &["false(unreach-call)\n"]);
    let outcome = scratch.write("b.c", recursive).run("check --property unreach-call --summaries none b.c");
    assert_eq!(outcome.status, Some(3));
    assert_contains(&outcome.stdout, &["recursion: f calls itself at b.c:3:", "unknown(not-modelled)\n"]);
    let outcome = scratch.write("c.c", "int __VERIFIER_nondet_int(void); int main(void) { unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n = 0; while (__VERIFIER_nondet_int()) n += a * b; if (n * n * n == 1000003u * a * b + 7) __builtin_trap(); return 0; }\n").run("check --property unreach-call --time-limit 1s c.c");
    assert!(outcome.status == Some(0) || outcome.stdout.ends_with("unknown(time)\n"), "{outcome:#?}");
}

/// The solver does not notice interrupts everywhere: this program once overran the limit by many times.
#[test]
fn a_time_limit_holds_inside_the_solver() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/predicate");
    let check = "check --engine predicate --property unreach-call --time-limit 2s";
    let start = std::time::Instant::now();
    let outcome =
        Scratch::new("limit_in_solver").run(&format!("{check} {folder}/bits/parity_two_ways_true.c"));
    // Half a second to stop, the rest for a machine that does other things.
    assert!(start.elapsed() < std::time::Duration::from_secs(8), "{outcome:#?}");
    assert!(outcome.stdout.ends_with("unknown(time)\n") || outcome.status == Some(0), "{outcome:#?}");
}

/// Each assertion may fail if an undefined function changes what it can reach, or what it returns or leaves in memory
/// points there.
const CHANGED: [&str; 14] = [
    "int g = 1; void out(void); int main(void) { out(); assert(g == 1); return 0; }",
    "static int g = 1; void out(void); void set(void) { g = 2; } int main(void) { out(); assert(g == 1); return 0; }",
    "int *k; void out(void); int main(void) { int *p = malloc(4); *p = 1; k = p; out(); assert(*p == 1); return 0; }",
    "int a = 1, *p = &a; void out(void); int main(void) { out(); assert(*p == 1); return 0; }",
    "int *k; void out(void); int main(void) { int x = 1; k = &x; out(); assert(x == 1); return 0; }",
    "void out(int *); int main(void) { int x = 1; out(&x); assert(x == 1); return 0; }",
    "int g; int *out(void); int main(void) { int *p = out(); g = 1; *p = 2; assert(g == 1); return 0; }",
    "int g; int *out(void); int main(void) { int *p = out(); g = 1; memset(p, 0, 4); assert(g == 1); return 0; }",
    "char g; char *out(void); int main(void) { char *p = out(); g = 1; sprintf(p, \"a\"); assert(g == 1); return 0; }",
    "int *k, g; void out(void); int main(void) { out(); g = 1; *k = 2; assert(g == 1); return 0; }",
    "int a[4] = {1, 1, 1, 1}; unsigned out(void); int main(void) { assert(a[out() % 4] == 1); return 0; }",
    "struct s { int a; } g, *out(void); struct s two(void) { struct s t = {2}; return t; } \
     int main(void) { struct s *p = out(); g.a = 1; *p = two(); assert(g.a == 1); return 0; }",
    "void out(void); int n(int set) { static int n; if (set) n = set; return n; } \
     int main(void) { n(1); out(); assert(n(0) == 1); return 0; }",
    "int g; unsigned long out(void); int main(void) { int *p = (int *)out(); g = 1; *p = 2; assert(g == 1); return 0; }",
];

#[test]
fn what_undefined_functions_may_change_is_not_relied_on() {
    let scratch = Scratch::new("predicate_havoc");
    let headers = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
    for text in CHANGED {
        scratch.write("a.c", format!("{headers}{text}\n"));
        let outcome = scratch.run("check --engine predicate --property unreach-call --externs havoc a.c");
        assert_eq!(outcome.status, Some(3), "{text}: {outcome:#?}");
    }
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
        &["\nunknown(undefined-behaviour): unreach-call\n", "\nfalse(no-overflow)\n"],
    );
    // A left shift whose result does not fit is a bad shift, and no overflow.
    let shift = SUM.replace("x + 1", "x << 1");
    scratch.write("b.c", &shift);
    let outcome = scratch.run("check --engine predicate --property no-overflow b.c").success();
    assert_contains(&outcome, &["scope: runs without undefined behaviour\ntrue\n"]);
    let outcome = scratch.run("check --engine predicate --property no-overflow,no-bad-shift b.c");
    assert_contains(&outcome.stdout, &["bad-shift", "\nfalse(no-bad-shift)\n"]);
}

#[test]
fn a_proof_is_the_same_each_time() {
    let scratch = Scratch::new("predicate_again");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/predicate");
    for file in ["protocol/elevator_true.c", "linear/two_in_lockstep_true.c", "callee/figure_one_true.c"] {
        let words = format!(
            "check --engine predicate --property unreach-call --invariants --format json {root}/{file}"
        );
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

#[test]
fn a_procedure_is_proved_once_for_all_its_calls() {
    let scratch = Scratch::new("predicate_summaries");
    scratch.write(
        "calls.c",
        "unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void);\n\
         static unsigned up(unsigned n) { while (n < 10) n++; return n; }\n\
         static unsigned down(unsigned n) { if (n == 0) return 0; return down(n - 1); }\n\
         int main(void) {\n    unsigned n = __VERIFIER_nondet_uint();\n\
         if (up(n) < 10 || up(3) < 10 || up(n / 2) < 10) reach_error();\n\
         if (down(n) != 0) reach_error();\n    return 0;\n}\n",
    );
    let check = "check --engine predicate --property unreach-call --invariants --time-limit 60s";
    let all = scratch.run(&format!("{check} --summaries all calls.c"));
    assert_contains(
        &all.stdout,
        &["when up of calls.c:3:17 returns: ", "when down of calls.c:4:17 returns: "],
    );
    assert_eq!(all.status, Some(0), "{}", all.stdout);
    let some = scratch.run(&format!("{check} calls.c"));
    assert_contains(&some.stdout, &["when down of calls.c:4:17 returns: "]);
    assert!(!some.stdout.contains("when up"), "{}", some.stdout);
    assert_eq!(some.status, Some(0), "{}", some.stdout);
    let none = scratch.run(&format!("{check} --summaries none calls.c"));
    assert_contains(&none.stdout, &["recursion: down calls itself", "unknown(not-modelled)"]);
}

#[test]
fn what_the_property_cannot_depend_on_is_passed_over() {
    let scratch = Scratch::new("predicate_cone");
    let noisy = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nstatic int noise;\n\
                 static void listen(void) { for (int i = 0; i < 5; i++) noise ^= __VERIFIER_nondet_int(); }\n\
                 int main(void) {\n    listen();\n    int x = __VERIFIER_nondet_int();\n    listen();\n\
                 \x20   if (x == 4711 && WANTED)\n        reach_error();\n    return 0;\n}\n";
    scratch.write("a.c", noisy.replace("WANTED", "x < 0")).write("b.c", noisy.replace("WANTED", "x > 0"));
    let nodes = |words: &str| {
        let value = json(
            &scratch,
            &format!("check --engine predicate --property unreach-call --format json {words}"),
        );
        value["stats"]["nodes"].as_u64().unwrap()
    };
    assert_eq!(nodes("a.c"), 1);
    assert!(nodes("--whole a.c") >= 3);
    // All inputs of the run are told, so that others can follow it.
    let outcome =
        scratch.run("check --engine predicate --property unreach-call --save-trace t.json --harness h.c b.c");
    assert_contains(&outcome.stdout, &["4711", "false(unreach-call)\n"]);
    let replayed = scratch.run("check --replay t.json b.c");
    assert_contains(&replayed.stdout, &["reach_error"]);
    let built = Command::new("cc").args(["-w", "b.c", "h.c"]).current_dir(&scratch.path).status();
    assert!(built.unwrap().success());
    let ran = Command::new(scratch.path.join("a.out")).output().unwrap();
    assert_contains(&String::from_utf8_lossy(&ran.stderr), &["reach_error is called"]);
}

#[test]
fn what_was_not_checked_is_no_proof() {
    let scratch = Scratch::new("predicate_checked");
    scratch.write(
        "a.c",
        "int __VERIFIER_nondet_int(void); void *malloc(unsigned long);\n\
         int main(void) { malloc(4); return __VERIFIER_nondet_int() % 3; }\n",
    );
    let outcome = scratch.run("check --property unreach-call,no-overflow,valid-memtrack a.c");
    assert_eq!(outcome.status, Some(3), "{outcome:#?}");
    let expected = [
        "unknown(not-checked): the predicate engine does not check valid-memtrack\n",
        "proved: unreach-call, no-overflow\nunknown(not-checked): valid-memtrack\nunknown(not-checked)\n",
    ];
    assert_contains(&outcome.stdout, &expected);
    let value = json(&scratch, "check --property unreach-call,valid-memtrack --format json a.c");
    assert_eq!(
        (&value["scope"]["kind"], &value["properties"][1]["reason"]),
        (&Value::Null, &"not-checked".into())
    );
    assert!(scratch.run("check --property unreach-call a.c").success().ends_with("\ntrue\n"));
}

#[test]
fn options_of_the_other_engine_are_warned_of() {
    let scratch = Scratch::new("predicate_idle");
    scratch.write("a.c", "int main(void) { return 0; }\n");
    let outcome =
        scratch.run("check --engine explicit --whole --summaries all --externs havoc --invariants a.c");
    for option in ["--whole", "--summaries", "--externs", "--invariants"] {
        assert_contains(
            &outcome.stderr,
            &[&format!("{option} is for the predicate engine, which was not taken")],
        );
    }
    assert_eq!(outcome.status, Some(0));
    let options = "--nondet-range 0..1 --spurious-wakeups off --search bfs --por off --stateless --keep-going --depth 3 \
                   --max-states 3 --changed main";
    let outcome = scratch.run(&format!("check --engine predicate --property unreach-call {options} a.c"));
    for option in options.split(' ').filter(|word| word.starts_with("--")) {
        assert_contains(
            &outcome.stderr,
            &[&format!("{option} is for the explicit engine, which was not taken")],
        );
    }
    assert_eq!(scratch.run("check --engine predicate --reuse off --no-record a.c").stderr, "");
}

#[test]
fn what_undefined_functions_are_given_holds_anything() {
    let scratch = Scratch::new("predicate_given");
    let text = "#include <assert.h>\nvoid out(int *);\nint other = 1;\nint main(void) {\n    int x = 1;\n\
                \x20   BEFORE\n    out(&x);\n    BEHIND\n    return 0;\n}\n";
    let check = |before: &str, behind: &str| {
        scratch.write("a.c", text.replace("BEFORE", before).replace("BEHIND", behind));
        scratch.run("check --property unreach-call a.c")
    };
    assert!(check("", "assert(other == 1);").success().ends_with("\ntrue\n"));
    let unknown = check("", "assert(x == 1);");
    let expected = "depends on what is not modelled exactly: a.c:8, so that no run shows";
    assert_contains(&unknown.stdout, &[expected, "\nunknown(replay)\n"]);
    assert_contains(&check("assert(x == 1);", "").stdout, &["a.c:6", "\nunknown(replay)\n"]);
    // What the C library returns is computed by the machine, whatever the path needs.
    let unknown = check("", "extern unsigned long strlen(const char *); assert(strlen(\"ab\") == 2);");
    assert_contains(&unknown.stdout, &["not modelled exactly: a.c:8", "\nunknown(replay)\n"]);
}

#[test]
fn an_allocation_that_fails_is_replayed() {
    let scratch = Scratch::new("predicate_allocation");
    scratch.write(
        "a.c",
        "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n\
         \x20   int n = __VERIFIER_nondet_int();\n    int *p = malloc(4);\n    int *q = calloc(1, 8);\n\
         \x20   int *r = malloc(4);\n    assert(n < 6 || !p || q || !r);\n    return 0;\n}\n",
    );
    let check = "check --engine predicate --property unreach-call";
    assert!(scratch.run(&format!("{check} a.c")).success().ends_with("\ntrue\n"));
    let outcome = scratch.run(&format!("{check} --malloc-may-fail --save-trace t.json a.c"));
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    let expected = ["n = 6", "p = &heap#1", "the allocation fails, q = null", "false(unreach-call)\n"];
    assert_contains(&outcome.stdout, &expected);
    assert_contains(&scratch.run("check --replay t.json a.c").stdout, &expected);
}
