//! The commands shown in the README work as they stand.

use std::process::Command;

use crate::run::{Scratch, evercheck, outcome};
use crate::sessions::follow;

#[test]
fn every_command_of_the_readme_works() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |name: &str| std::fs::read_to_string(format!("{root}/{name}")).unwrap();
    let readme = read("README.md") + &read("docs/automata.md");
    // FILE stands for a file of the reader's.
    let lines: Vec<_> =
        readme.lines().filter(|line| line.starts_with("evercheck ") && !line.contains("FILE")).collect();
    assert!(lines.len() >= 5, "{lines:?}");
    for line in lines {
        let mut command = evercheck();
        command.current_dir(root).args(line.split_whitespace().skip(1));
        assert!(!outcome(command).success().is_empty(), "{line}");
    }
}

/// Sessions are shown with a prompt: the lines below it are lines of the output, in this order. What a line says of time
/// is not compared, and `⋮` stands for lines left out. They have one store, which is empty before the first.
#[test]
fn every_session_of_the_readme_is_real() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let store = Scratch::new("readme-sessions").path.join("store");
    let mut sessions = 0;
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        let Some(words) = line.strip_prefix("$ evercheck ") else { continue };
        let mut command = evercheck();
        command.current_dir(root).env("EVERCHECK_STORE", &store).args(words.split_whitespace());
        let output = outcome(command).stdout;
        let mut shown = output.lines();
        for expected in lines.by_ref().take_while(|line| *line != "```") {
            let is_it = |line: &str| line == expected || line.starts_with(&format!("{expected}, "));
            assert!(expected == "⋮" || shown.any(is_it), "no {expected:?} (in this place) in:\n{output}");
        }
        assert_eq!(shown.next(), None, "the session ends before the output does");
        sessions += 1;
    }
    assert!(sessions >= 2);
}

/// A session in a project of its own, a copy of the example: `…` stands for the rest of a line.
#[test]
fn the_project_of_the_readme_is_set_up_as_it_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let scratch = Scratch::new("readme-project");
    std::fs::remove_dir(scratch.path.join(".git")).unwrap();
    let copied = Command::new("cp")
        .args(["-r", &format!("{root}/examples/list/."), "."])
        .current_dir(&scratch.path)
        .status();
    assert!(copied.unwrap().success());
    let session =
        readme.lines().skip_while(|line| !line.starts_with("~/list$ ")).take_while(|line| *line != "```");
    assert!(follow(&scratch, session, "~/list$ ") >= 5);
}
