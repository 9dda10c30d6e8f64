// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid.h - constants of the laws that are, or can be, a condition: no overlap, and pressing only
// where there is no gap.

#ifndef AB_LAW_RIGID_H
#define AB_LAW_RIGID_H

#include "law/core/law.h"
#include "law/core/restitution.h"

// Places in the constants of a rigid law; its own begin at AB_RIGID_OWN.
enum {
    AB_RIGID_RESTITUTION, // 0 to 1                              [-]
    AB_RIGID_KIND,        // abRestitutionKind
    AB_RIGID_OWN
};

// Fills them; `restitution` NAN: that of the pair.
void ab_rigid_prepare(double restitution, int kind, abPairProperties *pair, double *constants);

#endif
