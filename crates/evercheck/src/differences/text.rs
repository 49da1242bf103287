//! The differences as text: lines side by side, then what they can affect, then a count.

use std::collections::BTreeSet;

use change::diff::{Change, Difference, FunctionDifference, Place};

use crate::source_text::SourceText;

/// Lines shown of a function, entries of a list, and characters of a line.
const ROWS: usize = 40;
const ENTRIES: usize = 60;
const WIDTH: usize = 56;

/// With lines of the two programs' text.
pub fn text(difference: &Difference, mut sources: [SourceText; 2]) -> String {
    if difference.is_empty() {
        return "nothing differs\n".to_string();
    }
    let mut text = String::new();
    let mut push = |lines: &str| text.push_str(lines);
    let entries = difference.functions.iter().map(|it| function(it, &mut sources));
    cut(entries.collect(), "functions").iter().for_each(|it| push(it));
    let entries = difference
        .objects
        .iter()
        .map(|it| format!("{} object {}{}\n", it.change.name(), it.name, places(&it.old, &it.new)));
    cut(entries.collect(), "objects").iter().for_each(|it| push(it));
    let affected = difference.fragments.iter().filter(|it| it.change == Change::Affected).map(|it| {
        let through = cut(it.through.clone(), "fragments").join(", ");
        format!(
            "affected {} {}{} through {}\n",
            it.kind.name(),
            it.name,
            places(&None, &it.new),
            through.trim_end()
        )
    });
    cut(affected.collect(), "affected fragments").iter().for_each(|it| push(it));
    push(&counts(difference));
    text
}

/// The first of a list, and how many there are besides.
fn cut(mut entries: Vec<String>, what: &str) -> Vec<String> {
    if entries.len() > ENTRIES {
        let more = entries.len() - ENTRIES;
        entries.truncate(ENTRIES);
        entries.push(format!("… and {more} more {what} (--format json lists all)\n"));
    }
    entries
}

fn function(function: &FunctionDifference, sources: &mut [SourceText; 2]) -> String {
    let mut text =
        format!("{} {}{}\n", function.change.name(), function.name, places(&function.old, &function.new));
    let mut rows = rows(function);
    let hidden = rows.len().saturating_sub(ROWS);
    rows.truncate(ROWS);
    let cells: Vec<[String; 2]> = rows
        .iter()
        .map(|row| {
            let [old, new] = &mut *sources;
            let sides = [(&row.old, &function.old, old), (&row.new, &function.new, new)];
            sides.map(|(place, around, source)| {
                place.as_ref().map_or(String::new(), |it| cell(it, around, source))
            })
        })
        .collect();
    let width = cells.iter().map(|it| it[0].chars().count()).max().unwrap_or(0);
    for (row, [old, new]) in rows.iter().zip(&cells) {
        let mark = match (&row.old, &row.new) {
            (Some(_), Some(_)) => '|',
            (Some(_), None) => '<',
            (None, _) => '>',
        };
        text.push_str(format!("  {old:width$} {mark} {new}").trim_end());
        text.push('\n');
    }
    if hidden > 0 {
        text.push_str(&format!("  … and {hidden} more lines (--format json lists all)\n"));
    }
    text
}

/// A line of either side or of both.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    new: Option<Place>,
    old: Option<Place>,
}

/// The lines of the locations that do something else or changed places, in the order of the new program. Those that
/// only lead elsewhere stand next to one of these.
fn rows(function: &FunctionDifference) -> Vec<Row> {
    let line = |place: &Option<Place>| place.clone().map(|it| Place { column: 0, ..it });
    let of = |change: Change| {
        let these = function.locations.iter().filter(move |it| it.change == change);
        these.map(|it| Row { new: line(&it.new), old: line(&it.old) }).collect::<BTreeSet<Row>>()
    };
    let (mut changed, affected) = (of(Change::Changed), of(Change::Affected));
    let is_crossing = |a: &Row, b: &Row| a.new < b.new && a.old > b.old || a.new > b.new && a.old < b.old;
    let kept: Vec<Row> = changed.iter().chain(&affected).cloned().collect();
    let moved = affected.iter().filter(|row| kept.iter().any(|other| is_crossing(row, other)));
    changed.extend(moved.cloned());
    let mut rows: Vec<Row> = changed.iter().cloned().collect();
    // A line with a changed location is shown already.
    let is_missing = |place: &Option<Place>, side: fn(&Row) -> &Option<Place>| {
        place.is_some() && changed.iter().all(|row| side(row) != place)
    };
    rows.extend(of(Change::Added).into_iter().filter(|row| is_missing(&row.new, |row| &row.new)));
    rows.extend(of(Change::Removed).into_iter().filter(|row| is_missing(&row.old, |row| &row.old)));
    if rows.is_empty() {
        rows.extend(affected);
    }
    // What is gone comes behind the last line before it that is on both sides.
    rows.sort_by_cached_key(|row| match &row.new {
        Some(_) => (row.new.clone(), None),
        None => {
            let before = kept.iter().filter(|it| it.old <= row.old);
            (before.max_by(|a, b| a.old.cmp(&b.old)).and_then(|it| it.new.clone()), row.old.clone())
        }
    });
    rows
}

/// Number and text of a line; the file as well if it is not the function's.
fn cell(place: &Place, function: &Option<Place>, source: &mut SourceText) -> String {
    let is_near = function.as_ref().is_some_and(|it| it.file == place.file);
    let at = if is_near { place.line.to_string() } else { format!("{}:{}", place.file, place.line) };
    let line = source.line(&place.file, place.line);
    let mut shown: String = line.chars().take(WIDTH).collect();
    if line.chars().count() > WIDTH {
        shown.push('…');
    }
    format!("{at:>5}  {shown}").trim_end().to_string()
}

fn places(old: &Option<Place>, new: &Option<Place>) -> String {
    let show = |it: &Place| format!("{}:{}", it.file, it.line);
    match (old, new) {
        (Some(old), Some(new)) => format!(" ({} -> {})", show(old), show(new)),
        (Some(it), None) | (None, Some(it)) => format!(" ({})", show(it)),
        (None, None) => String::new(),
    }
}

fn counts(difference: &Difference) -> String {
    let functions: Vec<Change> = difference.functions.iter().map(|it| it.change).collect();
    let fragments: Vec<Change> = difference.fragments.iter().map(|it| it.change).collect();
    let line = |what: &str, changes: &[Change], unchanged: usize, kinds: &[Change]| {
        let count = |kind: &Change| changes.iter().filter(|it| *it == kind).count();
        let counts: Vec<String> =
            kinds.iter().map(|kind| format!("{} {}", count(kind), kind.name())).collect();
        format!("{what}: {}, {unchanged} unchanged\n", counts.join(", "))
    };
    let kinds = [Change::Added, Change::Removed, Change::Changed, Change::Affected];
    line("functions", &functions, difference.unchanged_functions, &kinds[..3])
        + &line("procedures and loops", &fragments, difference.unchanged_fragments, &kinds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use change::diff::{LocationDifference, ObjectDifference};

    fn place(line: u32) -> Option<Place> {
        (line > 0).then(|| Place { file: "/no/such.c".into(), line, column: line + 1 })
    }

    fn changed(locations: &[(Change, u32, u32)]) -> FunctionDifference {
        let location = |&(change, old, new): &(Change, u32, u32)| LocationDifference {
            change,
            old: place(old),
            new: place(new),
        };
        FunctionDifference {
            name: "f".into(),
            change: Change::Changed,
            old: place(1),
            new: place(1),
            locations: locations.iter().map(location).collect(),
        }
    }

    #[test]
    fn lines_come_in_order_and_once() {
        use Change::*;
        let function_of = changed(&[
            (Changed, 5, 7),
            (Changed, 5, 7),
            (Added, 0, 7),
            (Added, 0, 9),
            (Affected, 3, 3),
            (Changed, 8, 8),
            (Removed, 4, 0),
            (Removed, 5, 0),
            (Removed, 12, 0),
        ]);
        let shown = function(&function_of, &mut Default::default());
        let expected = "changed f (/no/such.c:1 -> /no/such.c:1)
      4 <
      5 |     7
      8 |     8
     12 <
        >     9
";
        assert_eq!(shown, expected);
    }

    #[test]
    fn lines_that_changed_places_are_shown() {
        use Change::Affected;
        let swapped = changed(&[(Affected, 2, 2), (Affected, 4, 3), (Affected, 3, 4), (Affected, 5, 5)]);
        let shown = function(&swapped, &mut Default::default());
        assert_eq!(shown.lines().skip(1).collect::<Vec<_>>(), ["      4 |     3", "      3 |     4"]);
        let elsewhere = function(&changed(&[(Affected, 2, 2)]), &mut Default::default());
        assert_eq!(elsewhere.lines().skip(1).collect::<Vec<_>>(), ["      2 |     2"]);
    }

    #[test]
    fn what_is_cut_is_said() {
        let many: Vec<_> = (1..=100).map(|line| (Change::Changed, line, line)).collect();
        assert!(function(&changed(&many), &mut Default::default()).contains("and 60 more lines"));
        let object = |at: u32| ObjectDifference {
            name: format!("o{at}"),
            change: Change::Added,
            old: None,
            new: place(at + 1),
        };
        let difference = Difference { objects: (0..100).map(object).collect(), ..Difference::default() };
        let shown = text(&difference, Default::default());
        assert!(shown.contains("o59") && !shown.contains("o60") && shown.contains("and 40 more objects"));
    }
}
