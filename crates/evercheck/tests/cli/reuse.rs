//! `check` on a store: what the next run executes again, and that nothing in a store changes a verdict.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{Outcome, Scratch, assert_contains, outcome};

/// 163 states.
const PROGRAM: &str = "\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int twice(int x) { return x + x; }
static int plus(int x) { return x + 1; }
static void add(int x) {
    pthread_mutex_lock(&lock);
    total += x;
    pthread_mutex_unlock(&lock);
}
static void *doubler(void *arg) {
    for (int i = 0; i < 4; i++) add(twice(i));
    return arg;
}
static void *adder(void *arg) {
    for (int i = 0; i < 4; i++) add(plus(i));
    return arg;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, doubler, 0);
    pthread_create(&threads[1], 0, adder, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(total == 22);
    return 0;
}
";

/// 51,669 states with these bounds.
const LONG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../subjects/rmc/rax_extended.c");
const BOUNDS: &str = "-DWC=1";

/// What does the same in other words.
fn neutral() -> String {
    PROGRAM.replace("x + 1", "x - -1")
}

/// What violates the assertion.
fn wrong() -> String {
    PROGRAM.replace("x + 1", "x + 2")
}

struct Project {
    scratch: Scratch,
}

#[derive(Debug)]
struct Run {
    status: Option<i32>,
    stderr: String,
    json: Value,
}

impl Run {
    #[track_caller]
    fn of(outcome: Outcome) -> Run {
        let json = serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:#?}"));
        Run { status: outcome.status, stderr: outcome.stderr, json }
    }

    fn stat(&self, name: &str) -> u64 {
        self.json["stats"][name].as_u64().unwrap_or_else(|| panic!("no {name} in {self:#?}"))
    }

    fn executed(&self) -> u64 {
        self.stat("transitions_executed")
    }

    fn base(&self) -> Option<&str> {
        self.json["reuse"]["base"].as_str()
    }

    fn changed(&self) -> Vec<&str> {
        let changed = self.json["reuse"]["ledger"]["changed"].as_array().unwrap();
        changed.iter().map(|name| name.as_str().unwrap()).collect()
    }

    #[track_caller]
    fn is(self, verdict: &str) -> Run {
        let status = if verdict == "true" { 0 } else { 1 };
        assert_eq!((&self.json["verdict"], self.status), (&verdict.into(), Some(status)), "{self:#?}");
        self
    }

    #[track_caller]
    fn says_nothing(self) -> Run {
        assert_eq!(self.stderr, "", "{self:#?}");
        self
    }

    #[track_caller]
    fn warns(self) -> Run {
        assert!(self.stderr.starts_with("warning: "), "{self:#?}");
        self
    }

    #[track_caller]
    fn executes(self, transitions: u64) -> Run {
        assert_eq!(self.executed(), transitions, "{self:#?}");
        self
    }
}

impl Project {
    fn new(test: &str) -> Project {
        let scratch = Scratch::new(&format!("reuse-{test}"));
        scratch.write("a.c", PROGRAM);
        Project { scratch }
    }

    fn store(&self) -> PathBuf {
        self.scratch.path.join(".evercheck")
    }

    /// The words of a command line, of which the last is the program.
    #[track_caller]
    fn check(&self, words: &str) -> Run {
        Run::of(self.scratch.run(&format!("check --format json {words}")))
    }

    #[track_caller]
    fn check_text(&self, source: &str) -> Run {
        self.scratch.write("a.c", source);
        self.check("a.c")
    }

    fn alone(&self, words: &str) -> Run {
        self.check(&format!("-j 1 --reuse off --no-record {words}"))
    }

    fn long(&self, words: &str) -> Run {
        // On a slow machine others would come, and execute some transitions to take something over.
        self.check(&format!("-j 1 {words} {BOUNDS} {LONG}"))
    }

    fn start_long(&self, words: &str) -> Child {
        let line = format!("check --format json {words} {BOUNDS} {LONG}");
        self.scratch.command(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn runs(&self) -> Vec<Value> {
        let text = self.scratch.run("store ls --format json").success();
        let list: Value = serde_json::from_str(&text).unwrap();
        list["runs"].as_array().unwrap().clone()
    }

    fn segments(&self) -> Vec<PathBuf> {
        files(&self.store().join("cas"))
    }

    fn journals(&self) -> Vec<PathBuf> {
        files(&self.store().join("journals"))
    }
}

/// All files in a folder and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

fn patch(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn an_unchanged_program_is_not_executed() {
    let project = Project::new("unchanged");
    let first = project.check("a.c").is("true").says_nothing().executes(195);
    assert_eq!((first.base(), first.stat("transitions")), (None, 195));
    let second = project.check("a.c").is("true").says_nothing().executes(0);
    assert_eq!((second.base(), second.changed().len()), (Some("run 1"), 0));
    let commented = format!("/* Nothing that matters. */\n{PROGRAM}");
    project.check_text(&commented).is("true").executes(0);
    let text = project.scratch.run("check a.c").success();
    assert_contains(
        &text,
        &["\nreused everything from run 3: nothing changed, nothing had to be executed\n"],
    );
}

#[test]
fn a_violation_is_found_again_with_its_counterexample() {
    let project = Project::new("violation");
    let violation = |run: &Run| {
        let properties = run.json["properties"].as_array().unwrap();
        properties.iter().find(|it| it["verdict"] == "false").unwrap()["violation"].clone()
    };
    project.scratch.write("a.c", wrong());
    let first = project.check("--engine explicit a.c").is("false(unreach-call)");
    let second = project.check("--engine explicit a.c").is("false(unreach-call)").says_nothing();
    assert_eq!(violation(&first), violation(&second));
    // The way to it is walked in the order of a search without a record.
    assert!(second.executed() <= 2 * first.executed(), "{second:#?}");
}

/// The record ends in a violation that is still there, and the change makes another one that a search meets before.
#[test]
fn a_known_violation_does_not_hide_one_that_is_met_first() {
    let project = Project::new("known-violation");
    let source = "\
#include <evercheck.h>
#include <assert.h>
static int zero, g;
int main(void) {
    int x = evercheck_choose(0, 3);
    assert(x != 3);
    if (x == 1)
        g = 1;
    return 0;
}
";
    project.check_text(source).is("false(unreach-call)");
    project.scratch.write("a.c", source.replace("g = 1", "g = 1 / zero"));
    project.alone("a.c").is("false(no-division-by-zero)");
    for mode in ["rmc", "isse", "delta"] {
        let words = format!("--no-record --audit full --reuse {mode} a.c");
        project.check(&words).is("false(no-division-by-zero)").says_nothing();
    }
}

/// A report without what it took and what was reused.
fn without_effort(text: &str) -> String {
    let is_effort = |line: &&str| {
        let words = ["reuse", "lost: ", "executed: ", "audit: "];
        words.iter().any(|word| line.starts_with(word)) || line.contains(", depth ")
    };
    text.lines().filter(|line| !is_effort(line)).collect::<Vec<_>>().join("\n")
}

/// Only time, memory and what was reused differ.
#[test]
fn the_report_is_the_same_whatever_the_store_holds() {
    let project = Project::new("same-report");
    let sources = [
        PROGRAM.to_string(),
        wrong(),
        neutral().replace("assert(total", "assert(total < 20 && total"),
        wrong().replace(
            "twice(int x) { return x + x; }",
            "twice(int x) { return x > 2 ? 1 / (total - total) : x; }",
        ),
        PROGRAM
            .replace("x + 1", "undefined(x)")
            .replace("static int plus", "int undefined(int);\nstatic int plus"),
    ];
    let report = |words: &str| {
        let text = project.scratch.run(&format!("check {words} a.c"));
        let once = if words.contains("--no-record") { "" } else { "--no-record" };
        let json = project.check(&format!("{words} {once} a.c"));
        let mut value = json.json.clone();
        value["stats"].take();
        value["reuse"].take();
        (without_effort(&text.stdout), text.status, text.stderr, value, json.status, json.stderr)
    };
    let orders = ["", "--keep-going", "--search bfs", "--search random --seed 3 --keep-going"];
    for order in [[0, 1, 2, 3, 4], [3, 1, 4, 0, 2]] {
        for at in order {
            project.scratch.write("a.c", &sources[at]);
            // Both engines, and who is first must not depend on the store either.
            let expected = report("--reuse off --no-record");
            assert_eq!(report(""), expected, "{}", sources[at]);
            let words = &format!("--engine explicit {}", orders[at % orders.len()]);
            let expected = report(&format!("{words} --reuse off --no-record"));
            for mode in ["rmc", "isse", "delta"] {
                let found = report(&format!("{words} --reuse {mode} --no-record --audit full"));
                assert_eq!(found, expected, "{mode} {words}\n{}", sources[at]);
            }
            assert_eq!(report(words), expected);
        }
    }
}

#[test]
fn a_change_is_named_and_only_what_it_affects_is_executed() {
    let project = Project::new("change");
    project.check("a.c").is("true");
    let run = project.check_text(&neutral()).is("true").says_nothing();
    assert_eq!((run.changed(), run.base()), (vec!["plus"], Some("run 1")));
    let executed = run.executed();
    assert!(executed > 0 && executed < 195, "{run:#?}");
    let ledger = &run.json["reuse"]["ledger"];
    let (all, held) = (ledger["footprints"].as_u64().unwrap(), ledger["footprints_held"].as_u64().unwrap());
    assert!(held > 0 && held < all, "{ledger}");
    project.scratch.write("a.c", PROGRAM.replace("x + 1", "1 + x + 0"));
    let text = project.scratch.run("-v check a.c").success();
    assert_contains(
        &text,
        &["\nreused ", " % of ", "; 1 function changed (plus)\n", "recorded footprints that hold: "],
    );
}

#[test]
fn a_report_says_what_a_change_costs_and_why_and_so_does_diff_before_it() {
    let text = "#include <evercheck.h>
        struct queue { int head; int lock; };
        static struct queue queue;
        static int seen;
        static void enter(int n) { queue.lock = n; seen++; }
        int main(void) {
            for (int i = 0; i < 3; i++) if (evercheck_choose(0, 2) == 1) enter(i);
            return evercheck_choose(0, 1);
        }";
    let project = Project::new("why");
    project.scratch.write("a.c", text);
    project
        .scratch
        .write("b.c", text.replace("int lock; }", "int other; int lock; }").replace("0, 2)", "0, 3)"));
    project.check("a.c").is("true");
    // They stand for all that depends on them, so they may be more in sum than is lost.
    let lines = "\nlost: `lock` moved in struct queue: 7 of 36 recorded transitions\nlost: \
                 `main` has other values to choose from: 7 recorded states\n";
    let differences = project.scratch.run("diff a.c b.c");
    assert_contains(&differences.stdout, &[lines]);
    let differences: Value =
        serde_json::from_str(&project.scratch.run("diff --format json a.c b.c").stdout).unwrap();
    project.scratch.write("a.c", std::fs::read_to_string(project.scratch.path.join("b.c")).unwrap());
    assert_contains(&project.scratch.run("check --no-record --report a.html a.c").success(), &[lines]);
    let page = std::fs::read_to_string(project.scratch.path.join("a.html")).unwrap();
    assert_contains(&page, &["`lock` moved in struct queue: 7 of 36 recorded transitions"]);
    let losses = project.check("a.c").json["reuse"]["ledger"]["losses"].take();
    assert_eq!(losses, differences["record"]["losses"]);
    assert_eq!((&losses["transitions"], &losses["transitions_lost"]), (&36.into(), &7.into()));
    let first = &losses["changes"][0];
    assert_eq!((&first["kind"], &first["transitions"]), (&"field".into(), &7.into()), "{losses}");
    assert_eq!(first["change"], "`lock` moved in struct queue");
}

#[test]
fn a_revert_costs_nothing() {
    let project = Project::new("revert");
    project.check_text(PROGRAM).is("true");
    project.check_text(&wrong()).is("false(unreach-call)");
    project.check_text(PROGRAM).is("true").executes(0);
    project.check_text(&neutral()).is("true");
    project.check_text(PROGRAM).is("true").executes(0);
    project.check_text(&neutral()).is("true").executes(0);
}

#[test]
fn all_modes_come_to_the_same_verdicts() {
    let project = Project::new("modes");
    project.check("a.c").is("true");
    for (source, verdict) in [(PROGRAM.into(), "true"), (neutral(), "true"), (wrong(), "false(unreach-call)")]
    {
        project.scratch.write("a.c", source);
        let expected = project.alone("a.c").is(verdict).json["properties"].clone();
        let verdicts = |properties: &Value| {
            let of = |property: &Value| (property["name"].clone(), property["verdict"].clone());
            properties.as_array().unwrap().iter().map(of).collect::<Vec<_>>()
        };
        for mode in ["off", "rmc", "isse", "delta", "auto"] {
            let run = project.check(&format!("--no-record --reuse {mode} a.c")).is(verdict).says_nothing();
            assert_eq!(verdicts(&run.json["properties"]), verdicts(&expected), "{mode}");
            let name = if mode == "auto" { "delta" } else { mode };
            assert_eq!(run.json["reuse"]["mode"], name);
            assert_eq!(run.base().is_some(), mode != "off", "{mode}");
        }
    }
    assert_eq!(project.runs().len(), 1);
}

#[test]
fn a_function_counts_as_changed_if_somebody_says_so() {
    let project = Project::new("by-hand");
    project.check("a.c").is("true");
    let run = project.check("--changed plus,add a.c").is("true");
    assert_eq!(run.changed(), ["plus", "add"]);
    assert!(run.executed() > 0);
    // What is written down twice is kept once.
    project.check_text(&neutral()).is("true");
    project.check("--changed plus a.c").is("true");
    for run in project.runs() {
        let layers: Vec<String> = run["layers"].as_array().unwrap().iter().map(ToString::to_string).collect();
        let distinct: rustc_hash::FxHashSet<&String> = layers.iter().collect();
        assert_eq!(distinct.len(), layers.len(), "{layers:?}");
    }
    let error = project.scratch.run("check --changed pluss a.c").input_error();
    assert_contains(&error, &["--changed: the program has no function pluss"]);
}

#[test]
fn nothing_is_kept_if_nothing_is_to_be() {
    let project = Project::new("no-record");
    project.check("--no-record a.c").is("true").says_nothing();
    project.check("a.c").is("true").executes(195);
    project.check_text(&neutral()).is("true");
    let (runs, segments) = (project.runs().len(), project.segments());
    project.check_text(&wrong());
    project.scratch.write("a.c", PROGRAM.replace("x + 1", "x + 3"));
    let before = (project.runs().len(), project.segments().len());
    assert_eq!(before, (runs + 1, segments.len() + 1));
    project.check("--no-record a.c").is("false(unreach-call)");
    assert_eq!((project.runs().len(), project.segments().len()), before);
    // Without reuse and record there is no store at all.
    let elsewhere = Project::new("no-store");
    elsewhere.alone("a.c").is("true").executes(195);
    assert!(!elsewhere.store().exists());
}

#[test]
fn what_is_reused_can_be_audited() {
    let project = Project::new("audit");
    project.check("a.c").is("true");
    let audited = |run: Run| run.json["reuse"]["ledger"]["audited"].as_u64().unwrap();
    assert_eq!(audited(project.check("--audit full a.c").is("true").says_nothing()), 195);
    assert_eq!(audited(project.check("--audit off a.c").is("true")), 0);
    assert!(audited(project.check("a.c").is("true")) > 0);
    project.scratch.write("a.c", neutral());
    let known = audited(project.check("--audit full --no-record a.c").is("true").says_nothing());
    assert!(known > 0 && known < 195, "{known}");
    let text = project.scratch.run("check --audit full a.c").success();
    assert_contains(
        &text,
        &[&format!("\naudit: {known} recorded transitions executed again, with the same result\n")],
    );
    project.scratch.write("b.c", "int main(void) { return 0; }\n");
    let text = project.scratch.run("check --audit full --store new b.c").success();
    assert_contains(&text, &["\naudit: nothing was reused, so there was nothing to compare\n"]);
    assert!(!text.contains("0 of 0"), "{text}");
}

#[test]
fn a_run_that_meets_a_limit_is_resumed() {
    let project = Project::new("limit");
    let whole = project.alone(&format!("{BOUNDS} {LONG}")).is("true").executed();
    let cut = project.long("--max-states 20000");
    assert_eq!((&cut.json["verdict"], cut.status), (&"unknown(states)".into(), Some(3)));
    let rest = project.long("").is("true").says_nothing().executed();
    assert!(rest > 0 && rest + 20_000 < whole, "{rest} of {whole} after {}", cut.executed());
    project.long("").is("true").executes(0);
}

#[test]
fn a_run_that_is_interrupted_is_resumed() {
    let project = Project::new("interrupt");
    let whole = project.alone(&format!("{BOUNDS} {LONG}")).is("true").executed();
    let child = project.start_long("--journal-interval 10ms");
    wait_for_journal(&project, &child);
    send("-INT", &child);
    let cut = Run::of(Outcome::from(child.wait_with_output().unwrap()));
    let rest = project.long("").is("true").says_nothing().executed();
    assert!(rest < whole, "{rest} of {whole}");
    // On a fast machine it may have come to its end before.
    assert_eq!(cut.status, Some(if rest == 0 { 0 } else { 130 }), "{cut:#?}");
    assert_eq!(project.journals(), Vec::<PathBuf>::new());
}

fn send(signal: &str, child: &Child) {
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
}

fn wait_for_journal(project: &Project, child: &Child) {
    let start = Instant::now();
    let size = || -> u64 {
        project.journals().iter().filter_map(|path| path.metadata().ok()).map(|it| it.len()).sum()
    };
    while 100_000 > size() {
        assert!(start.elapsed() < Duration::from_secs(60), "{} writes no journal", child.id());
        if !Path::new(&format!("/proc/{}/fd/1", child.id())).exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_run_that_is_killed_leaves_what_it_had() {
    let project = Project::new("kill");
    let whole = project.alone(&format!("{BOUNDS} {LONG}")).is("true").executed();
    let mut last = whole;
    // Of several workers, too, with a record to build on and without.
    for (round, jobs) in (0..).zip([3, 1, 2, 1]) {
        let mut child = project.start_long(&format!("--journal-interval 1ms -j {jobs}"));
        if round == 0 {
            wait_for_journal(&project, &child);
        } else {
            std::thread::sleep(Duration::from_millis(67 * round));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let journal = project.journals().first().map_or(0, |path| path.metadata().unwrap().len());
        let rest = project.long("--no-record").is("true").says_nothing().executed();
        // What workers hand on in pieces leaves states open in between; to go back to these is executed as well.
        let is_bounded = rest <= last + whole / 4;
        // Later journals may hold what was known before, and no more if the run was killed early.
        let has_news = round > 0 || journal < 1_000_000 || rest < last;
        assert!(is_bounded && has_news, "{rest}, {last}, {whole}, {journal}");
        assert_eq!(project.journals().len(), 0);
        last = rest;
    }
    assert!(last < whole);
    project.long("--audit full").is("true").says_nothing();
    project.long("").is("true").executes(0);
}

#[test]
fn processes_share_a_store() {
    let project = Project::new("together");
    let sources = [PROGRAM.to_string(), neutral(), wrong(), PROGRAM.to_string()];
    let start = |index: usize| {
        let line = format!("check --format json --journal-interval 0s {index}.c");
        project.scratch.command(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for (index, source) in sources.iter().enumerate() {
        project.scratch.write(&format!("{index}.c"), source);
    }
    for _ in 0..2 {
        let children: Vec<Child> = (0..sources.len()).map(start).collect();
        for (index, child) in children.into_iter().enumerate() {
            let verdict = if index == 2 { "false(unreach-call)" } else { "true" };
            Run::of(Outcome::from(child.wait_with_output().unwrap())).is(verdict).says_nothing();
        }
    }
    assert_eq!(project.runs().len(), 8);
    assert_contains(&project.scratch.run("store verify").success(), &["intact"]);
    project.check("0.c").is("true").executes(0);
    project.check("1.c").is("true").executes(0);
}

/// A store with two layers is damaged; the next runs of both revisions say what they have to.
#[track_caller]
fn damaged(test: &str, damage: impl FnOnce(&Project)) -> [Run; 2] {
    let project = Project::new(test);
    project.check("a.c").is("true");
    project.check_text(&neutral()).is("true");
    damage(&project);
    let first = project.check("a.c").is("true");
    let second = project.check_text(&wrong()).is("false(unreach-call)");
    for (source, verdict) in [(neutral(), "true"), (PROGRAM.to_string(), "true")] {
        project.check_text(&source).is(verdict);
    }
    [first, second]
}

#[test]
fn damaged_segments_cost_only_time() {
    let [first, second] = damaged("cut", |project| {
        project.segments().iter().for_each(|path| patch(path, |bytes| bytes.truncate(bytes.len() - 1)));
    });
    first.warns().executes(195);
    second.says_nothing();
    let [first, _] = damaged("empty", |project| {
        project.segments().iter().for_each(|path| patch(path, Vec::clear));
    });
    first.warns().executes(195);
    for (step, at) in [0, 10, 70, 4090, 4100, 6000, 9000].into_iter().enumerate() {
        let [first, _] = damaged(&format!("flip-{step}"), |project| {
            project.segments().iter().for_each(|path| patch(path, |bytes| bytes[at] ^= 4));
        });
        first.warns().executes(195);
    }
    let [first, _] = damaged("gone", |project| {
        project.segments().iter().for_each(|path| fs::remove_file(path).unwrap());
    });
    first.executes(195);
}

#[test]
fn a_record_without_its_older_layer_is_used_and_built_upon() {
    let project = Project::new("older");
    project.check("a.c").is("true");
    let older = project.segments();
    project.check_text(&neutral()).is("true");
    older.iter().for_each(|path| patch(path, |bytes| bytes[5000] ^= 1));
    let run = project.check("a.c").is("true").warns();
    assert_eq!(run.stderr.lines().count(), 1, "{run:#?}");
    assert!(run.executed() > 0 && run.executed() < 195, "{run:#?}");
    project.check("a.c").is("true").says_nothing().executes(0);
}

#[test]
fn a_damaged_catalogue_costs_only_time() {
    let catalogue = |project: &Project| project.store().join("catalogue-1.db");
    let [first, second] = damaged("catalogue", |project| fs::write(catalogue(project), "nonsense").unwrap());
    first.warns().executes(195);
    second.says_nothing();
    let [first, _] = damaged("catalogue-cut", |project| {
        patch(&catalogue(project), |bytes| bytes.truncate(bytes.len() - 4096));
    });
    first.warns().executes(195);
    let [first, _] = damaged("catalogue-flips", |project| {
        patch(&catalogue(project), |bytes| bytes.iter_mut().skip(4200).step_by(97).for_each(|it| *it ^= 16));
    });
    first.warns();
    let [first, second] = damaged("catalogue-newer", |project| {
        patch(&catalogue(project), |bytes| bytes[63] = 99);
    });
    for run in [first, second] {
        assert_contains(&run.warns().stderr, &["nothing is reused or recorded", "a newer Evercheck"]);
    }
    let [first, _] = damaged("catalogue-gone", |project| fs::remove_file(catalogue(project)).unwrap());
    first.executes(195);
}

#[test]
fn foreign_files_do_no_harm() {
    let [first, second] = damaged("foreign", |project| {
        let store = project.store();
        fs::create_dir_all(store.join("cas/zz")).unwrap();
        for name in ["notes", "cas/notes", "cas/zz/notes", "journals/notes", "tmp/notes"] {
            fs::write(store.join(name), "mine").unwrap();
        }
    });
    first.says_nothing().executes(0);
    second.says_nothing();
}

#[test]
fn a_damaged_journal_costs_only_time() {
    let project = Project::new("journal");
    for round in 0..3 {
        let mut child = project.start_long("--journal-interval 1ms");
        wait_for_journal(&project, &child);
        child.kill().unwrap();
        child.wait().unwrap();
        for journal in project.journals() {
            patch(&journal, |bytes| match round {
                0 => bytes[60] ^= 1,
                1 => bytes.truncate(bytes.len() / 2),
                _ => bytes.iter_mut().skip(60_000).step_by(10_000).for_each(|byte| *byte ^= 1),
            });
        }
        let run = project.long("--no-record").is("true");
        assert!(round == 0 || run.stderr.is_empty(), "{run:#?}");
        assert_eq!(project.journals().len(), 0);
    }
}

#[test]
fn a_store_that_cannot_be_written_is_done_without() {
    let project = Project::new("read-only");
    project.scratch.write("file", "");
    for folder in ["file", "file/store", "/proc/store"] {
        let run = project.check(&format!("--store {folder} a.c")).is("true").warns().executes(195);
        assert_contains(&run.stderr, &["warning: nothing is reused or recorded: "]);
    }
    fs::create_dir(project.scratch.path.join("full")).unwrap();
    project.scratch.write("full/notes", "mine");
    let run = project.check("--store full a.c").is("true").warns();
    assert_contains(&run.stderr, &["is not empty and not a store"]);
    let folder = project.scratch.path.join("closed");
    fs::create_dir(&folder).unwrap();
    let mut closed = fs::metadata(&folder).unwrap().permissions();
    closed.set_readonly(true);
    fs::set_permissions(&folder, closed).unwrap();
    // Nothing is closed to root.
    let is_closed = fs::write(folder.join("probe"), "").is_err();
    let _ = fs::remove_file(folder.join("probe"));
    let run = project.check("--store closed/store a.c").is("true");
    assert_eq!(run.stderr.starts_with("warning: "), is_closed, "{run:#?}");
}

#[test]
fn a_store_is_named_by_the_environment_or_found_above() {
    let project = Project::new("place");
    let mut command = project.scratch.command("check --format json a.c");
    command.env("EVERCHECK_STORE", project.scratch.path.join("elsewhere"));
    Run::of(outcome(command)).is("true").executes(195);
    assert!(!project.store().exists());
    project.check("--store elsewhere a.c").is("true").executes(0);
    project.check("a.c").is("true").executes(195);
    let below = project.scratch.path.join("below");
    fs::create_dir(&below).unwrap();
    let mut command = project.scratch.command("check --format json ../a.c");
    command.current_dir(&below);
    Run::of(outcome(command)).is("true").executes(0);
    assert!(!below.join(".evercheck").exists());
}

#[test]
fn a_base_is_chosen_by_what_programs_do() {
    let project = Project::new("base");
    project.check("a.c").is("true");
    project.scratch.write("renamed.c", PROGRAM);
    assert_eq!(project.check("renamed.c").is("true").executes(0).base(), Some("run 1"));
    let unrelated = "#include <evercheck.h>\nint main(void) { return evercheck_choose(0, 3) / 4; }\n";
    project.scratch.write("unrelated.c", unrelated);
    assert_eq!(project.check("unrelated.c").is("true").base(), None);
    // Other questions are other runs.
    assert_eq!(project.check("--property no-data-race a.c").is("true").base(), None);
    assert_eq!(project.check("--por off a.c").is("true").base(), None);
    assert_eq!(project.check("--search bfs a.c").is("true").executes(0).base(), Some("run 1"));
}

#[test]
fn ten_revisions_in_a_row_come_to_what_each_comes_to_alone() {
    let project = Project::new("chain");
    let edits: [(&str, &str); 10] = [
        ("x + 1", "1 + x"),
        ("total += x;", "total = total + x;"),
        ("x + x", "2 * x"),
        ("total == 22", "total == 23"),
        ("total == 23", "total == 22"),
        ("i < 4; i++) add(plus", "i < 3; i++) add(plus"),
        ("total == 22", "total <= 22"),
        ("static int total;", "static int total, spare;"),
        ("total = total + x;", "total = total + x; spare = x;"),
        ("1 + x", "x - -1"),
    ];
    let (mut source, mut merged, mut executed, mut alone) = (PROGRAM.to_string(), 0, 0, 0);
    project.check_text(&source).is("true");
    for (index, (from, to)) in edits.into_iter().enumerate() {
        assert!(source.contains(from), "{from}");
        source = source.replacen(from, to, 1);
        project.scratch.write("a.c", &source);
        let expected = project.alone("a.c");
        let run = project.check("a.c").says_nothing();
        assert_eq!(
            (&run.json["verdict"], run.status),
            (&expected.json["verdict"], expected.status),
            "after {to}"
        );
        project.check("--audit full --no-record a.c").says_nothing();
        let newest = project.runs().swap_remove(0);
        let layers = newest["layers"].as_array().unwrap().len();
        assert!(layers <= 2, "{newest}");
        merged += u32::from(layers == 1);
        executed += run.executed();
        alone += expected.executed();
        let bytes = newest["bytes"].as_u64().unwrap();
        assert!(bytes < 120_000, "{bytes} after {} revisions", index + 1);
    }
    assert!(merged > 0, "{merged}");
    assert!(executed < alone, "{executed} of {alone}");
    assert_contains(&project.scratch.run("store verify").success(), &["11 runs", "intact"]);
}

#[test]
fn the_report_for_programs_tells_what_was_reused() {
    let project = Project::new("json");
    let first = project.check("a.c").json;
    let expected = serde_json::json!({
        "mode": "delta", "base": null,
        "ledger": {
            "refused": null, "rejected": false, "changed": [], "footprints": 0, "footprints_held": 0, "audited": 0,
            "losses": { "transitions": 0, "transitions_lost": 0, "changes": [], "changes_left_out": 0 },
        },
    });
    assert_eq!(first["reuse"], expected);
    project.scratch.write("a.c", neutral());
    let second = project.check("a.c");
    let sum = second.stat("transitions_executed") + second.stat("transitions_reused");
    assert!(sum >= second.stat("transitions"), "{second:#?}");
    assert!(second.stat("states_pruned") > 0 && second.stat("states_rebuilt") > 0, "{second:#?}");
    let stats = &project.runs()[0]["stats"];
    assert_eq!(stats["executed"], second.stat("transitions_executed"));
    assert_eq!(stats["reused"], second.stat("transitions_reused"));
    let jumps = "#include <setjmp.h>\nstatic jmp_buf at;\nint main(void) { if (!setjmp(at)) longjmp(at, 1); return 0; }\n";
    project.scratch.write("jumps.c", jumps);
    let refused = project.check("jumps.c").is("true");
    assert_eq!(refused.json["reuse"]["mode"], "off");
    assert_contains(refused.json["reuse"]["ledger"]["refused"].as_str().unwrap(), &["longjmp"]);
}

/// A program that has nothing to do with those that were checked there is not told to differ from them.
#[test]
fn another_program_that_nothing_is_taken_from_is_not_told() {
    let scratch = Scratch::new("reuse-another");
    scratch.write("one.c", "#include <evercheck.h>\nint main(void) { return evercheck_choose(0, 3) - 3; }\n");
    scratch.write(
        "two.c",
        "#include <evercheck.h>\nstatic int twice(int n) { return 2 * n; }\n\
         int main(void) { int *p = 0, n = evercheck_choose(1, 6); p = &n; return twice(*p); }\n",
    );
    scratch.run("check one.c").success();
    let first = scratch.run("check two.c").success();
    assert!(!first.contains("reused") && !first.contains("lost:"), "{first}");
    scratch.write(
        "two.c",
        std::fs::read_to_string(scratch.path.join("two.c")).unwrap().replace("2 * n", "n + n"),
    );
    assert_contains(&scratch.run("check two.c").success(), &["from run 2", "1 function changed (twice)"]);
}

/// A record is that of one way of reduction, and is used again by it.
#[test]
fn with_por_alone_its_own_record_is_used() {
    let scratch = Scratch::new("reuse-alone");
    scratch.write("one.c", "#include <evercheck.h>\nint main(void) { return evercheck_choose(0, 3) - 3; }\n");
    scratch.run("check --engine explicit one.c").success();
    let first = scratch.run("check --engine explicit --por alone one.c").success();
    assert!(!first.contains("reused"), "{first}");
    let again = scratch.run("check --engine explicit --por alone --audit full one.c").success();
    assert_contains(&again, &["reused"]);
}
