//! What a view says of locals, functions, fields and types, each said once: where a symbol occurs again, its
//! number in order of first occurrence stands for it.

use rustc_hash::FxHashMap as HashMap;

use crate::extent;
use crate::program::{FunctionId, LocalId, LocalKind, ObjectId, Storage};
use crate::types::{RecordId, Scalar, Type, TypeId, Types};
use crate::view::location::Mention;
use crate::view::{Encoder, Scope};

/// Numbers by first occurrence in the current view. Starting a view costs nothing: entries of earlier views are
/// recognised by their stamp.
#[derive(Default)]
pub(crate) struct Numbering {
    entries: Vec<(u32, u32)>,
    stamp: u32,
    next: u32,
}

impl Numbering {
    pub fn new(symbols: usize) -> Numbering {
        Numbering { entries: vec![(0, 0); symbols], stamp: 0, next: 0 }
    }

    /// Starts anew, with room for `symbols`.
    pub fn restart(&mut self, symbols: usize) {
        self.stamp += 1;
        self.next = 0;
        if self.entries.len() < symbols {
            self.entries.resize(symbols, (0, 0));
        }
    }

    pub fn get(&self, symbol: usize) -> Option<u32> {
        let (stamp, number) = self.entries[symbol];
        (stamp == self.stamp).then_some(number)
    }

    /// The symbol's number, and whether it is new.
    pub fn number(&mut self, symbol: usize) -> (u32, bool) {
        match self.get(symbol) {
            Some(number) => (number, false),
            None => {
                self.entries[symbol] = (self.stamp, self.next);
                self.next += 1;
                (self.next - 1, true)
            }
        }
    }
}

/// Records that share their name and kind with others are told apart by a count.
pub(crate) fn ordinals(types: &Types) -> Vec<u32> {
    let mut seen: HashMap<(&str, bool), u32> = HashMap::default();
    let mut ordinals = Vec::new();
    for (_, record) in types.records() {
        let count = seen.entry((&record.name, record.is_union)).or_default();
        ordinals.push(*count);
        // One that is only declared has no fields to confuse.
        *count += u32::from(record.complete);
    }
    ordinals
}

impl Encoder<'_> {
    pub fn local(&mut self, id: LocalId) {
        let body = self.body;
        let local = body.local(id);
        let (number, is_new) = self.locals.number(id.index());
        if !is_new {
            return self.out.number(u64::from(number) + 1);
        }
        self.out.byte(0);
        match local.kind {
            LocalKind::Parameter => self.out.byte(0),
            LocalKind::Variable => self.out.byte(1),
            // Nameless; but whether other fragments use it, too, is part of what it is.
            LocalKind::Temporary if self.is_shared(id) => self.out.byte(2),
            LocalKind::Temporary => self.out.byte(3),
        }
        match self.scope {
            Scope::Location => self.mentions.push(Mention::Local(id)),
            Scope::Fragment if local.kind == LocalKind::Temporary => self.temporaries.push(id),
            Scope::Fragment => self.out.text(&local.name),
        }
        match local.storage {
            Storage::Register(scalar) => {
                self.out.byte(0);
                self.out.scalar(scalar);
            }
            Storage::Memory { size, align, is_variable } => {
                let is_elastic =
                    self.scope == Scope::Location && extent::of_local(self.context.program, local);
                self.out.byte(if is_elastic { 2 } else { 1 });
                if !is_elastic {
                    self.out.number(size);
                    self.out.number(align);
                }
                self.out.flag(is_variable);
                self.out.flag(local.is_constant);
                self.out.flag(self.context.addresses.is_local_taken(self.function, id));
                let scalar = self.context.program.types.as_scalar(local.ty);
                self.out.flag(scalar.is_some());
                scalar.into_iter().for_each(|scalar| self.out.scalar(scalar));
            }
        }
    }

    pub fn object(&mut self, id: ObjectId) {
        let (number, is_new) = self.objects.number(id.index());
        if !is_new {
            return self.out.number(u64::from(number) + 1);
        }
        self.out.byte(0);
        if self.scope == Scope::Location && self.context.is_labelled_object(id) {
            self.mentions.push(Mention::Object(id));
        }
        self.context.objects.write(id, self.scope, &mut self.out);
    }

    /// A function: what it does is not in the view, only whether it is defined.
    pub fn function(&mut self, id: FunctionId) {
        let (number, is_new) = self.functions.number(id.index());
        if !is_new {
            return self.out.number(u64::from(number) + 1);
        }
        let function = self.context.program.function(id);
        let is_labelled = self.scope == Scope::Location && self.context.is_labelled(id);
        self.out.byte(0);
        if self.scope == Scope::Location {
            self.out.flag(is_labelled);
        }
        match is_labelled {
            true => self.mentions.push(Mention::Function(id)),
            false => self.out.text(&function.name),
        }
        self.out.flag(function.body.is_some());
        self.out.flag(function.is_noreturn);
        self.out.flag(function.body.is_none() && function.is_weak);
        self.ty(function.ty);
    }

    /// A member: where it lies and what it holds, and nothing of the rest of its record.
    pub fn field(&mut self, record: RecordId, field: u32) {
        let context = self.context;
        let (number, is_new) = self.fields.number(context.first_field[record.0 as usize] + field as usize);
        if !is_new {
            return self.out.number(u64::from(number) + 1);
        }
        self.out.byte(0);
        let it = &context.program.types.record(record).fields[field as usize];
        if self.scope == Scope::Fragment {
            self.record(record);
            self.out.text(&it.name);
        }
        self.out.number(it.offset);
        self.out.bits(it.bits);
        if self.scope == Scope::Fragment {
            self.out.flag(context.addresses.is_field_taken(record, field));
        }
        match context.program.types.as_scalar(it.ty) {
            Some(scalar) => {
                self.out.byte(0);
                self.out.scalar(scalar);
            }
            // Where it lies is all that its address tells, and whoever moves it whole says how much that is.
            None if self.scope == Scope::Location => self.out.byte(1),
            None => {
                self.out.byte(1);
                self.out.number(context.program.types.size(it.ty, context.program.model));
            }
        }
    }

    fn record(&mut self, id: RecordId) {
        let (number, is_new) = self.records.number(id.0 as usize);
        if !is_new {
            return self.out.number(u64::from(number) + 1);
        }
        let record = self.context.program.types.record(id);
        self.out.byte(0);
        self.out.text(&record.name);
        self.out.flag(record.is_union);
        self.out.number(self.context.ordinals[id.0 as usize].into());
    }

    /// A type with all that lies in it: for what moves whole values. What pointers point to is left out.
    pub fn ty(&mut self, id: TypeId) {
        let types = &self.context.program.types;
        match types.get(id) {
            Type::Void => return self.out.byte(0),
            Type::Scalar(scalar) => {
                self.out.byte(1);
                return self.out.scalar(*scalar);
            }
            Type::Pointer(_) => {
                self.out.byte(1);
                return self.out.scalar(Scalar::Pointer);
            }
            _ => {}
        }
        let (number, is_new) = self.types.number(id.0 as usize);
        if !is_new {
            self.out.byte(2);
            return self.out.number(number.into());
        }
        match types.get(id) {
            Type::Array { elem, len } => {
                self.out.byte(3);
                self.out.flag(len.is_some());
                self.out.number(len.unwrap_or(0));
                self.ty(*elem);
            }
            Type::Record(record) => {
                let layout = types.record(*record);
                self.out.byte(4);
                if self.scope == Scope::Fragment {
                    self.record(*record);
                }
                self.out.number(layout.size);
                self.out.number(layout.align);
                self.out.count(layout.fields.len());
                for (index, field) in layout.fields.iter().enumerate() {
                    self.field(*record, index as u32);
                    self.ty(field.ty);
                }
            }
            Type::Function(signature) => {
                self.out.byte(5);
                self.out.flag(signature.variadic);
                self.out.flag(signature.prototyped);
                self.out.count(signature.params.len());
                self.ty(signature.result);
                signature.params.iter().for_each(|&param| self.ty(param));
            }
            Type::Complex(part) => {
                self.out.byte(6);
                self.out.scalar(*part);
            }
            Type::Vector { elem, len } => {
                self.out.byte(7);
                self.out.scalar(*elem);
                self.out.number((*len).into());
            }
            Type::Void | Type::Scalar(_) | Type::Pointer(_) => {}
        }
    }
}
