//! Terms as graphs: operands, symbols that occur, and replacements of them.

use rustc_hash::FxHashMap as HashMap;

use super::{Node, Symbol, Term, Terms};

impl Terms {
    /// The constants that a conditional may be, each once, and whether it may be something else; nothing if there are
    /// too many.
    pub fn constant_leaves(&self, term: Term, most: usize) -> Option<(Vec<Term>, bool)> {
        let (mut found, mut seen, mut work) = (Vec::new(), rustc_hash::FxHashSet::default(), vec![term]);
        let mut has_others = false;
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.node(term) {
                Node::Ite(_, a, b) => work.extend([a, b]),
                Node::Bits { .. } => found.push(term),
                _ => has_others = true,
            }
            if found.len() > most {
                return None;
            }
        }
        found.sort_unstable();
        Some((found, has_others))
    }

    /// Calls `f` on each operand.
    pub fn for_each_operand(&self, term: Term, mut f: impl FnMut(Term)) {
        match self.node(term) {
            Node::Bool(_) | Node::Bits { .. } | Node::Symbol(_) => {}
            Node::Not(a)
            | Node::Extract { of: a, .. }
            | Node::Extend { of: a, .. }
            | Node::Fill { value: a, .. } => f(a),
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Eq(a, b)
            | Node::Order(_, a, b)
            | Node::Word(_, a, b)
            | Node::Concat(a, b)
            | Node::Select(a, b) => {
                f(a);
                f(b);
            }
            Node::Ite(a, b, c) | Node::Store(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
        }
    }

    /// Calls `f` on each symbol that occurs, once.
    pub fn for_each_symbol(&self, roots: &[Term], mut f: impl FnMut(Symbol)) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = roots.to_vec();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Symbol(symbol) = self.node(term) {
                f(symbol);
            }
            self.for_each_operand(term, |operand| work.push(operand));
        }
    }

    /// The term with symbols replaced. `done` holds what was replaced so far, by the same replacement.
    pub fn replace(
        &mut self,
        term: Term,
        by: &dyn Fn(Symbol) -> Option<Term>,
        done: &mut HashMap<Term, Term>,
    ) -> Term {
        if let Some(&result) = done.get(&term) {
            return result;
        }
        let result = match self.node(term) {
            Node::Bool(_) | Node::Bits { .. } => term,
            Node::Symbol(symbol) => by(symbol).unwrap_or(term),
            Node::Not(a) => {
                let a = self.replace(a, by, done);
                self.not(a)
            }
            Node::And(a, b) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                self.and(a, b)
            }
            Node::Or(a, b) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                self.or(a, b)
            }
            Node::Ite(c, a, b) => {
                let c = self.replace(c, by, done);
                match c {
                    Term::TRUE => self.replace(a, by, done),
                    Term::FALSE => self.replace(b, by, done),
                    _ => {
                        let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                        self.ite(c, a, b)
                    }
                }
            }
            Node::Eq(a, b) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                self.eq(a, b)
            }
            Node::Order(order, a, b) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                self.order(order, a, b)
            }
            Node::Word(op, a, b) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                self.word(op, a, b)
            }
            Node::Extract { low, width, of } => {
                let of = self.replace(of, by, done);
                self.extract(of, low, width)
            }
            Node::Extend { signed, width, of } => {
                let of = self.replace(of, by, done);
                self.extend(of, signed, width)
            }
            Node::Concat(a, b) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                self.concat(a, b)
            }
            Node::Fill { index, value } => {
                let value = self.replace(value, by, done);
                self.fill(index, value)
            }
            Node::Select(a, b) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                self.select(a, b)
            }
            Node::Store(a, b, c) => {
                let (a, b) = (self.replace(a, by, done), self.replace(b, by, done));
                let c = self.replace(c, by, done);
                self.store(a, b, c)
            }
        };
        done.insert(term, result);
        result
    }
}
