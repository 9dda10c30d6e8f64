// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "study/sobol.h"

#include "base/check.h"

// scipy.stats.qmc.Sobol(20, scramble=False, bits=32).random(1024) of SciPy 1.10.1: its last point,
// and FNV-1a over all 32-bit numbers, point by point.
static const uint32_t s_last[20] = {
    0x00400000u, 0xc0c00000u, 0x9cc00000u, 0x25400000u, 0x2fc00000u, 0x70400000u, 0x23c00000u,
    0x9e400000u, 0x58400000u, 0xd9c00000u, 0xadc00000u, 0x09400000u, 0x21400000u, 0xaa400000u,
    0x5cc00000u, 0x76c00000u, 0x50400000u, 0xe0400000u, 0x95c00000u, 0x51c00000u};
static const uint64_t s_all = UINT64_C(0xa6309742c5206325);

static void is_the_sequence_of_scipy(void) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < 1024; i++) {
        for (int d = 0; d < 20; d++) {
            hash = (hash ^ sobol_bits(d, i)) * UINT64_C(0x100000001b3);
        }
    }
    CHECK(hash == s_all);
    for (int d = 0; d < 20; d++) {
        CHECK(sobol_bits(d, 1023) == s_last[d]);
    }
}

// Of the first 256 points each 256th of every axis has one.
static void fills_every_axis_evenly(void) {
    for (int d = 0; d < SOBOL_DIMENSIONS; d++) {
        int seen[256] = {0}, wrong = 0;
        for (uint32_t i = 0; i < 256; i++) {
            seen[sobol_bits(d, i) >> 24]++;
        }
        for (int k = 0; k < 256; k++) {
            wrong += seen[k] != 1;
        }
        CHECK(wrong == 0);
    }
}

AB_TESTS(AB_TEST(is_the_sequence_of_scipy), AB_TEST(fills_every_axis_evenly))
