//! Operators and conversions on the values of slots.

use cfa::expr::Binary;
use cfa::op::AtomicOp;

use super::{Machine, is_character};
use crate::address;
use crate::arith::{self, Number};
use crate::code::{Code, Kind, Operand, Slot};
use crate::fault::Stop;
use crate::partial;
use crate::value::{INIT, POINTER, UNINIT, Val};

impl Machine<'_> {
    /// Bits of an address, of `long` and of `size_t`.
    pub(crate) fn word_bits(&self) -> u8 {
        8 * self.memory.unit() as u8
    }

    /// What a pointer is.
    pub(crate) fn pointer_kind(&self) -> Kind {
        Kind::Pointer { bits: self.word_bits() }
    }

    pub(super) fn mov(
        &mut self,
        code: &Code,
        base: u32,
        dst: Slot,
        a: Operand,
        kind: Kind,
    ) -> Result<(), Stop> {
        let value = self.get(code, base, a);
        if value.tag == UNINIT && !is_character(kind) {
            return arith::uninitialised();
        }
        self.set(base, dst, value);
        if kind.slots() == 2 {
            let high = self.get(code, base, a + 1);
            self.set(base, dst + 1, high);
        }
        Ok(())
    }

    #[cold]
    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(super) fn binary_slow(
        &mut self,
        code: &Code,
        base: u32,
        op: Binary,
        kind: Kind,
        dst: Slot,
        a: Operand,
        b: Operand,
    ) -> Result<(), Stop> {
        match kind {
            Kind::Wide { bits, signed } => {
                let x = self.get_wide(code, base, a)?;
                let y = if matches!(op, Binary::Shl | Binary::Shr) {
                    match self.memory.as_number(self.get(code, base, b))? {
                        Val { bits, tag: INIT } => i128::from(bits as i64),
                        Val { tag: UNINIT, .. } => return arith::uninitialised(),
                        _ => return Err(Stop::NotModelled("arithmetic on an address".into())),
                    }
                } else {
                    self.get_wide(code, base, b)?
                };
                let value = arith::wide(op, bits, signed, x, y)?;
                if op.is_comparison() {
                    self.set(base, dst, Val::int(value as u64))
                } else {
                    self.set_wide(base, dst, value)
                }
                Ok(())
            }
            Kind::Opaque { .. } => Err(Stop::NotModelled("arithmetic on long double and the like".into())),
            _ => {
                let (x, y) = (self.get(code, base, a), self.get(code, base, b));
                let value = self.address_binary(op, kind, x, y)?;
                self.set(base, dst, value);
                Ok(())
            }
        }
    }

    pub(super) fn unary(
        &mut self,
        code: &Code,
        base: u32,
        op: cfa::expr::Unary,
        kind: Kind,
        dst: Slot,
        a: Operand,
    ) -> Result<(), Stop> {
        use cfa::expr::Unary;
        if let Kind::Wide { bits, signed } = kind {
            let value = self.get_wide(code, base, a)?;
            match op {
                Unary::Not => self.set(base, dst, Val::int((value == 0).into())),
                Unary::BitNot => self.set_wide(base, dst, arith::extend_wide(!value, bits, signed)),
                Unary::Negate => {
                    let value = arith::wide(Binary::Sub, bits, signed, 0, value)?;
                    self.set_wide(base, dst, value);
                }
                _ => return Err(Stop::NotModelled("this operator on a wide integer".into())),
            }
            return Ok(());
        }
        let mut value = self.get(code, base, a);
        if value.tag != INIT && op != Unary::Not {
            value = self.number_as(value, kind)?;
        }
        let value = arith::unary(op, kind, value)?;
        self.set(base, dst, value);
        Ok(())
    }

    /// A value of a kind, as a number if it is an address and addresses are numbers.
    #[inline]
    pub(super) fn number_as(&self, value: Val, kind: Kind) -> Result<Val, Stop> {
        if value.tag == INIT {
            return Ok(value);
        }
        Ok(match self.memory.number_of(value)? {
            Some(number) => Val::int(kind.extended(number.bits)),
            None => value,
        })
    }

    #[inline]
    pub(super) fn truth(&self, code: &Code, base: u32, cond: Operand, kind: Kind) -> Result<bool, Stop> {
        let value = self.get(code, base, cond);
        match (value.tag, kind) {
            (INIT, Kind::Int { .. } | Kind::Bool | Kind::Pointer { .. }) => Ok(value.bits != 0),
            (POINTER, _) => Ok(true),
            (UNINIT, _) => arith::uninitialised(),
            _ => match self.number(code, base, cond, kind)? {
                Number::Int(value) => Ok(value != 0),
                Number::Double(value) => Ok(value != 0.0),
            },
        }
    }

    pub(super) fn number(&self, code: &Code, base: u32, a: Operand, kind: Kind) -> Result<Number, Stop> {
        if let Kind::Wide { .. } = kind {
            return self.get_wide(code, base, a).map(Number::Int);
        }
        let value = self.number_as(self.get(code, base, a), kind)?;
        match value.tag {
            INIT => {}
            UNINIT => return arith::uninitialised(),
            _ => return Err(Stop::NotModelled("arithmetic on an address".into())),
        }
        Ok(match kind {
            Kind::Double => Number::Double(f64::from_bits(value.bits)),
            Kind::Single => Number::Double(f32::from_bits(value.bits as u32).into()),
            Kind::Int { signed: true, .. } => Number::Int((value.bits as i64).into()),
            // gcc extends the sign of an address where an integer is wider.
            Kind::Pointer { bits } => Number::Int((arith::extend(value.bits, bits, true) as i64).into()),
            Kind::Opaque { .. } => {
                return Err(Stop::NotModelled("arithmetic on long double and the like".into()));
            }
            _ => Number::Int(value.bits.into()),
        })
    }

    #[inline]
    pub(super) fn convert(
        &mut self,
        code: &Code,
        base: u32,
        from: Kind,
        to: Kind,
        dst: Slot,
        a: Operand,
    ) -> Result<(), Stop> {
        let value = self.get(code, base, a);
        // Integers of up to 64 bits, by far the most common.
        if let (Kind::Int { .. } | Kind::Bool, Kind::Int { bits, signed }, INIT) = (from, to, value.tag) {
            self.set(base, dst, Val::int(arith::extend(value.bits, bits, signed)));
            return Ok(());
        }
        if value.tag == POINTER {
            let value = match to {
                Kind::Pointer { .. } => value,
                // A wider integer may be converted back, which is all that can be done with it.
                Kind::Int { bits, .. } if bits >= self.word_bits() => value,
                Kind::Bool => Val::int(1),
                _ if self.memory.places.is_some() => {
                    return self.convert_number(code, base, from, to, dst, a);
                }
                _ => return Err(Stop::NotModelled("an address as a number of another size".into())),
            };
            self.set(base, dst, value);
            return Ok(());
        }
        if value.as_fragment().is_some() || (value.tag == UNINIT && is_character(from) && is_character(to)) {
            if is_character(from) && is_character(to) {
                self.set(base, dst, value);
                return Ok(());
            }
            if self.memory.places.is_none() {
                return Err(Stop::NotModelled("part of an address as a number".into()));
            }
        }
        if value.as_partial().is_some() {
            if !(is_character(from) && is_character(to)) {
                return Err(partial::not_known());
            }
            self.set(base, dst, value);
            return Ok(());
        }
        self.convert_number(code, base, from, to, dst, a)
    }

    fn convert_number(
        &mut self,
        code: &Code,
        base: u32,
        from: Kind,
        to: Kind,
        dst: Slot,
        a: Operand,
    ) -> Result<(), Stop> {
        let number = self.number(code, base, a, from)?;
        let number = arith::convert(number, to)?;
        self.put_number(base, dst, number, to);
        Ok(())
    }

    pub(super) fn put_number(&mut self, base: u32, dst: Slot, number: Number, kind: Kind) {
        match (number, kind) {
            (Number::Int(value), Kind::Wide { .. }) => self.set_wide(base, dst, value),
            (Number::Int(value), _) => self.set(base, dst, Val::int(value as u64)),
            (Number::Double(value), Kind::Single) => {
                self.set(base, dst, Val::int((value as f32).to_bits().into()))
            }
            (Number::Double(value), _) => self.set(base, dst, Val::int(value.to_bits())),
        }
    }

    #[inline]
    pub(super) fn index(&self, pointer: Val, index: Val, scale: u64) -> Result<Val, Stop> {
        match index.tag {
            INIT => match (index.bits as i64).checked_mul(scale as i64) {
                Some(bytes) => address::element(&self.memory, pointer, bytes),
                None if pointer.is_pointer() => address::beyond(),
                None => {
                    address::element(&self.memory, pointer, (index.bits as i64).wrapping_mul(scale as i64))
                }
            },
            UNINIT => arith::uninitialised(),
            // `(char *)0 + address`, as container_of and friends have it.
            _ if scale == 1 && pointer.is_int() => {
                address::moved(index, arith::extend(pointer.bits, self.word_bits(), true) as i64)
            }
            _ => match self.memory.number_of(index)? {
                Some(index) => self.index(pointer, index, scale),
                None => Err(Stop::NotModelled("arithmetic on an address".into())),
            },
        }
    }

    pub(super) fn atomic_result(
        &mut self,
        op: AtomicOp,
        kind: Kind,
        found: Val,
        operand: Val,
        expected: Val,
    ) -> Result<Option<Val>, Stop> {
        if operand.tag == UNINIT || expected.tag == UNINIT {
            return arith::uninitialised();
        }
        let unsigned = match kind {
            Kind::Int { bits, .. } => Kind::Int { bits, signed: false },
            other => other,
        };
        let low = |v: Val| match kind {
            Kind::Int { bits, .. } if v.is_int() => Val::int(arith::extend(v.bits, bits, false)),
            _ => v,
        };
        let mut compute = |op: Binary| {
            let (a, b) = (low(found), low(operand));
            if a.is_int() && b.is_int() {
                arith::binary(op, unsigned, a.bits, b.bits)
            } else {
                self.address_binary(op, unsigned, a, b)
            }
        };
        Ok(Some(match op {
            AtomicOp::Exchange => operand,
            AtomicOp::CompareExchange { .. } => {
                if !self.are_equal(unsigned, low(found), low(expected))? {
                    return Ok(None);
                }
                operand
            }
            AtomicOp::Add => compute(Binary::Add)?,
            AtomicOp::Sub => compute(Binary::Sub)?,
            AtomicOp::And => compute(Binary::And)?,
            AtomicOp::Or => compute(Binary::Or)?,
            AtomicOp::Xor => compute(Binary::Xor)?,
            AtomicOp::Nand => {
                let and = compute(Binary::And)?;
                match self.number_as(and, unsigned)? {
                    Val { bits, tag: INIT } => Val::int(!bits),
                    _ => return Err(Stop::NotModelled("arithmetic on an address".into())),
                }
            }
        }))
    }
}
