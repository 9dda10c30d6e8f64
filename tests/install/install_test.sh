#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# install_test.sh BUILD CC [SANITIZERS] - installs into a temporary folder and builds a program
# against it as a user would: by pkg-config (shared and static) and by find_package.

set -euo pipefail
build=$1 cc=$2 sanitize=${3:+-fsanitize=$3}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

cmake --install "$build" --prefix "$prefix" >/dev/null
for file in share/man/man1/abut.1 share/bash-completion/completions/abut \
    share/zsh/site-functions/_abut share/fish/vendor_completions.d/abut.fish; do
    [ -s "$prefix/$file" ] || { echo "$file is not installed"; exit 1; }
done
libdir=$(dirname "$(find "$prefix" -name libabut.so)")
export PKG_CONFIG_PATH=$libdir/pkgconfig
version=$(pkg-config --modversion abut)

expect() { # WHAT PROGRAM
    answer=$(LD_LIBRARY_PATH=$libdir "$2")
    [ "$answer" = "abut $version: ok" ] || { echo "$1: the program says '$answer'"; exit 1; }
    echo "$1: $answer"
}

# shellcheck disable=SC2046,SC2086
"$cc" -std=c17 $sanitize $(pkg-config --cflags abut) "$here/use_abut.c" -o "$work/shared" \
    $(pkg-config --libs abut)
expect "pkg-config, shared" "$work/shared"

# shellcheck disable=SC2046,SC2086
"$cc" -std=c17 $sanitize $(pkg-config --cflags abut) "$here/use_abut.c" -o "$work/static" \
    "$libdir/libabut.a" $(pkg-config --libs --static abut | sed 's/-labut //')
expect "pkg-config, static" "$work/static"

for kind in abut abut_static; do
    {
        cmake -S "$here" -B "$work/$kind" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" \
            -DCMAKE_C_FLAGS="$sanitize" -DKIND=$kind &&
            cmake --build "$work/$kind"
    } >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    expect "find_package, Abut::$kind" "$work/$kind/use_abut"
done

if [ -x "$prefix/bin/abut" ]; then
    "$prefix/bin/abut" --version
fi
