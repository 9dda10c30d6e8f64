#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# fuzz.sh [SECONDS] - runs each fuzz target on its seeds, tests/robust/corpus/<target>/, then for SECONDS
# (60), or, with FUZZ_RUNS=N in the environment, until it has seen N inputs; as many at a time as there
# are processors. What is found goes to build/fuzz/found/.

set -euo pipefail
cd "$(dirname "$0")/.."

targets=(build/asan/fuzz/fuzz_*)
if [ ! -x "${targets[0]}" ]; then
    echo "fuzz: no target was built; they are tests/robust/fuzz_*.c"
    exit 1
fi
export SECONDS_EACH=${1:-60} FUZZ_RUNS=${FUZZ_RUNS:-} TMPDIR=$PWD/build/fuzz/scratch
mkdir -p build/fuzz/found "$TMPDIR"

fuzz() { # TARGET
    local name folders
    name=$(basename "$1")
    folders=("build/fuzz/corpus/$name" "tests/robust/corpus/$name")
    mkdir -p "${folders[0]}"
    [ -d "${folders[1]}" ] || unset 'folders[1]'
    # the limit of time for one input is for what hangs: generous, as the machine may be busy and one
    # step from a state that no run comes to took 9.5 s with sanitizers
    local limit=-max_total_time=$SECONDS_EACH
    [ -z "$FUZZ_RUNS" ] || limit=-runs=$FUZZ_RUNS
    echo "fuzz: $name, $limit"
    "$1" "$limit" -timeout=60 -rss_limit_mb=2048 -verbosity=0 \
        -artifact_prefix="build/fuzz/found/$name-" "${folders[@]}" \
        >"build/fuzz/$name.log" 2>&1 ||
        { tail -n 60 "build/fuzz/$name.log"; echo "fuzz: $name FAILED"; return 1; }
}
export -f fuzz

printf '%s\0' "${targets[@]}" | xargs -0 -P "$(nproc)" -I TARGET bash -c 'fuzz TARGET' ||
    { echo "fuzz: something was found"; exit 1; }
echo "fuzz: ${#targets[@]} targets, nothing found"
