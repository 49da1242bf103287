//! Whatever the text, the front end accepts it or explains itself, and soon.

use std::path::Path;
use std::time::{Duration, Instant};

use cfa::fuzz::random::Random;
use cfa::fuzz::{Outcome, mutate, mutate_and_lower, parse_and_lower};

/// No text of a few KB may take longer; without optimisation and beside other tests it may take ten times that.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

/// Programs to start from: those that are compared with gcc's, and the snippets in the tables of other tests.
fn seeds() -> Vec<Vec<u8>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds = Vec::new();
    texts(&here.join("../../tests/programs/run"), "c", &mut seeds);
    let mut tables = Vec::new();
    texts(&here.join("tests/lowering"), "rs", &mut tables);
    seeds.extend(tables.iter().flat_map(|text| snippets(text)));
    seeds.into_iter().map(String::into_bytes).collect()
}

/// The files below a folder, in an order that is the same everywhere.
fn texts(folder: &Path, extension: &str, found: &mut Vec<String>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            texts(&path, extension, found);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

/// String literals of Rust that hold C.
fn snippets(rust: &str) -> Vec<String> {
    let parts: Vec<&str> = rust.split('"').collect();
    let mut literals = vec![String::new()];
    for part in parts {
        let last = literals.last_mut().unwrap();
        match part.strip_suffix('\\') {
            Some(start) => *last += &format!("{start}\""),
            None => {
                *last += part;
                literals.push(String::new());
            }
        }
    }
    let is_c = |text: &String| text.contains("f(") && text.contains('{') && !text.contains("fn ");
    literals.into_iter().filter(is_c).map(|text| text.replace("\\\\", "\\")).collect()
}

#[test]
fn fuzz_mutated_text() {
    let seeds = seeds();
    assert!(seeds.len() > 100, "{} seeds", seeds.len());
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
