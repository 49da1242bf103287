//! The analysis: all operations once, then calls through pointers until nothing changes.

use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeMap, BTreeSet};

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Callee, Destination, Op, Value};
use cfa::program::{Body, FunctionId, ObjectId};
use cfa::types::{Scalar, TypeId};

use super::call::{Effect, effect};
use super::plain::{is_null, is_plain};
use super::union::Region;
use super::{Pointer, RegionId, Regions};
use crate::externs::Externs;
use crate::facts::storage::Owner;

/// What addresses are followed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carriers {
    /// Pointers. Where that is not all, nothing is claimed.
    Pointers,
    /// Numbers too: whatever becomes one is outside, and so is what comes from one.
    Numbers,
}

/// A call through a pointer.
pub(super) struct Indirect<'a> {
    pub(super) here: (FunctionId, &'a Body),
    pub(super) number: u32,
    pub(super) pointer: ExprId,
    pub(super) ty: TypeId,
    pub(super) dst: &'a Destination,
    pub(super) args: &'a [Value],
}

impl<'p> Regions<'p> {
    pub(super) fn analyse(
        program: &'p Program,
        addresses: &Addresses,
        externs: Externs,
        carriers: Carriers,
    ) -> Regions<'p> {
        let outside = Region { stride: 1, is_indirect: true, ..Region::default() };
        let mut regions = Regions {
            program,
            all: vec![outside],
            owners: HashMap::default(),
            holders: HashMap::default(),
            is_plain: true,
            outside: RegionId(0),
            work: Vec::new(),
            carriers,
            called: BTreeMap::new(),
        };
        let bodies: Vec<(FunctionId, &Body)> = (0..program.functions.len() as u32)
            .map(FunctionId)
            .filter(|&id| addresses.is_function_reached(id))
            .filter_map(|id| Some((id, program.function(id).body.as_ref()?)))
            .collect();
        regions.is_plain = bodies.iter().all(|&(_, body)| is_plain(body));
        if !regions.is_plain && carriers == Carriers::Pointers {
            return regions;
        }
        for index in 0..program.objects.len() as u32 {
            let id = ObjectId(index);
            if addresses.is_object_reached(id) {
                regions.initial(id);
            }
        }
        for &(id, body) in &bodies {
            if program.main == Some(id) {
                for &param in &body.params {
                    let held = regions.parameter(id, body, param);
                    let outside = regions.outside();
                    regions.unify(held, outside);
                }
            }
            for (number, edge) in body.edges.iter().enumerate() {
                regions.operation((id, body), number as u32, &edge.op);
                if carriers == Carriers::Numbers {
                    regions.expose_numbers((id, body), &edge.op);
                }
            }
        }
        let is_undefined = |(id, function): (usize, &cfa::program::Function)| {
            function.body.is_none()
                && addresses.is_function_reached(FunctionId(id as u32))
                && effect(&function.source_name) == Effect::Outside
        };
        let is_foreign = |(id, object): (usize, &cfa::program::Object)| {
            !object.is_defined && addresses.is_object_reached(ObjectId(id as u32))
        };
        let mut is_open = externs == Externs::Havoc
            && (program.functions.iter().enumerate().any(is_undefined)
                || program.objects.iter().enumerate().any(is_foreign));
        // Calls through pointers: who is called is known when pointers are, and what is passed there may be pointers.
        let indirect: Vec<Indirect<'_>> = bodies
            .iter()
            .flat_map(|&(id, body)| {
                (0..).zip(&body.edges).map(move |(number, edge)| (id, body, number, edge))
            })
            .filter_map(|(id, body, number, edge)| match &edge.op {
                Op::Call { dst, callee: Callee::Indirect(pointer, ty), args } => {
                    Some(Indirect { here: (id, body), number, pointer: *pointer, ty: *ty, dst, args })
                }
                _ => None,
            })
            .collect();
        let (mut entered, mut left) = (BTreeSet::new(), BTreeSet::new());
        loop {
            regions.initial_numbers(addresses);
            if is_open {
                regions.open();
            }
            let mut is_changed = carriers == Carriers::Numbers && regions.expose_mixed();
            for (index, call) in indirect.iter().enumerate() {
                for target in regions.targets(addresses, externs, call) {
                    if entered.insert((index, target)) {
                        is_changed = true;
                        regions.enter(call.here, call.number, target, (call.dst, call.args));
                    }
                }
                if regions.leads_outside(call) && left.insert(index) {
                    is_changed = true;
                    regions.call_outside(call.here, call.dst, call.args);
                    is_open |= externs == Externs::Havoc;
                }
            }
            if !is_changed {
                break;
            }
        }
        regions.is_plain &= regions.holds_pointers_apart();
        for call in &indirect {
            let targets = regions.targets(addresses, externs, call);
            regions.called.insert((call.here.0, call.number), targets);
        }
        regions
    }

    /// The functions that a call through a pointer may lead to: a function's address comes from an expression or an
    /// initialiser that names it, and travels as a pointer, or as a number and then is outside.
    fn targets(&mut self, addresses: &Addresses, externs: Externs, call: &Indirect<'_>) -> Vec<FunctionId> {
        let (function, body) = call.here;
        let Some(pointer) = self.pointer(function, body, call.pointer) else { return Vec::new() };
        let mut targets = self.region(pointer.region).functions.clone();
        // Undefined functions may have written more addresses there than they were given.
        if externs == Externs::Havoc && self.is_outside(pointer.region) {
            targets.extend(addresses.targets_of(call.ty));
        }
        targets.into_iter().collect()
    }

    /// What an operation makes a number of is outside.
    fn expose_numbers(&mut self, here: (FunctionId, &Body), op: &Op) {
        let (function, body) = here;
        let mut work = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            let expr = body.expr(id);
            if let ExprKind::Convert { operand } = expr.kind
                && expr.ty != Scalar::Pointer
            {
                let pointer = self.pointer(function, body, operand);
                self.expose(pointer);
            }
            expr.kind.for_each_operand(|operand| work.push(operand));
        }
    }

    /// What is stored as a pointer and accessed as something else is outside, too; whether there is any that was not.
    fn expose_mixed(&mut self) -> bool {
        let mut is_changed = false;
        loop {
            let whole = self.all.iter().filter(|region| region.part_of.is_none());
            let mixed: Vec<Pointer> = whole
                .filter(|region| !region.holds_pointers_apart())
                .flat_map(|region| region.fields.values().map(|&(_, pointer)| pointer))
                .filter(|pointer| !self.is_outside(pointer.region))
                .collect();
            if mixed.is_empty() {
                return is_changed;
            }
            is_changed = true;
            mixed.into_iter().for_each(|pointer| self.expose(Some(pointer)));
        }
    }

    /// Numbers that pointers hold at the start are addresses of what others know.
    fn initial_numbers(&mut self, addresses: &Addresses) {
        let ids = (0..self.program.objects.len() as u32).map(ObjectId);
        let objects: Vec<ObjectId> = ids.filter(|&id| addresses.is_object_reached(id)).collect();
        // What is exposed may bring fields together: they are looked at again.
        loop {
            let mut exposed = Vec::new();
            for &id in &objects {
                let Some(region) = self.region_of(Owner::Object(id)) else { continue };
                let (stride, fields) = (self.stride(region), &self.region(region).fields);
                for (&offset, &(size, pointer)) in fields {
                    let starts = |at: u64| match stride {
                        0 => offset,
                        _ => at as i64 - (at as i64 - offset).rem_euclid(stride as i64),
                    };
                    let is_number = |at: u64| {
                        let start = starts(at);
                        let bytes =
                            (0..size.min(8)).rev().map(|byte| self.initial_byte(id, start + byte as i64));
                        (start..start + size as i64).contains(&(at as i64))
                            && !is_null(
                                bytes.fold(0, |value, byte| value << 8 | i128::from(byte)),
                                self.program.model,
                            )
                    };
                    let init = &self.program.object(id).init;
                    let mut places = init.bytes.iter().flat_map(|(at, run)| {
                        (0..run.len()).filter(|&byte| run[byte] != 0).map(move |byte| at + byte as u64)
                    });
                    if !self.is_outside(pointer.region) && places.any(is_number) {
                        exposed.push(pointer);
                    }
                }
            }
            if exposed.is_empty() {
                return;
            }
            exposed.into_iter().for_each(|pointer| self.expose(Some(pointer)));
        }
    }

    /// A byte of an object as it is at the start, 0 where an address is.
    fn initial_byte(&self, id: ObjectId, at: i64) -> u8 {
        let bytes = &self.program.object(id).init.bytes;
        let run = bytes.iter().find_map(|(offset, run)| run.get(usize::try_from(at - *offset as i64).ok()?));
        run.copied().unwrap_or(0)
    }

    /// Undefined functions may change pointers in memory: each may then point to whatever they know.
    fn open(&mut self) {
        loop {
            let outside = self.outside();
            let whole = self.all.iter().filter(|region| region.part_of.is_none());
            let held = whole.flat_map(|region| region.fields.values().map(|&(_, pointer)| pointer));
            let held: Vec<Pointer> = held.filter(|it| self.find(it.region) != outside.region).collect();
            if held.is_empty() {
                return;
            }
            held.into_iter().for_each(|pointer| self.unify(pointer, outside));
        }
    }

    /// Whether what is stored as a pointer is never accessed as anything else. Of the outside nothing is claimed, but for
    /// what its pointers are: all of them are outside.
    pub(super) fn holds_pointers_apart(&self) -> bool {
        self.all.iter().filter(|region| region.part_of.is_none()).all(Region::holds_pointers_apart)
    }
}
