//! Integers in a format that are terms of the inputs.

use formula::{Order, Word};

use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

/// The digits of a term, as `%d`, `%u`, `%o` or `%x` prints them, and a number whose text differs from that of the term in these
/// digits alone: it has the same sign and as many of them. Zero is told apart, and has none that differ.
pub(super) fn digits(
    machine: &mut Machine<'_>,
    value: formula::Term,
    (bits, signed): (u8, bool),
    conversion: u8,
) -> Result<(u64, Vec<Val>), Stop> {
    if !machine.may_ask() {
        return Err(Stop::SymbolicValue("an input printed where other threads run".into()));
    }
    let base = match conversion {
        b'o' => 8,
        b'x' | b'X' => 16,
        _ => 10,
    };
    let terms = &mut machine.symbolic().terms;
    let low = terms.extract(value, 0, bits.into());
    let wide = terms.extend(low, signed, 64);
    let zero = terms.bits(64, 0);
    let (is_less, is_zero) = (terms.order(Order::Slt, wide, zero), terms.eq(wide, zero));
    if machine.holds_here(is_zero)? {
        return Ok((0, Vec::new()));
    }
    let is_negative = signed && machine.holds_here(is_less)?;
    let wide = machine.value_of_term(wide);
    let magnitude = if is_negative { machine.computed_word(Word::Sub, Val::ZERO, wide)? } else { wide };
    let mut count = 1;
    let mut like = 1u64;
    while let Some(next) = like.checked_mul(base) {
        if machine.is_less(magnitude, Val::int(next))? {
            break;
        }
        (count, like) = (count + 1, next);
    }
    let mut digits = Vec::new();
    let mut rest = magnitude;
    for _ in 0..count {
        let digit = machine.computed_word(Word::URem, rest, Val::int(base))?;
        digits.push(character(machine, digit, conversion == b'X')?);
        rest = machine.computed_word(Word::UDiv, rest, Val::int(base))?;
    }
    digits.reverse();
    Ok((if is_negative { like.wrapping_neg() } else { like }, digits))
}

fn character(machine: &mut Machine<'_>, digit: Val, is_upper: bool) -> Result<Val, Stop> {
    let all: Vec<u64> = (0..16u8)
        .map(|digit| match digit {
            0..10 => b'0' + digit,
            _ if is_upper => b'A' + digit - 10,
            _ => b'a' + digit - 10,
        })
        .map(u64::from)
        .collect();
    match digit.as_term() {
        Some(term) => machine.looked_up(term, 0, &all),
        None => Ok(Val::int(all[digit.bits as usize & 15])),
    }
}
