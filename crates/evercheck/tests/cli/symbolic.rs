//! `check --inputs symbolic`: what is found is a run with numbers, and what there is not yet is refused or said.

use crate::run::{Scratch, assert_contains};

const SIZES: &str = "\
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 4) return 0;
    long *p = malloc(n * sizeof(long));
    if (!p) return 0;
    p[3] = 1;
    free(p);
    return 0;
}
";

#[test]
fn a_violation_is_shown_with_numbers_and_shows_again() {
    let scratch = Scratch::new("symbolic_violation");
    let outcome =
        scratch.write("a.c", SIZES).run("check --inputs symbolic --save-trace a.json --harness h.c a.c");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stdout);
    assert_contains(
        &outcome.stdout,
        &["__VERIFIER_nondet_ulong() is 2305843009213693952", "false(valid-deref)"],
    );
    let again = scratch.run("check --replay a.json a.c");
    assert_contains(&again.stdout, &["false(valid-deref)"]);
    let unbounded = scratch.run("check --engine explicit a.c");
    assert_contains(&unbounded.stdout, &["unknown(unbounded-input)"]);
}

#[test]
fn nothing_is_recorded_and_what_is_not_there_is_refused() {
    let scratch = Scratch::new("symbolic_refused");
    scratch.write(
        "a.c",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() > 5; }\n",
    );
    for _ in 0..2 {
        let outcome = scratch.run("check --inputs symbolic a.c");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stdout);
        assert_contains(&outcome.stdout, &["a search whose inputs are symbols records nothing"]);
    }
    for options in ["--keep-going", "--por alone", "--ranges 3", "--addresses fixed", "--engine predicate"] {
        let outcome = scratch.run(&format!("check --inputs symbolic {options} a.c"));
        assert_eq!(outcome.status, Some(2), "{options}");
        let name = options.split(' ').next().unwrap_or_default();
        assert_contains(&outcome.stderr, &["--inputs symbolic cannot be used with", name]);
    }
}
