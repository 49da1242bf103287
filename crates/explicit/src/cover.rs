//! What an exploration left out, and what it took for granted.

use cfa::Program;
use machine::number::Placement;
use verdict::{Assumption, Bound, Scope};

use crate::options::Options;

/// What an exploration left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cover {
    /// Some input had only the values of the range that the options give.
    pub is_range_used: bool,
    /// States at the depth limit were not gone on from.
    pub is_depth_reached: bool,
    /// The program reads its arguments.
    pub has_arguments: bool,
    /// The program asks for the time, which went on by nothing or by a second between two calls.
    pub is_clock_stepped: bool,
    /// The program waits for condition variables, and nobody woke up from one without a reason.
    is_without_spurious_wakeups: bool,
    /// The program has threads and atomic operations that order less than sequential consistency does.
    is_order_strong: bool,
    /// The program handles signals, and none came from outside.
    is_without_signals: bool,
    has_threads: bool,
    is_allocating: bool,
}

impl Cover {
    pub fn of(program: &Program, options: &Options) -> Cover {
        let has_threads = machine::inputs::has_threads(program);
        Cover {
            is_range_used: false,
            is_depth_reached: false,
            has_arguments: machine::inputs::has_arguments(program),
            is_clock_stepped: machine::inputs::has_clock(program),
            is_without_spurious_wakeups: !options.machine.spurious_wakeups
                && machine::inputs::has_condition_wait(program),
            is_order_strong: has_threads && machine::inputs::has_weak_order(program),
            is_without_signals: machine::inputs::has_signals(program),
            has_threads,
            is_allocating: machine::inputs::has_allocation(program) && !options.machine.malloc_may_fail,
        }
    }

    pub fn scope(self, options: &Options) -> Scope {
        let mut scope = Scope::default();
        if let Some((low, high)) = options.machine.nondet_range.filter(|_| self.is_range_used) {
            scope.bounds.push(Bound::InputRange(low, high));
        }
        if let Some(depth) = options.limits.depth.filter(|_| self.is_depth_reached) {
            scope.bounds.push(Bound::Depth(depth));
        }
        if let Some(range) = &options.range {
            scope.bounds.push(Bound::Paths(range.to_string()));
        }
        if self.has_arguments {
            scope.bounds.push(Bound::Arguments(options.machine.arguments.clone().unwrap_or_default()));
        }
        if self.is_clock_stepped {
            scope.bounds.push(Bound::SteppedClock);
            scope.bounds.extend(options.machine.clock_steps.map(Bound::ClockSteps));
        }
        if self.is_without_spurious_wakeups {
            scope.bounds.push(Bound::NoSpuriousWakeups);
        }
        if self.is_order_strong {
            scope.bounds.push(Bound::StrongAtomics);
        }
        if self.is_without_signals {
            scope.bounds.push(Bound::NoSignals);
        }
        if options.machine.placement == Placement::Fixed {
            scope.bounds.push(Bound::FixedAddresses);
        }
        if self.has_threads {
            scope.assumptions.push(Assumption::SequentialConsistency);
        }
        if self.is_allocating {
            scope.assumptions.push(Assumption::AllocationsSucceed);
        }
        scope
    }

    /// Bounds that nobody asked for.
    pub fn unasked(self, options: &Options) -> impl Iterator<Item = Bound> {
        let is_unasked = |bound: &Bound| match bound {
            Bound::Arguments(_) => options.machine.arguments.is_none(),
            Bound::SteppedClock => !options.is_clock_stepped,
            Bound::StrongAtomics => !options.is_order_strong,
            Bound::NoSignals => !options.is_without_signals,
            Bound::Calls(..)
            | Bound::StandardInput(_)
            | Bound::Known(_)
            | Bound::InputRange(..)
            | Bound::Depth(_)
            | Bound::Paths(_)
            | Bound::FixedAddresses
            | Bound::ClockSteps(_)
            | Bound::NoSpuriousWakeups => false,
        };
        self.scope(options).bounds.into_iter().filter(is_unasked)
    }
}
