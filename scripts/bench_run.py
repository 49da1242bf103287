#!/usr/bin/env python3
"""Measures `evercheck run` beside the compiled program, in one run.

Usage: scripts/bench_run.py EVERCHECK [RUNS]

For each program of bench/: the fastest of RUNS runs (default 5) of the program compiled by `gcc -O0` and of
`evercheck run`, their ratio, and the steps a second (a step is an instruction of the machine; a lowered operation is
one or a few). Where valgrind is installed, also the instructions a step by callgrind on a smaller size: that number does not
depend on the load of the machine.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

BENCH = pathlib.Path(__file__).resolve().parent.parent / "bench"
# A size that callgrind gets through in seconds.
SMALL = {"sieve": 20000, "matrix": 30, "queens": 6, "integers": 100000}


def fastest(command, runs):
    best = None
    for _ in range(runs):
        start = time.perf_counter()
        status = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
        seconds = time.perf_counter() - start
        if status != 0:
            sys.exit(f"{' '.join(command)} ended with status {status}")
        best = seconds if best is None else min(best, seconds)
    return best


def steps(evercheck, arguments):
    ran = subprocess.run([evercheck, "-v", "run", *arguments], capture_output=True, text=True)
    found = re.search(r"steps: (\d+), operations: (\d+)", ran.stderr)
    return (int(found.group(1)), int(found.group(2))) if found else (0, 0)


def instructions(evercheck, arguments):
    with tempfile.NamedTemporaryFile() as out:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", evercheck, "run", *arguments]
        ran = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    return int(found.group(1)) if found else 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    evercheck, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    has_valgrind = shutil.which("valgrind") is not None
    print(f"{'program':10} {'gcc -O0':>9} {'run':>9} {'ratio':>6} {'M steps/s':>10} {'M ops/s':>8} {'instr/step':>11}")
    for source in sorted(BENCH.glob("*.c")):
        with tempfile.TemporaryDirectory() as folder:
            binary = f"{folder}/program"
            subprocess.run(["gcc", "-O0", "-w", str(source), "-o", binary], check=True)
            compiled = fastest([binary], runs)
        ours = fastest([evercheck, "run", str(source)], runs)
        count, operations = steps(evercheck, [str(source)])
        per_step = "-"
        if has_valgrind and source.stem in SMALL:
            # The difference of two sizes leaves out what does not depend on the size.
            sizes = [[f"-DN={SMALL[source.stem]}", str(source)], [f"-DN={SMALL[source.stem] // 2}", str(source)]]
            large, small = (instructions(evercheck, size) for size in sizes)
            more = steps(evercheck, sizes[0])[0] - steps(evercheck, sizes[1])[0]
            per_step = f"{(large - small) / more:.1f}" if more > 0 else "-"
        print(f"{source.stem:10} {compiled:9.4f} {ours:9.4f} {ours / compiled:6.1f}"
              f" {count / ours / 1e6:10.1f} {operations / ours / 1e6:8.1f} {per_step:>11}")


if __name__ == "__main__":
    main()
