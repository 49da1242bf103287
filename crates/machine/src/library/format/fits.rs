//! Whether a format and the kinds of its arguments go together, without running anything.

use super::directive::{Amount, Length, Piece, parse};
use crate::code::Kind;
use crate::library::variadic::fits;

/// Whether each directive of a format surely gets an argument of its type, and only reads it. Numbered arguments, widths
/// among the arguments, wide characters and what is not modelled are left out: of these nothing is said.
pub fn is_fit(format: &[u8], args: &[Kind], pointer_bytes: u32) -> bool {
    let Ok(pieces) = parse(format) else { return false };
    let mut args = args.iter();
    let mut takes = |kind: Kind| args.next().is_some_and(|&given| fits(given, kind, pointer_bytes));
    let is_fixed = |amount: Option<Amount>| matches!(amount, None | Some(Amount::Fixed(_)));
    pieces.iter().all(|piece| {
        let Piece::Directive(directive) = piece else { return true };
        let bits = 8 * directive.length.bytes(pointer_bytes) as u8;
        let is_plain = directive.length == Length::None;
        directive.position.is_none()
            && is_fixed(directive.width)
            && is_fixed(directive.precision)
            && match directive.conversion {
                b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                    takes(Kind::Int { bits: bits.max(32), signed: true })
                }
                b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if is_plain || directive.length == Length::Long => {
                    takes(Kind::Double)
                }
                b'c' if is_plain => takes(Kind::Int { bits: 32, signed: true }),
                b's' | b'p' if is_plain => takes(Kind::Pointer { bits: 8 * pointer_bytes as u8 }),
                b'%' => true,
                _ => false,
            }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_that_fit_and_others() {
        let int = |bits| Kind::Int { bits, signed: true };
        let rows: [(&str, &[Kind], bool); 14] = [
            ("no directive, 100 %%", &[], true),
            ("%d %u %x", &[int(32), int(32), int(32)], true),
            ("%5.2f|%-8s|%c", &[Kind::Double, Kind::Pointer { bits: 64 }, int(32)], true),
            ("%ld %lu", &[int(64), int(64)], true),
            ("%hhd", &[int(32)], true),
            ("more than needed", &[int(32)], true),
            ("%d", &[], false),
            ("%d", &[int(64)], false),
            ("%ld", &[int(32)], false),
            ("%d", &[Kind::Double], false),
            ("%n", &[Kind::Pointer { bits: 64 }], false),
            ("%*d", &[int(32), int(32)], false),
            ("%1$d", &[int(32)], false),
            ("100 %", &[], false),
        ];
        for (format, args, expected) in rows {
            assert_eq!(is_fit(format.as_bytes(), args, 8), expected, "{format}");
        }
    }
}
