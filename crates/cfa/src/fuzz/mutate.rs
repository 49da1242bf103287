//! Changes to a text: blind ones, and ones that exchange a token for another of its kind, so that much of what
//! comes out still parses.

use std::ops::Range;

use super::random::Random;

/// Tokens of a kind, any of which may stand for another.
const KINDS: [&[&str]; 8] = [
    &[
        "int",
        "char",
        "short",
        "long",
        "unsigned",
        "float",
        "double",
        "_Bool",
        "__int128",
        "long double",
        "_Complex double",
    ],
    &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", "==", "!=", "&&", "||", ","],
    &["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
    &[
        "++",
        "--",
        "!",
        "~",
        "-",
        "*",
        "&",
        "__real__ ",
        "(char)",
        "(double)",
        "(void *)",
        "(_Bool)",
        "sizeof ",
    ],
    &[
        "0",
        "1",
        "-1",
        "3",
        "64",
        "0x7fffffffffffffff",
        "1.5",
        "2.0f",
        "1e300L",
        "'a'",
        "\"s\"",
        "L\"w\"",
        "&&l",
        "(int[]){1}",
    ],
    &[
        "static ",
        "extern ",
        "register ",
        "const ",
        "volatile ",
        "_Atomic ",
        "_Thread_local ",
        "inline ",
        "typedef ",
    ],
    &["struct", "union", "enum"],
    &[
        "break;",
        "continue;",
        "return;",
        "goto l;",
        "l:;",
        "case 3:",
        "default:",
        "if (1)",
        "do ; while (0);",
        "asm(\"\");",
        ";",
    ],
];

/// One change.
pub fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    let start = random.below(text.len() + 1);
    let range = start..(start + random.below(30)).min(text.len());
    let at = random.below(text.len() + 1);
    match random.below(12) {
        0 => drop(text.drain(range)),
        1 => {
            let copy = text[range].to_vec();
            text.splice(at..at, copy);
        }
        2 => {
            let moved: Vec<u8> = text.drain(range).collect();
            let at = at.min(text.len());
            text.splice(at..at, moved);
        }
        3 => text.insert(at, random.word() as u8),
        4 => {
            let piece = any(random);
            text.splice(at..at, piece.bytes());
        }
        5 => {
            let (line, at) = (line(text, start), line(text, at).start);
            let copy = text[line].to_vec();
            text.splice(at..at, copy);
        }
        6 => drop(text.drain(line(text, start))),
        7 | 8 => {
            // A word for another word of the text.
            let (from, to) = (word(text, start), word(text, at));
            let copy = text[from].to_vec();
            text.splice(to, copy);
        }
        _ => exchange(random, text, start),
    }
}

fn any(random: &mut Random) -> &'static str {
    let kind = KINDS[random.below(KINDS.len())];
    random.pick(kind)
}

/// Exchanges the next token that is of a known kind, from a place on, for another of its kind.
fn exchange(random: &mut Random, text: &mut Vec<u8>, from: usize) {
    for start in from..text.len() {
        for kind in KINDS {
            let longest =
                kind.iter().filter(|it| text[start..].starts_with(it.as_bytes())).max_by_key(|it| it.len());
            if let Some(found) = longest {
                text.splice(start..start + found.len(), random.pick(kind).bytes());
                return;
            }
        }
    }
}

/// The line that holds a place.
fn line(text: &[u8], at: usize) -> Range<usize> {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |first| at + first + 1);
    start..end
}

/// The word or sign at a place.
fn word(text: &[u8], at: usize) -> Range<usize> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = text[..at].iter().rposition(|byte| !is_word(byte)).map_or(0, |last| last + 1);
    let end = at + text[at..].iter().position(|byte| !is_word(byte)).unwrap_or(text.len() - at);
    start..end.max((start + 1).min(text.len()))
}
