//! What is said of two programs: functions, locations, fragments and objects that differ, and what that can affect.

use change::diff::{Change, Difference, Place, diff};

const BASE: &str = "
int limit = 3, total, *at = &limit;
static int step(int n) { return n + 1; }
static int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += step(i);
  while (s > 100)
    s--;
  return s;
}
int other(int n) {
  return n * 2;
}
int main(void) {
  total = sum(*at);
  return other(total);
}
";

/// What is replaced by what; then, each in a line: functions and objects that differ, with the lines of their dirty
/// locations as `old>new`; fragments, with those they are affected through.
type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

const ROWS: &[Row] = &[
    ("nothing", &[], "", ""),
    ("layout", &[("  return n * 2;", "\n\n  return n\n * 2; // twice")], "", ""),
    (
        "a callee",
        &[("n + 1", "n + 2")],
        "changed step: changed 3>3",
        "changed step; affected sum through sum/loop1; affected sum/loop1 through step; affected main through sum",
    ),
    (
        "a loop",
        &[("s--;", "s -= 2;")],
        "changed sum: changed 9>9",
        "affected sum through sum/loop2; changed sum/loop2; affected main through sum",
    ),
    (
        "a loop in front of others",
        &[("  for (int i", "  while (s < 0)\n    s++;\n  for (int i")],
        "changed sum: affected 5>5, added >6, added >7",
        "changed sum through sum/loop1; added sum/loop1; affected main through sum",
    ),
    (
        "a loop that is gone",
        &[("  while (s > 100)\n    s--;\n", "")],
        "changed sum: affected 6>6, removed 8>, removed 9>",
        "changed sum; affected main through sum; removed sum/loop2",
    ),
    (
        "a function more",
        &[("int main", "int more(void) { return 0; }\nint main")],
        "added more",
        "added more",
    ),
    (
        "a function less",
        &[("int other(int n) {\n  return n * 2;\n}\n", ""), ("other(total)", "total")],
        "changed main: affected 17>14, removed 17>; removed other",
        "changed main; removed other",
    ),
    ("an initial value", &[("limit = 3", "limit = 4")], "changed limit", "changed main"),
    (
        "where a pointer points to",
        &[("at = &limit", "at = &total")],
        "changed at; removed limit",
        "changed main",
    ),
    ("an object that nobody names", &[("int limit", "static int unused = 1; int limit")], "", ""),
    ("zero spelt out", &[("total,", "total = 0,")], "", ""),
    (
        "a parameter",
        &[("static int step(int n)", "static int step(long n)")],
        "changed step: changed 3>3; changed sum: changed 7>7",
        "changed step; affected sum through sum/loop1; changed sum/loop1 through step; affected main through sum",
    ),
    (
        "parameters that nobody looks at, and a statement behind",
        &[("main(void)", "main(int argc, char **argv)"), ("(*at);", "(*at); total++;")],
        "changed main: changed 16>16, affected 17>16, added >16, added >17, affected 17>17",
        "changed main",
    ),
];

#[test]
fn what_differs_is_said() {
    let load = |text: &str| cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let old = load(BASE);
    let mut failures = String::new();
    for (name, edits, differs, affected) in ROWS {
        let mut text = BASE.to_string();
        for (find, replace) in *edits {
            assert_eq!(text.matches(find).count(), 1, "{name}: {find:?} must occur once");
            text = text.replace(find, replace);
        }
        let difference = diff(&old, &load(&text));
        assert_eq!(difference.is_empty(), differs.is_empty() && affected.is_empty(), "{name}");
        for (expected, found) in
            [(differs, functions_and_objects(&difference)), (affected, fragments(&difference))]
        {
            if found != **expected {
                failures +=
                    &format!("{name}: expected {expected:?}\n{:1$}found    {found:?}\n", "", name.len() + 2);
            }
        }
        let count = difference.fragments.iter().filter(|it| it.change != Change::Removed).count();
        assert_eq!(
            difference.unchanged_fragments + count,
            cfa::fragment_report(&load(&text)).len(),
            "{name}"
        );
    }
    assert!(failures.is_empty(), "\n{failures}");
}

fn functions_and_objects(difference: &Difference) -> String {
    let functions = difference.functions.iter().map(|function| {
        let line = |place: &Option<Place>| place.as_ref().map_or(String::new(), |it| it.line.to_string());
        let mut locations: Vec<String> = function
            .locations
            .iter()
            .map(|it| format!("{} {}>{}", it.change.name(), line(&it.old), line(&it.new)))
            .collect();
        locations.dedup();
        let colon = if locations.is_empty() { "" } else { ": " };
        format!("{} {}{colon}{}", function.change.name(), function.name, locations.join(", "))
    });
    let objects = difference.objects.iter().map(|it| format!("{} {}", it.change.name(), it.name));
    functions.chain(objects).collect::<Vec<_>>().join("; ")
}

fn fragments(difference: &Difference) -> String {
    let fragments = difference.fragments.iter().map(|it| {
        let through = if it.through.is_empty() { "" } else { " through " };
        format!("{} {}{through}{}", it.change.name(), it.name, it.through.join(" "))
    });
    fragments.collect::<Vec<_>>().join("; ")
}
