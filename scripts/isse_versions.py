#!/usr/bin/env python3
"""Write the revisions of the subjects in subjects/isse as C files.

    python3 scripts/isse_versions.py --out DIR [NAME[.SEQUENCE] …]

For each subjects/isse/NAME[.SEQUENCE].versions (or those named): DIR/NAME[.SEQUENCE]/v0.c, the subject itself, v1.c, v2.c and so
on, each made from the one before it.  Macros that a revision sets are defined in its first lines, and its `// expect:` line is
its own.  The format is described in subjects/isse/README.md; a file that does not keep to it, or does not fit its subject,
is an error.
"""

import argparse
import pathlib
import re
import sys

SUBJECTS = pathlib.Path(__file__).resolve().parent.parent / "subjects" / "isse"


class Version:
    def __init__(self, name, changes, description):
        self.name, self.changes, self.description = name, changes, description
        self.expected = None  # verdict
        self.macros = []  # (name, value)
        self.hunks = []  # [old lines, new lines]


def parse(text):
    """The versions in a file, in order.  Raises ValueError."""
    versions, part = [], None  # part: the lines that the next line of a hunk belongs to
    for line in text.splitlines():
        mark = line.rstrip()
        if line.startswith("== "):
            found = re.fullmatch(r"== (v\d+) (\S+) +(.+)", mark)
            if not found or found[1] != f"v{len(versions) + 1}":
                raise ValueError(f"expected `== v{len(versions) + 1} WHAT DESCRIPTION`: {line}")
            versions.append(Version(*found.groups()))
            part = None
        elif mark == "--" and versions:
            part = []
            versions[-1].hunks.append([part, None])
        elif mark == "++" and part is not None and versions[-1].hunks[-1][1] is None:
            part = versions[-1].hunks[-1][1] = []
        elif part is not None:
            part.append(line)
        elif line.startswith("-D ") and versions:
            for setting in re.split(r"(?:^| +)-D +", mark)[1:]:
                name, _, value = setting.partition("=")
                versions[-1].macros.append((name, value))
        elif line.startswith("# expect: ") and versions:
            versions[-1].expected = mark.removeprefix("# expect: ")
        elif mark and not line.startswith("#"):
            raise ValueError(f"neither a comment, a heading, macros nor part of a hunk: {line}")
    for version in versions:
        if version.expected is None:
            raise ValueError(f"{version.name}: no `# expect: VERDICT`")
        for hunk in version.hunks:
            if not hunk[0] or hunk[1] is None:
                raise ValueError(f"{version.name}: a hunk needs `--` with lines, then `++`")
        # Blank lines before the next heading are not part of the hunk.
        while version.hunks and version.hunks[-1][1] and not version.hunks[-1][1][-1].strip():
            version.hunks[-1][1].pop()
    return versions


def apply(lines, hunk):
    """The lines with the hunk's old lines, which occur once, replaced by its new ones.  Raises ValueError."""
    old, new = hunk
    places = [i for i in range(len(lines) - len(old) + 1) if lines[i : i + len(old)] == old]
    if len(places) != 1:
        raise ValueError(f"found {len(places)} times:\n" + "\n".join(old))
    return lines[: places[0]] + new + lines[places[0] + len(old) :]


def revisions(path):
    """Pairs of a name and a C text: v0 and all that follow.  Raises ValueError."""
    lines = (path.parent / f"{path.name.split('.')[0]}.c").read_text().splitlines()
    yield "v0", "\n".join(lines) + "\n"
    for version in parse(path.read_text()):
        try:
            for hunk in version.hunks:
                lines = apply(lines, hunk)
        except ValueError as error:
            raise ValueError(f"{version.name}: {error}") from None
        defines = [f"#define {name} {value}".rstrip() for name, value in version.macros]
        expected = f"// expect: {version.expected}"
        text = [expected if line.startswith("// expect: ") else line for line in lines]
        yield version.name, "\n".join(defines + text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, type=pathlib.Path, help="folder to write to")
    parser.add_argument("sequences", nargs="*", metavar="NAME[.SEQUENCE]", help="all if none is named")
    options = parser.parse_args()
    paths = [SUBJECTS / f"{name}.versions" for name in options.sequences] or sorted(SUBJECTS.glob("*.versions"))
    for path in paths:
        folder = options.out / path.name.removesuffix(".versions")
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for name, text in revisions(path):
                (folder / f"{name}.c").write_text(text)
        except (OSError, ValueError) as error:
            sys.exit(f"{path}: {error}")


if __name__ == "__main__":
    main()
