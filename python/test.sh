#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# test.sh BUILD [PYTEST-OPTION...] - installs the package into the virtual environment build/python,
# made when it is not there, and runs its tests there. BUILD has libabut.a and the command. It needs
# no network. Ends with 77 when the Debian packages of group [python] are missing.

set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")"
shift
home=${ABUT_PYTHON:-$build/python}
python=/usr/bin/python3 # of the system, which has NumPy; another may come first on the path

if ! "$python" -c 'import numpy, pytest, setuptools, venv, wheel' 2>/dev/null ||
    [ ! -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ]; then
    echo "skipped: tools/packages.sh python installs what is missing"
    exit 77
fi
[ -x "$home/bin/python" ] || "$python" -m venv --system-site-packages "$home"
installed=$home/installed # and when; tests may follow each other
sources=(src abut setup.py pyproject.toml ../include ../viewer/dist/view.html "$build/libabut.a")
if [ ! -e "$installed" ] || [ -n "$(find "${sources[@]}" -type f -newer "$installed" -print -quit)" ]; then
    ABUT_WERROR=1 ABUT_BUILD=$build "$home/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-deps \
        --no-index .
    touch "$installed"
fi
ln -sf "$build/apps/abut/abut" "$home/bin/abut" # functions that run the command find it beside Python
export ABUT=$build/apps/abut/abut
export PYTHONWARNINGS=error::DeprecationWarning:abut
exec "$home/bin/python" -P -m pytest tests "$@"
