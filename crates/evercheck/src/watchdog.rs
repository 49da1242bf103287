//! Limits of time, processor time and memory, and signals, which hold whatever the work is at.
//!
//! Engines look at flags every now and then, and stop where they stand if one is raised. Not everything can look: a
//! solver, a parser, a compiler that is waited for, a kernel that zeroes gigabytes. So a thread measures, raises the flags,
//! and if the work has not come to its end soon after, it tells itself what was covered so far and ends the process.

use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use machine::Brake;
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use verdict::{Limits, Unknown};

use crate::console::Console;
use crate::covered::{Covered, Phase};
use crate::crash;
use crate::resources::{Effort, cpu_time_of_all, own_bytes, usage_of_tree};
use crate::status::Status;

/// How often is measured; memory can be taken faster than time passes.
const PULSE: Duration = Duration::from_millis(40);
const MEMORY_PULSE: Duration = Duration::from_millis(10);
/// And where there is little left of it.
const SHORT_PULSE: Duration = Duration::from_millis(3);
/// How long it takes to leave work behind, which takes memory meanwhile.
const LEAVING: Duration = Duration::from_millis(8);
/// How long work may take to stop, and to write down what is left of its report.
const GRACE: Duration = Duration::from_millis(450);
/// How long a last report may take, which nobody may be reading. On a machine that is short of processors its thread waits for one.
const LAST_WORDS: Duration = Duration::from_millis(400);
/// Text written at once.
const CHUNK: usize = 1 << 16;
/// Work that has reached its limit needs a little more to stop: this, or a twentieth of the limit.
const SPARE_BYTES: u64 = 4 << 20;

/// What a command may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub wall: Option<Duration>,
    pub cpu: Option<Duration>,
    pub memory: Option<u64>,
}

/// Watches over a command until it is dropped.
pub struct Watchdog(Arc<Shared>);

struct Shared {
    /// Whether the process is the command's, to be ended if the work does not stop.
    is_process: bool,
    start: Instant,
    /// Processor time that had been used by then.
    used: Duration,
    bounds: Bounds,
    limits: Limits,
    brake: Brake,
    /// The signal that came, or 0.
    signal: Arc<AtomicUsize>,
    /// The process that preprocesses, or 0.
    preprocessing: Arc<AtomicU32>,
    /// What is being written is to be cut short.
    is_cut: AtomicBool,
    is_over: AtomicBool,
    covered: Mutex<Covered>,
}

impl Watchdog {
    /// Begins to measure, and to take signals: the first one ends the work, a second one the process.
    pub fn start(bounds: Bounds, covered: Covered) -> Result<Watchdog> {
        let shared = Shared::new(true, bounds, covered);
        for signal in [SIGINT, SIGTERM] {
            let (cancel, which) = (&shared.limits.cancel, &shared.signal);
            flag::register_conditional_shutdown(signal, 128 + signal, cancel.clone())
                .and_then(|_| flag::register_usize(signal, which.clone(), signal as usize))
                .and_then(|_| flag::register(signal, cancel.clone()))
                .context("cannot handle signals")?;
        }
        shared.begin()
    }

    /// Begins to measure in somebody else's process: signals are not ours, nor is its end.
    pub fn guest(bounds: Bounds) -> Result<Watchdog> {
        Shared::new(false, bounds, Covered::default()).begin()
    }

    /// When the command began.
    pub fn began(&self) -> Instant {
        self.0.start
    }

    /// The flags that engines look at.
    pub fn arm(&self, options: &mut explicit::Options) {
        let Limits { deadline, memory, cancel, .. } = self.0.limits.clone();
        options.limits = Limits { deadline, memory, cancel, ..options.limits.clone() };
        options.machine.brake = self.0.brake.clone();
    }

    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Where the front end tells which process preprocesses.
    pub fn preprocessing(&self) -> Arc<AtomicU32> {
        self.0.preprocessing.clone()
    }

    /// What was covered so far, to be kept up to date.
    pub fn covered(&self) -> MutexGuard<'_, Covered> {
        crash::lock(&self.0.covered)
    }

    /// The status of a run that was stopped.
    pub fn signalled(&self) -> Option<Status> {
        self.0.signalled()
    }

    /// Prints the result, whose status is known. What takes too long to print is cut short, but for the verdict.
    pub fn tell(&self, console: &Console, status: Status, text: &str, verdict: Option<&str>) -> Result<()> {
        self.covered().phase = Phase::Telling(status);
        for chunk in text.as_bytes().chunks(CHUNK) {
            if self.0.is_cut.load(Ordering::Relaxed) {
                let rest = verdict.map_or(String::new(), |verdict| format!("\n… left out …\n{verdict}\n"));
                return console.result(rest.as_bytes());
            }
            console.result(chunk)?;
        }
        Ok(())
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // If the process is about to be ended, it does not come to another end first.
        let _covered = self.covered();
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// Memory as it was measured last.
#[derive(Clone, Copy)]
struct Usage {
    bytes: u64,
    at: Instant,
    /// How fast it grew since it was measured before, in bytes a second.
    growth: f64,
}

impl Usage {
    fn next(&self, bytes: u64) -> Usage {
        let seconds = self.at.elapsed().as_secs_f64().max(1e-4);
        // The first measurement says nothing of what went before.
        let grown = if self.bytes > 0 { bytes.saturating_sub(self.bytes) } else { 0 };
        Usage { bytes, at: Instant::now(), growth: grown as f64 / seconds }
    }

    /// What there will be, if it grows as it did.
    fn after(&self, span: Duration) -> u64 {
        self.bytes + (self.growth * span.as_secs_f64()) as u64
    }
}

impl Shared {
    fn new(is_process: bool, bounds: Bounds, covered: Covered) -> Shared {
        Shared {
            is_process,
            start: Instant::now(),
            used: if is_process { Duration::ZERO } else { cpu_time_of_all() },
            bounds,
            limits: Limits::default(),
            brake: Brake::default(),
            signal: Arc::default(),
            preprocessing: Arc::default(),
            is_cut: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            covered: Mutex::new(covered),
        }
    }

    fn begin(self) -> Result<Watchdog> {
        let shared = Arc::new(self);
        let watched = shared.clone();
        let thread = thread::Builder::new().name("watchdog".into());
        thread.spawn(move || watched.watch()).context("cannot start a thread")?;
        Ok(Watchdog(shared))
    }

    fn watch(&self) {
        let mut told = Instant::now();
        let mut usage = Usage { bytes: 0, at: told, growth: 0.0 };
        let mut stopping: Option<(Unknown, Instant)> = None;
        while !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(match self.bounds.memory {
                None => PULSE,
                Some(limit) if usage.after(MEMORY_PULSE) < limit / 2 => MEMORY_PULSE,
                Some(_) => SHORT_PULSE,
            });
            if told.elapsed() >= PULSE {
                self.brake.ask();
                told = Instant::now();
            }
            let children = match self.preprocessing.load(Ordering::SeqCst) {
                0 => (0, Duration::ZERO),
                process => usage_of_tree(process),
            };
            if self.bounds.memory.is_some() {
                usage = usage.next(own_bytes() + children.0);
            }
            if stopping.is_none()
                && let Some(reason) = self.reached(&usage, children.1)
            {
                self.stop(reason);
                stopping = Some((reason, Instant::now()));
            }
            let Some((reason, since)) = stopping else { continue };
            let phase = self.phase();
            let is_hopeless = phase == Some(Phase::Reading) || self.is_bursting(&usage);
            if let Some(Phase::Telling(_)) = phase {
                self.is_cut.store(since.elapsed() >= GRACE / 2, Ordering::Relaxed);
            }
            if self.is_process && (is_hopeless || since.elapsed() >= GRACE) {
                self.leave(reason);
            }
        }
    }

    /// What the work is at, unless it is just telling that.
    fn phase(&self) -> Option<Phase> {
        self.covered.try_lock().ok().map(|covered| covered.phase)
    }

    /// Which limit is reached, if one is.
    fn reached(&self, usage: &Usage, of_children: Duration) -> Option<Unknown> {
        if self.limits.cancel.load(Ordering::Relaxed) {
            return Some(Unknown::Cancelled);
        }
        let is_late = self.bounds.wall.is_some_and(|limit| self.start.elapsed() >= limit);
        if is_late
            || self.bounds.cpu.is_some_and(|limit| cpu_time_of_all() + of_children >= limit + self.used)
        {
            return Some(Unknown::Time);
        }
        let limit = self.bounds.memory?;
        self.brake.set_room(limit.saturating_sub(usage.bytes));
        (usage.after(SHORT_PULSE) >= limit || self.is_bursting(usage)).then_some(Unknown::Memory)
    }

    /// Whether there is no time to wait for the work to stop: it takes memory meanwhile.
    fn is_bursting(&self, usage: &Usage) -> bool {
        let most = |limit: u64| limit + SPARE_BYTES.max(limit / 20);
        self.bounds.memory.is_some_and(|limit| usage.after(LEAVING) >= most(limit))
    }

    /// Asks the work to stop.
    fn stop(&self, reason: Unknown) {
        let flag = match reason {
            Unknown::Cancelled => &self.limits.cancel,
            Unknown::Memory => &self.limits.memory,
            _ => &self.limits.deadline,
        };
        flag.store(true, Ordering::Relaxed);
        self.brake.pull();
        // A process that ends takes its preprocessor along; a guest would wait for it.
        if !self.is_process {
            self.kill_preprocessor();
        }
    }

    fn kill_preprocessor(&self) {
        if let Some(leader) = Pid::from_raw(self.preprocessing.load(Ordering::SeqCst) as i32) {
            // It may have ended meanwhile.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    fn signalled(&self) -> Option<Status> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(Status::Signalled(signal as u8)),
        }
    }

    /// Tells what was covered, and ends the process. Nothing is cleaned up that the work may be using.
    fn leave(&self, reason: Unknown) -> ! {
        // Also keeps the work from telling anything from now on.
        let mut covered = crash::lock(&self.covered);
        if let Phase::Telling(status) = covered.phase {
            exit(status);
        }
        let status = self.signalled().filter(|_| reason == Unknown::Cancelled).unwrap_or(Status::Unknown);
        let (text, files) = covered.report(reason, Effort::since(self.start));
        if let Ok(stdout) = std::io::stdout().as_fd().try_clone_to_owned() {
            let (tell, told) = channel();
            // The usual way to standard output may be taken, for ever.
            let write = move || {
                let told = File::from(stdout).write_all(text.as_bytes());
                // Nobody is left to be told that one could not be written.
                files.iter().for_each(|file| drop(file.write()));
                let _ = tell.send(told);
            };
            if thread::Builder::new().spawn(write).is_ok() {
                let _ = told.recv_timeout(LAST_WORDS);
            }
        }
        self.kill_preprocessor();
        covered.clean_up();
        exit(status)
    }
}

fn exit(status: Status) -> ! {
    signal_hook::low_level::exit(status.code().into())
}
