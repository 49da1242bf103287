//! Aspects of a program: what its elements are made of, in its own words, so that a later program that does not have an element can
//! say why ([`crate::why`]). They are kept with a record. Nothing that is believed rests on them.
//!
//! As a section of a layer, in lists of words: how many aspects there are; each with its kind, what it is of, what that is like and how
//! it is called; the first part of a location, and the location of each part; then, for runs of elements, how many of them have the same
//! aspects, and which.

use rustc_hash::FxHashMap as HashMap;

use cfa::Program;
use cfa::expr::{ExprId, ExprKind};
use cfa::extent::{allocated, of_call};
use cfa::op::{Callee, Op};
use cfa::part::Part;
use cfa::program::{AddressTarget, Body, FunctionId, Location, Object, ObjectId, ObjectKind};
use cfa::types::{RecordId, Type};
use machine::exec::Machine;
use machine::explore::{ExtentFacts, Hash, Whose};
use machine::footprint::Layout;

use crate::layer::{Lists, push_list};

/// What may change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum AspectKind {
    /// What a function does.
    Code,
    Signature,
    /// What there is to choose from, somewhere in a function.
    Choice,
    /// Where a field lies, and as what.
    Field,
    /// How large a struct or union is.
    Record,
    /// As what a static object is declared.
    Object,
    /// How large an object is.
    Size,
    /// What is called at the end of the program.
    Exit,
    /// The initial value of a static object.
    Start,
}

const KINDS: [AspectKind; 9] = [
    AspectKind::Code,
    AspectKind::Signature,
    AspectKind::Choice,
    AspectKind::Field,
    AspectKind::Record,
    AspectKind::Object,
    AspectKind::Size,
    AspectKind::Exit,
    AspectKind::Start,
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Aspect {
    pub kind: AspectKind,
    /// What it is of; unique among those of its kind.
    pub what: u64,
    /// What that is like.
    pub value: u64,
    /// What it is called: a function or an object; of a field, and a struct, the struct.
    pub name: String,
    /// The name of a field; empty for all others.
    pub field: String,
}

/// The aspects of a program, and those of each of its elements: first what the element is of, then what it depends on. Locations come
/// first, those of a function one behind the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Aspects {
    pub all: Vec<Aspect>,
    pub of: Vec<Vec<u32>>,
    /// The element of the first part of a location, and of each part the location.
    pub first_part: u32,
    pub parts: Vec<u32>,
}

/// What a record without a tag is called begins so.
const UNNAMED: char = '<';

impl Aspects {
    /// `elements` are those of the machine's program, by number of the layout.
    pub fn of(
        machine: &Machine<'_>,
        program: &Program,
        layout: &Layout,
        named: &change::Names,
        elements: &[Hash],
    ) -> Aspects {
        let (aspects, numbers) = (Aspects::default(), HashMap::default());
        let mut making = Making { program, layout, named, elements, aspects, numbers };
        for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
            let Some(body) = &function.body else { continue };
            for at in (0..body.locations() as u32).map(Location) {
                let aspects = making.location(id, body, at);
                making.aspects.of.push(aspects);
            }
        }
        for id in (0..program.functions.len() as u32).map(FunctionId) {
            let number = making.signature(id);
            making.aspects.of.push(vec![number]);
        }
        let value = short(&elements[layout.end_of_program() as usize]);
        let number = making.add(AspectKind::Exit, 0, value, "");
        making.aspects.of.push(vec![number]);
        making.aspects.first_part = making.aspects.of.len() as u32;
        for (number, it) in layout.parts() {
            making.aspects.parts.push(it.location);
            let aspects = making.aspects.of[it.location as usize].clone();
            if it.part == Part::Choice {
                // What there is to choose from is no part of it, and of the location it is.
                let [part, whole] = [number, it.location].map(|number| short(&elements[number as usize]));
                let name = &program.function(it.function).source_name;
                let choice = making.add(AspectKind::Choice, part, whole, name);
                making.aspects.of[it.location as usize].push(choice);
            }
            making.aspects.of.push(aspects);
        }
        for facts in machine.extent_facts() {
            let number = making.size(&facts);
            making.aspects.of.extend(vec![vec![number]; facts.ends.len() + 1]);
        }
        for (id, object) in (0..).map(ObjectId).zip(&program.objects) {
            if object.kind != ObjectKind::Literal {
                let value = making.initial(object);
                making.add(AspectKind::Start, named.objects[id.index()], value, &object.name);
            }
        }
        making.aspects
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        push_list(&mut bytes, &[self.all.len() as u32]);
        for Aspect { kind, what, value, name, field } in &self.all {
            let text = format!("{name}\0{field}");
            let mut words = vec![*kind as u32, *what as u32, (what >> 32) as u32];
            words.extend([*value as u32, (value >> 32) as u32, text.len() as u32]);
            let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
            words.extend(text.as_bytes().chunks(4).map(word));
            push_list(&mut bytes, &words);
        }
        push_list(&mut bytes, &[&[self.first_part], &self.parts[..]].concat());
        for run in self.of.chunk_by(|a, b| a == b) {
            let words: Vec<u32> = [run.len() as u32].into_iter().chain(run[0].iter().copied()).collect();
            push_list(&mut bytes, &words);
        }
        bytes
    }

    /// Nothing if the bytes make no sense, or tell of more elements than there are.
    pub fn decode(bytes: &[u8], elements: usize) -> Option<Aspects> {
        let lists = Lists::read(bytes)?;
        let mut lists = lists.iter();
        let &[count] = lists.next()? else { return None };
        let mut aspects = Aspects::default();
        for _ in 0..count {
            aspects.all.push(Aspect::read(lists.next()?)?);
        }
        let (&first_part, parts) = lists.next()?.split_first()?;
        (aspects.first_part, aspects.parts) = (first_part, parts.to_vec());
        for run in lists {
            let (&length, of) = run.split_first()?;
            let is_known = !of.is_empty() && of.iter().all(|&aspect| aspect < count);
            if !is_known || length as usize > elements - aspects.of.len() {
                return None;
            }
            aspects.of.extend(std::iter::repeat_n(of.to_vec(), length as usize));
        }
        let is_whole = first_part as usize + parts.len() <= aspects.of.len();
        (is_whole && parts.iter().all(|&location| location < first_part)).then_some(aspects)
    }

    /// The location that an element is a part of, or it itself.
    pub fn whole(&self, element: u32) -> u32 {
        let part = element.checked_sub(self.first_part).and_then(|part| self.parts.get(part as usize));
        part.copied().unwrap_or(element)
    }

    /// What an element is of.
    pub fn primary(&self, element: u32) -> Option<&Aspect> {
        self.all.get(*self.of.get(element as usize)?.first()? as usize)
    }
}

impl Aspect {
    fn read(words: &[u32]) -> Option<Aspect> {
        let (&[kind, what, what_high, value, value_high, length], text) = words.split_first_chunk()?;
        let text: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length as usize).collect();
        let text = String::from_utf8(text).ok().filter(|text| text.len() == length as usize)?;
        let (name, field) = text.split_once('\0')?;
        Some(Aspect {
            kind: *KINDS.get(kind as usize)?,
            what: u64::from(what) | u64::from(what_high) << 32,
            value: u64::from(value) | u64::from(value_high) << 32,
            name: name.into(),
            field: field.into(),
        })
    }

    /// Whether it is of a struct that has no name.
    pub fn is_unnamed(&self) -> bool {
        self.name.split(' ').nth(1).is_some_and(|tag| tag.starts_with(UNNAMED))
    }
}

struct Making<'a> {
    program: &'a Program,
    layout: &'a Layout,
    named: &'a change::Names,
    elements: &'a [Hash],
    aspects: Aspects,
    numbers: HashMap<(AspectKind, u64), u32>,
}

impl Making<'_> {
    fn add(&mut self, kind: AspectKind, what: u64, value: u64, name: &str) -> u32 {
        self.add_field(kind, what, value, name, "")
    }

    fn add_field(&mut self, kind: AspectKind, what: u64, value: u64, name: &str, field: &str) -> u32 {
        let (all, next) = (&mut self.aspects.all, self.numbers.len() as u32);
        *self.numbers.entry((kind, what)).or_insert_with(|| {
            all.push(Aspect { kind, what, value, name: name.into(), field: field.into() });
            next
        })
    }

    fn signature(&mut self, id: FunctionId) -> u32 {
        let value = short(&self.elements[self.layout.callee(id) as usize]);
        let what = self.named.functions[id.index()];
        self.add(AspectKind::Signature, what, value, &self.program.function(id).source_name)
    }

    fn location(&mut self, id: FunctionId, body: &Body, at: Location) -> Vec<u32> {
        let (function, what) = (self.program.function(id), self.named.functions[id.index()]);
        let mut aspects = vec![self.add(AspectKind::Code, what, 0, &function.source_name)];
        if at == Body::ENTRY {
            aspects.push(self.signature(id));
        }
        for edge in body.out(at) {
            let mut work = Vec::new();
            edge.op.for_each_expr(|expr| work.push(expr));
            while let Some(expr) = work.pop() {
                self.expression(body, expr, &mut aspects);
                body.expr(expr).kind.for_each_operand(|operand| work.push(operand));
            }
            match &edge.op {
                Op::Copy { ty, .. } => {
                    if let Type::Record(record) = *self.program.types.get(*ty) {
                        aspects.push(self.record(record));
                    }
                }
                Op::Call { callee: Callee::Direct(callee), .. } => {
                    aspects.push(self.signature(*callee));
                    aspects.extend(of_call(self.program, body, &edge.op).map(|it| self.record(it)));
                }
                _ => {}
            }
        }
        let mut seen = Vec::with_capacity(aspects.len());
        aspects.retain(|aspect| {
            !seen.contains(aspect) && {
                seen.push(*aspect);
                true
            }
        });
        aspects
    }

    fn expression(&mut self, body: &Body, expr: ExprId, aspects: &mut Vec<u32>) {
        match body.expr(expr).kind {
            ExprKind::Field { base, record, field } => {
                aspects.push(self.field(record, field as usize));
                // An element of an array of these: where it lies depends on how large they are.
                let size = self.program.types.record(record).size;
                if matches!(body.expr(base).kind, ExprKind::Index { scale, .. } if scale == size) {
                    aspects.push(self.record(record));
                }
            }
            ExprKind::Object(id) => {
                let object = self.program.object(id);
                if object.kind != ObjectKind::Literal {
                    let (what, value) = (self.named.objects[id.index()], self.declared(object));
                    aspects.push(self.add(AspectKind::Object, what, value, &object.name));
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, id: RecordId, field: usize) -> u32 {
        let program = self.program;
        let (name, record) = (self.record_name(id), program.types.record(id));
        let Some(field) = record.fields.get(field) else { return self.record(id) };
        let value =
            text(&format!("{} {:?} {:?}", field.offset, field.bits, program.types.as_scalar(field.ty)));
        let what = field_of(&name, &field.name);
        self.add_field(AspectKind::Field, what, value, &name, &field.name)
    }

    fn record(&mut self, id: RecordId) -> u32 {
        let name = self.record_name(id);
        let size = self.program.types.record(id).size;
        self.add(AspectKind::Record, record_of(&name), size, &name)
    }

    fn record_name(&self, id: RecordId) -> String {
        let record = self.program.types.record(id);
        format!("{} {}", if record.is_union { "union" } else { "struct" }, record.name)
    }

    fn declared(&self, object: &Object) -> u64 {
        let flags = (object.is_constant, object.is_defined, object.is_thread_local);
        text(&format!("{flags:?} {:?}", self.program.types.as_scalar(object.ty)))
    }

    fn size(&mut self, facts: &ExtentFacts<'_>) -> u32 {
        let program = self.program;
        let name = match facts.whose {
            Whose::Static(id) => format!("`{}`", program.object(id).name),
            Whose::Local(id, local) => {
                let function = program.function(id);
                let local = function.body.as_ref().map_or("", |body| &body.local(local).name);
                format!("`{local}` of `{}`", function.source_name)
            }
            // One name for how large it is, whoever asks.
            Whose::Record(at) => return self.record(allocated(program)[at]),
        };
        self.add(AspectKind::Size, short(&facts.family), short(&facts.whole), &name)
    }

    fn initial(&self, object: &Object) -> u64 {
        let mut hasher = blake3::Hasher::new();
        for (start, run) in &object.init.bytes {
            for (at, byte) in (*start..).zip(run).filter(|(_, byte)| **byte != 0) {
                hasher.update(&at.to_le_bytes()).update(&[*byte]);
            }
        }
        for it in &object.init.addresses {
            let (kind, what, label) = match it.target {
                AddressTarget::Object(id) => (0u64, self.named.objects[id.index()], 0),
                AddressTarget::Function(id) => (1, self.named.functions[id.index()], 0),
                AddressTarget::Label(id, label) => (2, self.named.functions[id.index()], label.0),
                AddressTarget::LabelDifference(id, label, _) => {
                    (3, self.named.functions[id.index()], label.0)
                }
            };
            for number in [it.offset, kind, what, label.into(), it.addend as u64] {
                hasher.update(&number.to_le_bytes());
            }
        }
        first(hasher.finalize().as_bytes())
    }
}

/// What an aspect of a field is of.
pub(crate) fn field_of(record: &str, field: &str) -> u64 {
    text(&format!("{record}.{field}"))
}

/// What an aspect of a struct or union is of.
pub(crate) fn record_of(record: &str) -> u64 {
    text(record)
}

fn text(text: &str) -> u64 {
    first(blake3::hash(text.as_bytes()).as_bytes())
}

fn short(hash: &Hash) -> u64 {
    first(hash)
}

fn first(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aspects() -> Aspects {
        let aspect = |kind, name: &str, field: &str| Aspect {
            kind,
            what: u64::MAX - 7,
            value: 1 << 40,
            name: name.into(),
            field: field.into(),
        };
        let kinds = KINDS.iter().map(|&kind| aspect(kind, "größe", ""));
        let all = kinds.chain([aspect(AspectKind::Field, "struct <12>", "lock")]).collect();
        let of = vec![vec![0], vec![0], vec![0, 9, 4], vec![1], vec![0], vec![0, 9]];
        Aspects { all, of, first_part: 4, parts: vec![1, 2] }
    }

    #[test]
    fn what_was_encoded_is_decoded() {
        let bytes = aspects().encode();
        assert_eq!(Aspects::decode(&bytes, 6), Some(aspects()));
        assert_eq!(Aspects::decode(&bytes, 5), None, "there are more than elements");
        assert_eq!(Aspects::decode(&[], 5), None);
        let unnamed = |aspect: &Aspect| aspect.is_unnamed();
        assert_eq!(aspects().all.iter().filter(|it| unnamed(it)).count(), 1);
        assert_eq!((aspects().whole(5), aspects().whole(3)), (2, 3));
    }

    #[test]
    fn damage_gives_aspects_that_are_whole_or_none() {
        let (bytes, mut decoded) = (aspects().encode(), 0);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                let Some(aspects) = Aspects::decode(&damaged, 6) else { continue };
                decoded += 1;
                assert!(aspects.of.iter().flatten().all(|&it| (it as usize) < aspects.all.len()));
                assert!(
                    (0..aspects.of.len() as u32).all(|it| (aspects.whole(it) as usize) < aspects.of.len())
                );
                assert!((0..aspects.of.len() as u32).all(|it| aspects.primary(it).is_some()));
            }
        }
        assert!(decoded > 0 && decoded < bytes.len() * 8);
    }
}
