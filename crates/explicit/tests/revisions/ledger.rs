//! What a run says of what it reused: what it counts, why it refuses, what it rejects.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use explicit::audit::Audit;
use explicit::layer::{Layer, Sections};
use explicit::reuse::{Checked, Mode, Request, Sink, check};
use explicit::{Options, Order, Stats};

use crate::{COUNTERS, extended, program, result, run};

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
        let options = Options { is_keeping_going: true, order, ..Options::default() };
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
    let sections = |text| run(&program(text), &Options::default(), Mode::Delta, &[]).layer.unwrap();
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
    fn chunk(&mut self, kind: u32, _: &[u8]) {
        self.0 += usize::from(kind == 1);
    }
}

/// A run with a full audit that hands on its record at once, and how often it did so from the beginning.
fn audited(text: &str, mode: Mode, base: &Layer) -> (Checked, usize) {
    let (heads, flush) = (Rc::new(RefCell::new(Heads::default())), Arc::new(AtomicBool::new(true)));
    let request = Request {
        mode,
        base: vec![base.clone()],
        is_recording: true,
        audit: Audit::Full,
        sink: Some(heads.clone()),
        flush: flush.clone(),
        ..Request::default()
    };
    let checked = check(&program(text), &Options::default(), &request, &mut |_: &Stats| {
        flush.store(true, Ordering::Relaxed);
    });
    let count = heads.borrow().0;
    (checked, count)
}

#[test]
fn an_audit_rejects_what_is_not_so() {
    let (right, wrong, options) = (COUNTERS, wrong(), Options::default());
    for (of, text) in [(right, &*wrong), (&*wrong, right)] {
        let expected = result(&run(&program(text), &options, Mode::Off, &[]), &options);
        for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
            let (checked, heads) = audited(text, mode, &foreign(of, text));
            assert!(checked.ledger.is_rejected && checked.layer.is_some(), "{mode:?}");
            assert_eq!(result(&checked, &options), expected, "{mode:?}");
            assert_eq!(checked.ledger.facts, 0);
            assert!(heads <= 1, "{mode:?}");
        }
    }
}

#[test]
fn an_audit_counts_what_is_so() {
    let options = Options::default();
    let layer = run(&program(COUNTERS), &options, Mode::Delta, &[]).layer.unwrap();
    let layer = Layer::open(Arc::new(layer)).unwrap();
    let all = run(&program(COUNTERS), &options, Mode::Off, &[]).report.stats.transitions;
    for mode in Mode::ALL {
        let (checked, heads) = audited(COUNTERS, mode, &layer);
        let expected = if mode == Mode::Off { 0 } else { all };
        assert!(!checked.ledger.is_rejected);
        assert_eq!((checked.ledger.audited, heads), (expected, 1), "{mode:?}");
    }
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
    let stateless = Options { is_stateless: true, ..Options::default() };
    let rows = [
        (jump, Options::default(), true),
        (never, Options::default(), false),
        (COUNTERS, Options::default(), false),
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
    let options = Options::default();
    let record = extended(&[], &run(&program(&text(300_000)), &options, Mode::Delta, &[]));
    let rows = [(7, false, true), (700, false, false), (7, true, false)];
    for (limit, is_keeping_going, is_first) in rows {
        let options = Options { is_keeping_going, ..Options::default() };
        let checked = run(&program(&text(limit)), &options, Mode::Delta, &record);
        assert_eq!(checked.report.violations.len(), 1);
        // Where it was found first nothing is recorded.
        assert_eq!(checked.layer.is_none(), is_first, "{limit}");
    }
}
