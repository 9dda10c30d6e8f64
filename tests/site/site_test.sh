#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# site_test.sh - makes the site: no warning, nothing from outside, no dead link (site/make_site.py); its search
# and its formulas work from files, where there is chromium. Ends with 77 without the packages of group [site].

set -euo pipefail
cd "$(dirname "$0")/../.."
if ! /usr/bin/python3 -c 'import furo, myst_parser, sphinx' 2>/dev/null || [ ! -e /usr/share/javascript/katex/katex.min.js ]; then
    echo "skipped: tools/packages.sh site installs what is missing"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 site/make_site.py "$work"
fail() {
    echo "$*"
    exit 1
}
[ -s "$work/html/docs/notebooks/gripper_friction.html" ] || fail "the notebooks are not shown"
grep -q 'arch.*\.png' "$work/html/docs/gallery.html" || fail "the gallery has no pictures"

# ---- what looks for outside resources does find them ----

mkdir "$work/bad"
cat >"$work/bad/page.html" <<'BAD'
<html><head><script src="https://example.org/x.js"></script></head><body><a href="gone.html">x</a></body></html>
BAD
found=$(/usr/bin/python3 site/make_site.py --look "$work/bad/page.html" || true)
[ "$(grep -c 'from outside\|leads nowhere' <<<"$found")" = 2 ] || fail "the check is blind: $found"

# ---- in a browser ----

if command -v chromium >/dev/null; then
    shown() { # ADDRESS
        timeout 120 chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files --virtual-time-budget=8000 \
            --user-data-dir="$work/profile" --dump-dom "file://$work/html/$1" 2>/dev/null
    }
    shown "search.html?q=rollout" >"$work/search"
    grep -q 'use-from-python.html' "$work/search" || fail "the search finds nothing"
    shown docs/theory/forces.html >"$work/forces"
    grep -q 'class="katex' "$work/forces" || fail "the formulas are not drawn"
    echo "search and formulas work from files"
fi
