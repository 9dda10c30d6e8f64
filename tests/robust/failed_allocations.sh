#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# failed_allocations.sh ABUT LIBRARY POINTS - each command with one allocation that fails, POINTS of
# them spread over the command (0: all). It ends with one of its exit codes, and with a word if that
# is not 0; built with the address sanitizer, it also leaves nothing allocated. LIBRARY is
# failing_malloc.so.

set -euo pipefail
abut=$1 library=$2 points=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1 HOME="$work"
# a sanitizer that finds something ends with a code of its own; the library comes before it
export LSAN_OPTIONS=suppressions=$PWD/tests/robust/leaks.txt:print_suppressions=0
export ASAN_OPTIONS=verify_asan_link_order=0:allocator_may_return_null=1:detect_leaks=1:exitcode=99
failures=0

try() { # NAME COMMAND...
    local name=$1 count step status=0
    shift
    rm -f "$work/count"
    FAIL_COUNT="$work/count" LD_PRELOAD="$library" "$@" >"$work/out" 2>&1 || {
        echo "FAILED: $name: $(tail -n 3 "$work/out")"
        failures=$((failures + 1))
        return
    }
    count=$(sort -n "$work/count" | tail -n 1)
    step=$((points > 0 && count > points ? count / points : 1))
    for ((at = 1 + RANDOM % step; at <= count; at += step)); do
        status=0
        timeout 120 env FAIL_AT="$at" LD_PRELOAD="$library" "$@" >/dev/null 2>"$work/err" || status=$?
        case $status in
        0) ;;
        2 | 3 | 4 | 5 | 6 | 7) [ -s "$work/err" ] || status="$status without a word" ;;
        *) status="$status, none of its exit codes" ;;
        esac
        case $status in
        *" "*)
            echo "FAILED: $name: allocation $at of $count: exit code $status"
            grep -m 12 -E 'ERROR:|SUMMARY:|^ +#[0-9]' "$work/err" || true
            failures=$((failures + 1))
            ;;
        esac
    done
    echo "$name: $count allocations, one in $step made to fail"
}

# Whether a command works in this build: some formats need libraries that may not be there.
is_there() { # NAME COMMAND...
    local name=$1 status=0
    shift
    "$@" >"$work/out" 2>&1 || status=$?
    case $status in
    0) return 0 ;;
    2 | 5) echo "$name: not in this build" ;;
    *)
        echo "FAILED: $name: exit code $status: $(tail -n 3 "$work/out")"
        failures=$((failures + 1))
        ;;
    esac
    return 1
}

model=models/four_bar.yaml
"$abut" run -q -o "$work/record.db" $model --set simulation.end_time=0.05
try check "$abut" check $model
try "check, adams" "$abut" check $model --set simulation.integrator=adams
try run "$abut" run -q -o "$work/run.db" $model --set simulation.end_time=0.02
for format in csv glb hdf5 html vtk; do
    set -- "export $format" "$abut" export --$format -o "$work/out" "$work/record.db"
    if is_there "$@"; then try "$@"; fi
done
set -- plot "$abut" plot -o "$work/out" "$work/record.db"
if is_there "$@"; then try "$@"; fi
try "info record" "$abut" info record "$work/record.db"
try compare "$abut" compare "$work/record.db" "$work/record.db"
try suggest "$abut" suggest models/hello.yaml
try "export lammps" "$abut" export --lammps -o "$work/out" models/hello.yaml
[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
