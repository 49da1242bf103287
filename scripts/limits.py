#!/usr/bin/env python3
"""Whether limits and signals hold at every moment of `evercheck check`.

    python3 scripts/limits.py [--evercheck PATH] [--markdown] [NAME …]

Each case is an input that is big, deep, wide or slow in one phase (reading, opening a record, searching, replaying,
printing, recording; both engines), and one limit: wall time, processor time, memory, or a signal at some moment.  A
case holds if the process ends within a second of a limit of time or of the signal, or takes at most 10 % more memory
than its limit (its own memory: pages of files that are mapped are the kernel's, which takes them back; counted from
50 MB on, which any run may take); if its last line and its status say why; and if no process that it has started and no
temporary file is left behind.

Prints one line for each: input, limit, end, overrun, memory, verdict.  Status 1 if a case does not hold.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOOR_MB = 50
WORST_S = 1.0
WORST_SHARE = 0.10

CHOOSE = "int evercheck_choose(int, int);\n"
STDLIB = "#include <stdlib.h>\n#include <string.h>\n"
INT = "int __VERIFIER_nondet_int(void);\n"

ENDLESS = CHOOSE + "int main(void) { unsigned long long x = 0; for (;;) x = 31 * x + evercheck_choose(1, 30); }\n"
LIST = STDLIB + """struct node { struct node *next; int value; } *head;
int main(void) {
    for (int i = 0;; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head; n->value = i; head = n;
    }
}
"""
# In one transition: a library function is not left before it returns.
AT_ONCE = "int main(void) { int a[9] = {3, 1, 2}; qsort(a, 9, sizeof *a, at_once); }\n"
LIST_AT_ONCE = LIST.replace("int main(void)", "int at_once(const void *a, const void *b)") + AT_ONCE
RECURSION_AT_ONCE = STDLIB + """int depth(int n) { return n < 100000 ? depth(n + 1) + !malloc(4000) : 0; }
int at_once(const void *a, const void *b) { for (;;) depth(0); }
""" + AT_ONCE
RECURSION = STDLIB + """int depth(int n) { char *p = malloc(4000); memset(p, 1, 4000); return depth(n + 1) + p[0]; }
int main(void) { return depth(0); }
"""
RECURSION_DEEP = """int depth(int n) { long a[100]; a[n % 100] = n; if (n < 150000) depth(n + 1); return a[0]; }
int main(void) { for (;;) depth(0); }
"""
TWO_THREADS = STDLIB + """#include <pthread.h>
struct node { struct node *next; int value; };
static int done;
static void *other(void *unused) { done = 1; return unused; }
int main(void) {
    struct node *head = 0;
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    for (int i = 0; i < 1000000; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head; n->value = i; head = n;
    }
    pthread_join(thread, 0);
    return done;
}
"""
HEAP = STDLIB + CHOOSE + """struct node { struct node *next; int value; } *head;
int main(void) {
    for (int i = 0; i < 1000000; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head; n->value = i; head = n;
    }
    for (int i = 0; i < 1000; i++) { struct node *n = malloc(8); head->next = n; head->value = evercheck_choose(0, 1); }
}
"""
LONG_TRACE = """#include <assert.h>
int main(void) {
    unsigned x = 1;
    for (unsigned i = 0; i < %du; i++) {
        x = 3 * x + i;
        x ^= x >> 3;
    }
    assert(x == 7);
}
"""
CONSTRUCTOR = "static volatile int x;\n__attribute__((constructor)) static void before(void) { for (;;) x = !x; }\nint main(void) { return 0; }\n"
LOOP_AT_ONCE = STDLIB + "int at_once(const void *a, const void *b) { volatile int x = 0; for (;;) x = !x; }\n" + AT_ONCE
HARD = INT + """void reach_error(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n = 0;
    while (__VERIFIER_nondet_int()) n += a * b;
    if (n * n * n == 1000003u * a * b + 7) reach_error();
}
"""
COUNTERS = CHOOSE + """#include <pthread.h>
int a[4];
void *work(void *at) { int *x = at; for (int i = 0; i < %d; i++) *x = i ^ (*x << 1) %% 1021; return 0; }
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(t + i, 0, work, a + i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
"""


def many(count, each, last="int main(void) { return 0; }\n"):
    return "".join(each.format(i=i, j=i + 1) for i in range(count)) + last


def macros(count):
    doubles = "".join(f"#define A{i + 1} A{i} A{i}\n" for i in range(count))
    return f"#define A0 x++;\n{doubles}int x;\nint main(void) {{ A{count} return x; }}\n"


def loops(count):
    """Many loops over inputs and pointers, for the predicate engine."""
    each = "void f{i}(int *p) {{ for (int i = 0; i < __VERIFIER_nondet_int(); i++) p[i & 3] += a{i}[i & 3]; }}\nint a{j}[4];\n"
    calls = "".join(f"f{i}(a{(i * 7) % count});" for i in range(count))
    return INT + "void reach_error(void);\nint a0[4];\n" + many(count, each, f"int main(void) {{ {calls} if (a3[1] == 5) reach_error(); }}\n")


def write(folder, name, text):
    (folder / name).write_text(text)


def fifo(folder, name):
    os.mkfifo(folder / name)


def compiler_that_hangs(folder):
    write(folder, "cc.sh", "#!/bin/sh\nsleep 1234\n")
    os.chmod(folder / "cc.sh", 0o755)
    write(folder, "a.c", ENDLESS)


def link_to(target, name):
    return lambda folder: os.symlink(target, folder / name)


def source(text):
    return lambda folder: write(folder, "a.c", text() if callable(text) else text)


def fifo_include(folder):
    fifo(folder, "f.h")
    write(folder, "a.c", '#include "f.h"\nint main(void) { return 0; }\n')


def fifo_property(folder):
    fifo(folder, "p.prp")
    write(folder, "a.c", ENDLESS)


def long_line(folder):
    write(folder, "a.c", "int main(void) { int x = 0; x = " + "1 + " * 3_000_000 + "0; return x; }\n")


def large_file(folder):
    with open(folder / "a.i", "w") as file:
        for i in range(40):
            file.write("".join(f"extern int x{i}_{j}; " for j in range(200_000)))
        file.write("int main(void) { return 0; }\n")


def saved_trace(folder):
    write(folder, "a.c", LONG_TRACE % 3_000_000)
    run = [EVERCHECK, "check", "--no-record", "--reuse", "off", "--save-trace", "t.json", "a.c"]
    subprocess.run(run, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def record(folder):
    """A store with a record of about 100 MB, of another revision."""
    write(folder, "a.c", COUNTERS % 70)
    run = [EVERCHECK, "check", "--store", "store", "--property", "unreach-call", "a.c"]
    subprocess.run(run, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    size = sum(path.stat().st_size for path in (folder / "store").rglob("*") if path.is_file())
    print(f"    (a record of {size / 1e6:.0f} MB)", file=sys.stderr)
    write(folder, "a.c", (COUNTERS % 70).replace("i ^", "i +"))


def same_record(folder):
    record(folder)
    write(folder, "a.c", COUNTERS % 70)


EXPLICIT = ["--engine", "explicit", "--reuse", "off", "--no-record"]
PREDICATE = ["--engine", "predicate", "--property", "unreach-call"]
# Name, what makes the input, arguments, limit.  A limit of time is in seconds, one of memory in MB; signals come after so
# many seconds.  What ends by itself before its limit holds as well.
CASES = [
    ("read-fifo", lambda f: fifo(f, "a.c"), [], ("time", 2)),
    ("read-include-of-fifo", fifo_include, [], ("time", 2)),
    ("read-include-of-fifo", fifo_include, [], ("term", 0.7)),
    ("read-property-from-fifo", fifo_property, ["--property", "p.prp"], ("int", 0.7)),
    ("read-task-from-fifo", lambda f: fifo(f, "a.yml"), [], ("time", 1)),
    ("read-compiler-hangs", compiler_that_hangs, [], ("int", 0.7)),
    ("read-compiler-hangs", compiler_that_hangs, [], ("time", 1.5)),
    ("read-dev-zero", link_to("/dev/zero", "a.c"), [], ("memory", 300)),
    ("read-dev-zero-as-text", link_to("/dev/zero", "a.i"), [], ("memory", 300)),
    ("read-macros-2^30", source(lambda: macros(30)), [], ("time", 2)),
    ("read-macros-2^30", source(lambda: macros(30)), [], ("memory", 300)),
    ("read-macros-2^30", source(lambda: macros(30)), [], ("cpu", 2)),
    ("read-include-of-itself", source('#include "a.c"\nint main(void) { return 0; }\n'), [], ("time", 2)),
    ("read-include-of-itself-2^40", source('#if __INCLUDE_LEVEL__ < 40\n#include "a.c"\n#include "a.c"\n#endif\n'), [], ("cpu", 2)),
    ("read-300000-globals", source(lambda: many(300_000, "int g{i} = {i};\n")), [], ("time", 2)),
    ("read-100000-functions", source(lambda: many(100_000, "int f{j}(int); int f{i}(int x) {{ return x ? f{j}(x - 1) : {i}; }}\n", "int f100000(int x) { return x; } int main(void) { return f0(9); }\n")), [], ("memory", 200)),
    ("read-100000-functions", source(lambda: many(100_000, "int f{j}(int); int f{i}(int x) {{ return x ? f{j}(x - 1) : {i}; }}\n", "int f100000(int x) { return x; } int main(void) { return f0(9); }\n")), [], ("term", 1.5)),
    ("read-array-of-2000000", source(lambda: "int a[] = {" + "7," * 2_000_000 + "};\nint main(void) { return a[5]; }\n"), [], ("time", 1)),
    ("read-100000-parentheses", source(lambda: "int main(void) { return " + "(" * 100_000 + "0" + ")" * 100_000 + "; }\n"), [], ("time", 2)),
    ("read-switch-of-100000", source(lambda: CHOOSE + "int main(void) { switch (evercheck_choose(0, 9)) {" + "".join(f"case {i}: return {i % 7};" for i in range(100_000)) + "} return 0; }\n"), [], ("cpu", 1)),
    ("read-line-of-12-MB", long_line, [], ("memory", 300)),
    ("read-text-of-150-MB", large_file, [], ("time", 2)),
    ("run-constructor", source(CONSTRUCTOR), EXPLICIT, ("time", 1)),
    ("run-constructor", source(CONSTRUCTOR), EXPLICIT, ("term", 1)),
    ("run-loop-at-once", source(LOOP_AT_ONCE), EXPLICIT, ("int", 1)),
    ("run-loop-at-once", source(LOOP_AT_ONCE), EXPLICIT, ("cpu", 1)),
    ("run-list-grows", source(LIST), ["--engine", "explicit"], ("time", 2)),
    ("run-list-grows", source(LIST), ["--engine", "explicit"], ("memory", 300)),
    ("run-list-grows-at-once", source(LIST_AT_ONCE), EXPLICIT, ("time", 2)),
    ("run-list-grows-at-once", source(LIST_AT_ONCE), EXPLICIT, ("memory", 300)),
    ("run-list-and-two-threads", source(TWO_THREADS), EXPLICIT, ("time", 2)),
    ("run-heap-of-10^6", source(HEAP), EXPLICIT, ("int", 3)),
    ("run-recursion-allocates", source(RECURSION), EXPLICIT, ("time", 1)),
    ("run-recursion-allocates", source(RECURSION), EXPLICIT, ("memory", 300)),
    ("run-recursion-at-once", source(RECURSION_AT_ONCE), EXPLICIT, ("time", 2)),
    ("run-recursion-at-once", source(RECURSION_AT_ONCE), EXPLICIT, ("memory", 300)),
    ("run-recursion-of-150000", source(RECURSION_DEEP), EXPLICIT, ("memory", 300)),
    ("run-memset-of-1-GB", source(STDLIB + "int main(void) { char *p = malloc(1000000000); memset(p, 1, 1000000000); return p[5]; }\n"), EXPLICIT, ("memory", 300)),
    ("run-memset-of-1-GB", source(STDLIB + "int main(void) { char *p = malloc(300000000); for (;;) memset(p, 1, 300000000); }\n"), EXPLICIT, ("time", 2)),
    ("run-calloc-of-1-GB", source(STDLIB + "int main(void) { char *p = calloc(1000, 1000000); return p[5]; }\n"), EXPLICIT, ("memory", 500)),
    ("run-calloc-of-30-MB", source(STDLIB + "int main(void) { for (;;) { char *p = calloc(3, 10000000); if (p[7]) return 1; } }\n"), EXPLICIT, ("memory", 500)),
    ("run-memcpy-of-300-MB", source(STDLIB + "char a[300000000], b[300000000]; int main(void) { for (;;) memcpy(a, b, sizeof a); }\n"), EXPLICIT, ("time", 4)),
    ("run-struct-of-100-MB", source("struct s { char c[100000000]; } a, b; int main(void) { for (;;) { a = b; b = a; } }\n"), EXPLICIT, ("term", 2)),
    ("run-static-of-1-GB", source("static char a[1000000000]; int main(void) { a[5] = 1; return a[7]; }\n"), EXPLICIT, ("memory", 300)),
    ("run-strlen-of-200-MB", source(STDLIB + "int main(void) { char *p = malloc(200000000); memset(p, 1, 200000000); p[199999999] = 0; for (;;) if (strlen(p) == 3) return 1; }\n"), EXPLICIT, ("cpu", 3)),
    ("search-states", source(ENDLESS), ["--engine", "explicit"], ("memory", 200)),
    ("search-states", source(ENDLESS), ["--engine", "explicit"], ("time", 2)),
    ("search-states", source(ENDLESS), ["--search", "bfs"], ("memory", 300)),
    ("search-breadth-first-of-20-MB", source("char a[20000000];\n" + ENDLESS), EXPLICIT + ["--search", "bfs"], ("memory", 400)),
    ("search-states", source(ENDLESS), ["--engine", "explicit", "--format", "json"], ("term", 0.3)),
    ("search-threads", source(COUNTERS % 100000), ["--search", "random"], ("cpu", 2)),
    ("search-without-states", source(ENDLESS), ["--stateless"], ("int", 1)),
    ("replay-of-10^7-steps", source(LONG_TRACE % 10_000_000), EXPLICIT, ("time", 4)),
    ("replay-of-all-steps", source(LONG_TRACE % 3_000_000), EXPLICIT + ["--full-trace"], ("memory", 400)),
    ("replay-of-all-steps", source(LONG_TRACE % 3_000_000), EXPLICIT + ["--full-trace"], ("int", 3)),
    ("replay-of-saved-run", saved_trace, ["--replay", "t.json"], ("time", 2)),
    ("print-what-nobody-reads", source(LONG_TRACE % 5000), EXPLICIT + ["--full-trace"], ("unread", 3)),
    ("record-open-of-another", record, ["--store", "store", "--property", "unreach-call"], ("time", 0.3)),
    ("record-open-of-another", record, ["--store", "store", "--property", "unreach-call"], ("time", 2)),
    ("record-open-of-same", same_record, ["--store", "store", "--property", "unreach-call", "--audit", "full"], ("term", 1)),
    ("record-open-of-same", same_record, ["--store", "store", "--property", "unreach-call", "--reuse", "isse"], ("memory", 150)),
    ("record-write", source(COUNTERS % 100), ["--store", "store", "--property", "unreach-call"], ("int", 6)),
    ("predicate-multiplication", source(HARD), PREDICATE, ("time", 2)),
    ("predicate-multiplication", source(HARD), PREDICATE, ("term", 2)),
    ("predicate-multiplication", source(HARD), PREDICATE, ("memory", 40)),
    ("predicate-2000-loops", source(lambda: loops(2000)), PREDICATE, ("time", 2)),
    ("predicate-2000-loops", source(lambda: loops(2000)), PREDICATE, ("memory", 200)),
    ("predicate-600-loops", source(lambda: loops(600)), PREDICATE, ("cpu", 3)),
    ("predicate-long-program", source(lambda: INT + "void reach_error(void);\nint main(void) { int x = __VERIFIER_nondet_int(), y = 1;\n" + "if (x % 3 == y) y = 5 * y + 1; else y = y ^ x;\n" * 20_000 + "if (y == 77) reach_error(); }\n"), PREDICATE, ("int", 2)),
]


def left_in(folder):
    """Processes that still stand in a folder."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "cwd") == str(folder):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


class Sampler(threading.Thread):
    """Looks at the memory of a process, every other millisecond."""

    def __init__(self, pid):
        super().__init__()
        self.pid, self.is_over, self.own, self.of_files = pid, False, 0, 0

    def run(self):
        while not self.is_over:
            try:
                _, resident, shared, *_ = map(int, pathlib.Path(f"/proc/{self.pid}/statm").read_text().split())
            except (OSError, ValueError):
                return
            self.own, self.of_files = max(self.own, 4096 * (resident - shared)), max(self.of_files, 4096 * shared)
            time.sleep(0.002)

    def peak(self, resident):
        """Its own memory at most: what was seen, or what the kernel says less what was ever mapped of files."""
        return max(self.own, resident - self.of_files)


def check(case, folder):
    """Runs one case: seconds, seconds of the processor, peak MB, status, verdict."""
    _, make, arguments, (kind, limit) = case
    make(folder)
    name = next(n for n in ["a.c", "a.i", "a.yml"] if os.path.lexists(folder / n))
    options = {"time": ["--time-limit", f"{limit}s"], "cpu": ["--cpu-limit", f"{limit}s"], "memory": ["--memory-limit", f"{limit}MB"],
               "unread": ["--time-limit", f"{limit}s"]}.get(kind, [])
    environment = dict(os.environ, TMPDIR=str(folder))
    if (folder / "cc.sh").exists():
        environment["CC"] = str(folder / "cc.sh")
    if not {"--store", "--reuse", "--replay"} & set(arguments):
        arguments = arguments + ["--store", "store"]
    start = time.monotonic()
    process = subprocess.Popen([EVERCHECK, "check", *arguments, *options, name], cwd=folder, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    output = []
    readers = [threading.Thread(target=lambda: output.append(process.stdout.read())),
               threading.Thread(target=lambda: process.stderr.read())]
    if kind != "unread":
        readers[0].start()
    readers[1].start()
    sampler = Sampler(process.pid)
    sampler.start()
    if kind in ("int", "term"):
        time.sleep(max(0, limit - (time.monotonic() - start)))
        start = time.monotonic()
        process.send_signal(signal.SIGINT if kind == "int" else signal.SIGTERM)
    killer = threading.Timer(90, process.kill)
    killer.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    killer.cancel()
    sampler.is_over = True
    sampler.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    for reader in readers[0 if kind != "unread" else 1:]:
        reader.join(5)
    text = output[0].decode(errors="replace") if output else ""
    if "json" in arguments:
        verdict = json.loads(text)["verdict"]
    else:
        verdict = (text.splitlines() or [""])[-1]
    left = left_in(folder)
    if left:
        # Those that were killed take a moment to go.
        time.sleep(1)
        left = left_in(folder)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    litter = [path.name for path in folder.iterdir() if path.name.startswith("evercheck-")]
    return seconds, usage.ru_utime + usage.ru_stime, sampler.peak(usage.ru_maxrss * 1024) / 1e6, process.returncode, verdict, left, litter


def judge(case, result):
    """The overrun in words, and what is wrong."""
    kind, limit = case[3]
    seconds, cpu, memory, status, verdict, left, litter = result
    wrong = []
    if kind == "memory":
        share = max(0, memory - max(limit, FLOOR_MB)) / limit
        overrun, is_over = f"{100 * share:.0f} %", share > WORST_SHARE
        reason = "memory"
    else:
        used = cpu if kind == "cpu" else seconds
        late = max(0, used - (0 if kind in ("int", "term") else limit))
        overrun, is_over = f"{late:.2f} s", late > WORST_S
        reason = "cancelled" if kind in ("int", "term") else "time"
    if is_over:
        wrong.append("over the limit")
    expected = {"int": 130, "term": 143}.get(kind, 3)
    if verdict == f"unknown({reason})" and status != expected:
        wrong.append(f"status {status} instead of {expected}")
    if verdict != f"unknown({reason})" and kind != "unread" and not (status in (0, 1, 2, 3) and "(cancelled)" not in verdict):
        wrong.append(f"status {status}")
    if left:
        wrong.append(f"{len(left)} processes left behind")
    if litter:
        wrong.append(f"files left behind: {' '.join(litter)}")
    return overrun, wrong


def main():
    global EVERCHECK
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evercheck", default=ROOT / "target/release/evercheck", type=pathlib.Path)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("names", nargs="*", help="cases whose names begin so")
    options = parser.parse_args()
    EVERCHECK = str(options.evercheck.resolve())
    words = {"time": "{} s", "cpu": "{} s of the processor", "memory": "{} MB", "int": "SIGINT after {} s", "term": "SIGTERM after {} s",
             "unread": "{} s, no reader"}
    row = "| {} | {} | {} | {} | {} | {} |" if options.markdown else "{:30} {:24} {:>16} {:>8} {:>8}  {}"
    print(row.format("input", "limit", "end", "overrun", "memory", "verdict"))
    if options.markdown:
        print("|---|---|---|---|---|---|")
    is_wrong = False
    for case in CASES:
        if options.names and not any(case[0].startswith(name) for name in options.names):
            continue
        with tempfile.TemporaryDirectory(prefix="limits-") as folder:
            result = check(case, pathlib.Path(folder))
        overrun, wrong = judge(case, result)
        seconds, cpu, memory, status, verdict = result[:5]
        end = f"{seconds:.2f} s"
        if case[3][0] == "cpu":
            end += f" ({cpu:.2f} s)"
        shown = verdict or f"status {status}"
        print(row.format(case[0], words[case[3][0]].format(case[3][1]), end, overrun, f"{memory:.0f} MB", shown + "".join(f"; {it.upper()}" for it in wrong)), flush=True)
        is_wrong |= bool(wrong)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
