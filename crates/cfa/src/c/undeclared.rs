//! Functions of the C library that a unit calls and never declares: gcc knows their types, and takes those instead of
//! the `int ()` of C89.

use rucc_sema::Checked;

/// rucc's code of a call to a function that is not declared.
const UNDECLARED_FUNCTION: &str = "E0521";

/// Declarations of those among the undeclared functions that gcc knows, empty if there are none.
pub(super) fn declarations(checked: &Checked) -> String {
    let calls = checked.diagnostics.iter().filter(|d| d.code == Some(UNDECLARED_FUNCTION));
    calls.filter_map(|d| d.message.split('\'').nth(1)).filter_map(declaration).collect()
}

fn declaration(name: &str) -> Option<String> {
    let find = |groups: &[Group], name: &str| {
        let group = groups.iter().find(|group| group.2.split(' ').any(|known| known == name))?;
        Some((group.0.to_string(), group.1.to_string()))
    };
    let (result, params) = find(TYPES, name).or_else(|| find(FLOATING, name)).or_else(|| {
        let (result, params) = find(FLOATING, name.strip_suffix('f')?)?;
        Some((result.replace("double", "float"), params.replace("double", "float")))
    })?;
    Some(format!("{result} {name}({params});").replace("size_t", "__typeof__(sizeof 0)"))
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
        check("strtol", None);
        check("own", None);
        check("", None);
    }
}
