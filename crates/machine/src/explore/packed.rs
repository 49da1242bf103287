//! What undoing takes, packed: the lower part of a long way.
//!
//! To undo a transition takes some 600 bytes as it is noted, and ways of a search that goes deep first have hundreds of thousands of
//! transitions. A search goes back and forth at the top of its way; so there it is kept as it was noted, and what lies below is packed in
//! blocks, each number by how it differs from one before, which takes a tenth or less. When all that lies above a block is undone, the block is
//! unpacked.
//!
//! Packing is a function of what was noted, and so is unpacking of the block: the state where the machine stands plays no part.
//! As much has to be noted or undone between two times that something is packed as is packed, so all in all
//! it costs a few instructions for each byte that was noted.
//!
//! Not packed, as it is seldom noted: versions of what the library keeps, bytes known in part, the order of objects, terms.

use cfa::program::FunctionId;
use rustc_hash::FxHashMap as HashMap;

use super::heap::{self, StaticRoot};
use super::{Change, Exiting, Pending, Step};
use crate::code::Result_;
use crate::exec::{Frame, Image, Machine};
use crate::journal::{Mark, Old};
use crate::pack::{Packer, Unpacker};
use crate::symbolic;
use crate::value::{Tag, Val};

/// What more bytes are not packed, which would take long, but put aside as they are.
const WHOLE: usize = 1 << 24;

/// Blocks, the lowest first.
#[derive(Default)]
pub(super) struct Packed {
    blocks: Vec<Block>,
    /// When so many bytes are noted that are not packed, some are.
    limit: usize,
}

enum Block {
    Packed(Compact),
    Whole(Box<Logs>),
}

struct Compact {
    bytes: Box<[u8]>,
    steps: u32,
    /// By number, what threads were about to do, and how far they had come with their end.
    pendings: Box<[Pending]>,
    exitings: Box<[Exiting]>,
    /// Where results of calls go, for each frame that is the first of its serial number, or changed that.
    results: Box<[Result_]>,
}

/// What transitions have noted.
#[derive(Default)]
struct Logs {
    steps: Vec<Step>,
    frames: Vec<Frame>,
    slots: Vec<Val>,
    changes: Vec<Change>,
    writes: Vec<Old>,
    ends: Vec<u32>,
    keys: Vec<(u32, u64)>,
    roots: Vec<(StaticRoot, bool)>,
}

/// How many of each there are of what a transition notes, or before it: frames, slots, changes, writes, ends, keys, roots.
type Counts = [u32; 7];

impl Machine<'_> {
    /// Before a transition: packs what lies low, if there is much.
    #[inline]
    pub(super) fn pack_if_much(&mut self) {
        let noted = self.noted_bytes();
        if self.exploring_mut().packed.limit <= noted {
            self.pack(noted);
        }
    }

    /// About how much is noted that is not packed.
    #[inline]
    fn noted_bytes(&self) -> usize {
        let Some(exploring) = &self.exploring else { return 0 };
        let writes = self.memory.journal.as_ref().map_or(0, |journal| journal.noted());
        exploring.steps.len() * size_of::<Step>()
            + bytes([
                exploring.frames.len() as u32,
                exploring.slots.len() as u32,
                exploring.changes.len() as u32,
                writes as u32,
                0,
                exploring.heap.mark().keys,
                0,
            ])
    }

    #[inline(never)]
    fn pack(&mut self, noted: usize) {
        let least = self.exploring_mut().options.undo_bytes;
        let image = self.image;
        let mut logs = self.take_logs();
        let block = logs.pack(noted, image);
        self.put_logs(logs);
        let noted = self.noted_bytes();
        let packed = &mut self.exploring_mut().packed;
        packed.blocks.extend(block);
        packed.limit = least.max(2 * noted);
    }

    /// After a transition was undone: what was noted of the one before is not packed.
    #[inline]
    pub(super) fn unpack_if_needed(&mut self) {
        let exploring = self.exploring_mut();
        if exploring.steps.is_empty() && !exploring.packed.blocks.is_empty() {
            self.unpack();
        }
    }

    #[inline(never)]
    fn unpack(&mut self) {
        let Some(block) = self.exploring_mut().packed.blocks.pop() else { return };
        let image = self.image;
        let logs = match block {
            Block::Whole(logs) => *logs,
            Block::Packed(compact) => {
                // Nothing is left in them but room.
                let mut logs = self.take_logs();
                compact.unpack(&mut logs, image);
                logs
            }
        };
        self.put_logs(logs);
        let noted = self.noted_bytes();
        let exploring = self.exploring_mut();
        exploring.packed.limit = exploring.options.undo_bytes.max(2 * noted);
    }

    /// Transitions of which what undoing takes is packed, and the bytes of that.
    #[doc(hidden)]
    pub fn packed(&self) -> (usize, usize) {
        self.exploring().map_or((0, 0), |exploring| exploring.packed.size())
    }

    fn take_logs(&mut self) -> Logs {
        let Some(exploring) = &mut self.exploring else { return Logs::default() };
        let (keys, roots) = exploring.heap.take_log();
        let journal = self.memory.journal.as_mut();
        let (writes, ends) = journal.map(|journal| journal.take_log()).unwrap_or_default();
        Logs {
            steps: std::mem::take(&mut exploring.steps),
            frames: std::mem::take(&mut exploring.frames),
            slots: std::mem::take(&mut exploring.slots),
            changes: std::mem::take(&mut exploring.changes),
            writes,
            ends,
            keys,
            roots,
        }
    }

    fn put_logs(&mut self, logs: Logs) {
        let Some(exploring) = &mut self.exploring else { return };
        let Logs { steps, frames, slots, changes, writes, ends, keys, roots } = logs;
        (exploring.steps, exploring.frames) = (steps, frames);
        (exploring.slots, exploring.changes) = (slots, changes);
        exploring.heap.put_log(keys, roots);
        if let Some(journal) = &mut self.memory.journal {
            journal.put_log(writes, ends);
        }
    }
}

impl Packed {
    pub fn with_limit(limit: usize) -> Packed {
        Packed { blocks: Vec::new(), limit }
    }

    pub fn forget(&mut self) {
        self.blocks.clear();
    }

    fn size(&self) -> (usize, usize) {
        let sizes = self.blocks.iter().map(|block| match block {
            Block::Whole(logs) => (logs.steps.len(), logs.bytes()),
            Block::Packed(compact) => (compact.steps as usize, compact.size()),
        });
        sizes.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1))
    }
}

/// About how many bytes so many of each take.
#[inline]
fn bytes([frames, slots, changes, writes, ends, keys, roots]: Counts) -> usize {
    frames as usize * size_of::<Frame>()
        + slots as usize * size_of::<Val>()
        + changes as usize * size_of::<Change>()
        + writes as usize * size_of::<Old>()
        + ends as usize * size_of::<u32>()
        + keys as usize * size_of::<(u32, u64)>()
        + roots as usize * size_of::<(StaticRoot, bool)>()
}

/// Where a transition's notes begin.
fn counts(step: &Step) -> Counts {
    let (mark, heap) = (&step.mark, &step.heap);
    [step.frames, step.slots, step.changes, mark.writes, mark.ends, heap.keys, heap.roots]
}

fn set_counts(step: &mut Step, counts: Counts) {
    let (mark, heap) = (&mut step.mark, &mut step.heap);
    [step.frames, step.slots, step.changes, mark.writes, mark.ends, heap.keys, heap.roots] = counts;
}

impl Logs {
    fn counts(&self) -> Counts {
        let Logs { steps: _, frames, slots, changes, writes, ends, keys, roots } = self;
        [frames.len(), slots.len(), changes.len(), writes.len(), ends.len(), keys.len(), roots.len()]
            .map(|count| count as u32)
    }

    fn bytes(&self) -> usize {
        self.steps.len() * size_of::<Step>() + bytes(self.counts())
    }

    /// Takes away the lower half, but never the last transition.
    fn pack(&mut self, noted: usize, image: &Image<'_>) -> Option<Block> {
        let below = |at: usize, step: &Step| at * size_of::<Step>() + bytes(counts(step));
        let last = self.steps.len().checked_sub(1).filter(|&last| last > 0)?;
        // All that is noted belongs to some step; if not, it is left as it is.
        if counts(&self.steps[0]) != [0; 7] {
            debug_assert!(false, "something is noted before the first step");
            return None;
        }
        let (mut low, mut high) = (1, last);
        while low < high {
            let middle = low.midpoint(high);
            match below(middle, &self.steps[middle]) < noted / 2 {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        let (count, end) = (low, counts(&self.steps[low]));
        let block = if below(count, &self.steps[count]) > WHOLE {
            Block::Whole(Box::new(self.split(count, end)))
        } else {
            let compact = Compact::of(self, count, end, image);
            self.drain(count, end);
            Block::Packed(compact)
        };
        for step in &mut self.steps {
            let from = counts(step);
            set_counts(step, std::array::from_fn(|log| from[log] - end[log]));
        }
        Some(block)
    }

    /// Takes away what lies below. Nothing of it is copied.
    fn split(&mut self, steps: usize, [frames, slots, changes, writes, ends, keys, roots]: Counts) -> Logs {
        let upper = Logs {
            steps: self.steps.split_off(steps),
            frames: self.frames.split_off(frames as usize),
            slots: self.slots.split_off(slots as usize),
            changes: self.changes.split_off(changes as usize),
            writes: self.writes.split_off(writes as usize),
            ends: self.ends.split_off(ends as usize),
            keys: self.keys.split_off(keys as usize),
            roots: self.roots.split_off(roots as usize),
        };
        std::mem::replace(self, upper)
    }

    fn drain(&mut self, steps: usize, [frames, slots, changes, writes, ends, keys, roots]: Counts) {
        self.steps.drain(..steps);
        self.frames.drain(..frames as usize);
        self.slots.drain(..slots as usize);
        self.changes.drain(..changes as usize);
        self.writes.drain(..writes as usize);
        self.ends.drain(..ends as usize);
        self.keys.drain(..keys as usize);
        self.roots.drain(..roots as usize);
    }
}

/// Of a step's numbers, what says whether its sums differ from the last one's.
const NAMELESS: u64 = 4;
const OF_TERMS: u64 = 8;

impl Compact {
    fn of(logs: &Logs, count: usize, end: Counts, image: &Image<'_>) -> Compact {
        let mut packing = Packing::default();
        let [_, _, changes, writes, ends, keys, roots] = end.map(|count| count as usize);
        packing.steps(&logs.steps[..count], end);
        packing.frames(&logs.frames[..end[0] as usize], &logs.slots, image);
        packing.changes(&logs.changes[..changes]);
        let packer = &mut packing.packer;
        let mut before = [0; 3];
        for &Old { at, tag, bits } in &logs.writes[..writes] {
            packer.changes(&mut before, [at.into(), tag.into(), bits]);
        }
        let mut last = 0;
        for &id in &logs.ends[..ends] {
            packer.change(last, id.into());
            last = id.into();
        }
        let mut last = 0;
        for &(id, key) in &logs.keys[..keys] {
            packer.change(last, id.into());
            packer.wide(key.into());
            last = id.into();
        }
        let mut before = [0; 4];
        for &(StaticRoot { owner, index, at }, is_root) in &logs.roots[..roots] {
            packer.changes(&mut before, [owner, index.into(), at.into(), is_root.into()]);
        }
        let Packing { packer, pendings, exitings, results } = packing;
        Compact {
            bytes: packer.into_bytes(),
            steps: count as u32,
            pendings: pendings.all.into_boxed_slice(),
            exitings: exitings.all.into_boxed_slice(),
            results: results.into_boxed_slice(),
        }
    }

    fn unpack(&self, logs: &mut Logs, image: &Image<'_>) {
        let mut from = Unpacker::of(&self.bytes);
        let [frames, slots, changes, writes, ends, keys, roots] =
            self.unpack_steps(&mut from, &mut logs.steps);
        self.unpack_frames(&mut from, frames, logs, image);
        debug_assert_eq!(logs.slots.len(), slots as usize);
        self.unpack_changes(&mut from, changes, &mut logs.changes);
        let mut before = [0; 3];
        logs.writes.extend((0..writes).map(|_| {
            let [at, tag, bits] = from.changes(&mut before);
            Old { at: at as u32, tag: tag as Tag, bits }
        }));
        let mut last = 0;
        logs.ends.extend((0..ends).map(|_| {
            last = from.change(last);
            last as u32
        }));
        let mut last = 0;
        logs.keys.extend((0..keys).map(|_| {
            last = from.change(last);
            (last as u32, from.wide() as u64)
        }));
        let mut before = [0; 4];
        logs.roots.extend((0..roots).map(|_| {
            let [owner, index, at, is_root] = from.changes(&mut before);
            (StaticRoot { owner, index: index as u32, at: at as u32 }, is_root != 0)
        }));
        debug_assert!(from.is_at_end());
    }

    fn unpack_steps(&self, from: &mut Unpacker<'_>, steps: &mut Vec<Step>) -> Counts {
        let (mut before, mut at) = ([0; STEP], [0; 7]);
        let (mut nameless, mut of_terms) = (0, 0);
        for _ in 0..self.steps {
            let [thread, threads, live, objects, words, rest @ ..] = from.changes(&mut before);
            let [partial, places, orders, tried, saved_from, flags, serial, read, terms, noted @ ..] = rest;
            let named = from.raw();
            if flags & NAMELESS != 0 {
                nameless = from.wide();
            }
            if flags & OF_TERMS != 0 {
                of_terms = from.wide();
            }
            let [frames, slots, changes, writes, ends, keys, roots] = at;
            steps.push(Step {
                thread: thread as u32,
                threads: threads as u32,
                live: live as u32,
                mark: Mark {
                    writes,
                    ends,
                    tried: tried as u32,
                    objects: objects as u32,
                    words: words as u32,
                    partial: partial as u32,
                    places: places as u32,
                    orders: orders as u32,
                },
                heap: heap::Mark { keys, roots },
                frames,
                slots,
                changes,
                saved_from: saved_from as u32,
                is_kept_saved: flags & 1 != 0,
                is_leaking: flags & 2 != 0,
                serial,
                named,
                nameless,
                symbols: symbolic::Mark { read: read as u32, changes: terms as u32 },
                of_terms,
            });
            at = std::array::from_fn(|log| at[log] + noted[log] as u32);
        }
        at
    }

    fn unpack_frames(&self, from: &mut Unpacker<'_>, count: u32, logs: &mut Logs, image: &Image<'_>) {
        // By number of its serial number: where a frame was met last, and its slots.
        let mut met: Vec<(usize, usize)> = Vec::new();
        let mut results = self.results.iter();
        for at in 0..count as usize {
            let start = logs.slots.len();
            let known = (from.number() as usize).checked_sub(1).and_then(|number| {
                let place = met.get_mut(number)?;
                Some(std::mem::replace(place, (at, start)))
            });
            let old = known.and_then(|known| logs.frames.get(known.0));
            let mut before = old.map_or([0; FRAME], words_of_frame);
            let [function, pc, base, serial, progress, raw, to, to_tag, scratch, tag, variadic, rest @ ..] =
                from.changes(&mut before);
            let [has_jump, is_another, allocated] = rest;
            let result = match old {
                Some(old) if is_another & 1 == 0 => old.result,
                _ => results.next().copied().unwrap_or(Result_::None),
            };
            let allocated = match old {
                Some(old) if is_another & 2 == 0 => old.allocated.clone(),
                _ => (0..allocated).map(|_| from.number() as u32).collect(),
            };
            let frame = Frame {
                function: FunctionId(function as u32),
                pc: pc as u32,
                base: base as u32,
                result,
                destination: Val { bits: to, tag: to_tag as Tag },
                variadic: (variadic as u32).checked_sub(1),
                allocated,
                serial,
                has_jump: has_jump != 0,
                progress: progress as u32,
                scratch: Val { bits: scratch, tag: tag as Tag },
                print: from.wide(),
                head: from.wide(),
                raw,
            };
            let slots = image.code.get(function as usize).map_or(0, |code| code.cleared as usize);
            match known {
                Some(known) => logs.slots.extend_from_within(known.1..known.1 + slots),
                None => logs.slots.resize(start + slots, Val::UNINIT),
            }
            for word in (0..slots).step_by(64) {
                let mut mask = from.number();
                while mask != 0 {
                    let slot = word + mask.trailing_zeros() as usize;
                    mask &= mask - 1;
                    let val = &mut logs.slots[start + slot];
                    val.bits = from.change(val.bits);
                    val.tag = from.change(val.tag.into()) as Tag;
                }
            }
            if known.is_none() {
                met.push((at, start));
            }
            logs.frames.push(frame);
        }
    }

    fn unpack_changes(&self, from: &mut Unpacker<'_>, count: u32, changes: &mut Vec<Change>) {
        let mut before = [0; CHANGE];
        for _ in 0..count {
            let [thread, pending, exiting, flags, atomic, objects] = from.changes(&mut before);
            changes.push(Change {
                thread: thread as u32,
                pending: self.pendings.get(pending as usize).copied().unwrap_or(Pending::Run),
                is_detached: flags & 1 != 0,
                is_joined: flags & 2 != 0,
                atomic: atomic as u32,
                objects: objects as u32,
                exiting: self.exitings.get(exiting as usize).copied().unwrap_or(Exiting::Not),
                print: from.wide(),
            });
        }
    }

    fn size(&self) -> usize {
        size_of::<Block>()
            + self.bytes.len()
            + size_of_val(&*self.pendings)
            + size_of_val(&*self.exitings)
            + size_of_val(&*self.results)
    }
}

/// Numbers of a step, of a frame and of a change.
const STEP: usize = 21;
const FRAME: usize = 14;
const CHANGE: usize = 6;

/// A frame's numbers beside its sums; the last two are of what is not a number.
fn words_of_frame(frame: &Frame) -> [u64; FRAME] {
    let &Frame {
        function,
        pc,
        base,
        result: _,
        destination,
        variadic,
        ref allocated,
        serial,
        has_jump,
        progress,
        scratch,
        print: _,
        head: _,
        raw,
    } = frame;
    let variadic = variadic.map_or(0, |id| u64::from(id) + 1);
    let (to, tag) = (destination.bits, u64::from(destination.tag));
    let (scratch, scratch_tag) = (scratch.bits, u64::from(scratch.tag));
    let at = [function.0, pc, base].map(u64::from);
    [
        at[0],
        at[1],
        at[2],
        serial,
        progress.into(),
        raw,
        to,
        tag,
        scratch,
        scratch_tag,
        variadic,
        has_jump.into(),
        0,
        allocated.len() as u64,
    ]
}

/// Which of the first 64 slots differ from what they were, or from those of a new frame.
#[inline]
fn differing(were: Option<&[Val]>, now: &[Val]) -> u64 {
    let bit = |(bit, is_another): (usize, bool)| u64::from(is_another) << bit;
    let now = now.iter().take(64);
    match were {
        Some(were) => now.zip(were).map(|(now, was)| now != was).enumerate().map(bit).sum(),
        None => now.map(|&now| now != Val::UNINIT).enumerate().map(bit).sum(),
    }
}

/// Values by number, in the order in which they were met.
struct Numbered<T> {
    all: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { all: Vec::new(), numbers: HashMap::default() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Numbered<T> {
    fn number(&mut self, value: T) -> u64 {
        let all = &mut self.all;
        let new = || {
            all.push(value);
            all.len() as u32 - 1
        };
        (*self.numbers.entry(value).or_insert_with(new)).into()
    }
}

#[derive(Default)]
struct Packing {
    packer: Packer,
    pendings: Numbered<Pending>,
    exitings: Numbered<Exiting>,
    results: Vec<Result_>,
}

impl Packing {
    fn steps(&mut self, steps: &[Step], end: Counts) {
        let mut before = [0; STEP];
        let (mut last_nameless, mut last_of_terms) = (0, 0);
        let nexts = steps.iter().skip(1).map(counts).chain([end]);
        for (step, next) in steps.iter().zip(nexts) {
            let &Step {
                thread,
                threads,
                live,
                mark: Mark { writes: _, ends: _, tried, objects, words, partial, places, orders },
                heap: heap::Mark { keys: _, roots: _ },
                frames: _,
                slots: _,
                changes: _,
                saved_from,
                is_kept_saved,
                is_leaking,
                serial,
                named,
                nameless,
                symbols: symbolic::Mark { read, changes: terms },
                of_terms,
            } = step;
            let (has_nameless, has_terms) = (nameless != last_nameless, of_terms != last_of_terms);
            let flags = u64::from(is_kept_saved)
                | u64::from(is_leaking) << 1
                | if has_nameless { NAMELESS } else { 0 }
                | if has_terms { OF_TERMS } else { 0 };
            let from = counts(step);
            let noted: [u64; 7] = std::array::from_fn(|log| u64::from(next[log] - from[log]));
            let [frames, slots, changes, writes, ends, keys, roots] = noted;
            let now = [
                thread.into(),
                threads.into(),
                live.into(),
                objects.into(),
                words.into(),
                partial.into(),
                places.into(),
                orders.into(),
                tried.into(),
                saved_from.into(),
                flags,
                serial,
                read.into(),
                terms.into(),
                frames,
                slots,
                changes,
                writes,
                ends,
                keys,
                roots,
            ];
            self.packer.changes(&mut before, now);
            self.packer.raw(named);
            if has_nameless {
                self.packer.wide(nameless);
            }
            if has_terms {
                self.packer.wide(of_terms);
            }
            (last_nameless, last_of_terms) = (nameless, of_terms);
        }
    }

    fn frames(&mut self, frames: &[Frame], slots: &[Val], image: &Image<'_>) {
        // By serial number: the number of it, where it was met last, and the slots there.
        let mut met: HashMap<u64, (u64, usize, usize)> = HashMap::default();
        let (mut start, mut count) = (0, 0);
        for (at, frame) in frames.iter().enumerate() {
            let cleared = image.code[frame.function.index()].cleared as usize;
            let known = met.get_mut(&frame.serial).filter(|it| frames[it.1].function == frame.function);
            let old = known.as_ref().map(|it| (&frames[it.1], &slots[it.2..][..cleared]));
            self.packer.number(known.as_ref().map_or(0, |it| it.0 + 1));
            let mut before = old.map_or([0; FRAME], |old| words_of_frame(old.0));
            let mut now = words_of_frame(frame);
            let (is_same_result, has_same) = (
                old.is_some_and(|old| old.0.result == frame.result),
                old.is_some_and(|old| old.0.allocated == frame.allocated),
            );
            now[FRAME - 2] = u64::from(!is_same_result) | u64::from(!has_same) << 1;
            self.packer.changes(&mut before, now);
            if !is_same_result {
                self.results.push(frame.result);
            }
            if !has_same {
                frame.allocated.iter().for_each(|&id| self.packer.number(id.into()));
            }
            self.packer.wide(frame.print);
            self.packer.wide(frame.head);
            let now = &slots[start..start + cleared];
            for word in (0..cleared).step_by(64) {
                let mut mask = differing(old.map(|old| &old.1[word..]), &now[word..]);
                self.packer.number(mask);
                while mask != 0 {
                    let slot = word + mask.trailing_zeros() as usize;
                    mask &= mask - 1;
                    let (old, now) = (old.map_or(Val::UNINIT, |old| old.1[slot]), now[slot]);
                    self.packer.change(old.bits, now.bits);
                    self.packer.change(old.tag.into(), now.tag.into());
                }
            }
            match known {
                Some(known) => (known.1, known.2) = (at, start),
                None => {
                    met.insert(frame.serial, (count, at, start));
                    count += 1;
                }
            }
            start += cleared;
        }
    }

    fn changes(&mut self, changes: &[Change]) {
        let mut before = [0; CHANGE];
        for change in changes {
            let &Change { thread, pending, is_detached, is_joined, atomic, objects, exiting, print } = change;
            let flags = u64::from(is_detached) | u64::from(is_joined) << 1;
            let (pending, exiting) = (self.pendings.number(pending), self.exitings.number(exiting));
            let now = [thread.into(), pending, exiting, flags, atomic.into(), objects.into()];
            self.packer.changes(&mut before, now);
            self.packer.wide(print);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{Choice, Options};

    /// Goes so many transitions, and back again; each state must be as it was, of which all is compared now and then. Transitions that were packed in the end, and
    /// the bytes of that.
    fn there_and_back(text: &str, undo_bytes: usize, count: u32) -> (usize, usize) {
        let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
        let (image, memory) = Image::new(&program).unwrap_or_else(|stop| panic!("{stop:?}"));
        let options = Options { undo_bytes, ..Options::default() };
        let machine = Machine::explore(&image, memory, options);
        let mut machine = machine.unwrap_or_else(|stop| panic!("{stop:?}"));
        let mut choices = Vec::new();
        let mut prints = Vec::new();
        for number in 0..count {
            let dump = (number % 500 == 3).then(|| machine.dump());
            prints.push((machine.fingerprint(), dump));
            machine.choices(&mut choices);
            let choice: Choice = choices[number as usize * 7 % 5 % choices.len()];
            assert_eq!(machine.take(choice), Ok(()));
        }
        let packed = machine.packed();
        let noted = machine.noted_bytes();
        assert!(noted <= 2 * undo_bytes || packed.0 as u32 + 2 >= count, "{noted} bytes are not packed");
        while let Some((print, dump)) = prints.pop() {
            machine.undo();
            assert_eq!(machine.fingerprint(), print);
            assert!(dump.is_none_or(|dump| dump == machine.dump()));
        }
        assert_eq!(machine.packed(), (0, 0));
        packed
    }

    const COUNTERS: &str = "
        typedef unsigned long pthread_t;
        int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
        int evercheck_choose(int, int);
        unsigned a[4], b;
        void *count(void *unused) { for (;;) { b++; } return 0; }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, count, 0);
            for (;;) { int i = evercheck_choose(0, 3); a[i]++; }
        }";

    #[test]
    fn a_long_way_takes_few_bytes() {
        let (steps, bytes) = there_and_back(COUNTERS, 1 << 16, 20_000);
        assert!(steps > 19_000 && bytes < 80 * steps, "{bytes} bytes for {steps} steps");
    }

    /// What constructors note is not undone.
    #[test]
    fn what_is_done_before_main_belongs_to_no_transition() {
        let text = "
            int evercheck_choose(int, int);
            void *malloc(unsigned long);
            int a[4], sum, *p;
            static int twice(int n) { int m = n + n; return m; }
            __attribute__((constructor)) static void first(void) { p = malloc(4); *p = twice(1); sum = twice(*p); }
            int main(void) { for (;;) { int i = evercheck_choose(0, 3); a[i] = twice(i) + *p; sum = (sum + a[i]) % 99; p = malloc(4); *p = i; } }";
        let (steps, bytes) = there_and_back(text, 0, 1200);
        assert!(steps > 1000 && bytes < 300 * steps, "{bytes} bytes for {steps} steps");
    }

    #[test]
    fn what_is_written_at_once_in_bulk_is_put_aside_as_it_is() {
        let text = "
            void *memset(void *, int, unsigned long);
            int evercheck_choose(int, int);
            char big[1 << 24];
            int main(void) { for (;;) memset(big, evercheck_choose(0, 3), sizeof big); }";
        let (steps, bytes) = there_and_back(text, 0, 6);
        assert!(steps > 1 && bytes > WHOLE, "{bytes} bytes for {steps} steps");
    }

    #[test]
    fn nothing_is_packed_of_what_is_soon_undone() {
        assert_eq!(there_and_back(COUNTERS, Options::default().undo_bytes, 500), (0, 0));
    }
}
