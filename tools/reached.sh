#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# reached.sh [BASE] - our C files in src and apps, a line each, that what changed since the commit BASE
# reaches: changed themselves, or including what did, at any depth. BASE: where the branch left
# origin/main, or else the last commit. What has no such past (a first commit, a copy without one)
# reaches the quarter of all files that is this day's. A header that more than a quarter includes
# stands for the files that changed and this day's quarter of the others: linting is a net, and each
# mesh of it comes around in four days.

set -euo pipefail
cd "$(dirname "$0")/.."

sources() { find src apps -name '*.c' | LC_ALL=C sort; }

# quarter: of the lines read, those of this day
quarter() {
    local file sum day
    day=$(($(date -u +%s) / 86400 % 4))
    while IFS= read -r file; do
        sum=$(printf %s "$file" | cksum)
        [ $((${sum%% *} % 4)) -ne "$day" ] || echo "$file"
    done
}

base=${1:-$(git merge-base HEAD origin/main 2>/dev/null || true)}
head=$(git rev-parse HEAD 2>/dev/null || true)
if [ -z "$base" ] || [ "$base" = "$head" ]; then
    base=$(git rev-parse --verify --quiet 'HEAD^' || true)
fi
if [ -z "$base" ] || ! changed=$(git diff --name-only --diff-filter=d "$base" -- src apps include 2>/dev/null); then
    echo "reached: nothing to compare with; this day's quarter" >&2
    sources | quarter
    exit
fi

# FILE INCLUDED, by the paths of the tree
edges() {
    grep -rHE '^[ \t]*#[ \t]*include[ \t]*"' --include='*.[ch]' --include='*.def' src apps include |
        awk '{
            file = $0; sub(/:.*/, "", file)
            split($0, part, "\"")
            print file, "src/" part[2]; print file, "include/" part[2]; print file, "apps/abut/" part[2]
        }'
}

reached=$(edges | CHANGED=$changed awk '
    { by[$2] = by[$2] " " $1 }
    END {
        count = split(ENVIRON["CHANGED"], queue, "\n")
        for (i = 1; i <= count; i++) seen[queue[i]] = 1
        for (i = 1; i <= count; i++) {
            n = split(by[queue[i]], user, " ")
            for (k = 1; k <= n; k++) if (!(user[k] in seen)) { seen[user[k]] = 1; queue[++count] = user[k] }
        }
        for (i = 1; i <= count; i++) print queue[i]
    }' | grep -E '^(src|apps)/.*\.c$' | LC_ALL=C sort -u || true)
own=$(grep -E '^(src|apps)/.*\.c$' <<<"$changed" || true)
count=$(grep -c . <<<"$reached" || true)
if [ "$count" -gt $(($(sources | wc -l) / 4)) ]; then
    echo "reached: $count files since ${base:0:9}; those that changed, and this day's quarter of the others" >&2
    { quarter <<<"$reached"; echo "$own"; } | grep . | LC_ALL=C sort -u
else
    [ -z "$reached" ] || echo "$reached"
fi
