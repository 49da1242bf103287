//! `check --witness` and `--witness-in`: what is written is confirmed, and what is wrong is rejected, never believed.

use serde_json::Value;

use crate::run::{Outcome, Scratch, assert_contains};
use crate::schema::Schema;

const BAD: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 100 && b == a + 1)
        reach_error();
    return 0;
}
";
/// Never more than 10, for any number of rounds.
const GOOD: &str = "extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned sum = 0;
    while (__VERIFIER_nondet_uint()) {
        sum++;
        if (sum > 10)
            sum = 0;
    }
    if (sum > 10)
        reach_error();
    return 0;
}
";
const CHECK: &str = "check --property unreach-call --engine predicate";

fn rejected(told: &Outcome, why: &str) {
    assert_eq!(told.status, Some(3), "{told:#?}");
    assert_contains(&told.stdout, &["the witness is rejected: ", why]);
    assert!(told.stdout.ends_with("\nunknown(replay)\n"), "{told:#?}");
}

/// It is of the format: by `docs/witness.schema.json`, and by what no schema says.
#[track_caller]
fn fits(witness: &str) {
    let schema = Schema::of("witness.schema.json");
    let value: Value = serde_saphyr::from_str(witness).unwrap();
    assert_eq!(schema.objection_to(&value), None, "{witness}");
    let metadata = &value[0]["metadata"];
    let parts: Vec<usize> = metadata["uuid"].as_str().unwrap().split('-').map(str::len).collect();
    assert_eq!(parts, [8, 4, 4, 4, 12], "{witness}");
    let time = metadata["creation_time"].as_str().unwrap();
    assert!(time.len() == 20 && time.ends_with('Z') && &time[10..11] == "T", "{time}");
    let hashes = metadata["task"]["input_file_hashes"].as_object().unwrap();
    let files: Vec<&str> = hashes.keys().map(String::as_str).collect();
    assert_eq!(metadata["task"]["input_files"], Value::from(files));
    let is_hash = |it: &Value| {
        it.as_str().is_some_and(|it| it.len() == 64 && it.bytes().all(|c| c.is_ascii_hexdigit()))
    };
    assert!(hashes.values().all(is_hash), "{hashes:?}");
    if value[0]["entry_type"] == "violation_sequence" {
        let content = value[0]["content"].as_array().unwrap();
        let is_target = |it: &Value| it["segment"][0]["waypoint"]["type"] == "target";
        assert!(
            is_target(&content[content.len() - 1]) && content.iter().filter(|it| is_target(it)).count() == 1
        );
    }
    // What is not of the format is noticed.
    for (from, to) in
        [("format_version: \"2.0\"", "format_version: \"9\""), ("uuid:", "uid:"), ("line: ", "line: -")]
    {
        let other: Value = serde_saphyr::from_str(&witness.replacen(from, to, 1)).unwrap();
        assert!(schema.objection_to(&other).is_some(), "{to}");
    }
}

#[test]
fn a_violation_witness_is_followed_or_rejected() {
    let scratch = Scratch::new("witness-violation");
    scratch.write("bad.c", BAD);
    let found = scratch.run(&format!("{CHECK} bad.c --witness w.yml"));
    assert_eq!(found.status, Some(1), "{found:#?}");
    let witness = std::fs::read_to_string(scratch.path.join("w.yml")).unwrap();
    fits(&witness);
    assert_contains(
        &witness,
        &[
            "- content:\n",
            "entry_type: \"violation_sequence\"",
            "format_version: \"2.0\"",
            "type: \"function_return\"",
            "column: 35\n",
            "column: 64\n",
            "type: \"target\"",
            "specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"",
            "data_model: \"LP64\"",
        ],
    );
    let again = scratch.run("check --property unreach-call bad.c --witness-in w.yml");
    assert_eq!(again.status, Some(1), "{again:#?}");
    assert!(again.stdout.ends_with("\nfalse(unreach-call)\n"), "{again:#?}");
    // Another value leads elsewhere; another target is not where it ends.
    let line = witness.lines().find(|line| line.contains("\\\\result == ")).unwrap().to_string();
    let check = |changed: String| {
        assert_ne!(changed, witness);
        scratch.write("wrong.yml", changed);
        scratch.run("check --property unreach-call bad.c --witness-in wrong.yml")
    };
    let other = format!("{}\\\\result == 3\"", line.split("\\\\result").next().unwrap());
    let nowhere = "no run that it describes comes to its target";
    rejected(&check(witness.replacen(&line, &other, 1)), nowhere);
    rejected(&check(witness.replace("line: 7\n", "line: 8\n")), "nothing at bad.c:8 can be the target");
    rejected(&check(witness.replace("column: 35\n", "column: 34\n")), "no function_return is at bad.c:5");
    rejected(
        &check(witness.replacen("\\\\result == ", "\\\\result < ", 1).replacen(" < ", " < -", 1)),
        nowhere,
    );
    rejected(&check("- entry_type: x\n".into()), "not a witness of format 2.0");
    // Nor is it one of the program as it is fixed.
    scratch.write("bad.c", BAD.replace("a > 100", "a < 0 && a > 100"));
    rejected(&scratch.run("check --property unreach-call bad.c --witness-in w.yml"), nowhere);
}

#[test]
fn a_correctness_witness_is_proved_or_rejected() {
    let scratch = Scratch::new("witness-correctness");
    scratch.write("good.c", GOOD);
    scratch.run(&format!("{CHECK} good.c --witness w.yml")).success();
    let witness = std::fs::read_to_string(scratch.path.join("w.yml")).unwrap();
    fits(&witness);
    assert_contains(
        &witness,
        &["entry_type: \"invariant_set\"", "type: \"loop_invariant\"", "column: 5\n", "line: 6\n", "sum"],
    );
    let confirmed = scratch.run(&format!("{CHECK} good.c --witness-in w.yml")).success();
    assert_contains(
        &confirmed,
        &["the witness is confirmed: the program is proved with 1 invariant as checks\n"],
    );
    assert!(confirmed.ends_with("\ntrue\n"), "{confirmed}");
    let value = witness.lines().find(|line| line.trim_start().starts_with("value: ")).unwrap();
    let with = |expression: &str| {
        scratch.write(
            "other.yml",
            witness.replace(
                value,
                &format!("{}value: \"{expression}\"", &value[..value.len() - value.trim_start().len()]),
            ),
        );
    };
    let check = || scratch.run(&format!("{CHECK} good.c --witness-in other.yml"));
    // What holds is fine, though nobody needs it; what does not hold, is none, or does something, is not.
    with("sum <= 11");
    check().success();
    with("sum < 10");
    rejected(&check(), "with its invariants as checks");
    for harmful in ["sum = 0", "(reach_error(), 1)", "sum++ < 100", "*(int *)0 == 1", "1 / sum >= 0"] {
        with(harmful);
        rejected(&check(), "is no expression that can be checked");
    }
    with("nobody == 1");
    rejected(&check(), "");
    // A program that fails is not proved by a witness that says nothing.
    scratch.write("other.yml", witness.replace("line: 6\n", "line: 7\n"));
    rejected(&check(), "there is no one loop at good.c:7");
    with("1");
    scratch.write("good.c", GOOD.replace("sum = 0;\n    }", "sum = 11;\n    }"));
    rejected(&check(), "with its invariants as checks, unreach-call violated");
}

/// A macro makes nothing else of an invariant: it is checked in what the preprocessor leaves.
#[test]
fn a_macro_does_not_get_into_an_invariant() {
    let scratch = Scratch::new("witness-macro");
    let text = GOOD.replace(
        "    unsigned sum = 0;\n",
        "    unsigned sum = 20;\n#define LIMIT __builtin_exit(0)\n#undef sum\n",
    );
    scratch.write("macro.c", &text).write("good.c", GOOD);
    scratch.run(&format!("{CHECK} good.c --witness w.yml")).success();
    let witness = std::fs::read_to_string(scratch.path.join("w.yml")).unwrap();
    let value = witness.lines().find(|line| line.trim_start().starts_with("value: ")).unwrap();
    let changed = witness
        .replace(value.trim_start(), "value: \"LIMIT == 1\"")
        .replace("good.c", "macro.c")
        .replace("line: 6\n", "line: 8\n");
    scratch.write("other.yml", changed);
    rejected(&scratch.run(&format!("{CHECK} macro.c --witness-in other.yml")), "");
}

#[test]
fn what_the_format_has_no_words_for_is_not_written() {
    let scratch = Scratch::new("witness-none");
    let race = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x++; return p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); return 0; }\n";
    scratch.write("race.c", race);
    let told = scratch.run("check race.c --witness w.yml");
    assert_eq!(told.status, Some(1), "{told:#?}");
    assert_contains(
        &told.stderr,
        &["there is no witness, since format 2.0 has no words for several threads"],
    );
    assert!(!scratch.path.join("w.yml").exists());
}

/// What a function cannot return leads nowhere: the machine itself takes whatever it is given.
#[test]
fn a_witness_with_an_impossible_result_is_rejected() {
    let scratch = Scratch::new("witness-impossible");
    scratch.write(
        "impossible.c",
        "#include <evercheck.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
    int b = __VERIFIER_nondet_bool();
    int c = evercheck_choose(1, 3);
    if (b == 2 || c == 7)
        reach_error();
    return 0;
}
",
    );
    let point = |value: &str, line: u32, column: u32| {
        format!(
            "  - segment:\n    - waypoint: {{type: function_return, action: follow, constraint: {{value: \"\\\\result == {value}\"}}, \
             location: {{file_name: impossible.c, line: {line}, column: {column}}}}}\n"
        )
    };
    let target = "  - segment:\n    - waypoint: {type: target, action: follow, location: {file_name: impossible.c, line: 9}}\n";
    for points in [point("2", 6, 36), point("0", 6, 36) + &point("7", 7, 34)] {
        let head = "- entry_type: violation_sequence\n  metadata: {format_version: \"2.0\"}\n  content:\n";
        scratch.write("w.yml", format!("{head}{points}{target}"));
        let told = scratch.run("check --property unreach-call impossible.c --witness-in w.yml");
        rejected(&told, "no run that it describes comes to its target");
    }
}

/// A check calls the error function by its name.
#[test]
fn a_program_that_calls_something_else_by_the_name_of_the_error_is_not_proved_by_a_witness() {
    let scratch = Scratch::new("witness-shadow");
    scratch.write("good.c", GOOD);
    scratch.run(&format!("{CHECK} good.c --witness w.yml")).success();
    let shadowed =
        GOOD.replace("    unsigned sum = 0;\n", "    unsigned sum = 0; void (*reach_error)(void) = 0;\n");
    scratch.write("good.c", shadowed);
    rejected(
        &scratch.run(&format!("{CHECK} good.c --witness-in w.yml")),
        "something else in the program is called reach_error",
    );
}

/// Only 12 leads to the error: one way through each kind of branching.
const WAYS: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int half(int x)
{
    return x / 2;
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), n = 0;
    int b = a > 10   ? 1 : 0;
    switch (a) {
    case 12:
        n = 1;
        break;
    default:
        n = 2;
    }
    for (int i = 0; i < b; i++)
        n += 10;
    do n++; while (n < 11);
    while (n > 13)
        n -= 7;
    if (half(a) == 6 && n == 12)
        reach_error();
    if (a == 1234)
        reach_error();
    return 0;
}
";

/// A waypoint as `kind line[:column] value`, and a `!` in front of what is to be avoided.
fn waypoint(words: &str) -> String {
    let action = if words.starts_with('!') { "avoid" } else { "follow" };
    let words: Vec<&str> = words.trim_start_matches('!').splitn(3, ' ').collect();
    let (line, column) = words[1].split_once(':').unwrap_or((words[1], ""));
    let column = if column.is_empty() { String::new() } else { format!(", column: {column}") };
    let value = words.get(2).map_or(String::new(), |it| format!(", constraint: {{value: {it:?}}}"));
    format!(
        "    - waypoint: {{type: {}, action: {action}{value}, location: {{file_name: ways.c, line: {line}{column}}}}}\n",
        words[0]
    )
}

/// A witness of segments, in each of which waypoints stand behind each other with a comma in between.
fn described(segments: &[&str]) -> String {
    let head = "- entry_type: violation_sequence\n  metadata: {format_version: \"2.0\", \
                task: {specification: \"G ! call(reach_error())\"}}\n  content:\n";
    let segment =
        |words: &&str| format!("  - segment:\n{}", words.split(", ").map(waypoint).collect::<String>());
    format!("{head}{}", segments.iter().map(segment).collect::<String>())
}

#[test]
fn the_runs_that_a_witness_describes_are_searched() {
    let scratch = Scratch::new("witness-ways");
    scratch.write("ways.c", WAYS);
    let check = |segments: &[&str]| {
        scratch.write("w.yml", described(segments));
        scratch.run(&format!("{CHECK} ways.c --witness-in w.yml"))
    };
    for segments in [
        &["target 24"][..],
        &["branching 10:22 true", "branching 11:5 12", "branching 20:13 false", "target 24:9"],
        &[
            "branching 18 true",
            "branching 18 false",
            "branching 21 false",
            "branching 23:5 true",
            "target 24",
        ],
        &["assumption 21 n == 12", "target 24"],
        &["function_enter 23:15", "target 24"],
        &["function_return 9:35 \\result > 11", "function_return 23 \\result == 6", "target 24"],
        &["!branching 21 true, target 24"],
        &["!branching 11 default, branching 18 true", "target 24"],
        &["branching 25 true", "target 26"],
    ] {
        let told = check(segments);
        assert_eq!(told.status, Some(1), "{segments:?} {told:#?}");
        assert!(told.stdout.ends_with("\nfalse(unreach-call)\n"), "{segments:?} {told:#?}");
    }
    let nowhere = "no run that it describes comes to its target";
    for segments in [
        &["branching 10:22 false", "target 24"][..],
        &["branching 11 default", "target 24"],
        &["!branching 18 true, target 24"],
        // It is true first.
        &["branching 18 false", "target 24"],
        &["branching 18 false", "branching 18 true", "target 24"],
        &["branching 21 true", "target 24"],
        &["assumption 21 n == 14", "target 24"],
        &["function_return 23 \\result == 7", "target 24"],
        &["function_enter 23", "function_enter 23", "target 24"],
        &["!branching 23 true, target 24"],
        &["branching 23 true", "target 26"],
    ] {
        let told = check(segments);
        assert_eq!(told.status, Some(3), "{segments:?} {told:#?}");
        rejected(&told, nowhere);
    }
    rejected(&check(&["branching 13 true", "target 24"]), "no branching is at ways.c:13");
    rejected(&check(&["branching 99 true", "target 24"]), "there is no one place ways.c:99");
    rejected(&check(&["target 23"]), "nothing at ways.c:23 can be the target");
    rejected(
        &check(&["assumption 21 n == f(1)", "target 24"]),
        "`n == f(1)` of a waypoint of type assumption",
    );
    rejected(&check(&["cycle 21 n == 1", "target 24"]), "a waypoint of type cycle is not looked at");
    rejected(&check(&["branching 21 true, target 24"]), "a segment that is not what to avoid");
    rejected(&check(&["target 24", "target 24"]), "it does not end in its one target");
}
