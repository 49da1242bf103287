//! Checks random revisions in all ways, and says where they differ.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use cfa::Program;
use cfa::fuzz::random::Random;
use explicit::audit::Audit;
use explicit::layer::Layer;
use explicit::reuse::{Checked, Mode, Request, check, merge};
use explicit::{Options, Order, Stats};
use machine::FaultKind;
use verdict::{Limits, Property, Unknown, Verdict};

use super::{Sketch, generate, print, revise};
use crate::common::said;
use crate::{extended, run};

/// States beyond which a program is not worth the time.
const STATES: u64 = 2_500;

/// What was compared.
#[derive(Default)]
pub struct Counts {
    pub revisions: AtomicU64,
    pub large: AtomicU64,
    pub broken: AtomicU64,
    pub violated: AtomicU64,
    pub unknown: AtomicU64,
    /// Revisions of which less than half was executed again.
    pub cheap: AtomicU64,
    pub states: AtomicU64,
    /// Transitions executed in all complete runs, and the revisions with which ISSE executed fewer.
    pub executed: AtomicU64,
    pub executed_by_isse: AtomicU64,
    pub dearer: AtomicU64,
    /// Transitions executed by workers to take something over.
    pub jobs: AtomicU64,
    pub jobs_on_records: AtomicU64,
    /// A difference was found: no more are looked for.
    pub failed: AtomicU64,
}

fn add(count: &AtomicU64, number: u64) {
    count.fetch_add(number, Ordering::Relaxed);
}

/// A sequence of revisions on one record.
pub fn sequence(seed: u64, counts: &Counts) -> Vec<String> {
    if counts.failed.load(Ordering::Relaxed) > 0 {
        return Vec::new();
    }
    let mut texts = Vec::new();
    let result = catch_unwind(AssertUnwindSafe(|| compare(seed, counts, &mut texts)));
    let problem = match result {
        Ok(Ok(())) => return Vec::new(),
        Ok(Err(problem)) => problem,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|it| it.to_string()));
            format!("a panic: {}", text.unwrap_or_default())
        }
    };
    add(&counts.failed, 1);
    if let Ok(folder) = std::env::var("REVISIONS_SAVE") {
        for (index, text) in texts.iter().enumerate() {
            std::fs::write(format!("{folder}/{seed}-{index}.c"), text).expect("a folder");
        }
    }
    vec![format!("seed {seed}, revision {}: {problem}\n{}", texts.len() - 1, difference(&texts))]
}

/// The last revision, and what of the one before it is gone.
fn difference(texts: &[String]) -> String {
    let [.., before, last] = texts else { return texts.concat() };
    let gone = before.lines().filter(|line| !last.lines().any(|it| it == *line));
    format!("{last}\ninstead of\n{}", gone.collect::<Vec<_>>().join("\n"))
}

/// Normal forms change no state and no verdict.
fn written_otherwise(text: &str, options: &Options, normal: &Checked) -> Result<(), String> {
    let program = cfa::from_text_as_written(text).map_err(|error| format!("{error:?}"))?;
    let written = run(&program, options, Mode::Off, &[]);
    // Where a branch is turned round, other jumps go backwards. A long loop is left at another turn then, and a thread that jumps
    // back does not go first.
    let is_long = text.contains("int s = 0; for") || options.machine.postpones;
    let summary = |checked: &Checked| {
        let Stats { states, transitions, ends, .. } = checked.report.stats;
        let counts = if is_long { (0, 0, 0) } else { (states, transitions, ends) };
        format!("{:?} {counts:?}", checked.report.properties)
    };
    let [normal, written] = [normal, &written].map(summary);
    if normal == written { Ok(()) } else { Err(format!("in normal form {normal}, as written {written}")) }
}

fn compare(seed: u64, counts: &Counts, texts: &mut Vec<String>) -> Result<(), String> {
    let random = &mut Random::new(seed);
    let fixed = fixed_options(random);
    let (mut sketches, mut checked): (Vec<Sketch>, _) = (vec![generate(random)], Vec::new());
    // The same once more, put together after each revision.
    let (mut record, mut compact): (Vec<Layer>, Vec<Layer>) = Default::default();
    for revision in 0..4 + random.below(2) {
        if revision > 0 {
            let earlier = random.below(sketches.len());
            let last = &sketches[sketches.len() - 1];
            let next = match random.below(10) {
                0 => sketches[earlier].clone(),
                1 => revise(random, &sketches[earlier]),
                _ => revise(random, last),
            };
            sketches.push(next);
        }
        let options = options(random, &fixed);
        let text = print(&sketches[sketches.len() - 1]);
        texts.push(text.clone());
        let Ok(program) = cfa::from_text(&text) else {
            add(&counts.broken, 1);
            sketches.pop();
            if sketches.is_empty() {
                return Ok(());
            }
            continue;
        };
        let how = Options {
            is_keeping_going: true,
            machine: options.machine.clone(),
            order: Order::Depth,
            limits: Limits { states: Some(STATES), ..Limits::default() },
            ..fixed.clone()
        };
        let whole = run(&program, &how, Mode::Off, &[]);
        if whole.report.obstacles.iter().any(|obstacle| obstacle.reason == Unknown::States) {
            add(&counts.large, 1);
            sketches.pop();
            if sketches.is_empty() {
                return Ok(());
            }
            continue;
        }
        written_otherwise(&text, &how, &whole)?;
        if revision > 0 {
            add(&counts.revisions, 1);
            add(&counts.states, whole.report.stats.states);
            add(&counts.violated, (!whole.report.violations.is_empty()).into());
            add(&counts.unknown, (!whole.report.obstacles.is_empty()).into());
        }
        (record, compact) = one(&program, &options, &whole, [&record, &compact], counts)
            .map_err(|it| format!("{it}\n{options:?}"))?;
        checked.push((program, options));
        compact = merged(&compact)?;
        if record.len() > 1 && random.one_in(6) {
            record = merged(&record)?;
        }
    }
    for at in (1..checked.len()).rev() {
        checked.swap(at, random.below(at + 1));
    }
    in_this_order(&checked)
}

/// Whichever of them come first, each says the same.
fn in_this_order(programs: &[(Program, Options)]) -> Result<(), String> {
    let mut record = Vec::new();
    for (program, options) in programs.iter().filter(|(_, options)| options.limits.states.is_none()) {
        let expected = said(&run(program, options, Mode::Off, &[]).report);
        let workers = &Options { workers: 3, ..options.clone() };
        for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
            let checked = run(program, if mode == Mode::Delta { options } else { workers }, mode, &record);
            let found = said(&checked.report);
            if checked.ledger.is_rejected || found != expected {
                let name = mode.name();
                return Err(format!(
                    "in another order {name} says {found}, and it is {expected}\n{options:?}"
                ));
            }
            if mode == Mode::Delta {
                record = extended(&record, &checked);
            }
        }
    }
    Ok(())
}

/// The layers of a record that a run has found to be worth keeping.
fn of_use(record: &[Layer], checked: &Checked) -> Vec<Layer> {
    let is_used = |at: usize| checked.used.as_ref().is_none_or(|used| used.get(at) != Some(&false));
    (0..record.len()).filter(|&at| is_used(at)).map(|at| record[at].clone()).collect()
}

/// What the last program needs of a record, if the newest layer is its own.
fn condensed(record: Vec<Layer>, last: &Checked) -> Result<Vec<Layer>, String> {
    let needs = last.needs().filter(|_| last.layer.is_some() && record.len() > 1);
    let Some(sections) = needs.and_then(|needs| needs.condense(&record, &|| false)) else {
        return Ok(record);
    };
    Ok(vec![Layer::open(std::sync::Arc::new(sections)).ok_or("a condensed layer cannot be read")?])
}

fn merged(record: &[Layer]) -> Result<Vec<Layer>, String> {
    if record.len() < 2 {
        return Ok(record.to_vec());
    }
    let merged = merge(record).ok_or("layers cannot be merged")?;
    Ok(vec![Layer::open(std::sync::Arc::new(merged)).ok_or("a merged layer cannot be read")?])
}

/// What holds for all revisions of a record.
fn fixed_options(random: &mut Random) -> Options {
    use Property::*;
    let mut options = crate::racing();
    match random.below(6) {
        0 => options.properties = Property::ALL.into_iter().collect(),
        1 => options.properties = [NoDataRace].into_iter().collect(),
        2 => options.properties = [UnreachCall].into_iter().collect(),
        3 => {
            options.properties = [ValidDeref, ValidFree, ValidMemtrack, ValidMemcleanup].into_iter().collect()
        }
        _ => {}
    }
    options.machine.is_reduced = !random.one_in(6);
    options.machine.postpones = random.one_in(2);
    options.machine.malloc_may_fail = random.one_in(8);
    options
}

fn options(random: &mut Random, fixed: &Options) -> Options {
    let mut options = fixed.clone();
    options.order = match random.below(5) {
        0 => Order::Breadth,
        1 => Order::Random(random.word()),
        2 => Order::Mixed,
        _ => Order::Depth,
    };
    options.is_keeping_going = random.below(3) > 0;
    options.machine.nondet_range = Some((0, 1 + random.below(2) as i128));
    match random.below(10) {
        0 => options.limits.depth = Some(1 + random.below(12) as u64),
        1 => options.limits.states = Some(1 + random.below(60) as u64),
        _ => {}
    }
    options
}

/// What there is to compare of a run.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    verdicts: Vec<(Property, Verdict)>,
    violations: BTreeSet<String>,
    obstacles: BTreeSet<String>,
}

impl Found {
    fn of(checked: &Checked) -> Found {
        let report = &checked.report;
        let violation = |it: &verdict::Violation| {
            // Which thread ran last, and so where a leak is noticed, is no part of a state.
            let place = it.call_stack.first().filter(|_| it.fault.kind != FaultKind::MemoryLeak);
            format!("{:?} {:?} {place:?}", it.property, it.fault.kind)
        };
        Found {
            verdicts: report.properties.clone(),
            violations: report.violations.iter().map(violation).collect(),
            obstacles: report.obstacles.iter().map(|it| format!("{:?} {:?}", it.reason, it.pos)).collect(),
        }
    }
}

/// Checks one revision in all ways; both records after it.
fn one(
    program: &Program,
    options: &Options,
    whole: &Checked,
    [record, compact]: [&[Layer]; 2],
    counts: &Counts,
) -> Result<(Vec<Layer>, Vec<Layer>), String> {
    let all = Found::of(whole);
    let alone = run(program, options, Mode::Off, &[]);
    let expected = said(&alone.report);
    let limits = &options.limits;
    // Each run looks at everything.
    let is_complete = limits.depth.is_none()
        && limits.states.is_none()
        && (options.is_keeping_going || all.violations.is_empty());
    let mut stats: Vec<Stats> = Vec::new();
    let (mut next, mut is_all_kept) = ((Vec::new(), Vec::new()), true);
    let runs = Mode::ALL.map(|mode| (mode, record)).into_iter().chain([(Mode::Delta, compact)]);
    // Several workers say the same, on a record and without one.
    let workers = 2 + (whole.report.stats.states % 3) as usize;
    // So that all that undoing takes is packed, now and then.
    let mut packing = options.clone();
    packing.machine.undo_bytes = if whole.report.stats.states.is_multiple_of(2) { 0 } else { 4096 };
    let options = &packing;
    let together = &Options { workers, ..options.clone() };
    for (index, (mode, record)) in runs.enumerate() {
        let is_together = mode == Mode::Off || index == Mode::ALL.len();
        let checked = run(program, if is_together { together } else { options }, mode, record);
        let jobs = if checked.ledger.has_workers { checked.report.stats.rebuilt } else { 0 };
        add(if mode == Mode::Off { &counts.jobs } else { &counts.jobs_on_records }, jobs);
        let found = Found::of(&checked);
        let name = mode.name();
        if checked.ledger.is_rejected {
            return Err(format!("{name} rejects the record"));
        }
        if !found.violations.is_subset(&all.violations) {
            return Err(format!("{name} finds {:?}, and there is {:?}", found.violations, all.violations));
        }
        if limits.states.is_some() {
            let is_true = found.verdicts.iter().any(|it| it.1 == Verdict::True);
            if is_true && found != all {
                return Err(format!("{name} in a limit says {found:?}, and it is {all:?}"));
            }
        } else if said(&checked.report) != expected {
            return Err(format!("{name} says {}, and it is {expected}", said(&checked.report)));
        }
        let (new, old) = (checked.report.stats, alone.report.stats);
        // Where workers find that something is wrong, the search that is shown has facts of theirs, and a deadlock that nobody
        // asked about is the end of a run only for who stands there.
        let is_again = is_together && !all.violations.is_empty();
        let sizes = |it: Stats| (it.states, it.transitions, if is_again { 0 } else { it.ends });
        if is_complete && matches!(mode, Mode::Off | Mode::Isse) && sizes(new) != sizes(old) {
            return Err(format!("{name} goes through other states: {new:?}, and it is {old:?}"));
        }
        if index == Mode::ALL.len() {
            next.1 = condensed(extended(record, &checked), &checked)?;
            let again = run(program, options, Mode::Delta, &next.1);
            let is_known = is_complete && whole.report.violations.is_empty() && all.obstacles.is_empty();
            if is_known && options.limits.depth.is_none() && again.report.stats.executed > 0 {
                return Err(format!("what was put together misses something: {:?}", again.report.stats));
            }
            continue;
        }
        if mode == Mode::Delta {
            let kept = if is_complete { of_use(record, &checked) } else { record.to_vec() };
            // If something was pruned, what is behind that is kept.
            is_all_kept = kept.len() == record.len() || new.pruned > 0;
            next.0 = extended(&kept, &checked);
            add(&counts.cheap, (2 * new.executed < old.executed).into());
        }
        stats.push(new);
    }
    // All facts of the record that are believed are compared with what is so.
    let audited =
        Request { mode: Mode::Delta, base: record.to_vec(), audit: Audit::Full, ..Request::default() };
    let everything = Options { is_keeping_going: true, limits: Limits::default(), ..options.clone() };
    if check(program, &everything, &audited, &mut |_: &Stats| {}).ledger.is_rejected {
        return Err("the audit finds a fact that is not so".into());
    }
    let [_, rmc, isse, delta] = stats[..] else { return Err("four modes".into()) };
    // Its tree is another one, so going back to states may take as many transitions more as were tried anew, where ISSE
    // happened to come to them by these; it seldom does. Breadth first, the whole way to each state is taken.
    let is_planned = options.order != Order::Breadth;
    let is_dear = delta.rebuilt > isse.executed && is_planned;
    // Where something is wrong, the search is done twice, and what is wrong is executed.
    let is_clean = is_complete && all.violations.is_empty();
    if is_clean && is_planned {
        add(&counts.executed, delta.executed);
        add(&counts.executed_by_isse, isse.executed);
        add(&counts.dearer, (delta.executed > isse.executed).into());
    }
    // Of a record that is not worth to be looked up it knows nothing, and RMC prunes by that.
    let is_looked_up = delta.reused + delta.pruned > 0;
    if is_complete && is_looked_up && delta.states > rmc.states || is_clean && is_dear {
        return Err(format!("delta {delta:?}\nisse {isse:?}\nrmc {rmc:?}"));
    }
    if is_clean && all.obstacles.is_empty() && is_all_kept {
        let again = run(program, options, Mode::Delta, &next.0);
        if again.ledger.is_rejected {
            return Err("the record is rejected by the program that it was made for".into());
        }
        let again = again.report.stats;
        if again.executed > 0 {
            return Err(format!("not all is recorded: {again:?}"));
        }
        // It executes the tree and nothing else: so all states have been recorded, those not gone into as well.
        let again = run(program, options, Mode::Isse, &next.0).report.stats;
        if again.executed != again.states.saturating_sub(1) {
            return Err(format!("what delta did not go into is not known: {again:?}"));
        }
    }
    Ok(next)
}
