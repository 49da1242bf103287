#!/usr/bin/env python3
"""Times `evercheck cfa --fingerprints` on the examples and on a generated program of 12,000 lines.

Usage: scripts/bench.py EVERCHECK [RUNS]
Prints the median and the fastest of RUNS runs (default 11), start-up and `cc -E` included.
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"


def generated(functions):
    """A program whose functions call their predecessor; twelve lines each, no header files."""
    text = ["static unsigned f0(unsigned x) { return x; }"]
    for i in range(1, functions):
        text.append(f"""static unsigned f{i}(unsigned x)
{{
    unsigned sum = 0;
    for (unsigned i = 0; i < x % 7; i++) {{
        if (i & 1)
            sum += f{i - 1}(i);
        else
            sum ^= {i}u << (i % 5);
    }}
    return sum;
}}
""")
    text.append(f"int main(void) {{ return (int)f{functions - 1}(5); }}")
    return "\n".join(text) + "\n"


def measure(evercheck, file, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([evercheck, "cfa", "--quiet", "--fingerprints", file], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return times


def main():
    evercheck = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 11
    with tempfile.TemporaryDirectory() as directory:
        large = pathlib.Path(directory) / "generated.c"
        large.write_text(generated(1000))
        print(f"{'program':24} {'lines':>7} {'median ms':>10} {'fastest ms':>11}")
        for file in [EXAMPLES / "bounded_buffer.c", EXAMPLES / "device/1/device.c", large]:
            times = measure(evercheck, file, runs)
            lines = len(file.read_text().splitlines())
            print(f"{file.name:24} {lines:7} {statistics.median(times) * 1000:10.1f} {min(times) * 1000:11.1f}")


if __name__ == "__main__":
    main()
