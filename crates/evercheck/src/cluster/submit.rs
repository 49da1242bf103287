//! Submits a run, waits for what workers find out, and does the search with that.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cfa::{Program, Units};
use explicit::layer::Layer;
use explicit::range::Range;
use explicit::reuse::{self, Checked, Ledger, Request};
use explicit::{Options, Stats};
use verdict::Limits;

use super::args::ClusterArgs;
use super::assignment::{WORK, base_name, hash};
use super::broker::{Broker, Room, Trouble};
use super::collected::{Collected, Totals};
use super::message::{Asked, Done, Run, Shift, Task, Work};
use super::record::{Record, frame, states_of};
use crate::console::Console;
use crate::failure::Failure;
use crate::quantity::{counted, short_size};

/// How often results are looked for.
const PULSE: Duration = Duration::from_millis(50);
/// How often the workers are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How long nothing may happen before that is told.
const SILENCE: Duration = Duration::from_secs(5);

/// What is to be explored elsewhere.
pub struct Submission<'a> {
    pub console: &'a Console,
    pub url: &'a str,
    pub args: &'a ClusterArgs,
    pub target: String,
    pub units: &'a Units,
    pub program: &'a Program,
    pub options: &'a Options,
    pub request: &'a Request,
}

/// Who looks on.
pub trait Onlooker {
    fn stats(&mut self, stats: &Stats);
    /// What workers do, how many tasks are done and how many are not.
    fn workers(&mut self, shifts: &[Shift], done: u64, open: u64);
}

/// A search that was done by others, or as much of it as there was time for.
pub struct Explored {
    pub checked: Checked,
    /// Why workers could not go on, if the broker was lost. What they had found out is recorded.
    pub lost: Option<String>,
    /// Transitions that had to be executed here: where something is not sure or wrong, or was not found out.
    pub here: u64,
}

impl Submission<'_> {
    pub fn explore(&self, onlooker: &mut dyn Onlooker) -> Result<Explored, Failure> {
        if let Some(why) = reuse::refusal(self.program, self.options) {
            self.console.warning(&format!("--broker: {why}, so nobody else can take part"));
            let checked = self.check(Vec::new(), &self.options.limits, onlooker);
            let here = checked.report.stats.executed;
            return Ok(Explored { checked, lost: None, here });
        }
        let broker = Broker::connect(self.url, &self.args.door, false)?;
        let work = Work { units: self.units.clone(), asked: Asked::of(self.options) };
        let work = serde_json::to_vec(&work).map_err(|error| error.to_string())?;
        let run = self.run(&work);
        let mut collected = Collected::new(&Range::default());
        let ended = self.collect(&broker, &run, work, &mut collected, onlooker);
        if !matches!(ended, Err(Trouble::Lost(_))) {
            broker.close(&run.id);
        }
        let lost = match ended {
            Ok(()) => None,
            Err(Trouble::Gone) => Some("somebody has removed the run from the broker".to_string()),
            Err(Trouble::Lost(why)) => Some(why),
        };
        let totals = collected.totals.clone();
        let explored = self.conclude(collected, lost, onlooker);
        self.tell(&totals, explored.here);
        Ok(explored)
    }

    fn run(&self, work: &[u8]) -> Run {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let program = hash(work);
        let id = format!("{program} {} {}", now.as_nanos(), std::process::id());
        Run {
            id: blake3::hash(id.as_bytes()).to_hex()[..16].to_string(),
            version: env!("EVERCHECK_VERSION").to_string(),
            program,
            target: self.target.clone(),
            since: now.as_secs() as i64,
            lease: self.args.lease.as_secs_f64(),
            budget: self.args.budget,
            is_shared: !self.args.unshared,
            base: self.request.base.len(),
        }
    }

    /// Submits, and takes in results until all are there, a violation is found, or a limit is met.
    fn collect(
        &self,
        broker: &Broker,
        run: &Run,
        work: Vec<u8>,
        collected: &mut Collected,
        onlooker: &mut dyn Onlooker,
    ) -> Result<(), Trouble> {
        let mut objects = vec![(WORK.to_string(), work)];
        for (index, layer) in self.request.base.iter().enumerate() {
            objects.push((base_name(index), frame(&layer.to_sections())));
        }
        let first = Task { range: Range::default(), budget: run.budget.0 };
        let payload = serde_json::to_vec(&first).unwrap_or_default();
        let room = broker.submit(run, &objects, (&Task::id(&first.range), payload))?;
        drop(objects);
        let (mut last, mut is_told) = (0, false);
        let (mut heard, mut looked, mut listed) = (Instant::now(), Instant::now(), Instant::now());
        while !collected.is_done() && !collected.totals.is_violated && self.options.limits.reached().is_none()
        {
            if listed.elapsed() >= SILENCE {
                broker.list(run)?;
                listed = Instant::now();
            }
            if let Some((number, value)) = broker.next_result(&room, last)? {
                take_in(broker, &room, run, &value, collected)?;
                (last, heard) = (number, Instant::now());
                onlooker.stats(&collected.totals.stats);
                continue;
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                let shifts = shifts(broker, run)?;
                let is_somebody = shifts.iter().any(|shift| shift.run.is_some());
                onlooker.workers(&shifts, collected.totals.ranges, collected.open());
                if !is_told && !is_somebody && heard.elapsed() >= SILENCE {
                    self.console.warning(&silence(&shifts, self.url));
                    is_told = true;
                }
            }
            thread::sleep(PULSE);
        }
        Ok(())
    }

    /// Does the search with what is collected, or keeps that if there is no time for it.
    fn conclude(&self, collected: Collected, lost: Option<String>, onlooker: &mut dyn Onlooker) -> Explored {
        let sections = collected.unite();
        let layer = sections.clone().and_then(|sections| Layer::open(Arc::new(sections)));
        let is_over = lost.is_some() || self.options.limits.reached().is_some();
        let mut limits = self.options.limits.clone();
        if lost.is_some() {
            limits = Limits { cancel: Arc::new(true.into()), ..limits };
        }
        let mut checked = self.check(layer.iter().cloned().collect(), &limits, onlooker);
        let totals = &collected.totals.stats;
        let found = checked.report.stats;
        checked.report.stats = match &layer {
            _ if is_over => *totals,
            // All of it is new to the store, so it is counted as if it had been found out here.
            Some(layer) if self.request.base.is_empty() && !checked.ledger.is_rejected => {
                let mut stats =
                    if checked.report.violations.is_empty() { layer.counted(found) } else { found };
                (stats.depth, stats.reused, stats.pruned) = (stats.depth.max(totals.depth), 0, 0);
                (stats.executed, stats.rebuilt) = (totals.executed + found.executed, found.rebuilt);
                stats
            }
            _ => Stats { executed: totals.executed + found.executed, ..found },
        };
        if self.request.base.is_empty() {
            let Ledger { refused, is_rejected, audited, .. } = checked.ledger;
            checked.ledger = Ledger { refused, is_rejected, audited, ..Ledger::default() };
        }
        checked.ledger.has_workers = true;
        // Which of the store's layers were of use to workers is not known.
        checked.used = None;
        if self.request.is_recording && !checked.ledger.is_rejected {
            let newest = checked.layer.take().and_then(|sections| Layer::open(Arc::new(sections)));
            checked.layer = match (newest, layer) {
                (Some(newest), Some(layer)) => reuse::merge(&[newest, layer]),
                (newest, _) => newest.map(|it| it.to_sections()).or(sections),
            };
        }
        Explored { checked, lost, here: found.executed }
    }

    fn check(&self, layers: Vec<Layer>, limits: &Limits, onlooker: &mut dyn Onlooker) -> Checked {
        let base = layers.into_iter().chain(self.request.base.iter().cloned()).collect();
        let request = Request { base, sink: None, ..self.request.clone() };
        let options = Options { limits: limits.clone(), ..self.options.clone() };
        reuse::check(self.program, &options, &request, &mut |stats: &Stats| onlooker.stats(stats))
    }

    fn tell(&self, totals: &Totals, here: u64) {
        let Totals { stats, ranges, seconds, bytes, workers, failures, .. } = totals;
        let (ranges, workers) = (counted(*ranges, "range"), counted(workers.len() as u64, "worker"));
        let (executed, size) = (counted(stats.executed, "transition"), short_size(*bytes));
        self.console.detail(&format!(
            "{ranges} explored by {workers}: {} states, {executed} in {seconds:.1} s, records of {size}; {} executed here",
            stats.states,
            counted(here, "transition")
        ));
        if !failures.is_empty() {
            let count = counted(failures.len() as u64, "range");
            self.console.warning(&format!("{count} could not be explored elsewhere ({})", failures[0]));
        }
    }
}

fn take_in(
    broker: &Broker,
    room: &Room,
    run: &Run,
    value: &[u8],
    collected: &mut Collected,
) -> Result<(), Trouble> {
    let Some(done) = broker.unpack::<Done>(room, value)? else { return Ok(()) };
    let mut record = None;
    if let Some(name) = &done.record {
        let (told, states) = (broker.get(room, name)?, broker.get(room, &states_of(name))?);
        record = told.zip(states).and_then(|(told, states)| Record::open(&told, &states));
    }
    collected.add(run, &done, record);
    Ok(())
}

/// What workers do, those of the run first.
pub fn shifts(broker: &Broker, run: &Run) -> Result<Vec<Shift>, Trouble> {
    let read = |bytes: &Vec<u8>| serde_json::from_slice::<Shift>(bytes).ok();
    let mut shifts: Vec<Shift> = broker.workers()?.iter().filter_map(read).collect();
    shifts.retain(|shift| shift.run.as_ref().is_none_or(|it| *it == run.id));
    shifts.sort_by(|one, other| (one.run.is_none(), &one.worker).cmp(&(other.run.is_none(), &other.worker)));
    Ok(shifts)
}

/// What to say when nobody seems to be at work.
fn silence(shifts: &[Shift], url: &str) -> String {
    let url = super::url::without_password(url);
    match shifts.iter().find(|shift| shift.version != env!("EVERCHECK_VERSION")) {
        None => format!("no worker has come so far; `evercheck worker --broker {url}` starts one"),
        Some(other) => format!(
            "no worker has come so far that is of this version, {}: {} is evercheck {}",
            env!("EVERCHECK_VERSION"),
            other.worker,
            other.version
        ),
    }
}
