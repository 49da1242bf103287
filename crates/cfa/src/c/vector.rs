//! The headers for vector units (`emmintrin.h` and the like): their types are read, what their functions do is not.
//! They are made of operations that only a compiler knows, so a call of one ends in what is not modelled.

use rucc_base::Interner;
use rucc_lex::{Options, PpToken, PpTokenKind, Punct, tokenize};

use super::bridge::declaration_starts;
use super::parse::Source;

/// Stands for all of their operations.
const OPERATION: &str = "__vector_operation";

/// Gives each function of such a header a body that says so.
pub(super) fn without_bodies(
    tokens: Vec<PpToken>,
    source: &Source<'_>,
    options: Options,
    names: &mut Interner,
) -> Vec<PpToken> {
    if !source.files.iter().any(|name| is_header(name)) {
        return tokens;
    }
    let is_in_header = |token: &PpToken| {
        let file = source.map.position(token.span.lo).file;
        source.files.get(file.0 as usize).is_some_and(|name| is_header(name))
    };
    let mut text = |text: &str| {
        let (mut tokens, _) = tokenize(text.as_bytes(), source.text.len() as u32, options, names);
        tokens.pop();
        tokens
    };
    let body = text(&format!("{{ {OPERATION}(); }}"));
    let mut out = text(&format!("void {OPERATION}(void);"));
    let mut starts = declaration_starts(&tokens);
    starts.push(tokens.len());
    for range in starts.windows(2) {
        let declaration = &tokens[range[0]..range[1]];
        let is = |at: usize, punct: Punct| declaration[at].kind == PpTokenKind::Punct(punct);
        // A body stands behind a parameter list; behind `=` or a name there would be something else in braces.
        let open = (1..declaration.len()).find(|&at| is(at, Punct::LBrace));
        match open.filter(|&at| is(at - 1, Punct::RParen) && is_in_header(&declaration[at])) {
            Some(open) => {
                out.extend_from_slice(&declaration[..open]);
                out.extend_from_slice(&body);
            }
            None => out.extend_from_slice(declaration),
        }
    }
    out
}

/// gcc's and clang's names; those of a project's own headers are no such names.
fn is_header(name: &str) -> bool {
    name.ends_with("intrin.h") && name.starts_with("/usr/lib")
}
