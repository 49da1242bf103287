//! Inputs of types with many values: where a program asks for them, and which values have to be tried.
//!
//! Assumptions that follow a call bound its result, and values that the program does not tell apart are tried once
//! (see [`follow`]). `--nondet-range` bounds what is left, and then the result covers only that.

mod follow;
mod pieces;
mod uses;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use cfa::Program;
use cfa::address::Addresses;
use cfa::callback::Callbacks;
use cfa::callgraph::Calls;
use cfa::library::{End, Registry, Row, Trait};
use cfa::op::{Access, AtomicOp, Callee, Destination, Op, Ordering, Place};
use cfa::program::{Body, Function, FunctionId, Storage};
use cfa::source::Pos;
use cfa::types::Scalar;

use crate::explore::Options;
use crate::library::{self, Input, input, input_type};
use follow::{Ends, Follower};
use formula::Set;

/// Values that one input may have without being asked for by `--nondet-range`.
const MOST: i128 = 1 << 16;

/// Where a program asks for a value.
#[derive(Clone, Debug)]
pub struct Site {
    /// The name of the function that yields it.
    pub name: String,
    pub pos: Pos,
    pub is_number: bool,
    /// What to try, as ranges in ascending order; nothing if there are too many.
    pub values: Option<Vec<(i128, i128)>>,
}

/// All inputs of a program that its code can come to.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// By function and edge.
    sites: HashMap<(FunctionId, u32), Site>,
    /// Functions that are called through pointers.
    taken: Vec<Site>,
    /// `--nondet-range` leaves out values that the program would let pass.
    pub is_bounded: bool,
    /// The range that the options give leaves out values of the type of some input, however it is used.
    pub is_narrowed: bool,
}

impl Inputs {
    pub fn of(program: &Program, options: &Options) -> Inputs {
        let mut inputs = Inputs::default();
        let word_bits = 8 * program.model.pointer_bytes() as u32;
        let is_any =
            program.functions.iter().any(|f| f.body.is_none() && input(&f.name, word_bits).is_some());
        if !is_any {
            return inputs;
        }
        let addresses = Addresses::of(program);
        let ids = || (0..program.functions.len() as u32).map(FunctionId);
        let reached: Vec<FunctionId> = ids().filter(|&id| addresses.is_function_reached(id)).collect();
        let has = |what: Trait| {
            let undefined = reached.iter().map(|&id| program.function(id)).filter(|f| f.body.is_none());
            undefined.into_iter().any(|function| cfa::library::is(&function.name, what))
        };
        let error = options.error_function.as_deref();
        // What a task asks about is not quiet.
        let is_asked = |end: End| error.is_some_and(|name| cfa::library::is(name, Trait::Ends(end)));
        let ends = Ends {
            is_abort_quiet: !has(Trait::Registers(Registry::Signal)) && !is_asked(End::Abort),
            is_exit_quiet: !is_asked(End::Exit)
                && !has(Trait::Registers(Registry::Exit))
                && program.destructors.is_empty()
                && !has(Trait::Allocates),
        };
        let has_jumps = has(Trait::Jumps) || reached.iter().any(|&id| has_jump(program, id));
        let forgotten = forgotten_results(program, &addresses, &reached);
        let mut follower = Follower::new(program, ends, error, has_jumps, forgotten);
        let asked = options.nondet_range.map(|(low, high)| Set::interval(low, high));
        for &id in &reached {
            let function = program.function(id);
            let Some(body) = &function.body else {
                if let Some(kind) = input(&function.name, word_bits)
                    && addresses.is_function_taken(id)
                {
                    inputs.is_bounded |= asked.is_some();
                    inputs.is_narrowed |= kind.is_narrowed_to(options.nondet_range);
                    let name = function.name.clone();
                    let is_number = matches!(kind, Input::Number { .. });
                    let values = options.nondet_range.filter(|_| is_number).map(|range| vec![range]);
                    inputs.taken.push(Site { name, pos: function.pos, is_number, values });
                }
                continue;
            };
            for (index, edge) in body.edges.iter().enumerate() {
                let Op::Call { callee: Callee::Direct(callee), .. } = edge.op else { continue };
                let callee = program.function(callee);
                let Some(kind) = input(&callee.name, word_bits).filter(|_| callee.body.is_none()) else {
                    continue;
                };
                let is_number = matches!(kind, Input::Number { .. });
                inputs.is_narrowed |= kind.is_narrowed_to(options.nondet_range);
                let values = match kind {
                    // Declared as something else than it is.
                    _ if !is_declared_as(body, &edge.op, input_type(&callee.name, word_bits)) => None,
                    Input::Number { low, high } => {
                        let all = Set::interval(low, high);
                        let mut found = follower.follow(id, edge, all.clone());
                        if let Some(asked) = &asked {
                            inputs.is_bounded |= !found.passing.without(asked).is_empty();
                            found = follower.follow(id, edge, all.intersection(asked));
                        }
                        let is_narrowed = found.tried != all && count(found.tried.intervals()) <= MOST;
                        (asked.is_some() || is_narrowed).then(|| found.tried.intervals().to_vec())
                    }
                    // Null, and two numbers that stand for any two others.
                    Input::Other => {
                        let found = follower.follow(id, edge, Set::interval(0, 2));
                        let is_forgotten = found.tried.is_within(0, 1);
                        is_forgotten.then(|| found.tried.intervals().to_vec())
                    }
                };
                let site = Site { name: callee.name.clone(), pos: edge.pos, is_number, values };
                inputs.sites.insert((id, index as u32), site);
            }
        }
        inputs
    }

    /// The values to be tried at a call.
    pub fn at(&self, function: FunctionId, edge: u32) -> Option<&[(i128, i128)]> {
        self.sites.get(&(function, edge))?.values.as_deref()
    }

    /// Whether a number is asked for there: where inputs are symbols, its values are those of its type.
    pub(crate) fn is_number(&self, function: FunctionId, edge: u32) -> bool {
        self.sites.get(&(function, edge)).is_some_and(|site| site.is_number)
    }

    /// The values of all inputs that are asked for through pointers, as text.
    pub(crate) fn all_taken(&self) -> String {
        let show = |site: &Site| format!("{} {:?};", site.name, site.values);
        self.taken.iter().map(show).collect()
    }

    /// The values to be tried where a function is called through a pointer.
    pub(crate) fn taken(&self, name: &str) -> Option<&[(i128, i128)]> {
        self.taken.iter().find(|site| site.name == name)?.values.as_deref()
    }

    /// Where values are asked for that nothing bounds, in the order of the source.
    pub fn unbounded(&self) -> Vec<&Site> {
        let all = self.sites.values().chain(&self.taken);
        let mut sites: Vec<&Site> = all.filter(|site| site.values.is_none()).collect();
        sites.sort_by_key(|site| (site.pos.file.0, site.pos.line, site.pos.column));
        sites
    }
}

/// Functions that only threads begin with, where nobody asks for a thread's result.
fn forgotten_results(
    program: &Program,
    addresses: &Addresses,
    reached: &[FunctionId],
) -> HashSet<FunctionId> {
    let mut started = HashSet::default();
    let mut called: HashSet<FunctionId> = program.main.into_iter().collect();
    let callbacks = Callbacks::of(program, addresses);
    let calls = Calls { program, addresses, callbacks: &callbacks };
    for &id in reached {
        let function = program.function(id);
        let Some(body) = &function.body else {
            let is_join = cfa::library::is(&function.name, Trait::Joins);
            if is_join && (function.name != "pthread_join" || addresses.is_function_taken(id)) {
                return HashSet::default();
            }
            continue;
        };
        for edge in &body.edges {
            let Op::Call { callee, args, .. } = &edge.op else { continue };
            let name = match callee {
                Callee::Direct(callee) if program.function(*callee).body.is_none() => {
                    program.function(*callee).name.as_str()
                }
                _ => "",
            };
            match name {
                "pthread_create" => calls.for_each(body, &edge.op, |to| {
                    started.insert(to);
                }),
                "pthread_join" if args.get(1).and_then(|arg| body.constant(arg.expr())) != Some(0) => {
                    return HashSet::default();
                }
                _ => calls.for_each(body, &edge.op, |to| {
                    called.insert(to);
                }),
            }
        }
    }
    started.retain(|id| !called.contains(id));
    started
}

/// Whether a program looks at the arguments of `main`.
pub fn has_arguments(program: &Program) -> bool {
    let main = program.main.and_then(|main| program.function(main).body.as_ref());
    main.is_some_and(|body| {
        let uses = uses::Uses::of(body, uses::Results::Read);
        body.params.iter().any(|&param| uses.is_mentioned(param))
    })
}

/// Whether a program asks for the time.
pub fn has_clock(program: &Program) -> bool {
    calls(program, Row::is_clock)
}

/// Whether a program may allocate memory that there may be none of.
pub fn has_allocation(program: &Program) -> bool {
    calls(program, |row| row.is(Trait::Allocates))
}

/// Whether a program may handle signals, which come from outside at any moment.
pub fn has_signals(program: &Program) -> bool {
    calls(program, |row| row.is(Trait::Registers(Registry::Signal)))
}

/// Whether some operation on memory that threads share orders less than sequential consistency does.
pub fn has_weak_order(program: &Program) -> bool {
    let is_weak = |order: Ordering| order != Ordering::SeqCst;
    let of_place = |place: &Place| matches!(place.access, Access::Atomic(order) if is_weak(order));
    let is_weak_op = |op: &Op| match op {
        Op::Load { place, .. } | Op::Store { place, .. } => of_place(place),
        Op::Atomic(atomic) => {
            let fails = matches!(atomic.op, AtomicOp::CompareExchange { failure, .. } if is_weak(failure));
            of_place(&atomic.place) || fails
        }
        Op::Fence(order) => is_weak(*order),
        _ => false,
    };
    let is_weak_body = |function: &Function| {
        function.body.as_ref().is_some_and(|body| body.edges.iter().any(|edge| is_weak_op(&edge.op)))
    };
    // Most programs have none: who reaches what is found out for the others.
    let functions = program.functions.iter().enumerate();
    let weak: Vec<usize> = functions.filter(|(_, it)| is_weak_body(it)).map(|(index, _)| index).collect();
    if weak.is_empty() {
        return false;
    }
    let addresses = Addresses::of(program);
    weak.into_iter().any(|index| addresses.is_function_reached(FunctionId(index as u32)))
}

/// Whether a program may start threads.
pub fn has_threads(program: &Program) -> bool {
    calls(program, |row| row.is(Trait::StartsThreads) && row.is_modelled())
}

/// Whether some run may wait for a condition variable, from which it may wake up without a reason.
pub fn has_condition_wait(program: &Program) -> bool {
    calls(program, |row| row.is(Trait::WaitsForCondition))
}

/// Functions that some run may call, and the program does not define.
pub fn missing_functions(program: &Program) -> impl Iterator<Item = &Function> {
    let addresses = Addresses::of(program);
    let is_missing = move |(index, function): &(usize, &Function)| {
        function.body.is_none() && addresses.is_function_reached(FunctionId(*index as u32))
    };
    program.functions.iter().enumerate().filter(is_missing).map(|(_, function)| function)
}

/// Functions that some run may call, and that neither the program nor the library defines.
pub fn undefined_functions(program: &Program) -> impl Iterator<Item = &str> {
    let is_undefined = |it: &&Function| library::find(&it.name).is_none();
    missing_functions(program).filter(is_undefined).map(|it| it.source_name.as_str())
}

/// Whether some run may call such a function, and the program does not define it.
fn calls(program: &Program, is_such: fn(&Row) -> bool) -> bool {
    let is_one = |name: &str| cfa::library::find(name).is_some_and(is_such);
    // Most programs do not even declare it: who reaches what is found out for the others.
    let is_declared = program.functions.iter().any(|f| f.body.is_none() && is_one(&f.name));
    is_declared && missing_functions(program).any(|f| is_one(&f.name))
}

/// Whether the result of a call is used as what it is: a number, or something else.
fn is_declared_as(body: &Body, call: &Op, ty: Option<Scalar>) -> bool {
    let Op::Call { dst: Destination::Local(dst), .. } = call else { return true };
    match (body.local(*dst).storage, ty) {
        (Storage::Register(is), Some(ty @ Scalar::Int { .. })) => is == ty,
        (Storage::Register(is), _) => !matches!(is, Scalar::Int { .. }),
        _ => false,
    }
}

pub(crate) fn count(ranges: &[(i128, i128)]) -> i128 {
    ranges.iter().map(|(low, high)| high - low + 1).sum()
}

fn has_jump(program: &Program, id: FunctionId) -> bool {
    let body = program.function(id).body.as_ref();
    body.is_some_and(|body| body.edges.iter().any(|edge| matches!(edge.op, Op::SetJump { .. })))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "
        extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
        extern long __VERIFIER_nondet_long(void); extern float __VERIFIER_nondet_float(void);
        extern short __VERIFIER_nondet_short(void); extern void *__VERIFIER_nondet_pointer(void);
        extern void __VERIFIER_assume(int); extern void abort(void); extern void exit(int);
        extern int printf(const char *, ...); extern void *malloc(unsigned long);
        extern int getchar(void);
        int g; void take(int *p);
        static void must(int c) { if (!c) abort(); }
        static void must_exit(int c) { if (!c) exit(1); }
        static void must_loop(int c) { if (!c) while (1); }
        static int is_small(int x) { return x >= 0 && x < 5; }
        ";

    /// What is tried at the only input of a body.
    fn tried(body: &str, range: Option<(i128, i128)>) -> (String, bool) {
        let text = format!("{HEADER} int main(void) {{ {body} return 0; }}");
        let program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}: {body}"));
        let options = Options { nondet_range: range, ..Options::default() };
        let inputs = Inputs::of(&program, &options);
        let sites: Vec<_> = inputs.sites.values().collect();
        assert_eq!(sites.len(), 1, "{body}");
        let text = match &sites[0].values {
            None => "all".to_string(),
            Some(ranges) => {
                let one = |&(low, high): &(i128, i128)| match low == high {
                    true => low.to_string(),
                    false => format!("{low}..{high}"),
                };
                ranges.iter().map(one).collect::<Vec<_>>().join(" ")
            }
        };
        (text, inputs.is_bounded)
    }

    fn check(body: &str, expected: &str) {
        assert_eq!(tried(body, None), (expected.to_string(), false), "{body}");
    }

    #[test]
    fn assumptions_bound() {
        let int = "int x = __VERIFIER_nondet_int();";
        let rows = [
            ("__VERIFIER_assume(x >= 0 && x < 10); g = x;", "0..9"),
            ("__VERIFIER_assume(x >= 0 && x < 10 || x == 77); g = x;", "0..9 77"),
            ("__VERIFIER_assume(!(x < 0 || 10 <= x)); g = x;", "0..9"),
            ("__VERIFIER_assume(x > 3 & x < 10); g = x;", "4..9"),
            ("__VERIFIER_assume(x >= 0); __VERIFIER_assume(x != 1); must(x < 4); g = x;", "0 2..3"),
            ("if (x < 0 || x > 5) abort(); g = x;", "0..5"),
            ("if (x < 0 || x > 5) exit(0); g = x;", "0..5"),
            ("must_exit(x == 7); g = x;", "7"),
            ("must_loop(x > -3 && x < 0); g = x;", "-2..-1"),
            ("must(is_small(x)); g = x;", "0..4"),
            ("int y = x; must(y >= 0); must(x <= 3); g = y;", "0..3"),
            ("long y = x; must(y >= 0 && y <= 3); g = y;", "0..3"),
            ("unsigned y = x; must(y <= 3); g = y;", "0..3"),
            ("unsigned y = x; must(y >= 4294967295u || y == 1); g = y;", "-1 1"),
            ("unsigned long y = x; must(y <= 3); g = y;", "0..3"),
            ("must((unsigned)x - 1 < 3); g = x;", "all"),
            ("switch (x) { case 1: case 3 ... 5: break; default: abort(); } g = x;", "1 3..5"),
            ("must(x >= 0 && x <= 3); take(&x);", "0..3"),
            ("__VERIFIER_assume(0); g = x;", ""),
        ];
        for (body, expected) in rows {
            check(&format!("{int} {body}"), expected);
        }
        check("unsigned x = __VERIFIER_nondet_uint(); must(x - 1 < 4); g = x;", "all");
        check("unsigned x = __VERIFIER_nondet_uint(); must(x < 4); g = x;", "0..3");
        check("int x; x = __VERIFIER_nondet_long(); must(x >= 0 && x < 4); g = x;", "all");
        check("long x = __VERIFIER_nondet_long(); must(x >= 0 && x < 4); g = x;", "0..3");
        check("short x = __VERIFIER_nondet_short(); must(x >= 0 && x < 4); g = x;", "0..3");
        check("short x = __VERIFIER_nondet_short(); g = x;", "all");
        check("float x = __VERIFIER_nondet_float(); must(x >= 0 && x < 4);", "all");
    }

    #[test]
    fn what_comes_between_does_not() {
        let int = "int x = __VERIFIER_nondet_int();";
        let rows = [
            "g = x; must(x >= 0 && x < 4);",
            "printf(\"%d\", x); must(x >= 0 && x < 4);",
            "int y = 1 / x; must(x >= 0 && x < 4); g = y;",
            "int y = x + 1; must(y >= 0 && y < 4); g = x;",
            "int z; must(x >= 0 && x < 4 || z); g = x;",
            "must(g >= 0 && g < 4); g = x;",
            "int y = getchar(); must(x >= 0 && x < 4); g = x + y;",
            "signed char c = x; must(c >= 0 && c < 4); g = x;",
            "must(x > 0); g = x;",
            "take(&x); must(x >= 0 && x < 4);",
        ];
        for body in rows {
            check(&format!("{int} {body}"), "all");
        }
        check("int x; take(&x); x = __VERIFIER_nondet_int(); must(x >= 0 && x < 4);", "all");
        check("volatile int x = __VERIFIER_nondet_int(); must(x >= 0 && x < 4); g = x;", "all");
        check("g = __VERIFIER_nondet_int(); must(g >= 0 && g < 4);", "all");
        // Never declared, so that it is taken to yield an `int`.
        check("int x = __VERIFIER_nondet_double(); if (x > 5) g = 1;", "all");
        // What is on the heap leaks at the exit.
        check("malloc(1); int x = __VERIFIER_nondet_int(); if (x != 3) exit(0); g = x;", "all");
        check("malloc(1); int x = __VERIFIER_nondet_int(); if (x != 3) abort(); g = x;", "3");
    }

    #[test]
    fn what_is_not_told_apart_is_tried_once() {
        check("__VERIFIER_nondet_int();", "0");
        check("__VERIFIER_nondet_float();", "0");
        check("if (__VERIFIER_nondet_int()) g = 1;", "0..1");
        check("while (__VERIFIER_nondet_int()) g++;", "0..1");
        check("g = __VERIFIER_nondet_int() > 5;", "0 6");
        check("g = (_Bool)__VERIFIER_nondet_long();", "0..1");
        check("int x = __VERIFIER_nondet_int(); printf(\"%d\", x > 5); g = x;", "all");
        check("_Bool b = __VERIFIER_nondet_pointer(); g = b;", "0..1");
        check("g = (_Bool)__VERIFIER_nondet_pointer();", "0..1");
        check("char *p = __VERIFIER_nondet_pointer(); if (p != 0) g = 1;", "0..1");
        check("char *p = __VERIFIER_nondet_pointer(); if (p != 0) g = *p;", "all");
        check("char *p = __VERIFIER_nondet_pointer(); if (p == (char *)&g) g = 1;", "all");
        check("long p = (long)__VERIFIER_nondet_pointer(); if (p > 5) g = 1;", "all");
        check("int c = __VERIFIER_nondet_int() > 5; g = c;", "0 6");
        check("int x = __VERIFIER_nondet_int(); if (x < -7) g = 1; else if (x > 9) g = 2;", "-8 0 10");
        check("int x = __VERIFIER_nondet_int(); if (x > 9) g = 2; else g = x;", "all");
        check("int x = __VERIFIER_nondet_int(); if (x > 9) g = 2; else { must(x > 7); g = x; }", "8..10");
        check("int x = __VERIFIER_nondet_int(); if (x < 0) return 1; must(x < 4); g = x;", "-1..3");
        check("switch (__VERIFIER_nondet_int()) { case 3: g = 1; break; case 4: g = 2; }", "0 3..4");
    }

    #[test]
    fn what_a_thread_returns_to_nobody_is_forgotten() {
        let check = |functions: &str, main: &str, is_bounded: bool| {
            let text = format!(
                "extern void *__VERIFIER_nondet_pointer(void); typedef unsigned long pthread_t; void *r;
                 extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
                 extern int pthread_join(pthread_t, void **);
                 {functions} int main(void) {{ pthread_t t; {main} return 0; }}"
            );
            let program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}: {text}"));
            let inputs = Inputs::of(&program, &Options::default());
            assert_eq!(inputs.unbounded().is_empty(), is_bounded, "{text}");
        };
        let function = "void *f(void *p) { return __VERIFIER_nondet_pointer(); }";
        check(function, "pthread_create(&t, 0, f, 0);", true);
        check(function, "pthread_create(&t, 0, f, 0); pthread_join(t, 0);", true);
        check(function, "pthread_create(&t, 0, f, 0); pthread_join(t, &r);", false);
        check(function, "pthread_create(&t, 0, f, 0); r = f(0);", false);
        check(function, "void *(*g)(void *) = f; pthread_create(&t, 0, g, 0); r = g(0);", false);
        let function = "void *f(void *p) { p = __VERIFIER_nondet_pointer(); r = p; return p; }";
        check(function, "pthread_create(&t, 0, f, 0);", false);
    }

    #[test]
    fn the_option_bounds_the_rest() {
        let check = |body: &str, range, expected: &str, is_bounded| {
            assert_eq!(tried(body, Some(range)), (expected.to_string(), is_bounded), "{body}");
        };
        let int = "int x = __VERIFIER_nondet_int();";
        check(&format!("{int} g = x;"), (0, 5), "0..5", true);
        check(&format!("{int} must(x >= 0 && x < 4); g = x;"), (-5, 5), "0..3", false);
        check(&format!("{int} must(x >= 0 && x < 4); g = x;"), (2, 5), "2..3", true);
        check(&format!("{int} if (x) g = 1;"), (5, 9), "5", true);
        check("unsigned x = __VERIFIER_nondet_uint(); g = x;", (-5, 5), "0..5", true);
        check("float x = __VERIFIER_nondet_float(); g = x > 1;", (-5, 5), "all", false);
    }
}
