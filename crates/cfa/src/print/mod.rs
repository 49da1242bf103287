//! Automata as text for people: C-like, one line an edge.
//!
//! `L3 -> L4  x := $1 + 1   // a.c:12:5`. A register is assigned by `:=`; memory is accessed by `load` and `store`
//! only; `[…]` lets only those pass for whom it holds. Sums with pointers count bytes. Names are the stable
//! ones. Long initial values and deep expressions are abridged with `…`.

mod data;
mod dot;
mod expr;
mod op;
mod types;

use std::fmt::Write;

use crate::address::Addresses;
use crate::expr::ExprKind;
use crate::fragment::{FragmentKind, Fragments};
use crate::op::{Callee, Op};
use crate::program::{Body, Function, FunctionId, LocalKind, ObjectId, Program, Storage};
use crate::source::Pos;
use crate::types::{RecordId, Type, TypeId};

pub use dot::dot;

/// The functions named, or all that are defined, with the records and objects they use.
pub fn text(program: &Program, only: &[String]) -> String {
    let functions = select(program, only);
    let (addresses, fragments) = (Addresses::of(program), Fragments::of(program));
    let mut printer = Printer::new(program, &addresses);
    let used = Used::by(program, &functions, only.is_empty());
    for (id, _) in program.types.records().filter(|(id, _)| used.records[id.0 as usize]) {
        printer.record(id);
    }
    for index in (0..program.objects.len()).filter(|&index| used.objects[index]) {
        printer.object(ObjectId(index as u32));
    }
    for (_, function) in program.functions.iter().enumerate().filter(|(index, _)| used.undefined[*index]) {
        printer.out.push_str("extern ");
        printer.signature(function.ty, &function.name, None);
        let notes = [(function.is_noreturn, "  // noreturn"), (function.is_weak, "  // weak")];
        printer.out.push(';');
        notes.into_iter().filter(|it| it.0).for_each(|it| printer.out.push_str(it.1));
        printer.out.push('\n');
    }
    for (id, function, body) in functions {
        printer.function(&fragments, id, function, body);
    }
    printer.out
}

/// The defined functions that are asked for by name, as it is in the source or in the program.
fn select<'a>(program: &'a Program, only: &[String]) -> Vec<(FunctionId, &'a Function, &'a Body)> {
    let is_wanted =
        |it: &Function| only.is_empty() || only.contains(&it.name) || only.contains(&it.source_name);
    let defined = program.functions.iter().enumerate().filter(|(_, function)| is_wanted(function));
    defined
        .filter_map(|(index, function)| Some((FunctionId(index as u32), function, function.body.as_ref()?)))
        .collect()
}

struct Printer<'a> {
    program: &'a Program,
    addresses: &'a Addresses,
    function: FunctionId,
    body: Option<&'a Body>,
    out: String,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, addresses: &'a Addresses) -> Printer<'a> {
        Printer { program, addresses, function: FunctionId(0), body: None, out: String::new() }
    }

    fn function(&mut self, fragments: &Fragments, id: FunctionId, function: &Function, body: &'a Body) {
        (self.function, self.body) = (id, Some(body));
        let names: Vec<&str> = body.params.iter().map(|&param| body.local(param).name.as_str()).collect();
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.signature(function.ty, &function.name, Some(&names));
        if function.is_noreturn {
            self.out.push_str("  noreturn");
        }
        self.pos(function.pos);
        self.out.push_str("\n{\n");
        for index in 0..body.locals.len() {
            self.local(body, index);
        }
        let heads = fragments.of_function(id).map(|id| fragments.get(id));
        let mut heads: Vec<_> = heads.filter(|it| it.kind == FragmentKind::Loop).collect();
        heads.sort_unstable_by_key(|it| it.head);
        let mut heads = heads.into_iter().peekable();
        for edge in &body.edges {
            while let Some(head) = heads.next_if(|it| it.head <= edge.from) {
                let _ = writeln!(self.out, "L{}:  // {}", head.head.0, head.name);
            }
            let _ = write!(self.out, "  L{} -> L{}  ", edge.from.0, edge.to.0);
            self.op(&edge.op);
            self.pos(edge.pos);
            self.out.push('\n');
        }
        let _ = writeln!(self.out, "L{}:  // exit\n}}", body.exit.0);
    }

    fn local(&mut self, body: &Body, index: usize) {
        let local = &body.locals[index];
        self.out.push_str(match local.kind {
            LocalKind::Parameter => "  param ",
            LocalKind::Variable => "  local ",
            LocalKind::Temporary => "  temp  ",
        });
        self.declare(local.ty, &local.name);
        if let Storage::Memory { size, is_variable, .. } = local.storage {
            self.out.push_str(if is_variable { "  // in memory" } else { "  // in memory, " });
            if !is_variable {
                let _ = write!(self.out, "{size} bytes");
            }
            if local.is_constant {
                self.out.push_str(", constant");
            }
            if self.addresses.is_local_taken(self.function, crate::program::LocalId(index as u32)) {
                self.out.push_str(", address taken");
            }
        }
        self.out.push('\n');
    }

    fn pos(&mut self, pos: Pos) {
        if pos.line > 0 {
            let _ = write!(self.out, "  // {}:{}:{}", self.program.file(pos.file), pos.line, pos.column);
        }
    }
}

/// What the functions printed refer to.
struct Used {
    records: Vec<bool>,
    objects: Vec<bool>,
    undefined: Vec<bool>,
}

impl Used {
    fn by(program: &Program, functions: &[(FunctionId, &Function, &Body)], all: bool) -> Used {
        let mut used = Used {
            records: vec![false; program.types.records().count()],
            objects: vec![all; program.objects.len()],
            undefined: vec![false; program.functions.len()],
        };
        for (_, function, body) in functions {
            for expr in &body.exprs {
                match expr.kind {
                    ExprKind::Field { record, .. } => used.record(program, record),
                    ExprKind::Object(object) => used.objects[object.index()] = true,
                    ExprKind::Function(id) => used.function(program, id),
                    _ => {}
                }
            }
            for edge in &body.edges {
                if let Op::Call { callee: Callee::Direct(id), .. } = edge.op {
                    used.function(program, id);
                }
            }
            body.locals.iter().for_each(|local| used.ty(program, local.ty));
            used.ty(program, function.ty);
        }
        for (index, object) in program.objects.iter().enumerate() {
            if used.objects[index] {
                used.ty(program, object.ty);
            }
        }
        used
    }

    fn function(&mut self, program: &Program, id: FunctionId) {
        if program.function(id).body.is_none() {
            self.undefined[id.index()] = true;
            self.ty(program, program.function(id).ty);
        }
    }

    fn ty(&mut self, program: &Program, id: TypeId) {
        match program.types.get(id) {
            Type::Array { elem, .. } => self.ty(program, *elem),
            Type::Record(record) => self.record(program, *record),
            Type::Function(signature) => {
                self.ty(program, signature.result);
                signature.params.iter().for_each(|&param| self.ty(program, param));
            }
            _ => {}
        }
    }

    fn record(&mut self, program: &Program, id: RecordId) {
        if !std::mem::replace(&mut self.records[id.0 as usize], true) {
            program.types.record(id).fields.iter().for_each(|field| self.ty(program, field.ty));
        }
    }
}
