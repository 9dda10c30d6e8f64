#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# packages.sh GROUP... - installs the packages of packages.txt that are missing. Where that cannot
# be done it says so and goes on: CMake knows better what is really needed and reports it.

set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "packages: $*" >&2; }

mapfile -t wanted < <(awk -v groups=" $* " '
    { sub(/#.*/, "") }
    /^\[/ { gsub(/[][ \t]/, ""); use = index(groups, " " $0 " "); next }
    use && NF { print $1 }' packages.txt)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "this system has no apt-get; going on with what is installed. Needed: ${wanted[*]}"
    exit 0
fi

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing=()
for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        say "missing: ${missing[*]}. Installing needs root, and there is no sudo; going on without."
        exit 0
    fi
    as_root=(sudo)
fi

say "installing ${missing[*]}"
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >&2; }
apt update || say "apt-get update failed; trying with the lists at hand"
apt install -y --no-install-recommends "${missing[@]}" ||
    say "apt-get could not install ${missing[*]}; going on without. See its messages above."
