//! Summaries of earlier runs: what is taken from them, what is searched instead, and that damage to them costs nothing but time.

mod common;

use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Duration;

use common::{Known, LOOPS, Mode, PROCEDURES, check_within, is_limited, preprocessed, verdict};
use predicate::{Cex, Checked, Inherited, Phase, Stats, Technique};
use verdict::{Property, Verdict};

const START: &str = "extern _Bool __VERIFIER_nondet_bool(void);\nextern void reach_error(void);\n";
const UP: &str = "static int n, other;
    static void up(void) { while (n < 5 && __VERIFIER_nondet_bool()) n++; }\n";

fn check(mode: Mode, known: &Known, data: &str, main: &str) -> Checked {
    let text = format!("{START}{data}int main(void) {{ {main} return 0; }}");
    let program = cfa::from_text(&preprocessed(&text)).unwrap_or_else(|error| panic!("{error:?}"));
    check_within(&program, &mode.with(known), Duration::from_secs(60))
}

/// What became of summaries, and the verdict.
fn told(checked: &Checked) -> (Inherited, Verdict) {
    (checked.report.stats.inherited, verdict(checked))
}

#[test]
fn a_procedure_as_it_was_is_not_searched() {
    let mut known = Known::default();
    let first = check(PROCEDURES, &known, UP, "up(); if (n > 5) reach_error();");
    known.extend(&first);
    let again = check(PROCEDURES, &known, UP, "other = 1; up(); if (n > 5) reach_error();");
    let (inherited, verdict) = told(&again);
    assert_eq!((inherited.selected, inherited.holes, inherited.expanded), (1, 1, 0), "{inherited:?}");
    assert_eq!((inherited.used, verdict), (1, Verdict::True));
    // All that is inside was asked before.
    let obligations = again.report.stats.obligations;
    assert!(obligations.asked <= 1 && obligations.failed == 0, "{obligations:?}");
}

/// A proof by summaries that nothing has to be asked for is none either once a limit is reached.
#[test]
fn nothing_is_proved_by_summaries_once_a_limit_is_reached() {
    let (mut known, main) = (Known::default(), "up(); if (n > 5) reach_error();");
    known.extend(&check(PROCEDURES, &known, UP, main));
    let again = check(PROCEDURES, &known, UP, main);
    let stats = &again.report.stats;
    assert_eq!((verdict(&again), stats.inherited.used, stats.obligations.asked), (Verdict::True, 1, 0));
    let text = format!("{START}{UP}int main(void) {{ {main} return 0; }}");
    let (program, options) = (cfa::from_text(&preprocessed(&text)).unwrap(), PROCEDURES.with(&known));
    let deadline = options.limits.deadline.clone();
    let mut see = |_: &'static str, stats: &Stats| {
        deadline.fetch_or(stats.phase == Phase::Certificate, Ordering::Relaxed);
    };
    let checked = predicate::check(&program, &options, &mut see).unwrap();
    assert!(is_limited(&checked) && checked.proofs.is_empty(), "{:?}", checked.report.properties);
}

/// A path that cannot be taken whatever the procedure does: it is not searched unless one insists.
#[test]
fn holes_are_expanded_if_need_be() {
    let mut known = Known::default();
    known.extend(&check(PROCEDURES, &known, UP, "up(); if (n > 5) reach_error();"));
    // Main says by itself what excludes the path.
    let main = "int m = 0; while (__VERIFIER_nondet_bool()) if (m < 3) m++; up(); if (n > 5 || m > 3) reach_error();";
    let lazy = told(&check(PROCEDURES, &known, UP, main));
    let eager = told(&check(Mode { cex: Cex::Eager, ..PROCEDURES }, &known, UP, main));
    assert_eq!((lazy.1, eager.1), (Verdict::True, Verdict::True));
    assert_eq!((lazy.0.expanded, lazy.0.used), (0, 1), "{lazy:?}");
    assert!(eager.0.expanded > 0 && eager.0.used == 0, "{eager:?}");
    // What the summary does not say has to be found out.
    let more = told(&check(PROCEDURES, &known, UP, "up(); if (n < 0) reach_error();"));
    assert_eq!((more.0.holes, more.1), (1, Verdict::True), "{more:?}");
    // And an error is shown as without any summary.
    let wrong = "up(); if (n == 5) reach_error();";
    let (reused, scratch) =
        (check(PROCEDURES, &known, UP, wrong), check(PROCEDURES, &Known::default(), UP, wrong));
    assert_eq!((told(&reused).0.expanded, told(&reused).1), (1, Verdict::False));
    assert_eq!(reused.report.violations, scratch.report.violations);
}

/// A loop of main that is as it was, with other code before and behind it.
#[test]
fn a_loop_as_it_was_is_not_searched() {
    const UP: &str = "while (n < 5 && __VERIFIER_nondet_bool()) n++;";
    let mut known = Known::default();
    let main = |before: &str, after: &str| format!("{before} {UP} {after}");
    let check = |known: &Known, main: String| check(LOOPS, known, "static int n, other;", &main);
    known.extend(&check(&known, main("", "if (n > 5) reach_error();")));
    let again = check(
        &known,
        main("other = 1; if (__VERIFIER_nondet_bool()) other = 2;", "if (n > 5) { other++; reach_error(); }"),
    );
    let (inherited, verdict) = told(&again);
    assert_eq!((inherited.selected, inherited.holes, inherited.expanded), (1, 1, 0), "{inherited:?}");
    assert_eq!((inherited.used, verdict), (1, Verdict::True));
    // What it does not say has to be found out, and errors behind it are shown as without it.
    let more = told(&check(&known, main("", "if (n < 0) reach_error();")));
    assert_eq!((more.0.holes, more.1), (1, Verdict::True), "{more:?}");
    let (reused, scratch) = (
        check(&known, main("", "if (n == 5) reach_error();")),
        check(&Known::default(), main("", "if (n == 5) reach_error();")),
    );
    assert_eq!((told(&reused).0.expanded, told(&reused).1), (1, Verdict::False));
    assert_eq!(reused.report.violations, scratch.report.violations);
    // A state that it does not begin in.
    let other = told(&check(&known, main("n = 7;", "if (n > 5) reach_error();")));
    assert_eq!((other.0.holes, other.0.used, other.1), (0, 0, Verdict::False), "{other:?}");
}

/// The inner loop is as it was, and what the outer one does around it is not; a call by a summary is in one of them.
#[test]
fn a_loop_in_a_changed_one_is_not_searched() {
    let program = |more: &str| {
        format!(
            "int i = 0; while (i < 3) {{ {more} while (n < 5 && __VERIFIER_nondet_bool()) up(); i++; }}
            if (n > 5) reach_error();"
        )
    };
    const UP: &str = "static int n, other;
        static void up(void) { while (n < 5) { n++; if (__VERIFIER_nondet_bool()) break; } }\n";
    let mode = Mode { technique: Technique::Summaries, ..PROCEDURES };
    let mut known = Known::default();
    known.extend(&check(mode, &known, UP, &program("")));
    let (inherited, verdict) = told(&check(mode, &known, UP, &program("other = i; if (n > 4) n = 4;")));
    assert_eq!(verdict, Verdict::True);
    assert!(inherited.used >= 1 && inherited.expanded == 0, "{inherited:?}");
}

/// A loop that goes one further has none of the summaries of before.
#[test]
fn a_changed_loop_is_another() {
    let main = |bound: u32, most: u32| {
        format!("while (n < {bound} && __VERIFIER_nondet_bool()) n++; if (n > {most}) reach_error();")
    };
    let check = |known: &Known, main: String| check(LOOPS, known, "static int n;", &main);
    let mut known = Known::default();
    known.extend(&check(&known, main(2, 2)));
    for (most, expected) in [(2, Verdict::False), (3, Verdict::True)] {
        let (inherited, verdict) = told(&check(&known, main(3, most)));
        assert_eq!((inherited.offered, inherited.selected, verdict), (1, 0, expected), "{inherited:?}");
    }
}

/// Where the key of the first summary of a run is.
fn key(summaries: &[u8]) -> Range<usize> {
    let number = |at: usize| u32::from_le_bytes(summaries[at..at + 4].try_into().unwrap()) as usize;
    // Before it are the format, the solver's version, obligations that are met, and how many summaries there are.
    let met = 8 + number(4);
    let first = met + 4 + 16 * number(met) + 4;
    first..first + 16
}

/// Selection is no proof: what a summary says is checked, even if its key is that of the loop.
#[test]
fn a_summary_of_another_loop_proves_nothing() {
    let main = |bound: u32, most: u32| {
        format!("while (n < {bound} && __VERIFIER_nondet_bool()) n++; if (n > {most}) reach_error();")
    };
    let check = |known: &Known, main: String| check(LOOPS, known, "static int n;", &main);
    let [two, three] = [2, 3].map(|bound| check(&Known::default(), main(bound, bound)));
    let (mut known, mut forged) = (Known::default(), two.cache[0].1.clone());
    known.extend(&two);
    forged[key(&two.cache[0].1)].copy_from_slice(&three.cache[0].1[key(&three.cache[0].1)]);
    known.cache[0].1 = forged.into();
    let (inherited, verdict) = told(&check(&known, main(3, 2)));
    assert_eq!((inherited.selected, inherited.holes, inherited.used), (1, 1, 0), "{inherited:?}");
    assert_eq!(verdict, Verdict::False);
}

/// Of what the error lies inside there is no summary: where the search came upon it, around that, or in what is called.
#[test]
fn what_has_an_error_inside_has_no_summary() {
    const ERROR: &str = "while (__VERIFIER_nondet_bool()) { if (n < 2) n++; if (n > 1) reach_error(); }";
    let around = format!("while (__VERIFIER_nondet_bool()) {{ other = 0; {ERROR} }}");
    // From this one nobody returns, so that nothing else is left to search.
    let called = ERROR.replace("__VERIFIER_nondet_bool()", "1");
    let called = format!(
        "static int n, other; static void up(void) {{ {called} }}
        static void over(void) {{ other = 0; up(); }}\n"
    );
    let mode = Mode { technique: Technique::Summaries, ..PROCEDURES };
    const DATA: &str = "static int n, other;";
    for (data, main) in [(DATA, ERROR), (DATA, &around), (&called, "up();"), (&called, "over();")] {
        let mut known = Known::default();
        known.extend(&check(mode, &known, data, main));
        let (inherited, verdict) = told(&check(mode, &known, data, &format!("other = 1; {main}")));
        assert_eq!((inherited.selected, verdict), (0, Verdict::False), "{main}: {inherited:?}");
    }
}

#[test]
fn damaged_summaries_prove_nothing_wrong() {
    let mut known = Known::default();
    known.extend(&check(PROCEDURES, &known, UP, "up(); if (n > 5) reach_error();"));
    let bytes = known.cache[0].1.to_vec();
    let cuts = (0..2).map(|part| bytes[..bytes.len() * part / 2].to_vec());
    let flips = (0..5).map(|part| {
        let mut damaged = bytes.clone();
        damaged[bytes.len() * part / 5] ^= 1 << part;
        damaged
    });
    for (number, damaged) in cuts.chain(flips).enumerate() {
        known.cache = vec![(Property::UnreachCall, damaged.into())];
        let (most, expected) = if number % 2 == 0 { (5, Verdict::True) } else { (4, Verdict::False) };
        let main = format!("up(); if (n > {most}) reach_error();");
        assert_eq!(told(&check(PROCEDURES, &known, UP, &main)).1, expected, "{number}");
    }
}
