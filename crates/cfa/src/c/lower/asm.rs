//! Inline assembly. An empty template and a pure barrier do nothing; everything else is an operation that
//! gives its outputs any value, kept whole for each engine to treat.

use rucc_ast::AsmQuals;
use rucc_sema::{AsmId, AsmOperand};

use super::place::Designated;
use super::scope::Target;
use super::{Lower, Val};
use crate::expr::ExprId;
use crate::op::{Asm, Op};
use crate::program::LocalId;
use crate::types::TypeId;

impl Lower<'_, '_> {
    pub(super) fn asm(&mut self, id: AsmId) {
        self.full(|this| this.asm_inner(id));
    }

    fn asm_inner(&mut self, id: AsmId) {
        let asm = self.tast[id];
        let template = self.unit.string(asm.template);
        let (outputs, inputs) = (self.tast[asm.outputs].to_vec(), self.tast[asm.inputs].to_vec());
        let labels = self.tast[asm.labels].to_vec();
        let is_empty = template.trim().is_empty();
        let clobbers_memory = (asm.quals.has(AsmQuals::BASIC) && !is_empty)
            || self.tast[asm.clobbers].to_vec().iter().any(|&c| self.unit.string(c) == "memory");

        let mut registers: Vec<(Box<str>, LocalId)> = Vec::new();
        let mut memory: Vec<(ExprId, TypeId)> = Vec::new();
        let mut values: Vec<(Box<str>, ExprId)> = Vec::new();
        let mut results: Vec<(Designated, LocalId)> = Vec::new();
        for operand in &outputs {
            let constraint = self.unit.string(operand.constraint);
            let ty = self.tast[operand.value].ty;
            let designated = self.designate(operand.value);
            match designated {
                Designated::Register(_) | Designated::Scalar(_) if !operand.memory => {
                    if constraint.contains('+')
                        && let Val::Scalar(old) = self.read(designated)
                    {
                        values.push((constraint.clone().into(), old));
                    }
                    let scalar = self.designated_ty(designated);
                    let dst = self.register(scalar);
                    registers.push((constraint.into(), dst));
                    results.push((designated, dst));
                }
                Designated::Scalar(place) => memory.push((place.address, self.ty(ty))),
                Designated::Aggregate(address) | Designated::Function(address) => {
                    memory.push((address, self.ty(ty)))
                }
                Designated::Register(_) => {}
            }
        }
        for operand in &inputs {
            let constraint = self.unit.string(operand.constraint);
            let value = self.asm_input(operand);
            values.push((constraint.into(), value));
        }
        // Nothing is executed: outputs tied to inputs keep their value, which is the only thing to move.
        if is_empty && labels.is_empty() && self.is_transparent(&registers, &memory, &values) {
            for (designated, dst) in results {
                let tied = values
                    .iter()
                    .find(|(constraint, _)| constraint.as_ref() == "0" || constraint.contains('+'));
                if let Some(&(_, value)) = tied {
                    let scalar = self.designated_ty(designated);
                    let value = self.b.convert(value, scalar);
                    self.b.emit(Op::Assign { dst, value });
                    let value = self.b.read(dst);
                    self.write(designated, value);
                }
            }
            return;
        }
        let make = |target| Asm {
            template: template.as_str().into(),
            outputs: registers.clone().into(),
            memory: memory.clone().into(),
            inputs: values.clone().into(),
            clobbers_memory,
            volatile: asm.quals.has(AsmQuals::VOLATILE),
            target,
        };
        let from = self.b.at;
        let fall_through = self.b.location();
        self.b.emit_to(Op::Asm(Box::new(make(None))), fall_through);
        for label in labels {
            let number = self.unit.label(label);
            let via = self.b.location();
            self.b.at = from;
            self.b.emit_to(Op::Asm(Box::new(make(Some(number)))), via);
            self.b.at = via;
            self.asm_results(&results);
            self.goto(Target::Label(label));
        }
        self.b.at = fall_through;
        self.asm_results(&results);
    }

    fn asm_results(&mut self, results: &[(Designated, LocalId)]) {
        for &(designated, dst) in results {
            let value = self.b.read(dst);
            self.write(designated, value);
        }
    }

    fn asm_input(&mut self, operand: &AsmOperand) -> ExprId {
        if operand.memory {
            return self.address_of(operand.value);
        }
        match self.value(operand.value) {
            Val::Scalar(value) | Val::Aggregate(value) => value,
            Val::Void => self.b.null(),
        }
    }

    /// Whether an empty template leaves everything as it is: at most one register output, tied to an input.
    fn is_transparent(
        &self,
        registers: &[(Box<str>, LocalId)],
        memory: &[(ExprId, TypeId)],
        values: &[(Box<str>, ExprId)],
    ) -> bool {
        let tied = values.iter().filter(|(c, _)| c.as_ref() == "0" || c.contains('+')).count();
        match registers.len() {
            0 => memory.is_empty() || values.iter().all(|(c, _)| !c.contains('=')),
            1 => tied == 1 && memory.is_empty(),
            _ => false,
        }
    }
}
