//! Formatted output: what `printf` and its family make of a format and its arguments.
//!
//! A directive must get an argument of its type: an integer of the same size, a double, a pointer. Anything
//! else is a fault, for the compiled program would print whatever is in a register.

mod directive;
mod fits;
mod float;
mod integer;
mod source;
mod terms;

use super::args::{bad_call, not_modelled};
use super::errno;
use crate::address::moved;
use crate::code::Kind;
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::Val;
pub(super) use directive::Length;
use directive::{Amount, Directive, Piece};
pub use fits::is_fit;
pub(super) use source::Source;
use terms::digits;

/// The text, and what was read to make it.
pub(super) struct Formatted {
    pub text: Vec<u8>,
    /// Strings that arguments pointed to, with their bytes in memory.
    pub strings: Vec<(Val, u64)>,
    /// The function is to report an error; the text is what came before it.
    pub failed: bool,
    /// An address, a thread's handle or an input is printed: what stands for it in the text, and how long that is, is not known.
    pub is_unknown: bool,
    is_lost: bool,
    /// Characters of the text that are terms, by their places.
    pub terms: Vec<(usize, Val)>,
}

impl Formatted {
    /// Adds a text that ends with so many blanks, and before these with characters in whose places something else stands there.
    fn add(&mut self, text: &[u8], blanks_behind: usize, characters: Vec<Val>) {
        let from = self.text.len() + text.len() - blanks_behind - characters.len();
        self.text.extend_from_slice(text);
        for (at, character) in (from..).zip(characters) {
            match character.as_term() {
                Some(_) => self.terms.push((at, character)),
                None => self.text[at] = character.bits as u8,
            }
        }
    }

    fn add_string(&mut self, field: &Field, characters: Vec<Val>) {
        // What stands for a term is no blank.
        let bytes: Vec<u8> =
            characters.iter().map(|it| if it.is_int() { it.bits as u8 } else { b'?' }).collect();
        let text = padded(field, b"", &bytes);
        let blanks = if field.directive.flags.left { text.len() - bytes.len() } else { 0 };
        self.add(&text, blanks, characters);
    }
}

fn blanks_behind(text: &[u8]) -> usize {
    text.iter().rev().take_while(|&&byte| byte == b' ').count()
}

/// A field wider than this is taken for a mistake.
const WIDEST: u64 = 1 << 24;

/// A directive with its width and precision known.
struct Field {
    directive: Directive,
    width: usize,
    precision: Option<usize>,
}

/// Formats; the format is a string at an address. Of a text that is lost, what it is need not be known.
pub(super) fn format(
    machine: &mut Machine<'_>,
    pointer: Val,
    mut source: Source<'_>,
    is_lost: bool,
) -> Result<Formatted, Stop> {
    let text = machine.text(pointer)?;
    let strings = vec![(pointer, text.len() as u64 + 1)];
    let pieces = directive::parse(&text)?;
    // What is counted is not lost.
    let counts = |piece: &Piece<'_>| matches!(piece, Piece::Directive(it) if it.conversion == b'n');
    let is_lost = is_lost && !pieces.iter().any(counts);
    let mut out =
        Formatted { text: Vec::new(), strings, failed: false, is_unknown: false, is_lost, terms: Vec::new() };
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.text.extend_from_slice(text),
            Piece::Directive(directive) => {
                let field = field(machine, directive, &mut source)?;
                convert(machine, field, &mut source, &mut out)?;
            }
        }
        if out.failed {
            break;
        }
    }
    source.finish(machine)?;
    Ok(out)
}

fn field(
    machine: &mut Machine<'_>,
    mut directive: Directive,
    source: &mut Source<'_>,
) -> Result<Field, Stop> {
    const INT: Kind = Kind::Int { bits: 32, signed: true };
    let mut amount = |machine: &mut Machine<'_>, amount: Option<Amount>| {
        Ok(match amount {
            None => None,
            Some(Amount::Fixed(value)) => Some(value),
            Some(Amount::Next) => Some(source.take(machine, None, INT)?.bits as i64),
            Some(Amount::At(position)) => Some(source.take(machine, Some(position), INT)?.bits as i64),
        })
    };
    let width = amount(machine, directive.width)?.unwrap_or(0);
    // A negative width is a flag and a width; a negative precision is none.
    directive.flags.left |= width < 0;
    let precision = amount(machine, directive.precision)?.filter(|&precision| precision >= 0);
    if width.unsigned_abs() > WIDEST || precision.is_some_and(|precision| precision as u64 > WIDEST) {
        return not_modelled("a field of more than 2^24 characters");
    }
    Ok(Field {
        directive,
        width: width.unsigned_abs() as usize,
        precision: precision.map(|precision| precision as usize),
    })
}

fn convert(
    machine: &mut Machine<'_>,
    field: Field,
    source: &mut Source<'_>,
    out: &mut Formatted,
) -> Result<(), Stop> {
    let Directive { length, conversion, position, .. } = field.directive;
    let (bytes, address) = (length.bytes(machine.word_bytes()), machine.pointer_kind());
    let mut take = |machine: &mut Machine<'_>, kind: Kind| source.take(machine, position, kind);
    match conversion {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
            let (bits, signed) = (8 * bytes as u8, matches!(conversion, b'd' | b'i'));
            // A `short` or `char` was passed as an `int`.
            let value = source.take_any(machine, position, Kind::Int { bits: bits.max(32), signed })?;
            let text = |field: &Field, value: u64| match signed {
                true => integer::signed(field, value as i64),
                false => integer::unsigned(field, value),
            };
            match value.as_term() {
                Some(term) if !out.is_lost => {
                    let (like, digits) = digits(machine, term, (bits, signed), conversion)?;
                    let text = text(&field, like);
                    let blanks = if field.directive.flags.left { blanks_behind(&text) } else { 0 };
                    out.add(&text, blanks, digits);
                }
                _ if !value.is_int() => out.is_unknown = true,
                _ => out.text.extend(text(&field, crate::arith::extend(value.bits, bits, signed))),
            }
        }
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            if matches!(length, Length::LongDouble | Length::LongLong) {
                take(machine, Kind::Opaque { bytes: 16 })?;
                return not_modelled("long double, here in a format");
            }
            let value = f64::from_bits(take(machine, Kind::Double)?.bits);
            out.text.extend(float::float(&field, value));
        }
        b'c' if length == Length::Long => {
            let value = take(machine, Kind::Int { bits: 32, signed: false })?.bits;
            wide(machine, &field, &[value], out)?;
        }
        b'c' => {
            let value = source.take_any(machine, position, Kind::Int { bits: 32, signed: true })?;
            match value.as_term() {
                Some(_) if !out.is_lost => {
                    let character = machine.low_byte(value);
                    out.add_string(&field, vec![character]);
                }
                _ if !value.is_int() => out.is_unknown = true,
                _ => out.text.extend(padded(&field, b"", &[value.bits as u8])),
            }
        }
        b's' => {
            let pointer = take(machine, address)?;
            string(machine, &field, pointer, out)?;
        }
        b'p' => {
            let pointer = take(machine, address)?;
            let pointer = machine.memory.as_number(pointer)?;
            if !pointer.is_int() {
                out.is_unknown = true;
                return Ok(());
            }
            out.text.extend(integer::pointer(&field, pointer.bits));
        }
        b'n' => {
            let place = take(machine, address)?;
            if out.is_unknown {
                return not_modelled("the length of an address or an input that is printed");
            }
            machine.memory.store(place, bytes, Val::int(out.text.len() as u64))?;
        }
        b'm' => {
            let message = errno::message(errno::get(machine)?);
            out.text.extend(padded(&field, b"", cut(&field, message.as_bytes())));
        }
        b'%' => out.text.push(b'%'),
        _ => return bad_call(format!("the conversion `%{}` in a format", char::from(conversion))),
    }
    Ok(())
}

fn string(machine: &mut Machine<'_>, field: &Field, pointer: Val, out: &mut Formatted) -> Result<(), Stop> {
    // glibc prints `(null)`, but a compiler may make `puts` of it, which does not.
    if pointer == Val::ZERO {
        return Fault::stop(FaultKind::NullDereference, "a null pointer printed as a string");
    }
    if field.directive.length == Length::Long {
        let mut characters = Vec::new();
        while field.precision.is_none_or(|precision| characters.len() < precision) {
            match super::wide::load(machine, moved(pointer, 4 * characters.len() as i64)?)? {
                0 => break,
                character => characters.push(character.into()),
            }
        }
        return wide(machine, field, &characters, out);
    }
    let limit = field.precision.map_or(u64::MAX, |precision| precision as u64);
    let text = machine.string(pointer, limit)?;
    let has_end = text.length < limit;
    out.strings.push((pointer, text.length + u64::from(has_end)));
    match text.bytes {
        Some(bytes) => out.text.extend(padded(field, b"", &bytes)),
        None if out.is_lost => out.is_unknown = true,
        None => {
            let characters = (0..text.length).map(|index| machine.character(pointer, index));
            out.add_string(field, characters.collect::<Result<_, _>>()?);
        }
    }
    Ok(())
}

/// Wide characters: the C locale has no others than those of ASCII.
fn wide(
    machine: &mut Machine<'_>,
    field: &Field,
    characters: &[u64],
    out: &mut Formatted,
) -> Result<(), Stop> {
    if characters.iter().any(|&character| character > 0x7f) {
        errno::set(machine, errno::EILSEQ)?;
        out.failed = true;
        return Ok(());
    }
    let text: Vec<u8> = characters.iter().map(|&character| character as u8).collect();
    out.text.extend(padded(field, b"", &text));
    Ok(())
}

fn cut<'t>(field: &Field, text: &'t [u8]) -> &'t [u8] {
    &text[..field.precision.map_or(text.len(), |precision| precision.min(text.len()))]
}

/// Sign or prefix and body, filled up with blanks.
fn padded(field: &Field, prefix: &[u8], body: &[u8]) -> Vec<u8> {
    let blanks = vec![b' '; field.width.saturating_sub(prefix.len() + body.len())];
    match field.directive.flags.left {
        true => [prefix, body, &blanks].concat(),
        false => [&blanks, prefix, body].concat(),
    }
}

/// As [`padded`], but with zeros behind the prefix if the flags ask for them.
fn padded_with_zeros(field: &Field, prefix: &[u8], body: &[u8]) -> Vec<u8> {
    if !field.directive.flags.zero || field.directive.flags.left {
        return padded(field, prefix, body);
    }
    let zeros = vec![b'0'; field.width.saturating_sub(prefix.len() + body.len())];
    [prefix, &zeros, body].concat()
}
