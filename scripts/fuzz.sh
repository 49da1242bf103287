#!/usr/bin/env bash
# Coverage-guided fuzzing of the front end for SECONDS_EACH a target. Needs cargo-fuzz and a nightly toolchain; without
# them it says so and leaves it at the tests called fuzz_…, which need neither.
# Usage: scripts/fuzz.sh SECONDS_EACH
set -eu
cd "$(dirname "$0")/.."

if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "fuzz: SKIPPED coverage-guided targets, cargo-fuzz is not installed (cargo install cargo-fuzz)" >&2
    exit 0
fi
if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "fuzz: SKIPPED coverage-guided targets, there is no nightly toolchain (rustup toolchain install nightly)" >&2
    exit 0
fi

# The programs that are compared with gcc's are the first inputs.
mkdir -p fuzz/corpus/lower
find tests/programs -name '*.c' | while read -r program; do
    cp "$program" "fuzz/corpus/lower/$(echo "${program#tests/programs/}" | tr / -)"
done
for target in lower mutated; do
    # Nothing is unsafe here, so that a sanitizer would only cost time. No input of this size may take long.
    cargo +nightly fuzz run --sanitizer none "$target" -- -max_total_time="$1" -max_len=8192 -timeout=5 -rss_limit_mb=8192
done
