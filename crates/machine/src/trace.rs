//! The run as its source shows it: lines reached, and values given to variables.

use cfa::program::{FunctionId, LocalId, LocalKind};
use cfa::source::Pos;

use crate::code::{Code, Instr, Kind, Result_, Slot};
use crate::exec::Machine;
use crate::value::{INIT, UNINIT, Val, function_of};

/// Something a reader of the source wants to see.
pub enum Event<'a> {
    /// Another line is reached, `depth` calls deep.
    Line { function: &'a str, pos: Pos, depth: usize },
    /// A variable or object has a new value.
    Assigned { name: String, value: String },
}

/// Receives the events of a run.
pub type Tracer = Box<dyn FnMut(&Event<'_>)>;

/// The tracer and what it saw last.
#[derive(Default)]
pub struct Tracing {
    pub tracer: Option<Tracer>,
    last: Option<(FunctionId, usize, u32)>,
    /// Edges taken so far.
    pub operations: u64,
}

impl Machine<'_> {
    /// Called before an instruction while tracing.
    #[cold]
    pub(crate) fn trace_line(&mut self, function: FunctionId, pc: usize) {
        let edge_of = &self.image.code[function.index()].edge_of;
        if pc == 0 || edge_of[pc - 1] != edge_of[pc] {
            self.tracing.operations += 1;
        }
        if self.tracing.tracer.is_none() {
            return;
        }
        let pos = self.position(function, pc as u32);
        let here = (function, self.frames.len(), pos.line);
        if pos.line == 0 || self.tracing.last == Some(here) {
            return;
        }
        self.tracing.last = Some(here);
        let name = &self.image.program.function(function).source_name;
        let depth = self.frames.len() - 1;
        if let Some(tracer) = &mut self.tracing.tracer {
            tracer(&Event::Line { function: name, pos, depth });
        }
    }

    /// Called after an instruction while tracing.
    #[cold]
    pub(crate) fn trace_effect(&mut self, function: FunctionId, base: u32, code: &Code, instr: &Instr) {
        if self.tracing.tracer.is_none() {
            return;
        }
        let (name, value) = match instr {
            Instr::Move { dst, kind, .. }
            | Instr::Load { dst, kind, .. }
            | Instr::LoadBits { dst, kind, .. }
            | Instr::Unary { dst, kind, .. }
            | Instr::Convert { dst, to: kind, .. }
            | Instr::Library { result: Result_::Slot(dst, kind), .. } => {
                match self.named(function, code, *dst) {
                    Some(name) => (name, self.show(self.slot(base, *dst), *kind)),
                    None => return,
                }
            }
            Instr::Binary { op, dst, kind, .. } => match self.named(function, code, *dst) {
                Some(name) => {
                    let kind = if op.is_comparison() { Kind::Int { bits: 32, signed: true } } else { *kind };
                    (name, self.show(self.slot(base, *dst), kind))
                }
                None => return,
            },
            Instr::Index { dst, .. } | Instr::Offset { dst, .. } | Instr::Alloca { dst, .. } => {
                match self.named(function, code, *dst) {
                    Some(name) => (name, self.show(self.slot(base, *dst), self.pointer_kind())),
                    None => return,
                }
            }
            Instr::Store { address, value, kind, .. } | Instr::StoreBits { address, value, kind, .. } => {
                let address = self.operand_of(code, base, *address);
                (
                    format!("*{}", self.show(address, self.pointer_kind())),
                    self.show(self.operand_of(code, base, *value), *kind),
                )
            }
            _ => return,
        };
        let name = name.strip_prefix("*&").map(str::to_string).unwrap_or(name);
        if let Some(tracer) = &mut self.tracing.tracer {
            tracer(&Event::Assigned { name, value });
        }
    }

    /// The variable in a slot; temporaries have no name of interest.
    fn named(&self, function: FunctionId, code: &Code, slot: Slot) -> Option<String> {
        let local = code.slot_of.partition_point(|&s| s <= slot).checked_sub(1)?;
        let body = self.image.program.function(function).body.as_ref()?;
        let found = body.locals.get(local).filter(|_| code.slot_of[local] == slot && slot < code.cleared)?;
        (found.kind != LocalKind::Temporary && code.objects[local].is_none())
            .then(|| body.local(LocalId(local as u32)).name.clone())
    }

    /// A value as a person writes it.
    pub(crate) fn show(&self, value: Val, kind: Kind) -> String {
        match (value.tag, kind) {
            (UNINIT, _) => "indeterminate".to_string(),
            (INIT, Kind::Double) => format!("{:?}", f64::from_bits(value.bits)),
            (INIT, Kind::Single) => format!("{:?}", f32::from_bits(value.bits as u32)),
            (INIT, Kind::Pointer { .. }) if value.bits == 0 => "null".to_string(),
            (INIT, Kind::Pointer { .. }) => format!("{:#x}", value.bits),
            (INIT, Kind::Int { signed: true, .. }) => (value.bits as i64).to_string(),
            (INIT, Kind::Wide { .. } | Kind::Opaque { .. }) => "(wide)".to_string(),
            (INIT, _) => value.bits.to_string(),
            _ if value.is_pointer() => self.show_pointer(value),
            _ => "part of an address".to_string(),
        }
    }

    fn show_pointer(&self, value: Val) -> String {
        if let Some(function) = function_of(value) {
            return format!("&{}", self.image.program.functions[function as usize].source_name);
        }
        let offset = match value.offset() {
            0 => String::new(),
            offset => format!("{offset:+}"),
        };
        let statics = &self.image.statics;
        // Static objects are numbered in order, before all others.
        match statics.binary_search(&value.object()) {
            Ok(index) => format!("&{}{offset}", self.image.program.objects[index].name),
            Err(_) => format!("&object{}{offset}", value.object()),
        }
    }
}
