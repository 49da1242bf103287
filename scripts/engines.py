#!/usr/bin/env python3
"""Check random programs by both engines; where both decide, they must agree.

    python3 scripts/engines.py [--evercheck PATH] [--count N] [--seed K] [--timeout S] [-- ARGUMENT...]

A program has one input of a byte, so that the explicit engine tries all of it, and
arithmetic on all integer types, branches, short loops, locals that may not be set and
accesses to an array, by index and by pointer.  It is checked for each property of
arithmetic, for reads of what is not set, for the rest of undefined behaviour and, if it
has accesses, for valid-deref.  What follows `--` is handed on to the tool.

Exit status: 0; 1 if the engines disagree or the tool fails; the program is shown.
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import own_words  # noqa: E402

TYPES = ["int", "short", "signed char", "unsigned char", "long", "unsigned", "long long", "unsigned short"]
NUMBERS = [0, 1, 2, 3, 5, 7, 127, 128, 255, 1000, 32767, 46341, 65535, 100000, 8388608, 16777216, 16909320, 20000000,
           1073741824, 2147483647, -1, -2, -128, -32768]
PROPERTIES = ["no-overflow", "no-division-by-zero", "no-bad-shift", "no-uninitialised-read", "no-undefined-behaviour"]
HEAD = "#include <stdlib.h>\nextern signed char __VERIFIER_nondet_char(void);\nint a[9];\nint main(void) {\n"


class Program:
    def __init__(self, seed):
        self.by = random.Random(seed)
        self.names = ["v"]
        self.lines = [f"{self.by.choice(['int', 'signed char', 'short', 'long'])} v = __VERIFIER_nondet_char();"]
        for number in range(self.by.randint(1, 4)):
            self.statement(number)
        self.has_accesses = self.by.random() < 0.4
        if self.has_accesses:
            index = self.by.choice([f"({self.value(1)}) & {self.by.choice([3, 7, 15])}", self.value(1)])
            self.lines += [f"a[{index}] += {self.value(1)};", "int *p = a + (v & 7);", "p[v & 1] = 1;"]

    def text(self):
        return HEAD + "".join(f"    {line}\n" for line in self.lines) + "    return 0;\n}\n"

    def value(self, depth):
        if depth == 0 or self.by.random() < 0.2:
            return str(self.by.choice(self.names if self.by.random() < 0.55 else NUMBERS))
        one = lambda: self.value(depth - 1)  # noqa: E731
        kind = self.by.choices(range(11), [60, 8, 8, 8, 6, 4, 3, 3, 4, 4, 2])[0]
        if kind == 0:
            return f"({one()} {self.by.choice('+-*+-')} {one()})"
        if kind == 1:
            return f"({one()} {self.by.choice('/%')} {self.by.choice([3, 7, -1, 10, -5])})"
        if kind == 2:
            return f"(- {one()})"
        if kind == 3:
            return f"(({self.by.choice(TYPES)}){one()})"
        if kind == 4:
            return f"({one()} {self.by.choice('&|^')} {one()})"
        if kind == 5:
            return f"({one()} >> {self.by.randint(0, 5)})"
        if kind == 6:
            return f"abs((int){one()})"
        if kind == 8:
            return f"({one()} {self.by.choice('/%')} {one()})"
        if kind == 9:
            return f"({one()} {self.by.choice(['<<', '>>'])} {one()})"
        if kind == 10:
            return f"__builtin_ctz({one()})"
        return f"({one()} {self.by.choice(['<', '>', '==', '<='])} {one()})"

    def statement(self, number):
        name, kind = self.by.choice(self.names), self.by.random()
        change = f"{name} {self.by.choice(['+=', '-=', '*='])} {self.value(1)};"
        if kind < 0.5:
            self.lines.append(f"{self.by.choice(TYPES)} w{number} = {self.value(self.by.randint(1, 3))};")
            self.names.append(f"w{number}")
        elif kind < 0.7:
            self.lines.append(f"if ({self.value(1)} < {self.value(1)}) {change} else {name} = {self.value(1)};")
        elif kind < 0.78:
            self.lines.append(f"int u{number}; if ({self.value(1)} < {self.value(1)}) u{number} = {self.value(1)};")
            self.names.append(f"u{number}")
        elif kind < 0.88:
            self.lines.append(f"for (int i = 0; i < {self.by.randint(1, 4)}; i++) {change}")
        else:
            self.lines.append(f"{name}{self.by.choice(['++', '--'])};")


def verdict(options, engine, name, path):
    command = [options.evercheck, "-q", "check", "--no-record", "--reuse", "off", "--engine", engine]
    command += ["--property", name, "--time-limit", f"{options.timeout}s", "--max-states", "20000"]
    ran = subprocess.run(command + options.rest + [path], capture_output=True, text=True)
    lines = ran.stdout.splitlines()
    return lines[-1] if lines and ran.returncode in (0, 1, 3) else "FAILED: " + ran.stderr.strip()[:300]


def main():
    words, rest = own_words(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evercheck", default="target/release/evercheck", metavar="PATH")
    parser.add_argument("--count", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="K")
    parser.add_argument("--timeout", type=int, default=4, metavar="S", help="seconds for each verdict")
    options = parser.parse_args(words)
    options.rest = rest
    found, is_wrong = collections.Counter(), False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.c")
        for seed in range(options.seed, options.seed + options.count):
            program = Program(seed)
            with open(path, "w", encoding="utf-8") as file:
                file.write(program.text())
            for name in PROPERTIES + ["valid-deref"] * program.has_accesses:
                both = [verdict(options, engine, name, path) for engine in ("predicate", "explicit")]
                found[(name, *both)] += 1
                is_decided = not any(it.startswith("unknown(") for it in both)
                if is_decided and both[0] != both[1] or any(it.startswith("FAILED") for it in both):
                    is_wrong = True
                    print(f"!!! seed {seed}, {name}: {both[0]} by predicate, {both[1]} by explicit\n{program.text()}")
    print("| property | predicate | explicit | programs |\n|---|---|---|--:|")
    for (name, predicate, explicit), count in sorted(found.items()):
        print(f"| {name} | {predicate} | {explicit} | {count} |")
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
