//! What an obligation says, in 16 bytes: the same for formulas that are equal but for the names of their symbols.
//!
//! An obligation is a list of terms that must not hold together. Whether they can depends on the formula up to renaming,
//! and on what always holds of its symbols: their sorts, the sizes of the objects whose addresses they are, and their facts. So these
//! are what is written down and hashed, and nothing else; no name is.
//!
//! Guarantee: equal bytes mean that one obligation becomes the other by renaming symbols one to one and swapping operands of
//! commutative operators. Everything below is either in the bytes or only chooses an order, and an unlucky order costs a known
//! answer, never a wrong one. (Names are not unique: two bit-fields of one byte share one, and so do two unknown values.)

use rustc_hash::{FxHashMap as HashMap, FxHasher};
use std::hash::{Hash, Hasher};

use super::tag;
use crate::term::{Node, Symbol, Term, Terms, Word};

/// Goes up when bytes come to mean something else, or something else always holds of symbols.
const FORMAT: u32 = 1;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digest(pub [u8; 16]);

/// The digest of terms that must not hold together. Their order does not matter.
pub fn digest(terms: &Terms, obligation: &[Term]) -> Digest {
    let mut digest = [0; 16];
    digest.copy_from_slice(&blake3::hash(&bytes(terms, obligation)).as_bytes()[..16]);
    Digest(digest)
}

/// What is hashed: the nodes in the order in which they are first met from the roots, operands first; then the roots; then, until
/// there are no more, the symbols met so far with their facts, which may lead to others.
fn bytes(terms: &Terms, obligation: &[Term]) -> Vec<u8> {
    let mut writer = Writer {
        terms,
        bytes: Vec::new(),
        nodes: HashMap::default(),
        symbols: Vec::new(),
        looks: HashMap::default(),
    };
    writer.number(FORMAT);
    let mut roots: Vec<Term> = obligation.iter().copied().filter(|&term| term != Term::TRUE).collect();
    roots.sort_by_cached_key(|&term| writer.look(term));
    writer.roots(&roots);
    let mut done = 0;
    while let Some(&symbol) = writer.symbols.get(done) {
        writer.symbol(done, symbol);
        done += 1;
    }
    writer.bytes
}

/// What orders operands, so that the order does not depend on when they were made: what a term looks like without names, and
/// where that is the same, with them.
type Look = (u64, u64);

struct Writer<'t> {
    terms: &'t Terms,
    bytes: Vec<u8>,
    /// The numbers of nodes that are written.
    nodes: HashMap<Term, u32>,
    /// By number.
    symbols: Vec<Symbol>,
    looks: HashMap<Term, Look>,
}

impl Writer<'_> {
    fn number(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn roots(&mut self, roots: &[Term]) {
        roots.iter().for_each(|&root| self.node(root));
        self.bytes.push(tag::ROOTS);
        self.number(roots.len() as u32);
        roots.iter().for_each(|root| self.number(self.nodes[root]));
    }

    /// What always holds of a symbol.
    fn symbol(&mut self, number: usize, symbol: Symbol) {
        self.bytes.push(tag::SYMBOL);
        self.number(number as u32);
        tag::put_sort(&mut self.bytes, self.terms.symbol_sort(symbol));
        match self.terms.address_size(symbol) {
            Some(size) => {
                self.bytes.push(1);
                self.bytes.extend(size.to_le_bytes());
            }
            None => self.bytes.push(0),
        }
        let fact = self.terms.fact(symbol);
        self.roots(fact.as_slice());
    }

    /// Writes a term, unless it is written.
    fn node(&mut self, root: Term) {
        let mut work = vec![(root, false)];
        while let Some((term, is_ready)) = work.pop() {
            if self.nodes.contains_key(&term) {
                continue;
            }
            let operands = self.operands(term);
            if is_ready || operands.is_empty() {
                self.write(term, &operands);
                self.nodes.insert(term, self.nodes.len() as u32);
            } else {
                work.push((term, true));
                work.extend(operands.into_iter().rev().map(|operand| (operand, false)));
            }
        }
    }

    fn operands(&mut self, term: Term) -> Vec<Term> {
        let mut operands = Vec::new();
        self.terms.for_each_operand(term, |operand| operands.push(operand));
        if is_commutative(self.terms.node(term)) {
            // What has a number goes by that, so that names decide as little as can be.
            operands.sort_by_cached_key(|&operand| {
                let (shape, name) = self.look(operand);
                (shape, self.nodes.get(&operand).copied().unwrap_or(u32::MAX), name)
            });
        }
        operands
    }

    fn write(&mut self, term: Term, operands: &[Term]) {
        let node = self.terms.node(term);
        tag::put(&mut self.bytes, node);
        if let Node::Symbol(symbol) = node {
            self.number(self.symbols.len() as u32);
            self.symbols.push(symbol);
        }
        operands.iter().for_each(|operand| self.number(self.nodes[operand]));
    }

    fn look(&mut self, root: Term) -> Look {
        let mut work = vec![root];
        while let Some(&term) = work.last() {
            let mut operands = Vec::new();
            self.terms.for_each_operand(term, |operand| operands.push(operand));
            let open = work.len();
            work.extend(operands.iter().filter(|operand| !self.looks.contains_key(operand)));
            if work.len() > open {
                continue;
            }
            work.pop();
            let looks: Vec<Look> = operands.iter().map(|operand| self.looks[operand]).collect();
            let shape = self.hash(term, looks.iter().map(|look| look.0), false);
            let name = self.hash(term, looks.iter().map(|look| look.1), true);
            self.looks.insert(term, (shape, name));
        }
        self.looks[&root]
    }

    fn hash(&self, term: Term, operands: impl Iterator<Item = u64>, is_named: bool) -> u64 {
        let node = self.terms.node(term);
        let mut operands: Vec<u64> = operands.collect();
        if is_commutative(node) {
            operands.sort_unstable();
        }
        let mut hasher = FxHasher::default();
        (tag::of(node), self.terms.sort(term), operands).hash(&mut hasher);
        match node {
            Node::Bits { value, .. } => value.hash(&mut hasher),
            Node::Symbol(symbol) if is_named => self.terms.symbol_name(symbol).hash(&mut hasher),
            Node::Extract { low, .. } => low.hash(&mut hasher),
            _ => {}
        }
        hasher.finish()
    }
}

fn is_commutative(node: Node) -> bool {
    match node {
        Node::And(..) | Node::Or(..) | Node::Eq(..) => true,
        Node::Word(op, ..) => matches!(op, Word::Add | Word::Mul | Word::And | Word::Or | Word::Xor),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Order, Sort};

    /// An obligation over a few symbols, made in terms of its own.
    fn of(make: impl Fn(&mut Terms) -> Vec<Term>) -> Vec<u8> {
        let mut terms = Terms::default();
        let obligation = make(&mut terms);
        bytes(&terms, &obligation)
    }

    fn word(terms: &mut Terms, name: &str, width: u32) -> Term {
        let symbol = terms.new_symbol(name.into(), Sort::Bits(width));
        terms.symbol(symbol)
    }

    fn array(terms: &mut Terms, index: u32, value: u32) -> Term {
        let symbol = terms.new_symbol("a".into(), Sort::Array { index, value });
        terms.symbol(symbol)
    }

    fn equal(terms: &mut Terms, a: Term, b: Term) -> Vec<Term> {
        vec![terms.eq(a, b)]
    }

    #[test]
    fn names_and_the_order_of_making_do_not_matter() {
        let less = |names: [&'static str; 2], is_late: bool| {
            of(move |terms| {
                if is_late {
                    let other = word(terms, "other", 8);
                    terms.not(other);
                }
                let x = word(terms, names[0], 32);
                let y = word(terms, names[1], 32);
                let sum = if is_late { terms.word(Word::Add, y, x) } else { terms.word(Word::Add, x, y) };
                vec![terms.order(Order::Ult, sum, x), terms.order(Order::Slt, y, sum)]
            })
        };
        assert_eq!(less(["x", "y"], false), less(["x", "y"], true));
        assert_eq!(less(["x", "y"], false), less(["p", "q"], false));
    }

    #[test]
    fn the_order_of_the_terms_does_not_matter() {
        let both = |is_turned: bool| {
            of(move |terms| {
                let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                let (a, b) = (terms.order(Order::Ult, x, y), terms.order(Order::Slt, y, x));
                if is_turned { vec![b, a] } else { vec![a, b] }
            })
        };
        assert_eq!(both(false), both(true));
    }

    /// Each pair differs in one thing that decides whether the terms can hold together.
    #[test]
    fn what_matters_is_in_it() {
        type Make = fn(&mut Terms) -> Vec<Term>;
        let pairs: [(&str, Make, Make); 13] = [
            (
                "which of two symbols of one name",
                |terms| {
                    let (x, y) = (word(terms, "s+0", 8), word(terms, "s+0", 8));
                    let three = terms.bits(8, 3);
                    vec![terms.order(Order::Ule, three, x), terms.order(Order::Ult, x, y)]
                },
                |terms| {
                    let (x, y) = (word(terms, "s+0", 8), word(terms, "s+0", 8));
                    let three = terms.bits(8, 3);
                    vec![terms.order(Order::Ule, three, y), terms.order(Order::Ult, x, y)]
                },
            ),
            (
                "one symbol or two",
                |terms| {
                    let (x, y) = (word(terms, "x?", 8), word(terms, "x?", 8));
                    vec![terms.order(Order::Ult, x, y)]
                },
                |terms| {
                    let x = word(terms, "x?", 8);
                    let y = terms.complement(x);
                    vec![terms.order(Order::Ult, x, y)]
                },
            ),
            (
                "the width of a word",
                |terms| {
                    let (x, zero) = (word(terms, "x", 8), terms.bits(8, 0));
                    equal(terms, x, zero)
                },
                |terms| {
                    let (x, zero) = (word(terms, "x", 16), terms.bits(16, 0));
                    equal(terms, x, zero)
                },
            ),
            (
                "the width of an index",
                |terms| {
                    let (a, b) = (array(terms, 32, 8), array(terms, 32, 8));
                    equal(terms, a, b)
                },
                |terms| {
                    let (a, b) = (array(terms, 64, 8), array(terms, 64, 8));
                    equal(terms, a, b)
                },
            ),
            (
                "the width of an element",
                |terms| {
                    let (a, b) = (array(terms, 32, 8), array(terms, 32, 8));
                    equal(terms, a, b)
                },
                |terms| {
                    let (a, b) = (array(terms, 32, 1), array(terms, 32, 1));
                    equal(terms, a, b)
                },
            ),
            (
                "a truth value or a word of one bit",
                |terms| {
                    let symbols = ["a", "b"].map(|name| terms.new_symbol(name.into(), Sort::Bool));
                    let [a, b] = symbols.map(|symbol| terms.symbol(symbol));
                    equal(terms, a, b)
                },
                |terms| {
                    let (a, b) = (word(terms, "a", 1), word(terms, "b", 1));
                    equal(terms, a, b)
                },
            ),
            (
                "the sign of an extension",
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 16));
                    let x = terms.extend(x, true, 16);
                    equal(terms, x, y)
                },
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 16));
                    let x = terms.extend(x, false, 16);
                    equal(terms, x, y)
                },
            ),
            (
                "the lowest bit",
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 3));
                    let x = terms.extract(x, 2, 3);
                    equal(terms, x, y)
                },
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 3));
                    let x = terms.extract(x, 5, 3);
                    equal(terms, x, y)
                },
            ),
            (
                "the sign of an order",
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                    vec![terms.order(Order::Ult, x, y)]
                },
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                    vec![terms.order(Order::Slt, x, y)]
                },
            ),
            (
                "the operands of a difference",
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                    let difference = terms.word(Word::Sub, x, y);
                    vec![terms.order(Order::Ult, difference, x)]
                },
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                    let difference = terms.word(Word::Sub, y, x);
                    vec![terms.order(Order::Ult, difference, x)]
                },
            ),
            (
                "the size of an object",
                |terms| {
                    let objects = [4, 4].map(|size| terms.new_address("&o".into(), 64, size));
                    let [a, b] = objects.map(|symbol| terms.symbol(symbol));
                    vec![terms.order(Order::Ult, a, b)]
                },
                |terms| {
                    let objects = [8, 4].map(|size| terms.new_address("&o".into(), 64, size));
                    let [a, b] = objects.map(|symbol| terms.symbol(symbol));
                    vec![terms.order(Order::Ult, a, b)]
                },
            ),
            (
                "a fact",
                |terms| {
                    let (x, y) = (word(terms, "x", 8), word(terms, "y", 8));
                    vec![terms.order(Order::Ult, x, y)]
                },
                |terms| {
                    let symbol = terms.new_symbol("x".into(), Sort::Bits(8));
                    let (x, y) = (terms.symbol(symbol), word(terms, "y", 8));
                    let fact = terms.order(Order::Ule, x, y);
                    terms.set_fact(symbol, fact);
                    vec![terms.order(Order::Ult, x, y)]
                },
            ),
            (
                "a fact of what only a fact speaks of",
                |terms| {
                    let symbols = ["x", "z"].map(|name| terms.new_symbol(name.into(), Sort::Bits(8)));
                    let ([x, z], y) = (symbols.map(|symbol| terms.symbol(symbol)), word(terms, "y", 8));
                    let fact = terms.order(Order::Ule, x, z);
                    terms.set_fact(symbols[0], fact);
                    vec![terms.order(Order::Ult, y, x)]
                },
                |terms| {
                    let symbols = ["x", "z"].map(|name| terms.new_symbol(name.into(), Sort::Bits(8)));
                    let ([x, z], y) = (symbols.map(|symbol| terms.symbol(symbol)), word(terms, "y", 8));
                    let (fact, three) = (terms.order(Order::Ule, x, z), terms.bits(8, 3));
                    terms.set_fact(symbols[0], fact);
                    let fact = terms.order(Order::Ult, z, three);
                    terms.set_fact(symbols[1], fact);
                    vec![terms.order(Order::Ult, y, x)]
                },
            ),
        ];
        for (what, one, other) in pairs {
            assert_ne!(of(one), of(other), "{what}");
        }
    }

    /// As above, where no order of operands could tell them apart.
    #[test]
    fn what_matters_is_in_it_whatever_the_order() {
        let below = |terms: &mut Terms, it: Term| {
            let y = word(terms, "y", 8);
            vec![terms.order(Order::Ult, it, y)]
        };
        let low = |low: u32| {
            of(|terms| {
                let x = word(terms, "x", 32);
                let it = terms.extract(x, low, 8);
                below(terms, it)
            })
        };
        assert_ne!(low(3), low(5));
        let value = |value: u128| {
            of(|terms| {
                let it = terms.bits(8, value);
                below(terms, it)
            })
        };
        assert_ne!(value(3), value(5));
        let quotient = |op: Word| {
            of(|terms| {
                let (x, z) = (word(terms, "x", 8), word(terms, "z", 8));
                let it = terms.word(op, x, z);
                below(terms, it)
            })
        };
        for (one, other) in [(Word::SDiv, Word::UDiv), (Word::SRem, Word::URem), (Word::AShr, Word::LShr)] {
            assert_ne!(quotient(one), quotient(other), "{one:?}");
        }
        // A byte of a product, of a number that is made wider.
        let product = |width: u32| {
            of(|terms| {
                let (x, z) = (word(terms, "x", 8), word(terms, "z", 8));
                let [x, z] = [x, z].map(|it| terms.extend(it, true, width));
                let product = terms.word(Word::UDiv, x, z);
                let it = terms.extract(product, 8, 8);
                below(terms, it)
            })
        };
        assert_ne!(product(24), product(32));
        let quotient_of_part = |width: u32| {
            of(|terms| {
                let (x, z) = (word(terms, "x", 32), word(terms, "z", 32));
                let [x, z] = [x, z].map(|it| terms.extract(it, 4, width));
                let quotient = terms.word(Word::UDiv, x, z);
                let it = terms.extract(quotient, 0, 8);
                below(terms, it)
            })
        };
        assert_ne!(quotient_of_part(12), quotient_of_part(16));
        let constant = |width: u32| {
            of(|terms| {
                let (x, one) = (word(terms, "x", 8), terms.bits(width, 1));
                let x = terms.concat(x, one);
                let quotient = terms.word(Word::UDiv, x, x);
                let quotient = if quotient == x { x } else { terms.word(Word::Mul, x, x) };
                let it = terms.extract(quotient, 8, 8);
                below(terms, it)
            })
        };
        assert_ne!(constant(16), constant(24));
    }

    #[test]
    fn shared_terms_are_written_once() {
        let written = of(|terms| {
            let mut x = word(terms, "x", 32);
            for _ in 0..64 {
                x = terms.word(Word::Mul, x, x);
            }
            let zero = terms.bits(32, 0);
            equal(terms, x, zero)
        });
        assert!(written.len() < 2_000, "{} bytes", written.len());
    }
}
