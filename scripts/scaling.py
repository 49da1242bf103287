#!/usr/bin/env python3
"""Measure how time and memory of `evercheck check` grow with the number of states, and draw it.

    python3 scripts/scaling.py [--evercheck PATH] [--program FILE.c] [--sizes N,N,…] [--repeat N] [--svg OUT.svg]

Checks FILE.c (default bench/check/counters.c) with -DN=… for each size.  Prints states, seconds of the processor, nanoseconds a
transition, and bytes a state: the growth of the resident set since a run of a few states.  The least of --repeat runs
counts.  --svg draws time over states, both logarithmic, with a line of constant time a state through the first point.
"""

import argparse
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Check, in_turn  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def draw(points, path):
    """A plot of (states, seconds), both logarithmic."""
    width, height, left, bottom = 640, 400, 70, 50
    xs, ys = [math.log10(p[0]) for p in points], [math.log10(max(p[1], 1e-3)) for p in points]
    x0, x1 = math.floor(min(xs)), math.ceil(max(xs))
    y0, y1 = math.floor(min(ys)), math.ceil(max(ys))
    px = lambda x: left + (x - x0) / (x1 - x0) * (width - left - 20)
    py = lambda y: height - bottom - (y - y0) / (y1 - y0) * (height - bottom - 20)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
           f'font-size="12"><rect width="{width}" height="{height}" fill="white"/>']
    for x in range(x0, x1 + 1):
        out.append(f'<line x1="{px(x):.1f}" y1="{py(y0):.1f}" x2="{px(x):.1f}" y2="{py(y1):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{px(x):.1f}" y="{height - bottom + 18}" text-anchor="middle">10^{x}</text>')
    for y in range(y0, y1 + 1):
        out.append(f'<line x1="{px(x0):.1f}" y1="{py(y):.1f}" x2="{px(x1):.1f}" y2="{py(y):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{py(y) + 4:.1f}" text-anchor="end">{10.0 ** y:g} s</text>')
    slope = ys[0] - xs[0]
    ends = [(x, min(max(x + slope, y0), y1)) for x in (xs[0], xs[-1])]
    line = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in ends)
    out.append(f'<polyline points="{line}" fill="none" stroke="#999" stroke-dasharray="4"/>')
    line = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in zip(xs, ys))
    out.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>')
    out += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3" fill="#06c"/>' for x, y in zip(xs, ys)]
    out.append(f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle">states</text>')
    out.append(f'<text x="{left + 8}" y="16">time of the processor; dashed: the same time for each state</text></svg>')
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=os.path.join(ROOT, "target", "release", "evercheck"))
    parser.add_argument("--program", default=os.path.join(ROOT, "bench", "check", "counters.c"))
    parser.add_argument("--sizes", default="45,66,98,143,213")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--svg")
    options = parser.parse_args()
    command = [options.evercheck, "check", "--reuse", "off", "--no-record", options.program]
    base = Check([*command, "-DN=1"], None).memory
    points = []
    print(f"{'N':>5}{'states':>13}{'transitions':>13}{'s':>9}{'ns/transition':>15}{'bytes/state':>13}")
    for size in options.sizes.split(","):
        [run] = in_turn([lambda: Check([*command, f"-DN={size}"], None)], options.repeat)
        points.append((run.states, run.seconds))
        print(f"{size:>5}{run.states:13,}{run.transitions:13,}{run.seconds:9.2f}{run.seconds / run.transitions * 1e9:15.0f}"
              f"{(run.memory - base) / run.states:13.1f}", flush=True)
    if options.svg:
        draw(points, options.svg)


if __name__ == "__main__":
    main()
