#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# lost_files.sh ABUT - files that reach their limit, vanish under a run or are none: each ends with
# exit code 5 or 3 and says why.

set -euo pipefail
abut=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect STATUS TEXT COMMAND...
expect() {
    local wanted=$1 text=$2 status=0
    shift 2
    timeout 600 "$@" >"$work/out" 2>&1 || status=$?
    [ "$status" = "$wanted" ] && grep -qF -- "$text" "$work/out" || {
        echo "FAILED: $*: exit code $status, wanted $wanted and '$text': $(cat "$work/out")"
        failures=$((failures + 1))
    }
}
limited() { # BLOCKS COMMAND...
    (
        ulimit -f "$1"
        shift
        exec "$@"
    )
}
export -f limited

# a file that may not grow: told as any write that fails, not the end by a signal
run="$abut run models/hello.yaml --set simulation.end_time=0.5"
expect 0 "done" $run -o "$work/whole.db"
expect 5 "cannot write" bash -c "limited 100 $run -o $work/limited.db"
expect 5 "cannot write" bash -c "limited 1 $abut export --csv -o $work/limited $work/whole.db"
if "$abut" plot -o "$work/plot" "$work/whole.db" >/dev/null 2>&1; then
    expect 5 "cannot write" bash -c "limited 1 $abut plot -o $work/limited $work/whole.db"
fi

# what was kept of it goes on
expect 0 "done" "$abut" resume "$work/limited.db"
expect 0 "" "$abut" compare "$work/limited.db" "$work/whole.db"

# a record deleted, or put elsewhere, while its run goes on
for what in "rm -f" "mv -t $work/elsewhere"; do
    mkdir -p "$work/elsewhere"
    "$abut" run models/hello.yaml -q -o "$work/lost.db" --set simulation.end_time=1e6 \
        --set simulation.output_interval=1e-3 >"$work/lost.out" 2>&1 &
    child=$!
    until [ -s "$work/lost.db-wal" ] || ! kill -0 $child 2>/dev/null; do sleep 0.05; done
    $what "$work/lost.db"
    status=0
    wait $child || status=$?
    [ $status = 5 ] && grep -q "deleted, moved or replaced" "$work/lost.out" ||
        { echo "FAILED: $what: exit code $status: $(cat "$work/lost.out")"; failures=$((failures + 1)); }
    rm -f "$work"/lost.db*
done

# a pipe where a model names a file: reading it would wait for ever
mkfifo "$work/pipe.stl" "$work/pipe.yaml"
printf 'abut: 1\nbodies:\n  a: {mass: 1, shapes: [{hull: {file: pipe.stl}}]}\n' >"$work/mesh.yaml"
printf 'abut: 1\ninclude: [pipe.yaml]\nbodies: {}\n' >"$work/include.yaml"
expect 3 "it is a pipe or device" "$abut" check "$work/mesh.yaml"
expect 3 "it is a pipe or device" "$abut" check "$work/include.yaml"
[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
echo "lost files: all told"
