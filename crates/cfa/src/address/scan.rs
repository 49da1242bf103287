//! The pass over all code: every expression of every operation, with the use that is made of it.

use super::{Addresses, Facts, Table};
use crate::expr::{ExprId, ExprKind};
use crate::op::{AtomicOp, Callee, Destination, Op, Value};
use crate::program::{AddressTarget, Body, FunctionId, ObjectId, Program};
use crate::targets::{Targets, pointee_function};
use crate::types::{Type, TypeId};

/// How an address expression is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// The address of an access.
    Access,
    Value,
    /// The base of a member whose address is a value.
    Around,
}

pub(super) struct Scan<'a> {
    program: &'a Program,
    facts: Addresses,
    function: FunctionId,
    /// False while code is scanned that is not reached.
    is_live: bool,
    functions: Vec<FunctionId>,
    objects: Vec<ObjectId>,
    calls: Vec<TypeId>,
    work: Vec<(ExprId, Use)>,
}

impl<'a> Scan<'a> {
    pub fn new(program: &'a Program) -> Scan<'a> {
        let locals = program.functions.iter().map(|f| f.body.as_ref().map_or(0, |body| body.locals.len()));
        let facts = Addresses {
            functions: vec![Facts::default(); program.functions.len()],
            objects: vec![Facts::default(); program.objects.len()],
            locals: Table::new(locals),
            fields: Table::new(program.types.records().map(|(_, record)| record.fields.len())),
            targets: Targets::default(),
        };
        Scan {
            program,
            facts,
            function: FunctionId(0),
            is_live: true,
            functions: Vec::new(),
            objects: Vec::new(),
            calls: Vec::new(),
            work: Vec::new(),
        }
    }

    pub fn roots(&mut self) {
        let program = self.program;
        program
            .constructors
            .iter()
            .chain(&program.destructors)
            .for_each(|&id| self.function(id, Use::Access));
        match program.main {
            Some(main) => self.function(main, Use::Access),
            None => {
                let defined = program.functions.iter().enumerate().filter(|(_, f)| f.body.is_some());
                defined.for_each(|(i, _)| self.function(FunctionId(i as u32), Use::Access));
                (0..program.objects.len()).for_each(|i| self.object(ObjectId(i as u32), Use::Access));
            }
        }
    }

    pub fn close(&mut self) {
        loop {
            if let Some(id) = self.functions.pop() {
                if let Some(body) = &self.program.function(id).body {
                    self.body(id, body);
                }
            } else if let Some(id) = self.objects.pop() {
                for address in &self.program.object(id).init.addresses {
                    match address.target {
                        AddressTarget::Object(to) => self.object(to, Use::Value),
                        AddressTarget::Function(to) => self.function(to, Use::Value),
                        // Labels: the function is named, but not its address.
                        AddressTarget::Label(to, _) | AddressTarget::LabelDifference(to, ..) => {
                            self.function(to, Use::Access)
                        }
                    }
                }
            } else {
                return;
            }
        }
    }

    pub fn unreached(&mut self) {
        self.is_live = false;
        for (index, function) in self.program.functions.iter().enumerate() {
            if let (Some(body), false) = (&function.body, self.facts.functions[index].is_reached) {
                self.body(FunctionId(index as u32), body);
            }
        }
    }

    pub fn finish(mut self) -> Addresses {
        let ids = || (0..self.program.functions.len() as u32).map(FunctionId);
        for id in ids().filter(|&id| self.facts.is_function_reached(id)) {
            let function = self.program.function(id);
            if let (Type::Function(signature), None) = (self.program.types.get(function.ty), &function.body) {
                let pointees = |&ty: &TypeId| pointee_function(&self.program.types, ty);
                self.calls.extend(signature.params.iter().filter_map(pointees));
            }
        }
        let taken = ids().filter(|&id| self.facts.is_function_taken(id)).collect();
        self.facts.targets = Targets::new(self.program, taken, self.calls);
        self.facts
    }

    fn function(&mut self, id: FunctionId, how: Use) {
        if self.is_live {
            let facts = &mut self.facts.functions[id.index()];
            facts.is_taken |= how != Use::Access;
            if !std::mem::replace(&mut facts.is_reached, true) {
                self.functions.push(id);
            }
        }
    }

    fn object(&mut self, id: ObjectId, how: Use) {
        if self.is_live {
            let facts = &mut self.facts.objects[id.index()];
            facts.is_taken |= how != Use::Access;
            if !std::mem::replace(&mut facts.is_reached, true) {
                self.objects.push(id);
            }
        }
    }

    fn body(&mut self, id: FunctionId, body: &Body) {
        self.function = id;
        for edge in &body.edges {
            self.op(&edge.op);
            while let Some((expr, how)) = self.work.pop() {
                self.expr(body.expr(expr).kind, how);
            }
        }
    }

    /// Queues the expressions of an operation with their use.
    fn op(&mut self, op: &Op) {
        if let Op::Call { callee, .. } = op {
            match callee {
                Callee::Direct(id) => self.function(*id, Use::Access),
                Callee::Indirect(_, ty) => self.calls.push(*ty),
            }
        }
        let work = &mut self.work;
        for_each_use(op, |expr, is_access| {
            work.push((expr, if is_access { Use::Access } else { Use::Value }));
        });
    }

    fn expr(&mut self, kind: ExprKind, how: Use) {
        match kind {
            ExprKind::Object(id) => self.object(id, how),
            ExprKind::Function(id) => self.function(id, how),
            ExprKind::Address(id) if how != Use::Access => {
                let at = self.facts.locals.at(self.function.index(), id.index());
                self.facts.locals.bits[at] = true;
            }
            ExprKind::Field { base, record, field } => {
                if how == Use::Value && self.is_live {
                    let at = self.facts.fields.at(record.0 as usize, field as usize);
                    self.facts.fields.bits[at] = true;
                }
                self.work.push((base, if how == Use::Access { how } else { Use::Around }));
            }
            ExprKind::Index { base, index, .. } => self.work.extend([(base, how), (index, Use::Value)]),
            other => {
                let work = &mut self.work;
                other.for_each_operand(|operand| work.push((operand, Use::Value)));
            }
        }
    }
}

/// Calls `f` on each expression the operation evaluates, and whether it is the address of an access (so for
/// `asm` memory operands and the places that [`Op::Distinct`] compares) or a value.
fn for_each_use(op: &Op, mut f: impl FnMut(ExprId, bool)) {
    match op {
        Op::Store { place, value } => {
            f(place.address, true);
            f(*value, false);
        }
        Op::Call { dst, callee, args } => {
            if let Destination::Memory(e) = dst {
                f(*e, true);
            }
            if let Callee::Indirect(e, _) = callee {
                f(*e, false);
            }
            args.iter().for_each(|arg| f(arg.expr(), matches!(arg, Value::Aggregate(..))));
        }
        Op::Return { value: Some(value) } => f(value.expr(), matches!(value, Value::Aggregate(..))),
        Op::Atomic(atomic) => {
            f(atomic.place.address, true);
            f(atomic.operand, false);
            if let AtomicOp::CompareExchange { expected, .. } = atomic.op {
                f(expected, false);
            }
        }
        Op::Asm(asm) => {
            asm.memory.iter().for_each(|(e, _)| f(*e, true));
            asm.inputs.iter().for_each(|(_, e)| f(*e, false));
        }
        Op::Load { .. }
        | Op::Copy { .. }
        | Op::Zero { .. }
        | Op::VaStart { .. }
        | Op::VaArg { .. }
        | Op::VaEnd { .. }
        | Op::VaCopy { .. }
        | Op::Complex(_)
        | Op::SetJump { .. }
        | Op::LongJump { .. }
        | Op::Distinct(_) => op.for_each_expr(|e| f(e, true)),
        _ => op.for_each_expr(|e| f(e, false)),
    }
}
