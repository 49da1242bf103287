//! A directory of files, and the binary run in it.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// A directory of its own for each test, emptied when the test starts and left for inspection when it ends.
pub struct Scratch {
    pub path: PathBuf,
}

impl Scratch {
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = std::fs::remove_dir_all(&path);
        // The root of a project, so that no store above it is found.
        std::fs::create_dir_all(path.join(".git")).unwrap();
        Scratch { path }
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.path.join(name), content).unwrap();
        self
    }

    /// Runs `evercheck` with the words of a line as arguments.
    pub fn run(&self, line: &str) -> Outcome {
        outcome(self.command(line))
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = evercheck();
        command.current_dir(&self.path).args(line.split_whitespace());
        command
    }
}

/// The binary, undisturbed by the environment of whoever runs the tests.
pub fn evercheck() -> Command {
    undisturbed(Command::new(env!("CARGO_BIN_EXE_evercheck")))
}

/// A command that does not see the environment of whoever runs the tests.
pub fn undisturbed(mut command: Command) -> Command {
    command
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("EVERCHECK_STORE")
        .env_remove("SUDO_UID")
        .env("LC_ALL", "C");
    command
}

/// Runs `evercheck` where the files do not matter.
pub fn run(line: &str) -> Outcome {
    let mut command = evercheck();
    command.args(line.split_whitespace());
    outcome(command)
}

pub fn outcome(mut command: Command) -> Outcome {
    Outcome::from(command.output().unwrap())
}

#[derive(Debug)]
pub struct Outcome {
    pub status: Option<i32>,
    pub signal: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Outcome {
            status: output.status.code(),
            signal: output.status.signal(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Outcome {
    /// The command did what was asked; returns its results.
    #[track_caller]
    pub fn success(self) -> String {
        assert_eq!(self.status, Some(0), "{self:#?}");
        self.stdout
    }

    /// Bad input after some results: status 2; returns what was said.
    #[track_caller]
    pub fn input_error_told(self) -> String {
        assert_eq!(self.status, Some(2), "{self:#?}");
        self.stderr
    }

    /// Wrong usage or bad input: status 2, nothing on stdout; returns what was said.
    #[track_caller]
    pub fn input_error(self) -> String {
        assert_eq!(self.status, Some(2), "{self:#?}");
        assert_eq!(self.stdout, "", "{self:#?}");
        assert!(self.stderr.contains("error"), "{self:#?}");
        self.stderr
    }
}

#[track_caller]
pub fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
}
