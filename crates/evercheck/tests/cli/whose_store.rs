//! Whose store is used: a record decides verdicts, so one that a stranger may have made is left alone unless it is named.
//!
//! Strangers are made with `chown`, which takes root; without it those tests say that they show nothing.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::run::{Outcome, assert_contains, evercheck, outcome};

/// Nobody's number, where the tests run as somebody else.
const STRANGER: u32 = 65534;

const PROGRAM: &str = "\
#include <assert.h>
#include <evercheck.h>
static int twice(int x) { return x + x; }
int main(void) {
    int x = evercheck_choose(0, 9);
    assert(twice(x) == 2 * x);
    return 0;
}
";

/// A folder outside any repository, removed at the end.
struct Outside(PathBuf);

impl Outside {
    fn new(test: &str) -> Outside {
        let path = std::env::temp_dir().join(format!("evercheck-whose-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("a.c"), PROGRAM).unwrap();
        Outside(path.canonicalize().unwrap())
    }

    /// The same with a store of one run, if it can be given to a stranger.
    fn with_store(test: &str) -> Option<Outside> {
        let folder = Outside::new(test);
        check_in(&folder.0).found_nothing();
        let is_root = give(&folder.0.join("a.c"), STRANGER).is_ok();
        if !is_root {
            eprintln!("SKIPPED: {test} needs root, to make files of another user");
        }
        is_root.then_some(folder)
    }

    fn store(&self) -> PathBuf {
        self.0.join(".evercheck")
    }

    fn folder(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn command(&self, line: &str) -> Command {
        let mut command = evercheck();
        command.current_dir(&self.0).args(line.split_whitespace());
        command
    }

    fn run(&self, line: &str) -> Outcome {
        outcome(self.command(line))
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What came of a check, and what it said.
#[derive(Debug)]
struct Checked {
    is_known: bool,
    said: String,
}

impl Checked {
    #[track_caller]
    fn of(outcome: Outcome) -> Checked {
        let json: Value = serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:#?}"));
        assert_eq!(json["verdict"], "true", "{outcome:#?}");
        let executed = json["stats"]["transitions_executed"].as_u64().unwrap();
        Checked { is_known: executed == 0, said: outcome.stderr }
    }

    #[track_caller]
    fn found_nothing(self) -> Checked {
        assert!(!self.is_known, "{self:#?}");
        self
    }

    #[track_caller]
    fn found_everything(self) -> Checked {
        assert!(self.is_known, "{self:#?}");
        self
    }

    #[track_caller]
    fn says(self, parts: &[&str]) -> Checked {
        assert_contains(&self.said, parts);
        self
    }

    #[track_caller]
    fn says_nothing(self) -> Checked {
        assert_eq!(self.said, "");
        self
    }
}

/// The program as a file of this folder, checked in it.
#[track_caller]
fn check_in(folder: &Path) -> Checked {
    fs::write(folder.join("a.c"), PROGRAM).unwrap();
    let mut command = evercheck();
    command.current_dir(folder).args(["check", "--format", "json", "a.c"]);
    Checked::of(outcome(command))
}

fn give(path: &Path, user: u32) -> std::io::Result<()> {
    lchown(path, Some(user), Some(user))
}

/// All files and folders of a folder, itself among them, links not followed.
fn everything(path: &Path) -> Vec<PathBuf> {
    let mut all = vec![path.to_path_buf()];
    if fs::symlink_metadata(path).unwrap().is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            all.extend(everything(&entry.unwrap().path()));
        }
    }
    all
}

fn give_all(path: &Path, user: u32) {
    everything(path).iter().for_each(|path| give(path, user).unwrap());
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn segment(store: &Path) -> PathBuf {
    everything(&store.join("cas")).into_iter().find(|path| path.is_file()).unwrap()
}

const HOW_TO_ACCEPT: &str = "unless the store is named (--store or EVERCHECK_STORE)";

#[test]
fn outside_a_repository_only_the_current_folder_counts() {
    let above = Outside::new("outside");
    check_in(&above.0).found_nothing().says_nothing();
    let below = above.folder("below");
    check_in(&below).found_nothing().says_nothing();
    assert!(below.join(".evercheck").is_dir());
    check_in(&below).found_everything().says_nothing();
    let mut command = above.command("store ls");
    command.current_dir(above.folder("empty"));
    assert_contains(&outcome(command).input_error(), &["there is no store"]);
}

#[test]
fn no_store_above_the_root_of_a_repository_is_used() {
    let above = Outside::new("root");
    check_in(&above.0).found_nothing();
    for (name, is_file) in [("folder", false), ("file", true)] {
        let root = above.folder(name);
        match is_file {
            // As in a worktree or a submodule.
            true => fs::write(root.join(".git"), "gitdir: elsewhere\n").unwrap(),
            false => fs::create_dir(root.join(".git")).unwrap(),
        }
        let deep = above.folder(&format!("{name}/src/deep"));
        check_in(&deep).found_nothing().says_nothing();
        assert!(deep.join(".evercheck").is_dir());
    }
}

#[test]
fn check_says_which_store_it_used_if_it_is_neither_here_nor_at_the_root() {
    let repository = Outside::new("which");
    repository.folder(".git");
    let (middle, deep) = (repository.folder("src"), repository.folder("src/deep"));
    check_in(&repository.0).found_nothing().says_nothing();
    check_in(&deep).found_everything().says_nothing();
    fs::rename(repository.store(), middle.join(".evercheck")).unwrap();
    let path = middle.join(".evercheck");
    let used = format!("the store is {}", path.display());
    check_in(&deep).found_everything().says(&["note: ", &used]);
    check_in(&middle).found_everything().says_nothing();
    // Once, also if both engines ask.
    let both = "int f(int n) { return n > 3 ? 3 : n; }\nint main(void) { int __VERIFIER_nondet_int(void); return f(__VERIFIER_nondet_int()); }\n";
    fs::write(deep.join("both.c"), both).unwrap();
    let mut command = repository.command("check --engine auto both.c");
    command.current_dir(&deep);
    let told = outcome(command);
    assert_eq!(told.stderr.matches(&used).count(), 1, "{told:#?}");
    let mut command = repository.command("check --format json a.c");
    command.env("EVERCHECK_STORE", &path);
    Checked::of(outcome(command)).found_everything().says(&[&used]);
    let line = format!("-q check --format json --store {} a.c", path.display());
    Checked::of(repository.run(&line)).found_everything().says_nothing();
    Checked::of(repository.run("check --format json --store mine a.c")).found_nothing().says_nothing();
}

#[test]
fn a_strangers_store_is_used_only_if_it_is_named() {
    let Some(folder) = Outside::with_store("stranger") else { return };
    let before = everything(&folder.store()).len();
    give_all(&folder.store(), STRANGER);
    let store = folder.store().display().to_string();
    let warning = ["warning: ", &store, "belongs to nobody", HOW_TO_ACCEPT];
    check_in(&folder.0).found_nothing().says(&warning);
    // Nothing is recorded either: there is no other place.
    check_in(&folder.0).found_nothing().says(&warning);
    for command in ["ls", "verify", "gc"] {
        let error = folder.run(&format!("store {command}")).input_error();
        assert_contains(&error, &warning);
    }
    fs::write(folder.0.join("b.c"), PROGRAM.replace("x + x", "x * 3 - x")).unwrap();
    let diff = folder.run("diff a.c b.c");
    assert_contains(&diff.stderr, &warning);
    assert!(!diff.stdout.contains("run 1"), "{diff:#?}");
    assert_eq!(everything(&folder.store()).len(), before, "a stranger's store was written to");

    assert_contains(&folder.run("store ls --store .evercheck").success(), &["1 run"]);
    let mut command = folder.command("check --format json a.c");
    command.env("EVERCHECK_STORE", ".evercheck");
    Checked::of(outcome(command)).found_everything().says_nothing();
    Checked::of(folder.run("check --format json --store .evercheck a.c")).found_everything().says_nothing();
}

#[test]
fn a_strangers_store_in_the_way_is_passed_over() {
    let Some(repository) = Outside::with_store("way") else { return };
    repository.folder(".git");
    let (middle, deep) = (repository.folder("src"), repository.folder("src/deep"));
    fs::create_dir(middle.join(".evercheck")).unwrap();
    give(&middle.join(".evercheck"), STRANGER).unwrap();
    check_in(&deep).found_everything().says(&["src/.evercheck", "belongs to nobody", HOW_TO_ACCEPT]);
    // Without one of ours above there is a new one, and then nothing more to say.
    fs::remove_dir_all(repository.store()).unwrap();
    check_in(&deep).found_nothing().says(&["belongs to nobody"]);
    check_in(&deep).found_everything().says_nothing();
}

#[test]
fn a_link_to_a_strangers_store_is_not_used() {
    let Some(folder) = Outside::with_store("link") else { return };
    let place = folder.folder("place");
    symlink(folder.store(), place.join(".evercheck")).unwrap();
    check_in(&place).found_everything();
    // A link of the stranger's to a store of ours: where results come from is not for strangers to say.
    give(&place.join(".evercheck"), STRANGER).unwrap();
    check_in(&place).found_nothing().says(&["place/.evercheck", "belongs to nobody", HOW_TO_ACCEPT]);
    give(&place.join(".evercheck"), 0).unwrap();
    give_all(&folder.store(), STRANGER);
    check_in(&place).found_nothing().says(&["place/.evercheck", "belongs to nobody", HOW_TO_ACCEPT]);
}

#[test]
fn a_catalogue_or_folder_of_a_strangers_makes_the_store_unusable() {
    let Some(folder) = Outside::with_store("catalogue") else { return };
    for part in ["catalogue-1.db", "cas", "journals", "tmp", "aside"] {
        let path = folder.store().join(part);
        give(&path, STRANGER).unwrap();
        let path = path.display().to_string();
        check_in(&folder.0).found_nothing().says(&[&path, "belongs to nobody", HOW_TO_ACCEPT]);
        assert_contains(&folder.run("store ls").input_error(), &[&path, "belongs to nobody"]);
        Checked::of(folder.run("check --format json --no-record --store .evercheck a.c")).found_everything();
        give_all(&folder.store(), 0);
        check_in(&folder.0).found_everything().says_nothing();
    }
    for part in ["catalogue-1.db", "cas"] {
        let (path, elsewhere) = (folder.store().join(part), folder.0.join("elsewhere"));
        fs::rename(&path, &elsewhere).unwrap();
        symlink(&elsewhere, &path).unwrap();
        check_in(&folder.0).found_nothing().says(&[part, "is a symbolic link", HOW_TO_ACCEPT]);
        fs::remove_file(&path).unwrap();
        fs::rename(&elsewhere, &path).unwrap();
        check_in(&folder.0).found_everything().says_nothing();
    }
    // What SQLite keeps beside it is part of it: runs that were added last.
    for name in ["catalogue-1.db-wal", "catalogue-1.db-shm", "catalogue-1.db-journal"] {
        let path = folder.store().join(name);
        fs::write(&path, "").unwrap();
        give(&path, STRANGER).unwrap();
        check_in(&folder.0).found_nothing().says(&[name, "belongs to nobody"]);
        fs::remove_file(&path).unwrap();
    }
    // One that would count as newer.
    let path = folder.store().join("catalogue-2.db");
    fs::copy(folder.store().join("catalogue-1.db"), &path).unwrap();
    give(&path, STRANGER).unwrap();
    check_in(&folder.0).found_nothing().says(&["catalogue-2.db", "belongs to nobody"]);
}

#[test]
fn a_strangers_segment_is_not_used() {
    let Some(folder) = Outside::with_store("segment") else { return };
    let path = segment(&folder.store());
    let name = path.display().to_string();
    give(&path, STRANGER).unwrap();
    assert_eq!(folder.run("store verify").status, Some(1));
    assert_contains(&folder.run("store verify").stdout, &[&name, "belongs to nobody"]);
    Checked::of(folder.run("check --format json --no-record --store .evercheck a.c")).found_everything();
    check_in(&folder.0).found_nothing().says(&["warning: ", &name, "belongs to nobody", HOW_TO_ACCEPT]);
    // What was found out again has taken its place.
    check_in(&folder.0).found_everything().says_nothing();
    let parent = path.parent().unwrap();
    give(parent, STRANGER).unwrap();
    check_in(&folder.0).found_nothing().says(&[&*parent.to_string_lossy(), "belongs to nobody"]);
    give(parent, 0).unwrap();

    let elsewhere = folder.0.join("elsewhere");
    fs::rename(&path, &elsewhere).unwrap();
    symlink(&elsewhere, &path).unwrap();
    check_in(&folder.0).found_nothing().says(&[&name, "is a symbolic link", HOW_TO_ACCEPT]);
}

#[test]
fn a_strangers_journal_is_not_used() {
    let Some(folder) = Outside::with_store("journal") else { return };
    let json = folder.run("store ls --format json").success();
    let json: Value = serde_json::from_str(&json).unwrap();
    let key = json["runs"][0]["key"].as_str().unwrap();
    let path = folder.store().join("journals").join(format!("{key}-0123456789abcdef"));
    fs::write(&path, "a journal that is damaged would be set aside").unwrap();
    give(&path, STRANGER).unwrap();
    check_in(&folder.0).found_everything().says(&["journals/", "belongs to nobody", HOW_TO_ACCEPT]);
    assert!(path.exists());
    assert_contains(&folder.run("store verify").stdout, &["journals/", "belongs to nobody"]);
}

#[test]
fn a_store_that_is_open_to_others_is_used_only_if_it_is_named() {
    let folder = Outside::new("open");
    check_in(&folder.0).found_nothing();
    for mode in [0o770, 0o702, 0o777, 0o755, 0o710] {
        set_mode(&folder.store(), mode);
        let said = format!("is open to others (mode {mode:04o})");
        check_in(&folder.0).found_nothing().says(&["warning: ", &said, HOW_TO_ACCEPT]);
        assert_contains(&folder.run("store ls").input_error(), &[&said]);
        Checked::of(folder.run("check --format json --store .evercheck a.c")).found_everything();
    }
    set_mode(&folder.store(), 0o700);
    check_in(&folder.0).found_everything().says_nothing();
    for part in ["cas", "catalogue-1.db", "segment"] {
        let path = if part == "segment" { segment(&folder.store()) } else { folder.store().join(part) };
        let mode = fs::metadata(&path).unwrap().mode() & 0o777;
        set_mode(&path, mode | 0o020);
        check_in(&folder.0).found_nothing().says(&[&*path.to_string_lossy(), "is open to others"]);
        set_mode(&path, mode);
        check_in(&folder.0).found_everything().says_nothing();
    }
}

#[test]
fn an_empty_folder_made_for_it_becomes_the_store() {
    let repository = Outside::new("empty");
    repository.folder(".git");
    let below = repository.folder("below");
    for mode in [0o755, 0o775] {
        fs::create_dir(repository.store()).unwrap();
        set_mode(&repository.store(), mode);
        check_in(&below).found_nothing().says_nothing();
        assert_eq!(fs::metadata(repository.store()).unwrap().mode() & 0o7777, 0o700);
        check_in(&repository.0).found_everything().says_nothing();
        fs::remove_dir_all(repository.store()).unwrap();
    }
}

/// Whoever can propose a change could otherwise send the record along in which it is right.
#[test]
fn a_record_that_came_with_a_checkout_is_not_used() {
    let folder = Outside::new("checkout");
    check_in(&folder.0).found_nothing();
    let as_git_does = |path: &Path| set_mode(path, if path.is_dir() { 0o755 } else { 0o644 });
    everything(&folder.store()).iter().for_each(|path| as_git_does(path));
    check_in(&folder.0).found_nothing().says(&[".evercheck: is open to others", HOW_TO_ACCEPT]);
    // Also if it came into a store that was there already: as a newer catalogue, or as the folder of a segment.
    set_mode(&folder.store(), 0o700);
    check_in(&folder.0).found_nothing().says(&["is open to others"]);
    everything(&folder.store())
        .iter()
        .for_each(|path| set_mode(path, if path.is_dir() { 0o700 } else { 0o600 }));
    check_in(&folder.0).found_everything().says_nothing();
    let (catalogue, newer) = (folder.store().join("catalogue-1.db"), folder.store().join("catalogue-2.db"));
    fs::copy(&catalogue, &newer).unwrap();
    as_git_does(&newer);
    check_in(&folder.0).found_nothing().says(&["catalogue-2.db: is open to others"]);
    fs::remove_file(&newer).unwrap();
    as_git_does(segment(&folder.store()).parent().unwrap());
    check_in(&folder.0).found_nothing().says(&["cas/", "is open to others"]);
}

#[test]
fn a_new_store_is_private_whatever_the_umask() {
    for umask in ["000", "022", "277"] {
        let folder = Outside::new(&format!("umask-{umask}"));
        let mut command = Command::new("sh");
        let script = format!("umask {umask}; exec \"$0\" check a.c");
        command.current_dir(&folder.0).env_remove("EVERCHECK_STORE").args(["-c", &script]);
        command.arg(env!("CARGO_BIN_EXE_evercheck"));
        outcome(command).success();
        let all = everything(&folder.store());
        assert!(all.len() > 8, "{all:?}");
        for path in all {
            let metadata = fs::symlink_metadata(&path).unwrap();
            let expected = if metadata.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(metadata.mode() & 0o7777, expected, "umask {umask}: {}", path.display());
        }
    }
}

#[test]
fn root_under_sudo_uses_the_store_of_the_user_and_leaves_it_theirs() {
    let Some(folder) = Outside::with_store("sudo") else { return };
    let check = |words: &str| {
        let mut command = folder.command(&format!("check --format json {words}"));
        command.env("SUDO_UID", STRANGER.to_string());
        Checked::of(outcome(command))
    };
    let owners = || {
        let all = everything(&folder.store());
        all.iter().map(|path| fs::symlink_metadata(path).unwrap().uid()).collect::<Vec<_>>()
    };
    // A store of root's own is used as ever.
    check("a.c").found_everything().says_nothing();
    assert!(owners().iter().all(|owner| *owner == 0));
    give_all(&folder.store(), STRANGER);
    check("a.c").found_everything().says_nothing();
    check("-DOTHER --property no-overflow a.c").found_nothing().says_nothing();
    assert!(owners().iter().all(|owner| *owner == STRANGER), "{:?}", owners());
    // One that is new belongs to whom the folder does.
    give(&folder.0, STRANGER).unwrap();
    fs::remove_dir_all(folder.store()).unwrap();
    check("a.c").found_nothing().says_nothing();
    assert!(owners().iter().all(|owner| *owner == STRANGER), "{:?}", owners());
    // To anybody but root that variable means nothing, and root believes nobody else.
    let mut command = folder.command("check --format json a.c");
    command.env("SUDO_UID", (STRANGER - 1).to_string());
    Checked::of(outcome(command)).found_nothing().says(&["belongs to nobody"]);
}
