//! Records as they lie: how states are found in them, and what is damaged.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use explicit::audit::Audit;
use explicit::layer::{Layer, Sections};
use explicit::reuse::{Mode, Request, Sink, check, recover};
use explicit::{Options, Stats};
use verdict::Limits;

use crate::common::said;
use crate::{COUNTERS, program, run};

#[test]
fn every_state_is_found_by_its_fingerprint() {
    let sections = run(&program(COUNTERS), &crate::racing(), Mode::Delta, &[]).layer.unwrap();
    let layer = Layer::open(Arc::new(sections)).unwrap();
    assert!(layer.states() > 1000);
    for state in 0..layer.states() as u32 {
        let print = layer.print(state).unwrap();
        assert_eq!(layer.find(print), Some(state));
        assert!([print ^ 1, print ^ 1 << 127].iter().all(|&other| layer.find(other).is_none()));
    }
}

/// With a limit to the depth, a state that is reached again on a shorter way is gone on from again.
#[test]
fn a_state_that_was_left_twice_is_there_once() {
    let text = program(
        "int evercheck_choose(int, int); int g;
        int main(void) {
            if (!evercheck_choose(0, 1)) evercheck_choose(0, 1);
            g = evercheck_choose(0, 1);
            return evercheck_choose(0, 1);
        }",
    );
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let first = run(&text, &Options { limits, ..crate::racing() }, Mode::Delta, &[]);
    let layer = Layer::open(Arc::new(first.layer.unwrap())).unwrap();
    let options = crate::racing();
    let again = run(&text, &options, Mode::Delta, std::slice::from_ref(&layer)).report.stats;
    let alone = run(&text, &options, Mode::Off, &[]).report.stats;
    assert!(first.report.stats.transitions > alone.transitions);
    assert_eq!(first.report.stats.states, alone.states);
    assert_eq!((again.executed, layer.states() as u64), (0, alone.states));
}

#[derive(Default)]
struct Chunks(Vec<(u32, Vec<u8>)>);

impl Sink for Chunks {
    fn start_over(&mut self) {}

    fn chunk(&mut self, kind: u32, bytes: &[u8]) {
        self.0.push((kind, bytes.to_vec()));
    }
}

/// As if the run had been killed after it had handed on its record twice or more.
#[test]
fn what_a_run_has_handed_on_is_a_record() {
    let again = handed_on_by(1, 3);
    assert!(again.iter().all(|(executed, first)| executed < &(first / 10)), "{again:?}");
}

/// What a worker has not handed on when all have ended is lost then.
#[test]
fn what_workers_have_handed_on_is_a_record() {
    handed_on_by(3, 1);
}

/// By so many workers, at so many times at least. How much was executed with that in each mode but ISSE, and at first.
fn handed_on_by(workers: usize, least: usize) -> Vec<(u64, u64)> {
    let text = COUNTERS.replace("choose(1, 3)", "choose(1, 8)").replace("seen > 9", "seen > 12");
    let options = Options { is_keeping_going: true, workers, ..crate::racing() };
    let hand_on = || {
        let (chunks, flush) = (Rc::new(RefCell::new(Chunks::default())), Arc::new(AtomicBool::new(true)));
        let request = Request {
            is_recording: true,
            sink: Some(chunks.clone()),
            flush: flush.clone(),
            ..Request::default()
        };
        let first = check(&program(&text), &options, &request, &mut |_: &Stats| {
            flush.store(true, Ordering::Relaxed);
        });
        let chunks = chunks.borrow().0.clone();
        (first, chunks)
    };
    // How often several are asked, and whether they have something then, depends on who is faster.
    let has_edges = |it: &&(u32, Vec<u8>)| it.0 == 9 && !it.1.is_empty();
    let is_often = |chunks: &[(u32, Vec<u8>)]| chunks.iter().filter(has_edges).count() >= least;
    let handed_on = (0..100).map(|_| hand_on()).find(|(_, chunks)| is_often(chunks));
    let (first, chunks) = handed_on.expect("a run that was asked often enough");
    // A block that is not there to its end does not take the others with it.
    let mut torn = chunks.clone();
    torn.iter_mut().rfind(|it| it.0 == 9 && !it.1.is_empty()).unwrap().1.truncate(8);
    assert!(least == 1 || recover(torn.into_iter()).is_some());
    let sections = recover(chunks.into_iter()).unwrap();
    let layer = Layer::open(Arc::new(sections)).unwrap();
    let mut again = Vec::new();
    for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
        let request = Request { mode, base: vec![layer.clone()], audit: Audit::Full, ..Request::default() };
        let checked = check(&program(&text), &options, &request, &mut |_: &Stats| {});
        assert!(!checked.ledger.is_rejected, "{mode:?}");
        assert_eq!(said(&checked.report), said(&first.report), "{mode:?}");
        if mode != Mode::Isse {
            again.push((checked.report.stats.executed, first.report.stats.executed));
        }
    }
    again
}

/// A layer of which some bytes were destroyed, which is noticed where somebody looks at them.
struct Damaged {
    sections: Vec<Vec<u8>>,
    number: u32,
    bytes: std::ops::Range<usize>,
}

impl Sections for Damaged {
    fn section(&self, number: u32) -> &[u8] {
        self.sections.section(number)
    }

    fn is_sound(&self, number: u32, bytes: std::ops::Range<usize>) -> bool {
        number != self.number || bytes.end <= self.bytes.start || self.bytes.end <= bytes.start
    }
}

#[test]
fn what_is_damaged_is_not_believed() {
    let changed = COUNTERS.replace("b = b + 2", "b = b + 3");
    let wrong = COUNTERS.replace("seen > 9", "seen > 6");
    let options = crate::racing();
    for (base, text) in [(COUNTERS, COUNTERS), (COUNTERS, &changed), (&wrong, &wrong), (&wrong, COUNTERS)] {
        let sections = run(&program(base), &options, Mode::Delta, &[]).layer.unwrap();
        let expected = said(&run(&program(text), &options, Mode::Off, &[]).report);
        for number in 1..=11 {
            let length = sections.section(number).len();
            for start in [0, length / 3, length / 2, length - length / 8] {
                let bytes = start..(start + length / 8 + 1).min(length);
                let mut sections = sections.clone();
                sections[number as usize - 1][bytes.clone()].iter_mut().for_each(|byte| *byte = !*byte);
                let Some(layer) = Layer::open(Arc::new(Damaged { sections, number, bytes })) else {
                    continue;
                };
                assert!((7..=9).contains(&number));
                for mode in Mode::ALL {
                    let checked = run(&program(text), &options, mode, std::slice::from_ref(&layer));
                    assert!(!checked.ledger.is_rejected, "{mode:?} with {number}");
                    assert_eq!(said(&checked.report), expected, "{mode:?} with {number}");
                }
            }
        }
    }
}

/// Nothing in a layer is trusted: whatever stands there instead, it is read or it is not.
#[test]
fn damage_to_a_layer_ends_nothing() {
    let text = "
        int evercheck_choose(int, int); void reach_error(void);
        int main(void) { if (evercheck_choose(0, 2) + evercheck_choose(0, 1) > 5) reach_error(); return 0; }";
    let (program, options) = (program(text), crate::racing());
    let sections = run(&program, &options, Mode::Delta, &[]).layer.expect("a layer");
    let mut opened = 0;
    for (section, bytes) in sections.iter().enumerate() {
        for at in (0..bytes.len() / 4).map(|word| 4 * word) {
            let word = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
            for other in [word.wrapping_add(1), word.wrapping_sub(1), u32::MAX] {
                let mut damaged = sections.clone();
                damaged[section][at..at + 4].copy_from_slice(&other.to_le_bytes());
                let Some(layer) = Layer::open(Arc::new(damaged)) else { continue };
                opened += 1;
                for mode in Mode::ALL {
                    run(&program, &options, mode, std::slice::from_ref(&layer));
                }
            }
        }
    }
    assert!(opened > 0);
}

/// What two layers know under one number is written again as two things.
#[test]
fn facts_of_two_layers_that_are_written_again() {
    let text = |least: u32, called: u32, wrong: Option<u32>| {
        let function = |k: u32| {
            let last = if wrong == Some(k) { "reach_error()".into() } else { format!("g = {k}") };
            format!("static void f{k}(void) {{ if (evercheck_choose(0, 1)) called(); else {last}; }}")
        };
        let (functions, cases): (String, String) =
            (0..8).map(|k| (function(k), format!("case {k}: f{k}(); break;"))).unzip();
        format!(
            "int evercheck_choose(int, int); void reach_error(void); int g;
            static void called(void) {{ g = {called}; }}
            {functions}
            int main(void) {{ switch (evercheck_choose({least}, 7)) {{ {cases} }} return 0; }}"
        )
    };
    // The second run knows the first half by itself, and the third one executes one of two transitions of each.
    for wrong in 0..8 {
        let texts = [text(4, 10, None), text(0, 10, None), text(0, 11, None), text(0, 11, Some(wrong))];
        crate::revisions(&texts.each_ref().map(String::as_str), &crate::racing());
    }
}
