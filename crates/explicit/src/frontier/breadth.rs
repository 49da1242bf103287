//! Breadth first: states wait as copies.

use std::collections::VecDeque;

use machine::explore::Choice;

use super::{Frontier, Job, Next, Node};
use crate::space::{Ended, Space};

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

    fn take_over(&mut self, _: &mut S, _: Job) -> Result<(), Ended<S::End>> {
        Err(Ended::Rejected)
    }
}
