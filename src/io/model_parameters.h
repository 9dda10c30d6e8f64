// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_parameters.h - the numbers of a YAML model that can be changed while it runs: gravity,
// materials, pairs, laws and forces, each with its path for an override, unit and bounds.

#ifndef AB_MODEL_PARAMETERS_H
#define AB_MODEL_PARAMETERS_H

#include "abut/read.h"

typedef struct abModelParameter {
    const char *path;  // "pairs.0.sliding_friction"
    const char *group; // "pair steel, steel"
    const char *label; // "sliding friction"
    const char *unit;  // of the file
    const char *text;  // one sentence
    double value;
    double low, high; // allowed; infinite when not bounded
} abModelParameter;

enum { AB_PARAMETERS_MAX = 500 };

// Calls `take` for every parameter, at most AB_PARAMETERS_MAX, with the overrides applied. Values
// that are words or expressions are passed over, and so are models in other formats. The texts
// last for the call.
abResult ab_model_parameters(const char *text, size_t size, const abOverride *overrides,
                             int override_count, abAllocator allocator,
                             void (*take)(void *context, const abModelParameter *parameter),
                             void *context, abError *error);

#endif
