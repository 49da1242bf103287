//! The functions that gcc also knows as `__builtin_…`.

/// Whether `__builtin_` and this name is another name of the function itself.
pub(super) fn is_function(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok()
}

/// Sorted. `__builtin_setjmp` and `__builtin_longjmp` are not the functions of those names.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "_Exit", "__fprintf_chk", "__memcpy_chk", "__memmove_chk", "__mempcpy_chk", "__memset_chk",
    "__printf_chk", "__snprintf_chk", "__sprintf_chk", "__stpcpy_chk", "__stpncpy_chk", "__strcat_chk",
    "__strcpy_chk", "__strncat_chk", "__strncpy_chk", "__vfprintf_chk", "__vprintf_chk", "__vsnprintf_chk",
    "__vsprintf_chk", "_exit", "abort", "abs", "acos", "acosf", "acosh", "acoshf", "aligned_alloc", "asin",
    "asinf", "asinh", "asinhf", "atan", "atan2", "atan2f", "atanf", "atanh", "atanhf", "bcmp", "bcopy",
    "bzero", "calloc", "cbrt", "cbrtf", "ceil", "ceilf", "copysign", "copysignf", "cos", "cosf", "cosh",
    "coshf", "drem", "dremf", "erf", "erfc", "execv", "execve", "execvp", "exit", "exp", "exp10", "exp2",
    "exp2f", "expf", "expm1", "expm1f", "fabs", "fabsf", "fdim", "fdimf", "ffs", "ffsl", "ffsll", "finite",
    "finitef", "floor", "floorf", "fma", "fmaf", "fmax", "fmaxf", "fmin", "fminf", "fmod", "fmodf", "fork",
    "fprintf", "fputc", "fputc_unlocked", "fputs", "fputs_unlocked", "free", "frexp", "frexpf", "fscanf",
    "fwrite", "fwrite_unlocked", "hypot", "hypotf", "ilogb", "ilogbf", "imaxabs", "index", "isalnum",
    "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "isinf", "isinff", "islower", "isnan",
    "isnanf", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "labs", "ldexp", "ldexpf", "lgamma",
    "llabs", "llrint", "llrintf", "llround", "llroundf", "log", "log10", "log10f", "log1p", "log1pf",
    "log2", "log2f", "logb", "logbf", "logf", "lrint", "lrintf", "lround", "lroundf", "malloc", "memchr",
    "memcmp", "memcpy", "memmove", "mempcpy", "memset", "modf", "modff", "nan", "nanf", "nearbyint",
    "nearbyintf", "nextafter", "nextafterf", "posix_memalign", "pow", "powf", "printf", "putc",
    "putc_unlocked", "putchar", "putchar_unlocked", "puts", "realloc", "remainder", "remainderf", "remquo",
    "rindex", "rint", "rintf", "round", "roundeven", "roundevenf", "roundf", "scalbln", "scalblnf",
    "scalbn", "scalbnf", "scanf", "sin", "sincos", "sincosf", "sinf", "sinh", "sinhf", "snprintf",
    "sprintf", "sqrt", "sqrtf", "sscanf", "stpcpy", "stpncpy", "strcasecmp", "strcat", "strchr", "strcmp",
    "strcpy", "strcspn", "strdup", "strftime", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy",
    "strndup", "strnlen", "strpbrk", "strrchr", "strspn", "strstr", "tan", "tanf", "tanh", "tanhf",
    "tgamma", "toascii", "tolower", "toupper", "trunc", "truncf", "vfprintf", "vfscanf", "vprintf",
    "vscanf", "vsnprintf", "vsprintf", "vsscanf",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_each_name_is_modelled() {
        assert!(NAMES.is_sorted());
        let known: Vec<_> = crate::library::names().collect();
        let unknown: Vec<_> = NAMES.iter().filter(|name| !known.contains(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
