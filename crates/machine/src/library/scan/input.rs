//! Where formatted input comes from: a stream or a string, one character at a time.

use super::field::Outcome;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::library::access::is_space;
use crate::library::stream;

pub(super) struct Input {
    origin: Origin,
    /// Characters read and not put back.
    pub count: u64,
}

enum Origin {
    Stream(usize),
    Text { bytes: Vec<u8>, at: usize },
}

impl Input {
    pub fn stream(number: usize) -> Input {
        Input { origin: Origin::Stream(number), count: 0 }
    }

    pub fn text(bytes: Vec<u8>) -> Input {
        Input { origin: Origin::Text { bytes, at: 0 }, count: 0 }
    }

    /// The next character, none at the end.
    pub fn get(&mut self, machine: &mut Machine<'_>) -> Result<Option<u8>, Stop> {
        let byte = match &mut self.origin {
            Origin::Stream(number) => stream::read(machine, *number)?,
            Origin::Text { bytes, at } => {
                let byte = bytes.get(*at).copied();
                *at += usize::from(byte.is_some());
                byte
            }
        };
        self.count += u64::from(byte.is_some());
        Ok(byte)
    }

    /// Puts the last character back; the end needs no putting back.
    pub fn unget(&mut self, machine: &mut Machine<'_>, byte: Option<u8>) {
        let Some(byte) = byte else { return };
        self.count -= 1;
        match &mut self.origin {
            Origin::Stream(_) => stream::unread(machine, byte),
            Origin::Text { at, .. } => *at -= 1,
        }
    }

    pub fn skip_space(&mut self, machine: &mut Machine<'_>) -> Result<(), Stop> {
        loop {
            match self.get(machine)? {
                Some(byte) if is_space(byte) => {}
                other => {
                    self.unget(machine, other);
                    return Ok(());
                }
            }
        }
    }

    /// A character of the format that must be there.
    pub fn expect(&mut self, machine: &mut Machine<'_>, wanted: u8) -> Result<Outcome, Stop> {
        let byte = self.get(machine)?;
        Ok(match byte {
            Some(byte) if byte == wanted => Outcome::Matched,
            None => Outcome::End,
            Some(_) => {
                self.unget(machine, byte);
                Outcome::Mismatch
            }
        })
    }
}
