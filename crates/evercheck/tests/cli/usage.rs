//! Help, version, wrong usage, completions, manual pages, and the report of an internal error.

use crate::run::{Scratch, assert_contains, evercheck, outcome, run};

#[test]
fn help_has_examples_for_the_program_and_every_command() {
    assert_contains(&run("--help").success(), &["Usage:", "Commands:", "Examples:", "Exit status:", "cfa"]);
    for command in
        ["cfa", "check", "diff", "run", "store", "store ls", "store verify", "store gc", "completions", "man"]
    {
        let help = run(&format!("{command} --help")).success();
        assert_contains(&help, &["Usage:", "Examples:", &format!("evercheck {command}")]);
        assert_eq!(run(&format!("help {command}")).success(), help);
    }
}

#[test]
fn no_command_is_wrong_usage_and_shows_the_help() {
    let outcome = run("");
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
    assert_contains(&outcome.stderr, &["Usage:", "cfa"]);
}

#[test]
fn version_is_the_crate_s_with_a_commit_if_there_is_one() {
    let line = run("--version").success();
    let version = line.strip_prefix("evercheck ").unwrap().trim_end();
    let rest = version.strip_prefix(env!("CARGO_PKG_VERSION")).unwrap();
    let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(")"));
    let is_commit = |text: &str| text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(rest.is_empty() || commit.is_some_and(is_commit), "{line}");
}

#[test]
fn misspelt_options_and_commands_get_a_suggestion() {
    assert_contains(
        &run("cfa --fingerprint x.c").input_error(),
        &["--fingerprint", "similar", "--fingerprints"],
    );
    assert_contains(&run("cfaa x.c").input_error(), &["cfaa", "similar", "'cfa'"]);
    assert_contains(&run("cfa --format xml --fingerprints x.c").input_error(), &["xml", "json"]);
}

#[test]
fn properties_are_named_and_added_to_those_by_default() {
    let scratch = Scratch::new("properties");
    let leak = "#include <stdlib.h>\nint main(void) { char *p = malloc(1); return p == 0; }\n";
    let outcome = scratch.write("a.c", leak).run("check --property no-deadlok a.c").input_error();
    assert_contains(&outcome, &["unknown property \"no-deadlok\"", "default; did you mean no-deadlock"]);
    scratch.run("check --property default a.c").success();
    let both = scratch.run("check --property default,valid-memtrack --format json a.c");
    assert_contains(&both.stdout, &["\"verdict\": \"false(valid-memtrack)\"", "\"name\": \"no-data-race\""]);
    let neither = scratch.run("check --property default --except default a.c").input_error();
    assert_contains(&neither, &["no property to check"]);
}

#[test]
fn contradicting_options_are_refused() {
    let scratch = Scratch::new("contradicting");
    scratch.write("a.c", "int main(void) { return 0; }\n");
    assert_contains(&scratch.run("cfa -m32 --data-model lp64 a.c").input_error(), &["-m32", "lp64"]);
    assert_contains(&scratch.run("cfa --dot --fingerprints a.c").input_error(), &["--dot", "--fingerprints"]);
    assert_contains(&scratch.run("cfa --format json a.c").input_error(), &["--fingerprints"]);
    assert_contains(&scratch.run("-q -v cfa a.c").input_error(), &["--quiet", "--verbose"]);
    scratch.run("cfa -m32 --data-model ilp32 a.c").success();
}

#[test]
fn completions_for_three_shells() {
    assert_contains(&run("completions bash").success(), &["_evercheck()", "--fingerprints", "complete -F"]);
    assert_contains(&run("completions zsh").success(), &["#compdef evercheck", "--fingerprints"]);
    assert_contains(&run("completions fish").success(), &["complete -c evercheck", "fingerprints"]);
    assert_contains(&run("completions tcsh").input_error(), &["tcsh", "bash"]);
}

#[test]
fn manual_pages_for_the_program_and_every_command() {
    assert_contains(&run("man").success(), &[".TH evercheck 1", ".SH NAME", ".SH EXAMPLES"]);
    assert_contains(&run("man check").success(), &[".TH evercheck-check 1", ".SH EXAMPLES"]);
    assert_contains(&run("man store gc").success(), &[".TH evercheck-store-gc 1"]);
    assert_contains(&run("man chekc").input_error(), &["no command \"chekc\"; known are ", "check, "]);
    assert_contains(&run("man check all").input_error(), &["evercheck-check has no commands"]);
    let scratch = Scratch::new("man");
    assert_eq!(scratch.run("man --out deep/man1").success(), "");
    let mut pages: Vec<_> = std::fs::read_dir(scratch.path.join("deep/man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    assert_eq!(
        pages,
        [
            "evercheck-bisect.1",
            "evercheck-certify.1",
            "evercheck-cfa.1",
            "evercheck-check.1",
            "evercheck-completions.1",
            "evercheck-diff.1",
            "evercheck-history.1",
            "evercheck-init.1",
            "evercheck-lsp.1",
            "evercheck-man.1",
            "evercheck-run.1",
            "evercheck-serve.1",
            "evercheck-status.1",
            "evercheck-store-gc.1",
            "evercheck-store-ls.1",
            "evercheck-store-verify.1",
            "evercheck-store.1",
            "evercheck-watch.1",
            "evercheck-worker.1",
            "evercheck.1"
        ]
    );
    let page = std::fs::read_to_string(scratch.path.join("deep/man1/evercheck-cfa.1")).unwrap();
    assert_contains(&page, &[".TH evercheck-cfa 1", ".SH EXAMPLES", "fingerprints"]);
    assert_contains(&scratch.write("file", "").run("man --out file").input_error(), &["file"]);
}

#[test]
fn a_panic_is_an_internal_error_with_status_4() {
    let mut command = evercheck();
    command.args(["cfa", "a.c"]).env("EVERCHECK_CRASH", "1");
    let outcome = outcome(command);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(4), ""));
    assert_contains(&outcome.stderr, &["internal error", "EVERCHECK_CRASH", "note:", "report"]);
    assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
}
