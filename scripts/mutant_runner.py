"""Builds a copy of the sources with all of some mutants at once, and runs tests with each of them.

Every mutant is behind a condition, so that one build does for all: `mutants`, a module of `cfa` and of what does not use that, knows
which one is on by the variable MUTANT of the environment. Several can be on at once, `MUTANT=ONE+ANOTHER`, to see what a mistake does where another lock is off as well.
"""

import dataclasses
import json
import os
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = """
pub mod mutants {
    use std::sync::LazyLock;
    static CHOSEN: LazyLock<Vec<String>> =
        LazyLock::new(|| std::env::var("MUTANT").unwrap_or_default().split('+').map(String::from).collect());
    static NUMBER: LazyLock<u32> = LazyLock::new(|| CHOSEN[0].parse().unwrap_or(0));
    pub fn is(name: &str) -> bool {
        CHOSEN.iter().any(|it| it == name)
    }
    #[inline]
    pub fn number() -> u32 {
        *NUMBER
    }
}
"""
SECONDS = 1800  # of the processor, that a test may take: some mutants never end
MEMORY = 8 << 30


@dataclasses.dataclass
class Stage:
    """A test program with its arguments."""

    crate: str  # its folder
    test: str
    arguments: list = dataclasses.field(default_factory=list)
    environment: dict = dataclasses.field(default_factory=dict)


def mutated(mutants):
    """The texts of files with mutants: what is taken back, the file, what stands there once, and what stands there instead, where `@`
    is true for the mutant. One behind the same text as another finds what that has left of it."""
    texts = {}
    for name, file, old, new in mutants:
        path = ROOT / "crates" / file
        text = texts.get(path) or path.read_text()
        if text.count(old) != 1:
            sys.exit(f"{name}: {file} has this {text.count(old)} times: {old}")
        home = "crate" if file.startswith("formula/") else "cfa"
        texts[path] = text.replace(old, new.replace("@", f'{home}::mutants::is("{name}")'))
    return texts


def copy(tree, texts):
    """The sources with other texts. What is there already is left alone, so that it is not built again."""
    libraries = [ROOT / "crates" / name / "src/lib.rs" for name in ("cfa", "formula")]
    texts = {**texts, **{it: texts.get(it, it.read_text()) + LIBRARY for it in libraries}}
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        path, target = ROOT / name, tree / name
        if path.is_file():
            content = texts[path].encode() if path in texts else path.read_bytes()
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
    # Where the build looks for Z3 is the business of .cargo/config.toml.
    if not (tree / ".z3").exists():
        (tree / ".z3").symlink_to(ROOT / ".z3")


def cargo(folder, *arguments):
    """What a command of cargo in the copy says, as text and as messages."""
    environment = dict(os.environ, CARGO_TARGET_DIR=os.environ.get("MUTANTS_TARGET", str(folder / "target")))
    command = ["cargo", *arguments, "--message-format=json"]
    done = subprocess.run(command, cwd=folder / "tree", env=environment, capture_output=True, text=True)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


def programs(messages):
    """Test programs by the names of their targets."""
    built = [it for it in messages if it.get("executable") and it["target"]["kind"] != ["bin"]]
    return {it["target"]["name"]: it["executable"] for it in built}


def run(folder, tests, stage, mutant, seconds=SECONDS):
    """Whether a test fails with a mutant: what it comes to, which tests fail, and the processor time."""
    limits = lambda: (resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)), resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    environment = dict(os.environ, RUST_BACKTRACE="0", **stage.environment, MUTANT=str(mutant))
    command = ["timeout", "-k", "1", str(3 * seconds), tests[stage.test], *stage.arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        command, cwd=folder / "tree/crates" / stage.crate, env=environment, capture_output=True, text=True, errors="replace", preexec_fn=limits
    )
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    # It may be the mutant or a busy machine: nothing is known.
    if done.returncode in (-9, -24, 124, 137, 152):
        return "NO END", stage.test, took
    if not done.returncode:
        return "SURVIVED", "", took
    failed = sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED", done.stdout, re.MULTILINE)))
    seed = re.search(r"^seed \d+, revision \d+: .{0,60}", done.stdout, re.MULTILINE)
    return "killed", f"{stage.test}: {seed.group() if seed else ', '.join(failed) or (done.stdout + done.stderr)[-200:]}", took


def until_killed(folder, tests, stages, mutant):
    """What all stages in turn come to: the first that fails ends it."""
    endless = []
    for stage in stages:
        verdict, why, _ = run(folder, tests, stage, mutant)
        if verdict == "killed":
            return verdict, why
        endless += [why] * (verdict == "NO END")
    return ("NO END", ", ".join(endless)) if endless else ("SURVIVED", "")


def locked(folder, tests, stage, names):
    """What mutants that make each other good come to in a test: none of them is seen there alone, and all together are."""
    seen = [name for name in names.split("+") if run(folder, tests, stage, name)[0] != "SURVIVED"]
    return ("NOT LOCKED", f"{', '.join(seen)} alone") if seen else run(folder, tests, stage, names)[:2]


def main(usage, mutants, equivalent, stages, arguments, locks=(), pairs=None):
    """Runs mutants by name, all unless the command line names some. `equivalent` are those that survive, with the reason; `stages`
    makes the stages of the test programs, and `arguments` are those of cargo. `locks` are names joined by `+`, for the stage
    `pairs`."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    folder = pathlib.Path(sys.argv[1]).resolve()
    copy(folder / "tree", mutated(mutants))
    done, messages = cargo(folder, "test", "--no-run", *arguments)
    if done.returncode:
        sys.exit(done.stderr + "".join(it["message"]["rendered"] for it in messages if it["reason"] == "compiler-message"))
    tests = programs(messages)
    stages = stages(tests)
    verdict, why = until_killed(folder, tests, stages, "none")
    if verdict != "SURVIVED":
        sys.exit(f"the tests fail without a mutant: {why}")
    wrong, chosen = 0, sys.argv[2:] or [*dict.fromkeys(name for name, *_ in mutants), *locks]
    for name in chosen:
        verdict, why = locked(folder, tests, pairs, name) if "+" in name else until_killed(folder, tests, stages, name)
        wrong += verdict != ("SURVIVED" if name in equivalent else "killed")
        if name in equivalent and verdict == "SURVIVED":
            verdict = "equivalent"
        print(f"{name:32} {verdict:10} {why}", flush=True)
    print(f"{len(chosen) - wrong} of {len(chosen)} as they should be")
    sys.exit(wrong > 0)
