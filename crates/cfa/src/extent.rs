//! Objects whose size is no part of what mentions them: one that grows stays who it is, and only what depends on the size is
//! another thing then.
//!
//! Static objects and locals in memory are so if they are structs, unions or arrays, and objects of the heap if their
//! allocation says of which struct they are. What is never asked for by its size is left out: scalars, whose accesses say how
//! many bytes they have, and what is too large to be told from what has no room.

use crate::library::{self, Trait};
use crate::op::{Callee, Destination, Op};
use crate::program::{Body, Local, Object, Program, Storage};
use crate::types::{Record, RecordId, Type, TypeId};
use crate::view::location::is_labelled;

/// The most bytes of such an object.
const LIMIT: u64 = 1 << 16;

fn is_elastic(program: &Program, ty: TypeId, size: u64) -> bool {
    (1..=LIMIT).contains(&size) && matches!(program.types.get(ty), Type::Record(_) | Type::Array { .. })
}

/// Whether a static object's size is no part of what mentions it.
pub fn of_object(program: &Program, object: &Object) -> bool {
    is_labelled(object) && !object.is_thread_local && is_elastic(program, object.ty, object.size)
}

/// Whether a local's size is no part of what mentions it.
pub fn of_local(program: &Program, local: &Local) -> bool {
    match local.storage {
        Storage::Memory { size, is_variable: false, .. } => is_elastic(program, local.ty, size),
        _ => false,
    }
}

/// The struct or union that a call allocates one of, if the result is converted to a pointer to it: how large it is has still to be
/// compared with what is asked for.
pub fn of_call(program: &Program, body: &Body, op: &Op) -> Option<RecordId> {
    let Op::Call { dst: Destination::Local(dst), callee: Callee::Direct(callee), .. } = op else {
        return None;
    };
    let function = program.function(*callee);
    let is_allocation = function.body.is_none() && library::is(&function.name, Trait::Fresh);
    let Type::Pointer(to) = *program.types.get(body.local(*dst).ty) else { return None };
    let Type::Record(record) = *program.types.get(to) else { return None };
    let it = program.types.record(record);
    (is_allocation && it.complete && (1..=LIMIT).contains(&it.size)).then_some(record)
}

/// Where the members of a type end, in ascending order, and it itself: what is accessed of it is rounded up to that.
pub fn ends(program: &Program, ty: TypeId, size: u64) -> Vec<u32> {
    match *program.types.get(ty) {
        Type::Record(record) => record_ends(program, program.types.record(record), size),
        // What threads share is mostly an array of structs, at whose elements many combinations of threads stand.
        Type::Array { elem, .. }
            if !matches!(program.types.get(elem), Type::Record(_) | Type::Array { .. }) =>
        {
            array_ends(size, program.types.size(elem, program.model))
        }
        _ => vec![size as u32],
    }
}

/// Of the elements of an array each of the first counts, and then ever fewer: who goes through a long one needs not something else
/// after each step.
fn array_ends(size: u64, element: u64) -> Vec<u32> {
    let counts = std::iter::successors(Some(1u64), |&count| Some(count + (count / 8).max(1)));
    let ends = counts.map(|count| count * element.max(1)).take_while(|&end| end < size);
    ends.chain([size]).map(|end| end as u32).collect()
}

pub fn record_ends(program: &Program, record: &Record, size: u64) -> Vec<u32> {
    let mut ends = vec![size as u32];
    if !record.is_union {
        ends.extend(record.fields.iter().map(|field| match field.bits {
            Some(bits) => field.offset as u32 + bits.bytes(),
            None => (field.offset + program.types.size(field.ty, program.model)) as u32,
        }));
    }
    ends.retain(|&end| (1..=size as u32).contains(&end));
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// The structs and unions that some call may allocate one of ([`of_call`]), each once.
pub fn allocated(program: &Program) -> Vec<RecordId> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let calls = bodies.flat_map(|body| body.edges.iter().filter_map(|edge| of_call(program, body, &edge.op)));
    let mut records: Vec<RecordId> = calls.collect();
    records.sort_unstable();
    records.dedup();
    records
}
