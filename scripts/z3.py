#!/usr/bin/env python3
"""Put Z3's shared library, which the build links with, into this checkout.

    python3 scripts/z3.py [--wheel FILE]

The library is that of the Python wheel z3-solver, of one version, known by its
hash, and goes to .z3/VERSION: libz3.so.5.4, and libz3.so as a link to it.  That
folder appears as a whole or not at all.  Nothing is done if it is there.

The wheel comes from PyPI's file server, or else by way of pip, which may know a
mirror; or it is FILE, for a machine without a network.

Exit status: 0 if the library is there; 1 if it could not be got.
"""

import argparse
import ctypes
import glob
import hashlib
import http.client
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile

VERSION = "5.4.0.0"
LIBRARY = "libz3.so.5.4"  # as its soname says
SERVER = "https://files.pythonhosted.org/packages/"
# Machine -> platform tag, folder on the server, SHA-256.
WHEELS = {
    "x86_64": (
        "manylinux_2_27_x86_64",
        "95/46/f06cc919197faa9f05674e54dc8146cb76b187604a7165682511d0ec2944/",
        "0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b",
    ),
    "aarch64": (
        "manylinux_2_38_aarch64",
        "b5/c2/f94e80684da251701ec6a23ae5ca66e6beb4b20b59d0b1a6210bcb3ffc45/",
        "fffb36861d4da1f9584d0fd4a80dbf247fdfbebb04b5c31a90b460b14c86cab0",
    ),
}
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACE = os.path.join(ROOT, ".z3", VERSION)


class Failure(Exception):
    """Why there is no library, in words for the user."""


def say(text):
    print("z3: " + text, file=sys.stderr)


def install(wheel):
    system, machine = platform.system(), platform.machine()
    if system != "Linux" or machine not in WHEELS:
        raise Failure(f"no Z3 is known for {system} on {machine}: only for Linux on {' and '.join(WHEELS)}. Build Z3 "
                      f"{VERSION[:-2]} and set Z3_LIBRARY_PATH_OVERRIDE to the folder with its libz3.so")
    tag, folder, digest = WHEELS[machine]
    name = f"z3_solver-{VERSION}-py3-none-{tag}.whl"
    os.makedirs(os.path.dirname(PLACE), exist_ok=True)
    remove_unfinished()
    with tempfile.TemporaryDirectory(prefix="unfinished-", dir=os.path.dirname(PLACE)) as work:
        wheel = verified(wheel, digest) if wheel else obtain(SERVER + folder + name, tag, digest, work)
        fresh = os.path.join(work, VERSION)
        os.mkdir(fresh)
        unpack(wheel, fresh)
        try:
            ctypes.CDLL(os.path.join(fresh, LIBRARY))
        except OSError as error:
            raise Failure(f"the library does not load here: {error}. It needs the C library and libstdc++ of "
                          f"{tag.split('_' + machine)[0]} or later") from None
        try:
            os.rename(fresh, PLACE)
        except OSError:
            if not is_there():  # somebody else may have been faster
                raise
    say(f"{PLACE}/{LIBRARY} is there")


def obtain(url, tag, digest, work):
    """The path of the wheel, which is the one with this digest."""
    say(f"getting {url}")
    try:
        path = os.path.join(work, "direct.whl")
        with urllib.request.urlopen(url, timeout=60) as answer, open(path, "wb") as file:
            shutil.copyfileobj(answer, file)
        return verified(path, digest)
    except (OSError, http.client.HTTPException, Failure) as error:
        reasons = [str(error)]
    say(f"{reasons[0]}; trying pip")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--platform", tag, "--dest", work, f"z3-solver=={VERSION}"]
    try:
        status = subprocess.run(command, stdout=sys.stderr, timeout=600).returncode
        found = glob.glob(os.path.join(work, "z3_solver-*.whl"))
        if found:
            return verified(found[0], digest)
        reasons.append(f"pip ended with status {status}")
    except subprocess.TimeoutExpired:
        reasons.append("pip took too long")
    except Failure as failure:
        reasons.append(str(failure))
    raise Failure(f"could not get it ({'; '.join(reasons)}). With a copy of {url} from elsewhere: "
                  "python3 scripts/z3.py --wheel FILE")


def verified(path, digest):
    """The path, if the file has this digest."""
    sha256 = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                sha256.update(block)
    except OSError as error:
        raise Failure(f"cannot read the wheel: {error}") from None
    if sha256.hexdigest() != digest:
        raise Failure(f"{os.path.basename(path)} is not the wheel that was asked for: its SHA-256 is "
                      f"{sha256.hexdigest()}, not {digest}")
    return path


def unpack(wheel, folder):
    """The library alone: the wheel holds it twice, under both names."""
    with zipfile.ZipFile(wheel) as archive, open(os.path.join(folder, LIBRARY), "wb") as file:
        with archive.open("z3/lib/" + LIBRARY) as library:
            shutil.copyfileobj(library, file)
        os.fchmod(file.fileno(), 0o755)
    os.symlink(LIBRARY, os.path.join(folder, "libz3.so"))


def remove_unfinished():
    """What a run that was killed has left; one of the last hour may still be at work."""
    for path in glob.glob(os.path.join(os.path.dirname(PLACE), "unfinished-*")):
        if time.time() - os.path.getmtime(path) > 3600:
            shutil.rmtree(path, ignore_errors=True)


def is_there():
    return os.path.exists(os.path.join(PLACE, "libz3.so"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", metavar="FILE", help="take the wheel from FILE")
    options = parser.parse_args()
    if is_there():
        return 0
    try:
        install(options.wheel)
    except Failure as failure:
        say(str(failure))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
