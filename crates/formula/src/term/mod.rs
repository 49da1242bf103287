//! Terms: formulas over bit-vectors and arrays, shared as much as can be (hash-consed) and simplified as they are built.
//!
//! Every rule keeps the meaning, so a term may be replaced by what its constructor returns. What is decided by
//! constants is decided here and never reaches the solver.

mod array;
mod boolean;
mod symbol;
mod walk;
mod word;

use rustc_hash::FxHashMap as HashMap;

pub use word::fold;

/// A term of one [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    pub const TRUE: Term = Term(0);

    pub const FALSE: Term = Term(1);

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The term of such an index.
    pub const fn at(index: usize) -> Term {
        Term(index as u32)
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
    /// Operands stand as they were given, so that what is made of terms does not depend on which of them was made first.
    keeps_order: bool,
}

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
            keeps_order: false,
        };
        terms.add(Node::Bool(true), Sort::Bool);
        terms.add(Node::Bool(false), Sort::Bool);
        terms
    }
}

impl Terms {
    /// Terms that become what they are by how they are made alone, whatever was made before and whatever their symbols are called. An
    /// equation and the same one turned round are two then.
    pub fn in_given_order() -> Terms {
        Terms { keeps_order: true, ..Terms::default() }
    }

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
}
