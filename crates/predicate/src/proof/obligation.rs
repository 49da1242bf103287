//! Obligations: that no state of a condition passes a guard and satisfies something else.
//!
//! Each is a formula that must not be satisfiable, of blocks that are encoded from the program at hand. It is met by how terms are
//! simplified, by its digest if a formula that is equal but for names was refuted before, or by an answer of the solver, which
//! is asked about it alone.

use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Condition;
use crate::block::{Builder, equalities};
use formula::digest::{Digest, digest};
use formula::{Symbol, Term};
use solver::{Answer, Smt};

/// The obligations of a proof, by how they are met.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Obligations {
    /// By how terms are simplified.
    pub plain: u64,
    /// By what was asked before, names aside.
    pub known: u64,
    /// By an answer of the solver, or not met.
    pub asked: u64,
    /// Not met by that answer.
    pub failed: u64,
    /// Of the known ones, those that were asked again since what is kept was to be audited; and those that were not met then.
    pub audited: u64,
    pub contradicted: u64,
}

impl Obligations {
    pub fn plus(self, other: Obligations) -> Obligations {
        Obligations {
            plain: self.plain + other.plain,
            known: self.known + other.known,
            asked: self.asked + other.asked,
            failed: self.failed + other.failed,
            audited: self.audited + other.audited,
            contradicted: self.contradicted + other.contradicted,
        }
    }
}

/// What data is set to.
pub type Values = BTreeMap<Symbol, Term>;

/// Who asks.
pub struct Oracle<'a, 'p> {
    pub builder: &'a mut Builder<'p>,
    pub smt: &'a mut Smt,
    pub count: Obligations,
    /// Obligations that are met by answers of the solver.
    pub met: BTreeSet<Digest>,
}

impl<'a, 'p> Oracle<'a, 'p> {
    pub fn new(builder: &'a mut Builder<'p>, smt: &'a mut Smt) -> Oracle<'a, 'p> {
        Oracle { builder, smt, count: Obligations::default(), met: BTreeSet::new() }
    }

    /// A term behind values.
    pub fn behind(&mut self, term: Term, values: &Values) -> Term {
        let by = |symbol: Symbol| values.get(&symbol).copied();
        self.builder.encoder.terms.replace(term, &by, &mut HashMap::default())
    }

    /// That a condition holds behind values.
    pub fn holds(&mut self, condition: &Condition, values: &Values) -> Term {
        let terms = &mut self.builder.encoder.terms;
        let known = equalities(&condition.known, terms);
        let all = terms.and(known, condition.formula);
        self.behind(all, values)
    }

    /// That none of some conditions holds behind values.
    pub fn none_of<'c>(
        &mut self,
        conditions: impl IntoIterator<Item = &'c Condition>,
        values: &Values,
    ) -> Term {
        let mut none = Term::TRUE;
        for condition in conditions {
            let holds = self.holds(condition, values);
            let terms = &mut self.builder.encoder.terms;
            let not = terms.not(holds);
            none = terms.and(none, not);
        }
        none
    }

    /// Whether all states of a condition that pass a guard are, behind values, states of one of some conditions.
    pub fn is_covered(&mut self, from: &Condition, guard: Term, values: &Values, by: &[&Condition]) -> bool {
        // By one: that each conjunct holds is what the search has asked for.
        if let [cover] = by {
            let holds = self.holds(cover, values);
            let mut conjuncts = self.builder.encoder.terms.conjuncts(holds).into_iter();
            let unmet = conjuncts.find_map(|conjunct| {
                let not = self.builder.encoder.terms.not(conjunct);
                Some(self.ask(from, guard, not)).filter(|&answer| answer != Answer::Unsat)
            });
            match unmet {
                None => return true,
                Some(Answer::Sat) => return false,
                // All at once may be easier.
                Some(_) => {}
            }
        }
        let outside = self.none_of(by.iter().copied(), values);
        self.is_refuted(from, guard, outside)
    }

    /// Whether no state of a condition passes a guard and satisfies something.
    pub fn is_refuted(&mut self, from: &Condition, guard: Term, outside: Term) -> bool {
        self.ask(from, guard, outside) == Answer::Unsat
    }

    /// Whether that is so without asking the solver.
    pub fn is_known(&mut self, from: &Condition, guard: Term, outside: Term) -> bool {
        self.look_up(from, guard, outside).is_none()
    }

    /// The parts of an obligation that is not known to be met, and its digest.
    fn look_up(&mut self, from: &Condition, guard: Term, outside: Term) -> Option<([Term; 3], Digest)> {
        // What is known is put in, so that much is decided by constants.
        let by = |symbol: Symbol| from.known.get(&symbol).copied();
        let mut done = HashMap::default();
        let terms = &mut self.builder.encoder.terms;
        let parts = [from.formula, guard, outside].map(|it| terms.replace(it, &by, &mut done));
        if terms.all(parts) == Term::FALSE {
            self.count.plain += 1;
            return None;
        }
        let digest = digest(terms, &parts);
        if self.smt.refuted.contains(&digest) && self.is_believed(&parts, digest) {
            self.count.known += 1;
            self.met.insert(digest);
            return None;
        }
        Some((parts, digest))
    }

    /// Whether what is kept of an obligation is to be relied on: always, unless an audit finds that it is wrong.
    fn is_believed(&mut self, parts: &[Term; 3], digest: Digest) -> bool {
        if !self.smt.audited.remove(&digest) {
            return true;
        }
        self.count.audited += 1;
        let is_wrong = self.solve(parts) == Answer::Sat;
        if is_wrong {
            self.count.contradicted += 1;
            self.smt.refuted.remove(&digest);
        }
        !is_wrong
    }

    fn ask(&mut self, from: &Condition, guard: Term, outside: Term) -> Answer {
        let Some((parts, digest)) = self.look_up(from, guard, outside) else { return Answer::Unsat };
        self.count.asked += 1;
        let answer = self.solve(&parts);
        match answer {
            Answer::Unsat => {
                self.smt.refuted.insert(digest);
                self.met.insert(digest);
            }
            Answer::Sat | Answer::Unknown => self.count.failed += 1,
        }
        answer
    }

    /// What the solver says of terms, asked about them alone.
    fn solve(&mut self, parts: &[Term; 3]) -> Answer {
        let mut query = self.smt.query();
        let terms = &self.builder.encoder.terms;
        parts.iter().for_each(|&part| query.assert(self.smt, terms, part));
        // Said once more, as terms, since over integers nobody else says it.
        let mut facts = BTreeSet::new();
        terms.for_each_symbol(parts, |symbol| facts.extend(terms.fact(symbol)));
        facts.iter().for_each(|&fact| query.assert(self.smt, terms, fact));
        query.check(self.smt, terms, &[])
    }
}
