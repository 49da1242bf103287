//! Graphs as spaces: the search is tested on them without any C.
//!
//! A state is a number; a choice leads to a state or to an end. What is wrong is said by the graph itself. Each state and
//! each edge is an element.

mod crew;
mod plain;
mod portions;
mod ranged;
mod revised;

use cfa::fuzz::random::Random;
use cfa::source::Pos;
use machine::explore::Choice;
use machine::{Fault, FaultKind, Stop};
use rustc_hash::FxHashMap as HashMap;
use verdict::{Property, Violation};

use crate::findings::Findings;
use crate::interned::spread;
use crate::layer::{Flaw, Outcome};
use crate::space::{Ended, Judge, Recall, Space, Told};

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    State(u32),
    Exit,
    /// No such run: an assumption does not hold.
    Nowhere,
    Error,
}

/// Each state's edges; those that are wrong at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Graph {
    pub edges: Vec<Vec<(Choice, To)>>,
    pub wrong: Vec<bool>,
}

impl Graph {
    /// Sparse and dense graphs, with cycles, shared states, and choices of threads and of data.
    pub fn random(random: &mut Random) -> Graph {
        let count = 1 + random.below(24) as u32;
        let mut graph = Graph { edges: Vec::new(), wrong: Vec::new() };
        for _ in 0..count {
            graph.edges.push(Graph::edges_of(random, count));
            graph.wrong.push(random.one_in(40));
        }
        graph
    }

    fn edges_of(random: &mut Random, count: u32) -> Vec<(Choice, To)> {
        let mut edges = Vec::new();
        for thread in 0..random.below(3) as u32 {
            for option in 0..1 + random.below(2) as u32 {
                let to = match random.below(30) {
                    0 => To::Exit,
                    1 => To::Nowhere,
                    2 if random.one_in(3) => To::Error,
                    _ => To::State(random.below(count as usize) as u32),
                };
                edges.push((Choice { thread, option }, to));
            }
        }
        edges
    }

    /// The element of a state; those of its edges follow.
    fn element(&self, state: u32) -> u32 {
        self.edges[..state as usize].iter().map(|edges| 1 + edges.len() as u32).sum()
    }
}

/// A graph at one of its states.
pub(crate) struct Walk<'g> {
    graph: &'g Graph,
    /// The states gone through, and the edge by which each was left.
    path: Vec<(u32, usize)>,
    state: u32,
    taken: u64,
    /// How often each edge was gone along.
    gone: HashMap<(u32, usize), u32>,
    /// Lets other threads go first, now and then.
    is_slow: bool,
}

impl<'g> Walk<'g> {
    pub fn new(graph: &'g Graph) -> Walk<'g> {
        Walk { graph, path: Vec::new(), state: 0, taken: 0, gone: HashMap::default(), is_slow: false }
    }

    fn print(state: u32) -> u128 {
        (u128::from(state) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn violated(&self, found: &mut Findings<'_>, way: &dyn Fn() -> Vec<Choice>) -> Flaw {
        let fault = Fault { kind: FaultKind::ReachError, message: "wrong".into() };
        let (property, (state, edge)) = (Property::UnreachCall, self.wrong_place());
        let call_stack = vec![("graph".to_string(), Pos { line: state, column: edge, ..Pos::NONE })];
        found.violation(Violation { property, fault, path: way(), call_stack, thread: 0 });
        Flaw { property, place: u64::from(state) << 32 | u64::from(edge) }
    }

    /// The state that is wrong, and zero, or the number of its edge that is, from one.
    fn wrong_place(&self) -> (u32, u32) {
        match self.path.last() {
            Some(&(state, edge)) if !self.graph.wrong[self.state as usize] => (state, edge as u32 + 1),
            _ => (self.state, 0),
        }
    }
}

impl Space for Walk<'_> {
    type Saved = u32;
    type End = Stop;

    fn fingerprint(&self) -> u128 {
        Walk::print(self.state)
    }

    fn choices(&mut self, out: &mut Vec<Choice>) {
        out.clear();
        out.extend(self.graph.edges[self.state as usize].iter().map(|edge| edge.0));
    }

    fn take(&mut self, choice: Choice) -> Result<(), Ended<Stop>> {
        if self.is_slow && self.taken.is_multiple_of(16) {
            std::thread::yield_now();
        }
        let edges = &self.graph.edges[self.state as usize];
        let Some(edge) = edges.iter().position(|edge| edge.0 == choice) else {
            self.path.push((self.state, 0));
            return Err(Ended::Run(Stop::NotModelled("no such choice".into())));
        };
        self.path.push((self.state, edge));
        self.taken += 1;
        *self.gone.entry((self.state, edge)).or_default() += 1;
        match edges[edge].1 {
            To::State(state) => {
                self.state = state;
                Ok(())
            }
            To::Exit => Err(Ended::Run(Stop::Exit(0))),
            To::Nowhere => Err(Ended::Run(Stop::Pruned)),
            To::Error => Err(Ended::Run(Stop::Abort)),
        }
    }

    fn undo(&mut self) {
        if let Some((state, _)) = self.path.pop() {
            self.state = state;
        }
    }

    fn save(&mut self) -> u32 {
        self.state
    }

    fn restore(&mut self, saved: u32, _: &dyn Fn() -> Vec<Choice>) {
        self.path.clear();
        self.state = saved;
    }
}

impl Judge for Walk<'_> {
    fn at_state(
        &mut self,
        choices: &mut Vec<Choice>,
        found: &mut Findings<'_>,
        way: &dyn Fn() -> Vec<Choice>,
    ) -> Vec<Flaw> {
        if !self.graph.wrong[self.state as usize] {
            return Vec::new();
        }
        choices.clear();
        vec![self.violated(found, way)]
    }

    fn at_end(
        &mut self,
        stop: Stop,
        found: &mut Findings<'_>,
        way: &dyn Fn() -> Vec<Choice>,
    ) -> Option<Outcome> {
        match stop {
            Stop::Exit(_) => {
                found.ends += 1;
                Some(Outcome { is_end: true, flaws: Vec::new() })
            }
            Stop::Pruned => Some(Outcome::default()),
            Stop::Abort => Some(Outcome { is_end: false, flaws: vec![self.violated(found, way)] }),
            _ => None,
        }
    }

    fn is_step_wrong(&self) -> bool {
        false
    }

    fn in_step(&mut self, _: &mut Findings<'_>, _: &dyn Fn() -> Vec<Choice>) -> Option<Flaw> {
        None
    }

    fn has_noticed(&self) -> bool {
        false
    }

    fn show(&self, _: &mut Findings<'_>) {}

    fn sum_up(&self, _: &mut Findings<'_>) {}

    fn steps(&self) -> u64 {
        self.taken
    }
}

impl Recall for Walk<'_> {
    fn executed(&self) -> (u64, u64) {
        (self.taken, 0)
    }
}

impl Told for Walk<'_> {
    fn footprint_key(&self) -> u128 {
        self.path.last().map_or(0, |&(state, edge)| u128::from(state) << 32 | edge as u128)
    }

    fn footprint(&self, out: &mut Vec<u32>) {
        out.clear();
        out.extend(self.path.last().map(|&(state, edge)| self.graph.element(state) + 1 + edge as u32));
    }

    fn standing_key(&self) -> u128 {
        spread(self.state as u64)
    }

    fn standing(&self, out: &mut Vec<u32>) {
        out.push(self.graph.element(self.state));
    }
}
