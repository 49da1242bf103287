//! C types as the engines see them: resolved, laid out, and named so that a name survives a revision.
//!
//! A type is interned once for a whole program, over all its units. A record is identified by its kind,
//! its stable name and its shape, so two units that declare the same `struct` share one record, and two
//! different records of one name stay apart.

use rustc_hash::FxHashMap as HashMap;
use serde::{Deserialize, Serialize};

/// A type of this program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// A struct or union of this program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);

/// What one register holds and one access moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// One byte that holds 0 or 1; converting to it compares with zero.
    Bool,
    /// Two's complement, 1 to 128 bits; `_BitInt(n)` is the only source of odd widths.
    Int {
        bits: u8,
        signed: bool,
    },
    Pointer,
    Float(Float),
}

/// Floating formats. Engines model `Single` and `Double`; the others are carried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Float {
    Half,
    Single,
    Double,
    /// x87 extended precision: 12 bytes under ILP32, 16 under LP64.
    Extended,
    Quad,
    Decimal(u8),
}

impl Scalar {
    pub const INT: Scalar = Scalar::Int { bits: 32, signed: true };
    pub const BYTE: Scalar = Scalar::Int { bits: 8, signed: false };

    pub fn int(bits: u32, signed: bool) -> Scalar {
        Scalar::Int { bits: bits as u8, signed }
    }

    /// Bytes that an object of this type takes.
    pub fn size(self, model: DataModel) -> u64 {
        match self {
            Scalar::Bool => 1,
            Scalar::Int { bits, .. } => u64::from(bits).div_ceil(8).next_power_of_two(),
            Scalar::Pointer => model.pointer_bytes(),
            Scalar::Float(Float::Half) => 2,
            Scalar::Float(Float::Single) => 4,
            Scalar::Float(Float::Double) => 8,
            Scalar::Float(Float::Extended) => model.pointer_bytes() + 8,
            Scalar::Float(Float::Quad) => 16,
            Scalar::Float(Float::Decimal(bytes)) => u64::from(bytes),
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }

    pub fn is_float(self) -> bool {
        matches!(self, Scalar::Float(_))
    }

    /// The unsigned integer of the same width; others stay as they are.
    pub fn unsigned(self) -> Scalar {
        match self {
            Scalar::Int { bits, .. } => Scalar::Int { bits, signed: false },
            other => other,
        }
    }
}

/// Sizes of the C types: `long` and pointers have 64 bits (LP64) or 32 (ILP32).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum DataModel {
    #[default]
    Lp64,
    Ilp32,
}

impl DataModel {
    pub fn pointer_bytes(self) -> u64 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }

    /// `ptrdiff_t`: the type of an index and of a pointer difference.
    pub fn ptrdiff(self) -> Scalar {
        Scalar::int(self.pointer_bytes() as u32 * 8, true)
    }

    /// `size_t`.
    pub fn size(self) -> Scalar {
        Scalar::int(self.pointer_bytes() as u32 * 8, false)
    }
}

/// A C type. Qualifiers and typedef names are gone; enumerations are their integer type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    Scalar(Scalar),
    Pointer(TypeId),
    /// `len` is `None` for an incomplete or variable length: the length is then in an operation.
    Array {
        elem: TypeId,
        len: Option<u64>,
    },
    Record(RecordId),
    Function(Signature),
    /// Two values of one scalar type.
    Complex(Scalar),
    Vector {
        elem: Scalar,
        len: u32,
    },
}

/// A function's type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    pub result: TypeId,
    pub params: Vec<TypeId>,
    pub variadic: bool,
    /// False for `int f();`: nothing is known of the parameters.
    pub prototyped: bool,
}

/// A struct or union with its layout.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag, or a name made of the shape for anonymous and generated tags.
    pub name: String,
    pub is_union: bool,
    pub size: u64,
    pub align: u64,
    /// Empty for an incomplete record.
    pub fields: Vec<Field>,
    pub complete: bool,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// The member's name, or its position for unnamed and generated ones.
    pub name: String,
    pub ty: TypeId,
    pub offset: u64,
    pub bits: Option<Bits>,
}

/// Where a bit-field lies: `bit` counts from the lowest bit of the byte at the offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    pub bit: u8,
    pub width: u8,
    pub around: Around,
}

/// How many bytes before and behind those of a bit-field belong to its memory location: adjacent bit-fields make one
/// (C11 3.14p3), and a store to one of them may read and write all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Around {
    pub before: u16,
    pub behind: u16,
}

impl Bits {
    /// A bit-field of which no neighbour is known.
    pub fn new(bit: u8, width: u8) -> Bits {
        Bits { bit, width, around: Around::default() }
    }

    /// Bytes that hold the field.
    pub fn bytes(self) -> u32 {
        (u32::from(self.bit) + u32::from(self.width)).div_ceil(8)
    }
}

/// All types of a program.
#[derive(Debug, Default)]
pub struct Types {
    types: Vec<Type>,
    records: Vec<Record>,
    index: HashMap<Type, TypeId>,
}

impl Types {
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    pub fn scalar(&mut self, scalar: Scalar) -> TypeId {
        self.intern(Type::Scalar(scalar))
    }

    pub fn add_record(&mut self, record: Record) -> RecordId {
        self.records.push(record);
        RecordId(self.records.len() as u32 - 1)
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        self.records.iter().enumerate().map(|(i, r)| (RecordId(i as u32), r))
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The scalar that a value of this type is held in, if it is held in a register.
    pub fn as_scalar(&self, id: TypeId) -> Option<Scalar> {
        match self.get(id) {
            Type::Scalar(scalar) => Some(*scalar),
            Type::Pointer(_) => Some(Scalar::Pointer),
            _ => None,
        }
    }

    /// Bytes; 0 for `void`, functions, incomplete and variable types.
    pub fn size(&self, id: TypeId, model: DataModel) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) => 0,
            Type::Scalar(scalar) => scalar.size(model),
            Type::Pointer(_) => model.pointer_bytes(),
            Type::Array { elem, len } => len.unwrap_or(0).saturating_mul(self.size(*elem, model)),
            Type::Record(record) => self.record(*record).size,
            Type::Complex(part) => 2 * part.size(model),
            Type::Vector { elem, len } => elem.size(model) * u64::from(*len),
        }
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        self.get(id)
    }
}
