// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sampling.h - points in the unit cube, each from the seed and its own number alone.

#ifndef ABUT_SAMPLING_H
#define ABUT_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SamplingPlan {
    int64_t seed;
    int64_t count;  // as given in the study
    int dimensions; // parameters with a distribution
} SamplingPlan;

typedef struct Sampling {
    const char *name;
    bool needs_count;
    bool may_grow; // points stay when there are more of them
    const char *text;
    // How many points there are, and coordinate `dimension` of point `index`, in (0, 1).
    int64_t (*points)(const SamplingPlan *plan);
    double (*coordinate)(const SamplingPlan *plan, int64_t index, int dimension);
    int most_dimensions;
} Sampling;

#define SAMPLING(symbol, needs, grows, text) SAMPLING_##symbol, // -> SAMPLING_grid, ...
typedef enum SamplingKind {
#include "study/samplings.def"
    SAMPLING_COUNT
} SamplingKind;
#undef SAMPLING

extern const Sampling samplings[SAMPLING_COUNT];
extern const char *const sampling_names[SAMPLING_COUNT + 1]; // NULL at the end

// A number in (0, 1) that looks random, the same for the same three.
double sampling_random(int64_t seed, int64_t index, int64_t stream);

#endif
