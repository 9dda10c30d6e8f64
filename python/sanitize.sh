#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# sanitize.sh BUILD [PYTEST-OPTION...] - the tests of the package with the binding built under gcc's
# address and undefined behaviour sanitizers, linked with the library in BUILD as it is. The test of
# memory that stays behind is left out: a sanitizer keeps what is freed for a while.

set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")"
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! /usr/bin/python3 -c 'import numpy, pytest' 2>/dev/null || ! command -v gcc >/dev/null; then
    echo "skipped: tools/packages.sh build python installs what is missing"
    exit 77
fi
cp -r abut "$work/abut"
cp ../viewer/dist/view.html "$work/abut/viewer.html"
include=$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
libraries=$(sed -n 's/^Libs.private: *//p' "$build/abut.pc")
# shellcheck disable=SC2086 # a list of words
gcc -shared -fPIC -g -O1 -std=c17 -fvisibility=hidden -fsanitize=address,undefined \
    -fno-sanitize-recover=undefined -D_POSIX_C_SOURCE=200809L -I ../include -I "$build/generated" \
    -I "$include" src/*.c "$build/libabut.a" $libraries -o "$work/abut/_abut.abi3.so"

export LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=$work ABUT=$build/apps/abut/abut
/usr/bin/python3 -P -m pytest tests --ignore tests/test_package.py -m "not soak" \
    -k "not leave_no_memory_behind" "$@"
