#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# pipes_test.sh ABUT MODELS - the command between others: models from standard input, pictures and
# tables to standard output, several models at once.

set -euo pipefail
abut=$(realpath "$1") models=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*"
    exit 1
}

# ---- a model from standard input gives the same run as its file ----

"$abut" run -q "$models/hello.yaml" -o file.abut.db
"$abut" run -q - <"$models/hello.yaml"
"$abut" compare file.abut.db model.abut.db || fail "the run of standard input is another one"
said=$("$abut" convert - <"$models/bouncing_ball.xml" 2>/dev/null | "$abut" check -)
[[ $said == "-: no"* ]] || fail "a converted model is no model: $said"
said=$(printf 'abut: 1\nbodys: 1\n' | "$abut" check - 2>&1 || true)
[ "$said" = '-:2:1: a model has no key "bodys"; did you mean bodies?' ] || fail "wrong: $said"

# ---- to standard output, and nothing else with it ----

begins() { # FILE BYTES-IN-HEX
    [ "$(head -c 4 "$1" | od -An -tx1 | tr -d ' \n')" = "$2" ] || fail "$1 begins otherwise"
}
"$abut" plot model.abut.db ball.position.z -o - >picture.svg
"$abut" plot model.abut.db ball.position.z --png -o - >picture.png
"$abut" render model.abut.db -o - >scene.png
"$abut" export --csv model.abut.db ball.position.z -o - >table.csv
begins picture.svg 3c3f786d
begins picture.png 89504e47
begins scene.png 89504e47
grep -q "^0," table.csv || fail "the table has no first instant"
"$abut" export --csv model.abut.db ball.position.z -o named.csv
"$abut" plot model.abut.db ball.position.z --png -o named.png
[ -s named.csv ] && [ -s named.png ] && [ ! -e named.csv.csv ] || fail "an ending is given twice"
[ ! -e ./-.svg ] && [ ! -e ./-.png ] || fail "a file is called -"

# ---- records through pipes: nothing else goes there, and nothing is left behind ----

mkdir temporary
export TMPDIR=$PWD/temporary
"$abut" run "$models/hello.yaml" -o - 2>/dev/null >piped.abut.db
"$abut" compare file.abut.db - <piped.abut.db >/dev/null || fail "a record from a pipe is another one"
"$abut" repeat - -o - <file.abut.db | "$abut" compare - file.abut.db >/dev/null || fail "a run repeated in a pipe is another one"
"$abut" run -q "$models/hello.yaml" -o - | "$abut" export - --csv ball.position.z -o - | cmp - table.csv || fail "another table"
"$abut" plot - ball.position.z -o - <file.abut.db | cmp - picture.svg || fail "another picture"
"$abut" info series - <file.abut.db | grep -q '^ball.position ' || fail "no series of a record from a pipe"
code=0
"$abut" run --json "$models/hello.yaml" -o - >none 2>/dev/null || code=$?
[ $code = 2 ] && [ ! -s none ] || fail "an object and a record on one stream"
code=0
said=$("$abut" info record - <picture.svg 2>&1) || code=$?
[ $code = 5 ] || fail "a picture is taken for a record: $code $said"
[ -z "$(ls temporary)" ] && [ ! -e ./- ] || fail "left behind: $(ls temporary)"
unset TMPDIR

# ticks at events have a legend: a letter each of "15 touch, 14 release"
"$abut" plot model.abut.db ball.position.z --events -o - >ticks.svg
"$abut" info events model.abut.db >events.txt
legend="$(grep -c ' touch ' events.txt) touch, $(grep -c ' release ' events.txt) release"
letters=$(($(grep -c '<use' ticks.svg) - $(grep -c '<use' picture.svg)))
[ "$letters" -eq "${#legend}" ] || fail "$letters letters beside the ticks, not '$legend'"

# ---- several models: all are told, the exit code is that of the first wrong one ----

printf 'abut: 1\nbodys: 1\n' >wrong.yaml
code=0
"$abut" check --set simulation.tolerance=1e-7 "$models/hello.yaml" wrong.yaml "$models/gripper.yaml" \
    >told 2>&1 || code=$?
[ $code = 3 ] || fail "exit code $code"
[ "$(grep -c ': no problems found' told)" = 2 ] || fail "two of three are right: $(cat told)"
grep -q '^wrong.yaml:2:1: ' told || fail "one is wrong: $(cat told)"

# ---- events as they happen, and the series that there are ----

"$abut" run -q --log "$models/gripper.yaml" -o gripper.abut.db >log
"$abut" info events gripper.abut.db | cmp - log || fail "the log is not what the record holds"
mapfile -t names < <("$abut" info series gripper.abut.db | sed -E 's/  +.*//')
[ ${#names[@]} -gt 100 ] || fail "only ${#names[@]} series"
"$abut" export --csv --every 50 -o all.csv gripper.abut.db "${names[@]}" >/dev/null || fail "no series of one"

# ---- pictures of laws ----

"$abut" suggest "$models/hello.yaml" --plot law.svg >law.txt || fail "no pictures of laws"
for kind in force restitution friction; do
    grep -q "^law_$kind.svg\$" law.txt || fail "law_$kind.svg is not named"
    grep -q '</svg>' "law_$kind.svg" || fail "law_$kind.svg is no picture"
done
[ ! -e law_force.png ] || fail "a PNG that nobody wanted"
"$abut" suggest "$models/hello.yaml" --plot both --json | grep -q '^}' || fail "pictures spoil the JSON"
[ -s both_force.svg ] && [ -s both_force.png ] || fail "not both forms"

# ---- what bodies weigh ----

printf '%s\n' 'abut: 1' 'materials: {m: {density: 1000}}' \
    'bodies: {b: {position: [0, 0, 1], shapes: [{box: {size: [0.1, 0.2, 0.3]}, material: m}]}}' \
    'gravity: [0, 0, -9.81]' 'simulation: {end_time: 1}' >box.yaml
wanted='free, 6 kg, centre of mass [0, 0, 0] m, inertia [0.065, 0.05, 0.025] kg m^2; box (m)'
said=$("$abut" info model box.yaml 2>/dev/null)
[[ $said == *"$wanted"* ]] || fail "wrong: $said"

# ---- warnings, and --strict that allows none ----

sed 's|</Model>|<Frobnicate/></Model>|' "$models/two_spheres.xml" >unknown.xml
said=$("$abut" check unknown.xml 2>&1)
[[ $said == *'no element <Frobnicate> that is known here; it is left out'* ]] || fail "wrong: $said"
for command in "check" "run -q -o strict.abut.db"; do
    code=0
    # shellcheck disable=SC2086
    "$abut" $command --strict unknown.xml >/dev/null 2>&1 || code=$?
    [ $code = 3 ] || fail "$command --strict ends with $code"
done
"$abut" check --strict "$models/hello.yaml" >/dev/null || fail "a model without warnings is refused"
