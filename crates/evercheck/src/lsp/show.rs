//! What an editor shows of an outcome: diagnostics with the steps of a counterexample, a line above a function, and what was
//! proved of a loop.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cfa::source::Pos;
use rustc_hash::FxHashMap as HashMap;
use serde_json::{Value, json};
use verdict::{Known, Obstacle};

use super::uri;
use crate::known_file::Fate;
use crate::quantity::counted;
use crate::report::trace::Step;
use crate::report::{Finding, Outcome};

/// Steps of a counterexample that are shown, from its end: an editor lists them below each other.
const STEPS: usize = 200;
/// Bytes of a file in which columns are counted.
const MOST_BYTES: u64 = 8 << 20;

const ERROR: u8 = 1;
const WARNING: u8 = 2;
const INFORMATION: u8 = 3;

/// Diagnostics by file.
pub type Diagnostics = BTreeMap<PathBuf, Vec<Value>>;

/// What is wrong with a program, what is not known of it, and which violations are known. What has no place in a file is
/// told at the beginning of `home`. Relative names are of `root`.
pub fn diagnostics(outcome: &Outcome, root: &Path, home: &Path) -> Diagnostics {
    let mut texts = Texts::new(root);
    let mut all = Diagnostics::new();
    for finding in &outcome.findings {
        let places = || finding.violation.call_stack.iter().map(|(_, pos)| *pos);
        let at = places().find_map(|pos| texts.location(outcome.files.name(pos.file), pos.line, pos.column));
        let (file, range) = at.unwrap_or((home.to_path_buf(), top()));
        let steps = related(outcome, finding, &mut texts);
        let mut message = finding.violation.fault.to_string();
        if finding.trace.steps.len() > STEPS {
            message += &format!("; the last {STEPS} of {} steps", finding.trace.len);
        }
        let mut told = diagnostic(ERROR, range, finding.violation.property.name(), &message);
        told["relatedInformation"] = json!(steps);
        all.entry(file).or_default().push(told);
    }
    let mut tell = |severity: u8, pos: Pos, code: &str, message: &str| {
        let at = texts.location(outcome.files.name(pos.file), pos.line, pos.column);
        let (file, range) = at.unwrap_or((home.to_path_buf(), top()));
        all.entry(file).or_default().push(diagnostic(severity, range, code, message));
    };
    for (known, _) in outcome.known.iter().filter(|(_, fate)| *fate == Fate::Present) {
        let Known { property, .. } = known;
        let pos = outcome.place_of(known).unwrap_or(Pos::NONE);
        tell(INFORMATION, pos, property.name(), &format!("known: {known}"));
    }
    if outcome.report.violations.is_empty() {
        for Obstacle { reason, message, pos } in &outcome.report.obstacles {
            tell(WARNING, *pos, &format!("unknown({})", reason.name()), message);
        }
    }
    all
}

/// Why a program was not checked, at the place that it names as compilers do, or else at the beginning of `home`.
pub fn refusal(message: &str, root: &Path, home: &Path) -> Diagnostics {
    let mut texts = Texts::new(root);
    let mut parts = message.splitn(4, ':');
    let mut part = || parts.next().unwrap_or_default();
    let (file, line, column, rest) = (part(), part().parse().ok(), part().parse().ok(), part());
    let named = line.zip(column).and_then(|(line, column)| texts.location(file, line, column));
    let (place, text) = match named {
        Some(place) => (place, rest.trim()),
        None => ((home.to_path_buf(), top()), message),
    };
    Diagnostics::from([(place.0, vec![diagnostic(ERROR, place.1, "not-checked", text)])])
}

fn diagnostic(severity: u8, range: Value, code: &str, message: &str) -> Value {
    json!({"range": range, "severity": severity, "source": "evercheck", "code": code, "message": message})
}

/// Where threads stand in the end, if there are several, and the steps that lead there.
fn related(outcome: &Outcome, finding: &Finding, texts: &mut Texts) -> Vec<Value> {
    let Finding { standing, trace, threads, .. } = finding;
    let mut all = Vec::new();
    let mut tell = |file: &str, line: u32, column: u32, message: String| {
        if let Some((path, range)) = texts.location(file, line, column) {
            all.push(json!({"location": {"uri": uri::of(&path), "range": range}, "message": message}));
        }
    };
    for place in standing.iter().filter(|_| standing.len() > 1) {
        let Some((_, pos)) = place.standing.call_stack.first() else { continue };
        let waits = place.standing.waits_for.as_ref();
        let waits = waits.map_or("stands here".into(), |what| format!("waits for {what}"));
        let message = format!("{} {waits}", trace.thread_name(place.standing.thread));
        tell(outcome.files.name(pos.file), pos.line, pos.column, message);
    }
    for step in &trace.steps[trace.steps.len().saturating_sub(STEPS)..] {
        let Step { number, thread, file, line, source, events, .. } = step;
        let what: Vec<String> = events.iter().map(|event| event.text()).collect();
        let what = if what.is_empty() { source.clone() } else { what.join(", ") };
        let whose = if *threads > 1 { format!(", {}", trace.thread_name(*thread)) } else { String::new() };
        tell(file, *line, 0, format!("step {number}{whose}: {what}"));
    }
    all
}

/// A verdict in a few words.
pub fn verdict(outcome: &Outcome) -> String {
    match outcome.verdict() {
        verdict if verdict == "true" => match outcome.is_uncalled {
            true => "proved, but no run counts".into(),
            false => "proved".into(),
        },
        verdict if verdict.starts_with("false") => {
            counted(outcome.report.violations.len() as u64, "violation")
        }
        verdict => verdict,
    }
}

/// The line of a file above which the verdict stands: that of the function which runs begin with, or else the first.
pub fn line(outcome: &Outcome, root: &Path, file: &Path) -> u32 {
    let entry = outcome.entry.as_ref().filter(|(_, pos)| root.join(outcome.files.name(pos.file)) == file);
    entry.map_or(0, |(_, pos)| pos.line.saturating_sub(1))
}

/// What is to be said of a line, counted from zero: invariants that hold there, and the verdict if it stands there.
pub fn hover(outcome: &Outcome, target: &str, root: &Path, file: &Path, line: u32) -> Option<String> {
    let is_there = |pos: Pos| pos.line == line + 1 && root.join(outcome.files.name(pos.file)) == file;
    // Several properties may be proved by the same.
    let mut invariants: Vec<(String, Vec<&str>)> = Vec::new();
    for (property, all) in &outcome.invariants {
        for it in all.iter().filter(|it| is_there(it.pos)) {
            let place = match it.kind {
                predicate::Kind::Loop => "whenever the loop begins anew".to_string(),
                predicate::Kind::Entrance => format!("whenever {} is called", it.function),
                predicate::Kind::Exit => format!("whenever {} returns", it.function),
            };
            let text = format!("{place}:\n```c\n{}\n```", it.cases.join("\n|| "));
            match invariants.iter_mut().find(|(known, _)| *known == text) {
                Some((_, properties)) => properties.push(property.name()),
                None => invariants.push((text, vec![property.name()])),
            }
        }
    }
    let told = invariants.iter().map(|(text, properties)| format!("For {}, {text}", properties.join(", ")));
    let mut parts: Vec<String> = told.collect();
    if outcome.entry.as_ref().is_some_and(|(_, pos)| is_there(*pos)) {
        let scope = outcome.report.scope.to_string();
        let scope = if scope.is_empty() { scope } else { format!("\n\nscope: {scope}") };
        let note = outcome.vacuous.as_ref().map_or(String::new(), |why| format!("\n\nnote: {why}"));
        parts.push(format!("**{target}**: {}{scope}{note}", verdict(outcome)));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The first line of a file.
fn top() -> Value {
    range(0, 0, 1)
}

fn range(line: u32, start: usize, end: usize) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end.max(start + 1)}})
}

/// Lines of files, to count columns as editors do: in units of UTF-16, where ours are bytes.
struct Texts {
    root: PathBuf,
    files: HashMap<PathBuf, Option<Vec<String>>>,
}

impl Texts {
    fn new(root: &Path) -> Texts {
        Texts { root: root.to_path_buf(), files: HashMap::default() }
    }

    /// A place, from its column to the end of the line; the whole line for column 0. Nothing if there is no such line.
    fn location(&mut self, file: &str, line: u32, column: u32) -> Option<(PathBuf, Value)> {
        let path = self.root.join(file);
        let index = (line as usize).checked_sub(1)?;
        let lines = self.files.entry(path.clone()).or_insert_with(|| lines(&path));
        let text = lines.as_ref()?.get(index)?.trim_end();
        let indent = text.len() - text.trim_start().len();
        let byte = (column as usize).checked_sub(1).unwrap_or(indent).min(text.len());
        let units = |text: &str| text.encode_utf16().count();
        let start = units(&text[..text.floor_char_boundary(byte)]);
        Some((path, range(line - 1, start, units(text))))
    }
}

fn lines(path: &Path) -> Option<Vec<String>> {
    let about = path.metadata().ok()?;
    if !about.is_file() || about.len() > MOST_BYTES {
        return None;
    }
    Some(String::from_utf8_lossy(&std::fs::read(path).ok()?).lines().map(String::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_units_of_utf_16() {
        let folder = std::env::temp_dir().join(format!("evercheck-lsp-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.c"), "  x = \"𝄞é\" + y;\n").unwrap();
        let mut texts = Texts::new(&folder);
        let at = |texts: &mut Texts, line, column| {
            texts
                .location("a.c", line, column)
                .map(|(_, range)| (range["start"]["character"].as_u64(), range["end"]["character"].as_u64()))
        };
        // Four and two bytes are two and one units.
        assert_eq!(at(&mut texts, 1, 17), Some((Some(13), Some(16))));
        assert_eq!(at(&mut texts, 1, 0), Some((Some(2), Some(16))));
        assert_eq!(at(&mut texts, 1, 9), Some((Some(7), Some(16))), "inside a character");
        assert_eq!(at(&mut texts, 1, u32::MAX), Some((Some(16), Some(17))));
        assert_eq!((at(&mut texts, 2, 1), at(&mut texts, 0, 1)), (None, None));
        assert_eq!(texts.location("b.c", 1, 1), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn errors_of_the_front_end_are_shown_where_they_are() {
        let folder = std::env::temp_dir().join(format!("evercheck-lsp-refusal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.c"), "int main(void) { return x; }\n").unwrap();
        let told = refusal("a.c:1:25: error: undeclared: x", &folder, &folder.join("home.c"));
        let only = &told[&folder.join("a.c")][0];
        assert_eq!(
            (&only["message"], &only["range"]["start"]["character"]),
            (&json!("error: undeclared: x"), &json!(24))
        );
        let told = refusal("target a: there are no sources", &folder, &folder.join("home.c"));
        assert_eq!(told[&folder.join("home.c")][0]["message"], "target a: there are no sources");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
