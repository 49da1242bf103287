//! Programs with expected verdicts for the predicate engine: whatever it decides is right, it decides most of them, and
//! the explicit engine agrees wherever both decide. With summaries of procedures and without, verdicts are the same.
//!
//! `predicate.snapshot` holds what the engine says of each program, and with how many abstract states and questions to the
//! solver, so that lost precision is seen. It is changed for a reason only, which the commit names, by
//! `SNAPSHOT=write cargo test -p evercheck --test predicate every_verdict`.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/predicate");
/// Of all programs. A slow machine decides fewer in the same time.
const DECIDED: f64 = 0.55;
/// Each program is checked in these ways; the second, with summaries, is for folders whose programs have procedures to sum up.
const WAYS: [&[&str]; 3] =
    [&["--engine", "predicate"], &["--engine", "predicate", "--summaries", "all"], &["--engine", "explicit"]];
const SNAPSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/predicate.snapshot");
/// Programs that take more processor time than this have no numbers in the snapshot: each run would cost as much.
const QUICK: f64 = 0.5;
const WITH_PROCEDURES: [&str; 8] =
    ["callee", "function-pointer", "function-type", "global", "heap", "nested", "recursion", "sound"];

fn programs() -> Vec<PathBuf> {
    programs_in(Path::new(PROGRAMS))
}

/// The programs in the folders of a folder.
fn programs_in(folder: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files =
        folders.flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|it| it == "c")).collect();
    files.sort();
    files
}

fn expected(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let first = text.lines().next().unwrap_or("");
    first.strip_prefix("// expect: ").unwrap_or_else(|| panic!("{}: no verdict", file.display())).to_string()
}

/// What the program is checked for, and how.
fn options_of(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let given = text.lines().nth(1).and_then(|line| line.strip_prefix("// options: ")).unwrap_or("");
    let usual = if given.contains("--property") { "" } else { "--property unreach-call" };
    usual.split_whitespace().chain(given.split_whitespace()).map(String::from).collect()
}

/// The verdict of a run of the tool, and all that it said.
fn check(file: &Path, options: &[&str]) -> (String, String) {
    let own = options_of(file);
    run(file, &own.iter().map(String::as_str).chain(options.iter().copied()).collect::<Vec<_>>())
}

fn run(file: &Path, options: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_evercheck"));
    command.args(["check", "--no-record", "--reuse", "off"]).args(options).arg(file);
    let output = command.output().unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let verdict = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or("").to_string();
    assert!(output.status.code().is_some_and(|code| [0, 1, 3].contains(&code)), "{}: {text}", file.display());
    (verdict, text)
}

/// A line of the snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// No limit ends the search where the snapshot was made; what it did, if that is soon.
    Ends(String, Option<(u64, u64)>),
    Limited,
}

impl Line {
    fn parse(line: &str) -> Option<(String, Line)> {
        let words: Vec<&str> = line.split(' ').collect();
        let it = match words[1..] {
            ["-"] => Line::Limited,
            [verdict] => Line::Ends(verdict.into(), None),
            [verdict, nodes, "nodes", queries, "queries"] => {
                Line::Ends(verdict.into(), Some((nodes.parse().ok()?, queries.parse().ok()?)))
            }
            _ => return None,
        };
        Some((words[0].into(), it))
    }

    /// Of a report, with the processor time that it took.
    fn of(text: &str) -> (Line, f64) {
        let Some(report) = searched(text) else { return (Line::Limited, 0.0) };
        let number = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
        let done = (number("nodes"), number("smt_queries"));
        let took = parsed(text)["stats"]["cpu_s"].as_f64().unwrap_or(0.0);
        (Line::Ends(report["verdict"].as_str().unwrap_or("").into(), Some(done)), took)
    }

    /// Whether a run of today is as this says.
    fn allows(&self, today: &Line) -> bool {
        match (self, today) {
            (Line::Ends(verdict, None), Line::Ends(other, _)) => verdict == other,
            (Line::Ends(_, Some(_)), _) => self == today,
            // A slow machine decides fewer, a fast one more.
            (Line::Limited, _) | (_, Line::Limited) => true,
        }
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Line::Ends(verdict, Some((nodes, queries))) => {
                write!(f, "{verdict} {nodes} nodes {queries} queries")
            }
            Line::Ends(verdict, None) => f.write_str(verdict),
            Line::Limited => f.write_str("-"),
        }
    }
}

fn snapshot() -> BTreeMap<String, Line> {
    let text = std::fs::read_to_string(SNAPSHOT).unwrap_or_default();
    text.lines().map(|line| Line::parse(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

/// Folder and name of a program.
fn name(file: &Path) -> String {
    file.strip_prefix(PROGRAMS).unwrap().to_str().unwrap().to_string()
}

/// The verdict of the predicate engine, and what it did for it. What the snapshot has numbers of is not cut short where others
/// use the machine too.
fn look(file: &Path, limits: &[&str], held: Option<&Line>) -> (String, String, Line) {
    let run = |limits: &[&str]| check(file, &[WAYS[0], limits, &["--format", "json"]].concat()).1;
    let mut text = run(limits);
    let (mut line, mut took) = Line::of(&text);
    if line == Line::Limited && matches!(held, Some(Line::Ends(_, Some(_)))) {
        text = run(&["--time-limit", "60s"]);
        (line, took) = Line::of(&text);
    }
    if let Line::Ends(_, done) = &mut line
        && took > QUICK
        && !matches!(held, Some(Line::Ends(_, Some(_))))
    {
        *done = None;
    }
    (parsed(&text)["verdict"].as_str().unwrap_or("").to_string(), text, line)
}

#[test]
fn every_verdict_is_right_and_most_programs_get_one() {
    let (files, next) = (programs(), AtomicUsize::new(0));
    let is_written = std::env::var("SNAPSHOT").is_ok_and(|it| it == "write");
    let held = if is_written { BTreeMap::new() } else { snapshot() };
    let (seen, changed) = (Mutex::new(BTreeMap::new()), Mutex::new(Vec::new()));
    assert!(files.len() >= 650, "{} programs", files.len());
    let (decided, summarised, explored) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let expected = expected(file);
                    let folder = file.parent().and_then(Path::file_name).unwrap();
                    let is_summarised = WITH_PROCEDURES.iter().any(|it| folder == *it);
                    for (number, way) in WAYS.iter().enumerate().filter(|(it, _)| *it != 1 || is_summarised) {
                        // What is known to end in the limit is looked at for a wrong verdict, for as long as pays.
                        let is_limited = held.get(&name(file)) == Some(&Line::Limited);
                        let time = if is_limited { "200ms" } else { "2s" };
                        let limits = ["--time-limit", time, "--max-states", "2000"];
                        let (verdict, text) = match number {
                            0 => {
                                let held = held.get(&name(file));
                                // Written on a busy machine, it is the same.
                                let limits =
                                    if is_written { &["--cpu-limit", "2s"][..] } else { &limits[..] };
                                let (verdict, text, line) = look(file, limits, held);
                                if !is_written && !held.is_some_and(|held| held.allows(&line)) {
                                    let held = held.map_or("nothing".into(), Line::to_string);
                                    let change = format!("{}: {held} before, {line} now", name(file));
                                    changed.lock().unwrap().push(change);
                                }
                                seen.lock().unwrap().insert(name(file), line);
                                (verdict, text)
                            }
                            _ => check(file, &[&way[..], &limits[..]].concat()),
                        };
                        if verdict.starts_with("unknown(") {
                            continue;
                        }
                        if verdict != expected {
                            wrong.lock().unwrap().push(format!("{} by {way:?}: {text}", file.display()));
                        }
                        let count = [&decided, &summarised, &explored][number];
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let (wrong, decided) = (wrong.into_inner().unwrap(), decided.into_inner());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if is_written {
        let lines = seen.into_inner().unwrap().into_iter().map(|(name, line)| format!("{name} {line}\n"));
        std::fs::write(SNAPSHOT, lines.collect::<String>()).unwrap();
    }
    let mut changed = changed.into_inner().unwrap();
    changed.sort();
    assert!(changed.is_empty(), "other than {SNAPSHOT} says:\n{}", changed.join("\n"));
    let least = (files.len() as f64 * DECIDED) as usize;
    assert!(decided >= least, "{decided} of {} decided, expected {least}", files.len());
    let (summarised, explored) = (summarised.into_inner(), explored.into_inner());
    assert!(summarised >= 60, "{summarised} decided with summaries");
    assert!(explored >= 100, "{explored} decided by the explicit engine");
}

/// Programs of the explicit engine, with all properties that are checked by default. Options that bound what it explores are
/// its own: such programs are left out.
#[test]
fn both_engines_agree_on_all_properties_where_both_decide() {
    let folders = ["check", "fault"].map(|name| Path::new(PROGRAMS).parent().unwrap().join(name));
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| programs_in(folder)).collect();
    let is_bounded = |file: &&PathBuf| std::fs::read_to_string(file).unwrap().contains("// options: ");
    let files: Vec<PathBuf> = files.into_iter().filter(|file| !is_bounded(&file)).collect();
    let (next, agreed, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let limits = ["--time-limit", "2s", "--max-states", "500"];
                    let [one, other] = ["predicate", "explicit"]
                        .map(|engine| run(file, &[&["--engine", engine], &limits[..]].concat()).0);
                    if [&one, &other].iter().any(|it| it.starts_with("unknown(")) {
                        continue;
                    }
                    if one != other {
                        wrong.lock().unwrap().push(format!("{}: {one}, {other}", file.display()));
                    }
                    agreed.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let agreed = agreed.into_inner();
    assert!(agreed >= 100, "{agreed} of {} programs", files.len());
}

/// Same input, same run: all that is said of a search, of every ninth program; how much it did is in the snapshot for all.
/// Runs that a limit ended are left out.
#[test]
fn a_program_takes_the_same_search_twice() {
    let files: Vec<PathBuf> = programs().into_iter().step_by(9).collect();
    let (next, held) = (AtomicUsize::new(0), snapshot());
    let (compared, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(number) else { break };
                    let engine = if number.is_multiple_of(4) { "explicit" } else { "predicate" };
                    // The others take longer than the limit here.
                    let is_quick = matches!(held.get(&name(file)), Some(Line::Ends(_, Some(_))));
                    if engine == "predicate" && !is_quick {
                        continue;
                    }
                    let options = ["--engine", engine, "--time-limit", "500ms", "--format", "json"];
                    let [one, other] = [0, 1].map(|_| searched(&check(file, &options).1));
                    let (Some(one), Some(other)) = (one, other) else { continue };
                    if one != other {
                        wrong.lock().unwrap().push(format!("{}: {one:?}, {other:?}", file.display()));
                    }
                    compared.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let compared = compared.into_inner();
    assert!(compared >= files.len() / 2, "{compared} of {}", files.len());
}

/// What a report says but for time and memory, unless a limit ended the run.
fn searched(text: &str) -> Option<serde_json::Value> {
    let mut value = parsed(text);
    if value["verdict"] == "unknown(time)" || text.contains("time limit") {
        return None;
    }
    let stats = value["stats"].as_object_mut()?;
    ["wall_s", "cpu_s", "peak_rss_bytes", "phases"].iter().for_each(|name| drop(stats.remove(*name)));
    Some(value)
}

fn parsed(text: &str) -> serde_json::Value {
    let end = text.rfind("\n}").map_or(text.len(), |at| at + 2);
    serde_json::from_str(&text[..end]).unwrap_or_else(|_| panic!("{text}"))
}
