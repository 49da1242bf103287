//! Automata for Graphviz.

use std::fmt::Write;

use crate::address::Addresses;
use crate::fragment::Fragments;
use crate::print::{Printer, select};
use crate::program::{Location, Program};

/// The functions named, or all that are defined: one cluster each, loop heads doubled.
pub fn dot(program: &Program, only: &[String]) -> String {
    let (addresses, fragments) = (Addresses::of(program), Fragments::of(program));
    let mut printer = Printer::new(program, &addresses);
    let mut out = String::from("digraph automata {\n  node [shape=circle, fontname=monospace];\n");
    out.push_str("  edge [fontname=monospace];\n");
    for (id, function, body) in select(program, only) {
        (printer.function, printer.body) = (id, Some(body));
        let number = id.0;
        let _ = write!(out, "  subgraph cluster_{number} {{\n    label=\"");
        escape(&mut out, &function.name);
        out.push_str("\";\n");
        let owned = |id| fragments.get(id).locations.iter().map(move |&at| (id, at));
        let mut locations: Vec<(Location, bool)> = fragments
            .of_function(id)
            .flat_map(owned)
            .map(|(fragment, at)| {
                (at, fragments.get(fragment).parent.is_some() && fragments.get(fragment).head == at)
            })
            .collect();
        locations.sort_unstable();
        for (at, is_head) in locations {
            let shape = if is_head { ", shape=doublecircle" } else { "" };
            let _ = writeln!(out, "    f{number}_{0} [label=\"{0}\"{shape}];", at.0);
        }
        for edge in &body.edges {
            let (from, to) = (edge.from.0, edge.to.0);
            let _ = write!(out, "    f{number}_{from} -> f{number}_{to} [label=\"");
            printer.out.clear();
            printer.op(&edge.op);
            escape(&mut out, &printer.out);
            out.push_str("\"];\n");
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
}
