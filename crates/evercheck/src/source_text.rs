//! Lines of the source, to be shown: read once, without control characters.

use cfa::Program;
use rustc_hash::FxHashMap as HashMap;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default)]
pub struct SourceText {
    /// The folder that relative names are of.
    root: PathBuf,
    files: HashMap<String, Vec<String>>,
}

impl SourceText {
    /// The text of a program, with that of calls which are in no file.
    pub fn of(program: &Program, root: &Path) -> SourceText {
        let mut text = SourceText { root: root.to_path_buf(), files: HashMap::default() };
        if let Some(entry) = &program.entry {
            text.files.insert(entry.file(), lines(entry.text.as_bytes()));
        }
        text
    }

    /// The same, read now: the files may be gone later.
    pub fn read(program: &Program, root: &Path) -> SourceText {
        let mut text = SourceText::of(program, root);
        for file in program.files.iter().filter(|file| Path::new(file).is_relative()) {
            text.line(file, 0);
        }
        text
    }

    /// A line, counted from one, without the white space around it; empty if there is none.
    pub fn line(&mut self, file: &str, line: u32) -> &str {
        if !self.files.contains_key(file) {
            self.files
                .insert(file.to_string(), lines(&std::fs::read(self.root.join(file)).unwrap_or_default()));
        }
        let index = (line as usize).checked_sub(1);
        index.and_then(|index| self.files[file].get(index)).map_or("", String::as_str)
    }
}

fn lines(text: &[u8]) -> Vec<String> {
    let clean = |line: &str| line.trim().chars().filter(|c| !c.is_control()).collect();
    String::from_utf8_lossy(text).lines().map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_empty() {
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/source_text.rs");
        let mut text = SourceText::default();
        assert!(text.line(own, 1).starts_with("//! Lines of the source"));
        let derive = include_str!("source_text.rs").lines().position(|line| line.starts_with("#[derive("));
        let number = derive.unwrap() as u32 + 1;
        assert_eq!(text.line(own, number), "#[derive(Clone, Debug, Default)]");
        assert_eq!(text.line(own, 0), "");
        assert_eq!(text.line(own, u32::MAX), "");
        assert_eq!(text.line("/no/such/file.c", 1), "");
    }
}
