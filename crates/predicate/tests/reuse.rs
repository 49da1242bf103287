//! Proofs of earlier runs: an unchanged program is proved without a question to the solver, and whatever is done to a program or
//! to a proof, nothing is said that a run from scratch does not say.

mod common;
#[path = "reuse/pairs.rs"]
mod pairs;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use common::{
    Known, MODES, Mode, PROCEDURES, Proofs, difference, for_each, is_limited, preprocessed, verdict,
};
use predicate::{Checked, Options, Phase, Refusal, Stats, Summaries};
use verdict::{Property, Verdict};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/predicate");

/// Programs that are proved soon, with calls, loops, recursion, memory and tables of functions.
const NAMES: [&str; 24] = [
    "callee/contexts_apart",
    "callee/error_inside",
    "callee/figure_one_without_end",
    "callee/loop_waits_for_global",
    "callee/saturating_add",
    "nested/break_leaves_inner_only",
    "nested/inner_starts_again",
    "nested/shared_counter",
    "nested/triangle",
    "recursion/ninety_one",
    "alias/filled_bytes",
    "alias/local_of_loop",
    "alias/same_field_of_two_structs",
    "alias/union_of_words",
    "array/lookup_table",
    "array/string_length",
    "jump/assumption_in_loop",
    "jump/body_runs_once",
    "jump/endless_before_error",
    "jump/fall_through",
    "heap/struct_on_heap",
    "heap/zeroed",
    "function-pointer/operations",
    "function-pointer/table",
];

fn text_of(name: &str) -> String {
    std::fs::read_to_string(Path::new(PROGRAMS).join(format!("{name}_true.c"))).unwrap()
}

/// What is said of a program within two seconds; nothing if it is none.
fn check(text: &str, proofs: &Proofs, summaries: Summaries) -> Option<Checked> {
    check_within(2, text, proofs, summaries)
}

fn check_within(seconds: u64, text: &str, proofs: &Proofs, summaries: Summaries) -> Option<Checked> {
    let program = cfa::from_text(&preprocessed(text)).ok()?;
    let mode = Mode { summaries, ..MODES[0] };
    Some(common::check_within(&program, &mode.options(proofs), Duration::from_secs(seconds)))
}

/// The program with one thing done to it, in several ways: other constants, operators and orders of statements.
fn mutants(text: &str) -> Vec<String> {
    let swaps = [
        ("<", ">="),
        ("==", "!="),
        ("+", "-"),
        ("++", "--"),
        ("&&", "||"),
        ("0", "1"),
        ("1", "2"),
        ("return", ";return"),
    ];
    let start = text.find("main").unwrap_or(0).min(text.find("static").unwrap_or(usize::MAX));
    let mut mutants = Vec::new();
    for (from, to) in swaps {
        let places: Vec<usize> =
            text.match_indices(from).map(|(at, _)| at).filter(|&at| at > start).collect();
        for &at in places.iter().step_by(places.len().div_ceil(2).max(1)) {
            mutants.push(format!("{}{to}{}", &text[..at], &text[at + from.len()..]));
        }
    }
    // A statement less, for some.
    let ends: Vec<usize> = text.match_indices(";\n").map(|(at, _)| at).filter(|&at| at > start).collect();
    for pair in ends.windows(2).step_by(2) {
        mutants.push(format!("{}{}", &text[..pair[0]], &text[pair[1]..]));
    }
    mutants
}

#[test]
fn an_unchanged_program_is_proved_without_a_query() {
    let mut proved = 0;
    for summaries in [Summaries::Recursive, Summaries::All] {
        for name in NAMES {
            let text = text_of(name);
            let first = check(&text, &Vec::new(), summaries).unwrap();
            if verdict(&first) != Verdict::True {
                continue;
            }
            proved += 1;
            assert_eq!(first.proofs.len(), 1, "{name}");
            // A comment, and a function that nobody calls, are no change.
            let commented =
                text.replacen("int main", "/* here */ static void idle(int n) { n++; }\nint main", 1);
            for text in [text, commented] {
                let again = check(&text, &first.proofs, summaries).unwrap();
                let stats = again.report.stats;
                assert_eq!((stats.confirmed, stats.queries, stats.obligations.asked), (1, 0, 0), "{name}");
                assert_eq!(again.proofs.len(), 1, "{name}");
            }
        }
    }
    assert!(proved > 35, "{proved}");
}

#[test]
fn an_audit_asks_what_is_known_again() {
    let program = cfa::from_text(&preprocessed(&text_of("callee/contexts_apart"))).unwrap();
    let first = common::check_within(&program, &MODES[0].options(&Proofs::new()), Duration::from_secs(20));
    let options = Options { is_audited: true, ..MODES[0].options(&first.proofs) };
    let again = common::check_within(&program, &options, Duration::from_secs(20));
    let stats = &again.report.stats;
    assert_eq!((verdict(&again), stats.confirmed), (Verdict::True, 1));
    assert!(stats.obligations.audited > 0 && stats.queries > 0, "{stats:?}");
    assert_eq!((stats.obligations.contradicted, stats.obligations.asked), (0, 0), "{stats:?}");
}

/// What holds at loops and keeps sums in range also keeps the error away.
#[test]
fn a_proof_of_one_property_serves_another() {
    let text = "extern _Bool __VERIFIER_nondet_bool(void); extern void reach_error(void);
        int main(void) { int n = 0; while (__VERIFIER_nondet_bool()) if (n < 9) n++; n += 2147483600;
        if (n > 2147483609) reach_error(); return 0; }";
    let program = cfa::from_text(&preprocessed(text)).unwrap();
    let check = |property: Property, proofs: &Proofs| {
        let options = Options { properties: property.into(), ..MODES[2].options(proofs) };
        common::check_within(&program, &options, Duration::from_secs(20))
    };
    let first = check(Property::NoOverflow, &Proofs::new());
    assert_eq!((verdict(&first), first.proofs.len()), (Verdict::True, 1));
    let other = check(Property::UnreachCall, &first.proofs);
    assert_eq!((verdict(&other), other.report.stats.confirmed), (Verdict::True, 1));
    assert_eq!(other.report.stats.refinements, 0);
}

#[test]
fn a_changed_program_has_the_verdict_of_a_run_from_scratch() {
    let [compared, confirmed, repaired, violated] = [const { AtomicU64::new(0) }; 4];
    let count = |counter: &AtomicU64, by: u64| counter.fetch_add(by, Ordering::Relaxed);
    let names: Vec<(usize, &str)> = NAMES.into_iter().enumerate().collect();
    let failures = for_each(&names, |&(number, name)| {
        let summaries = if number % 2 == 0 { Summaries::All } else { Summaries::Recursive };
        let text = text_of(name);
        let first = check(&text, &Vec::new(), summaries).unwrap();
        for mutant in mutants(&text) {
            let Some(scratch) = check(&mutant, &Vec::new(), summaries) else { continue };
            let reused = check(&mutant, &first.proofs, summaries).unwrap();
            if let Some(difference) = difference(&scratch, &reused) {
                return Err(format!("{name}: {difference}\n{mutant}"));
            }
            if !is_limited(&scratch) && !is_limited(&reused) {
                count(&compared, 1);
            }
            count(&confirmed, reused.report.stats.confirmed);
            count(&repaired, reused.report.stats.repaired);
            count(&violated, (verdict(&scratch) == Verdict::False).into());
        }
        Ok(())
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let counts @ [compared, confirmed, repaired, violated] =
        [compared, confirmed, repaired, violated].map(AtomicU64::into_inner);
    assert!(compared > 150 && confirmed > 20 && repaired > 0 && violated > 30, "{counts:?}");
}

/// What is said of an edited program, whatever time that takes.
fn edited(text: &str, proofs: &Proofs) -> Checked {
    check_within(60, text, proofs, Summaries::Recursive).unwrap()
}

#[test]
fn a_proof_is_repaired_where_the_program_changed() {
    let text = text_of("protocol/handshake");
    let more =
        "case PAUSED: if (message == 7) state = OPEN; break; case OPEN: if (message == 8) state = PAUSED;";
    let text_then = text.replace("CLOSED };", "CLOSED, PAUSED };").replace("case OPEN:", more);
    let first = edited(&text, &Vec::new());
    assert_eq!(verdict(&first), Verdict::True);
    let repaired = edited(&text_then, &first.proofs);
    let stats = &repaired.report.stats;
    assert_eq!((verdict(&repaired), stats.confirmed, stats.repaired), (Verdict::True, 0, 1));
    // What is said of the states that were there is right for most.
    assert!(2 * stats.kept > stats.offered && 2 * stats.queries < first.report.stats.queries, "{stats:?}");
    // And what came of it is a proof for the next run.
    let again = edited(&text_then, &repaired.proofs).report.stats;
    assert_eq!((again.confirmed, again.queries, again.obligations.asked), (1, 0, 0));
}

/// Two loops, one behind the other, that have nothing to do with each other.
fn loops(most: u32) -> String {
    format!(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) {{
            unsigned x = 0, y = 0, a = 0;
            while (__VERIFIER_nondet_int()) {{ x += 3; y += 3; }}
            if (x != y) reach_error();
            while (__VERIFIER_nondet_int()) {{ if (a < {most}) a++; }}
            if (a > {most}) reach_error();
            return 0;
        }}"
    )
}

#[test]
fn a_proof_that_lacks_predicates_is_given_up_soon() {
    let first = edited(&loops(10), &Vec::new());
    let (reused, scratch) = (edited(&loops(20), &first.proofs), edited(&loops(20), &Vec::new()));
    let (stats, plain) = (&reused.report.stats, &scratch.report.stats);
    assert_eq!((verdict(&reused), stats.confirmed, stats.repaired), (Verdict::True, 0, 0));
    assert!(stats.offered > 0 && 2 * stats.effort < 3 * plain.effort, "{stats:?}, {plain:?}");
}

/// The error is reached if a number has two factors, which takes long to find out if these may be large.
fn factors(number: u32, most: u32) -> String {
    format!(
        "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
        int main(void) {{
            unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
            if (a > 1 && b > 1 && a < {most} && b < {most} && a * b == {number}) reach_error();
            return 0;
        }}"
    )
}

#[test]
fn a_check_that_takes_longer_than_the_proof_did_is_given_up_soon() {
    let first = edited(&factors(1_046_527, 1024), &Vec::new());
    let bug = factors(1009 * 1013, 65_536);
    let (reused, scratch) = (edited(&bug, &first.proofs), edited(&bug, &Vec::new()));
    let (stats, plain) = (&reused.report.stats, &scratch.report.stats);
    assert_eq!([&first, &reused, &scratch].map(verdict), [Verdict::True, Verdict::False, Verdict::False]);
    assert!(stats.offered > 0 && stats.effort < plain.effort + 200_000, "{stats:?}, {plain:?}");
}

#[test]
fn a_renamed_local_or_object_costs_no_search() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        static unsigned level; static struct { int low; int high; } bounds;
        int count(int given) { int n = 0; while (n < given && n < 9) n++; bounds.high = n; return n; }
        int main(void) {
            unsigned x = 0, y = 0;
            while (__VERIFIER_nondet_int()) { x += 3; y += 3; if (level < 4) level++; }
            if (x != y || level > 4 || count(__VERIFIER_nondet_int()) > 9 || bounds.high > 9) reach_error();
            return 0;
        }";
    let checked = |text: &str, proofs: &Proofs| check_within(60, text, proofs, Summaries::All).unwrap();
    let first = checked(text, &Vec::new());
    assert_eq!(verdict(&first), Verdict::True);
    for (from, to) in
        [("level", "height"), ("bounds", "limits"), ("n", "i"), ("given", "most"), ("x", "left")]
    {
        let renamed = text.split_inclusive(|it: char| !it.is_alphanumeric() && it != '_');
        let renamed: String = renamed
            .map(|word| {
                if word.starts_with(from) && word[from.len()..].len() <= 1 {
                    word.replacen(from, to, 1)
                } else {
                    word.into()
                }
            })
            .collect();
        assert_ne!(renamed, text);
        let stats = checked(&renamed, &first.proofs).report.stats;
        // Names order what would be in any order, which may cost a digest.
        assert!(stats.confirmed == 1 && stats.obligations.asked <= 1, "{from}: {stats:?}");
    }
}

/// What is said of a local beside others goes with it, and nothing else does.
#[test]
fn a_condition_without_what_is_gone_still_proves() {
    let text = |data: &str, work: &str, error: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
            int main(void) {{
                int n = 0{data};
                while (__VERIFIER_nondet_int()) {{ if (n < 5) n++; {work} }}
                if (n > 5{error}) reach_error();
                return 0;
            }}"
        )
    };
    let first = edited(&text(", z = 0", "if (z < 9) z++;", " || z > 9"), &Vec::new());
    let again = edited(&text("", "", ""), &first.proofs);
    assert_eq!((verdict(&again), again.report.stats.confirmed), (Verdict::True, 1));
}

#[test]
fn what_a_limit_ended_goes_on() {
    let names = [
        "protocol/handshake",
        "protocol/power_states",
        "protocol/numbered_states",
        "function-pointer/state_as_function",
        "function-pointer/context_of_operations",
    ];
    let (mut whole, mut rest) = (0, 0);
    for name in names {
        let program = cfa::from_text(&preprocessed(&text_of(name))).unwrap();
        let check = |queries, proofs: &Proofs, hints: &Proofs| {
            let options = Options { hints: hints.clone(), ..MODES[0].options(proofs) };
            let checked = common::check_until(&program, &options, Duration::from_secs(60), queries);
            (verdict(&checked), checked)
        };
        let none = Vec::new();
        let (verdict, scratch) = check(u64::MAX, &none, &none);
        assert_eq!(verdict, Verdict::True, "{name}");
        let (verdict, ended) = check(scratch.report.stats.queries * 2 / 3, &none, &none);
        assert!(matches!(verdict, Verdict::Unknown(it) if it.is_limit()), "{name}: {verdict:?}");
        assert_eq!((ended.proofs.len(), ended.hints.len()), (0, 1), "{name}");
        let (verdict, resumed) = check(u64::MAX, &none, &ended.hints);
        assert_eq!((verdict, resumed.report.stats.repaired), (Verdict::True, 1), "{name}");
        whole += scratch.report.stats.refinements;
        rest += resumed.report.stats.refinements;
        // It is no proof by itself, also if it is handed in as one.
        let options = MODES[0].options(&none);
        let refused = predicate::certify(&program, &options, Property::UnreachCall, &ended.hints[0].1);
        let Err(Refusal::Failed(why)) = refused else { panic!("{name}: {refused:?}") };
        assert!(why.contains("not finished"), "{name}: {why}");
        // In the end there is a proof like any other.
        assert_eq!(check(u64::MAX, &resumed.proofs, &none).1.report.stats.confirmed, 1, "{name}");
    }
    assert!(rest < whole, "{rest} of {whole} refinements");
}

#[test]
fn damaged_proofs_prove_nothing_wrong() {
    for name in ["callee/error_inside", "recursion/ninety_one", "alias/union_of_words"] {
        let text = text_of(name);
        let proofs = check_within(60, &text, &Vec::new(), Summaries::All).unwrap().proofs;
        let bytes = &proofs[0].1;
        let wrong = mutants(&text).into_iter().find(|mutant| {
            check(mutant, &Vec::new(), Summaries::All).is_some_and(|it| verdict(&it) == Verdict::False)
        });
        let wrong = wrong.unwrap_or_else(|| panic!("{name}: no mutant is wrong"));
        // Behind the obligations that are met: those are checked by the store.
        let start = bytes.len() / 3;
        for at in (start..bytes.len()).step_by(1 + bytes.len() / 60) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            let cut = bytes[..at].to_vec();
            for bytes in [damaged, cut] {
                let checked = check(&wrong, &vec![(Property::UnreachCall, bytes)], Summaries::All).unwrap();
                assert_ne!(verdict(&checked), Verdict::True, "{name} at {at}");
            }
        }
    }
}

/// The verdict of a program with the proof of another.
fn after(proved: &str, text: &str) -> (Verdict, u64) {
    let check = |text, proofs: &Proofs| check_within(60, text, proofs, Summaries::Recursive).unwrap();
    let first = check(proved, &Vec::new());
    assert_eq!((verdict(&first), first.proofs.len()), (Verdict::True, 1), "{proved}");
    let checked = check(text, &first.proofs);
    (verdict(&checked), checked.report.stats.confirmed)
}

/// An input is another value each time, and has the name of the local that was never set.
#[test]
fn a_condition_does_not_speak_of_inputs() {
    let safe = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int y = 0, first = 1; int x = __VERIFIER_nondet_int();
            while (1) { if (first) { y = x; first = 0; } else if (y != x) reach_error(); } }";
    let unsafe_ = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int y = 0, first = 1;
            while (1) { int x; if (first) { y = x; first = 0; } else if (y != x) reach_error(); } }";
    assert_eq!(after(safe, unsafe_), (Verdict::False, 0));
}

#[test]
fn a_procedure_that_has_lost_its_body_has_no_part() {
    let defined = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int f(int n) { if (n <= 0) return 0; return f(n - 1); }
        int main(void) { if (f(__VERIFIER_nondet_int()) != 0) reach_error(); return 0; }";
    let declared = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int f(int n);
        int main(void) { f(__VERIFIER_nondet_int()); return 0; }";
    assert_eq!(after(defined, declared), (Verdict::True, 0));
}

/// Whatever is checked when a limit is reached: a proof from scratch, one of an earlier run, or one by its summaries.
#[test]
fn nothing_is_proved_once_a_limit_is_reached() {
    let program = cfa::from_text(&preprocessed(&text_of("callee/contexts_apart"))).unwrap();
    for mode in [MODES[0], PROCEDURES] {
        let first = common::check_within(&program, &mode.with(&Known::default()), Duration::from_secs(20));
        assert_eq!(verdict(&first), Verdict::True, "{}", mode.name);
        let mut known = Known::default();
        known.extend(&first);
        for known in [Known::default(), known] {
            let options = mode.with(&known);
            let deadline = options.limits.deadline.clone();
            let mut see = |_: &'static str, stats: &Stats| {
                if stats.phase == Phase::Certificate {
                    deadline.store(true, Ordering::Relaxed);
                }
            };
            let checked = predicate::check(&program, &options, &mut see).unwrap();
            assert!(is_limited(&checked), "{}: {:?}", mode.name, checked.report.properties);
            assert!(checked.proofs.is_empty(), "{}", mode.name);
        }
        let options = mode.options(&Proofs::new());
        options.limits.deadline.store(true, Ordering::Relaxed);
        let refused = predicate::certify(&program, &options, Property::UnreachCall, &first.proofs[0].1);
        assert!(matches!(refused, Err(Refusal::Limit(_))), "{refused:?}");
    }
}
