#!/usr/bin/env python3
"""Run random programs of csmith under gcc and under `evercheck run`; output and exit status must be the same.

    python3 scripts/csmith.py [-n N] [--seed START] [--keep FOLDER] [--evercheck PATH] [--jobs N]
                              [--timeout S] [--native-timeout S] [--m32]

Makes the programs of the seeds START to START + N - 1 (default 1 and 200), each with one of the mixes of
options in csmith-options.txt.  csmith's programs are meant to have no undefined behaviour (some have: pointers to
members of packed structs, conversions from `float`), so a fault that gcc's sanitizers do not confirm counts as
a difference.  Programs that differ are kept in FOLDER (default target/csmith-differences), named by their seed, with
what was found as a comment.  With --m32 they are programs of 32 bits (Debian: gcc-multilib).  Outcomes are counted as
scripts/agree.py counts them.

csmith is the Debian package of that name (its headers are in /usr/include/csmith); scripts/setup.sh gets it
where it can.  Exit status: 0 if no program differs, 1 if one does, 2 if csmith is missing.
"""

import argparse
import os
import shutil
import sys
import tempfile

import agree

HEADERS = os.environ.get("CSMITH_PATH", "/usr/include/csmith")
OPTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "csmith-options.txt")


def mixes():
    with open(OPTIONS) as file:
        return [line.split() for line in map(str.strip, file) if line and not line.startswith("#")]


def one(seed, mix, options):
    with tempfile.TemporaryDirectory(prefix="csmith-") as folder:
        source = os.path.join(folder, f"{seed}.c")
        words = [word for word in mix if not word.startswith("-D")]
        made = agree.run(["csmith", "--seed", str(seed), *words, "--output", source], folder, 10)
        if made.timed_out or made.status != 0:
            return agree.Outcome("not judged", "csmith gives up")
        macros = [word for word in mix if word.startswith("-D")]
        width = ["-m32"] if options.m32 else []
        outcome = agree.compare(source, ["-I", HEADERS, *macros, *width], options)
        if outcome.verdict == "fault":
            outcome.verdict, outcome.cause = "DIFFERS", ""
        if outcome.verdict == "DIFFERS":
            keep(source, seed, mix, outcome, options.keep)
    return outcome


def keep(source, seed, mix, outcome, folder):
    os.makedirs(folder, exist_ok=True)
    kept = os.path.join(folder, f"{seed}.c")
    shutil.copyfile(source, kept)
    found = "\n".join("// " + line for line in outcome.detail.splitlines())
    with open(kept, "a") as file:
        file.write(f"\n// csmith --seed {seed} {' '.join(mix)}\n{found}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=200, help="programs (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (%(default)s)")
    parser.add_argument("--keep", default="target/csmith-differences", help="where programs that differ go (%(default)s)")
    parser.add_argument("--m32", action="store_true", help="programs of 32 bits")
    agree.add_options(parser, 1)
    options = parser.parse_args()
    if not shutil.which("csmith") or not os.path.isfile(os.path.join(HEADERS, "csmith.h")):
        print("csmith: not installed. On Debian: apt-get install csmith; or scripts/setup.sh as root", file=sys.stderr)
        sys.exit(2)
    options.evercheck = os.path.abspath(options.evercheck)
    options.twice = False
    chosen = mixes()
    seeds = range(options.seed, options.seed + options.n)
    tally = agree.run_all(seeds, options, lambda seed: one(seed, chosen[seed % len(chosen)], options))
    sys.exit(0 if agree.report(tally) else 1)


if __name__ == "__main__":
    main()
