//! What a verdict covers: bounds, and what is taken for granted about the world outside.

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::{Function, FunctionId};
use explicit::Options;
use verdict::{Property, Report};

use crate::engine::{Externs, unknown_functions};

const ALLOCATORS: [&str; 7] =
    ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "memalign", "reallocarray"];

pub struct Scope {
    pub nondet_range: Option<(i128, i128)>,
    pub depth: Option<u64>,
    /// The time went on by these steps only.
    pub is_clock_stepped: bool,
    /// What is taken for granted, a phrase each.
    pub assumptions: Vec<&'static str>,
    /// Properties that the engine left out because nobody asked for any.
    pub not_checked: Vec<Property>,
}

impl Scope {
    pub fn of(program: &Program, options: &Options, report: &Report<()>) -> Scope {
        let used: Vec<&str> =
            missing_functions(program).map(|function| function.source_name.as_str()).collect();
        let calls = |names: &[&str]| names.iter().any(|name| used.contains(name));
        let mut assumptions = vec!["sequential consistency"];
        if report.scope.is_without_arguments {
            assumptions.push("run without arguments");
        }
        if calls(&ALLOCATORS) && !options.machine.malloc_may_fail {
            assumptions.push("allocations succeed");
        }
        if calls(&["pthread_cond_wait", "cnd_wait"]) && !options.machine.spurious_wakeups {
            assumptions.push("no spurious wake-ups");
        }
        if report.scope.is_weak_exchange_strong {
            assumptions.push("weak compare-exchange never fails spuriously");
        }
        Scope {
            nondet_range: options.machine.nondet_range.filter(|_| report.scope.is_range_used),
            depth: options.limits.depth.filter(|_| report.scope.is_depth_reached),
            is_clock_stepped: report.scope.is_clock_stepped,
            assumptions,
            not_checked: Vec::new(),
        }
    }

    /// Of a verdict of the predicate engine.
    pub fn of_predicate(
        program: &Program,
        options: &Options,
        externs: Externs,
        not_checked: Vec<Property>,
    ) -> Scope {
        let mut assumptions = vec!["one thread", "runs without undefined behaviour"];
        let used: Vec<&str> =
            missing_functions(program).map(|function| function.source_name.as_str()).collect();
        if used.iter().any(|name| ALLOCATORS.contains(name)) && !options.machine.malloc_may_fail {
            assumptions.push("allocations succeed");
        }
        if unknown_functions(program).next().is_some() {
            assumptions.push(match externs {
                Externs::Pure => {
                    "undefined functions return anything and change at most what they are given pointers to"
                }
                Externs::Havoc => {
                    "undefined functions return anything, may change all memory and call nothing"
                }
            });
        }
        Scope { nondet_range: None, depth: None, is_clock_stepped: false, assumptions, not_checked }
    }

    /// Whether some runs are left out, so that nothing is proved.
    pub fn is_bounded(&self) -> bool {
        self.nondet_range.is_some() || self.depth.is_some() || self.is_clock_stepped
    }

    /// In one line.
    pub fn text(&self) -> String {
        let mut bounds = Vec::new();
        if let Some((low, high)) = self.nondet_range {
            bounds.push(format!("inputs of wide types from {low} to {high}"));
        }
        if let Some(depth) = self.depth {
            bounds.push(format!("runs of at most {depth} transitions"));
        }
        if self.is_clock_stepped {
            bounds.push(
                "a clock that begins on 2001-09-09 and goes on by nothing or a second between two calls"
                    .into(),
            );
        }
        bounds.extend(self.assumptions.iter().map(|it| it.to_string()));
        bounds.join("; ")
    }
}

/// Functions that some run may call, and the program does not define.
pub fn missing_functions(program: &Program) -> impl Iterator<Item = &Function> {
    let addresses = Addresses::of(program);
    let is_missing = move |(index, function): &(usize, &Function)| {
        function.body.is_none() && addresses.is_function_reached(FunctionId(*index as u32))
    };
    program.functions.iter().enumerate().filter(is_missing).map(|(_, function)| function)
}
