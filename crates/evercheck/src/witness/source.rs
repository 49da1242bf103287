//! Where calls and loops are in a line of C, for the places that witnesses name. Comments, strings and characters are no code.

use std::ops::Range;

/// The text with what is no code as spaces, byte for byte, so that places stay.
pub fn code(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => find(&bytes, at, b"\n").unwrap_or(bytes.len()),
            (b'/', Some(b'*')) => find(&bytes, at + 2, b"*/").map_or(bytes.len(), |end| end + 2),
            (quote @ (b'"' | b'\''), _) => literal(&bytes, at, quote),
            _ => at + 1,
        };
        if end > at + 1 {
            bytes[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        at = end;
    }
    bytes
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes.get(from..)?.windows(what.len()).position(|it| it == what).map(|it| it + from)
}

/// Behind a literal that begins here; one that a line ends is none.
fn literal(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return from + 1,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    from + 1
}

/// The first byte of a line, counted from one.
pub fn start_of(code: &[u8], line: u32) -> Option<usize> {
    let breaks = code.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    [0].into_iter().chain(breaks).nth((line as usize).checked_sub(1)?)
}

/// Line and column of a byte, counted from one.
pub fn place(code: &[u8], at: usize) -> (u32, u32) {
    let line = code[..at].iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
    let start = code[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |it| it + 1);
    (line, (at - start) as u32 + 1)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words that begin between two places.
pub fn words(code: &[u8], from: usize, to: usize) -> impl Iterator<Item = (usize, &str)> {
    let begins = move |at: &usize| is_word(code[*at]) && (*at == 0 || !is_word(code[*at - 1]));
    (from..to.min(code.len())).filter(begins).map(|at| {
        let end = code[at..].iter().position(|byte| !is_word(*byte)).map_or(code.len(), |len| at + len);
        (at, std::str::from_utf8(&code[at..end]).unwrap_or_default())
    })
}

/// Behind white space.
pub fn skip(code: &[u8], at: usize) -> usize {
    code[at..].iter().position(|byte| !byte.is_ascii_whitespace()).map_or(code.len(), |len| at + len)
}

/// What closes the parenthesis or brace here.
pub fn closing(code: &[u8], open: usize) -> Option<usize> {
    let (open_byte, close_byte) = match code.get(open)? {
        b'(' => (b'(', b')'),
        b'{' => (b'{', b'}'),
        _ => return None,
    };
    let mut depth = 0usize;
    for (at, &byte) in code.iter().enumerate().skip(open) {
        if byte == open_byte {
            depth += 1;
        } else if byte == close_byte {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Where the condition of a `for` begins: behind the first semicolon of what is in these brackets.
pub fn condition_of(code: &[u8], open: usize, close: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in code.iter().enumerate().take(close).skip(open + 1) {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.checked_sub(1)?,
            b';' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The closing parentheses of calls of a function that begin in a line, in their order.
pub fn calls(code: &[u8], line: u32, function: &str) -> Vec<usize> {
    let Some(start) = start_of(code, line) else { return Vec::new() };
    let end = start_of(code, line + 1).unwrap_or(code.len());
    let called = words(code, start, end).filter(|(_, word)| *word == function);
    called
        .filter_map(|(at, word)| {
            let open = skip(code, at + word.len());
            (code.get(open) == Some(&b'(')).then(|| closing(code, open))?
        })
        .collect()
}

/// The call that a parenthesis closes: where the name of its function is, and where its arguments begin.
pub fn call_at(code: &[u8], close: usize) -> Option<(Range<usize>, usize)> {
    let mut depth = 0usize;
    let open = (0..=close).rev().find(|&at| {
        match code.get(at) {
            Some(b')') => depth += 1,
            Some(b'(') => depth = depth.saturating_sub(1),
            _ => {}
        }
        code.get(at) == Some(&b'(') && depth == 0
    })?;
    let end = code[..open].iter().rposition(|byte| !byte.is_ascii_whitespace())? + 1;
    let start = code[..end].iter().rposition(|byte| !is_word(*byte)).map_or(0, |it| it + 1);
    (start < end).then_some((start..end, open))
}

/// The function whose call a parenthesis closes.
pub fn called_at(code: &[u8], close: usize) -> Option<&str> {
    let (name, _) = call_at(code, close)?;
    std::str::from_utf8(&code[name]).ok()
}

/// Whether a `while` ends a `do`: it stands behind a brace, and nothing follows it.
pub fn is_end_of_do(code: &[u8], at: usize) -> bool {
    let before = code[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace());
    let open = skip(code, at + "while".len());
    let close = if code.get(open) == Some(&b'(') { closing(code, open) } else { None };
    before == Some(&b'}') && close.is_some_and(|close| code.get(skip(code, close + 1)) == Some(&b';'))
}

/// Where a loop begins whose head has this place: the last word of that kind before it in its line.
pub fn loop_at(code: &[u8], line: u32, column: u32) -> Option<(u32, u32)> {
    let start = start_of(code, line)?;
    let end = (start + column as usize).min(start_of(code, line + 1).unwrap_or(code.len()));
    let is_loop = |word: &str| matches!(word, "while" | "for" | "do");
    let (at, word) = words(code, start, end).filter(|(_, word)| is_loop(word)).last()?;
    (word != "while" || !is_end_of_do(code, at)).then(|| place(code, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_in_code_only() {
        let text = "int x; // f()\nx = f(g(1), \")\") + f (2); /* f() */\n";
        let code = code(text);
        let found = calls(&code, 2, "f");
        let places: Vec<_> = found.iter().map(|&at| place(&code, at)).collect();
        assert_eq!(places, [(2, 16), (2, 24)]);
        assert!(calls(&code, 1, "f").is_empty());
        assert_eq!(called_at(&code, found[0]), Some("f"));
        assert_eq!(called_at(&code, found[1]), Some("f"));
        assert_eq!(called_at(&code, calls(&code, 2, "g")[0]), Some("g"));
        let code = super::code("x; while (y) for (;;) ;\ndo { } while (1);\n");
        assert_eq!(loop_at(&code, 1, 11), Some((1, 4)));
        assert_eq!(loop_at(&code, 1, 20), Some((1, 14)));
        assert_eq!(loop_at(&code, 2, 16), None);
    }
}
