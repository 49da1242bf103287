//! `evercheck watch`: a saved file is checked again, and a check that a change overtakes is stopped.

use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::run::{Scratch, assert_contains};

/// A command that is stopped whatever becomes of the test.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

/// Waits until the command has written something that is looked for, since it was last asked.
fn wait_for(output: &std::sync::mpsc::Receiver<String>, wanted: &str) -> String {
    let (start, mut text) = (Instant::now(), String::new());
    while !text.contains(wanted) {
        assert!(start.elapsed() < Duration::from_secs(60), "no {wanted:?} in {text}");
        text.extend(output.recv_timeout(Duration::from_millis(100)));
    }
    text
}

#[test]
fn a_saved_file_is_checked_again() {
    let scratch = Scratch::new("watch");
    scratch.write("a.c", "int main(void) { return 0; }\n");
    let mut command = scratch.command("watch --no-record a.c");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut watching = Watching(child);
    let mut stdout = watching.0.stdout.take().unwrap();
    let (tell, output) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut buffer) {
            let _ = tell.send(String::from_utf8_lossy(&buffer[..count]).into_owned());
        }
    });
    wait_for(&output, "\ntrue\n");
    scratch.write("a.c", "int main(void) { int zero = 0; return 1 / zero; }\n");
    wait_for(&output, "\nfalse(no-division-by-zero)\n");
    // One that would go on for ever does not keep the next from its turn.
    scratch.write("a.c", "unsigned long n; int main(void) { for (;;) n++; }\n");
    std::thread::sleep(Duration::from_millis(500));
    scratch.write("a.c", "int main(void) { return 0; }\n");
    assert_contains(&wait_for(&output, "\ntrue\n"), &["true"]);
    let pid = Pid::from_raw(i32::try_from(watching.0.id()).unwrap()).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    assert_eq!(watching.0.wait().unwrap().code(), Some(130));
}

#[test]
fn what_is_no_check_is_not_watched() {
    let scratch = Scratch::new("watch errors");
    let outcome = scratch.run("watch --no-such-option a.c");
    assert_eq!(outcome.status, Some(2));
    assert_contains(&outcome.stderr, &["--no-such-option"]);
}
