//! The same program compiled by gcc.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the programs print with. Weak, for a program may define its own.
const OUT: &str = "#include <stdio.h>\n\
    __attribute__((weak)) void out(long long x) { printf(\"%lld\\n\", x); }\n";

/// A folder for binaries that is removed in the end.
pub struct Scratch {
    pub path: PathBuf,
}

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("cfa-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("out.c"), OUT).unwrap();
        Scratch { path }
    }

    /// What gcc has against a program.
    pub fn compile(&self, source: &Path) -> Result<(), String> {
        let mut gcc = Command::new("gcc");
        // Overflow wraps here and there.
        gcc.args(["-w", "-fwrapv", "-x", "c"]).arg(source).arg(self.path.join("out.c"));
        gcc.arg("-o").arg(self.path.join("native")).args(["-latomic", "-lm"]);
        let output = gcc.output().map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// Status and output of the program compiled last; `None` if a signal ends it.
    pub fn run(&self) -> Option<(i32, String)> {
        let mut command = Command::new("timeout");
        let output = command.arg("5").arg(self.path.join("native")).stdin(Stdio::null()).output().ok()?;
        Some((output.status.code()?, String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // Nothing depends on its being gone.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
