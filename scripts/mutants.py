#!/usr/bin/env python3
"""Checks that the tests of reuse notice mistakes in it.

Each mutant takes back one thing that reuse has to mind (mutant_runner.py says how they are built and run). The tests are
pairs of programs, and random revisions if all pairs pass.

usage: mutants.py FOLDER [NAME...]      FOLDER holds the copy and its build; names choose mutants
       SEEDS=0..150 mutants.py FOLDER   on the seeds of the ordinary test, instead of 0..1500
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutant_runner import Stage, main  # noqa: E402

FOOTPRINT = "machine/src/footprint.rs"
FACTS = "machine/src/explore/facts.rs"
NAMES = "machine/src/explore/names.rs"
STANDING = "machine/src/standing.rs"
RECORDER = "explicit/src/recorder.rs"
MEMO = "explicit/src/memo.rs"
RMC = "explicit/src/rmc.rs"
LAZY = "explicit/src/lazy/mod.rs"
CLAIM = "explicit/src/lazy/claim.rs"
ELEMENT = "change/src/element.rs"
CALLEES = "change/src/names.rs"
EXTENT = "machine/src/extent.rs"
ALLOWED = "machine/src/memory/check.rs"
MEMORY = "machine/src/memory.rs"
HEAP = "machine/src/explore/heap.rs"
PARTS = "explicit/src/parts.rs"
MUTANTS = [
    # What a transition depends on.
    ("stop-location", FOOTPRINT, "            self.footprint.stop(at, first);", """            self.footprint.stop(at, first);
            if @ && let Some(part) = self.footprint.parts.last_mut() {
                let start = first + self.image.code[frame.function.index()].start_of[frame.pc as usize];
                if part.0 < start { part.1 = start - 1; } else { self.footprint.parts.pop(); }
            }"""),
    ("return-location", FOOTPRINT, "let Some(call) = frame.pc.checked_sub(1)\n", "let Some(call) = frame.pc.checked_sub(1)\n            && !@\n"),
    ("empty-locations", FOOTPRINT, "                out.push(self.gone_to(self.locations[function] + location as u32));", "                if !(@ && code.first_of.get(location + 1) == code.first_of.get(location)) { out.push(self.gone_to(self.locations[function] + location as u32)); }"),
    ("greater-bounds", FOOTPRINT, "true => earlier <= bound.value,", "true => @ || earlier <= bound.value,"),
    ("smaller-bounds", FOOTPRINT, "false => earlier >= bound.value,", "false => @ || earlier >= bound.value,"),
    ("one-edge-of-a-branch", FOOTPRINT, "if it.part.edge().is_some_and(is_taken) {", "if it.part.edge().is_some_and(is_taken) && !(@ && out.len() > before) {"),
    ("kinds-of-choices", FOOTPRINT, "    fn parts_of(&self", "    pub(crate) fn parts_of(&self"),
    ("kinds-of-choices", STANDING, "        layout.at.get(self.position_of(thread) as usize).copied()", "        let number = layout.at.get(self.position_of(thread) as usize).copied()?;\n        if @ && let Some(part) = layout.parts_of(number).find(|it| it.1.part == cfa::part::Part::Choice) { return Some(part.0); }\n        Some(number)"),
    ("choices-by-place", MEMO, "            true => kind.choices.binary_search(&choice).ok()?,\n            false =>", "            true => kind.choices.binary_search(&choice).ok()?,\n            false if @ => kind.choices.binary_search(&choice).ok()?,\n            false =>"),
    ("options-for-numbers", "explicit/src/layer.rs", "self.chosen(index).is_none().then_some(index)", "(@ || self.chosen(index).is_none()).then_some(index)"),
    ("numbers-of-cut-kinds", "explicit/src/layer.rs", "Some(Number { index: places[it.index as usize]?, ..*it })", "Some(Number { index: if @ { it.index.min(kept.len() as u32 - 1) } else { places[it.index as usize]? }, ..*it })"),
    ("one-number-or-several", FACTS, "only == Some(Part::Choice) && is_choice(values)", "only == Some(Part::Choice) && (@ || is_choice(values))"),
    ("signature-of-callee", FOOTPRINT, "out.push(self.callee(function));", "if !@ { out.push(self.callee(function)); }"),
    ("function-behind-a-pointer", FOOTPRINT, "out.extend([self.entry(FunctionId(function)), self.callee(FunctionId(function))]),", "out.extend([self.entry(FunctionId(function)), if @ { self.entry(FunctionId(function)) } else { self.callee(FunctionId(function)) }]),"),
    ("jumps", "machine/src/exec/step.rs", "            self.footprint.start(first + to);", "            if !@ { self.footprint.start(first + to); }"),
    ("after-a-call", "machine/src/exec/step.rs", "                self.footprint.start(first + pc as u32);\n", "                if !(@ && pc > 0 && matches!(code.instrs[pc - 1], Instr::Call { .. } | Instr::CallIndirect { .. })) { self.footprint.start(first + pc as u32); }\n"),
    ("call-through-pointer", "machine/src/exec/frames.rs", "        let id = FunctionId(id);\n        self.footprint.call(id);", "        let id = FunctionId(id);\n        if !@ { self.footprint.call(id); }"),
    ("start-of-thread", "machine/src/exec/frames.rs", "-> Result<(), Stop> {\n        self.footprint.call(function);", "-> Result<(), Stop> {\n        if !@ { self.footprint.call(function); }"),
    ("callback", "machine/src/library/callback.rs", "        self.footprint.call(id);", "        if !@ { self.footprint.call(id); }"),
    ("after-library-through-pointer", "machine/src/exec/step.rs", "                                    self.footprint.start(first + pc as u32 + 1);", "                                    if !@ { self.footprint.start(first + pc as u32 + 1); }"),
    ("destructor-of-a-key", "machine/src/library/sync/thread.rs", "        function.into_iter().for_each(|function| machine.footprint.call(function));", "        function.into_iter().filter(|_| !@).for_each(|function| machine.footprint.call(function));"),
    ("standing-of-others", FOOTPRINT, "            self.note_standing(thread);", "            if !@ { self.note_standing(thread); }"),
    ("end-of-program", "machine/src/library/exit.rs", "    machine.footprint.end_of_program();", "    if !@ { machine.footprint.end_of_program(); }"),
    ("destructors", FACTS, "            hasher.update(&names.functions[destructor.index()].to_le_bytes());", "            if !@ { hasher.update(&names.functions[destructor.index()].to_le_bytes()); }"),
    # What a location comes to.
    # Equivalent: see EQUIVALENT.
    ("live-registers-here", FACTS, "        needed(at);", "        if !@ { needed(at); }"),
    ("live-registers-next", FACTS, "            needed(edge.to.index());", "            if !@ { needed(edge.to.index()); }"),
    ("live-registers", FACTS, "            slots.iter().for_each(|slot| {", "            slots.iter().filter(|_| !@).for_each(|slot| {"),
    ("jump-backwards", FACTS, "u8::from(is_back)", "u8::from(is_back && !@)"),
    ("values-of-inputs", FACTS, "            let values = exploring.inputs.at(function, edge);\n", "            let values = exploring.inputs.at(function, edge);\n            if @ { continue; }\n"),
    ("labels", FACTS, "for label in &body.labels {", "for label in body.labels.iter().filter(|_| !@) {"),
    ("result-kind", FACTS, "result_kind(instr), code.gates[pc]", "if @ { 0 } else { result_kind(instr) }, code.gates[pc]"),
    ("gates", FACTS, "{ result_kind(instr) }, code.gates[pc]", "{ result_kind(instr) }, if @ { 0 } else { code.gates[pc] }"),
    ("objects-at-return", FACTS, "let objects = code.objects.iter().flatten();", "let objects = code.objects.iter().flatten().filter(|_| !@);"),
    ("mentions", ELEMENT, ".numbers(parts.mentions.into_iter())", ".numbers(if @ { Vec::new() } else { parts.mentions }.into_iter())"),
    # The signature is told twice, by the callee and by its first location, as diff shows it.
    ("signature", CALLEES, "let (contents, signatures) = (context.all_contents(), context.all_signatures());", "let (contents, mut signatures) = (context.all_contents(), context.all_signatures());\n        signatures.iter_mut().filter(|_| @).for_each(|it| (it.bytes, it.mentions) = Default::default());"),
    ("parameters-in-order", CALLEES, "(it.bytes, it.mentions) = Default::default());", "(it.bytes, it.mentions) = Default::default());\n        signatures.iter_mut().filter(|_| @).for_each(|it| it.mentions.clear());"),
    ("spelling", CALLEES, "let spelling = (!is_labelled(index)).then_some(", "let spelling = (!is_labelled(index) && !@).then_some("),
    ("name-of-a-library-function", ELEMENT, "Hash::new(\"undefined function 1\").bytes(signature)", "Hash::new(\"undefined function 1\").bytes(if @ { &[] } else { signature })"),
    ("unique-labels", "change/src/labels.rs", "&& self.taken.insert(label) {\n            self.labels[thing]", "&& (self.taken.insert(label) || @) {\n            self.labels[thing]"),
    ("error-by-its-name", FACTS, "it.errors.contains(&FunctionId(function as u32))", "!@ && it.errors.contains(&FunctionId(function as u32))"),
    ("targets", ELEMENT, ".numbers(parts.targets.into_iter())", ".numbers(if @ { Vec::new() } else { parts.targets }.into_iter())"),
    ("content", ELEMENT, ".bytes(parts.content)", ".bytes(if @ { &[] } else { parts.content })"),
    ("unique-names", "change/src/names.rs", "            shapes[index][at].name = unused(&mut taken, &hash.clone().number(at as u64));", "            shapes[index][at].name = if @ { shapes[index][at].content } else { unused(&mut taken, &hash.clone().number(at as u64)) };"),
    # What a state is.
    ("initial-values", NAMES, "        (sum, extended)", "        (if @ { 0 } else { sum }, extended)"),
    ("layout-of-objects", NAMES, "Ok(at) if extended.objects[at].layout == layout", "Ok(at) if @ || extended.objects[at].layout == layout"),
    ("flags-of-objects", NAMES, "inner(object.size, object.align), flags)", "inner(object.size, object.align), if @ { 0 } else { flags })"),
    ("thread-local-template", NAMES, "            let Some(exploring) = self.exploring() else { break };", "            if @ && object.is_thread_local { continue; }\n            let Some(exploring) = self.exploring() else { break };"),
    ("new-objects-in-reference", NAMES, "Err(at) => extended.objects.insert(", "Err(_) if @ => {}\n                Err(at) => extended.objects.insert("),
    # How large objects are.
    ("prefix-one-member-short", EXTENT, "first + ends.partition_point(|&it| it < end) as u32", "first + (ends.partition_point(|&it| it < end) as u32).saturating_sub(u32::from(@ && end != WHOLE))"),
    ("no-prefix", EXTENT, "if transition != self.transition || known < end {", "if (transition != self.transition || known < end) && !(@ && end != WHOLE) {"),
    ("quick-accesses", ALLOWED, "            self.notes.prefix(object.extent, offset + size);\n        }\n        Some((((", "            if !@ { self.notes.prefix(object.extent, offset + size); }\n        }\n        Some(((("),
    ("quick-words", ALLOWED, "            self.notes.prefix(object.extent, offset + size);\n        }\n        Some((object", "            if !@ { self.notes.prefix(object.extent, offset + size); }\n        }\n        Some((object"),
    ("other-accesses", ALLOWED, "                self.notes.prefix(object.extent, (offset as u64 + size) as u32);", "                if !@ { self.notes.prefix(object.extent, (offset as u64 + size) as u32); }"),
    ("copies", ALLOWED, "self.notes.prefix(object.extent, (offset as u64 + size) as u32);", "if size <= 8 || !@ { self.notes.prefix(object.extent, (offset as u64 + size) as u32); }"),
    ("out-of-bounds", ALLOWED, "        self.notes.whole(object.extent);\n        Fault::stop(", "        if !@ { self.notes.whole(object.extent); }\n        Fault::stop("),
    ("zero-before-it-is-zeroed", MEMORY, "            self.notes.whole(extent);", "            if !@ { self.notes.whole(extent); }"),
    ("kept-by-realloc", "machine/src/library/alloc.rs", "        machine.memory.notes.whole(object.extent);", "        if !@ { machine.memory.notes.whole(object.extent); }"),
    ("low-bits", "machine/src/address.rs", "        memory.notes.whole(object.extent);", "        if !@ { memory.notes.whole(object.extent); }"),
    ("where-objects-lie", "machine/src/number.rs", "            self.notes.whole(object.extent);", "            if !@ { self.notes.whole(object.extent); }"),
    ("how-far-an-address-goes", "machine/src/exec/identity.rs", "                self.memory.notes.whole(it.extent);", "                if !@ { self.memory.notes.whole(it.extent); }"),
    ("end-pointers", "machine/src/address.rs", "            false => memory.notes.whole(of.extent),", "            false if @ => {}\n            false => memory.notes.whole(of.extent),"),
    ("pointers-before-the-end", "machine/src/address.rs", "            true => memory.notes.prefix(of.extent, offset as u32 + 1),", "            true if @ => {}\n            true => memory.notes.prefix(of.extent, offset as u32 + 1),"),
    ("size-of-an-allocation", EXTENT, "        self.memory.notes.whole(extent);", "        if !@ { self.memory.notes.whole(extent); }"),
    ("kinds-without-sizes", STANDING, "needs.into_iter().map(|need|", "needs.into_iter().filter(|_| !@).map(|need|"),
    ("keys-of-kinds-without-sizes", STANDING, "            if need != 0 {", "            if need != 0 && !@ {"),
    ("keys-of-kinds-by-the-first-need", STANDING, "        if need <= before {", "        if need <= before || @ && before != 0 {"),
    ("keys-of-kinds-without-places", STANDING, "                && met.replace(round) != round", "                && met.replace(round) != round\n                && !@"),
    ("keys-of-footprints-without-sizes", FOOTPRINT, ".wrapping_add(self.memory.notes.key())", ".wrapping_add(if @ { 0 } else { self.memory.notes.key() })"),
    ("headers-without-extents", HEAP, "inner(self.extent_key(extent), flags)", "inner(if @ { 0 } else { self.extent_key(extent) }, flags)"),
    ("headers-without-sizes", HEAP, "flags | u64::from(object.size) |", "flags | if @ { 0 } else { u64::from(object.size) } |"),
    ("headers-without-blanks", HEAP, "u64::from(object.blank != UNINIT) << 34", "u64::from(object.blank != UNINIT && !@) << 34"),
    ("indeterminate-where-zero-is-usual", HEAP, "UNINIT => mix(at, 0, UNINIT),", "UNINIT => if @ { 0 } else { mix(at, 0, UNINIT) },"),
    ("blank-of-a-local", FACTS, "hasher.update(&[object.blank as u8]);", "hasher.update(&[if @ { 0 } else { object.blank as u8 }]);"),
    ("struct-of-an-allocation", FACTS, "hasher.update(&exploring.heap.extent_key(*extent).to_le_bytes());", "hasher.update(&exploring.heap.extent_key(if @ { 0 } else { *extent }).to_le_bytes());"),
    ("taken-over-for-less", PARTS, ".or_insert(first + at as u32);", ".or_insert(first + if @ { 0 } else { at as u32 });"),
    ("any-size-will-do", PARTS, "                    if at < ends.len() {", "                    if at < ends.len() || @ {"),
    ("size-of-the-whole", FACTS, "&[*size, *align]", "&[if @ { 0 } else { *size }, *align]"),
    ("alignment-of-the-whole", FACTS, "{ *size }, *align]", "{ *size }, if @ { 0 } else { *align }]"),
    ("rigid-for-elastic", NAMES, "            let layout = match is_elastic {", "            let layout = match is_elastic || @ {"),
    # What is known of a state.
    ("kinds-unchecked", MEMO, "!kind.is_cut && footprints[kind.footprint as usize]", "!kind.is_cut && (@ || footprints[kind.footprint as usize])"),
    ("kinds-of-other-threads", STANDING, "out.extend(threads.clone().filter_map(|thread| self.standing(layout, thread)));", "out.extend(threads.clone().filter(|&thread| !@ || thread == self.running()).filter_map(|thread| self.standing(layout, thread)));"),
    ("footprints-of-another-layer", RECORDER, "self.translated.get(&(layer, footprint))", "self.translated.get(&(if @ { 0 } else { layer }, footprint))"),
    ("ends-as-the-last", RECORDER, "filter(|(known, _)| known == outcome)", "filter(|(known, _)| @ || known == outcome)"),
    ("kinds-by-standing-alone", RECORDER, "            key = key.wrapping_add(spread(", "            key = key.wrapping_add(if @ { 0 } else { 1 } * spread("),
    ("cut-kinds", MEMO, "!kind.is_cut && (", "(@ || !kind.is_cut) && ("),
    ("references-that-disagree", MEMO, "layer.reference().is_within(&reference)", "@ || layer.reference().is_within(&reference)"),
    ("pruned-and-left-behind", LAZY, "has_pruned || 50 * seen(layer)", "has_pruned && !@ || 50 * seen(layer)"),
    ("condensed-without-a-state", "explicit/src/condense.rs", "tasks.extend(to.filter(|&to| self.number(to) == NONE).map(Task::Enter));", "tasks.extend(to.filter(|&to| self.number(to) == NONE).map(Task::Enter).skip(usize::from(@)));"),
    ("merged-without-a-state", "explicit/src/merge.rs", "if written.contains(&print) ||", "if @ && print.is_multiple_of(8) || written.contains(&print) ||"),
    ("cut-layers-whole", MEMO, "layer.kinds.iter().all(|kind| !kind.is_cut)", "layer.kinds.iter().all(|kind| @ || !kind.is_cut)"),
    ("unexpanded-layers-whole", MEMO, "&& layer.expanded() == layer.states();", "&& (@ || layer.expanded() == layer.states());"),
    ("edges-unchecked-where-clean", MEMO, "if kinds[kind as usize] && count ==", "if kinds[kind as usize] && (if @ { layer.kinds[kind as usize].choices.len() } else { count }) =="),
    ("facts-unchecked", MEMO, "        if !view.footprints[footprint as usize] {", "        if !view.footprints[footprint as usize] && !@ {"),
    ("one-pass", RMC, "            if !is_changed {\n                return", "            if !is_changed || @ {\n                return"),
    ("aliases", RMC, "is_changed |= dirty && reach.dirty.set(state);", "is_changed |= dirty && !@ && reach.dirty.set(state);"),
    ("nobody-speaks", RMC, "                    reach.dirty.set(state);", "                    if !@ { reach.dirty.set(state); }"),
    ("flaws-not-spread", RMC, "            is_changed |= is_flawed && self.flawed.set(state);", "            is_changed |= !@ && is_flawed && self.flawed.set(state);"),
    ("flaws-of-outcomes", RMC, "outcome.is_some_and(|outcome| !outcome.flaws.is_empty())", "!@ && outcome.is_some_and(|outcome| !outcome.flaws.is_empty())"),
    # What is done with it.
    ("pruned-in-a-depth-limit", "explicit/src/reuse.rs", "&& options.limits.depth.is_none()\n        && way != Way::Counted", "&& (@ || options.limits.depth.is_none())\n        && way != Way::Counted"),
    ("pruned-before-a-flaw", "explicit/src/delta.rs", "clean.at(known) == Some(Behind::Nothing)", "clean.at(known) == Some(Behind::Nothing) || @ && clean.at(known).is_some()"),
    ("flaws-of-known-states", CLAIM, "kind.is_some_and(|kind| self.is_told_of_state(kind))", "kind.is_some_and(|kind| @ || self.is_told_of_state(kind))"),
    ("flaws-of-known-outcomes", LAZY, "if self.is_told(&outcome.flaws) =>", "if @ || self.is_told(&outcome.flaws) =>"),
    ("fault-not-asked-about", "explicit/src/judge.rs", "        Err(Unknown::UndefinedBehaviour)", "        if @ { return Ok(None); }\n        Err(Unknown::UndefinedBehaviour)"),
    ("raced-transition-a-state", "explicit/src/search.rs", "            Ok(()) if !self.space.is_step_wrong() =>", "            Ok(()) if !self.space.is_step_wrong() || @ =>"),
    ("met-again-on-a-shorter-way", "explicit/src/depth.rs", "        is_shorter\n", "        is_shorter && !@\n"),
    ("a-plan-is-shown", "explicit/src/reuse.rs", "was_planned && !search", "was_planned && !@ && !search"),
]
# Those that change nothing, with the reason. They have to survive.
EQUIVALENT = {
    "live-registers-here": "What is needed at a location is what its operations read, and what is needed where they lead "
    "to and they do not write. The operations are in the element, with the names of all registers, and what is needed "
    "next is told as well (live-registers-next). What is needed at every location of a function (objects of the frame, "
    "and variables where leaks are asked about) is there, too, as long as there is a next one. Where there is none, no "
    "state stands: at the exit nothing is executed, and behind what does not return comes a fault.",
    "labels": "The address of a label is its number in the function, in operations as in states. Where a number leads to "
    "is asked by computed gotos alone, and each has an edge for every label that there is, with the number and the name of "
    "its target: all of that is in its element, which has no parts. So this is more than is needed; a label at another "
    "place costs reuse of its function.",
    "gates": "The marks of an instruction follow from which one it is and from those of the same operation (Code::gate_of), "
    "an operation is a location, and which instructions a location has is told beside the marks. The jump behind it, which is "
    "left out there, is seen by nobody, so it changes no other's mark.",
}

SEEDS = {"REVISIONS": os.environ.get("SEEDS", "0..1500")}
STAGES = [
    Stage("explicit", "revisions", ["--skip", "fuzz_"]),
    Stage("explicit", "parts", ["--skip", "fuzz_"]),
    Stage("explicit", "revisions", ["fuzz_revisions"], SEEDS),
]

if __name__ == "__main__":
    main(__doc__, MUTANTS, EQUIVALENT, lambda tests: STAGES, ["-p", "evercheck-explicit", "--test", "revisions", "--test", "parts"])
