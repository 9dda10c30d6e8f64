// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// forces.c - the table of forces.

#include "model/kinds/forces.h"

#include <math.h>

#include "model/kinds/tables.h"

// extern const abForceType ab_force_spring; ...
#define AB_FORCE(KIND, symbol) extern const abForceType ab_force_##symbol;
#include "model/kinds/forces.def"
#undef AB_FORCE

const abForceType *ab_force_type(int kind) {
    static const abForceType *const types[AB_FORCE_COUNT] = {
#define AB_FORCE(KIND, symbol) [AB_FORCE_##KIND] = &ab_force_##symbol,
#include "model/kinds/forces.def"
#undef AB_FORCE
    };
    return types[kind];
}

const abTable *ab_force_kind_table(int kind) {
    return ab_force_type(kind)->table;
}

int ab_force_add_across(abVec3 u, double pull, double length, double damping, int count,
                        abForceRow rows[AB_FORCE_ROWS]) {
    double stiffness = length > 0.0 ? fmax(0.0, pull) / length : 0.0;
    if (!(stiffness > 0.0) && !(damping > 0.0)) {
        return count;
    }
    abVec3 x = ab_perpendicular(u);
    const abVec3 across[2] = {x, ab_cross(u, x)};
    for (int i = 0; i < 2; i++) {
        rows[count++] =
            (abForceRow){.direction = across[i], .stiffness = stiffness, .damping = damping};
    }
    return count;
}
