#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# make_docs.sh BUILD [PAGE...] - makes what the program itself can say in README.md and docs/: formats.md,
# theory/tolerances.md, the figures, and every block below a line
#
#     <!-- made by: COMMAND -->
#
# whose text (a code block, or lines up to the next empty one) becomes what COMMAND prints. A line
#
#     <!-- file: NAME -->
#
# above a code block puts the block where the page's commands run. Both kinds see models/ and the
# functions below. Wall times are left out, so the same program makes the same pages. Ends with 1
# when a page was not up to date; it is then. With PAGEs these alone are made, no figures.

set -euo pipefail
cd "$(dirname "$0")/.."
top=$PWD
build=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$build/apps/abut/abut" "$work/bin/abut"
export PATH="$work/bin:$PATH" NO_COLOR=1

# ---- what commands in the pages may use ----

# a run, without what depends on the machine
run() { abut run "$@" | grep -v '^  speed' | sed -E 's/, [0-9.e+-]+ s of computing//'; }

# a study, without what depends on the machine
sweep() { abut sweep "$@" | sed "/^  now/d"; }

# number KEY FILE: a number from the object that `abut run --json` ends with
number() { sed -nE "s/^ *\"$1\": ([^,]*),?\$/\1/p" "$2" | head -n 1; }

# row LABEL SERIES MODEL OPTION...: cost, drift and last value of a run, as a row of a table
row() {
    local label=$1 series=$2
    shift 2
    abut run "$@" --json -q -o row.abut.db > row.json
    awk -v label="$label" -v n="$(number evaluations row.json)" -v steps="$(number steps row.json)" \
        -v drift="$(number energy_drift row.json)" -v scale="$(number energy_scale row.json)" \
        -v last="$(abut export row.abut.db "$series" --csv -o - | tail -n 1)" 'BEGIN {
            sub(/.*,/, "", last)
            printf "| %s | %d | %d | %.1e | %.12f |\n", label, steps, n, drift / scale, last }'
}

head_of() { # WHAT SERIES
    echo "| $1 | steps | evaluations | energy drift, relative | \`$2\` at the end [m] |"
    echo "| --- | --- | --- | --- | --- |"
}

# tolerances MODEL SERIES: one row per tolerance
tolerances() {
    head_of tolerance "$2"
    for tolerance in 1e-4 1e-5 1e-6 1e-7 1e-8 1e-9 1e-10 1e-11 1e-12; do
        row "$tolerance" "$2" "$1" --set "simulation.tolerance=$tolerance"
    done
}

# integrators MODEL SERIES: one row per integrator
integrators() {
    head_of integrator "$2"
    for integrator in auto dormand_prince_5 dormand_prince_8 adams bdf; do
        row "\`$integrator\`" "$2" "$1" --set "simulation.integrator=$integrator"
    done
}

# means RECORD FROM SERIES...: the mean of each series from a frame on
means() {
    local record=$1 from=$2
    shift 2
    abut export "$record" "$@" --csv -o - | tr -d '\r' | awk -F, -v from="$from" '
        NR == 1 { for (i = 2; i <= NF; i++) name[i] = $i }
        NR > from { n++; for (i = 2; i <= NF; i++) sum[i] += $i }
        END { for (i = 2; i <= NF; i++) printf "%s: %.5f\n", name[i], sum[i] / n }'
}

# extremes RECORD SERIES: least, greatest and mean value
extremes() {
    abut export "$1" "$2" --csv -o - | tr -d '\r' | awk -F, '
        NR == 2 { least = greatest = $2 }
        NR > 1 && $2 != "" { n++; sum += $2; if ($2 < least) least = $2; if ($2 > greatest) greatest = $2 }
        END { printf "%.10g to %.10g, %.10g in the mean\n", least, greatest, sum / n }'
}

# the last line of the comparison with published numbers, but for robots, which take minutes
verified() {
    (cd "$top" && sed -nE 's/^ +F.([a-z_0-9]+), .*/\1/p' tests/verify/families.h |
        grep -v '^robots$' | xargs -P "$(nproc)" -I FAMILY sh -c '"$0" --family FAMILY | tail -n 1' "$build/tests/verify/verify" |
        awk '{ passed += $1; failed += $3; open += $5; differ += $7 }
            END { print passed " passed, " failed " failed, " open " open, " differ " differ" }')
}

# the folders of the library and the command
folders() { "$top/tools/folders.sh"; }

# every pair of shapes against quad precision: a minute
pairs() { "$build/tests/accuracy/pairs_test" --table; }
pairs_in_motion() { "$build/tests/accuracy/pairs_motion_test" --table; }

# what `abut check` refuses: laws and friction laws by method, pairs of shapes
refused() { "$top/tests/scenes/scenes.py" table "refused_$1" --abut "$build/apps/abut/abut" --work "$PWD/refused"; }

{
    declare -p top build
    declare -f run sweep number means extremes row head_of tolerances integrators verified folders pairs pairs_in_motion refused
} > "$work/words.sh"
export BASH_ENV=$work/words.sh

# ---- pages ----

# Files of a page, then its blocks, one after the other in one folder.
remake() {
    local page=$1 folder=$work/page
    rm -rf "$folder"
    mkdir "$folder"
    ln -s "$top/models" "$folder/models"
    awk -v folder="$folder" '
        /^<!-- file: .* -->$/ { name = $3; next }
        /^```/ && name != "" && !inside { inside = 1; next }
        /^```/ && inside { inside = 0; close(folder "/" name); name = ""; next }
        inside { print > (folder "/" name) }' "$page"
    awk -v folder="$folder" '
        function make(command,    line) {
            print command > (folder "/command"); close(folder "/command")
            command = "cd " folder " && { bash -euo pipefail ./command || true; } 2>&1"
            while ((command | getline line) > 0) print line
            close(command)
        }
        skipping == "code" { if (/^```/) { skipping = ""; print } else next; next }
        skipping == "text" { if (/^$/) { skipping = ""; print } else next; next }
        pending != "" {
            if (/^```/) { print; make(pending); skipping = "code" }
            else { make(pending); skipping = /^$/ ? "" : "text"; if (/^$/) print }
            pending = ""
            next
        }
        /^<!-- made by: .* -->$/ { pending = substr($0, 15, length($0) - 18) }
        { print }' "$page" > "$work/made.md"
}

stale=0
replace() { # FILE NEW: takes the new text, and remembers when it differs
    if ! cmp -s "$1" "$2"; then
        echo "$1 was out of date and has been made anew"
        stale=1
        cp "$2" "$1"
    fi
}

abut info formats --markdown > "$work/formats.md"
replace docs/formats.md "$work/formats.md"
abut info expressions --markdown > "$work/expressions.md"
replace docs/expressions.md "$work/expressions.md"
abut info motionsolve --markdown > "$work/formats-motionsolve.md"
replace docs/formats-motionsolve.md "$work/formats-motionsolve.md"
abut info study --markdown > "$work/formats-study.md"
replace docs/formats-study.md "$work/formats-study.md"
tools/tolerances.sh > "$work/tolerances.md"
replace docs/theory/tolerances.md "$work/tolerances.md"
while IFS= read -r page; do
    if grep -q '^<!-- made by: ' "$page"; then
        remake "$page"
        replace "$page" "$work/made.md"
    fi
done < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else echo README.md; find docs -name '*.md' | sort; fi)
[ $# -eq 0 ] || exit $stale

# ---- figures: drawn anew, not compared, as their bytes belong to the version of cairo ----

figure() { # NAME MODEL "SERIES;SERIES" OPTION...
    local name=$1 model=$2 series
    IFS=';' read -ra series <<< "$3"
    shift 3
    abut plot "$work/$model.abut.db" "${series[@]}" --svg -o "docs/figures/$name" "$@" > /dev/null
}
mkdir -p docs/figures
abut run -q models/hello.yaml -o "$work/hello.abut.db"
abut run -q models/billiard_16.yaml -o "$work/billiard_16.abut.db"
abut run -q models/bouncing_ball.yaml --set simulation.end_time=0.455 \
    --set simulation.output_interval=1e-5 -o "$work/bouncing_ball.abut.db"
figure hello hello "ball.position.z;ball.speed" --events \
    --title "A steel ball thrown onto the ground"
figure billiard_16 billiard_16 "energy.kinetic;energy.sliding_friction;energy.rolling_resistance;energy.contact_damping"
balls=(elastic_ball lively_ball dull_ball)
depths=$(printf 'contact(ground, %s).depth;' "${balls[@]}")
forces=$(printf 'contact(ground, %s).normal_force;' "${balls[@]}")
figure impact bouncing_ball "$depths${forces%;}" --from 0.4512 --to 0.4538 \
    --title "One impact at 4.43 m/s under restitution 1, 0.8 and 0.4"

example() { # MODEL "SERIES;SERIES" OPTION...: an example of the gallery
    abut run -q "models/$1.yaml" -o "$work/$1.abut.db" 2> /dev/null
    figure "$1" "$@"
}
abut run -q models/gear_train.yaml --set simulation.end_time=0.1047 \
    --set simulation.output_interval=0.0002 -o "$work/gear_train.abut.db"
figure gear_train gear_train "carrier.angular_velocity.z;joint(shaft).torque.z" --from 0.005 \
    --title "Gear train"
abut run -q models/gear_train_meshes.yaml --set simulation.end_time=0.1047 \
    --set simulation.output_interval=0.0002 -o "$work/gear_train_meshes.abut.db"
figure gear_train_meshes gear_train_meshes \
    "carrier.angular_velocity.z;joint(shaft).torque.z" --from 0.005 --title "Gear train of meshes"
example cam_and_follower "follower.position.y;contact(cam, follower).force.y" \
    --title "Cam and follower"
example planar_box "block.position.y;hexagon.position.y;moon.position.y;ball.position.y"
example bead_on_rod "bead.position.x;bead.position.y;rod.angular_velocity.z"
example end_stops "lever.rotation.y;joint(hinge).limit_torque.y;bead.position.x;force(rope).size"
example slotted_link "link.position.x;contact(crank, link).force.x"
example ball_bearing "inner.position.y;contact(inner, ball_5).normal_force;contact(inner, ball_7).normal_force"
example ball_on_beam "contact(beam, ball).normal_force;integral_equation" --title "A ball on a beam, and the integral equation"
example snap_hook "hook.q(1);contact(hook, catch).force.x;contact(hook, catch).force.z" --title "A snap hook"
abut render "$work/snap_hook.abut.db" --time 0.046 --width 800 --height 480 -o docs/figures/snap_hook > /dev/null
example rotating_cylinder_mesh "contact(table, roller).force.z"
example gripper "ball.position.z;left.position.z;contact(left, ball).normal_force;contact(left, ball).friction_force"
example gear_pair_meshes "driven.angular_velocity.z;joint(shaft).torque.z" --from 0.001
exit $stale
