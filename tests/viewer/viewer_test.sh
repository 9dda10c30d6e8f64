#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# viewer_test.sh ABUT [GROUP...] - the viewer in a browser, or the groups of tests (GROUP_tests.mjs)
# that are named. Ends with 77 (skipped) and a sentence when node, npm or Chromium is missing, or the
# packages of viewer/ cannot be had.

set -euo pipefail
cd "$(dirname "$0")/../.."
abut=$1
shift

skip() {
    echo "skipped: $1"
    exit 77
}

command -v node >/dev/null || skip "there is no node"
command -v npm >/dev/null || skip "there is no npm"
browser=${ABUT_CHROMIUM:-/usr/bin/chromium}
[ -x "$browser" ] || skip "there is no $browser (Debian: chromium)"
if [ ! -d viewer/node_modules/playwright-core ]; then
    (cd viewer && timeout 1800 npm ci --silent --no-fund --no-audit) >/dev/null 2>&1 ||
        skip "npm cannot install the packages of viewer/"
fi

# the committed page is what its sources make
before=$(sha256sum viewer/dist/view.html)
(cd viewer && npm run --silent build) >/dev/null
[ "$before" = "$(sha256sum viewer/dist/view.html)" ] || {
    echo "FAILED: viewer/dist/view.html is not what viewer/src makes; commit it anew"
    exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node tests/viewer/viewer.mjs "$abut" "$work" "$@"
