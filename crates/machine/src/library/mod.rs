//! The C library: functions that the machine carries out itself, as glibc does on x86-64.
//!
//! A function of the library is looked up by name when a call of an undefined function is compiled. It gets
//! its arguments as values and works on the machine's memory, so every access it makes is checked. What a
//! function keeps between calls and a program can tell (errno, the state of `rand`, where `strtok` is) lies
//! in objects of the machine's memory.

mod absent;
mod access;
pub(crate) mod alloc;
mod args;
mod assert;
mod buffer;
mod callback;
mod characters;
mod choice;
mod clock;
mod compare;
mod ctype;
mod decimal;
mod descriptor;
mod drand48;
mod errno;
mod exit;
mod float_text;
mod format;
mod fortify;
mod input;
mod integer;
mod jump;
mod locale;
mod math;
mod mem;
mod multibyte;
mod objects;
mod output;
mod parse_float;
mod parse_integer;
mod print;
mod random;
mod scan;
mod search;
mod signal;
mod sort;
mod steps;
mod stream;
mod string;
pub mod sync;
pub(crate) mod taken;
mod token;
pub(crate) mod variadic;
mod wide;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use cfa::library::{Row, Trait};

use crate::code::{Arg, Kind, Result_};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;

pub use args::{ArgValue, Args};
pub(crate) use choice::is_choice;
pub use choice::{Input, input, input_type};
pub use format::is_fit as fits_format;
pub(crate) use locale::environment;
pub use steps::FIRST_CALL;

/// What is said between the input that is not modelled and the function that reads it.
pub const READ_BY: &str = ", here read by ";

/// A function of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryId(u16);

impl LibraryId {
    pub fn name(self) -> &'static str {
        self.entry().row.name
    }

    fn entry(self) -> &'static Entry {
        &table()[self.0 as usize]
    }

    /// More arguments than it takes; that there are fewer is seen when they are asked for.
    fn refuse_spare(self, given: usize) -> Result<(), Stop> {
        let Entry { row, most, .. } = self.entry();
        match given > *most {
            true => Fault::stop(
                FaultKind::BadCall,
                format!("`{}` takes {most} and is given {given} arguments", row.name),
            ),
            false => Ok(()),
        }
    }
}

/// What carries a call out. For a function without a result the value is not looked at.
pub type Function = fn(&mut Machine<'_>, &Args) -> Result<Val, Stop>;

/// The world outside: where output goes and input comes from.
pub trait Host {
    /// Output to file descriptor 1 or 2.
    fn write(&mut self, descriptor: i32, bytes: &[u8]);
    /// At most `limit` bytes of standard input; none at its end.
    fn read(&mut self, limit: usize) -> Vec<u8>;
    /// Whether a descriptor is a terminal: output to one is buffered by line.
    fn is_terminal(&self, _descriptor: i32) -> bool {
        false
    }
}

/// What the library keeps between calls beside the machine's memory.
pub struct Library {
    pub host: Box<dyn Host>,
    /// The call that is being carried out was a `longjmp`, maybe to this very place.
    pub has_jumped: bool,
    /// Types of the variable arguments in each of their objects.
    pub(crate) variadic: BTreeMap<u32, variadic::Entries>,
    /// Callbacks from library functions that are running, one inside the other.
    pub(crate) callbacks: u32,
    /// Output goes nowhere, and there is no input.
    pub(crate) is_mute: bool,
    /// Room for the arguments of the next call.
    spare: Vec<ArgValue>,
    /// By number of [`objects::Own`].
    own_keys: [u64; 4],
    /// Its share of a state's fingerprint.
    pub(crate) print: u128,
    kept: Kept,
    /// Versions of `kept` to come back to, oldest first, while the program is explored.
    pub(crate) past: Option<Past>,
}

/// What a program can tell of earlier calls.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    exit: exit::Handlers,
    /// Objects that belong to the library, by name.
    objects: BTreeMap<&'static str, u32>,
    /// Constant strings that the library has handed out, by content.
    texts: BTreeMap<Vec<u8>, u32>,
    streams: stream::Streams,
    signals: signal::Handlers,
    ticks: u64,
    moments: clock::Moments,
}

/// Versions of what is kept.
#[derive(Default)]
pub(crate) struct Past {
    pub(crate) versions: Vec<Kept>,
    /// Whether the newest version is that of the start of this transition.
    pub is_saved: bool,
}

impl Library {
    pub fn new(host: Box<dyn Host>) -> Library {
        let streams = stream::Streams::new(host.is_terminal(0), host.is_terminal(1));
        Library {
            host,
            has_jumped: false,
            variadic: BTreeMap::new(),
            callbacks: 0,
            own_keys: objects::Own::all(),
            print: 0,
            spare: Vec::new(),
            is_mute: false,
            kept: Kept {
                exit: exit::Handlers::default(),
                objects: BTreeMap::new(),
                texts: BTreeMap::new(),
                streams,
                signals: signal::Handlers::default(),
                ticks: 0,
                moments: clock::Moments::default(),
            },
            past: None,
        }
    }

    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    pub(crate) fn kept_mut(&mut self) -> &mut Kept {
        if let Some(past) = self.past.as_mut().filter(|past| !past.is_saved) {
            past.versions.push(self.kept.clone());
            past.is_saved = true;
        }
        &mut self.kept
    }

    /// A number that stands for what a program can tell of earlier calls, apart from memory. Functions are told by name.
    pub(crate) fn digest(&self, name: &dyn Fn(Val) -> u64) -> u64 {
        let Kept { exit, streams, signals, ticks, .. } = &self.kept;
        let (exit, signals) = (exit.digest(name), signals.digest(name));
        let text = format!("{exit:?} {:?} {signals:?} {ticks}", streams.state());
        crate::explore::print::name(b'l', text.as_bytes())
    }

    /// Takes a version from elsewhere; there is none to come back to.
    pub(crate) fn replace(&mut self, kept: Kept) {
        self.kept = kept;
        self.past = Some(Past::default());
    }

    /// Goes back to the version at the start of a transition that changed it.
    pub(crate) fn restore(&mut self) {
        if let Some(version) = self.past.as_mut().and_then(|past| past.versions.pop()) {
            self.kept = version;
        }
    }
}

/// A function with what is known of it.
struct Entry {
    row: &'static Row,
    function: Function,
    /// From its row, since it is asked at each call.
    takes_turns: bool,
    is_assumption: bool,
    most: usize,
}

/// Every function, in the order of names.
fn table() -> &'static [Entry] {
    static TABLE: OnceLock<Vec<Entry>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let entry = |(name, function)| {
            let row = cfa::library::find(name)?;
            let most = row.most().unwrap_or(usize::MAX);
            let (takes_turns, is_assumption) =
                (row.is(Trait::TakesTurns), choice::ASSUMPTIONS.contains(&name));
            Some(Entry { row, function, takes_turns, is_assumption, most })
        };
        let mut all: Vec<Entry> = functions().into_iter().filter_map(entry).collect();
        all.sort_by_key(|entry| entry.row.name);
        all
    })
}

/// Every function by name.
fn functions() -> Vec<(&'static str, Function)> {
    [
        absent::FUNCTIONS,
        alloc::FUNCTIONS,
        assert::FUNCTIONS,
        choice::FUNCTIONS,
        &sync::functions(),
        clock::FUNCTIONS,
        compare::FUNCTIONS,
        ctype::FUNCTIONS,
        descriptor::FUNCTIONS,
        drand48::FUNCTIONS,
        errno::FUNCTIONS,
        exit::FUNCTIONS,
        fortify::FUNCTIONS,
        input::FUNCTIONS,
        integer::FUNCTIONS,
        jump::FUNCTIONS,
        locale::FUNCTIONS,
        math::FUNCTIONS,
        math::FLOAT_FUNCTIONS,
        math::WHOLE_FUNCTIONS,
        math::PART_FUNCTIONS,
        mem::FUNCTIONS,
        multibyte::FUNCTIONS,
        output::FUNCTIONS,
        parse_float::FUNCTIONS,
        parse_integer::FUNCTIONS,
        print::FUNCTIONS,
        random::FUNCTIONS,
        scan::FUNCTIONS,
        search::FUNCTIONS,
        signal::FUNCTIONS,
        sort::FUNCTIONS,
        stream::FUNCTIONS,
        string::FUNCTIONS,
        token::FUNCTIONS,
        wide::FUNCTIONS,
    ]
    .concat()
}

pub fn find(name: &str) -> Option<LibraryId> {
    let name = cfa::library::find(name)?.name;
    table().binary_search_by_key(&name, |entry| entry.row.name).ok().map(|i| LibraryId(i as u16))
}

/// Makes ready what the program finds before its first instruction: the objects that the C library defines.
pub fn prepare(machine: &mut Machine<'_>) -> Result<(), Stop> {
    stream::prepare(machine)?;
    locale::prepare(machine)
}

/// The objects of the standard streams with their names.
pub(crate) fn files(machine: &Machine<'_>) -> impl Iterator<Item = (u32, &'static str)> {
    stream::files(machine)
}

/// What `exit` and the return of `main` do: exit handlers, destructors, and all that is still buffered.
pub fn finish(machine: &mut Machine<'_>, limit: u64) -> Result<(), Stop> {
    exit::finish(machine, limit)
}

/// `free`.
pub(crate) fn free(machine: &mut Machine<'_>, pointer: Val) -> Result<(), Stop> {
    alloc::release(machine, pointer)
}

/// `main` returns, which ends the process.
pub(crate) fn begin_exit(machine: &Machine<'_>) -> Result<(), Stop> {
    exit::begin(machine)
}

/// The next function to be called when the process ends, after so many destructors; and how many are done then.
pub(crate) fn next_exit_function(
    machine: &mut Machine<'_>,
    destructors: u32,
) -> Result<Option<(cfa::program::FunctionId, u32)>, Stop> {
    exit::next(machine, destructors)
}

/// The next destructor to be called when a thread ends, and its argument.
pub(crate) fn next_thread_destructor(
    machine: &mut Machine<'_>,
) -> Result<Option<(cfa::program::FunctionId, Val)>, Stop> {
    sync::next_destructor(machine)
}

/// To be called when the program stopped, before its output is looked at.
pub fn stopped(machine: &mut Machine<'_>, stop: &Stop) {
    stream::stopped(machine, stop);
}

impl Machine<'_> {
    /// The name of the library function that the innermost frame is calling.
    pub(crate) fn called(&self) -> &'static str {
        let pc = self.frames.last().map(|frame| (frame.function.index(), frame.pc as usize));
        match pc.and_then(|(function, pc)| self.image.code[function].instrs.get(pc)) {
            Some(crate::code::Instr::Library { function, .. }) => function.name(),
            _ => "a function of the library",
        }
    }

    /// Whether unknown values are given from outside.
    pub(crate) fn is_given(&self) -> bool {
        self.exploring.as_ref().is_some_and(|exploring| exploring.options.given.is_some())
    }

    /// The next value that is given for a name; `least` if nothing is given here.
    pub(crate) fn given(&mut self, name: &str, least: i128) -> Option<i128> {
        let edge = self.edge();
        let exploring = self.exploring.as_mut()?;
        let mut value = least;
        if !exploring.options.passed_over.contains(&edge) {
            let given = exploring.options.given.as_ref()?;
            let next = given.get(exploring.used..)?.iter().position(|(of, _)| of == name)?;
            (_, value) = given[exploring.used + next];
            exploring.used += next + 1;
        }
        exploring.taken.push((name.into(), value));
        Some(value)
    }

    /// Of the ways in which a thread can go on, the one that is given, if it is: an allocation may be given to fail.
    pub fn given_option(&mut self, thread: u32) -> Option<u32> {
        let name = self.allocation(thread)?;
        Some(u32::from(self.given(name, 0) == Some(1)))
    }

    /// The result of an input that is given from outside.
    fn given_input(&mut self, function: LibraryId, args: &Args) -> Option<Result<i128, Stop>> {
        if !self.is_given() {
            return None;
        }
        // The clocks know what may be given for them.
        let row = function.entry().row;
        let name = row.name;
        let (low, high) = match &args.values[..] {
            [low, high, ..] if row.is(Trait::Choice) => {
                (i128::from(low.value.bits as i32), i128::from(high.value.bits as i32))
            }
            _ if row.is(Trait::Input) => (0, i128::MAX),
            _ => return None,
        };
        // What is wrong with the bounds is found where the choice is made.
        if low > high {
            return None;
        }
        Some(match self.given(name, low) {
            Some(value) => Ok(value),
            None => Err(Stop::Unbounded(name.into())),
        })
    }

    /// Carries out a call of a library function from the innermost frame.
    pub(crate) fn library_call(
        &mut self,
        function: LibraryId,
        args: &[Arg],
        result: Result_,
        limit: u64,
    ) -> Result<(), Stop> {
        if let Some(assumed) = self.assume_at_once(function, args, result) {
            return assumed;
        }
        function.refuse_spare(args.len())?;
        let mut values = std::mem::take(&mut self.library.spare);
        values.clear();
        values.extend(args.iter().map(|arg| match *arg {
            Arg::Scalar(operand, kind) => ArgValue {
                value: self.library_operand(operand, kind),
                high: if kind.slots() == 2 { self.operand(operand + 1) } else { Val::ZERO },
                kind: Some(kind),
                size: kind.bytes(),
            },
            Arg::Aggregate(operand, size) => ArgValue {
                value: self.memory.pointer_at(self.operand(operand)),
                high: Val::ZERO,
                kind: None,
                size,
            },
        }));
        let destination = match result {
            Result_::Memory(operand, size) => Some((self.memory.pointer_at(self.operand(operand)), size)),
            _ => None,
        };
        let depth = self.frames.len();
        self.library.has_jumped = false;
        let args = Args { values, result, destination, limit };
        let mut given = None;
        let value = if let Some(value) = self.given_input(function, &args) {
            value.map(|value| {
                given = Some(value);
                Val::int(value as u64)
            })
        } else if self.exploring.is_some() {
            self.watched_call(function, &args)
        } else {
            (function.entry().function)(self, &args)
        };
        self.library.spare = args.values;
        let value = value?;
        if self.tracing.tracer.is_some() {
            let row = function.entry().row;
            if row.is(Trait::Input) || row.is(Trait::Choice) || row.is_clock() {
                let shown = if row.is(Trait::ShowsTime) { clock::moment(self) } else { value };
                self.trace_input(row.name, shown);
            }
        }
        if self.frames.len() == depth
            && !self.library.has_jumped
            && let Result_::Slot(dst, kind) = result
        {
            let value = match kind {
                _ if value.as_term().is_some() => self.result_of_term(value, kind)?,
                Kind::Int { bits, signed } if value.is_int() => {
                    Val::int(crate::arith::extend(value.bits, bits, signed))
                }
                Kind::Pointer { bits } if value.is_int() => {
                    Val::int(crate::arith::extend(value.bits, bits, false))
                }
                // A function that was never declared is taken to return an `int`.
                Kind::Int { bits, signed } if value.is_pointer() && bits < self.word_bits() => {
                    match self.memory.number_of(value)? {
                        Some(number) => Val::int(crate::arith::extend(number.bits, bits, signed)),
                        None => {
                            let what = "an address as a number of another size";
                            return Err(Stop::NotModelled(what.into()));
                        }
                    }
                }
                _ => value,
            };
            self.set_slot(dst, value);
            if kind.slots() == 2 && value.is_int() {
                let high = given.map_or((value.bits as i64) >> 63, |given| (given >> 64) as i64);
                self.set_slot(dst + 1, Val::int(high as u64));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is not here is not called, and what is not there is not found.
    #[test]
    fn the_functions_are_those_of_the_table() {
        let mut here: Vec<&str> = functions().iter().map(|it| it.0).collect();
        here.sort_unstable();
        let rows = cfa::library::rows().filter(|row| row.is_modelled());
        let there: Vec<&str> = rows.map(|row| row.name).collect();
        let lacks = |names: &[&str], other: &[&str]| -> Vec<String> {
            names.iter().filter(|it| !other.contains(it)).map(|it| it.to_string()).collect()
        };
        assert_eq!((lacks(&here, &there), lacks(&there, &here)), (Vec::new(), Vec::new()));
        assert_eq!(here, there, "a function is here twice");
    }

    #[test]
    fn functions_that_wait_for_their_turn_are_those_of_threads() {
        let those: Vec<&str> = sync::functions().iter().map(|it| it.0).collect();
        let waiting = table().iter().filter(|entry| entry.takes_turns);
        let wrong: Vec<&str> =
            waiting.map(|entry| entry.row.name).filter(|name| !those.contains(name)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
