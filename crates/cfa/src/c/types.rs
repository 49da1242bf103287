//! rucc's types to ours.

use rustc_hash::FxHashMap as HashMap;
use std::fmt::Write as _;

use rucc_base::{Interner, Symbol};
use rucc_target::TargetInfo;
use rucc_types::{
    ArrayLen, FloatKind, RecordKind, TypeId as RuccType, TypeKind, Types as RuccTypes, VlaId, integer_info,
    layout,
};

use crate::program::Program;
use crate::types::{Around, Bits, Field, Float, Record, RecordId, Scalar, Signature, Type, TypeId};

/// Records of the program by shape: the same `struct` of two units is one record.
pub(crate) type RecordIndex = HashMap<String, RecordId>;

/// Converts the types of one unit, each once.
pub(super) struct Convert<'a> {
    pub types: &'a RuccTypes,
    pub names: &'a Interner,
    pub target: &'a TargetInfo,
    memo: HashMap<RuccType, TypeId>,
    /// Shapes of records, where they stand and behind a pointer.
    shapes: HashMap<(RuccType, bool), String>,
    /// Records whose shape is being written, and the outermost of them that something inside refers to.
    open: Vec<RuccType>,
    cut: usize,
}

impl<'a> Convert<'a> {
    pub fn new(types: &'a RuccTypes, names: &'a Interner, target: &'a TargetInfo) -> Convert<'a> {
        Convert {
            types,
            names,
            target,
            memo: HashMap::default(),
            shapes: HashMap::default(),
            open: Vec::new(),
            cut: usize::MAX,
        }
    }

    /// The kind under typedef names, qualifiers and `_Atomic`.
    pub fn kind(&self, ty: RuccType) -> TypeKind {
        match self.types.kind(self.types.canonical(ty)) {
            TypeKind::Atomic(inner) => self.kind(inner),
            TypeKind::Typedef { underlying, .. } => self.kind(underlying),
            kind => kind,
        }
    }

    /// The scalar of a type, if values of it are held in registers.
    pub fn scalar(&self, ty: RuccType) -> Option<Scalar> {
        match self.kind(ty) {
            TypeKind::Bool => Some(Scalar::Bool),
            TypeKind::Int(_) | TypeKind::Enum(_) => {
                let info = integer_info(self.types, ty, self.target)?;
                Some(Scalar::int(info.width, info.signed))
            }
            TypeKind::BitInt { signed, width } if width <= 128 => Some(Scalar::int(width, signed)),
            TypeKind::Float(kind) => Some(Scalar::Float(float(kind))),
            TypeKind::Pointer(_) => Some(Scalar::Pointer),
            _ => None,
        }
    }

    pub fn size(&self, ty: RuccType) -> u64 {
        layout(self.types, ty, self.target).map_or(0, |l| l.size)
    }

    pub fn align(&self, ty: RuccType) -> u64 {
        rucc_types::align(self.types, ty, self.target).unwrap_or(1)
    }

    /// The length expression of a variable length array.
    pub fn vla(&self, ty: RuccType) -> Option<(RuccType, VlaId)> {
        match self.kind(ty) {
            TypeKind::Array { elem, len: ArrayLen::Variable(id) } => Some((elem, id)),
            _ => None,
        }
    }

    /// Whether the size is known only when the program runs.
    pub fn is_variable(&self, ty: RuccType) -> bool {
        match self.kind(ty) {
            TypeKind::Array { len: ArrayLen::Variable(_), .. } => true,
            TypeKind::Array { elem, .. } => self.is_variable(elem),
            TypeKind::Record(id) => self.types.record_info(id).variable.is_some(),
            _ => false,
        }
    }

    /// Our type, entered into the program.
    pub fn convert(&mut self, program: &mut Program, records: &mut RecordIndex, ty: RuccType) -> TypeId {
        let canonical = self.types.canonical(ty);
        if let Some(&id) = self.memo.get(&canonical) {
            return id;
        }
        let own = match self.kind(ty) {
            TypeKind::Void => Type::Void,
            TypeKind::Pointer(to) => {
                let to = self.convert(program, records, to);
                Type::Pointer(to)
            }
            TypeKind::Array { elem, len } => {
                let elem = self.convert(program, records, elem);
                Type::Array { elem, len: if let ArrayLen::Fixed(n) = len { Some(n) } else { None } }
            }
            TypeKind::Function(id) => {
                let signature = self.types.signature(id);
                Type::Function(Signature {
                    result: self.convert(program, records, signature.ret),
                    params: signature.params.iter().map(|&p| self.convert(program, records, p)).collect(),
                    variadic: signature.variadic,
                    prototyped: signature.prototyped,
                })
            }
            TypeKind::Complex(part) => match self.scalar(part) {
                Some(part) => Type::Complex(part),
                None => Type::Void,
            },
            TypeKind::Vector { elem, len } => match self.scalar(elem) {
                Some(elem) => Type::Vector { elem, len },
                None => Type::Void,
            },
            TypeKind::Record(_) => return self.record(program, records, canonical, ty),
            TypeKind::BitInt { .. } if self.scalar(ty).is_none() => {
                let elem = program.types.scalar(Scalar::BYTE);
                Type::Array { elem, len: Some(self.size(ty)) }
            }
            _ => match self.scalar(ty) {
                Some(scalar) => Type::Scalar(scalar),
                None => Type::Void,
            },
        };
        let id = program.types.intern(own);
        self.memo.insert(canonical, id);
        id
    }

    fn record(
        &mut self,
        program: &mut Program,
        records: &mut RecordIndex,
        key: RuccType,
        ty: RuccType,
    ) -> TypeId {
        let TypeKind::Record(id) = self.kind(ty) else { unreachable!("the caller matched a record") };
        let shape = self.shape(ty, false);
        if let Some(&own) = records.get(&shape) {
            let own = program.types.intern(Type::Record(own));
            self.memo.insert(key, own);
            return own;
        }
        let info = self.types.record_info(id).clone();
        let is_union = info.kind == RecordKind::Union;
        let digest = blake3::hash(shape.as_bytes()).to_hex();
        let name = match info.tag.map(|tag| self.names.resolve(tag)).filter(|tag| !is_generated_tag(tag)) {
            // A second record of this tag gets a name of its own, made of its shape.
            Some(tag) if records.contains_key(&tag_key(is_union, tag)) && info.layout.is_some() => {
                format!("{tag}~{}", &digest[..8])
            }
            Some(tag) => tag.to_string(),
            None => format!("<{}>", &digest[..16]),
        };
        let size = info.layout.map_or(0, |l| l.size);
        let align = info.layout.map_or(1, |l| l.align);
        let complete = info.layout.is_some();
        let record = Record { name: name.clone(), is_union, size, align, fields: Vec::new(), complete };
        let own = program.types.add_record(record);
        records.insert(shape, own);
        if complete {
            records.entry(tag_key(is_union, &name)).or_insert(own);
        }
        let type_id = program.types.intern(Type::Record(own));
        self.memo.insert(key, type_id);
        let fields = info.fields.iter().enumerate().map(|(i, field)| {
            let ty = self.convert(program, records, field.ty);
            let bits = field.bits.map(|width| Bits::new(field.bit as u8, width as u8));
            Field { name: self.field_name(field.name, i), ty, offset: field.offset, bits }
        });
        let mut fields: Vec<Field> = fields.collect();
        if !is_union {
            // A bit-field without a width ends a memory location.
            let is_joined = |field: &Field| field.bits.is_some_and(|bits| bits.width > 0);
            fields.chunk_by_mut(|a, b| is_joined(a) && is_joined(b)).for_each(locate);
        }
        program.types.record_mut(own).fields = fields;
        type_id
    }

    fn field_name(&self, name: Option<Symbol>, index: usize) -> String {
        match name.map(|name| self.names.resolve(name)) {
            Some(name) if !is_generated_field(name) => name.to_string(),
            _ => format!("@{index}"),
        }
    }

    /// A text that two records share only if they are laid out alike and named alike. Behind a pointer a tagged
    /// record is its tag. A record inside is the hash of its shape, so that the text is no longer than the
    /// declaration; one inside itself, which only a generated tag allows, is a sign.
    fn shape(&mut self, ty: RuccType, behind: bool) -> String {
        let canonical = self.types.canonical(ty);
        if let Some(shape) = self.shapes.get(&(canonical, behind)) {
            return shape.clone();
        }
        if let Some(outer) = self.open.iter().position(|&open| open == canonical) {
            self.cut = self.cut.min(outer);
            return "^".into();
        }
        let TypeKind::Record(id) = self.kind(ty) else { unreachable!("the callers matched a record") };
        let info = self.types.record_info(id).clone();
        let kind = if info.kind == RecordKind::Union { 'U' } else { 'S' };
        let tag = info.tag.map(|t| self.names.resolve(t)).filter(|t| !is_generated_tag(t));
        let mut out = format!("{kind}:{}", tag.unwrap_or(""));
        let Some(layout) = info.layout.filter(|_| !behind || tag.is_none()) else { return out };
        let _ = write!(out, "#{}/{}{{", layout.size, layout.align);
        self.open.push(canonical);
        for (i, field) in info.fields.iter().enumerate() {
            let _ = write!(out, "{}@{}.{}", self.field_name(field.name, i), field.offset, field.bit);
            if let Some(width) = field.bits {
                let _ = write!(out, ":{width}");
            }
            out.push('=');
            self.write_shape(field.ty, behind, 0, &mut out);
            out.push(';');
        }
        out.push('}');
        self.open.pop();
        // What refers to a record further out holds only inside of it.
        if self.cut >= self.open.len() {
            self.cut = usize::MAX;
            self.shapes.insert((canonical, behind), out.clone());
        }
        out
    }

    fn write_shape(&mut self, ty: RuccType, behind: bool, depth: u32, out: &mut String) {
        // The bound is never met by real types; beyond it two shapes merge only if all above it agrees.
        if depth > 64 {
            out.push('?');
            return;
        }
        match self.kind(ty) {
            TypeKind::Void => out.push('v'),
            TypeKind::Pointer(to) => {
                out.push('*');
                self.write_shape(to, true, depth + 1, out);
            }
            TypeKind::Array { elem, len } => {
                let _ = match len {
                    ArrayLen::Fixed(n) => write!(out, "[{n}]"),
                    ArrayLen::Variable(id) => write!(out, "[v{}]", id.0),
                    _ => write!(out, "[]"),
                };
                self.write_shape(elem, behind, depth + 1, out);
            }
            TypeKind::Function(id) => {
                let signature = self.types.signature(id).clone();
                out.push_str(if signature.prototyped { "f(" } else { "f?(" });
                for &param in &signature.params {
                    self.write_shape(param, true, depth + 1, out);
                    out.push(',');
                }
                out.push_str(if signature.variadic { "...)" } else { ")" });
                self.write_shape(signature.ret, true, depth + 1, out);
            }
            TypeKind::Record(_) => {
                let shape = self.shape(ty, behind);
                match shape.len() {
                    0..=64 => out.push_str(&shape),
                    _ => out.push_str(&blake3::hash(shape.as_bytes()).to_hex()[..32]),
                }
            }
            TypeKind::Complex(part) => {
                out.push('c');
                self.write_shape(part, behind, depth + 1, out);
            }
            TypeKind::Vector { elem, len } => {
                let _ = write!(out, "<{len}>");
                self.write_shape(elem, behind, depth + 1, out);
            }
            _ => {
                let _ = write!(out, "{:?}", self.scalar(ty));
            }
        }
    }
}

fn tag_key(is_union: bool, tag: &str) -> String {
    format!("tag {} {tag}", if is_union { "union" } else { "struct" })
}

fn float(kind: FloatKind) -> Float {
    match kind {
        FloatKind::Float16 => Float::Half,
        FloatKind::Float | FloatKind::Float32 => Float::Single,
        FloatKind::Double | FloatKind::Float64 | FloatKind::Float32x => Float::Double,
        FloatKind::LongDouble | FloatKind::Float64x => Float::Extended,
        FloatKind::Float128 => Float::Quad,
        FloatKind::Decimal32 => Float::Decimal(4),
        FloatKind::Decimal64 => Float::Decimal(8),
        FloatKind::Decimal128 => Float::Decimal(16),
    }
}

/// Tags that CIL makes up for anonymous types; the numbers in them change with every revision.
fn is_generated_tag(tag: &str) -> bool {
    ["__anonstruct_", "__anonunion_", "__anonenum_"].iter().any(|prefix| tag.starts_with(prefix))
}

/// Tells each of adjacent bit-fields where their memory location begins and ends.
fn locate(fields: &mut [Field]) {
    let bytes = |field: &Field| field.bits.map(|bits| (field.offset, field.offset + u64::from(bits.bytes())));
    let (Some(start), Some(end)) = (
        fields.iter().filter_map(bytes).map(|it| it.0).min(),
        fields.iter().filter_map(bytes).map(|it| it.1).max(),
    ) else {
        return;
    };
    for field in fields {
        let Some((first, last)) = bytes(field) else { continue };
        let short = |bytes: u64| u16::try_from(bytes).unwrap_or(u16::MAX);
        if let Some(bits) = &mut field.bits {
            bits.around = Around { before: short(first - start), behind: short(end - last) };
        }
    }
}

/// Members that CIL makes up for anonymous members.
fn is_generated_field(name: &str) -> bool {
    name.strip_prefix("__annonCompField")
        .or_else(|| name.strip_prefix("__anonCompField"))
        .or_else(|| name.strip_prefix("ldv_"))
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}
