#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# check_includes.sh [ROOT] - includes point one way, as src/folders.txt orders the folders: a file may
# include what stands in an earlier paragraph there and its own folder. Public headers include only
# public ones. A folder has at most 40 files beside its tests, a file at most 600 lines.

set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

order=$(grep -v '^#' src/folders.txt | awk 'NF { line = line " " $1; next } { print line; line = "" } END { print line }')

folders=()
for folder in src include apps; do
    [ -d "$folder" ] && folders+=("$folder")
done
grep -rnE '^[ \t]*#[ \t]*include[ \t]*"' --include='*.[ch]' --include='*.def' "${folders[@]}" |
    awk -v order="$order" '
    BEGIN {
        lines = split(order, line_of, "\n")
        for (i = 1; i <= lines; i++) {
            n = split(line_of[i], word, " ")
            for (k = 1; k <= n; k++) rank[word[k]] = i
        }
    }
    function complain(text) { print file ":" line ": " text; bad = 1 }
    function top(folder) { sub("/.*", "", folder); return folder }
    {
        match($0, /^[^:]+:[0-9]+:/)
        split(substr($0, 1, RLENGTH), place, ":")
        file = place[1]; line = place[2]
        split(substr($0, RLENGTH + 1), quoted, "\"")
        target = quoted[2]

        from = file; sub("/[^/]*$", "", from)
        to = target; if (!sub("/[^/]*$", "", to)) to = ""
        in_public = from ~ /^include/; in_apps = from ~ /^apps/
        sub("^src/", "", from)

        if (to == "abut") next                              # the public headers are for everyone
        if (in_public) { complain("a public header includes \"" target "\""); next }
        if (to == "") { complain("write the folder: \"" from "/" target "\""); next }
        if (in_apps) next                                   # the command stands above all
        if (!(from in rank)) { complain("folder " from " has no rank in tools/check_includes.sh"); next }
        if (!(to in rank)) { complain("\"" target "\" is in no known folder"); next }
        if (file ~ /_test\.c$/ && top(from) == top(to)) next  # a test may look at all of its room
        if (to != from && rank[to] >= rank[from])
            complain(from " must not know " to ": \"" target "\"")
    }
    END { exit bad }'

bad=0
while read -r count folder; do
    [ "$count" -le 40 ] || { echo "$folder: $count files, more than 40"; bad=1; }
done < <(find src apps -name '*.[ch]' ! -name '*_test.c' -printf '%h\n' | sort | uniq -c)
while read -r lines file; do
    [ "$file" = total ] || [ "$lines" -le 600 ] || { echo "$file: $lines lines, more than 600"; bad=1; }
done < <(find src apps -name '*.[ch]' -print0 | xargs -0 wc -l)
exit $bad
