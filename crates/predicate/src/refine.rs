//! Refinement: predicates that exclude a path which the program cannot take.
//!
//! From cheap to dear: values of variables that only ever hold constants; an invariant in integers (see
//! [`crate::clauses`]) of the whole program, of the path with its loops folded, and of the path as it is; interpolants of bits (see
//! [`crate::interpolate`]); atoms of weakest preconditions.
//! None of them is trusted: what a predicate is worth, the abstraction finds out.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};

use crate::block::{Blocks, Builder, Point};
use crate::clauses::System;
use crate::interpolate;
use crate::path::{Link, Path, Step};
use crate::phase::Phase;
use formula::{Node, Sort, Symbol, Term, Terms};
use solver::{Answer, Smt, Wrap};

/// Predicates for the points behind the steps of a path.
pub type Found = Vec<(Point, Vec<Term>)>;

/// Ways to look for predicates, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// The whole program; how words wrap, and the effort.
    Whole(Wrap, u32),
    /// The path with its loops folded.
    Folded(Wrap, u32),
    Straight(Wrap, u32),
    /// Of words, see [`crate::interpolate`].
    Interpolants,
    Preconditions,
}

impl Way {
    pub fn phase(self) -> Phase {
        match self {
            Way::Interpolants => Phase::Interpolants,
            Way::Preconditions => Phase::Preconditions,
            _ => Phase::Spacer,
        }
    }

    /// Whether it is for where nothing else helps.
    pub fn is_dear(self) -> bool {
        matches!(self, Way::Whole(_, MUCH) | Way::Folded(_, MUCH) | Way::Straight(_, MUCH))
    }
}

pub const WAYS: [Way; 15] = [
    Way::Whole(Wrap::Noted, SOME),
    Way::Whole(Wrap::Any, SOME),
    Way::Whole(Wrap::Never, SOME),
    Way::Folded(Wrap::Noted, LITTLE),
    Way::Folded(Wrap::Any, LITTLE),
    Way::Folded(Wrap::Never, LITTLE),
    Way::Straight(Wrap::Never, LITTLE),
    Way::Straight(Wrap::Any, LITTLE),
    Way::Interpolants,
    Way::Preconditions,
    Way::Whole(Wrap::Any, MUCH),
    Way::Folded(Wrap::Any, MUCH),
    Way::Folded(Wrap::Never, MUCH),
    Way::Straight(Wrap::Never, MUCH),
    Way::Straight(Wrap::Any, MUCH),
];

/// Effort for one set of clauses: at first, for those that are tried only once, and where nothing else helps.
const LITTLE: u32 = 150_000;
const SOME: u32 = 500_000;
const MUCH: u32 = 3_000_000;
/// Atoms that are taken from one precondition.
const ATOMS: usize = 60;
/// The largest atom that becomes a predicate, in terms.
const ATOM: usize = 60;

/// Sets of predicates, each to be tried only if those before it did not help.
pub fn find(builder: &mut Builder<'_>, smt: &mut Smt, initial: &Blocks, path: &Path, way: Way) -> Vec<Found> {
    let (system, wraps, effort) = match way {
        Way::Whole(wraps, effort) => (System::of_program(builder, initial), wraps, effort),
        Way::Folded(wraps, effort) => (System::of_path(builder, path, true), wraps, effort),
        Way::Straight(wraps, effort) => (System::of_path(builder, path, false), wraps, effort),
        Way::Interpolants => return interpolate::find(builder, smt, path),
        Way::Preconditions => return vec![preconditions(builder, path)],
    };
    system.map_or(Vec::new(), |system| system.solve(builder, wraps, effort))
}

fn point(step: &Step) -> Option<Point> {
    step.block().target.point()
}

/// Variables that only ever hold constants, inputs as they are, or each other's values.
fn flags<'a>(
    terms: &Terms,
    is_variable: &dyn Fn(Symbol) -> bool,
    blocks: impl Iterator<Item = &'a Blocks>,
) -> BTreeSet<Symbol> {
    let mut sources: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    let mut others = HashSet::default();
    for block in blocks.flat_map(|blocks| &blocks.all) {
        for (&symbol, &value) in &block.values {
            let (mut work, mut seen) = (vec![value], HashSet::default());
            while let Some(term) = work.pop() {
                if !seen.insert(term) {
                    continue;
                }
                match terms.node(term) {
                    Node::Ite(_, a, b) => work.extend([a, b]),
                    Node::Bits { .. } => {
                        sources.entry(symbol).or_default();
                    }
                    Node::Symbol(source) => {
                        let sources = sources.entry(symbol).or_default();
                        if is_variable(source) {
                            sources.insert(source);
                        }
                    }
                    _ => {
                        others.insert(symbol);
                    }
                }
            }
        }
    }
    let mut flags: BTreeSet<Symbol> =
        sources.keys().copied().filter(|symbol| !others.contains(symbol)).collect();
    loop {
        let is_sound = |symbol: &Symbol| sources[symbol].iter().all(|source| flags.contains(source));
        let fewer: BTreeSet<Symbol> = flags.iter().copied().filter(is_sound).collect();
        if fewer.len() == flags.len() {
            return flags;
        }
        flags = fewer;
    }
}

/// Flags whose values exclude the path, with the points at which they have to be known.
pub fn flags_needed(builder: &mut Builder<'_>, smt: &mut Smt, path: &Path) -> Vec<(Point, Symbol)> {
    let flags = {
        let known = builder.known();
        let steps = path.steps.iter().map(|step| &*step.blocks);
        let is_variable = |symbol: Symbol| builder.encoder.keys.is_variable(symbol);
        flags(&builder.encoder.terms, &is_variable, known.iter().map(|blocks| &**blocks).chain(steps))
    };
    let visible: Vec<BTreeSet<Symbol>> = path
        .steps
        .iter()
        .map(|step| {
            let is_visible =
                |flag: &Symbol| point(step).is_some_and(|point| builder.is_visible(point, *flag));
            flags.iter().copied().filter(is_visible).collect()
        })
        .collect();
    let encoder = &mut builder.encoder;
    let (terms, keys) = (&mut encoder.terms, &encoder.keys);
    let is_address = |symbol: Symbol| keys.is_address(symbol);
    // Behind each step a flag has a name of its own, and all else has any value.
    let mut assumed: Vec<Term> = Vec::new();
    let mut links: Vec<(Term, usize, Symbol)> = Vec::new();
    let mut names: BTreeMap<Symbol, Term> = BTreeMap::new();
    let mut aside: Vec<BTreeMap<Symbol, Term>> = Vec::new();
    for (number, step) in path.steps.iter().enumerate() {
        let block = step.block();
        let mut roots: Vec<Term> = flags.iter().filter_map(|flag| block.values.get(flag).copied()).collect();
        roots.push(block.guard);
        let mut symbols = Vec::new();
        terms.for_each_symbol(&roots, |symbol| symbols.push(symbol));
        symbols.sort_unstable();
        for symbol in symbols {
            if !names.contains_key(&symbol) && !is_address(symbol) {
                let name = format!("{}@{number}", terms.symbol_name(symbol));
                let sort = terms.symbol_sort(symbol);
                let fresh = terms.new_symbol(name, sort);
                names.insert(symbol, terms.symbol(fresh));
            }
        }
        let by = |symbol: Symbol| names.get(&symbol).copied();
        let mut done = HashMap::default();
        let guard = terms.replace(block.guard, &by, &mut done);
        assumed.push(guard);
        let mut next = BTreeMap::new();
        let caller = match &step.link {
            Link::Within => None,
            Link::Enter => {
                aside.push(names.clone());
                None
            }
            Link::Leave(procedure) => aside.pop().map(|caller| (caller, procedure)),
        };
        if number + 1 < path.steps.len() {
            for &flag in &visible[number] {
                let kept = match &caller {
                    Some((caller, procedure)) if !procedure.modified.contains(&flag) => caller,
                    _ => &names,
                };
                let value = match block.values.get(&flag) {
                    Some(&value) => terms.replace(value, &by, &mut done),
                    None => match kept.get(&flag) {
                        Some(&value) => value,
                        None => continue,
                    },
                };
                let fresh = terms
                    .new_symbol(format!("{}@{number}", terms.symbol_name(flag)), terms.symbol_sort(flag));
                let name = terms.symbol(fresh);
                let link = terms.eq(name, value);
                links.push((link, number, flag));
                next.insert(flag, name);
            }
        }
        names = next;
    }
    if assumed.contains(&Term::FALSE) {
        return Vec::new();
    }
    assumed.extend(links.iter().map(|(link, ..)| *link));
    let mut query = smt.query();
    if query.check(smt, terms, &assumed) != Answer::Unsat {
        return Vec::new();
    }
    let core = query.core(&assumed);
    let is_needed = |(link, number, flag): (Term, usize, Symbol)| {
        point(&path.steps[number]).filter(|_| core.contains(&link)).map(|point| (point, flag))
    };
    links.into_iter().filter_map(is_needed).collect()
}

/// Atoms of what has to hold behind each step for the rest of the path to be passable.
fn preconditions(builder: &mut Builder<'_>, path: &Path) -> Found {
    let mut found = Found::new();
    for number in 0..path.steps.len().saturating_sub(1) {
        let Some(point) = point(&path.steps[number]) else { continue };
        let rest = Path::of(&mut builder.encoder, path.steps[number + 1..].to_vec());
        let mut atoms = Atoms::default();
        for &guard in &rest.guards {
            atoms.gather(builder, guard);
        }
        found.push((point, atoms.found));
    }
    found
}

/// Comparisons in a formula that can be predicates.
#[derive(Default)]
pub struct Atoms {
    seen: HashSet<Term>,
    pub found: Vec<Term>,
}

impl Atoms {
    pub fn gather(&mut self, builder: &mut Builder<'_>, term: Term) {
        if !self.seen.insert(term) || self.found.len() > ATOMS {
            return;
        }
        let terms = &builder.encoder.terms;
        match terms.node(term) {
            Node::Eq(..) | Node::Order(..) => {
                if find_conditional(terms, term).is_some() {
                    self.split(builder, term, 0);
                } else if self.is_predicate(builder, term) {
                    self.found.push(term);
                }
            }
            _ => {
                let mut operands = Vec::new();
                terms.for_each_operand(term, |operand| operands.push(operand));
                operands.into_iter().for_each(|operand| self.gather(builder, operand));
            }
        }
    }

    /// An atom with conditional words: its conditions, and the atom with either branch.
    fn split(&mut self, builder: &mut Builder<'_>, atom: Term, depth: u32) {
        if depth > 4 {
            return;
        }
        let Some((condition, conditional, a, b)) = find_conditional(&builder.encoder.terms, atom) else {
            self.gather(builder, atom);
            return;
        };
        self.gather(builder, condition);
        for branch in [a, b] {
            let mut done = HashMap::from_iter([(conditional, branch)]);
            let flat = builder.encoder.terms.replace(atom, &|_| None, &mut done);
            if builder.encoder.terms.sort(flat) == Sort::Bool
                && builder.encoder.terms.constant(flat).is_none()
            {
                self.split(builder, flat, depth + 1);
            }
        }
    }

    fn is_predicate(&self, builder: &Builder<'_>, term: Term) -> bool {
        let encoder = &builder.encoder;
        let mut is_known = true;
        encoder.terms.for_each_symbol(&[term], |symbol| {
            is_known &= encoder.keys.is_variable(symbol) || encoder.keys.is_address(symbol);
        });
        is_known && size(&encoder.terms, term) <= ATOM
    }
}

fn size(terms: &Terms, term: Term) -> usize {
    let (mut seen, mut work) = (HashSet::default(), vec![term]);
    while let Some(term) = work.pop() {
        if seen.insert(term) && seen.len() <= ATOM {
            terms.for_each_operand(term, |operand| work.push(operand));
        }
    }
    seen.len()
}

fn find_conditional(terms: &Terms, term: Term) -> Option<(Term, Term, Term, Term)> {
    let (mut seen, mut work) = (HashSet::default(), vec![term]);
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Node::Ite(c, a, b) = terms.node(term) {
            return Some((c, term, a, b));
        }
        terms.for_each_operand(term, |operand| work.push(operand));
    }
    None
}
