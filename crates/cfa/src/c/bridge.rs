//! Gaps of the pinned parser, bridged on the token stream without changing what the program means.

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

use super::enumerations;

/// The parser's cost grows with the square of these, which real code keeps below a dozen.
const DERIVATION_LIMIT: usize = 4096;

/// A declarator with more pointers or dimensions than the parser can take in reasonable time: where, and
/// what to say.
pub(super) fn too_derived(tokens: &[PpToken]) -> Option<(rucc_diag::Span, String)> {
    let (mut stars, mut dimensions) = (0, 0);
    for (i, token) in tokens.iter().enumerate() {
        stars = if token.kind == PpTokenKind::Punct(Punct::Star) { stars + 1 } else { 0 };
        // `][` goes on, a token outside brackets starts anew.
        let next = tokens.get(i + 1).map(|t| t.kind);
        match token.kind {
            PpTokenKind::Punct(Punct::RBracket) if next == Some(PpTokenKind::Punct(Punct::LBracket)) => {
                dimensions += 1
            }
            PpTokenKind::Punct(Punct::RBracket | Punct::Semi | Punct::LBrace) => dimensions = 0,
            _ => {}
        }
        if stars > DERIVATION_LIMIT || dimensions > DERIVATION_LIMIT {
            return Some((
                token.span,
                format!("more than {DERIVATION_LIMIT} pointers or dimensions in one declarator"),
            ));
        }
    }
    None
}

/// Rewrites what the parser does not know into what it does:
///
/// 1. `register T name asm("reg");` at file scope is dropped: no engine models machine registers, and a use of
///    the name is then an error that names it.
/// 2. A declaration of `__builtin_va_copy` and the like is dropped: CIL writes them, and they are known anyway.
/// 3. `__float128` and `__float80` are gcc's older names of `_Float128` and `_Float64x`.
/// 4. An enumeration in a parameter list, whose constants the parser loses, is declared before the function.
/// 5. `T *__attribute__((cleanup(f))) name` has the attribute moved behind the name: the parser takes it for one of
///    the pointer and drops it.
pub(super) fn rewrite(mut tokens: Vec<PpToken>, names: &mut Interner) -> Vec<PpToken> {
    for (old, new) in [("__float128", "_Float128"), ("__float80", "_Float64x")] {
        if let Some(old) = names.find(old) {
            let new = names.intern(new);
            tokens.iter_mut().filter(|t| t.value == Some(old)).for_each(|t| t.value = Some(new));
        }
    }
    move_cleanups(&mut tokens, names);
    let tokens = enumerations::before_functions(tokens, names);
    let register = names.find("register");
    let va = ["__builtin_va_copy", "__builtin_va_start", "__builtin_va_end", "__builtin_va_arg"];
    let va: Vec<_> = va.iter().filter_map(|name| names.find(name)).collect();
    let is_suspect =
        |t: &PpToken| t.value.is_some() && (t.value == register || va.iter().any(|&v| t.value == Some(v)));
    if !tokens.iter().any(is_suspect) {
        return tokens;
    }
    let mut starts = declaration_starts(&tokens);
    starts.push(tokens.len());
    let mut out = Vec::with_capacity(tokens.len());
    for range in starts.windows(2) {
        let declaration = &tokens[range[0]..range[1]];
        let is_plain = !declaration.iter().any(|t| t.kind == PpTokenKind::Punct(Punct::LBrace))
            && declaration.last().is_some_and(|t| t.kind == PpTokenKind::Punct(Punct::Semi));
        let is_dropped = is_plain
            && (declaration[0].value.is_some() && declaration[0].value == register
                || declaration.iter().any(|t| va.iter().any(|&v| t.value == Some(v))));
        if !is_dropped {
            out.extend_from_slice(declaration);
        }
    }
    out
}

fn move_cleanups(tokens: &mut [PpToken], names: &Interner) {
    let find = |words: &[&str]| words.iter().filter_map(|word| names.find(word)).collect::<Vec<_>>();
    let is_in = |token: &PpToken, words: &[Symbol]| token.value.is_some_and(|value| words.contains(&value));
    let cleanup = find(&["cleanup", "__cleanup__"]);
    if cleanup.is_empty() {
        return;
    }
    let attribute = find(&["__attribute__", "__attribute"]);
    let qualifier =
        find(&["const", "volatile", "restrict", "__restrict", "__restrict__", "__const", "__volatile__"]);
    for star in 0..tokens.len() {
        if tokens[star].kind != PpTokenKind::Punct(Punct::Star) {
            continue;
        }
        let qualifiers = tokens[star + 1..].iter().take_while(|t| is_in(t, &qualifier)).count();
        let from = star + 1 + qualifiers;
        let Some(end) =
            tokens.get(from).filter(|t| is_in(t, &attribute)).and_then(|_| parameters_end(tokens, from))
        else {
            continue;
        };
        let is_name = |at: usize| tokens.get(at).is_some_and(|t| t.kind == PpTokenKind::Ident);
        let ends_declarator = |at: usize| {
            let kind = tokens.get(at).map(|t| t.kind);
            matches!(kind, Some(PpTokenKind::Punct(Punct::Eq | Punct::Semi | Punct::Comma)))
        };
        let is_cleanup = tokens[from..end].iter().any(|t| is_in(t, &cleanup));
        if is_cleanup && is_name(end + 1) && ends_declarator(end + 2) {
            tokens[from..=end + 1].rotate_right(1);
        }
    }
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

/// Where functions, named by the byte offsets of their names in declarations, are used first.
pub(super) fn first_uses(tokens: &[PpToken], names_at: &[u32]) -> Vec<(Symbol, rucc_diag::Span)> {
    let mut found: Vec<(Symbol, rucc_diag::Span)> = Vec::new();
    for &at in names_at {
        let symbol = tokens.iter().rfind(|t| t.span.lo == at && t.value.is_some()).and_then(|t| t.value);
        let first = tokens.iter().find(|t| t.value == symbol && symbol.is_some());
        if let (Some(symbol), Some(first)) = (symbol, first)
            && !found.iter().any(|it| it.0 == symbol)
        {
            found.push((symbol, first.span));
        }
    }
    found
}

/// Indices where a declaration at file scope starts: behind a `;` or a `}` outside all brackets.
pub(super) fn declaration_starts(tokens: &[PpToken]) -> Vec<usize> {
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
