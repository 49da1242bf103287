//! What memory is called, for people: `x`, `buffer[3]`, `node.next`, `heap#1[2].key`.

use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;

use cfa::expr::ExprKind;
use cfa::op::Op;
use cfa::program::{FunctionId, LocalId};
use cfa::source::Pos;
use cfa::types::{Bits, RecordId, Type, TypeId};

use crate::code::{Code, Kind};
use crate::exec::Machine;
use crate::memory::ObjectKind;
use crate::value::{Val, function_of, thread_of};

/// Numbers for objects that have no name, and what has been learnt of their types.
#[derive(Default)]
pub(crate) struct Naming {
    numbers: RefCell<HashMap<u32, usize>>,
    records: HashMap<u32, RecordId>,
    /// What they were accessed as first, if not as records.
    kinds: HashMap<u32, Kind>,
    /// Where objects of the heap were allocated.
    sites: HashMap<u32, Pos>,
}

/// How much of an object is meant.
#[derive(Clone, Copy)]
pub(crate) enum Extent {
    /// Where a pointer points to, whatever lies there.
    Start,
    Bytes(u32),
    Field(Bits),
}

/// A local's name as the source spells it, without what tells it from others of its function.
pub(crate) fn source_name(local: &str) -> &str {
    local.split_once('#').map_or(local, |(name, _)| name)
}

/// Whether a local is one of those that the macros of stdatomic.h declare, which nobody has written.
pub(crate) fn is_of_macro(local: &str) -> bool {
    local.starts_with("__atomic_")
}

impl Machine<'_> {
    pub(crate) fn show_pointer(&self, value: Val) -> String {
        if let Some(function) = function_of(value) {
            return format!("&{}", self.image.program.functions[function as usize].source_name);
        }
        if let Some(thread) = thread_of(value) {
            return format!("thread {thread}");
        }
        let place = self.name_place(value, Extent::Start);
        if place.starts_with('"') { place } else { format!("&{place}") }
    }

    /// The name of what a pointer points to.
    pub(crate) fn name_place(&self, pointer: Val, extent: Extent) -> String {
        let (object, made_up) = (pointer.object(), self.start_of_made_up(pointer.object()));
        let offset = i64::from(pointer.offset()) - made_up.unwrap_or(0);
        let (mut name, shape) = self.object_name(object);
        let types = &self.image.program.types;
        let rest = match (shape, self.tracing.naming.records.get(&object)) {
            (Some(ty), _) => self.descend(&mut name, ty, offset, extent),
            (None, Some(&record)) => {
                let size = types.record(record).size.max(1) as i64;
                let is_array = self.memory.object(object).is_some_and(|o| i64::from(o.size) > size);
                let is_first = made_up.is_some() && (0..size).contains(&offset);
                if is_array && !is_first && (offset != 0 || !matches!(extent, Extent::Start)) {
                    name.push_str(&format!("[{}]", offset.div_euclid(size)));
                }
                match (offset.rem_euclid(size), extent) {
                    (0, Extent::Start) => 0,
                    (within, _) => self.descend_record(&mut name, record, within, extent),
                }
            }
            (None, None) => match extent {
                // An array of what is accessed, as far as anybody can tell.
                Extent::Bytes(size) if offset % i64::from(size.max(1)) == 0 => {
                    let is_array = self.memory.object(object).is_some_and(|o| o.size > size);
                    if is_array {
                        name.push_str(&format!("[{}]", offset / i64::from(size.max(1))));
                    }
                    0
                }
                _ => offset,
            },
        };
        if rest != 0 {
            name.push_str(&format!("{rest:+}"));
        }
        name
    }

    /// Follows a type down to what lies at an offset; what is left of the offset.
    fn descend(&self, name: &mut String, ty: TypeId, offset: i64, extent: Extent) -> i64 {
        let program = self.image.program;
        let size = program.types.size(ty, program.model);
        let is_found = match extent {
            Extent::Start => true,
            Extent::Bytes(bytes) => size != 0 && size <= u64::from(bytes),
            Extent::Field(_) => false,
        };
        if offset == 0 && is_found {
            return 0;
        }
        match program.types.get(ty) {
            Type::Array { elem, .. } => {
                let size = program.types.size(*elem, program.model) as i64;
                if size == 0 {
                    return offset;
                }
                name.push_str(&format!("[{}]", offset.div_euclid(size)));
                self.descend(name, *elem, offset.rem_euclid(size), extent)
            }
            Type::Record(record) => self.descend_record(name, *record, offset, extent),
            _ => offset,
        }
    }

    fn descend_record(&self, name: &mut String, record: RecordId, offset: i64, extent: Extent) -> i64 {
        let program = self.image.program;
        let found = program.types.record(record).fields.iter().find(|field| {
            let (start, size) = (field.offset as i64, program.types.size(field.ty, program.model) as i64);
            match (field.bits, extent) {
                (Some(bits), Extent::Field(wanted)) => start == offset && bits == wanted,
                (Some(_), _) => false,
                (None, _) => start <= offset && offset < start + size,
            }
        });
        let Some(field) = found else { return offset };
        // Members of an unnamed member are named like one's own.
        if !field.name.starts_with('@') {
            name.push('.');
            name.push_str(&field.name);
        }
        if field.bits.is_some() {
            return 0;
        }
        self.descend(name, field.ty, offset - field.offset as i64, extent)
    }

    /// An object's name, and its type if it was declared with one.
    fn object_name(&self, id: u32) -> (String, Option<TypeId>) {
        let program = self.image.program;
        // Static objects are numbered in order, before all others.
        if let Ok(index) = self.image.statics.binary_search(&id) {
            let object = &program.objects[index];
            return (object.name.clone(), Some(object.ty));
        }
        self.name_local(id).or_else(|| self.name_thread_local(id)).unwrap_or_else(|| {
            let kind = match self.memory.object(id).map(|object| object.kind) {
                _ if self.start_of_made_up(id).is_some() => "outside",
                Some(ObjectKind::Heap) => "heap",
                Some(ObjectKind::Alloca) => "alloca",
                _ => "object",
            };
            let mut numbers = self.tracing.naming.numbers.borrow_mut();
            let next = numbers.len() + 1;
            (format!("{kind}#{}", numbers.entry(id).or_insert(next)), None)
        })
    }

    /// A local of some frame; those of frames other than the innermost are told apart by their function.
    fn name_local(&self, id: u32) -> Option<(String, Option<TypeId>)> {
        for thread in 0..self.threads.len().max(1) {
            let is_current = thread == self.current;
            let (frames, slots) = match self.threads.get(thread) {
                Some(other) if !is_current => (&other.frames, &other.slots),
                _ => (&self.frames, &self.slots),
            };
            for (depth, frame) in frames.iter().enumerate().rev() {
                let code = &self.image.code[frame.function.index()];
                let is_it = |object: &crate::code::FrameObject| {
                    let value = slots[(frame.base + object.slot) as usize];
                    value.is_pointer() && value.object() == id
                };
                let Some(local) = code.objects.iter().position(|o| o.as_ref().is_some_and(is_it)) else {
                    continue;
                };
                let function = self.image.program.function(frame.function);
                let local = function.body.as_ref()?.local(LocalId(local as u32));
                let is_innermost = is_current && depth + 1 == frames.len();
                let name = source_name(&local.name);
                let name =
                    if is_innermost { name.to_string() } else { format!("{}::{name}", function.source_name) };
                return Some((name, Some(local.ty)));
            }
        }
        None
    }

    fn name_thread_local(&self, id: u32) -> Option<(String, Option<TypeId>)> {
        let heap = &self.exploring()?.heap;
        let own = self.threads.iter().flat_map(|thread| &thread.objects).find(|own| own.1 == id)?;
        let index = self.image.statics.iter().position(|&object| heap.key(object) == own.0)?;
        let object = &self.image.program.objects[index];
        Some((object.name.clone(), Some(object.ty)))
    }

    /// Remembers where an object of the heap is allocated, if anybody is told, and numbers it: in the order of allocation, whoever
    /// mentions it first.
    pub(crate) fn learn_site(&mut self, id: u32) {
        if self.tracing.tracer.is_some()
            && let Some(frame) = self.frames.last()
        {
            let pos = self.position(frame.function, frame.pc);
            self.tracing.naming.sites.insert(id, pos);
            self.object_name(id);
        }
    }

    /// An object of the heap by its size and the place of its allocation.
    pub(crate) fn name_allocation(&self, id: u32) -> String {
        let size = self.memory.object(id).map_or(0, |object| object.size);
        let bytes = if size == 1 { "byte" } else { "bytes" };
        match self.tracing.naming.sites.get(&id) {
            Some(pos) => {
                let file = self.image.program.file(pos.file);
                format!("an object of {size} {bytes}, allocated at {file}:{}", pos.line)
            }
            None => format!("an object of {size} {bytes}"),
        }
    }

    /// What has been learnt of an object without a type.
    pub(crate) fn learnt(&self, id: u32) -> (Option<RecordId>, Option<Kind>) {
        let Naming { records, kinds, .. } = &self.tracing.naming;
        (records.get(&id).copied(), kinds.get(&id).copied())
    }

    /// Remembers what an object without a type is accessed as.
    pub(crate) fn learn_kind(&mut self, address: Val, kind: Kind) {
        if address.is_pointer() && self.memory.is_nameless(address.object()) {
            self.tracing.naming.kinds.entry(address.object()).or_insert(kind);
        }
    }

    /// Remembers the type of an object without one from the way in which it is accessed.
    pub(crate) fn learn_record(&mut self, function: FunctionId, code: &Code, pc: usize, address: Val) {
        let image = self.image;
        let kind = self.memory.object(address.object()).map(|object| object.kind);
        if !address.is_pointer() || !matches!(kind, Some(ObjectKind::Heap | ObjectKind::Alloca)) {
            return;
        }
        let Some(body) = image.program.function(function).body.as_ref() else { return };
        let place = match body.edges.get(code.edge_of[pc] as usize).map(|edge| &edge.op) {
            Some(Op::Load { place, .. } | Op::Store { place, .. }) => place,
            Some(Op::Atomic(atomic)) => &atomic.place,
            _ => return,
        };
        let (mut at, mut start, mut outermost) = (place.address, i64::from(address.offset()), None);
        while let ExprKind::Field { base, record, field } = body.expr(at).kind {
            start -= image.program.types.record(record).fields[field as usize].offset as i64;
            outermost = Some(record);
            at = base;
        }
        if let Some(record) = outermost
            && start % image.program.types.record(record).size.max(1) as i64 == 0
        {
            self.tracing.naming.records.entry(address.object()).or_insert(record);
        }
    }
}
