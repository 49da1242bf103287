//! Which arguments of a function of the library may be terms. Any other is made a number before the call.

use crate::code::{Arg, Kind};

/// Arguments by number, of those that are integers.
pub(crate) enum Taken {
    None,
    Only(usize),
    /// All behind this one, which is a format.
    Behind(usize),
}

/// Tables and ranges serve for terms, too.
const CTYPE: [&str; 16] = [
    "isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "isprint", "isgraph", "isblank",
    "iscntrl", "ispunct", "isalnum", "tolower", "_tolower", "toupper", "_toupper",
];
/// The second argument is a character that is looked for.
const SEARCHES: [&str; 8] =
    ["strchr", "index", "strchrnul", "strrchr", "rindex", "memchr", "rawmemchr", "memrchr"];
/// What is written is lost while a program is explored: it counts only in the result.
const PUTS_FIRST: [&str; 6] =
    ["putchar", "putchar_unlocked", "fputc", "fputc_unlocked", "putc", "putc_unlocked"];
const PRINTS: [(&str, usize); 4] = [("printf", 0), ("fprintf", 1), ("__printf_chk", 1), ("__fprintf_chk", 2)];
const FORMATS: [(&str, usize); 5] =
    [("sprintf", 1), ("snprintf", 2), ("asprintf", 1), ("__sprintf_chk", 3), ("__snprintf_chk", 4)];

impl Taken {
    /// `is_whole`: the function may ask about its arguments. `is_dropped`: nobody takes its result.
    pub fn by(name: &str, args: &[Arg], is_dropped: bool, is_whole: bool) -> Taken {
        let is_int = |index: usize| {
            matches!(args.get(index), Some(Arg::Scalar(_, Kind::Int { bits: 32, signed: true })))
        };
        let format = |all: &[(&str, usize)]| all.iter().find(|it| it.0 == name).map(|it| it.1);
        match name {
            "__VERIFIER_assume" | "assume_abort_if_not" | "malloc" if args.len() == 1 => Taken::Only(0),
            _ if CTYPE.contains(&name) && args.len() == 1 && is_int(0) => Taken::Only(0),
            _ if PUTS_FIRST.contains(&name) && is_dropped => Taken::Only(0),
            _ if SEARCHES.contains(&name) && is_whole && is_int(1) => Taken::Only(1),
            _ => match format(&PRINTS).filter(|_| is_dropped || is_whole) {
                Some(at) => Taken::Behind(at),
                None => format(&FORMATS).filter(|_| is_whole).map_or(Taken::None, Taken::Behind),
            },
        }
    }

    pub fn has(&self, index: usize) -> bool {
        match *self {
            Taken::None => false,
            Taken::Only(at) => index == at,
            Taken::Behind(at) => index > at,
        }
    }
}
