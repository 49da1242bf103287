//! Checks C files, each as a program of its own, with all results of earlier runs at hand:
//! `cargo run --example check -- queue.c lock.c`.

use evercheck::{Job, Workspace};

fn main() {
    let workspace = Workspace::new();
    for file in std::env::args().skip(1) {
        let job = Job::new(&file).file(&file).options(["--time-limit", "60s"]);
        match evercheck::run(&job, &workspace) {
            Ok(outcome) if outcome.verdict() == "true" => println!("{file}: true"),
            // What was found, as `evercheck check` tells it; `outcome.json()` is for programs.
            Ok(outcome) => print!("{file}:\n{}", outcome.text()),
            Err(failure) => eprintln!("{file}: {failure}"),
        }
    }
}
