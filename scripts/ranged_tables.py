#!/usr/bin/env python3
"""Measure the subjects of ranged model checking in 26 ranges, and write the paper's tables into docs/performance.md.

    python3 scripts/ranged_tables.py [--evercheck PATH] [--seed S] [--print]

Runs the programs of subjects/ranged in one go and in 26 ranges between 25 random paths, with states and without, as tables 1 to 3 of
Funes, Siddiqui and Khurshid: Ranged Model Checking (2012) do, and writes the tables beside the paper's figures between the two
markers in the page (with --print: prints them instead).

The paper's states are new and revisited ones together, which are our transitions. Nothing is reused or recorded. Times are
wall times of one run: of small programs they say little.

Exit status: 0; 1 if the ranges together say something else than the full search, which is also shouted on stderr.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- ranged-tables: begin -->", "<!-- ranged-tables: end -->"
RANGES = 26

# Name, file, macros; then of table 1 and, if it is there, of table 2: full states and ms, least of a range, most, all; and of table 3
# states and ms.
SUBJECTS = [
    ("Integer Choice", "integer_choice.c", ["-DN=50"],
     (127551, 10385, 178, 15954, 127651), (127551, 7347, 178, 15954, 127651), (100, 845)),
    ("Threads (3)", "threads.c", ["-DN=3"],
     (400, 342, 9, 356, 3913), (72804, 5185, 9, 21277, 73071), (267, 900)),
    ("Linked List Tester", "linked_list.c", ["-DN=4"],
     (416656, 53242, 1738, 52853, 412512), (416656, 39737, 1738, 52853, 416931), (275, 923)),
    ("Dining Phil (3)", "philosophers.c", ["-DN=3"],
     (407, 353, 5, 253, 2496), (8938, 1213, 5, 2775, 14213), (192, 943)),
    ("Threads (6)", "threads.c", ["-DN=6"],
     (12844, 2511, 1176, 11851, 157648), None, (481, 1093)),
    ("Dining Phil (6)", "philosophers.c", ["-DN=6"],
     (66716, 6919, 69, 54722, 784816), None, (332, 1177)),
    ("Dining Phil (6) + choice", "philosophers.c", ["-DN=6", "-DCHOICE"],
     (256340, 21550, 136, 201970, 3087411), None, (512, 1084)),
]


def check(options, subject, more):
    _, file, macros, *_ = subject
    command = [options.evercheck, "check", "--engine", "explicit", "--reuse", "off", "--no-record", "--format", "json",
               *more, *macros, str(ROOT / "subjects" / "ranged" / file)]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)


def number(x):
    return f"{x:,}"


def milliseconds(seconds):
    return number(round(1000 * seconds)) if seconds >= 0.001 else "< 1"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def search_rows(options, paper_of, more, split, ranged):
    rows, is_same = [], True
    for subject in SUBJECTS:
        paper = paper_of(subject)
        if paper is None:
            continue
        full = check(options, subject, more + ["-j", "1"])
        parts = check(options, subject, more + split + ["--ranges", str(RANGES), "--seed", str(options.seed)])
        ranged[subject[0]] = parts["ranges"]
        if (full["verdict"], full["scope"]) != (parts["verdict"], parts["scope"]):
            print(f"DIFFERENT VERDICTS: {subject[0]} {more}", file=sys.stderr)
            is_same = False
        least, most, total = (parts["ranges"][it] for it in ("minimum", "maximum", "total"))
        all_of = full["stats"]["transitions"]
        rows.append([
            subject[0],
            number(paper[0]), f"{paper[3] / paper[0]:.2f}", f"{paper[4] / paper[0]:.2f}",
            number(all_of), milliseconds(full["stats"]["wall_s"]),
            number(least["transitions"]), number(most["transitions"]), milliseconds(most["wall_s"]),
            number(total["transitions"]), f"{most['transitions'] / all_of:.2f}", f"{total['transitions'] / all_of:.2f}",
        ])
    return rows, is_same


def shared_rows(options, ranged):
    """States and transitions of all ranges, each alone and on the states of those before it."""
    rows = []
    for subject in SUBJECTS:
        full = check(options, subject, ["-j", "1"])["stats"]
        alone = ranged[subject[0]]["total"]
        shared = check(options, subject, ["--ranges", str(RANGES), "--seed", str(options.seed), "--shared"])["ranges"]["total"]
        counts = [number(it[what]) for it in (full, alone, shared) for what in ("states", "transitions")]
        rows.append([subject[0], *counts, *(f"{shared[what] / full[what]:.2f}" for what in ("states", "transitions"))])
    return rows


def path_rows(ranged):
    rows = []
    for name, *_, (states, time) in SUBJECTS:
        paths = [part["range"].split("..")[0] for part in ranged[name]["list"]]
        choices = sum(path.count(".") + 1 for path in paths if path)
        rows.append([name, number(states), number(time), number(len(ranged[name]["list"])), number(choices),
                     milliseconds(ranged[name]["paths_wall_s"])])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=str(ROOT / "target" / "release" / "evercheck"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--print", action="store_true", help="print the tables, and leave the page as it is")
    options = parser.parse_args()
    head = ["subject", "paper: states", "most / full", "all / full", "ours: full", "ms", "least of a range", "most", "ms",
            "all ranges", "most / full", "all / full"]
    ranged = {}
    stateful, is_same = search_rows(options, lambda it: it[3], [], [], ranged)
    stateless, is_same_without = search_rows(options, lambda it: it[4], ["--stateless"], [], {})
    even, is_same_evenly = search_rows(options, lambda it: it[3], [], ["--split", "even"], {})
    text = "\n".join([
        f"{RANGES} ranges between {RANGES - 1} random paths (`--ranges {RANGES} --seed {options.seed}`), each explored alone, measured by "
        "`scripts/ranged_tables.py`; of ours, transitions, which are what the paper calls states. With states (its table 1):",
        "", table(head, stateful), "Without (its table 2):", "", table(head, stateless),
        "With states and `--split even`, the paper's are still those of random paths:", "", table(head, even),
        "The random paths (its table 3; there are fewer ranges if paths are the same):", "",
        table(["subject", "paper: states", "ms", "ours: ranges", "choices", "ms"], path_rows(ranged)),
        f"With `--shared` each of the {RANGES} random ranges goes on with the states of those before it. States and transitions of all ranges "
        "together, which do not depend on the machine:",
        "", table(["subject", "full: states", "transitions", "alone: states", "transitions", "shared: states", "transitions",
                   "states / full", "transitions / full"], shared_rows(options, ranged)),
    ])
    if options.print:
        print(text)
    else:
        page = PAGE.read_text()
        before, rest = page.split(BEGIN)
        PAGE.write_text(before + BEGIN + "\n\n" + text + "\n" + END + rest.split(END)[1])
    return 0 if is_same and is_same_without and is_same_evenly else 1


if __name__ == "__main__":
    sys.exit(main())
