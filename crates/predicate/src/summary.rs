//! Procedure summaries: what procedures that have one may change, and how it stands for a call.
//!
//! Sections 2 and 4 of He, Yu, Cai: *Efficient summary reuse for software regression verification* (2020); relations with
//! the data at the entrance as in Reps, Horwitz, Sagiv: *Precise interprocedural dataflow analysis via graph reachability*
//! (POPL 1995).
//!
//! A summary is an abstract state at the entrance of a procedure with the abstract states at its exit that belong to it.
//! It is a relation: *ghosts* hold what data was at the entrance, and predicates may speak of both. Whoever calls the
//! procedure with no more than the entrance allows goes on with what the exits say, and keeps all it knows of data that the
//! procedure does not change. The search of the procedure itself shows that no error lies inside.
//!
//! Guarantee: a step over a call covers every way through the procedure that the search has found an exit for; new exits
//! are handed to all callers, so at the end all ways are covered, recursive calls included.
//!
//! Deviations: (1) relations by ghosts, not by two copies of the predicates; (2) procedures without loops are followed
//! in place; (3) loops have none of their own: they are
//! heads of blocks within their procedure.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cfa::program::{Body, FunctionId, Location, Storage as Kind};

use crate::block::{Block, Blocks, Builder, LARGEST, PULSE, Point, Target, Valuation};
use crate::encode::{Encoder, State};
use crate::facts::storage::Owner;
use formula::{Symbol, Term};

/// Which procedures have summaries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Summaries {
    /// None: those that call themselves are not followed.
    None,
    /// Those that call themselves, if only by way of others.
    #[default]
    Recursive,
    /// Those too that have loops, or call what has some.
    All,
}

/// Where a procedure with a summary is entered: before its first location.
pub const ENTRANCE: Location = Location(u32::MAX);

/// A function with a summary.
#[derive(Debug)]
pub struct Procedure {
    /// Data that outlives the call and may be changed by it.
    pub modified: BTreeSet<Symbol>,
    /// What is given to it: the data of its parameters.
    pub given: BTreeSet<Symbol>,
    /// The ghosts of what is given and of what is modified.
    pub ghosts: BTreeMap<Symbol, Symbol>,
    pub result: Option<Symbol>,
}

/// A call with its return, as one step over data of the caller and unknown data at the exit.
pub struct Over {
    /// What data at the exit is, in terms of the caller's.
    pub at_exit: BTreeMap<Symbol, Term>,
    pub guard: Term,
    pub values: BTreeMap<Symbol, Term>,
}

impl Procedure {
    /// A call by `enter` and `leave`, where some data at the exit is known.
    pub fn over(&self, encoder: &mut Encoder<'_>, enter: &Block, leave: &Block, known: &Valuation) -> Over {
        let terms = &mut encoder.terms;
        let mut at_exit = BTreeMap::new();
        for (&data, &ghost) in &self.ghosts {
            let before = enter.values.get(&data).copied().unwrap_or_else(|| terms.symbol(data));
            at_exit.insert(ghost, before);
        }
        let mut values = BTreeMap::new();
        for &data in self.modified.iter().chain(&self.result) {
            let after = match known.get(&data) {
                Some(&value) => value,
                None => {
                    let name = format!("{}'", terms.symbol_name(data));
                    let after = terms.copy_symbol(data, name);
                    terms.symbol(after)
                }
            };
            at_exit.insert(data, after);
            if self.modified.contains(&data) {
                values.insert(data, after);
            }
        }
        let by = |symbol: Symbol| at_exit.get(&symbol).copied();
        let mut done = HashMap::default();
        let left = terms.replace(leave.guard, &by, &mut done);
        let guard = terms.and(enter.guard, left);
        for (&data, &value) in &leave.values {
            values.insert(data, terms.replace(value, &by, &mut done));
        }
        Over { at_exit, guard, values }
    }
}

/// What the code of a procedure does by itself, without the procedures with summaries that it calls.
#[derive(Default)]
struct Own {
    writes: BTreeSet<Symbol>,
    calls: BTreeSet<FunctionId>,
}

impl Own {
    /// Notes what a step from a point writes, but for frames that end with the procedure: those of the code at hand and of
    /// what it calls.
    fn note(&mut self, builder: &Builder<'_>, point: Point, target: &Target, state: State) {
        let callee = target.point().map(|to| builder.function(to.context));
        let outlives = |symbol: &Symbol| match builder.encoder.keys.home(*symbol) {
            Some(home) => callee != Some(home) && !builder.is_in(point.context, home),
            None => true,
        };
        self.writes.extend(state.values.into_keys().filter(outlives));
    }
}

impl<'p> Builder<'p> {
    /// A function with a summary; nothing if it is too large.
    pub fn procedure(&self, function: FunctionId) -> Option<Rc<Procedure>> {
        self.procedures.get(&function).cloned()
    }

    /// Looks at the functions with summaries, of those that may be called.
    pub fn look_at_procedures(&mut self, called: impl Iterator<Item = FunctionId>) {
        let mut own = HashMap::default();
        for function in called {
            if self.is_chosen(function)
                && let Some(procedure) = self.look_at(function, &mut own)
            {
                self.procedures.insert(function, Rc::new(procedure));
            }
        }
    }

    fn look_at(&mut self, function: FunctionId, known: &mut HashMap<FunctionId, Own>) -> Option<Procedure> {
        let mut modified = BTreeSet::new();
        let (mut work, mut seen) = (vec![function], HashSet::from_iter([function]));
        while let Some(id) = work.pop() {
            let own = match known.entry(id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.own(id)?),
            };
            modified.extend(&own.writes);
            work.extend(own.calls.iter().copied().filter(|&it| seen.insert(it)));
        }
        let body = self.program.function(function).body.as_ref()?;
        let mut given = BTreeSet::new();
        for &param in &body.params {
            match body.local(param).storage {
                Kind::Register(_) => {
                    given.insert(self.encoder.register(function, param));
                }
                Kind::Memory { .. } => {
                    let layout = self.encoder.storage.layout(Owner::Local(function, param));
                    given.extend(layout.into_iter().flat_map(|it| &it.cells).map(|cell| cell.symbol));
                }
            }
        }
        let encoder = &mut self.encoder;
        let ghosts =
            given.iter().chain(&modified).map(|&data| (data, encoder.ghost(function, data))).collect();
        let result = self.result_of(function);
        Some(Procedure { modified, given, ghosts, result })
    }

    /// Found by the same steps that blocks are made of, so nothing that a block writes is missed.
    fn own(&mut self, function: FunctionId) -> Option<Own> {
        self.program.function(function).body.as_ref()?;
        let mut own = Own::default();
        let from = Point { context: self.summarised(function), at: Body::ENTRY };
        let (mut work, mut seen) = (vec![from], HashSet::from_iter([from]));
        while let Some(point) = work.pop() {
            if seen.len() > LARGEST || seen.len().is_multiple_of(PULSE) && self.limits.reached().is_some() {
                return None;
            }
            let flow = self.flow(point);
            let (mut calls, mut next) = (Vec::new(), Vec::new());
            for (target, state) in self.step(point, &flow, State::start()).ends {
                own.note(self, point, &target, state);
                if let Target::Enter(edge, entrance) = target {
                    own.calls.insert(self.function(entrance.context));
                    calls.push(edge);
                }
            }
            // What lies behind a call by a summary is code of this procedure too.
            for edge in calls {
                for (target, state) in self.take_result(point, edge, None).ends {
                    own.note(self, point, &target, state);
                    next.extend(target.point());
                }
            }
            next.extend(flow.successors());
            work.extend(next.into_iter().filter(|it| it.at != ENTRANCE && seen.insert(*it)));
        }
        Some(own)
    }

    /// The start of a procedure: ghosts take what data is.
    pub fn begin(&mut self, point: Point, mut state: State) -> Option<State> {
        let procedure = self.procedure(self.function(point.context))?;
        for (&data, &ghost) in &procedure.ghosts {
            let value = self.encoder.value(&state, data);
            state.values.insert(ghost, value);
        }
        Some(state)
    }

    /// Whether data can be spoken of at a point. At an entrance and at an exit, the frame of the call is not there: what
    /// holds of it would be taken for the frame of the caller, which may be of the same function.
    pub fn is_visible(&self, point: Point, symbol: Symbol) -> bool {
        let keys = &self.encoder.keys;
        // An input is another value each time: what is said of one holds of no other.
        if !keys.is_variable(symbol) && !keys.is_address(symbol) {
            return false;
        }
        let Some(home) = keys.home(symbol) else { return true };
        if point.at == ENTRANCE || self.is_end(point) {
            let procedure = self.procedures.get(&self.function(point.context));
            let Some(procedure) = procedure else { return false };
            return match point.at {
                ENTRANCE => procedure.given.contains(&symbol),
                _ => procedure.result == Some(symbol) || procedure.ghosts.values().any(|&it| it == symbol),
            };
        }
        self.is_in(point.context, home)
    }

    /// The return from a call that a block makes at a point, and where control is behind it.
    pub fn behind(&mut self, at: Point, edge: u32, entrance: Point) -> Option<(Block, Point)> {
        let leave = self.leaving(at, edge, self.function(entrance.context), &Valuation::new())?;
        match &leave.all[..] {
            [leave @ Block { target: Target::Point(to), .. }] => Some((leave.clone(), *to)),
            _ => None,
        }
    }

    /// The return from a call, as a step from the exit: what the caller takes, if data behind it is as known there.
    pub fn leaving(
        &mut self,
        at: Point,
        edge: u32,
        function: FunctionId,
        known: &Valuation,
    ) -> Option<Rc<Blocks>> {
        let key = (at, edge, function, known.clone());
        if let Some(blocks) = self.leaves.get(&key) {
            return Some(blocks.clone());
        }
        let procedure = self.procedure(function)?;
        let result = procedure.result.map(|symbol| self.encoder.terms.symbol(symbol));
        let result = result.zip(self.result_scalar(function));
        let mut step = self.take_result(at, edge, result);
        let (target, mut state) = step.ends.pop()?;
        for (&symbol, &value) in known {
            let after = match state.values.get(&symbol) {
                Some(&after) => after,
                None if procedure.modified.contains(&symbol) => self.encoder.terms.symbol(symbol),
                None => continue,
            };
            let is_it = self.encoder.terms.eq(after, value);
            self.encoder.assume(&mut state, is_it);
        }
        let block = Block {
            target,
            guard: state.guard,
            values: state.values,
            is_possible: false,
            valuation: known.clone(),
        };
        let (id, all, inputs) = (self.new_id(), vec![block], step.inputs);
        let blocks = Rc::new(Blocks { id, all, inputs, is_complete: true, ..Blocks::default() });
        self.leaves.insert(key, blocks.clone());
        Some(blocks)
    }
}
