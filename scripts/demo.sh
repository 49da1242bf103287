#!/usr/bin/env bash
# Shows `evercheck check` find a bug and prove the fix, what `evercheck cfa` makes of an example, and what changed between
# two revisions of it.
# Usage: scripts/demo.sh EVERCHECK
set -euo pipefail

evercheck=$(realpath "$1")
cd "$(dirname "$0")/../examples"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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

# Both revisions are read from their own directory, so that they differ in content only.
for revision in 1 2; do
    (cd "device/$revision" && "$evercheck" cfa --fingerprints device.c) > "$work/$revision"
done

echo
echo 'From device/1/device.c to device/2/device.c, by the fingerprints (evercheck cfa --fingerprints device.c):'
echo
awk '
    function show(name, kind, what) { printf "  %-9s  %-22s %s\n", kind, name, what }
    { total[FNR == NR]++ }
    FNR == NR { local[$4] = $1; all[$4] = $2; kind[$4] = $3; next }
    { seen[$4] }
    !($4 in local)    { show($4, $3, "new"); next }
    local[$4] != $1   { show($4, $3, "changed"); changed++; next }
    all[$4] != $2     { show($4, $3, "same, but something it calls or contains changed"); affected++; next }
                      { show($4, $3, "same, with all it calls and contains"); kept++ }
    END {
        for (name in local) if (!(name in seen)) show(name, kind[name], "gone")
        printf "\nOf %d fragments in revision 1, %d changed, %d can be affected by that, and %d cannot:\n", \
            total[1], changed, affected, kept
        print "what is true of those in revision 1 is true of them in revision 2."
    }' "$work/1" "$work/2"
