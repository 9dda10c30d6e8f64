// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// random_fixture.h - for tests: numbers that are the same on every machine.

#ifndef AB_RANDOM_FIXTURE_H
#define AB_RANDOM_FIXTURE_H

#include <stdint.h>

// Knuth's 64-bit linear congruential generator; uniform in [-1, 1).
static inline double next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

// One of 32 bits.
static inline double random_between(uint32_t *state, double low, double high) {
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (*state >> 8) / 16777216.0;
}

#endif
