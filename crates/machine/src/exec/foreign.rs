//! Memory that is filled from outside: objects that no unit defines, what undefined functions were given pointers to if the
//! program has not set it, and what they return the address of.
//!
//! There is such memory only in runs whose unknown values are given. Its bytes are indeterminate until they are read, and
//! hold from then on what is given for the read, or zero.

use super::{Frame, Machine};
use crate::code::{Arg, Code, Instr, Kind};
use crate::fault::Stop;
use crate::memory::{Life, Object, ObjectKind};
use crate::naming::Extent;
use crate::value::Val;

/// Bytes of an object that is made up because something has its address, and where in it the address is: whoever returns
/// it may have it in the midst of something larger.
const SIZE: u64 = 1 << 14;
const START: i32 = 1 << 13;
const ALIGN: u64 = 4096;
/// Numbers below this, or as far below zero, are addresses of nothing.
const FIRST_PAGE: u64 = 4096;
/// Addresses from here on are taken where none are given.
const ANYWHERE: i128 = 1 << 29;
/// What such names begin with: the function and the edge of the read.
const READ: char = '*';

/// What a value is called that is given for a read of memory that is filled from outside.
pub fn name_of_read(function: &str, edge: u32) -> String {
    format!("{READ}{function}@{edge}")
}

impl Machine<'_> {
    /// Objects that no unit defines are there, with anything in them.
    pub(crate) fn admit_absent(&mut self) {
        let program = self.image.program;
        for (object, &id) in program.objects.iter().zip(&self.image.statics) {
            let is_absent = self.memory.object(id).is_some_and(|it| it.life == Life::Absent);
            // Nobody may store to constants, and so cannot what is given.
            // The environment is somebody's, and not modelled.
            let is_environment = ["environ", "__environ", "_environ"].contains(&object.name.as_str());
            if !object.is_defined && !object.is_constant && is_absent && !is_environment {
                self.memory.make_present(id);
                self.memory.make_foreign(id);
            }
        }
    }

    /// What an address stands for that is given as a number: for an object of its own, the same for the same number.
    pub(super) fn given_pointer(&mut self, number: u64, bits: u8) -> Result<Val, Stop> {
        if number == 0 {
            return Ok(Val::ZERO);
        }
        let distance = (((number << (64 - bits)) as i64) >> (64 - bits)).unsigned_abs();
        if distance < FIRST_PAGE {
            // As a number it could be moved around, which as an address it cannot.
            return Err(Stop::NotModelled("an address from outside that is one of nothing".into()));
        }
        let known = self.exploring.as_ref().and_then(|it| it.made_up.get(&number).copied());
        let id = match known {
            Some(id) => id,
            None => {
                let id = self.memory.allocate(SIZE, ALIGN, ObjectKind::Heap)?;
                self.memory.make_foreign(id);
                self.learn_site(id);
                if let Some(exploring) = &mut self.exploring {
                    exploring.made_up.insert(number, id);
                }
                id
            }
        };
        Ok(Val::pointer(id, START))
    }

    /// What to take where nothing is given: an address is one of something new, since most are followed sooner or later.
    pub(super) fn any_of(&self, kind: Kind) -> i128 {
        let number = self.taken().len() as i128;
        if matches!(kind, Kind::Pointer { .. }) { ANYWHERE + number } else { 0 }
    }

    /// Where in an object that was made up the address lies that it was made up for.
    pub(crate) fn start_of_made_up(&self, id: u32) -> Option<i64> {
        let exploring = self.exploring.as_ref()?;
        exploring.made_up.values().any(|&it| it == id).then_some(START.into())
    }

    /// What pointers among the arguments of an undefined function lead to, and the program has not set, may be anything behind
    /// the call. What it has set stays: a run in which such a function changes nothing is one that everybody believes.
    pub(super) fn hand_out(&mut self, code: &Code, base: u32, args: &[Arg]) {
        let mut work: Vec<u32> = Vec::new();
        for arg in args {
            let (Arg::Scalar(operand, _) | Arg::Aggregate(operand, _)) = *arg;
            let value = self.get(code, base, operand);
            match arg {
                Arg::Scalar(..) if value.is_pointer() => work.push(value.object()),
                // What is passed by value is not handed out, but what it points to is.
                Arg::Aggregate(..) if value.is_pointer() => work.extend(self.pointers_in(value.object())),
                _ => {}
            }
        }
        while let Some(id) = work.pop() {
            let Some(&Object { life, is_foreign, is_constant, .. }) = self.memory.object(id) else {
                continue;
            };
            // What is known outside already is not gone through again, which would take long if it happens often.
            if is_foreign || life != Life::Alive || is_constant {
                continue;
            }
            work.extend(self.pointers_in(id));
            self.memory.make_foreign(id);
        }
    }

    /// The objects that pointers in an object lead to.
    fn pointers_in(&self, id: u32) -> Vec<u32> {
        let Some(object) = self.memory.object(id) else { return Vec::new() };
        let words = object.base as usize..object.base as usize + self.memory.words_of(object);
        let held = words.map(|at| self.memory.word(at));
        held.filter(|it| self.memory.is_whole_pointer(it.tag)).map(|it| it.object()).collect()
    }

    fn trace_supplied(&mut self, code: &Code, instr: &Instr, address: Val) {
        let Frame { function, pc, .. } = *self.frame();
        self.learn_record(function, code, pc as usize, address);
        let (extent, kind, value) = match *instr {
            Instr::LoadBits { bits, kind, .. } => {
                let held = self.memory.bits(address, bits.bytes(), 0).map_or(0, |(held, _)| held);
                let is_signed = matches!(kind, Kind::Int { signed: true, .. });
                let value = crate::arith::extend_wide((held >> bits.bit) as i128, bits.width, is_signed);
                (Extent::Field(bits), kind, Val::int(value as u64))
            }
            Instr::Load { kind, .. } => {
                let held = self.memory.load(address, kind.bytes().min(8)).unwrap_or(Val::UNINIT);
                (Extent::Bytes(kind.bytes()), kind, crate::trace::extended(held, kind))
            }
            _ => return,
        };
        self.trace_outside(|machine| machine.name_place(address, extent), value, kind);
    }

    /// Fills what an instruction could not read with what is given for it; whether that was the matter.
    #[cold]
    pub(super) fn supply(&mut self, code: &Code, base: u32, instr: &Instr) -> Result<bool, Stop> {
        let (Instr::Load { address, kind, .. } | Instr::LoadBits { address, kind, .. }) = *instr else {
            return Ok(false);
        };
        let address = self.get(code, base, address);
        if !self.memory.is_foreign(address) {
            return Ok(false);
        }
        // What the program has set stays, down to the bit.
        let (bytes, mask, first) = match *instr {
            Instr::LoadBits { bits, .. } => (bits.bytes(), super::access::mask_of(bits), bits.bit),
            _ => (kind.bytes(), u128::MAX >> (128 - 8 * kind.bytes()), 0),
        };
        let (_, known) = self.memory.bits(address, bytes, mask)?;
        let is_part = matches!(kind, Kind::Pointer { .. }) && known & mask != 0;
        if known & mask == mask || is_part {
            return Ok(false);
        }
        let (function, edge) = self.edge();
        let name = name_of_read(&self.image.program.function(function).name, edge);
        let value = self.given(&name, 0).unwrap_or(0);
        if let Kind::Pointer { bits } = kind {
            let pointer = self.given_pointer(value as u64, bits)?;
            self.memory.store(address, bytes, pointer)?;
        } else {
            let value = if kind == Kind::Bool { value & 1 } else { value };
            self.memory.write_bits(address, bytes, (value as u128) << first, mask & !known)?;
        }
        self.trace_supplied(code, instr, address);
        Ok(true)
    }
}
