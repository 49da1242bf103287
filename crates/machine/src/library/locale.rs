//! locale.h and the environment: there is the C locale, and in a run no environment variable is set. While a program is
//! explored the environment is not modelled: a verdict is for all of them.

use super::Function;
use super::args::{Args, not_modelled, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::memory::ObjectKind;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("setlocale", setlocale),
    ("localeconv", localeconv),
    ("getenv", getenv),
    ("secure_getenv", getenv),
    ("prctl", |_, args| args.int(0).and_then(|_| number(0))),
];

/// `environ` holds no variable in a run.
pub(super) fn prepare(machine: &mut Machine<'_>) -> Result<(), Stop> {
    if machine.library.is_mute {
        return Ok(());
    }
    for name in ["environ", "__environ"] {
        if let Some(place) = machine.undefined_word(name) {
            let none = machine.library_object("environ", 8)?;
            machine.store_word(place, none)?;
        }
    }
    Ok(())
}

fn setlocale(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let category = args.int32(0)?;
    let is_known = match args.pointer(1)? {
        Val::ZERO => true,
        name => matches!(&machine.text(name)?[..], b"" | b"C" | b"POSIX"),
    };
    if !(0..=12).contains(&category) {
        return Ok(Val::ZERO);
    }
    if !is_known {
        // In a run there is no other; elsewhere there may be.
        return if machine.is_choosing() {
            not_modelled("another locale than C, here by setlocale")
        } else {
            Ok(Val::ZERO)
        };
    }
    machine.constant_text(b"C")
}

/// Ten strings, of which only the decimal point is not empty, and fourteen characters without a value.
fn localeconv(machine: &mut Machine<'_>, _: &Args) -> Result<Val, Stop> {
    let is_new = !machine.has_library_object("localeconv");
    let word = i64::from(machine.word_bytes());
    let place =
        machine.library_object("localeconv", (10 * word as u64 + 14).next_multiple_of(word as u64))?;
    if is_new {
        let (point, empty) = (machine.constant_text(b".")?, machine.constant_text(b"")?);
        for i in 0..10 {
            machine.store_word(moved(place, word * i)?, if i == 0 { point } else { empty })?;
        }
        machine.memory.fill(moved(place, 10 * word)?, i8::MAX as u8, 14)?;
    }
    Ok(place)
}

/// What `main` gets as its third argument.
pub(crate) fn environment(machine: &mut Machine<'_>) -> Result<Val, Stop> {
    if !machine.library.is_mute {
        return machine.library_object("environ", 8);
    }
    let unknown = machine.memory.allocate(8, 8, ObjectKind::Static)?;
    machine.memory.make_absent(unknown);
    Ok(Val::pointer(unknown, 0))
}

fn getenv(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    if machine.is_choosing() {
        return not_modelled("the environment, here by getenv");
    }
    machine.text(args.pointer(0)?)?;
    Ok(Val::ZERO)
}
