//! Depth first: the space goes forwards and is undone.

use machine::explore::Choice;

use super::{Frontier, Next, Node};
use crate::recorder::Edge;
use crate::space::{Ended, Space};

#[derive(Default)]
pub(crate) struct Depth {
    /// The last states on the path, and where the choices begin that are left of each. States before these are others'.
    stack: Vec<(Node, u32)>,
    /// Choices that are left, those of one state after the other, each state's last one first.
    choices: Vec<Choice>,
    /// From the start to the current state.
    path: Vec<Choice>,
    /// In a random order: the seed, and for each state of the stack what follows from it and from the choices up to there.
    /// So the order at a state depends on nothing that happened elsewhere.
    seeds: Vec<u64>,
}

/// The lower part of a stack, given away with all that is left to be tried there.
pub(crate) struct Job {
    /// The choices from the start to the last of the states.
    pub path: Vec<Choice>,
    stack: Vec<(Node, u32)>,
    choices: Vec<Choice>,
    seeds: Vec<u64>,
    /// What is recorded of the states so far.
    pub edges: Vec<Edge>,
}

impl Job {
    /// The last of the states, where to go on.
    pub fn node(&self) -> Option<Node> {
        self.stack.last().map(|entry| entry.0)
    }

    /// The states that were given away, from the first on.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = &Node> {
        self.stack.iter().map(|entry| &entry.0)
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
        let start = self.choices.len();
        self.stack.push((node, start as u32));
        self.choices.extend(choices.iter().rev());
        self.path.extend(from);
        if let Some(&last) = self.seeds.last() {
            let seed = from.map_or(last, |choice| mixed(last, choice));
            self.seeds.push(seed);
            self.choices[start..].sort_unstable_by_key(|&choice| (mixed(seed, choice), choice));
        }
    }

    fn next(&mut self, space: &mut S) -> Option<Next> {
        let &(node, start) = self.stack.last()?;
        if self.choices.len() > start as usize {
            return self.choices.pop().map(Next::Try);
        }
        self.stack.pop();
        self.seeds.pop();
        if self.path.pop().is_some() {
            space.undo();
        }
        Some(Next::Done(node))
    }

    fn node(&self) -> Option<Node> {
        self.stack.last().map(|entry| entry.0)
    }

    fn path(&self) -> Vec<Choice> {
        self.path.clone()
    }

    fn depth(&self) -> usize {
        self.path.len()
    }

    fn give_back(&mut self, choice: Choice) {
        self.choices.push(choice);
    }

    fn len(&self) -> usize {
        self.stack.len()
    }

    fn unexplored(&self) -> usize {
        let starts = self.stack.iter().map(|entry| entry.1);
        let ends = starts.clone().skip(1).chain([self.choices.len() as u32]);
        starts.zip(ends).filter(|(start, end)| start < end).count()
    }

    fn open(&self) -> Vec<Node> {
        self.stack.iter().rev().map(|entry| entry.0).collect()
    }

    fn untried(&self) -> Vec<(usize, Vec<Choice>)> {
        let first = (self.path.len() + 1).saturating_sub(self.stack.len());
        let starts = self.stack.iter().map(|entry| entry.1 as usize);
        let ends = starts.clone().skip(1).chain([self.choices.len()]);
        let left =
            starts.zip(ends).map(|(start, end)| self.choices[start..end].iter().rev().copied().collect());
        (first..).zip(left).filter(|(_, left): &(usize, Vec<Choice>)| !left.is_empty()).collect()
    }

    /// Cuts the stack in two: its lower part goes, up to the first state by which that has half of the choices. Every state
    /// stays whole, so it has one owner; and the upper part keeps at least one choice.
    fn cut(&mut self) -> Option<Job> {
        let (half, last) = (self.choices.len().div_ceil(2), self.stack.len().checked_sub(1)?);
        // The first state whose choices begin at the half or after it: all before it is in the lower part.
        let count = self.stack.partition_point(|entry| (entry.1 as usize) < half).min(last);
        let end = self.stack.get(count)?.1;
        if count == 0 || end == 0 || end as usize == self.choices.len() {
            return None;
        }
        let stack: Vec<_> = self.stack.drain(..count).collect();
        let choices: Vec<_> = self.choices.drain(..end as usize).collect();
        self.stack.iter_mut().for_each(|entry| entry.1 -= end);
        // The first of the seeds is that of the whole, unless it was given away before.
        let has_first = usize::from(self.seeds.len() > self.stack.len() + count);
        let seeds =
            if self.seeds.is_empty() { Vec::new() } else { self.seeds.drain(..count + has_first).collect() };
        let depth = self.path.len() - self.stack.len();
        Some(Job { path: self.path[..depth].to_vec(), stack, choices, seeds, edges: Vec::new() })
    }

    fn hand_over(&mut self, space: &mut S) -> Option<Job> {
        if self.choices.is_empty() {
            return None;
        }
        let Depth { stack, choices, path, seeds } = std::mem::take(self);
        path.iter().for_each(|_| space.undo());
        Some(Job { path, stack, choices, seeds, edges: Vec::new() })
    }

    fn take_over(&mut self, space: &mut S, job: Job) -> Result<(), Ended<S::End>> {
        let is_same = |(one, other): &(&Choice, &Choice)| one == other;
        let common = self.path.iter().zip(&job.path).take_while(is_same).count();
        for _ in self.path.drain(common..) {
            space.undo();
        }
        for &choice in &job.path[common..] {
            space.follow(choice)?;
            self.path.push(choice);
        }
        (self.stack, self.choices, self.seeds) = (job.stack, job.choices, job.seeds);
        Ok(())
    }
}
