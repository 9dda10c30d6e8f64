// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// material.c - the keys of materials and pairs, and the look-up of a pair.

#include "law/core/material.h"

#include <math.h>
#include <string.h>

static const abKey s_material_keys[] = {
    AB_NUM(abMaterialDef, youngs_modulus, "Pa", NAN, 1e-3, INFINITY,
           "Young's modulus; .inf makes a side rigid"),
    AB_NUM(abMaterialDef, poissons_ratio, "-", NAN, -0.999999, 0.5, "Poisson's ratio"),
    AB_NUM(abMaterialDef, density, "kg/m^3", NAN, 1e-6, 1e9,
           "density; gives bodies their mass properties"),
    AB_NUM(abMaterialDef, layer_depth, "m", NAN, 1e-12, INFINITY,
           "depth of the elastic layer under the surface, for the law volume"),
};
const abTable ab_material_table =
    AB_TABLE("material", abMaterialDef, s_material_keys, "what a body is made of");

static const abKey s_pair_keys[] = {
    AB_NUM_REQUIRED(abMaterialPairDef, restitution, "-", 0.0, 1.0,
                    "speed after an impact by speed before it"),
    AB_NUM(abMaterialPairDef, sliding_friction, "-", 0.0, 0.0, 1e3,
           "Coulomb coefficient; friction force by normal force"),
    AB_NUM(abMaterialPairDef, static_friction, "-", NAN, 0.0, 1e3,
           "coefficient before sliding, for laws that tell it apart; without it sliding_friction"),
    AB_NUM(abMaterialPairDef, rolling_resistance, "-", 0.0, 0.0, 1e3,
           "resisting torque by normal force and radius"),
    AB_NUM(abMaterialPairDef, sliding_regularization, "m/s", 0.01, 1e-12, 1e3,
           "speed below which sliding friction is smoothed"),
    AB_NUM(abMaterialPairDef, rolling_regularization, "rad/s", 0.01, 1e-12, 1e3,
           "angular speed below which rolling resistance is smoothed"),
};
const abTable ab_material_pair_table =
    AB_TABLE("pair", abMaterialPairDef, s_pair_keys, "coefficients of two materials in contact");

static const abMaterialPairDef *find_listed(const abMaterialPairDef *pairs, size_t count,
                                            const char *a, const char *b) {
    for (size_t i = count; i-- > 0;) {
        const char *first = pairs[i].materials[0], *second = pairs[i].materials[1];
        if ((strcmp(first, a) == 0 && strcmp(second, b) == 0) ||
            (strcmp(first, b) == 0 && strcmp(second, a) == 0)) {
            return &pairs[i];
        }
    }
    return NULL;
}

static abMaterialPairDef mean_of(const abMaterialPairDef *p, const abMaterialPairDef *q) {
    return (abMaterialPairDef){
        .restitution = 0.5 * (p->restitution + q->restitution),
        .sliding_friction = 0.5 * (p->sliding_friction + q->sliding_friction),
        .static_friction = 0.5 * (p->static_friction + q->static_friction), // NAN when one is
        .rolling_resistance = 0.5 * (p->rolling_resistance + q->rolling_resistance),
        .sliding_regularization = 0.5 * (p->sliding_regularization + q->sliding_regularization),
        .rolling_regularization = 0.5 * (p->rolling_regularization + q->rolling_regularization),
    };
}

abPairOrigin ab_material_pair_find(const abMaterialPairDef *pairs, size_t count, const char *a,
                                   const char *b, abMaterialPairDef *out) {
    abPairOrigin origin = AB_PAIR_EXACT;
    const abMaterialPairDef *listed = find_listed(pairs, count, a, b);
    if (listed != NULL) {
        *out = *listed;
    } else {
        const abMaterialPairDef *aa = find_listed(pairs, count, a, a),
                                *bb = find_listed(pairs, count, b, b);
        if (aa == NULL || bb == NULL) {
            return AB_PAIR_MISSING;
        }
        *out = mean_of(aa, bb);
        origin = AB_PAIR_MEAN;
    }
    out->materials[0] = a;
    out->materials[1] = b;
    return origin;
}
