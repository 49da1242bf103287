//! Initialisers as they take effect.
//!
//! The checker lists values in the order they are written. A later one overrides an earlier one for the same
//! subobject (C11 6.7.9p19); braces behind a designator give their subobject anew, so that what they leave out is
//! zero again, and so does another member of a union. The list shows neither braces nor designators, which are
//! looked up among the tokens. What is left is in the order of the object's bytes, in which gcc evaluates it.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;
use std::ops::Range;

use rucc_base::Symbol;
use rucc_lex::{PpToken, PpTokenKind, Punct};
use rucc_sema::{ExprKind, InitEntry};

use super::unit::Unit;
use crate::types::{Field, Type, TypeId};

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
        let written = self.written(entries);
        let spans: Vec<Bits> = entries.iter().map(|entry| self.bits(entry)).collect();
        if !written.is_designated && spans.windows(2).all(|pair| pair[0].end <= pair[1].start) {
            return entries.iter().copied().map(Part::Value).collect();
        }
        let mut image = Image::default();
        let mut begun = HashSet::default();
        let mut chosen = HashMap::default();
        for (entry, bits) in entries.iter().zip(spans) {
            for (subobject, whole) in self.way(&written, ty, entry) {
                let is_anew = match whole {
                    Whole::Braces(group) => begun.insert((group, subobject.offset)),
                    Whole::Text => true,
                    // Another member of a union takes the place of the first.
                    Whole::Union(member) => {
                        let union = (subobject.ty, subobject.offset);
                        chosen.insert(union, member).is_some_and(|before| before != member)
                    }
                };
                if is_anew {
                    image.begin(subobject.offset, self.extent(subobject));
                }
            }
            let is_scalar = self.convert.scalar(self.tast[entry.value].ty).is_some();
            image.place(bits, is_scalar, *entry);
        }
        image.parts.into_values().map(|placed| placed.part).collect()
    }

    /// Whether parts give a value to each scalar of an object of this type, so that only padding is left out.
    pub fn is_complete(&self, ty: TypeId, parts: &[Part]) -> bool {
        self.is_given(&self.joined(parts), Subobject { ty, offset: 0 })
    }

    /// Bytes of which parts give some bits and not all, in order.
    pub fn bytes_in_part(&self, parts: &[Part]) -> Vec<Range<u64>> {
        let mut found: Vec<Range<u64>> = Vec::new();
        let ends = self.joined(parts).into_iter().flat_map(|bits| [bits.start, bits.end]);
        for byte in ends.filter(|end| end % 8 != 0).map(|end| end / 8) {
            match found.last_mut() {
                Some(last) if byte <= last.end => last.end = last.end.max(byte + 1),
                _ => found.push(byte..byte + 1),
            }
        }
        found
    }

    /// What parts give, in order and apart from each other.
    fn joined(&self, parts: &[Part]) -> Vec<Bits> {
        let mut given: Vec<Bits> = parts
            .iter()
            .map(|part| match part {
                Part::Value(entry) => self.bits(entry),
                Part::Zero { offset, size } => Bits {
                    start: offset.saturating_mul(8),
                    end: offset.saturating_add(*size).saturating_mul(8),
                },
            })
            .collect();
        given.sort_unstable_by_key(|bits| bits.start);
        let mut joined: Vec<Bits> = Vec::with_capacity(given.len());
        for bits in given {
            match joined.last_mut() {
                Some(last) if bits.start <= last.end => last.end = last.end.max(bits.end),
                _ => joined.push(bits),
            }
        }
        joined
    }

    /// Whether each scalar of a subobject lies within what is given, which is in order and apart from each other.
    fn is_given(&self, given: &[Bits], subobject: Subobject) -> bool {
        let Subobject { ty, offset } = subobject;
        let types = &self.linker.program.types;
        let size_of = |ty| types.size(ty, self.linker.program.model);
        let is_within = |bits: Bits| {
            let before = given.partition_point(|it| it.start <= bits.start);
            bits.start == bits.end || before > 0 && bits.end <= given[before - 1].end
        };
        let start = offset.saturating_mul(8);
        if is_within(Bits { start, end: start.saturating_add(size_of(ty).saturating_mul(8)) }) {
            return true;
        }
        match types.get(ty) {
            // No element is without a part of its own, or the test above would have told.
            Type::Array { elem, len: Some(len) } if *len <= given.len() as u64 => {
                let step = size_of(*elem);
                (0..*len).all(|i| self.is_given(given, Subobject { ty: *elem, offset: offset + i * step }))
            }
            Type::Record(id) => {
                let record = types.record(*id);
                let is_field_given = |field: &Field| {
                    let offset = offset + field.offset;
                    match field.bits {
                        // Without a name it is padding.
                        Some(_) if field.name.starts_with('@') => true,
                        Some(bits) => {
                            let start = offset.saturating_mul(8) + u64::from(bits.bit);
                            is_within(Bits { start, end: start + u64::from(bits.width) })
                        }
                        None => self.is_given(given, Subobject { ty: field.ty, offset }),
                    }
                };
                if !record.is_union {
                    return record.fields.iter().all(is_field_given);
                }
                // gcc clears what another member than the one that is given would have beyond it.
                let is_whole = |field: &&Field| size_of(field.ty) == record.size;
                record.fields.iter().filter(is_whole).any(is_field_given)
            }
            _ => false,
        }
    }

    fn bits(&self, entry: &InitEntry) -> Bits {
        let start = entry.offset.saturating_mul(8).saturating_add(entry.bit_offset.into());
        let width = match entry.is_bit_field() {
            true => entry.bit_width.into(),
            false => self.convert.size(self.tast[entry.value].ty).saturating_mul(8),
        };
        Bits { start, end: start.saturating_add(width) }
    }

    /// The bytes of a subobject; a flexible array member takes all that follow.
    fn extent(&self, subobject: Subobject) -> u64 {
        let program = &self.linker.program;
        match program.types.get(subobject.ty) {
            Type::Array { len: None, .. } => u64::MAX / 8 - subobject.offset,
            _ => program.types.size(subobject.ty, program.model),
        }
    }

    /// Subobjects on the way to an entry that its designators, and those of the braces around it, give as a
    /// whole, outermost first.
    fn way(&self, written: &Written, ty: TypeId, entry: &InitEntry) -> Vec<(Subobject, Whole)> {
        let at = self.tast.expr_span(entry.value).lo;
        let mut chain = Vec::new();
        let mut next = written.groups.partition_point(|group| group.from <= at).checked_sub(1);
        while let Some(index) = next {
            if at < written.groups[index].to {
                chain.push(index);
            }
            next = written.groups[index].parent;
        }
        let mut subobject = Subobject { ty, offset: 0 };
        let mut found = Vec::new();
        // The outermost braces hold the whole object.
        for &index in chain.iter().rev().skip(1) {
            let steps = &written.groups[index].steps;
            match self.descend(subobject, entry.offset, steps, &mut found) {
                Some(inner) => subobject = inner,
                None => return found,
            }
            if *steps != [Step::Next] {
                found.push((subobject, Whole::Braces(index)));
            }
        }
        let value = written.values.partition_point(|(from, _)| *from <= at).checked_sub(1);
        if let Some((_, steps)) = value.map(|value| &written.values[value])
            && *steps != [Step::Next]
        {
            let subobject = self.descend(subobject, entry.offset, steps, &mut found);
            // A string fills its array.
            let is_text = matches!(self.tast[entry.value].kind, ExprKind::Str(_));
            found.extend(subobject.filter(|_| is_text).map(|subobject| (subobject, Whole::Text)));
        }
        found
    }

    /// The part of a subobject that designators lead to and that holds `offset`; says which members of unions
    /// they name.
    fn descend(
        &self,
        from: Subobject,
        offset: u64,
        steps: &[Step],
        found: &mut Vec<(Subobject, Whole)>,
    ) -> Option<Subobject> {
        steps.iter().try_fold(from, |from, &step| self.step(from, offset, step, found))
    }

    fn step(
        &self,
        from: Subobject,
        offset: u64,
        step: Step,
        found: &mut Vec<(Subobject, Whole)>,
    ) -> Option<Subobject> {
        let program = &self.linker.program;
        let within = offset.checked_sub(from.offset)?;
        match program.types.get(from.ty) {
            Type::Array { elem, .. } => {
                let size = program.types.size(*elem, program.model);
                Some(Subobject { ty: *elem, offset: from.offset + within.checked_div(size)? * size })
            }
            Type::Record(id) => {
                let record = program.types.record(*id);
                let holds = |field: &Field| {
                    let size = program.types.size(field.ty, program.model);
                    field.offset <= within && (within - field.offset < size || size == 0)
                };
                let name = match step {
                    Step::Name(name) => Some(self.parsed.names.resolve(name)),
                    Step::Next | Step::Index => None,
                };
                let named = record.fields.iter().position(|field| name == Some(&field.name) && holds(field));
                // A member of an unnamed member, or one whose name was generated, or the next one.
                let unnamed = |field: &Field| match name {
                    Some(_) => field.name.starts_with('@') && self.has_member(field.ty, name),
                    None => field.bits.is_none(),
                };
                let member = named
                    .or_else(|| record.fields.iter().position(|field| holds(field) && unnamed(field)))
                    .or_else(|| {
                        record.fields.iter().position(|field| holds(field) && field.bits.is_none())
                    })?;
                if record.is_union && step != Step::Next {
                    found.push((from, Whole::Union(member)));
                }
                let field = &record.fields[member];
                let inner = Subobject { ty: field.ty, offset: from.offset + field.offset };
                if named.is_some() || name.is_none() || !field.name.starts_with('@') {
                    return Some(inner);
                }
                match program.types.get(field.ty) {
                    Type::Record(_) => self.step(inner, offset, step, found),
                    _ => Some(inner),
                }
            }
            _ => None,
        }
    }

    /// Whether a record has a member of this name, unnamed members included.
    fn has_member(&self, ty: TypeId, name: Option<&str>) -> bool {
        let types = &self.linker.program.types;
        let Type::Record(id) = types.get(ty) else { return false };
        types.record(*id).fields.iter().any(|field| {
            name == Some(&field.name) || (field.name.starts_with('@') && self.has_member(field.ty, name))
        })
    }

    /// How the initialiser that these entries come from is written.
    fn written(&self, entries: &[InitEntry]) -> Written {
        let tokens = &self.parsed.tokens;
        let mut written = Written::default();
        let [first, _, ..] = entries else { return written };
        let first = self.tast.expr_span(first.value).lo;
        let at = tokens.partition_point(|token| token.span.lo < first);
        let Some(outermost) = outermost(tokens, at) else { return written };
        let mut open: Vec<Option<usize>> = Vec::new();
        // Where a value of the innermost braces starts, and the braces that are a value themselves.
        let (mut starts, mut braces) = (false, Some((outermost, Vec::new())));
        for (i, token) in tokens.iter().enumerate().skip(outermost) {
            let parent = open.last().copied().flatten();
            if starts && parent.is_some() {
                let (steps, value) = designators(tokens, i);
                written.is_designated |= steps != [Step::Next];
                written.values.push((token.span.lo, steps.clone()));
                braces = Some((value, steps));
            }
            starts = false;
            match token.punct() {
                Some(Punct::LBrace) => {
                    let group = braces.take_if(|(at, _)| *at == i).map(|(_, steps)| {
                        written.groups.push(Group { from: token.span.lo, to: u32::MAX, steps, parent });
                        written.groups.len() - 1
                    });
                    open.push(group);
                    starts = true;
                }
                Some(Punct::Comma) => starts = true,
                Some(Punct::LParen | Punct::LBracket) => open.push(None),
                Some(Punct::RBrace | Punct::RParen | Punct::RBracket) => {
                    if let Some(Some(group)) = open.pop() {
                        written.groups[group].to = token.span.lo;
                    }
                    if open.is_empty() {
                        break;
                    }
                }
                _ => {}
            }
        }
        written
    }
}

#[derive(Clone, Copy)]
struct Subobject {
    ty: TypeId,
    offset: u64,
}

/// Why a subobject is given as a whole: by braces of its own, by a string, or as a member of a union.
#[derive(Clone, Copy)]
enum Whole {
    Braces(usize),
    Text,
    Union(usize),
}

/// The braces of an initialiser, outermost first, and the designators of each value, in the order of the text.
#[derive(Default)]
struct Written {
    groups: Vec<Group>,
    values: Vec<(u32, Vec<Step>)>,
    is_designated: bool,
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

/// The designators of a value that starts at a token, and the token behind them.
fn designators(tokens: &[PpToken], at: usize) -> (Vec<Step>, usize) {
    let punct = |i: usize| tokens.get(i).and_then(|token| token.punct());
    let name =
        |i: usize| tokens.get(i).filter(|token| token.kind == PpTokenKind::Ident).and_then(|t| t.value);
    if let (Some(name), Some(Punct::Colon)) = (name(at), punct(at + 1)) {
        return (vec![Step::Name(name)], at + 2);
    }
    let mut steps = Vec::new();
    let mut i = at;
    loop {
        match (punct(i), name(i + 1)) {
            (Some(Punct::Dot), Some(name)) => {
                steps.push(Step::Name(name));
                i += 2;
            }
            (Some(Punct::LBracket), _) => {
                steps.push(Step::Index);
                i = behind_bracket(tokens, i);
            }
            _ => break,
        }
    }
    if steps.is_empty() {
        return (vec![Step::Next], at);
    }
    (steps, if punct(i) == Some(Punct::Eq) { i + 1 } else { i })
}

/// The token behind the bracket that closes the one at a token.
fn behind_bracket(tokens: &[PpToken], at: usize) -> usize {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.punct() {
            Some(Punct::LBracket) => depth += 1,
            Some(Punct::RBracket) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// The brace that opens the initialiser which holds a token: it stands behind a declarator and `=`, or behind the
/// type of a literal.
fn outermost(tokens: &[PpToken], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for i in (0..at).rev() {
        match tokens[i].punct() {
            Some(Punct::RBrace | Punct::RParen | Punct::RBracket) => depth += 1,
            Some(Punct::LBrace) if depth == 0 => match tokens[i.checked_sub(1)?].punct() {
                Some(Punct::RParen) => return Some(i),
                Some(Punct::Eq) if !is_designated(tokens, i - 1) => return Some(i),
                Some(Punct::Eq | Punct::Comma | Punct::LBrace | Punct::RBracket | Punct::Colon) => {}
                _ => return None,
            },
            Some(Punct::LBrace | Punct::LParen | Punct::LBracket) => depth = depth.saturating_sub(1),
            Some(Punct::Semi) if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Whether designators stand before the token at `end`.
fn is_designated(tokens: &[PpToken], end: usize) -> bool {
    let punct = |i: usize| tokens.get(i).and_then(|token| token.punct());
    let mut i = end;
    while let Some(last) = i.checked_sub(1) {
        if punct(last) == Some(Punct::RBracket) {
            let mut depth = 0usize;
            let open = tokens[..i].iter().rposition(|token| {
                match token.punct() {
                    Some(Punct::RBracket) => depth += 1,
                    Some(Punct::LBracket) => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            match open {
                Some(open) => i = open,
                None => return false,
            }
        } else if tokens[last].kind == PpTokenKind::Ident && last > 0 && punct(last - 1) == Some(Punct::Dot) {
            i = last - 1;
        } else {
            return i < end && matches!(punct(last), Some(Punct::Comma | Punct::LBrace));
        }
    }
    false
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
        let bits =
            Bits { start: offset.saturating_mul(8), end: offset.saturating_add(size).saturating_mul(8) };
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
        for key in &gone {
            self.parts.remove(key);
        }
        is_inside_a_value
    }
}
