//! What an earlier run found out about a program, or about one that it was.
//!
//! First its proof is checked as it is; if that fails, its conditions are offered to a search. Only a proof is taken from here: if
//! none comes of it, the search begins anew as if nothing were known, so that what is said of a program does not depend on
//! what was found out before.

use rustc_hash::FxHashSet as HashSet;

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::FunctionId;

use crate::block::Builder;
use crate::cegar::{Answer, Search, Watch};
use crate::proof::bytes::{self, Header};
use crate::proof::certify::certify as check;
use crate::proof::obligation::Obligations;
use crate::proof::{Proof, digest::Digest};
use crate::smt::Smt;
use crate::{Found, Job, NO_MAIN, Options, Phase, Stats, prepare, with_solver};
use verdict::{Property, Unknown};

/// Questions to the solver that a transplant may take in any case.
const LEAST: u64 = 100;
/// Obligations that were met before a limit was reached, as far as they are kept.
const HINTS: usize = 50_000;

/// What an earlier run left, if it was not tried yet.
pub fn offer<'a>(job: &Job<'a>) -> Option<&'a [u8]> {
    let mut proofs = job.options.proofs.iter().filter(|_| job.is_first);
    proofs.find(|(property, _)| *property == job.property).map(|(_, bytes)| &bytes[..])
}

/// A proof of this program that an earlier one led to; `stats` are of the attempt, whatever came of it.
pub fn proved(
    program: &Program,
    job: &Job<'_>,
    main: FunctionId,
    known: &[u8],
    stats: &mut Stats,
    see: &mut dyn FnMut(&Stats),
) -> Option<Found> {
    let addresses = Addresses::of(program);
    let header = bytes::header(known)?;
    let job = Job { is_whole: job.is_whole || header.is_whole, ..*job };
    stats.phase = Phase::Certificate;
    see(stats);
    let (mut builder, mut smt) = prepare(program, &addresses, &job);
    let (mut proof, met) = bytes::read(&mut builder, main, known)?;
    smt.refuted.extend(met);
    stats.offered = conditions(&proof);
    // A limit that was reached meanwhile leaves blocks that are not whole.
    let in_time = || job.options.limits.reached().is_none().then_some(());
    if header.is_complete {
        let certificate = check(&mut builder, &mut smt, main, &proof);
        (stats.obligations, stats.effort) = (certificate.obligations, smt.effort);
        in_time()?;
        if certificate.result.is_ok() {
            (stats.confirmed, stats.kept) = (1, stats.offered);
            return Some(found(&mut builder, &proof, &certificate.met, header, stats));
        }
    }
    // To repair a proof is to take much less than to find it; what a limit has ended goes on.
    let effort = match header.is_complete {
        true => LEAST.max(header.cost / 2),
        false => job.effort.max(header.cost.saturating_mul(2)),
    };
    let effort = effort.saturating_add(smt.queries);
    let mut search = Search::new(&mut builder, &mut smt, main);
    search.stats = stats.clone();
    let is_offered = search.transplant(&proof);
    let answer = match is_offered {
        true => search.run(&mut Watch { limits: &job.options.limits, effort, see }),
        false => Answer::Spent,
    };
    *stats = search.stats.clone();
    stats.kept = search.kept();
    match answer {
        Answer::Safe => proof = search.proof(),
        // Nobody has the time to begin anew, and what was found until now is what the next run begins with.
        Answer::Limit(Unknown::Time) => {
            proof = search.proof();
            std::mem::forget(search);
            let cost = header.cost.saturating_add(stats.queries);
            let hint = hint(&mut builder, &smt, &proof, cost);
            std::mem::forget(smt);
            let (passed_over, is_whole) = (HashSet::default(), builder.cone.is_whole());
            let (invariants, proof, stats) = (Vec::new(), Some(hint), stats.clone());
            return Some(Found { answer, invariants, stats, passed_over, is_whole, proof });
        }
        _ => return None,
    }
    drop(search);
    stats.phase = Phase::Certificate;
    see(stats);
    let certificate = check(&mut builder, &mut smt, main, &proof);
    stats.obligations = stats.obligations.plus(certificate.obligations);
    (stats.queries, stats.effort) = (smt.queries, smt.effort);
    in_time()?;
    certificate.result.ok()?;
    stats.repaired = 1;
    Some(found(&mut builder, &proof, &certificate.met, header, stats))
}

/// Why a proof is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is none, or of another format.
    Unreadable,
    Limit(Unknown),
    /// It does not prove the program at hand, or is not known to.
    Failed(String),
}

/// Whether a proof is one of a property of this program, asked without any search: each obligation is met by the solver at hand,
/// whatever the proof says of that.
pub fn certify(
    program: &Program,
    options: &Options,
    property: Property,
    proof: &[u8],
) -> Result<Obligations, Refusal> {
    let header = bytes::header(proof).ok_or(Refusal::Unreadable)?;
    let failed = |why: &str| Refusal::Failed(why.into());
    let main = program.main.ok_or_else(|| failed(NO_MAIN))?;
    if !header.is_complete {
        return Err(failed("it was not finished when a limit was reached"));
    }
    let is_whole = options.is_whole || header.is_whole;
    let job = Job { options, property, is_whole, effort: u64::MAX, is_first: true };
    let work = || {
        let addresses = Addresses::of(program);
        let (mut builder, mut smt) = prepare(program, &addresses, &job);
        let (proof, _) = bytes::read(&mut builder, main, proof).ok_or(Refusal::Unreadable)?;
        let certificate = check(&mut builder, &mut smt, main, &proof);
        if let Some(limit) = options.limits.reached() {
            std::mem::forget(smt);
            return Err(Refusal::Limit(limit));
        }
        match certificate.result {
            Ok(()) => Ok(certificate.obligations),
            Err(failure) => Err(Refusal::Failed(failure.to_string())),
        }
    };
    with_solver(&options.limits, work).map_err(Refusal::Failed)?
}

/// What was found until a limit was reached.
pub fn hint(builder: &mut Builder<'_>, smt: &Smt, proof: &Proof, cost: u64) -> Vec<u8> {
    let met: Vec<Digest> = smt.refuted.iter().copied().take(HINTS).collect();
    let header = Header { is_whole: builder.cone.is_whole(), is_complete: false, cost };
    bytes::write(builder, proof, &met, &header)
}

/// How many conditions a proof has.
fn conditions(proof: &Proof) -> u64 {
    proof.parts.iter().map(|part| part.nodes.len() as u64 + 1).sum()
}

fn found(builder: &mut Builder<'_>, proof: &Proof, met: &[Digest], header: Header, stats: &Stats) -> Found {
    let is_whole = builder.cone.is_whole();
    let header = Header { is_whole, is_complete: true, ..header };
    Found {
        answer: Answer::Safe,
        invariants: Vec::new(),
        stats: Stats { nodes: conditions(proof), ..stats.clone() },
        passed_over: HashSet::default(),
        is_whole,
        proof: Some(bytes::write(builder, proof, met, &header)),
    }
}
