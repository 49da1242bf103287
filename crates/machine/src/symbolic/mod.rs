//! Inputs as symbols: words of the machine hold terms over them, and a state stands for a set of concrete states.
//!
//! # What a state stands for
//!
//! Each input that a path has read is a symbol with a *set of values*. A register holds a number, an address, or a term of 64 bits: the
//! number in the extended form of its type, whatever the symbols are. A byte of memory holds a byte, or one of the eight bytes of such a
//! term. Beside the sets there are *literals*: conditions on several symbols, or such on one that sets do not say exactly. A state
//! stands for the concrete states that come of it if each symbol gets some number of its set such that all literals hold. The sets and
//! the literals are the path condition (`condition.rs`). Addresses, objects, frames and where threads stand are concrete.
//!
//! # Why nothing is lost and nothing is made up
//!
//! *A decision is a split of the states.* Where what an instruction does depends on symbols (which way a branch goes, whether a sum
//! fits, which element is meant), the states are partitioned so that in each part more is known: by the set of one symbol, or by a
//! literal and its opposite. Each part is an option
//! of its own ([`Pending::Decide`]). That happens before the instruction has done anything: the transition ends, the operation starts
//! over, takes the part that was chosen, and meets the same question with fewer states. What was chosen answers this question and no
//! other; an answer that nobody asks for, and a question that is asked again by whoever took a part of it, end the run as a limit does.
//! Parts are disjoint, and together they are all: so each run is in just one option. An option without states is
//! left out, or ends as an assumption that fails; nothing else is ever left out.
//!
//! *Whether there are states* in a part is known of sets without literals: they are not empty, and each symbol gets its number independently
//! of all others. Where literals tell of a symbol, an [`Oracle`] is asked (`oracle.rs`): about the literals that share symbols with what
//! is asked for, or with one that does, and so on, and about the sets of all these symbols. The literals that are not among them share no
//! symbol with these, so the one half of a state can be put together with the other half of another. An answer that there are states
//! comes with one, which is evaluated here. So it rests on the oracle alone only that there are none.
//! *What nobody can tell counts as filled*: the part is explored, as states that may be none; no run is lost. It is noted,
//! and no verdict is `true` then.
//!
//! *A condition is decided without splitting* if it is a literal or the opposite of one, if the sets tell, or if one of both sides has no
//! states. The last says nothing new of the states, so nothing is added.
//!
//! *The normal form keeps the states*: a literal on one symbol goes into its set if that says exactly the same, one that the
//! sets imply is dropped, a conjunction becomes two, and a symbol that has one value is replaced by it.
//!
//! Without an oracle, what is not told by one symbol alone is told by the ranges of its terms, or asked of one symbol after the other, value
//! by value, while a set is small; where it is not, the run ends in [`Stop::SymbolicValue`], which makes the verdict unknown: never is one
//! value taken for others. Of a number that is needed as such (a size, an index), an oracle names all values, at most 256, and that there
//! are no others is asked last (`enumerate.rs`). If there may be more, some are
//! followed, as runs that may show a violation, and the *rest* is a part that ends so.
//!
//! *Whoever does not know of terms does not meet them.* Before each instruction its operands are looked at
//! (`exec/symbolic.rs`): it is one that computes terms, or the terms among its operands are made numbers first, value by value. The quick
//! forms of instructions refuse all tags but those of numbers and addresses. In memory a byte of a term counts as one of which
//! nothing is known, as what is left of a pointer does, and with it lies which byte of which term it is
//! ([`crate::partial::Known`]): who reads it and does not know of terms stops. A call of the library that comes to such a byte is taken
//! back, the byte is made a number, and the call is made again. Functions on strings ask what they need to know of a byte instead
//! (`library/characters.rs`), and all of it before they write anything, since the call starts over with each answer.
//!
//! # When two states are the same
//!
//! The fingerprint has a third share (`explore/symbolic.rs`): the places that hold terms, registers that are live and bytes that are
//! reached, in the order of their names; what they hold, and the literals that share symbols with that, or with one that does, and so
//! on, written down with symbols numbered as they are first met; and
//! the set of each of these symbols. Equal shares mean that one state's terms and literals become the other's by renaming symbols one to one,
//! with equal sets, at equal places: so both stand for the same concrete states. That rests on what is written, and not on its order: where
//! two literals look the same, an order that depends on when they came costs a state that is explored twice, as any two forms of
//! one set do.
//!
//! Symbols that no place mentions, and literals on such alone, are left out: there are values with which these literals hold, since
//! each was added to states that were there, and they say nothing of the others. Where nobody could tell whether there are states, all literals
//! are told: else a state that may be none would stand for one that is there.
//!
//! # Threads
//!
//! *A decision is no step of its thread.* What a thread does between two states of a search without symbols is cut into pieces here by
//! decisions, and nobody else moves between two pieces ([`Pending::Decide`] is expanded alone): for each concrete state the pieces are
//! just one transition of the thread. So others neither see nor take a decision, it is not stale when it is made, and all that is said of
//! transitions holds of the whole. At a state between two pieces the others wait where they waited before it: what is found there of them (a
//! race, a circle of waiting threads) is there anyway.
//!
//! 1. **Nobody is ignored for ever.** A loop that decides gets a new budget of jumps with each piece and may come back to a state
//!    between pieces: then what others do after its last visible step would never be tried. So pieces with a jump backwards are counted in
//!    the state, and after some the thread stops as if its budget were used up ([`Pending::Run`]), where all are expanded. Pieces without such
//!    jumps end by themselves. Hence on each cycle there is a state that is expanded in full.
//! 2. **What was granted is granted still.** An operation that waits for its turn is let through when it gets it, and only then
//!    asks what another thread has made a decision meanwhile (whether a byte is a `_Bool`, what a compare-exchange finds). The option that had let it
//!    through is kept with the decision, and is part of the state; the operation starts over with it. It is kept only if the operation is the one at
//!    which the piece has begun, and no jump has been made since. Accesses made in an atomic section or in a step of the library are noted when they are
//!    tried, before the decision: their addresses are numbers, and they are made in each part.
//! 3. **A new thread goes up to its first visible step as part of the transition that makes it.** The decision of its creator may come before it and
//!    change what it asks. So it does not ask, but stops as one that goes on, and asks when it is its turn.
//! 4. **Assumptions.** One that fails ends all threads, which might have erred before. With one thread states in which it fails are dropped; with several it is
//!    a decision, and where it fails the thread waits to end the run while others go on.
//! 5. **Accesses that others see have addresses that are numbers.** An index that is a term is decided when the address is computed, element by
//!    element, before the access waits for its turn: so a race is told of two elements. A table is looked into at a place that is a term only where no other
//!    thread sees it.
//! 6. **A weak compare-exchange** may fail without reason wherever it may find what it expects in one of the states.
//! 7. **States.** Registers of all threads, results that wait to be joined, and what a step of a block or of a call of the library has read are
//!    places of terms. Symbols are numbered by these places, so it does not matter in which order threads have read them.
//!
//! # Counterexamples
//!
//! A path keeps the sets of all its symbols and all its literals, of those too that nothing mentions any more. Values with which all literals
//! hold are asked for afresh, small ones as far as that is easy; any such values are a run that
//! takes the path. The program is run with these inputs and no symbols, its threads in the same order, before anything is said to
//! be violated. Which thread reads which input is told by thread and number, since a run without decisions may read them in another order.
//!
//! # Records
//!
//! What was found out about a state is believed of every state with its fingerprint, in this program after an edit, too. A fact says where
//! an option of a state leads, or how it ends. So a fingerprint has to tell what the options mean, and what is done has to follow from it.
//!
//! 1. **An option is a number, and the question that it answers is in the fingerprint**: its parts one by one, as sets and terms, with symbols
//!    under the numbers that they have in the rest. So the third part is the same states in every state with this fingerprint; a
//!    program that asks something else there, or in another order, comes to another state. Parts without states stay where they are,
//!    and end as assumptions that fail: no number moves up.
//! 2. **A fingerprint says nothing of a program** but what things are called. Terms are told by their structure and their widths, sets value by value; who read a
//!    symbol, by which function and when, is not in it and has no say in what the states are.
//! 3. **A location that looks at a symbol counts as a whole** ([`crate::footprint::Footprint`]). In one state it is enough to know that `x < 7` came out true,
//!    which `x < 8` would, too; of many states it says which they are. So does a location that reads an input: its numbers are the
//!    symbol's values. How large an array is counts where elements are followed one by one, and the call that a value is returned to where
//!    that is decided before the return.
//! 4. **What happens is a function of the fingerprint**, up to names of symbols: so the way to a state may be another one than that on which a fact about it was found. Operands
//!    stand as they were given and are told so, not ordered by age ([`formula::Terms::in_given_order`]); of several symbols to split by the first in the term is taken, not the oldest; literals
//!    are brought to their normal form until none is left to do ([`Symbolic::narrow`]), whatever order they came in. Where two literals cannot be told apart, their order may show in
//!    the fingerprint. Then a state that is gone to again may be another one: the record is given up, and no verdict depends on it.
//! 5. **What nobody could tell is not recorded.** The transition is tried again by whoever builds on the record, and the verdict is as open as it was.
//!    Other answers are facts: they say whether there are states, which no program changes.
//! 6. **Known facts ask nobody**: what is not executed makes no terms. Only who goes back to a state to execute something there asks again what
//!    was asked on the way.
//!
//! # What there is not yet
//!
//! One worker, and no thread goes first alone ([`crate::explore`]'s `alone`). Floats, wide integers and most of the library take numbers only.
//!
//! [`Pending::Decide`]: crate::explore::Pending::Decide
//! [`Stop::SymbolicValue`]: crate::fault::Stop::SymbolicValue

mod condition;
mod enumerate;
mod judge;
pub mod operate;
mod oracle;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use formula::{Evaluation, Set, Sort, Symbol, Term, Terms, mask, signed};
use rustc_hash::FxHashMap as HashMap;

use crate::explore::Interrupted;
use condition::Change;
pub(crate) use condition::{Filled, Narrowed, Part};
/// Raised when what fingerprints tell of terms comes to mean something else.
pub use formula::digest::FORMAT;
use judge::Question;
pub(crate) use judge::{Judged, Split, Valued};
pub use oracle::{Answer, Asked, Oracle};
use oracle::{Asking, Found};

/// The terms of a search, and the symbols of the path that it stands at. Terms are never forgotten: those of other paths are used again.
pub(crate) struct Symbolic {
    pub terms: Terms,
    /// In the order in which the path has read them.
    read: Vec<Read>,
    /// What holds beside the sets.
    literals: Rc<[Term]>,
    /// Whether there are states at all, nobody could tell.
    is_undecided: bool,
    changes: Vec<Change>,
    /// Symbols by place in that order and by width: the same on every path.
    pool: HashMap<(u32, u32), Symbol>,
    /// The place of each symbol.
    places: HashMap<Symbol, u32>,
    symbols: HashMap<Term, Rc<[Symbol]>>,
    depths: HashMap<Term, u32>,
    splits: HashMap<(Question, u32, Set), Rc<Split>>,
    kept_parts: usize,
    asking: Asking,
    words: HashMap<enumerate::Key, enumerate::Numbers>,
    /// The part that was chosen for the decision that comes, and the question that it answers.
    pub decided: Option<(u32, u64)>,
    /// The call of the library that is running may ask what bytes are.
    pub is_asked_by_call: bool,
    /// The question that was answered in this transition.
    pub answered: Option<u64>,
    /// What the transition has ended before.
    pub waits_for: Option<Rc<Split>>,
    /// Where the transition has begun.
    pub begun: Begun,
    /// What inputs are where they are to be numbers, by the thread that reads them and the number of those that it has read before.
    pub answers: Option<HashMap<(u32, u32), i128>>,
}

/// Where a transition has begun: the thread, its innermost frame by number and the operation there, and what let it begin.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Begun {
    pub thread: usize,
    pub place: Option<(u64, u32)>,
    pub interrupted: Interrupted,
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Read {
    pub symbol: Symbol,
    /// As words without sign.
    pub values: Set,
    /// The function that was asked for it.
    pub name: &'static str,
    /// Who asked, and how many inputs it had read before.
    thread: u32,
    before: u32,
    is_signed: bool,
}

/// What a path has read, to come back to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SavedReads {
    read: Vec<Read>,
    literals: Rc<[Term]>,
    is_undecided: bool,
}

/// A point to come back to.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Mark {
    pub read: u32,
    pub changes: u32,
}

/// Terms that may take memory.
const MOST_TERMS: usize = 1 << 26;
/// How deep operations may be nested: each that looks at a term goes through all of it.
const MOST_DEPTH: u32 = 1000;

impl Symbolic {
    pub fn new(oracle: Option<Box<dyn Oracle>>) -> Symbolic {
        Symbolic {
            terms: Terms::in_given_order(),
            read: Vec::new(),
            literals: Rc::default(),
            is_undecided: false,
            changes: Vec::new(),
            pool: HashMap::default(),
            places: HashMap::default(),
            symbols: HashMap::default(),
            depths: HashMap::default(),
            splits: HashMap::default(),
            kept_parts: 0,
            asking: Asking::of(oracle),
            words: HashMap::default(),
            decided: None,
            is_asked_by_call: false,
            answered: None,
            waits_for: None,
            begun: Begun::default(),
            answers: None,
        }
    }

    /// What let the transition begin, if that was at this place.
    pub fn begun_at(&self, place: (u64, u32)) -> Option<Interrupted> {
        (self.begun.place == Some(place)).then_some(self.begun.interrupted)
    }

    /// A new input, which is one of these numbers, as a term of 64 bits; nothing if there are none, or no word holds them all.
    pub fn read(&mut self, name: &'static str, thread: u32, ranges: &[(i128, i128)]) -> Option<Term> {
        let numbers = Set::of(ranges.iter().copied());
        let (low, high) = numbers.ends()?;
        let is_signed = low < 0;
        let fits = |width: u32| match is_signed {
            true => -(1i128 << (width - 1)) <= low && high < 1i128 << (width - 1),
            false => high <= mask(width) as i128,
        };
        let width = [8, 16, 32, 64].into_iter().find(|&width| fits(width))?;
        let place = self.read.len() as u32;
        let symbol = match self.pool.get(&(place, width)) {
            Some(&symbol) => symbol,
            None => {
                let symbol = self.terms.new_symbol(String::new(), Sort::Bits(width));
                self.pool.insert((place, width), symbol);
                self.places.insert(symbol, place);
                symbol
            }
        };
        let whole = 1i128 << width;
        let (negative, positive) = (Set::interval(-whole, -1), Set::interval(0, whole));
        let moved = numbers.intersection(&negative);
        let moved = Set::of(moved.intervals().iter().map(|(low, high)| (low + whole, high + whole)));
        let values = numbers.intersection(&positive).union(&moved);
        let last = self.read.iter().rev().find(|it| it.thread == thread);
        let before = last.map_or(0, |it| it.before + 1);
        self.read.push(Read { symbol, values, name, thread, before, is_signed });
        if let Some(values) = self.answer(place as usize) {
            self.restrict(place, values);
        }
        let term = self.terms.symbol(symbol);
        Some(self.terms.extend(term, is_signed, 64))
    }

    pub fn is_full(&self) -> bool {
        self.terms.len() > MOST_TERMS
    }

    pub fn count(&self) -> usize {
        self.read.len()
    }

    /// The place of a symbol among those that the path has read.
    fn place(&self, symbol: Symbol) -> u32 {
        self.places[&symbol]
    }

    /// The symbol of a place.
    pub fn term_at(&mut self, place: u32) -> Term {
        self.terms.symbol(self.read[place as usize].symbol)
    }

    pub fn values(&self, symbol: Symbol) -> &Set {
        &self.read[self.place(symbol) as usize].values
    }

    /// The only value that a symbol may have, if there is just one.
    fn fixed(&self, symbol: Symbol) -> Option<u128> {
        only(self.values(symbol))
    }

    /// The number that a term is if all its symbols have one value.
    pub fn certain(&self, term: Term) -> Option<u64> {
        let (mut evaluation, mut is_certain) = (Evaluation::default(), true);
        self.terms.for_each_symbol(&[term], |symbol| match self.fixed(symbol) {
            Some(value) => evaluation.set(&self.terms, symbol, value),
            None => is_certain = false,
        });
        if !is_certain {
            return None;
        }
        evaluation.eval(&self.terms, term).map(|value| value as u64)
    }

    /// A term with symbols that can have one value only replaced by that.
    pub fn plain(&mut self, term: Term) -> Term {
        let symbols = self.symbols(term);
        let fixed: Vec<(Symbol, u128)> =
            symbols.iter().filter_map(|&symbol| Some((symbol, self.fixed(symbol)?))).collect();
        if fixed.is_empty() {
            return term;
        }
        let by: HashMap<Symbol, Term> = fixed
            .into_iter()
            .map(|(symbol, value)| (symbol, self.terms.bits(self.terms.symbol_sort(symbol).width(), value)))
            .collect();
        self.terms.replace(term, &|symbol| by.get(&symbol).copied(), &mut HashMap::default())
    }

    /// Whether operations on inputs are nested deeper than is followed.
    pub fn is_too_deep(&mut self, term: Term) -> bool {
        self.depth(term) > MOST_DEPTH
    }

    /// What a term is made of was asked for before, but for a few nodes.
    fn depth(&mut self, term: Term) -> u32 {
        if let Some(&known) = self.depths.get(&term) {
            return known;
        }
        let mut operands = Vec::new();
        self.terms.for_each_operand(term, |operand| operands.push(operand));
        let depth = operands.into_iter().map(|operand| self.depth(operand) + 1).max().unwrap_or(0);
        self.depths.insert(term, depth);
        depth
    }

    /// The symbols of a term.
    pub fn symbols(&mut self, term: Term) -> Rc<[Symbol]> {
        if let Some(known) = self.symbols.get(&term) {
            return known.clone();
        }
        let mut found = Vec::new();
        self.terms.for_each_symbol(&[term], |symbol| found.push(symbol));
        let found: Rc<[Symbol]> = found.into();
        self.symbols.insert(term, found.clone());
        found
    }

    /// What terms are in one of the concrete states: one of small numbers, where no literal tells of them.
    pub fn example(&mut self, terms: &[Term]) -> Option<Vec<u64>> {
        let mut symbols = Vec::new();
        self.terms.for_each_symbol(terms, |symbol| symbols.push(symbol));
        let found = match self.slice(&symbols).literals.is_empty() {
            true => Rc::default(),
            false => match self.found_with(&[], &symbols) {
                Found::Yes(found) => found,
                Found::No | Found::Unknown => return None,
            },
        };
        let mut evaluation = Evaluation::default();
        for symbol in symbols {
            let value = match found.get(&symbol) {
                Some(&value) => value,
                None => self.read[self.place(symbol) as usize].small()?,
            };
            evaluation.set(&self.terms, symbol, value);
        }
        terms.iter().map(|&term| evaluation.eval(&self.terms, term).map(|value| value as u64)).collect()
    }

    /// The inputs of one run that takes the path: of small numbers, each with the thread that has read it. Nothing if none is found.
    pub fn inputs(&mut self) -> Option<Vec<(&'static str, i128, u32)>> {
        let told = if self.literals.is_empty() { HashMap::default() } else { self.small_state()? };
        let value = |read: &Read| {
            let width = read.width(&self.terms);
            let value = told.get(&read.symbol).copied().or_else(|| read.small()).unwrap_or(0);
            (read.name, if read.is_signed { signed(value, width) } else { value as i128 }, read.thread)
        };
        Some(self.read.iter().map(value).collect())
    }

    /// How much was asked.
    pub fn asked(&self) -> Asked {
        self.asking.counts
    }

    /// The only value that an input of this place is to have, if that was said of inputs.
    pub fn answer(&self, place: usize) -> Option<Set> {
        let answers = self.answers.as_ref()?;
        let read = &self.read[place];
        let value = match answers.get(&(read.thread, read.before)) {
            Some(&value) if value < 0 => value + (1i128 << read.width(&self.terms)),
            Some(&value) => value,
            None => read.small()? as i128,
        };
        Some(Set::interval(value, value))
    }

    pub fn mark(&self) -> Mark {
        Mark { read: self.read.len() as u32, changes: self.changes.len() as u32 }
    }

    pub fn undo(&mut self, mark: Mark) {
        while self.changes.len() > mark.changes as usize
            && let Some(change) = self.changes.pop()
        {
            self.undo_change(change);
        }
        self.read.truncate(mark.read as usize);
    }

    /// What was read behind the first inputs has not been. Decisions between others stay: they say what this call is made with.
    pub fn forget_reads(&mut self, count: usize) {
        if count < self.read.len() {
            self.read.truncate(count);
            self.changes.retain(|it| !matches!(it, Change::Values(place, _) if *place as usize >= count));
            // What tells of what was forgotten is asked again.
            let all = self.literals.clone();
            let is_kept =
                |it: &Term| self.symbols(*it).iter().all(|&symbol| (self.place(symbol) as usize) < count);
            let kept: Vec<Term> = all.iter().copied().filter(is_kept).collect();
            if kept.len() < all.len() {
                self.set_literals(kept);
            }
        }
    }

    pub fn save(&self) -> SavedReads {
        let Symbolic { read, literals, is_undecided, .. } = self;
        SavedReads { read: read.clone(), literals: literals.clone(), is_undecided: *is_undecided }
    }

    pub fn restore(&mut self, saved: SavedReads) {
        (self.read, self.literals, self.is_undecided) = (saved.read, saved.literals, saved.is_undecided);
        self.changes.clear();
    }
}

impl Read {
    fn width(&self, terms: &Terms) -> u32 {
        terms.symbol_sort(self.symbol).width()
    }

    /// Values that people read easily, the best first.
    fn small_ones(&self) -> Vec<Set> {
        let some = |low, high| self.values.intersection(&Set::interval(low, high));
        let characters = [some(b'a'.into(), b'z'.into()), some(0x20, 0x7e)];
        let is_character = self.name.contains("char");
        let one = Vec::from_iter(self.small().map(|value| Set::interval(value as i128, value as i128)));
        let small = [some(0, 9), some(0, 255)];
        let all = characters.into_iter().filter(|_| is_character).chain(one).chain(small);
        all.filter(|set| !set.is_empty()).collect()
    }

    /// A value that people read easily: a letter if it may be one, else close to zero.
    fn small(&self) -> Option<u128> {
        let is_character = self.values.is_within(0, 255) && self.values.count() > 1;
        let preferred = [(i128::from(b'a'), i128::from(b'z')), (0x20, 0x7e)];
        let of = |&(low, high): &(i128, i128)| self.values.intersection(&Set::interval(low, high)).ends();
        let letter = preferred.iter().filter(|_| is_character && self.name.contains("char")).find_map(of);
        let value = match letter {
            Some((low, _)) => low,
            None => self.values.ends()?.0,
        };
        u128::try_from(value).ok()
    }
}

/// The only number of a set.
fn only(values: &Set) -> Option<u128> {
    match values.intervals() {
        [(low, high)] if low == high => u128::try_from(*low).ok(),
        _ => None,
    }
}
