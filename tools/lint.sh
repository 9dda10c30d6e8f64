#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh [all | reached | shard K/N] - everything that can be said about the code without running it.
# Includes, words and format look at all files; cppcheck and clang-tidy (not at tests) at all, at those
# that the last changes reach (tools/reached.sh), cppcheck also at this day's quarter of the others, or
# at the Kth of N parts. All checks run; the script fails if one of them did.

set -uo pipefail
cd "$(dirname "$0")/.." || exit
jobs=$(nproc)
failed=()

all() { find src apps -name '*.c' | LC_ALL=C sort; }

part() { all | awk -v k="${1%/*}" -v n="${1#*/}" 'NR % n == k % n'; }

more=
case "${1:-all}" in
all) files=$(all) ;;
reached)
    files=$(tools/reached.sh) || exit
    more=$(part $(($(date -u +%s) / 86400 % 4))/4)
    ;;
shard) files=$(part "$2") ;;
*)
    echo "usage: lint.sh [all | reached | shard K/N]" >&2
    exit 2
    ;;
esac
mapfile -t scanned < <(printf '%s\n' "$files" "$more" | grep . | LC_ALL=C sort -u)
mapfile -t files < <(grep . <<<"$files")
mapfile -t tidied < <(printf '%s\n' "${files[@]}" | grep -v '_test\.c$')

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
commands() {
    cmake --preset debug -DBUILD_TESTING=OFF -B build/lint >build/lint.log 2>&1 ||
        { cat build/lint.log; return 1; }
}

# One file a call: with several the analyser of clang 14 takes lists of arguments for uninitialised.
tidy() {
    [ ${#tidied[@]} -gt 0 ] || return 0
    printf '%s\0' "${tidied[@]}" |
        xargs -0 -r -n 1 -P "$jobs" clang-tidy -quiet -p build/lint 2>&1 |
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
        -j "$jobs" -Iinclude -Isrc -Ibuild/lint/generated "${scanned[@]}"
}

mkdir -p build
check includes includes
check words tools/check_words.sh
check sources tools/check_sources.sh
check tolerances tools/tolerances.sh --check
check clang-format format
echo "lint: ${#files[@]} of $(all | wc -l) files are looked at by clang-tidy, ${#scanned[@]} by cppcheck"
check commands commands
if [ ${#files[@]} -gt 0 ]; then
    check clang-tidy tidy
fi
if [ ${#scanned[@]} -gt 0 ] && command -v cppcheck >/dev/null; then
    check cppcheck cpp_check
fi

if [ ${#failed[@]} -gt 0 ]; then
    echo "lint: failed: ${failed[*]}"
    exit 1
fi
