#!/usr/bin/env python3
"""Prints the licences of all that is in the binary: each crate with its licence, and the texts that come with them.

Usage: licences.py, in a checkout whose crates have been fetched.
"""

import json
import pathlib
import subprocess

# Z3's wheel has no text of it.
Z3 = ("Z3 (libz3.so), Copyright (c) Microsoft Corporation: MIT, https://github.com/Z3Prover/z3/blob/master/LICENSE.txt\n")
NAMES = ("license", "licence", "copying", "notice", "unlicense")


def used(metadata, name):
    """The packages that a package is built of, without those for tests, for building, and without our own."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    packages = {package["id"]: package for package in metadata["packages"]}
    todo = [it for it, package in packages.items() if package["name"] == name and not package["source"]]
    seen = set()
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        for dependency in nodes[at]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    return sorted((packages[it] for it in seen if packages[it]["source"]), key=lambda it: (it["name"], it["version"]))


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.lower().startswith(NAMES):
            yield path.read_text(errors="replace").strip()


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = used(metadata, "evercheck")
    print("Evercheck contains the following, each under its own licence.\n")
    print(Z3)
    found = {}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        print(f"{name}: {package['license'] or package['license_file']}")
        for text in texts(package):
            found.setdefault(text, []).append(name)
    for text, names in found.items():
        print(f"\n{'=' * 80}\n{', '.join(names)}\n{'-' * 80}\n{text}")


if __name__ == "__main__":
    main()
