//! Ranges in initialisers, `[0 ... 9] = x`, become one value for each element: a few characters can ask for more
//! than any memory holds.

use rucc_base::Interner;
use rucc_diag::Span;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::cases::value;

/// Elements that ranges, one inside the other, may ask for.
const LIMIT: u64 = 1 << 20;

/// Where more is asked for, as far as the bounds are plain numbers; and what to say.
pub(super) fn too_long(tokens: &[PpToken], names: &Interner) -> Option<(Span, String)> {
    let punct = |at: usize| tokens.get(at).and_then(|token| token.punct());
    let number = |at: usize| {
        let token = tokens.get(at).filter(|token| token.kind == PpTokenKind::Number)?;
        value(names.resolve(token.value?))
    };
    // Elements that a value stands for: by all braces around it, and by its own designators so far.
    let mut outer: Vec<u64> = Vec::new();
    let mut own = 1u64;
    for (at, token) in tokens.iter().enumerate() {
        match token.punct() {
            Some(Punct::LBrace) => {
                outer.push(outer.last().unwrap_or(&1).saturating_mul(own));
                own = 1;
            }
            Some(Punct::RBrace) => {
                outer.pop();
                own = 1;
            }
            Some(Punct::Comma | Punct::Semi) => own = 1,
            Some(Punct::Ellipsis) if at >= 2 && punct(at - 2) == Some(Punct::LBracket) => {
                let (Some(low), Some(high), Some(Punct::RBracket)) =
                    (number(at - 1), number(at + 1), punct(at + 2))
                else {
                    continue;
                };
                own = own.saturating_mul(u64::try_from(high - low + 1).unwrap_or(1));
                if outer.last().unwrap_or(&1).saturating_mul(own) > LIMIT {
                    return Some((
                        token.span,
                        format!("an initialiser of more than {LIMIT} elements by a range"),
                    ));
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn ranges_are_bounded() {
        for (text, is_fine) in [
            ("int a[] = { [0 ... 9999] = 1, [10000 ... 19999] = 2 };", true),
            ("int a[][9] = { [0 ... 999] = { [0 ... 8] = 1 } };", true),
            ("int f(int x) { switch (x) { case 0 ... 2000000000: return 1; } return 0; }", true),
            ("int a[] = { [0 ... 2000000000] = 1 };", false),
            ("int a[][10000] = { [0 ... 9999] = { [0 ... 9999] = 1 } };", false),
            ("int a[][10000] = { [0 ... 9999][0 ... 9999] = 1 };", false),
        ] {
            assert_eq!(crate::from_text(text).is_ok(), is_fine, "{text}");
        }
    }
}
