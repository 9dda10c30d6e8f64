#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# user_code_test.sh ABUT FOLDER - laws of users give what our own give; without leave they are not
# run; and one that crashes, loops or answers nonsense ends the run with a sentence that names it,
# with all committed frames in the record.

set -euo pipefail
abut=$1
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# run NAME NORMAL FRICTION [OPTION...] - runs ball.yaml with these laws; output in $work/NAME.out
run() {
    local name=$1 normal=$2 friction=$3 status=0
    shift 3
    "$abut" run ball.yaml -q -o "$work/$name.db" "$@" --set \
        "contacts=[{between: [ground, ball], normal: $normal, friction: $friction}]" \
        >"$work/$name.out" 2>&1 || status=$?
    echo "$status"
}
# expect NAME STATUS WANTED TEXT - the run's exit code and a part of what it said
expect() {
    [ "$2" = "$3" ] || fail "$1: exit code $2, wanted $3: $(cat "$work/$1.out")"
    grep -qF -- "$4" "$work/$1.out" || fail "$1: '$4' is not in: $(cat "$work/$1.out")"
}
# ---- the same law four ways ----

k='1.0e+7, 0.2'
none='{law: none}'
[ "$(run own "{law: hertz, stiffness: 1.0e+7, damping: 0.2}" "$none")" = 0 ] || fail own
[ "$(run plugin "{law: plugin, library: user_laws.so, name: hertz, parameters: [$k]}" "$none" \
    --allow-code)" = 0 ] || fail "plugin: $(cat "$work/plugin.out")"
[ "$(run library "{law: user, library: user_laws.so, parameters: [$k]}" "$none" --allow-code)" = 0 ] ||
    fail "library: $(cat "$work/library.out")"
[ "$(run script "{law: user, script: user_laws.py, parameters: [$k]}" "$none" --allow-code)" = 0 ] ||
    fail "script: $(cat "$work/script.out")"
height() { "$abut" export "$work/$1.db" --csv -o - ball.position.z | tail -1 | cut -d, -f2; }
for name in plugin library script; do
    awk -v a="$(height own)" -v b="$(height $name)" 'BEGIN {
        d = a - b; exit !(a != "" && b != "" && d * d < 1e-14) }' ||
        fail "$name: height $(height $name), our own $(height own)"
done

# the routines named by a MotionSolve model
for way in 'cnf_dll_name="user_laws.so"' 'cnf_dll_name="user_laws"' \
    'script_name="user_laws.py" interpreter="PYTHON"'; do
    sed "s/ROUTINE/$way/" ball.xml >routine.xml
    "$abut" run routine.xml -q -o "$work/xml.db" --allow-code >"$work/xml.out" 2>&1 ||
        fail "$way: $(cat "$work/xml.out")"
    awk -v a="$(height own)" -v b="$(height xml)" 'BEGIN {
        d = a - b; exit !(a != "" && b != "" && d * d < 1e-14) }' ||
        fail "$way: height $(height xml), our own $(height own)"
done
[ "$("$abut" run routine.xml -q -o "$work/xml.db" >"$work/xml.out" 2>&1 || echo $?)" != "" ] ||
    fail "a routine of a MotionSolve model ran without leave"

# in a file of other units a routine is called in these: kN, mm and ms, with K in kN/mm^1.5
sed -e 's/force_unit="NEWTON"/force_unit="KNEWTON"/; s/"METER"/"MILLIMETER"/; s/"SECOND"/"MILLISECOND"/' \
    -e 's/grav_z="-9.81"/grav_z="-9.81E-3"/; s/pos_z="1"/pos_z="1000"/; s/radius="0.1"/radius="100"/' \
    -e 's/="0.13152801243029266"/="131528.01243029266"/g; s/end_time="1.5"/end_time="1500"/' \
    -e 's/USER(1.0E+7, 0.2)/USER(0.31622776601683794, 0.2)/' \
    ball.xml >scaled.xml
for way in 'cnf_dll_name="user_laws.so"' 'script_name="user_laws.py" interpreter="PYTHON"'; do
    sed "s/ROUTINE/$way/" scaled.xml >routine.xml
    "$abut" convert routine.xml routine.yaml >/dev/null 2>&1 || fail "units, $way: no YAML"
    for file in routine.xml routine.yaml; do
        "$abut" run $file -q -o "$work/units.db" --allow-code >"$work/units.out" 2>&1 ||
            fail "units, $file: $(cat "$work/units.out")"
        awk -v a="$(height own)" -v b="$(height units)" 'BEGIN {
            d = a - b; exit !(a != "" && b != "" && d * d < 1e-14) }' ||
            fail "units, $file: height $(height units), our own $(height own)"
    done
done

# and so is CONTACTPOST: places in mm, forces in kN, times in ms
told() { # MODEL: as the routine is told, in SI
    "$abut" run "$1" -q -o "$work/told.db" --allow-code >"$work/told.out" 2>&1 || fail "$1: $(cat "$work/told.out")"
    awk -v unit="$2" -v second="$3" -v newton="$4" '/^post/ {
        printf "%.6f %.6e %.4e\n", $2 * second, $4 * unit, $5 * newton }' "$work/told.out"
}
for way in 'cpost_dll_name="user_laws.so"' 'cpost_script_name="user_laws.py" cpost_interpreter="PYTHON"'; do
    both='cnf_dll_name="user_laws.so" cpost_fnc_name="CONTACTPOST"'
    sed "s/ROUTINE/$both $way/" ball.xml >routine.xml
    told routine.xml 1 1 1 >"$work/told_si"
    sed "s/ROUTINE/$both $way/" scaled.xml >routine.xml
    "$abut" convert routine.xml routine.yaml >/dev/null 2>&1 || fail "units, $way: no YAML"
    [ -s "$work/told_si" ] || fail "units, $way: nothing was told"
    for file in routine.xml routine.yaml; do
        told $file 0.001 0.001 1000 >"$work/told_scaled"
        paste "$work/told_si" "$work/told_scaled" | awk 'function off(a, b) { return a > b ? a - b : b - a }
            NF != 6 || off($1, $4) > 1e-6 || off($2, $5) > 1e-7 || off($3, $6) > 1e-3 * $3 + 10 { exit 1 }' ||
            fail "units, $way, $file: CONTACTPOST is told $(head -3 "$work/told_scaled"), in SI $(head -3 "$work/told_si")"
    done
done

# ids and sides are those of the file, whichever body comes first in it: I is i_graphics_id
sides='cnf_fnc_name="sides" script_name="user_laws.py" interpreter="PYTHON" cff_type="USERCFF"
    cff_param_string="USER(1)" cff_fnc_name="sides_of_friction" cff_script_name="user_laws.py"
    cff_interpreter="PYTHON" cpost_fnc_name="sides_of_contacts" cpost_script_name="user_laws.py"
    cpost_interpreter="PYTHON" cpost_param_string="USER(1)"'
ids='s/Force_Contact id="1"/Force_Contact id="17"/; s/Graphic id="1"/Graphic id="101"/; s/Graphic id="2"/Graphic id="201"/'
for i_is in ball plane; do
    i=201 j=101
    [ $i_is = ball ] || { i=101 j=201; }
    sed "$ids; s/i_graphics_id=\"2\" j_graphics_id=\"1\"/i_graphics_id=\"$i\" j_graphics_id=\"$j\"/" ball.xml |
        tr '\n' ' ' | sed "s|ROUTINE cff_type=\"COULOMB_OFF\"|$(tr '\n' ' ' <<<"$sides")|" >sides.xml
    "$abut" convert sides.xml sides.yaml >/dev/null 2>&1 || fail "sides, $i_is: no YAML"
    for file in sides.xml sides.yaml; do
        "$abut" run $file -q -o "$work/sides.db" --allow-code >"$work/sides.out" 2>&1 ||
            fail "sides, $i_is: $(cat "$work/sides.out")"
        if [ $i_is = ball ]; then
            printf '%s\n' "friction 17 i 0.0 0.0 -0.1 slip 1" "normal 17 i 0.0 0.0 -0.1 out -1.0 j 1.0" \
                "post 17 i 201 j 101 force 1"
        else
            printf '%s\n' "friction 17 i 0.214 0.0 0.0 slip -1" "normal 17 i 0.214 0.0 -0.0 out 1.0 j -1.0" \
                "post 17 i 101 j 201 force -1"
        fi >"$work/wanted"
        printf '%s\n' "friction_first 17" "normal_first 17" >>"$work/wanted" # before any contact
        sort -o "$work/wanted" "$work/wanted"
        grep -E '^(normal|friction|post)' "$work/sides.out" | sort | sed 's/-0\.0 /0.0 /g' >"$work/told"
        sed -i 's/-0\.0 /0.0 /g' "$work/wanted"
        cmp -s "$work/wanted" "$work/told" || fail "sides, $file, I the $i_is: $(cat "$work/told" "$work/sides.out" | head -8)"
    done
done

# friction: library, script and plug-in agree
mu='0.3, 1.0e-3'
own='{law: hertz, stiffness: 1.0e+7, damping: 0.2}'
for way in "plugin, library: user_laws.so, name: coulomb" "user, library: user_laws.so" \
    "user, script: user_laws.py"; do
    name=friction_${way//[^a-z]/}
    [ "$(run "$name" "$own" "{law: $way, parameters: [$mu]}" --allow-code)" = 0 ] ||
        fail "$name: $(cat "$work/$name.out")"
    x=$("$abut" export "$work/$name.db" --csv -o - ball.position.x | tail -1 | cut -d, -f2)
    : "${first:=$x}"
    awk -v a="$first" -v b="$x" 'BEGIN { d = a - b; exit !(a > 0.1 && d * d < 1e-14) }' ||
        fail "$name: x = $x, the first way $first"
done

# ---- surfaces: a plug-in is asked at every face and vertex, with its area ----

modulus=214285.71428571428 # E (1 - nu)/((1 + nu) (1 - 2 nu)) with E = 1e5, nu = 0.4
# stepping takes a law of its own along the way, one of a user in the middle of the step: they differ by its error,
# 4e-6 m and 1.5e-6 m at this step
for method in "" "--set simulation.method=stepping --set simulation.step=0.0005"; do
    for manifold in faces vertices; do
        for way in "foundation, youngs_modulus: 1.0e+5, poissons_ratio: 0.4, thickness: 0.1, pressure: linear, damping_by_force: 0.5" \
            "plugin, library: user_laws.so, name: layer, parameters: [$modulus, 0.1, 0.5]"; do
            name=surface_${way%%,*}
            # shellcheck disable=SC2086 # several words
            "$abut" run cube.yaml -q -o "$work/$name.db" --allow-code $method --set \
                "contacts=[{between: [plate, cube], normal: {law: $way}, friction: $none, manifold: $manifold}]" \
                >"$work/$name.out" 2>&1 || fail "$name: $(cat "$work/$name.out")"
        done
        z() { "$abut" export "$work/$1.db" --csv -o - cube.position.z | tail -1 | cut -d, -f2; }
        awk -v a="$(z surface_foundation)" -v b="$(z surface_plugin)" -v off="${method:+1e-5}" 'BEGIN {
            d = a - b; off = off > 0 ? off : 1e-9; exit !(a < 0.5 && a > 0.4 && d * d < off * off) }' ||
            fail "surfaces, $manifold $method: $(z surface_foundation) by foundation, $(z surface_plugin) by plug-in"
    done
done

# ---- looking at contacts ----

for way in "post_library: user_laws.so" "post_script: user_laws.py"; do
    "$abut" run ball.yaml -q -o "$work/post.db" --allow-code --set \
        "contacts=[{between: [ground, ball], normal: $own, friction: $none, $way}]" \
        >"$work/post.out" 2>&1 || fail "$way: $(cat "$work/post.out")"
    grep -q "^start.*refused" "$work/post.out" || fail "$way: no call at the start"
    grep -q "^end.*refused" "$work/post.out" || fail "$way: no call at the end"
    "$abut" export "$work/post.db" --csv -o - "contact(ground, ball).depth" |
        awk -F, 'NR > 1 && $2 + 0 > 0 { printf "%.6f %.9e\n", $1, $2 }' >"$work/wanted"
    awk '/^post/ { print $2, $4 }' "$work/post.out" >"$work/told"
    [ -s "$work/wanted" ] || fail "$way: no contact in the record"
    cmp -s "$work/wanted" "$work/told" || fail "$way: depths differ: $(diff "$work/wanted" "$work/told" | head -4)"
done

# The cube falls flat on its faces 1 and 2; the plate, a box, has none. Of a ball on a plane nobody has triangles.
for pair in "cube, plate" "plate, cube"; do
    "$abut" run cube.yaml -q -o "$work/triangles.db" --allow-code --set "bodies.cube.rotation=[0, 0, 0]" --set \
        "contacts=[{between: [$pair], normal: {law: impact, stiffness: 1.0e+6, exponent: 1},
         friction: $none, post_script: user_laws.py, post_routine: triangles}]" >"$work/triangles.out" 2>&1 ||
        fail "triangles: $(cat "$work/triangles.out")"
    wanted='triangles 1 [12] 0 0 0 0'
    [ "$pair" = "cube, plate" ] || wanted='triangles 1 0 [12] 0 0 0'
    grep ^triangles "$work/triangles.out" | sort -u >"$work/told"
    { [ -s "$work/told" ] && ! grep -vqxE "$wanted" "$work/told"; } ||
        fail "triangles of $pair: $(head -5 "$work/told")"
done
"$abut" run ball.yaml -q -o "$work/triangles.db" --allow-code --set \
    "contacts=[{between: [ball, ground], normal: $own, friction: $none, post_script: user_laws.py,
     post_routine: triangles}]" >"$work/triangles.out" 2>&1 || fail "triangles: $(cat "$work/triangles.out")"
[ "$(grep ^triangles "$work/triangles.out" | sort -u)" = "triangles 0 0 0 0 0 0" ] ||
    fail "no triangles: $(head -5 "$work/triangles.out")"

# ---- refused and failing ----

user() { echo "{law: user, library: user_laws.so, parameters: [$k]$1}"; }
status=$(run refused "$(user '')" "$none")
expect refused "$status" 2 "--allow-code"
status=$(run missing "$(user ', routine: nowhere')" "$none" --allow-code)
expect missing "$status" 3 "user_laws.so has no routine nowhere"
status=$(run outside "{law: user, library: ../user_laws.so}" "$none" --allow-code)
expect outside "$status" 3 "outside the model's folder"
status=$(run absent "{law: user, library: absent.so}" "$none" --allow-code)
expect absent "$status" 3 "cannot read absent.so"
status=$(run both "{law: user, library: user_laws.so, script: user_laws.py}" "$none" --allow-code)
expect both "$status" 3 "either library: FILE or script: FILE"
status=$(run version "{law: plugin, library: user_laws.so, name: of_tomorrow}" "$none" --allow-code)
expect version "$status" 3 "version 2 of the plug-in interface"
status=$(run count "{law: plugin, library: user_laws.so, name: hertz, parameters: [1]}" "$none" \
    --allow-code)
expect count "$status" 3 "takes 2 parameters; 1 are given"

status=$(run nan "$(user ', routine: answers_nan')" "$none" --allow-code)
expect nan "$status" 4 "the routine answers_nan of user_laws.so failed at t = 0.42"
expect nan "$status" 4 "for ground.plane on ball.sphere"
status=$(run crash "$(user ', routine: crashes')" "$none" --allow-code)
expect crash "$status" 4 "the routine crashes of user_laws.so crashed"
status=$(run loop "$(user ', routine: loops')" "$none" --allow-code --code-time 0.2)
expect loop "$status" 4 "the routine loops of user_laws.so did not return in time"
status=$(run raise "{law: user, script: user_laws.py, routine: raises}" "$none" --allow-code)
expect raise "$status" 4 "ZeroDivisionError"

# what was committed before is there and can be read
for name in nan crash loop raise; do
    "$abut" export "$work/$name.db" --csv -o - ball.position.z >"$work/$name.csv" 2>/dev/null ||
        fail "$name: the record cannot be read"
    [ "$(wc -l <"$work/$name.csv")" -ge 2 ] || fail "$name: the record has no frames"
done

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo "laws of users: plug-in, library and script agree; refusals and failures are told"
