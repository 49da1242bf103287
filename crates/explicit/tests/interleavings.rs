//! Against brute force: what can happen in a random program with threads is what a naive explorer finds that knows
//! nothing of the machine, of states as it has them, and of reduction.

mod common;
mod naive;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use cfa::Program;
use explicit::{Observer, Options, Order, check};
use machine::exec::Machine;
use machine::explore::Pending;
use machine::value::Val;
use naive::{ELEMENTS, Final, Found, GLOBALS, POINTERS, Sketch};
use verdict::{Properties, Property};

/// Programs here race on purpose, and are asked about everything else.
pub fn racing() -> Options {
    Options { properties: Properties::default().without(Property::NoDataRace), ..Options::default() }
}

/// States of the naive explorer beyond which a program is not worth the time.
const LIMIT: usize = 60_000;

/// `INTERLEAVINGS=FIRST..LAST` takes these seeds.
#[test]
fn fuzz_programs_do_what_brute_force_says() {
    let (first, last) = match std::env::var("INTERLEAVINGS") {
        Ok(text) => {
            let (first, last) = text.split_once("..").expect("FIRST..LAST");
            (first.parse().expect("a number"), last.parse().expect("a number"))
        }
        Err(_) => (0, 300u64),
    };
    let counts: [AtomicU64; 6] = Default::default();
    let seeds: Vec<u64> = (first..last).collect();
    let failures = common::for_each(&seeds, |&seed| compare(seed, &counts));
    let [compared, failing, stuck, racing, states, fewer] = counts.map(AtomicU64::into_inner);
    println!(
        "{compared} compared: {failing} with failed assertions, {stuck} with deadlocks, {racing} with races"
    );
    println!("{states} states of the naive explorer; threads go first alone in {fewer} programs");
    assert!(
        failures.is_empty(),
        "{} of {}\n{}",
        failures.len(),
        seeds.len(),
        failures.iter().take(5).cloned().collect::<Vec<_>>().join("\n")
    );
    // They are worth something.
    assert!(compared * 10 > 8 * (last - first));
    assert!(failing * 20 > compared && racing * 20 > compared && (stuck > 0 || compared < 500));
    assert!(fewer * 4 > compared, "threads are rarely alone");
}

fn compare(seed: u64, counts: &[AtomicU64; 6]) -> Vec<String> {
    let sketch = naive::generate(seed);
    let Some(expected) = naive::explore(&sketch, LIMIT) else { return Vec::new() };
    let flags = [true, !expected.failed.is_empty(), expected.has_deadlock, expected.has_race];
    counts.iter().zip(flags).for_each(|(count, flag)| _ = count.fetch_add(flag.into(), Ordering::Relaxed));
    counts[4].fetch_add(expected.states as u64, Ordering::Relaxed);
    let text = naive::print(&sketch);
    let program = match cfa::from_text(&text) {
        Ok(program) => program,
        Err(error) => return vec![format!("seed {seed}: {error}\n{text}")],
    };
    let mut ways = vec![(Order::Depth, Reduction::Local), (Order::Depth, Reduction::Alone)];
    ways.push(match seed % 3 {
        0 => (Order::Breadth, Reduction::Alone),
        1 => (Order::Random(seed), Reduction::Alone),
        _ if expected.states < 10_000 => (Order::Depth, Reduction::Off),
        _ => (Order::Breadth, Reduction::Local),
    });
    let mut states = Vec::new();
    for (order, reduction) in ways {
        let mut found = find(&program, &text, order, reduction);
        if let Ok(found) = &mut found {
            states.push(std::mem::replace(&mut found.states, expected.states));
        }
        if found.as_ref() != Ok(&expected) {
            let difference = difference(&expected, found, &sketch);
            return vec![format!("seed {seed}, {order:?}, {reduction:?}\n{difference}\n{text}")];
        }
    }
    counts[5].fetch_add((states[1] < states[0]).into(), Ordering::Relaxed);
    Vec::new()
}

fn difference(expected: &Found, found: Result<Found, String>, _: &Sketch) -> String {
    let found = match found {
        Ok(found) => found,
        Err(error) => return error,
    };
    let missing: Vec<_> = expected.finals.difference(&found.finals).collect();
    let extra: Vec<_> = found.finals.difference(&expected.finals).collect();
    format!(
        "missing {missing:?}\nextra {extra:?}\nfailed {:?} instead of {:?}\ndeadlock {} instead of {}\nrace {} instead of {}",
        found.failed,
        expected.failed,
        found.has_deadlock,
        expected.has_deadlock,
        found.has_race,
        expected.has_race
    )
}

/// Which steps are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reduction {
    Off,
    Local,
    Alone,
}

/// What the engine finds.
fn find(program: &Program, text: &str, order: Order, reduction: Reduction) -> Result<Found, String> {
    let mut ends = Ends { finals: BTreeSet::new() };
    let mut options = Options { order, is_keeping_going: true, ..racing() };
    options.machine.is_reduced = reduction != Reduction::Off;
    options.machine.postpones = reduction == Reduction::Alone;
    let report = check(program, &options, &mut ends);
    let states = report.stats.states as usize;
    let mut found = Found { finals: ends.finals, states, ..Found::default() };
    for violation in &report.violations {
        match violation.property {
            Property::UnreachCall => {
                let line = violation.call_stack.first().map_or(0, |site| site.1.line as usize);
                let line = text.lines().nth(line.wrapping_sub(1)).unwrap_or_default();
                let number = line.rsplit("assertion ").next().and_then(|number| number.parse().ok());
                found.failed.insert(number.ok_or(format!("a failed assertion in {line:?}"))?);
            }
            Property::NoDeadlock => found.has_deadlock = true,
            _ => return Err(format!("{:?}", violation.fault)),
        }
    }
    if let Some(obstacle) = report.obstacles.first() {
        return Err(format!("{obstacle:?}"));
    }
    options.properties = Properties::from_iter([Property::NoDataRace]);
    options.is_keeping_going = false;
    let report = check(program, &options, &mut |_: &explicit::Stats| ());
    found.has_race = match report.verdict().as_str() {
        "true" => false,
        "false(no-data-race)" => true,
        other => return Err(other.into()),
    };
    Ok(found)
}

/// The globals at the ends of all runs in which all threads have ended: others may be cut off earlier or later.
struct Ends {
    finals: BTreeSet<Final>,
}

impl Observer for Ends {
    fn exit(&mut self, machine: &Machine<'_>) {
        let is_over = |thread| matches!(machine.pending(thread), Pending::Ended { .. });
        if !(1..machine.thread_count()).all(is_over) {
            return;
        }
        let load = |name: String, size| {
            let objects = &machine.image.program.objects;
            let index = objects.iter().position(|object| object.name == name).expect("a global");
            machine.memory.load(Val::pointer(machine.image.statics[index], 0), size).expect("a value")
        };
        let mut globals: Vec<i32> = (0..GLOBALS).map(|i| load(format!("g{i}"), 4).bits as i32).collect();
        let objects = &machine.image.program.objects;
        let array = objects.iter().position(|object| object.name == "a").expect("the array");
        let element = |i| Val::pointer(machine.image.statics[array], 4 * i);
        let element = |i| machine.memory.load(element(i), 4).expect("a value").bits as i32;
        globals.extend((0..ELEMENTS as i32).map(element));
        let pointers: Vec<Val> = (0..POINTERS).map(|i| load(format!("p{i}"), 8)).collect();
        let pointed = pointers.iter().map(|p| p.is_pointer().then(|| machine.memory.load(*p, 4)));
        let pointed = pointed.map(|value| value.map(|value| value.expect("a cell").bits as i32));
        self.finals.insert((globals, pointed.collect(), pointers[0] == pointers[1]));
    }
}
