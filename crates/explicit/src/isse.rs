//! Incremental state-space exploration: transitions whose result is known are not executed.
//!
//! S. Lauterburg, A. Sobeih, D. Marinov, M. Viswanathan, "Incremental State-Space Exploration for Programs with
//! Dynamically Allocated Data" (ICSE 2008), figure 4. Guarantee: the states, transitions and ends of a search without reuse.
//!
//! A known transition is executed only if it leads to a state that is new in this run, so the machine stands at every state
//! when it is gone on from. At the deepest states, from which nobody goes on, it need not.
//!
//! Deviations:
//! 1. *Modified* is decided for each transition by its footprint, not for each method by hand (line 11).
//! 2. A tree transition is executed with its fingerprint (the paper leaves out the post-processing): the machine keeps it
//!    up to date anyway, and it is compared with the record's.
//! 3. A state with a violation stays in the record, and what is wrong there is executed again.

use crate::lazy::Technique;

pub(crate) struct Isse;

impl Technique for Isse {
    fn is_recalling(&self) -> bool {
        true
    }

    fn stays_away(&self, is_deepest: bool) -> bool {
        is_deepest
    }
}
