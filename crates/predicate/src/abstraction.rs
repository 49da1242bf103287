//! Predicate abstraction: what a set of predicates can say of the states behind a block.
//!
//! Graf, Saïdi: *Construction of abstract state graphs with PVS* (CAV 1997), with Boolean combinations of predicates as
//! in Lahiri, Nieuwenhuis, Oliveras (CAV 2006). A region is a Boolean combination of predicates, a [`Bdd`].
//!
//! Guarantee: the region covers every state that the block leads to from the region it starts in. It rests on answers
//! `unsat` alone: a query that is not decided makes the region larger.
//!
//! Query-saving order: predicates decided by constants need no query; models found on the way rule out half of the
//! remaining ones; then one query each; all valuations of the rest together, up to [`VALUATIONS`], then each by itself.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeSet;

use cfa::program::{FunctionId, Location};

use crate::bdd::{Bdd, Bdds};
use crate::block::{Block, Valuation};
use formula::digest::digest;
use formula::{Node, Order, Symbol, Term, Terms};
use solver::{Answer, Query, Smt};

/// A predicate; its number is its variable in regions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredicateId(pub u32);

/// The loop that predicates belong to: they are the same in all chains of calls that come there.
pub type Place = (FunctionId, Location);

/// Valuations of predicates that one abstraction tells apart.
const VALUATIONS: usize = 400;

#[derive(Default)]
pub struct Precision {
    predicates: Vec<Term>,
    index: HashMap<Term, PredicateId>,
    places: HashMap<Place, Vec<PredicateId>>,
    /// Data whose values are told apart one by one.
    tracked: HashMap<Place, BTreeSet<Symbol>>,
}

impl Precision {
    /// Adds a predicate to a place; whether it is new there.
    pub fn add(&mut self, terms: &mut Terms, place: Place, predicate: Term) -> bool {
        let Some((id, _)) = self.intern(terms, predicate) else { return false };
        let list = self.places.entry(place).or_default();
        let is_new = !list.contains(&id);
        if is_new {
            list.push(id);
        }
        is_new
    }

    /// A predicate that says what an atom says, and whether it is true if the atom is; nothing for a constant. It is told apart
    /// nowhere yet.
    pub fn intern(&mut self, terms: &mut Terms, atom: Term) -> Option<(PredicateId, bool)> {
        let positive = positive(terms, atom);
        if terms.constant(positive).is_some() {
            return None;
        }
        let id = *self.index.entry(positive).or_insert_with(|| {
            self.predicates.push(positive);
            PredicateId(self.predicates.len() as u32 - 1)
        });
        Some((id, positive == atom))
    }

    /// Tracks the values of data at a place; whether it was not tracked there.
    pub fn track(&mut self, place: Place, symbol: Symbol) -> bool {
        self.tracked.entry(place).or_default().insert(symbol)
    }

    pub fn tracked(&self, place: Place) -> Vec<Symbol> {
        self.tracked.get(&place).into_iter().flatten().copied().collect()
    }

    pub fn is_tracking(&self) -> bool {
        !self.tracked.is_empty()
    }

    /// What is told apart at each place, in some order.
    pub fn places(&self) -> impl Iterator<Item = (Place, &[PredicateId], BTreeSet<Symbol>)> {
        let all: HashSet<Place> = self.places.keys().chain(self.tracked.keys()).copied().collect();
        let tracked = |place: &Place| self.tracked.get(place).cloned().unwrap_or_default();
        all.into_iter().map(move |place| (place, self.at(place), tracked(&place)))
    }

    pub fn at(&self, place: Place) -> &[PredicateId] {
        self.places.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Grows whenever more is told apart at a place.
    pub fn fineness(&self, place: Place) -> usize {
        self.at(place).len() + self.tracked.get(&place).map_or(0, BTreeSet::len)
    }

    pub fn term(&self, id: PredicateId) -> Term {
        self.predicates[id.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.places.values().map(Vec::len).chain(self.tracked.values().map(BTreeSet::len)).sum()
    }
}

/// The one of an atom and its opposite that stands for both.
fn positive(terms: &mut Terms, atom: Term) -> Term {
    match terms.node(atom) {
        Node::Not(inner) => inner,
        Node::Order(Order::Ule | Order::Sle, ..) => terms.not(atom),
        _ => atom,
    }
}

/// A region as a formula over its predicates.
pub fn formula(region: Bdd, bdds: &Bdds, precision: &Precision, terms: &mut Terms) -> Term {
    fn go(
        at: Bdd,
        bdds: &Bdds,
        precision: &Precision,
        terms: &mut Terms,
        done: &mut HashMap<Bdd, Term>,
    ) -> Term {
        let Some(branch) = bdds.branch(at) else { return terms.bool(at == Bdd::TRUE) };
        if let Some(&known) = done.get(&at) {
            return known;
        }
        let low = go(branch.low, bdds, precision, terms, done);
        let high = go(branch.high, bdds, precision, terms, done);
        let term = terms.ite(precision.term(PredicateId(branch.variable)), high, low);
        done.insert(at, term);
        term
    }
    go(region, bdds, precision, terms, &mut HashMap::default())
}

/// Abstract successors, with what was computed before.
#[derive(Default)]
pub struct Abstraction {
    solvers: HashMap<(u64, usize), Query>,
    /// Predicates behind blocks, as terms before them.
    before: HashMap<(u64, usize, PredicateId), Term>,
    known: HashMap<(u64, usize, Bdd, Vec<PredicateId>), Bdd>,
    feasible: HashMap<(u64, usize, Bdd), bool>,
}

/// What is shared by all steps of an analysis.
pub struct Shared<'a> {
    pub terms: &'a mut Terms,
    pub smt: &'a mut Smt,
    pub bdds: &'a mut Bdds,
    pub precision: &'a Precision,
    /// What is known before the block.
    pub valuation: &'a Valuation,
}

impl Shared<'_> {
    /// A region as a formula, given what is known.
    fn formula(&mut self, region: Bdd) -> Term {
        let formula = formula(region, self.bdds, self.precision, self.terms);
        let by = |symbol: Symbol| self.valuation.get(&symbol).copied();
        self.terms.replace(formula, &by, &mut HashMap::default())
    }
}

impl Abstraction {
    fn solver(&mut self, shared: &mut Shared<'_>, at: (u64, usize), guard: Term) -> &mut Query {
        self.solvers.entry(at).or_insert_with(|| {
            let mut query = shared.smt.query();
            query.assert(shared.smt, shared.terms, guard);
            query
        })
    }

    /// Whether a block may be passed from a region.
    pub fn is_passable(
        &mut self,
        shared: &mut Shared<'_>,
        at: (u64, usize),
        block: &Block,
        region: Bdd,
    ) -> bool {
        if region == Bdd::FALSE || block.guard == Term::FALSE {
            return false;
        }
        if region == Bdd::TRUE && (block.guard == Term::TRUE || block.is_possible) {
            return true;
        }
        if let Some(&known) = self.feasible.get(&(at.0, at.1, region)) {
            return known;
        }
        let start = shared.formula(region);
        let solver = self.solver(shared, at, block.guard);
        let result = solver.check(shared.smt, shared.terms, &[start]) != Answer::Unsat;
        // What a proof will have to say again.
        if !result && block.target.point().is_none() {
            remember(solver, shared.smt, shared.terms, &[start, block.guard]);
        }
        self.feasible.insert((at.0, at.1, region), result);
        result
    }

    /// The region behind a block.
    pub fn successor(
        &mut self,
        shared: &mut Shared<'_>,
        at: (u64, usize),
        block: &Block,
        region: Bdd,
        predicates: &[PredicateId],
    ) -> Bdd {
        let key = (at.0, at.1, region, predicates.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let result = self.compute(shared, at, block, region, predicates);
        self.known.insert(key, result);
        result
    }

    fn compute(
        &mut self,
        shared: &mut Shared<'_>,
        at: (u64, usize),
        block: &Block,
        region: Bdd,
        predicates: &[PredicateId],
    ) -> Bdd {
        if !self.is_passable(shared, at, block, region) {
            return Bdd::FALSE;
        }
        let mut result = Bdd::TRUE;
        let mut open: Vec<(PredicateId, Term)> = Vec::new();
        for &id in predicates {
            let term = self.before(shared, at, block, id);
            match shared.terms.constant(term) {
                Some(value) => {
                    let literal = shared.bdds.variable(id.0, value == 1);
                    result = shared.bdds.and(result, literal);
                }
                None => open.push((id, term)),
            }
        }
        if open.is_empty() {
            return result;
        }
        let start = shared.formula(region);
        // What models have shown each predicate to be: false, true.
        let mut seen = vec![(false, false); open.len()];
        let solver = self.solver(shared, at, block.guard);
        let (smt, terms) = (&mut *shared.smt, &mut *shared.terms);
        let note = |solver: &Query, smt: &mut Smt, terms: &Terms, seen: &mut [(bool, bool)]| {
            let Some(mut model) = solver.model() else { return };
            for ((_, term), seen) in open.iter().zip(seen) {
                match model.bool(smt, terms, *term) {
                    Some(true) => seen.1 = true,
                    Some(false) => seen.0 = true,
                    None => {}
                }
            }
        };
        if solver.check(smt, terms, &[start]) == Answer::Sat {
            note(solver, smt, terms, &mut seen);
        }
        let mut rest = Vec::new();
        for index in 0..open.len() {
            let (id, term) = open[index];
            let mut decided = None;
            for value in [true, false] {
                // If it was never seen to be `!value`, it may be `value` always.
                let is_possible = if value { !seen[index].0 } else { !seen[index].1 };
                if !is_possible {
                    continue;
                }
                let opposite = if value { terms.not(term) } else { term };
                match solver.check(smt, terms, &[start, opposite]) {
                    Answer::Unsat => {
                        remember(solver, smt, terms, &[start, block.guard, opposite]);
                        decided = Some(value);
                        break;
                    }
                    Answer::Sat => note(solver, smt, terms, &mut seen),
                    Answer::Unknown => {}
                }
            }
            match decided {
                Some(value) => {
                    let literal = shared.bdds.variable(id.0, value);
                    result = shared.bdds.and(result, literal);
                }
                None => rest.push((id, term)),
            }
        }
        if rest.len() < 2 {
            return result;
        }
        match valuations(shared, solver, start, &rest) {
            Some(valuations) => shared.bdds.and(result, valuations),
            None => result,
        }
    }

    /// A predicate behind a block in terms of what is before it.
    fn before(&mut self, shared: &mut Shared<'_>, at: (u64, usize), block: &Block, id: PredicateId) -> Term {
        if let Some(&known) = self.before.get(&(at.0, at.1, id)) {
            return known;
        }
        let predicate = shared.precision.term(id);
        let valuation = shared.valuation;
        let by = |symbol: Symbol| {
            block
                .valuation
                .get(&symbol)
                .or_else(|| block.values.get(&symbol))
                .or_else(|| valuation.get(&symbol))
                .copied()
        };
        let term = shared.terms.replace(predicate, &by, &mut HashMap::default());
        self.before.insert((at.0, at.1, id), term);
        term
    }
}

/// Notes that terms do not hold together, as a solver has just said.
fn remember(solver: &Query, smt: &mut Smt, terms: &Terms, refuted: &[Term]) {
    if solver.is_about(terms, refuted) {
        smt.refuted.insert(digest(terms, refuted));
    }
}

/// All valuations of predicates together; nothing if they are too many.
fn valuations(
    shared: &mut Shared<'_>,
    solver: &mut Query,
    start: Term,
    predicates: &[(PredicateId, Term)],
) -> Option<Bdd> {
    let (smt, terms, bdds) = (&mut *shared.smt, &mut *shared.terms, &mut *shared.bdds);
    solver.push();
    solver.assert(smt, terms, start);
    let mut all = Bdd::FALSE;
    let mut result = None;
    for _ in 0..VALUATIONS {
        // One that is not decided makes all before it worthless, and behind it there is mostly another.
        match solver.check_briefly(smt, terms, &[]) {
            Answer::Unsat => {
                result = Some(all);
                break;
            }
            Answer::Unknown => break,
            Answer::Sat => {}
        }
        let Some(mut model) = solver.model() else { break };
        let (mut cube, mut clause) = (Bdd::TRUE, Term::FALSE);
        for &(id, term) in predicates {
            let Some(value) = model.bool(smt, terms, term) else { continue };
            let literal = bdds.variable(id.0, value);
            cube = bdds.and(cube, literal);
            let opposite = if value { terms.not(term) } else { term };
            clause = terms.or(clause, opposite);
        }
        all = bdds.or(all, cube);
        solver.assert(smt, terms, clause);
    }
    solver.pop();
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::Sort;

    /// A solver that was asked about more knows more; what it refutes by that may hold elsewhere.
    #[test]
    fn answers_that_rest_on_more_than_was_asked_are_not_kept() {
        let (mut terms, mut smt) = (Terms::default(), Smt::default());
        let data: [Symbol; 2] = ["x", "y"].map(|name| terms.new_symbol(name.into(), Sort::Bits(8)));
        let [x, y] = data.map(|symbol| terms.symbol(symbol));
        let fact = terms.order(Order::Ult, y, x);
        terms.set_fact(data[0], fact);
        let [zero, most] = [0, 255].map(|value| terms.bits(8, value));
        let (is_zero, is_most, of_x) = (terms.eq(y, zero), terms.eq(y, most), terms.eq(x, most));
        let mut solver = smt.query();
        // Nothing is above the largest number, but that there is something above is known of another.
        assert_eq!(solver.check(&mut smt, &terms, &[is_most]), Answer::Sat);
        assert_eq!(solver.check(&mut smt, &terms, &[of_x]), Answer::Sat);
        assert_eq!(solver.check(&mut smt, &terms, &[is_most]), Answer::Unsat);
        remember(&solver, &mut smt, &terms, &[is_most]);
        assert!(smt.refuted.is_empty());
        // What is asserted counts, too.
        let mut solver = smt.query();
        solver.assert(&mut smt, &terms, is_zero);
        assert_eq!(solver.check(&mut smt, &terms, &[is_most]), Answer::Unsat);
        remember(&solver, &mut smt, &terms, &[is_most]);
        assert!(smt.refuted.is_empty());
        remember(&solver, &mut smt, &terms, &[is_zero, is_most]);
        assert_eq!(smt.refuted.len(), 1);
    }

    /// Two small objects can lie anywhere, unless there is a large one that has no room beside them then.
    #[test]
    fn answers_that_rest_on_where_another_object_lies_are_not_kept() {
        let (mut terms, mut smt) = (Terms::default(), Smt::default());
        let objects = [("a", 1), ("b", 1), ("large", 100)];
        let [a, b, large] = objects.map(|(name, size)| {
            let symbol = terms.new_address(name.into(), 8, size);
            let (address, ends) =
                (terms.symbol(symbol), [0, 255 - size].map(|end| terms.bits(8, end.into())));
            let (from, until) =
                (terms.order(Order::Ult, ends[0], address), terms.order(Order::Ule, address, ends[1]));
            let fact = terms.and(from, until);
            terms.set_fact(symbol, fact);
            address
        });
        let [first, second] = [(a, 85), (b, 170)].map(|(address, at)| {
            let at = terms.bits(8, at);
            terms.eq(address, at)
        });
        let one = terms.bits(8, 1);
        let is_low = terms.eq(large, one);
        let mut solver = smt.query();
        assert_eq!(solver.check(&mut smt, &terms, &[first, second]), Answer::Sat);
        assert_eq!(solver.check(&mut smt, &terms, &[is_low]), Answer::Sat);
        assert_eq!(solver.check(&mut smt, &terms, &[first, second]), Answer::Unsat);
        remember(&solver, &mut smt, &terms, &[first, second]);
        assert!(smt.refuted.is_empty());
    }
}
