#!/usr/bin/env python3
"""Checks that the tests of records of symbolic states notice mistakes in what makes them sound.

Each mutant takes something back of fingerprints of terms, of footprints, or of what is recorded (mutant_runner.py says how they are built and run). The tests are the
pairs of programs that were written against them, then random revisions; the first that fails ends a mutant. What the key of a run has to hold, a test of its own says
(evercheck's past.rs).

usage: mutants_symbolic_records.py FOLDER [NAME...]      FOLDER holds the copy and its build; names choose mutants
       REVISIONS=1000 mutants_symbolic_records.py FOLDER random sequences of revisions, instead of 100
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutant_runner import Stage, main  # noqa: E402

PRINT = "machine/src/explore/symbolic.rs"
TERMS = "machine/src/exec/symbolic/mod.rs"
MUTANTS = [
    # What a state is.
    ("question-not-told", PRINT, "if let Some(split) = &waits_for {", "if let Some(split) = waits_for.as_ref().filter(|_| !@) {"),
    ("sets-not-told", PRINT, "tell(symbolic.values(symbol), |bytes| _ = hasher.update(&bytes));", "tell(symbolic.values(symbol), |bytes| {\n                if !@ {\n                    hasher.update(&bytes);\n                }\n            });"),
    ("sets-of-parts-not-told", PRINT, "tell(values, |bytes| places.extend(bytes));", "tell(values, |bytes| places.extend(bytes.into_iter().filter(|_| !@)));"),
    ("literals-not-told", PRINT, "let literals = symbolic.literals_of(&terms);", "let mut literals = symbolic.literals_of(&terms);\n        literals.retain(|_| !@);"),
    ("numbering-of-their-own", PRINT, "let (digest, symbols) = digest::as_built(&symbolic.terms, &terms, &literals);", "let (mut digest, mut symbols) = digest::as_built(&symbolic.terms, &terms, &literals);\n        if @ {\n            let (one, other) = (digest::as_built(&symbolic.terms, &terms, &[]), digest::as_built(&symbolic.terms, &[], &literals));\n            digest.0 = std::array::from_fn(|at| one.0.0[at].wrapping_add(other.0.0[at].rotate_left(1)));\n            symbols = one.1.into_iter().chain(other.1).collect();\n        }"),
    ("not-transitive", "machine/src/symbolic/oracle.rs", "slice.symbols.extend(new);", "slice.symbols.extend(new.into_iter().filter(|_| !@));"),
    # What a transition depends on.
    ("decisions-by-parts", TERMS, "        if looks_at_terms {", "        if looks_at_terms && !@ {"),
    ("inputs-by-parts", "machine/src/library/choice.rs", "        // Which values there are is told by all of the location.\n        machine.note_whole();", "        if !@ {\n            machine.note_whole();\n        }"),
    ("callers-not-noted", TERMS, "                self.note_return();", "                if !@ {\n                    self.note_return();\n                }"),
    ("size-of-a-table-not-noted", "machine/src/exec/symbolic/table.rs", "        self.memory.notes.whole(object.extent);", "        if !@ {\n            self.memory.notes.whole(object.extent);\n        }"),
    ("size-of-an-array-not-noted", "machine/src/exec/symbolic/compute.rs", "            self.memory.notes.whole(extent);", "            if !@ {\n                self.memory.notes.whole(extent);\n            }"),
    ("wholes-not-in-the-key", "machine/src/footprint.rs", "self.key = self.key.wrapping_add(hash(0, at, 1));", "self.key = self.key.wrapping_add(if @ { 0 } else { hash(0, at, 1) });"),
    # What is recorded.
    ("undecided-is-recorded", "explicit/src/judge.rs", "is_relaxed || noticed.undecided.is_some()", "is_relaxed || noticed.undecided.is_some() && !@"),
    ("range-is-told-by-runs", "explicit/src/reuse.rs", "{ inputs.is_narrowed }", "{ inputs.is_narrowed && !@ }"),
    # What makes a transition a function of its state.
    ("operands-by-age", "formula/src/term/word.rs", "if a > b && !self.keeps_order {", "if a > b && (!self.keeps_order || @) {"),
    ("symbols-by-age", "machine/src/symbolic/judge.rs", "let symbol = free.min_by_key(|&symbol| count(symbol))?;", "let symbol = free.min_by_key(|&symbol| (count(symbol), if @ { self.place(symbol) } else { 0 }))?;"),
    ("operands-swapped", "formula/src/digest.rs", "let mut writer = Writer { is_as_built: true, ..Writer::new(terms) };", "let mut writer = Writer { is_as_built: !@, ..Writer::new(terms) };"),
    ("literals-said-once", "machine/src/symbolic/condition.rs", "self.by_ranges(literal).is_some() || self.is_said_by_a_set(literal)", "self.by_ranges(literal).is_some() || !@ && self.is_said_by_a_set(literal)"),
]
# Those that no test can tell from the original, with the reason. They have to survive.
EQUIVALENT = {}
REVISIONS = {"SYMBOLIC_REVISIONS": os.environ.get("REVISIONS", "100")}


def stages(_):
    return [
        Stage("explicit", "symbolic_records", ["pairs::"]),
        Stage("explicit", "symbolic_records", ["random"], REVISIONS),
    ]


if __name__ == "__main__":
    main(__doc__, MUTANTS, EQUIVALENT, stages, ["--locked", "-p", "evercheck-explicit", "--test", "symbolic_records"])
