//! All that a state holds, for people: the variables of each thread's calls, static objects and the heap, with where
//! pointers lead.

use cfa::program::{self, LocalId, LocalKind};
use cfa::source::Pos;
use cfa::types::{RecordId, Scalar, Type, TypeId};

use crate::code::Kind;
use crate::compile;
use crate::exec::{Frame, Machine};
use crate::explore::Pending;
use crate::library::sync;
use crate::memory::{Life, ObjectKind};
use crate::naming::{is_of_macro, source_name};
use crate::trace::{character, extended};
use crate::value::Val;

/// Cells of one object that are shown, and objects of the heap.
const CELLS: usize = 64;
const OBJECTS: usize = 256;

/// A state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    pub threads: Vec<Stack>,
    pub statics: Vec<Thing>,
    /// In the order of allocation, freed ones included.
    pub heap: Vec<Thing>,
    /// Objects of the heap that are not shown.
    pub heap_omitted: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// The outermost call first.
    pub calls: Vec<Call>,
    /// Of a thread that cannot go on.
    pub waits_for: Option<String>,
    pub has_ended: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    pub pos: Pos,
    pub variables: Vec<Thing>,
}

/// A variable or an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// What pointers lead to; nothing if none can.
    pub id: Option<u32>,
    pub name: String,
    pub is_alive: bool,
    pub cells: Vec<Cell>,
    /// Cells that are not shown.
    pub omitted: usize,
}

/// A scalar, with its name within its object, such as `.next` or `[3]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub name: String,
    pub value: String,
    /// The object that a pointer leads to.
    pub to: Option<u32>,
}

impl Machine<'_> {
    /// The state as it is, between two transitions, or while a thread is on its way. Nothing of it depends on somebody having
    /// looked.
    pub fn picture(&self, on_its_way: Option<usize>) -> Picture {
        let stack = |thread| self.stack_of(thread, on_its_way == Some(thread));
        let threads = (0..self.threads.len().max(1)).map(stack).collect();
        let mut picture = Picture { threads, statics: self.pictured_statics(), ..Picture::default() };
        let is_shown = |kind: ObjectKind| matches!(kind, ObjectKind::Heap | ObjectKind::Alloca);
        for (id, object) in self.memory.objects().filter(|(_, object)| is_shown(object.kind)) {
            if picture.heap.len() == OBJECTS {
                picture.heap_omitted += 1;
                continue;
            }
            let name = self.show_pointer(Val::pointer(id, 0)).trim_start_matches('&').to_string();
            let mut thing = Thing::new(Some(id), name);
            thing.is_alive = object.life == Life::Alive;
            self.fill_unnamed(&mut thing, id, object.size.into());
            picture.heap.push(thing);
        }
        picture
    }

    fn stack_of(&self, thread: usize, is_on_its_way: bool) -> Stack {
        if self.threads.is_empty() {
            let calls = self.frames.iter().map(|frame| self.call(frame, &self.slots)).collect();
            return Stack { calls, waits_for: None, has_ended: false };
        }
        let (frames, slots) = (self.frames_of(thread), self.slots_of(thread));
        let has_ended = matches!(self.pending(thread), Pending::Ended { .. });
        // What one waits for that is on its way, it had been waiting for before.
        let is_waiting = !has_ended && !is_on_its_way && self.is_blocked(thread);
        Stack {
            calls: frames.iter().map(|frame| self.call(frame, slots)).collect(),
            waits_for: self.waits_for(thread).filter(|_| is_waiting),
            has_ended,
        }
    }

    fn call(&self, frame: &Frame, slots: &[Val]) -> Call {
        let program = self.image.program;
        let function = program.function(frame.function);
        let code = &self.image.code[frame.function.index()];
        let mut call = Call {
            function: function.source_name.clone(),
            pos: self.position(frame.function, frame.pc),
            variables: Vec::new(),
        };
        let Some(body) = &function.body else { return call };
        for (index, local) in body.locals.iter().enumerate() {
            if local.kind == LocalKind::Temporary || is_of_macro(&local.name) {
                continue;
            }
            let name = source_name(&local.name).to_string();
            let slot = match code.objects[index] {
                Some(object) => object.slot,
                None => code.slot_of[LocalId(index as u32).index()],
            };
            let Some(&value) = slots.get((frame.base + slot) as usize) else { continue };
            match (code.objects[index], program.types.as_scalar(local.ty)) {
                // Its block has not been entered yet, or is left.
                (Some(_), _) if !self.is_living(value) => {}
                (Some(_), _) => {
                    let mut thing = Thing::new(Some(value.object()), name);
                    self.fill(&mut thing, value.object(), String::new(), local.ty, 0);
                    call.variables.push(thing);
                }
                (None, Some(scalar)) => {
                    let mut thing = Thing::new(None, name);
                    thing.cells.push(self.cell(String::new(), value, compile::kind(scalar, program.model)));
                    call.variables.push(thing);
                }
                (None, None) => {}
            }
        }
        call
    }

    fn is_living(&self, value: Val) -> bool {
        value.is_pointer()
            && self.memory.object(value.object()).is_some_and(|object| object.life == Life::Alive)
    }

    fn pictured_statics(&self) -> Vec<Thing> {
        let program = self.image.program;
        let mut statics = Vec::new();
        for (object, &id) in program.objects.iter().zip(&self.image.statics) {
            let is_plain =
                matches!(object.kind, program::ObjectKind::Global | program::ObjectKind::StaticLocal);
            if !is_plain || !object.is_defined || object.is_constant || object.name.starts_with("__") {
                continue;
            }
            let mut thing = Thing::new(Some(id), object.name.clone());
            self.fill(&mut thing, id, String::new(), object.ty, 0);
            statics.push(thing);
        }
        statics
    }

    /// The cells of an object without a declared type, as far as accesses have told what it is.
    fn fill_unnamed(&self, thing: &mut Thing, id: u32, size: u64) {
        let types = &self.image.program.types;
        let learnt = self.learnt(id);
        // What only functions of the library have written may be text, too.
        let is_text = matches!(learnt, (None, kind) if kind.is_none_or(|kind| kind.bytes() == 1));
        if is_text && let Some(text) = self.literal(id, 0, size) {
            return thing.push(Cell { name: String::new(), value: text, to: None });
        }
        let (step, record, kind) = match learnt {
            (Some(record), _) => (types.record(record).size.max(1), Some(record), None),
            (None, Some(kind)) => (u64::from(kind.bytes().max(1)), None, Some(kind)),
            (None, None) => return,
        };
        for index in 0..size / step {
            let name = if size / step > 1 { format!("[{index}]") } else { String::new() };
            match (record, kind) {
                (Some(record), _) => self.fill_record(thing, id, &name, record, index * step),
                (None, Some(kind)) => self.add(thing, id, name, kind, index * step),
                (None, None) => {}
            }
        }
    }

    fn fill(&self, thing: &mut Thing, id: u32, name: String, ty: TypeId, offset: u64) {
        let program = self.image.program;
        if let Some(scalar) = program.types.as_scalar(ty) {
            return self.add(thing, id, name, compile::kind(scalar, program.model), offset);
        }
        match program.types.get(ty) {
            Type::Array { elem, len } => {
                let (size, len) = (program.types.size(*elem, program.model), len.unwrap_or(0));
                let is_text = matches!(program.types.as_scalar(*elem), Some(Scalar::Int { bits: 8, .. }));
                if is_text && let Some(text) = self.literal(id, offset, len) {
                    return thing.push(Cell { name, value: text, to: None });
                }
                for index in 0..len {
                    // What is beyond the last cell is only counted.
                    if thing.cells.len() >= CELLS {
                        thing.omitted += (len - index) as usize;
                        return;
                    }
                    self.fill(thing, id, format!("{name}[{index}]"), *elem, offset + index * size);
                }
            }
            Type::Record(record) => self.fill_record(thing, id, &name, *record, offset),
            _ => {}
        }
    }

    fn fill_record(&self, thing: &mut Thing, id: u32, name: &str, record: RecordId, offset: u64) {
        let program = self.image.program;
        let fields = &program.types.record(record).fields;
        if let Some(value) = self.lock(id, offset, record) {
            return thing.push(Cell { name: name.to_string(), value, to: None });
        }
        for field in fields {
            let name = match field.name.starts_with('@') {
                true => name.to_string(),
                false => format!("{name}.{}", field.name),
            };
            let at = offset + field.offset;
            match field.bits {
                None => self.fill(thing, id, name, field.ty, at),
                Some(bits) => {
                    let whole = self.memory.peek(id, at, bits.bytes());
                    let value = match (whole, program.types.as_scalar(field.ty)) {
                        (Some(whole), Some(scalar)) if whole.is_int() => {
                            let raw = whole.bits >> bits.bit;
                            let value = crate::arith::extend(raw, bits.width, scalar.is_signed());
                            let kind = compile::kind(scalar, program.model);
                            self.cell(name, Val::int(value), kind)
                        }
                        _ => Cell { name, value: "indeterminate".into(), to: None },
                    };
                    thing.push(value);
                }
            }
        }
    }

    /// What the C library's own types hold is nobody's business, but for who holds a mutex.
    fn lock(&self, id: u32, offset: u64, record: RecordId) -> Option<String> {
        let types = &self.image.program.types;
        let record = types.record(record);
        let inner = record.fields.iter().find(|field| matches!(field.name.as_str(), "__data" | "__size"))?;
        let Type::Record(inner) = types.get(inner.ty) else { return Some("…".into()) };
        if !types.record(*inner).name.contains("pthread_mutex") {
            return Some("…".into());
        }
        let owner = sync::word(self, Val::pointer(id, offset as i32), 0)?;
        Some(match owner {
            0 => "free".into(),
            owner => format!("held by thread {}", owner - 1),
        })
    }

    fn add(&self, thing: &mut Thing, id: u32, name: String, kind: Kind, offset: u64) {
        let value = self.memory.peek(id, offset, kind.bytes()).unwrap_or(Val::UNINIT);
        thing.push(self.cell(name, extended(value, kind), kind));
    }

    fn cell(&self, name: String, value: Val, kind: Kind) -> Cell {
        let is_data = value.is_pointer() && self.memory.object(value.object()).is_some();
        let to = (is_data && matches!(kind, Kind::Pointer { .. })).then(|| value.object());
        Cell { name, value: self.show(value, kind).to_string(), to }
    }

    /// Bytes as a string literal, if all of them are set and those before the first zero can be printed.
    fn literal(&self, id: u32, offset: u64, len: u64) -> Option<String> {
        let mut text = String::new();
        for index in 0..len.min(CELLS as u64) {
            let byte = self.memory.peek(id, offset + index, 1).filter(|byte| byte.is_int())?.bits;
            if byte == 0 {
                return (index > 0).then(|| format!("\"{text}\""));
            }
            let quoted = character(byte.into())?;
            text.push_str(quoted.trim_matches('\''));
        }
        Some(format!("\"{text}\"{}", if len > CELLS as u64 { "…" } else { "" }))
    }
}

impl Thing {
    fn new(id: Option<u32>, name: String) -> Thing {
        Thing { id, name, is_alive: true, cells: Vec::new(), omitted: 0 }
    }

    fn push(&mut self, cell: Cell) {
        if self.cells.len() < CELLS { self.cells.push(cell) } else { self.omitted += 1 }
    }
}
