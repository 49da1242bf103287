//! Random programs with threads that use more of what threads have, and small inputs: what is said with inputs as symbols is what is
//! said when each value is tried, and they end with the same contents of memory.
//!
//! Beside `symbolic_threads.rs`: structs and bit-fields that are shared, atomic operations on words of all widths, semaphores, locks that
//! are tried, shared heap, elements chosen by inputs as arguments of threads, threads that are made or ended by what inputs are.
//! `SYMBOLIC_PROGRAMS=N` tries so many, from `SYMBOLIC_SEED`.

mod symbols;

use std::fmt::Write;

use symbols::Random;

const HEAD: &str = "\
typedef unsigned long size_t;
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[56]; long align; } pthread_rwlock_t;
typedef union { char size[32]; long align; } sem_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void pthread_exit(void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int sem_init(sem_t *, int, unsigned);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *malloc(size_t);
void exit(int);
int evercheck_choose(int, int);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);
struct pair { int one; short two; char three; };
struct fields { int low : 3; unsigned high : 6; };
static int x, y;
static long big;
static unsigned char bytes[4];
static _Atomic unsigned c;
static _Atomic short d;
static _Atomic unsigned char e;
static _Atomic long z;
static int table[4];
static struct pair pair, pairs[3];
static struct fields f;
static int *at = &table[1], *heap;
static __thread int mine;
static int r_out;
static pthread_mutex_t m;
static pthread_rwlock_t rw;
static sem_t sem;
static int __VERIFIER_atomic_swap(int *p, int v) { int old = *p; if (v > 0) *p = v; return old; }
static int twice(int v) { if (v > 1) x = v; return 2 * v; }
";

const SHARED: [&str; 14] = [
    "x",
    "y",
    "big",
    "bytes[1]",
    "c",
    "d",
    "e",
    "z",
    "table[2]",
    "pair.two",
    "pairs[1].one",
    "f.low",
    "f.high",
    "*at",
];
const OWN: [&str; 4] = ["a", "b", "u", "mine"];

/// A program of two or three threads with up to three inputs.
struct Writer {
    random: Random,
    text: String,
    inputs: u32,
    /// What statements have to do with.
    near: Vec<&'static str>,
}

impl Writer {
    fn program(seed: u64) -> String {
        let mut random = Random::new(seed);
        for _ in 0..4 {
            random.next();
        }
        let mut writer = Writer { random, text: HEAD.to_string(), inputs: 0, near: Vec::new() };
        for _ in 0..3 {
            let place = writer.random.pick(&SHARED);
            writer.near.push(place);
        }
        let others = if writer.random.one_in(4) { 2 } else { 1 };
        for number in 0..others {
            writeln!(writer.text, "static void *run{number}(void *arg) {{").expect("memory");
            let start = writer.random.pick(&["(int)(long)arg", "4"]);
            writer.body(start);
            let result = writer.random.pick(&["arg", "(void *)(long)a", "(void *)(long)u"]);
            writeln!(writer.text, "  return {result};\n}}").expect("memory");
        }
        writer
            .text
            .push_str("int main(void) {\n  pthread_t t[2];\n  void *r = 0;\n  sem_init(&sem, 0, 1);\n");
        if writer.random.one_in(2) {
            writeln!(writer.text, "  {} = evercheck_choose(-1, 2);", writer.near[0]).expect("memory");
            writer.inputs += 1;
        }
        let is_some = writer.random.one_in(6);
        for number in 0..others {
            let arg = writer.random.pick(&["0", "(void *)(long)x", "(void *)(long)table[2]"]);
            if is_some {
                writeln!(writer.text, "  int made{number} = {};\n  if (made{number})", writer.near[1])
                    .expect("memory");
            }
            writeln!(writer.text, "  pthread_create(&t[{number}], 0, run{number}, {arg});").expect("memory");
        }
        writer.body("3");
        for number in 0..others {
            let result = writer.random.pick(&["0", "&r"]);
            if is_some {
                writeln!(writer.text, "  if (made{number})").expect("memory");
            }
            writeln!(writer.text, "  pthread_join(t[{number}], {result});").expect("memory");
        }
        writer.text.push_str(
            "  r_out = (int)(long)r + (heap ? *heap : 0) + (int)(at - table);\n  at = 0; heap = 0;\n",
        );
        if writer.random.one_in(2) {
            let modulus = writer.random.pick(&["4", "7", "16"]);
            let wanted = writer.random.below(16);
            writeln!(
                writer.text,
                "  if ((3u * x + 5u * y + bytes[1] + 2u * c + table[2] + (unsigned)d * 7u + e + (unsigned)z + pair.two + 3u * f.low + r_out) % {modulus} == {wanted}) \
                 reach_error();"
            )
            .expect("memory");
        }
        writer.text.push_str("  return 0;\n}\n");
        writer.text
    }

    fn body(&mut self, start: &str) {
        writeln!(self.text, "  int a = {start}, b = 2, i;\n  unsigned char u = 3;").expect("memory");
        self.input();
        for _ in 0..1 + self.random.below(3) {
            self.statement(1);
        }
    }

    fn shared(&mut self) -> &'static str {
        match self.random.below(3) {
            0 => self.random.pick(&SHARED),
            _ => self.near[self.random.below(3) as usize],
        }
    }

    fn input(&mut self) {
        if self.inputs >= 3 {
            return;
        }
        self.inputs += 1;
        let place = if self.random.one_in(3) { self.shared() } else { self.random.pick(&OWN) };
        let low = self.random.below(5) as i64 - 2;
        let high = low + 1 + self.random.below(3) as i64;
        match self.random.below(6) {
            0 => writeln!(self.text, "  {place} = __VERIFIER_nondet_bool();"),
            1 => writeln!(self.text, "  {place} = evercheck_choose(0, 9);"),
            2 => writeln!(
                self.text,
                "  {{ int in = __VERIFIER_nondet_int(); __VERIFIER_assume(in >= {low} && in <= {high}); {place} = in; }}"
            ),
            _ => writeln!(self.text, "  {place} = evercheck_choose({low}, {high});"),
        }
        .expect("memory");
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(6) {
                0 => format!("{}", self.random.below(7) as i64 - 2),
                1 => self.shared().to_string(),
                _ => self.random.pick(&OWN).to_string(),
            };
        }
        let (x, y) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(16) {
            0..3 => format!("(unsigned)({x}) {} ({y})", self.random.pick(&["+", "-", "*"])),
            3 => format!("({x}) {} ({y})", self.random.pick(&["+", "-", "/", "%"])),
            4..8 => format!("(({x}) {} ({y}))", self.random.pick(&["<", "<=", "==", "!=", ">"])),
            8 => format!("(({x}) ? ({y}) : 3)"),
            9 => format!("table[({x}) & 3]"),
            10 => format!("bytes[(unsigned)({x}) % 4]"),
            11 => format!("pairs[(unsigned)({x}) % 3].{}", self.random.pick(&["one", "two", "three"])),
            12 => format!("twice(({x}) & 7)"),
            13 => format!("(({x}) & 15) << 2"),
            14 => format!("(int)(signed char)({x})"),
            _ => format!("({x}) {} ({y})", self.random.pick(&["&", "|", "^"])),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (x, y) = (self.expression(1), self.expression(1));
        let (own, shared) = (self.random.pick(&OWN), self.shared());
        let atomic = self.random.pick(&["c", "d", "e", "z"]);
        let ty = match atomic {
            "c" => "unsigned",
            "d" => "short",
            "e" => "unsigned char",
            _ => "long",
        };
        let line = match self.random.below(40) {
            0 => return self.input(),
            1..3 => format!("{own} = {x};"),
            3..6 => format!("{shared} = {x};"),
            6 => format!("table[({y}) & 3] = {x};"),
            7 => format!("bytes[({y}) & 3] = {x};"),
            8 => format!("__VERIFIER_assume({x});"),
            9 => format!("{atomic} {}= {x};", self.random.pick(&["+", "-", "^", "|"])),
            10 => {
                format!(
                    "{{ {ty} old = {y}; if (__atomic_compare_exchange_n(&{atomic}, &old, {x}, 0, 5, 5)) a = 3; else b = (int)old; }}"
                )
            }
            11 => format!(
                "{own} = __atomic_{}(&{atomic}, {x}, 5);",
                self.random.pick(&[
                    "fetch_add",
                    "fetch_sub",
                    "exchange_n",
                    "fetch_and",
                    "add_fetch",
                    "fetch_nand"
                ])
            ),
            12 => format!("__atomic_store_n(&{atomic}, {x}, 5);"),
            13 => format!("{own} = __atomic_load_n(&{atomic}, 5);"),
            14 => format!(
                "{own} = __sync_bool_compare_and_swap(&{}, {x}, {y});",
                self.random.pick(&["x", "y", "table[2]"])
            ),
            15 => format!("pairs[(unsigned)({y}) % 3] = pair;"),
            16 => format!("{{ struct pair k = {{(int)({x}), (short)({y}), 1}}; pair = k; }}"),
            17 => "pair = pairs[1];".to_string(),
            18 => format!("memcpy(bytes, &{}, 4);", self.random.pick(&["x", "y", "pair", "table[2]"])),
            19 => format!("memset(bytes + (({y}) & 1), (int)({x}), 2);"),
            20 => "a = memcmp(bytes, &x, 3) > 0;".to_string(),
            21 => format!("at = &table[({y}) & 3];"),
            22 => format!("*at = {x};"),
            23 => format!("{{ int *p = malloc(4); *p = (int)({x}); heap = p; }}"),
            24 => format!("{{ int *p = heap; if (p) {own} = *p; }}"),
            25 => format!(
                "{own} = __VERIFIER_atomic_swap(&{}, (int)({x}));",
                self.random.pick(&["x", "y", "table[2]"])
            ),
            26 if self.random.one_in(4) => format!("if ({x}) exit((int)({y}) & 1);"),
            26 if self.random.one_in(3) => format!("if ({x}) pthread_exit((void *)(long)({y}));"),
            27 if depth > 0 => {
                self.text.push_str("  __VERIFIER_atomic_begin();\n");
                self.statement(0);
                self.statement(0);
                "__VERIFIER_atomic_end();".to_string()
            }
            28 if depth > 0 => {
                self.text.push_str("  pthread_mutex_lock(&m);\n");
                self.statement(0);
                "pthread_mutex_unlock(&m);".to_string()
            }
            29 if depth > 0 => {
                self.text.push_str("  if (pthread_mutex_trylock(&m) == 0) {\n");
                self.statement(0);
                "pthread_mutex_unlock(&m); }".to_string()
            }
            30 if depth > 0 => {
                writeln!(self.text, "  pthread_rwlock_{}lock(&rw);", self.random.pick(&["rd", "wr"]))
                    .expect("memory");
                self.statement(0);
                "pthread_rwlock_unlock(&rw);".to_string()
            }
            31 if depth > 0 => {
                let waits = self.random.pick(&["sem_wait(&sem);", "if (sem_trywait(&sem) == 0)"]);
                writeln!(self.text, "  {waits} {{").expect("memory");
                self.statement(0);
                "sem_post(&sem); }".to_string()
            }
            32 if depth > 0 => {
                writeln!(self.text, "  for (i = 0; i < 2 && ({x}); i++) {{").expect("memory");
                self.statement(0);
                "}".to_string()
            }
            33 if depth > 0 => {
                writeln!(self.text, "  switch ({x}) {{\n  case 0:").expect("memory");
                self.statement(0);
                self.text.push_str("  break;\n  case 1 ... 3:\n");
                self.statement(0);
                "}".to_string()
            }
            34..38 if depth > 0 => {
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
fn threads_and_all_they_have_end_as_when_each_value_is_tried() {
    // What is violated first may be behind a fault that every run with numbers comes to before others move.
    symbols::threads_end_as_when_each_value_is_tried(Writer::program, |found, expected| {
        found.is_empty() || !expected.is_empty()
    });
}
