//! Random programs with small inputs that use most of what C has: what is said with inputs as symbols is what is said when each value
//! is tried, and they end with the same contents of memory.
//!
//! Beside `symbolic_random.rs`: integers of all widths, bit-fields, unions, structs by value, heap lists, recursion, `setjmp`, arguments
//! without a number, arrays of a size that depends on inputs, the library, checked arithmetic.
//! `SYMBOLIC_PROGRAMS=N` tries so many, from `SYMBOLIC_SEED`.

mod symbols;

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use explicit::{Options, Order, Report, check};
use symbols::{Ends, Random, for_each_seed, is_open, number, violated};
use verdict::Verdict;

const HEAD: &str = "\
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
long strtol(const char *, char **, int);
int atoi(const char *);
int isdigit(int);
int isalpha(int);
int toupper(int);
int abs(int);
long labs(long);
int snprintf(char *, size_t, const char *, ...);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void exit(int);
int evercheck_choose(int, int);
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
short __VERIFIER_nondet_short(void);
void __VERIFIER_assume(int);
void reach_error(void);
typedef __builtin_va_list va_list;
struct part { char x; short y; int z; };
struct fields { int a : 3; unsigned b : 5; long long c : 40; unsigned d : 1; signed char e : 7; _Bool f : 1; unsigned g : 12; };
union mix { int i; short s[2]; unsigned char c[8]; long l; struct part part; struct fields fields; };
struct node { int key; struct node *next; };
struct pair { int one; long two; };
static struct part g, parts[3];
static struct fields f;
static union mix v;
static int m[4], n[2][3];
static const short table[8] = {0, 0, -3, 5, 5, 5, 400, 1};
static unsigned char bytes[8];
static char text[12] = \"12ab\";
static long l, longs[3];
static unsigned long o = 5;
static signed char s = -1;
static unsigned char u = 3;
static short t = 7;
static unsigned w = 9;
static _Bool q;
static __int128 huge = 4;
static unsigned __int128 vast = 3;
static unsigned _BitInt(5) five = 6;
static _BitInt(37) odd = -2;
static int a_out, b_out, e_out;
static unsigned h_out;
static struct node first = {1, 0};
static struct node *list = &first;
static int f1(short x) { if (x > 2) return x - 1; return x * 2; }
static long f2(unsigned char x) { return x << 3; }
static int f3(int x) { switch (x & 15) { case 0 ... 3: return x + 1; case 9: return -x; case 12: return 3; default: return x ^ 5; } }
static int sum(int count, ...) {
  va_list all;
  int i, total = 0;
  __builtin_va_start(all, count);
  for (i = 0; i < count; i++) total ^= __builtin_va_arg(all, int) + i;
  __builtin_va_end(all);
  return total;
}
static int deep(int x, unsigned y) { if (x <= 0) return (int)(y & 7); return deep(x - 1, y * 3 + x) + (x & 1); }
static struct pair make(int x, long y) { struct pair p = {x, y ^ x}; if (y > 3) p.one ^= 9; return p; }
static int use(struct pair p) { return p.one ^ (int)p.two; }
static unsigned gcd(unsigned x, unsigned y) { int i; for (i = 0; i < 4 && y; i++) { unsigned z = x % y; x = y; y = z; } return x; }
static int (*const calls[4])(int) = {f3, abs, f3, toupper};
static void *jumps[8];
static int jump(int x, int y) {
  int z = 0, back;
  back = __builtin_setjmp(jumps);
  if (back == 0) { if (x > y) __builtin_longjmp(jumps, 1); z = 3; } else z = 40;
  return z + (x == y);
}
";

const PLACES: [&str; 44] = [
    "a",
    "b",
    "u",
    "s",
    "t",
    "w",
    "l",
    "o",
    "q",
    "m[1]",
    "m[3]",
    "bytes[2]",
    "bytes[5]",
    "g.x",
    "g.y",
    "g.z",
    "f.a",
    "f.b",
    "f.c",
    "f.d",
    "f.e",
    "f.f",
    "f.g",
    "v.i",
    "v.s[1]",
    "v.c[3]",
    "v.l",
    "v.part.y",
    "v.fields.a",
    "v.fields.c",
    "*p",
    "n[1][2]",
    "n[0][1]",
    "list->key",
    "longs[1]",
    "parts[2].z",
    "parts[1].x",
    "a",
    "b",
    "huge",
    "vast",
    "five",
    "odd",
    "text[1]",
];

/// A program with up to four inputs.
struct Writer {
    random: Random,
    text: String,
    inputs: u32,
    /// Values of all inputs together.
    values: u64,
    /// Where they were put.
    given: Vec<&'static str>,
}

impl Writer {
    fn program(seed: u64) -> String {
        let mut random = Random::new(seed);
        for _ in 0..4 {
            random.next();
        }
        let mut writer = Writer { random, text: HEAD.to_string(), inputs: 0, values: 1, given: Vec::new() };
        writer.text.push_str(
            "int main(void) {\n  int a = 1, b = 2, i;\n  int *p = &m[1];\n  struct pair r = {1, 2};\n",
        );
        writer.input();
        writer.input();
        let count = 4 + writer.random.below(9);
        (0..count).for_each(|_| writer.statement(2));
        writer.text.push_str("  a_out = a; b_out = b; e_out = (int)(p - m) + r.one + (int)r.two;\n");
        writer.text.push_str(
            "  for (struct node *it = list; it; it = it->next) e_out = (int)(3u * e_out + it->key);\n",
        );
        if writer.random.one_in(2) {
            let modulus = writer.random.pick(&["4", "7", "16"]);
            let mut hash = String::from("0u");
            for place in PLACES {
                if writer.random.one_in(3) {
                    let factor = writer.random.below(9);
                    write!(hash, " + {factor} * (unsigned)({place})").expect("memory");
                }
            }
            let wanted = writer.random.below(16);
            writeln!(writer.text, "  if (({hash}) % {modulus} == {wanted}) reach_error();").expect("memory");
        }
        writer.text.push_str("  return 0;\n}\n");
        writer.text
    }

    fn place(&mut self) -> &'static str {
        match self.given.len() {
            0 => self.random.pick(&PLACES),
            _ if self.random.below(5) < 3 => {
                let index = self.random.below(self.given.len() as u64) as usize;
                self.given[index]
            }
            _ => self.random.pick(&PLACES),
        }
    }

    fn input(&mut self) {
        if self.inputs == 4 || self.values > 100 {
            return;
        }
        self.inputs += 1;
        let place = self.random.pick(&PLACES);
        self.given.push(place);
        if self.inputs == 1 && self.random.one_in(8) {
            self.values *= 256;
            writeln!(self.text, "  {place} = __VERIFIER_nondet_uchar();").expect("memory");
            return;
        }
        if self.random.one_in(6) {
            self.values *= 2;
            writeln!(self.text, "  {place} = __VERIFIER_nondet_bool();").expect("memory");
            return;
        }
        let more = if self.random.one_in(2) { 8 + self.random.below(8) } else { 1 + self.random.below(6) };
        self.values *= more + 1;
        let low = self.random.below(8) as i64 - 4;
        let high = low + more as i64;
        match self.random.below(5) {
            0 => {
                let name = self.random.pick(&["int", "long", "short"]);
                writeln!(
                    self.text,
                    "  {{ {name} in = __VERIFIER_nondet_{name}(); __VERIFIER_assume(in >= {low} && in <= {high}); {place} = in; }}"
                )
            }
            1 => writeln!(
                self.text,
                "  {{ unsigned in = __VERIFIER_nondet_uint(); __VERIFIER_assume(in <= {more}); {place} = in - {}; }}",
                more / 2
            ),
            _ => writeln!(self.text, "  {place} = evercheck_choose({low}, {high});"),
        }
        .expect("memory");
    }

    fn constant(&mut self) -> String {
        match self.random.below(12) {
            0 => self
                .random
                .pick(&["2147483647", "(-2147483647 - 1)", "4294967295u", "0x80000000u"])
                .to_string(),
            1 => self
                .random
                .pick(&["0x7fffffffffffffffL", "(-0x7fffffffffffffffL - 1)", "~0ul", "65535", "255"])
                .to_string(),
            _ => format!("{}", self.random.below(14) as i64 - 4),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            return if self.random.one_in(4) { self.constant() } else { self.place().to_string() };
        }
        let (x, y) = (self.expression(depth - 1), self.expression(depth - 1));
        let wide = self.random.pick(&["unsigned", "unsigned long", "unsigned", "unsigned short"]);
        match self.random.below(48) {
            0..5 => format!("({wide})({x}) {} ({y})", self.random.pick(&["+", "-", "*"])),
            5 => format!("({x}) {} ({y})", self.random.pick(&["+", "-", "*", "/", "%"])),
            6 => format!("({x}) / (({y}) | 1)"),
            7 => format!("({x}) % (({y}) ? ({y}) : 3)"),
            8 => format!("({wide})({x}) / ((unsigned)({y}) | 1)"),
            9 => format!("(long)({x}) % (({y}) ? 5l : -3l)"),
            10 => format!("({wide})({x}) << (({y}) & 7)"),
            11 => format!("(long)({x}) >> (({y}) & 15)"),
            12 => format!("({x}) >> (({y}) & 7)"),
            13 if self.random.one_in(3) => format!("({x}) << ({y})"),
            13..16 => format!("({x}) {} ({y})", self.random.pick(&["&", "|", "^"])),
            16..22 => format!("(({x}) {} ({y}))", self.random.pick(&["<", "<=", "==", "!=", ">", ">="])),
            22 => format!("{}({x})", self.random.pick(&["!", "~", "!!", "(_Bool)", "-(long)"])),
            23 | 24 => {
                let to = self.random.pick(&[
                    "char",
                    "unsigned char",
                    "short",
                    "long",
                    "unsigned",
                    "unsigned _BitInt(5)",
                    "_BitInt(37)",
                    "__int128",
                    "unsigned long",
                    "_Bool",
                ]);
                format!("({to})({x})")
            }
            25 => format!("(({x}) ? ({y}) : ({x}))"),
            26 => format!("(({x}) {} ({y}))", self.random.pick(&["&&", "||"])),
            27 => format!("table[({x}) & 7]"),
            28 => format!("m[({x}) & 3]"),
            29 => format!("n[({x}) & 1][(unsigned)({y}) % 3]"),
            30 => format!("bytes[(unsigned)({x}) % 8]"),
            31 => format!("f{}({x})", 1 + self.random.below(3)),
            32 => format!("calls[({x}) & 3](({y}) & 127)"),
            33 => format!("*(unsigned short *)(bytes + 2 * (({x}) & 3))"),
            34 => format!(
                "v.{}",
                self.random.pick(&["i", "s[0]", "c[1]", "c[7]", "l", "part.z", "fields.b", "fields.g"])
            ),
            35 => format!("parts[(unsigned)({x}) % 3].{}", self.random.pick(&["x", "y", "z"])),
            36 => format!("sum(3, (int)({x}), (int)({y}), 4)"),
            37 => format!("deep(({x}) & 3, (unsigned)({y}))"),
            38 => format!("use(make((int)({x}), (long)({y})))"),
            39 => format!("(int)gcd((unsigned)({x}) & 31, (unsigned)({y}) & 15)"),
            40 => format!("jump(({x}) & 7, ({y}) & 7)"),
            41 => format!(
                "__builtin_{}((unsigned)({x}) | 1)",
                self.random.pick(&["clz", "ctz", "popcount", "bswap32", "ffs", "parity"])
            ),
            42 => format!("is{}(({x}) & 127)", self.random.pick(&["digit", "alpha"])),
            43 => format!("(({x}) , ({y}))"),
            44 => format!("(&m[({x}) & 3] - &m[({y}) & 3])"),
            45 => format!("(&m[({x}) & 3] < &m[({y}) & 3])"),
            46 => format!("((unsigned)({x}) << 5 | (unsigned)({x}) >> 27)"),
            _ => format!("longs[(unsigned long)({x}) % 3]"),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (mut x, y) = (self.expression(2), self.expression(1));
        if self.inputs > 1 && self.random.one_in(3) {
            let order = self.random.pick(&["<", "<=", "==", "!=", ">"]);
            let (one, two) = (self.place(), self.place());
            x = match self.random.below(3) {
                0 => format!("({one}) {order} ({two})"),
                1 => format!("(unsigned)({one}) + 2 * (unsigned)({two}) {order} {}", self.random.below(30)),
                _ => format!("(unsigned)({one}) * (unsigned)({two}) {order} ({y})"),
            };
        }
        let place = self.place();
        if self.given.len() < 9 {
            self.given.push(place);
        }
        let line = match self.random.below(54) {
            0..2 => return self.input(),
            2..10 => format!("{place} = {x};"),
            10 => format!("{}[({y}) & 3] = {x};", self.random.pick(&["m", "bytes", "v.c"])),
            11 if self.random.one_in(4) => format!("m[{y}] = {x};"),
            11 => format!("parts[(unsigned)({y}) % 3].{} = {x};", self.random.pick(&["x", "y", "z"])),
            12 => format!(
                "memcpy(&{}, bytes + (({y}) & 3), 4);",
                self.random.pick(&["w", "a", "m[2]", "g.z", "v", "parts[1].z"])
            ),
            13 => format!(
                "memcpy(bytes + (({y}) & 3), &{}, 4);",
                self.random.pick(&["w", "a", "m[2]", "l", "v", "f"])
            ),
            14 => format!("p = &m[({y}) & 3];"),
            15 => format!("*p = {x};"),
            16 => format!("__VERIFIER_assume({x});"),
            17 => "v.part = g; g = parts[2];".to_string(),
            18 => format!("parts[({y}) & 1] = v.part;"),
            19 => "v.fields = f;".to_string(),
            20 => "{ struct fields k = f; k.b ^= 3; k.a++; f = k; }".to_string(),
            21 => format!("{} {}= {x};", self.place(), self.random.pick(&["^", "|", "&"])),
            22 => format!(
                "{}{};",
                self.random.pick(&["u", "w", "f.b", "f.e", "f.g", "o", "m[0]", "bytes[1]", "f.d", "q"]),
                self.random.pick(&["++", "--"])
            ),
            23 => {
                let (op, to) = (
                    self.random.pick(&["add", "sub", "mul"]),
                    self.random.pick(&["a", "w", "l", "u", "t", "o"]),
                );
                format!("q = __builtin_{op}_overflow({x}, {y}, &{to});")
                    .replace("(_Bool)", "")
                    .replace("__int128", "long")
            }
            24 => format!(
                "{{ struct node *it = malloc(sizeof *it); it->key = (int)({x}); it->next = list; list = it; }}"
            ),
            25 => format!(
                "for (struct node *it = list; it; it = it->next) if (it->key == ({y})) {{ a = 7; break; }}"
            ),
            26 => format!("r = make((int)({x}), (long)({y}));"),
            27 => format!(
                "{{ int z[(({y}) & 3) + 1]; for (i = 0; i <= (int)(({y}) & 3) && i < 4; i++) z[i] = i + b; b = z[({y}) & 3] & 255; }}"
            ),
            28 => format!(
                "{{ char *z = malloc(((unsigned)({y}) & 7) + 1); z[(unsigned)({y}) & 7] = (char)({x}); a = z[(unsigned)({y}) & 7]; free(z); }}"
            ),
            29 => format!(
                "{{ int *z = calloc((({y}) & 3) + 1, 4); z[0] = (int)({x}); z = realloc(z, 8); a = z[0]; free(z); }}"
            ),
            30 => format!("text[({y}) & 3] = 'a' + (({x}) & 3);"),
            31 => format!("text[({y}) & 3] = (char)({x});"),
            32 => "a = (int)strlen(text);".to_string(),
            33 => format!("b = strcmp(text, \"{}\") < 0;", self.random.pick(&["12ab", "b", "abc", ""])),
            34 => format!(
                "b = strncmp(text, \"{}\", (({y}) & 3)) == 0;",
                self.random.pick(&["12ab", "b", "abc", ""])
            ),
            35 => "a = memcmp(bytes, v.c, 3) > 0;".to_string(),
            36 => format!("{{ char *z = strchr(text, ({y}) & 127); a = z ? (int)(z - text) : -1; }}"),
            37 => format!(
                "{{ unsigned char *z = memchr(bytes, ({y}) & 15, 8); a = z ? (int)(z - bytes) : -1; }}"
            ),
            38 => format!("memset(bytes + (({y}) & 3), (int)({x}), 3);"),
            39 => "memmove(bytes + 1, bytes, 5);".to_string(),
            40 => format!(
                "{} = strtol(text, 0, {});",
                self.random.pick(&["a", "l"]),
                self.random.pick(&["10", "0", "16"])
            ),
            41 => format!("text[0] = '0' + (({y}) & 7); a = atoi(text);"),
            42 => format!(
                "a = snprintf(text, 12, \"%{}\", (int)({y}));",
                self.random.pick(&["d", "x", "3d", "c"])
            ),
            43 => "strcpy(text + 4, \"xy\"); text[6] = text[1]; text[7] = 0;".to_string(),
            44 => format!("l = labs((long)({x}) >> 1);"),
            45 if depth > 0 => {
                writeln!(self.text, "  for (i = 0; i < 3 && ({x}); i++) {{").expect("memory");
                self.statement(0);
                "}".to_string()
            }
            46 if depth > 0 => {
                writeln!(self.text, "  switch ({x}) {{").expect("memory");
                let one = self.random.below(5);
                writeln!(self.text, "  case {one}:").expect("memory");
                self.statement(depth - 1);
                self.text.push_str("  break;\n");
                let two = 5 + self.random.below(4);
                writeln!(self.text, "  case {two} ... {}:", two + self.random.below(60)).expect("memory");
                self.statement(depth - 1);
                if self.random.one_in(2) {
                    self.text.push_str("  break;\n  case -1:\n");
                    self.statement(depth - 1);
                }
                if self.random.one_in(2) {
                    self.text.push_str("  break;\n  default:\n");
                    self.statement(depth - 1);
                }
                "}".to_string()
            }
            47 if self.random.one_in(3) => format!("if ({x}) exit((int)({y}) & 255);"),
            _ if depth > 0 => {
                writeln!(self.text, "  if ({x}) {{").expect("memory");
                self.statement(depth - 1);
                if self.random.one_in(2) {
                    self.text.push_str("  } else {\n");
                    self.statement(depth - 1);
                }
                "}".to_string()
            }
            _ => format!("{place} = {y};"),
        };
        writeln!(self.text, "  {line}").expect("memory");
    }
}

fn explore(program: &cfa::Program, has_symbols: bool, order: Order) -> (Report, Ends) {
    let mut options = Options { order, ..Options::default() };
    options.machine.has_symbols = has_symbols;
    options.machine.oracle = Some(solver::oracle);
    options.is_keeping_going = !has_symbols;
    options.limits.states = Some(if has_symbols { 40_000 } else { 20_000 });
    let mut ends = Ends::up_to(20_000);
    let report = check(program, &options, &mut ends);
    (report, ends)
}

#[test]
fn verdicts_and_ends_are_those_of_enumeration() {
    let (count, first) = (number("SYMBOLIC_PROGRAMS", 150), number("SYMBOLIC_SEED", 1));
    let workers = number("SYMBOLIC_WORKERS", 2);
    let goes_on = std::env::var_os("SYMBOLIC_GO_ON").is_some();
    let (decided, held) = (AtomicU64::new(0), AtomicU64::new(0));
    let (skipped, compared, differ) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let one = |seed: u64| -> Result<(), String> {
        let text = Writer::program(seed);
        if std::env::var_os("SYMBOLIC_SHOW").is_some() {
            println!("{text}");
        }
        let program = cfa::from_text(&text).map_err(|error| format!("seed {seed}: {error:?}\n{text}"))?;
        let (expected, ends) = explore(&program, false, Order::Depth);
        let is_unknown = |it: &(_, Verdict)| matches!(it.1, Verdict::Unknown(_));
        if expected.violations.is_empty() && expected.properties.iter().any(is_unknown)
            || expected.is_limited()
        {
            skipped.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        for order in [Order::Depth, Order::Breadth] {
            let (found, ended) = explore(&program, true, order);
            let shown = || {
                let verdicts = (found.verdict(), expected.verdict());
                format!(
                    "seed {seed}, {order:?}: {} instead of {} {:?}\n{text}",
                    verdicts.0, verdicts.1, found.obstacles
                )
            };
            for property in violated(&found) {
                if !violated(&expected).contains(&property) {
                    return Err(shown());
                }
            }
            if found.properties.iter().any(is_open) && found.violations.is_empty() {
                continue;
            }
            let is_missed = !violated(&expected).is_empty() && violated(&found).is_empty();
            if is_missed || found.is_limited() {
                return Err(shown());
            }
            decided.fetch_add(1, Ordering::Relaxed);
            if violated(&expected).is_empty() {
                if expected.properties != found.properties {
                    return Err(shown());
                }
                held.fetch_add(1, Ordering::Relaxed);
                compared.fetch_add((!ended.is_cut).into(), Ordering::Relaxed);
                if !ended.is_cut && ends.contents != ended.contents {
                    let lost = ends.contents.difference(&ended.contents).count();
                    let made_up = ended.contents.difference(&ends.contents).count();
                    return Err(format!(
                        "ends: {lost} lost, {made_up} made up of {} {}",
                        ends.contents.len(),
                        shown()
                    ));
                }
            }
        }
        Ok(())
    };
    for_each_seed(first, count, workers, |seed| {
        if let Err(what) = one(seed) {
            differ.fetch_add(1, Ordering::Relaxed);
            assert!(goes_on, "{what}");
            println!("{what}");
        }
    });
    let [decided, held, skipped, compared, differ] =
        [decided, held, skipped, compared, differ].map(AtomicU64::into_inner);
    println!(
        "{decided} of {} decided, {held} of them true, {compared} compared, {skipped} programs skipped, {differ} differ",
        2 * count
    );
    assert_eq!(differ, 0);
    assert!(decided * 2 > count, "{decided} of {} decided", 2 * count);
    assert!(held * 8 > decided, "{held} of {decided} true");
}
