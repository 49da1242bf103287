#!/usr/bin/env python3
"""Check series of revisions from scratch and with a store, as the paper on reuse of summaries measures it.

    python3 scripts/regression.py FOLDER [--programs NAME,NAME…] [--expected true|false] [--tasks N --seed K] [--csv OUT] [--out DIR]
                                  [--mode NAME=OPTIONS]… [--settings all,4th,ends] [--evercheck PATH] [--engine NAME]
                                  [--cpu S] [--memory MB] [--minutes M] [--effort] [--patience N] [-- ARGUMENT…]

Below FOLDER are revisions of programs, `PROGRAM.ko_NUMBER.COMMIT.SPEC.cil_true-unreach-call.i` or simply `PROGRAM-vNUMBER.c`
(see `series_of` in corpus.py).  A program with a specification is a series, of which each revision is a task.
`--programs` takes those whose last part (`arkfb` of `drivers--video--arkfb`) is named, `--expected true` the tasks that state
this verdict (of the 4,438 files in sv-benchmarks' c/regression these are the 4,193 tasks and 259 series of the paper),
`--tasks N` whole series in a random order until they have N tasks, before anything is run.

Each series begins with an empty store.  Settings, as in table 2 of the paper: `all` revisions one after the other, every
`4th`, or the first and the last (`ends`).  The first revision of each is no regression task and counts in no saving.
From scratch (mode `off`) each revision is checked once for all settings.  What follows `--` is handed on in all modes.  For
example, the paper's amount of work, and two techniques beside one another:

    python3 scripts/regression.py c/regression --tasks 500 --csv whole.csv --out whole \\
        --expected true --mode auto='--reuse auto' --mode unchecked='--certify off' -- --whole --summaries all

The report (DIR/report.md) has the effort from scratch, tables 1, 2 and 6 of the paper with its numbers beside them, and the tasks
that lost most; DIR/figure7.svg adds processor time up over programs, a line for each mode, DIR/figure8a.svg and
figure8b.svg compare the last two modes by the length of the paths that each program's refinements were of, and by time to find
predicates; DIR/rows.csv has what they are made of.  `--effort` checks from scratch alone.  `--patience N` spends no time on what cannot be compared: tasks that are not solved from scratch are checked in no
other mode, and a series with N of them in a row is left there.  The report counts what was left out.

With --csv a run can be interrupted and goes on where it was: see series.py, also for what is measured.

Exit status: 0; 1 if a verdict is wrong, differs from the one from scratch, or the tool crashed; 2 if the arguments are wrong;
130 if interrupted.
"""

import argparse
import collections
import functools
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plot  # noqa: E402
import series  # noqa: E402
from corpus import find_files, own_words, read_text, series_of  # noqa: E402
from series import OFF, is_solved, pairs_of, saved, table  # noqa: E402
from sv import Task  # noqa: E402

PROPERTY = "unreach-call"
SETTINGS = {
    "all": lambda count: range(count),
    "4th": lambda count: range(0, count, 4),
    "ends": lambda count: sorted({0, count - 1}),
}
PAPER = {  # table 2: saved, tasks, lines changed on average, solved without and with reuse
    "all": ("93.1 %", 3934, 511, 3588, 3804), "4th": ("86.1 %", 898, 1242, 812, 870), "ends": ("80.8 %", 259, 1562, 240, 245),
}
KEPT = [  # of the columns, in rows.csv: all that tables and figures are made of
    "program", "spec", "revision", "setting", "mode", "is_first", "lines", "changed", "outcome", "cpu_s", "cegar_s", "refine_s",
    "queries", "nodes", "refinements", "refuted", "proofs_reused", "known", "asked", "store_bytes",
]
PAPER_STRATEGIES = "precision 73.5 %, summaries 69.5 %, both 84.2 %"  # table 6


class Series:
    def __init__(self, key, paths):
        program, self.spec = key
        self.program = program.split("--")[-1]
        self.tasks = [task_of(path) for path in paths]


def stated_verdict(path):
    """`true`, `false`, or None if the name of the file does not say."""
    found = re.search("(true|false)-" + PROPERTY, os.path.basename(path))
    return found and found[1]


def task_of(path):
    stated = stated_verdict(path)
    return Task(path, [path], stated and stated == "true")


def draw(found, options, parser):
    """The series to check, by name and by chance."""
    if options.programs:
        names = options.programs.split(",")
        missing = set(names) - {one.program for one in found}
        if missing:
            parser.error("no revisions of " + ", ".join(sorted(missing)))
        found = [one for one in found if one.program in names]
    if not options.tasks:
        return found
    drawn = []
    for one in random.Random(options.seed).sample(found, len(found)):
        if sum(len(other.tasks) for other in drawn) < options.tasks:
            drawn.append(one)
    return drawn


def size_of(one):
    """Series are checked in this order, so that --minutes leaves out few."""
    return sum(os.path.getsize(task.path) for task in one.tasks)


@functools.cache
def lines_of(path):
    return read_text(path).count("\n")


@functools.cache
def changed_lines(old, new):
    out = subprocess.run(["diff", "-wB", old, new], capture_output=True).stdout
    return sum(line[:1] in (b"<", b">") for line in out.splitlines())


def check_series(one, rows, options, folder):
    """Runs what is not known of a series, unless it is too late to begin.  Returns whether all is known."""
    count, jobs = len(one.tasks), []  # jobs: (mode, setting, key, indices, store, rows)
    settings = [(name, list(SETTINGS[name](count))) for name in options.settings]
    settings = [(name, indices) for name, indices in settings if len(indices) > 1]
    wanted = [(OFF, "", sorted({index for _, indices in settings for index in indices}))]
    wanted += [(mode, *setting) for mode in options.modes if mode != OFF for setting in settings]
    for mode, setting, indices in wanted:
        key = series.key_of(options, mode, [one.tasks[index] for index in indices], setting, options.patience)
        if mode == OFF:
            scratch = {row["revision"]: row for row in rows.known.get(key, [])}
        if not rows.take(key):
            store = series.fresh(os.path.join(folder, f"{mode}-{setting}"))
            jobs.append((mode, setting, key, indices, store, []))
    if jobs and series.is_late(options):
        return False
    is_whole = False
    try:
        for index, task in enumerate(one.tasks):
            revision = f"{index:03}"
            for mode, setting, key, indices, store, found in jobs:
                if index in indices and is_wanted(mode, revision, scratch, options):
                    row = series.measure(task, task.arguments(PROPERTY), mode, store, options)
                    place = indices.index(index)
                    before = one.tasks[indices[place - 1]].path if place else task.path
                    row.update(key=key, program=one.program, spec=one.spec, revision=revision, setting=setting,
                               is_first=int(place == 0), lines=lines_of(task.path), changed=changed_lines(before, task.path))
                    found.append(row)
                    if mode == OFF:
                        scratch[revision] = row
        is_whole = True
    finally:
        for *_, store, found in jobs:
            series.fresh(store)
            rows.add(found, is_whole)
    return True


def is_wanted(mode, revision, scratch, options):
    """Whether a task is to be checked; `scratch` has the rows from scratch of its series so far."""
    if not options.patience:
        return True
    if mode != OFF:
        return revision in scratch and is_solved(scratch[revision])
    last = list(scratch.values())[-options.patience:]
    return len(last) < options.patience or any(map(is_solved, last))


# --------------------------------------------------------------------- report

def strategies(rows, options):
    """Tables 2 and 6: all tasks by setting, mode and effort."""
    lines = []
    for setting in options.settings:
        paper = "{} saved of {} tasks, {} lines changed on average, {} solved from scratch and {} with reuse".format(*PAPER[setting])
        for mode in options.modes:
            pairs = pairs_of(rows, mode, setting)
            if mode != OFF and pairs:
                changed = sum(row["changed"] for _, row in pairs) / len(pairs)
                lines += [f"### {setting}, mode {mode}", "", f"{changed:.0f} lines changed on average. The paper: {paper}.", ""]
                lines += table(series.COMPARISON, [series.comparison(*part) for part in series.by_effort(pairs)])
    return lines + [f"Table 6 of the paper (artificial revisions): {PAPER_STRATEGIES}.", ""]


def of_all_modes(rows, setting, options, is_wanted=lambda pair: True):
    """By mode: the pairs of the tasks of which every mode has one that is wanted."""
    task_of = lambda pair: (pair[1]["program"], pair[1]["spec"], pair[1]["revision"])
    found = {mode: list(filter(is_wanted, pairs_of(rows, mode, setting))) for mode in options.modes if mode != OFF}
    common = set.intersection(*(set(map(task_of, pairs)) for pairs in found.values()))
    return {mode: [pair for pair in pairs if task_of(pair) in common] for mode, pairs in found.items()}


def overview(rows, options):
    """Tables 2 and 6 in short, over the tasks that were checked in every mode and are solved with and without reuse."""
    lines = []
    for setting in options.settings:
        for mode, pairs in of_all_modes(rows, setting, options).items():
            if not pairs:
                continue
            both = [(off, row) for off, row in pairs if is_solved(off) and is_solved(row)]
            total = lambda column, which, both=both: sum(pair[which][column] for pair in both)
            hard = [pair for pair in both if pair[0]["cpu_s"] >= 0.5]
            cells = [setting, mode, len(both), sum(is_solved(off) for off, _ in pairs) - len(both)]
            cells += [f"{total('cpu_s', 0):.1f} s", f"{total('cpu_s', 1):.1f} s", saved(total("cpu_s", 0), total("cpu_s", 1))]
            cells += [saved(total("cegar_s", 0), total("cegar_s", 1)), series.median_saved(both), len(hard)]
            cells += [saved(total("cpu_s", 0, hard), total("cpu_s", 1, hard)), f"{total('queries', 0):,}", f"{total('queries', 1):,}"]
            lines.append(cells + [sum(series.is_slower(*pair) for pair in both), PAPER[setting][0]])
    head = ["setting", "mode", "tasks", "lost", "from scratch", "with reuse", "saved", "of the search", "median", "from 0.5 s on"]
    return table(head + ["saved of these", "queries", "with reuse", "5 % and 100 ms slower", "paper"], lines)


def by_series(rows, mode, setting):
    """Table 1: each program with each specification."""
    groups = collections.defaultdict(list)
    firsts = {(row["program"], row["spec"]): row for row in reversed(rows) if row["mode"] == OFF}
    for off, row in pairs_of(rows, mode, setting):
        groups[row["program"], row["spec"]].append((off, row))
    lines = []
    for key, pairs in groups.items():
        both = [(off, row) for off, row in pairs if is_solved(off) and is_solved(row)]
        total = lambda column, which: sum(pair[which][column] for pair in both)
        cells = [*key, firsts[key]["lines"], len(pairs), f"{firsts[key]['cpu_s']:.2f}"]
        for which in (0, 1):
            cells += [sum(is_solved(pair[which]) for pair in pairs), f"{total('nodes', which):,}", f"{total('queries', which):,}",
                      f"{total('cpu_s', which):.2f}"]
        cells += [saved(total("cpu_s", 0), total("cpu_s", 1)), f"{max(row['store_bytes'] for _, row in pairs) / 1024:.1f}"]
        lines.append((1 - total("cpu_s", 1) / (total("cpu_s", 0) or 1), cells))
    lines.sort(key=lambda line: -line[0])
    head = ["program", "spec", "lines", "tasks", "first, s", "solved", "nodes", "queries", "CPU, s"]
    head += ["solved with store", "nodes", "queries", "CPU, s", "saved", "store, KB"]
    if len(lines) > 50:  # as the paper has it
        lines = lines[:40] + lines[-10:]
    return table(head, [cells for _, cells in lines])


def figures(rows, options):
    """Figures 7 and 8 of the paper."""
    def of_program(mode, column, which):
        sums = collections.Counter()
        for pair in pairs_of(rows, mode, options.settings[0]):
            if all(map(is_solved, pair)):
                sums[pair[1]["program"]] += pair[which][column]
        return sums

    def adding_up(mode, column, which):
        points, total = [(0, 0)], 0
        for value in sorted(of_program(mode, column, which).values()):
            total += value
            points.append((len(points), total))
        return points

    modes = [mode for mode in options.modes if mode != OFF]
    curves = [plot.Curve("from scratch", adding_up(modes[0], "cpu_s", 0))]
    curves += [plot.Curve(mode, adding_up(mode, "cpu_s", 1)) for mode in modes]
    path = functools.partial(os.path.join, options.out)
    plot.draw(path("figure7.svg"), curves, "programs", "seconds of the processor", "Processor time, added up over programs")
    one, other = [OFF, *modes][-2:]
    get = lambda mode, column: of_program(modes[0], column, 0) if mode == OFF else of_program(mode, column, 1)
    xs, ys = get(one, "refuted"), get(other, "refuted")
    points = [(max(1, xs[name]), max(1, ys[name])) for name in xs]
    plot.draw(path("figure8a.svg"), [plot.Curve("", points, "points")], f"{one}: steps", f"{other}: steps",
              "Steps of the paths that were refuted, of each program", logarithmic="xy", diagonal=True)
    curves = [plot.Curve(mode, adding_up(modes[0] if mode == OFF else mode, "refine_s", int(mode != OFF))) for mode in (one, other)]
    plot.draw(path("figure8b.svg"), curves, "programs", "seconds of the processor", "Time to find predicates, added up over programs")


def refinements(rows, options):
    """What figure 8 of the paper is about, in all: over the tasks that every mode solves."""
    found = of_all_modes(rows, options.settings[0], options, lambda pair: all(map(is_solved, pair)))
    chosen = {mode: [row for _, row in pairs] for mode, pairs in found.items()}
    lines = []
    for mode, of_mode in {OFF: [off for off, _ in next(iter(found.values()))], **chosen}.items():
        total = lambda column, of_mode=of_mode: sum(row[column] for row in of_mode)
        lines.append([mode, len(of_mode), f"{total('refinements'):,}", f"{total('refuted'):,}", f"{total('refine_s'):.2f} s"])
    return table(["mode", "tasks", "refinements", "steps of their paths", "time to find predicates"], lines)


def left_out(rows, drawn, options):
    """What --patience and --minutes left out of the draw."""
    scratch = [row for row in rows if row["mode"] == OFF]
    whole = sum(len({index for name in options.settings for index in SETTINGS[name](len(one.tasks))}) for one in drawn)
    text = f"Drawn: {whole} tasks of {len(drawn)} series; {whole - len(scratch)} of them were not checked"
    if options.patience:
        text += f", and {sum(not is_solved(row) for row in scratch)} only from scratch, where they are not solved"
    return [text + ".", ""]


def report(rows, drawn, options):
    lines = series.heading("Revisions from scratch and with a store", rows, options) + left_out(rows, drawn, options)
    modes = [mode for mode in options.modes if mode != OFF]
    if modes:
        lines += ["## Saved (tables 2 and 6)", "", *overview(rows, options), *strategies(rows, options)]
        lines += ["## Refinements (figure 8)", "", *refinements(rows, options)]
    for mode in modes:
        lines += [f"## Each series, mode {mode} (table 1)", "", *by_series(rows, mode, options.settings[0])]
        lines += [f"## What lost most, mode {mode}", "", *series.worst(pairs_of(rows, mode))]
    series.write(lines, options)
    if options.out and modes and rows:
        figures(rows, options)
        series.write_rows(rows, KEPT, os.path.join(options.out, "rows.csv"))


def main():
    words, rest = own_words(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--programs", metavar="NAME,…", help="only these")
    parser.add_argument("--expected", choices=["true", "false"], help="only tasks that state this verdict")
    parser.add_argument("--tasks", type=int, metavar="N", help="draw series until they have N tasks")
    parser.add_argument("--settings", default="all", metavar="NAME,…", help="all, 4th, ends")
    parser.add_argument("--patience", type=int, metavar="N", help="leave a series after N unsolved tasks; compare only solved ones")
    parser.add_argument("--effort", action="store_true", help="from scratch only")
    series.add_arguments(parser)
    options = parser.parse_args(words)
    options.settings = options.settings.split(",")
    if not os.path.isdir(options.folder):
        parser.error("not a folder: " + options.folder)
    if not set(options.settings) <= set(SETTINGS):
        parser.error("--settings: expected some of " + ", ".join(SETTINGS))
    series.prepare(options, parser, rest)
    if options.effort:
        options.modes = {OFF: options.modes[OFF]}
    if options.out:
        os.makedirs(options.out, exist_ok=True)
    paths = [path for path in find_files(options.folder) if options.expected in (None, stated_verdict(path))]
    found = [Series(key, of_key) for key, of_key in series_of(paths).items()]
    rows, drawn = series.Rows(options.csv), sorted(draw(found, options, parser), key=size_of)
    with tempfile.TemporaryDirectory(prefix="evercheck-series-") as folder:
        check_one = lambda one: check_series(one, rows, options, folder)
        is_done = series.for_each(drawn, check_one, lambda one: f"{one.program} {one.spec}, {len(one.tasks)} tasks", options)
    report(rows.rows, drawn, options)

    def before(row):
        same = lambda other: all(other[name] == row[name] for name in ("program", "spec", "mode", "setting"))
        return [other for other in rows.rows if same(other) and other["revision"] < row["revision"]]

    return int(series.shout(rows.rows, options, before)) if is_done else 130


if __name__ == "__main__":
    sys.exit(main())
