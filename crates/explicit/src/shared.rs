//! What all workers of a search share: which states are claimed, and what was found.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cfa::source::Pos;
use verdict::Unknown;

use crate::claims::Claims;
use crate::findings::{Findings, Report};
use crate::frontier::Job;
use crate::near::Near;
use crate::options::{Options, Stats};
use crate::portion::{Budget, Untried};

pub(crate) struct Shared<'a> {
    pub options: &'a Options,
    pub claims: Claims,
    pub found: Findings<'a>,
    /// Of a portion: how far it goes, and what it has not tried in the end.
    pub budget: Option<Arc<Budget>>,
    pub untried: Untried,
    /// Raised when others come to help, if they may; and what was handed over to them then.
    pub help: Option<Arc<AtomicBool>>,
    pub handed: Option<Job>,
    /// What is near the start, if that is to be looked at.
    pub near: Option<Near<'a>>,
}

impl<'a> Shared<'a> {
    pub fn new(found: Findings<'a>) -> Shared<'a> {
        Shared {
            options: found.options,
            claims: Claims::new(found.options),
            found,
            budget: None,
            untried: Untried::default(),
            help: None,
            handed: None,
            near: None,
        }
    }

    /// Whether the work is to be handed over. With a violation it is not: others would only find that there is one.
    pub fn is_helped(&self) -> bool {
        self.help.as_ref().is_some_and(|help| help.load(Ordering::Relaxed))
            && self.found.violations.is_empty()
    }

    /// Whether there is no room for one more state.
    pub fn is_full(&mut self) -> bool {
        if let Some(message) = self.claims.overflow() {
            self.found.overflow(message);
        }
        self.found.is_ended()
    }

    /// Looks around if it is time for that. Whether there is something, so that nothing else has to be found.
    pub fn looks_around(&mut self, executed: u64) -> bool {
        let Some(near) = self.near.as_mut().filter(|near| near.is_due(executed)) else { return false };
        let has_found = near.look(None);
        if has_found {
            self.found.leave_off();
        }
        has_found
    }

    /// Whether a portion goes no further.
    #[inline]
    pub fn is_used_up(&self, transitions: u64) -> bool {
        let Some(budget) = &self.budget else { return false };
        self.options.range.as_ref().is_some_and(|range| budget.is_used_up(range, transitions))
    }

    /// All choices have been tried: now it is known whether something was left out for its depth.
    pub fn judge_depth(&mut self) {
        if self.claims.has_cut() {
            self.found.cover.is_depth_reached = true;
            self.found.obstacle(Unknown::Depth, "runs longer than --depth".into(), Pos::NONE);
        }
    }

    pub fn report(self, stats: Stats) -> Report {
        self.found.report(stats)
    }
}
