// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_local.h - one contact with friction, exactly: it opens, sticks or slips.

#ifndef AB_CONE_LOCAL_H
#define AB_CONE_LOCAL_H

#include "solver/cone/cone.h"

// One contact. The constants of W; false when the normal cannot move at all.
bool ab_cone_local_prepare(abConeLocal *local);
// p for which (1) and (2) hold with u = W p + q; p_n = p[0]. Exact to rounding.
void ab_cone_local_solve(const abConeLocal *local, const double q[3], double p[3]);

#endif
