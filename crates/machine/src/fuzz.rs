//! The body of the fuzz tests: whatever the program, the machine runs it to an end that has a name.
//!
//! A panic is a bug of ours, and so is a run that goes on beyond its limit, or one that ends otherwise if it is watched: then each
//! instruction is carried out by itself, and else in its quick form, where it has one.

use cfa::fuzz::random::Random;
use cfa::fuzz::{grammar, mutate, parse_and_lower};

use crate::fault::Stop;
use crate::library::Host;
use crate::number::Placement;
use crate::run::{Ended, Setup, Watch, run_watched};

/// How far a text got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No program, or one without `main`, or one too large to be worth the time.
    Refused,
    Ended,
    Faulted,
    NotModelled,
    /// The limit of instructions was reached.
    Endless,
}

const MAX_STEPS: u64 = 50_000;
/// Bytes of static objects that are worth the time.
const MAX_STATIC: u64 = 1 << 22;

/// Takes `data` for preprocessed C and runs it.
pub fn load_and_run(data: &[u8]) -> Outcome {
    if parse_and_lower(data) != cfa::fuzz::Outcome::Accepted {
        return Outcome::Refused;
    }
    let Ok(program) = cfa::from_text(&String::from_utf8_lossy(data)) else { return Outcome::Refused };
    let total = program.objects.iter().fold(0u64, |total, object| total.saturating_add(object.size));
    if program.main.is_none() || total > MAX_STATIC {
        return Outcome::Refused;
    }
    let args = vec![b"program".to_vec(), b"7".to_vec()];
    let setup = Setup { args, max_steps: MAX_STEPS, placement: Placement::Fixed };
    let run = |watch: Watch| {
        let Ended { stop, call_stack, steps, .. } = run_watched(&program, &setup, Box::new(Sink), watch);
        (stop, call_stack, steps)
    };
    let ended = run(Watch::Nothing);
    assert_eq!(ended, run(Watch::Operations), "quick, and one by one");
    match ended.0 {
        Stop::Exit(_) | Stop::Abort => Outcome::Ended,
        Stop::Fault(_) => Outcome::Faulted,
        Stop::StepLimit => Outcome::Endless,
        _ => Outcome::NotModelled,
    }
}

/// Makes a program of `data`, mutates it by `data`, and runs it.
pub fn mutate_and_run(data: &[u8]) -> Outcome {
    let seed = data.iter().fold(data.len() as u64, |seed, &byte| seed.wrapping_mul(31) ^ u64::from(byte));
    let mut random = Random::new(seed);
    let generated = random.one_in(3);
    let mut text = if generated {
        let functions = 1 + random.below(3);
        let out = "void out(long long n) { printf(\"%lld\\n\", n); }";
        grammar::program(&mut random, functions).replacen("void out(long long);", out, 1)
    } else {
        random.pick(&PROGRAMS).to_string()
    };
    text.insert_str(0, DECLARATIONS);
    let mut text = text.into_bytes();
    for _ in 0..random.below(6) {
        if random.one_in(8) { mutate(&mut random, &mut text) } else { exchange(&mut random, &mut text) }
    }
    load_and_run(&text)
}

/// Exchanges a token behind the declarations for one of its kind: what is still a program more often than not.
fn exchange(random: &mut Random, text: &mut Vec<u8>) {
    let tokens = tokens(&text[DECLARATIONS.len().min(text.len())..]);
    if tokens.is_empty() {
        return;
    }
    let from =
        |range: &std::ops::Range<usize>| DECLARATIONS.len() + range.start..DECLARATIONS.len() + range.end;
    let chosen = from(&tokens[random.below(tokens.len())]);
    let new: Vec<u8> = match text[chosen.start] {
        b'0'..=b'9' => random.pick(&NUMBERS).bytes().collect(),
        first if is_word(first) => {
            let words: Vec<_> = tokens.iter().map(from).filter(|r| is_word(text[r.start])).collect();
            text[words[random.below(words.len())].clone()].to_vec()
        }
        b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b',' | b'"' => return,
        _ => random.pick(&OPERATORS).bytes().collect(),
    };
    text.splice(chosen, new);
}

const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "8",
    "31",
    "32",
    "63",
    "64",
    "127",
    "255",
    "65536",
    "2147483647",
    "4294967295u",
    "0x8000000000000000",
    "1.5",
];
const OPERATORS: [&str; 24] = [
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "<", "<=", "==", "!=", "=", "+=", "-=",
    "*=", "++", "->", ".", "~",
];

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Words, numbers, and runs of other signs.
fn tokens(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let joins = |byte: u8| {
            is_word(byte) == is_word(text[start]) && (is_word(byte) || b"+-*/%<>&|^=!~?:.".contains(&byte))
        };
        at += 1;
        while at < text.len() && joins(text[at]) {
            at += 1;
        }
        if !text[start].is_ascii_whitespace() {
            found.push(start..at);
        }
    }
    found
}

/// Swallows all output; its input is endless.
struct Sink;

impl Host for Sink {
    fn write(&mut self, _: i32, _: &[u8]) {}

    fn read(&mut self, limit: usize) -> Vec<u8> {
        b"12 -3.5e2 word \n".iter().copied().cycle().take(limit.min(64)).collect()
    }
}

const DECLARATIONS: &str = "\
typedef unsigned long size_t; typedef __builtin_va_list va_list; typedef long jmp_buf[8];
int printf(const char *, ...); int snprintf(char *, size_t, const char *, ...); int sscanf(const char *, const char *, ...);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t); size_t strlen(const char *); char *strcpy(char *, const char *);
int strcmp(const char *, const char *); char *strchr(const char *, int); char *strtok(char *, const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); int atexit(void (*)(void)); void exit(int);
long strtol(const char *, char **, int); double strtod(const char *, char **); int getchar(void); double sqrt(double);
int setjmp(jmp_buf); void longjmp(jmp_buf, int); int rand(void); void abort(void);
";

/// Programs that use most of what the machine knows, to be mutated.
const PROGRAMS: [&str; 6] = [
    "struct node { int key; struct node *left, *right; unsigned kind : 3; signed depth : 9; };
static struct node *insert(struct node *t, int key) {
    if (!t) { t = calloc(1, sizeof *t); t->key = key; t->kind = key; return t; }
    if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key);
    t->depth++;
    return t;
}
static long sum(struct node *t) { return t ? t->key * 3 + t->kind - t->depth + sum(t->left) + sum(t->right) : 0; }
static void drop(struct node *t) { if (t) { drop(t->left); drop(t->right); free(t); } }
int main(int argc, char **argv) {
    struct node *root = 0;
    for (int i = 0; i < 20; i++) root = insert(root, i * 37 % 23);
    printf(\"%ld %s %d\\n\", sum(root), argv[0], argc);
    drop(root);
    return 3;
}",
    "static int total(int n, ...) {
    va_list ap, copy; int t = 0;
    __builtin_va_start(ap, n); __builtin_va_copy(copy, ap);
    while (n--) t += __builtin_va_arg(ap, int) * 2 - (int)__builtin_va_arg(copy, int);
    __builtin_va_end(ap); __builtin_va_end(copy);
    return t;
}
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static jmp_buf back;
static void done(void) { printf(\"done\\n\"); }
int main(void) {
    int v[] = {5, 3, [4] = 9, 1}, n = sizeof v / sizeof *v; volatile int tries = 0;
    qsort(v, n, sizeof *v, order);
    atexit(done);
    if (setjmp(back) < 3) { tries++; longjmp(back, tries); }
    for (int i = 0; i < n; i++) printf(\"%d %x %-5d|\", v[i], v[i] << 3, total(3, v[i], i, tries));
    exit(v[2]);
}",
    "union word { unsigned all; struct { unsigned char b[4]; } parts; float f; };
static double power(double x, unsigned n) { double r = 1; for (; n; n >>= 1, x *= x) if (n & 1) r *= x; return r; }
int main(void) {
    union word w = {0x3f800000}; __int128 big = 1; float f = w.f; unsigned long long u = -1;
    for (int i = 1; i < 30; i++) big *= i;
    printf(\"%g %a %d %u %llu\\n\", f * 2, power(1.5, 20), (int)power(2, 30), w.parts.b[3], u);
    switch ((int)(big >> 70)) { case 0 ... 9: f /= 0; break; case -5: default: f = -f; }
    signed char c = 200; c += 100; c <<= 1; _Bool b = f; b++;
    return (c ^ b) % 7 + (unsigned char)(big % 251) / 3 + __builtin_popcount(w.all) + __builtin_clz(w.all);
}",
    "static char buffer[64];
int main(void) {
    char text[] = \"one two,three\", *p = text, copy[32]; int n = 0, i; double d;
    for (char *t = strtok(text, \" ,\"); t; t = strtok(0, \" ,\")) n += strlen(t);
    memset(buffer, 'x', 20); memmove(buffer + 3, buffer, 10); memcpy(copy, p, sizeof text); strcpy(copy + 4, \"abc\");
    snprintf(buffer, sizeof buffer, \"%s-%5.2f-%c-%ld\", copy, 3.14159, 'q', strtol(\"0x1f\", 0, 0));
    if (sscanf(\"12 3.5 word\", \"%d %lf %31s\", &i, &d, copy) == 3) n += i + (int)d + memcmp(copy, \"word\", 4);
    while (n < 100 && getchar() != -1) n++;
    printf(\"%s %d\\n\", buffer, n);
    return strchr(buffer, '-') - buffer;
}",
    "static int step(int n) {
    static void *const table[] = {&&zero, &&one, &&two}; int total = 0, vla[n + 1]; vla[n] = n;
again:
    if (n < 0) return total;
    goto *table[n-- % 3];
zero: total += vla[sizeof vla / sizeof *vla - 1]; goto again;
one: total ^= ({ int t = n; while (t > 3) t -= 2; t; }); goto again;
two: { struct { int a, b[2]; } s = {n, {1, 2}}, *q = &s; q->b[1] += q->a; total += (s = *q).b[1]; } goto again;
}
int main(void) {
    int *heap = malloc(10 * sizeof *heap), sum = 0;
    for (int i = 0; i < 10; i++) heap[i] = step(i);
    heap = realloc(heap, 20 * sizeof *heap);
    for (int *p = heap; p != heap + 10; ++p) sum += *p ?: 1;
    free(heap);
    unsigned long tagged = (unsigned long)&sum | 1; *(int *)(tagged & ~1ul) += 4;
    return sum % 251;
}",
    "typedef int v4 __attribute__((vector_size(16)));
static _Atomic int counter; static _Thread_local long local = 5; extern int missing(void) __attribute__((weak));
static void release(int *p) { counter -= *p; }
static int (*pick(int n))(int) { extern int first(int), second(int); return n ? first : second; }
int first(int x) { int guard __attribute__((cleanup(release))) = x; return guard + counter++; }
int second(int x) { return x < 1 ? 0 : second(x - 1) + 1; }
int main(void) {
    v4 a = {1, 2, 3, 4}, b = a * a + 1; double _Complex z = 1 + 2i; z *= z; int old = 3;
    __atomic_fetch_add(&counter, a[2], 5); __atomic_compare_exchange_n(&counter, &old, 9, 0, 5, 5);
    for (int i = 0; i < 4; i++) local += pick(i & 1)(b[i]) + (missing ? 1 : 2);
    short m[3][4] = {{1}, {2, 3}}; short (*row)[4] = m + 1; int overflow, hit = __builtin_add_overflow(local, 1 << 30, &overflow);
    return (int)(__real__ z + local + (*row)[1] + (&m[2][0] - &m[0][0]) + hit + overflow) & 127;
}",
];
