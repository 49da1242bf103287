#!/usr/bin/env python3
"""Run C programs compiled by gcc and under `evercheck run`; output and exit status must be the same.

    python3 scripts/agree.py FOLDER… [--evercheck PATH] [--jobs N] [--timeout S] [--native-timeout S]
                             [--match REGEX] [--list CAUSE] [--json OUT]

Every `.c` file below each FOLDER is a program of its own.  It is compiled with `gcc -O0 -w`, with the `-std=`
and `-D` of a `dg-options` comment or of a comment `// STD: name`, run without input in an empty folder, and
run again by the machine.  Programs that gcc refuses, that need more than --native-timeout seconds, that give
another result when they are run twice, or that crash by themselves are not judged.  Outcomes:

  agreed         same standard output, same exit status
  not modelled   the machine says so; counted by cause
  not read       the front end refuses the program; counted by cause
  undefined      the machine reports a fault, and gcc's sanitizers report one at the same line
  fault          the machine reports a fault and the sanitizers do not: undefined behaviour they miss, or a bug
  too slow       longer than --timeout seconds
  DIFFERS        anything else, a crash of the machine among it: a bug of ours

`--list CAUSE` names the programs whose outcome or cause contains CAUSE; programs that differ are always named.
Exit status: 0 if no program differs, 1 if one does, 2 for wrong usage.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

SANITIZERS = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-g"]
INPUT_ERROR, FAULT, NOT_MODELLED, ABORTED = 125, 126, 127, 134
MEMORY_KB = 6 << 20


class Ran:
    """How a child process ended; a signal has a status as in a shell."""

    def __init__(self, status, stdout, stderr, timed_out=False):
        self.status, self.stdout, self.stderr, self.timed_out = status, stdout, stderr, timed_out


def run(command, folder, timeout, limit_memory=True):
    """Run a command with an empty input, within limits of time and memory, and end all that it started."""
    limit = f"ulimit -v {MEMORY_KB}; " if limit_memory else ""
    limited = ["sh", "-c", f'ulimit -c 0; {limit}exec "$@"', "sh", *command]
    with subprocess.Popen(limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, start_new_session=True) as child:
        try:
            stdout, stderr = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return Ran(None, b"", b"", timed_out=True)
    status = child.returncode if child.returncode >= 0 else 128 - child.returncode
    return Ran(status, stdout, stderr)


class Outcome:
    def __init__(self, verdict, cause="", detail=""):
        self.verdict, self.cause, self.detail = verdict, cause, detail


def compare(source, preprocessor, options):
    """Compile and run one program both ways."""
    with tempfile.TemporaryDirectory(prefix="agree-") as folder:
        expected = native(source, preprocessor, options, folder)
        if isinstance(expected, Outcome):
            return expected
        command = [options.evercheck, "run", *preprocessor, *flags_of(source, tool=True), source]
        outcome = judge(expected, run(command, folder, options.timeout))
        if outcome.verdict == "fault" and is_confirmed(source, preprocessor, options, folder, outcome.detail):
            outcome.verdict = "undefined"
        return outcome


def build(source, flags, folder, tool=False):
    """The program compiled as its comments ask for, or only as far as the tool is told; none if gcc refuses it."""
    binary = os.path.join(folder, "program")
    if "-m32" in flags:
        # Floating arithmetic in the precision of its types, as the machine has it.
        flags = [*flags, "-msse2", "-mfpmath=sse"]
    command = ["gcc", "-O0", "-w", *flags, *flags_of(source, tool), source, "-o", binary, "-lm"]
    return binary if run(command, folder, 120).status == 0 else None


def is_confirmed(source, preprocessor, options, folder, report):
    """Whether gcc's sanitizers report a fault at the line of ours."""
    place = re.search(r"^  in .* at (.*?):(\d+):\d+$", report, re.MULTILINE)
    # Without -fwrapv, which the tool has not: an overflow is one.
    binary = build(source, [*preprocessor, *SANITIZERS], folder, tool=True)
    if not place or not binary:
        return False
    # The sanitizers need more address space than any limit.
    ended = run([binary], folder, 10 * options.native_timeout, limit_memory=False)
    first = ended.stderr.decode(errors="replace")
    line = re.escape(f"{os.path.basename(place.group(1))}:{place.group(2)}:")
    return re.search(r"runtime error:|ERROR: AddressSanitizer", first) is not None and re.search(line, first) is not None


def native(source, preprocessor, options, folder):
    """What the compiled program does, or why it is not judged."""
    binary = build(source, preprocessor, folder)
    if not binary:
        return Outcome("not judged", "gcc refuses it")
    # The name is the one that `evercheck run` gives: programs print it, and assertions do.
    name = os.path.splitext(source)[0]
    program = ["bash", "-c", 'exec -a "$0" "$@"', name, binary]
    first = run(program, folder, options.native_timeout)
    if first.timed_out:
        return Outcome("not judged", "gcc's program times out")
    if first.status > 128 and first.status != ABORTED:
        return Outcome("not judged", "gcc's program crashes")
    if options.twice:
        second = run(program, folder, options.native_timeout)
        if (first.status, first.stdout) != (second.status, second.stdout):
            return Outcome("not judged", "another result each time")
    return first


def flags_of(source, tool=False):
    """The language standard and macros that a program's comments ask for."""
    with open(source, encoding="latin-1") as file:
        text = file.read()
    flags = []
    for match in re.finditer(r'dg-(?:additional-)?options\s+"([^"]*)"', text):
        flags += [f for f in match.group(1).split() if f.startswith(("-std=", "-D", "-funsigned-char", "-fwrapv"))]
    standard = re.search(r"^// STD: (\S+)$", text, re.MULTILINE)
    if standard:
        flags.append(f"-std={standard.group(1)}")
    return [f for f in flags if not tool or f.startswith(("-std=", "-D"))]


def judge(expected, ours):
    if ours.timed_out:
        return Outcome("too slow")
    message = first_error(ours.stderr)
    if ours.status == NOT_MODELLED and message.startswith("not modelled: "):
        return Outcome("not modelled", plain(message.removeprefix("not modelled: ")), message)
    if ours.status == INPUT_ERROR and message:
        return Outcome("not read", plain(message), message)
    if ours.status == FAULT and re.match(r"[a-z-]+: ", message):
        return Outcome("fault", message.split(":")[0], ours.stderr.decode(errors="replace"))
    if (expected.status, expected.stdout) == (ours.status, ours.stdout):
        return Outcome("agreed")
    detail = f"status {expected.status} and {ours.status}"
    for number, (a, b) in enumerate(zip(lines(expected.stdout), lines(ours.stdout)), 1):
        if a != b:
            detail += f"; line {number}: {a!r} and {b!r}"
            break
    return Outcome("DIFFERS", "", f"{detail}\n{ours.stderr.decode(errors='replace')[:2000]}")


def lines(text):
    return text.decode(errors="replace").split("\n") + [None]


def first_error(stderr):
    match = re.search(r"^error(?:\[\w+\])?: (.*)$", stderr.decode(errors="replace"), re.MULTILINE)
    return match.group(1) if match else ""


def plain(message):
    """A message with names and numbers replaced, so that equal causes count as one; but names of functions stay."""
    message = re.sub(r"/\S*/", "", message)
    return re.sub(r"\b0x[0-9a-f]+\b|\b\d+\b", "N", message)


def run_all(sources, options, work):
    """Apply `work` to all sources; the tally by verdict and cause, and what is to be named."""
    tally = collections.Counter()
    named, out = [], open(options.json, "w") if options.json else None
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done, (source, outcome) in enumerate(pool.map(lambda s: (s, work(s)), sources), 1):
            tally[outcome.verdict, outcome.cause] += 1
            is_listed = options.list and options.list in f"{outcome.verdict}: {outcome.cause}: {outcome.detail}"
            if outcome.verdict == "DIFFERS" or is_listed:
                named.append(source)
                print(f"{source}: {outcome.verdict} {outcome.cause}\n    {outcome.detail}", flush=True)
            if out:
                entry = {"source": str(source), "verdict": outcome.verdict, "cause": outcome.cause, "detail": outcome.detail}
                print(json.dumps(entry), file=out, flush=True)
            if options.progress and done % options.progress == 0:
                print(f"… {done}", file=sys.stderr, flush=True)
    return tally


def report(tally):
    """Print the tally; whether no program differed."""
    total = sum(tally.values())
    judged = sum(n for (verdict, _), n in tally.items() if verdict != "not judged")
    verdicts = collections.Counter()
    for (verdict, _), count in tally.items():
        verdicts[verdict] += count
    print(f"{total} programs, {judged} judged")
    for verdict in ["agreed", "not modelled", "not read", "undefined", "fault", "too slow", "DIFFERS", "not judged"]:
        count = verdicts[verdict]
        of = total if verdict == "not judged" else judged
        print(f"  {count:6} {verdict} ({100 * count / max(of, 1):.2f} %)")
        causes = [(n, cause) for (v, cause), n in tally.items() if v == verdict and cause]
        for n, cause in sorted(causes, key=lambda c: (-c[0], c[1])):
            print(f"         {n:6}  {cause}")
    return verdicts["DIFFERS"] == 0


def add_options(parser, native_timeout):
    parser.add_argument("--evercheck", default="target/release/evercheck", help="the tool (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time (%(default)s)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for the machine (%(default)s)")
    parser.add_argument("--native-timeout", type=float, default=native_timeout, help="seconds for gcc's program (%(default)s)")
    parser.add_argument("--list", metavar="CAUSE", help="name the programs with this outcome or cause")
    parser.add_argument("--json", metavar="OUT", help="write one object a program to this file")
    parser.add_argument("--progress", type=int, default=0, metavar="N", help="say so after every N programs")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--match", default="", help="only files whose path contains this regular expression")
    add_options(parser, 5)
    options = parser.parse_args()
    options.evercheck = os.path.abspath(options.evercheck)
    options.twice = True
    sources = []
    for folder in options.folders:
        if os.path.isfile(folder):
            sources.append(os.path.abspath(folder))
        for where, _, names in sorted(os.walk(folder)):
            sources += [os.path.abspath(os.path.join(where, n)) for n in sorted(names) if n.endswith(".c")]
    sources = [s for s in sources if re.search(options.match, s)]
    if not sources:
        parser.error("no C files there")
    tally = run_all(sources, options, lambda source: compare(source, [], options))
    sys.exit(0 if report(tally) else 1)


if __name__ == "__main__":
    main()
