//! Pairs of programs, the second checked with what the first left. Each is behind one mistake that could be made with that, and what
//! is looked at is the verdict alone: `scripts/mutants_proofs.py` makes these mistakes, and takes away the lock that would make
//! them good.

use std::sync::atomic::Ordering;
use std::time::Duration;

use predicate::Technique;
use verdict::{Property, Verdict};

use crate::common::{Known, LOOPS, MODES, Mode, PROCEDURES, check_within, is_limited, verdict};

const START: &str = "extern _Bool __VERIFIER_nondet_bool(void); extern void reach_error(void);\n";
const TIME: Duration = Duration::from_secs(60);

fn program(text: &str) -> cfa::Program {
    cfa::from_text(&format!("{START}{text}")).unwrap_or_else(|error| panic!("{error:?}"))
}

/// What a program that is proved leaves.
fn left(mode: Mode, text: &str) -> Known {
    let (mut known, first) =
        (Known::default(), check_within(&program(text), &mode.with(&Known::default()), TIME));
    assert_eq!(verdict(&first), Verdict::True, "{text}");
    known.extend(&first);
    known
}

/// A proof, then a bug: it is seen whatever is known.
fn check(mode: Mode, proved: &str, bug: &str) {
    let checked = check_within(&program(bug), &mode.with(&left(mode, proved)), TIME);
    assert_eq!(verdict(&checked), Verdict::False, "{bug}");
}

/// A counter, and when it is wrong.
fn counter(most: u32, error: &str) -> String {
    format!(
        "int main(void) {{ int n = 0; while (__VERIFIER_nondet_bool()) if (n < {most}) n++;
            if ({error}) reach_error(); return 0; }}"
    )
}

#[test]
fn a_condition_that_does_not_hold_any_more() {
    check(MODES[0], &counter(5, "n > 5"), &counter(6, "n > 5"));
}

/// It is said of the counter that it is not above its limit.
#[test]
fn a_condition_and_its_opposite() {
    check(MODES[0], &counter(5, "n > 5"), &counter(5, "n == 3"));
}

/// No word of the procedure is another, but its pointers lead to the same now.
#[test]
fn a_procedure_whose_pointers_lead_elsewhere() {
    let text = |more: &str| {
        format!(
            "static int first, second, third;
            static void both(int *p, int *q) {{
                while (__VERIFIER_nondet_bool()) {{ *p = 1; *q = 0; if (*p != 1) reach_error(); }}
            }}
            int main(void) {{ both(&first, &second); {more} return 0; }}"
        )
    };
    check(PROCEDURES, &text(""), &text("both(&third, &third);"));
}

/// It changes what it is handed, and is handed more now.
#[test]
fn a_procedure_that_is_handed_more() {
    let text = |more: &str| {
        format!(
            "static int a = 1, b = 1;
            static void fill(int *p) {{ while (__VERIFIER_nondet_bool()) *p = 2; }}
            int main(void) {{ fill(&b); {more} if (a != 1) reach_error(); return 0; }}"
        )
    };
    check(PROCEDURES, &text(""), &text("fill(&a);"));
}

/// A loop calls the same procedure by another name, and the name is another's.
#[test]
fn a_procedure_that_has_the_name_of_another() {
    let text = |before: &str, name: &str, after: &str| {
        format!(
            "static int x; {before}
            static void {name}(void) {{ while (__VERIFIER_nondet_bool()) x = 1; }}
            int main(void) {{
                while (__VERIFIER_nondet_bool()) {{ {name}(); if (x > 1) reach_error(); }}
                {after} return 0;
            }}"
        )
    };
    let other = "static void set(void) { while (__VERIFIER_nondet_bool()) x = 5; }";
    let mode = Mode { technique: Technique::Summaries, ..LOOPS };
    check(mode, &text("", "set", ""), &text(other, "put", "set(); if (x > 1) reach_error();"));
}

/// Blocks that a limit cuts short lead to no error.
#[test]
fn a_limit_that_is_reached_before_anything_is_built() {
    let (known, bug) = (left(MODES[0], &counter(5, "n > 5")), program(&counter(6, "n > 5")));
    let options = MODES[0].with(&known);
    options.limits.deadline.store(true, Ordering::Relaxed);
    let checked = check_within(&bug, &options, TIME);
    assert!(is_limited(&checked), "{:?}", checked.report.properties);
    let certified = predicate::certify(&bug, &options, Property::UnreachCall, &known.proofs[0].1);
    assert!(certified.is_err(), "{certified:?}");
}
