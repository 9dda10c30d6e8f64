// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sobol.c - Sobol's sequence in Gray code order.
//
//   v_k = m_k / 2^k,  m_k = 2 a_1 m_(k-1) ^ ... ^ 2^(s-1) a_(s-1) m_(k-s+1) ^ 2^s m_(k-s) ^ m_(k-s)   (1)
//   x_n = g_1 v_1 ^ g_2 v_2 ^ ...,  g = n ^ (n >> 1)                                                  (2)
//
// Valid   up to 64 dimensions and 2^32 points. Balanced at counts that are powers of two.
// Cost    32 exclusive-ors a number; any point can be had alone.
// Source  (1) [JoeKuo2008] with their numbers new-joe-kuo-6; (2) [AntonovSaleev1979].

#include "study/sobol.h"

typedef struct Direction {
    int degree;
    uint32_t a, m[SOBOL_BITS];
} Direction;

static const Direction s_directions[SOBOL_DIMENSIONS - 1] = {
#define SOBOL_DIRECTION(s, a, ...) {s, a, {__VA_ARGS__}}, // -> {1, 0, {1}}, {2, 1, {1, 3}}, ...
#include "study/sobol_directions.def"
#undef SOBOL_DIRECTION
};

// The direction numbers m of one dimension.
static void directions_of(int dimension, uint32_t m[SOBOL_BITS]) {
    if (dimension == 0) {
        for (int k = 0; k < SOBOL_BITS; k++) {
            m[k] = 1;
        }
        return;
    }
    const Direction *d = &s_directions[dimension - 1];
    int s = d->degree;
    for (int k = 0; k < SOBOL_BITS; k++) {
        m[k] = k < s ? d->m[k] : m[k - s] ^ (m[k - s] << s);
        for (int j = 1; k >= s && j < s; j++) { // (1)
            m[k] ^= (d->a >> (s - 1 - j) & 1) != 0 ? m[k - j] << j : 0;
        }
    }
}

uint32_t sobol_bits(int dimension, uint32_t index) {
    uint32_t m[SOBOL_BITS], x = 0, gray = index ^ (index >> 1);
    directions_of(dimension, m);
    for (int k = 0; k < SOBOL_BITS; k++) {
        x ^= (gray >> k & 1) != 0 ? m[k] << (SOBOL_BITS - 1 - k) : 0; // (2)
    }
    return x;
}
