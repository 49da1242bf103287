//! A format of `printf` taken apart.

use crate::fault::Stop;
use crate::library::args::bad_call;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece<'f> {
    Text(&'f [u8]),
    Directive(Directive),
}

/// What follows a `%`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Directive {
    /// The number of its argument, from 1, for `%1$d`.
    pub position: Option<usize>,
    pub flags: Flags,
    pub width: Option<Amount>,
    pub precision: Option<Amount>,
    pub length: Length,
    pub conversion: u8,
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Flags {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Amount {
    Fixed(i64),
    /// `*`
    Next,
    /// `*2$`
    At(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::library) enum Length {
    None,
    Char,
    Short,
    Long,
    /// `ll`, `q`, and before an integer `L`.
    LongLong,
    /// `j`.
    Max,
    /// `z` and `t`.
    Size,
    LongDouble,
}

impl Length {
    /// A length at the start of some bytes, and how many it takes.
    pub fn parse(format: &[u8]) -> (Length, usize) {
        match format {
            [b'h', b'h', ..] => (Length::Char, 2),
            [b'h', ..] => (Length::Short, 1),
            [b'l', b'l', ..] => (Length::LongLong, 2),
            [b'l', ..] => (Length::Long, 1),
            [b'q', ..] => (Length::LongLong, 1),
            [b'j', ..] => (Length::Max, 1),
            [b'z' | b'Z' | b't', ..] => (Length::Size, 1),
            [b'L', ..] => (Length::LongDouble, 1),
            _ => (Length::None, 0),
        }
    }

    /// The bytes of an integer.
    pub fn bytes(self, word_bytes: u32) -> u32 {
        match self {
            Length::Char => 1,
            Length::Short => 2,
            Length::None => 4,
            Length::Long | Length::Size => word_bytes,
            Length::LongLong | Length::Max | Length::LongDouble => 8,
        }
    }
}

pub(super) fn parse(format: &[u8]) -> Result<Vec<Piece<'_>>, Stop> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] == b'%' {
            let mut reader = Reader { format, at: at + 1 };
            pieces.push(Piece::Directive(reader.directive()?));
            at = reader.at;
        } else {
            let end = format[at..].iter().position(|&b| b == b'%').map_or(format.len(), |length| at + length);
            pieces.push(Piece::Text(&format[at..end]));
            at = end;
        }
    }
    check_positions(&pieces)?;
    Ok(pieces)
}

struct Reader<'f> {
    format: &'f [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.format.get(self.at).copied().unwrap_or(0)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == byte;
        self.at += usize::from(is_there);
        is_there
    }

    fn number(&mut self) -> Option<i64> {
        let start = self.at;
        let mut value = 0i64;
        while self.peek().is_ascii_digit() {
            value = (value * 10 + i64::from(self.peek() - b'0')).min(1 << 40);
            self.at += 1;
        }
        (self.at > start).then_some(value)
    }

    /// A number and a `$`, or nothing.
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        match self.number() {
            Some(position) if position > 0 && self.accept(b'$') => Some(position as usize),
            _ => {
                self.at = start;
                None
            }
        }
    }

    fn amount(&mut self) -> Option<Amount> {
        if self.accept(b'*') {
            return Some(self.position().map_or(Amount::Next, Amount::At));
        }
        self.number().map(Amount::Fixed)
    }

    fn directive(&mut self) -> Result<Directive, Stop> {
        let position = self.position();
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                // Grouping and other digits: the C locale has neither.
                b'\'' | b'I' => {}
                _ => break,
            }
            self.at += 1;
        }
        let width = self.amount();
        let precision = self.accept(b'.').then(|| self.amount().unwrap_or(Amount::Fixed(0)));
        let (mut length, characters) = Length::parse(&self.format[self.at..]);
        self.at += characters;
        let conversion = match self.peek() {
            b'C' | b'S' => {
                length = Length::Long;
                self.peek().to_ascii_lowercase()
            }
            0 => return bad_call("a format that ends within a directive"),
            conversion => conversion,
        };
        self.at += 1;
        Ok(Directive { position, flags, width, precision, length, conversion })
    }
}

/// C11 7.21.6.1 has no meaning for a format with numbered and other arguments.
fn check_positions(pieces: &[Piece<'_>]) -> Result<(), Stop> {
    let (mut numbered, mut plain) = (false, false);
    for piece in pieces {
        let Piece::Directive(directive) = piece else { continue };
        for amount in [directive.width, directive.precision].into_iter().flatten() {
            numbered |= matches!(amount, Amount::At(_));
            plain |= amount == Amount::Next;
        }
        if !matches!(directive.conversion, b'%' | b'm') {
            numbered |= directive.position.is_some();
            plain |= directive.position.is_none();
        }
    }
    if numbered && plain {
        return bad_call("a format with numbered and other arguments");
    }
    Ok(())
}
