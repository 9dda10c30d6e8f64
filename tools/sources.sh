#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# sources.sh - our C files, each ended by a zero byte.

cd "$(dirname "$0")/.." || exit
for folder in include src apps python tests bench; do
    [ ! -d "$folder" ] ||
        find "$folder" -name node_modules -prune -o -type f -name '*.[ch]' -print0
done
