//! Random revisions of random programs, in every mode: with the proofs of earlier revisions nothing is said that a run from scratch
//! does not say.

mod common;
#[path = "revisions/print.rs"]
mod print;
#[path = "revisions/sketch.rs"]
mod sketch;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cfa::fuzz::random::Random;
use common::{Known, MODES, Mode, check_within, difference, for_each, is_decided, is_limited, verdict};
use verdict::Verdict;

/// For one revision; and in a campaign, which may be on a machine with other work.
const TIME: Duration = Duration::from_millis(1500);
const PATIENT: Duration = Duration::from_secs(8);
/// Revisions of one program, after the first.
const LENGTH: usize = 5;

#[derive(Default)]
struct Counts {
    pairs: AtomicU64,
    decided: AtomicU64,
    violated: AtomicU64,
    confirmed: AtomicU64,
    limited: AtomicU64,
    gained: AtomicU64,
    inherited: AtomicU64,
}

fn count_all(counter: &AtomicU64, by: u64) {
    counter.fetch_add(by, Ordering::Relaxed);
}

fn count(counter: &AtomicU64, is_it: bool) {
    counter.fetch_add(is_it.into(), Ordering::Relaxed);
}

/// One sequence of revisions, each mode with proofs of its own.
fn sequence(seed: u64, modes: &[Mode], time: Duration, counts: &Counts) -> Result<(), String> {
    let mut random = Random::new(seed);
    let mut sketch = sketch::generate(&mut random);
    let mut known = vec![Known::default(); modes.len()];
    for revision in 0..=LENGTH {
        if revision > 0 {
            let has_bug = random.one_in(2);
            sketch = sketch::revise(&mut random, &sketch, has_bug);
        }
        let text = print::print(&sketch);
        let program = cfa::from_text(&text).map_err(|error| format!("{error:?}\n{text}"))?;
        let from_scratch = |mode: Mode| check_within(&program, &mode.with(&Known::default()), time);
        let reference = from_scratch(MODES[0]);
        for (&mode, known) in modes.iter().zip(&mut known) {
            if known.is_empty() {
                known.extend(&from_scratch(mode));
                continue;
            }
            let reused = check_within(&program, &mode.with(known), time);
            // What a program is does not depend on the mode; how its violation is shown may.
            let is_plain = verdict(&reused) == Verdict::True && verdict(&reference) == Verdict::True;
            let own = (!is_plain && mode.name != MODES[0].name).then(|| from_scratch(mode));
            let scratch = own.as_ref().unwrap_or(&reference);
            if let Some(difference) = difference(scratch, &reused) {
                return Err(format!("seed {seed}, revision {revision}, {}: {difference}\n{text}", mode.name));
            }
            count(&counts.pairs, true);
            count(&counts.decided, is_decided(scratch) && is_decided(&reused));
            count(&counts.violated, verdict(&reused) == Verdict::False);
            count(&counts.limited, is_limited(scratch) || is_limited(&reused));
            count(&counts.gained, !is_decided(scratch) && is_decided(&reused));
            count(&counts.confirmed, reused.report.stats.confirmed > 0);
            count_all(&counts.inherited, reused.report.stats.inherited.used);
            known.extend(&reused);
        }
    }
    Ok(())
}

/// Each sequence is of up to five pairs of revisions, in one of the modes in turn; `PROOF_REVISIONS=FIRST..LAST` takes these
/// seeds, in every mode.
#[test]
fn fuzz_revisions_have_the_verdicts_of_runs_from_scratch() {
    let (first, last, is_usual) = match std::env::var("PROOF_REVISIONS") {
        Ok(text) => {
            let (first, last) = text.split_once("..").expect("FIRST..LAST");
            (first.parse().expect("a number"), last.parse().expect("a number"), false)
        }
        Err(_) => (0, 66u64, true),
    };
    let counts = Counts::default();
    let seeds: Vec<u64> = (first..last).collect();
    let failures = for_each(&seeds, |&seed| {
        let own = seed as usize % MODES.len();
        match is_usual {
            true => sequence(seed, &MODES[own..=own], TIME, &counts),
            false => sequence(seed, &MODES, PATIENT, &counts),
        }
    });
    let Counts { pairs, decided, violated, confirmed, limited, gained, inherited } = counts;
    let [pairs, decided, violated, confirmed, limited, gained, inherited] =
        [pairs, decided, violated, confirmed, limited, gained, inherited].map(AtomicU64::into_inner);
    println!("{pairs} pairs: {decided} decided, {violated} with violations, {confirmed} proofs confirmed,");
    println!("{limited} ended by a limit, {gained} decided by reuse only, {} differ", failures.len());
    println!("{inherited} summaries inherited");
    assert!(failures.is_empty(), "{}", failures.iter().take(3).cloned().collect::<Vec<_>>().join("\n"));
    // They are worth something, also on a slow machine.
    if is_usual {
        assert!(2 * decided > pairs && 8 * violated > pairs && 20 * confirmed > pairs);
    }
}
