//! Random programs with threads and small inputs: what is said with inputs as symbols is what is said when each value is tried, and
//! they end with the same contents of memory.
//!
//! `SYMBOLIC_PROGRAMS=N` tries so many, from `SYMBOLIC_SEED`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use explicit::{Observer, Options, Order, Report, Stats, check};
use machine::exec::Machine;
use verdict::{Property, Unknown, Verdict};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 20
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

const HEAD: &str = "\
typedef unsigned long size_t;
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int evercheck_choose(int, int);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);
int x, y;
unsigned char bytes[4];
_Atomic unsigned c;
int table[4];
pthread_mutex_t m;
";

const SHARED: [&str; 6] = ["x", "y", "bytes[1]", "c", "table[2]", "bytes[2]"];
const OWN: [&str; 3] = ["a", "b", "u"];

/// A program of two or three threads with up to three inputs.
struct Writer {
    random: Random,
    text: String,
    inputs: u32,
}

impl Writer {
    fn program(seed: u64) -> String {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..4 {
            random.next();
        }
        let mut writer = Writer { random, text: HEAD.to_string(), inputs: 0 };
        let others = if writer.random.one_in(3) { 2 } else { 1 };
        for number in 0..others {
            writeln!(writer.text, "static void *run{number}(void *arg) {{").expect("memory");
            writer.body();
            let result = writer.random.pick(&["arg", "(void *)(long)a", "(void *)(long)u"]);
            writeln!(writer.text, "  return {result};\n}}").expect("memory");
        }
        writer.text.push_str("int main(void) {\n  pthread_t t[2];\n  void *r = 0;\n");
        if writer.random.one_in(2) {
            writer.text.push_str("  x = evercheck_choose(-1, 2);\n");
            writer.inputs += 1;
        }
        for number in 0..others {
            writeln!(writer.text, "  pthread_create(&t[{number}], 0, run{number}, 0);").expect("memory");
        }
        writer.body();
        for number in 0..others {
            let result = writer.random.pick(&["0", "&r"]);
            writeln!(writer.text, "  pthread_join(t[{number}], {result});").expect("memory");
        }
        if writer.random.one_in(2) {
            let modulus = writer.random.pick(&["4", "7", "16"]);
            let wanted = writer.random.below(16);
            writeln!(
                writer.text,
                "  if ((3u * x + 5u * y + bytes[1] + 2u * c + table[2] + (unsigned)(long)r) % {modulus} == {wanted}) \
                 reach_error();"
            )
            .expect("memory");
        }
        writer.text.push_str("  return 0;\n}\n");
        writer.text
    }

    fn body(&mut self) {
        self.text.push_str("  int a = 1, b = 2, i;\n  unsigned char u = 3;\n");
        self.input();
        for _ in 0..1 + self.random.below(3) {
            self.statement(1);
        }
    }

    fn input(&mut self) {
        if self.inputs >= 4 {
            return;
        }
        self.inputs += 1;
        let place = if self.random.one_in(4) { self.random.pick(&SHARED) } else { self.random.pick(&OWN) };
        let source = match self.random.below(4) {
            0 => "__VERIFIER_nondet_bool()".to_string(),
            _ => {
                let low = self.random.below(5) as i64 - 2;
                format!("evercheck_choose({low}, {})", low + 1 + self.random.below(3) as i64)
            }
        };
        writeln!(self.text, "  {place} = {source};").expect("memory");
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(6) {
                0 => format!("{}", self.random.below(7) as i64 - 2),
                1 => self.random.pick(&SHARED).to_string(),
                _ => self.random.pick(&OWN).to_string(),
            };
        }
        let (x, y) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(12) {
            0..3 => format!("(unsigned)({x}) {} ({y})", self.random.pick(&["+", "-", "*"])),
            3 => format!("({x}) {} ({y})", self.random.pick(&["+", "-", "/", "%"])),
            4..8 => format!("(({x}) {} ({y}))", self.random.pick(&["<", "<=", "==", "!=", ">"])),
            8 => format!("(({x}) ? ({y}) : 3)"),
            9 => format!("table[({x}) & 3]"),
            10 => format!("bytes[(unsigned)({x}) % 4]"),
            _ => format!("({x}) {} ({y})", self.random.pick(&["&", "|", "^"])),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (x, y) = (self.expression(1), self.expression(1));
        let (own, shared) = (self.random.pick(&OWN), self.random.pick(&SHARED));
        let line = match self.random.below(20) {
            0 | 1 => return self.input(),
            2..4 => format!("{own} = {x};"),
            4..7 => format!("{shared} = {x};"),
            7 => format!("table[({y}) & 3] = {x};"),
            8 => format!("bytes[({y}) & 3] = {x};"),
            9 => format!("__VERIFIER_assume({x});"),
            10 => format!("c {}= {x};", self.random.pick(&["+", "-", "^", "|"])),
            11 => {
                format!(
                    "{{ unsigned e = {y}; if (__atomic_compare_exchange_n(&c, &e, {x}, 0, 5, 5)) a = 3; else b = e; }}"
                )
            }
            12 => format!("memcpy(bytes, &{}, 4);", self.random.pick(&["x", "y"])),
            13 => "bytes[3] = 0; a = strlen((char *)bytes);".to_string(),
            14 if depth > 0 => {
                self.text.push_str("  __VERIFIER_atomic_begin();\n");
                self.statement(0);
                "__VERIFIER_atomic_end();".to_string()
            }
            15 if depth > 0 => {
                self.text.push_str("  pthread_mutex_lock(&m);\n");
                self.statement(0);
                "pthread_mutex_unlock(&m);".to_string()
            }
            16 if depth > 0 => {
                writeln!(self.text, "  for (i = 0; i < 2 && ({x}); i++) {{").expect("memory");
                self.statement(0);
                "}".to_string()
            }
            _ if depth > 0 => {
                writeln!(self.text, "  if ({x}) {{").expect("memory");
                self.statement(depth - 1);
                if self.random.one_in(2) {
                    self.text.push_str("  } else {\n");
                    self.statement(depth - 1);
                }
                "}".to_string()
            }
            _ => format!("{own} = {y};"),
        };
        writeln!(self.text, "  {line}").expect("memory");
    }
}

/// What memory holds where runs end.
#[derive(Default)]
struct Ends(BTreeSet<Vec<Option<u8>>>, bool);

impl Observer for Ends {
    fn progress(&mut self, _: &Stats) {}

    fn exit(&mut self, machine: &Machine<'_>) {
        match machine.possible_contents(10_000) {
            Some(contents) => self.0.extend(contents),
            None => self.1 = true,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Way {
    has_symbols: bool,
    is_reduced: bool,
    order: Order,
    /// Races are asked for.
    has_races: bool,
}

fn explore(program: &cfa::Program, way: Way) -> (Report, Ends) {
    let Way { has_symbols, is_reduced, order, has_races } = way;
    let mut options = Options { order, ..Options::default() };
    options.machine.has_symbols = has_symbols;
    options.machine.oracle = Some(solver::oracle);
    options.machine.is_reduced = is_reduced;
    options.is_keeping_going = !has_symbols;
    options.limits.states = Some(60_000);
    if !has_races {
        options.properties = options.properties.without(Property::NoDataRace);
    }
    let mut ends = Ends::default();
    let report = check(program, &options, &mut ends);
    (report, ends)
}

fn violated(report: &Report) -> Vec<Property> {
    report.violations.iter().map(|it| it.property).collect()
}

#[test]
fn threads_end_as_when_each_value_is_tried() {
    let number = |name: &str, otherwise| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (count, first) = (number("SYMBOLIC_PROGRAMS", 60), number("SYMBOLIC_SEED", 1u64));
    let (next, decided, held) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let (states, each) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        loop {
            let seed = first + next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + count {
                return;
            }
            let text = Writer::program(seed);
            let program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            let has_races = seed % 3 == 0;
            let plain = Way { has_symbols: false, is_reduced: true, order: Order::Depth, has_races };
            let (expected, ends) = explore(&program, plain);
            if expected.is_limited() {
                continue;
            }
            let ways = [(true, Order::Depth), (true, Order::Breadth), (false, Order::Depth)];
            for (is_reduced, order) in ways {
                let way = Way { has_symbols: true, is_reduced, order, has_races };
                let (found, ended) = explore(&program, way);
                let shown = || {
                    let verdicts = (found.verdict(), expected.verdict());
                    format!("seed {seed}, {way:?}: {} instead of {}\n{text}", verdicts.0, verdicts.1)
                };
                for property in violated(&found) {
                    assert!(violated(&expected).contains(&property), "{}", shown());
                }
                if found.is_limited() && !is_reduced {
                    continue;
                }
                let is_open = |it: &(_, Verdict)| {
                    let reasons = [Unknown::SymbolicValue, Unknown::SymbolicFloat, Unknown::NotModelled];
                    reasons.into_iter().any(|reason| it.1 == Verdict::Unknown(reason))
                };
                if found.properties.iter().any(is_open) && found.violations.is_empty() {
                    continue;
                }
                let is_missed = !violated(&expected).is_empty() && violated(&found).is_empty();
                assert!(!is_missed && !found.is_limited(), "{} {:?}", shown(), found.obstacles);
                decided.fetch_add(1, Ordering::Relaxed);
                states.fetch_add(found.stats.states, Ordering::Relaxed);
                each.fetch_add(expected.stats.states, Ordering::Relaxed);
                if violated(&expected).is_empty() {
                    assert!(expected.properties == found.properties, "{} {:?}", shown(), found.obstacles);
                    held.fetch_add(1, Ordering::Relaxed);
                    assert!(ended.1 || ends.0 == ended.0, "{}\n{:?}\n{:?}", shown(), ended.0, ends.0);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("the ends are the same"));
    });
    let [decided, held, states, each] = [decided, held, states, each].map(AtomicU64::into_inner);
    println!(
        "{decided} of {} decided, {held} of them true; {states} states, {each} with each value",
        3 * count
    );
    assert!(decided > count, "{decided} of {} decided", 3 * count);
    assert!(held * 8 > decided, "{held} of {decided} true");
}
