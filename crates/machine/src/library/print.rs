//! stdio.h: formatted output to streams, descriptors and strings.

use super::access::check_apart;
use super::args::{Args, not_modelled, number};
use super::format::{Formatted, Source, format};
use super::stream::{STDOUT, standard, stream, write};
use super::{Function, alloc};
use crate::address::moved;
use crate::code::Result_;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("printf", |machine, args| print(machine, standard(machine, STDOUT)?, args, Shape::call(0))),
    ("vprintf", |machine, args| print(machine, standard(machine, STDOUT)?, args, Shape::list(0))),
    ("fprintf", |machine, args| print(machine, stream(machine, args.pointer(0)?)?, args, Shape::call(1))),
    ("vfprintf", |machine, args| print(machine, stream(machine, args.pointer(0)?)?, args, Shape::list(1))),
    ("dprintf", |machine, args| print_direct(machine, args, Shape::call(1))),
    ("vdprintf", |machine, args| print_direct(machine, args, Shape::list(1))),
    ("sprintf", |machine, args| print_text(machine, args, u64::MAX, Shape::call(1))),
    ("vsprintf", |machine, args| print_text(machine, args, u64::MAX, Shape::list(1))),
    ("snprintf", |machine, args| print_text(machine, args, args.size(1)?, Shape::call(2))),
    ("vsnprintf", |machine, args| print_text(machine, args, args.size(1)?, Shape::list(2))),
    ("asprintf", |machine, args| print_new(machine, args, Shape::call(1))),
    ("vasprintf", |machine, args| print_new(machine, args, Shape::list(1))),
];

/// Where the format stands among the arguments, and whether a `va_list` follows it or the arguments
/// themselves.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    format: usize,
    is_list: bool,
}

impl Shape {
    pub fn call(format: usize) -> Shape {
        Shape { format, is_list: false }
    }

    pub fn list(format: usize) -> Shape {
        Shape { format, is_list: true }
    }

    fn format(self, machine: &mut Machine<'_>, args: &Args, is_lost: bool) -> Result<Formatted, Stop> {
        let source = match self.is_list {
            true => Source::list(args.pointer(self.format + 1)?),
            false => Source::call(args, self.format + 1),
        };
        let formatted = format(machine, args.pointer(self.format)?, source, is_lost)?;
        match formatted.is_unknown && !is_lost {
            true => not_modelled("the address of an object printed"),
            false => Ok(formatted),
        }
    }
}

pub(super) fn print(machine: &mut Machine<'_>, file: usize, args: &Args, shape: Shape) -> Result<Val, Stop> {
    let formatted = shape.format(machine, args, is_lost(machine, args))?;
    let is_written = write(machine, file, &formatted.text)?;
    length(&formatted, is_written)
}

fn print_direct(machine: &mut Machine<'_>, args: &Args, shape: Shape) -> Result<Val, Stop> {
    let descriptor = args.int32(0)?;
    if !matches!(descriptor, 1 | 2) {
        return not_modelled("writing to a file descriptor other than 1 and 2");
    }
    let formatted = shape.format(machine, args, is_lost(machine, args))?;
    machine.library.host.write(descriptor, &formatted.text);
    length(&formatted, true)
}

/// Into memory of a size; what does not fit is cut off. Only with a known size may the memory be absent.
pub(super) fn print_text(
    machine: &mut Machine<'_>,
    args: &Args,
    size: u64,
    shape: Shape,
) -> Result<Val, Stop> {
    let dst = args.pointer(0)?;
    let formatted = shape.format(machine, args, false)?;
    if size > 0 {
        let kept = (formatted.text.len() as u64).min(size - 1);
        for &(string, bytes) in &formatted.strings {
            check_apart("sprintf", dst, kept + 1, string, bytes)?;
        }
        put(machine, dst, &formatted, kept as usize)?;
    }
    length(&formatted, true)
}

pub(super) fn print_new(machine: &mut Machine<'_>, args: &Args, shape: Shape) -> Result<Val, Stop> {
    let place = args.pointer(0)?;
    let formatted = shape.format(machine, args, false)?;
    if !formatted.failed {
        let length = formatted.text.len();
        let text = alloc::allocate(machine, length as u64 + 1, alloc::ALIGN)?;
        if text.is_pointer() {
            put(machine, text, &formatted, length)?;
        }
        machine.store_word(place, text)?;
    }
    length(&formatted, true)
}

/// Writes so many characters of a text, and its end.
fn put(machine: &mut Machine<'_>, dst: Val, formatted: &Formatted, kept: usize) -> Result<(), Stop> {
    machine.put_text(dst, &formatted.text[..kept])?;
    for &(at, character) in formatted.terms.iter().filter(|&&(at, _)| at < kept) {
        machine.memory.store(moved(dst, at as i64)?, 1, character)?;
    }
    Ok(())
}

/// Whether nobody sees the text, nor how long it is: then it may have something in it that is not known.
fn is_lost(machine: &Machine<'_>, args: &Args) -> bool {
    machine.library.is_mute && args.result == Result_::None
}

fn length(formatted: &Formatted, is_written: bool) -> Result<Val, Stop> {
    number(if formatted.failed || !is_written { -1 } else { formatted.text.len() as i64 })
}
