#!/usr/bin/env python3
"""Checks that the tests of the predicate engine notice mistakes in what its proofs rest on.

As mutants.py, with other mutants: of digests, of the check of proofs, of transplants and of inherited summaries. The tests are
those of `formula` and of the crate (unit tests first, then reuse, inherited summaries, series and random revisions), and the first that fails ends a mutant.

usage: mutants_proofs.py FOLDER [NAME...]      FOLDER holds the copy and its build; names choose mutants
"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutant_runner import Stage, main  # noqa: E402

DIGEST = "formula/src/digest.rs"
TAG = "formula/src/tag.rs"
CERTIFY = "predicate/src/proof/certify.rs"
OBLIGATION = "predicate/src/proof/obligation.rs"
TRANSPLANT = "predicate/src/search/transplant.rs"
ABSTRACTION = "predicate/src/abstraction.rs"
REUSE = "predicate/src/reuse.rs"
SECTION = "predicate/src/inherited/section.rs"
MUTANTS = [
    # What an obligation says.
    ("digest-by-name", DIGEST, "        if let Node::Symbol(symbol) = node {\n            self.number(", """        if let Node::Symbol(symbol) = node {
            if @ { self.bytes.extend(self.terms.symbol_name(symbol).bytes()); return; }
            self.number("""),
    ("digest-by-conjunct", DIGEST, "        roots.iter().for_each(|&root| self.node(root));", """        if @ {
            for &root in roots {
                let mut one = Writer::new(self.terms);
                one.node(root);
                self.bytes.extend(one.bytes);
                one.symbols.retain(|it| !self.symbols.contains(it));
                self.symbols.extend(one.symbols);
            }
            return;
        }
        roots.iter().for_each(|&root| self.node(root));"""),
    ("digest-without-sort", DIGEST, "        tag::put_sort(&mut self.bytes, self.terms.symbol_sort(symbol));", "        if !@ { tag::put_sort(&mut self.bytes, self.terms.symbol_sort(symbol)); }"),
    ("digest-without-size", DIGEST, "                self.bytes.extend(size.to_le_bytes());", "                if !@ { self.bytes.extend(size.to_le_bytes()); }"),
    ("digest-without-fact", DIGEST, "        let fact = self.terms.fact(symbol);", "        let fact = self.terms.fact(symbol).filter(|_| !@);"),
    ("digest-without-index-width", TAG, "        Node::Fill { index, .. } => bytes.extend(index.to_le_bytes()),", "        Node::Fill { index, .. } => if !@ { bytes.extend(index.to_le_bytes()) },"),
    ("digest-without-array-index", TAG, "        Sort::Array { index, value } => (2, index, value),", "        Sort::Array { index, value } => (2, if @ { 0 } else { index }, value),"),
    ("digest-without-signedness", TAG, "        Node::Extend { signed: true, .. } => SIGN_EXTEND,", "        Node::Extend { signed: true, .. } => if @ { ZERO_EXTEND } else { SIGN_EXTEND },"),
    ("digest-without-low-bit", TAG, "            bytes.extend(low.to_le_bytes());", "            if !@ { bytes.extend(low.to_le_bytes()); }"),
    ("digest-without-orders", TAG, "        Node::Order(order, ..) => ORDERS + order as u8,", "        Node::Order(order, ..) => ORDERS + if @ { 0 } else { order as u8 },"),
    ("digest-without-roots", DIGEST, "        self.number(roots.len() as u32);\n        roots.iter().for_each(|root| self.number(self.nodes[root]));", "        if !@ { self.number(roots.len() as u32);\n        roots.iter().for_each(|root| self.number(self.nodes[root])); }"),
    # What a proof has to show.
    ("obstacle", CERTIFY, """            Target::Obstacle(_) => self""", """            Target::Obstacle(_) if @ => Ok(()),
            Target::Obstacle(_) => self"""),
    ("error", CERTIFY, """            Target::Error => self""", """            Target::Error if @ => Ok(()),
            Target::Error => self"""),
    ("initial-block", CERTIFY, "            self.all(&blocks, &From { part, point, condition: &part.entrance, next: &part.start })?;", "            if !(@ && point.is_none()) { self.all(&blocks, &From { part, point, condition: &part.entrance, next: &part.start })?; }"),
    ("entrance", CERTIFY, "                    (self.oracle.builder.blocks(point), Some(point))", "                    if @ { continue; }\n                    (self.oracle.builder.blocks(point), Some(point))"),
    ("one-exit", CERTIFY, "            for exit in part.nodes.iter().filter(|node| node.point.context == entrance.context) {", "            for exit in part.nodes.iter().filter(|node| node.point.context == entrance.context).skip(usize::from(@)) {"),
    ("one-callee-part", CERTIFY, "        for part in parts {\n            let entered", "        for part in parts.into_iter().skip(usize::from(@)) {\n            let entered"),
    ("entrance-implication", CERTIFY, """        self.refute(from, block.guard, outside, "a call that nothing covers")?;""", """        if !@ { self.refute(from, block.guard, outside, "a call that nothing covers")?; }"""),
    ("frame", CERTIFY, "        match block.values.keys().all(is_foreseen) {", "        match @ || block.values.keys().all(is_foreseen) {"),
    ("frame-in-search", "predicate/src/search/calls.rs", "let is_all = block.values.keys().all(is_foreseen);", "let is_all = @ || block.values.keys().all(is_foreseen);"),
    ("visibility", CERTIFY, "        is_visible.then_some(()).ok_or(Failure::NotVisible)", "        (@ || is_visible).then_some(()).ok_or(Failure::NotVisible)"),
    ("heap-fact", CERTIFY, "            if !self.oracle.is_refuted(&Condition::ANYTHING, Term::TRUE, not) {", "            if !@ && !self.oracle.is_refuted(&Condition::ANYTHING, Term::TRUE, not) {"),
    ("completeness", CERTIFY, "        if !blocks.is_complete {\n            return Err(Failure::NotWhole)", "        if !(@ || blocks.is_complete) {\n            return Err(Failure::NotWhole)"),
    ("covers-of-another-part", CERTIFY, "        let nodes = &from.part.nodes;\n", "        let others: Vec<Node>;\n        let nodes = if @ { others = self.proof.parts.iter().flat_map(|it| it.nodes.clone()).collect(); &others } else { &from.part.nodes };\n"),
    ("undecided-is-unsat", OBLIGATION, "        self.ask(from, guard, outside) == Answer::Unsat\n", "        matches!((self.ask(from, guard, outside), @), (Answer::Unsat, _) | (Answer::Unknown, true))\n"),
    ("undecided-conjunct", OBLIGATION, ".filter(|&answer| answer != Answer::Unsat)", ".filter(|&answer| answer != Answer::Unsat && !(@ && answer == Answer::Unknown))"),
    ("one-conjunct", OBLIGATION, "self.builder.encoder.terms.conjuncts(holds).into_iter();", "self.builder.encoder.terms.conjuncts(holds).into_iter().skip(usize::from(@));"),
    ("main-knows-something", CERTIFY, "            None => index == 0 && is_open(part),", "            None => index == 0 && (@ || is_open(part)),"),
    ("values-of-anything", CERTIFY, "            is_visible &= self.oracle.builder.encoder.keys.is_address(symbol)\n", "            is_visible &= @ || self.oracle.builder.encoder.keys.is_address(symbol)\n"),
    ("limits-behind-the-check", REUSE, "        let is_met = self.job.options.limits.reached().is_none() &&", "        let is_met = (@ || self.job.options.limits.reached().is_none()) &&"),
    ("limits-of-a-search", "predicate/src/lib.rs", "        answer = match (options.limits.reached(), certificate.result) {", "        answer = match (options.limits.reached().filter(|_| !@), certificate.result) {"),
    ("limits-of-certify", REUSE, "        if let Some(limit) = options.limits.reached() {", "        if let Some(limit) = options.limits.reached().filter(|_| !@) {"),
    ("limits-of-summaries", "predicate/src/inherited/attempt.rs", "    if options.limits.reached().is_some() ||", "    if options.limits.reached().is_some_and(|_| !@) ||"),
    ("unfinished-proofs", REUSE, "    if !header.is_complete {", "    if !(@ || header.is_complete) {"),
    # What is taken up of a proof.
    ("lost-polarity", TRANSPLANT, "                self.bdds.variable(id.0, value)", "                self.bdds.variable(id.0, @ || value)"),
    ("incremental-answers-stored", ABSTRACTION, "    if solver.is_about(terms, refuted) {", "    if @ || solver.is_about(terms, refuted) {"),
    ("leftover-dropped", TRANSPLANT, "                None => left.push(block.clone()),", "                None => if !@ { left.push(block.clone()) },"),
    ("any-candidates-cover", TRANSPLANT, "                oracle.is_covered(&from, guard, values, &by)", "                @ || oracle.is_covered(&from, guard, values, &by)"),
    ("oracle-version", "predicate/src/proof/bytes/read.rs", "        if !is_same_solver {", "        if !(@ || is_same_solver) {"),
    ("foreign-symbols", "predicate/src/inherited/section.rs", "    builder.encoder.terms.for_each_symbol(&[term], |symbol| is_lost |= terms.is_lost(symbol));", "    builder.encoder.terms.for_each_symbol(&[term], |symbol| is_lost |= !@ && terms.is_lost(symbol));"),
    ("quantified-as-conjunction", "predicate/src/proof/bytes/rebuild.rs", "        terms.or(a, b)\n    })", "        if @ { terms.and(a, b) } else { terms.or(a, b) }\n    })"),
    ("transplant-unchecked", REUSE, "                let met = self.certified(stats, see)?;", "                let met = match self.certified(stats, see) { None if @ => Vec::new(), it => it? };"),
    # What is taken up of summaries.
    ("not-searched-to-the-end", "predicate/src/search/finished.rs", "                || !self.is_waiting(id)\n", "                || @\n                || !self.is_waiting(id)\n"),
    ("by-fingerprint", "predicate/src/inherited/fragment.rs", "        let (key, mentioned) =", """        if @ && scope.is_none() && let Some(only) = self.fingerprint(builder, builder.function(entrance.context)) {
            key = only;
        }
        let (key, mentioned) ="""),
    ("used-by-name", "predicate/src/inherited/select.rs", "                .filter(|it| it.key == section.entries[entry].key)", "                .filter(|it| @ || it.key == section.entries[entry].key)"),
    # By name, and for all runs of a process: there is no place for it in what is kept.
    ("stored-modified-set", SECTION, "const FORMAT: u32 = 2;", """const FORMAT: u32 = 2;
static STORED: std::sync::Mutex<std::collections::BTreeMap<String, Vec<String>>> = std::sync::Mutex::new(std::collections::BTreeMap::new());"""),
    ("stored-modified-set", SECTION, "        let start = bodies.len();\n", """        let start = bodies.len();
        if @ && fragment.scope.is_none() {
            let id = builder.function(summary.entrance.context);
            let modified = builder.procedure(id)?.modified.iter().map(|&it| builder.encoder.terms.symbol_name(it).to_string()).collect();
            STORED.lock().unwrap().insert(builder.program.function(id).name.clone(), modified);
        }
"""),
    ("stored-modified-set", SECTION, "        let entrance = *fragment.points.first()?;\n", """        let entrance = *fragment.points.first()?;
        let id = builder.function(entrance.context);
        let stored = STORED.lock().unwrap().get(&builder.program.function(id).name).cloned();
        if @ && fragment.scope.is_none() && let (Some(stored), Some(known)) = (stored, builder.procedure(id)) {
            let mut modified = known.modified.clone();
            modified.retain(|&it| stored.iter().any(|name| name == builder.encoder.terms.symbol_name(it)));
            let (given, ghosts, result) = (known.given.clone(), known.ghosts.clone(), known.result);
            builder.procedures.insert(id, std::rc::Rc::new(crate::summary::Procedure { modified, given, ghosts, result }));
        }
"""),
    ("summaries-unchecked", "predicate/src/inherited/attempt.rs", "|| certificate.result.is_err() {", "|| !@ && certificate.result.is_err() {"),
]
# Those of which no test sees anything, with the reason. They have to survive.
EQUIVALENT = {
    "foreign-symbols": "What a summary told apart that speaks of what is gone is a symbol of its own then, which no predicate of the "
    "search has: it only says what the summary may stand for, and this much less of it is never asked for.",
    "used-by-name": "The check of proofs refuses what comes of it, with the pair that is made for it, too: see LOCKS.",
    "frame-in-search": "The check of proofs asks the same: see LOCKS.",
    "transplant-unchecked": "A search is right by itself, with candidates or without: see LOCKS.",
}
# Mistakes that another lock makes good: of each alone no verdict is wrong, and with all of a row one is.
LOCKS = [
    "any-candidates-cover+transplant-unchecked",
    "lost-polarity+transplant-unchecked",
    "by-fingerprint+summaries-unchecked",
    "used-by-name+summaries-unchecked",
    "by-fingerprint+stored-modified-set+frame+frame-in-search",
    "limits-behind-the-check+completeness",
    "limits-of-certify+completeness",
]
PAIRS = Stage("predicate", "reuse", ["pairs::"])


def stages(tests):
    """Unit tests of formulas, then of the engine one by one, those of proofs first, since the first that fails is enough; then what takes longer."""
    listed = subprocess.run([tests["predicate"], "--list"], capture_output=True, text=True).stdout
    units = re.findall(r"^(\S+): test$", listed, re.MULTILINE)
    units.sort(key=lambda unit: not unit.startswith("proof::"))
    own = [Stage("predicate", "predicate", ["--exact", unit]) for unit in units]
    return [Stage("formula", "formula"), *own] + [Stage("predicate", test) for test in ("reuse", "inherited", "series", "revisions")]


if __name__ == "__main__":
    main(__doc__, MUTANTS, EQUIVALENT, stages, ["--locked", "-p", "evercheck-formula", "-p", "evercheck-predicate", "--lib", "--tests"], LOCKS, PAIRS)
