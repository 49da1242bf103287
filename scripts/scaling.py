#!/usr/bin/env python3
"""Measure how time and memory of `evercheck check` grow with the number of states, and draw it.

    python3 scripts/scaling.py [--evercheck PATH] [--program FILE.c] [--sizes N,N,…] [--repeat N] [--svg OUT.svg]

Checks FILE.c (default bench/check/counters.c) with -DN=… for each size.  Prints states, seconds of the processor, nanoseconds a
transition, and bytes a state: the growth of the resident set since a run of a few states.  The least of --repeat runs
counts.  --svg draws time over states, both logarithmic, with a line of constant time a state through the first point.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Check, in_turn  # noqa: E402
from plot import Curve, draw  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def plot_of(points, path):
    """Time over states, both logarithmic."""
    each = points[0][1] / points[0][0]
    same = [(points[0][0], points[0][1]), (points[-1][0], points[-1][0] * each)]
    curves = [Curve("evercheck check", points), Curve("the same time for each state", same, "dashed")]
    draw(path, curves, "states", "seconds of the processor", "Time over states", logarithmic="xy")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=os.path.join(ROOT, "target", "release", "evercheck"))
    parser.add_argument("--program", default=os.path.join(ROOT, "bench", "check", "counters.c"))
    parser.add_argument("--sizes", default="45,66,98,143,213")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--svg")
    options = parser.parse_args()
    command = [options.evercheck, "check", "-j", "1", "--reuse", "off", "--no-record", options.program]
    base = Check([*command, "-DN=1"], None).memory
    points = []
    print(f"{'N':>5}{'states':>13}{'transitions':>13}{'s':>9}{'ns/transition':>15}{'bytes/state':>13}")
    for size in options.sizes.split(","):
        [run] = in_turn([lambda: Check([*command, f"-DN={size}"], None)], options.repeat)
        points.append((run.states, run.seconds))
        print(f"{size:>5}{run.states:13,}{run.transitions:13,}{run.seconds:9.2f}{run.seconds / run.transitions * 1e9:15.0f}"
              f"{(run.memory - base) / run.states:13.1f}", flush=True)
    if options.svg:
        plot_of(points, options.svg)


if __name__ == "__main__":
    main()
