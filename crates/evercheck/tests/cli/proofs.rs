//! Proofs of the predicate engine in the store: what later runs take from them, and what they do not.

use serde_json::Value;

use crate::run::Scratch;

const COUNT: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int last;
static int count(int n)
{
    int i = 0;
    while (i < n && i < 9)
        i++;
    last = i;
    return i;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int n = count(__VERIFIER_nondet_int());
        if (n > 9 || last != n)
            reach_error();
    }
    return 0;
}
";

fn check(scratch: &Scratch, options: &str) -> Value {
    let outcome = scratch.run(&format!("check --format json --property unreach-call {options} a.c"));
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:#?}"))
}

/// Whether a run took an earlier proof, and how much it asked.
fn reused(value: &Value) -> (&Value, &Value, &Value) {
    let stats = &value["stats"];
    (&stats["proofs_reused"], &stats["smt_queries"], &stats["obligations"]["asked"])
}

#[test]
fn a_proof_holds_until_something_it_depends_on_changes() {
    let scratch = Scratch::new("proofs_reused");
    let first = check(scratch.write("a.c", COUNT), "");
    assert_eq!((&first["verdict"], reused(&first).0), (&"true".into(), &0.into()));
    let elsewhere = COUNT.replace(
        "static int last;",
        "static int last, calls; /* two */\nstatic void idle(void) { calls++; }",
    );
    for text in [COUNT, &elsewhere, &elsewhere.replace("return 0;", "idle(); return 0;")] {
        let again = check(scratch.write("a.c", text), "");
        assert_eq!(again["verdict"], "true");
        assert_eq!(reused(&again), (&1.into(), &0.into(), &0.into()), "{text}");
    }
    let wrong = COUNT.replace("last = i;", "last = i & 7;");
    let found = check(scratch.write("a.c", &wrong), "");
    let mut scratches = check(&scratch, "--reuse off --no-record");
    assert_eq!(found["verdict"], "false(unreach-call)");
    // All but what was done, and what that took.
    scratches["stats"] = found["stats"].clone();
    assert_eq!(found, scratches);
    // Fixed, the proof of before is one again.
    let again = check(scratch.write("a.c", COUNT), "");
    assert_eq!(reused(&again), (&1.into(), &0.into(), &0.into()));
}

#[test]
fn reuse_off_and_invariants_take_no_proof() {
    let scratch = Scratch::new("proofs_refused");
    check(scratch.write("a.c", COUNT), "");
    let with_invariants = check(&scratch, "--invariants");
    assert!(with_invariants["invariants"].as_array().is_some_and(|it| !it.is_empty()), "{with_invariants:#}");
    assert_eq!(reused(&with_invariants).0, 0);
    assert_eq!(reused(&check(&scratch, "--reuse off")).0, 0);
    assert_eq!(reused(&check(&scratch, "--certify off")).0, 0);
    let text = scratch.run("check --property unreach-call a.c");
    assert!(text.stdout.contains("reused 1 proof of an earlier run: "), "{text:#?}");
}
