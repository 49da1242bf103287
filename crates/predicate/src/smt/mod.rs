//! The wall around Z3: no type of the solver leaves this folder.
//!
//! Effort is bounded by Z3's `rlimit`, which counts steps and not seconds, so that answers do not depend on the machine.
//! An answer that was not found is [`Answer::Unknown`]; what that means is for the caller to say.

pub mod horn;
mod ints;
mod quiet;

use rustc_hash::FxHashSet as HashSet;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use z3::ast::{Array, BV, Bool, Dynamic};
use z3::{Context, Model, Params, SatResult, Solver, StatisticsValue};

pub use ints::Wrap;

use crate::evaluate::Evaluation;
use crate::proof::digest::Digest;
use crate::term::{Node, Order, Sort, Symbol, Term, Terms, Word};
use ints::Ints;
use verdict::Limits;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown,
}

impl From<SatResult> for Answer {
    fn from(result: SatResult) -> Answer {
        match result {
            SatResult::Sat => Answer::Sat,
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown,
        }
    }
}

#[derive(Clone)]
enum Ast {
    Bool(Bool),
    Bits(BV),
    Array(Array),
}

impl Ast {
    fn bool(&self) -> &Bool {
        match self {
            Ast::Bool(it) => it,
            _ => unreachable!("terms are well sorted"),
        }
    }

    fn bits(&self) -> &BV {
        match self {
            Ast::Bits(it) => it,
            _ => unreachable!("terms are well sorted"),
        }
    }

    fn array(&self) -> &Array {
        match self {
            Ast::Array(it) => it,
            _ => unreachable!("terms are well sorted"),
        }
    }
}

/// What is shared by all solvers of an analysis: terms in Z3's form, and counts.
#[derive(Default)]
pub struct Smt {
    asts: Vec<Option<Ast>>,
    pub queries: u64,
    /// Steps of the solver, as of the last query.
    pub effort: u64,
    pub undecided: u64,
    /// Decided over integers.
    pub by_integers: u64,
    /// Terms that do not hold together, as was found out by asking about them alone.
    pub refuted: HashSet<Digest>,
    /// Once one is reached, nothing is decided any more.
    limits: Limits,
}

/// Steps that one query may take over words: at first, and after integers have not decided it either.
const FIRST: u32 = 400_000;
const EFFORT: u32 = 2_000_000;
/// Objects that are said not to overlap with others.
const OBJECTS: usize = 40;
/// Steps that it may take over integers.
const INTEGERS: u32 = 2_000_000;

/// One incremental solver.
pub struct Query {
    /// For words alone, by bit-blasting; the general one as soon as there are arrays.
    solver: Solver,
    is_general: bool,
    /// The last check was decided over integers.
    is_integral: bool,
    effort: u32,
    /// Symbols whose facts are asserted, and these.
    introduced: Vec<Symbol>,
    facts: Vec<Bool>,
    asserted: Vec<Term>,
    /// How many were asserted at each push.
    scopes: Vec<usize>,
    /// Of the last check, if integers decided it.
    core: Option<Vec<Term>>,
    values: Option<Evaluation>,
    /// Terms that are assumed by a literal of their own.
    literals: BTreeMap<Term, Bool>,
}

/// Which solver this is.
pub fn version() -> &'static str {
    z3::full_version()
}

/// Interrupts the query that runs in the thread that made it, unless that is in a [`Spell`].
pub fn with_interrupter<T>(body: impl FnOnce(&(dyn Fn() + Sync)) -> T) -> T {
    let context = Context::thread_local();
    let handle = context.handle();
    let is_open = IS_OPEN.with(Arc::clone);
    body(&|| {
        let is_open = is_open.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_open {
            handle.interrupt();
        }
    })
}

thread_local! {
    /// Whether this thread may be interrupted.
    static IS_OPEN: Arc<Mutex<bool>> = Arc::new(Mutex::new(true));
}

/// A time in which the solver of this thread is not interrupted: Spacer takes a model that an interrupt has kept from being made
/// for one that is there, and the process dies. Its effort is bounded, and whoever cannot wait leaves it behind.
struct Spell;

impl Spell {
    fn new() -> Spell {
        Spell::set(false);
        Spell
    }

    fn set(is_open: bool) {
        IS_OPEN.with(|it| *it.lock().unwrap_or_else(PoisonError::into_inner) = is_open);
    }
}

impl Drop for Spell {
    fn drop(&mut self) {
        Spell::set(true);
    }
}

impl Smt {
    pub fn new(limits: Limits) -> Smt {
        Smt { limits, ..Smt::default() }
    }

    pub fn query(&self) -> Query {
        self.query_with(EFFORT)
    }

    pub fn query_with(&self, effort: u32) -> Query {
        let solver = Solver::new_for_logic("QF_BV").unwrap_or_default();
        Query {
            solver,
            is_general: false,
            is_integral: false,
            effort,
            literals: BTreeMap::new(),
            introduced: Vec::new(),
            facts: Vec::new(),
            asserted: Vec::new(),
            scopes: Vec::new(),
            core: None,
            values: None,
        }
    }

    fn translate(&mut self, terms: &Terms, term: Term) -> Ast {
        if self.asts.len() < terms.len() {
            self.asts.resize(terms.len(), None);
        }
        if let Some(ast) = &self.asts[term.index()] {
            return ast.clone();
        }
        let ast = self.build(terms, term);
        self.asts[term.index()] = Some(ast.clone());
        ast
    }

    fn bool(&mut self, terms: &Terms, term: Term) -> Bool {
        self.translate(terms, term).bool().clone()
    }

    fn build(&mut self, terms: &Terms, term: Term) -> Ast {
        match terms.node(term) {
            Node::Bool(value) => Ast::Bool(Bool::from_bool(value)),
            Node::Bits { width, value } => Ast::Bits(number(width, value)),
            Node::Symbol(symbol) => self.symbol(terms, symbol),
            Node::Not(a) => Ast::Bool(self.bool(terms, a).not()),
            // Long paths go to Z3 as one conjunction.
            Node::And(..) => {
                let (mut parts, mut at) = (Vec::new(), term);
                while let Node::And(rest, last) = terms.node(at) {
                    parts.push(self.bool(terms, last));
                    at = rest;
                }
                parts.push(self.bool(terms, at));
                Ast::Bool(Bool::and(&parts))
            }
            Node::Or(a, b) => Ast::Bool(Bool::or(&[self.bool(terms, a), self.bool(terms, b)])),
            Node::Ite(c, a, b) => {
                let c = self.bool(terms, c);
                match (self.translate(terms, a), self.translate(terms, b)) {
                    (Ast::Bool(a), Ast::Bool(b)) => Ast::Bool(c.ite(&a, &b)),
                    (Ast::Bits(a), Ast::Bits(b)) => Ast::Bits(c.ite(&a, &b)),
                    (Ast::Array(a), Ast::Array(b)) => Ast::Array(c.ite(&a, &b)),
                    _ => unreachable!("terms are well sorted"),
                }
            }
            Node::Eq(a, b) => Ast::Bool(match (self.translate(terms, a), self.translate(terms, b)) {
                (Ast::Bool(a), Ast::Bool(b)) => a.eq(&b),
                (Ast::Bits(a), Ast::Bits(b)) => a.eq(&b),
                (Ast::Array(a), Ast::Array(b)) => a.eq(&b),
                _ => unreachable!("terms are well sorted"),
            }),
            Node::Order(order, a, b) => {
                let (a, b) = (self.translate(terms, a), self.translate(terms, b));
                let (a, b) = (a.bits(), b.bits());
                Ast::Bool(match order {
                    Order::Ult => a.bvult(b),
                    Order::Ule => a.bvule(b),
                    Order::Slt => a.bvslt(b),
                    Order::Sle => a.bvsle(b),
                })
            }
            Node::Word(op, a, b) => {
                let (a, b) = (self.translate(terms, a), self.translate(terms, b));
                let (a, b) = (a.bits(), b.bits());
                Ast::Bits(match op {
                    Word::Add => a.bvadd(b),
                    Word::Sub => a.bvsub(b),
                    Word::Mul => a.bvmul(b),
                    Word::UDiv => a.bvudiv(b),
                    Word::URem => a.bvurem(b),
                    Word::SDiv => a.bvsdiv(b),
                    Word::SRem => a.bvsrem(b),
                    Word::And => a.bvand(b),
                    Word::Or => a.bvor(b),
                    Word::Xor => a.bvxor(b),
                    Word::Shl => a.bvshl(b),
                    Word::LShr => a.bvlshr(b),
                    Word::AShr => a.bvashr(b),
                })
            }
            Node::Extract { low, width, of } => {
                Ast::Bits(self.translate(terms, of).bits().extract(low + width - 1, low))
            }
            Node::Extend { signed, width, of } => {
                let more = width - terms.width(of);
                let of = self.translate(terms, of);
                Ast::Bits(if signed { of.bits().sign_ext(more) } else { of.bits().zero_ext(more) })
            }
            Node::Concat(a, b) => {
                let (a, b) = (self.translate(terms, a), self.translate(terms, b));
                Ast::Bits(a.bits().concat(b.bits()))
            }
            Node::Fill { index, value } => {
                let value = self.translate(terms, value);
                Ast::Array(Array::const_array(&z3::Sort::bitvector(index), value.bits()))
            }
            Node::Select(a, i) => {
                let (a, i) = (self.translate(terms, a), self.translate(terms, i));
                let value: Dynamic = a.array().select(i.bits());
                Ast::Bits(value.as_bv().expect("arrays hold bit-vectors"))
            }
            Node::Store(a, i, v) => {
                let (a, i) = (self.translate(terms, a), self.translate(terms, i));
                let v = self.translate(terms, v);
                Ast::Array(a.array().store(i.bits(), v.bits()))
            }
        }
    }

    fn symbol(&self, terms: &Terms, symbol: Symbol) -> Ast {
        // The number makes names differ.
        let name = format!("{}#{}", terms.symbol_name(symbol), symbol.0);
        match terms.symbol_sort(symbol) {
            Sort::Bool => Ast::Bool(Bool::new_const(name)),
            Sort::Bits(width) => Ast::Bits(BV::new_const(name, width)),
            Sort::Array { index, value } => {
                Ast::Array(Array::new_const(name, &z3::Sort::bitvector(index), &z3::Sort::bitvector(value)))
            }
        }
    }
}

/// Two objects do not overlap.
fn apart(terms: &Terms, a: Symbol, b: Symbol) -> Option<Bool> {
    let end = |symbol: Symbol| {
        let width = terms.symbol_sort(symbol).width();
        let start = BV::new_const(format!("{}#{}", terms.symbol_name(symbol), symbol.0), width);
        let size = number(width, terms.address_size(symbol)?.max(1).into());
        Some((start.clone(), start.bvadd(size)))
    };
    let ((from_a, to_a), (from_b, to_b)) = (end(a)?, end(b)?);
    Some(Bool::or(&[to_a.bvule(from_b), to_b.bvule(from_a)]))
}

fn number(width: u32, value: u128) -> BV {
    if width <= 64 {
        BV::from_u64(value as u64, width)
    } else {
        BV::from_u64((value >> 64) as u64, width - 64).concat(BV::from_u64(value as u64, 64))
    }
}

impl Query {
    pub fn assert(&mut self, smt: &mut Smt, terms: &Terms, term: Term) {
        self.introduce(smt, terms, term);
        self.generalise(smt, terms, term);
        self.asserted.push(term);
        self.solver.assert(smt.bool(terms, term));
    }

    /// Asserts what always holds of the symbols of a term: of each, and that objects do not overlap.
    fn introduce(&mut self, smt: &mut Smt, terms: &Terms, term: Term) {
        let mut symbols = Vec::new();
        terms.for_each_symbol(&[term], |symbol| {
            if terms.fact(symbol).is_some() && !self.introduced.contains(&symbol) {
                symbols.push(symbol);
            }
        });
        symbols.sort_unstable();
        for symbol in symbols {
            let facts =
                terms.fact(symbol).into_iter().map(|fact| smt.bool(terms, fact)).chain(
                    self.introduced.iter().take(OBJECTS).filter_map(|&other| apart(terms, symbol, other)),
                );
            let facts: Vec<Bool> = facts.collect();
            facts.iter().for_each(|fact| self.solver.assert(fact));
            self.facts.extend(facts);
            self.introduced.push(symbol);
        }
    }

    /// Goes over to the general solver if a term needs it.
    fn generalise(&mut self, smt: &mut Smt, terms: &Terms, term: Term) {
        if self.is_general || !terms.has_arrays(term) {
            return;
        }
        (self.solver, self.is_general) = (Solver::new(), true);
        self.facts.iter().for_each(|fact| self.solver.assert(fact));
        for (term, literal) in &self.literals {
            self.solver.assert(literal.implies(smt.bool(terms, *term)));
        }
        for (index, term) in self.asserted.iter().enumerate() {
            self.scopes.iter().filter(|&&scope| scope == index).for_each(|_| self.solver.push());
            self.solver.assert(smt.bool(terms, *term));
        }
        let count = self.asserted.len();
        self.scopes.iter().filter(|&&scope| scope == count).for_each(|_| self.solver.push());
    }

    /// A literal that implies the term, to be assumed in some checks and not in others.
    fn literal(&mut self, smt: &mut Smt, terms: &Terms, term: Term) -> Bool {
        if let Some(literal) = self.literals.get(&term) {
            return literal.clone();
        }
        self.introduce(smt, terms, term);
        self.generalise(smt, terms, term);
        let literal = Bool::fresh_const("assumed");
        self.solver.assert(literal.implies(smt.bool(terms, term)));
        self.literals.insert(term, literal.clone());
        literal
    }

    pub fn check(&mut self, smt: &mut Smt, terms: &Terms, assumed: &[Term]) -> Answer {
        let answer = self.decide(smt, terms, assumed);
        // Counted for all solvers of a thread together, Spacer included.
        if let Some(StatisticsValue::UInt(steps)) = self.solver.get_statistics().value("rlimit count") {
            // It wraps around.
            smt.effort += u64::from(steps.wrapping_sub(smt.effort as u32));
        }
        answer
    }

    fn decide(&mut self, smt: &mut Smt, terms: &Terms, assumed: &[Term]) -> Answer {
        let literals: Vec<Bool> = assumed.iter().map(|&term| self.literal(smt, terms, term)).collect();
        smt.queries += 1;
        let is_stopped = || smt.limits.reached().is_some();
        // Sums are hard for bits and easy for integers: where they were once, they are tried first.
        let is_integral = self.is_integral;
        for is_by_words in [!is_integral, is_integral] {
            if is_stopped() {
                return Answer::Unknown;
            }
            let answer = if is_by_words {
                self.check_words(&literals, FIRST)
            } else {
                self.check_integers(terms, assumed)
            };
            if answer != Answer::Unknown {
                self.is_integral = !is_by_words;
                smt.by_integers += u64::from(!is_by_words);
                return answer;
            }
        }
        let answer = if is_stopped() { Answer::Unknown } else { self.check_words(&literals, self.effort) };
        if answer == Answer::Unknown {
            smt.undecided += 1;
        }
        answer
    }

    fn check_words(&mut self, literals: &[Bool], effort: u32) -> Answer {
        let mut params = Params::new();
        params.set_u32("rlimit", effort);
        // Interrupts are for whoever started us, not for Z3.
        params.set_bool("ctrl_c", false);
        self.solver.set_params(&params);
        (self.core, self.values) = (None, None);
        self.solver.check_assumptions(literals).into()
    }

    /// Asks about integers that stand for the words. If there are some, they have to show as words that they are right.
    pub fn check_integers(&mut self, terms: &Terms, assumed: &[Term]) -> Answer {
        (self.core, self.values) = (None, None);
        let solver = Solver::new_for_logic("QF_LIA").unwrap_or_default();
        let mut params = Params::new();
        params.set_u32("rlimit", INTEGERS);
        params.set_bool("ctrl_c", false);
        solver.set_params(&params);
        let mut ints = Ints::new("i".into(), Wrap::Exact);
        let mut formulas: Vec<Bool> = self.asserted.iter().map(|&term| ints.bool(terms, term)).collect();
        let tracked: Vec<(Term, Bool)> = assumed
            .iter()
            .enumerate()
            .map(|(i, &term)| (term, Bool::new_const(format!("assumed{i}"))))
            .collect();
        for (term, literal) in &tracked {
            formulas.push(literal.implies(ints.bool(terms, *term)));
        }
        formulas.append(&mut ints.facts);
        formulas.iter().for_each(|formula| solver.assert(formula));
        let literals: Vec<Bool> = tracked.iter().map(|(_, literal)| literal.clone()).collect();
        match solver.check_assumptions(&literals) {
            SatResult::Unsat => {
                let core = solver.get_unsat_core();
                let core =
                    tracked.iter().filter(|(_, literal)| core.contains(literal)).map(|(term, _)| *term);
                self.core = Some(core.collect());
                Answer::Unsat
            }
            SatResult::Sat => {
                let Some(model) = solver.get_model() else { return Answer::Unknown };
                let mut values = Evaluation::default();
                for (symbol, int) in ints.symbols() {
                    let Some(value) = model.eval(int, true).and_then(|int| int.as_i128()) else {
                        return Answer::Unknown;
                    };
                    values.set(terms, symbol, value as u128);
                }
                let mut all = self.asserted.iter().chain(assumed);
                if !all.all(|&term| values.eval(terms, term) == Some(1)) {
                    return Answer::Unknown;
                }
                self.values = Some(values);
                Answer::Sat
            }
            SatResult::Unknown => Answer::Unknown,
        }
    }

    /// Whether an answer is about these terms alone: no fact was assumed of a symbol that is not in them.
    pub fn is_about(&self, terms: &Terms, asked: &[Term]) -> bool {
        let mut left = self.introduced.clone();
        terms.for_each_symbol(asked, |symbol| left.retain(|&it| it != symbol));
        left.is_empty()
    }

    /// Those of the assumed terms that the last check needed to be unsatisfiable.
    pub fn core(&mut self, assumed: &[Term]) -> Vec<Term> {
        if let Some(core) = &self.core {
            return core.clone();
        }
        let core = self.solver.get_unsat_core();
        assumed
            .iter()
            .copied()
            .filter(|term| core.iter().any(|it| Some(it) == self.literals.get(term)))
            .collect()
    }

    pub fn push(&mut self) {
        self.scopes.push(self.asserted.len());
        self.solver.push();
    }

    /// Literals made since the push are forgotten with it, so none may be made in between.
    pub fn pop(&mut self) {
        self.asserted.truncate(self.scopes.pop().unwrap_or(0));
        self.solver.pop(1);
    }

    pub fn model(&self) -> Option<Values> {
        match &self.values {
            Some(values) => Some(Values::Words(values.clone())),
            None => self.solver.get_model().map(Values::Model),
        }
    }
}

/// The values that make a query true.
pub enum Values {
    Model(Model),
    Words(Evaluation),
}

impl Values {
    pub fn bool(&mut self, smt: &mut Smt, terms: &Terms, term: Term) -> Option<bool> {
        match self {
            Values::Model(model) => model.eval(&smt.bool(terms, term), true)?.as_bool(),
            Values::Words(values) => values.eval(terms, term).map(|value| value == 1),
        }
    }

    pub fn bits(&mut self, smt: &mut Smt, terms: &Terms, term: Term) -> Option<u128> {
        let model = match self {
            Values::Model(model) => model,
            Values::Words(values) => return values.eval(terms, term),
        };
        let bits = smt.translate(terms, term).bits().clone();
        let width = terms.width(term);
        if width <= 64 {
            return model.eval(&bits, true)?.as_u64().map(u128::from);
        }
        let low = model.eval(&bits.extract(63, 0), true)?.as_u64()?;
        let high = model.eval(&bits.extract(width - 1, 64), true)?.as_u64()?;
        Some(u128::from(high) << 64 | u128::from(low))
    }
}
