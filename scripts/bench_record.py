#!/usr/bin/env python3
"""Measure what recording costs a run of `evercheck check`: time, instructions, memory.

    python3 scripts/bench_record.py [--evercheck PATH] [--repeat N] [--instructions] [FILE.c [FLAG …] …]

Checks each program without the store (`--reuse off --no-record`) and into an empty one, in turn, and takes the least time of
the processor and the least memory of --repeat runs of each.  What is written at the end is part of it.  FLAGs, which begin
with a dash, belong to the file before them.  Without files: the models of bench/spin and the subjects of subjects/rmc.
--instructions adds those of our own process, by callgrind, on up to 20,000 states.  Prints a Markdown table.
"""

import argparse
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Check, in_turn, instructions  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODELS = [("philosophers", 9), ("peterson", 4), ("buffer", 6), ("election", 6)]
SUBJECTS = ["daisy", "elevator", "alarm_clock", "rax_extended", "replicated_workers"]
DEFAULT = [[os.path.join("bench", "spin", f"{model}.c"), f"-DN={n}"] for model, n in MODELS]
DEFAULT += [[os.path.join("subjects", "rmc", f"{name}.c")] for name in SUBJECTS]
FEW = ["--max-states", "20000"]


def row(words, options, folder):
    path, flags = os.path.abspath(os.path.join(ROOT, words[0])), words[1:]
    store = os.path.join(folder, "store")
    start = [os.path.abspath(options.evercheck), "-q", "check", "--engine", "explicit", "-j", "1", "--except", "no-data-race", *flags]
    plain, recording = [*start, "--reuse", "off", "--no-record", path], [*start, "--store", store, path]

    def fresh(work):
        shutil.rmtree(store, ignore_errors=True)
        return work()

    jobs = [lambda: Check(plain, folder), lambda: fresh(lambda: Check(recording, folder))]
    off, on = in_turn(jobs, options.repeat)
    name = " ".join([os.path.basename(path)[:-2], *flags])
    shown = [name, f"{off.states:,}", f"{off.seconds:.2f}", f"{on.seconds:.2f}", f"{100 * (on.seconds / off.seconds - 1):+.0f} %"]
    shown += [f"{(on.seconds - off.seconds) / off.transitions * 1e9:.0f}", f"{off.memory / 1e6:.0f}", f"{on.memory / 1e6:.0f}"]
    if options.instructions:
        counts = [fresh(lambda: instructions([*command, *FEW], folder)[0]) for command in (plain, recording)]
        shown.append(f"{100 * (counts[1] / counts[0] - 1):+.0f} %")
    return shown


def programs(words):
    """Each file with the flags behind it."""
    found = []
    for word in words:
        if word.startswith("-") and found:
            found[-1].append(word)
        else:
            found.append([os.path.abspath(word)])
    return found or DEFAULT


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=os.path.join(ROOT, "target", "release", "evercheck"))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--instructions", action="store_true")
    options, words = parser.parse_known_args()
    head = ["program", "states", "s", "recording s", "overhead", "ns/transition", "MB", "recording MB"]
    head += ["instructions, 20,000 states"] * options.instructions
    print("| " + " | ".join(head) + " |\n|---" + "|--:" * (len(head) - 1) + "|", flush=True)
    for entry in programs(words):
        with tempfile.TemporaryDirectory() as folder:
            print("| " + " | ".join(row(entry, options, folder)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
