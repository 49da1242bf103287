//! Violations near the start, which a search depth first comes to late, or never.
//!
//! [`Order::Mixed`] goes depth first. What it shows is the violation that a search breadth first meets first, if one is
//! among the first [`STATES`] states, and else what the search depth first has found. So what is shown depends on the program
//! and the options alone, whatever was known before and however many workers there are. That look is taken when something was
//! found, and then it goes no deeper than that; or when the search takes long ([`LONG`]), as a run that counts
//! without end goes down and never comes back. Where nothing is wrong and the search is short, there is none.

use cfa::Program;

use crate::findings::Report;
use crate::options::{Options, Order, Stats};
use crate::reuse::{self, Request};

/// States that are looked at.
const STATES: u64 = 1000;
/// Transitions that a search executes before it looks around. What is looked at is a tenth of that, or less.
const LONG: u64 = if cfg!(test) { 64 } else { 100_000 };

pub(crate) struct Near<'a> {
    program: &'a Program,
    options: &'a Options,
    /// What the look has shown, once it was taken.
    found: Option<Option<Report>>,
}

impl<'a> Near<'a> {
    /// Nothing if the order is to be that of the paths, or if more is asked for than one violation.
    pub fn of(program: &'a Program, options: &'a Options, request: &Request) -> Option<Near<'a>> {
        let is_one = !options.is_keeping_going && !options.is_stateless;
        let is_whole =
            options.range.is_none() && options.limits.states.is_none() && request.portion.is_none();
        (options.order == Order::Mixed && is_one && is_whole).then_some(Near {
            program,
            options,
            found: None,
        })
    }

    /// Whether to look, after so many transitions.
    #[inline]
    pub fn is_due(&self, executed: u64) -> bool {
        self.found.is_none() && executed >= LONG
    }

    /// Looks, unless that has been done, not deeper than a violation that is known. Whether there is one.
    pub fn look(&mut self, deepest: Option<u64>) -> bool {
        let Near { program, options, .. } = *self;
        self.found.get_or_insert_with(|| breadth_first(program, options, deepest)).is_some()
    }

    /// Whether the look has been taken, and has shown something.
    pub fn has_found(&self) -> bool {
        matches!(self.found, Some(Some(_)))
    }

    /// What is to be shown, if the look has been taken and has shown something.
    pub fn into_report(self) -> Option<Report> {
        self.found.flatten()
    }
}

fn breadth_first(program: &Program, options: &Options, deepest: Option<u64>) -> Option<Report> {
    let mut limits = options.limits.clone();
    limits.states = Some(STATES);
    limits.depth = limits.depth.into_iter().chain(deepest).min();
    let options = Options { limits, order: Order::Breadth, workers: 1, help: None, ..options.clone() };
    let report = reuse::unconfirmed(program, &options, &mut |_: &Stats| {});
    (!report.violations.is_empty()).then_some(report)
}
