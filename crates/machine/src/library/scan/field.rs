//! One directive of a format for input.

use super::bad_format;
use super::input::Input;
use super::reader::Reader;
use super::set::Set;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::alloc;
use crate::library::args::not_modelled;
use crate::library::float_text;
use crate::library::format::{Length, Source};
use crate::library::parse_integer::{self, Digits};
use crate::value::Val;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Input fits, and was stored.
    Assigned,
    /// Input fits.
    Matched,
    Mismatch,
    /// There was no input left.
    End,
}

/// What follows a `%`.
pub(super) struct Field {
    position: Option<usize>,
    is_suppressed: bool,
    /// `m`: memory for a string is allocated.
    allocates: bool,
    width: Option<u64>,
    length: Length,
    conversion: u8,
    set: Option<Set>,
}

impl Field {
    /// Reads a directive behind its `%`; also its length.
    pub fn parse(format: &[u8]) -> Result<(Field, usize), Stop> {
        let mut at = 0;
        let peek = |at: usize| format.get(at).copied().unwrap_or(0);
        let digits =
            |at: usize| format[at.min(format.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
        let value = |at: usize, length: usize| {
            format[at..at + length].iter().fold(0u64, |v, b| (v * 10 + u64::from(b - b'0')).min(1 << 40))
        };
        let mut position = None;
        let length = digits(at);
        if length > 0 && peek(at + length) == b'$' {
            position = Some(value(at, length) as usize).filter(|&position| position > 0);
            at += length + 1;
        }
        let is_suppressed = peek(at) == b'*';
        at += usize::from(is_suppressed);
        let length = digits(at);
        let width = Some(value(at, length)).filter(|&width| width > 0);
        at += length;
        let allocates = peek(at) == b'm';
        at += usize::from(allocates);
        let (length, characters) = Length::parse(&format[at.min(format.len())..]);
        at += characters;
        let conversion = peek(at);
        at += 1;
        let mut set = None;
        if conversion == b'[' {
            let Some((parsed, length)) = Set::parse(&format[at..]) else { return bad_format() };
            set = Some(parsed);
            at += length;
        }
        Ok((Field { position, is_suppressed, allocates, width, length, conversion, set }, at))
    }

    pub fn read(
        &self,
        machine: &mut Machine<'_>,
        input: &mut Input,
        source: &mut Source<'_>,
    ) -> Result<Outcome, Stop> {
        if !matches!(self.conversion, b'c' | b'[' | b'n' | b'C') {
            input.skip_space(machine)?;
        }
        match self.conversion {
            b'%' => input.expect(machine, b'%'),
            b'n' => {
                if !self.is_suppressed {
                    let place = source.take(machine, self.position, machine.pointer_kind())?;
                    let bytes = self.length.bytes(machine.word_bytes());
                    machine.memory.store(place, bytes, Val::int(input.count))?;
                }
                Ok(Outcome::Matched)
            }
            b'C' | b'S' => not_modelled("wide characters in a format of scanf"),
            b'c' | b's' | b'[' if self.length == Length::Long => {
                not_modelled("wide characters in a format of scanf")
            }
            b'c' | b's' | b'[' => self.text(machine, input, source),
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'p' => self.integer(machine, input, source),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => self.float(machine, input, source),
            _ => bad_format(),
        }
    }

    fn text(
        &self,
        machine: &mut Machine<'_>,
        input: &mut Input,
        source: &mut Source<'_>,
    ) -> Result<Outcome, Stop> {
        let (set, limit) = match (self.conversion, &self.set) {
            (b'c', _) => (Set::all(), self.width.unwrap_or(1)),
            (_, Some(set)) => (set.clone(), self.width.unwrap_or(u64::MAX)),
            _ => (Set::word(), self.width.unwrap_or(u64::MAX)),
        };
        // Only what is not suppressed has an argument.
        let place = if self.is_suppressed {
            None
        } else {
            Some(source.take(machine, self.position, machine.pointer_kind())?)
        };
        let mut text = Vec::new();
        while (text.len() as u64) < limit {
            match input.get(machine)? {
                Some(byte) if set.contains(byte) => text.push(byte),
                None if text.is_empty() => return Ok(Outcome::End),
                other => {
                    input.unget(machine, other);
                    break;
                }
            }
        }
        if text.is_empty() {
            return Ok(Outcome::Mismatch);
        }
        let Some(place) = place else { return Ok(Outcome::Matched) };
        if self.conversion != b'c' {
            text.push(0);
        }
        if self.allocates {
            let memory = alloc::allocate(machine, text.len() as u64, 16)?;
            machine.memory.write_bytes(memory, &text)?;
            machine.store_word(place, memory)?;
        } else {
            machine.memory.write_bytes(place, &text)?;
        }
        Ok(Outcome::Assigned)
    }

    fn integer(
        &self,
        machine: &mut Machine<'_>,
        input: &mut Input,
        source: &mut Source<'_>,
    ) -> Result<Outcome, Stop> {
        let base = match self.conversion {
            b'i' => 0,
            b'o' => 8,
            b'd' | b'u' => 10,
            _ => 16,
        };
        let mut reader = Reader::new(input, self.width);
        if !reader.next(machine)? {
            return Ok(Outcome::End);
        }
        let base = reader.integer(machine, base)?;
        let Reader { text, last, .. } = reader;
        input.unget(machine, last);
        if matches!(&text[..], [] | [b'+'] | [b'-']) {
            return Ok(Outcome::Mismatch);
        }
        let Some(place) = self.place(machine, source)? else { return Ok(Outcome::Matched) };
        let parsed = parse_integer::parse(&text, base, Digits::C17);
        let is_signed = matches!(self.conversion, b'd' | b'i');
        let length = if self.conversion == b'p' { Length::Long } else { self.length };
        // Saturates as a `long` or `long long`, then keeps the low bytes.
        let (bytes, word) = (length.bytes(machine.word_bytes()), machine.word_bytes());
        let bits = 8 * bytes.max(word);
        let value = if is_signed { parsed.signed(bits).0 as u64 } else { parsed.unsigned(bits).0 };
        machine.memory.store(place, bytes, Val::int(value))?;
        Ok(Outcome::Assigned)
    }

    fn float(
        &self,
        machine: &mut Machine<'_>,
        input: &mut Input,
        source: &mut Source<'_>,
    ) -> Result<Outcome, Stop> {
        let mut reader = Reader::new(input, self.width);
        if !reader.next(machine)? {
            return Ok(Outcome::End);
        }
        let is_number = reader.float(machine)?;
        let Reader { text, last, .. } = reader;
        input.unget(machine, last);
        let parsed = float_text::parse(&text);
        if !is_number || parsed.length == 0 {
            return Ok(Outcome::Mismatch);
        }
        let Some(place) = self.place(machine, source)? else { return Ok(Outcome::Matched) };
        let (bytes, bits) = match self.length {
            Length::None => (4, parsed.single(machine)?.to_bits().into()),
            Length::Long => (8, parsed.double(machine)?.to_bits()),
            _ => return not_modelled("long double, here in a format of scanf"),
        };
        machine.memory.store(place, bytes, Val::int(bits))?;
        Ok(Outcome::Assigned)
    }

    fn place(&self, machine: &mut Machine<'_>, source: &mut Source<'_>) -> Result<Option<Val>, Stop> {
        match self.is_suppressed {
            true => Ok(None),
            false => source.take(machine, self.position, machine.pointer_kind()).map(Some),
        }
    }
}
