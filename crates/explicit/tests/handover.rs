//! All interleavings of workers at the places where they meet: the pool and the states that they claim. What is tested is the
//! engine's own code (`src/pool.rs`, `src/common.rs`) over loom's locks and atomics, with a worker of a few lines around it.

#![allow(dead_code, reason = "only a part of what is included is used")]

#[path = "../src/common.rs"]
mod common;
#[path = "../src/pool.rs"]
mod pool;
mod sync {
    pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering};
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
}
#[path = "../src/visited.rs"]
mod visited;

use std::sync::Arc;
// These are looked at when all have ended: not worth an interleaving.
use std::sync::atomic::{AtomicU32, Ordering};

use common::Common;
use loom::thread;
use pool::{End, Pool, Wish};

/// By state, where its choices lead.
type Graph = &'static [&'static [usize]];
/// A stack, or the lower part of one: states, and which of their choices are left.
type Stack = Vec<(usize, Vec<usize>)>;

struct World {
    graph: Graph,
    pool: Pool<Stack>,
    common: Common,
    /// By state: how often it was claimed, how often it was left, how often its choices were tried.
    claimed: Vec<AtomicU32>,
    left: Vec<AtomicU32>,
    tried: Vec<AtomicU32>,
    /// The numbers that were given out.
    numbers: AtomicU32,
    /// Workers that do not wait.
    busy: AtomicU32,
}

impl World {
    fn new(graph: Graph, workers: usize) -> World {
        let counters = || graph.iter().map(|_| AtomicU32::new(0)).collect();
        World {
            graph,
            pool: Pool::new(workers),
            common: Common::new(false),
            claimed: counters(),
            left: counters(),
            tried: counters(),
            numbers: AtomicU32::new(0),
            busy: AtomicU32::new(workers as u32),
        }
    }

    fn arrive(&self, state: usize, stack: &mut Stack) {
        // All in one table, where they can meet.
        let arrival = self.common.claim(state as u128, 0);
        if arrival.is_new {
            self.numbers.fetch_or(1 << arrival.number, Ordering::Relaxed);
            self.claimed[state].fetch_add(1, Ordering::Relaxed);
            stack.push((state, self.graph[state].to_vec()));
        }
    }

    fn work(&self, is_first: bool) {
        let mut stack = Stack::new();
        if is_first {
            self.arrive(0, &mut stack);
        }
        loop {
            match self.pool.wish() {
                Wish::Stop => break,
                Wish::Job => self.cut(&mut stack),
                Wish::Nothing => {}
            }
            let Some((state, choices)) = stack.last_mut() else {
                self.busy.fetch_sub(1, Ordering::Relaxed);
                let Some(job) = self.pool.next() else { break };
                self.busy.fetch_add(1, Ordering::Relaxed);
                stack = job;
                continue;
            };
            let state = *state;
            if let Some(to) = choices.pop() {
                self.tried[state].fetch_add(1, Ordering::Relaxed);
                self.arrive(to, &mut stack);
            } else {
                self.left[state].fetch_add(1, Ordering::Relaxed);
                stack.pop();
            }
        }
        let is_done = self.pool.wish() != Wish::Stop;
        assert!(!is_done || self.busy.load(Ordering::Relaxed) == 0, "done, and somebody is at work");
    }

    /// The lower half of the stack becomes a job, if something is left to be tried in both halves.
    fn cut(&self, stack: &mut Stack) {
        let upper = stack.split_off(stack.len() / 2);
        let lower = std::mem::replace(stack, upper);
        let has_choices = |part: &Stack| part.iter().any(|(_, choices)| !choices.is_empty());
        if has_choices(&lower) && has_choices(stack) {
            self.pool.give(lower);
        } else {
            let upper = std::mem::replace(stack, lower);
            stack.extend(upper);
        }
    }

    /// All is done: every state was claimed, tried and left, once, and nobody holds anything.
    fn check(&self) {
        let (end, jobs) = self.pool.close();
        assert_eq!((end, jobs.len()), (Some(End::Done), 0), "a job is left");
        for (state, choices) in self.graph.iter().enumerate() {
            let counts = [&self.claimed, &self.left, &self.tried].map(|it| it[state].load(Ordering::Relaxed));
            assert_eq!(counts, [1, 1, choices.len() as u32], "state {state}: claimed, left, tried");
        }
        assert_eq!(self.numbers.load(Ordering::Relaxed), (1 << self.graph.len()) - 1, "numbers are dense");
    }
}

fn explore(graph: Graph, workers: usize, preemptions: usize) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.check(move || {
        let world = Arc::new(World::new(graph, workers));
        let others: Vec<_> = (1..workers)
            .map(|_| {
                let world = world.clone();
                thread::spawn(move || world.work(false))
            })
            .collect();
        world.work(true);
        others.into_iter().for_each(|other| other.join().expect("no panic"));
        world.check();
    });
}

/// A state that both come to, and a way back.
#[test]
fn two_workers_claim_each_state_once_and_lose_no_job() {
    explore(&[&[1, 2], &[3, 2], &[3], &[0]], 2, 3);
}

#[test]
fn three_workers_claim_each_state_once_and_lose_no_job() {
    explore(&[&[1, 2], &[3, 2], &[3], &[]], 3, 2);
}

/// Of several jobs that wait, too.
#[test]
fn every_job_is_taken_once() {
    loom::model(|| {
        let world = Arc::new((Pool::new(2), [AtomicU32::new(0), AtomicU32::new(0)]));
        let take_all = |(pool, taken): &(Pool<usize>, [AtomicU32; 2])| {
            while let Some(job) = pool.next() {
                taken[job].fetch_add(1, Ordering::Relaxed);
            }
        };
        let other = {
            let world = world.clone();
            thread::spawn(move || take_all(&world))
        };
        (0..2).for_each(|job| world.0.give(job));
        take_all(&world);
        other.join().expect("no panic");
        assert_eq!(world.0.close(), (Some(End::Done), Vec::new()));
        assert_eq!(world.1.each_ref().map(|taken| taken.load(Ordering::Relaxed)), [1, 1]);
    });
}

#[test]
fn whoever_leaves_stops_all() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let world = Arc::new(World::new(&[&[1, 1], &[0, 1]], 2));
        let other = {
            let world = world.clone();
            thread::spawn(move || world.work(false))
        };
        world.pool.stop();
        other.join().expect("no panic");
        assert_eq!(world.pool.close().0, Some(End::Stopped));
        // It had nothing to do, and did not wait for ever.
        assert_eq!(world.claimed[0].load(Ordering::Relaxed), 0);
    });
}

/// The least depth is known to whoever comes later: of two ways to a state, the shorter one is gone on from.
#[test]
fn a_shorter_way_is_gone_on_from() {
    loom::model(|| {
        let common = Arc::new(Common::new(true));
        let other = {
            let common = common.clone();
            thread::spawn(move || common.claim(7, 1))
        };
        let (longer, shorter) = (common.claim(7, 2), other.join().expect("no panic"));
        assert!(shorter.is_new && longer.is_first != shorter.is_first);
        assert_eq!(longer.is_new, longer.is_first);
        assert_eq!(common.close().1, [1]);
    });
}
