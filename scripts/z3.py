#!/usr/bin/env python3
"""Put Z3's shared library, which the build links with, into this checkout.

    python3 scripts/z3.py [--wheel FILE]

The library is that of the Python wheel z3-solver, of one version, known by its
hash, and goes to .z3/VERSION: libz3.so.5.4, and libz3.so as a link to it.
Nothing is done if it is there.

Exit status: 0 if the library is there; 1 if it could not be got.
"""

import ctypes
import os
import sys

import wheel

LIBRARY = "libz3.so.5.4"  # as its soname says
Z3 = wheel.Wheel(
    title="z3",
    package="z3-solver",
    version="5.4.0.0",
    folder=".z3",
    member="z3/lib/" + LIBRARY,  # the wheel holds it twice, under both names
    file=LIBRARY,
    wheels={
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
    },
    otherwise="Build Z3 5.4.0 and set Z3_LIBRARY_PATH_OVERRIDE to the folder with its libz3.so",
)


def prepare(folder, tag):
    try:
        ctypes.CDLL(os.path.join(folder, LIBRARY))
    except OSError as error:
        raise wheel.Failure(f"the library does not load here: {error}. It needs the C library and libstdc++ of "
                            f"{'_'.join(tag.split('_')[:3])} or later") from None
    os.symlink(LIBRARY, os.path.join(folder, "libz3.so"))


if __name__ == "__main__":
    sys.exit(Z3.main(__doc__.splitlines()[0], prepare))
