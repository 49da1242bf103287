//! `check --known`: violations that are known are told, count for nothing, and hide no others.

use crate::run::{Scratch, assert_contains};

/// Two faults, each in a function of its own.
const TWO: &str = "\
#include <evercheck.h>
static int divide(int a, int b) { return a / b; }
static unsigned shift(unsigned a, int b) { return a << b; }
int main(void) {
    int by = evercheck_choose(0, 3);
    int x = divide(8, by);
    return shift(1, 29 + by) == 3 + (unsigned)x;
}
";

/// The same place is null or out of bounds.
const ONE_PLACE: &str = "\
#include <evercheck.h>
static int table[2];
static int get(int *p, int i) { return p[i]; }
int main(void) {
    int *p = evercheck_choose(0, 1) ? table : 0;
    return get(p, evercheck_choose(0, 2));
}
";

fn entry(property: &str, function: &str, fault: &str) -> String {
    format!("[[known]]\nproperty = {property:?}\nfunction = {function:?}\nfault = {fault:?}\n")
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn one_that_is_known_does_not_hide_the_next() {
    for engine in ["explicit", "predicate", "auto"] {
        let scratch = Scratch::new(&format!("known {engine}"));
        scratch.write("a.c", TWO);
        let check = |more: &str| scratch.run(&format!("check --no-record --engine {engine} {more} a.c"));
        assert_eq!(last(&check("").stdout), "false(no-division-by-zero)");
        scratch.write("known.toml", entry("no-division-by-zero", "divide", "division-by-zero"));
        let next = check("--known known.toml --update-known");
        assert_contains(&next.stderr, &["known.toml: 1 added, 0 taken out"]);
        assert_eq!((next.status, last(&next.stdout)), (Some(1), "false(no-bad-shift)"), "{engine}");
        assert_contains(&next.stdout, &["known: no-division-by-zero in divide (division-by-zero) at a.c:2"]);
        let both = check("--known known.toml");
        assert_eq!((both.status, last(&both.stdout)), (Some(0), "true"), "{engine}: {}", both.stdout);
        assert_contains(
            &both.stdout,
            &[
                "known: no-bad-shift in shift (bad-shift) at a.c:3",
                "scope: runs without the known violation of no-division-by-zero in divide",
            ],
        );
        // Lines move, one is mended, and the other stays.
        scratch.write(
            "a.c",
            TWO.replace("static int divide", "\nstatic int divide").replace("a / b", "b ? a / b : 0"),
        );
        let mended = check("--known known.toml --update-known");
        assert_contains(
            &mended.stdout,
            &[
                "fixed: no-division-by-zero in divide (division-by-zero)",
                "known: no-bad-shift in shift (bad-shift) at a.c:4",
            ],
        );
        assert_contains(&mended.stderr, &["known.toml: 0 added, 1 taken out"]);
        assert_eq!(last(&mended.stdout), "true");
        let json =
            serde_json::from_str::<serde_json::Value>(&check("--known known.toml --format json").stdout)
                .unwrap();
        assert_eq!(json["scope"]["kind"], "bounded");
        assert_eq!((&json["known"][0]["fate"], &json["known"][0]["line"]), (&"present".into(), &4.into()));
    }
}

/// What is known of a program and what an earlier run has recorded of it have nothing to do with each other.
#[test]
fn records_and_workers_change_nothing() {
    let scratch = Scratch::new("known and recorded");
    let list = entry("no-division-by-zero", "divide", "division-by-zero");
    let both = list.clone() + &entry("no-bad-shift", "shift", "bad-shift");
    scratch.write("a.c", TWO).write("one.toml", list).write("both.toml", both);
    let changed = TWO.replace("29 + by", "by + 29").replace("return a / b", "b = b + 0; return a / b");
    scratch.write("b.c", changed);
    let verdict =
        |line: &str| last(&scratch.run(&format!("check --engine explicit {line}")).stdout).to_string();
    for file in ["a.c", "b.c", "a.c"] {
        for jobs in ["", "-j2"] {
            assert_eq!(verdict(&format!("{jobs} {file}")), "false(no-division-by-zero)", "{jobs}");
            assert_eq!(verdict(&format!("--known one.toml {jobs} {file}")), "false(no-bad-shift)", "{jobs}");
            assert_eq!(verdict(&format!("--known both.toml {jobs} {file}")), "true", "{jobs}");
        }
    }
}

/// What is not looked at is not mended, and each assertion is one of its own.
#[test]
fn only_what_was_covered_can_be_gone() {
    let scratch = Scratch::new("known and covered");
    let source = |more: &str| {
        format!(
            "#include <evercheck.h>\nint half(int x) {{ return x / 2; }}\nstatic int divide(int a, int b) {{ return a / b; }}\n\
             int main(void) {{\n    int x = evercheck_choose(0, 3);\n    evercheck_assert(x != 3);{more}\n    return divide(1, x);\n}}\n"
        )
    };
    scratch.write("a.c", source(""));
    // All of them, not only the first.
    let all = scratch.run("check --no-record --known known.toml --update-known a.c");
    assert_contains(&all.stderr, &["known.toml: 2 added, 0 taken out"]);
    assert_eq!(last(&scratch.run("check --no-record --known known.toml a.c").stdout), "true");
    let part = scratch.run("check --no-record --function half --known known.toml --update-known a.c");
    assert_eq!(last(&part.stdout), "true");
    assert!(!part.stdout.contains("fixed:") && !part.stderr.contains("taken out"), "{part:?}");
    // Another assertion of the same function.
    scratch.write("a.c", source(" evercheck_assert(x != 2);"));
    let more = scratch.run("check --no-record --known known.toml a.c");
    assert_eq!(last(&more.stdout), "false(unreach-call)");
    assert_contains(
        &more.stdout,
        &["assertion `x != 2` failed", "known: unreach-call in main (assertion `x != 3` failed)"],
    );
}

#[test]
fn another_kind_of_fault_at_the_same_place_is_not_known() {
    for (fault, other) in [("null-dereference", "out-of-bounds"), ("out-of-bounds", "null")] {
        for engine in ["explicit", "predicate", "auto"] {
            let scratch = Scratch::new(&format!("known {fault} {engine}"));
            scratch.write("a.c", ONE_PLACE).write("known.toml", entry("valid-deref", "get", fault));
            let outcome = scratch.run(&format!("check --no-record --engine {engine} --known known.toml a.c"));
            assert_ne!(last(&outcome.stdout), "true", "{engine}: {}", outcome.stdout);
            if engine != "predicate" {
                assert_eq!(last(&outcome.stdout), "false(valid-deref)", "{engine}");
                assert_contains(&outcome.stdout, &[other]);
            }
        }
    }
}

#[test]
fn a_list_that_cannot_be_read_is_an_error() {
    let scratch = Scratch::new("known errors");
    scratch.write("a.c", TWO);
    let error = |text: &str, message: &str| {
        scratch.write("known.toml", text);
        let outcome = scratch.run("check --no-record --known known.toml a.c");
        assert_eq!(outcome.status, Some(2), "{text}");
        assert_contains(&outcome.stderr, &[message]);
    };
    error("[[known]]\nproperty = 3\n", "invalid type: integer `3`, expected a string");
    error("[[known]]\nproprty = \"x\"\n", "unknown field `proprty`");
    error(&entry("valid-derref", "get", "out-of-bounds"), "there is no property \"valid-derref\"");
    error(&entry("unreach-call", "main", "failed-assertion"), "`message` says which assertion it is");
    error(&entry("valid-deref", "get", "out-of-bound"), "there is no fault \"out-of-bound\"");
    assert_contains(&scratch.run("check --known none.toml a.c").stderr, &["cannot read none.toml"]);
    assert_contains(
        &scratch.run("check --update-known a.c").stderr,
        &["--update-known is for the list that --known FILE names"],
    );
}
