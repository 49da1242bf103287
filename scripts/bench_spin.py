#!/usr/bin/env python3
"""Run the models of bench/spin under SPIN and under `evercheck check`, side by side.

    python3 scripts/bench_spin.py [--evercheck PATH] [--time-limit S] [--repeat N] [--instructions] [MODEL=N …]

Each model is checked by SPIN without and with its partial-order reduction (`gcc -O2 -DSAFETY`, the former with
-DNOREDUCE, its stack no larger than it needs), and by Evercheck with `--por off` and `--por on`.  The best of --repeat
runs counts.  Prints states, states a second and the time to the verdict, in seconds of the processor, and the ratio of the
states a second.  A search that --time-limit ends counts for its speed, not for its verdict.  --instructions adds
instructions a transition, by callgrind, on up to 20,000 states.

SPIN is the Debian package `spin`.  Exit status: 0, or 2 if it is missing.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODELS = os.path.join(ROOT, "bench", "spin")
DEFAULT = ["philosophers=5", "philosophers=6", "philosophers=7", "philosophers=9", "peterson=3", "peterson=4",
           "buffer=4", "buffer=6", "election=5", "election=6"]


def timed(command, folder):
    """What a command did, and the processor's time it took: others may be at work on this machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"no {pattern!r} in:\n{text}")
    return int(found.group(1).replace(",", ""))


def build(model, n, reduce, folder):
    source = os.path.join(MODELS, f"{model}.pml")
    subprocess.run(["spin", f"-DN={n}", "-a", source], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    flags = [] if reduce else ["-DNOREDUCE"]
    subprocess.run(["gcc", "-O2", "-w", "-DSAFETY", *flags, "-o", "pan", "pan.c"], cwd=folder, check=True)


def spin_depth(folder):
    """The depth that SPIN's search needs: a larger stack than that costs it time."""
    done, _ = timed(["./pan", "-m20000000"], folder)
    return number(r"depth reached (\d+)", done.stdout) + 10


def spin(folder, depth):
    done, seconds = timed(["./pan", f"-m{depth}"], folder)
    if "errors: 0" not in done.stdout:
        sys.exit(f"SPIN reports an error:\n{done.stdout}")
    return number(r"(\d+) states, stored", done.stdout), seconds, ""


def evercheck(command, folder):
    done, seconds = timed(command, folder)
    verdict = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr
    if verdict not in ("true", "unknown(time)"):
        sys.exit(f"{' '.join(command)}: {verdict}")
    return number(r"([\d,]+) states", done.stdout), seconds, "" if verdict == "true" else ">"


def best(run, repeat):
    return max((run() for _ in range(repeat)), key=lambda result: result[0] / result[1])


def instructions(command, folder):
    done, _ = timed(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], folder)
    return number(r"I\s+refs:\s+([\d,]+)", done.stderr), done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=os.path.join(ROOT, "target", "release", "evercheck"))
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("models", nargs="*", default=DEFAULT)
    options = parser.parse_args()
    if not shutil.which("spin"):
        print("SPIN is missing: apt-get install spin", file=sys.stderr)
        return 2
    print(f"{'model':16}{'reduction':>10}{'SPIN states':>13}{'s':>8}{'/s':>10}"
          f"{'our states':>12}{'s':>9}{'/s':>10}{'ratio':>7}")
    for entry in options.models:
        model, n = entry.split("=")
        for reduce in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                build(model, n, reduce, folder)
                source = os.path.join(MODELS, f"{model}.c")
                command = [options.evercheck, "check", "--reuse", "off", "--no-record", f"-DN={n}", "--por", "on" if reduce else "off"]
                limit = ["--time-limit", f"{options.time_limit}s"]
                depth = spin_depth(folder)
                theirs = best(lambda: spin(folder, depth), options.repeat)
                ours = best(lambda: evercheck([*command, *limit, source], folder), options.repeat)
                speeds = theirs[0] / theirs[1], ours[0] / ours[1]
                line = (f"{entry:16}{'on' if reduce else 'off':>10}{theirs[0]:13,}{theirs[1]:8.2f}{speeds[0]:10,.0f}"
                        f"{ours[0]:12,}{ours[2] + format(ours[1], '.2f'):>9}{speeds[1]:10,.0f}"
                        f"{speeds[1] / speeds[0]:7.2f}")
                if options.instructions:
                    theirs, text = instructions(["./pan", f"-m{depth}"], folder)
                    per_theirs = theirs / number(r"(\d+) transitions", text)
                    base, first = instructions([*command, "--max-states", "1", source], folder)
                    total, text = instructions([*command, "--max-states", "20000", source], folder)
                    taken = [number(r"([\d,]+) transitions?", output) for output in (first, text)]
                    per_ours = (total - base) / max(taken[1] - taken[0], 1)
                    line += f"  instructions a transition: {per_theirs:,.0f} / {per_ours:,.0f}"
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
