//! One incremental solver: what is asserted, asked and answered.

use std::collections::BTreeMap;

use z3::ast::Bool;
use z3::{Model, Params, SatResult, Solver, StatisticsValue};

use super::ints::{Ints, Wrap};
use super::translate::apart;
use super::{Answer, Smt};
use formula::Evaluation;
use formula::{Symbol, Term, Terms};

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

impl Smt {
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
        let mut answer = self.check_briefly(smt, terms, assumed);
        if answer == Answer::Unknown {
            let literals: Vec<Bool> = assumed.iter().map(|&term| self.literal(smt, terms, term)).collect();
            answer = self.check_words(smt, &literals, self.effort);
        }
        smt.undecided += u64::from(answer == Answer::Unknown);
        answer
    }

    /// The same for somebody who can do without an answer: what neither words nor integers decide at first is left.
    pub fn check_briefly(&mut self, smt: &mut Smt, terms: &Terms, assumed: &[Term]) -> Answer {
        let literals: Vec<Bool> = assumed.iter().map(|&term| self.literal(smt, terms, term)).collect();
        smt.queries += 1;
        // Sums are hard for bits and easy for integers: where they were once, they are tried first.
        let is_integral = self.is_integral;
        for is_by_words in [!is_integral, is_integral] {
            let answer = match is_by_words {
                true => self.check_words(smt, &literals, FIRST),
                false => self.check_integers(smt, terms, assumed),
            };
            if answer != Answer::Unknown {
                self.is_integral = !is_by_words;
                smt.by_integers += u64::from(!is_by_words);
                return answer;
            }
        }
        Answer::Unknown
    }

    fn check_words(&mut self, smt: &mut Smt, literals: &[Bool], effort: u32) -> Answer {
        (self.core, self.values) = (None, None);
        let Some(effort) = smt.share(effort) else { return Answer::Unknown };
        let mut params = Params::new();
        params.set_u32("rlimit", effort);
        // Interrupts are for whoever started us, not for Z3.
        params.set_bool("ctrl_c", false);
        self.solver.set_params(&params);
        let answer = self.solver.check_assumptions(literals).into();
        self.count(smt);
        answer
    }

    /// Counts the steps of the last check: all solvers of a thread count together, Spacer included.
    fn count(&self, smt: &mut Smt) {
        if let Some(StatisticsValue::UInt(steps)) = self.solver.get_statistics().value("rlimit count") {
            // It wraps around.
            smt.effort += u64::from(steps.wrapping_sub(smt.effort as u32));
        }
    }

    /// Asks about integers that stand for the words. If there are some, they have to show as words that they are right.
    pub fn check_integers(&mut self, smt: &mut Smt, terms: &Terms, assumed: &[Term]) -> Answer {
        (self.core, self.values) = (None, None);
        let Some(effort) = smt.share(INTEGERS) else { return Answer::Unknown };
        let solver = Solver::new_for_logic("QF_LIA").unwrap_or_default();
        let mut params = Params::new();
        params.set_u32("rlimit", effort);
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
        let answer = solver.check_assumptions(&literals);
        self.count(smt);
        match answer {
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
        if !self.asserted.iter().all(|term| asked.contains(term)) {
            return false;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Sort, Word};

    /// Two factors take long to find.
    #[test]
    fn what_all_queries_may_take_bounds_each() {
        let (mut terms, mut smt) = (Terms::default(), Smt { most: Some(20_000), ..Smt::default() });
        let [a, b] = ["a", "b"].map(|name| {
            let symbol = terms.new_symbol(name.into(), Sort::Bits(64));
            terms.symbol(symbol)
        });
        let (product, number) = (terms.word(Word::Mul, a, b), terms.bits(64, 1_000_003 * 1_000_033));
        let (hard, easy) = (terms.eq(product, number), terms.eq(a, number));
        let ask = |smt: &mut Smt, term| smt.query().check(smt, &terms, &[term]);
        assert_eq!(ask(&mut smt, hard), Answer::Unknown);
        assert!(smt.effort < 40_000, "{}", smt.effort);
        assert_eq!(ask(&mut smt, easy), Answer::Unknown);
        smt.most = None;
        assert_eq!(ask(&mut smt, easy), Answer::Sat);
    }
}
