//! Bytes of a view: every item is of fixed length, or says its length, or is told apart by a tag, so that no two
//! different sequences of items give the same bytes.

use crate::types::{Bits, Float, Scalar};

#[derive(Default)]
pub(crate) struct Writer {
    pub bytes: Vec<u8>,
}

impl Writer {
    pub fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub fn flag(&mut self, value: bool) {
        self.bytes.push(value.into());
    }

    /// Seven bits a byte, the lowest first.
    pub fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    pub fn count(&mut self, value: usize) {
        self.number(value as u64);
    }

    /// Small magnitudes take few bytes.
    pub fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    pub fn wide(&mut self, value: i128) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub fn text(&mut self, value: &str) {
        self.blob(value.as_bytes());
    }

    pub fn blob(&mut self, value: &[u8]) {
        self.count(value.len());
        self.bytes.extend_from_slice(value);
    }

    pub fn scalar(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::Bool => self.byte(0),
            Scalar::Pointer => self.byte(1),
            Scalar::Int { bits, signed } => {
                self.byte(if signed { 3 } else { 2 });
                self.byte(bits);
            }
            Scalar::Float(float) => match float {
                Float::Half => self.byte(4),
                Float::Single => self.byte(5),
                Float::Double => self.byte(6),
                Float::Extended => self.byte(7),
                Float::Quad => self.byte(8),
                Float::Decimal(bytes) => {
                    self.byte(9);
                    self.byte(bytes);
                }
            },
        }
    }

    pub fn bits(&mut self, bits: Option<Bits>) {
        self.flag(bits.is_some());
        if let Some(Bits { bit, width, around }) = bits {
            self.byte(bit);
            self.byte(width);
            around
                .before
                .to_le_bytes()
                .into_iter()
                .chain(around.behind.to_le_bytes())
                .for_each(|it| self.byte(it));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_apart() {
        let encode = |value: i64| {
            let mut writer = Writer::default();
            writer.signed(value);
            writer.bytes
        };
        let values = [0, 1, -1, 63, 64, -64, -65, 1 << 40, i64::MAX, i64::MIN];
        let mut all: Vec<_> = values.into_iter().map(encode).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), values.len());
        assert_eq!(encode(-64).len(), 1);
        assert_eq!(encode(i64::MIN).len(), 10);
    }
}
