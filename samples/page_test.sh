#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# page_test.sh [update] - the blocks of docs/howto/c.md are the files of this folder: a block after
# `<!-- sample: NAME -->` is samples/NAME without its two lines of license. `update` writes them.

set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/howto/c.md
work=$(mktemp)
trap 'rm -f "$work"' EXIT

awk '
    /^<!-- sample: .* -->$/ {
        print
        name = $3
        language = name ~ /cpp$/ ? "cpp" : "c"
        print "```" language
        file = "samples/" name
        for (line = 1; (getline text < file) > 0; line++) if (line > 3) print text
        close(file)
        print "```"
        skip = 1
        next
    }
    skip && /^```/ { fences++; if (fences == 2) { skip = 0; fences = 0 }; next }
    skip { next }
    { print }' "$page" >"$work"

if [ "${1:-}" = update ]; then
    cp "$work" "$page"
elif ! diff -u "$page" "$work"; then
    echo "$page differs from samples/: run samples/page_test.sh update"
    exit 1
fi
for sample in samples/*.c samples/*.cpp; do
    grep -q "^<!-- sample: $(basename "$sample") -->$" "$page" || {
        echo "$page does not show $sample"
        exit 1
    }
done
echo "$(grep -c '^<!-- sample: ' "$page") samples on $page"
