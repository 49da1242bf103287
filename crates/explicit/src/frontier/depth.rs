//! Depth first: the space goes forwards and is undone.

use machine::explore::Choice;

use super::levels::{Choices, Levels};
use super::{Frontier, Next, Node};
use crate::recorder::Edge;
use crate::space::{Ended, Space};

#[derive(Default)]
pub(crate) struct Depth {
    /// The last states on the path, with the choices that are left of each, the first one on top. States before these are others'.
    stack: Levels,
    /// From the start to the current state, and how many they are.
    path: Choices,
    depth: usize,
    /// In a random order: the seed, and for each state of the stack what follows from it and from the choices up to there.
    /// So the order at a state depends on nothing that happened elsewhere.
    seeds: Vec<u64>,
}

/// The lower part of a stack, given away with all that is left to be tried there.
pub(crate) struct Job {
    /// The choices from the start to the last of the states.
    pub path: Vec<Choice>,
    stack: Levels,
    seeds: Vec<u64>,
    /// What is recorded of the states so far.
    pub edges: Vec<Edge>,
}

impl Job {
    /// The last of the states, where to go on.
    pub fn node(&self) -> Option<Node> {
        self.stack.last()
    }

    /// The states that were given away, from the first on.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> {
        self.stack.nodes()
    }
}

impl Depth {
    /// Tries choices in a random order.
    pub fn shuffled(seed: u64) -> Depth {
        Depth { seeds: vec![seed], ..Depth::default() }
    }
}

/// What follows from a seed and a choice: the finalizer of splitmix64, over both.
fn mixed(seed: u64, choice: Choice) -> u64 {
    let word = u64::from(choice.thread) << 32 | u64::from(choice.option);
    let mut mixed = (seed ^ word.wrapping_mul(0xff51_afd7_ed55_8ccd)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

impl<S: Space> Frontier<S> for Depth {
    fn enter(&mut self, _: &mut S, node: Node, choices: &[Choice], from: Option<Choice>) {
        self.depth += usize::from(from.is_some());
        self.path.extend(from);
        let Some(&last) = self.seeds.last() else {
            return self.stack.push(node, choices.iter().rev().copied());
        };
        let seed = from.map_or(last, |choice| mixed(last, choice));
        self.seeds.push(seed);
        let mut choices = choices.to_vec();
        choices.sort_unstable_by_key(|&choice| (mixed(seed, choice), choice));
        self.stack.push(node, choices.into_iter());
    }

    fn next(&mut self, space: &mut S) -> Option<Next> {
        if let Some(choice) = self.stack.pop_choice() {
            return Some(Next::Try(choice));
        }
        let node = self.stack.pop()?;
        self.seeds.pop();
        if self.path.pop().is_some() {
            self.depth -= 1;
            space.undo();
        }
        Some(Next::Done(node))
    }

    fn node(&self) -> Option<Node> {
        self.stack.last()
    }

    fn path(&self) -> Vec<Choice> {
        self.path.to_vec()
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn give_back(&mut self, choice: Choice) {
        self.stack.push_choice(choice);
    }

    fn len(&self) -> usize {
        self.stack.len()
    }

    fn unexplored(&self) -> usize {
        self.stack.left().filter_map(|mut left| left.next()).count()
    }

    fn open(&self) -> Vec<Node> {
        self.stack.nodes().rev().collect()
    }

    fn untried(&self) -> Vec<(usize, Vec<Choice>)> {
        let first = (self.depth + 1).saturating_sub(self.stack.len());
        let left = self.stack.left().map(|left| left.collect());
        (first..).zip(left).filter(|(_, left): &(usize, Vec<Choice>)| !left.is_empty()).collect()
    }

    /// Cuts the stack in two: its lower part goes. Every state stays whole, so it has one owner; and the upper part keeps at least
    /// one choice.
    fn cut(&mut self) -> Option<Job> {
        let stack = self.stack.cut()?;
        // The first of the seeds is that of the whole, unless it was given away before.
        let has_first = usize::from(self.seeds.len() > self.stack.len() + stack.len());
        let seeds = match self.seeds.is_empty() {
            true => Vec::new(),
            false => self.seeds.drain(..stack.len() + has_first).collect(),
        };
        let mut path = self.path.to_vec();
        path.truncate(self.depth - self.stack.len());
        Some(Job { path, stack, seeds, edges: Vec::new() })
    }

    fn hand_over(&mut self, space: &mut S) -> Option<Job> {
        if !self.stack.has_choices() {
            return None;
        }
        let Depth { stack, path, depth, seeds } = std::mem::take(self);
        (0..depth).for_each(|_| space.undo());
        Some(Job { path: path.to_vec(), stack, seeds, edges: Vec::new() })
    }

    fn take_over(&mut self, space: &mut S, job: Job) -> Result<(), Ended<S::End>> {
        let is_same = |(one, other): &(&Choice, &Choice)| one == other;
        let common = self.path.to_vec().iter().zip(&job.path).take_while(is_same).count();
        while self.depth > common && self.path.pop().is_some() {
            self.depth -= 1;
            space.undo();
        }
        for &choice in &job.path[common..] {
            space.follow(choice)?;
            self.path.push(choice);
            self.depth += 1;
        }
        (self.stack, self.seeds) = (job.stack, job.seeds);
        Ok(())
    }
}
