# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# Settings.cmake - how every file is compiled: target `abut_settings`.

option(ABUT_WERROR "Warnings are errors" OFF)
option(ABUT_FUZZ "Build the fuzz targets tests/robust/fuzz_*.c (clang)" OFF)
option(ABUT_BENCH "Build the benchmarks" OFF)
set(ABUT_SANITIZE "" CACHE STRING "Sanitizers: address,undefined or thread")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
if(CMAKE_C_FLAGS MATCHES "-ffast-math|-Ofast|-funsafe-math")
    message(FATAL_ERROR "Abut promises the same bits from every compiler; it cannot be built with "
                        "fast-math. Remove it from CFLAGS: ${CMAKE_C_FLAGS}")
endif()

# Objects are kept by ccache where there is one (-DABUT_CCACHE=OFF: no). Paths count from the top of
# the tree, so that another copy of it finds them too.
find_program(ABUT_CCACHE ccache)
mark_as_advanced(ABUT_CCACHE)
if(ABUT_CCACHE AND NOT DEFINED CMAKE_C_COMPILER_LAUNCHER)
    set(CMAKE_C_COMPILER_LAUNCHER env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" "${ABUT_CCACHE}")
endif()

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden CACHE STRING "Of names without ABUT_API")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(abut_settings INTERFACE)
target_include_directories(abut_settings INTERFACE
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
target_compile_definitions(abut_settings INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(abut_settings INTERFACE
    -fno-strict-aliasing # parameters are structs inside bytes, see abParams
    -fno-math-errno # a root of a negative number is not reported: no branch around each sqrt
    -ffp-contract=off # the same bits whether or not the processor has fused multiply-add
    -falign-functions=32 -falign-loops=32 # the speed of a loop does not hang on what is linked before it
    -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    $<$<BOOL:${ABUT_WERROR}>:-Werror>)

# GCC's vectorizer (seen in 12.2) fuses a*b-c, a*b+c pairs into vfmaddsub in spite of the flag above
# when CFLAGS allow FMA (-march=native): take the instruction away. It would not be used otherwise.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
    target_compile_options(abut_settings INTERFACE -mno-fma -mno-fma4 -mno-avx512f)
endif()

if(ABUT_FUZZ AND NOT (CMAKE_C_COMPILER_ID MATCHES "Clang" AND ABUT_SANITIZE MATCHES "fuzzer-no-link"))
    message(FATAL_ERROR "ABUT_FUZZ uses libFuzzer, a part of clang: cmake --preset asan")
endif()
set(sanitize "${ABUT_SANITIZE}")
string(REPLACE "fuzzer-no-link," "" sanitize_link "${sanitize}") # gcc links what is in C++
if(sanitize)
    set(sanitize_flags -fsanitize=${sanitize} -fno-sanitize-recover=all)
    target_compile_options(abut_settings INTERFACE ${sanitize_flags} -O1 -g1
                           -fno-omit-frame-pointer)
    target_link_options(abut_settings INTERFACE -fsanitize=${sanitize_link} -fno-sanitize-recover=all)
endif()
if(sanitize STREQUAL "thread" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # gcc 12 takes an array within a structure for one of its numbers there
    target_compile_options(abut_settings INTERFACE -Wno-stringop-overread)
endif()
