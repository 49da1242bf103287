//! Who calls whom: directly, through a pointer, or back from an undefined function.

use crate::address::Addresses;
use crate::callback::Callbacks;
use crate::op::{Callee, Op};
use crate::program::{Body, FunctionId, Program};
use crate::scc::{Components, Graph};

/// Resolves the calls of single operations.
#[derive(Clone, Copy)]
pub struct Calls<'a> {
    pub program: &'a Program,
    pub addresses: &'a Addresses,
    pub callbacks: &'a Callbacks,
}

impl Calls<'_> {
    /// Calls `f` on each function that the operation may call, some of them perhaps more than once.
    pub fn for_each(&self, body: &Body, op: &Op, mut f: impl FnMut(FunctionId)) {
        let Op::Call { callee, args, .. } = op else { return };
        let direct;
        let targets = match callee {
            Callee::Direct(id) => {
                direct = [*id];
                &direct
            }
            Callee::Indirect(_, ty) => self.addresses.targets_of(*ty),
        };
        for &target in targets {
            f(target);
            if self.program.function(target).body.is_none() {
                self.callbacks.for_each(self.program, self.addresses, (target, args, body), &mut f);
            }
        }
    }
}

/// The call graph. `main` calls the constructors and destructors, which run around it.
#[derive(Debug)]
pub struct CallGraph {
    callees: Graph,
    callers: Graph,
    is_reached: Vec<bool>,
}

impl CallGraph {
    pub fn of(program: &Program, addresses: &Addresses) -> CallGraph {
        let callbacks = Callbacks::of(program, addresses);
        let calls = Calls { program, addresses, callbacks: &callbacks };
        let mut callees = Graph::default();
        let mut list = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            list.clear();
            if let Some(body) = &function.body {
                body.edges.iter().for_each(|edge| calls.for_each(body, &edge.op, |id| list.push(id.0)));
            }
            if program.main == Some(FunctionId(index as u32)) {
                list.extend(program.constructors.iter().chain(&program.destructors).map(|id| id.0));
            }
            list.sort_unstable();
            list.dedup();
            callees.push(list.iter().copied());
        }
        let ids = (0..program.functions.len() as u32).map(FunctionId);
        let is_reached = ids.map(|id| addresses.is_function_reached(id)).collect();
        CallGraph { callers: callees.reversed(), callees, is_reached }
    }

    /// Each once, by id.
    pub fn callees(&self, id: FunctionId) -> impl Iterator<Item = FunctionId> {
        self.callees.successors(id.0).iter().map(|&to| FunctionId(to))
    }

    /// Each once, by id.
    pub fn callers(&self, id: FunctionId) -> impl Iterator<Item = FunctionId> {
        self.callers.successors(id.0).iter().map(|&from| FunctionId(from))
    }

    /// Whether a run of the program may come to the function (see [`crate::address`]).
    pub fn is_reached(&self, id: FunctionId) -> bool {
        self.is_reached[id.index()]
    }

    /// Sets of functions that call each other, callees first.
    pub fn components(&self) -> Components {
        Components::new(&self.callees)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_every_kind() {
        let text = "
            extern void each(void (*)(int)); extern int nondet(void);
            void a(int i) {} void b(int i) {} long c(long i) { return i; } void dead(void) { a(1); }
            void direct(void) { a(1); nondet(); }
            void indirect(void (*f)(int)) { f(2); }
            void back(void) { each(b); }
            void any(void (*f)(int)) { each(f); }
            __attribute__((constructor)) static void before(void) {}
            int main(void) { direct(); indirect(a); back(); any(b); c(1); main(); return 0; }";
        let program = crate::from_text(text).unwrap();
        let graph = CallGraph::of(&program, &Addresses::of(&program));
        let id = |name: &str| {
            FunctionId(program.functions.iter().position(|function| function.name == name).unwrap() as u32)
        };
        let names = |ids: Vec<FunctionId>| {
            let mut names: Vec<&str> = ids.iter().map(|&id| program.function(id).name.as_str()).collect();
            names.sort();
            names.join(" ")
        };
        let rows = [
            ("direct", "a nondet"),
            ("indirect", "a b"),
            ("back", "b each"),
            ("any", "a b each"),
            ("main", "any back before c direct indirect main"),
            ("nondet", ""),
        ];
        for (name, callees) in rows {
            assert_eq!(names(graph.callees(id(name)).collect()), callees, "{name}");
        }
        assert_eq!(names(graph.callers(id("a")).collect()), "any dead direct indirect");
        assert!(graph.is_reached(id("before")) && !graph.is_reached(id("dead")));
        let components = graph.components();
        let position = |name| components.of[id(name).index()];
        assert!(position("a") < position("indirect") && position("indirect") < position("main"));
    }
}
