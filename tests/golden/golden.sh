#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# golden.sh - the same bits from every compiler: builds the program `golden` in several ways and
# compares what each prints with hashes.txt.
#
#     tests/golden/golden.sh check FOLDER
#                     builds below FOLDER (kept, so a second time is quick)
#     tests/golden/golden.sh update FOLDER
#                     writes hashes.txt, if all compilers agree
set -eu
mode=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)
hashes=$top/tests/golden/hashes.txt
jobs=${JOBS:-2}
failed=0
built=

# build NAME COMPILER FLAGS: the library and `golden` into $folder/NAME; what it prints beside it
build() {
    command -v "$2" > /dev/null || {
        echo "skipped    $1: there is no $2"
        return 0
    }
    if ! { cmake -S "$top" -B "$folder/$1" -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE=None \
               -DCMAKE_C_FLAGS="$3" -DBUILD_TESTING=ON &&
           cmake --build "$folder/$1" --target golden -j "$jobs"; } > "$folder/$1.log" 2>&1; then
        echo "FAILED     $1 does not build:"
        tail -n 20 "$folder/$1.log"
        failed=1
        return 0
    fi
    built="$built $1"
}

build gcc-O0 gcc "-O0"
build gcc-O2 gcc "-O2"
build gcc-O3-native gcc "-O3 -march=native"
build clang-O0 clang "-O0"
build clang-O2 clang "-O2"

if [ -z "$built" ] && [ "$failed" = 0 ]; then
    echo "FAILED     there is no compiler"
    exit 1
fi
cd "$top"
for name in $built; do
    "$folder/$name/tests/golden/golden" > "$folder/$name.txt" || failed=1
done
if [ "$mode" = update ]; then
    first=${built# }
    first=${first%% *}
    for name in $built; do
        cmp -s "$folder/$first.txt" "$folder/$name.txt" || {
            echo "FAILED     $name differs from $first; hashes.txt is left as it was"
            diff "$folder/$first.txt" "$folder/$name.txt" || true
            exit 1
        }
    done
    [ "$failed" = 0 ] || exit 1
    cp "$folder/$first.txt" "$hashes"
    echo "wrote $hashes"
    exit 0
fi
for name in $built; do
    if cmp -s "$hashes" "$folder/$name.txt"; then
        echo "same       $name"
    else
        echo "DIFFERENT  $name (< expected, > found)"
        diff "$hashes" "$folder/$name.txt" || true
        failed=1
    fi
done
exit "$failed"
