//! Candidates for predicates from linear integers: Horn clauses solved by Z3's Spacer.
//!
//! Hoder, Bjørner: *Generalized property directed reachability* (SAT 2012); Komuravelli, Gurfinkel, Chaki (CAV 2014).
//! Words are taken as integers, and what has no linear meaning as anything. They never wrap, or that they do is an error, or
//! they wrap as words do. In no case does an answer prove anything: what it is made of are candidates, translated back to
//! words, and the abstraction decides over words what they are worth.

use std::collections::{BTreeMap, BTreeSet};

use z3::ast::{Ast, Bool, Dynamic, Int};
use z3::{DeclKind, Fixedpoint, FuncDecl, Params, SatResult, Sort as Z3Sort};

use super::Spell;
use super::ints::{Ints, Wrap};
use super::quiet::Quiet;
use formula::{Order, Symbol, Term, Terms, Word};

/// From one relation, or from the start, to another, or to the error.
pub struct Clause<'a> {
    pub from: Option<usize>,
    /// A relation that holds as well, of these terms.
    pub over: Option<(usize, Vec<Term>)>,
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
/// How deep its formula may be.
const DEEPEST: u32 = 200;

impl Horn<'_> {
    /// An invariant of each relation, if the error cannot be reached in integers.
    pub fn solve(&self, terms: &mut Terms, wrap: Wrap, effort: u32) -> Option<Vec<Candidates>> {
        // Where models are projected with it, interrupts are not noticed for minutes.
        z3::set_global_param("smt.qsat_use_qel", "false");
        let solver = Fixedpoint::new();
        let mut params = Params::new();
        params.set_symbol("engine", "spacer");
        params.set_bool("spacer.global", true);
        params.set_u32("rlimit", effort);
        params.set_bool("ctrl_c", false);
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
            let mut ints = Ints::new(format!("c{number}"), wrap);
            let mut body = Vec::new();
            if let Some(from) = clause.from {
                let args: Vec<Int> =
                    self.relations[from].iter().map(|&symbol| ints.symbol(terms, symbol, true).0).collect();
                let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
                body.push(relations[from].apply(&args).as_bool()?);
            }
            if let Some((over, args)) = &clause.over {
                let args: Vec<Int> = self.relations[*over]
                    .iter()
                    .zip(args)
                    .map(|(&symbol, &arg)| ints.int(terms, arg, terms.is_signed(symbol)))
                    .collect();
                let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
                body.push(relations[*over].apply(&args).as_bool()?);
            }
            let before = body.clone();
            body.push(ints.bool(terms, clause.guard));
            // Where words must not wrap, that they do is an error.
            let mut wraps = vec![(before, std::mem::take(&mut ints.left))];
            let head = match clause.to {
                None => error.apply(&[]).as_bool()?,
                Some(to) => {
                    let mut args = Vec::new();
                    for &symbol in &self.relations[to] {
                        let is_signed = terms.is_signed(symbol);
                        args.push(match clause.values.get(&symbol) {
                            Some(&value) => ints.int(terms, value, is_signed),
                            None => ints.symbol(terms, symbol, true).0,
                        });
                    }
                    let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
                    relations[to].apply(&args).as_bool()?
                }
            };
            wraps.push((body.clone(), std::mem::take(&mut ints.left)));
            let mut rules = vec![(body, head)];
            for (mut body, left) in wraps.into_iter().filter(|(_, left)| !left.is_empty()) {
                body.push(Bool::or(&left));
                rules.push((body, error.apply(&[]).as_bool()?));
            }
            let bounds: Vec<&dyn Ast> = ints.bound.iter().map(|bound| bound as &dyn Ast).collect();
            for (kind, (mut body, head)) in rules.into_iter().enumerate() {
                body.extend(ints.facts.iter().cloned());
                let rule = Bool::and(&body).implies(&head);
                let rule = if bounds.is_empty() { rule } else { z3::ast::forall_const(&bounds, &[], &rule) };
                solver.add_rule(&rule, Some(&format!("c{number}_{kind}")));
            }
        }
        let goal = error.apply(&[]).as_bool()?;
        let answer = {
            let (_quiet, _spell) = (Quiet::new(), Spell::new());
            solver.query(&goal)
        };
        if answer != SatResult::Unsat {
            return None;
        }
        let mut answers = Vec::new();
        for (relation, symbols) in relations.iter().zip(&self.relations) {
            let mut reader = Reader { symbols, found: Candidates::default(), bounds: BTreeMap::new() };
            if let Some(invariant) = solver.get_cover_delta(-1, relation) {
                reader.read(terms, &Dynamic::from_ast(&invariant));
            }
            answers.push(reader.found);
        }
        Some(answers)
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

/// Candidates for predicates at one place.
#[derive(Default)]
pub struct Candidates {
    /// The invariant is that all of these hold.
    pub clauses: Vec<Term>,
    /// Sums of words that it has cut on both sides of one value: they may have that value always. Bounds are lost where words
    /// wrap, but an equality is not.
    pub equalities: Vec<Term>,
    /// What they are made of.
    pub atoms: Vec<Term>,
}

/// Reads an answer of the solver.
struct Reader<'a> {
    symbols: &'a [Symbol],
    found: Candidates,
    /// Where sums of several words are cut: `sum <= bound`.
    bounds: BTreeMap<BTreeMap<(Term, bool), i128>, BTreeSet<i128>>,
}

impl Reader<'_> {
    fn read(&mut self, terms: &mut Terms, invariant: &Dynamic) {
        let mut work = vec![(invariant.clone(), 0)];
        while let Some((ast, depth)) = work.pop() {
            if ast.is_app() && ast.decl().kind() == DeclKind::And && depth < DEEPEST {
                work.extend(ast.children().into_iter().map(|child| (child, depth + 1)));
            } else if let Some(clause) = self.formula(terms, &ast, 0) {
                self.found.clauses.push(clause);
            }
        }
        self.add_equalities(terms);
    }

    /// A formula over words, if all of it can be said; its atoms are noted in any case.
    fn formula(&mut self, terms: &mut Terms, ast: &Dynamic, depth: u32) -> Option<Term> {
        if depth > DEEPEST || self.found.atoms.len() >= ATOMS || !ast.is_app() {
            return None;
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
            let parts: Vec<Option<Term>> =
                children.iter().map(|child| self.formula(terms, child, depth + 1)).collect();
            let parts: Vec<Term> = parts.into_iter().collect::<Option<_>>()?;
            return match (kind, &parts[..]) {
                (DeclKind::True, []) => Some(Term::TRUE),
                (DeclKind::False, []) => Some(Term::FALSE),
                (DeclKind::Not, &[part]) => Some(terms.not(part)),
                (DeclKind::And, parts) => Some(terms.all(parts.iter().copied())),
                (DeclKind::Or, parts) => {
                    Some(parts.iter().fold(Term::FALSE, |any, &part| terms.or(any, part)))
                }
                (DeclKind::Implies, &[a, b]) => {
                    let not = terms.not(a);
                    Some(terms.or(not, b))
                }
                (DeclKind::Iff | DeclKind::Eq, &[a, b]) => Some(terms.eq(a, b)),
                (DeclKind::Ite, &[c, a, b]) => Some(terms.ite(c, a, b)),
                _ => None,
            };
        };
        let (a, b) = if is_swapped { (b, a) } else { (a, b) };
        let difference = self.sum(terms, a, 0).zip(self.sum(terms, b, 0));
        let difference = difference.and_then(|(a, b)| a.plus(&b.scaled(-1)?))?;
        self.note_bounds(&difference, comparison);
        let atom = to_words(terms, &difference, comparison)?;
        if terms.constant(atom).is_none() && !self.found.atoms.contains(&atom) {
            self.found.atoms.push(atom);
        }
        Some(if kind == DeclKind::Distinct { terms.not(atom) } else { atom })
    }

    /// Notes what a comparison of a sum with zero cuts.
    fn note_bounds(&mut self, sum: &Sum, comparison: Comparison) -> Option<()> {
        let first = *sum.factors.values().next()?;
        let (of, is_turned) = if first < 0 { (sum.scaled(-1)?, true) } else { (sum.clone(), false) };
        // A bound stands for a cut and its opposite: `sum >= 0` cuts where `sum <= -1` does.
        let bound = of.constant.checked_neg()?;
        let below = bound.checked_sub(1)?;
        let bounds = self.bounds.entry(of.factors).or_default();
        match comparison {
            Comparison::Equal => bounds.extend([bound, below]),
            Comparison::AtMost => bounds.extend([if is_turned { below } else { bound }]),
            Comparison::Less => bounds.extend([if is_turned { bound } else { below }]),
        }
        Some(())
    }

    fn add_equalities(&mut self, terms: &mut Terms) {
        for (factors, bounds) in &self.bounds {
            let width = factors.keys().next().map_or(0, |(word, _)| terms.width(*word));
            if factors.keys().any(|(word, _)| terms.width(*word) != width) {
                continue;
            }
            for &bound in bounds.iter().filter(|&&bound| bounds.contains(&(bound - 1))) {
                let mut total = terms.bits(width, 0);
                for (&(word, _), &factor) in factors {
                    let factor = terms.bits(width, factor as u128);
                    let part = terms.word(Word::Mul, word, factor);
                    total = terms.word(Word::Add, total, part);
                }
                let value = terms.bits(width, bound as u128);
                let atom = terms.eq(total, value);
                if terms.constant(atom).is_none() {
                    self.found.equalities.push(atom);
                }
            }
        }
    }

    fn sum(&mut self, terms: &mut Terms, ast: &Dynamic, depth: u32) -> Option<Sum> {
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
            let word = (terms.symbol(symbol), terms.is_signed(symbol));
            return Some(Sum { factors: BTreeMap::from([(word, 1)]), constant: 0 });
        }
        let children = ast.children();
        match (ast.decl().kind(), &children[..]) {
            (DeclKind::Add, parts) => {
                let mut sum = Sum::default();
                for part in parts {
                    sum = sum.plus(&self.sum(terms, part, depth + 1)?)?;
                }
                Some(sum)
            }
            (DeclKind::Sub, [a, b]) => {
                let b = self.sum(terms, b, depth + 1)?.scaled(-1)?;
                self.sum(terms, a, depth + 1)?.plus(&b)
            }
            (DeclKind::Uminus, [a]) => self.sum(terms, a, depth + 1)?.scaled(-1),
            (DeclKind::Mul, [a, b]) => {
                let (a, b) = (self.sum(terms, a, depth + 1)?, self.sum(terms, b, depth + 1)?);
                match (a.factors.is_empty(), b.factors.is_empty()) {
                    (true, _) => b.scaled(a.constant),
                    (_, true) => a.scaled(b.constant),
                    _ => None,
                }
            }
            (DeclKind::Mod, [a, b]) => {
                let (a, b) = (self.sum(terms, a, depth + 1)?, self.sum(terms, b, depth + 1)?);
                let divisor = Some(b.constant).filter(|&value| b.factors.is_empty() && value > 0)?;
                let (value, width) = wide(terms, &a)?;
                // A remainder that is never negative.
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
fn wide(terms: &mut Terms, sum: &Sum) -> Option<(Term, u32)> {
    let widest = sum.factors.keys().map(|(word, _)| terms.width(*word)).max().unwrap_or(32);
    // The least width in which no value of the words makes the sum wrap.
    let mut most = sum.constant.unsigned_abs();
    for (&(word, _), factor) in &sum.factors {
        let largest = 1u128.checked_shl(terms.width(word)).filter(|_| terms.width(word) < 128)?;
        most = most.checked_add(factor.unsigned_abs().checked_mul(largest)?)?;
    }
    let width = (128 - most.leading_zeros() + 1).max(widest);
    if width > 128 {
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
fn to_words(terms: &mut Terms, sum: &Sum, comparison: Comparison) -> Option<Term> {
    let parts: Vec<_> =
        sum.factors.iter().map(|(&(word, is_signed), &factor)| (word, is_signed, factor)).collect();
    match parts[..] {
        [] => return None,
        [(word, is_signed, factor @ (1 | -1))] => {
            let width = terms.width(word);
            let bound = sum.constant.checked_mul(-factor)?;
            let (low, high) = if is_signed {
                (-(1i128 << (width - 1).min(126)), (1i128 << (width - 1).min(126)) - 1)
            } else {
                (0, (1i128 << width.min(126)) - 1)
            };
            if bound < low || bound > high {
                return None;
            }
            let bound = terms.bits(width, bound as u128);
            let (a, b) = if factor == 1 { (word, bound) } else { (bound, word) };
            return Some(compare(terms, comparison, is_signed, a, b));
        }
        [(x, sign_x, 1), (y, sign_y, -1)] | [(y, sign_y, -1), (x, sign_x, 1)]
            if sum.constant == 0 && sign_x == sign_y && terms.width(x) == terms.width(y) =>
        {
            return Some(compare(terms, comparison, sign_x, x, y));
        }
        _ => {}
    }
    let (total, width) = wide(terms, sum)?;
    let zero = terms.bits(width, 0);
    Some(compare(terms, comparison, true, total, zero))
}

fn compare(terms: &mut Terms, comparison: Comparison, is_signed: bool, a: Term, b: Term) -> Term {
    match (comparison, is_signed) {
        (Comparison::Equal, _) => terms.eq(a, b),
        (Comparison::Less, true) => terms.order(Order::Slt, a, b),
        (Comparison::Less, false) => terms.order(Order::Ult, a, b),
        (Comparison::AtMost, true) => terms.order(Order::Sle, a, b),
        (Comparison::AtMost, false) => terms.order(Order::Ule, a, b),
    }
}
