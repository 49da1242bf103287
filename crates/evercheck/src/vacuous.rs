//! Verdicts that say nothing: unreach-call is `true` of every program in which nothing can be reached that violates it.

use cfa::Program;
use cfa::address::Addresses;
use cfa::library::Trait;
use cfa::program::{Function, FunctionId};
use verdict::{Property, Verdict};

/// Why unreach-call is `true` whatever the program does, if it is.
pub fn note(
    program: &Program,
    properties: &[(Property, Verdict)],
    error_function: Option<&str>,
) -> Option<String> {
    if !properties.contains(&(Property::UnreachCall, Verdict::True)) {
        return None;
    }
    let addresses = Addresses::of(program);
    let is_error = |function: &Function| match error_function {
        Some(name) => function.source_name == name,
        None => {
            let is = |what| cfa::library::is(&function.source_name, what);
            is(Trait::Error) || function.body.is_none() && is(Trait::Asserts)
        }
    };
    let errors = (0..).map(FunctionId).zip(&program.functions).filter(|(_, function)| is_error(function));
    let mut is_there = false;
    for (id, _) in errors {
        // Reached by a call, or wherever its address goes: more than the calls of any run.
        if addresses.is_function_reached(id) {
            return None;
        }
        is_there |= is_called(program, id);
    }
    let what = match error_function {
        Some(name) => format!("call of `{name}`"),
        None => "assertion and no call of an error function".into(),
    };
    let why = match is_there {
        true => format!("no {what} can be reached from {}", start(program)),
        false => format!("the program has no {what}"),
    };
    Some(format!("nothing to violate for {}: {why}", Property::UnreachCall.name()))
}

/// Where runs begin.
fn start(program: &Program) -> &str {
    program.entry.as_ref().map_or("main", |entry| &entry.calls.function)
}

fn is_called(program: &Program, id: FunctionId) -> bool {
    use cfa::op::{Callee, Op};
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut edges = bodies.flat_map(|body| &body.edges);
    edges.any(|edge| matches!(&edge.op, Op::Call { callee: Callee::Direct(callee), .. } if *callee == id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, error_function: Option<&str>, expected: Option<&str>) {
        let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let note = note(&program, &[(Property::UnreachCall, Verdict::True)], error_function);
        let expected = expected.map(|why| format!("nothing to violate for unreach-call: {why}"));
        assert_eq!(note, expected, "{text}");
    }

    #[test]
    fn a_proof_of_nothing_is_noted() {
        let none = Some("the program has no assertion and no call of an error function");
        let unreached = Some("no assertion and no call of an error function can be reached from main");
        check("int main(void) { return 0; }", None, none);
        check("void reach_error(void); int main(void) { return 0; }", None, none);
        check("void reach_error(void); int main(void) { reach_error(); }", None, None);
        check("void reach_error(void) {} int f(void) { reach_error(); } int main(void) { f(); }", None, None);
        check("void reach_error(void); void f(void) { reach_error(); } int main(void) { }", None, unreached);
        check(
            "void __assert_fail(void); void f(void) { __assert_fail(); } int main(void) { }",
            None,
            unreached,
        );
        check("void __assert_fail(void); int main(void) { __assert_fail(); }", None, None);
        // By a pointer, a callback, a table or before main.
        check("void reach_error(void); void (*p)(void) = reach_error; int main(void) { p(); }", None, None);
        check(
            "void reach_error(void); void f(int i) { reach_error(); } void each(void (*)(int));
             int main(void) { each(f); }",
            None,
            None,
        );
        check(
            "void reach_error(void); __attribute__((constructor)) void f(void) { reach_error(); } int main(void) {}",
            None,
            None,
        );
        // A function that the property names is the only one.
        check("void bad(void); int main(void) { bad(); }", Some("bad"), None);
        let no_call = Some("the program has no call of `bad`");
        check("void reach_error(void); int main(void) { reach_error(); }", Some("bad"), no_call);
        check("int main(void) { __builtin_trap(); }", Some("bad"), no_call);
    }

    #[test]
    fn only_a_proof_is_vacuous() {
        let program = cfa::from_text("int main(void) { return 0; }").expect("a program");
        for properties in [vec![], vec![(Property::ValidDeref, Verdict::True)]] {
            assert_eq!(note(&program, &properties, None), None);
        }
    }
}
