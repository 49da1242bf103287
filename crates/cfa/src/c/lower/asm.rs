//! Inline assembly. A template that is empty, or only aligns code and waits, does nothing if each of its outputs is an input too; everything else is
//! an operation that gives its outputs any value, kept whole for each engine to treat.

use rucc_ast::AsmQuals;
use rucc_sema::{AsmId, AsmOperand};

use super::place::Designated;
use super::scope::Target;
use super::{Lower, Val};
use crate::expr::ExprId;
use crate::op::{Asm, Op};
use crate::program::{LocalId, Storage};
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
        let is_empty = is_idle(&template);
        let clobbers_memory = (asm.quals.has(AsmQuals::BASIC) && !is_empty)
            || self.tast[asm.clobbers].to_vec().iter().any(|&c| self.unit.string(c) == "memory");

        let mut registers: Vec<(Box<str>, LocalId)> = Vec::new();
        let mut memory: Vec<(ExprId, TypeId)> = Vec::new();
        let mut values: Vec<(Box<str>, ExprId)> = Vec::new();
        let mut results: Vec<(Designated, LocalId)> = Vec::new();
        // What each result is if nothing is executed: the value that shares its place.
        let mut kept: Vec<(String, Option<ExprId>)> = Vec::new();
        let mut is_memory_kept = true;
        for (number, operand) in outputs.iter().enumerate() {
            let constraint = self.unit.string(operand.constraint);
            let is_read = constraint.contains('+');
            let ty = self.tast[operand.value].ty;
            let designated = self.designate(operand.value);
            match designated {
                Designated::Scalar(_) if operand.memory => {}
                Designated::Register(_) | Designated::Scalar(_) => {
                    let mut old = None;
                    if is_read && let Val::Scalar(value) = self.read(designated) {
                        values.push((constraint.clone().into(), value));
                        old = Some(value);
                    }
                    kept.push((number.to_string(), old));
                    let dst = self.register(self.designated_ty(designated));
                    registers.push((constraint.into(), dst));
                    results.push((designated, dst));
                    continue;
                }
                _ => {}
            }
            let address = match designated {
                Designated::Scalar(place) => place.address,
                Designated::Aggregate(address) | Designated::Function(address) => address,
                Designated::Register(_) => continue,
            };
            memory.push((address, self.ty(ty)));
            is_memory_kept &= is_read;
        }
        for operand in &inputs {
            let constraint = self.unit.string(operand.constraint);
            let value = self.asm_input(operand);
            if let Some((_, old)) = kept.iter_mut().find(|(number, _)| *number == constraint) {
                *old = Some(value);
            }
            values.push((constraint.into(), value));
        }
        let kept: Option<Vec<ExprId>> = kept.into_iter().map(|(_, value)| value).collect();
        if is_empty
            && labels.is_empty()
            && is_memory_kept
            && let Some(kept) = kept
        {
            for (&(_, dst), value) in results.iter().zip(kept) {
                let value = self.convert_kept(value, dst);
                self.b.emit(Op::Assign { dst, value });
            }
            return self.asm_results(&results);
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

    fn convert_kept(&mut self, value: ExprId, dst: LocalId) -> ExprId {
        match self.b.body.local(dst).storage {
            Storage::Register(scalar) => self.b.convert(value, scalar),
            Storage::Memory { .. } => value,
        }
    }
}

/// Whether no statement of a template does anything: directives that align code, and instructions that only pass time.
fn is_idle(template: &str) -> bool {
    template.split(['\n', ';']).map(str::trim).all(|statement| {
        let word = statement.split_whitespace().next().unwrap_or_default();
        matches!(word, ".p2align" | ".balign" | ".align")
            || matches!(statement, "" | "nop" | "pause" | "rep" | "rep nop")
    })
}
