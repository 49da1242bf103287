//! The live line on a terminal, or lines for a program that follows the work.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use explicit::Stats;

use crate::cluster::Shift;
use crate::cluster::view::lines;
use crate::console::Console;
use crate::quantity::short_size;
use crate::report::table::{Align, table};
use crate::resources::own_bytes;

const INTERVAL: Duration = Duration::from_millis(500);
/// Nothing was heard of workers for so long: they are not at work any more.
const STALE: Duration = Duration::from_secs(3);

/// What lines for a program begin with.
pub const PROGRESS: &str = "progress: ";

/// Shows how far a search has come about twice a second; nothing where nobody looks.
#[derive(Clone)]
pub struct Progress {
    is_wanted: bool,
    /// For a program: each time a line.
    is_followed: bool,
    is_shown: bool,
    start: Instant,
    last: Instant,
    transitions: u64,
    states: u64,
    /// Lines that are shown, if they are more than one.
    lines: usize,
    /// When workers of this run were shown last, and what they had done by then.
    crew: (Instant, Vec<explicit::Shift>),
}

/// Workers that are shown, each in a line.
const MOST_WORKERS: usize = 16;

impl Progress {
    /// Of a command that began at `start`.
    pub fn new(console: &Console, start: Instant) -> Progress {
        let is_followed = console.is_followed();
        let is_wanted = is_followed || std::io::stderr().is_terminal() && !console.is_quiet();
        let now = Instant::now();
        let crew = (now, Vec::new());
        Progress {
            is_wanted,
            is_followed,
            is_shown: false,
            start,
            last: now,
            transitions: 0,
            states: 0,
            lines: 0,
            crew,
        }
    }

    pub fn show(&mut self, stats: &Stats) {
        let since = self.last.elapsed();
        self.states = stats.states;
        // Where others are at work, that is shown instead.
        let pause = if self.lines > 0 { STALE } else { INTERVAL };
        if !self.is_wanted || since < pause {
            return;
        }
        if self.lines > 0 {
            self.clear();
        }
        let speed = stats.transitions.saturating_sub(self.transitions) as f64 / since.as_secs_f64();
        (self.last, self.transitions, self.is_shown) = (Instant::now(), stats.transitions, true);
        let elapsed = self.start.elapsed();
        self.write_line(&line(stats, speed, elapsed, own_bytes()));
    }

    pub fn show_predicate(&mut self, stats: &predicate::Stats) {
        if !self.is_wanted || self.last.elapsed() < INTERVAL {
            return;
        }
        (self.last, self.is_shown) = (Instant::now(), true);
        let predicate::Stats { nodes, refinements, predicates, queries, .. } = stats;
        let (elapsed, memory) = (clock(self.start.elapsed()), short_size(own_bytes()));
        self.write_line(&format!(
            "{elapsed}, {nodes} abstract states, {refinements} refinements, {predicates} predicates, {queries} queries, {memory}"
        ));
    }

    fn write_line(&self, text: &str) {
        match self.is_followed {
            true => write(&format!("{PROGRESS}{text}\n")),
            false => write(&format!("\r{text}\x1b[K")),
        }
    }

    /// Shows a line for all, and one for each below it; to a program the first one.
    fn write_table(&mut self, text: &str) {
        if self.is_followed {
            return self.write_line(text.lines().next().unwrap_or_default());
        }
        (self.is_shown, self.lines) = (true, text.lines().count());
        write(text);
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
        self.last = Instant::now();
        self.write_table(&text);
    }

    /// Shows what the workers of this run do, each in a line, below the one for all.
    pub fn show_crew(&mut self, shifts: &[explicit::Shift]) {
        let since = self.crew.0.elapsed();
        if !self.is_wanted || since < INTERVAL {
            return;
        }
        self.clear();
        let before = std::mem::replace(&mut self.crew, (Instant::now(), shifts.to_vec())).1;
        let text = crew((self.start.elapsed(), self.states), since, &before, shifts);
        self.last = Instant::now();
        self.write_table(&text);
    }

    /// Removes what is shown.
    pub fn clear(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if std::mem::take(&mut self.is_shown) && !self.is_followed {
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

/// What workers have done of late: a line for all, and one for each.
fn crew(
    (elapsed, states): (Duration, u64),
    since: Duration,
    before: &[explicit::Shift],
    shifts: &[explicit::Shift],
) -> String {
    let count = |shifts: &[explicit::Shift], at: usize| shifts.get(at).map_or(0, |shift| shift.stats.states);
    let speed = |at| count(shifts, at).saturating_sub(count(before, at)) as f64 / since.as_secs_f64();
    let (jobs, waiting): (u64, usize) =
        (shifts.iter().map(|it| it.jobs).sum(), shifts.iter().filter(|it| it.is_waiting).count());
    let (elapsed, workers) = (clock(elapsed), shifts.len());
    let total: f64 = (0..workers).map(speed).sum();
    let mut rows =
        vec![["worker", "from depth", "to depth", "states", "states/s", "jobs"].map(str::to_string)];
    for (index, shift) in shifts.iter().enumerate().take(MOST_WORKERS) {
        let depth = if shift.is_waiting { "waits".to_string() } else { shift.depth.to_string() };
        rows.push([
            (index + 1).to_string(),
            depth,
            shift.stats.depth.to_string(),
            shift.stats.states.to_string(),
            format!("{:.0}", speed(index)),
            shift.jobs.to_string(),
        ]);
    }
    let line = format!(
        "{elapsed}, {workers} workers, {states} states, {total:.0} states/s, {jobs} jobs, {waiting} waiting\n"
    );
    line + &table([Align::Right; 6], &rows)
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

    #[test]
    fn workers_have_a_line_each() {
        let shift = |states, jobs, is_waiting| explicit::Shift {
            stats: Stats { states, depth: 40, ..Stats::default() },
            jobs,
            depth: 7,
            is_waiting,
        };
        let (before, now) = ([shift(100, 1, false)], [shift(1100, 2, false), shift(50, 1, true)]);
        let text = crew((Duration::from_secs(61), 1200), Duration::from_millis(500), &before, &now);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0].join(" "), "1:01, 2 workers, 1200 states, 2100 states/s, 3 jobs, 1 waiting");
        assert_eq!(lines[2], ["1", "7", "40", "1100", "2000", "2"]);
        assert_eq!(lines[3], ["2", "waits", "40", "50", "100", "1"]);
    }
}
