#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# fuzz.sh [SECONDS] - runs the fuzz targets one after the other, SECONDS (60) in all. Seeds come
# from tests/robust/corpus/<target>/; what is found goes to build/fuzz/found/.

set -euo pipefail
cd "$(dirname "$0")/.."

targets=(build/fuzz/fuzz/fuzz_*)
if [ ! -x "${targets[0]}" ]; then
    echo "fuzz: no target was built; they are tests/robust/fuzz_*.c"
    exit 1
fi
each=$((${1:-60} / ${#targets[@]}))
[ "$each" -gt 0 ] || each=1

for target in "${targets[@]}"; do
    name=$(basename "$target")
    folders=("build/fuzz/corpus/$name" "tests/robust/corpus/$name")
    mkdir -p "${folders[0]}" build/fuzz/found
    [ -d "${folders[1]}" ] || unset 'folders[1]'
    echo "fuzz: $name for $each s"
    "$target" -max_total_time="$each" -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
        -artifact_prefix="build/fuzz/found/$name-" "${folders[@]}" \
        >"build/fuzz/$name.log" 2>&1 ||
        { tail -n 60 "build/fuzz/$name.log"; echo "fuzz: $name FAILED"; exit 1; }
done
echo "fuzz: ${#targets[@]} targets, nothing found"
