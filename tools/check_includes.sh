#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# check_includes.sh [ROOT] - includes point one way. A module may include itself and modules of a
# lower rank; modules of one rank do not know each other. Public headers include only public ones.

set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

ranks="base 1 math 2 mesh 2.5 shape 3 collide 4 law 4 rigid 5 model 6 dynamics 7 integrate 8 io 9 api 10 apps 11"

folders=()
for folder in src include apps; do
    [ -d "$folder" ] && folders+=("$folder")
done
grep -rnE '^[ \t]*#[ \t]*include[ \t]*"' --include='*.[ch]' --include='*.def' "${folders[@]}" |
    awk -v ranks="$ranks" '
    BEGIN {
        n = split(ranks, word, " ")
        for (i = 1; i < n; i += 2) rank[word[i]] = word[i + 1]
    }
    function complain(text) { print file ":" line ": " text; bad = 1 }
    {
        match($0, /^[^:]+:[0-9]+:/)
        split(substr($0, 1, RLENGTH), place, ":")
        file = place[1]; line = place[2]
        split(substr($0, RLENGTH + 1), quoted, "\"")
        target = quoted[2]

        depth = split(file, part, "/")
        from = part[1] == "src" ? (depth > 2 ? part[2] : "api") : part[1] == "apps" ? "apps" : "public"
        slash = index(target, "/")
        to = slash ? substr(target, 1, slash - 1) : ""

        if (to == "abut") next                              # the public headers are for everyone
        if (from == "public") { complain("a public header includes \"" target "\""); next }
        if (from == "apps" && !(to in rank)) next           # the command beside itself
        if (!(from in rank)) { complain("module " from " has no rank in tools/check_includes.sh"); next }
        if (to == "") { complain("write the module: \"" from "/" target "\""); next }
        if (!(to in rank)) { complain("\"" target "\" is of no known module"); next }
        if (to != from && rank[to] >= rank[from]) complain(from " must not know " to ": \"" target "\"")
    }
    END { exit bad }'
