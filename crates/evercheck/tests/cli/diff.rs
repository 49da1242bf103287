//! What `evercheck diff` says of two programs, and its exit status.

use serde_json::Value;

use crate::run::{Outcome, Scratch, assert_contains};

const OLD: &str = "\
#define STEP 1
int limit = 3;
static int step(int n) { return n + STEP; }
static int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += step(i);
    return s;
}
int main(void)
{
    return sum(limit);
}
";

fn diff(scratch: &Scratch, new: &str, options: &str) -> Outcome {
    scratch.write("old.c", OLD).write("new.c", new).run(&format!("diff {options} old.c new.c"))
}

/// Something differs: status 1, nothing on stderr; returns what.
#[track_caller]
fn differs(outcome: Outcome) -> String {
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(1), ""), "{outcome:#?}");
    outcome.stdout
}

#[test]
fn what_does_the_same_does_not_differ() {
    let scratch = Scratch::new("diff-same");
    assert_eq!(diff(&scratch, OLD, "").success(), "nothing differs\n");
    let moved = OLD.replace("static int step(int n) { return n + STEP; }\n", "static int step(int);\n")
        + "/* moved */ static int step(int n)\n{\n    return n + (2 - 1);\n}\n";
    assert_eq!(diff(&scratch, &moved, "").success(), "nothing differs\n");
    let json: Value = serde_json::from_str(&diff(&scratch, &moved, "--format json").success()).unwrap();
    assert_eq!((&json["differs"], &json["unchanged"]["functions"]), (&Value::Bool(false), &Value::from(3)));
}

#[test]
fn lines_stand_side_by_side_and_what_is_affected_follows() {
    let scratch = Scratch::new("diff-lines");
    let new = OLD
        .replace("return n + STEP;", "return n + 2;")
        .replace("    return s;", "    if (s < 0)\n        s = 0;\n    return s;");
    let expected = "\
changed step (old.c:3 -> new.c:3)
      3  static int step(int n) { return n + STEP; } |     3  static int step(int n) { return n + 2; }
changed sum (old.c:4 -> new.c:4)
   >     9  if (s < 0)
   >    10  s = 0;
affected loop sum/loop1 (new.c:7) through step
affected procedure main (new.c:13) through sum
functions: 0 added, 0 removed, 2 changed, 1 unchanged
procedures and loops: 0 added, 0 removed, 2 changed, 2 affected, 0 unchanged
";
    assert_eq!(differs(diff(&scratch, &new, "")), expected);
}

#[test]
fn json_has_every_location_with_its_places() {
    let scratch = Scratch::new("diff-json");
    let new =
        OLD.replace("limit = 3", "limit = 4").replace("        s += step(i);\n", "        s -= step(i);\n");
    let json: Value = serde_json::from_str(&differs(diff(&scratch, &new, "--format json"))).unwrap();
    assert_eq!((&json["schema"], &json["differs"]), (&Value::from(1), &Value::Bool(true)));
    let [function] = json["functions"].as_array().unwrap().as_slice() else { panic!("{json}") };
    assert_eq!((&function["name"], &function["change"]), (&"sum".into(), &"changed".into()));
    let [location] = function["locations"].as_array().unwrap().as_slice() else { panic!("{json}") };
    assert_eq!(location["change"], "changed");
    assert_eq!((&location["old"]["file"], &location["old"]["line"]), (&"old.c".into(), &8.into()));
    assert_eq!((&location["new"]["file"], &location["new"]["line"]), (&"new.c".into(), &8.into()));
    assert_eq!(json["objects"][0]["name"], "limit");
    let fragments: Vec<_> = json["fragments"].as_array().unwrap().iter().collect();
    let named = |name: &str| fragments.iter().find(|it| it["name"] == name).unwrap();
    assert_eq!(named("sum/loop1")["change"], "changed");
    assert_eq!(named("sum")["change"], "affected");
    assert_eq!(named("sum")["through"][0], "sum/loop1");
}

#[test]
fn options_of_the_preprocessor_hold_for_both() {
    let scratch = Scratch::new("diff-options");
    let new = OLD.replace("#define STEP 1\n", "");
    assert_contains(&diff(&scratch, &new, "").input_error(), &["STEP", "new.c"]);
    scratch.write("old.c", OLD.replace("#define STEP 1\n", "")).write("new.c", &new);
    assert_eq!(scratch.run("diff -DSTEP=1 old.c new.c").success(), "nothing differs\n");
}

#[test]
fn programs_of_several_files_are_given_with_commas() {
    let scratch = Scratch::new("diff-files");
    let split = |name: &str, step: &str| {
        std::fs::create_dir_all(scratch.path.join(name)).unwrap();
        scratch
            .write(&format!("{name}/a.c"), "static int s(void) { return 1; }\nint f(void) { return s(); }\n");
        scratch.write(
            &format!("{name}/b.c"),
            format!("int f(void);\nint main(void) {{ return f() + {step}; }}\n"),
        );
    };
    split("old", "1");
    split("new", "2");
    scratch.write("one,two.c", OLD);
    let text = differs(scratch.run("diff old/a.c,old/b.c new/a.c,new/b.c"));
    assert_contains(&text, &["changed main (old/b.c:2 -> new/b.c:2)", "2 unchanged"]);
    assert_eq!(scratch.run("diff one,two.c one,two.c").success(), "nothing differs\n");
    assert_contains(&scratch.run("diff old/a.c,old/c.c new/a.c").input_error(), &["old/c.c", "no such file"]);
    assert_contains(&scratch.run("diff old/a.c").input_error(), &["NEW"]);
}

#[test]
fn revisions_are_compared_by_target_or_by_file() {
    let repository = crate::history::Repository::new("diff-revisions");
    repository.commit("one", "length >= 4");
    repository.commit("two", "length > 3 || value == 2");
    let scratch = &repository.scratch;
    let text = differs(scratch.run("diff main~1 main"));
    assert_contains(&text, &["changed push (src/list.c:4", "affected procedure main (verify/driver.c:3"]);
    // The work tree is what a revision is compared with if there is no other.
    assert_eq!(scratch.run("diff main").success(), "nothing differs\n");
    scratch.write("src/list.c", "int push(int value) { return value; }\n");
    let text = differs(scratch.run("diff HEAD --target list"));
    assert_contains(&text, &["changed push"]);
    let text = differs(scratch.run("diff main~1 main -Iinclude -- src/list.c"));
    // The lines are those of the revisions, whatever the work tree has.
    assert_contains(&text, &["if (length >= 4)", "if (length > 3 || "]);
    let json: Value = serde_json::from_str(&scratch.run("diff main~1 main --format json").stdout).unwrap();
    assert_eq!(json["functions"][0]["name"], "push");
    assert_contains(&scratch.run("diff nowhere").input_error(), &["nowhere"]);
    assert_contains(&scratch.run("diff main --target lst").input_error(), &["did you mean list?"]);
    assert_contains(&scratch.run("diff src/list.c").input_error(), &["compared with another one"]);
}

#[test]
fn each_side_may_have_flags_of_its_own() {
    let scratch = Scratch::new("diff-flags");
    for (folder, value) in [("one", 1), ("two", 2)] {
        std::fs::create_dir_all(scratch.path.join(folder)).unwrap();
        scratch.write(&format!("{folder}/value.h"), format!("#define VALUE {value}\n"));
    }
    scratch.write("a.c", "#include <value.h>\nint main(void) { return VALUE + MORE; }\n");
    let flags = |old: &str, new: &str| {
        let mut command = scratch.command("diff a.c a.c");
        command.args([format!("--old-flags={old}"), format!("--new-flags={new}")]);
        crate::run::outcome(command)
    };
    assert_contains(&differs(flags("-Ione -DMORE=1", "-Itwo -D MORE=1")), &["changed main"]);
    assert_eq!(flags("-Ione -DMORE=1", "-I two -DMORE=0").success(), "nothing differs\n");
    assert_contains(&flags("-fplugin=x", "").input_error(), &["none of -I, -D and -U"]);
}
