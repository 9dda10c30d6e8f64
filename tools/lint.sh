#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh - everything that can be said about the code without running it. All checks run; the
# script fails if one of them did.

set -uo pipefail
cd "$(dirname "$0")/.." || exit
jobs=$(nproc)
failed=()

check() { # NAME COMMAND...
    local name=$1 start=$SECONDS
    shift
    if "$@"; then
        echo "lint: $name ok ($((SECONDS - start)) s)"
    else
        echo "lint: $name FAILED"
        failed+=("$name")
    fi
}

includes() { tools/check_includes.sh; }

format() { tools/sources.sh | xargs -0 clang-format --dry-run -Werror; }

# Asserts tell the analyzer what cannot be, so it reads the debug build's commands.
tidy() {
    cmake --preset debug -DBUILD_TESTING=OFF -B build/lint >build/lint.log 2>&1 ||
        { cat build/lint.log; return 1; }
    run-clang-tidy -quiet -j "$jobs" -p build/lint "^$PWD/(src|apps)/" 2>&1 |
        sed 's/\x1b\[[0-9;]*m//g' >build/tidy.log
    local status=$?
    grep -A 2 -E '(warning|error): ' build/tidy.log
    [ $status -eq 0 ] || tail -n 3 build/tidy.log
    return $status
}

cpp_check() {
    # off: a macro it cannot expand, and two guesses that clang's analyzer answers better
    cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
        --suppress=missingIncludeSystem --suppress=unknownMacro \
        --suppress=nullPointerRedundantCheck --suppress=invalidPointerCast \
        -j "$jobs" -Iinclude -Isrc -Ibuild/lint/generated src apps
}

mkdir -p build
check includes includes
check clang-format format
check clang-tidy tidy
if command -v cppcheck >/dev/null; then
    check cppcheck cpp_check
fi

if [ ${#failed[@]} -gt 0 ]; then
    echo "lint: failed: ${failed[*]}"
    exit 1
fi
