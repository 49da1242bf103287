//! Functions that a unit calls and never declares. C89 takes them for `int ()`; of those of the C library gcc knows the
//! types, and of inputs of verification tasks their names tell them.

use rucc_diag::Span;
use rucc_sema::Checked;

/// rucc's code of a call to a function that is not declared.
const UNDECLARED_FUNCTION: &str = "E0521";

/// A function that is called and not declared before.
#[derive(Clone)]
pub(super) struct Undeclared {
    pub name: String,
    /// Where it is called first.
    pub span: Span,
    /// Its declaration, if its type is known.
    pub declaration: Option<String>,
}

impl Undeclared {
    pub fn new(name: &str, span: Span) -> Undeclared {
        Undeclared { name: name.into(), span, declaration: declaration(name) }
    }

    /// What is to be said about it.
    pub fn message(&self) -> String {
        let taken = match &self.declaration {
            Some(declaration) => declaration.trim_end_matches(';').replace(SIZE, "size_t"),
            None => format!("int {}()", self.name),
        };
        format!("implicit declaration of function '{}', taken for `{taken}`", self.name)
    }
}

/// `size_t`, where no header says what it is.
const SIZE: &str = "__typeof__(sizeof 0)";

/// The functions that a unit calls and does not declare before, each once.
pub(super) fn functions(checked: &Checked) -> Vec<Undeclared> {
    let calls = checked.diagnostics.iter().filter(|d| d.code == Some(UNDECLARED_FUNCTION));
    let mut found: Vec<Undeclared> = Vec::new();
    for call in calls {
        let Some(name) = call.message.split('\'').nth(1) else { continue };
        if !found.iter().any(|it| it.name == name) {
            found.push(Undeclared::new(name, call.span));
        }
    }
    found
}

fn declaration(name: &str) -> Option<String> {
    let find = |groups: &[Group], name: &str| {
        let group = groups.iter().find(|group| group.2.split(' ').any(|known| known == name))?;
        Some((group.0.to_string(), group.1.to_string()))
    };
    let input = |name: &str| find(INPUTS, name.strip_prefix("__VERIFIER_nondet_")?);
    let (result, params) =
        find(TYPES, name).or_else(|| find(FLOATING, name)).or_else(|| input(name)).or_else(|| {
            let (result, params) = find(FLOATING, name.strip_suffix('f')?)?;
            Some((result.replace("double", "float"), params.replace("double", "float")))
        })?;
    Some(
        format!("{result} {name}({params});").replace("size_t", SIZE).replace(&format!("_{SIZE}"), "_size_t"),
    )
}

/// Result, parameters, names.
type Group = (&'static str, &'static str, &'static str);

/// Each is there on floats too, with an `f` behind its name.
#[rustfmt::skip]
const FLOATING: &[Group] = &[
    ("double", "double", "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs floor lgamma log log10 log1p log2 logb nearbyint rint round roundeven sin sinh sqrt tan tanh tgamma trunc"),
    ("double", "double, double", "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder"),
    ("double", "double, double, double", "fma"),
    ("double", "double, int", "ldexp scalbn"),
    ("double", "double, long", "scalbln"),
    ("double", "double, int *", "frexp"),
    ("double", "double, double *", "modf"),
    ("double", "double, double, int *", "remquo"),
    ("double", "const char *", "nan"),
    ("int", "double", "finite ilogb isinf isnan"),
    ("long", "double", "lrint lround"),
    ("long long", "double", "llrint llround"),
    ("void", "double, double *, double *", "sincos"),
];

/// Each behind `__VERIFIER_nondet_`.
#[rustfmt::skip]
const INPUTS: &[Group] = &[
    ("_Bool", "void", "bool _Bool"),
    ("char", "void", "char"),
    ("signed char", "void", "schar s8"),
    ("unsigned char", "void", "uchar u8"),
    ("short", "void", "short s16"),
    ("unsigned short", "void", "ushort u16"),
    ("int", "void", "int s32"),
    ("unsigned int", "void", "uint unsigned unsigned_int u32"),
    ("long", "void", "long ssize_t ptrdiff_t off_t"),
    ("unsigned long", "void", "ulong pthread_t sector_t"),
    ("size_t", "void", "size_t"),
    ("long long", "void", "loff_t longlong s64"),
    ("unsigned long long", "void", "ulonglong u64"),
    ("__int128", "void", "int128"),
    ("unsigned __int128", "void", "uint128"),
    ("float", "void", "float"),
    ("double", "void", "double"),
    ("void *", "void", "pointer"),
    ("char *", "void", "pchar charp"),
    ("const char *", "void", "const_char_pointer"),
    ("void", "void *, size_t", "memory"),
];

#[rustfmt::skip]
const TYPES: &[Group] = &[
    ("void *", "size_t", "alloca malloc"),
    ("void *", "size_t, size_t", "aligned_alloc calloc"),
    ("void *", "void *, size_t", "realloc"),
    ("void", "void *", "free"),
    ("void *", "void *, const void *, size_t", "memcpy memmove mempcpy"),
    ("void *", "void *, int, size_t", "memset"),
    ("void *", "const void *, int, size_t", "memchr"),
    ("int", "const void *, const void *, size_t", "bcmp memcmp"),
    ("void", "const void *, void *, size_t", "bcopy"),
    ("void", "void *, size_t", "bzero"),
    ("size_t", "const char *", "strlen"),
    ("size_t", "const char *, size_t", "strnlen"),
    ("size_t", "const char *, const char *", "strcspn strspn"),
    ("char *", "char *, const char *", "stpcpy strcat strcpy"),
    ("char *", "char *, const char *, size_t", "stpncpy strncat strncpy"),
    ("int", "const char *, const char *", "strcasecmp strcmp"),
    ("int", "const char *, const char *, size_t", "strncasecmp strncmp"),
    ("char *", "const char *, int", "index rindex strchr strrchr"),
    ("char *", "const char *, const char *", "strpbrk strstr"),
    ("char *", "const char *", "strdup"),
    ("char *", "const char *, size_t", "strndup"),
    ("int", "int", "abs ffs isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit putchar toascii tolower toupper"),
    ("long", "long", "labs"),
    ("long long", "long long", "imaxabs llabs"),
    ("int", "long", "ffsl"),
    ("int", "long long", "ffsll"),
    ("int", "const char *", "puts"),
    ("int", "const char *, ...", "printf scanf"),
    ("int", "char *, const char *, ...", "sprintf"),
    ("int", "char *, size_t, const char *, ...", "snprintf"),
    ("int", "const char *, const char *, ...", "sscanf"),
    ("void", "int", "_Exit _exit exit"),
    ("void", "void", "abort"),
    ("void", "int", "__VERIFIER_assume assume_abort_if_not"),
    ("int", "int, int", "evercheck_choose"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_have_the_types_of_the_library() {
        let check = |name: &str, expected: Option<&str>| assert_eq!(declaration(name).as_deref(), expected);
        check("malloc", Some("void * malloc(__typeof__(sizeof 0));"));
        check("modf", Some("double modf(double, double *);"));
        check("modff", Some("float modff(float, float *);"));
        check("lrintf", Some("long lrintf(float);"));
        check("ffs", Some("int ffs(int);"));
        check("abort", Some("void abort(void);"));
        check("__VERIFIER_nondet_ulong", Some("unsigned long __VERIFIER_nondet_ulong(void);"));
        check("__VERIFIER_nondet_size_t", Some("__typeof__(sizeof 0) __VERIFIER_nondet_size_t(void);"));
        check(
            "__VERIFIER_nondet_memory",
            Some("void __VERIFIER_nondet_memory(void *, __typeof__(sizeof 0));"),
        );
        check("__VERIFIER_nondet_other", None);
        check("strtol", None);
        check("own", None);
        check("", None);
    }
}
