#!/usr/bin/env python3
"""Check a series of edits of a program with the whole day's history, with only the revision before, and from scratch.

    python3 scripts/working_day.py [bench/days/pool.c] [--evercheck PATH] [--steps 1,2,…] [--repeat N] [--json OUT]
                                   [-- ARGUMENT…]

The edits are those of the file beside the program, `pool.edits`: a title, and what is replaced by what, or `rename OLD NEW` for a
name wherever it stands. For each step the table
has processor time (user and system), the largest resident set, and the transitions executed of all that there are: from
scratch (without recording), on a store with the revision before alone, and on the store of all revisions so far; the least
time and memory of N runs in turn, each on a copy of its store. The verdicts have to be the same; `store` is what the day's store
takes on the disk, `record` what the largest of its runs so far has of it.

Exit status: 0; 1 if a verdict differs; 2 if the arguments are wrong.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


def edits_of(path):
    """Titles and what is changed: (text, text) that is replaced, or (name, name) everywhere."""
    edits = []
    for part in re.split(r"^## ", open(path).read(), flags=re.M)[1:]:
        title, _, rest = part.partition("\n")
        changes = [("text", *pair) for pair in re.findall(r"<<<<\n(.*?)\n====\n(.*?)\n>>>>\n", rest, re.S)]
        changes += [("name", *pair) for pair in re.findall(r"^rename (\S+) (\S+)$", rest, re.M)]
        edits.append((title, changes))
    return edits


def edited(text, title, changes):
    for kind, find, replace in changes:
        count = len(re.findall(rf"(?<!\w){re.escape(find)}(?!\w)", text)) if kind == "name" else text.count(find)
        if count != 1 if kind == "text" else count == 0:
            sys.exit(f"{title}: the text occurs {count} times: {find!r}")
        if kind == "name":
            text = re.sub(rf"(?<!\w){re.escape(find)}(?!\w)", replace, text)
        else:
            text = text.replace(find, replace)
    return text


def revisions(path):
    """The program as it is, and after each edit."""
    text = open(path).read()
    yield "as it is", text
    for title, changes in edits_of(os.path.splitext(path)[0] + ".edits"):
        text = edited(text, title, changes)
        yield title, text


def files_of(text, folder):
    """Writes the files of a program, and says which are to be checked."""
    names, parts = [], re.split(r"^//// FILE (\S+)\n", text, flags=re.M)
    if len(parts) == 1:
        parts += ["program.c", text]
    for name, part in zip(parts[1::2], parts[2::2]):
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        open(os.path.join(folder, name), "w").write(part)
        names.append(os.path.join(folder, name))
    return [name for name in names if name.endswith(".c")]


def check(options, text, store, extra):
    """A run: CPU seconds, MB, executed, transitions, verdict."""
    source = os.path.join(options.folder, "source")
    shutil.rmtree(source, ignore_errors=True)
    command = [options.evercheck, "check", "-j", "1", "--engine", "explicit", "--store", store, "--format", "json"]
    command += extra + options.arguments + ["-I" + source] + files_of(text, source)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    report = json.loads(out)
    if "stats" not in report:
        sys.exit(f"not checked: {out.decode()}")
    stats = report["stats"]
    return {
        "cpu": usage.ru_utime + usage.ru_stime,
        "mb": usage.ru_maxrss / 1024,
        "executed": stats["transitions_executed"],
        "rebuilt": stats["states_rebuilt"],
        "transitions": stats["transitions"],
        "verdict": report["verdict"],
        "reuse": report["reuse"],
    }


def in_turn(options, text, runs):
    """Runs each of (store, further arguments), but for the last time on a copy of its store; the least time and memory of each."""
    best = [None] * len(runs)
    for turn in range(options.repeat):
        for place, (store, extra) in enumerate(runs):
            used = store
            if turn + 1 < options.repeat:
                used = os.path.join(options.folder, "copy")
                shutil.rmtree(used, ignore_errors=True)
                if os.path.exists(store):
                    shutil.copytree(store, used)
            run, least = check(options, text, used, extra), best[place] or {}
            best[place] = run | {key: min(run[key], least.get(key, run[key])) for key in ("cpu", "mb")}
    return best


def largest_record(options, store):
    """The largest record of a run of a store, in bytes."""
    command = [options.evercheck, "store", "ls", "--store", store, "--format", "json"]
    return max(run["bytes"] for run in json.loads(subprocess.check_output(command))["runs"])


def size(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="bench/days/pool.c")
    parser.add_argument("--evercheck", default="target/release/evercheck", metavar="PATH")
    parser.add_argument("--steps", metavar="N,N", help="measure these alone; the history has all of them")
    parser.add_argument("--repeat", type=int, default=1, metavar="N")
    parser.add_argument("--json", metavar="OUT", help="write the rows there, too")
    arguments, rest = sys.argv[1:], []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, rest = arguments[:at], arguments[at + 1:]
    options = parser.parse_args(arguments)
    options.arguments = rest
    if not os.access(options.evercheck, os.X_OK):
        parser.error(f"{options.evercheck} cannot be run")
    wanted = set(map(int, options.steps.split(","))) if options.steps else None
    with tempfile.TemporaryDirectory() as folder:
        options.folder = folder
        sys.exit(measure(options, list(revisions(options.program)), wanted))


def measure(options, texts, wanted):
    store = lambda name: os.path.join(options.folder, name)  # noqa: E731
    rows, differ, record = [], False, 0
    print("| step | edit | scratch, s | MB | before, s | MB | executed | day, s | MB | executed | store, MB | record, MB |")
    print("|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for step, (title, text) in enumerate(texts):
        row = {"step": step, "title": title}
        is_wanted = wanted is None or step in wanted
        runs = {"day": (store("day"), [])}
        if is_wanted:
            runs["scratch"] = (store("scratch"), ["--reuse", "off", "--no-record"])
        if step > 0 and is_wanted:
            shutil.rmtree(store("before"), ignore_errors=True)
            check(options, texts[step - 1][1], store("before"), [])
            runs["before"] = (store("before"), [])
        row |= zip(runs, in_turn(options, text, list(runs.values())))
        record = max(record, largest_record(options, store("day")) / 1e6)
        row |= {"store": size(store("day")) / 1e6, "record": record}
        rows.append(row)
        if is_wanted:
            print(show(row), flush=True)
            differ |= len({it["verdict"] for key, it in row.items() if key in ("scratch", "before", "day")}) > 1
    for name in ("scratch", "before", "day"):
        runs = [row[name] for row in rows[1:] if name in row]
        print(f"{name}: {sum(it['cpu'] for it in runs):.1f} s, at most {max(it['mb'] for it in runs):.0f} MB, "
              f"{sum(it['executed'] for it in runs)} transitions executed")
    if options.json:
        json.dump(rows, open(options.json, "w"), indent=1)
    if differ:
        print("the verdicts differ")
    return int(differ)


def show(row):
    def cells(name):
        it = row.get(name)
        share = f"{100 * it['executed'] / max(1, row['scratch']['transitions']):.1f} %" if it else "–"
        time = [f"{it['cpu']:.2f}", f"{it['mb']:.0f}"] if it else ["–", "–"]
        return time if name == "scratch" else time + [share]
    cells = [str(row["step"]), row["title"], *cells("scratch"), *cells("before"), *cells("day")]
    cells += [f"{row['store']:.1f}", f"{row['record']:.1f}"]
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
