#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# time_models.sh BUILD [MODEL...] - how long models take: a line "FILE COMPUTED SIMULATED" each, processor
# and simulated seconds of the whole run, with two digits. What takes more than a minute is
# stopped, and the whole follows from how far it came. The list of models (`abut view`) says it from models/times.txt:
#     tools/time_models.sh build/release > models/times.txt

set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
[ $# -gt 0 ] || set -- models/*.yaml models/*.xml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "# made by: tools/time_models.sh build/release"
echo "# file, processor seconds, simulated seconds"
for model in "$@"; do
    record=$work/record.abut.db
    rm -f "$record"
    TIMEFORMAT='%U'
    seconds=$( { time timeout -s INT 60 "$build/apps/abut/abut" run "$model" -q -o "$record" >/dev/null 2>&1 || true; } 2>&1 | tail -n 1)
    about=$("$build/apps/abut/abut" info "$record" --json 2>/dev/null || true)
    number() { grep -o "\"$1\": *[0-9.e+-]*" <<<"$about" | head -n 1 | grep -o '[0-9.e+-]*$' || true; }
    reached=$(number time) end=$(number end_time)
    [ -z "$reached" ] || [ -z "$end" ] || awk -v file="$(basename "$model")" -v c="$seconds" -v t="$reached" -v end="$end" \
        'BEGIN { if (t > 0) printf "%s %.2g %.2g\n", file, c * end / t, end }'
done
