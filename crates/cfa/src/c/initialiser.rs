//! Initialisers as they take effect.
//!
//! The checker lists values in the order they are written. A later one overrides an earlier one for the same
//! subobject (C11 6.7.9p19), and braces behind a designator give their subobject anew, so that what they leave
//! out is zero again. The list does not show the braces: where values override each other they are looked up
//! among the tokens. What is left is in the order of the object's bytes, in which gcc evaluates it.

use std::collections::{BTreeMap, HashSet};

use rucc_base::Symbol;
use rucc_lex::{PpToken, PpTokenKind, Punct};
use rucc_sema::InitEntry;

use super::unit::Unit;
use crate::types::{Type, TypeId};

/// A part of an initial value; all else is zero.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Value(InitEntry),
    /// Zero again, although a value around it was given.
    Zero {
        offset: u64,
        size: u64,
    },
}

impl Unit<'_> {
    /// The parts of an initialiser of an object of this type that take effect.
    pub fn effective(&self, ty: TypeId, entries: &[InitEntry]) -> Vec<Part> {
        let spans: Vec<Bits> = entries.iter().map(|entry| self.bits(entry)).collect();
        if spans.windows(2).all(|pair| pair[0].end <= pair[1].start) {
            return entries.iter().copied().map(Part::Value).collect();
        }
        let mut sorted = spans.clone();
        sorted.sort_unstable_by_key(|bits| (bits.start, bits.end));
        let is_overlapping = sorted.windows(2).any(|pair| pair[0].end > pair[1].start);
        let groups = if is_overlapping { self.groups(entries) } else { Vec::new() };
        let mut image = Image::default();
        let mut begun = HashSet::new();
        for (entry, bits) in entries.iter().zip(spans) {
            for (group, offset, size) in self.enclosing(&groups, ty, entry) {
                if begun.insert((group, offset)) {
                    image.begin(offset, size);
                }
            }
            let is_scalar = self.convert.scalar(self.tast[entry.value].ty).is_some();
            image.place(bits, is_scalar, *entry);
        }
        image.parts.into_values().map(|placed| placed.part).collect()
    }

    fn bits(&self, entry: &InitEntry) -> Bits {
        let start = entry.offset.saturating_mul(8).saturating_add(entry.bit_offset.into());
        let width = match entry.is_bit_field() {
            true => entry.bit_width.into(),
            false => self.convert.size(self.tast[entry.value].ty).saturating_mul(8),
        };
        Bits { start, end: start.saturating_add(width) }
    }

    /// Braces behind designators that hold an entry: the number of each, and its subobject's place and size.
    fn enclosing(&self, groups: &[Group], ty: TypeId, entry: &InitEntry) -> Vec<(usize, u64, u64)> {
        let at = self.tast.expr_span(entry.value).lo;
        let mut chain = Vec::new();
        let mut next = groups.partition_point(|group| group.from <= at).checked_sub(1);
        while let Some(index) = next {
            if at < groups[index].to {
                chain.push(index);
            }
            next = groups[index].parent;
        }
        let mut subobject = (ty, 0);
        let mut found = Vec::new();
        // The outermost braces hold the whole object.
        for &index in chain.iter().rev().skip(1) {
            for &step in &groups[index].steps {
                match self.descend(subobject, entry.offset, step) {
                    Some(inner) => subobject = inner,
                    None => return found,
                }
            }
            if groups[index].steps != [Step::Next] {
                found.push((index, subobject.1, self.linker.program.types.size(subobject.0, self.linker.program.model)));
            }
        }
        found
    }

    /// The part of an aggregate, given by type and place, that a designator leads to and that holds `offset`.
    fn descend(&self, (ty, place): (TypeId, u64), offset: u64, step: Step) -> Option<(TypeId, u64)> {
        let program = &self.linker.program;
        let within = offset.checked_sub(place)?;
        match program.types.get(ty) {
            Type::Array { elem, .. } => {
                let size = program.types.size(*elem, program.model);
                Some((*elem, place + within.checked_div(size)? * size))
            }
            Type::Record(record) => {
                let fields = &program.types.record(*record).fields;
                let holds = |field: &&crate::types::Field| {
                    let size = program.types.size(field.ty, program.model);
                    field.bits.is_none() && field.offset <= within && (within - field.offset < size || size == 0)
                };
                let Step::Name(name) = step else {
                    return fields.iter().find(holds).map(|field| (field.ty, place + field.offset));
                };
                let name = self.parsed.names.resolve(name);
                if let Some(field) = fields.iter().filter(holds).find(|field| field.name == name) {
                    return Some((field.ty, place + field.offset));
                }
                // A member of an unnamed member, or a name that was generated.
                let inner = fields.iter().filter(holds).find(|field| field.name.starts_with('@'))?;
                let inner = (inner.ty, place + inner.offset);
                Some(self.descend(inner, offset, step).unwrap_or(inner))
            }
            _ => None,
        }
    }

    /// The braces of the initialiser that these entries come from, outermost first, in the order of the text.
    fn groups(&self, entries: &[InitEntry]) -> Vec<Group> {
        let tokens = &self.parsed.tokens;
        let first = entries.first().map(|entry| self.tast.expr_span(entry.value));
        let at = first.and_then(|span| tokens.iter().position(|token| token.span.lo >= span.lo));
        let Some(outermost) = at.and_then(|at| outermost(tokens, at)) else { return Vec::new() };
        let mut groups: Vec<Group> = Vec::new();
        let mut open: Vec<Option<usize>> = Vec::new();
        for (i, token) in tokens.iter().enumerate().skip(outermost) {
            match token.punct() {
                Some(Punct::LBrace) => {
                    let parent = open.last().copied().flatten();
                    let steps = if i == outermost { Some(Vec::new()) } else { steps_before(tokens, i) };
                    let group = steps.filter(|_| i == outermost || parent.is_some()).map(|steps| {
                        groups.push(Group { from: token.span.lo, to: u32::MAX, steps, parent });
                        groups.len() - 1
                    });
                    open.push(group);
                }
                Some(Punct::LParen | Punct::LBracket) => open.push(None),
                Some(Punct::RBrace | Punct::RParen | Punct::RBracket) => {
                    if let Some(Some(group)) = open.pop() {
                        groups[group].to = token.span.lo;
                    }
                    if open.is_empty() {
                        break;
                    }
                }
                _ => {}
            }
        }
        groups
    }
}

/// A pair of braces in an initialiser, and the way to its subobject from that of the braces around.
struct Group {
    from: u32,
    to: u32,
    steps: Vec<Step>,
    parent: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Step {
    /// No designator: the next subobject.
    Next,
    Index,
    Name(Symbol),
}

/// The brace that opens the initialiser which holds a token.
fn outermost(tokens: &[PpToken], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for i in (0..at).rev() {
        match tokens[i].punct() {
            Some(Punct::RBrace | Punct::RParen | Punct::RBracket) => depth += 1,
            Some(Punct::LBrace) if depth == 0 => {
                if steps_before(tokens, i).is_none() {
                    let before = tokens.get(i.checked_sub(1)?)?.punct();
                    return matches!(before, Some(Punct::Eq | Punct::RParen)).then_some(i);
                }
            }
            Some(Punct::LBrace | Punct::LParen | Punct::LBracket) => depth = depth.saturating_sub(1),
            Some(Punct::Semi) if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The designators before a brace inside an initialiser; `None` if the brace is of another kind.
fn steps_before(tokens: &[PpToken], brace: usize) -> Option<Vec<Step>> {
    let punct = |i: usize| tokens[i].punct();
    let is_start = |i: usize| matches!(punct(i), Some(Punct::Comma | Punct::LBrace));
    let mut i = brace.checked_sub(1)?;
    if is_start(i) {
        return Some(vec![Step::Next]);
    }
    if punct(i) == Some(Punct::Colon) {
        let name = tokens[i.checked_sub(1)?];
        let is_designator = name.kind == PpTokenKind::Ident && is_start(i.checked_sub(2)?);
        return name.value.filter(|_| is_designator).map(|name| vec![Step::Name(name)]);
    }
    if punct(i) == Some(Punct::Eq) {
        i = i.checked_sub(1)?;
    }
    let mut steps = Vec::new();
    loop {
        if punct(i) == Some(Punct::RBracket) {
            let mut depth = 0usize;
            loop {
                match punct(i) {
                    Some(Punct::RBracket) => depth += 1,
                    Some(Punct::LBracket) => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                i = i.checked_sub(1)?;
            }
            steps.push(Step::Index);
            i = i.checked_sub(1)?;
        } else if tokens[i].kind == PpTokenKind::Ident && punct(i.checked_sub(1)?) == Some(Punct::Dot) {
            steps.push(Step::Name(tokens[i].value?));
            i = i.checked_sub(2)?;
        } else {
            break;
        }
    }
    steps.reverse();
    (is_start(i) && !steps.is_empty()).then_some(steps)
}

#[derive(Clone, Copy)]
struct Bits {
    start: u64,
    end: u64,
}

struct Placed {
    end: u64,
    is_scalar: bool,
    part: Part,
}

/// The parts that take effect so far, by first bit and then by age.
#[derive(Default)]
struct Image {
    parts: BTreeMap<(u64, usize), Placed>,
    count: usize,
    longest: u64,
}

impl Image {
    /// A subobject is given anew.
    fn begin(&mut self, offset: u64, size: u64) {
        let bits = Bits { start: offset.saturating_mul(8), end: offset.saturating_add(size).saturating_mul(8) };
        let is_inside_a_value = self.clear(bits);
        if is_inside_a_value {
            self.add(bits, true, Part::Zero { offset, size });
        }
    }

    fn place(&mut self, bits: Bits, is_scalar: bool, entry: InitEntry) {
        self.clear(bits);
        self.add(bits, is_scalar, Part::Value(entry));
    }

    fn add(&mut self, bits: Bits, is_scalar: bool, part: Part) {
        self.parts.insert((bits.start, self.count), Placed { end: bits.end, is_scalar, part });
        self.count += 1;
        self.longest = self.longest.max(bits.end - bits.start);
    }

    /// Takes away what these bits override; says if they lie in an aggregate's value, which stays. A scalar that
    /// is overridden in part is another member of a union.
    fn clear(&mut self, bits: Bits) -> bool {
        let mut is_inside_a_value = false;
        let mut gone = Vec::new();
        let near = (bits.start.saturating_sub(self.longest), 0)..(bits.end, 0);
        for (&key, placed) in self.parts.range(near).filter(|(_, placed)| placed.end > bits.start) {
            let is_covered = bits.start <= key.0 && placed.end <= bits.end;
            if is_covered || placed.is_scalar {
                gone.push(key);
            } else {
                is_inside_a_value = true;
            }
        }
        gone.iter().for_each(|key| drop(self.parts.remove(key)));
        is_inside_a_value
    }
}
