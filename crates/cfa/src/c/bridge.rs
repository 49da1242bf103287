//! Gaps of the pinned parser, bridged on the token stream without changing what the program means.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

/// Drops `register T name asm("reg");` at file scope: no engine models machine registers, and a use of the
/// name is then an error that names it.
pub(super) fn drop_registers(tokens: Vec<PpToken>, names: &mut Interner) -> Vec<PpToken> {
    let register = names.intern("register");
    if !tokens.iter().any(|t| t.value == Some(register)) {
        return tokens;
    }
    let mut out: Vec<PpToken> = Vec::with_capacity(tokens.len());
    let mut depth = 0usize;
    let mut i = 0;
    while i < tokens.len() {
        let token = tokens[i];
        match token.kind {
            PpTokenKind::Punct(Punct::LBrace) => depth += 1,
            PpTokenKind::Punct(Punct::RBrace) => depth = depth.saturating_sub(1),
            _ => {}
        }
        let starts =
            out.last().is_none_or(|t| matches!(t.kind, PpTokenKind::Punct(Punct::Semi | Punct::RBrace)));
        if depth == 0 && starts && token.value == Some(register) {
            let end = tokens[i..].iter().position(|t| t.kind == PpTokenKind::Punct(Punct::Semi));
            if let Some(end) = end {
                i += end + 1;
                continue;
            }
        }
        out.push(token);
        i += 1;
    }
    out
}

/// Copies the declarators of functions, named by the byte offsets of their names, to before their first use.
///
/// A function called before its declaration has type `int()` for the call; where the declaration then says
/// otherwise, gcc warns and takes the declaration. `None` if there is nothing to move.
pub(super) fn hoist(tokens: &[PpToken], names_at: &[u32]) -> Option<Vec<PpToken>> {
    let starts = declaration_starts(tokens);
    let start_of = |token: usize| starts[starts.partition_point(|&s| s <= token).saturating_sub(1)];
    let mut moved: Vec<(usize, Vec<PpToken>)> = Vec::new();
    for &at in names_at {
        // The last token of this place is the original; copies moved earlier stand before it.
        let name = tokens.iter().rposition(|t| t.span.lo == at && t.value.is_some())?;
        let symbol = tokens[name].value?;
        let first = tokens[..name].iter().position(|t| t.value == Some(symbol))?;
        let (from, to) = (start_of(name), start_of(first));
        let Some(end) = parameters_end(tokens, name).filter(|_| to < from) else { continue };
        let mut declaration = tokens[from..=end].to_vec();
        let last = declaration[declaration.len() - 1];
        declaration.push(PpToken { kind: PpTokenKind::Punct(Punct::Semi), value: None, ..last });
        if !moved
            .iter()
            .any(|(place, d)| *place == to && d.len() == declaration.len() && d[0] == declaration[0])
        {
            moved.push((to, declaration));
        }
    }
    if moved.is_empty() {
        return None;
    }
    moved.sort_by_key(|m| m.0);
    let mut out = Vec::with_capacity(tokens.len() + 16 * moved.len());
    let mut next = 0;
    for (place, declaration) in moved {
        out.extend_from_slice(&tokens[next..place]);
        out.extend(declaration);
        next = place;
    }
    out.extend_from_slice(&tokens[next..]);
    Some(out)
}

/// Indices where a declaration at file scope starts: behind a `;` or a `}` outside all brackets.
fn declaration_starts(tokens: &[PpToken]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            PpTokenKind::Punct(Punct::LBrace | Punct::LParen | Punct::LBracket) => depth += 1,
            PpTokenKind::Punct(Punct::RBrace | Punct::RParen | Punct::RBracket) => {
                depth = depth.saturating_sub(1)
            }
            _ => {}
        }
        if depth == 0 && matches!(token.kind, PpTokenKind::Punct(Punct::Semi | Punct::RBrace)) {
            starts.push(i + 1);
        }
    }
    starts
}

/// The `)` that ends the parameter list behind a function's name.
fn parameters_end(tokens: &[PpToken], name: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(name + 1) {
        match token.kind {
            PpTokenKind::Punct(Punct::LParen) => depth += 1,
            PpTokenKind::Punct(Punct::RParen) if depth == 1 => return Some(i),
            PpTokenKind::Punct(Punct::RParen) => depth = depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
