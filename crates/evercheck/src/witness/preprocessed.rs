//! The preprocessed texts of a program: where the lines of its sources are in them, and the program with other texts.

use std::ops::Range;
use std::path::{Path, PathBuf};

use cfa::Units;
use serde::Deserialize;
use serde_json::Value;

use super::Location;

/// Texts of the units of a program, by path.
pub struct Texts {
    pub files: Vec<(PathBuf, String)>,
    /// All that there is to the units.
    value: Value,
}

/// The units of a program as they are kept and sent.
#[derive(Deserialize)]
struct Sent {
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Texts {
    pub fn of(units: &Units) -> Result<Texts, String> {
        let value = serde_json::to_value(units).map_err(|error| error.to_string())?;
        let Sent { files } = Sent::deserialize(&value).map_err(|error| error.to_string())?;
        let text = |(path, bytes)| Some((path, String::from_utf8(bytes).ok()?));
        let files = files.into_iter().map(text).collect::<Option<_>>();
        Ok(Texts { files: files.ok_or("a text that is not UTF-8")?, value })
    }

    /// The program with the texts as they are now.
    pub fn units(mut self) -> Result<Units, String> {
        let bytes = |(path, text): (PathBuf, String)| (path, text.into_bytes());
        let files: Vec<_> = self.files.into_iter().map(bytes).collect();
        self.value["files"] = serde_json::to_value(files).map_err(|error| error.to_string())?;
        serde_json::from_value(self.value).map_err(|error| error.to_string())
    }
}

/// A line of a source in a preprocessed text: in several pieces where a macro of a system header stands in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The path of the source, as the text has it.
    pub file: String,
    pub pieces: Vec<Range<usize>>,
}

/// The line of a place; nothing if it is not in the text.
pub fn line_of(path: &Path, text: &str, location: &Location) -> Option<Line> {
    let mut found = Line::default();
    let (mut at, mut file, mut line) = (0, path.display().to_string(), 1u32);
    for bytes in text.split_inclusive('\n') {
        let marker = bytes.strip_prefix("# ").or_else(|| bytes.strip_prefix("#line "));
        if let Some((number, name)) = marker.and_then(|rest| rest.split_once(' ')) {
            line = number.parse().unwrap_or(0);
            file = name.split('"').nth(1).unwrap_or(&file).to_string();
        } else {
            let is_it = || Path::new(&file).file_name() == Path::new(&location.file_name).file_name();
            if line == location.line && is_it() {
                found.file.clone_from(&file);
                found.pieces.push(at..at + bytes.len());
            }
            line = line.saturating_add(1);
        }
        at += bytes.len();
    }
    (!found.pieces.is_empty()).then_some(found)
}

impl Line {
    /// Where the byte of the text is that stands at a column of the source, if what stands before it is the same in both but for
    /// white space: what macros come to has no columns.
    pub fn place(&self, code: &[u8], source: &[u8], column: u32) -> Option<usize> {
        let is_black = |byte: &u8| !byte.is_ascii_whitespace();
        let column = (column as usize).checked_sub(1)?;
        source.get(column).filter(|byte| is_black(byte))?;
        let mut wanted = source[..=column].iter().filter(|byte| is_black(byte)).peekable();
        for at in self.pieces.iter().cloned().flatten().filter(|&at| is_black(&code[at])) {
            if wanted.next() != Some(&code[at]) {
                return None;
            }
            if wanted.peek().is_none() {
                return code[at].is_ascii().then_some(at);
            }
        }
        None
    }
}
