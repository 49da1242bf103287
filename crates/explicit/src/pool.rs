//! Work that is handed from one worker to another.
//!
//! Guarantee: each job that is given is taken by one worker, once, unless the work is stopped; and the work is *done* only when
//! every worker waits and no job is left. Both are decided under one lock, and who waits holds nothing: so when the work is done,
//! nobody holds anything that is left to be tried.
//!
//! Who works does not wait for anybody, and takes the lock only to give a job away. Whether somebody wants one is told by a
//! number that may be out of date: that costs a job too many or one too late, and nothing else.

use std::sync::PoisonError;

use crate::sync::{AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};

pub(crate) struct Pool<J> {
    state: Mutex<State<J>>,
    changed: Condvar,
    /// What whoever works should know: how many jobs are missing, or [`STOP`].
    wanted: AtomicUsize,
    workers: usize,
}

struct State<J> {
    jobs: Vec<J>,
    /// Workers that wait.
    waiting: usize,
    end: Option<End>,
}

/// How the work came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// There is nothing left to do.
    Done,
    /// Somebody has seen enough.
    Stopped,
}

/// What is asked of whoever works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    Nothing,
    /// A job is wanted.
    Job,
    Stop,
}

const STOP: usize = usize::MAX;
/// Jobs that there should be beside those for workers that wait: whoever has nothing left finds one, and need not wait until
/// somebody looks.
const SPARE: usize = 1;

impl<J> Pool<J> {
    /// For so many workers, of which none waits.
    pub fn new(workers: usize) -> Pool<J> {
        let state = State { jobs: Vec::new(), waiting: 0, end: None };
        Pool { state: Mutex::new(state), changed: Condvar::new(), wanted: AtomicUsize::new(SPARE), workers }
    }

    /// What to do beside working.
    #[inline]
    pub fn wish(&self) -> Wish {
        match self.wanted.load(Ordering::Relaxed) {
            0 => Wish::Nothing,
            STOP => Wish::Stop,
            _ => Wish::Job,
        }
    }

    /// Gives a job away.
    pub fn give(&self, job: J) {
        let mut state = self.lock();
        state.jobs.push(job);
        self.tell(&state);
        self.changed.notify_one();
    }

    /// A worker has nothing left to do: waits for a job. Nothing if the work is over.
    pub fn next(&self) -> Option<J> {
        let mut state = self.lock();
        state.waiting += 1;
        loop {
            if state.end.is_some() {
                return None;
            }
            if let Some(job) = state.jobs.pop() {
                state.waiting -= 1;
                self.tell(&state);
                return Some(job);
            }
            if state.waiting == self.workers {
                state.end = Some(End::Done);
                self.changed.notify_all();
                return None;
            }
            self.tell(&state);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the work for all, with what is left. Work that is done stays so.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.end.get_or_insert(End::Stopped);
        self.wanted.store(STOP, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// How the work ended, and the jobs that nobody has taken.
    pub fn close(&self) -> (Option<End>, Vec<J>) {
        let mut state = self.lock();
        (state.end, std::mem::take(&mut state.jobs))
    }

    fn tell(&self, state: &State<J>) {
        if state.end.is_none() {
            let wanted = (state.waiting + SPARE).saturating_sub(state.jobs.len());
            self.wanted.store(wanted, Ordering::Relaxed);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
