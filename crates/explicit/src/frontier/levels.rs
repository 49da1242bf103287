//! The states of a way and the choices that are left of each, in few bytes: a way has hundreds of thousands of them.

use machine::explore::Choice;

use super::Node;
use crate::ranged::Ways;
use crate::recorder::Entry;

/// States of a way, the last one on top, each with choices that are left.
#[derive(Default)]
pub(crate) struct Levels {
    /// Their numbers, and of how many bytes the choices are that are left of each. (Not where these begin: there may be
    /// more bytes than a number here can tell.)
    numbers: Vec<u32>,
    sizes: Vec<u32>,
    choices: Choices,
    /// Those of which there is more to say than their number, by how many lie below.
    told: Vec<(u32, Node)>,
}

/// Choices on a stack: one byte for most of them, and as many as it takes for others. The last byte tells how many.
#[derive(Default)]
pub(super) struct Choices(Vec<u8>);

/// Marks choices of several bytes. Else the byte is thread and option.
const SHORT: u8 = 0x80;
const LONG: u8 = 0x81;
/// Bits of an option in a choice of one byte, in which there are seven.
const BITS: u32 = 3;

impl Choices {
    #[inline]
    pub fn push(&mut self, choice: Choice) {
        let Choice { thread, option } = choice;
        if thread < 1 << (7 - BITS) && option < 1 << BITS {
            return self.0.push((thread << BITS | option) as u8);
        }
        self.push_long(thread, option);
    }

    fn push_long(&mut self, thread: u32, option: u32) {
        let (of_thread, of_option) = (thread.to_le_bytes(), option.to_le_bytes());
        if thread < 1 << 8 && option < 1 << 16 {
            self.0.extend([of_option[0], of_option[1], of_thread[0], SHORT]);
        } else {
            self.0.extend(of_option.into_iter().chain(of_thread).chain([LONG]));
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Choice> {
        let (choice, size) = last(&self.0)?;
        self.0.truncate(self.0.len() - size);
        Some(choice)
    }

    /// All of them, the one that was pushed last first.
    pub fn last_first(&self) -> FromLast<'_> {
        FromLast(&self.0)
    }

    /// All of them, the one that was pushed first first.
    pub fn to_vec(&self) -> Vec<Choice> {
        let mut all: Vec<Choice> = self.last_first().collect();
        all.reverse();
        all
    }
}

impl Extend<Choice> for Choices {
    fn extend<I: IntoIterator<Item = Choice>>(&mut self, choices: I) {
        choices.into_iter().for_each(|choice| self.push(choice));
    }
}

pub(super) struct FromLast<'c>(&'c [u8]);

impl Iterator for FromLast<'_> {
    type Item = Choice;

    fn next(&mut self) -> Option<Choice> {
        let (choice, size) = last(self.0)?;
        self.0 = &self.0[..self.0.len() - size];
        Some(choice)
    }
}

/// The last choice, and of how many bytes it is.
#[inline]
fn last(bytes: &[u8]) -> Option<(Choice, usize)> {
    let &byte = bytes.last()?;
    if byte < SHORT {
        let byte = u32::from(byte);
        return Some((Choice { thread: byte >> BITS, option: byte & ((1 << BITS) - 1) }, 1));
    }
    match *bytes {
        [.., low, high, thread, SHORT] => {
            Some((Choice { thread: thread.into(), option: u16::from_le_bytes([low, high]).into() }, 4))
        }
        [.., a, b, c, d, e, f, g, h, LONG] => {
            let (option, thread) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
            Some((Choice { thread, option }, 9))
        }
        _ => None,
    }
}

impl Levels {
    /// Puts a state on top, with these choices: the last one is taken first.
    pub fn push(&mut self, node: Node, choices: impl Iterator<Item = Choice>) {
        if !is_plain(&node) {
            self.told.push((self.numbers.len() as u32, node));
        }
        self.numbers.push(node.number);
        let start = self.choices.0.len();
        self.choices.extend(choices);
        self.sizes.push((self.choices.0.len() - start) as u32);
    }

    /// The state on top.
    #[inline]
    pub fn last(&self) -> Option<Node> {
        let last = self.numbers.len().checked_sub(1)?;
        match self.told.last() {
            Some(&(at, node)) if at as usize == last => Some(node),
            _ => Some(plain(self.numbers[last])),
        }
    }

    /// Takes the last choice of the state on top.
    #[inline]
    pub fn pop_choice(&mut self) -> Option<Choice> {
        let size = self.sizes.last_mut().filter(|size| **size > 0)?;
        let before = self.choices.0.len();
        let choice = self.choices.pop();
        *size -= (before - self.choices.0.len()) as u32;
        choice
    }

    /// A choice of the state on top is left after all.
    pub fn push_choice(&mut self, choice: Choice) {
        let before = self.choices.0.len();
        self.choices.push(choice);
        if let Some(size) = self.sizes.last_mut() {
            *size += (self.choices.0.len() - before) as u32;
        }
    }

    /// Takes away the state on top, which has no choices left.
    #[inline]
    pub fn pop(&mut self) -> Option<Node> {
        let last = self.last()?;
        self.numbers.pop();
        self.sizes.pop();
        if self.told.last().is_some_and(|it| it.0 as usize == self.numbers.len()) {
            self.told.pop();
        }
        Some(last)
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn has_choices(&self) -> bool {
        !self.choices.0.is_empty()
    }

    /// The states, the lowest first.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> {
        let mut told = self.told.iter().peekable();
        let node = |(at, &number): (usize, &u32)| match told.next_if(|it| it.0 as usize == at) {
            Some(&(_, node)) => node,
            None => plain(number),
        };
        self.numbers.iter().enumerate().map(node).collect::<Vec<_>>().into_iter()
    }

    /// The choices that are left of each state, the lowest state first, and of each that first which is taken first.
    pub fn left(&self) -> impl Iterator<Item = FromLast<'_>> {
        let mut rest = &self.choices.0[..];
        self.sizes.iter().map(move |&size| {
            let (left, above) = rest.split_at(size as usize);
            rest = above;
            FromLast(left)
        })
    }

    /// Takes away the lower part, up to the first state by which that has half of the choices; nothing if one of both parts would
    /// have no choices.
    pub fn cut(&mut self) -> Option<Levels> {
        let (half, last) = (self.choices.0.len().div_ceil(2), self.numbers.len().checked_sub(1)?);
        // All before the first state whose choices begin at the half or after it.
        let (mut count, mut end) = (0, 0);
        while count < last && end < half {
            end += self.sizes[count] as usize;
            count += 1;
        }
        if end == 0 || end == self.choices.0.len() {
            return None;
        }
        let told = self.told.partition_point(|it| (it.0 as usize) < count);
        let lower = Levels {
            numbers: self.numbers.drain(..count).collect(),
            sizes: self.sizes.drain(..count).collect(),
            choices: Choices(self.choices.0.drain(..end).collect()),
            told: self.told.drain(..told).collect(),
        };
        self.told.iter_mut().for_each(|it| it.0 -= count as u32);
        Some(lower)
    }
}

/// A state of which there is nothing to say but its number.
fn plain(number: u32) -> Node {
    Node { number, entry: Entry::NOBODY, known: None, ways: Ways::default(), is_partial: false }
}

fn is_plain(node: &Node) -> bool {
    let &Node { number: _, entry, known, ways, is_partial } = node;
    entry == Entry::NOBODY && known.is_none() && ways == Ways::default() && !is_partial
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Choices of one byte and of several.
    fn some() -> Vec<Choice> {
        let numbers = [0, 1, 7, 8, 15, 16, 127, 255, 256, 65_535, 65_536, u32::MAX];
        let pairs = numbers.into_iter().flat_map(|thread| numbers.map(|option| Choice { thread, option }));
        pairs.collect()
    }

    #[test]
    fn choices_come_back_in_turn() {
        let mut choices = Choices::default();
        choices.extend(some());
        assert_eq!(choices.to_vec(), some());
        assert!(choices.0.len() > 9 * 40 && choices.0.len() < 9 * some().len());
        for choice in some().into_iter().rev() {
            assert_eq!(choices.pop(), Some(choice));
        }
        assert_eq!(choices.pop(), None);
    }

    fn node(number: u32) -> Node {
        // Every third has something to be told of.
        Node { is_partial: number.is_multiple_of(3), ..plain(number) }
    }

    /// What [`Levels`] are, plainly.
    fn all(levels: &Levels) -> Vec<(u32, bool, Vec<Choice>)> {
        levels
            .nodes()
            .zip(levels.left())
            .map(|(it, left)| (it.number, it.is_partial, left.collect()))
            .collect()
    }

    #[test]
    fn both_parts_of_what_is_cut_are_what_they_were() {
        let some = some();
        for count in 0..40 {
            let mut levels = Levels::default();
            let mut plain = Vec::new();
            for number in 0..count {
                // Some have no choices left.
                let of = &some[3 * number..][..number % 4];
                levels.push(node(number as u32), of.iter().copied());
                plain.push((number as u32, number % 3 == 0, of.iter().rev().copied().collect()));
            }
            assert_eq!(all(&levels), plain);
            if let Some(lower) = levels.cut() {
                let (lower, upper) = (all(&lower), all(&levels));
                assert!([&lower, &upper].iter().all(|part| part.iter().any(|it| !it.2.is_empty())));
                assert_eq!([&lower[..], &upper].concat(), plain);
                plain = upper;
            }
            for (number, is_partial, left) in plain.into_iter().rev() {
                assert_eq!(levels.last().map(|it| (it.number, it.is_partial)), Some((number, is_partial)));
                left.into_iter().for_each(|choice| assert_eq!(levels.pop_choice(), Some(choice)));
                assert_eq!(levels.pop_choice(), None);
                assert_eq!(levels.pop().map(|it| it.number), Some(number));
            }
            assert!(levels.pop().is_none());
        }
    }
}
