//! Lines of the source, to be shown: read once, without control characters.

use rustc_hash::FxHashMap as HashMap;
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
pub struct SourceText {
    /// The folder that relative names are of.
    root: PathBuf,
    files: HashMap<String, Vec<String>>,
}

impl SourceText {
    pub fn below(root: &Path) -> SourceText {
        SourceText { root: root.to_path_buf(), files: HashMap::default() }
    }

    /// A line, counted from one, without the white space around it; empty if there is none.
    pub fn line(&mut self, file: &str, line: u32) -> &str {
        if !self.files.contains_key(file) {
            let text = std::fs::read(self.root.join(file)).unwrap_or_default();
            let clean = |line: &str| line.trim().chars().filter(|c| !c.is_control()).collect();
            let lines = String::from_utf8_lossy(&text).lines().map(clean).collect();
            self.files.insert(file.to_string(), lines);
        }
        let index = (line as usize).checked_sub(1);
        index.and_then(|index| self.files[file].get(index)).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_empty() {
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/source_text.rs");
        let mut text = SourceText::default();
        assert!(text.line(own, 1).starts_with("//! Lines of the source"));
        assert_eq!(text.line(own, 6), "#[derive(Debug, Default)]");
        assert_eq!(text.line(own, 0), "");
        assert_eq!(text.line(own, u32::MAX), "");
        assert_eq!(text.line("/no/such/file.c", 1), "");
    }
}
