//! Counterexample-guided abstraction refinement over the graph of abstract states.
//!
//! Clarke, Grumberg, Jha, Lu, Veith: *Counterexample-guided abstraction refinement* (CAV 2000), lazily as in Henzinger,
//! Jhala, Majumdar, Sutre: *Lazy abstraction* (POPL 2002); sections 2 and 4 of He, Yu, Cai on summary reuse (2020).
//!
//! Guarantee: the answer [`Answer::Safe`] means that every state the program reaches, as [`crate::encode`] describes it, is
//! covered by a node of the graph, and no node leads to the error. A path once excluded does not come back: if
//! refinement finds nothing new for it, the search ends without a verdict.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

use cfa::program::FunctionId;

use crate::abstraction::{self, Abstraction, Place, Precision, Shared};
use crate::bdd::{Bdd, Bdds};
use crate::block::{Block, Blocks, Builder, Obstacle, Point, Target, Valuation, equalities};
use crate::path::{Feasibility, Link, Model, Path, Step};
use crate::refine::{self, Found, WAYS, Way};
use crate::smt::Smt;
use crate::summary::{ENTRANCE, Procedure};
use crate::term::{Symbol, Term};
use crate::{Invariant, Kind, Limit, Limits, Phase, Stats};

/// Values of data that are told apart behind one block.
const CASES: usize = 64;
/// Combinations of values that are told apart behind one block.
const COMBINATIONS: usize = 512;

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
    /// The node at the entrance of the procedure it is in, if that has a summary.
    entrance: Option<usize>,
    /// Behind a call that its parent makes: the nodes at the entrance and at the exit of the procedure.
    over: Option<Call>,
    /// How much was told apart at its place when it was made.
    fineness: usize,
    children: Vec<usize>,
    covered_by: Option<usize>,
    is_removed: bool,
    depth: usize,
}

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
            over: HashMap::new(),
            folded: HashMap::new(),
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
        self.add(None, Rc::default(), Bdd::TRUE, None, None);
        while let Some((_, node)) = self.work.pop_first() {
            self.enter(Phase::Abstraction, watch);
            if let Some(limit) = watch.check() {
                return Answer::Limit(limit);
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

    /// What holds at each loop head whenever control is there, and of each procedure with a summary, if the program is safe.
    pub fn invariants(&mut self) -> Vec<Invariant> {
        let mut found: BTreeMap<Place, Vec<Term>> = BTreeMap::new();
        for node in 0..self.nodes.len() {
            let it = &self.nodes[node];
            let Some(point) = it.point.filter(|_| !it.is_removed && it.covered_by.is_none()) else {
                continue;
            };
            if !self.builder.is_telling(point) {
                continue;
            }
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
                let body = function.body.as_ref();
                let kind = match body {
                    _ if at == ENTRANCE => Kind::Entrance,
                    Some(body) if body.exit == at => Kind::Exit,
                    _ => Kind::Loop,
                };
                let edge = body.filter(|_| kind == Kind::Loop).and_then(|body| body.out(at).first());
                Invariant {
                    kind,
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
            fineness: point.map_or(0, |point| self.precision.fineness(self.place(point))),
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
                is_possible: false,
                valuation: Valuation::new(),
            };
            all.append(&mut self.cases(whole, valuation));
        }
        let (inputs, errors) = (general.inputs.clone(), general.errors.clone());
        Blocks { id: self.builder.new_id(), all, inputs, errors }
    }

    /// A block for each combination of constants that tracked data may be behind it, and for what else it may be.
    fn cases(&mut self, mut block: Block, valuation: &Valuation) -> Vec<Block> {
        let Some(point) = block.target.point() else { return vec![block] };
        let place = self.place(point);
        let terms = &mut self.builder.encoder.terms;
        let mut open = Vec::new();
        for symbol in self.precision.tracked(place) {
            let value = block.values.get(&symbol).or_else(|| valuation.get(&symbol)).copied();
            let leaves = value.and_then(|value| Some((value, terms.constant_leaves(value, CASES)?)));
            match leaves {
                Some((_, (constants, false))) if constants.len() == 1 => {
                    block.values.insert(symbol, constants[0]);
                    block.valuation.insert(symbol, constants[0]);
                }
                Some((value, (constants, _))) if !constants.is_empty() => {
                    open.push((symbol, value, constants));
                }
                _ => {}
            }
        }
        if open.is_empty() {
            return vec![block];
        }
        let (mut cases, mut rest) = (Vec::new(), block.guard);
        let mut query = self.smt.query();
        query.assert(self.smt, &self.builder.encoder.terms, block.guard);
        while cases.len() < COMBINATIONS && self.builder.limits.reached().is_none() {
            match query.check(self.smt, &self.builder.encoder.terms, &[]) {
                crate::smt::Answer::Unsat => return cases,
                crate::smt::Answer::Unknown => break,
                crate::smt::Answer::Sat => {}
            }
            let Some(mut model) = query.model() else { break };
            let (mut case, mut is_this) = (Block { is_possible: true, ..block.clone() }, Term::TRUE);
            for (symbol, value, constants) in &open {
                let bits = model.bits(self.smt, &self.builder.encoder.terms, *value);
                let terms = &mut self.builder.encoder.terms;
                let known =
                    constants.iter().find(|&&constant| bits.is_some() && terms.constant(constant) == bits);
                match known {
                    Some(&constant) => {
                        let is_it = terms.eq(*value, constant);
                        is_this = terms.and(is_this, is_it);
                        case.values.insert(*symbol, constant);
                        case.valuation.insert(*symbol, constant);
                    }
                    None => {
                        for &constant in constants {
                            let is_it = terms.eq(*value, constant);
                            let not = terms.not(is_it);
                            is_this = terms.and(is_this, not);
                        }
                    }
                }
            }
            let terms = &mut self.builder.encoder.terms;
            case.guard = terms.and(block.guard, is_this);
            let not = terms.not(is_this);
            rest = terms.and(rest, not);
            query.assert(self.smt, &self.builder.encoder.terms, not);
            cases.push(case);
        }
        // Nothing is told apart of what is left.
        cases.push(Block { guard: rest, ..block });
        cases
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
        order.sort_by_key(|&index| blocks.all[index].target.point().is_some());
        for index in order {
            if let Some(limit) = watch.check() {
                return Some(Answer::Limit(limit));
            }
            let block = &blocks.all[index];
            if let Some(to) = block.target.point() {
                let link = match block.target {
                    Target::Enter(..) => Link::Enter,
                    _ => Link::Within,
                };
                if matches!(link, Link::Enter) && !self.is_procedure_known(to) {
                    continue;
                }
                if !self.is_foreseen(node, block) {
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
                && self.obstacle.as_ref().is_some_and(|(known, _)| known == obstacle)
            {
                continue;
            }
            let last =
                Step { valuation: valuation.clone(), blocks: blocks.clone(), index, link: Link::Within };
            match self.examine(node, last, watch) {
                // The node, or one before it, has been taken back and waits.
                Examined::Excluded => return None,
                Examined::Possible(model) => match &block.target {
                    Target::Obstacle(obstacle) => {
                        self.obstacle.get_or_insert_with(|| (obstacle.clone(), model));
                    }
                    _ => return Some(Answer::Reached(model)),
                },
                Examined::Ended(answer) => return Some(answer),
            }
        }
        None
    }

    /// The region behind a block from a node.
    fn successor(&mut self, node: usize, blocks: &Blocks, index: usize) -> Bdd {
        let (block, region) = (&blocks.all[index], self.nodes[node].region);
        let predicates =
            block.target.point().map_or(Vec::new(), |to| self.precision.at(self.place(to)).to_vec());
        let mut shared = Shared {
            terms: &mut self.builder.encoder.terms,
            smt: self.smt,
            bdds: &mut self.bdds,
            precision: &self.precision,
            valuation: &self.nodes[node].valuation,
        };
        self.abstraction.successor(&mut shared, (blocks.id, index), block, region, &predicates)
    }

    /// Whether the procedure of an entrance can be entered; else that is an obstacle.
    fn is_procedure_known(&mut self, entrance: Point) -> bool {
        let function = self.builder.function(entrance.context);
        let is_known = self.builder.procedure(function).is_some();
        if !is_known {
            self.give_up_on(function, |name| format!("{name} has too many paths"));
        }
        is_known
    }

    /// Notes that a procedure cannot be summed up.
    fn give_up_on(&mut self, function: FunctionId, why: impl Fn(&str) -> String) {
        let function = self.builder.program.function(function);
        let message = why(&function.source_name);
        self.obstacle.get_or_insert((Obstacle { message, pos: function.pos }, Model::default()));
    }

    /// Whether a block changes only what the procedure it is in is known to change; else that is an obstacle. A summary
    /// rests on that, so it is looked at, wherever it was found out.
    fn is_foreseen(&mut self, node: usize, block: &Block) -> bool {
        let Some(point) = self.nodes[node].entrance.and_then(|entrance| self.nodes[entrance].point) else {
            return true;
        };
        let function = self.builder.function(point.context);
        let Some(procedure) = self.builder.procedure(function) else { return false };
        let storage = &self.builder.encoder.storage;
        let is_foreseen =
            |symbol: &Symbol| storage.home(*symbol).is_some() || procedure.modified.contains(symbol);
        let is_all = block.values.keys().all(is_foreseen);
        if !is_all {
            self.give_up_on(function, |name| format!("what {name} changes is not known"));
        }
        is_all
    }

    fn is_at_exit(&self, node: usize) -> bool {
        self.nodes[node].point.is_some_and(|point| self.builder.is_end(point))
    }

    /// The node at an entrance that is explored for this one.
    fn root(&self, mut entrance: usize) -> usize {
        while let Some(by) = self.nodes[entrance].covered_by {
            entrance = by;
        }
        entrance
    }

    /// All nodes at an entrance that are explored by a node.
    fn entering(&self, root: usize) -> Vec<usize> {
        let Some(list) = self.nodes[root].point.and_then(|point| self.at.get(&point)) else {
            return Vec::new();
        };
        list.iter().copied().filter(|&it| self.root(it) == root).collect()
    }

    /// A node at an exit leads back to all callers.
    fn hand_out(&mut self, exit: usize) {
        let Some(root) = self.nodes[exit].entrance else { return };
        for entrance in self.entering(root) {
            self.step_over((entrance, exit));
        }
    }

    /// A node at an entrance is now covered: it, and those that it covers, have the exits that are known.
    fn go_on_behind(&mut self, entrance: usize) {
        let root = self.root(entrance);
        let is_known = |&it: &usize| {
            let node = &self.nodes[it];
            node.entrance == Some(root) && node.covered_by.is_none() && !self.is_waiting(it)
        };
        let Some(point) = self.nodes[root].point else { return };
        let at = self.builder.exit_of(point.context);
        let list = self.at.get(&Point { context: point.context, at });
        let exits: Vec<usize> = list.into_iter().flatten().copied().filter(is_known).collect();
        for entrance in self.entering(root) {
            exits.iter().for_each(|&exit| self.step_over((entrance, exit)));
        }
    }

    /// Goes on behind a call with what holds at an exit.
    fn step_over(&mut self, (entrance, exit): Call) {
        let Some((caller, enter)) = self.nodes[entrance].parent.clone() else { return };
        let is_done = |&it: &usize| self.nodes[it].over == Some((entrance, exit));
        if self.nodes[caller].children.iter().any(is_done) {
            return;
        }
        let key = (enter.blocks.id, enter.index, self.nodes[exit].region, self.nodes[exit].valuation.clone());
        let blocks = match self.over.get(&key) {
            Some(blocks) => blocks.clone(),
            None => {
                let Some(block) = self.block_over(caller, &enter, exit) else { return };
                let general = Blocks { id: self.builder.new_id(), all: vec![block], ..Blocks::default() };
                let valuation = self.nodes[caller].valuation.clone();
                let blocks = Rc::new(match self.precision.is_tracking() {
                    true => self.specialise(&general, &valuation),
                    false => general,
                });
                self.over.insert(key, blocks.clone());
                blocks
            }
        };
        for (index, block) in blocks.all.iter().enumerate() {
            if !self.is_foreseen(caller, block) {
                continue;
            }
            let next = self.successor(caller, &blocks, index);
            if next != Bdd::FALSE {
                let valuation = self.nodes[caller].valuation.clone();
                let step = Step { valuation, blocks: blocks.clone(), index, link: Link::Within };
                let known = Rc::new(block.valuation.clone());
                self.add(block.target.point(), known, next, Some((caller, step)), Some((entrance, exit)));
            }
        }
    }

    /// A call and its return as one block, by what holds at the exit.
    fn block_over(&mut self, caller: usize, enter: &Step, exit: usize) -> Option<Block> {
        let (leave, procedure) = self.leaving(caller, enter, &Valuation::new())?;
        let exit = &self.nodes[exit];
        let encoder = &mut self.builder.encoder;
        let over = procedure.over(encoder, enter.block(), &leave.all[0], &exit.valuation);
        let known = equalities(&exit.valuation, &mut encoder.terms);
        let relation = abstraction::formula(exit.region, &self.bdds, &self.precision, &mut encoder.terms);
        let relation = encoder.terms.and(known, relation);
        let by = |symbol: Symbol| over.at_exit.get(&symbol).copied();
        let relation = encoder.terms.replace(relation, &by, &mut HashMap::new());
        Some(Block {
            is_possible: false,
            target: leave.all[0].target.clone(),
            guard: encoder.terms.and(over.guard, relation),
            values: over.values,
            valuation: Valuation::new(),
        })
    }

    fn leaving(
        &mut self,
        caller: usize,
        enter: &Step,
        known: &Valuation,
    ) -> Option<(Rc<Blocks>, Rc<Procedure>)> {
        let Target::Enter(edge, entrance) = enter.block().target else { return None };
        let function = self.builder.function(entrance.context);
        let procedure = self.builder.procedure(function)?;
        let leave = self.builder.leaving(self.nodes[caller].point?, edge, function, known)?;
        Some((leave, procedure))
    }

    /// The nodes from the start to this one, and the path over them and by one step more, through all calls.
    fn path(&mut self, node: usize, last: Step) -> (Vec<usize>, Path) {
        let (mut nodes, mut steps, mut at) = (vec![node], vec![last], node);
        // Calls whose ends have been met, going backwards.
        let mut open = Vec::new();
        loop {
            if let Some((entrance, exit)) = self.nodes[at].over
                && let Some((caller, enter)) = self.nodes[entrance].parent.clone()
                && let Some((blocks, procedure)) = {
                    let known = self.nodes[at].valuation.clone();
                    self.leaving(caller, &enter, &known)
                }
            {
                let valuation = self.nodes[exit].valuation.clone();
                steps.push(Step { valuation, blocks, index: 0, link: Link::Leave(procedure) });
                nodes.push(exit);
                open.push(entrance);
                at = exit;
                continue;
            }
            if self.nodes[at].entrance == Some(at)
                && let Some(entrance) = open.pop()
            {
                at = entrance;
                nodes.push(at);
            }
            let Some((parent, step)) = self.nodes[at].parent.clone() else { break };
            nodes.push(parent);
            steps.push(step);
            at = parent;
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
        // Nodes that were made before something was told apart there may be all that lets the path pass.
        if self.refresh(&nodes) {
            return Examined::Excluded;
        }
        self.stats.refinements += 1;
        self.enter(Phase::Tracking, watch);
        self.track(&path);
        if self.refresh(&nodes) {
            return Examined::Excluded;
        }
        for way in WAYS {
            if let Some(limit) = watch.check() {
                return Examined::Ended(Answer::Limit(limit));
            }
            self.enter(if way == Way::Preconditions { Phase::Preconditions } else { Phase::Spacer }, watch);
            // The program is the same for all paths, and with its loops folded a path is for many; so is what they tell.
            let folded = match way {
                Way::Whole(..) => Some((way, BTreeSet::new())),
                Way::Folded(..) => Some((way, path.blocks())),
                _ => None,
            };
            let mut sets = match folded.as_ref().and_then(|key| self.folded.remove(key)) {
                Some(rest) => rest,
                None => refine::find(self.builder, &self.initial, &path, way).into(),
            };
            let is_excluded = std::iter::from_fn(|| sets.pop_front()).any(|found| {
                self.add_predicates(found);
                self.refresh(&nodes)
            });
            if let Some(key) = folded {
                self.folded.insert(key, sets);
            }
            if is_excluded {
                return Examined::Excluded;
            }
        }
        Examined::Ended(Answer::NoProgress)
    }

    fn add_predicates(&mut self, found: Found) {
        for (point, predicates) in found {
            let place = self.place(point);
            for predicate in predicates {
                if self.is_visible(point, predicate) {
                    self.precision.add(&mut self.builder.encoder.terms, place, predicate);
                }
            }
        }
    }

    fn is_visible(&self, point: Point, predicate: Term) -> bool {
        let mut is_visible = true;
        let terms = &self.builder.encoder.terms;
        terms.for_each_symbol(&[predicate], |symbol| is_visible &= self.builder.is_visible(point, symbol));
        is_visible
    }

    /// Tracks the values of variables that exclude the path.
    fn track(&mut self, path: &Path) {
        let mut is_new = false;
        for (point, flag) in refine::flags_needed(self.builder, self.smt, path) {
            let place = self.place(point);
            is_new |= self.precision.track(place, flag);
        }
        if is_new {
            self.special.clear();
            self.over.clear();
        }
    }

    /// Takes back those of some nodes that were made before something was told apart where they are; whether there are any.
    fn refresh(&mut self, nodes: &[usize]) -> bool {
        let is_stale = |&node: &usize| {
            let it = &self.nodes[node];
            it.point.is_some_and(|point| it.fineness < self.precision.fineness(self.place(point)))
        };
        let stale: Vec<usize> = nodes.iter().copied().filter(is_stale).collect();
        self.take_back(&stale);
        !stale.is_empty()
    }

    /// Removes nodes and all behind them; their parents are looked at again, and so is what they covered.
    fn take_back(&mut self, stale: &[usize]) {
        let (mut roots, mut calls, mut work) = (BTreeSet::new(), BTreeSet::new(), Vec::<usize>::new());
        for &node in stale {
            let parent = self.nodes[node].parent.as_ref().map_or(node, |(parent, _)| *parent);
            match self.nodes[node].over {
                // The exit is as it was: only the steps over the call with it are made again.
                Some(call) => {
                    calls.insert(call);
                    work.extend(
                        self.nodes[parent].children.iter().filter(|&&it| self.nodes[it].over == Some(call)),
                    );
                }
                // The parent's other children are made again with it.
                None => {
                    roots.insert(parent);
                    work.extend(&self.nodes[parent].children);
                }
            }
        }
        loop {
            while let Some(id) = work.pop() {
                if !std::mem::replace(&mut self.nodes[id].is_removed, true) {
                    work.append(&mut self.nodes[id].children);
                }
            }
            // What lies behind a call goes with its entrance and with its exit.
            for id in 0..self.nodes.len() {
                if let Some((entrance, exit)) = self.nodes[id].over
                    && !self.nodes[id].is_removed
                    && (self.nodes[entrance].is_removed || self.nodes[exit].is_removed)
                {
                    work.push(id);
                }
            }
            if work.is_empty() {
                break;
            }
        }
        for id in 0..self.nodes.len() {
            if self.nodes[id].is_removed {
                continue;
            }
            let mut children = std::mem::take(&mut self.nodes[id].children);
            children.retain(|&child| !self.nodes[child].is_removed);
            self.nodes[id].children = children;
            if self.nodes[id].covered_by.is_some_and(|by| self.nodes[by].is_removed) {
                self.nodes[id].covered_by = None;
                self.wait(id);
            }
        }
        for list in self.at.values_mut() {
            list.retain(|&id| !self.nodes[id].is_removed);
        }
        self.work.retain(|&(_, id)| !self.nodes[id].is_removed);
        for root in roots {
            if !self.nodes[root].is_removed {
                self.wait(root);
            }
        }
        for (entrance, exit) in calls {
            if !self.nodes[entrance].is_removed && !self.nodes[exit].is_removed {
                self.step_over((entrance, exit));
            }
        }
    }
}

enum Examined {
    /// It cannot be taken, and predicates now say so.
    Excluded,
    Possible(Model),
    Ended(Answer),
}
