//! Holes: entrances that an inherited summary stands for, with its exits and nothing between; and what becomes of paths through them.
//!
//! Definition 7 and algorithm 2 of He, Yu, Cai on summary reuse (2020); what is inherited, why that is right, and the deviations are in
//! [`crate::inherited`].

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Search;
use crate::abstraction::{Place, PredicateId};
use crate::bdd::Bdd;
use crate::block::{Block, Blocks, Point, Target, Valuation, equalities};
use crate::inherited::{Cache, Cex, Fragments, Kinds, Summary};
use crate::path::{Link, Step};
use crate::proof::obligation::Oracle;
use crate::proof::{Condition, Part};
use crate::summary::ENTRANCE;
use formula::{Node, Sort, Symbol, Term};

/// Diagrams that all summaries together may have.
const DIAGRAMS: usize = 200_000;

/// What is known at an entrance or at an exit.
struct State {
    valuation: Rc<Valuation>,
    region: Bdd,
    condition: Condition,
}

/// A selected summary, as the search sees it.
struct Candidate {
    entrance: State,
    /// With their numbers in the summary.
    exits: Vec<(usize, Point, State)>,
    /// λ.
    precision: HashMap<Place, (HashSet<PredicateId>, BTreeSet<Symbol>)>,
    /// No hole is made of it from now on: one was expanded.
    is_given_up: bool,
}

/// What stands for a node at an entrance.
pub struct Hole {
    /// By number.
    pub summary: usize,
    /// Nodes at exits, each with its number in the summary.
    pub exits: Vec<(usize, usize)>,
}

/// The summary cache, and the holes that were made from it.
pub struct Holes {
    cache: Cache,
    kinds: Kinds,
    cex: Cex,
    /// By number of the summary; nothing for what cannot be used.
    candidates: Vec<Option<Candidate>>,
    /// By node at an entrance.
    of: HashMap<usize, Hole>,
    /// Nodes at exits of holes, with what the summary says there.
    exits: HashMap<usize, Condition>,
    expanded: HashSet<usize>,
}

impl Holes {
    pub fn summary(&self, number: usize) -> &Summary {
        &self.cache.selected[number]
    }

    /// What a node stands for, as the summary said it.
    pub fn condition(&self, node: usize) -> Option<&Condition> {
        self.exits.get(&node)
    }
}

impl Search<'_, '_> {
    /// Takes summaries for the search of fragments from now on.
    pub fn inherit_from(&mut self, cache: Cache, kinds: Kinds, cex: Cex) {
        self.stats.inherited.offered = cache.offered();
        self.holes = Some(Holes {
            cache,
            kinds,
            cex,
            candidates: Vec::new(),
            of: HashMap::default(),
            exits: HashMap::default(),
            expanded: HashSet::default(),
        });
    }

    /// What stands for a node at an entrance.
    pub(super) fn hole(&self, node: usize) -> Option<&Hole> {
        self.holes.as_ref()?.of.get(&node)
    }

    /// The summary that stands for a node at the entrance of a procedure.
    pub(super) fn procedure_hole(&self, node: usize) -> Option<usize> {
        let is_entrance = self.nodes[node].point.is_some_and(|point| point.at == ENTRANCE);
        self.hole(node).filter(|_| is_entrance).map(|hole| hole.summary)
    }

    /// And for one at the entrance of a loop.
    pub(super) fn loop_hole(&self, node: usize) -> Option<(&Hole, &Part)> {
        let hole = self.hole(node).filter(|_| self.procedure_hole(node).is_none())?;
        Some((hole, &self.holes.as_ref()?.summary(hole.summary).part))
    }

    /// What is known of fragments.
    pub fn give_back(&mut self) -> Fragments {
        self.holes.as_mut().map(|it| std::mem::take(&mut it.cache.fragments)).unwrap_or_default()
    }

    /// Makes a hole of a node at an entrance, if a summary is applicable; whether one is.
    pub(super) fn inherit(&mut self, node: usize) -> bool {
        let Some(point) = self.nodes[node].point else { return false };
        let Some(mut holes) = self.holes.take() else { return false };
        // It may have been one before more was told apart.
        holes.of.remove(&node);
        let is_made = self.is_entrance(&mut holes, node, point) && self.make_hole(&mut holes, node, point);
        self.holes = Some(holes);
        is_made
    }

    /// Whether a fragment is entered with a node, of those that summaries may stand for.
    fn is_entrance(&mut self, holes: &mut Holes, node: usize, point: Point) -> bool {
        if point.at == ENTRANCE {
            return holes.kinds.procedures;
        }
        let scope = match holes.kinds.loops {
            true => holes.cache.fragments.scope(self.builder, point),
            false => None,
        };
        let before = self.nodes[node].parent.as_ref().and_then(|(parent, _)| self.nodes[*parent].point);
        scope.is_some_and(|scope| before.is_none_or(|before| !scope.contains(&before)))
    }

    fn make_hole(&mut self, holes: &mut Holes, node: usize, point: Point) -> bool {
        holes.cache.select(self.builder, point);
        self.look_at_selected(holes);
        let number = (0..holes.candidates.len())
            .find(|&it| holes.cache.selected[it].entrance == point && self.is_applicable(holes, node, it));
        let Some(summary) = number else { return false };
        let Some(Some(candidate)) = holes.candidates.get(summary) else { return false };
        self.stats.inherited.holes += 1;
        let fragment = holes.cache.fragments.get(self.builder, point);
        let mut exits = Vec::new();
        for (number, exit, state) in &candidate.exits {
            let modified = fragment.as_ref().map(|it| &it.modified);
            let step = match point.at == ENTRANCE {
                true => self.over_procedure(node, *exit, &state.condition),
                false => {
                    modified.map(|it| self.over_hole(node, *exit, &state.condition, it, BTreeMap::new()))
                }
            };
            let (valuation, region) = (state.valuation.clone(), state.region);
            let id = self.add(Some(*exit), valuation, region, step.map(|step| (node, step)), None);
            holes.exits.insert(id, state.condition.clone());
            exits.push((*number, id));
        }
        holes.of.insert(node, Hole { summary, exits });
        true
    }

    /// Looks at summaries that were selected since.
    fn look_at_selected(&mut self, holes: &mut Holes) {
        for number in holes.candidates.len()..holes.cache.selected.len() {
            self.stats.inherited.selected += 1;
            let candidate = self.candidate_of(holes, number);
            holes.candidates.push(candidate);
            self.drop_subsumed(holes, number);
        }
    }

    fn candidate_of(&mut self, holes: &mut Holes, number: usize) -> Option<Candidate> {
        let summary = &holes.cache.selected[number];
        let entrance = self.state(&summary.part.entrance)?;
        let scope = match summary.entrance.at == ENTRANCE {
            true => None,
            false => Some(holes.cache.fragments.scope(self.builder, summary.entrance)?),
        };
        let mut exits = Vec::new();
        for (number, node) in summary.part.nodes.iter().enumerate() {
            let is_exit = match &scope {
                Some(scope) => !scope.contains(&node.point),
                None => node.point.context == summary.entrance.context && self.builder.is_end(node.point),
            };
            if is_exit {
                exits.push((number, node.point, self.state(&node.condition)?));
            }
        }
        let mut precision = HashMap::default();
        for (&place, (predicates, tracked)) in &summary.precision {
            let mut ids = HashSet::default();
            predicates.iter().for_each(|&it| self.told(it, &mut ids));
            precision.insert(place, (ids, tracked.clone()));
        }
        Some(Candidate { entrance, exits, precision, is_given_up: false })
    }

    /// A condition as a region. Nothing is told apart anywhere because of it.
    fn state(&mut self, condition: &Condition) -> Option<State> {
        let region = self.diagram(None, condition.formula, &mut HashMap::default())?;
        let valuation = Rc::new(condition.known.clone());
        (self.bdds.len() <= DIAGRAMS).then(|| State { valuation, region, condition: condition.clone() })
    }

    /// Gives up those that a summary is applicable instead of wherever they are.
    fn drop_subsumed(&mut self, holes: &mut Holes, new: usize) {
        for other in 0..new {
            for (less, more) in [(new, other), (other, new)] {
                let [Some(a), Some(b)] = [&holes.candidates[less], &holes.candidates[more]] else { continue };
                let is_same = holes.cache.selected[less].entrance == holes.cache.selected[more].entrance;
                let told = |place: &Place, ids: &HashSet<PredicateId>, tracked: &BTreeSet<Symbol>| {
                    b.precision.get(place).map_or(ids.is_empty() && tracked.is_empty(), |it| {
                        ids.is_subset(&it.0) && tracked.is_subset(&it.1)
                    })
                };
                let is_subsumed = is_same
                    && !a.is_given_up
                    && !b.is_given_up
                    && a.precision.iter().all(|(place, (ids, tracked))| told(place, ids, tracked))
                    && holds(&b.entrance.valuation, &a.entrance.valuation)
                    && self.bdds.implies(a.entrance.region, b.entrance.region);
                if is_subsumed && let Some(a) = &mut holes.candidates[less] {
                    a.is_given_up = true;
                    break;
                }
            }
        }
    }

    /// Whether a summary is applicable to a node: what is told apart in the fragment, and in all that impacts it, is contained
    /// in λ, and its state implies φin. What is said of data that a procedure does not mention is kept by whoever calls; a loop
    /// keeps what is told apart in it.
    fn is_applicable(&mut self, holes: &mut Holes, node: usize, number: usize) -> bool {
        let Some(candidate) = &holes.candidates[number] else { return false };
        if candidate.is_given_up || holes.expanded.contains(&node) {
            return false;
        }
        let entrance = holes.cache.selected[number].entrance;
        let Some(fragment) = holes.cache.fragments.get(self.builder, entrance) else { return false };
        let is_loop = fragment.scope.is_some();
        let is_of_it = |id: PredicateId| {
            let mut is_of_it = is_loop;
            let terms = &self.builder.encoder.terms;
            let mut see = |symbol| is_of_it |= fragment.mentions(symbol);
            terms.for_each_symbol(&[self.precision.term(id)], &mut see);
            is_of_it
        };
        let places = self.precision.places().filter(|(place, ..)| fragment.has(*place));
        let is_contained = places.into_iter().all(|(place, ids, tracked)| {
            let told = candidate.precision.get(&place);
            ids.iter().all(|&id| told.is_some_and(|told| told.0.contains(&id)) || !is_of_it(id))
                && tracked.iter().all(|symbol| {
                    let is_told = told.is_some_and(|told| told.1.contains(symbol));
                    is_told || !is_loop && !fragment.mentions(*symbol)
                })
        });
        let (it, entrance) = (&self.nodes[node], &candidate.entrance);
        let is_seen =
            holds(&entrance.valuation, &it.valuation) && self.bdds.implies(it.region, entrance.region);
        is_contained && (is_seen || self.is_implied(node, &candidate.entrance.condition))
    }

    /// Whether all states of a node satisfy a condition, whatever words the two are in.
    fn is_implied(&mut self, node: usize, condition: &Condition) -> bool {
        let from = self.condition(node);
        let mut oracle = Oracle::new(self.builder, self.smt);
        oracle.is_covered(&from, Term::TRUE, &BTreeMap::new(), &[condition])
    }

    /// What a predicate tells apart, and what its atoms do.
    fn told(&mut self, predicate: Term, ids: &mut HashSet<PredicateId>) {
        let mut work = vec![predicate];
        while let Some(term) = work.pop() {
            let terms = &mut self.builder.encoder.terms;
            ids.extend(self.precision.intern(terms, term).map(|it| it.0));
            if !matches!(terms.node(term), Node::Eq(..) | Node::Order(..) | Node::Symbol(_)) {
                terms.for_each_operand(term, |operand| work.push(operand));
            }
            work.retain(|&it| terms.sort(it) == Sort::Bool);
        }
    }

    /// From an entrance to an exit in one step, by the relation of a procedure's summary.
    fn over_procedure(&mut self, node: usize, exit: Point, condition: &Condition) -> Option<Step> {
        let procedure = self.builder.procedure(self.builder.function(exit.context))?;
        let terms = &mut self.builder.encoder.terms;
        let ghosts = procedure.ghosts.iter().map(|(&data, &ghost)| (ghost, terms.symbol(data))).collect();
        let modified = procedure.modified.iter().chain(&procedure.result).copied().collect();
        Some(self.over_hole(node, exit, condition, &modified, ghosts))
    }

    /// From an entrance to an exit in one step, behind which a condition holds of what may have changed, and ghosts are what data was.
    fn over_hole(
        &mut self,
        node: usize,
        exit: Point,
        condition: &Condition,
        modified: &BTreeSet<Symbol>,
        ghosts: BTreeMap<Symbol, Term>,
    ) -> Step {
        let (terms, mut values) = (&mut self.builder.encoder.terms, ghosts);
        for &data in modified {
            let name = format!("{}'", terms.symbol_name(data));
            let after = terms.copy_symbol(data, name);
            values.insert(data, terms.symbol(after));
        }
        let known = equalities(&condition.known, terms);
        let relation = terms.and(known, condition.formula);
        let by = |symbol: Symbol| values.get(&symbol).copied();
        let guard: Term = terms.replace(relation, &by, &mut HashMap::default());
        let block = Block {
            target: Target::Point(exit),
            guard,
            values,
            is_possible: false,
            valuation: condition.known.clone(),
        };
        let (id, all) = (self.builder.new_id(), vec![block]);
        let blocks = Rc::new(Blocks { id, all, is_complete: true, ..Blocks::default() });
        let valuation = self.nodes[node].valuation.clone();
        Step { valuation, blocks, index: 0, link: Link::Within }
    }

    /// Expands the first hole among some nodes; whether there is any. The fragment is searched then, with all its paths.
    pub(super) fn expand_hole(&mut self, nodes: &[usize]) -> bool {
        let hole = nodes.iter().copied().find(|&node| self.hole(node).is_some());
        hole.into_iter().for_each(|node| self.expand_all(&[node]));
        hole.is_some()
    }

    /// Expands all holes among the nodes of a path before that is looked at, if that is how it is done; whether there are any.
    pub(super) fn expand_eagerly(&mut self, nodes: &[usize]) -> bool {
        let is_eager = self.holes.as_ref().is_some_and(|it| it.cex == Cex::Eager);
        let found: BTreeSet<usize> =
            nodes.iter().copied().filter(|&node| is_eager && self.hole(node).is_some()).collect();
        self.expand_all(&Vec::from_iter(found.iter().copied()));
        !found.is_empty()
    }

    fn expand_all(&mut self, found: &[usize]) {
        let Some(holes) = &mut self.holes else { return };
        let mut exits = Vec::new();
        for &node in found {
            if let Some(hole) = holes.of.remove(&node) {
                if let Some(candidate) = &mut holes.candidates[hole.summary] {
                    candidate.is_given_up = true;
                }
                holes.expanded.insert(node);
                self.stats.inherited.expanded += 1;
                exits.extend(&self.nodes[node].children);
            }
        }
        self.take_back(&exits);
    }
}

/// Whether data that has some values has others.
fn holds(all: &Valuation, known: &Valuation) -> bool {
    all.iter().all(|(symbol, value)| known.get(symbol) == Some(value))
}
