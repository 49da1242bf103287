#!/usr/bin/env python3
"""Checks on random programs whose inputs have too many values to try each that `--inputs symbolic` loses no run.

A program of one thread computes a small number of one to three inputs. gcc's binary computes it of 300,000 inputs, most of them small or next to an end
of a type, so it is known of some numbers that they come out; the error is called where the rarest of these does. Every violation that Evercheck tells
is run with numbers first, so what can be wrong is `true`.

usage: wide_inputs.py EVERCHECK FIRST COUNT FOLDER     seeds from FIRST on; programs that are looked at stay in FOLDER

Exit status: 0; 1 if a verdict is wrong. What a violation that did not show in a run (`unknown(replay)`) came from is said, too.
"""

import collections
import pathlib
import random
import subprocess
import sys

TYPES = [
    ("int", "int"), ("unsigned", "uint"), ("long", "long"), ("unsigned long", "ulong"),
    ("short", "short"), ("unsigned char", "uchar"), ("signed char", "schar"), ("unsigned short", "ushort"),
]
CONSTANTS = ["0x80000000u", "2147483647", "255", "65535", "1000000", "~0ul", "0x7fffffffffffffffl"]
HEAD = """typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
static unsigned char bytes[4];
static const short table[8] = {5, -3, 0, 0, 700, 1, 1, 9};
static union { long l; int i; unsigned char c[8]; } u;
static unsigned w;
static int product(int x, unsigned char y) { return (int)((unsigned)x * y); }
"""
NATIVE = """#include <stdio.h>
static unsigned long state = 88172645463325252ul;
static unsigned long any(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state * 0x2545f4914f6cdd1dul; }
static unsigned long value(void) {
  unsigned long x = any();
  switch (any() >> 60) {
  case 0 ... 2: return x & 15;
  case 3: return -(x & 15);
  case 4: return 0x80000000ul + (x & 3) - 2;
  case 5: return 0x8000000000000000ul + (x & 3) - 2;
  case 6: return x & 255;
  case 7: return x & 0xffff;
  case 8: return 1ul << (x & 63);
  case 9: return x % 1000003;
  default: return x;
  }
}
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.types = [self.random.choice(TYPES) for _ in range(self.random.choice([1, 2, 2, 3]))]
        self.inputs = [f"i{number}" for number in range(len(self.types))]

    def constant(self):
        r = self.random
        return r.choice([str(r.randrange(-5, 20)), str(r.randrange(300)), r.choice(CONSTANTS)])

    def expression(self, depth):
        r = self.random
        if depth == 0 or r.random() < 0.25:
            return r.choice(2 * self.inputs + ["a", "b", "c", self.constant()])
        x, y = self.expression(depth - 1), self.expression(depth - 1)
        wide = r.choice(["unsigned", "unsigned long", "unsigned long"])
        cast = r.choice(["signed char", "unsigned char", "short", "int", "unsigned", "long"])
        return r.choice([
            *[f"(({wide})({x}) {op} ({wide})({y}))" for op in "+-*"],
            f"(({wide})({x}) / (({wide})({self.constant()}) | 1))",
            f"(({wide})({x}) % {r.randrange(2, 40)}u)",
            f"((long)({x}) {r.choice('/%')} {r.choice([3, 7, 10, -3, 1000])})",
            f"(({wide})({x}) << (({y}) & 7))",
            f"(({r.choice(['long', 'int', 'unsigned'])})({x}) >> {r.randrange(31)})",
            f"(({x}) {r.choice('&|^')} ({y}))",
            f"(({cast})({x}))",
            f"(({x}) {r.choice(['<', '<=', '==', '!=', '>'])} ({y}))",
            f"(({x}) ? ({y}) : {self.constant()})",
            f"table[({x}) & 7]",
            f"product((int)({x}), (unsigned char)({y}))",
            f"(~({x}))",
        ])

    def condition(self):
        r, x = self.random, self.expression(2)
        one, other = r.choice(self.inputs), r.choice(self.inputs)
        return r.choice([
            f"{one} {r.choice(['<', '<=', '==', '!=', '>'])} {r.choice([other, self.constant()])}",
            f"({x}) {r.choice(['<', '<=', '>', '>='])} {self.constant()}",
            f"(unsigned)({x}) % {r.randrange(2, 9)}u == {r.randrange(3)}",
            f"(({x}) & {r.choice([1, 2, 4, 8, 15, 128])}) {r.choice(['==', '!='])} 0",
            f"{one} > {self.constant()} && {other} < {self.constant()}",
            f"({x}) == ({self.expression(1)})",
        ])

    def statement(self, depth):
        r, kind = self.random, self.random.randrange(9)
        inner = lambda: self.statement(depth - 1)
        own = r.choice("abc")
        if kind < 3 or depth == 0:
            return f"{own} = {self.expression(2)};"
        if kind == 3:
            return f"bytes[({self.expression(1)}) & 3] = (unsigned char)({self.expression(1)});"
        if kind == 4:
            return f"if ({self.condition()}) {{ {inner()} {inner()} }} else {{ {inner()} }}"
        if kind == 5:
            return f"for (int k = 0; k < 3; k++) if ({self.condition()}) {{ {inner()} }}"
        if kind == 6:
            return f"switch (({self.expression(1)}) & 7) {{ case 1: {inner()} break; case 3 ... 5: {inner()} default: {inner()} }}"
        if kind == 7:
            return f"memcpy(&w, bytes, 4); {own} ^= w;"
        return f"u.l = {self.expression(1)}; u.c[{r.randrange(8)}] = {self.expression(1)}; {own} = u.i;"

    def program(self):
        """The function that computes a number below another one, and that."""
        r = self.random
        body = "\n  ".join(self.statement(2) for _ in range(r.randrange(2, 6)))
        modulus = r.choice([4, 8, 16])
        result = r.choice([
            f"(unsigned)({self.expression(2)}) + (unsigned)a * 3u + (unsigned)b + (unsigned)c + bytes[1]",
            f"(a > {self.constant()}) + 2 * (b == {self.constant()}) + 4 * (({self.expression(1)}) < ({self.expression(1)}))",
        ])
        given = ", ".join(f"{ty} {name}" for (ty, _), name in zip(self.types, self.inputs))
        start = "long a = 1, b = 2, c = 3; w = 0; u.l = 0; bytes[0] = bytes[1] = bytes[2] = bytes[3] = 0;"
        return f"static unsigned f({given}) {{\n  {start}\n  {body}\n  return ({result}) % {modulus}u;\n}}\n", modulus


def reached(folder, function, types, modulus):
    """How often each number comes out; nothing if the binary does not end well."""
    call = ", ".join(f"({ty})value()" for ty, _ in types)
    count = f"int main(void) {{ unsigned long n[{modulus}] = {{0}}; for (int i = 0; i < 300000; i++) n[f({call})]++;\n"
    tell = f'for (int k = 0; k < {modulus}; k++) printf("%lu ", n[k]); }}\n'
    (folder / "native.c").write_text(HEAD + function + NATIVE + count + tell)
    subprocess.run(["gcc", "-O1", "-w", "-fwrapv", "-o", folder / "native", folder / "native.c"], check=True)
    ran = subprocess.run([folder / "native"], capture_output=True, text=True)
    return None if ran.returncode else [int(word) for word in ran.stdout.split()]


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    evercheck, first, count, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    verdicts = collections.Counter()
    for seed in range(first, first + count):
        writer = Writer(seed)
        function, modulus = writer.program()
        numbers = reached(folder, function, writer.types, modulus)
        if numbers is None:
            verdicts["not run"] += 1
            continue
        _, wanted = min((often, number) for number, often in enumerate(numbers) if often)
        text = HEAD + "void reach_error(void);\n"
        text += "".join(f"{ty} __VERIFIER_nondet_{name}(void);\n" for ty, name in writer.types) + function + "int main(void) {\n"
        text += "".join(f"  {ty} {it} = __VERIFIER_nondet_{name}();\n" for (ty, name), it in zip(writer.types, writer.inputs))
        path = folder / f"{seed}.i"
        path.write_text(text + f"  if (f({', '.join(writer.inputs)}) == {wanted}) reach_error();\n  return 0;\n}}\n")
        options = "--reuse off --no-record --engine explicit --inputs symbolic --property unreach-call --cpu-limit 4s".split()
        ran = subprocess.run([evercheck, "check", *options, path], capture_output=True, text=True)
        verdict = ran.stdout.strip().split("\n")[-1] or f"status {ran.returncode}"
        verdicts[verdict] += 1
        if verdict == "true" or "replay" in verdict or "status" in verdict:
            print(f"seed {seed}: {verdict}, though {wanted} comes out of {numbers}", flush=True)
        else:
            path.unlink()
    print(", ".join(f"{verdict}: {times}" for verdict, times in verdicts.most_common()))
    sys.exit(verdicts["true"] > 0)


if __name__ == "__main__":
    main()
