#!/usr/bin/env python3
"""Runs all mutants that `cargo mutants` lists with one build: a build for each would take days.

All are put into one copy of the sources: a function of which there are mutants becomes a choice between its body and those
of its mutants. What does not compile is left out. Then the tests run once for each.

usage: mutants_all.py FOLDER LIST [NUMBER...]   LIST is what `cargo mutants --list --json -f FILE...` says
       REVISIONS=0..8 mutants_all.py ...        on these seeds of the random revisions

Not done: functions that return something with an `impl` inside, and constants. They are named.
"""

import json
import os
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Processor time that a test may take, in seconds: some mutants never end.
LIMIT = 60
LIBRARY = """
pub mod mutants {
    use std::sync::LazyLock;
    static CHOSEN: LazyLock<u32> =
        LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|it| it.parse().ok()).unwrap_or(0));
    #[inline]
    pub fn is(number: u32) -> bool {
        *CHOSEN == number
    }
}
"""


def body(text, start):
    """Where the body of a function begins."""
    depth, at = 0, re.compile(r"\bfn\s+\w+").search(text, start).end()
    while text[at] != "{" or depth:
        depth += (text[at] in "([") - (text[at] in ")]")
        at += 1
    return at


def mutated(text, mutants):
    """A file with its mutants, and the numbers of those that it could not be given."""
    lines = [0]
    for line in text.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    span = lambda it: [lines[end["line"] - 1] + end["column"] - 1 for end in (it["start"], it["end"])]
    functions, left = {}, []
    for number, mutant in mutants:
        if mutant["function"] is None:
            left.append(number)
        else:
            functions.setdefault(tuple(span(mutant["function"]["span"])), []).append((number, mutant))
    for (start, end), here in sorted(functions.items(), reverse=True):
        result, first = here[0][1]["function"]["return_type"], body(text, start)
        is_iterator = result.startswith("-> impl Iterator")
        if "impl " in result and not is_iterator:
            left += [number for number, _ in here]
            continue
        wrap = "{ Box::new(%s) }" if is_iterator else "%s"
        choice = "let it: Box<dyn Iterator<Item = _> + '_> = " if is_iterator else ""
        for number, mutant in here:
            (a, b), new = span(mutant["span"]), mutant["replacement"]
            new = "{ %s }" % new if mutant["genre"] == "FnValue" else text[first:a] + new + text[b:end]
            choice += f"if cfa::mutants::is({number}) /*M{number}*/ {wrap % new} else "
        choice += "/*M0*/ " + wrap % text[first:end] + ("; it" if is_iterator else "")
        text = text[:first] + "{ " + choice + " }" + text[end:]
    return text, left


def copy(tree, mutants, dropped):
    by_file, left = {}, []
    for number, mutant in enumerate(mutants, 1):
        if number not in dropped:
            by_file.setdefault(ROOT / mutant["file"], []).append((number, mutant))
    library = ROOT / "crates/cfa/src/lib.rs"
    texts = {library: library.read_text() + LIBRARY}
    for path, here in by_file.items():
        texts[path], missing = mutated(path.read_text(), here)
        left += missing
    # Optimised, the long functions take a quarter of an hour.
    manifest = ROOT / "Cargo.toml"
    texts[manifest] = manifest.read_text() + "\n[profile.dev.package.explicit]\nopt-level = 0\n"
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        path, target = ROOT / name, tree / name
        if path.is_file():
            content = texts[path].encode() if path in texts else path.read_bytes()
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
    return left


def cargo(folder, *arguments):
    environment = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"))
    command = ["cargo", *arguments, "--message-format=json", "--keep-going"]
    done = subprocess.run(command, cwd=folder / "tree", env=environment, capture_output=True, text=True)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


def broken(tree, messages):
    """The mutants at which the compiler finds errors."""
    found = set()
    for message in messages:
        if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
            for span in message["message"]["spans"]:
                before = (tree / span["file_name"]).read_bytes()[: span["byte_start"]].decode()
                found |= {int(number) for number in re.findall(r"/\*M(\d+)\*/", before)[-1:] if span["is_primary"]}
    return found - {0}


def run(tests, number):
    """The test that notices a mutant, if one does."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    environment = dict(os.environ, MUTANT=str(number), RUST_BACKTRACE="0")
    environment.setdefault("REVISIONS", "0..8")
    for test in tests:
        done = subprocess.run([test], env=environment, capture_output=True, text=True, errors="replace", preexec_fn=limit)
        if done.returncode in (-9, -24):
            return "timeout", test
        if done.returncode:
            return "caught", ", ".join(re.findall(r"^test (\S+) \.\.\. FAILED", done.stdout, re.MULTILINE)[:3])
    return "missed", ""


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, mutants = pathlib.Path(sys.argv[1]).resolve(), json.loads(pathlib.Path(sys.argv[2]).read_text())
    packages = ["-p", "change", "-p", "machine", "-p", "explicit"]
    dropped = set()
    while True:
        left = copy(folder / "tree", mutants, dropped)
        done, messages = cargo(folder, "build", *packages)
        new = broken(folder / "tree", messages)
        if done.returncode and not new:
            sys.exit(done.stderr)
        dropped |= new
        if not new:
            break
    print(f"{len(mutants)} mutants, {len(dropped)} do not compile, {len(left)} are left out:")
    for number in left:
        print(f"  {number} {mutants[number - 1]['name']}")
    _, messages = cargo(folder, "test", "-p", "change", "-p", "explicit", "--tests", "--no-run")
    built = {it["target"]["name"]: it["executable"] for it in messages if it.get("executable")}
    tests = [built[name] for name in ("change", "names", "diff", "parts", "revisions")]
    if run(tests, 0)[0] != "missed":
        sys.exit("the tests fail without a mutant")
    chosen = [int(it) for it in sys.argv[3:]] or range(1, len(mutants) + 1)
    for number in sorted(set(chosen) - dropped - set(left)):
        verdict, why = run(tests, number)
        print(f"{number} {mutants[number - 1]['name']}: {verdict} {why}", flush=True)


if __name__ == "__main__":
    main()
