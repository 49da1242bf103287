//! Refinement: predicates that exclude a path which the program cannot take.
//!
//! From cheap to dear: values of variables that only ever hold constants; atoms of an invariant of the path with its
//! loops folded, in integers (see [`crate::smt::horn`]); the same with the path as it is; atoms of weakest preconditions.
//! None of them is trusted: what a predicate is worth, the abstraction finds out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::block::{Blocks, Builder, Point, Valuation, equalities};
use crate::path::{Link, Path, Step};
use crate::smt::horn::{Clause, Horn};
use crate::smt::{Answer, Smt, Wrap};
use crate::term::{Node, Sort, Symbol, Term, Terms};

/// Predicates for the points behind the steps of a path.
pub type Found = Vec<(Point, Vec<Term>)>;

/// Ways to look for predicates, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// The path with its loops folded; whether words wrap, and the effort.
    Folded(bool, u32),
    Straight(bool, u32),
    Preconditions,
}

pub const WAYS: [Way; 9] = [
    Way::Folded(false, LITTLE),
    Way::Folded(true, LITTLE),
    Way::Straight(false, LITTLE),
    Way::Straight(true, LITTLE),
    Way::Preconditions,
    Way::Folded(false, MUCH),
    Way::Folded(true, MUCH),
    Way::Straight(false, MUCH),
    Way::Straight(true, MUCH),
];

/// Effort for one set of clauses: at first, and where nothing else helps.
const LITTLE: u32 = 3_000_000;
const MUCH: u32 = 40_000_000;
/// Atoms that are taken from one precondition.
const ATOMS: usize = 60;
/// The largest atom that becomes a predicate, in terms.
const ATOM: usize = 60;

pub fn find(builder: &mut Builder<'_>, path: &Path, way: Way) -> Found {
    match way {
        Way::Folded(wraps, effort) => integers(builder, path, true, wraps, effort),
        Way::Straight(wraps, effort) => integers(builder, path, false, wraps, effort),
        Way::Preconditions => preconditions(builder, path),
    }
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
    let mut others = HashSet::new();
    for block in blocks.flat_map(|blocks| &blocks.all) {
        for (&symbol, &value) in &block.values {
            let (mut work, mut seen) = (vec![value], HashSet::new());
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
        let is_variable = |symbol: Symbol| builder.encoder.storage.is_variable(symbol);
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
    let (terms, storage) = (&mut encoder.terms, &encoder.storage);
    let is_address = |symbol: Symbol| storage.is_address(symbol);
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
        let mut done = HashMap::new();
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

/// A step of a path as a clause.
struct Arc {
    from: Option<usize>,
    /// The relation at the end of a call that the step goes over, the one at its entrance, and what data is there.
    over: Option<(usize, usize, BTreeMap<Symbol, Term>)>,
    to: Option<usize>,
    block: (u64, usize),
    guard: Term,
    values: BTreeMap<Symbol, Term>,
}

/// Atoms of an invariant in integers, with one relation for each point or for each step.
fn integers(builder: &mut Builder<'_>, path: &Path, is_folded: bool, wraps: bool, effort: u32) -> Found {
    let mut points: Vec<Point> = Vec::new();
    let mut place = |point: Option<Point>| -> Option<usize> {
        let point = point?;
        if is_folded && let Some(known) = points.iter().position(|it| *it == point) {
            return Some(known);
        }
        points.push(point);
        Some(points.len() - 1)
    };
    let mut arcs: Vec<Arc> = Vec::new();
    let mut at = None;
    // Calls that have not returned: where from, by which step, and where to.
    let mut open: Vec<(Option<usize>, &Step, Option<usize>)> = Vec::new();
    for step in &path.steps {
        let (block, to) = (step.block(), place(point(step)));
        // What was known before is a part of the guard.
        let known = equalities(&step.valuation, &mut builder.encoder.terms);
        let guard = builder.encoder.terms.and(known, block.guard);
        let mut arc = Arc {
            from: at,
            over: None,
            to,
            block: (step.blocks.id, step.index),
            guard,
            values: BTreeMap::new(),
        };
        match &step.link {
            Link::Within => {}
            Link::Enter => open.push((at, step, to)),
            Link::Leave(procedure) => {
                let (Some((from, enter, Some(entrance))), Some(exit)) = (open.pop(), at) else {
                    return Vec::new();
                };
                let known = equalities(&enter.valuation, &mut builder.encoder.terms);
                let over = procedure.over(&mut builder.encoder, enter.block(), block, &Valuation::new());
                arc.from = from;
                arc.guard = builder.encoder.terms.and(known, over.guard);
                arc.values = over.values;
                arc.over = Some((exit, entrance, over.at_exit));
            }
        }
        let is_known = |it: &Arc| {
            let over = |arc: &Arc| arc.over.as_ref().map(|it| it.0);
            it.from == arc.from && it.to == arc.to && it.block == arc.block && over(it) == over(&arc)
        };
        if !arcs.iter().any(is_known) {
            if arc.over.is_none() {
                arc.values = block.values.clone();
            }
            arcs.push(arc);
        }
        at = to;
    }
    let ghosts: BTreeMap<Symbol, Symbol> = path
        .steps
        .iter()
        .filter_map(|step| match &step.link {
            Link::Leave(procedure) => Some(&procedure.ghosts),
            _ => None,
        })
        .flat_map(|ghosts| ghosts.iter().map(|(&data, &ghost)| (ghost, data)))
        .collect();
    let encoder = &mut builder.encoder;
    let is_word = |encoder: &crate::encode::Encoder<'_>, symbol: Symbol| {
        encoder.storage.is_variable(symbol) && matches!(encoder.terms.symbol_sort(symbol), Sort::Bits(_))
    };
    // The data that matters at each point.
    let mut needed: Vec<BTreeSet<Symbol>> = vec![BTreeSet::new(); points.len()];
    loop {
        let mut is_changed = false;
        let mut add = |needed: &mut Vec<BTreeSet<Symbol>>, at: usize, more: BTreeSet<Symbol>| {
            let before = needed[at].len();
            needed[at].extend(more);
            is_changed |= needed[at].len() != before;
        };
        for arc in arcs.iter().rev() {
            let mut roots = vec![arc.guard];
            let mut more = BTreeSet::new();
            for symbol in arc.to.map(|to| &needed[to]).into_iter().flatten() {
                match arc.values.get(symbol) {
                    Some(&value) => roots.push(value),
                    None => {
                        more.insert(*symbol);
                    }
                }
            }
            if let Some((exit, entrance, at_exit)) = &arc.over {
                let mut read = BTreeSet::new();
                encoder.terms.for_each_symbol(&roots, |symbol| {
                    read.insert(symbol);
                });
                // Data at the exit that is read here, and what that can depend on: data that matters at the entrance.
                let mut there = BTreeSet::new();
                for (&symbol, &value) in at_exit {
                    let is_read = match ghosts.get(&symbol) {
                        Some(data) => needed[*entrance].contains(data),
                        None => matches!(encoder.terms.node(value), Node::Symbol(it) if read.contains(&it)),
                    };
                    if is_read && is_word(encoder, symbol) {
                        there.insert(symbol);
                        roots.push(value);
                    }
                }
                add(&mut needed, *exit, there);
            }
            let Some(from) = arc.from else { continue };
            encoder.terms.for_each_symbol(&roots, |symbol| {
                if is_word(encoder, symbol) {
                    more.insert(symbol);
                }
            });
            add(&mut needed, from, more);
        }
        if !is_changed {
            break;
        }
    }
    let relations: Vec<Vec<Symbol>> = needed.iter().map(|set| set.iter().copied().collect()).collect();
    let mut clauses = Vec::new();
    for arc in &arcs {
        let over = arc.over.as_ref().map(|(exit, _, at_exit)| {
            let terms = &mut encoder.terms;
            let args = relations[*exit].iter().map(|&symbol| match at_exit.get(&symbol) {
                Some(&value) => value,
                None => terms.symbol(symbol),
            });
            (*exit, args.collect())
        });
        clauses.push(Clause { from: arc.from, over, to: arc.to, guard: arc.guard, values: &arc.values });
    }
    let horn = Horn { relations, clauses };
    match horn.solve(&mut encoder.terms, if wraps { Wrap::Any } else { Wrap::Never }, effort) {
        Some(answers) => points.into_iter().zip(answers).collect(),
        None => Vec::new(),
    }
}

/// Atoms of what has to hold behind each step for the rest of the path to be passable.
fn preconditions(builder: &mut Builder<'_>, path: &Path) -> Found {
    let mut found = Vec::new();
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

#[derive(Default)]
struct Atoms {
    seen: HashSet<Term>,
    found: Vec<Term>,
}

impl Atoms {
    fn gather(&mut self, builder: &mut Builder<'_>, term: Term) {
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
            let mut done = HashMap::from([(conditional, branch)]);
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
            is_known &= encoder.storage.is_variable(symbol) || encoder.storage.is_address(symbol);
        });
        is_known && size(&encoder.terms, term) <= ATOM
    }
}

fn size(terms: &Terms, term: Term) -> usize {
    let (mut seen, mut work) = (HashSet::new(), vec![term]);
    while let Some(term) = work.pop() {
        if seen.insert(term) && seen.len() <= ATOM {
            terms.for_each_operand(term, |operand| work.push(operand));
        }
    }
    seen.len()
}

fn find_conditional(terms: &Terms, term: Term) -> Option<(Term, Term, Term, Term)> {
    let (mut seen, mut work) = (HashSet::new(), vec![term]);
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
