// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_none.c - smooth surfaces: no force along the surface, no resistance to rolling.

#include "law/core/law.h"

static const abTable s_table = AB_TABLE_EMPTY("none", "no friction and no rolling resistance");

static void none_evaluate(const double *constants, const abSlip *slip, abFrictionForce *out) {
    (void)constants;
    (void)slip;
    *out = (abFrictionForce){0};
}

const abFrictionLaw ab_friction_none = {.table = &s_table, .evaluate = none_evaluate};
