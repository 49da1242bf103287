//! stdio.h: formatted input. What counts as a match, and how far input is read, is as in glibc, which puts
//! back one character at most.

mod field;
mod input;
mod reader;
mod set;

use super::Function;
use super::args::{Args, bad_call, number};
use super::format::Source;
use super::stream::{STDIN, standard, stream};
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;
use field::{Field, Outcome};
use input::Input;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("scanf", scanf),
    ("__isoc99_scanf", scanf),
    ("__isoc23_scanf", scanf),
    ("vscanf", vscanf),
    ("__isoc99_vscanf", vscanf),
    ("__isoc23_vscanf", vscanf),
    ("fscanf", fscanf),
    ("__isoc99_fscanf", fscanf),
    ("__isoc23_fscanf", fscanf),
    ("vfscanf", vfscanf),
    ("__isoc99_vfscanf", vfscanf),
    ("__isoc23_vfscanf", vfscanf),
    ("sscanf", sscanf),
    ("__isoc99_sscanf", sscanf),
    ("__isoc23_sscanf", sscanf),
    ("vsscanf", vsscanf),
    ("__isoc99_vsscanf", vsscanf),
    ("__isoc23_vsscanf", vsscanf),
];

fn scanf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let input = Input::stream(standard(machine, STDIN)?);
    scan(machine, input, args.pointer(0)?, Source::call(args, 1))
}

fn vscanf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let input = Input::stream(standard(machine, STDIN)?);
    scan(machine, input, args.pointer(0)?, Source::list(args.pointer(1)?))
}

fn fscanf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let input = Input::stream(stream(machine, args.pointer(0)?)?);
    scan(machine, input, args.pointer(1)?, Source::call(args, 2))
}

fn vfscanf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let input = Input::stream(stream(machine, args.pointer(0)?)?);
    scan(machine, input, args.pointer(1)?, Source::list(args.pointer(2)?))
}

fn sscanf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let input = Input::text(machine.text(args.pointer(0)?)?);
    scan(machine, input, args.pointer(1)?, Source::call(args, 2))
}

fn vsscanf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let input = Input::text(machine.text(args.pointer(0)?)?);
    scan(machine, input, args.pointer(1)?, Source::list(args.pointer(2)?))
}

/// Matches input against a format; the number of fields assigned, or -1 if input ends before the first.
fn scan(
    machine: &mut Machine<'_>,
    mut input: Input,
    format: Val,
    mut source: Source<'_>,
) -> Result<Val, Stop> {
    let format = machine.text(format)?;
    let (mut at, mut assigned) = (0, 0);
    let outcome = loop {
        let Some(&byte) = format.get(at) else { break Outcome::Matched };
        at += 1;
        let outcome = match byte {
            b'%' => {
                let (field, length) = Field::parse(&format[at..])?;
                at += length;
                let outcome = field.read(machine, &mut input, &mut source)?;
                assigned += i32::from(outcome == Outcome::Assigned);
                outcome
            }
            _ if super::access::is_space(byte) => {
                input.skip_space(machine)?;
                Outcome::Matched
            }
            _ => input.expect(machine, byte)?,
        };
        if matches!(outcome, Outcome::Mismatch | Outcome::End) {
            break outcome;
        }
    };
    source.finish(machine)?;
    number(if outcome == Outcome::End && assigned == 0 { -1 } else { assigned })
}

fn bad_format<T>() -> Result<T, Stop> {
    bad_call("a directive without meaning in a format of scanf")
}
