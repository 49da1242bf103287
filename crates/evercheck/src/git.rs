//! Git repositories, read through the `git` command: names of revisions, trees and files out of the object database.
//!
//! The only module that knows git. A checkout may be a stranger's, and its configuration names commands. None of them is
//! run: only plumbing is used that looks at objects (`rev-parse`, `rev-list`, `ls-tree`, `cat-file`), so there is no work tree
//! to filter, no index to refresh, no hook, no text conversion, no signature to check, no pager; and a repository that lacks
//! objects does not get them, as no protocol is allowed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// Larger files are no source.
const MOST_BYTES: u64 = 16 << 20;
/// More than this is no tree of a project.
const MOST_FILES: usize = 200_000;

/// A repository, and the project in it.
pub struct Repository {
    /// The folder of the project.
    folder: PathBuf,
    /// The project's folder below the root of the repository, empty or with `/` at its end.
    pub prefix: String,
}

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    pub hash: String,
    pub short: String,
    /// By their hashes.
    pub parents: Vec<String>,
    pub subject: String,
}

/// A file of a tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    pub is_link: bool,
    pub hash: String,
}

impl Repository {
    /// The repository that a folder is in.
    pub fn around(folder: &Path) -> Result<Repository> {
        let repository = Repository { folder: folder.to_path_buf(), prefix: String::new() };
        let prefix = repository.ask(&["rev-parse", "--show-prefix"])?;
        Ok(Repository { prefix: prefix.trim_end_matches('\n').to_string(), ..repository })
    }

    /// The commits of a range `A..B`, or a commit and all before it, oldest first; of more than `most` the newest.
    pub fn revisions(&self, range: &str, most: Option<u64>) -> Result<Vec<Revision>> {
        let most = most.map(|most| format!("--max-count={most}"));
        self.listed(&Vec::from_iter(most.as_deref()), range)
    }

    /// A commit by one of its names.
    pub fn revision(&self, name: &str) -> Result<Revision> {
        let found = self.revisions(name, Some(1)).with_context(|| format!("revision {name}"))?;
        found.into_iter().next().with_context(|| format!("there is no revision {name}"))
    }

    fn listed(&self, options: &[&str], range: &str) -> Result<Vec<Revision>> {
        let mut words = vec!["rev-list", "--topo-order", "--reverse", "--format=%H%x00%h%x00%P%x00%s"];
        words.extend_from_slice(options);
        words.extend(["--end-of-options", range, "--"]);
        let text = self.ask(&words)?;
        let revision = |line: &str| {
            let mut parts = line.splitn(4, '\0').map(String::from);
            let (hash, short, parents) = (parts.next()?, parts.next()?, parts.next()?);
            let parents = parents.split_whitespace().map(String::from).collect();
            Some(Revision { hash, short, parents, subject: parts.next()? })
        };
        Ok(text.lines().filter(|line| line.contains('\0')).filter_map(revision).collect())
    }

    /// A commit, and those after it up to another along first parents, oldest first.
    pub fn chain(&self, from: &str, to: &str) -> Result<Vec<Revision>> {
        let mut chain = self.revisions(from, Some(1))?;
        let range = format!("{from}..{to}");
        chain.extend(self.listed(&["--first-parent"], &range)?);
        if chain.len() < 2 {
            bail!("there is no revision in {range}");
        }
        Ok(chain)
    }

    /// The hashes of a range.
    pub fn hashes(&self, range: &str) -> Result<BTreeSet<String>> {
        let text = self.ask(&["rev-list", "--end-of-options", range, "--"])?;
        Ok(text.lines().map(String::from).collect())
    }

    /// The commit that the work tree is of; none if there is none yet.
    pub fn head(&self) -> Option<String> {
        self.ask(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
            .ok()
            .map(|text| text.trim().to_string())
    }

    /// The files of a commit by their paths, but for submodules and what is too large to be source.
    pub fn tree(&self, revision: &Revision) -> Result<Vec<(String, Entry)>> {
        let words = ["ls-tree", "-r", "-z", "-l", "--full-tree", &revision.hash];
        let text = self.ask(&words)?;
        let mut entries = Vec::new();
        for line in text.split_terminator('\0') {
            let (what, path) = line.split_once('\t').context("cannot read a tree of git")?;
            let [mode, kind, hash, size] = what.split_whitespace().collect::<Vec<_>>()[..] else {
                bail!("cannot read a tree of git")
            };
            if kind != "blob" || size.parse::<u64>().is_ok_and(|size| size > MOST_BYTES) {
                continue;
            }
            entries.push((path.to_string(), Entry { is_link: mode == "120000", hash: hash.to_string() }));
            if entries.len() > MOST_FILES {
                bail!("{} has more than {MOST_FILES} files", revision.short);
            }
        }
        Ok(entries)
    }

    /// A process that hands out the contents of files.
    pub fn blobs(&self) -> Result<Blobs> {
        let mut command = self.command(&["cat-file", "--batch"]);
        let mut child = command.stdin(Stdio::piped()).spawn().context("cannot run git")?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("cannot talk to git")
        };
        Ok(Blobs { child, input, output: BufReader::new(output) })
    }

    /// The output of a command of git.
    fn ask(&self, words: &[&str]) -> Result<String> {
        let output = self.command(words).stdin(Stdio::null()).output().context("cannot run git")?;
        if !output.status.success() {
            let complaint = String::from_utf8_lossy(&output.stderr);
            let line = complaint.lines().next().unwrap_or("git failed");
            bail!("{}", line.strip_prefix("fatal: ").unwrap_or(line));
        }
        // Names that are not UTF-8 are no sources of ours.
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.folder).args([
            "--no-pager",
            "--literal-pathspecs",
            "--no-replace-objects",
        ]);
        command.args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]).args(words);
        command.env("GIT_ALLOW_PROTOCOL", "none").env("GIT_NO_LAZY_FETCH", "1");
        command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// Ranges of commits that are asked about again and again.
pub struct Ranges<'a> {
    repository: &'a Repository,
    known: BTreeMap<String, BTreeSet<String>>,
}

impl Ranges<'_> {
    pub fn of(repository: &Repository) -> Ranges<'_> {
        Ranges { repository, known: BTreeMap::new() }
    }

    /// Whether a commit is in a range.
    pub fn has(&mut self, range: &str, hash: &str) -> Result<bool> {
        if !self.known.contains_key(range) {
            let hashes = self.repository.hashes(range).with_context(|| format!("revisions {range}"))?;
            self.known.insert(range.to_string(), hashes);
        }
        Ok(self.known[range].contains(hash))
    }
}

/// Contents of files, by their hashes.
pub struct Blobs {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Blobs {
    pub fn read(&mut self, hash: &str) -> Result<Vec<u8>> {
        writeln!(self.input, "{hash}").and_then(|()| self.input.flush()).context("cannot talk to git")?;
        let mut head = String::new();
        self.output.read_line(&mut head).context("cannot talk to git")?;
        let size = head.trim_end().rsplit(' ').next().and_then(|size| size.parse::<u64>().ok());
        let Some(size) = size.filter(|_| head.contains(" blob ")) else {
            bail!("the repository lacks {hash}")
        };
        if size > MOST_BYTES {
            bail!("{hash} is too large");
        }
        // With the end of the line behind it.
        let mut bytes = vec![0; size as usize + 1];
        self.output.read_exact(&mut bytes).context("cannot talk to git")?;
        bytes.pop();
        Ok(bytes)
    }
}

impl Drop for Blobs {
    fn drop(&mut self) {
        // It has nothing to lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
