//! `evercheck check TASK.yml`: verification tasks, and the verdicts that they expect.

use serde_json::Value;

use crate::run::{Scratch, assert_contains};

/// Fails where `long` has 64 bits.
const NARROW: &str = "\
void reach_error(void);
int main(void) {
    if (sizeof(long) == 8)
        reach_error();
}
";
const LEAK: &str = "\
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    return p == 0;
}
";
const CALL: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const MEMORY: &str = "\
CHECK( init(main()), LTL(G valid-free) )
CHECK( init(main()), LTL(G valid-deref) )
CHECK( init(main()), LTL(G valid-memtrack) )
";

/// A folder `tasks` with programs, and one `properties` beside it.
fn scratch(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    for folder in ["tasks", "properties"] {
        std::fs::create_dir(scratch.path.join(folder)).unwrap();
    }
    scratch
        .write("tasks/narrow.c", NARROW)
        .write("tasks/leak.c", LEAK)
        .write("properties/unreach-call.prp", CALL)
        .write("properties/valid-memsafety.prp", MEMORY)
        .write("properties/termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    scratch
}

/// Format 1.0, one property.
fn first(input: &str, property: &str, expected: &str) -> String {
    format!(
        "format_version: '1.0'\n\n# old file name: x\ninput_files: '{input}'\n\nproperties:\n  \
         - property_file: ../properties/{property}.prp\n    expected_verdict: {expected}\n"
    )
}

#[track_caller]
fn check(scratch: &Scratch, line: &str, status: i32, parts: &[&str]) {
    let outcome = scratch.run(line);
    assert_eq!(outcome.status, Some(status), "{line}: {outcome:#?}");
    assert_contains(&outcome.stdout, parts);
}

#[test]
fn an_expected_verdict_is_confirmed_or_contradicted() {
    let scratch = scratch("task_verdict");
    scratch.write("tasks/false.yml", first("narrow.c", "unreach-call", "false"));
    scratch.write("tasks/true.yml", first("narrow.c", "unreach-call", "true"));
    let confirmed = "expected false of unreach-call: confirmed\n";
    check(&scratch, "check tasks/false.yml", 1, &[confirmed, "\nfalse(unreach-call)\n"]);
    check(
        &scratch,
        "check -m32 tasks/true.yml",
        0,
        &["expected true of unreach-call: confirmed\n", "\ntrue\n"],
    );
    check(
        &scratch,
        "check -m32 tasks/false.yml",
        5,
        &["expected false of unreach-call: CONTRADICTED\n", "\ntrue\n"],
    );
    let outcome = scratch.run("check tasks/true.yml");
    assert_eq!(outcome.status, Some(5), "{outcome:#?}");
    assert_contains(
        &outcome.stdout,
        &["expected true of unreach-call: CONTRADICTED\n", "\nfalse(unreach-call)\n"],
    );
    assert_contains(
        &outcome.stderr,
        &["error: tasks/true.yml expects true of unreach-call: the verdict contradicts it"],
    );
}

#[test]
fn unknown_contradicts_nothing() {
    let scratch = scratch("task_unknown");
    scratch.write("tasks/a.yml", first("narrow.c", "unreach-call", "true"));
    let parts = ["expected true of unreach-call: not decided\n", "\nunknown(depth)\n"];
    check(&scratch, "check -m32 --depth 0 tasks/a.yml", 3, &parts);
    // Nor does what holds for some inputs only.
    let source = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
                  int main(void) { if (__VERIFIER_nondet_int() * 2 == 10) reach_error(); }\n";
    scratch.write("tasks/b.c", source).write("tasks/b.yml", first("b.c", "unreach-call", "false"));
    let parts = ["expected false of unreach-call: not decided\n", "\ntrue\n"];
    check(&scratch, "check --nondet-range 0..3 tasks/b.yml", 0, &parts);
}

#[test]
fn several_files_properties_and_a_data_model() {
    let scratch = scratch("task_second");
    let task = "\
format_version: '2.0'
input_files:
  - main.c
  - part.c
properties:
  - property_file: ../properties/termination.prp
    expected_verdict: true
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-memtrack
options:
  language: C
  data_model: ILP32
";
    scratch
        .write("tasks/main.c", "#include <stdlib.h>\nint size(void);\nvoid *kept;\nint main(void) { kept = malloc(size()); kept = 0; }\n")
        .write("tasks/part.c", "void reach_error(void);\nint size(void) { if (sizeof(long) == 8) reach_error(); return 4; }\n")
        .write("tasks/a.yml", task);
    let parts = [
        "expected true of unreach-call: not decided\n",
        "expected false of valid-memsafety (valid-memtrack): confirmed\n",
        "not checked: ../properties/termination.prp: a property that Evercheck does not know",
        "\nfalse(valid-memtrack)\n",
    ];
    check(&scratch, "check tasks/a.yml", 1, &parts);
    let only = ["expected true of unreach-call: confirmed\n", "(valid-memtrack): not checked\n", "\ntrue\n"];
    check(&scratch, "check --property properties/unreach-call.prp tasks/a.yml", 0, &only);
    // What is said here goes before what the task says.
    let wide = ["expected true of unreach-call: CONTRADICTED\n", "\nfalse(unreach-call)\n"];
    check(&scratch, "check -m64 tasks/a.yml", 5, &wide);
    check(&scratch, "check --data-model lp64 tasks/a.yml", 5, &wide);
}

#[test]
fn the_wrong_part_of_a_property_contradicts() {
    let scratch = scratch("task_part");
    let task = first("leak.c", "valid-memsafety", "false\n    subproperty: valid-deref");
    scratch.write("tasks/a.yml", task);
    check(
        &scratch,
        "check tasks/a.yml",
        5,
        &["expected false of valid-memsafety (valid-deref): CONTRADICTED\n"],
    );
}

#[test]
fn the_data_model_is_that_of_the_category() {
    let scratch = scratch("task_category");
    scratch.write("tasks/a.yml", first("narrow.c", "unreach-call", "true"));
    scratch.write("A-Other.set", "other/*.yml\n").write("A-Other.cfg", "Architecture: 64 bit\n");
    check(&scratch, "check tasks/a.yml", 5, &["\nfalse(unreach-call)\n"]);
    scratch
        .write("Loops.set", "# programs with loops\ntasks/*.yml\n")
        .write("Loops.cfg", "Architecture: 32 bit\n");
    check(&scratch, "check tasks/a.yml", 0, &["\ntrue\n"]);
    check(&scratch, "check -m64 tasks/a.yml", 5, &["\nfalse(unreach-call)\n"]);
    let outcome = scratch.run("check -v tasks/a.yml");
    assert_contains(&outcome.stderr, &["data model: Ilp32, says ", "Loops.cfg"]);
}

#[test]
fn programs_are_told_in_json() {
    let scratch = scratch("task_json");
    let task = first("leak.c", "valid-memsafety", "false\n    subproperty: valid-memtrack");
    scratch.write("tasks/a.yml", format!("{task}  - property_file: ../properties/termination.prp\n"));
    let outcome = scratch.run("check --format json tasks/a.yml");
    assert_eq!(outcome.status, Some(1), "{outcome:#?}");
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(json["task"]["file"], "tasks/a.yml");
    let expected = &json["task"]["expected"];
    assert_eq!(expected.as_array().map(Vec::len), Some(1), "{json}");
    assert_eq!(expected[0]["property"], "valid-memsafety");
    assert_eq!(expected[0]["verdict"], false);
    assert_eq!(expected[0]["subproperty"], "valid-memtrack");
    assert_eq!(expected[0]["matches"], true);
    assert_eq!(json["task"]["not_checked"][0]["file"], "../properties/termination.prp");
    let plain: Value = serde_json::from_str(&scratch.run("check --format json tasks/leak.c").stdout).unwrap();
    assert!(plain["task"].is_null());
}

#[test]
fn what_is_wrong_with_a_task_is_told_with_its_place() {
    let scratch = scratch("task_errors");
    let check = |text: &str, parts: &[&str]| {
        let error = scratch.write("tasks/a.yml", text).run("check tasks/a.yml").input_error();
        assert_contains(&error, &["tasks/a.yml"]);
        assert_contains(&error, parts);
    };
    let property = "properties:\n  - property_file: ../properties/unreach-call.prp\n";
    check("format_version: '1.0'\ninput_files: [a.c\n", &["tasks/a.yml:2:14: not a verification task: "]);
    check("", &["not a verification task: "]);
    check("[1, 2]", &["tasks/a.yml:1:1: not a verification task: "]);
    check(&format!("format_version: '1.0'\n{property}"), &["missing field `input_files`"]);
    check("format_version: '1.0'\ninput_files: a.c\n", &["missing field `properties`"]);
    check(&format!("format_version: '9.0'\ninput_files: a.c\n{property}"), &["format_version is 9.0"]);
    check(
        &format!("format_version: '1.0'\ninput_files: {{a: b}}\n{property}"),
        &["the name of a file or a list"],
    );
    check(&format!("format_version: '1.0'\ninput_files: []\n{property}"), &["input_files names no file"]);
    let head = "format_version: '2.0'\ninput_files: narrow.c\n";
    check(&format!("{head}{property}    expected_verdict: maybe\n"), &["tasks/a.yml:5:", "boolean"]);
    check(&format!("{head}{property}    subproperty: x\n"), &["subproperty x is not one of"]);
    check(&format!("{head}{property}options:\n  data_model: LP32\n"), &["data_model is LP32"]);
    check(&format!("{head}{property}options:\n  language: Java\n"), &["the language is Java"]);
    check(&format!("{head}properties: []\n"), &["no property that Evercheck knows"]);
    let other = "properties:\n  - property_file: ../properties/termination.prp\n";
    check(&format!("{head}{other}"), &["no property that Evercheck knows", "termination.prp", "F end"]);
    let gone = "properties:\n  - property_file: gone.prp\n";
    check(&format!("{head}{gone}"), &["cannot read tasks/gone.prp"]);
    let text = format!("format_version: '1.0'\ninput_files: gone.c\n{property}");
    let error = scratch.write("tasks/a.yml", &text).run("check tasks/a.yml").input_error();
    assert_contains(&error, &["tasks/gone.c: no such file"]);
}

#[test]
fn a_task_stands_alone_and_asks_about_one_error_function() {
    let scratch = scratch("task_alone");
    scratch.write("tasks/a.yml", first("narrow.c", "unreach-call", "true"));
    let error = scratch.run("check tasks/a.yml tasks/leak.c").input_error();
    assert_contains(&error, &["tasks/a.yml is a verification task"]);
    assert_contains(&scratch.run("check gone.yml").input_error(), &["cannot read gone.yml"]);
    let other = "CHECK( init(main()), LTL(G ! call(other())) )\n";
    let two = first("narrow.c", "unreach-call", "true") + "  - property_file: ../properties/other.prp\n";
    scratch.write("properties/other.prp", other).write("tasks/b.yml", two);
    let error = scratch.run("check tasks/b.yml").input_error();
    assert_contains(&error, &["reach_error", "other", "--property FILE.prp"]);
    // Of another error function nothing is expected, and the explicit engine does not model what the task's own does then.
    let one = ["expected true of unreach-call: not checked\n", "\ntrue\n"];
    check(&scratch, "check --property properties/other.prp tasks/b.yml", 0, &one);
    let one = ["expected true of unreach-call: not checked\n", "\nunknown(not-modelled)\n"];
    check(&scratch, "check --engine explicit --property properties/other.prp tasks/b.yml", 3, &one);
    let error = scratch.run("check --save-trace tasks/a.yml tasks/a.yml").input_error();
    assert_contains(&error, &["will not be overwritten"]);
}
