//! `--ranges`: a search in parts, one range of paths after the other.
//!
//! Each range knows what earlier runs recorded, and nothing of the other ranges: what is told of it is what it takes alone. With
//! `--shared` it goes on with the states that those before it came to, and what is told of it is what it adds. The
//! records of all of them are kept as one. There is no journal, as that holds one record: a run that is killed leaves nothing.

use std::time::Instant;

use cfa::Program;
use explicit::partition::{self, ranges};
use explicit::reuse::{self, Checked, Request};
use explicit::{Observer, Options, Stats};

use super::args::{ExplicitArgs, Split};
use crate::report::ranges::{Explored, Part, Ranges};

/// Explores a program, in parts if that is asked for. Who looks on is told of all parts so far.
pub fn explore(
    args: &ExplicitArgs,
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
) -> (Checked, Option<Ranges>) {
    let plain = |observer: &mut dyn Observer| reuse::check(program, options, request, observer);
    let Some(count) = args.ranges else { return (plain(observer), None) };
    let (seed, start) = (args.seed.unwrap_or(0), Instant::now());
    let split = match args.split {
        Some(Split::Even) => partition::Split::Even,
        Some(Split::Random) | None => partition::Split::Random,
    };
    let parts = ranges(program, options, split, count, seed).into_iter();
    let parts = parts.map(|range| Part { range, explored: None }).collect();
    let mut ranges = Ranges { seed, paths_time: start.elapsed(), is_shared: args.shared, parts };
    let seen = args.shared.then(Default::default);
    let request = &Request { sink: None, seen, ..request.clone() };
    let (mut all, mut before) = (Vec::new(), Stats::default());
    for part in &mut ranges.parts {
        let start = Instant::now();
        let mut limits = options.limits.clone();
        limits.states = limits.states.map(|most| most.saturating_sub(before.states));
        let range = Some(part.range.clone()).filter(|range| !range.is_whole());
        let options = Options { range, limits, ..options.clone() };
        let told = &mut |stats: &Stats| observer.progress(&before.and(*stats));
        let checked = reuse::check(program, &options, request, told);
        let report = &checked.report;
        before = before.and(report.stats);
        let (verdict, stats) = (report.verdict(), report.stats);
        part.explored = Some(Explored { verdict, stats, time: start.elapsed() });
        let is_over = report.is_stopped || report.is_limited() || checked.impossible.is_some();
        all.push(checked);
        if is_over {
            break;
        }
    }
    match reuse::together(all, options.range.as_ref()) {
        Some(checked) => (checked, Some(ranges)),
        None => (plain(observer), None),
    }
}
