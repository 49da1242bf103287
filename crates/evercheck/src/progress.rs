//! The live line on a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use explicit::Stats;

use crate::cluster::Shift;
use crate::cluster::view::lines;
use crate::console::Console;
use crate::quantity::short_size;
use crate::resources::own_bytes;

const INTERVAL: Duration = Duration::from_millis(500);

/// Shows how far a search has come about twice a second; nothing where nobody looks.
#[derive(Clone)]
pub struct Progress {
    is_wanted: bool,
    is_shown: bool,
    start: Instant,
    last: Instant,
    transitions: u64,
    /// Lines that are shown, if they are more than one.
    lines: usize,
}

/// Workers that are shown, each in a line.
const MOST_WORKERS: usize = 16;

impl Progress {
    /// Of a command that began at `start`.
    pub fn new(console: &Console, start: Instant) -> Progress {
        let is_wanted = std::io::stderr().is_terminal() && !console.is_quiet();
        Progress { is_wanted, is_shown: false, start, last: Instant::now(), transitions: 0, lines: 0 }
    }

    pub fn show(&mut self, stats: &Stats) {
        let since = self.last.elapsed();
        // Where others are at work, that is shown instead.
        if !self.is_wanted || since < INTERVAL || self.lines > 0 {
            return;
        }
        let speed = stats.transitions.saturating_sub(self.transitions) as f64 / since.as_secs_f64();
        (self.last, self.transitions, self.is_shown) = (Instant::now(), stats.transitions, true);
        let elapsed = self.start.elapsed();
        write(&format!("\r{}\x1b[K", line(stats, speed, elapsed, own_bytes())));
    }

    pub fn show_predicate(&mut self, stats: &predicate::Stats) {
        if !self.is_wanted || self.last.elapsed() < INTERVAL {
            return;
        }
        (self.last, self.is_shown) = (Instant::now(), true);
        let predicate::Stats { nodes, refinements, predicates, queries, .. } = stats;
        let (elapsed, memory) = (clock(self.start.elapsed()), short_size(own_bytes()));
        write(&format!(
            "\r{elapsed}, {nodes} abstract states, {refinements} refinements, {predicates} predicates, {queries} queries, {memory}\x1b[K"
        ));
    }

    /// Shows what workers on other machines do: a line for each, below one for all.
    pub fn show_workers(&mut self, shifts: &[Shift], done: u64, open: u64) {
        if !self.is_wanted {
            return;
        }
        self.clear();
        let at_work: Vec<Shift> = shifts.iter().filter(|shift| shift.run.is_some()).cloned().collect();
        let speed: f64 = at_work.iter().map(|shift| shift.states_per_second).sum();
        let (elapsed, workers) = (clock(self.start.elapsed()), at_work.len());
        let mut text =
            format!("{elapsed}, {workers} workers, {done} ranges done, {open} open, {speed:.0} states/s\n");
        text += &lines(&at_work[..workers.min(MOST_WORKERS)]);
        (self.is_shown, self.lines, self.last) = (true, text.lines().count(), Instant::now());
        write(&text);
    }

    /// Removes what is shown.
    pub fn clear(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if std::mem::take(&mut self.is_shown) {
            write(&match lines {
                0 => "\r\x1b[K".to_string(),
                lines => format!("\x1b[{lines}A\r\x1b[J"),
            });
        }
    }
}

fn line(stats: &Stats, speed: f64, elapsed: Duration, memory: u64) -> String {
    let Stats { states, depth, frontier, .. } = stats;
    let (elapsed, memory) = (clock(elapsed), short_size(memory));
    format!(
        "{elapsed}, {states} states, {speed:.0} transitions/s, depth {depth}, frontier {frontier}, {memory}"
    )
}

/// A time that passes, in minutes and seconds.
fn clock(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A stderr that cannot be written to leaves nobody to tell.
fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_the_search_has_come() {
        let stats = Stats { states: 12, depth: 3, frontier: 2, ..Stats::default() };
        let elapsed = Duration::from_millis(65_900);
        let expected = "1:05, 12 states, 1500 transitions/s, depth 3, frontier 2, 64 MB";
        assert_eq!(line(&stats, 1500.2, elapsed, 64_000_000), expected);
    }
}
