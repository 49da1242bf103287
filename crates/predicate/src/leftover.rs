//! A state at a point that the order of a block does not have is an obstacle, never lost, and blocks that a limit has cut short are
//! not taken for whole: tests.
//!
//! Control flow is described where points are put in order and where steps are made. If one of them forgot a way, all that
//! lies on it would count as safe.

use cfa::program::{Body, Location};

use crate::block::Point;
use crate::proof::certify::certify;
use crate::proof::{Condition, Hints, Part, Proof};
use crate::search::{Answer, Search, Watch};
use crate::testing::with_builder;
use crate::{Options, Phase, Stats};
use std::sync::atomic::Ordering;

/// What a search says if it forgets a location.
fn answer(text: &str, forgotten: Option<Location>) -> String {
    with_builder(text, &Options::default(), |builder, smt, main| {
        builder.forgotten = forgotten;
        let limits = builder.limits.clone();
        let mut search = Search::new(builder, smt, main);
        match search.run(&mut Watch {
            limits: &limits,
            effort: u64::MAX,
            steps: u64::MAX,
            is_brief: false,
            see: &mut |_| {},
        }) {
            Answer::Safe => "safe".into(),
            Answer::Reached(_) => "error".into(),
            Answer::Obstacles(stuck) => stuck.into_iter().next().map_or(String::new(), |(it, _)| it.message),
            _ => "unknown".into(),
        }
    })
}

const TEXT: &str = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
    int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); return x; }";

#[test]
fn blocks_that_a_limit_cut_short_are_not_complete_and_not_kept() {
    with_builder(TEXT, &Options::default(), |builder, smt, main| {
        let from = Point { context: builder.of_main(main), at: Body::ENTRY };
        builder.limits.deadline.store(true, Ordering::Relaxed);
        assert!(!builder.initial(main).is_complete && !builder.blocks(from).is_complete);
        assert!(builder.known().is_empty());
        // They lead to no error, so there is nothing to show.
        let (entrance, start) = (Condition::ANYTHING, Hints::default());
        let proof = Proof { parts: vec![Part { function: None, entrance, start, nodes: Vec::new() }] };
        assert!(builder.initial(main).all.is_empty());
        assert!(certify(builder, smt, main, &proof).result.is_err());
        builder.limits.deadline.store(false, Ordering::Relaxed);
        assert!(builder.initial(main).is_complete && builder.blocks(from).is_complete);
        assert_eq!(builder.known().len(), 1);
    });
}

/// A limit is reached when the last blocks are built: none of them leads anywhere, and nothing is left to search.
#[test]
fn a_search_that_a_limit_cut_short_shows_nothing() {
    let text = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) { int x = 0; while (__VERIFIER_nondet_int()) x = 7; if (x == 7) reach_error(); }";
    with_builder(text, &Options::default(), |builder, smt, main| {
        let (limits, mut built) = (builder.limits.clone(), 0);
        let mut see = |stats: &Stats| {
            built += u32::from(stats.phase == Phase::Blocks);
            // Those from the start were built before.
            limits.deadline.store(built > 1, Ordering::Relaxed);
        };
        let mut watch =
            Watch { limits: &limits, effort: u64::MAX, steps: u64::MAX, is_brief: false, see: &mut see };
        let answer = Search::new(builder, smt, main).run(&mut watch);
        assert!(matches!(answer, Answer::Limit(_)));
        assert_eq!(built, 2);
    });
}

#[test]
fn blocks_that_leave_a_state_over_are_not_complete() {
    let is_complete = |forgotten: Option<Location>| {
        with_builder(TEXT, &Options::default(), |builder, _, main| {
            builder.forgotten = forgotten;
            builder.initial(main).is_complete
        })
    };
    let program = cfa::from_text(TEXT).unwrap();
    let count = program.function(program.main.unwrap()).body.as_ref().unwrap().locations() as u32;
    assert!((1..count).any(|at| !is_complete(Some(Location(at)))));
    assert!(is_complete(None));
}

#[test]
fn a_way_that_is_forgotten_is_no_proof() {
    let text = TEXT;
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
