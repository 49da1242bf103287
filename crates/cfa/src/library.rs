//! What the functions of the C library are, and those that verification tasks use: one table that everybody asks.
//!
//! A row says what somebody acts upon, and nothing else. How a function is carried out is the machine's business, and a
//! test there holds that it knows just the functions that are here and not [`Trait::Foreign`]. What follows from a row is
//! the business of those who ask: here stands that `fclose` closes a stream, and not what becomes of a proof by that.

mod table;

use table::ROWS;

/// A function.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    /// What gcc takes it for where it is not declared, without its name; empty if gcc does not know it.
    ty: &'static str,
    pub traits: &'static [Trait],
}

/// What is known of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trait {
    /// The machine does not carry it out.
    Foreign,
    /// gcc also knows it as `__builtin_…`. `__builtin_setjmp` and `__builtin_longjmp` are other functions than those
    /// without the prefix.
    Builtin,
    /// What it may violate stands in its row, if it is given as many arguments. Without this it may violate anything.
    Needs(usize),

    /// Yields any value of its type.
    Input,
    /// Yields a number from its first argument to its second.
    Choice,
    /// Shows a clock: the time of day is 0, that of the processor 1.
    Clock(usize),
    /// Writes what a clock shows to memory.
    ShowsTime,
    /// Ends a run that is not to be looked at, unless its argument holds.
    Assumes,
    /// Of verification tasks, and with nothing to do in a run of one thread whose inputs are given.
    Task,
    /// Its call is an error, unless a task names another function.
    Error,
    /// Called where an assertion fails, or to check one.
    Asserts,
    Ends(End),

    /// Takes functions that others run.
    Registers(Registry),
    /// Runs functions that were registered.
    Runs(Registry),
    /// Calls functions that it is given.
    CallsBack,
    /// `setjmp` and `longjmp`.
    Jumps,
    /// Returns twice otherwise, or changes variables of the library.
    Strays,

    StartsThreads,
    /// Waits for a thread, and gives away what it returned.
    Joins,
    /// Does nothing with memory that other threads can reach before it is its turn.
    TakesTurns,
    /// Of threads, and neither locks nor waits.
    AtOnce,
    /// Waits for a condition variable, from which it may wake up without a reason.
    WaitsForCondition,
    /// Waits for what may never come.
    Blocks,

    /// May leave something on the heap, and may fail for want of memory.
    Allocates,
    /// All it does to memory is to allocate what its arguments multiplied say, and it returns that.
    Fresh,
    /// What it allocates is zero.
    Zeroed,
    Frees,
    /// Copies from the second argument to the first, as many bytes as the third says, and returns the first.
    Copies,
    /// Fills the first argument with the second, as many bytes as the third says, and returns the first.
    Fills,
    /// Writes no memory of the program and returns no address but one it was given.
    Harmless,
    /// Of the arguments, reads the memory of those from the one up to the other only.
    Reads(usize, usize),

    /// Accesses memory through its arguments.
    Memory,
    /// Refuses some arguments, or memory that overlaps.
    Refuses,
    /// Takes a character and nothing else, and refuses other numbers.
    Class,
    Overflows,
    Divides,
    /// Uses standard input or output, which may be closed.
    Streams,
    /// Closes a stream or opens it anew.
    Closes,

    /// Returns what follows from its arguments, and is not carried out.
    Computes,
    /// The least and the greatest number that it returns.
    Returns(i32, i32),
    /// Returns -1, or at most what this argument says.
    AtMost(usize),
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Abort,
    Exit,
    QuickExit,
}

/// What functions are registered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Registry {
    Exit,
    QuickExit,
    Signal,
    /// The end of a thread.
    Thread,
}

/// Beginnings of names of functions that lock, and wait for what others do.
const LOCKS: [&str; 7] = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once"];
/// How the names of inputs begin.
const INPUT: &str = "__VERIFIER_nondet_";

/// The function of this name, also under gcc's name for it.
pub fn find(name: &str) -> Option<&'static Row> {
    let exact = |name: &str| Some(&ROWS[ROWS.binary_search_by_key(&name, |row| row.name).ok()?]);
    match name.strip_prefix("__builtin_") {
        Some(plain) => exact(plain).filter(|row| row.is(Trait::Builtin)),
        None => exact(name),
    }
}

/// Whether the function of this name is known to be so.
pub fn is(name: &str, what: Trait) -> bool {
    find(name).is_some_and(|row| row.is(what))
}

/// Whether a function yields any value of its type. Tasks make up more of them than there are in the table.
pub fn is_input(name: &str) -> bool {
    find(name).map_or(name.starts_with(INPUT), |row| row.is(Trait::Input))
}

/// Whether a function may lock or wait for others: of those of threads all may, known or not, but for a few.
pub fn may_lock(name: &str) -> bool {
    LOCKS.iter().any(|start| name.starts_with(start)) && !is(name, Trait::AtOnce)
}

/// All functions, in the order of their names.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter()
}

impl Row {
    pub fn is(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }

    /// Whether the machine carries it out, if only to say that it is not modelled.
    pub fn is_modelled(&self) -> bool {
        !self.is(Trait::Foreign)
    }

    pub fn is_clock(&self) -> bool {
        self.traits.iter().any(|it| matches!(it, Trait::Clock(_) | Trait::ShowsTime))
    }

    /// Whether it calls functions of the program, returns twice or changes what has a name.
    pub fn is_wild(&self) -> bool {
        use Trait::*;
        let is_wild = |it: &Trait| matches!(it, Registers(_) | CallsBack | Jumps | Strays | StartsThreads);
        self.traits.iter().any(is_wild)
    }

    /// How many arguments it takes at most, if that is known.
    pub fn most(&self) -> Option<usize> {
        match self.ty()?.1 {
            "void" => Some(0),
            parameters if parameters.ends_with("...") => None,
            // None of them is a function, whose own parameters would have commas.
            parameters => Some(parameters.split(',').count()),
        }
    }

    /// What gcc takes it for where it is not declared: the type of its result, and those of its parameters.
    pub fn ty(&self) -> Option<(&'static str, &'static str)> {
        self.ty.strip_suffix(')')?.split_once('(')
    }
}

const fn row(name: &'static str, ty: &'static str, traits: &'static [Trait]) -> Row {
    Row { name, ty, traits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_one_row_and_says_everything_once() {
        let is_behind = |pair: &[Row]| pair[0].name < pair[1].name;
        let wrong = ROWS.windows(2).find(|pair| !is_behind(pair));
        assert!(wrong.is_none(), "{wrong:?}");
        for row in rows() {
            assert!(row.ty.is_empty() || row.ty().is_some(), "{row:?}");
            assert!(!row.ty().is_some_and(|(_, parameters)| parameters.contains('(')), "{row:?}");
            let kind = std::mem::discriminant::<Trait>;
            for (index, one) in row.traits.iter().enumerate() {
                let mut others = row.traits[index + 1..].iter();
                assert!(!others.any(|other| kind(one) == kind(other)), "{row:?}");
            }
        }
    }

    #[test]
    fn functions_are_found_by_both_of_their_names() {
        let check = |name: &str, expected: Option<&str>| {
            assert_eq!(find(name).map(|row| row.name), expected, "{name}");
        };
        check("memcpy", Some("memcpy"));
        check("__builtin_memcpy", Some("memcpy"));
        check("__builtin___memcpy_chk", Some("__memcpy_chk"));
        // No compiler has these.
        check("__builtin_qsort", None);
        check("__builtin_", None);
        check("__builtin___builtin_memcpy", None);
        check("no_such_function", None);
    }

    #[test]
    fn how_many_arguments_there_may_be() {
        let check = |name: &str, expected: Option<usize>| {
            assert_eq!(find(name).and_then(Row::most), expected, "{name}");
        };
        check("abort", Some(0));
        check("abs", Some(1));
        check("memcpy", Some(3));
        check("printf", None);
        // gcc does not say.
        check("qsort", None);
    }

    #[test]
    fn names_that_nobody_has_heard_of_are_known_by_their_beginnings() {
        assert!(is_input("__VERIFIER_nondet_of_tomorrow") && is_input("__VERIFIER_nondet_int"));
        assert!(!is_input("__VERIFIER_nondet_memory") && !is_input("evercheck_choose") && !is_input("rand"));
        assert!(may_lock("sem_timedwait_of_tomorrow") && may_lock("pthread_mutex_lock"));
        assert!(!may_lock("pthread_self") && !may_lock("malloc"));
    }

    /// Whoever registers what another runs is asked for by the other.
    #[test]
    fn what_is_registered_is_run() {
        let registries = |of: fn(&Trait) -> Option<Registry>| {
            let found: Vec<Registry> = rows().flat_map(|row| row.traits).filter_map(of).collect();
            move |registry| found.contains(&registry)
        };
        let is_filled = registries(|it| if let Trait::Registers(by) = it { Some(*by) } else { None });
        let is_run = registries(|it| if let Trait::Runs(by) = it { Some(*by) } else { None });
        for registry in [Registry::Exit, Registry::QuickExit, Registry::Signal, Registry::Thread] {
            assert!(is_filled(registry) && is_run(registry), "{registry:?}");
        }
    }
}
