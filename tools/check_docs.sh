#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# check_docs.sh BUILD - the pages stay true: each relative link of README.md and docs/ leads to a
# file, and each C block that has a main compiles and links against the library in BUILD.

set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
bad=0
pages=()
[ -f README.md ] && pages+=(README.md)
while IFS= read -r page; do pages+=("$page"); done < <(find docs -name '*.md' 2>/dev/null | sort)

for page in "${pages[@]}"; do
    while IFS= read -r link; do
        file=${link%%#*}
        if [ -n "$file" ] && [ ! -e "$(dirname "$page")/$file" ]; then
            echo "$page: the link $link leads nowhere"
            bad=1
        fi
    done < <(awk '/^```/ { code = !code } !code { gsub(/`[^`]*`/, ""); print }' "$page" |
        grep -oE '\]\([^) ]+' | sed 's/^](//' | grep -vE '^[a-z]+:' || true)
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
programs=0
for page in "${pages[@]}"; do
    rm -f "$work"/*.c
    awk -v out="$work/block" '
        /^```c$/ { block++; line = NR; text = ""; inside = 1; next }
        /^```/ && inside { inside = 0; if (text ~ /int main\(/) print text > (out line ".c"); next }
        inside { text = text $0 "\n" }' "$page"
    for source in "$work"/*.c; do
        [ -e "$source" ] || continue
        programs=$((programs + 1))
        if ! "${CC:-cc}" -std=c17 -Wall -Wextra -Iinclude "-I$build/generated" "$source" \
            -o "$work/program" -L"$build" -labut; then
            echo "$page: the C block at line $(basename "$source" .c | tr -dc 0-9) does not build"
            bad=1
        fi
    done
done
echo "docs: ${#pages[@]} pages, $programs programs"
exit $bad
