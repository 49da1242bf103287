//! Paths and programs as Horn clauses over integers: where predicates come from.
//!
//! One relation for each point, or for each step of a path. With its loops folded, a path is a small program of its own,
//! and an invariant of it excludes all paths that go round more often; with all blocks of the program, an invariant is a
//! proof, if it holds over words too.

use rustc_hash::FxHashSet as HashSet;
use std::collections::{BTreeMap, BTreeSet};

use crate::block::{Block, Blocks, Builder, Point, Target, Valuation, equalities};
use crate::encode::Encoder;
use crate::path::{Link, Path, Step};
use crate::refine::Found;
use crate::summary::Procedure;
use formula::{Node, Sort, Symbol, Term};
use solver::Wrap;
use solver::horn::{Candidates, Clause, Horn};

/// Clauses that a whole program may have, and terms that all blocks may have come to by then.
const CLAUSES: usize = 100;
const TERMS: usize = 200_000;

/// A block as a clause.
struct Arc {
    from: Option<usize>,
    /// The relation at the end of a call that the arc goes over, the one at its entrance, and what data is there.
    over: Option<(usize, usize, BTreeMap<Symbol, Term>)>,
    to: Option<usize>,
    block: (u64, usize),
    guard: Term,
    values: BTreeMap<Symbol, Term>,
}

#[derive(Default)]
pub struct System {
    /// Of each relation.
    points: Vec<Point>,
    arcs: Vec<Arc>,
    /// The data whose ghost a symbol is.
    ghosts: BTreeMap<Symbol, Symbol>,
}

impl System {
    fn place(&mut self, point: Point, is_folded: bool) -> usize {
        if is_folded && let Some(known) = self.points.iter().position(|it| *it == point) {
            return known;
        }
        self.points.push(point);
        self.points.len() - 1
    }

    fn add(&mut self, arc: Arc) {
        let over = |arc: &Arc| arc.over.as_ref().map(|it| it.0);
        let is_same = |it: &Arc| {
            it.from == arc.from && it.to == arc.to && it.block == arc.block && over(it) == over(&arc)
        };
        if !self.arcs.iter().any(is_same) {
            self.arcs.push(arc);
        }
    }

    /// A step over a call, by a block of this id.
    fn over(
        &mut self,
        encoder: &mut Encoder<'_>,
        procedure: &Procedure,
        block: (u64, usize),
        (from, enter, entrance): (Option<usize>, &Block, usize),
        (exit, leave, to): (usize, &Block, Option<usize>),
    ) -> Arc {
        self.ghosts.extend(procedure.ghosts.iter().map(|(&data, &ghost)| (ghost, data)));
        let over = procedure.over(encoder, enter, leave, &Valuation::new());
        Arc {
            from,
            over: Some((exit, entrance, over.at_exit)),
            to,
            block,
            guard: over.guard,
            values: over.values,
        }
    }

    pub fn of_path(builder: &mut Builder<'_>, path: &Path, is_folded: bool) -> Option<System> {
        let mut system = System::default();
        let mut at = None;
        // Calls that have not returned: where from, by which step, and where to.
        let mut open: Vec<(Option<usize>, &Step, Option<usize>)> = Vec::new();
        for step in &path.steps {
            let (block, id) = (step.block(), (step.blocks.id, step.index));
            let to = block.target.point().map(|point| system.place(point, is_folded));
            let arc = match &step.link {
                Link::Leave(procedure) => {
                    let (from, enter, entrance) = open.pop()?;
                    let enter_by = (from, enter.block(), entrance?);
                    let mut arc =
                        system.over(&mut builder.encoder, procedure, id, enter_by, (at?, block, to));
                    let known = equalities(&enter.valuation, &mut builder.encoder.terms);
                    arc.guard = builder.encoder.terms.and(known, arc.guard);
                    arc
                }
                link => {
                    if matches!(link, Link::Enter) {
                        open.push((at, step, to));
                    }
                    // What was known before is a part of the guard.
                    let known = equalities(&step.valuation, &mut builder.encoder.terms);
                    let guard = builder.encoder.terms.and(known, block.guard);
                    Arc { from: at, over: None, to, block: id, guard, values: block.values.clone() }
                }
            };
            system.add(arc);
            at = to;
        }
        Some(system)
    }

    /// All that the program can do, unless that is much.
    pub fn of_program(builder: &mut Builder<'_>, initial: &Blocks) -> Option<System> {
        let mut system = System::default();
        let (mut work, mut seen) = (Vec::new(), HashSet::default());
        system.add_blocks(builder, None, initial, &mut work)?;
        while let Some(point) = work.pop() {
            if !seen.insert(point) {
                continue;
            }
            let blocks = builder.blocks(point);
            system.add_blocks(builder, Some(point), &blocks, &mut work)?;
            if system.arcs.len() > CLAUSES
                || builder.encoder.terms.len() > TERMS
                || builder.limits.reached().is_some()
            {
                return None;
            }
        }
        Some(system)
    }

    fn add_blocks(
        &mut self,
        builder: &mut Builder<'_>,
        point: Option<Point>,
        blocks: &Blocks,
        work: &mut Vec<Point>,
    ) -> Option<()> {
        let from = point.map(|point| self.place(point, true));
        for (index, block) in blocks.all.iter().enumerate() {
            let to = block.target.point().map(|point| self.place(point, true));
            let id = (blocks.id, index);
            self.add(Arc {
                from,
                over: None,
                to,
                block: id,
                guard: block.guard,
                values: block.values.clone(),
            });
            let Target::Enter(edge, entrance) = block.target else {
                work.extend(block.target.point().filter(|&it| !builder.is_end(it)));
                continue;
            };
            let function = builder.function(entrance.context);
            let procedure = builder.procedure(function)?;
            let (leave, behind) = builder.behind(point?, edge, entrance)?;
            let exit = Point { context: entrance.context, at: builder.exit_of(entrance.context) };
            let exit = self.place(exit, true);
            let to = Some(self.place(behind, true));
            let entered = self.place(entrance, true);
            let enter_by = (from, block, entered);
            let arc = self.over(&mut builder.encoder, &procedure, id, enter_by, (exit, &leave, to));
            self.add(arc);
            work.push(entrance);
            work.push(behind);
        }
        Some(())
    }

    /// Sets of predicates from an invariant, each to be tried only if those before it did not help; none if there is no
    /// invariant, or if it is too hard.
    pub fn solve(&self, builder: &mut Builder<'_>, wraps: Wrap, effort: u32) -> Vec<Found> {
        let System { points, arcs, ghosts } = self;
        let encoder = &mut builder.encoder;
        let is_word = |encoder: &Encoder<'_>, symbol: Symbol| {
            encoder.keys.is_variable(symbol) && matches!(encoder.terms.symbol_sort(symbol), Sort::Bits(_))
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
                            None => {
                                matches!(encoder.terms.node(value), Node::Symbol(it) if read.contains(&it))
                            }
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
        for arc in arcs {
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
        match horn.solve(&mut encoder.terms, wraps, effort) {
            Some(answers) => {
                let mut sets = vec![Found::new(); 3];
                for (point, candidates) in points.iter().copied().zip(answers) {
                    // An invariant of integers may be one of words as it is. If it is not, more of its kind do not help.
                    let Candidates { clauses, equalities, atoms } = candidates;
                    for (set, list) in sets.iter_mut().zip([clauses, equalities, atoms]) {
                        set.push((point, list));
                    }
                }
                sets
            }
            None => Vec::new(),
        }
    }
}
