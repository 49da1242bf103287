#!/usr/bin/env python3
"""Run `evercheck check` over verification tasks and compare with the verdicts they state.

    python3 scripts/sv.py FOLDER... [--evercheck PATH] [--jobs N] [--timeout S]
                          [--memory MB] [--limit N --seed K] [--json OUT]
                          [--range LOW..HIGH] [--list REASON]

A task is a `.yml` file of SV-COMP's format below FOLDER that states an expected
verdict for `unreach-call.prp`, or, where a folder has no such files, a `.c` or
`.i` file with `true-unreach-call` or `false-unreach-call` in its name.  The
property file is given to the tool if it is there, since it names the error
function.  `-m32` is given where the sets' `.cfg` files (or Makefiles) say so;
see `declared_bits` in corpus.py.

`--limit N` takes N tasks of each folder by chance, `--seed K` which.

Outcomes: solved (the verdict is the expected one), unknown by reason, WRONG.
A reason in capitals is the script's own: TIME and MEMORY (killed), CRASH,
INPUT (the tool could not read the file).

Exit status: 0; 1 if any verdict is wrong or the tool crashed; 2 if the
arguments are wrong; 130 if interrupted.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import STOP, declared_bits, find_files, read_text, run  # noqa: E402

STATED = re.compile(r"property_file:\s*(\S*unreach-call\.prp)\s*\n\s*expected_verdict:\s*(true|false)")


class Task:
    def __init__(self, path, files, expected, prp):
        self.path = path
        self.files = files
        self.expected = expected
        self.prp = prp


def tasks_of(folder):
    """The tasks below a folder, sorted by path."""
    tasks = []
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".yml"):
                task = stated_task(os.path.join(where, name))
                if task:
                    tasks.append(task)
    if tasks:
        return tasks
    for path in find_files(folder):
        match = re.search(r"(true|false)-unreach-call", os.path.basename(path))
        if match and not (path.endswith(".c") and os.path.exists(path[:-2] + ".i")):
            tasks.append(Task(path, [path], match[1] == "true", None))
    return tasks


def stated_task(path):
    text = read_text(path)
    stated, files = STATED.search(text), re.search(r"input_files:\s*(.*(?:\n\s+-.*)*)", text)
    if not stated or not files:
        return None
    here = os.path.dirname(path)
    names = re.findall(r"[^\s'\"\[\],-][^\s'\"\[\],]*", files[1])
    prp = os.path.normpath(os.path.join(here, stated[1]))
    return Task(
        path, [os.path.join(here, name) for name in names], stated[2] == "true",
        prp if os.path.exists(prp) else None,
    )


def check(task, options):
    """One line of the result, or None if interrupted."""
    folder = os.path.dirname(os.path.abspath(task.path))
    command = [options.evercheck, "check", "--reuse", "off", "--no-record", "--property", task.prp or "unreach-call"]
    command += ["--time-limit", f"{options.timeout}s"]
    if options.range:
        command.append(f"--nondet-range={options.range}")
    if declared_bits(folder) == 32:
        command.append("-m32")
    ran = run(command + task.files, options.timeout + 3, options.memory, keep_stdout=True)
    if ran is None:
        return None
    lines = ran.stdout.splitlines()
    verdict = lines[-1] if lines else ""
    if ran.timed_out:
        verdict = "unknown(TIME)"
    elif "memory allocation" in ran.stderr or "Cannot allocate" in ran.stderr:
        verdict = "unknown(MEMORY)"
    elif ran.signal or ran.code not in (0, 1, 2, 3):
        verdict = "unknown(CRASH)"
    elif ran.code == 2:
        verdict = "unknown(INPUT)"
    if verdict.startswith("unknown"):
        outcome = verdict
    else:
        outcome = "solved" if verdict.startswith("true") == task.expected else "WRONG"
    reason = next((line for line in lines if re.match(r"unknown\([a-z-]+\): ", line)), ran.stderr.strip()[:300])
    return {
        "task": task.path, "expected": task.expected, "outcome": outcome, "verdict": verdict,
        "seconds": round(ran.seconds, 2), "rss_mb": ran.rss_mb, "why": reason,
        "states": next((int(line.split()[0]) for line in lines if " states, " in line), None),
    }


def table(groups):
    """The results as lines of a Markdown table, a folder a line."""
    reasons = sorted({r["outcome"] for rows in groups.values() for r in rows} - {"solved", "WRONG"})
    head = ["set", "tasks", "solved true", "solved false"] + reasons + ["WRONG"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    total = [row for rows in groups.values() for row in rows]
    for name, rows in list(groups.items()) + [("all", total)]:
        of = collections.Counter(row["outcome"] for row in rows)
        solved = [row for row in rows if row["outcome"] == "solved"]
        cells = [name, len(rows), sum(r["expected"] for r in solved), sum(not r["expected"] for r in solved)]
        cells += [of[reason] for reason in reasons] + [of["WRONG"]]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--evercheck", default="target/release/evercheck")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=20, help="seconds for each task")
    parser.add_argument("--memory", type=int, default=8192, help="MB of address space for each task")
    parser.add_argument("--limit", type=int, help="tasks of each folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--range", help="--nondet-range: 'true' then holds for these inputs only")
    parser.add_argument("--json", help="one line for each task")
    parser.add_argument("--list", action="append", default=[], help="show the tasks of an outcome")
    options = parser.parse_args()
    groups = {}
    out = open(options.json, "w") if options.json else None
    try:
        for folder in options.folders:
            tasks = tasks_of(folder)
            if options.limit and len(tasks) > options.limit:
                tasks = sorted(random.Random(options.seed).sample(tasks, options.limit), key=lambda t: t.path)
            rows = groups.setdefault(os.path.basename(os.path.normpath(folder)), [])
            started = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                for row in pool.map(lambda task: check(task, options), tasks):
                    if row is None:
                        raise KeyboardInterrupt
                    rows.append(row)
                    if out:
                        print(json.dumps(row), file=out, flush=True)
                    if row["outcome"] in ("WRONG", "unknown(CRASH)"):
                        print(f"{row['outcome']}: {row['task']}: {row['verdict']}: {row['why']}", flush=True)
            print(f"{folder}: {len(rows)} tasks in {time.monotonic() - started:.0f} s", file=sys.stderr)
    except KeyboardInterrupt:
        STOP.set()
        print("\n".join(table(groups)))
        return 130
    print("\n".join(table(groups)))
    rows = [row for rows in groups.values() for row in rows]
    for wanted in options.list:
        for row in rows:
            if row["outcome"].startswith(wanted):
                print(f"{row['outcome']} {row['task']} {row['why']}")
    return int(any(row["outcome"] in ("WRONG", "unknown(CRASH)") for row in rows))


if __name__ == "__main__":
    sys.exit(main())
