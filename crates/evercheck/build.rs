//! Tells the loader where Z3's library is, as `solver` says, and puts the git commit into the version, if this is a
//! checkout of Evercheck's own repository.
//!
//! A tarball has no `.git`, or lies inside somebody else's repository: then the version has no commit.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for word in ["-Xlinker", "-rpath", "-Xlinker", &std::env::var("DEP_EVERCHECK_Z3_SEARCH").unwrap()] {
        println!("cargo::rustc-link-arg={word}");
    }
    let root = Path::new("../..");
    let version = env!("CARGO_PKG_VERSION");
    // `--show-prefix` is empty exactly in the top directory of a repository.
    let is_own_repository =
        git(root, &["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    if is_own_repository {
        watch_head(root);
    }
    match git(root, &["rev-parse", "--short=12", "HEAD"]).filter(|_| is_own_repository) {
        Some(commit) => println!("cargo::rustc-env=EVERCHECK_VERSION={version} ({commit})"),
        None => println!("cargo::rustc-env=EVERCHECK_VERSION={version}"),
    }
}

/// Runs this script again when HEAD moves: by checkout (`HEAD` changes), or by commit (the branch it names
/// changes, as a file of its own or, where there is none, among the packed ones).
fn watch_head(root: &Path) {
    let branch = git(root, &["symbolic-ref", "--quiet", "HEAD"]);
    let mut watched = vec!["HEAD".to_string(), "packed-refs".to_string()];
    if let Some(branch) = branch {
        let has_file = git_path(root, &branch).is_some_and(|path| Path::new(&path).exists());
        // A directory is watched with all that is in it, so the file is noticed when it appears.
        watched.push(if has_file { branch } else { "refs/heads".to_string() });
    }
    for name in watched {
        // Cargo takes a missing file for a changed one, and would run this script every time.
        if let Some(path) = git_path(root, &name).filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

fn git_path(root: &Path, name: &str) -> Option<String> {
    let path = git(root, &["rev-parse", "--git-path", name])?;
    Some(root.join(path).to_str()?.to_string())
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
