//! Violations that were found where inputs are symbols, as runs of the program with numbers for inputs.
//!
//! A path keeps the values of all inputs that it has read, of those too that nothing depends on any more. It is taken once more from the
//! start, some values are chosen, and the program is run with these and without symbols, its threads as they went along the path. What
//! does not show then is no violation.

use std::sync::Arc;

use cfa::Program;
use machine::exec::{Image, Machine};
use machine::explore::{self, Choice};
use verdict::replay::violating_run;
use verdict::schedule::{Schedule, Step};
use verdict::{Obstacle, Unknown, Verdict, Violation};

use crate::findings::Report;
use crate::options::Options;

/// Inputs by name, in the order in which they are read, and whether allocations fail.
pub type Given = Arc<[(String, i128)]>;

/// Transitions that a run may have.
const LONGEST: usize = 100_000_000;

/// Runs what was found; the inputs with which it shows. What does not show is told to be unknown.
pub(crate) fn confirm(program: &Program, options: &Options, report: &mut Report) -> Option<Given> {
    let mut given: Option<Given> = None;
    let found = std::mem::take(&mut report.violations);
    for violation in &found {
        let along = along(program, options, &violation.path);
        // All that is shown is shown with the same inputs.
        let is_fitting = |it: &Along| given.as_ref().is_none_or(|given| *given == it.inputs);
        let Some(Along { inputs, steps }) = along.filter(is_fitting) else { continue };
        let machine = explore::Options { given: Some(inputs.clone()), ..options.machine() };
        let is_wanted = || options.limits.reached().is_none();
        if let Some(run) = violating_run(program, &machine, violation.property, &steps, LONGEST, is_wanted) {
            report.violations.push(run);
            given = Some(inputs);
        }
    }
    for violation in found {
        let has_shown = report.violations.iter().any(|it| it.property == violation.property);
        if !has_shown {
            take_back(program, options, report, &violation);
        }
    }
    given
}

/// A property is not violated for all that is known.
fn take_back(program: &Program, options: &Options, report: &mut Report, violation: &Violation) {
    let reason = options.limits.reached().unwrap_or(Unknown::Replay);
    let is_alone = report.violations.is_empty();
    for (property, verdict) in &mut report.properties {
        let is_it = *property == violation.property;
        // Whoever was left open because of it is open because it does not show.
        let is_behind = is_alone && *verdict == Verdict::Unknown(Unknown::OtherViolation);
        if is_it || is_behind {
            *verdict = Verdict::Unknown(reason);
        }
    }
    report.is_stopped &= !is_alone;
    let pos = violation.call_stack.first().map_or(cfa::source::Pos::NONE, |site| site.1);
    let at = format!("{}:{}", program.file(pos.file), pos.line);
    let what = format!(
        "a violation of {} at {at} does not show in a run with numbers for inputs",
        violation.property.name()
    );
    report.obstacles.push(Obstacle { reason, message: what, pos });
    report.obstacles.sort_by_key(|it| (it.reason, it.pos));
}

/// A run that was made to go along a path with numbers: its inputs, and its steps.
struct Along {
    inputs: Given,
    steps: Vec<Step>,
}

/// Inputs that lead a run along a path, and what its threads do then. The path is taken twice: to see what inputs may be, and with
/// these numbers, which tells in which order threads read them where no decision holds them up.
fn along(program: &Program, options: &Options, path: &[Choice]) -> Option<Along> {
    let (image, memory) = Image::braked(program, options.machine.brake.clone()).ok()?;
    let mut machine = Machine::explore(&image, memory, options.machine()).ok()?;
    let mut steps = Vec::new();
    for (index, &choice) in path.iter().enumerate() {
        steps.push(Step::of(&machine, choice));
        if machine.take(choice).is_err() && index + 1 < path.len() {
            return None;
        }
    }
    let answers = machine.inputs_read()?;
    let (image, memory) = Image::braked(program, options.machine.brake.clone()).ok()?;
    let mut machine = Machine::explore(&image, memory, options.machine()).ok()?;
    machine.answer_inputs(&answers);
    let mut schedule = Schedule::new(&steps);
    // Whether allocations fail stands between what was read before and behind.
    let (mut taken, mut allocations) = (Vec::new(), Vec::new());
    while let Some(choice) = schedule.next(&machine) {
        if taken.len() > LONGEST || options.limits.reached().is_some() {
            return None;
        }
        if let Some(name) = machine.allocation(choice.thread) {
            allocations.push((machine.count_inputs(), (name.to_string(), choice.option.into())));
        }
        taken.push(Step::of(&machine, choice));
        if machine.take(choice).is_err() {
            break;
        }
    }
    let (mut all, mut allocations) = (Vec::new(), allocations.into_iter().peekable());
    for (place, (name, value, _)) in machine.inputs_read()?.into_iter().enumerate() {
        while let Some((_, allocation)) = allocations.next_if(|it| it.0 <= place) {
            all.push(allocation);
        }
        all.push((name, value));
    }
    all.extend(allocations.map(|it| it.1));
    Some(Along { inputs: all.into(), steps: taken })
}
