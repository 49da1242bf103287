#!/usr/bin/env python3
"""Checks that the tests of threads that go first alone notice mistakes in the conditions for it.

Each mutant takes back one condition of machine's explore/alone.rs, explore/disturb.rs and may/ (mutant_runner.py says how they are built and run). The tests are the programs that
were written against them, the pairs of revisions and what is to be saved, then random revisions and random programs against brute force; the first that fails ends a mutant.

usage: mutants_alone.py FOLDER [NAME...]      FOLDER holds the copy and its build; names choose mutants
       SEEDS=0..2000 mutants_alone.py FOLDER  random programs, instead of 0..1000
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutant_runner import Stage, main  # noqa: E402

ALONE = "machine/src/explore/alone.rs"
DISTURB = "machine/src/explore/disturb.rs"
MAY = "machine/src/may/mod.rs"
SCAN = "machine/src/may/scan.rs"
FOOTPRINT = "machine/src/footprint.rs"
MUTANTS = [
    # What others can touch.
    ("innermost-frame-only", DISTURB, "(0..self.frames_of(other).len()).rev().find_map(|depth| {", "(0..self.frames_of(other).len()).rev().take(if @ { 1 } else { usize::MAX }).find_map(|depth| {"),
    ("pointers-of-the-innermost-frame-only", DISTURB, "            for depth in 0..self.frames_of(other).len() {\n                let frame", "            for depth in (0..self.frames_of(other).len()).rev().take(if @ { 1 } else { usize::MAX }) {\n                let frame"),
    ("pointers-of-the-innermost-frame-only", DISTURB, ".find_map(|depth| {", ".filter(|depth| !@ || depth + 1 == self.frames_of(other).len() || may.object(access.at.object()).is_some()).find_map(|depth| {"),
    ("no-pointers-of-frames", DISTURB, "self.live_slots(frame).map_or(u64::MAX, |set| set[word]) & !aliased", "self.live_slots(frame).map_or(u64::MAX, |set| set[word]) & !aliased & if @ { 0 } else { u64::MAX }"),
    ("no-closure-through-statics", DISTURB, "search.held.extend(set.read().map(", "search.held.extend(set.read().filter(|_| !@).map("),
    ("no-closure", DISTURB, "if self.is_found || !self.follow(machine, id) {", "if self.is_found || !@ && !self.follow(machine, id) {"),
    ("named-values-lead-nowhere", DISTURB, "set.named().for_each(", "set.named().filter(|_| !@).for_each("),
    ("named-values-are-not-touched", MAY, "written.iter().zip(named).map(|(a, b)| a | b)", "written.iter().zip(named).map(|(a, b)| if @ { *a } else { a | b })"),
    ("results-of-threads", DISTURB, "thread.result().into_iter()", "thread.result().into_iter().filter(|_| !@)"),
    ("objects-of-threads", DISTURB, "for &(_, id) in &self.threads[other].objects {", "for &(_, id) in self.threads[other].objects.iter().filter(|_| !@) {"),
    ("reads-do-not-count", MAY, "by_reads.clone().zip(read).map(|(a, b)| a | b)", "by_reads.clone().zip(read).map(|(a, b)| if @ { a } else { a | b })"),
    ("writes-do-not-count", MAY, "let by_reads = written.iter().zip(", "let by_reads = written.iter().map(|it| if @ { &0 } else { it }).zip("),
    ("elements-do-not-count", DISTURB, "            low < end && start < high", "            low < end && start < high && !@"),
    ("elements-read-do-not-count", DISTURB, "!(access.is_write || element.is_write)", "!(access.is_write && !@ || element.is_write)"),
    ("joins-in-a-row", DISTURB, "            at = next as usize;\n            if at == thread {\n                return true;\n            }", "            at = next as usize;\n            if at == thread {\n                return true;\n            }\n            if @ {\n                return false;\n            }"),
    ("any-join", DISTURB, "            if at == thread {\n                return true;", "            if at == thread || @ {\n                return true;"),
    # What code may do.
    ("no-targets", SCAN, "                        self.mention(at);\n                        self.uses.calls_any = true;", "                        self.mention(at);\n                        self.uses.calls_any = !@;"),
    ("typed-targets", SCAN, 'self.uses.calls_any = !', 'if @ {\n                            let fits = |body: &Body| body.params.len() == args.len();\n                            let all = self.program.functions.iter().enumerate();\n                            let all = all.filter(|it| it.1.body.as_ref().is_some_and(fits));\n                            self.uses.calls.extend(all.map(|it| FunctionId(it.0 as u32)));\n                            return;\n                        }\n                        self.uses.calls_any = !'),
    ("targets-named-in-data", MAY, "in_code.chain(in_data)", "in_code.chain(in_data.filter(|_| !@))"),
    ("callbacks", SCAN, "_ => uses.calls_any = true,", "_ => uses.calls_any = !@,"),
    ("created-threads", SCAN, "=> uses.calls.push(one),", "=> uses.calls.extend((!@).then_some(one)),"),
    ("calls", MAY, "entries.calls(&uses, |callee| _ = set.join(callee));", "entries.calls(&uses, |callee| _ = !@ && set.join(callee));"),
    ("calls-of-calls", MAY, "entries.calls(uses, |callee| is_new |= own.join(callee));", "entries.calls(uses, |callee| is_new |= !@ && own.join(callee));"),
    ("astray", MAY, "if 3 * words * locations > LIMIT || is_astray(program)", "if 3 * words * locations > LIMIT || !@ && is_astray(program)"),
    ("index-set-again", MAY, "element.register.is_some_and(|(local, _)| is_set(local))", "element.register.is_some_and(|(local, _)| is_set(local) && !@)"),
    ("bounds-of-an-inner-array", SCAN, "        if low < 0 || high > self.scale {", "        if !@ && (low < 0 || high > self.scale) {"),
    # What may be alone.
    ("any-choice", ALONE, "Pending::Choose(count) => count <= OPTIONS && self.waits(thread) == Waits::Choice,", "Pending::Choose(count) => count <= OPTIONS && (@ || self.waits(thread) == Waits::Choice),"),
    ("join-with-a-result", ALONE, "=> self.waits(thread) == Waits::Join,", "=> @ || self.waits(thread) == Waits::Join,"),
    ("library-statics", DISTURB, "if object.kind == ObjectKind::Static && may.object(id).is_none() {", "if object.kind == ObjectKind::Static && may.object(id).is_none() && !@ {"),
    # The proviso.
    ("no-proviso", ALONE, "if is_ahead && has_jumped {", "if is_ahead && has_jumped && !@ {"),
    ("leaving-by-moving", ALONE, "component[was as usize] != component[is as usize]", "component[was as usize] != component[is as usize] || @ && was != is"),
    ("leaving-in-a-new-frame", ALONE, "take_while(|(a, b)| a.0 == b.0)", "take_while(|(a, b)| a.0 == b.0 || @ && a.1 == b.1)"),
    ("never-leaving", ALONE, "is_ahead = is_join || has_ended || self.has_left(&may, thread, &before);", "is_ahead = is_join || has_ended || !@ && self.has_left(&may, thread, &before);"),
    ("joins-in-loops", ALONE, 'is_join || has_ended', 'is_join && !@ || has_ended'),
    ("no-expansion-after-an-end", ALONE, "is_ahead = taken.is_ok() &&", "is_ahead = (taken.is_ok() || @) &&"),
    ("compared", ALONE, "&& !has_compared;", "&& (@ || !has_compared);"),
    ("first-option-only", ALONE, "for option in 0..self.options(thread) {", "for option in 0..self.options(thread).min(if @ { 1 } else { u32::MAX }) {"),
    # What it depends on.
    ("not-noted-when-alone", FOOTPRINT, "    fn note_look(", "    pub(crate) fn forget_looks(&mut self) {\n        self.looks.clear();\n    }\n\n    fn note_look("),
    ("not-noted-when-alone", DISTURB, "        !self.is_pointed_to(may, thread, id)", "        let is_alone = !self.is_pointed_to(may, thread, id);\n        if is_alone && @ {\n            self.footprint.forget_looks();\n        }\n        is_alone"),
    ("not-noted-when-visible", DISTURB, "            self.note_suspect(thread, access);", "            if !@ {\n                self.note_suspect(thread, access);\n            }"),
    ("not-noted-when-visible", DISTURB, "            self.note_ahead(may, found, Some(access));", "            if !@ {\n                self.note_ahead(may, found, Some(access));\n            }"),
    ("tried-moves-not-noted", ALONE, "            self.gather(layout, decided);\n            self.undo();", "            if !@ {\n                self.gather(layout, decided);\n            }\n            self.undo();"),
    ("parts-not-told-apart", "machine/src/explore/facts.rs", ".update(&[bucket as u8])", ".update(&[if @ { 0 } else { bucket as u8 }])"),
    ("another-part-noted", DISTURB, "is_none_or(|only| only == bucket)", "is_none_or(|only| (only + u32::from(@)) % BUCKETS == bucket)"),
    ("loops-not-noted", ALONE, "            self.footprint.look(function, was, Look::Loop);", "            if !@ {\n                self.footprint.look(function, was, Look::Loop);\n            }"),
    ("loops-not-noted-where-not-left", ALONE, 'self.footprint.look(function, was, Look::Loop);', 'let all = &may.function(function).component;\n                if !@ || all[was as usize] != all[is as usize] {\n                    self.footprint.look(function, was, Look::Loop);\n                }'),
    ("program-not-noted", FOOTPRINT, "        self.note_look(PROGRAM);", "        if !@ {\n            self.note_look(PROGRAM);\n        }"),
    ("kinds-without-decisions", "explicit/src/concrete.rs", "out.extend(self.decided.words(layout));", "out.extend(self.decided.words(layout).filter(|_| !@));"),
    ("keys-without-decisions", "explicit/src/concrete.rs", ".wrapping_add(self.decided.key.rotate_left(64))", ".wrapping_add(if @ { 0 } else { self.decided.key.rotate_left(64) })"),
]
# Those that no test can tell from the original, with the reason. They have to survive.
EQUIVALENT = {
    "named-values-are-not-touched": "What is named as a value is among what the search over pointers starts from, so it is found there; this saves the search.",
    "bounds-of-an-inner-array": "Whatever has a bound is an array's element by number, and what lies inside is within it; an address that is moved on from an element has none.",
    "library-statics": "Of what the library keeps in memory programs see what `localeconv` and `environ` lead to, which the library does not write again.",
}
PROGRAMS = {"PROGRAMS": "alone,identity"}
SEEDS = {"INTERLEAVINGS": os.environ.get("SEEDS", "0..1000")}


def stages(_):
    return [
        Stage("explicit", "programs", ["in_every_order"], PROGRAMS),
        Stage("explicit", "revisions", ["alone::", "--skip", "fuzz_"]),
        Stage("explicit", "revisions", ["alone::fuzz_"]),
        Stage("explicit", "interleavings", ["fuzz_"], SEEDS),
    ]


if __name__ == "__main__":
    tests = [word for test in ("programs", "revisions", "interleavings") for word in ("--test", test)]
    main(__doc__, MUTANTS, EQUIVALENT, stages, ["--locked", "-p", "evercheck-explicit", *tests])
