//! Which functions an indirect call may reach: those whose address is taken and whose type fits the call's.
//!
//! A type fits if the call would work on a real machine: pointers are all alike, integers are told apart by
//! width alone, structs by size (two units may declare one in compatible ways that are not the same), unions are like
//! anything (a transparent one is passed as a member), and a call that drops the result fits any result, as a
//! function without one fits any call. Where one side says nothing of some parameters (`f()`, `...`) only those that
//! both sides name are compared. Everything beyond that is undefined in C, so leaving it out loses no execution that has a
//! meaning.

use rustc_hash::FxHashMap as HashMap;

use crate::program::{FunctionId, Program};
use crate::types::{DataModel, Scalar, Signature, Type, TypeId, Types};

/// The candidates for each type of call that was asked for.
#[derive(Debug, Default)]
pub struct Targets {
    by_type: HashMap<TypeId, Vec<FunctionId>>,
}

impl Targets {
    /// `taken` are the functions whose address is taken, `calls` the types of the calls.
    pub(crate) fn new(program: &Program, mut taken: Vec<FunctionId>, calls: Vec<TypeId>) -> Targets {
        taken.sort_by_cached_key(|&id| &program.function(id).name);
        let mut by_type = HashMap::default();
        for call in calls {
            by_type.entry(call).or_insert_with(|| {
                let fits = |&id: &FunctionId| fits(program, call, program.function(id).ty);
                taken.iter().copied().filter(fits).collect()
            });
        }
        Targets { by_type }
    }

    /// Sorted by name.
    pub fn of(&self, call: TypeId) -> &[FunctionId] {
        self.by_type.get(&call).map_or(&[], Vec::as_slice)
    }
}

/// The function type that a pointer type points to.
pub(crate) fn pointee_function(types: &Types, ty: TypeId) -> Option<TypeId> {
    match types.get(ty) {
        Type::Pointer(to) if matches!(types.get(*to), Type::Function(_)) => Some(*to),
        _ => None,
    }
}

fn fits(program: &Program, call: TypeId, function: TypeId) -> bool {
    let types = &program.types;
    if call == function {
        return true;
    }
    let (Type::Function(call), Type::Function(function)) = (types.get(call), types.get(function)) else {
        return false;
    };
    let alike = |&a: &TypeId, &b: &TypeId| {
        let (a, b) = (class(types, program.model, a), class(types, program.model, b));
        a == b || [a, b].contains(&Class::Union)
    };
    let is_open = |it: &Signature| it.variadic || !it.prototyped;
    let is_without_result = [call.result, function.result].iter().any(|&it| *types.get(it) == Type::Void);
    (is_without_result || alike(&call.result, &function.result))
        && (call.params.len() == function.params.len() || is_open(call) || is_open(function))
        && call.params.iter().zip(&function.params).all(|(a, b)| alike(a, b))
}

/// What two types must share to be passed alike.
#[derive(PartialEq, Eq)]
enum Class {
    Void,
    Integer(u64),
    Pointer,
    Float(Scalar),
    Struct(u64),
    Union,
    Other(TypeId),
}

fn class(types: &Types, model: DataModel, id: TypeId) -> Class {
    match types.get(id) {
        Type::Void => Class::Void,
        Type::Scalar(scalar @ (Scalar::Bool | Scalar::Int { .. })) => Class::Integer(scalar.size(model)),
        Type::Scalar(Scalar::Pointer) | Type::Pointer(_) => Class::Pointer,
        Type::Scalar(scalar @ Scalar::Float(_)) => Class::Float(*scalar),
        Type::Record(record) if types.record(*record).is_union => Class::Union,
        Type::Record(record) => Class::Struct(types.record(*record).size),
        // Parameters of these types are passed as pointers.
        Type::Array { .. } | Type::Function(_) => Class::Pointer,
        Type::Complex(_) | Type::Vector { .. } => Class::Other(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Float;

    #[test]
    fn what_fits_what() {
        let mut types = Types::default();
        let [void, int, unsigned, long, double] = [
            Type::Void,
            Type::Scalar(Scalar::INT),
            Type::Scalar(Scalar::int(32, false)),
            Type::Scalar(Scalar::int(64, true)),
            Type::Scalar(Scalar::Float(Float::Double)),
        ]
        .map(|ty| types.intern(ty));
        let [to_int, to_void] = [int, void].map(|ty| types.intern(Type::Pointer(ty)));
        let mut function = |result, params: &[TypeId], variadic, prototyped| {
            types.intern(Type::Function(Signature { result, params: params.to_vec(), variadic, prototyped }))
        };
        let rows = [
            (function(int, &[int], false, true), function(int, &[unsigned], false, true), true),
            (function(int, &[int], false, true), function(int, &[long], false, true), false),
            (function(int, &[int], false, true), function(int, &[double], false, true), false),
            (function(int, &[to_int], false, true), function(int, &[to_void], false, true), true),
            (function(int, &[to_int], false, true), function(int, &[long], false, true), false),
            (function(void, &[int], false, true), function(int, &[int], false, true), true),
            (function(int, &[int], false, true), function(void, &[int], false, true), true),
            (function(int, &[int], false, true), function(int, &[int, int], false, true), false),
            (function(int, &[int, int], false, true), function(int, &[int], true, true), true),
            (function(int, &[to_int], false, true), function(int, &[int], true, true), false),
            (function(int, &[], false, false), function(int, &[int, to_int], false, true), true),
        ];
        let program = Program {
            model: DataModel::Lp64,
            files: Vec::new(),
            types,
            objects: Vec::new(),
            functions: Vec::new(),
            main: None,
            constructors: Vec::new(),
            destructors: Vec::new(),
            file_asm: Vec::new(),
        };
        for (row, (call, target, expected)) in rows.into_iter().enumerate() {
            assert_eq!(fits(&program, call, target), expected, "row {row}");
        }
    }
}
