//! Fingerprints of fragments: equal fingerprints, equal behaviour.
//!
//! He, Yu, Cai, "Efficient Summary Reuse for Software Regression Verification" (2020), §5.2.1. The *local*
//! fingerprint is the hash of the fragment's view: equal means syntactically unchanged (definition 4). The
//! *global* one covers every fragment that impacts it (definition 5): the procedures called in it and the loops
//! nested in it, and so on. Equal global fingerprints mean globally syntactically unchanged (definition 6 and
//! lemma 2).
//!
//! Deviations:
//! 1. "Called" includes targets of indirect calls and callbacks (see [`crate::callgraph`]); constructors and
//!    destructors count as called by `main`.
//! 2. The relation is between contents, not between a fragment and its previous version: a fragment that moved,
//!    or was renamed, keeps its fingerprints (a recursive one does not, for its name is in its calls).

use crate::address::Addresses;
use crate::fragment::{FragmentId, Fragments};
use crate::merkle::{Fingerprint, fingerprint, merkle};
use crate::program::Program;
use crate::scc::Graph;
use crate::view::{Context, Node};

/// The fingerprints of a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprints {
    pub local: Fingerprint,
    pub global: Fingerprint,
}

/// A fragment with its fingerprints, for reports.
#[derive(Clone, Debug)]
pub struct FragmentReport {
    pub name: String,
    /// `procedure` or `loop`.
    pub kind: &'static str,
    pub local: Fingerprint,
    pub global: Fingerprint,
    pub file: String,
    pub line: u32,
    /// Whether a run of the program may come to its function.
    pub reachable: bool,
}

/// All fragments of a program, in its order: functions as defined, a procedure before its loops.
pub fn fragment_report(program: &Program) -> Vec<FragmentReport> {
    let addresses = Addresses::of(program);
    let fragments = Fragments::of(program);
    let all = fingerprints(&Context::new(program, &addresses, &fragments));
    let report = |(id, Fingerprints { local, global })| {
        let fragment = fragments.get(id);
        let pos = fragment.pos(program);
        FragmentReport {
            name: fragment.name.clone(),
            kind: fragment.kind.name(),
            local,
            global,
            file: program.file(pos.file).to_string(),
            line: pos.line,
            reachable: addresses.is_function_reached(fragment.function),
        }
    };
    fragments.ids().zip(all).map(report).collect()
}

/// The fingerprints of all fragments, in the order of [`Fragments::ids`].
pub fn fingerprints(context: &Context) -> Vec<Fingerprints> {
    fingerprints_and_impact(context).0
}

/// The fingerprints, and the fragments that impact each fragment directly: those nested in it, and the procedures that
/// may be called in it.
pub fn fingerprints_and_impact(context: &Context) -> (Vec<Fingerprints>, Graph) {
    let fragments = context.fragments;
    let mut local = vec![[0; 16]; fragments.len()];
    let mut impacting: Vec<Vec<u32>> = vec![Vec::new(); fragments.len()];
    context.for_each(|id, view| {
        local[id.index()] = fingerprint(&view.bytes);
        let nested = view.nodes.iter().filter_map(|node| match node {
            Node::Nested(inner) => Some(inner.0),
            Node::Location(_) => None,
        });
        let called = view.callees.iter().filter_map(|&callee| fragments.procedure(callee));
        impacting[id.index()] = nested.chain(called.map(|id| id.0)).collect();
    });
    let mut graph = Graph::default();
    impacting.into_iter().for_each(|list| graph.push(list));
    let name = |node: u32| fragments.get(FragmentId(node)).name.as_str();
    let global = merkle(&graph, |node| local[node as usize], name);
    let both = local.into_iter().zip(global).map(|(local, global)| Fingerprints { local, global });
    (both.collect(), graph)
}
