//! Programs checked with the proofs of earlier ones, and what must come of it: nothing that a run from scratch does not say.

#![allow(dead_code, reason = "each test uses its part")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use predicate::{Cex, Checked, Options, Stats, Summaries, Technique};
use verdict::{Properties, Property, Verdict};

pub type Proofs = Vec<(Property, Vec<u8>)>;

/// What earlier runs left.
#[derive(Clone, Default)]
pub struct Known {
    pub proofs: Proofs,
    /// The summaries of each run, the last one first.
    pub cache: Vec<(Property, Arc<[u8]>)>,
}

impl Known {
    pub fn is_empty(&self) -> bool {
        self.proofs.is_empty() && self.cache.is_empty()
    }

    /// What there is after a run: proofs of before stay where there are no new ones, summaries in any case.
    pub fn extend(&mut self, checked: &Checked) {
        extend(&mut self.proofs, checked);
        for (property, summaries) in &checked.cache {
            self.cache.insert(0, (*property, summaries.clone().into()));
        }
    }
}

/// A way to check programs in which what earlier runs left is reused.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    pub name: &'static str,
    pub summaries: Summaries,
    pub is_whole: bool,
    pub technique: Technique,
    pub cex: Cex,
}

const AUTO: Mode = Mode {
    name: "auto",
    summaries: Summaries::Recursive,
    is_whole: false,
    technique: Technique::Auto,
    cex: Cex::Lazy,
};

/// All of them: what holds of one is tested of each.
pub const MODES: [Mode; 7] = [
    AUTO,
    Mode { name: "auto, all summaries", summaries: Summaries::All, ..AUTO },
    Mode { name: "auto, whole program", is_whole: true, ..AUTO },
    PROCEDURES,
    Mode { name: "procedures, of what counts, eagerly", is_whole: false, cex: Cex::Eager, ..PROCEDURES },
    LOOPS,
    Mode { name: "summaries", technique: Technique::Summaries, ..PROCEDURES },
];

/// As the paper has it: nothing is passed over.
pub const PROCEDURES: Mode = Mode {
    name: "procedures",
    summaries: Summaries::All,
    is_whole: true,
    technique: Technique::Procedures,
    cex: Cex::Lazy,
};

pub const LOOPS: Mode = Mode { name: "loops", technique: Technique::Loops, ..PROCEDURES };

impl Mode {
    /// Without proofs nothing is reused.
    pub fn options(self, proofs: &Proofs) -> Options {
        self.with(&Known { proofs: proofs.clone(), ..Known::default() })
    }

    pub fn with(self, known: &Known) -> Options {
        Options {
            properties: Properties::from(Property::UnreachCall),
            summaries: self.summaries,
            is_whole: self.is_whole,
            is_certified: true,
            proofs: known.proofs.clone(),
            cache: known.cache.clone(),
            technique: self.technique,
            cex: self.cex,
            ..Options::default()
        }
    }
}

pub fn preprocessed(text: &str) -> String {
    let mut command = Command::new("cc");
    command.args(["-E", "-P", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// What is said of a program within a time.
pub fn check_within(program: &cfa::Program, options: &Options, time: Duration) -> Checked {
    check_until(program, options, time, u64::MAX)
}

/// And with about as many queries at most.
pub fn check_until(program: &cfa::Program, options: &Options, time: Duration, queries: u64) -> Checked {
    let is_spent = options.limits.deadline.clone();
    let mut see = |_: &'static str, stats: &Stats| {
        if stats.queries > queries {
            is_spent.store(true, Ordering::Relaxed);
        }
    };
    let (deadline, done) = (options.limits.deadline.clone(), Arc::new(()));
    let is_left = Arc::downgrade(&done);
    std::thread::spawn(move || {
        let pulse = Duration::from_millis(50);
        for _ in 0..time.as_millis() / pulse.as_millis() {
            std::thread::sleep(pulse);
            if is_left.upgrade().is_none() {
                return;
            }
        }
        deadline.store(true, Ordering::Relaxed);
    });
    let checked = predicate::check(program, options, &mut see).unwrap();
    drop(done);
    checked
}

pub fn verdict(checked: &Checked) -> Verdict {
    checked.report.properties[0].1
}

pub fn is_decided(checked: &Checked) -> bool {
    !matches!(verdict(checked), Verdict::Unknown(_))
}

/// Whether a limit ended it, so that what it would have said is not known.
pub fn is_limited(checked: &Checked) -> bool {
    matches!(verdict(checked), Verdict::Unknown(it) if it.is_limit())
}

/// What is wrong with a run that reused something, beside one from scratch: it may prove more, and nothing else may differ.
pub fn difference(scratch: &Checked, reused: &Checked) -> Option<String> {
    let proves_more = !is_decided(scratch) && verdict(reused) == Verdict::True;
    if is_limited(scratch) || is_limited(reused) || proves_more {
        return None;
    }
    let is_same =
        verdict(scratch) == verdict(reused) && scratch.report.violations == reused.report.violations;
    let said = |it: &Checked| format!("{:?} {:#?}", it.report.properties, it.report.violations);
    (!is_same).then(|| format!("from scratch: {}\nwith proofs: {}", said(scratch), said(reused)))
}

/// The proofs after a run: those of before stay where there are no new ones.
pub fn extend(proofs: &mut Proofs, checked: &Checked) {
    for (property, proof) in &checked.proofs {
        proofs.retain(|(other, _)| other != property);
        proofs.push((*property, proof.clone()));
    }
}

/// Does something for each, on all processors; what went wrong, in order.
pub fn for_each<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    if let Err(failure) = work(item) {
                        failures.lock().unwrap().push((number, failure));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    failures.into_iter().map(|(_, failure)| failure).collect()
}
