//! Random programs with small inputs: what is said with inputs as symbols is what is said when each value is tried.
//!
//! `SYMBOLIC_PROGRAMS=N` tries so many, from `SYMBOLIC_SEED`.

mod symbols;

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use explicit::{Observer, Options, Order, Report, check};
use machine::exec::Machine;
use machine::symbolic::Asked;
use symbols::{Random, for_each_seed, number, violated};
use verdict::{Unknown, Verdict};

const PLACES: [&str; 12] = ["a", "b", "u", "s", "t", "w", "m[1]", "bytes[2]", "g.x", "g.y", "g.z", "*p"];

/// A program with up to three inputs.
struct Writer {
    random: Random,
    text: String,
    inputs: u32,
    /// Where they were put.
    given: Vec<&'static str>,
}

impl Writer {
    fn program(seed: u64) -> String {
        let mut random = Random::new(seed);
        for _ in 0..4 {
            random.next();
        }
        let mut writer = Writer { random, text: String::new(), inputs: 0, given: Vec::new() };
        writer.text.push_str(
            "typedef unsigned long size_t;\nvoid *memcpy(void *, const void *, size_t);\nvoid *malloc(size_t);\n\
             void free(void *);\nsize_t strlen(const char *);\n\
             int evercheck_choose(int, int);\n_Bool __VERIFIER_nondet_bool(void);\n\
             unsigned char __VERIFIER_nondet_uchar(void);\nvoid __VERIFIER_assume(int);\n\
             void reach_error(void);\n\
             struct part { char x; short y; int z; };\nstruct part g;\nint m[4];\nstatic const short table[8] = {0, 0, -3, 5, 5, 5, 400, 1};\nunsigned char bytes[8];\n\
             static int f(short v) { if (v > 2) return v - 1; return v * 2; }\n\
             int main(void) {\n  int a = 1, b = 2, i;\n  unsigned char u = 3;\n  signed char s = -1;\n  \
             short t = 7;\n  unsigned w = 9;\n  int *p = &m[1];\n  char *h = 0;\n",
        );
        writer.input();
        writer.input();
        let count = 4 + writer.random.below(6);
        (0..count).for_each(|_| writer.statement(2));
        let modulus = writer.random.pick(&["4", "7", "16"]);
        let mut hash = String::from("0u");
        for place in PLACES {
            if !writer.random.one_in(3) {
                let factor = writer.random.below(9);
                write!(hash, " + {factor} * (unsigned)({place})").expect("memory");
            }
        }
        let wanted = writer.random.below(16);
        writeln!(
            writer.text,
            "  free(h);\n  if (({hash}) % {modulus} == {wanted}) reach_error();\n  return 0;\n}}"
        )
        .expect("memory");
        writer.text
    }

    fn input(&mut self) {
        if self.inputs == 3 {
            return;
        }
        self.inputs += 1;
        let place = self.random.pick(&PLACES);
        self.given.push(place);
        let source = match self.random.below(8) {
            0 if self.inputs == 1 => "__VERIFIER_nondet_uchar()".to_string(),
            1 => "__VERIFIER_nondet_bool()".to_string(),
            _ => {
                let low = self.random.below(8) as i64 - 4;
                // So many that they are not told apart one by one.
                let more =
                    if self.random.one_in(2) { 8 + self.random.below(8) } else { self.random.below(7) };
                format!("evercheck_choose({low}, {})", low + more as i64)
            }
        };
        writeln!(self.text, "  {place} = {source};").expect("memory");
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(4) {
                0 => format!("{}", self.random.below(12) as i64 - 3),
                1 => self.random.pick(&self.given).to_string(),
                _ => self.random.pick(&PLACES).to_string(),
            };
        }
        let (x, y) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(22) {
            0..3 => format!("(unsigned)({x}) {} ({y})", self.random.pick(&["+", "-", "*"])),
            3 => format!("({x}) {} ({y})", self.random.pick(&["+", "-", "*", "/", "%"])),
            4 => format!("({x}) / (({y}) | 1)"),
            5 => format!("(unsigned)({x}) % ((unsigned)({y}) | 1)"),
            6 => format!("(unsigned)({x}) << (({y}) & 7)"),
            7 => format!("({x}) >> (({y}) & 7)"),
            8 if self.random.one_in(3) => format!("({x}) << ({y})"),
            8 | 9 => format!("({x}) {} ({y})", self.random.pick(&["&", "|", "^"])),
            10..14 => {
                format!("(({x}) {} ({y}))", self.random.pick(&["<", "<=", "==", "!=", ">", ">="]))
            }
            14 => format!("{}({x})", self.random.pick(&["!", "~", "!!", "(_Bool)"])),
            15 => format!(
                "({})({x})",
                self.random.pick(&["char", "unsigned char", "short", "long", "unsigned"])
            ),
            16 => format!("(({x}) ? ({y}) : ({x}))"),
            17 => format!("(({x}) {} ({y}))", self.random.pick(&["&&", "||"])),
            18 if self.random.one_in(2) => format!("table[({x}) & 7]"),
            18 => format!("m[({x}) & 3]"),
            19 => format!("bytes[(unsigned)({x}) % 8]"),
            20 => format!("f({x})"),
            _ => format!("*(unsigned short *)(bytes + 2 * (({x}) & 3))"),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (mut x, y) = (self.expression(2), self.expression(1));
        if self.inputs > 1 && self.random.one_in(3) {
            let order = self.random.pick(&["<", "<=", "==", "!=", ">"]);
            let (one, two) = (self.random.pick(&self.given), self.random.pick(&self.given));
            x = match self.random.below(3) {
                0 => format!("({one}) {order} ({two})"),
                1 => format!("({one}) + 2 * ({two}) {order} {}", self.random.below(30)),
                _ => format!("({one}) * ({two}) {order} ({y})"),
            };
        }
        let place = self.random.pick(&PLACES);
        let line = match self.random.below(24) {
            0..2 => return self.input(),
            2..7 => format!("{place} = {x};"),
            7 => format!("m[({y}) & 3] = {x};"),
            8 if self.random.one_in(4) => format!("m[{y}] = {x};"),
            8 => format!("bytes[({y}) & 7] = {x};"),
            9 => {
                format!("memcpy(&{}, bytes + (({y}) & 3), 4);", self.random.pick(&["w", "a", "m[2]", "g.z"]))
            }
            10 => format!("p = &m[({y}) & 3];"),
            11 => format!("*p = {x};"),
            12 => format!("__VERIFIER_assume({x});"),
            13 => format!("memcpy(bytes, &{}, 2);", self.random.pick(&["w", "a", "t", "g.y"])),
            14 if self.random.one_in(3) => {
                format!("if ({x}) {{ free(h); h = malloc(4); h[({y}) & 3] = 1; }}")
            }
            14 => format!("{place} {}= {x};", self.random.pick(&["^", "|", "&"])),
            15 if depth > 0 => {
                writeln!(self.text, "  for (i = 0; i < 3 && ({x}); i++) {{").expect("memory");
                self.statement(0);
                "}".to_string()
            }
            16 if depth > 0 => {
                let (one, two) = (self.random.below(5), 5 + self.random.below(4));
                write!(self.text, "  switch ({x}) {{\n  case {one}:\n").expect("memory");
                self.statement(depth - 1);
                self.text.push_str("  break;\n");
                writeln!(self.text, "  case {two}: case -1:").expect("memory");
                self.statement(depth - 1);
                if self.random.one_in(2) {
                    self.text.push_str("  break;\n  default:\n");
                    self.statement(depth - 1);
                }
                "}".to_string()
            }
            17..22 if depth > 0 => {
                writeln!(self.text, "  if ({x}) {{").expect("memory");
                self.statement(depth - 1);
                if self.random.one_in(2) {
                    self.text.push_str("  } else {\n");
                    self.statement(depth - 1);
                }
                "}".to_string()
            }
            22 => format!("bytes[7] = 0; a = strlen((char *)bytes + (({y}) & 3));"),
            _ => format!("{place} = {y};"),
        };
        writeln!(self.text, "  {line}").expect("memory");
    }
}

/// What was asked of the oracle.
#[derive(Default)]
struct Asking(Asked);

impl Observer for Asking {
    fn state(&mut self, machine: &Machine<'_>) {
        self.0 = machine.asked();
    }
}

fn explore(program: &cfa::Program, has_symbols: bool, order: Order, asking: &mut Asking) -> Report {
    let mut options = Options { order, ..Options::default() };
    options.machine.has_symbols = has_symbols;
    options.machine.oracle = Some(solver::oracle);
    options.is_keeping_going = !has_symbols;
    options.limits.states = Some(200_000);
    check(program, &options, asking)
}

#[test]
fn verdicts_are_those_of_enumeration() {
    let (count, first) = (number("SYMBOLIC_PROGRAMS", 400), number("SYMBOLIC_SEED", 1));
    let (decided, held) = (AtomicU64::new(0), AtomicU64::new(0));
    let (questions, asked, decisions) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    for_each_seed(first, count, 2, |seed| {
        let text = Writer::program(seed);
        let program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let expected = explore(&program, false, Order::Depth, &mut Asking::default());
        if expected.is_limited() {
            return;
        }
        for order in [Order::Depth, Order::Breadth] {
            let mut asking = Asking::default();
            let found = explore(&program, true, order, &mut asking);
            questions.fetch_add(asking.0.questions, Ordering::Relaxed);
            asked.fetch_add(asking.0.by_oracle, Ordering::Relaxed);
            decisions.fetch_add(asking.0.decisions, Ordering::Relaxed);
            let shown =
                || format!("seed {seed}: {} instead of {}\n{text}", found.verdict(), expected.verdict());
            for property in violated(&found) {
                assert!(violated(&expected).contains(&property), "{}", shown());
            }
            let is_open = |it: &(_, Verdict)| {
                matches!(it.1, Verdict::Unknown(Unknown::SymbolicValue | Unknown::SymbolicFloat))
            };
            let is_missed = !violated(&expected).is_empty() && violated(&found).is_empty();
            if found.properties.iter().any(is_open) && found.violations.is_empty() {
                continue;
            }
            assert!(!is_missed && !found.is_limited(), "{}", shown());
            let is_same = !violated(&expected).is_empty() || expected.properties == found.properties;
            assert!(is_same, "{} {:?}", shown(), found.obstacles);
            decided.fetch_add(1, Ordering::Relaxed);
            held.fetch_add((expected.verdict() == "true").into(), Ordering::Relaxed);
        }
    });
    let (decided, held) = (decided.into_inner(), held.into_inner());
    let (questions, asked) = (questions.into_inner(), asked.into_inner());
    println!("{} decisions, {questions} questions about literals, {asked} asked", decisions.into_inner());
    assert!(questions > count && asked > 0, "{questions} questions, {asked} asked");
    println!("{decided} of {} decided, {held} of them true", 2 * count);
    assert!(decided > count, "{decided} of {} decided", 2 * count);
    assert!(held * 8 > decided, "{held} of {decided} true");
}
