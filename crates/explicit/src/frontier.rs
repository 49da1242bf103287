//! What is still to be explored. A frontier decides the order; the loop that uses it is the same for all.

use std::collections::VecDeque;

use machine::explore::Choice;

use crate::memo::Known;
use crate::ranged::Ways;
use crate::recorder::Entry;
use crate::space::Space;

/// A state whose choices are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub number: u32,
    /// What it is called by whoever records it.
    pub entry: Entry,
    /// What earlier runs call it.
    pub known: Option<Known>,
    /// Which ways along a range's ends it is on, and whether some of its choices are in no path of the range.
    pub ways: Ways,
    pub is_partial: bool,
}

/// What to do next.
pub(crate) enum Next {
    Try(Choice),
    /// All choices of the state are tried.
    Done(Node),
}

/// Choices still to be tried.
pub(crate) trait Frontier<S: Space> {
    /// The space stands at a new state, reached by a choice from the current one. It is left at the current state, or at
    /// the new one if that is now the current.
    fn enter(&mut self, space: &mut S, node: Node, choices: &[Choice], from: Option<Choice>);
    fn next(&mut self, space: &mut S) -> Option<Next>;
    /// The state whose choices are being tried.
    fn node(&self) -> Option<Node>;
    /// The choices that lead from the start to the current state.
    fn path(&self) -> Vec<Choice>;
    /// Choices from the start to the current state.
    fn depth(&self) -> usize;
    /// A choice of the current state that led nowhere is left after all.
    fn give_back(&mut self, choice: Choice);
    /// About how many states are kept.
    fn len(&self) -> usize;
    /// States with choices left.
    fn unexplored(&self) -> usize;
    /// The states whose choices are being tried, the current one first.
    fn open(&self) -> Vec<Node>;
}

/// Depth first: the space goes forwards and is undone.
#[derive(Default)]
pub(crate) struct Depth {
    /// Each state on the path, and where its choices begin that are left.
    stack: Vec<(Node, u32)>,
    /// Choices that are left, those of one state after the other, each state's last one first.
    choices: Vec<Choice>,
    path: Vec<Choice>,
    /// In a random order: the seed, and for each state on the path what follows from it and from the choices up to there.
    /// So the order at a state depends on nothing that happened elsewhere.
    seeds: Vec<u64>,
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
}

/// Breadth first: states wait as copies.
pub(crate) struct Breadth<C> {
    queue: VecDeque<(Waiting, C, Vec<Choice>)>,
    current: Option<Current>,
    /// The tree: parent and choice of each state, by number in order of entering.
    tree: Vec<(u32, Choice)>,
    depths: Vec<u32>,
}

impl<C> Default for Breadth<C> {
    fn default() -> Breadth<C> {
        Breadth { queue: VecDeque::new(), current: None, tree: Vec::new(), depths: Vec::new() }
    }
}

impl<C> Breadth<C> {
    fn way(&self) -> Vec<Choice> {
        let mut path = Vec::new();
        let mut at = self.current.as_ref().map_or(u32::MAX, |current| current.place);
        while let Some(&(parent, choice)) = self.tree.get(at as usize).filter(|entry| entry.0 != u32::MAX) {
            path.push(choice);
            at = parent;
        }
        path.reverse();
        path
    }
}

struct Waiting {
    node: Node,
    place: u32,
}

struct Current {
    node: Node,
    place: u32,
    choices: Vec<Choice>,
    next: usize,
}

impl<S: Space> Frontier<S> for Breadth<S::Saved> {
    fn enter(&mut self, space: &mut S, node: Node, choices: &[Choice], from: Option<Choice>) {
        let choices = choices.to_vec();
        let place = self.tree.len() as u32;
        match (from, &self.current) {
            (Some(choice), Some(current)) => {
                self.tree.push((current.place, choice));
                self.depths.push(self.depths[current.place as usize] + 1);
                self.queue.push_back((Waiting { node, place }, space.save(), choices));
                space.undo();
            }
            _ => {
                self.tree.push((u32::MAX, Choice { thread: 0, option: 0 }));
                self.depths.push(0);
                self.current = Some(Current { node, place, choices, next: 0 });
            }
        }
    }

    fn next(&mut self, space: &mut S) -> Option<Next> {
        match &mut self.current {
            Some(current) => match current.choices.get(current.next) {
                Some(&choice) => {
                    current.next += 1;
                    Some(Next::Try(choice))
                }
                None => self.current.take().map(|current| Next::Done(current.node)),
            },
            None => {
                let (Waiting { node, place }, saved, choices) = self.queue.pop_front()?;
                self.current = Some(Current { node, place, choices, next: 0 });
                space.restore(saved, &|| self.way());
                self.next(space)
            }
        }
    }

    fn node(&self) -> Option<Node> {
        self.current.as_ref().map(|current| current.node)
    }

    fn path(&self) -> Vec<Choice> {
        self.way()
    }

    fn depth(&self) -> usize {
        self.current.as_ref().map_or(0, |current| self.depths[current.place as usize] as usize)
    }

    fn give_back(&mut self, _: Choice) {
        if let Some(current) = &mut self.current {
            current.next -= 1;
        }
    }

    fn len(&self) -> usize {
        self.queue.len() + 1
    }

    fn unexplored(&self) -> usize {
        let is_current = self.current.as_ref().is_some_and(|current| current.next < current.choices.len());
        self.queue.iter().filter(|(_, _, choices)| !choices.is_empty()).count() + usize::from(is_current)
    }

    fn open(&self) -> Vec<Node> {
        self.current.iter().map(|current| current.node).collect()
    }
}
