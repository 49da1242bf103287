//! The characters of a number, read as far as they may belong to one.

use super::input::Input;
use crate::exec::Machine;
use crate::fault::Stop;

/// Reads the characters of a number. The last one read may turn out not to belong to it.
pub(super) struct Reader<'i> {
    input: &'i mut Input,
    /// Characters that the width still allows.
    left: u64,
    pub text: Vec<u8>,
    pub last: Option<u8>,
}

impl<'i> Reader<'i> {
    pub fn new(input: &'i mut Input, width: Option<u64>) -> Reader<'i> {
        Reader { input, left: width.unwrap_or(u64::MAX), text: Vec::new(), last: None }
    }

    /// Reads on; false at the end of the input or of the width.
    pub fn next(&mut self, machine: &mut Machine<'_>) -> Result<bool, Stop> {
        self.last = if self.left > 0 { self.input.get(machine)? } else { None };
        self.left -= u64::from(self.left > 0);
        Ok(self.last.is_some())
    }

    /// Keeps the last character and reads on.
    fn keep(&mut self, machine: &mut Machine<'_>) -> Result<bool, Stop> {
        self.text.extend(self.last);
        self.next(machine)
    }

    fn is(&self, wanted: u8) -> bool {
        self.last.is_some_and(|byte| byte.eq_ignore_ascii_case(&wanted))
    }

    /// Reads an integer and gives its base. The `x` of a prefix is not kept, even if nothing follows it.
    pub fn integer(&mut self, machine: &mut Machine<'_>, mut base: u32) -> Result<u32, Stop> {
        if self.is(b'-') || self.is(b'+') {
            self.keep(machine)?;
        }
        if self.is(b'0') {
            self.keep(machine)?;
            if self.is(b'x') && matches!(base, 0 | 16) {
                base = 16;
                self.next(machine)?;
            } else if base == 0 {
                base = 8;
            }
        }
        if base == 0 {
            base = 10;
        }
        while self.last.is_some_and(|byte| char::from(byte).is_digit(base)) {
            self.keep(machine)?;
        }
        Ok(base)
    }

    /// Reads a word from its second letter on; false if it is another. The letter that is wrong is lost.
    fn word(&mut self, machine: &mut Machine<'_>, rest: &[u8]) -> Result<bool, Stop> {
        for &letter in rest {
            self.keep(machine)?;
            if !self.is(letter) {
                self.last = None;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads what looks like a floating number; false if it cannot become one.
    pub fn float(&mut self, machine: &mut Machine<'_>) -> Result<bool, Stop> {
        let mut sign = 0;
        if self.is(b'-') || self.is(b'+') {
            sign = 1;
            if !self.keep(machine)? {
                return Ok(false);
            }
        }
        if self.is(b'n') {
            let is_nan = self.word(machine, b"an")?;
            self.text.extend(self.last.take());
            return Ok(is_nan);
        }
        if self.is(b'i') {
            if !self.word(machine, b"nf")? {
                return Ok(false);
            }
            self.keep(machine)?;
            if self.is(b'i') {
                let is_infinity = self.word(machine, b"nity")?;
                self.text.extend(self.last.take());
                return Ok(is_infinity);
            }
            return Ok(true);
        }
        let (mut has_digit, mut has_dot, mut has_exponent, mut is_hexadecimal) = (false, false, false, false);
        if self.is(b'0') {
            self.keep(machine)?;
            // The width must leave room for a digit.
            if self.is(b'x') && self.left > 0 {
                is_hexadecimal = true;
                self.keep(machine)?;
            } else {
                has_digit = true;
            }
        }
        let exponent = if is_hexadecimal { b'p' } else { b'e' };
        while let Some(byte) = self.last {
            let after_exponent = self.text.last().is_some_and(|last| last.eq_ignore_ascii_case(&exponent));
            if byte.is_ascii_digit() || (is_hexadecimal && !has_exponent && byte.is_ascii_hexdigit()) {
                has_digit = true;
            } else if has_exponent && after_exponent && matches!(byte, b'+' | b'-') {
                // The sign of the exponent.
            } else if has_digit && !has_exponent && self.is(exponent) {
                (has_exponent, has_dot) = (true, true);
            } else if byte == b'.' && !has_dot {
                has_dot = true;
            } else {
                break;
            }
            self.keep(machine)?;
        }
        Ok(self.text.len() != sign + if is_hexadecimal { 2 } else { 0 })
    }
}
