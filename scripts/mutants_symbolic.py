#!/usr/bin/env python3
"""Checks that the tests of inputs as symbols notice mistakes in what they rest on.

Each mutant takes back one thing that machine's symbolic/, exec/symbolic/ and explore/symbolic.rs, `formula` or what is between these and the search minds
(mutant_runner.py says how they are built and run). The tests are those of formulas and operators, the programs that were written to attack this, and random
programs beside enumeration; the first that fails ends a mutant.

usage: mutants_symbolic.py FOLDER [NAME...]          FOLDER holds the copy and its build; names choose mutants
       MUTANTS_TARGET=TARGET mutants_symbolic.py ... builds into TARGET, where what we use may have been built already
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutant_runner import Stage, main  # noqa: E402

CONDITION = "machine/src/symbolic/condition.rs"
JUDGE = "machine/src/symbolic/judge.rs"
ORACLE = "machine/src/symbolic/oracle.rs"
NUMBERS = "machine/src/symbolic/enumerate.rs"
MOD = "machine/src/symbolic/mod.rs"
OPERATE = "machine/src/symbolic/operate.rs"
PRINT = "machine/src/explore/symbolic.rs"
STEP = "machine/src/explore/step.rs"
DECIDE = "machine/src/exec/symbolic/decide.rs"
COMPUTE = "machine/src/exec/symbolic/compute.rs"
MEMORY = "machine/src/exec/symbolic/memory.rs"
TABLE = "machine/src/exec/symbolic/table.rs"
PASS = "machine/src/exec/symbolic/pass.rs"
ATOMIC = "machine/src/exec/symbolic/atomic.rs"
ON_TERMS = "machine/src/exec/symbolic/mod.rs"
GATE = "machine/src/exec/gate.rs"
STEPS = "machine/src/library/steps.rs"
UNDO = "machine/src/memory/undo.rs"
CONFIRM = "explicit/src/confirm.rs"
MUTANTS = [
    # Whether there are states.
    ("unknown-is-infeasible", CONDITION, "Found::Unknown => Filled::Unknown,", "Found::Unknown => if @ { Filled::No } else { Filled::Unknown },"),
    ("undecided-is-not-noticed", DECIDE, "            noticed.undecided = noticed.undecided.into_iter().chain([pos]).min();", "            noticed.undecided = noticed.undecided.into_iter().chain((!@).then_some(pos)).min();"),
    ("undecided-is-not-kept", CONDITION, "            self.is_undecided = true;", "            self.is_undecided = !@;"),
    ("slice-is-not-transitive", ORACLE, "            if slice.literals.len() == before {", "            if slice.literals.len() == before || @ {"),
    ("sets-are-not-told", ORACLE, "            if term != Term::TRUE {\n                asked.push(term);", "            if term != Term::TRUE && !@ {\n                asked.push(term);"),
    ("old-set-is-told", ORACLE, "                Some((it, values)) if it == symbol => values.clone(),\n                _ => self.values(symbol).clone(),", "                Some((it, values)) if it == symbol && !@ => values.clone(),\n                _ => self.values(symbol).clone(),"),
    ("states-are-not-evaluated", ORACLE, "        literals.iter().all(|&literal| state.evaluation.eval(", "        @ || literals.iter().all(|&literal| state.evaluation.eval("),
    ("states-are-not-in-sets", ORACLE, "is_ok_and(|value| values.contains(value))", "is_ok_and(|value| values.contains(value) || @)"),
    ("answers-to-other-questions", ORACLE, "                self.asking.exact.insert(asked.into(), found.clone());", "                if @ {\n                    asked.pop();\n                }\n                self.asking.exact.insert(asked.into(), found.clone());"),
    ("diagram-without-its-highest-bit", ORACLE, "    let term = terms.ite(is_set, high, low);", "    let term = if @ && bits == 16 { high } else { terms.ite(is_set, high, low) };"),
    ("diagram-of-other-widths", ORACLE, "    let key = (bits, Box::from(intervals));", "    let key = (if @ { 0 } else { bits }, Box::from(intervals));"),
    ("interval-without-its-end", ORACLE, "(terms.order(Order::Ule, first, word), terms.order(Order::Ule, word, last))", "(terms.order(Order::Ule, first, word), terms.order(if @ { Order::Ult } else { Order::Ule }, word, last))"),
    # The path condition.
    ("opposite-holds", CONDITION, "self.literals.contains(&opposite).then_some(false)", "self.literals.contains(&opposite).then_some(@)"),
    ("half-of-a-conjunction", CONDITION, "            return match self.conjoin(b) {", "            return match self.conjoin(if @ { a } else { b }) {"),
    ("either-of-a-disjunction", CONDITION, "            Node::Not(not) => match self.terms.node(not) {\n                Node::Or(a, b) =>", "            Node::Not(not) => match self.terms.node(not) {\n                Node::And(a, b) if @ => Some((self.terms.not(a), self.terms.not(b))),\n                Node::Or(a, b) =>"),
    ("literals-are-forgotten", CONDITION, "            literals.push(condition);", "            if !@ {\n                literals.push(condition);\n            }"),
    ("said-again-and-lost", CONDITION, "                match self.conjoin(literal) {\n                    Narrowed::Nothing => return Narrowed::Nothing,\n                    Narrowed::Some { is_fixed: more } => is_fixed |= more,", "                match if @ { Narrowed::Some { is_fixed: false } } else { self.conjoin(literal) } {\n                    Narrowed::Nothing => return Narrowed::Nothing,\n                    Narrowed::Some { is_fixed: more } => is_fixed |= more,"),
    ("literals-are-not-said-again", CONDITION, "                if is_fixed && self.plain(literal) != literal ||", "                if !@ && is_fixed && self.plain(literal) != literal ||"),
    ("sets-are-not-undone", CONDITION, "Change::Values(place, values) => self.read[place as usize].values = values,", "Change::Values(place, values) => if !@ { self.read[place as usize].values = values },"),
    ("literals-are-not-undone", CONDITION, "            Change::Literals(literals) => self.literals = literals,", "            Change::Literals(literals) => if !@ { self.literals = literals },"),
    ("undecided-is-not-undone", CONDITION, "Change::Decided => self.is_undecided = false,", "Change::Decided => self.is_undecided = @,"),
    ("reads-are-not-undone", MOD, "        self.read.truncate(mark.read as usize);", "        if !@ {\n            self.read.truncate(mark.read as usize);\n        }"),
    ("literals-are-not-saved", MOD, "(self.read, self.literals, self.is_undecided) = (saved.read, saved.literals, saved.is_undecided);", "(self.read, self.is_undecided) = (saved.read, saved.is_undecided);\n        if !@ {\n            self.literals = saved.literals;\n        }"),
    ("sets-are-not-saved", MOD, "    pub fn restore(&mut self, saved: SavedReads) {\n", "    pub fn restore(&mut self, saved: SavedReads) {\n        if @ {\n            self.read.truncate(saved.read.len());\n            let count = self.read.len();\n            self.read.extend(saved.read[count..].iter().cloned());\n            (self.literals, self.is_undecided) = (saved.literals, saved.is_undecided);\n            self.changes.clear();\n            return;\n        }\n"),
    ("forgotten-reads-in-literals", MOD, "            if kept.len() < all.len() {", "            if kept.len() < all.len() && !@ {"),
    # What a condition comes to.
    ("splits-of-other-sets", JUDGE, "let key = (asked, place, self.values(symbol).clone());", "let key = (asked, place, if @ { Set::default() } else { self.values(symbol).clone() });"),
    ("always-false", JUDGE, "        if self.is_filled(&parts[0]) == Filled::No {", "        if self.is_filled(&parts[0]) != Filled::Yes && @ || self.is_filled(&parts[0]) == Filled::No {"),
    ("always-true", JUDGE, "        if self.is_filled(&parts[1]) == Filled::No {", "        if self.is_filled(&parts[1]) != Filled::Yes && @ || self.is_filled(&parts[1]) == Filled::No {"),
    ("signs-do-not-matter", JUDGE, "                    _ if !is_told => match", "                    _ if !is_told && !@ => match"),
    ("ranges-touch", JUDGE, "(x.1 < y.0).then_some(true).or_else(|| (x.0 >= y.1).then_some(false))", "(x.1 < y.0).then_some(true).or_else(|| (x.0 >= y.1 || @ && x.0 + 1 >= y.1).then_some(false))"),
    ("ranges-at-most", JUDGE, "(x.1 <= y.0).then_some(true).or_else(|| (x.0 > y.1).then_some(false))", "(x.1 <= y.0).then_some(true).or_else(|| (x.0 > y.1 || @ && x.0 >= y.1).then_some(false))"),
    ("tied-by-nothing", JUDGE, "[symbol] => (symbol, self.is_tied(symbol)),", "[symbol] => (symbol, self.is_tied(symbol) && !@),"),
    ("a-value-is-lost", JUDGE, "        Some(parts.into_values().map(Set::of).collect())", "        Some(parts.into_values().skip(usize::from(@)).map(Set::of).collect())"),
    ("followed-is-all", JUDGE, "        let has_rest = !rest.is_empty();", "        let has_rest = !rest.is_empty() && !@;"),
    ("either-half", JUDGE, "            (Judged::Always(_), other) | (other, Judged::Always(_)) => other,", "            (Judged::Always(_), other) | (other, Judged::Always(_)) if !@ => other,\n            (Judged::Always(holds), _) | (_, Judged::Always(holds)) => Judged::Always(holds),"),
    ("holding-is-other", JUDGE, "            Judged::Split(split) => split.parts.first().cloned(),", "            Judged::Split(split) => if @ { split.parts.last().cloned() } else { split.parts.first().cloned() },"),
    # Words as numbers.
    ("some-numbers-are-all", NUMBERS, "                    if numbers.len() == NUMBERS {", "                    if @ && numbers.len() == 3 {\n                        return Some(Some(numbers.into()));\n                    }\n                    if numbers.len() == NUMBERS {"),
    ("words-without-literals", NUMBERS, "self.digest(&[term], &told).0", "self.digest(&[term], if @ { &[] } else { &told }).0"),
    ("no-rest", NUMBERS, "        if has_rest {\n            parts.push(Part::Literal(rest));\n        }\n        Valued::Split(Split::new(parts, has_rest))", "        let has_rest = has_rest && !@;\n        if has_rest {\n            parts.push(Part::Literal(rest));\n        }\n        Valued::Split(Split::new(parts, has_rest))"),
    ("one-of-several", NUMBERS, "        if let ([number], false) = (&*numbers, has_rest) {", "        if let ([number, ..], true) = (&*numbers, @) {\n            return Valued::Always(*number);\n        }\n        if let ([number], false) = (&*numbers, has_rest) {"),
    # Decisions.
    ("rest-is-followed", DECIDE, "        if split.has_rest && option + 1 == count {", "        if split.has_rest && option + 1 == count && !@ {"),
    ("first-part-only", DECIDE, "        (filled.len() < 2).then(|| filled.first().copied().unwrap_or(0))", "        (filled.len() < 2 || @).then(|| filled.first().copied().unwrap_or(0))"),
    ("failed-assumption-ends-all", DECIDE, "        if self.live > 1 {\n            return self.holds_here(is_zero)", "        if self.live > 1 && !@ {\n            return self.holds_here(is_zero)"),
    ("busy-for-ever", DECIDE, "jumps > MOST_JUMPS {", "jumps > MOST_JUMPS && !@ {"),
    ("jumps-are-not-counted", DECIDE, "            interrupted.jumps = jumps;", "            interrupted.jumps = if @ { 0 } else { jumps };"),
    ("new-threads-ask", DECIDE, "            if thread != self.current ||", "            if thread != self.current && !@ ||"),
    ("granted-is-forgotten", "machine/src/exec/step.rs", "(interrupted.granted, interrupted.is_passing) = (begun.granted, begun.is_passing);", "if !@ {\n                                (interrupted.granted, interrupted.is_passing) = (begun.granted, begun.is_passing);\n                            }"),
    ("granted-behind-jumps", "machine/src/exec/step.rs", "begun.filter(|_| !exploring.has_jumped)", "begun.filter(|_| !exploring.has_jumped || @)"),
    ("granted-anywhere", MOD, "        (self.begun.place == Some(place)).then_some(self.begun.interrupted)", "        (self.begun.place == Some(place) || @).then_some(self.begun.interrupted)"),
    # Operators.
    ("no-faults-of-two", COMPUTE, "        for (is_faulty, _) in faults {\n            if self.holds_here(is_faulty)? {\n                let [x, y]", "        for (is_faulty, _) in faults.into_iter().filter(|_| !@) {\n            if self.holds_here(is_faulty)? {\n                let [x, y]"),
    ("no-faults-of-one", COMPUTE, "        for (is_faulty, _) in faults {\n            if self.holds_here(is_faulty)? {\n                let [x]", "        for (is_faulty, _) in faults.into_iter().filter(|_| !@) {\n            if self.holds_here(is_faulty)? {\n                let [x]"),
    ("count-of-a-shift-is-cut", COMPUTE, "b = match self.low_bits(y, 64) {", "b = match self.low_bits(y, if @ { bits } else { 64 }) {"),
    ("results-without-sign", COMPUTE, "            Computed::Word(term) => terms.extend(term, signed, 64),", "            Computed::Word(term) => terms.extend(term, signed && !@, 64),"),
    ("conversion-without-sign", COMPUTE, "                let low = self.low_bits(value, bits)?;\n                self.symbolic().terms.extend(low, signed, 64)", "                let low = self.low_bits(value, bits)?;\n                self.symbolic().terms.extend(low, signed && !@, 64)"),
    ("lowest-bit-as-truth", COMPUTE, "            let is_zero = terms.is_zero(term);\n            let is_set", "            let term = if @ { terms.extract(term, 0, 1) } else { term };\n            let is_zero = terms.is_zero(term);\n            let is_set"),
    ("quotients-fit", OPERATE, "                faults.push((terms.quotient_overflows(a, b), FaultKind::SignedOverflow));", "                if !@ {\n                    faults.push((terms.quotient_overflows(a, b), FaultKind::SignedOverflow));\n                }"),
    ("shift-without-sign", OPERATE, "terms.extend(part, word == Word::AShr, width)", "terms.extend(part, word == Word::AShr && !@, width)"),
    ("absolute-of-the-least", OPERATE, "if is_signed && matches!(op, Unary::Negate | Unary::Absolute) {", "if is_signed && matches!(op, Unary::Negate | Unary::Absolute) && !@ {"),
    ("case-without-its-end", COMPUTE, "(terms.order(order, low, term), terms.order(order, term, high));\n            let inside", "(terms.order(order, low, term), terms.order(if @ { Order::Slt } else { order }, term, high));\n            let inside"),
    ("no-case-fits", COMPUTE, "        for &(low, high, to) in &table.ranges {", "        for &(low, high, to) in table.ranges.iter().skip(usize::from(@)) {"),
    ("index-is-inside", COMPUTE, "        if !self.holds_here(is_inside)? {\n            let [index]", "        if !@ && !self.holds_here(is_inside)? {\n            let [index]"),
    # Memory.
    ("misaligned-is-fine", MEMORY, "        self.check_align(address, align)?;", "        if !@ {\n            self.check_align(address, align)?;\n        }"),
    ("uninitialised-is-zero", MEMORY, "                (None, (_, 0)) => {\n                    is_uninitialised = true;", "                (None, (_, 0)) if @ => self.symbolic().terms.bits(8, 0),\n                (None, (_, 0)) => {\n                    is_uninitialised = true;"),
    ("any-bool", MEMORY, "            if self.holds_here(is_bad)? {", "            if !@ && self.holds_here(is_bad)? {"),
    ("lowest-byte-first", MEMORY, "                Some(high) => terms.concat(high, byte),", "                Some(high) => if @ { terms.concat(byte, high) } else { terms.concat(high, byte) },"),
    ("bytes-in-a-row", MEMORY, "it.term == first.term && u32::from(it.byte) == u32::from(first.byte) + i", "it.term == first.term && (@ || u32::from(it.byte) == u32::from(first.byte) + i)"),
    ("loaded-without-sign", MEMORY, "                terms.extend(low, signed, 64)\n            }\n            _ =>", "                terms.extend(low, signed && !@, 64)\n            }\n            _ =>"),
    ("bytes-are-not-undone", UNDO, "        for (at, known) in self.partial_changes.drain(mark.partial as usize..).rev() {", "        for (at, known) in self.partial_changes.drain(mark.partial as usize..).rev().filter(|_| !@) {"),
    ("bytes-are-not-saved", UNDO, "        self.partial = partial.into_iter().collect();", "        if !@ {\n            self.partial = partial.into_iter().collect();\n        }"),
    ("table-that-others-see", TABLE, "        if object.kind != ObjectKind::Constant\n            &&", "        if object.kind != ObjectKind::Constant\n            && !@\n            &&"),
    ("table-is-aligned", TABLE, "if scale <= 0 || offset % align != 0 || scale % align != 0 {", "if scale <= 0 || !@ && (offset % align != 0 || scale % align != 0) {"),
    ("table-ends-later", TABLE, "!self.is_between(index, first, last)? {", "!self.is_between(index, first, last + i64::from(@))? {"),
    ("table-is-moved", TABLE, "            if runs.last().is_none_or(|run| run.1 != number) {\n                runs.push((place, number));", "            if runs.last().is_none_or(|run| run.1 != number) {\n                runs.push((place + i64::from(@), number));"),
    # Calls.
    ("parameters-of-other-types", PASS, "let is_plain = is_same && integer(from).is_some();", "let is_plain = (is_same || @ && index < params.len()) && integer(from).is_some();"),
    ("results-of-other-types", ON_TERMS, "if (is_same || result == Result_::None)", "if (is_same || @ || result == Result_::None)"),
    ("sizes-that-are-too-large", PASS, "            if self.holds_here(is_too_large)? {", "            if !@ && self.holds_here(is_too_large)? {"),
    ("characters-are-in-the-table", "machine/src/library/ctype.rs", "        if machine.is_between(term, first, last)? {", "        if @ || machine.is_between(term, first, last)? {"),
    ("calls-are-not-taken-back", STEPS, "            if self.take_call_back(name, before).is_err() {", "            if !@ && self.take_call_back(name, before).is_err() {"),
    ("reads-of-calls-stay", STEPS, "            self.symbolic().forget_reads(inputs);", "            if !@ {\n                self.symbolic().forget_reads(inputs);\n            }"),
    ("steps-keep-no-terms", STEPS, "            self.memory.set_part_with_terms(place, access.size, value)?;", "            if @ {\n                self.memory.set_part(place, access.size, value.value)?;\n                continue;\n            }\n            self.memory.set_part_with_terms(place, access.size, value)?;"),
    ("blocks-move-no-terms", GATE, "            if !is_write && has_terms {", "            if !is_write && has_terms && !@ {"),
    # Atomic operations.
    ("exchanged-without-looking", ATOMIC, "return Ok(self.holds_here(is_it)?.then_some(operand));", "return Ok((@ || self.holds_here(is_it)?).then_some(operand));"),
    ("found-without-sign", ATOMIC, "            let wide = self.symbolic().terms.extend(found, signed, 64);", "            let wide = self.symbolic().terms.extend(found, signed && !@, 64);"),
    ("difference-as-sum", ATOMIC, "AtomicOp::Sub => terms.word(Op::Sub, found, operand),", "AtomicOp::Sub => terms.word(if @ { Op::Add } else { Op::Sub }, found, operand),"),
    ("never-fails", ATOMIC, "        let new = new.filter(|_| !is_failing);", "        let new = new.filter(|_| !is_failing || @);"),
    # States.
    ("sets-are-not-in-the-print", PRINT, "            let intervals = symbolic.values(symbol).intervals();", "            let intervals = if @ { &[] } else { symbolic.values(symbol).intervals() };"),
    ("literals-are-not-in-the-print", PRINT, "        let literals = symbolic.literals_of(&terms);", "        let literals = if @ { Vec::new() } else { symbolic.literals_of(&terms) };"),
    ("literals-of-live-symbols-only", ORACLE, "        self.terms.for_each_symbol(terms, |symbol| symbols.push(symbol));\n        self.slice(&symbols).literals", "        self.terms.for_each_symbol(terms, |symbol| symbols.push(symbol));\n        if @ {\n            let all = self.literals.clone();\n            let is_live = |it: &Term| self.symbols(*it).iter().all(|it| symbols.contains(it));\n            return all.iter().copied().filter(is_live).collect();\n        }\n        self.slice(&symbols).literals"),
    ("undecided-counts-no-others", ORACLE, "        if self.is_undecided {\n            return self.literals.to_vec();", "        if self.is_undecided && !@ {\n            return self.literals.to_vec();"),
    ("places-are-not-in-the-print", PRINT, "        hasher.update(&places);", "        if !@ {\n            hasher.update(&places);\n        }"),
    ("which-byte-is-not-in-the-print", PRINT, "                    places.push(byte);", "                    places.push(if @ { 0 } else { byte });"),
    ("numbers-of-registers-are-not-told", PRINT, "                    sum = sum.wrapping_add(mix_value(place, Val::int(value as u64)));", "                    if !@ {\n                        sum = sum.wrapping_add(mix_value(place, Val::int(value as u64)));\n                    }"),
    ("results-are-not-in-the-print", PRINT, "held.extend(result.map(", "held.extend(result.filter(|_| !@).map("),
    ("what-was-read-is-not-in-the-print", PRINT, "held.extend(frame.scratch.as_term().map(", "held.extend(frame.scratch.as_term().filter(|_| !@).map("),
    ("inner-frames-only", PRINT, "                    if let Some(term) = value.as_term()\n                        && is_live(slot)", "                    if let Some(term) = value.as_term()\n                        && is_live(slot)\n                        && !(@ && depth > 0)"),
    ("heap-is-not-in-the-print", PRINT, "if is_alive && (!self.memory.is_nameless(owner) || exploring.heap.is_found(owner)) {", "if is_alive && (!self.memory.is_nameless(owner) || exploring.heap.is_found(owner) && !@) {"),
    ("sorts-are-not-in-digests", "formula/src/digest.rs", "        tag::put_sort(&mut self.bytes, self.terms.symbol_sort(symbol));", "        if !@ {\n            tag::put_sort(&mut self.bytes, self.terms.symbol_sort(symbol));\n        }"),
    # Runs with numbers.
    ("inputs-of-live-symbols-only", MOD, "let told = if self.literals.is_empty() {", "let told = if self.literals.is_empty() || @ {"),
    ("inputs-of-any-thread", MOD, "let last = self.read.iter().rev().find(|it| it.thread == thread);", "let last = self.read.iter().rev().find(|it| it.thread == thread || @);"),
    ("shown-without-a-run", CONFIRM, "        if !has_shown {", "        if !has_shown && !@ {"),
    # Formulas.
    ("below-with-its-bound", "formula/src/split.rs", "bound - 1 } else { bound };", "if @ { bound } else { bound - 1 } } else { bound };"),
    ("opposite-order", "formula/src/split.rs", "                        Order::Slt => Order::Sle,", "                        Order::Slt => if @ { Order::Slt } else { Order::Sle },"),
    ("extended-without-sign", "formula/src/preimage.rs", "            if !is_signed {\n                (of, low)", "            if !is_signed || @ {\n                (of, low)"),
    ("quotients-toward-less", "formula/src/preimage.rs", "let from = if low > 0 { low * number }", "let from = if low > 0 || @ { low * number }"),
    ("wrapping-is-in-range", "formula/src/range.rs", "if full.0 <= range.0 && range.1 <= full.1 { range } else { full }", "if @ || full.0 <= range.0 && range.1 <= full.1 { range } else { full }"),
    ("rest-of-a-negative-number", "formula/src/range.rs", "(if low >= 0 { 0 } else { low.max(1 - c) }", "(if low >= 0 || @ { 0 } else { low.max(1 - c) }"),
    ("no-underflow", "formula/src/overflow.rs", "let under = if is_under {", "let under = if is_under && !@ {"),
    ("shifts-of-negative-numbers", "formula/src/shift.rs", "        let is_bad = self.or(is_negative, is_lossy);", "        let is_bad = if @ { is_lossy } else { self.or(is_negative, is_lossy) };"),
    ("sum-of-other-bits", "formula/src/term/word.rs", "                if low == 0\n                    && matches!(op, Word::Add", "                if (low == 0 || @ && op == Word::Add)\n                    && matches!(op, Word::Add"),
]
# Those that no test can tell from the original, with the reason. They have to survive.
EQUIVALENT = {}


def stages(_):
    return [
        Stage("formula", "formula", ["--skip", "digest"]),
        Stage("formula", "random_terms", environment={"RANDOM_TERMS": "2000"}),
        Stage("machine", "terms"),
        Stage("machine", "machine", ["symbolic"]),
        Stage("explicit", "symbolic", ["programs_have_their_verdicts"]),
        Stage("explicit", "symbolic", ["what_nobody_can_tell"]),
        Stage("explicit", "symbolic_sync"),
        Stage("explicit", "symbolic_random", environment={"SYMBOLIC_PROGRAMS": "150"}),
        Stage("explicit", "symbolic_features"),
        Stage("explicit", "symbolic_threads"),
        Stage("explicit", "symbolic", ["what_is_said"]),
    ]


if __name__ == "__main__":
    names = ("symbolic", "symbolic_random", "symbolic_features", "symbolic_threads", "symbolic_sync", "terms", "random_terms")
    tests = [word for test in names for word in ("--test", test)]
    crates = [word for crate in ("explicit", "machine", "formula") for word in ("-p", f"evercheck-{crate}")]
    main(__doc__, MUTANTS, EQUIVALENT, stages, ["--release", "--locked", "--lib", *crates, *tests])
