//! Whatever the text, the front end accepts it or explains itself, and soon.

use std::path::Path;
use std::time::{Duration, Instant};

use cfa::fuzz::random::Random;
use cfa::fuzz::{Outcome, mutate, mutate_and_lower, parse_and_lower};

/// No text of a few KB may take longer; without optimisation and beside other tests it may take ten times that.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

/// Constructs that the programs do not have, in the small.
const SNIPPETS: [&str; 12] = [
    "struct s { int a : 3; union { char c[4]; long l; }; } x = { .a = 1, .c = \"ab\" }; int f(struct s *p) { return p->a++; }",
    "int f(int n) { int a[n][n + 1], (*p)[n] = a; again: if (n--) goto again; return sizeof a + p[1][0]; }",
    "typedef int v4 __attribute__((vector_size(16))); v4 f(v4 a, v4 b) { return a * b + (a > b); }",
    "double _Complex f(double _Complex z) { return ~z * 2.0i + __real__ z; }",
    "int f(int x) { switch (x) { case 1 ... 5: return 1; default: { int y; case 7: y = 2; return y; } } }",
    "void *t[2]; int f(int i) { t[0] = &&a; t[1] = &&b; goto *t[i]; a: return 1; b: return ({ int z = i; z; }); }",
    "#include <x.h>\n# 1 \"y.h\"\nextern int e; _Thread_local int t; _Atomic long n; long f(void) { n += e; return t++ + n--; }",
    "int f(int c, ...) { __builtin_va_list ap; __builtin_va_start(ap, c); return __builtin_va_arg(ap, int); }",
    "static int f(void) __attribute__((constructor, noreturn)); int g(void) __attribute__((weak, alias(\"f\")));",
    "int f(a, b) char a; float b; { asm volatile(\"add %1, %0\" : \"+r\"(a) : \"m\"(b) : \"memory\"); return a ?: b; }",
    "int f(int *p) { int x __attribute__((cleanup(g))) = *p++; for (;;) { if (x) break; else continue; } return -x; }",
    "unsigned __int128 f(long double d) { return d > 0x1p100L ? (unsigned __int128)d : _Generic(d, int: 1, default: 2); }",
];

#[test]
fn fuzz_mutated_text() {
    let mut seeds: Vec<Vec<u8>> = SNIPPETS.iter().map(|text| text.as_bytes().to_vec()).collect();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics/programs");
    let mut files: Vec<_> = std::fs::read_dir(programs).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    seeds.extend(files.iter().map(|file| std::fs::read(file).unwrap()));
    let mut random = Random::new(seed());
    let mut counts = Counts::default();
    while !counts.is_over() {
        let mut text = seeds[random.below(seeds.len())].clone();
        for _ in 0..1 + random.below(5) {
            mutate(&mut random, &mut text);
        }
        counts.run(|| parse_and_lower(&text), &text);
    }
    counts.show("mutated text");
}

#[test]
fn fuzz_mutated_programs() {
    let mut random = Random::new(seed());
    let mut counts = Counts::default();
    while !counts.is_over() {
        let data: Vec<u8> = (0..16).map(|_| random.below(256) as u8).collect();
        counts.run(|| mutate_and_lower(&data), &data);
    }
    counts.show("mutated programs");
}

/// What came of the inputs so far.
struct Counts {
    deadline: Instant,
    accepted: u32,
    rejected: u32,
    parser_failed: u32,
    longest: Duration,
}

impl Default for Counts {
    fn default() -> Counts {
        let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
        let deadline = Instant::now() + Duration::from_secs(seconds);
        Counts { deadline, accepted: 0, rejected: 0, parser_failed: 0, longest: Duration::ZERO }
    }
}

impl Counts {
    fn is_over(&self) -> bool {
        Instant::now() > self.deadline
    }

    fn run(&mut self, body: impl FnOnce() -> Outcome + std::panic::UnwindSafe, input: &[u8]) {
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(body);
        let took = start.elapsed();
        let number = self.accepted + self.rejected;
        let kept = |why: &str| {
            let file = std::env::temp_dir().join(format!("cfa-fuzz-{}-{number}", std::process::id()));
            std::fs::write(&file, input).unwrap();
            panic!("{why}: {}", file.display());
        };
        match outcome {
            Ok(Outcome::Accepted) => self.accepted += 1,
            Ok(Outcome::Rejected) => self.rejected += 1,
            Ok(Outcome::ParserFailed) => self.parser_failed += 1,
            Err(_) => kept("a bug"),
        }
        if took > LIMIT {
            kept(&format!("took {took:?}"));
        }
        self.longest = self.longest.max(took);
    }

    fn show(&self, what: &str) {
        println!(
            "{what}: {} accepted, {} rejected, {} times the parser failed, at most {:?} each",
            self.accepted, self.rejected, self.parser_failed, self.longest
        );
    }
}

/// Another one by FUZZ_SEED.
fn seed() -> u64 {
    std::env::var("FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}
