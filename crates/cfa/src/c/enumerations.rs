//! Enumerations that are declared in the parameter list of a function's definition. The parser gives their constants
//! the scope of the list alone, and not that of the body (C11 6.2.1p4); so they are declared before the function.

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::bridge::declaration_starts;

/// Moves them; one without a tag gets one that no program has.
pub(super) fn before_functions(tokens: Vec<PpToken>, names: &mut Interner) -> Vec<PpToken> {
    let Some(word) = names.find("enum") else { return tokens };
    // Cheaper than looking at every declaration: hardly any unit has one.
    let is_suspect = |at: usize| {
        tokens[at].value == Some(word)
            && at > 0
            && matches!(tokens[at - 1].kind, PpTokenKind::Punct(Punct::LParen | Punct::Comma))
    };
    if !(0..tokens.len()).any(is_suspect) {
        return tokens;
    }
    let mut starts = declaration_starts(&tokens);
    starts.push(tokens.len());
    let mut out = Vec::with_capacity(tokens.len() + 16);
    for range in starts.windows(2) {
        let declaration = &tokens[range[0]..range[1]];
        let is_definition = declaration.last().is_some_and(|t| t.kind == PpTokenKind::Punct(Punct::RBrace));
        match is_definition {
            true => definition(declaration, word, names, &mut out),
            false => out.extend_from_slice(declaration),
        }
    }
    out
}

fn definition(declaration: &[PpToken], word: Symbol, names: &mut Interner, out: &mut Vec<PpToken>) {
    let (mut rest, mut at, mut depth) = (Vec::new(), 0, 0u32);
    while at < declaration.len() {
        let token = declaration[at];
        match token.kind {
            PpTokenKind::Punct(Punct::LParen) => depth += 1,
            PpTokenKind::Punct(Punct::RParen) => depth = depth.saturating_sub(1),
            // The body, or a struct that is the result.
            PpTokenKind::Punct(Punct::LBrace) if depth == 0 => break,
            _ => {}
        }
        rest.push(token);
        at += 1;
        if depth == 0 || token.value != Some(word) {
            continue;
        }
        let tag = declaration.get(at).filter(|t| t.kind == PpTokenKind::Ident).copied();
        let open = at + usize::from(tag.is_some());
        let is_list = declaration.get(open).is_some_and(|t| t.kind == PpTokenKind::Punct(Punct::LBrace));
        let Some(close) = closing(declaration, open).filter(|_| is_list) else { continue };
        let tag = tag.unwrap_or_else(|| {
            let name = names.intern(&format!("__parameter_enumeration_{}", token.span.lo));
            PpToken { kind: PpTokenKind::Ident, value: Some(name), ..token }
        });
        out.extend([token, tag]);
        out.extend_from_slice(&declaration[open..=close]);
        out.push(PpToken { kind: PpTokenKind::Punct(Punct::Semi), value: None, ..declaration[close] });
        rest.push(tag);
        at = close + 1;
    }
    out.extend(rest);
    out.extend_from_slice(&declaration[at..]);
}

/// The brace that closes the one at `open`.
fn closing(tokens: &[PpToken], open: usize) -> Option<usize> {
    let mut depth = 0u32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            PpTokenKind::Punct(Punct::LBrace) => depth += 1,
            PpTokenKind::Punct(Punct::RBrace) if depth <= 1 => return Some(at),
            PpTokenKind::Punct(Punct::RBrace) => depth -= 1,
            _ => {}
        }
    }
    None
}
