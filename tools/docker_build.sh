#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# docker_build.sh FOLDER - on a bare Debian 12, as root: installs what building takes, builds the Debian
# packages and puts abut, libabut1 and python3-abut into FOLDER. The first stage of the Dockerfile.

set -eu
export DEBIAN_FRONTEND=noninteractive
cd "$(dirname "$0")/.."
apt-get update -q
apt-get install -q -y --no-install-recommends build-essential
apt-get build-dep -q -y --no-install-recommends .
DEB_BUILD_OPTIONS="parallel=$(nproc) noautodbgsym" dpkg-buildpackage -us -uc -b
mkdir -p "$1"
cp ../abut_*.deb ../libabut1_*.deb ../python3-abut_*.deb "$1"
