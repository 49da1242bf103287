//! The checked forms that headers use under `_FORTIFY_SOURCE`: as the plain ones, after a look at the size of
//! the destination, which the compiler gives as a further argument. `(size_t)-1` means that it is not known.

use super::args::{Args, bad_call};
use super::print::{Shape, print, print_new, print_text};
use super::stream::{STDOUT, standard, stream};
use super::{Function, descriptor, input, jump, mem, string};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("__memcpy_chk", |machine, args| sized(machine, args, 2, 3, |m, a| mem::copy_apart(m, a, "memcpy"))),
    ("__memmove_chk", |machine, args| sized(machine, args, 2, 3, mem::memmove)),
    ("__mempcpy_chk", |machine, args| sized(machine, args, 2, 3, mem::mempcpy)),
    ("__memset_chk", |machine, args| sized(machine, args, 2, 3, mem::memset)),
    ("__strncpy_chk", |machine, args| sized(machine, args, 2, 3, string::strncpy)),
    ("__stpncpy_chk", |machine, args| sized(machine, args, 2, 3, string::stpncpy)),
    ("__strcpy_chk", |machine, args| ended(machine, args, 2, string::strcpy)),
    ("__stpcpy_chk", |machine, args| ended(machine, args, 2, string::stpcpy)),
    ("__strcat_chk", |machine, args| ended(machine, args, 2, string::strcat)),
    ("__strncat_chk", |machine, args| ended(machine, args, 3, string::strncat)),
    ("__printf_chk", |machine, args| print(machine, standard(machine, STDOUT)?, args, Shape::call(1))),
    ("__vprintf_chk", |machine, args| print(machine, standard(machine, STDOUT)?, args, Shape::list(1))),
    ("__fprintf_chk", |machine, args| {
        print(machine, stream(machine, args.pointer(0)?)?, args, Shape::call(2))
    }),
    ("__vfprintf_chk", |machine, args| {
        print(machine, stream(machine, args.pointer(0)?)?, args, Shape::list(2))
    }),
    ("__sprintf_chk", |machine, args| sprintf(machine, args, Shape::call(3))),
    ("__vsprintf_chk", |machine, args| sprintf(machine, args, Shape::list(3))),
    ("__snprintf_chk", |machine, args| {
        sized(machine, args, 1, 3, |m, a| print_text(m, a, a.size(1)?, Shape::call(4)))
    }),
    ("__vsnprintf_chk", |machine, args| {
        sized(machine, args, 1, 3, |m, a| print_text(m, a, a.size(1)?, Shape::list(4)))
    }),
    ("__asprintf_chk", |machine, args| print_new(machine, args, Shape::call(2))),
    ("__vasprintf_chk", |machine, args| print_new(machine, args, Shape::list(2))),
    ("__fgets_chk", fgets),
    ("__fread_chk", fread),
    ("__read_chk", |machine, args| sized(machine, args, 2, 3, descriptor::read)),
    ("__longjmp_chk", jump::long),
];

/// A function that writes as many bytes as one argument says, where another says how many there are.
fn sized(
    machine: &mut Machine<'_>,
    args: &Args,
    count: usize,
    room: usize,
    function: Function,
) -> Result<Val, Stop> {
    if args.size(count)? > args.size(room)? {
        return overflow();
    }
    function(machine, args)
}

/// A function that writes a string, which is looked at afterwards: memory has its own bounds.
fn ended(machine: &mut Machine<'_>, args: &Args, room: usize, function: Function) -> Result<Val, Stop> {
    let result = function(machine, args)?;
    if machine.text(args.pointer(0)?)?.len() as u64 >= args.size(room)? {
        return overflow();
    }
    Ok(result)
}

fn sprintf(machine: &mut Machine<'_>, args: &Args, shape: Shape) -> Result<Val, Stop> {
    let result = print_text(machine, args, u64::MAX, shape)?;
    if result.bits as i64 >= 0 && result.bits >= args.size(2)? {
        return overflow();
    }
    Ok(result)
}

/// `__fgets_chk(s, size, n, stream)`.
fn fgets(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    if args.int32(2)? as i64 as u64 > args.size(1)? {
        return overflow();
    }
    input::fgets(machine, &without(args, 1))
}

/// `__fread_chk(p, room, size, n, stream)`.
fn fread(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    if args.size(2)?.saturating_mul(args.size(3)?) > args.size(1)? {
        return overflow();
    }
    input::fread(machine, &without(args, 1))
}

fn without(args: &Args, index: usize) -> Args {
    let mut values = args.values.clone();
    values.remove(index);
    Args { values, result: args.result, destination: args.destination, limit: args.limit }
}

fn overflow<T>() -> Result<T, Stop> {
    bad_call("a write beyond the size of the destination that the compiler knows")
}
