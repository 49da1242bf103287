#!/usr/bin/env bash
# Tries what is in contrib, each with a program that holds and one that does not. What needs a tool that is not installed is
# passed over, and said so. Usage: scripts/test_contrib.sh EVERCHECK
set -euo pipefail

evercheck=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH="$work/bin:$PATH" EVERCHECK_STORE="$work/store"
mkdir "$work/bin"
ln -s "$evercheck" "$work/bin/evercheck"

fail() { echo "$1" >&2; exit 1; }
# has TOOL: whether it is there.
has() { command -v "$1" >/dev/null || { echo "passed over: there is no $1"; return 1; }; }
# ends STATUS COMMAND…: it has to end so.
ends() {
    local wanted=$1 status=0
    shift
    "$@" >"$work/log" 2>&1 || status=$?
    [ "$status" -eq "$wanted" ] || { cat "$work/log" >&2; fail "$*: status $status instead of $wanted"; }
}

good='#include <assert.h>
#include "limit.h"
int main(void) { int a[LIMIT]; for (int i = 0; i < LIMIT; i++) a[i] = i; assert(a[SIZE - 1] == SIZE - 1); return 0; }'
bad=${good/i < LIMIT/i <= LIMIT}

if has cmake && has ctest; then
    mkdir -p "$work/cmake/include"
    cd "$work/cmake"
    echo '#define LIMIT 4' >include/limit.h
    echo "$good" >good.c
    echo "$bad" >bad.c
    cat >CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.16)
project(example C)
enable_testing()
list(APPEND CMAKE_MODULE_PATH "$root/contrib/cmake")
include(Evercheck)
foreach(name good bad)
    add_executable(\${name} \${name}.c)
    target_include_directories(\${name} PRIVATE include)
    target_compile_definitions(\${name} PRIVATE SIZE=4)
    evercheck_add_check(\${name} OPTIONS --property valid-deref,unreach-call)
endforeach()
EOF
    ends 0 cmake -S . -B build
    ends 0 ctest --test-dir build -R evercheck_good
    ends 8 ctest --test-dir build -R evercheck_bad
    echo 'cmake: evercheck_add_check works'
fi

if has meson && has ninja; then
    mkdir "$work/meson"
    cd "$work/meson"
    cp "$root/contrib/meson/meson.build" .
    echo 'int next(int x) { return x + 1; }' >queue.c
    printf '#include <assert.h>\nint next(int x);\nint main(void) { assert(next(1) == 2); return 0; }\n' >queue_test.c
    ends 0 meson setup build
    ends 0 meson test -C build --suite evercheck
    sed -i 's/x + 1/x + 2/' queue.c
    ends 1 meson test -C build --suite evercheck
    echo 'meson: the test works'
fi

mkdir "$work/hook"
cd "$work/hook"
git init -q
git config user.name nobody
git config user.email nobody@localhost
cp "$root/contrib/hooks/pre-commit" .git/hooks/pre-commit
printf '[target.good]\nsources = ["good.c"]\nflags = ["-DSIZE=4"]\n' >evercheck.toml
echo '#define LIMIT 4' >limit.h
echo "$good" >good.c
git add -A
ends 0 git commit -q -m 'It holds'
echo "$bad" >good.c
ends 1 git commit -q -a -m 'It does not'
git checkout -q good.c
echo 'words' >README
git add README
ends 0 git commit -q -m 'No C'
echo 'hooks: a commit with a new violation is refused'

# The steps of the action, as the runner runs them.
step() { python3 - "$root/contrib/github/action.yml" "$1" <<'EOF'
import sys
lines = open(sys.argv[1]).read().split("\n")
at = next(i for i, line in enumerate(lines) if line.strip() == f"- name: {sys.argv[2]}")
at = next(i for i in range(at, len(lines)) if lines[i].strip() == "run: |")
for line in lines[at + 1:]:
    if line.strip() and not line.startswith("        "):
        break
    print(line[8:])
EOF
}
export GITHUB_OUTPUT="$work/output" GITHUB_STEP_SUMMARY="$work/summary.md" GITHUB_PATH="$work/path" SARIF="$work/out.sarif" OPTIONS=''
SINCE=HEAD~1 ends 0 bash -e -c "$(step Check)"
echo "$bad" >good.c
SINCE=HEAD ends 1 bash -e -c "$(step Check)"
grep -q '^::error file=good.c,' "$work/log" || fail 'no annotation'
grep -q '"ruleId": "valid-deref"' "$SARIF" || fail 'no result in SARIF'
ends 0 bash -e -c "$(step 'Make room')"
TARBALL='' FOLDER="$work/none" ends 0 bash -e -c "$(step Install)"
echo 'github: the steps of the action work'

if python3 -c 'import benchexec' 2>/dev/null; then
    mkdir -p "$work/tasks"
    cd "$work/tasks"
    printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >unreach-call.prp
    printf 'void reach_error(void);\nint __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n' >task.c
    printf "format_version: '2.0'\ninput_files: task.c\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: false\noptions: {language: C, data_model: ILP32}\n" >task.yml
    export PYTHONPATH="$root/contrib/benchexec"
    ends 0 python3 -m benchexec.test_tool_info .evercheck --no-container --task-definition task.yml
    grep -q -- "'check', '-m32', '--property', 'unreach-call.prp', 'task.c'" "$work/log" || fail 'another command line'
    python3 - "$(evercheck check -m32 --property unreach-call.prp task.c 2>/dev/null || true)" <<'EOF'
import sys
from types import SimpleNamespace
import evercheck
tool = evercheck.Tool()
def verdict(output, status=0, timeout=False):
    run = SimpleNamespace(output=output, exit_code=SimpleNamespace(value=status), was_timeout=timeout)
    return tool.determine_result(run)
real = sys.argv[1].split("\n")
assert verdict(real) == "false(unreach-call)", real
assert verdict(["scope: all runs", "true"]) == "true"
assert verdict(["unknown(not-modelled)"], 3) == "unknown (not-modelled)"
assert verdict(["unknown(time)"], 3) == "TIMEOUT"
assert verdict([], 2) == "ERROR (input)"
assert tool.get_value_from_output(["20 states, 21 transitions, depth 17"], "transitions") == "21"
EOF
    echo 'benchexec: command line and verdicts are right'
else
    echo 'passed over: there is no benchexec'
fi

if has node && has npm; then
    cp -r "$root/contrib/vscode" "$work/vscode"
    cd "$work/vscode"
    if npm install --silent --no-audit --no-fund >"$work/log" 2>&1; then
        printf 'int half(int n) { return 8 / n; }\nint main(void) { return half(0); }\n' >bad.c
        ends 0 node "$root/scripts/test_vscode.js" . "$evercheck" "$work/vscode/bad.c" 'division by zero (2 steps) | 1 violation'
        echo 'vscode: the extension starts the server and shows what it finds'
    else
        echo 'passed over: npm cannot get vscode-languageclient'
    fi
fi
