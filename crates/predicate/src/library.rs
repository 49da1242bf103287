//! What functions of the C library may violate.
//!
//! One table, checked against the faults that the machine's library raises. A function that the machine knows and the table
//! does not may violate whatever a library function can. One that neither knows is undefined, and taken to do nothing wrong (the
//! scope of a verdict says so), unless its name says that it locks or waits.

use verdict::{Properties, Property};

/// What a function does that may go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trait {
    /// Accesses memory through its arguments.
    Memory,
    /// Refuses some arguments, or memory that overlaps.
    Refuses,
    Overflows,
    Divides,
    Frees,
    Allocates,
    Asserts,
    StartsThreads,
    /// Uses standard input or output, which may be closed.
    Streams,
}

use Trait::*;

/// Functions, how many arguments they need, and what they do.
#[rustfmt::skip]
const FUNCTIONS: &[(&[&str], usize, &[Trait])] = &[
    (&["abort", "clock", "rand", "random", "drand48", "lrand48", "mrand48", "__errno_location", "sched_yield",
       "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__ctype_get_mb_cur_max", "tzset",
       "pthread_self", "thrd_current", "pthread_yield", "thrd_yield", "pthread_testcancel", "getpid", "getppid",
       "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "localeconv", "pause"], 0, &[]),
    (&["exit", "_exit", "_Exit", "quick_exit", "srand", "srandom", "srand48", "sleep", "usleep", "alarm",
       "isascii", "toascii", "ffs", "ffsl", "ffsll", "isatty",
       "__VERIFIER_assume", "assume_abort_if_not", "strerror", "strsignal"], 1, &[]),
    (&["acos", "asin", "atan", "ceil", "cos", "cosh", "expm1", "fabs", "floor", "log", "log10", "log1p", "log2",
       "rint", "nearbyint", "round", "roundeven", "sin", "sinh", "sqrt", "tan", "tanh", "trunc", "cbrt", "asinh",
       "acosh", "atanh", "exp", "exp2", "logb", "ilogb", "lround", "llround", "lrint", "llrint", "isnan", "isinf",
       "finite", "__isnan", "__isinf", "__finite", "__signbit", "__fpclassify",
       "acosf", "asinf", "atanf", "ceilf", "cosf", "coshf", "expm1f", "fabsf", "floorf", "logf", "log10f",
       "log1pf", "log2f", "rintf", "nearbyintf", "roundf", "roundevenf", "sinf", "sinhf", "sqrtf", "tanf",
       "tanhf", "truncf", "cbrtf", "asinhf", "acoshf", "atanhf", "expf", "exp2f", "logbf", "ilogbf", "lroundf",
       "llroundf", "lrintf", "llrintf", "isnanf", "isinff", "finitef", "__isnanf", "__isinff", "__finitef",
       "__signbitf", "__fpclassifyf"], 1, &[]),
    (&["pow", "atan2", "fmod", "remainder", "drem", "hypot", "fdim", "fmin", "fmax", "copysign", "nextafter",
       "ldexp", "scalbn", "scalbln", "powf", "atan2f", "fmodf", "remainderf", "dremf", "hypotf", "fdimf", "fminf",
       "fmaxf", "copysignf", "nextafterf", "ldexpf", "scalbnf", "scalblnf", "difftime", "pthread_equal",
       "thrd_equal"], 2, &[]),
    (&["fma", "fmaf"], 3, &[]),
    (&["isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "isprint", "isgraph", "isblank",
       "iscntrl", "ispunct", "isalnum", "toupper", "tolower", "_toupper", "_tolower"], 1, &[Refuses]),
    (&["evercheck_choose"], 2, &[Refuses]),
    (&["abs", "labs", "llabs", "imaxabs"], 1, &[Overflows]),
    (&["div", "ldiv", "lldiv", "imaxdiv"], 2, &[Overflows, Divides, Memory]),
    (&["malloc", "valloc", "pvalloc"], 1, &[Allocates]),
    (&["calloc", "aligned_alloc", "memalign"], 2, &[Allocates]),
    (&["free", "cfree"], 1, &[Frees]),
    (&["realloc"], 2, &[Frees, Allocates, Memory]),
    (&["time", "strlen", "atoi", "atol", "atoll", "atof", "getenv"], 1, &[Memory]),
    (&["strcmp", "strncmp", "strcasecmp", "strchr", "strrchr", "strstr", "strspn", "strcspn", "strpbrk", "strnlen",
       "nanosleep"], 2, &[Memory]),
    (&["memset", "memmove", "memcmp", "memchr", "strtol", "strtoul", "strtoll", "strtoull"], 3, &[Memory]),
    (&["getchar"], 0, &[Streams]),
    (&["putchar"], 1, &[Streams]),
    (&["puts", "fflush", "perror"], 1, &[Streams, Memory]),
    (&["printf", "fprintf", "vprintf", "vfprintf", "fputs", "fputc", "putc", "fgetc", "getc", "fgets", "fread",
       "fwrite", "ungetc"], 1, &[Streams, Memory, Refuses]),
    (&["sprintf", "snprintf", "vsprintf", "vsnprintf", "memcpy", "strcpy", "strncpy", "strcat", "strncat",
       "read", "write"], 2, &[Memory, Refuses]),
    (&["__assert_fail", "__assert", "__assert_perror_fail", "reach_error", "__VERIFIER_error"], 0, &[Asserts]),
    (&["pthread_create", "thrd_create"], 0, &[StartsThreads, Memory, Refuses]),
];

/// Functions of other libraries that fail an assertion.
const ASSERTIONS: [&str; 7] =
    ["assert", "__VERIFIER_assert", "__assert_rtn", "__assert_func", "__assert2", "_assert", "_wassert"];
/// Functions of other libraries that start threads.
const STARTERS: [&str; 4] = ["clone", "timer_create", "mq_notify", "getaddrinfo_a"];
/// Beginnings of names of functions that lock, and wait for what others do.
const LOCKS: [&str; 7] = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once"];
/// Functions that wait for what may never come.
const WAITS: [&str; 9] =
    ["pause", "sigsuspend", "sigwait", "sigwaitinfo", "wait", "waitpid", "msgrcv", "lockf", "flock"];
/// Of those of threads, the ones that neither lock nor wait.
const AT_ONCE: [&str; 8] = [
    "pthread_self",
    "pthread_equal",
    "thrd_current",
    "thrd_equal",
    "pthread_yield",
    "thrd_yield",
    "pthread_testcancel",
    "pthread_create",
];

/// The name under which the machine knows a function.
pub fn plain_name(name: &str) -> &str {
    machine::library::find(name).map_or(name, |id| id.name())
}

/// What a call of a function that the program does not define may violate, by its name and how many arguments it has.
/// `are_streams_open` says that the program closes no stream and replaces none.
pub fn risks(name: &str, args: usize, are_streams_open: bool) -> Properties {
    use Property::*;
    let mut risks = Properties::NONE;
    let is_lock = LOCKS.iter().any(|start| name.starts_with(start)) && !AT_ONCE.contains(&name);
    if is_lock {
        risks = risks.and([NoDeadlock, NoLockMisuse, NoUndefinedBehaviour]);
    }
    if WAITS.contains(&name) {
        risks = risks.and(NoDeadlock);
    }
    if ASSERTIONS.contains(&name) {
        risks = risks.and(UnreachCall);
    }
    if STARTERS.contains(&name) {
        risks = risks.and([NoDataRace, NoDeadlock]);
    }
    if machine::library::find(name).is_none() || name.starts_with("__VERIFIER_nondet_") {
        return risks;
    }
    let row = FUNCTIONS.iter().find(|(names, least, _)| names.contains(&name) && args >= *least);
    let Some((_, _, traits)) = row else {
        return risks.and([
            ValidDeref,
            ValidFree,
            ValidMemtrack,
            ValidMemcleanup,
            NoUninitialisedRead,
            NoUndefinedBehaviour,
        ]);
    };
    for it in *traits {
        risks = match it {
            Memory => risks.and([ValidDeref, NoUninitialisedRead]),
            Refuses => risks.and(NoUndefinedBehaviour),
            Overflows => risks.and(NoOverflow),
            Divides => risks.and(NoDivisionByZero),
            Frees => risks.and(ValidFree),
            Allocates => risks.and([ValidMemtrack, ValidMemcleanup]),
            Asserts => risks.and(UnreachCall),
            StartsThreads => risks.and([NoDataRace, NoDeadlock]),
            Streams if are_streams_open => risks,
            Streams => risks.and([ValidDeref, NoUndefinedBehaviour]),
        };
    }
    risks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_of_the_library_and_stands_once() {
        let mut seen = std::collections::BTreeSet::new();
        for name in FUNCTIONS.iter().flat_map(|(names, ..)| names.iter()) {
            assert!(machine::library::find(name).is_some(), "{name}");
            assert!(seen.insert(name), "{name}");
        }
    }

    #[test]
    fn what_is_not_known_may_go_wrong() {
        use Property::*;
        let rows: [(&str, usize, &[Property]); 9] = [
            ("rand", 0, &[]),
            ("abs", 1, &[NoOverflow]),
            ("free", 1, &[ValidFree]),
            ("isalpha", 1, &[NoUndefinedBehaviour]),
            ("malloc", 1, &[ValidMemtrack, ValidMemcleanup]),
            ("pthread_mutex_lock", 1, &[NoDeadlock, NoLockMisuse, ValidDeref]),
            ("sem_timedwait_of_tomorrow", 2, &[NoDeadlock, NoLockMisuse]),
            ("strcpy", 2, &[ValidDeref, NoUninitialisedRead, NoUndefinedBehaviour]),
            // Declared with fewer parameters than it has.
            ("abs", 0, &[NoUndefinedBehaviour]),
        ];
        for (name, args, expected) in rows {
            let found = risks(name, args, true);
            assert!(expected.iter().all(|&it| found.has(it)), "{name}: {found:?}");
        }
        assert_eq!(risks("rand", 0, true), Properties::NONE);
        assert_eq!(risks("driver_of_mine", 3, true), Properties::NONE);
        assert!(risks("putchar", 1, false).has(NoUndefinedBehaviour));
    }
}
