//! The value of a term, given those of its symbols.

use rustc_hash::FxHashMap as HashMap;

use crate::term::{Node, Order, Symbol, Term, Terms, Word, fold, mask, signed};

/// Values of symbols, and of the terms that were asked for. A symbol without a value is 0.
#[derive(Clone, Default)]
pub struct Evaluation {
    symbols: HashMap<Symbol, u128>,
    known: HashMap<Term, u128>,
}

impl Evaluation {
    pub fn set(&mut self, terms: &Terms, symbol: Symbol, value: u128) {
        self.symbols.insert(symbol, value & mask(terms.symbol_sort(symbol).width()));
    }

    /// How many values of terms are known.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The value of a word, or 0 or 1; nothing if arrays have a say in it.
    pub fn eval(&mut self, terms: &Terms, term: Term) -> Option<u128> {
        if let Some(&known) = self.known.get(&term) {
            return Some(known);
        }
        let width = terms.width(term);
        let value = match terms.node(term) {
            Node::Bool(value) => value.into(),
            Node::Bits { value, .. } => value,
            Node::Symbol(symbol) => {
                if matches!(terms.symbol_sort(symbol), crate::term::Sort::Array { .. }) {
                    return None;
                }
                self.symbols.get(&symbol).copied().unwrap_or(0)
            }
            Node::Not(a) => 1 - self.eval(terms, a)?,
            Node::And(a, b) => self.eval(terms, a)? & self.eval(terms, b)?,
            Node::Or(a, b) => self.eval(terms, a)? | self.eval(terms, b)?,
            Node::Ite(c, a, b) => {
                let taken = if self.eval(terms, c)? == 1 { a } else { b };
                self.eval(terms, taken)?
            }
            Node::Eq(a, b) => (self.eval(terms, a)? == self.eval(terms, b)?).into(),
            Node::Order(order, a, b) => {
                let width = terms.width(a);
                let (x, y) = (self.eval(terms, a)?, self.eval(terms, b)?);
                let is_so = match order {
                    Order::Ult => x < y,
                    Order::Ule => x <= y,
                    Order::Slt => signed(x, width) < signed(y, width),
                    Order::Sle => signed(x, width) <= signed(y, width),
                };
                is_so.into()
            }
            Node::Word(op, a, b) => {
                let (x, y) = (self.eval(terms, a)?, self.eval(terms, b)?);
                match op {
                    // As the solver has it.
                    Word::UDiv if y == 0 => mask(width),
                    Word::URem | Word::SRem if y == 0 => x,
                    Word::SDiv if y == 0 => {
                        if signed(x, width) < 0 {
                            1
                        } else {
                            mask(width)
                        }
                    }
                    _ => fold(op, width, x, y)?,
                }
            }
            Node::Extract { low, of, .. } => self.eval(terms, of)? >> low,
            Node::Extend { signed: is_signed, of, .. } => {
                let value = self.eval(terms, of)?;
                if is_signed { signed(value, terms.width(of)) as u128 } else { value }
            }
            Node::Concat(a, b) => self.eval(terms, a)? << terms.width(b) | self.eval(terms, b)?,
            Node::Fill { .. } | Node::Select(..) | Node::Store(..) => return None,
        };
        let value = value & mask(width);
        self.known.insert(term, value);
        Some(value)
    }
}
