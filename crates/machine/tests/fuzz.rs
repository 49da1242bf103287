//! Mutated programs under the machine: every run ends, and its end has a name.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use machine::fuzz::mutate_and_run;

#[test]
fn fuzz_mutated_programs_run() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0u64.. {
        let started = Instant::now();
        let outcome = mutate_and_run(&seed.to_le_bytes());
        let took = started.elapsed();
        assert!(took < Duration::from_secs(20), "seed {seed} took {took:?}");
        *tally.entry(format!("{outcome:?}")).or_default() += 1;
        if Instant::now() > deadline && seed > 50 {
            break;
        }
    }
    println!("{tally:?}");
    assert!(tally.contains_key("Ended"), "no program ran to its end: {tally:?}");
}
