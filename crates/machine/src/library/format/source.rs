//! Where a format's arguments come from: the call itself, or a `va_list`.

use crate::arith::extend;
use crate::code::Kind;
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::library::Args;
use crate::library::args::bad_call;
use crate::library::variadic::fits;
use crate::value::{UNINIT, Val};

pub(in crate::library) enum Source<'a> {
    /// From this argument on.
    Call { args: &'a Args, first: usize, next: usize },
    /// A `va_list`, as a function is given it.
    List { list: Val, next: usize },
}

impl<'a> Source<'a> {
    pub fn call(args: &'a Args, first: usize) -> Source<'a> {
        Source::Call { args, first, next: 0 }
    }

    pub fn list(list: Val) -> Source<'a> {
        Source::List { list, next: 0 }
    }

    /// The next argument, or the one of this number from 1, which must be of this kind.
    pub fn take(&mut self, machine: &Machine<'_>, position: Option<usize>, kind: Kind) -> Result<Val, Stop> {
        let value = self.take_any(machine, position, kind)?;
        if value.as_term().is_some() {
            return Err(Stop::SymbolicValue(
                "an input as the width of a field or as a wide character".into(),
            ));
        }
        if matches!(kind, Kind::Int { .. }) && !value.is_int() {
            return Err(Stop::NotModelled("the address of an object as a number in a format".into()));
        }
        Ok(value)
    }

    /// As [`Source::take`], but a number may be an address or a term.
    pub fn take_any(
        &mut self,
        machine: &Machine<'_>,
        position: Option<usize>,
        kind: Kind,
    ) -> Result<Val, Stop> {
        let (Source::Call { next, .. } | Source::List { next, .. }) = self;
        let index = position.map_or(*next, |position| position - 1);
        *next += 1;
        let (given, value) = match self {
            Source::List { list, .. } => machine.variable_argument(*list, index)?,
            Source::Call { args, first, .. } => match args.values.get(*first + index) {
                Some(arg) => (arg.kind, arg.value),
                None => return bad_call("a format that asks for more arguments than there are"),
            },
        };
        if !given.is_some_and(|given| fits(given, kind, machine.word_bytes())) {
            return bad_call("a format that asks for an argument of another type");
        }
        match kind {
            _ if value.tag == UNINIT => {
                Fault::stop(FaultKind::UninitialisedRead, "an uninitialised argument of a library function")
            }
            Kind::Int { .. } if value.as_term().is_some() => Ok(value),
            Kind::Int { bits, signed } => match machine.memory.as_number(value)? {
                value if value.is_int() => Ok(Val::int(extend(value.bits, bits, signed))),
                value => Ok(value),
            },
            _ => Ok(value),
        }
    }

    /// Afterwards a `va_list` has an indeterminate value: reading on is a fault.
    pub fn finish(self, machine: &mut Machine<'_>) -> Result<(), Stop> {
        match self {
            Source::Call { .. } => Ok(()),
            Source::List { list, .. } => machine.end_variable_arguments(list),
        }
    }
}
