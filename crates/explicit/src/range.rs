//! Ranges of paths.
//!
//! `START..END` are the paths from START on, those that go on from START among them, up to but without END and those that go on
//! from END; so ranges that follow each other share no path and miss none. `START..=END` is the paper's range ([`crate::path`]),
//! with END and those that go on from it. Either end may be missing.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::path::{Malformed, Path};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Range {
    pub start: Path,
    pub end: Option<Path>,
    pub is_inclusive: bool,
}

impl Range {
    /// The ranges that come of cutting it before each of these paths, in their order.
    pub fn split(&self, mut paths: Vec<Path>) -> Vec<Range> {
        paths.retain(|path| *path > self.start && self.contains(path));
        paths.sort();
        paths.dedup();
        let starts = [self.start.clone()].into_iter().chain(paths.iter().cloned());
        let ends = paths.iter().cloned().map(|end| (Some(end), false));
        let ends = ends.chain([(self.end.clone(), self.is_inclusive)]);
        starts.zip(ends).map(|(start, (end, is_inclusive))| Range { start, end, is_inclusive }).collect()
    }

    /// Whether all paths are in it.
    pub fn is_whole(&self) -> bool {
        *self == Range::default()
    }

    /// Whether a path is in the range that is not gone on from.
    pub fn contains(&self, path: &Path) -> bool {
        let is_before = |end: &Path| path < end || self.is_inclusive && path.starts_with(end);
        *path >= self.start && self.end.as_ref().is_none_or(is_before)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.is_inclusive { "..=" } else { ".." };
        write!(f, "{}{dots}", self.start)?;
        self.end.iter().try_for_each(|end| end.fmt(f))
    }
}

impl FromStr for Range {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Range, Malformed> {
        let no_range =
            |why: &str| Malformed(format!("`{text}` is no range START..END or START..=END: {why}"));
        let (start, rest) = text.split_once("..").ok_or_else(|| no_range("there is no `..`"))?;
        let (is_inclusive, end) = match rest.strip_prefix('=') {
            Some(end) => (true, end),
            None => (false, rest),
        };
        let start: Path = start.parse().map_err(|error: Malformed| no_range(&error.0))?;
        let end: Path = end.parse().map_err(|error: Malformed| no_range(&error.0))?;
        if is_inclusive && end.0.is_empty() {
            return Err(no_range("nothing follows `..=`"));
        }
        let end = (!end.0.is_empty()).then_some(end);
        let is_before = |end: &Path| *end <= start && !(is_inclusive && start.starts_with(end));
        if end.as_ref().is_some_and(is_before) {
            return Err(no_range("it ends before it starts"));
        }
        Ok(Range { start, end, is_inclusive })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_as_text() {
        for text in
            ["..", "1.2.2..2.3.2", "1.2.2..=2.3.2", "3..", "..4.1", "..=4.1", "2..=2", "2.1..=2", "2..2.1"]
        {
            assert_eq!(text.parse::<Range>().expect(text).to_string(), text);
        }
        for text in
            ["", "1.2", "2..1", "2..2", "2.1..2", "2.2..=2.1", "1..=", "1..x", "0..", "1...2", "1..2..3"]
        {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_is_cut_before_paths_of_it() {
        let check = |range: &str, paths: &[&str], expected: &[&str]| {
            let paths = paths.iter().map(|path| path.parse().expect("a path")).collect();
            let parts = range.parse::<Range>().expect("a range").split(paths);
            assert_eq!(parts.iter().map(Range::to_string).collect::<Vec<_>>(), expected);
        };
        check("..", &[], &[".."]);
        check("..", &["2.1", "", "1.3", "2.1"], &["..1.3", "1.3..2.1", "2.1.."]);
        check("1.2..2.3", &["1.1", "1.2", "1.2.1", "2.3", "3"], &["1.2..1.2.1", "1.2.1..2.3"]);
        check("1.2..=2.3", &["2.3", "2.3.4"], &["1.2..2.3", "2.3..2.3.4", "2.3.4..=2.3"]);
    }

    #[test]
    fn what_a_range_holds() {
        let check = |range: &str, path: &str, expected: bool| {
            let (parsed, path): (Range, Path) =
                (range.parse().expect("a range"), path.parse().expect("a path"));
            assert_eq!(parsed.contains(&path), expected, "{path} in {range}");
        };
        check("1.2..2.3", "1.1.9", false);
        check("1.2..2.3", "1.2", true);
        check("1.2..2.3", "1.2.7", true);
        check("1.2..2.3", "2.2.9", true);
        check("1.2..2.3", "2.3", false);
        check("1.2..2.3", "2.3.1", false);
        check("1.2..=2.3", "2.3", true);
        check("1.2..=2.3", "2.3.9", true);
        check("1.2..=2.3", "2.4", false);
        check("2.3.4..=2.3", "2.3.3.9", false);
        check("2.3.4..=2.3", "2.3.5", true);
    }
}
