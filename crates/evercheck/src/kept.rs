//! What runs came to, in the store: so that a later one can be compared with it without a second run, and a target that has
//! become slow is noticed.
//!
//! What limits stopped is not kept: it says how fast a machine was, not what the program does.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use store::{Kept, Key, Outcomes};
use verdict::Property;

use crate::check::Checked;
use crate::check::problem::Problem;
use crate::console::{Color, Console, Verbosity};
use crate::fingerprints::hex;
use crate::job::{Job, Sources};
use crate::place;
use crate::report::Outcome;
use crate::resources::cpu_time_of_all;

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

/// What a run came to, and what it takes to look at it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub job: Job,
    /// A hash of what was read, by which a program is known that is still the same.
    pub text: String,
    /// The results of inputs, if they were given rather than chosen.
    pub given: Option<Vec<(String, i128)>>,
    /// What was proved of loops and procedures, whether it was told or not.
    pub invariants: Vec<(Property, Vec<predicate::Invariant>)>,
    pub outcome: Outcome,
}

impl Record {
    fn of(problem: &Problem, checked: &Checked) -> Record {
        Record {
            job: job(problem),
            text: hex(&problem.text),
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
    if problem.args.reuse.no_record || outcome.report.is_limited() || outcome.is_rejected() {
        return None;
    }
    let (outcomes, series, program) = open(problem)?;
    let time = cpu_time_of_all();
    let before: Vec<u64> = outcomes.all(&series).ok()?.iter().map(|kept| kept.cost).collect();
    // Files that somebody tries something with have no history.
    let slower = Slower::than(time, &before).filter(|_| problem.args.name.is_some());
    let kept = serde_json::to_vec(&Record::of(problem, checked)).map_err(|error| error.to_string()).and_then(
        |bytes| {
            let kept = outcomes.keep(&series, &program, time.as_millis() as u64, &bytes);
            kept.map_err(|error| error.to_string())
        },
    );
    if let Err(error) = kept {
        console.detail(&format!("what the run came to is not kept: {error}"));
    }
    slower
}

/// What a run of the same program came to, if that was all there is: a violation that nobody knows of may hide another.
pub fn recall(problem: &Problem) -> Option<Outcome> {
    let (outcomes, series, program) = open(problem)?;
    let kept = outcomes.find(&series, &program)?;
    let Record { outcome, .. } = Record::read(&kept)?;
    outcome.report.violations.is_empty().then_some(outcome)
}

/// The store, and what the question and the program are called there. What is wrong with it the engines have said.
fn open(problem: &Problem) -> Option<(Outcomes, Key, Key)> {
    let args = &problem.args;
    if !args.reuse.is_used() {
        return None;
    }
    let place = place::find(&Console::new(Color::Never, Verbosity::Quiet), args.reuse.folder())?;
    let outcomes = Outcomes::open(&place.folder, &place.trust).ok()?;
    let words: Vec<&String> = args.given.words.iter().filter(|word| !is_aside(word)).collect();
    let (properties, error) = (&problem.explicit.properties, &problem.explicit.machine.error_function);
    let text = format!(
        "outcome 2 {} {:?} {words:?} {:?} {error:?} {:?}",
        crate::past::MEANING,
        args.target(),
        properties.iter().collect::<Vec<_>>(),
        problem.program.model,
    );
    let series = *blake3::hash(text.as_bytes()).as_bytes();
    let program = *blake3::hash(&[series, problem.text].concat()).as_bytes();
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
