#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# kills_test.sh ABUT MODELS KILLS CASES - a study killed again and again comes to the table of an
# unbroken one, and loses no case that was once in its file. CASES is a multiple of ten.

set -euo pipefail
here=$(realpath "$(dirname "$0")")
abut=$(realpath "$1") models=$(realpath "$2") kills=$3 cases=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
. "$here/words.sh"

cp "$models/hello.yaml" .
cat >study.yaml <<YAML
abut_study: 1
model: hello.yaml
seed: 7
parameters:
  pairs.0.restitution: {from: 0.3, to: 0.9, count: 10}
  bodies.ball.position.z: {uniform: [0.5, 1.5]}
sampling: {method: sobol, count: $((cases / 10))}
outputs:
  peak: max(contact(ground, ball).normal_force)
  height: final(ball.position.z)
YAML
ends_with 0 "$abut" sweep study.yaml -q -j 2 -o unbroken.db
table unbroken.db >unbroken
: >seen

RANDOM=7
for ((i = 0; i < kills; i++)); do
    # its workers see that it is gone, and end themselves
    "$abut" sweep study.yaml -q -j 2 -o broken.db &
    sleep "0.$((RANDOM % 900 + 100))"
    kill -KILL $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    if [ -e broken.db ]; then
        # nothing that was there is gone, nothing new is wrong
        table broken.db >now || : >now
        comm -23 <(sort seen) <(sort now) | grep . && fail "kill $((i + 1)) lost a case"
        comm -23 <(sort now) <(sort unbroken) | grep . && fail "kill $((i + 1)): a wrong case"
        cp now seen
        # when all is there, from the beginning
        if [ "$(wc -l <now)" = "$cases" ]; then
            rm -f broken.db*
            : >seen
        fi
    fi
done
ends_with 0 "$abut" sweep study.yaml -q -j 2 -o broken.db
table broken.db | cmp - unbroken || fail "a broken study has another table"
echo "$kills kills: no case lost, the same table"
