#!/usr/bin/env python3
"""Draw the versions of the subjects in subjects/rmc, or write them out as C files.

    python3 scripts/rmc_versions.py                draw, write subjects/rmc/NAME.versions
    python3 scripts/rmc_versions.py --check        draw, and fail if a committed file differs
    python3 scripts/rmc_versions.py --out DIR      write DIR/NAME/v0.c (the base), v1.c, … from the committed files

Each version changes one function of the base.  Functions come from a shuffled list, again and again; for each one a coin
says whether the edit is `changing` (it can change the state space) or `neutral` (it cannot change the value that any
variable of the program has), then a kind of edit that has a site in the function and a site of it are drawn.  If the function
has no site left, or gcc does not accept the result, the next draw is taken; nothing else is asked of a version.  The seed is
fixed, so the files depend on the bases only.

The paper restricted the changed methods to those that do the work: no main, no constructors, no run() of threads, for Daisy
only the directory's and for Elevator only the lift's.  The same is done here, by name.

Format of NAME.versions: lines that start with # before the first version are comments; then for each version

    == v1 FUNCTION changing|neutral  description
    --
    lines of the base, which occur there exactly once
    ++
    lines to put in their place

with as many pairs of -- and ++ as the edit has places.
"""

import argparse
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "subjects", "rmc")
SEED = 2009

# Name: number of versions in the paper's table 1, which functions may be changed.
SUBJECTS = {
    "daisy": (13, r"dir_"),
    "elevator": (29, r"elevator_"),
    "alarm_clock": (13, r""),
    "rax_extended": (10, r""),
    "replicated_workers": (28, r""),
}
NOT_CHANGED = re.compile(r"main$|check_disk$|.*_(init|run)$")


class Function:
    """A function of a base: its lines lie between those of the outer braces, `first` and `end` exclusive."""

    def __init__(self, lines, header, first, end):
        self.lines, self.header, self.first, self.end = lines, header, first, end
        found = re.match(r"static (.*?)(\w+)\((.*)\)$", lines[header])
        self.returns, self.name = found.group(1).strip(), found.group(2)
        self.parameters = found.group(3)

    def body(self):
        return range(self.first, self.end)

    def is_statement(self, i):
        """A whole statement on a line, neither a jump nor a declaration."""
        text = self.lines[i].strip()
        return (
            text.endswith(";")
            and "{" not in text
            and not re.match(r"(if|else|while|for|do|switch|case|return|break|continue|goto)\b|;|#", text)
            and not re.match(r"(?:const )?(?:unsigned |struct )?\w+ \**\w+( =|;|\[|,)", text)
        )

    def is_guarded(self, i):
        """The line is the body of an `if` or loop without braces, or may be by way of the preprocessor."""
        before = self.lines[i - 1].strip()
        return before.startswith("#") or bool(re.match(r"(if|else|while|for)\b", before) and before[-1] not in "{;")

    def condition(self, i, keyword):
        """Of a line `keyword (condition)` or `keyword (condition) {`: indentation, condition, end."""
        found = re.match(rf"( *){keyword} \((.*)\)( \{{)?$", self.lines[i])
        if not found:
            return None
        depth = 0
        for c in found.group(2):
            depth += (c == "(") - (c == ")")
            if depth < 0:
                return None
        return found.group(1), found.group(2), found.group(3) or ""


def indent(line):
    return line[: len(line) - len(line.lstrip())]


def functions(lines):
    header = None
    for i, line in enumerate(lines):
        if line == "{":
            header = i - 1
        elif line == "}" and header is not None:
            if lines[header].startswith("static "):
                yield Function(lines, header, header + 2, i)
            header = None


# ---- Kinds of edits: each gives (description, hunks), a hunk being (first line, end, new lines) ----


def constants(f):
    for i in f.body():
        for found in re.finditer(r"(?<![\w.])\d+(?![\w.])", f.lines[i]):
            old, new = found.group(), str(int(found.group()) + 1)
            line = f.lines[i][: found.start()] + new + f.lines[i][found.end() :]
            yield f"constant {old} becomes {new}", [(i, i + 1, [line])]


OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def operators(f):
    for i in f.body():
        if not re.search(r"\b(if|while|for|return)\b", f.lines[i]):
            continue
        for found in re.finditer(r" (<|<=|>|>=|==|!=) ", f.lines[i]):
            new = OTHER[found.group(1)]
            line = f.lines[i][: found.start(1)] + new + f.lines[i][found.end(1) :]
            yield f"operator {found.group(1)} becomes {new}", [(i, i + 1, [line])]


def negations(f):
    for i in f.body():
        if head := f.condition(i, "if"):
            space, condition, rest = head
            yield "a condition is negated", [(i, i + 1, [f"{space}if (!({condition})){rest}"])]


def swaps(f):
    for i in range(f.first, f.end - 1):
        both = f.is_statement(i) and f.is_statement(i + 1)
        if both and not f.is_guarded(i) and f.lines[i] != f.lines[i + 1] and indent(f.lines[i]) == indent(f.lines[i + 1]):
            yield "two statements change places", [(i, i + 2, [f.lines[i + 1], f.lines[i]])]


def removals(f):
    for i in f.body():
        if f.is_statement(i):
            new = [indent(f.lines[i]) + ";"] if f.is_guarded(i) else []
            yield "a statement is removed", [(i, i + 1, new)]


def reopened_locks(f):
    for i in f.body():
        text = f.lines[i].strip()
        if text.startswith("pthread_mutex_unlock(") and not f.is_guarded(i):
            space = indent(f.lines[i])
            new = [space + text, space + text.replace("unlock", "lock"), f.lines[i]]
            yield "the lock is released and taken once more before its release", [(i, i + 1, new)]


def wakings(f):
    for i in f.body():
        for old, new in (("signal", "broadcast"), ("broadcast", "signal")):
            if f"pthread_cond_{old}(" in f.lines[i]:
                line = f.lines[i].replace(f"pthread_cond_{old}", f"pthread_cond_{new}")
                yield f"{old} becomes {new}", [(i, i + 1, [line])]


def loops(f):
    for i in f.body():
        head = f.condition(i, "if")
        if head and not head[2] and f.is_statement(i + 1) and not f.lines[i + 2].strip().startswith("else"):
            space, condition, _ = head
            yield "if becomes while", [(i, i + 1, [f"{space}while ({condition})"])]


def perturbations(f):
    """The paper's: a new first statement that alters a value or does not."""
    for name in re.findall(r"(?<!\w)int (\w+)", f.parameters):
        new = ["    if (evercheck_choose(0, 1))", f"        {name} = {name} + 1;"]
        yield f"{name} may be altered at the start", [(f.first, f.first, new)]


def computations(f):
    for factor in (2, 3, 5):
        new = [f"    int spare = {factor};", f"    spare = spare * {factor} + 1;"]
        yield "a local computation is added at the start", [(f.first, f.first, new)]


def counters(f):
    for i in f.body():
        if f.is_statement(i) and not f.is_guarded(i):
            start = (f.first, f.first, ["    unsigned steps = 0;"])
            yield "a local counter is added", [start, (i, i, [indent(f.lines[i]) + "steps++;"])]


def conditions(f):
    for i in f.body():
        if head := f.condition(i, "if"):
            space, condition, rest = head
            found = re.fullmatch(r"([^&|?]*) (<|<=|>|>=|==|!=) ([^&|?]*)", condition)
            if found:
                left, operator, right = found.groups()
                new = f"{space}if (!({left} {OPPOSITE[operator]} {right})){rest}"
                yield "a comparison is written as the negation of its opposite", [(i, i + 1, [new])]
            else:
                yield "a condition is negated twice", [(i, i + 1, [f"{space}if (!!({condition})){rest}"])]


def named_conditions(f):
    for i in f.body():
        head = f.condition(i, "if")
        if head and not f.is_guarded(i):
            space, condition, rest = head
            new = [f"{space}int is_so = ({condition}) != 0;", f"{space}if (is_so){rest}"]
            yield "a condition gets a name", [(i, i + 1, new)]


def named_results(f):
    for i in f.body():
        found = re.match(r"( *)return (.+);$", f.lines[i])
        if found:
            space, value = found.groups()
            star = "" if f.returns.endswith("*") else " "
            new = [f"{space}{f.returns}{star}answer = {value};", f"{space}return answer;"]
            if f.is_guarded(i):
                new = [f"{space}{{", *new, f"{space}}}"]
            yield "a result gets a name", [(i, i + 1, new)]


def increments(f):
    for i in f.body():
        for sign in "+-":
            line = re.sub(rf"^( *)(.*\w\]?){re.escape(sign * 2)};$", rf"\1\2 {sign}= 1;", f.lines[i])
            line = re.sub(rf"^( *for \(.*; )(\w+){re.escape(sign * 2)}\)", rf"\1{sign * 2}\2)", line)
            if line != f.lines[i]:
                yield f"{sign * 2} is written otherwise", [(i, i + 1, [line])]


def for_loops(f):
    for i in f.body():
        if head := f.condition(i, "while"):
            space, condition, rest = head
            yield "while is written as for", [(i, i + 1, [f"{space}for (; {condition};){rest}"])]


def braces(f):
    for i in f.body():
        if f.is_statement(i) and not f.is_guarded(i):
            space = indent(f.lines[i])
            new = [f"{space}do {{", f"    {f.lines[i]}", f"{space}}} while (0);"]
            yield "a statement is put into a block", [(i, i + 1, new)]


def renamings(f):
    text = "\n".join(f.lines[f.header : f.end])
    for name in sorted(set(re.findall(r"(?:int|double|unsigned char|struct \w+) \**(\w+)(?= =|;|,|\)|\[)", text))):
        use = re.compile(rf"(?<![\w.])(?<!->)(?<!struct ){name}\b")
        uses = [i for i in range(f.header, f.end) if use.search(f.lines[i])]
        first, end = uses[0], uses[-1] + 1
        if any(line.startswith("#") for line in f.lines[first:end]):
            continue
        new = [use.sub(f"the_{name}", line) for line in f.lines[first:end]]
        yield f"{name} is renamed", [(first, end, new)]


CHANGING = [constants, operators, negations, swaps, removals, reopened_locks, wakings, loops, perturbations]
NEUTRAL = [
    computations,
    counters,
    conditions,
    named_conditions,
    named_results,
    increments,
    for_loops,
    braces,
    renamings,
]


# ---- Drawing ----


def with_context(lines, hunk):
    """The hunk with lines above (else below) it, as many as make it unique; None if they do not."""
    first, end, new = hunk
    text = "\n".join(lines) + "\n"
    new = list(new)
    while end == first or text.count("\n".join(lines[first:end]) + "\n") != 1:
        first -= 1
        if first < 0 or lines[first].startswith("#"):
            return None
        new.insert(0, lines[first])
    return first, end, new


def applied(lines, hunks):
    out = list(lines)
    for first, end, new in sorted(hunks, reverse=True):
        out[first:end] = new
    return out


def is_accepted(lines):
    """gcc compiles the program, the one with the fault too."""
    command = ["gcc", "-std=gnu11", "-fsyntax-only", "-w", "-I", os.path.join(ROOT, "include"), "-x", "c", "-"]
    text = "\n".join(lines) + "\n"
    return all(
        subprocess.run([*command, f"-DFAULT={fault}"], input=text, text=True, stderr=subprocess.DEVNULL).returncode == 0
        for fault in (0, 1)
    )


def draw(name, lines):
    number, prefix = SUBJECTS[name]
    source = random.Random(f"{SEED} {name}")
    eligible = [f for f in functions(lines) if f.name.startswith(prefix) and not NOT_CHANGED.match(f.name)]
    order, versions, seen = [], [], set()
    while len(versions) < number:
        if not order:
            order = source.sample(eligible, len(eligible))
        function = order.pop()
        effect = source.choice(["changing", "neutral"])
        kinds = [list(kind(function)) for kind in (CHANGING if effect == "changing" else NEUTRAL)]
        kinds = [sites for sites in kinds if sites]
        if not kinds:
            continue
        description, hunks = source.choice(source.choice(kinds))
        hunks = [with_context(lines, hunk) for hunk in hunks]
        if None in hunks or any(a[1] > b[0] for a, b in zip(hunks, hunks[1:])):
            continue
        new = applied(lines, hunks)
        if tuple(new) in seen or not is_accepted(new):
            continue
        seen.add(tuple(new))
        versions.append((function.name, effect, description, hunks))
    return versions


def written(name, lines, versions):
    out = [
        f"# The versions of {name}.c, drawn by scripts/rmc_versions.py, which describes the format.",
        "# Do not edit: a changed base needs a new draw.",
    ]
    for i, (function, effect, description, hunks) in enumerate(versions, 1):
        out.append(f"== v{i} {function} {effect}  {description}")
        for first, end, new in hunks:
            out += ["--", *lines[first:end], "++", *new]
    return "\n".join(out) + "\n"


# ---- Applying ----


def parse(text):
    """[(number, function, effect, description, [(old, new)])]"""
    versions, part = [], None
    for line in text.splitlines():
        if found := re.match(r"== v(\d+) (\w+) (changing|neutral)  (.*)", line):
            versions.append((int(found.group(1)), *found.groups()[1:], []))
        elif line.rstrip() == "--":
            versions[-1][4].append(([], []))
            part = 0
        elif line.rstrip() == "++":
            part = 1
        elif versions:
            versions[-1][4][-1][part].append(line)
    return versions


def apply(base, hunks):
    for old, new in hunks:
        old_text = "".join(line + "\n" for line in old)
        if base.count(old_text) != 1:
            raise ValueError(f"occurs {base.count(old_text)} times:\n{old_text}")
        base = base.replace(old_text, "".join(line + "\n" for line in new))
    return base


def read(path):
    with open(path) as file:
        return file.read()


def write_out(folder):
    for name, (number, _) in SUBJECTS.items():
        base = read(os.path.join(FOLDER, name + ".c"))
        versions = parse(read(os.path.join(FOLDER, name + ".versions")))
        if [v[0] for v in versions] != list(range(1, number + 1)):
            sys.exit(f"{name}.versions: not {number} versions in order")
        os.makedirs(os.path.join(folder, name), exist_ok=True)
        for i, text in enumerate([base] + [apply(base, v[4]) for v in versions]):
            with open(os.path.join(folder, name, f"v{i}.c"), "w") as file:
                file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if a committed file differs from the draw")
    parser.add_argument("--out", metavar="DIR", help="write the committed versions as C files")
    arguments = parser.parse_args()
    if arguments.out:
        write_out(arguments.out)
        return
    for name in SUBJECTS:
        lines = read(os.path.join(FOLDER, name + ".c")).splitlines()
        versions = draw(name, lines)
        text = written(name, lines, versions)
        path = os.path.join(FOLDER, name + ".versions")
        if arguments.check:
            if not os.path.exists(path) or read(path) != text:
                sys.exit(f"{path}: differs from what is drawn")
        else:
            with open(path, "w") as file:
                file.write(text)
        changing = sum(effect == "changing" for _, effect, _, _ in versions)
        print(f"{name}: {len(versions)} versions, {changing} changing")


if __name__ == "__main__":
    main()
