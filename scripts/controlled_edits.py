#!/usr/bin/env python3
"""Check programs with one small edit each, on the record of the program as it was, and from scratch.

    python3 scripts/controlled_edits.py [PROGRAM…] [--evercheck PATH] [--repeat N] [--json OUT] [-- ARGUMENT…]

A program is a text of C below bench/edits or bench/days; its edits are bench/edits/NAME.edits. All that have some are taken if none is
named. Lines `//// FILE name.c` in a text tell where the files of a program of several begin; all but headers are checked
together. Each edit has a title, and is of the program as it is, not of the one before; see working_day.py for how it is written.

The table has, for each edit, the share of the transitions that was executed, what part of that was only to go back to states at
which something had to be, and processor time (user and system) and the largest resident set beside those of a run without
reuse and recording, the least of N runs in turn.  Verdicts have to be the same.

Exit status: 0; 1 if a verdict differs; 2 if the arguments are wrong.
"""

import argparse
import glob
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from working_day import check, edited, edits_of, in_turn  # noqa: E402

BENCH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench")


def programs():
    for edits in sorted(glob.glob(os.path.join(BENCH, "edits", "*.edits"))):
        name = os.path.basename(edits).replace(".edits", ".c")
        yield next(path for folder in ("edits", "days") if os.path.exists(path := os.path.join(BENCH, folder, name)))


def measure(path, options):
    name = os.path.splitext(os.path.basename(path))[0]
    text = open(path).read()
    store = os.path.join(options.folder, name)
    first = check(options, text, store, [])
    for title, changes in edits_of(os.path.join(BENCH, "edits", name + ".edits")):
        copy = os.path.join(options.folder, "base")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(store, copy)
        new = edited(text, title, changes)
        scratch, reused = in_turn(options, new, [(copy, ["--reuse", "off", "--no-record"]), (copy, [])])
        yield {"program": name, "title": title, "scratch": scratch, "reused": reused, "first": first}


def show(row):
    scratch, reused = row["scratch"], row["reused"]
    share = 100 * reused["executed"] / max(1, scratch["executed"])
    back = 100 * reused["rebuilt"] / max(1, reused["executed"])
    cells = [row["program"], row["title"], str(scratch["executed"]), f"{share:.1f} %", f"{back:.0f} %",
             f"{scratch['cpu']:.2f}", f"{reused['cpu']:.2f}", f"{scratch['mb']:.0f}", f"{reused['mb']:.0f}"]
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--evercheck", default="target/release/evercheck", metavar="PATH")
    parser.add_argument("--repeat", type=int, default=1, metavar="N")
    parser.add_argument("--json", metavar="OUT", help="write the rows there, too")
    words, rest = sys.argv[1:], []
    if "--" in words:
        at = words.index("--")
        words, rest = words[:at], words[at + 1:]
    options = parser.parse_args(words)
    options.arguments = rest
    if not os.access(options.evercheck, os.X_OK):
        parser.error(f"{options.evercheck} cannot be run")
    rows = []
    print("| program | edit | transitions | executed | to go back | scratch, s | reused, s | MB | MB |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as options.folder:
        for path in options.programs or programs():
            for row in measure(path, options):
                rows.append(row)
                print(show(row), flush=True)
    if options.json:
        json.dump(rows, open(options.json, "w"), indent=1)
    different = [row for row in rows if row["scratch"]["verdict"] != row["reused"]["verdict"]]
    for row in different:
        print(f"the verdicts differ: {row['program']}, {row['title']}")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
