//! What a report says is true and helps: causes by their names, hints that work, assumptions where they matter.

use serde_json::Value;

use crate::run::{Outcome, Scratch, assert_contains};

#[track_caller]
fn ended(outcome: Outcome, status: i32) -> String {
    assert_eq!(outcome.status, Some(status), "{outcome:#?}");
    outcome.stdout
}

#[test]
fn a_generator_that_threads_share_is_named() {
    let scratch = Scratch::new("messages_rand");
    let source = "\
#include <pthread.h>
#include <stdlib.h>
static void *other(void *argument) { return rand() ? argument : 0; }
int main(void) {
    pthread_t t;
    SEED
    pthread_create(&t, 0, other, 0);
    int x = rand();
    pthread_join(t, 0);
    return x > 3;
}
";
    let text = ended(scratch.write("a.c", source.replace("SEED", "")).run("check a.c"), 3);
    let parts = ["the first call of `rand` while other threads run at a.c:8:", "help: call it (or srand"];
    assert_contains(&text, &parts);
    assert!(!text.contains("frees"), "{text}");
    let text = ended(scratch.write("b.c", source.replace("SEED", "srand(1);")).run("check b.c"), 1);
    assert_contains(&text, &["what the C library keeps for `random` at b.c:8 while thread 1 (other) "]);
}

#[test]
fn a_socket_is_not_standard_input() {
    let scratch = Scratch::new("messages_socket");
    let source = "\
#include <assert.h>
#include <unistd.h>
int open_socket(void);
int main(void) {
    char b[4];
    int s = open_socket();
    if (s < 0) return 1;
    assert(read(s, b, 4) != 3);
    return 0;
}
";
    let text = ended(scratch.write("a.c", source).run("check a.c"), 3);
    assert_contains(&text, &["a file descriptor, here read by read"]);
    assert!(!text.contains("standard input"), "{text}");
}

#[test]
fn a_race_says_who_frees_and_what_ends() {
    let scratch = Scratch::new("messages_race");
    let freed = "\
#include <pthread.h>
#include <stdlib.h>
static int *p;
static void *other(void *argument) { free(p); return argument; }
int main(void) {
    pthread_t t;
    p = malloc(4);
    pthread_create(&t, 0, other, 0);
    *p = 3;
    pthread_join(t, 0);
}
";
    let text = ended(scratch.write("a.c", freed).run("check a.c"), 1);
    let both = "thread 0 (main) writes `heap#1` at a.c:9 while thread 1 (other) frees `heap#1` (an object of 4 bytes, \
                allocated at a.c:7) at a.c:4\n";
    assert_contains(&text, &[both]);
    let ends = "\
#include <pthread.h>
static int *volatile p;
static void *other(void *argument) { *p = 3; return argument; }
int main(void) {
    pthread_t t;
    { int x = 0; p = &x; pthread_create(&t, 0, other, 0); }
    pthread_join(t, 0);
}
";
    let text = ended(scratch.write("b.c", ends).run("check --property no-data-race b.c"), 1);
    assert_contains(
        &text,
        &["ends the lifetime of `main::x` at b.c:6 while thread 1 (other) writes `main::x`"],
    );
}

#[test]
fn hints_are_given_where_they_help() {
    let scratch = Scratch::new("messages_hints");
    let check = |source: &str, options: &str, hints: &[&str]| {
        let text = ended(scratch.write("a.c", source).run(&format!("check {options} a.c")), 3);
        let found: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("  help: ")).collect();
        for hint in hints {
            assert!(found.iter().any(|line| line.contains(hint)), "no {hint}: {text}");
        }
        let is_wanted = |line: &&str| hints.iter().any(|hint| line.contains(hint));
        assert!(found.iter().all(is_wanted), "{found:?} instead of {hints:?}");
    };
    let asserted = "#include <assert.h>\n#include <stdio.h>\nint main(void) { assert(CALL != 'x'); }\n";
    check(&asserted.replace("CALL", "getchar()"), "", &["choose what is read"]);
    check(&asserted.replace("CALL", "fgetc(fopen(\"a\", \"r\"))"), "--engine explicit", &["--model FILE"]);
    check("int f(void); int main(void) { return f(); }", "--engine explicit", &["--model FILE"]);
    let heap = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
                int main(void) { int *p = malloc(4 + (__VERIFIER_nondet_int() & 7)); *p = 1; free(p); }\n";
    check(heap, "--engine predicate", &["--engine explicit"]);
    let strtok = "#include <pthread.h>\n#include <string.h>\n\
                  static void *split(void *text) { while (strtok(text, \" \")) text = 0; return 0; }\n\
                  int main(void) { char a[] = \"a b\", b[] = \"c d\"; pthread_t t; \
                  pthread_create(&t, 0, split, a); split(b); pthread_join(t, 0); }\n";
    check(strtok, "", &["before the first thread is started"]);
    // Nothing that could be said helps with an address as a number.
    let address = "int main(void) { int x; return (unsigned long)&x % 7 == 3; }";
    check(address, "--engine explicit", &[]);
}

/// A model of what is not defined, as the hint says, helps, and is an assumption.
#[test]
fn a_model_is_named_in_the_scope() {
    let scratch = Scratch::new("messages_model");
    scratch.write("a.c", "int f(void); int main(void) { return f(); }");
    scratch.write("model.c", "int f(void) { return 1; }");
    let text = scratch.run("check --model model.c a.c").success();
    assert_contains(&text, &["scope: functions behave as model.c models them\ntrue\n"]);
    let value: Value =
        serde_json::from_str(&scratch.run("check --model model.c --format json a.c").stdout).unwrap();
    assert_eq!(value["scope"]["assumptions"][0], "functions behave as model.c models them");
}

#[test]
fn a_scope_is_told_of_proofs_only() {
    let scratch = Scratch::new("messages_scope");
    let source =
        "#include <stdlib.h>\nint z; int main(void) { int *p = malloc(4); free(p); return 1 / (z + VALUE); }";
    scratch.write("a.c", source.replace("VALUE", "0")).write("b.c", source.replace("VALUE", "1"));
    scratch.write("c.c", source.replace("int z;", "int z, f(void);").replace("VALUE", "f()"));
    assert!(!ended(scratch.run("check a.c"), 1).contains("scope:"));
    assert!(!ended(scratch.run("check --engine explicit c.c"), 3).contains("scope:"));
    assert_contains(&scratch.run("check b.c").success(), &["scope: allocations succeed\ntrue\n"]);
}

#[test]
fn leaks_are_said_not_to_be_checked() {
    let scratch = Scratch::new("messages_leaks");
    let source = "#include <stdlib.h>\nint main(void) { void *p = malloc(4); free(p); return 0; }";
    scratch.write("a.c", source).write("b.c", "int main(void) { return 0; }");
    let said = "not checked: leaks (--property valid-memtrack,valid-memcleanup checks for them)\n";
    assert_contains(&scratch.run("check a.c").success(), &[said]);
    assert!(!scratch.run("check b.c").success().contains("leaks"), "nothing is allocated");
    let asked = scratch.run("check --property valid-memtrack,valid-memcleanup a.c").success();
    assert!(!asked.contains("leaks"), "{asked}");
}

#[test]
fn a_fault_is_told_once() {
    let scratch = Scratch::new("messages_fault");
    scratch.write("a.c", "int z; int main(void) { return 1 / z; }");
    let text = ended(scratch.run("check a.c"), 1);
    assert_contains(&text, &["no-division-by-zero violated: division by zero\n"]);
    let text = ended(scratch.run("check --property unreach-call --engine explicit a.c"), 3);
    assert_contains(
        &text,
        &["unknown(undefined-behaviour): division by zero, which was not asked about at a.c:1:"],
    );
    assert_contains(&scratch.run("run a.c").stderr, &["error: division by zero\n"]);
}

#[test]
fn errors_are_told_in_json_too() {
    let scratch = Scratch::new("messages_json");
    scratch
        .write("a.c", "int main(void) { return 1 + ; }")
        .write("b.c", "int x;")
        .write("c.c", "#include <no.h>\n");
    let errors = |options: &str| -> Value {
        let outcome = scratch.run(&format!("check --format json {options}"));
        assert_eq!(outcome.status, Some(2), "{outcome:#?}");
        assert!(outcome.stderr.starts_with("error"), "{outcome:#?}");
        let value: Value = serde_json::from_str(&outcome.stdout).unwrap();
        assert_eq!(value["schema"], 1);
        value["errors"][0].clone()
    };
    let syntax = errors("a.c");
    assert_eq!((&syntax["file"], &syntax["line"], &syntax["column"]), (&"a.c".into(), &1.into(), &29.into()));
    assert_eq!(errors("none.c")["message"], "none.c: no such file");
    assert_eq!(
        errors("b.c")["message"],
        "the program has no function main; --function NAME checks calls of another one"
    );
    assert!(errors("c.c")["message"].as_str().is_some_and(|message| message.contains("no.h")));
}
