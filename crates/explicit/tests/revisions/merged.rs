//! Layers put together: what each of them knows is known afterwards, and nothing else.

use std::sync::Arc;

use explicit::Options;
use explicit::layer::Layer;
use explicit::reuse::{Mode, merge};
use verdict::Limits;

use crate::common::said;
use crate::{extended, program, run};

const HEAD: &str = "extern int evercheck_choose(int, int); extern void reach_error(void); int g;";

fn merged(layers: &[Layer]) -> Vec<Layer> {
    vec![Layer::open(Arc::new(merge(layers).unwrap())).unwrap()]
}

/// The record of some revisions, each checked on that of those before it. Of the last so many states are looked at.
fn record(texts: &[&str], states: Option<u64>) -> Vec<Layer> {
    let mut record = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let states = states.filter(|_| index + 1 == texts.len());
        let options = Options { limits: Limits { states, ..Limits::default() }, ..crate::racing() };
        record = extended(&record, &run(&program(&format!("{HEAD}{text}")), &options, Mode::Delta, &record));
    }
    assert_eq!(record.len(), texts.len());
    record
}

/// Transitions that are executed on a record, and without one.
fn executed(text: &str, record: &[Layer]) -> (u64, u64) {
    let (program, options) = (program(&format!("{HEAD}{text}")), crate::racing());
    let alone = run(&program, &options, Mode::Off, &[]);
    for mode in [Mode::Rmc, Mode::Isse, Mode::Delta] {
        let checked = run(&program, &options, mode, record);
        assert!(!checked.ledger.is_rejected, "{mode:?} {text}");
        assert_eq!(said(&checked.report), said(&alone.report), "{mode:?} {text}");
    }
    let checked = run(&program, &options, Mode::Delta, record);
    (checked.report.stats.executed, alone.report.stats.executed)
}

/// What was found out last counts; what can be done at a state is told by its own footprint, whatever its number was.
#[test]
fn the_newest_counts_and_the_older_is_there() {
    let text = |value: u32, high: u32| {
        format!(
            "int main(void) {{
                if (evercheck_choose(0, 1)) g = {value}; else g = 2;
                if (g == 2) {{ if (evercheck_choose(0, {high}) == 3) reach_error(); }}
                else evercheck_choose(0, 5);
                return 0;
            }}"
        )
    };
    let layers = record(&[&text(1, 2), &text(3, 2)], None);
    assert_eq!(executed(&text(3, 2), &merged(&layers)).0, 0);
    executed(&text(3, 3), &merged(&layers));
    assert_eq!(executed(&text(4, 2), &merged(&layers)), executed(&text(4, 2), &layers));
}

/// A run that was interrupted knows only some of what can be done at the first state.
#[test]
fn what_was_left_early_counts_if_nobody_knows_more() {
    let text = |more: u32| {
        format!(
            "int main(void) {{
                if (evercheck_choose(0, 1)) return 0;
                g = {more} + evercheck_choose(0, 9);
                return evercheck_choose(0, 1);
            }}"
        )
    };
    let early = record(&[&text(1)], Some(6));
    let more = [early.clone(), record(&[&text(0)], None)].concat();
    assert_eq!(executed(&text(0), &merged(&more)).0, 0);
    let other = [early, record(&["int main(void) { return evercheck_choose(0, 1); }"], None)].concat();
    // All of the first state, and what was not looked at.
    assert_eq!(executed(&text(1), &merged(&other)).0, 24);
}

#[test]
fn what_holds_for_other_bounds_holds() {
    let text = |limit: u32| {
        format!(
            "int main(void) {{
                int i = 0;
                while (i < {limit}) i += 1 + evercheck_choose(0, 1);
                return 0;
            }}"
        )
    };
    let layers = record(&[&text(70), &text(50)], None);
    let (executed, all) = executed(&text(71), &merged(&layers));
    assert!(3 * executed < all, "{executed} of {all}");
}
