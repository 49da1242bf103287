//! Witnesses of others, checked: a violation witness is followed by the machine, and the invariants of a correctness witness are proved
//! together with the program.
//!
//! Neither is believed. A violation is one only if the machine comes to it, with the results that the witness says functions
//! return. Invariants become checks at their loops, in the preprocessed text, where no macro can make anything else of them; they
//! are expressions that do nothing (`expression.rs`), so the program with its checks fails wherever the program does. If it is
//! proved that it never fails, the program never does. If it fails, that says nothing of the program: the witness is
//! rejected.

use std::path::Path;

use cfa::types::Scalar;
use cfa::{Program, Units};
use machine::explore;
use machine::library::input_type;
use serde::Deserialize;
use verdict::replay::{GivenRun, run_given};
use verdict::{Limits, Property, Violation};

use super::{CORRECTNESS, Content, Entry, Location, VIOLATION};
use super::{NONDET, expression, source};

/// Choices of a run that a witness leads along, at most.
const CHOICES: usize = 10_000_000;

/// What a witness claims.
#[derive(Debug)]
pub enum Claim {
    Violation(Vec<super::Waypoint>),
    Correctness(Vec<super::Invariant>),
}

/// Reads a witness; what it claims, or why it cannot be checked.
pub fn read(text: &str) -> Result<Claim, String> {
    let entries: Vec<Entry> = serde_saphyr::from_str(text)
        .map_err(|error| format!("not a witness of format 2.0: {}", error.without_snippet()))?;
    let [entry] = &entries[..] else {
        return Err(format!("it has {} entries instead of one", entries.len()));
    };
    match entry.entry_type.as_str() {
        VIOLATION => {
            let mut waypoints = Vec::new();
            for content in &entry.content {
                let Content::Segment { segment } = content else {
                    return Err("an invariant in a violation witness".into());
                };
                waypoints.extend(segment.iter().map(|point| point.waypoint.clone()));
            }
            match waypoints.last().is_some_and(|it| it.kind == "target") {
                true => Ok(Claim::Violation(waypoints)),
                false => Err("it does not end in a target".into()),
            }
        }
        CORRECTNESS => {
            let mut invariants = Vec::new();
            for content in &entry.content {
                let Content::Invariant { invariant } = content else {
                    return Err("a segment in a correctness witness".into());
                };
                if invariant.kind != "loop_invariant" || invariant.format != "c_expression" {
                    return Err(format!("{} in {} is not looked at", invariant.kind, invariant.format));
                }
                if !expression::is_harmless(&invariant.value) {
                    return Err(format!("`{}` is no expression that can be checked", invariant.value));
                }
                invariants.push(invariant.clone());
            }
            Ok(Claim::Correctness(invariants))
        }
        other => Err(format!("{other} is no kind of witness that can be checked")),
    }
}

/// The inputs that a violation witness gives, in order.
pub fn inputs(
    program: &Program,
    root: &Path,
    waypoints: &[super::Waypoint],
) -> Result<Vec<(String, i128)>, String> {
    let mut inputs = Vec::new();
    for point in waypoints.iter().filter(|it| it.kind == "function_return") {
        let Location { file_name, line, column, .. } = &point.location;
        let text =
            std::fs::read_to_string(root.join(file_name)).map_err(|error| format!("{file_name}: {error}"))?;
        let code = source::code(&text);
        let at =
            source::start_of(&code, *line).zip(*column).map(|(start, column)| start + column as usize - 1);
        let function =
            at.filter(|&at| code.get(at) == Some(&b')')).and_then(|at| source::called_at(&code, at));
        let function = function.ok_or_else(|| format!("no call ends at {file_name}:{line}"))?;
        let constraint = point.constraint.as_ref().map_or("", |it| it.value.as_str());
        let value = constraint.split_once("==").filter(|(left, _)| left.trim() == "\\result");
        let value = value.and_then(|(_, value)| value.trim().parse::<i128>().ok());
        let value = value.ok_or_else(|| format!("`{constraint}` does not say what {function} returns"))?;
        if !can_return(program, function, value) {
            return Err(format!("{function} does not return {value}, as far as can be told"));
        }
        inputs.push((function.to_string(), value));
    }
    Ok(inputs)
}

/// Whether a function may return this. The machine takes what it is given, so others than those whose values depend on their type
/// alone are not taken from a witness.
fn can_return(program: &Program, function: &str, value: i128) -> bool {
    let word_bits = 8 * program.model.pointer_bytes() as u32;
    let (low, high) = match input_type(function, word_bits).filter(|_| function.starts_with(NONDET)) {
        Some(Scalar::Bool) => (0, 1),
        Some(Scalar::Int { bits: bits @ 1..=64, signed: true }) => {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        }
        Some(Scalar::Int { bits: bits @ 1..=64, signed: false }) => (0, (1i128 << bits) - 1),
        _ => return false,
    };
    (low..=high).contains(&value)
}

/// Follows a violation witness; the violation that it leads to, and how the machine came to it, or why it does not.
pub fn follow(
    program: &Program,
    options: &explore::Options,
    (properties, limits): (&[Property], &Limits),
    waypoints: &[super::Waypoint],
    inputs: Vec<(String, i128)>,
) -> Result<(Violation, explore::Options), String> {
    let given = explore::Options { given: Some(inputs.into()), ..options.clone() };
    let GivenRun { path, stop, thread, call_stack, taken } =
        run_given(program, &given, CHOICES, || limits.reached().is_none());
    let Some(machine::Stop::Fault(fault)) = stop else {
        return Err("the run that it describes does not come to a violation".into());
    };
    let property = Property::violated_by(fault.kind);
    let is_other = fault.kind == machine::FaultKind::FailedAssertion && options.error_function.is_some();
    if !properties.contains(&property) || is_other || path.is_empty() {
        return Err(format!("the run that it describes ends in another fault: {fault}"));
    }
    let target = waypoints.last().map(|it| &it.location).ok_or("it has no target")?;
    let is_there = call_stack.iter().any(|(_, pos)| {
        pos.line == target.line
            && Path::new(program.file(pos.file)).file_name() == Path::new(&target.file_name).file_name()
    });
    if !is_there {
        return Err(format!(
            "the run that it describes does not end at {}:{}: {fault}",
            target.file_name, target.line
        ));
    }
    let options = explore::Options { given: Some(taken), ..given };
    Ok((Violation { property, fault, path, call_stack, thread }, options))
}

/// The units of a program as they are kept and sent: paths, and preprocessed texts.
#[derive(Deserialize)]
struct Texts {
    files: Vec<(std::path::PathBuf, Vec<u8>)>,
}

/// Whether the error function has its name everywhere: a check calls it by that.
pub fn is_error_everywhere(program: &Program, error: &str) -> bool {
    let is_it = |name: &str| name.split('#').next() == Some(error);
    let locals = program.functions.iter().filter_map(|it| it.body.as_ref()).flat_map(|body| &body.locals);
    !locals.map(|it| it.name.as_str()).chain(program.objects.iter().map(|it| it.name.as_str())).any(is_it)
}

/// The program with each invariant checked at its loop by a call of the error function.
pub fn with_checks(units: &Units, invariants: &[super::Invariant], error: &str) -> Result<Units, String> {
    let mut value = serde_json::to_value(units).map_err(|error| error.to_string())?;
    let Texts { mut files } = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    for invariant in invariants {
        let check = format!("(({}) ? (void)0 : {error}())", invariant.value);
        let mut found = 0;
        for (path, text) in &mut files {
            let whole = String::from_utf8(text.clone()).map_err(|_| "a text that is not UTF-8")?;
            if let Some(changed) = instrumented(path, &whole, &invariant.location, &check)? {
                *text = changed.into_bytes();
                found += 1;
            }
        }
        if found != 1 {
            let Location { file_name, line, .. } = &invariant.location;
            return Err(format!("there is no one loop at {file_name}:{line}"));
        }
    }
    for (_, text) in &mut files {
        text.splice(0..0, format!("extern void {error}(void);\n").into_bytes());
    }
    value["files"] = serde_json::to_value(files).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// A text with a check at the head of the loop at a place; nothing if the place is not in it.
fn instrumented(path: &Path, text: &str, location: &Location, check: &str) -> Result<Option<String>, String> {
    let code = source::code(text);
    let (mut at, mut loops) = (0, Vec::new());
    let (mut file, mut line) = (path.display().to_string(), 1u32);
    for bytes in text.split_inclusive('\n') {
        let marker = bytes.strip_prefix("# ").or_else(|| bytes.strip_prefix("#line "));
        if let Some((number, name)) = marker.and_then(|rest| rest.split_once(' ')) {
            line = number.parse().unwrap_or(0);
            file = name.split('"').nth(1).unwrap_or(&file).to_string();
        } else {
            if line == location.line
                && Path::new(&file).file_name() == Path::new(&location.file_name).file_name()
            {
                let words = source::words(&code, at, at + bytes.len());
                let is_loop = |word: &str| matches!(word, "while" | "for" | "do");
                loops.extend(
                    words
                        .filter(|(_, word)| is_loop(word))
                        .map(|(place, word)| (place, place - at + 1, word.to_string())),
                );
            }
            line += 1;
        }
        at += bytes.len();
    }
    loops.retain(|(place, _, word)| word != "while" || !source::is_end_of_do(&code, *place));
    let chosen = match (&loops[..], location.column) {
        ([], _) => return Ok(None),
        ([one], _) => one,
        (several, Some(column)) => match several.iter().find(|it| it.1 == column as usize) {
            Some(found) => found,
            None => {
                return Err(format!(
                    "there are several loops in line {}, and none in this column",
                    location.line
                ));
            }
        },
        _ => return Err(format!("there are several loops in line {}", location.line)),
    };
    let (place, _, word) = chosen;
    let behind = source::skip(&code, place + word.len());
    let shape = || format!("the loop in line {} has a form that is not looked at", location.line);
    let (at, inserted) = match (word.as_str(), code.get(behind)) {
        ("do", Some(b'{')) => (behind + 1, format!(" {check};")),
        ("while", Some(b'(')) => (behind + 1, format!("{check}, ")),
        ("for", Some(b'(')) => {
            let end = source::closing(&code, behind).ok_or_else(shape)?;
            let first = condition_of(&code, behind, end).ok_or_else(shape)?;
            match code.get(source::skip(&code, first)) {
                Some(b';') => (first, format!("{check}, 1")),
                _ => (first, format!("{check}, ")),
            }
        }
        _ => return Err(shape()),
    };
    Ok(Some(format!("{}{inserted}{}", &text[..at], &text[at..])))
}

/// Where the condition of a `for` begins.
fn condition_of(code: &[u8], open: usize, close: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in code.iter().enumerate().take(close).skip(open + 1) {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.checked_sub(1)?,
            b';' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: Option<u32>) -> Location {
        Location { file_name: "src/a.c".into(), line, column, function: None }
    }

    #[test]
    fn checks_stand_at_the_heads_of_loops() {
        let text = "# 1 \"a.c\"\nwhile (x < 1) x++;\nfor (int i = 0;; i++) ;\ndo { x--; } while (x);\n# 1 \"b.h\"\nwhile (1) ;\n";
        let line = |line: u32, expected: &str| {
            let changed = instrumented(Path::new("a.c"), text, &at(line, None), "C").unwrap().unwrap();
            assert_eq!(changed.lines().nth(line as usize), Some(expected));
        };
        line(1, "while (C, x < 1) x++;");
        line(2, "for (int i = 0;C, 1; i++) ;");
        line(3, "do { C; x--; } while (x);");
        assert_eq!(instrumented(Path::new("a.c"), text, &at(4, None), "C"), Ok(None));
        // What was preprocessed before may have no markers.
        let changed = instrumented(Path::new("x/a.c"), "int x;\nwhile (x) ;\n", &at(2, None), "C");
        assert_eq!(changed, Ok(Some("int x;\nwhile (C, x) ;\n".into())));
        let two = "# 1 \"a.c\"\nwhile (x) while (y) y--;\n";
        assert!(instrumented(Path::new("a.c"), two, &at(1, None), "C").is_err());
        let changed = instrumented(Path::new("a.c"), two, &at(1, Some(11)), "C").unwrap().unwrap();
        assert_eq!(changed.lines().nth(1), Some("while (x) while (C, y) y--;"));
    }
}
