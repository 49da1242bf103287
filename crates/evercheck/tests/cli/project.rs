//! Projects: `evercheck.toml`, its targets, and what a configuration by a stranger cannot do.

use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::Value;

use crate::run::{Scratch, assert_contains};

const GOOD: &str = "int main(void) { return 0; }\n";
const BAD: &str = "#include <assert.h>\nint main(void) { assert(0); return 0; }\n";

fn project(test: &str, configuration: &str) -> Scratch {
    let scratch = Scratch::new(test);
    std::fs::create_dir_all(scratch.path.join("src")).unwrap();
    scratch.write("evercheck.toml", configuration).write("src/good.c", GOOD).write("src/bad.c", BAD);
    scratch
}

#[test]
fn targets_are_checked_one_after_the_other_and_the_worst_counts() {
    let two = "[target.good]\nsources = [\"src/good.c\"]\n[target.bad]\nsources = [\"src/b*.c\"]\n";
    let scratch = project("project-targets", two);
    let all = scratch.run("check");
    assert_eq!(all.status, Some(1), "{all:#?}");
    assert_contains(
        &all.stdout,
        &["good:\n", "bad:\n", "src/bad.c:2", "target  verdict", "false(unreach-call)"],
    );
    let table: Vec<_> =
        all.stdout.lines().rev().take(2).map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(table, ["bad", "good"]);
    assert_eq!(scratch.run("check good").success().lines().last(), Some("true"));
    let lines = scratch.run("check --format json").stdout;
    let values: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = values.iter().map(|it| (it["target"].as_str(), it["verdict"].as_str())).collect();
    assert_eq!(told, [(Some("good"), Some("true")), (Some("bad"), Some("false(unreach-call)"))]);
    // From a folder below, with the names of the project's root, and with its store.
    std::fs::remove_dir_all(scratch.path.join(".evercheck")).unwrap();
    let mut below = scratch.command("check bad");
    below.current_dir(scratch.path.join("src"));
    assert_contains(&crate::run::outcome(below).stdout, &["in main at src/bad.c:2:"]);
    assert!(scratch.path.join(".evercheck").is_dir() && !scratch.path.join("src/.evercheck").exists());
    let third = "[target.wrong]\nsources = [\"src/wrong.c\"]\n";
    scratch
        .write("src/wrong.c", "int main(void) { return x; }\n")
        .write("evercheck.toml", two.to_string() + third);
    let all = scratch.run("check");
    assert_eq!(all.status, Some(1), "{all:#?}");
    assert_contains(&all.stdout, &["wrong   error(input)"]);
    assert_contains(&all.stderr, &["src/wrong.c:1:25"]);
}

#[test]
fn options_of_the_file_have_their_names_and_the_command_line_overrides_them() {
    let text = "[target.a]\nsources = [\"src/bad.c\"]\nexcept = [\"unreach-call\"]\nflags = [\"-DNDEBUG\"]\n\
                engine = \"explicit\"\nmax-states = 100\n";
    let scratch = project("project-options", text);
    assert_eq!(scratch.run("check a").success().lines().last(), Some("true"));
    let changed = scratch.run("check a -U NDEBUG --except no-overflow");
    assert_eq!(changed.stdout.lines().last(), Some("false(unreach-call)"), "{changed:#?}");
    scratch.write("evercheck.toml", "[target.a]\nsources = [\"src/*.c\"]\nmax-stats = 3\n");
    let told = scratch.run("check").input_error();
    assert_contains(&told, &["evercheck.toml:3:1: unknown key `max-stats`; did you mean max-states?"]);
    scratch.write("evercheck.toml", "[target.a]\nsources = [\"src/absent.c\"]\n");
    assert_contains(&scratch.run("check").input_error(), &["target a: there is no file src/absent.c"]);
    assert_contains(&scratch.run("check b").input_error(), &["there is no file b", "its targets are a"]);
    assert_contains(&Scratch::new("project-none").run("check").input_error(), &["evercheck init"]);
}

#[test]
fn what_stops_one_target_does_not_stop_the_next() {
    let endless = "int main(void) { volatile unsigned long i = 0; for (;;) i = i * 3 + 1; }\n";
    let text = "[target.endless]\nsources = [\"src/endless.c\"]\nengine = \"explicit\"\ntime-limit = \"300ms\"\n\
                [target.good]\nsources = [\"src/good.c\"]\n";
    let scratch = project("project-limits", text);
    scratch.write("src/endless.c", endless);
    let all = scratch.run("check");
    assert_eq!(all.status, Some(3), "{all:#?}");
    assert_contains(&all.stdout, &["endless  unknown(time)", "good     true"]);
}

#[test]
fn init_writes_a_configuration_that_works() {
    let scratch = Scratch::new("project-init");
    for folder in ["src", "include", "tests", "verify", "build"] {
        std::fs::create_dir_all(scratch.path.join(folder)).unwrap();
    }
    scratch
        .write("include/list.h", "int push(int value);\nextern int limit;\n")
        .write("src/list.c", "#include \"list.h\"\nint push(int value) { return value < limit; }\n")
        .write("src/limit.c", "int limit = 4;\n")
        .write("src/sum.c", "int sum(const int *at, unsigned length) { return length ? *at : 0; }\n")
        .write("tests/test.c", "#include <list.h>\nint main(void) { return push(3) - 1; }\n")
        .write("verify/all.c", "#include <evercheck.h>\n#include \"list.h\"\nint main(void) { return push(evercheck_choose(0, 9)); }\n")
        .write("tests/broken.c", "#include <no/such/header.h>\nint main(void) { return 0; }\n")
        .write("build/generated.c", "int main(void) { return 0; }\n");
    let told = scratch.run("init");
    assert_eq!(told.stdout, "evercheck.toml: 2 targets\n", "{told:#?}");
    assert_contains(&told.stderr, &["broken cannot be read"]);
    let text = std::fs::read_to_string(scratch.path.join("evercheck.toml")).unwrap();
    assert_contains(
        &text,
        &[
            "drivers = [\"verify/all.c\"]\nsources = [\"src/limit.c\", \"src/list.c\"]\nflags = [\"-Iinclude\"]",
        ],
    );
    assert_contains(
        &text,
        &[
            "# In no program: src/sum.c.",
            "# function = \"sum\"\n",
            "# # assume = [\"length <= 4\"]",
            "# # elements = 4",
        ],
    );
    assert_contains(&scratch.run("check").success(), &["test    true", "all     true"]);
    assert_contains(&scratch.run("init").input_error(), &["already"]);
    // What was written since can be added.
    scratch.write("verify/one.c", "#include \"list.h\"\nint main(void) { return push(1) - 1; }\n");
    let lacking = scratch.run("init").success();
    assert!(
        lacking.starts_with("\n[target.one]\nsources = [\"verify/one.c\", \"src/limit.c\", "),
        "{lacking}"
    );
    assert!(!lacking.contains("[target.all]"), "{lacking}");
    scratch.write("evercheck.toml", text + &lacking);
    assert_contains(&scratch.run("check").success(), &["test    true", "all     true", "one     true"]);
    assert_contains(&scratch.run("init").input_error(), &["already"]);
    scratch.write("src/one.c", "int main(void) { return 0; }\n");
    assert_contains(&scratch.run("init").success(), &["[target.one_]\nsources = [\"src/one.c\"]"]);
    // A main that only a macro turns on is none.
    let tested = Scratch::new("project-init-tested");
    tested
        .write(
            "map.c",
            "int get(void) { return 1; }\n#ifdef MAP_TEST\nint main(void) { return get() - 1; }\n#endif\n",
        )
        .write("driver.c", "int get(void);\nint main(void) { return get() - 1; }\n");
    assert_eq!(tested.run("init").stdout, "evercheck.toml: 1 target\n");
    let text = std::fs::read_to_string(tested.path.join("evercheck.toml")).unwrap();
    assert_contains(&text, &["sources = [\"driver.c\", \"map.c\"]"]);
    // Of a library, calls of its functions.
    let library = Scratch::new("project-init-library");
    std::fs::create_dir_all(library.path.join("include")).unwrap();
    library
        .write("include/list.h", "int push(int value);\nint pop(void);\n")
        .write("list.c", "#include <list.h>\nstatic int one(void) { return 1; }\nint push(int value) { return value; }\nint pop(void) { return one(); }\n");
    let told = library.run("init");
    assert_eq!(told.stdout, "evercheck.toml: 2 targets\n", "{told:#?}");
    let text = std::fs::read_to_string(library.path.join("evercheck.toml")).unwrap();
    assert_contains(
        &text,
        &[
            "[target.push]\n",
            "flags = [\"-Iinclude\"]\n",
            "function = \"push\"\n",
            "# assume = [\"value <= 4\"]",
        ],
    );
    assert_contains(&library.run("check").success(), &["push    true", "pop     true"]);
}

#[test]
fn a_folder_is_what_its_configuration_says_or_what_one_would_say() {
    let scratch = Scratch::new("project-folder");
    for folder in ["a/src", "b/src", "b/build"] {
        std::fs::create_dir_all(scratch.path.join(folder)).unwrap();
    }
    scratch.write("a/evercheck.toml", "[target.bad]\nsources = [\"src/*.c\"]\n").write("a/src/x.c", BAD);
    let configured = scratch.run("check a");
    assert_eq!((configured.status, configured.stderr.contains("init")), (Some(1), false), "{configured:#?}");
    assert_contains(&configured.stdout, &["in main at src/x.c:2"]);
    scratch.write("b/src/one.c", "int two(void);\nint main(void) { return two(); }\n");
    scratch.write("b/src/two.c", "int two(void) { return N; }\n").write("b/src/bad.c", BAD);
    scratch.write("b/src/two.c", "int two(void) { return 0; }\n");
    let guessed = scratch.run("check b --jobs 2");
    assert_eq!(guessed.status, Some(1), "{guessed:#?}");
    assert_contains(
        &guessed.stderr,
        &["b has no evercheck.toml: checking what `evercheck init` would propose, which is bad, one"],
    );
    assert_contains(&guessed.stdout, &["bad     false(unreach-call)", "one     true"]);
    assert!(!scratch.path.join("b/evercheck.toml").exists());
    // A program that cannot be read is not passed over, and what belongs to none is named.
    scratch.write("b/src/bad.c", "int main(void) { return x; }\n").write("b/src/left.c", "int left;\n");
    let partly = scratch.run("check b");
    assert_eq!(partly.status, Some(2), "{partly:#?}");
    assert_contains(&partly.stderr, &["which is bad, one; no program needs src/left.c", "src/bad.c:1:25"]);
    assert_contains(&partly.stdout, &["bad     error(input)", "one     true"]);
    // The programs that a compilation database makes up, with its flags.
    let here = scratch.path.display();
    let entry = |file: &str| {
        format!(
            "{{\"directory\": \"{here}/b/build\", \"file\": \"../src/{file}\", \"command\": \"cc -DN=0 -O2 -c ../src/{file}\"}}"
        )
    };
    scratch.write("b/src/two.c", "int two(void) { return N; }\n");
    scratch.write("b/build/compile_commands.json", format!("[{}, {}]", entry("one.c"), entry("two.c")));
    let built = scratch.run("check b/build/compile_commands.json");
    assert_eq!((built.status, built.stdout.lines().last()), (Some(0), Some("true")), "{built:#?}");
    assert_contains(&scratch.run("check b/build").input_error(), &["there is no C file"]);
}

/// With `--jobs`, targets are checked side by side, and told in their order.
#[test]
fn targets_side_by_side_are_told_in_their_order() {
    let slow = "#include <evercheck.h>\nint main(void) { volatile int n = 0; for (int i = 0; i < 20000; i++) n = i; return n == evercheck_choose(0, 1); }\n";
    let text = "[target.slow]\nsources = [\"src/slow.c\"]\nengine = \"explicit\"\n\
                [target.good]\nsources = [\"src/good.c\"]\n[target.bad]\nsources = [\"src/bad.c\"]\n\
                [target.wrong]\nsources = [\"src/wrong.c\"]\n";
    let scratch = project("project-jobs", text);
    scratch.write("src/slow.c", slow).write("src/wrong.c", "int main(void) { return x; }\n");
    let all = scratch.run("check --jobs 3 --summary s.md");
    assert_eq!(all.status, Some(1), "{all:#?}");
    let titles: Vec<_> =
        all.stdout.lines().filter(|line| line.ends_with(':') && !line.contains(' ')).collect();
    assert_eq!(titles, ["slow:", "good:", "bad:"]);
    assert_contains(&all.stdout, &["slow    true", "wrong   error(input)"]);
    assert_contains(&all.stderr, &["src/wrong.c:1:25"]);
    let summary = std::fs::read_to_string(scratch.path.join("s.md")).unwrap();
    assert_contains(&summary, &["1 violation, 1 not checked in 4 targets", "**Not checked**: `wrong`"]);
}

#[test]
fn flags_come_from_compile_commands_file_by_file() {
    let text = "[target.a]\ncompile-commands = \"build/compile_commands.json\"\ndrivers = [\"driver.c\"]\n";
    let scratch = project("project-commands", text);
    std::fs::create_dir_all(scratch.path.join("build")).unwrap();
    std::fs::create_dir_all(scratch.path.join("inc")).unwrap();
    let here = scratch.path.display().to_string();
    let commands = format!(
        "[{{\"directory\": \"{here}/build\", \"file\": \"../src/a.c\", \"command\": \"cc -I../inc -DN=1 -O2 -c ../src/a.c\"}},
          {{\"directory\": \"{here}/build\", \"file\": \"{here}/src/b.c\", \"arguments\": [\"cc\", \"-I{here}/inc\", \"-DN=2\"]}}]"
    );
    scratch
        .write("build/compile_commands.json", commands)
        .write("inc/n.h", "int a(void); int b(void);\n")
        .write("src/a.c", "#include <n.h>\nint a(void) { return N; }\n")
        .write("src/b.c", "#include <n.h>\nint b(void) { return N; }\n")
        .write(
            "driver.c",
            "#include <n.h>\n#include <assert.h>\nint main(void) { assert(a() == 1 && b() == 2); }\n",
        );
    assert_eq!(scratch.run("check").success().lines().last(), Some("true"));
}

/// Whatever a configuration says, no command of its choosing is run, and no file outside the project is read.
#[test]
fn a_hostile_project_runs_no_command() {
    let scratch = project("project-hostile", "");
    let outside = Scratch::new("project-outside");
    outside.write("secret.c", GOOD);
    let secret = outside.path.join("secret.c");
    let script = format!("#!/bin/sh\ntouch {}/ran\n", scratch.path.display());
    scratch.write("evil", script).write("flags", "-fplugin=./evil\n").write("src/@flags.c", GOOD);
    std::fs::set_permissions(scratch.path.join("evil"), PermissionsExt::from_mode(0o755)).unwrap();
    symlink(&secret, scratch.path.join("src/leak.c")).unwrap();
    symlink(&outside.path, scratch.path.join("out")).unwrap();
    symlink("..", scratch.path.join("src/loop")).unwrap();
    let entry = |words: &str| {
        let here = scratch.path.display();
        format!("[{{\"directory\": \"{here}\", \"file\": \"src/good.c\", \"arguments\": [{words}]}}]")
    };
    let of_commands = "[target.a]\ncompile-commands = \"c.json\"\n";
    for words in [
        "\"./evil\"",
        "\"cc\", \"-fplugin=./evil\"",
        "\"cc\", \"-wrapper\", \"./evil\"",
        "\"cc\", \"-B.\", \"-specs=flags\", \"-no-integrated-cpp\"",
        "\"cc\", \"-Wp,-MD,ran\", \"-MD\", \"-MF\", \"ran\", \"-o\", \"ran\"",
    ] {
        scratch.write("c.json", entry(words)).write("evercheck.toml", of_commands);
        assert_eq!(scratch.run("check").success().lines().last(), Some("true"), "{words}");
    }
    for words in ["\"cc\", \"@flags\"", "\"cc\", \"-I/etc\"", "\"cc\", \"-include\", \"/etc/passwd\""] {
        scratch.write("c.json", entry(words));
        scratch.run("check").input_error();
    }
    // Named by itself, such a file can do no more.
    std::fs::remove_file(scratch.path.join("evercheck.toml")).unwrap();
    for words in ["\"./evil\"", "\"cc\", \"-fplugin=./evil\", \"-wrapper\", \"./evil\", \"-B.\""] {
        scratch.write("compile_commands.json", entry(words));
        let told = scratch.run("check compile_commands.json");
        assert_eq!(told.stdout.lines().last(), Some("true"), "{words}: {told:#?}");
    }
    let leak = entry("\"cc\"").replace("src/good.c", "src/leak.c");
    let outside_of = entry("\"cc\"").replace("src/good.c", &secret.display().to_string());
    for text in [entry("\"cc\", \"@flags\""), entry("\"cc\", \"-I/etc\""), leak, outside_of] {
        scratch.write("compile_commands.json", &text);
        scratch.run("check compile_commands.json").input_error();
    }
    std::fs::remove_file(scratch.path.join("compile_commands.json")).unwrap();
    let sources = |list: &str| scratch.write("evercheck.toml", format!("[target.a]\nsources = [{list}]\n"));
    // A name is no file of options, a circle of links has an end, and a link out of the project is not followed.
    sources("\"src/@*.c\"");
    assert_eq!(scratch.run("check").success().lines().last(), Some("true"));
    sources("\"src/**/good.c\"");
    assert_eq!(scratch.run("check").success().lines().last(), Some("true"));
    for list in
        ["\"src/leak.c\"", "\"src/le*.c\"", "\"out/secret.c\"", "\"out/*.c\"", "\"../*/*.c\"", "\"/etc/*.c\""]
    {
        sources(list);
        let told = scratch.run("check").input_error();
        assert!(told.contains("outside the project") || told.contains("no sources"), "{list}: {told}");
    }
    scratch.write("evercheck.toml", "[target.a]\nsources = [\"src/good.c\"]\nflags = [\"-Iout\"]\n");
    assert_contains(&scratch.run("check").input_error(), &["out is outside the project"]);
    scratch.write(
        "evercheck.toml",
        format!("# {}\n[target.a]\nsources = [\"src/good.c\"]\n", "x".repeat(2 << 20)),
    );
    assert_contains(&scratch.run("check").input_error(), &["larger than 1 MiB"]);
    scratch.write("evercheck.toml", "[target.a]\nsources = [\"src/good.c\"]\nstore = \"x\"\n");
    assert_contains(&scratch.run("check").input_error(), &["unknown key `store`"]);
    assert!(!scratch.path.join("ran").exists(), "a command of the project was run");
}
