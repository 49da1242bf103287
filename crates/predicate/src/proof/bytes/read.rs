//! A proof is read back.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

use cfa::program::FunctionId;

use super::super::{Condition, Hints, Node, Part, Proof};
use super::names::{Called, Named, Names, Place, called, resolve};
use super::rebuild::{Written, rebuilt, without};
use super::{FORMAT, HEADER, Header};
use crate::block::Builder;
use formula::digest::Digest;
use formula::tag;
use formula::{Node as Of, Sort, Symbol, Term};

/// What is read.
pub struct Reader<'a> {
    pub bytes: &'a [u8],
}

/// A condition as it is written: what data is known by number of term, and the formula.
pub struct Said {
    known: Vec<(usize, usize)>,
    formula: usize,
}

pub struct WrittenNode {
    pub point: Named,
    pub condition: Said,
    pub next: Hints,
}

pub struct WrittenPart {
    pub function: String,
    pub entrance: Said,
    pub start: Hints,
    pub nodes: Vec<WrittenNode>,
}

impl Reader<'_> {
    pub fn take(&mut self, count: usize) -> Option<&[u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    /// How many of something follow, each of at least a byte.
    pub fn count(&mut self) -> Option<usize> {
        let count = self.number()? as usize;
        (count <= self.bytes.len()).then_some(count)
    }

    pub fn text(&mut self) -> Option<String> {
        let count = self.count()?;
        String::from_utf8(self.take(count)?.to_vec()).ok()
    }

    pub fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.count()?).map(|_| read(self)).collect()
    }

    fn sort(&mut self) -> Option<Sort> {
        let (tag, index, value) = (self.byte()?, self.number()?, self.number()?);
        match tag {
            0 => Some(Sort::Bool),
            1 if (1..=128).contains(&value) => Some(Sort::Bits(value)),
            2 if (1..=128).contains(&index) && (1..=128).contains(&value) => {
                Some(Sort::Array { index, value })
            }
            _ => None,
        }
    }

    fn term(&mut self, number: usize) -> Option<Written> {
        let tag = self.byte()?;
        let mut written = Written { tag, numbers: [0; 2], value: 0, symbol: None, operands: Vec::new() };
        match tag {
            tag::BITS => {
                written.numbers[0] = self.number()?;
                written.value = u128::from_le_bytes(*self.take(16)?.first_chunk()?);
            }
            tag::SYMBOLIC => written.symbol = Some((self.text()?, self.sort()?, self.number()?)),
            tag::EXTRACT => written.numbers = [self.number()?, self.number()?],
            tag::ZERO_EXTEND | tag::SIGN_EXTEND | tag::FILL => written.numbers[0] = self.number()?,
            _ => {}
        }
        for _ in 0..tag::operands(tag)? {
            written.operands.push(self.number()? as usize);
        }
        // Operands come first.
        written.operands.iter().all(|&operand| operand < number).then_some(written)
    }

    pub fn hints(&mut self) -> Option<Hints> {
        let mut read = || self.list(|it| Some(it.number()? as usize));
        Some(Hints { nodes: read()?, parts: read()? })
    }

    pub fn condition(&mut self) -> Option<Said> {
        let known = self.list(|it| Some((it.number()? as usize, it.number()? as usize)))?;
        Some(Said { known, formula: self.number()? as usize })
    }

    fn point(&mut self) -> Option<Named> {
        let (root, is_summarised) = (self.text()?, self.byte()? != 0);
        let chain = self.list(|it| Some((it.text()?, it.number()? as usize)))?;
        let place = match (self.byte()?, self.number()?) {
            (0, _) => Place::Entrance,
            (1, _) => Place::Exit,
            (2, number) => Place::Head(number),
            (3, number) => Place::Behind(number),
            _ => return None,
        };
        Some(Named { root, is_summarised, chain, place })
    }

    fn node(&mut self) -> Option<WrittenNode> {
        Some(WrittenNode { point: self.point()?, condition: self.condition()?, next: self.hints()? })
    }

    /// The table of terms.
    pub fn terms(&mut self) -> Option<Vec<Written>> {
        let count = self.count()?;
        (0..count).map(|number| self.term(number)).collect()
    }

    /// Obligations that were met; none if that was by another solver.
    pub fn met(&mut self) -> Option<Vec<Digest>> {
        let is_same_solver = self.text()? == solver::version();
        let mut met = self.list(|it| it.take(16)?.first_chunk().map(|bytes| Digest(*bytes)))?;
        if !is_same_solver {
            met.clear();
        }
        Some(met)
    }

    fn part(&mut self) -> Option<WrittenPart> {
        let (function, entrance, start) = (self.text()?, self.condition()?, self.hints()?);
        Some(WrittenPart { function, entrance, start, nodes: self.list(Reader::node)? })
    }
}

/// Functions by name.
pub fn functions(builder: &Builder<'_>) -> HashMap<String, FunctionId> {
    (0..).map(FunctionId).zip(&builder.program.functions).map(|(id, it)| (it.name.clone(), id)).collect()
}

/// A table of terms in terms of the program at hand.
pub struct Rebuilt {
    terms: Vec<Option<Term>>,
    lost: HashSet<Symbol>,
}

impl Rebuilt {
    pub fn of(
        builder: &mut Builder<'_>,
        symbols: &HashMap<Called, Symbol>,
        written: &[Written],
    ) -> Option<Rebuilt> {
        let (terms, lost) = rebuilt(&mut builder.encoder.terms, symbols, written)?;
        Some(Rebuilt { terms, lost })
    }

    /// A term by number; nothing inside if it speaks of what is gone.
    pub fn term(&self, number: usize) -> Option<Option<Term>> {
        self.terms.get(number).copied()
    }

    pub fn is_lost(&self, symbol: Symbol) -> bool {
        self.lost.contains(&symbol)
    }

    pub fn condition(&self, builder: &mut Builder<'_>, said: &Said) -> Option<Condition> {
        let mut known = BTreeMap::new();
        for &(symbol, value) in &said.known {
            let (Some(symbol), Some(value)) = (self.term(symbol)?, self.term(value)?) else { continue };
            let of = &builder.encoder.terms;
            match of.node(symbol) {
                Of::Symbol(symbol) if of.symbol_sort(symbol) == of.sort(value) => {
                    known.insert(symbol, value);
                }
                _ => return None,
            }
        }
        let of = &mut builder.encoder.terms;
        let formula = self.term(said.formula)??;
        let formula = (of.sort(formula) == Sort::Bool).then(|| without(of, formula, &self.lost))?;
        Some(Condition { known, formula })
    }
}

/// Nothing if these are no such bytes.
pub fn header(bytes: &[u8]) -> Option<Header> {
    let mut reader = Reader { bytes };
    (reader.number()? == FORMAT).then_some(())?;
    let mut is = || reader.byte().map(|it| it != 0);
    let (is_whole, has_exits, is_complete) = (is()?, is()?, is()?);
    let cost = u64::from_le_bytes(*reader.take(8)?.first_chunk()?);
    Some(Header { is_whole, has_exits, is_complete, cost })
}

/// Obligations that a proof says are met, if these are bytes of one.
pub fn met(bytes: &[u8]) -> Vec<Digest> {
    let body = header(bytes).map(|_| Reader { bytes: &bytes[4 + HEADER..] });
    body.and_then(|mut it| it.met()).unwrap_or_default()
}

/// Reads a proof of this program or of one that it was, and which obligations are met; nothing if these are no such bytes. What is
/// gone from the program is left out. Nothing either if its blocks ended elsewhere.
pub fn read(builder: &mut Builder<'_>, main: FunctionId, bytes: &[u8]) -> Option<(Proof, Vec<Digest>)> {
    header(bytes).filter(|it| it.has_exits == builder.has_exits)?;
    let mut reader = Reader { bytes: &bytes[4 + HEADER..] };
    let met = reader.met()?;
    let mut written = reader.terms()?;
    let locals = reader.list(|it| Some((it.text()?, it.list(Reader::text)?)))?;
    let names = Names { locals, objects: reader.list(Reader::text)? };
    let parts = reader.list(Reader::part)?;
    if !reader.bytes.is_empty() {
        return None;
    }
    let functions = functions(builder);
    // Blocks of all places, so that all data that conditions may speak of has its symbols.
    builder.initial(main);
    let (mut points, mut is_there) = (Vec::new(), Vec::new());
    for part in &parts {
        // What has no summary any more has no part.
        let function = functions.get(&part.function).copied();
        let function = function.filter(|&it| builder.is_chosen(it) && builder.procedure(it).is_some());
        if let Some(function) = function {
            let entrance = builder.entrance_of(function);
            builder.blocks(entrance);
        }
        is_there.push(function.is_some() || part.function.is_empty());
        for node in &part.nodes {
            let point = resolve(builder, &functions, main, &node.point);
            if let Some(point) = point.filter(|&point| !builder.is_end(point)) {
                builder.blocks(point);
            }
            points.push(point);
        }
    }
    let symbols: HashMap<Called, Symbol> =
        called(builder).into_iter().map(|(symbol, it)| (it, symbol)).collect();
    let renamed = names.renamed(builder.program);
    for (name, ..) in written.iter_mut().filter_map(|it| it.symbol.as_mut()) {
        *name = renamed.apply(name);
    }
    let terms = Rebuilt::of(builder, &symbols, &written)?;
    let mut points = points.into_iter();
    let there = (0..parts.len()).filter(|&part| is_there[part]);
    let places: HashMap<usize, usize> = there.zip(0..).collect();
    let mut proof = Proof::default();
    for (part, &is_there) in parts.iter().zip(&is_there) {
        let function = functions.get(&part.function).copied();
        // Where a place is gone, so is what was said of it.
        let (mut nodes, mut numbers) = (Vec::new(), HashMap::default());
        for (number, node) in part.nodes.iter().enumerate() {
            if let Some(point) = points.next()? {
                numbers.insert(number, nodes.len());
                let condition = terms.condition(builder, &node.condition)?;
                nodes.push(Node { point, condition, next: node.next.clone() });
            }
        }
        let renumber = |hints: &Hints| {
            let nodes = hints.nodes.iter().filter_map(|number| numbers.get(number)).copied().collect();
            let parts = hints.parts.iter().filter_map(|number| places.get(number)).copied().collect();
            Hints { nodes, parts }
        };
        nodes.iter_mut().for_each(|node| node.next = renumber(&node.next));
        if is_there {
            let entrance = terms.condition(builder, &part.entrance)?;
            proof.parts.push(Part { function, entrance, start: renumber(&part.start), nodes });
        }
    }
    Some((proof, met))
}
