//! The quick forms of instructions ([`crate::quick`]) carried out, in a loop of their own with no room for a fault: what does not
//! fit here, and every fault, goes the general way.

use super::Machine;
use crate::arith;
use crate::code::{Code, Slot};
use crate::memory::Memory;
use crate::quick::{Does, IMMEDIATE, Part, Quick, Two, Ways};
use crate::value::{INIT, POINTER, Val};

/// Where a function goes on.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub pc: usize,
    /// The instruction there has been let through.
    pub is_passed: bool,
}

/// What comes after an instruction.
enum Then {
    Next,
    /// The one behind the next, which is done, too.
    Second,
    To(u32),
    /// Nothing was done: the instruction itself comes.
    General,
}

impl Machine<'_> {
    /// Goes on as far as instructions are quick, up to the first that is not, or that has one of the marks and was not let
    /// through.
    #[inline(never)]
    pub(super) fn run_quick<const EXPLORE: bool>(
        &mut self,
        code: &Code,
        (base, first): (u32, u32),
        at: At,
        marks: u8,
    ) -> At {
        let Machine { slots, memory, footprint, exploring, checkpoint, .. } = self;
        let mut frame = Registers { slots: &mut slots[base as usize..] };
        let (mut pc, mut is_passed) = (at.pc, at.is_passed);
        let mut steps = self.steps;
        while let Some(quick) = code.quick.get(pc) {
            if quick.marks & marks != 0 && !is_passed {
                break;
            }
            match frame.carry_out(memory, quick, marks) {
                Then::Next => pc += 1,
                Then::Second => {
                    pc += 2;
                    steps += 1;
                }
                Then::To(to) => {
                    // How long a run and a transition may be is the general way's business.
                    if steps >= *checkpoint {
                        break;
                    }
                    if EXPLORE {
                        if to as usize <= pc {
                            let Some(exploring) = exploring.as_mut().filter(|it| it.budget > 1) else {
                                break;
                            };
                            exploring.budget -= 1;
                            exploring.has_jumped = true;
                        }
                        footprint.start(first + to);
                    }
                    pc = to as usize;
                }
                Then::General => break,
            }
            steps += 1;
            is_passed = false;
        }
        self.steps = steps;
        At { pc, is_passed }
    }
}

/// The slots of the innermost frame.
struct Registers<'a> {
    slots: &'a mut [Val],
}

impl Registers<'_> {
    #[inline(always)]
    fn carry_out(&mut self, memory: &mut Memory, quick: &Quick, marks: u8) -> Then {
        // Nothing stands between this instruction and the next.
        let is_free = quick.next_marks & marks == 0;
        let is_done = match quick.does {
            Does::General | Does::Call => false,
            Does::Set { dst, bits, tag } => {
                let bits = u64::from(bits[0]) | u64::from(bits[1]) << 32;
                self.put(dst, Some(Val { bits, tag }))
            }
            Does::Move { dst, a } => {
                let value = self.get(a);
                self.put(dst, Some(value).filter(|value| value.tag == INIT || value.tag == POINTER))
            }
            Does::Keep { dst, a } => self.change(dst, a, |a| a),
            Does::SignExtend { dst, a, bits } => self.change(dst, a, |a| arith::extend(a, bits, true)),
            Does::ZeroExtend { dst, a, bits } => self.change(dst, a, |a| arith::extend(a, bits, false)),
            Does::IsTrue { dst, a } => self.change(dst, a, |a| u64::from(a != 0)),
            Does::Add32 { dst, two } => self.compute(dst, two, |a, b| int(a.wrapping_add(b))),
            Does::Sub32 { dst, two } => self.compute(dst, two, |a, b| int(a.wrapping_sub(b))),
            Does::Add64 { dst, two } => self.compute(dst, two, |a, b| Some(a.wrapping_add(b))),
            Does::Binary { op, bits, signed, dst, two } => {
                self.compute(dst, two, |a, b| arith::quick(op, bits, signed, a, b))
            }
            Does::From { op, bits, signed, dst, constant, b } => {
                let two = Two { a: b, b: IMMEDIATE, constant };
                self.compute(dst, two, |b, a| arith::quick(op, bits, signed, a, b))
            }
            Does::Offset { dst, a, bytes } => {
                let address = field(self.get(a), bytes);
                self.put(dst, address)
            }
            Does::Index { dst, a, index, scale } => {
                let (pointer, index) = (self.get(a), self.get(index));
                let bytes = (index.bits as i64).checked_mul(scale.into()).filter(|_| index.tag == INIT);
                self.put(dst, bytes.and_then(|bytes| moved(pointer, bytes)))
            }
            Does::Element { dst, a, index, scale, limit } => {
                let (pointer, bytes) = (self.get(a), self.distance(index, scale, limit));
                self.put(dst, bytes.and_then(|bytes| moved(pointer, bytes)))
            }
            Does::ElementOf { dst, object, offset, index, scale, limit } => {
                let bytes = self.distance(index, scale, limit);
                self.put(dst, bytes.and_then(|bytes| moved(Val::pointer(object, offset), bytes)))
            }
            Does::Load64 { dst, a } => self.put(dst, memory.quick_word(self.get(a))),
            Does::LoadInt { dst, a } => self.put(dst, memory.quick_int(self.get(a))),
            Does::Load { dst, a, part } => self.put(dst, fetched(memory, self.get(a), part)),
            Does::LoadBool { dst, a } => {
                self.put(dst, memory.quick_load(self.get(a), 1).filter(|it| it.tag == INIT && it.bits <= 1))
            }
            Does::LoadOf { dst, object, offset, part } => {
                self.put(dst, fetched(memory, Val::pointer(object, offset), part))
            }
            Does::Store64 { a, value, constant } => {
                memory.quick_set_word(self.get(a), self.stored(value, constant))
            }
            Does::StoreInt { a, value, constant } => {
                memory.quick_set_int(self.get(a), self.stored(value, constant))
            }
            Does::Store { a, value, constant, part } => {
                let (address, value) = (self.get(a), self.stored(value, constant));
                is_aligned(address, part) && memory.quick_store(address, part.bytes.into(), value)
            }
            Does::StoreOf { object, offset, value, constant, part } => {
                let value = self.stored(value, constant);
                memory.quick_store(Val::pointer(object, offset), part.bytes.into(), value)
            }
            Does::FieldLoad64 { between, a, bytes, dst } => {
                let Some(at) = field(self.get(a), bytes) else { return Then::General };
                let is_done = is_free && self.put(dst, memory.quick_word(at));
                return self.pair(between, at, is_done);
            }
            Does::FieldLoadInt { between, a, bytes, dst } => {
                let Some(at) = field(self.get(a), bytes) else { return Then::General };
                let is_done = is_free && self.put(dst, memory.quick_int(at));
                return self.pair(between, at, is_done);
            }
            Does::FieldStore64 { between, a, bytes, value, constant } => {
                let Some(at) = field(self.get(a), bytes) else { return Then::General };
                let is_done = is_free && memory.quick_set_word(at, self.stored(value, constant));
                return self.pair(between, at, is_done);
            }
            Does::FieldStoreInt { between, a, bytes, value, constant } => {
                let Some(at) = field(self.get(a), bytes) else { return Then::General };
                let is_done = is_free && memory.quick_set_int(at, self.stored(value, constant));
                return self.pair(between, at, is_done);
            }
            Does::Jump { to } => return Then::To(to),
            Does::Branch { a, ways } => {
                let value = self.get(a);
                return match value.tag {
                    INIT if value.bits == 0 => Then::To(ways.no),
                    INIT | POINTER => Then::To(ways.yes),
                    _ => Then::General,
                };
            }
            Does::Same { a, b, ways } => return self.same(a, b, ways),
            Does::Equal { two, ways } => return self.compare(two, ways, |a, b| a == b),
            Does::Less { two, ways } => return self.compare(two, ways, |a, b| (a as i64) < b as i64),
            Does::LessOrEqual { two, ways } => return self.compare(two, ways, |a, b| a as i64 <= b as i64),
            Does::Below { two, ways } => return self.compare(two, ways, |a, b| a < b),
            Does::BelowOrEqual { two, ways } => return self.compare(two, ways, |a, b| a <= b),
        };
        if is_done { Then::Next } else { Then::General }
    }

    #[inline(always)]
    fn get(&self, slot: Slot) -> Val {
        self.slots[slot as usize]
    }

    #[inline(always)]
    fn put(&mut self, dst: Slot, value: Option<Val>) -> bool {
        let Some(value) = value else { return false };
        self.slots[dst as usize] = value;
        true
    }

    /// An address, and what was done there, or is still to be done.
    #[inline(always)]
    fn pair(&mut self, between: Slot, address: Val, is_done: bool) -> Then {
        if is_done {
            return Then::Second;
        }
        self.put(between, Some(address));
        Then::Next
    }

    #[inline(always)]
    fn two(&self, two: Two) -> Option<(u64, u64)> {
        let a = self.get(two.a);
        if a.tag != INIT {
            return None;
        }
        if two.b == IMMEDIATE {
            return Some((a.bits, two.constant as i64 as u64));
        }
        let b = self.get(two.b);
        (b.tag == INIT).then_some((a.bits, b.bits))
    }

    #[inline(always)]
    fn change(&mut self, dst: Slot, a: Slot, f: impl FnOnce(u64) -> u64) -> bool {
        let value = self.get(a);
        self.put(dst, (value.tag == INIT).then(|| Val::int(f(value.bits))))
    }

    #[inline(always)]
    fn compute(&mut self, dst: Slot, two: Two, f: impl FnOnce(u64, u64) -> Option<u64>) -> bool {
        let value = self.two(two).and_then(|(a, b)| f(a, b));
        self.put(dst, value.map(Val::int))
    }

    #[inline(always)]
    fn compare(&self, two: Two, ways: Ways, f: impl FnOnce(u64, u64) -> bool) -> Then {
        match self.two(two) {
            Some((a, b)) => Then::To(if f(a, b) { ways.yes } else { ways.no }),
            None => Then::General,
        }
    }

    /// Whether two addresses are the same, where nobody has to ask what they are addresses of.
    #[inline(always)]
    fn same(&self, a: Slot, b: Slot, ways: Ways) -> Then {
        let (x, y) = (self.get(a), self.get(b));
        let is_null = |value: Val| value.tag == INIT && value.bits == 0;
        let are_same = match (x.tag, y.tag) {
            (POINTER, POINTER) if x.object() == y.object() => x.bits == y.bits,
            // No object lies there.
            (POINTER, _) if is_null(y) => false,
            (_, POINTER) if is_null(x) => false,
            (INIT, INIT) => x.bits == y.bits,
            _ => return Then::General,
        };
        Then::To(if are_same { ways.yes } else { ways.no })
    }

    /// How far an element is from the first, if there is one of this number.
    #[inline(always)]
    fn distance(&self, index: Slot, scale: u32, limit: u32) -> Option<i64> {
        let index = self.get(index);
        if index.tag != INIT || index.bits >= limit.into() {
            return None;
        }
        // Both are below 2^32, so nothing is lost.
        i64::try_from(index.bits.wrapping_mul(scale.into())).ok()
    }

    #[inline(always)]
    fn stored(&self, value: Slot, constant: i32) -> Val {
        if value == IMMEDIATE { Val::int(constant as i64 as u64) } else { self.get(value) }
    }
}

/// A result of 32 bits and a sign; none if it does not fit.
#[inline(always)]
fn int(value: u64) -> Option<u64> {
    (value as i32 as i64 as u64 == value).then_some(value)
}

#[inline(always)]
fn field(pointer: Val, bytes: i32) -> Option<Val> {
    if pointer.tag != POINTER {
        return None;
    }
    Some(Val::pointer(pointer.object(), pointer.offset().checked_add(bytes)?))
}

#[inline(always)]
fn moved(pointer: Val, bytes: i64) -> Option<Val> {
    field(pointer, i32::try_from(bytes).ok()?)
}

#[inline(always)]
fn is_aligned(address: Val, part: Part) -> bool {
    address.offset() as u32 & u32::from(part.low) == 0
}

#[inline(always)]
fn fetched(memory: &Memory, address: Val, part: Part) -> Option<Val> {
    let value = memory.quick_load(address, part.bytes.into()).filter(|_| is_aligned(address, part))?;
    match (value.tag, part.sign) {
        (_, 0) => Some(value),
        (INIT, sign) => Some(Val::int(arith::extend(value.bits, sign, true))),
        _ => None,
    }
}
