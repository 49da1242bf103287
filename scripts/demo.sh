#!/usr/bin/env bash
# Shows `evercheck check` find a bug, prove the fix, and check again after an edit; and what `evercheck diff` says of the edit.
# Usage: scripts/demo.sh EVERCHECK
set -euo pipefail

evercheck=$(realpath "$1")
cd "$(dirname "$0")/../examples"
EVERCHECK_STORE=$(mktemp -d)/store
export EVERCHECK_STORE
trap 'rm -rf "$(dirname "$EVERCHECK_STORE")"' EXIT

# check FILE STATUS: runs `evercheck check`, which has to end with this status.
check() {
    local status=0
    echo "\$ evercheck check $1"
    "$evercheck" -q check "$1" | sed 's/^/  /' || status=$?
    [ "$status" -eq "$2" ] || { echo "evercheck check $1: status $status instead of $2" >&2; exit 1; }
    echo
}

echo 'Two customers withdraw from one account at once:'
echo
check account/1/account.c 1

echo 'Fixed: the balance is checked under the lock that guards the withdrawal.'
echo
check account/2/account.c 0

echo 'An edit adds an assertion at the end. What changed:'
echo
echo '$ evercheck diff account/2/account.c account/3/account.c'
status=0
"$evercheck" diff account/2/account.c account/3/account.c | sed 's/^/  /' || status=$?
[ "$status" -eq 1 ] || { echo "evercheck diff: status $status instead of 1" >&2; exit 1; }

echo
echo 'Checked again, only what the edit affects is executed (the line "reused"):'
echo
check account/3/account.c 0
