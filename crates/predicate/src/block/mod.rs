//! Large blocks: all paths from one abstraction point to the next, as one formula and one substitution.
//!
//! Beyer, Keremoglu, Wendler: *Predicate abstraction with adjustable-block encoding* (FMCAD 2010). Abstraction points
//! are the heads of loops and the end of the search: every cycle has one, so a block has finitely many paths.
//!
//! Deviations: (1) paths that meet are merged into one state by conditional terms, so no variable has versions; (2) a
//! block is encoded once, for any abstract state it is entered with; (3) calls are followed by context, so a block goes
//! through calls and returns; (4) calls of procedures with summaries are points too: see [`crate::summary`].

mod build;
mod call;
mod context;
mod flow;
mod order;
mod step;

use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::{FunctionId, Location};
use cfa::source::Pos;

use crate::Job;
use crate::absence::Risks;
use crate::assignment::Assignment;
use crate::cone::{self, Cone, Effects};
use crate::encode::{Encoder, Input};
use crate::externs::Externs;
use crate::facts::callees::Callees;
use crate::facts::heads::{Heads, Parts};
use crate::facts::live::Lives;
use crate::summary::{Procedure, Summaries};
use context::Context;
use formula::{Symbol, Term, Terms};
use verdict::{Limits, Obstacle, Property, Unknown};

pub use context::ContextId;
pub use flow::{Call, Entry, Flow, Turn, Way};
pub use step::Step;

/// A location in a chain of calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point {
    pub context: ContextId,
    pub at: Location,
}

/// Where a block leads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    Point(Point),
    /// The entrance of a procedure with a summary, by a call on this edge.
    Enter(u32, Point),
    /// The error.
    Error,
    /// What the engine cannot follow.
    Obstacle(Obstacle),
}

impl Target {
    pub fn point(&self) -> Option<Point> {
        match *self {
            Target::Point(point) | Target::Enter(_, point) => Some(point),
            Target::Error | Target::Obstacle(_) => None,
        }
    }
}

/// What the engine cannot follow.
pub fn not_modelled(message: String, pos: Pos) -> Obstacle {
    Obstacle { reason: Unknown::NotModelled, message, pos }
}

/// From one point to one target: when, with what effect, given what.
#[derive(Clone, Debug)]
pub struct Block {
    pub target: Target,
    pub guard: Term,
    /// Data that differs from what it was; terms over data at the start and inputs.
    pub values: BTreeMap<Symbol, Term>,
    /// Whether values are known for which the guard holds.
    pub is_possible: bool,
    /// Data whose value is known behind it, where such values are tracked.
    pub valuation: Valuation,
}

/// Values of data that are known.
pub type Valuation = BTreeMap<Symbol, Term>;

/// That data has the values of a valuation.
pub fn equalities(valuation: &Valuation, terms: &mut Terms) -> Term {
    let mut all = Term::TRUE;
    for (&symbol, &value) in valuation {
        let symbol = terms.symbol(symbol);
        let equal = terms.eq(symbol, value);
        all = terms.and(all, equal);
    }
    all
}

/// All blocks from a point.
#[derive(Debug, Default)]
pub struct Blocks {
    /// Of these, and of no others.
    pub id: u64,
    pub all: Vec<Block>,
    /// In an order in which they are given on every path.
    pub inputs: Vec<Input>,
    /// When control comes to an error, and where that is.
    pub errors: Vec<(Term, Pos)>,
    /// Whether they are all that control can do: no state was left over, and no limit was reached while they were built. No
    /// proof rests on others.
    pub is_complete: bool,
}

/// Points that one block may have.
pub const LARGEST: usize = 2_000_000;
/// Points between two looks at the limits.
pub const PULSE: usize = 256;

pub struct Builder<'p> {
    pub encoder: Encoder<'p>,
    pub program: &'p Program,
    pub callees: Rc<Callees>,
    contexts: Vec<Context>,
    index: HashMap<Context, ContextId>,
    heads: Heads,
    /// Whether blocks end behind loops.
    pub has_exits: bool,
    /// What is known of functions with summaries.
    pub procedures: HashMap<FunctionId, Rc<Procedure>>,
    pub leaves: HashMap<(Point, u32, FunctionId, Valuation), Rc<Blocks>>,
    live: Lives,
    pub cone: Cone,
    /// What is unknown behind locations that are passed over, of those that were asked for.
    passed: HashMap<cone::Place, Rc<BTreeSet<Symbol>>>,
    pub property: Property,
    /// Where violations of it are not looked for.
    pub excluded: Vec<Pos>,
    pub risks: Risks<'p>,
    /// What may be read before it is set, if that is asked.
    assignment: Option<Assignment>,
    pub externs: Externs,
    pub error_function: Option<String>,
    pub limits: Limits,
    pub malloc_may_fail: bool,
    blocks: HashMap<Point, Rc<Blocks>>,
    /// Those from the start, by the function that is `main`.
    initial: HashMap<FunctionId, Rc<Blocks>>,
    ids: u64,
    /// A location that is left out of every block, as if two descriptions of control flow did not agree.
    #[cfg(test)]
    pub forgotten: Option<Location>,
}

impl<'p> Builder<'p> {
    pub fn new(
        program: &'p Program,
        addresses: &'p Addresses,
        encoder: Encoder<'p>,
        job: &Job<'_>,
    ) -> Builder<'p> {
        // What undefined functions change of the frames of callers would be lost behind a summary.
        let options = job.options;
        let summaries = if options.externs == Externs::Havoc { Summaries::None } else { options.summaries };
        let callees = Rc::new(Callees::of(program, addresses, &encoder.storage));
        let parts = Parts { program, addresses, callees: &callees, storage: &encoder.storage };
        let heads = Heads::of(&parts, &Cone::default(), summaries, job.has_exits);
        let mut builder = Builder {
            heads,
            has_exits: job.has_exits,
            procedures: HashMap::default(),
            leaves: HashMap::default(),
            encoder,
            program,
            callees,
            contexts: Vec::new(),
            index: HashMap::default(),
            live: Lives::of(program, addresses),
            cone: Cone::default(),
            passed: HashMap::default(),
            property: job.property,
            excluded: job.excluded.to_vec(),
            risks: Risks::of(program, addresses, options.is_outside_trusted),
            assignment: (job.property == Property::NoUninitialisedRead)
                .then(|| Assignment::of(program, addresses, options.externs)),
            externs: options.externs,
            error_function: options.machine.error_function.clone(),
            limits: options.limits.clone(),
            malloc_may_fail: options.machine.malloc_may_fail,
            blocks: HashMap::default(),
            initial: HashMap::default(),
            ids: 0,
            #[cfg(test)]
            forgotten: None,
        };
        // Where undefined functions change all memory, all of it counts.
        if !job.is_whole
            && options.externs == Externs::Pure
            && let Some(effects) = Effects::of(&mut builder)
        {
            builder.cone = Cone::of(program, effects);
            let (callees, storage) = (&builder.callees, &builder.encoder.storage);
            let parts = Parts { program, addresses, callees, storage };
            builder.heads = Heads::of(&parts, &builder.cone, summaries, job.has_exits);
        }
        let is_called = |&id: &FunctionId| addresses.is_function_reached(id) && builder.cone.is_called(id);
        let called: Vec<_> = (0..program.functions.len() as u32).map(FunctionId).filter(is_called).collect();
        builder.look_at_procedures(called.into_iter());
        builder
    }

    pub fn new_id(&mut self) -> u64 {
        self.ids += 1;
        self.ids
    }

    /// Why an edge may read what was not set.
    pub fn uninitialised(&self, function: FunctionId, edge: u32) -> Option<&'static str> {
        self.assignment.as_ref()?.unclear(function, edge)
    }

    /// All blocks that are known so far.
    pub fn known(&self) -> Vec<Rc<Blocks>> {
        self.blocks.values().cloned().collect()
    }
}
