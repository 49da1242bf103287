//! What is still to be explored. A frontier decides the order; the loop that uses it is the same for all.

use std::collections::VecDeque;

use machine::exec::Machine;
use machine::explore::{Choice, Saved};

/// Choices still to be tried. The machine always stands at the state of the choice that was taken last, or at the
/// state after it if that was just entered.
pub(crate) trait Frontier {
    /// A new state: the machine stands at it. Says whether it stays there.
    fn enter(&mut self, machine: &mut Machine<'_>, choices: &[Choice], from: Option<Choice>);
    /// The choice to try next, with the machine put where it is to be made.
    fn next(&mut self, machine: &mut Machine<'_>) -> Option<Choice>;
    /// The choices that lead from the start to where the machine stands.
    fn path(&self) -> Vec<Choice>;
    /// Choices from the start to the state whose choices are being tried.
    fn depth(&self) -> usize;
    /// A choice that was taken and led nowhere is left after all; the machine stands where it is to be made.
    fn give_back(&mut self, choice: Choice);
    /// About how many states are kept.
    fn len(&self) -> usize;
    /// States with choices left.
    fn open(&self) -> usize;
}

/// Depth first: the machine goes forwards and is undone.
#[derive(Default)]
pub(crate) struct Depth {
    /// For each state on the path, where its choices begin that are left.
    stack: Vec<u32>,
    /// Choices that are left, those of one state after the other, each state's last one first.
    choices: Vec<Choice>,
    path: Vec<Choice>,
    seed: Option<u64>,
}

impl Depth {
    /// Tries choices in a random order.
    pub fn shuffled(seed: u64) -> Depth {
        Depth { seed: Some(seed.wrapping_mul(2) + 1), ..Depth::default() }
    }
}

impl Frontier for Depth {
    fn enter(&mut self, _: &mut Machine<'_>, choices: &[Choice], from: Option<Choice>) {
        let start = self.choices.len();
        self.stack.push(start as u32);
        self.choices.extend(choices.iter().rev());
        self.path.extend(from);
        if let Some(seed) = &mut self.seed {
            let choices = &mut self.choices[start..];
            for i in (1..choices.len()).rev() {
                *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                choices.swap(i, (*seed >> 33) as usize % (i + 1));
            }
        }
    }

    fn next(&mut self, machine: &mut Machine<'_>) -> Option<Choice> {
        loop {
            let start = *self.stack.last()? as usize;
            if self.choices.len() > start {
                return self.choices.pop();
            }
            self.stack.pop();
            if self.path.pop().is_some() {
                machine.undo();
            }
        }
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

    fn open(&self) -> usize {
        let ends = self.stack.iter().skip(1).copied().chain([self.choices.len() as u32]);
        self.stack.iter().zip(ends).filter(|(start, end)| **start < *end).count()
    }
}

/// Breadth first: states wait as copies.
#[derive(Default)]
pub(crate) struct Breadth {
    queue: VecDeque<(u32, Saved, Vec<Choice>)>,
    current: Node,
    /// The tree: parent and choice of each state, by number.
    tree: Vec<(u32, Choice)>,
    depths: Vec<u32>,
}

#[derive(Default)]
struct Node {
    number: u32,
    choices: Vec<Choice>,
    next: usize,
}

impl Frontier for Breadth {
    fn enter(&mut self, machine: &mut Machine<'_>, choices: &[Choice], from: Option<Choice>) {
        let choices = choices.to_vec();
        let number = self.tree.len() as u32;
        match from {
            Some(choice) => {
                self.tree.push((self.current.number, choice));
                self.depths.push(self.depths[self.current.number as usize] + 1);
                self.queue.push_back((number, machine.save(), choices));
                machine.undo();
            }
            None => {
                self.tree.push((u32::MAX, Choice { thread: 0, option: 0 }));
                self.depths.push(0);
                self.current = Node { number, choices, next: 0 };
            }
        }
    }

    fn next(&mut self, machine: &mut Machine<'_>) -> Option<Choice> {
        loop {
            if let Some(&choice) = self.current.choices.get(self.current.next) {
                self.current.next += 1;
                return Some(choice);
            }
            let (number, saved, choices) = self.queue.pop_front()?;
            machine.restore(saved);
            self.current = Node { number, choices, next: 0 };
        }
    }

    fn path(&self) -> Vec<Choice> {
        let mut path = Vec::new();
        let mut at = self.current.number;
        while let Some(&(parent, choice)) = self.tree.get(at as usize).filter(|entry| entry.0 != u32::MAX) {
            path.push(choice);
            at = parent;
        }
        path.reverse();
        path
    }

    fn depth(&self) -> usize {
        self.depths[self.current.number as usize] as usize
    }

    fn give_back(&mut self, _: Choice) {
        self.current.next -= 1;
    }

    fn len(&self) -> usize {
        self.queue.len() + 1
    }

    fn open(&self) -> usize {
        let has_choices = |(_, _, choices): &&(u32, Saved, Vec<Choice>)| !choices.is_empty();
        let is_current_open = self.current.next < self.current.choices.len();
        self.queue.iter().filter(has_choices).count() + usize::from(is_current_open)
    }
}
