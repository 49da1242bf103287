//! Pairs of programs that differ in what a record of symbolic states must not overlook.

use explicit::reuse::Mode;
use verdict::Property;

use super::{asked, extended, program, revisions, run, symbols, unaudited};

const HEAD: &str = "
    typedef unsigned long size_t;
    void *memcpy(void *, const void *, size_t);
    int toupper(int);
    int evercheck_choose(int, int);
    int __VERIFIER_nondet_int(void);
    unsigned __VERIFIER_nondet_uint(void);
    short __VERIFIER_nondet_short(void);
    unsigned char __VERIFIER_nondet_uchar(void);
    signed char __VERIFIER_nondet_char(void);
    void __VERIFIER_assume(int);
    void reach_error(void);
    int a, b, g;
";

/// Both programs, there and back, with their verdicts.
fn pair(text: &str, (old, new): (&str, &str), verdicts: [&str; 2]) {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    let [before, after] = [text.to_string(), text.replace(old, new)].map(|text| format!("{HEAD}{text}"));
    for properties in [Property::UnreachCall.into(), symbols().properties] {
        let options = explicit::Options { properties, ..symbols() };
        for (text, expected) in [&before, &after].into_iter().zip(verdicts) {
            assert_eq!(run(&program(text), &options, Mode::Off, &[]).report.verdict(), expected, "{text}");
        }
        revisions(&[&before, &after, &before, &after], &options);
        revisions(&[&after, &before, &after], &options);
    }
}

const FALSE: &str = "false(unreach-call)";

#[test]
fn an_assumption_that_lets_more_through() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n < 10); g = 1;
        if (n == 15) reach_error(); return 0; }";
    pair(text, ("n < 10", "n < 20"), ["true", FALSE]);
}

#[test]
fn a_branch_that_lets_more_through() {
    let text = "int main(void) { int x = evercheck_choose(0, 20); if (x < 7) { g = 1; if (x == 7) reach_error(); } return 0; }";
    pair(text, ("x < 7", "x < 8"), ["true", FALSE]);
}

/// Only one side has states, so that nothing is to be chosen, and no literal is added in the first program.
#[test]
fn a_branch_that_all_take_and_then_not_all() {
    let text = "int main(void) { int x = evercheck_choose(0, 7); if (x < 8) g = 1; else if (x == 7) reach_error(); return 0; }";
    pair(text, ("x < 8", "x < 7"), ["true", FALSE]);
}

#[test]
fn a_choice_among_more() {
    let text =
        "int main(void) { int x = evercheck_choose(0, 7); g = x; if (g > 7) reach_error(); return 0; }";
    pair(text, ("(0, 7)", "(0, 8)"), ["true", FALSE]);
}

#[test]
fn a_choice_of_one_number_and_then_of_two() {
    let text =
        "int main(void) { int x = evercheck_choose(3, 3); g = x; if (x == 4) reach_error(); return 0; }";
    pair(text, ("(3, 3)", "(3, 4)"), ["true", FALSE]);
}

#[test]
fn an_input_of_another_type() {
    let text =
        "int main(void) { int x = __VERIFIER_nondet_uchar(); g = 1; if (x > 255) reach_error(); return 0; }";
    pair(text, ("= __VERIFIER_nondet_uchar", "= __VERIFIER_nondet_short"), ["true", FALSE]);
    let text =
        "int main(void) { int x = __VERIFIER_nondet_uchar(); g = 1; if (x < 0) reach_error(); return 0; }";
    pair(text, ("= __VERIFIER_nondet_uchar", "= __VERIFIER_nondet_char"), ["true", FALSE]);
    // The values are the same ones, and so are the words.
    let text =
        "int main(void) { int x = evercheck_choose(0, 255); g = 1; if (x == 300) reach_error(); return 0; }";
    pair(text, ("evercheck_choose(0, 255)", "__VERIFIER_nondet_uchar()"), ["true", "true"]);
}

/// The value is stored, and the path goes on without a decision.
#[test]
fn a_variable_of_another_type() {
    let text = "unsigned char v; int main(void) { int x = evercheck_choose(0, 300); v = x; if (v == 300) reach_error(); return 0; }";
    pair(text, ("unsigned char v", "unsigned short v"), ["true", FALSE]);
}

#[test]
fn a_term_that_is_computed_otherwise() {
    let text = "static int f(int x) { return x + 1; }
        int main(void) { int x = evercheck_choose(0, 9); g = f(x); if (g == 11) reach_error(); return 0; }";
    pair(text, ("x + 1", "x + 2"), ["true", FALSE]);
    // The same term, from other code.
    pair(text, ("x + 1", "1 + x"), ["true", "true"]);
}

#[test]
fn a_dead_branch_that_is_edited_and_then_alive() {
    let text = "int main(void) { int x = evercheck_choose(0, 9); g = 2; if (x > 20) { g = 3; } if (g == 4) reach_error(); return 0; }";
    pair(text, ("g = 3", "g = 4"), ["true", "true"]);
    pair(text, ("x > 20", "x > 8"), ["true", "true"]);
    let text = "int main(void) { int x = evercheck_choose(0, 9); g = 2; if (x > 20) { g = 4; } if (g == 4) reach_error(); return 0; }";
    pair(text, ("x > 20", "x > 8"), ["true", FALSE]);
}

/// Literals on both inputs: sets do not say it.
#[test]
fn a_relation_between_inputs() {
    let text = "int main(void) { a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int(); __VERIFIER_assume(a < b); g = 1;
        if (a == b) reach_error(); return 0; }";
    pair(text, ("a < b", "a <= b"), ["true", FALSE]);
    // The other way round, so that an equal number of symbols is bound in another order.
    let text = "int main(void) { a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int(); __VERIFIER_assume(a < b); g = 1;
        if (b < a) reach_error(); return 0; }";
    pair(text, ("assume(a < b)", "assume(b < a)"), ["true", FALSE]);
}

/// A symbol that nothing mentions any more, and a literal that ties two that are alive through it.
#[test]
fn a_relation_through_an_input_that_is_gone() {
    let text = "int main(void) { a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int(); int z = __VERIFIER_nondet_int();
        __VERIFIER_assume(a < z); __VERIFIER_assume(z < b); z = 0; g = 1; if (a >= b) reach_error(); return 0; }";
    pair(text, ("z < b", "b < z"), ["true", FALSE]);
}

#[test]
fn the_same_numbers_in_words_of_another_width() {
    let text = "int main(void) { unsigned x = evercheck_choose(0, 200); g = (unsigned char)(x + 100) < 50; if (g && x == 160) reach_error();
        return 0; }";
    pair(text, ("(unsigned char)", "(unsigned short)"), [FALSE, "true"]);
}

#[test]
fn cases_of_a_switch() {
    let text = "int main(void) { int x = evercheck_choose(0, 9);
        switch (x) { case 1: g = 1; break; case 2 ... 4: g = 2; break; default: g = 3; }
        if (g == 3 && x == 4) reach_error(); return 0; }";
    pair(text, ("2 ... 4", "2 ... 3"), ["true", FALSE]);
    pair(
        text,
        ("case 2 ... 4: g = 2; break;", "case 2 ... 4: g = 2; break; case 7: g = 4; break;"),
        ["true", "true"],
    );
}

/// How large the array is tells which elements are followed, and where a table ends.
#[test]
fn an_array_of_another_size() {
    let text = "int m[4]; int main(void) { unsigned i = evercheck_choose(0, 4); m[3] = 1; g = 1; if (i < 4) m[i] = 2; g = m[0];
        if (i == 3 && m[3] != 2) reach_error(); return 0; }";
    pair(text, ("int m[4]", "int m[5]"), ["true", "true"]);
    let text = "int m[4]; int main(void) { unsigned i = evercheck_choose(0, 4); m[i] = 2; return 0; }";
    let [before, after] =
        [text.to_string(), text.replace("m[4]", "m[5]")].map(|text| format!("{HEAD}{text}"));
    revisions(&[&before, &after, &before], &symbols());
    let text = "static const char t[5] = {1, 2, 3, 4, 5}; int main(void) { unsigned i = evercheck_choose(0, 5); g = t[i]; return 0; }";
    let [before, after] =
        [text.to_string(), text.replace("t[5]", "t[6]")].map(|text| format!("{HEAD}{text}"));
    revisions(&[&before, &after, &before], &symbols());
}

#[test]
fn a_table_with_another_number() {
    let text = "static const char t[4] = {1, 2, 3, 4}; int main(void) { int i = evercheck_choose(0, 3); g = t[i]; if (g == 9) reach_error(); return 0; }";
    pair(text, ("{1, 2, 3, 4}", "{1, 2, 9, 4}"), ["true", FALSE]);
}

#[test]
fn decisions_in_calls_of_the_library() {
    let text = "char text[4]; size_t strlen(const char *);
        int main(void) { text[0] = __VERIFIER_nondet_char(); text[1] = 1; g = strlen(text); if (g == 0 && text[0] == 1) reach_error(); return 0; }";
    pair(text, ("text[1] = 1", "text[1] = 2"), ["true", "true"]);
    let text = "int main(void) { int x = evercheck_choose(60, 90); g = toupper(x); if (g == 97) reach_error(); return 0; }";
    pair(text, ("(60, 90)", "(90, 97)"), ["true", "true"]);
    pair(text, ("g == 97", "g == 90"), ["true", FALSE]);
}

/// What the caller takes is asked before a function returns.
#[test]
fn what_a_caller_takes() {
    let text = "static unsigned char f(void) { return __VERIFIER_nondet_uchar(); }
        int main(void) { int x = f(); g = x > 200; if (g && x == 201) reach_error(); return 0; }";
    pair(text, ("int x = f()", "signed char x = f()"), [FALSE, "true"]);
    let text = "static int f(void) { return evercheck_choose(0, 3); } static int (*h)(void) = f;
        int main(void) { int x = h(); if (x == 4) reach_error(); return 0; }";
    pair(text, ("(0, 3)", "(0, 4)"), ["true", FALSE]);
}

/// Symbols at the same places, which were read in another order.
#[test]
fn inputs_that_are_read_in_another_order() {
    let text = "int main(void) { a = evercheck_choose(0, 5); b = evercheck_choose(0, 9); g = 1; if (a > b && a == 6) reach_error(); return 0; }";
    pair(
        text,
        (
            "a = evercheck_choose(0, 5); b = evercheck_choose(0, 9);",
            "b = evercheck_choose(0, 9); a = evercheck_choose(0, 5);",
        ),
        ["true", "true"],
    );
    let text =
        "int main(void) { a = evercheck_choose(0, 5); b = a; g = 1; if (a != b) reach_error(); return 0; }";
    pair(text, ("b = a", "b = evercheck_choose(0, 5)"), ["true", FALSE]);
}

/// A thread has read an input, and before it writes that another one tells which value it is.
#[test]
fn what_is_written_when_another_thread_has_told_it() {
    let text = "int pthread_create(unsigned long *, void *, void *(*)(void *), void *), pthread_join(unsigned long, void **); int u;
        static void *run(void *unused) { u = a; return 0; }
        int main(void) { unsigned long t; a = evercheck_choose(0, 1); pthread_create(&t, 0, run, 0); if (a > 0) g = 1;
            pthread_join(t, 0); if (u == 5) reach_error(); return 0; }";
    pair(text, ("u == 5", "u == 1"), ["true", FALSE]);
    pair(text, ("g = 1", "g = 2"), ["true", "true"]);
}

/// Who is asked for the very same program: nobody, and nothing is executed. An edit late in it costs little.
#[test]
fn what_is_known_is_not_asked() {
    let text = format!(
        "{HEAD} static void first(void) {{ for (int i = 0; i < 6; i++) {{ a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int();
            __VERIFIER_assume(a != b); if ((unsigned)a * (3 + i) + b > (unsigned)b * 5 + a) g++; }} }}
        static int last(int n) {{ return n > 100; }}
        int main(void) {{ first(); a = 0; b = 0; if (!g && last(a)) reach_error(); return 0; }}"
    );
    let before = program(&text);
    let (scratch, by_scratch) = asked(|| unaudited(&before, &symbols(), Mode::Delta, &[]));
    assert_eq!(scratch.report.verdict(), "true");
    assert!(by_scratch > 4 && scratch.report.stats.executed > 40, "{by_scratch} {:?}", scratch.report.stats);
    let record = extended(&[], &scratch);
    let (again, by_again) = asked(|| unaudited(&before, &symbols(), Mode::Delta, &record));
    assert_eq!((by_again, again.report.stats.executed, again.report.stats.steps), (0, 0, 0));
    let after = program(&text.replace("n > 100", "n > 200"));
    let (edited, by_edited) = asked(|| unaudited(&after, &symbols(), Mode::Delta, &record));
    assert_eq!(edited.report.verdict(), "true");
    let (executed, all) = (edited.report.stats.executed, scratch.report.stats.executed);
    assert!(executed > 0 && executed * 2 < all, "{executed} of {all}");
    // Who goes back to a state asks again what is asked on the way there.
    assert!(by_edited <= by_scratch, "{by_edited} of {by_scratch}");
}

/// What the solver does not tell is found out again, and the verdict is as open as it was.
#[test]
fn what_nobody_could_tell_is_not_known() {
    struct Ignorant;
    impl super::Oracle for Ignorant {
        fn ask(&mut self, _: &formula::Terms, _: &[formula::Term]) -> super::Answer {
            super::Answer::Unknown
        }
        fn ask_afresh(&mut self, _: &formula::Terms, _: &[formula::Term]) -> super::Answer {
            super::Answer::Unknown
        }
    }
    let text = format!(
        "{HEAD} int main(void) {{ a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int(); g = 1; if ((unsigned)a * b == 6u) g = 2;
        if (g == 3) reach_error(); return 0; }}"
    );
    let mut options = symbols();
    options.machine.oracle = Some(|| Box::new(Ignorant));
    let program = program(&text);
    let scratch = run(&program, &options, Mode::Delta, &[]);
    assert_eq!(scratch.report.verdict(), "unknown(solver)");
    for mode in Mode::ALL {
        let again = run(&program, &options, mode, &extended(&[], &scratch));
        assert!(!again.ledger.is_rejected && !again.ledger.is_astray);
        assert_eq!(super::said(&again.report), super::said(&scratch.report));
    }
}

/// What a range leaves out is said whether or not an input was asked for.
#[test]
fn a_range_of_inputs_is_said_where_all_is_known() {
    let text = format!(
        "{HEAD} int main(void) {{ g = __VERIFIER_nondet_int(); if (g == 20) reach_error(); return 0; }}"
    );
    let mut options = symbols();
    options.machine.nondet_range = Some((0, 9));
    let program = program(&text);
    let scratch = run(&program, &options, Mode::Delta, &[]);
    let again = run(&program, &options, Mode::Delta, &extended(&[], &scratch));
    assert_eq!(again.report.stats.executed, 0);
    assert!(format!("{:?}", again.report.scope).contains("InputRange"), "{:?}", again.report.scope);
    assert_eq!(super::said(&again.report), super::said(&scratch.report));
}
