"""Check revisions of programs one after the other, from scratch and with a store, and compare.

What scripts/regression.py and scripts/edits.py share: a mode is a name for options of the tool, and `off`, from scratch, is
always one of them.  Each run is a row of a CSV file.  The runs of one revision in all modes follow one another, so that what
disturbs one disturbs the others.

Time is processor time, user and system, of evercheck and its preprocessor, and so is the limit: other work on the machine
disturbs it least.  The phases that the tool tells are in seconds of the clock: `cegar_s` is the share of the phases
of the search and of checking its proof in all phases, of the processor time; `refine_s` that of finding predicates alone.

Rows are written when all revisions of a series are done in a mode, since a store cannot be had again.  A series that is in
the file, of the same binary, texts, options and limits, is not run again.  Rows of one that was interrupted have no key:
they are in the report of that run, and of no other.
"""

import csv
import hashlib
import io
import json
import os
import shlex
import shutil
import signal
import statistics
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import STOP, run  # noqa: E402
from sv import SEVERE, find_binary, outcome_of, report_of  # noqa: E402

OFF = "off"
FROM_SCRATCH = ["--reuse", "off", "--no-record"]
COLUMNS = {  # and what a text in the CSV file is read as
    "key": str, "program": str, "spec": str, "revision": str, "setting": str, "mode": str,
    "lines": int, "changed": int, "is_first": int, "expected": str, "verdict": str, "outcome": str,
    "cpu_s": float, "cegar_s": float, "refine_s": float, "wall_s": float, "rss_mb": int,
    "queries": int, "steps": int, "nodes": int, "refinements": int, "refuted": int, "proofs_reused": int, "repaired": int,
    "plain": int, "known": int, "asked": int, "store_bytes": int, "path": str, "arguments": str,
}
FLOOR = {"reading", "regions", "blocks", "replay"}  # phases that every run has, whatever it knows
REFINING = {"feasibility", "tracking", "spacer", "interpolants", "preconditions"}


def add_arguments(parser):
    parser.add_argument("--evercheck", default="target/release/evercheck", metavar="PATH")
    parser.add_argument("--engine", default="predicate", metavar="NAME", help="handed on to the tool")
    parser.add_argument("--mode", action="append", default=[], metavar="NAME=OPTIONS",
                        help="options to compare with a run from scratch; may be repeated (default: auto='--reuse auto')")
    parser.add_argument("--cpu", type=int, default=60, metavar="S", help="seconds of the processor for each run")
    parser.add_argument("--memory", type=int, default=4000, metavar="MB", help="memory for each run")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no series after this long; with 0, report what --csv has")
    parser.add_argument("--seed", type=int, default=1, metavar="K")
    parser.add_argument("--csv", metavar="OUT", help="rows, a run each; what is there already is not run again")
    parser.add_argument("--out", metavar="DIR", help="write the report and the figures there instead of printing the report")


def prepare(options, parser, rest):
    """What is to be known of the options before anything is run."""
    find_binary(options, parser)
    options.range = None
    options.timeout = 20 * options.cpu + 20  # of the clock, and only for what does not end by itself
    options.arguments = ["check", "--format", "json", "--engine", options.engine, "--cpu-limit", f"{options.cpu}s",
                         "--memory-limit", f"{options.memory}MB", *rest]
    options.deadline = float("inf") if options.minutes is None else time.monotonic() + 60 * options.minutes
    options.modes = {OFF: FROM_SCRATCH}
    for text in options.mode or ["auto=--reuse auto"]:
        name, equals, words = text.partition("=")
        if not equals or not name or name == OFF:
            parser.error(f"--mode {text!r}: expected NAME=OPTIONS, and {OFF} is there already")
        options.modes[name] = shlex.split(words)
    for number in (signal.SIGINT, signal.SIGTERM):  # the run that is under way is killed
        signal.signal(number, lambda *_: STOP.set())


class Rows:
    """The CSV file: the rows that were there, and those that are added."""

    def __init__(self, path):
        self.rows, self.known, self.file = [], {}, None
        if path and os.path.exists(path):
            with open(path, newline="", encoding="utf-8") as file:
                reader = csv.DictReader(file)
                if reader.fieldnames and reader.fieldnames != list(COLUMNS):
                    sys.exit(f"{path}: has other columns")
                for row in filter(lambda row: row["key"], reader):
                    row = {name: kind(row[name] or 0) if kind is not str else row[name] for name, kind in COLUMNS.items()}
                    self.known.setdefault(row["key"], []).append(row)
        if path:
            self.file = open(path, "a", newline="", encoding="utf-8")
            if not os.path.getsize(path):
                self.write([dict(zip(COLUMNS, COLUMNS))])

    def take(self, key):
        """Whether the file has the series; its rows then count."""
        self.rows += self.known.get(key, [])
        return key in self.known

    def add(self, rows, is_whole=True):
        rows = [row if is_whole else dict(row, key="") for row in rows]
        self.rows += rows
        if self.file:
            self.write(rows)

    def write(self, rows):
        """At once: of a series all rows are in the file, or none."""
        text = io.StringIO(newline="")
        csv.DictWriter(text, COLUMNS).writerows(rows)
        os.write(self.file.fileno(), text.getvalue().encode())


def key_of(options, mode, tasks, *more):
    """What the rows of a series depend on."""
    parts = [options.binary, options.arguments, options.modes[mode], [task.content() for task in tasks], *more]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def command_of(arguments, mode, store, options):
    command = [*options.arguments, *options.modes[mode], *arguments]
    return command if "--no-record" in options.modes[mode] else command[:1] + ["--store", store] + command[1:]


def measure(task, arguments, mode, store, options):
    """The row of one run, without what the caller knows."""
    command = command_of(arguments, mode, store, options)
    ran = run([options.evercheck, *command], options.timeout, 2 * options.memory, keep_stdout=True)
    if ran is None:
        raise KeyboardInterrupt
    report = report_of(ran)
    verdict, stats = report.get("verdict", ""), report.get("stats", {})
    obligations = stats.get("obligations") or {}
    phases = {phase["name"]: phase["s"] for phase in stats.get("phases") or []}
    told = sum(phases.values()) or 1
    share = lambda names: round(ran.cpu * sum(phases[name] for name in names) / told, 4)
    return {
        "mode": mode, "expected": task.expected, "verdict": verdict, "outcome": judged(ran, verdict, task, options),
        "cpu_s": round(ran.cpu, 4), "cegar_s": share(phases.keys() - FLOOR), "refine_s": share(phases.keys() & REFINING),
        "wall_s": round(ran.seconds, 2), "rss_mb": ran.rss_mb,
        "queries": stats.get("smt_queries") or 0, "steps": stats.get("solver_steps") or 0, "nodes": stats.get("nodes") or 0,
        "refinements": stats.get("refinements") or 0, "refuted": stats.get("refuted_steps") or 0,
        "proofs_reused": stats.get("proofs_reused") or 0, "repaired": stats.get("proofs_repaired") or 0,
        "plain": obligations.get("plain", 0), "known": obligations.get("known", 0), "asked": obligations.get("asked", 0),
        "store_bytes": size_of(store), "path": task.path, "arguments": json.dumps(arguments),
    }


def judged(ran, verdict, task, options):
    """As sv.py judges it; where nothing is expected, what is decided is solved."""
    outcome = outcome_of(ran, verdict, task, options)
    return "solved" if task.expected is None and outcome == "WRONG" else outcome


def size_of(folder):
    files = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
    return sum(os.path.getsize(path) for path in files)


def fresh(folder):
    """An empty folder that is not there yet: the tool makes its stores itself."""
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def is_late(options):
    return time.monotonic() > options.deadline


def for_each(items, check, name, options):
    """Checks them one after the other; `check` returns whether it did.  False if interrupted."""
    late = 0
    for number, item in enumerate(items):
        try:
            is_done = check(item)
        except KeyboardInterrupt:
            return False
        late += not is_done
        if is_done:
            print(f"{number + 1}/{len(items)} {name(item)}", file=sys.stderr, flush=True)
    if late:
        print(f"{late} of {len(items)} not begun", file=sys.stderr)
    return True


# ------------------------------------------------------------------ comparing

def is_solved(row):
    return row["outcome"] == "solved"


def pairs_of(rows, mode, setting=None):
    """(row from scratch, row of the mode) of each task that the mode was given something of an earlier one for."""
    scratch = {(row["program"], row["spec"], row["revision"]): row for row in rows if row["mode"] == OFF}
    found = []
    for row in rows:
        off = scratch.get((row["program"], row["spec"], row["revision"]))
        if row["mode"] == mode and setting in (None, row["setting"]) and not row["is_first"] and off:
            found.append((off, row))
    return found


def suspects(rows):
    """Rows that a wrong verdict, a crash or a difference to the run from scratch makes suspicious, with why."""
    found = [(row, row["outcome"]) for row in rows if row["outcome"] in SEVERE]
    scratch = {(row["program"], row["spec"], row["revision"]): row for row in rows if row["mode"] == OFF}
    for row in rows:
        off = scratch.get((row["program"], row["spec"], row["revision"]))
        if off and is_solved(off) and is_solved(row) and off["verdict"] != row["verdict"]:
            found.append((row, f"DIFFERS: {off['verdict']} from scratch"))
    return found


def shout(rows, options, before):
    """Prints what is suspicious, with the commands that show it again.  Returns whether anything is.

    `before(row)` are the rows of the runs whose store the run of a row had.
    """
    found = suspects(rows)
    for row, why in found:
        print(f"!!! {why}: {row['verdict']} of {row['path']}, mode {row['mode']} {row['setting']}", file=sys.stderr)
        earlier = [] if row["mode"] == OFF else before(row)
        for run_before in [*earlier, row]:
            command = command_of(json.loads(run_before["arguments"]), row["mode"], "STORE", options)
            print(f"!!!   {shlex.join([options.evercheck, *command])}", file=sys.stderr)
    return bool(found)


def saved(off, now):
    """How much less `now` is, in percent."""
    return f"{100 * (1 - now / off):.1f} %" if off else ""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows] + [""]


def median_saved(both):
    """The median of what each of some pairs saves."""
    return f"{100 * statistics.median(1 - row['cpu_s'] / off['cpu_s'] for off, row in both):.1f} %" if both else ""


def is_slower(off, row):
    """By more than 5 %, and by more than what nobody notices."""
    return row["cpu_s"] > 1.05 * off["cpu_s"] and row["cpu_s"] > off["cpu_s"] + 0.1


def comparison(title, pairs):
    """The cells that compare tasks from scratch and in a mode; times are of those that both solve."""
    both = [(off, row) for off, row in pairs if is_solved(off) and is_solved(row)]
    total = lambda column, which: sum(pair[which][column] for pair in both)
    lost = sum(is_solved(off) and not is_solved(row) for off, row in pairs)
    gained = sum(is_solved(row) and not is_solved(off) for off, row in pairs)
    cells = [title, len(pairs), sum(is_solved(off) for off, _ in pairs), lost, gained]
    for column in ("cpu_s", "cegar_s"):
        cells += [f"{total(column, 0):.2f} s", f"{total(column, 1):.2f} s", saved(total(column, 0), total(column, 1))]
    cells += [f"{total('queries', 0):,}", f"{total('queries', 1):,}", f"{total('nodes', 0):,}", f"{total('nodes', 1):,}"]
    return cells + [sum(row["proofs_reused"] > 0 for _, row in both), f"{total('known', 1):,} / {total('asked', 1):,}"]


COMPARISON = ["tasks", "number", "solved", "lost", "gained", "CPU from scratch", "with store", "saved",
              "CEGAR from scratch", "with store", "saved", "queries", "with store", "nodes", "with store", "confirmed", "obligations known / asked"]


def by_effort(pairs):
    """The tasks in all, and apart: those with something to save, and those without."""
    yield "all", pairs
    for title, wanted in (("from 0.5 s on", lambda off: off["cpu_s"] >= 0.5), ("under 0.5 s", lambda off: off["cpu_s"] < 0.5),
                          ("from 100 queries on", lambda off: off["queries"] >= 100)):
        yield title, [(off, row) for off, row in pairs if wanted(off)]


def heading(title, rows, options):
    """What was run, and how hard it is from scratch."""
    modes = "; ".join(f"{name} `{' '.join(words)}`" for name, words in options.modes.items())
    series = {(row["program"], row["spec"]) for row in rows}
    count = f"{len({program for program, _ in series})} programs, {len(series)} series."
    return [f"# {title}", "", f"`{' '.join(options.arguments)}`; modes: {modes}", "", count, "", "## Effort from scratch", "",
            *effort(rows)]


def effort(rows):
    """How hard the tasks are from scratch, as lines of a Markdown table."""
    off = [row for row in rows if row["mode"] == OFF]
    count = lambda wanted: sum(map(wanted, off))
    cells = [len(off), count(is_solved)] + [count(lambda row, s=s: row["cpu_s"] >= s) for s in (0.1, 0.5, 1, 10)]
    cells += [count(lambda row: row["queries"] >= 100), f"{sum(row['queries'] for row in off):,}"]
    cells += [f"{sum(row['cpu_s'] for row in off):.1f} s", outcomes(off)]
    head = ["tasks", "solved", "from 0.1 s on", "0.5 s", "1 s", "10 s", "100 queries", "queries", "CPU", "others"]
    return table(head, [cells])


def outcomes(rows):
    names = [row["outcome"] for row in rows if not is_solved(row)]
    return ", ".join(f"{names.count(name)} {name}" for name in sorted(set(names)))


def worst(pairs, count=10):
    """The tasks that lose most by the store, as lines of a Markdown table."""
    both = [(off, row) for off, row in pairs if is_solved(off) and is_solved(row)]
    both.sort(key=lambda pair: pair[0]["cpu_s"] - pair[1]["cpu_s"])
    head = ["task", "spec", "revision", "mode", "CPU from scratch", "with store", "queries", "with store"]
    return table(head, [[row["program"], row["spec"], row["revision"], row["mode"], f"{off['cpu_s']:.2f} s",
                         f"{row['cpu_s']:.2f} s", off["queries"], row["queries"]] for off, row in both[:count]])


def write_rows(rows, columns, path):
    """Some columns of all rows, in an order that does not depend on when they were run."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: [row[name] for name in columns[:5]]))


def write(lines, options):
    """The report, to its folder or to standard output."""
    text = "\n".join(lines).rstrip() + "\n"
    if not options.out:
        print(text, end="")
        return
    with open(os.path.join(options.out, "report.md"), "w", encoding="utf-8") as file:
        file.write(text)
