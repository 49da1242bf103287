#!/usr/bin/env python3
"""Make a repository with a long history of small commits, check it all, and see what stays flat.

    python3 scripts/synthetic_history.py make DIR [--commits 1000] [--seed 1]
    python3 scripts/synthetic_history.py run DIR --evercheck FILE [--again 50] [--figure FILE.svg] [--json FILE]

`make` writes two subjects of subjects/isse as two targets of one project, and then commits: comments, documents that no target
reads, renamed variables, functions and files, moved and reordered code, other constants and conditions, of which most are
taken back within a few commits, branches that are worked on in turn and merged.  The same seed makes the same commits.

`run` has `evercheck history` check every revision in order with one store, and notes the processor time of each and what the
store takes after it; then checks random revisions again on that store, and compares with what they took at first.

Exit status: 0; 1 if a verdict of a revision that was checked again is another; 2 if the arguments are wrong.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import edit_text
import plot

SUBJECTS = pathlib.Path(__file__).resolve().parent.parent / "subjects" / "isse"
TARGETS = {"heap": ("heaparray.c", "-DL=8 -DM=7"), "stack": ("ubstack.c", "-DL=8 -DM=8")}
# How often each kind of commit is made.  What changes the behaviour is mostly taken back soon.
KINDS = {"comment": 18, "document": 14, "rename": 16, "reorder": 6, "move": 4, "file": 3, "guard": 8, "constant": 8,
         "bug": 5, "revert": 18}
BEHAVIOUR = ("guard", "constant", "bug")
# How many of those may stand at a time.
PENDING = 2


class Project:
    """The files of a revision, and how to edit them."""

    def __init__(self, chance):
        self.chance, self.serial = chance, 0
        self.files = {"README.md": "A project.\n", "evercheck.toml": self.configuration()}
        for target, (subject, _) in TARGETS.items():
            self.files[f"src/{target}/{target}.c"] = (SUBJECTS / subject).read_text()
        self.pending = []  # [path, text before] of what is to be taken back

    def configuration(self):
        parts = [f'[target.{target}]\nsources = ["src/{target}/*.c"]\nflags = {json.dumps(flags.split())}\n'
                 'engine = "explicit"\ncpu-limit = "60s"\n' for target, (_, flags) in TARGETS.items()]
        return "\n".join(parts)

    def source(self, target):
        return next(path for path in self.files if path.startswith(f"src/{target}/"))

    def edit(self, target):
        """Makes one edit of a target's file; its title."""
        self.serial += 1
        while True:
            kind = self.chance.choices(list(KINDS), list(KINDS.values()))[0]
            path = self.source(target)
            text = getattr(self, kind, self.by_pattern)(path, kind)
            if text is None or text == self.files.get(path):
                continue
            if kind not in ("document", "file") and not compiles(text):
                continue
            if kind in BEHAVIOUR:
                self.pending.append((target, self.files[path], text))
            if kind not in ("document", "file"):
                self.files[path] = text
            return f"{kind}: {target} {self.serial}"

    def document(self, path, _):
        self.files["README.md"] += f"Paragraph {self.serial}.\n"
        return ""

    def comment(self, path, _):
        lines = self.files[path].split("\n")
        old = [place for place, line in enumerate(lines) if line.startswith("// note ")]
        if len(old) > 8:
            del lines[self.chance.choice(old)]
        else:
            ends = [place + 1 for place, line in enumerate(lines) if line == "}"]
            lines.insert(self.chance.choice(ends), f"// note {self.serial}")
        return "\n".join(lines)

    def rename(self, path, _):
        program = edit_text.Program(self.files[path])
        names = {match[1] for match in edit_text.LOCAL.finditer(program.code)}
        names |= {name for name, *_ in program.functions if name != "main"}
        if not names:
            return None
        name = self.chance.choice(sorted(names))
        fresh = f"{re.sub(r'_[0-9]+$', '', name)}_{self.serial}"
        uses = list(re.compile(rf"(?<!->)(?<!\.)\b{name}\b").finditer(program.code))
        return program.replaced(*((use.start(), use.end(), fresh) for use in uses))

    def by_pattern(self, path, kind):
        if kind in BEHAVIOUR and len(self.pending) >= PENDING:
            return None
        return next(edit_text.EDITS[kind](edit_text.Program(self.files[path]), self.chance), None)

    def file(self, path, _):
        folder, _, name = path.rpartition("/")
        self.files[f"{folder}/{re.sub(r'_?[0-9]*[.]c$', '', name)}_{self.serial}.c"] = self.files.pop(path)
        return ""

    def revert(self, path, _):
        """Takes back what changed the behaviour, by its lines, wherever they are by now; or else all since then."""
        target = path.split("/")[1]
        entry = next((entry for entry in self.pending if entry[0] == target), None)
        if entry is None:
            return None
        _, before, after = entry
        old, new = differing(after, before)
        if self.files[path].count(old) == 1 and compiles(self.files[path].replace(old, new)):
            self.pending.remove(entry)
            return self.files[path].replace(old, new)
        self.pending = [other for other in self.pending if other[0] != target]
        return before


def differing(one, two):
    """The lines of one that are others in two, with a line around them, and those others."""
    one, two = one.split("\n"), two.split("\n")
    first = next((place for place, (a, b) in enumerate(zip(one, two)) if a != b), 0)
    last = next((place for place, (a, b) in enumerate(zip(one[::-1], two[::-1])) if a != b), 0)
    first, last = max(first - 1, 0), max(last - 1, 0)
    return "\n".join(one[first:len(one) - last]), "\n".join(two[first:len(two) - last])


def compiles(text):
    include = SUBJECTS.parent.parent / "include"
    command = ["gcc", "-fsyntax-only", "-w", f"-I{include}", "-xc", "-"]
    return subprocess.run(command, input=text, text=True, capture_output=True).returncode == 0


class Repository:
    """Commits, as `git fast-import` takes them."""

    def __init__(self):
        self.stream, self.marks, self.time = [], 0, 1_700_000_000

    def commit(self, branch, title, files, parents):
        self.marks += 1
        self.time += 600
        lines = [f"commit refs/heads/{branch}", f"mark :{self.marks}", f"committer A <a@example.org> {self.time} +0000",
                 f"data {len(title)}", title]
        lines += [f"{word} :{parent}" for word, parent in zip(["from", "merge"], parents)]
        self.stream.append("\n".join([*lines, "deleteall"]).encode() + b"\n")
        for path, text in sorted(files.items()):
            data = text.encode()
            self.stream.append(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
        return self.marks

    def write(self, folder):
        subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
        subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=folder, input=b"".join(self.stream), check=True)
        subprocess.run(["git", "reset", "-q", "--hard", "main"], cwd=folder, check=True)


def make(folder, commits, seed):
    chance = random.Random(seed)
    project, repository = Project(chance), Repository()
    main = repository.commit("main", "start", project.files, [])
    while repository.marks < commits:
        # While a branch is worked on, it has one target and main the other.
        topic = chance.choice(list(TARGETS))
        other = next(target for target in TARGETS if target != topic)
        start, base = main, dict(project.files)
        branch = None
        for _ in range(chance.randint(4, 16)):
            if repository.marks >= commits - 1:
                break
            if chance.random() < 0.4:
                title = project.edit(topic)
                own = {path: text for path, text in base.items() if not path.startswith(f"src/{topic}/")}
                own |= {path: text for path, text in project.files.items() if path.startswith(f"src/{topic}/")}
                branch = repository.commit("topic", title, own, [branch or start])
            else:
                title = project.edit(other)
                now = {path: text for path, text in project.files.items() if not path.startswith(f"src/{topic}/")}
                now |= {path: text for path, text in base.items() if path.startswith(f"src/{topic}/")}
                main = repository.commit("main", title, now, [main])
        if branch:
            main = repository.commit("main", f"merge: {topic}", project.files, [main, branch])
        elif repository.marks >= commits - 1:
            break
    repository.write(folder)
    print(f"{repository.marks} commits in {folder}")


def size(folder):
    """What the files of a folder take, as `du` counts."""
    out = subprocess.run(["du", "-s", "-B1", folder], capture_output=True, text=True).stdout
    return int(out.split()[0]) if out else 0


def history(evercheck, folder, words):
    command = [evercheck, "history", "--format", "json", *words]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    yield from (json.loads(line) for line in process.stdout)
    if process.wait() != 0:
        sys.exit(f"evercheck history ends with status {process.returncode}")


def run(options):
    evercheck, start = os.path.abspath(options.evercheck), time.time()
    store = os.path.join(options.folder, ".evercheck")
    rows = []
    for row in history(evercheck, options.folder, ["main"]):
        rows.append({"revision": row["revision"], "target": row["target"], "subject": row["subject"],
                     "verdict": row["process"]["verdict"], "cpu": row["process"]["cpu_s"], "store": size(store),
                     "executed": (row.get("stats") or {}).get("transitions_executed")})
    seconds = time.time() - start
    report(rows, seconds)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows))
    if options.figure:
        draw(rows, options.figure)
    # Again, in a random order, against what they took from scratch: a first run on an empty store.
    again = []
    for row in random.Random(1).sample(rows, min(options.again, len(rows))):
        words = [f"{row['revision']}", "--limit", "1", row["target"]]
        second = next(history(evercheck, options.folder, words))
        with tempfile.TemporaryDirectory() as empty:
            first = next(history(evercheck, options.folder, [*words, "--store", os.path.join(empty, "store")]))
        again.append({"revision": row["revision"], "target": row["target"], "first": first["process"],
                      "second": second["process"]})
        if len({row["verdict"], first["process"]["verdict"], second["process"]["verdict"]}) > 1:
            print(f"WRONG: {again[-1]} was {row['verdict']}")
            return 1
    report_again(again)
    return 0


def report(rows, seconds):
    count = len(rows) // 5
    print(f"{len(rows)} rows in {seconds:.0f} s")
    print("| rows | CPU a row, mean | median | store at the end |\n|---|---|---|---|")
    for part in range(5):
        some = rows[part * count:(part + 1) * count]
        times = sorted(row["cpu"] for row in some)
        print(f"| {part * count + 1} to {(part + 1) * count} | {sum(times) / len(times):.3f} s | {times[len(times) // 2]:.3f} s | "
              f"{some[-1]['store'] / 1e6:.1f} MB |")
    verdicts = {}
    for row in rows:
        verdicts[row["verdict"]] = verdicts.get(row["verdict"], 0) + 1
    print("verdicts:", ", ".join(f"{verdict} {number}" for verdict, number in sorted(verdicts.items())))


def report_again(again):
    """A violation is found at once, or the search is over at once: there is nothing to save on what takes no second."""
    for what, some in [("all", again), ("of a second and more", [it for it in again if it["first"]["cpu_s"] >= 1])]:
        if some:
            shares = sorted(100 * it["second"]["cpu_s"] / it["first"]["cpu_s"] for it in some)
            first, second = (sum(it[which]["cpu_s"] for it in some) for which in ("first", "second"))
            print(f"again, {what}: {len(some)} rows, {second:.2f} s of CPU after {first:.1f} s at first, "
                  f"{100 * second / first:.1f} %; of a row {shares[len(shares) // 2]:.1f} % in the median, "
                  f"at most {shares[-1]:.1f} %")


def draw(rows, path):
    """Means over 25 rows, and what the store takes."""
    def means(values):
        return [(place + 13, sum(values[place:place + 25]) / 25) for place in range(0, len(values) - 24, 25)]
    times = plot.Curve("CPU of a row in s (mean of 25)", means([row["cpu"] for row in rows]))
    stores = plot.Curve("store in 100 MB", [(place, rows[place]["store"] / 1e8) for place in range(0, len(rows), 25)])
    plot.draw(path, [times, stores], "rows", "", "A history of 1,000 commits, two targets")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    made = commands.add_parser("make")
    made.add_argument("folder")
    made.add_argument("--commits", type=int, default=1000)
    made.add_argument("--seed", type=int, default=1)
    ran = commands.add_parser("run")
    ran.add_argument("folder")
    ran.add_argument("--evercheck", required=True)
    ran.add_argument("--again", type=int, default=50)
    ran.add_argument("--figure")
    ran.add_argument("--json")
    options = parser.parse_args()
    if options.command == "make":
        return make(options.folder, options.commits, options.seed)
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
