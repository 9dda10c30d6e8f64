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
expect 5 "cannot write" bash -c "limited 124 $run -o $work/limited.db"
expect 5 "cannot write" bash -c "limited 1 $abut export --csv -o $work/limited $work/whole.db"
if "$abut" plot -o "$work/plot" "$work/whole.db" >/dev/null 2>&1; then
    expect 5 "cannot write" bash -c "limited 1 $abut plot -o $work/limited $work/whole.db"
fi

# what was kept of it goes on
expect 0 "done" "$abut" resume "$work/limited.db"
expect 0 "" "$abut" compare "$work/limited.db" "$work/whole.db"

# a file of the model that is another one when the run is to go on: not with it, but with the old one
cat >"$work/tumble.yaml" <<'YAML'
abut: 1
include: [tumble_materials.yaml]
bodies: {b: {angular_velocity: [1, 2, 3], shapes: [{mesh: {file: tumble.obj}, material: m}]}}
simulation: {end_time: 5, output_interval: 0.001}
YAML
printf 'abut: 1\nmaterials: {m: {density: 1000}}\n' >"$work/tumble_materials.yaml"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >"$work/tumble.obj"
expect 5 "cannot write" bash -c "limited 300 $abut run $work/tumble.yaml -o $work/tumble.db"
for file in tumble.obj tumble_materials.yaml; do
    cp "$work/$file" "$work/before"
    echo "# another" >>"$work/$file"
    expect 7 "$file holds something else now than when the run began" "$abut" resume "$work/tumble.db"
    mv "$work/before" "$work/$file"
done
expect 0 "done" "$abut" resume "$work/tumble.db"

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
