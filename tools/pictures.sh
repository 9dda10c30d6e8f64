#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# pictures.sh BUILD [stale|gallery|pages|path|thumbnails]... - pictures of the viewer and its exports, all
# without a word.
#
#   stale       all of them, but only when the page, this script or one of the models is not the one that
#               docs/figures/pictures.sums tells of; so `make docs` draws them anew when there is a
#               reason, and not because the same scene drawn elsewhere differs in a few pixels
#   gallery     docs/gallery/NAME.html: runs as one file each, below 5 MB
#   pages       docs/figures/viewer_NAME.png: the page with what is named pressed; needs node and
#               Chromium, and says so
#   path        docs/figures/first_path.webp: the way to a first answer, for README.md; when it is named
#   thumbnails  models/thumbnails/NAME.png, for the list of models; drawn by `abut render`

set -euo pipefail
cd "$(dirname "$0")/.."
abut=$1/apps/abut/abut
shift
[ $# -gt 0 ] || set -- gallery pages thumbnails
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
most=$((5 * 1000 * 1000)) # bytes of a file in the gallery

# NAME INTERVAL LOOK: the model, the time between two frames, and how the file opens. What is lost: frames
# in between, and of places all behind seven digits.
gallery() {
    while read -r name interval look; do
        if [ ! -f "models/$name.yaml" ]; then
            echo "gallery: models/$name.yaml is not there"
            continue
        fi
        "$abut" run "models/$name.yaml" -q --set "simulation.output_interval=$interval" -o "$work/$name.abut.db"
        "$abut" export "$work/$name.abut.db" --html --look "$look" -o "docs/gallery/$name"
        size=$(stat -c %s "docs/gallery/$name.html")
        if [ "$size" -gt "$most" ]; then
            echo "docs/gallery/$name.html has $size bytes, more than $most" >&2
            exit 1
        fi
    done <<'LIST'
ball_in_bowl_pressure 0.002 t=0.212&map=pressure&forces=off&look=0.55,-1,-0.3
gear_train_meshes 0.002 t=0.3
dominoes 0.02 t=1.2&look=0,-0.3,1&at=d42&zoom=3.5&forces=off
gripper 0.01 t=0.62
LIST
}

# NAME WIDTHxHEIGHT LOOK PRESSED: a file of the gallery; other looks than its own
pages() {
    if ! command -v node >/dev/null || [ ! -x "${ABUT_CHROMIUM:-/usr/bin/chromium}" ]; then
        echo "pictures: pages need node and Chromium; left as they are"
        return
    fi
    [ -d viewer/node_modules/playwright-core ] || (cd viewer && npm ci --silent)
    while read -r name file size look pressed; do
        [ -f "docs/gallery/$file.html" ] || continue
        node tools/picture.mjs "file://$PWD/docs/gallery/$file.html#$look" "$work/$name.png" "$pressed" "$size"
        cp "$work/$name.png" "docs/figures/viewer_$name.png"
        echo "docs/figures/viewer_$name.png"
    done <<'LIST'
gripper gripper 1280x720 theme=light ball;normal force;speed
gear_train gear_train_meshes 1280x720 theme=dark Contacts;joints
ball_in_bowl ball_in_bowl_pressure 1280x720 theme=light Contacts
dominoes dominoes 1280x720 theme=light Events
LIST
}

path() {
    node tools/first_path.mjs "$abut"
}

# At two fifths of what a run comes to in 20 seconds, only for models that have none yet.
thumbnails() {
    mkdir -p models/thumbnails
    for model in models/*.yaml models/*.xml; do
        name=$(basename "${model%.*}")
        [ -f "models/thumbnails/$name.png" ] && continue
        timeout -s INT 20 "$abut" run "$model" -q -o "$work/$name.abut.db" 2>/dev/null || true
        end=$("$abut" export "$work/$name.abut.db" energy.balance --csv -o - | tail -n 1 | cut -d, -f1)
        at=$(awk -v end="$end" 'BEGIN { print 0.4 * end }')
        "$abut" render "$work/$name.abut.db" --no-contacts --time "$at" --width 320 --height 200 -o "models/thumbnails/$name"
    done
}

sums() {
    sha256sum viewer/dist/view.html tools/pictures.sh tools/picture.mjs models/ball_in_bowl_pressure.yaml \
        models/gear_train_meshes.yaml models/dominoes.yaml models/gripper.yaml
}

stale() {
    if ! cmp -s <(sums) docs/figures/pictures.sums; then
        gallery
        pages
        thumbnails
    fi
}

for part in "$@"; do
    "$part"
done
sums >docs/figures/pictures.sums
