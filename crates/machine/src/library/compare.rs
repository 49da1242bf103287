//! string.h and strings.h: functions that compare strings. The result is the difference of the first bytes
//! that differ, as glibc's is on x86-64; in 32 bits only its sign.

use super::Function;
use super::args::{Args, number};
use super::characters::END;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("strcmp", |machine, args| compare(machine, args, u64::MAX, |byte| byte)),
    // The order of the C locale is that of the bytes.
    ("strcoll", |machine, args| compare(machine, args, u64::MAX, |byte| byte)),
    ("strncmp", |machine, args| compare(machine, args, args.size(2)?, |byte| byte)),
    ("strcasecmp", |machine, args| compare(machine, args, u64::MAX, |byte| byte.to_ascii_lowercase())),
    ("strncasecmp", |machine, args| compare(machine, args, args.size(2)?, |byte| byte.to_ascii_lowercase())),
];

fn compare(machine: &mut Machine<'_>, args: &Args, limit: u64, fold: fn(u8) -> u8) -> Result<Val, Stop> {
    let (a, b) = (args.pointer(0)?, args.pointer(1)?);
    for i in 0..limit {
        let (x, y) = (machine.character(a, i)?, machine.character(b, i)?);
        let (x, y) = (machine.folded(x, fold)?, machine.folded(y, fold)?);
        if !machine.are_same(x, y)? {
            let is_sign = machine.word_bytes() == 4;
            return machine.difference(x, y, is_sign);
        }
        if machine.is_one_of(x, &[END])? {
            break;
        }
    }
    number(0)
}
