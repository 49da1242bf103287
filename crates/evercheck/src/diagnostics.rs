//! Shows the front end's errors and warnings: file, line and column, the source line, the place underlined.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet, normalize_untrusted_str};
use cfa::{Diagnostic, Position, Severity};

use crate::console::Console;
use crate::crash;
use crate::status::Status;

/// One mistake can lead to hundreds of errors; those after the first few help nobody.
const SHOWN_AT_MOST: usize = 20;

/// Shows why a program could not be loaded, and returns the exit status that this means.
pub fn show_load_error(console: &Console, error: &cfa::Error) -> Status {
    match error {
        cfa::Error::Input { path, reason } => console.error(&format!("{}: {reason}", path.display())),
        cfa::Error::Preprocessor { path, message } => {
            console.error(&format!("{}: the preprocessor failed", path.display()));
            console.raw(&first_lines(message));
        }
        cfa::Error::Program(diagnostics) => show_all(console, diagnostics),
        cfa::Error::Internal { path, message } => {
            crash::report(console, &format!("the C front end failed on {}: {message}", path.display()));
            return Status::Internal;
        }
    }
    Status::Input
}

/// Why a program could not be loaded, in one line.
pub fn first(error: &cfa::Error) -> String {
    let text = match error {
        cfa::Error::Program(diagnostics) => {
            let first = diagnostics.iter().find(|it| it.severity == Severity::Error);
            first.map_or(error.to_string(), |first| match &first.position {
                Some(at) => format!("{}:{}:{}: {}", at.file, at.line, at.column, first.message),
                None => first.message.clone(),
            })
        }
        cfa::Error::Preprocessor { message, .. } => message.clone(),
        other => other.to_string(),
    };
    // What the preprocessor says first is where it came from.
    let line = text.lines().find(|line| line.contains("error")).or(text.lines().next()).unwrap_or_default();
    normalize_untrusted_str(line)
}

/// Shows errors, then warnings, as many as anybody will read.
pub fn show_all(console: &Console, diagnostics: &[Diagnostic]) {
    let is_worth_showing = |it: &&Diagnostic| it.severity == Severity::Error || !console.is_quiet();
    let (errors, others): (Vec<_>, Vec<_>) =
        diagnostics.iter().filter(is_worth_showing).partition(|it| it.severity == Severity::Error);
    for diagnostic in errors.iter().chain(&others).take(SHOWN_AT_MOST) {
        console.report(&groups(diagnostic));
    }
    let hidden_errors = errors.len().saturating_sub(SHOWN_AT_MOST);
    let hidden = (errors.len() + others.len()).saturating_sub(SHOWN_AT_MOST);
    if hidden_errors > 0 {
        console.error(&format!("and {hidden_errors} more"));
    } else if hidden > 0 {
        console.warning(&format!("and {hidden} more"));
    }
}

fn groups(diagnostic: &Diagnostic) -> Vec<Group<'_>> {
    let mut title = level(diagnostic.severity).primary_title(&diagnostic.message);
    if let Some(code) = diagnostic.code {
        title = title.id(code);
    }
    let mut groups = vec![with_source(Group::with_title(title), diagnostic)];
    groups.extend(diagnostic.notes.iter().map(|note| {
        let title = level(note.severity).secondary_title(normalize_untrusted_str(&note.message));
        with_source(Group::with_title(title), note)
    }));
    groups
}

fn with_source<'a>(group: Group<'a>, diagnostic: &'a Diagnostic) -> Group<'a> {
    let Some(position) = &diagnostic.position else { return group };
    let kind =
        if diagnostic.severity == Severity::Note { AnnotationKind::Context } else { AnnotationKind::Primary };
    let snippet = Snippet::source(position.text.as_str())
        .path(normalize_untrusted_str(&position.file))
        .line_start(position.line as usize)
        .annotation(kind.span(span(position)));
    group.element(snippet)
}

/// The bytes to underline, on character boundaries and within the line whatever the position says.
fn span(position: &Position) -> Range<usize> {
    let text = position.text.as_str();
    let start = text.floor_char_boundary((position.column as usize).saturating_sub(1));
    let end = text.ceil_char_boundary(start.saturating_add(position.width as usize));
    start..end.max(start)
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// The first lines of another program's output, indented, without control characters.
fn first_lines(output: &str) -> String {
    let lines: Vec<_> = output.lines().collect();
    let mut text = String::new();
    for line in lines.iter().take(SHOWN_AT_MOST) {
        text.push_str(&format!("  {}\n", normalize_untrusted_str(line)));
    }
    if lines.len() > SHOWN_AT_MOST {
        text.push_str(&format!("  and {} more lines\n", lines.len() - SHOWN_AT_MOST));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use annotate_snippets::Renderer;

    fn position(text: &str, column: u32, width: u32) -> Position {
        Position { file: "a.c".to_string(), line: 7, column, width, text: text.to_string() }
    }

    fn error(position: Position) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: "bad".to_string(),
            code: None,
            position: Some(position),
            notes: Vec::new(),
        }
    }

    #[test]
    fn the_place_is_named_and_underlined() {
        let diagnostic = error(position("int x = y;", 9, 1));
        let text = Renderer::plain().render(&groups(&diagnostic));
        assert_eq!(text, "error: bad\n --> a.c:7:9\n  |\n7 | int x = y;\n  |         ^");
    }

    #[test]
    fn positions_outside_the_line_or_inside_a_character_are_survived() {
        for (text, column, width) in [("", 0, 0), ("ab", 9, 9), ("é", 2, 1), ("é", 1, 1), ("x", 1, u32::MAX)]
        {
            let diagnostic = error(position(text, column, width));
            let shown = Renderer::plain().render(&groups(&diagnostic));
            assert!(shown.contains("a.c:7"), "{shown}");
        }
    }

    #[test]
    fn control_characters_of_the_source_do_not_reach_the_terminal() {
        let mut diagnostic = error(position("\u{1b}[31mx\u{7}", 1, 3));
        diagnostic.message = "bad \u{1b}]0;title\u{7}".to_string();
        diagnostic.notes.push(error(position("\u{1b}c", 1, 1)));
        diagnostic.notes[0].message = "\u{1b}c".to_string();
        let shown = Renderer::plain().render(&groups(&diagnostic));
        assert!(!shown.contains('\u{1b}') && !shown.contains('\u{7}'), "{shown:?}");
        assert!(!first_lines("\u{1b}c").contains('\u{1b}'));
    }
}
