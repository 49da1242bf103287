//! What submitters and workers say to each other.

use cfa::Units;
use explicit::range::Range;
use explicit::{Options, Order};
use machine::explore;
use machine::number::Placement;
use serde::{Deserialize, Serialize};
use verdict::{Known, Property};

/// A run that there is work for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub id: String,
    /// Of the tool that submitted it: no other takes part.
    pub version: String,
    /// What the program and the options are, as a hash of what was submitted.
    pub program: String,
    /// What it is called by.
    pub target: String,
    /// Seconds since 1970.
    pub since: i64,
    /// Seconds after which a worker that says nothing has lost its task.
    pub lease: f64,
    /// Transitions of the first and of the largest tasks.
    pub budget: (u64, u64),
    pub is_shared: bool,
    /// Layers of the record that the run builds on.
    pub base: usize,
}

/// What is to be checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Work {
    pub units: Units,
    pub asked: Asked,
}

/// The options that workers have to know. Limits are the submitter's, and so is the order in which violations are told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    properties: Vec<Property>,
    is_keeping_going: bool,
    known: Vec<Known>,
    is_clock_stepped: bool,
    is_order_strong: bool,
    is_without_signals: bool,
    malloc_may_fail: bool,
    spurious_wakeups: bool,
    is_reduced: bool,
    postpones: bool,
    nondet_range: Option<(i128, i128)>,
    arguments: Option<Vec<String>>,
    clock_steps: Option<u32>,
    has_fixed_addresses: bool,
    error_function: Option<String>,
}

impl Asked {
    /// All that there is has a place here, so that no option is forgotten.
    pub fn of(options: &Options) -> Asked {
        let Options {
            properties,
            is_keeping_going,
            known,
            is_clock_stepped,
            is_order_strong,
            is_without_signals,
            machine,
            order: _,
            limits: _,
            range: _,
            workers: _,
            help: _,
            is_any: _,
            is_stateless: _,
        } = options.clone();
        // What follows from the properties, what is for single runs, and what is refused with a broker.
        let explore::Options {
            malloc_may_fail,
            spurious_wakeups,
            is_reduced,
            postpones,
            nondet_range,
            has_symbols: _,
            tries_few: _,
            oracle: _,
            arguments,
            clock_steps,
            placement,
            error_function,
            keeps_variables: _,
            counts_heap: _,
            given: _,
            passed_over: _,
            undo_bytes: _,
            brake: _,
        } = machine;
        Asked {
            properties: properties.iter().collect(),
            is_keeping_going,
            known,
            is_clock_stepped,
            is_order_strong,
            is_without_signals,
            malloc_may_fail,
            spurious_wakeups,
            is_reduced,
            postpones,
            nondet_range,
            arguments,
            clock_steps,
            has_fixed_addresses: placement == Placement::Fixed,
            error_function,
        }
    }

    /// Depth first: what is left of a range is a range then.
    pub fn options(&self) -> Options {
        Options {
            properties: self.properties.iter().copied().collect(),
            order: Order::Depth,
            is_keeping_going: self.is_keeping_going,
            known: self.known.clone(),
            is_clock_stepped: self.is_clock_stepped,
            is_order_strong: self.is_order_strong,
            is_without_signals: self.is_without_signals,
            machine: explore::Options {
                malloc_may_fail: self.malloc_may_fail,
                spurious_wakeups: self.spurious_wakeups,
                is_reduced: self.is_reduced,
                postpones: self.postpones,
                nondet_range: self.nondet_range,
                arguments: self.arguments.clone(),
                clock_steps: self.clock_steps,
                placement: if self.has_fixed_addresses { Placement::Fixed } else { Placement::Any },
                error_function: self.error_function.clone(),
                ..explore::Options::default()
            },
            ..Options::default()
        }
    }
}

/// A range to be explored, and how far at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    pub range: Range,
    pub budget: u64,
}

impl Task {
    /// The same range has the same name.
    pub fn id(range: &Range) -> String {
        blake3::hash(range.to_string().as_bytes()).to_hex()[..32].to_string()
    }
}

/// What came of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// Tells it from other attempts at the same task.
    pub attempt: String,
    pub worker: String,
    pub version: String,
    pub program: String,
    pub range: Range,
    pub left: Vec<Range>,
    /// The objects with the record, if there is one: what it says, and its states.
    pub record: Option<String>,
    /// A violation was found, which ends the run.
    pub is_violated: bool,
    /// Why nothing was explored, if nothing could be.
    pub failure: Option<String>,
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub executed: u64,
    pub seconds: f64,
    /// Bytes of the record.
    pub bytes: u64,
}

impl Done {
    /// Whether what is left is the end of the range, without a gap, and less than it: then nothing of the range is lost
    /// between it and what was explored.
    pub fn is_consistent(&self) -> bool {
        let Some((first, last)) = self.left.first().zip(self.left.last()) else { return true };
        first.start > self.range.start
            && self.range.contains(&first.start)
            && (&last.end, last.is_inclusive) == (&self.range.end, self.range.is_inclusive)
            && self.left.windows(2).all(|pair| {
                pair[0].end.as_ref() == Some(&pair[1].start)
                    && !pair[0].is_inclusive
                    && pair[0].start < pair[1].start
            })
    }
}

/// What a worker is doing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shift {
    pub worker: String,
    pub version: String,
    pub run: Option<String>,
    pub range: Option<Range>,
    /// Of the task at hand.
    pub states: u64,
    /// In the last second or so.
    pub states_per_second: f64,
    /// Tasks that it has done.
    pub done: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_what_was_done() {
        let check = |range: &str, left: &[&str], expected: bool| {
            let parse = |text: &str| text.parse::<Range>().expect("a range");
            let left = left.iter().map(|text| parse(text)).collect();
            let done = Done { range: parse(range), left, ..Done::default() };
            assert_eq!(done.is_consistent(), expected, "{range} {:?}", done.left);
        };
        check("1.2..2", &[], true);
        check("1.2..2", &["1.2.3..1.3", "1.3..2"], true);
        check("1.2..2", &["1.2.3..1.3", "1.4..2"], false);
        check("1.2..2", &["1.2.3..1.3"], false);
        check("1.2..2", &["1.2..2"], false);
        check("1.2..", &["1.3..1.4", "1.4.."], true);
        check("1.2..", &["1.1..1.4", "1.4.."], false);
        check("1.2..", &["1.3..1.4", "1.4..2"], false);
    }

    #[test]
    fn options_come_through() {
        let mut options = Options { is_keeping_going: true, is_order_strong: true, ..Options::default() };
        options.machine.nondet_range = Some((i128::MIN, i128::MAX));
        options.machine.arguments = Some(vec!["-n".into()]);
        let asked = Asked::of(&options);
        let text = serde_json::to_string(&asked).expect("JSON");
        let read: Asked = serde_json::from_str(&text).expect("the same");
        assert_eq!(Asked::of(&read.options()), asked);
    }
}
