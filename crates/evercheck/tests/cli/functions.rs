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
fn what_cannot_be_called_is_an_error() {
    let error = |options: &str, message: &str| {
        let outcome = check(options);
        assert_eq!(outcome.status, Some(2), "{options}: {}", outcome.stderr);
        assert_contains(&outcome.stderr, &[message]);
    };
    error("--function secnd", "--function: the program defines no function secnd; is it second");
    error("--function opaque", "`it` leads to `struct unknown`, whose size is not known here");
    error("--function exact", "`x` has values of type `long double`, which cannot be any");
    error("--function clamp --assume y<1", "'y' undeclared");
    error("--function clamp --assume x=1", "the condition `x=1` has an assignment");
    error("--function clamp --assume x<<=1", "has an assignment");
    error("--function clamp --assume x++<1", "has an assignment");
    error("--function clamp --assume x<1,1", "has a comma");
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
