#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# words.sh ABUT [update] - the words that users and their programs rely on stay: keys of models,
# series, functions of expressions, tables and columns of records, names in `--json`, options, exit
# codes and public C names. words.txt holds them, a line each; `update` writes it anew.

set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
abut=$1
frozen=tests/golden/words.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

named() { sed "s/^/$1 /" | sort -u; } # KIND: a line a word

collect() {
    "$abut" run models/hello.yaml -o "$work/hello.abut.db" --set simulation.end_time=0.5 --json \
        >"$work/run.json" 2>/dev/null
    "$abut" info schema | grep -oE '"[a-z_0-9]+":' | tr -d '":' | named key
    "$abut" info motionsolve --markdown | grep -oE '`[A-Za-z_0-9]+`' | tr -d '`' | named motionsolve
    "$abut" info series --markdown | grep -oE '`[^`]+`' | tr -d '`' | named series
    "$abut" info expressions --markdown | grep -oE '`[A-Za-z_0-9]+\(' | tr -d '`(' | named function
    tr -c '[:print:]' '\n' <"$work/hello.abut.db" | grep -oE 'CREATE TABLE .*' |
        sed 's/WITHOUT ROWID.*/WITHOUT ROWID/' | named record # behind it stands the next cell of the page
    grep -oE '"[a-z_]+":' "$work/run.json" | tr -d '":' | named json
    "$abut" --help | grep -oE '^  abut [a-z]+' | sed 's/.* //' | named subcommand
    "$abut" --help | sed -n '/Exit codes/,/differences/p' | grep -oE '[0-9] [a-z ]+' | named exit
    for command in $("$abut" --help | grep -oE '^  abut [a-z]+' | sed 's/.* //'); do
        "$abut" "$command" --help | grep -oE -- '^ .*--[a-z][a-z-]*' | grep -oE -- '--[a-z-]+' |
            named "option $command"
    done
    grep -hoE '\b(ab_[a-z_0-9]+\(|ab[A-Z][A-Za-z0-9]+|AB_[A-Z_0-9]+)' include/abut/*.h | tr -d '(' | named c
}

collect >"$work/words.txt"
if [ "${2:-}" = update ]; then
    cp "$work/words.txt" "$frozen"
    echo "wrote $(wc -l <"$frozen") words"
    exit
fi
gone=$(comm -23 <(sort "$frozen") <(sort "$work/words.txt"))
new=$(comm -13 <(sort "$frozen") <(sort "$work/words.txt") | wc -l)
if [ -n "$gone" ]; then
    printf '%s\n' "$gone" | sed 's/^/GONE  /'
    exit 1
fi
echo "all $(wc -l <"$frozen") words are there; $new new ones"
