//! Positions in the source, and the map from preprocessed text to them.

use serde::{Deserialize, Serialize};

/// A source file of the program, in [`crate::program::Program::files`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// File, line and column, both counted from one; line 0 where there is no position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pos {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

impl Pos {
    pub const NONE: Pos = Pos { file: FileId(0), line: 0, column: 0 };
}

impl Default for Pos {
    fn default() -> Pos {
        Pos::NONE
    }
}

/// Maps offsets in preprocessed text to positions, by its line markers (`# 12 "a.c"`).
#[derive(Debug, Default)]
pub struct LineMap {
    /// Start of each line of text, with the position that the line has.
    lines: Vec<(u32, FileId, u32)>,
}

impl LineMap {
    /// Reads the markers of `text`; `file` turns a marker's file name into an id.
    pub fn new(text: &[u8], initial: FileId, mut file: impl FnMut(&str) -> FileId) -> LineMap {
        let mut lines = Vec::with_capacity(text.len() / 24 + 1);
        let (mut current, mut number, mut start) = (initial, 1u32, 0usize);
        for line in text.split_inclusive(|&b| b == b'\n') {
            lines.push((start as u32, current, number));
            match marker(line) {
                Some((next, name)) => {
                    number = next;
                    if let Some(name) = name {
                        current = file(&name);
                    }
                }
                None => number = number.saturating_add(1),
            }
            start += line.len();
        }
        lines.push((start as u32, current, number));
        LineMap { lines }
    }

    /// The position of the byte at `offset`.
    pub fn position(&self, offset: u32) -> Pos {
        let index = self.lines.partition_point(|line| line.0 <= offset);
        match index.checked_sub(1).map(|i| self.lines[i]) {
            Some((start, file, line)) => Pos { file, line, column: offset - start + 1 },
            None => Pos::NONE,
        }
    }

    /// The text line that holds the byte at `offset`.
    pub fn line_text(&self, text: &[u8], offset: u32) -> String {
        let index = self.lines.partition_point(|line| line.0 <= offset);
        let start = index.checked_sub(1).map_or(0, |i| self.lines[i].0 as usize);
        let rest = text.get(start..).unwrap_or_default();
        let line = rest.split(|&b| b == b'\n' || b == b'\r').next().unwrap_or_default();
        // One character for each byte, so that columns stay right.
        line.iter().map(|&b| if b.is_ascii() { char::from(b) } else { '?' }).collect()
    }
}

/// Reads `# 12 "file" flags` or `#line 12 "file"`.
pub(crate) fn marker(line: &[u8]) -> Option<(u32, Option<String>)> {
    // Cheap for the lines that are none, which are nearly all.
    if line.trim_ascii_start().first() != Some(&b'#') {
        return None;
    }
    let line = String::from_utf8_lossy(line);
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"').and_then(|quoted| {
        let mut name = String::new();
        let mut chars = quoted.chars();
        loop {
            match chars.next()? {
                '"' => return Some(name),
                '\\' => name.push(chars.next()?),
                c => name.push(c),
            }
        }
    });
    Some((number, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_map_through_line_markers() {
        let text = "int a;\n# 7 \"x \\\"y\\\".h\" 1\nint b;\nint c;\n# 2 \"m.c\" 2\nint d;\n";
        let mut names = vec!["m.c".to_string()];
        let map = LineMap::new(text.as_bytes(), FileId(0), |name| {
            let at = names.iter().position(|n| n == name).unwrap_or_else(|| {
                names.push(name.to_string());
                names.len() - 1
            });
            FileId(at as u32)
        });
        let at = |needle: &str| {
            let p = map.position(text.find(needle).unwrap() as u32);
            (names[p.file.0 as usize].as_str(), p.line, p.column)
        };
        assert_eq!(at("a;"), ("m.c", 1, 5));
        assert_eq!(at("b;"), ("x \"y\".h", 7, 5));
        assert_eq!(at("c;"), ("x \"y\".h", 8, 5));
        assert_eq!(at("d;"), ("m.c", 2, 5));
        assert_eq!(map.line_text(text.as_bytes(), text.find("c;").unwrap() as u32), "int c;");
    }
}
