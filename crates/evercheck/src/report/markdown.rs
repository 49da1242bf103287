//! A summary of several outcomes in Markdown, for the page that a CI system shows of a run.

use std::fmt::Write as _;

use super::Row;
use super::summary::Summary;
use super::text;
use crate::known_file::Fate;
use crate::quantity::counted;

/// Lines of a counterexample that are shown.
const LINES: usize = 100;

pub fn summary(rows: &[Row<'_>]) -> String {
    let since = rows.iter().find_map(|row| row.outcome.ok()?.since.as_ref());
    let mut text = format!("### Evercheck: {}\n\n", headline(rows));
    if let Some(base) = since {
        let _ = writeln!(text, "Compared with {}.\n", code(&base.revision));
    }
    let new = if since.is_some() { "New" } else { "Violations" };
    let _ = writeln!(text, "| Target | Verdict | {new} | Known | Fixed | Executed | Reused | Time |");
    text.push_str("|---|---|---:|---:|---:|---:|---:|---:|\n");
    for Row { target, outcome } in rows {
        let _ = match outcome {
            Ok(outcome) => {
                let Summary { executed, .. } = Summary::of(outcome);
                let cells = [
                    outcome.report.violations.len().to_string(),
                    outcome.count(Fate::Present).to_string(),
                    outcome.count(Fate::Fixed).to_string(),
                    executed.to_string(),
                    Summary::of(outcome).reused(),
                    format!("{:.2} s", outcome.effort.wall.as_secs_f64()),
                ];
                writeln!(text, "| {} | {} | {} |", code(target), code(&outcome.verdict()), cells.join(" | "))
            }
            Err(_) => writeln!(text, "| {} | `error` | | | | | | |", code(target)),
        };
    }
    rows.iter().for_each(|row| details(&mut text, row));
    text + "\n"
}

fn headline(rows: &[Row<'_>]) -> String {
    let outcomes = || rows.iter().filter_map(|row| row.outcome.ok());
    let new: usize = outcomes().map(|it| it.report.violations.len()).sum();
    let failed = rows.len() - outcomes().count();
    let open = outcomes().filter(|it| it.verdict().starts_with("unknown")).count();
    let word = if outcomes().any(|it| it.since.is_some()) { "new violation" } else { "violation" };
    let of = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
    let parts = [of(open, "unknown"), of(failed, "not checked")];
    let told: Vec<String> =
        [counted(new as u64, word)].into_iter().chain(parts.into_iter().flatten()).collect();
    format!("{} in {}", told.join(", "), counted(rows.len() as u64, "target"))
}

fn details(text: &mut String, row: &Row<'_>) {
    let target = code(row.target);
    let outcome = match row.outcome {
        Ok(outcome) => outcome,
        Err(why) => {
            let _ = writeln!(text, "\n**Not checked**: {target}: {}", code(why));
            return;
        }
    };
    let word = if outcome.since.is_some() { "New" } else { "Violated" };
    for finding in &outcome.findings {
        let _ = writeln!(text, "\n**{word}** in {target}: {}\n", code(&text::shown(outcome, finding)));
        let trace = text::violation(&outcome.files, finding);
        let _ =
            writeln!(text, "<details><summary>Counterexample</summary>\n\n{}\n</details>", fenced(&trace));
    }
    for (known, fate) in &outcome.known {
        let word = match fate {
            Fate::Present => "Known",
            Fate::Fixed => "Fixed",
            Fate::Open => continue,
        };
        let _ = writeln!(text, "\n**{word}** in {target}: {}", code(&known.to_string()));
    }
    if outcome.verdict().starts_with("unknown") {
        for obstacle in outcome.report.obstacles.iter().take(3) {
            let _ = writeln!(text, "\n**Unknown** in {target}: {}", code(&obstacle.message));
        }
    }
    if let Some(why) = outcome.since.as_ref().and_then(|base| base.doubt.as_ref()) {
        let _ = writeln!(text, "\n**Base** of {target}: {}; what is new may be older", code(why));
    }
    if let Some(slower) = &outcome.slower {
        let _ = writeln!(text, "\n**Slower**: {target} took {slower}");
    }
}

/// Words as they are, whatever is in them: no markup, one line, and no end of a cell.
fn code(words: &str) -> String {
    let plain: String = words
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .map(|c| if c == '`' { '\'' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    format!("`{}`", plain.replace('|', "\\|"))
}

/// Lines as they are, in a fence that none of them closes.
fn fenced(lines: &str) -> String {
    let longest = lines.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let count = lines.lines().count();
    let mut shown: String = lines.lines().take(LINES).map(|line| format!("{line}\n")).collect();
    if count > LINES {
        let _ = writeln!(shown, "… {} more", counted((count - LINES) as u64, "line"));
    }
    format!("{fence}\n{shown}{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_is_no_markup() {
        assert_eq!(code("a | `b`\nc"), "`a \\| 'b'`");
        assert_eq!(fenced("x ```` y"), "`````\nx ```` y\n`````\n");
        let long = fenced(&"line\n".repeat(LINES + 2));
        assert!(long.contains("… 2 lines more") && long.starts_with("```\n"), "{long}");
    }
}
