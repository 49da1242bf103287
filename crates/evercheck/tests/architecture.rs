//! The rules between crates: which way dependencies point, and what only one of them may do.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Each crate with those it may depend on. The binary may depend on all.
const ALLOWED: [(&str, &[&str]); 10] = [
    ("cfa", &[]),
    ("formula", &[]),
    ("store", &[]),
    ("change", &["cfa"]),
    ("machine", &["formula", "cfa"]),
    ("verdict", &["machine", "cfa"]),
    // The solver and formulas are for its tests.
    ("explicit", &["solver", "formula", "verdict", "machine", "change", "store", "cfa"]),
    ("solver", &["verdict", "machine", "formula"]),
    ("predicate", &["solver", "verdict", "machine", "change", "store", "formula", "cfa"]),
    (
        "evercheck",
        &["explicit", "predicate", "solver", "verdict", "machine", "change", "store", "formula", "cfa"],
    ),
];

#[test]
fn dependencies_point_one_way() {
    for (name, dependencies) in workspace() {
        let allowed = ALLOWED.iter().find(|(known, _)| *known == name);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("the crate {name} has no place in ALLOWED"));
        for dependency in dependencies {
            assert!(allowed.contains(&dependency.as_str()), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn the_c_parser_stays_behind_its_wall() {
    // Put together here, so that this file does not contain it.
    let parser = concat!("ru", "cc_");
    let wall = Path::new(ROOT).join("crates/cfa/src/c");
    let leaks: Vec<_> = sources(&Path::new(ROOT).join("crates"))
        .into_iter()
        .filter(|path| !path.starts_with(&wall) && read(path).contains(parser))
        .collect();
    assert!(leaks.is_empty(), "only crates/cfa/src/c may name the C parser: {leaks:?}");
}

#[test]
fn the_solver_stays_behind_its_wall() {
    let solver = concat!("use z", "3::");
    let wall = Path::new(ROOT).join("crates/solver");
    let leaks: Vec<_> = sources(&Path::new(ROOT).join("crates"))
        .into_iter()
        .filter(|path| path.components().any(|part| part.as_os_str() == "src"))
        .filter(|path| !path.starts_with(&wall) && read(path).contains(solver))
        .collect();
    assert!(leaks.is_empty(), "only crates/solver may name the solver: {leaks:?}");
}

#[test]
fn the_broker_stays_behind_its_wall() {
    let client = concat!("async_", "nats");
    let wall = Path::new(ROOT).join("crates/evercheck/src/cluster/broker.rs");
    let leaks: Vec<_> = sources(&Path::new(ROOT).join("crates"))
        .into_iter()
        .filter(|path| *path != wall && read(path).contains(client))
        .collect();
    assert!(
        leaks.is_empty(),
        "only crates/evercheck/src/cluster/broker.rs may name the client of the broker: {leaks:?}"
    );
}

#[test]
fn the_http_client_stays_behind_its_wall() {
    let client = concat!("ure", "q::");
    let wall = Path::new(ROOT).join("crates/evercheck/src/shared/http.rs");
    let leaks: Vec<_> = sources(&Path::new(ROOT).join("crates"))
        .into_iter()
        .filter(|path| *path != wall && read(path).contains(client))
        .collect();
    assert!(leaks.is_empty(), "only crates/evercheck/src/shared/http.rs may name the HTTP client: {leaks:?}");
}

#[test]
fn the_http_server_stays_behind_its_wall() {
    let libraries = [concat!("ax", "um::"), concat!("hy", "per::"), concat!("hy", "per_util::")];
    let wall = Path::new(ROOT).join("crates/evercheck/src/serve/http.rs");
    let leaks: Vec<_> = sources(&Path::new(ROOT).join("crates"))
        .into_iter()
        .filter(|path| *path != wall && libraries.iter().any(|library| read(path).contains(library)))
        .collect();
    assert!(leaks.is_empty(), "only crates/evercheck/src/serve/http.rs may name the HTTP server: {leaks:?}");
}

#[test]
fn only_the_binary_prints_and_looks_at_clock_and_arguments() {
    let forbidden = ["print!(", "println!(", "dbg!(", "std::time", "Instant::now", "SystemTime", "env::args"];
    for (name, _) in workspace().into_iter().filter(|(name, _)| name != "evercheck") {
        for path in sources(&Path::new(ROOT).join("crates").join(name).join("src")) {
            for (number, line) in production_lines(&read(&path)) {
                let found = forbidden.iter().find(|word| line.contains(**word));
                assert!(found.is_none(), "{}:{number}: {line}", path.display());
            }
        }
    }
}

/// The lines that are neither comments nor tests; tests stand at the end of a file.
fn production_lines(text: &str) -> Vec<(usize, &str)> {
    let code = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    code.enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.trim().starts_with("//"))
        .collect()
}

/// The crates of the workspace, each with its dependencies among them, those of tests and build scripts included.
fn workspace() -> Vec<(String, Vec<String>)> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(ROOT);
    let metadata: Value = serde_json::from_slice(&cargo.output().unwrap().stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() >= 2, "{metadata}");
    // Packages are called `evercheck-cfa` and so on, the crates in them `cfa`.
    let name = |value: &Value| {
        let package = value["name"].as_str().unwrap();
        package.strip_prefix("evercheck-").unwrap_or(package).to_string()
    };
    let is_local = |dependency: &&Value| !dependency["path"].is_null();
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().unwrap();
            (name(package), dependencies.iter().filter(is_local).map(name).collect())
        })
        .collect()
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}
