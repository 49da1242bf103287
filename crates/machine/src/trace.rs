//! The run as its source shows it: lines reached, and values given to variables.

use std::fmt;

use cfa::program::{FunctionId, LocalId, LocalKind};
use cfa::source::Pos;
use cfa::types::{Scalar, Type};
use serde::{Deserialize, Serialize};

use crate::arith;
use crate::code::{Code, Instr, Kind, Result_, Slot};
use crate::compile;
use crate::exec::Machine;
use crate::library::input_type;
use crate::memory::ObjectKind;
use crate::naming::{Extent, Naming, is_of_macro, source_name};
use crate::value::{INIT, UNINIT, Val};

/// Something a reader of the source wants to see.
pub enum Event<'a> {
    /// Another line is reached, `depth` calls deep.
    Line { thread: usize, function: &'a str, pos: Pos, depth: usize },
    /// What this line does next has to wait for the thread's turn; the line is told again then.
    Waits { thread: usize, pos: Pos },
    /// A variable or object has a new value.
    Assigned { name: String, value: Shown },
    /// What other threads may write has been read.
    Read { name: String, value: Shown },
    /// A function of the program is called.
    Called { function: &'a str, arguments: Vec<(String, Shown)> },
    /// A function whose result is anybody's guess returned this: one that yields inputs, or one that is not defined.
    Input { function: &'a str, value: i128, character: Option<String>, is_defined: bool },
    /// What the program has not set had this value: memory, a variable, or an address that a function returned.
    Outside { name: String, value: Shown },
    /// A state can be looked at: before another line is reached, and in the end. Some thread is on its way but then.
    State { machine: &'a Machine<'a>, on_its_way: Option<usize> },
}

/// A value as a person writes it; of a character also as one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown {
    pub value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value)?;
        self.character.iter().try_for_each(|character| write!(f, " {character}"))
    }
}

/// A character as C writes it, if that says more than its number does.
pub fn character(value: i128) -> Option<String> {
    let escape = match u8::try_from(value).ok()? {
        0 => 0,
        7 => b'a',
        8 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        11 => b'v',
        12 => b'f',
        b'\r' => b'r',
        quoted @ (b'\'' | b'\\') => quoted,
        plain @ b' '..=b'~' => return Some(format!("'{}'", char::from(plain))),
        _ => return None,
    };
    Some(if escape == 0 { "'\\0'".into() } else { format!("'\\{}'", char::from(escape)) })
}

/// Functions of the library that yield a character as an `int`.
const READERS: [&str; 6] =
    ["fgetc", "fgetc_unlocked", "getc", "getc_unlocked", "getchar", "getchar_unlocked"];

/// Receives the events of a run.
pub type Tracer = Box<dyn FnMut(&Event<'_>)>;

/// The tracer and what it saw last.
#[derive(Default)]
pub struct Tracing {
    pub tracer: Option<Tracer>,
    last: Option<(usize, FunctionId, usize, Pos)>,
    pub(crate) naming: Naming,
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
        let here = (self.current, function, self.frames.len(), Pos { column: 0, ..pos });
        if pos.line == 0 || self.tracing.last == Some(here) {
            return;
        }
        self.trace_state(Some(self.current));
        self.tracing.last = Some(here);
        let name = &self.image.program.function(function).source_name;
        let depth = self.frames.len() - 1;
        if let Some(tracer) = &mut self.tracing.tracer {
            tracer(&Event::Line { thread: self.current, function: name, pos, depth });
        }
    }

    /// Called when a state can be looked at: between two transitions, or while a thread is on its way.
    #[cold]
    pub fn trace_state(&mut self, on_its_way: Option<usize>) {
        if let Some(mut tracer) = self.tracing.tracer.take() {
            tracer(&Event::State { machine: self, on_its_way });
            self.tracing.tracer = Some(tracer);
        }
    }

    /// Called when the thread stands before what it does when it is its turn.
    #[cold]
    pub(crate) fn trace_wait(&mut self) {
        self.tracing.last = None;
        let Some(frame) = self.frames.last() else { return };
        let event = Event::Waits { thread: self.current, pos: self.position(frame.function, frame.pc) };
        self.tell([event].iter());
    }

    /// Called after an instruction while tracing.
    #[cold]
    pub(crate) fn trace_effect(&mut self, function: FunctionId, base: u32, code: &Code, pc: usize) {
        if self.tracing.tracer.is_none() {
            return;
        }
        let instr = &code.instrs[pc];
        if let Instr::Load { address, kind, .. }
        | Instr::Store { address, kind, .. }
        | Instr::Atomic { address, kind, .. } = instr
        {
            let address = self.operand_of(code, base, *address);
            self.learn_record(function, code, pc, address);
            self.learn_kind(address, *kind);
        }
        let named = match instr {
            Instr::Move { dst, kind, .. }
            | Instr::Load { dst, kind, .. }
            | Instr::LoadBits { dst, kind, .. }
            | Instr::Unary { dst, kind, .. }
            | Instr::Convert { dst, to: kind, .. }
            | Instr::Library { result: Result_::Slot(dst, kind), .. } => Some((*dst, *kind)),
            Instr::Binary { op, dst, .. } if op.is_comparison() => {
                Some((*dst, Kind::Int { bits: 32, signed: true }))
            }
            Instr::Binary { dst, kind, .. } => Some((*dst, *kind)),
            Instr::Atomic { dst: Some(dst), kind, .. } => Some((*dst, *kind)),
            Instr::Index { dst, .. }
            | Instr::Element { dst, .. }
            | Instr::Offset { dst, .. }
            | Instr::Alloca { dst, .. } => Some((*dst, self.pointer_kind())),
            _ => None,
        };
        let assigned = |name, value| Event::Assigned { name, value };
        let events = [
            self.trace_memory(base, code, instr),
            named.and_then(|(dst, kind)| {
                let name = self.named(function, code, dst)?;
                Some(assigned(name, self.show(self.slot(base, dst), kind)))
            }),
        ];
        self.tell(events.iter().flatten());
    }

    /// What an instruction read or wrote in memory that others can see, or wrote in any other.
    fn trace_memory(&self, base: u32, code: &Code, instr: &Instr) -> Option<Event<'static>> {
        let at = |operand| self.operand_of(code, base, operand);
        match instr {
            Instr::Store { address, value, kind, .. } => {
                let name = self.name_place(at(*address), Extent::Bytes(kind.bytes()));
                let value = self.show(at(*value), *kind);
                (!is_of_macro(&name)).then_some(Event::Assigned { name, value })
            }
            Instr::StoreBits { address, value, kind, bits, .. } => {
                let name = self.name_place(at(*address), Extent::Field(*bits));
                let value = match (at(*value), *kind) {
                    (value, Kind::Int { signed, .. }) if value.is_int() => {
                        Val::int(arith::extend(value.bits, bits.width, signed))
                    }
                    (value, _) => value,
                };
                Some(Event::Assigned { name, value: self.show(value, *kind) })
            }
            Instr::Atomic { address, kind, .. } => {
                let name = self.name_place(at(*address), Extent::Bytes(kind.bytes()));
                let value = self.memory.load(at(*address), kind.bytes()).ok()?;
                Some(Event::Assigned { name, value: self.show(extended(value, *kind), *kind) })
            }
            Instr::Load { dst, address, kind, .. } if self.live > 1 && at(*address).is_pointer() => {
                let is_shared = match self.memory.object(at(*address).object())?.kind {
                    ObjectKind::Constant => false,
                    ObjectKind::Static | ObjectKind::Heap => true,
                    ObjectKind::Local | ObjectKind::Alloca => false,
                };
                let name = self.name_place(at(*address), Extent::Bytes(kind.bytes()));
                is_shared.then(|| Event::Read { name, value: self.show(self.slot(base, *dst), *kind) })
            }
            _ => None,
        }
    }

    /// Called when a function of the program has been entered.
    #[cold]
    pub(crate) fn trace_call(&mut self) {
        let Some(frame) = self.frames.last().filter(|_| self.tracing.tracer.is_some()) else { return };
        let image = self.image;
        let (code, function) = (&image.code[frame.function.index()], image.program.function(frame.function));
        let Some(body) = &function.body else { return };
        let arguments = body.params.iter().filter_map(|&param| {
            let local = body.local(param);
            let kind = compile::kind(image.program.types.as_scalar(local.ty)?, image.program.model);
            let value = match code.objects[param.index()] {
                None => self.slot(frame.base, code.slot_of[param.index()]),
                Some(object) => {
                    let value = self.memory.load(self.slot(frame.base, object.slot), kind.bytes()).ok()?;
                    extended(value, kind)
                }
            };
            Some((source_name(&local.name).to_string(), self.show(value, kind)))
        });
        let event = Event::Called { function: &function.source_name, arguments: arguments.collect() };
        self.tell([event].iter());
    }

    /// Called when a function of the library has returned a value.
    #[cold]
    pub(crate) fn trace_input(&mut self, function: &'static str, value: Val) {
        let is_unsigned = ["nondet_u", "nondet_size_t"].iter().any(|part| function.contains(part));
        let value = if is_unsigned { value.bits.into() } else { (value.bits as i64).into() };
        let is_byte = matches!(input_type(function, 64), Some(Scalar::Int { bits: 8, .. }));
        let character = (is_byte || READERS.contains(&function)).then(|| character(value)).flatten();
        self.tell([Event::Input { function, value, character, is_defined: true }].iter());
    }

    /// Called when a value was given from outside.
    #[cold]
    pub(crate) fn trace_outside(
        &mut self,
        name: impl FnOnce(&Machine<'_>) -> String,
        value: Val,
        kind: Kind,
    ) {
        if self.tracing.tracer.is_some() {
            let event = Event::Outside { name: name(self), value: self.show(value, kind) };
            self.tell([event].iter());
        }
    }

    /// Called when an undefined function was given its result.
    #[cold]
    pub(crate) fn trace_result(&mut self, function: FunctionId, value: Val, kind: Kind) {
        let name = &self.image.program.function(function).source_name;
        let value = match kind {
            Kind::Int { signed: true, .. } => i128::from(value.bits as i64),
            Kind::Int { .. } | Kind::Bool => value.bits.into(),
            _ => return self.trace_outside(|_| format!("{name}()"), value, kind),
        };
        let is_byte = matches!(kind, Kind::Int { bits: 8, .. });
        let character = is_byte.then(|| character(value)).flatten();
        self.tell([Event::Input { function: name, value, character, is_defined: false }].iter());
    }

    /// Called when an undefined function returned something that nobody looks at.
    #[cold]
    pub(crate) fn trace_dropped(&mut self, function: FunctionId) {
        let program = self.image.program;
        if let Type::Function(signature) = program.types.get(program.function(function).ty)
            && let Some(scalar) = program.types.as_scalar(signature.result)
        {
            self.trace_result(function, Val::ZERO, compile::kind(scalar, program.model));
        }
    }

    fn tell<'e>(&mut self, events: impl Iterator<Item = &'e Event<'e>>) {
        if let Some(tracer) = &mut self.tracing.tracer {
            events.for_each(tracer);
        }
    }

    /// The variable in a slot; temporaries have no name of interest.
    fn named(&self, function: FunctionId, code: &Code, slot: Slot) -> Option<String> {
        let local = code.slot_of.partition_point(|&s| s <= slot).checked_sub(1)?;
        let body = self.image.program.function(function).body.as_ref()?;
        let found = body.locals.get(local).filter(|_| code.slot_of[local] == slot && slot < code.cleared)?;
        (found.kind != LocalKind::Temporary && code.objects[local].is_none() && !is_of_macro(&found.name))
            .then(|| source_name(&body.local(LocalId(local as u32)).name).to_string())
    }

    pub(crate) fn show(&self, value: Val, kind: Kind) -> Shown {
        let character = match kind {
            Kind::Int { bits: 8, .. } if value.tag == INIT => character((value.bits as i64).into()),
            _ => None,
        };
        Shown { value: self.show_plainly(value, kind), character }
    }

    fn show_plainly(&self, value: Val, kind: Kind) -> String {
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
}

/// A value as it lies in memory, as a register holds it.
pub(crate) fn extended(value: Val, kind: Kind) -> Val {
    match kind {
        Kind::Int { bits, signed } if value.is_int() => Val::int(arith::extend(value.bits, bits, signed)),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_written_as_in_c() {
        let check = |value, expected: Option<&str>| assert_eq!(character(value).as_deref(), expected);
        check(97, Some("'a'"));
        check(32, Some("' '"));
        check(39, Some(r"'\''"));
        check(92, Some(r"'\\'"));
        check(10, Some(r"'\n'"));
        check(0, Some(r"'\0'"));
        check(1, None);
        check(127, None);
        check(-1, None);
        check(300, None);
    }
}
