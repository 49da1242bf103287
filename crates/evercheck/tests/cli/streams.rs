//! Results on stdout, everything else on stderr; quiet, verbose, colour, and readers that stop reading.

use std::io::Read;
use std::process::Stdio;

use crate::run::{Outcome, Scratch, assert_contains, outcome, run};

const NO_MAIN: &str = "int f(void) { return 0; }\n";

#[test]
fn warnings_do_not_mix_with_results() {
    let scratch = Scratch::new("streams");
    let normal = scratch.write("a.c", NO_MAIN).run("cfa a.c");
    let quiet = scratch.run("cfa --quiet a.c");
    let verbose = scratch.run("-v cfa a.c");
    assert_contains(&normal.stderr, &["warning"]);
    assert_eq!(quiet.stderr, "");
    assert_contains(&verbose.stderr, &["warning", "functions: 1"]);
    assert!(!normal.stdout.contains("warning"));
    assert_eq!(normal.stdout, quiet.stdout);
    assert_eq!(normal.stdout, verbose.stdout);
}

#[test]
fn quiet_does_not_hide_errors() {
    assert_contains(&Scratch::new("quiet").run("-q cfa nowhere.c").input_error(), &["nowhere.c"]);
}

#[test]
fn colour_only_where_it_is_asked_for() {
    let scratch = Scratch::new("colour");
    scratch.write("bad.c", "int main(void) { return x; }\n");
    let is_colored = |line: &str, no_color: Option<&str>| {
        let mut command = scratch.command(line);
        no_color.map(|value| command.env("NO_COLOR", value));
        outcome(command).stderr.contains('\u{1b}')
    };
    assert!(!is_colored("cfa bad.c", None), "stderr is no terminal here");
    assert!(is_colored("cfa --color always bad.c", None));
    assert!(is_colored("cfa --color=always bad.c", Some("1")), "an option outranks the environment");
    assert!(!is_colored("cfa --color never bad.c", None));
    assert!(!is_colored("cfa bad.c", Some("1")));
    assert!(is_colored("--color always cfa --nonsense", None), "usage errors too");
    assert!(run("--color always --help").success().contains('\u{1b}'), "and help");
    assert!(!run("--color never --help").success().contains('\u{1b}'));
}

#[test]
fn a_reader_that_stops_reading_ends_the_tool_silently() {
    let scratch = Scratch::new("sigpipe");
    let body = "int s = 0; for (int i = 0; i < x; i++) s += i * x - (s ^ i);";
    let source: String = (0..2500).map(|i| format!("int f{i}(int x) {{ {body} return s; }}\n")).collect();
    scratch.write("long.c", source + "int main(void) { return 0; }\n");
    let mut child =
        scratch.command("cfa long.c").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    drop(stdout);
    let outcome = Outcome::from(child.wait_with_output().unwrap());
    const SIGPIPE: i32 = 13;
    assert_eq!((outcome.signal, outcome.stderr.as_str()), (Some(SIGPIPE), ""));
}

#[test]
fn a_full_disk_is_an_error() {
    let scratch = Scratch::new("full");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = scratch.write("a.c", NO_MAIN).command("-q cfa a.c");
    command.stdout(full);
    assert_contains(&outcome(command).input_error(), &["cannot write to stdout"]);
}
