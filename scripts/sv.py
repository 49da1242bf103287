#!/usr/bin/env python3
"""Run `evercheck check` over verification tasks and compare with the verdicts they state.

    python3 scripts/sv.py FOLDER... [--evercheck PATH] [--engine NAME] [--jobs N]
                          [--timeout S] [--memory MB] [--limit N --seed K]
                          [--json OUT | --resume OUT] [--range LOW..HIGH]
                          [--property NAME] [--list OUTCOME] [-- ARGUMENT...]
    python3 scripts/sv.py --phases OUT

A task is a `.yml` file of SV-COMP's format below FOLDER that states an expected
verdict for NAME.prp (unreach-call.prp if nothing is said), which `evercheck
check` is given as it is, with the property file.  Where a folder has no such
files it is a `.c` or `.i` file with `true-NAME` or `false-NAME` in its name.
`-m32` is given where no task says it and the sets' `.cfg` files (or Makefiles)
do; see `declared_bits` in corpus.py.

`--limit N` takes N tasks of each folder by chance, `--seed K` which.  What
follows `--` is handed on to the tool, as `--engine NAME` is.  A task has
`--timeout` seconds and `--memory` MB, which the tool is told; if it does not end
by itself it is killed, 3 s later or at twice the address space.

`--resume OUT` goes on with a run that was interrupted: results in OUT that the
same binary (by its hash) had for the same task (by path and content) with the
same arguments and limits are taken as they are, others are added to it.
`--json OUT` begins anew.  Both hold a JSON object a line.

`--phases OUT` runs nothing: it shows where the time of a run of the predicate
engine went, of which OUT has the results, by phase and as a Markdown table.  What
was killed has told nothing.

Outcomes: solved (the verdict is the expected one), time out, out of memory,
unknown by reason, WRONG.  A reason in capitals is the script's own: CRASH, INPUT
(the tool could not read the file), BOUNDED (`true`, but only within --range,
where `false` is expected).

Exit status: 0; 1 if any verdict is wrong or the tool crashed; 2 if the
arguments are wrong; 130 if interrupted.
"""

import argparse
import collections
import hashlib
import json
import os
import random
import re
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import declared_bits, find_files, in_parallel, own_words, read_text, run  # noqa: E402

TIME_OUT, OUT_OF_MEMORY = "time out", "out of memory"
SEVERE = ("WRONG", "unknown(CRASH)")


class Task:
    def __init__(self, path, files, expected, prp=None):
        self.path = path
        self.files = files
        self.expected = expected
        self.prp = prp

    def arguments(self, name):
        """What the tool is told of it."""
        is_stated = self.path.endswith(".yml") and "data_model:" in read_text(self.path)
        bits = None if is_stated else declared_bits(os.path.dirname(os.path.abspath(self.path)))
        model = ["-m32"] * (bits == 32)
        if self.path.endswith(".yml"):
            return model + ["--property", self.prp, self.path]
        return ["--property", name] + model + self.files

    def content(self):
        """A digest of all files that it consists of."""
        digest = hashlib.sha256()
        for path in [self.path] + self.files + [self.prp] * bool(self.prp):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    digest.update(hashlib.sha256(file.read()).digest())
        return digest.hexdigest()


def tasks_of(folder, name):
    """The tasks below a folder, sorted by path."""
    tasks = []
    for where, folders, names in os.walk(folder):
        folders.sort()
        for entry in sorted(names):
            if entry.endswith(".yml"):
                task = stated_task(os.path.join(where, entry), name)
                if task:
                    tasks.append(task)
    if tasks:
        return tasks
    for path in find_files(folder):
        match = re.search("(true|false)-" + re.escape(name), os.path.basename(path))
        if match and not (path.endswith(".c") and os.path.exists(path[:-2] + ".i")):
            tasks.append(Task(path, [path], match[1] == "true"))
    return tasks


def stated_task(path, name):
    text = read_text(path)
    prp = r"property_file:\s*['\"]?([^\s'\"]*\b" + re.escape(name) + r"\.prp)['\"]?"
    stated = re.search(prp + r"\s*\n\s*expected_verdict:\s*(true|false)", text)
    files = re.search(r"input_files:\s*(.*(?:\n\s+-.*)*)", text)
    if not stated or not files:
        return None
    here = os.path.dirname(path)
    names = re.findall(r"[^\s'\"\[\],-][^\s'\"\[\],]*", files[1])
    prp = os.path.normpath(os.path.join(here, stated[1]))
    return Task(path, [os.path.join(here, name) for name in names], stated[2] == "true", prp)


def key_of(task, command, options):
    """What the result of a task depends on."""
    parts = [options.binary, task.content(), options.timeout, options.memory] + command
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def check(task, command, options):
    """The result of one task as a dictionary, or None if interrupted."""
    ran = run([options.evercheck] + command, options.timeout + 3, 2 * options.memory, keep_stdout=True)
    if ran is None:
        return None
    said = f"signal {ran.signal} " * bool(ran.signal and not ran.timed_out) + ran.stderr.strip()[:300]
    report = report_of(ran)
    verdict, stats = report.get("verdict", ""), report.get("stats", {})
    return {
        "task": task.path, "expected": task.expected, "outcome": outcome_of(ran, verdict, task, options),
        "verdict": verdict, "seconds": round(ran.seconds, 2), "cpu": round(ran.cpu, 3), "rss_mb": ran.rss_mb,
        "why": reason_of(report) or said, "states": stats.get("states"), "phases": stats.get("phases"),
    }


def report_of(ran):
    """The JSON that the tool printed; nothing if it was killed, or cannot read the program."""
    try:
        return json.loads(ran.stdout)
    except ValueError:
        return {}


def reason_of(report):
    """Why there is no verdict, and where."""
    for of in report.get("properties", []):
        if of["verdict"] == "unknown" and of["obstacle"] and of["obstacle"]["message"]:
            it = of["obstacle"]
            place = f" at {it['file']}:{it['line']}" if it["file"] else ""
            return f"unknown({of['reason']}): {it['message']}{place}"
    return None


def outcome_of(ran, verdict, task, options):
    is_short = "memory allocation" in ran.stderr or "Cannot allocate" in ran.stderr
    if ran.timed_out or verdict == "unknown(time)":
        return TIME_OUT
    if is_short or ran.rss_mb * 1.048576 > options.memory or verdict == "unknown(memory)":
        return OUT_OF_MEMORY
    if ran.code == 2:
        return "unknown(INPUT)"
    if ran.code not in (0, 1, 3, 5) or not re.match(r"true$|false\(|unknown\(", verdict):
        return "unknown(CRASH)"
    if verdict.startswith("unknown"):
        return verdict
    if verdict == "true" and not task.expected and options.range:
        return "unknown(BOUNDED)"
    # A task may also say which part of a property is violated, which the tool compares: status 5.
    return "solved" if (verdict == "true") == task.expected and ran.code != 5 else "WRONG"


def table(groups):
    """The results as lines of a Markdown table, a folder a line."""
    named = ["solved", "WRONG", TIME_OUT, OUT_OF_MEMORY]
    reasons = sorted({row["outcome"] for rows in groups.values() for row in rows} - set(named))
    reasons = [TIME_OUT, OUT_OF_MEMORY] + reasons
    head = ["set", "tasks", "solved", "of them true", "false"] + reasons + ["WRONG", "time"]
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    total = [row for rows in groups.values() for row in rows]
    for name, rows in list(groups.items()) + [("all", total)]:
        of = collections.Counter(row["outcome"] for row in rows)
        solved = [row for row in rows if row["outcome"] == "solved"]
        cells = [name, len(rows), f"{len(solved)} ({100 * len(solved) / max(1, len(rows)):.0f} %)"]
        cells += [sum(row["expected"] for row in solved), sum(not row["expected"] for row in solved)]
        cells += [of[reason] for reason in reasons] + [f"**{of['WRONG']}**" if of["WRONG"] else 0]
        cells.append(f"{sum(row['seconds'] for row in rows):.0f} s")
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def phases(rows):
    """Where the time went, as lines of a Markdown table: a phase a line."""
    seconds, queries = collections.Counter(), collections.Counter()
    told = [row for row in rows if row.get("phases")]
    for row in told:
        for phase in row["phases"]:
            seconds[phase["name"]] += phase["s"]
            queries[phase["name"]] += phase["queries"]
    names, total = list(seconds), sum(seconds.values())
    lines = ["| phase | time | of all | queries | queries/s |", "|---|--:|--:|--:|--:|"]
    for name in names + ["all"]:
        time = total if name == "all" else seconds[name]
        count = sum(queries.values()) if name == "all" else queries[name]
        speed = f"{count / time:.0f}" if count and time else ""
        share = f"{100 * time / total:.0f} %" if total else ""
        lines.append(f"| {name} | {time:.1f} s | {share} | {count or ''} | {speed} |")
    lines.append("")
    lines.append(f"{len(told)} of {len(rows)} tasks, {sum(row['seconds'] for row in told):.0f} s in all.")
    return lines


def show(groups, options):
    """Prints the table, and all that is severe or asked for.  Returns whether anything is severe."""
    print("\n".join(table(groups)))
    rows = [row for rows in groups.values() for row in rows]
    for wanted in options.list:
        for row in rows:
            if row["outcome"].startswith(wanted):
                print(f"{row['outcome']} {row['task']} {row['why']}")
    severe = [row for row in rows if row["outcome"] in SEVERE]
    if severe:
        wrong = sum(row["outcome"] == "WRONG" for row in severe)
        print(f"\n!!! {wrong} WRONG VERDICTS, {len(severe) - wrong} crashes:")
        for row in severe:
            expected = "true" if row["expected"] else "false"
            print(f"!!! {row['outcome']}: {row['task']}: {row['verdict'] or row['why']}, expected {expected}")
    return bool(severe)


class Results:
    """The file that results are kept in, and those that were there already, by key."""

    def __init__(self, options):
        self.known, self.file = {}, None
        path = options.resume or options.json
        if not path:
            return
        text = read_text(path) if options.resume and os.path.exists(path) else ""
        for line in text.splitlines():
            try:
                row = json.loads(line)
            except ValueError:  # the last line of a run that was killed
                continue
            self.known[row.get("key")] = row
        self.file = open(path, "a" if options.resume else "w", encoding="utf-8")
        if text and not text.endswith("\n"):
            self.file.write("\n")

    def add(self, row):
        if self.file:
            print(json.dumps(row), file=self.file, flush=True)


def check_folder(folder, results, options, rows):
    tasks = tasks_of(folder, options.property)
    if options.limit and len(tasks) > options.limit:
        tasks = sorted(random.Random(options.seed).sample(tasks, options.limit), key=lambda task: task.path)
    to_do = []
    for task in tasks:
        command = ["check"] + options.arguments + task.arguments(options.property)
        key = key_of(task, command, options)
        if key in results.known:
            rows.append(dict(results.known[key], task=task.path))
        else:
            to_do.append((key, task, command))
    found, started = len(rows), time.monotonic()
    for key, row in in_parallel(lambda it: (it[0], check(it[1], it[2], options)), to_do, options.jobs):
        if row is None:
            continue
        row = dict(row, key=key, set=os.path.basename(os.path.normpath(folder)))
        rows.append(row)
        results.add(row)
        if row["outcome"] in SEVERE:
            print(f"!!! {row['outcome']}: {row['task']}: {row['verdict'] or row['why']}", file=sys.stderr, flush=True)
    print(f"{folder}: {len(tasks)} tasks, {found} known, {time.monotonic() - started:.0f} s", file=sys.stderr)


def find_binary(options, parser):
    """Sets `evercheck` to the whole path of the tool, and `binary` to its hash."""
    try:
        with open(options.evercheck, "rb") as file:
            options.binary = hashlib.sha256(file.read()).hexdigest()
    except OSError as error:
        parser.error(str(error))
    options.evercheck = os.path.abspath(options.evercheck)


def main():
    words, rest = own_words(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--evercheck", default="target/release/evercheck", metavar="PATH")
    parser.add_argument("--engine", metavar="NAME", help="handed on to the tool")
    parser.add_argument("--property", default="unreach-call", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--timeout", type=int, default=60, metavar="S", help="seconds for each task")
    parser.add_argument("--memory", type=int, default=4000, metavar="MB", help="memory for each task")
    parser.add_argument("--limit", type=int, metavar="N", help="tasks of each folder")
    parser.add_argument("--seed", type=int, default=1, metavar="K")
    parser.add_argument("--range", metavar="LOW..HIGH", help="--nondet-range: 'true' then holds for these inputs only")
    parser.add_argument("--json", metavar="OUT", help="one line for each task")
    parser.add_argument("--resume", metavar="OUT", help="go on with an OUT")
    parser.add_argument("--list", action="append", default=[], metavar="OUTCOME", help="show the tasks of an outcome")
    parser.add_argument("--phases", metavar="OUT", help="show where the time of a run went")
    options = parser.parse_args(words)
    if options.phases:
        rows = [json.loads(line) for line in read_text(options.phases).splitlines()]
        print("\n".join(phases(rows)))
        return 0
    if not options.folders:
        parser.error("no folder")
    if options.json and options.resume:
        parser.error("--json begins anew, --resume does not: give one of them")
    for folder in options.folders:
        if not os.path.isdir(folder):
            parser.error("not a folder: " + folder)
    find_binary(options, parser)
    options.arguments = ["--format", "json", "--reuse", "off", "--no-record", "--time-limit", f"{options.timeout}s"]
    options.arguments += ["--memory-limit", f"{options.memory}MB"]
    options.arguments += [f"--nondet-range={options.range}"] * bool(options.range)
    options.arguments += ["--engine", options.engine] * bool(options.engine) + rest
    for number in (signal.SIGINT, signal.SIGTERM):  # also where a shell has had SIGINT ignored
        signal.signal(number, signal.default_int_handler)
    results, groups = Results(options), {}
    try:
        for folder in options.folders:
            rows = groups.setdefault(os.path.basename(os.path.normpath(folder)), [])
            check_folder(folder, results, options, rows)
    except KeyboardInterrupt:
        show(groups, options)
        done = sum(map(len, groups.values()))
        print(f"interrupted: {done} tasks done" + ("; --resume goes on" if results.file else ""), file=sys.stderr)
        return 130
    return int(show(groups, options))


if __name__ == "__main__":
    sys.exit(main())
