//! Time and memory that this process has used, and who runs it, as the kernel tells it.

use std::time::{Duration, Instant};

/// What a command cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub wall: Duration,
    pub cpu: Duration,
    pub peak_rss_bytes: u64,
}

impl Effort {
    pub fn since(start: Instant) -> Effort {
        Effort { wall: start.elapsed(), cpu: cpu_time(), peak_rss_bytes: peak_rss_bytes() }
    }
}

/// The kernel counts time in these; the number is part of its interface on x86-64.
const TICKS_PER_SECOND: u64 = 100;
const PAGE_BYTES: u64 = 4096;

/// Memory in use now; 0 if it cannot be told.
pub fn rss_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * PAGE_BYTES
}

/// The user whom this process acts as, and whom the files belong to that it makes; none if it cannot be told.
pub fn user() -> Option<u32> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let numbers = text.lines().find_map(|line| line.strip_prefix("Uid:"))?;
    // Real, effective, saved, and that of the file system.
    numbers.split_whitespace().nth(3)?.parse().ok()
}

fn peak_rss_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
}

fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may contain anything.
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 1000 / TICKS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_uses_memory_and_time() {
        let start = Instant::now();
        let mut sum = 0u64;
        while start.elapsed() < Duration::from_millis(50) {
            sum = std::hint::black_box(sum + 1);
        }
        let effort = Effort::since(start);
        assert!(rss_bytes() > 100_000 && effort.peak_rss_bytes >= rss_bytes() / 2, "{effort:?}");
        assert!(effort.cpu > Duration::ZERO && effort.wall >= Duration::from_millis(50), "{effort:?}");
    }
}
