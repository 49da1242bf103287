//! The instructions that are rare, one by one.

use cfa::expr::{Binary, Reach};

use super::gate::Source;
use super::{Machine, uninitialised_memory};
use crate::arith::{self, Number};
use crate::code::{Code, FrameObject, Instr, Kind, Result_};
use crate::complex::Outcome;
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::ObjectKind;
use crate::value::{INIT, UNINIT, Val};
use crate::{address, compile};

impl Machine<'_> {
    /// Instructions that do not need to be fast.
    #[cold]
    pub(super) fn rare(&mut self, code: &Code, base: u32, instr: &Instr) -> Result<(), Stop> {
        match instr {
            Instr::LoadBits { dst, address, kind, bits } => {
                let address = self.place(code, base, *address);
                self.load_bits(base, *dst, address, *kind, *bits)
            }
            Instr::StoreBits { address, value, kind, bits, is_initial } => {
                let address = self.place(code, base, *address);
                let is_in_steps =
                    self.exploring.is_some() && (self.progress() > 0 || self.is_visible(address));
                let write = |machine: &mut Self| match is_in_steps {
                    true => machine.store_bits_in_steps(code, base, address, *value, *kind, *bits),
                    false => machine.store_bits(code, base, address, *value, *kind, *bits),
                };
                if *is_initial { self.initialising(write) } else { write(self) }
            }
            Instr::Begin { locals } => {
                for &local in locals {
                    match code.objects[local.index()] {
                        Some(_) => {
                            self.begin(local)?;
                        }
                        None => self.forget(base, local)?,
                    }
                }
                Ok(())
            }
            Instr::End { locals } => {
                for &local in locals {
                    let Some(object) = code.objects[local.index()] else { continue };
                    let address = self.slots[(base + object.slot) as usize];
                    if !address.is_pointer() {
                        continue;
                    }
                    if object.is_private {
                        // Nobody can ask which object it was; what it held must not tell states apart.
                        self.memory.renew(address.object())?;
                    } else {
                        self.memory.end(address.object());
                        self.set(base, object.slot, Val::UNINIT);
                    }
                }
                Ok(())
            }
            Instr::BeginVla { local, size } => {
                if let Some(object) = code.objects[local.index()]
                    && let old = self.slots[(base + object.slot) as usize]
                    && old.is_pointer()
                {
                    self.memory.leave_order(old.object());
                }
                let size = self.get(code, base, *size);
                if size.tag != INIT {
                    return arith::uninitialised();
                }
                if arith::extend(size.bits, self.word_bits(), true) as i64 <= 0 {
                    return Fault::stop(FaultKind::OutOfBounds, "a variable length array without elements");
                }
                match code.objects[local.index()] {
                    Some(object) => {
                        self.begin_sized(base, FrameObject { size: size.bits, ..object }).map(|_| ())
                    }
                    None => Ok(()),
                }
            }
            Instr::Alloca { dst, size } => {
                let size = self.get(code, base, *size);
                if size.tag != INIT {
                    return arith::uninitialised();
                }
                let id = self.memory.allocate(size.bits, 16, ObjectKind::Alloca)?;
                let top = self.frames.len() - 1;
                self.frames[top].allocated.push(id);
                self.set(base, *dst, Val::pointer(id, 0));
                Ok(())
            }
            Instr::Copy { dst, src, size, is_initial } => {
                let (dst, src) = (self.place(code, base, *dst), self.place(code, base, *src));
                if dst.is_pointer() && src.is_pointer() && dst.object() == src.object() {
                    let distance = (i64::from(dst.offset()) - i64::from(src.offset())).unsigned_abs();
                    if distance != 0 && distance < *size {
                        return Fault::stop(
                            FaultKind::OverlappingCopy,
                            "assignment between overlapping objects",
                        );
                    }
                }
                let write = |machine: &mut Self| machine.move_block(dst, Source::Bytes(src), *size);
                if *is_initial { self.initialising(write) } else { write(self) }
            }
            Instr::Zero { dst, size } => {
                let dst = self.place(code, base, *dst);
                self.initialising(|machine| machine.move_block(dst, Source::Fill(0), *size))
            }
            Instr::Within { dst, index, length, reach } => {
                let (index, length) = (self.get(code, base, *index), self.get(code, base, *length));
                if length.tag != INIT {
                    return arith::uninitialised();
                }
                if (length.bits as i64) <= 0 {
                    let message = format!("a variable length array of {} elements", length.bits as i64);
                    return Fault::stop(FaultKind::OutOfBounds, message);
                }
                let index = self.memory.as_number(index)?;
                check_index(index, length.bits.saturating_add((*reach == Reach::End).into()), *reach)?;
                self.set(base, *dst, index);
                Ok(())
            }
            Instr::ThreadLocal { dst, object } => {
                let address = self.thread_local(*object)?;
                self.set(base, *dst, address);
                Ok(())
            }
            Instr::Difference { dst, a, b, scale } => {
                let (a, b) = (self.get(code, base, *a), self.get(code, base, *b));
                let bytes = match (a.tag, b.tag) {
                    (INIT, INIT) => {
                        Val::int(arith::extend(a.bits.wrapping_sub(b.bits), self.word_bits(), true))
                    }
                    _ => {
                        let kind = Kind::Int { bits: self.word_bits(), signed: true };
                        self.address_binary(Binary::Sub, kind, a, b)?
                    }
                };
                let bytes = self.number_as(bytes, Kind::Int { bits: self.word_bits(), signed: true })?;
                if !bytes.is_int() {
                    return Err(Stop::NotModelled("arithmetic on an address".into()));
                }
                self.set(base, *dst, Val::int((bytes.bits as i64 / *scale as i64) as u64));
                Ok(())
            }
            Instr::Overflows { op, from, right, to, dst, a, b } => {
                let (a, b) = (self.number(code, base, *a, *from)?, self.number(code, base, *b, *right)?);
                let (Number::Int(a), Number::Int(b)) = (a, b) else {
                    return Err(Stop::NotModelled("overflow of floats".into()));
                };
                self.set(base, *dst, Val::int(arith::overflows(*op, *to, a, b).into()));
                Ok(())
            }
            Instr::VaStart { list } => {
                let list = self.place(code, base, *list);
                match self.frame().variadic {
                    Some(id) => self.store_word(list, Val::pointer(id, 0)),
                    None => {
                        Fault::stop(FaultKind::BadVaArg, "va_start in a function without variable arguments")
                    }
                }
            }
            // Reading on is a fault (C11 7.16.1.3p2).
            Instr::VaEnd { list } => {
                let list = self.place(code, base, *list);
                self.store_word(list, Val::UNINIT)
            }
            Instr::VaCopy { dst, src } => {
                let (dst, src) = (self.place(code, base, *dst), self.place(code, base, *src));
                let at = self.memory.load(src, self.memory.unit() as u32)?;
                self.store_word(dst, at)
            }
            Instr::VaArg { result, list, ty } => {
                let list = self.place(code, base, *list);
                let program = self.image.program;
                let scalar = program.types.as_scalar(*ty).map(|s| compile::kind(s, program.model));
                match (*result, scalar) {
                    (Result_::Slot(dst, _), Some(kind)) => {
                        let value = self.next_variable_argument(list, kind)?;
                        self.set(base, dst, value.0);
                        if kind.slots() == 2 {
                            self.set(base, dst + 1, value.1);
                        }
                        Ok(())
                    }
                    (Result_::Memory(dst, size), None) => {
                        let dst = self.place(code, base, dst);
                        let src = self.next_variable_aggregate(list, size)?;
                        self.memory.copy(dst, src, size.into())
                    }
                    _ => Ok(()),
                }
            }
            Instr::Atomic { op, expected, dst, success, address, operand, kind } => {
                let address = self.place(code, base, *address);
                let operand = self.get(code, base, *operand);
                let expected = self.get(code, base, *expected);
                let found = self.memory.load(address, kind.bytes())?;
                if found.tag == UNINIT {
                    return uninitialised_memory();
                }
                let found = match *kind {
                    Kind::Int { bits, signed } if found.is_int() => {
                        Val::int(arith::extend(found.bits, bits, signed))
                    }
                    _ => found,
                };
                let new = self.atomic_result(*op, *kind, found, operand, expected)?;
                let is_failing = self.exploring.as_mut().is_some_and(|e| std::mem::take(&mut e.is_failing));
                let new = new.filter(|_| !is_failing);
                if let Some(new) = new {
                    self.memory.store(address, kind.bytes(), new)?;
                }
                if let Some(success) = success {
                    self.set(base, *success, Val::int(new.is_some().into()));
                }
                if let Some(dst) = dst {
                    self.set(base, *dst, found);
                }
                Ok(())
            }
            Instr::Distinct { a, a_bits, b, b_bits } => {
                let (x, y) = (self.place(code, base, *a), self.place(code, base, *b));
                let apart = |v: Val| v.is_int() && v.bits == 0;
                if apart(x) || apart(y) || x.tag != y.tag || x.object() != y.object() {
                    return Ok(());
                }
                let range = |v: Val, bits: (u32, u32)| {
                    let start = i64::from(v.offset()) * 8;
                    (start + i64::from(bits.0), start + i64::from(bits.1))
                };
                let (x, y) = (range(x, *a_bits), range(y, *b_bits));
                if x.0 < y.1 && y.0 < x.1 {
                    return unsequenced();
                }
                Ok(())
            }
            Instr::Complex { op, part, result, args } => {
                let args: Vec<Val> = args.iter().map(|&a| self.place(code, base, a)).collect();
                match (self.complex(*op, *part, &args)?, *result) {
                    (Outcome::Number(real, imag), Result_::Memory(dst, _)) => {
                        let dst = self.place(code, base, dst);
                        self.memory.store(dst, part.bytes(), real)?;
                        self.memory.store(address::moved(dst, part.bytes().into())?, part.bytes(), imag)
                    }
                    (Outcome::Truth(truth), Result_::Slot(dst, _)) => {
                        self.set(base, dst, Val::int(truth.into()));
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
            Instr::SetJump { dst, buffer } => {
                let buffer = self.place(code, base, *buffer);
                self.save_jump(buffer, Some(*dst))?;
                self.set(base, *dst, Val::ZERO);
                Ok(())
            }
            Instr::Unsequenced => unsequenced(),
            Instr::Unreachable => {
                Fault::stop(FaultKind::UnreachableReached, "code that is promised not to be reached")
            }
            Instr::Trap => Fault::stop(FaultKind::Trap, "a trap instruction"),
            Instr::NotModelled { what } => Err(Stop::NotModelled(what.to_string())),
            Instr::Absent { function, args, result } => self.absent(code, base, *function, args, *result),
            _ => Err(Stop::NotModelled("an instruction out of place".into())),
        }
    }
}

fn unsequenced<T>() -> Result<T, Stop> {
    Fault::stop(FaultKind::UnsequencedAccess, "unsequenced side effects on one object")
}

/// A fault if an index is not below the limit, which is the length of an array or, as far as its end, one more.
pub(super) fn check_index(index: Val, limit: u64, reach: Reach) -> Result<(), Stop> {
    match index.tag {
        INIT if index.bits < limit => Ok(()),
        INIT => {
            let (index, length) = (index.bits as i64, limit - u64::from(reach == Reach::End));
            let elements = if length == 1 { "element" } else { "elements" };
            let message = format!("index {index} is out of bounds of an array of {length} {elements}");
            Fault::stop(FaultKind::OutOfBounds, message)
        }
        UNINIT => arith::uninitialised(),
        _ => Err(Stop::NotModelled("arithmetic on an address".into())),
    }
}
