//! Abstract paths: sequences of blocks from the start, and whether the program can take them.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cfa::source::Pos;
use cfa::types::Scalar;

use crate::block::{Block, Blocks, Target, Valuation};
use crate::encode::{Encoder, Origin};
use crate::facts::region::FIRST_PAGE;
use crate::summary::Procedure;
use formula::{Order, Sort, Symbol, Term, Word};
use solver::{Answer, Query, Smt};

/// Bits of an input that is a small number.
const SMALL: u32 = 16;
/// Reads of one path that are compared with each other.
const READS: usize = 30;
/// The first character that can be printed, and how many there are.
const PRINTABLE: (u128, u128) = (0x20, 95);
/// How often wishes are left out.
const ROUNDS: usize = 20;

/// A step of a path: a block of those from a point, or of the first ones.
#[derive(Clone)]
pub struct Step {
    /// What is known before it.
    pub valuation: Rc<Valuation>,
    pub blocks: Rc<Blocks>,
    pub index: usize,
    pub link: Link,
}

/// How a step changes the frame.
#[derive(Clone)]
pub enum Link {
    Within,
    /// Into a procedure with a summary: the frame of the caller is put aside.
    Enter,
    /// Out of it: the frame is the caller's again, and of all other data what the procedure may modify is as it left it.
    Leave(Rc<Procedure>),
}

impl Step {
    pub fn block(&self) -> &Block {
        &self.blocks.all[self.index]
    }
}

/// A value that the program is given on a path.
#[derive(Clone, Debug)]
pub struct Given {
    pub origin: Origin,
    pub value: u128,
    pub width: u32,
}

/// A run along a path, as formulas see it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The values that lead along it, in order.
    pub given: Vec<Given>,
    /// Where the error is that it ends in, if it does.
    pub error: Option<Pos>,
    /// Where values come from that it depends on and that are not modelled: they may be none that a run has.
    pub unknown: BTreeSet<Pos>,
}

pub enum Feasibility {
    Yes(Model),
    No,
    Undecided,
}

/// A path with its guards as terms over what is unknown.
pub struct Path {
    pub steps: Vec<Step>,
    /// Of each step, over unknown values only.
    pub guards: Vec<Term>,
    /// Data after each step, over unknown values only.
    pub states: Vec<BTreeMap<Symbol, Term>>,
    /// Unknown values of each step, renamed.
    names: Vec<BTreeMap<Symbol, Symbol>>,
}

impl Path {
    pub fn of(encoder: &mut Encoder<'_>, steps: Vec<Step>) -> Path {
        let mut path = Path { steps, guards: Vec::new(), states: Vec::new(), names: Vec::new() };
        let mut state: BTreeMap<Symbol, Term> = BTreeMap::new();
        let mut aside = Vec::new();
        for number in 0..path.steps.len() {
            let step = path.steps[number].clone();
            let block = step.block();
            let names = rename(encoder, block, number);
            let kept = match &step.link {
                Link::Within => state.clone(),
                Link::Enter => {
                    aside.push(state.clone());
                    state.clone()
                }
                Link::Leave(procedure) => {
                    // Of a path that begins inside the call, nothing was put aside: the caller's data is what it is.
                    let mut kept: BTreeMap<Symbol, Term> = aside.pop().unwrap_or_default();
                    for &symbol in &procedure.modified {
                        match state.get(&symbol) {
                            Some(&value) => kept.insert(symbol, value),
                            None => kept.remove(&symbol),
                        };
                    }
                    kept
                }
            };
            let (guard, next) = apply(encoder, block, &state, kept, &names);
            path.guards.push(guard);
            path.names.push(names);
            path.states.push(next.clone());
            state = next;
        }
        path
    }

    /// The blocks it goes through, each once.
    pub fn blocks(&self) -> BTreeSet<(u64, usize)> {
        self.steps.iter().map(|step| (step.blocks.id, step.index)).collect()
    }

    /// What inputs had better be, so that a run shows the path: small numbers, since with large ones a run ends sooner in an
    /// overflow that nobody asked about; characters that can be printed; addresses of something; and (apart) of one place in memory the same.
    fn wishes(&self, encoder: &mut Encoder<'_>) -> (Vec<Term>, Vec<Term>) {
        let (mut wishes, mut sames) = (Vec::new(), Vec::new());
        let mut reads: Vec<(Term, Term)> = Vec::new();
        let mut state = BTreeMap::new();
        for (number, step) in self.steps.iter().enumerate() {
            let names = &self.names[number];
            let mut done = HashMap::default();
            for input in &step.blocks.inputs {
                let Some(&symbol) = names.get(&input.symbol) else { continue };
                let value = encoder.terms.symbol(symbol);
                let Sort::Bits(width) = encoder.terms.sort(value) else { continue };
                if let Some(address) = input.address
                    && reads.len() < READS
                {
                    let by = replacement(encoder, &state, names);
                    let address = encoder.terms.replace(address, &by, &mut done);
                    let terms = &mut encoder.terms;
                    for &(other, known) in &reads {
                        if terms.width(known) != width {
                            continue;
                        }
                        let (is_there, is_same) = (terms.eq(other, address), terms.eq(known, value));
                        let elsewhere = terms.not(is_there);
                        sames.push(terms.or(elsewhere, is_same));
                    }
                    reads.push((address, value));
                }
                let is_number = matches!(input.origin, Origin::Choice(_, Scalar::Int { .. }));
                // From where on, and how far.
                let (low, room) = match (is_number, input.is_pointer) {
                    (true, _) if width == 8 => PRINTABLE,
                    (true, _) if width > SMALL => ((1u128 << (SMALL - 1)).wrapping_neg(), 1 << SMALL),
                    (_, true) => (u128::from(FIRST_PAGE), encoder.storage.heap_base()),
                    _ => continue,
                };
                let (low, room) = (encoder.terms.bits(width, low), encoder.terms.bits(width, room));
                let distance = encoder.terms.word(Word::Sub, value, low);
                wishes.push(encoder.terms.order(Order::Ult, distance, room));
            }
            state = self.states[number].clone();
        }
        (wishes, sames)
    }

    /// Leaves out wishes until the others can be fulfilled together, and asks for that last.
    fn wish(&self, encoder: &mut Encoder<'_>, smt: &mut Smt, query: &mut Query) {
        let (wishes, sames) = self.wishes(encoder);
        for mut wishes in [[&wishes[..], &sames].concat(), wishes.clone()] {
            for _ in 0..ROUNDS {
                let all: Vec<Term> = self.guards.iter().chain(&wishes).copied().collect();
                match query.check(smt, &encoder.terms, &all) {
                    Answer::Sat => return,
                    Answer::Unknown => break,
                    Answer::Unsat => {}
                }
                let (core, before) = (query.core(&all), wishes.len());
                wishes.retain(|wish| !core.contains(wish));
                if wishes.len() == before {
                    break;
                }
            }
        }
        query.check(smt, &encoder.terms, &self.guards);
    }

    pub fn is_feasible(&self, encoder: &mut Encoder<'_>, smt: &mut Smt) -> Feasibility {
        if self.guards.contains(&Term::FALSE) {
            return Feasibility::No;
        }
        let mut query = smt.query_with(400_000_000);
        match query.check(smt, &encoder.terms, &self.guards) {
            Answer::Unknown => Feasibility::Undecided,
            Answer::Unsat => Feasibility::No,
            Answer::Sat => {
                self.wish(encoder, smt, &mut query);
                let Some(mut model) = query.model() else { return Feasibility::Undecided };
                let (mut given, mut error, mut unknown) = (Vec::new(), None, BTreeSet::new());
                let mut needed = HashSet::default();
                encoder.terms.for_each_symbol(&self.guards, |symbol| {
                    needed.insert(symbol);
                });
                let mut state = BTreeMap::new();
                for (number, step) in self.steps.iter().enumerate() {
                    let names = &self.names[number];
                    let mut done = HashMap::default();
                    for input in &step.blocks.inputs {
                        let by = replacement(encoder, &state, names);
                        let guard = encoder.terms.replace(input.guard, &by, &mut done);
                        if model.bool(smt, &encoder.terms, guard) != Some(true) {
                            continue;
                        }
                        let symbol = names.get(&input.symbol).copied().unwrap_or(input.symbol);
                        if needed.contains(&symbol) && !input.origin.is_given() {
                            unknown.insert(input.pos);
                        }
                        let term = encoder.terms.symbol(symbol);
                        let Sort::Bits(width) = encoder.terms.sort(term) else { continue };
                        let value = match input.is_pointer && !needed.contains(&symbol) {
                            // The path does not depend on it, but a run may follow it.
                            true => Some(encoder.storage.heap_base() / 2 + 16 * given.len() as u128),
                            false => model.bits(smt, &encoder.terms, term),
                        };
                        let Some(value) = value else { return Feasibility::Undecided };
                        given.push(Given { origin: input.origin.clone(), value, width });
                    }
                    if number + 1 == self.steps.len() && step.block().target == Target::Error {
                        for &(guard, pos) in &step.blocks.errors {
                            let by = replacement(encoder, &state, names);
                            let guard = encoder.terms.replace(guard, &by, &mut done);
                            if error.is_none() && model.bool(smt, &encoder.terms, guard) == Some(true) {
                                error = Some(pos);
                            }
                        }
                    }
                    state = self.states[number].clone();
                }
                Feasibility::Yes(Model { given, error, unknown })
            }
        }
    }
}

/// Names of the unknown values of a block, so that a block may occur in a path more than once.
fn rename(encoder: &mut Encoder<'_>, block: &Block, step: usize) -> BTreeMap<Symbol, Symbol> {
    let mut roots: Vec<Term> = block.values.values().copied().collect();
    roots.push(block.guard);
    let mut symbols = Vec::new();
    encoder.terms.for_each_symbol(&roots, |symbol| symbols.push(symbol));
    let mut names = BTreeMap::new();
    for symbol in symbols {
        if encoder.keys.is_variable(symbol) || encoder.keys.is_address(symbol) {
            continue;
        }
        let name = format!("{}@{step}", encoder.terms.symbol_name(symbol));
        let sort = encoder.terms.symbol_sort(symbol);
        names.insert(symbol, encoder.terms.new_symbol(name, sort));
    }
    names
}

/// What a symbol of a block stands for in a path. The terms of renamed symbols exist by then.
fn replacement<'a>(
    encoder: &mut Encoder<'_>,
    state: &'a BTreeMap<Symbol, Term>,
    names: &BTreeMap<Symbol, Symbol>,
) -> impl Fn(Symbol) -> Option<Term> + use<'a> {
    let names: BTreeMap<Symbol, Term> =
        names.iter().map(|(&from, &to)| (from, encoder.terms.symbol(to))).collect();
    move |symbol| state.get(&symbol).or_else(|| names.get(&symbol)).copied()
}

/// A block from a state, where all it does not set is as in `next`.
fn apply(
    encoder: &mut Encoder<'_>,
    block: &Block,
    state: &BTreeMap<Symbol, Term>,
    mut next: BTreeMap<Symbol, Term>,
    names: &BTreeMap<Symbol, Symbol>,
) -> (Term, BTreeMap<Symbol, Term>) {
    let by = replacement(encoder, state, names);
    let mut done = HashMap::default();
    let guard = encoder.terms.replace(block.guard, &by, &mut done);
    for (&symbol, &value) in &block.values {
        let value = encoder.terms.replace(value, &by, &mut done);
        next.insert(symbol, value);
    }
    (guard, next)
}
