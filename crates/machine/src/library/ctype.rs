//! ctype.h in the C locale. glibc's macros read tables through `__ctype_b_loc` and the like; the tables are
//! real objects here, so an index out of their range is out of bounds.

use super::Function;
use super::args::{Args, bad_call, number};
use crate::address::moved;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("isupper", |machine, args| class(machine, args, UPPER)),
    ("islower", |machine, args| class(machine, args, LOWER)),
    ("isalpha", |machine, args| class(machine, args, ALPHA)),
    ("isdigit", |machine, args| class(machine, args, DIGIT)),
    ("isxdigit", |machine, args| class(machine, args, XDIGIT)),
    ("isspace", |machine, args| class(machine, args, SPACE)),
    ("isprint", |machine, args| class(machine, args, PRINT)),
    ("isgraph", |machine, args| class(machine, args, GRAPH)),
    ("isblank", |machine, args| class(machine, args, BLANK)),
    ("iscntrl", |machine, args| class(machine, args, CNTRL)),
    ("ispunct", |machine, args| class(machine, args, PUNCT)),
    ("isalnum", |machine, args| class(machine, args, ALNUM)),
    ("isascii", |_, args| number(i64::from(args.int32(0)? & !0x7f == 0))),
    ("toascii", |_, args| number(args.int32(0)? & 0x7f)),
    ("tolower", |machine, args| by_table(machine, args, |c| lower(table_char(c)))),
    ("_tolower", |machine, args| by_table(machine, args, |c| lower(table_char(c)))),
    ("toupper", |machine, args| by_table(machine, args, |c| upper(table_char(c)))),
    ("_toupper", |machine, args| by_table(machine, args, |c| upper(table_char(c)))),
    ("__ctype_b_loc", |machine, _| table(machine, ["__ctype_b_loc", "classes"], 2, |c| classes(c).into())),
    ("__ctype_tolower_loc", |machine, _| {
        table(machine, ["__ctype_tolower_loc", "lower case"], 4, |c| lower(table_char(c)) as u32)
    }),
    ("__ctype_toupper_loc", |machine, _| {
        table(machine, ["__ctype_toupper_loc", "upper case"], 4, |c| upper(table_char(c)) as u32)
    }),
    ("__ctype_get_mb_cur_max", |_, _| number(1)),
];

// glibc's bits on a little-endian machine: they are what the macros and functions return.
const UPPER: u16 = 0x0100;
const LOWER: u16 = 0x0200;
const ALPHA: u16 = 0x0400;
const DIGIT: u16 = 0x0800;
const XDIGIT: u16 = 0x1000;
const SPACE: u16 = 0x2000;
const PRINT: u16 = 0x4000;
const GRAPH: u16 = 0x8000;
const BLANK: u16 = 0x0001;
const CNTRL: u16 = 0x0002;
const PUNCT: u16 = 0x0004;
const ALNUM: u16 = 0x0008;

/// The tables cover these: every `unsigned char`, every `signed char`, and EOF.
const RANGE: std::ops::Range<i32> = -128..256;

fn class(machine: &mut Machine<'_>, args: &Args, mask: u16) -> Result<Val, Stop> {
    by_table(machine, args, |c| (classes(c) & mask).into())
}

/// What a function comes to for its argument.
fn by_table(machine: &mut Machine<'_>, args: &Args, of: impl Fn(i32) -> i32) -> Result<Val, Stop> {
    if let Some(term) = args.pointer(0)?.as_term() {
        let (first, last) = (RANGE.start.into(), i64::from(RANGE.end) - 1);
        if machine.is_between(term, first, last)? {
            let all: Vec<u64> = RANGE.map(|c| i64::from(of(c)) as u64).collect();
            return machine.looked_up(term, first, &all);
        }
        let c = machine.example_of(term)? as i32;
        return bad_call(format!("a function of ctype.h for {c}, which is no character"));
    }
    number(of(character(args)?))
}

/// The argument, which has to be one that the tables cover.
fn character(args: &Args) -> Result<i32, Stop> {
    let c = args.int32(0)?;
    if !RANGE.contains(&c) {
        return bad_call(format!("a function of ctype.h for {c}, which is no character"));
    }
    Ok(c)
}

fn classes(c: i32) -> u16 {
    let Ok(byte) = u8::try_from(c) else { return 0 };
    let rules: [(bool, u16); 12] = [
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), XDIGIT),
        (super::access::is_space(byte), SPACE),
        ((0x20..0x7f).contains(&byte), PRINT),
        (byte.is_ascii_graphic(), GRAPH),
        (matches!(byte, b' ' | b'\t'), BLANK),
        (byte.is_ascii_control(), CNTRL),
        (byte.is_ascii_punctuation(), PUNCT),
        (byte.is_ascii_alphanumeric(), ALNUM),
    ];
    rules.iter().filter(|rule| rule.0).fold(0, |bits, rule| bits | rule.1)
}

fn lower(c: i32) -> i32 {
    if (b'A'.into()..=b'Z'.into()).contains(&c) { c + 32 } else { c }
}

fn upper(c: i32) -> i32 {
    if (b'a'.into()..=b'z'.into()).contains(&c) { c - 32 } else { c }
}

/// The case tables repeat the upper half of the bytes below zero, except that EOF stays EOF.
fn table_char(c: i32) -> i32 {
    if c < -1 { c + 256 } else { c }
}

/// The address of a pointer to the element for 0 of a table that begins at -128. The pointer and the table have a name each.
fn table(
    machine: &mut Machine<'_>,
    [name, table]: [&'static str; 2],
    bytes: u32,
    of: fn(i32) -> u32,
) -> Result<Val, Stop> {
    let is_new = !machine.has_library_object(name);
    let place = machine.library_object(name, 8)?;
    if is_new {
        let first = machine.library_object(table, 384 * u64::from(bytes))?;
        for (i, c) in RANGE.enumerate() {
            let element = &of(c).to_le_bytes()[..bytes as usize];
            machine.memory.initialise(first.object(), i as u64 * u64::from(bytes), element);
        }
        machine.memory.make_constant(first.object());
        machine.store_word(place, moved(first, 128 * i64::from(bytes))?)?;
    }
    Ok(place)
}
