#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# pictures.sh BUILD - pictures of the viewer for README.md and docs/. Needs node and Chromium; says so
# and ends in order without. Not a part of `make docs`: the same scene drawn elsewhere differs in a
# few pixels.
#
#   MODEL TIME THEME STEPS    docs/figures/viewer_MODEL.png: the page at TIME; STEPS are names of
#                             buttons and tabs to press

set -euo pipefail
cd "$(dirname "$0")/.."
abut=$1/apps/abut/abut
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v node >/dev/null || [ ! -x "${ABUT_CHROMIUM:-/usr/bin/chromium}" ]; then
    echo "pictures: they need node and Chromium; left as they are"
    exit 0
fi
[ -d viewer/node_modules/playwright-core ] || (cd viewer && npm ci --silent)

while read -r model time theme steps; do
    "$abut" run "models/$model.yaml" -q -o "$work/$model.abut.db"
    "$abut" export "$work/$model.abut.db" --html -o "$work/$model" >/dev/null
    node tools/picture.mjs "file://$work/$model.html#t=$time&theme=$theme" \
        "docs/figures/viewer_$model.png" "$steps"
    echo "docs/figures/viewer_$model.png"
done <<'LIST'
gripper 0.62 light ball;normal force;speed
gear_train 0.3 dark Contacts
LIST
