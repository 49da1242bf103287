//! `evercheck history`: revisions out of git's object database, and plain files.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use serde_json::Value;

use crate::run::{Scratch, assert_contains};

/// A repository, with a driver and a configuration that it does not hold.
pub struct Repository {
    pub scratch: Scratch,
}

const LIST: &str = "#include \"list.h\"\nstatic int items[4];\nstatic int length;\n\
    int push(int value) { if (LIMIT) return -1; items[length++] = value; return 0; }\n";
const DRIVER: &str = "#include <evercheck.h>\n#include \"list.h\"\n\
    int main(void) { int n = evercheck_choose(0, 6); for (int i = 0; i < n; i++) push(i); return 0; }\n";
const CONFIGURATION: &str = "[target.list]\ndrivers = [\"verify/driver.c\"]\nsources = [\"src/*.c\"]\nflags = [\"-Iinclude\"]\nengine = \"explicit\"\n";

impl Repository {
    pub fn new(test: &str) -> Repository {
        let scratch = Scratch::new(test);
        std::fs::remove_dir(scratch.path.join(".git")).unwrap();
        for folder in ["src", "include", "verify"] {
            std::fs::create_dir_all(scratch.path.join(folder)).unwrap();
        }
        let repository = Repository { scratch };
        repository.git("init -q -b main");
        repository.scratch.write(".gitignore", "/verify\n/evercheck.toml\n/.evercheck\n");
        repository.scratch.write("include/list.h", "int push(int value);\n");
        repository.scratch.write("verify/driver.c", DRIVER).write("evercheck.toml", CONFIGURATION);
        repository
    }

    pub fn git(&self, line: &str) {
        let mut command = Command::new("git");
        command.current_dir(&self.scratch.path).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").args(line.split_whitespace());
        assert!(command.status().unwrap().success(), "git {line}");
    }

    pub fn commit(&self, subject: &str, limit: &str) {
        self.scratch.write("src/list.c", LIST.replace("LIMIT", limit));
        self.git("add -A");
        self.git(&format!("commit -q --allow-empty -m {subject}"));
    }

    /// The rows by their subjects: verdict, change, what was executed.
    fn rows(&self, line: &str) -> Vec<(String, String, String, u64)> {
        let outcome = self.scratch.run(&format!("{line} --format json"));
        let row = |line: &str| {
            let value: Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| value[name].as_str().unwrap_or("").to_string();
            let executed = value["stats"]["transitions_executed"].as_u64().unwrap_or(0);
            (text("subject"), text("verdict"), text("change"), executed)
        };
        assert_eq!(outcome.status, Some(0), "{outcome:#?}");
        outcome.stdout.lines().map(row).collect()
    }
}

fn row(subject: &str, verdict: &str, change: &str) -> (String, String, String) {
    (subject.into(), verdict.into(), change.into())
}

#[test]
fn every_revision_is_a_row_and_reuses_what_is_known() {
    let repository = Repository::new("history-rows");
    repository.commit("none", "0");
    repository.commit("fixed", "length >= 4");
    repository.commit("broken", "lenght >= 4");
    repository.commit("again", "length >= 4");
    repository.git("mv src/list.c src/renamed.c");
    repository.git("commit -q -m moved");
    repository.git("mv src/renamed.c src/list.c");
    repository.commit("off", "length > 4");
    let before = std::fs::read_to_string(repository.scratch.path.join("src/list.c")).unwrap();
    repository.scratch.write("src/list.c", "changed in the work tree\n");
    let rows = repository.rows("history main");
    let told: Vec<_> = rows.iter().map(|it| (it.0.clone(), it.1.clone(), it.2.clone())).collect();
    let (bad, good) = ("false(valid-deref)", "true");
    let expected = [
        row("none", bad, ""),
        row("fixed", good, "fixed"),
        row("broken", "error(input)", ""),
        row("again", good, ""),
        row("moved", good, ""),
        row("off", bad, "new"),
    ];
    assert_eq!(told, expected);
    assert!(rows[1].3 > 0 && rows[3].3 == 0, "nothing is executed of what is known: {rows:?}");
    let work = std::fs::read_to_string(repository.scratch.path.join("src/list.c")).unwrap();
    assert_eq!(work, "changed in the work tree\n");
    repository.scratch.write("src/list.c", before);
    let text = repository.scratch.run("history main~2..main --compare").success();
    assert_contains(
        &text,
        &["revision", "moved", "off", "false(valid-deref)", "new in ", "src/list.c:4", "from scratch"],
    );
    assert!(!text.contains("/tmp"), "{text}");
    assert_eq!(repository.rows("history main --limit 2").len(), 2);
    assert_contains(&repository.scratch.run("history nowhere").input_error(), &["nowhere"]);
    assert_contains(&repository.scratch.run("history --output=x").input_error(), &["--output"]);
    assert_contains(
        &repository.scratch.run("history main lst").input_error(),
        &["no target lst; did you mean list?"],
    );
}

#[test]
fn a_change_is_one_since_the_revisions_that_one_was_made_of() {
    let repository = Repository::new("history-merges");
    repository.commit("base", "length >= 4");
    repository.git("checkout -q -b side");
    repository.commit("beside", "length > 3");
    repository.git("checkout -q main");
    repository.commit("off", "length > 4");
    repository.git("merge -q -s ours -m kept side");
    repository.git("checkout -q side");
    repository.commit("still", "length == 4");
    repository.git("checkout -q main");
    repository.git("merge -q -s ours -m again side");
    repository.git("checkout -q side");
    repository.git("merge -q -s ours -m good main");
    repository.commit("worse", "length > 5");
    let rows = repository.rows("history side");
    let mut told: Vec<_> = rows.iter().map(|it| (it.0.clone(), it.1.clone(), it.2.clone())).collect();
    told.sort();
    let (bad, good) = ("false(valid-deref)", "true");
    // Wherever the branches stand in the table, only two revisions bring something.
    let expected = [
        row("again", bad, ""),
        row("base", good, ""),
        row("beside", good, ""),
        row("good", good, ""),
        row("kept", bad, ""),
        row("off", bad, "new"),
        row("still", good, ""),
        row("worse", bad, "new"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_revision_that_touches_nothing_of_a_target_is_the_same() {
    let repository = Repository::new("history-same");
    let commit = |subject: &str, file: &str, text: &str| {
        repository.scratch.write(file, text);
        repository.git("add -A");
        repository.git(&format!("commit -q -m {subject}"));
    };
    repository.commit("good", "length >= 4");
    commit("notes", "notes", "one");
    commit("more", "notes", "two");
    repository.commit("off", "length > 4");
    repository.commit("back", "length >= 4");
    // In front of the one that was taken before.
    commit("shadow", "src/list.h", "int push(int value);\n#define items items_of_another_name\n");
    commit("deeper", "src/list.h", "int push(int value);\n#define length (length)\n");
    commit("comment", "include/list.h", "int push(int value); // embed\n");
    commit("last", "notes", "three");
    let text = repository.scratch.run("history main --format json --compare").success();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<(&str, &str, bool)> = rows
        .iter()
        .map(|row| {
            (row["subject"].as_str().unwrap(), row["verdict"].as_str().unwrap(), row["same_as"].is_string())
        })
        .collect();
    let (bad, good) = ("false(valid-deref)", "true");
    let expected = [
        ("good", good, false),
        // There is a new name.
        ("notes", good, false),
        ("more", good, true),
        ("off", bad, false),
        ("back", good, true),
        ("shadow", good, false),
        ("deeper", good, false),
        ("comment", good, false),
        // The driver has a header that may take in another file.
        ("last", good, false),
    ];
    assert_eq!(told, expected);
    assert_eq!(rows[4]["stats"]["transitions_executed"], 0);
}

/// The program stays as it is; what it reads, and what is known of it, does not.
#[test]
fn files_that_options_name_belong_to_what_is_checked() {
    let repository = Repository::new("history-options");
    let scratch = &repository.scratch;
    scratch
        .write("echo.c", "int getchar(void);\nint main(void) { int c = getchar(); return 1 / (c - 'x'); }\n");
    let config = "[target.echo]\nsources = [\"echo.c\"]\nstdin = \"in\"\nknown = \"known\"\n";
    scratch.write("evercheck.toml", config);
    scratch.write(".gitignore", "/.evercheck\n");
    let known =
        "[[known]]\nproperty = \"no-division-by-zero\"\nfunction = \"main\"\nfault = \"division-by-zero\"\n";
    for (subject, input, known) in [
        ("one", "a", ""),
        ("two", "x", ""),
        ("three", "x", known),
        ("four", "x", known),
        ("five", "y", known),
    ] {
        scratch.write("in", input);
        scratch.write("known", known);
        scratch.write("notes", subject);
        repository.git("add -A");
        repository.git(&format!("commit -q -m {subject}"));
    }
    let rows = |options: &str| -> Vec<(String, bool)> {
        let text = scratch.run(&format!("history main --format json {options}")).success();
        let row = |line: &str| {
            let row: Value = serde_json::from_str(line).unwrap();
            (row["verdict"].as_str().unwrap().to_string(), row["same_as"].is_string())
        };
        text.lines().map(row).collect()
    };
    let row = |verdict: &str, is_same| (verdict.to_string(), is_same);
    let (bad, good) = ("false(no-division-by-zero)", "true");
    let expected = [row(good, false), row(bad, false), row(good, false), row(good, true), row(good, false)];
    assert_eq!(rows("--config-from revision"), expected);
    // The work tree's are those of all revisions, whoever names them.
    let expected = [row(good, false), row(good, true), row(good, true), row(good, true), row(good, true)];
    assert_eq!(rows(""), expected);
    assert_eq!(rows("--stdin ./in"), expected);
}

#[test]
fn what_is_otherwise_for_some_revisions_is_said_by_when() {
    let repository = Repository::new("history-when");
    repository.commit("one", "length >= 4");
    repository.git("tag v1");
    repository.scratch.write("include/list.h", "int push(int value, int flags);\n");
    repository.git("add -A");
    repository.git("commit -q -m two");
    let text = LIST.replace("LIMIT", "length >= 4").replace("int value)", "int value, int flags)");
    repository.scratch.write("src/list.c", text);
    repository.git("add -A");
    repository.git("commit -q -m three");
    let driver = DRIVER.replace("push(i)", "PUSH(i)");
    repository.scratch.write("verify/driver.c", driver);
    let flags = "flags = [\"-Iinclude\", \"-DPUSH(i)=push(i,0)\"]\n";
    let when = "[[target.list.when]]\nrevisions = \"v1\"\nflags = [\"-Iinclude\", \"-DPUSH=push\"]\n";
    let text = CONFIGURATION.replace("flags = [\"-Iinclude\"]\n", flags);
    repository.scratch.write("evercheck.toml", text + when);
    let verdicts: Vec<_> = repository.rows("history main").into_iter().map(|it| it.1).collect();
    assert_eq!(verdicts, ["true", "error(input)", "true"]);
    assert_eq!(repository.scratch.run("check").success().lines().last(), Some("true"));
    repository.git("checkout -q v1");
    assert_eq!(repository.scratch.run("check").success().lines().last(), Some("true"));
}

#[test]
fn a_configuration_may_come_from_each_revision() {
    let repository = Repository::new("history-config");
    repository.commit("without", "length >= 4");
    repository.git("add -f evercheck.toml verify/driver.c");
    repository.commit("with", "length > 4");
    repository.scratch.write("verify/driver.c", "of the work tree\n");
    let verdicts: Vec<_> =
        repository.rows("history main --config-from revision").into_iter().map(|it| it.1).collect();
    assert_eq!(verdicts, ["error(input)", "false(valid-deref)"]);
}

/// Whatever is in a repository, no command of its choosing is run, and nothing is read or written outside.
#[test]
fn a_hostile_repository_runs_no_command() {
    let repository = Repository::new("history-hostile");
    let here = &repository.scratch.path;
    let outside = Scratch::new("history-outside");
    outside.write("list.h", "int push(int value);\n");
    symlink(&outside.path, here.join("include/out")).unwrap();
    symlink("../../../../../etc", here.join("etc")).unwrap();
    repository.scratch.write(".gitattributes", "*.c filter=evil diff=evil export-subst\n");
    repository.commit("first", "length >= 4");
    let evil = here.join("evil");
    repository.scratch.write("evil", format!("#!/bin/sh\ntouch {}/ran\ncat\n", here.display()));
    std::fs::set_permissions(&evil, PermissionsExt::from_mode(0o755)).unwrap();
    let evil = evil.display().to_string();
    for key in
        ["core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "core.askPass", "gpg.program"]
    {
        repository.git(&format!("config {key} {evil}"));
    }
    for key in
        ["filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "diff.external", "alias.rev-list"]
    {
        repository.git(&format!("config {key} {evil}"));
    }
    for hook in ["post-checkout", "post-index-change", "reference-transaction"] {
        std::fs::copy(&evil, here.join(".git/hooks").join(hook)).unwrap();
    }
    repository.git("config log.showSignature true");
    let _ = std::fs::remove_file(here.join("ran"));
    assert_eq!(repository.rows("history main")[0].1, "true");
    std::fs::remove_file(here.join("include/out")).unwrap();
    repository.scratch.write("evercheck.toml", CONFIGURATION.replace("include", "include/out"));
    let rows = repository.rows("history main");
    assert_eq!(rows[0].1, "error(input)", "a link out of the repository was followed: {rows:?}");
    assert!(!here.join("ran").exists(), "a command of the repository was run");
}

#[test]
fn the_revision_that_flipped_a_verdict_is_found() {
    let repository = Repository::new("history-bisect");
    for (subject, limit) in
        [("a", "length >= 4"), ("b", "length > 3"), ("c", "4 <= length"), ("d", "length > 4")]
    {
        repository.commit(subject, limit);
    }
    repository.commit("e", "length > 5");
    repository.commit("f", "length > 6");
    let found = repository.scratch.run("bisect main~5..main");
    assert_eq!(found.status, Some(0), "{found:#?}");
    assert_contains(&found.stdout, &["valid-deref violated: ", "src/list.c:4", "first that is violated: "]);
    assert!(found.stdout.lines().last().unwrap().ends_with(" d"), "{found:#?}");
    // A row is compared with the nearest one before it, whatever the order in which they come.
    let change = |subject: &str| {
        let mut rows = found.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        rows.find(|words| words.get(1) == Some(&subject)).map(|words| words[3].to_string())
    };
    assert_eq!(change("f").as_deref(), Some("new"), "{found:#?}");
    assert!(found.stdout.lines().count() < 8, "not every revision is checked: {found:#?}");
    assert_contains(
        &repository.scratch.run("bisect main~5..main~3").input_error_told(),
        &["do not differ: both hold"],
    );
    repository.commit("g", "lenght > 4");
    repository.commit("h", "length >= 4");
    let found = repository.scratch.run("bisect main~2..main list");
    assert_eq!(found.status, Some(3), "{found:#?}");
    assert_contains(&found.stdout, &["first that holds: one of 2 revisions: "]);
}

#[test]
fn files_are_revisions_in_the_order_of_their_numbers() {
    let scratch = Scratch::new("history-files");
    std::fs::create_dir_all(scratch.path.join("v")).unwrap();
    for (number, limit) in [(1, 3), (2, 4), (10, 3)] {
        let text = format!(
            "#include <evercheck.h>\nint a[4];\nint main(void) {{ int i = evercheck_choose(0, 9);\n\
             if (i <= {limit}) a[i] = 1; return 0; }}\n"
        );
        scratch.write(&format!("v/list{number}.c"), text);
    }
    let text = scratch.run("history --files v/*.c --engine explicit --compare --plot time.svg").success();
    let picture = std::fs::read_to_string(scratch.path.join("time.svg")).unwrap();
    assert_eq!(
        (picture.matches("<circle").count(), picture.matches("<polyline").count()),
        (6, 2),
        "{picture}"
    );
    assert_contains(&picture, &["from scratch", "v/list10.c", "prefers-color-scheme: dark"]);
    let verdicts: Vec<&str> =
        text.lines().skip(1).take(3).map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(verdicts, ["true", "false(valid-deref)", "true"], "{text}");
    assert_contains(&text, &["new in v/list2.c", "fixed in v/list10.c"]);
    assert_contains(&scratch.run("history --files w/*.c").input_error(), &["no file w/*.c"]);
}
