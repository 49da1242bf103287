//! Counterexample-guided abstraction refinement over the graph of abstract states.
//!
//! Clarke, Grumberg, Jha, Lu, Veith: *Counterexample-guided abstraction refinement* (CAV 2000), lazily as in Henzinger,
//! Jhala, Majumdar, Sutre: *Lazy abstraction* (POPL 2002); sections 2 and 4 of He, Xie et al. on summary reuse (2020).
//!
//! Guarantee: the answer [`Answer::Safe`] means that every state the program reaches, as [`crate::encode`] describes it, is
//! covered by a node of the graph, and no node leads to the error. A path once excluded does not come back: if
//! refinement finds nothing new for it, the search ends without a verdict.

use std::collections::HashMap;
use std::rc::Rc;

use cfa::program::FunctionId;

use crate::abstraction::{Abstraction, Place, Precision, Shared};
use crate::bdd::{Bdd, Bdds};
use crate::block::{Blocks, Builder, Obstacle, Point, Target};
use crate::path::{Feasibility, Given, Path, Step};
use crate::refine::{self, WAYS, Way};
use crate::smt::Smt;
use crate::{Limit, Limits, Stats};

/// How a search ends.
pub enum Answer {
    Safe,
    /// A path to the error that the formulas allow, with what the program is given on it.
    Reached(Vec<Given>),
    /// Something that the engine cannot follow may be reached.
    Obstacle(Obstacle),
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
    fn check(&mut self, stats: &Stats) -> Option<Limit> {
        (self.see)(stats);
        self.limits.reached()
    }
}

struct Node {
    point: Option<Point>,
    region: Bdd,
    /// Where it comes from, and by which block.
    parent: Option<(usize, usize)>,
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
    work: Vec<usize>,
    initial: Rc<Blocks>,
    pub stats: Stats,
    obstacle: Option<Obstacle>,
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
            work: Vec::new(),
            initial,
            stats: Stats::default(),
            obstacle: None,
        }
    }

    pub fn run(&mut self, watch: &mut Watch<'_>) -> Answer {
        self.add(None, Bdd::TRUE, None);
        while let Some(node) = self.next() {
            self.stats.nodes = self.nodes.len() as u64;
            self.stats.queries = self.smt.queries;
            self.stats.predicates = self.precision.len() as u64;
            if let Some(limit) = watch.check(&self.stats) {
                return Answer::Limit(limit);
            }
            if self.nodes[node].is_removed || self.nodes[node].covered_by.is_some() || self.cover(node) {
                continue;
            }
            if let Some(answer) = self.expand(node, watch) {
                return answer;
            }
        }
        match self.obstacle.take() {
            Some(obstacle) => Answer::Obstacle(obstacle),
            None => Answer::Safe,
        }
    }

    /// The node to be looked at next: the least deep one, so that what is found is short.
    fn next(&mut self) -> Option<usize> {
        let best = (0..self.work.len()).min_by_key(|&index| {
            let node = self.work[index];
            (self.nodes[node].depth, node)
        })?;
        Some(self.work.swap_remove(best))
    }

    fn add(&mut self, point: Option<Point>, region: Bdd, parent: Option<(usize, usize)>) -> usize {
        let id = self.nodes.len();
        let depth = parent.map_or(0, |(parent, _)| self.nodes[parent].depth + 1);
        self.nodes.push(Node {
            point,
            region,
            parent,
            children: Vec::new(),
            covered_by: None,
            is_removed: false,
            depth,
        });
        if let Some((parent, _)) = parent {
            self.nodes[parent].children.push(id);
        }
        if let Some(point) = point {
            self.at.entry(point).or_default().push(id);
        }
        self.work.push(id);
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
            if self.work.contains(&other) && other > node {
                continue;
            }
            if self.bdds.implies(region, it.region) {
                self.nodes[node].covered_by = Some(other);
                return true;
            }
        }
        false
    }

    fn blocks(&mut self, point: Option<Point>) -> Rc<Blocks> {
        match point {
            Some(point) => self.builder.blocks(point),
            None => self.initial.clone(),
        }
    }

    fn place(&self, point: Point) -> Place {
        (self.builder.function(point.context), point.at)
    }

    fn expand(&mut self, node: usize, watch: &mut Watch<'_>) -> Option<Answer> {
        let (point, region) = (self.nodes[node].point, self.nodes[node].region);
        let blocks = self.blocks(point);
        let mut order: Vec<usize> = (0..blocks.all.len()).collect();
        // Errors first.
        order.sort_by_key(|&index| matches!(blocks.all[index].target, Target::Point(_)));
        for index in order {
            let block = &blocks.all[index];
            let mut shared = Shared {
                terms: &mut self.builder.encoder.terms,
                smt: self.smt,
                bdds: &mut self.bdds,
                precision: &self.precision,
            };
            match &block.target {
                Target::Point(to) => {
                    let place = (self.builder.function(to.context), to.at);
                    let predicates = self.precision.at(place).to_vec();
                    let mut shared = Shared {
                        terms: &mut self.builder.encoder.terms,
                        smt: self.smt,
                        bdds: &mut self.bdds,
                        precision: &self.precision,
                    };
                    let next = self.abstraction.successor(&mut shared, (point, index), block, region, &predicates);
                    if next != Bdd::FALSE {
                        self.add(Some(*to), next, Some((node, index)));
                    }
                }
                target => {
                    if !self.abstraction.is_passable(&mut shared, (point, index), block, region) {
                        continue;
                    }
                    if let Target::Obstacle(obstacle) = target
                        && self.obstacle.as_ref() == Some(obstacle)
                    {
                        continue;
                    }
                    match self.examine(node, index, watch) {
                        Examined::Excluded => {
                            // The node, or one before it, has been taken back and waits.
                            return None;
                        }
                        Examined::Possible(given) => match target {
                            Target::Obstacle(obstacle) => {
                                self.obstacle.get_or_insert_with(|| obstacle.clone());
                            }
                            _ => return Some(Answer::Reached(given)),
                        },
                        Examined::Ended(answer) => return Some(answer),
                    }
                }
            }
        }
        None
    }

    fn path(&mut self, node: usize, last: usize) -> (Vec<usize>, Path) {
        let mut nodes = vec![node];
        let mut indices = vec![last];
        let mut at = node;
        while let Some((parent, index)) = self.nodes[at].parent {
            nodes.push(parent);
            indices.push(index);
            at = parent;
        }
        nodes.reverse();
        indices.reverse();
        let steps = nodes.iter().zip(indices).map(|(&node, index)| {
            let from = self.nodes[node].point;
            (from, index)
        });
        let steps: Vec<_> = steps.collect();
        let steps = steps.into_iter().map(|(from, index)| Step { blocks: self.blocks(from), index });
        let steps: Vec<Step> = steps.collect();
        let path = Path::of(&mut self.builder.encoder, steps);
        (nodes, path)
    }

    /// Looks at an abstract path to a target.
    fn examine(&mut self, node: usize, last: usize, watch: &mut Watch<'_>) -> Examined {
        let (nodes, path) = self.path(node, last);
        match path.is_feasible(&mut self.builder.encoder, self.smt) {
            Feasibility::Yes(given) => return Examined::Possible(given),
            Feasibility::Undecided => {
                return Examined::Ended(match watch.check(&self.stats) {
                    Some(limit) => Answer::Limit(limit),
                    None => Answer::Undecided,
                });
            }
            Feasibility::No => {}
        }
        self.stats.refinements += 1;
        for way in WAYS {
            if let Some(limit) = watch.check(&self.stats) {
                return Examined::Ended(Answer::Limit(limit));
            }
            let found = refine::find(self.builder, self.smt, &path, way);
            self.stats.now = self.describe(way, path.steps.len(), &found);
            let mut first = None;
            for (point, predicates) in found {
                let place = self.place(point);
                let mut is_new = false;
                for predicate in predicates {
                    is_new |= self.precision.add(&mut self.builder.encoder.terms, place, predicate);
                }
                if is_new {
                    let position = nodes.iter().position(|&it| {
                        self.nodes[it].point.is_some_and(|point| self.place(point) == place)
                    });
                    first = first.into_iter().chain(position).min();
                }
            }
            if let Some(first) = first {
                match way {
                    Way::Values => self.stats.by_values += 1,
                    Way::Folded(_) => self.stats.by_folded += 1,
                    Way::Straight(_) => self.stats.by_straight += 1,
                    Way::Preconditions => self.stats.by_preconditions += 1,
                }
                self.take_back(nodes[first]);
                return Examined::Excluded;
            }
        }
        Examined::Ended(Answer::NoProgress)
    }

    /// What a refinement found, for those who look on.
    fn describe(&self, way: Way, steps: usize, found: &refine::Found) -> String {
        let terms = &self.builder.encoder.terms;
        let mut text = format!("{way:?}, a path of {steps} blocks");
        for (point, predicates) in found {
            let (function, at) = self.place(*point);
            let name = &self.builder.encoder.program.function(function).source_name;
            let predicates: Vec<String> = predicates.iter().map(|&it| terms.show(it)).collect();
            text.push_str(&format!("\n  {name}:{}: {}", at.0, predicates.join(", ")));
        }
        text
    }

    /// Removes a node and all behind it; its parent is looked at again, and so is what they covered.
    fn take_back(&mut self, node: usize) {
        let parent = self.nodes[node].parent.map(|(parent, _)| parent);
        // The parent's other children are made again with it.
        let root = parent.unwrap_or(node);
        let mut work = self.nodes[root].children.clone();
        self.nodes[root].children.clear();
        let mut removed = Vec::new();
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut self.nodes[id].is_removed, true) {
                removed.push(id);
                work.append(&mut self.nodes[id].children);
            }
        }
        for list in self.at.values_mut() {
            list.retain(|&id| !self.nodes[id].is_removed);
        }
        self.work.retain(|&id| !self.nodes[id].is_removed);
        for id in 0..self.nodes.len() {
            if let Some(by) = self.nodes[id].covered_by
                && !self.nodes[id].is_removed
                && self.nodes[by].is_removed
            {
                self.nodes[id].covered_by = None;
                self.work.push(id);
            }
        }
        if !self.work.contains(&root) {
            self.work.push(root);
        }
    }
}

enum Examined {
    /// It cannot be taken, and predicates now say so.
    Excluded,
    Possible(Vec<Given>),
    Ended(Answer),
}
