//! Whether an access is allowed, and the accesses of a call that may have to be taken back.

use super::{Life, Memory, Object, ObjectKind};
use crate::explore::Access;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{POINTER, UNINIT, Val};

impl Memory {
    /// Checks an access and returns its first byte, counted from the start of memory.
    #[inline]
    pub fn check(&self, pointer: Val, size: u64, access: &str) -> Result<usize, Stop> {
        if pointer.is_pointer()
            && let Some(object) = self.objects.get(pointer.object() as usize)
        {
            let offset = i64::from(pointer.offset());
            if object.life == Life::Alive && offset >= 0 && offset as u64 + size <= u64::from(object.size) {
                if self.journal.is_some() {
                    self.note(pointer, size, access);
                }
                self.notes.prefix(object.extent, (offset as u64 + size) as u32);
                return Ok(((object.base as usize) << self.shift) + offset as usize);
            }
        }
        self.refuse(pointer, size, access)
    }

    /// Notes accesses from now on, of a library call that may have to be taken back. What was noted of a call around
    /// this one is handed out, to go on with.
    pub(crate) fn watch(&mut self) -> Option<Vec<Access>> {
        let outer = self.watched.borrow_mut().replace(Vec::new());
        if let Some(journal) = self.journal.as_mut().filter(|_| outer.is_none()) {
            journal.set_trying(true);
        }
        outer
    }

    /// What was noted; from now on it belongs to the call around, if there is one.
    pub(crate) fn unwatch(&mut self, outer: Option<Vec<Access>>) -> Vec<Access> {
        let mut watched = self.watched.borrow_mut();
        let noted = watched.take().unwrap_or_default();
        if let Some(mut outer) = outer {
            outer.extend_from_slice(&noted);
            *watched = Some(outer);
        }
        noted
    }

    /// Stops noting for a while; what was noted so far, to go on from.
    pub(crate) fn pause_watch(&mut self) -> Option<Vec<Access>> {
        self.watched.borrow_mut().take()
    }

    pub(crate) fn resume_watch(&mut self, watched: Option<Vec<Access>>) {
        *self.watched.borrow_mut() = watched;
    }

    /// The call that was watched is not taken back any more.
    pub(crate) fn keep_watched(&mut self) {
        if self.watched.borrow().is_none()
            && let Some(journal) = &mut self.journal
        {
            journal.set_trying(false);
        }
    }

    /// What was noted so far was not the call's doing.
    pub(crate) fn forget_noted(&mut self) {
        if let Some(watched) = self.watched.get_mut() {
            watched.clear();
        }
    }

    fn note(&self, at: Val, size: u64, access: &str) {
        if let Some(watched) = &mut *self.watched.borrow_mut() {
            watched.push(Access::new(at, size as u32, access == "write", false));
        }
    }

    #[cold]
    fn refuse(&self, pointer: Val, size: u64, access: &str) -> Result<usize, Stop> {
        if pointer.tag == UNINIT {
            return Fault::stop(
                FaultKind::UninitialisedRead,
                format!("{access} through an uninitialised pointer"),
            );
        }
        if pointer.is_int() {
            return match pointer.bits {
                bits if bits < 4096 => {
                    Fault::stop(FaultKind::NullDereference, format!("{access} through a null pointer"))
                }
                bits => Fault::stop(
                    FaultKind::InvalidPointer,
                    format!("{access} at the address {bits:#x}, which no object has"),
                ),
            };
        }
        if !pointer.is_pointer() {
            return Err(Stop::NotModelled("an address made of parts of pointers".into()));
        }
        let Some(object) = self.object(pointer.object()) else {
            return Fault::stop(
                FaultKind::InvalidPointer,
                format!("{access} {} a function or label as if it were data", preposition(access)),
            );
        };
        if object.life == Life::Absent {
            return Err(Stop::NotModelled("an object that no unit defines".into()));
        }
        if object.life == Life::Dead {
            let what = match object.kind {
                ObjectKind::Heap => "a freed object",
                _ => "an object that is out of scope",
            };
            let message = format!("{access} {} {what}", preposition(access));
            return Fault::stop(FaultKind::DanglingPointer, message);
        }
        self.notes.whole(object.extent);
        Fault::stop(
            FaultKind::OutOfBounds,
            format!(
                "{access} of {} at offset {} of an object of {}",
                bytes(size),
                pointer.offset(),
                bytes(object.size.into())
            ),
        )
    }

    pub(crate) fn check_write(&self, pointer: Val, size: u64) -> Result<usize, Stop> {
        let at = self.check(pointer, size, "write")?;
        if self.objects[pointer.object() as usize].is_constant && !self.is_initialising {
            return Fault::stop(FaultKind::WriteToConstant, "write to a constant object");
        }
        Ok(at)
    }

    /// The word of an access to a living object within its bounds and at a multiple of its size, where words have eight bytes.
    #[inline(always)]
    pub(super) fn quick_place(&self, pointer: Val, size: u32) -> Option<(usize, &Object)> {
        let object = self.objects.get(pointer.object() as usize)?;
        let offset = pointer.bits as u32;
        // A negative offset is beyond any size.
        let is_inside = u64::from(offset) + u64::from(size) <= u64::from(object.size);
        if pointer.tag != POINTER || offset & (size - 1) != 0 || !is_inside || object.life != Life::Alive {
            return None;
        }
        if object.extent != 0 {
            self.notes.prefix(object.extent, offset + size);
        }
        Some((object.base as usize + (offset >> 3) as usize, object))
    }

    /// The first byte of an access to a living object within its bounds.
    #[inline(always)]
    pub(super) fn quick_check(&self, pointer: Val, size: u32) -> Option<(usize, &Object)> {
        let object = self.objects.get(pointer.object() as usize).filter(|_| pointer.tag == POINTER)?;
        let offset = pointer.offset() as u32;
        let is_inside =
            u64::from(offset) + u64::from(size) <= u64::from(object.size) && pointer.offset() >= 0;
        if !is_inside || object.life != Life::Alive {
            return None;
        }
        if object.extent != 0 {
            self.notes.prefix(object.extent, offset + size);
        }
        Some((((object.base as usize) << self.shift) + offset as usize, object))
    }
}

/// What stands between an access and what it is to.
fn preposition(access: &str) -> &'static str {
    if access == "read" { "of" } else { "to" }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}
