//! The versions of the programs in `subjects/rmc` and `subjects/isse`, with bounds that make them small: in every mode the
//! verdicts are those of a run without reuse, and so are the violations where all are looked for; and reuse happens.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use verdict::{Properties, Property};

use cfa::Program;
use common::{for_each, said};
use explicit::layer::Layer;
use explicit::reuse::{Checked, Mode, Request, check};
use explicit::{Options, Stats};

/// Programs here race on purpose, and are asked about everything else.
pub fn racing() -> Options {
    Options { properties: Properties::default().without(Property::NoDataRace), ..Options::default() }
}

/// The most states of a version; replicated_workers v20 has no end.
const LIMIT: u64 = 120_000;

/// Smaller than the bounds that the programs themselves call small.
const RMC: [(&str, &[&str]); 5] = [
    ("alarm_clock", &["-DROUNDS=1", "-DMAX_TIME=1"]),
    ("daisy", &["-DOPERATIONS=1", "-DINODES=2", "-DBLOCKS=2"]),
    ("elevator", &["-DFLOORS=2"]),
    ("rax_extended", &["-DWC=1", "-DGC=1"]),
    ("replicated_workers", &["-DWORKERS=2", "-DMAX=2.0"]),
];

/// Versions that are compared, at least: all but one of RMC's and all of ISSE's.
const VERSIONS: [u64; 2] = [92, 42];

/// What all runs of a mode executed, and how many versions were compared.
#[derive(Default)]
struct Totals {
    off: AtomicU64,
    delta: AtomicU64,
    versions: AtomicU64,
}

impl Totals {
    fn check(self, versions: u64) {
        let (off, delta) = (self.off.into_inner(), self.delta.into_inner());
        assert!(delta * 10 < off * 6, "executed: {delta} of {off}");
        assert_eq!(self.versions.into_inner(), versions);
    }
}

#[test]
fn versions_on_the_record_of_their_base() {
    let folder = written("rmc");
    let totals = Totals::default();
    let mut items = Vec::new();
    for (name, flags) in RMC {
        let flags: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
        let mut files = versions(&folder.join(name)).into_iter();
        let base = files.next().map(|file| load(&file, &flags)).expect("a base");
        let record = extended(&[], &run(&base, &options(), Mode::Off, &[]));
        items.extend(files.map(|file| (file, flags.clone(), record.clone())));
    }
    let failures = for_each(&items, |(file, flags, record)| {
        let version = load(file, flags);
        let mut failures = Vec::new();
        let mut options = options();
        let off = compare(file, &version, &options, record, &totals, &mut failures);
        if !off.report.violations.is_empty() {
            options.is_keeping_going = true;
            compare(file, &version, &options, record, &Totals::default(), &mut failures);
        }
        failures
    });
    let _ = std::fs::remove_dir_all(folder);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    totals.check(VERSIONS[0]);
}

#[test]
fn versions_on_the_record_of_the_one_before() {
    let folder = written("isse");
    let totals = Totals::default();
    let mut sequences: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    sequences.sort();
    let failures = for_each(&sequences, |sequence| {
        let mut failures = Vec::new();
        let options = Options { is_keeping_going: true, ..options() };
        let mut record = Vec::new();
        for file in versions(sequence) {
            let program = load(&file, &bounds(sequence, &file));
            if !record.is_empty() {
                compare(&file, &program, &options, &record, &totals, &mut failures);
            }
            record = extended(&record, &run(&program, &options, Mode::Delta, &record));
        }
        failures
    });
    let _ = std::fs::remove_dir_all(folder);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    totals.check(VERSIONS[1]);
}

/// Runs a version in every mode on a record; the run without reuse.
fn compare(
    file: &Path,
    program: &Program,
    options: &Options,
    record: &[Layer],
    totals: &Totals,
    failures: &mut Vec<String>,
) -> Checked {
    let off = run(program, options, Mode::Off, &[]);
    if off.report.obstacles.iter().any(|obstacle| obstacle.reason.is_limit()) {
        return off;
    }
    let expected = said(&off.report);
    for mode in Mode::ALL {
        let checked = run(program, options, mode, record);
        let place = format!("{} {}", file.display(), mode.name());
        if checked.ledger.is_rejected {
            failures.push(format!("{place}: the record of an earlier version is rejected"));
        }
        let found = said(&checked.report);
        if found != expected {
            failures.push(format!("{place}: {found}\nwithout reuse: {expected}"));
        }
        if mode == Mode::Delta {
            totals.delta.fetch_add(checked.report.stats.executed, Ordering::Relaxed);
        }
    }
    totals.off.fetch_add(off.report.stats.executed, Ordering::Relaxed);
    totals.versions.fetch_add(1, Ordering::Relaxed);
    off
}

fn run(program: &Program, options: &Options, mode: Mode, base: &[Layer]) -> Checked {
    let request = Request { mode, base: base.to_vec(), is_recording: true, ..Request::default() };
    check(program, options, &request, &mut |_: &Stats| {})
}

fn extended(base: &[Layer], checked: &Checked) -> Vec<Layer> {
    let new = checked.layer.clone().map(|sections| Layer::open(Arc::new(sections)).expect("a layer of ours"));
    new.into_iter().chain(base.iter().cloned()).collect()
}

fn options() -> Options {
    let mut options = racing();
    options.limits.states = Some(LIMIT);
    options
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A new folder with the versions as C files.
fn written(paper: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("evercheck-subjects-{paper}-{}", std::process::id()));
    let script = root().join(format!("scripts/{paper}_versions.py"));
    let status =
        Command::new("python3").arg(script).arg("--out").arg(&folder).status().expect("python3 runs");
    assert!(status.success());
    folder
}

/// v0.c, v1.c and so on.
fn versions(folder: &Path) -> Vec<PathBuf> {
    let files = (0..).map(|number| folder.join(format!("v{number}.c")));
    let files: Vec<PathBuf> = files.take_while(|file| file.exists()).collect();
    assert!(files.len() > 1, "{}: no versions", folder.display());
    files
}

fn load(file: &Path, flags: &[String]) -> Program {
    let mut preprocessor = vec!["-I".to_string(), root().join("include").display().to_string()];
    preprocessor.extend_from_slice(flags);
    let options = cfa::Options { preprocessor, ..cfa::Options::default() };
    match cfa::load(&[file.to_path_buf()], &options) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("{}: {error}", file.display()),
    }
}

/// The small bounds of a subject of ISSE. A version that sets bounds, at the top, keeps their distance from the default:
/// its lines are taken out of the file.
fn bounds(sequence: &Path, file: &Path) -> Vec<String> {
    let name = sequence.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let subject = name.split('.').next().unwrap_or_default();
    let base = std::fs::read_to_string(root().join(format!("subjects/isse/{subject}.c"))).expect("a subject");
    let small = base.lines().find_map(|line| line.strip_prefix("// small: ")).expect("small bounds");
    let text = std::fs::read_to_string(file).expect("a version");
    let mut rest = text.as_str();
    let mut own: BTreeMap<&str, i32> = BTreeMap::new();
    while let Some((line, after)) = rest.split_once('\n').filter(|(line, _)| line.starts_with("#define ")) {
        own.extend(definition(line));
        rest = after;
    }
    std::fs::write(file, rest).expect("a version");
    let default: BTreeMap<&str, i32> = base.lines().filter_map(definition).collect();
    let shifted = |flag: &str| {
        let (macro_name, value) = flag.trim_start_matches("-D").split_once('=').expect("-DNAME=VALUE");
        let default = default[macro_name];
        let own = own.get(macro_name).copied().unwrap_or(default);
        let value: i32 = value.parse().expect("a number");
        format!("-D{macro_name}={}", value + own - default)
    };
    small.split_whitespace().map(shifted).collect()
}

/// The name and number of `#define NAME NUMBER`.
fn definition(line: &str) -> Option<(&str, i32)> {
    let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
    Some((name, value.parse().ok()?))
}
