//! Undoing a transition brings back the whole state and its fingerprint; the fingerprint, kept up to date on the way, is
//! what any machine has that goes the same way; and every order of the search sees the same states.

mod common;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use std::sync::atomic::{AtomicUsize, Ordering};

use cfa::fuzz::random::Random;
use cfa::{DataModel, Program};
use common::{Case, cases, for_each, said, symbolic_cases};
use explicit::reuse::{self, Request};
use explicit::{Observer, Options, Order, Stats, check};
use machine::exec::{Image, Machine};
use machine::explore::{self, Choice};

/// Transitions and undos of one walk.
const STEPS: usize = 100;

#[test]
fn random_walks_forwards_and_backwards() {
    let packed = AtomicUsize::new(0);
    let failures = for_each(&cases(), |case| {
        let (wide, narrow) = (case.load(DataModel::Lp64), case.load(DataModel::Ilp32));
        let walks = [(&wide, 1, true), (&wide, 2, false), (&narrow, 4, true), (&wide, 8, true)];
        walks.into_iter().filter_map(|it| walk(case, it.0, it.1, it.2, &packed)).collect()
    });
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert!(packed.into_inner() > 10_000);
}

#[test]
fn random_walks_where_inputs_are_symbols() {
    let packed = AtomicUsize::new(0);
    let failures = for_each(&symbolic_cases(), |case| {
        let (wide, narrow) = (case.load(DataModel::Lp64), case.load(DataModel::Ilp32));
        let walks = [0, 2].into_iter().flat_map(|seed| [(&wide, seed), (&narrow, seed)]);
        walks.filter_map(|it| walk(case, it.0, it.1, true, &packed)).collect()
    });
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert!(packed.into_inner() > 1000);
}

/// A random walk, on which what undoing takes is packed soon; what was not as it had been. Counts the transitions that were packed
/// when the walk goes back.
fn walk(case: &Case, program: &Program, seed: u64, is_reduced: bool, packed: &AtomicUsize) -> Option<String> {
    let (image, _) = Image::new(program).ok()?;
    let undo_bytes = 1500 * (seed as usize - usize::from(seed > 0));
    let options = explore::Options { is_reduced, undo_bytes, ..case.options.machine() };
    let fresh = || {
        let (_, memory) = Image::new(program).ok()?;
        Machine::explore(&image, memory, options.clone()).ok()
    };
    let (mut machine, mut other) = (fresh()?, fresh()?);
    let mut random = Random::new(seed);
    let mut path: Vec<Choice> = Vec::new();
    let mut past: Vec<(String, u128)> = Vec::new();
    let mut now = (machine.dump(), machine.fingerprint());
    let mut choices = Vec::new();
    let model = program.model;
    let told =
        |what: &str, path: &[Choice]| Some(format!("{}, {model:?}: {what} after {path:?}", case.name()));
    for _ in 0..STEPS {
        machine.choices(&mut choices);
        // Mostly forwards, and all the way back now and then.
        if choices.is_empty() || random.below(3) == 0 {
            let count = if random.one_in(8) { path.len() } else { 1 };
            packed.fetch_add(machine.packed().0, Ordering::Relaxed);
            for _ in 0..count.min(path.len()) {
                machine.undo();
                path.pop();
                now = past.pop()?;
                if machine.fingerprint() != now.1 {
                    return told("another fingerprint when undone", &path);
                }
            }
            let after = machine.dump();
            if after != now.0 {
                return told(&first_difference(&now.0, &after), &path);
            }
            continue;
        }
        let choice = choices[random.below(choices.len())];
        // A copy of the state goes the same way. One with terms is of use to this machine only.
        let has_symbols = case.options.machine.has_symbols;
        if !has_symbols {
            other.restore(machine.save());
        }
        let taken = machine.take(choice).is_ok();
        let taken_too = if has_symbols { taken } else { other.take(choice).is_ok() };
        let is_apart = !has_symbols && machine.fingerprint() != other.fingerprint();
        if taken != taken_too || taken && is_apart {
            return told(&format!("a copy goes another way at {choice:?}"), &path);
        }
        if !taken {
            machine.undo();
            let after = machine.dump();
            if after != now.0 || machine.fingerprint() != now.1 {
                path.push(choice);
                return told(&first_difference(&now.0, &after), &path);
            }
            continue;
        }
        path.push(choice);
        past.push(std::mem::replace(&mut now, (machine.dump(), machine.fingerprint())));
        if random.one_in(10) {
            let mut again = fresh()?;
            if path.iter().any(|&choice| again.take(choice).is_err()) {
                return told("cannot be repeated", &path);
            }
            if again.fingerprint() != machine.fingerprint() {
                return told("another fingerprint when repeated", &path);
            }
        }
    }
    None
}

fn first_difference(a: &str, b: &str) -> String {
    let mut before = Vec::new();
    for (x, y) in a.split(", ").zip(b.split(", ")) {
        if x != y {
            return format!(
                "undone otherwise: {}\n-{x}\n+{y}",
                before[before.len().saturating_sub(12)..].join(", ")
            );
        }
        before.push(x);
    }
    format!("undone otherwise: {} and {} bytes", a.len(), b.len())
}

/// The fingerprints of all states.
#[derive(Default)]
struct States {
    prints: HashSet<u128>,
}

impl Observer for States {
    fn state(&mut self, machine: &Machine<'_>) {
        assert!(self.prints.insert(machine.fingerprint()));
    }
}

#[test]
fn every_order_sees_the_same_states() {
    let failures = for_each(&cases(), |case| {
        let program = case.load(DataModel::Lp64);
        let mut failures = Vec::new();
        for is_reduced in [true, false] {
            let mut sets = Vec::new();
            for order in [Order::Depth, Order::Breadth, Order::Random(3)] {
                let mut options = Options { order, is_keeping_going: true, ..case.options.clone() };
                options.machine.is_reduced = is_reduced;
                options.limits.states = Some(LIMIT);
                // With a limit to the depth states are entered more than once.
                options.limits.depth = None;
                let mut states = States::default();
                if check(&program, &options, &mut states).stats.states >= LIMIT {
                    break;
                }
                sets.push(states.prints);
            }
            if sets.windows(2).any(|pair| pair[0] != pair[1]) {
                let counts: Vec<usize> = sets.iter().map(HashSet::len).collect();
                failures.push(format!("{}: {counts:?} states, reduced: {is_reduced}", case.name()));
            }
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Here, too, and whatever the numbers of symbols are.
#[test]
fn every_order_sees_the_same_states_where_inputs_are_symbols() {
    let failures = for_each(&symbolic_cases(), |case| {
        let program = case.load(DataModel::Lp64);
        let mut sets = Vec::new();
        for order in [Order::Depth, Order::Breadth, Order::Random(3)] {
            let mut options = Options { order, is_keeping_going: true, ..case.options.clone() };
            options.limits.states = Some(LIMIT);
            let mut states = States::default();
            if check(&program, &options, &mut states).stats.states >= LIMIT {
                return Vec::new();
            }
            sets.push(states.prints);
        }
        let counts: Vec<usize> = sets.iter().map(HashSet::len).collect();
        let is_apart = sets.windows(2).any(|pair| pair[0] != pair[1]);
        Vec::from_iter(is_apart.then(|| format!("{}: {counts:?} states", case.name())))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_fingerprint_tells_what_follows_where_inputs_are_symbols() {
    let failures = for_each(&symbolic_cases(), |case| {
        let program = case.load(DataModel::Lp64);
        Vec::from_iter(follow(case, &program, true))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether what undoing takes is packed at every step or never, a search says the same, takes the same steps and leaves the same
/// record.
#[test]
fn packing_changes_nothing() {
    let failures = for_each(&cases(), |case| {
        let program = case.load(DataModel::Lp64);
        let [never, always] = [usize::MAX, 0].map(|undo_bytes| {
            let mut options = Options { is_keeping_going: true, ..case.options.clone() };
            options.machine.undo_bytes = undo_bytes;
            options.limits.states = Some(LIMIT);
            let request = Request { is_recording: true, ..Request::default() };
            let checked = reuse::check(&program, &options, &request, &mut |_: &Stats| {});
            let Stats { states, transitions, ends, depth, executed, steps, .. } = checked.report.stats;
            (said(&checked.report), [states, transitions, ends, depth, executed, steps], checked.layer)
        });
        Vec::from_iter((never != always).then(|| format!("{}: {:?} {:?}", case.name(), never.1, always.1)))
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// States beyond which a program is not worth the time.
const LIMIT: u64 = 5000;

/// What follows from a state: for each choice a state, or none.
type Successors = Vec<(Choice, Option<u128>)>;

#[test]
fn a_fingerprint_tells_what_follows() {
    let failures = for_each(&cases(), |case| {
        let program = case.load(DataModel::Lp64);
        [true, false].into_iter().filter_map(|is_reduced| follow(case, &program, is_reduced)).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Explores a program depth first. Whenever it comes to a state that is known, by another way, it looks once more at
/// what follows.
fn follow(case: &Case, program: &Program, is_reduced: bool) -> Option<String> {
    let (image, memory) = Image::new(program).ok()?;
    let options = explore::Options { is_reduced, undo_bytes: 0, ..case.options.machine() };
    let mut machine = Machine::explore(&image, memory, options).ok()?;
    let mut known: HashMap<u128, Successors> = HashMap::default();
    let mut stack = Vec::new();
    let first = successors(&mut machine);
    known.insert(machine.fingerprint(), first.clone());
    stack.push(first.into_iter());
    let mut path = Vec::new();
    while let Some(next) = stack.last_mut() {
        let Some((choice, print)) = next.next() else {
            stack.pop();
            if path.pop().is_some() {
                machine.undo();
            }
            continue;
        };
        if print.is_none() || known.len() as u64 > LIMIT {
            continue;
        }
        path.push(choice);
        if machine.take(choice).is_err() || Some(machine.fingerprint()) != print {
            return Some(format!("{}: not the same twice, {path:?}", case.name()));
        }
        let follow = successors(&mut machine);
        match known.get(&machine.fingerprint()) {
            Some(known) if *known != follow => {
                let differing = known.iter().zip(&follow).find(|(a, b)| a != b);
                return Some(format!(
                    "{}, reduced: {is_reduced}: {} and {} ways on, {differing:?} after {path:?}",
                    case.name(),
                    known.len(),
                    follow.len()
                ));
            }
            Some(_) => {
                machine.undo();
                path.pop();
            }
            None => {
                known.insert(machine.fingerprint(), follow.clone());
                stack.push(follow.into_iter());
            }
        }
    }
    None
}

fn successors(machine: &mut Machine<'_>) -> Successors {
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    let follow = choices.into_iter().map(|choice| {
        let taken = machine.take(choice).is_ok().then(|| machine.fingerprint());
        machine.undo();
        (choice, taken)
    });
    follow.collect()
}
