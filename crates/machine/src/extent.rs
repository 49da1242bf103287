//! How large objects are, and what a transition needs to know of that.
//!
//! Objects with an *extent* are said to be so large by the program, as their declaration or their type is, and by nothing else: their
//! size and alignment are in no element and in no fingerprint. So what a transition asks of them is noted: that there are so
//! many bytes at least, or how many there are. In a program where the same is said of the extent, it gets the same answers.
//!
//! Why that is enough. Memory has no types: offsets, lengths and strides are numbers of operations, which are in elements, or of
//! the state. Every access asks [`Memory`] whether it lies within its object, and what else depends on sizes or on low bits of
//! addresses says so here. What an object holds counts in fingerprints as if it went on for ever as it was when it began (its
//! *image*): whoever has more bytes than another, and has not touched them, is the same.
//!
//! [`Memory`]: crate::memory::Memory

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap as HashMap;

use cfa::Program;
use cfa::extent::{allocated, ends, of_call, of_local, of_object, record_ends};
use cfa::op::Op;
use cfa::program::{Body, FunctionId, LocalId, ObjectId, Storage};
use cfa::types::RecordId;

use crate::code::Instr;
use crate::exec::Machine;
use crate::explore::Pending;
use crate::explore::names::Names;
use crate::explore::print::{inner, name, split};
use crate::library::sync::Call;
use crate::value::Val;

/// What malloc returns is aligned to.
pub(crate) const HEAP_ALIGN: u32 = 16;

/// Who says how large an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    Static(ObjectId),
    Local(FunctionId, LocalId),
    /// Of the structs that are allocated ([`allocated`]), by number.
    Record(usize),
}

#[derive(Debug)]
pub(crate) struct Extent {
    pub whose: Whose,
    pub size: u32,
    pub align: u32,
    /// Where members end, in ascending order; the last is the size.
    pub ends: Vec<u32>,
}

/// All extents of a program. They are numbered from 1; 0 is that of an object that has none.
#[derive(Debug, Default)]
pub(crate) struct Extents {
    pub all: Vec<Extent>,
    statics: HashMap<ObjectId, u32>,
    locals: HashMap<(FunctionId, LocalId), u32>,
    records: HashMap<RecordId, u32>,
}

impl Extents {
    pub fn of(program: &Program) -> Extents {
        let mut extents = Extents::default();
        for (id, object) in (0..).map(ObjectId).zip(&program.objects) {
            if of_object(program, object) {
                let ends = ends(program, object.ty, object.size);
                let number = extents.add(Whose::Static(id), object.size, object.align, ends);
                extents.statics.insert(id, number);
            }
        }
        for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
            let locals = function.body.iter().flat_map(|body| &body.locals);
            for (at, local) in (0..).map(LocalId).zip(locals).filter(|(_, local)| of_local(program, local)) {
                if let Storage::Memory { size, align, .. } = local.storage {
                    let ends = ends(program, local.ty, size);
                    let number = extents.add(Whose::Local(id, at), size, align, ends);
                    extents.locals.insert((id, at), number);
                }
            }
        }
        for (at, id) in allocated(program).into_iter().enumerate() {
            let record = program.types.record(id);
            let ends = record_ends(program, record, record.size);
            let number = extents.add(Whose::Record(at), record.size, HEAP_ALIGN.into(), ends);
            extents.records.insert(id, number);
        }
        extents
    }

    fn add(&mut self, whose: Whose, size: u64, align: u64, ends: Vec<u32>) -> u32 {
        self.all.push(Extent { whose, size: size as u32, align: align as u32, ends });
        self.all.len() as u32
    }

    pub fn of_static(&self, id: ObjectId) -> u32 {
        self.statics.get(&id).copied().unwrap_or(0)
    }

    pub fn of_local(&self, function: FunctionId, local: LocalId) -> u32 {
        self.locals.get(&(function, local)).copied().unwrap_or(0)
    }

    /// Of what an operation allocates, if its size is right.
    pub fn of_call(&self, program: &Program, body: &Body, op: &Op) -> u32 {
        of_call(program, body, op).and_then(|record| self.records.get(&record).copied()).unwrap_or(0)
    }

    fn get(&self, extent: u32) -> Option<&Extent> {
        self.all.get((extent as usize).checked_sub(1)?)
    }

    /// What extents are called in fingerprints and elements, by number.
    pub fn keys(&self, names: &Names) -> Vec<u64> {
        let key = |extent: &Extent| match extent.whose {
            Whose::Static(id) => inner(name(b's', b"extent"), names.objects[id.index()]),
            Whose::Local(function, local) => {
                let (function, local) = (function.index(), local.index());
                inner(inner(name(b'l', b"extent"), names.functions[function]), names.locals[function][local])
            }
            Whose::Record(at) => inner(name(b'r', b"extent"), names.records[at]),
        };
        [0].into_iter().chain(self.all.iter().map(key)).collect()
    }
}

/// Stands for all that there is to know of an extent, in place of a number of bytes.
pub(crate) const WHOLE: u32 = u32::MAX;
/// It has not been worked out what a thread needs.
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// What the transition since [`Notes::clear`] needed to know of each extent: a number of bytes that there are at least, or [`WHOLE`].
/// Nothing is noted until somebody asks for it.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// By extent, where members end. Empty if nobody asks.
    ends: Vec<Vec<u32>>,
    /// By extent, the first of the numbers that stand for what may be needed of it; and by number, its hash.
    first: Vec<u32>,
    pub hashes: Vec<u128>,
    /// By number, the extent that it is of.
    pub of: Vec<u32>,
    /// By extent and number of bytes, as long as these are few: the number that stands for what is needed, and how many bytes that is.
    rounded: Vec<Vec<(u32, u32)>>,
    /// By extent, what was noted last.
    noted: Vec<Cell<Noted>>,
    list: RefCell<Vec<u32>>,
    transition: u32,
}

/// What was noted of an extent.
#[derive(Clone, Copy, Debug)]
struct Noted {
    /// The transition in which that was.
    transition: u32,
    /// A number of bytes, and the number that stands for that.
    end: u32,
    need: u32,
}

/// Up to so many bytes of an extent, what is needed is kept.
const FEW: u32 = 128;

impl Notes {
    pub fn new(extents: &Extents) -> Notes {
        let ends =
            [Vec::new()].into_iter().chain(extents.all.iter().map(|it| it.ends.clone())).collect::<Vec<_>>();
        // Nothing is needed of what has no extent.
        let (mut hashes, mut of) = (vec![0], vec![0]);
        let first = ends.iter().zip(0..).map(|(ends, extent): (&Vec<u32>, u32)| {
            let first = hashes.len() as u32;
            let all = ends.iter().copied().chain((!ends.is_empty()).then_some(WHOLE));
            hashes.extend(all.map(|end| hash(extent, end)));
            of.resize(hashes.len(), extent);
            first
        });
        let first: Vec<u32> = first.collect();
        let mut notes = Notes { ends, first, hashes, of, transition: 1, ..Notes::default() };
        let extents = 0..notes.ends.len();
        let few = |extent: usize| 0..=notes.ends[extent].last().copied().unwrap_or(0).min(FEW);
        let rounded = |extent| few(extent).map(|end| notes.round(extent as u32, end)).collect();
        notes.rounded = extents.clone().map(rounded).collect();
        notes.noted = extents.map(|_| Cell::new(Noted { transition: 0, end: 0, need: 0 })).collect();
        notes
    }

    pub fn is_kept(&self) -> bool {
        !self.noted.is_empty()
    }

    #[inline]
    pub fn clear(&mut self) {
        if self.noted.is_empty() {
            return;
        }
        self.list.get_mut().clear();
        self.transition = self.transition.wrapping_add(1);
        if self.transition == 0 {
            self.noted.iter().for_each(|it| it.set(Noted { transition: 0, ..it.get() }));
            self.transition = 1;
        }
    }

    /// There are so many bytes.
    #[inline]
    pub fn prefix(&self, extent: u32, end: u32) {
        let Some(noted) = self.noted.get(extent as usize).filter(|_| extent != 0) else { return };
        let Noted { transition, end: known, .. } = noted.get();
        if transition != self.transition || known < end {
            self.raise(extent, end);
        }
    }

    /// How many bytes there are, or how they are aligned.
    #[inline]
    pub fn whole(&self, extent: u32) {
        self.prefix(extent, WHOLE);
    }

    fn raise(&self, extent: u32, end: u32) {
        let noted = &self.noted[extent as usize];
        let (need, end) = match self.rounded[extent as usize].get(end as usize) {
            Some(&known) => known,
            None => self.round(extent, end),
        };
        if noted.get().transition != self.transition {
            self.list.borrow_mut().push(extent);
        }
        noted.set(Noted { transition: self.transition, end, need });
    }

    /// As [`Notes::need`], and how many bytes that stands for.
    fn round(&self, extent: u32, end: u32) -> (u32, u32) {
        let need = self.need(extent, end);
        let member = (need - self.first[extent as usize]) as usize;
        (need, self.ends[extent as usize].get(member).copied().unwrap_or(WHOLE))
    }

    /// The number that stands for what is needed of an extent: so many bytes, up to the end of the member in which they end, or all
    /// that there is to know. They are as [`Layout::of_need`] has them.
    ///
    /// [`Layout::of_need`]: crate::footprint::Layout::of_need
    fn need(&self, extent: u32, end: u32) -> u32 {
        let (first, ends) = (self.first[extent as usize], &self.ends[extent as usize]);
        first + ends.partition_point(|&it| it < end) as u32
    }

    /// All that was noted, as numbers.
    pub fn all(&self) -> Vec<u32> {
        let list = self.list.borrow();
        list.iter().map(|&extent| self.noted[extent as usize].get().need).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.list.borrow().is_empty()
    }

    /// Equal if the same was noted.
    pub fn key(&self) -> u128 {
        let hash = |&extent: &u32| self.hashes[self.noted[extent as usize].get().need as usize];
        self.list.borrow().iter().map(hash).fold(0, u128::wrapping_add)
    }
}

fn hash(extent: u32, end: u32) -> u128 {
    let word = u64::from(extent) << 32 | u64::from(end);
    let (low, high) = (split(word ^ 5 << 61), split(word.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ 5));
    u128::from(low) | u128::from(high) << 64
}

impl Machine<'_> {
    /// The extent of what the library call allocates at which the innermost frame stands. That it is just as large as is asked for
    /// depends on all of it.
    pub(crate) fn allocated_extent(&self, size: u64) -> u32 {
        let Some(frame) = self.frames.last() else { return 0 };
        let code = &self.image.code[frame.function.index()];
        let Some(&Instr::Library { extent, .. }) = code.instrs.get(frame.pc as usize) else { return 0 };
        self.memory.notes.whole(extent);
        let is_right = self.image.extents.get(extent).is_some_and(|it| u64::from(it.size) == size);
        if is_right { extent } else { 0 }
    }

    /// What the operation that a thread is about to do, and whether it can and whether it races, depends on: what is needed of an
    /// extent, as a number; 0 if that is nothing. It is worked out once for each operation that a thread comes to: neither the size of
    /// an object nor its extent changes.
    #[inline]
    pub fn pending_need(&self, thread: usize) -> u32 {
        let need = &self.threads[thread].need;
        if need.get() == UNKNOWN {
            need.set(self.need_of_pending(thread));
        }
        need.get()
    }

    fn need_of_pending(&self, thread: usize) -> u32 {
        /// The word of a lock, and the counts of one for readers and writers.
        const WORD: u32 = 4;
        const LOCK: u32 = 24;
        match self.threads[thread].pending {
            Pending::Access(access) | Pending::Exchange { access, .. } => {
                self.need_of(access.at, access.size)
            }
            Pending::Call(call) => match call {
                Call::Lock { mutex: at, .. }
                | Call::Wait { mutex: at, .. }
                | Call::Relock { mutex: at, .. }
                | Call::Down { semaphore: at, .. }
                | Call::Spin { lock: at }
                | Call::Once { control: at } => self.need_of(at, WORD),
                Call::ReadLock { lock: at, .. } | Call::WriteLock { lock: at, .. } => self.need_of(at, LOCK),
                Call::Step
                | Call::Allocate
                | Call::Signal { .. }
                | Call::Join { .. }
                | Call::Barrier { .. }
                | Call::Passed => 0,
            },
            Pending::Run
            | Pending::Choose(_)
            | Pending::Decide { .. }
            | Pending::Order(_)
            | Pending::Ended { .. } => 0,
        }
    }

    /// What an access asks for. The end of an object is an access to all of it, however much that is: it races with every access that lies within, and that is
    /// noted of the other.
    fn need_of(&self, at: Val, size: u32) -> u32 {
        let object = self.memory.object(at.object()).filter(|object| at.is_pointer() && object.extent != 0);
        let Some(object) = object.filter(|_| self.memory.notes.is_kept()) else { return 0 };
        let (from, end) = (i64::from(at.offset()), i64::from(at.offset()) + i64::from(size));
        // Whether the object is still there is told by the state.
        let is_inside = from >= 0 && end <= i64::from(object.size);
        self.memory.notes.need(object.extent, if is_inside { end as u32 } else { WHOLE })
    }
}
