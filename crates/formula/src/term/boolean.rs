//! Conditions: conjunctions as paths, what two paths share, and conditionals.

use rustc_hash::FxHashMap as HashMap;

use super::{Node, Order, Sort, Term, Terms};

/// How many leaves of conditional constants are looked at to decide a comparison.
const LEAVES: u32 = 64;
/// How far conjunctions are compared to find what they have in common.
const PREFIX: usize = 256;

impl Terms {
    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Bool(value) => self.bool(!value),
            Node::Not(inner) => inner,
            // So that both directions of a branch are literals of one atom.
            Node::Order(Order::Ult, x, y) => self.order(Order::Ule, y, x),
            Node::Order(Order::Slt, x, y) => self.order(Order::Sle, y, x),
            _ => self.add(Node::Not(a), Sort::Bool),
        }
    }

    fn is_complement(&self, a: Term, b: Term) -> bool {
        match (self.node(a), self.node(b)) {
            (Node::Not(x), _) if x == b => true,
            (_, Node::Not(y)) if y == a => true,
            (Node::Order(Order::Ult, x, y), Node::Order(Order::Ule, v, u))
            | (Node::Order(Order::Ule, v, u), Node::Order(Order::Ult, x, y))
            | (Node::Order(Order::Slt, x, y), Node::Order(Order::Sle, v, u))
            | (Node::Order(Order::Sle, v, u), Node::Order(Order::Slt, x, y)) => (x, y) == (u, v),
            _ => false,
        }
    }

    /// Whether one of the last conjuncts of a path is this, or its opposite.
    fn decided_by(&self, path: Term, conjunct: Term) -> Option<bool> {
        let mut at = path;
        for _ in 0..16 {
            let (rest, last) = match self.node(at) {
                Node::And(rest, last) => (Some(rest), last),
                _ => (None, at),
            };
            if last == conjunct {
                return Some(true);
            }
            if self.is_complement(last, conjunct) {
                return Some(false);
            }
            at = rest?;
        }
        None
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (Term::TRUE, x) | (x, Term::TRUE) => return x,
            (Term::FALSE, _) | (_, Term::FALSE) => return Term::FALSE,
            _ => {}
        }
        match self.decided_by(a, b) {
            Some(true) => return a,
            Some(false) => return Term::FALSE,
            None => {}
        }
        // A path is extended by the conjuncts of another, so that prefixes stay visible.
        if let Node::And(first, rest) = self.node(b) {
            let start = self.and(a, first);
            return self.and(start, rest);
        }
        self.add(Node::And(a, b), Sort::Bool)
    }

    pub fn all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(Term::TRUE, |all, term| self.and(all, term))
    }

    /// The conjuncts of a path, first to last; at most [`PREFIX`] of the last ones and what is before them.
    pub fn conjuncts(&self, term: Term) -> Vec<Term> {
        let (mut list, mut at) = (Vec::new(), term);
        while let Node::And(rest, last) = self.node(at) {
            if list.len() == PREFIX {
                break;
            }
            list.push(last);
            at = rest;
        }
        list.push(at);
        list.reverse();
        list
    }

    /// Splits two paths into what both begin with and what each goes on with.
    pub fn split(&mut self, a: Term, b: Term) -> (Term, Vec<Term>, Vec<Term>) {
        let (mut of_a, mut of_b) = (self.conjuncts(a), self.conjuncts(b));
        let shared = of_a.iter().zip(&of_b).take_while(|(x, y)| x == y).count();
        let prefix = self.all(of_a[..shared].to_vec());
        (prefix, of_a.split_off(shared), of_b.split_off(shared))
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        if let Some(known) = self.known_or(a, b) {
            return known;
        }
        if matches!(self.node(a), Node::And(..)) || matches!(self.node(b), Node::And(..)) {
            let (prefix, mut rest_a, mut rest_b) = self.split(a, b);
            if rest_a.is_empty() || rest_b.is_empty() {
                return prefix;
            }
            // (c and x) or (not c and y): where one side is c alone, c need not be said on the other.
            if self.is_complement(rest_a[0], rest_b[0]) {
                if rest_a.len() == 1 {
                    rest_b.remove(0);
                } else if rest_b.len() == 1 {
                    rest_a.remove(0);
                }
            }
            let (x, y) = (self.all(rest_a), self.all(rest_b));
            let either = if prefix == Term::TRUE { self.plain_or(x, y) } else { self.or(x, y) };
            return self.and(prefix, either);
        }
        self.plain_or(a, b)
    }

    /// A disjunction that needs no term of its own.
    fn known_or(&self, a: Term, b: Term) -> Option<Term> {
        match (a, b) {
            (Term::FALSE, x) | (x, Term::FALSE) => Some(x),
            (Term::TRUE, _) | (_, Term::TRUE) => Some(Term::TRUE),
            _ if a == b => Some(a),
            _ => self.is_complement(a, b).then_some(Term::TRUE),
        }
    }

    fn plain_or(&mut self, a: Term, b: Term) -> Term {
        if let Some(known) = self.known_or(a, b) {
            return known;
        }
        if let Node::Or(x, y) = self.node(a)
            && (x == b || y == b)
        {
            return a;
        }
        self.add(Node::Or(a, b), Sort::Bool)
    }

    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        if c == Term::TRUE || a == b {
            return a;
        }
        if c == Term::FALSE {
            return b;
        }
        if let Node::Not(inner) = self.node(c) {
            return self.ite(inner, b, a);
        }
        if self.sort(a) == Sort::Bool {
            match (a, b) {
                (Term::TRUE, Term::FALSE) => return c,
                (Term::FALSE, Term::TRUE) => return self.not(c),
                (Term::TRUE, _) => return self.or(c, b),
                (Term::FALSE, _) => {
                    let not_c = self.not(c);
                    return self.and(not_c, b);
                }
                (_, Term::TRUE) => {
                    let not_c = self.not(c);
                    return self.or(not_c, a);
                }
                (_, Term::FALSE) => return self.and(c, a),
                _ => {}
            }
        }
        let a = self.under(c, a, true);
        let b = self.under(c, b, false);
        if a == b {
            return a;
        }
        let sort = self.sort(a);
        self.add(Node::Ite(c, a, b), sort)
    }

    /// A conditional under a condition that is known: the branch that is taken.
    fn under(&self, c: Term, term: Term, value: bool) -> Term {
        match self.node(term) {
            Node::Ite(d, x, y) if d == c => {
                if value {
                    x
                } else {
                    y
                }
            }
            _ => term,
        }
    }

    /// Applies `f` to the leaves of a conditional whose leaves are all constants.
    pub(super) fn lift(&mut self, term: Term, f: &mut dyn FnMut(&mut Terms, Term) -> Term) -> Option<Term> {
        if !matches!(self.node(term), Node::Ite(..)) || !self.has_constant_leaves(term, &mut LEAVES.clone()) {
            return None;
        }
        let mut done = HashMap::default();
        Some(self.lift_with(term, f, &mut done))
    }

    fn lift_with(
        &mut self,
        term: Term,
        f: &mut dyn FnMut(&mut Terms, Term) -> Term,
        done: &mut HashMap<Term, Term>,
    ) -> Term {
        if let Some(&result) = done.get(&term) {
            return result;
        }
        let result = match self.node(term) {
            Node::Ite(c, a, b) => {
                let (a, b) = (self.lift_with(a, f, done), self.lift_with(b, f, done));
                self.ite(c, a, b)
            }
            _ => f(self, term),
        };
        done.insert(term, result);
        result
    }

    fn has_constant_leaves(&self, term: Term, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        match self.node(term) {
            Node::Ite(_, a, b) => self.has_constant_leaves(a, budget) && self.has_constant_leaves(b, budget),
            Node::Bits { .. } | Node::Bool(_) => true,
            _ => self.as_address(term).is_some(),
        }
    }
}
