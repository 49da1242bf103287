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
fn what_is_known_is_not_executed() {
    let scratch = Scratch::new("symbolic_records");
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                int main(void) {\n    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();\n\
                    if (n > m && n < 5)\n        if (m >= MOST) reach_error();\n    return 0;\n}\n";
    scratch.write("a.c", text.replace("MOST", "4"));
    let check = "check --inputs symbolic --property unreach-call a.c";
    assert_contains(&scratch.run(check).success(), &["\ntrue\n"]);
    for options in ["", " --audit full"] {
        let again = scratch.run(&format!("{check}{options}")).success();
        assert_contains(&again, &["reused everything", "nothing had to be executed", "\ntrue\n"]);
    }
    let edited = scratch.write("a.c", text.replace("MOST", "3")).run(check);
    assert_contains(&edited.stdout, &["false(unreach-call)"]);
    // Which values are asked about, and how, is part of what is known.
    scratch.write("a.c", text.replace("MOST", "4").replace("n > m && ", ""));
    let ranged = scratch.run(&format!("{check} --nondet-range 0..3")).success();
    assert_contains(&ranged, &["scope: inputs of wide types from 0 to 3\ntrue\n"]);
    assert_contains(&scratch.run(&format!("{check} --nondet-range 0..4")).stdout, &["false(unreach-call)"]);
    assert_contains(&scratch.run(&format!("{check} --nondet-range 0..3")).success(), &["reused everything"]);
    let each =
        scratch.run("check --engine explicit --property unreach-call --nondet-range 0..3 a.c").success();
    assert!(!each.contains("reused"), "{each}");
}

/// Nobody loses what there is without symbols: they are for what could not be checked.
#[test]
fn inputs_are_symbols_where_each_value_cannot_be_tried() {
    let scratch = Scratch::new("symbolic_auto");
    let text = "extern int __VERIFIER_nondet_int(void);\nextern int evercheck_choose(int, int);\nint g;\n\
                int main(void) {\n    int n = INPUT, m = evercheck_choose(0, 2);\n    g = n > m;\n    return 0;\n}\n";
    scratch.write("a.c", text.replace("INPUT", "__VERIFIER_nondet_int()"));
    scratch.write("b.c", text.replace("INPUT", "evercheck_choose(0, 9)"));
    let why = "inputs: symbols, since __VERIFIER_nondet_int() has too many values to try each";
    let symbols = scratch.run("check --inputs auto --engine explicit a.c").success();
    assert_contains(&symbols, &[why, "\ntrue\n"]);
    let each = scratch.run("check --inputs auto --engine explicit b.c").success();
    assert!(!each.contains("inputs: symbols") && each.contains("\ntrue\n"), "{each}");
    // Each is tried with what is said of inputs, and by another engine.
    for options in ["--nondet-range 0..2 --engine explicit", "--engine predicate"] {
        let said = scratch.run(&format!("check --inputs auto {options} a.c"));
        assert!(!said.stdout.contains("inputs: symbols"), "{}", said.stdout);
    }
    let other = scratch.run("check --inputs auto --engine explicit --por alone a.c");
    assert_contains(&other.stdout, &["unknown(unbounded-input)"]);
}

#[test]
fn what_is_not_there_is_refused() {
    let scratch = Scratch::new("symbolic_refused");
    scratch.write(
        "a.c",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() > 5; }\n",
    );
    for options in ["--keep-going", "--por alone", "--ranges 3", "--addresses fixed", "--engine predicate"] {
        let outcome = scratch.run(&format!("check --inputs symbolic {options} a.c"));
        assert_eq!(outcome.status, Some(2), "{options}");
        let name = options.split(' ').next().unwrap_or_default();
        assert_contains(&outcome.stderr, &["--inputs symbolic cannot be used with", name]);
    }
}
