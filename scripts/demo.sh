#!/usr/bin/env bash
# Shows `evercheck check` find a bug and prove the fix, what `evercheck cfa` makes of an example, and what changed between
# two revisions of it.
# Usage: scripts/demo.sh EVERCHECK
set -euo pipefail

evercheck=$(realpath "$1")
cd "$(dirname "$0")/../examples"

# size FILE: locations and edges, counted in the Graphviz output.
size() {
    "$evercheck" cfa --dot "$1" | awk -v file="$1" '
        $2 == "->" { edges++; seen[$1]; sub(/;$/, "", $3); seen[$3] }
        END { for (name in seen) locations++; printf "  %-22s %4d locations %4d edges\n", file, locations, edges }'
}

# check FILE STATUS: runs `evercheck check`, which has to end with this status.
check() {
    local status=0
    "$evercheck" check "$1" | sed 's/^/  /' || status=$?
    [ "$status" -eq "$2" ] || { echo "evercheck check $1: status $status instead of $2" >&2; exit 1; }
}

echo 'Two customers withdraw from one account at once (evercheck check account/1/account.c):'
echo
check account/1/account.c 1

echo
echo 'The same with the balance looked at under the lock that guards the withdrawal (account/2/account.c):'
echo
check account/2/account.c 0

echo
echo 'Automata of the examples (evercheck cfa --dot FILE):'
echo
for file in bounded_buffer.c device/1/device.c device/2/device.c; do size "$file"; done

echo
echo 'The smallest function of the driver as text (evercheck cfa --function acquire device/1/device.c):'
echo
"$evercheck" cfa --function acquire device/1/device.c | sed 's/^/  /'

echo
echo 'What changed from one revision to the next, and what that can affect'
echo '(evercheck diff device/1/device.c device/2/device.c):'
echo
status=0
"$evercheck" diff device/1/device.c device/2/device.c | sed 's/^/  /' || status=$?
[ "$status" -eq 1 ] || { echo "evercheck diff: status $status instead of 1" >&2; exit 1; }
echo
echo 'What is true of the unchanged procedures and loops in revision 1 is true of them in revision 2.'
