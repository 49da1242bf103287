//! Follows the value of one input forwards through the automata: which values does the program let pass, and which of
//! them does it tell apart?
//!
//! The walk starts behind the call that yields the value. It keeps a set of values, and what registers and objects of
//! the frame hold: a constant, or the value itself (converted to some type). Branches, comparisons and conversions
//! split the set. A walk ends in one of three ways.
//!
//! 1. *Nothing comes of it*: an assumption fails, the program aborts or exits, or runs in a circle for ever.
//! 2. *Forgotten*: something is met that this module does not follow, and no register or object that is needed after
//!    it holds the value. One value then stands for all of the set; or one for each result of what is computed from
//!    the value there.
//! 3. *Kept*: something is met, and the value is still needed. Every value of the set has to be tried.
//!
//! Why trying no more than that changes no verdict. Let `v` be a value left out. It takes one walk, since all that is
//! followed is determined by the value: what was not computed from the value and from constants behind the call ends
//! the walk. The steps of the walk
//! - cannot fault: they are comparisons, conversions between integers, copies of what is known to be initialised, and
//!   accesses to whole scalars in the frame;
//! - are seen by no other thread: registers, and objects whose address has not got away since they came into being;
//! - never wait, and make no choice.
//!
//! So what other threads do between these steps they can do as well before the choice, at which the thread can wait
//! just as long, and with the same effect. If the walk ends as in 1, no violation of this thread follows it: a failed
//! assumption leaves no run; `abort` and `exit` end the process, and count only where they run none of the program's
//! functions (signal and exit handlers, destructors) and, for `exit`, where nothing is on the heap that could be said
//! to leak; a circle does nothing, and a thread that can always choose is no more part of a deadlock than one that
//! runs in it. If the walk ends as in 2, the value `w` that stands for `v` takes the same walk, and at its end the
//! states of the two runs differ in nothing that is read again, once the operation there has computed the same of both.
//!
//! What it misses: a stack that is exhausted by exactly the calls on a walk.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

use cfa::expr::ExprKind;
use cfa::library::{End, Trait};
use cfa::op::{Access, Callee, Destination, Op, Place, Value as Argument};
use cfa::program::{Body, Edge, FunctionId, LocalId, Location, Program, Storage};
use cfa::types::{Scalar, Type};

use super::pieces::{Pieces, Registers, Value, eval, has_input, having, split};
use super::uses::{Results, Uses};
use formula::Set;

/// States that one walk may visit.
const STATES: usize = 2000;
/// Calls that a walk follows, one inside the other.
const DEPTH: usize = 4;

/// What ends a program without running anything of it.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub is_abort_quiet: bool,
    pub is_exit_quiet: bool,
}

/// The values that have to be tried, and those that come to anything at all.
#[derive(Default)]
pub(super) struct Found {
    pub tried: Set,
    pub passing: Set,
}

pub(super) struct Follower<'p> {
    program: &'p Program,
    ends: Ends,
    error_function: Option<&'p str>,
    /// Control may come back to a location along no edge.
    has_jumps: bool,
    /// Functions whose result nobody reads.
    forgotten: HashSet<FunctionId>,
    uses: HashMap<FunctionId, Uses<'p>>,
}

/// An activation on the way; the innermost stands at `at`, the others behind their calls.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Frame {
    function: FunctionId,
    at: Location,
    registers: Registers,
    objects: BTreeMap<LocalId, Value>,
    /// Where the caller wants the result.
    result: Option<LocalId>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    values: Set,
    frames: Vec<Frame>,
}

impl<'p> Follower<'p> {
    pub fn new(
        program: &'p Program,
        ends: Ends,
        error_function: Option<&'p str>,
        has_jumps: bool,
        forgotten: HashSet<FunctionId>,
    ) -> Follower<'p> {
        Follower { program, ends, error_function, has_jumps, forgotten, uses: HashMap::default() }
    }

    /// Follows the result of a call, which is one of these values.
    pub fn follow(&mut self, function: FunctionId, call: &Edge, values: Set) -> Found {
        let mut found = Found::default();
        let mut frame = Frame {
            function,
            at: call.to,
            registers: BTreeMap::new(),
            objects: BTreeMap::new(),
            result: None,
        };
        match &call.op {
            Op::Call { dst: Destination::None, .. } => {}
            Op::Call { dst: Destination::Local(dst), .. } => {
                let body = self.body(function);
                match body.map(|body| body.local(*dst).storage) {
                    Some(Storage::Register(ty)) if ty != Scalar::Bool => {
                        frame.registers.insert(*dst, Value::Input(ty));
                    }
                    _ => return Found { tried: values.clone(), passing: values },
                }
            }
            _ => return Found { tried: values.clone(), passing: values },
        }
        let mut work = vec![State { values, frames: vec![frame] }];
        let mut visited = HashSet::default();
        while let Some(state) = work.pop() {
            if state.values.is_empty() || !visited.insert(state.clone()) {
                continue;
            }
            let next = if visited.len() > STATES { None } else { self.step(&state) };
            match next {
                Some(next) => work.extend(next),
                None => self.end(&state, &mut found),
            }
        }
        found
    }

    fn end(&mut self, state: &State, found: &mut Found) {
        found.passing = found.passing.union(&state.values);
        match self.classes(state) {
            Some(classes) => {
                let one = classes.iter().filter_map(Set::nearest_to_zero).map(|value| (value, value));
                found.tried = found.tried.union(&Set::of(one));
            }
            None => found.tried = found.tried.union(&state.values),
        }
    }

    /// The sets of values that make no difference after the operation at which a walk ends; nothing if each does.
    fn classes(&mut self, state: &State) -> Option<Vec<Set>> {
        let (frame, callers) = state.frames.split_last()?;
        for caller in callers {
            if self.is_needed(caller, caller.at, &[]) {
                return None;
            }
        }
        let mut classes = vec![state.values.clone()];
        if !self.is_needed(frame, frame.at, &[]) {
            return Some(classes);
        }
        let body = self.body(frame.function)?;
        let [edge] = body.out(frame.at) else { return None };
        let mut written = Vec::new();
        edge.op.for_each_written(|local| written.push(local));
        if self.is_needed(frame, edge.to, &written) {
            return None;
        }
        let mut exprs = Vec::new();
        edge.op.for_each_expr(|e| exprs.push(e));
        exprs.retain(|&e| has_input(body, &frame.registers, e));
        for e in exprs {
            let mut split = Vec::new();
            for class in &classes {
                let mut by_value: BTreeMap<i128, Set> = BTreeMap::new();
                for (set, value) in eval(body, &frame.registers, e, class)? {
                    let Value::Known(value) = value else { return None };
                    let known = by_value.entry(value).or_default();
                    *known = known.union(&set);
                }
                split.extend(by_value.into_values());
            }
            classes = split;
        }
        Some(classes)
    }

    /// Whether a frame that goes on from a location may read the input from what it holds, apart from some registers.
    fn is_needed(&mut self, frame: &Frame, at: Location, but: &[LocalId]) -> bool {
        let is_input = |value: &Value| matches!(value, Value::Input(_));
        let mut held =
            frame.registers.iter().filter(|(local, value)| is_input(value) && !but.contains(local));
        frame.objects.values().any(is_input)
            || held.any(|(&local, _)| self.uses(frame.function).is_none_or(|uses| uses.is_live(local, at)))
    }

    fn body(&self, function: FunctionId) -> Option<&'p Body> {
        self.program.function(function).body.as_ref()
    }

    /// Where a function uses what; not known where control may jump.
    fn uses(&mut self, function: FunctionId) -> Option<&mut Uses<'p>> {
        let body = self.body(function).filter(|_| !self.has_jumps)?;
        let results = if self.forgotten.contains(&function) { Results::Forgotten } else { Results::Read };
        Some(self.uses.entry(function).or_insert_with(|| Uses::of(body, results)))
    }

    fn has_escaped(&mut self, frame: &Frame, local: LocalId) -> bool {
        self.uses(frame.function).is_none_or(|uses| uses.has_escaped(local, frame.at))
    }

    /// The states after one step, or nothing if the walk ends here.
    fn step(&mut self, state: &State) -> Option<Vec<State>> {
        let frame = state.frames.last()?;
        let body = self.body(frame.function)?;
        let edges = body.out(frame.at);
        if edges.is_empty() {
            return None;
        }
        let mut next = Vec::new();
        for edge in edges {
            next.extend(self.pass(state, frame, body, edge)?);
        }
        Some(next)
    }

    fn pass(&mut self, state: &State, frame: &Frame, body: &'p Body, edge: &'p Edge) -> Option<Vec<State>> {
        let values = &state.values;
        let moved = |values: Set, change: &dyn Fn(&mut Frame)| {
            let mut state = State { values, frames: state.frames.clone() };
            if let Some(frame) = state.frames.last_mut() {
                frame.at = edge.to;
                change(frame);
            }
            state
        };
        let each = |pieces: Pieces, change: &dyn Fn(&mut Frame, Value)| {
            pieces.into_iter().map(|(set, value)| moved(set, &|frame| change(frame, value))).collect()
        };
        match &edge.op {
            Op::Skip => Some(vec![moved(values.clone(), &|_| {})]),
            Op::Assign { dst, value } => {
                let pieces = eval(body, &frame.registers, *value, values)?;
                Some(each(pieces, &|frame, value| {
                    frame.registers.insert(*dst, value);
                }))
            }
            Op::Assume { cond, truth } => {
                let (zero, other) = split(&eval(body, &frame.registers, *cond, values)?)?;
                Some(vec![moved(if *truth { other } else { zero }, &|_| {})])
            }
            Op::Case { value, ranges, inside } => {
                let wanted = Set::of(ranges.iter().copied());
                let mut passing = Set::default();
                for (set, value) in eval(body, &frame.registers, *value, values)? {
                    let within = having(&set, value, &wanted)?;
                    passing = passing.union(&if *inside { within } else { set.without(&within) });
                }
                Some(vec![moved(passing, &|_| {})])
            }
            Op::Load { dst, place } => {
                let local = self.own_object(frame, body, place)?;
                let value = *frame.objects.get(&local)?;
                Some(vec![moved(values.clone(), &|frame| {
                    frame.registers.insert(*dst, value);
                })])
            }
            Op::Store { place, value } => {
                let local = self.own_object(frame, body, place)?;
                let pieces = eval(body, &frame.registers, *value, values)?;
                Some(each(pieces, &|frame, value| {
                    frame.objects.insert(local, value);
                }))
            }
            Op::Begin { locals } | Op::End { locals } => {
                let is_end = matches!(edge.op, Op::End { .. });
                let in_memory = |local: LocalId| matches!(body.local(local).storage, Storage::Memory { .. });
                let is_seen = is_end && locals.iter().any(|&l| in_memory(l) && self.has_escaped(frame, l));
                if is_seen {
                    return None;
                }
                Some(vec![moved(values.clone(), &|frame| {
                    frame.registers.retain(|local, _| !locals.contains(local));
                    frame.objects.retain(|local, _| !locals.contains(local));
                })])
            }
            Op::Call { dst, callee: Callee::Direct(callee), args } => {
                let function = self.program.function(*callee);
                if function.body.is_some() {
                    return self.enter(state, frame, body, edge, (dst, *callee, args));
                }
                match cfa::library::find(&function.name)? {
                    row if row.is(Trait::Assumes) => {
                        let [Argument::Scalar(cond)] = args[..] else { return None };
                        let (_, passing) = split(&eval(body, &frame.registers, cond, values)?)?;
                        Some(vec![moved(passing, &|_| {})])
                    }
                    row if self.ends.is_abort_quiet && row.is(Trait::Ends(End::Abort)) => Some(Vec::new()),
                    row if self.ends.is_exit_quiet && row.is(Trait::Ends(End::Exit)) => {
                        for arg in args {
                            eval(body, &frame.registers, arg.expr(), values)?;
                        }
                        Some(Vec::new())
                    }
                    _ => None,
                }
            }
            Op::Return { value } => self.leave(state, frame, body, value.as_ref()),
            _ => None,
        }
    }

    /// The object of the frame that a place is the whole of, if nobody else knows it.
    fn own_object(&mut self, frame: &Frame, body: &Body, place: &Place) -> Option<LocalId> {
        let ExprKind::Address(local) = body.expr(place.address).kind else { return None };
        let types = &self.program.types;
        let is_whole = matches!(types.get(body.local(local).ty), Type::Scalar(ty) if *ty == place.ty);
        let is_plain = matches!(place.access, Access::Plain | Access::Initial) && place.bits.is_none();
        (is_whole && is_plain && !self.has_escaped(frame, local)).then_some(local)
    }

    fn enter(
        &mut self,
        state: &State,
        frame: &Frame,
        body: &Body,
        edge: &Edge,
        (dst, callee, args): (&Destination, FunctionId, &[Argument]),
    ) -> Option<Vec<State>> {
        let function = self.program.function(callee);
        let name = function.source_name.as_str();
        let is_error = match self.error_function {
            Some(error) => name == error,
            None => cfa::library::is(name, Trait::Error),
        };
        let entered = self.body(callee)?;
        let is_plain = args.len() == entered.params.len() && !is_error;
        if state.frames.len() >= DEPTH || !is_plain || name.starts_with("__VERIFIER_atomic_") {
            return None;
        }
        let result = match dst {
            Destination::None => None,
            Destination::Local(local) => Some(*local),
            Destination::Memory(_) => return None,
        };
        let inner = Frame {
            function: callee,
            at: Body::ENTRY,
            registers: BTreeMap::new(),
            objects: BTreeMap::new(),
            result,
        };
        let mut ways = vec![(state.values.clone(), inner)];
        for (arg, &param) in args.iter().zip(&entered.params) {
            let Argument::Scalar(arg) = *arg else { return None };
            let is_address = matches!(body.expr(arg).kind, ExprKind::Object(_) | ExprKind::Function(_));
            if is_address {
                continue;
            }
            let mut split = Vec::new();
            for (set, inner) in ways {
                for (set, value) in eval(body, &frame.registers, arg, &set)? {
                    let mut inner = inner.clone();
                    match entered.local(param).storage {
                        Storage::Register(ty) if ty == body.expr(arg).ty => {
                            inner.registers.insert(param, value);
                        }
                        _ => return None,
                    }
                    split.push((set, inner));
                }
            }
            ways = split;
        }
        let states = ways.into_iter().map(|(values, inner)| {
            let mut frames = state.frames.clone();
            if let Some(frame) = frames.last_mut() {
                frame.at = edge.to;
                if let Some(result) = result {
                    frame.registers.remove(&result);
                }
            }
            frames.push(inner);
            State { values, frames }
        });
        Some(states.collect())
    }

    fn leave(
        &mut self,
        state: &State,
        frame: &Frame,
        body: &Body,
        value: Option<&Argument>,
    ) -> Option<Vec<State>> {
        let caller = self.body(state.frames.iter().rev().nth(1)?.function)?;
        let locals = (0..body.locals.len() as u32).map(LocalId);
        for local in locals {
            if matches!(body.local(local).storage, Storage::Memory { .. }) && self.has_escaped(frame, local) {
                return None;
            }
        }
        let pieces = match value {
            Some(Argument::Scalar(e)) => {
                let ty = body.expr(*e).ty;
                if frame.result.is_some_and(|dst| caller.local(dst).storage != Storage::Register(ty)) {
                    return None;
                }
                eval(body, &frame.registers, *e, &state.values)?
            }
            Some(Argument::Aggregate(..)) => return None,
            None if frame.result.is_some() => return None,
            None => vec![(state.values.clone(), Value::Known(0))],
        };
        let states = pieces.into_iter().map(|(values, value)| {
            let mut frames = state.frames.clone();
            frames.pop();
            if let (Some(caller), Some(dst)) = (frames.last_mut(), frame.result) {
                caller.registers.insert(dst, value);
            }
            State { values, frames }
        });
        Some(states.collect())
    }
}
