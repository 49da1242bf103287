//! Which of two objects lies at the lower address, as far as a program has asked.
//!
//! Where an address is compared with one of another object, as numbers, either object may lie lower: that is a choice, made where
//! the outcome depends on it and kept as part of the state. What was chosen is a partial order, closed under transitivity;
//! both ways are open for a pair that it does not relate, so every choice extends it to one again, and every total order of the
//! objects can be come to. Objects do not overlap, so the order of two tells that of all addresses in them, up to and including
//! their ends, but whether one begins just where the other ends: what depends on that is not modelled.
//!
//! Guarantee: of each run, whatever the addresses of its objects are, the comparisons come out in some explored path as they do in
//! that run, or the verdict is unknown. Each pair that is chosen there holds between two numbers of that run, each that follows by
//! transitivity too, and where nothing follows both outcomes are tried. Merged steps may let an object begin before another one ends
//! at whose address it lies in that run: those two are never related but by a comparison, before which there is a state, from which
//! the other ends first; and whoever compares with what has ended gets no answer. So no history is kept: an object that has
//! ended leaves the order, and whatever begins later lies anywhere, be it where that was.
//!
//! In fingerprints a pair goes by what its objects are called there, and counts while both are alive and can be reached: nobody
//! compares others again, and what follows from them is in the order itself.

use cfa::expr::Binary;

use crate::code::Kind;
use crate::exec::Machine;
use crate::explore::Pending;
use crate::fault::Stop;
use crate::memory::{Life, Memory, ObjectKind};
use crate::value::Val;

/// The objects that the order relates, at most: it has up to the square of that many pairs.
const MOST: usize = 64;

/// Two objects, the lower one first.
pub(crate) type Pair = (u32, u32);

/// The order, as it is and as it was before each change.
#[derive(Default)]
pub(crate) struct Orders {
    /// Each sorted; the last one counts.
    history: Vec<Vec<Pair>>,
}

/// A comparison that goes either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unordered {
    /// The operands' objects, from left to right.
    pub left: u32,
    pub right: u32,
    /// The instruction that compares, counted from the first of its operation: an operation may compare several.
    pub at: u32,
}

impl From<Vec<Pair>> for Orders {
    fn from(pairs: Vec<Pair>) -> Orders {
        Orders { history: if pairs.is_empty() { Vec::new() } else { vec![pairs] } }
    }
}

impl Orders {
    pub fn pairs(&self) -> &[Pair] {
        self.history.last().map_or(&[], Vec::as_slice)
    }

    /// Changes so far that can be taken back.
    pub fn count(&self) -> u32 {
        self.history.len() as u32
    }

    pub fn truncate(&mut self, count: u32) {
        self.history.truncate(count as usize);
    }

    /// Takes no change back any more.
    pub fn forget(&mut self) {
        self.history.drain(..self.history.len().saturating_sub(1));
    }

    /// Whether the first object lies lower, if that is known.
    fn is_below(&self, a: u32, b: u32) -> Option<bool> {
        let has = |pair: Pair| self.pairs().binary_search(&pair).is_ok();
        has((a, b)).then_some(true).or(has((b, a)).then_some(false))
    }

    /// Puts one object below another with which it is not related; what no longer counts goes. Says whether there was room.
    fn put(&mut self, low: u32, high: u32, counts: impl Fn(u32) -> bool) -> bool {
        let mut pairs: Vec<Pair> =
            self.pairs().iter().copied().filter(|&(a, b)| counts(a) && counts(b)).collect();
        let lower: Vec<u32> = pairs.iter().filter(|it| it.1 == low).map(|it| it.0).chain([low]).collect();
        let higher: Vec<u32> = pairs.iter().filter(|it| it.0 == high).map(|it| it.1).chain([high]).collect();
        pairs.extend(lower.iter().flat_map(|&a| higher.iter().map(move |&b| (a, b))));
        pairs.sort_unstable();
        pairs.dedup();
        let mut objects: Vec<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        objects.sort_unstable();
        objects.dedup();
        self.history.push(pairs);
        objects.len() <= MOST
    }

    /// An object begins anew, anywhere.
    fn leave(&mut self, object: u32) {
        if self.pairs().iter().any(|&(a, b)| a == object || b == object) {
            let pairs = self.pairs().iter().copied().filter(|&(a, b)| a != object && b != object).collect();
            self.history.push(pairs);
        }
    }
}

impl Memory {
    /// Nothing is known any more of where an object lies: another one has begun in its place.
    pub(crate) fn leave_order(&mut self, object: u32) {
        self.orders.leave(object);
    }

    /// Says whether there was room.
    fn put_below(&mut self, low: u32, high: u32) -> bool {
        let mut orders = std::mem::take(&mut self.orders);
        let has_room = orders.put(low, high, |id| self.is_alive(id));
        self.orders = orders;
        has_room
    }

    fn is_alive(&self, object: u32) -> bool {
        self.object(object).is_some_and(|it| it.life == Life::Alive)
    }

    /// The pairs of objects that are there.
    pub(crate) fn ordered(&self) -> impl Iterator<Item = Pair> + '_ {
        self.orders.pairs().iter().copied().filter(|&(a, b)| self.is_alive(a) && self.is_alive(b))
    }

    /// Where an address lies in its object: none if the object is not there, if the address is outside of it, or if the object
    /// may share its place with others.
    fn within(&self, value: Val) -> Option<(u32, Within)> {
        let object = self.object(value.object()).filter(|object| object.life == Life::Alive)?;
        let (offset, size) = (i64::from(value.offset()), i64::from(object.size));
        match (0..size).contains(&offset) {
            true => self.notes.prefix(object.extent, offset as u32 + 1),
            false => self.notes.whole(object.extent),
        }
        let within = Within { is_start: offset == 0, is_end: offset == size };
        (0..=size).contains(&offset).then_some((value.object(), within))
    }
}

#[derive(Clone, Copy)]
struct Within {
    is_start: bool,
    is_end: bool,
}

impl Machine<'_> {
    /// The outcome of a comparison of addresses in two objects as numbers, if it is one that either order of the objects decides.
    pub(crate) fn in_order(&mut self, op: Binary, kind: Kind, a: Val, b: Val) -> Result<Option<Val>, Stop> {
        let is_order = matches!(op, Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
        let is_between = a.is_pointer() && b.is_pointer() && a.object() != b.object();
        // As signed numbers of 32 bits, those of the upper half are negative.
        let is_number = match kind {
            Kind::Int { bits, signed } => bits == self.word_bits() && !(signed && bits == 32),
            _ => false,
        };
        let is_any = self.is_choosing() && !self.is_given() && self.memory.places.is_none();
        if !(is_order && is_between && is_number && is_any) {
            return Ok(None);
        }
        let is_constant =
            |value: Val| self.memory.object(value.object()).is_some_and(|it| it.kind == ObjectKind::Constant);
        // Literals may lie in one another.
        if is_constant(a) && is_constant(b) {
            return Ok(None);
        }
        let (Some((left, in_left)), Some((right, in_right))) = (self.memory.within(a), self.memory.within(b))
        else {
            return Ok(None);
        };
        let is_left_lower = self.choose_order(left, right)?;
        let (low, high) = if is_left_lower { (in_left, in_right) } else { (in_right, in_left) };
        let may_be_equal = low.is_end && high.is_start;
        // What holds if they differ, and if the end of one is the start of the other.
        let (if_apart, if_equal) = match op {
            Binary::Lt => (is_left_lower, false),
            Binary::Le => (is_left_lower, true),
            Binary::Gt => (!is_left_lower, false),
            _ => (!is_left_lower, true),
        };
        if may_be_equal && if_apart != if_equal {
            return Err(Stop::NotModelled("whether an object begins where another one ends".into()));
        }
        Ok(Some(Val::int(if_apart.into())))
    }

    /// Whether the left one of two objects lies lower, which is chosen if nothing tells.
    fn choose_order(&mut self, left: u32, right: u32) -> Result<bool, Stop> {
        let known = self.memory.orders.is_below(left, right);
        let is_mine = matches!(
            self.threads[self.current].pending,
            Pending::Order(it) if (it.left, it.right) == (left, right)
        );
        // It may be for another comparison of this operation.
        let granted = match is_mine {
            true => self.exploring_mut().granted.take(),
            false => None,
        };
        match (known, granted) {
            (Some(is_below), _) => Ok(is_below),
            (None, Some(option)) => {
                let (low, high) = if option == 0 { (left, right) } else { (right, left) };
                match self.memory.put_below(low, high) {
                    true => Ok(option == 0),
                    false => Err(Stop::NotModelled(format!("the order of more than {MOST} objects"))),
                }
            }
            (None, None) if self.library.callbacks > 0 => {
                Err(Stop::NotModelled("the order of two objects, inside a callback".into()))
            }
            (None, None) => self.yield_to(Pending::Order(Unordered { left, right, at: 0 })),
        }
    }

    /// In how many ways a comparison goes on: another thread may have asked the same since, or have ended an object.
    pub(crate) fn ways_of(&self, it: &Unordered) -> u32 {
        let is_open = self.memory.orders.is_below(it.left, it.right).is_none();
        1 + u32::from(is_open && [it.left, it.right].into_iter().all(|id| self.memory.is_alive(id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_closed_and_what_has_ended_leaves_it() {
        let mut orders = Orders::default();
        assert!(orders.put(1, 2, |_| true) && orders.put(3, 4, |_| true));
        assert_eq!(orders.is_below(1, 4), None);
        assert!(orders.put(2, 3, |_| true));
        let all = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
        assert_eq!(orders.pairs(), all);
        assert_eq!((orders.is_below(1, 4), orders.is_below(4, 1)), (Some(true), Some(false)));
        // Object 2 has ended: what followed from it stays.
        assert!(orders.put(5, 1, |id| id != 2));
        assert_eq!(orders.pairs(), [(1, 3), (1, 4), (3, 4), (5, 1), (5, 3), (5, 4)]);
        orders.truncate(3);
        assert_eq!(orders.pairs(), all);
        orders.leave(3);
        assert_eq!(orders.pairs(), [(1, 2), (1, 4), (2, 4)]);
    }

    #[test]
    fn an_order_has_room_for_so_many_objects_and_says_so() {
        let mut orders = Orders::default();
        assert!((1..MOST as u32).all(|id| orders.put(id, id + 1, |_| true)));
        assert!(!orders.put(MOST as u32, MOST as u32 + 1, |_| true));
    }
}
