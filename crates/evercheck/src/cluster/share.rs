//! What a worker knows of the results of a run: the states at which it may stop, its own and those of others.
//!
//! Results are read in the order in which they were committed, and only those that were: a result that lost to another one of
//! the same task does not count, though its worker knows it. States of others are fetched newest first, for a part of the
//! time only: what is not known here is explored twice, which costs time, and nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explicit::portion::Committed;

use super::broker::{Broker, Room, Trouble};
use super::message::{Done, Run};
use super::record::{Record, states_of};

pub struct Share {
    pub committed: Arc<Committed>,
    /// The last result that was read.
    last: u64,
    is_shared: bool,
    /// What this worker has just recorded, by name: it need not be fetched.
    own: Option<(String, Vec<u8>)>,
    /// Records of others whose states are not known here yet, the newest last.
    unread: Vec<String>,
}

/// How long states of others may be fetched at a time.
const FETCHING: Duration = Duration::from_millis(50);
/// Records that may be unread; older ones are passed over.
const UNREAD: usize = 1 << 12;

impl Share {
    pub fn new(run: &Run) -> Share {
        Share { committed: Arc::default(), last: 0, is_shared: run.is_shared, own: None, unread: Vec::new() }
    }

    /// States that this worker has recorded, and may have committed.
    pub fn offer(&mut self, record: &str, states: Vec<u8>) {
        self.own = Some((record.to_string(), states));
    }

    /// Reads what was committed meanwhile, unless somebody wants it to end.
    pub fn update(&mut self, broker: &Broker, room: &Room, is_over: &AtomicBool) -> Result<(), Trouble> {
        while !is_over.load(Ordering::Relaxed) {
            let Some((number, value)) = broker.next_result(room, self.last)? else { break };
            let done: Option<Done> = broker.unpack(room, &value)?;
            // Where a violation ended the search, states were left as they were.
            if let Some(record) = done.filter(|done| !done.is_violated).and_then(|done| done.record) {
                self.hear(record);
            }
            self.last = number;
        }
        let start = Instant::now();
        while !is_over.load(Ordering::Relaxed) && start.elapsed() < FETCHING {
            let Some(record) = self.unread.pop() else { break };
            let states = broker.get(room, &states_of(&record))?;
            states.iter().for_each(|states| Record::share(states, &self.committed));
        }
        Ok(())
    }

    /// A record was committed.
    fn hear(&mut self, record: String) {
        if let Some((_, states)) = self.own.take_if(|own| own.0 == record) {
            Record::share(&states, &self.committed);
        } else if self.is_shared {
            self.unread.push(record);
            let passed = self.unread.len().saturating_sub(UNREAD);
            self.unread.drain(..passed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::record::frame;

    #[test]
    fn what_is_offered_is_not_committed() {
        let mut share = Share::new(&Run { is_shared: true, ..Run::default() });
        let states = frame(&[vec![7; 32], vec![]]);
        share.offer("record", states.clone());
        assert_eq!(share.committed.count(), 0);
        Record::share(&states, &share.committed);
        assert_eq!(share.committed.count(), 1);
    }
}
