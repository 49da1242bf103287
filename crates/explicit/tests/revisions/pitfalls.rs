//! What a transition depends on and its code does not say: pairs of programs that differ in just that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use explicit::reuse::{Mode, Request, check};
use explicit::{Observer, Options, Order, Stats};
use machine::Brake;
use machine::exec::Machine;
use verdict::{Limits, Property, Unknown};

use crate::common::said;
use crate::{edited, extended, program, revisions, run};

const HEAD: &str = "
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int abs(int), evercheck_choose(int, int);
    extern void reach_error(void);
    int g;
";

/// There and back. Where leaks are asked about, all variables are needed everywhere.
fn pair(before: &str, after: &str) {
    let [before, after] = [before, after].map(|text| format!("{HEAD}{text}"));
    for is_keeping_going in [false, true] {
        let options = Options { is_keeping_going, ..crate::racing() };
        revisions(&[&before, &after, &before], &options);
        let options = Options { properties: Property::ALL.into_iter().collect(), ..options };
        revisions(&[&before, &after, &before], &options);
        revisions(&[&after, &before, &after], &options);
    }
}

/// As [`pair`], for programs that differ in one place.
fn replaced(text: &str, old: &str, new: &str) {
    pair(text, &edited(text, &[(old, new)]));
}

#[test]
fn what_comes_in_place_of_a_fence() {
    let text = "int main(void) {
        int x = evercheck_choose(0, 1);
        __sync_synchronize();
        if (x == 2) reach_error();
        return 0;
    }";
    replaced(text, "__sync_synchronize();", "x = 2;");
}

/// Without reduction a step is an operation, and a fence is none. Where the branch is turned round, as it is in the normal form, a jump
/// follows it, which used to be one.
#[test]
fn a_jump_behind_a_fence_is_no_step() {
    let counts = |statement: &str, read: fn(&str) -> Result<cfa::Program, cfa::Error>| {
        let text = format!(
            "{HEAD} void *f(void *it) {{ unsigned char l = 2; {statement} return 0; }}
            int main(void) {{ unsigned long id; pthread_create(&id, 0, f, 0); return 0; }}"
        );
        let mut options = crate::racing();
        options.machine.is_reduced = false;
        let Stats { states, transitions, .. } =
            run(&read(&text).unwrap(), &options, Mode::Off, &[]).report.stats;
        (states, transitions)
    };
    let alone = counts("if (l != 3) l++;", cfa::from_text);
    assert!(alone.0 > 3);
    for statement in
        ["if (l != 3) { l++; __sync_synchronize(); }", "if (l == 3) ; else { l++; __sync_synchronize(); }"]
    {
        assert_eq!(counts(statement, cfa::from_text), alone, "{statement}");
        assert_eq!(counts(statement, cfa::from_text_as_written), alone, "{statement}, as written");
    }
}

/// What is refused at the call has not come to the callee.
#[test]
fn a_parameter_in_memory_takes_what_one_in_a_register_does_not() {
    let text = "
    static int f(int n) { return 1; }
    int main(void) { int x; if (evercheck_choose(0, 1)) x = 1; f(x); return 0; }";
    replaced(text, "{ return 1;", "{ int *at = &n; return 1;");
}

#[test]
fn a_function_of_the_library_behind_a_pointer_may_become_one_of_the_program() {
    let text = "
    static int (*f)(int) = abs;
    int main(void) { if (f(evercheck_choose(-1, 1)) == 2) reach_error(); return 0; }";
    pair(text, &format!("{text} int abs(int n) {{ return n + 1; }}"));
}

#[test]
fn a_call_through_a_pointer_depends_on_the_parameters() {
    let text = "
    int f(int n) { return 0; }
    static int (*p)() = (int (*)())f;
    int main(void) { return p(evercheck_choose(0, 1)); }";
    replaced(text, "f(int n)", "f(int n, int m)");
}

#[test]
fn code_behind_a_call_of_the_library_through_a_pointer() {
    let text = "
    static int (*f)(int) = abs;
    int main(void) { int x = f(evercheck_choose(-1, 1)); if (x == 2) reach_error(); return 0; }";
    replaced(text, "x == 2", "x == 1");
}

/// The fault comes before the thread's first step.
#[test]
fn a_thread_can_be_started_only_if_it_has_a_function() {
    let text = "
    void *f(void *argument);
    static void *(*start)(void *) = f;
    int main(void) {
        unsigned long id;
        if (evercheck_choose(0, 1)) return 0;
        pthread_create(&id, 0, start, 0);
        __builtin_trap();
    }";
    pair(text, &format!("{text} void *f(void *argument) {{ return 0; }}"));
}

#[test]
fn destructors_are_called_at_the_end() {
    let text = "
    void f(void);
    void f(void) { if (g) reach_error(); }
    int main(void) { g = evercheck_choose(0, 1); return 0; }";
    replaced(text, "void f(void);", "__attribute__((destructor)) void f(void);");
}

#[test]
fn the_order_of_destructors() {
    let text = "
    void first(void); void second(void);
    __attribute__((destructor(101))) void first(void) { g = 0; }
    __attribute__((destructor(102))) void second(void) { if (g) reach_error(); }
    int main(void) { g = evercheck_choose(0, 1); return 0; }";
    replaced(text, "101", "103");
}

#[test]
fn an_object_behind_a_pointer_may_become_constant() {
    for object in ["int a[1] = {1}", "int a = 1"] {
        let text = format!(
            "static {object};
            static int *p = (int *)&a;
            int main(void) {{ if (evercheck_choose(0, 1)) *p = 2; return 0; }}"
        );
        replaced(&text, "static int a", "static const int a");
    }
}

#[test]
fn the_alignment_of_an_object_behind_a_pointer() {
    let text = "
    static char a[8] = {1};
    static char *p = a;
    int main(void) { if (evercheck_choose(0, 1)) *(long *)p = 2; return 0; }";
    replaced(text, "static char a", "static _Alignas(8) char a");
}

#[test]
fn the_size_of_an_object_behind_a_pointer() {
    let text = "
    static char a[5] = {1};
    static char *p = a;
    int main(void) { if (evercheck_choose(0, 1)) p[5] = 2; return 0; }";
    replaced(text, "a[5]", "a[6]");
}

#[test]
fn what_a_thread_local_starts_with() {
    let text = "
    static _Thread_local int a = 1;
    int main(void) { if (a + evercheck_choose(0, 1) == 3) reach_error(); return 0; }";
    replaced(text, "a = 1", "a = 2");
}

/// The value is passed, so it is needed before the call in any case.
#[test]
fn a_register_may_be_needed_behind_a_call() {
    let text = "
    static void f(int n) { g = evercheck_choose(0, n); }
    int main(void) { int x = evercheck_choose(0, 1); f(x); return 0; }";
    replaced(text, "return 0", "return x");
}

/// A run that was interrupted when the state it had come to was done with knows of no state that it has not looked at.
#[test]
fn what_an_interrupted_run_did_not_try_is_tried() {
    let text = program(
        "int evercheck_choose(int, int); void reach_error(void); int sum;
        int main(void) {
            for (int i = 0; i < 12; i++) sum += evercheck_choose(0, 40) % 7 << (i % 5);
            if (sum == 13) reach_error();
            return 0;
        }",
    );
    for seed in 0..6 {
        let order = if seed == 0 { Order::Depth } else { Order::Random(seed) };
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        let options = Options { order, is_keeping_going: true, ..crate::racing() };
        let interrupted = Options { limits, ..options.clone() };
        let request = Request { is_recording: true, ..Request::default() };
        let first = check(&text, &interrupted, &request, &mut |stats: &Stats| {
            cancel.store(stats.transitions > 0, Ordering::Relaxed);
        });
        assert!(first.report.obstacles.iter().any(|it| it.reason == Unknown::Cancelled));
        let expected = run(&text, &options, Mode::Off, &[]).report;
        let record = extended(&[], &first);
        for mode in Mode::ALL {
            let found = run(&text, &options, mode, &record);
            assert!(!found.ledger.is_rejected);
            assert_eq!(found.report.properties, expected.properties, "{mode:?}, seed {seed}");
        }
    }
}

/// Pulls a brake at some state.
struct Puller(Brake, u32);

impl Observer for Puller {
    fn state(&mut self, _: &Machine<'_>) {
        match self.1.checked_sub(1) {
            Some(left) => self.1 = left,
            None => self.0.pull(),
        }
    }
}

/// A transition that was stopped comes to nothing, also where it only leads back to a state, or is audited.
#[test]
fn what_is_stopped_is_not_taken_for_a_record_that_is_wrong() {
    let text = "int evercheck_choose(int, int); void reach_error(void); int sum;
        int main(void) {
            for (int i = 0; i < 4; i++) sum = 3 * sum + evercheck_choose(0, 2);
            if (sum == 77) reach_error();
            return sum;
        }";
    let (before, after) = (program(text), program(&text.replace("return sum", "return sum + 1")));
    let options = Options { is_keeping_going: true, ..Options::default() };
    let expected = run(&after, &options, Mode::Off, &[]).report;
    let record = extended(&[], &run(&before, &options, Mode::Off, &[]));
    for mode in Mode::ALL {
        for states in 0..60 {
            let brake = Brake::default();
            let mut stopped = options.clone();
            stopped.machine.brake = brake.clone();
            let request = Request { mode, base: record.clone(), is_recording: true, ..Request::default() };
            let first = check(&after, &stopped, &request, &mut Puller(brake, states));
            assert!(!first.ledger.is_rejected, "{mode:?} {states}");
            let record = extended(&record, &first);
            let found = run(&after, &options, mode, &record);
            assert!(!found.ledger.is_rejected, "{mode:?} {states}");
            assert_eq!(found.report.properties, expected.properties, "{mode:?} {states}");
        }
    }
}

/// An outcome holds for all smaller constants, so it has to be known for them without a record, too.
#[test]
fn an_address_is_greater_than_all_small_numbers() {
    let text = |condition: &str| {
        format!(
            "int main(void) {{
                int *p = evercheck_choose(0, 1) ? &g : 0, x;
                if ({condition}) x = 1; else x = 2;
                evercheck_choose(0, 1);
                if (x == 1 && p) reach_error();
                return 0;
            }}"
        )
    };
    let rows = [
        ("(long)p > 10", "(long)p > -5"),
        ("(long)p < 10", "(long)p < -5"),
        ("0 < (long)p", "-1 < (long)p"),
        ("3 >= (long)p", "-1 >= (long)p"),
        ("9ul < (unsigned long)p", "3ul < (unsigned long)p"),
    ];
    for (before, after) in rows {
        pair(&text(before), &text(after));
    }
}

/// What was chosen does not depend on the upper end, but what can be chosen does.
#[test]
fn a_greater_choice_is_tried() {
    let text = "int main(void) { g = evercheck_choose(0, 2); if (g == 3) reach_error(); return 0; }";
    replaced(text, "0, 2", "0, 3");
}

/// The call does not name it.
#[test]
fn what_a_function_of_the_library_calls_back() {
    let text = "
    extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
    extern int strcmp(const char *, const char *);
    static int (*order)() = (int (*)())strcmp;
    static char a[2][2];
    int main(void) {
        a[0][0] = evercheck_choose(1, 2);
        qsort(a, 2, 2, (int (*)(const void *, const void *))order);
        return 0;
    }";
    let own = "int strcmp(const char *x, const char *y) { reach_error(); return 0; }";
    replaced(text, "extern int strcmp(const char *, const char *);", own);
}

/// As many registers as before.
#[test]
fn another_register_may_be_needed_behind_a_call() {
    let text = "
    static void f(int n, int m) { g = evercheck_choose(n, m); }
    int main(void) {
        int w = evercheck_choose(0, 1), x = w + evercheck_choose(0, 1), y = 2 + w;
        f(x, y);
        return x;
    }";
    replaced(text, "return x", "return y");
}

/// Nothing is executed that differs, but as the body is now numbered, `i++` comes before what leads to it. So there are
/// two jumps backwards in each round, and a transition has only so many.
#[test]
fn code_that_others_lead_to_may_turn_a_jump_backwards() {
    for statement in ["i += 0", "__sync_synchronize()"] {
        let text = format!(
            "int main(void) {{
                int i = evercheck_choose(0, 1);
                while (i < 600) {{
                    if (i == 700) {{ g = 1; return 0; }} else {statement};
                    i++;
                }}
                return evercheck_choose(0, 1);
            }}"
        );
        replaced(&text, "g = 1; return 0;", "g = 1;");
    }
}

/// Both programs make room for it, but only one tells the callee; what comes right behind the call is the same.
#[test]
fn a_struct_that_a_call_returns_may_come_to_be_used() {
    let text = "
    struct two { int a[2]; };
    static struct two f(int n) { struct two it = {{n, evercheck_choose(0, 1)}}; return it; }
    static int i(void) { return evercheck_choose(0, 1); }
    int main(void) { g = (f(evercheck_choose(0, 1)), i()); return 0; }";
    replaced(text, "(f(evercheck_choose(0, 1)), i())", "f(evercheck_choose(0, 1)).a[i()]");
}

/// The pointer and what it points to have changed places: the states are the same, but not what a return ends.
#[test]
fn whose_object_it_is_that_both_threads_point_to() {
    let text = "
    static int *_Atomic p;
    static void *f(void *unused) {
        int *x = p;
        evercheck_choose(0, 1);
        return 0;
    }
    int main(void) {
        unsigned long id;
        int y;
        p = &y;
        pthread_create(&id, 0, f, 0);
        evercheck_choose(0, 1);
        evercheck_choose(0, 1);
        return 0;
    }";
    let other = text.replace("int *x = p;", "int x; p = &x;").replace("int y;", "int *y;");
    let other = other.replace("p = &y;", "").replace("f, 0);", "f, 0); do y = p; while (!y);");
    pair(text, &other);
}

/// Both are called before, and what they yield waits.
#[test]
fn arguments_in_another_order() {
    let text = "
    static int one(void) { return 1; }
    static int two(void) { return 2; }
    int main(void) { if (evercheck_choose(one(), 2 + two()) == 4) reach_error(); return 0; }";
    replaced(text, "(one(), 2 + two())", "(two(), 2 + one())");
}

#[test]
fn the_alignment_of_a_local_behind_a_pointer() {
    let text = "int main(void) {
        char a[8];
        char *p = a;
        evercheck_choose(0, 1);
        return (unsigned long)p & 7;
    }";
    replaced(text, "char a", "_Alignas(8) char a");
}

/// What is known of the one way is written down again beside what is new of the other, and both come to the same place.
#[test]
fn one_way_changes_and_then_the_other() {
    let [first, second, third] = [(1, 2), (3, 2), (3, 4)].map(|(yes, no)| {
        format!(
            "{HEAD}int main(void) {{
                if (evercheck_choose(0, 1)) g = {yes}; else g = {no};
                evercheck_choose(0, 1);
                if (g == 4) reach_error();
                return 0;
            }}"
        )
    });
    for is_keeping_going in [false, true] {
        let options = Options { is_keeping_going, ..crate::racing() };
        revisions(&[&first, &second, &third, &first, &third], &options);
    }
}

/// It stands behind its caller, and the run ends in the caller.
#[test]
fn all_of_what_is_called_back() {
    let text = "
    extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
    int main(void);
    static int compare(const void *x, const void *y);
    static char a[2];
    int main(void) {
        a[0] = evercheck_choose(1, 2);
        qsort(a, 2, 1, compare);
        evercheck_choose(0, 1);
        if (g == 3) reach_error();
        return 0;
    }
    static int compare(const void *x, const void *y) { g = 1; g = 2; return 0; }";
    replaced(text, "g = 2", "g = 3");
}

/// The first round comes to its end, and the second to a fault in the midst of it.
#[test]
fn what_a_loop_did_in_an_earlier_round() {
    let text = "int main(void) {
        int n = 1;
        if (evercheck_choose(0, 1)) g = 1;
        do { g = 10 / n; n = n - 1; } while (n >= 0);
        return 0;
    }";
    replaced(text, "n - 1", "n - 2");
}

/// What came behind the call is still there, but something else comes first.
#[test]
fn another_choice_behind_a_call() {
    let text = "
    static void f(void) { }
    int main(void) {
        g = evercheck_choose(0, 1);
        f();
        if (evercheck_choose(0, 1)) g = 2;
        return 0;
    }";
    replaced(text, "f();", "f(); if (evercheck_choose(3, 5) == 4) reach_error();");
}

#[test]
fn code_behind_a_call() {
    let text = "
    static void f(void) { g = evercheck_choose(0, 1); }
    int main(void) {
        f();
        g = g + 1;
        evercheck_choose(0, 1);
        if (g == 4) reach_error();
        return 0;
    }";
    replaced(text, "g + 1", "g + 3");
}

/// The choice is that of a thread that stands still.
#[test]
fn a_greater_choice_of_another_thread_is_tried() {
    let text = "
    static int _Atomic a;
    static void *f(void *unused) { if (evercheck_choose(0, 1) == 2) reach_error(); return 0; }
    int main(void) {
        unsigned long id;
        pthread_create(&id, 0, f, 0);
        a = 1;
        a = 2;
        return 0;
    }";
    replaced(text, "choose(0, 1)", "choose(0, 2)");
}

/// The branch came out both ways, and one of them holds for greater bounds.
#[test]
fn a_loop_that_goes_round_once_more() {
    let text = "int main(void) {
        g = evercheck_choose(0, 1);
        for (int i = 0; i < 2; i++) g++;
        evercheck_choose(0, 1);
        if (g == 4) reach_error();
        return 0;
    }";
    replaced(text, "i < 2", "i < 3");
}

/// Both leave `x` out of fingerprints as long as it is what it was at first, and that is not the same.
#[test]
fn layers_of_branches_that_start_with_other_values_are_not_used_at_once() {
    let text = |x: &str, more: &str| {
        format!(
            "{HEAD}{x} int main(void) {{ g = evercheck_choose(0, 1); {more} g = evercheck_choose(0, 1); return 0; }}"
        )
    };
    let trunk = extended(&[], &run(&program(&text("", "")), &crate::racing(), Mode::Delta, &[]));
    let branch = |value: u32, error: u32| {
        text(&format!("int x = {value};"), &format!("if (x == {error}) reach_error();"))
    };
    let [right, wrong] = [branch(1, 2), branch(2, 2)];
    let [of_right, of_wrong] = [&right, &wrong]
        .map(|text| extended(&[], &run(&program(text), &crate::racing(), Mode::Delta, &trunk)).remove(0));
    for (text, layers) in [(&right, [&of_right, &of_wrong]), (&wrong, [&of_wrong, &of_right])] {
        let layers: Vec<_> = layers.into_iter().cloned().chain(trunk.clone()).collect();
        let program = program(text);
        let alone = run(&program, &crate::racing(), Mode::Off, &[]);
        for mode in Mode::ALL {
            // Known to start with, so that nothing but the layers tells what comes next.
            let late = run(&program, &crate::racing(), mode, &layers[1..]);
            let both = run(&program, &crate::racing(), mode, &layers);
            for checked in [late, both] {
                assert!(!checked.ledger.is_rejected, "{mode:?}");
                assert_eq!(said(&checked.report), said(&alone.report), "{mode:?}\n{text}");
            }
        }
    }
}

/// A stream goes by its name, not by how many others a program declares.
#[test]
fn another_stream_comes_to_be_the_only_one() {
    let text = "
    struct _IO_FILE;
    extern struct _IO_FILE *stdout;
    extern int fileno(struct _IO_FILE *);
    static void ask(struct _IO_FILE *file) {
        g = evercheck_choose(0, 1);
        if (fileno(file) != 1) reach_error();
    }
    int main(void) {
        struct _IO_FILE *file = stdout;
        evercheck_choose(0, 1);
        ask(file);
        return 0;
    }";
    pair(text, &text.replace("stdout", "stderr"));
}
