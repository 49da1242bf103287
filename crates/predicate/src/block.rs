//! Large blocks: all paths from one abstraction point to the next, as one formula and one substitution.
//!
//! Beyer, Keremoglu, Wendler: *Predicate abstraction with adjustable-block encoding* (FMCAD 2010). Abstraction points
//! are the heads of loops and the end of the search: every cycle has one, so a block has finitely many paths.
//!
//! Deviations: (1) paths that meet are merged into one state by conditional terms, so no variable has versions; (2) a
//! block is encoded once, for any abstract state it is entered with; (3) calls are followed by context, so a block goes
//! through calls and returns; (4) calls of procedures with summaries are points too: see [`crate::summary`].

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::{ExprId, ExprKind};
use cfa::library::Trait;
use cfa::loops::Loops;
use cfa::op::{Asm, Callee, Destination, Op, Value};
use cfa::passing::{self, Passing};
use cfa::program::{Body, Function, FunctionId, Location, Storage as Kind};
use cfa::source::Pos;
use cfa::types::{Scalar, Type};

use crate::Job;
use crate::absence::Risks;
use crate::assignment::Assignment;
use crate::callees::Callees;
use crate::cone::Cone;
use crate::encode::{Encoder, Here, Input, Origin, State};
use crate::externs::Externs;
use crate::live::Live;
use crate::storage::{Addressed, Owner};
use crate::summary::{self, ENTRANCE, Own, Procedure, Summaries};
use crate::term::{Symbol, Term, Terms};
use verdict::{Limits, Obstacle, Property, Unknown};

/// A chain of calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ContextId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Context {
    /// Who calls, and by which edge.
    caller: Option<(ContextId, u32)>,
    function: FunctionId,
    /// Whether this is the function for its summary, whoever calls.
    is_summarised: bool,
}

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
    pub addresses: &'p Addresses,
    pub callees: Rc<Callees>,
    contexts: Vec<Context>,
    index: HashMap<Context, ContextId>,
    /// Where blocks begin and end.
    heads: Vec<Vec<bool>>,
    /// The heads of loops.
    loops: Vec<Vec<Location>>,
    /// Functions with summaries, and what is known of them.
    chosen: Vec<bool>,
    pub procedures: HashMap<FunctionId, Option<Rc<Procedure>>>,
    pub own: HashMap<FunctionId, Own>,
    pub leaves: HashMap<(Point, u32, FunctionId, Valuation), Rc<Blocks>>,
    live: HashMap<FunctionId, Live>,
    pub cone: Cone,
    summaries: Summaries,
    pub property: Property,
    pub risks: Risks<'p>,
    /// What may be read before it is set, if that is asked.
    assignment: Option<Assignment>,
    pub externs: Externs,
    pub error_function: Option<String>,
    pub limits: Limits,
    pub malloc_may_fail: bool,
    blocks: HashMap<Point, Rc<Blocks>>,
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
        let callees = Callees::of(program, addresses, &encoder.storage);
        let mut builder = Builder {
            heads: Vec::new(),
            loops: Vec::new(),
            chosen: Vec::new(),
            procedures: HashMap::default(),
            own: HashMap::default(),
            leaves: HashMap::default(),
            encoder,
            program,
            addresses,
            callees: Rc::new(callees),
            contexts: Vec::new(),
            index: HashMap::default(),
            live: HashMap::default(),
            cone: Cone::default(),
            summaries,
            property: job.property,
            risks: Risks::of(program, addresses, options.is_outside_trusted),
            assignment: (job.property == Property::NoUninitialisedRead)
                .then(|| Assignment::of(program, addresses, options.externs)),
            externs: options.externs,
            error_function: options.machine.error_function.clone(),
            limits: options.limits.clone(),
            malloc_may_fail: options.machine.malloc_may_fail,
            blocks: HashMap::default(),
            ids: 0,
            #[cfg(test)]
            forgotten: None,
        };
        builder.choose_heads();
        // Where undefined functions change all memory, all of it counts.
        if !job.is_whole
            && options.externs == Externs::Pure
            && let Some(cone) = Cone::of(&mut builder)
        {
            builder.cone = cone;
            builder.choose_heads();
        }
        builder
    }

    /// Chooses the procedures with summaries, and where blocks begin and end.
    fn choose_heads(&mut self) {
        let (program, cone) = (self.program, &self.cone);
        let ids = || (0..program.functions.len() as u32).map(FunctionId);
        let loops = ids().map(|id| {
            let Some(body) = &program.function(id).body else { return Vec::new() };
            let outline = cone.outline(id, body);
            Loops::of(outline.as_ref().unwrap_or(body)).loops.iter().map(|it| it.head).collect()
        });
        self.loops = loops.collect();
        let callees = &self.callees;
        let storage = &self.encoder.storage;
        self.chosen = summary::chosen(program, self.addresses, callees, storage, &self.loops, self.summaries);
        let heads = ids().map(|id| {
            let Some(body) = &program.function(id).body else { return Vec::new() };
            let mut heads = vec![false; body.locations()];
            self.loops[id.index()].iter().for_each(|head| heads[head.index()] = true);
            for (at, is_head) in heads.iter_mut().enumerate() {
                let at = Location(at as u32);
                *is_head |= cone.way_around(id, at).is_none()
                    && summary::calls_chosen((id, body), at, &self.chosen, callees);
            }
            heads
        });
        self.heads = heads.collect();
    }

    pub fn new_id(&mut self) -> u64 {
        self.ids += 1;
        self.ids
    }

    fn context(&mut self, context: Context) -> ContextId {
        *self.index.entry(context).or_insert_with(|| {
            self.contexts.push(context);
            ContextId(self.contexts.len() as u32 - 1)
        })
    }

    pub fn function(&self, context: ContextId) -> FunctionId {
        self.contexts[context.0 as usize].function
    }

    pub fn here(&self, context: ContextId) -> Here<'p> {
        let function = self.function(context);
        Here { function, body: self.program.function(function).body.as_ref().expect("only code is entered") }
    }

    /// What leads to an obstacle at once.
    fn stuck(&mut self, message: String, pos: Pos) -> Blocks {
        let target = Target::Obstacle(not_modelled(message, pos));
        let block = Block {
            target,
            guard: Term::TRUE,
            values: BTreeMap::new(),
            is_possible: false,
            valuation: Valuation::new(),
        };
        Blocks { id: self.new_id(), all: vec![block], is_complete: true, ..Blocks::default() }
    }

    /// The context of the program's start.
    pub fn of_main(&mut self, main: FunctionId) -> ContextId {
        self.context(Context { caller: None, function: main, is_summarised: false })
    }

    /// The blocks from the start of the program: before them, data has its initial values.
    pub fn initial(&mut self, main: FunctionId) -> Rc<Blocks> {
        let context = self.of_main(main);
        let from = Point { context, at: Body::ENTRY };
        let mut state = State::start();
        let program = self.program;
        if let Some(&function) = program.constructors.iter().chain(&program.destructors).next() {
            let (name, pos) = (&program.function(function).source_name, program.function(function).pos);
            return Rc::new(self.stuck(format!("{name} runs before or after main"), pos));
        }
        if let Some((_, pos)) = program.file_asm.first() {
            return Rc::new(self.stuck("assembly outside functions".into(), *pos));
        }
        state.values.extend(self.encoder.storage.initial(&mut self.encoder.terms));
        if self.is_head(from) {
            let values = state.values;
            let block = Block {
                target: Target::Point(from),
                guard: Term::TRUE,
                values,
                is_possible: false,
                valuation: Valuation::new(),
            };
            let (id, all) = (self.new_id(), vec![block]);
            return Rc::new(Blocks { id, all, is_complete: true, ..Blocks::default() });
        }
        Rc::new(self.build(from, state))
    }

    /// The context of a procedure with a summary.
    pub fn summarised(&mut self, function: FunctionId) -> ContextId {
        self.context(Context { caller: None, function, is_summarised: true })
    }

    /// Where a procedure with a summary is entered.
    pub fn entrance_of(&mut self, function: FunctionId) -> Point {
        Point { context: self.summarised(function), at: ENTRANCE }
    }

    /// Who made a call, and by which edge.
    pub fn caller(&self, context: ContextId) -> Option<(ContextId, u32)> {
        self.contexts[context.0 as usize].caller
    }

    pub fn is_summarised(&self, context: ContextId) -> bool {
        self.contexts[context.0 as usize].is_summarised
    }

    /// Whether a procedure with a summary ends at a point.
    pub fn is_end(&self, point: Point) -> bool {
        self.is_summarised(point.context) && self.exit_of(point.context) == point.at
    }

    pub fn exit_of(&self, context: ContextId) -> Location {
        self.here(context).body.exit
    }

    /// Whether what holds at a point is worth telling: at the head of a loop, and around a procedure with a summary.
    pub fn is_telling(&self, point: Point) -> bool {
        point.at == ENTRANCE
            || self.is_end(point)
            || self.loops[self.function(point.context).index()].contains(&point.at)
    }

    fn is_head(&self, point: Point) -> bool {
        point.at == ENTRANCE
            || self.is_end(point)
            || self.heads[self.function(point.context).index()][point.at.index()]
    }

    /// Where blocks of a function begin and end, in order.
    pub fn heads(&self, function: FunctionId) -> Vec<Location> {
        let heads = (0..).map(Location).zip(&self.heads[function.index()]);
        heads.filter(|(_, is_head)| **is_head).map(|(at, _)| at).collect()
    }

    pub fn is_in(&self, context: ContextId, function: FunctionId) -> bool {
        let mut at = Some(context);
        while let Some(id) = at {
            let context = self.contexts[id.0 as usize];
            if context.function == function {
                return true;
            }
            at = context.caller.map(|(caller, _)| caller);
        }
        false
    }

    /// Where nobody asks whether it is called, an error function is a function like any other.
    pub fn is_error(&self, function: FunctionId) -> bool {
        if self.property != Property::UnreachCall {
            return false;
        }
        let name = &self.program.function(function).source_name;
        match &self.error_function {
            Some(error) => name == error,
            None => cfa::library::is(name, Trait::Error),
        }
    }

    /// Why an edge may read what was not set.
    pub fn uninitialised(&self, function: FunctionId, edge: u32) -> Option<&'static str> {
        self.assignment.as_ref()?.unclear(function, edge)
    }

    /// All blocks that are known so far.
    pub fn known(&self) -> Vec<Rc<Blocks>> {
        self.blocks.values().cloned().collect()
    }

    /// All blocks from a point.
    pub fn blocks(&mut self, from: Point) -> Rc<Blocks> {
        if let Some(blocks) = self.blocks.get(&from) {
            return blocks.clone();
        }
        let blocks = Rc::new(self.build(from, State::start()));
        if self.limits.reached().is_none() {
            self.blocks.insert(from, blocks.clone());
        }
        blocks
    }

    /// The points of a block, each before those it leads to.
    fn order(&mut self, from: Point) -> Option<Vec<Point>> {
        let mut done: HashMap<Point, bool> = HashMap::default();
        let mut order = Vec::new();
        let mut work = vec![(from, false)];
        while let Some((point, is_left)) = work.pop() {
            if is_left {
                order.push(point);
                continue;
            }
            if done.insert(point, true).is_some() {
                continue;
            }
            if done.len() > LARGEST || done.len().is_multiple_of(PULSE) && self.limits.reached().is_some() {
                return None;
            }
            work.push((point, true));
            if point != from && self.is_head(point) {
                continue;
            }
            let mut next = Vec::new();
            self.successors(point, &mut next);
            work.extend(next.into_iter().filter(|it| !done.contains_key(it)).map(|it| (it, false)));
        }
        order.reverse();
        #[cfg(test)]
        order.retain(|point| self.forgotten != Some(point.at) || *point == from);
        Some(order)
    }

    /// Points that control may go to from here; the same as [`Builder::step`] leads to.
    pub fn successors(&mut self, point: Point, out: &mut Vec<Point>) {
        if point.at == ENTRANCE {
            out.push(Point { context: point.context, at: Body::ENTRY });
            return;
        }
        let here = self.here(point.context);
        if point.at == here.body.exit {
            if let Some((caller, edge)) = self.contexts[point.context.0 as usize].caller {
                let edge = &self.here(caller).body.edges[edge as usize];
                out.push(Point { context: caller, at: edge.to });
            }
            return;
        }
        if let Some(at) = self.cone.way_around(here.function, point.at) {
            out.push(Point { context: point.context, at });
            return;
        }
        let first = here.body.first[point.at.index()];
        for (index, edge) in here.body.out(point.at).iter().enumerate() {
            let next = Point { context: point.context, at: edge.to };
            match &edge.op {
                op if op.is_terminal() => {}
                Op::Call { callee, .. } => {
                    let number = first + index as u32;
                    for &target in self.callees.clone().at(here.function, number, callee) {
                        if self.is_chosen(target) {
                            out.push(Point { context: self.summarised(target), at: ENTRANCE });
                        } else if let Some(context) = self.enter(point.context, number, target) {
                            out.push(Point { context, at: Body::ENTRY });
                        } else if !self.is_error(target) && self.program.function(target).body.is_none() {
                            out.push(next);
                        }
                    }
                    if matches!(callee, Callee::Indirect(..)) {
                        out.push(next);
                    }
                }
                _ => out.push(next),
            }
        }
    }

    /// The context of a call of a defined function, unless that is the error or calls itself.
    pub fn enter(&mut self, caller: ContextId, edge: u32, target: FunctionId) -> Option<ContextId> {
        let is_entered = self.program.function(target).body.is_some()
            && !self.is_error(target)
            && !self.is_in(caller, target);
        let context = Context { caller: Some((caller, edge)), function: target, is_summarised: false };
        is_entered.then(|| self.context(context))
    }

    /// Whether calls of a function go by its summary.
    pub fn is_chosen(&self, function: FunctionId) -> bool {
        self.chosen[function.index()] && !self.is_error(function)
    }

    fn build(&mut self, from: Point, start: State) -> Blocks {
        self.encoder.inputs.clear();
        self.encoder.errors.clear();
        let Some(order) = self.order(from) else {
            let stuck = self.stuck("too many paths in one block".into(), Pos::NONE);
            return Blocks { is_complete: self.limits.reached().is_none(), ..stuck };
        };
        let mut states: HashMap<Point, State> = HashMap::default();
        let mut ends: Vec<(Target, State)> = Vec::new();
        let mut is_complete = true;
        for (number, point) in order.into_iter().enumerate() {
            if number.is_multiple_of(PULSE) && self.limits.reached().is_some() {
                is_complete = false;
                states.clear();
                break;
            }
            let state = if point == from { Some(start.clone()) } else { states.remove(&point) };
            let Some(mut state) = state.filter(|state| state.guard != Term::FALSE) else { continue };
            if point != from && self.is_head(point) {
                self.drop_dead(&mut state, point);
                ends.push((Target::Point(point), state));
                continue;
            }
            self.step(point, state, &mut |builder, target, state| match target {
                // The start again: the block ends there.
                Target::Point(next) if next == from => builder.end(&mut ends, Target::Point(next), state),
                Target::Point(next) => {
                    let mut state = state;
                    builder.drop_dead(&mut state, next);
                    let merged = match states.remove(&next) {
                        Some(other) => builder.encoder.merge(other, state),
                        None => state,
                    };
                    states.insert(next, merged);
                }
                other => builder.end(&mut ends, other, state),
            });
        }
        // What was not foreseen where the points were put in order must not be lost.
        let mut left: Vec<(Point, State)> = states.into_iter().collect();
        left.sort_unstable_by_key(|(point, _)| *point);
        is_complete &= left.is_empty();
        for (point, state) in left {
            let target = Target::Obstacle(self.unforeseen(point));
            self.end(&mut ends, target, state);
        }
        let all = ends
            .into_iter()
            .filter(|(_, state)| state.guard != Term::FALSE)
            .map(|(target, state)| Block {
                target,
                guard: state.guard,
                values: state.values,
                is_possible: false,
                valuation: Valuation::new(),
            })
            .collect();
        let (inputs, errors) =
            (std::mem::take(&mut self.encoder.inputs), std::mem::take(&mut self.encoder.errors));
        Blocks { id: self.new_id(), all, inputs, errors, is_complete }
    }

    /// Where control comes to that is not among the points of a block.
    fn unforeseen(&self, point: Point) -> Obstacle {
        let here = self.here(point.context);
        let message = format!(
            "a way through {} that is not followed",
            self.program.function(here.function).source_name
        );
        let out = point.at != ENTRANCE && point.at != here.body.exit;
        let edge = if out { here.body.out(point.at).first() } else { None };
        not_modelled(message, edge.map_or(self.program.function(here.function).pos, |edge| edge.pos))
    }

    /// Adds an end of a block; those of one target are one.
    fn end(&mut self, ends: &mut Vec<(Target, State)>, target: Target, mut state: State) {
        match &target {
            Target::Point(point) => self.drop_dead(&mut state, *point),
            Target::Enter(_, point) => {
                let (storage, callee) = (&self.encoder.storage, self.function(point.context));
                state.values.retain(|&symbol, _| storage.home(symbol).is_none_or(|home| home == callee));
            }
            _ => state.values.clear(),
        }
        match ends.iter_mut().find(|(known, _)| *known == target) {
            Some((_, known)) => {
                let other = std::mem::replace(known, State::start());
                *known = self.encoder.merge(other, state);
            }
            None => ends.push((target, state)),
        }
    }

    /// Forgets registers that are not read again.
    fn drop_dead(&mut self, state: &mut State, point: Point) {
        let here = self.here(point.context);
        let live = self.live.entry(here.function).or_insert_with(|| Live::of(here.body));
        let storage = &self.encoder.storage;
        state.values.retain(|&symbol, _| match storage.register_of(symbol) {
            Some((function, local)) if function == here.function => live.is_live(point.at, local),
            _ => true,
        });
    }

    /// Makes unknown what may be set on the ways that are passed over, but for registers that are not read again.
    fn forget_between(&mut self, point: Point, next: Point, state: &mut State) {
        let here = self.here(point.context);
        let unknown = self.cone.unknown(&self.encoder.storage, here.body, (here.function, point.at));
        let live = self.live.entry(here.function).or_insert_with(|| Live::of(here.body));
        for &symbol in unknown.iter() {
            let is_dead = match self.encoder.storage.register_of(symbol) {
                Some((function, local)) => function == here.function && !live.is_live(next.at, local),
                None => false,
            };
            if !is_dead {
                let terms = &mut self.encoder.terms;
                let name = format!("{}?", terms.symbol_name(symbol));
                let value = terms.copy_symbol(symbol, name);
                state.values.insert(symbol, terms.symbol(value));
            }
        }
    }

    /// What one point leads to.
    pub fn step(
        &mut self,
        point: Point,
        mut state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        if point.at == ENTRANCE {
            if let Some(state) = self.begin(point, state) {
                to(self, Target::Point(Point { context: point.context, at: Body::ENTRY }), state);
            }
            return;
        }
        let here = self.here(point.context);
        if point.at == here.body.exit {
            return self.leave(point, state, to);
        }
        if let Some(at) = self.cone.way_around(here.function, point.at) {
            let next = Point { context: point.context, at };
            self.forget_between(point, next, &mut state);
            return to(self, Target::Point(next), state);
        }
        let first = here.body.first[point.at.index()];
        let edges = here.body.out(point.at);
        // Where nothing tells the edges apart, an unknown value does.
        let is_open = edges.len() > 1
            && !edges.iter().all(|e| matches!(e.op, Op::Assume { .. } | Op::Case { .. } | Op::Jump { .. }));
        let mut rest = state;
        for (index, edge) in edges.iter().enumerate() {
            let is_last = index + 1 == edges.len();
            (self.encoder.at, self.encoder.edge) = (edge.pos, (here.function, first + index as u32));
            let mut state = rest.clone();
            if is_open && !is_last {
                let flag = self.encoder.fresh(1, rest.guard, Origin::Unknown);
                let one = self.encoder.terms.bits(1, 1);
                let condition = self.encoder.terms.eq(flag, one);
                self.encoder.assume(&mut state, condition);
                let not = self.encoder.terms.not(condition);
                self.encoder.assume(&mut rest, not);
            }
            let next = Target::Point(Point { context: point.context, at: edge.to });
            self.check_operation(here, (first + index as u32, &edge.op), edge.pos, &state, to);
            match &edge.op {
                Op::Call { dst, callee, args } => {
                    let call = Call { point, edge: first + index as u32, dst, args, pos: edge.pos, next };
                    self.call(here, &call, callee, state, to);
                }
                Op::Return { value } => {
                    if value.is_none() && self.property == Property::NoUndefinedBehaviour {
                        let faults = self.missing_result(point.context, here.function);
                        self.lead(faults, edge.pos, &state, to);
                    }
                    self.give(point, here, value.as_ref(), &mut state);
                    to(self, next, state);
                }
                Op::Unsequenced | Op::Unreachable | Op::Trap => {}
                Op::Unsupported(what) => self.obstacle(what.to_string(), edge.pos, state, to),
                Op::Asm(asm) if self.is_calling(here, asm) => {
                    self.obstacle("assembly that calls a function".into(), edge.pos, state, to);
                }
                Op::LongJump { .. } | Op::SetJump { .. } => {
                    self.obstacle("setjmp and longjmp".into(), edge.pos, state, to);
                }
                op => {
                    self.encoder.apply(&mut state, here, op);
                    if self.externs == Externs::Havoc && self.encoder.writes_wildly(here, op) {
                        self.encoder.forget_memory(&mut state);
                    }
                    if state.guard != Term::FALSE {
                        to(self, next, state);
                    }
                }
            }
        }
    }

    /// Whether assembly may call a function of the program: it calls, names one, or is given its address.
    fn is_calling(&self, here: Here<'p>, asm: &Asm) -> bool {
        let is_code = |&(_, input): &(Box<str>, ExprId)| {
            let mut at = input;
            while let ExprKind::Convert { operand } = here.body.expr(at).kind {
                at = operand;
            }
            matches!(here.body.expr(at).kind, ExprKind::Function(_))
        };
        let is_named = |word: &str| {
            let is_it = |function: &Function| function.body.is_some() && function.source_name == word;
            self.program.functions.iter().any(is_it)
        };
        // The first word of a statement is an instruction, whatever else has its name (`outb` of Linux has).
        let is_call = |statement: &str| {
            let is_label =
                |text: &str| text.trim().chars().all(|c| c.is_alphanumeric() || "_.$%=".contains(c));
            let mut statement = statement;
            while let Some((_, rest)) = statement.split_once(':').filter(|(label, _)| is_label(label)) {
                statement = rest;
            }
            let words = statement.split(|c: char| !c.is_alphanumeric() && c != '_');
            let mut words = words.filter(|word| !word.is_empty());
            words.next().is_some_and(|instruction| instruction.starts_with("call")) || words.any(is_named)
        };
        asm.inputs.iter().any(is_code) || asm.template.split(['\n', ';']).any(is_call)
    }

    pub fn obstacle(
        &mut self,
        message: String,
        pos: Pos,
        state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        to(self, Target::Obstacle(not_modelled(message, pos)), state);
    }

    /// A return: what the caller gets.
    fn give(&mut self, point: Point, here: Here<'p>, value: Option<&Value>, state: &mut State) {
        match value {
            Some(Value::Scalar(expr)) => {
                let value = self.encoder.eval(state, here, *expr);
                let width = self.encoder.terms.width(value);
                let symbol = self.encoder.storage.result(&mut self.encoder.terms, here.function, width);
                state.values.insert(symbol, value);
            }
            Some(Value::Aggregate(address, ty)) => {
                let Some((caller, edge)) = self.contexts[point.context.0 as usize].caller else { return };
                let there = self.here(caller);
                if let Op::Call { dst: Destination::Memory(dst), .. } = &there.body.edges[edge as usize].op {
                    self.encoder.copy(state, (there, *dst), (here, *address), *ty);
                    if self.externs == Externs::Havoc && self.encoder.is_wild(there, *dst) {
                        self.encoder.forget_memory(state);
                    }
                }
            }
            None => {}
        }
    }

    /// The end of a function: back to its caller, or the end of the program.
    fn leave(&mut self, point: Point, mut state: State, to: &mut dyn FnMut(&mut Builder<'p>, Target, State)) {
        let Some((caller, edge)) = self.contexts[point.context.0 as usize].caller else { return };
        let (function, there) = (self.function(point.context), self.here(caller));
        let edge = &there.body.edges[edge as usize];
        let result = self.result_width(function).map(|width| {
            let symbol = self.encoder.storage.result(&mut self.encoder.terms, function, width);
            let value = state.values.remove(&symbol);
            // A function that ends without a value returns anything.
            value.unwrap_or_else(|| self.encoder.fresh(width, state.guard, Origin::Unknown))
        });
        let result = result.zip(self.result_scalar(function));
        let storage = &self.encoder.storage;
        state.values.retain(|&symbol, _| storage.home(symbol) != Some(function));
        if let Op::Call { dst: Destination::Local(dst), .. } = &edge.op {
            self.receive(&mut state, there, *dst, result);
        }
        to(self, Target::Point(Point { context: caller, at: edge.to }), state);
    }

    fn receive(
        &mut self,
        state: &mut State,
        there: Here<'p>,
        dst: cfa::program::LocalId,
        value: Option<(Term, Scalar)>,
    ) {
        let Kind::Register(to) = there.body.local(dst).storage else { return };
        match value {
            Some((value, from)) => {
                let how = passing::result(from, to, self.program.model);
                let value = self.encoder.arrive(state, (value, from), to, how);
                self.encoder.set_register(state, there, dst, value);
            }
            None => self.encoder.forget(state, there, dst),
        }
    }

    pub fn result_scalar(&self, function: FunctionId) -> Option<Scalar> {
        match self.program.types.get(self.program.function(function).ty) {
            Type::Function(signature) => self.program.types.as_scalar(signature.result),
            _ => None,
        }
    }

    fn result_width(&self, function: FunctionId) -> Option<u32> {
        self.result_scalar(function).map(|scalar| self.encoder.width(scalar))
    }

    /// Where the result of a function is put.
    pub fn result_of(&mut self, function: FunctionId) -> Option<Symbol> {
        let width = self.result_width(function)?;
        Some(self.encoder.storage.result(&mut self.encoder.terms, function, width))
    }

    fn call(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        callee: &'p Callee,
        state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        let pointer = match callee {
            Callee::Direct(function) => return self.call_function(here, call, *function, state, to),
            Callee::Indirect(pointer, _) => self.encoder.eval(&state, here, *pointer),
        };
        let callees = self.callees.clone();
        let entered = callees.at(here.function, call.edge, callee).iter().map(|&target| (target, true));
        let refused = callees.refused(here.function, call.edge).iter().map(|&target| (target, false));
        let mut rest = state;
        for (target, is_entered) in entered.chain(refused) {
            let address = self.encoder.storage.address(&mut self.encoder.terms, Addressed::Function(target));
            let is_it = self.encoder.terms.eq(pointer, address);
            let mut state = rest.clone();
            self.encoder.assume(&mut state, is_it);
            match is_entered {
                _ if state.guard == Term::FALSE => {}
                true => self.call_function(here, call, target, state, to),
                false => {
                    let name = &self.program.function(target).source_name;
                    let message = format!("{name} called through a pointer to a function of another type");
                    self.obstacle(message, call.pos, state, to);
                }
            }
            let not = self.encoder.terms.not(is_it);
            self.encoder.assume(&mut rest, not);
        }
        // A function that the program does not know.
        if rest.guard != Term::FALSE {
            if self.property == Property::ValidDeref {
                self.error(Term::TRUE, call.pos, &rest, to);
            }
            if self.is_changing_memory(here, call, None) {
                self.encoder.forget_memory(&mut rest);
            }
            self.unknown_call(here, call, None, rest, to);
        }
    }

    fn call_function(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        target: FunctionId,
        mut state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        if self.is_error(target) {
            return self.error(Term::TRUE, call.pos, &state, to);
        }
        let Some(body) = &self.program.function(target).body else {
            return self.undefined_call(here, call, target, state, to);
        };
        let is_chosen = self.is_chosen(target);
        let context = match is_chosen {
            true => Some(self.summarised(target)),
            false => self.enter(call.point.context, call.edge, target),
        };
        let Some(context) = context else {
            let name = &self.program.function(target).source_name;
            return self.obstacle(format!("recursion: {name} calls itself"), call.pos, state, to);
        };
        let there = Here { function: target, body };
        let Some(given) = self.arguments(here, call, there, &state) else {
            let name = &self.program.function(target).source_name;
            let message = format!("{name} called with arguments of other types");
            return self.obstacle(message, call.pos, state, to);
        };
        for (index, &param) in body.params.iter().enumerate() {
            match (body.local(param).storage, given.get(index).copied().flatten(), call.args.get(index)) {
                (Kind::Register(_), Some(value), _) => {
                    self.encoder.set_register(&mut state, there, param, value);
                }
                (Kind::Memory { size, .. }, Some(value), _)
                    if size * 8 == u64::from(self.encoder.terms.width(value)) =>
                {
                    self.fill_parameter(&mut state, target, param, value)
                }
                (_, None, Some(Value::Aggregate(address, ty))) => {
                    let owner = Owner::Local(target, param);
                    self.encoder.copy_to(&mut state, (owner, 0, false), (here, *address), *ty);
                }
                _ => self.encoder.forget(&mut state, there, param),
            }
        }
        if is_chosen {
            self.prepare_frame(there, &mut state);
            return to(self, Target::Enter(call.edge, Point { context, at: ENTRANCE }), state);
        }
        to(self, Target::Point(Point { context, at: Body::ENTRY }), state);
    }

    /// What a function is given, as its parameters take it: terms, and nothing for aggregates. Nothing at all if the
    /// machine does not pass it so.
    fn arguments(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        there: Here<'p>,
        state: &State,
    ) -> Option<Vec<Option<Term>>> {
        let is_prototyped = match self.program.types.get(self.program.function(there.function).ty) {
            Type::Function(signature) => signature.prototyped,
            _ => true,
        };
        if call.args.len() < there.body.params.len() {
            return None;
        }
        let mut given = Vec::new();
        for (arg, &param) in call.args.iter().zip(&there.body.params) {
            let to = self.program.types.as_scalar(there.body.local(param).ty);
            given.push(match (arg, to) {
                (Value::Scalar(expr), Some(to)) => {
                    let (value, from) = (self.encoder.eval(state, here, *expr), here.body.expr(*expr).ty);
                    let how = passing::argument(from, to, is_prototyped, self.program.model);
                    if how == Passing::Lost {
                        return None;
                    }
                    Some(self.encoder.arrive(state, (value, from), to, how))
                }
                (Value::Aggregate(..), None) => None,
                _ => return None,
            });
        }
        Some(given)
    }

    /// What a frame holds besides the parameters: nothing that is known.
    fn prepare_frame(&mut self, there: Here<'p>, state: &mut State) {
        let live = self.live.entry(there.function).or_insert_with(|| Live::of(there.body));
        let is_unset = |local: &cfa::program::LocalId| {
            !there.body.params.contains(local)
                && (matches!(there.body.local(*local).storage, Kind::Memory { .. })
                    || live.is_live(Body::ENTRY, *local))
        };
        let locals = (0..there.body.locals.len() as u32).map(cfa::program::LocalId);
        let unset: Vec<_> = locals.filter(is_unset).collect();
        unset.into_iter().for_each(|local| self.encoder.forget(state, there, local));
        if let Some(width) = self.result_width(there.function) {
            let symbol = self.encoder.storage.result(&mut self.encoder.terms, there.function, width);
            let value = self.encoder.fresh(width, state.guard, Origin::Unknown);
            state.values.insert(symbol, value);
        }
    }

    /// The end of a call by its summary, back in the caller.
    pub fn take_result(
        &mut self,
        point: Point,
        edge: u32,
        value: Option<(Term, Scalar)>,
        state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        let here = self.here(point.context);
        let edge_of = &here.body.edges[edge as usize];
        let next = Target::Point(Point { context: point.context, at: edge_of.to });
        if let Op::Call { dst, args, .. } = &edge_of.op {
            let call = Call { point, edge, dst, args, pos: edge_of.pos, next };
            self.finish_call(here, &call, value, state, to);
        }
    }

    /// A scalar parameter that lives in memory.
    fn fill_parameter(
        &mut self,
        state: &mut State,
        function: FunctionId,
        param: cfa::program::LocalId,
        value: Term,
    ) {
        let owner = Owner::Local(function, param);
        let width = self.encoder.terms.width(value);
        if self.encoder.storage.layout(owner).is_none() {
            return self.encoder.store_owner(state, owner, value);
        }
        self.encoder.forget_owner(state, owner);
        if let Some((cell, 0)) = self.encoder.storage.cell(owner, 0, 0, width)
            && cell.width == width
            && self.encoder.storage.layout(owner).is_some_and(|layout| layout.stride == 0)
        {
            state.values.insert(cell.symbol, value);
        }
    }

    pub fn finish_call(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        value: Option<(Term, Scalar)>,
        mut state: State,
        to: &mut dyn FnMut(&mut Builder<'p>, Target, State),
    ) {
        match call.dst {
            Destination::Local(dst) => self.receive(&mut state, here, *dst, value),
            Destination::Memory(address) => {
                if let Some(inside) = self.encoder.storage.inside(here.function, here.body, *address) {
                    self.encoder.forget_owner(&mut state, inside.owner);
                }
                if let Some((lanes, _)) = self.encoder.storage.lanes(here.function, here.body, *address) {
                    self.encoder.forget_lanes(&mut state, &lanes);
                }
            }
            Destination::None => {}
        }
        to(self, call.next.clone(), state);
    }
}

/// A call being made.
pub struct Call<'p> {
    pub point: Point,
    pub edge: u32,
    pub dst: &'p Destination,
    pub args: &'p [Value],
    pub pos: Pos,
    pub next: Target,
}
