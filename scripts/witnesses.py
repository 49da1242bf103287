#!/usr/bin/env python3
"""Has witnesses written of the verification tasks below a folder, and checks each with --witness-in.

Usage: witnesses.py --evercheck BINARY [--limit 100] [--seconds 5] [--keep FOLDER] [--execute CC] FOLDER…

The folders are families; one task of each is taken in turn, so that the witnesses are of all of them. Prints a line for each witness
that is not confirmed, and a table of families. A confirmed one has the verdict it is of; anything else but a rejection is an error,
with status 1. With --keep the witnesses are left in a folder, with tasks.txt: a line for each of witness, task and verdict.
With --execute a violation is also tried without Evercheck: the program is compiled by CC with input functions that return what
the witness says, in its order, and has to come to the error function.
"""

import argparse
import collections
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*words):
    told = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    lines = told.stdout.strip().split("\n")
    return lines[-1], told


STUBS = """
#include <stdio.h>
#include <stdlib.h>
static const long long results[] = {%s 0};
static unsigned used;
static long long next(void) { if (used == %d) _Exit(98); return results[used++]; }
void __VERIFIER_error(void) { _Exit(97); }
void reach_error(void) { _Exit(97); }
void __VERIFIER_assume(int condition) { if (!condition) _Exit(96); }
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
"""
TYPES = {"int": "int", "uint": "unsigned", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
         "long": "long", "ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long",
         "bool": "_Bool", "size_t": "unsigned long", "unsigned": "unsigned", "u8": "unsigned char", "u16": "unsigned short",
         "u32": "unsigned", "S8": "signed char", "pointer": "void *"}


def execute(compiler, task, witness, work):
    """Whether the program, compiled, comes to the error with the results that a witness names."""
    text = witness.read_text()
    results = re.findall(r"result == (-?[0-9]+)", text)
    named = re.search(r"^input_files: *['\"]?([^'\"\n]+)", task.read_text(), re.M)
    source, stubs, binary = task.parent / named.group(1).strip(), work / "stubs.c", work / "program"
    used = set(re.findall(r"__VERIFIER_nondet_(\w+)", source.read_text(errors="replace")))
    functions = [f"{TYPES[it]} __VERIFIER_nondet_{it}(void) {{ return ({TYPES[it]})next(); }}\n" for it in used if it in TYPES]
    numbers = "".join(f"{it}," if abs(int(it)) < 2**63 - 1 else f"(long long){it}ull," for it in results)
    stubs.write_text(STUBS % (numbers, len(results)) + "".join(functions))
    model = ["-m32"] if "ILP32" in text else []
    # What the program itself defines is not ours to define.
    flags = ["-w", "-std=gnu11", "-fcommon", "-Wl,--allow-multiple-definition", *model]
    built = subprocess.run([compiler, *flags, "-o", binary, stubs, source], capture_output=True)
    if built.returncode:
        return "not compiled"
    try:
        status = subprocess.run([binary], capture_output=True, timeout=10, stdin=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return "not ended"
    return "executed" if status == 97 else f"ended with {status}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--evercheck", required=True)
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--execute", metavar="CC")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    counts, wrong, families = collections.Counter(), 0, collections.defaultdict(collections.Counter)
    of_families = [sorted(folder.rglob("*.yml")) for folder in options.folders]
    tasks = [task for turn in itertools.zip_longest(*of_families) for task in turn if task]
    with tempfile.TemporaryDirectory() as work:
        keep = options.keep or pathlib.Path(work)
        keep.mkdir(parents=True, exist_ok=True)
        lines = []
        for task in tasks:
            witness = keep / f"{task.parent.name}-{task.stem}.witness.yml"
            count = families[task.parent.name]
            if counts["written"] >= options.limit:
                break
            if "unreach-call.prp" not in task.read_text():
                continue
            check = [options.evercheck, "-q", "check", "--no-record", "--reuse", "off", "--property", "unreach-call",
                     "--cpu-limit", f"{options.seconds}s", "--memory-limit", "2GB", task]
            witness.unlink(missing_ok=True)
            verdict, _ = run(*check, "--witness", witness)
            if not re.fullmatch(r"true|false\(unreach-call\)", verdict):
                continue
            if not witness.exists():
                counts[f"none of {verdict}"] += 1
                continue
            counts["written"] += 1
            counts["invariants"] += witness.read_text().count("loop_invariant")
            again, told = run(*check, "--witness-in", witness)
            lines.append(f"{witness.name} {task.absolute()} {verdict}\n")
            told_as = f"{verdict} confirmed" if again == verdict else f"{verdict} rejected"
            counts[told_as] += 1
            count[told_as] += 1
            if options.execute and verdict != "true":
                came = execute(options.execute, task, witness, pathlib.Path(work))
                counts[f"violation {came}"] += 1
                if came != "executed":
                    print(f"{task}: {came} by {options.execute}", flush=True)
            if again != verdict:
                print(f"{task}: {verdict}, but {again}: {told.stdout.strip()[:200]}", flush=True)
                if not again.startswith("unknown("):
                    wrong += 1
        (keep / "tasks.txt").write_text("".join(lines))
    for family, count in sorted(families.items()):
        if count:
            print(f"{family}: " + ", ".join(f"{number} {name}" for name, number in sorted(count.items())))
    print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
