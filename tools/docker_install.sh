#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# docker_install.sh FOLDER - on a bare Debian 12, as root: installs the packages of FOLDER with what they
# depend on, and leaves no lists of packages. NumPy's own tests, 15 MB, go. The second stage of the
# Dockerfile.

set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends "$1"/*.deb
apt-get clean
rm -rf /var/lib/apt/lists/* /usr/lib/python3/dist-packages/numpy/tests /usr/lib/python3/dist-packages/numpy/*/tests
abut --version
python3 -c 'import abut'
