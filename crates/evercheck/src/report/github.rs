//! Violations as GitHub shows them beside the lines of a change: workflow commands, one a line.

use std::fmt::Write as _;

use cfa::source::Pos;
use verdict::Known;

use super::{Files, Outcome, Row, text};
use crate::known_file::Fate;

/// What is violated is an error, what is known a notice; what could not be decided or read is a warning.
pub fn annotations(rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    for row in rows {
        match row.outcome {
            Ok(outcome) => of_outcome(&mut text, row.target, outcome),
            Err(why) => command(&mut text, "error", None, &format!("{}: not checked", row.target), why),
        }
    }
    text
}

fn of_outcome(text: &mut String, target: &str, outcome: &Outcome) {
    let at = |pos: Option<Pos>| pos.filter(|pos| pos.line > 0).map(|pos| (&outcome.files, pos));
    let word = if outcome.since.is_some() { "new" } else { "violated" };
    for finding in &outcome.findings {
        let violation = &finding.violation;
        let mut message = violation.fault.to_string();
        for (i, (function, pos)) in violation.call_stack.iter().enumerate() {
            let word = if i == 0 { "in" } else { "called from" };
            let _ = write!(message, "\n{word} {function} at {}", text::place(&outcome.files, *pos));
        }
        let title = format!("{target}: {} {word}", violation.property.name());
        command(text, "error", at(violation.call_stack.first().map(|it| it.1)), &title, &message);
    }
    for (known, _) in outcome.known.iter().filter(|(_, fate)| *fate == Fate::Present) {
        let Known { property, .. } = known;
        let title = format!("{target}: {} violated, which is known", property.name());
        command(text, "notice", at(outcome.place_of(known)), &title, &known.to_string());
    }
    if outcome.report.violations.is_empty() {
        for obstacle in &outcome.report.obstacles {
            let title = format!("{target}: unknown({})", obstacle.reason.name());
            command(text, "warning", at(Some(obstacle.pos)), &title, &obstacle.message);
        }
    }
}

fn command(text: &mut String, level: &str, at: Option<(&Files, Pos)>, title: &str, message: &str) {
    let place = at.map_or(String::new(), |(files, pos)| {
        format!("file={},line={},col={},", property(files.name(pos.file)), pos.line, pos.column.max(1))
    });
    let _ = writeln!(text, "::{level} {place}title={}::{}", property(title), data(message));
}

/// As the runner takes a message: one line.
fn data(words: &str) -> String {
    words.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// As it takes what stands before the message, between commas and in front of colons.
fn property(words: &str) -> String {
    data(words).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_do_not_end_a_command() {
        let mut text = String::new();
        command(&mut text, "error", None, "a: b, 100 %", "first\n::error::second");
        assert_eq!(text, "::error title=a%3A b%2C 100 %25::first%0A::error::second\n");
        let row = Row { target: "list", outcome: Err("no file") };
        assert_eq!(annotations(&[row]), "::error title=list%3A not checked::no file\n");
    }
}
