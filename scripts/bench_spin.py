#!/usr/bin/env python3
"""Run the models of bench/spin under SPIN and under `evercheck check`, side by side.

    python3 scripts/bench_spin.py [--evercheck PATH] [--max-states N] [--repeat N] [--instructions] [--por on,off,alone] [MODEL=N …]

Each model is checked by SPIN without and with its partial-order reduction (`gcc -O2 -DSAFETY`, the former with
-DNOREDUCE, its stack no larger than it needs), and by Evercheck with `--por off`, `on` and `alone` (the last beside SPIN's reduction, too), at
most N states of it (default 1,000,000; a search that ends there counts for its speed, not for its verdict).

From all numbers the start is taken off on both sides: what the same command, with the same options and the same stack, takes
for bench/spin/trivial, which has one step.  It is some 0.08 s for SPIN, which clears its table of states, and for Evercheck the
front end and what comes before.  The runs take turns, and of --repeat runs the least time and memory counts.

Prints a Markdown table: states, seconds of the processor, states a second and their ratio, and bytes a state (the growth of the
largest resident set: table, stack, and what is kept to undo steps), and the ratio of the times to the verdict.  --instructions adds instructions a transition, by
callgrind, of Evercheck on up to 20,000 states.

SPIN is the Debian package `spin`.  Exit status: 0, or 2 if it is missing.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Check, Run, in_turn, instructions, number  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODELS = os.path.join(ROOT, "bench", "spin")
TRIVIAL = "trivial"
DEFAULT = ["philosophers=7", "philosophers=9", "peterson=4", "buffer=6", "election=6", "readers=6", "szymanski=4", "bakery=3", "dkr=5", "treiber=4",
           "german=3", "sorting=7", "queue=2"]
# States of Evercheck's that are enough to count instructions of.
FEW = 20_000
TRANSITIONS = r"([\d,]+) transitions?"


class Spin:
    """SPIN's checkers of a model and of the trivial one, compiled alike."""

    def __init__(self, model, n, is_reduced, folder):
        self.folder = folder
        for name in (model, TRIVIAL):
            source = os.path.join(MODELS, f"{name}.pml")
            subprocess.run(["spin", f"-DN={n}", "-a", source], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            flags = [] if is_reduced else ["-DNOREDUCE"]
            command = ["gcc", "-O2", "-w", "-DSAFETY", *flags, "-o", name, "pan.c"]
            subprocess.run(command, cwd=folder, check=True)
        # A larger stack than the search needs costs it time.
        self.stack = "-m20000000"
        depth = number(r"depth reached (\d+)", self.run(model).text)
        self.stack = f"-m{depth + 10}"

    def command(self, name):
        return [f"./{name}", self.stack]

    def run(self, name):
        run = Run(self.command(name), self.folder)
        if "errors: 0" not in run.text:
            sys.exit(f"SPIN reports an error:\n{run.text}")
        run.states, run.verdict = number(r"(\d+) states, stored", run.text), "true"
        return run


class Evercheck:
    def __init__(self, binary, n, reduction, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        self.options = ["--engine", "explicit", "--reuse", "off", "--no-record", f"-DN={n}", "--por", reduction]

    def command(self, name, max_states):
        source = os.path.join(MODELS, f"{name}.c")
        return [self.binary, "check", *self.options, "--max-states", str(max_states), source]

    def run(self, name, max_states):
        run = Check(self.command(name, max_states), self.folder)
        if run.verdict not in ("true", "unknown(states)"):
            sys.exit(f"{' '.join(self.command(name, max_states))}: {run.text}")
        return run


def row(entry, reduction, options, folder):
    model, n = entry.split("=")
    spin, ours = Spin(model, n, reduction != "off", folder), Evercheck(options.evercheck, n, reduction, folder)
    limit = options.max_states
    jobs = [lambda: spin.run(model), lambda: ours.run(model, limit),
            lambda: spin.run(TRIVIAL), lambda: ours.run(TRIVIAL, limit)]  # fmt: skip
    theirs, own, their_start, own_start = in_turn(jobs, options.repeat)
    shown, speeds, times = [entry.replace("=", ", "), reduction], [], []
    for run, start in ((theirs, their_start), (own, own_start)):
        seconds, size = max(run.seconds - start.seconds, 1e-3), (run.memory - start.memory) / run.states
        speeds.append(run.states / seconds)
        times.append(seconds)
        shown += [f"{'> ' * (run.verdict != 'true')}{run.states:,}", f"{start.seconds:.2f}", f"{seconds:.2f}"]
        shown += [f"{speeds[-1]:,.0f}", f"{size:,.0f}"]
    shown.append(f"{speeds[1] / speeds[0]:.2f}")
    shown.append(f"{times[1] / times[0]:.2f}" if own.verdict == "true" else "")
    if options.instructions:
        few = min(limit, FEW)
        commands = [(spin.command(model), spin.command(TRIVIAL)), (ours.command(model, few), ours.command(TRIVIAL, few))]
        for pair in commands:
            (total, text), (start, start_text) = (instructions(command, folder) for command in pair)
            taken = number(TRANSITIONS, text) - number(TRANSITIONS, start_text)
            shown.append(f"{(total - start) / max(taken, 1):,.0f}")
    return shown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=os.path.join(ROOT, "target", "release", "evercheck"))
    parser.add_argument("--max-states", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--por", default="off,on,alone", metavar="off,on,alone", help="these ways of reduction")
    parser.add_argument("models", nargs="*", default=DEFAULT, metavar="MODEL=N")
    options = parser.parse_args()
    if not shutil.which("spin"):
        print("SPIN is missing: apt-get install spin", file=sys.stderr)
        return 2
    side = ["start s", "s", "states/s", "bytes/state"]
    head = ["model", "reduction", "SPIN: states", *side, "ours: states", *side, "ratio of states/s", "of times to the verdict"]
    head += ["instructions/transition: SPIN", "ours"] * options.instructions
    print("| " + " | ".join(head) + " |\n|---|---" + "|--:" * (len(head) - 2) + "|", flush=True)
    for entry in options.models:
        for reduction in options.por.split(","):
            with tempfile.TemporaryDirectory() as folder:
                print("| " + " | ".join(row(entry, reduction, options, folder)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
