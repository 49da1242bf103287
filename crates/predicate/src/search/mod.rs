//! Counterexample-guided abstraction refinement over the graph of abstract states.
//!
//! Clarke, Grumberg, Jha, Lu, Veith: *Counterexample-guided abstraction refinement* (CAV 2000), lazily as in Henzinger,
//! Jhala, Majumdar, Sutre: *Lazy abstraction* (POPL 2002); sections 2 and 4 of He, Yu, Cai on summary reuse (2020).
//!
//! Guarantee: the answer [`Answer::Safe`] means that every state the program reaches, as [`crate::encode`] describes it, is
//! covered by a node of the graph, and no node leads to the error. A path once excluded does not come back: if
//! refinement finds nothing new for it, the search ends without a verdict.

mod calls;
mod examine;
mod finished;
mod holes;
mod invariants;
mod proof;
mod tracking;
mod transplant;

use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use cfa::program::FunctionId;

use crate::abstraction::{Abstraction, Precision, Shared};
use crate::bdd::{Bdd, Bdds};
use crate::block::{Blocks, Builder, Point, Target, Valuation};
use crate::path::{Link, Model, Step};
use crate::proof::certify::Failure;
use crate::refine::{Found, Way};
use crate::summary::ENTRANCE;
use crate::{Phase, Stats};
use examine::Examined;
use formula::{Symbol, Term};
use holes::Holes;
use solver::Smt;
use transplant::Transplant;
use verdict::{Limits, Obstacle, Unknown};

/// How a search ends.
pub enum Answer {
    Safe,
    /// A path to the error that the formulas allow.
    Reached(Model),
    /// Some of what the engine cannot follow and may be reached, each on a path: at least one.
    Obstacles(Vec<(Obstacle, Model)>),
    /// The solver does not decide whether a path can be taken.
    Undecided,
    /// Nothing new was found to exclude a path.
    NoProgress,
    /// Nothing is left to search, but what was found is no proof, or is not known to be one.
    NotCertified(Failure),
    Limit(Unknown),
    /// As much work was done as was allowed.
    Spent,
}

/// Looks on: is told what was done so far, and says when to stop.
pub struct Watch<'a> {
    pub limits: &'a Limits,
    /// Questions to the solver that may be asked, and steps that it may take.
    pub effort: u64,
    pub steps: u64,
    /// Whether to end rather than look for predicates: to begin anew takes no longer, and knows when to stop.
    pub is_brief: bool,
    pub see: &'a mut dyn FnMut(&Stats),
}

impl Watch<'_> {
    fn check(&self, smt: &Smt) -> Option<Answer> {
        let is_spent = smt.queries > self.effort || smt.effort > self.steps;
        self.limits.reached().map(Answer::Limit).or(is_spent.then_some(Answer::Spent))
    }
}

struct Node {
    point: Option<Point>,
    /// What is known of tracked data; true of all states of the node.
    valuation: Rc<Valuation>,
    region: Bdd,
    /// Where it comes from, and by which block.
    parent: Option<(usize, Step)>,
    /// The node at the entrance of the procedure it is in, if that has a summary.
    entrance: Option<usize>,
    /// Behind a call that its parent makes: the nodes at the entrance and at the exit of the procedure.
    over: Option<Call>,
    /// How much was told apart at its place when it was made.
    fineness: usize,
    children: Vec<usize>,
    covered_by: Option<usize>,
    is_removed: bool,
    /// Whether all that its blocks lead to is in the graph, and none leads to the error or to what cannot be followed.
    is_searched: bool,
    depth: usize,
}

/// Obstacles that are told apart: a run that comes to one may show a violation.
const OBSTACLES: usize = 8;

/// Blocks with their loops folded, and how they are looked at.
type Folded = (Way, BTreeSet<(u64, usize)>);

/// The nodes at the entrance and at the exit of a procedure, for one call. The exit may belong to another node at the
/// entrance that covers this one.
type Call = (usize, usize);

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
    /// Calls as one block, by the block that enters and by what holds at the exit.
    over: HashMap<(u64, usize, Bdd, Rc<Valuation>), Rc<Blocks>>,
    /// What is left to try of what blocks with their loops folded told.
    folded: HashMap<Folded, VecDeque<Found>>,
    /// What an earlier proof offers.
    transplant: Option<Transplant>,
    /// What summaries of earlier runs stand for.
    holes: Option<Holes>,
    pub stats: Stats,
    obstacles: Vec<(Obstacle, Model)>,
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
            at: HashMap::default(),
            work: BTreeSet::new(),
            initial,
            special: HashMap::default(),
            over: HashMap::default(),
            folded: HashMap::default(),
            transplant: None,
            holes: None,
            stats: Stats::default(),
            obstacles: Vec::new(),
        }
    }

    pub fn builder(&mut self) -> &mut Builder<'p> {
        self.builder
    }

    /// What comes is of this phase.
    fn enter(&mut self, phase: Phase, watch: &mut Watch<'_>) {
        self.stats = Stats {
            phase,
            nodes: self.nodes.len() as u64,
            queries: self.smt.queries,
            effort: self.smt.effort,
            predicates: self.precision.len() as u64,
            ..self.stats.clone()
        };
        (watch.see)(&self.stats);
    }

    pub fn run(&mut self, watch: &mut Watch<'_>) -> Answer {
        let answer = self.search(watch);
        self.enter(self.stats.phase, watch);
        answer
    }

    fn search(&mut self, watch: &mut Watch<'_>) -> Answer {
        self.add(None, Rc::default(), Bdd::TRUE, None, None);
        while let Some((_, node)) = self.work.pop_first() {
            self.enter(Phase::Abstraction, watch);
            if let Some(answer) = watch.check(self.smt) {
                return answer;
            }
            if self.nodes[node].is_removed || self.nodes[node].covered_by.is_some() {
                continue;
            }
            if self.cover(node) {
                if self.nodes[node].entrance == Some(node) {
                    self.go_on_behind(node);
                }
                continue;
            }
            if self.is_at_exit(node) {
                self.hand_out(node);
                continue;
            }
            if self.inherit(node) {
                continue;
            }
            if let Some(answer) = self.expand(node, watch) {
                return answer;
            }
        }
        // A block that was being built when a limit was reached is not whole.
        if let Some(limit) = watch.limits.reached() {
            return Answer::Limit(limit);
        }
        match std::mem::take(&mut self.obstacles) {
            obstacles if obstacles.is_empty() => Answer::Safe,
            obstacles => Answer::Obstacles(obstacles),
        }
    }

    /// Puts a node on the list, unless it is there.
    fn wait(&mut self, node: usize) {
        self.nodes[node].is_searched = false;
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
        over: Option<Call>,
    ) -> usize {
        let id = self.nodes.len();
        let above = parent.as_ref().map(|(parent, _)| *parent);
        let inside = over.map_or(0, |(entrance, exit)| {
            self.nodes[exit].depth.saturating_sub(self.nodes[self.root(entrance)].depth)
        });
        let depth = above.map_or(0, |parent| self.nodes[parent].depth + 1) + inside;
        let entrance = match point {
            Some(point) if point.at == ENTRANCE => Some(id),
            _ => above.and_then(|parent| self.nodes[parent].entrance),
        };
        self.nodes.push(Node {
            point,
            valuation,
            region,
            entrance,
            over,
            fineness: point.map_or(0, |point| self.precision.fineness(self.builder.place(point))),
            parent,
            children: Vec::new(),
            covered_by: None,
            is_removed: false,
            is_searched: false,
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
            // What lies behind the exit of a procedure depends on who entered it.
            if point.at != ENTRANCE && it.entrance != self.nodes[node].entrance {
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

    fn expand(&mut self, node: usize, watch: &mut Watch<'_>) -> Option<Answer> {
        let region = self.nodes[node].region;
        self.enter(Phase::Blocks, watch);
        let blocks = match self.candidate(node) {
            Some(candidate) => self.graft(node, candidate),
            None => self.blocks(node),
        };
        let valuation = self.nodes[node].valuation.clone();
        self.enter(Phase::Abstraction, watch);
        let mut order: Vec<usize> = (0..blocks.all.len()).collect();
        let mut is_searched = true;
        // Errors first.
        order.sort_by_key(|&index| blocks.all[index].target.point().is_some());
        for index in order {
            if let Some(answer) = watch.check(self.smt) {
                return Some(answer);
            }
            let block = &blocks.all[index];
            if let Some(to) = block.target.point() {
                let link = match block.target {
                    Target::Enter(..) => Link::Enter,
                    _ => Link::Within,
                };
                if matches!(link, Link::Enter) && !self.is_procedure_known(to)
                    || !self.is_foreseen(node, block)
                {
                    is_searched = false;
                    continue;
                }
                let next = self.successor(node, &blocks, index);
                if next != Bdd::FALSE {
                    let step = Step { valuation: valuation.clone(), blocks: blocks.clone(), index, link };
                    let known = Rc::new(block.valuation.clone());
                    self.add(Some(to), known, next, Some((node, step)), None);
                }
                continue;
            }
            let mut shared = Shared {
                terms: &mut self.builder.encoder.terms,
                smt: self.smt,
                bdds: &mut self.bdds,
                precision: &self.precision,
                valuation: &valuation,
            };
            if !self.abstraction.is_passable(&mut shared, (blocks.id, index), block, region) {
                continue;
            }
            if let Target::Obstacle(obstacle) = &block.target
                && (self.obstacles.len() >= OBSTACLES
                    || self.obstacles.iter().any(|(known, _)| known == obstacle))
            {
                is_searched = false;
                continue;
            }
            let last =
                Step { valuation: valuation.clone(), blocks: blocks.clone(), index, link: Link::Within };
            match self.examine(node, last, watch) {
                // The node, or one before it, has been taken back and waits.
                Examined::Excluded => return None,
                // What was known before is for proofs.
                Examined::Possible(_) if self.transplant.is_some() || self.holes.is_some() => {
                    return Some(Answer::Spent);
                }
                Examined::Possible(model) => match &block.target {
                    Target::Obstacle(obstacle) => {
                        is_searched = false;
                        self.obstacles.push((obstacle.clone(), model));
                    }
                    _ => return Some(Answer::Reached(model)),
                },
                Examined::Ended(answer) => return Some(answer),
            }
        }
        self.nodes[node].is_searched = is_searched;
        None
    }

    /// The region behind a block from a node.
    fn successor(&mut self, node: usize, blocks: &Blocks, index: usize) -> Bdd {
        let (block, region) = (&blocks.all[index], self.nodes[node].region);
        let predicates =
            block.target.point().map_or(Vec::new(), |to| self.precision.at(self.builder.place(to)).to_vec());
        let mut shared = Shared {
            terms: &mut self.builder.encoder.terms,
            smt: self.smt,
            bdds: &mut self.bdds,
            precision: &self.precision,
            valuation: &self.nodes[node].valuation,
        };
        self.abstraction.successor(&mut shared, (blocks.id, index), block, region, &predicates)
    }
}
