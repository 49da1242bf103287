//! Proofs of the predicate engine in the store: what later runs take from them, and what they do not.

use serde_json::Value;

use crate::run::{Outcome, Scratch};

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
    assert_eq!(first["stats"]["proofs_from"], Value::Null);
    let called = elsewhere.replace("return 0;", "idle(); return 0;");
    for (text, changed) in [(COUNT, &[][..]), (&elsewhere, &["idle"]), (&called, &["main"])] {
        let again = check(scratch.write("a.c", text), "");
        assert_eq!(again["verdict"], "true");
        assert_eq!(again["stats"]["proofs_from"]["changed"], Value::from(changed), "{text}");
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
    assert!(text.stdout.contains(" by the solver; no function changed since run "), "{text:#?}");
}

/// The status of a run, and the last line that it said.
fn ended(outcome: &Outcome) -> (i32, &str) {
    (outcome.status.unwrap_or(-1), outcome.stdout.lines().last().unwrap_or(""))
}

#[test]
fn a_saved_proof_is_checked_by_itself() {
    let scratch = Scratch::new("saved_proof");
    scratch.write("a.c", COUNT);
    let outcome = scratch.run("check --no-record --reuse off --property unreach-call --proof a.proof a.c");
    assert_eq!(ended(&outcome), (0, "true"), "{outcome:#?}");
    let outcome = scratch.run("certify a.proof a.c");
    assert_eq!(ended(&outcome), (0, "true"), "{outcome:#?}");
    assert!(outcome.stdout.contains("unreach-call: proved, "), "{outcome:#?}");
    assert!(outcome.stdout.contains("scope: runs without undefined behaviour"), "{outcome:#?}");
    // What counts as the error is told, since it is the file that says so.
    let text = std::fs::read_to_string(scratch.path.join("a.proof")).unwrap();
    let other = text.replace("\"error_function\": null", "\"error_function\": \"never\"");
    let outcome = scratch.write("other.proof", other).run("certify --time-limit 1m other.proof a.c");
    assert!(outcome.stdout.contains("the error is a call of never()"), "{outcome:#?}");
    // Of a program that it does not prove: as it would be, had somebody else written the file.
    let wrong = COUNT.replace("last = i;", "last = i & 7;");
    let outcome = scratch.write("b.c", &wrong).run("certify a.proof b.c");
    assert_eq!(ended(&outcome), (3, "unknown(certificate)"), "{outcome:#?}");
    // Nor does a file that names a property without a proof.
    let (start, end) = (text.find(",\n      \"proof\"").unwrap(), text.rfind("\n    }").unwrap());
    scratch.write("none.proof", format!("{}{}", &text[..start], &text[end..]));
    let outcome = scratch.run("certify none.proof a.c");
    assert_eq!(ended(&outcome), (3, "unknown(certificate)"), "{outcome:#?}");
}

#[test]
fn what_is_no_proof_is_said_to_be_none() {
    let scratch = Scratch::new("no_proof");
    scratch.write("a.c", COUNT);
    let outcome = scratch.run("check --no-record --reuse off --property unreach-call --proof a.proof a.c");
    assert_eq!(ended(&outcome).0, 0, "{outcome:#?}");
    let text = std::fs::read_to_string(scratch.path.join("a.proof")).unwrap();
    let at = text.find("\"hex\": \"").unwrap() + 20;
    let other = if text.as_bytes()[at] == b'0' { "1" } else { "0" };
    let files = [
        (
            "damaged",
            format!("{}{other}{}", &text[..at], &text[at + 1..]),
            "the proof of unreach-call is damaged",
        ),
        ("older", text.replace("\"evercheck_proof\": 1", "\"evercheck_proof\": 0"), "of version 0, not 1"),
        ("cut", text[..text.len() / 2].to_string(), "is no saved proof"),
        ("c", COUNT.to_string(), "is no saved proof"),
        ("empty", String::new(), "is no saved proof"),
    ];
    for (name, text, message) in files {
        let outcome = scratch.write(name, &text).run(&format!("certify {name} a.c"));
        assert_eq!(ended(&outcome), (2, ""), "{name}: {outcome:#?}");
        assert!(outcome.stderr.contains(message), "{name}: {outcome:#?}");
    }
    let outcome = scratch.run("certify -m32 a.proof a.c");
    assert_eq!(ended(&outcome).0, 2, "{outcome:#?}");
    // Where nothing was proved, nothing is written.
    let wrong = COUNT.replace("last = i;", "last = i & 7;");
    scratch.write("b.c", &wrong);
    let outcome = scratch.run("check --no-record --reuse off --property unreach-call --proof b.proof b.c");
    assert_eq!(ended(&outcome).0, 1, "{outcome:#?}");
    assert!(outcome.stderr.contains("b.proof is not written"), "{outcome:#?}");
    assert!(!scratch.path.join("b.proof").exists());
}

#[test]
fn a_technique_is_for_one_engine() {
    let scratch = Scratch::new("techniques");
    check(scratch.write("a.c", COUNT), "");
    // The bound is another, so the proof is none: its predicates are those that are needed, but for that.
    scratch.write("a.c", COUNT.replace('9', "7"));
    let outcome = check(&scratch, "--reuse precision");
    let stats = &outcome["stats"];
    assert_eq!(outcome["verdict"], "true");
    assert_eq!((&stats["proofs_reused"], &stats["proofs_repaired"]), (&0.into(), &0.into()), "{stats:#}");
    assert!(stats["conditions"]["offered"].as_u64() > Some(0), "{stats:#}");
    for (engine, technique, whose) in [
        ("explicit", "precision", "predicate"),
        ("explicit", "procedures", "predicate"),
        ("predicate", "rmc", "explicit"),
    ] {
        let outcome = scratch.run(&format!("check --engine {engine} --reuse {technique} a.c"));
        assert_eq!(ended(&outcome), (2, ""), "{outcome:#?}");
        let message = format!("--reuse {technique} is a technique of the {whose} engine");
        assert!(outcome.stderr.contains(&message), "{outcome:#?}");
    }
}

const UP: &str = "\
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
static int n, other;
static void up(void)
{
    while (n < 5 && __VERIFIER_nondet_bool())
        n++;
}
int main(void)
{
    up();
    if (n > 5)
        reach_error();
    return other;
}
";

/// The procedure, its loop, or both.
#[test]
fn code_that_is_as_it_was_is_not_searched_again() {
    for technique in ["procedures", "loops", "summaries"] {
        reuse_summaries(technique);
    }
    let scratch = Scratch::new("no-summaries");
    scratch.write("a.c", UP);
    let outcome = scratch.run("check --cex eager a.c");
    assert_eq!(ended(&outcome), (2, ""), "{outcome:#?}");
    assert!(outcome.stderr.contains("--cex is for --reuse summaries, procedures and loops"), "{outcome:#?}");
}

fn reuse_summaries(technique: &str) {
    let scratch = Scratch::new(&format!("summaries-{technique}"));
    let options = format!("--engine predicate --whole --summaries all --reuse {technique}");
    let options = options.as_str();
    let first = check(scratch.write("a.c", UP), options);
    assert_eq!((&first["verdict"], &first["stats"]["summaries"]["offered"]), (&"true".into(), &0.into()));
    scratch.write("a.c", UP.replace("    up();", "    other = 1;\n    up();"));
    let again = check(&scratch, options);
    let summaries = &again["stats"]["summaries"];
    assert_eq!(again["verdict"], "true");
    assert_eq!((&summaries["selected"], &summaries["used"]), (&1.into(), &1.into()), "{summaries:#}");
    assert_eq!(summaries["holes_expanded"], 0, "{summaries:#}");
    let text = scratch.run(&format!("check --property unreach-call {options} --cex eager a.c"));
    assert!(text.stdout.contains("summaries of earlier runs: "), "{text:#?}");
    // The store knows what it holds, and proofs that were found so are for everybody.
    let listed = scratch.run("store ls");
    assert!(listed.stdout.contains("1 proof, summaries"), "{listed:#?}");
    let verified = scratch.run("store verify");
    assert_eq!(verified.status, Some(0), "{verified:#?}");
    assert_eq!(check(&scratch, "--engine predicate --whole --summaries all")["stats"]["proofs_reused"], 1);
    // A violation is what it is without any summary.
    scratch.write("a.c", UP.replace("n > 5", "n > 4"));
    let (mut found, off) = (
        check(&scratch, options),
        check(&scratch, &options.replace(&format!("--reuse {technique}"), "--reuse off --no-record")),
    );
    assert_eq!(found["verdict"], "false(unreach-call)");
    for apart in ["stats", "reuse"] {
        found[apart] = off[apart].clone();
    }
    assert_eq!(found, off);
}
