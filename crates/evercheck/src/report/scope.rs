//! What a verdict covers: bounds, and what is taken for granted about the world outside.

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::ExprKind;
use cfa::program::{Function, FunctionId};
use explicit::{Options, Report};

/// Functions that read standard input.
const READERS: [&str; 12] = [
    "getchar",
    "getc",
    "fgetc",
    "fgets",
    "gets",
    "scanf",
    "fscanf",
    "fread",
    "read",
    "getline",
    "getdelim",
    "__isoc99_scanf",
];
const ALLOCATORS: [&str; 7] =
    ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "memalign", "reallocarray"];

pub struct Scope {
    pub nondet_range: Option<(i128, i128)>,
    pub depth: Option<u64>,
    /// What is taken for granted, a phrase each.
    pub assumptions: Vec<&'static str>,
}

impl Scope {
    pub fn of(program: &Program, options: &Options, report: &Report) -> Scope {
        let used: Vec<&str> =
            missing_functions(program).map(|function| function.source_name.as_str()).collect();
        let calls = |names: &[&str]| names.iter().any(|name| used.contains(name));
        let mut assumptions = vec!["sequential consistency"];
        if reads_arguments(program) {
            assumptions.push("run without arguments");
        }
        if report.scope.is_clock_stepped {
            assumptions.push("time stands still or goes on by a second from one call to the next");
        }
        if calls(&READERS) {
            assumptions.push("standard input is empty");
        }
        if calls(&ALLOCATORS) && !options.machine.malloc_may_fail {
            assumptions.push("allocations succeed");
        }
        if calls(&["pthread_cond_wait", "cnd_wait"]) && !options.machine.spurious_wakeups {
            assumptions.push("no spurious wake-ups");
        }
        Scope {
            nondet_range: options.machine.nondet_range.filter(|_| report.scope.is_range_used),
            depth: options.limits.depth.filter(|_| report.scope.is_depth_reached),
            assumptions,
        }
    }

    pub fn is_bounded(&self) -> bool {
        self.nondet_range.is_some() || self.depth.is_some()
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

/// Whether `main` looks at its parameters.
fn reads_arguments(program: &Program) -> bool {
    let main = program.main.and_then(|main| program.function(main).body.as_ref());
    main.is_some_and(|body| {
        let is_param = |kind: &ExprKind| match kind {
            ExprKind::Local(local) | ExprKind::Address(local) => body.params.contains(local),
            _ => false,
        };
        body.exprs.iter().any(|expr| is_param(&expr.kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_matter_only_where_they_are_looked_at() {
        let check = |text: &str, expected| {
            let program = cfa::from_text(text).unwrap();
            assert_eq!(reads_arguments(&program), expected, "{text}");
        };
        check("int main(int c, char **v) { return c; }", true);
        check("int main(int c, char **v) { return v[0][0]; }", true);
        check("int main(int c, char **v) { int x = 3; return x; }", false);
        check("int main(void) { return 0; }", false);
    }
}
