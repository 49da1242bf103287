//! Random programs with threads and small inputs: what is said with inputs as symbols is what is said when each value is tried, and
//! they end with the same contents of memory.
//!
//! `SYMBOLIC_PROGRAMS=N` tries so many, from `SYMBOLIC_SEED`.

mod symbols;

use std::fmt::Write;

use symbols::Random;

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
        let mut random = Random::new(seed);
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

#[test]
fn threads_end_as_when_each_value_is_tried() {
    symbols::threads_end_as_when_each_value_is_tried(Writer::program, |found, expected| {
        found.iter().all(|property| expected.contains(property))
    });
}
