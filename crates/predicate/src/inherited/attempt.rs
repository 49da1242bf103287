//! A search with inherited summaries, of which only a proof is taken.

use rustc_hash::FxHashSet as HashSet;
use std::sync::Arc;

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::FunctionId;

use super::{Cache, write};
use crate::proof::bytes::{self, Header};
use crate::proof::certify::certify;
use crate::reuse::{Offer, believe};
use crate::search::{Answer, Search, Watch};
use crate::{Found, Job, Phase, Stats, prepare};

/// Steps of the solver that a search with summaries may take in any case.
const LEAST: u64 = 3_200_000;

/// A proof of this program that summaries of earlier runs led to; `stats` are of the attempt, whatever came of it.
pub fn proved(
    program: &Program,
    job: &Job<'_>,
    main: FunctionId,
    stats: &mut Stats,
    see: &mut dyn FnMut(&Stats),
) -> Option<Found> {
    let (options, addresses) = (job.options, Addresses::of(program));
    let (mut builder, mut smt) = prepare(program, &addresses, job);
    let runs: Vec<Arc<[u8]>> =
        options.cache.iter().filter(|(it, _)| *it == job.property).map(|(_, bytes)| bytes.clone()).collect();
    let cache = Cache::of(&builder, &runs)?;
    believe(&mut smt, options, cache.met());
    let mut search = Search::new(&mut builder, &mut smt, main);
    // What takes longer than a search without summaries did is not worth it.
    let mut steps = LEAST;
    if let Some(offer) = Offer::of(job) {
        if !options.without.precision {
            search.stats.offered = offer.seed(&mut search, main);
        }
        steps = steps.max(offer.cost());
    }
    search.inherit_from(cache, options.technique.kinds()?, options.cex);
    let answer =
        search.run(&mut Watch { limits: &options.limits, effort: job.effort, steps, is_brief: false, see });
    *stats = search.stats.clone();
    if !matches!(answer, Answer::Safe) {
        // To give thousands of solvers back takes seconds, and whoever set a limit is about to leave.
        match answer {
            Answer::Limit(_) => std::mem::forget(search),
            _ => drop(search),
        }
        return None;
    }
    let (proof, mut fragments) = (search.proof(), search.give_back());
    let summaries = search.finished(&mut fragments);
    *stats = search.stats.clone();
    drop(search);
    stats.phase = Phase::Certificate;
    see(stats);
    let certificate = certify(&mut builder, &mut smt, main, &proof);
    stats.obligations = stats.obligations.plus(certificate.obligations);
    (stats.queries, stats.effort) = (smt.queries, smt.effort);
    // A limit that was reached meanwhile leaves blocks that are not whole.
    if options.limits.reached().is_some() || certificate.result.is_err() {
        stats.inherited.used = 0;
        return None;
    }
    let is_whole = builder.cone.is_whole();
    let header = Header { is_whole, has_exits: job.has_exits, is_complete: true, cost: smt.effort };
    let written = bytes::write(&mut builder, &proof, &certificate.met, &header);
    let cache = write(&mut builder, &mut fragments, &summaries, &certificate.met);
    let (invariants, passed_over) = (Vec::new(), HashSet::default());
    let stats = stats.clone();
    Some(Found { answer, invariants, stats, passed_over, is_whole, proof: Some(written), cache })
}
