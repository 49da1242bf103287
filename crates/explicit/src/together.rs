//! What the ranges found out that a run was split into, as one.
//!
//! Guarantee: of ranges that together are all paths, or all of a range, the verdicts are those of one search of these, and so
//! are obstacles, scope and places of violations. Exceptions, all of them on the safe side:
//!
//! 1. Another way may lead to a violation, and if the first one ends the search, it may be another violation.
//! 2. With a limit to the depth, a range may cut off what another comes to on a shorter way: `unknown` instead of `true`.
//! 3. Of relaxed accesses each range names the first that it meets.

use std::sync::Arc;

use verdict::{Bound, Obstacle, Property, Scope, Unknown, Verdict, Violation};

use crate::findings::{Report, is_same};
use crate::layer::Layer;
use crate::merge::merge;
use crate::options::Stats;
use crate::range::Range;
use crate::reuse::{Checked, Ledger};

/// Of ranges that follow each other, each explored with the same request; nothing of none. If not all were explored, a
/// violation or a limit in the last one has to be the reason. `whole` is what was split, if that is not everything.
pub fn together(mut all: Vec<Checked>, whole: Option<&Range>) -> Option<Checked> {
    let report = report(&all, whole)?;
    let ledger = ledger(&all);
    let layer = match all.len() {
        1 => all.first_mut().and_then(|it| it.layer.take()),
        _ => {
            let layers = all.iter_mut().filter_map(|it| Layer::open(Arc::new(it.layer.take()?)));
            merge(&layers.collect::<Vec<_>>())
        }
    };
    let impossible = all.iter_mut().find_map(|it| it.impossible.take());
    let mut first = all.into_iter().next()?;
    (first.report, first.ledger, first.layer, first.impossible) = (report, ledger, layer, impossible);
    Some(first)
}

fn report(all: &[Checked], whole: Option<&Range>) -> Option<Report> {
    let reports = || all.iter().map(|it| &it.report);
    let (mut violations, mut obstacles): (Vec<Violation>, Vec<Obstacle>) = Default::default();
    for violation in reports().flat_map(|report| &report.violations) {
        if !violations.iter().any(|known| is_same(known, violation)) {
            violations.push(violation.clone());
        }
    }
    violations.sort_by_key(|violation| violation.property);
    let mut known: Vec<Violation> = Vec::new();
    for violation in reports().flat_map(|report| &report.known) {
        if !known.iter().any(|it| is_same(it, violation)) {
            known.push(violation.clone());
        }
    }
    for obstacle in reports().flat_map(|report| &report.obstacles) {
        // As in one search, of several at one place the least message is told; bounds have no place.
        let is_known = |it: &&mut Obstacle| {
            (it.reason, it.pos) == (obstacle.reason, obstacle.pos)
                && (it.message == obstacle.message || it.reason != Unknown::Bounded)
        };
        match obstacles.iter_mut().find(is_known) {
            Some(known) if obstacle.message < known.message => known.message.clone_from(&obstacle.message),
            Some(_) => {}
            None => obstacles.push(obstacle.clone()),
        }
    }
    obstacles.sort_by_key(|obstacle| (obstacle.reason, obstacle.pos));
    let said = |property: Property| {
        let verdict =
            move |report: &Report| report.properties.iter().find(|it| it.0 == property).map(|it| it.1);
        reports().filter_map(verdict).min_by_key(rank)
    };
    let properties = reports().next()?.properties.iter().filter_map(|&(it, _)| Some((it, said(it)?)));
    let mut scope = reports().fold(Scope::default(), |scope, report| scope.and(report.scope.clone()));
    scope.bounds.retain(|bound| !matches!(bound, Bound::Paths(_)));
    scope.bounds.extend(whole.map(|range| Bound::Paths(range.to_string())));
    scope.bounds.sort();
    Some(Report {
        properties: properties.collect(),
        violations,
        known,
        is_stopped: reports().any(|report| report.is_stopped),
        obstacles,
        scope,
        stats: reports().fold(Stats::default(), |stats, report| stats.and(report.stats)),
    })
}

/// What one range says of a property counts for all: the worst, and of reasons the one that one search would give.
fn rank(verdict: &Verdict) -> (u8, Option<Unknown>) {
    match verdict {
        Verdict::False => (0, None),
        Verdict::Unknown(reason) => (1, Some(*reason)),
        Verdict::True => (2, None),
    }
}

fn ledger(all: &[Checked]) -> Ledger {
    let ledgers = || all.iter().map(|it| &it.ledger);
    Ledger {
        is_rejected: ledgers().any(|ledger| ledger.is_rejected),
        audited: ledgers().map(|ledger| ledger.audited).sum(),
        ..ledgers().next().cloned().unwrap_or_default()
    }
}
