#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# exports_test.sh LIBRARY INCLUDE - the shared library exports the functions that the headers in
# INCLUDE declare with ABUT_API, and no other name.

set -euo pipefail
export LC_ALL=C
library=$1 include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A declaration ends at its semicolon, and its name is the word before the first parenthesis that
# is not that of an attribute.
cat "$include"/*.h | sed 's,//.*,,' | grep -v '^#' | tr '\n' ' ' | tr ';{}' '\n\n\n' |
    grep 'ABUT_API' | sed -E 's/ABUT_PRINTF\([^)]*\)//; s/^.*ABUT_API//; s/\(.*//; s/ +$//' |
    grep -oE '[A-Za-z_0-9]+$' | sort -u >"$work/declared"
nm -D --defined-only --format=posix "$library" | awk '$2 ~ /^[TDBRVW]$/ {print $1}' |
    grep -vE '^(_init|_fini)$' | sort -u >"$work/exported"

missing=$(comm -23 "$work/declared" "$work/exported")
hidden=$(comm -13 "$work/declared" "$work/exported")
[ -z "$missing" ] || printf 'declared but not exported: %s\n' $missing
[ -z "$hidden" ] || printf 'exported but not declared: %s\n' $hidden
printf '%d functions declared, %d names exported\n' "$(wc -l <"$work/declared")" \
    "$(wc -l <"$work/exported")"
[ -s "$work/declared" ] && [ -z "$missing$hidden" ]
