//! Programs and searches that are neither recorded nor reused.

use cfa::Program;

use crate::options::Options;

/// What stands in the way of recording.
pub fn refusal(program: &Program, options: &Options) -> Option<&'static str> {
    let is_jump = |it: &cfa::program::Function| {
        it.body.is_none() && cfa::library::is(&it.name, cfa::library::Trait::Jumps)
    };
    let addresses = cfa::address::Addresses::of(program);
    let has_jump = program.functions.iter().enumerate().any(|(index, function)| {
        let is_reached = addresses.is_function_reached(cfa::program::FunctionId(index as u32));
        let mut edges = function.body.iter().flat_map(|body| &body.edges);
        is_reached && (is_jump(function) || edges.any(|edge| matches!(edge.op, cfa::op::Op::LongJump { .. })))
    });
    match () {
        () if options.is_stateless => Some("a search without states records nothing"),
        () if has_jump => Some("programs with setjmp or longjmp are not recorded"),
        () => None,
    }
}
