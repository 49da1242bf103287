//! What a search finds is a proof, and what is done to it makes it none, also in ways that no search would come upon.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use cfa::program::{FunctionId, LocalId};
use verdict::Limits;

use super::bytes;
use super::certify::{Certificate, Failure, certify};
use super::obligation::Oracle;
use super::{Condition, Hints, Node, Part, Proof};
use crate::Options;
use crate::block::{Builder, Target, Valuation};
use crate::search::{Answer as Found, Search, Watch};
use crate::summary::{Procedure, Summaries};
use crate::testing::with_builder;
use formula::digest::digest;
use formula::{Order, Symbol, Term};
use solver::Smt;

const START: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);";

const PAIR: &str = "int main(void) {
        int x = 0, y = 0;
        while (__VERIFIER_nondet_int()) { x += 3; y += 3; }
        if (x != y) reach_error();
        return 0;
    }";

const CALLS: &str = "static int last;
    static int count(int n) { int i = 0; while (i < n && i < 9) i++; last = i; return i; }
    int main(void) {
        while (__VERIFIER_nondet_int()) {
            int n = count(__VERIFIER_nondet_int());
            if (n > 9 || last != n) reach_error();
        }
        return 0;
    }";

/// Two calls that need summaries of their own.
const APART: &str = "static int same(int n) { int i = 0; while (__VERIFIER_nondet_int()) i = n; return n; }
    int main(void) {
        int one = same(1), two = same(2);
        if (one != 1 || two != 2) reach_error();
        return 0;
    }";

/// Does something with the proof that the search finds of a program.
fn with_proof<T>(
    text: &str,
    work: impl FnOnce(&mut Builder<'_>, &mut Smt, FunctionId, &mut Proof) -> T,
) -> T {
    let options = Options { summaries: Summaries::All, ..Options::default() };
    with_builder(&format!("{START} {text}"), &options, |builder, smt, main| {
        let mut search = Search::new(builder, smt, main);
        let mut watch = Watch {
            limits: &Limits::default(),
            effort: u64::MAX,
            steps: u64::MAX,
            is_brief: false,
            see: &mut |_| {},
        };
        assert!(matches!(search.run(&mut watch), Found::Safe), "{text}");
        let mut proof = search.proof();
        drop(search);
        work(builder, smt, main, &mut proof)
    })
}

/// Whether it is a proof after something was done to it or to what is known of the program.
fn certified(text: &str, change: impl FnOnce(&mut Builder<'_>, &mut Proof)) -> Result<(), Failure> {
    with_proof(text, |builder, smt, main, proof| {
        change(builder, proof);
        certify(builder, smt, main, proof).result
    })
}

/// The symbol of a local that is kept in a register.
fn local(builder: &mut Builder<'_>, function: &str, name: &str) -> Symbol {
    let functions = &builder.program.functions;
    let index = functions.iter().position(|it| it.name == function).unwrap();
    let body = functions[index].body.as_ref().unwrap();
    let is_it = |&id: &LocalId| body.local(id).name == name;
    let local = (0..body.locals.len() as u32).map(LocalId).find(is_it).unwrap();
    let function = FunctionId(index as u32);
    builder.encoder.register(function, local)
}

fn is_zero(builder: &mut Builder<'_>, symbol: Symbol) -> Term {
    let terms = &mut builder.encoder.terms;
    let (it, zero) = (terms.symbol(symbol), terms.bits(32, 0));
    terms.eq(it, zero)
}

fn procedure(proof: &Proof) -> usize {
    proof.parts.iter().position(|part| part.function.is_some()).unwrap()
}

#[test]
fn what_the_search_finds_is_a_proof() {
    for text in [PAIR, CALLS, APART] {
        assert_eq!(certified(text, |_, _| {}), Ok(()), "{text}");
    }
}

#[test]
fn where_a_procedure_begins_is_covered() {
    let lost = certified(CALLS, |_, proof| {
        let part = procedure(proof);
        proof.parts[part].nodes.clear();
    });
    assert_eq!(lost, Err(Failure::Obligation("a state that no condition covers")));
}

#[test]
fn another_part_covers_nothing() {
    let parts = with_proof(APART, |_, _, _, proof| proof.parts.len());
    assert!(parts > 2, "{parts}");
    for number in 1..parts {
        let lost = certified(APART, |_, proof| proof.parts[number].nodes.clear());
        assert!(lost.is_err(), "{number}");
    }
    // Not even by the same conditions: it has exits of its own.
    let moved = certified(CALLS, |_, proof| {
        let part = procedure(proof);
        proof.parts.push(proof.parts[part].clone());
        proof.parts[part].nodes.clear();
    });
    assert_eq!(moved, Err(Failure::Obligation("a state that no condition covers")));
}

/// Something that always holds of data has to hold of what it is set to: by a step and by a call.
#[test]
fn what_always_holds_is_kept() {
    for (text, function, name) in [(PAIR, "main", "x"), (CALLS, "count", "n")] {
        let broken = certified(text, |builder, _| {
            let symbol = local(builder, function, name);
            let terms = &mut builder.encoder.terms;
            let (it, five) = (terms.symbol(symbol), terms.bits(32, 5));
            let fact = terms.order(Order::Ult, it, five);
            terms.set_fact(symbol, fact);
        });
        let never = Err(Failure::Obligation("a value that data never has"));
        assert_eq!(broken, never, "{function}::{name}");
    }
}

/// And of what it is set to by a return.
#[test]
fn what_always_holds_is_kept_behind_a_call() {
    let broken = certified(CALLS, |builder, proof| {
        let enter = proof.parts[0].nodes.iter().find_map(|node| {
            let blocks = builder.blocks(node.point);
            blocks.all.iter().find_map(|block| match block.target {
                Target::Enter(edge, entrance) => Some((node.point, edge, entrance)),
                _ => None,
            })
        });
        let (from, edge, entrance) = enter.unwrap();
        let function = builder.function(entrance.context);
        let leave = builder.leaving(from, edge, function, &Valuation::new()).unwrap();
        let symbol = *leave.all[0].values.keys().next().unwrap();
        let terms = &mut builder.encoder.terms;
        let (it, five) = (terms.symbol(symbol), terms.bits(32, 5));
        let fact = terms.order(Order::Ult, it, five);
        terms.set_fact(symbol, fact);
    });
    assert_eq!(broken, Err(Failure::Obligation("a value that data never has")));
}

#[test]
fn a_procedure_changes_what_is_known_of_it() {
    let unforeseen = certified(CALLS, |builder, proof| {
        let function = proof.parts[procedure(proof)].function.unwrap();
        let known = builder.procedures[&function].clone();
        let less = Procedure {
            modified: Default::default(),
            given: known.given.clone(),
            ghosts: known.ghosts.clone(),
            result: known.result,
        };
        builder.procedures.insert(function, Rc::new(less));
    });
    assert_eq!(unforeseen, Err(Failure::NotForeseen));
}

/// Locals of others at a loop and at an exit, as formulas and as what is known; and data as what data is.
#[test]
fn conditions_speak_of_what_is_there() {
    let at = |is_exit: bool, is_known: bool| {
        certified(CALLS, |builder, proof| {
            let part = if is_exit { procedure(proof) } else { 0 };
            let symbol = local(builder, "count", "i");
            let (formula, zero) = (is_zero(builder, symbol), builder.encoder.terms.bits(32, 0));
            let ends = proof.parts[part].nodes.iter();
            let place = ends.clone().position(|node| builder.is_end(node.point) == is_exit).unwrap();
            let condition = &mut proof.parts[part].nodes[place].condition;
            match is_known {
                true => _ = condition.known.insert(symbol, zero),
                false => condition.formula = formula,
            }
        })
    };
    for (is_exit, is_known) in [(false, false), (false, true), (true, false), (true, true)] {
        assert_eq!(at(is_exit, is_known), Err(Failure::NotVisible), "{is_exit} {is_known}");
    }
    let by_data = certified(PAIR, |builder, proof| {
        let [x, y] = ["x", "y"].map(|name| local(builder, "main", name));
        let value = builder.encoder.terms.symbol(y);
        proof.parts[0].nodes[0].condition.known = Valuation::from([(x, value)]);
    });
    assert_eq!(by_data, Err(Failure::NotVisible));
}

/// Nothing is decided once a limit is reached, and what is not decided is not met, now or later.
#[test]
fn what_is_not_decided_is_not_met() {
    with_proof(PAIR, |builder, _, main, proof| {
        let limits = Limits::default();
        let mut smt = Smt::new(limits.clone());
        limits.deadline.store(true, Ordering::Relaxed);
        // Blocks were built before.
        let Certificate { result, met, .. } = certify(builder, &mut smt, main, proof);
        assert!(matches!(result, Err(Failure::Obligation(_))), "{result:?}");
        assert!(met.is_empty() && smt.refuted.is_empty());
    });
}

/// Obligations that could not be met are not among those that are.
#[test]
fn what_was_refused_is_not_known_later() {
    with_proof(PAIR, |builder, smt, main, proof| {
        proof.parts[0].nodes.iter_mut().for_each(|node| node.condition = Condition::ANYTHING);
        for _ in 0..2 {
            let certificate = certify(builder, smt, main, proof);
            assert_eq!(certificate.result, Err(Failure::Obligation("the error")));
        }
    });
}

/// What is kept is asked again by an audit, and not believed if it is wrong.
#[test]
fn an_audit_finds_what_was_never_met() {
    with_proof(PAIR, |builder, smt, _, _| {
        let x = local(builder, "main", "x");
        let terms = &mut builder.encoder.terms;
        let (x, zero) = (terms.symbol(x), terms.bits(32, 0));
        let is_zero = terms.eq(x, zero);
        let wrong = digest(terms, &[Term::TRUE, Term::TRUE, is_zero]);
        smt.refuted.insert(wrong);
        let mut oracle = Oracle::new(builder, smt);
        assert!(oracle.is_refuted(&Condition::ANYTHING, Term::TRUE, is_zero));
        oracle.smt.audited.insert(wrong);
        assert!(!oracle.is_refuted(&Condition::ANYTHING, Term::TRUE, is_zero));
        assert_eq!((oracle.count.audited, oracle.count.contradicted), (1, 1));
        assert!(!smt.refuted.contains(&wrong));
    });
}

#[test]
fn answers_of_another_solver_do_not_count() {
    with_proof(CALLS, |builder, smt, main, proof| {
        let certificate = certify(builder, smt, main, proof);
        assert!(!certificate.met.is_empty());
        let header = bytes::Header { is_whole: true, has_exits: false, is_complete: true, cost: 0 };
        let mut written = bytes::write(builder, proof, &certificate.met, &header);
        let (_, met) = bytes::read(builder, main, &written).unwrap();
        assert_eq!(met, certificate.met);
        let name = solver::version().as_bytes();
        let at = written.windows(name.len()).position(|it| it == name).unwrap();
        written[at] ^= 1;
        let (_, met) = bytes::read(builder, main, &written).unwrap();
        assert!(met.is_empty());
    });
}

/// A condition that is always true, or never.
fn always(value: bool) -> Condition {
    Condition { known: BTreeMap::new(), formula: if value { Term::TRUE } else { Term::FALSE } }
}

#[test]
fn no_proof_is_none() {
    assert_eq!(certified(PAIR, |_, proof| proof.parts.clear()), Err(Failure::NotWhole));
    let swapped = certified(CALLS, |_, proof| {
        let other = procedure(proof);
        proof.parts.swap(0, other);
    });
    assert_eq!(swapped, Err(Failure::NotWhole));
}

#[test]
fn nothing_is_known_where_the_program_begins() {
    let forged = certified(PAIR, |_, proof| {
        proof.parts[0].entrance = always(false);
        proof.parts[0].nodes.clear();
    });
    assert_eq!(forged, Err(Failure::NotWhole));
    let narrow = certified(PAIR, |builder, proof| {
        let x = local(builder, "main", "x");
        let zero = builder.encoder.terms.bits(32, 0);
        proof.parts[0].entrance.known.insert(x, zero);
    });
    assert_eq!(narrow, Err(Failure::NotWhole));
}

#[test]
fn every_place_that_control_comes_to_is_covered() {
    let uncovered = Err(Failure::Obligation("a state that no condition covers"));
    assert_eq!(certified(PAIR, |_, proof| proof.parts[0].nodes.clear()), uncovered);
    // Nor is a condition that holds at first only.
    let narrow = certified(PAIR, |builder, proof| {
        let node = &mut proof.parts[0].nodes[0];
        let mut symbols = Vec::new();
        let terms = &mut builder.encoder.terms;
        terms.for_each_symbol(&[node.condition.formula], |symbol| symbols.push(symbol));
        symbols.sort_unstable();
        let (x, zero) = (terms.symbol(symbols[0]), terms.bits(32, 0));
        let is_zero = terms.eq(x, zero);
        node.condition.formula = terms.and(node.condition.formula, is_zero);
    });
    assert_eq!(narrow, uncovered);
}

#[test]
fn the_error_is_not_reached() {
    let weak = certified(PAIR, |_, proof| proof.parts[0].nodes[0].condition = always(true));
    assert_eq!(weak, Err(Failure::Obligation("the error")));
}

#[test]
fn calls_and_returns_are_covered() {
    let called = Err(Failure::Obligation("a call that nothing covers"));
    let without = certified(CALLS, |_, proof| proof.parts.truncate(1));
    assert_eq!(without, called);
    let narrow = certified(CALLS, |_, proof| {
        let part = procedure(proof);
        proof.parts[part].entrance = always(false);
    });
    assert_eq!(narrow, called);
    // An exit that is left out is missed by the procedure itself, and one that says nothing by who calls.
    let is_exit = |builder: &Builder<'_>, point| builder.is_end(point);
    let lost = certified(CALLS, |builder, proof| {
        let part = procedure(proof);
        proof.parts[part].nodes.retain(|node| !is_exit(builder, node.point));
    });
    assert_eq!(lost, Err(Failure::Obligation("a state that no condition covers")));
    let vague = certified(CALLS, |builder, proof| {
        let part = procedure(proof);
        make_vague(builder, &mut proof.parts[part]);
    });
    assert!(matches!(vague, Err(Failure::Obligation(_))), "{vague:?}");
    let unreturned = certified(CALLS, |builder, proof| {
        let main = &mut proof.parts[0];
        let heads: Vec<bool> = main.nodes.iter().map(|node| builder.is_telling(node.point)).collect();
        let mut heads = heads.into_iter();
        main.nodes.retain(|_| heads.next() == Some(true));
    });
    assert!(matches!(unreturned, Err(Failure::Obligation(_))), "{unreturned:?}");
}

/// Says nothing at the exits of a part.
fn make_vague(builder: &Builder<'_>, part: &mut Part) {
    for node in part.nodes.iter_mut().filter(|node| builder.is_end(node.point)) {
        node.condition = always(true);
    }
}

#[test]
fn every_exit_of_a_procedure_is_looked_at() {
    for is_first in [true, false] {
        let vague = certified(CALLS, |builder, proof| {
            let part = procedure(proof);
            let nodes = &mut proof.parts[part].nodes;
            let exit = nodes.iter().find(|node| builder.is_end(node.point)).unwrap();
            let exit = Node { condition: always(true), ..exit.clone() };
            nodes.insert(if is_first { 0 } else { nodes.len() }, exit);
        });
        assert!(matches!(vague, Err(Failure::Obligation(_))), "{is_first}: {vague:?}");
    }
}

/// Two parts cover a call together, each for some of what is given.
#[test]
fn every_part_that_covers_a_call_is_looked_at() {
    let split = |vague: Option<usize>| {
        certified(CALLS, |builder, proof| {
            let (one, other) = (procedure(proof), proof.parts.len());
            let n = local(builder, "count", "n");
            let is_zero = is_zero(builder, n);
            let is_other = builder.encoder.terms.not(is_zero);
            proof.parts.push(proof.parts[one].clone());
            for (part, given) in [(one, is_zero), (other, is_other)] {
                let formula = &mut proof.parts[part].entrance.formula;
                *formula = builder.encoder.terms.and(*formula, given);
            }
            for part in &mut proof.parts {
                let places = part.nodes.iter_mut().map(|node| &mut node.next).chain([&mut part.start]);
                places.filter(|next| next.parts.contains(&one)).for_each(|next| next.parts.push(other));
            }
            let vague = vague.map(|number| [one, other][number]);
            vague.into_iter().for_each(|part| make_vague(builder, &mut proof.parts[part]));
        })
    };
    assert_eq!(split(None), Ok(()));
    for vague in [0, 1] {
        let lost = split(Some(vague));
        assert!(matches!(lost, Err(Failure::Obligation(_))), "{vague}: {lost:?}");
    }
}

#[test]
fn what_is_not_modelled_is_not_reached() {
    let text = "__asm__(\"nop\"); int main(void) { return 0; }";
    with_builder(text, &Options::default(), |builder, smt, main| {
        let (entrance, start) = (Condition::ANYTHING, Hints::default());
        let proof = Proof { parts: vec![Part { function: None, entrance, start, nodes: Vec::new() }] };
        let result = certify(builder, smt, main, &proof).result;
        assert_eq!(result, Err(Failure::Obligation("what is not modelled")));
    });
}

#[test]
fn hints_are_not_believed() {
    let misled = certified(PAIR, |_, proof| {
        proof.parts[0].start.nodes = vec![7, 1_000];
        proof.parts[0].nodes.iter_mut().for_each(|node| node.next.nodes = vec![1_000]);
    });
    assert_eq!(misled, Ok(()));
}

#[test]
fn at_an_entrance_the_frame_is_not_there() {
    // What a local of the procedure is says nothing at its entrance, where the frame is the caller's.
    let seen = certified(CALLS, |builder, proof| {
        let part = procedure(proof);
        let function = proof.parts[part].function.unwrap();
        let body = builder.program.function(function).body.as_ref().unwrap();
        let is_param = |id: &cfa::program::LocalId| body.params.contains(id);
        let locals = (0..body.locals.len() as u32).map(cfa::program::LocalId);
        let local = locals.filter(|id| !is_param(id)).find(|&id| {
            matches!(body.local(id).storage, cfa::program::Storage::Register(_)) && body.local(id).name == "i"
        });
        let symbol = builder.encoder.register(function, local.unwrap());
        let terms = &mut builder.encoder.terms;
        let (it, zero) = (terms.symbol(symbol), terms.bits(32, 0));
        proof.parts[part].entrance.formula = terms.eq(it, zero);
    });
    assert_eq!(seen, Err(Failure::NotVisible));
}
