//! Declarations with automatic storage and their initialisers.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use rucc_sema::{DeclId, DeclKind, ExprId as RuccExpr, ExprKind as Rucc, InitEntry, StorageDuration};
use rucc_types::{TypeId as RuccType, TypeKind};

use super::super::initialiser::Part;
use super::{Lower, Val};
use crate::expr::{ExprId, ExprKind};
use crate::op::{Access, Op};
use crate::program::{LocalId, LocalKind, Storage};
use crate::types::{Bits, Scalar, Type, TypeId};

impl Lower<'_, '_> {
    /// A declaration met in a block.
    pub(super) fn declaration(&mut self, id: DeclId) {
        let tast = self.tast;
        let decl = &tast[id];
        self.at(tast.decl_span(id));
        if decl.kind != DeclKind::Function {
            self.variable_lengths(decl.ty);
        }
        match (decl.kind, decl.duration) {
            (DeclKind::Object, StorageDuration::Automatic) => {}
            (DeclKind::Object, _) => {
                let owner = self.unit.linker.program.function(self.function).name.clone();
                self.unit.static_symbol(id, Some(&owner));
                return;
            }
            _ => return,
        }
        let local = match self.locals.get(&id) {
            Some(&local) => local,
            None => self.declare_late(id),
        };
        if let Storage::Memory { is_variable: true, .. } = self.b.body.local(local).storage {
            let size = self.size_of(decl.ty);
            self.b.emit(Op::BeginVla { local, size });
            self.scopes.hold(local);
        } else if decl.init.is_none() && self.scopes.may_repeat() {
            // A jump back to a declaration without initialiser makes the value indeterminate again.
            self.b.emit(Op::Begin { locals: Box::new([local]) });
        }
        if let Some(entries) = decl.init {
            let entries = tast[entries].to_vec();
            self.whole(|this| this.initialise(local, decl.ty, &entries));
        } else if decl.register.is_some()
            && let Storage::Register(scalar) = self.b.body.local(local).storage
        {
            let value = self.opaque("register variable", scalar);
            self.b.emit(Op::Assign { dst: local, value });
        }
        if let Some(handler) = decl.cleanup {
            self.scopes.add_cleanup(handler, local);
        }
    }

    /// A local that its block's entry did not begin.
    pub(super) fn declare_late(&mut self, id: DeclId) -> LocalId {
        let local = self.declare(id, LocalKind::Variable);
        self.scopes.hold(local);
        if !matches!(self.b.body.local(local).storage, Storage::Memory { is_variable: true, .. }) {
            self.b.emit(Op::Begin { locals: Box::new([local]) });
        }
        local
    }

    pub(super) fn compound_literal(&mut self, id: DeclId) {
        let local = match self.locals.get(&id) {
            Some(&local) => local,
            None => self.declare_late(id),
        };
        let tast = self.tast;
        if let Some(entries) = tast[id].init {
            self.initialise(local, tast[id].ty, &tast[entries]);
        }
    }

    fn initialise(&mut self, local: LocalId, ty: RuccType, entries: &[InitEntry]) {
        if let Storage::Register(scalar) = self.b.body.local(local).storage {
            let value = match entries.first() {
                Some(entry) => self.scalar(entry.value),
                None => self.b.int(0, Scalar::INT),
            };
            let value = self.b.convert(value, scalar);
            self.b.emit(Op::Assign { dst: local, value });
            return;
        }
        let address = self.b.address(local);
        let own = self.ty(ty);
        let size = self.unit.convert.size(ty);
        let parts = self.unit.effective(own, entries);
        // What the initialiser leaves out is zero (C11 6.7.9p21), and gcc clears the whole object then. If it leaves
        // nothing out, the padding is indeterminate, as gcc has it, too; but not that of a byte with a bit-field, since bytes
        // that are known in part are not modelled everywhere.
        if self.scalar_of(ty).is_none() {
            let unset = match self.unit.is_complete(own, &parts) {
                true => self.unit.bytes_in_part(&parts),
                false => std::iter::once(0..size).collect(),
            };
            for bytes in unset {
                let dst = self.b.offset(address, bytes.start.into());
                self.b.emit(Op::Zero { dst, size: bytes.end - bytes.start });
            }
        }
        let mut repeated = self.repeated(&parts);
        for part in parts {
            match part {
                Part::Value(entry) => self.entry(address, own, &entry, &mut repeated),
                Part::Zero { offset, size } => {
                    let dst = self.b.offset(address, offset.into());
                    self.b.emit(Op::Zero { dst, size });
                }
            }
        }
    }

    /// Values that stand for a range of elements and have side effects, which happen once.
    fn repeated(&self, parts: &[Part]) -> HashMap<RuccExpr, Option<Val>> {
        let mut seen = HashSet::default();
        let mut repeated = HashMap::default();
        for part in parts {
            if let Part::Value(InitEntry { value, .. }) = part
                && !seen.insert(*value)
                && self.has_effects(*value)
            {
                repeated.insert(*value, None);
            }
        }
        repeated
    }

    fn entry(
        &mut self,
        object: ExprId,
        own: TypeId,
        entry: &InitEntry,
        repeated: &mut HashMap<RuccExpr, Option<Val>>,
    ) {
        if entry.reverse {
            return self.unsupported("scalar_storage_order");
        }
        let ty = self.tast[entry.value].ty;
        let value = match self.tast[entry.value].kind {
            Rucc::Str(_) if self.scalar_of(ty).is_none() => return self.string_entry(object, own, entry, ty),
            _ => match repeated.get(&entry.value) {
                None => self.value(entry.value),
                Some(&Some(value)) => value,
                Some(None) => {
                    let value = match self.value(entry.value) {
                        Val::Scalar(value) => Val::Scalar(self.keep(value)),
                        other => other,
                    };
                    repeated.insert(entry.value, Some(value));
                    value
                }
            },
        };
        let is_initial = self.is_constant_at(object);
        let target = self.ty(ty);
        let bits = entry.is_bit_field().then_some(Bits::new(entry.bit_offset as u8, entry.bit_width as u8));
        let address = self.path(object, own, entry.offset, target, bits);
        // The field knows its neighbours.
        let bits = match self.b.body.expr(address).kind {
            ExprKind::Field { record, field, .. } if bits.is_some() => {
                self.unit.linker.program.types.record(record).fields[field as usize].bits.or(bits)
            }
            _ => bits,
        };
        match value {
            Val::Scalar(value) => {
                let scalar = self.b.ty(value);
                let mut place = self.place(address, scalar, ty, None);
                place.bits = bits;
                if bits.is_some() {
                    place.align = 1;
                }
                if is_initial {
                    place.access = Access::Initial;
                }
                let value = self.fitted(place, value);
                self.b.emit(Op::Store { place, value });
            }
            Val::Aggregate(src) => {
                self.b.emit(Op::Copy { dst: address, src, ty: target, is_initial });
            }
            Val::Void => {}
        }
    }

    /// Whether the object at this address, that of a local, may only be initialised.
    fn is_constant_at(&self, object: ExprId) -> bool {
        matches!(self.b.body.expr(object).kind, ExprKind::Address(local) if self.b.body.local(local).is_constant)
    }

    /// A string that fills an array: the array may be shorter than the literal, or longer.
    fn string_entry(&mut self, object: ExprId, own: TypeId, entry: &InitEntry, ty: RuccType) {
        let Rucc::Str(id) = self.tast[entry.value].kind else { return };
        let mut bytes = self.tast[id].bytes(&self.unit.parsed.target);
        let size = self.unit.convert.size(ty);
        let target = self.ty(ty);
        let address = self.path(object, own, entry.offset, target, None);
        let is_initial = self.is_constant_at(object);
        let is_short = (bytes.len() as u64) < size;
        if is_short {
            self.b.emit(Op::Zero { dst: address, size });
        }
        bytes.truncate(size as usize);
        let literal = self.unit.literal(id);
        let src = self.b.expr(ExprKind::Object(literal), Scalar::Pointer);
        let (elem, width) = match *self.unit.linker.program.types.get(target) {
            Type::Array { elem, .. } => (elem, self.unit.linker.program.types.size(elem, self.model).max(1)),
            _ => return self.unsupported("a string that initialises no array"),
        };
        let len = Some(bytes.len() as u64 / width);
        let copied = self.unit.program().types.intern(Type::Array { elem, len });
        self.b.emit(Op::Copy { dst: address, src, ty: copied, is_initial });
    }

    /// The address of the member or element at an offset, by its path through the type, so that the access
    /// is known by the field it touches.
    fn path(
        &mut self,
        mut address: ExprId,
        mut ty: TypeId,
        mut offset: u64,
        target: TypeId,
        bits: Option<Bits>,
    ) -> ExprId {
        loop {
            if offset == 0 && ty == target && bits.is_none() {
                return address;
            }
            match self.unit.linker.program.types.get(ty).clone() {
                Type::Array { elem, .. } => {
                    let size = self.unit.linker.program.types.size(elem, self.model);
                    if size == 0 {
                        return self.b.offset(address, offset.into());
                    }
                    let index = self.b.int((offset / size).into(), self.model.ptrdiff());
                    address = self.b.index(address, index, size);
                    (ty, offset) = (elem, offset % size);
                }
                Type::Record(id) => {
                    let record = self.unit.linker.program.types.record(id);
                    let types = &self.unit.linker.program.types;
                    let size_of = |f: &crate::types::Field| types.size(f.ty, self.model).max(1);
                    let fits = |f: &crate::types::Field| match (bits, f.bits) {
                        (Some(b), Some(own)) => {
                            f.offset == offset && own.bit == b.bit && own.width == b.width
                        }
                        (None, Some(_)) => false,
                        _ => f.offset <= offset && offset < f.offset.saturating_add(size_of(f)),
                    };
                    // In a union, a member that leads to the very type counts more than the first that fits.
                    let leads = |f: &crate::types::Field| {
                        let mut seen = HashSet::default();
                        fits(f)
                            && f.bits.is_none()
                            && self.leads_to(f.ty, offset - f.offset, target, &mut seen)
                    };
                    let found = record.fields.iter().position(leads);
                    let found = found.or_else(|| record.fields.iter().position(fits)).or_else(|| {
                        // A flexible array member has no size of its own.
                        record.fields.iter().rposition(|f| f.offset <= offset)
                    });
                    let Some(field) = found else { return self.b.offset(address, offset.into()) };
                    let (field_ty, field_offset) = (record.fields[field].ty, record.fields[field].offset);
                    let is_bits = record.fields[field].bits.is_some();
                    address = self.b.field(address, id, field as u32);
                    if is_bits {
                        return address;
                    }
                    (ty, offset) = (field_ty, offset - field_offset);
                }
                _ => return self.b.offset(address, offset.into()),
            }
        }
    }

    /// Whether an object of this type has a part of type `target` at an offset; what was `seen` has none.
    fn leads_to(&self, ty: TypeId, offset: u64, target: TypeId, seen: &mut HashSet<(TypeId, u64)>) -> bool {
        if offset == 0 && ty == target {
            return true;
        }
        if !seen.insert((ty, offset)) {
            return false;
        }
        let types = &self.unit.linker.program.types;
        match types.get(ty) {
            Type::Array { elem, .. } => {
                let within = offset.checked_rem(types.size(*elem, self.model));
                within.is_some_and(|within| self.leads_to(*elem, within, target, seen))
            }
            Type::Record(id) => types.record(*id).fields.iter().any(|f| {
                let within =
                    offset.checked_sub(f.offset).filter(|&o| o < types.size(f.ty, self.model).max(1));
                f.bits.is_none() && within.is_some_and(|within| self.leads_to(f.ty, within, target, seen))
            }),
            _ => false,
        }
    }

    /// Evaluates the lengths of a variably modified type, once, where it is declared. Each has to be positive.
    pub(super) fn variable_lengths(&mut self, ty: RuccType) {
        match self.unit.convert.kind(ty) {
            TypeKind::Array { elem, .. } => {
                if let Some(length) = self.variable_length(ty) {
                    self.check_length(length);
                }
                self.variable_lengths(elem);
            }
            TypeKind::Pointer(to) => {
                // Only arrays behind pointers vary; a record's own members do not recurse here.
                if matches!(self.unit.convert.kind(to), TypeKind::Array { .. } | TypeKind::Pointer(_)) {
                    self.variable_lengths(to);
                }
            }
            _ => {}
        }
    }

    /// Evaluates the length of an array type, if it is a variable one that was not evaluated yet.
    pub(super) fn variable_length(&mut self, ty: RuccType) -> Option<ExprId> {
        let (_, id) = self.unit.convert.vla(ty)?;
        let length = self.tast.vla_size(id);
        if self.saved.contains_key(&length) {
            return None;
        }
        let value = self.full(|this| this.scalar(length));
        let value = self.keep(value);
        self.saved.insert(length, value);
        Some(value)
    }
}
