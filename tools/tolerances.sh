#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# tolerances.sh [--check] - docs/theory/tolerances.md, made of the tables src/**/tolerances.def.
#
# --check prints nothing but what is wrong, and ends with 1 then: a row that no file uses, of no known
# family or with a test that does not exist; a number for an algorithm that stands alone in a .c file.

set -euo pipefail
cd "$(dirname "$0")/.."

# Numbers that are no tolerances: directions and speeds of trial, of which any would do.
others='step_order.c:s_across step_find.c:s_fast contour_hull.c:s_along'

# Folders that have no table yet.
known='collide/pressure'

# rows: FOLDER NAME VALUE FAMILY OF WHY TEST, by tabs
rows() {
    find src -name tolerances.def | LC_ALL=C sort | while read -r file; do
        grep -v -e '^//' -e '^#' "$file" | tr '\n' ' ' |
            sed -E 's/(AB_(TOLERANCES?|BOUND)\()/\n\1/g' |
            awk -v folder="$(dirname "${file#src/}")" '/^AB_/ {
                head = $0
                sub(/".*/, "", head)
                sub(/^[A-Z_]*\( */, "", head)
                name = head; sub(/,.*/, "", name)
                family = head; sub(/, *$/, "", family); sub(/.*, */, "", family)
                value = head; sub(/^[^,]*, */, "", value); sub(/, *[A-Z]+, *$/, "", value)
                gsub(/^\(|\)$/, "", value)
                texts = substr($0, length(head) + index($0, head))
                gsub(/"  *"/, "", texts)
                n = split(texts, part, "\"")
                print folder "\t" name "\t" value "\t" family "\t" part[2] "\t" part[4] "\t" part[6]
            }'
    done
}

# Files of a folder that use a name.
users() { # FOLDER NAME
    grep -lwF -- "$2" "src/$1"/*.c | sed 's|.*/||; s|\.c$||' | grep -v '_test$' || true
}

# families: NAME TEXT, from the head of base/tolerance.h
families() { sed -nE 's|^//   ([A-Z]+)  +(.*)|\1\t\2|p' src/base/tolerance.h; }

table=$(rows)

if [ "${1:-}" = --check ]; then
    bad=0
    complain() { echo "tolerances.sh: $*"; bad=1; }
    while IFS=$'\t' read -r folder name value family of why test; do
        [ -n "$(users "$folder" "$name")" ] || complain "$folder: nothing uses $name"
        families | grep -q "^$family"$'\t' || complain "$folder: $name is of no family: $family"
        [[ -n "$value" && -n "$of" && -n "$why" ]] || complain "$folder: $name lacks a text"
        [[ -z "$test" || -f "$test" ]] || complain "$folder: $name names $test, which is not there"
    done <<<"$table"
    while IFS=: read -r file line text; do
        name=$(sed -E 's/^ *static const (double|int) ([a-z_0-9]+).*/\2/' <<<"$text")
        folder=$(dirname "${file#src/}")
        [[ " $others " == *" $(basename "$file"):$name "* || " $known " == *" $folder "* ]] ||
            complain "$file:$line: $name belongs into tolerances.def"
    done < <(grep -rnE '^ *static const (double|int) [a-z_0-9]+ = [^{]*;' src --include='*.c' |
        grep -v '_test\.c:')
    exit $bad
fi

cat <<'EOF'
# Tolerances

The numbers by which algorithms decide: what counts as zero, as the same place, as standing still, as
solved. Each stands once, in the table `tolerances.def` of its folder in `src`, from which `make docs`
makes this page. A number without a unit is relative to what the table says; few are absolute.

The last column names a test that fails when the number is a thousand times as large or as small. Where
it names a file of `tests/golden`, only the bits of runs tell. Where it is empty no test is known
that does: the number may be right, but nothing shows it.
EOF
while IFS=$'\t' read -r family text; do
    [ -n "$(awk -F '\t' -v family="$family" '$4 == family' <<<"$table")" ] || continue
    printf '\n## %s\n\n%s.\n\n' "${family:0:1}$(tr '[:upper:]' '[:lower:]' <<<"${family:1}")" "${text^}"
    echo "| where | name | value | relative to | why | guarded by |"
    echo "| --- | --- | --- | --- | --- | --- |"
    while IFS=$'\t' read -r folder name value its_family of why test; do
        [ "$its_family" = "$family" ] || continue
        files=$(users "$folder" "$name" | paste -sd ' ' | sed 's/ /, /g')
        guard=$(basename "$test" .c)
        [[ $test != tests/golden/* ]] || guard="golden/$(basename "$test")"
        echo "| \`$folder\`: $files | \`$name\` | $value | ${of#of } | $why | ${guard:+\`$guard\`} |"
    done <<<"$table"
done < <(families)
