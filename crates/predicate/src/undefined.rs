//! Calls of functions that the program does not define: of the error, of the C library, of the unknown.

use cfa::library::{self, Row, Trait};
use cfa::op::{Destination, Value};
use cfa::passing::Passing;
use cfa::program::{Body, FunctionId, Storage as Kind};
use cfa::types::Scalar;

use crate::block::{Builder, Call, Step, Target};
use crate::encode::{Here, Origin, State};
use crate::externs::Externs;
use crate::facts::region::{Effect, effect};
use crate::facts::storage::Lanes;
use crate::library::plain_name;
use formula::{Order, Term, Word};
use verdict::Property;

/// What a call of an undefined function does.
pub enum Undefined {
    Error,
    Stop,
    Obstacle(String),
    Assume,
    Choose,
    Nondet,
    Allocate,
    /// What a clock shows, the one for time of day or the other.
    Clock(usize),
    Unknown,
}

impl Undefined {
    fn not_modelled(name: &str) -> Undefined {
        Undefined::Obstacle(format!("{name} is not modelled by the predicate engine"))
    }

    /// Whether control may come back from it.
    pub fn is_left(&self) -> bool {
        !matches!(self, Undefined::Error | Undefined::Stop | Undefined::Obstacle(_))
    }

    /// Whether a run may end in it, or not be one of those that are looked at.
    pub fn may_stop(&self, body: &Body, args: &[Value]) -> bool {
        match self {
            Undefined::Choose => {
                let mut bounds = args.iter().map(|arg| body.constant(arg.expr()));
                !matches!((bounds.next(), bounds.next()), (Some(Some(low)), Some(Some(high))) if low <= high)
            }
            Undefined::Assume => true,
            _ => !self.is_left(),
        }
    }
}

impl<'p> Builder<'p> {
    /// What a function does that the program does not define.
    pub fn undefined(&self, function: FunctionId) -> Undefined {
        let it = self.program.function(function);
        let name = it.source_name.as_str();
        // Unless a function is named, it is an error to fail an assertion.
        let is_asked = self.property == Property::UnreachCall && self.error_function.is_none();
        let row = library::find(name);
        let is_modelled = row.is_some_and(Row::is_modelled);
        let known = |what: &Trait| match *what {
            Trait::Asserts if is_modelled && is_asked => Some(Undefined::Error),
            Trait::Asserts if is_modelled => Some(Undefined::Stop),
            // Of other libraries, or called by mistake: what is asserted is not known.
            Trait::Asserts if self.error_function.is_none() => Some(Undefined::not_modelled(name)),
            // Anything but its own result is none.
            Trait::Computes => Some(Undefined::not_modelled(name)),
            Trait::Ends(_) => Some(Undefined::Stop),
            Trait::Assumes => Some(Undefined::Assume),
            Trait::Choice => Some(Undefined::Choose),
            Trait::Fresh => Some(Undefined::Allocate),
            Trait::Clock(number) => Some(Undefined::Clock(number)),
            _ => None,
        };
        row.and_then(|row| row.traits.iter().find_map(known)).unwrap_or_else(|| match row {
            _ if library::is_input(name) => Undefined::Nondet,
            Some(row) if row.is_wild() => Undefined::not_modelled(name),
            _ if it.is_noreturn => Undefined::Stop,
            _ => Undefined::Unknown,
        })
    }

    pub fn undefined_call(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        (target, what): (FunctionId, &Undefined),
        mut state: State,
        step: &mut Step,
    ) {
        let name = plain_name(&self.program.function(target).source_name).to_string();
        self.check_call(here, call, &name, &state, step);
        match what {
            Undefined::Error => self.error(Term::TRUE, call.pos, &state, step),
            Undefined::Stop => {}
            Undefined::Obstacle(message) => step.obstacle(message.clone(), call.pos, state),
            Undefined::Assume => {
                if let Some(Value::Scalar(expr)) = call.args.first() {
                    let condition = self.encoder.truth(&state, here, *expr);
                    self.encoder.assume(&mut state, condition);
                }
                if state.guard != Term::FALSE {
                    step.to(Target::Point(call.next), state);
                }
            }
            Undefined::Choose => {
                let origin = Origin::Choice(name, Scalar::INT);
                let value = self.encoder.fresh(32, state.guard, origin);
                let bounds: Vec<Term> =
                    call.args.iter().map(|arg| self.encoder.eval(&state, here, arg.expr())).collect();
                if let [low, high] = bounds[..] {
                    let terms = &mut self.encoder.terms;
                    let (low, high) = (terms.resize(low, true, 32), terms.resize(high, true, 32));
                    let (from, until) =
                        (terms.order(Order::Sle, low, value), terms.order(Order::Sle, value, high));
                    self.encoder.assume(&mut state, from);
                    self.encoder.assume(&mut state, until);
                }
                self.finish_call(here, call, Some((value, Scalar::INT)), state, step);
            }
            Undefined::Nondet => {
                let value = self.result_scalar(target).map(|declared| {
                    let own = machine::library::input_type(&name, self.encoder.storage.word());
                    // Whatever it is declared as, an integer is of its own type.
                    let is_whole = |it: &Scalar| matches!(it, Scalar::Bool | Scalar::Int { .. });
                    let own = own.filter(|own| is_whole(own) && matches!(declared, Scalar::Int { .. }));
                    let scalar = own.unwrap_or(declared);
                    let origin = Origin::Choice(name.clone(), scalar);
                    let width = self.encoder.width(scalar);
                    let bits = if scalar == Scalar::Bool { 1 } else { width };
                    let value = self.encoder.fresh(bits, state.guard, origin);
                    let value = self.encoder.terms.extend(value, false, width);
                    (self.encoder.arrive(&state, (value, scalar), declared, Passing::Converted), declared)
                });
                self.finish_call(here, call, value, state, step);
            }
            Undefined::Allocate => {
                let sizes: Vec<_> =
                    call.args.iter().map(|arg| self.encoder.eval(&state, here, arg.expr())).collect();
                let product = sizes
                    .iter()
                    .map(|&size| self.encoder.terms.constant(size))
                    .try_fold(1u128, |product, size| product.checked_mul(size?));
                let is_zeroed = library::is(&name, Trait::Zeroed);
                let value = self.allocate(&mut state, &name, &sizes, product);
                if let Some((lanes, _)) = self.lanes_of_result(here, call) {
                    // What was there before is of no object any more.
                    match product.and_then(|bytes| u64::try_from(bytes).ok()) {
                        Some(size) if is_zeroed => {
                            self.encoder.set_lanes(&mut state, (&lanes, 0), value, size, Some(0));
                        }
                        _ if is_zeroed => self.encoder.forget_lanes(&mut state, &lanes),
                        _ => {}
                    }
                }
                self.finish_call(here, call, Some((value, Scalar::Pointer)), state, step);
            }
            Undefined::Clock(number) => {
                if self.is_changing_memory(here, call, Some(&name)) {
                    self.encoder.forget_memory(&mut state);
                }
                let value = self.later_moment(&mut state, *number, name);
                self.finish_call(here, call, Some((value, self.program.model.ptrdiff())), state, step);
            }
            Undefined::Unknown => {
                if self.is_changing_memory(here, call, Some(&name)) {
                    self.encoder.forget_memory(&mut state);
                }
                match effect(&name) {
                    Effect::Copies | Effect::Fills => {
                        let is_copy = effect(&name) == Effect::Copies;
                        let value = self.move_memory(here, call, is_copy, &mut state);
                        let value = value.map(|value| (value, Scalar::Pointer));
                        self.finish_call(here, call, value, state, step);
                    }
                    _ => self.unknown_call(here, call, Some(name), state, step),
                }
            }
        }
    }

    /// Whether a call of an undefined function may change all memory.
    pub fn is_changing_memory(&mut self, here: Here<'p>, call: &Call<'p>, name: Option<&str>) -> bool {
        self.externs == Externs::Havoc && self.encoder.calls_wildly(here, name, call.args)
    }

    /// The arrays of what a call returns the address of.
    fn lanes_of_result(&mut self, here: Here<'p>, call: &Call<'p>) -> Option<(Lanes, i64)> {
        let Destination::Local(dst) = call.dst else { return None };
        self.encoder.storage.lanes_of_register(here.function, *dst)
    }

    /// What a clock shows: not less than the last time, nor than zero.
    fn later_moment(&mut self, state: &mut State, number: usize, name: String) -> Term {
        let symbol = self.encoder.storage.moments[number];
        let last = self.encoder.value(state, symbol);
        let origin = Origin::Choice(name, self.program.model.ptrdiff());
        let now = self.encoder.fresh(self.encoder.storage.word(), state.guard, origin);
        let is_later = self.encoder.terms.order(Order::Sle, last, now);
        self.encoder.assume(state, is_later);
        state.values.insert(symbol, now);
        now
    }

    /// A new piece of the heap; where its size is not known to be small, it may be null as well.
    fn allocate(&mut self, state: &mut State, name: &str, sizes: &[Term], bytes: Option<u128>) -> Term {
        let word = self.encoder.storage.word();
        let symbol = self.encoder.storage.heap;
        // Between two pieces there may be any room: how much could be told by numbers that become addresses.
        let gap = self.encoder.fresh(word, state.guard, Origin::Unknown);
        let last_end = self.encoder.value(state, symbol);
        let sixteen = self.encoder.terms.bits(word, !15);
        let gap = self.encoder.terms.word(Word::And, gap, sixteen);
        let start = self.encoder.terms.word(Word::Add, last_end, gap);
        let terms = &mut self.encoder.terms;
        let room = match bytes.filter(|&bytes| bytes < 1 << 30) {
            Some(bytes) => terms.bits(word, bytes.max(1).next_multiple_of(16)),
            None => {
                let mut product = terms.bits(word, 1);
                for &size in sizes {
                    let size = terms.resize(size, false, word);
                    product = terms.word(Word::Mul, product, size);
                }
                // At least one byte, and up to a multiple of 16.
                let (most, low) = (terms.bits(word, 31), terms.bits(word, !15));
                let more = terms.word(Word::Add, product, most);
                terms.word(Word::And, more, low)
            }
        };
        let end = terms.word(Word::Add, start, room);
        let last = terms.bits(word, self.encoder.storage.heap_base() * 3);
        // The heap does not come to its end, or around.
        let (is_more, is_inside) = (terms.order(Order::Ult, start, end), terms.order(Order::Ule, end, last));
        let is_behind = terms.order(Order::Ule, last_end, start);
        let is_room = terms.and(is_more, is_inside);
        let is_room = terms.and(is_behind, is_room);
        // Where the counter has no room left, what was freed may be used again: it may be anywhere.
        let anywhere = self.encoder.fresh(word, state.guard, Origin::Unknown);
        let terms = &mut self.encoder.terms;
        let (null, one) = (terms.bits(word, 0), terms.bits(word, 1));
        let is_null = terms.eq(anywhere, null);
        let anywhere = terms.ite(is_null, one, anywhere);
        let value = terms.ite(is_room, start, anywhere);
        let next = terms.ite(is_room, end, last_end);
        state.values.insert(symbol, next);
        if bytes.is_some_and(|bytes| bytes < 1 << 30) && !self.malloc_may_fail {
            return value;
        }
        let refused = self.encoder.fresh(1, state.guard, Origin::Extern(name.into()));
        let terms = &mut self.encoder.terms;
        let zero = terms.bits(1, 0);
        let is_given = terms.eq(refused, zero);
        terms.ite(is_given, value, null)
    }

    /// `memcpy` and `memset`: exactly where the size is known, else the region becomes unknown.
    fn move_memory(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        is_copy: bool,
        state: &mut State,
    ) -> Option<Term> {
        let [Value::Scalar(dst), Value::Scalar(second), Value::Scalar(size)] = call.args else { return None };
        let to = self.encoder.eval(state, here, *dst);
        let size = self.encoder.eval(state, here, *size);
        let Some((lanes, offset)) = self.encoder.storage.lanes(here.function, here.body, *dst) else {
            return Some(to);
        };
        let size = self.encoder.terms.constant(size).and_then(|size| u64::try_from(size).ok());
        let second = self.encoder.eval(state, here, *second);
        match size {
            None => self.encoder.forget_lanes(state, &lanes),
            Some(size) if is_copy => {
                self.encoder.copy_lanes(state, (&lanes, offset), (to, Some(second)), size)
            }
            Some(size) => {
                let byte = self.encoder.terms.constant(second).map(|value| value as u8);
                self.encoder.set_lanes(state, (&lanes, offset), to, size, byte);
            }
        }
        Some(to)
    }

    /// A call of a function that nothing is known of: it returns anything.
    pub fn unknown_call(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        name: Option<String>,
        mut state: State,
        step: &mut Step,
    ) {
        let value = match call.dst {
            Destination::Local(dst) => match here.body.local(*dst).storage {
                Kind::Register(scalar) => Some((self.returned(here, call, name, scalar, &mut state), scalar)),
                Kind::Memory { .. } => None,
            },
            _ => None,
        };
        self.finish_call(here, call, value, state, step);
    }

    /// What a function returns: anything that it can.
    fn returned(
        &mut self,
        here: Here<'p>,
        call: &Call<'p>,
        name: Option<String>,
        scalar: Scalar,
        state: &mut State,
    ) -> Term {
        let args: Vec<Option<Term>> = call
            .args
            .iter()
            .map(|arg| match arg {
                Value::Scalar(expr) => Some(self.encoder.eval(state, here, *expr)),
                Value::Aggregate(..) => None,
            })
            .collect();
        let plain = name.as_deref().map_or("", plain_name).to_string();
        if let Some(value) = self.encoder.computed_result(&plain, &args)
            && matches!(scalar, Scalar::Int { .. })
        {
            return self.encoder.terms.resize(value, true, self.encoder.width(scalar));
        }
        let value = self.encoder.any(scalar, state.guard, name.map_or(Origin::Unknown, Origin::Extern));
        if matches!(scalar, Scalar::Int { .. }) {
            self.encoder.restrict_result(state, &plain, value, &args);
        }
        value
    }
}
