//! Which addresses, and which handles of threads, are the same. What is there at the same time is apart. What is gone
//! leaves its address or handle to what comes later, or does not: where a program's result depends on that, it is not
//! modelled.
//!
//! No history is kept of what was there when something else came. So of two things one of which is gone nothing is known,
//! but for those that are there from start to end. That is sound with steps merged, too, which may move the coming of
//! one in front of the going of the other: whoever compares them behind the going finds one gone. Only if coming and
//! comparing are merged, no state is in between; so there is one ([`Machine::tell_apart`]).

use cfa::expr::Binary;

use super::Machine;
use crate::address;
use crate::arith;
use crate::code::Kind;
use crate::explore::Pending;
use crate::fault::Stop;
use crate::memory::{Life, ObjectKind};
use crate::value::{Val, thread_of};

impl Machine<'_> {
    /// A binary operator with at least one operand that is no plain number.
    #[cold]
    pub(super) fn address_binary(&mut self, op: Binary, kind: Kind, a: Val, b: Val) -> Result<Val, Stop> {
        match self.memory.places {
            Some(_) => self.numeric_binary(op, kind, a, b),
            None => self.symbolic_binary(op, kind, a, b),
        }
    }

    fn symbolic_binary(&mut self, op: Binary, kind: Kind, a: Val, b: Val) -> Result<Val, Stop> {
        if a.is_pointer() && b.is_pointer() && a.object() != b.object() {
            if let Some(exploring) = &mut self.exploring {
                exploring.has_compared = true;
            }
            if matches!(op, Binary::Eq | Binary::Ne) {
                self.tell_apart(a, b)?;
            }
        }
        if let Some(value) = self.in_order(op, kind, a, b)? {
            return Ok(value);
        }
        let value = address::binary(&self.memory, op, kind, a, b);
        match value {
            Err(Stop::NotModelled(_)) if thread_of(a).or(thread_of(b)).is_some() => {
                Err(Stop::NotModelled("arithmetic on a thread's handle, or the order of two".into()))
            }
            value => value,
        }
    }

    /// As [`Machine::address_binary`], with addresses as numbers where nothing else tells the result.
    fn numeric_binary(&mut self, op: Binary, kind: Kind, a: Val, b: Val) -> Result<Val, Stop> {
        // Whether an object gets a place must not depend on the number, which reuse may take another one for.
        let is_order = matches!(op, Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
            && matches!(kind, Kind::Int { .. })
            && (a.is_pointer() && b.is_int() || a.is_int() && b.is_pointer());
        let value = match is_order {
            true => Err(Stop::NotModelled("the order of an address and a number".into())),
            false => self.symbolic_binary(op, kind, a, b),
        };
        let is_inside = |value: Val| {
            let object = value.is_pointer().then(|| self.memory.object(value.object())).flatten();
            object.is_none_or(|it| {
                // Whether it is depends on how large the object is.
                self.memory.notes.whole(it.extent);
                (0..=i64::from(it.size)).contains(&i64::from(value.offset()))
            })
        };
        match value {
            Err(Stop::NotModelled(_)) => {}
            // A number is no part of the object that it was an address in.
            Ok(value) if matches!(kind, Kind::Int { .. }) && !is_inside(value) => {
                return self.number_as(value, kind);
            }
            value => return value,
        }
        let (x, y) = (self.number_as(a, kind)?, self.number_as(b, kind)?);
        match x.is_int() && y.is_int() {
            true => arith::binary(op, kind, x.bits, y.bits),
            false => value,
        }
    }

    /// Whether two values of a kind are the same.
    pub(crate) fn are_equal(&mut self, kind: Kind, a: Val, b: Val) -> Result<bool, Stop> {
        if a.is_int() && b.is_int() {
            return Ok(a == b);
        }
        self.address_binary(Binary::Eq, kind, a, b).map(|value| value.bits != 0)
    }

    /// Makes sure that two pointers to different objects, or handles of different threads, differ.
    fn tell_apart(&mut self, a: Val, b: Val) -> Result<(), Stop> {
        match (thread_of(a), thread_of(b)) {
            (Some(x), Some(y)) => {
                if a.offset() != 0 || b.offset() != 0 {
                    return Err(Stop::NotModelled("arithmetic on a thread's handle".into()));
                }
                self.tell_threads_apart(x, y)
            }
            (None, None) => self.tell_objects_apart(a.object(), b.object()),
            _ => Ok(()),
        }
    }

    fn tell_objects_apart(&mut self, a: u32, b: u32) -> Result<(), Stop> {
        let (Some(of_a), Some(of_b)) = (self.memory.object(a), self.memory.object(b)) else { return Ok(()) };
        let is_fixed = |kind: ObjectKind| matches!(kind, ObjectKind::Static | ObjectKind::Constant);
        if is_fixed(of_a.kind) || is_fixed(of_b.kind) {
            return Ok(());
        }
        if let Some(gone) = [of_a, of_b].into_iter().find(|object| object.life == Life::Dead) {
            let whose = if gone.kind == ObjectKind::Heap {
                "a freed object's address"
            } else {
                "the address of a local that has ended"
            };
            return Err(Stop::NotModelled(format!("whether {whose} is used again")));
        }
        let first_new = match self.exploring().and_then(|exploring| exploring.first_new()) {
            Some((objects, _)) if self.may_others_move() => objects,
            _ => return Ok(()),
        };
        if a >= first_new && self.is_reached_by_others(b) || b >= first_new && self.is_reached_by_others(a) {
            return self.let_others_move();
        }
        Ok(())
    }

    fn tell_threads_apart(&mut self, a: usize, b: usize) -> Result<(), Stop> {
        let is_gone = |machine: &Self, thread: usize| {
            machine.threads.get(thread).is_some_and(|thread| {
                thread.is_joined || thread.is_detached && matches!(thread.pending, Pending::Ended { .. })
            })
        };
        // The first thread is older than any other.
        let is_first_there = (a == 0 || b == 0) && !is_gone(self, 0);
        if is_first_there {
            return Ok(());
        }
        if is_gone(self, a) || is_gone(self, b) {
            return Err(Stop::NotModelled(
                "whether the handle of a thread that is gone is used again".into(),
            ));
        }
        let first_new = match self.exploring().and_then(|exploring| exploring.first_new()) {
            Some((_, threads)) if self.may_others_move() => threads,
            _ => return Ok(()),
        };
        let is_own = a == self.current || b == self.current;
        if (a >= first_new || b >= first_new) && !is_own {
            return self.let_others_move();
        }
        Ok(())
    }

    /// Whether another thread may do something between two steps of this one.
    fn may_others_move(&self) -> bool {
        self.is_choosing() && self.live > 1 && self.threads[self.current].atomic == 0
    }

    /// Ends the transition before a comparison with what is new in it: until then, others may have ended what it is
    /// compared with, and it may be what is new in its place.
    fn let_others_move(&mut self) -> Result<(), Stop> {
        if self.library.callbacks > 0 {
            return Err(Stop::NotModelled(
                "a comparison with what other threads can end, inside a callback".into(),
            ));
        }
        self.yield_to(Pending::Run)
    }
}
