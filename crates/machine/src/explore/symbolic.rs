//! The share of a state's fingerprint that tells what its terms are, and the inputs that a path has read.
//!
//! Equal shares mean that both states have terms at the same places, which become each other by renaming symbols one to one, and
//! that symbols which become each other have the same set of values: [`crate::symbolic`] says why that is all there is to tell.

use formula::{Set, digest};

use super::print::{inner, mix_value, place};
use super::{Machine, Pending, RESULT, SCRATCH, THREAD};
use crate::fault::Stop;
use crate::library::sync::Call;
use crate::memory::Life;
use crate::symbolic::{Asked, Part, Symbolic};
use crate::value::Val;

/// Marks a byte of memory among places.
const BYTE: u64 = 0x7465_726d_6279_7401;

/// A set of values, one to one.
fn tell(values: &Set, mut tell: impl FnMut([u8; 16])) {
    let intervals = values.intervals();
    tell((intervals.len() as u128).to_le_bytes());
    for (low, high) in intervals {
        tell(low.to_le_bytes());
        tell(high.to_le_bytes());
    }
}

/// A place that holds a term, and which of its bytes, from the lowest: all eight of a register.
type Held = (u64, u8, formula::Term);

impl Machine<'_> {
    /// Whether inputs are symbols.
    #[inline]
    pub(crate) fn is_symbolic(&self) -> bool {
        self.exploring().is_some_and(|e| e.symbolic.is_some())
    }

    /// Only for code that runs where inputs are symbols.
    pub(crate) fn symbolic(&mut self) -> &mut Symbolic {
        match &mut self.exploring_mut().symbolic {
            Some(symbolic) => symbolic,
            None => unreachable!("called where inputs are symbols"),
        }
    }

    /// An input, which is one of these numbers.
    pub(crate) fn read_input(&mut self, ranges: &[(i128, i128)]) -> Result<Val, Stop> {
        let (name, thread) = (self.called(), self.current as u32);
        let symbolic = self.symbolic();
        if symbolic.is_full() {
            return Err(Stop::OutOfMemory);
        }
        match symbolic.read(name, thread, ranges) {
            // There may be just one number to choose from.
            Some(term) => {
                let term = symbolic.plain(term);
                Ok(self.value_of_term(term))
            }
            None => Err(Stop::SymbolicValue(format!("an input of {name} that fits no word"))),
        }
    }

    /// The number that a term is if all its symbols have one value.
    pub(crate) fn certain(&self, term: formula::Term) -> Option<u64> {
        self.exploring()?.symbolic.as_ref()?.certain(term)
    }

    /// A term as a value: a number if it is one.
    pub(crate) fn value_of_term(&mut self, term: formula::Term) -> Val {
        match self.symbolic().terms.constant(term) {
            Some(value) => Val::int(value as u64),
            None => Val::term(term),
        }
    }

    /// The inputs that the path has read: by name, with values that lead a run along the path, and the thread; nothing if none are found.
    pub fn inputs_read(&mut self) -> Option<Vec<(String, i128, u32)>> {
        let all = match &mut self.exploring_mut().symbolic {
            Some(symbolic) => symbolic.inputs()?,
            None => Vec::new(),
        };
        Some(all.into_iter().map(|(name, value, thread)| (name.to_string(), value, thread)).collect())
    }

    /// Inputs have these values from now on, those that were read, too: of each thread in the order in which it reads them, as
    /// [`Machine::inputs_read`] has them; behind these, small ones.
    pub fn answer_inputs(&mut self, answers: &[(String, i128, u32)]) {
        let mut read: Vec<u32> = Vec::new();
        let of_thread = |&(_, value, thread): &(String, i128, u32)| {
            let before = read.iter().filter(|&&it| it == thread).count() as u32;
            read.push(thread);
            ((thread, before), value)
        };
        let answers = answers.iter().map(of_thread).collect();
        self.symbolic().answers = Some(answers);
        for place in 0..self.count_inputs() {
            if let Some(values) = self.symbolic().answer(place) {
                self.enter_part(&Part::Values(place as u32, values));
            }
        }
    }

    /// How much was asked about inputs.
    pub fn asked(&self) -> Asked {
        self.exploring().and_then(|e| e.symbolic.as_ref()).map_or_else(Asked::default, |it| it.asked())
    }

    /// The allocation that a thread waits for, which may be chosen to fail.
    pub fn allocation(&mut self, thread: u32) -> Option<&'static str> {
        let is_waiting = matches!(self.pending(thread as usize), Pending::Call(Call::Allocate));
        is_waiting.then(|| {
            self.switch_to(thread as usize);
            self.called()
        })
    }

    /// How many these are.
    pub fn count_inputs(&self) -> usize {
        self.exploring().and_then(|e| e.symbolic.as_ref()).map_or(0, |it| it.count())
    }

    /// Brings the share up to date. Which objects are reached, and what they are called, is current.
    pub(super) fn settle_terms(&mut self) {
        let mut held = self.terms_in_frames();
        self.terms_in_memory(&mut held);
        held.sort_unstable_by_key(|it| (it.0, it.1));
        let of_terms = self.terms_print(held);
        self.exploring_mut().of_terms = of_terms;
    }

    fn terms_print(&mut self, held: Vec<Held>) -> u128 {
        let waits_for = self.symbolic().waits_for.clone().filter(|split| {
            let is_it =
                |it: &Pending| matches!(it, Pending::Decide { question, .. } if *question == split.question);
            self.threads.iter().any(|thread| is_it(&thread.pending))
        });
        let symbolic = self.symbolic();
        if held.is_empty() && waits_for.is_none() && !symbolic.counts_all() {
            return 0;
        }
        let (mut sum, mut places, mut terms) = (0u128, Vec::new(), Vec::new());
        for (place, byte, term) in held {
            let term = symbolic.plain(term);
            match symbolic.terms.constant(term) {
                // A register that holds just this number.
                Some(value) if byte == u8::MAX => {
                    sum = sum.wrapping_add(mix_value(place, Val::int(value as u64)));
                }
                _ => {
                    places.extend(place.to_le_bytes());
                    places.push(byte);
                    terms.push(term);
                }
            }
        }
        // The question that is asked, part by part: an option is one of these in every state with this fingerprint.
        if let Some(split) = &waits_for {
            places.push(u8::from(split.has_rest));
            for part in &split.parts {
                match part {
                    Part::Values(place, values) => {
                        places.push(0);
                        tell(values, |bytes| places.extend(bytes));
                        terms.push(symbolic.term_at(*place));
                    }
                    Part::Literal(literal) => {
                        places.push(1);
                        terms.push(*literal);
                    }
                }
            }
        }
        let literals = symbolic.literals_of(&terms);
        if terms.is_empty() && literals.is_empty() {
            return sum;
        }
        let (digest, symbols) = digest::as_built(&symbolic.terms, &terms, &literals);
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(terms.len() as u64).to_le_bytes());
        hasher.update(&places);
        hasher.update(&digest.0);
        for symbol in symbols {
            tell(symbolic.values(symbol), |bytes| _ = hasher.update(&bytes));
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        sum.wrapping_add(u128::from_le_bytes(bytes))
    }

    /// Live registers of all frames, and results of threads that wait to be joined.
    fn terms_in_frames(&self) -> Vec<Held> {
        let mut held = Vec::new();
        let Some(exploring) = self.exploring() else { return held };
        for thread in 0..self.threads.len() {
            let own = inner(THREAD, thread as u64);
            let result = self.threads[thread].result().and_then(Val::as_term);
            held.extend(result.map(|term| (place(own, RESULT), u8::MAX, term)));
            for (depth, frame) in self.frames_of(thread).iter().enumerate() {
                let at = inner(own, depth as u64);
                let cleared = self.image.code[frame.function.index()].cleared as usize;
                let keys = &exploring.keys[frame.function.index()];
                let live = self.live_slots(frame);
                let is_live = |slot: usize| live.is_none_or(|set| set[slot / 64] >> (slot % 64) & 1 != 0);
                held.extend(frame.scratch.as_term().map(|term| (place(at, SCRATCH), u8::MAX, term)));
                let slots = &self.slots_of(thread)[frame.base as usize..][..cleared];
                for (slot, value) in slots.iter().enumerate() {
                    if let Some(term) = value.as_term()
                        && is_live(slot)
                    {
                        held.push((place(at, keys.slots[slot]), u8::MAX, term));
                    }
                }
            }
        }
        held
    }

    /// Bytes of objects that are there and reached.
    fn terms_in_memory(&self, held: &mut Vec<Held>) {
        let Some(exploring) = self.exploring() else { return };
        for (at, byte) in self.memory.term_bytes() {
            let (owner, index) = self.memory.place_of((at / self.memory.unit()) as u32);
            let is_alive = self.memory.object(owner).is_some_and(|it| it.life == Life::Alive);
            if is_alive && (!self.memory.is_nameless(owner) || exploring.heap.is_found(owner)) {
                let offset = index * self.memory.unit() as u64 + (at % self.memory.unit()) as u64;
                let at = inner(exploring.heap.key(owner) ^ BYTE, offset);
                held.push((at, byte.byte, byte.term));
            }
        }
    }
}
