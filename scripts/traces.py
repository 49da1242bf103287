#!/usr/bin/env python3
"""Compare counts of traces, and verdicts, with those that test suites of stateless checkers state.

    python3 scripts/traces.py FOLDER... [--traces PATH] [--jobs N] [--timeout S]
                              [--memory MB] [--limit N] [--only WORD]
                              [--json OUT] [--list OUTCOME] [--verdicts]

Below FOLDER two layouts of tests are known:

  nidhugg   `reference.results.txt` beside `C-tests/`: a line for each test, with
            whether an error is found and the number of traces.  A test's first
            lines may give options.  Without `-rf` classes of runs are told apart
            by the order of conflicting accesses, with it (the default) by what
            reads read from.  Runs in which a thread is blocked count.  `-optimal`
            merges reads that an assumption waits with, and updates that commute,
            unless its options say otherwise.
  genmc     `expected.sc.mo.in` beside `variants/`: the number of execution graphs
            under sequential consistency, a line for each line of
            `args.sc.mo.in`.  These are classes by the order of conflicting
            accesses; runs in which a thread is blocked do not count.
            `--verdicts` looks at the tests below `wrong/` instead, each of which
            has an error under some memory model.

The numbers on our side are those of the example `traces` of the crate
`explicit` (`cargo build --release -p evercheck-explicit --example traces`).

Outcomes: agree; DIFFER (another number); WRONG (another verdict, or the engine
finds other states than the traces come by); and why there is nothing to compare:

  model     the number is stated for another memory model
  method    the options make the checker leave out or merge traces
  bound     ours is an upper bound only, and larger; see the example
  stricter  a fault is found that the other checker does not look for
  error     the checker stops at the first error, so its number is that of an order
  no-end    more than --limit prefixes of traces, or --timeout seconds
  not-read  our front end or machine has no meaning for the program

Exit status: 0; 1 if anything is WRONG or DIFFERs; 2 if the arguments are wrong;
130 if interrupted.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import STOP, read_text, run  # noqa: E402

# What the tests of genmc want of its header.
GENMC_H = """#pragma once
#include <stdbool.h>
void __VERIFIER_assume(bool);
"""

MODELS = ("-tso", "-pso", "-power", "-arm")
# Suites of genmc on techniques that leave out traces: loops that only wait, threads that can be swapped.
TECHNIQUES = ("saver", "sr", "ipr")
# Loops cut off, runs told apart by less, or awaits taken as one step.
METHODS = ("unroll", "observers", "commute-rmws", "lapor", "bound")


class Test:
    def __init__(self, name, path, flags, stated, kind, is_safe, why_not=None):
        self.name = name
        self.path = path
        self.flags = flags
        self.stated = stated
        self.kind = kind
        self.is_safe = is_safe
        self.why_not = why_not


def tests_of(folder, verdicts):
    tests = []
    for where, folders, names in os.walk(folder):
        folders.sort()
        if verdicts:
            if "variants" in folders and "/wrong/" in where + "/":
                tests += wrong_tests(where)
        elif "reference.results.txt" in names and "C-tests" in folders:
            tests += nidhugg_tests(where)
        elif "expected.sc.mo.in" in names and "variants" in folders:
            tests += genmc_tests(where)
    return tests


def nidhugg_tests(where):
    suite, is_transformed = os.path.basename(where), False
    for line in read_text(os.path.join(where, "reference.results.txt")).splitlines():
        stated = re.match(r"([^#\s]\S*)\s+(Allow|Forbid)\s*:\s*(\d+)", line)
        if line.startswith("#") and "should" in line:
            is_transformed = "should be transformed" in line
        path = stated and os.path.join(where, "C-tests", stated[1] + ".c")
        if not stated or not os.path.exists(path):
            continue
        given = re.match(r"(?://.*\n)*?// nidhuggc:(.*)", read_text(path))
        given = given[1].split() if given else ["-sc", "-rf"]
        is_safe = stated[2] == "Forbid"
        text = text_of(path)
        is_await = "assume" in text and "-no-assume-await" not in given
        is_commuting = "atomic_fetch" in text and "-no-commute-rmws" not in given
        has_merged = "-optimal" in given and (is_await or is_commuting)
        why_not = "method" if is_transformed or has_merged else method(given)
        if any(model in given for model in MODELS):
            why_not = "model"
        elif not is_safe:
            why_not = why_not or "error"
        kind = "rf" if any(option in ("-rf", "--rf") for option in given) else "order"
        yield Test(f"nidhugg {suite} {stated[1]}", path, [], int(stated[3]), kind, is_safe, why_not)


def text_of(path):
    """A file, and those of the suite that it includes."""
    text = read_text(path)
    for name in re.findall(r'#\s*include\s*"([^"]+)"', text):
        included = os.path.join(os.path.dirname(path), name)
        text += read_text(included) if os.path.exists(included) else ""
    return text


def method(options):
    """Why a number that was got with these options is another."""
    for option in options:
        if any(word in option for word in METHODS) and "-no-" not in option:
            return "method"
    return None


def genmc_tests(where):
    def lines(name):
        path = os.path.join(where, name)
        return read_text(path).splitlines() if os.path.exists(path) else []

    arguments = lines("args.sc.mo.in")
    stated = lines("expected.sc.mo.in")
    suite = os.path.basename(os.path.dirname(where))
    variants = sorted(os.listdir(os.path.join(where, "variants")))
    for given, number in zip(arguments, stated) if arguments else [("", stated[0])]:
        if not number.strip():
            continue
        checker, _, compiler = given.partition("|")
        flags = [flag for flag in compiler.split() if flag.startswith(("-D", "-I", "-std"))]
        why_not = method(checker.split())
        for variant in variants:
            path = os.path.join(where, "variants", variant)
            if variant.endswith((".c", ".cpp")):
                name = " ".join(["genmc", suite, os.path.basename(where), variant] + flags)
                # Arrivals at a barrier are not ordered, though one of them has another result.
                is_merged = "pthread_barrier_wait" in text_of(path)
                reason = "not-read" if variant.endswith(".cpp") else "method" if is_merged else why_not
                yield Test(name, path, flags, int(number), "complete", True, reason)


def wrong_tests(where):
    suite = os.path.basename(os.path.dirname(where))
    for variant in sorted(os.listdir(os.path.join(where, "variants"))):
        if variant.endswith(".c"):
            path = os.path.join(where, "variants", variant)
            yield Test(f"genmc {suite} {os.path.basename(where)} {variant}", path, [], None, "verdict", False)


def compare(test, options, header):
    """One line of the result, or None if interrupted."""
    row = {"test": test.name, "kind": test.kind, "stated": test.stated, "outcome": test.why_not, "ours": None}
    if test.path.endswith(".cpp"):
        return row
    command = [options.traces, f"--limit={options.limit}", "-I" + header, "-includestdint.h", *test.flags, test.path]
    if test.name.startswith("nidhugg"):
        command.append("--order-tries")
    ran = run(command, options.timeout, options.memory, keep_stdout=True)
    if ran is None:
        return None
    try:
        found = json.loads(ran.stdout)
    except ValueError:
        found = {"error": ran.stderr.strip()[-300:] or "no answer"}
    row.update(seconds=round(ran.seconds, 2), found=found)
    if ran.timed_out:
        row["outcome"] = test.why_not or "no-end"
        return row
    if "error" in found:
        row["outcome"] = "not-read"
        return row
    verdict, obstacles = found["verdict"], found["obstacles"]
    row["verdict"] = verdict
    row["is_same"] = verdict.startswith("true" if test.is_safe else "false") and test.why_not != "model"
    if test.kind == "verdict":
        row["outcome"] = re.match(r"[a-z]+", verdict)[0]
    elif test.is_safe and verdict.startswith("false") and verdict != "false(unreach-call)":
        row["outcome"] = "stricter"
    elif not verdict.startswith("unknown") and verdict.startswith("false") == test.is_safe and test.why_not != "model":
        row["outcome"] = "WRONG"
    elif any("limit" in reason for reason in obstacles):
        row["outcome"] = test.why_not or "no-end"
    elif obstacles or verdict.startswith("unknown"):
        row["outcome"] = "not-read"
    elif found["missing_states"] or found["extra_states"] and not found["is_bound"]:
        row["outcome"] = "WRONG"
    elif test.why_not is None:
        row["ours"] = count(found, test.kind)
        row["outcome"] = "agree" if row["ours"] == test.stated else "DIFFER"
        if test.name.startswith("genmc") and test.name.split()[1] in TECHNIQUES and row["ours"] > test.stated:
            row["outcome"] = "method"
        elif found["is_bound"] and row["ours"] > test.stated:
            row["outcome"] = "bound"
    return row


def count(found, kind):
    if kind == "complete":
        return found["traces"]
    names = ("traces", "blocked", "assumed") if kind == "order" else (
        "reading", "reading_blocked", "reading_assumed")
    return sum(found[name] for name in names)


def table(rows):
    """The results as lines of a Markdown table, a suite a line."""
    groups = collections.defaultdict(list)
    for row in rows:
        groups[" ".join(row["test"].split()[:2])].append(row)
    first = ["agree", "DIFFER", "WRONG"]
    outcomes = first + sorted({row["outcome"] for row in rows} - set(first))
    head = ["suite", "tests", "same verdict"] + outcomes
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for name, group in list(groups.items()) + [("all", rows)]:
        of = collections.Counter(row["outcome"] for row in group)
        same = sum(row.get("is_same", False) for row in group)
        cells = [name, len(group), same] + [of[outcome] for outcome in outcomes]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--traces", default="target/release/examples/traces")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=20, help="seconds for each test")
    parser.add_argument("--memory", type=int, default=3072, help="MB of address space for each test")
    parser.add_argument("--limit", type=int, default=200_000, help="prefixes of traces of each test")
    parser.add_argument("--only", default="", help="tests with this in their name")
    parser.add_argument("--json", help="one line for each test")
    parser.add_argument("--list", action="append", default=[], help="show the tests of an outcome")
    parser.add_argument("--verdicts", action="store_true", help="tests that have an error")
    options = parser.parse_args()
    for folder in options.folders:
        if not os.path.isdir(folder):
            parser.error(f"{folder}: no such folder")
    tests = [test for folder in options.folders for test in tests_of(folder, options.verdicts)]
    tests = [test for test in tests if options.only in test.name]
    if not tests:
        parser.error("no tests that this script knows")
    rows, out = [], open(options.json, "w") if options.json else None
    try:
        with tempfile.TemporaryDirectory() as header, \
                concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            with open(os.path.join(header, "genmc.h"), "w") as file:
                file.write(GENMC_H)
            for row in pool.map(lambda test: compare(test, options, header), tests):
                if row is None:
                    raise KeyboardInterrupt
                rows.append(row)
                if out:
                    print(json.dumps(row), file=out, flush=True)
                if row["outcome"] in ("WRONG", "DIFFER", "bound", "stricter") or row["outcome"] in options.list:
                    ours = row["ours"] if row["ours"] is not None else row.get("found")
                    print(f"{row['outcome']}: {row['test']}: stated {row['stated']} ({row['kind']}), ours {ours}", flush=True)
    except KeyboardInterrupt:
        STOP.set()
        print("\n".join(table(rows)))
        return 130
    print("\n".join(table(rows)))
    return int(any(row["outcome"] in ("WRONG", "DIFFER") for row in rows))


if __name__ == "__main__":
    sys.exit(main())
