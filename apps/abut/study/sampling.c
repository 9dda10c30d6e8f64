// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sampling.c - points of a study. None needs the points before it, so that any case can be computed
// anywhere, in any order.
//
//   random           bits mixed from seed, point and dimension                                  (1)
//   sobol            Sobol's sequence; a seed other than 0 shifts each dimension by exclusive-or,
//                    which keeps it as even as it is. The number is the middle of 2^-32.        (2)
//   latin_hypercube  point i lies in stratum P(i), P a permutation of 0 ... count-1: a Feistel
//                    network over 4^k >= count, walked until it lands inside                    (3)
//   saltelli         row r of 2d coordinates of (2): A the first d of them, B the others. Point
//                    r (d + 2) is A, the next B, then A with the coordinate j of B              (4)
//
// Limits  saltelli for 32 parameters, sobol for 64.
// Source  (1) mixing of [Steele2014] (splitmix64); (3) [BlackRogaway2002]; (4) [Saltelli2010].

#include "study/sampling.h"

#include <stddef.h>

#include "study/sobol.h"

// ---- bits ----

static uint64_t mix(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t mix_three(int64_t seed, int64_t index, int64_t stream) {
    return mix((uint64_t)index ^ mix((uint64_t)stream ^ mix((uint64_t)seed))); // (1)
}

double sampling_random(int64_t seed, int64_t index, int64_t stream) {
    return ((double)(mix_three(seed, index, stream) >> 12) + 0.5) * 0x1p-52;
}

// ---- the methods ----

enum { STREAM_SHIFT = 1000, STREAM_PERMUTATION = 2000, STREAM_RANDOM = 3000 };

static int64_t grid_points(const SamplingPlan *plan) {
    (void)plan;
    return 1;
}
static double grid_coordinate(const SamplingPlan *plan, int64_t index, int dimension) {
    (void)plan, (void)index, (void)dimension;
    return 0.5;
}

static int64_t random_points(const SamplingPlan *plan) {
    return plan->count;
}
static double random_coordinate(const SamplingPlan *plan, int64_t index, int dimension) {
    return sampling_random(plan->seed, index, STREAM_RANDOM + dimension);
}

static int64_t sobol_points(const SamplingPlan *plan) {
    return plan->count;
}
static double sobol_coordinate(const SamplingPlan *plan, int64_t index, int dimension) {
    uint32_t shift =
        plan->seed == 0 ? 0 : (uint32_t)mix_three(plan->seed, 0, STREAM_SHIFT + dimension);
    uint32_t bits = sobol_bits(dimension, (uint32_t)index) ^ shift;
    return ((double)bits + 0.5) * 0x1p-32; // (2)
}

// A permutation of 0 ... count-1.
static int64_t permuted(const SamplingPlan *plan, int64_t index, int dimension) {
    int half = 1; // bits
    while ((int64_t)1 << (2 * half) < plan->count) {
        half++;
    }
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    uint64_t x = (uint64_t)index;
    do {
        uint64_t left = x >> half, right = x & mask;
        for (int round = 0; round < 6; round++) {
            uint64_t key = mix_three(plan->seed, round, STREAM_PERMUTATION + dimension);
            uint64_t next = left ^ (mix(right ^ key) & mask);
            left = right;
            right = next;
        }
        x = left << half | right;
    } while (x >= (uint64_t)plan->count); // (3): the walk returns to its start at the latest
    return (int64_t)x;
}

static int64_t latin_hypercube_points(const SamplingPlan *plan) {
    return plan->count;
}
static double latin_hypercube_coordinate(const SamplingPlan *plan, int64_t index, int dimension) {
    double inside = sampling_random(plan->seed, index, STREAM_RANDOM + dimension);
    return ((double)permuted(plan, index, dimension) + inside) / (double)plan->count;
}

static int64_t saltelli_points(const SamplingPlan *plan) {
    return plan->count * (plan->dimensions + 2);
}
static double saltelli_coordinate(const SamplingPlan *plan, int64_t index, int dimension) {
    int64_t row = index / (plan->dimensions + 2), part = index % (plan->dimensions + 2);
    bool is_of_b = part == 1 || part == 2 + dimension;
    return sobol_coordinate(plan, row, dimension + (is_of_b ? plan->dimensions : 0)); // (4)
}

// ---- the list ----

enum {
    MOST_grid = 0,
    MOST_random = SOBOL_DIMENSIONS,
    MOST_sobol = SOBOL_DIMENSIONS,
    MOST_latin_hypercube = SOBOL_DIMENSIONS,
    MOST_saltelli = SOBOL_DIMENSIONS / 2
};

const Sampling samplings[SAMPLING_COUNT] = {
// {"grid", false, false, "...", grid_points, grid_coordinate, MOST_grid}, ...
#define SAMPLING(symbol, needs, grows, text)                                                       \
    {#symbol, needs, grows, text, symbol##_points, symbol##_coordinate, MOST_##symbol},
#include "study/samplings.def"
#undef SAMPLING
};

const char *const sampling_names[SAMPLING_COUNT + 1] = {
#define SAMPLING(symbol, needs, grows, text) #symbol,
#include "study/samplings.def"
#undef SAMPLING
    NULL,
};
