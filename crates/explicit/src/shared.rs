//! What all workers of a search share: which states are claimed, and what was found.

use cfa::source::Pos;
use verdict::Unknown;

use crate::claims::Claims;
use crate::findings::{Findings, Report};
use crate::options::{Options, Stats};

pub(crate) struct Shared<'a> {
    pub options: &'a Options,
    pub claims: Claims,
    pub found: Findings<'a>,
}

impl<'a> Shared<'a> {
    pub fn new(found: Findings<'a>) -> Shared<'a> {
        Shared { options: found.options, claims: Claims::new(found.options), found }
    }

    /// Whether there is no room for one more state.
    pub fn is_full(&mut self) -> bool {
        if let Some(message) = self.claims.overflow() {
            self.found.overflow(message);
        }
        self.found.is_ended()
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
