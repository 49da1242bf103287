#!/usr/bin/env bash
# Format check and clippy. A minimal toolchain may lack either: that check is then skipped, loudly, except in CI.
set -eu

# check COMPONENT COMMAND…
check() {
    local component=$1
    shift
    local tool=cargo-${component/rustfmt/fmt}
    if "$tool" --version >/dev/null 2>&1; then
        echo "$*"
        "$@"
    elif [ "${CI:-}" = true ]; then
        echo "lint: $component is not installed (rustup component add $component)" >&2
        exit 1
    else
        echo "lint: SKIPPED, $component is not installed (rustup component add $component): $*" >&2
    fi
}

check rustfmt cargo fmt --all --check
check clippy cargo clippy "$@" --workspace --all-targets -- -D warnings
