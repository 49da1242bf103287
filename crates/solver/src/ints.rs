//! Words as integers.
//!
//! Guarantee, if words wrap: whatever values words have that satisfy a formula, the integers they stand for satisfy its
//! translation (together with the facts). So a translation that is unsatisfiable means that the formula is. What has no
//! linear meaning becomes any integer. If words do not wrap nothing is guaranteed, and formulas are simpler; whoever can
//! show that none of the noted wraps happens has the guarantee back.

use std::collections::BTreeMap;

use z3::ast::{Bool, Dynamic, Int};

use formula::{Node, Order, Sort, Symbol, Term, Terms, Word, signed};

/// How words are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wrap {
    /// They never leave their range.
    Never,
    /// The same, and where they would is noted.
    Noted,
    /// What leaves its range becomes any word, but for unsigned sums.
    Any,
    /// As words do.
    Exact,
}

/// Maps are ordered, since Z3's own order depends on that in which its terms are made and dropped.
pub struct Ints {
    prefix: String,
    wrap: Wrap,
    symbols: BTreeMap<Symbol, (Int, bool)>,
    ints: BTreeMap<(Term, bool), Int>,
    bools: BTreeMap<Term, Bool>,
    /// All constants that were made.
    pub bound: Vec<Dynamic>,
    /// What the types say of them.
    pub facts: Vec<Bool>,
    /// When a word leaves its range, if that is noted.
    pub left: Vec<Bool>,
    /// What holds where the word being read is needed.
    context: Vec<Bool>,
}

/// Wider words become any integer.
const WIDEST: u32 = 120;
/// The largest factor and divisor.
const FACTOR: u128 = 1 << 31;

fn power(bits: u32) -> Int {
    if bits < 63 { Int::from_i64(1 << bits) } else { Int::from_i128(1 << bits) }
}

fn range(width: u32, is_signed: bool) -> (Int, Int) {
    if is_signed { (-power(width - 1), power(width - 1)) } else { (Int::from_i64(0), power(width)) }
}

impl Ints {
    pub fn new(prefix: String, wrap: Wrap) -> Ints {
        Ints {
            prefix,
            wrap,
            symbols: BTreeMap::new(),
            ints: BTreeMap::new(),
            bools: BTreeMap::new(),
            bound: Vec::new(),
            facts: Vec::new(),
            left: Vec::new(),
            context: Vec::new(),
        }
    }

    /// Whether words are taken not to wrap; if that is noted, notes when this one does.
    fn stays(&mut self, int: &Int, width: u32, is_signed: bool) -> bool {
        if self.wrap == Wrap::Noted {
            let (low, high) = range(width, is_signed);
            let is_left = Bool::or(&[int.lt(&low), int.ge(&high)]);
            let context: Vec<Bool> = self.context.iter().cloned().chain([is_left]).collect();
            self.left.push(Bool::and(&context));
        }
        matches!(self.wrap, Wrap::Never | Wrap::Noted)
    }

    /// Reads something that is only needed if a condition holds.
    fn under<T>(&mut self, condition: Bool, read: impl FnOnce(&mut Ints) -> T) -> T {
        self.context.push(condition);
        let read = read(self);
        self.context.pop();
        read
    }

    /// The symbols that occurred, as integers.
    pub fn symbols(&self) -> impl Iterator<Item = (Symbol, &Int)> {
        self.symbols.iter().map(|(&symbol, (int, _))| (symbol, int))
    }

    /// Any integer.
    fn any(&mut self) -> Int {
        let int = Int::new_const(format!("{}_{}", self.prefix, self.bound.len()));
        self.bound.push(Dynamic::from_ast(&int));
        int
    }

    /// Any word.
    fn any_word(&mut self, width: u32, is_signed: bool) -> Int {
        let int = self.any();
        if width <= WIDEST {
            let (low, high) = range(width, is_signed);
            self.facts.extend([int.ge(&low), int.lt(&high)]);
        }
        int
    }

    /// The integer that a symbol stands for, in the sign that the symbol has, or else in this one.
    pub fn symbol(&mut self, terms: &Terms, symbol: Symbol, is_signed: bool) -> (Int, bool) {
        if let Some(known) = self.symbols.get(&symbol) {
            return known.clone();
        }
        let is_signed = terms.sign(symbol).unwrap_or(is_signed);
        let int = self.any_word(terms.symbol_sort(symbol).width(), is_signed);
        self.symbols.insert(symbol, (int.clone(), is_signed));
        (int, is_signed)
    }

    /// A word as an integer, read with a sign.
    pub fn int(&mut self, terms: &Terms, term: Term, is_signed: bool) -> Int {
        if let Some(known) = self.ints.get(&(term, is_signed)) {
            return known.clone();
        }
        let width = terms.width(term);
        let int = if width > WIDEST { self.any() } else { self.build(terms, term, width, is_signed) };
        self.ints.insert((term, is_signed), int.clone());
        int
    }

    /// An integer at most once out of the range of words, as words wrap.
    fn wrapped(&mut self, int: Int, width: u32, is_signed: bool) -> Int {
        if self.stays(&int, width, is_signed) {
            return int;
        }
        let (low, high) = range(width, is_signed);
        let (less, more) = (int.clone() - power(width), int.clone() + power(width));
        int.ge(&high).ite(&less, &int.lt(&low).ite(&more, &int))
    }

    /// A sum of two words.
    fn sum(&mut self, int: Int, width: u32, is_signed: bool) -> Int {
        match self.wrap {
            Wrap::Any if is_signed => self.fitting(int, width, is_signed),
            _ => self.wrapped(int, width, is_signed),
        }
    }

    /// An integer if it is in the range of words, else any word.
    fn fitting(&mut self, int: Int, width: u32, is_signed: bool) -> Int {
        if self.stays(&int, width, is_signed) {
            return int;
        }
        let any = self.any_word(width, is_signed);
        let (low, high) = range(width, is_signed);
        Bool::and(&[int.ge(&low), int.lt(&high)]).ite(&int, &any)
    }

    /// A word read with one sign, read with another.
    fn reread(&mut self, int: Int, width: u32, from: bool, to: bool) -> Int {
        if from == to { int } else { self.wrapped(int, width, to) }
    }

    fn build(&mut self, terms: &Terms, term: Term, width: u32, is_signed: bool) -> Int {
        match terms.node(term) {
            Node::Bits { value, .. } => {
                Int::from_i128(if is_signed { signed(value, width) } else { value as i128 })
            }
            Node::Symbol(symbol) => {
                let (int, sign) = self.symbol(terms, symbol, is_signed);
                self.reread(int, width, sign, is_signed)
            }
            Node::Ite(c, a, b) => {
                let c = self.bool(terms, c);
                let a = self.under(c.clone(), |it| it.int(terms, a, is_signed));
                let b = self.under(c.not(), |it| it.int(terms, b, is_signed));
                c.ite(&a, &b)
            }
            Node::Word(op, a, b) => self.word(terms, op, (a, b), width, is_signed),
            Node::Extract { low: 0, of, .. } => {
                let whole = self.int(terms, of, is_signed);
                self.fitting(whole, width, is_signed)
            }
            Node::Extract { low, of, .. } => {
                let part = (self.int(terms, of, false) / power(low)).modulo(power(width));
                self.reread(part, width, false, is_signed)
            }
            // A word of fewer bits is not negative if it is read without sign, and so is the same in either reading.
            Node::Extend { signed, of, .. } => {
                let int = self.int(terms, of, signed);
                self.reread(int, width, signed, is_signed || !signed)
            }
            _ => self.any_word(width, is_signed),
        }
    }

    fn word(&mut self, terms: &Terms, op: Word, (a, b): (Term, Term), width: u32, is_signed: bool) -> Int {
        // What is added is small, whichever sign it has.
        let small = |value: u128| Int::from_i128(signed(value, width));
        let factor = |value: u128| signed(value, width).unsigned_abs() < FACTOR;
        match (op, terms.constant(b)) {
            (Word::Add, Some(value)) => {
                let sum = self.int(terms, a, is_signed) + small(value);
                self.sum(sum, width, is_signed)
            }
            (Word::Add, None) => {
                let sum = self.int(terms, a, is_signed) + self.int(terms, b, is_signed);
                self.sum(sum, width, is_signed)
            }
            (Word::Sub, _) => {
                let difference = self.int(terms, a, is_signed) - self.int(terms, b, is_signed);
                self.sum(difference, width, is_signed)
            }
            (Word::Mul, Some(value)) if factor(value) => {
                let product = self.int(terms, a, is_signed) * small(value);
                self.fitting(product, width, is_signed)
            }
            (Word::Shl, Some(count)) if count < 31 && count < u128::from(width) => {
                let product = self.int(terms, a, is_signed) * power(count as u32);
                self.fitting(product, width, is_signed)
            }
            (Word::UDiv | Word::URem, Some(value)) if value > 0 && value < FACTOR => {
                let (dividend, divisor) = (self.int(terms, a, false), Int::from_u128(value));
                let int = if op == Word::UDiv { dividend / divisor } else { dividend.modulo(divisor) };
                self.reread(int, width, false, is_signed)
            }
            // C rounds towards zero.
            (Word::SDiv | Word::SRem, Some(value))
                if value > 0 && value < FACTOR && factor(value) && signed(value, width) > 0 =>
            {
                let (dividend, divisor) = (self.int(terms, a, true), Int::from_u128(value));
                let zero = Int::from_i64(0);
                let down = dividend.clone() / divisor.clone();
                let up = -((-dividend.clone()) / divisor.clone());
                let quotient = dividend.ge(&zero).ite(&down, &up);
                let int = if op == Word::SDiv { quotient } else { dividend - quotient * divisor };
                self.reread(int, width, true, is_signed)
            }
            (Word::And, Some(value)) if (value + 1).is_power_of_two() && value < FACTOR => {
                let rest = self.int(terms, a, false).modulo(Int::from_u128(value + 1));
                // Fewer bits than the word has, or all of them.
                self.reread(rest, width, false, is_signed)
            }
            (Word::LShr, Some(count)) if count < 31 && count < u128::from(width) => {
                let int = self.int(terms, a, false) / power(count as u32);
                self.reread(int, width, false, is_signed)
            }
            (Word::AShr, Some(count)) if count < 31 && count < u128::from(width) => {
                let int = self.int(terms, a, true) / power(count as u32);
                self.reread(int, width, true, is_signed)
            }
            _ => self.any_word(width, is_signed),
        }
    }

    pub fn bool(&mut self, terms: &Terms, term: Term) -> Bool {
        if let Some(known) = self.bools.get(&term) {
            return known.clone();
        }
        let bool = match terms.node(term) {
            Node::Bool(value) => Bool::from_bool(value),
            Node::Not(a) => self.bool(terms, a).not(),
            Node::And(a, b) => {
                let a = self.bool(terms, a);
                let b = self.under(a.clone(), |it| it.bool(terms, b));
                Bool::and(&[a, b])
            }
            Node::Or(a, b) => {
                let a = self.bool(terms, a);
                let b = self.under(a.not(), |it| it.bool(terms, b));
                Bool::or(&[a, b])
            }
            Node::Ite(c, a, b) => {
                let c = self.bool(terms, c);
                let a = self.under(c.clone(), |it| it.bool(terms, a));
                let b = self.under(c.not(), |it| it.bool(terms, b));
                c.ite(&a, &b)
            }
            Node::Eq(a, b) if matches!(terms.sort(a), Sort::Bits(_)) => {
                let is_signed = sign(terms, a, SIGN).or_else(|| sign(terms, b, SIGN)).unwrap_or(true);
                self.int(terms, a, is_signed).eq(self.int(terms, b, is_signed))
            }
            Node::Order(order, a, b) => {
                let is_signed = matches!(order, Order::Slt | Order::Sle);
                let (a, b) = (self.int(terms, a, is_signed), self.int(terms, b, is_signed));
                if matches!(order, Order::Slt | Order::Ult) { a.lt(&b) } else { a.le(&b) }
            }
            _ => {
                let bool = Bool::new_const(format!("{}_{}", self.prefix, self.bound.len()));
                self.bound.push(Dynamic::from_ast(&bool));
                bool
            }
        };
        self.bools.insert(term, bool.clone());
        bool
    }
}

/// How deep a word is looked into for its sign.
const SIGN: u32 = 6;

/// Whether a word is used as a signed one, where that shows soon.
fn sign(terms: &Terms, term: Term, depth: u32) -> Option<bool> {
    let depth = depth.checked_sub(1)?;
    match terms.node(term) {
        Node::Symbol(symbol) => terms.sign(symbol),
        Node::Extend { signed, .. } => Some(signed),
        Node::Word(Word::Add | Word::Sub | Word::Mul, a, b) => {
            sign(terms, a, depth).or_else(|| sign(terms, b, depth))
        }
        Node::Ite(_, a, b) => sign(terms, a, depth).or_else(|| sign(terms, b, depth)),
        Node::Extract { low: 0, of, .. } => sign(terms, of, depth),
        _ => None,
    }
}
