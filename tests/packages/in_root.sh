#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# in_root.sh ROOT - installs ROOT/debs/*.deb into ROOT, uses what they bring, removes them and looks
# whether something is left. package_test.sh calls it with mounts of its own.

set -euo pipefail
root=$1
export LC_ALL=C DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin HOME=/tmp
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"

inside() { chroot "$root" "$@"; }
fail() {
    echo "$*"
    exit 1
}
# What is there, without what dpkg, the loader and this test write.
listing() {
    find "$root" -xdev \( -path "$root/var/lib/dpkg" -o -path "$root/var/log" -o -path "$root/debs" -o -path "$root/tmp" \
        -o -path "$root/proc" -o -path "$root/dev" -o -path "$root/etc/ld.so.cache" \
        -o -path "$root/var/cache/ldconfig" \) -prune -o -printf '%P\n' | sort
}

inside ldconfig
inside true
listing >"$root/tmp/before"

dpkg --root="$root" -i "$root"/debs/*.deb >"$root/tmp/log" 2>&1 || { cat "$root/tmp/log"; fail "they do not install"; }

inside abut --version
inside abut run -q /usr/share/abut/models/hello.yaml -o /tmp/hello.abut.db
by_command=$(inside abut export /tmp/hello.abut.db ball.position.z --csv -o - | tail -n 1 | tr -d '\r')
inside man -w abut >/dev/null 2>&1 || [ -e "$root/usr/share/man/man1/abut.1.gz" ] || fail "no manual page"

by_python=$(inside python3 /debs/use_python.py)
[ "$by_command" = "$by_python" ] || fail "the command ends at $by_command, Python at $by_python"

inside sh -c 'cc -std=c17 -Wall -Werror /debs/hello.c -o /tmp/hello $(pkg-config --cflags --libs abut)' ||
    fail "a program in C does not build"
inside /tmp/hello >"$root/tmp/said" || fail "a program in C does not run"
[ -s "$root/tmp/said" ] || fail "a program in C says nothing"
echo "command, Python and C run the hello model: $by_command"

mapfile -t installed < <(for deb in "$root"/debs/*.deb; do dpkg-deb -f "$deb" Package; done)
dpkg --root="$root" --purge "${installed[@]}" >"$root/tmp/log" 2>&1 || { cat "$root/tmp/log"; fail "they do not go"; }
listing >"$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after" || fail "removing leaves something"
echo "removing ${#installed[@]} packages leaves nothing"
