#!/usr/bin/env python3
"""Checks that the tests of the predicate engine notice mistakes in what its proofs rest on.

As mutants.py, with other mutants: of digests, of the check of proofs, of transplants and of inherited summaries. The tests are
those of the crate (unit tests first, then reuse, inherited summaries, series and random revisions), and the first that fails ends a mutant.

usage: mutants_proofs.py FOLDER [NAME...]      FOLDER holds the copy and its build; names choose mutants
"""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutants  # noqa: E402

DIGEST = "predicate/src/proof/digest.rs"
TAG = "predicate/src/proof/tag.rs"
CERTIFY = "predicate/src/proof/certify.rs"
OBLIGATION = "predicate/src/proof/obligation.rs"
TRANSPLANT = "predicate/src/search/transplant.rs"
ABSTRACTION = "predicate/src/abstraction.rs"
REUSE = "predicate/src/reuse.rs"
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
    ("visibility", CERTIFY, "        is_visible.then_some(()).ok_or(Failure::NotVisible)", "        (@ || is_visible).then_some(()).ok_or(Failure::NotVisible)"),
    ("heap-fact", CERTIFY, "            if !self.oracle.is_refuted(&Condition::ANYTHING, Term::TRUE, not) {", "            if !@ && !self.oracle.is_refuted(&Condition::ANYTHING, Term::TRUE, not) {"),
    ("completeness", CERTIFY, "        if !blocks.is_complete ||", "        if !(@ || blocks.is_complete) ||"),
    ("targets-twice", CERTIFY, "!blocks.all.iter().all(|block| targets.insert(block.target.clone())) {", "!(@ || blocks.all.iter().all(|block| targets.insert(block.target.clone()))) {"),
    ("covers-of-another-part", CERTIFY, "        let nodes = &from.part.nodes;\n", "        let others: Vec<Node>;\n        let nodes = if @ { others = self.proof.parts.iter().flat_map(|it| it.nodes.clone()).collect(); &others } else { &from.part.nodes };\n"),
    ("undecided-is-unsat", OBLIGATION, "        self.ask(from, guard, outside) == Answer::Unsat\n", "        matches!((self.ask(from, guard, outside), @), (Answer::Unsat, _) | (Answer::Unknown, true))\n"),
    ("undecided-conjunct", OBLIGATION, ".filter(|&answer| answer != Answer::Unsat)", ".filter(|&answer| answer != Answer::Unsat && !(@ && answer == Answer::Unknown))"),
    ("one-conjunct", OBLIGATION, "self.builder.encoder.terms.conjuncts(holds).into_iter();", "self.builder.encoder.terms.conjuncts(holds).into_iter().skip(usize::from(@));"),
    ("main-knows-something", CERTIFY, "            None => index == 0 && is_open(part),", "            None => index == 0 && (@ || is_open(part)),"),
    ("values-of-anything", CERTIFY, "            is_visible &= self.oracle.builder.encoder.keys.is_address(symbol)\n", "            is_visible &= @ || self.oracle.builder.encoder.keys.is_address(symbol)\n"),
    ("limits-behind-the-check", REUSE, "        let is_met = self.job.options.limits.reached().is_none() &&", "        let is_met = (@ || self.job.options.limits.reached().is_none()) &&"),
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
    # What is taken up of summaries.
    ("not-searched-to-the-end", "predicate/src/search/finished.rs", "                || !self.is_waiting(id)\n", "                || @\n                || !self.is_waiting(id)\n"),
    ("by-fingerprint", "predicate/src/inherited/select.rs", "                .filter(|it| it.key == section.entries[entry].key)", "                .filter(|it| @ || it.key == section.entries[entry].key)"),
]
TESTS = ["predicate", "reuse", "inherited", "series", "revisions"]


def build(folder, tree):
    environment = dict(os.environ, CARGO_TARGET_DIR=os.environ.get("MUTANTS_TARGET", str(folder / "target")))
    # The copy has no Z3 of its own.
    environment.setdefault("Z3_LIBRARY_PATH_OVERRIDE", str(mutants.ROOT / ".z3/5.4.0.0"))
    command = ["cargo", "test", "--locked", "-p", "evercheck-predicate", "--lib", "--tests", "--no-run"]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    found = {name: re.search(rf"\((/\S*/{name}-\w+)\)", done.stderr) for name in TESTS}
    if done.returncode or not all(found.values()):
        sys.exit(done.stderr)
    return {name: it.group(1) for name, it in found.items()}


def stages(tests):
    """The test programs with their arguments: unit tests one by one, those of proofs first, since the first that fails is enough."""
    listed = subprocess.run([tests["predicate"], "--list"], capture_output=True, text=True).stdout
    units = re.findall(r"^(\S+): test$", listed, re.MULTILINE)
    units.sort(key=lambda unit: (not unit.startswith("proof::digest"), not unit.startswith("proof::")))
    return [("predicate", ["--exact", unit]) for unit in units] + [(test, []) for test in TESTS[1:]]


def run(tests, name):
    """Whether a test fails with a mutant, and which."""
    environment = dict(os.environ, MUTANT=name)
    for test, arguments in stages(tests):
        try:
            done = subprocess.run([tests[test], *arguments], env=environment, capture_output=True, text=True, timeout=900,
                                  cwd=mutants.ROOT / "crates/predicate")
        except subprocess.TimeoutExpired:
            return "NO END", test
        if done.returncode:
            failed = sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED", done.stdout, re.MULTILINE)))
            return "killed", f"{test}: {', '.join(failed) or (done.stdout + done.stderr)[-200:]}"
    return "SURVIVED", ""


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    mutants.MUTANTS, mutants.TWINS = MUTANTS, {}
    tests = build(folder, mutants.copy(folder))
    verdict, why = run(tests, "none")
    if verdict != "SURVIVED":
        sys.exit(f"the tests fail without a mutant: {why}")
    lived = []
    for name in sys.argv[2:] or [mutant[0] for mutant in MUTANTS]:
        verdict, why = run(tests, name)
        lived += [name] * (verdict != "killed")
        print(f"{name:28} {verdict:9} {why}", flush=True)
    sys.exit(len(lived) > 0)


if __name__ == "__main__":
    main()
