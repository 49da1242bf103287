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
use crate::inherited::{Cache, Cex, Fragments, Summary};
use crate::path::{Link, Step};
use crate::proof::Condition;
use crate::proof::obligation::Oracle;
use crate::term::{Node, Sort, Symbol, Term};

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
    exits: Vec<(Point, State)>,
    /// λ.
    precision: HashMap<Place, (HashSet<PredicateId>, BTreeSet<Symbol>)>,
    /// No hole is made of it from now on: one was expanded.
    is_given_up: bool,
}

/// The summary cache, and the holes that were made from it.
pub struct Holes {
    cache: Cache,
    cex: Cex,
    /// By number of the summary; nothing for what cannot be used.
    candidates: Vec<Option<Candidate>>,
    /// By node at an entrance, the summary that stands for it.
    of: HashMap<usize, usize>,
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
    /// Takes summaries for the search of procedures from now on.
    pub fn inherit_from(&mut self, cache: Cache, cex: Cex) {
        self.stats.inherited.offered = cache.offered();
        self.holes = Some(Holes {
            cache,
            cex,
            candidates: Vec::new(),
            of: HashMap::default(),
            exits: HashMap::default(),
            expanded: HashSet::default(),
        });
    }

    /// The summary that stands for a node at an entrance.
    pub(super) fn hole(&self, node: usize) -> Option<usize> {
        self.holes.as_ref()?.of.get(&node).copied()
    }

    /// What is known of fragments.
    pub fn give_back(&mut self) -> Fragments {
        self.holes.as_mut().map(|it| std::mem::take(&mut it.cache.fragments)).unwrap_or_default()
    }

    /// Makes a hole of a node at an entrance, if a summary is applicable; whether one is.
    pub(super) fn inherit(&mut self, node: usize) -> bool {
        let Some(point) = self.nodes[node].point else { return false };
        let function = self.builder.function(point.context);
        let Some(mut holes) = self.holes.take() else { return false };
        holes.cache.select(self.builder, function);
        self.look_at_selected(&mut holes);
        let number = (0..holes.candidates.len()).find(|&it| {
            holes.cache.selected[it].function == function && self.is_applicable(&mut holes, node, it)
        });
        if let Some(number) = number
            && let Some(Some(candidate)) = holes.candidates.get(number)
        {
            holes.of.insert(node, number);
            self.stats.inherited.holes += 1;
            for (exit, state) in &candidate.exits {
                let step = self.over_hole(node, *exit, &state.condition);
                let (valuation, region) = (state.valuation.clone(), state.region);
                let id = self.add(Some(*exit), valuation, region, step.map(|step| (node, step)), None);
                holes.exits.insert(id, state.condition.clone());
            }
        }
        self.holes = Some(holes);
        number.is_some()
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

    fn candidate_of(&mut self, holes: &Holes, number: usize) -> Option<Candidate> {
        let summary = &holes.cache.selected[number];
        let context = self.builder.entrance_of(summary.function).context;
        let entrance = self.state(&summary.part.entrance)?;
        let mut exits = Vec::new();
        for node in &summary.part.nodes {
            if node.point.context == context && self.builder.is_end(node.point) {
                exits.push((node.point, self.state(&node.condition)?));
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
                let is_same = holes.cache.selected[less].function == holes.cache.selected[more].function;
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
    /// in λ, and its state implies φin. What is said of data that the fragment does not mention is kept by whoever calls.
    fn is_applicable(&mut self, holes: &mut Holes, node: usize, number: usize) -> bool {
        let Some(candidate) = &holes.candidates[number] else { return false };
        if candidate.is_given_up || holes.expanded.contains(&node) {
            return false;
        }
        let function = holes.cache.selected[number].function;
        let Some(fragment) = holes.cache.fragments.get(self.builder, function) else { return false };
        let is_of_it = |id: PredicateId| {
            let mut is_of_it = false;
            let terms = &self.builder.encoder.terms;
            let mut see = |symbol| is_of_it |= fragment.mentions(symbol);
            terms.for_each_symbol(&[self.precision.term(id)], &mut see);
            is_of_it
        };
        let places = self.precision.places().filter(|(place, ..)| fragment.functions.contains(&place.0));
        let is_contained = places.into_iter().all(|(place, ids, tracked)| {
            let told = candidate.precision.get(&place);
            ids.iter().all(|&id| told.is_some_and(|told| told.0.contains(&id)) || !is_of_it(id))
                && tracked.iter().all(|symbol| {
                    told.is_some_and(|told| told.1.contains(symbol)) || !fragment.mentions(*symbol)
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

    /// From an entrance to an exit in one step, by the relation of a summary.
    fn over_hole(&mut self, node: usize, exit: Point, condition: &Condition) -> Option<Step> {
        let procedure = self.builder.procedure(self.builder.function(exit.context))?;
        let terms = &mut self.builder.encoder.terms;
        let mut values = BTreeMap::new();
        for (&data, &ghost) in &procedure.ghosts {
            values.insert(ghost, terms.symbol(data));
        }
        for &data in procedure.modified.iter().chain(&procedure.result) {
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
        Some(Step { valuation, blocks, index: 0, link: Link::Within })
    }

    /// Expands the first hole among some nodes; whether there is any. The procedure is searched then, with all its paths.
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
            if let Some(number) = holes.of.remove(&node) {
                if let Some(candidate) = &mut holes.candidates[number] {
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
