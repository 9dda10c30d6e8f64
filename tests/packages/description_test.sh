#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# description_test.sh LIBRARY VERSION ABI - what debian/ and the pages about the project say is what is
# built: the version, the functions of the shared library, the libraries that the build needs.

set -euo pipefail
export LC_ALL=C
library=$1 version=$2 abi=$3
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0
complain() {
    echo "$*"
    wrong=1
}

# ---- version ----

grep -q "^## $version\b" CHANGELOG.md || complain "CHANGELOG.md has no heading for version $version"
grep -qx "version: $version" CITATION.cff || complain "CITATION.cff is not of version $version"
head -n 1 debian/changelog | grep -qF "abut ($version-" || complain "debian/changelog is not of version $version"
head -n 1 debian/libabut1.symbols | grep -qx "libabut.so.$abi libabut$abi #MINVER#" ||
    complain "debian/libabut1.symbols is not of libabut.so.$abi; packages are named after it"

# ---- functions ----

nm -D --defined-only --format=posix "$library" | awk '$2 ~ /^[TDBRVW]$/ {print $1}' |
    grep -vE '^(_init|_fini)$' | sort -u >"$work/exported"
sed -nE 's/^ ([a-z_0-9]+)@Base .*/\1/p' debian/libabut1.symbols | sort -u >"$work/listed"
while read -r name; do
    complain "debian/libabut1.symbols lacks a line: ' $name@Base $version'"
done < <(comm -23 "$work/exported" "$work/listed")
while read -r name; do
    complain "debian/libabut1.symbols has $name, which is gone: take the line out and raise abut_abi in CMakeLists.txt"
done < <(comm -13 "$work/exported" "$work/listed")
[ -s "$work/listed" ] || complain "debian/libabut1.symbols lists nothing"

# ---- libraries: what packages.txt has in [build] to be linked is what the Debian packages are built with ----

awk '/^\[/ { use = $1 == "[build]"; next } use && /^lib.*-dev/ { print $1 }' packages.txt | sort >"$work/linked"
sed -nE '/^Build-Depends:/,/^[A-Z]/s/^ (lib[a-z0-9]*-dev|zlib1g-dev),$/\1/p' debian/control | grep -v zlib | sort >"$work/wanted"
diff "$work/linked" "$work/wanted" >"$work/diff" || complain "debian/control and packages.txt differ: $(cat "$work/diff")"

# ---- licences: every library of the build has a row ----

while read -r title; do
    grep -qF "| $title |" docs/licences.md || complain "docs/licences.md has no row for $title"
done < <(sed -nE 's/^abut_dependency\(.*TITLE ("([^"]*)"|([^ ]*)).*/\2\3/p' cmake/Dependencies.cmake; echo MPI)

printf '%d functions, %d libraries\n' "$(wc -l <"$work/listed")" "$(wc -l <"$work/linked")"
exit $wrong
