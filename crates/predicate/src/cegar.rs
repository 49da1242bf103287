//! Counterexample-guided abstraction refinement over the graph of abstract states.
//!
//! Clarke, Grumberg, Jha, Lu, Veith: *Counterexample-guided abstraction refinement* (CAV 2000), lazily as in Henzinger,
//! Jhala, Majumdar, Sutre: *Lazy abstraction* (POPL 2002); sections 2 and 4 of He, Xie et al. on summary reuse (2020).
//!
//! Guarantee: the answer [`Answer::Safe`] means that every state the program reaches, as [`crate::encode`] describes it, is
//! covered by a node of the graph, and no node leads to the error. A path once excluded does not come back: if
//! refinement finds nothing new for it, the search ends without a verdict.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use cfa::program::FunctionId;

use crate::abstraction::{self, Abstraction, Place, Precision, Shared};
use crate::bdd::{Bdd, Bdds};
use crate::block::{Block, Blocks, Builder, Obstacle, Point, Target, Valuation, equalities};
use crate::path::{Feasibility, Model, Path, Step};
use crate::refine::{self, WAYS, Way};
use crate::smt::Smt;
use crate::term::{Symbol, Term};
use crate::{Invariant, Limit, Limits, Phase, Stats};

/// Values of data that are told apart behind one block.
const CASES: usize = 64;

/// How a search ends.
pub enum Answer {
    Safe,
    /// A path to the error that the formulas allow.
    Reached(Model),
    /// Something that the engine cannot follow may be reached, on this path.
    Obstacle(Obstacle, Model),
    /// The solver does not decide whether a path can be taken.
    Undecided,
    /// Nothing new was found to exclude a path.
    NoProgress,
    Limit(Limit),
}

/// Looks on: is told what was done so far, and says when to stop.
pub struct Watch<'a> {
    pub limits: &'a Limits,
    pub see: &'a mut dyn FnMut(&Stats),
}

impl Watch<'_> {
    fn check(&self) -> Option<Limit> {
        self.limits.reached()
    }
}

struct Node {
    point: Option<Point>,
    /// What is known of tracked data; true of all states of the node.
    valuation: Rc<Valuation>,
    region: Bdd,
    /// Where it comes from, and by which block.
    parent: Option<(usize, Step)>,
    children: Vec<usize>,
    covered_by: Option<usize>,
    is_removed: bool,
    depth: usize,
}

pub struct Search<'a, 'p> {
    builder: &'a mut Builder<'p>,
    smt: &'a mut Smt,
    bdds: Bdds,
    pub precision: Precision,
    abstraction: Abstraction,
    nodes: Vec<Node>,
    at: HashMap<Point, Vec<usize>>,
    /// Nodes to be looked at, the least deep one first, so that what is found is short.
    work: BTreeSet<(usize, usize)>,
    initial: Rc<Blocks>,
    /// Blocks for what is known before them and tracked behind them.
    special: HashMap<(Option<Point>, Rc<Valuation>), Rc<Blocks>>,
    /// Blocks whose loops told nothing when they were folded.
    failed: HashSet<(Way, BTreeSet<(u64, usize)>)>,
    pub stats: Stats,
    obstacle: Option<(Obstacle, Model)>,
}

impl<'a, 'p> Search<'a, 'p> {
    pub fn new(builder: &'a mut Builder<'p>, smt: &'a mut Smt, main: FunctionId) -> Search<'a, 'p> {
        let initial = builder.initial(main);
        Search {
            builder,
            smt,
            bdds: Bdds::default(),
            precision: Precision::default(),
            abstraction: Abstraction::default(),
            nodes: Vec::new(),
            at: HashMap::new(),
            work: BTreeSet::new(),
            initial,
            special: HashMap::new(),
            failed: HashSet::new(),
            stats: Stats::default(),
            obstacle: None,
        }
    }

    /// What comes is of this phase.
    fn enter(&mut self, phase: Phase, watch: &mut Watch<'_>) {
        self.stats = Stats {
            phase,
            nodes: self.nodes.len() as u64,
            queries: self.smt.queries,
            predicates: self.precision.len() as u64,
            ..self.stats
        };
        (watch.see)(&self.stats);
    }

    pub fn run(&mut self, watch: &mut Watch<'_>) -> Answer {
        let answer = self.search(watch);
        self.enter(self.stats.phase, watch);
        answer
    }

    fn search(&mut self, watch: &mut Watch<'_>) -> Answer {
        self.add(None, Rc::default(), Bdd::TRUE, None);
        while let Some((_, node)) = self.work.pop_first() {
            self.enter(Phase::Abstraction, watch);
            if let Some(limit) = watch.check() {
                return Answer::Limit(limit);
            }
            if self.nodes[node].is_removed || self.nodes[node].covered_by.is_some() || self.cover(node) {
                continue;
            }
            if let Some(answer) = self.expand(node, watch) {
                return answer;
            }
        }
        // A block that was being built when a limit was reached is not whole.
        if let Some(limit) = watch.check() {
            return Answer::Limit(limit);
        }
        match self.obstacle.take() {
            Some((obstacle, model)) => Answer::Obstacle(obstacle, model),
            None => Answer::Safe,
        }
    }

    /// What holds at each loop head whenever control is there, if the program is safe.
    pub fn invariants(&mut self) -> Vec<Invariant> {
        let mut found: BTreeMap<Place, Vec<Term>> = BTreeMap::new();
        for node in 0..self.nodes.len() {
            let it = &self.nodes[node];
            let Some(point) = it.point.filter(|_| !it.is_removed && it.covered_by.is_none()) else {
                continue;
            };
            let is_more = |&other: &usize| {
                let wider = &self.nodes[other];
                other != node
                    && wider.region != it.region
                    && wider.covered_by.is_none()
                    && wider.valuation == it.valuation
                    && self.bdds.implies(it.region, wider.region)
            };
            if self.at[&point].iter().any(is_more) {
                continue;
            }
            let it = &self.nodes[node];
            let terms = &mut self.builder.encoder.terms;
            let known = equalities(&it.valuation, terms);
            let formula = abstraction::formula(it.region, &self.bdds, &self.precision, terms);
            let formula = terms.and(known, formula);
            let place = self.place(point);
            let list = found.entry(place).or_default();
            if !list.contains(&formula) {
                list.push(formula);
            }
        }
        let program = self.builder.encoder.program;
        let terms = &self.builder.encoder.terms;
        found
            .into_iter()
            .map(|((id, at), formulas)| {
                let function = program.function(id);
                let edge = function.body.as_ref().and_then(|body| body.out(at).first());
                Invariant {
                    function: function.source_name.clone(),
                    pos: edge.map_or(function.pos, |edge| edge.pos),
                    cases: formulas.iter().map(|&formula| terms.show(formula)).collect(),
                }
            })
            .collect()
    }

    /// Puts a node on the list, unless it is there.
    fn wait(&mut self, node: usize) {
        self.work.insert((self.nodes[node].depth, node));
    }

    fn is_waiting(&self, node: usize) -> bool {
        self.work.contains(&(self.nodes[node].depth, node))
    }

    fn add(
        &mut self,
        point: Option<Point>,
        valuation: Rc<Valuation>,
        region: Bdd,
        parent: Option<(usize, Step)>,
    ) -> usize {
        let id = self.nodes.len();
        let above = parent.as_ref().map(|(parent, _)| *parent);
        let depth = above.map_or(0, |parent| self.nodes[parent].depth + 1);
        self.nodes.push(Node {
            point,
            valuation,
            region,
            parent,
            children: Vec::new(),
            covered_by: None,
            is_removed: false,
            depth,
        });
        if let Some(parent) = above {
            self.nodes[parent].children.push(id);
        }
        if let Some(point) = point {
            self.at.entry(point).or_default().push(id);
        }
        self.wait(id);
        id
    }

    /// Whether another node at the same point covers this one.
    fn cover(&mut self, node: usize) -> bool {
        let Some(point) = self.nodes[node].point else { return false };
        let region = self.nodes[node].region;
        let others = self.at.get(&point).cloned().unwrap_or_default();
        for other in others {
            let it = &self.nodes[other];
            if other == node || it.is_removed || it.covered_by.is_some() {
                continue;
            }
            // Of two equal nodes that both wait, the earlier covers.
            if self.is_waiting(other) && other > node {
                continue;
            }
            let is_known =
                |(symbol, value): (&Symbol, &Term)| self.nodes[node].valuation.get(symbol) == Some(value);
            if it.valuation.iter().all(is_known) && self.bdds.implies(region, it.region) {
                self.nodes[node].covered_by = Some(other);
                return true;
            }
        }
        false
    }

    /// The blocks from a node.
    fn blocks(&mut self, node: usize) -> Rc<Blocks> {
        let (point, valuation) = (self.nodes[node].point, self.nodes[node].valuation.clone());
        let general = match point {
            Some(point) => self.builder.blocks(point),
            None => self.initial.clone(),
        };
        if !self.precision.is_tracking() {
            return general;
        }
        if let Some(known) = self.special.get(&(point, valuation.clone())) {
            return known.clone();
        }
        let special = Rc::new(self.specialise(&general, &valuation));
        self.special.insert((point, valuation), special.clone());
        special
    }

    /// Blocks given what is known before them, one for each combination of values that is to be known behind them.
    fn specialise(&mut self, general: &Blocks, valuation: &Valuation) -> Blocks {
        let mut all = Vec::new();
        let mut done = HashMap::new();
        let by = |symbol: Symbol| valuation.get(&symbol).copied();
        for block in &general.all {
            let terms = &mut self.builder.encoder.terms;
            let guard = terms.replace(block.guard, &by, &mut done);
            if guard == Term::FALSE {
                continue;
            }
            let values =
                block.values.iter().map(|(&symbol, &value)| (symbol, terms.replace(value, &by, &mut done)));
            let whole = Block {
                target: block.target.clone(),
                guard,
                values: values.collect(),
                valuation: Valuation::new(),
            };
            let Target::Point(point) = whole.target else {
                all.push(whole);
                continue;
            };
            let mut cases = vec![whole];
            for symbol in self.precision.tracked(self.place(point)) {
                cases = cases.into_iter().flat_map(|case| self.split(case, symbol, valuation)).collect();
            }
            all.append(&mut cases);
        }
        let (inputs, errors) = (general.inputs.clone(), general.errors.clone());
        Blocks { id: self.builder.new_id(), all, inputs, errors }
    }

    /// A block for each constant that data may be behind it, and one for what else it may be.
    fn split(&mut self, block: Block, symbol: Symbol, valuation: &Valuation) -> Vec<Block> {
        let terms = &mut self.builder.encoder.terms;
        let Some(&value) = block.values.get(&symbol).or_else(|| valuation.get(&symbol)) else {
            return vec![block];
        };
        let Some((constants, has_others)) = terms.constant_leaves(value, CASES) else { return vec![block] };
        let is_one = constants.len() + usize::from(has_others) == 1;
        let (mut cases, mut rest) = (Vec::new(), block.guard);
        for constant in constants {
            let terms = &mut self.builder.encoder.terms;
            let is_it = terms.eq(value, constant);
            let guard = terms.and(block.guard, is_it);
            if has_others {
                let not = terms.not(is_it);
                rest = terms.and(rest, not);
            }
            if self.may_hold(guard, is_one) {
                let mut case = Block { guard, ..block.clone() };
                case.values.insert(symbol, constant);
                case.valuation.insert(symbol, constant);
                cases.push(case);
            }
        }
        if has_others && self.may_hold(rest, is_one) {
            cases.push(Block { guard: rest, ..block });
        }
        cases
    }

    fn may_hold(&mut self, guard: Term, is_sure: bool) -> bool {
        if guard == Term::FALSE || is_sure {
            return guard != Term::FALSE;
        }
        let mut query = self.smt.query();
        query.check(self.smt, &self.builder.encoder.terms, &[guard]) != crate::smt::Answer::Unsat
    }

    fn place(&self, point: Point) -> Place {
        (self.builder.function(point.context), point.at)
    }

    fn expand(&mut self, node: usize, watch: &mut Watch<'_>) -> Option<Answer> {
        let region = self.nodes[node].region;
        self.enter(Phase::Blocks, watch);
        let (blocks, valuation) = (self.blocks(node), self.nodes[node].valuation.clone());
        self.enter(Phase::Abstraction, watch);
        let mut order: Vec<usize> = (0..blocks.all.len()).collect();
        // Errors first.
        order.sort_by_key(|&index| matches!(blocks.all[index].target, Target::Point(_)));
        for index in order {
            let block = &blocks.all[index];
            let predicates = match block.target {
                Target::Point(to) => self.precision.at(self.place(to)).to_vec(),
                _ => Vec::new(),
            };
            let mut shared = Shared {
                terms: &mut self.builder.encoder.terms,
                smt: self.smt,
                bdds: &mut self.bdds,
                precision: &self.precision,
                valuation: &valuation,
            };
            match &block.target {
                Target::Point(to) => {
                    let next = self.abstraction.successor(
                        &mut shared,
                        (blocks.id, index),
                        block,
                        region,
                        &predicates,
                    );
                    if next != Bdd::FALSE {
                        let step = Step { valuation: valuation.clone(), blocks: blocks.clone(), index };
                        self.add(Some(*to), Rc::new(block.valuation.clone()), next, Some((node, step)));
                    }
                }
                target => {
                    if !self.abstraction.is_passable(&mut shared, (blocks.id, index), block, region) {
                        continue;
                    }
                    if let Target::Obstacle(obstacle) = target
                        && self.obstacle.as_ref().is_some_and(|(known, _)| known == obstacle)
                    {
                        continue;
                    }
                    let last = Step { valuation: valuation.clone(), blocks: blocks.clone(), index };
                    match self.examine(node, last, watch) {
                        Examined::Excluded => {
                            // The node, or one before it, has been taken back and waits.
                            return None;
                        }
                        Examined::Possible(model) => match target {
                            Target::Obstacle(obstacle) => {
                                self.obstacle.get_or_insert_with(|| (obstacle.clone(), model));
                            }
                            _ => return Some(Answer::Reached(model)),
                        },
                        Examined::Ended(answer) => return Some(answer),
                    }
                }
            }
        }
        None
    }

    /// The nodes from the start to this one, and the path over them and by one step more.
    fn path(&mut self, node: usize, last: Step) -> (Vec<usize>, Path) {
        let (mut nodes, mut steps, mut at) = (vec![node], vec![last], node);
        while let Some((parent, step)) = &self.nodes[at].parent {
            nodes.push(*parent);
            steps.push(step.clone());
            at = *parent;
        }
        nodes.reverse();
        steps.reverse();
        (nodes, Path::of(&mut self.builder.encoder, steps))
    }

    /// Looks at an abstract path to a target.
    fn examine(&mut self, node: usize, last: Step, watch: &mut Watch<'_>) -> Examined {
        self.enter(Phase::Feasibility, watch);
        let (nodes, path) = self.path(node, last);
        match path.is_feasible(&mut self.builder.encoder, self.smt) {
            Feasibility::Yes(model) => return Examined::Possible(model),
            Feasibility::Undecided => {
                return Examined::Ended(match watch.check() {
                    Some(limit) => Answer::Limit(limit),
                    None => Answer::Undecided,
                });
            }
            Feasibility::No => {}
        }
        self.stats.refinements += 1;
        self.enter(Phase::Tracking, watch);
        if let Some(first) = self.track(&nodes, &path) {
            self.take_back(nodes[first]);
            return Examined::Excluded;
        }
        for way in WAYS {
            if let Some(limit) = watch.check() {
                return Examined::Ended(Answer::Limit(limit));
            }
            let blocks = matches!(way, Way::Folded(..)).then(|| path.blocks());
            if blocks.as_ref().is_some_and(|blocks| self.failed.contains(&(way, blocks.clone()))) {
                continue;
            }
            self.enter(if way == Way::Preconditions { Phase::Preconditions } else { Phase::Spacer }, watch);
            let found = refine::find(self.builder, &path, way);
            if let Some(blocks) = blocks.filter(|_| found.is_empty()) {
                self.failed.insert((way, blocks));
            }
            let mut first = None;
            for (point, predicates) in found {
                let place = self.place(point);
                let mut is_new = false;
                for predicate in predicates {
                    is_new |= self.precision.add(&mut self.builder.encoder.terms, place, predicate);
                }
                if is_new {
                    first = first.into_iter().chain(self.first_at(&nodes, place)).min();
                }
            }
            if let Some(first) = first {
                self.take_back(nodes[first]);
                return Examined::Excluded;
            }
        }
        Examined::Ended(Answer::NoProgress)
    }

    /// Tracks the values of variables that exclude the path; the first node where that is new.
    fn track(&mut self, nodes: &[usize], path: &Path) -> Option<usize> {
        let mut first = None;
        for (point, flag) in refine::flags_needed(self.builder, self.smt, path) {
            let place = self.place(point);
            if self.precision.track(place, flag) {
                first = first.into_iter().chain(self.first_at(nodes, place)).min();
            }
        }
        if first.is_some() {
            self.special.clear();
        }
        first
    }

    /// The first of these nodes at a place.
    fn first_at(&self, nodes: &[usize], place: Place) -> Option<usize> {
        nodes.iter().position(|&it| self.nodes[it].point.is_some_and(|point| self.place(point) == place))
    }

    /// Removes a node and all behind it; its parent is looked at again, and so is what they covered.
    fn take_back(&mut self, node: usize) {
        let parent = self.nodes[node].parent.as_ref().map(|(parent, _)| *parent);
        // The parent's other children are made again with it.
        let root = parent.unwrap_or(node);
        let mut work = std::mem::take(&mut self.nodes[root].children);
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut self.nodes[id].is_removed, true) {
                work.append(&mut self.nodes[id].children);
            }
        }
        for list in self.at.values_mut() {
            list.retain(|&id| !self.nodes[id].is_removed);
        }
        self.work.retain(|&(_, id)| !self.nodes[id].is_removed);
        for id in 0..self.nodes.len() {
            if let Some(by) = self.nodes[id].covered_by
                && !self.nodes[id].is_removed
                && self.nodes[by].is_removed
            {
                self.nodes[id].covered_by = None;
                self.wait(id);
            }
        }
        self.wait(root);
    }
}

enum Examined {
    /// It cannot be taken, and predicates now say so.
    Excluded,
    Possible(Model),
    Ended(Answer),
}
