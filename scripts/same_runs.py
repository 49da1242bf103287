#!/usr/bin/env python3
"""Compare two builds of Evercheck run by run: what the explicit engine does must not change when it becomes faster.

    python3 scripts/same_runs.py OLD NEW [--max-states N] [--part K/N] [FOLDER …]

Every program of tests/programs, examples, bench and subjects (or of the folders given) is checked by both binaries with
`--por on` and `--por off`, on up to N states (default 2,000), without the store.  All that is printed has to be the same, numbers of
states and transitions, counterexamples and messages included, but for seconds and what depends on them.  Runs that one of
the two did not end within 20 s of the processor are counted and left out.

Exit status: 0 if all runs are the same, 1 if not.
"""

import argparse
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ["tests/programs", "examples", "bench", "subjects"]
WAYS = [["--por", "on"], ["--por", "off"]]


def own_options(path):
    """The options that a program of the tests names in its first lines."""
    with open(path, errors="replace") as file:
        for line in [file.readline() for _ in range(3)]:
            if line.startswith("// options: "):
                return line[len("// options: "):].split()
    return []


def run(binary, path, way, states):
    options = own_options(path)
    limits = [] if "--max-states" in options else ["--max-states", str(states)]
    command = [binary, "check", "--engine", "explicit", "--reuse", "off", "--no-record", "-j", "1", "--cpu-limit", "20s",
               *limits, *options, *way, path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
    text = re.sub(r", [\d.]+ s\b", "", done.stdout)
    text = re.sub(r", [\d,]+ states/s", "", text)
    return done.returncode, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    parser.add_argument("--max-states", type=int, default=2000)
    parser.add_argument("--part", default="1/1", help="the K-th of N parts of all programs")
    given = parser.parse_intermixed_args()
    part, parts = (int(number) for number in given.part.split("/"))
    programs = sorted(path for folder in given.folders for path in glob.glob(f"{folder}/**/*.c", root_dir=ROOT, recursive=True))
    same = late = 0
    different = []
    for path in programs[part - 1::parts]:
        for way in WAYS:
            old, new = (run(binary, path, way, given.max_states) for binary in (given.old, given.new))
            if any("unknown(time)" in text for _, text in (old, new)):
                late += 1
            elif old == new:
                same += 1
            else:
                different.append(f"{path} {' '.join(way)}")
                print(f"{different[-1]}\n--- {given.old}\n{old[1]}+++ {given.new}\n{new[1]}", flush=True)
    print(f"{same} runs are the same, {len(different)} differ, {late} took too long")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
