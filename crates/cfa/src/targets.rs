//! Which functions an indirect call may enter: those whose address is taken and that the machine enters from a call of
//! this type.
//!
//! Where types differ, C says nothing, and real programs rely on the machine: a timer's handler takes its pointer as a
//! number. So a function is left out only if a call can never enter it: the numbers of arguments differ, or one of them, or the
//! result, is passed in another way ([`crate::passing`]). Such a call is a fault. Structs are told apart by size (two
//! units may declare one in compatible ways that are not the same), unions are like anything (a transparent one is passed as
//! a member), and a call that drops the result fits any result but a struct, as a function without one fits any such call.
//! Where one side says nothing of some parameters (`f()`, `...`) only those that both sides name are compared.

use rustc_hash::FxHashMap as HashMap;

use crate::passing::{self, Passing};
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

/// Whether a call through a pointer to one function type may enter a function of another.
pub fn fits(program: &Program, call: TypeId, function: TypeId) -> bool {
    call == function
        || signatures(&program.types, call, function).is_some_and(|(call, function)| {
            let is_open = |it: &Signature| it.variadic || !it.prototyped;
            let is_as_many = call.params.len() == function.params.len();
            (is_as_many || is_open(call) || is_open(function)) && passes(program, call, function)
        })
}

/// Whether it fits but for arguments that the function does not have. That is a fault in C; really they lie in registers
/// or on the caller's side of the stack, and nobody reads them.
pub fn fits_with_spare(program: &Program, call: TypeId, function: TypeId) -> bool {
    fits(program, call, function)
        || signatures(&program.types, call, function).is_some_and(|(call, function)| {
            call.params.len() > function.params.len() && passes(program, call, function)
        })
}

fn signatures(types: &Types, call: TypeId, function: TypeId) -> Option<(&Signature, &Signature)> {
    match (types.get(call), types.get(function)) {
        (Type::Function(call), Type::Function(function)) => Some((call, function)),
        _ => None,
    }
}

/// Whether the parameters that both have and the result arrive.
fn passes(program: &Program, call: &Signature, function: &Signature) -> bool {
    let (types, model) = (&program.types, program.model);
    let is_passed = |(&from, &to): (&TypeId, &TypeId)| {
        let (from, to) = (class(types, model, from), class(types, model, to));
        match (from, to) {
            (Class::Scalar(from), Class::Scalar(to)) => {
                passing::argument(from, to, function.prototyped, model) != Passing::Lost
            }
            (from, to) => from == to || [from, to].contains(&Class::Union),
        }
    };
    let is_returned = match (class(types, model, function.result), class(types, model, call.result)) {
        (Class::Scalar(from), Class::Scalar(to)) => passing::result(from, to, model) != Passing::Lost,
        (Class::Void, Class::Scalar(_)) | (Class::Scalar(_), Class::Void) => true,
        (from, to) => from == to || [from, to].contains(&Class::Union),
    };
    is_returned && call.params.iter().zip(&function.params).all(is_passed)
}

/// What two types must share to be passed alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Void,
    Scalar(Scalar),
    Struct(u64),
    Union,
    Other(TypeId),
}

fn class(types: &Types, model: DataModel, id: TypeId) -> Class {
    match types.get(id) {
        Type::Void => Class::Void,
        Type::Scalar(scalar) => Class::Scalar(*scalar),
        // Parameters of arrays and functions are pointers.
        Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => Class::Scalar(Scalar::Pointer),
        Type::Record(record) if types.record(*record).is_union => Class::Union,
        Type::Record(_) => Class::Struct(types.size(id, model)),
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
            (function(int, &[int], false, true), function(int, &[long], false, true), true),
            (function(int, &[int], false, true), function(int, &[double], false, true), false),
            (function(int, &[to_int], false, true), function(int, &[to_void], false, true), true),
            (function(int, &[to_int], false, true), function(int, &[long], false, true), true),
            (function(int, &[], false, true), function(double, &[], false, true), false),
            (function(int, &[], false, true), function(long, &[], false, true), true),
            (function(to_int, &[], false, true), function(long, &[], false, true), true),
            (function(void, &[int], false, true), function(int, &[int], false, true), true),
            (function(int, &[int], false, true), function(void, &[int], false, true), true),
            (function(int, &[int], false, true), function(int, &[int, int], false, true), false),
            (function(int, &[int, int], false, true), function(int, &[int], true, true), true),
            (function(int, &[to_int], false, true), function(int, &[int], true, true), true),
            (function(int, &[double], false, true), function(int, &[int], true, true), false),
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
            entry: None,
        };
        for (row, (call, target, expected)) in rows.into_iter().enumerate() {
            assert_eq!(fits(&program, call, target), expected, "row {row}");
        }
    }
}
