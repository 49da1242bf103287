//! Bodies of fuzz tests: whatever the text, the front end accepts it or explains itself.
//!
//! A failure of ours is a panic. The parser's own panics are caught and counted: they are errors about their
//! input, and not ours to mend.

pub mod grammar;
mod mutate;
pub mod random;

use std::cell::RefCell;
use std::panic;
use std::path::PathBuf;
use std::sync::Once;

use crate::Units;
use crate::diagnostic::Error;
pub use mutate::mutate;
use random::Random;

/// How the front end took a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Accepted,
    Rejected,
    /// The parser panicked.
    ParserFailed,
}

/// Takes `data` for preprocessed C. Panics on a bug of ours.
pub fn parse_and_lower(data: &[u8]) -> Outcome {
    watch_panics();
    let units = Units { files: vec![(PathBuf::from("fuzz.i"), data.to_vec())], ..Units::default() };
    let outcome = crate::on_large_stack(|| {
        let result = crate::link_units(&units);
        let place = PANIC.take();
        Ok(match (result, place) {
            (Ok((program, _)), _) => {
                // What is built on top must take whatever is accepted.
                crate::print::text(&program, &[]);
                crate::fragment_report(&program);
                Ok(Outcome::Accepted)
            }
            (Err(Error::Internal { .. }), Some(place)) if place.contains(PARSER) => Ok(Outcome::ParserFailed),
            (Err(Error::Internal { message, .. }), place) => Err(format!("{message} ({place:?})")),
            (Err(_), _) => Ok(Outcome::Rejected),
        })
    });
    match outcome {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(message)) => panic!("{message}"),
        Err(error) => panic!("{error}"),
    }
}

/// Generates a program from `data`, checks that it is accepted, and then lets `data` mutate it.
pub fn mutate_and_lower(data: &[u8]) -> Outcome {
    let seed = data.iter().fold(data.len() as u64, |seed, &byte| seed.wrapping_mul(31) ^ u64::from(byte));
    let mut random = Random::new(seed);
    let functions = 1 + random.below(3);
    let mut text = grammar::program(&mut random, functions).into_bytes();
    let outcome = parse_and_lower(&text);
    assert_eq!(outcome, Outcome::Accepted, "{}", String::from_utf8_lossy(&text));
    for _ in 0..1 + random.below(4) {
        mutate(&mut random, &mut text);
    }
    parse_and_lower(&text)
}

/// Part of the path of the parser's sources.
const PARSER: &str = concat!("ru", "cc-");

thread_local! {
    /// Where this thread panicked last.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes where a panic comes from; the parser's are not shown.
fn watch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let show = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map(|it| format!("{}:{}", it.file(), it.line())).unwrap_or_default();
            if !place.contains(PARSER) {
                show(info);
            }
            PANIC.set(Some(place));
        }));
    });
}
