//! Time and memory that this process has used, and who runs it, as the kernel tells it.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// What a command cost.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
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

/// Memory in use now; 0 if it cannot be told. Pages of files, such as a record that is mapped, are not counted: the kernel
/// takes them back when it needs them.
pub fn own_bytes() -> u64 {
    memory_of("self")
}

/// The time that this process has used, and all processes that it has started and that have ended.
pub fn cpu_time_of_all() -> Duration {
    cpu_time_of("self", 4)
}

/// The time that processes have used which this one has started, and which have ended.
pub fn cpu_time_of_children() -> Duration {
    cpu_time_of_all().saturating_sub(cpu_time())
}

/// Memory and time of a process that runs, and of those that it has started.
pub fn usage_of_tree(process: u32) -> (u64, Duration) {
    let name = process.to_string();
    let children = std::fs::read_to_string(format!("/proc/{name}/task/{name}/children")).unwrap_or_default();
    let own = (memory_of(&name), cpu_time_of(&name, 4));
    let children = children.split_whitespace().filter_map(|child| child.parse().ok()).map(usage_of_tree);
    children.fold(own, |sum, child| (sum.0 + child.0, sum.1 + child.1))
}

fn memory_of(process: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut pages = text.split_whitespace().skip(1).map(|pages| pages.parse::<u64>().unwrap_or(0));
    let (resident, of_files) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(of_files) * PAGE_BYTES
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
    cpu_time_of("self", 2)
}

/// Of the four times that the kernel counts for a process, its own come first.
fn cpu_time_of(process: &str, times: usize) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may contain anything.
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = fields.split_whitespace().skip(11).take(times).filter_map(|field| field.parse::<u64>().ok());
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
        assert!(own_bytes() > 100_000 && effort.peak_rss_bytes >= own_bytes(), "{effort:?}");
        assert!(effort.cpu > Duration::ZERO && effort.wall >= Duration::from_millis(50), "{effort:?}");
    }

    #[test]
    fn the_processes_that_a_process_has_started_count() {
        let mut child = std::process::Command::new("sh").args(["-c", "sleep 60; true"]).spawn().unwrap();
        let children =
            || std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap();
        let start = Instant::now();
        // A process that has only just begun to be another one has no memory of its own yet.
        let is_counted = || usage_of_tree(child.id()).0 > memory_of(&child.id().to_string());
        while (children().is_empty() || !is_counted()) && start.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let (is_counted, children) = (is_counted(), children());
        for sleeper in children.split_whitespace() {
            let id = rustix::process::Pid::from_raw(sleeper.parse().unwrap()).unwrap();
            rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
        }
        child.wait().unwrap();
        assert!(is_counted && usage_of_tree(std::process::id()).0 > 0);
    }
}
