//! When to give up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Unknown;

/// When to give up. Each limit that is reached makes the verdict `unknown`, never a proof. The flags are raised from outside:
/// no engine looks at a clock.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Transitions from the start.
    pub depth: Option<u64>,
    pub states: Option<u64>,
    /// The time is out.
    pub deadline: Arc<AtomicBool>,
    /// Too much memory is used.
    pub memory: Arc<AtomicBool>,
    /// Nobody wants to know any more.
    pub cancel: Arc<AtomicBool>,
}

impl Limits {
    /// The flag that was raised from outside, if one was.
    pub fn reached(&self) -> Option<Unknown> {
        let flags = [
            (&self.cancel, Unknown::Cancelled),
            (&self.deadline, Unknown::Time),
            (&self.memory, Unknown::Memory),
        ];
        flags.into_iter().find(|(flag, _)| flag.load(Ordering::Relaxed)).map(|(_, reason)| reason)
    }
}
