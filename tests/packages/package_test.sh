#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# package_test.sh [FOLDER] - the Debian packages as one builds, installs, uses and removes them, all
# without network:
#
#   - two builds in other folders, time zones and languages give the same bytes;
#   - lintian finds no error;
#   - in a root that holds nothing but what the packages depend on they install, `abut` runs the
#     hello model, Python and a C program compute the same, and removing them leaves nothing.
#
# The packages are left in FOLDER, when it is given. Ends with 77 when the Debian packages of group
# [package] are missing, or when this user may not make a root of its own. Objects are kept by ccache,
# where there is one, for each of the two folders apart.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
keep=${1:+$(realpath -m "$1")}

for tool in dpkg-buildpackage dh dh_python3 lintian unshare; do
    command -v $tool >/dev/null || { echo "skipped: tools/packages.sh package installs $tool"; exit 77; }
done
alone=(unshare -m -n)
[ "$(id -u)" = 0 ] || alone=(unshare -r -m -n)
"${alone[@]}" true 2>/dev/null || { echo "skipped: ${alone[*]} is not allowed here"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$*"
    exit 1
}

# ---- two builds ----

export CCACHE_DIR=${CCACHE_DIR:-$HOME/.cache/ccache}
[ ! -d /usr/lib/ccache ] || export PATH=/usr/lib/ccache:$PATH

(cd "$top" && git ls-files -co --exclude-standard -z | tar -c --null -T - --ignore-failed-read) 2>/dev/null \
    >"$work/tree.tar"

build() { # FOLDER: the packages of the tree, into FOLDER
    local source=$1/abut
    mkdir -p "$source"
    tar -C "$source" -xf "$work/tree.tar"
    (cd "$source" && "${alone[@]}" dpkg-buildpackage -us -uc -b) >"$1/log" 2>&1 ||
        { tail -n 30 "$1/log"; fail "the packages do not build"; }
}

# Paths are part of what ccache goes by, so they must be the same the next time.
builds=${TMPDIR:-/tmp}/abut-packages
exec 9>"$builds.lock"
flock 9
rm -rf "$builds"
trap 'rm -rf "$work" "$builds"' EXIT
export DEB_BUILD_OPTIONS="parallel=$(nproc)"
LC_ALL=C TZ=UTC build "$builds/one"
(umask 077 && LC_ALL=C.UTF-8 TZ=Asia/Tokyo build "$builds/another/deeper")
sums() { (cd "$builds/$1" && sha256sum -- *.deb); }
diff <(sums one) <(sums another/deeper) || fail "two builds have other bytes"
debs=("$builds/one/"*.deb)
echo "${#debs[@]} packages, twice the same bytes"
if [ -n "$keep" ]; then
    mkdir -p "$keep"
    cp "$builds/one/"abut_*.{buildinfo,changes} "${debs[@]}" "$keep"
fi

lintian --fail-on error --suppress-tags bad-distribution-in-changes-file --allow-root "$builds/one/"*.changes \
    >"$work/lintian" || { cat "$work/lintian"; fail "lintian finds errors"; }
echo "lintian: $(grep -c '^W' "$work/lintian" || true) warnings, no errors"

# ---- install, use, remove ----

root=$work/root
packages=()
for deb in "${debs[@]}"; do
    [[ $deb == *-dbgsym_* ]] || packages+=("$deb")
done
"$here/make_root.py" "$root" gcc libc6-dev pkg-config --for "${packages[@]}"
mkdir "$root/debs"
cp "${packages[@]}" "$here/use_python.py" "$top/samples/hello.c" "$root/debs"
"${alone[@]}" "$here/in_root.sh" "$root"
