//! What a run says of what it reused: what it counts, why it refuses, what it rejects.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use explicit::audit::Audit;
use explicit::layer::{Layer, Sections};
use explicit::reuse::{Checked, Mode, Request, Sink, check, estimate};
use explicit::{Options, Order, Stats};
use verdict::Limits;

use crate::common::said;
use crate::{COUNTERS, extended, program, run};

fn wrong() -> String {
    COUNTERS.replace("seen > 9", "seen > 6")
}

/// What is known is counted as if it had been executed. Everything leads to the error here, so nothing is pruned.
#[test]
fn all_modes_count_the_same() {
    let text = "
        int evercheck_choose(int, int); void reach_error(void); int sum;
        int main(void) {
            for (int i = 0; i < 3; i++) sum += evercheck_choose(0, 2);
            sum = sum * 2;
            if (evercheck_choose(0, 2) == 1) reach_error();
            return 0;
        }";
    let changed = text.replace("sum * 2", "sum * 3");
    for order in [Order::Depth, Order::Breadth] {
        let options = Options { is_keeping_going: true, order, ..crate::racing() };
        let record = extended(&[], &run(&program(text), &options, Mode::Delta, &[]));
        for text in [text, &changed] {
            let expected = run(&program(text), &options, Mode::Off, &[]).report.stats;
            for mode in [Mode::Isse, Mode::Delta] {
                let stats = run(&program(text), &options, mode, &record).report.stats;
                let counts = |it: Stats| [it.states, it.transitions, it.ends, it.depth];
                assert_eq!(counts(stats), counts(expected), "{mode:?} {order:?}");
                assert_eq!(stats.executed - stats.rebuilt + stats.reused, stats.transitions);
            }
        }
    }
}

/// The record of one program with the elements of another, so that it seems to be of that one.
fn foreign(of: &str, for_: &str) -> Layer {
    let sections = |text| run(&program(text), &crate::racing(), Mode::Delta, &[]).layer.unwrap();
    let (mut record, other) = (sections(of), sections(for_));
    for number in [3, 10] {
        assert_eq!(record.section(number).len(), other.section(number).len());
        record[number as usize - 1] = other.section(number).to_vec();
    }
    Layer::open(Arc::new(record)).unwrap()
}

#[derive(Default)]
struct Heads(usize);

impl Sink for Heads {
    fn start_over(&mut self) {}

    fn chunk(&mut self, kind: u32, _: &[u8]) {
        self.0 += usize::from(kind == 1);
    }
}

/// A run that hands on its record at once, and how often it did so from the beginning.
fn audited(text: &str, options: &Options, request: Request) -> (Checked, usize) {
    let (heads, flush) = (Rc::new(RefCell::new(Heads::default())), Arc::new(AtomicBool::new(true)));
    let request = Request { sink: Some(heads.clone()), flush: flush.clone(), ..request };
    let checked = check(&program(text), options, &request, &mut |_: &Stats| {
        flush.store(true, Ordering::Relaxed);
    });
    let count = heads.borrow().0;
    (checked, count)
}

#[test]
fn an_audit_rejects_what_is_not_so() {
    let (right, wrong, options) = (COUNTERS, wrong(), crate::racing());
    let changed = COUNTERS.replace("b = b + 2", "b = b + 3");
    let rows = [
        (right, &*wrong, Audit::Full),
        (&*wrong, right, Audit::Full),
        (&*changed, right, Audit::Full),
        (&*changed, right, Audit::Auto),
    ];
    for (of, text, audit) in rows {
        let expected = said(&run(&program(text), &options, Mode::Off, &[]).report);
        for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
            let base = vec![foreign(of, text)];
            let request = Request { mode, base, is_recording: true, audit, ..Request::default() };
            let (checked, heads) = audited(text, &options, request);
            assert!(checked.ledger.is_rejected && checked.layer.is_some(), "{mode:?} {audit:?}");
            assert_eq!(said(&checked.report), expected, "{mode:?} {audit:?}");
            assert!(heads <= 1, "{mode:?}");
        }
    }
}

/// Where a transition is executed because it leads to a new state, it has to lead there.
#[test]
fn a_state_that_is_not_the_one_that_is_known_is_noticed() {
    let changed = COUNTERS.replace("b = b + 2", "b = b + 3");
    let base = vec![foreign(&changed, COUNTERS)];
    let request = Request { mode: Mode::Isse, base, audit: Audit::Off, ..Request::default() };
    assert!(audited(COUNTERS, &crate::racing(), request).0.ledger.is_rejected);
}

#[test]
fn an_audit_counts_what_is_so() {
    let options = crate::racing();
    let first = run(&program(COUNTERS), &options, Mode::Delta, &[]);
    let (base, all) = (extended(&[], &first), first.report.stats.transitions);
    for mode in Mode::ALL {
        for audit in [Audit::Off, Audit::Full] {
            for is_recording in [false, true] {
                let request = Request { mode, base: base.clone(), is_recording, audit, ..Request::default() };
                let (checked, heads) = audited(COUNTERS, &options, request);
                let is_audited = mode != Mode::Off && audit == Audit::Full;
                assert!(!checked.ledger.is_rejected);
                assert_eq!(checked.ledger.audited, if is_audited { all } else { 0 }, "{mode:?}");
                assert_eq!(heads, usize::from(is_recording), "{mode:?}");
            }
        }
    }
    // What was stopped by a limit proves nothing.
    let limits = Limits { states: Some(10), ..Limits::default() };
    let request = Request { base, audit: Audit::Full, ..Request::default() };
    let (checked, _) = audited(COUNTERS, &Options { limits, ..options }, request);
    assert!(!checked.ledger.is_rejected);
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let jump = "
        typedef long buffer[32];
        extern int _setjmp(buffer); extern void longjmp(buffer, int);
        buffer at;
        int main(void) { if (_setjmp(at)) return 1; longjmp(at, 1); }";
    let never = "
        extern void longjmp(long *, int);
        static void unused(long *at) { longjmp(at, 1); }
        int main(void) { return 0; }";
    let stateless = Options { is_stateless: true, ..crate::racing() };
    let rows = [
        (jump, crate::racing(), true),
        (never, crate::racing(), false),
        (COUNTERS, crate::racing(), false),
        (never, stateless, true),
    ];
    for (text, options, is_refused) in rows {
        let checked = run(&program(text), &options, Mode::Delta, &[]);
        assert_eq!(checked.ledger.refused.is_some(), is_refused, "{text}");
        assert_eq!(checked.layer.is_none(), is_refused, "{text}");
    }
}

/// A change that breaks a large program at once is found before what is known of it has been walked.
#[test]
fn a_violation_near_the_start_is_found_first() {
    let text = |limit: u32| {
        format!(
            "int evercheck_choose(int, int); void reach_error(void);
            int main(void) {{
                int x = evercheck_choose(0, 220000);
                if (x == {limit}) reach_error();
                return x + evercheck_choose(0, 1);
            }}"
        )
    };
    let options = crate::racing();
    let record = extended(&[], &run(&program(&text(300_000)), &options, Mode::Delta, &[]));
    let rows = [(7, false, true), (700, false, false), (7, true, false)];
    for (limit, is_keeping_going, is_first) in rows {
        let options = Options { is_keeping_going, ..crate::racing() };
        let checked = run(&program(&text(limit)), &options, Mode::Delta, &record);
        assert_eq!(checked.report.violations.len(), 1);
        // Where it was found first nothing is recorded.
        assert_eq!(checked.layer.is_none(), is_first, "{limit}");
    }
}

#[test]
fn an_estimate_tells_what_a_record_is_worth() {
    let (changed, options) = (COUNTERS.replace("b = b + 2", "b = b + 3"), crate::racing());
    let first = run(&program(COUNTERS), &options, Mode::Delta, &[]);
    let one = extended(&[], &first);
    let two = extended(&one, &run(&program(&changed), &options, Mode::Delta, &one));
    let worth = |text: &str, record: &[Layer]| estimate(&program(text), &options, record).unwrap();
    let states = first.report.stats.states as usize;
    let same = worth(COUNTERS, &one);
    assert!(same.is_clean && same.facts == same.facts_held);
    assert_eq!((same.states, same.clean), (states, states));
    let other = worth(&changed, &one);
    assert!(!other.is_clean && other.facts == same.facts);
    assert!((1..other.facts).contains(&other.facts_held) && (1..states).contains(&other.clean));
    let both = worth(&changed, &two);
    assert!(both.is_clean && both.states > states);
    assert!((states..both.states).contains(&both.clean));
}

/// With its parts: there are transitions here that need nothing else.
#[test]
fn nothing_is_believed_of_a_function_that_is_said_to_have_changed() {
    let text = "
        int evercheck_choose(int, int);
        static void a(void) { while (evercheck_choose(0, 2) == 1); }
        static void b(void) { while (evercheck_choose(0, 2) == 1); }
        static void c(void) { for (;;) evercheck_choose(0, 2); }
        int main(void) { a(); b(); c(); return 0; }";
    let (program, options) = (program(text), crate::racing());
    let base = extended(&[], &run(&program, &options, Mode::Delta, &[]));
    for (name, held) in [("a", 6), ("b", 6), ("c", 7), ("main", 6)] {
        let changed = vec![name.to_string()];
        let request = Request { base: base.clone(), changed: changed.clone(), ..Request::default() };
        let ledger = check(&program, &options, &request, &mut |_: &Stats| {}).ledger;
        assert_eq!((ledger.facts, ledger.facts_held, ledger.changed), (10, held, changed));
    }
}

/// Every state of it has two values more than the other's.
fn many_states(first: u32) -> String {
    format!(
        "int evercheck_choose(int, int); int g = {first}, sum;
        int main(void) {{ for (int i = 0; i < 12; i++) sum = 2 * sum + evercheck_choose(0, 1); return g; }}"
    )
}

#[test]
fn a_record_that_is_of_no_use_is_given_up_and_left_behind() {
    let [before, after] = [1, 2].map(|first| program(&many_states(first)));
    let options = crate::racing();
    let all = run(&before, &options, Mode::Off, &[]).report.stats;
    assert!(all.states < 10_000 && all.transitions < 10_000, "{all:?}");
    let small = extended(&[], &run(&before, &options, Mode::Delta, &[]));
    let checked = run(&after, &options, Mode::Delta, &small);
    // Too little to tell; but it has been nowhere in the record.
    assert_eq!(checked.used, Some(vec![false]));
    assert_eq!(checked.report.stats.executed, all.executed);

    let [before, after] = [1, 2].map(|first| program(&many_states(first).replace("i < 12", "i < 16")));
    let record = extended(&[], &run(&before, &options, Mode::Delta, &[]));
    let all = run(&after, &options, Mode::Off, &[]);
    let checked = run(&after, &options, Mode::Delta, &record);
    assert_eq!(said(&checked.report), said(&all.report));
    assert_eq!(checked.used, Some(vec![false]));
    assert!(!checked.ledger.is_rejected);
    let (executed, at_least) = (checked.report.stats.executed, all.report.stats.executed);
    assert!(at_least < executed && executed <= at_least + 10_000, "{executed} of {at_least}");
    // All is in the new layer.
    let alone = extended(&[], &checked);
    assert_eq!(run(&after, &options, Mode::Delta, &alone).report.stats.executed, 0);
}

#[test]
fn a_record_of_which_little_holds_is_not_looked_at() {
    // What every transition executes is another thing, but for the last ones.
    let text = |step: u32| {
        format!(
            "int evercheck_choose(int, int); int sum; static void last(void) {{ sum &= 7; }}
            static void step(void) {{ sum = 2 * sum + {step} * evercheck_choose(0, 1); }}
            int main(void) {{
                for (int i = 0; i < 12; i++) step();
                if (sum == 0) {{ sum = evercheck_choose(0, 1); last(); sum += evercheck_choose(0, 1); last(); }}
                return 0;
            }}"
        )
    };
    let [before, after] = [1, 3].map(|step| program(&text(step)));
    let options = crate::racing();
    let record = extended(&[], &run(&before, &options, Mode::Delta, &[]));
    let all = run(&after, &options, Mode::Off, &[]);
    let checked = run(&after, &options, Mode::Delta, &record);
    assert_eq!(said(&checked.report), said(&all.report));
    assert!(checked.ledger.facts_held > 0);
    assert_eq!(checked.used, Some(vec![false]));
    assert_eq!(checked.report.stats.executed, all.report.stats.executed);
}

#[test]
fn what_is_only_known_of_ways_to_what_is_not_is_given_up_before_anything_is_executed() {
    // All but the ends is known, and has to be gone along to each of them.
    let text = |last: &str| {
        format!(
            "int evercheck_choose(int, int); int g;
            int main(void) {{ for (int i = 0; i < 13; i++) g = 2 * g + evercheck_choose(0, 1); {last} return 0; }}"
        )
    };
    let options = crate::racing();
    let check = |before: &str, after: &str| {
        let [before, after] = [before, after].map(|last| program(&text(last)));
        let record = extended(&[], &run(&before, &options, Mode::Delta, &[]));
        let all = run(&after, &options, Mode::Off, &[]);
        let checked = run(&after, &options, Mode::Delta, &record);
        assert_eq!(said(&checked.report), said(&all.report));
        (checked.used, all.report.stats.executed, checked.report.stats)
    };
    let (used, all, stats) = check("g = 1;", "g = 2;");
    assert_eq!((used, stats.executed, stats.rebuilt), (Some(vec![false]), all, 0));
    // Of every second end it is known, and saved.
    let (used, all, stats) = check("if (g & 1) g = 1;", "if (g & 1) g = 2;");
    assert_eq!(used, Some(vec![true]));
    assert_eq!(stats.executed, all - all.div_ceil(4), "{stats:?}");
}

#[test]
fn layers_that_were_of_use_are_told_from_others() {
    let text = |last: u32| {
        format!(
            "int evercheck_choose(int, int); int g;
            int main(void) {{ for (int i = 0; i < 6; i++) g = 2 * g + evercheck_choose(0, 1); g = {last}; return g; }}"
        )
    };
    let [one, other, third] = [1, 2, 3].map(|last| program(&text(last)));
    let options = crate::racing();
    let of_one = run(&one, &options, Mode::Delta, &[]);
    assert_eq!(of_one.used, None);
    let base = extended(&[], &of_one);
    let of_other = run(&other, &options, Mode::Delta, &base);
    assert_eq!(of_other.used, Some(vec![true]));
    let both = extended(&base, &of_other);
    // What the newer layer knows is the end, which is another again.
    let used = run(&third, &options, Mode::Delta, &both).used.unwrap();
    assert!(used[1], "{used:?}");
    // Behind what was pruned may be any of them.
    assert_eq!(run(&other, &options, Mode::Delta, &both).used, Some(vec![true, true]));
    let strange = program(
        "int evercheck_choose(int, int); int h = 5; int main(void) { return evercheck_choose(0, 4); }",
    );
    let used = run(&strange, &options, Mode::Delta, &both).used;
    assert_eq!(used, Some(vec![false, false]));
}

#[test]
fn a_record_that_grows_beyond_its_budget_ends_there() {
    let program = program(&many_states(1));
    let options = crate::racing();
    let whole = run(&program, &options, Mode::Delta, &[]);
    let limited = Request { is_recording: true, record_bytes: Some(20_000), ..Request::default() };
    let limited = check(&program, &options, &limited, &mut |_: &Stats| {});
    assert_eq!(said(&limited.report), said(&whole.report));
    let size = |checked: &Checked| checked.layer.as_ref().unwrap().iter().map(Vec::len).sum::<usize>();
    assert!(3 * size(&limited) < size(&whole), "{} of {}", size(&limited), size(&whole));
    let checked = run(&program, &options, Mode::Delta, &extended(&[], &limited));
    assert_eq!(said(&checked.report), said(&whole.report));
    let (again, all) = (checked.report.stats.executed, whole.report.stats.executed);
    assert!(0 < again && again < all, "{again} of {all}");
    assert!(!checked.ledger.is_rejected);
}
