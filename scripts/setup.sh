#!/usr/bin/env bash
# Checks that everything `make test` needs is there, with --build only what `make build` and `make demo` need, and gets what
# is missing where it can. Installs nothing when all is there; safe to run any number of times.
# Usage: scripts/setup.sh [--build]
set -u

case "${1:-}" in
    '') for_tests=yes ;;
    --build) for_tests=no ;;
    *) echo 'usage: scripts/setup.sh [--build]' >&2; exit 2 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)

need_rust=1.95
missing=()

say() { printf 'setup: %s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }
# at_least HAVE WANT: whether version HAVE is WANT or later.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# Tries to install Debian packages; only as root, and only where there is apt-get.
apt_updated=no
apt() {
    if ! has apt-get || [ "$(id -u)" -ne 0 ]; then return 1; fi
    say "installing $* with apt-get"
    if [ $apt_updated = no ]; then
        timeout 300 apt-get update -qq >&2 || say "apt-get update failed; trying with the lists at hand"
        apt_updated=yes
    fi
    DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install -y -qq --no-install-recommends "$@" >&2
}

# need COMMAND PACKAGE ADVICE
need() {
    if has "$1"; then return; fi
    apt "$2" && has "$1" && return
    missing+=("$1: $3")
}

# Says what is missing, or that nothing is, and ends.
finish() {
    if [ ${#missing[@]} -gt 0 ]; then
        say "this is missing and could not be installed from here:"
        for entry in "${missing[@]}"; do say "  $entry"; done
        exit 1
    fi
    say "ok (rustc $rust, $(cc --version | head -n 1), $(python3 --version))"
    exit 0
}

# A rustup that is installed but not yet on the PATH is a common reason for a missing cargo.
[ -d "$HOME/.cargo/bin" ] && PATH="$PATH:$HOME/.cargo/bin"

need cc gcc "a C compiler; evercheck runs its preprocessor. On Debian: apt-get install gcc libc6-dev"
need make make "on Debian: apt-get install make"
need python3 python3 "on Debian: apt-get install python3"

rust_advice="Rust $need_rust or later; see https://rustup.rs"
if ! has cargo && apt rustup; then rustup default stable >&2; fi
if ! has cargo || ! has rustc; then
    missing+=("cargo and rustc: $rust_advice")
else
    rust=$(rustc --version | cut -d' ' -f2)
    if ! at_least "$rust" "$need_rust"; then
        if has rustup && say "rustc $rust is too old; updating" && rustup update stable >&2; then
            rust=$(rustc --version | cut -d' ' -f2)
        fi
        at_least "$rust" "$need_rust" || missing+=("rustc $need_rust: found $rust. $rust_advice")
    fi
fi

# The headers of the C library are a package of their own: a compiler without them is of little use here.
if has cc && ! printf '#include <stdlib.h>\n' | cc -E - >/dev/null 2>&1; then
    apt libc6-dev || missing+=("the headers of the C library: on Debian, apt-get install libc6-dev")
fi

# Z3 is linked with: a library of this checkout, unless one of the user's own is named.
if has python3 && [ -z "${Z3_LIBRARY_PATH_OVERRIDE:-}" ] && ! python3 "$here/z3.py"; then
    missing+=("Z3: see above")
fi

[ $for_tests = no ] && finish
# What follows is for `make test` alone.

# The two checks of `make lint` are components of the toolchain. `make lint` skips, loudly, what is not there.
for component in rustfmt clippy; do
    tool=cargo-${component/rustfmt/fmt}
    if has cargo && ! "$tool" --version >/dev/null 2>&1; then
        if has rustup && say "adding $component" && rustup component add "$component" >&2; then continue; fi
        if [ "${CI:-}" = true ]; then
            missing+=("$component: rustup component add $component")
        else
            say "WARNING: no $component and no way to get it; its check will be skipped"
        fi
    fi
done

# A broker for tests of several machines.
if has python3 && ! python3 "$here/nats.py"; then
    missing+=("nats-server: see above")
fi

# A server for the test of a shared store, which says when it checks nothing.
if ! has redis-server; then
    apt redis-server || say "WARNING: no redis-server and no way to get it; the test of a shared store on one will be skipped"
fi

# Random programs to compare the machine with gcc on; the test that uses them says when it checks nothing.
if ! has csmith || [ ! -f /usr/include/csmith/csmith.h ]; then
    apt csmith libcsmith-dev || say "WARNING: no csmith and no way to get it; the test with random programs will be skipped"
fi

# Programs of 32 bits to compare the machine with; the test that uses them says when it checks nothing.
can_link_32() {
    local folder status
    folder=$(mktemp -d) || return 1
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$folder/empty.c"
    gcc -m32 "$folder/empty.c" -o "$folder/empty" 2>/dev/null && "$folder/empty" >/dev/null 2>&1
    status=$?
    rm -rf "$folder"
    return $status
}
if has gcc && ! can_link_32; then
    apt gcc-multilib && can_link_32 ||
        say "WARNING: no 32-bit C library for gcc and no way to get it; the test of 32-bit programs will be skipped"
fi

finish
