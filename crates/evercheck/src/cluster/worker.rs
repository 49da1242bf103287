//! Takes tasks from a broker, explores them, and commits what it has found out.

#[cfg(test)]
mod twice;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use explicit::portion::Budget;
use explicit::reuse::Checked;
use explicit::{Report, Stats};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::args::DoorArgs;
use super::assignment::{Assignment, Halt, Refused};
use super::broker::{Broker, Delivery, Room, Trouble};
use super::letter::{Desk, Letter};
use super::message::{Done, Run, Shift, Task};
use super::record::{Record, states_of};
use super::share::Share;
use crate::console::Console;
use crate::crash::{self, STACK_BYTES};
use crate::status::Status;

/// How long to wait for a task before looking for other runs.
const WAIT: Duration = Duration::from_secs(2);
/// How often to look around while a task is done.
const PULSE: Duration = Duration::from_millis(100);
/// How often to look at what others do, and to say what this worker does.
const LOOK: Duration = Duration::from_millis(500);
/// A task that somebody else wants a part of does at least this many transitions.
const LEAST: u64 = 1 << 12;
/// A task that was given to so many workers, and was done by none, is given up.
const DELIVERIES: u64 = 5;

/// Works until a signal ends it, or the broker is lost; at so many tasks at a time, each as if it were alone.
pub fn work(console: &Console, url: &str, door: &DoorArgs, jobs: usize) -> Result<Status> {
    let signal = Arc::new(AtomicUsize::new(0));
    for number in [SIGINT, SIGTERM] {
        flag::register_usize(number, signal.clone(), number as usize).context("cannot handle signals")?;
    }
    let work = |name: String| {
        let broker = Broker::connect(url, door, true)?;
        let (signal, places, announced) = (signal.clone(), HashMap::default(), Cell::default());
        console.inform(&format!("{name} takes tasks from {}", super::url::without_password(url)));
        Worker { console, broker, name, signal, places, done: 0, announced }.work()
    };
    if jobs == 1 {
        return work(name());
    }
    thread::scope(|scope| {
        let one = |index: usize| {
            let name = format!("{}-{index}", name());
            let thread = thread::Builder::new().name(name.clone());
            thread.spawn_scoped(scope, || work(name)).context("cannot start a thread")
        };
        let all = (1..=jobs).map(one).collect::<Result<Vec<_>>>()?;
        let ends =
            all.into_iter().map(|it| it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        // If the broker is lost, it is lost for all.
        ends.collect::<Result<Vec<_>>>().map(|ends| ends.into_iter().next_back().unwrap_or(Status::Success))
    })
}

struct Worker<'c> {
    console: &'c Console,
    broker: Broker,
    name: String,
    signal: Arc<AtomicUsize>,
    /// By run.
    places: HashMap<String, Place>,
    done: u64,
    /// When it was last said what this worker does.
    announced: Cell<Option<Instant>>,
}

/// Where a worker stands in a run.
struct Place {
    assignment: Assignment,
    room: Room,
    share: Share,
}

/// What came of an exploration.
enum Explored {
    Done {
        checked: Box<Checked>,
        is_hurried: bool,
        seconds: f64,
    },
    /// Nobody wants it any more.
    Halted,
    /// Something went wrong with it, and might elsewhere, too.
    Failed,
}

impl Worker<'_> {
    fn work(mut self) -> Result<Status> {
        let mut refused: HashSet<String> = HashSet::default();
        while self.signalled().is_none() {
            let runs = self.broker.runs().map_err(|trouble| anyhow!("{trouble}"))?;
            self.places.retain(|id, _| runs.iter().any(|run| run.id == *id));
            let open: Vec<&Run> = runs.iter().filter(|run| !refused.contains(&run.id)).collect();
            self.announce(&Shift::default());
            if open.is_empty() {
                thread::sleep(LOOK);
            }
            let wait = WAIT / open.len().max(1) as u32;
            for run in open {
                match self.take_part(run, wait) {
                    Ok(()) | Err(Refused::Trouble(Trouble::Gone)) => {}
                    Err(Refused::Trouble(lost)) => return Err(anyhow!("{lost}")),
                    Err(Refused::Because(why)) => {
                        self.console.warning(&format!("not taking part in the run of {}: {why}", run.target));
                        refused.insert(run.id.clone());
                    }
                }
            }
        }
        Ok(self.signalled().unwrap_or(Status::Success))
    }

    fn signalled(&self) -> Option<Status> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(Status::Signalled(signal as u8)),
        }
    }

    /// Says what this worker does, now and then.
    fn announce(&self, shift: &Shift) {
        if self.announced.get().is_some_and(|last| last.elapsed() < LOOK) {
            return;
        }
        self.announced.set(Some(Instant::now()));
        let (worker, version) = (self.name.clone(), env!("EVERCHECK_VERSION").to_string());
        let shift = Shift { worker, version, done: self.done, ..shift.clone() };
        self.broker.announce(&self.name, serde_json::to_vec(&shift).unwrap_or_default());
    }

    /// Does tasks of a run for as long as there are some.
    fn take_part(&mut self, run: &Run, wait: Duration) -> Result<(), Refused> {
        let mut place = match self.places.remove(&run.id) {
            Some(place) => place,
            None => {
                let Some(room) = self.broker.room(&run.id)? else { return Ok(()) };
                let assignment = Assignment::get(&self.broker, &room, run)?;
                Place { assignment, room, share: Share::new(run) }
            }
        };
        while self.signalled().is_none() {
            let Some(delivery) = self.broker.take(&place.room, wait)? else { break };
            self.attend(&mut place, &delivery)?;
        }
        self.places.insert(run.id.clone(), place);
        Ok(())
    }

    /// Does a task, unless somebody else has.
    fn attend(&mut self, place: &mut Place, delivery: &Delivery) -> Result<(), Trouble> {
        let Some(task) = self.broker.unpack::<Task>(&place.room, delivery.payload())? else {
            // Nobody can read it, so nobody waits for it.
            return self.broker.acknowledge(&place.room, delivery);
        };
        let id = Task::id(&task.range);
        if self.broker.result(&place.room, &id)?.is_some() {
            return self.broker.acknowledge(&place.room, delivery);
        }
        if delivery.count > DELIVERIES {
            let failure = Some(format!("given to {DELIVERIES} workers, and done by none"));
            let done = Done { failure, ..self.nothing(place, &task) };
            return self.send(place, delivery, &id, Letter::default(), &done);
        }
        match self.explore(place, delivery, &task)? {
            Explored::Done { checked, is_hurried, seconds } => {
                self.tell(place, delivery, &task, (*checked, is_hurried, seconds))
            }
            Explored::Halted | Explored::Failed => {
                self.broker.give_back(delivery);
                Ok(())
            }
        }
    }

    /// Explores, and keeps the task meanwhile.
    fn explore(&self, place: &mut Place, delivery: &Delivery, task: &Task) -> Result<Explored, Trouble> {
        let Place { assignment, room, share } = place;
        let (run, range) = (Some(room.run.clone()), Some(task.range.clone()));
        self.announce(&Shift { run, range, ..Shift::default() });
        let (halt, budget) = (Halt::default(), Arc::new(Budget::new(task.budget)));
        share.update(&self.broker, room, &halt.flag)?;
        let (start, told) = (Instant::now(), Mutex::new(Stats::default()));
        let committed = share.committed.clone();
        thread::scope(|scope| {
            let (tell, answer) = channel();
            let (halted, told, limit, assignment) = (halt.clone(), &told, budget.clone(), &*assignment);
            let explore = move || {
                let told = &mut |stats: &Stats| *crash::lock(told) = *stats;
                let checked = assignment.explore(&task.range, limit, committed, &halted, told);
                // Who does not listen any more has been told to stop.
                let _ = tell.send((checked, start.elapsed().as_secs_f64()));
            };
            let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, explore);
            if thread.is_err() {
                return Ok(Explored::Failed);
            }
            let lease = Duration::from_secs_f64(assignment.run.lease);
            let (mut kept, mut looked, mut before, mut is_hurried) = (start, start, 0, false);
            loop {
                match answer.recv_timeout(PULSE.min(lease / 8)) {
                    Ok(_) if halt.is_called() => return Ok(Explored::Halted),
                    Ok((checked, seconds)) => {
                        let is_sure = !checked.ledger.is_rejected && !checked.report.is_limited();
                        let checked = Box::new(checked);
                        let explored = Explored::Done { checked, is_hurried, seconds };
                        return Ok(if is_sure { explored } else { Explored::Failed });
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(Explored::Failed),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if self.signalled().is_some() {
                    halt.call();
                    continue;
                }
                if kept.elapsed() >= lease / 3 {
                    self.broker.keep(delivery);
                    kept = Instant::now();
                }
                if let Err(trouble) = share.update(&self.broker, room, &halt.flag) {
                    halt.call();
                    return Err(trouble);
                }
                let since = looked.elapsed();
                if since < LOOK {
                    continue;
                }
                looked = Instant::now();
                let stats = *crash::lock(told);
                self.announce(&Shift {
                    run: Some(room.run.clone()),
                    range: Some(task.range.clone()),
                    states: stats.states,
                    states_per_second: stats.states.saturating_sub(before) as f64 / since.as_secs_f64(),
                    ..Shift::default()
                });
                before = stats.states;
                let look = || {
                    let queue = self.broker.queue(room)?;
                    // Of many that are at work a few are enough; which ones is left to chance.
                    let lot = u64::from(start.elapsed().subsec_nanos()) % queue.at_work.max(1);
                    if queue.waiting == 0 && lot < 2 * queue.idle {
                        is_hurried = true;
                        budget.limit(LEAST);
                    }
                    if self.broker.is_listed(&room.run)? { Ok(()) } else { Err(Trouble::Gone) }
                };
                if let Err(trouble) = { look }() {
                    halt.call();
                    return Err(trouble);
                }
            }
        })
    }

    /// Tells what came of a task.
    fn tell(
        &mut self,
        place: &mut Place,
        delivery: &Delivery,
        task: &Task,
        (checked, is_hurried, seconds): (Checked, bool, f64),
    ) -> Result<(), Trouble> {
        let Checked { report: Report { stats, violations, .. }, layer, rest, .. } = checked;
        let (rest, id) = (rest.unwrap_or_default(), Task::id(&task.range));
        let is_violated = !violations.is_empty() && place.assignment.is_first_enough();
        let most = place.assignment.run.budget.1;
        let budget = if is_hurried { task.budget } else { (2 * task.budget).min(most) };
        let mut done = self.nothing(place, task);
        done.left = if is_violated { Vec::new() } else { rest.left.clone() };
        let mut letter = Letter::default();
        for range in &done.left {
            let (id, task) = (Task::id(range), Task { range: range.clone(), budget });
            let payload = self.broker.pack(&place.room, &id, &task)?;
            letter.tasks.push((id, payload));
        }
        if let Some(sections) = layer {
            let name = format!("{id}.{}", done.attempt);
            let (told, states) = Record::new(sections, &rest).into_objects();
            done.bytes = (told.len() + states.len()) as u64;
            place.share.offer(&name, states.clone());
            letter.objects = vec![(states_of(&name), states), (name.clone(), told)];
            done.record = Some(name);
        }
        (done.is_violated, done.seconds) = (is_violated, seconds);
        (done.states, done.transitions) = (stats.states, stats.transitions);
        (done.depth, done.executed) = (stats.depth, stats.executed);
        self.send(place, delivery, &id, letter, &done)?;
        self.done += 1;
        Ok(())
    }

    fn send(
        &self,
        place: &Place,
        delivery: &Delivery,
        id: &str,
        mut letter: Letter,
        done: &Done,
    ) -> Result<(), Trouble> {
        let value = self.broker.pack(&place.room, &format!("{id}.{}", done.attempt), done)?;
        letter.result = (id.to_string(), value);
        let is_first = letter.send(&Counter { broker: &self.broker, room: &place.room, delivery })?;
        if !is_first {
            self.console.detail(&format!("somebody else was first with the range {}", done.range));
        }
        Ok(())
    }

    /// A result that says nothing yet.
    fn nothing(&self, place: &Place, task: &Task) -> Done {
        Done {
            attempt: attempt(&self.name),
            worker: self.name.clone(),
            version: place.assignment.run.version.clone(),
            program: place.assignment.run.program.clone(),
            range: task.range.clone(),
            ..Done::default()
        }
    }
}

/// Where a worker hands in what came of a task.
struct Counter<'w> {
    broker: &'w Broker,
    room: &'w Room,
    delivery: &'w Delivery,
}

impl Desk for Counter<'_> {
    fn publish(&self, id: &str, payload: &[u8]) -> Result<(), Trouble> {
        self.broker.publish(self.room, id, payload)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Trouble> {
        self.broker.put(self.room, name, bytes)
    }

    fn commit(&self, id: &str, value: &[u8]) -> Result<bool, Trouble> {
        self.broker.commit(self.room, id, value)
    }

    fn acknowledge(&self) -> Result<(), Trouble> {
        self.broker.acknowledge(self.room, self.delivery)
    }
}

/// A name that no other attempt has.
fn attempt(worker: &str) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    blake3::hash(format!("{worker} {}", now.as_nanos()).as_bytes()).to_hex()[..16].to_string()
}

/// What a worker is called by: the host, and the process there.
fn name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let is_plain = |it: &char| it.is_ascii_alphanumeric() || *it == '-';
    let host: String = host.trim().chars().filter(is_plain).collect();
    let host = if host.is_empty() { "host" } else { &host };
    format!("{host}-{}", std::process::id())
}
