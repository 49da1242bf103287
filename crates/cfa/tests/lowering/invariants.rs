//! What holds for every operation of every program.

use std::path::Path;

use cfa::op::Op;
use cfa::program::Storage;

/// Accesses to memory that another thread might reach. Block operations are stepped by the engines.
fn accesses(op: &Op) -> usize {
    match op {
        Op::Load { .. } | Op::Store { .. } | Op::Atomic(_) => 1,
        Op::Copy { .. }
        | Op::Zero { .. }
        | Op::Complex(_)
        | Op::Call { .. }
        | Op::Return { .. }
        | Op::Asm(_)
        | Op::VaStart { .. }
        | Op::VaArg { .. }
        | Op::VaEnd { .. }
        | Op::VaCopy { .. }
        | Op::SetJump { .. }
        | Op::LongJump { .. } => 1,
        Op::Skip
        | Op::Assign { .. }
        | Op::Assume { .. }
        | Op::Case { .. }
        | Op::Jump { .. }
        | Op::Begin { .. }
        | Op::End { .. }
        | Op::BeginVla { .. }
        | Op::Alloca { .. }
        | Op::Fence(_)
        | Op::Distinct(_)
        | Op::Unsequenced
        | Op::Unreachable
        | Op::Trap
        | Op::Unsupported(_) => 0,
    }
}

/// The programs that are compared with gcc's use every construct.
#[test]
fn an_edge_makes_one_access_and_edges_of_a_branch_make_none() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/run")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let (inner, here): (Vec<_>, Vec<_>) = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .partition(|path| path.is_dir());
        folders.extend(inner);
        files.extend(here.into_iter().filter(|path| path.extension().is_some_and(|it| it == "c")));
    }
    assert!(files.len() > 50, "{} programs", files.len());
    for file in files {
        let program = cfa::load(&[file], &cfa::Options::default()).unwrap().program;
        for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
            for at in (0..body.locations() as u32).map(cfa::program::Location) {
                let out = body.out(at);
                assert!(out.iter().all(|edge| accesses(&edge.op) <= 1));
                // Where there is a choice, nothing happens but the choice; `asm goto` is a choice itself.
                if out.len() > 1 {
                    let is_choice = |op: &Op| {
                        matches!(op, Op::Assume { .. } | Op::Case { .. } | Op::Jump { .. } | Op::Asm(_))
                    };
                    assert!(out.iter().all(|edge| is_choice(&edge.op)), "{out:?}");
                }
                // A path ends where it must.
                let is_end = at == body.exit;
                assert!(
                    !out.is_empty() || is_end || body.edges.iter().any(|e| e.to == at && e.op.is_terminal())
                );
            }
            for edge in &body.edges {
                edge.op.for_each_written(|local| {
                    let is_object = matches!(body.local(local).storage, Storage::Memory { .. });
                    assert!(!is_object || matches!(edge.op, Op::Begin { .. } | Op::End { .. }));
                });
            }
        }
    }
}
