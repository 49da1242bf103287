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
/// with the names of their functions. Sums and products wrap here and may overflow in C: those are told of which neither can be,
/// whatever values the variables have.
///
/// The names are told from macros of the program by nobody: who checks a witness here does so in preprocessed text.
pub fn of_condition(program: &Program, function: &str, condition: &str) -> Option<String> {
    let plain = condition.replace(&format!("{function}::"), "");
    let words = tokens(&plain)?;
    let mut reader = Reader { words: &words, at: 0, depth: 0, program, function };
    let term = reader.term()?.used()?;
    (reader.at == words.len()).then_some(term.text)
}

/// Brackets in each other that are read.
const DEPTH: usize = 250;

/// A part of a condition in C.
struct Term {
    text: String,
    kind: Kind,
    /// The least and the greatest value of a number whose type has a sign.
    range: Option<(i128, i128)>,
    /// How wide it is here; a number is as wide as what it is beside.
    bits: u8,
}

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Name {
        bits: u8,
        is_signed: bool,
    },
    /// A variable without sign, as what it is.
    Unsigned {
        name: String,
        bits: u8,
    },
    Number,
    Other,
}

impl Term {
    fn new(text: String, kind: Kind, range: Option<(i128, i128)>) -> Term {
        Term { text, kind, range, bits: 0 }
    }

    /// As an operand: a variable without sign is a word with one here.
    fn used(self) -> Option<Term> {
        match self.kind {
            Kind::Name { bits, is_signed: false } => self.cast(signed_name(bits)?),
            _ => Some(self),
        }
    }

    /// Casts stand before names only: a reader cannot tell others from calls.
    fn cast(self, to: &str) -> Option<Term> {
        let ty = cast(to)?;
        let (is_unsigned, bits) =
            (to.starts_with('u'), to.trim_start_matches('u')[3..].trim_end_matches("_t"));
        let bits: u8 = bits.parse().ok()?;
        let (name, inner) = match &self.kind {
            Kind::Name { bits: own, is_signed } if *is_signed || bits <= *own => {
                (self.text.clone(), signed_range(*own))
            }
            // What was made wider without a sign.
            Kind::Unsigned { name, bits: own } if bits > *own => (name.clone(), (0, (1 << *own) - 1)),
            _ => return None,
        };
        let kind = match &self.kind {
            Kind::Name { bits: own, is_signed: false } if is_unsigned && bits == *own => {
                Kind::Unsigned { name: name.clone(), bits }
            }
            _ => Kind::Other,
        };
        let (low, high) = signed_range(bits);
        let fits = inner.0 >= low && inner.1 <= high;
        let range = (!is_unsigned).then_some(if fits { inner } else { (low, high) });
        Some(Term { text: format!("({ty}){name}"), kind, range, bits })
    }

    /// A sum, a difference, or a product with a number, if it is the same in C.
    fn combined(self, operator: &str, other: Term) -> Option<Term> {
        let ((a, b), (c, d)) = (self.range?, other.range?);
        let range = match operator {
            "+" => (a + c, b + d),
            "-" => (a - d, b - c),
            _ => {
                let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
                (all.into_iter().min()?, all.into_iter().max()?)
            }
        };
        let bits = self.bits.max(other.bits);
        // As wide as that it is exact here, and in C, where nothing is computed with less than 32 bits.
        let (low, high) = signed_range(if bits == 0 { 32 } else { bits });
        // In front of a product there is a number, for a reader to tell it from what a pointer leads to.
        let (first, second) = match (operator, &self.kind, &other.kind) {
            ("*", _, Kind::Number) => (&other, &self),
            ("*", Kind::Number, _) | ("+" | "-", ..) => (&self, &other),
            _ => return None,
        };
        let text = format!("({} {operator} {})", first.text, second.text);
        let is_exact = range.0 >= low && range.1 <= high;
        is_exact.then_some(Term { bits, ..Term::new(text, Kind::Other, Some(range)) })
    }
}

fn signed_range(bits: u8) -> (i128, i128) {
    (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
    depth: usize,
    program: &'a Program,
    function: &'a str,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = *self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    fn close(&mut self) -> Option<()> {
        (self.next()? == ")").then_some(())
    }

    fn term(&mut self) -> Option<Term> {
        self.depth += 1;
        let term = if self.depth <= DEPTH { self.within() } else { None };
        self.depth -= 1;
        term
    }

    /// A name, a number, a cast of something, `!` of something, or `(one operator other)`.
    fn within(&mut self) -> Option<Term> {
        match self.next()? {
            "!" => Some(Term::new(format!("!{}", self.term()?.used()?.text), Kind::Other, None)),
            "-" => number(self.next()?, "-"),
            "(" => {
                if let Some(to) = self.words.get(self.at).filter(|word| cast(word).is_some()) {
                    self.at += 1;
                    self.close()?;
                    return self.term()?.cast(to);
                }
                let one = self.term()?.used()?;
                let operator = self.next()?;
                let other = self.term()?.used()?;
                self.close()?;
                match operator {
                    "+" | "-" | "*" => one.combined(operator, other),
                    "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" => {
                        let text = format!("({} {operator} {})", one.text, other.text);
                        Some(Term::new(text, Kind::Other, None))
                    }
                    _ => None,
                }
            }
            word if word.starts_with(|c: char| c.is_ascii_digit()) => number(word, ""),
            name => {
                let (bits, is_signed) = int_of(self.program, self.function, name)?;
                let range = is_signed.then(|| signed_range(bits));
                let term = Term::new(name.to_string(), Kind::Name { bits, is_signed }, range);
                Some(Term { bits, ..term })
            }
        }
    }
}

/// A number as C writes it, if it can.
fn number(word: &str, sign: &str) -> Option<Term> {
    let text = format!("{sign}{word}");
    if let Some(digits) = word.strip_suffix('u') {
        digits.parse::<u64>().ok().filter(|_| sign.is_empty())?;
        return Some(Term::new(text, Kind::Number, None));
    }
    // The least one has no word of its own.
    let value: i64 = text.parse().ok().filter(|value| *value > i64::MIN)?;
    Some(Term::new(text, Kind::Number, Some((value.into(), value.into()))))
}

/// Our name of the type with a sign that has so many bits.
fn signed_name(bits: u8) -> Option<&'static str> {
    match bits {
        8 => Some("int8_t"),
        16 => Some("int16_t"),
        32 => Some("int32_t"),
        64 => Some("int64_t"),
        _ => None,
    }
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
    fn sums_are_told_that_are_the_same_in_c() {
        let text = "int g; int main(void) { int i = 0, n = 0; unsigned u = 0; long l = 0; short s = 0; return i + n + (int)u + (int)l + s; }";
        let program = cfa::from_text(text).unwrap();
        let check = |condition: &str, expected: Option<&str>| {
            let told = of_condition(&program, "main", condition);
            assert_eq!(told.as_deref(), expected, "{condition}");
            assert!(told.is_none_or(|told| is_harmless(&told)), "{condition}");
        };
        check("((main::i < 1000001) || (2147483647 < main::i))", Some("((i < 1000001) || (2147483647 < i))"));
        check("(((uint32_t)main::u < 7u) && !(g == -1))", Some("(((unsigned int)u < 7u) && !(g == -1))"));
        check("(main::u < 7)", Some("((int)u < 7)"));
        check(
            "(0 < (((int64_t)main::i + ((int64_t)main::n * -1)) + 2147483648))",
            Some("(0 < (((long long)i + (-1 * (long long)n)) + 2147483648))"),
        );
        check("(0 < ((int64_t)(uint32_t)main::u * -1))", Some("(0 < (-1 * (long long)u))"));
        check("(((int32_t)main::s + 1) < 9)", Some("(((int)s + 1) < 9)"));
        // What may wrap here or overflow there.
        check("((main::i + 1) < 9)", None);
        check("((main::s + 1) < 9)", None);
        check("((main::l + 1) < 9)", None);
        check("(((int64_t)main::i * 9223372036854775807) < 9)", None);
        check("((int64_t)main::u < 9)", None);
        check("(((int64_t)main::i * (int64_t)main::n) < 9)", None);
        check("((main::i & 1) == 0)", None);
        check("(nobody == 0)", None);
        check("(main::i == -9223372036854775808)", None);
        check("(main::i == 0", None);
        check(&format!("{}main::i", "!".repeat(100_000)), None);
    }

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
