//! Reuse changes no verdict, and it happens: revisions of programs, each checked from scratch and in every mode on the
//! record of the one before.

#[path = "revisions/alone.rs"]
mod alone;
mod common;
#[path = "revisions/labels.rs"]
mod labels;
#[path = "revisions/layouts.rs"]
mod layouts;
#[path = "revisions/ledger.rs"]
mod ledger;
#[path = "revisions/merged.rs"]
mod merged;
#[path = "revisions/orders.rs"]
mod orders;
#[path = "revisions/pitfalls.rs"]
mod pitfalls;
#[path = "revisions/records.rs"]
mod records;
#[path = "revisions/reports.rs"]
mod reports;
#[path = "revisions/mod.rs"]
mod sketch;
#[path = "revisions/why.rs"]
mod why;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use verdict::{Properties, Property};

use cfa::Program;
use common::said;
use explicit::audit::Audit;
use explicit::layer::Layer;
use explicit::reuse::{Checked, Mode, Request, check};
use explicit::{Options, Stats};

/// Programs here race on purpose, and are asked about everything else.
pub fn racing() -> Options {
    Options { properties: Properties::default().without(Property::NoDataRace), ..Options::default() }
}

fn program(text: &str) -> Program {
    cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn run(program: &Program, options: &Options, mode: Mode, base: &[Layer]) -> Checked {
    let request = Request { mode, base: base.to_vec(), is_recording: true, ..Request::default() };
    check(program, options, &request, &mut |_: &Stats| {})
}

/// The record after a run: its new layer on top of those it built on.
fn extended(base: &[Layer], checked: &Checked) -> Vec<Layer> {
    let new = checked.layer.clone().map(|sections| Layer::open(Arc::new(sections)).expect("a layer of ours"));
    new.into_iter().chain(base.iter().cloned()).collect()
}

/// Checks a sequence of revisions; the statistics of each mode at each revision after the first.
fn revisions(texts: &[&str], options: &Options) -> Vec<Vec<(Mode, Stats)>> {
    let programs: Vec<Program> = texts.iter().map(|text| program(text)).collect();
    revisions_of(&programs.iter().collect::<Vec<_>>(), options)
}

fn revisions_of(programs: &[&Program], options: &Options) -> Vec<Vec<(Mode, Stats)>> {
    let mut all = Vec::new();
    let checked = run(programs[0], options, Mode::Delta, &[]);
    let mut record = extended(&[], &checked);
    for (number, program) in programs.iter().enumerate().skip(1) {
        let mut stats = Vec::new();
        let expected = said(&run(program, options, Mode::Off, &[]).report);
        let mut next = Vec::new();
        for mode in Mode::ALL {
            let checked = run(program, options, mode, &record);
            let rejected = checked.ledger.is_rejected;
            assert!(!rejected, "{mode:?} rejected the record before revision {number}:\n{program:?}");
            assert_eq!(said(&checked.report), expected, "{mode:?}, revision {number}:\n{program:?}");
            if mode == Mode::Delta {
                next = extended(&record, &checked);
            }
            stats.push((mode, checked.report.stats));
        }
        let audited = Request { base: record.clone(), audit: Audit::Full, ..Request::default() };
        let audited = check(program, options, &audited, &mut |_: &Stats| {});
        assert!(!audited.ledger.is_rejected, "the audit finds a fact that is not so:\n{program:?}");
        let of = |mode: Mode| stats.iter().find(|entry| entry.0 == mode).map(|entry| entry.1).unwrap();
        // A search that ends at a violation ends where its order has led it.
        if options.limits.depth.is_none() && !expected.contains("False") {
            assert!(of(Mode::Delta).executed <= of(Mode::Isse).executed, "{stats:?}");
            assert!(of(Mode::Delta).states <= of(Mode::Rmc).states, "{stats:?}");
        }
        record = next;
        all.push(stats);
    }
    all
}

const COUNTERS: &str = "
    typedef struct { long word[5]; } mutex;
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *);
    int evercheck_choose(int, int);
    void reach_error(void);
    mutex lock;
    int a, b, seen;
    static void work(int n) { for (int i = 0; i < n; i++) { pthread_mutex_lock(&lock); a++; pthread_mutex_unlock(&lock); } }
    static void *first(void *unused) { work(2); b = b + 1; return 0; }
    static void *second(void *unused) { work(2); b = b + 2; return 0; }
    static void finish(void) { seen = a; if (seen > 9) reach_error(); }
    int main(void) {
        unsigned long one, two;
        int n = evercheck_choose(1, 3);
        pthread_create(&one, 0, first, 0);
        pthread_create(&two, 0, second, 0);
        work(n);
        pthread_join(one, 0);
        pthread_join(two, 0);
        finish();
        return 0;
    }";

/// A program with other words in places, each of which it has once.
fn edited(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_string(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text.replace(old, new)
    })
}

fn find(stats: &[(Mode, Stats)], mode: Mode) -> Stats {
    stats.iter().find(|entry| entry.0 == mode).map(|entry| entry.1).unwrap()
}

#[test]
fn nothing_is_executed_if_nothing_changed() {
    let stats = &revisions(&[COUNTERS, COUNTERS], &racing())[0];
    assert!(find(stats, Mode::Off).executed > 1000);
    for mode in [Mode::Delta, Mode::Rmc] {
        assert_eq!((find(stats, mode).executed, find(stats, mode).pruned), (0, 1));
    }
    assert!(find(stats, Mode::Isse).executed < find(stats, Mode::Off).executed);
}

#[test]
fn white_space_comments_and_new_declarations_change_nothing() {
    let moved = COUNTERS
        .replace("int a, b, seen;", "/* more */ int extra = 7;\n\n int a, b, seen; static int unused_function(void) { return extra; }")
        .replace("a++", "a ++ ");
    let stats = &revisions(&[COUNTERS, &moved], &racing())[0];
    assert_eq!(find(stats, Mode::Delta).executed, 0);
}

#[test]
fn a_change_late_in_the_program_costs_little() {
    let later = COUNTERS.replace("if (seen > 9) reach_error()", "if (seen > 8) reach_error()");
    let stats = &revisions(&[COUNTERS, &later], &racing())[0];
    let (delta, off) = (find(stats, Mode::Delta), find(stats, Mode::Off));
    assert!(delta.executed * 2 < off.executed, "{delta:?} {off:?}");
}

#[test]
fn what_a_change_cannot_be_reached_from_is_pruned() {
    let text = "
        int evercheck_choose(int, int);
        int sum;
        int main(void) {
            if (evercheck_choose(0, 1)) for (int i = 0; i < 9; i++) sum += evercheck_choose(0, 1);
            else sum -= evercheck_choose(0, 1);
            return 0;
        }";
    let stats = &revisions(&[text, &text.replace("sum -=", "sum =")], &racing())[0];
    let (rmc, off) = (find(stats, Mode::Rmc), find(stats, Mode::Off));
    assert!(rmc.pruned > 0 && 2 * rmc.executed < off.executed, "{rmc:?} {off:?}");
}

/// Locations keep their names, though they all have other numbers.
#[test]
fn what_comes_behind_a_new_statement_stays_known() {
    let text = "
        int evercheck_choose(int, int);
        int sum, other;
        int main(void) {
            sum = 1;
            for (int i = 0; i < 9; i++) sum += evercheck_choose(0, 1);
            return 0;
        }";
    let changed = text.replace("sum = 1;", "if (other) sum = 2; sum = 1;");
    let stats = &revisions(&[text, &changed], &racing())[0];
    assert_eq!(find(stats, Mode::Delta).executed, 1);
}

/// Though nothing branches off between.
#[test]
fn what_is_done_before_a_choice_stays_known_whatever_comes_behind_it() {
    let choices = "sum += evercheck_choose(0, 1);".repeat(9);
    let text = format!(
        "int evercheck_choose(int, int); int sum;
        int main(void) {{ {choices} sum = sum * 2; return 0; }}"
    );
    let stats = &revisions(&[&text, &text.replace("* 2", "* 3")], &racing())[0];
    let (delta, off) = (find(stats, Mode::Delta), find(stats, Mode::Off));
    assert_eq!((delta.executed - delta.rebuilt, off.executed), (18, 91));
}

/// The newest layer knows the same state, and of the other way more.
#[test]
fn what_an_older_layer_knows_of_one_way_is_used() {
    let text = |yes: u32, no: u32| {
        format!(
            "int evercheck_choose(int, int); int g;
            int main(void) {{ if (evercheck_choose(0, 1)) g = {yes}; else g = {no}; return g; }}"
        )
    };
    let stats = revisions(&[&text(1, 2), &text(3, 2), &text(1, 4)], &racing());
    assert_eq!(find(&stats[1], Mode::Isse).reused, 1);
}

#[test]
fn what_is_done_in_a_call_stays_known_whatever_comes_behind_it() {
    let text = "
        int evercheck_choose(int, int);
        int sum;
        static void f(void) { for (int i = 0; i < 9; i++) sum += evercheck_choose(0, 1); }
        int main(void) { f(); return 0; }";
    let stats = &revisions(&[text, &text.replace("f(); return", "f(); sum = 1; return")], &racing())[0];
    let (delta, off) = (find(stats, Mode::Delta), find(stats, Mode::Off));
    assert!(2 * delta.reused > off.transitions, "{delta:?} {off:?}");
}

#[test]
fn a_change_that_brings_an_error_is_found() {
    let wrong = COUNTERS.replace("if (seen > 9) reach_error()", "if (seen > 6) reach_error()");
    for is_keeping_going in [false, true] {
        let options = Options { is_keeping_going, ..racing() };
        revisions(&[COUNTERS, &wrong, COUNTERS, &wrong], &options);
    }
}

#[test]
fn a_global_that_starts_with_another_value_is_another_state() {
    let other = COUNTERS.replace("int a, b, seen;", "int a = 3, b, seen;");
    revisions(&[COUNTERS, &other, COUNTERS], &racing());
}

const SIGNALLED: &str = "
    typedef struct { long word[5]; } mutex;
    typedef struct { long word[6]; } condition;
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *);
    extern int pthread_cond_wait(condition *, mutex *), pthread_cond_signal(condition *);
    int evercheck_choose(int, int);
    mutex lock;
    condition one, two;
    int ready;
    static void *waiter(void *unused) {
        pthread_mutex_lock(&lock);
        ready = 1;
        pthread_cond_wait(&one, &lock);
        pthread_mutex_unlock(&lock);
        return 0;
    }
    int main(void) {
        unsigned long id;
        int seen = 0;
        pthread_create(&id, 0, waiter, 0);
        while (!seen) { pthread_mutex_lock(&lock); seen = ready; pthread_mutex_unlock(&lock); }
        pthread_mutex_lock(&lock);
        if (evercheck_choose(0, 1)) pthread_cond_signal(&one);
        else pthread_cond_signal(&one);
        pthread_mutex_unlock(&lock);
        pthread_join(id, 0);
        return 0;
    }";

#[test]
fn whom_a_signal_wakes_depends_on_what_others_wait_for() {
    let other = SIGNALLED
        .replace("wait(&one", "wait(&two")
        .replace("else pthread_cond_signal(&one)", "else pthread_cond_signal(&two)");
    revisions(&[SIGNALLED, &other, SIGNALLED], &racing());
    let both = SIGNALLED.replace("wait(&one", "wait(&two");
    revisions(&[SIGNALLED, &both, &other], &racing());
}

/// Objects without a name are numbered from those that have one, by name.
#[test]
fn globals_in_another_order_change_nothing() {
    let before = "
        extern void *malloc(unsigned long);
        int evercheck_choose(int, int);
        int *a;
        int *b;
        static void set(int *to) { *to = evercheck_choose(0, 1); }
        int main(void) {
            int c;
            int d;
            a = malloc(sizeof *a);
            set(a);
            b = malloc(sizeof *b);
            set(b);
            set(&c);
            set(&d);
            return evercheck_choose(0, 1);
        }";
    let globals = before.replace("int *a;\n        int *b;", "int *b;\n        int *a;");
    let locals = globals.replace("int c;\n            int d;", "int d;\n            int c;");
    let all = revisions(&[before, &globals, &locals], &racing());
    assert_eq!(find(&all[0], Mode::Delta).executed, 0);
}

/// The race of a run that does not count is one all the same.
#[test]
fn a_race_before_an_assumption_that_fails_is_audited() {
    let text = "
        extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
        extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
        int a;
        static void *other(void *unused) { a = 1; return 0; }
        int main(void) {
            unsigned long id;
            pthread_create(&id, 0, other, 0);
            __VERIFIER_atomic_begin();
            a = 2;
            __VERIFIER_assume(a == 3);
            __VERIFIER_atomic_end();
            return 0;
        }";
    let properties = [verdict::Property::NoDataRace].into_iter().collect();
    let options = Options { properties, is_keeping_going: true, ..racing() };
    revisions(&[text, text], &options);
}

/// `REVISIONS=FIRST..LAST` takes these seeds; each is a sequence of three or four revisions. With `REVISIONS_SAVE=FOLDER`
/// the programs of a failure are left there.
#[test]
fn fuzz_revisions_have_the_same_verdicts_in_all_modes() {
    let (first, last) = match std::env::var("REVISIONS") {
        Ok(text) => {
            let (first, last) = text.split_once("..").expect("FIRST..LAST");
            (first.parse().expect("a number"), last.parse().expect("a number"))
        }
        Err(_) => (0, 105u64),
    };
    let counts = sketch::compare::Counts::default();
    let seeds: Vec<u64> = (first..last).collect();
    let failures = common::for_each(&seeds, |&seed| sketch::compare::sequence(seed, &counts));
    let [executed, by_isse, dearer] = [&counts.executed, &counts.executed_by_isse, &counts.dearer]
        .map(|count| count.load(Ordering::Relaxed));
    println!("delta executes {executed} transitions, isse {by_isse}; more than isse in {dearer} revisions");
    let [jobs, on_records] =
        [&counts.jobs, &counts.jobs_on_records].map(|count| count.load(Ordering::Relaxed));
    println!("workers execute {jobs} and {on_records} transitions to take something over");
    let sketch::compare::Counts { revisions, large, broken, violated, unknown, cheap, states, .. } = counts;
    let [revisions, large, broken, violated, unknown, cheap, states] =
        [revisions, large, broken, violated, unknown, cheap, states].map(AtomicU64::into_inner);
    println!(
        "{revisions} revisions of {states} states: {violated} with violations, {unknown} with obstacles,"
    );
    println!("{cheap} less than half executed again; {large} too large, {broken} not C");
    assert!(
        failures.is_empty(),
        "{} of {}\n{}",
        failures.len(),
        seeds.len(),
        failures.iter().take(3).cloned().collect::<Vec<_>>().join("\n")
    );
    // They are worth something.
    if revisions < 300 {
        return;
    }
    assert!(10 * executed < 9 * by_isse && 20 * dearer < revisions);
    assert!(jobs > 0 && on_records > 0);
    assert!(broken * 50 < revisions && large * 4 < revisions);
    assert!(violated * 5 > revisions && violated * 2 < revisions && cheap * 4 > revisions);
}

/// How many choices there are where an input is asked for is told by the option alone.
#[test]
fn another_range_of_an_input_is_another_choice() {
    let text = "
        extern int __VERIFIER_nondet_int(void);
        void reach_error(void);
        int (*input)(void) = __VERIFIER_nondet_int;
        int main(void) { if (input() == 2) reach_error(); return 0; }";
    let options = |high| {
        let mut options = racing();
        options.machine.nondet_range = Some((0, high));
        options
    };
    for text in [text, &text.replace("(input() ==", "(__VERIFIER_nondet_int() ==")] {
        let program = program(text);
        let record = extended(&[], &run(&program, &options(1), Mode::Delta, &[]));
        for mode in Mode::ALL {
            let checked = run(&program, &options(2), mode, &record);
            assert!(!checked.ledger.is_rejected && !checked.report.violations.is_empty(), "{mode:?}");
        }
    }
}

/// A thread races in an atomic section and comes to a choice behind it: which numbers there are is no part of where it raced.
#[test]
fn a_race_before_a_choice_of_another_range_is_audited() {
    let text = "
        extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
        extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
        extern int __VERIFIER_nondet_int(void);
        int a, b;
        static void *other(void *unused) {
            __VERIFIER_atomic_begin();
            a = 1;
            __VERIFIER_atomic_end();
            b = __VERIFIER_nondet_int();
            return 0;
        }
        int main(void) {
            unsigned long id;
            pthread_create(&id, 0, other, 0);
            a = 2;
            return 0;
        }";
    let options = |high| {
        let properties = [verdict::Property::NoDataRace].into_iter().collect();
        let mut options = Options { properties, is_keeping_going: true, ..racing() };
        options.machine.nondet_range = Some((0, high));
        options
    };
    let program = program(text);
    let record = extended(&[], &run(&program, &options(1), Mode::Delta, &[]));
    let request = Request { base: record, audit: Audit::Full, ..Request::default() };
    let checked = check(&program, &options(2), &request, &mut |_: &Stats| {});
    assert!(!checked.ledger.is_rejected && checked.report.stats.reused > 0, "{:?}", checked.report.stats);
    assert_eq!(said(&checked.report), said(&run(&program, &options(2), Mode::Off, &[]).report));
}

#[test]
fn a_missing_result_depends_on_the_caller() {
    let text = "
        int evercheck_choose(int, int); void reach_error(void);
        int g;
        static int f(int k) { if (evercheck_choose(0, 1)) return 1; g = 7; }
        int main(void) {
            int a;
            if (evercheck_choose(0, 1)) { a = f(1); if (a == 5) reach_error(); }
            else { a = f(0); if (a == 5) reach_error(); }
            return 0;
        }";
    let unused = text.replace("{ a = f(1); if (a == 5)", "{ f(1); if (g == 7)");
    let options = Options { is_keeping_going: true, ..racing() };
    revisions(&[text, &unused, text], &options);
}

#[test]
fn a_destructor_that_becomes_a_function_of_the_program_is_called() {
    let text = "
        extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
        extern int pthread_join(unsigned long, void **);
        extern int pthread_key_create(unsigned *, void (*)(void *)), pthread_setspecific(unsigned, const void *);
        extern void *malloc(unsigned long); extern void free(void *);
        void reach_error(void);
        unsigned key; int is_done, is_freed;
        static void *other(void *value) { pthread_setspecific(key, value); is_done = 1; return 0; }
        int main(void) {
            unsigned long id;
            pthread_key_create(&key, free);
            void *value = malloc(4);
            pthread_create(&id, 0, other, value);
            pthread_join(id, 0);
            if (is_freed) reach_error();
            return 0;
        }";
    let own = format!("{text} void free(void *value) {{ is_freed = 1; }}");
    revisions(&[text, &own, text], &racing());
}
