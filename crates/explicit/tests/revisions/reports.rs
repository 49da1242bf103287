//! The same report from any store: verdicts, violations with their paths, obstacles and scope are those of a run without
//! reuse, whatever programs were recorded before, in whatever order.

use std::sync::atomic::Ordering;

use explicit::audit::Audit;
use explicit::layer::Layer;
use explicit::reuse::{Mode, Request, check};
use explicit::{Options, Order, Stats};
use verdict::{Property, Unknown, Verdict};

use crate::common::said;
use crate::{COUNTERS, edited, extended, program, racing, run};

const HEAD: &str = "
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    extern void *malloc(unsigned long);
    extern int evercheck_choose(int, int);
    extern void reach_error(void);
    int g, h;
";

const ORDERS: [Order; 4] = [Order::Depth, Order::Breadth, Order::Random(1), Order::Mixed];

/// Checks each program in each order, for the first violation and for all, on the records of each sequence of programs.
/// The statistics of `delta`, depth first, for the first violation of the last program, on each record.
fn from_any_store(texts: &[&str], options: &Options) -> Vec<Stats> {
    let programs: Vec<_> = texts.iter().map(|text| program(&format!("{HEAD}{text}"))).collect();
    let with = |order: Order, is_keeping_going: bool| Options { order, is_keeping_going, ..options.clone() };
    let mut stores: Vec<Vec<Layer>> = Vec::new();
    for (order, is_keeping_going) in [(Order::Depth, false), (Order::Depth, true), (Order::Random(3), false)]
    {
        let mut record = Vec::new();
        for program in programs.iter().chain(&programs[..1]) {
            record = extended(&record, &run(program, &with(order, is_keeping_going), Mode::Delta, &record));
            stores.push(record.clone());
        }
    }
    let mut all = Vec::new();
    for (index, program) in programs.iter().enumerate() {
        for (order, is_keeping_going) in ORDERS.into_iter().flat_map(|order| [(order, false), (order, true)])
        {
            let options = with(order, is_keeping_going);
            let expected = said(&run(program, &options, Mode::Off, &[]).report);
            for record in &stores {
                for mode in Mode::ALL {
                    let request =
                        Request { mode, base: record.clone(), audit: Audit::Full, ..Request::default() };
                    let checked = check(program, &options, &request, &mut |_: &Stats| {});
                    let place = format!("{mode:?} {order:?} {is_keeping_going}:\n{}", texts[index]);
                    assert!(!checked.ledger.is_rejected, "rejected, {place}");
                    assert_eq!(said(&checked.report), expected, "{place}");
                    if (mode, order, is_keeping_going) == (Mode::Delta, Order::Depth, false)
                        && index + 1 == programs.len()
                    {
                        all.push(checked.report.stats);
                    }
                }
            }
        }
    }
    all
}

fn everything() -> Options {
    Options { properties: Property::ALL.into_iter().collect(), ..Options::default() }
}

/// The record ends in a violation that is still there, and the change makes another one that a search meets before.
#[test]
fn a_known_violation_does_not_hide_one_that_is_met_first() {
    let text = "int main(void) {
        int x = evercheck_choose(0, 3);
        if (x == 3) reach_error();
        if (x == 1) g = 1;
        return 0;
    }";
    from_any_store(&[text, &text.replace("g = 1", "g = 1 / h")], &Options::default());
}

/// It is known by one of the shortest ways, and the search comes by a longer one.
#[test]
fn a_violation_is_shown_by_the_way_that_the_search_takes() {
    let text = "int main(void) {
        for (int i = 0; i < 3; i++) if (evercheck_choose(0, 1)) break; else g++;
        h = evercheck_choose(0, 1);
        if (h) reach_error();
        return g;
    }";
    from_any_store(
        &[text, &text.replace("return g", "return g + 1"), &text.replace("if (h)", "if (h + 0)")],
        &Options::default(),
    );
}

/// A state that is clean in the record leads to code that has changed, round a cycle; and to an old violation.
#[test]
fn violations_behind_a_cycle() {
    let text = "int main(void) {
        for (;;) {
            int x = evercheck_choose(0, 3);
            if (x == 0) g = 1 - g;
            if (x == 1) { if (g == 2) reach_error(); h = 0; }
            if (x == 2) h = 1 - h;
            if (x == 3 && h && g) return 1 / (g - h);
        }
    }";
    let rows = [("g == 2", "g == 1"), ("g - h", "g"), ("h = 0; }", "h = 2; if (h == 3) reach_error(); }")];
    for change in rows {
        from_any_store(&[text, &edited(text, &[change])], &Options::default());
    }
}

const THREADS: &str = "
    static int _Atomic a, b;
    static void *f(void *unused) { a = 1; if (b == 2) reach_error(); a = 2; return 0; }
    int main(void) {
        unsigned long id;
        pthread_create(&id, 0, f, 0);
        b = 1;
        b = 2;
        pthread_join(id, 0);
        if (a != 2) reach_error();
        return 0;
    }";

/// At the same place by several ways: the first way of the search is told.
#[test]
fn of_violations_at_one_place_the_first_is_told() {
    let rows = [("b = 1;", "b = 3;"), ("a = 2;", "a = 4;"), ("a != 2", "a == 2"), ("b == 2", "b == 1")];
    for change in rows {
        from_any_store(&[THREADS, &edited(THREADS, &[change])], &Options::default());
    }
}

/// Which thread ran last is no part of a state, and tells where a leak is noticed.
#[test]
fn a_leak_is_noticed_where_the_search_comes_by() {
    let text = "
    static void *_Atomic p;
    static int _Atomic a;
    static void *f(void *unused) { a = 1; p = 0; a = 2; return 0; }
    int main(void) {
        unsigned long id;
        p = malloc(1);
        pthread_create(&id, 0, f, 0);
        p = 0;
        a = 3;
        pthread_join(id, 0);
        return 0;
    }";
    from_any_store(&[text, &text.replace("a = 3", "a = 4"), &text.replace("a = 1;", "")], &everything());
}

/// A race and a deadlock are wrong with states, not with transitions.
#[test]
fn races_and_deadlocks_of_states() {
    let text = "
    typedef struct { long word[5]; } mutex;
    extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *);
    static mutex one, two;
    static void *f(void *unused) {
        pthread_mutex_lock(&one); pthread_mutex_lock(&two); g = 1;
        pthread_mutex_unlock(&two); pthread_mutex_unlock(&one);
        return 0;
    }
    int main(void) {
        unsigned long id;
        pthread_create(&id, 0, f, 0);
        pthread_mutex_lock(&one); pthread_mutex_lock(&two); g = 2;
        pthread_mutex_unlock(&two); pthread_mutex_unlock(&one);
        h = 1;
        pthread_join(id, 0);
        return 0;
    }";
    let crossed = text.replacen(
        "pthread_mutex_lock(&one); pthread_mutex_lock(&two)",
        "pthread_mutex_lock(&two); pthread_mutex_lock(&one)",
        1,
    );
    let racing =
        crossed.replace("g = 1;", "g = 1; h = 2;").replace("        h = 1;", "        g = 3; h = 1;");
    from_any_store(
        &[
            text,
            &crossed,
            &racing.replace("unlock(&one);\n        return", "unlock(&one); h = 3;\n        return"),
        ],
        &everything(),
    );
}

/// Two threads that wait for each other stay so in all states behind, in which a third one goes on.
#[test]
fn circles_beside_a_thread_that_goes_on() {
    let text = "
    typedef struct { long word[5]; } mutex;
    extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *);
    static mutex one, two;
    static void *f(void *unused) {
        pthread_mutex_lock(&one); pthread_mutex_lock(&two);
        pthread_mutex_unlock(&two); pthread_mutex_unlock(&one);
        return 0;
    }
    static void *b(void *unused) {
        pthread_mutex_lock(&one); pthread_mutex_lock(&two);
        pthread_mutex_unlock(&two); pthread_mutex_unlock(&one);
        return 0;
    }
    int main(void) {
        unsigned long id;
        pthread_create(&id, 0, f, 0);
        pthread_create(&id, 0, b, 0);
        for (;;) g = (g + 1) % 3;
    }";
    let crossed = text.replacen(
        "pthread_mutex_lock(&one); pthread_mutex_lock(&two)",
        "pthread_mutex_lock(&two); pthread_mutex_lock(&one)",
        1,
    );
    from_any_store(&[text, &crossed, &crossed.replace("% 3", "% 2")], &everything());
}

/// Nobody asked about them: all places are told in the order of the source, each in the same words.
#[test]
fn obstacles_are_told_in_the_order_of_the_source() {
    let text = "
    static int a[2];
    int main(void) {
        int x = evercheck_choose(0, 4);
        g = evercheck_choose(0, 1);
        if (g) h = a[4 - x]; else h = a[x];
        if (x == 1) h = 1 / (g - 1);
        return 0;
    }";
    let options = Options { properties: [Property::UnreachCall].into_iter().collect(), ..Options::default() };
    let rows = [
        ("x = evercheck_choose(0, 4)", "x = 4 - evercheck_choose(0, 4)"),
        ("g - 1", "g + 0"),
        ("return 0", "if (x == 3) reach_error(); return 0"),
    ];
    for change in rows {
        from_any_store(&[text, &edited(text, &[change])], &options);
    }
}

/// There are more than are told.
#[test]
fn the_same_obstacles_of_many_are_told() {
    let lines: String = (0..130).map(|i| format!("            case {i}: h = a[{i} + y];\n")).collect();
    let text = format!(
        "static int a[2];
        int main(void) {{
            int x = evercheck_choose(0, 129), y = evercheck_choose(1, 3);
            g = x % 7;
            switch (129 - x) {{\n{lines}            }}
            return 0;
        }}"
    );
    let options = Options { properties: [Property::UnreachCall].into_iter().collect(), ..Options::default() };
    let reports = ORDERS.map(|order| {
        let report =
            run(&program(&format!("{HEAD}{text}")), &Options { order, ..options.clone() }, Mode::Off, &[])
                .report;
        assert_eq!(report.obstacles.len(), 100);
        assert!(report.obstacles.is_sorted_by_key(|obstacle| obstacle.pos));
        said(&report)
    });
    assert!(reports.iter().all(|report| *report == reports[0]));
    let (first, second) =
        (program(&format!("{HEAD}{text}")), program(&format!("{HEAD}{}", text.replace("% 7", "% 5"))));
    let record = extended(&[], &run(&first, &options, Mode::Delta, &[]));
    let expected = said(&run(&second, &options, Mode::Off, &[]).report);
    for mode in Mode::ALL {
        assert_eq!(said(&run(&second, &options, mode, &record).report), expected, "{mode:?}");
    }
}

#[test]
fn a_relaxed_access_is_told_at_its_first_place() {
    let text = "
    static int a;
    static void *f(void *unused) {
        __atomic_store_n(&a, 1, 0);
        g = 1;
        return 0;
    }
    int main(void) {
        unsigned long id;
        pthread_create(&id, 0, f, 0);
        if (evercheck_choose(0, 1)) __atomic_store_n(&a, 2, 0);
        pthread_join(id, 0);
        h = 1;
        return __atomic_load_n(&a, 0);
    }";
    from_any_store(&[text, &text.replace("h = 1", "h = 2"), &text.replace("g = 1", "g = 2")], &everything());
}

/// What a run with a limit to its depth has left behind is no reason for another verdict, nor is the order.
#[test]
fn a_limit_to_the_depth_means_the_same_in_every_order() {
    let text = "int main(void) {
        if (evercheck_choose(0, 1) == 0) evercheck_choose(0, 1);
        g = evercheck_choose(0, 2);
        h = g;
        return evercheck_choose(0, 1);
    }";
    let first = program(&format!("{HEAD}{text}"));
    for depth in 0..8 {
        let mut options = everything();
        options.limits.depth = Some(depth);
        let reports = ORDERS
            .map(|order| said(&run(&first, &Options { order, ..options.clone() }, Mode::Off, &[]).report));
        assert!(reports.iter().all(|report| *report == reports[0]), "{depth}: {reports:#?}");
        from_any_store(&[text, &text.replace("h = g", "h = g + 1")], &options);
        let verdict = &run(&first, &options, Mode::Off, &[]).report.properties[0].1;
        // The end is four transitions away by the shorter way.
        assert_eq!(*verdict == Verdict::True, depth >= 4, "{depth}");
        assert!(depth >= 4 || *verdict == Verdict::Unknown(Unknown::Depth), "{depth}");
    }
}

/// Where the search goes on the way to a violation is known, and only what has changed is executed beside the way itself.
#[test]
fn a_violation_that_is_known_costs_the_way_to_it() {
    let wrong = COUNTERS.replace("if (seen > 9) reach_error()", "if (seen > 6) reach_error()");
    let (program, options) = (program(&wrong), racing());
    for is_keeping_going in [false, true] {
        let made = Options { is_keeping_going, ..racing() };
        let record = extended(&[], &run(&program, &made, Mode::Delta, &[]));
        let off = run(&program, &options, Mode::Off, &[]).report;
        let delta = run(&program, &options, Mode::Delta, &record).report;
        assert_eq!(said(&delta), said(&off));
        assert!(off.stats.executed > 2 * off.violations[0].path.len() as u64, "{:?}", off.stats);
        // Twice where not all is known: when it is found out that something is wrong, and in order.
        let ways = if is_keeping_going { 1 } else { 2 };
        assert_eq!(delta.stats.executed, ways * off.violations[0].path.len() as u64);
    }
}

/// That something is wrong was found out, and then the search was interrupted that looks for what to show.
#[test]
fn a_violation_is_kept_if_there_is_no_time_for_the_one_that_is_met_first() {
    let text = "int main(void) {
        int x = evercheck_choose(0, 3);
        if (x == 3) reach_error();
        if (x == 1) g = 1;
        return 0;
    }";
    let [before, after] =
        [text, &text.replace("g = 1", "g = 2")].map(|text| program(&format!("{HEAD}{text}")));
    let base = extended(&[], &run(&before, &Options::default(), Mode::Delta, &[]));
    for is_keeping_going in [false, true] {
        let options = Options { is_keeping_going, ..Options::default() };
        let request = Request { base: base.clone(), audit: Audit::Full, ..Request::default() };
        let mut searches = 0;
        let checked = check(&after, &options, &request, &mut |stats: &Stats| {
            searches += u64::from(stats.transitions == 0);
            options.limits.cancel.store(searches == 2, Ordering::Relaxed);
        });
        let report = checked.report;
        assert!(!checked.ledger.is_rejected && report.is_limited());
        assert_eq!(report.violations.len(), 1);
        assert!(report.properties.iter().all(|(_, verdict)| *verdict != Verdict::True), "{report:?}");
    }
}
