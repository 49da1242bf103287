//! Initial values of objects with static storage: bytes and addresses.

use std::collections::BTreeMap;

use rucc_sema::{Address, Base, Const, Eval, ExprId, ExprKind, InitEntry};

use super::initialiser::Part;
use super::unit::Unit;
use crate::build::wrap;
use crate::link::Symbol;
use crate::program::{AddressInit, AddressTarget, Init};
use crate::types::{Scalar, TypeId};

impl Unit<'_> {
    /// Folds each entry of a flattened initialiser. What does not fold is an error of the program.
    pub fn initial_value(&mut self, ty: TypeId, entries: &[InitEntry], owner: Option<&str>) -> Init {
        let mut image = Image::default();
        for part in self.effective(ty, entries) {
            match part {
                Part::Value(entry) => self.entry(&entry, owner, &mut image),
                Part::Zero { offset, size } => image.clear(offset, offset.saturating_add(size)),
            }
        }
        image.finish()
    }

    fn entry(&mut self, entry: &InitEntry, owner: Option<&str>, image: &mut Image) {
        let expr = self.tast[entry.value];
        if entry.reverse {
            self.error_at(
                "`scalar_storage_order` in an initialiser".into(),
                self.tast.expr_span(entry.value),
            );
            return;
        }
        if let ExprKind::Str(id) = expr.kind
            && self.convert.scalar(expr.ty).is_none()
        {
            // A string that fills an array, cut or padded to it.
            let mut bytes = self.tast[id].bytes(&self.parsed.target);
            let size = self.convert.size(expr.ty);
            bytes.truncate(usize::try_from(size).unwrap_or(usize::MAX));
            image.clear(entry.offset, entry.offset.saturating_add(size));
            return image.write(entry.offset, &bytes);
        }
        if let ExprKind::CompoundLiteral(decl) = strip(self, entry.value)
            && self.convert.scalar(expr.ty).is_none()
        {
            // An aggregate initialised by a literal takes the literal's own value.
            let ty = self.ty(expr.ty);
            let inner = self.tast[decl].init.map_or(Vec::new(), |inner| self.tast[inner].to_vec());
            let inner = self.initial_value(ty, &inner, owner);
            return image.write_all(entry.offset, self.convert.size(expr.ty), inner);
        }
        let folded = {
            let mut eval = Eval::new(self.tast, self.convert.types, self.convert.target, self.convert.names)
                .objects(true);
            eval.initializer(entry.value)
        };
        let size = self.convert.size(expr.ty);
        match folded {
            Err(_) => {
                let span = self.tast.expr_span(entry.value);
                self.error_at("this initialiser is not constant".into(), span);
            }
            Ok(Const::Int(value)) if entry.is_bit_field() => {
                image.write_bits(entry.offset, entry.bit_offset, entry.bit_width, value as u128);
            }
            Ok(Const::Int(value)) => {
                let value = match self.convert.scalar(expr.ty) {
                    Some(ty @ (Scalar::Bool | Scalar::Int { .. })) => {
                        wrap(value, ty, self.linker.program.model)
                    }
                    _ => value,
                };
                let mut bytes = value.to_le_bytes().to_vec();
                bytes.resize(size as usize, if value < 0 { 0xff } else { 0 });
                image.write(entry.offset, &bytes);
            }
            Ok(Const::Float(value)) => {
                image.write(entry.offset, &value.to_bits().to_le_bytes()[..(size as usize).min(16)]);
            }
            Ok(Const::Complex { real, imag }) => {
                let half = (size / 2) as usize;
                image.write(entry.offset, &real.to_bits().to_le_bytes()[..half.min(16)]);
                image.write(entry.offset + half as u64, &imag.to_bits().to_le_bytes()[..half.min(16)]);
            }
            Ok(Const::ComplexInt { real, imag }) => {
                let half = (size / 2) as usize;
                image.write(entry.offset, &real.to_le_bytes()[..half.min(16)]);
                image.write(entry.offset + half as u64, &imag.to_le_bytes()[..half.min(16)]);
            }
            Ok(Const::Address(address)) => {
                self.address_entry(entry.value, entry.offset, size, address, owner, image)
            }
            Ok(Const::Apart { to, from }) => match self.current {
                Some(function) => {
                    let target = AddressTarget::LabelDifference(function, self.label(to), self.label(from));
                    image.write_address(AddressInit {
                        offset: entry.offset,
                        size: size as u8,
                        target,
                        addend: 0,
                    });
                }
                None => self.error_at("a label outside a function".into(), self.tast.expr_span(entry.value)),
            },
        }
    }

    fn address_entry(
        &mut self,
        value: ExprId,
        offset: u64,
        size: u64,
        address: Address,
        owner: Option<&str>,
        image: &mut Image,
    ) {
        let addend = address.offset as i64;
        let target = match address.base {
            Base::Decl(decl) => match self.static_symbol(decl, owner) {
                Some(Symbol::Function(id)) => AddressTarget::Function(id),
                Some(Symbol::Object(id)) => AddressTarget::Object(id),
                None => {
                    let span = self.tast.expr_span(value);
                    return self.error_at("this initialiser is not constant".into(), span);
                }
            },
            Base::Str(id) => AddressTarget::Object(self.literal(id)),
            Base::Label(label) => match self.current {
                Some(function) => AddressTarget::Label(function, self.label(label)),
                None => {
                    return self.error_at("a label outside a function".into(), self.tast.expr_span(value));
                }
            },
            Base::Absolute => {
                let bytes = address.offset.to_le_bytes();
                return image.write(offset, &bytes[..(size as usize).min(16)]);
            }
        };
        image.write_address(AddressInit { offset, size: size as u8, target, addend });
    }

    /// The symbol of a declaration met in a constant: entered here if it is a nameless literal.
    pub fn static_symbol(&mut self, decl: rucc_sema::DeclId, owner: Option<&str>) -> Option<Symbol> {
        let tast = self.tast;
        match (&tast[decl], owner) {
            (d, Some(_))
                if d.kind == rucc_sema::DeclKind::Object && d.linkage == rucc_sema::Linkage::None =>
            {
                if let Some(known) = self.known(decl) {
                    return Some(known);
                }
                if d.duration == rucc_sema::StorageDuration::Automatic {
                    return None;
                }
                self.object(decl, d, owner).map(Symbol::Object)
            }
            _ => self.symbol(decl),
        }
    }

    /// The object of a string literal.
    pub fn literal(&mut self, id: rucc_sema::StrId) -> crate::program::ObjectId {
        let (bytes, encoding) = (self.tast[id].bytes(&self.parsed.target), self.tast[id].encoding);
        let width = u64::from(encoding.element_width(&self.parsed.target) / 8);
        // In C11 the elements of `u8""` are plain characters.
        let elem = Scalar::int(width as u32 * 8, width == 1 || encoding.is_signed(&self.parsed.target));
        let elem = self.program().types.scalar(elem);
        let len = Some(bytes.len() as u64 / width.max(1));
        let ty = self.program().types.intern(crate::types::Type::Array { elem, len });
        let prefix = if width == 1 { "" } else { encoding.prefix() };
        self.linker.literal(prefix, bytes, ty, width)
    }
}

/// The node under conversions that change nothing about a constant aggregate.
fn strip(unit: &Unit, mut expr: ExprId) -> ExprKind {
    loop {
        match unit.tast[expr].kind {
            ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => expr = operand,
            kind => return kind,
        }
    }
}

/// An initial value while entries are applied to it in order; a later entry overwrites an earlier one.
#[derive(Default)]
struct Image {
    bytes: BTreeMap<u64, Vec<u8>>,
    addresses: BTreeMap<u64, AddressInit>,
}

impl Image {
    fn write(&mut self, offset: u64, bytes: &[u8]) {
        let end = offset + bytes.len() as u64;
        self.forget_addresses(offset, end);
        // Runs that end before this one or start behind it stay; an appended run is extended in place.
        if let Some((&start, run)) = self.bytes.range_mut(..=offset).next_back() {
            let at = (offset - start) as usize;
            if at <= run.len() {
                let covered = run.len().min(at + bytes.len());
                run[at..covered].copy_from_slice(&bytes[..covered - at]);
                run.extend_from_slice(&bytes[covered - at..]);
                let run_end = start + run.len() as u64;
                return self.absorb(start, run_end);
            }
        }
        self.bytes.insert(offset, bytes.to_vec());
        self.absorb(offset, end);
    }

    fn forget_addresses(&mut self, start: u64, end: u64) {
        // No address is wider than eight bytes.
        let near: Vec<u64> = self.addresses.range(start.saturating_sub(8)..end).map(|(&at, _)| at).collect();
        for at in near {
            if self.addresses.get(&at).is_some_and(|a| at + u64::from(a.size) > start) {
                self.addresses.remove(&at);
            }
        }
    }

    /// Sets bytes to zero, which is what is not held.
    fn clear(&mut self, start: u64, end: u64) {
        self.forget_addresses(start, end);
        let from = self.bytes.range(..start).next_back().map_or(start, |(&at, _)| at);
        let touched: Vec<u64> = self.bytes.range(from..end).map(|(&at, _)| at).collect();
        for at in touched {
            let mut run = self.bytes.remove(&at).unwrap_or_default();
            let run_end = at + run.len() as u64;
            if run_end > end {
                self.bytes.insert(end, run[(end - at) as usize..].to_vec());
            }
            run.truncate(start.saturating_sub(at) as usize);
            if !run.is_empty() {
                self.bytes.insert(at, run);
            }
        }
    }

    /// Merges runs that start inside `start..end` into the run at `start`, which overwrites them.
    fn absorb(&mut self, start: u64, end: u64) {
        let inside: Vec<u64> = self.bytes.range(start + 1..end).map(|(&at, _)| at).collect();
        for at in inside {
            let tail = self.bytes.remove(&at).unwrap_or_default();
            if at + tail.len() as u64 > end {
                let rest = tail[(end - at) as usize..].to_vec();
                self.bytes.insert(end, rest);
            }
        }
    }

    fn write_bits(&mut self, offset: u64, bit: u32, width: u32, value: u128) {
        for i in 0..width {
            let position = bit + i;
            let at = offset + u64::from(position / 8);
            let old = self.byte(at);
            let mask = 1u8 << (position % 8);
            let new = if value >> i & 1 == 1 { old | mask } else { old & !mask };
            if new != old || i == 0 {
                self.write(at, &[new]);
            }
        }
    }

    fn byte(&self, at: u64) -> u8 {
        let run = self.bytes.range(..=at).next_back();
        run.and_then(|(start, run)| run.get((at - start) as usize).copied()).unwrap_or(0)
    }

    fn write_address(&mut self, address: AddressInit) {
        self.write(address.offset, &vec![0; address.size.into()]);
        self.addresses.insert(address.offset, address);
    }

    /// An object's whole value.
    fn write_all(&mut self, offset: u64, size: u64, value: Init) {
        self.clear(offset, offset.saturating_add(size));
        value.bytes.iter().for_each(|(at, bytes)| self.write(offset + at, bytes));
        for address in value.addresses {
            self.write_address(AddressInit { offset: offset + address.offset, ..address });
        }
    }

    fn finish(self) -> Init {
        Init { bytes: self.bytes.into_iter().collect(), addresses: self.addresses.into_values().collect() }
    }
}
