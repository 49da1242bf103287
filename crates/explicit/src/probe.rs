//! A short look at the start of a program, before what is known of it is walked.

use cfa::Program;
use verdict::Limits;

use crate::findings::Report;
use crate::layer::Layer;
use crate::options::{Options, Stats};
use crate::reuse::unconfirmed;

/// Looks for a violation near the start before the known part is walked: changes that break a program often do so at
/// once, and then a walk would be all that the run costs. The report of what was found, if something was.
pub(crate) fn probe(program: &Program, options: &Options, base: &[Layer]) -> Option<Report> {
    let states = base.iter().map(Layer::states).sum::<usize>() as u64 / PROBE;
    if states < LEAST_PROBE || options.is_keeping_going {
        return None;
    }
    let limits = Limits { states: Some(states), ..options.limits.clone() };
    let nobody = &mut |_: &Stats| {};
    let report = unconfirmed(program, &Options { limits, workers: 1, ..options.clone() }, nobody);
    (!report.violations.is_empty()).then_some(report)
}

/// One of so many known states is looked at before they are walked, if that makes so many at least.
const PROBE: u64 = 400;
const LEAST_PROBE: u64 = 500;
