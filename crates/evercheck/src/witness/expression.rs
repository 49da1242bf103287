//! Expressions of C in witnesses: those that may be evaluated anywhere without changing what a program does.

use cfa::Program;
use cfa::types::{Scalar, TypeId};

/// What is allowed: names, members, numbers, comparisons, and sums and products of them. Nothing of it writes, calls, divides,
/// shifts or goes through a pointer, so evaluating it does nothing; what may overflow wraps in a proof, and is a fault to the
/// machine.
pub fn is_harmless(text: &str) -> bool {
    let words = tokens(text);
    let Some(words) = words else { return false };
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_operand =
        |word: &str| word == ")" || word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let mut depth = 0i32;
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| words[at]);
        match *word {
            "(" if before.is_some_and(|it| is_name(it) || it == ")") => return false,
            "(" => depth += 1,
            ")" => depth -= 1,
            // A product has something in front of it; what a pointer leads to has not.
            "*" if !before.is_some_and(is_operand) => return false,
            "*" if before == Some(")") => return false,
            "." if !before.is_some_and(is_name) => return false,
            "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "!" | "+" | "-" | "*" | "." => {}
            "sizeof" | "_Alignof" | "typeof" | "__typeof__" | "__extension__" | "asm" | "__asm__" => {
                return false;
            }
            word if is_operand(word) => {}
            _ => return false,
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0 && !words.is_empty()
}

/// The words of an expression; nothing if it has something else in it.
fn tokens(text: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let len = match first {
            c if c.is_ascii_alphanumeric() || c == '_' => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())
            }
            _ if ["==", "!=", "<=", ">=", "&&", "||"].iter().any(|it| rest.starts_with(it)) => 2,
            _ if ["<<", ">>", "++", "--", "->", "+=", "-=", "*="].iter().any(|it| rest.starts_with(it)) => {
                return None;
            }
            '<' | '>' | '!' | '+' | '-' | '*' | '(' | ')' | '.' => 1,
            _ => return None,
        };
        words.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    Some(words)
}

/// A condition of ours as C has it; nothing if it does not. Ours has words that are signed unless they are cast, and locals
/// with the names of their functions.
///
/// The names are told from macros of the program by nobody: who checks a witness here does so in preprocessed text.
pub fn of_condition(program: &Program, function: &str, condition: &str) -> Option<String> {
    let own = format!("{function}::");
    let plain = condition.replace(&own, "");
    let words = tokens(&plain)?;
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let piece = match *word {
            // Of these the result depends on how words wrap, which C leaves open.
            "+" | "*" | "." => return None,
            "-" if words.get(at + 1).is_none_or(|it| !it.starts_with(|c: char| c.is_ascii_digit())) => {
                return None;
            }
            word if let Some(name) = cast(word) => name.to_string(),
            word if is_name => {
                let is_cast = at >= 2 && words[at - 1] == ")" && cast(words[at - 2]).is_some();
                let (bits, signed) = int_of(program, function, word)?;
                match is_cast || signed {
                    true => word.to_string(),
                    false => format!("({}){word}", signed_type(bits)?),
                }
            }
            word => word.to_string(),
        };
        let is_tight = matches!(*word, ")" | "(" | "!") || text.ends_with(['(', '!', '-']) || text.is_empty();
        if !is_tight && !text.ends_with(' ') && !text.ends_with(')')
            || matches!(*word, "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||")
        {
            text.push(' ');
        }
        text.push_str(&piece);
        if matches!(*word, "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||") {
            text.push(' ');
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(text)
}

/// The type that a cast of ours is to, as C calls it everywhere.
fn cast(word: &str) -> Option<&'static str> {
    Some(match word {
        "uint8_t" => "unsigned char",
        "uint16_t" => "unsigned short",
        "uint32_t" => "unsigned int",
        "uint64_t" => "unsigned long long",
        "int8_t" => "signed char",
        "int16_t" => "short",
        "int32_t" => "int",
        "int64_t" => "long long",
        _ => return None,
    })
}

fn signed_type(bits: u8) -> Option<&'static str> {
    cast(&format!("int{bits}_t"))
}

/// Width and sign of a variable that a function sees, if it is an integer and there is but one of the name.
fn int_of(program: &Program, function: &str, name: &str) -> Option<(u8, bool)> {
    let body = program.functions.iter().find(|it| it.source_name == function)?.body.as_ref()?;
    let int = |ty: TypeId| match program.types.as_scalar(ty)? {
        Scalar::Int { bits, signed } => Some((bits, signed)),
        Scalar::Bool => Some((8, false)),
        _ => None,
    };
    let is_it = |local: &str| local.split('#').next() == Some(name);
    let locals: Vec<TypeId> = body.locals.iter().filter(|it| is_it(&it.name)).map(|it| it.ty).collect();
    match locals[..] {
        [ty] => int(ty),
        [] => int(program.objects.iter().find(|it| it.name == name)?.ty),
        // Which of them is meant, the name does not tell.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_do_something_is_refused() {
        for fine in ["x == 1", "(x < 3u) && !(y >= -2)", "((unsigned int)x <= 7)", "s.a + 2 * t < 10", "1"] {
            assert!(is_harmless(fine), "{fine}");
        }
        for bad in [
            "",
            "x = 1",
            "f(x)",
            "x++",
            "*p == 1",
            "a[0] == 1",
            "p->x == 1",
            "x / y == 1",
            "1 << x",
            "x, y",
            "(x",
            "x)",
            "x == 1; abort()",
            "\"a\" == p",
            "({ x; })",
            "(f)(x)",
            "(x) * p == 1",
            "sizeof(x) == 4",
            "x ? 1 : 0",
            "x == 1 /* c */",
        ] {
            assert!(!is_harmless(bad), "{bad}");
        }
    }
}
