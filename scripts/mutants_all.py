#!/usr/bin/env python3
"""Runs all mutants that `cargo mutants` lists with one build: a build for each would take days.

All are put into one copy of the sources: beside a function of which there are mutants comes one function for each of them,
and it becomes a choice between these. What does not compile is left out. Then the tests run in stages, the quick ones first,
and each stage only for those that lived until then. Results go to FOLDER/results.jsonl as they come, and what is there
already does not run again.

usage: mutants_all.py FOLDER LIST [NUMBER...]   LIST is what `cargo mutants --list --json -f FILE...` says

Not done: functions with an `impl` inside their result that is not at its front (see PATCHES), and constants. They are named.
"""

import collections
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutant_runner  # noqa: E402
from mutant_runner import ROOT, Stage, cargo, programs  # noqa: E402

# What stands in the way of a choice between functions: results of several types.
PATCHES = {
    "Option<Facts<'_, impl Iterator<Item = (usize, u32)>>>": "Option<Facts<'_, Box<dyn Iterator<Item = (usize, u32)> + '_>>>",
    "Some(Facts { kind: known, speaks, is_clean, edges })": "Some(Facts { kind: known, speaks, is_clean, edges: Box::new(edges) })",
}
# Tests that take longer than all others together.
SLOW = ["what_an_interrupted_run", "damage_", "what_is_damaged", "a_violation_near_the_start"]
SKIP = [word for slow in [*SLOW, "fuzz_"] for word in ("--skip", slow)]
# The mutants that a stage is for, and the stage.
STAGES = [
    ("change/", Stage("explicit", "change")),
    ("", Stage("explicit", "revisions", SKIP)),
    ("change/", Stage("explicit", "names")),
    ("change/", Stage("explicit", "diff")),
    ("change/", Stage("evercheck", "cli", ["diff::"])),
    ("", Stage("explicit", "parts")),
    ("", Stage("explicit", "revisions", ["fuzz_"], {"REVISIONS": "0..20"})),
    ("", Stage("explicit", "revisions", SLOW)),
    ("", Stage("evercheck", "cli", ["reuse::"])),
    ("", Stage("explicit", "revisions", ["fuzz_"], {"REVISIONS": "20..50"})),
]


def split(text, at):
    """The parameters that begin at a parenthesis, and where they end."""
    depth, found, last = 0, [], at + 1
    while True:
        here = text[at]
        depth += (here in "([{<") - (here in ")]}" or here == ">" and text[at - 1] not in "-=")
        if (here == "," and depth == 1) or not depth:
            found.append(text[last:at].strip())
            last = at + 1
        if not depth:
            return [it for it in found if it], at + 1
        at += 1


class Function:
    """A function of a file, of which there are mutants."""

    def __init__(self, text, start, end):
        line = re.compile(r"^\s*(?:pub(?:\(\w+\))? )?fn\s", re.M).search(text, text.rfind("\n", 0, start) + 1)
        self.name = re.compile(r"\bfn\s+(\w+)").search(text, line.start())
        at = self.name.end()
        if text[at] == "<":
            at = split(text, at)[1]
        self.generics, (self.parameters, at) = text[self.name.end() : at], split(text, at)
        depth, self.body = 0, at
        while text[self.body] != "{" or depth:
            depth += (text[self.body] in "([") - (text[self.body] in ")]")
            self.body += 1
        self.start, self.end, self.result = self.name.start(), end, text[at : self.body]
        above = re.findall(r"^(?:impl|mod|pub|fn|struct|trait)\b.*", text[: self.start], re.M)
        is_inner = text[text.rfind("\n", 0, self.start) + 1] == " "
        self.is_method = is_inner and above[-1].startswith("impl")
        self.is_of_trait = self.is_method and re.search(r"\bfor [\w<>'_, ]+ \{", above[-1])
        self.is_known = not is_inner or self.is_method

    def head(self, name, parameters):
        return f"fn {name}{self.generics}({', '.join(parameters)}){self.result}"

    def choice(self, text, bodies):
        """The function as a choice between others, and these others, by number."""
        name, own, values = self.name.group(1), [], []
        for index, it in enumerate(self.parameters):
            is_self = re.fullmatch(r"(&\s*('\w+\s+)?)?(mut )?self", it)
            if is_self:
                own.append("self" if it == "mut self" else it)
            else:
                own.append(f"a{index}: " + re.split(r"(?<!:):(?!:)", it, maxsplit=1)[1])
                values.append(f"a{index}")
        is_self = len(values) < len(own)
        place = "self." if is_self else "Self::" if self.is_method else ""
        is_iterator = self.result.strip().startswith("-> impl Iterator")
        wrap = "Box::new(%s)" if is_iterator else "%s"
        call = lambda number: wrap % f"{place}{name}_m{number}({', '.join(values)})"
        arms = "".join(f"{number} => {call(number)}, " for number in bodies if number)
        chosen = f"match cfa::mutants::number() {{ {arms}_ => {call(0)} }}"
        if is_iterator:
            chosen = f"let it: Box<dyn Iterator<Item = _> + '_> = {chosen}; it"
        others = "".join(
            f"\n/*M{number}*/ #[allow(warnings)] {self.head(name + '_m' + str(number), self.parameters)} {body}" for number, body in bodies.items()
        )
        return f"{self.head(name, own)} {{ {chosen} }}{others} /*M0*/"

    def inline(self, bodies):
        """The function with all bodies inside."""
        chosen = "".join(f"if cfa::mutants::number() == {number} /*M{number}*/ {body} else " for number, body in bodies.items() if number)
        return f"{self.head(self.name.group(1), self.parameters)} {{ {chosen} /*M0*/ {bodies[0]} }}"


def mutated(text, mutants):
    """A file with its mutants, and the numbers of those that it could not be given."""
    lines = [0]
    for line in text.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    span = lambda it: [lines[end["line"] - 1] + end["column"] - 1 for end in (it["start"], it["end"])]
    functions, left = {}, []
    for number, mutant in mutants:
        if mutant["function"] is None:
            left.append(number)
        else:
            functions.setdefault(tuple(span(mutant["function"]["span"])), []).append((number, mutant))
    for (start, end), here in sorted(functions.items(), reverse=True):
        function = Function(text, start, end)
        bodies = {0: text[function.body : end]}
        for number, mutant in here:
            (a, b), new = span(mutant["span"]), mutant["replacement"]
            is_value = mutant["genre"] == "FnValue"
            bodies[number] = "{ %s }" % new if is_value else text[function.body : a] + new + text[b:end]
        is_apart = function.is_known and not function.is_of_trait
        text = text[: function.start] + (function.choice(text, bodies) if is_apart else function.inline(bodies)) + text[end:]
    for old, new in PATCHES.items():
        text = text.replace(old, new)
    return text, left


def copy(tree, mutants, chosen):
    by_file, texts, left = {}, {}, []
    for number in chosen:
        by_file.setdefault(ROOT / mutants[number - 1]["file"], []).append((number, mutants[number - 1]))
    for path, here in by_file.items():
        texts[path], missing = mutated(path.read_text(), here)
        left += missing
    mutant_runner.copy(tree, texts)
    return left


def broken(tree, messages):
    """The mutants at which the compiler finds errors."""
    found = set()
    for message in messages:
        if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
            for span in message["message"]["spans"]:
                before = (tree / span["file_name"]).read_bytes()[: span["byte_start"]].decode()
                found |= {int(number) for number in re.findall(r"/\*M(\d+)\*/", before)[-1:] if span["is_primary"]}
    return found - {0}


def built(folder, mutants, chosen):
    """The tests with all mutants that compile; these; and those that are left out."""
    tree = folder / "tree"
    check = ["check", "--keep-going", "-p", "evercheck-change", "-p", "evercheck-machine", "-p", "evercheck-explicit"]
    test = ["test", "-p", "evercheck-change", "-p", "evercheck-explicit", "-p", "evercheck", "--tests", "--no-run"]
    steps = [check, test]
    while steps:
        left = copy(tree, mutants, chosen)
        done, messages = cargo(folder, *steps[0])
        new = broken(tree, messages)
        if done.returncode and not new:
            sys.exit(done.stderr)
        chosen = chosen - new
        if not new:
            steps.pop(0)
    return programs(messages), chosen - set(left), left


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, mutants = pathlib.Path(sys.argv[1]).resolve(), json.loads(pathlib.Path(sys.argv[2]).read_text())
    chosen = {int(it) for it in sys.argv[3:]} or set(range(1, len(mutants) + 1))
    tests, compiled, left = built(folder, mutants, chosen)
    print(f"{len(chosen)} mutants, {len(chosen - compiled) - len(left)} do not compile, {len(left)} are left out:")
    for number in left:
        print(f"  {number} {mutants[number - 1]['name']}")
    known = stages(folder, mutants, tests, sorted(compiled))
    for number in chosen - compiled - set(left):
        known[mutants[number - 1]["name"]] = [{"verdict": "does not compile"}]
    verdicts = collections.Counter((mutants[n - 1]["file"], known[mutants[n - 1]["name"]][-1]["verdict"]) for n in chosen - set(left))
    for (file, verdict), count in sorted(verdicts.items()):
        print(f"{file}: {count} {verdict}")


def stages(folder, mutants, tests, numbers):
    """Runs what has not run yet; results by name."""
    results, known = folder / "results.jsonl", collections.defaultdict(list)
    if results.exists():
        for it in map(json.loads, results.read_text().splitlines()):
            known[it["name"]].append(it)
    with results.open("a") as out:
        for number, (part, stage) in enumerate(STAGES):
            stage.arguments = ["--test-threads=1", *stage.arguments]
            verdict, why, seconds = mutant_runner.run(folder, tests, stage, 0, 1000)
            if verdict != "SURVIVED":
                sys.exit(f"stage {number} fails without a mutant: {why}")
            print(f"stage {number}, {stage.test} {' '.join(stage.arguments)} {stage.environment}: {seconds:.1f} s", flush=True)
            for mutant in numbers:
                name, file = mutants[mutant - 1]["name"], mutants[mutant - 1]["file"]
                is_done = any(it["verdict"] != "SURVIVED" or it["stage"] == number for it in known[name])
                if part in file and not is_done:
                    verdict, why, took = mutant_runner.run(folder, tests, stage, mutant, 3 + int(4 * seconds))
                    known[name].append({"name": name, "stage": number, "verdict": verdict, "why": why, "seconds": round(took, 1)})
                    print(json.dumps(known[name][-1]), file=out, flush=True)
    return known


if __name__ == "__main__":
    main()
