//! Limits and signals hold at every moment of a check, also where nobody looks at them. `scripts/limits.py` has more cases,
//! larger ones, and measures; here the machine may be busy.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Outcome, Scratch, assert_contains};

/// How late a busy machine may be. What does not stop of its own takes minutes, or for ever.
const LATE: Duration = Duration::from_secs(8);
/// What a run may take beside what its limit counts: the pages of the binary and of Z3.
const PAGES_OF_FILES: u64 = 60_000_000;

/// A library function is not left before it returns: all that its callback does is one transition.
fn at_once(body: &str) -> String {
    let includes = "#include <stdlib.h>\n#include <string.h>\n";
    let main = "int main(void) { int a[9] = {3, 1, 2}; qsort(a, 9, sizeof *a, at_once); }\n";
    format!("{includes}int at_once(const void *a, const void *b) {{ {body} }}\n{main}")
}

const GROWING_LIST: &str = "struct node { struct node *next; } *head = 0; for (;;) { struct node *n = malloc(sizeof *n); n->next = head; head = n; }";
const LONG_TRACE: &str = "\
#include <assert.h>
int main(void) {
    unsigned x = 1;
    for (unsigned i = 0; i < 100000000; i++) {
        x = 3 * x + i;
        x ^= x >> 3;
    }
    assert(x == 7);
}
";

#[track_caller]
fn ends_in_time(scratch: &Scratch, options: &str) -> String {
    let start = Instant::now();
    let outcome = scratch.run(&format!("check --engine explicit --no-record {options}"));
    assert!(start.elapsed() < LATE, "{:?} for {options}\n{outcome:#?}", start.elapsed());
    assert_eq!(outcome.status, Some(3), "{outcome:#?}");
    assert_eq!(outcome.stdout.lines().last(), Some("unknown(time)"), "{outcome:#?}");
    outcome.stdout
}

#[track_caller]
fn ends_within_memory(scratch: &Scratch, megabytes: u64, file: &str) {
    let start = Instant::now();
    let outcome = scratch.run(&format!(
        "check --engine explicit --no-record --format json --memory-limit {megabytes}MB {file}"
    ));
    assert!(start.elapsed() < 4 * LATE, "{:?}\n{outcome:#?}", start.elapsed());
    assert_eq!(outcome.status, Some(3), "{outcome:#?}");
    let value: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(value["verdict"], "unknown(memory)");
    let (peak, limit) = (value["stats"]["peak_rss_bytes"].as_u64().unwrap(), megabytes * 1_000_000);
    assert!(peak < limit + limit / 10 + PAGES_OF_FILES, "{peak} bytes");
}

/// Sends a signal when a process has had time to get going.
#[track_caller]
fn ends_on(mut command: Command, signal: &str, status: i32) -> Outcome {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let start = Instant::now();
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    let outcome = Outcome::from(child.wait_with_output().unwrap());
    assert!(start.elapsed() < LATE, "{:?}\n{outcome:#?}", start.elapsed());
    assert_eq!(outcome.status, Some(status), "{outcome:#?}");
    assert_eq!(outcome.stdout.lines().last(), Some("unknown(cancelled)"), "{outcome:#?}");
    outcome
}

fn with_fifo(scratch: &Scratch, name: &str) {
    assert!(Command::new("mkfifo").arg(scratch.path.join(name)).status().unwrap().success());
}

#[test]
fn a_program_that_never_comes_is_not_waited_for() {
    let scratch = Scratch::new("limits_fifo");
    with_fifo(&scratch, "f.h");
    scratch.write("a.c", "#include \"f.h\"\nint main(void) { return 0; }\n");
    let text = ends_in_time(&scratch, "--time-limit 500ms a.c");
    assert_contains(&text, &["while the program was being read", "0 states, 0 transitions"]);
    ends_on(scratch.command("check a.c"), "-TERM", 143);
}

#[test]
fn what_is_read_once_or_never_ends_is_refused() {
    let scratch = Scratch::new("limits_devices");
    with_fifo(&scratch, "f.c");
    symlink("/dev/zero", scratch.path.join("z.i")).unwrap();
    for file in ["f.c", "z.i"] {
        let error = scratch.run(&format!("check {file}")).input_error();
        assert_contains(&error, &["is not a regular file"]);
    }
}

#[test]
fn a_preprocessor_that_hangs_is_ended_with_all_it_has_started() {
    let scratch = Scratch::new("limits_compiler");
    scratch.write("a.c", "int main(void) { return 0; }\n").write("cc.sh", "#!/bin/sh\nsleep 4321.5\ntrue\n");
    let compiler = scratch.path.join("cc.sh");
    std::fs::set_permissions(&compiler, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = scratch.command("check a.c");
    command.env("CC", compiler);
    ends_on(command, "-INT", 130);
    let left = Command::new("pgrep").args(["-f", "^sleep 4321.5$"]).output();
    assert!(left.is_err() || left.is_ok_and(|left| left.stdout.is_empty()), "a process is left behind");
}

#[test]
fn the_processor_time_of_the_preprocessor_counts() {
    let scratch = Scratch::new("limits_cpu");
    scratch.write("a.c", "#if __INCLUDE_LEVEL__ < 40\n#include \"a.c\"\n#include \"a.c\"\n#endif\n");
    let outcome = scratch.run("check --cpu-limit 1s a.c");
    assert_eq!(outcome.stdout.lines().last(), Some("unknown(time)"), "{outcome:#?}");
}

#[test]
fn limits_of_time_hold_within_one_transition() {
    let scratch = Scratch::new("limits_transition");
    scratch.write("a.c", at_once("volatile int x = 0; for (;;) x = !x;"));
    ends_in_time(&scratch, "--time-limit 500ms a.c");
    ends_in_time(&scratch, "--cpu-limit 300ms a.c");
    ends_on(scratch.command("check --engine explicit a.c"), "-INT", 130);
    scratch.write("b.c", "static volatile int x; __attribute__((constructor)) static void before(void) { for (;;) x = !x; } int main(void) {}\n");
    ends_in_time(&scratch, "--time-limit 500ms b.c");
}

#[test]
fn limits_of_memory_hold_within_one_transition() {
    let scratch = Scratch::new("limits_memory");
    scratch.write("a.c", at_once(GROWING_LIST));
    ends_within_memory(&scratch, 100, "a.c");
    scratch.write("b.c", at_once("char *p = malloc(1000000000); memset(p, 1, 1000000000); return p[5];"));
    ends_within_memory(&scratch, 100, "b.c");
    scratch.write("c.c", at_once("for (;;) { char *p = calloc(100, 10000); if (p[7]) return 1; }"));
    ends_within_memory(&scratch, 100, "c.c");
    scratch.write("d.c", "static char a[1000000000]; int main(void) { a[5] = 1; return a[7]; }\n");
    ends_within_memory(&scratch, 100, "d.c");
}

/// What is found just before a limit is not told unless it was replayed.
#[test]
fn limits_hold_while_a_counterexample_is_replayed() {
    let scratch = Scratch::new("limits_replay");
    scratch.write("a.c", LONG_TRACE);
    ends_in_time(&scratch, "--time-limit 1s a.c");
    scratch.write("b.c", LONG_TRACE.replace("100000000", "300000"));
    scratch.run("check --save-trace t.json b.c");
    let outcome = scratch.run("check --replay t.json --time-limit 0s b.c");
    assert_eq!(
        (outcome.status, outcome.stdout.lines().last()),
        (Some(3), Some("unknown(time)")),
        "{outcome:#?}"
    );
}

/// A trace of many steps, and nobody who reads it: the verdict is known, and so is the status.
#[test]
fn limits_hold_while_nobody_reads() {
    let scratch = Scratch::new("limits_unread");
    scratch.write("a.c", LONG_TRACE.replace("100000000", "3000"));
    let mut command = scratch.command("check --no-record --full-trace --time-limit 2s a.c");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    let status = child.wait().unwrap();
    assert!(start.elapsed() < 2 * LATE);
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_search_that_is_terminated_tells_what_was_covered() {
    let scratch = Scratch::new("limits_terminated");
    let source = "#include <evercheck.h>\nint main(void) { unsigned long long x = 0; for (;;) x = 31 * x + evercheck_choose(1, 30); }\n";
    scratch.write("a.c", source);
    let terminated = || ends_on(scratch.command("check --engine explicit --no-record a.c"), "-TERM", 143);
    // Where processors are short, the search may not get one before it has to be left behind, and then less is told.
    let outcomes = (0..5).map(|_| terminated());
    let mut outcomes = outcomes.inspect(|it| assert!(!it.stdout.contains("\n0 states"), "{it:#?}"));
    let all = ["unknown(cancelled): ", " transitions, depth ", " not explored\n"];
    assert!(outcomes.any(|it| all.iter().all(|part| it.stdout.contains(part))));
}
