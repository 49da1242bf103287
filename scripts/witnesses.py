#!/usr/bin/env python3
"""Has witnesses written of the verification tasks below a folder, and checks each with --witness-in.

Usage: witnesses.py --evercheck BINARY [--limit 100] [--seconds 5] FOLDER…

Prints a line for each witness that is not confirmed, and counts. A confirmed one has the verdict it is of; anything else but a
rejection is an error, with status 1.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*words):
    told = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    lines = told.stdout.strip().split("\n")
    return lines[-1], told


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--evercheck", required=True)
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    counts, wrong = collections.Counter(), 0
    tasks = sorted(task for folder in options.folders for task in folder.rglob("*.yml"))
    with tempfile.TemporaryDirectory() as work:
        witness = pathlib.Path(work) / "witness.yml"
        for task in tasks:
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
            counts[f"{verdict} confirmed" if again == verdict else f"{verdict} rejected"] += 1
            if again != verdict:
                print(f"{task}: {verdict}, but {again}: {told.stdout.strip()[:200]}", flush=True)
                if not again.startswith("unknown("):
                    wrong += 1
    print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
