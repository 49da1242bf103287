//! What runs came to, in the store: so that a later one can be compared with it without a second run, a target that has
//! become slow is noticed, and the very same program is not verified twice.
//!
//! Rows of a history and of a bisection are answered so, and so is what a branch is compared with, without parsing the program; `check`
//! always looks for itself. A program is the
//! very same if its preprocessed text is, line by line, with the names of the files that lines are of, wherever in them they stand (`cfa::Units::wording`),
//! under the same options, for the same build of the tool. Only `true` of all properties answers for a later run: then nothing is told of a place in the source, which
//! may have moved or have another comment there, and no list of known violations had a say. Whoever wants more than the verdict, or asks for
//! the work to be done (`--audit full`, `--reuse` of a technique, `--changed`), has it done. So has a program of a week ago: records that are
//! used stay young in that way, and are audited now and then.
//!
//! What limits stopped is not kept: it says how fast a machine was, not what the program does.

use std::fmt;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

use cfa::{DataModel, Units};
use explicit::Options;
use explicit::audit::Audit;
use serde::{Deserialize, Serialize};
use store::{Kept, Key, Outcomes};
use verdict::{Property, Verdict};

use crate::check::Checked;
use crate::check::args::CheckArgs;
use crate::check::problem::Problem;
use crate::console::{Color, Console, Verbosity};
use crate::fingerprints::hex;
use crate::header;
use crate::job::{Job, Sources};
use crate::past::now;
use crate::place;
use crate::report::{Files, Outcome};
use crate::resources::{Effort, cpu_time_of_all};
use crate::reuse_args::Reuse;

/// Options that what a run comes to does not depend on. Known violations are told as such, so they do not count either.
const ASIDE: &[&str] = &[
    "annotations",
    "any",
    "audit",
    "budget",
    "cex",
    "changed",
    "cpu-limit",
    "format",
    "full-trace",
    "harness",
    "invariants",
    "jobs",
    "junit",
    "journal-interval",
    "keep-going",
    "known",
    "lease",
    "memory-limit",
    "no-record",
    "proof",
    "replay",
    "report",
    "reuse",
    "sarif",
    "save-trace",
    "seed",
    "since",
    "store",
    "store-read-only",
    "store-timeout",
    "summary",
    "time-limit",
    "unshared",
    "update-known",
    "without",
    "witness",
    "witness-in",
];

/// What takes less is not worth a word.
const FLOOR: Duration = Duration::from_secs(1);
/// How much more than ever before is.
const FACTOR: f64 = 1.5;
/// Runs that are looked at.
const RUNS: usize = 20;

/// How long an outcome answers for others, in seconds.
const ANSWERING: i64 = 7 * 24 * 3600;

/// Which outcomes of earlier runs of the very same program will do for a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recall {
    #[default]
    Nothing,
    /// That all properties hold, if no more is asked.
    Proofs,
    /// All that is known of a revision: whatever is no new violation, however old.
    All,
}

/// What a run came to, and what it takes to look at it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub job: Job,
    /// A hash of what was read, by which a program is known that is still the same.
    pub text: String,
    /// What it is called by in the store: one that lies under another name is of another program.
    #[serde(default)]
    pub program: String,
    /// The results of inputs, if they were given rather than chosen.
    pub given: Option<Vec<(String, i128)>>,
    /// What was proved of loops and procedures, whether it was told or not.
    pub invariants: Vec<(Property, Vec<predicate::Invariant>)>,
    pub outcome: Outcome,
}

impl Record {
    fn of(problem: &Problem, program: &Key, checked: &Checked) -> Record {
        Record {
            job: job(problem),
            text: hex(&problem.text),
            program: program.to_string(),
            given: checked.machine.given.as_ref().map(|given| given.to_vec()),
            invariants: checked.invariants.clone(),
            outcome: checked.outcome.clone(),
        }
    }

    /// One that this version wrote.
    pub fn read(kept: &Kept) -> Option<Record> {
        serde_json::from_slice(&kept.bytes).ok()
    }
}

/// How to read the program again, from any folder. A verification task has its options in files of its own.
fn job(problem: &Problem) -> Job {
    let args = &problem.args;
    let root = std::path::absolute(args.root.join(".")).unwrap_or_default();
    let mut job = Job { revision: args.revision.clone(), ..Job::new(args.target()) }.below(root);
    job.sources = Sources { files: args.files.clone(), flags: args.flags.clone(), ..job.sources };
    let is_said = |name: &str| args.given.words.iter().any(|word| word.starts_with(name));
    let properties = args.common.property.iter().filter(|_| !is_said("--property"));
    let model = match problem.program.model {
        _ if is_said("--data-model") || is_said("-m") => None,
        cfa::DataModel::Lp64 => None,
        cfa::DataModel::Ilp32 => Some("--data-model=ilp32".to_string()),
    };
    let words = args.given.words.iter().filter(|word| !is_aside(word)).cloned();
    job.options(words.chain(properties.map(|name| format!("--property={name}"))).chain(model))
}

/// That a run took longer than those before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slower {
    pub time: Duration,
    /// Of the longest of the runs before.
    pub before: Duration,
    pub runs: usize,
}

impl fmt::Display for Slower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (time, before) = (self.time.as_secs_f64(), self.before.as_secs_f64());
        let more = 100.0 * (time / before.max(1e-3) - 1.0);
        let last = match self.runs {
            1 => "the run before it".into(),
            runs => format!("any of the {runs} runs before it"),
        };
        write!(f, "{time:.1} s of processor time, {more:.0} % more than {last} ({before:.1} s)")
    }
}

impl Slower {
    /// If it did. Times are in milliseconds.
    fn than(time: Duration, before: &[u64]) -> Option<Slower> {
        let longest = before.iter().take(RUNS).max().map(|&time| Duration::from_millis(time))?;
        let is_slower = time >= FLOOR && time.as_secs_f64() > FACTOR * longest.as_secs_f64();
        is_slower.then_some(Slower { time, before: longest, runs: before.len().min(RUNS) })
    }
}

/// Keeps what a run came to, and tells if it took longer than those before.
pub fn keep(console: &Console, problem: &Problem, checked: &Checked) -> Option<Slower> {
    let outcome = &checked.outcome;
    if outcome.is_rejected() {
        // What was built on that record may be as wrong.
        let _ = open_for(problem).map(|(outcomes, series, _)| outcomes.forget(&series));
        return None;
    }
    if problem.args.reuse.no_record || outcome.report.is_limited() {
        return None;
    }
    let (outcomes, series, program) = open_for(problem)?;
    let time = cpu_time_of_all();
    let before: Vec<u64> = outcomes.latest(&series, RUNS).ok()?.iter().map(|kept| kept.cost).collect();
    // Files that somebody tries something with have no history.
    let slower = Slower::than(time, &before).filter(|_| problem.args.name.is_some());
    let kept = serde_json::to_vec(&Record::of(problem, &program, checked))
        .map_err(|error| error.to_string())
        .and_then(|bytes| {
            let kept = outcomes.keep(&series, &program, time.as_millis() as u64, &bytes);
            kept.map_err(|error| error.to_string())
        });
    if let Err(error) = kept {
        console.detail(&format!("what the run came to is not kept: {error}"));
    }
    slower
}

/// What a run of the very same program came to, if that will do. It never does with a violation, which may hide another.
pub fn answer(args: &CheckArgs, options: &Options, units: &Units, start: Instant) -> Option<Outcome> {
    if args.recall == Recall::Nothing || args.recall == Recall::Proofs && !is_enough(args, options) {
        return None;
    }
    let (outcomes, series, program) =
        open(args, options, units.data_model(), &units.wording(header::lasting))?;
    let outcome = find(&outcomes, &series, &program).filter(|it| it.report.violations.is_empty())?;
    if args.recall == Recall::All {
        return Some(outcome);
    }
    let is_proved = outcome.report.properties.iter().all(|(_, verdict)| *verdict == Verdict::True);
    let is_plain = outcome.known.is_empty() && outcome.report.known.is_empty() && outcome.since.is_none();
    let is_young =
        || outcomes.time(&series, &program).is_some_and(|time| (0..ANSWERING).contains(&(now() - time)));
    if !(is_proved && is_plain && is_young()) {
        return None;
    }
    // Others may have been read, which say nothing; and where the function is that runs begin with is not known.
    Some(
        Outcome { files: Files::of_units(units), entry: None, ..outcome }
            .again(&args.reuse, Effort::since(start)),
    )
}

/// Whether nothing is asked for but what an outcome has.
fn is_enough(args: &CheckArgs, options: &Options) -> bool {
    let CheckArgs { reuse, explicit, predicate, outputs, .. } = args;
    let files = [
        &args.save_trace,
        &args.harness,
        &args.replay,
        &args.witness,
        &args.witness_in,
        &predicate.proof,
        &outputs.report,
    ];
    let is_asked_to_work = reuse.reuse != Reuse::Auto
        || reuse.audit() == Audit::Full
        || !reuse.changed.is_empty()
        || !reuse.without.is_empty()
        || args.cluster.broker.is_some();
    let is_compared = args.base.is_some() || !options.known.is_empty() || args.common.update_known;
    let is_detailed = args.is_detailed || predicate.invariants || explicit.ranges.is_some();
    !(is_asked_to_work || is_compared || is_detailed || files.iter().any(|file| file.is_some()))
}

/// What is kept of a program.
fn find(outcomes: &Outcomes, series: &Key, program: &Key) -> Option<Outcome> {
    let record = Record::read(&outcomes.find(series, program)?)?;
    (record.program == program.to_string()).then_some(record.outcome)
}

/// Which build of the tool this is: what another one came to may have been a mistake. It takes long to read a program of this size, so
/// that it is known by its length and by when it was written. Nothing if it is gone: then nobody can tell it from another.
fn build() -> Option<String> {
    let it = std::env::current_exe().and_then(std::fs::metadata).ok()?;
    Some(format!("{} {} {}", it.len(), it.mtime(), it.mtime_nsec()))
}

/// As [`open`], for a program that was parsed.
fn open_for(problem: &Problem) -> Option<(Outcomes, Key, Key)> {
    open(&problem.args, &problem.explicit, problem.program.model, &problem.wording)
}

/// The store, and what the question and the program are called there. What is wrong with it the engines say.
fn open(
    args: &CheckArgs,
    options: &Options,
    model: DataModel,
    wording: &[u8; 32],
) -> Option<(Outcomes, Key, Key)> {
    if !args.reuse.is_used() {
        return None;
    }
    let place = place::find(&Console::new(Color::Never, Verbosity::Quiet), args.reuse.folder())?;
    let outcomes = Outcomes::open(&place.folder, &place.trust).ok()?;
    let words: Vec<&String> = args.given.words.iter().filter(|word| !is_aside(word)).collect();
    let (properties, error) = (&options.properties, &options.machine.error_function);
    let text = format!(
        "outcome 3 {} {:?} {words:?} {:?} {error:?} {:?}",
        crate::past::MEANING,
        args.target(),
        properties.iter().collect::<Vec<_>>(),
        model,
    );
    let series = *blake3::hash(text.as_bytes()).as_bytes();
    let program = [&series[..], wording, build()?.as_bytes()].concat();
    let program = *blake3::hash(&program).as_bytes();
    Some((outcomes, Key(series), Key(program)))
}

/// Whether it is an option that what a run comes to does not depend on.
fn is_aside(word: &str) -> bool {
    let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    // Nor does it matter how many machines there are.
    ASIDE.contains(&name) || name.starts_with("broker")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_half_as_long_again_as_ever_is_slower() {
        let than = |time: u64, before: &[u64]| Slower::than(Duration::from_millis(time), before);
        assert_eq!(than(9000, &[]), None);
        assert_eq!(than(900, &[100]), None, "nobody waits for that");
        assert_eq!(than(4400, &[3000, 100, 100]), None, "one from scratch took as long");
        let slower = than(4600, &[100, 3000]).expect("slower");
        let words = "4.6 s of processor time, 53 % more than any of the 2 runs before it (3.0 s)";
        assert_eq!(slower.to_string(), words);
        let old: Vec<u64> = [2000].repeat(RUNS).into_iter().chain([9000]).collect();
        assert_eq!(than(4000, &old).map(|it| it.runs), Some(RUNS));
    }
}
