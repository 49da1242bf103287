//! Candidates for predicates from linear integers: Horn clauses solved by Z3's Spacer.
//!
//! Hoder, Bjørner: *Generalized property directed reachability* (SAT 2012); Komuravelli, Gurfinkel, Chaki (CAV 2014).
//! Words are taken as integers, and what has no linear meaning as anything. Either they never wrap, or they wrap as words
//! do. In neither case does an answer prove anything: its atoms are candidates, translated back to words, and the
//! abstraction decides over words what they are worth.

use std::collections::{BTreeMap, HashMap};

use z3::ast::{Ast, Bool, Dynamic, Int};
use z3::{DeclKind, Fixedpoint, FuncDecl, Params, SatResult, Sort as Z3Sort};

use crate::encode::Encoder;
use crate::term::{Node, Order, Sort, Symbol, Term, Word, signed};

/// From one relation, or from the start, to another, or to the error.
pub struct Clause<'a> {
    pub from: Option<usize>,
    pub to: Option<usize>,
    pub guard: Term,
    pub values: &'a BTreeMap<Symbol, Term>,
}

/// Relations over data, and clauses between them.
pub struct Horn<'a> {
    pub relations: Vec<Vec<Symbol>>,
    pub clauses: Vec<Clause<'a>>,
}

/// Atoms that an answer may have.
const ATOMS: usize = 200;

impl Horn<'_> {
    /// Atoms of an invariant of each relation, if the error cannot be reached in integers.
    pub fn solve(&self, encoder: &mut Encoder<'_>, wraps: bool, effort: u32) -> Option<Vec<Vec<Term>>> {
        let solver = Fixedpoint::new();
        let mut params = Params::new();
        params.set_symbol("engine", "spacer");
        params.set_bool("spacer.global", true);
        params.set_u32("rlimit", effort);
        // Answers are to speak of the relations as they are given.
        params.set_bool("xform.slice", false);
        params.set_bool("xform.inline_linear", false);
        params.set_bool("xform.inline_eager", false);
        solver.set_params(&params);
        let (int, bool) = (Z3Sort::int(), Z3Sort::bool());
        let mut relations = Vec::new();
        for (index, symbols) in self.relations.iter().enumerate() {
            let domain = vec![&int; symbols.len()];
            let relation = FuncDecl::new(format!("R{index}"), &domain, &bool);
            solver.register_relation(&relation);
            relations.push(relation);
        }
        let error = FuncDecl::new("error", &[], &bool);
        solver.register_relation(&error);
        for (number, clause) in self.clauses.iter().enumerate() {
            let mut ints = Ints { number, wraps, ..Ints::default() };
            let mut body = Vec::new();
            if let Some(from) = clause.from {
                let args: Vec<Int> =
                    self.relations[from].iter().map(|&symbol| ints.symbol(encoder, symbol, true)).collect();
                let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
                body.push(relations[from].apply(&args).as_bool()?);
            }
            body.push(ints.bool(encoder, clause.guard));
            let head = match clause.to {
                None => error.apply(&[]).as_bool()?,
                Some(to) => {
                    let mut args = Vec::new();
                    for &symbol in &self.relations[to] {
                        let is_signed = encoder.storage.is_signed(symbol);
                        args.push(match clause.values.get(&symbol) {
                            Some(&value) => ints.int(encoder, value, is_signed),
                            None => ints.symbol(encoder, symbol, true),
                        });
                    }
                    let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
                    relations[to].apply(&args).as_bool()?
                }
            };
            body.append(&mut ints.facts);
            let rule = Bool::and(&body).implies(&head);
            let bounds: Vec<&dyn Ast> = ints.bound.iter().map(|bound| bound as &dyn Ast).collect();
            let rule = if bounds.is_empty() { rule } else { z3::ast::forall_const(&bounds, &[], &rule) };
            solver.add_rule(&rule, Some(&format!("c{number}")));
        }
        if solver.query(&error.apply(&[]).as_bool()?) != SatResult::Unsat {
            return None;
        }
        let mut answers = Vec::new();
        for (relation, symbols) in relations.iter().zip(&self.relations) {
            let mut atoms = Vec::new();
            if let Some(invariant) = solver.get_cover_delta(-1, relation) {
                let mut reader = Reader { symbols, atoms: &mut atoms };
                reader.read(encoder, &Dynamic::from_ast(&invariant), 0);
            }
            answers.push(atoms);
        }
        Some(answers)
    }
}

/// Words as integers, in one clause.
#[derive(Default)]
struct Ints {
    number: usize,
    wraps: bool,
    symbols: HashMap<Symbol, Int>,
    signs: HashMap<Symbol, bool>,
    ints: HashMap<(Term, bool), Int>,
    bools: HashMap<Term, Bool>,
    /// All constants of the clause: they are bound in its rule.
    bound: Vec<Dynamic>,
    /// What the types say.
    facts: Vec<Bool>,
}

fn power(bits: u32) -> Int {
    if bits < 63 { Int::from_i64(1 << bits) } else { Int::from_i128(1 << bits.min(126)) }
}

impl Ints {
    fn constant(&mut self) -> Int {
        let int = Int::new_const(format!("k{}_{}", self.number, self.bound.len()));
        self.bound.push(Dynamic::from_ast(&int));
        int
    }

    fn symbol(&mut self, encoder: &Encoder<'_>, symbol: Symbol, is_signed: bool) -> Int {
        if let Some(int) = self.symbols.get(&symbol) {
            return int.clone();
        }
        let int = self.constant();
        let is_signed =
            if encoder.storage.is_variable(symbol) { encoder.storage.is_signed(symbol) } else { is_signed };
        let width = encoder.terms.symbol_sort(symbol).width().min(126);
        let (low, high) = if is_signed {
            (-power(width - 1), power(width - 1))
        } else {
            (Int::from_i64(0), power(width))
        };
        self.facts.push(int.ge(&low));
        self.facts.push(int.lt(&high));
        self.signs.insert(symbol, is_signed);
        self.symbols.insert(symbol, int.clone());
        int
    }

    fn int(&mut self, encoder: &Encoder<'_>, term: Term, is_signed: bool) -> Int {
        if let Some(known) = self.ints.get(&(term, is_signed)) {
            return known.clone();
        }
        let int = self.build(encoder, term, is_signed);
        self.ints.insert((term, is_signed), int.clone());
        int
    }

    /// Brings a number into the range of words: one read with the other sign, or an unsigned sum, as words wrap; any
    /// other that does not fit becomes just any word, since what depends on its value is for formulas over words to tell.
    fn fit(&mut self, int: Int, width: u32, is_signed: bool, is_sum: bool) -> Int {
        if !self.wraps || width > 64 {
            return int;
        }
        let all = power(width);
        let (low, high) =
            if is_signed { (-power(width - 1), power(width - 1)) } else { (Int::from_i64(0), all.clone()) };
        if is_sum {
            let (less, more) = (int.clone() - all.clone(), int.clone() + all);
            return int.ge(&high).ite(&less, &int.lt(&low).ite(&more, &int));
        }
        let any = self.constant();
        self.facts.extend([any.ge(&low), any.lt(&high)]);
        let fits = Bool::and(&[int.ge(&low), int.lt(&high)]);
        fits.ite(&int, &any)
    }

    fn build(&mut self, encoder: &Encoder<'_>, term: Term, is_signed: bool) -> Int {
        let terms = &encoder.terms;
        let width = terms.width(term);
        let small = |value: u128| Int::from_i128(signed(value, width));
        match terms.node(term) {
            Node::Bits { value, .. } => {
                if is_signed {
                    small(value)
                } else {
                    Int::from_u128(value)
                }
            }
            Node::Symbol(symbol) => {
                let int = self.symbol(encoder, symbol, is_signed);
                let is_other = self.signs.get(&symbol).is_some_and(|&sign| sign != is_signed);
                if is_other { self.fit(int, width, is_signed, true) } else { int }
            }
            Node::Ite(c, a, b) => {
                let c = self.bool(encoder, c);
                let (a, b) = (self.int(encoder, a, is_signed), self.int(encoder, b, is_signed));
                c.ite(&a, &b)
            }
            Node::Word(op, a, b) => {
                let constant = terms.constant(b);
                match (op, constant) {
                    // What is added is small, whichever sign it has.
                    (Word::Add, Some(value)) => {
                        let sum = self.int(encoder, a, is_signed) + small(value);
                        self.fit(sum, width, is_signed, !is_signed)
                    }
                    (Word::Add, None) => {
                        let sum = self.int(encoder, a, is_signed) + self.int(encoder, b, is_signed);
                        self.fit(sum, width, is_signed, !is_signed)
                    }
                    (Word::Sub, _) => {
                        let difference = self.int(encoder, a, is_signed) - self.int(encoder, b, is_signed);
                        self.fit(difference, width, is_signed, !is_signed)
                    }
                    (Word::Mul, Some(value)) => {
                        let product = self.int(encoder, a, is_signed) * small(value);
                        self.fit(product, width, is_signed, false)
                    }
                    (Word::UDiv | Word::SDiv, Some(value)) if value > 0 && value < 1 << 31 => {
                        self.int(encoder, a, op == Word::SDiv) / Int::from_u128(value)
                    }
                    (Word::URem | Word::SRem, Some(value)) if value > 0 && value < 1 << 31 => {
                        self.int(encoder, a, op == Word::SRem).modulo(Int::from_u128(value))
                    }
                    (Word::And, Some(value)) if (value + 1).is_power_of_two() && value < 1 << 31 => {
                        self.int(encoder, a, false).modulo(Int::from_u128(value + 1))
                    }
                    (Word::Shl, Some(count)) if count < 31 => {
                        let product = self.int(encoder, a, is_signed) * power(count as u32);
                        self.fit(product, width, is_signed, false)
                    }
                    (Word::LShr, Some(count)) if count < 31 => self.int(encoder, a, false) / power(count as u32),
                    (Word::AShr, Some(count)) if count < 31 => self.int(encoder, a, true) / power(count as u32),
                    _ => self.constant(),
                }
            }
            Node::Extract { low: 0, of, .. } => {
                let whole = self.int(encoder, of, is_signed);
                self.fit(whole, width, is_signed, false)
            }
            Node::Extract { low, width, of } if low < 63 && width < 63 => {
                (self.int(encoder, of, false) / power(low)).modulo(power(width))
            }
            Node::Extend { signed, of, .. } => {
                let int = self.int(encoder, of, signed);
                if signed && !is_signed { self.fit(int, width, false, true) } else { int }
            }
            _ => self.constant(),
        }
    }

    fn bool(&mut self, encoder: &Encoder<'_>, term: Term) -> Bool {
        if let Some(known) = self.bools.get(&term) {
            return known.clone();
        }
        let terms = &encoder.terms;
        let bool = match terms.node(term) {
            Node::Bool(value) => Bool::from_bool(value),
            Node::Not(a) => self.bool(encoder, a).not(),
            Node::And(a, b) => Bool::and(&[self.bool(encoder, a), self.bool(encoder, b)]),
            Node::Or(a, b) => Bool::or(&[self.bool(encoder, a), self.bool(encoder, b)]),
            Node::Ite(c, a, b) => {
                let (c, a) = (self.bool(encoder, c), self.bool(encoder, a));
                c.ite(&a, &self.bool(encoder, b))
            }
            Node::Eq(a, b) if matches!(terms.sort(a), Sort::Bits(_)) => {
                let is_signed = sign(encoder, a).or_else(|| sign(encoder, b)).unwrap_or(true);
                self.int(encoder, a, is_signed).eq(self.int(encoder, b, is_signed))
            }
            Node::Order(order, a, b) => {
                let is_signed = matches!(order, Order::Slt | Order::Sle);
                let (a, b) = (self.int(encoder, a, is_signed), self.int(encoder, b, is_signed));
                if matches!(order, Order::Slt | Order::Ult) { a.lt(&b) } else { a.le(&b) }
            }
            _ => {
                let bool = Bool::new_const(format!("b{}_{}", self.number, self.bound.len()));
                self.bound.push(Dynamic::from_ast(&bool));
                bool
            }
        };
        self.bools.insert(term, bool.clone());
        bool
    }
}

/// Whether a word is used as a signed one, where that shows.
fn sign(encoder: &Encoder<'_>, term: Term) -> Option<bool> {
    match encoder.terms.node(term) {
        Node::Symbol(symbol) if encoder.storage.is_variable(symbol) => Some(encoder.storage.is_signed(symbol)),
        Node::Extend { signed, .. } => Some(signed),
        Node::Word(Word::Add | Word::Sub | Word::Mul, a, b) => sign(encoder, a).or_else(|| sign(encoder, b)),
        Node::Ite(_, a, b) => sign(encoder, a).or_else(|| sign(encoder, b)),
        Node::Extract { low: 0, of, .. } => sign(encoder, of),
        _ => None,
    }
}

/// A linear sum: factors of words (with their signs), and a constant.
#[derive(Clone, Default)]
struct Sum {
    factors: BTreeMap<(Term, bool), i128>,
    constant: i128,
}

impl Sum {
    fn scaled(&self, by: i128) -> Option<Sum> {
        let mut sum = Sum { constant: self.constant.checked_mul(by)?, ..Sum::default() };
        for (&word, &factor) in &self.factors {
            sum.factors.insert(word, factor.checked_mul(by)?);
        }
        Some(sum)
    }

    fn plus(mut self, other: &Sum) -> Option<Sum> {
        self.constant = self.constant.checked_add(other.constant)?;
        for (&word, &factor) in &other.factors {
            let sum = self.factors.entry(word).or_default();
            *sum = sum.checked_add(factor)?;
        }
        self.factors.retain(|_, factor| *factor != 0);
        Some(self)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Less,
    AtMost,
}

/// Reads an answer of the solver.
struct Reader<'a> {
    symbols: &'a [Symbol],
    atoms: &'a mut Vec<Term>,
}

impl Reader<'_> {
    fn read(&mut self, encoder: &mut Encoder<'_>, ast: &Dynamic, depth: u32) {
        if depth > 200 || self.atoms.len() >= ATOMS || !ast.is_app() {
            return;
        }
        let kind = ast.decl().kind();
        let children = ast.children();
        let is_numeric = children.first().is_some_and(|child| child.as_int().is_some());
        let comparison = match kind {
            DeclKind::Eq | DeclKind::Distinct if is_numeric => Some((Comparison::Equal, false)),
            DeclKind::Le => Some((Comparison::AtMost, false)),
            DeclKind::Lt => Some((Comparison::Less, false)),
            DeclKind::Ge => Some((Comparison::AtMost, true)),
            DeclKind::Gt => Some((Comparison::Less, true)),
            _ => None,
        };
        let (Some((comparison, is_swapped)), [a, b]) = (comparison, &children[..]) else {
            children.iter().for_each(|child| self.read(encoder, child, depth + 1));
            return;
        };
        let (a, b) = if is_swapped { (b, a) } else { (a, b) };
        let difference = self.sum(encoder, a, 0).zip(self.sum(encoder, b, 0));
        let difference = difference.and_then(|(a, b)| a.plus(&b.scaled(-1)?));
        if let Some(atom) = difference.and_then(|sum| to_words(encoder, &sum, comparison))
            && encoder.terms.constant(atom).is_none()
            && !self.atoms.contains(&atom)
        {
            self.atoms.push(atom);
        }
    }

    fn sum(&mut self, encoder: &mut Encoder<'_>, ast: &Dynamic, depth: u32) -> Option<Sum> {
        if depth > 100 {
            return None;
        }
        if let Some(value) = ast.as_int().and_then(|int| int.as_i128()) {
            return Some(Sum { constant: value, ..Sum::default() });
        }
        if !ast.is_app() {
            // A bound variable: an argument of the relation.
            let text = ast.to_string();
            let index: usize = text.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
            let symbol = *self.symbols.get(index)?;
            let word = (encoder.terms.symbol(symbol), encoder.storage.is_signed(symbol));
            return Some(Sum { factors: BTreeMap::from([(word, 1)]), constant: 0 });
        }
        let children = ast.children();
        match (ast.decl().kind(), &children[..]) {
            (DeclKind::Add, parts) => {
                let mut sum = Sum::default();
                for part in parts {
                    sum = sum.plus(&self.sum(encoder, part, depth + 1)?)?;
                }
                Some(sum)
            }
            (DeclKind::Sub, [a, b]) => {
                let b = self.sum(encoder, b, depth + 1)?.scaled(-1)?;
                self.sum(encoder, a, depth + 1)?.plus(&b)
            }
            (DeclKind::Uminus, [a]) => self.sum(encoder, a, depth + 1)?.scaled(-1),
            (DeclKind::Mul, [a, b]) => {
                let (a, b) = (self.sum(encoder, a, depth + 1)?, self.sum(encoder, b, depth + 1)?);
                match (a.factors.is_empty(), b.factors.is_empty()) {
                    (true, _) => b.scaled(a.constant),
                    (_, true) => a.scaled(b.constant),
                    _ => None,
                }
            }
            (DeclKind::Mod, [a, b]) => {
                let (a, b) = (self.sum(encoder, a, depth + 1)?, self.sum(encoder, b, depth + 1)?);
                let divisor = Some(b.constant).filter(|&value| b.factors.is_empty() && value > 0)?;
                let (value, width) = wide(encoder, &a)?;
                // A remainder that is never negative.
                let terms = &mut encoder.terms;
                let divisor = terms.bits(width, divisor as u128);
                let rest = terms.word(Word::SRem, value, divisor);
                let zero = terms.bits(width, 0);
                let is_negative = terms.order(Order::Slt, rest, zero);
                let raised = terms.word(Word::Add, rest, divisor);
                let rest = terms.ite(is_negative, raised, rest);
                Some(Sum { factors: BTreeMap::from([((rest, true), 1)]), constant: 0 })
            }
            _ => None,
        }
    }
}

/// A sum in words wide enough that it does not wrap, as far as there are any.
fn wide(encoder: &mut Encoder<'_>, sum: &Sum) -> Option<(Term, u32)> {
    let terms = &mut encoder.terms;
    let widest = sum.factors.keys().map(|(word, _)| terms.width(*word)).max().unwrap_or(32);
    let width = if widest <= 32 { 64 } else { 128 };
    let limit = if width == 64 { 1i128 << 30 } else { 1 << 62 };
    if widest > 64 || sum.factors.values().any(|factor| factor.abs() > limit) || sum.constant.abs() > limit << 30 {
        return None;
    }
    let mut total = terms.bits(width, sum.constant as u128);
    for (&(word, is_signed), &factor) in &sum.factors {
        let word = terms.extend(word, is_signed, width);
        let factor = terms.bits(width, factor as u128);
        let part = terms.word(Word::Mul, word, factor);
        total = terms.word(Word::Add, total, part);
    }
    Some((total, width))
}

/// `sum` compared with zero.
fn to_words(encoder: &mut Encoder<'_>, sum: &Sum, comparison: Comparison) -> Option<Term> {
    let parts: Vec<_> = sum.factors.iter().map(|(&(word, is_signed), &factor)| (word, is_signed, factor)).collect();
    match parts[..] {
        [] => return None,
        [(word, is_signed, factor @ (1 | -1))] => {
            let width = encoder.terms.width(word);
            let bound = sum.constant.checked_mul(-factor)?;
            let (low, high) = if is_signed {
                (-(1i128 << (width - 1).min(126)), (1i128 << (width - 1).min(126)) - 1)
            } else {
                (0, (1i128 << width.min(126)) - 1)
            };
            if bound < low || bound > high {
                return None;
            }
            let bound = encoder.terms.bits(width, bound as u128);
            let (a, b) = if factor == 1 { (word, bound) } else { (bound, word) };
            return Some(compare(encoder, comparison, is_signed, a, b));
        }
        [(x, sign_x, 1), (y, sign_y, -1)] | [(y, sign_y, -1), (x, sign_x, 1)]
            if sum.constant == 0 && sign_x == sign_y && encoder.terms.width(x) == encoder.terms.width(y) =>
        {
            return Some(compare(encoder, comparison, sign_x, x, y));
        }
        _ => {}
    }
    let (total, width) = wide(encoder, sum)?;
    let zero = encoder.terms.bits(width, 0);
    Some(compare(encoder, comparison, true, total, zero))
}

fn compare(encoder: &mut Encoder<'_>, comparison: Comparison, is_signed: bool, a: Term, b: Term) -> Term {
    let terms = &mut encoder.terms;
    match (comparison, is_signed) {
        (Comparison::Equal, _) => terms.eq(a, b),
        (Comparison::Less, true) => terms.order(Order::Slt, a, b),
        (Comparison::Less, false) => terms.order(Order::Ult, a, b),
        (Comparison::AtMost, true) => terms.order(Order::Sle, a, b),
        (Comparison::AtMost, false) => terms.order(Order::Ule, a, b),
    }
}
