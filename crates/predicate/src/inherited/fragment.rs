//! What a fragment is: all its blocks, and those of all that it enters, under one numbering of symbols.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

use cfa::address::Addresses;
use cfa::fingerprint::fingerprints;
use cfa::fragment::Fragments as Syntax;
use cfa::merkle::Fingerprint;
use cfa::program::FunctionId;
use cfa::view::Context;

use crate::block::{Block, Builder, Point, Target, Valuation};
use crate::proof::digest::{Digest, in_order};
use crate::summary::Procedure;
use crate::term::{Symbol, Term, Terms};

/// A procedure with a summary, with all that impacts it.
#[derive(Debug)]
pub struct Fragment {
    /// Of two fragments with one key, the symbols of one stand for those of the other by number.
    pub key: Digest,
    pub symbols: Vec<Symbol>,
    mentioned: HashSet<Symbol>,
    /// The functions that blocks begin in.
    pub functions: BTreeSet<FunctionId>,
}

impl Fragment {
    /// Whether it reads or sets data, or computes with an address.
    pub fn mentions(&self, symbol: Symbol) -> bool {
        self.mentioned.contains(&symbol)
    }
}

/// A procedure by itself.
struct Local {
    digest: Digest,
    symbols: Vec<Symbol>,
    /// What it enters, in the order of first calls.
    callees: Vec<FunctionId>,
    functions: BTreeSet<FunctionId>,
}

/// The fragments of a program, as far as they were asked for.
#[derive(Default)]
pub struct Fragments {
    fingerprints: Option<HashMap<FunctionId, Fingerprint>>,
    locals: HashMap<FunctionId, Option<Rc<Local>>>,
    known: HashMap<FunctionId, Option<Rc<Fragment>>>,
}

impl Fragments {
    /// Nothing if blocks are missing, or if there are procedures without a summary among those that are to have one.
    pub fn get(&mut self, builder: &mut Builder<'_>, function: FunctionId) -> Option<Rc<Fragment>> {
        if let Some(known) = self.known.get(&function) {
            return known.clone();
        }
        let fragment = self.fragment(builder, function).map(Rc::new);
        self.known.insert(function, fragment.clone());
        fragment
    }

    fn fragment(&mut self, builder: &mut Builder<'_>, function: FunctionId) -> Option<Fragment> {
        let (mut entered, mut next) = (vec![function], 0);
        let (mut numbers, mut symbols) = (HashMap::default(), Vec::new());
        let mut functions = BTreeSet::new();
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.fingerprint(builder, function)?);
        while let Some(&at) = entered.get(next) {
            next += 1;
            let local = self.local(builder, at)?;
            hasher.update(&local.digest.0);
            for &callee in &local.callees {
                let known = entered.iter().position(|&it| it == callee);
                hasher.update(&(known.unwrap_or(entered.len()) as u32).to_le_bytes());
                if known.is_none() {
                    entered.push(callee);
                }
            }
            for &symbol in &local.symbols {
                let number = *numbers.entry(symbol).or_insert_with(|| {
                    symbols.push(symbol);
                    symbols.len() as u32 - 1
                });
                hasher.update(&number.to_le_bytes());
            }
            functions.extend(&local.functions);
        }
        // Whose frame data belongs to, and whether it is data at all, decides where conditions may speak of it.
        let storage = &builder.encoder.storage;
        for &symbol in &symbols {
            let home = match storage.home(symbol) {
                Some(home) => entered.iter().position(|&it| it == home).map_or(1, |number| number + 2),
                None => 0,
            };
            hasher.update(&(home as u32).to_le_bytes());
            hasher.update(&[storage.is_variable(symbol).into(), storage.is_address(symbol).into()]);
        }
        let mut key = [0; 16];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        let mentioned = symbols.iter().copied().collect();
        Some(Fragment { key: Digest(key), symbols, mentioned, functions })
    }

    fn fingerprint(&mut self, builder: &Builder<'_>, function: FunctionId) -> Option<Fingerprint> {
        let all = self.fingerprints.get_or_insert_with(|| {
            let syntax = Syntax::of(builder.program);
            let addresses = Addresses::of(builder.program);
            let all = fingerprints(&Context::new(builder.program, &addresses, &syntax));
            let procedures = (0..builder.program.functions.len() as u32).map(FunctionId);
            let of = |id: FunctionId| Some((id, all[syntax.procedure(id)?.index()].global));
            procedures.filter_map(of).collect()
        });
        all.get(&function).copied()
    }

    fn local(&mut self, builder: &mut Builder<'_>, function: FunctionId) -> Option<Rc<Local>> {
        if let Some(known) = self.locals.get(&function) {
            return known.clone();
        }
        let local = Outline::of(builder, function).map(Rc::new);
        self.locals.insert(function, local.clone());
        local
    }
}

/// A procedure being written down: what is equal but for symbols, and the terms.
struct Outline {
    shape: Vec<u8>,
    terms: Vec<Term>,
    points: Vec<Point>,
    callees: Vec<FunctionId>,
}

impl Outline {
    fn of(builder: &mut Builder<'_>, function: FunctionId) -> Option<Local> {
        let entrance = builder.entrance_of(function);
        let mut outline =
            Outline { shape: Vec::new(), terms: Vec::new(), points: vec![entrance], callees: Vec::new() };
        outline.procedure(builder, function)?;
        let (mut next, mut functions) = (0, BTreeSet::new());
        while let Some(&point) = outline.points.get(next) {
            next += 1;
            functions.insert(builder.function(point.context));
            outline.shape.push(builder.is_end(point).into());
            if builder.is_end(point) {
                continue;
            }
            let blocks = builder.blocks(point);
            if !blocks.is_complete {
                return None;
            }
            outline.number(blocks.all.len());
            for block in &blocks.all {
                outline.block(builder, point, block)?;
            }
        }
        let (terms, storage) = (&builder.encoder.terms, &builder.encoder.storage);
        let (digest, mut symbols) = in_order(terms, &outline.terms);
        // Unknown values are those of one block.
        symbols.retain(|&symbol| storage.key(symbol).is_some());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&digest.0).update(&outline.shape);
        let mut digest = [0; 16];
        digest.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Some(Local { digest: Digest(digest), symbols, callees: outline.callees, functions })
    }

    fn number(&mut self, number: usize) {
        self.shape.extend((number as u32).to_le_bytes());
    }

    fn point(&mut self, point: Point) {
        let number = self.points.iter().position(|&it| it == point).unwrap_or(self.points.len());
        if number == self.points.len() {
            self.points.push(point);
        }
        self.number(number);
    }

    /// What a procedure is for those that enter it.
    fn procedure(&mut self, builder: &mut Builder<'_>, function: FunctionId) -> Option<()> {
        let procedure = builder.procedure(function)?;
        let Procedure { modified, given, ghosts, result } = &*procedure;
        let terms = &mut builder.encoder.terms;
        for set in [modified, given] {
            let data = by_name(terms, set.iter().copied());
            self.number(data.len());
            self.terms.extend(data.into_iter().map(|symbol| terms.symbol(symbol)));
        }
        let data = by_name(terms, ghosts.keys().copied());
        self.number(data.len());
        for symbol in data.into_iter().flat_map(|symbol| [symbol, ghosts[&symbol]]).chain(*result) {
            self.terms.push(terms.symbol(symbol));
        }
        self.number(result.iter().count());
        Some(())
    }

    fn block(&mut self, builder: &mut Builder<'_>, from: Point, block: &Block) -> Option<()> {
        self.effects(&mut builder.encoder.terms, block);
        match block.target {
            Target::Point(to) => {
                self.shape.push(0);
                self.point(to);
            }
            Target::Enter(edge, entrance) => {
                self.shape.push(1);
                self.number(edge as usize);
                let callee = builder.function(entrance.context);
                let number = self.callees.iter().position(|&it| it == callee).unwrap_or(self.callees.len());
                if number == self.callees.len() {
                    self.callees.push(callee);
                }
                self.number(number);
                self.procedure(builder, callee)?;
                let leave = builder.leaving(from, edge, callee, &Valuation::new())?;
                let [leave] = &leave.all[..] else { return None };
                self.effects(&mut builder.encoder.terms, leave);
                self.point(leave.target.point()?);
            }
            Target::Error => self.shape.push(2),
            Target::Obstacle(_) => self.shape.push(3),
        }
        Some(())
    }

    fn effects(&mut self, terms: &mut Terms, block: &Block) {
        self.terms.push(block.guard);
        let data = by_name(terms, block.values.keys().copied());
        self.number(data.len());
        for symbol in data {
            self.terms.extend([terms.symbol(symbol), block.values[&symbol]]);
        }
    }
}

/// In an order that does not depend on what was made first; where it does, a summary is lost, no more.
fn by_name(terms: &Terms, symbols: impl Iterator<Item = Symbol>) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = symbols.collect();
    symbols.sort_by_key(|&symbol| terms.symbol_name(symbol));
    symbols
}
