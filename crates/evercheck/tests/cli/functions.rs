//! `check --function`: calls of one function with any arguments, in place of `main`.

use crate::run::{Outcome, Scratch, assert_contains};

const LIBRARY: &str = "\
#include <stddef.h>
#include <stdint.h>
struct node { int value; struct node *next; };
typedef struct { unsigned length; const struct node *head; int (*compare)(int, int); const _Bool is_on; } table;
static int distance(int a, int b) { return a > b ? a - b : b - a; }
unsigned clamp(unsigned x, unsigned low, unsigned high) { return x < low ? low : x > high ? high : x; }
int second(const int *p) { return p[1]; }
int order(const table *table) { return table->compare(table->head->value, (int)table->length) + 1; }
int third(const table *t) { return t->head->next->next->value; }
uint8_t byte(const uint8_t *data, size_t at) { return data[at]; }
char last(const char *text) { return text[7]; }
int clash(int *a, int *a_object) { return *a < *a_object; }
void opaque(struct unknown *it) { (void)it; }
void exact(long double x) { (void)x; }
int fourth(int a[const static 4], char *b) { return a[3] + (b[0] != 0); }
int local(enum here { A, B } kind, const enum there { C = -1 } *other) { return kind > 1 && *other > 0; }
int main(void) { return second(0); }
";

fn check(options: &str) -> Outcome {
    let scratch = Scratch::new(&format!("function {options}"));
    scratch.write("library.c", LIBRARY);
    scratch.run(&format!("check --no-record {options} library.c"))
}

fn verdict(options: &str) -> String {
    check(options).stdout.lines().last().unwrap_or_default().to_string()
}

#[test]
fn a_function_is_called_with_any_arguments() {
    assert_eq!(verdict("--function clamp"), "true");
    // `INT_MAX - -1`, by a static function, though the program has a main.
    assert_eq!(verdict("--function distance"), "false(no-overflow)");
    assert_eq!(verdict("--function distance --assume a>=0 --assume b>=0"), "true");
    // What a function that is handed over returns may be the greatest integer.
    assert_eq!(verdict("--function order"), "false(no-overflow)");
}

#[test]
fn pointers_lead_to_objects_of_their_own() {
    assert_eq!(verdict("--function second"), "false(valid-deref)");
    assert_eq!(verdict("--function second --elements 2"), "true");
    assert_eq!(verdict("--function third"), "false(valid-deref)");
    assert_eq!(verdict("--function byte --elements 3"), "false(valid-deref)");
    assert_eq!(verdict("--function byte --elements 3 --assume at<3"), "true");
    // The name of the object is taken, by another parameter.
    assert_eq!(verdict("--function clash"), "true");
    // What a declaration promises is there, and no more.
    let fourth = check("--function fourth --assume a[3]<9");
    assert_eq!(fourth.stdout.lines().last(), Some("true"), "{}", fourth.stdout);
    assert_contains(&fourth.stdout, &["arrays of as many elements as their parameters promise"]);
    assert_eq!(verdict("--function fourth --elements 3"), "false(valid-deref)");
    // An enumeration that is declared among the parameters has no name for a caller.
    assert_eq!(verdict("--function local"), "true");
    assert_eq!(verdict("--function last"), "true");
    assert_eq!(verdict("--function last --elements 7"), "false(valid-deref)");
}

#[test]
fn the_report_says_what_calls_it_covers() {
    let outcome = check("--function byte --elements 3 --assume at<3");
    assert_contains(
        &outcome.stdout,
        &[
            "scope: calls of byte with any arguments for which at<3, each pointer to 3 objects of its own, variables of the \
         program as they are at its start",
        ],
    );
    let outcome = check("--function clamp --format json");
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(json["scope"]["kind"], "bounded");
    assert_eq!(json["scope"]["bounds"]["function"]["name"], "clamp");
    assert_contains(&check("--function second").stdout, &["int p_object[1] = { __VERIFIER_nondet_int() };"]);
}

#[test]
fn a_violation_of_a_call_says_how_calls_are_bounded() {
    let text = check("--function byte --elements 3").stdout;
    assert_contains(
        &text,
        &["help: any arguments of byte count; --assume 'CONDITION' and --elements N say which calls do"],
    );
}

#[test]
fn what_cannot_be_called_is_an_error() {
    let error = |options: &str, message: &str| {
        let outcome = check(options);
        assert_eq!(outcome.status, Some(2), "{options}: {}", outcome.stderr);
        assert_contains(&outcome.stderr, &[message]);
    };
    error("--function secnd", "--function: the program defines no function secnd; did you mean second");
    error("--function opaque", "`it` leads to `struct unknown`, whose size is not known here");
    error("--function exact", "`x` has values of type `long double`, which cannot be any");
    error("--function clamp --assume y<1", "'y' undeclared");
    error("--function clamp --assume x=1", "the condition `x=1` has an assignment");
    error("--function clamp --assume x<<=1", "has an assignment");
    error("--function clamp --assume x++<1", "has an assignment");
    error("--function clamp --assume x<1,1", "has a comma");
    error("--function clamp --assume 0)||(x<1", "has a parenthesis that nothing opens");
    error("--elements 3", "--function");
}

#[test]
fn the_harness_makes_the_same_call() {
    let scratch = Scratch::new("function harness");
    scratch.write("library.c", LIBRARY);
    let outcome = scratch.run("check --no-record --function third --harness harness.c library.c");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let mut gcc = std::process::Command::new("gcc");
    gcc.args(["-w", "-fsanitize=undefined", "-fno-sanitize-recover=all", "harness.c", "-o", "harness"]);
    assert!(gcc.current_dir(&scratch.path).status().unwrap().success());
    let ran = std::process::Command::new(scratch.path.join("harness")).output().unwrap();
    assert!(!ran.status.success());
    assert_contains(&String::from_utf8_lossy(&ran.stderr), &["null pointer"]);
}

#[test]
fn conditions_that_nothing_meets_are_said() {
    let note = "note: nothing is checked: no arguments of clamp meet the conditions of --assume";
    let unmet = check("--function clamp --assume x>3&&x<2");
    assert_eq!(unmet.stdout.lines().last(), Some("true"), "{unmet:#?}");
    assert_contains(&unmet.stdout, &[note]);
    let json = check("--function clamp --assume x>3&&x<2 --format json").stdout;
    assert_eq!(json.matches("\"vacuous\": true").count(), json.matches("\"vacuous\": ").count());
    for options in ["--assume x>3&&x<5", "--assume x>3 --nondet-range -9..9", ""] {
        let met = check(&format!("--function clamp {options}"));
        assert_eq!(met.stdout.lines().last(), Some("true"), "{met:#?}");
        assert!(!met.stdout.contains("nothing is checked"), "{options}: {}", met.stdout);
    }
}

#[test]
fn what_was_saved_of_a_function_is_of_that_function() {
    let scratch = Scratch::new("function saved");
    scratch.write("library.c", LIBRARY);
    let found = scratch.run("check --no-record --function byte --elements 3 --save-trace t.json library.c");
    assert_eq!(found.status, Some(1), "{found:#?}");
    let again = scratch.run("check --replay t.json library.c");
    assert_eq!(again.stdout.lines().last(), Some("false(valid-deref)"), "{again:#?}");
    let proved = scratch.run("check --no-record --function clamp --proof p.json library.c");
    assert_eq!(proved.stdout.lines().last(), Some("true"), "{proved:#?}");
    let certified = scratch.run("certify p.json library.c");
    assert_eq!(certified.status, Some(0), "{certified:#?}");
    assert_contains(&certified.stdout, &["calls of clamp with any arguments"]);
}

/// What is told stays as it was written; what counts are the macros at the end of the file that defines the function.
#[test]
fn conditions_may_use_macros() {
    let scratch = Scratch::new("function macros");
    scratch.write("limits.h", "#define MOST 3\n#define BELOW(x, y) ((x) < (y))\n#define STEP(x) x++\n");
    scratch
        .write("other.c", "#define MOST 9\nint get(int *at, unsigned n);\nint other(void) { return 0; }\n");
    scratch.write("a.c", "#include \"limits.h\"\nint get(int *at, unsigned n) { return at[n]; }\n");
    let check = |condition: &str| {
        let command =
            format!("check --no-record --function get --elements 3 --assume {condition} a.c other.c");
        scratch.run(&command)
    };
    let outcome = check("BELOW(n,MOST)");
    assert_eq!(outcome.stdout.lines().last(), Some("true"), "{outcome:#?}");
    assert_contains(&outcome.stdout, &["any arguments for which BELOW(n,MOST)"]);
    assert_contains(&check("STEP(n)<3").stderr, &["the condition `STEP(n)<3` has an assignment"]);
    // A macro that nothing but the condition uses is part of what is checked.
    let history = "check --function get --elements 3 --assume BELOW(n,MOST) a.c";
    scratch.run(history).success();
    scratch.write("limits.h", "#define MOST 4\n#define BELOW(x, y) ((x) < (y))\n");
    let outcome = scratch.run(history);
    assert_eq!(outcome.stdout.lines().last(), Some("false(valid-deref)"), "{outcome:#?}");
}
