//! A proof is written.

use rustc_hash::FxHashMap as HashMap;

use super::super::{Condition, Hints, Part, Proof};
use super::names::{Called, Names, Place, called, calls, place};
use super::{FORMAT, Header};
use crate::block::{Builder, Point};
use formula::digest::Digest;
use formula::tag;
use formula::{Node as Of, Symbol, Term};

/// Writes a proof down, with the obligations that are met.
pub fn write(builder: &mut Builder<'_>, proof: &Proof, met: &[Digest], header: &Header) -> Vec<u8> {
    proof.parts.iter().for_each(|part| make_terms(builder, part));
    let builder = &*builder;
    let mut writer = Writer::new(builder, called(builder).into_iter().collect());
    let symbols = writer.called.values().map(|(name, ..)| name.as_str());
    let names = Names::of(builder.program, symbols);
    writer.number(names.locals.len());
    for (function, locals) in &names.locals {
        writer.text(function);
        writer.texts(locals);
    }
    writer.texts(&names.objects);
    writer.number(proof.parts.len());
    proof.parts.iter().for_each(|part| writer.part(part));
    let mut bytes = FORMAT.to_le_bytes().to_vec();
    bytes.extend([header.is_whole, header.has_exits, header.is_complete].map(u8::from));
    bytes.extend(header.cost.to_le_bytes());
    put_text(&mut bytes, solver::version());
    bytes.extend((met.len() as u32).to_le_bytes());
    met.iter().for_each(|digest| bytes.extend(digest.0));
    writer.append_to(&mut bytes);
    bytes
}

/// Data that a part knows the value of has a term.
pub fn make_terms(builder: &mut Builder<'_>, part: &Part) {
    let nodes = part.nodes.iter().map(|node| &node.condition);
    for condition in [&part.entrance].into_iter().chain(nodes) {
        for &symbol in condition.known.keys() {
            builder.encoder.terms.symbol(symbol);
        }
    }
}

/// Writes terms, and what refers to them by number.
pub struct Writer<'a, 'p> {
    builder: &'a Builder<'p>,
    called: HashMap<Symbol, Called>,
    /// The table, and the numbers of those that are in it.
    terms: Vec<u8>,
    count: u32,
    known: HashMap<Term, u32>,
    parts: Vec<u8>,
}

pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

impl<'a, 'p> Writer<'a, 'p> {
    pub fn new(builder: &'a Builder<'p>, called: HashMap<Symbol, Called>) -> Writer<'a, 'p> {
        Writer { builder, called, terms: Vec::new(), count: 0, known: HashMap::default(), parts: Vec::new() }
    }

    /// The table of terms, then what refers to it.
    pub fn append_to(mut self, bytes: &mut Vec<u8>) {
        bytes.extend(self.count.to_le_bytes());
        bytes.append(&mut self.terms);
        bytes.append(&mut self.parts);
    }

    pub fn number(&mut self, number: usize) {
        self.parts.extend((number as u32).to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        put_text(&mut self.parts, text);
    }

    fn texts(&mut self, texts: &[String]) {
        self.number(texts.len());
        texts.iter().for_each(|text| self.text(text));
    }

    pub fn hints(&mut self, hints: &Hints) {
        for list in [&hints.nodes, &hints.parts] {
            self.number(list.len());
            list.iter().for_each(|&it| self.number(it));
        }
    }

    fn part(&mut self, part: &Part) {
        let name = part.function.map(|id| self.builder.program.function(id).name.as_str());
        self.text(name.unwrap_or_default());
        self.condition(&part.entrance);
        self.hints(&part.start);
        self.number(part.nodes.len());
        for node in &part.nodes {
            self.point(node.point);
            self.condition(&node.condition);
            self.hints(&node.next);
        }
    }

    pub fn condition(&mut self, condition: &Condition) {
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
    pub fn term(&mut self, root: Term) -> u32 {
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
                let called = self.called.get(&symbol);
                put_text(out, called.map_or(terms.symbol_name(symbol), |it| &it.0));
                tag::put_sort(out, terms.symbol_sort(symbol));
                out.extend(called.map_or(u32::MAX, |it| it.2).to_le_bytes());
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
