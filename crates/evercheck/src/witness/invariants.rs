//! The invariants of a correctness witness as checks of the program, in its preprocessed text.

use std::path::Path;

use cfa::{Program, Units};

use super::preprocessed::{Texts, line_of};
use super::{Invariant, Location, source};

/// Whether the error function has its name everywhere: a check calls it by that.
pub fn is_error_everywhere(program: &Program, error: &str) -> bool {
    let is_it = |name: &str| name.split('#').next() == Some(error);
    let locals = program.functions.iter().filter_map(|it| it.body.as_ref()).flat_map(|body| &body.locals);
    !locals.map(|it| it.name.as_str()).chain(program.objects.iter().map(|it| it.name.as_str())).any(is_it)
}

/// The program with each invariant checked at its loop by a call of the error function.
pub fn with_checks(units: &Units, invariants: &[Invariant], error: &str) -> Result<Units, String> {
    let mut texts = Texts::of(units)?;
    for invariant in invariants {
        let check = format!("(({}) ? (void)0 : {error}())", invariant.value);
        let mut found = 0;
        for (path, text) in &mut texts.files {
            if let Some(changed) = instrumented(path, text, &invariant.location, &check)? {
                *text = changed;
                found += 1;
            }
        }
        if found != 1 {
            let Location { file_name, line, .. } = &invariant.location;
            return Err(format!("there is no one loop at {file_name}:{line}"));
        }
    }
    for (_, text) in &mut texts.files {
        text.insert_str(0, &format!("extern void {error}(void);\n"));
    }
    texts.units()
}

/// A text with a check at the head of the loop at a place; nothing if the place is not in it.
fn instrumented(path: &Path, text: &str, location: &Location, check: &str) -> Result<Option<String>, String> {
    let code = source::code(text);
    let Some(line) = line_of(path, text, location) else { return Ok(None) };
    let mut loops = Vec::new();
    for piece in &line.pieces {
        let words = source::words(&code, piece.start, piece.end);
        let is_loop = |word: &str| matches!(word, "while" | "for" | "do");
        let found = words.filter(|(_, word)| is_loop(word));
        loops.extend(found.map(|(place, word)| (place, place - piece.start + 1, word.to_string())));
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
            let first = source::condition_of(&code, behind, end).ok_or_else(shape)?;
            match code.get(source::skip(&code, first)) {
                Some(b';') => (first, format!("{check}, 1")),
                _ => (first, format!("{check}, ")),
            }
        }
        _ => return Err(shape()),
    };
    Ok(Some(format!("{}{inserted}{}", &text[..at], &text[at..])))
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
