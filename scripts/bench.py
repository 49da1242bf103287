#!/usr/bin/env python3
"""Times the front end, from text to fingerprints: `evercheck cfa --quiet --fingerprints`.

Usage: scripts/bench.py EVERCHECK [RUNS] [FOLDER]

Measures the examples, a generated program of 10,000 lines, and the ten largest .i files of FOLDER if one is given. Prints the
median and the fastest of RUNS runs (default 11), start-up of the process included, lines a second of the fastest, and
with valgrind the instructions a line, which do not depend on the load of the machine.
"""

import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"

# One module of the generated program: records, lists, a table of callbacks, a state machine, bit operations.
MODULE = """
struct item{n} {{ struct item{n} *next; unsigned key : 12, kind : 4; long weight; char name[24]; union {{ int i; double d; }} u; }};
static struct item{n} pool{n}[16];
static struct item{n} *head{n};
static unsigned used{n};
extern int external{n}(struct item{n} *item, const char *text);

static struct item{n} *find{n}(unsigned key)
{{
    struct item{n} *it;
    for (it = head{n}; it; it = it->next)
        if (it->key == key && it->kind != {n} % 16)
            return it;
    return 0;
}}

static int insert{n}(unsigned key, long weight)
{{
    struct item{n} *it = find{n}(key);
    if (!it) {{
        if (used{n} >= sizeof pool{n} / sizeof pool{n}[0])
            return -1;
        it = &pool{n}[used{n}++];
        it->key = key & 0xfff;
        it->next = head{n};
        head{n} = it;
    }}
    it->weight += weight * {n} - (weight >> 2);
    it->u.i = external{n}(it, "module {n}");
    return (int)it->weight;
}}

static int step{n}(int state, int input)
{{
    switch (state) {{
    case 0:
        return input > {n} ? 1 : 0;
    case 1:
    case 2:
        while (input-- > 0 && state < 7)
            state += input & 1 ? 2 : 1;
        return state;
    case 3 ... 6:
        do {{
            input ^= input << 1;
            input %= {n} + 17;
        }} while (input & 8);
        goto out;
    default:
        break;
    }}
out:
    return insert{n}((unsigned)state, input) + (previous{n} ? previous{n}(state, input) : 0);
}}
"""


def generated(lines):
    text, last = [], "0"
    count = lines // (MODULE.count("\n") + 1) + 1
    for n in range(count):
        text.append(f"static int (*previous{n})(int, int) = {last};")
        text.append(MODULE.format(n=n).strip("\n"))
        last = f"step{n}"
    text.append(f"int main(void) {{ int s = 0; for (int i = 0; i < 100; i++) s = {last}(s & 7, i); return s; }}")
    return "\n".join(text) + "\n"


def measure(evercheck, file, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([evercheck, "cfa", "--quiet", "--fingerprints", file], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return times


def instructions(evercheck, file):
    with tempfile.NamedTemporaryFile() as out:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}"]
        ran = subprocess.run(command + [evercheck, "cfa", "-q", "--fingerprints", file], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    return int(found.group(1)) if found else 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    evercheck = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 11
    with tempfile.TemporaryDirectory() as directory:
        large = pathlib.Path(directory, "generated.i")
        large.write_text(generated(10000), encoding="utf-8")
        files = [*sorted(EXAMPLES.rglob("*.c")), large]
        if len(sys.argv) > 3:
            corpus = pathlib.Path(sys.argv[3]).rglob("*.i")
            files += sorted(corpus, key=lambda f: f.stat().st_size, reverse=True)[:10]
        print(f"{'program':32} {'lines':>7} {'median ms':>10} {'fastest ms':>11} {'lines/s':>9} {'instr/line':>11}")
        for file in files:
            lines = file.read_bytes().count(b"\n")
            times = measure(evercheck, str(file), runs)
            per_line = "-"
            if shutil.which("valgrind") and file == large:
                per_line = f"{instructions(evercheck, str(file)) / lines:.0f}"
            print(f"{file.name[-32:]:32} {lines:7} {statistics.median(times) * 1e3:10.1f} {min(times) * 1e3:11.1f}"
                  f" {lines / min(times):9.0f} {per_line:>11}")


if __name__ == "__main__":
    main()
