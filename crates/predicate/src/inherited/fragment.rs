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

use super::loops::{Loops, Scope};
use crate::abstraction::Place;
use crate::block::{Block, Builder, Point, Target};
use crate::summary::{ENTRANCE, Procedure};
use formula::digest::{Digest, in_order};
use formula::{Symbol, Term, Terms};

/// A procedure with a summary or a loop, with all that impacts it.
#[derive(Debug)]
pub struct Fragment {
    /// Of two fragments with one key, the symbols and points of one stand for those of the other by number.
    pub key: Digest,
    pub symbols: Vec<Symbol>,
    mentioned: HashSet<Symbol>,
    /// Where blocks begin and end, what it enters apart. The first is its entrance.
    pub points: Vec<Point>,
    /// The points of a loop, the others are its exits.
    pub scope: Option<Scope>,
    /// What a loop may change.
    pub modified: BTreeSet<Symbol>,
    /// The places that blocks begin at, and the functions that they do so in if these are in it as a whole.
    places: HashSet<Place>,
    functions: BTreeSet<FunctionId>,
}

impl Fragment {
    /// Whether it reads or sets data, or computes with an address.
    pub fn mentions(&self, symbol: Symbol) -> bool {
        self.mentioned.contains(&symbol)
    }

    /// Whether what is told apart at a place is told apart in it.
    pub fn has(&self, place: Place) -> bool {
        self.functions.contains(&place.0) || self.places.contains(&place)
    }
}

/// A procedure or a loop by itself.
struct Local {
    digest: Digest,
    symbols: Vec<Symbol>,
    /// What it enters, in the order of first calls.
    callees: Vec<FunctionId>,
    points: Vec<Point>,
    modified: BTreeSet<Symbol>,
}

/// The fragments of a program by their entrances, as far as they were asked for.
#[derive(Default)]
pub struct Fragments {
    fingerprints: Option<HashMap<FunctionId, Fingerprint>>,
    /// By procedure, nothing for main.
    loops: HashMap<Option<FunctionId>, Rc<Loops>>,
    locals: HashMap<Point, Option<Rc<Local>>>,
    known: HashMap<Point, Option<Rc<Fragment>>>,
}

impl Fragments {
    /// Nothing if no fragment begins there, if blocks are missing, or if there are procedures without a summary among those that
    /// are to have one.
    pub fn get(&mut self, builder: &mut Builder<'_>, entrance: Point) -> Option<Rc<Fragment>> {
        if let Some(known) = self.known.get(&entrance) {
            return known.clone();
        }
        let fragment = self.fragment(builder, entrance).map(Rc::new);
        self.known.insert(entrance, fragment.clone());
        fragment
    }

    /// The points of the loop that a point is an entrance of, if loops are summed up.
    pub fn scope(&mut self, builder: &mut Builder<'_>, point: Point) -> Option<Scope> {
        if !builder.has_exits {
            return None;
        }
        let top = builder.top(point.context);
        let function = builder.is_summarised(top).then(|| builder.function(top));
        let loops = match self.loops.get(&function) {
            Some(loops) => loops.clone(),
            None => {
                let loops = Rc::new(Loops::of(builder, function));
                self.loops.insert(function, loops.clone());
                loops
            }
        };
        loops.get(point).cloned()
    }

    fn fragment(&mut self, builder: &mut Builder<'_>, entrance: Point) -> Option<Fragment> {
        let (mut entered, mut next) = (vec![entrance], 0);
        let (mut numbers, mut symbols) = (HashMap::default(), Vec::new());
        let (mut places, mut functions) = (HashSet::default(), BTreeSet::new());
        let mut hasher = blake3::Hasher::new();
        let scope = match entrance.at == ENTRANCE {
            true => None,
            false => Some(self.scope(builder, entrance)?),
        };
        if scope.is_none() {
            hasher.update(&self.fingerprint(builder, builder.function(entrance.context))?);
        }
        let (mut points, mut modified) = (Vec::new(), BTreeSet::new());
        while let Some(&at) = entered.get(next) {
            let local = self.local(builder, at, scope.as_ref().filter(|_| next == 0))?;
            hasher.update(&local.digest.0);
            for &callee in &local.callees {
                let callee = builder.entrance_of(callee);
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
            for point in local.points.iter().filter(|_| next > 0 || scope.is_none()) {
                functions.insert(builder.function(point.context));
            }
            if next == 0 {
                points = local.points.clone();
                modified = local.modified.clone();
            }
            next += 1;
        }
        places.extend(points.iter().map(|&point| builder.place(point)));
        // Whose frame data belongs to, and whether it is data at all, decides where conditions may speak of it.
        let homes: Vec<FunctionId> = entered.iter().map(|it| builder.function(it.context)).collect();
        let keys = &builder.encoder.keys;
        for &symbol in &symbols {
            let home = match keys.home(symbol) {
                Some(home) => homes.iter().position(|&it| it == home).map_or(1, |number| number + 2),
                None => 0,
            };
            hasher.update(&(home as u32).to_le_bytes());
            hasher.update(&[keys.is_variable(symbol).into(), keys.is_address(symbol).into()]);
        }
        let mut key = [0; 16];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        let (key, mentioned) = (Digest(key), symbols.iter().copied().collect());
        Some(Fragment { key, symbols, mentioned, points, scope, modified, places, functions })
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

    fn local(
        &mut self,
        builder: &mut Builder<'_>,
        entrance: Point,
        scope: Option<&Scope>,
    ) -> Option<Rc<Local>> {
        if let Some(known) = self.locals.get(&entrance) {
            return known.clone();
        }
        let local = Outline::of(builder, entrance, scope).map(Rc::new);
        self.locals.insert(entrance, local.clone());
        local
    }
}

/// A procedure or a loop being written down: what is equal but for symbols, and the terms.
struct Outline {
    shape: Vec<u8>,
    terms: Vec<Term>,
    points: Vec<Point>,
    callees: Vec<FunctionId>,
    modified: BTreeSet<Symbol>,
}

impl Outline {
    fn of(builder: &mut Builder<'_>, entrance: Point, scope: Option<&Scope>) -> Option<Local> {
        let mut outline = Outline {
            shape: Vec::new(),
            terms: Vec::new(),
            points: vec![entrance],
            callees: Vec::new(),
            modified: BTreeSet::new(),
        };
        if scope.is_none() {
            outline.procedure(builder, builder.function(entrance.context))?;
        }
        let mut next = 0;
        while let Some(&point) = outline.points.get(next) {
            next += 1;
            let is_end = builder.is_end(point) || scope.is_some_and(|it| !it.contains(&point));
            outline.shape.push(is_end.into());
            if is_end {
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
        let (terms, keys) = (&builder.encoder.terms, &builder.encoder.keys);
        let (digest, mut symbols) = in_order(terms, &outline.terms);
        // Unknown values are those of one block.
        symbols.retain(|&symbol| keys.key(symbol).is_some());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&digest.0).update(&outline.shape);
        let mut digest = [0; 16];
        digest.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        let Outline { callees, points, modified, .. } = outline;
        Some(Local { digest: Digest(digest), symbols, callees, points, modified })
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
    fn procedure(&mut self, builder: &mut Builder<'_>, function: FunctionId) -> Option<Rc<Procedure>> {
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
        Some(procedure)
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
                let callee = builder.function(entrance.context);
                let number = self.callees.iter().position(|&it| it == callee).unwrap_or(self.callees.len());
                if number == self.callees.len() {
                    self.callees.push(callee);
                }
                self.number(number);
                let procedure = self.procedure(builder, callee)?;
                self.modified.extend(procedure.modified.iter().copied());
                let (leave, behind) = builder.behind(from, edge, entrance)?;
                self.effects(&mut builder.encoder.terms, &leave);
                self.point(behind);
            }
            Target::Error => self.shape.push(2),
            Target::Obstacle(_) => self.shape.push(3),
        }
        Some(())
    }

    fn effects(&mut self, terms: &mut Terms, block: &Block) {
        self.terms.push(block.guard);
        self.modified.extend(block.values.keys().copied());
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

#[cfg(test)]
mod tests;
