#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# notebooks_test.sh BUILD - runs the notebooks of docs/notebooks with the Python package in a virtual
# environment of BUILD, made as python/test.sh does. Ends with 77 when that cannot be made.

set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/../.."
python/test.sh "$build" --collect-only -q >/dev/null || exit $?
export ABUT=$build/apps/abut/abut
exec "$build/python/bin/python" -P tests/notebooks/run_notebooks.py docs/notebooks
