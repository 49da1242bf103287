//! The operations of a function as one line of text.

use cfa::Program;

/// Each case: what it shows, the program, and the operations of its function `f`.
pub fn check(cases: &[(&str, &str, &str)]) {
    for (what, program, expected) in cases {
        // A line may be broken anywhere in the table.
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(ops(program), expected.join(" "), "{what}: {program}");
    }
}

/// As it is written: normal forms are told apart in their own tests.
pub fn program(text: &str) -> Program {
    cfa::from_text_as_written(text).unwrap_or_else(|error| panic!("{text}: {error:#?}"))
}

/// The operations of `f`, separated by `; `. Where it does not run straight through, each is preceded by the
/// numbers of the locations it leads from and to.
pub fn ops(text: &str) -> String {
    ops_of(&program(text), "f")
}

fn ops_of(program: &Program, function: &str) -> String {
    let text = cfa::print::text(program, &[function.to_string()]);
    let edges: Vec<(&str, &str, &str)> = text.lines().filter_map(edge).collect();
    let is_straight = edges.iter().enumerate().all(|(i, (from, to, _))| {
        let number = |text: &str| text.parse::<usize>().ok();
        number(from) == Some(i) && number(to) == Some(i + 1)
    });
    let show = |(from, to, op): &(&str, &str, &str)| match is_straight {
        true => op.to_string(),
        false => format!("{from}>{to} {op}"),
    };
    edges.iter().map(show).collect::<Vec<_>>().join("; ")
}

/// From, to and operation of a line that shows an edge, without the position.
fn edge(line: &str) -> Option<(&str, &str, &str)> {
    let (from, rest) = line.strip_prefix("  L")?.split_once(" -> L")?;
    let (to, op) = rest.split_once("  ")?;
    Some((from, to, op.split_once("  //").map_or(op, |(op, _)| op)))
}
