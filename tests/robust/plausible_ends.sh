#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# plausible_ends.sh ABUT - a run of which something is implausible is not called done, by any way of
# looking at it, and says what and how much.

set -euo pipefail
abut=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

cat >"$work/ball.yaml" <<'MODEL'
abut: 1
gravity: [0, 0, -9.81]
materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}
pairs: [{materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}
  ball: {position: [0, 0, 0.2], shapes: [{sphere: {radius: 0.1}, material: steel}]}
simulation: {end_time: 1}
MODEL

# run DOUBT [OPTION...]: a part of what is said of it; "" for a sound run
run() {
    local doubt=$1
    shift
    "$abut" run "$work/ball.yaml" -o "$work/ball.db" "$@" >"$work/out" 2>"$work/err" ||
        fail "$*: exit code $?: $(cat "$work/err")"
    "$abut" info record "$work/ball.db" >"$work/info"
    "$abut" run "$work/ball.yaml" -o "$work/ball.db" --json "$@" >"$work/json" 2>/dev/null
    if [ -z "$doubt" ]; then
        grep -q "^ball done: t = 1 s" "$work/out" || fail "$*: $(head -n 1 "$work/out")"
        grep -q '"plausible": true' "$work/json" || fail "$*: not plausible"
    else
        grep -q "^ball ended, but is not plausible: t = " "$work/out" || fail "$*: $(head -n 1 "$work/out")"
        grep -q "implausible: .*$doubt" "$work/err" || fail "$*: no '$doubt' in $(cat "$work/err")"
        grep -q "implausible: .*$doubt" "$work/info" || fail "$*: no '$doubt' in the record"
        grep -q '"plausible": false' "$work/json" || fail "$*: plausible"
    fi
}

run ""
run "ground and ball were 2.45 m within each other, 25 times" --set materials.steel.youngs_modulus=210
run "youngs_modulus = 210 Pa is 1e+09 times below" --set materials.steel.youngs_modulus=210
run "points out of ground.plane: body ball falls away from it, 4.91 m" --set "gravity=[0, 0, 9.81]"
run "body ball has fallen 4.91e+04 m in 100 s and falls on at 981 m/s" --set simulation.end_time=100 \
    --set "contacts=[{between: [all, all], enabled: false}]"
run "steps of 0.05 s do not see" --set simulation.method=stepping --set simulation.step=0.05 \
    --set "contacts=[{between: [all, all], normal: hunt_crossley}]"
[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
echo "ends: sound and implausible ones told apart"
