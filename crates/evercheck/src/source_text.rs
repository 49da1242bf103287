//! Lines of the source, to be shown: read once, without control characters.

use rustc_hash::FxHashMap as HashMap;

#[derive(Debug, Default)]
pub struct SourceText {
    files: HashMap<String, Vec<String>>,
}

impl SourceText {
    /// A line, counted from one, without the white space around it; empty if there is none.
    pub fn line(&mut self, file: &str, line: u32) -> &str {
        if !self.files.contains_key(file) {
            let text = std::fs::read(file).unwrap_or_default();
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
        assert_eq!(text.line(own, 5), "#[derive(Debug, Default)]");
        assert_eq!(text.line(own, 0), "");
        assert_eq!(text.line(own, u32::MAX), "");
        assert_eq!(text.line("/no/such/file.c", 1), "");
    }
}
