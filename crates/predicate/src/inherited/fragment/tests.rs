//! What keys tell apart, and what they do not.

use super::*;
use crate::summary::Summaries;
use crate::{Job, Options, prepare};
use verdict::Property;

const START: &str = "extern _Bool __VERIFIER_nondet_bool(void); extern void reach_error(void);";

/// The key of a fragment, of those that begin at some points.
fn key(text: &str, entrances: impl FnOnce(&mut Builder<'_>, FunctionId) -> Vec<Point>) -> Digest {
    let program = cfa::from_text(&format!("{START} {text}")).unwrap_or_else(|error| panic!("{error:?}"));
    let (main, addresses) = (program.main.unwrap(), Addresses::of(&program));
    let options = Options { summaries: Summaries::All, ..Options::default() };
    let job = Job {
        options: &options,
        property: Property::UnreachCall,
        excluded: &[],
        is_whole: true,
        has_exits: true,
        effort: u64::MAX,
        is_first: true,
    };
    let (mut builder, _) = prepare(&program, &addresses, &job);
    let (entrances, mut fragments) = (entrances(&mut builder, main), Fragments::default());
    let mut all = entrances.into_iter().filter_map(|it| fragments.get(&mut builder, it));
    all.next().unwrap_or_else(|| panic!("{text}")).key
}

/// Of the procedure `f`.
fn of_procedure(text: &str) -> Digest {
    key(text, |builder, _| {
        let index = builder.program.functions.iter().position(|it| it.name == "f").unwrap();
        vec![builder.entrance_of(FunctionId(index as u32))]
    })
}

/// Of the first loop of main.
fn of_loop(text: &str) -> Digest {
    key(text, |builder, main| {
        let blocks = builder.initial(main);
        blocks.all.iter().filter_map(|block| block.target.point()).collect()
    })
}

#[test]
fn what_is_elsewhere_is_not_in_the_key() {
    let text = |other: &str, before: &str| {
        format!(
            "static int x, y; {other} static void f(void) {{ while (x < 5 && __VERIFIER_nondet_bool()) x++; }}
            int main(void) {{ {before} while (__VERIFIER_nondet_bool()) f(); return y; }}"
        )
    };
    let (old, new) = (text("", ""), text("static int z = 3;", "y = 1; if (__VERIFIER_nondet_bool()) y = 2;"));
    assert_eq!(of_procedure(&old), of_procedure(&new));
    assert_eq!(of_loop(&old), of_loop(&new));
}

/// Edits of main that leave every word of the procedure as it was.
#[test]
fn what_pointers_lead_to_is_in_the_key() {
    let text = |main: &str| {
        format!(
            "static int a = 1, b = 1; static void f(int *p, int *q) {{
                while (__VERIFIER_nondet_bool()) {{ *p = 1; *q = 0; if (*p != 1) reach_error(); *q = 1; }} }}
            int main(void) {{ f(&a, &b); {main} return 0; }}"
        )
    };
    let either = "int *r = __VERIFIER_nondet_bool() ? &a : &b; *r = 1;";
    assert_ne!(of_procedure(&text("")), of_procedure(&text(either)));
}

#[test]
fn what_a_loop_does_is_in_its_key() {
    let text = |bound: u32| {
        format!(
            "static int n; int main(void) {{ while (n < {bound} && __VERIFIER_nondet_bool()) n++; return n; }}"
        )
    };
    assert_ne!(of_loop(&text(5)), of_loop(&text(6)));
}

/// What the loop calls does something else, or the same with other data than the loop asks for.
#[test]
fn what_is_called_is_in_the_key_of_who_calls() {
    let text = |set: &str| {
        format!(
            "static int x, a, b; static void g(void) {{ if (__VERIFIER_nondet_bool()) g(); x = {set}; }}
            int main(void) {{ while (__VERIFIER_nondet_bool()) {{ g(); if (x != a && b < 9) reach_error(); }} return 0; }}"
        )
    };
    assert_ne!(of_loop(&text("a")), of_loop(&text("a + 1")));
    assert_ne!(of_loop(&text("a")), of_loop(&text("b")));
}
