#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# completion_test.sh ABUT - what the shells complete, and that man reads the manual page. Shells and
# mandoc that are not installed are left out; bash is always there.

set -euo pipefail
abut=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir sub
touch a.yaml b.xml c.abut.db "d e.yaml" other.txt
for shell in bash zsh fish; do "$abut" completion "$shell" >"$shell"; done
"$abut" manual >abut.1
wrong=0

expect() { # WHAT FOUND WANTED
    if [ "$2" != "$3" ]; then
        echo "$1: '$2', not '$3'"
        wrong=1
    fi
}

# ---- bash ----

complete_in_bash() { # WORD...: the last is the one that is completed
    # shellcheck disable=SC2016
    bash -c 'source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _abut
             IFS=,; echo "${COMPREPLY[*]}"' bash "$@"
}
expect "commands" "$(complete_in_bash abut co)" "compare,convert,completion"
expect "models" "$(complete_in_bash abut run '')" "a.yaml,b.xml,d e.yaml,sub"
expect "records" "$(complete_in_bash abut plot '')" "c.abut.db,sub"
expect "either" "$(complete_in_bash abut view '')" "a.yaml,b.xml,c.abut.db,d e.yaml,sub"
expect "options" "$(complete_in_bash abut run --a)" "--allow-code"
expect "choices" "$(complete_in_bash abut render --view '')" "corner,front,right,top"
expect "shells" "$(complete_in_bash abut completion '')" "bash,zsh,fish"
expect "topics" "$(complete_in_bash abut info jo)" "joints,joint"
expect "free values" "$(complete_in_bash abut run --set '')" ""
expect "files of options" "$(complete_in_bash abut run -o o)" "other.txt"

# ---- the others ----

if command -v zsh >/dev/null; then
    zsh -n zsh
    # shellcheck disable=SC2016
    expect "zsh" "$(zsh -f -c 'autoload -Uz compinit; compinit -D -u; source ./zsh; print $_comps[abut]')" _abut
fi
if command -v fish >/dev/null; then
    complete_in_fish() {
        HOME=$work fish --no-config -c "source ./fish; complete -C '$1'" | cut -f 1 | sort | paste -sd,
    }
    expect "fish, commands" "$(complete_in_fish 'abut co')" "compare,completion,convert"
    expect "fish, options" "$(complete_in_fish 'abut run --a')" "--allow-code"
    expect "fish, choices" "$(complete_in_fish 'abut render --view ')" "corner,front,right,top"
fi
if command -v mandoc >/dev/null; then
    said=$(mandoc -T lint -W warning abut.1 | grep -v 'missing date' || true)
    expect "the manual page" "$said" ""
    pages=$(mandoc -T ascii abut.1 | col -b)
    for command in $("$abut" --help | sed -n 's/^  abut \([a-z]*\) .*/\1/p'); do
        grep -q "abut $command" <<<"$pages" || { echo "the manual lacks $command"; wrong=1; }
    done
fi
exit $wrong
