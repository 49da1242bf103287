//! Calls: what is passed flows to parameters and results, or outside.

use cfa::library::{self, Trait};
use cfa::op::{Destination, Value};
use cfa::program::{Body, FunctionId, LocalId, Storage as Kind};
use cfa::types::{Scalar, Type};

use super::analysis::Indirect;
use super::plain::{constant_address, is_null};
use super::union::Holder;
use super::{Pointer, Regions};
use crate::facts::storage::Owner;

/// What a call of an undefined function does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    None,
    Allocates,
    /// Copies from the second argument to the first, and returns the first.
    Copies,
    /// Fills the first argument and returns it.
    Fills,
    /// Anything behind its arguments may change.
    Writes,
    /// Nothing is known of it.
    Outside,
}

pub fn effect(name: &str) -> Effect {
    let known = library::find(name);
    let of_trait = |what: &Trait| match what {
        Trait::Copies => Some(Effect::Copies),
        Trait::Fills => Some(Effect::Fills),
        Trait::Fresh => Some(Effect::Allocates),
        Trait::Harmless => Some(Effect::None),
        _ => None,
    };
    known.and_then(|row| row.traits.iter().find_map(of_trait)).unwrap_or_else(|| match known {
        _ if library::is_input(name) => Effect::None,
        Some(row) if row.is_modelled() => Effect::Writes,
        _ => Effect::Outside,
    })
}

impl<'p> Regions<'p> {
    /// The result of a call goes to its destination; nothing is known of one from outside.
    pub(super) fn receive(&mut self, here: (FunctionId, &Body), dst: &Destination, from: Option<Pointer>) {
        match dst {
            Destination::Local(dst) => {
                let dst = self.holder(Holder::Register(here.0, *dst));
                let from = from.unwrap_or(self.outside());
                self.unify(dst, from);
            }
            Destination::Memory(address) => {
                let at = self.reach(here, *address);
                let from = from.unwrap_or(self.outside());
                self.unify(at, from);
            }
            Destination::None => {}
        }
    }

    /// A call of a function: what is passed flows to its parameters, and its result to where it goes.
    pub(super) fn enter(
        &mut self,
        here: (FunctionId, &Body),
        number: u32,
        target: FunctionId,
        (dst, args): (&Destination, &[Value]),
    ) {
        let (function, body) = here;
        let Some(code) = &self.program.function(target).body else {
            return self.call_undefined(here, number, target, (dst, args));
        };
        if !self.passes_plainly(body, target, code, (dst, args)) {
            self.is_plain = false;
            // The types of the call and of the function do not say what is an address.
            self.expose_call(here, target, code, (dst, args));
        }
        for (index, arg) in args.iter().enumerate() {
            match (arg, code.params.get(index)) {
                (Value::Scalar(value), Some(&param)) => {
                    if body.expr(*value).ty == Scalar::Pointer {
                        let value = self.pointer(function, body, *value);
                        let held = self.parameter(target, code, param);
                        self.flow(value, held);
                    }
                }
                (Value::Aggregate(address, _), Some(&param)) => {
                    let at = self.reach(here, *address);
                    match code.local(param).storage {
                        Kind::Memory { .. } => {
                            let owner = self.owner(Owner::Local(target, param));
                            self.unify(at, owner);
                        }
                        // A transparent union is passed as one of its members, which may be a pointer.
                        Kind::Register(_) => {
                            let held = self.field(at, self.program.model.pointer_bytes());
                            self.settle();
                            let param = self.holder(Holder::Register(target, param));
                            self.unify(held, param);
                        }
                    }
                }
                (Value::Scalar(value), None) => {
                    let value = self.pointer(function, body, *value);
                    self.expose(value);
                }
                (Value::Aggregate(address, _), None) => {
                    let at = self.reach(here, *address);
                    self.expose(Some(at));
                }
            }
        }
        let result = match dst {
            Destination::Memory(_) => self.holder(Holder::Area(target)),
            _ => self.holder(Holder::Result(target)),
        };
        self.receive(here, dst, Some(result));
    }

    /// What is passed, taken and returned in a call is outside.
    fn expose_call(
        &mut self,
        here: (FunctionId, &Body),
        target: FunctionId,
        code: &Body,
        (dst, args): (&Destination, &[Value]),
    ) {
        self.call_outside(here, dst, args);
        for &param in &code.params {
            let held = self.parameter(target, code, param);
            self.expose(Some(held));
        }
        let result = self.holder(Holder::Result(target));
        self.expose(Some(result));
    }

    /// Whether no address becomes a number in a call, and no number an address, as they do where the types of a call and of
    /// a function differ.
    fn passes_plainly(
        &self,
        body: &Body,
        target: FunctionId,
        code: &Body,
        (dst, args): (&Destination, &[Value]),
    ) -> bool {
        let types = &self.program.types;
        let is_pointer = |ty| types.as_scalar(ty) == Some(Scalar::Pointer);
        let is_plain = |(arg, &param): (&Value, &LocalId)| match arg {
            Value::Scalar(value) => {
                let is_given = body.expr(*value).ty == Scalar::Pointer;
                let is_nothing =
                    constant_address(body, *value).is_some_and(|it| is_null(it, self.program.model));
                is_nothing || is_given == is_pointer(code.local(param).ty)
            }
            Value::Aggregate(..) => true,
        };
        let is_result_plain = match (dst, types.get(self.program.function(target).ty)) {
            (Destination::Local(dst), Type::Function(signature)) => {
                matches!(types.get(signature.result), Type::Void)
                    || is_pointer(body.local(*dst).ty) == is_pointer(signature.result)
            }
            _ => true,
        };
        is_result_plain && args.iter().zip(&code.params).all(is_plain)
    }

    fn call_undefined(
        &mut self,
        here: (FunctionId, &Body),
        number: u32,
        target: FunctionId,
        (dst, args): (&Destination, &[Value]),
    ) {
        let (function, body) = here;
        let mut pointers: Vec<Option<Pointer>> = Vec::new();
        for arg in args {
            pointers.push(match arg {
                Value::Scalar(value) => self.pointer(function, body, *value),
                Value::Aggregate(address, _) => Some(self.reach(here, *address)),
            });
        }
        let first = pointers.first().copied().flatten();
        let effect = effect(&self.program.function(target).source_name);
        match effect {
            Effect::None => {
                // A result that is an address is one from outside.
                self.receive_plain(here, dst);
            }
            Effect::Allocates => {
                let fresh = self.holder(Holder::Allocation(function, number));
                self.receive(here, dst, Some(fresh));
            }
            Effect::Copies | Effect::Fills => {
                for pointer in pointers.iter().take(2).copied().flatten() {
                    self.region_mut(pointer.region).is_indirect = true;
                }
                if let (Effect::Copies, [Some(to), Some(from), ..]) = (effect, &pointers[..]) {
                    self.unify(*to, *from);
                }
                self.receive(here, dst, first);
            }
            Effect::Writes | Effect::Outside => self.call_outside(here, dst, args),
        }
    }

    /// A result that is no address, unless its type is one.
    fn receive_plain(&mut self, here: (FunctionId, &Body), dst: &Destination) {
        if let Destination::Local(local) = dst
            && !matches!(here.1.local(*local).storage, Kind::Register(Scalar::Pointer))
        {
            return;
        }
        self.receive(here, dst, None);
    }

    /// Whether a call may lead outside through its pointer.
    pub(super) fn leads_outside(&mut self, call: &Indirect<'_>) -> bool {
        let pointer = self.pointer(call.here.0, call.here.1, call.pointer);
        pointer.is_some_and(|pointer| self.is_outside(pointer.region))
    }

    pub(super) fn call_outside(&mut self, here: (FunctionId, &Body), dst: &Destination, args: &[Value]) {
        for arg in args {
            let pointer = match arg {
                Value::Scalar(value) => self.pointer(here.0, here.1, *value),
                Value::Aggregate(address, _) => Some(self.reach(here, *address)),
            };
            self.expose(pointer);
        }
        self.receive(here, dst, None);
    }
}
