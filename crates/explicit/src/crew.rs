//! Several workers explore one space (`-j N`).
//!
//! Each worker has a space of its own and goes through it depth first, as the plain search does; they share which states are
//! claimed ([`crate::common`]). Whoever has nothing left waits for a job; whoever has much cuts its stack in two, and the lower part
//! becomes a job ([`crate::pool`]): the way to it, and all that is left to be tried there. Who takes it goes that way first.
//!
//! Guarantee: if the work is done and nothing was found to be wrong, all that the plain search comes to was come to, and the report
//! is that search's, and so are the numbers of states, transitions (without `--depth`) and ends. If something is wrong, the plain
//! search is done: what it shows does not depend on who was first. The same goes for `--max-states`, as it matters which states
//! come first. A limit of time or memory ends both.
//!
//! *Why nothing is missed.* At every moment, each choice of a claimed state, as far as filters leave it, was tried, or is on the
//! stack of one worker, or in one job. It holds at the start. A state is claimed by one worker, under a lock; that worker
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

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use machine::Stop;
use verdict::Violation;

use crate::common::Common;
use crate::cover::Cover;
use crate::findings::{Findings, Gathered};
use crate::frontier::{Frontier, Job};
use crate::options::{Observer, Options, Order, Stats};
use crate::pool::{End, Pool, Wish};
use crate::recorder::{Defined, Recorder};
use crate::search::Search;
use crate::space::{Judge, Recall, Rejected, Space, Told};

/// Transitions between two looks at the pool. Graphs of tests are small.
const LOOK: u64 = if cfg!(test) { 2 } else { 64 };
/// The machine goes into what it computes, recursively.
const STACK_BYTES: usize = 256 << 20;

/// Whether there can be several workers: they go depth first, and nobody else keeps a book of states.
pub(crate) fn is_possible(options: &Options) -> bool {
    options.workers > 1 && options.order != Order::Breadth && options.range.is_none()
}

/// Explores with several workers, each with a space that is made for it, and does the plain search of `space` if that has to
/// tell what is wrong.
pub(crate) fn explore<S: Judge + Recall + Told>(
    search: &mut Search<'_>,
    space: &mut S,
    make: impl Fn() -> Result<S, Stop> + Sync,
) -> Result<(), Rejected> {
    let options = search.shared.options;
    let shop = Shop {
        options,
        cover: search.shared.found.cover,
        common: Arc::new(Common::new(options.limits.depth.is_some())),
        pool: Pool::new(options.workers),
        defined: search.recorder.as_ref().map(|_| Arc::default()),
    };
    let shifts = shop.work(search.shared.found.observer, &make)?;
    let (end, left) = shop.pool.close();
    let (mut stats, mut cut) = (Stats { frontier: left.len() as u64, ..Stats::default() }, Vec::new());
    let nobody = &mut |_: &Stats| {};
    let mut found = Findings::beside(options, shop.cover, nobody);
    let mut blocks = Vec::new();
    for shift in shifts {
        found.gather(shift.gathered);
        stats = stats.and(shift.stats);
        cut.extend(shift.cut);
        blocks.push(shift.blocks);
    }
    let (is_over, is_violated) = (end == Some(End::Done) || found.is_over(), !found.violations.is_empty());
    let is_enough = if is_violated { options.is_any } else { !found.is_overflown() };
    if !is_over || !is_enough {
        // What was claimed takes memory.
        drop((shop, left, blocks));
        return again(search, space, found.violations, stats);
    }
    search.shared.claims.unite(&shop.common, cut);
    if end == Some(End::Done) {
        search.shared.judge_depth();
    }
    // Whatever was asked for, nobody has looked for more.
    search.shared.found.is_first_enough |= is_violated;
    search.shared.found.gather(found.into_gathered());
    search.stats = stats;
    if let (Some(recorder), Some(defined)) = (&mut search.recorder, shop.defined) {
        recorder.take_in(defined, &blocks);
        for mut job in left {
            recorder.take_over(std::mem::take(&mut job.edges));
            job.nodes().rev().for_each(|node| recorder.cut(node));
        }
    }
    Ok(())
}

/// The plain search, after workers have found this.
fn again<S: Judge + Recall + Told>(
    search: &mut Search<'_>,
    space: &mut S,
    violations: Vec<Violation>,
    before: Stats,
) -> Result<(), Rejected> {
    search.run(space)?;
    search.stats = search.stats.after(before);
    let found = &mut search.shared.found;
    if found.violations.is_empty() && !violations.is_empty() && !found.is_overflown() {
        if !found.is_ended() {
            return Err(Rejected);
        }
        // There was no time for it; that there is a violation is known all the same.
        violations.into_iter().for_each(|violation| found.violation(violation));
    }
    Ok(())
}

/// What a worker has come to.
struct Shift {
    gathered: Gathered,
    stats: Stats,
    cut: Vec<u32>,
    blocks: Vec<u8>,
}

/// What workers share.
struct Shop<'o> {
    options: &'o Options,
    cover: Cover,
    common: Arc<Common>,
    pool: Pool<Job>,
    /// Nothing is recorded without it.
    defined: Option<Arc<Mutex<Defined>>>,
}

impl Shop<'_> {
    /// Lets all work, and tells meanwhile how far they have come.
    fn work<S: Judge + Recall + Told>(
        &self,
        observer: &mut dyn Observer,
        make: &(impl Fn() -> Result<S, Stop> + Sync),
    ) -> Result<Vec<Shift>, Rejected> {
        thread::scope(|scope| {
            let (tell, told) = channel();
            let mut workers = Vec::new();
            for index in 0..self.options.workers {
                let post = Post { index, tell: tell.clone() };
                let duty = Duty::new(&self.pool, index == 0);
                let thread = thread::Builder::new().name(format!("worker {index}")).stack_size(STACK_BYTES);
                match thread.spawn_scoped(scope, move || self.shift(duty, post, make)) {
                    Ok(worker) => workers.push(worker),
                    // The plain search needs no threads.
                    Err(_) => self.pool.stop(),
                }
            }
            drop(tell);
            let mut all = vec![Stats::default(); self.options.workers];
            for (index, stats) in told {
                all[index] = stats;
                observer.progress(&all.iter().fold(Stats::default(), |sum, it| sum.and(*it)));
            }
            let join = |worker: thread::ScopedJoinHandle<'_, _>| match worker.join() {
                Ok(shift) => shift,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            workers.into_iter().map(join).collect()
        })
    }

    /// What one worker does.
    fn shift<S: Judge + Recall + Told>(
        &self,
        duty: Duty<'_>,
        mut post: Post,
        make: &impl Fn() -> Result<S, Stop>,
    ) -> Result<Shift, Rejected> {
        let (index, workers) = (post.index as u32, self.options.workers as u32);
        let mut search = Search::new(Findings::beside(self.options, self.cover, &mut post));
        search.shared.claims.share(self.common.clone());
        search.recorder = self.defined.clone().map(|defined| Recorder::beside(defined, index, workers));
        match make() {
            Ok(mut space) => search.run_beside(&mut space, duty)?,
            Err(stop) => search.shared.found.give_up(&stop),
        }
        Ok(Shift {
            cut: search.shared.claims.take_cut(),
            gathered: search.shared.found.into_gathered(),
            stats: search.stats,
            blocks: search.recorder.map_or(Vec::new(), Recorder::into_blocks),
        })
    }
}

/// Sends on what a worker tells. States and ends of runs are shown to nobody, as whoever looks on stands elsewhere.
struct Post {
    index: usize,
    tell: Sender<(usize, Stats)>,
}

impl Observer for Post {
    fn progress(&mut self, stats: &Stats) {
        // Whoever does not listen any more does not want to know.
        let _ = self.tell.send((self.index, *stats));
    }
}

/// A worker's place in the pool. Whoever leaves it stops the pool; if the work is done, that means nothing.
pub(crate) struct Duty<'p> {
    pool: &'p Pool<Job>,
    /// Begins with the first state.
    pub is_first: bool,
    /// Transitions after which to look at the pool again.
    next_look: u64,
    /// Transitions executed to go to where a job begins.
    pub rebuilt: u64,
}

impl<'p> Duty<'p> {
    fn new(pool: &'p Pool<Job>, is_first: bool) -> Duty<'p> {
        Duty { pool, is_first, next_look: LOOK, rebuilt: 0 }
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
    pub fn next(&self) -> Option<Job> {
        self.pool.next()
    }
}

impl Drop for Duty<'_> {
    fn drop(&mut self) {
        self.pool.stop();
    }
}
