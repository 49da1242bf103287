//! Outcomes as JUnit's XML, which most CI systems read: a suite for each target, a case for each property.

use std::fmt::Write as _;

use verdict::{Property, Unknown, Verdict};

use super::{Outcome, Row, text};
use crate::known_file::Fate;

/// A property that is violated fails. One that could not be decided is an error, since it holds no more than that; but one
/// that another violation left open is skipped.
pub fn suites(rows: &[Row<'_>]) -> String {
    let suites: Vec<Suite> = rows.iter().map(Suite::of).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let time: f64 = suites.iter().map(|suite| suite.time).sum();
    let _ = writeln!(
        xml,
        "<testsuites name=\"evercheck\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{time:.3}\">",
        sum(|it| it.tests),
        sum(|it| it.failures),
        sum(|it| it.errors),
        sum(|it| it.skipped),
    );
    suites.iter().for_each(|suite| suite.write(&mut xml));
    xml + "</testsuites>\n"
}

#[derive(Default)]
struct Suite {
    name: String,
    cases: String,
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    time: f64,
}

/// What became of a case, with a few words and all that there is to say.
struct Mishap {
    kind: &'static str,
    name: String,
    message: String,
    text: String,
}

impl Suite {
    fn of(row: &Row<'_>) -> Suite {
        let mut suite = Suite { name: row.target.to_string(), ..Suite::default() };
        let outcome = match row.outcome {
            Ok(outcome) => outcome,
            Err(why) => {
                let mishap = Mishap {
                    kind: "error",
                    name: "not-checked".into(),
                    message: why.lines().next().unwrap_or_default().into(),
                    text: why.into(),
                };
                suite.case("check", Some(mishap), "");
                return suite;
            }
        };
        suite.time = outcome.effort.wall.as_secs_f64();
        for (property, verdict) in &outcome.report.properties {
            let mishap = match verdict {
                Verdict::True => None,
                Verdict::False => Some(violated(outcome, *property)),
                Verdict::Unknown(reason) => Some(open(outcome, *reason)),
            };
            let known =
                outcome.known.iter().filter(|(it, fate)| it.property == *property && *fate == Fate::Present);
            let known: String = known.map(|(it, _)| format!("known: {it}\n")).collect();
            suite.case(property.name(), mishap, &known);
        }
        suite
    }

    fn case(&mut self, name: &str, mishap: Option<Mishap>, output: &str) {
        self.tests += 1;
        let (target, name) = (escaped(&self.name), escaped(name));
        let _ = write!(self.cases, "    <testcase classname=\"{target}\" name=\"{name}\"");
        if mishap.is_none() && output.is_empty() {
            self.cases.push_str("/>\n");
            return;
        }
        self.cases.push_str(">\n");
        if let Some(Mishap { kind, name, message, text }) = mishap {
            let message = escaped(&message);
            let _ = match kind {
                "skipped" => writeln!(self.cases, "      <skipped message=\"{message}\"/>"),
                _ => writeln!(
                    self.cases,
                    "      <{kind} type=\"{}\" message=\"{message}\">{}</{kind}>",
                    escaped(&name),
                    escaped(&text)
                ),
            };
            match kind {
                "failure" => self.failures += 1,
                "error" => self.errors += 1,
                _ => self.skipped += 1,
            }
        }
        if !output.is_empty() {
            let _ = writeln!(self.cases, "      <system-out>{}</system-out>", escaped(output));
        }
        self.cases.push_str("    </testcase>\n");
    }

    fn write(&self, xml: &mut String) {
        let Suite { name, cases, tests, failures, errors, skipped, time } = self;
        let name = escaped(name);
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{time:.3}\">"
        );
        xml.push_str(cases);
        xml.push_str("  </testsuite>\n");
    }
}

fn violated(outcome: &Outcome, property: Property) -> Mishap {
    let found: Vec<_> = outcome.findings.iter().filter(|it| it.violation.property == property).collect();
    let first = found.first();
    Mishap {
        kind: "failure",
        name: first.map_or(property.name(), |it| it.violation.fault.kind.name()).into(),
        message: first.map_or(String::new(), |it| text::shown(outcome, it)),
        text: found.iter().map(|it| text::violation(&outcome.files, it)).collect(),
    }
}

fn open(outcome: &Outcome, reason: Unknown) -> Mishap {
    let of_reason = |text: &mut String, message: &str| {
        let _ = writeln!(text, "{message}");
    };
    let mut text = String::new();
    for obstacle in outcome.report.obstacles.iter().filter(|it| it.reason == reason) {
        let at = text::place(&outcome.files, obstacle.pos);
        of_reason(&mut text, &format!("{} at {at}", obstacle.message));
    }
    let name = format!("unknown({})", reason.name());
    let message = match text.lines().next() {
        Some(first) => format!("{name}: {first}"),
        None => name.clone(),
    };
    let kind = if reason == Unknown::OtherViolation { "skipped" } else { "error" };
    Mishap { kind, name, message, text }
}

/// Text and attributes as XML takes them; what it has no way to write is left out.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\n' => text.push(c),
            '\t' => text.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_is_no_markup() {
        assert_eq!(escaped("a < b && c > \"d\"\u{1b}\u{0}"), "a &lt; b &amp;&amp; c &gt; &quot;d&quot;");
    }

    #[test]
    fn a_target_that_was_not_checked_is_an_error() {
        let xml = suites(&[Row { target: "list", outcome: Err("a.c: no such file\nmore") }]);
        assert!(xml.contains("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\""), "{xml}");
        assert!(xml.contains("<error type=\"not-checked\" message=\"a.c: no such file\">"), "{xml}");
    }
}
