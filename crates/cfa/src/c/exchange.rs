//! What the parser drops of a compare-exchange, read from its tokens: whether it is weak, and its order if it fails.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

use crate::op::Ordering;

/// Of a call of `__atomic_compare_exchange` or `__atomic_compare_exchange_n` whose name begins at this byte: whether it is
/// weak, if that is a constant that can be read, and its order if it fails, which is relaxed otherwise.
pub(super) fn weakness(tokens: &[PpToken], names: &Interner, at: u32) -> (Option<bool>, Ordering) {
    let from = tokens.partition_point(|token| token.span.lo < at);
    let arguments = arguments(&tokens[from.min(tokens.len())..]);
    let word = |index: usize| arguments.get(index).and_then(|argument| word(argument, names));
    let is_constant =
        |word: &&str| *word == "true" || *word == "false" || word.starts_with(|it: char| it.is_ascii_digit());
    let is_weak = word(3).filter(is_constant).map(|constant| !is_zero(constant));
    let failure = match word(5) {
        Some("1" | "2" | "memory_order_consume" | "memory_order_acquire") => Ordering::Acquire,
        Some("5" | "memory_order_seq_cst") => Ordering::SeqCst,
        _ => Ordering::Relaxed,
    };
    (is_weak, failure)
}

/// Whether the spelling of a constant is one of zero.
fn is_zero(constant: &str) -> bool {
    let digits = constant.trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = digits.strip_prefix("0x").or(digits.strip_prefix("0X")).unwrap_or(digits);
    constant == "false" || !digits.is_empty() && digits.bytes().all(|digit| digit == b'0')
}

/// The arguments of a call that begins with the function's name.
fn arguments(tokens: &[PpToken]) -> Vec<&[PpToken]> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0usize, 2);
    for (index, token) in tokens.iter().enumerate().skip(1) {
        match token.kind {
            PpTokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
            PpTokenKind::Punct(Punct::Comma) if depth == 1 => {
                found.push(&tokens[start..index]);
                start = index + 1;
            }
            PpTokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) if depth <= 1 => {
                found.push(&tokens[start.min(index)..index]);
                return found;
            }
            PpTokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth -= 1,
            _ if depth == 0 => return found,
            _ => {}
        }
    }
    found
}

/// The spelling of one token, in parentheses or not.
fn word<'n>(mut tokens: &[PpToken], names: &'n Interner) -> Option<&'n str> {
    while let [first, inner @ .., last] = tokens
        && first.kind == PpTokenKind::Punct(Punct::LParen)
        && last.kind == PpTokenKind::Punct(Punct::RParen)
    {
        tokens = inner;
    }
    match tokens {
        [token] => token.value.map(|value| names.resolve(value)),
        _ => None,
    }
}
