#!/usr/bin/env python3
"""Runs all tests of the workspace, several test programs at a time.

`cargo test` runs one program after the other, and at the end of each, where one long test is left, all cores but one have
nothing to do. Here as many programs run as there are cores, those that are known to take longest first. What a program
prints is shown when it has ended, as a whole.

Usage: scripts/test.py [ARGUMENT OF CARGO TEST…]
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CARGO = os.environ.get("CARGO", "cargo")
# What is known to take longest: to begin with these is what keeps the cores busy to the end. A name that is missing here costs time only.
LONGEST = ["cli", "predicate", "revisions", "series", "reuse", "subjects", "undo", "csmith", "workers", "programs", "inherited"]


def test_programs(arguments):
    """Builds the test programs; gives each with the folder of its package."""
    command = [CARGO, "test", "--workspace", "--no-run", "--message-format=json-render-diagnostics", *arguments]
    build = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if build.returncode != 0:
        sys.exit(build.returncode)
    messages = [json.loads(line) for line in build.stdout.splitlines() if line.startswith("{")]
    found = [it for it in messages if it["reason"] == "compiler-artifact" and it["profile"]["test"] and it["executable"]]
    return [(it["target"]["name"], it["executable"], Path(it["manifest_path"]).parent) for it in found]


def rank(program):
    name = program[0]
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


def run(program):
    name, executable, folder = program
    begin = time.monotonic()
    environment = dict(os.environ, CARGO_MANIFEST_DIR=str(folder))
    done = subprocess.run(
        [executable, "--test-threads", "1"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    seconds = time.monotonic() - begin
    title = f"{folder.name} {name}"
    print(f"     Running {title} ({seconds:.1f} s)\n{done.stdout}", end="", flush=True)
    return title, seconds, done.returncode


def main():
    arguments = sys.argv[1:]
    programs = sorted(test_programs(arguments), key=rank)
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = list(pool.map(run, programs))
    documents = subprocess.run([CARGO, "test", "--workspace", "--doc", *arguments]).returncode
    longest = sorted(results, key=lambda it: -it[1])[:8]
    print("longest: " + ", ".join(f"{title} {seconds:.0f} s" for title, seconds, _ in longest))
    failed = [title for title, _, status in results if status != 0] + (["documentation"] if documents else [])
    if failed:
        print("FAILED: " + ", ".join(failed))
        sys.exit(1)


main()
