//! Where the waypoints of a violation witness are in a preprocessed text.

use std::ops::Range;
use std::path::Path;

use super::preprocessed::Line;
use super::{Location, Waypoint, source};

/// Where in a text a waypoint is.
#[derive(PartialEq)]
pub enum Site {
    /// In front of a statement.
    Statement(usize),
    /// A condition; what is left out is true.
    Condition(Range<usize>),
    /// What a `switch` goes by, and its cases.
    Switch(Range<usize>, Vec<String>),
    /// Between `?` and `:`.
    Either(Range<usize>),
    /// Behind a call, its name included.
    Return(Range<usize>),
    /// In front of a call without arguments, or behind the last one.
    Enter(Range<usize>, Option<Range<usize>>),
}

/// The line of a source as code.
fn source_line(root: &Path, line: &Line, number: u32) -> Result<Vec<u8>, String> {
    let text =
        std::fs::read_to_string(root.join(&line.file)).map_err(|error| format!("{}: {error}", line.file))?;
    let code = source::code(&text);
    let start = source::start_of(&code, number);
    let start = start.ok_or_else(|| format!("{} has no line {number}", line.file))?;
    let end = source::start_of(&code, number.saturating_add(1)).unwrap_or(code.len());
    Ok(code[start..end].to_vec())
}

/// The byte at the column of a place, if it has one.
fn byte_at(code: &[u8], line: &Line, root: &Path, location: &Location) -> Result<Option<usize>, String> {
    let Some(column) = location.column else { return Ok(None) };
    let source = source_line(root, line, location.line)?;
    let place = line.place(code, &source, column);
    let Location { file_name, line, .. } = location;
    place
        .map(Some)
        .ok_or_else(|| format!("there is nothing at {file_name}:{line}:{column} in the preprocessed text"))
}

/// The statement at a place; without a column, the first of the line.
pub fn statement(code: &[u8], line: &Line, root: &Path, location: &Location) -> Result<usize, String> {
    let first = || line.pieces.iter().cloned().flatten().find(|&at| !code[at].is_ascii_whitespace());
    let at = byte_at(code, line, root, location)?.or_else(first).filter(|&at| code[at].is_ascii());
    at.ok_or_else(|| format!("no statement is at {}:{}", location.file_name, location.line))
}

/// Where a waypoint is that is no target.
pub fn site(code: &[u8], line: &Line, root: &Path, point: &Waypoint) -> Result<Site, String> {
    let at = byte_at(code, line, root, &point.location)?;
    let nowhere = || format!("no {} is at {}:{}", point.kind, point.location.file_name, point.location.line);
    let mut bytes = line.pieces.iter().cloned().flatten();
    match point.kind.as_str() {
        "assumption" => Ok(Site::Statement(statement(code, line, root, &point.location)?)),
        "branching" => match at {
            Some(at) => branch_at(code, at),
            None => bytes.find_map(|at| branch_at(code, at)),
        }
        .ok_or_else(nowhere),
        _ => {
            let is_entered = point.kind == "function_enter";
            match at {
                Some(at) => call_at(code, at, is_entered),
                None => bytes.find_map(|at| call_at(code, at, is_entered)),
            }
            .ok_or_else(nowhere)
        }
    }
}

/// The branching whose first word, or whose `?`, is here.
fn branch_at(code: &[u8], at: usize) -> Option<Site> {
    if code[at] == b'?' {
        let colon = colon_of(code, at)?;
        return (source::skip(code, at + 1) < colon).then_some(Site::Either(at + 1..colon));
    }
    let (start, word) = source::words(code, at, at + 1).next()?;
    let open = source::skip(code, start + word.len());
    match (word, code.get(open)) {
        ("if" | "while" | "switch", Some(b'(')) => {
            let close = source::closing(code, open)?;
            match word {
                "switch" => Some(Site::Switch(open + 1..close, cases(code, close + 1)?)),
                _ => Some(Site::Condition(open + 1..close)),
            }
        }
        ("for", Some(b'(')) => {
            let close = source::closing(code, open)?;
            let first = source::condition_of(code, open, close)?;
            let last = source::condition_of(code, first - 1, close)?;
            Some(Site::Condition(first..last - 1))
        }
        ("do", Some(b'{')) => {
            let end = source::skip(code, source::closing(code, open)? + 1);
            let is_while = source::words(code, end, end + 1).next()?.1 == "while";
            if is_while { branch_at(code, end) } else { None }
        }
        _ => None,
    }
}

/// The colon of a `?`.
fn colon_of(code: &[u8], at: usize) -> Option<usize> {
    let (mut depth, mut inner) = (0usize, 0usize);
    for (at, byte) in code.iter().enumerate().skip(at + 1) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b'?' if depth == 0 => inner += 1,
            b':' if depth == 0 && inner == 0 => return Some(at),
            b':' if depth == 0 => inner -= 1,
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The labels of a `switch` whose body begins here, without those of others in it.
fn cases(code: &[u8], at: usize) -> Option<Vec<String>> {
    let open = source::skip(code, at);
    let close = if code.get(open) == Some(&b'{') { source::closing(code, open)? } else { return None };
    let (mut cases, mut behind) = (Vec::new(), open);
    for (at, word) in source::words(code, open, close) {
        match word {
            _ if at < behind => {}
            "switch" => {
                let head = source::closing(code, source::skip(code, at + word.len()))?;
                behind = source::closing(code, source::skip(code, head + 1))?;
            }
            "case" => {
                let from = at + word.len();
                let len = code[from..close].iter().position(|byte| *byte == b':')?;
                let label = std::str::from_utf8(&code[from..from + len]).ok()?.trim();
                // Ranges, and characters, which are no code.
                if label.is_empty() || label.contains("...") {
                    return None;
                }
                cases.push(label.to_string());
            }
            _ => {}
        }
    }
    Some(cases)
}

/// The call that is closed here.
fn call_at(code: &[u8], at: usize, is_entered: bool) -> Option<Site> {
    if code[at] != b')' {
        return None;
    }
    let (name, open) = source::call_at(code, at)?;
    if matches!(&code[name.clone()], b"if" | b"while" | b"for" | b"switch" | b"return" | b"sizeof") {
        return None;
    }
    let call = name.start..at + 1;
    if !is_entered {
        return Some(Site::Return(call));
    }
    let (mut depth, mut first) = (0usize, open + 1);
    for (at, byte) in code.iter().enumerate().take(at).skip(open + 1) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => first = at + 1,
            _ => {}
        }
    }
    let has_arguments = source::skip(code, open + 1) < at;
    Some(Site::Enter(call, has_arguments.then_some(first..at)))
}

/// Calls of a function inside of others.
pub fn calls_inside(code: &[u8], function: &str) -> Vec<Range<usize>> {
    let (mut depth, mut from, mut calls) = (0usize, 0, Vec::new());
    for (at, word) in source::words(code, 0, code.len()) {
        let braces = code[from..at].iter();
        depth = braces.fold(depth, |depth, byte| match byte {
            b'{' => depth + 1,
            b'}' => depth.saturating_sub(1),
            _ => depth,
        });
        from = at;
        let open = source::skip(code, at + word.len());
        if word == function && depth > 0 && code.get(open) == Some(&b'(') {
            calls.extend(source::closing(code, open).map(|close| at..close + 1));
        }
    }
    calls
}
