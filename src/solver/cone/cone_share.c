// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_share.c - how much of the motion at the start remains in one that sticks.
//
// Friction is against hold + grip (V + s V_0), and s is a share of V. A patch that held all but
// still and now sticks has the slip u = -s u_0, and that within 1/grip, far less than u_0: the
// window of s that lets it stick is a small one. With s kept V is found from anywhere, and as
// friction against s V_0 takes V back, the share that is found there falls as the kept one rises:
//
//   f(s) = toward . V(s) - s,   f(0) >= 0 >= f(1)                                        (1)
//
// has one root, found by the Illinois method (math/core/bracket.c). To keep the share found last
// would go to and fro about it.
//
// Limits  one root where a patch is alone with its bodies; of several each has its own bracket,
//         which ends somewhere if the others move its root out.
// Cost    a motion with kept limits for each value of f.

#include "solver/cone/cone_share.h"

#include <math.h>

#include "solver/cone/tolerances.def"

void ab_cone_share_open(abConePatch *patch, double share) {
    patch->kept = share;
    patch->bracket = (abConeShareBracket){.low = 0.0, .high = 1.0};
}

static void narrow(abConeShareBracket *b, double at, double f) {
    if (f > 0.0) {
        b->low = at, b->f_low = f, b->f_high *= b->moved < 0 ? 0.5 : 1.0;
        b->moved = -1;
    } else {
        b->high = at, b->f_high = f, b->f_low *= b->moved > 0 ? 0.5 : 1.0;
        b->moved = 1;
    }
}

double ab_cone_share_next(abConePatch *patch, double found) {
    abConeShareBracket *b = &patch->bracket;
    double f = found - patch->kept, change = patch->tangential * patch->slip * fabs(f);
    if (ab_cone_share_agrees(change)) {
        return change;
    }
    narrow(b, patch->kept, f);
    bool is_known = b->f_low > 0.0 && b->f_high < 0.0;
    double next = is_known ? (b->low * b->f_high - b->high * b->f_low) / (b->f_high - b->f_low)
                           : patch->kept + 0.5 * f;
    patch->kept = next > b->low && next < b->high ? next : 0.5 * (b->low + b->high);
    return change;
}

bool ab_cone_share_agrees(double change) {
    return !(change > s_share_agrees);
}
