//! What an earlier run found out about a program, or about one that it was.
//!
//! First its proof is checked as it is; if that fails, its conditions are offered to a search. Only a proof is taken from here: if
//! none comes of it, the search begins anew as if nothing were known, so that what is said of a program does not depend on
//! what was found out before. For the same reason nothing is kept of a violation: an earlier path that can still be taken is one, but
//! whether the search would come upon that one, only the search can tell.

use rustc_hash::FxHashSet as HashSet;

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::FunctionId;

use crate::block::Builder;
use crate::inherited::Kinds;
use crate::proof::Proof;
use crate::proof::bytes::{self, Header};
use crate::proof::certify::certify as check;
use crate::proof::obligation::Obligations;
use crate::search::{Answer, Search, Watch};
use crate::{Found, Job, NO_MAIN, Options, Phase, Stats, prepare, with_solver};
use formula::digest::Digest;
use solver::Smt;
use verdict::{Property, Unknown};

/// Steps of the solver that a repair may take in any case, and how many if the proof took more than four times as many: about two and
/// five hundredths of a second.
const LEAST: u64 = 100_000;
const USUAL: u64 = 250_000;
/// The share of what a proof took that its repair may take, if that is more.
const SHARE: u64 = 20;
/// Obligations that were met before a limit was reached, as far as they are kept.
const KNOWN: usize = 50_000;

/// What earlier runs left of a property, if it was not tried yet: a proof, or what was found until a limit was reached, or both.
#[derive(Clone, Copy)]
pub struct Offer<'a> {
    proof: Option<&'a [u8]>,
    hint: Option<&'a [u8]>,
    /// The proof of another property, if there is none of this one.
    other: Option<&'a [u8]>,
}

impl<'a> Offer<'a> {
    pub fn of(job: &Job<'a>) -> Option<Offer<'a>> {
        let find = |list: &'a [(Property, Vec<u8>)]| {
            list.iter().find(|(property, _)| *property == job.property).map(|(_, bytes)| &bytes[..])
        };
        let (proof, hint) = (find(&job.options.proofs), find(&job.options.hints));
        let is_auto = job.options.technique == Technique::Auto;
        let others = job.options.proofs.iter().filter(|_| is_auto && proof.is_none() && hint.is_none());
        let offer = Offer { proof, hint, other: others.map(|(_, bytes)| &bytes[..]).next() };
        let is_tried = job.is_first || !is_auto;
        (is_tried && [offer.proof, offer.hint, offer.other].iter().any(Option::is_some)).then_some(offer)
    }

    /// Steps of the solver that the search for its proof took.
    pub fn cost(self) -> u64 {
        self.proof.and_then(bytes::header).map_or(0, |header| header.cost)
    }

    /// Tells apart from the start what earlier proofs did. How many conditions these had.
    pub fn seed(self, search: &mut Search<'_, '_>, main: FunctionId) -> u64 {
        let mut offered = 0;
        for bytes in [self.hint, self.proof].into_iter().flatten() {
            if let Some((proof, _)) = bytes::read(search.builder(), main, bytes) {
                search.take_up_precision(&proof);
                offered += conditions(&proof);
            }
        }
        offered
    }
}

/// A proof of this program that earlier ones led to; `stats` are of the attempt, whatever came of it.
pub fn proved(
    program: &Program,
    job: &Job<'_>,
    main: FunctionId,
    offer: Offer<'_>,
    stats: &mut Stats,
    see: &mut dyn FnMut(&Stats),
) -> Option<Found> {
    let addresses = Addresses::of(program);
    let read = |bytes, stats: &mut Stats| Attempt::new(program, &addresses, job, main, bytes, stats);
    let mut confirmed = None;
    if let Some(mut attempt) = offer.proof.or(offer.other).and_then(|bytes| read(bytes, stats)) {
        if let Some(found) = attempt.confirm(stats, see) {
            return Some(found);
        }
        confirmed = Some(attempt);
    }
    if job.options.without.transplant || offer.other.is_some() {
        return None;
    }
    // What was found last is nearest.
    let attempt = offer.hint.and_then(|bytes| read(bytes, stats)).or(confirmed)?;
    attempt.transplant(stats, see)
}

/// What an earlier run left, in terms of the program at hand.
struct Attempt<'a, 'p> {
    job: Job<'a>,
    main: FunctionId,
    header: Header,
    builder: Builder<'p>,
    smt: Smt,
    proof: Proof,
}

impl<'a, 'p> Attempt<'a, 'p> {
    fn new(
        program: &'p Program,
        addresses: &'p Addresses,
        job: &Job<'a>,
        main: FunctionId,
        bytes: &[u8],
        stats: &mut Stats,
    ) -> Option<Attempt<'a, 'p>> {
        let header = bytes::header(bytes)?;
        let is_whole = job.is_whole || header.is_whole;
        let job = Job { is_whole, has_exits: header.has_exits, ..*job };
        let (mut builder, mut smt) = prepare(program, addresses, &job);
        let (proof, met) = bytes::read(&mut builder, main, bytes)?;
        // What is met is met whatever property it was asked for.
        let others = job.options.proofs.iter().filter(|(property, _)| *property != job.property);
        believe(&mut smt, job.options, others.flat_map(|(_, bytes)| bytes::met(bytes)).chain(met));
        stats.offered = conditions(&proof);
        Some(Attempt { job, main, header, builder, smt, proof })
    }

    /// Whether it is a proof of this program as it is.
    fn confirm(&mut self, stats: &mut Stats, see: &mut dyn FnMut(&Stats)) -> Option<Found> {
        // A check takes a hundredth of a search. What takes a quarter is not waited for: it mostly fails.
        self.smt.most = Some(LEAST.max(self.header.cost / 4));
        let met = self.certified(stats, see);
        self.smt.most = None;
        let met = met?;
        (stats.confirmed, stats.kept) = (1, stats.offered);
        Some(self.found(Answer::Safe, &met, stats))
    }

    /// Whether it leads to a proof of this program.
    fn transplant(mut self, stats: &mut Stats, see: &mut dyn FnMut(&Stats)) -> Option<Found> {
        // To repair a proof is to take much less than to find it, with what its check took; what a limit has ended goes on.
        let cost = self.header.cost;
        let steps = match self.header.is_complete {
            true => allowed(cost),
            false => cost.saturating_mul(2).max(LEAST).saturating_add(self.smt.effort),
        };
        self.smt.most = Some(steps);
        let mut search = Search::new(&mut self.builder, &mut self.smt, self.main);
        search.stats = stats.clone();
        let answer = match search.transplant(&self.proof) {
            true => {
                // A proof that lacks predicates is found anew as soon.
                let is_brief = self.header.is_complete;
                let limits = &self.job.options.limits;
                search.run(&mut Watch { limits, effort: u64::MAX, steps, is_brief, see })
            }
            false => Answer::Spent,
        };
        *stats = search.stats.clone();
        stats.kept = search.kept();
        match answer {
            Answer::Safe => {
                self.proof = search.proof();
                drop(search);
                self.smt.most = None;
                let met = self.certified(stats, see)?;
                stats.repaired = 1;
                Some(self.found(answer, &met, stats))
            }
            // Nobody has the time to begin anew, and what was found until now is what the next run begins with.
            Answer::Limit(Unknown::Time) => {
                self.proof = search.proof();
                std::mem::forget(search);
                self.header.cost = self.header.cost.saturating_add(self.smt.effort);
                let found = self.found(answer, &known(&self.smt), stats);
                std::mem::forget(self.smt);
                Some(found)
            }
            _ => None,
        }
    }

    /// The obligations that are met by answers of the solver, if all are met.
    fn certified(&mut self, stats: &mut Stats, see: &mut dyn FnMut(&Stats)) -> Option<Vec<Digest>> {
        stats.phase = Phase::Certificate;
        see(stats);
        let certificate = check(&mut self.builder, &mut self.smt, self.main, &self.proof);
        stats.obligations = stats.obligations.plus(certificate.obligations);
        (stats.queries, stats.effort) = (self.smt.queries, self.smt.effort);
        // A limit that was reached meanwhile leaves blocks that are not whole.
        let is_met = self.job.options.limits.reached().is_none() && certificate.result.is_ok();
        is_met.then_some(certificate.met)
    }

    fn found(&mut self, answer: Answer, met: &[Digest], stats: &Stats) -> Found {
        let is_whole = self.builder.cone.is_whole();
        let header = Header { is_whole, is_complete: matches!(answer, Answer::Safe), ..self.header };
        let stats = Stats { nodes: conditions(&self.proof), ..stats.clone() };
        let proof = Some(bytes::write(&mut self.builder, &self.proof, met, &header));
        let (invariants, passed_over) = (Vec::new(), HashSet::default());
        Found { answer, invariants, stats, passed_over, is_whole, proof, cache: None }
    }
}

/// Steps of the solver that the repair of a proof that took some may take, with its check: what comes to nothing costs a twentieth
/// more, or what nobody notices.
fn allowed(cost: u64) -> u64 {
    (cost / 4).clamp(LEAST, USUAL).max(cost / SHARE)
}

/// Takes obligations for met that earlier runs found to be.
pub fn believe(smt: &mut Smt, options: &Options, met: impl IntoIterator<Item = Digest>) {
    if options.without.digests {
        return;
    }
    for digest in met {
        smt.refuted.insert(digest);
        if options.is_audited {
            smt.audited.insert(digest);
        }
    }
}

/// Obligations that were met before a limit was reached.
pub fn known(smt: &Smt) -> Vec<Digest> {
    let mut known: Vec<Digest> = smt.refuted.iter().copied().collect();
    known.sort_unstable();
    known.truncate(KNOWN);
    known
}

/// Whether blocks end behind loops at first, so that these can be summed up: not where earlier runs decided nothing so.
pub fn has_exits(options: &Options, property: Property) -> bool {
    let is_plain = |(it, bytes): &(Property, Vec<u8>)| {
        *it == property && bytes::header(bytes).is_some_and(|header| !header.has_exits)
    };
    options.technique.has_loops() && !options.proofs.iter().any(is_plain)
}

/// What is taken from earlier proofs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Technique {
    /// All that still holds.
    #[default]
    Auto,
    /// Their predicates, which a search begins with: Beyer, Löwe, Novikov, Stahlbauer, Wendler, *Precision reuse for efficient
    /// regression verification* (FSE 2013), as section 5.4 of He, Yu, Cai on summary reuse (2020) has it. For comparison: what the
    /// search shows then may depend on what is known.
    Precision,
    /// Summaries of procedures and loops that are as they were, with precisions: section 5 of He, Yu, Cai; see
    /// [`crate::inherited`].
    Summaries,
    /// Of procedures only.
    Procedures,
    /// Of loops only.
    Loops,
}

impl Technique {
    /// What summaries are inherited of, and kept for later runs; nothing if they are not.
    pub fn kinds(self) -> Option<Kinds> {
        let (procedures, loops) = match self {
            Technique::Auto | Technique::Precision => return None,
            Technique::Summaries => (true, true),
            Technique::Procedures => (true, false),
            Technique::Loops => (false, true),
        };
        Some(Kinds { procedures, loops })
    }

    pub fn has_summaries(self) -> bool {
        self.kinds().is_some()
    }

    pub fn has_loops(self) -> bool {
        self.kinds().is_some_and(|kinds| kinds.loops)
    }
}

/// What is not taken from earlier runs although it could be, to measure what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Without {
    pub digests: bool,
    pub transplant: bool,
    /// Beside summaries.
    pub precision: bool,
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
    let (has_exits, effort) = (header.has_exits, u64::MAX);
    let job = Job { options, property, excluded: &[], is_whole, has_exits, effort, is_first: true };
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

/// How many conditions a proof has.
fn conditions(proof: &Proof) -> u64 {
    proof.parts.iter().map(|part| part.nodes.len() as u64 + 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repair_takes_a_twentieth_of_the_search_or_hardly_anything() {
        let allowed = [0, 800_000, 2_000_000, 20_000_000].map(allowed);
        assert_eq!(allowed, [LEAST, 200_000, USUAL, 1_000_000]);
    }

    /// What a proof begins with is all that is looked at.
    #[test]
    fn blocks_end_behind_loops_unless_a_proof_was_found_otherwise() {
        let proof = |has_exits: bool| {
            let mut bytes = bytes::FORMAT.to_le_bytes().to_vec();
            bytes.extend([true, has_exits, true].map(u8::from));
            bytes.extend(7u64.to_le_bytes());
            (Property::UnreachCall, bytes)
        };
        let has_exits = |technique, proofs| {
            has_exits(&Options { technique, proofs, ..Options::default() }, Property::UnreachCall)
        };
        assert!(has_exits(Technique::Loops, Vec::new()));
        assert!(has_exits(Technique::Summaries, vec![proof(true)]));
        assert!(!has_exits(Technique::Summaries, vec![proof(false)]));
        assert!(!has_exits(Technique::Auto, Vec::new()));
    }
}
