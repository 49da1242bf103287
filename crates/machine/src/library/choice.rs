//! Choices and assumptions of verification tasks: `evercheck_choose`, `__VERIFIER_nondet_*`, `__VERIFIER_assume`. In a
//! single run the first possibility is taken: 0 where a type has it.

use cfa::library::Trait;
use cfa::op::{Callee, Op};
use cfa::part::ends_of_choice;
use cfa::types::{Float, Scalar};

use super::args::{Args, nothing};
use super::mem::zero;
use super::sync::Call;
use super::{Function, LibraryId};
use crate::code::{Arg, Kind, Result_};
use crate::exec::Machine;
use crate::explore::{Choice, Pending};
use crate::fault::{Fault, FaultKind, Stop};
use crate::inputs::count;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("evercheck_choose", choose),
    ("__VERIFIER_nondet_bool", |machine, _| pick(machine, 0, 1)),
    ("__VERIFIER_nondet__Bool", |machine, _| pick(machine, 0, 1)),
    ("__VERIFIER_nondet_char", |machine, _| character(machine, -128, 127)),
    ("__VERIFIER_nondet_schar", |machine, _| character(machine, -128, 127)),
    ("__VERIFIER_nondet_s8", |machine, _| pick_from(machine, &[(-128, 127)], small_first)),
    ("__VERIFIER_nondet_uchar", |machine, _| character(machine, 0, 255)),
    ("__VERIFIER_nondet_u8", |machine, _| pick(machine, 0, 255)),
    ("__VERIFIER_nondet_short", |machine, _| wide(machine, "__VERIFIER_nondet_short")),
    ("__VERIFIER_nondet_s16", |machine, _| wide(machine, "__VERIFIER_nondet_s16")),
    ("__VERIFIER_nondet_ushort", |machine, _| wide(machine, "__VERIFIER_nondet_ushort")),
    ("__VERIFIER_nondet_u16", |machine, _| wide(machine, "__VERIFIER_nondet_u16")),
    ("__VERIFIER_nondet_int", |machine, _| wide(machine, "__VERIFIER_nondet_int")),
    ("__VERIFIER_nondet_s32", |machine, _| wide(machine, "__VERIFIER_nondet_s32")),
    ("__VERIFIER_nondet_uint", |machine, _| wide(machine, "__VERIFIER_nondet_uint")),
    ("__VERIFIER_nondet_unsigned", |machine, _| wide(machine, "__VERIFIER_nondet_unsigned")),
    ("__VERIFIER_nondet_unsigned_int", |machine, _| wide(machine, "__VERIFIER_nondet_unsigned_int")),
    ("__VERIFIER_nondet_u32", |machine, _| wide(machine, "__VERIFIER_nondet_u32")),
    ("__VERIFIER_nondet_long", |machine, _| wide(machine, "__VERIFIER_nondet_long")),
    ("__VERIFIER_nondet_ulong", |machine, _| wide(machine, "__VERIFIER_nondet_ulong")),
    ("__VERIFIER_nondet_size_t", |machine, _| wide(machine, "__VERIFIER_nondet_size_t")),
    ("__VERIFIER_nondet_ssize_t", |machine, _| wide(machine, "__VERIFIER_nondet_ssize_t")),
    ("__VERIFIER_nondet_ptrdiff_t", |machine, _| wide(machine, "__VERIFIER_nondet_ptrdiff_t")),
    ("__VERIFIER_nondet_off_t", |machine, _| wide(machine, "__VERIFIER_nondet_off_t")),
    ("__VERIFIER_nondet_pthread_t", |machine, _| wide(machine, "__VERIFIER_nondet_pthread_t")),
    ("__VERIFIER_nondet_sector_t", |machine, _| wide(machine, "__VERIFIER_nondet_sector_t")),
    ("__VERIFIER_nondet_loff_t", |machine, _| wide(machine, "__VERIFIER_nondet_loff_t")),
    ("__VERIFIER_nondet_longlong", |machine, _| wide(machine, "__VERIFIER_nondet_longlong")),
    ("__VERIFIER_nondet_s64", |machine, _| wide(machine, "__VERIFIER_nondet_s64")),
    ("__VERIFIER_nondet_ulonglong", |machine, _| wide(machine, "__VERIFIER_nondet_ulonglong")),
    ("__VERIFIER_nondet_u64", |machine, _| wide(machine, "__VERIFIER_nondet_u64")),
    ("__VERIFIER_nondet_int128", |machine, _| other(machine, "__VERIFIER_nondet_int128")),
    ("__VERIFIER_nondet_uint128", |machine, _| other(machine, "__VERIFIER_nondet_uint128")),
    ("__VERIFIER_nondet_float", |machine, _| other(machine, "__VERIFIER_nondet_float")),
    ("__VERIFIER_nondet_double", |machine, _| other(machine, "__VERIFIER_nondet_double")),
    ("__VERIFIER_nondet_pointer", |machine, _| other(machine, "__VERIFIER_nondet_pointer")),
    ("__VERIFIER_nondet_pchar", |machine, _| other(machine, "__VERIFIER_nondet_pchar")),
    ("__VERIFIER_nondet_charp", |machine, _| other(machine, "__VERIFIER_nondet_charp")),
    ("__VERIFIER_nondet_const_char_pointer", |machine, _| {
        other(machine, "__VERIFIER_nondet_const_char_pointer")
    }),
    ("__VERIFIER_nondet_memory", memory),
    ("__VERIFIER_assume", assume),
    ("assume_abort_if_not", assume),
    ("__VERIFIER_atomic_begin", |machine, _| machine.begin_atomic().and_then(|()| nothing())),
    ("__VERIFIER_atomic_end", |machine, _| {
        machine.end_atomic();
        nothing()
    }),
];

/// Ways that one choice may go.
const MOST: i128 = 1 << 20;

/// What a function yields that has too many values to try them all.
pub enum Input {
    Number {
        low: i128,
        high: i128,
    },
    /// Something else than an integer.
    Other,
}

impl Input {
    /// Whether a range leaves out some of its values.
    pub fn is_narrowed_to(&self, range: Option<(i128, i128)>) -> bool {
        match (self, range) {
            (&Input::Number { low, high }, Some((least, most))) => least > low || most < high,
            _ => false,
        }
    }
}

/// The type of what an input function of this name yields, whatever it is declared as.
pub fn input_type(name: &str, word_bits: u32) -> Option<Scalar> {
    let int = |bits| Some(Scalar::int(bits, true));
    let unsigned = |bits| Some(Scalar::int(bits, false));
    let row = cfa::library::find(name).filter(|row| row.is(Trait::Input))?;
    match row.ty()?.0 {
        "_Bool" => Some(Scalar::Bool),
        "char" | "signed char" => int(8),
        "unsigned char" => unsigned(8),
        "short" => int(16),
        "unsigned short" => unsigned(16),
        "int" => int(32),
        "unsigned int" => unsigned(32),
        "long" => int(word_bits),
        "unsigned long" | "size_t" => unsigned(word_bits),
        "long long" => int(64),
        "unsigned long long" => unsigned(64),
        "__int128" => int(128),
        "unsigned __int128" => unsigned(128),
        "float" => Some(Scalar::Float(Float::Single)),
        "double" => Some(Scalar::Float(Float::Double)),
        result => result.ends_with('*').then_some(Scalar::Pointer),
    }
}

/// What a function of this name yields, unless that has few values.
pub fn input(name: &str, word_bits: u32) -> Option<Input> {
    match input_type(name, word_bits)? {
        Scalar::Bool => None,
        Scalar::Int { bits, .. } if bits <= 8 => None,
        Scalar::Int { bits, signed: true } if bits <= 64 => {
            Some(Input::Number { low: -(1i128 << (bits - 1)), high: (1i128 << (bits - 1)) - 1 })
        }
        Scalar::Int { bits, .. } if bits <= 64 => Some(Input::Number { low: 0, high: (1i128 << bits) - 1 }),
        Scalar::Int { .. } | Scalar::Pointer | Scalar::Float(_) => Some(Input::Other),
    }
}

type Ranges<'a> = &'a [(i128, i128)];

/// Whether one of these numbers is chosen by a turn: there are several, and not too many.
pub(crate) fn is_choice(ranges: Ranges<'_>) -> bool {
    (2..=MOST).contains(&count(ranges))
}

impl Machine<'_> {
    /// The number that a choice yields, where a thread is about to choose one of constants that a program may change: as what it
    /// is in memory. Of all other choices it is the option that tells what happens.
    pub fn chosen(&self, choice: Choice) -> Option<u64> {
        let thread = choice.thread as usize;
        let Pending::Choose(_) = self.pending(thread) else { return None };
        let frame = self.frames_of(thread).last()?;
        let edge = *self.image.code[frame.function.index()].edge_of.get(frame.pc as usize)?;
        let program = self.image.program;
        let body = program.function(frame.function).body.as_ref()?;
        let Op::Call { callee: Callee::Direct(callee), args, .. } = &body.edges.get(edge as usize)?.op else {
            return None;
        };
        let option = i128::from(choice.option);
        let value = if cfa::library::is(&program.function(*callee).name, Trait::Choice) {
            i128::from(ends_of_choice(body, args)?.0) + option
        } else {
            let ranges = self.exploring()?.inputs.at(frame.function, edge)?;
            (option < count(ranges)).then(|| small_first(ranges, option))?
        };
        Some(value as u64)
    }
}

/// So many numbers are no symbol, where that is asked for.
const FEW: i128 = 4;

/// One of the numbers from `low` to `high`, the lowest first.
fn pick(machine: &mut Machine<'_>, low: i128, high: i128) -> Result<Val, Stop> {
    let value = |ranges: Ranges<'_>, option| ranges.first().map_or(0, |range| range.0 + option);
    let tries_few = machine.exploring().is_some_and(|it| it.options.tries_few);
    match tries_few && high - low < FEW {
        true => pick_each(machine, &[(low, high)], value),
        false => pick_from(machine, &[(low, high)], value),
    }
}

/// A character: those that can be printed come first.
fn character(machine: &mut Machine<'_>, low: i128, high: i128) -> Result<Val, Stop> {
    pick_from(machine, &[(low, high)], character_of)
}

/// From `a` on and then from the space on, and what cannot be printed as [`small_first`] has it.
fn character_of(ranges: Ranges<'_>, option: i128) -> i128 {
    const SPACE: i128 = 0x20;
    const COUNT: i128 = 95;
    match ranges {
        _ if option < COUNT => SPACE + (option + i128::from(b'a') - SPACE) % COUNT,
        &[(low, high)] => small_first(&[(low, SPACE - 1), (SPACE + COUNT, high)], option - COUNT),
        _ => unreachable!("characters are one range"),
    }
}

/// The numbers of ascending ranges, those from zero on first, and each close to zero before those beyond.
fn small_first(ranges: Ranges<'_>, option: i128) -> i128 {
    let part = |least: i128, most: i128| {
        let parts = ranges.iter().map(move |&(low, high)| (low.max(least), high.min(most)));
        parts.filter(|(low, high)| low <= high)
    };
    let mut left = option;
    for (low, high) in part(0, i128::MAX) {
        if left <= high - low {
            return low + left;
        }
        left -= high - low + 1;
    }
    for (low, high) in part(i128::MIN, -1).rev() {
        if left <= high - low {
            return high - left;
        }
        left -= high - low + 1;
    }
    unreachable!("an option is one of those counted")
}

/// One of the numbers in these ranges, in the order that `value` gives them. A search tries them in this order, and a
/// counterexample is made to have early ones.
fn pick_from(
    machine: &mut Machine<'_>,
    ranges: Ranges<'_>,
    value: fn(Ranges<'_>, i128) -> i128,
) -> Result<Val, Stop> {
    if machine.is_symbolic() {
        // Which values there are is told by all of the location.
        machine.note_whole();
        return machine.read_input(ranges);
    }
    pick_each(machine, ranges, value)
}

/// As [`pick_from`], each by a choice.
fn pick_each(
    machine: &mut Machine<'_>,
    ranges: Ranges<'_>,
    value: fn(Ranges<'_>, i128) -> i128,
) -> Result<Val, Stop> {
    let count = count(ranges);
    if count > MOST {
        return Err(Stop::NotModelled(format!("a choice of {count} values")));
    }
    if !machine.is_choosing() {
        let has_zero = ranges.iter().any(|&(low, high)| (low..=high).contains(&0));
        let first = ranges.first().map_or(0, |range| range.0);
        return Ok(Val::int(if has_zero { 0 } else { first as u64 }));
    }
    machine.exploring_mut().is_turn_taken = true;
    let option = if count == 1 { 0 } else { machine.turn(Pending::Choose(count as u32))? };
    let number = value(ranges, option.into());
    if machine.is_symbolic() {
        if count == 1 {
            machine.note_whole();
        }
        // It is an input of the path like any other.
        return machine.read_input(&[(number, number)]);
    }
    Ok(Val::int(number as u64))
}

fn choose(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (low, high) = (i128::from(args.int(0)?), i128::from(args.int(1)?));
    if low > high {
        return Fault::stop(FaultKind::BadLibraryCall, "evercheck_choose with nothing to choose from");
    }
    pick(machine, low, high)
}

/// A number of a type with many values: those that matter where it is asked for (see [`crate::inputs`]).
fn wide(machine: &mut Machine<'_>, name: &str) -> Result<Val, Stop> {
    let Some(exploring) = machine.exploring().filter(|e| !e.is_single) else { return Ok(Val::ZERO) };
    let edge = machine.edge();
    if machine.is_symbolic()
        && let Some(Input::Number { low, high }) = input(name, 8 * machine.word_bytes())
    {
        let (least, most) = exploring.options.nondet_range.unwrap_or((low, high));
        let (least, most) = (low.max(least), high.min(most));
        machine.exploring_mut().noticed.range_used |= (least, most) != (low, high);
        return if least > most { prune(machine) } else { pick_from(machine, &[(least, most)], small_first) };
    }
    let known = exploring.inputs.at(edge.0, edge.1);
    let is_asked = known.is_none() && exploring.options.nondet_range.is_some();
    let ranges = match (known, exploring.options.nondet_range) {
        (Some(ranges), _) => ranges.to_vec(),
        // Called through a pointer.
        (None, Some((low, high))) => match input(name, 8 * machine.word_bytes()) {
            Some(Input::Number { low: least, high: most }) if low.max(least) <= high.min(most) => {
                vec![(low.max(least), high.min(most))]
            }
            _ => Vec::new(),
        },
        (None, None) => return Err(Stop::Unbounded(name.into())),
    };
    machine.exploring_mut().noticed.range_used |= is_asked;
    if ranges.is_empty() {
        return prune(machine);
    }
    pick_each(machine, &ranges, small_first)
}

/// Something that is not a number: only where the program does not look at it.
fn other(machine: &mut Machine<'_>, name: &str) -> Result<Val, Stop> {
    let edge = machine.edge();
    match machine.exploring().filter(|e| !e.is_single).and_then(|e| e.inputs.at(edge.0, edge.1)) {
        Some(_) => wide(machine, name),
        None => Err(Stop::Unbounded(name.into())),
    }
}

/// Memory filled with any bytes: too many to try them all, and zeros in a single run.
fn memory(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    match machine.exploring().filter(|e| !e.is_single) {
        Some(_) => Err(Stop::Unbounded("__VERIFIER_nondet_memory".into())),
        None => zero(machine, args),
    }
}

/// An assumption that fails ends all threads, which might have gone on before.
fn assume(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    if let Some(term) = args.pointer(0)?.as_term() {
        return if machine.assume_term(term)? { nothing() } else { prune(machine) };
    }
    if args.pointer(0)?.is_pointer() {
        // The address of an object is not zero.
        return nothing();
    }
    match args.int(0)? {
        0 => prune(machine),
        _ => nothing(),
    }
}

/// The functions that assume something.
pub(super) const ASSUMPTIONS: &[&str] = &["__VERIFIER_assume", "assume_abort_if_not"];

impl Machine<'_> {
    /// As [`assume`], of a number where no other thread may go on before, nothing is given and nothing is told by terms: so most calls
    /// are.
    #[inline]
    pub(super) fn assume_at_once(
        &mut self,
        function: LibraryId,
        args: &[Arg],
        result: Result_,
    ) -> Option<Result<(), Stop>> {
        let (entry, exploring) = (function.entry(), self.exploring.as_deref()?);
        let &[Arg::Scalar(operand, Kind::Int { .. })] = args else { return None };
        let is_error = |name: &String| name == entry.row.name;
        if !entry.is_assumption
            || result != Result_::None
            || self.live > 1
            || exploring.is_single
            || exploring.symbolic.is_some()
            || exploring.granted.is_some()
            || exploring.options.given.is_some()
            || exploring.options.error_function.as_ref().is_some_and(is_error)
        {
            return None;
        }
        let value = self.operand(operand);
        if !value.is_int() {
            return None;
        }
        self.library.has_jumped = false;
        Some(if value.bits == 0 { Err(Stop::Pruned) } else { Ok(()) })
    }
}

fn prune(machine: &mut Machine<'_>) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    Err(Stop::Pruned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_tried_in_an_order_that_people_read_easily() {
        let small =
            |ranges: Ranges<'_>, count| (0..count).map(|i| small_first(ranges, i)).collect::<Vec<_>>();
        assert_eq!(small(&[(-2, 2)], 5), [0, 1, 2, -1, -2]);
        assert_eq!(small(&[(-9, -8), (-2, -1), (4, 5)], 6), [4, 5, -1, -2, -8, -9]);
        let characters = |low, high| {
            let mut all: Vec<_> = (0..256).map(|i| character_of(&[(low, high)], i)).collect();
            assert_eq!(all[..3], [97, 98, 99]);
            assert_eq!((all[94], all[95], all[255]), (96, 0, if low < 0 { -128 } else { 255 }));
            all.sort_unstable();
            assert!(all.into_iter().eq(low..=high));
        };
        characters(-128, 127);
        characters(0, 255);
    }

    #[test]
    fn the_header_declares_every_input_function_with_its_own_type() {
        let header = include_str!("../../../../include/evercheck.h");
        let program = cfa::from_text(
            &header
                .lines()
                .filter(|line| !line.starts_with('#'))
                .fold(String::new(), |text, line| text + line + "\n"),
        );
        let program = program.unwrap_or_else(|error| panic!("{error:?}"));
        let inputs = FUNCTIONS.iter().map(|it| it.0).filter(|name| name.starts_with("__VERIFIER_nondet_"));
        for name in inputs {
            let function = program.functions.iter().find(|function| function.name == name);
            let function = function.unwrap_or_else(|| panic!("{name} is not declared"));
            let cfa::types::Type::Function(signature) = program.types.get(function.ty) else {
                panic!("{name} is no function");
            };
            assert_eq!(program.types.as_scalar(signature.result), input_type(name, 64), "{name}");
        }
    }
}
