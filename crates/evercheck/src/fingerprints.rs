//! The list of fragments with their fingerprints, for people and for programs.

use anyhow::Result;
use cfa::{FragmentReport, Program};
use serde::Serialize;

/// The fragments of the functions named, or of all.
pub fn select(program: &Program, only: &[String]) -> Vec<FragmentReport> {
    let is_wanted = |name: &str| only.is_empty() || only.iter().any(|function| belongs_to(name, function));
    cfa::fragment_report(program).into_iter().filter(|fragment| is_wanted(&fragment.name)).collect()
}

/// One line each, the columns of fixed width first: easy to read, and to cut and join.
pub fn text(fragments: &[FragmentReport]) -> String {
    let line = |it: &FragmentReport| {
        let (local, global) = (hex(&it.local), hex(&it.global));
        format!("{local}  {global}  {:9}  {}  {}:{}\n", it.kind, it.name, it.file, it.line)
    };
    fragments.iter().map(line).collect()
}

/// The same as one JSON object.
pub fn json(fragments: &[FragmentReport]) -> Result<String> {
    let fragments = fragments.iter().map(|it| Fragment {
        name: &it.name,
        kind: it.kind,
        local: hex(&it.local),
        global: hex(&it.global),
        file: &it.file,
        line: it.line,
        reachable: it.reachable,
    });
    let mut text = serde_json::to_string_pretty(&Listing { schema: 1, fragments: fragments.collect() })?;
    text.push('\n');
    Ok(text)
}

#[derive(Serialize)]
struct Listing<'a> {
    schema: u32,
    fragments: Vec<Fragment<'a>>,
}

#[derive(Serialize)]
struct Fragment<'a> {
    name: &'a str,
    kind: &'a str,
    local: String,
    global: String,
    file: &'a str,
    line: u32,
    reachable: bool,
}

/// Whether a fragment is the function itself or a loop in it, whose name is the function's with something added.
fn belongs_to(fragment: &str, function: &str) -> bool {
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    fragment.strip_prefix(function).is_some_and(|rest| !rest.starts_with(is_part_of_name))
}

pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragment() -> FragmentReport {
        let (name, file) = ("main#1".to_string(), "a.c".to_string());
        FragmentReport {
            name,
            kind: "loop",
            local: [0xab; 16],
            global: [1; 16],
            file,
            line: 3,
            reachable: true,
        }
    }

    #[test]
    fn a_line_has_five_columns() {
        let (local, global) = ("ab".repeat(16), "01".repeat(16));
        assert_eq!(text(&[fragment()]), format!("{local}  {global}  loop       main#1  a.c:3\n"));
    }

    #[test]
    fn json_has_the_same_content_under_names() {
        let value: serde_json::Value = serde_json::from_str(&json(&[fragment()]).unwrap()).unwrap();
        assert_eq!(value["schema"], 1);
        assert_eq!(value["fragments"][0]["name"], "main#1");
        assert_eq!(value["fragments"][0]["local"], "ab".repeat(16));
    }

    #[test]
    fn a_loop_belongs_to_its_function_only() {
        assert!(
            belongs_to("main", "main") && belongs_to("main#1", "main") && belongs_to("main.loop.2", "main")
        );
        assert!(
            !belongs_to("main_loop", "main") && !belongs_to("main2", "main") && !belongs_to("mai", "main")
        );
    }
}
