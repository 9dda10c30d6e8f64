// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// material.h - materials, and the coefficients of pairs of materials. The structs abMaterialDef and
// abMaterialPairDef are public: abut/definitions.h.

#ifndef AB_MATERIAL_H
#define AB_MATERIAL_H

#include <stddef.h>

#include "abut/definitions.h"
#include "base/schema.h"

extern const abTable ab_material_table; // abMaterialDef
// abMaterialPairDef without `materials`, which is a list of two texts.
extern const abTable ab_material_pair_table;

typedef enum abPairOrigin {
    AB_PAIR_MISSING, // nothing is known of this pair
    AB_PAIR_EXACT,   // the pair is listed
    AB_PAIR_MEAN,    // not listed; arithmetic mean of the two materials each with itself
} abPairOrigin;

// The coefficients of materials a and b among `count` pairs. Of pairs listed twice the later one
// holds. `out` is written unless the pair is missing; its materials are then a and b.
abPairOrigin ab_material_pair_find(const abMaterialPairDef *pairs, size_t count, const char *a,
                                   const char *b, abMaterialPairDef *out);

extern const abTable ab_material_table;      // abMaterialDef
extern const abTable ab_material_pair_table; // abMaterialPairDef, without `materials`

#endif
