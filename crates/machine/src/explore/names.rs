//! What the parts of a program are called in fingerprints, so that states of one program are recognised in another.
//!
//! Invariant: names of one program are unique. Two programs that share names agree on states: equal fingerprints stand
//! for frames at locations of the same names, whose locals of the same names hold the same values, and for static
//! objects of the same names and layouts with the same content. What the program *does* there is not in the
//! fingerprint: that is for whoever reuses what was found out about a state.

use cfa::Program;
use cfa::program::FunctionId;

use super::print::{inner, name, place, split};
use crate::code::{Code, Instr};
use crate::exec::Machine;

/// Names of functions, static objects, locations and locals, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub functions: Vec<u64>,
    pub objects: Vec<u64>,
    pub locations: Vec<Vec<u64>>,
    pub locals: Vec<Vec<u64>>,
    /// Of the structs that are allocated, in the order of `cfa::extent::allocated`.
    pub records: Vec<u64>,
}

impl Names {
    /// Names that hold within this program.
    pub fn plain(program: &Program) -> Names {
        let objects = program.objects.iter().map(|object| name(b'o', object.name.as_bytes()));
        let mut names = Names { objects: objects.collect(), ..Names::default() };
        for function in &program.functions {
            let own = name(b'f', function.name.as_bytes());
            names.functions.push(own);
            let (locations, locals) =
                function.body.as_ref().map_or((0, 0), |body| (body.locations(), body.locals.len()));
            names.locations.push((0..locations as u64).map(|l| inner(own, l)).collect());
            names.locals.push((0..locals as u64).map(|l| inner(!own, l)).collect());
        }
        names.records = (0..cfa::extent::allocated(program).len() as u64).map(split).collect();
        names
    }
}

/// Keys of a function's frames.
#[derive(Debug, Default)]
pub(crate) struct FrameKeys {
    /// Where the innermost frame stands, by instruction.
    innermost: Vec<u64>,
    /// Where another frame stands: behind a call, which is told by the call, whatever code comes next.
    outer: Vec<u64>,
    pub slots: Vec<u64>,
}

/// Marks a frame behind a call.
const BEHIND: u64 = 0x6265_6869_6e64_0001;

impl FrameKeys {
    pub fn of(names: &Names, function: FunctionId, code: &Code) -> FrameKeys {
        let mut keys = FrameKeys::default();
        let (locations, locals) = (&names.locations[function.index()], &names.locals[function.index()]);
        let mut location = 0;
        for pc in 0..code.instrs.len() as u32 {
            // Of locations without instructions the last one counts: it is the one that does something.
            while code.first_of.get(location + 1).is_some_and(|&first| first <= pc) {
                location += 1;
            }
            let first = code.first_of[location];
            keys.innermost.push(inner(locations[location], u64::from(pc - first)));
        }
        for pc in 0..code.instrs.len() {
            let call = pc
                .checked_sub(1)
                .filter(|&call| matches!(code.instrs[call], Instr::Call { .. } | Instr::CallIndirect { .. }));
            keys.outer.push(call.map_or(keys.innermost[pc], |call| split(keys.innermost[call] ^ BEHIND)));
        }
        keys.slots = (0..u64::from(code.cleared)).map(split).collect();
        let ends = code.slot_of.iter().skip(1).chain([&code.cleared]);
        for ((&first, &end), &local) in code.slot_of.iter().zip(ends).zip(locals) {
            for slot in first..end {
                keys.slots[slot as usize] = inner(local, u64::from(slot - first));
            }
        }
        keys
    }

    /// A frame that is in the middle of an operation stands at it, also while a function runs on its behalf.
    #[inline]
    pub fn position(&self, pc: u32, progress: u32, is_innermost: bool) -> u64 {
        let is_behind = !is_innermost && progress == 0;
        let key = if is_behind { self.outer[pc as usize] } else { self.innermost[pc as usize] };
        key ^ u64::from(progress).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Static objects as fingerprints take them for granted: a state holds of each only in what it differs from this.
/// Programs that share it agree on states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reference {
    /// Sorted by key.
    pub objects: Vec<ReferenceObject>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReferenceObject {
    pub key: u64,
    /// Size and alignment, unless these are its extent's, and whether it may be written or exists at all.
    pub layout: u64,
    /// The fingerprint of its initial words.
    pub content: u128,
}

/// In place of the size and alignment of an object that has them from its extent.
const ELASTIC: u64 = 0x656c_6173_7469_6301;
/// Marks an object whose layout is not that of the reference.
const LAYOUT: u64 = 0x6c61_796f_7574_0001;

impl Reference {
    /// Whether another one takes all these objects for granted, and as they are here.
    pub fn is_within(&self, other: &Reference) -> bool {
        self.objects.iter().all(|object| other.find(object.key).is_ok_and(|at| other.objects[at] == *object))
    }

    fn find(&self, key: u64) -> Result<usize, usize> {
        self.objects.binary_search_by_key(&key, |object| object.key)
    }
}

impl Machine<'_> {
    /// Where the initial state differs from the reference, which afterwards also holds the objects that were new to it.
    pub(super) fn settle_reference(&mut self, reference: &Reference) -> (u128, Reference) {
        let (mut sum, mut extended) = (0u128, reference.clone());
        for (object, &id) in self.image.program.objects.iter().zip(&self.image.statics) {
            let Some(exploring) = self.exploring() else { break };
            let key = exploring.heap.key(id);
            let flags = [object.is_constant, object.is_defined, object.is_thread_local, object.is_weak];
            let flags = flags.iter().fold(0u64, |bits, &flag| bits << 1 | u64::from(flag));
            let is_elastic = self.memory.object(id).is_some_and(|object| object.extent != 0);
            let layout = match is_elastic {
                true => inner(ELASTIC, flags),
                false => inner(inner(object.size, object.align), flags),
            };
            let content = self.static_content(id, key);
            match extended.find(key) {
                Ok(at) if extended.objects[at].layout == layout => {
                    sum = sum.wrapping_add(content).wrapping_sub(extended.objects[at].content);
                }
                Ok(_) => {
                    let mark = super::print::mix(place(key, LAYOUT), layout, 1);
                    sum = sum.wrapping_add(content).wrapping_add(mark);
                }
                Err(at) => extended.objects.insert(at, ReferenceObject { key, layout, content }),
            }
        }
        (sum, extended)
    }

    fn static_content(&self, id: u32, key: u64) -> u128 {
        let (Some(object), Some(exploring)) = (self.memory.object(id), self.exploring()) else { return 0 };
        let word = |index: usize| {
            let value = self.pointer_word(object.base as usize + index);
            exploring.heap.word_of(object.blank, place(key, index as u64), value, value.is_pointer())
        };
        (0..self.memory.words_of(object)).fold(0, |sum, index| sum.wrapping_add(word(index)))
    }
}
