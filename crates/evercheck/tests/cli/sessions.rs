//! Sessions as documents show them: a prompt with a command, and below it lines of what it prints, in this order. `⋮` stands for
//! lines left out, `…` for the rest of a line.

use std::path::Path;
use std::process::Command;

use crate::run::{Outcome, Scratch, outcome, undisturbed};

/// Makes the session in a folder; returns how many commands it has.
pub fn follow<'a>(scratch: &Scratch, session: impl Iterator<Item = &'a str>, prompt: &str) -> usize {
    let (mut shown, mut commands, mut is_left_out) = (Vec::new(), 0, false);
    for line in session {
        if let Some(command) = line.strip_prefix(prompt) {
            assert!(is_left_out || shown.is_empty(), "before {command:?} there is more: {shown:#?}");
            let output = in_shell(scratch, command);
            assert!(matches!(output.status, Some(0 | 1 | 3)), "{command}: {output:#?}");
            shown = output.stdout.lines().map(String::from).collect();
            (commands, is_left_out) = (commands + 1, false);
            continue;
        }
        if line == "⋮" {
            is_left_out = true;
            continue;
        }
        let is_it =
            |it: &String| it == line || line.strip_suffix('…').is_some_and(|start| it.starts_with(start));
        let at = shown.iter().position(is_it).filter(|at| is_left_out || *at == 0);
        let at = at.unwrap_or_else(|| panic!("no {line:?} (in this place) in {shown:#?}"));
        shown.drain(..=at);
        is_left_out = false;
    }
    assert!(is_left_out || shown.is_empty(), "the session ends, and there is more: {shown:#?}");
    commands
}

fn in_shell(scratch: &Scratch, line: &str) -> Outcome {
    let binary = Path::new(env!("CARGO_BIN_EXE_evercheck")).parent().unwrap().display();
    let path = format!("{binary}:{}", std::env::var("PATH").unwrap());
    let mut command = undisturbed(Command::new("sh"));
    command.args(["-c", line]).current_dir(&scratch.path).env("PATH", path);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@b");
    }
    outcome(command)
}
