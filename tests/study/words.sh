# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# words.sh - what the tests of studies have in common; to be sourced.

fail() {
    echo "$*"
    exit 1
}
ends_with() { # CODE COMMAND...: the command's exit code; what it says goes to `said`
    local wanted=$1 code=0
    shift
    "$@" >out 2>said || code=$?
    [ $code = "$wanted" ] || fail "exit code $code, not $wanted, of $*: $(cat said)"
}
says() { grep -qF -- "$1" said || fail "does not say \"$1\": $(cat said)"; }
# the table but for times and attempts
table() {
    python3 - "$1" <<'PYTHON'
import sqlite3
import sys
base = sqlite3.connect(sys.argv[1])
rows = base.execute("SELECT * FROM cases ORDER BY number")
names = [column[0] for column in rows.description]
for row in rows:
    print([value for name, value in zip(names, row) if name not in ("attempts", "seconds")])
PYTHON
}
