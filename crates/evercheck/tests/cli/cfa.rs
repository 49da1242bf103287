//! The shape of what `evercheck cfa` prints, and the options that say how C is read.

use serde_json::Value;

use crate::run::{EXAMPLES, Scratch, assert_contains, run};

const PROGRAM: &str = "\
int twice(int x) { return x + x; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += twice(i);
    return sum;
}
";

#[test]
fn text_shows_every_function_or_those_asked_for() {
    let scratch = Scratch::new("text");
    scratch.write("a.c", PROGRAM);
    assert_contains(&scratch.run("cfa a.c").success(), &["twice", "main"]);
    let one = scratch.run("cfa --function twice a.c").success();
    assert!(one.contains("twice") && !one.contains("main"), "{one}");
    let both = scratch.run("cfa --function twice --function main a.c").success();
    assert_eq!(both, scratch.run("cfa a.c").success());
}

#[test]
fn dot_is_one_graph() {
    let scratch = Scratch::new("dot");
    let dot = scratch.write("a.c", PROGRAM).run("cfa --dot a.c").success();
    assert!(dot.starts_with("digraph") && dot.ends_with("}\n"), "{dot}");
    assert_contains(&dot, &["->", "twice"]);
}

#[test]
fn a_line_of_fingerprints_has_five_columns() {
    let scratch = Scratch::new("fingerprints");
    let text = scratch.write("a.c", PROGRAM).run("cfa --fingerprints a.c").success();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let is_hash = |text: &str| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    for row in &rows {
        assert_eq!(row.len(), 5, "{row:?}");
        assert!(is_hash(row[0]) && is_hash(row[1]), "{row:?}");
        assert!(row[4].starts_with("a.c:"), "{row:?}");
    }
    let kinds_and_lines: Vec<_> = rows.iter().map(|row| (row[2], row[4])).collect();
    for fragment in [("procedure", "a.c:1"), ("procedure", "a.c:2"), ("loop", "a.c:5")] {
        assert!(kinds_and_lines.contains(&fragment), "no {fragment:?} in:\n{text}");
    }
}

#[test]
fn json_says_the_same_as_text() {
    let scratch = Scratch::new("json");
    let text = scratch.write("a.c", PROGRAM).run("cfa --fingerprints a.c").success();
    let json = scratch.run("cfa --fingerprints --format json a.c").success();
    let json: Value = serde_json::from_str(&json).unwrap();
    let fragments = json["fragments"].as_array().unwrap();
    assert_eq!(fragments.len(), text.lines().count());
    for (fragment, line) in fragments.iter().zip(text.lines()) {
        let columns: Vec<_> = line.split_whitespace().collect();
        for (name, column) in ["local", "global", "kind", "name"].into_iter().zip(columns) {
            assert_eq!(fragment[name], *column);
        }
    }
}

#[test]
fn fingerprints_can_be_limited_to_a_function() {
    let scratch = Scratch::new("limited");
    let text = scratch.write("a.c", PROGRAM).run("cfa --fingerprints --function main a.c").success();
    assert_contains(&text, &["main", "procedure", "loop"]);
    assert!(!text.contains("twice"), "{text}");
}

/// Names and fingerprints, without positions.
fn fingerprints(scratch: &Scratch, content: &str) -> Vec<String> {
    let text = scratch.write("a.c", content).run("cfa --fingerprints a.c").success();
    text.lines().map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn layout_and_comments_do_not_count_but_content_does() {
    let scratch = Scratch::new("layout");
    let before = fingerprints(&scratch, PROGRAM);
    let other_layout = format!("/* moved */\n\n{}", PROGRAM.replace("x + x", "x\n  + /* again */ x"));
    assert_eq!(before, fingerprints(&scratch, &other_layout));
    // A callee changed: it differs, and so do, globally, its callers; locally they are the same.
    let changed = fingerprints(&scratch, &PROGRAM.replace("x + x", "x * 2"));
    assert_eq!(before.len(), changed.len());
    for (old, new) in before.iter().zip(&changed) {
        let (old, new): (Vec<_>, Vec<_>) = (old.split(' ').collect(), new.split(' ').collect());
        assert_eq!(old[0] == new[0], old[3] != "twice", "local: {old:?} {new:?}");
        assert_ne!(old[1], new[1], "global: {old:?} {new:?}");
    }
}

#[test]
fn the_preprocessor_gets_its_options_in_order() {
    let scratch = Scratch::new("options");
    std::fs::create_dir(scratch.path.join("inc")).unwrap();
    scratch.write("inc/limit.h", "#define LIMIT 3\n").write("pre.h", "typedef int number;\n");
    let source =
        "#include \"limit.h\"\n#ifndef X\n#error X\n#endif\nnumber main(void) { return LIMIT + X; }\n";
    scratch.write("a.c", source);
    scratch.run("cfa -Iinc -DX=1 -include pre.h -std=gnu11 a.c").success();
    scratch.run("cfa -I inc -U X -D X --include pre.h --std gnu11 a.c").success();
    scratch.run("cfa -Iinc -DX=1 -UX -include pre.h a.c").input_error();
    scratch.run("cfa -Iinc -DX=1 a.c").input_error();
}

/// No header files: those for 32 bits are often not installed.
#[test]
fn the_data_model_changes_the_size_of_long() {
    let scratch = Scratch::new("model");
    let source = "_Static_assert(sizeof(long) == SIZE, \"size\");\nint main(void) { return 0; }\n";
    scratch.write("a.c", source);
    scratch.run("cfa -DSIZE=8 a.c").success();
    scratch.run("cfa -DSIZE=4 -m32 a.c").success();
    scratch.run("cfa -DSIZE=4 --data-model ilp32 a.c").success();
    assert_contains(&scratch.run("cfa -DSIZE=8 -m32 a.c").input_error(), &["a.c:1:"]);
}

#[test]
fn several_files_are_one_program() {
    let scratch = Scratch::new("several");
    scratch.write("a.c", "int f(void);\nint main(void) { return f(); }\n");
    scratch.write("b.c", "int f(void) { return 7; }\n");
    let text = scratch.run("cfa --fingerprints a.c b.c").success();
    assert_contains(&text, &["main", "a.c:2", "f", "b.c:1"]);
}

#[test]
fn the_examples_are_understood_twice_the_same_way() {
    for file in ["bounded_buffer.c", "device/1/device.c", "device/2/device.c"] {
        for option in ["", "--dot", "--fingerprints"] {
            let line = format!("cfa {option} {EXAMPLES}/{file}");
            let (first, second) = (run(&line), run(&line));
            assert_eq!(first.stderr, "", "{line}");
            assert_eq!(first.success(), second.success(), "{line}");
        }
    }
}

#[test]
fn the_demo_s_change_affects_what_it_should() {
    let scratch = Scratch::new("demo");
    let mut revisions = ["1", "2"].map(|revision| {
        let source = std::fs::read_to_string(format!("{EXAMPLES}/device/{revision}/device.c")).unwrap();
        fingerprints(&scratch, &source)
    });
    let is_common = |line: &String| !line.contains("device_sent");
    revisions[1].retain(is_common);
    let [old, new] = &revisions;
    let changed: Vec<_> = old.iter().filter(|line| !new.contains(line)).collect();
    let names: Vec<_> = changed.iter().map(|line| line.rsplit(' ').next().unwrap()).collect();
    assert_eq!(old.len(), new.len());
    // transfer itself; main, which calls it, and the loop of main that contains the call.
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| name.contains("transfer") || name.contains("main")), "{names:?}");
}

/// Every command says what it takes a function for that nobody declares, once, and where it is called first.
#[test]
fn implicit_declarations_are_warned_of() {
    let scratch = Scratch::new("implicit");
    scratch.write(
        "a.c",
        "int main(void) {\n    unsigned long n = __VERIFIER_nondet_size_t() + __VERIFIER_nondet_size_t();\n    \
         return later(n) + helper();\n}\nlong later(int x) { return x; }\nint helper() { return 0; }\n",
    );
    for command in ["cfa", "check --no-record", "run"] {
        let said = scratch.run(&format!("{command} a.c")).stderr;
        let expected = [
            "'__VERIFIER_nondet_size_t', taken for `size_t __VERIFIER_nondet_size_t(void)`",
            "a.c:2:23",
            "'later', taken as it is declared further down",
            "a.c:3:12",
            "'helper', taken for `int helper()`",
            "a.c:3:23",
        ];
        assert_contains(&said, &expected);
        assert_eq!(said.matches("implicit declaration").count(), 3, "{said}");
    }
}
