//! What gcc makes of the objects of a unit: their bytes, read from the object file. Nothing is run, so that
//! both data models can be compared on any machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use cfa::DataModel;

/// A folder for the files of one comparison, removed in the end.
pub struct Scratch {
    pub path: PathBuf,
}

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("cfa-layout-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch { path }
    }

    /// The bytes of every object that a unit defines, by name.
    pub fn images(&self, source: &Path, model: DataModel) -> BTreeMap<String, Vec<u8>> {
        let (object, data) = (self.path.join("gcc.o"), self.path.join("gcc.data"));
        let width = if model == DataModel::Ilp32 { "-m32" } else { "-m64" };
        // One section for all, and nothing that must be relocated.
        let options =
            ["-w", "-c", "-x", "c", "-fno-zero-initialized-in-bss", "-fno-pie", "-fno-common", width];
        run(Command::new("gcc").args(options).arg(source).arg("-o").arg(&object));
        run(Command::new("objcopy").args(["-O", "binary", "-j", ".data"]).arg(&object).arg(&data));
        let bytes = std::fs::read(&data).unwrap();
        let symbols = run(Command::new("nm").args(["-S", "--defined-only"]).arg(&object));
        symbols.lines().filter_map(|line| symbol(line, &bytes)).collect()
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

/// A line such as `0000000000000010 0000000000000004 D name`.
fn symbol(line: &str, bytes: &[u8]) -> Option<(String, Vec<u8>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [start, size, "D" | "d", name] = words[..] else { return None };
    let (start, size) = (usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(size, 16).ok()?);
    Some((name.to_string(), bytes[start..start + size].to_vec()))
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
