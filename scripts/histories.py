#!/usr/bin/env python3
"""Check six public histories with and without reuse, in commit order, in a random order and after `store gc`.

    python3 scripts/histories.py FOLDER [--evercheck PATH] [--only NAME,…] [--random] [--gc] [--json OUT]

FOLDER has clones of the libraries below, by their names; drivers and configurations are those of examples/histories, copied
into the clones.  Each revision is checked from scratch and on one store, in turn (`evercheck history --compare`), and what
changed between it and its first parent is asked of `evercheck diff`.  --random checks all again in a random order on a store of
its own, which `store gc` halves half-way; --gc checks all again in order, after `store gc` halved the first store.

Exit status: 0; 1 if a verdict differs; 2 if the arguments are wrong.
"""

import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys

EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples", "histories")
# Name, address, and which revisions.
LIBRARIES = {
    "jsmn": ("zserge/jsmn", ["443be36~1..HEAD"]),
    "list": ("clibs/list", ["5b89a01~1..HEAD"]),
    "C-Thread-Pool": ("Pithikos/C-Thread-Pool", ["18142ee~3..3435171", "--limit", "44"]),
    "lwrb": ("MaJerle/lwrb", ["f07f289~1..HEAD"]),
    "picohttpparser": ("h2o/picohttpparser", ["HEAD", "--limit", "48"]),
    "inih": ("benhoyt/inih", ["d7f4657", "--limit", "42"]),
}
KINDS = ["same files", "text only", "functions", "static data", "not compared", "first"]


class Library:
    def __init__(self, name, options):
        self.name, self.folder, self.evercheck = name, os.path.join(options.folder, name), os.path.abspath(options.evercheck)
        self.rows = []
        shutil.copytree(os.path.join(EXAMPLES, name), self.folder, dirs_exist_ok=True)

    def run(self, *words):
        return subprocess.run([self.evercheck, *words], cwd=self.folder, capture_output=True, text=True)

    def store(self, name):
        return os.path.join(self.folder, f".evercheck-{name}")

    def history(self, store, *words):
        done = self.run("history", *words, "--store", self.store(store), "--format", "json")
        if not done.stdout:
            sys.exit(f"{self.name}: {done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def in_order(self):
        """Every revision from scratch and on one store."""
        shutil.rmtree(self.store("order"), ignore_errors=True)
        seen = set()
        for row in self.history("order", *LIBRARIES[self.name][1], "--compare"):
            row["library"], row["kind"] = self.name, self.kind(row) if row["target"] in seen else "first"
            seen.add(row["target"])
            self.rows.append(row)

    def kind(self, row):
        if row.get("same_as"):
            return "same files"
        done = self.run("diff", row["revision"] + "~1", row["revision"], "--target", row["target"], "--format", "json")
        try:
            difference = json.loads(done.stdout)
        except ValueError:
            return "not compared"
        if not difference["differs"]:
            return "text only"
        return "static data" if difference["objects"] else "functions"

    def halve(self, store):
        """Takes away the oldest half of a store; how many bytes were left and there before."""
        before = json.loads(self.run("store", "ls", "--store", self.store(store), "--format", "json").stdout)["bytes"]
        self.run("store", "gc", "--max-size", f"{max(1, before // 2_000_000)}MB", "--store", self.store(store))
        return json.loads(self.run("store", "ls", "--store", self.store(store), "--format", "json").stdout)["bytes"], before

    def wrong(self, rows, what):
        expected = {(row["revision"], row["target"]): row["process"]["verdict"] for row in self.rows}
        wrong = [row for row in rows if row["process"]["verdict"] != expected[row["revision"], row["target"]]]
        for row in wrong:
            print(f"WRONG, {what}: {self.name} {row['revision']} {row['target']}: {row['process']['verdict']}")
        return len(wrong)

    def in_random_order(self):
        shutil.rmtree(self.store("random"), ignore_errors=True)
        revisions = sorted({row["revision"] for row in self.rows})
        random.Random(1).shuffle(revisions)
        rows = []
        for place, revision in enumerate(revisions):
            if place == len(revisions) // 2:
                self.halve("random")
            rows += self.history("random", revision, "--limit", "1")
        return rows

    def after_gc(self):
        left, before = self.halve("order")
        print(f"{self.name}: gc leaves {left:,} of {before:,} bytes", file=sys.stderr)
        return self.history("order", *LIBRARIES[self.name][1])


def cpu(rows, which="process"):
    return sum(row[which]["cpu_s"] for row in rows if row.get("scratch"))


def ratio(rows):
    return cpu(rows, "scratch") / cpu(rows) if cpu(rows) else float("inf")


def by_target(rows):
    print("| library | target | revisions | true, false, unknown, not read | from scratch | with reuse | ratio | same files | "
          "nothing executed |")
    print("|---|---|--:|---|--:|--:|--:|--:|--:|")
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row["library"], row["target"]].append(row)
    for (library, target), some in [*groups.items(), (("all", ""), rows)]:
        verdicts = collections.Counter(row["process"]["verdict"].split("(")[0] for row in some)
        counts = [verdicts.pop(word, 0) for word in ("true", "false", "unknown")] + [sum(verdicts.values())]
        idle = sum((row.get("stats") or {}).get("transitions_executed") == 0 and not row.get("same_as") for row in some)
        same = sum(bool(row.get("same_as")) for row in some)
        print(f"| {library} | {target} | {len(some)} | {', '.join(map(str, counts))} | {cpu(some, 'scratch'):.1f} s | "
              f"{cpu(some):.1f} s | {ratio(some):.1f} | {same} | {idle} |")


def by_kind(rows):
    print("\n| what changed | outcome | rows | from scratch | with reuse | ratio |\n|---|---|--:|--:|--:|--:|")
    groups = collections.defaultdict(list)
    for row in rows:
        stats = row.get("stats")
        executed = "" if row.get("same_as") or not stats else "nothing executed" if stats["transitions_executed"] == 0 else (
            "true" if row["process"]["verdict"] == "true" else "violation or unknown")
        groups[row["kind"], executed].append(row)
    for (kind, executed), some in sorted(groups.items(), key=lambda group: (KINDS.index(group[0][0]), group[0][1])):
        print(f"| {kind} | {executed} | {len(some)} | {cpu(some, 'scratch'):.1f} s | {cpu(some):.1f} s | {ratio(some):.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--evercheck", default="target/release/evercheck", metavar="PATH")
    parser.add_argument("--only", metavar="NAME,NAME", help="these libraries alone")
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--gc", action="store_true")
    parser.add_argument("--json", metavar="OUT", help="write the rows there, too")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(LIBRARIES)
    for name in names:
        if name not in LIBRARIES or not os.path.isdir(os.path.join(options.folder, name)):
            parser.error(f"no clone of {name} in {options.folder}; known: {', '.join(LIBRARIES)}")
    rows, wrong = [], 0
    for name in names:
        library = Library(name, options)
        library.in_order()
        different = [row for row in library.rows if row.get("scratch") and row["scratch"]["verdict"] != row["process"]["verdict"]]
        wrong += len(different)
        for row in different:
            print(f"WRONG, in order: {name} {row['revision']} {row['target']}")
        if options.random:
            wrong += library.wrong(library.in_random_order(), "in a random order")
        if options.gc:
            wrong += library.wrong(library.after_gc(), "after gc")
        rows += library.rows
    by_target(rows)
    by_kind(rows)
    print(f"\nverdicts that differ: {wrong}")
    if options.json:
        json.dump(rows, open(options.json, "w"))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
