//! The workflows of `examples/ci`: their own commands, in clones of a bare repository, with a store that is cached.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::history::Repository;
use crate::run::{EXAMPLES, Outcome, Scratch, assert_contains, outcome};

/// A script of a workflow: the block behind a line, without its indentation or the dashes of a list.
fn script(workflow: &str, head: &str) -> String {
    let text = std::fs::read_to_string(format!("{EXAMPLES}/ci/{workflow}")).unwrap();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().skip_while(|line| line.trim() != head);
    if !head.ends_with("script:") {
        lines.by_ref().find(|line| line.trim() == "run: |").unwrap();
    } else {
        lines.next();
    }
    let first = lines.next().unwrap();
    let block = [first].into_iter().chain(lines.take_while(|line| indent(line) >= indent(first)));
    let plain = |line: &str| line.trim_start().trim_start_matches("- ").to_string();
    block.map(plain).collect::<Vec<_>>().join("\n")
}

/// A fresh clone, in which a job is run as CI does.
struct Runner {
    clone: PathBuf,
    /// The store, as the cache hands it from one job to the next.
    cache: PathBuf,
}

impl Runner {
    fn new(remote: &Path, scratch: &Scratch, number: u32, branch: &str) -> Runner {
        let clone = scratch.path.join(format!("clone-{number}"));
        let mut git = Command::new("git");
        git.args(["clone", "-q", "-b", branch]).arg(remote).arg(&clone);
        assert!(git.status().unwrap().success());
        let runner = Runner { clone, cache: scratch.path.join("cache") };
        if runner.cache.exists() {
            copy(&runner.cache, &runner.clone.join(".evercheck"));
        }
        runner
    }

    fn run(&self, script: &str, variables: &[(&str, &str)]) -> Outcome {
        let own = Path::new(env!("CARGO_BIN_EXE_evercheck")).parent().unwrap().to_path_buf();
        let paths = std::env::split_paths(&std::env::var_os("PATH").unwrap()).collect::<Vec<_>>();
        let path = std::env::join_paths([own].into_iter().chain(paths)).unwrap();
        let mut command = Command::new("bash");
        command.args(["-e", "-o", "pipefail", "-c", script]).current_dir(&self.clone);
        command.env("PATH", path).env("EVERCHECK_STORE", self.clone.join(".evercheck"));
        command.env("GITHUB_STEP_SUMMARY", self.clone.join("summary.md"));
        command.envs(variables.iter().copied());
        outcome(command)
    }

    /// At the end the store goes to the cache.
    fn end(&self) {
        let _ = std::fs::remove_dir_all(&self.cache);
        copy(&self.clone.join(".evercheck"), &self.cache);
    }
}

/// As an archive would, with times.
fn copy(from: &Path, to: &Path) {
    assert!(Command::new("cp").arg("-rp").args([from, to]).status().unwrap().success());
}

const CONFIGURATION: &str = "[target.list]\nsources = [\"src/*.c\"]\nflags = [\"-Iinclude\"]\nengine = \"explicit\"\n\
                             [target.one]\nsources = [\"src/list.c\", \"src/driver.c\"]\nflags = [\"-Iinclude\"]\n";

#[test]
fn the_workflows_work_with_a_remote_and_a_cache() {
    for (workflow, check, gc, base) in [
        ("github.yml", "- name: Check", "- name: Make room", "BASE"),
        ("gitlab.yml", "script:", "after_script:", "CI_MERGE_REQUEST_DIFF_BASE_SHA"),
    ] {
        let repository = Repository::new(&format!("ci-{workflow}"));
        let scratch = Scratch::new(&format!("ci-clones-{workflow}"));
        let driver = std::fs::read_to_string(repository.scratch.path.join("verify/driver.c")).unwrap();
        repository.scratch.write("src/driver.c", driver).write(".gitignore", "/.evercheck\n");
        std::fs::remove_dir_all(repository.scratch.path.join("verify")).unwrap();
        repository.scratch.write("evercheck.toml", CONFIGURATION);
        repository.commit("first", "length >= 4");
        let remote = scratch.path.join("remote.git");
        repository.git(&format!("clone -q --bare . {}", remote.display()));
        repository.git(&format!("remote add origin {}", remote.display()));
        let (check, gc) = (script(workflow, check), script(workflow, gc));
        // The first push has no base.
        let first = Runner::new(&remote, &scratch, 1, "main");
        let zeros = "0".repeat(40);
        let told = first.run(&check, &[(base, &zeros), ("CI_COMMIT_BEFORE_SHA", &zeros)]);
        assert_eq!(told.status, Some(0), "{workflow}: {told:#?}");
        assert_contains(&told.stdout, &["list    true", "one     true"]);
        assert_eq!(first.run(&gc, &[]).status, Some(0));
        first.end();
        // A branch with a new violation fails; what main came to is in the cache.
        repository.git("checkout -q -b topic");
        repository.commit("bad", "length > 4");
        repository.git("push -q origin topic");
        let second = Runner::new(&remote, &scratch, 2, "topic");
        let told = second.run(&check, &[(base, "origin/main")]);
        assert_eq!(told.status, Some(1), "{workflow}: {told:#?}");
        assert_contains(&told.stdout, &["list    false(valid-deref)", ": 1 new, 0 known, 0 fixed\n"]);
        let summary = if workflow == "github.yml" { "summary.md" } else { "evercheck.md" };
        let summary = std::fs::read_to_string(second.clone.join(summary)).unwrap();
        assert_contains(&summary, &["### Evercheck: 2 new violations in 2 targets", "**New** in `list`"]);
        second.end();
        // Merged all the same, it is known to the next branch.
        repository.git("checkout -q main");
        repository.git("merge -q topic");
        repository.scratch.write("include/list.h", "/* a comment */\nint push(int value);\n");
        repository.git("commit -q -a -m comment");
        repository.git("push -q origin main");
        let third = Runner::new(&remote, &scratch, 3, "main");
        let told = third.run(&check, &[(base, "HEAD~1")]);
        assert_eq!(told.status, Some(0), "{workflow}: {told:#?}");
        assert_contains(&told.stdout, &[": 0 new, 1 known, 0 fixed\n"]);
    }
}
