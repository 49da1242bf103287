//! `evercheck history` of the very same program: its verdict is looked up, and whatever may make a difference has it verified again.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::history::Repository;
use crate::run::assert_contains;

/// A repository of one revision that is `true`, and was verified.
fn verified(test: &str) -> Repository {
    let repository = Repository::new(&format!("again-{test}"));
    repository.commit("full", "length == 4");
    assert!(!is_kept(&last(&repository, "")));
    assert!(is_kept(&last(&repository, "")));
    repository
}

/// The row of the newest revision, which has to be `true`.
#[track_caller]
fn last(repository: &Repository, words: &str) -> Value {
    let row = told(repository, words);
    assert_eq!(row["verdict"], "true", "{row:#}");
    row
}

fn told(repository: &Repository, words: &str) -> Value {
    let line = format!("history main --limit 1 --format json {words}");
    let outcome = repository.scratch.run(&line);
    assert_eq!(outcome.status, Some(0), "{outcome:#?}");
    serde_json::from_str(outcome.stdout.lines().last().unwrap()).unwrap()
}

fn is_kept(row: &Value) -> bool {
    row["kept"].as_bool().unwrap()
}

fn outcomes(repository: &Repository) -> Vec<PathBuf> {
    let folder = repository.scratch.path.join(".evercheck/outcomes");
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn the_very_same_program_is_answered_and_says_so() {
    let repository = verified("same");
    let row = last(&repository, "");
    assert_eq!(row["stats"]["transitions_executed"], 0, "{row:#}");
    assert_eq!(row["reuse"]["base"], "a run of the very same program");
    // It is the same without a record, since only that was lost which it does not need.
    repository.scratch.run("store gc --max-size 0").success();
    assert!(is_kept(&last(&repository, "")));
    // A comment that changes no line of the preprocessed text, and a revert.
    repository.commit("wrong", "length == 5");
    assert_eq!(told(&repository, "")["verdict"], "false(valid-deref)");
    repository.commit("full-again", "length == 4");
    assert!(is_kept(&last(&repository, "")));
    assert_contains(&repository.scratch.run("history main --limit 1").success(), &["  all "]);
    // `check` looks for itself, so that records are audited.
    let checked: Value =
        serde_json::from_str(&repository.scratch.run("check list --format json").success()).unwrap();
    assert_eq!(checked["kept"], false);
}

#[test]
fn a_violation_is_shown_from_the_text_at_hand() {
    let repository = Repository::new("again-violation");
    repository.commit("wrong", "length == 5");
    for _ in 0..3 {
        let row = told(&repository, "");
        assert_eq!((&row["verdict"], is_kept(&row)), (&"false(valid-deref)".into(), false));
    }
    // Another comment in the line of the fault is no part of the preprocessed text.
    repository.commit("commented", "length == 5) /* not here */ if (0");
    assert!(!is_kept(&told(&repository, "")));
}

#[test]
fn what_is_told_beside_the_verdict_has_to_be_found_out() {
    let repository = verified("wanted");
    for words in [
        "--reuse off",
        "--reuse delta",
        "--audit full",
        "--changed push",
        "--report page.html",
        "--invariants",
        "--ranges 2",
    ] {
        assert!(!is_kept(&last(&repository, words)), "{words}");
    }
    let row = last(&repository, "--compare");
    assert_eq!((is_kept(&row), &row["scratch"]["verdict"]), (true, &"true".into()));
    assert!(row["scratch"]["cpu_s"].as_f64().is_some());
}

#[test]
fn other_options_are_other_questions() {
    let repository = verified("options");
    for words in [
        "-DX",
        "-m32",
        "--malloc-may-fail",
        "--property valid-deref",
        "--except no-overflow",
        "--por off",
        "--addresses fixed",
        "--clock stepped",
        "--spurious-wakeups off",
        "--max-states 100000",
        "--std gnu99",
    ] {
        assert!(!is_kept(&last(&repository, words)), "{words}");
    }
    // Another entry, and another model of what is not defined.
    assert!(!is_kept(&told(&repository, "--function push")));
    repository.scratch.write("model.c", "int missing(void) { return 0; }\n");
    assert!(!is_kept(&last(&repository, "--model model.c")));
}

#[test]
fn other_text_is_another_program() {
    let repository = verified("text");
    let write = |path: &str, text: &str| {
        repository.scratch.write(path, text);
        repository.git("add -A");
        repository.git("commit -q --allow-empty -m edit");
    };
    // Lines that move and are indented are the same program, with or without a header that says nothing.
    let source = fs::read_to_string(repository.scratch.path.join("src/list.c")).unwrap();
    let moved = format!("/* moved\n   down */\n\n{}", source.replace("\n", " // here\n\n   "));
    for text in [&moved, &source, &format!("#include \"empty.h\"\n{source}"), &source] {
        repository.scratch.write("include/empty.h", "/* nothing */\n");
        write("src/list.c", text);
        assert!(is_kept(&last(&repository, "")), "{text}");
    }
    // A header.
    write("include/list.h", "extern int unused;\nint push(int value);\n");
    assert!(!is_kept(&last(&repository, "")));
    write("include/list.h", "int push(int value);\n");
    assert!(is_kept(&last(&repository, "")));
    // The driver, which is the work tree's.
    let driver = fs::read_to_string(repository.scratch.path.join("verify/driver.c")).unwrap();
    repository.scratch.write("verify/driver.c", driver.replace("0, 6", "0, 7"));
    assert!(!is_kept(&last(&repository, "")));
    repository.scratch.write("verify/driver.c", &driver);
    // A file more.
    write("src/more.c", "int more;\n");
    assert!(!is_kept(&last(&repository, "")));
}

#[test]
fn a_list_of_known_violations_has_its_say() {
    let repository = Repository::new("again-known");
    repository.commit("wrong", "length == 5");
    repository.scratch.run("check list --known known.toml --update-known");
    for _ in 0..2 {
        let row = told(&repository, "--known known.toml");
        assert_eq!((&row["verdict"], is_kept(&row)), (&"true".into(), false), "{row:#}");
        assert_eq!(row["known"][0]["fate"], "present");
    }
    // Without the list, or with an empty one, it is a violation.
    assert_eq!(told(&repository, "")["verdict"], "false(valid-deref)");
    repository.scratch.write("empty.toml", "");
    assert_eq!(told(&repository, "--known empty.toml")["verdict"], "false(valid-deref)");
}

#[test]
fn a_damaged_or_foreign_outcome_costs_only_time() {
    let repository = verified("damaged");
    let [file] = outcomes(&repository).try_into().unwrap();
    let bytes = fs::read(&file).unwrap();
    let wrong = |at: usize| [&bytes[..at], &[bytes[at] ^ 1], &bytes[at + 1..]].concat();
    for damaged in
        [Vec::new(), bytes[..bytes.len() - 1].to_vec(), wrong(3), wrong(30), wrong(bytes.len() / 2)]
    {
        fs::write(&file, damaged).unwrap();
        assert!(!is_kept(&last(&repository, "")));
        assert!(is_kept(&last(&repository, "")), "it is kept again");
    }
    // That of another program under this one's name.
    repository.commit("wrong", "length == 5");
    assert_eq!(told(&repository, "")["verdict"], "false(valid-deref)");
    let other = outcomes(&repository).into_iter().find(|it| *it != file).unwrap();
    fs::copy(&file, &other).unwrap();
    assert_eq!(told(&repository, "")["verdict"], "false(valid-deref)");
    // One of a week ago is looked at again.
    repository.commit("full-again", "length == 4");
    assert!(is_kept(&last(&repository, "")));
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(8 * 24 * 3600);
    fs::File::options().write(true).open(&file).unwrap().set_modified(old).unwrap();
    assert!(!is_kept(&last(&repository, "")));
    assert!(is_kept(&last(&repository, "")));
    fs::remove_file(&file).unwrap();
    assert!(!is_kept(&last(&repository, "")));
}

/// The text tells headers of one name apart by what is in them alone.
#[test]
fn a_header_in_another_folder_is_another_file() {
    let repository = Repository::new("again-folder");
    let configuration = fs::read_to_string(repository.scratch.path.join("evercheck.toml")).unwrap();
    repository
        .scratch
        .write("evercheck.toml", configuration.replace("\"-Iinclude\"", "\"-Iinclude\", \"-Iother\""));
    let header = |most: u8| format!("int push(int value);\nenum {{ MOST = {most} }};\n");
    repository.scratch.write("include/list.h", header(4));
    repository.commit("here", "length == MOST");
    assert!(!is_kept(&last(&repository, "")));
    assert!(is_kept(&last(&repository, "")));
    fs::create_dir(repository.scratch.path.join("other")).unwrap();
    repository.git("mv include/list.h other/list.h");
    repository.commit("there", "length == MOST");
    assert!(!is_kept(&last(&repository, "")));
    assert!(is_kept(&last(&repository, "")));
    repository.scratch.write("other/list.h", header(5));
    repository.commit("more", "length == MOST");
    let rows = repository.scratch.run("history main --format json").success();
    let verdict = |line: &str| serde_json::from_str::<Value>(line).unwrap()["verdict"].clone();
    assert_eq!(rows.lines().map(verdict).collect::<Vec<_>>(), ["true", "true", "false(valid-deref)"]);
}

#[test]
fn a_header_that_said_nothing_is_looked_at_again() {
    let repository = Repository::new("again-header");
    let source = "#ifndef SIZE\n#define SIZE 4\n#endif\nstatic int items[4];\nstatic int length;\n\
        int push(int value) { if (length == SIZE) return -1; items[length++] = value; return 0; }\n";
    let with = format!("#include \"size.h\"\n{source}");
    for (header, source) in [("", source), ("", &with), ("#define SIZE 5\n", &with)] {
        repository.scratch.write("include/size.h", header).write("src/list.c", source);
        repository.git("add -A");
        repository.git("commit -q -m size");
    }
    let outcome = repository.scratch.run("history main --format json");
    let rows = outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let told = rows.map(|row: Value| (row["verdict"].as_str().unwrap().to_string(), is_kept(&row)));
    // Had the second row been taken for one without the header, the third would have the same files.
    let expected = [("true", false), ("true", true), ("false(valid-deref)", false)];
    assert_eq!(told.collect::<Vec<_>>(), expected.map(|(verdict, is_kept)| (verdict.to_string(), is_kept)));
}
