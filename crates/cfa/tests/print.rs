//! The printed forms of a small program, whole. `BLESS=1 cargo test` writes them anew.

use std::path::Path;

fn check(found: &str, file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/print").join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn text_and_graph() {
    let program = cfa::from_text(include_str!("print/small.c")).unwrap();
    check(&cfa::print::text(&program, &[]), "small.txt");
    check(&cfa::print::dot(&program, &["work".into()]), "work.dot");
}

#[test]
fn only_what_is_asked_for_and_what_it_uses() {
    let program = cfa::from_text(include_str!("print/small.c")).unwrap();
    let text = cfa::print::text(&program, &["main".into()]);
    let starts = |what: &str| text.lines().any(|line| line.starts_with(what));
    assert!(starts("int main(") && starts("struct node {") && starts("int counter = 5;"));
    assert!(!starts("int add(") && !starts("char text[8]"));
}

#[test]
fn long_values_and_deep_expressions_are_abridged() {
    let numbers: Vec<String> = (1..200).map(|n| n.to_string()).collect();
    let (list, sum) = (numbers.join(", "), numbers.join(" + x + "));
    let text = format!("int v[] = {{ {list} }}; int f(int x) {{ return v[0] + {sum}; }}");
    let text = cfa::print::text(&cfa::from_text(&text).unwrap(), &[]);
    assert!(text.contains("[15] = 16, … /* abridged: 796 bytes and 0 addresses */ }"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 1000) && text.contains("(…"), "{text}");
}
