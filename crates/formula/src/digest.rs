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

use crate::tag;
use crate::term::{Node, Symbol, Term, Terms, Word};

/// Goes up when bytes come to mean something else, or something else always holds of symbols.
pub const FORMAT: u32 = 1;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digest(pub [u8; 16]);

/// The digest of terms that must not hold together. Their order does not matter.
pub fn digest(terms: &Terms, obligation: &[Term]) -> Digest {
    hashed(&bytes(terms, obligation))
}

/// The digest of terms in this order, and their symbols in the order in which it numbers them. Two lists of terms have one digest only if
/// one becomes the other by renaming these one to one.
pub fn in_order(terms: &Terms, list: &[Term]) -> (Digest, Vec<Symbol>) {
    let mut writer = Writer::new(terms);
    writer.number(FORMAT);
    writer.roots(list);
    writer.facts();
    (hashed(&writer.bytes), writer.symbols)
}

/// As [`in_order`], of a list and, beside it, of terms in any order.
pub fn unordered(terms: &Terms, list: &[Term], set: &[Term]) -> (Digest, Vec<Symbol>) {
    unordered_knowing(terms, &mut Looks::default(), list, set)
}

/// What orders terms, as far as it was asked for. It depends on a term alone, so it may be kept as long as the terms are.
#[derive(Default)]
pub struct Looks(HashMap<Term, Look>);

/// As [`unordered`], with what is known of earlier digests of the same terms.
pub fn unordered_knowing(
    terms: &Terms,
    looks: &mut Looks,
    list: &[Term],
    set: &[Term],
) -> (Digest, Vec<Symbol>) {
    let mut writer = Writer::new(terms);
    writer.looks = std::mem::take(&mut looks.0);
    writer.number(FORMAT);
    writer.roots(list);
    // Symbols that have numbers are told apart by these, so that names decide as little as can be.
    let mut known = HashMap::default();
    let mut set: Vec<Term> = set.to_vec();
    set.sort_by_cached_key(|&term| (writer.numbered(term, &mut known), writer.look(term)));
    writer.roots(&set);
    writer.facts();
    looks.0 = writer.looks;
    (hashed(&writer.bytes), writer.symbols)
}

/// As [`unordered`], of terms as they are: operands of commutative operators are not swapped. So two lists and sets have one digest only
/// if one becomes the other by renaming symbols, and whatever does not depend on names and on the order of the set is the same of both.
///
/// Terms of the set that look alike are told apart by what else there is of their symbols, and written one after the other; where that
/// does not do, their order decides, which costs a digest that is another one.
pub fn as_built(terms: &Terms, list: &[Term], set: &[Term]) -> (Digest, Vec<Symbol>) {
    let mut writer = Writer { is_as_built: true, ..Writer::new(terms) };
    writer.number(FORMAT);
    writer.roots(list);
    writer.colour(set);
    let mut known = HashMap::default();
    let mut left: Vec<(u64, Term)> = set.iter().map(|&it| (writer.numbered(it, &mut known), it)).collect();
    left.sort_by_key(|it| it.0);
    let mut sorted = Vec::with_capacity(left.len());
    for alike in left.chunk_by(|a, b| a.0 == b.0) {
        let mut alike: Vec<Term> = alike.iter().map(|it| it.1).collect();
        while alike.len() > 1 && sorted.len() < MOST_TOLD_APART {
            let mut known = HashMap::default();
            let looks: Vec<u64> = alike.iter().map(|&it| writer.numbered(it, &mut known)).collect();
            let Some(least) = (0..alike.len()).min_by_key(|&at| looks[at]) else { break };
            let next = alike.remove(least);
            writer.node(next);
            sorted.push(next);
        }
        alike.iter().for_each(|&it| writer.node(it));
        sorted.extend(alike);
    }
    writer.roots(&sorted);
    writer.facts();
    (hashed(&writer.bytes), writer.symbols)
}

/// Terms of a set up to which those that look alike are told apart, which takes time.
const MOST_TOLD_APART: usize = 256;

fn hashed(bytes: &[u8]) -> Digest {
    let mut digest = [0; 16];
    digest.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    Digest(digest)
}

/// What is hashed: the nodes in the order in which they are first met from the roots, operands first; then the roots; then, until
/// there are no more, the symbols met so far with their facts, which may lead to others.
fn bytes(terms: &Terms, obligation: &[Term]) -> Vec<u8> {
    let mut writer = Writer::new(terms);
    writer.number(FORMAT);
    let mut roots: Vec<Term> = obligation.iter().copied().filter(|&term| term != Term::TRUE).collect();
    roots.sort_by_cached_key(|&term| writer.look(term));
    writer.roots(&roots);
    writer.facts();
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
    /// Operands are not swapped.
    is_as_built: bool,
    /// What symbols without a number are in, if that tells.
    colours: HashMap<Symbol, u64>,
}

impl<'t> Writer<'t> {
    fn new(terms: &'t Terms) -> Writer<'t> {
        Writer {
            terms,
            bytes: Vec::new(),
            nodes: HashMap::default(),
            symbols: Vec::new(),
            looks: HashMap::default(),
            is_as_built: false,
            colours: HashMap::default(),
        }
    }

    /// What always holds of the symbols that are met, and of those met on the way.
    fn facts(&mut self) {
        let mut done = 0;
        while let Some(&symbol) = self.symbols.get(done) {
            self.symbol(done, symbol);
            done += 1;
        }
    }

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
        if !self.is_as_built && is_commutative(self.terms.node(term)) {
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

    /// Tells symbols without a number by the terms that they are in.
    fn colour(&mut self, set: &[Term]) {
        let (mut known, mut looks) = (HashMap::default(), HashMap::<Symbol, Vec<u64>>::default());
        for &term in set {
            let look = self.numbered(term, &mut known);
            self.terms.for_each_symbol(&[term], |symbol| looks.entry(symbol).or_default().push(look));
        }
        for (symbol, mut looks) in looks {
            looks.sort_unstable();
            let mut hasher = FxHasher::default();
            looks.hash(&mut hasher);
            self.colours.insert(symbol, hasher.finish());
        }
    }

    /// What a term looks like with the numbers of what is written.
    fn numbered(&self, term: Term, known: &mut HashMap<Term, u64>) -> u64 {
        if let Some(&number) = self.nodes.get(&term) {
            return u64::from(number);
        }
        if let Some(&known) = known.get(&term) {
            return known;
        }
        let mut operands = Vec::new();
        self.terms.for_each_operand(term, |operand| operands.push(operand));
        let operands: Vec<u64> = operands.into_iter().map(|it| self.numbered(it, known)).collect();
        let look = self.hash(term, operands.into_iter(), false);
        known.insert(term, look);
        look
    }

    fn hash(&self, term: Term, operands: impl Iterator<Item = u64>, is_named: bool) -> u64 {
        let node = self.terms.node(term);
        let mut operands: Vec<u64> = operands.collect();
        if !self.is_as_built && is_commutative(node) {
            operands.sort_unstable();
        }
        let mut hasher = FxHasher::default();
        (tag::of(node), self.terms.sort(term), operands).hash(&mut hasher);
        match node {
            Node::Bits { value, .. } => value.hash(&mut hasher),
            Node::Symbol(symbol) if is_named => self.terms.symbol_name(symbol).hash(&mut hasher),
            Node::Symbol(symbol) if self.is_as_built => self.colours.get(&symbol).hash(&mut hasher),
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
mod tests;
