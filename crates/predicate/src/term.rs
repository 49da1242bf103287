//! Terms: formulas over bit-vectors and arrays, shared as much as can be (hash-consed) and simplified as they are built.
//!
//! Every rule keeps the meaning, so a term may be replaced by what its constructor returns. What is decided by
//! constants is decided here and never reaches the solver.

use rustc_hash::FxHashMap as HashMap;

/// A term of one [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    pub const TRUE: Term = Term(0);
    pub const FALSE: Term = Term(1);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bool,
    Bits(u32),
    /// From words of `index` bits to words of `value` bits.
    Array {
        index: u32,
        value: u32,
    },
}

impl Sort {
    pub fn width(self) -> u32 {
        match self {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
            Sort::Array { value, .. } => value,
        }
    }
}

/// A free symbol: a variable of the program, or an unknown value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

impl Word {
    pub const ALL: [Word; 13] = {
        use Word::*;
        [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr]
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    Ult,
    Ule,
    Slt,
    Sle,
}

impl Order {
    pub const ALL: [Order; 4] = [Order::Ult, Order::Ule, Order::Slt, Order::Sle];
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Bool(bool),
    Bits {
        width: u32,
        value: u128,
    },
    Symbol(Symbol),
    Not(Term),
    /// A conjunction is a path of conjuncts: the first is what came before.
    And(Term, Term),
    Or(Term, Term),
    Ite(Term, Term, Term),
    Eq(Term, Term),
    Order(Order, Term, Term),
    Word(Word, Term, Term),
    /// Bits `low..low + width`.
    Extract {
        low: u32,
        width: u32,
        of: Term,
    },
    Extend {
        signed: bool,
        width: u32,
        of: Term,
    },
    Concat(Term, Term),
    /// The array that holds this value everywhere.
    Fill {
        index: u32,
        value: Term,
    },
    Select(Term, Term),
    Store(Term, Term, Term),
}

/// All terms of an analysis.
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    /// Whether an array occurs in a term.
    has_arrays: Vec<bool>,
    index: HashMap<Node, Term>,
    symbols: Vec<(String, Sort)>,
    /// Whether a symbol's word is read as a signed one, where that is known.
    signs: HashMap<Symbol, bool>,
    /// What always holds of a symbol.
    facts: HashMap<Symbol, Term>,
    /// Symbols that are addresses of objects, and how many bytes lie there.
    sizes: HashMap<Symbol, u64>,
}

/// How many leaves of conditional constants are looked at to decide a comparison.
const LEAVES: u32 = 64;
/// How far conjunctions are compared to find what they have in common.
const PREFIX: usize = 256;

pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The value of the lowest `width` bits, as two's complement.
pub fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

impl Default for Terms {
    fn default() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            sorts: Vec::new(),
            has_arrays: Vec::new(),
            index: HashMap::default(),
            symbols: Vec::new(),
            signs: HashMap::default(),
            facts: HashMap::default(),
            sizes: HashMap::default(),
        };
        terms.add(Node::Bool(true), Sort::Bool);
        terms.add(Node::Bool(false), Sort::Bool);
        terms
    }
}

impl Terms {
    fn add(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(&term) = self.index.get(&node) {
            return term;
        }
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node);
        self.sorts.push(sort);
        let mut has_arrays = matches!(sort, Sort::Array { .. });
        self.for_each_operand(term, |operand| has_arrays |= self.has_arrays[operand.index()]);
        self.has_arrays.push(has_arrays);
        self.index.insert(node, term);
        term
    }

    /// Whether an array occurs in a term.
    pub fn has_arrays(&self, term: Term) -> bool {
        self.has_arrays[term.index()]
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.index()]
    }

    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    /// A symbol that is none of those before. Names need not differ.
    pub fn new_symbol(&mut self, name: String, sort: Sort) -> Symbol {
        self.symbols.push((name, sort));
        Symbol(self.symbols.len() as u32 - 1)
    }

    /// A symbol that may stand for whatever another one may.
    pub fn copy_symbol(&mut self, of: Symbol, name: String) -> Symbol {
        let copy = self.new_symbol(name, self.symbol_sort(of));
        if let Some(is_signed) = self.sign(of) {
            self.set_sign(copy, is_signed);
        }
        if let Some(fact) = self.fact(of) {
            let it = self.symbol(copy);
            let fact = self.replace(fact, &|symbol| (symbol == of).then_some(it), &mut HashMap::default());
            self.set_fact(copy, fact);
        }
        copy
    }

    /// The address of an object of this size. It is neither null nor inside another object.
    pub fn new_address(&mut self, name: String, width: u32, size: u64) -> Symbol {
        let symbol = self.new_symbol(name, Sort::Bits(width));
        self.sizes.insert(symbol, size);
        symbol
    }

    /// Says what holds of a symbol in every state.
    pub fn set_fact(&mut self, symbol: Symbol, fact: Term) {
        self.facts.insert(symbol, fact);
    }

    pub fn fact(&self, symbol: Symbol) -> Option<Term> {
        self.facts.get(&symbol).copied()
    }

    pub fn address_size(&self, symbol: Symbol) -> Option<u64> {
        self.sizes.get(&symbol).copied()
    }

    /// An address of an object and how far behind it this is, if that is inside the object.
    pub fn as_address(&self, term: Term) -> Option<(Symbol, u128)> {
        let (base, offset) = self.base_and_offset(term);
        let Node::Symbol(symbol) = self.node(base) else { return None };
        let size = *self.sizes.get(&symbol)?;
        (offset < u128::from(size)).then_some((symbol, offset))
    }

    /// Says how a symbol's word is read. This guides translations and means nothing.
    pub fn set_sign(&mut self, symbol: Symbol, is_signed: bool) {
        self.signs.insert(symbol, is_signed);
    }

    pub fn sign(&self, symbol: Symbol) -> Option<bool> {
        self.signs.get(&symbol).copied()
    }

    pub fn is_signed(&self, symbol: Symbol) -> bool {
        self.sign(symbol).unwrap_or(false)
    }

    /// All symbols, in the order in which they were made.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        (0..self.symbols.len() as u32).map(Symbol)
    }

    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize].0
    }

    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.0 as usize].1
    }

    pub fn symbol(&mut self, symbol: Symbol) -> Term {
        let sort = self.symbol_sort(symbol);
        self.add(Node::Symbol(symbol), sort)
    }

    /// The term of a symbol, if there is one.
    pub fn find_symbol(&self, symbol: Symbol) -> Option<Term> {
        self.index.get(&Node::Symbol(symbol)).copied()
    }

    pub fn bool(&self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    pub fn bits(&mut self, width: u32, value: u128) -> Term {
        self.add(Node::Bits { width, value: value & mask(width) }, Sort::Bits(width))
    }

    pub fn constant(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Bits { value, .. } => Some(value),
            Node::Bool(value) => Some(value.into()),
            _ => None,
        }
    }

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
        match (a, b) {
            (Term::FALSE, x) | (x, Term::FALSE) => return x,
            (Term::TRUE, _) | (_, Term::TRUE) => return Term::TRUE,
            _ if a == b => return a,
            _ if self.is_complement(a, b) => return Term::TRUE,
            _ => {}
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

    fn plain_or(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (Term::FALSE, x) | (x, Term::FALSE) => return x,
            (Term::TRUE, _) | (_, Term::TRUE) => return Term::TRUE,
            _ if a == b => return a,
            _ if self.is_complement(a, b) => return Term::TRUE,
            _ => {}
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
    fn lift(&mut self, term: Term, f: &mut dyn FnMut(&mut Terms, Term) -> Term) -> Option<Term> {
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

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return Term::TRUE;
        }
        if self.sort(a) == Sort::Bool {
            let not_b = self.not(b);
            return self.ite(a, b, not_b);
        }
        // Constants stand on the right.
        let (a, b) = if self.constant(a).is_some() { (b, a) } else { (a, b) };
        let Some(value) = self.constant(b) else {
            let (a, b) = if a > b { (b, a) } else { (a, b) };
            if let Some(equal) = self.offsets_differ(a, b) {
                return self.bool(equal);
            }
            for (x, y) in [(a, b), (b, a)] {
                if self.as_address(y).is_some()
                    && let Some(lifted) = self.lift(x, &mut |terms, leaf| terms.eq(leaf, y))
                {
                    return lifted;
                }
            }
            return self.add(Node::Eq(a, b), Sort::Bool);
        };
        if let Some(other) = self.constant(a) {
            return self.bool(other == value);
        }
        if value == 0 && self.as_address(a).is_some() {
            return Term::FALSE;
        }
        if let Some(lifted) = self.lift(a, &mut |terms, leaf| terms.eq(leaf, b)) {
            return lifted;
        }
        match self.node(a) {
            Node::Extend { signed: is_signed, of, .. } => {
                let narrow = self.width(of);
                let width = self.width(a);
                let back = value & mask(narrow);
                let again = if is_signed { signed(back, narrow) as u128 & mask(width) } else { back };
                if again != value {
                    return Term::FALSE;
                }
                let small = self.bits(narrow, back);
                self.eq(of, small)
            }
            Node::Word(Word::Add, x, y) if self.constant(y).is_some() => {
                let right = self.word(Word::Sub, b, y);
                self.eq(x, right)
            }
            Node::Ite(c, x, y) if self.constant(x).is_some() || self.constant(y).is_some() => {
                let (x, y) = (self.eq(x, b), self.eq(y, b));
                self.ite(c, x, y)
            }
            _ => self.add(Node::Eq(a, b), Sort::Bool),
        }
    }

    /// `x + k` and `x + l` with other constants are never equal.
    fn offsets_differ(&self, a: Term, b: Term) -> Option<bool> {
        let (base_a, off_a) = self.base_and_offset(a);
        let (base_b, off_b) = self.base_and_offset(b);
        if base_a == base_b && self.sort(a) == self.sort(b) {
            return Some(off_a == off_b);
        }
        // Inside one object and inside another.
        match (self.as_address(a), self.as_address(b)) {
            (Some((x, _)), Some((y, _))) if x != y => Some(false),
            _ => None,
        }
    }

    pub fn base_and_offset(&self, term: Term) -> (Term, u128) {
        match self.node(term) {
            Node::Word(Word::Add, x, y) => match self.constant(y) {
                Some(offset) => (x, offset),
                None => (term, 0),
            },
            _ => (term, 0),
        }
    }

    pub fn order(&mut self, order: Order, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool(matches!(order, Order::Ule | Order::Sle));
        }
        let width = self.width(a);
        let decide = |x: u128, y: u128| match order {
            Order::Ult => x < y,
            Order::Ule => x <= y,
            Order::Slt => signed(x, width) < signed(y, width),
            Order::Sle => signed(x, width) <= signed(y, width),
        };
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.bool(decide(x, y)),
            (None, Some(y)) => {
                if let Some(lifted) = self.lift(a, &mut |terms, leaf| terms.order(order, leaf, b)) {
                    return lifted;
                }
                match order {
                    Order::Ult if y == 0 => return Term::FALSE,
                    Order::Ule if y == mask(width) => return Term::TRUE,
                    Order::Ule if y == 0 => return self.eq(a, b),
                    _ => {}
                }
            }
            (Some(x), None) => {
                if let Some(lifted) = self.lift(b, &mut |terms, leaf| terms.order(order, a, leaf)) {
                    return lifted;
                }
                match order {
                    Order::Ule if x == 0 => return Term::TRUE,
                    Order::Ult if x == mask(width) => return Term::FALSE,
                    _ => {}
                }
            }
            (None, None) => {}
        }
        self.add(Node::Order(order, a, b), Sort::Bool)
    }

    pub fn word(&mut self, op: Word, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (x, y) = (self.constant(a), self.constant(b));
        if let (Some(x), Some(y)) = (x, y)
            && let Some(value) = fold(op, width, x, y)
        {
            return self.bits(width, value);
        }
        let zero = |terms: &mut Terms| terms.bits(width, 0);
        match (op, x, y) {
            (Word::Add | Word::Or | Word::Xor, Some(0), _) => return b,
            (
                Word::Add | Word::Sub | Word::Or | Word::Xor | Word::Shl | Word::LShr | Word::AShr,
                _,
                Some(0),
            ) => return a,
            (Word::Mul | Word::And, Some(0), _) | (Word::Mul | Word::And, _, Some(0)) => return zero(self),
            (Word::Mul, Some(1), _) => return b,
            (Word::Mul | Word::UDiv | Word::SDiv, _, Some(1)) => return a,
            (Word::And, _, Some(y)) if y == mask(width) => return a,
            (Word::And, Some(x), _) if x == mask(width) => return b,
            (Word::Sub | Word::Xor, ..) if a == b => return zero(self),
            (Word::And | Word::Or, ..) if a == b => return a,
            // Subtracting a constant is adding its opposite; constants stand on the right and are gathered.
            (Word::Sub, _, Some(y)) => {
                let opposite = self.bits(width, y.wrapping_neg());
                return self.word(Word::Add, a, opposite);
            }
            (Word::Add | Word::Mul | Word::And | Word::Or | Word::Xor, Some(_), None) => {
                return self.word(op, b, a);
            }
            (Word::Add, None, Some(y)) => {
                if let Node::Word(Word::Add, inner, k) = self.node(a)
                    && let Some(k) = self.constant(k)
                {
                    let sum = self.bits(width, k.wrapping_add(y));
                    return self.word(Word::Add, inner, sum);
                }
            }
            (Word::Add, None, None) => {
                if let Node::Word(Word::Add, inner, k) = self.node(a)
                    && self.constant(k).is_some()
                {
                    let sum = self.word(Word::Add, inner, b);
                    return self.word(Word::Add, sum, k);
                }
                if let Node::Word(Word::Add, inner, k) = self.node(b)
                    && self.constant(k).is_some()
                {
                    let sum = self.word(Word::Add, a, inner);
                    return self.word(Word::Add, sum, k);
                }
            }
            _ => {}
        }
        // Conditional constants: the operation goes to the leaves.
        if y.is_some()
            && let Some(lifted) = self.lift(a, &mut |terms, leaf| terms.word(op, leaf, b))
        {
            return lifted;
        }
        if x.is_some()
            && let Some(lifted) = self.lift(b, &mut |terms, leaf| terms.word(op, a, leaf))
        {
            return lifted;
        }
        self.add(Node::Word(op, a, b), Sort::Bits(width))
    }

    pub fn negate(&mut self, a: Term) -> Term {
        let zero = self.bits(self.width(a), 0);
        self.word(Word::Sub, zero, a)
    }

    pub fn complement(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let ones = self.bits(width, mask(width));
        self.word(Word::Xor, a, ones)
    }

    pub fn extract(&mut self, of: Term, low: u32, width: u32) -> Term {
        let whole = self.width(of);
        if low == 0 && width == whole {
            return of;
        }
        match self.node(of) {
            Node::Bits { value, .. } => return self.bits(width, value >> low),
            Node::Extract { low: inner, of, .. } => return self.extract(of, low + inner, width),
            Node::Extend { signed: is_signed, of: inner, .. } => {
                let narrow = self.width(inner);
                if low + width <= narrow {
                    return self.extract(inner, low, width);
                }
                if low >= narrow && !is_signed {
                    return self.bits(width, 0);
                }
                if low == 0 {
                    return self.extend(inner, is_signed, width);
                }
            }
            Node::Concat(high, rest) => {
                let split = self.width(rest);
                if low + width <= split {
                    return self.extract(rest, low, width);
                }
                if low >= split {
                    return self.extract(high, low - split, width);
                }
            }
            // The lowest bits of a sum depend on the lowest bits only.
            Node::Word(op, a, b)
                if low == 0
                    && matches!(op, Word::Add | Word::Sub | Word::Mul | Word::And | Word::Or | Word::Xor) =>
            {
                let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
                return self.word(op, a, b);
            }
            _ => {}
        }
        if let Some(lifted) = self.lift(of, &mut |terms, leaf| terms.extract(leaf, low, width)) {
            return lifted;
        }
        self.add(Node::Extract { low, width, of }, Sort::Bits(width))
    }

    /// To a width that is not less.
    pub fn extend(&mut self, of: Term, is_signed: bool, width: u32) -> Term {
        let narrow = self.width(of);
        if narrow == width {
            return of;
        }
        match self.node(of) {
            Node::Bits { value, .. } => {
                let value = if is_signed { signed(value, narrow) as u128 } else { value };
                return self.bits(width, value);
            }
            Node::Extend { signed: inner, of, .. } if inner == is_signed || !inner => {
                return self.extend(of, inner, width);
            }
            _ => {}
        }
        if let Some(lifted) = self.lift(of, &mut |terms, leaf| terms.extend(leaf, is_signed, width)) {
            return lifted;
        }
        self.add(Node::Extend { signed: is_signed, width, of }, Sort::Bits(width))
    }

    /// To any width: cut off or extended.
    pub fn resize(&mut self, of: Term, is_signed: bool, width: u32) -> Term {
        if width <= self.width(of) { self.extract(of, 0, width) } else { self.extend(of, is_signed, width) }
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        if let (Some(x), Some(y)) = (self.constant(high), self.constant(low)) {
            return self.bits(width, (x << self.width(low)) | y);
        }
        if let (Node::Extract { low: h, of: a, .. }, Node::Extract { low: l, of: b, .. }) =
            (self.node(high), self.node(low))
            && a == b
            && h == l + self.width(low)
        {
            return self.extract(a, l, width);
        }
        self.add(Node::Concat(high, low), Sort::Bits(width))
    }

    pub fn fill(&mut self, index: u32, value: Term) -> Term {
        let sort = Sort::Array { index, value: self.width(value) };
        self.add(Node::Fill { index, value }, sort)
    }

    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let mut at = array;
        for _ in 0..64 {
            match self.node(at) {
                Node::Store(below, stored, value) => match self.eq(stored, index) {
                    Term::TRUE => return value,
                    Term::FALSE => at = below,
                    _ => break,
                },
                Node::Fill { value, .. } => return value,
                Node::Ite(c, a, b) => {
                    let (a, b) = (self.select(a, index), self.select(b, index));
                    return self.ite(c, a, b);
                }
                _ => break,
            }
        }
        let width = self.width(array);
        self.add(Node::Select(at, index), Sort::Bits(width))
    }

    /// An element of an array that was filled and then stored to, by cases.
    pub fn look_up(&mut self, table: Term, index: Term) -> Term {
        let (mut cases, mut at) = (Vec::new(), table);
        while let Node::Store(below, stored, value) = self.node(at) {
            cases.push((stored, value));
            at = below;
        }
        let mut value = self.select(at, index);
        for (stored, it) in cases.into_iter().rev() {
            let is_it = self.eq(stored, index);
            value = self.ite(is_it, it, value);
        }
        value
    }

    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        let mut below = array;
        if let Node::Store(deeper, stored, _) = self.node(array)
            && stored == index
        {
            below = deeper;
        }
        let sort = self.sort(array);
        self.add(Node::Store(below, index, value), sort)
    }

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

/// The operation on constants, unless C leaves it open.
pub fn fold(op: Word, width: u32, x: u128, y: u128) -> Option<u128> {
    let (sx, sy) = (signed(x, width), signed(y, width));
    Some(match op {
        Word::Add => x.wrapping_add(y),
        Word::Sub => x.wrapping_sub(y),
        Word::Mul => x.wrapping_mul(y),
        Word::UDiv => x.checked_div(y)?,
        Word::URem => x.checked_rem(y)?,
        Word::SDiv => sx.checked_div(sy)? as u128,
        Word::SRem => sx.checked_rem(sy)? as u128,
        Word::And => x & y,
        Word::Or => x | y,
        Word::Xor => x ^ y,
        Word::Shl => {
            if y < u128::from(width) {
                x << y
            } else {
                0
            }
        }
        Word::LShr => {
            if y < u128::from(width) {
                x >> y
            } else {
                0
            }
        }
        Word::AShr => (sx >> y.min(u128::from(width) - 1)) as u128,
    })
}
