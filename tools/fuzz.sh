#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# fuzz.sh [SECONDS] - runs the fuzz targets at the same time, each for SECONDS (60). Seeds come from
# tests/robust/corpus/<target>/; what is found goes to build/fuzz/found/.

set -euo pipefail
cd "$(dirname "$0")/.."

targets=(build/fuzz/fuzz/fuzz_*)
if [ ! -x "${targets[0]}" ]; then
    echo "fuzz: no target was built; they are tests/robust/fuzz_*.c"
    exit 1
fi

# one target for $2 seconds
run() {
    local target=$1 seconds=$2 name folders
    name=$(basename "$target")
    folders=("build/fuzz/corpus/$name" "tests/robust/corpus/$name")
    mkdir -p "${folders[0]}" build/fuzz/found
    [ -d "${folders[1]}" ] || unset 'folders[1]'
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
        -artifact_prefix="build/fuzz/found/$name-" "${folders[@]}" \
        >"build/fuzz/$name.log" 2>&1 ||
        { tail -n 60 "build/fuzz/$name.log"; echo "fuzz: $name FAILED"; return 1; }
}

jobs=() failed=0
for target in "${targets[@]}"; do
    echo "fuzz: $(basename "$target") for ${1:-60} s"
    run "$target" "${1:-60}" &
    jobs+=($!)
done
for job in "${jobs[@]}"; do
    wait "$job" || failed=1
done
[ "$failed" = 0 ] || exit 1
echo "fuzz: ${#targets[@]} targets, nothing found"
