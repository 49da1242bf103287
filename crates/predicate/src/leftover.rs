//! A state at a point that the order of a block does not have is an obstacle, never lost: tests.
//!
//! Control flow is described where points are put in order and where steps are made. If one of them forgot a way, all that
//! lies on it would count as safe.

use cfa::address::Addresses;
use cfa::program::Location;
use verdict::Property;

use crate::block::Builder;
use crate::cegar::{Answer, Search, Watch};
use crate::encode::Encoder;
use crate::smt::Smt;
use crate::storage::Storage;
use crate::term::Terms;
use crate::{Externs, Job, Options};

/// What a search says if it forgets a location.
fn answer(text: &str, forgotten: Option<Location>) -> String {
    let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
    let (main, addresses) = (program.main.unwrap(), Addresses::of(&program));
    let mut terms = Terms::default();
    let storage = Storage::of(&program, &addresses, Externs::Pure, &mut terms);
    let options = Options::default();
    let property = Property::UnreachCall;
    let job = Job { options: &options, property, is_whole: true, effort: u64::MAX, is_first: true };
    let mut builder = Builder::new(&program, &addresses, Encoder::new(&program, terms, storage), &job);
    builder.forgotten = forgotten;
    let mut smt = Smt::new(options.limits.clone());
    let mut search = Search::new(&mut builder, &mut smt, main);
    match search.run(&mut Watch { limits: &options.limits, effort: u64::MAX, see: &mut |_| {} }) {
        Answer::Safe => "safe".into(),
        Answer::Reached(_) => "error".into(),
        Answer::Obstacles(stuck) => stuck.into_iter().next().map_or(String::new(), |(it, _)| it.message),
        _ => "unknown".into(),
    }
}

#[test]
fn a_way_that_is_forgotten_is_no_proof() {
    let text = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); return x; }";
    assert_eq!(answer(text, None), "error");
    let program = cfa::from_text(text).unwrap();
    let body = program.function(program.main.unwrap()).body.as_ref().unwrap();
    let mut lost = 0;
    for at in (1..body.locations() as u32).map(Location).filter(|&at| at != body.exit) {
        let answer = answer(text, Some(at));
        assert_ne!(answer, "safe", "without {at:?}");
        lost += u32::from(answer == "a way through main that is not followed");
    }
    assert!(lost > 0);
}
