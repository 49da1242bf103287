#!/usr/bin/env python3
"""Edit solved verification tasks a little, and check the edited ones from scratch and with the store of the original.

    python3 scripts/edits.py FOLDER --from OUT… [--list] [--least S --queries N] [--limit N --seed K] [--tries N]
                             [--csv OUT] [--out DIR] [--mode NAME=OPTIONS]… [--evercheck PATH] [--engine NAME]
                             [--cpu S] [--memory MB] [--minutes M] [-- ARGUMENT…]

OUT is what scripts/sv.py wrote (`--json`) of tasks below FOLDER: taken are those that it has as solved in at least S seconds
of the processor (1; of the clock where OUT does not say) or with at least N queries (100), where there is something to
save.  `--list` names them and runs nothing, `--limit N` takes some by chance.

Each is checked as it is, with an empty store, and then with each of these edits, with a copy of that store:

    neutral    rename (a local), reorder (two declarations), move (a function to the end), log (a printf)
    local      constant (one more), guard (a comparison in a condition)
    interface  parameter (one more, of a function and all its calls)
    bug        a condition negated so that the verdict is false; up to --tries are tried, from scratch

Edits are made in the text, at places that the seed chooses; what gcc does not accept is not taken.  Not every program has
a place for each.  Neutral edits and interfaces keep the verdict; of the others the run from scratch tells it.

The report has what was saved by kind of edit, beside the paper's 84.2 % of artificial revisions (table 3), the median,
runs that are more than 5 % and 100 ms slower, and the tasks that lost most.  Edits of a task that is not solved here as it is, of
which there is no proof, are a row of their own.  The programs are kept in DIR/programs.
Modes, rows and how an interrupted run goes on: see series.py.

Exit status: 0; 1 if a verdict is wrong, differs from the one from scratch, or the tool crashed; 2 if the arguments are wrong;
130 if interrupted.
"""

import argparse
import json
import os
import random
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import edit_text  # noqa: E402
import series  # noqa: E402
from corpus import declared_bits, own_words, read_text, run  # noqa: E402
from edit_text import EDITS, Program  # noqa: E402
from series import OFF, is_solved, pairs_of, table  # noqa: E402
from sv import Task, stated_task  # noqa: E402

PROPERTY = "unreach-call"
KINDS = {
    "rename": "neutral", "reorder": "neutral", "move": "neutral", "log": "neutral",
    "constant": "local", "guard": "local", "parameter": "interface", "bug": "bug",
}
SAME_VERDICT = ("neutral", "interface")
ATTEMPTS = 30  # places to try for an edit


class Edited:
    """A task, and where its edited texts are."""

    def __init__(self, path, folder, options):
        self.name = os.path.splitext(os.path.relpath(path, options.folder))[0]
        self.task = stated_task(path, PROPERTY)
        [source] = self.task.files
        self.text, self.file = read_text(source), os.path.basename(source)
        self.flags = ["-m32"] * (declared_bits(os.path.dirname(os.path.abspath(path))) == 32)
        self.folder, self.options = os.path.join(folder, self.name), options

    def written(self, edit, text, expected):
        """The edited text as a task of its own."""
        folder = os.path.join(self.folder, edit)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, self.file)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return Task(path, [path], expected, self.task.prp)

    def arguments(self, task):
        return ["--property", task.prp, *self.flags, task.path]

    def texts(self, edit):
        """The edited texts that gcc accepts, as tasks; each replaces the one before."""
        chance = random.Random(f"{self.options.seed} {self.name} {edit}")
        expected = self.task.expected if KINDS[edit] in SAME_VERDICT else None
        for attempt, text in enumerate(EDITS[edit](Program(self.text), chance)):
            if attempt == ATTEMPTS:
                return
            if text != self.text:
                task = self.written(edit, text, expected)
                gcc = run(["gcc", "-fsyntax-only", "-w", "-std=gnu11", *self.flags, task.path], 60, 4096)
                if gcc is None:
                    raise KeyboardInterrupt
                if gcc.code == 0:
                    yield task
                os.remove(task.path)


def check(edited, rows, options, folder):
    """The original in all modes, and each edit with what that left in the store.  False if it is too late to begin."""
    original = edited.written("original", edited.text, edited.task.expected)
    key = series.key_of(options, OFF, [original], options.modes, options.seed, options.tries, read_text(edit_text.__file__))
    if rows.take(key):
        return True
    if series.is_late(options):
        return False
    found = []

    def measure(task, edit, mode, store):
        row = series.measure(task, edited.arguments(task), mode, store, options)
        row.update(key=key, program=edited.name, spec="", revision=edit, setting=KINDS.get(edit, edit), is_first=int(edit == "original"),
                   lines=edited.text.count("\n"), changed=0)
        return row

    stores = {mode: series.fresh(os.path.join(folder, mode)) for mode in options.modes}
    is_whole = False
    try:
        for mode, store in stores.items():
            found.append(measure(original, "original", mode, store))
        for edit in EDITS:
            if edit == "bug" and not edited.task.expected:
                continue
            for _, task in zip(range(options.tries if edit == "bug" else 1), edited.texts(edit)):
                row = measure(task, edit, OFF, stores[OFF])
                if edit == "bug" and not row["verdict"].startswith("false"):
                    continue
                found.append(row)
                for mode, store in stores.items():
                    if mode != OFF:
                        copy = series.fresh(os.path.join(folder, "copy"))
                        if os.path.isdir(store):
                            shutil.copytree(store, copy)
                        found.append(measure(task, edit, mode, copy))
                break
        is_whole = True
    finally:
        rows.add(found, is_whole)
    return True


# ----------------------------------------------------------- choosing, telling

def hard_tasks(options):
    """{path of a task: (seconds, queries)} of the solved ones where there is something to save; the harder run of each."""
    found = {}
    for out in options.results:
        for line in read_text(out).splitlines():
            row = json.loads(line)
            seconds = row.get("cpu", row["seconds"])
            queries = sum(phase["queries"] for phase in row.get("phases") or [])
            path = os.path.join(options.folder, row["task"])
            if row["outcome"] == "solved" and (seconds >= options.least or queries >= options.queries) and os.path.isfile(path):
                found[path] = max(found.get(path, (0, 0)), (seconds, queries))
    return dict(sorted(found.items()))


def report(rows, options):
    lines = series.heading("Edits from scratch and with the store of the original", rows, options)
    for mode in options.modes:
        pairs = pairs_of(rows, mode)
        if mode == OFF or not pairs:
            continue
        lines += [f"## Saved, mode {mode} (table 3: 84.2 % of 2,130 artificial revisions)", ""]
        first = {row["program"]: row for row in rows if row["is_first"] and row["mode"] == mode}
        lost = [pair for pair in pairs if not is_solved(first[pair[1]["program"]])]
        every, pairs = pairs, [pair for pair in pairs if is_solved(first[pair[1]["program"]])]
        proved = [pair for pair in pairs if first[pair[1]["program"]]["verdict"] == "true"]
        small = [pair for pair in proved if pair[1]["setting"] in ("neutral", "local")]
        groups = [("all", pairs), ("of an original that is true", proved), ("– neutral and local", small)]
        for kind in dict.fromkeys(KINDS.values()):
            groups.append((kind, [pair for pair in pairs if pair[1]["setting"] == kind]))
            edits = [edit for edit in EDITS if KINDS[edit] == kind and edit != kind]
            groups += [("– " + edit, [pair for pair in pairs if pair[1]["revision"] == edit]) for edit in edits]
        groups += [("of an original that is not solved", lost)] * bool(lost)
        head = series.COMPARISON + ["saved, median", "slower"]
        lines += table(head, [series.comparison(*group) + spread(group[1]) for group in groups])
        lines += [f"## What lost most, mode {mode}", "", *series.worst(every)]
    series.write(lines, options)


def spread(pairs):
    """The median of what is saved, and how many runs are more than 5 % and 100 ms slower."""
    both = [(off, row) for off, row in pairs if is_solved(off) and is_solved(row)]
    return [series.median_saved(both), sum(series.is_slower(*pair) for pair in both)]


def main():
    words, rest = own_words(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--from", dest="results", action="append", required=True, metavar="OUT", help="what sv.py wrote")
    parser.add_argument("--list", action="store_true", help="name the tasks and run nothing")
    parser.add_argument("--least", type=float, default=1, metavar="S", help="seconds that a task takes at least")
    parser.add_argument("--queries", type=int, default=100, metavar="N", help="or queries")
    parser.add_argument("--limit", type=int, metavar="N", help="tasks to take by chance")
    parser.add_argument("--tries", type=int, default=4, metavar="N", help="places for a bug")
    series.add_arguments(parser)
    options = parser.parse_args(words)
    tasks = hard_tasks(options)
    if options.list:
        print("\n".join(table(["task", "seconds", "queries"], [
            [os.path.relpath(path, options.folder), f"{seconds:.2f}", queries] for path, (seconds, queries) in tasks.items()])))
        return 0
    series.prepare(options, parser, rest)
    paths = list(tasks)
    if options.limit and len(paths) > options.limit:
        paths = random.Random(options.seed).sample(paths, options.limit)
    rows = series.Rows(options.csv)
    with tempfile.TemporaryDirectory(prefix="evercheck-edits-") as folder:
        programs = os.path.join(options.out or folder, "programs")
        os.makedirs(programs, exist_ok=True)
        check_one = lambda path: check(Edited(path, programs, options), rows, options, folder)
        is_done = series.for_each(paths, check_one, lambda path: os.path.relpath(path, options.folder), options)
    report(rows.rows, options)

    def before(row):
        same = lambda other: other["program"] == row["program"] and other["mode"] == row["mode"]
        return [other for other in rows.rows if same(other) and other["is_first"] and other is not row]

    return int(series.shout(rows.rows, options, before)) if is_done else 130


if __name__ == "__main__":
    sys.exit(main())
