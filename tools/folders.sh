#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# folders.sh - a table of the folders of src and apps: files and lines without tests, and what each
# is, from src/folders.txt and apps/abut/folders.txt.

set -euo pipefail
cd "$(dirname "$0")/.."

echo "| folder | files | lines | what it is |"
echo "| --- | --- | --- | --- |"
for top in src apps/abut; do
    grep -v -e '^#' -e '^$' "$top/folders.txt" | while read -r folder text; do
        files=$(find "$top/$folder" -maxdepth 1 -name '*.[ch]' ! -name '*_test.c' | wc -l)
        lines=$(find "$top/$folder" -maxdepth 1 -name '*.[ch]' ! -name '*_test.c' -exec cat {} + | wc -l)
        echo "| \`$top/$folder\` | $files | $lines | $text |"
    done
done
