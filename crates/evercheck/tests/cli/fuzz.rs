//! Mutated examples: whatever the input, the tool accepts it or explains itself; it never crashes or hangs.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::run::{EXAMPLES, Scratch};

const PIECES: [&str; 12] =
    ["{", "}", "(", ";", "*", "&&", "goto", "struct", "0x", "\"", "__attribute__((packed))", "\u{ff}"];

/// A multiplicative generator: the same inputs on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    /// Deletes, repeats or moves a stretch of the text, or puts something new in.
    fn mutate(&mut self, text: &mut Vec<u8>) {
        let start = self.below(text.len());
        let end = (start + self.below(40)).min(text.len());
        let stretch = text[start..end].to_vec();
        match self.below(5) {
            0 => drop(text.drain(start..end)),
            1 => drop(text.splice(start..start, stretch)),
            2 => {
                text.drain(start..end);
                let to = self.below(text.len());
                text.splice(to..to, stretch);
            }
            3 => drop(text.splice(start..start, [self.below(256) as u8])),
            _ => drop(text.splice(start..start, PIECES[self.below(PIECES.len())].bytes())),
        }
    }
}

#[test]
fn fuzz_mutated_examples() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let scratch = Scratch::new("fuzz");
    let examples = ["bounded_buffer.c", "device/1/device.c"]
        .map(|name| std::fs::read(format!("{EXAMPLES}/{name}")).unwrap());
    let mut random = Random(1);
    while Instant::now() < deadline {
        let mut text = examples[random.below(examples.len())].clone();
        for _ in 0..=random.below(6) {
            random.mutate(&mut text);
        }
        scratch.write("input.c", &text);
        let mut child =
            scratch.command("cfa input.c").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let limit = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > limit {
                child.kill().unwrap();
                panic!("took more than 20 s: {}", scratch.path.join("input.c").display());
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let is_fine = matches!(status.code(), Some(0 | 2));
        assert!(is_fine, "{status}: {}\n{}", scratch.path.display(), String::from_utf8_lossy(&text));
    }
}
