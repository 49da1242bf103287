//! A proof as bytes, in names: what a later run can make sense of, whatever became of the program.
//!
//! Points and symbols are written by names that outlive edits elsewhere. Reading them back is guesswork that costs nothing if it
//! goes wrong: what is read is a candidate, and [`super::certify`] checks it against the program at hand. What cannot be
//! found again is left out of conditions. Nothing that is read is trusted to be well formed.
//!
//! Everything is little-endian. `FORMAT`; the [`Header`]; the solver's version and the digests of obligations that
//! it has met, which count for that solver only; the table of terms, each after its operands; the parts, which refer to terms
//! by number.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

use cfa::op::Op;
use cfa::program::{Body, FunctionId, Location};

use super::digest::Digest;
use super::{Condition, Hints, Node, Part, Proof, tag};
use crate::block::{Builder, Point};
use crate::smt;
use crate::summary::ENTRANCE;
use crate::term::{Node as Of, Sort, Symbol, Term, Terms};

pub const FORMAT: u32 = 2;

/// What is known of a proof without reading it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Nothing was passed over in the program.
    pub is_whole: bool,
    /// It is a proof, and not what was found until a limit was reached.
    pub is_complete: bool,
    /// Questions to the solver that the search for it took.
    pub cost: u64,
}

/// How many bytes it takes, behind the format.
const HEADER: usize = 10;

/// Atoms of one condition that may be lost.
const LOST: usize = 12;

/// Where control is in a body, by a name that edits elsewhere in it leave alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Entrance,
    Exit,
    /// The n-th of those where blocks begin.
    Head(u32),
    /// Behind the n-th call.
    Behind(u32),
}

/// Writes a proof down, with the obligations that are met.
pub fn write(builder: &mut Builder<'_>, proof: &Proof, met: &[Digest], header: &Header) -> Vec<u8> {
    let nodes = proof.parts.iter().flat_map(|part| &part.nodes).map(|node| &node.condition);
    for condition in proof.parts.iter().map(|part| &part.entrance).chain(nodes) {
        for &symbol in condition.known.keys() {
            builder.encoder.terms.symbol(symbol);
        }
    }
    let builder = &*builder;
    let (known, ranks) = (HashMap::default(), ranks(builder));
    let mut writer = Writer { builder, ranks, terms: Vec::new(), count: 0, known, parts: Vec::new() };
    writer.number(proof.parts.len());
    for part in &proof.parts {
        let name = part.function.map(|id| builder.program.function(id).name.as_str());
        writer.text(name.unwrap_or_default());
        writer.condition(&part.entrance);
        writer.hints(&part.start);
        writer.number(part.nodes.len());
        for node in &part.nodes {
            writer.point(node.point);
            writer.condition(&node.condition);
            writer.hints(&node.next);
        }
    }
    let mut bytes = FORMAT.to_le_bytes().to_vec();
    bytes.extend([header.is_whole, header.is_complete].map(u8::from));
    bytes.extend(header.cost.to_le_bytes());
    put_text(&mut bytes, smt::version());
    bytes.extend((met.len() as u32).to_le_bytes());
    met.iter().for_each(|digest| bytes.extend(digest.0));
    bytes.extend(writer.count.to_le_bytes());
    bytes.append(&mut writer.terms);
    bytes.append(&mut writer.parts);
    bytes
}

/// Symbols of data and addresses by what they are called, and which of those that are called so each is. Inputs have names, too, and
/// are in no condition.
fn ranks(builder: &Builder<'_>) -> HashMap<Symbol, u32> {
    let (terms, storage) = (&builder.encoder.terms, &builder.encoder.storage);
    let mut counts: HashMap<(&str, Sort), u32> = HashMap::default();
    let mut ranks = HashMap::default();
    // In an order that does not depend on what was made first.
    let mut symbols: Vec<Symbol> = terms.symbols().filter(|&it| storage.key(it).is_some()).collect();
    symbols.sort_by_key(|&it| storage.key(it));
    for symbol in symbols {
        let count = counts.entry((terms.symbol_name(symbol), terms.symbol_sort(symbol))).or_default();
        ranks.insert(symbol, *count);
        *count += 1;
    }
    ranks
}

struct Writer<'a, 'p> {
    builder: &'a Builder<'p>,
    ranks: HashMap<Symbol, u32>,
    /// The table, and the numbers of those that are in it.
    terms: Vec<u8>,
    count: u32,
    known: HashMap<Term, u32>,
    parts: Vec<u8>,
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

impl Writer<'_, '_> {
    fn number(&mut self, number: usize) {
        self.parts.extend((number as u32).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        put_text(&mut self.parts, text);
    }

    fn hints(&mut self, hints: &Hints) {
        for list in [&hints.nodes, &hints.parts] {
            self.number(list.len());
            list.iter().for_each(|&it| self.number(it));
        }
    }

    fn condition(&mut self, condition: &Condition) {
        let terms = &self.builder.encoder.terms;
        let known = condition.known.iter();
        let known: Vec<(Term, Term)> =
            known.filter_map(|(&symbol, &value)| Some((terms.find_symbol(symbol)?, value))).collect();
        self.number(known.len());
        for (symbol, value) in known {
            let (symbol, value) = (self.term(symbol), self.term(value));
            self.number(symbol as usize);
            self.number(value as usize);
        }
        let formula = self.term(condition.formula);
        self.number(formula as usize);
    }

    fn point(&mut self, point: Point) {
        let mut chain = Vec::new();
        let mut context = point.context;
        while let Some((caller, edge)) = self.builder.caller(context) {
            chain.push((self.builder.function(caller), edge, self.builder.function(context)));
            context = caller;
        }
        let root = self.builder.function(context);
        self.text(&self.builder.program.function(root).name);
        self.parts.push(self.builder.is_summarised(context).into());
        self.number(chain.len());
        for (caller, edge, callee) in chain.into_iter().rev() {
            let number = calls(self.builder, caller, callee).position(|it| it == edge).unwrap_or(usize::MAX);
            self.text(&self.builder.program.function(callee).name);
            self.number(number);
        }
        let (tag, number) = match place(self.builder, point) {
            Place::Entrance => (0, 0),
            Place::Exit => (1, 0),
            Place::Head(number) => (2, number),
            Place::Behind(number) => (3, number),
        };
        self.parts.push(tag);
        self.number(number as usize);
    }

    /// Puts a term in the table, unless it is there.
    fn term(&mut self, root: Term) -> u32 {
        let terms = &self.builder.encoder.terms;
        let mut work = vec![(root, false)];
        while let Some((term, is_ready)) = work.pop() {
            if self.known.contains_key(&term) {
                continue;
            }
            let mut operands = Vec::new();
            terms.for_each_operand(term, |operand| operands.push(operand));
            if !is_ready && !operands.is_empty() {
                work.push((term, true));
                work.extend(operands.into_iter().map(|operand| (operand, false)));
                continue;
            }
            let node = terms.node(term);
            let out = &mut self.terms;
            tag::put(out, node);
            if let Of::Symbol(symbol) = node {
                put_text(out, terms.symbol_name(symbol));
                tag::put_sort(out, terms.symbol_sort(symbol));
                out.extend(self.ranks.get(&symbol).copied().unwrap_or(u32::MAX).to_le_bytes());
            }
            for operand in &operands {
                out.extend(self.known[operand].to_le_bytes());
            }
            self.known.insert(term, self.count);
            self.count += 1;
        }
        self.known[&root]
    }
}

/// The edges of a function on which another may be called, in order.
fn calls<'a>(
    builder: &'a Builder<'_>,
    caller: FunctionId,
    callee: FunctionId,
) -> impl Iterator<Item = u32> + 'a {
    let edges = builder.program.function(caller).body.iter().flat_map(|body| &body.edges);
    (0..).zip(edges).filter_map(move |(number, edge)| match &edge.op {
        Op::Call { callee: pointer, .. } => {
            builder.callees.at(caller, number, pointer).contains(&callee).then_some(number)
        }
        _ => None,
    })
}

fn place(builder: &Builder<'_>, point: Point) -> Place {
    if point.at == ENTRANCE {
        return Place::Entrance;
    }
    if builder.exit_of(point.context) == point.at {
        return Place::Exit;
    }
    let heads = builder.heads(builder.function(point.context));
    let number = |found: Option<usize>| found.map(|it| it as u32);
    let head = number(heads.iter().position(|&at| at == point.at));
    let call = || number(behind(builder.here(point.context).body).position(|at| at == point.at));
    // Nothing is at the last number.
    head.map(Place::Head).or_else(|| call().map(Place::Behind)).unwrap_or(Place::Head(u32::MAX))
}

/// The locations behind calls, in the order of these.
fn behind(body: &Body) -> impl Iterator<Item = Location> {
    body.edges.iter().filter(|edge| matches!(edge.op, Op::Call { .. })).map(|edge| edge.to)
}

/// What is read.
struct Reader<'a> {
    bytes: &'a [u8],
}

/// A term as it is written.
struct Written {
    tag: u8,
    numbers: [u32; 2],
    value: u128,
    symbol: Option<(String, Sort, u32)>,
    operands: Vec<usize>,
}

/// A point as it is written.
struct Named {
    root: String,
    is_summarised: bool,
    chain: Vec<(String, usize)>,
    place: Place,
}

/// A condition as it is written: what data is known by number of term, and the formula.
struct Said {
    known: Vec<(usize, usize)>,
    formula: usize,
}

struct WrittenNode {
    point: Named,
    condition: Said,
    next: Hints,
}

struct WrittenPart {
    function: String,
    entrance: Said,
    start: Hints,
    nodes: Vec<WrittenNode>,
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    /// How many of something follow, each of at least a byte.
    fn count(&mut self) -> Option<usize> {
        let count = self.number()? as usize;
        (count <= self.bytes.len()).then_some(count)
    }

    fn text(&mut self) -> Option<String> {
        let count = self.count()?;
        String::from_utf8(self.take(count)?.to_vec()).ok()
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
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

    fn hints(&mut self) -> Option<Hints> {
        let mut read = || self.list(|it| Some(it.number()? as usize));
        Some(Hints { nodes: read()?, parts: read()? })
    }

    fn condition(&mut self) -> Option<Said> {
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

    fn part(&mut self) -> Option<WrittenPart> {
        let (function, entrance, start) = (self.text()?, self.condition()?, self.hints()?);
        Some(WrittenPart { function, entrance, start, nodes: self.list(Reader::node)? })
    }
}

/// Nothing if these are no such bytes.
pub fn header(bytes: &[u8]) -> Option<Header> {
    let mut reader = Reader { bytes };
    (reader.number()? == FORMAT).then_some(())?;
    let (is_whole, is_complete) = (reader.byte()? != 0, reader.byte()? != 0);
    Some(Header { is_whole, is_complete, cost: u64::from_le_bytes(*reader.take(8)?.first_chunk()?) })
}

/// Reads a proof of this program or of one that it was, and which obligations are met; nothing if these are no such bytes. What is
/// gone from the program is left out.
pub fn read(builder: &mut Builder<'_>, main: FunctionId, bytes: &[u8]) -> Option<(Proof, Vec<Digest>)> {
    header(bytes)?;
    let mut reader = Reader { bytes: &bytes[4 + HEADER..] };
    let is_same_solver = reader.text()? == smt::version();
    let mut met = reader.list(|it| it.take(16)?.first_chunk().map(|bytes| Digest(*bytes)))?;
    if !is_same_solver {
        met.clear();
    }
    let count = reader.count()?;
    let written: Vec<Written> = (0..count).map(|number| reader.term(number)).collect::<Option<_>>()?;
    let parts = reader.list(Reader::part)?;
    if !reader.bytes.is_empty() {
        return None;
    }
    let functions: HashMap<String, FunctionId> =
        (0..).map(FunctionId).zip(&builder.program.functions).map(|(id, it)| (it.name.clone(), id)).collect();
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
    let ranks = ranks(builder);
    let (terms, lost) = rebuilt(&mut builder.encoder.terms, ranks, &written)?;
    let condition = |builder: &mut Builder<'_>, said: &Said| -> Option<Condition> {
        let mut known = BTreeMap::new();
        for &(symbol, value) in &said.known {
            let (symbol, value) = (terms.get(symbol)?, terms.get(value)?);
            let (Some(symbol), Some(value)) = (symbol, value) else { continue };
            let of = &builder.encoder.terms;
            match of.node(*symbol) {
                Of::Symbol(symbol) if of.symbol_sort(symbol) == of.sort(*value) => {
                    known.insert(symbol, *value);
                }
                _ => return None,
            }
        }
        let of = &mut builder.encoder.terms;
        let formula = (*terms.get(said.formula)?)?;
        let formula = (of.sort(formula) == Sort::Bool).then(|| without(of, formula, &lost))?;
        Some(Condition { known, formula })
    };
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
                let condition = condition(builder, &node.condition)?;
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
            let entrance = condition(builder, &part.entrance)?;
            proof.parts.push(Part { function, entrance, start: renumber(&part.start), nodes });
        }
    }
    Some((proof, met))
}

/// The point of a name.
fn resolve(
    builder: &mut Builder<'_>,
    functions: &HashMap<String, FunctionId>,
    main: FunctionId,
    named: &Named,
) -> Option<Point> {
    let root = *functions.get(&named.root)?;
    let mut context = match named.is_summarised {
        true if builder.is_chosen(root) => {
            builder.procedure(root)?;
            builder.summarised(root)
        }
        true => return None,
        false if root == main => builder.of_main(main),
        false => return None,
    };
    for (callee, number) in &named.chain {
        let callee = *functions.get(callee)?;
        let edge = calls(builder, builder.function(context), callee).nth(*number)?;
        context = builder.enter(context, edge, callee)?;
    }
    let at = match named.place {
        Place::Entrance => ENTRANCE,
        Place::Exit => builder.exit_of(context),
        Place::Head(number) => *builder.heads(builder.function(context)).get(number as usize)?,
        Place::Behind(number) => behind(builder.here(context).body).nth(number as usize)?,
    };
    Some(Point { context, at })
}

/// The terms of a table, each if all its symbols are there; nothing at all if they make no sense. An atom that speaks of what is
/// gone is a symbol of its own, which says nothing: these are told, too.
fn rebuilt(
    terms: &mut Terms,
    ranks: HashMap<Symbol, u32>,
    table: &[Written],
) -> Option<(Vec<Option<Term>>, HashSet<Symbol>)> {
    let mut symbols: HashMap<(String, Sort, u32), Symbol> = HashMap::default();
    for (symbol, rank) in ranks {
        symbols.insert((terms.symbol_name(symbol).into(), terms.symbol_sort(symbol), rank), symbol);
    }
    let (mut done, mut lost): (Vec<Option<Term>>, _) = (Vec::new(), HashSet::default());
    let mut lose = |terms: &mut Terms| {
        let symbol = terms.new_symbol("lost".into(), Sort::Bool);
        lost.insert(symbol);
        Some(terms.symbol(symbol))
    };
    for written in table {
        if let Some(symbol) = &written.symbol {
            done.push(match symbols.get(symbol) {
                Some(&symbol) => Some(terms.symbol(symbol)),
                None if symbol.1 == Sort::Bool => lose(terms),
                None => None,
            });
            continue;
        }
        let operands: Option<Vec<Term>> = written.operands.iter().map(|&operand| done[operand]).collect();
        done.push(match operands {
            Some(operands) => Some(node(terms, written, &operands)?),
            None if written.tag == tag::EQ || tag::order(written.tag).is_some() => lose(terms),
            None => None,
        });
    }
    Some((done, lost))
}

/// What a formula says if lost atoms may be true or false.
fn without(terms: &mut Terms, formula: Term, lost: &HashSet<Symbol>) -> Term {
    let mut symbols = Vec::new();
    terms.for_each_symbol(&[formula], |symbol| symbols.extend(lost.get(&symbol)));
    if symbols.len() > LOST {
        return Term::TRUE;
    }
    symbols.into_iter().fold(formula, |formula, symbol| {
        let [a, b] = [Term::FALSE, Term::TRUE].map(|value| {
            let by = |it: Symbol| (it == symbol).then_some(value);
            terms.replace(formula, &by, &mut HashMap::default())
        });
        terms.or(a, b)
    })
}

/// A node with operands of the right sorts.
fn node(terms: &mut Terms, written: &Written, operands: &[Term]) -> Option<Term> {
    let sorts: Vec<Sort> = operands.iter().map(|&operand| terms.sort(operand)).collect();
    let [first, second] = written.numbers;
    let is_width = |width: u32| (1..=128).contains(&width);
    Some(match (written.tag, operands, &sorts[..]) {
        (tag::FALSE, ..) => Term::FALSE,
        (tag::TRUE, ..) => Term::TRUE,
        (tag::BITS, ..) if is_width(first) => terms.bits(first, written.value),
        (tag::NOT, &[a], [Sort::Bool]) => terms.not(a),
        (tag::AND, &[a, b], [Sort::Bool, Sort::Bool]) => terms.and(a, b),
        (tag::OR, &[a, b], [Sort::Bool, Sort::Bool]) => terms.or(a, b),
        (tag::ITE, &[c, a, b], [Sort::Bool, x, y]) if x == y => terms.ite(c, a, b),
        (tag::EQ, &[a, b], [x, y]) if x == y => terms.eq(a, b),
        (tag::EXTRACT, &[a], [Sort::Bits(of)])
            if is_width(second) && first.checked_add(second).is_some_and(|end| end <= *of) =>
        {
            terms.extract(a, first, second)
        }
        (tag @ (tag::ZERO_EXTEND | tag::SIGN_EXTEND), &[a], [Sort::Bits(of)])
            if is_width(first) && first >= *of =>
        {
            terms.extend(a, tag == tag::SIGN_EXTEND, first)
        }
        (tag::CONCAT, &[a, b], [Sort::Bits(x), Sort::Bits(y)]) if is_width(x + y) => terms.concat(a, b),
        (tag::FILL, &[a], [Sort::Bits(_)]) if is_width(first) => terms.fill(first, a),
        (tag::SELECT, &[a, i], [Sort::Array { index, .. }, Sort::Bits(x)]) if index == x => {
            terms.select(a, i)
        }
        (tag::STORE, &[a, i, v], [Sort::Array { index, value }, Sort::Bits(x), Sort::Bits(y)])
            if index == x && value == y =>
        {
            terms.store(a, i, v)
        }
        (tag, &[a, b], [Sort::Bits(x), Sort::Bits(y)]) if x == y => match (tag::order(tag), tag::word(tag)) {
            (Some(order), _) => terms.order(order, a, b),
            (_, Some(word)) => terms.word(word, a, b),
            _ => return None,
        },
        _ => return None,
    })
}
