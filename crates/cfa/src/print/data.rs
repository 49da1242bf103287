//! Objects with their initial values, by the members they lie in; zeros are left out.

use std::fmt::Write;

use crate::print::Printer;
use crate::program::{AddressInit, AddressTarget, Init, Linkage, Object, ObjectId, ObjectKind};
use crate::types::{Scalar, Type, TypeId};

/// So many parts of an initial value are shown, and so many characters of a string.
const PARTS: usize = 16;
const CHARACTERS: usize = 60;

/// A scalar of an initial value.
enum Part<'a> {
    Bytes(&'a [u8], Scalar),
    Address(&'a AddressInit),
}

impl Printer<'_> {
    /// A declaration with the initial value; nothing for literals, whose name is their value.
    pub fn object(&mut self, id: ObjectId) {
        let object = self.program.object(id);
        if object.kind == ObjectKind::Literal {
            return;
        }
        let prefixes = [
            (!object.is_defined, "extern "),
            (object.is_defined && object.linkage == Linkage::Internal, "static "),
            (object.is_thread_local, "_Thread_local "),
            (object.is_constant, "const "),
        ];
        prefixes.into_iter().filter(|it| it.0).for_each(|it| self.out.push_str(it.1));
        self.declare(object.ty, &object.name);
        if object.init != Init::default() {
            self.out.push_str(" = ");
            self.initial_value(object);
        }
        self.out.push(';');
        if self.addresses.is_object_taken(id) {
            self.out.push_str("  // address taken");
        }
        self.pos(object.pos);
        self.out.push('\n');
    }

    fn initial_value(&mut self, object: &Object) {
        if self.text(object) {
            return;
        }
        let parts = self.parts(object);
        if self.program.types.as_scalar(object.ty).is_some() {
            match parts.first() {
                Some((_, part)) => self.part(part),
                None => self.out.push('0'),
            }
            return;
        }
        self.out.push_str("{ ");
        for (index, (offset, part)) in parts.iter().take(PARTS).enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.path(object.ty, *offset);
            self.out.push_str(" = ");
            self.part(part);
        }
        if parts.len() > PARTS {
            let bytes: usize = object.init.bytes.iter().map(|run| run.1.len()).sum();
            let addresses = object.init.addresses.len();
            let _ = write!(self.out, ", … /* abridged: {bytes} bytes and {addresses} addresses */");
        }
        self.out.push_str(" }");
    }

    /// The first scalars that are not zero, by offset; one more than are shown if there are more.
    fn parts<'a>(&self, object: &'a Object) -> Vec<(u64, Part<'a>)> {
        let mut parts: Vec<(u64, Part)> = Vec::new();
        'runs: for (start, run) in &object.init.bytes {
            let mut at = 0;
            while at < run.len() {
                let scalar = self.leaf(object.ty, start + at as u64).unwrap_or(Scalar::BYTE);
                let end = run.len().min(at + scalar.size(self.program.model) as usize);
                if run[at..end].iter().any(|&byte| byte != 0) {
                    parts.push((start + at as u64, Part::Bytes(&run[at..end], scalar)));
                }
                if parts.len() > PARTS {
                    break 'runs;
                }
                at = end;
            }
        }
        let addresses = object.init.addresses.iter().take(PARTS + 1);
        parts.extend(addresses.map(|address| (address.offset, Part::Address(address))));
        parts.sort_by_key(|part| part.0);
        parts
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Bytes(bytes, scalar) => {
                let value = bytes.iter().rev().fold(0u128, |value, &byte| value << 8 | u128::from(byte));
                match scalar {
                    Scalar::Int { signed: true, .. } => {
                        let unused = 128 - 8 * bytes.len() as u32;
                        let _ = write!(self.out, "{}", (value << unused) as i128 >> unused);
                    }
                    Scalar::Int { .. } | Scalar::Bool => {
                        let _ = write!(self.out, "{value}");
                    }
                    _ => {
                        let _ = write!(self.out, "0x{value:x}");
                    }
                }
            }
            Part::Address(address) => {
                let function = |id| &self.program.function(id).name;
                let _ = match address.target {
                    AddressTarget::Object(id) => match self.program.object(id) {
                        it if it.kind == ObjectKind::Literal => write!(self.out, "{}", it.name),
                        it => write!(self.out, "&{}", it.name),
                    },
                    AddressTarget::Function(id) => write!(self.out, "{}", function(id)),
                    AddressTarget::Label(id, label) => {
                        write!(self.out, "&&{}:label{}", function(id), label.0)
                    }
                    AddressTarget::LabelDifference(id, a, b) => {
                        write!(self.out, "&&{0}:label{1} - &&{0}:label{2}", function(id), a.0, b.0)
                    }
                };
                if address.addend != 0 {
                    let _ = write!(self.out, " + {}", address.addend);
                }
            }
        }
    }

    /// Prints an array of characters as a string, if it is one.
    fn text(&mut self, object: &Object) -> bool {
        let types = &self.program.types;
        let Type::Array { elem, .. } = types.get(object.ty) else { return false };
        let ([(0, bytes)], []) = (&object.init.bytes[..], &object.init.addresses[..]) else { return false };
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        if !matches!(types.as_scalar(*elem), Some(Scalar::Int { bits: 8, .. }))
            || bytes[end..].iter().any(|&byte| byte != 0)
        {
            return false;
        }
        self.out.push('"');
        for &byte in bytes[..end].iter().take(CHARACTERS) {
            self.out.extend(std::ascii::escape_default(byte).map(char::from));
        }
        self.out.push('"');
        if end > CHARACTERS {
            let _ = write!(self.out, "… /* abridged: {end} characters */");
        }
        true
    }

    /// The scalar at an offset; none inside bit-fields and padding.
    fn leaf(&self, ty: TypeId, offset: u64) -> Option<Scalar> {
        match self.inside(ty, offset) {
            Some((_, inner, rest)) => self.leaf(inner, rest),
            None => self.program.types.as_scalar(ty).filter(|_| offset == 0),
        }
    }

    /// Writes the way from an object to the scalar at an offset.
    fn path(&mut self, ty: TypeId, offset: u64) {
        let types = &self.program.types;
        match (self.inside(ty, offset), types.get(ty)) {
            (Some((step, inner, rest)), Type::Record(record)) => {
                let _ = write!(self.out, ".{}", types.record(*record).fields[step as usize].name);
                self.path(inner, rest);
            }
            (Some((step, inner, rest)), _) => {
                let _ = write!(self.out, "[{step}]");
                self.path(inner, rest);
            }
            (None, _) if offset > 0 || types.as_scalar(ty).is_none() => {
                let _ = write!(self.out, "@{offset}");
            }
            _ => {}
        }
    }

    /// The element or member at an offset, its type, and the offset in it.
    fn inside(&self, ty: TypeId, offset: u64) -> Option<(u64, TypeId, u64)> {
        let types = &self.program.types;
        let size = |ty| types.size(ty, self.program.model);
        match types.get(ty) {
            Type::Array { elem, .. } => {
                let size = size(*elem).max(1);
                Some((offset / size, *elem, offset % size))
            }
            Type::Record(record) => {
                let fields = &types.record(*record).fields;
                // A flexible array member has no size and takes the rest.
                let is_at = |field: &&crate::types::Field| {
                    let end = field.offset + size(field.ty);
                    field.bits.is_none() && field.offset <= offset && (offset < end || end == field.offset)
                };
                let field = fields.iter().find(is_at)?;
                let index = fields.iter().position(|it| std::ptr::eq(it, field))?;
                Some((index as u64, field.ty, offset - field.offset))
            }
            _ => None,
        }
    }
}
