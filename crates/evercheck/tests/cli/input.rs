//! Input that cannot be read or is not C: status 2, and a message that says where and what.

use crate::run::{Scratch, assert_contains};

#[test]
fn a_missing_file_is_named() {
    let message = Scratch::new("missing").run("cfa nowhere.c").input_error();
    assert_contains(&message, &["error", "nowhere.c"]);
}

#[test]
fn a_missing_file_among_good_ones_is_an_error() {
    let scratch = Scratch::new("missing_among_good");
    scratch.write("a.c", "int main(void) { return 0; }\n");
    assert_contains(&scratch.run("cfa a.c nowhere.c").input_error(), &["nowhere.c"]);
}

#[test]
fn a_directory_is_no_file() {
    let scratch = Scratch::new("directory");
    std::fs::create_dir(scratch.path.join("dir.c")).unwrap();
    assert_contains(&scratch.run("cfa dir.c").input_error(), &["dir.c", "directory"]);
}

#[test]
fn binary_garbage_is_refused() {
    let scratch = Scratch::new("garbage");
    let garbage: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    scratch.write("garbage.c", &garbage).write("garbage.i", &garbage);
    assert_contains(&scratch.run("cfa garbage.c").input_error(), &["garbage.c"]);
    assert_contains(&scratch.run("cfa garbage.i").input_error(), &["garbage.i"]);
}

#[test]
fn empty_input_is_a_program_without_functions() {
    let scratch = Scratch::new("empty");
    let outcome = scratch.write("empty.c", "").run("cfa --fingerprints empty.c");
    assert_contains(&outcome.stderr, &["warning", "main"]);
    assert_eq!(outcome.success(), "");
}

#[test]
fn a_missing_main_is_a_warning() {
    let scratch = Scratch::new("no_main");
    let outcome = scratch.write("a.c", "int f(void) { return 0; }\n").run("cfa a.c");
    assert_contains(&outcome.stderr, &["warning", "main"]);
    assert_contains(&outcome.success(), &["f"]);
}

#[test]
fn a_syntax_error_is_underlined_where_it_is() {
    let scratch = Scratch::new("syntax");
    let message =
        scratch.write("bad.c", "int main(void)\n{\n    int x = ;\n    return x;\n}\n").run("cfa bad.c");
    assert_contains(&message.input_error(), &["error", "bad.c:3:13", "3 |     int x = ;", "|             ^"]);
}

#[test]
fn a_type_error_is_underlined_on_its_line() {
    let scratch = Scratch::new("type");
    let source = "struct s { int a; };\nint main(void)\n{\n    struct s v = {0};\n    return v + 1;\n}\n";
    let message = scratch.write("bad.c", source).run("cfa bad.c").input_error();
    assert_contains(&message, &["error", "bad.c:5:", "5 |     return v + 1;", "^"]);
}

#[test]
fn an_error_in_a_header_names_the_header() {
    let scratch = Scratch::new("header");
    scratch
        .write("bad.h", "\nint x = ;\n")
        .write("a.c", "#include \"bad.h\"\nint main(void) { return 0; }\n");
    assert_contains(&scratch.run("cfa a.c").input_error(), &["bad.h:2:"]);
}

#[test]
fn only_the_first_errors_are_shown_and_the_rest_counted() {
    let scratch = Scratch::new("many");
    let source: String = (0..50).map(|i| format!("int f{i}(void) {{ return unknown{i}; }}\n")).collect();
    let message = scratch.write("many.c", source).run("cfa many.c").input_error();
    assert_contains(&message, &["unknown0", "unknown19", "and 30 more"]);
    assert!(!message.contains("unknown20"), "{message}");
}

#[test]
fn the_preprocessor_s_complaint_is_passed_on() {
    let scratch = Scratch::new("preprocessor");
    scratch.write("a.c", "#include \"nowhere.h\"\nint main(void) { return 0; }\n");
    assert_contains(&scratch.run("cfa a.c").input_error(), &["a.c", "preprocessor", "nowhere.h"]);
}

#[test]
fn an_unknown_function_gets_a_suggestion() {
    let scratch = Scratch::new("unknown_function");
    scratch.write("a.c", "int acquire(void) { return 0; }\nint main(void) { return acquire(); }\n");
    assert_contains(
        &scratch.run("cfa --function aquire a.c").input_error(),
        &["aquire", "did you mean acquire?"],
    );
    assert_contains(&scratch.run("cfa --function zzz a.c").input_error(), &["no function zzz"]);
}

#[test]
fn deep_nesting_does_not_bring_the_tool_down() {
    let scratch = Scratch::new("deep");
    let depth = 20_000;
    let parens = format!("int main(void) {{ return {}1{}; }}\n", "(".repeat(depth), ")".repeat(depth));
    let blocks = format!("int main(void) {{ {}{} return 0; }}\n", "{".repeat(depth), "}".repeat(depth));
    let ifs = format!("int main(int c, char **v) {{ {} return 0; }}\n", "if (c) ".repeat(depth));
    for (name, source) in [("parens.c", parens), ("blocks.c", blocks), ("ifs.c", ifs)] {
        let outcome = scratch.write(name, source).run(&format!("cfa {name}"));
        assert!(matches!(outcome.status, Some(0 | 2)), "{name}: {:?} {}", outcome.signal, outcome.stderr);
    }
}

#[test]
fn evercheck_h_is_found_without_an_option() {
    let scratch = Scratch::new("own_header");
    let nested = "#include \"own.h\"\nint main(void) { return evercheck_choose(0, 3) > 3; }\n";
    scratch.write("own.h", "#include <evercheck.h>\n").write("a.c", nested);
    for command in ["check", "run", "cfa", "check -m32"] {
        scratch.run(&format!("{command} a.c")).success();
    }
    scratch.write("evercheck.h", "int evercheck_choose(int, int);\n#define OWN 0\n");
    scratch
        .write("a.c", "#include \"evercheck.h\"\nint main(void) { return OWN; }\n")
        .run("check a.c")
        .success();
}
