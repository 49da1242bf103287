//! Which locals `longjmp` leaves indeterminate: those of the function that called `setjmp`, not volatile, that were
//! changed in between (C11 7.13.2.1p3). A compiler may have kept them in registers that `longjmp` sets back, or not.
//!
//! What was changed in a run is not kept. Told is what *may* have been, on some way from the `setjmp` to where the function
//! stands when it is jumped back into, and may be read before it is set again, by name or through a pointer. Where several
//! `setjmp` are in one function, a jump to one may lead to where the next is made to another, so all of it lies in between.
//! Where there is no such local, values are as C has them; else what the program does is not known.

use rustc_hash::FxHashSet as HashSet;

use cfa::Program;
use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Access, Callee, Destination, Op};
use cfa::program::{Body, Edge, Local, LocalId, LocalKind, Location, Storage};

/// A local that is indeterminate behind the `setjmp` of one edge if it is returned to from a call at another, or a
/// `longjmp` there.
pub(crate) fn clobbered<'p>(program: &'p Program, body: &'p Body, set: u32, from: u32) -> Option<&'p Local> {
    let is_one_of_many = body.edges.iter().filter(|edge| sets_jump(program, edge)).count() > 1;
    let between = if is_one_of_many { body.edges.iter().collect() } else { between(body, set, from) };
    let is_read = |local: LocalId| match is_one_of_many {
        true => body.edges.iter().any(|edge| is_read_on(program, body, edge, local)),
        false => is_read_behind(program, body, set, local),
    };
    let is_changed = |local: &LocalId| match body.local(*local).storage {
        Storage::Register(_) => between.iter().any(|edge| is_set(edge, *local)),
        Storage::Memory { .. } => {
            is_escaped(program, body, *local) || between.iter().any(|edge| is_stored(body, edge, *local))
        }
    };
    let mut locals = (0..body.locals.len()).map(|index| LocalId(index as u32));
    let found = locals.find(|local| {
        let Local { kind, is_constant, storage, .. } = body.local(*local);
        // A compound literal is a variable without a name.
        let is_literal = || matches!(storage, Storage::Memory { .. }) && is_escaped(program, body, *local);
        let is_variable = !is_constant && (*kind != LocalKind::Temporary || is_literal());
        is_variable && is_read(*local) && is_changed(local)
    });
    found.map(|local| body.local(local))
}

/// The edges on ways from behind one edge to another, which is none of them, that do not pass the first again.
fn between(body: &Body, set: u32, from: u32) -> Vec<&Edge> {
    let (set, from) = (&body.edges[set as usize], &body.edges[from as usize]);
    let is_passed = |edge: &Edge| !std::ptr::eq(edge, set);
    let reached = |first: Location, step: &dyn Fn(&Edge, Location) -> Option<Location>| {
        let (mut seen, mut work) = (HashSet::from_iter([first]), vec![first]);
        while let Some(at) = work.pop() {
            let next = body.edges.iter().filter(|edge| is_passed(edge)).filter_map(|edge| step(edge, at));
            work.extend(next.filter(|&next| seen.insert(next)));
        }
        seen
    };
    let ahead = reached(set.to, &|edge, at| (edge.from == at).then_some(edge.to));
    let back = reached(from.from, &|edge, at| (edge.to == at).then_some(edge.from));
    let is_between = |edge: &&Edge| is_passed(edge) && ahead.contains(&edge.from) && back.contains(&edge.to);
    body.edges.iter().filter(is_between).collect()
}

/// Whether a local may be read behind an edge before it is set.
fn is_read_behind(program: &Program, body: &Body, set: u32, local: LocalId) -> bool {
    let first = body.edges[set as usize].to;
    let (mut seen, mut work) = (HashSet::from_iter([first]), vec![first]);
    while let Some(at) = work.pop() {
        for edge in body.edges.iter().filter(|edge| edge.from == at) {
            if is_read_on(program, body, edge, local) {
                return true;
            }
            if !is_set(edge, local) && seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    false
}

/// Whether an edge may read a local, or hands it on.
fn is_read_on(program: &Program, body: &Body, edge: &Edge, local: LocalId) -> bool {
    // What `setjmp` is given, it fills.
    if sets_jump(program, edge) {
        return false;
    }
    let is_pointer = |address: ExprId| base(body, address).is_none();
    let is_through_pointer = match &edge.op {
        Op::Load { place, .. } => is_pointer(place.address),
        Op::Copy { src, .. } | Op::VaCopy { src, .. } => is_pointer(*src),
        Op::Atomic(atomic) => is_pointer(atomic.place.address),
        Op::Call { .. } | Op::Asm(_) | Op::Complex(_) | Op::VaArg { .. } => {
            !calls(program, edge, &["longjmp"])
        }
        _ => false,
    };
    let is_object = matches!(body.local(local).storage, Storage::Memory { .. });
    is_mentioned(body, edge, local) || is_object && is_through_pointer && is_escaped(program, body, local)
}

/// Whether an edge gives a local another value, or begins or ends it.
fn is_set(edge: &Edge, local: LocalId) -> bool {
    let mut is_set = false;
    edge.op.for_each_written(|written| is_set |= written == local);
    is_set
}

/// Whether an edge stores to an object of the frame by name; volatile accesses are no matter.
fn is_stored(body: &Body, edge: &Edge, local: LocalId) -> bool {
    let is_here = |address: ExprId| base(body, address) == Some(local);
    match &edge.op {
        Op::Store { place, .. } => place.access != Access::Volatile && is_here(place.address),
        Op::Copy { dst, .. } | Op::Zero { dst, .. } | Op::VaCopy { dst, .. } => is_here(*dst),
        Op::Call { dst: Destination::Memory(address), .. } => is_here(*address),
        Op::VaArg { dst: Destination::Memory(address), list, .. } => is_here(*address) || is_here(*list),
        Op::VaArg { list, .. } if is_here(*list) => true,
        Op::Complex(complex) => matches!(complex.dst, Destination::Memory(address) if is_here(address)),
        Op::Atomic(atomic) => is_here(atomic.place.address),
        Op::VaStart { list } | Op::VaEnd { list } => is_here(*list),
        Op::Asm(_) => true,
        _ => is_set(edge, local),
    }
}

/// Whether the address of an object goes anywhere but to an access, and not just to `setjmp` and `longjmp`.
fn is_escaped(program: &Program, body: &Body, local: LocalId) -> bool {
    body.edges.iter().any(|edge| {
        let mut is_escaped = false;
        let is_jump = calls(program, edge, &["setjmp", "longjmp"]);
        let places: &[ExprId] = match &edge.op {
            Op::Load { place, .. } | Op::Store { place, .. } => &[place.address],
            Op::Copy { dst, src, .. } => &[*dst, *src],
            Op::Zero { dst, .. } => &[*dst],
            Op::SetJump { buffer, .. } | Op::LongJump { buffer } => &[*buffer],
            _ => &[],
        };
        edge.op.for_each_expr(|expr| {
            let is_place = places.contains(&expr) && base(body, expr) == Some(local);
            is_escaped |= !is_place && !is_jump && mentions(body, expr, local);
        });
        is_escaped
    })
}

/// The object of the frame that an address leads into.
fn base(body: &Body, mut address: ExprId) -> Option<LocalId> {
    loop {
        match body.expr(address).kind {
            ExprKind::Address(local) => return Some(local),
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => address = base,
            _ => return None,
        }
    }
}

fn is_mentioned(body: &Body, edge: &Edge, local: LocalId) -> bool {
    let mut is_mentioned = false;
    edge.op.for_each_expr(|expr| is_mentioned |= mentions(body, expr, local));
    is_mentioned
}

fn mentions(body: &Body, expr: ExprId, local: LocalId) -> bool {
    let mut work = vec![expr];
    while let Some(expr) = work.pop() {
        match body.expr(expr).kind {
            ExprKind::Local(other) | ExprKind::Address(other) if other == local => return true,
            kind => kind.for_each_operand(|operand| work.push(operand)),
        }
    }
    false
}

fn sets_jump(program: &Program, edge: &Edge) -> bool {
    matches!(edge.op, Op::SetJump { .. }) || calls(program, edge, &["setjmp"])
}

fn calls(program: &Program, edge: &Edge, parts: &[&str]) -> bool {
    match &edge.op {
        Op::Call { callee: Callee::Direct(function), .. } => {
            let name = &program.function(*function).name;
            parts.iter().any(|part| name.contains(part))
        }
        _ => false,
    }
}
