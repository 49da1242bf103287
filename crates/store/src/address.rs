//! Names of 32 bytes: of a segment by what it holds, of a question by what its answer depends on.

use std::fmt;
use std::str::FromStr;

/// The name of a segment: BLAKE3 of its header, which holds the checksums of all it contains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub [u8; 32]);

/// Everything a result depends on but the program. Made by the engine; the store only compares it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u8; 32]);

/// The text is not 64 hexadecimal digits.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not 64 hexadecimal digits in lower case")]
pub struct NotHex;

fn write_hex(bytes: &[u8; 32], f: &mut fmt::Formatter) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Lower case only: one name has one spelling, so that a file is found under just one.
fn parse_hex(text: &str) -> Result<[u8; 32], NotHex> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(NotHex),
    };
    let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| NotHex)?;
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl FromStr for Address {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Address, NotHex> {
        parse_hex(text).map(Address)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl FromStr for Key {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Key, NotHex> {
        parse_hex(text).map(Key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_64_digits_and_back() {
        let address = Address(std::array::from_fn(|i| (i * 8) as u8));
        let text = address.to_string();
        assert_eq!(text, "0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8");
        assert_eq!(text.parse(), Ok(address));
        assert_eq!(text.to_uppercase().parse::<Address>(), Err(NotHex));
        for text in ["", "00", &text[1..], &format!("{text}0"), &text.replace('8', "g"), &"é".repeat(32)] {
            assert_eq!(text.parse::<Key>(), Err(NotHex), "{text}");
        }
    }
}
