//! `check --since`: what is new against a revision, and the summary of it.

use serde_json::Value;

use crate::history::Repository;
use crate::run::{Outcome, assert_contains};

/// Two faults, each in a function of its own, of which either may be mended.
const TWO: &str = "#include <evercheck.h>\n#include \"list.h\"\n\
    static int divide(int a, int b) { return DIVIDE; }\n\
    static int shift(int a, int b) { return SHIFT; }\n\
    int main(void) { int by = evercheck_choose(0, 3); divide(8, by); return push(by) + (shift(1, 29 + by) == 3); }\n";

fn driver(repository: &Repository, divide: &str, shift: &str) {
    repository.scratch.write("src/main.c", TWO.replace("DIVIDE", divide).replace("SHIFT", shift));
}

fn check(repository: &Repository, line: &str) -> Outcome {
    repository.scratch.run(&format!("check {line}"))
}

fn last(outcome: &Outcome) -> &str {
    outcome.stdout.lines().last().unwrap_or_default()
}

#[test]
fn only_new_violations_count() {
    let repository = Repository::new("since");
    repository
        .scratch
        .write("evercheck.toml", "[target.list]\nsources = [\"src/*.c\"]\nflags = [\"-Iinclude\"]\n");
    driver(&repository, "a / b", "a << b");
    repository.commit("both", "length >= 4");
    // Both are the base's, though a plain check shows one.
    let same = check(&repository, "--since main --summary out.md");
    assert_eq!((same.status, last(&same)), (Some(0), "true"), "{same:#?}");
    assert_contains(&same.stdout, &["known: no-division-by-zero in divide", ": 0 new, 2 known, 0 fixed\n"]);
    // Lines move, one is mended, and there is a new one.
    driver(&repository, "a / b", "a << (b & 7)");
    repository.scratch.write(
        "src/main.c",
        format!("\n\n{}", std::fs::read_to_string(repository.scratch.path.join("src/main.c")).unwrap()),
    );
    repository
        .scratch
        .write("src/list.c", "#include \"list.h\"\nint push(int v) { int a[2] = {0}; return a[v]; }\n");
    let new = check(&repository, "--since main --summary out.md");
    assert_eq!((new.status, last(&new)), (Some(1), "false(valid-deref)"), "{new:#?}");
    assert_contains(
        &new.stdout,
        &["known: no-division-by-zero in divide (division-by-zero) at src/main.c:5"],
    );
    assert_contains(&new.stdout, &[": 1 new, 1 known, 0 fixed\n"]);
    let json: Value = serde_json::from_str(&check(&repository, "--since main --format json").stdout).unwrap();
    assert_eq!((&json["since"]["new"], &json["since"]["known"]), (&1.into(), &1.into()));
    driver(&repository, "b ? a / b : 0", "a << (b & 7)");
    repository.commit("mended", "length >= 4");
    let mended = check(&repository, "--since main~1 --summary out.md");
    assert_eq!((mended.status, last(&mended)), (Some(0), "true"), "{mended:#?}");
    assert_contains(&mended.stdout, &["fixed: no-division-by-zero", ": 0 new, 0 known, 2 fixed\n"]);
    // Each run has its part of the summary.
    let summary = std::fs::read_to_string(repository.scratch.path.join("out.md")).unwrap();
    let titles: Vec<_> = summary.lines().filter(|line| line.starts_with("### ")).collect();
    let (none, one) =
        ("### Evercheck: 0 new violations in 1 target", "### Evercheck: 1 new violation in 1 target");
    assert_eq!(titles, [none, one, none]);
    assert_contains(
        &summary,
        &[
            "| Target | Verdict | New | Known | Fixed |",
            "| `list` | `false(valid-deref)` | 1 | 1 | 0 |",
            "**New** in `list`: `valid-deref violated: ",
            "**Fixed** in `list`: `no-bad-shift in shift (bad-shift)`",
            "<details><summary>Counterexample</summary>\n\n```\n",
        ],
    );
    assert_contains(&check(&repository, "--since nowhere").input_error_told(), &["nowhere"]);
    assert_contains(&check(&repository, "--summary no/such/folder").input_error_told(), &["no/such/folder"]);
}

#[test]
fn what_the_base_came_to_is_kept() {
    let repository = Repository::new("since-kept");
    repository.commit("good", "length >= 4");
    assert_eq!(check(&repository, "").status, Some(0));
    let count = || std::fs::read_dir(repository.scratch.path.join(".evercheck/outcomes")).unwrap().count();
    assert_eq!(count(), 1);
    // The one of the base is there, so no run is added for it.
    let runs = || repository.scratch.run("store ls").success().lines().count();
    let before = runs();
    repository.commit("bad", "length > 4");
    let bad = check(&repository, "--since main~1");
    assert_eq!((bad.status, last(&bad), count(), runs()), (Some(1), "false(valid-deref)", 2, before + 1));
    // Of a revision that nobody has checked it is found out first, and then it is there.
    let head = check(&repository, "--since main");
    assert_eq!((head.status, last(&head)), (Some(0), "true"), "{head:#?}");
    repository.scratch.run("check --no-record").stdout.clear();
    assert_eq!(count(), 2);
}

#[test]
fn files_are_compared_as_well_and_a_base_without_them_is_said() {
    let repository = Repository::new("since-files");
    repository.scratch.write("evercheck.toml", "");
    repository.commit("good", "length >= 4");
    repository
        .scratch
        .write("src/list.c", "#include \"list.h\"\nint push(int v) { int a[2] = {0}; return a[v]; }\n");
    let line = "--since main -Iinclude --engine explicit verify/driver.c src/list.c";
    let new = check(&repository, line);
    assert_eq!((new.status, last(&new)), (Some(1), "false(valid-deref)"), "{new:#?}");
    assert_contains(&new.stdout, &["verify/driver.c", "src/list.c:2", ": 1 new, 0 known, 0 fixed\n"]);
    repository.commit("broken", "lenght");
    repository.scratch.write("src/list.c", "#include \"list.h\"\nint push(int v) { return v; }\n");
    let unclear = check(&repository, line);
    assert_contains(
        &unclear.stdout,
        &["0 new, 0 known, 0 fixed (it cannot be checked there: ", "may be older)"],
    );
    let mut below = repository.scratch.command("check --since main~1 -I../include ../verify/driver.c list.c");
    below.current_dir(repository.scratch.path.join("src"));
    assert_contains(&crate::run::outcome(below).success(), &["0 new, 0 known, 0 fixed\n"]);
}
