//! What tests of several modules begin with.

use cfa::address::Addresses;
use cfa::program::FunctionId;
use verdict::Property;

use crate::block::Builder;
use crate::{Job, Options, prepare};
use solver::Smt;

/// Does something with the blocks of a program, of which nothing is passed over.
pub fn with_builder<T>(
    text: &str,
    options: &Options,
    work: impl FnOnce(&mut Builder<'_>, &mut Smt, FunctionId) -> T,
) -> T {
    let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
    let (main, addresses) = (program.main.unwrap(), Addresses::of(&program));
    let (property, effort) = (Property::UnreachCall, u64::MAX);
    let job =
        Job { options, property, excluded: &[], is_whole: true, has_exits: false, effort, is_first: true };
    let (mut builder, mut smt) = prepare(&program, &addresses, &job);
    work(&mut builder, &mut smt, main)
}
