//! Edits to C programs, and whose fingerprints they change. Both directions count: a change that is missed is
//! unsound, one that is not there costs reuse.

mod calls;
mod code;
mod data;
mod layout;
mod loops;
mod text;

use std::collections::BTreeMap;

/// Name of the row; what is replaced by what; the fragments that change. `f!`: local and global fingerprint,
/// `f~`: the global one alone, `+f`: comes into being, `-f`: goes. All other fragments must stay as they are.
type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str);

fn check(base: &str, rows: &[Row]) {
    let before = fragments(base);
    let mut failures = String::new();
    for (name, edits, expected) in rows {
        let mut after = base.to_string();
        for (find, replace) in *edits {
            assert_eq!(after.matches(find).count(), 1, "{name}: {find:?} must occur once");
            after = after.replace(find, replace);
        }
        let mut expected: Vec<&str> = expected.split_whitespace().collect();
        expected.sort();
        let found = changes(&before, &fragments(&after));
        if found != expected {
            failures += &format!("{name}: expected {expected:?}, found {found:?}\n");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

type Fingerprints = BTreeMap<String, ([u8; 16], [u8; 16])>;

fn fragments(text: &str) -> Fingerprints {
    let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    cfa::fragment_report(&program).into_iter().map(|it| (it.name, (it.local, it.global))).collect()
}

fn changes(before: &Fingerprints, after: &Fingerprints) -> Vec<String> {
    let gone = before.keys().filter(|name| !after.contains_key(*name)).map(|name| format!("-{name}"));
    let kept = after.iter().filter_map(|(name, new)| match before.get(name) {
        None => Some(format!("+{name}")),
        Some(old) if old.0 != new.0 && old.1 != new.1 => Some(format!("{name}!")),
        Some(old) if old.1 != new.1 => Some(format!("{name}~")),
        Some(old) if old.0 != new.0 => Some(format!("{name}: local without global")),
        Some(_) => None,
    });
    let mut all: Vec<String> = gone.chain(kept).collect();
    all.sort();
    all
}
