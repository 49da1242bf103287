#!/usr/bin/env python3
"""Measure reuse on the subjects of the two papers on it, and write the tables into docs/results.md.

    python3 scripts/paper_tables.py [--evercheck PATH] [--work DIR] [--small | --rmc LEVEL --isse LEVEL]
                                    [--repeat N] [--minutes M] [--only TEXT] [--tables-only]

Runs the programs and versions of subjects/rmc and subjects/isse without reuse and in the modes rmc, isse and delta, and writes
what the papers' tables have between the two markers in docs/results.md (with --small: prints it instead).

Each run is a line in DIR/runs.jsonl, together with the binary that made it; a run that is there is not done again, so the
script can be stopped and started.  Everything is run once before anything is run twice, so --minutes M, after which no run is
started, leaves whole tables, if perhaps of fewer repetitions.  Of the repetitions the least time and memory count.

Time is the processor time, user and system, of evercheck and of the preprocessor it starts: other work on the machine
disturbs it least.  Memory is the largest resident set of evercheck, pages of mapped records included.

Levels of bounds: `full` are the subjects' defaults, `small` those of their `// small:` lines, `medium` (isse only) a second or
so for each run.

Exit status: 0; 1 if a verdict with reuse differs from the one without, which is also shouted on stderr.
"""

import argparse
import functools
import hashlib
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import isse_versions
import rmc_versions

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "results.md"
BEGIN, END = "<!-- paper-tables: begin -->", "<!-- paper-tables: end -->"
MEMORY = ["--memory-limit", "3GB"]
# A version that does not end (replicated_workers v20) is stopped here; it is in no average.
MAX_STATES = {"full": 6_000_000, "small": 300_000}

# ---- What the papers measured ----

# Table 2, averages: ratios of states, time and memory.  Table 3: time, memory.
RMC_PAPER = {
    "daisy": ((11262.82, 4.97, 2.99), (0.97, 1.09)),
    "elevator": ((1131535.01, 43.44, 1.65), (1.57, 0.36)),
    "alarm_clock": ((39.92, 1.18, 1.30), (0.99, 1.14)),
    "rax_extended": ((1058600.91, 79.57, 2.06), (1.56, 0.75)),
    "replicated_workers": ((210996.56, 43.53, 1.01), (1.47, 0.24)),
}
# Figure 5, savings in % of time and memory: initial, best, worst.
LIMITS_PAPER = {
    "aodv": ((-0.42, -8.54), (65.70, -9.89), (-1.99, -14.78)),
    "binheap": ((-3.89, -12.41), (89.67, -49.63), (-4.06, -50.17)),
    "bst": ((-4.01, -26.05), (82.82, -62.73), (-9.10, -66.47)),
    "deque": ((-4.42, -24.67), (75.64, -30.81), (-9.29, -52.41)),
    "fibheap": ((-4.60, -13.48), (74.02, -27.74), (-8.96, -29.70)),
    "filesystem": ((-1.92, -120.72), (96.34, -246.28), (-0.78, -237.30)),
    "heaparray": ((-3.31, -14.93), (20.41, -27.25), (-5.89, -28.83)),
    "queue": ((-5.89, -1.66), (68.78, -14.33), (-12.84, -16.06)),
    "stack": ((-7.13, -0.33), (62.06, -11.83), (-14.07, -15.31)),
    "treemap": ((-1.49, -36.21), (89.37, -79.66), (-4.62, -78.78)),
    "ubstack": ((-2.84, -14.96), (23.46, -30.77), (-4.55, -30.09)),
}
# Figures 6 to 9, savings of time in %: versions 1, 2, 3.  aodv.A is in figure 6 (JPF) and figure 8 (J-Sim); the higher
# savings, figure 8's, are the ones to reach.
SEQUENCES_PAPER = {
    "aodv.A": ("6, 8", (-9.45, 68.62, 68.51)),
    "binheap.A": ("6", (-2.67, 38.45)),
    "binheap.B": ("6", (-2.36, 38.28)),
    "binheap.C": ("6", (-1.26, 31.99)),
    "bst.A": ("6", (-25.61, 29.25)),
    "bst.B": ("6", (-3.49, 33.45)),
    "filesystem.A": ("6", (-0.13, 60.64, 60.63)),
    "filesystem.B": ("6", (0.61, 56.99)),
    "filesystem.C": ("6", (-1.38, 57.32)),
    "filesystem.D": ("6", (-1.06, 57.26)),
    "heaparray.A": ("6", (-4.94, -4.71)),
    "aodv.F": ("7", (-1.27, 8.53)),
    "aodv.G": ("7", (-0.69, 16.11)),
    "binheap.F": ("7", (-2.50, 35.08)),
    "binheap.G": ("7", (-2.66, 6.43)),
    "arq": ("8", (-8.72, -4.81)),
    "dirdiff.A": ("9", (-7.71, 45.55)),
    "dirdiff.B": ("9", (-8.45, 45.58)),
    "dirdiff.C": ("9", (-5.74, 39.03)),
    "dirdiff.D": ("9", (-6.91, 36.63)),
}
LIMITS_SUBJECTS = [*LIMITS_PAPER, "arq", "dirdiff"]
MEDIUM = {
    "aodv": (8, 3), "arq": (30, 8), "binheap": (7, 6), "bst": (8, 8), "deque": (6, 7), "dirdiff": (8, 3),
    "fibheap": (6, 7), "filesystem": (3, 4), "heaparray": (7, 8), "queue": (6, 7), "stack": (6, 7),
    "treemap": (10, 8), "ubstack": (7, 8),
}  # fmt: skip


# ---- Runs ----


class Late(Exception):
    """There is no time for another run."""


class Runs:
    """Runs of the checker, kept in a file."""

    def __init__(self, options):
        self.binary = os.path.abspath(options.evercheck)
        self.work = pathlib.Path(options.work).resolve()
        self.end = time.monotonic() + 60 * options.minutes if options.minutes else None
        self.is_dry = options.tables_only
        with open(self.binary, "rb") as file:
            self.digest = hashlib.file_digest(file, "sha256").hexdigest()[:12]
        self.path = self.work / "runs.jsonl"
        self.work.mkdir(parents=True, exist_ok=True)
        self.all = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            run = json.loads(line)
            if run["binary"] == self.digest:
                self.all.setdefault(run["key"], {})[run["repetition"]] = run

    def has(self, key, repetition):
        return repetition in self.all.get(key, {})

    def do(self, key, repetition, folder, arguments, store=None):
        """The run, which is done if it is not known."""
        if not self.has(key, repetition):
            run = self.execute(folder, arguments)
            if store:
                run["record_bytes"] = sum(p.stat().st_size for p in (store / "cas").rglob("*") if p.is_file())
            run |= {"key": key, "repetition": repetition, "binary": self.digest}
            with open(self.path, "a") as file:
                file.write(json.dumps(run) + "\n")
            self.all.setdefault(key, {})[repetition] = run
            print(f"{key} #{repetition}: {run['verdict']} {run['states']:,} states, {run['executed']:,} executed, "
                  f"{run['cpu']:.2f} s, {run['memory'] >> 20} MB", file=sys.stderr, flush=True)  # fmt: skip
        return self.all[key][repetition]

    def execute(self, folder, arguments):
        if self.is_dry or (self.end and time.monotonic() > self.end):
            raise Late
        command = [self.binary, "check", "--engine", "explicit", "--format", "json", "-q", "-j", "1", "--except", "no-data-race", *MEMORY]
        command += arguments
        environment = {k: v for k, v in os.environ.items() if k != "EVERCHECK_STORE"}
        output = self.work / "output.json"
        start = time.monotonic()
        with open(output, "w") as file:
            process = subprocess.Popen(command, cwd=folder, stdout=file, env=environment)
            _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        shown = f"(cd {folder} && {' '.join(command)})"
        if os.waitstatus_to_exitcode(status) not in (0, 1, 3):
            sys.exit(f"status {os.waitstatus_to_exitcode(status)}: {shown}")
        result = json.loads(output.read_text())
        stats = result["stats"]
        return {
            "command": shown,
            "cpu": usage.ru_utime + usage.ru_stime,
            "wall": wall,
            "memory": stats["peak_rss_bytes"],
            "states": stats["states"],
            "transitions": stats["transitions"],
            "executed": stats["transitions_executed"],
            "verdict": result["verdict"],
            "properties": {p["name"]: [p["verdict"], p["reason"]] for p in result["properties"]},
            "violations": sorted({
                f"{p['name']} {v['fault']} {v['line']}:{v['column']}"
                for p in result["properties"]
                for v in [p["violation"], *p["other_violations"]]
                if v
            }),  # fmt: skip
            "reuse": result["reuse"],
        }

    def best(self, key):
        """The repetitions of a run in one: the least time and memory.  None if there is none."""
        runs = list(self.all.get(key, {}).values())
        if not runs:
            return None
        least = lambda what: min(run[what] for run in runs)
        return runs[0] | {what: least(what) for what in ("cpu", "wall", "memory")} | {"repetitions": len(runs)}


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def copied(store, to):
    """A copy of a store; what it holds is never written again and is linked."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(store, to, copy_function=lambda a, b: os.link(a, b) if "/cas/" in a else shutil.copy2(a, b))
    return to


# ---- Regression model checking ----


class Rmc:
    MODES = ("rmc", "delta")

    def __init__(self, runs, level):
        self.runs, self.level = runs, level
        folder = runs.work / "rmc"
        rmc_versions.write_out(folder / "versions")
        self.versions = {}
        for name, (number, _) in rmc_versions.SUBJECTS.items():
            text = rmc_versions.read(os.path.join(rmc_versions.FOLDER, f"{name}.versions"))
            self.versions[name] = [(f"v{v[0]}", *v[1:4]) for v in rmc_versions.parse(text)]
            # Each version has a folder, so that the file is called the same in all of them.
            for i in range(number + 1):
                home = folder / name / f"v{i}"
                home.mkdir(parents=True, exist_ok=True)
                shutil.copy(folder / "versions" / name / f"v{i}.c", home / f"{name}.c")

    def key(self, *parts):
        return " ".join(["rmc", self.level, *parts])

    def best(self, *parts):
        return self.runs.best(self.key(*parts))

    def measure(self, name, repetition):
        base = self.runs.work / "rmc" / name
        store = base / "store"
        program = [*bound_flags("rmc", name, self.level), f"{name}.c"]
        flags = ["--max-states", str(MAX_STATES[self.level]), *program]
        plain = ["--reuse", "off", "--no-record", *flags]
        do = lambda key, version, arguments, of=None: self.runs.do(
            self.key(name, *key.split()), repetition, base / version, arguments, of
        )
        later = [f"{v[0]} {mode}" for v in self.versions[name] for mode in self.MODES]
        later += ["v0 rmc", "v0 delta"]
        do("start", "v0", ["--reuse", "off", "--no-record", "--max-states", "1", *program])
        do("v0 off", "v0", plain)
        if not all(self.runs.has(self.key(name, *key.split()), repetition) for key in ["v0 record", *later]):
            # A record is made again where there is one: nothing tells whether it is that of this binary.
            if self.runs.has(self.key(name, "v0", "record"), repetition):
                fresh(store)
                self.runs.execute(base / "v0", ["--store", str(store), *flags])
            else:
                do("v0 record", "v0", ["--store", str(fresh(store)), *flags], store)
        for key in later:
            version, mode = key.split()
            do(f"{version} off", version, plain)
            do(key, version, ["--reuse", mode, "--no-record", "--store", str(store), *flags])
        shutil.rmtree(store, ignore_errors=True)


def bound_flags(paper, name, level):
    """The options that set the bounds of a level."""
    if level == "full":
        return []
    if level == "medium":
        return [f"-DL={MEDIUM[name][0]}", f"-DM={MEDIUM[name][1]}"]
    text = (ROOT / "subjects" / paper / f"{name}.c").read_text()
    return re.search(r"^// small: (.*)", text, re.M)[1].split()


# ---- Incremental state-space exploration ----


class Isse:
    MODES = ("isse", "delta")

    def __init__(self, runs, level):
        self.runs, self.level = runs, level
        folder = runs.work / "isse" / level
        self.versions = {}
        for sequence in SEQUENCES_PAPER:
            name = sequence.split(".")[0]
            texts = dict(isse_versions.revisions(isse_versions.SUBJECTS / f"{sequence}.versions"))
            del texts["v0"]  # not in the paper
            self.versions[sequence] = list(texts)
            for version, text in texts.items():
                home = folder / sequence / version
                home.mkdir(parents=True, exist_ok=True)
                (home / f"{name}.c").write_text(self.bounded(name, text))
        for name in LIMITS_SUBJECTS:
            home = folder / name / "subject"
            home.mkdir(parents=True, exist_ok=True)
            text = (isse_versions.SUBJECTS / f"{name}.c").read_text()
            (home / f"{name}.c").write_text(self.bounded(name, text))

    def bounded(self, name, text):
        """The text with the bounds of the level; bounds that a version sets keep their distance from the subject's."""
        flags = dict(re.findall(r"-D(\w)=(\d+)", " ".join(bound_flags("isse", name, self.level))))
        default = dict(re.findall(r"^#define ([LM]) (\d+)", isse_text(name), re.M))
        lines = text.splitlines()
        head = []
        while lines and (found := re.fullmatch(r"#define ([LM]) (\d+)", lines[0])):
            head.append((found[1], int(found[2])))
            lines.pop(0)
        own = dict(head)
        for macro, value in flags.items():
            own[macro] = own.get(macro, int(default[macro])) + int(value) - int(default[macro])
        return "".join(f"#define {macro} {value}\n" for macro, value in own.items()) + "\n".join(lines) + "\n"

    def key(self, *parts):
        return " ".join(["isse", self.level, *parts])

    def best(self, *parts):
        return self.runs.best(self.key(*parts))

    def do(self, key, repetition, folder, arguments, store=None):
        return self.runs.do(self.key(*key.split()), repetition, folder, ["--keep-going", *arguments], store)

    def is_done(self, keys, repetition):
        return all(self.runs.has(self.key(*key.split()), repetition) for key in keys)

    def limits(self, name, repetition):
        base = self.runs.work / "isse" / self.level / name
        home, file, record, copy = base / "subject", f"{name}.c", base / "record", base / "copy"
        changed = ",".join(self.functions(home / file))
        jobs = {}
        for mode in self.MODES:
            reuse = ["--reuse", mode]
            jobs[f"{name} best {mode}"] = reuse
            jobs[f"{name} worst {mode}"] = [*reuse, "--changed", changed]
            jobs[f"{name} unrecorded {mode}"] = [*reuse, "--changed", changed, "--no-record"]
        if self.is_done([f"{name} off", f"{name} initial", *jobs], repetition):
            return
        self.do(f"{name} off", repetition, home, ["--reuse", "off", "--no-record", file])
        self.initial(f"{name} initial", repetition, home, ["--store", str(fresh(record)), file], record)
        for key, arguments in jobs.items():
            self.do(key, repetition, home, [*arguments, "--store", str(copied(record, copy)), file])
        shutil.rmtree(record)
        shutil.rmtree(copy)

    def initial(self, key, repetition, folder, arguments, store):
        """A first run into a store that is empty, whether or not its times are known."""
        if self.is_done([key], repetition):
            self.runs.execute(folder, ["--keep-going", *arguments])
        self.do(key, repetition, folder, arguments, store)

    @functools.cache
    def functions(self, path):
        output = subprocess.run(
            [self.runs.binary, "cfa", "--fingerprints", "--format", "json", path], capture_output=True, check=True
        ).stdout
        fragments = json.loads(output)["fragments"]
        return [f["name"] for f in fragments if f["kind"] == "procedure" and f["reachable"]]

    def sequence(self, sequence, repetition):
        base = self.runs.work / "isse" / self.level / sequence
        file, versions = f"{sequence.split('.')[0]}.c", self.versions[sequence]
        keys = [f"{sequence} {v} {m}" for v in versions[1:] for m in ("off", *self.MODES)]
        keys += [f"{sequence} v1 off", f"{sequence} v1 initial"]
        if self.is_done(keys, repetition):
            return
        for version in versions:
            self.do(f"{sequence} {version} off", repetition, base / version, ["--reuse", "off", "--no-record", file])
        first = fresh(base / "record")
        self.initial(f"{sequence} v1 initial", repetition, base / "v1", ["--store", str(first), file], first)
        for mode in self.MODES:
            before = first
            for version in versions[1:]:
                key, store = f"{sequence} {version} {mode}", base / f"{mode}-{version}"
                arguments = ["--reuse", mode, "--store", str(copied(before, store)), file]
                if self.is_done([key], repetition) and version != versions[-1]:
                    self.runs.execute(base / version, ["--keep-going", *arguments])
                self.do(key, repetition, base / version, arguments, store)
                before = store
            for version in versions[1:]:
                shutil.rmtree(base / f"{mode}-{version}")
        shutil.rmtree(first)


def isse_text(name):
    return (isse_versions.SUBJECTS / f"{name}.c").read_text()


# ---- Verdicts ----


def is_limited(run):
    return any(reason in ("states", "memory", "time") for _, reason in run["properties"].values())


def differences(runs):
    """Runs with reuse, or with recording, whose verdicts are not those of the run without."""
    found = []
    for key, repetitions in runs.all.items():
        words = key.split()
        if words[-1] in ("off", "start"):
            continue
        plain = {
            "rmc": " ".join([*words[:4], "off"]),
            "isse": " ".join([*words[:4], "off"]) if re.fullmatch(r"v\d+", words[3]) else " ".join([*words[:3], "off"]),
        }[words[0]]
        for run in repetitions.values():
            for off in list(runs.all.get(plain, {}).values())[:1]:
                is_same = run["properties"] == off["properties"]
                is_same &= words[0] == "rmc" or run["violations"] == off["violations"]
                if run["reuse"]["ledger"]["rejected"] or not (is_same or is_limited(run) or is_limited(off)):
                    found.append((key, off, run))
    return found


# ---- Numbers as text ----


def ratio(x):
    return f"{x:,.0f}" if x >= 100 else f"{x:.2f}"


def percent(x):
    # What rounds to nothing has no sign.
    return f"{x:.2f}".replace("-0.00", "0.00")


def saving(run, off, what="cpu"):
    return 100 * (1 - run[what] / off[what])


def table(head, rows):
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return out + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def compared(a, b, what):
    """Whether a is better than b.  Times are equal within 3 % or 20 ms."""
    slack = max(0.03 * b[what], 0.02) if what == "cpu" else 0
    return "better" if a[what] < b[what] - slack else "worse" if a[what] > b[what] + slack else "equal"


def comparison(delta, other):
    executed, cpu = compared(delta, other, "executed"), compared(delta, other, "cpu")
    return executed if executed == cpu else f"{executed} / {cpu}"


def distribution(values):
    if len(values) < 2:
        return ["–"] * 6
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    geometric = math.exp(statistics.fmean(math.log(v) for v in values))
    return [ratio(v) for v in (min(values), low, middle, high, max(values), geometric)]


class Goals:
    def __init__(self):
        self.rows = []

    def add(self, what, goal, measured, is_met):
        self.rows.append((what, goal, measured, "met" if is_met else "**missed**"))


# ---- Tables of regression model checking ----


def rmc_tables(rmc, goals):
    out = ["### Regression model checking, table 2", ""]
    names = [n for n in RMC_PAPER if rmc.best(n, "v0", "off")]
    ratios = {}  # (name, mode, what) -> [ratio]
    totals = {}  # (name, mode) -> [(time, memory)]
    rows, left_out, versus = [], [], {"executed": [], "cpu": []}
    slowest = []
    for name in names:
        old, record = rmc.best(name, "v0", "off"), rmc.best(name, "v0", "record")
        for version, function, effect, _ in rmc.versions[name]:
            off = rmc.best(name, version, "off")
            modes = {mode: rmc.best(name, version, mode) for mode in Rmc.MODES}
            if not off or not all(modes.values()) or not record:
                continue
            row = [name, version, f"`{function}`", effect, off["verdict"], f"{off['states']:,}", f"{off['cpu']:.2f}",
                   f"{off['wall']:.2f}", off["memory"] >> 20]  # fmt: skip
            is_counted = not is_limited(off)
            if not is_counted:
                left_out.append(f"{name} {version}")
            for mode, run in modes.items():
                states, cpu, memory = (off[what] / max(run[what], 1e-9) for what in ("states", "cpu", "memory"))
                row += [ratio(states), ratio(cpu), ratio(off["wall"] / run["wall"]), ratio(memory)]
                if is_counted:
                    for what, value in (("states", states), ("cpu", cpu), ("memory", memory)):
                        ratios.setdefault((name, mode, what), []).append(value)
                    pair = [(old[w] + off[w]) / (record[w] + run[w]) for w in ("cpu", "memory")]
                    totals.setdefault((name, mode), []).append(pair)
                    if mode == "delta":
                        slowest.append((100 * (run["cpu"] / off["cpu"] - 1), run["cpu"] - off["cpu"], f"{name} {version}"))
            row.append(comparison(modes["delta"], modes["rmc"]))
            for what in versus:
                versus[what].append(compared(modes["delta"], modes["rmc"], what))
            rows.append(row)
    average = lambda name, mode, what: statistics.fmean(ratios[name, mode, what])
    out += ["Averages of FMC divided by the pruning run, beside the paper's (its RMC).", ""]
    head = ["program", "versions"]
    for what in ("states", "time", "memory"):
        head += [f"{what}: paper", "`rmc`", "`delta`"]
    head += ["goal: time", "memory ≥ 0.9"]
    summary = []
    names = [n for n in names if (n, "delta", "cpu") in ratios]
    for name in names:
        row = [name, len(ratios[name, "rmc", "cpu"])]
        for i, what in enumerate(("states", "cpu", "memory")):
            paper = RMC_PAPER[name][0][i]
            row += [ratio(paper), *(f"**{ratio(average(name, mode, what))}**" if what == "cpu" else
                                    ratio(average(name, mode, what)) for mode in Rmc.MODES)]  # fmt: skip
        paper, ours = RMC_PAPER[name][0][1], average(name, "delta", "cpu")
        memory = average(name, "delta", "memory")
        goals.add(f"RMC table 2, time ratio, {name} (`delta`)", f"≥ {paper}", ratio(ours), ours >= paper)
        goals.add(f"RMC table 2, memory ratio, {name} (`delta`)", "≥ 0.9", ratio(memory), memory >= 0.9)
        row += ["met" if ours >= paper else "missed", "met" if memory >= 0.9 else "missed"]
        summary.append(row)
    out += table(head, summary)
    out += ["", "How the ratios are distributed:", ""]
    head = ["program", "ratio", "mode", "min", "lower quartile", "median", "upper quartile", "max", "geometric mean"]
    spread = []
    for name in names:
        for what, label in (("states", "states"), ("cpu", "time"), ("memory", "memory")):
            for mode in Rmc.MODES:
                spread.append([name, label, f"`{mode}`", *distribution(ratios[name, mode, what])])
    for what, label in (("states", "states"), ("cpu", "time"), ("memory", "memory")):
        for mode in Rmc.MODES:
            values = [v for name in names for v in ratios[name, mode, what]]
            spread.append(["all", label, f"`{mode}`", *distribution(values)])
    out += table(head, spread)
    for what, label in (("executed", "executed transitions"), ("cpu", "time")):
        counts = [f"{versus[what].count(c)} {c}" for c in ("better", "equal", "worse")]
        out += ["", f"`delta` against `rmc`, {label}: {', '.join(counts)}."]
    if left_out:
        out += ["", f"In no average, as the run without reuse does not end: {', '.join(left_out)}."]
    if slowest:
        over = [s for s in slowest if s[0] > 3 and s[1] > 0.02]
        worst = max(slowest)
        goals.add("RMC: `delta` slower than no reuse, any version (more than 20 ms)", "≤ 3 %",
                  f"{worst[0]:+.1f} % ({worst[1] * 1000:+.0f} ms, {worst[2]}); over: {len(over)}", not over)  # fmt: skip
    out += ["", "Table 3: two full runs divided by recording and pruning, averages.", ""]
    head = ["program", "time: paper", "`rmc`", "`delta`", "memory: paper", "`rmc`", "`delta`", "goal: time"]
    summary = []
    for name in names:
        mean = {m: [statistics.fmean(p[i] for p in totals[name, m]) for i in (0, 1)] for m in Rmc.MODES}
        (paper_time, paper_memory) = RMC_PAPER[name][1]
        is_met = mean["delta"][0] > paper_time
        goals.add(f"RMC table 3, time, {name} (`delta`)", f"> {paper_time}", ratio(mean["delta"][0]), is_met)
        summary.append([name, paper_time, *(f"**{ratio(mean[m][0])}**" for m in Rmc.MODES), paper_memory,
                        *(ratio(mean[m][1]) for m in Rmc.MODES), "met" if is_met else "missed"])  # fmt: skip
    out += table(head, summary)
    out += ["", "What recording costs, and what is left when nothing changed (start: `--max-states 1`, that is, preprocessor,",
            "front end and process). These runs were not repeated in turn, so a negative overhead is noise;",
            "[performance.md](performance.md#what-recording-costs) measures it that way:", ""]  # fmt: skip
    head = ["program", "states", "transitions", "full s", "recording s", "overhead", "ns a transition", "MB", "recording MB",
            "start s", "unchanged, `rmc` s", "unchanged, `delta` s", "MB"]  # fmt: skip
    summary = []
    for name in names:
        off, record, start = (rmc.best(name, *k) for k in (("v0", "off"), ("v0", "record"), ("start",)))
        unchanged = [rmc.best(name, "v0", mode) for mode in Rmc.MODES]
        if not all(unchanged):
            continue
        summary.append([name, f"{off['states']:,}", f"{off['transitions']:,}", f"{off['cpu']:.2f}", f"{record['cpu']:.2f}",
                        f"{-saving(record, off):+.1f} %", f"{(record['cpu'] - off['cpu']) / off['transitions'] * 1e9:.0f}",
                        off["memory"] >> 20, record["memory"] >> 20, f"{start['cpu']:.2f}",
                        *(f"{u['cpu']:.2f}" for u in unchanged), unchanged[1]["memory"] >> 20])  # fmt: skip
    out += table(head, summary)
    out += ["", "Every version. FMC: states, processor seconds, elapsed seconds, MB; then ratios of FMC to the pruning run.", ""]
    head = ["program", "version", "function", "effect", "verdict", "states", "s", "elapsed", "MB"]
    for mode in Rmc.MODES:
        head += [f"`{mode}`: states", "time", "elapsed", "memory"]
    out += ["<details><summary>All versions</summary>", "", *table([*head, "`delta` to `rmc`: executed / time"], rows)]
    return [*out, "", "</details>", ""]


# ---- Tables of incremental state-space exploration ----


def isse_tables(isse, goals):
    return [*limit_tables(isse, goals), *sequence_tables(isse, goals)]


def limit_tables(isse, goals):
    out = ["### Incremental state-space exploration, figure 5 (limits)", ""]
    head = ["subject", "states", "transitions", "SSE s", "MB"]
    head += ["initial: paper", "ours", "ns a transition", "memory: paper", "ours"]
    head += ["best: paper", "`isse`", "`delta`", "worst: paper", "`isse`", "`delta`", "not recording: `isse`", "`delta`"]
    rows, values = [], {}
    for name in LIMITS_SUBJECTS:
        off, initial = isse.best(name, "off"), isse.best(name, "initial")
        others = {(kind, mode): isse.best(name, kind, mode)
                  for kind in ("best", "worst", "unrecorded") for mode in Isse.MODES}  # fmt: skip
        if not (off and initial and all(others.values())):
            continue
        paper = LIMITS_PAPER.get(name)
        of_paper = lambda i, j: percent(paper[i][j]) if paper else "–"
        keep = lambda key, value: values.setdefault(key, []).append((value, name)) or percent(value)
        nanoseconds = (initial["cpu"] - off["cpu"]) / off["transitions"] * 1e9
        values.setdefault("ns", []).append((nanoseconds, name))
        row = [name, f"{off['states']:,}", f"{off['transitions']:,}", f"{off['cpu']:.2f}", off["memory"] >> 20]
        row += [of_paper(0, 0), keep("initial", saving(initial, off)), f"{nanoseconds:.0f}"]
        row += [of_paper(0, 1), keep("memory", saving(initial, off, "memory"))]
        row.append(of_paper(1, 0))
        row += [keep(f"best {mode}", saving(others["best", mode], off)) for mode in Isse.MODES]
        for mode in Isse.MODES:
            keep(f"best executed {mode}", 100 * (1 - others["best", mode]["executed"] / off["executed"]))
        row.append(of_paper(2, 0))
        for kind in ("worst", "unrecorded"):
            row += [keep(f"{kind} {mode}", saving(others[kind, mode], off)) for mode in Isse.MODES]
        rows.append(row)
    if not rows:
        return out
    median = lambda key: statistics.median(value for value, _ in values[key])
    papers = lambda i, j: percent(statistics.median(p[i][j] for p in LIMITS_PAPER.values()))
    rows.append(["**median**", "", "", "", "", papers(0, 0), percent(median("initial")), f"{median('ns'):.0f}",
                 papers(0, 1), percent(median("memory")), papers(1, 0),
                 *(percent(median(f"best {m}")) for m in Isse.MODES), papers(2, 0),
                 *(percent(median(f"{k} {m}")) for k in ("worst", "unrecorded") for m in Isse.MODES)])  # fmt: skip
    out += ["Savings in % over SSE (`--reuse off --no-record`); below zero is overhead. *initial* records into an empty store,",
            "*best* is the unchanged program, *worst* the unchanged program with `--changed` and the names of all functions; both record",
            "again, except in the last two columns.", ""]  # fmt: skip
    out += table(head, rows)
    goals.add("ISSE: recording overhead in time, median", "≤ 10 %", f"{-median('initial'):.1f} %", median("initial") >= -10)
    goals.add("ISSE: recording overhead in memory, median", "≤ 40 %", f"{-median('memory'):.1f} %", median("memory") >= -40)
    least = min(values["best executed delta"])
    goals.add("Unchanged: transitions saved by `delta`, least", "≥ 99 %", f"{percent(least[0])} % ({least[1]})", least[0] >= 99)
    least = min(values["best delta"])
    goals.add("Unchanged: time saved by `delta`, least (start of the process included)", "≥ 99 %",
              f"{percent(least[0])} % ({least[1]})", least[0] >= 99)  # fmt: skip
    for key, label in (("worst delta", "recording"), ("unrecorded delta", "not recording")):
        worst = min(values[key])
        goals.add(f"Everything changed: `delta` slower than no reuse, {label}, most", "≤ 3 %",
                  f"{-worst[0]:.1f} % ({worst[1]})", worst[0] >= -3)  # fmt: skip
    return [*out, ""]


def sequence_tables(isse, goals):
    out = ["### Incremental state-space exploration, figures 6 to 9 (changes)", ""]
    head = ["sequence", "figure", "version", "verdict", "states", "SSE s", "savings: paper", "`isse`", "`delta`",
            "executed: `isse`", "`delta`", "memory: `isse`", "`delta`", "at least the paper's", "`delta` to `isse`: executed / time"]  # fmt: skip
    rows, values, missed, count, initial_values = [], {m: [] for m in Isse.MODES}, [], 0, []
    versus = {"executed": [], "cpu": []}
    for sequence, (figure, paper) in SEQUENCES_PAPER.items():
        for version, of_paper in zip(isse.versions[sequence], paper):
            off = isse.best(sequence, version, "off")
            if version == "v1":
                initial = isse.best(sequence, "v1", "initial")
                if off and initial:
                    initial_values.append(saving(initial, off))
                    rows.append([sequence, figure, version, off["verdict"], f"{off['states']:,}", f"{off['cpu']:.2f}",
                                 percent(of_paper), f"{percent(initial_values[-1])} (records)", "", "", "", "", "", "", ""])  # fmt: skip
                continue
            runs = {mode: isse.best(sequence, version, mode) for mode in Isse.MODES}
            if not off or not all(runs.values()):
                continue
            savings = {mode: saving(run, off) for mode, run in runs.items()}
            for mode in Isse.MODES:
                values[mode].append((savings[mode], f"{sequence} {version}"))
            count += 1
            if savings["delta"] < of_paper:
                missed.append(f"{sequence} {version}")
            rows.append([sequence, figure, version, off["verdict"], f"{off['states']:,}", f"{off['cpu']:.2f}", percent(of_paper),
                         *(percent(savings[m]) for m in Isse.MODES),
                         *(f"{100 * runs[m]['executed'] / off['executed']:.1f} %" for m in Isse.MODES),
                         *(percent(saving(runs[m], off, "memory")) for m in Isse.MODES),
                         "yes" if savings["delta"] >= of_paper else "**no**", comparison(runs["delta"], runs["isse"])])  # fmt: skip
            for what in versus:
                versus[what].append(compared(runs["delta"], runs["isse"], what))
    if not count:
        return out
    medians = {mode: statistics.median(v for v, _ in values[mode]) for mode in Isse.MODES}
    paper_median = statistics.median(v for _, paper in SEQUENCES_PAPER.values() for v in paper[1:])
    out += ["Savings of time and memory in % over SSE; executed: transitions, in % of SSE's. Each version runs, and records, on the record of",
            "the one before; the first has nothing to build on and is no revision.", ""]  # fmt: skip
    rows.append(["**median**", "", "", "", "", "", percent(paper_median), *(percent(medians[m]) for m in Isse.MODES), *[""] * 6])
    out += table(head, rows)
    for what, label in (("executed", "executed transitions"), ("cpu", "time")):
        counts = [f"{versus[what].count(c)} {c}" for c in ("better", "equal", "worse")]
        out += ["", f"`delta` against `isse`, {label}: {', '.join(counts)}."]
    goals.add("ISSE: saving of `delta` on each change", "≥ the paper's",
              f"{count - len(missed)} of {count}" + (f"; not {', '.join(missed)}" if missed else ""), not missed)  # fmt: skip
    goals.add("ISSE: saving of `delta` on changes, median", "≥ 70 %", f"{medians['delta']:.1f} %", medians["delta"] >= 70)
    worst = min(values["delta"])
    goals.add("ISSE: `delta` slower than no reuse on a change (recording), most", "≤ 3 %",
              f"{-worst[0]:.1f} % ({worst[1]})", worst[0] >= -3)  # fmt: skip
    return [*out, ""]


# ---- Records ----


def record_table(rmc, isse, goals):
    out = ["### Records on disk", ""]
    rows, largest = [], None
    found = [(n, rmc.best(n, "v0", "record"), rmc.best(n, "v0", "delta")) for n in RMC_PAPER]
    found += [(n, isse.best(n, "initial"), isse.best(n, "best", "delta")) for n in LIMITS_SUBJECTS]
    for name, record, unchanged in found:
        if not record or not unchanged:
            continue
        size, states, transitions = record["record_bytes"], record["states"], record["transitions"]
        rows.append([name, f"{states:,}", f"{transitions:,}", f"{size / 1e6:.1f}", f"{size / states:.1f}",
                     f"{size / transitions:.1f}", f"{unchanged['cpu']:.3f}", f"{unchanged['wall']:.3f}"])  # fmt: skip
        if not largest or size > largest[1]:
            largest = (name, size, unchanged)
    if not rows:
        return out
    head = ["program", "states", "transitions", "MB", "bytes a state", "bytes a transition", "unchanged run s", "elapsed"]
    out += table(head, rows)
    # A file's size does not tell what is kept for states and what for transitions: both are fitted to all records.
    a, b = fit([(x["states"], x["transitions"], x["record_bytes"]) for _, x, y in found if x and y])
    out += ["", f"Largest record: {largest[0]}, {largest[1] / 1e6:.1f} MB; an unchanged run on it takes {largest[2]['cpu']:.3f} s of "
            f"processor time, {largest[2]['wall']:.3f} s elapsed, and {largest[2]['memory'] >> 20} MB.",
            f"Least squares over all records: {a:.1f} bytes a state and {b:.1f} a transition."]  # fmt: skip
    goals.add("Record: bytes a state, fitted", "≤ 24", f"{a:.1f}", a <= 24)
    goals.add("Record: bytes a transition, fitted", "≤ 14", f"{b:.1f}", b <= 14)
    share = max((100 * x["record_bytes"] / (24 * x["states"] + 14 * x["transitions"]), n) for n, x, y in found if x and y)
    goals.add("Record: size over 24 bytes a state and 14 a transition, most", "≤ 100 %", f"{share[0]:.0f} % ({share[1]})", share[0] <= 100)  # fmt: skip
    return [*out, ""]


def fit(points):
    """a and b such that a x + b y is nearest to z."""
    xx, xy, yy = (sum(f(p) for p in points) for f in (lambda p: p[0] ** 2, lambda p: p[0] * p[1], lambda p: p[1] ** 2))
    xz, yz = sum(p[0] * p[2] for p in points), sum(p[1] * p[2] for p in points)
    determinant = xx * yy - xy * xy
    return ((xz * yy - yz * xy) / determinant, (xx * yz - xy * xz) / determinant) if determinant else (0.0, 0.0)


# ---- The page ----


def page(runs, rmc, isse, options):
    goals = Goals()
    body = [*rmc_tables(rmc, goals), *isse_tables(isse, goals), *record_table(rmc, isse, goals)]
    different = differences(runs)
    known = [run for key in runs.all if key.split()[1] in (rmc.level, isse.level) for run in [runs.best(key)]]
    least = min((run["repetitions"] for run in known), default=0)
    single = [run for key in runs.all if key.split()[1] in (rmc.level, isse.level) for run in runs.all[key].values()]
    busy = sum(run["wall"] for run in single) / max(sum(run["cpu"] for run in single), 1e-9)
    versions = [(n, v[0]) for n in RMC_PAPER for v in rmc.versions[n]]
    changes = [(s, v) for s in SEQUENCES_PAPER for v in isse.versions[s][1:]]
    done = [f"{sum(bool(of(*key, 'delta')) for key in keys)} of {len(keys)}"
            for of, keys in ((rmc.best, versions), (isse.best, [(n, "unrecorded") for n in LIMITS_SUBJECTS]), (isse.best, changes))]  # fmt: skip
    head = [
        f"Measured {time.strftime('%Y-%m-%d')} by `scripts/paper_tables.py` on {os.cpu_count()} cores; bounds: RMC {rmc.level}, ISSE "
        f"{isse.level}; {len(known)} measurements, each the least of {least} runs or more. Measured so far: "
        f"{done[0]} versions of RMC, {done[1]} subjects and {done[2]} changes of ISSE. Elapsed time was {busy:.1f} times processor time: "
        f"{'the machine was busy, and times are rough' if busy > 1.5 else 'runs hardly waited for a processor'}. Verdicts that differ from those "
        f"without reuse: **{len(different)}**.",
        "",
        *table(["goal", "wanted", "measured", ""], goals.rows),
        "",
    ]
    return "\n".join([*head, *body]).rstrip() + "\n", different


def write_page(text):
    old = PAGE.read_text()
    before, marker, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not marker or not end:
        sys.exit(f"{PAGE}: no markers {BEGIN} and {END}")
    PAGE.write_text(f"{before}{BEGIN}\n{text}{END}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=str(ROOT / "target" / "release" / "evercheck"))
    parser.add_argument("--work", default=str(ROOT / "target" / "paper-tables"), help="where runs and records are kept")
    parser.add_argument("--small", action="store_true", help="small bounds; print the tables")
    parser.add_argument("--rmc", choices=["full", "small"], default="full", help="bounds of the subjects of RMC")
    parser.add_argument("--isse", choices=["full", "medium", "small"], default="full", help="bounds of those of ISSE")
    parser.add_argument("--repeat", type=int, help="runs of each kind (2; with --small 1)")
    parser.add_argument("--minutes", type=float, help="start no run after this time")
    parser.add_argument("--only", default="", help="run only what this regular expression finds: `rmc daisy`, `isse aodv.A`")
    parser.add_argument("--tables-only", action="store_true", help="run nothing")
    options = parser.parse_args()
    if options.small:
        options.rmc = options.isse = "small"
    options.repeat = options.repeat or (1 if options.small else 2)
    runs = Runs(options)
    rmc, isse = Rmc(runs, options.rmc), Isse(runs, options.isse)
    work = [(rmc.measure, "rmc", name) for name in RMC_PAPER]
    work += [(isse.limits, "isse", name) for name in LIMITS_SUBJECTS]
    work += [(isse.sequence, "isse", sequence) for sequence in SEQUENCES_PAPER]
    try:
        for repetition in range(options.repeat):
            for measure, paper, name in work:
                if re.search(options.only, f"{paper} {name}"):
                    measure(name, repetition)
    except Late:
        print("paper_tables.py: not everything was run", file=sys.stderr)
    text, different = page(runs, rmc, isse, options)
    if options.small:
        print(text, end="")
    else:
        write_page(text)
    for key, off, run in different:
        print(f"\nVERDICTS DIFFER: {key}: {off['verdict']} without reuse, {run['verdict']} with"
              f"\n  {off['command']}\n  {run['command']}\n  {off['properties']} {off['violations']}"
              f"\n  {run['properties']} {run['violations']}", file=sys.stderr)  # fmt: skip
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
