//! Calls that pass other arguments than the function takes: both engines say so, and so they do on what an earlier revision left.

use serde_json::Value;

use crate::run::Scratch;

const ENGINES: [&str; 2] = ["explicit", "predicate"];

fn verdict(scratch: &Scratch, engine: &str, rest: &str) -> String {
    let outcome = scratch.run(&format!("check --format json --engine {engine} {rest}"));
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:#?}"));
    let violated = json["properties"].as_array().into_iter().flatten().map(|it| &it["violation"]["fault"]);
    let fault = violated.filter_map(Value::as_str).next().unwrap_or_default();
    format!("{} {fault}", json["verdict"].as_str().unwrap_or_default()).trim_end().to_string()
}

const BAD: &str = "false(no-undefined-behaviour) bad-call";

#[test]
fn a_direct_call_with_more_arguments_than_the_definition_takes() {
    let scratch = Scratch::new("calls_direct");
    let check = |text: &str, expected: &str| {
        scratch.write("a.c", text);
        for engine in ENGINES {
            assert_eq!(verdict(&scratch, engine, "--reuse off a.c"), expected, "{engine}: {text}");
        }
    };
    for (call, expected) in
        [("f(1, 2)", BAD), ("f()", BAD), ("f(1)", "true"), ("f(1.0)", BAD), ("f(1u)", "true")]
    {
        check(
            &format!("int f(); int main(void) {{ {call}; return 0; }} int f(int a) {{ return a; }}"),
            expected,
        );
        check(&format!("int f(a) int a; {{ return a; }} int main(void) {{ {call}; return 0; }}"), expected);
    }
    check("int f() { return 0; } int main(void) { return f(1); }", BAD);
    check("int f(int a, ...) { return a; } int main(void) { return f(0, 1, 2); }", "true");
    check("int abs(); int main(void) { return abs(0, 1); }", BAD);
    // The functions that runs end in.
    check("int abort(); int main(void) { abort(1); return 0; }", BAD);
}

#[test]
fn a_prototype_of_another_file_that_has_more_parameters() {
    let scratch = Scratch::new("calls_files");
    scratch
        .write("main.c", "int f(int, int); int main(void) { return f(0, 1); }")
        .write("one.c", "int f(int a) { return a; }")
        .write("two.c", "int f(int a, int b) { return a * b; }");
    for engine in ENGINES {
        assert_eq!(verdict(&scratch, engine, "--reuse off main.c one.c"), BAD, "{engine}");
        assert_eq!(verdict(&scratch, engine, "--reuse off main.c two.c"), "true", "{engine}");
    }
}

/// The caller is as it was, and the parameter that comes and goes is used by nobody.
#[test]
fn a_revision_that_changes_only_the_number_of_parameters() {
    for engine in ENGINES {
        let scratch = Scratch::new(&format!("calls_revisions_{engine}"));
        let with = |parameters: &str| {
            scratch.write(
                "a.c",
                format!("int f(); int main(void) {{ return f(0, 1); }} int f({parameters}) {{ return a; }}"),
            );
            verdict(&scratch, engine, "a.c")
        };
        for _ in 0..2 {
            assert_eq!(with("int a, int b"), "true", "{engine}");
            assert_eq!(with("int a"), BAD, "{engine}");
        }
        assert_eq!(with("int a, int b, int c"), BAD, "{engine}");
    }
}
