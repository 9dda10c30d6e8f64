#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# add_a_law_test.sh BUILD - docs/howto/add-a-law.md, followed to the letter in a copy of the tree. A line
# above a block of the page says what is to be done with it:
#
#     <!-- file: NAME -->     it is a part of that file, behind those before
#     <!-- line: NAME -->     it goes into that list, behind the last AB_NORMAL_LAW
#     <!-- run -->            its lines are typed
#     <!-- prints -->         what was typed last has printed it
#
# And the promise of the page: few of the objects in BUILD depend on the list of laws.

set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "$1")
page=$PWD/docs/howto/add-a-law.md
most=20 # objects
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}

# ---- what a new line in the list compiles ----

dependent=$({ find "$build" -path "$build/compilers" -prune -o -name '*.o.d' -print0 |
    xargs -0 grep -lE 'law/core/laws\.def' || true; } | wc -l)
echo "$dependent objects depend on laws.def"
[ "$dependent" -gt 0 ] || fail "no object depends on laws.def; is $build built?"
[ "$((dependent + 1))" -le "$most" ] || fail "a new law compiles more than $most objects"

# ---- the page ----

mkdir "$work/tree"
tar -c --exclude=./build --exclude=./.git --exclude=./out --exclude=node_modules . | tar -x -C "$work/tree"
cd "$work/tree"

# The blocks as files 01.file, 02.line ..., the first line of each the NAME.
awk -v folder="$work" '
    match($0, /<!-- (file|line|run|prints)(: [^ ]+)? -->/) {
        split(substr($0, RSTART + 5, RLENGTH - 9), word, ": ")
        kind = word[1]; name = word[2]; next
    }
    /^ *```/ && kind != "" && !inside {
        inside = 1; indent = match($0, /`/) - 1
        out = sprintf("%s/%02d.%s", folder, ++count, kind); print name > out
        next
    }
    /^ *```/ && inside { inside = 0; kind = ""; close(out); next }
    inside { print substr($0, indent + 1) > out }' "$page"

file() {
    mkdir -p "$(dirname "$1")"
    [ ! -e "$1" ] || echo >>"$1"
    cat >>"$1"
}
line() {
    local text
    text=$(cat)
    awk -v text="$text" '
        { lines[NR] = $0; if (/^AB_NORMAL_LAW/) last = NR }
        END { for (i = 1; i <= NR; i++) { print lines[i]; if (i == last) print text } }' "$1" >"$work/list"
    cp "$work/list" "$1"
}
run() {
    bash -euo pipefail /dev/stdin >"$work/printed" 2>&1 || {
        tail -n 40 "$work/printed"
        fail "what the page says to type does not work"
    }
}
prints() {
    local text
    text=$(cat)
    grep -qF -- "$text" "$work/printed" || {
        cat "$work/printed"
        fail "the page says that is printed: $text"
    }
}

done_=0
for block in "$work"/[0-9][0-9].*; do
    "${block##*.}" "$(head -n 1 "$block")" < <(tail -n +2 "$block")
    done_=$((done_ + 1))
done
[ "$done_" -ge 8 ] || fail "only $done_ blocks of $page were found"
# what the page says must be true of the law's own file, too
clang-format --version >/dev/null 2>&1 && clang-format --dry-run -Werror src/law/normal/spring.c
echo "$done_ blocks of the page done"
