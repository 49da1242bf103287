//! Terms in Z3's form, each once.

use z3::ast::{Array, BV, Bool, Dynamic};

use super::Smt;
use formula::{Node, Order, Sort, Symbol, Term, Terms, Word};

#[derive(Clone)]
pub(super) enum Ast {
    Bool(Bool),
    Bits(BV),
    Array(Array),
}

impl Ast {
    pub(super) fn bool(&self) -> &Bool {
        match self {
            Ast::Bool(it) => it,
            _ => unreachable!("terms are well sorted"),
        }
    }

    pub(super) fn bits(&self) -> &BV {
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

impl Smt {
    pub(super) fn translate(&mut self, terms: &Terms, term: Term) -> Ast {
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

    pub(super) fn bool(&mut self, terms: &Terms, term: Term) -> Bool {
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

    pub(super) fn symbol(&self, terms: &Terms, symbol: Symbol) -> Ast {
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
pub(super) fn apart(terms: &Terms, a: Symbol, b: Symbol) -> Option<Bool> {
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
