//! Several workers explore one space (`-j N`).
//!
//! One begins, as the plain search does. When others come, it hands over what is left: what it has claimed, and its stack as the
//! first job. From then on each worker has a space of its own and goes through it depth first; they share which states are
//! claimed ([`crate::common`]). Whoever has nothing left waits for a job; whoever has much cuts its stack in two, and the lower part
//! becomes a job ([`crate::pool`]): the way to it, and all that is left to be tried there. Who takes it goes that way first.
//!
//! Guarantee: if the work is done and nothing was found to be wrong, all that the plain search comes to was come to, and the report
//! is that search's, and so are the numbers of states, transitions (without `--depth`) and ends. If something is wrong, the search has
//! to be done again in the plain order ([`crate::reuse`]): what is shown does not depend on who was first. The same goes for
//! `--max-states`, as it matters which states come first. A limit of time or memory ends both.
//!
//! *Why nothing is missed.* At every moment, each choice of a claimed state, as far as filters leave it, was tried, or is on the
//! stack of one worker, or in one job. It holds at the start, and where one worker hands over to several. A state is claimed by one worker, under a lock; that worker
//! judges it, filters its choices and puts them on its stack before it does anything else. It takes a choice from its stack only
//! to try it, and what that comes to is claimed or ends. A cut moves whole states to a job, and nobody else reaches into a stack;
//! a job is taken once. The work is done if all wait and there is no job: who waits has an empty stack, so every choice of every
//! claimed state was tried. What is reached by a tried choice is claimed, so by induction over paths every reachable state is.
//!
//! What might break it, and why it does not:
//!
//! 1. *Reduction.* What a transition merges depends on the state alone, not on a stack, so who claims a state does not
//!    matter; nor does it matter by which way. There is no proviso over stacks.
//! 2. *Depth.* A state counts with its least depth, and whoever comes by a shorter way goes on from it again; both under the lock of
//!    its table. A choice of a claimed state is then one *at a depth*, which a job keeps: it has the whole way. So the last
//!    who goes on from a state does so from its least depth. What was left out is judged in the end, from final depths.
//! 3. *Races and deadlocks* are judged before choices are filtered, by whoever claims the state, from that state alone. Which
//!    thread ran last is no part of a state, and may tell where a leak is shown: that is a violation, so the plain search tells it.
//! 4. *Faults and exits* are no states, so they are not claimed: each is met once, by whoever tries the choice. Obstacles are told
//!    by reason, place and least message, in any order.
//! 5. *A space that goes another way* than it went before: at the end of the way to a job, the state must have the number
//!    of the one that was cut. If not, nothing of all this counts.
//! 6. *A worker that ends early*, whatever the reason, stops the pool, and then the work is not done.
//! 7. *What is known from earlier runs* is only read, but for the book that a plan keeps ([`crate::plan`]), which is behind one lock: it
//!    is one worker who enters a known state, and a tree that leads to open ones is made by one, at once, and does not change. With
//!    a plan, a state counts as claimed that it has seen; whoever walked there enters the first of a tree, and who enters a
//!    state has all that the tree needs of it on the stack. That a plan knows of a flaw that nobody meets is found out in the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use machine::Stop;

use crate::common::Common;
use crate::cover::Cover;
use crate::findings::{Findings, Gathered};
use crate::frontier::{Frontier, Job};
use crate::options::{Options, Order, Shift, Stats};
use crate::pool::{End, Pool, Wish};
use crate::recorder::{Fellow, Recorder};
use crate::search::Search;
use crate::space::{Judge, Recall, Rejected, Space, Told};

/// Transitions between two looks at the pool. Graphs of tests are small.
const LOOK: u64 = if cfg!(test) { 2 } else { 64 };
/// The machine goes into what it computes, recursively.
const STACK_BYTES: usize = 256 << 20;

/// Makes a space for a worker, which stands at its first state.
pub(crate) type Make<'f, S> = &'f (dyn Fn() -> Result<S, Stop> + Sync);

/// Who has explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Crewed {
    /// One worker, as nobody came to help.
    Alone,
    Together,
    /// Several, and what they have found is not what a report has to say: the search has to be done again in the plain order.
    Again,
}

/// Whether there can be several workers: they go depth first, there is no range, and inputs are no symbols.
pub(crate) fn is_possible(options: &Options) -> bool {
    !options.machine.has_symbols
        && options.workers > 1
        && options.order != Order::Breadth
        && options.range.is_none()
}

/// Explores with several workers, each with a space that is made for it, as soon as they come. Before that, the plain search goes
/// through `space`.
pub(crate) fn explore<S: Judge + Recall + Told>(
    search: &mut Search<'_>,
    space: &mut S,
    make: Make<'_, S>,
) -> Result<Crewed, Rejected> {
    let options = search.shared.options;
    let at_once = || Arc::new(AtomicBool::new(true));
    search.shared.help = Some(options.help.clone().unwrap_or_else(at_once));
    // Whoever takes over a state that a plan knows looks whether it has come to that one.
    search.shared.claims.keep_numbers();
    search.run(space)?;
    let Some(job) = search.shared.handed.take() else { return Ok(Crewed::Alone) };
    let shop = Shop {
        options,
        cover: search.shared.found.cover,
        common: Arc::new(search.shared.claims.hand_over()),
        pool: Pool::new(options.workers),
        fellow: search.recorder.as_ref().map(|recorder| recorder.fellow(options.workers)),
        journal: AtomicUsize::new(0),
    };
    shop.pool.give(job);
    let works = shop.work(search, make)?;
    let (end, left) = shop.pool.close();
    let (mut stats, mut cut) = (Stats { frontier: left.len() as u64, ..search.stats }, Vec::new());
    let nobody = &mut |_: &Stats| {};
    let mut found = Findings::beside(options, shop.cover, nobody);
    for work in works {
        found.gather(work.gathered);
        stats = stats.and(work.stats);
        cut.extend(work.cut);
        search.recorder.iter_mut().for_each(|recorder| recorder.take_in(&work.blocks));
    }
    let (is_over, is_violated) = (end == Some(End::Done) || found.is_over(), !found.violations.is_empty());
    let is_enough = if is_violated { options.is_any } else { !found.is_overflown() };
    search.shared.claims.unite(&shop.common, cut);
    if end == Some(End::Done) {
        search.shared.judge_depth();
    }
    // Whatever was asked for, nobody has looked for more.
    search.shared.found.is_first_enough |= is_violated;
    search.shared.found.gather(found.into_gathered());
    search.stats = stats;
    if let Some(recorder) = &mut search.recorder {
        for mut job in left {
            recorder.take_over(std::mem::take(&mut job.edges));
            job.nodes().rev().for_each(|node| recorder.cut(&node));
        }
    }
    Ok(if search.is_settled() || is_over && is_enough { Crewed::Together } else { Crewed::Again })
}

/// What a worker has come to.
struct Work {
    gathered: Gathered,
    stats: Stats,
    cut: Vec<u32>,
    blocks: Vec<u8>,
}

/// What a worker says while it works.
enum News {
    /// How far it has come.
    Shift(usize, Shift),
    /// What it has recorded since it was asked last.
    Blocks(Vec<u8>),
}

/// What workers share.
struct Shop<'o> {
    options: &'o Options,
    cover: Cover,
    common: Arc<Common>,
    pool: Pool<Job>,
    /// Nothing is recorded without it.
    fellow: Option<Fellow<'o>>,
    /// How often workers were asked for what they have recorded.
    journal: AtomicUsize,
}

impl Shop<'_> {
    /// Lets all work, tells meanwhile how far they have come, and hands on what they have recorded if that is asked for.
    fn work<S: Judge + Recall + Told>(
        &self,
        search: &mut Search<'_>,
        make: Make<'_, S>,
    ) -> Result<Vec<Work>, Rejected> {
        let Search { shared, recorder, stats } = search;
        thread::scope(|scope| {
            let (tell, told) = channel();
            let mut workers = Vec::new();
            for index in 0..self.options.workers {
                let duty = Duty::new(self, index, tell.clone());
                let thread = thread::Builder::new().name(format!("worker {index}")).stack_size(STACK_BYTES);
                match thread.spawn_scoped(scope, move || self.shift(duty, index, make)) {
                    Ok(worker) => workers.push(worker),
                    // The plain search needs no threads.
                    Err(_) => self.pool.stop(),
                }
            }
            drop(tell);
            let mut all = vec![Shift::default(); self.options.workers];
            for news in told {
                match (news, recorder.as_mut()) {
                    (News::Shift(index, shift), recorder) => {
                        all[index] = shift;
                        let sum = all.iter().fold(*stats, |sum, it| sum.and(it.stats));
                        if shared.looks_around(sum.executed) {
                            self.pool.stop();
                        }
                        shared.found.observer.progress(&sum);
                        shared.found.observer.workers(&all);
                        if recorder.is_some_and(|recorder| recorder.is_asked()) {
                            self.journal.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    (News::Blocks(blocks), Some(recorder)) => {
                        recorder.take_in(&blocks);
                        // All that blocks speak of was claimed before they were sent.
                        recorder.hand_on(|first| self.common.prints_from(first));
                    }
                    (News::Blocks(_), None) => {}
                }
            }
            let join = |worker: thread::ScopedJoinHandle<'_, _>| match worker.join() {
                Ok(work) => work,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            workers.into_iter().map(join).collect()
        })
    }

    /// What one worker does.
    fn shift<S: Judge + Recall + Told>(
        &self,
        duty: Duty<'_>,
        index: usize,
        make: Make<'_, S>,
    ) -> Result<Work, Rejected> {
        // States and ends of runs are shown to nobody, as whoever looks on stands elsewhere.
        let nobody = &mut |_: &Stats| {};
        let mut search = Search::new(Findings::beside(self.options, self.cover, nobody));
        search.shared.claims.share(self.common.clone());
        let workers = self.options.workers as u32;
        search.recorder = self.fellow.as_ref().map(|fellow| fellow.recorder(index as u32, workers));
        match make() {
            Ok(mut space) => search.run_beside(&mut space, duty)?,
            // There is no room for so many, but there was for one: the work is stopped, and the plain search does it.
            Err(Stop::OutOfMemory) => {}
            Err(stop) => search.shared.found.give_up(&stop),
        }
        Ok(Work {
            cut: search.shared.claims.take_cut(),
            gathered: search.shared.found.into_gathered(),
            stats: search.stats,
            blocks: search.recorder.map_or(Vec::new(), |mut recorder| recorder.take_blocks()),
        })
    }
}

/// A worker's place in the shop. Whoever leaves it stops the pool; if the work is done, that means nothing.
pub(crate) struct Duty<'p> {
    pool: &'p Pool<Job>,
    journal: &'p AtomicUsize,
    tell: Sender<News>,
    index: usize,
    /// Transitions after which to look at the pool again.
    next_look: u64,
    /// Transitions executed to go to where a job begins.
    pub rebuilt: u64,
    /// Jobs that were taken over, and the depth at which the last of them begins.
    jobs: u64,
    depth: u64,
    /// How often what was recorded was handed in.
    delivered: usize,
}

impl<'p> Duty<'p> {
    fn new(shop: &'p Shop<'_>, index: usize, tell: Sender<News>) -> Duty<'p> {
        let Shop { pool, journal, .. } = shop;
        let next_look = LOOK;
        Duty { pool, journal, tell, index, next_look, rebuilt: 0, jobs: 0, depth: 0, delivered: 0 }
    }

    /// Looks at the pool every now and then, and gives a job away if somebody wants one. Whether to stop.
    #[inline]
    pub fn attend<S: Space>(
        &mut self,
        transitions: u64,
        frontier: &mut impl Frontier<S>,
        recorder: Option<&mut Recorder<'_>>,
    ) -> bool {
        if transitions < self.next_look {
            return false;
        }
        self.next_look = transitions + LOOK;
        match self.pool.wish() {
            Wish::Nothing => false,
            Wish::Stop => true,
            Wish::Job => {
                if let Some(mut job) = frontier.cut() {
                    job.edges = recorder.map_or(Vec::new(), |recorder| recorder.give(job.nodes()));
                    // The longer it takes to cut, the less often that is done.
                    self.next_look += job.path.len() as u64;
                    self.pool.give(job);
                }
                false
            }
        }
    }

    /// Waits for a job. Nothing if the work is over.
    pub fn next(&mut self, stats: &Stats) -> Option<Job> {
        self.say(stats, true);
        let job = self.pool.next()?;
        (self.jobs, self.depth) = (self.jobs + 1, job.path.len() as u64);
        self.say(stats, false);
        Some(job)
    }

    /// Says how far this worker has come.
    pub fn tell(&self, stats: &Stats) {
        self.say(stats, false);
    }

    fn say(&self, stats: &Stats, is_waiting: bool) {
        let shift = Shift { stats: *stats, jobs: self.jobs, depth: self.depth, is_waiting };
        // Whoever does not listen any more does not want to know.
        let _ = self.tell.send(News::Shift(self.index, shift));
    }

    /// Hands in what was recorded, if that is asked for.
    pub fn deliver(&mut self, recorder: &mut Recorder<'_>) {
        let asked = self.journal.load(Ordering::Relaxed);
        if asked != std::mem::replace(&mut self.delivered, asked) {
            let _ = self.tell.send(News::Blocks(recorder.take_blocks()));
        }
    }
}

impl Drop for Duty<'_> {
    fn drop(&mut self) {
        self.pool.stop();
    }
}
