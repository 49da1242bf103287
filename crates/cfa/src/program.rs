//! The program: functions as control-flow automata, and objects with static storage.

use crate::c::Calls;
use crate::expr::{Expr, ExprId, ExprKind};
use crate::op::Op;
use crate::source::{FileId, Pos};
use crate::types::{DataModel, Scalar, Type, TypeId, Types};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[derive(Default)]
pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// A function, defined or only declared.
    FunctionId,
    /// An object with static or thread storage: globals, static locals, literals.
    ObjectId,
    /// A local of one function: parameter, variable or temporary.
    LocalId,
    /// A label whose address is taken, or a target of `asm goto`.
    LabelId,
    /// A location of one automaton.
    Location
}

/// A whole program, linked from its units.
#[derive(Debug, Default)]
pub struct Program {
    pub model: DataModel,
    /// Source files, as named by line markers.
    pub files: Vec<String>,
    pub types: Types,
    pub objects: Vec<Object>,
    pub functions: Vec<Function>,
    pub main: Option<FunctionId>,
    /// Run before `main`, in this order, and after it, in this order.
    pub constructors: Vec<FunctionId>,
    pub destructors: Vec<FunctionId>,
    /// Templates of file-scope `asm`, which no engine models.
    pub file_asm: Vec<(String, Pos)>,
    /// What stands in for `main` where calls of one function are wanted.
    pub entry: Option<Entry>,
}

/// Calls of one function with any arguments, and what is not any about them.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    pub calls: Calls,
    /// The unit that defines the function, as it was named.
    pub unit: String,
    /// The C text that makes the calls, for behind that unit.
    pub text: String,
    /// Pointers lead to objects, and some to characters.
    pub has_objects: bool,
    pub has_text: bool,
    /// Some pointers are null: to what has no definition, and inside objects far down.
    pub has_nulls: bool,
    /// And those to functions that return a pointer or a struct.
    pub has_null_functions: bool,
    /// Functions are handed over that return anything and change nothing.
    pub has_functions: bool,
    /// Of unions the first member is set.
    pub has_unions: bool,
    /// Some objects have more elements than others, as parameters such as `a[static 4]` promise.
    pub has_promises: bool,
}

impl Program {
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// Names of the defined functions, in order of definition.
    pub fn function_names(&self) -> Vec<String> {
        self.functions.iter().filter(|f| f.body.is_some()).map(|f| f.name.clone()).collect()
    }

    pub fn file(&self, id: FileId) -> &str {
        self.files.get(id.0 as usize).map_or("<unknown>", String::as_str)
    }
}

impl Entry {
    /// What its text is called in positions.
    pub fn file(&self) -> String {
        format!("<calls of {}>", self.calls.function)
    }
}

/// Whether a name is shared between units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    External,
    Internal,
}

/// An object with static or thread storage duration.
#[derive(Clone, Debug)]
pub struct Object {
    /// Stable and unique in the program.
    pub name: String,
    pub kind: ObjectKind,
    pub linkage: Linkage,
    pub ty: TypeId,
    /// Bytes, a flexible array member's initial elements included.
    pub size: u64,
    pub align: u64,
    pub is_thread_local: bool,
    /// `const` or a literal: storing to it is a fault.
    pub is_constant: bool,
    /// False for `extern` objects that no unit defines.
    pub is_defined: bool,
    /// Declared `weak`: where nothing defines it, its address is null.
    pub is_weak: bool,
    pub init: Init,
    pub pos: Pos,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Global,
    StaticLocal,
    /// A string literal, named by its content.
    Literal,
    /// A compound literal at file scope.
    Compound,
}

/// The initial value: zero, overlaid with bytes, overlaid with addresses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Init {
    /// Runs of bytes by offset: sorted, disjoint.
    pub bytes: Vec<(u64, Vec<u8>)>,
    /// Sorted by offset.
    pub addresses: Vec<AddressInit>,
}

/// `size` bytes at `offset` hold the address of `target` plus `addend`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressInit {
    pub offset: u64,
    pub size: u8,
    pub target: AddressTarget,
    pub addend: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddressTarget {
    Object(ObjectId),
    Function(FunctionId),
    /// A label of a function, for tables of computed gotos.
    Label(FunctionId, LabelId),
    /// The distance between two labels of a function; the addend is added to it.
    LabelDifference(FunctionId, LabelId, LabelId),
}

/// A function, with an automaton if it is defined.
#[derive(Debug)]
pub struct Function {
    /// Stable and unique in the program.
    pub name: String,
    /// As the source spells it.
    pub source_name: String,
    pub linkage: Linkage,
    /// A [`crate::types::Type::Function`].
    pub ty: TypeId,
    pub is_noreturn: bool,
    /// Declared `weak`: where nothing defines it, its address is null.
    pub is_weak: bool,
    pub pos: Pos,
    pub body: Option<Body>,
}

/// A local of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// Stable and unique in the function; temporaries are `$1`, `$2`, …
    pub name: String,
    pub storage: Storage,
    pub ty: TypeId,
    pub kind: LocalKind,
    /// In memory and defined `const`: storing to it is a fault, but for its initialiser.
    pub is_constant: bool,
    pub pos: Pos,
}

/// Where a local lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// A scalar whose address is never taken. No other thread can reach it.
    Register(Scalar),
    /// An object of the frame: `size` bytes, or as [`Op::BeginVla`] says.
    Memory { size: u64, align: u64, is_variable: bool },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalKind {
    Parameter,
    Variable,
    Temporary,
}

/// A control-flow automaton. Location 0 is the entry.
#[derive(Debug, Default)]
pub struct Body {
    /// The parameters, in order; a parameter that lives in memory is begun and filled by the call.
    pub params: Vec<LocalId>,
    pub locals: Vec<Local>,
    pub exprs: Vec<Expr>,
    /// Constants that do not fit 64 bits: integers, or the bits of wide floats.
    pub wide: Vec<i128>,
    /// Sorted by source location; the order among edges of one location is the order of choices.
    pub edges: Vec<Edge>,
    /// `edges[first[l]..first[l + 1]]` leave location `l`.
    pub first: Vec<u32>,
    /// Where `Return` leads. It has no edges out.
    pub exit: Location,
    /// Locations of labels that are jump targets by address.
    pub labels: Vec<Label>,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub name: String,
    /// `None` if no code that can be reached holds it.
    pub at: Option<Location>,
}

/// A step of an automaton.
#[derive(Clone, Debug)]
pub struct Edge {
    pub from: Location,
    pub to: Location,
    pub op: Op,
    pub pos: Pos,
}

impl Body {
    pub const ENTRY: Location = Location(0);

    pub fn locations(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// The edges that leave a location.
    pub fn out(&self, at: Location) -> &[Edge] {
        &self.edges[self.first[at.index()] as usize..self.first[at.index() + 1] as usize]
    }

    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs[id.0 as usize]
    }

    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }

    /// The type of what lies at an address, where the expression tells it.
    pub fn type_at(&self, program: &Program, address: ExprId) -> Option<TypeId> {
        match self.expr(address).kind {
            ExprKind::Address(local) => Some(self.local(local).ty),
            ExprKind::Object(object) => Some(program.object(object).ty),
            ExprKind::Field { record, field, .. } => {
                Some(program.types.record(record).fields[field as usize].ty)
            }
            ExprKind::Index { base, scale, .. } => match program.types.get(self.type_at(program, base)?) {
                Type::Array { elem, .. } if program.types.size(*elem, program.model) == scale => Some(*elem),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub fn constant(&self, id: ExprId) -> Option<i128> {
        match self.expr(id) {
            Expr { kind: ExprKind::Int(value), .. } => Some(value.into()),
            Expr { kind: ExprKind::Wide(index), ty: Scalar::Int { .. } } => Some(self.wide[index as usize]),
            _ => None,
        }
    }
}
